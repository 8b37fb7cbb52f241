//! How a paragraph introduces the preformatted text or the list behind it.

/// What an introduction says of the text behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cue {
    /// A new example.
    New,
    /// A new example, besides the one before it.
    Another,
    /// An example that was shown before.
    Known,
    /// A state that is reached, or an output.
    Trace,
    /// Nothing that helps.
    Nothing,
}

impl Cue {
    /// Whether it introduces an example that was not shown before.
    pub const fn is_new(self) -> bool {
        matches!(self, Self::New | Self::Another)
    }
}

/// The words that announce an input.
const ANNOUNCING: [&str; 4] = ["suppose", "consider", "imagine", "supposing"];

/// Before "example": an example of which nothing was said yet.
const NEW: [&str; 13] = [
    "a",
    "an",
    "another",
    "for",
    "one",
    "two",
    "three",
    "some",
    "few",
    "other",
    "more",
    "further",
    "additional",
];

/// In an introduction: there is an example before this one.
const MORE: [&str; 14] = [
    "another",
    "second",
    "third",
    "larger",
    "bigger",
    "longer",
    "smaller",
    "more",
    "other",
    "further",
    "additional",
    "different",
    "even",
    "slightly",
];

/// Before "example": one that the reader knows.
const KNOWN: [&str; 10] = [
    "the", "this", "that", "these", "those", "same", "above", "previous", "earlier", "our",
];

/// Words about what happens to an input.
const HAPPENING: [&str; 24] = [
    "after",
    "afterward",
    "afterwards",
    "become",
    "becomes",
    "became",
    "becoming",
    "produce",
    "produces",
    "producing",
    "output",
    "outputs",
    "result",
    "results",
    "resulting",
    "now",
    "then",
    "next",
    "until",
    "step",
    "steps",
    "round",
    "rounds",
    "finally",
];

/// Reads the last sentence before a text.
pub fn cue(paragraph: &str) -> Cue {
    let paragraph = paragraph.trim_end();
    let Some(sentence) = paragraph.strip_suffix(':').map(last_sentence) else {
        return Cue::Nothing;
    };
    let sentence = sentence.to_lowercase();
    let words: Vec<&str> = sentence
        .split(|c: char| !(c.is_alphanumeric() || c == '\''))
        .filter(|word| !word.is_empty())
        .collect();
    let has = |set: &[&str]| words.iter().any(|word| set.contains(word));
    let examples: Vec<Cue> = words
        .iter()
        .enumerate()
        .filter(|(_, word)| matches!(**word, "example" | "examples"))
        .map(|(at, _)| named(&words, at))
        .collect();
    let is_new = examples.contains(&Cue::New)
        || has(&ANNOUNCING)
        || words.windows(2).any(|pair| pair == ["for", "instance"]);
    if examples.contains(&Cue::Known) || has(&["above", "again"]) {
        Cue::Known
    } else if has(&HAPPENING) {
        Cue::Trace
    } else if is_new && has(&MORE) {
        Cue::Another
    } else if is_new {
        Cue::New
    } else {
        Cue::Nothing
    }
}

/// Which example is meant by the word at this index.
fn named(words: &[&str], at: usize) -> Cue {
    if matches!(
        words.get(at + 1),
        Some(&("above" | "from" | "again" | "earlier"))
    ) {
        return Cue::Known;
    }
    // The nearest determiner decides.
    let before = words[..at].iter().rev().take(4);
    for word in before {
        if KNOWN.contains(word) {
            return Cue::Known;
        }
        if NEW.contains(word) {
            return Cue::New;
        }
    }
    Cue::New
}

/// Whether a text takes up an example that was shown before.
pub fn takes_up_known(text: &str) -> bool {
    let text = text.to_lowercase();
    [
        "above example",
        "example above",
        "examples above",
        "same example",
        "previous example",
        "earlier example",
        "first example",
        "original",
        "same two",
        "same input",
        "from part one",
        "as before",
        "using the example",
        "in the example from",
        "of the example from",
    ]
    .iter()
    .any(|phrase| text.contains(phrase))
}

fn last_sentence(text: &str) -> &str {
    let ends = [". ", "? ", "! ", ".) ", "; "];
    let start = ends
        .iter()
        .filter_map(|end| text.rfind(end).map(|at| at + end.len()))
        .max();
    &text[start.unwrap_or(0)..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn introductions() {
        for (paragraph, expected) in [
            ("For example:", Cue::New),
            (
                "They list their crates (your puzzle input). For example:",
                Cue::New,
            ),
            (
                "For example, suppose the elves end up with this list:",
                Cue::New,
            ),
            ("Here is a larger example:", Cue::Another),
            ("Here is a second example:", Cue::Another),
            ("Here's another, slightly longer example:", Cue::Another),
            ("Here are a few more examples:", Cue::Another),
            ("Consider the following map:", Cue::New),
            ("For instance, with these notes:", Cue::New),
            ("Examples:", Cue::New),
            ("For example, after one step, the list is:", Cue::Trace),
            ("In an example, this produces:", Cue::Trace),
            ("Here is the above example again:", Cue::Known),
            ("In this example, the map is:", Cue::Known),
            ("Using the same example as before:", Cue::Known),
            ("Consider again the example from part one:", Cue::Known),
            ("You try to update it:", Cue::Nothing),
            ("For example, the answer is 5.", Cue::Nothing),
            ("An example follows. You have this:", Cue::Nothing),
            ("", Cue::Nothing),
        ] {
            assert_eq!(cue(paragraph), expected, "{paragraph}");
        }
    }
}

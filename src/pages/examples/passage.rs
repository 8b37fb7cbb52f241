//! Splits the text of a part into passages, in reading order. A passage has the values in its text,
//! and tells what the text means for an example.

use std::collections::BTreeSet;

use crate::files::unix_lines;
use crate::pages::form::Form;
use crate::pages::puzzle_page::{Block, StyledText, unstyled};

/// Words that introduce a new example.
const ANNOUNCING: &[&str] = &[
    " example ",
    " examples ",
    " suppose ",
    " supposing ",
    " consider ",
    " imagine ",
    " instance ",
];

/// Words that refer to an earlier example, or to its result.
const REFERRING_BACK: &[&str] = &[
    " the example ",
    " this example ",
    " these examples ",
    " above ",
    " again ",
    " same ",
    " previous ",
    " earlier ",
    " after ",
    " becomes ",
    " produces ",
    " output ",
    " result ",
    " results ",
    " now ",
    " then ",
    " until ",
];

/// Words that introduce an intermediate step.
pub const TRACING: &[&str] = &[
    "after", "now", "then", "next", "step", "round", "becom", "produc", "result", "final", "turn",
    "continu", "once",
];

/// Words in a sentence about special rules of an example.
const DIFFERING: &[&str] = &[
    "instead of",
    "rather than",
    "smaller",
    "fewer",
    "only",
    "reduced",
    "merely",
    "however",
    "larger",
];

/// Words for an example that is shown in another notation than the input.
const REWRITTEN: &[&str] = &["wrapped", "legib", "single line", "single long line"];

/// Words for numbers. `one` is left out, because it usually refers to a thing.
const NUMBER_WORDS: &[&str] = &[
    "single",
    "once",
    "two",
    "twice",
    "three",
    "thrice",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "tenth",
    "eleven",
    "twelve",
    "dozen",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
    "thirty",
    "forty",
    "fifty",
    "sixty",
    "seventy",
    "eighty",
    "ninety",
    "hundred",
    "hundredth",
    "thousand",
    "thousandth",
    "million",
    "millionth",
    "billion",
    "billionth",
    "trillion",
];

/// A paragraph, a list or a block, in reading order.
#[derive(Default)]
pub struct Passage {
    /// The preformatted block. `None` for a paragraph or a list.
    pub block: Option<CodeBlock>,
    /// The text in lower case. For a block, this is the paragraph directly before it.
    pub text: String,
    /// The emphasised code in the text.
    pub values: Vec<String>,
    pub is_list: bool,
}

pub struct CodeBlock {
    /// The text as an input file would contain it, with one line feed at its end.
    pub text: String,
    /// The result of comparing the text with the input.
    pub form: Form,
}

impl Passage {
    /// The text of the block, if it may be an input.
    pub fn input(&self) -> Option<&str> {
        let block = self.block.as_ref()?;
        (block.form != Form::Other).then_some(&*block.text)
    }

    pub fn mentions(&self, phrases: &[&str]) -> bool {
        contains_any(&self.text, phrases)
    }

    /// True if the block may be an input, and differs from this text.
    pub fn is_other_input(&self, text: &str) -> bool {
        self.input().is_some_and(|input| input != text)
    }

    /// True if the block shows a step of an example.
    pub fn is_step(&self) -> bool {
        let announces = self.text.trim_end().ends_with(':');
        announces && self.mentions(TRACING) && !self.is_introduced()
    }

    pub fn is_question(&self) -> bool {
        self.block.is_none() && self.text.contains('?')
    }

    /// True if the sentence before the block announces a new example.
    pub fn is_introduced(&self) -> bool {
        let Some(text) = self.text.trim_end().strip_suffix(':') else {
            return false;
        };
        let sentence = text.rsplit(['.', '?', '!']).next().unwrap_or_default();
        let words = format!(" {sentence} ").replace(|c: char| !c.is_alphanumeric(), " ");
        contains_any(&words, ANNOUNCING) && !contains_any(&words, REFERRING_BACK)
    }

    /// True if the explanation of an example continues in this passage.
    pub fn continues_example(&self) -> bool {
        let has_number = !numbers(&self.text).is_empty();
        self.block.is_some() || has_number && !self.is_question()
    }

    /// True if a sentence says that the example differs from the real input.
    pub fn says_example_differs(&self) -> bool {
        for sentence in self.text.split(['.', '?', '!']) {
            if sentence.contains("example") && contains_any(sentence, DIFFERING) {
                return true;
            }
        }
        self.mentions(REWRITTEN)
    }

    /// Adds a block and all paragraphs in it.
    fn add(&mut self, block: &Block) {
        if let Block::List { items, .. } = block {
            for inner in items.iter().flatten() {
                self.add(inner);
            }
        }
        self.text += &unstyled(block.spans()).to_lowercase();
        self.text.push('\n');
        self.values.append(&mut values(block.spans()));
    }
}

/// The numbers in a lower-case text, in digits or in words. Thousands separators are removed.
pub fn numbers(text: &str) -> BTreeSet<String> {
    let text = text.replace(',', "");
    let digits = text.split(|c: char| !c.is_ascii_digit());
    let words = text.split(|c: char| !c.is_alphabetic());
    digits
        .filter(|digits| !digits.is_empty())
        .chain(words.filter(|word| NUMBER_WORDS.contains(word)))
        .map(str::to_owned)
        .collect()
}

fn contains_any(text: &str, phrases: &[&str]) -> bool {
    phrases.iter().any(|phrase| text.contains(phrase))
}

/// The paragraphs, lists and blocks of a part.
pub fn passages(blocks: &[Block], input: Option<&str>) -> Vec<Passage> {
    let mut passages: Vec<Passage> = Vec::new();
    for block in blocks {
        let mut passage = Passage::default();
        match block {
            // An empty passage separates the texts before and after it.
            Block::Heading(_) | Block::Table(_) => {}
            Block::List { items, .. } if contains_code(items) => {
                for item in items {
                    passages.push(Passage::default());
                    passages.extend(self::passages(item, input));
                }
            }
            Block::Code(spans) => {
                let lines = unix_lines(&unstyled(spans));
                let text = lines.trim_end_matches('\n').to_owned() + "\n";
                let form = Form::of(&text, input);
                passage.block = Some(CodeBlock { text, form });
                if let Some(before) = passages.last()
                    && before.block.is_none()
                {
                    passage.text.clone_from(&before.text);
                }
            }
            Block::Paragraph(_) | Block::List { .. } => {
                passage.add(block);
                passage.is_list = matches!(block, Block::List { .. });
            }
        }
        passages.push(passage);
    }
    passages
}

fn contains_code(items: &[Vec<Block>]) -> bool {
    items
        .iter()
        .flatten()
        .any(|block| matches!(block, Block::Code(_)))
}

/// The emphasised values. Each value is a whole `code` element, or a side of an equation such as
/// `745 * 993 = 739785`.
fn values(spans: &[StyledText]) -> Vec<String> {
    let mut values = Vec::new();
    for (index, span) in spans.iter().enumerate() {
        let value = span.text.trim();
        let before = spans[..index].last();
        let after = spans.get(index + 1);
        if span.style.code
            && span.style.emphasis
            && !value.is_empty()
            && before.is_none_or(may_be_beside_value)
            && after.is_none_or(may_be_beside_value)
        {
            values.push(value.to_owned());
        }
    }
    values
}

/// True if a value may stand next to this span. Code next to a value must be the other side of an
/// equation.
fn may_be_beside_value(span: &StyledText) -> bool {
    let text = span.text.trim();
    if span.style.code {
        text.starts_with('=') || text.ends_with('=')
    } else {
        // A whole sentence may be emphasised, as in `<em>How far is <code>x</code>?</em>`.
        !span.style.emphasis || !text.contains(char::is_alphanumeric)
    }
}

#[cfg(test)]
mod tests {
    use aoc_solution::Part;

    use super::*;
    use crate::pages::puzzle_page::PuzzlePage;

    #[test]
    fn a_value_is_a_whole_emphasised_code_or_a_side_of_an_equation() {
        for (html, values) in [
            ("<code><em>6</em></code>", &["6"][..]),
            ("<em><code>6</code></em>", &["6"]),
            ("<code>2 * 3 = <em>6</em></code>", &["6"]),
            ("<code><em>6</em> = 2 * 3</code>", &["6"]),
            ("<em>(<code>6</code>)</em>", &["6"]),
            ("<code>6</code> and <em>7</em>", &[]),
            ("<code>1<em>6</em></code>", &[]),
            ("<code><em>6</em>1</code>", &[]),
            ("a <code><em> </em></code>", &[]),
            ("<em>How far is <code>6</code>?</em>", &[]),
        ] {
            let page = format!("<main><article><p>{html}</p></article></main>");
            let page = PuzzlePage::parse(&page);
            let blocks = &page.part(Part::One).expect("a part").blocks;
            assert_eq!(passages(blocks, None)[0].values, values, "{html}");
        }
    }

    #[test]
    fn an_example_goes_on_with_blocks_and_numbers_up_to_the_question() {
        for (block, text, is_question, continues_example) in [
            (None, "there are 7 more", false, true),
            (None, "there are seven more", false, true),
            (None, "what are the 7?", true, false),
            (None, "that is all", false, false),
            (None, "is that all?", true, false),
            (Some("1\n"), "that is all", false, true),
            (Some("1\n"), "is it 7?", false, true),
        ] {
            let passage = Passage {
                block: block.map(|block| CodeBlock {
                    text: block.to_owned(),
                    form: Form::Similar,
                }),
                text: text.to_owned(),
                ..Passage::default()
            };
            assert_eq!(passage.is_question(), is_question, "{block:?}{text}");
            assert_eq!(
                passage.continues_example(),
                continues_example,
                "{block:?}{text}"
            );
        }
    }
}

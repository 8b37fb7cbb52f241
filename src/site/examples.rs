//! Finds the examples on a puzzle's page, with their answers.
//!
//! The examples of past puzzles are known (`locators`). For any other page there is a cautious
//! rule. It takes a block only if it is the only one that is introduced as an example and has the
//! form of the input. It takes a value only if it is the only emphasised one that answers the
//! question. Uncertain examples become comments, because a wrong example makes a correct solution
//! look wrong, which is worse than a missing example.

use std::collections::{BTreeMap, BTreeSet};

use aoc_solution::Part;

use super::form::{Form, can_be_answer};
use super::locators::{KnownExamples, known_examples};
use super::page::{Block, PuzzlePage, StyledText, unstyled};
use crate::files::unix_lines;
use crate::inputs::{Example, Trust};
use crate::puzzle::Puzzle;

/// The most texts that may be an example of a part, and the most values for each text.
const MAX_LIKELY: usize = 3;

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

/// Words that refer to an example shown before, or to its result.
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
const TRACING: &[&str] = &[
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

/// Words in a text that shows an example in another notation than the input.
const REWRITTEN: &[&str] = &["wrapped", "legib", "single line", "single long line"];

/// Words in a paragraph whose value may belong to another input.
const HYPOTHETICAL: &[&str] = &[
    "however",
    "unfortunately",
    "of course",
    "instead",
    "alternatively",
    "your puzzle input",
    "your actual",
    " had ",
    " were ",
];

/// Words in part two that refer to an example in part one.
const FROM_BEFORE: &[&str] = &[
    "above", "same", "previous", "earlier", "original", "first ", "second ", "other ",
];

/// Words in part two that refer to one of several examples.
const ONE_OF_SEVERAL: &[&str] = &[
    "first example",
    "second example",
    "larger example",
    "examples",
];

/// The examples on the page of a puzzle.
pub struct PageExamples<'a> {
    page: &'a PuzzlePage,
    /// The examples that the table knows.
    known: KnownExamples,
}

impl<'a> PageExamples<'a> {
    pub fn new(page: &'a PuzzlePage, puzzle: Puzzle) -> Self {
        let known = known_examples(page, puzzle);
        Self { page, known }
    }

    /// Finds the examples to write. The user's `input` shows the form of inputs. Without it, the
    /// rule finds only uncertain examples.
    pub fn extract(&self, input: Option<&str>) -> Vec<Example> {
        let known = self.known.readable_like(input);
        if known.is_complete {
            return known.examples;
        }
        let mut found: Vec<Example> = Vec::new();
        for part in Part::BOTH {
            let mut likely = likely_of_part(self.page, part, input);
            let first = likely.first().map(|first| first.place);
            likely.retain(|example| example.is_pair || Some(example.place) == first);
            likely.truncate(MAX_LIKELY);
            likely.sort_by_key(|example| example.place);
            for LikelyExample {
                input,
                answers,
                trust,
                ..
            } in likely
            {
                let same = found.iter_mut().find(|one| {
                    one.input == input && one.trust == trust && one.answer(part).is_none()
                });
                match same {
                    Some(one) => one.part2 = answers.into_iter().next(),
                    None => found.push(Example::of_part(&input, part, &answers[0], trust)),
                }
            }
        }
        let known = known.examples;
        found.retain(|found| known.iter().all(|known| known.input != found.input));
        [known, found].concat()
    }

    /// Finds texts that may be examples of a part, in addition to the known examples. The most
    /// likely text is the first.
    pub fn likely(&self, part: Part, input: Option<&str>) -> Vec<LikelyExample> {
        let known = self.known.readable_like(input);
        if known.is_complete {
            return Vec::new();
        }
        let texts = known.examples.into_iter().map(|known| known.input);
        let mut texts: BTreeSet<String> = texts.collect();
        let mut likely = likely_of_part(self.page, part, input);
        likely.retain(|example| texts.insert(example.input.clone()));
        likely.truncate(MAX_LIKELY);
        likely
    }

    /// True if the table knows an example of the part that follows other rules than the real
    /// input.
    pub fn has_other_rules(&self, part: Part) -> bool {
        let mut known = self.known.examples.iter();
        known.any(|example| example.trust == Trust::OtherRules && example.answer(part).is_some())
    }

    /// True if the page contains the text of the example and its answers.
    pub fn shows(&self, example: &Example) -> bool {
        let text = unix_lines(&example.input);
        let mut answers = Part::BOTH
            .into_iter()
            .filter_map(|part| Some((part, example.answer(part)?)));
        let is_known = self.known.examples.iter().any(|known| {
            known.input == text
                && answers
                    .clone()
                    .all(|(part, answer)| known.answer(part) == Some(answer))
        });
        is_known
            || has_element(self.page, &["pre"], &text)
                && answers.all(|(_, answer)| has_element(self.page, &["code", "em"], answer))
    }
}

/// A text that may be an example of a part, with the values that may be its answer, the most
/// likely value first.
#[derive(Clone)]
pub struct LikelyExample {
    pub input: String,
    answers: Vec<String>,
    /// [`Trust::Page`] if there is no other possibility.
    trust: Trust,
    /// Whether the page has several texts, each followed by its own answer.
    is_pair: bool,
    place: ExamplePlace,
}

/// The place of a text on the page.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct ExamplePlace {
    part: Part,
    /// The index among the passages of the part.
    position: usize,
}

impl LikelyExample {
    /// The example at a place. The passages from there on are about it and have its values.
    fn new(input: &str, passages: &[Passage], place: ExamplePlace) -> Self {
        let about = &passages[place.position..];
        let answers = likely_answers(about);
        let is_certain =
            is_only_example(passages, place) && has_clear_answer(about, answers.first());
        Self {
            input: input.to_owned(),
            answers,
            trust: trust(is_certain),
            is_pair: false,
            place,
        }
    }

    /// An example on a page with several texts, with the values that follow this text.
    fn paired(input: &str, answers: Vec<String>, place: ExamplePlace) -> Self {
        Self {
            input: input.to_owned(),
            answers,
            trust: Trust::Doubtful,
            is_pair: true,
            place,
        }
    }

    /// The example of part one with the values of part two.
    fn in_part2(self, passages: &[Passage]) -> Self {
        let start = passages
            .iter()
            .position(|passage| passage.mentions(&["example", "above"]));
        let about = &passages[start.unwrap_or(0)..];
        let answers = likely_answers(about);
        let is_about_another = |passage: &Passage| {
            let is_variant = passage.is_other_input(&self.input) && !passage.mentions(TRACING);
            is_variant || passage.mentions(ONE_OF_SEVERAL)
        };
        let is_certain = self.trust == Trust::Page
            && start.is_some()
            && !passages.iter().any(is_about_another)
            && has_clear_answer(about, answers.first());
        Self {
            answers,
            trust: trust(is_certain),
            is_pair: false,
            ..self
        }
    }

    /// The values that the user may choose as the answer.
    pub fn answers(&self) -> &[String] {
        let most = if self.is_pair { 1 } else { MAX_LIKELY };
        &self.answers[..self.answers.len().min(most)]
    }

    /// The values that can confirm the code. 0 and 1 are left out, because unfinished code gives
    /// them by chance.
    pub fn confirming(&self) -> Vec<String> {
        let mut answers = self.answers.clone();
        answers.retain(|answer| answer != "0" && answer != "1");
        answers.truncate(MAX_LIKELY);
        answers
    }
}

/// Sorts examples by their place on the page.
pub fn in_order_of_page(examples: &mut [LikelyExample]) {
    examples.sort_by_key(|example| example.place);
}

/// True if the page shows this text as a whole, so it is not the user's input.
pub fn is_text_of_page(page: &PuzzlePage, text: &str) -> bool {
    has_element(page, &["pre", "code"], &unix_lines(text))
}

/// True if the page has an element with one of these names and this text.
fn has_element(page: &PuzzlePage, names: &[&str], text: &str) -> bool {
    let text = text.trim_end();
    page.parts
        .iter()
        .flat_map(|part| &part.elements)
        .any(|(name, texts)| {
            names.contains(&&**name) && texts.iter().any(|other| other.trim_end() == text)
        })
}

/// Applies the rule for pages that are not in the table. It finds the texts that have the form of
/// the input and are followed by values. Introduced texts come first, then texts of part one,
/// which part two may refer to.
fn likely_of_part(page: &PuzzlePage, part: Part, input: Option<&str>) -> Vec<LikelyExample> {
    let Some(text) = page.part(part) else {
        return Vec::new();
    };
    let passages = passages(&text.blocks, input);
    let pairs = pairs(&passages);
    let mut introduced = Vec::new();
    let mut others = Vec::new();
    for (position, passage) in passages.iter().enumerate() {
        // The form distinguishes inputs from pictures, traces and rules.
        let Some(input) = passage.input() else {
            continue;
        };
        let place = ExamplePlace { part, position };
        let example = match pairs.get(input) {
            Some(own) => LikelyExample::paired(input, own.clone(), place),
            None => LikelyExample::new(input, &passages, place),
        };
        if passage.is_introduced() {
            introduced.push(example);
        } else {
            others.push(example);
        }
    }
    if part == Part::Two {
        for one in likely_of_part(page, Part::One, input) {
            introduced.push(one.in_part2(&passages));
        }
    }
    introduced.append(&mut others);
    if !text.damaged.is_empty() {
        for example in &mut introduced {
            example.trust = Trust::Doubtful;
        }
    }
    let mut texts = BTreeSet::new();
    introduced.retain(|example| {
        !example.answers.is_empty() && texts.insert((example.input.clone(), example.place.part))
    });
    introduced
}

/// The values of each text, the last value first, if several texts are followed by values before
/// the next text. A value between two texts belongs to the first one. A text that the page
/// repeats counts as one text.
///
/// A block that is not an input continues the text before it, unless that text has a value
/// already. Then the block begins a new subject, and the values after it belong to no text. If a
/// text is introduced as an example but has no value, the values of the other texts are steps
/// towards its answer.
fn pairs(passages: &[Passage]) -> BTreeMap<&str, Vec<String>> {
    let mut pairs: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut introduced = BTreeSet::new();
    let (before, _) = split_at_question(passages);
    let mut owner = None;
    for passage in before {
        if passage.block.is_some() && !passage.is_step() {
            match passage.input() {
                Some(text) => {
                    if passage.is_introduced() {
                        introduced.insert(text);
                    }
                    owner = Some(text);
                }
                None => owner = owner.filter(|text| !pairs.contains_key(text)),
            }
        }
        let Some(text) = owner else {
            continue;
        };
        for value in &passage.values {
            if can_be_answer(value) {
                let own = pairs.entry(text).or_default();
                own.retain(|other| other != value);
                own.insert(0, value.clone());
            }
        }
    }
    if pairs.len() < 2 || introduced.iter().any(|text| !pairs.contains_key(text)) {
        pairs.clear();
    }
    pairs
}

fn trust(is_certain: bool) -> Trust {
    if is_certain {
        Trust::Page
    } else {
        Trust::Doubtful
    }
}

/// True if the text at this place is introduced as an example, and no other text of the part can
/// be meant.
fn is_only_example(passages: &[Passage], place: ExamplePlace) -> bool {
    let (before, about) = passages.split_at(place.position);
    let passage = &passages[place.position];
    let Some(block) = &passage.block else {
        return false;
    };
    let is_about_another = |passage: &Passage| {
        let is_trace = passage.mentions(TRACING) && !passage.is_introduced();
        let may_trace = is_trace && place.part == Part::One;
        let is_variant = passage.is_other_input(&block.text) && !may_trace;
        is_variant || place.part == Part::Two && passage.mentions(FROM_BEFORE)
    };
    block.form == Form::Same
        && passage.is_introduced()
        && !before
            .iter()
            .any(|passage| passage.is_other_input(&block.text))
        && !about.iter().any(is_about_another)
}

/// Splits the passages about an example: those up to the question, and the rest.
fn split_at_question(about: &[Passage]) -> (&[Passage], &[Passage]) {
    let question = about.iter().rposition(Passage::is_question);
    about.split_at(question.unwrap_or(about.len()))
}

/// The values in the passages about an example, up to the question, in reverse order.
fn likely_answers(about: &[Passage]) -> Vec<String> {
    let (before, rest) = split_at_question(about);
    let mut answers = Vec::new();
    for passage in before.iter().rev().chain(rest.first()) {
        for value in passage.values.iter().rev() {
            if can_be_answer(value) && !answers.contains(value) {
                answers.push(value.clone());
            }
        }
    }
    answers
}

/// True if only this value before the question can be the answer.
fn has_clear_answer(about: &[Passage], answer: Option<&String>) -> bool {
    let (before, rest) = split_at_question(about);
    // A value next to the question may belong to another input.
    let Some(at) = before
        .iter()
        .rposition(|passage| !passage.values.is_empty())
    else {
        return false;
    };
    let found = &before[at];
    let mut after = before[at + 1..].iter().chain(rest);
    if found.is_list
        || found.is_question()
        || found.mentions(HYPOTHETICAL)
        || found.values.iter().any(|value| Some(value) != answer)
        || after.any(Passage::goes_on)
        // The example may follow special rules.
        || before.iter().chain(rest).any(Passage::differs)
    {
        return false;
    }
    let shown: String = before[..=at].iter().map(|passage| &*passage.text).collect();
    let Some(question) = rest.first() else {
        return true;
    };
    numbers(&question.text).is_subset(&numbers(&shown))
}

/// A paragraph, a list or a block, in reading order.
#[derive(Default)]
struct Passage {
    /// The preformatted block; `None` for a paragraph or a list.
    block: Option<CodeBlock>,
    /// The text of the passage, or the paragraph directly before the block, in lower case.
    text: String,
    /// The emphasised code in the text.
    values: Vec<String>,
    is_list: bool,
}

struct CodeBlock {
    /// The text as an input file would contain it, with one line feed at its end.
    text: String,
    /// The result of comparing the text with the input.
    form: Form,
}

impl Passage {
    /// The text of the block, if it may be an input.
    fn input(&self) -> Option<&str> {
        let block = self.block.as_ref()?;
        (block.form != Form::Other).then_some(&*block.text)
    }

    fn mentions(&self, phrases: &[&str]) -> bool {
        contains_any(&self.text, phrases)
    }

    /// True if the block may be another input than this text.
    fn is_other_input(&self, text: &str) -> bool {
        self.input().is_some_and(|input| input != text)
    }

    /// True if the block shows a step of an example.
    fn is_step(&self) -> bool {
        let announces = self.text.trim_end().ends_with(':');
        announces && self.mentions(TRACING) && !self.is_introduced()
    }

    fn is_question(&self) -> bool {
        self.block.is_none() && self.text.contains('?')
    }

    /// True if the sentence before the block announces a new example.
    fn is_introduced(&self) -> bool {
        let Some(text) = self.text.trim_end().strip_suffix(':') else {
            return false;
        };
        let sentence = text.rsplit(['.', '?', '!']).next().unwrap_or_default();
        let words = format!(" {sentence} ").replace(|c: char| !c.is_alphanumeric(), " ");
        contains_any(&words, ANNOUNCING) && !contains_any(&words, REFERRING_BACK)
    }

    /// True if the example continues here after its value.
    fn goes_on(&self) -> bool {
        let has_number = self.text.contains(|c: char| c.is_ascii_digit());
        self.block.is_some() || has_number && !self.is_question()
    }

    /// True if a sentence says that the example differs from the real input.
    fn differs(&self) -> bool {
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

fn contains_any(text: &str, phrases: &[&str]) -> bool {
    phrases.iter().any(|phrase| text.contains(phrase))
}

/// The numbers in a text, without thousands separators.
fn numbers(text: &str) -> BTreeSet<String> {
    text.replace(',', "")
        .split(|c: char| !c.is_ascii_digit())
        .map(str::to_owned)
        .collect()
}

/// The paragraphs, lists and blocks of a part.
fn passages(blocks: &[Block], input: Option<&str>) -> Vec<Passage> {
    let mut passages: Vec<Passage> = Vec::new();
    for block in blocks {
        let mut passage = Passage::default();
        match block {
            // An empty passage separates the text before from the text after it.
            Block::Heading(_) | Block::Table(_) => {}
            Block::List { items, .. }
                if items
                    .iter()
                    .flatten()
                    .any(|block| matches!(block, Block::Code(_))) =>
            {
                for item in items {
                    passages.push(Passage::default());
                    passages.extend(self::passages(item, input));
                }
            }
            Block::Code(spans) => {
                let text = unix_lines(&unstyled(spans));
                let text = text.trim_end_matches('\n').to_owned() + "\n";
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

/// The emphasised values: a whole `code`, or one side of an equation such as
/// `745 * 993 = 739785`.
fn values(spans: &[StyledText]) -> Vec<String> {
    let mut values = Vec::new();
    for (index, span) in spans.iter().enumerate() {
        let value = span.text.trim();
        let before = spans[..index].last();
        let after = spans.get(index + 1);
        if span.code
            && span.emphasis
            && !value.is_empty()
            && before.is_none_or(may_be_beside_value)
            && after.is_none_or(may_be_beside_value)
        {
            values.push(value.to_owned());
        }
    }
    values
}

/// True if a whole value may be next to this span. If the span is code, it must be the other side
/// of an equation.
fn may_be_beside_value(span: &StyledText) -> bool {
    let text = span.text.trim();
    if span.code {
        text.starts_with('=') || text.ends_with('=')
    } else {
        // In `<em>How far is <code>x</code>?</em>` a whole sentence is emphasised.
        !span.emphasis || !text.contains(char::is_alphanumeric)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const UNKNOWN: Puzzle = Puzzle::of(2030, 1);

    fn extract(puzzle: Puzzle, one: &str, two: &str, input: Option<&str>) -> Vec<Example> {
        let part = |text: &str| format!("<article class=\"day-desc\"><h2>T</h2>{text}</article>");
        let two = Some(two).filter(|two| !two.is_empty()).map(part);
        let html = format!("<main>{}{}</main>", part(one), two.unwrap_or_default());
        PageExamples::new(&PuzzlePage::parse(&html), puzzle).extract(input)
    }

    /// The examples that are written for a page if the input has a number on each line. `3=7` is
    /// the example `3` with the answer 7, and `# ` marks uncertain examples.
    fn written(one: &str, two: &str, input: &str) -> Vec<String> {
        let show = |it: Example| {
            let mark = match it.trust {
                Trust::Doubtful => "# ",
                Trust::OtherRules => "#! ",
                _ => "",
            };
            let input = it.input.trim_end().replace('\n', ";");
            let [one, two] = [it.part1, it.part2].map(Option::unwrap_or_default);
            format!("{mark}{input}={one},{two}")
        };
        extract(UNKNOWN, one, two, Some(input))
            .into_iter()
            .map(show)
            .collect()
    }

    const INPUT: &str = "12\n7\n30\n2020\n";
    const EXAMPLE: &str = "<p>For example, suppose you have this list:</p><pre><code>1\n2\n3\n\
                           </code></pre>";
    const ANSWER: &str = "<p>Together, they give <code><em>6</em></code>.</p>";
    const QUESTION: &str = "<p>Look at your list. <em>What is the sum?</em></p>";

    #[test]
    fn the_plain_form_is_sure() {
        let one = [EXAMPLE, ANSWER, QUESTION].concat();
        let sum = ANSWER.replace("<code><em>6</em></code>", "<code>2 * 3 = <em>6</em></code>");
        let other = ANSWER.replace("<code><em>6</em></code>", "<em><code>6</code></em>");
        let trace = "<p>After one step, it is:</p><pre><code>5\n6\n</code></pre>";
        let picture = "<p>For example, it looks like:</p><pre><code>#.#\n..#\n</code></pre>";
        for page in [
            one.clone(),
            [EXAMPLE, &sum, QUESTION].concat(),
            [EXAMPLE, &other, QUESTION].concat(),
            [EXAMPLE, trace, ANSWER, QUESTION].concat(),
            // The picture is before both the text and the answer, then between them.
            [picture, EXAMPLE, picture, ANSWER, QUESTION].concat(),
        ] {
            assert_eq!(written(&page, "", INPUT), ["1;2;3=6,"], "{page}");
        }
        let two = "<p>In the above example, the product is <code><em>7</em></code>.</p>";
        let both = ["1;2;3=6,7"];
        assert_eq!(written(&one, &(two.to_owned() + QUESTION), INPUT), both);
        let own = "<p>They multiply. Consider these:</p><pre><code>4\n5\n</code></pre>\
                   <p>They give <em><code>20</code></em>.</p>";
        let own = own.to_owned() + QUESTION;
        assert_eq!(written(&one, &own, INPUT), ["1;2;3=6,", "4;5=,20"]);
    }

    const VALUE: &str = "<p>Together";
    const END: &str = "<p>Look";

    #[test]
    fn what_is_in_doubt_is_a_comment() {
        let one = [EXAMPLE, ANSWER, QUESTION].concat();
        // Each text makes the plain form doubtful if it is inserted at the place.
        for (name, (text, place)) in [
            (
                "numbers that the example has not (2016/10, 2019/12)",
                (" after 1000 steps", "?"),
            ),
            (
                "steps (2021/22)",
                ("<p>A larger example of it:</p><pre>7\n8\n</pre>", VALUE),
            ),
            (
                "smaller (2020/9, 2024/14)",
                ("<p>However, this example has only 5.</p>", END),
            ),
            ("a smaller list", ("smaller ", "list:")),
            ("two values", ("<code><em>5</em></code> and ", "Together")),
            (
                "a value in a list",
                ("<ul><li>A: <code><em>6</em></code></li></ul>", END),
            ),
            (
                "another input (2022/23)",
                ("If the first were 2, however, ", "Together"),
            ),
            (
                "a number after the value",
                ("<p>In the larger example above: 7.</p>", END),
            ),
            (
                "wrapped",
                ("<p>(The list is wrapped here for legibility.)</p>", END),
            ),
            (
                "a second one (2023/10)",
                ("<p>Another example:</p><pre>7\n8\n</pre>", VALUE),
            ),
            (
                "a variant",
                ("<p>It might be this:</p><pre>7\n8\n</pre>", VALUE),
            ),
        ] {
            let written = written(&one.replace(place, &format!("{text}{place}")), "", INPUT);
            assert!(written.iter().all(|text| text.starts_with('#')), "{name}");
            assert!(!written.is_empty(), "{name}");
        }
        let plain = one.replace("For example, suppose you", "You");
        assert_eq!(written(&plain, "", INPUT), ["# 1;2;3=6,"]);
        for two in [
            "<p>Using the first example, it is <code><em>7</em></code>.</p>",
            "<p>It is <code><em>7</em></code>.</p>",
            "<p>In the example above it is one of these:</p><pre><code>8\n9\n</code></pre>\
             <p>So it is <code><em>7</em></code>.</p>",
            "<p>For example:</p><pre><code>8\n9\n</code></pre><p>The list from the example above \
             gives <code><em>7</em></code>.</p>",
        ] {
            let written = written(&one, &(two.to_owned() + QUESTION), INPUT);
            assert_eq!(written.len(), 2, "{written:?}");
            let is_comment = written[1].starts_with('#');
            assert!(written[0] == "1;2;3=6," && is_comment, "{written:?}");
        }
        let without = extract(UNKNOWN, &one, "", None);
        assert!(matches!(&without[..], [only] if only.trust == Trust::Doubtful));
    }

    /// The texts that may be examples of part 1 and part 2, such as `1: 5;6; = 7 8`.
    fn likely(one: &str, two: &str) -> Vec<String> {
        let part = |text: &str| format!("<article class=\"day-desc\"><h2>T</h2>{text}</article>");
        let page = PuzzlePage::parse(&format!("<main>{}{}</main>", part(one), part(two)));
        let mut lines = Vec::new();
        for part in Part::BOTH {
            for example in PageExamples::new(&page, UNKNOWN).likely(part, Some(INPUT)) {
                let text = example.input.replace('\n', ";");
                let answers = example.answers().join(" ");
                lines.push(format!("{part}: {text} = {answers}"));
            }
        }
        lines
    }

    #[test]
    fn texts_and_values_that_may_be_an_example_are_candidates() {
        let block = |text: &str| format!("<pre><code>{text}\n</code></pre>");
        let value = |value: &str| format!("<p>It is <code><em>{value}</em></code>.</p>");
        let two_texts = block("5\n6") + EXAMPLE + &value("30") + &value("20") + QUESTION;
        // The introduced text and the last value come first.
        let found = ["1: 1;2;3; = 20 30", "1: 5;6; = 20 30"];
        assert_eq!(likely(&two_texts, ""), found);
        let many: String = (2..7).map(|n| block(&format!("{n}\n8"))).collect();
        let values: String = (2..7).map(|n| value(&n.to_string())).collect();
        let found = likely(&(many + &values + QUESTION), "");
        let expected = ["2", "3", "4"].map(|first| format!("1: {first};8; = 6 5 4"));
        assert_eq!(found, expected);
        // This is not an input, not an answer, or a value of unfinished code.
        let none = block("#.#\n..#") + &value("7") + QUESTION;
        assert_eq!(likely(&none, ""), [""; 0]);
        let values = value("0") + &value("1") + &value("two words") + QUESTION;
        assert_eq!(
            likely(&(EXAMPLE.to_owned() + &values), ""),
            ["1: 1;2;3; = 1 0"]
        );
        assert_eq!(confirming(&(EXAMPLE.to_owned() + &values)), [""; 0]);
        let values = value("0") + &value("9") + &value("1") + &value("8") + QUESTION;
        assert_eq!(confirming(&(EXAMPLE.to_owned() + &values)), ["8", "9"]);
        // Part two may refer to the text of part one.
        let two = value("40") + QUESTION;
        let both = ["1: 1;2;3; = 6", "2: 1;2;3; = 40"];
        assert_eq!(likely(&[EXAMPLE, ANSWER, QUESTION].concat(), &two), both);
    }

    /// The values that confirm the code in the first text of a page.
    fn confirming(one: &str) -> Vec<String> {
        let page = format!("<main><article class=\"day-desc\">{one}</article></main>");
        let page = PuzzlePage::parse(&page);
        PageExamples::new(&page, UNKNOWN).likely(Part::One, Some(INPUT))[0].confirming()
    }

    /// An example of the table with other rules becomes a comment and is never offered.
    #[test]
    fn examples_with_other_rules_are_not_offered() {
        let text = "<code>3</code> ".repeat(30);
        let page = format!("<main><article class=\"day-desc\">{text}</article></main>");
        let page = PuzzlePage::parse(&page);
        for (year, day, is_so) in [(2016, 13, true), (2030, 1, false)] {
            let examples = PageExamples::new(&page, Puzzle::of(year, day));
            assert_eq!(examples.has_other_rules(Part::One), is_so);
            assert!(!examples.has_other_rules(Part::Two));
            let likely = examples.likely(Part::One, Some("5\n"));
            assert!(likely.is_empty(), "{year}/{day}");
        }
    }

    /// The table knows one of the two texts, and the page lacks the other one that it knows.
    #[test]
    fn a_text_that_the_table_knows_is_written_once() {
        let pair = |text: &str, value: &str| {
            format!(
                "<pre><code>{text}\n</code></pre><p>Here, there are \
                 <code><em>{value}</em></code> of them.</p>"
            )
        };
        let maps = pair("1\n2", "1") + &pair("3\n4", "3");
        let codes = "<code>5</code> ".repeat(7);
        let page = format!("<p>For example:</p>{maps}<p>{codes}</p>{QUESTION}");
        let found = extract(Puzzle::of(2017, 22), &page, "", Some(INPUT));
        let found: Vec<_> = found
            .iter()
            .map(|example| (&*example.input, example.answer(Part::One), example.trust))
            .collect();
        let known = ("1\n2\n", Some("5"), Trust::OtherRules);
        let other = ("3\n4\n", Some("3"), Trust::Doubtful);
        assert_eq!(found, [known, other]);
    }

    /// Three texts, each with its own answer.
    #[test]
    fn the_value_between_two_texts_belongs_to_the_first() {
        let map = |rows: &str, value: &str| {
            format!(
                "<pre><code>{rows}\n</code></pre><p>Here, there are \
                 <code><em>{value}</em></code> of them.</p>"
            )
        };
        let maps = map("1\n2", "1") + &map("3\n4", "3") + &map("5\n6", "0");
        let comments = ["# 1;2=1,", "# 3;4=3,", "# 5;6=0,"];
        let offered = ["1: 1;2; = 1", "1: 3;4; = 3", "1: 5;6; = 0"];
        for start in ["<p>Some lists:</p>", "<p>For example:</p>"] {
            let page = format!("{start}{maps}{QUESTION}");
            assert_eq!(written(&page, "", INPUT), comments, "{start}");
            assert_eq!(likely(&page, ""), offered, "{start}");
        }
        // A step of an example does not count as a text.
        let step = "<p>After one step, it is:</p><pre><code>7\n8\n</code></pre>";
        let with_step = map("1\n2", "1").replace("<p>Here", &format!("{step}<p>Here"));
        let page = with_step + &map("3\n4", "3") + QUESTION;
        let found = written(&page, "", INPUT);
        assert_eq!(found, ["# 1;2=1,", "# 3;4=3,"]);
        // If a text has several values, the last one is its answer.
        let page = map("1\n2", "9</em></code> or <code><em>1") + &map("3\n4", "3") + QUESTION;
        assert_eq!(likely(&page, ""), ["1: 1;2; = 1", "1: 3;4; = 3"]);
        // All of them can confirm the code, and each is listed once.
        let values = ["9", "8", "9"].join("</em></code> or <code><em>");
        let page = map("1\n2", &values) + &map("3\n4", "3") + QUESTION;
        assert_eq!(confirming(&page), ["9", "8"]);
    }

    /// A value belongs only to the text directly before it. After a block of another kind, it
    /// belongs to no text.
    #[test]
    fn a_value_behind_a_block_that_is_no_input_belongs_to_no_earlier_text() {
        let block = |text: &str| format!("<p>Look:</p><pre><code>{text}\n</code></pre>");
        let value = |value: &str| format!("<p>Here it is <code><em>{value}</em></code>.</p>");
        let two = block("1\n2") + &value("4") + &block("3\n4") + &value("6");
        let comments = ["# 1;2=4,", "# 3;4=6,"];
        // The third text has one line or is a drawing, so it does not have the form of this
        // puzzle's inputs.
        for third in ["...#", "7", "...#\n..#.", "<em>...#</em>\n...."] {
            let page = two.clone() + &block(third) + &value("17") + QUESTION;
            assert_eq!(written(&page, "", INPUT), comments, "{third}");
            assert_eq!(likely(&page, ""), ["1: 1;2; = 4", "1: 3;4; = 6"], "{third}");
            let between = block("1\n2") + &value("4") + &block(third) + &value("17");
            let page = between + &block("3\n4") + &value("6") + QUESTION;
            assert_eq!(written(&page, "", INPUT), comments, "{third}");
        }
        // The drawing follows a text that has no value yet.
        let drawn = block("1\n2") + &block("...#\n..#.") + &value("4") + &block("3\n4");
        let page = drawn + &value("6") + QUESTION;
        assert_eq!(written(&page, "", INPUT), comments);
    }

    /// As in 2023/9, a text has steps, each with a value.
    #[test]
    fn the_last_value_is_that_of_an_example_whose_steps_have_values() {
        let block = |text: &str| format!("<p>Look again:</p><pre><code>{text}\n</code></pre>");
        let value = |value: &str| format!("<p>So it is <code><em>{value}</em></code>.</p>");
        let example = EXAMPLE.replace("</code></pre>", "</code></pre><p>It goes like this.</p>");
        let steps = block("4\n5") + &value("18") + &block("6\n7") + &value("28");
        let page = example + &steps + &value("114") + QUESTION;
        assert_eq!(written(&page, "", INPUT), ["# 1;2;3=114,"]);
        assert_eq!(likely(&page, "")[0], "1: 1;2;3; = 114 28 18");
    }

    /// As in 2022/8, part two repeats the text for each of its places.
    #[test]
    fn a_text_that_is_shown_again_is_the_same_text() {
        let again = |place: &str| {
            let text = "1\n2\n3".replace(place, &format!("<em>{place}</em>"));
            format!("<p>Now look at this one:</p><pre><code>{text}\n</code></pre>")
        };
        let value = |value: &str| format!("<p>Its value is <code><em>{value}</em></code>.</p>");
        let one = [EXAMPLE, ANSWER, QUESTION].concat();
        let two = again("1") + &value("4") + &again("3") + &value("8") + QUESTION;
        let found = written(&one, &two, INPUT);
        assert_eq!(found, ["1;2;3=6,", "# 1;2;3=,8"]);
        assert_eq!(likely(&one, &two)[1..], ["2: 1;2;3; = 8 4"]);
    }

    #[test]
    fn a_text_and_an_answer_stand_on_the_page_or_not() {
        let text = [EXAMPLE, ANSWER, QUESTION].concat();
        let page = format!("<main><article class=\"day-desc\">{text}</article></main>");
        let page = PuzzlePage::parse(&page);
        for (input, answer, is_shown) in [
            ("1\n2\n3\n", "6", true),
            ("1\r\n2\r\n3\r\n", "6", true),
            ("1\n2\n3\n", "7", false),
            ("1\n2\n", "6", false),
        ] {
            let example = Example::of_part(input, Part::One, answer, Trust::Page);
            let found = PageExamples::new(&page, UNKNOWN).shows(&example);
            assert_eq!(found, is_shown, "{input} {answer}");
        }
        // The table composes this text from several elements.
        let codes = "<code>3</code> ".repeat(200);
        let page = format!("<main><article class=\"day-desc\">{codes}</article></main>");
        let page = PuzzlePage::parse(&page);
        let examples = PageExamples::new(&page, Puzzle::of(2020, 6));
        let known = examples.extract(None);
        assert!(!known.is_empty() && examples.shows(&known[0]));
        let other = Example {
            input: "4\n".to_owned(),
            ..known[0].clone()
        };
        assert!(!examples.shows(&other));
        assert!(is_text_of_page(&page, "3\r\n") && !is_text_of_page(&page, "4\n"));
    }

    #[test]
    fn past_puzzles_are_known_where_the_page_is_theirs() {
        // As in 2020/6, the texts are code within sentences.
        let codes = |n: usize| "<p>For example, <code>3</code> is so.</p>".repeat(n);
        let plain = [EXAMPLE, ANSWER, QUESTION].concat();
        let (first, second) = (codes(29), codes(15));
        for (year, day, one, two, input, examples, trust) in [
            (2020, 6, &first, &*second, None, 2, Trust::Page),
            (2020, 6, &first, &second, Some("a\nb\n"), 0, Trust::Page),
            // The first example has other rules. The second puzzle has no example.
            (2016, 13, &codes(30), "", None, 1, Trust::OtherRules),
            (2016, 25, &plain, "", Some(INPUT), 0, Trust::Page),
            // The page differs from the table's, so the rule is applied.
            (2020, 6, &plain, "", Some(INPUT), 1, Trust::Page),
        ] {
            let found = extract(Puzzle::of(year, day), one, two, input);
            assert_eq!(found.len(), examples, "{year}/{day}");
            assert!(found.iter().all(|example| example.trust == trust));
        }
    }

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
        for (block, text, is_question, goes_on) in [
            (None, "there are 7 more", false, true),
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
            assert_eq!(passage.goes_on(), goes_on, "{block:?}{text}");
        }
    }

    #[test]
    fn a_text_in_a_list_is_a_text() {
        let page = format!("<ul><li>{EXAMPLE}</li><li>{ANSWER}</li></ul>{QUESTION}");
        assert_eq!(likely(&page, ""), ["1: 1;2;3; = 6"]);
    }

    #[test]
    fn examples_that_are_offered_stand_in_the_order_of_the_page() {
        let first = "<pre><code>5\n6\n</code></pre>";
        let part = |text: &str| format!("<article>{text}</article>");
        let one = part(&[first, EXAMPLE, ANSWER, QUESTION].concat());
        let two = part(&[ANSWER, QUESTION].concat());
        let page = PuzzlePage::parse(&format!("<main>{one}{two}</main>"));
        for part in Part::BOTH {
            let mut likely = PageExamples::new(&page, UNKNOWN).likely(part, Some(INPUT));
            let inputs = |likely: &[LikelyExample]| {
                let inputs = likely.iter().map(|example| example.input.clone());
                inputs.collect::<Vec<_>>()
            };
            // An introduced text is more likely.
            assert_eq!(inputs(&likely), ["1\n2\n3\n", "5\n6\n"], "{part}");
            in_order_of_page(&mut likely);
            assert_eq!(inputs(&likely), ["5\n6\n", "1\n2\n3\n"], "{part}");
        }
    }

    /// A page without one of its tags, in turn.
    #[test]
    fn a_lost_tag_makes_no_wrong_example_certain() {
        // Each element has a number of its own, so that another one would be seen.
        let numbered = |count: usize| -> String {
            let element = |number: usize| {
                format!(
                    "<p>Some <code>{number}1</code> or <em>{number}2</em>.</p>\
                     <ul><li>{number}3</li></ul><pre>{number}4\n2\n</pre>"
                )
            };
            (10..10 + count).map(element).collect()
        };
        // The places are counted in codes, in codes and items, and in emphasised words.
        for (puzzle, text, input) in [
            (Puzzle::of(2015, 1), numbered(14), None),
            (Puzzle::of(2018, 9), numbered(29), None),
            (Puzzle::of(2019, 14), numbered(14), None),
            (UNKNOWN, [EXAMPLE, ANSWER, QUESTION].concat(), Some(INPUT)),
        ] {
            let certain = |text: &str| {
                let mut found = extract(puzzle, text, text, input);
                found.retain(|example| example.trust.is_active());
                found
            };
            let right = certain(&text);
            assert!(!right.is_empty(), "{puzzle}");
            let mut lost = 0;
            for tag in ["code", "em", "li", "pre"] {
                for tag in [format!("<{tag}>"), format!("</{tag}>")] {
                    for (start, _) in text.match_indices(&tag) {
                        let end = start + tag.len();
                        let found = certain(&[&text[..start], &text[end..]].concat());
                        let context = &text[start.saturating_sub(40)..start];
                        assert!(
                            found.is_empty() || found == right,
                            "{puzzle}: {context:?} without {tag}: {found:?}"
                        );
                        lost += usize::from(found.is_empty());
                    }
                }
            }
            assert!(lost > 0, "{puzzle}");
        }
    }

    #[test]
    fn an_answer_is_a_word_of_48_characters_at_most() {
        for (value, is_long_one) in [
            ("6".repeat(48), false),
            ("6".repeat(49), true),
            ("6".repeat(60), true),
            ("6 7".to_owned(), true),
        ] {
            assert_eq!(can_be_answer(&value), !is_long_one, "{value}");
        }
    }

    proptest! {
        #[test]
        fn no_page_makes_it_panic(text in "(<(p|em|code|pre|ul|li)>|</(p|em|code|pre|ul)>|example:|above|\\?|=|[0-9]{1,3}|\n|\\PC){0,60}") {
            for input in [None, Some("1\n2\n")] {
                for it in extract(UNKNOWN, &text, &text, input) {
                    prop_assert!(it.part1.is_some() || it.part2.is_some());
                }
            }
        }
    }
}

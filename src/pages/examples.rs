//! Finds the examples on a puzzle's page, with their answers.
//!
//! The examples of past puzzles are known (see `locators`). On any other page, a cautious rule
//! applies:
//!
//! - A block is an example if it has the form of the input, and is the only block that is
//!   introduced as an example.
//! - A value is the answer if it is emphasised, and no other value can answer the question.
//!
//! Other blocks and values are only likely. They are written as comments into the file of examples.
//! A wrong example is worse than a missing one, because it makes a correct solution look wrong.

mod passage;

use std::collections::{BTreeMap, BTreeSet};

use aoc_solution::Part;

use self::passage::{Passage, TRACING, numbers, passages};
use super::form::{Form, can_be_answer};
use super::locators::{KnownExamples, known_examples};
use super::puzzle_page::PuzzlePage;
use crate::files::unix_lines;
use crate::inputs::{Example, Trust, join_example, why_no_input};
use crate::puzzle::Puzzle;

/// The maximum number of texts that are offered as an example of a part, and of values that are
/// offered for each text.
const MAX_LIKELY: usize = 3;

/// Words in a paragraph whose values may belong to another input.
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

/// Words in part two that refer to an example of part one.
const REFERRING_TO_PART_ONE: &[&str] = &[
    "above", "same", "previous", "earlier", "original", "first ", "second ", "other ",
];

/// Words in part two that refer to one of several examples.
const ONE_OF_SEVERAL: &[&str] = &[
    "first example",
    "second example",
    "larger example",
    "examples",
];

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

    /// Finds the examples of a page that has no file of examples yet. The form of an example is
    /// compared with the user's `input`. Without an input, the rule finds only likely examples.
    pub fn extract(&self, input: Option<&str>) -> Vec<Example> {
        self.update(&[], input)
    }

    /// Finds the examples to write into the file of examples. `old` are those that the file has
    /// from the page. Without an input, the rule knows less than it may have known for the file, so
    /// a part keeps its old examples that the page still shows.
    pub fn update(&self, old: &[Example], input: Option<&str>) -> Vec<Example> {
        let input = self.usable(input);
        let known = self.known.readable_like(input);
        if known.is_complete {
            return known.examples;
        }
        let mut found = match input {
            Some(_) => Vec::new(),
            None => old.to_vec(),
        };
        found.retain(|old| self.shows(old));
        for part in Part::BOTH {
            if found.iter().any(|old| old.has_answer_to(part)) {
                continue;
            }
            let mut likely = likely_of_part(self.page, part, input);
            let first = likely.first().map(|first| first.place);
            likely.retain(|example| example.is_pair || Some(example.place) == first);
            likely.truncate(MAX_LIKELY);
            likely.sort_by_key(|example| example.place);
            for example in likely {
                join_example(&mut found, example.as_example());
            }
        }
        let known = known.examples;
        found.retain(|found| known.iter().all(|known| known.input != found.input));
        [known, found].concat()
    }

    /// Finds texts that may be examples of a part, the most likely first. Known examples are left
    /// out.
    pub fn likely(&self, part: Part, input: Option<&str>) -> Vec<LikelyExample> {
        let input = self.usable(input);
        let known = self.known.readable_like(input);
        if known.is_complete {
            return Vec::new();
        }
        let known_inputs = known.examples.into_iter().map(|known| known.input);
        let mut texts: BTreeSet<String> = known_inputs.collect();
        let mut likely = likely_of_part(self.page, part, input);
        likely.retain(|example| texts.insert(example.input.clone()));
        likely.truncate(MAX_LIKELY);
        likely
    }

    /// The text in the file of the input, unless it is certainly not the user's input. Such a text
    /// says nothing about the form of the input.
    fn usable<'t>(&self, input: Option<&'t str>) -> Option<&'t str> {
        input.filter(|text| why_no_input(text).is_none() && !is_text_of_page(self.page, text))
    }

    /// True if the table has an example of the part whose rules differ from those of the real
    /// input.
    pub fn has_other_rules(&self, part: Part) -> bool {
        self.known
            .examples
            .iter()
            .any(|example| example.trust == Trust::OtherRules && example.has_answer_to(part))
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

/// A text that may be an example of a part, with the values that may be its answer, the most likely
/// first.
#[derive(Clone)]
pub struct LikelyExample {
    /// The part to which the example may belong.
    pub part: Part,
    pub input: String,
    answers: Vec<String>,
    /// True if the text and its answer are unambiguous: nothing else on the page could be either.
    is_certain: bool,
    /// True if the page has several texts, each followed by its own answer.
    is_pair: bool,
    place: ExamplePlace,
}

/// The place of a text on the page. An example of part two may be a text of part one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct ExamplePlace {
    part: Part,
    /// The index among the passages of the part.
    position: usize,
}

impl LikelyExample {
    /// The example at a place. The passages after the place explain the example and contain its
    /// values.
    fn new(input: &str, passages: &[Passage], place: ExamplePlace) -> Self {
        let about = &passages[place.position..];
        let answers = likely_answers(about);
        let is_certain =
            is_only_example(passages, place) && has_clear_answer(about, answers.first());
        Self {
            part: place.part,
            input: input.to_owned(),
            answers,
            is_certain,
            is_pair: false,
            place,
        }
    }

    /// An example on a page with several texts. `answers` are the values that follow this text.
    fn paired(input: &str, answers: Vec<String>, place: ExamplePlace) -> Self {
        Self {
            part: place.part,
            input: input.to_owned(),
            answers,
            is_certain: false,
            is_pair: true,
            place,
        }
    }

    /// This text as an example of part two, with the values of part two.
    fn in_part2(self, passages: &[Passage]) -> Self {
        let start = passages
            .iter()
            .position(|passage| passage.mentions(&["example", "above"]));
        let about = &passages[start.unwrap_or(0)..];
        let answers = likely_answers(about);
        let has_another = passages.iter().any(|passage| {
            let is_variant = passage.is_other_input(&self.input) && !passage.mentions(TRACING);
            is_variant || passage.mentions(ONE_OF_SEVERAL)
        });
        let is_certain = self.is_certain
            && start.is_some()
            && !has_another
            && has_clear_answer(about, answers.first());
        Self {
            part: Part::Two,
            answers,
            is_certain,
            is_pair: false,
            ..self
        }
    }

    /// The text with its most likely answer.
    fn as_example(&self) -> Example {
        let trust = if self.is_certain {
            Trust::Page
        } else {
            Trust::Likely
        };
        Example::of_part(&self.input, self.part, &self.answers[0], trust)
    }

    /// The values that the user may choose as the answer.
    pub fn answers(&self) -> &[String] {
        let most = if self.is_pair { 1 } else { MAX_LIKELY };
        &self.answers[..self.answers.len().min(most)]
    }

    /// Makes one of the values the most likely answer.
    pub fn prefer(&mut self, answer: &str) {
        if let Some(at) = self.answers.iter().position(|other| other == answer) {
            self.answers[..=at].rotate_right(1);
        }
    }

    /// The values that can confirm the code. 0 and 1 cannot, because unfinished code often returns
    /// them.
    pub fn confirming(&self) -> Vec<String> {
        let mut answers = self.answers.clone();
        answers.retain(|answer| answer != "0" && answer != "1");
        answers.truncate(MAX_LIKELY);
        answers
    }
}

/// A text with these values, for other tests.
#[cfg(test)]
pub fn likely_example(input: &str, values: &[&str]) -> LikelyExample {
    let place = ExamplePlace {
        part: Part::One,
        position: 0,
    };
    let values = values.iter().map(|&value| value.to_owned());
    LikelyExample::paired(input, values.collect(), place)
}

/// Sorts examples by their place on the page.
pub fn in_order_of_page(examples: &mut [LikelyExample]) {
    examples.sort_by_key(|example| example.place);
}

/// True if this text is a whole element of the page, and therefore not the user's input.
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

/// Finds examples on a page that is not in the table. An example has the form of the input and is
/// followed by values. Introduced texts come first. For part two, the texts of part one follow,
/// because part two may refer to them.
fn likely_of_part(page: &PuzzlePage, part: Part, input: Option<&str>) -> Vec<LikelyExample> {
    let Some(text) = page.part(part) else {
        return Vec::new();
    };
    let passages = passages(&text.blocks, input);
    let pairs = values_by_text(&passages);
    let mut introduced = Vec::new();
    let mut others = Vec::new();
    for (position, passage) in passages.iter().enumerate() {
        // Pictures, traces and rules do not have the form of an input.
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
    let mut likely: Vec<LikelyExample> = introduced.into_iter().chain(others).collect();
    if !text.damaged.is_empty() {
        for example in &mut likely {
            example.is_certain = false;
        }
    }
    let mut texts = BTreeSet::new();
    likely.retain(|example| {
        !example.answers.is_empty() && texts.insert((example.input.clone(), example.place.part))
    });
    likely
}

/// The values of each text, if at least two texts have values. A value belongs to the text before
/// it. Each list begins with the last value of its text. A text that the page repeats counts as one
/// text.
///
/// A block that cannot be an input belongs to the text before it, unless that text already has a
/// value: then the values after the block belong to no text.
///
/// If an introduced text has no value, the result is empty, because the values of the other texts
/// are steps towards the answer of the introduced one.
fn values_by_text(passages: &[Passage]) -> BTreeMap<&str, Vec<String>> {
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

/// True if the text at this place is introduced as an example, and no other text can be the example
/// of the part.
fn is_only_example(passages: &[Passage], place: ExamplePlace) -> bool {
    let (before, about) = passages.split_at(place.position);
    let passage = &passages[place.position];
    let Some(block) = &passage.block else {
        return false;
    };
    let has_another_later = about.iter().any(|passage| {
        let is_trace = passage.mentions(TRACING) && !passage.is_introduced();
        let may_trace = is_trace && place.part == Part::One;
        let is_variant = passage.is_other_input(&block.text) && !may_trace;
        is_variant || place.part == Part::Two && passage.mentions(REFERRING_TO_PART_ONE)
    });
    block.form == Form::Same
        && passage.is_introduced()
        && !before
            .iter()
            .any(|passage| passage.is_other_input(&block.text))
        && !has_another_later
}

/// Splits the passages about an example into those before the question and the rest.
fn split_at_question(about: &[Passage]) -> (&[Passage], &[Passage]) {
    let question = about.iter().rposition(Passage::is_question);
    about.split_at(question.unwrap_or(about.len()))
}

/// The values that may be the answer, starting with the last value before the question.
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

/// True if this is the only value before the question, and nothing suggests another answer.
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
    let is_doubtful = found.is_list
        || found.is_question()
        || found.mentions(HYPOTHETICAL)
        || found.values.iter().any(|value| Some(value) != answer);
    let mut after = before[at + 1..].iter().chain(rest);
    if is_doubtful
        || after.any(Passage::continues_example)
        || about.iter().any(Passage::says_example_differs)
    {
        return false;
    }
    let shown: String = before[..=at].iter().map(|passage| &*passage.text).collect();
    let Some(question) = rest.first() else {
        return true;
    };
    numbers(&question.text).is_subset(&numbers(&shown))
}

#[cfg(test)]
mod tests;

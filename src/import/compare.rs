//! Compares the answers of the ways to call a day with the known answers, and decides which way is
//! taken. A way is one candidate, or one candidate for each part. Nothing here runs code: the
//! callers pass the answers, and what is known.
//!
//! Five things are known: the recorded answers, the answers that `main` or a test asserts for the
//! input, the values that the day's own tests expect, and two outputs for the same input: that of
//! the old program, and that of the day's own `main` in its copy. A way that differs from one of them
//! is never taken; what the user's expressions say is taken without comparing. An answer that was
//! compared with nothing is never called equal.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeBounds;

use aoc_solution::Part;
use aoc_solution::imported::{
    OutputByPart, PrintedValue, SURE_LENGTH, answers, by_part, is_clear, is_whole, is_word,
    lines_of_input, pictures, values,
};
use aoc_solution::letters::Comparison;
use serde::Serialize;

use crate::inputs::{compare_answers, is_same_answer};

/// The answers of one way to call a day.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answered {
    /// The answers to the day's input; `None` if a part is unsolved, failed, or did not run.
    pub answers: [Option<String>; 2],
    /// The answers to other texts, whose right answers are known: the day's own tests, examples and
    /// named inputs.
    pub tests: Vec<TestAnswer>,
}

impl Answered {
    /// Sets the answer to the day's input. A blank answer counts as no answer.
    pub fn set(&mut self, part: Part, answer: Option<String>) {
        self.answers[part.index()] = answer.filter(|answer| !answer.trim().is_empty());
    }

    /// Adds the answers of another candidate, to the parts that have none.
    pub fn add(&mut self, other: Self) {
        for (own, other) in self.answers.iter_mut().zip(other.answers) {
            *own = own.take().or(other);
        }
        self.tests.extend(other.tests);
    }

    /// True if a part answers the day's input.
    pub fn has_answer(&self) -> bool {
        self.answers.iter().any(Option::is_some)
    }
}

/// The answer to a text other than the day's input.
#[derive(Clone, Debug, PartialEq)]
pub struct TestAnswer {
    pub part: Part,
    pub expected: String,
    /// `None` if the part failed.
    pub given: Option<String>,
}

/// The known facts about the answers to a day's input.
#[derive(Clone, Debug)]
pub struct Known {
    /// The number of parts that the puzzle has.
    pub parts: usize,
    /// The recorded answers, and those that an `assert_eq!` over the input expects.
    pub answers: BTreeMap<Part, String>,
    /// The outputs of programs that print the answers.
    pub outputs: Vec<ProgramOutput>,
}

impl Default for Known {
    fn default() -> Self {
        Self {
            parts: 2,
            answers: BTreeMap::new(),
            outputs: Vec::new(),
        }
    }
}

impl Known {
    /// True if no right answer is known.
    pub fn is_empty(&self) -> bool {
        self.answers.is_empty() && self.outputs.is_empty()
    }

    /// True if an answer or an output says which answer is that of the part.
    pub fn identifies(&self, part: Part) -> bool {
        let mut outputs = self.outputs.iter();
        self.answers.contains_key(&part)
            || outputs
                .any(|output| by_part(&output.text).are_named[part.index()] || output.is_pair())
    }
}

/// The output of a program for the day's input.
#[derive(Clone, Debug)]
pub struct ProgramOutput {
    pub text: String,
    /// The reason why an answer that the output does not have may be right all the same. `None` if
    /// such an answer is wrong.
    pub doubt: Option<Doubt>,
}

/// A reason why the output of the old program refutes nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Doubt {
    /// The program ran several days.
    SeveralDays,
    /// The program printed the same for another day, so it ignores its arguments.
    Repeated,
    /// The day has a file for each part, and the program is that of part 1.
    FirstPartOnly,
    /// The day's own `main` prints without having read the input.
    IgnoresInput,
}

/// The way in which an output tells the part of a value, so that it can refute an answer.
#[derive(Clone, Copy, Debug)]
pub enum Refuting {
    /// By the names of parts, or by the order of the values if the output names no part.
    ByOrder,
    /// By the names of parts alone. An output without them may have only the answer to the other
    /// part.
    ByName,
}

impl ProgramOutput {
    /// True if it is nothing but two values in one line, such as `(5, 6)`: their order names the
    /// parts.
    fn is_pair(&self) -> bool {
        let text = lines_of_input(&self.text);
        let text = text.trim();
        values(text).len() == 2 && !text.contains(|c: char| c == '\n' || c.is_alphabetic())
    }
}

/// The result of comparing an answer with what is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Agreement {
    Equal,
    NotCompared,
    Different,
}

/// The decision about a day with several ways to call it. Ways are given by their index.
#[derive(Clone, Debug, PartialEq)]
pub enum DayDecision {
    Taken(usize),
    /// Every way has an answer that differs from what is known. These are all of them.
    AllDiffer(Vec<WrongAnswer>),
    /// Nothing that is known refutes these ways, but their answers are not the same.
    Disagree(Vec<usize>),
    NoWays,
}

/// An answer that differs from what is known.
#[derive(Clone, Debug, PartialEq)]
pub struct WrongAnswer {
    pub part: Part,
    pub given: String,
    pub expected: Expected,
}

/// The fact that a wrong answer was compared with.
#[derive(Clone, Debug, PartialEq)]
pub enum Expected {
    /// The known answer to the day's input.
    Answer(String),
    /// The answer that a test or an example of the day expects.
    OfTest(String),
    /// The output of a program, which does not have the answer.
    InOutput,
}

/// Takes the way that agrees with most of what is known. Where a right answer is not known, all
/// ways that answer must agree; then the first one is taken. `ways` are sorted, preferred ones
/// first.
pub fn decide(ways: &[Answered], known: &Known, refuting: Refuting) -> DayDecision {
    let judged = ways.iter().map(|way| Judged::of(way, known, refuting));
    let judged: Vec<Judged> = judged.collect();
    let mut possible: Vec<usize> = (0..ways.len()).collect();
    possible.retain(|index| judged[*index].wrong.is_empty());
    for part in Part::BOTH {
        let mut unconfirmed = BTreeSet::new();
        for &index in &possible {
            if judged[index].by_input[part.index()] != Agreement::Equal {
                unconfirmed.extend(&ways[index].answers[part.index()]);
            }
        }
        if unconfirmed.len() > 1 {
            return DayDecision::Disagree(possible);
        }
    }
    // The way with the most equal parts; among these, the one with the most answers; then the
    // first.
    let merits = |index: &usize| {
        let verdicts = judged[*index].parts.iter();
        let equal = verdicts.filter(|verdict| **verdict == Some(Agreement::Equal));
        let answers = ways[*index].answers.iter().flatten();
        (equal.count(), answers.count())
    };
    match possible.into_iter().rev().max_by_key(merits) {
        Some(index) => DayDecision::Taken(index),
        None if ways.is_empty() => DayDecision::NoWays,
        None => DayDecision::AllDiffer(judged.into_iter().flat_map(|way| way.wrong).collect()),
    }
}

/// The answers of a way, compared with what is known.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The verdicts on the answers to the day's input. A known answer takes precedence over outputs.
    pub by_input: [Agreement; 2],
    /// The verdict on each part, over its answers to the input and in tests. `None` if there are none.
    pub parts: [Option<Agreement>; 2],
    /// The answers that differ from what is known.
    pub wrong: Vec<WrongAnswer>,
}

impl Judged {
    pub fn of(way: &Answered, known: &Known, refuting: Refuting) -> Self {
        let by_input = verdicts_by_input(way, known, refuting);
        Self {
            by_input,
            parts: Part::BOTH.map(|part| verdict_on(part, way, by_input[part.index()])),
            wrong: wrong_answers(way, known, by_input),
        }
    }
}

/// The verdict on a part, over its answer to the input and those in tests.
fn verdict_on(part: Part, way: &Answered, by_input: Agreement) -> Option<Agreement> {
    let mut tests = way.tests.iter().filter(|test| test.part == part).peekable();
    if way.answers[part.index()].is_none() && tests.peek().is_none() {
        return None;
    }
    // A difference outweighs everything, and a right answer an unknown one.
    Some(
        tests.fold(by_input, |verdict, test| match (test.verdict(), verdict) {
            (Agreement::Different, _) | (_, Agreement::Different) => Agreement::Different,
            (Agreement::Equal, _) | (_, Agreement::Equal) => Agreement::Equal,
            _ => Agreement::NotCompared,
        }),
    )
}

impl TestAnswer {
    fn verdict(&self) -> Agreement {
        match &self.given {
            Some(given) => verdict_of(compare_answers(&self.expected, given)),
            None => Agreement::NotCompared,
        }
    }
}

fn verdict_of(comparison: Comparison) -> Agreement {
    match comparison {
        Comparison::Equal => Agreement::Equal,
        Comparison::Unknown => Agreement::NotCompared,
        Comparison::Different => Agreement::Different,
    }
}

/// The answers of a way that differ from what is known.
fn wrong_answers(way: &Answered, known: &Known, by_input: [Agreement; 2]) -> Vec<WrongAnswer> {
    let mut wrong = Vec::new();
    for part in Part::BOTH {
        if let Some(given) = &way.answers[part.index()]
            && by_input[part.index()] == Agreement::Different
        {
            wrong.push(WrongAnswer {
                part,
                given: given.clone(),
                expected: match known.answers.get(&part) {
                    Some(answer) => Expected::Answer(answer.clone()),
                    None => Expected::InOutput,
                },
            });
        }
    }
    for test in &way.tests {
        if let Some(given) = &test.given
            && test.verdict() == Agreement::Different
        {
            wrong.push(WrongAnswer {
                part: test.part,
                given: given.clone(),
                expected: Expected::OfTest(test.expected.clone()),
            });
        }
    }
    wrong
}

fn verdicts_by_input(way: &Answered, known: &Known, refuting: Refuting) -> [Agreement; 2] {
    let mut verdicts = [Agreement::NotCompared; 2];
    for output in &known.outputs {
        let of_output = verdicts_by_output(output, &way.answers, refuting);
        for (verdict, of_output) in verdicts.iter_mut().zip(of_output) {
            if *verdict == Agreement::NotCompared {
                *verdict = of_output;
            }
        }
    }
    for part in Part::BOTH {
        if let Some(expected) = known.answers.get(&part)
            && let Some(given) = &way.answers[part.index()]
        {
            verdicts[part.index()] = verdict_of(compare_answers(expected, given));
        }
    }
    verdicts
}

/// The verdicts on the answers by the output of a program. It should contain them as whole words:
/// each at the name of its part, or, if the output names no part, that of part 1 before that of part
/// 2. A missing answer is different if another value is in its place.
fn verdicts_by_output(
    output: &ProgramOutput,
    answers: &[Option<String>; 2],
    refuting: Refuting,
) -> [Agreement; 2] {
    let text = lines_of_input(&output.text);
    let [one, two] = answers.each_ref().map(Option::as_deref);
    if has_joined(&text, one, two) {
        return [Agreement::Equal; 2];
    }
    let by_part = by_part(&text);
    if by_part.are_named.contains(&true) {
        let refutes = output.doubt.is_none();
        return [
            verdict_by_name(&by_part, refutes, Part::One, one),
            verdict_by_name(&by_part, refutes, Part::Two, two),
        ];
    }
    let printed = Printed {
        values: values(&text),
        is_pair: output.is_pair(),
        refutes: output.doubt.is_none() && matches!(refuting, Refuting::ByOrder),
        text: &text,
    };
    verdicts_by_order(&printed, one, two)
}

/// True if the answers are one value of an output, with a comma between them.
fn has_joined(text: &str, one: Option<&str>, two: Option<&str>) -> bool {
    let (Some(one), Some(two)) = (one, two) else {
        return false;
    };
    has_value(text, &format!("{one},{two}"))
}

fn has_value(text: &str, value: &str) -> bool {
    values(text).iter().any(|other| other.text == value)
}

/// The verdict on an answer by an output that names parts. A long answer may also be in the lines
/// of no part; then the value at the name of its part does not refute it.
fn verdict_by_name(
    output: &OutputByPart,
    refutes: bool,
    part: Part,
    answer: Option<&str>,
) -> Agreement {
    let Some(answer) = answer else {
        return Agreement::NotCompared;
    };
    let own = &*output.parts[part.index()];
    let has = |text: &str| !places(text, &values(text), answer).is_empty();
    let is_in_rest = is_sure(answer) && has(&output.rest);
    let is_equal = has(own) || is_in_rest && !output.are_named[part.index()];
    let is_unclear = is_in_rest || has_value(own, answer) || may_be_drawn(answer, own);
    if is_equal {
        Agreement::Equal
    } else if refutes && !values(own).is_empty() && !is_unclear {
        Agreement::Different
    } else {
        Agreement::NotCompared
    }
}

/// The verdicts on the answers by an output that names no part. One word of the output is never
/// both answers. With more than two values, only a value that stands alone can be in the place of an
/// answer, and an answer must be long. Two values that are all of an output are the answers, however
/// short they are.
fn verdicts_by_order(printed: &Printed, one: Option<&str>, two: Option<&str>) -> [Agreement; 2] {
    let places = [
        printed.place_of(Part::One, one),
        printed.place_of(Part::Two, two),
    ];
    match places {
        [Place::At(first), Place::At(last)] if first < last => [Agreement::Equal; 2],
        // Both answers are the same word, and the output has it once. With values only before it, it
        // is the answer to part 2.
        [Place::At(place), Place::At(_)] if one == two => {
            let has_behind = printed.has_values(place + 1..);
            let has_before = printed.has_values(..place);
            if has_behind || !has_before {
                [Agreement::Equal, printed.without(has_behind)]
            } else {
                [printed.without(has_before), Agreement::Equal]
            }
        }
        // The answer to part 2 comes before that to part 1, perhaps by chance.
        [Place::At(_), Place::At(_)] => [Agreement::NotCompared; 2],
        [Place::At(place), Place::Missing] => {
            let has_other = printed.has_answer_beside(one, place + 1..);
            [Agreement::Equal, printed.without(has_other)]
        }
        [Place::Missing, Place::At(place)] => {
            let has_other = printed.has_answer_beside(two, ..place);
            [printed.without(has_other), Agreement::Equal]
        }
        // At most one answer is in the output, and then the other one is not missing.
        _ => places.map(|place| match place {
            Place::At(_) => Agreement::Equal,
            Place::Unclear | Place::NoAnswer => Agreement::NotCompared,
            Place::Missing => {
                // The first value may be the answer to part 1, which the way lacks.
                let has_other = printed.values.len() > usize::from(one.is_none());
                printed.without(has_other)
            }
        }),
    }
}

/// Where an answer is in an output.
#[derive(Clone, Copy)]
enum Place {
    /// The byte offset of the answer: of its first place for part 1, of its last place for part 2.
    At(usize),
    /// It may be there by chance, because it is short, or as a picture that cannot be read.
    Unclear,
    Missing,
    /// There is no answer to look for.
    NoAnswer,
}

/// The output of a program that names no part, as it is compared with answers.
struct Printed<'t> {
    text: &'t str,
    values: Vec<PrintedValue<'t>>,
    /// Whether it is nothing but the two answers.
    is_pair: bool,
    /// Whether an answer is wrong if another value is in its place.
    refutes: bool,
}

impl Printed<'_> {
    fn place_of(&self, part: Part, answer: Option<&str>) -> Place {
        let Some(answer) = answer else {
            return Place::NoAnswer;
        };
        if self.is_pair
            && let Some(value) = self.values.get(part.index())
            && value.text == answer
        {
            return Place::At(value.start);
        }
        let places = places(self.text, &self.values, answer);
        let place = match part {
            Part::One => places.first(),
            Part::Two => places.last(),
        };
        match place {
            Some(place) if is_sure(answer) || self.has_few() => Place::At(*place),
            Some(_) => Place::Unclear,
            None if has_value(self.text, answer) || may_be_drawn(answer, self.text) => {
                Place::Unclear
            }
            None => Place::Missing,
        }
    }

    /// True if it has no more values than a day has answers.
    fn has_few(&self) -> bool {
        self.values.len() <= 2
    }

    fn has_values(&self, places: impl RangeBounds<usize>) -> bool {
        self.values
            .iter()
            .any(|value| places.contains(&value.start))
    }

    /// True if a value in these places may be the other answer.
    fn has_answer_beside(&self, answer: Option<&str>, places: impl RangeBounds<usize>) -> bool {
        self.values.iter().any(|value| {
            let may_be_answer = self.has_few() || value.is_clear;
            places.contains(&value.start) && may_be_answer && answer != Some(value.text)
        })
    }

    /// The verdict on an answer that is not in the output. `has_other` tells whether another value is
    /// in its place.
    fn without(&self, has_other: bool) -> Agreement {
        if self.refutes && has_other {
            Agreement::Different
        } else {
            Agreement::NotCompared
        }
    }
}

/// True if an answer is too long to be in an output by chance.
fn is_sure(answer: &str) -> bool {
    answer.trim().chars().count() >= SURE_LENGTH
}

/// The numbers in an output that may be answers.
pub fn values_in(output: &str) -> Vec<String> {
    let text = lines_of_input(output);
    let values = values(&text);
    values.iter().map(|value| value.text.to_owned()).collect()
}

/// True if an output has a number or a word where an answer is expected.
pub fn has_answers(output: &str) -> bool {
    answers(output).iter().any(Option::is_some)
}

/// The byte offsets at which an answer occurs in an output, as a whole word or as a picture. A short
/// answer must stand alone.
fn places(text: &str, values: &[PrintedValue], answer: &str) -> Vec<usize> {
    let answer = answer.trim();
    if answer.is_empty() {
        return Vec::new();
    }
    let is_sure = is_sure(answer);
    let number = answer.strip_prefix('-').unwrap_or(answer);
    if !number.is_empty() && number.chars().all(|c| c.is_ascii_digit()) {
        return values
            .iter()
            .filter(|value| value.text == answer && (is_sure || value.is_clear))
            .map(|value| value.start)
            .collect();
    }
    let whole = text.match_indices(answer).filter(|(start, _)| {
        let before = &text[..*start];
        let behind = &text[start + answer.len()..];
        let is_joined = |after: &str| after.starts_with(|c: char| is_word(c) || c == '-');
        let is_part = !is_whole(before, behind)
            || before.ends_with(',')
            || behind.strip_prefix(',').is_some_and(is_joined);
        let line = before.rsplit('\n').next().unwrap_or_default();
        let rest = behind.split('\n').next().unwrap_or_default();
        !is_part && (is_sure || is_clear(line, rest))
    });
    let drawn = pictures(text)
        .into_iter()
        .filter(|picture| is_same_answer(answer, picture.text));
    let whole = whole.map(|(start, _)| start);
    whole.chain(drawn.map(|picture| picture.start)).collect()
}

/// True if the program may have drawn the letters of the answer as a picture that cannot be read.
fn may_be_drawn(answer: &str, text: &str) -> bool {
    let is_unknown = |picture: PrintedValue| {
        let comparison = compare_answers(answer, picture.text);
        comparison == Comparison::Unknown
    };
    !answer.contains(|c: char| c.is_ascii_digit()) && pictures(text).into_iter().any(is_unknown)
}

#[cfg(test)]
mod tests;

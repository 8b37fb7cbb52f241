//! Compares the answers of a day's candidates with the known answers, and chooses the right
//! candidate. Nothing here runs code: the callers pass the answers, and what is known.
//!
//! | what is known | an answer is equal | an answer is different |
//! |---|---|---|
//! | the answer to the input | if it is the same | if it is another one |
//! | an output for the input | if the output shows it | if another value is in its place |
//! | the answer to a test | if it is the same | if it is another one |
//!
//! The answer to the input is a recorded one, or one that `main` or a test asserts. An output is that
//! of the old program, or of the day's own `main` in its copy; `output.rs` says what it shows. The
//! tests are the day's own ones, its examples and named inputs. Everything else is not compared: a
//! part that failed, a picture that cannot be read.
//!
//! Among themselves, candidates are compared by [`Answered::difference`]. It does not tell which one
//! is right: if they differ, and nothing that is known tells it, none is taken.
//!
//! On the input, a known answer comes before outputs. A part may have been compared several times.
//! Then a difference outweighs a right answer, and a right answer one that is not compared.
//!
//! A candidate with an answer that differs from anything that is known is never taken. The user's
//! expressions are taken without comparing. An answer that was compared with nothing is never called
//! equal.

mod output;

use std::collections::BTreeMap;

use aoc_solution::Part;
use aoc_solution::imported::{answers, by_part, lines_of_input, values};
use aoc_solution::letters::Comparison;

use self::output::agreements_by_output;
use crate::inputs::{compare_answers, is_same_answer};

/// The answers of one candidate, or of two candidates that answer one part each.
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

    /// The answers to a part of the day's input, if these and other ones differ. A part without an
    /// answer does not differ from any. A picture that cannot be read differs from all texts.
    pub fn difference<'a>(&'a self, other: &'a Self, part: Part) -> Option<[&'a str; 2]> {
        let one = self.answers[part.index()].as_deref()?;
        let other = other.answers[part.index()].as_deref()?;
        (!is_same_answer(one, other)).then_some([one, other])
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

/// The result of comparing an answer with what is known. A later variant outweighs an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Agreement {
    NotCompared,
    Equal,
    Different,
}

/// The choice among the candidates of a day, which are given by their indices.
#[derive(Clone, Debug, PartialEq)]
pub enum Choice {
    Taken(usize),
    /// Every candidate has an answer that differs from what is known. These are all such answers.
    AllDiffer(Vec<WrongAnswer>),
    /// Nothing that is known refutes these candidates, but their answers are not the same.
    Disagree(Vec<usize>),
    NoCandidates,
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

/// Chooses the candidate that agrees with most of what is known. If the right answer to a part is not
/// known, all candidates that answer it must agree; then the first one is taken. The candidates are
/// given by their answers, preferred ones first.
pub fn choose(candidates: &[Answered], known: &Known, refuting: Refuting) -> Choice {
    let compared = candidates
        .iter()
        .map(|answered| ComparedAnswers::of(answered, known, refuting));
    let compared: Vec<ComparedAnswers> = compared.collect();
    let mut possible: Vec<usize> = (0..candidates.len()).collect();
    possible.retain(|index| compared[*index].wrong.is_empty());
    for part in Part::BOTH {
        let unconfirmed: Vec<&Answered> = possible
            .iter()
            .filter(|index| compared[**index].by_input[part.index()] != Agreement::Equal)
            .map(|index| &candidates[*index])
            .collect();
        if differ(&unconfirmed, part) {
            return Choice::Disagree(possible);
        }
    }
    // The candidate with the most equal parts; among these, the one with the most answers; then the
    // first.
    let merits = |index: &usize| {
        let agreements = compared[*index].parts.iter();
        let equal = agreements.filter(|agreement| **agreement == Some(Agreement::Equal));
        let answers = candidates[*index].answers.iter().flatten();
        (equal.count(), answers.count())
    };
    match possible.into_iter().rev().max_by_key(merits) {
        Some(index) => Choice::Taken(index),
        None if candidates.is_empty() => Choice::NoCandidates,
        None => Choice::AllDiffer(compared.into_iter().flat_map(|one| one.wrong).collect()),
    }
}

/// True if any two candidates give different answers to a part.
pub fn differ(candidates: &[&Answered], part: Part) -> bool {
    candidates.iter().enumerate().any(|(index, one)| {
        candidates[..index]
            .iter()
            .any(|other| one.difference(other, part).is_some())
    })
}

/// The answers of a candidate, compared with what is known.
#[derive(Clone, Debug)]
pub struct ComparedAnswers {
    /// Whether the answers to the day's input agree. A known answer takes precedence over outputs.
    pub by_input: [Agreement; 2],
    /// Whether each part agrees, over its answers to the input and in tests. `None` if it has none.
    pub parts: [Option<Agreement>; 2],
    /// The answers that differ from what is known.
    pub wrong: Vec<WrongAnswer>,
}

impl ComparedAnswers {
    pub fn of(answered: &Answered, known: &Known, refuting: Refuting) -> Self {
        let by_input = agreements_by_input(answered, known, refuting);
        let mut compared = Self {
            by_input,
            parts: [None, None],
            wrong: Vec::new(),
        };
        for part in Part::BOTH {
            let given = answered.answers[part.index()].as_deref();
            if given.is_some() {
                let expected = match known.answers.get(&part) {
                    Some(answer) => Expected::Answer(answer.clone()),
                    None => Expected::InOutput,
                };
                compared.add(part, given, by_input[part.index()], expected);
            }
        }
        for test in &answered.tests {
            let expected = Expected::OfTest(test.expected.clone());
            compared.add(test.part, test.given.as_deref(), test.agreement(), expected);
        }
        compared
    }

    fn add(&mut self, part: Part, given: Option<&str>, agreement: Agreement, expected: Expected) {
        let of_part = &mut self.parts[part.index()];
        *of_part = (*of_part).max(Some(agreement));
        if let Some(given) = given
            && agreement == Agreement::Different
        {
            self.wrong.push(WrongAnswer {
                part,
                given: given.to_owned(),
                expected,
            });
        }
    }
}

impl TestAnswer {
    fn agreement(&self) -> Agreement {
        match &self.given {
            Some(given) => agreement_of(compare_answers(&self.expected, given)),
            None => Agreement::NotCompared,
        }
    }
}

fn agreement_of(comparison: Comparison) -> Agreement {
    match comparison {
        Comparison::Equal => Agreement::Equal,
        Comparison::Unknown => Agreement::NotCompared,
        Comparison::Different => Agreement::Different,
    }
}

/// Whether the answers to the day's input agree with what is known: with the answer to the part, or
/// else with the first output that says anything about it.
fn agreements_by_input(answered: &Answered, known: &Known, refuting: Refuting) -> [Agreement; 2] {
    let mut agreements = [Agreement::NotCompared; 2];
    for output in &known.outputs {
        let of_output = agreements_by_output(output, &answered.answers, refuting);
        for (agreement, of_output) in agreements.iter_mut().zip(of_output) {
            if *agreement == Agreement::NotCompared {
                *agreement = of_output;
            }
        }
    }
    for part in Part::BOTH {
        if let Some(expected) = known.answers.get(&part)
            && let Some(given) = &answered.answers[part.index()]
        {
            agreements[part.index()] = agreement_of(compare_answers(expected, given));
        }
    }
    agreements
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

#[cfg(test)]
mod tests;

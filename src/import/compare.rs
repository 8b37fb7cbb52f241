//! Compares the answers of a day's candidates with the known answers, and chooses the right
//! candidate. No code runs here: the callers pass the answers, and the known facts.
//!
//! | what is known | an answer is equal | an answer is different |
//! |---|---|---|
//! | the answer to the input | if it is the same | if it is another one |
//! | an output for the input | if the output shows it | if another value is in its place |
//! | the answer to a test | if it is the same | if it is another one |
//!
//! The answer to the input is recorded, or `main` or a test asserts it. The output is printed by
//! the old program, or by the day's own `main` in its copy. `output.rs` says what an output shows.
//! The tests are the day's own tests, its examples and its named inputs. A part that failed and a
//! picture that cannot be read are not compared.
//!
//! [`Answered::difference`] compares candidates with each other. It does not tell which candidate
//! is right. If candidates differ, and no known fact says which one is right, none is taken.
//!
//! For the input, a known answer comes before outputs. A part may be compared several times. Then a
//! difference outweighs a right answer, and a right answer outweighs one that is not compared.
//!
//! A candidate with an answer that differs from a known fact is never taken. The user's expressions
//! are taken without comparing. An answer that was not compared is never called equal.

mod output;

use std::collections::BTreeMap;

use aoc_solution::Part;
use aoc_solution::imported::{answers, lines_of_input, values};
use aoc_solution::letters::Comparison;

use self::output::agreements_by_output;
use crate::inputs::{compare_answers, is_same_answer};

/// The answers of a candidate, or of two candidates that answer one part each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answered {
    /// The answers to the day's input. `None` if the part is unsolved, failed, or did not run.
    pub answers: [Option<String>; 2],
    /// The answers to other texts whose right answers are known: the day's own tests, its examples
    /// and its named inputs.
    pub tests: Vec<TestAnswer>,
}

impl Answered {
    /// Sets the answer to the day's input. A blank answer counts as no answer.
    pub fn set(&mut self, part: Part, answer: Option<String>) {
        self.answers[part.index()] = answer.filter(|answer| !answer.trim().is_empty());
    }

    /// Adds the answers of another candidate to the parts without an answer.
    pub fn add(&mut self, other: Self) {
        for (own, other) in self.answers.iter_mut().zip(other.answers) {
            *own = own.take().or(other);
        }
        self.tests.extend(other.tests);
    }

    /// Both answers to a part of the day's input, if they differ. A missing answer does not differ
    /// from any other. A picture that cannot be read differs from all texts.
    pub fn difference<'a>(&'a self, other: &'a Self, part: Part) -> Option<[&'a str; 2]> {
        let one = self.answers[part.index()].as_deref()?;
        let other = other.answers[part.index()].as_deref()?;
        (!is_same_answer(one, other)).then_some([one, other])
    }

    /// True if a part has an answer to the day's input.
    pub fn has_answer(&self) -> bool {
        self.answers.iter().any(Option::is_some)
    }
}

/// The answer to a text other than the day's input.
#[derive(Clone, Debug, PartialEq)]
pub struct TestAnswer {
    pub part: Part,
    pub expected: String,
    /// The answer. `None` if the part failed.
    pub given: Option<String>,
}

/// The known facts about the answers to a day's input.
#[derive(Clone, Debug)]
pub struct Known {
    /// The number of parts of the puzzle.
    pub parts: usize,
    /// The recorded answers, and the answers that an `assert_eq!` over the input expects.
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

    /// True if an answer or an output shows the answer to this part.
    pub fn identifies(&self, part: Part) -> bool {
        let mut outputs = self.outputs.iter();
        self.answers.contains_key(&part)
            || outputs.any(|output| output.named_parts()[part.index()] || output.is_pair())
    }

    /// The same facts, but an output that names no part refutes nothing: it may have only the answer
    /// to the other part.
    pub fn refuting_by_name(&self) -> Self {
        let mut known = self.clone();
        for output in &mut known.outputs {
            if output.named_parts() == [false, false] {
                output.doubt.get_or_insert(Doubt::NamesNoPart);
            }
        }
        known
    }
}

/// The output of a program for the day's input.
#[derive(Clone, Debug)]
pub struct ProgramOutput {
    pub text: String,
    /// The reason why an answer may be right although the output lacks it. `None` if such an answer
    /// is wrong.
    pub doubt: Option<Doubt>,
}

/// A reason why the output of the old program cannot refute an answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Doubt {
    /// The program ran several days.
    SeveralDays,
    /// The program printed the same for another day, so it probably ignores its arguments.
    Repeated,
    /// The day has a file for each part. This program is the one of part 1.
    FirstPartOnly,
    /// The day's own `main` prints without reading the input.
    IgnoresInput,
    /// The output names no part, and may have only the answer to the other part.
    NamesNoPart,
}

/// The result of comparing an answer with the known facts. A later variant outweighs an earlier
/// one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Agreement {
    NotCompared,
    Equal,
    Different,
}

/// The choice among the candidates of a day. Candidates are given by their indices.
#[derive(Clone, Debug, PartialEq)]
pub enum Choice {
    Taken(usize),
    /// Every candidate has an answer that differs from a known fact. Contains all these answers.
    AllDiffer(Vec<WrongAnswer>),
    /// No known fact refutes these candidates, but their answers differ.
    Disagree(Vec<usize>),
    NoCandidates,
}

/// An answer that differs from a known fact.
#[derive(Clone, Debug, PartialEq)]
pub struct WrongAnswer {
    pub part: Part,
    pub given: String,
    pub expected: Expected,
}

/// The fact with which a wrong answer was compared.
#[derive(Clone, Debug, PartialEq)]
pub enum Expected {
    /// The known answer to the day's input.
    Answer(String),
    /// The answer that a test or an example of the day expects.
    OfTest(String),
    /// The output of a program. It lacks the answer.
    InOutput,
}

/// Chooses the candidate that agrees with the most known facts. If no known fact confirms an answer
/// to a part, all candidates that answer it must agree, and the first one is taken. The candidates
/// are given by their answers, in order of preference.
pub fn choose(candidates: &[Answered], known: &Known) -> Choice {
    let compared = candidates
        .iter()
        .map(|answered| ComparedAnswers::of(answered, known));
    let compared: Vec<ComparedAnswers> = compared.collect();
    let mut possible: Vec<usize> = (0..candidates.len()).collect();
    possible.retain(|index| compared[*index].wrong.is_empty());
    for part in Part::BOTH {
        let mut agreements = possible
            .iter()
            .map(|index| compared[*index].by_input[part.index()]);
        let is_confirmed = agreements.any(|agreement| agreement == Agreement::Equal);
        let answers: Vec<&Answered> = possible.iter().map(|index| &candidates[*index]).collect();
        if !is_confirmed && differ(&answers, part) {
            return Choice::Disagree(possible);
        }
    }
    // More parts that are equal for the input come first, then more equal parts, then more answers,
    // then the order of the candidates.
    let merits = |index: &usize| {
        let ComparedAnswers {
            by_input, parts, ..
        } = &compared[*index];
        let equal_by_input = by_input
            .iter()
            .filter(|agreement| **agreement == Agreement::Equal);
        let equal = parts
            .iter()
            .filter(|agreement| **agreement == Some(Agreement::Equal));
        let answers = candidates[*index].answers.iter().flatten();
        (equal_by_input.count(), equal.count(), answers.count())
    };
    match possible.into_iter().rev().max_by_key(merits) {
        Some(index) => Choice::Taken(index),
        None if candidates.is_empty() => Choice::NoCandidates,
        None => Choice::AllDiffer(compared.into_iter().flat_map(|one| one.wrong).collect()),
    }
}

/// True if two of the candidates give different answers to the part.
pub fn differ(candidates: &[&Answered], part: Part) -> bool {
    candidates.iter().enumerate().any(|(index, one)| {
        candidates[..index]
            .iter()
            .any(|other| one.difference(other, part).is_some())
    })
}

/// The answers of a candidate, compared with the known facts.
#[derive(Clone, Debug)]
pub struct ComparedAnswers {
    /// Whether the answers to the day's input agree. A known answer takes precedence over outputs.
    pub by_input: [Agreement; 2],
    /// Whether each part agrees, over its answers to the input and in tests. `None` if it has no
    /// answer.
    pub parts: [Option<Agreement>; 2],
    /// The answers that differ from a known fact.
    pub wrong: Vec<WrongAnswer>,
}

impl ComparedAnswers {
    pub fn of(answered: &Answered, known: &Known) -> Self {
        let by_input = agreements_by_input(answered, known);
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

/// Whether the answers to the day's input agree: with the known answer to the part, or else with
/// the first output that shows something about it.
fn agreements_by_input(answered: &Answered, known: &Known) -> [Agreement; 2] {
    let mut agreements = [Agreement::NotCompared; 2];
    for output in &known.outputs {
        let of_output = agreements_by_output(output, &answered.answers);
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

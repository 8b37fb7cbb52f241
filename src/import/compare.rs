//! Compares the answers of the ways to call a day with the known answers, and decides which way is
//! taken. A way is one candidate, or one candidate for each part. Nothing here runs code: the
//! callers pass the answers, and what is known.
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
//! On the input, a known answer comes before outputs. Of the verdicts on a part, a difference
//! outweighs a right answer, and a right answer one that is not compared.
//!
//! A way that differs from anything that is known is never taken. What the user's expressions say
//! is taken without comparing. An answer that was compared with nothing is never called equal.

mod output;

use std::collections::{BTreeMap, BTreeSet};

use aoc_solution::Part;
use aoc_solution::imported::{answers, by_part, lines_of_input, values};
use aoc_solution::letters::Comparison;
use serde::Serialize;

use self::output::verdicts_by_output;
use crate::inputs::compare_answers;

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

/// The result of comparing an answer with what is known. A later variant outweighs an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Agreement {
    NotCompared,
    Equal,
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
        let mut judged = Self {
            by_input,
            parts: [None, None],
            wrong: Vec::new(),
        };
        for part in Part::BOTH {
            let given = way.answers[part.index()].as_deref();
            if given.is_some() {
                let expected = match known.answers.get(&part) {
                    Some(answer) => Expected::Answer(answer.clone()),
                    None => Expected::InOutput,
                };
                judged.add(part, given, by_input[part.index()], expected);
            }
        }
        for test in &way.tests {
            let expected = Expected::OfTest(test.expected.clone());
            judged.add(test.part, test.given.as_deref(), test.verdict(), expected);
        }
        judged
    }

    fn add(&mut self, part: Part, given: Option<&str>, verdict: Agreement, expected: Expected) {
        let of_part = &mut self.parts[part.index()];
        *of_part = (*of_part).max(Some(verdict));
        if let Some(given) = given
            && verdict == Agreement::Different
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

/// The verdicts on the answers to the day's input: by the first output that says anything about a
/// part, unless its right answer is known.
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

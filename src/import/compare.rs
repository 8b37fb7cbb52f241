//! Is an answer right? The answers of a day's candidates are compared with the known answers, and
//! the right candidate is chosen. No code runs here: the callers pass the answers and the known
//! facts.
//!
//! | what is known | an answer is equal | an answer is different |
//! |---|---|---|
//! | the answer to the input | if it is the same | if it is another one |
//! | an output for the input | if the output shows it | if another value is in its place |
//! | the answer to an unknown text | if it is the same, and too long for chance | never |
//! | the answer to a test | if it is the same | if it is another one |
//! | that no puzzle's answer has blanks | never | if it is a sentence |
//! | that no puzzle's answer is very long | never | if it is a whole text |
//!
//! The answer to the input is recorded, or `main` or a test asserts it. If a test gets its text
//! from a function, such as `read_input(5)`, the text is unknown and may be the input. The output
//! is printed by the old program, or by the day's own `main` in its copy. If a program prints the
//! answers of several days, `sections.rs` cuts its output into the sections of these days.
//! `output.rs` says what an output shows, and [`Proof`] what that proves. The tests are the day's
//! own tests, its examples and its named inputs. A part that failed has no answer. A picture that
//! cannot be read is not compared: its [`Comparison`] is unknown, as is the comparison with an
//! output that does not show anything about the answer.
//!
//! [`differ`] compares candidates with each other, which does not tell which candidate is right. If
//! candidates differ, and no known fact says which one is right, none is taken.
//!
//! For the input, a known answer has priority over outputs, and the first output that decides has
//! priority over the others. A part may be compared several times, as in tests, but it has one
//! [`PartVerdict`]: different if a comparison says so, or else equal if one does.
//!
//! A candidate with an answer that differs from a known fact is never taken. The user's expressions
//! are taken without comparing. An answer that was not compared is never called equal.

mod output;
mod sections;

use std::collections::{BTreeMap, BTreeSet};

use aoc_solution::Part;
use aoc_solution::imported::{answers, lines_of_input, values};
use aoc_solution::letters::Comparison;

use self::output::{compare_with_output, is_sure};
pub use self::sections::sections;
use super::candidates::wiring::Wiring;
use crate::inputs::{compare_answers, is_same_answer};
use crate::puzzle::Puzzle;

/// The maximum number of characters of an answer in one line. The pictures of 2018/10 have some 600.
const MAX_ANSWER: usize = 1_000;

/// The answers of a candidate, or of two candidates that answer one part each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GivenAnswers {
    /// The answers to the day's input. `None` if the part is unsolved, failed, or did not run.
    pub answers: [Option<String>; 2],
    /// The answers to other texts whose right answers are known: the day's own tests, its examples
    /// and its named inputs.
    pub tests: Vec<TestAnswer>,
}

impl GivenAnswers {
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

    /// True if the two answers to a part of the day's input differ. A missing answer does not
    /// differ from any other. A picture that cannot be read differs from all texts.
    fn differs(&self, other: &Self, part: Part) -> bool {
        let [one, other] = [self, other].map(|answered| answered.answers[part.index()].as_deref());
        one.zip(other)
            .is_some_and(|(one, other)| !is_same_answer(one, other))
    }

    /// True if any part has an answer to the day's input.
    pub fn answers_input(&self) -> bool {
        self.answers.iter().any(Option::is_some)
    }
}

/// The answer to a text other than the day's input. There is none for a part that failed.
#[derive(Clone, Debug, PartialEq)]
pub struct TestAnswer {
    pub part: Part,
    pub expected: String,
    pub given: String,
}

/// The known facts about the answers to a day's input.
#[derive(Clone, Debug, Default)]
pub struct KnownFacts {
    /// The recorded answers, and the answers that an `assert_eq!` over the input expects.
    pub answers: BTreeMap<Part, String>,
    /// The answers that an `assert_eq!` expects for a text that is not known. Because the text may
    /// be an example, these answers never refute an answer. They confirm an equal answer if it is
    /// too long to be equal by chance.
    pub asserted: BTreeSet<(Part, String)>,
    /// The outputs of programs that print the answers.
    pub outputs: Vec<ProgramOutput>,
    /// True if outputs were left out, because the copy takes its answers from one.
    pub has_own_output: bool,
}

/// The known facts about the answers to each day's input. A trial adds the outputs of programs.
pub type FactsByPuzzle = BTreeMap<Puzzle, KnownFacts>;

impl KnownFacts {
    /// True if neither an answer to the input nor an output is known. Answers to unknown texts do
    /// not count.
    pub fn is_empty(&self) -> bool {
        self.answers.is_empty() && self.outputs.is_empty()
    }

    /// The facts that are independent of a copy with this wiring. If it takes its answers from an
    /// output, all outputs come from the same code, and prove nothing.
    pub fn independent_of(mut self, wiring: &Wiring) -> Self {
        if wiring.takes_answers_from_shared_output() && !self.outputs.is_empty() {
            self.outputs.clear();
            self.has_own_output = true;
        }
        self
    }

    /// True if the answer to this part is known, or an output shows one.
    pub fn knows_answer_to(&self, part: Part) -> bool {
        let mut outputs = self.outputs.iter();
        self.answers.contains_key(&part) || outputs.any(|output| output.shows_answer_to(part))
    }

    /// The facts for candidates about which an output proves at most this.
    pub fn proving_at_most(&self, most: Proof) -> Self {
        let mut known = self.clone();
        for output in &mut known.outputs {
            output.proves = output.proves.min(most);
        }
        known
    }

    /// Compares the answers of a candidate with these facts.
    pub fn verdicts(&self, answered: &GivenAnswers) -> Verdicts {
        let by_outputs: Vec<[Comparison; 2]> = self
            .outputs
            .iter()
            .map(|output| compare_with_output(output, &answered.answers))
            .collect();
        let mut verdicts = Verdicts::default();
        for part in Part::BOTH {
            if let Some(given) = &answered.answers[part.index()] {
                let by_outputs = by_outputs.iter().map(|by_part| by_part[part.index()]);
                let (comparison, expected) = self.compare_with_input(part, given, by_outputs);
                verdicts.add(part, given, comparison, expected);
            }
            for test in answered.tests.iter().filter(|test| test.part == part) {
                let comparison = compare_answers(&test.expected, &test.given);
                let expected = Expected::OfTest(test.expected.clone());
                verdicts.add(part, &test.given, comparison, expected);
            }
        }
        verdicts
    }

    /// Compares an answer to the day's input with the first fact that decides: the known answer, an
    /// output, or an answer to an unknown text. `by_outputs` has the comparisons with the outputs.
    fn compare_with_input(
        &self,
        part: Part,
        given: &str,
        mut by_outputs: impl Iterator<Item = Comparison>,
    ) -> (Comparison, Expected) {
        if let Some(expected) = self.answers.get(&part) {
            let comparison = compare_answers(expected, given);
            if comparison != Comparison::Unknown {
                return (comparison, Expected::Answer(expected.clone()));
            }
        }
        let is_asserted =
            is_sure(given) && self.asserted.contains(&(part, given.trim().to_owned()));
        let comparison = match by_outputs.find(|comparison| *comparison != Comparison::Unknown) {
            Some(comparison) => comparison,
            None if is_asserted => Comparison::Equal,
            None => Comparison::Unknown,
        };
        (comparison, Expected::InOutput)
    }
}

#[cfg(test)]
impl KnownFacts {
    /// The facts about a day for which a program printed this.
    pub fn printed(text: &str, proves: Proof) -> Self {
        let text = text.to_owned();
        Self {
            outputs: vec![ProgramOutput { text, proves }],
            ..Self::default()
        }
    }
}

/// The output of a program for the day's input.
#[derive(Clone, Debug)]
pub struct ProgramOutput {
    pub text: String,
    pub proves: Proof,
}

/// What an output proves about an answer, the least first. Each value includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Proof {
    /// An answer that the output shows is right. The output may be about one part only, or not
    /// about the input, so it never shows that an answer is wrong.
    Confirms,
    /// An answer is wrong if the output names its part, and has another value there.
    RefutesByName,
    /// An answer is wrong if the output has another value in its place.
    Refutes,
}

/// What the known facts say about the answers of a candidate to a part, the weakest first. If
/// several answers of the part are compared, the strongest verdict counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum PartVerdict {
    /// There is no answer: the part is unsolved, or failed.
    #[default]
    Missing,
    /// There is an answer, and it was not compared.
    Unknown,
    /// Answers to tests are right. The answer to the input was not compared, or there is none.
    EqualInTests,
    /// The answer to the input is right.
    Equal,
    /// An answer is wrong. Answers to other texts may be right.
    Different,
}

/// The verdict about each part.
#[derive(Clone, Debug, Default)]
pub struct Verdicts {
    by_part: [PartVerdict; 2],
    /// The answers that differ from a known fact.
    pub wrong: Vec<WrongAnswer>,
}

/// The choice among the candidates of a day.
#[derive(Debug, PartialEq)]
pub enum Choice<T> {
    Taken(T),
    /// Every candidate has an answer that differs from a known fact. Contains all these answers.
    /// Empty if there are no candidates.
    AllWrong(Vec<WrongAnswer>),
    /// No known fact refutes these candidates, but their answers differ.
    Disagree(Vec<T>),
}

/// An answer that differs from a known fact.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WrongAnswer {
    pub part: Part,
    pub given: String,
    pub expected: Expected,
}

/// The fact with which a wrong answer was compared.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Expected {
    /// The known answer to the day's input.
    Answer(String),
    /// The answer that a test or an example of the day expects.
    OfTest(String),
    /// The output of a program, which has another value in the place of the answer.
    InOutput,
    /// An answer of another form, because no puzzle's answer has this one. The sentence says so.
    OtherForm(&'static str),
}

/// Chooses the candidate whose answers agree with the most known facts. If no known fact confirms
/// an answer to a part, all candidates that answer it must agree, and the first one is taken. The
/// candidates are in order of preference.
pub fn choose<T>(
    candidates: Vec<T>,
    answered: impl Fn(&T) -> &GivenAnswers,
    known: &KnownFacts,
) -> Choice<T> {
    let mut possible = Vec::new();
    let mut wrong = Vec::new();
    for candidate in candidates {
        let verdicts = known.verdicts(answered(&candidate));
        if verdicts.is_refuted() {
            wrong.extend(verdicts.wrong);
        } else {
            possible.push((verdicts, candidate));
        }
    }
    let answers: Vec<&GivenAnswers> = possible.iter().map(|(_, one)| answered(one)).collect();
    for part in Part::BOTH {
        let is_confirmed = possible
            .iter()
            .any(|(verdicts, _)| verdicts.of(part) == PartVerdict::Equal);
        if !is_confirmed && differ(&answers, part) {
            let disagreeing = possible
                .into_iter()
                .map(|(_, candidate)| candidate)
                .collect();
            return Choice::Disagree(disagreeing);
        }
    }
    // The best candidate has the most parts that are right for the input, then the most parts that
    // are right at all, then the most answers. The first of the best candidates is taken.
    let last_first = possible.into_iter().rev();
    let best = last_first.max_by_key(|(verdicts, candidate)| {
        (
            verdicts.count(|verdict| verdict == PartVerdict::Equal),
            verdicts.count(PartVerdict::is_equal),
            answered(candidate).answers.iter().flatten().count(),
        )
    });
    match best {
        Some((_, candidate)) => Choice::Taken(candidate),
        None => Choice::AllWrong(wrong),
    }
}

/// True if two of the candidates give different answers to the part.
pub fn differ(candidates: &[&GivenAnswers], part: Part) -> bool {
    candidates.iter().enumerate().any(|(index, one)| {
        candidates[..index]
            .iter()
            .any(|other| one.differs(other, part))
    })
}

/// The reason why a line is no puzzle's answer. `The result is 5` has several words, but `1, 2` has
/// not. `None` if it may be one.
fn wrong_form(answer: &str) -> Option<&'static str> {
    let answer = answer.trim().replace(", ", ",");
    if answer.contains('\n') {
        None
    } else if answer.contains(char::is_whitespace) {
        Some("no puzzle's answer has blanks")
    } else {
        (answer.chars().count() > MAX_ANSWER).then_some("no puzzle's answer is that long")
    }
}

impl PartVerdict {
    /// True if at least one answer is right, and none is wrong.
    pub fn is_equal(self) -> bool {
        matches!(self, Self::Equal | Self::EqualInTests)
    }
}

impl Verdicts {
    /// Adds an answer to `part` and the result of its comparison with `expected`.
    fn add(&mut self, part: Part, given: &str, comparison: Comparison, expected: Expected) {
        let (comparison, expected) = match wrong_form(given) {
            Some(why) => (Comparison::Different, Expected::OtherForm(why)),
            None => (comparison, expected),
        };
        let verdict = match comparison {
            Comparison::Unknown => PartVerdict::Unknown,
            Comparison::Equal if matches!(expected, Expected::OfTest(_)) => {
                PartVerdict::EqualInTests
            }
            Comparison::Equal => PartVerdict::Equal,
            Comparison::Different => {
                let given = given.to_owned();
                self.wrong.push(WrongAnswer {
                    part,
                    given,
                    expected,
                });
                PartVerdict::Different
            }
        };
        let strongest = &mut self.by_part[part.index()];
        *strongest = verdict.max(*strongest);
    }

    pub fn of(&self, part: Part) -> PartVerdict {
        self.by_part[part.index()]
    }

    /// True if a part has an answer.
    pub fn has_answers(&self) -> bool {
        self.count(|verdict| verdict > PartVerdict::Missing) > 0
    }

    /// True if an answer is wrong.
    pub fn is_refuted(&self) -> bool {
        !self.wrong.is_empty()
    }

    /// True if an answer to the input is right, and no answer is wrong.
    pub fn is_confirmed(&self) -> bool {
        self.by_part.contains(&PartVerdict::Equal) && !self.is_refuted()
    }

    /// The number of parts with a verdict for which `is_meant` is true.
    pub fn count(&self, is_meant: impl Fn(PartVerdict) -> bool) -> usize {
        self.by_part
            .iter()
            .filter(|verdict| is_meant(**verdict))
            .count()
    }
}

/// The numbers in an output that may be answers.
pub fn values_in(output: &str) -> Vec<String> {
    let text = lines_of_input(output);
    values(&text)
        .iter()
        .map(|value| value.text.to_owned())
        .collect()
}

/// True if an output has a number or a word where an answer is expected.
pub fn may_show_answers(output: &str) -> bool {
    answers(output).iter().any(Option::is_some)
}

#[cfg(test)]
mod tests;

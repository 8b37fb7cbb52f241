//! Is a copied day right? Its answers are compared with all known facts, by the rules of
//! `import/compare.rs`.

use std::collections::BTreeMap;

use aoc_solution::Part;
use aoc_solution::letters::Comparison;
use serde::Serialize;

use crate::import::CopiedDay;
use crate::import::compare::{
    Expected, FactsByPuzzle, GivenAnswers, KnownFacts, PartVerdict, TestAnswer, Verdicts,
    WrongAnswer,
};
use crate::inputs::compare_answers;
use crate::puzzle::{Puzzle, parts_in_calendar};
use crate::reporter::MAX_ANSWER_WIDTH;
use crate::runner::{DayTests, OfPuzzle, PuzzleResult, Solved, SourceKind, Status};
use crate::terminal::{cut_end, one_line};

/// An imported day, compared with the known facts about its answers.
#[derive(Debug, PartialEq, Serialize)]
pub struct DayComparison {
    #[serde(flatten)]
    pub puzzle: Puzzle,
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// The outcome of a day. The summary has the outcomes in this order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
pub enum Outcome {
    /// The answer to each part that has one is the known answer to the input.
    Equal,
    /// The answer to one part is the known answer. The answer to `part`, the other part, was not
    /// compared: none is known, or it could not be compared.
    PartlyEqual {
        part: Part,
    },
    /// The answer to one part is the known answer. The answer to `part`, the other part, is known,
    /// but the day does not give one.
    PartlyAnswered {
        part: Part,
    },
    NotCompared,
    /// Only the output from which the copy takes its answers has been found.
    #[serde(rename = "not-compared")]
    OnlyOwnOutput,
    Different {
        /// The wrong answers that the table of results does not show, because no answer is known.
        #[serde(skip)]
        wrong: Vec<String>,
    },
    /// A phase panicked, did not end or returned an error. Or the day had neither an input nor an
    /// example to run on, and a test in its code failed.
    Failed,
    /// The day ran and gave no answer.
    NoAnswer,
    /// The day gave no answer, because it had neither an input nor an example to run on.
    #[serde(rename = "no-answer")]
    NoAnswerWithoutInput,
    /// The examples of the day are right, or it had none and the tests in its code passed. Its
    /// answers to the input were compared with nothing.
    TestsPassed {
        #[serde(skip)]
        has_input: bool,
    },
}

impl Outcome {
    /// The words after the number of days with this outcome.
    pub fn words(&self) -> &'static str {
        match self {
            Self::Equal => "equal to what is known",
            Self::PartlyEqual { .. } => "equal in the only part that is known",
            Self::PartlyAnswered { .. } => "equal in the only part that has an answer",
            Self::NotCompared | Self::OnlyOwnOutput => "not compared",
            Self::Different { .. } => "different",
            Self::Failed => "failed",
            Self::NoAnswer => "gave no answer",
            Self::NoAnswerWithoutInput => "had neither an input nor an example to run on",
            Self::TestsPassed { .. } => "with passing tests",
        }
    }

    /// True if the day needs its input to be compared.
    pub fn lacks_input(&self) -> bool {
        let passed = Self::TestsPassed { has_input: false };
        *self == passed || *self == Self::NoAnswerWithoutInput
    }

    /// The words before the list of days with this outcome. `None` if they are not listed.
    pub fn heading(&self) -> Option<String> {
        Some(match self {
            Self::PartlyEqual { part } => {
                format!("part {part} not compared, as its answer is not known")
            }
            Self::PartlyAnswered { part } => format!("without an answer to part {part}"),
            Self::NotCompared => "not compared, as no answer is known".to_owned(),
            Self::OnlyOwnOutput => {
                "not compared, as they take their answers from what the old program prints"
                    .to_owned()
            }
            Self::Different { .. } => "different from what is known".to_owned(),
            Self::Failed => "failed, as shown above".to_owned(),
            Self::NoAnswerWithoutInput => "not compared, without an input or an example".to_owned(),
            Self::TestsPassed { has_input: true } => {
                "tests passed, but answers to the input not compared".to_owned()
            }
            Self::TestsPassed { has_input: false } => {
                "tests passed, but without an input".to_owned()
            }
            Self::Equal | Self::NoAnswer => return None,
        })
    }
}

/// The answers in the trial of a day for which no trial ran.
pub const NO_ANSWERS: [Option<String>; 2] = [None, None];

/// Compares the days that ran, in the order of the results.
pub fn compare_days(
    results: &[OfPuzzle<Solved>],
    copied: &BTreeMap<Puzzle, CopiedDay>,
    known: &FactsByPuzzle,
    tests: &[DayTests],
) -> Vec<DayComparison> {
    let mut comparisons = Vec::new();
    for job in results {
        if let Ok(solved) = &job.value {
            let puzzle = job.header.puzzle;
            let known = known.get(&puzzle).cloned().unwrap_or_default();
            let tests = tests.iter().find(|tests| tests.puzzle == puzzle);
            let in_trial = copied.get(&puzzle).map_or(&NO_ANSWERS, |day| &day.in_trial);
            let outcome = outcome(puzzle, solved, in_trial, known, tests);
            comparisons.push(DayComparison { puzzle, outcome });
        }
    }
    comparisons
}

/// Compares the answers of a day with all known facts about them, and with the answers in the
/// trial. The tests in the day's code decide only about a day that had nothing else to run on,
/// because they may have failed even before the import.
pub fn outcome(
    puzzle: Puzzle,
    solved: &Solved,
    in_trial: &[Option<String>; 2],
    mut known: KnownFacts,
    tests: Option<&DayTests>,
) -> Outcome {
    if solved.has_no_example() {
        return match tests {
            Some(tests) if tests.status.is_failure() => Outcome::Failed,
            Some(tests) if tests.passed > 0 => Outcome::TestsPassed { has_input: false },
            _ => Outcome::NoAnswerWithoutInput,
        };
    }
    let mut answered = GivenAnswers::default();
    for result in &solved.results {
        if result.header.source != SourceKind::Input {
            answered.tests.extend(test_answers(result));
            continue;
        }
        for part in Part::BOTH {
            if let Some(phase) = result.primary_phase(part) {
                answered.set(part, phase.answer.clone());
                let expected = phase.expected.clone();
                known.answers.extend(expected.map(|answer| (part, answer)));
            }
        }
    }
    answered
        .tests
        .extend(solved.examples.results.iter().flat_map(test_answers));
    let verdicts = known.verdicts(&answered);
    let has_failed = solved.results.iter().any(has_failed);
    let changed = changed_since_trial(in_trial, &answered, &verdicts, has_failed);
    if verdicts.is_refuted() || !changed.is_empty() {
        let wrong = verdicts.wrong.iter().filter_map(shown_wrong);
        return Outcome::Different {
            wrong: wrong.chain(changed).collect(),
        };
    }
    if has_failed {
        return Outcome::Failed;
    }
    let not_compared = if known.has_own_output {
        Outcome::OnlyOwnOutput
    } else {
        Outcome::NotCompared
    };
    let answers = verdicts.count(|verdict| verdict > PartVerdict::Missing);
    if answers == 0 {
        // Another input may have an answer, for example if the user's own cannot be read.
        let mut phases = solved.results.iter().flat_map(PuzzleResult::primary_phases);
        return if phases.any(|phase| phase.answer.is_some()) {
            not_compared
        } else {
            Outcome::NoAnswer
        };
    }
    let equal = verdicts.count(|verdict| verdict == PartVerdict::Equal);
    let unequal = Part::BOTH
        .into_iter()
        .find(|part| verdicts.of(*part) != PartVerdict::Equal);
    match unequal {
        Some(_) if equal == 0 && verdicts.count(PartVerdict::is_equal) > 0 => {
            let mut results = solved.results.iter();
            let has_input = results.any(|result| result.header.source == SourceKind::Input);
            Outcome::TestsPassed { has_input }
        }
        Some(_) if equal == 0 => not_compared,
        Some(part) if answers == 2 => Outcome::PartlyEqual { part },
        Some(part) if answers < parts_in_calendar(puzzle).len() && known.knows_answer_to(part) => {
            Outcome::PartlyAnswered { part }
        }
        _ => Outcome::Equal,
    }
}

/// The answers that differ from those in the trial, apart from those that known facts confirm. A
/// part without an answer differs, too, if nothing has failed: for example, code may not run twice
/// in one process.
fn changed_since_trial(
    in_trial: &[Option<String>; 2],
    answered: &GivenAnswers,
    verdicts: &Verdicts,
    has_failed: bool,
) -> Vec<String> {
    let changed = Part::BOTH.into_iter().filter_map(|part| {
        let in_trial = in_trial[part.index()].as_deref()?;
        let given = answered.answers[part.index()].as_deref();
        let is_changed = match given {
            Some(given) => {
                verdicts.of(part) < PartVerdict::Equal
                    && compare_answers(in_trial, given) == Comparison::Different
            }
            None => !has_failed,
        };
        is_changed.then(|| {
            format!(
                "part {part} gave {}, but {} in the trial: it may depend on chance, or on what ran \
                 before",
                given.map_or("no answer".to_owned(), shown),
                shown(in_trial)
            )
        })
    });
    changed.collect()
}

/// A wrong answer, if the table of results does not show it.
fn shown_wrong(wrong: &WrongAnswer) -> Option<String> {
    let why = match wrong.expected {
        Expected::Answer(_) | Expected::OfTest(_) => return None,
        Expected::InOutput => "the old program prints another value",
        Expected::OtherForm(why) => why,
    };
    let given = shown(&wrong.given);
    Some(format!("part {} gave {given}, but {why}", wrong.part))
}

/// The start of an answer, for a line of the summary.
fn shown(answer: &str) -> String {
    cut_end(&one_line(answer), MAX_ANSWER_WIDTH)
}

/// True if a phase panicked, did not end or returned an error. Alternatives do not count, because
/// the import does not call them.
fn has_failed(result: &PuzzleResult) -> bool {
    result
        .primary_phases()
        .any(|phase| phase.status.is_failure() && phase.status != Status::Wrong)
}

/// The answers to an example or a named input whose right answers are known. The failure of an
/// example is left out if its answers are not certain.
fn test_answers(result: &PuzzleResult) -> Vec<TestAnswer> {
    let mut tests = Vec::new();
    for part in Part::BOTH {
        if let Some(phase) = result.primary_phase(part)
            && let Some(expected) = &phase.expected
            && let Some(given) = &phase.answer
            && (result.trust.refutes() || !phase.status.is_failure())
        {
            tests.push(TestAnswer {
                part,
                expected: expected.clone(),
                given: given.clone(),
            });
        }
    }
    tests
}

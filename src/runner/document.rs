//! The results of runs as `run --json` and similar commands print them.

use serde::Serialize;

use super::header::{OfPuzzle, PuzzleHeader, SourceKind};
use super::phase_result::PhaseResult;
use super::results::{CheckedExamples, PuzzleResult, Solved};
use super::status::Status;
use crate::puzzle::Puzzle;

/// The result of a puzzle with one input and the examples before it, or with one example, or with
/// all of its examples.
#[derive(Serialize)]
pub struct ResultDocument {
    #[serde(flatten)]
    header: PuzzleHeader,
    /// The status of the first failure. A failed trace comes first, then a failure with the input,
    /// then a failed example.
    pub status: Status,
    /// The message of this failure, or the reason why nothing ran.
    pub message: Option<String>,
    examples: Vec<Self>,
    phases: Vec<PhaseResult>,
    /// The text that marks the trust in an example in its file. `None` for an example of the user.
    #[serde(skip_serializing_if = "Option::is_none")]
    mark: Option<&'static str>,
}

impl ResultDocument {
    /// The results of all jobs. The result of a job that could not run contains the reason.
    pub fn all(outcomes: &[OfPuzzle<Solved>]) -> Vec<Self> {
        let mut all = Vec::new();
        for outcome in outcomes {
            match &outcome.value {
                Ok(solved) => {
                    all.extend(solved.groups().into_iter().map(|group| match group.result {
                        Some(result) => Self::of_input(result, group.examples),
                        None => Self::of_examples(outcome.header.puzzle, solved),
                    }));
                }
                Err(error) => {
                    let header = outcome.header.clone();
                    let message = error.reason();
                    all.push(Self::new(header, (Status::Error, Some(&message))));
                }
            }
        }
        all
    }

    pub fn of_example(result: &PuzzleResult) -> Self {
        Self::of_input(result, &[])
    }

    fn of_input(result: &PuzzleResult, examples: &[PuzzleResult]) -> Self {
        let failure = result
            .first_failure()
            .or_else(|| first_failure(examples))
            .unwrap_or_default();
        Self {
            examples: examples.iter().map(Self::of_example).collect(),
            phases: result.phases.clone(),
            mark: result.trust.mark(),
            ..Self::new(result.header.clone(), failure)
        }
    }

    /// The examples of a puzzle that were checked without an input.
    fn of_examples(puzzle: Puzzle, solved: &Solved) -> Self {
        let header = PuzzleHeader {
            title: solved.title.clone(),
            ..PuzzleHeader::new(puzzle, SourceKind::Example, None)
        };
        let CheckedExamples { results, note, .. } = &solved.examples;
        let failure = first_failure(results).unwrap_or((Status::Ok, note.as_deref()));
        Self {
            examples: results.iter().map(Self::of_example).collect(),
            ..Self::new(header, failure)
        }
    }

    /// A result without phases and examples.
    fn new(header: PuzzleHeader, (status, message): (Status, Option<&str>)) -> Self {
        Self {
            header,
            status,
            message: message.map(str::to_owned),
            examples: Vec::new(),
            phases: Vec::new(),
            mark: None,
        }
    }
}

/// The first failure of examples that can refute the solution.
fn first_failure(examples: &[PuzzleResult]) -> Option<(Status, Option<&str>)> {
    examples
        .iter()
        .filter(|example| example.is_failure())
        .find_map(PuzzleResult::first_failure)
}

#[cfg(test)]
mod tests {
    use aoc_solution::protocol::Phase;

    use super::*;
    use crate::error::{Exit, failure};
    use crate::inputs::Trust;
    use crate::runner::exit_of;

    const PUZZLE: Puzzle = Puzzle::of(2020, 25);

    #[test]
    fn the_failure_of_an_example_is_that_of_the_result_in_documents() {
        let result_of = |status: Status, trust: Trust| {
            let mut result = PuzzleResult::new(PuzzleHeader::unknown(PUZZLE));
            let why = status.is_failure().then(|| format!("why {status}"));
            result
                .phases
                .push(PhaseResult::new(Phase::Part1, status, why));
            result.trust = trust;
            result
        };
        for (own, example, trust, status, message) in [
            (
                Status::Ok,
                Status::Wrong,
                Trust::User,
                "wrong",
                Some("why wrong"),
            ),
            (Status::Ok, Status::Ok, Trust::User, "ok", None),
            // An example that cannot refute is no failure.
            (Status::Ok, Status::Wrong, Trust::Confirmed, "ok", None),
            (
                Status::Panic,
                Status::Wrong,
                Trust::User,
                "panic",
                Some("why panic"),
            ),
        ] {
            let solved = Solved {
                examples: vec![result_of(example, trust)].into(),
                ..result_of(own, Trust::User).into()
            };
            let documented = &ResultDocument::all(&[OfPuzzle::new(PUZZLE, Ok(solved))])[0];
            assert_eq!(documented.status.to_string(), status, "{own} {example}");
            assert_eq!(documented.message.as_deref(), message, "{own} {example}");
        }
    }

    #[test]
    fn a_job_that_could_not_run_has_a_result_that_says_why() {
        let puzzle = Puzzle::of(2020, 1);
        let why = failure("inner").context("outer");
        let outcomes = vec![OfPuzzle::new(puzzle, Err(why))];
        let results = ResultDocument::all(&outcomes);
        let [result] = &results[..] else {
            panic!("{} results", results.len());
        };
        assert_eq!(
            (result.header.puzzle, result.status),
            (puzzle, Status::Error)
        );
        assert_eq!(result.message.as_deref(), Some("outer: inner"));
        assert_eq!(exit_of(outcomes).unwrap_err().exit, Exit::Failed);
    }
}

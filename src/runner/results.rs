//! The results of running puzzles: plain data, as in the JSON of `run --json`.

use std::path::{Path, PathBuf};

use aoc_solution::Part;
use aoc_solution::protocol::{Outcome, Phase, Reply};
use serde::{Deserialize, Serialize};

use super::error::WorkerError;
use super::status::Status;
use crate::error::{Exit, HasExit};
use crate::inputs::{Example, Trust};
use crate::puzzle::Puzzle;

/// A puzzle and one of its inputs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PuzzleHeader {
    #[serde(flatten)]
    pub puzzle: Puzzle,
    /// Empty if no worker could be asked.
    pub title: String,
    pub source: SourceKind,
    /// The name of a named input, the number of an example if there are several, or the
    /// seed of a generated input.
    pub name: Option<String>,
    /// The file of the input, if it is from a file.
    pub input: Option<PathBuf>,
}

impl PuzzleHeader {
    /// The header of an input before a worker was asked.
    pub fn new(puzzle: Puzzle, source: SourceKind, input: Option<&Path>) -> Self {
        Self {
            puzzle,
            source,
            input: input.map(Path::to_owned),
            ..Self::default()
        }
    }

    /// The header of a puzzle before a worker was asked.
    pub fn unknown(puzzle: Puzzle) -> Self {
        Self::new(puzzle, SourceKind::Input, None)
    }
}

/// The result of a puzzle with one input or example, or of the examples of a puzzle
/// alone.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PuzzleResult {
    #[serde(flatten)]
    pub header: PuzzleHeader,
    /// [`Status::Ok`] if nothing failed, otherwise the status of the first failure.
    pub status: Status,
    /// The reason why the puzzle did not run, or a failure outside of its phases.
    pub message: Option<String>,
    /// The examples that were checked before the input, or without an input.
    pub examples: Vec<Self>,
    /// `parse`, then each part with its alternatives; empty if no input was solved.
    pub phases: Vec<PhaseResult>,
    /// An example that was only a likely one until this run gave its answer.
    #[serde(skip)]
    pub confirmed: Option<Box<Example>>,
    /// The texts that may be an example, and to which the solution gave no answer.
    #[serde(skip)]
    pub unanswered: Vec<String>,
    /// Whether the input is the same as an example in the code or in the file.
    #[serde(skip)]
    pub is_example: bool,
    /// Who answers for an example; in JSON as the mark in its file.
    #[serde(rename = "mark", skip_serializing_if = "has_no_mark")]
    pub trust: Trust,
    /// The example that was missing, if nothing else checked its part.
    #[serde(skip)]
    pub missing_example: Option<MissingExample>,
}

impl PuzzleResult {
    /// A result to which phases are added as they end.
    pub fn new(header: PuzzleHeader) -> Self {
        Self {
            header,
            ..Self::default()
        }
    }

    /// True if the day has no example, which is no failure: every other result without
    /// a failure has phases or examples.
    pub fn has_no_example(&self) -> bool {
        self.status == Status::Ok && self.phases.is_empty() && self.examples.is_empty()
    }

    /// Adds a phase that has ended.
    pub fn push(&mut self, phase: PhaseResult) {
        self.add_status(phase.status);
        self.phases.push(phase);
    }

    /// The first failure is kept.
    pub fn add_status(&mut self, status: Status) {
        if status.is_failure() && self.status == Status::Ok {
            self.status = status;
        }
    }

    /// The answer to a part, or the message of its failure; `None` if the part is not
    /// written yet.
    pub fn answer(&self, part: Part) -> Result<Option<String>, String> {
        let own = self.phases.iter().find(|phase| phase.phase == part.into());
        // An earlier phase stopped the part, or the day does not have it.
        let failed = self.phases.last().filter(|last| last.status.is_failure());
        let Some(phase) = own.or(failed) else {
            return Ok(None);
        };
        if phase.answer.is_none() && phase.status != Status::Unsolved {
            return Err(phase.message.clone().unwrap_or_default());
        }
        Ok(phase.answer.clone())
    }

    /// True if it failed, and can refute the solution.
    pub fn is_failure(&self) -> bool {
        self.trust.refutes() && self.status.is_failure()
            || self.examples.iter().any(Self::is_failure)
    }

    /// The examples that count: all but those that failed and can refute nothing, of which a
    /// note tells.
    pub fn counted_examples(&self) -> Vec<Self> {
        let mut examples = self.examples.clone();
        examples.retain(|example| example.trust.refutes() || !example.status.is_failure());
        examples
    }
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn has_no_mark(trust: &Trust) -> bool {
    trust.mark().is_none()
}

/// The exit code of a command with these results.
impl HasExit for Vec<PuzzleResult> {
    fn exit(&self) -> Exit {
        if self.iter().any(PuzzleResult::is_failure) {
            Exit::Failed
        } else {
            Exit::Done
        }
    }
}

/// The part that is to be solved next has no certain example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingExample {
    /// There is something that may be one.
    Likely(Part),
    NotFound(Part),
}

impl MissingExample {
    pub fn part(self) -> Part {
        match self {
            Self::Likely(part) | Self::NotFound(part) => part,
        }
    }
}

/// The result of an example that refutes nothing.
#[derive(Clone, Debug)]
pub struct UncertainExample {
    pub result: PuzzleResult,
    pub part: Part,
    /// The answer to the part that the example has, or may have.
    pub expected: String,
}

/// The source of an input's text.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SourceKind {
    /// The user's input for the puzzle.
    #[default]
    Input,
    /// A named input of the puzzle.
    Named,
    /// A file named on the command line.
    File,
    /// Standard input.
    Stdin,
    Example,
    /// An input that the solution generated.
    Generated,
}

/// One phase, or an alternative of one.
#[derive(Clone, Debug, Serialize)]
pub struct PhaseResult {
    pub phase: Phase,
    /// Nanoseconds; `None` if the phase did not end normally.
    pub ns: Option<u64>,
    /// The alternative's name; `None` for the primary.
    pub alternative: Option<String>,
    /// The answer as it would be typed into the site.
    pub answer: Option<String>,
    /// The accepted answer, or the answer of the example; `None` if none is known.
    pub expected: Option<String>,
    /// The picture of letters that the answer was read from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    pub status: Status,
    /// The explanation of a failure.
    pub message: Option<String>,
}

impl PhaseResult {
    /// A phase without time and answer.
    pub fn new(phase: Phase, status: Status, message: Option<String>) -> Self {
        Self {
            phase,
            ns: None,
            alternative: None,
            answer: None,
            expected: None,
            picture: None,
            status,
            message,
        }
    }

    /// The result of a worker's reply to a call, or of the error that came instead. The
    /// answer is as the solution returned it, and unverified.
    pub fn of(phase: Phase, reply: Result<Reply, WorkerError>) -> Self {
        let (ns, outcome) = match reply {
            Ok(Reply::Ran { ns, outcome }) => (Some(ns), outcome),
            Ok(_) => return Self::of(phase, Err(WorkerError::out_of_turn())),
            Err(error) => return Self::new(phase, error.status, Some(error.error.to_string())),
        };
        match outcome {
            Outcome::Parsed => Self {
                ns,
                ..Self::new(phase, Status::Ok, None)
            },
            Outcome::Answered(answer) => Self {
                ns,
                answer: Some(answer),
                ..Self::new(phase, Status::Unverified, None)
            },
            Outcome::Unsolved => Self::new(phase, Status::Unsolved, None),
            Outcome::Error(message) => Self::new(phase, Status::Error, Some(message)),
            Outcome::Panic(message) => Self::new(phase, Status::Panic, Some(message)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answer_of_one_part_is_never_that_of_the_other() {
        let of = |status, answer: Option<&str>| {
            let header = PuzzleHeader::unknown(Puzzle::of(2020, 25));
            let mut result = PuzzleResult::new(header);
            result.push(PhaseResult {
                answer: answer.map(str::to_owned),
                ..PhaseResult::new(Phase::Part1, status, Some("why".to_owned()))
            });
            result.answer(Part::Two)
        };
        // The last day of an event has no second part.
        assert_eq!(of(Status::Unverified, Some("5")), Ok(None));
        assert_eq!(of(Status::Error, None), Err("why".to_owned()));
    }
}

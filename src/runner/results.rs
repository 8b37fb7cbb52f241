//! The results of running puzzles: plain data, and the JSON of `run --json`.

use std::path::PathBuf;

use aoc_solution::protocol::{Outcome, Phase};
use serde::{Deserialize, Serialize};

use super::execute::JobResult;
use super::worker::WorkerError;
use crate::error::{Exit, HasExit};
use crate::puzzle::{Day, Puzzle, Year};

/// The document of `run` (schema `aoc-run/1`), `test` and `verify`.
#[derive(Serialize)]
pub struct RunResults {
    schema: &'static str,
    /// In the order in which the puzzles were selected.
    pub results: Vec<PuzzleResult>,
    /// Of `verify`: the puzzles without accepted answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    without_answers: Option<Vec<Puzzle>>,
}

impl RunResults {
    /// The results of all jobs; a job that could not run has one that says why.
    pub fn new(
        schema: &'static str,
        results: &[JobResult<Vec<PuzzleResult>>],
        without_answers: Option<Vec<Puzzle>>,
    ) -> Self {
        let results = results.iter().flat_map(|result| match result {
            Ok(results) => results.clone(),
            Err(failure) => {
                let mut result = PuzzleResult::new(PuzzleHeader::unknown(failure.puzzle));
                result.fail(Status::Error, failure.to_string());
                vec![result]
            }
        });
        Self {
            schema,
            results: results.collect(),
            without_answers,
        }
    }
}

/// A puzzle and one of its inputs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PuzzleHeader {
    pub year: Year,
    pub day: Day,
    /// Empty where the worker could not be asked.
    pub title: String,
    pub source: SourceKind,
    /// A named input's name, an example's number where there are several, the
    /// seeds of generated inputs.
    pub name: Option<String>,
    /// The file it is from, where there is one.
    pub input: Option<PathBuf>,
}

impl PuzzleHeader {
    /// The header of a puzzle that no worker was asked about.
    pub const fn unknown(puzzle: Puzzle) -> Self {
        Self {
            year: puzzle.year,
            day: puzzle.day,
            title: String::new(),
            source: SourceKind::Input,
            name: None,
            input: None,
        }
    }

    pub const fn puzzle(&self) -> Puzzle {
        Puzzle {
            year: self.year,
            day: self.day,
        }
    }
}

/// One puzzle with one input or example, or the examples of a puzzle alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PuzzleResult {
    #[serde(flatten)]
    pub header: PuzzleHeader,
    /// [`Status::Ok`] if nothing failed, else the status of what failed first.
    pub status: Status,
    /// The reason why the puzzle did not run, or a failure beside its phases.
    pub message: Option<String>,
    /// The examples that were checked before the input, or without one.
    pub examples: Vec<Self>,
    /// `parse`, then each part with its alternatives; empty where no input was
    /// solved.
    pub phases: Vec<PhaseResult>,
}

impl PuzzleResult {
    /// A result to which phases are added as they end.
    pub const fn new(header: PuzzleHeader) -> Self {
        Self {
            header,
            status: Status::Ok,
            message: None,
            examples: Vec::new(),
            phases: Vec::new(),
        }
    }

    /// The day has no example, which is no failure: everything else that runs
    /// and does not fail has phases or examples.
    pub fn has_no_example(&self) -> bool {
        self.status == Status::Ok && self.phases.is_empty() && self.examples.is_empty()
    }

    /// Adds a phase that has ended.
    pub fn push(&mut self, phase: PhaseResult) {
        if phase.status.is_failure() && self.status == Status::Ok {
            self.status = phase.status;
        }
        self.phases.push(phase);
    }

    /// Records a failure beside the phases. The first one is kept.
    pub fn fail(&mut self, status: Status, message: String) {
        self.message.get_or_insert(message);
        if self.status == Status::Ok {
            self.status = status;
        }
    }

    pub fn is_failure(&self) -> bool {
        self.status.is_failure() || self.examples.iter().any(Self::is_failure)
    }
}

/// The exit code of a command with these results.
impl HasExit for Vec<PuzzleResult> {
    fn exit(&self) -> Exit {
        let is_failure = self.iter().any(PuzzleResult::is_failure);
        if is_failure { Exit::Failed } else { Exit::Done }
    }
}

/// Where a text came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SourceKind {
    /// The user's input for the puzzle.
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PhaseResult {
    pub phase: Phase,
    /// Nanoseconds; `None` where the phase did not come to an end.
    pub ns: Option<u64>,
    /// The alternative's name; `None` for the primary.
    pub alternative: Option<String>,
    /// The answer as it would be typed into the site.
    pub answer: Option<String>,
    /// The accepted answer, or the example's; `None` where none is known.
    pub expected: Option<String>,
    /// The picture of letters that the answer was read from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    pub status: Status,
    /// The explanation of a failure.
    pub message: Option<String>,
}

impl PhaseResult {
    /// A phase without a time or an answer.
    pub const fn new(phase: Phase, status: Status, message: Option<String>) -> Self {
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

    /// A worker's reply to a call of the phase, or the error in its place. An
    /// answer is as the solution gave it, and unverified.
    pub fn of(phase: Phase, ran: Result<(u64, Outcome), WorkerError>) -> Self {
        let (ns, outcome) = match ran {
            Ok(ran) => ran,
            Err(error) => return Self::new(phase, error.status, Some(error.to_string())),
        };
        let ended = |status, answer| Self {
            ns: Some(ns),
            answer,
            ..Self::new(phase, status, None)
        };
        match (phase.part(), outcome) {
            (_, Outcome::Error(message)) => Self::new(phase, Status::Error, Some(message)),
            (_, Outcome::Panic(message)) => Self::new(phase, Status::Panic, Some(message)),
            (None, Outcome::Parsed) => ended(Status::Ok, None),
            (Some(_), Outcome::Answered(answer)) => ended(Status::Unverified, Some(answer)),
            (Some(_), Outcome::Unsolved) => Self::new(phase, Status::Unsolved, None),
            _ => {
                let message = "the worker sent a result of another kind of call";
                Self::new(phase, Status::Error, Some(message.to_owned()))
            }
        }
    }
}

/// The way in which a phase ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The input is parsed.
    Ok,
    /// The answer is the one that the site accepted.
    Accepted,
    /// The answer is the example's, or the one that the primary gave.
    Matched,
    /// There is an answer, and nothing to compare it with.
    Unverified,
    /// The part is not written yet.
    Unsolved,
    /// The answer differs from the one that is known.
    Wrong,
    /// The solution returned an error, or does not compile.
    Error,
    Panic,
    /// The worker's process died: abort, stack overflow, signal, exit.
    Crash,
    /// The phase exceeded the time limit.
    Timeout,
    /// The solution exceeded the memory limit.
    Memory,
}

impl Status {
    /// `aoc` ends with exit code 1 because of it.
    pub const fn is_failure(self) -> bool {
        matches!(
            self,
            Self::Wrong | Self::Error | Self::Panic | Self::Crash | Self::Timeout | Self::Memory
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::CliError;
    use crate::runner::JobFailure;

    fn results() -> RunResults {
        let phase = PhaseResult {
            ns: Some(702),
            alternative: Some("textbook".into()),
            answer: Some("33400".into()),
            expected: Some("33400".into()),
            picture: Some("##".into()),
            ..PhaseResult::new(Phase::Part1, Status::Accepted, None)
        };
        let mut solved = PuzzleResult::new(PuzzleHeader {
            title: "Crab Combat".into(),
            source: SourceKind::Named,
            name: Some("bob".into()),
            input: Some("inputs/year2020/day22.bob.txt".into()),
            ..PuzzleHeader::unknown(Year(2020).day(Day(22)))
        });
        solved.push(phase);
        let message = Some("at day22.rs:5".into());
        solved.push(PhaseResult::new(Phase::Part1, Status::Panic, message));
        solved.examples = vec![solved.clone()];
        let failure = JobFailure {
            puzzle: Year(2020).day(Day(23)),
            error: CliError::new(Exit::Failed, "no such thing"),
        };
        RunResults::new("aoc-run/1", &[Ok(vec![solved]), Err(failure)], None)
    }

    #[test]
    fn names_are_flat() {
        let written = serde_json::to_value(results()).unwrap();
        let names = written["results"][1].as_object().unwrap().keys();
        assert_eq!(
            names.collect::<Vec<_>>(),
            [
                "day", "examples", "input", "message", "name", "phases", "source", "status",
                "title", "year"
            ]
        );
    }

    #[test]
    fn the_first_failure_is_the_status() {
        let RunResults { results, .. } = results();
        let state = |index: usize| (results[index].status, results[index].message.as_deref());
        assert_eq!(state(0), (Status::Panic, None));
        assert_eq!(state(1), (Status::Error, Some("no such thing")));
        assert_eq!(results.exit(), Exit::Failed);
    }
}

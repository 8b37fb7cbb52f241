//! What came of running puzzles: plain data, and the JSON of `run --json`.

use std::path::PathBuf;

use aoc_solution::protocol::Phase;
use serde::Serialize;

use crate::puzzle::{Day, Puzzle, Year};

/// Everything that one `run` gave: schema `aoc-run/1`.
#[derive(Clone, Debug, Serialize)]
pub struct RunResults {
    /// `aoc-run/1`.
    pub schema: &'static str,
    /// Sorted by year and day.
    pub results: Vec<PuzzleResult>,
}

impl RunResults {
    /// The name and version of this form.
    pub const SCHEMA: &'static str = "aoc-run/1";
}

/// One puzzle with one input.
#[derive(Clone, Debug, Serialize)]
pub struct PuzzleResult {
    /// The year.
    pub year: Year,
    /// The day.
    pub day: Day,
    /// The title; empty where the worker could not be asked.
    pub title: String,
    /// What kind of input it was.
    pub source: SourceKind,
    /// Which of them: a named input's name, an example's number where there
    /// are several.
    pub name: Option<String>,
    /// The input's file, where it is one.
    pub input: Option<PathBuf>,
    /// `parse`, then the parts, then the alternatives.
    pub phases: Vec<PhaseResult>,
}

impl PuzzleResult {
    /// The puzzle.
    pub fn puzzle(&self) -> Puzzle {
        Puzzle {
            year: self.year,
            day: self.day,
        }
    }
}

/// Where the text came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SourceKind {
    /// The user's input for the puzzle.
    Input,
    /// A further input of the puzzle, with a name.
    Named,
    /// A file named on the command line.
    File,
    /// Standard input.
    Stdin,
    /// An example.
    Example,
    /// An input that the solution made.
    Generated,
}

/// One phase, or an alternative of one.
#[derive(Clone, Debug, Serialize)]
pub struct PhaseResult {
    /// Which.
    pub phase: Phase,
    /// How long it took, in nanoseconds; `None` where it did not come to an end.
    pub ns: Option<u64>,
    /// The alternative's name.
    pub alternative: Option<String>,
    /// The answer as it would be typed into the site.
    pub answer: Option<String>,
    /// What came of it.
    pub status: Status,
    /// What there is to say of a failure.
    pub message: Option<String>,
}

/// What came of a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The input is parsed.
    Ok,
    /// The answer is the one that the site accepted.
    Accepted,
    /// The answer is the example's, or the same as the part's other ways gave.
    Matched,
    /// There is an answer, and nothing to compare it with.
    Unverified,
    /// The part is not written yet.
    Unsolved,
    /// The answer differs from the one that is known.
    Wrong,
    /// The solution returned an error, or does not compile.
    Error,
    /// The solution panicked.
    Panic,
    /// The worker's process died: abort, stack overflow, signal, exit.
    Crash,
    /// The time limit.
    Timeout,
    /// The memory limit.
    Memory,
}

impl Status {
    /// Whether `aoc` ends with exit code 1 because of it.
    pub const fn is_failure(self) -> bool {
        matches!(
            self,
            Self::Wrong | Self::Error | Self::Panic | Self::Crash | Self::Timeout | Self::Memory
        )
    }
}

//! Why a job could not run at all. What a solution does wrong is not one of
//! these failures: it is part of the results.

use std::{fmt, io};

use crate::error::{CliError, Exit, HasExit};
use crate::puzzle::Puzzle;

/// A puzzle whose job could not run, and why.
#[derive(Debug)]
pub struct JobFailure {
    pub puzzle: Puzzle,
    pub error: CliError,
}

impl JobFailure {
    pub fn new(puzzle: Puzzle, error: impl Into<CliError>) -> Self {
        Self {
            puzzle,
            error: error.into(),
        }
    }
}

/// The reason with its causes, on one line.
impl fmt::Display for JobFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#}", self.error.source)
    }
}

/// Why a job cannot be done for its puzzle, or has no result.
#[derive(Debug, thiserror::Error)]
pub enum JobError {
    #[error("{puzzle} has no alternative `{name}`; it has {}", list(has))]
    NoAlternative {
        puzzle: Puzzle,
        name: String,
        /// Those that it has, as `NAME (part N)`.
        has: Vec<String>,
    },
    #[error("{puzzle} has no example, and there is no input: {}", .missing.reason)]
    NoInput {
        puzzle: Puzzle,
        missing: MissingInput,
    },
    #[error("{puzzle} has no `generate` function: write one to generate inputs")]
    NoGenerate { puzzle: Puzzle },
    #[error("cannot start a thread for {puzzle}")]
    NoThread { puzzle: Puzzle, source: io::Error },
    #[error("aoc failed while it ran this puzzle; this is a bug in aoc: {message}")]
    Panicked { message: String },
}

/// Why there is no input, where examples take its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingInput {
    pub reason: String,
    /// The exit code where there is no example either.
    pub exit: Exit,
}

impl MissingInput {
    /// One line for the user: that the example runs, and why.
    pub fn warning(&self, puzzle: Puzzle) -> String {
        let reason = &self.reason;
        format!("{puzzle}: running the example, as there is no input: {reason}")
    }
}

fn list(names: &[String]) -> String {
    if names.is_empty() {
        "none".to_owned()
    } else {
        names.join(", ")
    }
}

impl HasExit for JobError {
    fn exit(&self) -> Exit {
        match self {
            Self::NoAlternative { .. } => Exit::Usage,
            Self::NoInput { missing, .. } => missing.exit,
            Self::NoThread { .. } => Exit::Files,
            Self::NoGenerate { .. } | Self::Panicked { .. } => Exit::Failed,
        }
    }
}

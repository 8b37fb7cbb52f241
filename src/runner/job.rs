//! What is asked of one puzzle.

use std::path::PathBuf;

use aoc_solution::Part;
use aoc_solution::protocol::DayInfo;

use super::alternatives::Alternatives;
use super::process::{Limits, SpawnOptions};
use super::results::{PuzzleResult, SourceKind, Status};
use crate::error::{Exit, HasExit};
use crate::puzzle::Puzzle;

/// What is asked of one puzzle.
#[derive(Clone, Debug)]
pub struct Job {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The worker that solves it.
    pub executable: PathBuf,
    /// What to solve.
    pub text: Input,
    /// The parts to run.
    pub parts: Vec<Part>,
    /// The other ways to run beside or in place of the day's own.
    pub alternatives: Alternatives,
    /// Whether to write the play-by-play first.
    pub trace: bool,
    /// How the worker is started.
    pub spawn_options: SpawnOptions,
    /// What it may use.
    pub limits: Limits,
}

/// Where the text to solve comes from.
#[derive(Clone, Debug)]
pub enum Input {
    /// This text.
    Input {
        /// The kind of input.
        kind: SourceKind,
        /// Its name among the puzzle's inputs.
        name: Option<String>,
        /// Its file.
        path: Option<PathBuf>,
        /// The text.
        text: String,
        /// The answers that the site accepted.
        accepted: [Option<String>; 2],
    },
    /// Every example of the day.
    Examples,
}

impl Job {
    /// The result before any phase.
    pub(super) fn head(&self, title: &str, example: Option<usize>) -> PuzzleResult {
        let (source, name, input) = match &self.text {
            Input::Input {
                kind, name, path, ..
            } => (*kind, name.clone(), path.clone()),
            Input::Examples => (
                SourceKind::Example,
                example.map(|index| (index + 1).to_string()),
                None,
            ),
        };
        PuzzleResult {
            year: self.puzzle.year,
            day: self.puzzle.day,
            title: title.to_owned(),
            source,
            name,
            input,
            phases: Vec::new(),
        }
    }

    /// The answer that is known, and what it makes of one that equals it.
    pub(super) fn known<'a>(
        &'a self,
        info: &'a DayInfo,
        example: Option<usize>,
        part: Part,
    ) -> Option<(&'a str, Status)> {
        match (&self.text, example) {
            (Input::Examples, Some(index)) => info.examples[index]
                .expected(part)
                .map(|answer| (answer, Status::Matched)),
            (Input::Input { accepted, .. }, _) => accepted[part.index()]
                .as_deref()
                .map(|answer| (answer, Status::Accepted)),
            (Input::Examples, None) => None,
        }
    }
}

/// Why a job makes no sense.
#[derive(Debug, thiserror::Error)]
pub enum JobError {
    /// The day has no alternative of that name.
    #[error("{puzzle} has no alternative `{name}`; it has {}", list(has))]
    NoAlternative {
        /// The puzzle.
        puzzle: Puzzle,
        /// What was asked for.
        name: String,
        /// What there is.
        has: Vec<String>,
    },
    /// The day has no example.
    #[error("{0} has no example: fetch its input, or add one to its EXAMPLES")]
    NoExample(Puzzle),
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
            Self::NoExample(_) => Exit::Session,
        }
    }
}

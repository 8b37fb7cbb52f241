//! The puzzle and the input that a result belongs to.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::inputs::InputId;
use crate::puzzle::Puzzle;

/// A puzzle and one of its inputs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PuzzleHeader {
    #[serde(flatten)]
    pub puzzle: Puzzle,
    /// The title. Empty if no worker could be asked.
    pub title: String,
    pub source: SourceKind,
    /// The name of a named input, the number of one of several examples, or the seed of a generated
    /// input.
    pub name: Option<String>,
    /// The file that contains the input, if there is one.
    pub input: Option<PathBuf>,
}

impl PuzzleHeader {
    /// The header of an input whose title is not known yet.
    pub fn new(puzzle: Puzzle, source: SourceKind, input: Option<&Path>) -> Self {
        Self {
            puzzle,
            source,
            input: input.map(Path::to_owned),
            ..Self::default()
        }
    }

    /// The header of a stored input.
    pub fn of_stored(puzzle: Puzzle, input: &InputId) -> Self {
        let (source, name) = match input {
            InputId::Own => (SourceKind::Input, None),
            InputId::Named(name) => (SourceKind::Named, Some(name.to_string())),
        };
        Self {
            name,
            ..Self::new(puzzle, source, None)
        }
    }

    /// The header of a puzzle whose title is not known yet.
    #[cfg(test)]
    pub fn unknown(puzzle: Puzzle) -> Self {
        Self::new(puzzle, SourceKind::Input, None)
    }
}

/// A value for a puzzle, or the reason why there is none. The value is first a job, and then the
/// output of the job.
pub struct OfPuzzle<T> {
    /// The puzzle and its input, which are also known if there is no value.
    pub header: PuzzleHeader,
    pub value: Result<T>,
}

impl<T> OfPuzzle<T> {
    /// A value with the header of the user's input.
    pub fn new(puzzle: Puzzle, value: Result<T>) -> Self {
        Self::of_input(puzzle, &InputId::Own, value)
    }

    /// A value for one stored input. For a named input, an error begins with the name.
    pub fn of_input(puzzle: Puzzle, input: &InputId, value: Result<T>) -> Self {
        let header = PuzzleHeader::of_stored(puzzle, input);
        let value = value.map_err(|error| match input {
            InputId::Named(name) => error.context(format!("input `{name}`")),
            InputId::Own => error,
        });
        Self { header, value }
    }

    /// Takes the next step, if there is a value.
    pub fn and_then<U>(self, step: impl FnOnce(T) -> Result<U>) -> OfPuzzle<U> {
        OfPuzzle {
            header: self.header,
            value: self.value.and_then(step),
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SourceKind {
    /// The user's input for the puzzle.
    #[default]
    Input,
    /// A named input of the puzzle.
    Named,
    /// A file that the user has named on the command line.
    File,
    /// Standard input.
    Stdin,
    Example,
    /// An input that the solution generated.
    Generated,
}

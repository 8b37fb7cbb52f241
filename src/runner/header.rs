//! The puzzle and the input that a result belongs to.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

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

//! The puzzle of a result, and the input that it is of.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::puzzle::Puzzle;

/// A puzzle and one of its inputs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PuzzleHeader {
    #[serde(flatten)]
    pub puzzle: Puzzle,
    /// The title; empty if no worker could be asked.
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

/// The source of an input.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SourceKind {
    /// The user's input for the puzzle.
    #[default]
    Input,
    /// A named input of the puzzle.
    Named,
    /// A file that the command line names.
    File,
    /// Standard input.
    Stdin,
    Example,
    /// An input that the solution generated.
    Generated,
}

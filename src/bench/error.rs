//! Why a puzzle cannot be measured, or its figures not be saved or compared.

use std::io;
use std::path::PathBuf;

use crate::error::{Exit, HasExit};
use crate::puzzle::Puzzle;
use crate::runner::MissingInput;

#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    #[error(
        "nothing to benchmark: {puzzle} has neither a `generate` function nor an example, and \
         there is no input: {}", .missing.reason
    )]
    NoInput {
        puzzle: Puzzle,
        missing: MissingInput,
    },
    #[error(
        "`{name}` cannot name a baseline: use at most {max} letters, digits, `-`, `_` and `.`, \
         and begin with a letter or a digit"
    )]
    Name { name: String, max: usize },
    #[error("no baseline `{name}`: {}", saved_names(saved))]
    NoBaseline { name: String, saved: Vec<String> },
    #[error("cannot read {} ({reason}): make it readable, or remove it", path.display())]
    Read { path: PathBuf, reason: io::Error },
    #[error("cannot list the baselines in {}", path.display())]
    Folder { path: PathBuf, source: io::Error },
    #[error("{} is not a baseline of aoc, or is damaged ({reason}): remove it", path.display())]
    Json {
        path: PathBuf,
        reason: serde_json::Error,
    },
    #[error("{} is not a baseline of aoc: remove it", path.display())]
    NoSchema { path: PathBuf },
    #[error(
        "{} was saved by another version of aoc, with the schema {schema}: update aoc, or remove the file",
        path.display()
    )]
    Schema { path: PathBuf, schema: String },
    #[error("cannot save {}", path.display())]
    Save { path: PathBuf, source: io::Error },
}

fn saved_names(saved: &[String]) -> String {
    if saved.is_empty() {
        "none has been saved; save one with `aoc bench --save NAME`".to_owned()
    } else {
        format!("saved are {}", saved.join(", "))
    }
}

impl HasExit for BenchError {
    fn exit(&self) -> Exit {
        match self {
            Self::NoInput { missing, .. } => missing.exit,
            Self::Name { .. } | Self::NoBaseline { .. } => Exit::Usage,
            Self::Read { .. }
            | Self::Folder { .. }
            | Self::Json { .. }
            | Self::NoSchema { .. }
            | Self::Schema { .. }
            | Self::Save { .. } => Exit::Files,
        }
    }
}

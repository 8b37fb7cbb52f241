//! Why a puzzle cannot be measured.

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
}

impl HasExit for BenchError {
    fn exit(&self) -> Exit {
        match self {
            Self::NoInput { missing, .. } => missing.exit,
        }
    }
}

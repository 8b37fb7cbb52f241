//! Why a puzzle cannot be measured.

use crate::error::{Exit, HasExit};
use crate::puzzle::Puzzle;

#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    #[error(
        "no input for {0}, and nothing to benchmark instead: it has neither a `generate` function \
         nor an example"
    )]
    NoInput(Puzzle),
}

impl HasExit for BenchError {
    fn exit(&self) -> Exit {
        Exit::Failed
    }
}

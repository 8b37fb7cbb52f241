//! The result of a build.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::error::BuildFailure;
use crate::puzzle::{Puzzle, Year};

/// A program that can be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Built {
    pub executable: PathBuf,
}

/// The worker of each year, and the days that no worker has.
#[derive(Clone, Debug, Default)]
pub struct Workers {
    pub(super) years: BTreeMap<Year, Result<Built, BuildFailure>>,
    pub(super) left_out: BTreeMap<Puzzle, BuildFailure>,
}

impl Workers {
    /// The worker that solves a puzzle, or why there is none. Only for puzzles
    /// that were asked for.
    pub fn worker(&self, puzzle: Puzzle) -> Result<&Built, &BuildFailure> {
        if let Some(failure) = self.left_out.get(&puzzle) {
            return Err(failure);
        }
        let worker = self.years.get(&puzzle.year);
        worker.expect("the puzzle was asked for").as_ref()
    }
}

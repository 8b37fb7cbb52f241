//! The result of a build.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::error::BuildFailure;
use super::unit::Unit;
use crate::puzzle::Puzzle;

/// A program that can be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Built {
    pub executable: PathBuf,
}

/// The worker of each puzzle, or why there is none.
#[derive(Clone, Debug, Default)]
pub struct Workers(BTreeMap<Puzzle, Result<Built, BuildFailure>>);

impl Workers {
    /// The worker that solves a puzzle, or why there is none. Only for puzzles
    /// that were asked for.
    pub fn worker(&self, puzzle: Puzzle) -> Result<&Built, &BuildFailure> {
        let worker = self.0.get(&puzzle);
        worker.expect("the puzzle was asked for").as_ref()
    }

    pub(super) fn insert(&mut self, puzzle: Puzzle, worker: Result<Built, BuildFailure>) {
        self.0.insert(puzzle, worker);
    }

    /// Takes what became of a unit for all days that it was asked for.
    pub(super) fn insert_unit(&mut self, unit: &Unit, worker: &Result<Built, BuildFailure>) {
        for day in &unit.asked {
            self.insert(unit.year.day(*day), worker.clone());
        }
    }
}

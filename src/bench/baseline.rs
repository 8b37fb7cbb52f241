//! Saved figures, to compare later ones with.

use std::collections::BTreeMap;
use std::str::FromStr;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::error::BenchError;
use super::results::{BenchResult, Host};
use crate::puzzle::Puzzle;

/// The name of a baseline. It becomes part of a file name, so it consists of
/// letters, digits, `-`, `_` and `.` only, and cannot form a path.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BaselineName(String);

/// The longest name in bytes: some file systems allow only some 140.
const MAX_NAME: usize = 64;

impl FromStr for BaselineName {
    type Err = BenchError;

    fn from_str(name: &str) -> Result<Self, BenchError> {
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        let good = name.len() <= MAX_NAME
            && name.starts_with(|c: char| c.is_ascii_alphanumeric())
            && name.chars().all(plain);
        if good {
            Ok(Self(name.to_owned()))
        } else {
            Err(BenchError::Name {
                name: name.chars().take(MAX_NAME).collect(),
                max: MAX_NAME,
            })
        }
    }
}

impl std::fmt::Display for BaselineName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&self.0)
    }
}

/// Figures that were saved under a name: schema `aoc-baseline/1`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Baseline {
    pub(super) schema: String,
    /// In the order in which they were first saved.
    pub results: Vec<Saved>,
}

/// One phase of one puzzle, or an alternative of one, when it was saved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Saved {
    pub at: DateTime<Utc>,
    pub host: Host,
    /// The program that was measured, such as `year2020`, or `year2020-22` for one
    /// with this day alone; `None` if it was not saved.
    #[serde(default)]
    pub program: Option<String>,
    #[serde(flatten)]
    pub result: BenchResult,
}

/// What is measured, to be saved.
#[derive(Clone, Copy, Debug)]
pub struct ToSave<'a> {
    pub at: DateTime<Utc>,
    pub host: &'a Host,
    /// As in [`Saved`].
    pub programs: &'a BTreeMap<Puzzle, String>,
    pub results: &'a [BenchResult],
}

pub(super) const SCHEMA: &str = "aoc-baseline/1";

impl Default for Baseline {
    fn default() -> Self {
        Self {
            schema: SCHEMA.to_owned(),
            results: Vec::new(),
        }
    }
}

impl Baseline {
    /// What was saved of the same function with the same input.
    pub fn find(&self, result: &BenchResult) -> Option<&Saved> {
        self.results
            .iter()
            .find(|saved| saved.result.is_of_same(result))
    }

    /// Whether anything of the puzzle was saved.
    pub fn has(&self, puzzle: Puzzle) -> bool {
        let mut results = self.results.iter();
        results.any(|saved| saved.result.puzzle() == puzzle)
    }

    /// Adds the figures, in place of those of the same functions.
    pub(super) fn add(&mut self, measured: &ToSave<'_>) {
        let ToSave {
            at,
            host,
            programs,
            results,
        } = measured;
        for result in results.iter().filter(|result| result.measured.is_some()) {
            let new = Saved {
                at: *at,
                host: (*host).clone(),
                program: programs.get(&result.puzzle()).cloned(),
                result: result.clone(),
            };
            let mut old = self.results.iter_mut();
            match old.find(|old| old.result.is_of_same(result)) {
                Some(old) => *old = new,
                None => self.results.push(new),
            }
        }
    }
}

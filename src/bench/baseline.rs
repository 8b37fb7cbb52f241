//! Saved figures, to compare later ones with: `target/aoc-baselines/NAME.json`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::error::BenchError;
use super::results::{BenchResult, Host};
use crate::inputs::{Readers, replace};
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
    schema: String,
    /// In the order in which they were first saved.
    pub results: Vec<Saved>,
}

/// One phase of one puzzle, or an alternative of one, when it was saved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Saved {
    pub at: DateTime<Utc>,
    pub host: Host,
    #[serde(flatten)]
    pub result: BenchResult,
}

const SCHEMA: &str = "aoc-baseline/1";

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

    /// Adds the figures, in place of those of the same functions.
    pub fn add(&mut self, at: DateTime<Utc>, host: &Host, results: &[BenchResult]) {
        for result in results.iter().filter(|result| result.measured.is_some()) {
            let new = Saved {
                at,
                host: host.clone(),
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

/// The folder of a project's baselines.
pub struct Baselines {
    folder: PathBuf,
}

impl Baselines {
    /// Those below the project's `target`.
    pub fn new(target_dir: &Path) -> Self {
        Self {
            folder: target_dir.join("aoc-baselines"),
        }
    }

    /// The names of all baselines, in alphabetical order.
    pub fn names(&self) -> Result<Vec<BaselineName>, BenchError> {
        let unreadable = |source| BenchError::Folder {
            path: self.folder.clone(),
            source,
        };
        let entries = match fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(unreadable(error)),
        };
        let mut names = Vec::new();
        for entry in entries {
            let name = entry.map_err(unreadable)?.file_name();
            let name = name.to_str().and_then(|name| name.strip_suffix(".json"));
            names.extend(name.and_then(|name| name.parse().ok()));
        }
        names.sort();
        Ok(names)
    }

    /// The baseline of that name.
    pub fn load(&self, name: &BaselineName) -> Result<Baseline, BenchError> {
        match self.read(name)? {
            Some(baseline) => Ok(baseline),
            None => Err(BenchError::NoBaseline {
                name: name.to_string(),
                saved: self.names()?.iter().map(ToString::to_string).collect(),
            }),
        }
    }

    /// Saves the figures under the name, beside those of other puzzles that
    /// stand there. Returns the file.
    pub fn save(
        &self,
        name: &BaselineName,
        now: DateTime<Utc>,
        host: &Host,
        results: &[BenchResult],
    ) -> Result<PathBuf, BenchError> {
        let mut baseline = self.read(name)?.unwrap_or_default();
        baseline.add(now, host, results);
        let path = self.path(name);
        let mut json = serde_json::to_string_pretty(&baseline).expect("plain data");
        json.push('\n');
        match replace(&path, json, Readers::Usual) {
            Ok(()) => Ok(path),
            Err(source) => Err(BenchError::Save { path, source }),
        }
    }

    /// When and as what a puzzle was saved, the oldest first.
    pub fn history(&self, puzzle: Puzzle) -> Result<Vec<(BaselineName, Saved)>, BenchError> {
        let mut all = Vec::new();
        for name in self.names()? {
            let baseline = self.load(&name)?;
            let of_puzzle = |saved: &Saved| saved.result.puzzle() == puzzle;
            let saved = baseline.results.into_iter().filter(of_puzzle);
            all.extend(saved.map(|saved| (name.clone(), saved)));
        }
        all.sort_by_key(|(_, saved)| saved.at);
        Ok(all)
    }

    fn path(&self, name: &BaselineName) -> PathBuf {
        self.folder.join(format!("{name}.json"))
    }

    fn read(&self, name: &BaselineName) -> Result<Option<Baseline>, BenchError> {
        let path = self.path(name);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(source) => return Err(BenchError::Read { path, source }),
        };
        match serde_json::from_str::<Baseline>(&text) {
            Ok(baseline) if baseline.schema == SCHEMA => Ok(Some(baseline)),
            Ok(_) => Err(BenchError::Schema { path }),
            Err(source) => Err(BenchError::Json { path, source }),
        }
    }
}

#[cfg(test)]
mod tests;

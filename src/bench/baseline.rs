//! Saved figures, to compare later ones with: `target/aoc-baselines/NAME.json`.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::error::BenchError;
use super::results::{BenchResult, Host};
use crate::inputs::{Lock, Readers, probe_for, read_regular_file, replace};
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

/// The only field that every version of the file has.
#[derive(Deserialize)]
struct Head {
    schema: String,
}

const SCHEMA: &str = "aoc-baseline/1";
/// How the schema of every version begins.
const SCHEMA_NAME: &str = "aoc-baseline/";

/// The largest file: a phase takes two kilobytes.
const MAX_FILE: u64 = 64 << 20;

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
    fn add(&mut self, measured: &ToSave<'_>) {
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

/// The folder of a project's baselines.
pub struct Baselines {
    folder: PathBuf,
}

/// All baselines of a project.
#[derive(Debug, Default)]
pub struct AllBaselines {
    /// In alphabetical order of their names.
    pub baselines: Vec<(BaselineName, Baseline)>,
    /// Why others cannot be read.
    pub unreadable: Vec<BenchError>,
}

impl AllBaselines {
    /// When and as what a puzzle was saved, the oldest first.
    pub fn history(&self, puzzle: Puzzle) -> Vec<(BaselineName, Saved)> {
        let of_puzzle = |saved: &&Saved| saved.result.puzzle() == puzzle;
        let of_baseline = |(name, baseline): &(BaselineName, Baseline)| {
            let saved = baseline.results.iter().filter(of_puzzle);
            saved
                .map(|saved| (name.clone(), saved.clone()))
                .collect::<Vec<_>>()
        };
        let mut all: Vec<_> = self.baselines.iter().flat_map(of_baseline).collect();
        all.sort_by_key(|(_, saved)| saved.at);
        all
    }
}

impl Baselines {
    /// Those below the project's `target`.
    pub fn new(target_dir: &Path) -> Self {
        Self {
            folder: target_dir.join("aoc-baselines"),
        }
    }

    /// All baselines. A file that is none does not keep the others from being
    /// read.
    pub fn all(&self) -> Result<AllBaselines, BenchError> {
        let mut all = AllBaselines::default();
        for name in self.names()? {
            match self.read(&name) {
                Ok(Some(baseline)) => all.baselines.push((name, baseline)),
                // Removed meanwhile.
                Ok(None) => {}
                Err(error) => all.unreadable.push(error),
            }
        }
        Ok(all)
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

    /// Whether figures can be saved under the name, as far as that is known
    /// before they are measured.
    pub fn check(&self, name: &BaselineName) -> Result<(), BenchError> {
        self.read(name)?;
        probe_for(&self.folder).map_err(|(path, source)| BenchError::Save { path, source })
    }

    /// Saves the figures under the name, beside those of other puzzles that
    /// stand there: also beside those that another process saves at the same
    /// time. Returns the file.
    pub fn save(&self, name: &BaselineName, measured: &ToSave<'_>) -> Result<PathBuf, BenchError> {
        let path = self.path(name);
        // It is held for milliseconds.
        let _lock = match Lock::acquire(&self.folder.join(LOCK), || {}) {
            Ok(lock) => lock,
            Err(source) => return Err(BenchError::Save { path, source }),
        };
        let mut baseline = self.read(name)?.unwrap_or_default();
        baseline.add(measured);
        let mut json = serde_json::to_string_pretty(&baseline).expect("plain data");
        json.push('\n');
        match replace(&path, json, Readers::Usual) {
            Ok(()) => Ok(path),
            Err(source) => Err(BenchError::Save { path, source }),
        }
    }

    fn path(&self, name: &BaselineName) -> PathBuf {
        self.folder.join(format!("{name}.json"))
    }

    fn read(&self, name: &BaselineName) -> Result<Option<Baseline>, BenchError> {
        let path = self.path(name);
        let bytes = match read_regular_file(&path, MAX_FILE) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(reason) => return Err(BenchError::Read { path, reason }),
        };
        let not_ours = |reason| BenchError::Json {
            path: path.clone(),
            reason,
        };
        // What else is in the file of another version may differ in any way.
        let Head { schema } = serde_json::from_slice(&bytes).map_err(not_ours)?;
        if schema != SCHEMA && schema.starts_with(SCHEMA_NAME) {
            return Err(BenchError::Schema { path, schema });
        }
        let baseline: Baseline = serde_json::from_slice(&bytes).map_err(not_ours)?;
        if baseline.schema == SCHEMA {
            Ok(Some(baseline))
        } else {
            Err(BenchError::NoSchema { path })
        }
    }
}

/// Beside the baselines; as a name it would end in `.json`.
const LOCK: &str = "lock";

#[cfg(test)]
mod tests;

//! Saved figures, to compare later ones with: `target/aoc-baselines/NAME.json`.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::{fs, io};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::host::Host;
use super::results::{BenchReport, BenchResult};
use crate::error::{Exit, HasExit};
use crate::files::{Lock, Readers, probe_for, read_regular_file, replace};
use crate::puzzle::Puzzle;

/// The name of a baseline. It becomes part of a file name, so it consists of
/// letters, digits, `-`, `_` and `.` only, and cannot form a path.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BaselineName(String);

/// The longest name in bytes: some file systems allow only some 140.
const MAX_NAME: usize = 64;

impl FromStr for BaselineName {
    type Err = BaselineError;

    fn from_str(name: &str) -> Result<Self, BaselineError> {
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        let good = name.len() <= MAX_NAME
            && name.starts_with(|c: char| c.is_ascii_alphanumeric())
            && name.chars().all(plain);
        if good {
            Ok(Self(name.to_owned()))
        } else {
            Err(BaselineError::Name(name.chars().take(MAX_NAME).collect()))
        }
    }
}

impl fmt::Display for BaselineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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

const SCHEMA: &str = "aoc-baseline/1";

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

impl Baseline {
    /// What was saved of the same function with the same input.
    pub fn find(&self, result: &BenchResult) -> Option<&Saved> {
        let mut results = self.results.iter();
        results.find(|saved| saved.result.is_of_same(result))
    }

    /// Whether anything of the puzzle was saved.
    pub fn has(&self, puzzle: Puzzle) -> bool {
        let mut results = self.results.iter();
        results.any(|saved| saved.result.puzzle() == puzzle)
    }

    /// Adds the figures, in place of those of the same functions.
    fn add(&mut self, report: &BenchReport, programs: &BTreeMap<Puzzle, PathBuf>) {
        let measured = |result: &&BenchResult| result.figures().is_some();
        for result in report.results.iter().filter(measured) {
            let new = Saved {
                at: report.date,
                host: report.host.clone(),
                program: program(programs, result.puzzle()),
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

/// The name of the program that solves a puzzle.
pub fn program(programs: &BTreeMap<Puzzle, PathBuf>, puzzle: Puzzle) -> Option<String> {
    Some(programs.get(&puzzle)?.file_stem()?.to_str()?.to_owned())
}

#[derive(Debug, thiserror::Error)]
pub enum BaselineError {
    #[error(
        "`{0}` cannot name a baseline: use at most {MAX_NAME} letters, digits, `-`, `_` and `.`, \
         and begin with a letter or a digit"
    )]
    Name(String),
    #[error("no baseline `{name}`: {}", saved_names(saved))]
    Missing { name: String, saved: Vec<String> },
    #[error("cannot read {} ({reason}): make it readable, or remove it", path.display())]
    Read { path: PathBuf, reason: io::Error },
    #[error("{} is not a baseline of aoc, or is damaged ({reason}): remove it", path.display())]
    Damaged { path: PathBuf, reason: String },
    #[error(
        "{} was saved by another version of aoc, with the schema {schema}: update aoc, or remove \
         the file",
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

impl HasExit for BaselineError {
    fn exit(&self) -> Exit {
        match self {
            Self::Name(_) | Self::Missing { .. } => Exit::Usage,
            _ => Exit::Files,
        }
    }
}

/// The largest file: a phase takes two kilobytes.
const MAX_FILE: u64 = 64 << 20;

/// Beside the baselines; as a name it would end in `.json`.
const LOCK: &str = "lock";

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

    /// The names of all baselines, in alphabetical order; none if the folder cannot
    /// be read.
    pub fn names(&self) -> Vec<BaselineName> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let name = |entry: fs::DirEntry| {
            let name = entry.file_name();
            name.to_str()?.strip_suffix(".json")?.parse().ok()
        };
        let mut names: Vec<BaselineName> = entries.filter_map(name).collect();
        names.sort();
        names
    }

    /// The baseline of that name.
    pub fn load(&self, name: &BaselineName) -> Result<Baseline, BaselineError> {
        self.read(name)?.ok_or_else(|| BaselineError::Missing {
            name: name.to_string(),
            saved: self.names().iter().map(ToString::to_string).collect(),
        })
    }

    /// Whether figures can be saved under the name, as far as that is known before
    /// they are measured.
    pub fn check(&self, name: &BaselineName) -> Result<(), BaselineError> {
        self.read(name)?;
        probe_for(&self.folder).map_err(|(path, source)| BaselineError::Save { path, source })
    }

    /// Saves the figures under the name, beside those of other puzzles that stand
    /// there: also beside those that another process saves at the same time.
    /// Returns the file.
    pub fn save(
        &self,
        name: &BaselineName,
        report: &BenchReport,
        programs: &BTreeMap<Puzzle, PathBuf>,
    ) -> Result<PathBuf, BaselineError> {
        let path = self.path(name);
        let unsaved = |source| BaselineError::Save {
            path: path.clone(),
            source,
        };
        // It is held for milliseconds.
        let _lock = Lock::acquire(&self.folder.join(LOCK), || {}).map_err(unsaved)?;
        let mut baseline = self.read(name)?.unwrap_or_else(|| Baseline {
            schema: SCHEMA.to_owned(),
            results: Vec::new(),
        });
        baseline.add(report, programs);
        let json = serde_json::to_string_pretty(&baseline).expect("plain data") + "\n";
        replace(&path, json, Readers::Usual).map_err(unsaved)?;
        Ok(path)
    }

    fn path(&self, name: &BaselineName) -> PathBuf {
        self.folder.join(format!("{name}.json"))
    }

    fn read(&self, name: &BaselineName) -> Result<Option<Baseline>, BaselineError> {
        /// The only field that every version of the file has.
        #[derive(Deserialize)]
        struct Head {
            schema: String,
        }
        let path = self.path(name);
        let bytes = match read_regular_file(&path, MAX_FILE) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(reason) => return Err(BaselineError::Read { path, reason }),
        };
        let damaged = |reason: &dyn fmt::Display| BaselineError::Damaged {
            path: path.clone(),
            reason: reason.to_string(),
        };
        // What else is in the file of another version may differ in any way.
        let head: Head = serde_json::from_slice(&bytes).map_err(|error| damaged(&error))?;
        match &*head.schema {
            SCHEMA => {}
            other if other.starts_with("aoc-baseline/") => {
                let schema = head.schema;
                return Err(BaselineError::Schema { path, schema });
            }
            other => return Err(damaged(&format!("its schema is {other}"))),
        }
        let baseline = serde_json::from_slice(&bytes);
        baseline.map(Some).map_err(|error| damaged(&error))
    }
}

#[cfg(test)]
mod tests;

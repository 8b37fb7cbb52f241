//! Saved figures, to compare later ones with: `target/aoc-baselines/NAME.json`.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::{fs, io};

use anyhow::anyhow;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::host::Host;
use super::results::{BenchReport, BenchResult};
use crate::error::{CliError, Exit};
use crate::files::{Lock, Readers, probe_for, read_regular_file, replace};
use crate::puzzle::Puzzle;

/// The name of a baseline. It becomes part of a file name, so it consists of
/// letters, digits, `-`, `_` and `.` only, and cannot form a path.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BaselineName(String);

/// The longest name in bytes: some file systems allow only some 140.
const MAX_NAME: usize = 64;

impl FromStr for BaselineName {
    type Err = CliError;

    fn from_str(name: &str) -> Result<Self, CliError> {
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        let good = name.len() <= MAX_NAME
            && name.starts_with(|c: char| c.is_ascii_alphanumeric())
            && name.chars().all(plain);
        if good {
            Ok(Self(name.to_owned()))
        } else {
            let name: String = name.chars().take(MAX_NAME).collect();
            let source = anyhow!(
                "`{name}` cannot name a baseline: use at most {MAX_NAME} letters, digits, `-`, `_` \
                 and `.`, and begin with a letter or a digit"
            );
            let exit = Exit::Usage;
            Err(CliError { exit, source })
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
    fn add(&mut self, report: &BenchReport) {
        let measured = |result: &&BenchResult| result.figures().is_some();
        for result in report.results.iter().filter(measured) {
            let new = Saved {
                at: report.date,
                host: report.host.clone(),
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
    pub fn load(&self, name: &BaselineName) -> Result<Baseline, CliError> {
        if let Some(baseline) = self.read(name)? {
            return Ok(baseline);
        }
        let saved: Vec<String> = self.names().iter().map(ToString::to_string).collect();
        let saved = match &saved[..] {
            [] => "none has been saved; save one with `aoc bench --save NAME`".to_owned(),
            saved => format!("saved are {}", saved.join(", ")),
        };
        Err(CliError {
            exit: Exit::Usage,
            source: anyhow!("no baseline `{name}`: {saved}"),
        })
    }

    /// Whether figures can be saved under the name, as far as that is known before
    /// they are measured.
    pub fn check(&self, name: &BaselineName) -> Result<(), CliError> {
        self.read(name)?;
        probe_for(&self.folder).map_err(|(path, source)| unsaved(&path, source))
    }

    /// Saves the figures under the name, beside those of other puzzles that stand
    /// there: also beside those that another process saves at the same time.
    /// Returns the file.
    pub fn save(&self, name: &BaselineName, report: &BenchReport) -> Result<PathBuf, CliError> {
        let path = self.path(name);
        let unsaved = |source| unsaved(&path, source);
        // It is held for milliseconds.
        let _lock = Lock::acquire(&self.folder.join(LOCK), || {}).map_err(unsaved)?;
        let mut baseline = self.read(name)?.unwrap_or_else(|| Baseline {
            schema: SCHEMA.to_owned(),
            results: Vec::new(),
        });
        baseline.add(report);
        let json = serde_json::to_string_pretty(&baseline).expect("plain data") + "\n";
        replace(&path, json, Readers::Usual).map_err(unsaved)?;
        Ok(path)
    }

    fn path(&self, name: &BaselineName) -> PathBuf {
        self.folder.join(format!("{name}.json"))
    }

    fn read(&self, name: &BaselineName) -> Result<Option<Baseline>, CliError> {
        /// The only field that every version of the file has.
        #[derive(Deserialize)]
        struct Head {
            schema: String,
        }
        let path = self.path(name);
        let shown = path.display();
        let bytes = match read_regular_file(&path, MAX_FILE) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(reason) => {
                let why = anyhow!("cannot read {shown} ({reason}): make it readable, or remove it");
                return Err(unusable(why));
            }
        };
        let damaged = |reason: &dyn fmt::Display| {
            let what = "is not a baseline of aoc, or is damaged";
            unusable(anyhow!("{shown} {what} ({reason}): remove it"))
        };
        // What else is in the file of another version may differ in any way.
        let head: Head = serde_json::from_slice(&bytes).map_err(|error| damaged(&error))?;
        match &*head.schema {
            SCHEMA => {}
            other if other.starts_with("aoc-baseline/") => {
                return Err(unusable(anyhow!(
                    "{shown} was saved by another version of aoc, with the schema {other}: update \
                     aoc, or remove the file"
                )));
            }
            other => return Err(damaged(&format!("its schema is {other}"))),
        }
        let baseline = serde_json::from_slice(&bytes);
        baseline.map(Some).map_err(|error| damaged(&error))
    }
}

const fn unusable(source: anyhow::Error) -> CliError {
    let exit = Exit::Files;
    CliError { exit, source }
}

fn unsaved(path: &Path, error: io::Error) -> CliError {
    let source = anyhow::Error::from(error);
    unusable(source.context(format!("cannot save {}", path.display())))
}

#[cfg(test)]
mod tests;

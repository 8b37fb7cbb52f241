//! Saved figures, to compare later ones with: `target/aoc-baselines/NAME.json`.

use std::path::{Path, PathBuf};
use std::{fs, io};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::host::Host;
use super::results::{BenchReport, BenchResult};
use crate::error::{CliError, Exit};
use crate::files::{Lock, Readers, probe_for, read_regular_file, replace};
use crate::puzzle::Puzzle;

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
/// The longest name in bytes: some file systems allow only some 140.
const MAX_NAME: usize = 64;
/// Beside the baselines; as a name it would end in `.json`.
const LOCK: &str = "lock";

/// The folder of a project's baselines.
pub struct Baselines {
    folder: PathBuf,
}

impl Baselines {
    /// Those below the project's `target`.
    pub fn new(target_dir: &Path) -> Self {
        let folder = target_dir.join("aoc-baselines");
        Self { folder }
    }

    /// The baseline of that name.
    pub fn load(&self, name: &str) -> Result<Baseline, CliError> {
        if let Some(baseline) = read(&self.path(name)?)? {
            return Ok(baseline);
        }
        let files = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let files = files.filter_map(|file| file.file_name().into_string().ok());
        let names = files.filter_map(|file| Some(file.strip_suffix(".json")?.to_owned()));
        let mut names: Vec<String> = names.filter(|name| is_name(name)).collect();
        names.sort();
        let saved = if names.is_empty() {
            "none has been saved; save one with `aoc bench --save NAME`".to_owned()
        } else {
            format!("saved are {}", names.join(", "))
        };
        Err(CliError::new(
            Exit::Usage,
            format!("no baseline `{name}`: {saved}"),
        ))
    }

    /// Whether figures can be saved under the name, as far as that is known before
    /// they are measured.
    pub fn check(&self, name: &str) -> Result<(), CliError> {
        read(&self.path(name)?)?;
        probe_for(&self.folder).map_err(|(path, error)| unsaved(&path, error))
    }

    /// Saves the figures under the name, beside those of other puzzles that stand
    /// there: also beside those that another process saves at the same time.
    /// Returns the file.
    pub fn save(&self, name: &str, report: &BenchReport) -> Result<PathBuf, CliError> {
        let path = self.path(name)?;
        // It is held for milliseconds.
        let lock = Lock::acquire(&self.folder.join(LOCK), || {});
        let _lock = lock.map_err(|error| unsaved(&path, error))?;
        let mut baseline = read(&path)?.unwrap_or_else(|| Baseline {
            schema: SCHEMA.to_owned(),
            results: Vec::new(),
        });
        baseline.add(report);
        let json = serde_json::to_string_pretty(&baseline).expect("plain data") + "\n";
        replace(&path, json, Readers::Usual).map_err(|error| unsaved(&path, error))?;
        Ok(path)
    }

    fn path(&self, name: &str) -> Result<PathBuf, CliError> {
        if is_name(name) {
            return Ok(self.folder.join(format!("{name}.json")));
        }
        let shown: String = name.chars().take(MAX_NAME).collect();
        let why = format!(
            "`{shown}` cannot name a baseline: use at most {MAX_NAME} letters, digits, `-`, `_` and \
             `.`, and begin with a letter or a digit"
        );
        Err(CliError::new(Exit::Usage, why))
    }
}

fn read(path: &Path) -> Result<Option<Baseline>, CliError> {
    let shown = path.display();
    let bytes = match read_regular_file(path, MAX_FILE) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => {
            let why = format!("cannot read {shown} ({error}): make it readable, or remove it");
            return Err(CliError::new(Exit::Files, why));
        }
    };
    // What else is in the file of another version may differ in any way.
    let document: serde_json::Value = serde_json::from_slice(&bytes).unwrap_or_default();
    let why = match document["schema"].as_str() {
        Some(SCHEMA) => match serde_json::from_value(document) {
            Ok(baseline) => return Ok(Some(baseline)),
            Err(error) => format!("{shown} is a damaged baseline ({error}): remove it"),
        },
        Some(other) if other.starts_with("aoc-baseline/") => format!(
            "{shown} was saved by another version of aoc, with the schema {other}: update aoc, \
             or remove the file"
        ),
        _ => format!("{shown} is not a baseline of aoc, or is damaged: remove it"),
    };
    Err(CliError::new(Exit::Files, why))
}

/// A name becomes part of a file name, and cannot form a path.
fn is_name(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    name.len() <= MAX_NAME
        && name.starts_with(|c: char| c.is_ascii_alphanumeric())
        && name.chars().all(plain)
}

fn unsaved(path: &Path, error: io::Error) -> CliError {
    CliError::new(Exit::Files, error).context(format!("cannot save {}", path.display()))
}

#[cfg(test)]
mod tests;

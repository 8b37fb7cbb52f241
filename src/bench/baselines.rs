//! What figures are compared with: another revision, or figures that were saved in
//! `target/aoc-baselines/NAME.json`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::host::Host;
use super::results::{BenchReport, BenchResult};
use crate::error::{CliError, Exit};
use crate::files::{Lock, Readers, probe_for, read_regular_file, replace};
use crate::puzzle::Puzzle;

/// What to compare the figures with, and its name.
pub enum Against {
    Baseline(String, Baseline),
    /// The puzzles as another revision solves them, by these programs, sampled in
    /// turn.
    Revision(String, BTreeMap<Puzzle, PathBuf>),
}

/// Figures that were saved under a name: schema `aoc-baseline/1`.
#[derive(Debug, Serialize, Deserialize)]
pub struct Baseline {
    schema: String,
    /// In the order in which they were first saved.
    pub results: Vec<Saved>,
}

const SCHEMA: &str = "aoc-baseline/1";

/// One phase of one puzzle, or an alternative of one, when it was saved.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Saved {
    pub at: DateTime<Utc>,
    pub host: Host,
    #[serde(flatten)]
    pub result: BenchResult,
}

/// The largest file: a phase takes two kilobytes.
const MAX_FILE: u64 = 64 << 20;
/// The longest name in bytes: some file systems allow only some 140.
const MAX_NAME: usize = 64;

impl Baseline {
    /// The baseline of that name of a project with this `target`.
    pub fn load(target: &Path, name: &str) -> Result<Self, CliError> {
        let path = path(target, name)?;
        if let Some(baseline) = Self::read(&path)? {
            return Ok(baseline);
        }
        let files = path.parent().and_then(|folder| fs::read_dir(folder).ok());
        let files = files.into_iter().flatten().flatten();
        let names = files.filter_map(|file| {
            let name = file.file_name().into_string().ok()?;
            Some(name.strip_suffix(".json")?.to_owned())
        });
        let mut names: Vec<String> = names.filter(|name| is_name(name)).collect();
        names.sort();
        let saved = if names.is_empty() {
            "none has been saved; save one with `aoc bench --save NAME`".to_owned()
        } else {
            format!("saved are {}", names.join(", "))
        };
        let why = format!("no baseline `{name}`: {saved}");
        Err(CliError::new(Exit::Usage, why))
    }

    /// Fails if figures cannot be saved under the name, as far as that is known
    /// before they are measured.
    pub fn check(target: &Path, name: &str) -> Result<(), CliError> {
        let path = path(target, name)?;
        Self::read(&path)?;
        probe_for(path.parent().unwrap_or(target)).map_err(|(path, error)| unsaved(&path, error))
    }

    /// Saves the figures under the name, in place of those of the same functions and
    /// beside all others: also beside those that another process saves at the same
    /// time. Returns the file.
    pub fn save(target: &Path, name: &str, report: &BenchReport) -> Result<PathBuf, CliError> {
        let path = path(target, name)?;
        // A baseline of this name would end in `.json`. It is held for milliseconds.
        let lock = Lock::acquire(&path.with_file_name("lock"), || {});
        let _lock = lock.map_err(|error| unsaved(&path, error))?;
        let mut baseline = Self::read(&path)?.unwrap_or_else(|| Self {
            schema: SCHEMA.to_owned(),
            results: Vec::new(),
        });
        let measured = report.results.iter().filter(|it| it.measured.is_some());
        for result in measured {
            let new = Saved {
                at: report.date,
                host: report.host.clone(),
                result: result.clone(),
            };
            let mut old = baseline.results.iter_mut();
            match old.find(|old| old.result.is_of_same(result)) {
                Some(old) => *old = new,
                None => baseline.results.push(new),
            }
        }
        let json = serde_json::to_string_pretty(&baseline).expect("plain data") + "\n";
        replace(&path, json, Readers::Usual).map_err(|error| unsaved(&path, error))?;
        Ok(path)
    }

    /// What was saved of the same function with the same input.
    pub fn find(&self, result: &BenchResult) -> Option<&Saved> {
        let mut results = self.results.iter();
        results.find(|saved| saved.result.is_of_same(result))
    }

    /// `None` if there is no such file.
    fn read(path: &Path) -> Result<Option<Self>, CliError> {
        let shown = path.display();
        let failed = |why: String| Err(CliError::new(Exit::Files, why));
        let bytes = match read_regular_file(path, MAX_FILE) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => {
                return failed(format!(
                    "cannot read {shown} ({error}): make it readable, or remove it"
                ));
            }
        };
        // What else is in the file of another version may differ in any way.
        let document: Value = serde_json::from_slice(&bytes).unwrap_or_default();
        failed(match document["schema"].as_str() {
            Some(SCHEMA) => match serde_json::from_value(document) {
                Ok(baseline) => return Ok(Some(baseline)),
                Err(error) => format!("{shown} is a damaged baseline ({error}): remove it"),
            },
            Some(other) if other.starts_with("aoc-baseline/") => format!(
                "{shown} was saved by another version of aoc, with the schema {other}: update \
                 aoc, or remove the file"
            ),
            _ => format!("{shown} is not a baseline of aoc, or is damaged: remove it"),
        })
    }
}

/// The file of a baseline. Its name cannot form a path.
fn path(target: &Path, name: &str) -> Result<PathBuf, CliError> {
    if is_name(name) {
        return Ok(target.join(format!("aoc-baselines/{name}.json")));
    }
    let shown: String = name.chars().take(MAX_NAME).collect();
    let why = format!(
        "`{shown}` cannot name a baseline: use at most {MAX_NAME} letters, digits, `-`, `_` and \
         `.`, and begin with a letter or a digit"
    );
    Err(CliError::new(Exit::Usage, why))
}

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

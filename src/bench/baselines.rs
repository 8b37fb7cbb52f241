//! The other side of a comparison: another revision, or a baseline from
//! `target/aoc-baselines/NAME.json`.

use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{from_slice, to_string_pretty};

use super::host::Host;
use super::results::{BenchReport, BenchResult};
use super::statistics::PRIMARY;
use crate::cargo::DayPrograms;
use crate::error::{Result, file_error, usage_error};
use crate::files::{
    Lock, MAX_FILE, Readers, check_name, entries, if_exists, probe_folder, read_regular_file,
    replace,
};
use crate::puzzle::Puzzle;

/// The name and the data of the other side.
pub enum ComparedWith {
    Baseline(String, Baseline),
    /// Another revision: its name, and its program for each puzzle that it solves. Both sides are
    /// sampled in turn.
    Revision(String, DayPrograms),
}

/// Results that were saved under a name. The schema is `aoc-baseline/1`.
#[derive(Debug, Serialize, Deserialize)]
pub struct Baseline {
    schema: String,
    /// The results in the order in which they were saved.
    results: Vec<SavedResult>,
}

const SCHEMA: &str = "aoc-baseline/1";

/// The saved result of a phase or of an alternative.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedResult {
    at: DateTime<Utc>,
    /// The machine that measured the result.
    pub host: Host,
    /// The digest of the input. `None` in files that earlier versions have written.
    input_digest: Option<u64>,
    #[serde(flatten)]
    pub result: BenchResult,
}

impl SavedResult {
    /// True if both results are of the same function with the same input text. Comparing the names
    /// of the inputs is not enough: the file of `--input` has no name, and the user may replace an
    /// input.
    fn is_of(&self, result: &BenchResult) -> bool {
        self.result.is_same_function(result)
            && (self.input_digest.is_none() || self.input_digest == result.input_digest)
    }
}

impl Baseline {
    /// Loads the baseline with this name from a project's `target` folder.
    pub fn load(target: &Path, name: &str) -> Result<Self> {
        let path = baseline_file(target, name)?;
        let baseline = Self::read(&path)?;
        if baseline.results.is_empty() {
            return Err(usage_error(format!(
                "no baseline `{name}`: save it first, with --save {name}"
            )));
        }
        Ok(baseline)
    }

    /// Fails if results cannot be saved under the name, as far as that is known. Call this before
    /// measuring.
    pub fn check_can_save(target: &Path, name: &str) -> Result<()> {
        let path = baseline_file(target, name)?;
        Self::read(&path)?;
        probe_folder(path.parent().unwrap_or(target))
    }

    /// Saves the results under the name, and returns the path of the file. The new results replace
    /// earlier results of the same functions with the same input. All others are kept, even if
    /// another process saves them at the same time.
    pub fn save(target: &Path, name: &str, report: &BenchReport) -> Result<PathBuf> {
        let path = baseline_file(target, name)?;
        // The lock is held only for milliseconds, so the user is not told about a wait.
        let _lock = Lock::beside(path.parent().unwrap_or(target), || {});
        let mut baseline = Self::read(&path)?;
        for result in report.measured() {
            baseline.results.retain(|saved| !saved.is_of(result));
            baseline.results.push(SavedResult {
                at: report.date,
                host: report.host.clone(),
                input_digest: result.input_digest,
                result: result.clone(),
            });
        }
        let json = to_string_pretty(&baseline).expect("plain data");
        replace(&path, json + "\n", Readers::Everyone)?;
        Ok(path)
    }

    /// The saved result of this function with this input.
    pub fn find(&self, result: &BenchResult) -> Option<&SavedResult> {
        self.results.iter().find(|saved| saved.is_of(result))
    }

    /// True if the baseline has a result of one of the puzzles.
    pub fn has_any(&self, puzzles: &[Puzzle]) -> bool {
        self.results
            .iter()
            .any(|saved| puzzles.contains(&saved.result.header.puzzle))
    }

    /// Reads a baseline. A missing file is an empty baseline.
    fn read(path: &Path) -> Result<Self> {
        let bytes = read_regular_file(path, MAX_FILE);
        let Some(bytes) = if_exists(path, bytes)? else {
            return Ok(Self {
                schema: SCHEMA.to_owned(),
                results: Vec::new(),
            });
        };
        match from_slice::<Self>(&bytes) {
            Ok(baseline) if baseline.schema == SCHEMA => Ok(baseline),
            _ => {
                let why = "is damaged, or was saved by another version of aoc: remove it";
                Err(file_error(format!("{} {why}", path.display())))
            }
        }
    }
}

const BASELINES_FOLDER: &str = "aoc-baselines";

fn baseline_file(target: &Path, name: &str) -> Result<PathBuf> {
    check_name("a baseline", name, "-_.")?;
    check_not_primary("a baseline", name)?;
    let stem = name.split('.').next().unwrap_or(name).to_lowercase();
    let is_device = match stem.strip_suffix(|c: char| c.is_ascii_digit()) {
        Some(port) => matches!(port, "com" | "lpt"),
        None => matches!(&*stem, "aux" | "con" | "nul" | "prn"),
    };
    if is_device {
        return Err(usage_error(format!(
            "`{name}` cannot be the name of a baseline: Windows reserves it for a device"
        )));
    }
    Ok(target.join(BASELINES_FOLDER).join(format!("{name}.json")))
}

/// Fails if `name` is the name that the primary solution has in results. `side` describes what
/// would get this name, such as "a baseline".
pub fn check_not_primary(side: &str, name: &str) -> Result<()> {
    if name == PRIMARY {
        return Err(usage_error(format!(
            "`{name}` cannot be the name of {side}: in results it means the primary solution"
        )));
    }
    Ok(())
}

pub fn saved_names(target: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for entry in entries(&target.join(BASELINES_FOLDER)) {
        let file = entry.file_name().to_string_lossy().into_owned();
        names.extend(file.strip_suffix(".json").map(str::to_owned));
    }
    names
}

#[cfg(test)]
mod tests;

//! The baselines of a project: `target/aoc-baselines/NAME.json`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::baseline::{Baseline, BaselineName, SCHEMA, ToSave};
use super::error::BenchError;
use crate::files::{Lock, Readers, probe_for, read_regular_file, replace};

/// The only field that every version of the file has.
#[derive(Deserialize)]
struct Head {
    schema: String,
}

/// How the schema of every version begins.
const SCHEMA_NAME: &str = "aoc-baseline/";

/// The largest file: a phase takes two kilobytes.
const MAX_FILE: u64 = 64 << 20;

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

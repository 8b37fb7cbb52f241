//! The fingerprint of a built program: hashes of the contents of everything that the program was
//! made from.
//!
//! If the fingerprint still matches, the program is fresh and cargo is not started. If anything
//! differs or cannot be read, cargo decides.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::files::{FileIdentity, file_hash};

/// Files with hashes of their contents, or `None` for a missing file. This is a list and not a map,
/// because sorting the paths would take longer than reading them.
pub type FileHashes = Vec<(PathBuf, Option<u64>)>;

/// A program that was built.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Executable {
    pub path: PathBuf,
    /// The files that the program was made from, with their content hashes at the time of the
    /// build. Includes files that cargo looked for and did not find, because creating one of them
    /// would change the program.
    pub files: Arc<FileHashes>,
    /// True if the year's package was built with features.
    pub has_features: bool,
    /// True if the program checks for overflows. This comes from cargo's messages, because
    /// profiles, environment variables and configuration files can all set it.
    pub checks_overflow: bool,
}

#[derive(Serialize, Deserialize)]
pub struct Fingerprint {
    /// A hash of everything except files. The environment is only hashed, because it may contain
    /// secrets.
    pub settings: u64,
    /// The environment variables that the sources read.
    pub variables: BTreeSet<String>,
    pub program: Executable,
    /// The state of the program's file. Only `aoc` writes this file.
    pub state: FileIdentity,
}

impl Fingerprint {
    /// Reads a fingerprint. Returns `None` if it is missing or invalid.
    pub fn load(path: &Path) -> Option<Self> {
        serde_json::from_slice(&fs::read(path).ok()?).ok()
    }

    /// True if the program and its files are unchanged.
    pub fn has_same_files(&self) -> bool {
        FileIdentity::of(&self.program.path) == Some(self.state)
            && self
                .program
                .files
                .iter()
                .all(|(path, hash)| file_hash(path) == *hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::write;

    #[test]
    fn a_program_that_was_changed_or_a_file_that_came_is_not_fresh() {
        let temp = tempfile::tempdir().unwrap();
        let path = |name: &str| temp.path().join(name);
        write(temp.path(), "program", "1");
        write(temp.path(), "source", "1");
        let files = [path("source"), path("none")].map(|file| {
            let hash = file_hash(&file);
            (file, hash)
        });
        let fingerprint = Fingerprint {
            settings: 0,
            variables: BTreeSet::new(),
            program: Executable {
                path: path("program"),
                files: Arc::new(files.into()),
                has_features: false,
                checks_overflow: true,
            },
            state: FileIdentity::of(&path("program")).unwrap(),
        };
        assert!(fingerprint.has_same_files());
        write(temp.path(), "none", "");
        assert!(!fingerprint.has_same_files());
        fs::remove_file(path("none")).unwrap();
        write(temp.path(), "source", "2");
        assert!(!fingerprint.has_same_files());
        write(temp.path(), "source", "1");
        assert!(fingerprint.has_same_files());
        write(temp.path(), "program", "22");
        assert!(!fingerprint.has_same_files());
    }
}

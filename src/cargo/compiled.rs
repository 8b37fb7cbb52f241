//! What each library and program was last compiled from.
//!
//! Cargo compares times: a file that is older than the last build is unchanged
//! to it, whatever its content. So when cargo calls an artifact fresh, its
//! sources must hash to what they were when it was compiled.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::stamps;

/// The hash of the sources of each artifact.
#[derive(Debug)]
pub struct Compiled {
    path: PathBuf,
    hashes: BTreeMap<String, u64>,
}

impl Compiled {
    /// Reads the records in a folder. Without a record an artifact counts as
    /// changed.
    pub fn load(folder: &Path) -> Self {
        let path = folder.join("compiled.json");
        let text = fs::read(&path).unwrap_or_default();
        Self {
            path,
            hashes: serde_json::from_slice(&text).unwrap_or_default(),
        }
    }

    /// The key of an artifact that is compiled with certain settings.
    pub fn key(artifact: &Path, variant: u64) -> String {
        format!("{variant:016x} {}", artifact.display())
    }

    /// An artifact was compiled from sources with this hash; `None` if they
    /// changed meanwhile.
    pub fn record(&mut self, key: &str, hash: Option<u64>) {
        match hash {
            Some(hash) => self.hashes.insert(key.to_owned(), hash),
            None => self.hashes.remove(key),
        };
    }

    pub fn is(&self, key: &str, hash: u64) -> bool {
        self.hashes.get(key) == Some(&hash)
    }

    /// Writes the records of what still exists. Without them cargo only builds
    /// more than it must.
    pub fn save(mut self) {
        let exists = |key: &str| {
            let path = key.split_once(' ').map(|(_, path)| path);
            path.is_some_and(|path| Path::new(path).exists())
        };
        self.hashes.retain(|key, _| exists(key));
        let _ = stamps::write(&self.path, &self.hashes);
    }
}

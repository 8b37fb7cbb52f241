//! The files of the user's cache folder. Each holds one value that processes share. Almost nothing
//! depends on a file: a missing or invalid file counts as empty. If a file cannot be written, this
//! process keeps its content in memory, and reads it until the file changes.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::site_time::SiteTime;
use crate::config::{Environment, Settings};
use crate::error::{Result, file_error};
use crate::files::{FileIdentity, Lock, MAX_FILE, Readers, if_exists, read_regular_file, replace};
use crate::sync::locked;

/// The settings that the site's client and its cache files need.
#[derive(Clone, Copy)]
pub struct SiteConfig<'a> {
    pub settings: &'a Settings,
    pub environment: &'a Environment,
    pub unwritten: &'a UnwrittenFiles,
}

/// A JSON file in the user's cache folder. Its lock lets only one process change it at a time.
pub struct CacheFile {
    name: String,
    /// The path. `None` if there is no cache folder.
    path: Option<PathBuf>,
    unwritten: UnwrittenFiles,
}

impl CacheFile {
    /// The file `KIND-HOSTSUFFIX.json`.
    pub fn new(config: SiteConfig, kind: &str, suffix: &str) -> Self {
        let host = config.settings.base_url.file_name();
        let name = format!("{kind}-{host}{suffix}.json");
        let folder = config.environment.cache_dir.as_ref();
        Self {
            path: folder.map(|folder| folder.join(&name)),
            name,
            unwritten: config.unwritten.clone(),
        }
    }

    /// Waits until no other process changes the file. If another process is changing it, calls
    /// `waiting` first.
    pub fn lock(&self, waiting: impl FnOnce()) -> Option<Lock> {
        Lock::beside(self.path.as_ref()?, waiting)
    }

    /// True if another process holds the lock of the file.
    pub fn is_locked(&self) -> bool {
        let path = self.path.as_ref();
        path.is_some_and(|path| matches!(Lock::try_acquire(&Lock::file_beside(path)), Ok(None)))
    }

    /// The value in the file. `None` if the file is missing or invalid. Reading needs no lock,
    /// because the file is always replaced as a whole.
    pub fn read<T: DeserializeOwned>(&self) -> Option<T> {
        self.load().ok().flatten()
    }

    /// Like [`Self::read`], but an invalid file is an error.
    pub fn load<T: DeserializeOwned>(&self) -> Result<Option<T>> {
        if let Some(unwritten) = locked(&self.unwritten.0).get(&self.name)
            && unwritten.identity == self.identity()
        {
            return Ok(serde_json::from_str(&unwritten.text).ok());
        }
        let Some(path) = self.path.as_deref() else {
            return Ok(None);
        };
        let Some(bytes) = if_exists(path, read_regular_file(path, MAX_FILE))? else {
            return Ok(None);
        };
        let value = serde_json::from_slice(&bytes);
        value.map_err(|error| file_error(path.display()).caused_by(error))
    }

    /// The last content that this process could not write, even if the file has changed since then.
    /// `None` after a write without an error.
    pub fn unwritten<T: DeserializeOwned>(&self) -> Option<T> {
        let files = locked(&self.unwritten.0);
        serde_json::from_str(&files.get(&self.name)?.text).ok()
    }

    fn identity(&self) -> Option<FileIdentity> {
        FileIdentity::of(self.path.as_deref()?)
    }

    /// Like [`Self::read`], but each of the `recorded` times that is in the future becomes the
    /// present time, because a wrong clock has recorded it. The caller must hold the lock, because
    /// the file is corrected as well.
    pub fn read_corrected<T: Serialize + DeserializeOwned>(
        &self,
        time: SiteTime,
        recorded: impl FnOnce(&mut T) -> Vec<&mut DateTime<Utc>>,
    ) -> Option<T> {
        let mut value: T = self.read()?;
        let mut has_changed = false;
        for recorded in recorded(&mut value) {
            if time.is_future(*recorded) {
                *recorded = time.now();
                has_changed = true;
            }
        }
        if has_changed {
            // Even if the file cannot be written, this process now reads the corrected content.
            let _ = self.write(&value);
        }
        Some(value)
    }

    /// Replaces the file. If that fails, the value is kept in memory.
    pub fn write(&self, value: &impl Serialize) -> Result<()> {
        let text = serde_json::to_string(value).expect("plain data") + "\n";
        let written = match &self.path {
            Some(path) => replace(path, &text, Readers::Owner),
            None => Err(file_error("there is no folder for caches")),
        };
        let mut files = locked(&self.unwritten.0);
        if written.is_ok() {
            files.remove(&self.name);
        } else {
            let identity = self.identity();
            files.insert(self.name.clone(), Unwritten { text, identity });
        }
        written
    }
}

/// The contents of cache files that could not be written, by the names of the files. Clones share
/// them.
#[derive(Clone, Default)]
pub struct UnwrittenFiles(Arc<Mutex<BTreeMap<String, Unwritten>>>);

/// A content that could not be written.
struct Unwritten {
    text: String,
    /// The file that the content should have replaced. `None` if there was no file. A later file is
    /// newer than the content.
    identity: Option<FileIdentity>,
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::testing::environment;

    #[test]
    fn unwritten_content_counts_until_the_file_changes() {
        let temp = tempfile::tempdir().expect("a folder");
        let environment = Environment {
            cache_dir: Some(temp.path().to_owned()),
            ..environment(temp.path(), &[])
        };
        let config = SiteConfig {
            settings: &Settings::default(),
            environment: &environment,
            unwritten: &UnwrittenFiles::default(),
        };
        let file = CacheFile::new(config, "kind", "");
        let path = file.path.clone().expect("a path");
        let state = || (file.read::<u8>(), file.unwritten::<u8>());
        fs::create_dir(&path).expect("a folder in the way");
        file.write(&1).expect_err("a folder");
        assert_eq!(state(), (Some(1), Some(1)));
        // Another process writes the file, and later this one as well.
        fs::remove_dir(&path).expect("no folder");
        fs::write(&path, "2").expect("a file");
        assert_eq!(state(), (Some(2), Some(1)));
        file.write(&3).expect("a file");
        assert_eq!(state(), (Some(3), None));
        fs::write(&path, "4").expect("a file");
        assert_eq!(state(), (Some(4), None));
    }
}

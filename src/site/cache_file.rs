//! The files of the user's cache folder. Each holds one value that processes share. Almost nothing
//! depends on a file: a missing or invalid file counts as empty, and if a file cannot be written,
//! this process keeps its content in memory.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::site_time::SiteTime;
use crate::config::{Environment, Settings};
use crate::error::{Result, file_error};
use crate::files::{Lock, MAX_FILE, Readers, if_exists, read_regular_file, replace};
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

    /// The value in the file. `None` if the file is missing or invalid. Reading needs no lock,
    /// because the file is always replaced as a whole.
    pub fn read<T: DeserializeOwned>(&self) -> Option<T> {
        self.load().ok().flatten()
    }

    /// Like [`Self::read`], but an invalid file is an error.
    pub fn load<T: DeserializeOwned>(&self) -> Result<Option<T>> {
        if let Some(text) = self.unwritten.get(&self.name) {
            return Ok(serde_json::from_str(&text).ok());
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
        match written {
            Ok(()) => self.unwritten.remove(&self.name),
            Err(_) => self.unwritten.insert(&self.name, text),
        }
        written
    }
}

/// The contents of cache files that could not be written, by the names of the files. Clones share
/// them.
#[derive(Clone, Default)]
pub struct UnwrittenFiles(Arc<Mutex<BTreeMap<String, String>>>);

impl UnwrittenFiles {
    pub fn get(&self, name: &str) -> Option<String> {
        locked(&self.0).get(name).cloned()
    }

    pub fn insert(&self, name: &str, text: String) {
        locked(&self.0).insert(name.to_owned(), text);
    }

    pub fn remove(&self, name: &str) {
        locked(&self.0).remove(name);
    }
}

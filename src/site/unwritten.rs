//! Keeps the contents of cache files that cannot be written, until the process ends.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use crate::sync::locked;

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

//! What earlier imports wrote: a copy that nobody has edited since is replaced by the next
//! import, as an untouched template is. It is beside the years, so that it is committed with
//! them and survives `cargo clean`.

use std::collections::BTreeMap;
use std::path::Path;

use xxhash_rust::xxh3::xxh3_64;

use crate::error::Result;
use crate::files::{if_exists, read_text_file, write_source};

/// The file from the root: a line for each copy, with the hash of its text and its path.
const FILE: &str = "days/.imported";

#[derive(Debug, Default)]
pub struct Record(BTreeMap<String, String>);

impl Record {
    /// Reads the record of a project; one that cannot be read protects every copy.
    pub fn read(root: &Path) -> Self {
        let path = root.join(FILE);
        let stored = if_exists(&path, read_text_file(&path)).ok().flatten();
        let text = stored.unwrap_or_default();
        let lines = text.lines().filter_map(|line| line.split_once(' '));
        let entries = lines.map(|(hash, path)| (path.to_owned(), hash.to_owned()));
        Self(entries.collect())
    }

    /// Whether a file is what an import wrote.
    pub fn is_unedited(&self, root: &Path, file: &str) -> bool {
        let text = read_text_file(&root.join(file));
        let hash = text.ok().map(|text| hash_of(&text));
        hash.is_some() && self.0.get(file) == hash.as_ref()
    }

    /// Whether an earlier import wrote a file.
    pub fn has(&self, file: &str) -> bool {
        self.0.contains_key(file)
    }

    pub fn add(&mut self, file: &str, text: &str) {
        self.0.insert(file.to_owned(), hash_of(text));
    }

    pub fn write(&self, root: &Path) -> Result<()> {
        let lines = self.0.iter().map(|(path, hash)| format!("{hash} {path}\n"));
        write_source(&root.join(FILE), lines.collect::<String>())
    }
}

/// The hash of a text, whatever its line ends are.
fn hash_of(text: &str) -> String {
    format!("{:016x}", xxh3_64(text.replace("\r\n", "\n").as_bytes()))
}

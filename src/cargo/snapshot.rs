//! What files contain, as hashes.
//!
//! Contents and not times: files are copied back with the times that they had,
//! saved twice within one tick of the clock, or are links that now lead
//! elsewhere.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Larger files are no sources.
const LARGE: u64 = 16 << 20;

/// The hash of a file's content; `None` if there is no such file, or none that
/// can be read.
///
/// The hash of the standard library: 2 GB/s where the files of a worker are some
/// 200 KB, so a faster one would not be noticed.
pub fn content(path: &Path) -> Option<u64> {
    // A pipe would block.
    if !fs::metadata(path).ok()?.is_file() {
        return None;
    }
    let mut file = File::open(path).ok()?;
    let mut hasher = DefaultHasher::new();
    let mut buffer = [0; 1 << 14];
    loop {
        match file.read(&mut buffer) {
            Ok(0) => return Some(hasher.finish()),
            Ok(length) => hasher.write(&buffer[..length]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return None,
        }
    }
}

/// The contents of files at one time.
#[derive(Debug, Default)]
pub struct Snapshot(BTreeMap<PathBuf, Option<u64>>);

impl Snapshot {
    pub fn take(paths: BTreeSet<PathBuf>) -> Self {
        let contents = paths.into_iter().map(|path| {
            let content = content(&path);
            (path, content)
        });
        Self(contents.collect())
    }

    /// Whether the file had this content. What was not looked at counts as
    /// missing.
    pub fn had(&self, path: &Path, content: Option<u64>) -> bool {
        self.0.get(path).copied().unwrap_or_default() == content
    }

    /// Whether it is not known if the file had this content.
    pub fn is_unsure(&self, path: &Path, content: Option<u64>) -> bool {
        content.is_some() && !self.0.contains_key(path)
    }

    pub fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        self.0.keys()
    }

    /// The content of a file, which is read the first time that it is asked
    /// for.
    pub fn look(&mut self, path: &Path) -> Option<u64> {
        if let Some(content) = self.0.get(path) {
            return *content;
        }
        let content = content(path);
        self.0.insert(path.to_path_buf(), content);
        content
    }
}

/// The files below a folder but for `skipped` and hidden and very large ones;
/// links to folders are not followed.
pub fn files_below(folder: &Path, skipped: &Path, files: &mut BTreeSet<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        let Ok(metadata) = entry.metadata() else {
            continue;
        };
        if hidden || path == skipped || metadata.len() > LARGE {
            continue;
        }
        if metadata.is_dir() {
            files_below(&path, skipped, files);
        } else {
            files.insert(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::write;

    #[test]
    fn only_the_content_counts() {
        let temp = tempfile::tempdir().unwrap();
        let file = temp.path().join("file");
        assert_eq!(content(&file), None);
        assert_eq!(content(temp.path()), None);
        fs::write(&file, "one").unwrap();
        let one = content(&file);
        assert!(one.is_some());
        fs::write(&file, "two").unwrap();
        assert_ne!(content(&file), one);
        let long = "x".repeat(100_000);
        fs::write(&file, &long).unwrap();
        let hash = content(&file);
        fs::write(&file, long.replacen('x', "y", 1)).unwrap();
        assert_ne!(content(&file), hash);
        fs::write(&file, "one").unwrap();
        assert_eq!(content(&file), one);
    }

    #[test]
    fn remembers_the_first_look() {
        let temp = tempfile::tempdir().unwrap();
        let file = temp.path().join("file");
        let mut snapshot = Snapshot::default();
        assert!(snapshot.had(&file, None) && snapshot.is_unsure(&file, Some(1)));
        assert_eq!(snapshot.look(&file), None);
        fs::write(&file, "").unwrap();
        assert_eq!(snapshot.look(&file), None);
        assert!(snapshot.had(&file, None) && !snapshot.is_unsure(&file, Some(1)));
    }

    #[test]
    fn finds_files_but_not_what_is_built() {
        let temp = tempfile::tempdir().unwrap();
        for file in ["a", "b/c", "target/x", ".git/x", ".x"] {
            write(temp.path(), file, "");
        }
        let mut files = BTreeSet::new();
        files_below(temp.path(), &temp.path().join("target"), &mut files);
        assert_eq!(files, ["a", "b/c"].map(|it| temp.path().join(it)).into());
    }
}

//! A file of a repository.

use std::path::{Path, PathBuf};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// From the repository's root, with slashes.
    pub path: String,
    pub text: String,
}

impl File {
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            text: text.into(),
        }
    }

    pub fn below(&self, root: &Path) -> PathBuf {
        root.join(&self.path)
    }
}

/// Whether two texts differ in nothing but line ends: git may have changed them.
pub fn is_same(one: &str, other: &str) -> bool {
    one == other || one.replace("\r\n", "\n") == other.replace("\r\n", "\n")
}

//! Creates the files that a repository lacks.

use std::path::Path;

use crate::error::Result;
use crate::files::{read_text_file, write_source};

/// A file of a repository.
#[derive(Debug, PartialEq)]
pub struct NewFile {
    /// The path from the repository's root, with slashes.
    pub path: String,
    pub text: String,
}

impl NewFile {
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            text: text.into(),
        }
    }

    /// Compares the file below `root` with this text.
    pub fn state_in(&self, root: &Path) -> FileState {
        let path = root.join(&self.path);
        if path.symlink_metadata().is_err() {
            return FileState::Missing;
        }
        match read_text_file(&path) {
            Ok(text) if without_cr(&text) == without_cr(&self.text) => FileState::Same,
            _ => FileState::Different,
        }
    }
}

/// The file at the path of a [`NewFile`].
#[derive(PartialEq)]
pub enum FileState {
    Missing,
    /// The file has the same text, except line endings, which git may change.
    Same,
    /// The file has another text, or it cannot be read.
    Different,
}

/// A text with the line endings of Unix.
pub(super) fn without_cr(text: &str) -> String {
    text.replace("\r\n", "\n")
}

/// What [`create_missing`] did.
#[derive(Debug, Default, PartialEq)]
pub struct CreatedFiles {
    /// The paths of the new files.
    pub created: Vec<String>,
    /// The paths of existing files with another text.
    pub kept: Vec<String>,
}

/// Creates the missing files below `root`, which is created too. If one cannot be written or
/// the process is killed, only whole files exist, and the next call creates the rest.
pub fn create_missing(root: &Path, files: &[NewFile]) -> Result<CreatedFiles> {
    let mut result = CreatedFiles::default();
    for file in files {
        match file.state_in(root) {
            FileState::Same => {}
            FileState::Different => result.kept.push(file.path.clone()),
            FileState::Missing => {
                write_source(&root.join(&file.path), &file.text)?;
                result.created.push(file.path.clone());
            }
        }
    }
    Ok(result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::write as put;

    #[test]
    fn creates_what_is_missing_and_keeps_what_is_there() {
        let temp = tempfile::tempdir().unwrap();
        put(temp.path(), "a", "mine");
        put(temp.path(), "f", "te\r\nxt");
        let file = |path: &str| NewFile::new(path, "te\nxt");
        let files = [file("a"), file("b/c/d"), file("b/e"), file("f")];
        let done = create_missing(temp.path(), &files).unwrap();
        assert_eq!(done.created, ["b/c/d", "b/e"]);
        assert_eq!(done.kept, ["a"]);
        let again = create_missing(temp.path(), &files[1..]).unwrap();
        assert_eq!(again, CreatedFiles::default());
        assert!(create_missing(temp.path(), &[file("g/h"), file("a/b")]).is_err());
    }
}

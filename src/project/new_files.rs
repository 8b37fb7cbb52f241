//! Creates files that are missing in a repository.

use std::fs::{remove_dir, remove_file};
use std::path::{Path, PathBuf};

use super::root::Project;
use crate::error::Result;
use crate::files::{read_text_file, unix_lines};

/// A file to create in a repository.
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
            Ok(text) if unix_lines(&text) == unix_lines(&self.text) => FileState::Same,
            _ => FileState::Different,
        }
    }
}

/// The state of the file at the path of a [`NewFile`].
#[derive(PartialEq)]
pub enum FileState {
    Missing,
    /// The file has this text. Line ends may differ, because git may change them.
    Same,
    /// The file has another text or cannot be read.
    Different,
}

/// The files that were created or changed in a repository. The paths are relative to its root and
/// have slashes.
#[derive(Debug, Default, PartialEq)]
pub struct FileChanges {
    pub created: Vec<String>,
    /// The existing files that have another text and were not changed.
    pub kept: Vec<String>,
    pub replaced: Vec<String>,
    pub removed: Vec<String>,
}

impl Project {
    /// Creates the missing files and the root. If one file cannot be created, all new files are
    /// removed again. If the process is killed, the files created so far are complete, and the next
    /// call creates the rest.
    pub fn create_missing(&self, files: &[NewFile]) -> Result<FileChanges> {
        let mut changes = FileChanges::default();
        let mut written = Vec::new();
        for file in files {
            match file.state_in(&self.root) {
                FileState::Same => {}
                FileState::Different => changes.kept.push(file.path.clone()),
                FileState::Missing => {
                    let path = self.root.join(&file.path);
                    let mut missing: Vec<PathBuf> = path
                        .ancestors()
                        .skip(1)
                        .take_while(|folder| folder.symlink_metadata().is_err())
                        .map(Path::to_owned)
                        .collect();
                    missing.reverse();
                    written.extend(missing);
                    if let Err(error) = self.create(&path, &file.text) {
                        remove_all(&written);
                        return Err(error);
                    }
                    written.push(path);
                    changes.created.push(file.path.clone());
                }
            }
        }
        Ok(changes)
    }
}

/// Removes files and folders in reverse order. Keeps folders that are not empty.
fn remove_all(written: &[PathBuf]) {
    for path in written.iter().rev() {
        if remove_file(path).is_err() {
            let _ = remove_dir(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{no_variables, write as put};

    #[test]
    fn creates_what_is_missing_and_keeps_what_is_there() {
        let temp = tempfile::tempdir().unwrap();
        let project = Project::at(temp.path(), &no_variables());
        put(temp.path(), "a", "mine");
        put(temp.path(), "f", "te\r\nxt");
        let file = |path: &str| NewFile::new(path, "te\nxt");
        let files = [file("a"), file("b/c/d"), file("b/e"), file("f")];
        let done = project.create_missing(&files).unwrap();
        assert_eq!(done.created, ["b/c/d", "b/e"]);
        assert_eq!(done.kept, ["a"]);
        let again = project.create_missing(&files[1..]).unwrap();
        assert_eq!(again, FileChanges::default());
        // If not all files can be created, none stays.
        put(temp.path(), "g/mine", "mine");
        let files = [file("g/h"), file("i/j/k"), file("a/b")];
        assert!(project.create_missing(&files).is_err());
        assert!(!temp.path().join("i").exists() && !temp.path().join("g/h").exists());
        assert!(temp.path().join("g/mine").exists());
    }
}

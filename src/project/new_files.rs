//! Creates files together, or none of them.

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::error::CliError;
use crate::files::{MAX_TEXT, Readers, create, read_regular_file};

/// A file of a repository.
#[derive(Clone, Debug, PartialEq, Eq)]
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
        match read_regular_file(&path, MAX_TEXT) {
            Ok(bytes) if without_cr(&String::from_utf8_lossy(&bytes)) == without_cr(&self.text) => {
                FileState::Same
            }
            Err(_) if !path.is_symlink() && !path.exists() => FileState::Missing,
            _ => FileState::Different,
        }
    }
}

/// The file at the path of a [`NewFile`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// Creates the missing files below `root`, which is created too. Returns the created
/// paths, and the paths of existing files with another text, which are kept. If one file
/// cannot be written, the others are removed. If the process is killed, only whole files
/// exist, and the next call creates the rest.
pub fn create_missing(root: &Path, files: &[NewFile]) -> Result<[Vec<String>; 2], CliError> {
    let (mut created, mut kept) = (Vec::new(), Vec::new());
    let mut written = Vec::new();
    for file in files {
        match file.state_in(root) {
            FileState::Missing => created.push(file.path.clone()),
            FileState::Same => continue,
            FileState::Different => {
                kept.push(file.path.clone());
                continue;
            }
        }
        let path = root.join(&file.path);
        if let Err(error) = write(&path, &file.text, &mut written) {
            for path in written.iter().rev() {
                // A folder is not removed if something else was put into it.
                let _ = fs::remove_file(path).or_else(|_| fs::remove_dir(path));
            }
            return Err(CliError::write(&path, error));
        }
    }
    Ok([created, kept])
}

/// Writes a file and its missing folders, and adds all of them to `written`.
fn write(path: &Path, text: &str, written: &mut Vec<PathBuf>) -> io::Result<()> {
    let folders = path.ancestors().skip(1);
    let missing: Vec<&Path> = folders.take_while(|folder| !folder.is_dir()).collect();
    for folder in missing.into_iter().rev() {
        fs::create_dir(folder).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => io::ErrorKind::NotADirectory.into(),
            _ => error,
        })?;
        written.push(folder.to_path_buf());
    }
    create(path, text, Readers::Usual)?;
    written.push(path.to_path_buf());
    Ok(())
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
        let create = |paths: &str| {
            let files = paths.split(' ').map(|path| NewFile::new(path, "te\nxt"));
            create_missing(temp.path(), &files.collect::<Vec<_>>())
        };
        let told = |paths: &str| create(paths).unwrap().map(|it| it.join(" "));
        assert_eq!(told("a b/c/d b/e f"), ["b/c/d b/e", "a"]);
        assert_eq!(told("b/c/d b/e"), ["", ""]);
        // Nothing stays of what could not be written as a whole.
        assert!(create("g/h a/b").is_err());
        assert!(!temp.path().join("g").exists());
    }
}

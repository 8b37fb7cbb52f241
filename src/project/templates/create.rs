//! Creating the files that are missing: all of them, or none. Killed at any
//! moment, it leaves whole files, and the next call creates the others.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::error::TemplateError;
use super::file::{File, is_same};
use super::library::read;
use crate::files;
use crate::files::{Readers, TEMPORARY_PREFIX};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Created {
    /// From the root, with slashes.
    pub created: Vec<String>,
    /// Files that have another text, and were not touched.
    pub kept: Vec<String>,
}

/// Creates those of the files that do not exist below `root`, which need not
/// exist either. If one of them cannot be written, none is.
pub fn create_missing(root: &Path, files: &[File]) -> Result<Created, TemplateError> {
    let mut done = Created::default();
    let mut missing = Vec::new();
    for file in files {
        if !exists(root, file)? {
            missing.push(file);
        } else if read(&file.below(root)).is_some_and(|text| !is_same(&text, &file.text)) {
            done.kept.push(file.path.clone());
        }
    }
    remove_leftovers(root, &missing);
    let mut written = Written::default();
    for file in missing {
        written.add(&file.below(root), &file.text)?;
        done.created.push(file.path.clone());
    }
    written.keep();
    Ok(done)
}

/// Whether there is such a file. An error if there is something else, or if one
/// of its folders is not a folder.
fn exists(root: &Path, file: &File) -> Result<bool, TemplateError> {
    let path = file.below(root);
    for folder in path.ancestors().skip(1) {
        match fs::metadata(folder) {
            Ok(metadata) if metadata.is_dir() => break,
            // A dangling link is in the way too.
            Err(error) if is_absent(&error) && folder.symlink_metadata().is_err() => {}
            Ok(_) => return Err(in_the_way(folder, "folder")),
            Err(error) if is_absent(&error) => return Err(in_the_way(folder, "folder")),
            Err(why) => return Err(cannot_read(folder, why)),
        }
    }
    match fs::metadata(&path) {
        Ok(metadata) if metadata.is_file() => Ok(true),
        Err(error) if is_absent(&error) && path.symlink_metadata().is_err() => Ok(false),
        Ok(_) => Err(in_the_way(&path, "file")),
        Err(error) if is_absent(&error) => Err(in_the_way(&path, "file")),
        Err(why) => Err(cannot_read(&path, why)),
    }
}

fn in_the_way(path: &Path, expected: &'static str) -> TemplateError {
    let path = path.to_path_buf();
    TemplateError::InTheWay { path, expected }
}

fn cannot_read(path: &Path, why: io::Error) -> TemplateError {
    let path = path.to_path_buf();
    TemplateError::Read { path, why }
}

fn is_absent(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}

/// Removes what a killed call left: temporary files with the beginning of a
/// text that belongs in the same folder.
fn remove_leftovers(root: &Path, missing: &[&File]) {
    let folders: BTreeSet<PathBuf> = missing
        .iter()
        .filter_map(|file| Some(file.below(root).parent()?.to_path_buf()))
        .collect();
    for folder in folders {
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        for path in entries.map(|entry| entry.path()) {
            let name = path.file_name().unwrap_or_default();
            if !name.to_string_lossy().starts_with(TEMPORARY_PREFIX) {
                continue;
            }
            let Some(text) = read(&path) else { continue };
            let mut here = missing
                .iter()
                .filter(|file| file.below(root).parent() == Some(&folder));
            if here.any(|file| file.text.starts_with(&text)) {
                // One that cannot be removed does no harm.
                let _ = fs::remove_file(&path);
            }
        }
    }
}

/// What was written so far: removed again when this is dropped.
#[derive(Default)]
struct Written {
    files: Vec<PathBuf>,
    folders: Vec<PathBuf>,
}

impl Written {
    fn add(&mut self, path: &Path, text: &str) -> Result<(), TemplateError> {
        let failed = |path: &Path, why| TemplateError::Write {
            path: path.to_path_buf(),
            why,
        };
        let folder = path.parent().unwrap_or(Path::new("."));
        let missing = folder.ancestors().take_while(|folder| !folder.is_dir());
        for folder in missing.collect::<Vec<_>>().into_iter().rev() {
            fs::create_dir(folder).map_err(|why| failed(folder, why))?;
            self.folders.push(folder.to_path_buf());
        }
        files::create(path, text, Readers::Usual).map_err(|why| failed(path, why))?;
        self.files.push(path.to_path_buf());
        Ok(())
    }

    fn keep(mut self) {
        self.files.clear();
        self.folders.clear();
    }
}

impl Drop for Written {
    fn drop(&mut self) {
        for file in &self.files {
            let _ = fs::remove_file(file);
        }
        // Fails on purpose if something else was put into it.
        for folder in self.folders.iter().rev() {
            let _ = fs::remove_dir(folder);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::{Exit, HasExit};

    fn files(paths: &[&str]) -> Vec<File> {
        paths.iter().map(|&path| File::new(path, "text")).collect()
    }

    fn strings(paths: &[&str]) -> Vec<String> {
        paths.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn creates_what_is_missing_and_keeps_what_is_there() {
        let temp = tempfile::tempdir().unwrap();
        fs::create_dir_all(temp.path().join(".git")).unwrap();
        fs::write(temp.path().join("a"), "mine").unwrap();
        fs::write(temp.path().join("f"), "text").unwrap();
        let done = create_missing(temp.path(), &files(&["a", "b/c/d", "b/e", "f"])).unwrap();
        assert_eq!(done.created, strings(&["b/c/d", "b/e"]));
        assert_eq!(done.kept, strings(&["a"]));
        for (path, text) in [("a", "mine"), ("b/c/d", "text"), ("b/e", "text")] {
            assert_eq!(fs::read_to_string(temp.path().join(path)).unwrap(), text);
        }
        let again = create_missing(temp.path(), &files(&["a", "b/c/d", "b/e"])).unwrap();
        assert_eq!(again.created, strings(&[]));
    }

    #[test]
    fn writes_nothing_where_something_is_in_the_way() {
        let temp = tempfile::tempdir().unwrap();
        fs::write(temp.path().join("b"), "mine").unwrap();
        fs::create_dir(temp.path().join("e")).unwrap();
        for (paths, name, expected) in [(["a", "b/c"], "b", "folder"), (["a", "e"], "e", "file")] {
            let error = create_missing(temp.path(), &files(&paths)).unwrap_err();
            assert_eq!(
                error.to_string(),
                format!(
                    "{} is not a {expected}: move it away or choose another folder",
                    temp.path().join(name).display()
                )
            );
            assert_eq!(error.exit(), Exit::Usage);
        }
        assert_eq!(fs::read_dir(temp.path()).unwrap().count(), 2);
    }

    #[cfg(unix)]
    #[test]
    fn a_dangling_link_is_in_the_way() {
        let temp = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink("nowhere", temp.path().join("a")).unwrap();
        for path in ["a", "a/b"] {
            let error = create_missing(temp.path(), &files(&[path])).unwrap_err();
            assert!(matches!(error, TemplateError::InTheWay { .. }), "{error}");
        }
    }

    #[test]
    fn leaves_nothing_behind_when_a_write_fails() {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path().join("new/repository");
        fs::create_dir(temp.path().join("new")).unwrap();
        let long = "x".repeat(300);
        let paths = ["a", "b/c", &format!("b/{long}/d")];
        let error = create_missing(&root, &files(&paths)).unwrap_err();
        assert_eq!(error.exit(), Exit::Files);
        assert_eq!(fs::read_dir(temp.path().join("new")).unwrap().count(), 0);
    }

    #[test]
    fn what_a_killed_call_left_is_removed() {
        let temp = tempfile::tempdir().unwrap();
        for (name, text) in [(".tmpAbCdEf", "te"), (".tmpOther", "mine"), ("te", "te")] {
            fs::write(temp.path().join(name), text).unwrap();
        }
        create_missing(temp.path(), &files(&["a"])).unwrap();
        let names = fs::read_dir(temp.path()).unwrap();
        let mut names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, [".tmpOther", "a", "te"]);
    }
}

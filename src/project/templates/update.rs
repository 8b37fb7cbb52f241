//! Bringing a repository's copy of the library up to date.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::error::TemplateError;
use super::file::{File, is_same};
use super::library::{self, FOLDER, RECORD};
use crate::files;
use crate::files::Readers;

/// What an update changed; nothing if the library was up to date. Paths are
/// from the root, with slashes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Updated {
    /// `None` if the library had no manifest with a version.
    pub from: Option<String>,
    pub to: String,
    pub added: Vec<String>,
    pub replaced: Vec<String>,
    pub removed: Vec<String>,
}

/// Replaces the library below `root` by this version's. Refused, unless
/// `force`, if a file was edited since `aoc` wrote it, or may have been, and if
/// the library is newer. Files that are not the library's stay.
///
/// The record is written last: killed at any moment, the next call takes the
/// files that are new already for what they are.
pub fn update_library(root: &Path, force: bool) -> Result<Updated, TemplateError> {
    let folder = root.join(FOLDER);
    if !folder.is_dir() {
        return Err(TemplateError::NoLibrary { folder });
    }
    let manifest = library::read(&folder.join("Cargo.toml"));
    let mut done = Updated {
        from: manifest.as_deref().and_then(library::version),
        to: library::own_version(),
        ..Updated::default()
    };
    let recorded = library::record(root);
    let record = recorded.clone().unwrap_or_default();
    let (mut files, mut edited) = (library::files(), Vec::new());
    // The record is the first.
    files.rotate_left(1);
    let name = |path: &str| path[FOLDER.len() + 1..].to_owned();

    for path in record.paths() {
        let path = format!("{FOLDER}/{path}");
        let Some(text) = library::read(&root.join(&path)) else {
            continue;
        };
        if files.iter().all(|file| file.path != path) {
            edited.extend((!record.has(&name(&path), &text)).then(|| path.clone()));
            done.removed.push(path);
        }
    }
    let mut changed = Vec::new();
    for file in &files {
        let Some(text) = library::read(&file.below(root)) else {
            done.added.push(file.path.clone());
            changed.push(file);
            continue;
        };
        if !is_same(&text, &file.text) {
            let ours = name(&file.path) == RECORD || record.has(&name(&file.path), &text);
            edited.extend((!ours).then(|| file.path.clone()));
            done.replaced.push(file.path.clone());
            changed.push(file);
        }
    }
    if !force {
        let found = done.from.as_deref().unwrap_or_default();
        if numbers(found) > numbers(&done.to) {
            let (found, own) = (found.to_owned(), done.to);
            return Err(TemplateError::NewerLibrary { folder, found, own });
        }
        if !edited.is_empty() {
            let paths = edited.iter().map(|path| root.join(path)).collect();
            let recorded = recorded.is_some();
            return Err(TemplateError::EditedLibrary { paths, recorded });
        }
    }
    apply(root, &done.removed, &changed)?;
    Ok(done)
}

fn apply(root: &Path, removed: &[String], changed: &[&File]) -> Result<(), TemplateError> {
    let failed = |path: PathBuf, why| TemplateError::Write { path, why };
    for file in changed {
        let path = file.below(root);
        if path.is_dir() {
            let expected = "file";
            return Err(TemplateError::InTheWay { path, expected });
        }
        files::replace(&path, &file.text, Readers::Usual).map_err(|why| failed(path, why))?;
    }
    for path in removed {
        let path = root.join(path);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(failed(path, error));
            }
            _ => {}
        }
        // Fails on purpose if something is left in it.
        let _ = path.parent().map(fs::remove_dir);
    }
    Ok(())
}

/// A version's numbers, to compare; none if it is of another form.
pub fn numbers(version: &str) -> Vec<u64> {
    let release = version.split(['-', '+']).next().unwrap_or_default();
    let numbers: Result<_, _> = release.split('.').map(str::parse).collect();
    numbers.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::checksums;
    use super::*;
    use crate::error::{Exit, HasExit};
    use crate::testing::write;

    /// A repository with the library, as an earlier version may have written
    /// it: `src/lib.rs` is different, `src/old.rs` is gone since, and
    /// `src/answer.rs` is new.
    struct Repository(tempfile::TempDir);

    impl Repository {
        fn new() -> Self {
            let this = Self(tempfile::tempdir().unwrap());
            for file in library::files() {
                this.write(&file.path, &file.text);
            }
            this.write(&in_library("src/lib.rs"), "old");
            this.write(&in_library("src/old/a.rs"), "gone");
            fs::remove_file(this.0.path().join(in_library("src/answer.rs"))).unwrap();
            let version = this.read("Cargo.toml").replace(
                &format!("version = \"{}\"", library::own_version()),
                "version = \"0.0.9\"",
            );
            this.write(&in_library("Cargo.toml"), &version);
            this.record();
            this
        }

        fn record(&self) {
            let mut texts = Vec::new();
            for file in library::files() {
                let path = file.below(self.0.path());
                let name = file.path[FOLDER.len() + 1..].to_owned();
                if let Ok(text) = fs::read_to_string(path)
                    && name != RECORD
                {
                    texts.push((name, text));
                }
            }
            texts.push(("src/old/a.rs".to_owned(), "gone".to_owned()));
            let texts = texts
                .iter()
                .map(|(name, text)| (name.as_str(), text.as_str()));
            let record = checksums::of(texts).to_string();
            self.write(&in_library(RECORD), &record);
        }

        fn write(&self, path: &str, text: &str) {
            write(self.0.path(), path, text);
        }

        fn read(&self, name: &str) -> String {
            fs::read_to_string(self.0.path().join(in_library(name))).unwrap()
        }

        fn update(&self, force: bool) -> Result<Updated, TemplateError> {
            update_library(self.0.path(), force)
        }

        /// Nothing is left to do, and the record is this version's.
        fn is_current(&self) {
            let again = self.update(false).unwrap();
            assert_eq!((again.added.len(), again.replaced.len()), (0, 0));
            assert_eq!(again.removed.len(), 0);
            assert!(!library::differs(self.0.path()));
            let record = library::record(self.0.path()).unwrap();
            assert!(record.has("src/lib.rs", &self.read("src/lib.rs")));
        }
    }

    fn in_library(name: &str) -> String {
        format!("{FOLDER}/{name}")
    }

    #[test]
    fn what_was_not_edited_is_replaced() {
        let repository = Repository::new();
        repository.write(&in_library("src/mine.rs"), "mine");
        let done = repository.update(false).unwrap();
        assert_eq!(done.from.as_deref(), Some("0.0.9"));
        assert_eq!(done.to, library::own_version());
        assert_eq!(done.added, [in_library("src/answer.rs")]);
        let updated = ["Cargo.toml", "src/lib.rs", RECORD].map(in_library);
        assert_eq!(done.replaced, updated);
        assert_eq!(done.removed, [in_library("src/old/a.rs")]);
        assert!(!repository.0.path().join(in_library("src/old")).exists());
        assert_eq!(repository.read("src/mine.rs"), "mine");
        repository.is_current();
    }

    #[test]
    fn edits_are_kept_unless_forced() {
        let repository = Repository::new();
        repository.write(&in_library("src/lib.rs"), "edited");
        let error = repository.update(false).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!(
                "{} was edited: `aoc init --update --force` replaces it",
                repository.0.path().join(in_library("src/lib.rs")).display()
            )
        );
        assert_eq!(error.exit(), Exit::Refused);
        assert_eq!(repository.read("src/lib.rs"), "edited");
        repository.write(&in_library("src/old/a.rs"), "edited");
        let error = repository.update(false).unwrap_err().to_string();
        assert!(
            error.contains("a.rs and 1 other file were edited"),
            "{error}"
        );
        repository.update(true).unwrap();
        repository.is_current();
    }

    #[test]
    fn without_a_record_nobody_knows_what_was_edited() {
        let repository = Repository::new();
        fs::remove_file(repository.0.path().join(in_library(RECORD))).unwrap();
        let error = repository.update(false).unwrap_err().to_string();
        assert!(
            error.contains("1 other file may have been edited"),
            "{error}"
        );
        repository.update(true).unwrap();
        repository.is_current();
    }

    #[test]
    fn line_ends_are_no_edit() {
        let repository = Repository::new();
        for name in ["src/lib.rs", "src/random.rs", RECORD] {
            let text = repository.read(name).replace('\n', "\r\n");
            repository.write(&in_library(name), &text);
        }
        repository.update(false).unwrap();
        repository.is_current();
    }

    #[test]
    fn a_killed_update_can_be_finished() {
        let repository = Repository::new();
        let lib = library::files();
        let lib = lib.iter().find(|file| file.path.ends_with("src/lib.rs"));
        repository.write(&in_library("src/lib.rs"), &lib.unwrap().text);
        repository.update(false).unwrap();
        repository.is_current();
    }

    #[test]
    fn a_newer_library_stays() {
        let repository = Repository::new();
        let newer = repository.read("Cargo.toml").replace("0.0.9", "9.10.0");
        repository.write(&in_library("Cargo.toml"), &newer);
        repository.record();
        let error = repository.update(false).unwrap_err();
        assert!(error.to_string().contains("9.10.0, newer than"), "{error}");
        assert_eq!(error.exit(), Exit::Refused);
        assert!(numbers("0.10.0") > numbers("0.9.1-beta.2"));
    }

    #[test]
    fn there_must_be_a_library() {
        let temp = tempfile::tempdir().unwrap();
        let error = update_library(temp.path(), true).unwrap_err();
        assert_eq!(error.exit(), Exit::Usage);
    }
}

//! The library that days are written with. A repository contains a copy of the library, and a list
//! of the copy's files with their hashes. The hashes tell `aoc init --update` which files the user
//! has edited.

use std::fs::{remove_dir, remove_file};
use std::path::Path;

use aoc_solution::source;
use toml::Table;

use super::git::Git;
use super::new_files::{FileChanges, FileState, NewFile};
use super::root::Project;
use crate::error::{CliError, Exit, Result, usage_error};
use crate::files::{
    WrittenFiles, if_exists, is_same_text, read_text_file, slashed, source_files, toml_at,
};

/// The name of the library's package in manifests.
pub const LIBRARY_PACKAGE: &str = "aoc-solution";

/// The library's folder in a repository.
pub const LIBRARY: &str = "vendor/aoc-solution";

/// The file with the path and the hash of each file that `aoc` wrote into the folder.
const HASHES: &str = "vendor/aoc-solution.hashes";

/// The state of a repository's copy of the library, compared with the library of this version.
#[derive(Debug, PartialEq)]
pub enum LibraryState {
    /// There is no copy, and no year is built with one.
    NotNeeded,
    /// A year is built with the copy, which is missing.
    Missing,
    /// A year is built with the copy, whose manifest has no version.
    Damaged,
    /// The copy lacks this file that `aoc` wrote. `differs` is true if other files have other text.
    Incomplete { file: String, differs: bool },
    /// The copy is the library of this version.
    Current,
    /// The copy has the number of this version, but other text.
    Differs,
    /// The copy is of this earlier version.
    Older(String),
    /// The copy is of this later version.
    Newer(String),
}

impl LibraryState {
    /// The advice for the user, mostly a command. `None` if there is nothing to do.
    pub fn fix(&self) -> Option<&'static str> {
        match self {
            Self::NotNeeded | Self::Current => None,
            // `aoc init` adds nothing to a library that differs.
            Self::Missing | Self::Incomplete { differs: false, .. } => Some("aoc init"),
            Self::Incomplete { .. } | Self::Differs | Self::Older(_) => Some("aoc init --update"),
            Self::Damaged => Some("restore it with git, or remove it and run `aoc init --update`"),
            Self::Newer(_) => Some("update aoc"),
        }
    }
}

/// The library's files in this version, with paths from a repository's root. The last file has the
/// hashes of the others.
pub fn library_files() -> Vec<NewFile> {
    let mut files: Vec<NewFile> = source::files()
        .map(|(name, text)| NewFile::new(format!("{LIBRARY}/{name}"), text))
        .collect();
    files.push(NewFile::new(HASHES, built_in_hashes().list()));
    files
}

/// The hashes of the files that this `aoc` contains.
fn built_in_hashes() -> WrittenFiles {
    let mut hashes = WrittenFiles::default();
    for (name, text) in source::files() {
        hashes.add(&format!("{LIBRARY}/{name}"), text);
    }
    hashes
}

/// The first missing file of those that `aoc` wrote into the library below `root`.
fn missing_library_file(root: &Path) -> Option<String> {
    let list = read_text_file(&root.join(HASHES)).ok()?;
    let written = WrittenFiles::parse(&list);
    let missing = written.paths().find(|path| !root.join(path).exists());
    missing.map(str::to_owned)
}

/// True if a file of the library below `root` differs from the file in this version. Missing files
/// do not count.
pub(super) fn library_differs(root: &Path) -> bool {
    library_files()
        .iter()
        .any(|file| file.state_in(root) == FileState::Different)
}

impl Project {
    /// The state of the repository's copy of the library.
    pub fn library_state(&self) -> LibraryState {
        let root = &self.root;
        let Some(version) = library_version_in(root) else {
            return if !self.needs_library() {
                LibraryState::NotNeeded
            } else if root.join(LIBRARY).join("Cargo.toml").exists() {
                LibraryState::Damaged
            } else {
                LibraryState::Missing
            };
        };
        if is_newer(&version) {
            return LibraryState::Newer(version);
        }
        if version != built_in_library_version() {
            return LibraryState::Older(version);
        }
        let differs = library_differs(root);
        match missing_library_file(root) {
            Some(file) => LibraryState::Incomplete { file, differs },
            None if differs => LibraryState::Differs,
            None => LibraryState::Current,
        }
    }

    /// True if a year depends on the copy of the library in the repository.
    fn needs_library(&self) -> bool {
        self.years().into_iter().any(|year| {
            let manifest = read_text_file(&self.manifest_of(year));
            manifest.is_ok_and(|manifest| manifest.contains(LIBRARY))
        })
    }

    /// Replaces the library with the library of this version. If it is up to date, nothing changes.
    /// Fails if files of the user would change, as [`check_edits`] defines them, or if a path has a
    /// link. `force` also replaces a newer version, and edits that are committed.
    pub fn update_library(&self, force: bool) -> Result<FileChanges> {
        let root = &self.root;
        let folder = root.join(LIBRARY);
        if !folder.is_dir() {
            return Err(usage_error(format!(
                "there is no library in {}, so there is nothing to update; `aoc init` creates a \
                 repository",
                folder.display()
            )));
        }
        let files = library_files();
        let changes = planned_changes(root, &files);
        for path in changes
            .replaced
            .iter()
            .chain(&changes.created)
            .chain(&changes.removed)
        {
            self.check_library_links(path)?;
        }
        let found = library_version_in(root).unwrap_or_default();
        if !force && is_newer(&found) {
            let built_in = built_in_library_version();
            return Err(refusal(format!(
                "{} is version {found}, newer than the {built_in} that this aoc has: update aoc, or \
                 replace it with `aoc init --update --force`",
                folder.display()
            )));
        }
        check_edits(root, self.git().as_ref(), force, &changes)?;
        for path in &changes.removed {
            let path = root.join(path);
            remove_file(&path).map_err(|error| CliError::cannot_write(&path, error))?;
            for folder in path.ancestors().skip(1) {
                // Removing a folder fails if it is not empty.
                if remove_dir(folder).is_err() {
                    break;
                }
            }
        }
        // The hashes are written last, so an interrupted update can be repeated.
        for file in &files {
            if file.state_in(root) != FileState::Same {
                self.write(&root.join(&file.path), &file.text)?;
            }
        }
        Ok(changes)
    }
}

/// The version of the library below `root`. `None` if there is no library, or if its manifest is
/// damaged.
fn library_version_in(root: &Path) -> Option<String> {
    let manifest = root.join(LIBRARY).join("Cargo.toml");
    package_version(&read_text_file(&manifest).ok()?)
}

fn package_version(manifest: &str) -> Option<String> {
    let manifest: Table = manifest.parse().ok()?;
    let version = toml_at(&manifest, &["package", "version"])?;
    Some(version.as_str()?.to_owned())
}

/// The version that this `aoc` contains.
pub fn built_in_library_version() -> String {
    let (_, manifest) = source::files().next().expect("a manifest");
    package_version(manifest).expect("a version")
}

/// True if a version of the library is later than the one that this `aoc` contains.
fn is_newer(version: &str) -> bool {
    version_numbers(version) > version_numbers(&built_in_library_version())
}

fn version_numbers(version: &str) -> Vec<u64> {
    let numbers = version.split('.');
    numbers.map_while(|number| number.parse().ok()).collect()
}

/// The changes that turn the library below `root` into exactly these files.
fn planned_changes(root: &Path, files: &[NewFile]) -> FileChanges {
    let mut changes = FileChanges::default();
    for file in files {
        match file.state_in(root) {
            FileState::Missing => changes.created.push(file.path.clone()),
            FileState::Different => changes.replaced.push(file.path.clone()),
            FileState::Same => {}
        }
    }
    for file in source_files(&root.join(LIBRARY).join("src")) {
        let inner = file.strip_prefix(root).unwrap_or(&file);
        let path = slashed(inner);
        let is_known = files.iter().any(|file| file.path == path);
        if !is_known {
            changes.removed.push(path);
        }
    }
    changes
}

fn refusal(message: String) -> CliError {
    CliError::new(Exit::Refused, message)
}

/// Fails if an update would replace or remove text of the user. A file that still has the hash that
/// `aoc` recorded may be replaced. If its hash differs, the user has edited the file, and only
/// `force` replaces it, provided that the last commit of this repository has the same text. A file
/// without a recorded hash is the user's own.
fn check_edits(root: &Path, git: Option<&Git>, force: bool, changes: &FileChanges) -> Result<()> {
    let file = root.join(HASHES);
    let written = if_exists(&file, read_text_file(&file))?;
    // Without recorded hashes, every file may have been edited, and a file that this version does
    // not have may be the user's own.
    let written = match written {
        Some(text) => WrittenFiles::parse(&text),
        None => built_in_hashes(),
    };
    let mut lost = Vec::new();
    for path in changes.replaced.iter().chain(&changes.removed) {
        let may_be_replaced = read_text_file(&root.join(path)).is_ok_and(|text| {
            written.is_unedited(path, &text)
                || force && written.has(path) && is_committed(git, path, &text)
        });
        if !may_be_replaced && path != HASHES {
            lost.push(path.as_str());
        }
    }
    if lost.is_empty() {
        return Ok(());
    }
    Err(refusal(format!(
        "changes would be lost in {}: commit the files of the library that you edited, then use \
         `aoc init --update --force`; move files that are not of the library out of {LIBRARY}",
        lost.join(", ")
    )))
}

/// True if the file has this text in the last commit of the repository.
fn is_committed(git: Option<&Git>, path: &str, text: &str) -> bool {
    git.and_then(|git| git.committed(path).ok())
        .is_some_and(|committed| is_same_text(&committed, text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Exit;
    use crate::testing::{no_variables, project, write};
    use std::fs;
    use tempfile::TempDir;

    /// A repository with the library of an earlier version, and its hashes.
    fn earlier_library() -> TempDir {
        let temp = tempfile::tempdir().unwrap();
        let mut written = WrittenFiles::default();
        for (name, text) in [
            ("Cargo.toml", "[package]\nversion = \"0.0.9\"\n"),
            ("src/lib.rs", "pub mod old;\n"),
            ("src/old/a.rs", "gone\n"),
        ] {
            let path = format!("{LIBRARY}/{name}");
            write(temp.path(), &path, text);
            written.add(&path, text);
        }
        write(temp.path(), HASHES, written.list());
        temp
    }

    fn repository(folder: &TempDir) -> Project {
        Project::at(folder.path(), &no_variables())
    }

    #[test]
    fn an_earlier_version_is_replaced_without_force() {
        let temp = earlier_library();
        let lib = format!("{LIBRARY}/src/lib.rs");
        // Git may have changed the line ends.
        write(temp.path(), &lib, "pub mod old;\r\n");
        let done = repository(&temp).update_library(false).unwrap();
        let manifest = format!("{LIBRARY}/Cargo.toml");
        assert_eq!(done.replaced, [manifest, lib, HASHES.to_owned()]);
        assert_eq!(done.removed, [format!("{LIBRARY}/src/old/a.rs")]);
        assert!(!temp.path().join(LIBRARY).join("src/old").exists());
        assert_eq!(done.created.len() + 3, library_files().len());
        assert!(!library_differs(temp.path()));
        let again = repository(&temp).update_library(false).unwrap();
        assert_eq!(again, FileChanges::default());
    }

    #[test]
    fn edits_of_an_earlier_version_and_own_files_stay() {
        for name in [
            "src/lib.rs",
            "src/old/a.rs",
            "src/old/mine.rs",
            // The user has a file where the new version has one too.
            "src/answer.rs",
        ] {
            let temp = earlier_library();
            let path = format!("{LIBRARY}/{name}");
            write(temp.path(), &path, "mine");
            for force in [false, true] {
                let error = repository(&temp).update_library(force).unwrap_err();
                assert_eq!(error.exit, Exit::Refused, "{name}");
                let message = format!("changes would be lost in {path}: ");
                assert!(error.to_string().starts_with(&message), "{error}");
            }
            assert_eq!(fs::read_to_string(temp.path().join(path)).unwrap(), "mine");
            let manifest = library_version_in(temp.path());
            assert_eq!(manifest.as_deref(), Some("0.0.9"), "{name}");
        }
    }

    #[test]
    fn a_library_is_needed_if_a_year_is_built_with_it() {
        let own = "[dependencies]\naoc-solution.path = '../../vendor/aoc-solution'\n";
        let other = "[dependencies]\naoc-solution = '0.1'\n";
        for (name, years, is_needed) in [
            ("no year", vec![], false),
            (
                "a published one",
                vec![("year2020/Cargo.toml", other)],
                false,
            ),
            ("the copy", vec![("year2020/Cargo.toml", own)], true),
            (
                "one of two years",
                vec![("year2020/Cargo.toml", other), ("year2021/Cargo.toml", own)],
                true,
            ),
        ] {
            let (_temp, project) = project(&years);
            assert_eq!(project.needs_library(), is_needed, "{name}");
        }
    }

    #[test]
    fn a_newer_version_is_replaced_only_with_force() {
        let temp = earlier_library();
        let path = format!("{LIBRARY}/Cargo.toml");
        let newer = "[package]\nversion = \"99.0.0\"\n";
        write(temp.path(), &path, newer);
        let mut written = WrittenFiles::default();
        written.add(&path, newer);
        write(temp.path(), HASHES, written.list());
        fs::remove_dir_all(temp.path().join(LIBRARY).join("src")).unwrap();
        let error = repository(&temp).update_library(false).unwrap_err();
        let message = error.to_string();
        let is_expected = message.contains("is version 99.0.0, newer than the ");
        assert!(is_expected, "{message}");
        assert!(repository(&temp).update_library(true).is_ok());
    }
}

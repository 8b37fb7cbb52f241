//! The library that days are written with. Repositories contain a copy of it until it
//! is published on a registry.

use std::fs;
use std::path::Path;

use aoc_solution::source;
use toml_edit::{DocumentMut, TableLike, value};
use walkdir::WalkDir;

use super::git::Git;
use super::new_files::NewFile;
use crate::error::{CliError, Exit};
use crate::files::{read_text_file, slashed, write_source};

/// The library's folder in a repository.
pub const LIBRARY: &str = "vendor/aoc-solution";

/// The version on the registry that replaces the folder; `None` as long as it is not
/// published.
pub const PUBLISHED: Option<&str> = None;

/// The files of this version, with paths from a repository's root.
pub fn library_files() -> Vec<NewFile> {
    let file = |(name, text): &(&str, &str)| NewFile::new(format!("{LIBRARY}/{name}"), *text);
    source::FILES.iter().map(file).collect()
}

/// True if a file of the library below `root` differs from this version's. Missing
/// files do not count.
pub fn library_differs(root: &Path) -> bool {
    let mut files = library_files().into_iter();
    files.any(|file| file.matches_in(root) == Some(false))
}

/// The version of the library in a folder; `None` if there is none.
pub fn library_version_in(folder: &Path) -> Option<String> {
    package_value(&read_text_file(&folder.join("Cargo.toml")).ok()?, "version")
}

fn package_value(manifest: &str, key: &str) -> Option<String> {
    let manifest: toml::Table = manifest.parse().ok()?;
    Some(manifest.get("package")?.get(key)?.as_str()?.to_owned())
}

/// The version that this `aoc` contains.
pub fn own_library_version() -> String {
    let manifest = source::FILES.iter().find(|(name, _)| *name == "Cargo.toml");
    let version = manifest.and_then(|(_, manifest)| package_value(manifest, "version"));
    version.expect("the library has a manifest that says it")
}

/// The numbers of a version for comparing; empty if it has another form.
pub fn version_numbers(version: &str) -> Vec<u64> {
    let release = version.split(['-', '+']).next().unwrap_or_default();
    let numbers: Result<_, _> = release.split('.').map(str::parse).collect();
    numbers.unwrap_or_default()
}

/// The changes of an update; none if the library was up to date. Paths are relative to
/// the root, with slashes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Updated {
    /// `None` if the library had no manifest with a version.
    pub from: Option<String>,
    pub to: String,
    pub added: Vec<String>,
    pub replaced: Vec<String>,
    pub removed: Vec<String>,
}

/// Replaces the library below `root` by this version's, or by a dependency of the crates
/// under `days` on the `published` version. Unless `force` is set, this is refused if the
/// library is newer, or if edited files would be lost: those that are not committed, or
/// without git all that differ.
pub fn update_library(
    root: &Path,
    git: Option<&Git>,
    force: bool,
    published: Option<&str>,
) -> Result<Updated, CliError> {
    let folder = root.join(LIBRARY);
    // A repository may depend on a published version already.
    let is_published = published.is_some() && root.join("days").is_dir();
    if !folder.is_dir() && !is_published {
        let message = format!(
            "there is no library in {}, so there is nothing to update; `aoc init` creates a \
             repository",
            folder.display()
        );
        return Err(CliError::new(Exit::Usage, message));
    }
    let (files, replaced) = match published {
        Some(_) => (Vec::new(), folder.clone()),
        None => (library_files(), folder.join("src")),
    };
    let paths_with_state = |state| {
        let found = files.iter().filter(|it| it.matches_in(root) == state);
        found.map(|it| it.path.clone()).collect::<Vec<_>>()
    };
    let existing = WalkDir::new(replaced).into_iter().flatten();
    let existing = existing.filter(|entry| !entry.file_type().is_dir());
    let existing = existing.filter_map(|it| Some(slashed(it.path().strip_prefix(root).ok()?)));
    let mut updated = Updated {
        from: library_version_in(&folder),
        to: published.map_or_else(own_library_version, str::to_owned),
        added: paths_with_state(None),
        replaced: paths_with_state(Some(false)),
        removed: existing
            .filter(|path| !files.iter().any(|file| file.path == *path))
            .collect(),
    };
    if !force {
        check_update(root, git, &updated)?;
    }
    for file in files.iter().filter(|it| it.matches_in(root) != Some(true)) {
        write_source(&root.join(&file.path), &file.text)?;
    }
    if let Some(version) = published {
        updated.replaced = depend_on(root, version)?;
    }
    for path in updated.removed.iter().map(|path| root.join(path)) {
        fs::remove_file(&path).map_err(|error| CliError::write(&path, error))?;
        // A folder that is not empty cannot be removed.
        let mut folders = path.ancestors().skip(1);
        while folders.next().is_some_and(|it| fs::remove_dir(it).is_ok()) {}
    }
    Ok(updated)
}

/// Fails if an update would replace a newer library, or lose edits.
fn check_update(root: &Path, git: Option<&Git>, updated: &Updated) -> Result<(), CliError> {
    let refused = |message| Err(CliError::new(Exit::Refused, message));
    let found = updated.from.as_deref().unwrap_or_default();
    if version_numbers(found) > version_numbers(&updated.to) {
        return refused(format!(
            "{} is version {found}, newer than the {} that this aoc has: update aoc, or replace \
             it with `aoc init --update --force`",
            root.join(LIBRARY).display(),
            updated.to
        ));
    }
    let own = library_files();
    let changed = git.and_then(|git| git.changed(LIBRARY));
    let is_lost = |path: &&String| {
        let is_own = |file: &NewFile| file.path == **path && file.matches_in(root) == Some(true);
        changed.as_ref().is_none_or(|it| it.contains(path)) && !own.iter().any(is_own)
    };
    let overwritten = updated.replaced.iter().chain(&updated.removed);
    let lost: Vec<&str> = overwritten.filter(is_lost).map(String::as_str).collect();
    if lost.is_empty() {
        return Ok(());
    }
    let (what, save) = match changed {
        Some(_) => ("uncommitted changes", "commit"),
        None => ("changes", "save"),
    };
    refused(format!(
        "{what} would be lost in {}: {save} them, or use `aoc init --update --force`",
        lost.join(", ")
    ))
}

/// Makes the crates under `days` depend on a version of the library instead of its
/// folder or of another version. Returns the changed manifests.
fn depend_on(root: &Path, version: &str) -> Result<Vec<String>, CliError> {
    let mut changed = Vec::new();
    for entry in WalkDir::new(root.join("days")).into_iter().flatten() {
        let path = entry.path();
        let text = (entry.file_name() == "Cargo.toml").then(|| read_text_file(path).ok());
        let manifest = text.flatten().map(|text| text.parse::<DocumentMut>());
        let Some(Ok(mut manifest)) = manifest else {
            continue;
        };
        let dependencies = manifest.get_mut("dependencies");
        let library = dependencies.and_then(|all| all.get_mut("aoc-solution")?.as_table_like_mut());
        let is_old = |library: &&mut dyn TableLike| {
            let known = library.get("version");
            library.contains_key("path") || known.is_some_and(|it| it.as_str() != Some(version))
        };
        if let Some(library) = library.filter(is_old) {
            library.remove("path");
            library.insert("version", value(version));
            write_source(path, manifest.to_string())?;
            changed.push(slashed(path.strip_prefix(root).unwrap_or(path)));
        }
    }
    Ok(changed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::templates::repository;
    use crate::puzzle::Year;
    use crate::testing::write;

    #[test]
    fn a_published_version_takes_the_place_of_the_folder() {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path();
        let files = repository(root, Year(2025), None);
        let library = files.iter().filter(|file| file.path.starts_with(LIBRARY));
        assert!(library.count() <= 20);
        for file in &files {
            write(root, &file.path, &file.text);
        }
        let edited = format!("{LIBRARY}/src/lib.rs");
        write(root, &edited, "mine");
        let update = || update_library(root, None, false, Some("0.1.7"));
        let refused = update().unwrap_err().to_string();
        let lost = format!("changes would be lost in {edited}: ");
        assert!(refused.starts_with(&lost), "{refused}");
        let own = files.iter().find(|file| file.path == edited).unwrap();
        write(root, &edited, &own.text);
        let updated = update().unwrap();
        assert_eq!((updated.to.as_str(), updated.added.len()), ("0.1.7", 0));
        assert_eq!(updated.replaced, ["days/year2025/Cargo.toml"]);
        let manifest = fs::read_to_string(root.join(&updated.replaced[0])).unwrap();
        let dependency = "aoc-solution = { version = \"0.1.7\" }";
        assert!(manifest.contains(dependency), "{manifest}");
        assert!(!root.join("vendor").exists());
        let again = |version| update_library(root, None, false, Some(version)).unwrap();
        assert!(again("0.1.7").replaced.is_empty());
        assert_eq!(again("0.1.8").replaced, updated.replaced);
        // Years that are created later depend on it as well.
        let more = repository(root, Year(2025), None);
        assert!(!more.iter().any(|file| file.path.starts_with(LIBRARY)));
    }
}

//! The library that days are written with. Repositories carry a copy until it is
//! on a registry.

use std::fs;
use std::path::Path;

use aoc_solution::source;
use toml_edit::{DocumentMut, value};

use super::git::Git;
use super::templates::NewFile;
use crate::error::{CliError, Exit};
use crate::files::{read_text_file, write_source};

/// The library's folder in a repository.
pub const LIBRARY: &str = "vendor/aoc-solution";

/// The version on the registry that takes the place of the folder; `None` as long as
/// there is none.
pub const PUBLISHED: Option<&str> = None;

/// The files of this version, from a repository's root.
pub fn library_files() -> Vec<NewFile> {
    let files = source::FILES.iter();
    files
        .map(|(name, text)| NewFile::new(format!("{LIBRARY}/{name}"), *text))
        .collect()
}

/// Whether a file of the library below `root` is not as this version has it. Missing
/// files do not count.
pub fn library_differs(root: &Path) -> bool {
    let mut files = library_files().into_iter();
    files.any(|file| file.is_in(root) == Some(false))
}

/// The version of the library in a folder; `None` if there is none.
pub fn library_version_in(folder: &Path) -> Option<String> {
    package_value(&read_text_file(&folder.join("Cargo.toml")).ok()?, "version")
}

fn package_value(manifest: &str, key: &str) -> Option<String> {
    let manifest: toml::Table = manifest.parse().ok()?;
    Some(manifest.get("package")?.get(key)?.as_str()?.to_owned())
}

fn own_value(key: &str) -> String {
    let manifest = source::FILES.iter().find(|(name, _)| *name == "Cargo.toml");
    let value = manifest.and_then(|(_, manifest)| package_value(manifest, key));
    value.expect("the library has a manifest that says it")
}

/// The version that this `aoc` carries.
pub fn own_library_version() -> String {
    own_value("version")
}

/// The oldest compiler that builds the library that this `aoc` carries.
pub fn least_rust_version() -> String {
    own_value("rust-version")
}

/// A version's numbers, to compare; none if it is of another form.
pub fn version_numbers(version: &str) -> Vec<u64> {
    let release = version.split(['-', '+']).next().unwrap_or_default();
    let numbers: Result<_, _> = release.split('.').map(str::parse).collect();
    numbers.unwrap_or_default()
}

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

/// Replaces the library below `root` by this version's, or by the version that is
/// published, which the crates under `days` then take from the registry. Refused,
/// unless `force`, if the library is newer, and if files would be lost: those that git
/// has in no commit, or all that differ where there is no git.
pub fn update_library(
    root: &Path,
    git: Option<&Git>,
    force: bool,
    published: Option<&str>,
) -> Result<Updated, CliError> {
    let folder = root.join(LIBRARY);
    if !folder.is_dir() {
        let message = format!(
            "there is no library in {}, so there is nothing to update; `aoc init` creates a \
             repository",
            folder.display()
        );
        return Err(CliError::new(Exit::Usage, message));
    }
    let own = library_files();
    let (files, checked) = match published {
        Some(_) => (&[][..], LIBRARY.to_owned()),
        None => (&own[..], format!("{LIBRARY}/src")),
    };
    let with_state = |state| {
        let found = files.iter().filter(move |file| file.is_in(root) == state);
        found.map(|file| file.path.clone()).collect::<Vec<_>>()
    };
    let mut done = Updated {
        from: library_version_in(&folder),
        to: published.map_or_else(own_library_version, str::to_owned),
        added: with_state(None),
        replaced: with_state(Some(false)),
        removed: Vec::new(),
    };
    files_below(root, &checked, &mut done.removed);
    let is_file = |path: &String| files.iter().any(|file| file.path == *path);
    done.removed.retain(|path| !is_file(path));
    if !force {
        refuse(&done, &own, root, git)?;
    }
    for file in files.iter().filter(|file| file.is_in(root) != Some(true)) {
        write_source(&root.join(&file.path), &file.text)?;
    }
    if let Some(version) = published {
        done.replaced = depend_on(root, version)?;
    }
    for path in done.removed.iter().map(|path| root.join(path)) {
        fs::remove_file(&path).map_err(|error| CliError::write(&path, error))?;
        // It ends at a folder in which something is left.
        let mut folders = path.ancestors().skip(1);
        while folders.next().is_some_and(|it| fs::remove_dir(it).is_ok()) {}
    }
    Ok(done)
}

/// Has the crates under `days` depend on a version of the library in place of its
/// folder. Returns the manifests that were changed.
fn depend_on(root: &Path, version: &str) -> Result<Vec<String>, CliError> {
    let mut changed = Vec::new();
    let mut paths = Vec::new();
    files_below(root, "days", &mut paths);
    for path in paths
        .into_iter()
        .filter(|path| path.ends_with("/Cargo.toml"))
    {
        let file = root.join(&path);
        let text = read_text_file(&file).map_err(|error| CliError::read(&file, error))?;
        if !text.contains(LIBRARY) {
            continue;
        }
        let manifest = text.parse::<DocumentMut>();
        let mut manifest = manifest
            .map_err(|error| CliError::new(Exit::Files, format!("{}: {error}", file.display())))?;
        let table = manifest["dependencies"]["aoc-solution"].as_table_like_mut();
        if let Some(table) = table {
            table.remove("path");
            table.insert("version", value(version));
        }
        write_source(&file, manifest.to_string())?;
        changed.push(path);
    }
    Ok(changed)
}

fn refuse(
    update: &Updated,
    own: &[NewFile],
    root: &Path,
    git: Option<&Git>,
) -> Result<(), CliError> {
    let refused = |message| Err(CliError::new(Exit::Refused, message));
    let found = update.from.as_deref().unwrap_or_default();
    if version_numbers(found) > version_numbers(&update.to) {
        return refused(format!(
            "{} is version {found}, newer than the {} that this aoc has: update aoc, or replace \
             it with `aoc init --update --force`",
            root.join(LIBRARY).display(),
            update.to
        ));
    }
    let changed = git.and_then(|git| git.changed(LIBRARY));
    let is_own = |path: &str| {
        let file = own.iter().find(|file| file.path == path);
        file.is_some_and(|file| file.is_in(root) == Some(true))
    };
    let is_kept = |path: &String| changed.as_ref().is_some_and(|it| !it.contains(path));
    let lost = update.replaced.iter().chain(&update.removed);
    let lost = lost.filter(|path| !is_kept(path) && !is_own(path));
    let lost: Vec<&str> = lost.map(String::as_str).collect();
    if lost.is_empty() {
        return Ok(());
    }
    let why = match changed {
        Some(_) => "is not committed: commit what you changed",
        None => "no git has it as it is: save what you changed",
    };
    refused(format!(
        "{} is to be replaced, and {why}, or give `aoc init --update --force`",
        lost.join(", ")
    ))
}

/// The files below a folder of the root, from there with slashes.
fn files_below(root: &Path, folder: &str, files: &mut Vec<String>) {
    let entries = fs::read_dir(root.join(folder)).into_iter().flatten();
    for entry in entries.flatten() {
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            files_below(root, &path, files);
        } else {
            files.push(path);
        }
    }
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
        let refused = update_library(root, None, false, Some("0.1.7")).unwrap_err();
        assert!(
            refused
                .to_string()
                .starts_with(&format!("{edited} is to be ")),
            "{refused}"
        );
        let own = files.iter().find(|file| file.path == edited).unwrap();
        write(root, &edited, &own.text);
        let done = update_library(root, None, false, Some("0.1.7")).unwrap();
        assert_eq!((done.to.as_str(), done.added.len()), ("0.1.7", 0));
        assert_eq!(done.replaced, ["days/year2025/Cargo.toml"]);
        let manifest = fs::read_to_string(root.join("days/year2025/Cargo.toml")).unwrap();
        assert!(
            manifest.contains("aoc-solution = { version = \"0.1.7\" }"),
            "{manifest}"
        );
        assert!(!root.join("vendor").exists());
        // What is created later depends on it as well.
        let more = repository(root, Year(2025), None);
        assert!(!more.iter().any(|file| file.path.starts_with(LIBRARY)));
    }
}

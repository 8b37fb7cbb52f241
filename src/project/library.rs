//! The library that days are written with. Repositories carry a copy until it is
//! on a registry.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use aoc_solution::source;

use super::git::Git;
use super::templates::{NewFile, is_same};
use crate::error::{CliError, Exit};
use crate::files::{MAX_TEXT, Readers, read_regular_file, read_text_file, replace};

/// The library's folder in a repository.
pub const LIBRARY: &str = "vendor/aoc-solution";

/// The version of the library in a folder; `None` if there is none.
pub fn library_version_in(folder: &Path) -> Option<String> {
    library_version(&read(&folder.join("Cargo.toml")))
}

fn read(path: &Path) -> String {
    read_text_file(path).unwrap_or_default()
}

/// The files of this version, from a repository's root.
pub fn library_files() -> Vec<NewFile> {
    let files = source::FILES.iter();
    files
        .map(|(name, text)| NewFile::new(format!("{LIBRARY}/{name}"), *text))
        .collect()
}

/// Whether a file of a library is not as this version has it. Missing files do not
/// count.
pub fn differs(folder: &Path) -> bool {
    source::FILES.iter().any(|(name, text)| {
        content(&folder.join(name)).is_some_and(|found| {
            // In its own repository it also sets lints.
            let lints = *name == "Cargo.toml" && found.starts_with(&format!("{text}\n[lints"));
            !lints && !is_same(&found, text)
        })
    })
}

/// The text of a file; `None` if there is no such file. One that is not text
/// differs from any text.
pub fn content(path: &Path) -> Option<String> {
    match read_regular_file(path, MAX_TEXT) {
        Ok(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
        Err(_) => path.symlink_metadata().is_ok().then(String::new),
    }
}

/// The version in a manifest of the library.
fn library_version(manifest: &str) -> Option<String> {
    let manifest: toml::Table = manifest.parse().ok()?;
    let version = manifest.get("package")?.get("version")?;
    version.as_str().map(str::to_owned)
}

/// The version that this `aoc` carries.
pub fn own_library_version() -> String {
    library_version(own_manifest()).expect("cargo has read this manifest")
}

/// The oldest compiler that builds the library that this `aoc` carries.
pub fn least_rust_version() -> &'static str {
    let line = own_manifest()
        .lines()
        .find_map(|line| line.strip_prefix("rust-version = \""));
    let version = line.and_then(|line| line.strip_suffix('"'));
    version.expect("the manifest says it")
}

fn own_manifest() -> &'static str {
    let manifest = source::FILES.iter().find(|(name, _)| *name == "Cargo.toml");
    manifest.expect("the library has a manifest").1
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

/// Replaces the library below `root` by this version's. Refused, unless `force`, if
/// the library is newer, and if files would be lost: those that git has in no
/// commit, or all that differ where there is no git.
pub fn update_library(root: &Path, git: Option<&Git>, force: bool) -> Result<Updated, CliError> {
    let folder = root.join(LIBRARY);
    if !folder.is_dir() {
        let message = format!(
            "there is no library in {}, so there is nothing to update; `aoc init` creates a \
             repository",
            folder.display()
        );
        return Err(CliError::new(Exit::Usage, message));
    }
    let mut done = Updated {
        from: library_version_in(&folder),
        to: own_library_version(),
        ..Updated::default()
    };
    let files = library_files();
    let own: BTreeSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
    let mut there = Vec::new();
    files_below(root, &format!("{LIBRARY}/src"), &mut there);
    there.retain(|path| !own.contains(path.as_str()));
    done.removed = there;
    for file in &files {
        match content(&root.join(&file.path)) {
            None => done.added.push(file.path.clone()),
            Some(text) if is_same(&text, &file.text) => {}
            Some(_) => done.replaced.push(file.path.clone()),
        }
    }
    if !force {
        refuse(&done, &folder, git)?;
    }
    for file in &files {
        if done.added.contains(&file.path) || done.replaced.contains(&file.path) {
            let path = root.join(&file.path);
            replace(&path, &file.text, Readers::Usual)
                .map_err(|source| CliError::write(&path, source))?;
        }
    }
    for path in done.removed.iter().map(|path| root.join(path)) {
        fs::remove_file(&path).map_err(|source| CliError::write(&path, source))?;
        // Fails on purpose if something is left in it.
        let _ = path.parent().map(fs::remove_dir);
    }
    Ok(done)
}

fn refuse(update: &Updated, folder: &Path, git: Option<&Git>) -> Result<(), CliError> {
    let refused = |message| Err(CliError::new(Exit::Refused, message));
    let found = update.from.as_deref().unwrap_or_default();
    if version_numbers(found) > version_numbers(&update.to) {
        return refused(format!(
            "{} is version {found}, newer than the {} that this aoc has: update aoc, or replace \
             it with `aoc init --update --force`",
            folder.display(),
            update.to
        ));
    }
    let changed = git.and_then(|git| git.changed(LIBRARY));
    let lost = update.replaced.iter().chain(&update.removed);
    let lost: Vec<&str> = lost
        .filter(|path| {
            changed
                .as_ref()
                .is_none_or(|changed| changed.contains(path))
        })
        .map(String::as_str)
        .collect();
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
    for entry in fs::read_dir(root.join(folder))
        .into_iter()
        .flatten()
        .flatten()
    {
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            files_below(root, &path, files);
        } else {
            files.push(path);
        }
    }
}

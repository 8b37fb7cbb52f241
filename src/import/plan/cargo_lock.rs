//! Takes versions of libraries from the Cargo.lock of the old repository, if the project has no
//! version of a library yet. A copy is then built with the same versions as its original.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::remove_file;
use std::path::Path;

use cargo_toml::{SemVer, VersionReq};
use serde::{Deserialize, Serialize};

use crate::cargo::{self, BuildRequest};
use crate::error::{CliError, Result};
use crate::files::{if_exists, read_text_file, write_source};
use crate::puzzle::Puzzle;

/// Crates that link a system library, each with the name of the software that the user must
/// install.
const SYSTEM_LIBRARIES: [(&str, &str); 6] = [
    ("highs-sys", "CMake and libclang"),
    ("ncurses", "ncurses"),
    ("openssl", "OpenSSL"),
    ("openssl-sys", "OpenSSL"),
    ("z3", "Z3"),
    ("z3-sys", "Z3"),
];

/// The beginning of a new Cargo.lock, in the format of the newest cargo. Every cargo that can build
/// the project reads this format.
const NEW_LOCK: &str = "version = 4\n";

/// A library in the manifest of a package.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Library {
    /// The folder of the package in the old repository.
    pub folder: String,
    /// The name in the registry. Code may use another name.
    pub name: String,
    /// The URL of the library's git repository. `None` if the library is from a registry.
    pub git: Option<String>,
    /// True if the library itself builds the system library that it needs.
    pub is_bundled: bool,
}

/// A library that cargo cannot get from a registry, and the days that need it.
#[derive(Debug, PartialEq, Serialize)]
pub struct NeededLibrary {
    pub what: String,
    pub days: BTreeSet<Puzzle>,
}

/// A version of a library, as a Cargo.lock lists it.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct LockedLibrary {
    pub name: String,
    pub version: SemVer,
    /// The registry or repository. `None` for a package of the repository itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    checksum: Option<String>,
    #[serde(default, skip_serializing)]
    dependencies: Vec<String>,
}

/// The result of taking versions into the project's Cargo.lock.
pub enum VersionsOutcome {
    /// The project has the same versions as before.
    Unchanged,
    /// The number of versions that the project has taken.
    Taken(usize),
    /// The project has taken no versions: they conflict with its own versions, or cargo could not
    /// check this.
    Rejected { is_offline: bool, why: String },
}

/// A Cargo.lock of any version.
#[derive(Default, Deserialize)]
struct LockFile {
    /// The root package. Only the oldest format has this table.
    root: Option<LockedLibrary>,
    #[serde(default)]
    package: Vec<LockedLibrary>,
    /// Checksums in old formats.
    #[serde(default)]
    metadata: BTreeMap<String, String>,
}

/// A package, and the Cargo.lock with which it is built.
pub struct PackageLock {
    lock: LockFile,
    package: LockedLibrary,
}

impl PackageLock {
    /// Reads the Cargo.lock with which a package is built. This is the outermost lock file that
    /// lists the package, because cargo ignores the lock files of a workspace's members. Folders
    /// around `outermost` belong to other workspaces.
    pub fn read(folder: &Path, outermost: &Path, name: &str) -> Option<Self> {
        folder
            .ancestors()
            .take_while(|folder| folder.starts_with(outermost))
            .filter_map(|folder| {
                let text = read_text_file(&folder.join("Cargo.lock")).ok()?;
                let lock = LockFile::read(&text)?;
                let package = lock
                    .package
                    .iter()
                    .chain(&lock.root)
                    .find(|own| own.source.is_none() && own.name == name)?;
                Some(Self {
                    package: package.clone(),
                    lock,
                })
            })
            .last()
    }

    /// The versions of `library` and of all libraries that it needs.
    pub fn versions(&self, library: &str) -> Vec<&LockedLibrary> {
        let meant = self
            .package
            .dependencies
            .iter()
            .map(String::as_str)
            .filter(|dependency| dependency.split(' ').next() == Some(library));
        self.lock.closure(meant)
    }
}

/// The system library that a crate links.
pub fn system_library(name: &str) -> Option<&'static str> {
    SYSTEM_LIBRARIES
        .iter()
        .find(|(library, _)| *library == name)
        .map(|(_, of_system)| *of_system)
}

/// Adds a version of a library. Cargo uses only one of several compatible versions, so only the
/// newest of them is kept.
pub fn add_newest(libraries: &mut Vec<LockedLibrary>, library: &LockedLibrary) {
    match libraries
        .iter_mut()
        .find(|other| other.is_compatible_with(library))
    {
        Some(other) if other.version < library.version => *other = library.clone(),
        Some(_) => {}
        None => libraries.push(library.clone()),
    }
}

impl LockedLibrary {
    /// True if both are the same version of the same library.
    fn is_same_version(&self, other: &Self) -> bool {
        self.name == other.name && self.version == other.version
    }

    /// True if both are compatible versions of the same library.
    fn is_compatible_with(&self, other: &Self) -> bool {
        let older = (&self.version).min(&other.version);
        let newer = (&self.version).max(&other.version);
        let compatible = VersionReq::parse(&older.to_string());
        self.name == other.name && compatible.is_ok_and(|versions| versions.matches(newer))
    }

    /// True if an entry of `dependencies` means this package. An entry is `NAME`, `NAME VERSION` or
    /// `NAME VERSION (SOURCE)`.
    fn matches_entry(&self, dependency: &str) -> bool {
        let mut words = dependency.split(' ');
        words.next() == Some(&self.name)
            && words
                .next()
                .is_none_or(|version| self.version.to_string() == version)
    }
}

impl LockFile {
    fn read(text: &str) -> Option<Self> {
        let mut lock: Self = toml::from_str(text).ok()?;
        for library in &mut lock.package {
            if let Some(source) = &library.source
                && library.checksum.is_none()
            {
                let key = format!("checksum {} {} ({source})", library.name, library.version);
                library.checksum = lock.metadata.remove(&key).filter(|sum| sum != "<none>");
            }
        }
        Some(lock)
    }

    fn has(&self, library: &LockedLibrary) -> bool {
        self.package.iter().any(|own| own.is_same_version(library))
    }

    /// The libraries that these entries of `dependencies` mean, and all libraries that those need.
    fn closure<'a>(&'a self, entries: impl Iterator<Item = &'a str>) -> Vec<&'a LockedLibrary> {
        let mut needed = Vec::<&LockedLibrary>::new();
        let mut rest: Vec<&str> = entries.collect();
        while let Some(dependency) = rest.pop() {
            for library in &self.package {
                if library.source.is_none() || !library.matches_entry(dependency) {
                    continue;
                }
                if !needed.iter().any(|other| other.is_same_version(library)) {
                    rest.extend(library.dependencies.iter().map(String::as_str));
                    needed.push(library);
                }
            }
        }
        needed
    }
}

/// The names of a library and of all libraries that any of its versions needs, according to the
/// text of a Cargo.lock.
pub fn names_under(lock: &str, library: &str) -> BTreeSet<String> {
    let lock = LockFile::read(lock);
    lock.iter()
        .flat_map(|lock| lock.closure([library].into_iter()))
        .map(|library| library.name.clone())
        .chain([library.to_owned()])
        .collect()
}

/// The text of a Cargo.lock with these libraries added, apart from libraries that it already has in
/// a compatible version. Cargo prefers the versions in the file, and removes unneeded ones. `None`
/// if there is nothing to add, or if the old text cannot be read.
pub fn with_versions(lock: Option<&str>, libraries: &[LockedLibrary]) -> Option<String> {
    let old = lock.unwrap_or(NEW_LOCK);
    let there = LockFile::read(old)?.package;
    let mut text = old.to_owned();
    for library in libraries {
        if !there.iter().any(|own| own.is_compatible_with(library)) {
            let entry = toml::to_string(library).ok()?;
            text += &format!("\n[[package]]\n{entry}");
        }
    }
    (text != old).then_some(text)
}

/// The number of these libraries whose versions the Cargo.lock has in `after` and did not have in
/// `before`.
fn versions_taken(libraries: &[LockedLibrary], before: Option<&str>, after: &str) -> usize {
    let before = before.and_then(LockFile::read).unwrap_or_default();
    let after = LockFile::read(after).unwrap_or_default();
    libraries
        .iter()
        .filter(|library| after.has(library) && !before.has(library))
        .count()
}

/// Adds the versions to the Cargo.lock of the project, and keeps the versions that the project
/// already has. Restores the file if cargo then cannot find versions for all dependencies.
pub fn take_locked_versions(
    request: &BuildRequest,
    libraries: &[LockedLibrary],
) -> Result<VersionsOutcome> {
    let path = request.project.root().join("Cargo.lock");
    let before = if_exists(&path, read_text_file(&path))?;
    let Some(with_all) = with_versions(before.as_deref(), libraries) else {
        return Ok(VersionsOutcome::Unchanged);
    };
    write_source(&path, &with_all)?;
    let chosen = cargo::choose_versions(request);
    if let Ok(None) = chosen {
        let after = read_text_file(&path).map_err(|error| CliError::cannot_read(&path, error))?;
        return Ok(match versions_taken(libraries, before.as_deref(), &after) {
            0 => VersionsOutcome::Unchanged,
            count => VersionsOutcome::Taken(count),
        });
    }
    match before {
        Some(before) => write_source(&path, before)?,
        None => remove_file(&path).map_err(|error| CliError::cannot_write(&path, error))?,
    }
    let why = chosen?.map(|error| error.to_string());
    Ok(VersionsOutcome::Rejected {
        is_offline: request.offline,
        why: why.unwrap_or_default(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_needed_library_is_listed_once_and_a_package_of_the_repository_never() {
        let package = |name: &str, more: &str| {
            format!("[[package]]\nname = \"{name}\"\nversion = \"1.0.0\"\n{more}\n")
        };
        let library = |name: &str, more: &str| package(name, &format!("source = \"x\"\n{more}"));
        let text = library("a", "dependencies = [\"b\", \"c\", \"own\"]")
            + &library("b", "dependencies = [\"c\"]")
            + &library("c", "")
            + &package("own", "");
        let lock = LockFile::read(&text).unwrap();
        let needed = lock.closure(["a"].into_iter());
        let names: Vec<&str> = needed.iter().map(|library| &*library.name).collect();
        assert_eq!(names, ["a", "c", "b"]);
        // Any version of a library may be the one that fails.
        let other = library("a", "dependencies = [\"d\"]").replace("1.0.0", "2.0.0");
        let text = text + &other + &library("d", "");
        let names = names_under(&text, "a").into_iter().collect::<Vec<_>>();
        assert_eq!(names, ["a", "b", "c", "d"]);
    }

    /// Reading a pipe would wait for another process to write to it.
    #[cfg(unix)]
    #[test]
    fn a_pipe_in_place_of_a_lock_is_passed_over() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("Cargo.lock");
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(made.unwrap().success());
        assert!(PackageLock::read(temp.path(), temp.path(), "day").is_none());
    }
}

//! Making cargo rebuild what it takes for fresh.
//!
//! Cargo goes by time: a file that is older than the build is not different to
//! it, and some configuration it does not look at.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::command::Output;
use super::messages::{Artifact, LocalPackage};
use super::unit::{Stale, Unit};
use crate::cargo::fingerprint::owner;

/// A local package that went into a unit.
pub struct Package {
    /// Its name.
    pub name: String,
    /// Whether cargo took it for fresh.
    pub fresh: bool,
}

/// The local packages that went into a unit, by folder.
pub fn packages_of(unit: &Unit, output: &Output) -> BTreeMap<PathBuf, Package> {
    let mut packages = BTreeMap::new();
    for (artifact, LocalPackage { folder, name }) in local(unit, output) {
        let fresh = true;
        let package = packages.entry(folder).or_insert(Package { name, fresh });
        package.fresh &= artifact.fresh;
    }
    packages
}

/// Whether one of them has a build script.
pub fn is_scripted(unit: &Unit, output: &Output) -> bool {
    local(unit, output)
        .iter()
        .any(|(artifact, _)| artifact.is("custom-build"))
}

/// What is compiled of local packages for a unit.
fn local<'a>(unit: &Unit, output: &'a Output) -> Vec<(&'a Artifact, LocalPackage)> {
    let artifacts = output.artifacts.iter();
    let mut local: Vec<(&Artifact, LocalPackage)> = artifacts
        .filter_map(|artifact| Some((artifact, artifact.local_package()?)))
        .collect();
    // The other years are in the same call.
    let others: BTreeSet<LocalPackage> = local
        .iter()
        .filter(|(artifact, _)| artifact.is("bin") && !artifact.is_program(&unit.name))
        .map(|(_, package)| package.clone())
        .collect();
    local.retain(|(_, package)| !others.contains(package));
    local
}

/// Has cargo rebuild what is different from the stamps in files that are older
/// than the last build: it would not see that.
pub fn forget_missed(stale: &[Stale]) {
    for Stale { stamp, changes, .. } in stale {
        let Some(stamp) = stamp else { continue };
        if let Some(folder) = stamp.executable().parent() {
            forget(folder, &stamp.missed_by_cargo(changes));
        }
    }
}

/// The packages that cargo did not rebuild though they are different.
pub fn packages(stale: &[Stale], output: &Output) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for Stale {
        unit,
        stamp,
        changes,
    } in stale
    {
        let Some(program) = output.program(&unit.name) else {
            // It was compiled, and failed.
            continue;
        };
        let packages = packages_of(unit, output);
        // With no stamp nobody knows; but a program that another cargo built,
        // and cargo takes for fresh, is.
        let mut all = stamp.is_none() || changes.other;
        for file in &changes.files {
            let owner = owner(file, &packages).map(|(_, package)| package);
            match owner {
                Some(package) if package.fresh => drop(names.insert(package.name.clone())),
                Some(_) => {}
                None => all = true,
            }
        }
        // A change that is no package's: cargo saw it, or nothing was rebuilt.
        if all && program.fresh {
            names.extend(packages.into_values().map(|package| package.name));
        }
    }
    names
}

/// The folders, such as `target/aoc`, that programs are in.
pub fn profile_folders(output: &Output) -> BTreeSet<PathBuf> {
    let programs = output
        .artifacts
        .iter()
        .filter_map(|it| it.executable.as_ref());
    let folders = programs.filter_map(|program| Some(program.parent()?.to_path_buf()));
    // A build script is a program too, in a folder of `build`.
    folders
        .filter(|folder| folder.join(".fingerprint").is_dir())
        .collect()
}

/// Takes away what cargo knows of the packages, but not what it can reuse.
pub fn forget(folder: &Path, packages: &BTreeSet<String>) {
    if packages.is_empty() {
        return;
    }
    let entries = fs::read_dir(folder.join(".fingerprint"));
    for entry in entries.into_iter().flatten().flatten() {
        let name = entry.file_name();
        let package = name.to_str().and_then(|name| name.rsplit_once('-'));
        if package.is_some_and(|(package, _)| packages.contains(package)) {
            // What cannot be removed is fresh to cargo, as it was.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forgets_the_packages_and_no_other() {
        let temp = tempfile::tempdir().unwrap();
        let folder = temp.path().join(".fingerprint");
        for name in [
            "year2020-01",
            "year2020-02",
            "year2020-only-22-03",
            "anyhow-04",
        ] {
            fs::create_dir_all(folder.join(name).join("deep")).unwrap();
        }
        forget(temp.path(), &BTreeSet::from(["year2020".to_owned()]));
        let mut left: Vec<_> = fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        left.sort();
        assert_eq!(left, ["anyhow-04", "year2020-only-22-03"]);
    }
}

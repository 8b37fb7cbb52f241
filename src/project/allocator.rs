//! Whether a year has an allocator of its own. The generated `main.rs` installs the
//! library's, which counts, and a program can have only one.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::root::Project;
use super::source::tokens;
use crate::files::{MAX_INPUT, read_regular_file, read_text_file};
use crate::puzzle::Year;

/// The attribute that installs an allocator.
const ATTRIBUTE: &str = "global_allocator";

/// True if `main.rs` must not install an allocator: a module of the year or a crate
/// under `days` that it depends on does, or its manifest says so.
pub fn has_own_allocator(project: &Project, year: Year) -> bool {
    let manifest = read_manifest(&project.year_dir(year));
    if says_own(&manifest) {
        return true;
    }
    let mut crates = crates(project, year).into_iter();
    crates.any(|folder| installs(&folder))
}

/// True for `allocator = "own"` in `[package.metadata.aoc]`.
fn says_own(manifest: &toml::Table) -> bool {
    let mut value = manifest.get("package");
    for key in ["metadata", "aoc", "allocator"] {
        value = value.and_then(|table| table.get(key));
    }
    value.and_then(toml::Value::as_str) == Some("own")
}

/// The folders of the year and of all crates under `days` that it needs.
fn crates(project: &Project, year: Year) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    let Ok(days) = fs::canonicalize(project.root().join("days")) else {
        return found;
    };
    let mut pending = vec![project.year_dir(year)];
    while let Some(folder) = pending.pop() {
        if let Ok(folder) = fs::canonicalize(folder)
            && folder.starts_with(&days)
            && !found.contains(&folder)
        {
            pending.extend(path_dependencies(project, &folder));
            found.insert(folder);
        }
    }
    found
}

/// The folders of the packages that the one in `folder` depends on by their path, which
/// may stand in the manifest of the workspace.
fn path_dependencies(project: &Project, folder: &Path) -> Vec<PathBuf> {
    let workspace = project.manifest().get("workspace");
    let shared = workspace.and_then(|table| table.get("dependencies"));
    let manifest = read_manifest(folder);
    let mut folders = Vec::new();
    let Some(dependencies) = manifest.get("dependencies").and_then(toml::Value::as_table) else {
        return folders;
    };
    for (name, dependency) in dependencies {
        if let Some(path) = path_of(dependency) {
            folders.push(folder.join(path));
        } else if dependency.get("workspace").is_some()
            && let Some(shared) = shared
            && let Some(path) = shared.get(name).and_then(path_of)
        {
            folders.push(project.root().join(path));
        }
    }
    folders
}

fn path_of(dependency: &toml::Value) -> Option<&str> {
    dependency.get("path")?.as_str()
}

/// The manifest of a package; empty if it cannot be read. Cargo reports that.
pub(super) fn read_manifest(folder: &Path) -> toml::Table {
    let text = read_text_file(&folder.join("Cargo.toml")).unwrap_or_default();
    text.parse().unwrap_or_default()
}

/// True if a source file of the crate installs an allocator. The `main.rs` of a year is
/// the file to generate.
fn installs(folder: &Path) -> bool {
    let main = folder.join("main.rs");
    let entries = WalkDir::new(folder).into_iter();
    let sources = entries.filter_entry(|entry| entry.file_name() != "target");
    for entry in sources.flatten() {
        let path = entry.path();
        let is_source = path.extension() == Some(OsStr::new("rs")) && path != main;
        if is_source && file_installs(path) {
            return true;
        }
    }
    false
}

fn file_installs(path: &Path) -> bool {
    let Ok(source) = read_regular_file(path, MAX_INPUT) else {
        return false;
    };
    let source = String::from_utf8_lossy(&source);
    // Most files need no closer look.
    source.contains(ATTRIBUTE) && tokens(&source).contains(&ATTRIBUTE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{project, write};

    const YEAR: Year = Year(2020);
    const ALLOCATOR: &str = "#[global_allocator]\nstatic ALLOCATOR: System = System;\n";

    fn is_own(files: &[(&str, &str)]) -> bool {
        let (_temp, project) = project(files);
        has_own_allocator(&project, YEAR)
    }

    #[test]
    fn a_module_may_install_one() {
        assert!(is_own(&[("year2020/day01.rs", ALLOCATOR)]));
        assert!(is_own(&[("year2020/grid/deep/cells.rs", ALLOCATOR)]));
    }

    #[test]
    fn other_files_and_comments_do_not_count() {
        let comment = format!("/* {ALLOCATOR} */");
        assert!(!is_own(&[("year2020/day01.rs", &comment)]));
        assert!(!is_own(&[("year2020/main.rs", ALLOCATOR)]));
        assert!(!is_own(&[("year2021/day01.rs", ALLOCATOR)]));
        assert!(!is_own(&[("util/src/lib.rs", ALLOCATOR)]));
    }

    #[test]
    fn the_manifest_may_say_so() {
        let own = "[package.metadata.aoc]\nallocator = \"own\"\n";
        assert!(is_own(&[("year2020/Cargo.toml", own)]));
        let other = "[package.metadata.aoc]\nallocator = \"counting\"\n";
        assert!(!is_own(&[("year2020/Cargo.toml", other)]));
    }

    #[test]
    fn a_crate_under_days_may_install_one() {
        let util = "[dependencies]\nutil = { path = \"../util\" }\n";
        let memory = "[dependencies.memory]\npath = \"../memory\"\n";
        assert!(is_own(&[
            ("year2020/Cargo.toml", util),
            ("util/Cargo.toml", memory),
            ("memory/src/lib.rs", ALLOCATOR),
        ]));
        // Two crates that need each other are cargo's error.
        assert!(!is_own(&[
            ("year2020/Cargo.toml", util),
            ("util/Cargo.toml", util),
        ]));
    }

    #[test]
    fn a_dependency_may_be_that_of_the_workspace() {
        let shared = "[workspace.dependencies]\nutil = { path = \"days/util\" }\n";
        let (temp, _) = project(&[
            (
                "year2020/Cargo.toml",
                "[dependencies]\nutil.workspace = true\n",
            ),
            ("util/src/lib.rs", ALLOCATOR),
        ]);
        write(temp.path(), "Cargo.toml", shared);
        let project = Project::find(temp.path()).unwrap();
        assert!(has_own_allocator(&project, YEAR));
    }
}

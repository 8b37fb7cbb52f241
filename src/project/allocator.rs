//! Finds out whether a year has an allocator of its own. The generated `main.rs` installs the
//! counting allocator of the library, and a program can have only one allocator.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use toml::{Table, Value};

use super::root::Project;
use super::source::{read_source, tokens};
use crate::files::{entries, read_table, source_files, toml_at, without_dots};
use crate::puzzle::Year;

/// The attribute that installs an allocator.
const ATTRIBUTE: &str = "global_allocator";

/// True if `main.rs` must not install an allocator. This is the case if a module of the year or a
/// crate below `days` that the year depends on installs one, or if the year's manifest has
/// `allocator = "own"`.
pub fn has_own_allocator(project: &Project, year: Year) -> bool {
    if declares_own_allocator(project, year) {
        return true;
    }
    let main = project.main_rs(year);
    folders_of(project, year)
        .iter()
        .flat_map(|folder| source_files(folder))
        // The file `main.rs` itself does not count, because it is about to be generated.
        .any(|file| file != main && installs_allocator(&file))
}

/// The folder of a year, and the folders below `days` of the crates that it depends on. Any
/// other folder in `days` without a manifest counts for every year, because a year may use its
/// files by `#[path]`.
fn folders_of(project: &Project, year: Year) -> BTreeSet<PathBuf> {
    let days = project.days_dir();
    let without_manifest = entries(&days).map(|entry| entry.path()).filter(|folder| {
        let has_manifest = folder.join("Cargo.toml").exists();
        folder.is_dir() && !has_manifest && project.year_of(folder).is_none()
    });
    let mut found = BTreeSet::new();
    let mut folders: Vec<PathBuf> = without_manifest.chain([project.year_dir(year)]).collect();
    while let Some(folder) = folders.pop() {
        if found.insert(folder.clone()) {
            folders.extend(path_dependencies(project, &folder));
        }
    }
    found.retain(|folder| folder.starts_with(&days));
    found
}

/// The folders of a package's path dependencies. The path of a dependency may be in the manifest of
/// the workspace.
fn path_dependencies(project: &Project, folder: &Path) -> Vec<PathBuf> {
    let manifest = read_table(&folder.join("Cargo.toml"));
    let targets = manifest.get("target").and_then(Value::as_table);
    let tables = targets
        .into_iter()
        .flat_map(Table::values)
        .filter_map(Value::as_table)
        .chain([&manifest]);
    let mut folders = Vec::new();
    for table in tables {
        for kind in ["dependencies", "dev-dependencies"] {
            let dependencies = table.get(kind).and_then(Value::as_table);
            for (name, dependency) in dependencies.into_iter().flatten() {
                let shared = ["workspace", "dependencies", name, "path"];
                if let Some(path) = dependency.get("path").and_then(Value::as_str) {
                    folders.push(without_dots(&folder.join(path)));
                } else if dependency.get("workspace").is_some()
                    && let Some(path) = toml_at(project.manifest(), &shared).and_then(Value::as_str)
                {
                    folders.push(without_dots(&project.root.join(path)));
                }
            }
        }
    }
    folders
}

/// True if the year's manifest has `allocator = "own"` in `[package.metadata.aoc]`.
fn declares_own_allocator(project: &Project, year: Year) -> bool {
    let manifest = project.parsed_manifest_of(year);
    let allocator = toml_at(&manifest, &["package", "metadata", "aoc", "allocator"]);
    allocator.and_then(Value::as_str) == Some("own")
}

/// True if a source file installs an allocator.
fn installs_allocator(file: &Path) -> bool {
    if file.extension() != Some(OsStr::new("rs")) {
        return false;
    }
    let source = read_source(file).unwrap_or_default();
    // Most files do not contain the attribute and need not be parsed.
    source.contains(ATTRIBUTE) && tokens(&source).contains(&ATTRIBUTE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{no_variables, project, write};

    const YEAR: Year = Year::of(2020);
    const ALLOCATOR: &str = "#[global_allocator]\nstatic ALLOCATOR: System = System;\n";

    #[test]
    fn a_module_a_crate_under_days_or_the_manifest_has_one() {
        let comment = format!("/* {ALLOCATOR} */");
        let own = "[package.metadata.aoc]\nallocator = \"own\"\n";
        let counting = own.replace("own", "counting");
        for (path, text, has_own) in [
            ("year2020/day01.rs", ALLOCATOR, true),
            ("year2020/grid/deep/cells.rs", ALLOCATOR, true),
            ("util/src/lib.rs", ALLOCATOR, true),
            ("common/alloc.rs", ALLOCATOR, true),
            ("year2020/Cargo.toml", own, true),
            ("year2020/Cargo.toml", &counting, false),
            ("year2020/day01.rs", &comment, false),
            ("year2020/main.rs", ALLOCATOR, false),
            ("year2021/day01.rs", ALLOCATOR, false),
            ("util/target/x/lib.rs", ALLOCATOR, false),
        ] {
            let needed = "[dependencies]\nutil = { path = \"../util\" }\n";
            let (_temp, project) = project(&[("year2020/Cargo.toml", needed), (path, text)]);
            assert_eq!(has_own_allocator(&project, YEAR), has_own, "{path}");
        }
    }

    #[test]
    fn an_allocator_of_a_crate_counts_for_the_years_that_depend_on_it() {
        for (dependencies, has_own) in [
            ("", false),
            ("[dependencies]\nutil = \"1\"\n", false),
            ("[dependencies]\nutil = { path = \"../util\" }\n", true),
            (
                "[dependencies.heap]\npackage = \"util\"\npath = \"../util/\"\n",
                true,
            ),
            ("[dependencies]\nutil.workspace = true\n", true),
            ("[dev-dependencies]\nutil.workspace = true\n", true),
            (
                "[target.'cfg(unix)'.dependencies]\nutil.workspace = true\n",
                true,
            ),
            // These crates depend on the other one.
            ("[dependencies]\ngrid = { path = \"../grid\" }\n", true),
            (
                "[dependencies]\nshared = { path = \"../../shared\" }\n",
                true,
            ),
        ] {
            let (temp, _) = project(&[
                ("year2020/Cargo.toml", dependencies),
                (
                    "grid/Cargo.toml",
                    "[dependencies]\nutil = { path = \"../util\" }\n",
                ),
                (
                    "util/Cargo.toml",
                    "[dependencies]\ngrid = { path = \"../grid\" }\n",
                ),
                ("util/src/lib.rs", ALLOCATOR),
            ]);
            let workspace = "[workspace.dependencies]\nutil = { path = \"days/util\" }\n";
            write(temp.path(), "Cargo.toml", workspace);
            let shared = "[dependencies]\nutil = { path = \"../days/util\" }\n";
            write(temp.path(), "shared/Cargo.toml", shared);
            let project = Project::find(temp.path(), &no_variables()).unwrap();
            assert_eq!(has_own_allocator(&project, YEAR), has_own, "{dependencies}");
        }
    }
}

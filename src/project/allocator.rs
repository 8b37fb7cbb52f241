//! Finds out whether a year has an allocator of its own. The generated `main.rs` installs the
//! counting allocator of the library, and a program can have only one allocator.

use std::ffi::OsStr;
use std::path::Path;

use toml::Value;

use super::root::Project;
use super::source::{read_source, tokens};
use crate::files::{entries, source_files, toml_at};
use crate::puzzle::Year;

/// The attribute that installs an allocator.
const ATTRIBUTE: &str = "global_allocator";

/// True if `main.rs` must not install an allocator. A module of the year or another crate below
/// `days` then installs one, or the year's manifest has `allocator = "own"`.
pub fn has_own_allocator(project: &Project, year: Year) -> bool {
    if declares_own_allocator(project, year) {
        return true;
    }
    let main = project.main_rs(year);
    for entry in entries(&project.root.join("days")) {
        let folder = entry.path();
        let other = project.year_of(&folder);
        if other.is_some_and(|other| other != year) {
            continue;
        }
        // The text of `main.rs` itself does not count, because it is about to be generated.
        for file in source_files(&folder) {
            if file != main && installs_allocator(&file) {
                return true;
            }
        }
    }
    false
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
    use crate::testing::project;

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
            ("year2020/Cargo.toml", own, true),
            ("year2020/Cargo.toml", &counting, false),
            ("year2020/day01.rs", &comment, false),
            ("year2020/main.rs", ALLOCATOR, false),
            ("year2021/day01.rs", ALLOCATOR, false),
            ("util/target/x/lib.rs", ALLOCATOR, false),
        ] {
            let (_temp, project) = project(&[(path, text)]);
            assert_eq!(has_own_allocator(&project, YEAR), has_own, "{path}");
        }
    }
}

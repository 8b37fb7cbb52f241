//! Whether a year has an allocator of its own. The generated `main.rs` installs the
//! library's, which counts, and a program can have only one.

use std::ffi::OsStr;
use std::path::Path;
use toml::Table;

use walkdir::WalkDir;

use super::root::{Project, parse_year};
use super::source::tokens;
use crate::files::{entries, read_table, read_text_file};
use crate::puzzle::Year;

/// The attribute that installs an allocator.
const ATTRIBUTE: &str = "global_allocator";

/// True if `main.rs` must not install an allocator: a module of the year or a crate under
/// `days`, on which the year may depend, does, or its manifest says so.
pub fn has_own_allocator(project: &Project, year: Year) -> bool {
    let folder = project.year_dir(year);
    let mut crates = vec![folder.clone()];
    for entry in entries(&project.root().join("days")) {
        if parse_year(&entry.file_name().to_string_lossy()).is_none() {
            crates.push(entry.path());
        }
    }
    says_own(&read_table(&folder.join("Cargo.toml")))
        || crates.iter().any(|folder| installs(folder))
}

/// True for `allocator = "own"` in `[package.metadata.aoc]`.
fn says_own(manifest: &Table) -> bool {
    let mut value = manifest.get("package");
    for key in ["metadata", "aoc", "allocator"] {
        value = value.and_then(|table| table.get(key));
    }
    value.and_then(toml::Value::as_str) == Some("own")
}

/// True if a source file of the crate installs an allocator. The `main.rs` of a year is
/// the file to generate.
fn installs(folder: &Path) -> bool {
    let main = folder.join("main.rs");
    let sources = WalkDir::new(folder)
        .into_iter()
        .filter_entry(|entry| entry.file_name() != "target");
    for entry in sources.flatten() {
        let path = entry.path();
        if path.extension() != Some(OsStr::new("rs")) || path == main {
            continue;
        }
        let source = read_text_file(path).unwrap_or_default();
        // Most files need no closer look.
        if source.contains(ATTRIBUTE) && tokens(&source).contains(&ATTRIBUTE) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::project;

    const YEAR: Year = Year(2020);
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

//! Tests with the paths, functions and tests of other repositories.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use aoc_solution::Part;

use super::candidates::user_call;
use super::candidates::user_call::UserCall;
use super::candidates::wiring::Wiring;
use super::candidates::{candidates_of, wiring_by_names};
use super::folder::advent_years::AdventYears;
use super::folder::input_paths::input_at;
use super::folder::names::{day_in_path, day_of, day_of_folder, is_parser, year_in};
use super::folder::part_names::part_of;
use super::folder::tree::Tree;
use super::left_out::reason::Reason;
use super::left_out::{LeftOut, Skipped, SkippedKind};
use super::plan::cargo_lock::with_versions;
use super::plan::copy_mode::CopyMode;
use super::plan::instructions;
use super::repository::OldRepository;
use super::source::{Source, on_large_stack};
use super::{Import, ImportRequest, Kind, Plan, PlanOptions};
use crate::error::Result;
use crate::files::Locks;
use crate::inputs::Store;
use crate::project::Project;
use crate::project::templates::{BUILT_IN_TEMPLATE, new_day_file};
use crate::puzzle::{Day, Puzzle, Year};
use crate::testing::{environment, write};

mod copy;
mod found;
mod packages;
mod plan;
mod shapes;
mod unstable;
mod wiring;

/// Writes files. In the text, a line with the path precedes each file.
fn unpack(folder: &Path, files: &str) {
    for file in files.split("== ").skip(1) {
        let (path, text) = file.split_once('\n').unwrap();
        write(folder, path, text);
    }
}

/// The plan for a project in `project`. `home` is the user's home.
fn planned(home: &Path, from: Option<&str>) -> Result<Plan> {
    planned_as(home, from, instructions::by_names)
}

/// The plan with the instructions that `decide` makes.
pub fn planned_as(
    home: &Path,
    from: Option<&str>,
    decide: impl for<'s> FnOnce(&'s OldRepository) -> instructions::Instructions<'s> + Send,
) -> Result<Plan> {
    with_request(home, from, |request| plan_request(request, decide))
}

/// Reads the folder or the tool of a request, and plans its import.
fn plan_request(
    request: &ImportRequest,
    decide: impl for<'s> FnOnce(&'s OldRepository) -> instructions::Instructions<'s> + Send,
) -> Result<Plan> {
    on_large_stack(|| {
        let import = Import::read(request)?;
        Ok(import.plan(&PlanOptions::before_trial(decide(&import.repository))))
    })?
}

/// The result of `work` for an import of `from`, which is a folder in `home` or a tool.
pub fn with_request<T>(
    home: &Path,
    from: Option<&str>,
    work: impl FnOnce(&ImportRequest) -> T,
) -> T {
    let root = home.join("project");
    write(&root, "Cargo.toml", "[workspace.metadata.aoc]\n");
    let folder = from.map(|from| home.join(from).display().to_string());
    let folder = folder.filter(|folder| Path::new(folder).is_dir());
    let request = ImportRequest {
        project: &Project::find(&root, &crate::testing::no_variables()).unwrap(),
        store: &Store::new(root.join("inputs"), Locks { cache_dir: None }),
        environment: &environment(home, &[]),
        from: folder.as_deref().or(from),
        year: None,
        expressions: &[],
        text: None,
    };
    work(&request)
}

/// The reasons why files are not imported.
fn reasons(plan: &Plan) -> impl Iterator<Item = &str> {
    plan.left_out
        .skipped
        .iter()
        .map(|skipped| skipped.why.text())
}

/// The notes on imported days, if nothing was left out.
fn notes(plan: &Plan) -> Vec<String> {
    assert!(
        plan.left_out.skipped.is_empty(),
        "{:?}",
        plan.left_out.skipped
    );
    plan.notes
        .iter()
        .map(|note| format!("{}: {}", note.puzzle, note.why))
        .collect()
}

/// A line for each file below `folder` that is not imported, with the reason.
fn reasons_by_file(plan: &Plan, folder: &Path) -> String {
    let lines: Vec<String> = plan
        .left_out
        .skipped
        .iter()
        .map(|skipped| {
            let file = skipped.from.strip_prefix(folder).unwrap();
            let file = file.display().to_string().replace('\\', "/");
            format!("{file}: {}", skipped.why)
        })
        .collect();
    lines.join("\n")
}

/// The arguments of `functions!` that the names in a day suggest, or the reason why there are none.
fn wired(code: &str) -> String {
    let source = Source::read(code.to_owned()).unwrap();
    let Some(wiring) = wiring_by_names(&candidates_of(&source)) else {
        return Reason::unclear_names(&source, &Part::BOTH).to_string();
    };
    options_of(&wiring)
}

/// The arguments of `functions!` for a wiring, without the name and the title of the day.
fn options_of(wiring: &Wiring) -> String {
    let call = wiring.render("D", "T", &[]).replace("\n   ", "");
    let call = call.strip_prefix("aoc_solution::functions! { D, \"T\", ");
    call.unwrap_or_default()
        .trim_end_matches(",\n}\n\n")
        .to_owned()
}

/// Checks the arguments of `functions!` for pieces of code.
fn check_wiring(cases: &[(&str, &str)]) {
    for (code, expected) in cases {
        assert_eq!(wired(code), *expected, "{code}");
    }
}

/// The plan for a repository called `old`. In the text, a line with the path precedes each file.
fn plan_of(files: &str) -> Plan {
    plan_of_as(files, instructions::by_names)
}

/// The plan for a repository called `old`, with the instructions that `decide` makes.
fn plan_of_as(
    files: &str,
    decide: impl for<'s> FnOnce(&'s OldRepository) -> instructions::Instructions<'s> + Send,
) -> Plan {
    let temp = tempfile::tempdir().unwrap();
    unpack(&temp.path().join("old"), files);
    planned_as(temp.path(), Some("old"), decide).unwrap()
}

/// The text of a planned file.
fn text_in<'p>(plan: &'p Plan, path: &str) -> &'p str {
    let file = plan.files.iter().find(|file| file.file == path);
    &file
        .unwrap_or_else(|| panic!("{path}: {:?}", plan.left_out.skipped))
        .text
}

/// The plan for a day that uses the package `x`, with these lines of its manifest and this code.
fn plan_with_package(manifest: &str, code: &str) -> Plan {
    plan_of(&format!(
        "== 2020/Cargo.toml\n[package]\nname = \"y\"\n[dependencies]\nx.path = \"../x\"\n\
         == 2020/src/bin/01.rs\nuse x::y; fn part1(input: &str) -> u8 {{ 1 }}\n\
         == x/Cargo.toml\n[package]\nname = \"x\"\n{manifest}\n== x/src/lib.rs\n{code}"
    ))
}

//! Imports inputs, answers, sessions and days from other tools and repositories. [`plan()`] only
//! reads, and returns a [`Plan`]: which files are new, and why others are left out. [`apply`]
//! writes the files of a plan.
//!
//! The modules are used in this order:
//!
//! 1. `tree` lists the files of the old repository, `manifest` reads its packages, and `source`
//!    reads its Rust files. `names` finds years, days and parts in the names of files and
//!    functions.
//! 2. `inputs` finds inputs, answers and sessions. `days` finds the files that are days.
//! 3. `candidates` lists the ways to call a day, from the names of its functions: `part1(input)`,
//!    `part1(parse(input))`. The `wiring` of a candidate is its call of `functions!`. If the user
//!    gave `expressions` for a day, they are its only candidate.
//! 4. For a first plan, all candidates are copied. `aoc import` compiles them below
//!    `target/aoc-import`, runs those that compile (`commands/import/trial.rs`), and compares their
//!    answers with the known ones. `compare` decides which candidate is right.
//! 5. `years` plans the copies of a year's days, and `copy` the copy of one day: with the call of
//!    `functions!` for the right candidate, and with the `examples` of its tests. `shim` makes
//!    copied code read the day's input in place of files. `lock` takes versions of libraries.
//! 6. `plan` collects all of that and writes it. `record` notes what was written.

mod candidates;
pub mod compare;
mod copy;
mod days;
mod examples;
mod expressions;
mod inputs;
mod lock;
mod manifest;
mod names;
pub mod old_program;
mod plan;
#[cfg(test)]
mod properties;
mod record;
mod shim;
mod source;
mod tree;
mod wiring;
mod years;

use std::fs::canonicalize;
use std::path::{Path, PathBuf};

pub use copy::{CANDIDATE_MODULE, CANDIDATE_TYPE};
pub use expressions::{expression, uses_input};
pub use lock::{LockedLibrary, NeededLibrary, versions_taken, with_versions};
pub use manifest::CARGO_CONFIGS;
pub use plan::{Calling, FoundCall, ImportRequest, Kind, Plan, TriedDay, apply};
pub use wiring::{AnsweringFunctions, Wiring};

use crate::error::Result;
use crate::files::slashed;
use crate::project::LIBRARY;
use days::Code;
use inputs::input_at;
use names::{day_of_folder, file_name, folder_of, year_in};
use record::Record;
use tree::Tree;

/// Plans an import, and writes nothing.
pub fn plan(request: &ImportRequest) -> Result<Plan> {
    let mut plan = Plan {
        record: Record::read(request.project.root()),
        ..Plan::default()
    };
    if let Some(folder) = inputs::plan_tools(request, &mut plan)? {
        source::on_large_stack(|| plan_folder(&folder, request, &mut plan));
    }
    Ok(plan)
}

/// Plans the code and the inputs of a folder.
fn plan_folder(folder: &Path, request: &ImportRequest, plan: &mut Plan) {
    let there = real(folder);
    let path = slashed(&there);
    let name = file_name(&path);
    let year = year_in(name).or_else(|| year_in(file_name(folder_of(&path))));
    // Links are resolved, so that folders of this project are recognized behind a link.
    let days = real(&request.project.root().join("days"));
    let library = real(&request.project.root().join(LIBRARY));
    let own = [days, real(&request.store.root), library];
    // If the folder itself is a day's, such as `day05`, its name must be part of the paths.
    let tree = match there.parent() {
        Some(parent) if day_of_folder(name).is_some() => Tree::read(parent, &there, &own, plan),
        _ => Tree::read(folder, folder, &own, plan),
    };
    let code = Code::read(&tree, year, request, plan);
    inputs::plan(&code, plan);
    years::plan(&code, plan);
    let mut files = code.tree.files.iter();
    let has_solutions =
        files.any(|file| file.strip_suffix(".rs").is_some() || input_at(file).is_some());
    let is_empty = plan.files.is_empty() && plan.skipped.is_empty();
    if !has_solutions && is_empty && there != real(request.project.root()) {
        let why = "it has neither days in Rust nor inputs";
        plan.refuse(folder.to_owned(), None, why.to_owned());
    }
    // Packages come before the years that depend on them. The manifest of a year comes first in it.
    plan.files.sort_by_key(|file| {
        (
            file.file.starts_with("days/year"),
            file.kind != Kind::Manifest,
        )
    });
}

/// The path with its links resolved. A path that does not exist is returned as it is.
fn real(path: &Path) -> PathBuf {
    canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests;

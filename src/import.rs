//! Importing from other tools and repositories: first a plan of what is new,
//! which writes nothing, then its execution.
//!
//! It goes in this order:
//!
//! 1. `tree` lists the files of a folder, `manifest` reads its packages, `source` its code. `names`
//!    says which years, days and parts their names mean.
//! 2. `inputs` finds inputs, answers and sessions, and `days` the days.
//! 3. `candidates` are the ways in which a day may be called, by names alone, each a `wiring`, or
//!    the user's `expressions`. The command compiles and runs them, and `compare` says which is
//!    right. `shim` gives their copies the text.
//! 4. `years` plans the copies of a year, `copy` the one of a day with the `examples` of its tests,
//!    and `lock` the versions of libraries.
//! 5. `plan` is what all of them find; it is written then, and `record` says what was.

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
pub use expressions::expression;
pub use lock::{LockedLibrary, NeededLibrary, versions_taken, with_versions};
pub use plan::{Calling, CodeBefore, FoundCall, ImportRequest, Kind, Plan, TriedDay, apply};
pub use wiring::{AnsweringFunctions, Wiring};

use crate::error::Result;
use crate::files::slashed;
use crate::project::LIBRARY;
use days::Code;
use inputs::input_at;
use names::{day_of_folder, file_name, folder_of, year_in};
use record::Record;
use tree::Tree;

/// Plans what to import.
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
    // Links to the project's folders are followed, too.
    let days = real(&request.project.root().join("days"));
    let library = real(&request.project.root().join(LIBRARY));
    let own = [days, real(&request.store.root), library];
    // The name of a day's folder says which day it is.
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
    // A year, which has its manifest first, comes after the packages that it names.
    plan.files.sort_by_key(|file| {
        (
            file.file.starts_with("days/year"),
            file.kind != Kind::Manifest,
        )
    });
}

/// A path without links.
fn real(path: &Path) -> PathBuf {
    canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests;

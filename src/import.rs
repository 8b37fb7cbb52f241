//! Imports inputs, answers, sessions and days from other tools and repositories. An
//! [`ImportSource`] is read once. Each [`Plan`] that is made of it says which files are new, and why
//! others are left out. [`apply`] writes the files of a plan.
//!
//! The modules are used in this order:
//!
//! 1. A `request` says what the user wants. `repository` is the old repository: `tree` lists its
//!    files, `manifest` reads its packages, and `source` its Rust files. `names` finds years, days
//!    and parts in the names of files and functions.
//! 2. `inputs` finds inputs, answers and sessions. `days` finds the files that are days, each a
//!    `day_file`. It joins the two files of a day that has a file for each part.
//! 3. `candidates` lists the calls that may answer a day, from the names of its functions:
//!    `part1(input)`, `part1(parse(input))`; it explains the words of this module. The `wiring` of a
//!    candidate has its arguments of `functions!`. If the user gave `expressions` that apply to
//!    the day, they are the first candidate.
//! 4. For a first plan, all candidates are copied. `aoc import` compiles them below
//!    `target/aoc-import` (`commands/import/trial.rs`). `trial` runs those that compile, `compare`
//!    compares their answers with the known ones, and `trial` decides how the day is called. These
//!    decisions are in `calling`.
//! 5. `years` plans the copies of a year's days, and `copy` the copy of one day: with the call of
//!    `functions!` for the right candidate, and with the `examples` of its tests. `shim` makes
//!    copied code read the day's input in place of files. `lock` takes versions of libraries.
//! 6. `plan` collects all of that and writes it, and `left_out` has what is not imported. `record`
//!    notes what was written. The `context` of a plan is the repository, the options, and what the
//!    project has.

mod calling;
mod candidates;
pub mod compare;
mod context;
mod copy;
mod day_file;
mod days;
mod examples;
mod expressions;
mod inputs;
mod left_out;
mod lock;
mod manifest;
mod names;
pub mod old_folder;
mod plan;
#[cfg(test)]
mod properties;
mod record;
mod repository;
mod request;
mod shim;
mod source;
mod tree;
pub mod trial;
mod wiring;
mod years;

use std::fs::canonicalize;
use std::path::{Path, PathBuf};

pub use calling::{Calling, DayCall, NotCopied, TriedDay};
pub use copy::{CANDIDATE_MODULE, CANDIDATE_TYPE};
pub use expressions::{expression, uses_input};
pub use lock::{LockedLibrary, NeededLibrary, names_under, versions_taken, with_versions};
pub use manifest::CARGO_CONFIGS;
pub use plan::{Kind, Plan, PlanFields, apply};
pub use request::{ImportRequest, PlanOptions, UnreadablePackage};
pub use source::on_large_stack;

use crate::error::Result;
use context::PlanContext;
use inputs::input_at;
use left_out::LeftOut;
use record::Record;
use repository::OldRepository;
use tree::Tree;

/// The most memory of each program that an import runs, in bytes. At most one program for each
/// processor runs at a time.
pub const MOST_MEMORY: u64 = 4 << 30;

/// The folder or the tool that the user named. A folder is read once, and each plan is made of it.
pub struct ImportSource<'a> {
    pub request: &'a ImportRequest<'a>,
    /// `None` for a tool that has only a session.
    repository: Option<OldRepository>,
}

impl<'a> ImportSource<'a> {
    /// Reads the folder, on a stack that must be large: see [`on_large_stack`]. Fails if there is
    /// neither a folder nor a tool of that name.
    pub fn read(request: &'a ImportRequest<'a>) -> Result<Self> {
        let folder = inputs::folder_to_read(request)?;
        let repository = folder.map(|folder| {
            let mut repository = OldRepository::read(&folder, request);
            repository.find_days(request);
            repository
        });
        Ok(Self {
            request,
            repository,
        })
    }

    /// Plans an import, and writes nothing.
    pub fn plan(&self, options: &PlanOptions) -> Plan {
        let mut plan = Plan::default();
        inputs::plan_session(self.request, &mut plan);
        if let Some(repository) = &self.repository {
            let root = options.project.root();
            let mut ignored = LeftOut::default();
            let own_files = Tree::read(root, root, &[], &mut ignored);
            let context = PlanContext {
                repository,
                environment: self.request.environment,
                options,
                record: Record::read(root),
                own_packages: manifest::packages(&own_files, &mut ignored),
            };
            plan_folder(&context, &mut plan);
        }
        plan
    }
}

/// Plans the code and the inputs of a folder.
fn plan_folder(context: &PlanContext, plan: &mut Plan) {
    let repository = context.repository;
    plan.left_out.add(&repository.left_out);
    inputs::plan(context, plan);
    years::plan(context, plan);
    let has_solutions = repository
        .tree
        .files
        .iter()
        .any(|file| file.strip_suffix(".rs").is_some() || input_at(file).is_some());
    let is_empty = plan.files.is_empty() && plan.left_out.skipped.is_empty();
    if !has_solutions && is_empty && !repository.is_project {
        let why = "it has neither days in Rust nor inputs: give the folder of your solutions";
        plan.left_out
            .refuse(repository.folder.clone(), None, why.to_owned());
    }
    // Packages come before the years that depend on them. The manifest of a year comes first in it.
    plan.files.sort_by_key(|file| {
        (
            file.file.starts_with("days/year"),
            !matches!(file.kind, Kind::Manifest),
        )
    });
}

/// Reads the folder or the tool, and plans its import.
#[cfg(test)]
pub fn plan(request: &ImportRequest, calling: Calling) -> Result<Plan> {
    on_large_stack(|| Ok(ImportSource::read(request)?.plan(&request.options(calling))))?
}

/// The path with its links resolved. A path that does not exist is returned as it is.
fn real(path: &Path) -> PathBuf {
    canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests;

//! Imports inputs, answers, sessions and days from other tools and repositories. An [`Import`] is
//! read once. Each [`Plan`] that is made from it says which files are new, and why other files are
//! left out. [`apply`] writes the files of a plan. Names suggest the calls that may answer a day. A
//! trial compiles and runs these calls, and their answers decide.
//!
//! Each module answers one question, which is at the top of its file. A module uses only those
//! before it in this list:
//!
//! | module | question |
//! |---|---|
//! | `left_out` | what is not imported, and why? |
//! | `request` | what does the user want? |
//! | `folder` | which files are there, and what do their paths and manifests say? |
//! | `source` | what is in a Rust file, and how can its text be changed? |
//! | `candidates` | which calls may answer a day? |
//! | `repository` | what is a day? |
//! | `plan` | what is written, and what have earlier imports written? |
//! | `copy` | what is copied, and how does its text change? |
//! | `compare` | is an answer right? |
//! | `trial` | which call is right? |
//!
//! An import takes these steps:
//!
//! 1. The request is read, then the folder, its sources and the days among them.
//! 2. The first plan copies all candidates. If the user agrees, the trial compiles the copies below
//!    `target/aoc-import`, and plans again with the candidates that compile (`trial/workspace.rs`).
//!    Only the copies that the trial builds contain more than one call.
//! 3. The trial runs the remaining candidates on the day's input, and compares their answers with
//!    the known ones. The old program, in a copy of its folder, may print known answers
//!    (`trial/old_program.rs`). The result for each day is a decision: a call, or the reason why
//!    there is none.
//! 4. The last plan has these decisions, or the decisions by names if nothing may be built. Its
//!    files are written, and the days are built, run and compared (`commands/import/check.rs`).
//!
//! Only `trial` builds or runs code of others. The written copies belong to the user.
//!
//! To understand the import in an hour, read the comments at the top of the modules, and then:
//!
//! | question | read |
//! |---|---|
//! | what is a day, and of which year? | `folder/names.rs` (`day_in_path`, `year_in`), `repository/day_file.rs`, `repository/days.rs` (`find_days` to `whole_day`), `OldRepository::year_of` |
//! | which calls may answer it, in which order? | `candidates.rs` (`Rank`, `DayFunctions::candidates`), `candidates/solvers.rs` (`rank_of`), `trial/order.rs` |
//! | what is copied, and what changes in the text? | `plan/copy_mode.rs`, `copy/day.rs`, `Original::omits`, `copy/day/text.rs`, `edits` in `copy/day/call.rs` |
//! | how are candidates compiled and dropped? | `trial/workspace/rounds.rs` (`compile`, `compile_years`, `drop_faulty`, `culprit`), `trial/state.rs` |
//! | which candidate is taken? | `compare.rs` (`choose`), `trial/decision.rs` (`taken_wiring`) |
//! | what may the code of others see? | `trial/foreign_program.rs` |
//! | what does the next import know? | `plan/record.rs`, `keep_copy` in `copy.rs`, `check_project` in `plan.rs` |
//!
//! A new name for a part belongs in `folder/part_names.rs`, and a new word for its number in
//! `part_numbered` of the library. A new shape of functions belongs in `candidates/callables.rs`, a
//! new command line of old programs in `trial/old_program/attempts.rs`, a new limit of a trial in
//! `trial/foreign_program.rs`, and a new stand-in for the standard library in the library's
//! `imported.rs` and in `source/with_input.rs`. Tests of names are in `tests/found.rs`. The values
//! of constants and variables are followed only in assertions (`repository/assertions/scope.rs`).

mod candidates;
pub mod compare;
mod copy;
mod folder;
mod left_out;
pub mod plan;
mod repository;
mod request;
mod source;
pub mod trial;

use std::collections::BTreeSet;

pub use candidates::expressions::parse_expression;
pub use left_out::Subject;
#[cfg(test)]
pub use left_out::reason::Reason;
#[cfg(test)]
pub use plan::ImportedFile;
pub use plan::lock::NeededLibrary;
pub use plan::{CopiedDay, Kind, Plan, PlanOptions, Replaced, apply};
pub use request::ImportRequest;
pub use source::on_large_stack;

use crate::error::Result;
use crate::puzzle::{Puzzle, Year};
use folder::input_paths::input_at;
use folder::manifest;
use folder::names::is_source;
use folder::tree::Tree;
use left_out::LeftOut;
use plan::{Note, PlanContext, Record, inputs};
use repository::OldRepository;
use repository::day_file::DayFile;
use repository::days::find_days;

/// The import of the folder or the tool that the user named. A folder is read once for all plans.
pub struct Import<'a> {
    pub request: &'a ImportRequest<'a>,
    /// The folder. Without files for a tool that has only a session.
    pub repository: OldRepository,
}

impl<'a> Import<'a> {
    /// Reads the folder. This needs a large stack, see [`on_large_stack`]. Fails if there is
    /// neither a folder nor a tool with this name.
    pub fn read(request: &'a ImportRequest<'a>) -> Result<Self> {
        let folder = inputs::folder_to_read(request)?;
        let mut repository = OldRepository::read(folder, request);
        find_days(&mut repository, request);
        Ok(Self {
            request,
            repository,
        })
    }

    /// Plans an import. Writes nothing.
    pub fn plan(&self, options: &PlanOptions) -> Plan {
        let mut plan = Plan::default();
        inputs::plan_session(self.request, &mut plan);
        plan_folder(&self.context(options), &mut plan);
        plan
    }

    /// Plans only the copies of days, for a trial.
    pub fn plan_copies(&self, options: &PlanOptions) -> Plan {
        let mut plan = Plan::default();
        copy::plan(&self.context(options), &mut plan);
        plan
    }

    /// The facts from which a plan is made.
    fn context<'c>(&'c self, options: &'c PlanOptions) -> PlanContext<'c> {
        let mut context = PlanContext {
            repository: &self.repository,
            request: self.request,
            options,
            record: Record::read(self.request.project.root()),
            own_packages: Vec::new(),
        };
        if let Some(project) = context.project() {
            let root = project.root();
            let mut ignored = LeftOut::default();
            let own_files = Tree::read(root, root, &[], &mut ignored);
            context.own_packages = manifest::packages(&own_files.searched(), &mut ignored);
        }
        context
    }

    /// The files of each puzzle.
    fn files_of_puzzles(&self) -> impl Iterator<Item = &[DayFile]> {
        let days = &self.repository.days;
        days.chunk_by(|one, next| one.puzzle == next.puzzle)
    }

    /// A planned day.
    pub fn day(&self, puzzle: Puzzle, copied: &CopiedDay) -> &DayFile {
        let mut days = self.repository.days.iter();
        days.find(|day| day.puzzle == puzzle && day.file == copied.file)
            .expect("a plan has days of the repository")
    }
}

/// Plans the code and the inputs of a folder.
fn plan_folder(context: &PlanContext, plan: &mut Plan) {
    let repository = context.repository;
    let found = &repository.left_out.skipped;
    plan.left_out.skipped.extend_from_slice(found);
    inputs::plan(context, plan);
    copy::plan(context, plan);
    note_other_years(context.request, plan);
    let has_solutions = repository
        .tree
        .files
        .iter()
        .any(|file| is_source(file) || input_at(&repository.spelled_out(file)).is_some());
    let is_empty = plan.files.is_empty() && plan.left_out.skipped.is_empty();
    if !has_solutions
        && is_empty
        && !repository.is_project
        && let Some(folder) = &repository.folder
    {
        let why = "it has neither days in Rust nor inputs: give the folder of your solutions";
        plan.left_out.skip(folder, Subject::UnknownDay, why);
    }
    // Packages precede the years that depend on them. Within a year, the manifest is first.
    plan.files.sort_by_key(|file| {
        (
            file.file.starts_with("days/year"),
            !matches!(file.kind, Kind::Manifest),
        )
    });
}

/// Adds a note to the first day if no day has the year of a new input, and no day has an input. The
/// year of the days is then probably wrong, for example because the name of a package still has an
/// earlier year.
fn note_other_years(request: &ImportRequest, plan: &mut Plan) {
    let of_inputs: BTreeSet<Year> = plan.new_inputs().iter().map(|input| input.year).collect();
    let days = plan.days();
    let has_input = |day: &Puzzle| plan.input_of(request.store, *day).is_some();
    let has_year = |day: &Puzzle| of_inputs.contains(&day.year);
    let is_explained = days.iter().any(|day| has_year(day) || has_input(day));
    if of_inputs.is_empty() || request.year.is_some() || is_explained {
        return;
    }
    let years: Vec<String> = of_inputs.iter().map(Year::to_string).collect();
    let years = years.join(" and ");
    let why = format!("the inputs are of {years}: if the days are, too, give their year with -y");
    plan.notes
        .extend(days.into_iter().next().map(|puzzle| Note { puzzle, why }));
}

#[cfg(test)]
pub mod tests;

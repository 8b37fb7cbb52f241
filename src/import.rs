//! Imports inputs, answers, sessions and days from other tools and repositories. An [`Import`] is
//! read once. Each [`Plan`] that is made from it says which files are new, and why other files are
//! left out. [`apply`] writes the files of a plan. How a day is called is found by the names of its
//! functions and by running them. The values of constants and variables are followed only in
//! assertions (`examples/scope.rs`).
//!
//! The modules are used in this order:
//!
//! 1. `request` has the folder or tool and the options that the user gave. `repository` is the old
//!    repository: `tree` lists its files, `manifest` reads its packages, and `source` reads its
//!    Rust files, and makes copied code read the day's input instead of files
//!    (`source/with_input.rs`). `names` finds years, days and parts in the names of files and
//!    functions.
//! 2. `inputs` finds inputs, answers and sessions. `days` finds the files that are days, each a
//!    `day_file`. If a day has a file for each part, `days` joins the two files.
//! 3. `candidates` lists the calls that may answer a day, from the names of its functions:
//!    `part1(input)`, `part1(parse(input))`. Its head explains the words *call*, *wiring* and
//!    *candidate*. A call is a tree (`expr`); `wiring` writes the call of `functions!`, and says
//!    whether the call reads the input instead of files. If the user gave `expressions` that apply
//!    to the day, they are the first candidate.
//! 4. The first plan copies all candidates. `aoc import` compiles them below `target/aoc-import`,
//!    and plans again with the candidates that compile (`commands/import/trial_workspace.rs`).
//!    `trial` runs these, and `compare` compares their answers with the known ones. The result is a
//!    `day_decision`. The old program, in a copy of its folder (`old_folder`), may print known
//!    answers. Candidates and the old program run as a `foreign_program`, within limits, and see
//!    nothing that `secrets` hides. The `instructions` of each plan say which files it copies, and
//!    in which `copy_mode`: with no call, with one call, or with all candidates.
//! 5. `years` plans the copies of a year's days. `copy` plans the copy of one day, with the call of
//!    `functions!` for the right candidate and with the `examples` of its tests. If a day cannot be
//!    copied, the error of `plan_copy` is the reason. `reason` has the sentences about calls.
//!    `lock` takes the versions of libraries from the old Cargo.lock.
//! 6. `plan` is made from the facts in `plan/context.rs`. It collects the files, and
//!    `plan/write.rs` writes them. `left_out` lists everything that is not imported.

mod advent_years;
mod candidates;
pub mod compare;
mod copy;
mod copy_mode;
mod day_decision;
mod day_file;
mod days;
mod examples;
mod expr;
mod expressions;
pub mod foreign_program;
mod input_paths;
mod inputs;
pub mod instructions;
mod left_out;
mod lock;
mod manifest;
mod names;
pub mod old_folder;
mod plan;
#[cfg(test)]
mod properties;
mod reason;
mod repository;
mod request;
pub mod secrets;
mod source;
mod tree;
pub mod trial;
mod wiring;
mod years;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::canonicalize;
use std::path::{Path, PathBuf};

pub use copy_mode::{CANDIDATE_MODULE, CANDIDATE_TYPE, CopyMode};
pub use expressions::parse_expression;
pub use left_out::Subject;
pub use lock::{LockedLibrary, NeededLibrary, names_under, versions_taken, with_versions};
pub use names::is_source;
#[cfg(test)]
pub use plan::ImportedFile;
pub use plan::{
    CopiedDay, Kind, Plan, PlanOptions, PlanStage, UnstableFeatures, apply, folder_below_days,
};
#[cfg(test)]
pub use reason::Reason;
pub use request::ImportRequest;
pub use source::on_large_stack;

use crate::error::Result;
use crate::puzzle::{Puzzle, Year, parts_with_answer};
use compare::{KnownFacts, Proof};
use day_file::DayFile;
use days::find_days;
use examples::DayAssertions;
use input_paths::input_at;
use left_out::LeftOut;
use old_folder::DayToCompare;
use plan::{Note, PlanContext, Record};
use repository::OldRepository;
use tree::Tree;

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
        years::plan(&self.context(options), &mut plan);
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
            context.own_packages = manifest::packages(&own_files, &mut ignored);
        }
        context
    }

    /// The answers that are known for a plan's days before any code runs: recorded answers, and
    /// answers that the code asserts for the input.
    pub fn known_facts(&self, plan: &Plan) -> FactsByPuzzle {
        let mut all = FactsByPuzzle::new();
        for (&puzzle, copied) in &plan.copied {
            let store = self.request.store;
            let mut answers = BTreeMap::new();
            if let Some(input) = plan.input_of(store, puzzle) {
                let day = self.day(puzzle, copied);
                answers = DayAssertions::read(&self.repository, day).answers_to(&input);
            }
            answers.extend(plan.answers_of(store, puzzle));
            let known = KnownFacts {
                answers,
                ..KnownFacts::default()
            };
            all.insert(puzzle, known);
        }
        all
    }

    /// The days of a plan for which the old program may know answers: days with an input and with
    /// unknown answers.
    pub fn days_to_compare(&self, plan: &Plan, known: &FactsByPuzzle) -> Vec<DayToCompare> {
        let mut days = Vec::new();
        for (&puzzle, copied) in &plan.copied {
            let is_open = known
                .get(&puzzle)
                .is_some_and(|known| known.answers.len() < parts_with_answer(puzzle).len());
            if is_open && let Some(input) = plan.input_of(self.request.store, puzzle) {
                let day = self.day(puzzle, copied);
                days.push(DayToCompare {
                    puzzle,
                    file: day.file.clone(),
                    // If another file has part 2, this program is only that of part 1.
                    proves: if day.part2.is_some() {
                        Proof::Confirms
                    } else {
                        Proof::Refutes
                    },
                    input,
                });
            }
        }
        days
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

/// The known facts about the answers to each day's input. A trial adds the outputs of programs.
pub type FactsByPuzzle = BTreeMap<Puzzle, KnownFacts>;

/// Plans the code and the inputs of a folder.
fn plan_folder(context: &PlanContext, plan: &mut Plan) {
    let repository = context.repository;
    let found = &repository.left_out.skipped;
    plan.left_out.skipped.extend_from_slice(found);
    inputs::plan(context, plan);
    years::plan(context, plan);
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

/// Adds a note to the first day if the days and the inputs have no year in common. The year in the
/// name of a package may be wrong.
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
    let first = days.into_iter().next();
    plan.notes.extend(first.map(|puzzle| Note { puzzle, why }));
}

/// The path with its links resolved, also on Windows, for comparisons with other such paths. A path
/// that does not exist is returned unchanged.
fn resolved(path: &Path) -> PathBuf {
    canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
pub mod tests;

//! Imports inputs, answers, sessions and days from other tools and repositories. An [`Import`] is
//! read once. Each [`Plan`] that is made from it says which files are new, and why other files are
//! left out. [`apply`] writes the files of a plan. Names suggest the calls that may answer a day. A
//! trial compiles and runs these calls, and their answers decide.
//!
//! Each file begins with the question that its module answers. A module uses only the modules above
//! it in this table:
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
//! 2. The first plan has all candidates of all days. If the user agrees, the trial writes these
//!    copies below `target/aoc-import`, with a module for each candidate, compiles them, and plans
//!    again without those that do not compile (`trial/workspace.rs`). The copies for the user have
//!    one call.
//! 3. The trial runs the remaining candidates on the day's input, and compares their answers with
//!    the known ones. The old program, in a copy of its folder, may print known answers
//!    (`trial/old_program.rs`). The result for each day is a decision: a call, or the reason why
//!    there is none.
//! 4. The last plan has these decisions, or the decisions by names if nothing may be built. Its
//!    files are written, and the days are built, run and compared (`commands/import/check.rs`).
//!
//! Only `trial` builds or runs code of others. The written copies belong to the user.
//!
//! To understand the import in an hour, read the comments at the top of the modules, the example
//! below, and these functions:
//!
//! | question | read |
//! |---|---|
//! | what is a day, and of which year? | `day_in_path` in `folder/names.rs`, `whole_day` in `repository/days.rs`, `year_of` in `repository.rs` |
//! | what is an input or an answer? | `input_at` in `folder/input_paths.rs`, `repository/input_files.rs`, `plan_texts` in `plan/inputs.rs` |
//! | which calls may answer a day? | `DayFunctions::candidates` in `candidates.rs`, `calls_of` in `candidates/calls.rs`, `rank_of` in `candidates/solvers.rs` |
//! | what is copied, and what changes in the text? | `add_source` in `copy/day.rs`, `omits` in `copy/day/omissions.rs`, `in_crate` in `copy/day/text.rs` |
//! | which candidates compile? | `compile` and `drop_faulty` in `trial/workspace/rounds.rs` |
//! | which candidates run, in which order? | `try_candidates` in `trial/order.rs` |
//! | which candidate is taken? | `choose` in `compare.rs`, `taken_wiring` in `trial/decision.rs` |
//! | how is the old program called? | `attempts` in `trial/old_program/attempts.rs` |
//! | which values of an output are answers? | `compare_with_output` in `compare/output.rs`, `by_part` in the library's `imported/printed.rs` |
//! | what may the code of others see? | the table in `trial/foreign_program.rs` |
//! | what does the next import know? | `check_project` in `plan.rs`, `keep_copy` in `copy.rs` |
//!
//! # An example
//!
//! This is an old `day01.rs`:
//!
//! ```text
//! fn parse(text: &str) -> Vec<u32> { text.lines().map(|line| line.parse().unwrap()).collect() }
//! fn part1(numbers: &[u32]) -> u32 { numbers.iter().sum() }
//! fn main() { println!("{}", part1(&parse(include_str!("input.txt")))); }
//! ```
//!
//! These are its candidates (`imported` is `aoc_solution::imported`). The third and the fourth one
//! do not compile, because `part1` does not take a text:
//!
//! ```text
//! Vec<u32>, parse = parse, part1 = part1
//! part1 = |&input| imported::call!(input, parse, part1)
//! part1 = part1
//! part1 = |&input| part1(imported::given(input).into())
//! part1 = |&input| imported::printed(input, 1, || main()), part2 = |&input| imported::printed(input, 2, || main())
//! ```
//!
//! In the trial's copy, code that includes or reads a file gets the day's input. Each candidate is
//! in a module at the end, such as `aoc_candidate_1` with this call:
//!
//! ```text
//! fn main() { println!("{}", part1(&parse(imported::text()))); }
//!     part1 = |&input| imported::reading(input, || imported::call!(input, parse, part1)),
//! ```
//!
//! The first candidate is taken if its answer is known to be right, or if the other calls agree
//! with it. The written copy then begins with its call, and has no `main`:
//!
//! ```text
//! aoc_solution::functions! {
//!     Day01, "Report Repair", Vec<u32>,
//!     parse = parse,
//!     part1 = part1,
//! }
//! ```
//!
//! # Where changes belong
//!
//! - A new name for a part: `folder/part_names.rs`. A new word for its number: `part_numbered` of
//!   the library. A new word for a part in an output: `PART_LABELS` and `GLUED_LABELS` in the
//!   library's `imported/printed/part_names.rs`.
//! - A new way in which `main` combines the answers for pieces of a text: `source/pieces.rs`.
//! - A new kind of function: `candidates/callables.rs`. A new way to call a function:
//!   `candidates/calls.rs` and `candidates/expr.rs`. A new type of argument: the library's
//!   `imported/text.rs`.
//! - A new command line of old programs: `trial/old_program/attempts.rs`.
//! - A new limit of a trial or of the old program: `trial/foreign_program.rs`.
//! - A new stand-in for the standard library: the library's `imported.rs`, and
//!   `source/with_input.rs`.
//!
//! Tests of names are in `tests/found.rs`. The values of constants and variables are followed only
//! in assertions (`repository/assertions/scope.rs`), and those of constants with an included text
//! (`source/with_input.rs`).

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

use std::cell::OnceCell;
use std::collections::BTreeSet;

pub use candidates::user_call::parse_expression;
pub use left_out::SkippedKind;
#[cfg(test)]
pub use left_out::reason::Reason;
#[cfg(test)]
pub use plan::ImportedFile;
pub use plan::cargo_lock::NeededLibrary;
pub use plan::{CopiedDay, Kind, Plan, PlanOptions, Replaced, apply};
pub use request::ImportRequest;
pub use source::on_large_stack;

use crate::error::Result;
use crate::puzzle::{Puzzle, Year};
use plan::{Note, PlanContext, Record, inputs};
use repository::OldRepository;
use repository::day_file::DayFile;
use repository::days::find_days;

/// The import of the folder or the tool that the user named. A folder is read once for all plans.
pub struct Import<'a> {
    pub request: &'a ImportRequest<'a>,
    /// The folder. It has no files if the import is from a tool that has only a session.
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
        inputs::plan_session(self.request, &self.repository, &mut plan);
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
        PlanContext {
            repository: &self.repository,
            request: self.request,
            options,
            record: Record::read(self.request.project.root()),
            own_packages: OnceCell::new(),
        }
    }

    /// The file of the old repository from which a planned day is copied.
    pub fn day(&self, puzzle: Puzzle, copied: &CopiedDay) -> &DayFile {
        let mut files = self.repository.days[&puzzle].iter();
        let file = files.find(|day| day.file == copied.file);
        file.expect("a plan has days of the repository")
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
    let has_solutions = !repository.files.is_empty() || !repository.input_files.by_path.is_empty();
    let is_empty = plan.files.is_empty() && plan.left_out.skipped.is_empty();
    if !has_solutions
        && is_empty
        && !repository.is_project
        && let Some(folder) = &repository.folder
    {
        let why = "it has neither days in Rust nor inputs: give the folder of your solutions";
        plan.left_out.skip(folder, SkippedKind::UnknownDay, why);
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
    let is_explained = days
        .iter()
        .any(|day| of_inputs.contains(&day.year) || plan.input_of(request.store, *day).is_some());
    if of_inputs.is_empty() || request.year.is_some() || is_explained {
        return;
    }
    let years: Vec<String> = of_inputs.iter().map(Year::to_string).collect();
    let why = format!(
        "the inputs are of {}: if the days are, too, give their year with -y",
        years.join(" and ")
    );
    plan.notes
        .extend(days.into_iter().next().map(|puzzle| Note { puzzle, why }));
}

#[cfg(test)]
pub mod tests;

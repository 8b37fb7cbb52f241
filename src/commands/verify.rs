//! `aoc verify`: runs everything that has an accepted answer, with every input and every
//! alternative.

use std::num::NonZeroUsize;

use aoc_solution::Part;
use clap::Args;
use serde::Serialize;

use crate::app::App;
use crate::app::args::{SelectionArgs, parse_jobs};
use crate::error::{Exit, HasExit, Result};
use crate::execution::{
    BatchLimitArgs, BuildArgs, BuildMode, build, execute_and_show, run_day_tests,
};
use crate::inputs::{InputId, Store};
use crate::processes::processor_count;
use crate::puzzle::{Puzzle, Selector, puzzle_list};
use crate::records::{Records, answers_to_input};
use crate::reporter::TableKind;
use crate::runner::{
    Alternatives, DayTests, OfPuzzle, PuzzleHeader, ResultDocument, SolveJob, Solved, Status,
    StdoutTarget, exit_of, full_function_name,
};
use crate::steps::Resolver;
use crate::terminal::style::DIM;
use crate::terminal::{plural, text_line};

/// Run everything that has an accepted answer, and show differences
///
/// Runs every part that has an accepted answer, with all stored inputs and all
/// alternatives, several puzzles at the same time. With several days it prints a line
/// for each year, and names the differences. If a day has no example, the tests in its
/// code run, too. Without a selector it verifies all years.
#[derive(Args)]
#[command(after_help = "\
Examples:
  aoc verify 2020 -v                 verify a year, with a line for each day
  aoc verify --jobs 2 --timeout 10s  two at a time, 10 s for a phase")]
pub struct VerifyArgs {
    #[command(flatten)]
    selection: SelectionArgs,
    /// Run this many puzzles at the same time [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = parse_jobs)]
    jobs: Option<NonZeroUsize>,
    #[command(flatten)]
    limits: BatchLimitArgs,
    #[command(flatten)]
    build: BuildArgs,
}

/// The document of `verify`.
#[derive(Serialize)]
struct VerifyResults<'a> {
    results: Vec<ResultDocument>,
    /// The puzzles that have no accepted answers.
    without_answers: &'a [Puzzle],
    /// The days that have tests in their code and no example.
    tests: &'a [DayTests],
}

pub fn run(app: &App, args: &VerifyArgs) -> Result<Exit> {
    let store = app.workspace.store_to_read()?;
    let writable = store.check_writable();
    if let Err(error) = &writable {
        app.ui.warning(error);
    }
    let puzzles = Resolver::new(app).select_or(&args.selection, Selector::All)?;
    let mut verified = Vec::new();
    let mut without_answers = Vec::new();
    let mut inputs_of_puzzles = Vec::new();
    for &puzzle in &puzzles {
        let inputs = inputs_to_verify(store, puzzle);
        let needs_own = inputs
            .iter()
            .any(|input| matches!(input, (InputId::Own, Ok(_))));
        // If the user's input is missing, its download warns.
        if !needs_own || store.has_input(puzzle, &InputId::Own) {
            app.workspace.warn_of_misnamed_inputs(&app.ui, puzzle);
        }
        if inputs.is_empty() {
            without_answers.push(puzzle);
        } else {
            verified.push(puzzle);
            inputs_of_puzzles.push((puzzle, inputs));
        }
    }
    let programs = build(app, &verified, &args.build, BuildMode::VERIFY)?;
    let limits = args.limits.limits();
    let parallelism = args.jobs.map_or_else(processor_count, NonZeroUsize::get);
    let tests = run_day_tests(app, puzzles, &args.build, limits, parallelism)?;
    let mut jobs = Vec::new();
    for (puzzle, inputs) in inputs_of_puzzles {
        let mut not_built = programs.days.program(puzzle).err();
        let is_built = not_built.is_none();
        for (input, parts) in inputs {
            // If an input cannot be read, the other inputs are still run.
            if is_built || parts.is_err() {
                let mut job = parts.and_then(|parts| {
                    let job = programs.job_of_input(puzzle, &input, limits)?;
                    Ok(job_of_parts(job, parts))
                });
                // A row names the puzzle, but the error of a single job has no row.
                if is_built {
                    job = job.map_err(|error| error.of_puzzle(puzzle));
                }
                jobs.push(OfPuzzle::of_input(puzzle, &input, job));
            } else if let Some(error) = not_built.take() {
                // A solution that does not compile has a single error, even with several inputs.
                jobs.push(OfPuzzle {
                    header: PuzzleHeader::of_stored(puzzle, &input),
                    value: Err(error),
                });
            }
        }
    }
    let outcomes = execute_and_show(&programs, TableKind::Verify, parallelism, jobs, |results| {
        VerifyResults {
            results,
            without_answers: &without_answers,
            tests: &tests,
        }
    })?;
    if !app.ui.json && !app.ui.is_quiet() && !without_answers.is_empty() {
        let records = app.site.records(&app.workspace);
        let can_store = writable.is_ok();
        for line in lines_of_unverified(records, &without_answers, verified.len(), can_store) {
            let line = text_line(app.ui.stdout, DIM, line);
            app.ui.print(&line)?;
        }
    }
    if let Some(warning) = unanswered_warning(&outcomes) {
        app.ui.warning(warning);
    }
    Ok(exit_of(outcomes)?.or(tests.exit()))
}

/// The notes about puzzles without accepted answers, each with the command that gets the answers,
/// if they can be stored.
fn lines_of_unverified(
    mut records: Records,
    without_answers: &[Puzzle],
    verified: usize,
    can_store: bool,
) -> impl Iterator<Item = String> {
    let (on_site, others): (Vec<Puzzle>, Vec<Puzzle>) = without_answers
        .iter()
        .partition(|puzzle| can_store && records.day(**puzzle).lacks_known_answers());
    let mut years: Vec<String> = on_site
        .iter()
        .map(|puzzle| puzzle.year.to_string())
        .collect();
    years.dedup();
    let fetch = format!(
        ", which `aoc fetch {}` takes from the site if it has them",
        years.join(" ")
    );
    // A template has no answers that `aoc accept` could record.
    let has_solution = others
        .iter()
        .any(|puzzle| !records.day(*puzzle).is_template());
    let accept = if can_store && verified == 0 && has_solution {
        ", which `aoc accept` records"
    } else {
        ""
    };
    [(on_site, fetch), (others, accept.to_owned())]
        .into_iter()
        .filter(|(puzzles, _)| !puzzles.is_empty())
        .map(|(puzzles, hint)| {
            let days = plural(puzzles.len(), "day");
            format!(
                "{days} without accepted answers{hint}: {}",
                puzzle_list(puzzles)
            )
        })
}

/// The warning about parts that have an accepted answer, but for which the solution gives none.
/// Such a part may be not written yet, so this is not a failure.
fn unanswered_warning(outcomes: &[OfPuzzle<Solved>]) -> Option<String> {
    let solved = outcomes.iter().filter_map(|job| job.value.as_ref().ok());
    let mut names = Vec::new();
    for result in solved.flat_map(|solved| &solved.results) {
        for phase in result.primary_phases() {
            // Only parts with an accepted answer are run.
            if phase.status == Status::Unsolved {
                names.push(full_function_name(&result.header, Some(phase.phase), None));
            }
        }
    }
    let names = Some(names.join(", ")).filter(|names| !names.is_empty())?;
    Some(format!("no answer, although one is accepted: {names}"))
}

/// The job, with all alternatives of these parts.
fn job_of_parts(mut job: SolveJob, parts: Vec<Part>) -> SolveJob {
    job.parts = parts;
    job.alternatives = Alternatives::All;
    // The output of several solutions would be interleaved.
    job.spawn_options.stdout = StdoutTarget::Discard;
    job
}

/// The inputs of a puzzle that have accepted answers, each with the parts that have one, or with
/// the error if the answers cannot be read or a named input is missing. The user's input may be
/// missing.
fn inputs_to_verify(store: &Store, puzzle: Puzzle) -> Vec<(InputId, Result<Vec<Part>>)> {
    let mut inputs = Vec::new();
    for input in store.inputs_with_answers(puzzle) {
        let parts = accepted_parts(store, puzzle, &input);
        if !matches!(&parts, Ok(parts) if parts.is_empty()) {
            inputs.push((input, parts));
        }
    }
    inputs
}

/// The parts that have an accepted answer. Fails if a named input with such answers is missing.
fn accepted_parts(store: &Store, puzzle: Puzzle, input: &InputId) -> Result<Vec<Part>> {
    let answers = answers_to_input(store, puzzle, input)?;
    let parts: Vec<Part> = answers.accepted_parts().collect();
    if !parts.is_empty() {
        store.check_input_of_answers(puzzle, input)?;
    }
    Ok(parts)
}

//! `aoc verify`: runs everything that has an accepted answer, with every input and
//! every alternative.

use std::collections::BTreeSet;

use aoc_solution::Part;
use clap::Args;

use crate::app::args::{BuildArgs, LimitArgs, SelectionArgs, job_count};
use crate::app::{App, BuildMode, processors};
use crate::cargo::Workers;
use crate::error::{CliError, Exit, HasExit};
use crate::inputs::{InputName, Store};
use crate::puzzle::Puzzle;
use crate::reporter::{Results, puzzle_list};
use crate::runner::{Alternatives, PuzzleResult, SolveJob, exit_of};
use crate::terminal::layout::Line;
use crate::terminal::plural;
use crate::terminal::style::DIM;

/// Run everything that has an accepted answer, and show differences
///
/// Runs every part that has an accepted answer, with all stored inputs and all
/// alternatives, several puzzles at the same time. It prints a line for each year
/// and names the differences. Without a selector it verifies all years.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  aoc verify 2020 -v                 verify a year, with a line for each day
  aoc verify --jobs 2 --timeout 10s  two at a time, 10 s for a phase")]
pub struct VerifyArgs {
    #[command(flatten)]
    pub selection: SelectionArgs,
    /// How many puzzles to run at the same time [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = job_count)]
    pub jobs: Option<u16>,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub build: BuildArgs,
}

pub fn run(app: &App, args: &VerifyArgs) -> Result<Exit, CliError> {
    let (mut inputs, mut verified, mut without) = (Vec::new(), Vec::new(), BTreeSet::new());
    let store = app.store()?;
    store.check_folder()?;
    for puzzle in app.solutions_or_all(&args.selection)? {
        let with_answers = inputs_with_answers(&store, puzzle);
        if with_answers.is_empty() {
            without.insert(puzzle);
            continue;
        }
        verified.push(puzzle);
        inputs.extend(with_answers.into_iter().map(|input| (puzzle, input)));
    }
    let workers = app.build(&verified, &args.build, BuildMode::Verify)?;
    let mut broken = BTreeSet::new();
    // If an input cannot be read, the others still run. A solution that does not
    // compile is reported once.
    inputs.retain(|(puzzle, input)| {
        input.is_err() || workers.worker(*puzzle).is_ok() || broken.insert(*puzzle)
    });
    let jobs = inputs.into_iter().map(|(puzzle, input)| {
        let job = input.and_then(|input| job(app, args, puzzle, input, &workers));
        (puzzle, job)
    });
    let parallelism = args.jobs.map_or_else(processors, usize::from);
    let unverified = Some(without.iter().copied().collect());
    let ended = app.show_results(Results::Verify, &verified, parallelism, jobs, unverified)?;
    if !app.json && !app.is_quiet() && !without.is_empty() {
        let hint = match verified.as_slice() {
            [] => "accepted answers, which `aoc accept` records",
            _ => "accepted answers",
        };
        let days = plural(without.len(), "day");
        let words = format!("{days} without {hint}: {}", puzzle_list(without));
        let line = Line::new(app.stdout, 2).words(DIM, &words).end();
        app.console().print(&line)?;
    }
    let is_failed = |results: &Vec<PuzzleResult>| results.exit() == Exit::Failed;
    let is_failed = ended.iter().flat_map(|(_, it)| it).any(is_failed);
    // A wrong answer decides the exit code, and not an input that could not be read.
    let exit = Exit::Failed;
    match exit_of(ended, verified.len()) {
        Ok(_) if is_failed => Ok(exit),
        Err(error) if is_failed => Err(CliError { exit, ..error }),
        result => result,
    }
}

/// The name of each input (`None` for the user's input) with the parts whose answers are
/// known, or the error of reading them.
type Inputs = Vec<Result<(Option<InputName>, Vec<Part>), CliError>>;

fn inputs_with_answers(store: &Store, puzzle: Puzzle) -> Inputs {
    let named = store.named_inputs(puzzle).into_iter().map(Some);
    let inputs = [None].into_iter().chain(named).map(|name| {
        let answers = store.answers(puzzle, name.as_ref())?;
        Ok((name, answers.accepted_parts().collect::<Vec<_>>()))
    });
    let mut inputs: Inputs = inputs.collect();
    inputs.retain(|input| !matches!(input, Ok((_, parts)) if parts.is_empty()));
    inputs
}

fn job(
    app: &App,
    args: &VerifyArgs,
    puzzle: Puzzle,
    (name, parts): (Option<InputName>, Vec<Part>),
    workers: &Workers,
) -> Result<SolveJob, CliError> {
    let executable = workers.worker(puzzle)?;
    let inputs = vec![app.real_input(puzzle, name.as_ref())?];
    let options = app.silent_options(puzzle.day, executable, &args.limits);
    Ok(SolveJob {
        alternatives: Alternatives::All,
        ..app.plain_job(puzzle, inputs, &parts, options)
    })
}

//! `aoc verify`: everything that has an accepted answer, with every input and
//! every alternative.

use std::path::Path;

use aoc_solution::Part;
use clap::Args;

use crate::app::args::{BuildArgs, LimitArgs, SelectionArgs, job_count};
use crate::app::{App, TIMEOUT, processors};
use crate::cargo::Profile;
use crate::error::{CliError, Exit, HasExit};
use crate::inputs::InputName;
use crate::puzzle::Puzzle;
use crate::reporter::{self, Results};
use crate::runner::{
    Alternatives, JobFailure, PuzzleResult, SolveJob, SolveTask, SpawnOptions, Stdout, exit_of,
};

/// Run everything that has an accepted answer, and say what differs
///
/// Runs every part that has an accepted answer, with all stored inputs and all
/// alternatives, several puzzles at the same time. It prints a line for each year
/// and names what differs. Without a selector it verifies all years.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  aoc verify                         verify all years
  aoc verify 2020 -v                 verify a year, with a line for each day
  aoc verify --jobs 2 --timeout 10s  with less load, and less patience")]
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
    let puzzles = app.solutions_or_all(&args.selection)?;
    let of_puzzle = |&puzzle: &Puzzle| (puzzle, inputs_with_answers(app, puzzle));
    let (without, with): (Vec<_>, Vec<_>) = puzzles
        .iter()
        .map(of_puzzle)
        .partition(|(_, inputs)| inputs.is_empty());
    let without: Vec<Puzzle> = without.into_iter().map(|(puzzle, _)| puzzle).collect();
    let to_build = with.iter().filter(|(_, all)| all.iter().any(Result::is_ok));
    let to_build: Vec<Puzzle> = to_build.map(|(puzzle, _)| *puzzle).collect();
    let workers = app.build(&to_build, &args.build, Profile::AocBench)?;
    let verified: Vec<Puzzle> = with.iter().map(|(puzzle, _)| *puzzle).collect();
    let jobs = with.into_iter().flat_map(|(puzzle, inputs)| {
        // An input that cannot be had keeps no other one from running.
        let (inputs, errors): (Vec<_>, Vec<_>) = inputs.into_iter().partition(Result::is_ok);
        let mut jobs: Vec<_> = errors
            .into_iter()
            .filter_map(Result::err)
            .map(Err)
            .collect();
        if !inputs.is_empty() {
            match workers.worker(puzzle) {
                Ok(program) => {
                    let inputs = inputs.into_iter().flatten();
                    jobs.extend(inputs.map(|it| job(app, args, puzzle, it, program)));
                }
                Err(error) => jobs.push(Err(error)),
            }
        }
        let failed = move |error| JobFailure { puzzle, error };
        jobs.into_iter().map(move |job| job.map_err(failed))
    });
    let parallelism = args.jobs.map_or_else(processors, usize::from);
    let listed = Some(without.clone());
    let ended = app.show_results(Results::Verify, &verified, parallelism, jobs, listed)?;
    if !app.json && !app.is_quiet() {
        let hint = match verified.as_slice() {
            [] => "accepted answers, which `aoc accept` records",
            _ => "accepted answers",
        };
        let without = without.into_iter().collect();
        app.console()
            .print(&reporter::without(app.stdout, hint, &without))?;
    }
    let is_failed = |results: &Vec<PuzzleResult>| results.exit() == Exit::Failed;
    let is_failed = ended.iter().flatten().any(is_failed);
    let exit = exit_of(ended, verified.len());
    if !is_failed {
        return exit;
    }
    // A difference counts before what kept another input from being verified.
    let failed = |error| CliError {
        exit: Exit::Failed,
        ..error
    };
    exit.map(|_| Exit::Failed).map_err(failed)
}

/// Each input by its name, if it has one, with the parts whose answers are known,
/// or why they are not.
type Inputs = Vec<Result<(Option<InputName>, Vec<Part>), CliError>>;

fn inputs_with_answers(app: &App, puzzle: Puzzle) -> Inputs {
    let named = match app.store().map(|store| store.named_inputs(puzzle)) {
        Ok(named) => named,
        Err(error) => return vec![Err(error)],
    };
    let all = [None].into_iter().chain(named.into_iter().map(Some));
    let with_parts = all.map(|name| {
        let answers = app.store()?.answers(puzzle, name.as_ref())?;
        let mut parts = Part::BOTH.to_vec();
        parts.retain(|&part| answers.accepted(part).is_some());
        Ok((name, parts))
    });
    with_parts
        .filter(|input| !matches!(input, Ok((_, parts)) if parts.is_empty()))
        .collect()
}

fn job(
    app: &App,
    args: &VerifyArgs,
    puzzle: Puzzle,
    (name, parts): (Option<InputName>, Vec<Part>),
    executable: &Path,
) -> Result<SolveJob, CliError> {
    let task = SolveTask::Input(app.real_input(puzzle, name.as_ref())?);
    let options = SpawnOptions {
        // What hundreds of days print at the same time helps nobody.
        stdout: Stdout::Discard,
        ..app.spawn_options(executable, &args.limits, Some(TIMEOUT))
    };
    Ok(SolveJob {
        alternatives: Alternatives::All,
        ..app.plain_job(puzzle, task, &parts, options)
    })
}

//! `aoc verify`: everything that has an accepted answer, with every input and
//! every alternative.

use std::path::Path;
use std::time::Duration;

use aoc_solution::Part;
use clap::Args;

use crate::app::args::{BuildArgs, LimitArgs, SelectionArgs, job_count};
use crate::app::{App, limits, prepare, processors};
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

/// The time limit of a phase, unless `--timeout` gives another: one that never
/// ends must not hide the others.
const TIMEOUT: Duration = Duration::from_mins(1);

pub fn run(app: &App, args: &VerifyArgs) -> Result<Exit, CliError> {
    let puzzles = app.solutions_or_all(&args.selection)?;
    let of_puzzle = |&puzzle: &Puzzle| (puzzle, inputs_with_answers(app, puzzle));
    let has_none = |(_, inputs): &(Puzzle, Inputs)| inputs.as_ref().is_ok_and(Vec::is_empty);
    let (without, with): (Vec<_>, Vec<_>) = puzzles.iter().map(of_puzzle).partition(has_none);
    let without: Vec<Puzzle> = without.into_iter().map(|(puzzle, _)| puzzle).collect();
    let to_build = with.iter().filter(|(_, inputs)| inputs.is_ok());
    let to_build: Vec<Puzzle> = to_build.map(|(puzzle, _)| *puzzle).collect();
    let workers = app.build(&to_build, &args.build, Profile::AocBench)?;
    let verified: Vec<Puzzle> = with.iter().map(|(puzzle, _)| *puzzle).collect();
    let jobs = with.into_iter().flat_map(|(puzzle, inputs)| match inputs {
        Ok(inputs) => prepare(puzzle, &workers, |executable| {
            let inputs = inputs.into_iter();
            inputs
                .map(|it| job(app, args, puzzle, it, executable))
                .collect()
        }),
        Err(error) => vec![Err(JobFailure { puzzle, error })],
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
    if ended.iter().flatten().any(is_failed) {
        // A difference counts before what kept another puzzle from being verified.
        return Ok(Exit::Failed);
    }
    exit_of(ended, verified.len())
}

/// Each input by its name, if it has one, with the parts whose answers are known.
type Inputs = Result<Vec<(Option<InputName>, Vec<Part>)>, CliError>;

fn inputs_with_answers(app: &App, puzzle: Puzzle) -> Inputs {
    let store = app.store()?;
    let named = store.paths.named_inputs(puzzle)?;
    let mut inputs = Vec::new();
    for name in [None].into_iter().chain(named.into_iter().map(Some)) {
        let answers = store.answers(puzzle, name.as_ref())?;
        let mut parts = Part::BOTH.to_vec();
        parts.retain(|&part| answers.accepted(part).is_some());
        if !parts.is_empty() {
            inputs.push((name, parts));
        }
    }
    Ok(inputs)
}

fn job(
    app: &App,
    args: &VerifyArgs,
    puzzle: Puzzle,
    (name, parts): (Option<InputName>, Vec<Part>),
    executable: &Path,
) -> Result<SolveJob, CliError> {
    let task = SolveTask::Input {
        input: app.real_input(puzzle, name.as_ref())?,
        examples: None,
    };
    Ok(SolveJob {
        alternatives: Alternatives::All,
        spawn_options: SpawnOptions {
            // What hundreds of days print at the same time helps nobody.
            stdout: Stdout::Discard,
            ..app.spawn_options(false)
        },
        limits: limits(&args.limits, Some(TIMEOUT)),
        ..app.plain_job(puzzle, executable, task, &parts)
    })
}

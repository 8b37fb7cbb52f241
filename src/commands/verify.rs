//! `aoc verify`: everything that has an accepted answer, with every input and
//! every alternative.

use std::path::Path;
use std::time::Duration;

use aoc_solution::Part;
use clap::Args;

use crate::app::args::{BuildArgs, LimitArgs, SelectionArgs};
use crate::app::{App, limits, prepare, processors};
use crate::cargo::Profile;
use crate::error::{CliError, Exit, HasExit};
use crate::inputs::InputName;
use crate::puzzle::Puzzle;
use crate::reporter::{Extent, verify_reporter};
use crate::runner::{
    Alternatives, Executed, Prepared, PuzzleResult, SolveJob, SpawnOptions, Stdout, Task,
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
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
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
    let known: Vec<Known> = puzzles
        .iter()
        .map(|&puzzle| Known::of(app, puzzle))
        .collect();
    let has_answers = |known: &&Known| matches!(&known.inputs, Ok(inputs) if !inputs.is_empty());
    let to_build = known.iter().filter(has_answers).map(|known| known.puzzle);
    let to_build: Vec<Puzzle> = to_build.collect();
    let workers = app.build(&to_build, &args.build, Profile::AocBench)?;

    let (known, without): (Vec<Known>, Vec<Known>) =
        known.into_iter().partition(|known| !known.is_empty());
    let without: Vec<Puzzle> = without.iter().map(|known| known.puzzle).collect();
    let extent = Extent {
        puzzles: known.iter().map(Known::jobs).sum(),
        parallelism: args.jobs.map_or_else(processors, usize::from),
    };
    let jobs = known.into_iter().flat_map(|known| match known.inputs {
        Ok(inputs) => prepare(known.puzzle, &workers, |executable| {
            let jobs = inputs.into_iter();
            Ok(jobs
                .map(|input| job(app, args, known.puzzle, input, executable))
                .collect())
        }),
        Err(error) => vec![Prepared::failed(known.puzzle, error)],
    });
    let reporter = verify_reporter(app.console(), app.json, extent, without);
    Ok(exit(&app.execute(jobs, extent, reporter)?))
}

/// A difference counts before anything that kept a puzzle from being verified.
fn exit(executed: &Executed<Vec<PuzzleResult>>) -> Exit {
    let mut solved = executed.results.iter().flatten();
    if solved.any(|solved| solved.exit() == Exit::Failed) {
        Exit::Failed
    } else {
        executed.exit()
    }
}

/// An input, by its name if it has one, and the parts whose answers are known.
type KnownInput = (Option<InputName>, Vec<Part>);

/// What is known of a puzzle.
struct Known {
    puzzle: Puzzle,
    inputs: Result<Vec<KnownInput>, CliError>,
}

impl Known {
    fn of(app: &App, puzzle: Puzzle) -> Self {
        let inputs = known_inputs(app, puzzle);
        Self { puzzle, inputs }
    }

    fn is_empty(&self) -> bool {
        self.inputs.as_ref().is_ok_and(Vec::is_empty)
    }

    fn jobs(&self) -> usize {
        self.inputs.as_ref().map_or(1, Vec::len)
    }
}

fn known_inputs(app: &App, puzzle: Puzzle) -> Result<Vec<KnownInput>, CliError> {
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
    (name, parts): KnownInput,
    executable: &Path,
) -> Prepared<SolveJob> {
    let input = match app.real_input(puzzle, name.as_ref()) {
        Ok(input) => input,
        Err(error) => return Prepared::failed(puzzle, error),
    };
    let task = Task::Input {
        input,
        examples: None,
    };
    Prepared::new(SolveJob {
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

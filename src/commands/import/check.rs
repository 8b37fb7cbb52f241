//! Whether imported days are what they were: all are built and run, with their
//! examples and with the inputs that there are.

use std::path::Path;
use std::time::Duration;

use aoc_solution::Part;

use crate::app::{App, InputRequest, prepare, processors};
use crate::cargo::{BuildFailure, Profile};
use crate::error::CliError;
use crate::puzzle::Puzzle;
use crate::reporter::{Extent, ImportCheck, progress_reporter};
use crate::runner::{
    Alternatives, Executed, Job, Limits, Prepared, SolveJob, SpawnOptions, Stdout, Task,
};

/// The time limit of a phase: one that never ends must not hide the others.
const LIMITS: Limits = Limits {
    timeout: Some(Duration::from_mins(1)),
    memory: None,
};

/// Builds and runs the days, and compares what can be compared.
pub fn check(app: &App, days: &[Puzzle]) -> Result<ImportCheck, CliError> {
    let mut check = ImportCheck::new(days.len());
    let (built, failed) = build(app, days)?;
    run(app, built, &mut check)?;
    for (puzzle, failure) in failed {
        check.add_unbuilt(puzzle, &failure.message);
    }
    check.sort();
    Ok(check)
}

/// What there is to do for days that could be built.
#[derive(Default)]
struct Built {
    days: usize,
    /// The examples of days that have no input.
    tests: Vec<Prepared<SolveJob>>,
    solves: Vec<Prepared<SolveJob>>,
}

/// Builds days; returns with them those that could not be built, and why.
fn build(app: &App, days: &[Puzzle]) -> Result<(Built, Vec<(Puzzle, BuildFailure)>), CliError> {
    let workers = app.build_silently(days, Profile::Aoc)?;
    let (mut built, mut failed) = (Built::default(), Vec::new());
    for &puzzle in days {
        if let Err(failure) = workers.worker(puzzle) {
            failed.push((puzzle, failure.clone()));
            continue;
        }
        built.days += 1;
        let solves = prepare(puzzle, &workers, |executable| {
            solves(app, puzzle, executable)
        });
        if solves.is_empty() {
            built.tests.extend(prepare(puzzle, &workers, |executable| {
                Ok(vec![Prepared::new(test(app, puzzle, executable)?)])
            }));
        }
        built.solves.extend(solves);
    }
    Ok((built, failed))
}

/// A job for each input, the first of which has the examples checked as well.
fn solves(
    app: &App,
    puzzle: Puzzle,
    executable: &Path,
) -> Result<Vec<Prepared<SolveJob>>, CliError> {
    let mut examples = Some(app.stored_examples(puzzle)?);
    let job = |input| {
        let task = Task::Input {
            input,
            examples: examples.take(),
        };
        Prepared::new(SolveJob {
            spawn_options: spawn_options(app),
            limits: LIMITS,
            ..app.plain_job(puzzle, executable, task, &Part::BOTH)
        })
    };
    let inputs = app.inputs(puzzle, &InputRequest::All)?;
    Ok(inputs.into_iter().map(job).collect())
}

fn test(app: &App, puzzle: Puzzle, executable: &Path) -> Result<SolveJob, CliError> {
    let examples = app.stored_examples(puzzle)?;
    let task = Task::Test { examples };
    Ok(SolveJob {
        alternatives: Alternatives::All,
        spawn_options: spawn_options(app),
        limits: LIMITS,
        ..app.plain_job(puzzle, executable, task, &Part::BOTH)
    })
}

/// What hundreds of days print at the same time helps nobody.
fn spawn_options(app: &App) -> SpawnOptions {
    SpawnOptions {
        stdout: Stdout::Discard,
        ..app.spawn_options(false)
    }
}

fn run(app: &App, built: Built, check: &mut ImportCheck) -> Result<(), CliError> {
    check.built += built.days;
    for result in execute(app, built.tests)?.results {
        match result {
            Ok(tested) => tested
                .iter()
                .for_each(|it| check.add_examples(it.header.puzzle(), &it.examples)),
            Err(failure) => check.add_failure(&failure),
        }
    }
    for result in execute(app, built.solves)?.results {
        match result {
            Ok(solved) => solved.iter().for_each(|result| check.add(result)),
            Err(failure) => check.add_failure(&failure),
        }
    }
    Ok(())
}

fn execute<J: Job>(app: &App, jobs: Vec<Prepared<J>>) -> Result<Executed<J::Output>, CliError> {
    let extent = Extent {
        puzzles: jobs.len(),
        parallelism: processors(),
    };
    app.execute(jobs, extent, progress_reporter(app.console(), extent))
}

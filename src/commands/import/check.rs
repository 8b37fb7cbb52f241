//! Whether imported days are what they were: all are built and run, with their
//! examples and with the inputs that there are.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use aoc_solution::Part;

use crate::app::{App, InputRequest, prepare, processors};
use crate::cargo::{BuildFailure, Profile};
use crate::error::CliError;
use crate::puzzle::{Puzzle, Year};
use crate::reporter::{Extent, ImportCheck, progress_reporter};
use crate::runner::{Alternatives, Input, Limits, Prepared, SolveJob, SpawnOptions, Stdout};

/// The time limit of a phase: one that never ends must not hide the others.
const TIMEOUT: Duration = Duration::from_mins(1);

/// Builds and runs the days, and compares what can be compared.
pub fn check(app: &App, days: &[Puzzle]) -> Result<ImportCheck, CliError> {
    let mut check = ImportCheck::new(days.len());
    let (built, failed) = build(app, days)?;
    run(app, built, &mut check)?;
    // Where the file of one day keeps a year from being built, its other days
    // are built alone: one of each year at a time, as programs of one day that
    // are not in use are removed.
    let mut alone: BTreeMap<Year, Vec<Puzzle>> = BTreeMap::new();
    for (puzzle, failure) in failed {
        if failure.day.is_some_and(|day| day != puzzle.day) {
            alone.entry(puzzle.year).or_default().push(puzzle);
        } else {
            check.add_unbuilt(puzzle, &failure.message);
        }
    }
    loop {
        let next: Vec<Puzzle> = alone.values_mut().filter_map(Vec::pop).collect();
        if next.is_empty() {
            break;
        }
        let (built, failed) = build(app, &next)?;
        run(app, built, &mut check)?;
        for (puzzle, failure) in failed {
            check.add_unbuilt(puzzle, &failure.message);
        }
    }
    check.sort();
    Ok(check)
}

/// The jobs of the days that can be built, and why the others cannot.
type Builds = (Vec<Prepared<SolveJob>>, Vec<(Puzzle, BuildFailure)>);

fn build(app: &App, days: &[Puzzle]) -> Result<Builds, CliError> {
    let workers = app.build_silently(days, Profile::Aoc)?;
    let (mut built, mut failed) = (Vec::new(), Vec::new());
    for &puzzle in days {
        match workers.worker(puzzle) {
            Ok(_) => built.extend(prepare(puzzle, &workers, |executable| {
                jobs(app, puzzle, executable)
            })),
            Err(failure) => failed.push((puzzle, failure.clone())),
        }
    }
    Ok((built, failed))
}

/// A job for each input, the first of which has the examples checked as well; or
/// one for the examples alone.
fn jobs(app: &App, puzzle: Puzzle, executable: &Path) -> Result<Vec<Prepared<SolveJob>>, CliError> {
    let mut inputs = app.inputs(puzzle, &InputRequest::All)?;
    let stored = app.stored_examples(puzzle)?;
    let mut examples = Some(stored.clone());
    if inputs.is_empty() {
        inputs.push(Input::Examples(stored));
    }
    let job = |input| {
        Prepared::new(SolveJob {
            examples: examples.take(),
            spawn_options: SpawnOptions {
                stdout: Stdout::Discard,
                ..app.spawn_options(false)
            },
            alternatives: Alternatives::None,
            limits: Limits {
                timeout: Some(TIMEOUT),
                ..Limits::default()
            },
            ..app.plain_job(puzzle, executable, input, &Part::BOTH)
        })
    };
    Ok(inputs.into_iter().map(job).collect())
}

fn run(app: &App, jobs: Vec<Prepared<SolveJob>>, check: &mut ImportCheck) -> Result<(), CliError> {
    let mut puzzles: Vec<Puzzle> = jobs.iter().map(Prepared::puzzle).collect();
    puzzles.dedup();
    check.built += puzzles.len();
    let extent = Extent {
        puzzles: jobs.len(),
        parallelism: processors(),
    };
    let reporter = progress_reporter(app.console(), extent);
    for result in app.execute(jobs, extent, reporter)?.results {
        match result {
            Ok(solved) => solved.0.iter().for_each(|result| check.add(result)),
            Err(failure) => check.add_failure(&failure),
        }
    }
    Ok(())
}

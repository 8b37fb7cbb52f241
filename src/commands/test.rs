//! `aoc test`: the examples, with their differences.

use std::path::Path;
use std::time::Duration;

use crate::app::{App, limits, parts, prepare};
use crate::args;
use crate::cargo::Profile;
use crate::error::{CliError, Exit};
use crate::puzzle::Puzzle;
use crate::reporter::{Extent, test_reporter};
use crate::runner::{Alternatives, Prepared, SolveJob, Task};

/// The time limit of a phase, unless `--timeout` gives another.
const TIMEOUT: Duration = Duration::from_mins(1);

pub fn run(app: &App, args: &args::Test) -> Result<Exit, CliError> {
    let puzzles = app.solutions(&args.selection)?;
    let workers = app.build(&puzzles, &args.build, Profile::Aoc)?;
    let extent = Extent {
        puzzles: puzzles.len(),
        parallelism: args.jobs.into(),
    };
    let jobs = puzzles.iter().flat_map(|&puzzle| {
        prepare(puzzle, &workers, |executable| {
            let job = job(app, args, puzzle, executable)?;
            Ok(vec![Prepared::new(job)])
        })
    });
    let reporter = test_reporter(app.console(), app.json, extent, &puzzles);
    app.execute(jobs, extent, reporter)?
        .into_exit(extent.puzzles)
}

fn job(
    app: &App,
    args: &args::Test,
    puzzle: Puzzle,
    executable: &Path,
) -> Result<SolveJob, CliError> {
    let examples = app.stored_examples(puzzle)?;
    Ok(SolveJob {
        alternatives: Alternatives::All,
        spawn_options: app.spawn_options(false),
        limits: limits(&args.limits, Some(TIMEOUT)),
        ..app.plain_job(
            puzzle,
            executable,
            Task::Test { examples },
            &parts(args.part),
        )
    })
}

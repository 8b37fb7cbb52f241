//! The step after the build: a job for each puzzle, and how its worker is started.

use std::path::Path;
use std::thread;
use std::time::Duration;

use aoc_solution::Part;

use super::args::LimitArgs;
use super::context::App;
use super::new_day::title;
use crate::cargo::Workers;
use crate::error::Result;
use crate::puzzle::Puzzle;
use crate::runner::{Alternatives, Job, JobResult, SolveJob, SolvePlan, SpawnOptions, Stdout};

/// The time limit of a phase for commands that measure or check many puzzles.
pub const TIMEOUT: Duration = Duration::from_mins(1);

/// The options to start a worker with: no stdin; with `--json`, the output of solutions
/// goes to stderr.
pub fn spawn_options(
    app: &App,
    puzzle: Puzzle,
    executable: &Path,
    limits: &LimitArgs,
) -> SpawnOptions {
    SpawnOptions {
        executable: executable.to_owned(),
        puzzle,
        environment: app.child_env.variables.clone(),
        folder: app.environment.current_dir.clone(),
        stdin: false,
        stdout: if app.ui.json {
            Stdout::Stderr
        } else {
            Stdout::Inherit
        },
        timeout: limits.timeout,
        memory: limits.memory,
        cancel: app.cancel.clone(),
    }
}

/// A job for both parts, without examples, alternatives and trace.
pub fn solve_job(
    app: &App,
    puzzle: Puzzle,
    executable: &Path,
    limits: &LimitArgs,
    plan: SolvePlan,
) -> SolveJob {
    SolveJob {
        title: title(app, puzzle),
        plan,
        examples: None,
        parts: Part::BOTH.to_vec(),
        alternatives: Alternatives::None,
        trace: false,
        spawn_options: spawn_options(app, puzzle, executable, limits),
    }
}

/// Makes a job one of many: its output is discarded, because the output of all would be
/// mixed, and a phase that never ends is stopped.
pub fn silence(job: &mut SolveJob) {
    job.spawn_options.stdout = Stdout::Discard;
    job.spawn_options.timeout.get_or_insert(TIMEOUT);
}

/// Makes the job of each puzzle from its program. If the program was not built, or the
/// job cannot be made, the error takes the job's place.
pub fn prepare<J: Job>(
    app: &App,
    puzzles: &[Puzzle],
    workers: &Workers,
    make: impl Fn(Puzzle, &Path) -> Result<J>,
) -> Result<Vec<JobResult<J>>> {
    let mut jobs = Vec::new();
    for &puzzle in puzzles {
        // Making a job may take time, because a missing input is downloaded.
        app.cancel.check()?;
        let job = workers
            .worker(puzzle)
            .and_then(|program| make(puzzle, program));
        jobs.push((puzzle, job));
    }
    Ok(jobs)
}

/// The number of puzzles that run in parallel when times are not shown.
pub fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// The parts of `--part`; without it, both.
pub fn parts(part: Option<Part>) -> Vec<Part> {
    part.map_or(Part::BOTH.to_vec(), |part| vec![part])
}

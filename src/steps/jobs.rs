//! The step after the build: a job for each puzzle, and how its worker is started.

use std::path::Path;
use std::thread;
use std::time::Duration;

use aoc_solution::Part;

use super::new_day::title;
use crate::app::args::LimitArgs;
use crate::app::{Launcher, Workspace};
use crate::cargo::Workers;
use crate::error::Result;
use crate::processes::CancelToken;
use crate::puzzle::Puzzle;
use crate::runner::{Alternatives, Job, JobResult, SolveJob, SolvePlan, SpawnOptions, Stdout};

/// The time limit of a phase for commands that measure or check many puzzles.
pub const TIMEOUT: Duration = Duration::from_mins(1);

/// The options to start a worker with, without stdin.
pub fn spawn_options(
    launcher: &Launcher,
    puzzle: Puzzle,
    executable: &Path,
    limits: &LimitArgs,
) -> SpawnOptions {
    SpawnOptions {
        executable: executable.to_owned(),
        puzzle,
        environment: launcher.environment.variables.clone(),
        folder: launcher.folder.clone(),
        stdin: false,
        stdout: launcher.stdout.clone(),
        timeout: limits.timeout,
        memory: limits.memory,
        cancel: launcher.cancel.clone(),
    }
}

/// A job for both parts, without examples, alternatives and trace.
pub fn solve_job(
    launcher: &Launcher,
    workspace: &Workspace,
    puzzle: Puzzle,
    executable: &Path,
    limits: &LimitArgs,
    plan: SolvePlan,
) -> SolveJob {
    SolveJob {
        title: title(workspace, puzzle),
        plan,
        examples: None,
        parts: Part::BOTH.to_vec(),
        alternatives: Alternatives::None,
        trace: false,
        spawn_options: spawn_options(launcher, puzzle, executable, limits),
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
    cancel: &CancelToken,
    puzzles: &[Puzzle],
    workers: &Workers,
    make: impl Fn(Puzzle, &Path) -> Result<J>,
) -> Result<Vec<JobResult<J>>> {
    let mut jobs = Vec::new();
    for &puzzle in puzzles {
        // Making a job may take time, because a missing input is downloaded.
        cancel.check()?;
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

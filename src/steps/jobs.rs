//! What the jobs of several commands have in common: how a worker is started, the limits, and
//! the parts.

use std::path::Path;
use std::thread;
use std::time::Duration;

use aoc_solution::Part;

use crate::app::Launcher;
use crate::app::args::LimitArgs;
use crate::puzzle::Puzzle;
use crate::runner::{SolveJob, SpawnOptions, Stdout};

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

/// Makes a job one of many: its output is discarded, because the output of all would be
/// mixed, and a phase that never ends is stopped.
pub fn silence(job: &mut SolveJob) {
    job.spawn_options.stdout = Stdout::Discard;
    job.spawn_options.timeout.get_or_insert(TIMEOUT);
}

/// The number of puzzles that run in parallel when times are not shown.
pub fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// The parts of `--part`; without it, both.
pub fn parts(part: Option<Part>) -> Vec<Part> {
    part.map_or(Part::BOTH.to_vec(), |part| vec![part])
}

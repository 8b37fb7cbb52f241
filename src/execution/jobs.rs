//! The programs that were built for a command, and the jobs that run them.

use std::thread;
use std::time::Duration;

use aoc_solution::Part;

use crate::app::App;
use crate::app::args::LimitArgs;
use crate::cargo::Workers;
use crate::error::Result;
use crate::puzzle::Puzzle;
use crate::runner::{Job, JobResult, SolveJob, SpawnOptions, Stdout};

/// The time limit of a phase in commands that measure or check many puzzles.
pub const TIMEOUT: Duration = Duration::from_mins(1);

/// The programs that were built for a command's puzzles.
pub struct BuiltPrograms<'a> {
    pub app: &'a App,
    pub puzzles: &'a [Puzzle],
    pub workers: Workers,
}

impl BuiltPrograms<'_> {
    /// Creates the job of each puzzle. If its program was not built or the job cannot be created,
    /// the error replaces the job.
    pub fn jobs<J: Job>(
        &self,
        mut create: impl FnMut(Puzzle) -> Result<J>,
    ) -> Result<Vec<JobResult<J>>> {
        let mut jobs = Vec::new();
        for &puzzle in self.puzzles {
            // Creating a job may take time, because a missing input is downloaded.
            self.app.launcher.cancel.check()?;
            let job = self.workers.worker(puzzle).and_then(|_| create(puzzle));
            jobs.push((puzzle, job));
        }
        Ok(jobs)
    }

    /// The options for starting the program of a puzzle without stdin. Fails if it was not built.
    /// Call it after the input was found, because the title may come from a page that is downloaded
    /// with it.
    pub fn spawn_options(&self, puzzle: Puzzle, limits: &LimitArgs) -> Result<SpawnOptions> {
        let launcher = &self.app.launcher;
        Ok(SpawnOptions {
            executable: self.workers.worker(puzzle)?.to_owned(),
            puzzle,
            title: self.app.workspace.title(puzzle),
            environment: launcher.environment.variables.clone(),
            folder: launcher.folder.clone(),
            stdin: false,
            stdout: launcher.stdout.clone(),
            timeout: limits.timeout,
            memory: limits.memory,
            cancel: launcher.cancel.clone(),
        })
    }
}

/// Prepares a job for running together with many others. Its output is discarded, because the
/// output of all would be mixed, and an endless phase is stopped.
pub fn silence(job: &mut SolveJob) {
    job.spawn_options.stdout = Stdout::Discard;
    job.spawn_options.timeout.get_or_insert(TIMEOUT);
}

/// The number of puzzles that run in parallel if times are not shown.
pub fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// The part of `--part`, or both parts without it.
pub fn parts(part: Option<Part>) -> Vec<Part> {
    part.map_or(Part::BOTH.to_vec(), |part| vec![part])
}

//! The programs that were built for a command, and the jobs that run them.

use std::thread;

use aoc_solution::Part;

use crate::app::App;
use crate::app::args::LimitArgs;
use crate::cargo::Workers;
use crate::error::Result;
use crate::puzzle::Puzzle;
use crate::runner::{JobResult, SpawnOptions};

/// The programs that were built for a command's puzzles.
pub struct BuiltPrograms<'a> {
    pub app: &'a App,
    pub puzzles: &'a [Puzzle],
    pub workers: Workers,
}

impl BuiltPrograms<'_> {
    /// Creates the job of each puzzle, as [`Self::job`] does. If its program was not built or its
    /// texts cannot be found, the error replaces the job.
    pub fn jobs<T, J>(
        &self,
        limits: LimitArgs,
        mut find: impl FnMut(Puzzle) -> Result<T>,
        mut create: impl FnMut(T, SpawnOptions) -> J,
    ) -> Result<Vec<JobResult<J>>> {
        let mut jobs = Vec::new();
        for &puzzle in self.puzzles {
            // Finding the texts may take time, because a missing input is downloaded.
            self.app.launcher.cancel.check()?;
            let job = self.job(puzzle, limits, || find(puzzle), &mut create);
            jobs.push((puzzle, job));
        }
        Ok(jobs)
    }

    /// Creates a job of the inputs and examples that `find` returns, and of the options for
    /// starting the puzzle's program, without stdin. Fails if the program was not built.
    pub fn job<T, J>(
        &self,
        puzzle: Puzzle,
        limits: LimitArgs,
        find: impl FnOnce() -> Result<T>,
        create: impl FnOnce(T, SpawnOptions) -> J,
    ) -> Result<J> {
        let executable = self.workers.worker(puzzle)?.to_owned();
        let found = find()?;
        let launcher = &self.app.launcher;
        let spawn_options = SpawnOptions {
            executable,
            puzzle,
            // The title may be that of a page which was downloaded with the input.
            title: self.app.workspace.title(puzzle),
            environment: launcher.environment.variables.clone(),
            folder: launcher.folder.clone(),
            stdin: false,
            stdout: launcher.stdout.clone(),
            timeout: limits.timeout,
            memory: limits.memory,
            cancel: launcher.cancel.clone(),
        };
        Ok(create(found, spawn_options))
    }
}

/// The number of puzzles that run in parallel if times are not shown.
pub fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// The part of `--part`, or both parts without it.
pub fn parts(part: Option<Part>) -> Vec<Part> {
    part.map_or(Part::BOTH.to_vec(), |part| vec![part])
}

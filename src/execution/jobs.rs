//! Creates the jobs of commands from the program, the limits, the input and the parts of each
//! puzzle.

use std::path::Path;
use std::thread;
use std::time::Duration;

use aoc_solution::Part;

use crate::app::args::LimitArgs;
use crate::app::{App, Launcher, Workspace};
use crate::cargo::Workers;
use crate::error::Result;
use crate::puzzle::Puzzle;
use crate::runner::{Alternatives, Job, JobResult, SolveJob, SolvePlan, SpawnOptions, Stdout};

/// The time limit of a phase in commands that measure or check many puzzles.
pub const TIMEOUT: Duration = Duration::from_mins(1);

/// Creates the jobs of puzzles from their programs, without making requests.
#[derive(Clone, Copy)]
pub struct JobMaker<'a> {
    pub workspace: &'a Workspace,
    pub launcher: &'a Launcher,
    pub limits: &'a LimitArgs,
}

impl<'a> JobMaker<'a> {
    pub fn new(app: &'a App, limits: &'a LimitArgs) -> Self {
        Self {
            workspace: &app.workspace,
            launcher: &app.launcher,
            limits,
        }
    }

    /// Creates the job of each puzzle. If its program was not built or the job cannot be created,
    /// the error replaces the job.
    pub fn jobs<J: Job>(
        self,
        puzzles: &[Puzzle],
        workers: &Workers,
        mut make: impl FnMut(Puzzle, &Path) -> Result<J>,
    ) -> Result<Vec<JobResult<J>>> {
        let mut jobs = Vec::new();
        for &puzzle in puzzles {
            // Creating a job may take time, because a missing input is downloaded.
            self.launcher.cancel.check()?;
            let job = workers
                .worker(puzzle)
                .and_then(|program| make(puzzle, program));
            jobs.push((puzzle, job));
        }
        Ok(jobs)
    }

    /// A job for both parts, without examples, alternatives and trace.
    pub fn solve_job(self, puzzle: Puzzle, program: &Path, plan: SolvePlan) -> SolveJob {
        SolveJob {
            title: self.workspace.title(puzzle),
            plan,
            examples: None,
            parts: Part::BOTH.to_vec(),
            alternatives: Alternatives::None,
            trace: false,
            spawn_options: self.spawn_options(puzzle, program),
        }
    }

    /// The options for starting a worker without stdin.
    pub fn spawn_options(self, puzzle: Puzzle, program: &Path) -> SpawnOptions {
        let launcher = self.launcher;
        SpawnOptions {
            executable: program.to_owned(),
            puzzle,
            environment: launcher.environment.variables.clone(),
            folder: launcher.folder.clone(),
            stdin: false,
            stdout: launcher.stdout.clone(),
            timeout: self.limits.timeout,
            memory: self.limits.memory,
            cancel: launcher.cancel.clone(),
        }
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

//! What the executor runs.

use super::error::JobFailure;
use super::events::RunEvent;
use crate::error::{CliError, HasExit};
use crate::puzzle::Puzzle;

/// A piece of work on one puzzle, done by a worker process of its own.
pub trait Job: Send + 'static {
    /// The exit code is what the command ends with because of it.
    type Output: HasExit + Send + 'static;

    fn puzzle(&self) -> Puzzle;

    /// Does the work. `emit` returns once the reporter has shown the event, or
    /// once the event is kept for later because another job is shown first.
    /// An error means that the job could not run; what a solution does wrong is
    /// in the output.
    fn run(self, emit: &mut dyn FnMut(RunEvent)) -> Result<Self::Output, CliError>;
}

/// A job with what was found out while it was prepared.
#[derive(Debug)]
pub struct Prepared<J> {
    /// Notes and warnings, told before the job's own events.
    pub events: Vec<RunEvent>,
    pub job: Result<J, JobFailure>,
}

impl<J: Job> Prepared<J> {
    pub const fn new(job: J) -> Self {
        Self {
            events: Vec::new(),
            job: Ok(job),
        }
    }

    /// A puzzle for which no job can be made.
    pub fn failed(puzzle: Puzzle, error: impl Into<CliError>) -> Self {
        Self {
            events: Vec::new(),
            job: Err(JobFailure::new(puzzle, error)),
        }
    }

    pub fn puzzle(&self) -> Puzzle {
        match &self.job {
            Ok(job) => job.puzzle(),
            Err(failure) => failure.puzzle,
        }
    }
}

//! What jobs tell while they run, and who listens.

use std::time::Duration;

use aoc_solution::protocol::Phase;

use super::failure::JobFailure;
use super::results::{PhaseResult, PuzzleHeader};
use crate::error::CliError;
use crate::puzzle::Puzzle;

/// Something that happened in a job.
#[derive(Clone, Debug, PartialEq)]
pub enum RunEvent {
    /// The first event of every job.
    JobStarted(Puzzle),
    /// A puzzle begins with one of its inputs.
    PuzzleStarted {
        header: PuzzleHeader,
        /// The alternatives that will run.
        alternatives: Vec<String>,
    },
    PhaseStarted {
        phase: Phase,
        /// `None` for the primary.
        alternative: Option<String>,
    },
    /// How much of a phase is done, from 0 to 1, where that is known.
    PhaseProgress(f64),
    PhaseFinished(PhaseResult),
    /// The worker wrote the play-by-play of a part to its stdout.
    Traced,
    /// Something good to know about the puzzle.
    Note(String),
    /// Something to look at about the puzzle.
    Warning(String),
}

/// What a job gave, or why it could not run.
pub type JobResult<T> = Result<T, JobFailure>;

/// Listens to the jobs of one run. A reporter implements it.
///
/// Every method is called on the thread that called
/// [`execute`](super::execute). What is told of several jobs is told job by
/// job, in their order, however they ran. An error, such as that nobody reads
/// the output any more, ends the run.
pub trait RunEvents<T> {
    fn event(&mut self, event: &RunEvent) -> Result<(), CliError>;

    /// A job has ended; no more events of it follow.
    fn job_finished(&mut self, result: &JobResult<T>) -> Result<(), CliError>;

    /// So many jobs have ended by now, including those that are told of later.
    fn progress(&mut self, _jobs: usize) {}

    /// All jobs have ended.
    fn run_finished(&mut self, elapsed: Duration) -> Result<(), CliError>;
}

//! The events of jobs while they run, and the trait that receives them.

use std::time::Duration;

use aoc_solution::protocol::Phase;

use super::error::JobFailure;
use super::results::{PhaseResult, PuzzleHeader, PuzzleResult};
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
    /// An example is run before the input, or by itself.
    ExampleStarted(PuzzleHeader),
    ExampleFinished(PuzzleResult),
    /// The examples that were run before the input of the announced puzzle; at
    /// least one.
    ExamplesChecked(Vec<PuzzleResult>),
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
    /// A hint about the puzzle.
    Note(String),
    /// Something about the puzzle that needs the user's attention.
    Warning(String),
}

/// What a job gave, or why it could not run.
pub type JobResult<T> = Result<T, JobFailure>;

/// Listens to the jobs of one run. A reporter implements it.
///
/// Every method is called on the thread that called
/// [`execute`](super::execute). The events of several jobs come job by job, in
/// their order, however the jobs ran. An error, such as a closed output, ends
/// the run.
pub trait RunEvents<T> {
    fn event(&mut self, event: &RunEvent) -> Result<(), CliError>;

    /// A job has ended; no more events of it follow.
    fn job_finished(&mut self, result: &JobResult<T>) -> Result<(), CliError>;

    /// This many jobs have ended by now, including those whose events come
    /// later.
    fn progress(&mut self, _jobs: usize) {}

    /// All jobs have ended.
    fn run_finished(&mut self, elapsed: Duration) -> Result<(), CliError>;
}

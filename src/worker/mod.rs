//! The workers: built with cargo, started as child processes, given jobs.

mod death;
mod job;
mod memory;
mod process;
mod results;

pub use job::{Alternatives, Job, JobError, Observer, Text, run};
pub use process::{Limits, Stdout, Surroundings, Worker};
pub use results::{PhaseResult, PuzzleResult, RunResults, SourceKind, Status};

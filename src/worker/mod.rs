//! The workers: built with cargo, started as child processes, given jobs.

mod alternatives;
mod client;
mod death;
mod job;
mod judge;
mod measure;
mod memory;
mod process;
mod results;
mod run;

pub use alternatives::Alternatives;
pub use client::{Client, GenerateError};
pub use death::Death;
pub use job::{Job, JobError, Text};
pub use measure::{Measuring, Progress, measure};
pub use process::{Limits, Stdout, Surroundings};
pub use results::{PhaseResult, PuzzleResult, RunResults, SourceKind, Status};
pub use run::{Observer, run};

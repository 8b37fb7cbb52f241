//! Worker processes: started, given jobs within limits, their results
//! collected.

mod alternatives;
mod client;
mod compare;
mod error;
mod framing;
mod handshake;
mod job;
mod memory;
mod process;
mod results;
mod run;

pub use alternatives::Alternatives;
pub use client::{Client, GenerateError};
pub use compare::{compare, failed, refused};
pub use error::WorkerError;
pub use job::{Input, Job, JobError};
pub use process::{Limits, SpawnOptions, Stdout};
pub use results::{PhaseResult, PuzzleResult, RunResults, SourceKind, Status};
pub use run::{RunEvents, run};

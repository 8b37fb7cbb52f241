//! Worker processes: started, given jobs within limits, their results
//! collected.

mod alternatives;
mod client;
mod compare;
mod error;
mod framing;
mod handshake;
mod job;
mod process;
mod procfs;
mod results;
mod run;
mod system;

pub use alternatives::Alternatives;
pub use client::{Client, GenerateError};
pub use compare::{compare, failed, refused};
pub use error::WorkerError;
pub use job::{Input, Job, JobError};
pub use process::{Limits, SpawnOptions, Stdout};
pub use results::{PhaseResult, PuzzleResult, RunResults, SourceKind, Status};
pub use run::{RunEvents, run};
pub use system::{deny_memory_access, end_all as end_workers};

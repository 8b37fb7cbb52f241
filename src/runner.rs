//! Worker processes and the jobs they do: one executor runs the jobs of every
//! command, tells a reporter what happens, and gives back plain results.

mod alternatives;
mod client;
mod compare;
mod error;
mod events;
mod executor;
mod failure;
mod framing;
mod generate;
mod handshake;
mod input;
mod job;
mod outcome;
mod process;
mod procfs;
mod results;
mod solve;
mod system;
mod text;

pub use alternatives::Alternatives;
pub use client::{Client, GenerateError};
pub use compare::compare;
pub use error::WorkerError;
pub use events::{JobResult, RunEvent, RunEvents};
pub use executor::{Executed, execute};
pub use failure::{JobError, JobFailure, MissingInput};
pub use generate::{GenerateJob, GeneratedInput};
pub use input::{Input, StoredExample};
pub use job::{Job, Prepared};
pub use outcome::{phase_of, phase_of_error, phase_of_outcome};
pub use process::{Limits, SpawnOptions, Stdout};
pub use results::{
    ExampleResult, PhaseResult, PuzzleHeader, PuzzleResult, RunResults, SourceKind, Status,
};
pub use solve::{SolveJob, Solved};
pub use system::{deny_memory_access, end_all as end_workers};

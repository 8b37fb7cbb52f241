//! Worker processes and the jobs they do: one executor runs the jobs of every
//! command, tells a reporter what happens, and gives back plain results.

mod client;
mod error;
mod events;
mod executor;
mod framing;
mod handshake;
mod input;
mod job;
mod process;
mod process_tree;
mod results;
mod solve;
mod spawn_options;
mod system;

pub use client::Client;
pub use error::{JobError, JobFailure, MissingInput, WorkerError};
pub use events::{JobResult, RunEvent, RunEvents};
pub use executor::{Executed, execute};
pub use input::{Alternatives, Input};
pub use job::{Job, Prepared};
pub use process_tree::{
    end_all as end_workers, processor_time as processor_time_of_workers, reap_dead as reap_workers,
};
pub use results::{PhaseResult, PuzzleHeader, PuzzleResult, RunResults, SourceKind, Status};
pub use solve::{SolveJob, Task};
pub use spawn_options::{Limits, SpawnOptions, Stdout};
pub use system::deny_memory_access;

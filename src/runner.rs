//! Worker processes and the jobs they do: one executor runs the jobs of every
//! command, tells a reporter what happens, and gives back plain results.

mod alternatives;
mod answer;
mod case;
mod case_client;
mod client;
mod compare;
mod error;
mod events;
mod example_check;
mod executor;
mod failure;
mod found_examples;
mod framing;
mod generate;
mod handshake;
mod input;
mod job;
mod limits;
mod outcome;
mod process;
mod process_tree;
mod results;
mod solve;
mod solver;
mod spawn_options;
mod system;
mod test;

pub use alternatives::Alternatives;
pub use case::{Case, cases};
pub use case_client::CaseClient;
pub use client::Client;
pub use error::WorkerError;
pub use events::{JobResult, RunEvent, RunEvents};
pub use executor::{Executed, execute};
pub use failure::{JobError, JobFailure, MissingInput};
pub use generate::{GenerateJob, GeneratedInput, generate};
pub use input::{Input, StoredExample};
pub use job::{Job, Prepared};
pub use limits::Limits;
pub use outcome::{phase_of_error, phase_of_outcome, phase_of_parse};
pub use process_tree::{
    end_all as end_workers, processor_time as processor_time_of_workers, reap_dead as reap_workers,
};
pub use results::{
    ExampleResult, PhaseResult, PuzzleHeader, PuzzleResult, RunResults, SourceKind, Status,
};
pub use solve::{SolveJob, Solved};
pub use spawn_options::{SpawnOptions, Stdout};
pub use system::deny_memory_access;
pub use test::{TestJob, TestResult, TestResults};

//! Worker processes and the jobs they do: one executor runs the jobs of every
//! command, tells a reporter what happens, and gives back plain results.

mod channel;
mod execute;
mod input;
mod results;
mod solve;
mod worker;
mod worker_tree;

pub use execute::{Job, JobResult, RunEvent, RunEvents, execute, exit_of};
pub use input::{Alternatives, Input, MissingInput, primary};
pub use results::{PhaseResult, PuzzleHeader, PuzzleResult, SourceKind, Status, WorkerError};
pub use solve::{SolveJob, all_results};
pub use worker::{Client, SpawnOptions, Stdout, no_generate};
pub use worker_tree::end_all as end_workers;

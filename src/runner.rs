//! Worker processes and the jobs they do: one executor runs the jobs of every
//! command, tells a reporter what happens, and gives back plain results.

mod channel;
mod error;
mod execute;
mod input;
mod process;
mod results;
mod solve;
mod worker_tree;

pub use error::{JobFailure, JobResult, MissingInput, WorkerError, no_generate};
pub use execute::{Executed, Job, Prepared, RunEvent, RunEvents, execute};
pub use input::{Alternatives, Input};
pub use process::{Client, Limits, SpawnOptions, Stdout};
pub use results::{PhaseResult, PuzzleHeader, PuzzleResult, RunResults, SourceKind, Status};
pub use solve::{SolveJob, SolveTask};
pub use worker_tree::end_all as end_workers;

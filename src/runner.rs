//! Worker processes and their jobs: one executor runs the jobs of every command,
//! reports what happens, and returns plain results.

mod channel;
mod execute;
mod input;
#[cfg(test)]
mod properties;
mod results;
mod solve;
#[cfg(test)]
#[cfg(unix)]
mod testing;
mod worker;
mod worker_tree;

pub use execute::{Job, JobResult, RunEvent, RunEvents, execute, exit_of};
pub use input::{Alternatives, Input, MissingInput, primary};
pub use results::{PhaseResult, PuzzleHeader, PuzzleResult, SourceKind, Status, UnclearPage};
pub use solve::{ExampleSources, SolveJob, SolvePlan, all_results};
pub use worker::{Client, SpawnOptions, Stdout, no_generate};
pub use worker_tree::end_all as end_workers;

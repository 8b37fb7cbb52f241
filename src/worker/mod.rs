//! The workers: built with cargo, started as child processes, given jobs.

mod alternatives;
mod build;
mod channel;
mod client;
mod death;
mod environment;
mod greeting;
mod job;
mod judge;
mod measure;
mod memory;
mod only;
mod process;
mod results;
mod run;
mod stamp;

pub use alternatives::Alternatives;
pub use build::{BuildError, BuildEvents, BuildFailure, Plan, Profile, Request, Workers, build};
pub use client::Client;
pub use environment::Environment;
pub use job::{Job, JobError, Text};
pub use measure::{Measuring, Progress, measure};
pub use process::{Limits, Stdout, Surroundings};
pub use results::{PhaseResult, PuzzleResult, RunResults, SourceKind, Status};
pub use run::{Observer, run};

//! The workers: built with cargo, started as child processes, given jobs.

mod results;

pub use results::{PhaseResult, PuzzleResult, RunResults, SourceKind, Status};

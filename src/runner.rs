//! Worker processes and their jobs. One executor runs the jobs of every command, reports events,
//! and returns plain results.

mod alternatives;
mod answer;
mod channel;
mod day_examples;
mod day_tests;
mod document;
mod error;
mod example_inputs;
mod execute;
mod header;
mod input;
mod launcher;
mod limits;
mod names;
mod phase_result;
#[cfg(test)]
mod properties;
mod restarting_worker;
mod results;
mod solve;
mod spawn_options;
mod status;
#[cfg(test)]
#[cfg(unix)]
pub mod testing;
mod worker;

pub use alternatives::Alternatives;
pub use day_examples::{DayExamples, MissingExample};
pub use day_tests::{DayTests, TestJob};
pub use document::ResultDocument;
pub use example_inputs::ExampleInputs;
pub use execute::{Emit, Job, RunEvent, RunEvents, execute};
pub use header::{OfPuzzle, PuzzleHeader, SourceKind};
pub use input::{ExpectedAnswer, Input, MissingInput};
pub use launcher::Launcher;
pub use limits::{DEFAULT_TIMEOUT, EXAMPLE_TIMEOUT, Limits};
pub use names::{full_function_name, function_name, input_name, phase_name, with_input_name};
pub use phase_result::PhaseResult;
pub use restarting_worker::RestartingWorker;
pub use results::{CheckedExamples, ExampleNote, PuzzleResult, Solved, exit_of};
pub use solve::{NEEDS_ALL_STARS, SolveInputs, SolveJob};
pub use spawn_options::{SpawnOptions, StdoutTarget};
pub use status::Status;

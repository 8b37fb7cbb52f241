//! Decides how a day is called, by running its candidates that compile. `aoc import` copies and
//! compiles them in a workspace of their own (`commands/import/trial_workspace.rs`).
//!
//! `state` has what is known of a day: which candidates compile, and the decision. `program` runs one
//! candidate, in a process of its own; the `protocol` is that of the program that calls it. `runs`
//! gives candidates the texts of the day, and their `results` are compared with what is known.
//! `decision` decides which one is taken, and `reasons` says why none is.

mod decision;
mod program;
pub mod protocol;
mod reasons;
mod results;
mod runs;
mod state;

pub use decision::decide_day;
pub use program::{LONGEST_RUN, LONGEST_TRIAL, RunSettings};
pub use runs::{DayFacts, DayRuns};
pub use state::TrialDay;

#[cfg(all(test, unix))]
mod tests;

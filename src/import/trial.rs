//! Decides how a day is called, by running its candidates that compile. `aoc import` copies and
//! compiles them in a workspace of their own (`commands/import/trial_workspace.rs`).
//!
//! The `protocol` is that of the program that calls a candidate. `state` has what is known of a day:
//! which candidates compile, and the decision. `runs` runs these candidates, each in a process of
//! its own, `decision` decides which one is taken, and `reasons` says why none is.

mod decision;
pub mod protocol;
mod reasons;
mod runs;
mod state;

pub use decision::decide_day;
pub use runs::{DayFacts, DayRuns, LONGEST_RUN, LONGEST_TRIAL, RunSettings};
pub use state::TrialDay;

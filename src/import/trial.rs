//! Decides how a day is called, by running the candidates that compile. `aoc import` copies and
//! compiles the candidates in a separate workspace (`commands/import/trial_workspace.rs`).
//!
//! `state` has the known facts about a day: the candidates that compile, and the decision.
//! `program` runs one candidate in a separate process. `protocol` defines how the trial and this
//! process communicate. No other module starts a process, so tests of decisions can replace the
//! runs. `runs` gives the texts of the day to candidates, and `trimming` decides whether these
//! texts are trimmed. `results` compares the answers of candidates with the known ones. `decision`
//! decides which candidate is taken, or why none is.

mod decision;
mod program;
pub mod protocol;
mod reasons;
mod results;
mod runs;
mod state;
mod trimming;

pub use decision::{DecidedDay, decide_day};
pub use program::{DayProgram, RunSettings};
pub use runs::DayTrial;
pub use state::{DayState, TrialDay};

#[cfg(test)]
mod tests;

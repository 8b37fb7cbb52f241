//! The decision about a day: the wiring of its copy and the part that the wiring leaves out, or the
//! reason why the day is not copied.
//!
//! `plan/instructions.rs` turns a decision into the copies of the day's files.

use aoc_solution::Part;

use crate::import::candidates::wiring::Wiring;
use crate::import::left_out::reason::{PartNotCalled, Reason};

/// The decision about a day: its wiring, or the reason why it is not copied.
pub type DayDecision = Result<Box<TakenWiring>, Reason>;

/// How certain an import is about a day, whether it takes a call or refuses the day. The next
/// import replaces a copy only if it is at least as certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certainty {
    /// Names alone decided.
    ByNames,
    /// The call was compiled and run.
    Tried,
    /// The user wrote the call, or its answers to all parts are known to be right. If the user's
    /// call was not compiled, the record has `Tried` (`origin` in `copy/day.rs`).
    Sure,
}

/// The wiring of a day in its copy, and notes for the user.
#[derive(Clone, Debug)]
pub struct TakenWiring {
    pub wiring: Wiring,
    pub not_called: Option<PartNotCalled>,
    /// The note that the user's expressions for the day do not compile. `None` if they do, or if
    /// there are none.
    pub broken_call: Option<String>,
    /// The answered parts for which neither a known answer to the input nor a test confirms the
    /// call.
    pub uncompared: Vec<Part>,
    /// The answers that the call gave to the input in the trial.
    pub answers: [Option<String>; 2],
    pub certainty: Certainty,
}

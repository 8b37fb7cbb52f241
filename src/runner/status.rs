//! The status of a phase.

use std::fmt::{self, Display, Formatter};

use serde::{Deserialize, Serialize};

/// The result of a phase, in the order from success to the worst failure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Nothing failed. `parse`, a measured phase and a whole puzzle can have this status. A part
    /// has one of the next ones instead.
    #[default]
    Ok,
    /// The site has accepted this answer.
    Accepted,
    /// The answer equals the answer of the example or of the primary solution.
    Matched,
    /// The right answer is not known.
    Unverified,
    /// The part is not written yet.
    Unsolved,
    /// An interrupt came before `bench` had measured the phase.
    Interrupted,
    /// The answer differs from the known one.
    Wrong,
    /// The solution returned an error or does not compile, or its job could not run.
    Error,
    Panic,
    /// The worker's process died: it aborted, overflowed the stack, got a signal, or exited.
    Crash,
    /// The phase exceeded the time limit.
    Timeout,
    /// The solution exceeded the memory limit.
    Memory,
}

/// Writes the name that JSON uses.
impl Display for Status {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        self.serialize(f)
    }
}

impl Status {
    /// True for a failure. It makes `aoc` exit with code 1, unless it is the status of an example
    /// that can only confirm.
    pub fn is_failure(self) -> bool {
        match self {
            Self::Ok
            | Self::Accepted
            | Self::Matched
            | Self::Unverified
            | Self::Unsolved
            | Self::Interrupted => false,
            Self::Wrong
            | Self::Error
            | Self::Panic
            | Self::Crash
            | Self::Timeout
            | Self::Memory => true,
        }
    }
}

//! How a phase ended.

use std::fmt::{self, Display, Formatter};

use serde::{Deserialize, Serialize};

/// The end of a phase, from success to the worst failure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The input is parsed.
    #[default]
    Ok,
    /// The answer is the one that the site accepted.
    Accepted,
    /// The answer is that of the example, or of the primary.
    Matched,
    /// There is an answer, but nothing to compare it with.
    Unverified,
    /// The part is not written yet.
    Unsolved,
    /// The answer differs from the known one.
    Wrong,
    /// The solution returned an error, or does not compile.
    Error,
    Panic,
    /// The worker's process died: abort, stack overflow, signal, exit.
    Crash,
    /// The phase exceeded the time limit.
    Timeout,
    /// The solution exceeded the memory limit.
    Memory,
}

/// Writes the name that JSON has.
impl Display for Status {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        self.serialize(f)
    }
}

impl Status {
    /// True if `aoc` ends with exit code 1 because of it.
    pub fn is_failure(self) -> bool {
        self >= Self::Wrong
    }
}

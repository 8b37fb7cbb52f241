//! The limits of a solution.

use std::time::Duration;

/// What a solution may use; `None` is without limit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// The longest time of a phase, or of an untimed run of one.
    pub timeout: Option<Duration>,
    /// The most bytes held at a time.
    pub memory: Option<u64>,
}

//! The limits of a solution, and the time limits that apply without `--timeout`, or beside it for
//! examples that can only confirm the solution. Commands that usually run a single puzzle have no
//! time limit, because the user sees that the puzzle takes long and can stop it.

use std::time::Duration;

/// The time limit of a phase in commands that usually run many puzzles, because one endless phase
/// would delay all others.
pub const DEFAULT_TIMEOUT: Duration = Duration::from_mins(1);

/// The time limit of a phase of an example that runs before the input. After an example that
/// exceeds the limit, no other example runs. So an endless example delays the answer only once.
pub const EXAMPLE_TIMEOUT: Duration = Duration::from_secs(10);

/// The time for all examples that can only confirm the solution, including the time that the other
/// examples take.
pub const CONFIRMING_TIME: Duration = Duration::from_secs(2);

/// The limits of one phase: parse, part 1 or part 2.
#[derive(Clone, Copy, Default)]
pub struct Limits {
    /// The time limit of a phase, or of its untimed run. `None` means no limit.
    pub timeout: Option<Duration>,
    /// The most bytes that a solution may use at once. `None` means no limit.
    pub memory: Option<u64>,
}

impl Limits {
    /// These limits, with this time limit if there is none.
    pub fn or_timeout(self, default: Duration) -> Self {
        Self {
            timeout: self.timeout.or(Some(default)),
            ..self
        }
    }

    /// These limits, with at most this time.
    pub fn at_most(self, left: Duration) -> Self {
        Self {
            timeout: Some(self.timeout.map_or(left, |timeout| timeout.min(left))),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_limit_of_the_user_replaces_the_default() {
        let limits = |timeout| Limits {
            timeout,
            memory: Some(1),
        };
        let ten = Duration::from_secs(10);
        let minute = Duration::from_mins(1);
        for (given, expected) in [(None, minute), (Some(ten), ten)] {
            let Limits { timeout, memory } = limits(given).or_timeout(DEFAULT_TIMEOUT);
            assert_eq!((timeout, memory), (Some(expected), Some(1)));
        }
        let [second, two] = [1, 2].map(Duration::from_secs);
        for (given, of_example, at_most) in [
            (None, EXAMPLE_TIMEOUT, two),
            (Some(second), second, second),
            (Some(minute), minute, two),
        ] {
            for (limits, expected) in [
                (limits(given).or_timeout(EXAMPLE_TIMEOUT), of_example),
                (limits(given).at_most(two), at_most),
            ] {
                let Limits { timeout, memory } = limits;
                assert_eq!((timeout, memory), (Some(expected), Some(1)));
            }
        }
    }
}

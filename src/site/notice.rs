//! What the user should hear of while a request goes on.

use std::fmt;
use std::time::Duration;

use crate::puzzle::Puzzle;
use crate::text::span;

/// Who hears notices.
pub type Listener<'a> = &'a dyn Fn(&Notice);

/// Something to tell.
#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    /// A request was answered.
    Answered {
        /// What was asked for.
        path: String,
        /// The status of the reply.
        status: u16,
        /// How long its head took.
        took: Duration,
    },
    /// A request failed and is made once more.
    Again {
        /// Why it failed.
        why: String,
        /// The pause before.
        pause: Duration,
    },
    /// The next request waits so that the site is spared.
    Spaced {
        /// For how long.
        pause: Duration,
    },
    /// The local clock is wrong.
    ClockIsOff {
        /// By how many seconds it is ahead of the site's; negative if behind.
        ahead: i64,
    },
    /// The input does not end as every input does.
    NoFinalNewline {
        /// The puzzle.
        puzzle: Puzzle,
    },
    /// A puzzle is still locked, and we wait. Told about once a second.
    Countdown {
        /// The puzzle.
        puzzle: Puzzle,
        /// The time left.
        left: Duration,
    },
    /// The puzzle should be open by now and is not; we ask again.
    StillLocked {
        /// The puzzle.
        puzzle: Puzzle,
        /// The pause before.
        pause: Duration,
    },
    /// The session goes over the network in the clear.
    Unencrypted {
        /// To whom.
        host: String,
    },
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Answered { path, status, took } => {
                write!(f, "GET {path}: {status} after {} ms", took.as_millis())
            }
            Self::Again { why, pause } => write!(f, "{why}; again in {}", span(*pause)),
            Self::Spaced { pause } => {
                write!(f, "sparing the site: next request in {}", span(*pause))
            }
            Self::ClockIsOff { ahead } => write!(
                f,
                "this computer's clock is {} {} the site's; unlock times go by the site's",
                span(Duration::from_secs(ahead.unsigned_abs())),
                if *ahead > 0 { "ahead of" } else { "behind" }
            ),
            Self::NoFinalNewline { puzzle } => write!(
                f,
                "{puzzle}: the input does not end with a line end as inputs do; it may be cut \
                 short (`aoc fetch {puzzle} --force` downloads it again)"
            ),
            Self::Countdown { puzzle, left } => write!(f, "{puzzle} unlocks in {}", span(*left)),
            Self::StillLocked { puzzle, pause } => write!(
                f,
                "{puzzle}: the site still says locked; again in {}",
                span(*pause)
            ),
            Self::Unencrypted { host } => write!(
                f,
                "the session goes to {host} unencrypted; an https:// address would hide it"
            ),
        }
    }
}

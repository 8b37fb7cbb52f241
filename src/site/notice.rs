//! What the user should know while a request is made.

use std::fmt;
use std::time::Duration;

use crate::puzzle::Puzzle;
use crate::terminal::span;

/// Receives the notices of a request.
pub type Listener<'a> = &'a dyn Fn(&Notice);

#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    /// A request was answered.
    Answered {
        method: &'static str,
        path: String,
        status: u16,
        /// The time until the reply began.
        took: Duration,
    },
    /// A request failed and is made once more after a pause.
    Retrying { why: String, pause: Duration },
    /// The next request waits for the throttle.
    Throttled { pause: Duration },
    /// The local clock is wrong.
    ClockIsOff {
        /// By how many seconds it is ahead of the site's; negative if behind.
        ahead: i64,
    },
    /// The input ends without a line end, which no complete input does.
    NoFinalNewline { puzzle: Puzzle },
    /// `--wait` waits for an unlock. Sent about once a second.
    Countdown { puzzle: Puzzle, left: Duration },
    /// The puzzle should be open by now and is not; the request is made again
    /// after a pause.
    StillLocked { puzzle: Puzzle, pause: Duration },
    /// The session is sent without encryption.
    Unencrypted { host: String },
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Answered {
                method,
                path,
                status,
                took,
            } => write!(f, "{method} {path}: {status} after {} ms", took.as_millis()),
            Self::Retrying { why, pause } => write!(f, "{why}; trying again in {}", span(*pause)),
            Self::Throttled { pause } => {
                write!(
                    f,
                    "limiting the request rate: next request in {}",
                    span(*pause)
                )
            }
            Self::ClockIsOff { ahead } => write!(
                f,
                "this computer's clock is {} {} the site's; unlock times follow the site's clock",
                span(Duration::from_secs(ahead.unsigned_abs())),
                if *ahead > 0 { "ahead of" } else { "behind" }
            ),
            Self::NoFinalNewline { puzzle } => write!(
                f,
                "{puzzle}: the input does not end with a newline, so it may be incomplete; `aoc \
                 fetch {puzzle} --force` downloads it again"
            ),
            Self::Countdown { puzzle, left } => write!(f, "{puzzle} unlocks in {}", span(*left)),
            Self::StillLocked { puzzle, pause } => write!(
                f,
                "{puzzle}: still locked according to the site; trying again in {}",
                span(*pause)
            ),
            Self::Unencrypted { host } => write!(
                f,
                "the session is sent to {host} unencrypted; use an https:// address"
            ),
        }
    }
}

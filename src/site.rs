//! Access to adventofcode.com. The client behaves as a guest: it identifies itself, limits its
//! requests, follows no redirect, and refuses unexpected replies. Nothing here prints; messages for
//! the user go to a function of the caller.
//!
//! `client` contains the `SiteClient`. Each endpoint (`puzzle`, `answer`, ...) has a file that adds
//! its methods to the client.

mod account;
mod answer;
mod answer_wait;
mod cache_file;
mod client;
mod clock;
mod connection;
mod error;
mod leaderboard;
mod own_times;
#[cfg(test)]
mod properties;
mod proxy;
mod puzzle;
mod reply;
mod request;
mod retry;
mod session;
mod site_time;
mod stars;
mod state;
mod statistics;
mod throttle;
mod unlock;
mod validate;

pub use account::Account;
pub use answer::{AnswerReply, answer_body};
pub use answer_wait::{MAX_ANSWER_WAIT, ROUNDING_MARGIN, SHORTEST_KNOWN_WAIT};
pub use cache_file::{CacheFile, SiteConfig, UnwrittenFiles};
pub use client::SiteClient;
pub use error::{FailureOrigin, FailureScope, Log, SiteError, SiteErrorKind, SiteResult};
pub use leaderboard::{Leaderboard, Member, MemberDay};
pub use own_times::{OwnDayTimes, OwnTimes, StarTime};
pub use request::Credentials;
pub use retry::{Retries, UnlockAttempts};
pub use session::{
    AOCD, FoundSession, Session, SessionPlace, TOOLS, Tool, files_of_tools, forget_variables,
    found_sessions, has_other_session, may_hold_token, named_accounts, probe_session,
    remove_session, session_file, store_accepted_session, store_unchecked_session,
};
#[cfg(test)]
pub use site_time::{ClockOffset, LocalTime};
pub use site_time::{RECORDED_TIME_ERROR, SiteTime};
pub use stars::{DayStars, UserStars, YearStars, shown_days};
pub use statistics::STATISTICS_INTERVAL;
pub use unlock::{UnlockEvidence, UnlockState};

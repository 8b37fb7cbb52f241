//! What can go wrong when the site is asked for something.

use std::time::Duration;

use chrono::{DateTime, Utc};
use thiserror::Error;

use crate::error::{Exit, HasExit};
use crate::puzzle::{Puzzle, Year};
use crate::terminal::span;

/// Why a request did not bring what was asked for. Text from the server is
/// sanitized before it gets in here.
#[derive(Debug, Error)]
pub enum SiteError {
    #[error("not downloaded because of --offline")]
    Offline,
    /// The TLS library cannot be set up.
    #[error("cannot make HTTPS requests on this machine: {why}; are CA certificates installed?")]
    Client { why: String },
    #[error("{host} refuses connections, or a proxy on the way does; is the network up?")]
    ConnectionRefused { host: String },
    #[error("the address of {host} cannot be found; is the network up?")]
    Dns { host: String },
    #[error(
        "no secure connection to {host}: {why}; possible reasons are a proxy, a login page of the \
         network, or a wrong clock"
    )]
    Tls { host: String, why: String },
    /// No connection for another reason.
    #[error("cannot connect to {host}: {why}; is the network up?")]
    Connect { host: String, why: String },
    #[error("{host} did not answer in time; try again later, or set a longer AOC_TIMEOUT")]
    TimedOut { host: String },
    /// The reply ended early.
    #[error("the connection to {host} was interrupted ({why}); try again")]
    BrokenOff { host: String, why: String },
    /// The reply cannot be unpacked, or is not HTTP.
    #[error("the reply of {host} is damaged ({why}); try again later")]
    Damaged { host: String, why: String },
    #[error("the reply of {host} is larger than {} MiB, unlike anything on the site", .limit / 1024 / 1024)]
    TooLarge {
        host: String,
        /// In bytes.
        limit: usize,
    },
    /// 500, which has two possible causes.
    #[error(
        "the server failed (500): either the site has a problem, or the session is malformed \
         ({session}); try again later, and if it happens again, {remedy}"
    )]
    ServerOrSession {
        /// Where the session comes from.
        session: String,
        /// How to get another one.
        remedy: String,
    },
    /// Another 5xx.
    #[error("the server failed ({status}){}; try again later", times(*.tries))]
    ServerFailed {
        status: u16,
        /// How many requests were made.
        tries: u32,
    },
    /// A 5xx with a long Retry-After.
    #[error("the server is not available ({status}); try again in {}", span(*.wait))]
    ServerAway { status: u16, wait: Duration },
    /// 429.
    #[error("the site asks for fewer requests (429): try again in {}", span(*.wait))]
    TooManyRequests { wait: Duration },
    /// An earlier 429 still holds.
    #[error(
        "no request was made, because the site asked for fewer requests (429): try again in {}",
        span(*.wait)
    )]
    BackingOff { wait: Duration },
    /// An earlier failure concerns all requests.
    #[error("not tried after the failure before it")]
    NotTried,
    /// 403.
    #[error(
        "the site refused this client (403); do not try again, and look at {home} for a newer \
         version",
        home = env!("CARGO_PKG_REPOSITORY")
    )]
    Forbidden,
    #[error(
        "the site redirects to {to}, which is not followed; is a login page of the network in the \
         way?"
    )]
    Redirected { to: String },
    /// 400 or a login page.
    #[error(
        "the site does not accept the session from {session}: it has expired or is wrong; {remedy}"
    )]
    NotLoggedIn {
        /// Where the session comes from.
        session: String,
        /// How to get another one.
        remedy: String,
    },
    #[error("locked until {} UTC{}; `aoc fetch {puzzle} --wait` waits for it", .unlock.format("%Y-%m-%d %H:%M"), left_words(*.left))]
    Locked {
        puzzle: Puzzle,
        unlock: DateTime<Utc>,
        /// The time left; `None` if the puzzle should be open.
        left: Option<Duration>,
    },
    /// 404.
    #[error("the site has no such puzzle (404); see https://adventofcode.com/events")]
    NoSuchPuzzle,
    /// 404 for the page of an event.
    #[error("the site has no event of {year} (404); see https://adventofcode.com/events")]
    NoSuchEvent { year: Year },
    /// 404 for a leaderboard.
    #[error(
        "the site has no leaderboard {id} of {year} (404); the IDs of yours are at https://adventofcode.com/{year}/leaderboard/private"
    )]
    NoSuchLeaderboard { year: Year, id: u64 },
    /// 400, or a redirect to a page that needs no session.
    #[error("the site does not show leaderboard {id} of {year}: {why}")]
    LeaderboardRefused { year: Year, id: u64, why: String },
    /// Something else than a leaderboard.
    #[error("the site sent something that is not a leaderboard ({why}); try again later")]
    NotALeaderboard { why: &'static str },
    /// Any other status.
    #[error("the site answered {status}{said}; nothing was stored")]
    Status {
        status: u16,
        /// The beginning of the reply, in parentheses; may be empty.
        said: String,
    },
    /// A web page where an input should be, or a page of another site.
    #[error("expected {expected}, got a web page{}; is a login page of the network in the way?", titled(.title.as_deref()))]
    WebPage {
        expected: &'static str,
        title: Option<String>,
    },
    #[error("the site sent an empty input; nothing was stored: try again later")]
    Empty,
    #[error(
        "the site sent something that is not text: byte {at} is not; nothing was stored: try again later"
    )]
    NotText {
        /// The position of the first byte that is not text.
        at: usize,
    },
    /// The page of another puzzle.
    #[error("expected the page of {puzzle}, got '{title}'; nothing was stored: try again later")]
    WrongPage { puzzle: Puzzle, title: String },
    #[error("the page is incomplete ({what} is missing); nothing was stored: try again later")]
    Incomplete { what: &'static str },
}

impl SiteError {
    /// Which further requests would fail too.
    pub const fn scope(&self) -> FailureScope {
        match self {
            Self::Client { .. }
            | Self::ConnectionRefused { .. }
            | Self::Dns { .. }
            | Self::Tls { .. }
            | Self::Connect { .. }
            | Self::ServerAway { .. }
            | Self::TooManyRequests { .. }
            | Self::BackingOff { .. }
            | Self::NotTried
            | Self::Forbidden
            | Self::NotLoggedIn { .. } => FailureScope::All,
            Self::TimedOut { .. } | Self::ServerOrSession { .. } | Self::ServerFailed { .. } => {
                FailureScope::Server
            }
            Self::Offline
            | Self::BrokenOff { .. }
            | Self::Damaged { .. }
            | Self::TooLarge { .. }
            | Self::Redirected { .. }
            | Self::Locked { .. }
            | Self::NoSuchPuzzle
            | Self::NoSuchEvent { .. }
            | Self::NoSuchLeaderboard { .. }
            | Self::LeaderboardRefused { .. }
            | Self::NotALeaderboard { .. }
            | Self::Status { .. }
            | Self::WebPage { .. }
            | Self::Empty
            | Self::NotText { .. }
            | Self::WrongPage { .. }
            | Self::Incomplete { .. } => FailureScope::One,
        }
    }

    /// What happened, without the advice to try again.
    pub fn cause(&self) -> String {
        match self {
            Self::ServerOrSession { .. } => "the server failed (500)".to_owned(),
            Self::ServerFailed { status, .. } => format!("the server failed ({status})"),
            Self::TimedOut { host } => format!("{host} did not answer in time"),
            Self::BrokenOff { host, .. } => format!("the connection to {host} was interrupted"),
            Self::Damaged { host, why } => format!("the reply of {host} is damaged ({why})"),
            other => other.to_string(),
        }
    }

    /// How often a request is made that fails like this. More than once where
    /// the next one may succeed.
    pub(super) const fn tries(&self) -> u32 {
        match self {
            Self::ServerFailed { .. } => 4,
            Self::BrokenOff { .. } => 3,
            Self::ServerOrSession { .. } | Self::TimedOut { .. } => 2,
            _ => 1,
        }
    }
}

/// Which requests a failure concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureScope {
    /// This request alone.
    One,
    /// Perhaps the whole server: a few in a row mean that it is so.
    Server,
    /// All requests.
    All,
}

/// Why there is no verdict on an answer.
#[derive(Debug, Error)]
pub enum AnswerError {
    /// The site did not grade it: it was not sent, or refused.
    #[error(transparent)]
    NotGraded(#[from] SiteError),
    /// The site may have graded it.
    #[error("not known whether it was graded: {0}")]
    Lost(SiteError),
}

fn times(tries: u32) -> String {
    match tries {
        1 => String::new(),
        tries => format!(", {tries} times"),
    }
}

fn left_words(left: Option<Duration>) -> String {
    left.map_or_else(
        || ", and the site still says so".to_owned(),
        |left| format!(", which is in {}", span(left)),
    )
}

fn titled(title: Option<&str>) -> String {
    title.map_or_else(String::new, |title| format!(" titled '{title}'"))
}

impl HasExit for SiteError {
    fn exit(&self) -> Exit {
        match self {
            Self::NotLoggedIn { .. } | Self::LeaderboardRefused { .. } => Exit::Session,
            Self::Locked { .. }
            | Self::NoSuchPuzzle
            | Self::NoSuchEvent { .. }
            | Self::NoSuchLeaderboard { .. } => Exit::Locked,
            Self::TooManyRequests { .. } | Self::BackingOff { .. } => Exit::Refused,
            _ => Exit::Network,
        }
    }
}

impl HasExit for AnswerError {
    fn exit(&self) -> Exit {
        match self {
            Self::NotGraded(error) => error.exit(),
            Self::Lost(_) => Exit::Network,
        }
    }
}

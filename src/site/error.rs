//! What can go wrong with the site, in words that say what to do.

use std::time::Duration;

use chrono::{DateTime, Utc};
use thiserror::Error;

use crate::error::{Exit, HasExit};
use crate::puzzle::Puzzle;
use crate::text::span;

/// A request that did not bring what was asked for. Whatever the server had a
/// hand in is cleaned before it gets in here.
#[derive(Debug, Error)]
pub enum SiteError {
    /// `--offline`.
    #[error("not there, and --offline forbids to download it")]
    Offline,
    /// The time for a request makes no sense.
    #[error("'{text}' is no time for a request; give it as 30s, between 100ms and 1h")]
    Timeout {
        /// The time as given.
        text: String,
    },
    /// No client to be had on this machine.
    #[error("cannot talk HTTPS on this machine: {why}; are CA certificates installed?")]
    Client {
        /// What reqwest said.
        why: String,
    },
    /// Nobody there.
    #[error("{host} refuses connections, or a proxy on the way to it does; is the network up?")]
    ConnectionRefused {
        /// The site, or what stands for it.
        host: String,
    },
    /// No such name.
    #[error("the address of {host} cannot be found; is the network up?")]
    Dns {
        /// The site, or what stands for it.
        host: String,
    },
    /// No trust.
    #[error(
        "no secure connection to {host}: {why}; a proxy, a login page of the network or a wrong \
         clock may be the reason"
    )]
    Tls {
        /// The site, or what stands for it.
        host: String,
        /// What rustls said.
        why: String,
    },
    /// No connection for another reason.
    #[error("cannot connect to {host}: {why}; is the network up?")]
    Connect {
        /// The site, or what stands for it.
        host: String,
        /// What the system said.
        why: String,
    },
    /// It took too long.
    #[error("{host} did not answer in time; try again later, or give it longer with AOC_TIMEOUT")]
    TimedOut {
        /// The site, or what stands for it.
        host: String,
    },
    /// The reply ended early.
    #[error("the connection to {host} broke off in the middle ({why}); try again")]
    BrokenOff {
        /// The site, or what stands for it.
        host: String,
        /// What the library said.
        why: String,
    },
    /// The reply cannot be unpacked, or is no HTTP.
    #[error("the reply of {host} is damaged ({why}); try again later")]
    Damaged {
        /// The site, or what stands for it.
        host: String,
        /// What the library said.
        why: String,
    },
    /// The reply has no end.
    #[error("the reply of {host} is larger than {} MiB, which nothing on the site is", .limit / 1024 / 1024)]
    TooLarge {
        /// The site, or what stands for it.
        host: String,
        /// The limit in bytes.
        limit: usize,
    },
    /// 500, which two things cause.
    #[error(
        "the server failed (500): either the site has a problem, or the session is malformed \
         ({session}); if it lasts, copy the cookie afresh"
    )]
    ServerOrSession {
        /// Where the session is from.
        session: String,
    },
    /// Another 5xx.
    #[error("the server failed ({status}){}; try again later", times(*.tries))]
    ServerFailed {
        /// The status.
        status: u16,
        /// How often it was asked.
        tries: u32,
    },
    /// 503 and a long Retry-After.
    #[error("the server is not available ({status}) and asks to wait {}; try again then", span(*.wait))]
    ServerAway {
        /// The status.
        status: u16,
        /// For how long.
        wait: Duration,
    },
    /// 429.
    #[error("the site asks for fewer requests (429): wait {} before you try again", span(*.wait))]
    TooManyRequests {
        /// For how long.
        wait: Duration,
    },
    /// 429, and it is not over.
    #[error(
        "the site asked for fewer requests (429), so nothing was sent: wait {} before you try again",
        span(*.wait)
    )]
    Resting {
        /// For how much longer.
        wait: Duration,
    },
    /// A failure before it that reaches this one too.
    #[error("not tried after the failure before it")]
    NotTried,
    /// 403.
    #[error(
        "the site refused this client (403); do not go on trying: look at {home} for a newer \
         version or news",
        home = env!("CARGO_PKG_REPOSITORY")
    )]
    Forbidden,
    /// A redirect, which is never followed.
    #[error(
        "the site wants to send us to {to}, which is not followed; is a login page of the network in the way?"
    )]
    Redirected {
        /// The address.
        to: String,
    },
    /// 400 and its kin.
    #[error(
        "the site does not accept the session from {session}: it has expired or is not right; log in at adventofcode.com and copy the `session` cookie afresh"
    )]
    NotLoggedIn {
        /// Where the session is from.
        session: String,
    },
    /// Before its time.
    #[error("locked until {} UTC{}; `aoc fetch {puzzle} --wait` waits for it", .unlock.format("%Y-%m-%d %H:%M"), left_words(*.left))]
    Locked {
        /// The puzzle.
        puzzle: Puzzle,
        /// When it unlocks.
        unlock: DateTime<Utc>,
        /// The time left; none if it should be open.
        left: Option<Duration>,
    },
    /// 404.
    #[error("the site has no such puzzle (404); see https://adventofcode.com/events")]
    NoSuchPuzzle,
    /// A status without a meaning of its own.
    #[error("the site answered {status}{said}; nothing was stored")]
    Status {
        /// The status.
        status: u16,
        /// The beginning of the reply.
        said: String,
    },
    /// HTML where text should be, or a page of someone else.
    #[error("expected {expected}, got a web page{}; is a login page of the network in the way?", titled(.title.as_deref()))]
    WebPage {
        /// What was asked for.
        expected: &'static str,
        /// The page's title.
        title: Option<String>,
    },
    /// Nothing.
    #[error("the site sent an empty input; nothing was stored: try again later")]
    Empty,
    /// Bytes that are not text.
    #[error(
        "the site sent something that is not text (byte {at} is not); nothing was stored: try again later"
    )]
    NotText {
        /// The place of the first byte that is not text.
        at: usize,
    },
    /// The page of another puzzle.
    #[error("asked for the page of {puzzle}, got '{title}'; nothing was stored: try again later")]
    WrongPage {
        /// The puzzle.
        puzzle: Puzzle,
        /// The page's title.
        title: String,
    },
    /// Half a page.
    #[error("the page is incomplete ({what} is missing); nothing was stored: try again later")]
    Incomplete {
        /// What is missing.
        what: &'static str,
    },
}

impl SiteError {
    /// What this means for the requests that were to follow.
    pub const fn scope(&self) -> FailureScope {
        match self {
            Self::Client { .. }
            | Self::ConnectionRefused { .. }
            | Self::Dns { .. }
            | Self::Tls { .. }
            | Self::Connect { .. }
            | Self::ServerAway { .. }
            | Self::TooManyRequests { .. }
            | Self::Resting { .. }
            | Self::NotTried
            | Self::Forbidden
            | Self::NotLoggedIn { .. } => FailureScope::All,
            Self::TimedOut { .. } | Self::ServerOrSession { .. } | Self::ServerFailed { .. } => {
                FailureScope::Server
            }
            _ => FailureScope::One,
        }
    }

    /// How often a request is made that ends like this: what the server or the
    /// network may do better the next time.
    pub(super) const fn tries(&self) -> u32 {
        match self {
            Self::ServerFailed { .. } => 4,
            Self::BrokenOff { .. } => 3,
            Self::ServerOrSession { .. } | Self::TimedOut { .. } => 2,
            _ => 1,
        }
    }
}

/// How far a failure reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureScope {
    /// This request alone.
    One,
    /// Perhaps the whole server: a few in a row mean that it is so.
    Server,
    /// Every other request would fail in the same way: better not made.
    All,
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
            Self::Timeout { .. } => Exit::Usage,
            Self::NotLoggedIn { .. } => Exit::Session,
            Self::Locked { .. } | Self::NoSuchPuzzle => Exit::Locked,
            Self::TooManyRequests { .. } | Self::Resting { .. } => Exit::Refused,
            _ => Exit::Network,
        }
    }
}

//! What can go wrong when the site is asked for something.

use std::time::Duration;

use thiserror::Error;

use crate::error::{Exit, HasExit};
use crate::terminal::span;

/// A request that did not bring what was asked for. Text from the server is
/// sanitized before it gets in here.
#[derive(Debug, Error)]
#[error("{message}")]
pub struct SiteError {
    pub kind: FailureKind,
    /// The failure, and after a semicolon the advice.
    message: String,
}

/// The kind of a failure, by its consequences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// `--offline` forbids requests.
    Offline,
    /// There is no way to the site, or it wants no request of this client.
    Unreachable,
    TimedOut,
    /// The reply ended early.
    BrokenOff,
    /// A 5xx.
    ServerFailed,
    /// 500 with a session: either of them may be the cause.
    ServerOrSession,
    /// 429, now or a while ago.
    TooManyRequests,
    /// The site does not accept the session.
    NotLoggedIn,
    /// The session or the key does not belong to the leaderboard.
    NotAMember,
    Locked,
    /// 404.
    NotFound,
    /// The reply is not what was asked for.
    Unexpected,
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

impl SiteError {
    pub fn new(kind: FailureKind, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { kind, message }
    }

    /// Something else than what was asked for.
    pub fn unexpected(message: impl Into<String>) -> Self {
        Self::new(FailureKind::Unexpected, message)
    }

    pub fn offline() -> Self {
        Self::new(FailureKind::Offline, "not downloaded because of --offline")
    }

    /// An earlier failure concerns all requests.
    pub fn not_tried() -> Self {
        let message = "not tried after the failure before it";
        Self::new(FailureKind::Unreachable, message)
    }

    /// An earlier 429 still holds.
    pub fn backing_off(wait: Duration) -> Self {
        let message = format!(
            "no request was made, because the site asked for fewer requests (429): try again in {}",
            span(wait)
        );
        Self::new(FailureKind::TooManyRequests, message)
    }

    /// The page is not whole.
    pub fn incomplete(what: &str) -> Self {
        Self::unexpected(format!(
            "the page is incomplete ({what} is missing); nothing was stored: try again later"
        ))
    }

    /// A page of another site where something else should be.
    pub fn web_page(expected: &str, title: Option<&str>) -> Self {
        let titled = title.map_or_else(String::new, |title| format!(" titled '{title}'"));
        Self::unexpected(format!(
            "expected {expected}, got a web page{titled}; is a login page of the network in the way?"
        ))
    }

    /// The failure of a server that wants no request for so long.
    #[must_use]
    pub fn with_wait(self, wait: Duration) -> Self {
        let message = format!("{}; try again in {}", self.cause(), span(wait));
        Self::new(FailureKind::Unreachable, message)
    }

    /// The message without the advice.
    pub fn cause(&self) -> &str {
        let cause = self.message.split("; ").next();
        cause.unwrap_or_default()
    }

    /// The error without a secret that a server may have repeated.
    #[must_use]
    pub fn without(self, secret: &str) -> Self {
        Self::new(self.kind, self.message.replace(secret, "…"))
    }

    /// Which further requests would fail too.
    pub const fn scope(&self) -> FailureScope {
        match self.kind {
            FailureKind::Unreachable | FailureKind::TooManyRequests | FailureKind::NotLoggedIn => {
                FailureScope::All
            }
            FailureKind::TimedOut | FailureKind::ServerFailed | FailureKind::ServerOrSession => {
                FailureScope::Server
            }
            _ => FailureScope::One,
        }
    }

    /// The number of requests that are made as long as they fail like this: more
    /// than one where the next may succeed.
    pub(super) const fn tries(&self) -> u32 {
        match self.kind {
            FailureKind::ServerFailed => 4,
            FailureKind::BrokenOff => 3,
            FailureKind::ServerOrSession | FailureKind::TimedOut => 2,
            _ => 1,
        }
    }
}

impl HasExit for SiteError {
    fn exit(&self) -> Exit {
        match self.kind {
            FailureKind::NotLoggedIn | FailureKind::NotAMember => Exit::Session,
            FailureKind::Locked | FailureKind::NotFound => Exit::Locked,
            FailureKind::TooManyRequests => Exit::Refused,
            _ => Exit::Network,
        }
    }
}

/// A request without a reply that could be used.
#[derive(Debug)]
pub struct Unanswered {
    pub error: SiteError,
    /// The server may have received the request, and graded an answer.
    pub sent: bool,
}

impl From<SiteError> for Unanswered {
    fn from(error: SiteError) -> Self {
        Self { error, sent: false }
    }
}

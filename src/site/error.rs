//! What can go wrong when the site is asked for something, by its consequences.

use std::time::Duration;

use thiserror::Error;

use crate::error::{Exit, HasExit};
use crate::terminal::span;

/// A request, or what it needs, that failed. Text from the server is sanitized
/// before it gets in here.
#[derive(Debug, Error)]
#[error("{message}")]
pub struct SiteError {
    pub exit: Exit,
    pub scope: FailureScope,
    /// The failure, and after a semicolon the advice.
    pub message: String,
    /// The server may have received the request, and graded an answer.
    pub sent: bool,
    /// The number of requests that are made as long as they fail like this: more
    /// than one where the next may succeed.
    pub tries: u32,
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
    /// A failure before anything was sent, or after a clear refusal.
    pub fn new(exit: Exit, message: impl Into<String>) -> Self {
        let scope = match exit {
            Exit::Session | Exit::Refused => FailureScope::All,
            _ => FailureScope::One,
        };
        Self {
            exit,
            scope,
            message: message.into(),
            sent: false,
            tries: 1,
        }
    }

    /// There is no way to the site, or it wants no request of this client.
    pub fn unreachable(message: impl Into<String>) -> Self {
        let scope = FailureScope::All;
        Self {
            scope,
            ..Self::new(Exit::Network, message)
        }
    }

    /// The server failed, and may not fail the next time.
    pub(super) fn of_server(message: impl Into<String>, tries: u32) -> Self {
        let (scope, sent) = (FailureScope::Server, true);
        Self {
            scope,
            sent,
            tries,
            ..Self::new(Exit::Network, message)
        }
    }

    /// The reply is something else than what was asked for.
    pub fn unexpected(message: impl Into<String>) -> Self {
        let sent = true;
        Self {
            sent,
            ..Self::new(Exit::Network, message)
        }
    }

    /// The page is not whole.
    pub fn incomplete(what: &str) -> Self {
        Self::unexpected(format!(
            "the page is incomplete ({what} is missing); nothing was stored: try again later"
        ))
    }

    pub fn offline() -> Self {
        Self::new(Exit::Network, "not downloaded because of --offline")
    }

    /// An earlier failure concerns all requests.
    pub fn not_tried() -> Self {
        Self::unreachable("not tried after the failure before it")
    }

    /// An earlier 429 still holds.
    pub fn backing_off(wait: Duration) -> Self {
        let message = format!(
            "no request was made, because the site asked for fewer requests (429): try again in {}",
            span(wait)
        );
        Self::new(Exit::Refused, message)
    }

    /// The message without the advice.
    pub fn cause(&self) -> &str {
        self.message.split("; ").next().unwrap_or_default()
    }
}

impl HasExit for SiteError {
    fn exit(&self) -> Exit {
        self.exit
    }
}

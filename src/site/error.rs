//! The error of requests to the site, and the messages during a request.

use thiserror::Error;

use crate::error::{CliError, Exit, HasExit};

/// The importance of a message from the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    Detail,
    Note,
    Warning,
}

/// Receives the messages for the user during a request.
pub type Log = Box<dyn Fn(Severity, &str) + Send>;

/// A failed request, or a failure to prepare it. Text from the server is sanitized.
#[derive(Debug, Error)]
#[error("{message}")]
pub struct SiteError {
    pub exit: Exit,
    /// Whether all requests may fail like this; then no further ones are made.
    pub is_general: bool,
    /// The failure, and after a semicolon the advice.
    pub message: String,
    /// Whether the server may have received the request, and graded an answer.
    pub sent: bool,
    /// The number of tries while each fails like this: more than one if the next may
    /// succeed.
    pub tries: u32,
}

impl SiteError {
    /// A failure before anything was sent, or a clear refusal by the site.
    pub fn new(exit: Exit, message: impl Into<String>) -> Self {
        Self {
            exit,
            is_general: matches!(exit, Exit::Session | Exit::Refused),
            message: message.into(),
            sent: false,
            tries: 1,
        }
    }

    /// The site cannot be reached, or refuses this client.
    pub fn unreachable(message: impl Into<String>) -> Self {
        Self {
            is_general: true,
            ..Self::new(Exit::Network, message)
        }
    }

    /// The reply is not what was asked for.
    pub fn unexpected(message: impl Into<String>) -> Self {
        Self {
            sent: true,
            ..Self::new(Exit::Network, message)
        }
    }

    /// The server failed, but the next request may succeed.
    pub(super) fn server_failure(message: impl Into<String>, tries: u32) -> Self {
        Self {
            tries,
            ..Self::unexpected(message)
        }
    }

    /// True if the server failed or did not answer, and the next request may succeed.
    pub const fn is_server_failure(&self) -> bool {
        self.tries > 1
    }

    /// The page is incomplete.
    pub fn incomplete(what: &str) -> Self {
        Self::unexpected(format!(
            "the page is incomplete ({what} is missing); nothing was stored: try again later"
        ))
    }

    pub fn offline() -> Self {
        Self::new(Exit::Network, "not downloaded because of --offline")
    }

    /// No request was made, because an earlier failure concerns all requests.
    pub fn not_tried() -> Self {
        Self::unreachable("not tried after an earlier failure")
    }

    /// The message without the advice after the semicolon.
    pub fn cause(&self) -> &str {
        self.message.split("; ").next().unwrap_or_default()
    }
}

/// A file that cannot be read or written.
impl From<CliError> for SiteError {
    fn from(error: CliError) -> Self {
        Self::new(error.exit, format!("{:#}", error.source))
    }
}

impl HasExit for SiteError {
    fn exit(&self) -> Exit {
        self.exit
    }
}

//! What can go wrong when the site is asked for something.

use thiserror::Error;

use super::session::Session;
use crate::error::{CliError, Exit, HasExit};

/// A request, or what it needs, that failed. Text from the server is sanitized
/// before it gets in here.
#[derive(Debug, Error)]
#[error("{message}")]
pub struct SiteError {
    pub exit: Exit,
    /// It concerns all requests, or may: no other one is made after it.
    pub is_general: bool,
    /// The failure, and after a semicolon the advice.
    pub message: String,
    /// The server may have received the request, and graded an answer.
    pub sent: bool,
    /// The number of requests that are made as long as they fail like this: more
    /// than one where the next may succeed.
    pub tries: u32,
}

impl SiteError {
    /// A failure before anything was sent, or after a clear refusal.
    pub fn new(exit: Exit, message: impl Into<String>) -> Self {
        Self {
            exit,
            is_general: matches!(exit, Exit::Session | Exit::Refused),
            message: message.into(),
            sent: false,
            tries: 1,
        }
    }

    /// There is no way to the site, or it wants no request of this client.
    pub fn unreachable(message: impl Into<String>) -> Self {
        Self {
            is_general: true,
            ..Self::new(Exit::Network, message)
        }
    }

    /// The reply is something else than what was asked for.
    pub fn unexpected(message: impl Into<String>) -> Self {
        Self {
            sent: true,
            ..Self::new(Exit::Network, message)
        }
    }

    /// The server failed, and may not fail the next time.
    pub(super) fn of_server(message: impl Into<String>, tries: u32) -> Self {
        Self {
            tries,
            ..Self::unexpected(message)
        }
    }

    /// The server failed or did not answer, and may the next time.
    pub const fn is_of_server(&self) -> bool {
        self.tries > 1
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

    /// The site does not accept the session.
    pub fn not_logged_in(session: &Session) -> Self {
        let message = format!(
            "the site does not accept the session from {session}: it has expired or is wrong; {}",
            session.remedy()
        );
        Self::new(Exit::Session, message)
    }

    /// The message without the advice.
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

//! The error of requests to the site, and the messages during a request.

use std::error::Error;
use std::fmt;
use std::time::Duration;

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
#[derive(Debug)]
pub struct SiteError {
    pub kind: SiteErrorKind,
    /// The failure without the advice.
    pub message: String,
    /// What the user can do, or may check.
    pub hint: Option<String>,
    /// Whether the server may have received the request, and graded an answer.
    pub sent: bool,
}

pub type SiteResult<T> = Result<T, SiteError>;

/// The kind of a failure, by which code decides what follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SiteErrorKind {
    /// The puzzle is locked, or the site has no such page.
    Locked,
    /// The site asks for fewer requests.
    Refused,
    /// There is no session, or the site does not accept it.
    Session,
    /// The site cannot be reached, or its reply is not what was asked for.
    Network(FailureScope),
    /// The server failed or did not answer. While it fails like this, a request is
    /// made `max_tries` times.
    Server {
        max_tries: u32,
        /// The wait that the server asks for.
        retry_after: Option<Duration>,
    },
    /// The failure is one of this computer, such as a file that cannot be written.
    Local { exit: Exit, scope: FailureScope },
}

/// The requests that a failure concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureScope {
    /// Only the failed request.
    Request,
    /// The server's next replies, perhaps.
    Server,
    /// All requests, so no further ones are made.
    All,
}

impl SiteError {
    /// A failure before anything was sent, or a clear refusal by the site.
    pub fn new(kind: SiteErrorKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            hint: None,
            sent: false,
        }
    }

    #[must_use]
    pub fn with_hint(self, hint: impl Into<String>) -> Self {
        let hint = Some(hint.into());
        Self { hint, ..self }
    }

    /// The site cannot be reached, or refuses this client.
    pub fn unreachable(message: impl Into<String>) -> Self {
        Self::new(SiteErrorKind::Network(FailureScope::All), message)
    }

    /// The reply is not what was asked for.
    pub fn unexpected(message: impl Into<String>) -> Self {
        Self {
            sent: true,
            ..Self::new(SiteErrorKind::Network(FailureScope::Request), message)
        }
    }

    /// The server failed, but the next request may succeed.
    pub fn server_failure(message: impl Into<String>, max_tries: u32) -> Self {
        let kind = SiteErrorKind::Server {
            max_tries,
            retry_after: None,
        };
        Self {
            kind,
            ..Self::unexpected(message)
        }
    }

    /// The reply is not what was asked for, and the next one may be.
    pub fn not_stored(message: impl Into<String>) -> Self {
        Self::unexpected(message).with_hint("nothing was stored: try again later")
    }

    /// The page is incomplete.
    pub fn incomplete(what: &str) -> Self {
        Self::not_stored(format!("the page is incomplete ({what} is missing)"))
    }

    pub fn offline() -> Self {
        let kind = SiteErrorKind::Network(FailureScope::Request);
        Self::new(kind, "not downloaded because of --offline")
    }

    /// No request was made, because an earlier failure concerns all requests.
    pub fn not_tried() -> Self {
        Self::unreachable("not tried after an earlier failure")
    }

    /// A file that cannot be written. The files of other puzzles could not be written
    /// either.
    pub fn unwritable(error: CliError) -> Self {
        let exit = error.exit;
        let scope = FailureScope::All;
        Self {
            kind: SiteErrorKind::Local { exit, scope },
            ..Self::from(error)
        }
    }

    /// The requests that fail like this one.
    pub const fn scope(&self) -> FailureScope {
        match self.kind {
            SiteErrorKind::Locked => FailureScope::Request,
            SiteErrorKind::Refused | SiteErrorKind::Session => FailureScope::All,
            SiteErrorKind::Server { .. } => FailureScope::Server,
            SiteErrorKind::Network(scope) | SiteErrorKind::Local { scope, .. } => scope,
        }
    }
}

/// A file that cannot be read or written.
impl From<CliError> for SiteError {
    fn from(error: CliError) -> Self {
        let kind = SiteErrorKind::Local {
            exit: error.exit,
            scope: FailureScope::Request,
        };
        Self::new(kind, format!("{:#}", error.source))
    }
}

impl HasExit for SiteError {
    fn exit(&self) -> Exit {
        match self.kind {
            SiteErrorKind::Locked => Exit::Locked,
            SiteErrorKind::Refused => Exit::Refused,
            SiteErrorKind::Session => Exit::Session,
            SiteErrorKind::Network(_) | SiteErrorKind::Server { .. } => Exit::Network,
            SiteErrorKind::Local { exit, .. } => exit,
        }
    }
}

/// Writes the message and the hint.
impl fmt::Display for SiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.hint {
            Some(hint) => write!(f, "; {hint}"),
            None => Ok(()),
        }
    }
}

impl Error for SiteError {}

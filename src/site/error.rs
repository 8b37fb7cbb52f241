//! The error of requests to the site, and the messages during a request.

use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use crate::error::Exit::{self, Locked, Network, Refused, Session};
use crate::error::{CliError, HasExit};
use crate::terminal::MessageKind;

/// Receives the messages for the user during a request.
pub type Log = Box<dyn Fn(MessageKind, &str) + Send>;

/// A failed request, or a failure to prepare it. Text from the server is sanitized.
#[derive(Clone, Debug)]
pub struct SiteError {
    /// The kind of the failure, by which code decides.
    pub exit: Exit,
    /// Whether other requests would fail too, so that no further ones are made.
    pub is_general: bool,
    /// The failure without the advice.
    pub message: String,
    /// What the user can do, or may check.
    pub hint: Option<String>,
    /// Whether the server may have received the request, and graded an answer.
    pub sent: bool,
    /// How often a GET is sent at most.
    pub max_tries: u32,
    /// How long the site wants to be left alone before the next request.
    pub retry_after: Duration,
}

pub type SiteResult<T> = Result<T, SiteError>;

impl SiteError {
    /// A failure before anything was sent, or a clear refusal by the site.
    fn new(exit: Exit, message: impl Display) -> Self {
        Self {
            exit,
            is_general: true,
            message: message.to_string(),
            hint: None,
            sent: false,
            max_tries: 1,
            retry_after: Duration::ZERO,
        }
    }

    #[must_use]
    pub fn with_hint(self, hint: impl Display) -> Self {
        let hint = Some(hint.to_string());
        Self { hint, ..self }
    }

    /// The puzzle is locked, or the site has no such page.
    pub fn locked(message: impl Display) -> Self {
        Self {
            is_general: false,
            ..Self::new(Locked, message)
        }
    }

    /// The site asks for fewer requests.
    pub fn refused(message: String) -> Self {
        Self::new(Refused, message)
    }

    /// There is no session, or the site does not accept it.
    pub fn session(message: impl Display) -> Self {
        Self::new(Session, message)
    }

    /// The site cannot be reached, or refuses this client.
    pub fn unreachable(message: impl Display) -> Self {
        Self::new(Network, message)
    }

    /// The reply is not what was asked for.
    pub fn unexpected(message: impl Display) -> Self {
        Self {
            sent: true,
            is_general: false,
            ..Self::new(Network, message)
        }
    }

    /// The server failed or did not answer, also when it was asked again.
    pub fn server_failure(message: impl Display, max_tries: u32) -> Self {
        Self {
            is_general: true,
            max_tries,
            ..Self::unexpected(message)
        }
    }

    /// The reply is not what was asked for, and the next one may be.
    pub fn not_stored(message: impl Display) -> Self {
        Self::unexpected(message).with_hint("nothing was stored: try again later")
    }

    /// The page is incomplete.
    pub fn incomplete(what: &str) -> Self {
        Self::not_stored(format!("the page is incomplete ({what} is missing)"))
    }

    pub fn offline() -> Self {
        let message = "not downloaded because of --offline";
        Self {
            is_general: false,
            ..Self::new(Network, message)
        }
    }

    /// No request was made, because an earlier failure concerns all requests.
    pub fn not_tried() -> Self {
        Self::unreachable("not tried after an earlier failure")
    }
}

/// A file that cannot be read or written. Those of other puzzles could not be written either.
impl From<CliError> for SiteError {
    fn from(error: CliError) -> Self {
        Self::new(error.exit, format!("{error:#}"))
    }
}

impl HasExit for SiteError {
    fn exit(&self) -> Exit {
        self.exit
    }
}

/// Writes the message and the hint.
impl Display for SiteError {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.hint {
            Some(hint) => write!(f, "; {hint}"),
            None => Ok(()),
        }
    }
}

impl Error for SiteError {}

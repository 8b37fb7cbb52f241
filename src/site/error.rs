//! The error of requests to the site, and the messages during a request.

use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use crate::error::{CliError, ErrorKind, Exit, HasExit};
use crate::terminal::MessageKind;

/// Receives the messages for the user during a request.
pub type Log = Box<dyn Fn(MessageKind, &str) + Send>;

/// A failed request, or a failure to prepare it. Text from the server is sanitized.
#[derive(Clone, Debug)]
pub struct SiteError {
    pub kind: SiteErrorKind,
    /// The failure without the advice.
    pub message: String,
    /// What the user can do, or may check.
    pub hint: Option<String>,
}

/// What code decides by. `sent` means that the server may have received the request, and
/// graded an answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SiteErrorKind {
    /// The puzzle has not unlocked yet.
    Locked,
    /// The site has no such page.
    NotFound,
    /// There is no session, or the site does not accept it.
    Session { sent: bool },
    /// The site asks for fewer requests.
    Busy,
    /// The site refuses this client.
    Forbidden,
    /// No connection can be made.
    Unreachable,
    /// The server did not answer in time.
    Late { sent: bool },
    /// The connection broke, or the reply is damaged.
    ConnectionLost,
    /// The server says that it failed, and perhaps how long it wants to be left alone.
    ServerFailed { status: u16, retry_after: Duration },
    /// The site shows the page of its maintenance.
    Maintenance,
    /// The reply is not what was asked for.
    Unexpected,
    /// No request is made because of `--offline`.
    Offline,
    /// No request was made, because an earlier failure concerns all requests.
    NotTried,
    /// A failure of this computer, such as a file that cannot be written, or Ctrl-C.
    Local(ErrorKind),
}

pub type SiteResult<T> = Result<T, SiteError>;

impl SiteErrorKind {
    /// Whether other requests would fail too, so that no further ones are made.
    pub fn is_general(self) -> bool {
        match self {
            Self::Session { .. }
            | Self::Busy
            | Self::Forbidden
            | Self::Unreachable
            | Self::Late { .. }
            | Self::ConnectionLost
            | Self::ServerFailed { .. }
            | Self::Maintenance
            | Self::NotTried
            | Self::Local(_) => true,
            Self::Locked | Self::NotFound | Self::Unexpected | Self::Offline => false,
        }
    }

    /// Whether the server may have received the request, and graded an answer.
    pub fn was_sent(self) -> bool {
        match self {
            Self::Session { sent } | Self::Late { sent } => sent,
            Self::ConnectionLost
            | Self::ServerFailed { .. }
            | Self::Maintenance
            | Self::Unexpected => true,
            Self::Locked
            | Self::NotFound
            | Self::Busy
            | Self::Forbidden
            | Self::Unreachable
            | Self::Offline
            | Self::NotTried
            | Self::Local(_) => false,
        }
    }

    /// How often a GET is sent at most.
    pub fn max_tries(self) -> u32 {
        match self {
            // The site also answers a malformed session with 500, and further tries do not help then.
            Self::Late { .. } | Self::ServerFailed { status: 500, .. } => 2,
            Self::ConnectionLost | Self::ServerFailed { .. } => 3,
            Self::Locked
            | Self::NotFound
            | Self::Session { .. }
            | Self::Busy
            | Self::Forbidden
            | Self::Unreachable
            | Self::Maintenance
            | Self::Unexpected
            | Self::Offline
            | Self::NotTried
            | Self::Local(_) => 1,
        }
    }

    /// How long the site wants to be left alone before the next request.
    pub fn retry_after(self) -> Duration {
        match self {
            Self::ServerFailed { retry_after, .. } => retry_after,
            _ => Duration::ZERO,
        }
    }

    /// How often a puzzle is asked for at its unlock: a few seconds may be missing on the
    /// site's clocks, and its maintenance lasts minutes.
    pub fn max_tries_at_unlock(self) -> u32 {
        match self {
            Self::Locked | Self::NotFound => 5,
            Self::Maintenance => 30,
            Self::Session { .. }
            | Self::Busy
            | Self::Forbidden
            | Self::Unreachable
            | Self::Late { .. }
            | Self::ConnectionLost
            | Self::ServerFailed { .. }
            | Self::Unexpected
            | Self::Offline
            | Self::NotTried
            | Self::Local(_) => 1,
        }
    }
}

impl SiteError {
    pub fn new(kind: SiteErrorKind, message: impl Display) -> Self {
        Self {
            kind,
            message: message.to_string(),
            hint: None,
        }
    }

    #[must_use]
    pub fn with_hint(self, hint: impl Display) -> Self {
        let hint = Some(hint.to_string());
        Self { hint, ..self }
    }

    /// The failure of an answer that may have been graded all the same.
    #[must_use]
    pub fn after_sending(self) -> Self {
        let kind = match self.kind {
            SiteErrorKind::Session { .. } => SiteErrorKind::Session { sent: true },
            other => other,
        };
        Self { kind, ..self }
    }

    /// There is no session, or it cannot be used.
    pub fn session(message: impl Display) -> Self {
        Self::new(SiteErrorKind::Session { sent: false }, message)
    }

    /// The reply is not what was asked for.
    pub fn unexpected(message: impl Display) -> Self {
        Self::new(SiteErrorKind::Unexpected, message)
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
        Self::new(SiteErrorKind::Offline, message)
    }

    pub fn not_tried() -> Self {
        let message = "not tried after an earlier failure";
        Self::new(SiteErrorKind::NotTried, message)
    }
}

/// A failure of this computer. Files of other puzzles could not be written either.
impl From<CliError> for SiteError {
    fn from(error: CliError) -> Self {
        Self::new(SiteErrorKind::Local(error.kind), format!("{error:#}"))
    }
}

impl From<SiteError> for CliError {
    fn from(error: SiteError) -> Self {
        Self::caused(error.kind.into(), error.into())
    }
}

impl From<SiteErrorKind> for ErrorKind {
    fn from(kind: SiteErrorKind) -> Self {
        match kind {
            SiteErrorKind::Locked | SiteErrorKind::NotFound => Self::Locked,
            SiteErrorKind::Session { .. } => Self::Session,
            SiteErrorKind::Busy => Self::Refused,
            SiteErrorKind::Forbidden
            | SiteErrorKind::Unreachable
            | SiteErrorKind::Late { .. }
            | SiteErrorKind::ConnectionLost
            | SiteErrorKind::ServerFailed { .. }
            | SiteErrorKind::Maintenance
            | SiteErrorKind::Unexpected
            | SiteErrorKind::Offline
            | SiteErrorKind::NotTried => Self::Network,
            SiteErrorKind::Local(kind) => kind,
        }
    }
}

impl HasExit for SiteErrorKind {
    fn exit(&self) -> Exit {
        ErrorKind::from(*self).exit()
    }
}

impl HasExit for SiteError {
    fn exit(&self) -> Exit {
        self.kind.exit()
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Of an answer that may have been graded no second one is sent.
    #[test]
    fn a_kind_decides_on_the_exit_code_on_other_requests_and_on_an_answer() {
        let retry_after = Duration::from_secs(5);
        let failed = |status| SiteErrorKind::ServerFailed {
            status,
            retry_after,
        };
        for (kind, exit, is_general, was_sent, max_tries) in [
            (SiteErrorKind::Locked, Exit::Locked, false, false, 1),
            (SiteErrorKind::NotFound, Exit::Locked, false, false, 1),
            (
                SiteErrorKind::Session { sent: false },
                Exit::Session,
                true,
                false,
                1,
            ),
            (
                SiteErrorKind::Session { sent: true },
                Exit::Session,
                true,
                true,
                1,
            ),
            (SiteErrorKind::Busy, Exit::Refused, true, false, 1),
            (SiteErrorKind::Forbidden, Exit::Network, true, false, 1),
            (SiteErrorKind::Unreachable, Exit::Network, true, false, 1),
            (
                SiteErrorKind::Late { sent: false },
                Exit::Network,
                true,
                false,
                2,
            ),
            (
                SiteErrorKind::Late { sent: true },
                Exit::Network,
                true,
                true,
                2,
            ),
            (SiteErrorKind::ConnectionLost, Exit::Network, true, true, 3),
            (failed(500), Exit::Network, true, true, 2),
            (failed(503), Exit::Network, true, true, 3),
            (SiteErrorKind::Maintenance, Exit::Network, true, true, 1),
            (SiteErrorKind::Unexpected, Exit::Network, false, true, 1),
            (SiteErrorKind::Offline, Exit::Network, false, false, 1),
            (SiteErrorKind::NotTried, Exit::Network, true, false, 1),
            (
                SiteErrorKind::Local(ErrorKind::Files),
                Exit::Files,
                true,
                false,
                1,
            ),
        ] {
            assert_eq!(kind.exit(), exit, "{kind:?}");
            assert_eq!(kind.is_general(), is_general, "{kind:?}");
            assert_eq!(kind.was_sent(), was_sent, "{kind:?}");
            assert_eq!(kind.max_tries(), max_tries, "{kind:?}");
        }
        assert_eq!(failed(503).retry_after(), retry_after);
        assert_eq!(SiteErrorKind::ConnectionLost.retry_after(), Duration::ZERO);
        assert_eq!(SiteErrorKind::Locked.max_tries_at_unlock(), 5);
        assert_eq!(SiteErrorKind::Maintenance.max_tries_at_unlock(), 30);
        assert_eq!(SiteErrorKind::Unexpected.max_tries_at_unlock(), 1);
    }
}

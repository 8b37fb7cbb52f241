//! The error of requests to the site, and the messages during a request.

use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use crate::error::{CliError, Exit, HasExit};
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
    /// No connection can be made, for a reason on this side of the site.
    Unreachable,
    /// The site takes no connection.
    ConnectionRefused,
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
    Local(Exit),
}

pub type SiteResult<T> = Result<T, SiteError>;

/// What follows from a failure of a kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Traits {
    /// How a command ends that cannot go on.
    pub exit: Exit,
    /// Whether other requests would fail too, so that no further ones are made.
    pub is_general: bool,
    /// Whether the server may have received the request, and graded an answer.
    pub was_sent: bool,
    /// How often a GET is sent at most.
    pub max_tries: u32,
    /// How often a puzzle is asked for at its unlock.
    pub max_tries_at_unlock: u32,
    /// What the user can do, unless the error has a better hint.
    pub hint: Option<&'static str>,
}

/// A few seconds may be missing on the site's clocks.
const TRIES_IF_LOCKED: u32 = 5;

/// Maintenance and the crowd at an unlock take minutes.
const TRIES_IF_DOWN: u32 = 30;

impl Traits {
    /// A failure of this request alone, which was not graded and is not repeated.
    const fn new(exit: Exit) -> Self {
        Self {
            exit,
            is_general: false,
            was_sent: false,
            max_tries: 1,
            max_tries_at_unlock: 1,
            hint: None,
        }
    }

    const fn general(self) -> Self {
        Self {
            is_general: true,
            ..self
        }
    }

    const fn sent(self, was_sent: bool) -> Self {
        Self { was_sent, ..self }
    }

    const fn tries(self, usual: u32, at_unlock: u32) -> Self {
        Self {
            max_tries: usual,
            max_tries_at_unlock: at_unlock,
            ..self
        }
    }

    const fn hint(self, hint: &'static str) -> Self {
        Self {
            hint: Some(hint),
            ..self
        }
    }
}

impl SiteErrorKind {
    /// The table of all kinds.
    pub fn traits(self) -> Traits {
        match self {
            Self::Locked | Self::NotFound => Traits::new(Exit::Locked).tries(1, TRIES_IF_LOCKED),
            Self::Session { sent } => Traits::new(Exit::Session).general().sent(sent),
            Self::Busy => Traits::new(Exit::Refused).general(),
            Self::Forbidden | Self::Unreachable | Self::NotTried => {
                Traits::new(Exit::Network).general()
            }
            Self::ConnectionRefused => Traits::new(Exit::Network)
                .general()
                .tries(1, TRIES_IF_DOWN)
                .hint("try again later"),
            Self::Late { sent } => Traits::new(Exit::Network)
                .general()
                .sent(sent)
                .tries(2, TRIES_IF_DOWN)
                .hint("try again later, or set a longer AOC_TIMEOUT"),
            Self::ConnectionLost => Traits::new(Exit::Network)
                .general()
                .sent(true)
                .tries(3, TRIES_IF_DOWN)
                .hint("try again"),
            Self::ServerFailed { status, .. } => Traits::new(Exit::Network)
                .general()
                .sent(true)
                .tries(if status == 500 { 2 } else { 3 }, TRIES_IF_DOWN)
                .hint("try again later"),
            Self::Maintenance => Traits::new(Exit::Network)
                .general()
                .sent(true)
                .tries(1, TRIES_IF_DOWN)
                .hint("try again later"),
            Self::Unexpected => Traits::new(Exit::Network).sent(true),
            Self::Offline => Traits::new(Exit::Network),
            Self::Local(exit) => Traits::new(exit).general(),
        }
    }

    /// Whether the site may have failed because it does not know the session: it answers such a
    /// request with 500.
    pub fn may_mean_the_session(self) -> bool {
        matches!(self, Self::ServerFailed { status: 500, .. })
    }

    /// How long the site wants to be left alone before the next request.
    pub fn retry_after(self) -> Duration {
        match self {
            Self::ServerFailed { retry_after, .. } => retry_after,
            _ => Duration::ZERO,
        }
    }
}

impl SiteError {
    pub fn new(kind: SiteErrorKind, message: impl Display) -> Self {
        Self {
            kind,
            message: message.to_string(),
            hint: kind.traits().hint.map(str::to_owned),
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
        Self::new(SiteErrorKind::Local(error.exit), format!("{error:#}"))
    }
}

impl From<SiteError> for CliError {
    fn from(error: SiteError) -> Self {
        Self::caused(error.exit(), error.into())
    }
}

impl HasExit for SiteErrorKind {
    fn exit(&self) -> Exit {
        self.traits().exit
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
        let session = |sent| SiteErrorKind::Session { sent };
        let late = |sent| SiteErrorKind::Late { sent };
        let local = SiteErrorKind::Local(Exit::Files);
        for (kind, exit, is_general, was_sent, tries) in [
            (SiteErrorKind::Locked, Exit::Locked, false, false, [1, 5]),
            (SiteErrorKind::NotFound, Exit::Locked, false, false, [1, 5]),
            (session(false), Exit::Session, true, false, [1, 1]),
            (session(true), Exit::Session, true, true, [1, 1]),
            (SiteErrorKind::Busy, Exit::Refused, true, false, [1, 1]),
            (SiteErrorKind::Forbidden, Exit::Network, true, false, [1, 1]),
            (
                SiteErrorKind::Unreachable,
                Exit::Network,
                true,
                false,
                [1, 1],
            ),
            (
                SiteErrorKind::ConnectionRefused,
                Exit::Network,
                true,
                false,
                [1, 30],
            ),
            (late(false), Exit::Network, true, false, [2, 30]),
            (late(true), Exit::Network, true, true, [2, 30]),
            (
                SiteErrorKind::ConnectionLost,
                Exit::Network,
                true,
                true,
                [3, 30],
            ),
            (failed(500), Exit::Network, true, true, [2, 30]),
            (failed(503), Exit::Network, true, true, [3, 30]),
            (
                SiteErrorKind::Maintenance,
                Exit::Network,
                true,
                true,
                [1, 30],
            ),
            (
                SiteErrorKind::Unexpected,
                Exit::Network,
                false,
                true,
                [1, 1],
            ),
            (SiteErrorKind::Offline, Exit::Network, false, false, [1, 1]),
            (SiteErrorKind::NotTried, Exit::Network, true, false, [1, 1]),
            (local, Exit::Files, true, false, [1, 1]),
        ] {
            let traits = kind.traits();
            assert_eq!(kind.exit(), exit, "{kind:?}");
            assert_eq!(traits.is_general, is_general, "{kind:?}");
            assert_eq!(traits.was_sent, was_sent, "{kind:?}");
            assert_eq!(
                [traits.max_tries, traits.max_tries_at_unlock],
                tries,
                "{kind:?}"
            );
        }
        assert_eq!(failed(503).retry_after(), retry_after);
        assert_eq!(SiteErrorKind::ConnectionLost.retry_after(), Duration::ZERO);
    }
}

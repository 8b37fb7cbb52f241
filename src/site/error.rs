//! The error of a request to the site, and the type for messages during a request.

use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use serde::{Serialize, Serializer};

use crate::error::{CliError, Exit, HasExit};
use crate::terminal::MessageKind;

/// Receives messages for the user while a request runs.
pub type Log = Box<dyn Fn(MessageKind, &str) + Send + Sync>;

/// The error of a failed request or of its preparation. Text from the server is sanitized.
#[derive(Clone, Debug)]
pub struct SiteError {
    pub kind: SiteErrorKind,
    pub error: CliError,
}

/// The kind of failure. Its [`FailurePolicy`] says what follows from it. `sent` means that the
/// server may have received the request, and may have graded an answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SiteErrorKind {
    /// The puzzle is still locked.
    Locked,
    /// The site has no such page.
    NotFound,
    /// There is no session, or its text is not a token.
    NoSession,
    /// The site does not accept the session.
    SessionRefused { sent: bool },
    /// The site does not show a leaderboard to the session or with the view key.
    NoAccess,
    /// The site limits the rate of requests.
    RateLimited,
    /// The site refuses this client.
    Forbidden,
    /// No connection can be made because of a proxy, a certificate or this computer.
    Unreachable,
    /// No connection can be made at the moment: the site refuses it, or the network is down, as
    /// after a sleep.
    NotConnected,
    /// The server did not reply in time.
    TimedOut { sent: bool },
    /// The connection broke, or the reply is damaged.
    ConnectionLost,
    /// The server reports its own failure, perhaps with a time to wait.
    ServerFailed { status: u16, retry_after: Duration },
    /// The site shows its maintenance page.
    Maintenance,
    /// Another server than the site has replied, such as that of the network, with its login page.
    OtherServer,
    /// `aoc` does not understand the reply. Another attempt would bring the same.
    UnknownReply,
    /// The body of the reply is damaged, or it is another page. Another attempt may bring the right
    /// one.
    BadBody,
    /// No request is made, because a request for the same page failed or was interrupted a few
    /// minutes ago.
    FailedRecently,
    /// No request is made because of `--offline`.
    Offline,
    /// No request is made, because an earlier failure has ended the requests of this scope.
    NotTried,
    /// This computer failed. For example, a file cannot be written, or the user pressed Ctrl-C.
    Local(Exit),
}

pub type SiteResult<T> = Result<T, SiteError>;

/// The rules for a kind of failure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FailurePolicy {
    /// The exit of a command that cannot continue.
    pub exit: Exit,
    pub origin: FailureOrigin,
    /// The later requests that would fail for the same reason. `None` if there are none.
    pub scope: Option<FailureScope>,
    /// True if the server may have received the request. It may have graded an answer.
    pub was_sent: bool,
    /// The largest number of times that a GET is sent, except at an unlock.
    pub max_tries: u32,
    /// The reason to try again at an unlock. `None` if the failure is final.
    pub at_unlock: Option<UnlockFailure>,
    /// What the failure shows about the site.
    pub site: SiteCondition,
    /// The advice if the error has no hint of its own.
    pub hint: Option<&'static str>,
}

/// The reason why a request failed or was not made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FailureOrigin {
    /// The site, another server or the network failed, now or before.
    Request,
    /// `--offline` is given.
    Offline,
    /// There is no session. The user can correct this.
    NoSession,
    /// This computer failed, so other replies could not be stored either. The user may correct
    /// this.
    Local,
}

/// What a failure shows about the site.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SiteCondition {
    /// It works, because the reply is one of the site's own pages and reports no failure of the
    /// server.
    Works,
    /// It refuses this client.
    RefusesClient,
    /// It may be down, was not asked, or another server has replied in its place.
    Unknown,
}

/// The requests that a failure ends. Each scope includes the previous one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FailureScope {
    /// The pages that a command can do without.
    OptionalPages,
    /// All requests with the session, such as those for inputs.
    Session,
    /// All requests, including those for leaderboards with their view keys.
    Site,
}

/// The failures after which `aoc` requests a puzzle again at its unlock. Each kind has its own
/// number of attempts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UnlockFailure {
    /// The site says that the puzzle is locked, or that it does not exist yet. The site's clocks
    /// may differ by a few seconds.
    Locked,
    /// The site is down. Maintenance or the rush at an unlock takes minutes.
    Down,
    /// The body of the reply is damaged or another page. The load of an unlock can cause this.
    BadBody,
}

impl UnlockFailure {
    /// The largest number of requests that may fail in this way.
    pub fn max_tries(self) -> u32 {
        match self {
            Self::Locked => 5,
            Self::Down => 30,
            Self::BadBody => 2,
        }
    }
}

impl FailurePolicy {
    /// The rules for a failure after which the request is not repeated and no answer can have been
    /// graded.
    const fn new(exit: Exit, scope: Option<FailureScope>) -> Self {
        Self {
            exit,
            origin: FailureOrigin::Request,
            scope,
            was_sent: false,
            max_tries: 1,
            at_unlock: None,
            site: SiteCondition::Unknown,
            hint: None,
        }
    }

    const fn origin(self, origin: FailureOrigin) -> Self {
        Self { origin, ..self }
    }

    const fn sent(self, was_sent: bool) -> Self {
        Self { was_sent, ..self }
    }

    const fn tries(self, usual: u32, at_unlock: UnlockFailure) -> Self {
        Self {
            max_tries: usual,
            at_unlock: Some(at_unlock),
            ..self
        }
    }

    const fn site(self, site: SiteCondition) -> Self {
        Self { site, ..self }
    }

    const fn hint(self, hint: &'static str) -> Self {
        Self {
            hint: Some(hint),
            ..self
        }
    }
}

impl SiteErrorKind {
    /// The table with the rules for all kinds.
    pub fn policy(self) -> FailurePolicy {
        let session = Some(FailureScope::Session);
        let site = Some(FailureScope::Site);
        let rules = FailurePolicy::new;
        match self {
            Self::Locked | Self::NotFound => rules(Exit::Locked, None)
                .tries(1, UnlockFailure::Locked)
                .site(SiteCondition::Works),
            Self::NoSession => rules(Exit::Session, session).origin(FailureOrigin::NoSession),
            Self::SessionRefused { sent } => rules(Exit::Session, session)
                .sent(sent)
                .site(SiteCondition::Works),
            // Another leaderboard may be visible.
            Self::NoAccess => rules(Exit::Session, None).site(SiteCondition::Works),
            Self::RateLimited => rules(Exit::Refused, site).site(SiteCondition::RefusesClient),
            Self::Forbidden => rules(Exit::Network, site).site(SiteCondition::RefusesClient),
            Self::Unreachable => rules(Exit::Network, site),
            Self::NotConnected => rules(Exit::Network, site)
                .tries(1, UnlockFailure::Down)
                .hint("try again later"),
            Self::TimedOut { sent } => rules(Exit::Network, site)
                .sent(sent)
                .tries(2, UnlockFailure::Down)
                .hint(if sent {
                    "the request was sent: try again later; if the network is slow, a longer \
                     AOC_TIMEOUT helps"
                } else {
                    "nothing was sent: is the network up? try again later; if it is slow, a longer \
                     AOC_TIMEOUT helps"
                }),
            Self::ConnectionLost => rules(Exit::Network, site)
                .sent(true)
                .tries(3, UnlockFailure::Down)
                .hint("try again"),
            Self::ServerFailed { status, .. } => rules(Exit::Network, site)
                .sent(true)
                .tries(if status == 500 { 2 } else { 3 }, UnlockFailure::Down)
                .hint("try again later"),
            Self::Maintenance => rules(Exit::Network, site)
                .sent(true)
                .tries(1, UnlockFailure::Down)
                .hint("try again later"),
            Self::OtherServer => rules(Exit::Network, site)
                .sent(true)
                .hint("possible cause: a login page of the network"),
            Self::UnknownReply => rules(Exit::Network, None)
                .sent(true)
                .site(SiteCondition::Works),
            Self::BadBody => rules(Exit::Network, None)
                .sent(true)
                .site(SiteCondition::Works)
                .tries(1, UnlockFailure::BadBody)
                .hint("nothing was stored: try again later"),
            Self::FailedRecently => rules(Exit::Network, None).hint("try again later"),
            // A request that was not made has not failed.
            Self::Offline => rules(Exit::Network, None).origin(FailureOrigin::Offline),
            Self::NotTried => rules(Exit::Network, None),
            Self::Local(exit) => rules(exit, session).origin(FailureOrigin::Local),
        }
    }

    /// True if the cause may be that the site does not know the session. It replies to an unknown
    /// session with the status 500.
    pub fn may_be_session(self) -> bool {
        matches!(self, Self::ServerFailed { status: 500, .. })
    }

    /// True if the next request for this page with statistics has to wait some minutes: after a
    /// failure of the server, and if the site refuses this client. False after the status 429,
    /// because then the pause applies that the site asked for.
    pub fn delays_statistics(self) -> bool {
        let policy = self.policy();
        self == Self::Forbidden || policy.was_sent && policy.at_unlock.is_some()
    }

    /// The pause that the site asks for before the next request.
    pub fn retry_after(self) -> Duration {
        match self {
            Self::ServerFailed { retry_after, .. } => retry_after,
            _ => Duration::ZERO,
        }
    }
}

impl SiteError {
    pub fn new(kind: SiteErrorKind, message: impl Display) -> Self {
        let policy = kind.policy();
        let error = CliError {
            hint: policy.hint.map(str::to_owned),
            ..CliError::new(policy.exit, message)
        };
        Self { kind, error }
    }

    /// The message without the hint.
    pub fn message(&self) -> String {
        self.error.message()
    }

    /// Sets the hint. An earlier hint, such as the one of the kind, is replaced.
    #[must_use]
    pub fn with_hint(self, hint: impl Display) -> Self {
        let error = self.error.with_hint(hint);
        Self { error, ..self }
    }

    /// True if both errors tell the user the same. Details of the kind, such as a time to wait, are
    /// ignored.
    pub fn says_the_same(&self, other: &Self) -> bool {
        self.exit() == other.exit() && self.message() == other.message()
    }

    /// The error with a prefix that says what failed.
    #[must_use]
    pub fn context(self, what: impl Display + Send + Sync + 'static) -> Self {
        let error = self.error.context(what);
        Self { error, ..self }
    }

    /// Adds what was requested to the error of a request that was not made. Such an error does not
    /// name it.
    #[must_use]
    pub fn context_if_not_made(self, what: impl Display + Send + Sync + 'static) -> Self {
        match self.kind {
            SiteErrorKind::Offline | SiteErrorKind::NotTried => self.context(what),
            _ => self,
        }
    }

    /// The error of a refused session after an answer was sent, which the site may have graded.
    #[must_use]
    pub fn after_sending(self) -> Self {
        let kind = SiteErrorKind::SessionRefused { sent: true };
        Self { kind, ..self }
    }

    /// The error of a session that is missing or is not a token.
    pub fn no_session(message: impl Display) -> Self {
        Self::new(SiteErrorKind::NoSession, message)
    }

    /// The error of a session that the site does not accept.
    pub fn session_refused(message: impl Display) -> Self {
        Self::new(SiteErrorKind::SessionRefused { sent: false }, message)
    }

    /// The error of a reply that `aoc` does not understand.
    pub fn unknown_reply(message: impl Display) -> Self {
        Self::new(SiteErrorKind::UnknownReply, message)
    }

    /// The error of a reply whose body is damaged or another page.
    pub fn bad_body(message: impl Display) -> Self {
        Self::new(SiteErrorKind::BadBody, message)
    }

    /// The error of an incomplete page.
    pub fn incomplete(what: &str) -> Self {
        Self::bad_body(format!("the page is incomplete ({what} is missing)"))
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

/// Converts a failure of this computer. It ends the requests for pages and inputs, because other
/// files could not be written either.
impl From<CliError> for SiteError {
    fn from(error: CliError) -> Self {
        let kind = SiteErrorKind::Local(error.exit);
        Self { kind, error }
    }
}

impl From<SiteError> for CliError {
    fn from(error: SiteError) -> Self {
        error.error
    }
}

impl HasExit for SiteError {
    fn exit(&self) -> Exit {
        self.error.exit
    }
}

/// Writes the message and the hint.
impl Display for SiteError {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        self.error.fmt(f)
    }
}

/// In JSON, an error is its text.
impl Serialize for SiteError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Error for SiteError {}

#[cfg(test)]
mod tests {
    use super::*;

    impl PartialEq for SiteError {
        fn eq(&self, other: &Self) -> bool {
            self.kind == other.kind && self.to_string() == other.to_string()
        }
    }

    #[test]
    fn the_hint_of_an_error_stays_a_hint() {
        let locked = || SiteError::new(SiteErrorKind::Locked, "locked").with_hint("wait");
        let error = CliError::from(locked()).context("2020/1");
        assert_eq!(
            (&*error.message(), error.hint.as_deref()),
            ("2020/1: locked", Some("wait"))
        );
        assert_eq!(error.exit, Exit::Locked);
        let back = SiteError::from(error);
        assert_eq!(back.message(), "2020/1: locked");
        assert_eq!(back.error.hint.as_deref(), Some("wait"));
    }

    #[test]
    fn errors_that_differ_in_a_time_to_wait_say_the_same() {
        let failed = |seconds, message| {
            let kind = SiteErrorKind::ServerFailed {
                status: 503,
                retry_after: Duration::from_secs(seconds),
            };
            SiteError::new(kind, message)
        };
        let error = failed(5, "the server failed (503)");
        assert!(error.says_the_same(&failed(60, "the server failed (503)")));
        assert!(!error.says_the_same(&failed(5, "the file is damaged")));
        let local = SiteErrorKind::Local(Exit::Files);
        assert!(!error.says_the_same(&SiteError::new(local, "the server failed (503)")));
    }

    /// After an answer that may have been graded, no further answer is sent.
    #[test]
    fn a_kind_decides_on_the_exit_code_on_other_requests_and_on_an_answer() {
        use SiteErrorKind as Kind;
        let retry_after = Duration::from_secs(5);
        let failed = |status| Kind::ServerFailed {
            status,
            retry_after,
        };
        let session = |sent| Kind::SessionRefused { sent };
        let late = |sent| Kind::TimedOut { sent };
        let local = Kind::Local(Exit::Files);
        let with_session = Some(FailureScope::Session);
        let all = Some(FailureScope::Site);
        for (kind, exit, scope, was_sent, tries) in [
            (Kind::Locked, Exit::Locked, None, false, [1, 5]),
            (Kind::NotFound, Exit::Locked, None, false, [1, 5]),
            (Kind::NoSession, Exit::Session, with_session, false, [1, 1]),
            (session(false), Exit::Session, with_session, false, [1, 1]),
            (session(true), Exit::Session, with_session, true, [1, 1]),
            (Kind::NoAccess, Exit::Session, None, false, [1, 1]),
            (Kind::RateLimited, Exit::Refused, all, false, [1, 1]),
            (Kind::Forbidden, Exit::Network, all, false, [1, 1]),
            (Kind::Unreachable, Exit::Network, all, false, [1, 1]),
            (Kind::NotConnected, Exit::Network, all, false, [1, 30]),
            (late(false), Exit::Network, all, false, [2, 30]),
            (late(true), Exit::Network, all, true, [2, 30]),
            (Kind::ConnectionLost, Exit::Network, all, true, [3, 30]),
            (failed(500), Exit::Network, all, true, [2, 30]),
            (failed(503), Exit::Network, all, true, [3, 30]),
            (Kind::Maintenance, Exit::Network, all, true, [1, 30]),
            (Kind::OtherServer, Exit::Network, all, true, [1, 1]),
            (Kind::UnknownReply, Exit::Network, None, true, [1, 1]),
            (Kind::BadBody, Exit::Network, None, true, [1, 2]),
            (Kind::FailedRecently, Exit::Network, None, false, [1, 1]),
            (Kind::Offline, Exit::Network, None, false, [1, 1]),
            (Kind::NotTried, Exit::Network, None, false, [1, 1]),
            (local, Exit::Files, with_session, false, [1, 1]),
        ] {
            let policy = kind.policy();
            assert_eq!(policy.exit, exit, "{kind:?}");
            let error = SiteError::new(kind, "");
            assert_eq!(error.exit(), exit, "{kind:?}");
            assert_eq!(CliError::from(error).exit, exit, "{kind:?}");
            assert_eq!(policy.scope, scope, "{kind:?}");
            let origin = match kind {
                Kind::NoSession => FailureOrigin::NoSession,
                Kind::Offline => FailureOrigin::Offline,
                Kind::Local(_) => FailureOrigin::Local,
                _ => FailureOrigin::Request,
            };
            assert_eq!(policy.origin, origin, "{kind:?}");
            assert_eq!(policy.was_sent, was_sent, "{kind:?}");
            let delays_statistics = matches!(
                kind,
                Kind::Forbidden
                    | Kind::ServerFailed { .. }
                    | Kind::Maintenance
                    | Kind::ConnectionLost
                    | Kind::TimedOut { sent: true }
                    | Kind::BadBody
            );
            assert_eq!(kind.delays_statistics(), delays_statistics, "{kind:?}");
            let site = match kind {
                Kind::SessionRefused { .. }
                | Kind::NoAccess
                | Kind::Locked
                | Kind::NotFound
                | Kind::UnknownReply
                | Kind::BadBody => SiteCondition::Works,
                Kind::RateLimited | Kind::Forbidden => SiteCondition::RefusesClient,
                _ => SiteCondition::Unknown,
            };
            assert_eq!(policy.site, site, "{kind:?}");
            let at_unlock = policy.at_unlock.map_or(1, UnlockFailure::max_tries);
            assert_eq!([policy.max_tries, at_unlock], tries, "{kind:?}");
        }
    }

    #[test]
    fn a_time_limit_tells_first_whether_the_request_was_sent() {
        for (sent, begins) in [
            (true, "late; the request was sent: try again later; "),
            (false, "late; nothing was sent: "),
        ] {
            let error = SiteError::new(SiteErrorKind::TimedOut { sent }, "late").to_string();
            assert!(error.starts_with(begins), "{error}");
        }
    }

    #[test]
    fn only_a_server_that_fails_may_ask_for_a_pause() {
        let retry_after = Duration::from_secs(5);
        let failed = SiteErrorKind::ServerFailed {
            status: 503,
            retry_after,
        };
        assert_eq!(failed.retry_after(), retry_after);
        let lost = SiteErrorKind::ConnectionLost;
        assert_eq!(lost.retry_after(), Duration::ZERO);
    }
}

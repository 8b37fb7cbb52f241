//! The result of a check, and its severity.

use std::borrow::Cow;
use std::fmt::Display;

use serde::Serialize;

use crate::error::{CliError, Exit, HasExit, without_error_number};
use crate::site::{SiteError, SiteErrorKind};

/// The result of one check.
#[derive(Serialize)]
pub struct HealthCheck {
    #[serde(flatten)]
    pub subject: Subject,
    pub state: CheckState,
    pub detail: String,
    /// The command or action that fixes the problem. `None` if the detail contains it.
    pub fix: Option<String>,
}

#[derive(Clone, PartialEq, Serialize)]
pub struct Subject {
    /// The heading above the check.
    pub group: &'static str,
    pub name: Cow<'static, str>,
}

impl Subject {
    /// All places that may contain a session. Used if none of them has one.
    pub const NO_PLACE: Self = Self::of("session", "session");
    /// The session at the site.
    pub const SESSION: Self = Self::of("site", "session");
    pub const ADDRESS: Self = Self::of("site", "address");
    pub const CLOCK: Self = Self::of("site", "clock");
    pub const ROOT: Self = Self::of("project", "root");
    /// The Cargo.toml of the workspace.
    pub const MANIFEST: Self = Self::of("project", "manifest");
    /// The files of a year.
    pub const FILES: Self = Self::of("project", "files");
    pub const LIBRARY: Self = Self::of("project", "library");
    pub const GIT: Self = Self::of("project", "git");
    /// A setting with an invalid value.
    pub const VALUE: Self = Self::of("settings", "value");

    const fn of(group: &'static str, name: &'static str) -> Self {
        let name = Cow::Borrowed(name);
        Self { group, name }
    }

    /// A place that may contain a session.
    pub fn place(place: String) -> Self {
        Self {
            group: "session",
            name: Cow::Owned(place),
        }
    }

    pub const fn tool(name: &'static str) -> Self {
        Self::of("toolchain", name)
    }

    pub const fn setting(name: &'static str) -> Self {
        Self::of("settings", name)
    }

    pub const fn folder(name: &'static str) -> Self {
        Self::of("folders", name)
    }
}

#[derive(Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CheckState {
    Good,
    /// The subject is missing, but it is not needed.
    Absent,
    /// There may be a problem, or the user wants it so.
    Note,
    Bad(#[serde(skip)] Problem),
}

/// A problem that a check has found.
#[derive(Clone, Copy, PartialEq)]
pub struct Problem {
    affects: Affected,
    /// The exit code of `doctor` if this is the worst problem.
    exit: Exit,
}

/// The part of `aoc` that a problem affects. The most severe one is first: without a session almost
/// every request fails.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Affected {
    Session,
    Site,
    /// The site limits requests for a while.
    NextRequests,
    Files,
    Settings,
    Builds,
}

impl Affected {
    fn by(error: SiteErrorKind) -> Self {
        match error {
            SiteErrorKind::NoSession | SiteErrorKind::SessionRefused { .. } => Self::Session,
            SiteErrorKind::Busy => Self::NextRequests,
            SiteErrorKind::Local(_) => Self::Files,
            _ => Self::Site,
        }
    }

    /// The exit code of a problem that no error caused.
    fn exit(self) -> Exit {
        match self {
            Self::Session => Exit::Session,
            Self::Site => Exit::Network,
            Self::NextRequests => Exit::Refused,
            Self::Files => Exit::Files,
            Self::Settings => Exit::Usage,
            Self::Builds => Exit::Failed,
        }
    }
}

impl HealthCheck {
    fn new(subject: Subject, state: CheckState, detail: impl Display) -> Self {
        Self {
            subject,
            state,
            detail: without_error_number(&detail.to_string()),
            fix: None,
        }
    }

    pub fn good(subject: Subject, detail: impl Display) -> Self {
        Self::new(subject, CheckState::Good, detail)
    }

    pub fn absent(subject: Subject, detail: impl Display) -> Self {
        Self::new(subject, CheckState::Absent, detail)
    }

    pub fn note(subject: Subject, detail: impl Display) -> Self {
        Self::new(subject, CheckState::Note, detail)
    }

    pub fn bad(subject: Subject, affects: Affected, detail: impl Display) -> Self {
        let exit = affects.exit();
        Self::new(subject, CheckState::Bad(Problem { affects, exit }), detail)
    }

    /// A check that failed with an error. The detail contains the causes of the error.
    pub fn failed(subject: Subject, affects: Affected, error: &CliError) -> Self {
        let exit = error.exit;
        let state = CheckState::Bad(Problem { affects, exit });
        Self::new(subject, state, format!("{error:#}"))
    }

    /// A check that failed with an error of the site or of a session. The hint of the error is the
    /// fix.
    pub fn failed_at_site(subject: Subject, error: SiteError) -> Self {
        let affects = Affected::by(error.kind);
        let exit = error.exit();
        Self {
            subject,
            state: CheckState::Bad(Problem { affects, exit }),
            detail: error.message,
            fix: error.hint,
        }
    }

    #[must_use]
    pub fn with_fix(self, fix: impl Into<String>) -> Self {
        Self {
            fix: Some(fix.into()),
            ..self
        }
    }

    pub fn problem(&self) -> Option<Problem> {
        match self.state {
            CheckState::Bad(problem) => Some(problem),
            CheckState::Good | CheckState::Absent | CheckState::Note => None,
        }
    }

    /// The words about the check in the verdict.
    pub fn fact(&self) -> String {
        if self.subject == Subject::CLOCK {
            format!("clock {}", self.detail)
        } else {
            self.detail.clone()
        }
    }
}

/// The checks that found a problem, the worst first.
pub fn problems(checks: &[HealthCheck]) -> Vec<&HealthCheck> {
    let mut problems: Vec<_> = checks
        .iter()
        .filter(|check| check.problem().is_some())
        .collect();
    problems.sort_by_key(|check| check.problem().map(|problem| problem.affects));
    problems
}

/// The exit code of the worst problem.
pub fn exit(checks: &[HealthCheck]) -> Exit {
    match problems(checks).first().and_then(|worst| worst.problem()) {
        Some(worst) => worst.exit,
        None => Exit::Done,
    }
}

//! The result of a check, and the severity of problems.

use std::borrow::Cow;
use std::fmt::Display;

use serde::Serialize;

use crate::error::{CliError, Exit, without_error_numbers};

/// The result of one check.
#[derive(Clone, Serialize)]
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
    /// The subject of the finding that no place contains a session.
    pub const NO_SESSION: Self = Self::of("session", "session");
    /// The session at the site.
    pub const SESSION: Self = Self::of("site", "session");
    pub const ADDRESS: Self = Self::of("site", "address");
    pub const CLOCK: Self = Self::of("site", "clock");
    pub const ROOT: Self = Self::of("project", "root");
    /// The manifests, Cargo.lock and the configuration of cargo.
    pub const MANIFEST: Self = Self::of("project", "manifest");
    /// The files of days, inputs and pages.
    pub const FILES: Self = Self::of("project", "files");
    pub const LIBRARY: Self = Self::of("project", "library");
    pub const GIT: Self = Self::of("project", "git");
    pub const INVALID_SETTING: Self = Self::of("settings", "value");

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
    /// There may be a problem, or the user may have intended this.
    Note,
    /// There is a problem. `doctor` ends with the exit code of the worst problem.
    Bad(#[serde(skip)] Exit),
}

impl HealthCheck {
    fn new(subject: Subject, state: CheckState, detail: impl Display) -> Self {
        Self {
            subject,
            state,
            detail: without_error_numbers(&detail.to_string()),
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

    pub fn bad(subject: Subject, exit: Exit, detail: impl Display) -> Self {
        Self::new(subject, CheckState::Bad(exit), detail)
    }

    /// A check that failed with an error. The detail contains the causes of the error, and the hint
    /// is the fix.
    pub fn failed(subject: Subject, error: impl Into<CliError>) -> Self {
        let error = error.into();
        let failed = Self::bad(subject, error.exit, error.message());
        Self {
            fix: error.hint,
            ..failed
        }
    }

    #[must_use]
    pub fn with_fix(self, fix: impl Into<String>) -> Self {
        Self {
            fix: Some(fix.into()),
            ..self
        }
    }

    /// The exit code of the problem. `None` if there is no problem.
    pub fn problem_exit(&self) -> Option<Exit> {
        match self.state {
            CheckState::Bad(exit) => Some(exit),
            CheckState::Good | CheckState::Absent | CheckState::Note => None,
        }
    }

    /// The text of the check in the verdict.
    pub fn fact(&self) -> String {
        if self.subject == Subject::CLOCK {
            format!("clock {}", self.detail)
        } else {
            self.detail.clone()
        }
    }
}

/// The checks that found a problem, the worst first.
pub fn problems_by_severity(checks: &[HealthCheck]) -> Vec<&HealthCheck> {
    let mut problems: Vec<_> = checks
        .iter()
        .filter(|check| check.problem_exit().is_some())
        .collect();
    problems.sort_by_key(|check| check.problem_exit().map(rank));
    problems
}

/// The rank of a problem. The most severe has rank 0: without a session almost every request fails.
const fn rank(exit: Exit) -> u8 {
    match exit {
        Exit::Session => 0,
        Exit::Network => 1,
        Exit::Locked => 2,
        Exit::Refused => 3,
        Exit::Files => 4,
        Exit::Usage => 5,
        Exit::Failed => 6,
        // No check ends with one of these.
        Exit::Done | Exit::Wrong | Exit::Interrupted | Exit::ClosedPipe => 7,
    }
}

/// The exit code of the worst problem.
pub fn exit(checks: &[HealthCheck]) -> Exit {
    let problems = problems_by_severity(checks);
    let worst = problems.first().and_then(|worst| worst.problem_exit());
    worst.unwrap_or(Exit::Done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reference_lists_the_codes_of_problems_from_worst_to_least() {
        let page = include_str!("../../../docs/reference.md");
        let (_, sentence) = page
            .split_once("From worst to least, the codes are")
            .expect("the sentence");
        let (sentence, _) = sentence.split_once('.').expect("its end");
        let listed: Vec<u8> = sentence
            .split(|c: char| !c.is_ascii_digit())
            .filter_map(|number| number.parse::<u8>().ok())
            .collect();
        let checks = [
            Exit::Failed,
            Exit::Usage,
            Exit::Session,
            Exit::Locked,
            Exit::Network,
            Exit::Refused,
            Exit::Files,
        ]
        .map(|exit| HealthCheck::bad(Subject::GIT, exit, "why"));
        let codes: Vec<u8> = problems_by_severity(&checks)
            .into_iter()
            .filter_map(|check| Some(check.problem_exit()?.code()))
            .collect();
        assert_eq!(codes, listed);
    }
}

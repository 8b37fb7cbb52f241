//! The outcome of a submission: how it ended, and the problem if there was one.

use std::fmt::Display;

use serde::Serialize;

use super::candidate::Candidate;
use super::decision::Override;
use super::part_record::PartRecord;
use crate::error::{CliError, Exit};
use crate::inputs::{Verdict, is_same_answer};
use crate::site::{Judgement, SiteError};

/// The outcome of a submission.
pub struct SubmitOutcome {
    pub end: SubmitEnd,
    /// The answer that was considered; `None` if none was found.
    pub candidate: Option<Candidate>,
    /// Why the answer was not sent or not graded, or why its verdict was not stored.
    pub problem: Option<SubmitError>,
}

/// The end of a submission, with what is known then.
#[derive(Debug)]
pub enum SubmitEnd {
    /// The part was solved already, with the same answer as far as that is known.
    Matched {
        accepted: Option<String>,
        /// Whether an answer was sent before the part was compared.
        was_sent: bool,
    },
    /// The part was solved already, with another answer.
    Differs {
        accepted: String,
        was_sent: bool,
    },
    /// The request was only described.
    DryRun {
        request: String,
    },
    Refused,
    Failed,
    /// The answer was sent.
    Sent {
        verdict: Verdict,
        /// The accepted answer, if it is known.
        accepted: Option<String>,
        /// Whether the site says that the answer is right for another user's input.
        someone_else: bool,
    },
}

/// The end of a submission in the JSON document.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SubmitStatus {
    /// The part was solved already, with the same answer.
    Matched,
    /// The part was solved already, with another answer.
    Differs,
    DryRun,
    Refused,
    Failed,
    /// The answer was sent.
    #[serde(untagged)]
    Sent(Verdict),
}

impl SubmitStatus {
    /// The exit code, unless there is an error.
    pub fn exit(self) -> Exit {
        match self {
            Self::Sent(verdict) if verdict.is_wrong() => Exit::Wrong,
            Self::Differs => Exit::Failed,
            _ => Exit::Done,
        }
    }
}

impl SubmitEnd {
    /// The answer to a solved part, compared with the accepted answer if that is known.
    pub fn compared(record: &PartRecord, answer: &str) -> Self {
        let was_sent = false;
        match record.accepted(record.part).map(str::to_owned) {
            Some(accepted) if !is_same_answer(&accepted, answer) => {
                Self::Differs { accepted, was_sent }
            }
            accepted => Self::Matched { accepted, was_sent },
        }
    }

    /// The verdict of the site on this answer.
    pub fn judged(record: &PartRecord, answer: &str, judgement: &Judgement) -> Self {
        let is_accepted = judgement.verdict == Verdict::Right && !record.is_last_star();
        Self::Sent {
            verdict: judgement.verdict,
            accepted: is_accepted.then(|| answer.to_owned()),
            someone_else: judgement.someone_else,
        }
    }

    /// The end after a reply that was lost.
    pub fn unknown() -> Self {
        Self::Sent {
            verdict: Verdict::Unknown,
            accepted: None,
            someone_else: false,
        }
    }

    pub fn status(&self) -> SubmitStatus {
        match self {
            Self::Matched { .. } => SubmitStatus::Matched,
            Self::Differs { .. } => SubmitStatus::Differs,
            Self::DryRun { .. } => SubmitStatus::DryRun,
            Self::Refused => SubmitStatus::Refused,
            Self::Failed => SubmitStatus::Failed,
            Self::Sent { verdict, .. } => SubmitStatus::Sent(*verdict),
        }
    }

    /// The accepted answer, if it is known.
    pub fn accepted(&self) -> Option<&str> {
        match self {
            Self::Matched { accepted, .. } | Self::Sent { accepted, .. } => accepted.as_deref(),
            Self::Differs { accepted, .. } => Some(accepted),
            Self::DryRun { .. } | Self::Refused | Self::Failed => None,
        }
    }

    /// Whether the site says that the answer is right for another user's input.
    pub fn is_of_someone_else(&self) -> bool {
        matches!(
            self,
            Self::Sent {
                someone_else: true,
                ..
            }
        )
    }

    /// The same end after an answer was sent.
    fn after_sending(mut self) -> Self {
        if let Self::Matched { was_sent, .. } | Self::Differs { was_sent, .. } = &mut self {
            *was_sent = true;
        }
        self
    }
}

impl From<SubmitEnd> for SubmitOutcome {
    fn from(end: SubmitEnd) -> Self {
        Self {
            end,
            candidate: None,
            problem: None,
        }
    }
}

impl SubmitOutcome {
    /// The outcome before anything was sent.
    pub fn failed(problem: SubmitError) -> Self {
        let end = match problem.source.exit {
            Exit::Refused => SubmitEnd::Refused,
            _ => SubmitEnd::Failed,
        };
        Self {
            problem: Some(problem),
            ..Self::from(end)
        }
    }

    pub fn status(&self) -> SubmitStatus {
        self.end.status()
    }

    /// The outcome after the next action, such as a look at the page or another attempt. The result
    /// of that action replaces the verdict. After an error the verdict stays.
    pub fn followed_by(self, next: Result<Option<Self>, SubmitError>) -> Self {
        match next {
            Ok(None) => self,
            Ok(Some(later)) => Self {
                end: later.end.after_sending(),
                ..later
            },
            Err(problem) => Self {
                problem: Some(problem),
                ..self
            },
        }
    }
}

/// The error for an answer that was not submitted or not graded.
#[derive(Debug)]
pub struct SubmitError {
    pub source: CliError,
    /// The option that lets the answer pass; `None` if there is none.
    pub overridden_by: Option<Override>,
}

impl SubmitError {
    /// The error for an answer that a guard, the page or the site refuses.
    pub fn refused(message: impl Display, overridden_by: Option<Override>) -> Self {
        Self {
            source: CliError::new(Exit::Refused, message),
            overridden_by,
        }
    }

    /// Adds this before the message.
    #[must_use]
    pub fn context(self, context: impl Display + Send + Sync + 'static) -> Self {
        Self {
            source: self.source.context(context),
            ..self
        }
    }
}

impl From<CliError> for SubmitError {
    fn from(source: CliError) -> Self {
        Self {
            source,
            overridden_by: None,
        }
    }
}

impl From<SiteError> for SubmitError {
    fn from(error: SiteError) -> Self {
        CliError::from(error).into()
    }
}

impl From<SubmitError> for CliError {
    fn from(error: SubmitError) -> Self {
        error.source
    }
}

//! Why an answer was not submitted, and what lets it pass.

use super::guards::Guard;
use crate::error::{CliError, Exit};
use crate::site::{SiteError, SiteErrorKind};

/// Why an answer was not submitted or not graded: it was refused, or something failed.
#[derive(Debug)]
pub struct SubmitError {
    pub source: CliError,
    /// `None` if something failed.
    pub refusal: Option<Refusal>,
}

/// Who refused an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    Guard(Guard),
    /// The user, or the site.
    Other,
}

/// What lets an answer pass that a guard refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiftedBy {
    /// `--wait`
    Wait,
    /// `--force`
    Force,
}

pub type Result<T, E = SubmitError> = std::result::Result<T, E>;

impl SubmitError {
    pub fn refused(message: String, refusal: Refusal) -> Self {
        Self {
            source: CliError::new(Exit::Refused, message),
            refusal: Some(refusal),
        }
    }

    /// What lets the answer pass all the same.
    pub fn lifted_by(&self) -> Option<LiftedBy> {
        match self.refusal? {
            Refusal::Guard(guard) => guard.lifted_by(),
            Refusal::Other => None,
        }
    }
}

impl From<CliError> for SubmitError {
    fn from(source: CliError) -> Self {
        Self {
            source,
            refusal: None,
        }
    }
}

impl From<SiteError> for SubmitError {
    fn from(error: SiteError) -> Self {
        let is_refused = matches!(error.kind, SiteErrorKind::Busy);
        Self {
            source: error.into(),
            refusal: is_refused.then_some(Refusal::Other),
        }
    }
}

impl From<SubmitError> for CliError {
    fn from(error: SubmitError) -> Self {
        error.source
    }
}

/// Fails with a refusal that nothing lifts.
pub fn refuse<T>(message: impl Into<String>) -> Result<T> {
    Err(SubmitError::refused(message.into(), Refusal::Other))
}

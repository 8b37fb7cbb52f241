//! The error for an answer that was not submitted or not graded.

use std::fmt::Display;

use super::decision::{Guard, LiftedBy};
use crate::error::{CliError, Exit};
use crate::site::{SiteError, SiteErrorKind};

/// The error for an answer that was not submitted or not graded, because it was refused or
/// something failed.
#[derive(Debug)]
pub struct SubmitError {
    pub source: CliError,
    /// The reason of a refusal; `None` if something failed.
    pub refusal: Option<Refusal>,
}

/// The source of a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A guard, and the option that lifts it.
    Guard(Guard, Option<LiftedBy>),
    /// The page, which was downloaded before. It shows that the site takes no answer of this user
    /// to the part.
    Page,
    /// The site, which did not judge the answer.
    Site,
}

pub type Result<T, E = SubmitError> = std::result::Result<T, E>;

impl SubmitError {
    pub fn refused(refusal: Refusal, message: impl Display) -> Self {
        Self {
            source: CliError::new(Exit::Refused, message),
            refusal: Some(refusal),
        }
    }

    /// The option that lets the answer pass.
    pub fn lifted_by(&self) -> Option<LiftedBy> {
        match self.refusal? {
            Refusal::Guard(_, lifted_by) => lifted_by,
            Refusal::Page | Refusal::Site => None,
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
            refusal: is_refused.then_some(Refusal::Site),
        }
    }
}

impl From<SubmitError> for CliError {
    fn from(error: SubmitError) -> Self {
        error.source
    }
}

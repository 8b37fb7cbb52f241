//! Why an answer is not submitted: the guards in their order, what lets an answer pass that one
//! of them refuses, and the error.

use crate::error::{CliError, ErrorKind};
use crate::site::{SiteError, SiteErrorKind};

/// A check of an answer before it is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// The part is solved already: the answer is compared with the accepted one.
    Solved,
    Form,
    /// The site has judged the answer wrong.
    Judged,
    /// The site has judged a smaller one too high, or a larger one too low.
    Bounds,
    OtherPart,
    /// The site takes no answer yet.
    NotBefore,
    Examples,
    InputIsExample,
}

impl Guard {
    /// All of them, in their order: the first one that refuses decides.
    pub const ALL: [Self; 8] = [
        Self::Solved,
        Self::Form,
        Self::Judged,
        Self::Bounds,
        Self::OtherPart,
        Self::NotBefore,
        Self::Examples,
        Self::InputIsExample,
    ];

    /// Whether the file or the clock can have changed the outcome since the first time.
    pub fn is_repeated(self) -> bool {
        match self {
            Self::Solved | Self::Judged | Self::Bounds | Self::OtherPart | Self::NotBefore => true,
            Self::Form | Self::Examples | Self::InputIsExample => false,
        }
    }

    /// What lets the answer pass all the same; `None` if nothing does.
    pub fn lifted_by(self) -> Option<LiftedBy> {
        match self {
            Self::NotBefore => Some(LiftedBy::Wait),
            Self::Examples | Self::InputIsExample => Some(LiftedBy::Force),
            Self::Solved | Self::Form | Self::Judged | Self::Bounds | Self::OtherPart => None,
        }
    }
}

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
            source: CliError::new(ErrorKind::Refused, message),
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

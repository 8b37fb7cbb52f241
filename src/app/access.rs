//! What all requests of one command share: the session, the site, and whether
//! further requests are worth making.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;

use crate::error::{Exit, HasExit};
use crate::inputs::StoreError;
use crate::puzzle::Puzzle;
use crate::runner::MissingInput;
use crate::site::{FailureScope, IsLocked, Session, SessionError, Site, SiteError};

/// After this many consecutive puzzles on which the server failed, no further
/// request is made.
const MAX_FAILURES: u32 = 3;

/// Why something was not downloaded.
#[derive(Debug, thiserror::Error)]
pub enum DownloadError {
    #[error(transparent)]
    Site(#[from] SiteError),
    #[error(transparent)]
    Session(#[from] SessionError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl DownloadError {
    /// Which further requests would fail too.
    pub const fn scope(&self) -> FailureScope {
        match self {
            Self::Site(error) => error.scope(),
            Self::Session(_) | Self::Store(StoreError::Write { .. }) => FailureScope::All,
            Self::Store(_) => FailureScope::One,
        }
    }
}

impl HasExit for DownloadError {
    fn exit(&self) -> Exit {
        match self {
            Self::Site(error) => error.exit(),
            Self::Session(error) => error.exit(),
            Self::Store(error) => error.exit(),
        }
    }
}

impl IsLocked for DownloadError {
    fn is_locked(&self) -> bool {
        matches!(self, Self::Site(SiteError::Locked { .. }))
    }
}

/// Session and site are made for the first request, so that what is cached
/// needs neither.
#[derive(Default)]
pub struct Access {
    pub site: OnceCell<Site>,
    pub session: OnceCell<Session>,
    pub breaker: CircuitBreaker,
    /// The puzzles whose input could not be downloaded, and why: it is not tried
    /// again.
    pub missing: RefCell<BTreeMap<Puzzle, MissingInput>>,
    /// How many inputs were downloaded for solutions.
    pub downloads: Cell<u32>,
}

impl Access {
    /// Remembers that an input could not be downloaded, so that it is not tried
    /// again.
    pub fn is_missing(&self, puzzle: Puzzle, missing: &MissingInput) {
        self.missing.borrow_mut().insert(puzzle, missing.clone());
    }

    /// For a command that goes on after another one: what could not be downloaded
    /// is not tried again.
    pub fn after(earlier: &Self) -> Self {
        Self {
            missing: earlier.missing.clone(),
            ..Self::default()
        }
    }
}

/// Stops requests that would fail like those before them.
#[derive(Debug, Default)]
pub struct CircuitBreaker {
    /// Consecutive puzzles on which the server failed.
    failures: Cell<u32>,
    open: Cell<bool>,
}

impl CircuitBreaker {
    /// Whether no further request should be made.
    pub const fn is_open(&self) -> bool {
        self.open.get()
    }

    pub fn succeeded(&self) {
        self.failures.set(0);
    }

    pub fn failed(&self, scope: FailureScope) {
        match scope {
            FailureScope::One => {}
            FailureScope::All => self.open.set(true),
            FailureScope::Server => {
                self.failures.set(self.failures.get() + 1);
                if self.failures.get() >= MAX_FAILURES {
                    self.open.set(true);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opens_at_a_general_failure_or_after_three_of_the_server() {
        let breaker = CircuitBreaker::default();
        for scope in [
            FailureScope::One,
            FailureScope::Server,
            FailureScope::Server,
            FailureScope::One,
        ] {
            breaker.failed(scope);
            assert!(!breaker.is_open());
        }
        breaker.succeeded();
        breaker.failed(FailureScope::Server);
        breaker.failed(FailureScope::Server);
        assert!(!breaker.is_open());
        breaker.failed(FailureScope::Server);
        assert!(breaker.is_open());
        let breaker = CircuitBreaker::default();
        breaker.failed(FailureScope::All);
        assert!(breaker.is_open());
    }
}

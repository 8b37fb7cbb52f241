//! What all requests of one command have in common.

use std::cell::{Cell, OnceCell};

use crate::error::{Exit, HasExit};
use crate::inputs::StoreError;
use crate::site::{FailureScope, IsLocked, Session, SessionError, Site, SiteError};

/// After this many consecutive puzzles on which the server failed, the rest is
/// not tried.
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
    /// Which further requests would fail in the same way.
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

/// Session and site, looked up when the first request needs them, so that what
/// is cached needs neither; and whether further requests are worth making.
#[derive(Default)]
pub struct Access {
    pub site: OnceCell<Site>,
    pub session: OnceCell<Session>,
    /// Consecutive puzzles on which the server failed.
    failures: Cell<u32>,
    open: Cell<bool>,
}

impl Access {
    /// Whether every further request would fail.
    pub const fn is_open(&self) -> bool {
        self.open.get()
    }

    pub fn succeeded(&self) {
        self.failures.set(0);
    }

    pub fn failed(&self, error: &DownloadError) {
        match error.scope() {
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

//! What all requests of one command have in common.

use std::cell::{Cell, OnceCell};

use crate::session::{Session, SessionError};
use crate::site::{Reach, Site, SiteError};
use crate::store::StoreError;

/// So many puzzles in a row on which the server failed mean that it fails for
/// all.
const STRIKES: u32 = 3;

/// Session and site, looked for when the first request needs them, so that what
/// is cached needs neither; and whether they are worth another request.
#[derive(Default)]
pub struct Access {
    pub site: OnceCell<Site>,
    pub session: OnceCell<Session>,
    /// On how many puzzles in a row the server failed.
    strikes: Cell<u32>,
    /// Whether every further request would be in vain.
    closed: Cell<bool>,
}

impl Access {
    /// Whether every further request would be in vain.
    pub const fn is_closed(&self) -> bool {
        self.closed.get()
    }

    /// A request brought what it should.
    pub fn went_well(&self) {
        self.strikes.set(0);
    }

    /// Sees from a failure whether it makes sense to go on.
    pub fn failed(&self, error: &anyhow::Error) {
        match reach(error) {
            Reach::One => {}
            Reach::All => self.closed.set(true),
            Reach::Server => {
                self.strikes.set(self.strikes.get() + 1);
                if self.strikes.get() >= STRIKES {
                    self.closed.set(true);
                }
            }
        }
    }
}

/// How far a failure to get something reaches.
pub fn reach(error: &anyhow::Error) -> Reach {
    if let Some(error) = error.downcast_ref::<SiteError>() {
        return error.reach();
    }
    let ends_all = error.is::<SessionError>()
        || matches!(error.downcast_ref(), Some(StoreError::Write { .. }));
    if ends_all { Reach::All } else { Reach::One }
}

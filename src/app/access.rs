//! The state that all requests of a command share: the site and the session, which are
//! created for the first request, and the failures so far.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;

use crate::puzzle::Puzzle;
use crate::site::{Session, Site, SiteError};

#[derive(Default)]
pub struct Access {
    pub site: OnceCell<Site>,
    pub session: OnceCell<Session>,
    /// Whether all requests would fail for the same reason as an earlier one.
    is_closed: Cell<bool>,
    /// Whether the site fails or refuses the session, so that pages are left out.
    is_closed_for_pages: Cell<bool>,
    /// The puzzles whose input could not be downloaded, with the reason. They are not
    /// tried again.
    pub missing: RefCell<BTreeMap<Puzzle, SiteError>>,
    /// The number of files that were written under `inputs/` for solutions.
    pub downloads: Cell<u32>,
    /// The puzzles whose page has no clear example, which was said, and whether it has one
    /// that the user can take.
    pub unclear_pages: RefCell<BTreeMap<Puzzle, bool>>,
}

impl Access {
    /// True if requests are still made.
    pub fn is_open(&self) -> bool {
        !self.is_closed.get()
    }

    /// True if pages are still requested.
    pub fn is_open_for_pages(&self) -> bool {
        self.is_open() && !self.is_closed_for_pages.get()
    }

    /// After a failure of a page that concerns other requests, no more pages are requested.
    pub fn record_page_failure(&self, error: &SiteError) {
        if error.is_general {
            self.is_closed_for_pages.set(true);
        }
    }

    /// After a failure that concerns other requests, none is made.
    pub fn record_failure(&self, error: &SiteError) {
        if error.is_general {
            self.is_closed.set(true);
        }
    }

    /// The state for the next round of a command: failed downloads are not tried again.
    pub fn after(earlier: &Self) -> Self {
        Self {
            missing: earlier.missing.clone(),
            unclear_pages: earlier.unclear_pages.clone(),
            ..Self::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_end_first() {
        let access = Access::default();
        access.record_page_failure(&SiteError::incomplete("its end"));
        assert!(access.is_open_for_pages());
        access.record_page_failure(&SiteError::server_failure("", 3));
        assert!(access.is_open() && !access.is_open_for_pages());
        access.record_failure(&SiteError::unexpected(""));
        assert!(access.is_open());
        access.record_failure(&SiteError::unreachable(""));
        access.record_page_failure(&SiteError::server_failure("", 3));
        assert!(!access.is_open());
    }
}

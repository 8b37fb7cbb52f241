//! The state that all requests of a command share: the site and the session, which are
//! created for the first request, and the failures so far.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;

use crate::error::Exit;
use crate::puzzle::Puzzle;
use crate::site::{FailureScope, Session, Site, SiteError};

#[derive(Default)]
pub struct Access {
    pub site: OnceCell<Site>,
    pub session: OnceCell<Session>,
    /// The requests that are still made.
    allowed: Cell<AllowedRequests>,
    /// The number of consecutive puzzles for which the server failed.
    failures: Cell<u32>,
    /// The puzzles whose input could not be downloaded, with the reason. They are not
    /// tried again.
    pub missing: RefCell<BTreeMap<Puzzle, SiteError>>,
    /// The number of files that were written under `inputs/` for solutions.
    pub downloads: Cell<u32>,
    /// The puzzles whose page has no clear example, which was said, and whether it has one
    /// that the user can take.
    pub unclear_pages: RefCell<BTreeMap<Puzzle, bool>>,
}

/// The requests that are still made after earlier ones have failed.
#[derive(Clone, Copy, Default, PartialEq)]
enum AllowedRequests {
    #[default]
    All,
    /// The site fails or refuses the session, so pages are left out.
    NoPages,
    /// All requests would fail for the same reason as an earlier one.
    None,
}

impl Access {
    /// True if requests are still made.
    pub fn is_open(&self) -> bool {
        self.allowed.get() != AllowedRequests::None
    }

    /// True if pages are still requested.
    pub fn is_open_for_pages(&self) -> bool {
        self.allowed.get() == AllowedRequests::All
    }

    /// After a failure that concerns more than one page, no more pages are requested.
    pub fn record_page_failure(&self, error: &SiteError) {
        if error.scope != FailureScope::Request && self.is_open() {
            self.allowed.set(AllowedRequests::NoPages);
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

    /// Remembers that the puzzle's input could not be downloaded, unless it is a file that
    /// could not be written.
    pub fn record_missing(&self, puzzle: Puzzle, error: &SiteError) {
        if error.exit != Exit::Files {
            self.missing.borrow_mut().insert(puzzle, error.clone());
        }
    }

    /// Records the result for a puzzle. If the server failed for three puzzles in a
    /// row, no further requests are made.
    pub fn record_result(&self, error: Option<&SiteError>) {
        let scope = error.map_or(FailureScope::Request, |error| error.scope);
        let failures = match scope {
            FailureScope::Server => self.failures.get() + 1,
            FailureScope::Request | FailureScope::All => 0,
        };
        self.failures.set(failures);
        if scope == FailureScope::All || failures >= 3 {
            self.allowed.set(AllowedRequests::None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Case;

    #[test]
    fn requests_end_after_a_general_failure_or_three_server_failures() {
        let server = || Some(SiteError::server_failure(""));
        let general = || Some(SiteError::unreachable(""));
        let own = || Some(SiteError::unexpected(""));
        for (name, (results, is_open)) in [
            "two server failures".gives((vec![server(), server()], true)),
            "a success".gives((vec![server(), server(), None, server()], true)),
            "another failure".gives((vec![server(), own(), server(), server()], true)),
            "three in a row".gives((vec![own(), server(), server(), server()], false)),
            "they stay closed".gives((vec![general(), None], false)),
        ] {
            let access = Access::default();
            for result in &results {
                access.record_result(result.as_ref());
            }
            assert_eq!(access.is_open(), is_open, "{name}");
        }
    }

    #[test]
    fn pages_end_first() {
        let access = Access::default();
        access.record_page_failure(&SiteError::incomplete("its end"));
        assert!(access.is_open_for_pages());
        access.record_page_failure(&SiteError::server_failure(""));
        assert!(access.is_open() && !access.is_open_for_pages());
        access.record_result(Some(&SiteError::unreachable("")));
        access.record_page_failure(&SiteError::server_failure(""));
        assert!(!access.is_open());
    }
}

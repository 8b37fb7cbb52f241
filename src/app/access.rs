//! The state that all requests of a command share: the site and the session, which are
//! created for the first request, and the failures so far.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use crate::error::HasExit;
use crate::puzzle::Puzzle;
use crate::runner::MissingInput;
use crate::site::{FailureScope, Session, Site, SiteError};

#[derive(Default)]
pub struct Access {
    pub site: OnceCell<Site>,
    pub session: OnceCell<Session>,
    /// Whether further requests would fail for the same reason as an earlier one.
    pub is_closed: Cell<bool>,
    /// Whether no more pages are requested, as the site fails or refuses the session.
    pub pages_closed: Cell<bool>,
    /// The number of consecutive puzzles for which the server failed.
    failures: Cell<u32>,
    /// The puzzles whose input could not be downloaded, with the reason. They are not
    /// tried again.
    pub missing: RefCell<BTreeMap<Puzzle, MissingInput>>,
    /// The number of files that were written under `inputs/` for solutions.
    pub downloads: Cell<u32>,
    /// The puzzles whose page has no clear example, which was said.
    pub unclear_pages: RefCell<BTreeSet<Puzzle>>,
}

impl Access {
    /// The state for the next round of a command: failed downloads are not tried again.
    pub fn after(earlier: &Self) -> Self {
        Self {
            missing: earlier.missing.clone(),
            unclear_pages: earlier.unclear_pages.clone(),
            ..Self::default()
        }
    }

    /// Remembers that the puzzle's input could not be downloaded.
    pub fn record_missing(&self, puzzle: Puzzle, error: &SiteError) -> MissingInput {
        let missing = MissingInput {
            reason: error.to_string(),
            exit: error.exit(),
        };
        self.missing.borrow_mut().insert(puzzle, missing.clone());
        missing
    }

    /// Records the result for a puzzle. If the server failed for three puzzles in a
    /// row, no further requests are made.
    pub fn record_result(&self, error: Option<&SiteError>) {
        let scope = error.map_or(FailureScope::Request, SiteError::scope);
        let failures = match scope {
            FailureScope::Server => self.failures.get() + 1,
            FailureScope::Request | FailureScope::All => 0,
        };
        self.failures.set(failures);
        if scope == FailureScope::All || failures >= 3 {
            self.is_closed.set(true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_end_after_a_general_failure_or_three_server_failures() {
        let error = |kind| match kind {
            's' => Some(SiteError::server_failure("", 2)),
            'g' => Some(SiteError::unreachable("")),
            'o' => Some(SiteError::unexpected("")),
            _ => None,
        };
        for (kinds, closes) in [
            ("sossss", true),
            ("ss ss", false),
            ("ossoss", false),
            ("g ", true),
        ] {
            let access = Access::default();
            kinds
                .chars()
                .for_each(|kind| access.record_result(error(kind).as_ref()));
            assert_eq!(access.is_closed.get(), closes, "{kinds}");
        }
    }
}

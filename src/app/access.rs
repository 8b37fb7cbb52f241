//! The state that all requests of a command share: the site and the session, which are
//! created for the first request, and the failures so far.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use crate::puzzle::Puzzle;
use crate::runner::UnclearPage;
use crate::site::{Session, Site, SiteError};

/// Which requests are still made after the failures so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Reach {
    #[default]
    All,
    /// The site fails or refuses the session, so pages are left out.
    WithoutPages,
    /// All requests would fail for the same reason as an earlier one.
    Nothing,
}

#[derive(Default)]
pub struct Access {
    pub site: OnceCell<Site>,
    pub session: OnceCell<Session>,
    /// The requests that are still made.
    reach: Cell<Reach>,
    /// The puzzles whose input could not be downloaded, with the reason. They are not
    /// tried again.
    pub missing: RefCell<BTreeMap<Puzzle, SiteError>>,
    /// The number of files that were written under `inputs/` for solutions.
    pub downloads: Cell<u32>,
    /// The puzzles whose page has no clear example, which was said.
    pub unclear_pages: RefCell<BTreeMap<Puzzle, UnclearPage>>,
    /// The puzzles whose page has an example that is not clear, and that `watch` has shown.
    pub shown_examples: RefCell<BTreeSet<Puzzle>>,
}

impl Access {
    /// True if requests are still made.
    pub fn is_open(&self) -> bool {
        self.reach.get() < Reach::Nothing
    }

    /// True if pages are still requested.
    pub fn is_open_for_pages(&self) -> bool {
        self.reach.get() == Reach::All
    }

    /// After a failure of a page that concerns other requests, no more pages are requested.
    pub fn record_page_failure(&self, error: &SiteError) {
        self.narrow(error, Reach::WithoutPages);
    }

    /// After a failure that concerns other requests, none is made.
    pub fn record_failure(&self, error: &SiteError) {
        self.narrow(error, Reach::Nothing);
    }

    fn narrow(&self, error: &SiteError, reach: Reach) {
        if error.kind.is_general() {
            self.reach.update(|before| before.max(reach));
        }
    }

    /// The state for the next round of a command: failed downloads are not tried again.
    pub fn after(earlier: &Self) -> Self {
        Self {
            missing: earlier.missing.clone(),
            unclear_pages: earlier.unclear_pages.clone(),
            shown_examples: earlier.shown_examples.clone(),
            ..Self::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use aoc_solution::Part;

    use super::*;
    use crate::site::SiteErrorKind;

    #[test]
    fn pages_end_first() {
        let error = |kind| SiteError::new(kind, "");
        let late = error(SiteErrorKind::Late { sent: true });
        let access = Access::default();
        access.record_page_failure(&SiteError::incomplete("its end"));
        assert!(access.is_open_for_pages());
        access.record_page_failure(&late);
        assert!(access.is_open() && !access.is_open_for_pages());
        access.record_failure(&SiteError::unexpected(""));
        assert!(access.is_open());
        access.record_failure(&error(SiteErrorKind::Unreachable));
        access.record_page_failure(&late);
        assert!(!access.is_open());
    }

    /// What was said or shown once is not said again, and the site may be up by then.
    #[test]
    fn the_next_round_knows_what_was_said_and_asks_the_site_again() {
        let puzzle = Puzzle::of(2016, 8);
        let earlier = Access::default();
        let error = SiteError::new(SiteErrorKind::Unreachable, "");
        earlier.record_failure(&error);
        earlier.missing.borrow_mut().insert(puzzle, error);
        let page = UnclearPage::Likely(Part::One);
        earlier.unclear_pages.borrow_mut().insert(puzzle, page);
        earlier.shown_examples.borrow_mut().insert(puzzle);
        let later = Access::after(&earlier);
        assert!(later.is_open_for_pages());
        assert!(later.missing.borrow().contains_key(&puzzle));
        assert!(later.unclear_pages.borrow().contains_key(&puzzle));
        assert!(later.shown_examples.borrow().contains(&puzzle));
    }
}

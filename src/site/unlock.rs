//! Decides whether a puzzle is unlocked. A stored page [shows](shows_open) that it is, whatever the
//! clocks say. Without a page, the time at the site decides. This time may be wrong, so each
//! question has its tolerance:
//!
//! - Screens and selectors make no request, so they have no tolerance. A puzzle [is open](is_open)
//!   from its time on.
//! - A request is [refused](SiteClient::check_unlocked) while there is an [`unlock_wait`] of more
//!   than a minute, because the clock may be behind.
//! - A request that waits is sent half a second late ([`SiteTime::until_unlocked`]), because it
//!   must not be early.
//! - A first look may be a few seconds early. This is the tolerance of all recorded times
//!   ([`SiteTime::is_future`]).

use std::time::Duration;

use super::client::SiteClient;
use super::error::{SiteError, SiteErrorKind, SiteResult};
use super::site_time::{HALF_SECOND, SiteTime};
use crate::inputs::Store;
use crate::pages::StoredPage;
use crate::puzzle::{Puzzle, is_unlocked, unlock};
use crate::terminal::{LocalOffset, shown_minute, span};

/// The possible error of a clock. A puzzle that unlocks within this time may be unlocked.
const CLOCK_ERROR: Duration = Duration::from_mins(1);

/// True if the page of the puzzle is stored. The puzzle is then unlocked. Other files do not show
/// this. The user may have written an input, and an empty file or another page may come from a
/// failed download.
pub fn shows_open(store: &Store, puzzle: Puzzle) -> bool {
    StoredPage::read(store, puzzle).page().is_some()
}

/// True if the puzzle is unlocked by its stored page or by the time.
pub fn is_open(store: Option<&Store>, time: SiteTime, puzzle: Puzzle) -> bool {
    is_unlocked(puzzle, time.now()) || store.is_some_and(|store| shows_open(store, puzzle))
}

/// The wait for the puzzle. `None` if it is or may be unlocked by its stored page or by the time.
pub fn unlock_wait(store: Option<&Store>, time: SiteTime, puzzle: Puzzle) -> Option<UnlockWait> {
    let left = time.until_unlocked(puzzle)?;
    if left <= CLOCK_ERROR || store.is_some_and(|store| shows_open(store, puzzle)) {
        return None;
    }
    Some(UnlockWait { puzzle, left })
}

/// The wait for a puzzle that is certainly locked.
#[derive(Debug)]
pub struct UnlockWait {
    puzzle: Puzzle,
    /// The time after which a request is not too early.
    pub left: Duration,
}

impl UnlockWait {
    /// The time of the unlock in words, such as `in 2h 5m, at 2026-12-01 05:00 UTC`.
    pub fn until_when(&self, local_offset: LocalOffset) -> String {
        let left = span(self.left);
        let time = shown_minute(unlock(self.puzzle), local_offset);
        format!("in {left}, at {time}")
    }
}

impl SiteTime {
    /// The time until the puzzle is certainly unlocked. After this time a request is not too early.
    /// `None` if the puzzle is certainly unlocked.
    pub fn until_unlocked(self, puzzle: Puzzle) -> Option<Duration> {
        self.until(unlock(puzzle) + HALF_SECOND)
    }
}

impl SiteClient {
    /// Fails if the puzzle is locked. This makes no request. `store` may have the page of the
    /// puzzle.
    pub fn check_unlocked(&self, store: &Store, puzzle: Puzzle) -> SiteResult<()> {
        match unlock_wait(Some(store), self.time(), puzzle) {
            Some(_) => Err(self.puzzle_locked(puzzle)),
            None => Ok(()),
        }
    }

    /// The error of a puzzle that is locked.
    pub(super) fn puzzle_locked(&self, puzzle: Puzzle) -> SiteError {
        let unlock = shown_minute(unlock(puzzle), self.local_offset);
        let message = match self.time().until_unlocked(puzzle) {
            Some(left) => format!("locked until {unlock}, which is in {}", span(left)),
            None => format!(
                "still locked according to the site, although it was due to unlock at {unlock}"
            ),
        };
        SiteError::new(SiteErrorKind::Locked, message)
            .with_hint(format!("`aoc fetch {puzzle} --wait` waits for it"))
    }
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta};

    use super::super::site_time::{ClockOffset, LocalTime};
    use super::*;
    use crate::files::Locks;

    fn store() -> (tempfile::TempDir, Store) {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::new(folder.path().to_owned(), Locks { cache_dir: None });
        (folder, store)
    }

    /// The offset was stored before a restart. If this computer's clock is still as wrong as it
    /// was, the puzzle is unlocked. Before an answer is sent, the site is asked for its time.
    #[test]
    fn in_doubt_a_puzzle_is_open() {
        let puzzle = Puzzle::of(2025, 1);
        let now = unlock(puzzle) - TimeDelta::seconds(60);
        let boot = now - TimeDelta::minutes(1);
        for (seconds, is_unlocked) in [(50, false), (70, true), (-70, false)] {
            let offset = ClockOffset {
                offset: TimeDelta::seconds(seconds),
                boot: DateTime::UNIX_EPOCH,
            };
            let time = SiteTime::new(LocalTime { now, boot }, Some(offset), None);
            assert_eq!(is_open(None, time, puzzle), is_unlocked, "{seconds}");
            assert!(!time.is_known(), "{seconds}");
        }
    }

    /// A request that waits is never early. A `Date` of 12:00:00 may be any moment of that second.
    #[test]
    fn a_minute_before_an_unlock_the_site_is_asked() {
        let puzzle = Puzzle::of(2025, 1);
        let (_folder, store) = store();
        for (milliseconds, is_unlocked, is_locked) in [
            (-500, true, false),
            (0, true, false),
            (1, false, false),
            (59_500, false, false),
            (59_501, false, true),
        ] {
            let now = unlock(puzzle) - TimeDelta::milliseconds(milliseconds);
            let time = SiteTime::new(LocalTime { now, boot: now }, None, None);
            assert_eq!(is_open(None, time, puzzle), is_unlocked, "{milliseconds}");
            let wait = unlock_wait(Some(&store), time, puzzle);
            assert_eq!(wait.is_some(), is_locked, "{milliseconds}");
            let left = time.until_unlocked(puzzle);
            assert_eq!(left.is_some(), milliseconds > -500, "{milliseconds}");
        }
    }

    /// By this computer's clock, the puzzle unlocks tomorrow.
    #[test]
    fn only_the_page_of_a_puzzle_shows_that_it_is_open() {
        let puzzle = Puzzle::of(2025, 1);
        let now = unlock(puzzle) - TimeDelta::days(1);
        let time = SiteTime::new(LocalTime { now, boot: now }, None, None);
        let page = "<title>Day 1 - Advent of Code 2025</title><main><article \
                    class=\"day-desc\"><h2>T</h2></article></main>";
        let (_folder, store) = store();
        for (path, text, is_shown) in [
            (store.input_path(puzzle, None), "1\n", false),
            (store.page_path(puzzle), "", false),
            (store.page_path(puzzle), page, true),
        ] {
            store.write(&path, text.as_bytes()).expect("a file");
            assert_eq!(is_open(Some(&store), time, puzzle), is_shown, "{text}");
            let wait = unlock_wait(Some(&store), time, puzzle);
            assert_eq!(wait.is_none(), is_shown, "{text}");
        }
    }
}

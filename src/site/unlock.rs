//! Decides whether a puzzle is unlocked, and when a request for it is not too early. The time at
//! the site is not known exactly, so these questions have different answers:
//!
//! - [`UnlockState`] is for screens, selectors and requests that do not wait. In doubt a request is
//!   sent, and the site decides.
//! - [`SiteTime::until_unlocked`] is for requests that wait, and for the reply to a request. It
//!   adds [`HALF_SECOND`].

use std::ops::Deref;
use std::time::Duration;

use super::client::SiteClient;
use super::error::{SiteError, SiteErrorKind};
use super::site_time::{HALF_SECOND, SiteTime};
use super::stars::UserStars;
use crate::inputs::{InputId, InputName, Store, account_option};
use crate::pages::stored_page;
use crate::puzzle::{Puzzle, unlock};
use crate::terminal::{LocalOffset, shown_minute, span};

/// The state of a puzzle, as far as it is known without a request.
#[derive(Debug)]
pub enum UnlockState {
    /// The time or something stored shows that the puzzle is unlocked.
    Unlocked,
    /// The puzzle unlocks within the [error](SiteTime::error) of the time. It is shown as locked,
    /// but a request may be sent.
    Uncertain,
    /// The puzzle is certainly locked, so no request is sent.
    Locked(UnlockWait),
}

impl UnlockState {
    pub fn is_unlocked(&self) -> bool {
        matches!(self, Self::Unlocked)
    }
}

/// The wait until a puzzle unlocks.
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

/// The stored evidence that puzzles are unlocked. It counts more than any clock. One of these shows
/// that a puzzle is unlocked:
///
/// - Its page is stored.
/// - The site has judged an answer to it as right.
/// - The site has listed the day as open, with or without stars.
///
/// Other files show nothing. The user may have written an input or an answer by hand, and a failed
/// download may have left an empty file or another page.
pub struct UnlockEvidence<'a, S> {
    pub store: Option<&'a Store>,
    /// The stars as the site showed them: a reference or a `LazyCell`. They are looked at last,
    /// because loading them needs the session.
    pub stars: S,
}

impl<S: Deref<Target = UserStars>> UnlockEvidence<'_, S> {
    /// True if something stored shows that the puzzle is unlocked.
    pub fn shows(&self, puzzle: Puzzle) -> bool {
        self.store
            .is_some_and(|store| files_show_unlocked(store, puzzle))
            || self.stars.lists(puzzle)
    }

    /// The state of a puzzle at this time. Nothing stored is read if the time shows that the puzzle
    /// is unlocked.
    pub fn state(&self, time: SiteTime, puzzle: Puzzle) -> UnlockState {
        if unlock(puzzle) <= time.now() || self.shows(puzzle) {
            return UnlockState::Unlocked;
        }
        match time.until_unlocked(puzzle) {
            Some(left) if left > time.error() => UnlockState::Locked(UnlockWait { puzzle, left }),
            _ => UnlockState::Uncertain,
        }
    }
}

fn files_show_unlocked(store: &Store, puzzle: Puzzle) -> bool {
    if stored_page(store, puzzle).is_ok() {
        return true;
    }
    let answers = store.answers(puzzle, &InputId::Own);
    answers.is_ok_and(|answers| answers.has_star())
}

impl SiteTime {
    /// The time until the unlock, and [`HALF_SECOND`] more. `None` if it has passed.
    pub fn until_unlocked(self, puzzle: Puzzle) -> Option<Duration> {
        self.until(unlock(puzzle) + HALF_SECOND)
    }
}

impl SiteClient {
    /// The error for a locked puzzle. The hint is for the session of this account.
    pub fn locked_error(&self, puzzle: Puzzle, account: Option<&InputName>) -> SiteError {
        let unlock = shown_minute(unlock(puzzle), self.local_offset);
        let message = match self.time().until_unlocked(puzzle) {
            Some(left) => format!("locked until {unlock}, which is in {}", span(left)),
            None => format!(
                "still locked according to the site, although it was due to unlock at {unlock}"
            ),
        };
        let option = account_option(account);
        SiteError::new(SiteErrorKind::Locked, message)
            .with_hint(format!("`aoc fetch {puzzle}{option} --wait` waits for it"))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::LazyCell;

    use chrono::{DateTime, TimeDelta};

    use super::super::site_time::{ClockOffset, EXACT_TIME, LocalTime};
    use super::super::stars::{DayStars, YearStars};
    use super::*;
    use crate::files::Locks;

    fn store() -> (tempfile::TempDir, Store) {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::new(folder.path().to_owned(), Locks { cache_dir: None });
        (folder, store)
    }

    /// The state of a puzzle of which the site has shown no stars.
    fn state(store: Option<&Store>, time: SiteTime, puzzle: Puzzle) -> UnlockState {
        let stars = &UserStars::default();
        UnlockEvidence { store, stars }.state(time, puzzle)
    }

    /// The offset was stored before a restart. If the local clock is still as wrong as it was then,
    /// the puzzle is unlocked. Before an answer is sent, the site is asked for its time.
    #[test]
    fn in_doubt_a_puzzle_is_open() {
        let puzzle = Puzzle::of(2025, 1);
        let now = unlock(puzzle) - TimeDelta::seconds(60);
        let boot = now - TimeDelta::minutes(1);
        for (seconds, is_unlocked) in [(50, false), (70, true), (-70, false)] {
            let offset = ClockOffset {
                offset: TimeDelta::seconds(seconds),
                boot: DateTime::UNIX_EPOCH,
                measured_at: Some(TimeDelta::zero()),
            };
            let time = SiteTime::new(LocalTime { now, boot }, Some(offset), None);
            let state = state(None, time, puzzle);
            assert_eq!(state.is_unlocked(), is_unlocked, "{seconds}");
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
            let state = state(Some(&store), time, puzzle);
            assert_eq!(state.is_unlocked(), is_unlocked, "{milliseconds}");
            let is_certain = matches!(state, UnlockState::Locked(_));
            assert_eq!(is_certain, is_locked, "{milliseconds}");
            let left = time.until_unlocked(puzzle);
            assert_eq!(left.is_some(), milliseconds > -500, "{milliseconds}");
        }
    }

    /// The computer was started two hours ago. The puzzle unlocks in 50 s by the clock of the site.
    #[test]
    fn an_exact_offset_leaves_no_doubt_of_a_minute() {
        let puzzle = Puzzle::of(2025, 1);
        let now = unlock(puzzle) - TimeDelta::seconds(50);
        let uptime = TimeDelta::hours(2);
        let boot = now - uptime;
        let exact = ClockOffset {
            offset: TimeDelta::zero(),
            boot,
            measured_at: Some(uptime - EXACT_TIME + TimeDelta::milliseconds(1)),
        };
        let drifted = ClockOffset {
            measured_at: Some(uptime - EXACT_TIME),
            ..exact
        };
        let before_restart = ClockOffset {
            boot: boot - TimeDelta::hours(2),
            ..exact
        };
        for (name, earlier, last, is_locked) in [
            ("no reply", None, None, false),
            ("a reply to an earlier command", Some(exact), None, true),
            ("a long time ago", Some(drifted), None, false),
            ("before a restart", Some(before_restart), None, false),
            ("a reply to this command", None, Some(exact), true),
            ("a slow reply", Some(exact), Some(drifted), false),
        ] {
            let time = SiteTime::new(LocalTime { now, boot }, earlier, last);
            let state = state(None, time, puzzle);
            let is_certain = matches!(state, UnlockState::Locked(_));
            assert_eq!(is_certain, is_locked, "{name}");
        }
        for (milliseconds, is_locked) in [(2500, false), (2501, true)] {
            let now = unlock(puzzle) - TimeDelta::milliseconds(milliseconds);
            let boot = now - uptime;
            let exact = ClockOffset { boot, ..exact };
            let time = SiteTime::new(LocalTime { now, boot }, Some(exact), None);
            let state = state(None, time, puzzle);
            let is_certain = matches!(state, UnlockState::Locked(_));
            assert_eq!(is_certain, is_locked, "{milliseconds}");
        }
    }

    /// By the local clock, the puzzle unlocks tomorrow. An answer alone may be recorded by hand.
    #[test]
    fn an_answer_that_the_site_has_judged_as_right_shows_that_a_puzzle_is_open() {
        let puzzle = Puzzle::of(2025, 1);
        let now = unlock(puzzle) - TimeDelta::days(1);
        let time = SiteTime::new(LocalTime { now, boot: now }, None, None);
        let guess = |verdict| {
            format!(
                "[[guess]]\npart = 1\nanswer = 5\nverdict = '{verdict}'\ntime = \
                 2025-12-01T05:01:00Z\n"
            )
        };
        let (_folder, store) = store();
        for (text, is_shown) in [
            ("part1 = 5\n".to_owned(), false),
            (guess("unknown"), false),
            (guess("right"), true),
            ("no table".to_owned(), false),
        ] {
            let path = store.answers_path(puzzle, &InputId::Own);
            store.write(&path, &text).expect("a file");
            let state = state(Some(&store), time, puzzle);
            assert_eq!(state.is_unlocked(), is_shown, "{text}");
        }
    }

    /// By the local clock, the puzzle unlocks tomorrow. The site lists an open day without stars,
    /// too. The time of the list may come from a wrong `Date`, so it shows nothing about other
    /// days.
    #[test]
    fn a_day_whose_stars_the_site_has_shown_is_open() {
        let puzzle = Puzzle::of(2025, 1);
        let now = unlock(puzzle) - TimeDelta::days(1);
        let time = SiteTime::new(LocalTime { now, boot: now }, None, None);
        let (_folder, store) = store();
        for (stars, is_shown) in [(None, false), (Some(0), true), (Some(1), true)] {
            let days = stars.map(|stars| DayStars {
                day: puzzle.day,
                stars,
            });
            let shown = UserStars {
                years: vec![YearStars {
                    year: puzzle.year,
                    stars: u32::from(stars.unwrap_or(0)),
                    total: 24,
                    days: Some(Vec::from_iter(days)),
                    shown_at: Some(unlock(puzzle) + TimeDelta::days(20)),
                }],
                ..UserStars::default()
            };
            for store in [None, Some(&store)] {
                let stars = &shown;
                let state = UnlockEvidence { store, stars }.state(time, puzzle);
                assert_eq!(state.is_unlocked(), is_shown, "{stars:?}");
                let is_certain = matches!(state, UnlockState::Locked(_));
                assert_eq!(is_certain, !is_shown, "{stars:?}");
            }
        }
    }

    /// Reading the files and the stars takes time.
    #[test]
    fn what_is_stored_is_not_read_if_the_time_shows_that_a_puzzle_is_open() {
        let puzzle = Puzzle::of(2025, 1);
        let now = unlock(puzzle);
        let time = SiteTime::new(LocalTime { now, boot: now }, None, None);
        let (_folder, store) = store();
        let evidence = UnlockEvidence {
            store: Some(&store),
            stars: LazyCell::new(|| unreachable!("the time shows it")),
        };
        assert!(evidence.state(time, puzzle).is_unlocked());
    }

    /// By the local clock, the puzzle unlocks tomorrow.
    #[test]
    fn only_the_page_of_a_puzzle_shows_that_it_is_open() {
        let puzzle = Puzzle::of(2025, 1);
        let now = unlock(puzzle) - TimeDelta::days(1);
        let time = SiteTime::new(LocalTime { now, boot: now }, None, None);
        let page = "<title>Day 1 - Advent of Code 2025</title><main><article \
                    class=\"day-desc\"><h2>T</h2></article></main>";
        let (_folder, store) = store();
        for (path, text, is_shown, is_locked) in [
            (store.input_path(puzzle, &InputId::Own), "1\n", false, true),
            (store.page_path(puzzle), "", false, true),
            (store.page_path(puzzle), page, true, false),
        ] {
            store.write(&path, text.as_bytes()).expect("a file");
            let state = state(Some(&store), time, puzzle);
            assert_eq!(state.is_unlocked(), is_shown, "{text}");
            let is_certain = matches!(state, UnlockState::Locked(_));
            assert_eq!(is_certain, is_locked, "{text}");
        }
    }
}

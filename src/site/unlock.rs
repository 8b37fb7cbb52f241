//! Puzzles unlock at a known instant: no request is made long before it, and
//! `--wait` waits for it.

use std::thread;
use std::time::Duration;

use super::clock::ServerClock;
use super::connection::Site;
use super::error::SiteError;
use super::notice::{Listener, Notice};
use super::refusal::locked;
use crate::puzzle::{Puzzle, unlock};

/// How far the clock may be off: closer to the unlock than this, the site
/// decides.
const SLOP: Duration = Duration::from_mins(1);

/// How many requests are made after the unlock while the site still says that
/// the puzzle is locked.
const LATE_TRIES: u32 = 5;

/// The time between two notices of a countdown.
const TICK: Duration = Duration::from_secs(1);

impl Site {
    /// Makes the request `ask` for something that exists from the unlock on: at
    /// once, unless it is clearly too early, or with `wait` after the unlock.
    ///
    /// `ask` must release its locks, so that no other process has to wait for a
    /// countdown.
    pub fn once_unlocked<T, E>(
        &self,
        puzzle: Puzzle,
        wait: bool,
        listener: Listener<'_>,
        mut ask: impl FnMut() -> Result<T, E>,
    ) -> Result<T, E>
    where
        E: From<SiteError> + IsLocked,
    {
        let mut late = 0;
        loop {
            // With the input downloaded, the page needs no second countdown: the
            // dates of replies differ by a second.
            let opened = self.opened.get() == Some(puzzle);
            if wait && !opened {
                self.count_down(puzzle, listener);
            } else if !opened {
                self.refuse_early(puzzle)?;
            }
            let error = match ask() {
                Ok(done) => {
                    self.opened.set(Some(puzzle));
                    return Ok(done);
                }
                Err(error) => error,
            };
            let still_locked = error.is_locked();
            late += 1;
            if !(wait && still_locked && late < LATE_TRIES) {
                return Err(error);
            }
            // If the reply's date says that it was too early, the countdown goes
            // on.
            if self.clock().until_surely(unlock(puzzle)).is_none() {
                let pause = self.limits.late;
                listener(&Notice::StillLocked { puzzle, pause });
                thread::sleep(pause);
            }
        }
    }

    const fn clock(&self) -> &ServerClock {
        self.transport.clock()
    }

    fn refuse_early(&self, puzzle: Puzzle) -> Result<(), SiteError> {
        match self.clock().until(unlock(puzzle)) {
            Some(left) if left > SLOP => Err(locked(puzzle, self.clock())),
            _ => Ok(()),
        }
    }

    fn count_down(&self, puzzle: Puzzle, listener: Listener<'_>) {
        while let Some(left) = self.clock().until_surely(unlock(puzzle)) {
            listener(&Notice::Countdown { puzzle, left });
            thread::sleep(left.min(TICK));
        }
    }
}

/// For errors that can mean that the puzzle is still locked.
pub trait IsLocked {
    fn is_locked(&self) -> bool;
}

//! Puzzles unlock at a known instant: not asked long before it, and waited for
//! if that is wished.

use std::thread;
use std::time::Duration;

use super::clock::ServerClock;
use super::connection::Site;
use super::error::SiteError;
use super::notice::Listener;
use super::notice::Notice;
use crate::puzzle::{Puzzle, unlock};

/// How far a clock may be off before a question that comes too early is our
/// own mistake.
const SLOP: Duration = Duration::from_mins(1);

/// How often a puzzle is asked for after its unlock while the site still says
/// that it is locked.
const LATE_TRIES: u32 = 5;

/// The countdown's step.
const TICK: Duration = Duration::from_secs(1);

impl Site {
    /// Asks for something that is there from the unlock on: at once, unless it
    /// is clearly too early, or with `wait` when the time has come.
    ///
    /// `ask` takes and gives back what it locks, so that nobody else has to
    /// wait for a countdown.
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
            // Who has its input does not wait for its page: the clock that the
            // replies' dates show wavers by a second.
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
            // If the reply's clock says that we came too early, the countdown
            // goes on by it.
            if self.clock.until_surely(unlock(puzzle)).is_none() {
                let pause = self.limits.late;
                listener(&Notice::StillLocked { puzzle, pause });
                thread::sleep(pause);
            }
        }
    }

    fn refuse_early(&self, puzzle: Puzzle) -> Result<(), SiteError> {
        match self.clock.until(unlock(puzzle)) {
            Some(left) if left > SLOP => Err(locked(puzzle, &self.clock)),
            _ => Ok(()),
        }
    }

    fn count_down(&self, puzzle: Puzzle, listener: Listener<'_>) {
        while let Some(left) = self.clock.until_surely(unlock(puzzle)) {
            listener(&Notice::Countdown { puzzle, left });
            thread::sleep(left.min(TICK));
        }
    }
}

/// An error that may say that the puzzle is still locked.
pub trait IsLocked {
    fn is_locked(&self) -> bool;
}

/// The error of a puzzle that is locked.
pub fn locked(puzzle: Puzzle, clock: &ServerClock) -> SiteError {
    let unlock = unlock(puzzle);
    SiteError::Locked {
        puzzle,
        unlock,
        left: clock.until(unlock),
    }
}

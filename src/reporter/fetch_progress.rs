//! The line that moves while inputs and pages are downloaded, with a count of many,
//! and a countdown for one that is still locked.

use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

use super::progress::{Countdown, Spinner, left_of};
use crate::puzzle::Puzzle;
use crate::terminal::{Terminal, span};

/// From this many puzzles on there is a count, and a summary instead of paths.
pub const MANY: usize = 4;

pub struct FetchProgress {
    stderr: Terminal,
    is_quiet: bool,
    /// By the index of a puzzle: true if it takes requests.
    requests: Vec<bool>,
    began: Instant,
    /// The index of the current puzzle.
    now: Cell<usize>,
    spinner: RefCell<Option<Spinner>>,
    countdown: RefCell<Option<Countdown>>,
}

impl FetchProgress {
    pub fn new(stderr: Terminal, is_quiet: bool, requests: Vec<bool>) -> Self {
        Self {
            stderr,
            is_quiet,
            requests,
            began: Instant::now(),
            now: Cell::new(0),
            spinner: RefCell::new(None),
            countdown: RefCell::new(None),
        }
    }

    /// Work on the puzzle with this index begins; it has ended on the one before.
    pub fn begin(&self, index: usize, puzzle: Puzzle) {
        self.now.set(index);
        if self.is_quiet {
            return;
        }
        let total = self.requests.len();
        if total < MANY {
            let spinner = Spinner::new(self.stderr, &format!("fetching {puzzle}"));
            self.spinner.replace(Some(spinner));
            return;
        }
        let requests = |of: &[bool]| of.iter().filter(|takes| **takes).count();
        #[expect(clippy::cast_precision_loss, reason = "hundreds at most")]
        let share = requests(&self.requests[..index]) as f64 / requests(&self.requests) as f64;
        let left = left_of(self.began.elapsed(), share);
        let left = left.filter(|left| !left.is_zero()).map(span);
        let left = left.map_or_else(String::new, |left| format!("{left} left  "));
        let text = format!("fetching {}/{total}  {left}{puzzle}", index + 1);
        let mut spinner = self.spinner.borrow_mut();
        let spinner = spinner.get_or_insert_with(|| Spinner::new(self.stderr, &text));
        spinner.set_message(&text);
    }

    /// Shows the time left until the unlock.
    pub fn count_down(&self, puzzle: Puzzle, left: Duration) {
        self.spinner.take();
        let until = || format!("{puzzle} unlocks");
        let mut countdown = self.countdown.borrow_mut();
        countdown
            .get_or_insert_with(|| Countdown::new(self.stderr, self.is_quiet, until()))
            .show(left);
    }

    /// Shows the puzzle again if a countdown was shown.
    pub fn resume(&self, puzzle: Puzzle) {
        if self.countdown.take().is_some() {
            self.begin(self.now.get(), puzzle);
        }
    }
}

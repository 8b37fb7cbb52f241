//! The line that moves while inputs and pages are downloaded, with a count of many,
//! and a countdown for one that is still locked.

use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

use super::progress::{Spinner, counted};
use crate::puzzle::Puzzle;
use crate::terminal::screen::Terminal;
use crate::terminal::{Pace, span, status_row};

/// From this many puzzles on there is a count, and a summary instead of paths.
pub const MANY: usize = 4;

pub struct FetchProgress {
    stderr: Terminal,
    is_quiet: bool,
    /// By the index of a puzzle: true if it takes requests.
    requests: Vec<bool>,
    spinner: RefCell<Option<Spinner>>,
    /// The index of the current puzzle, and when work on it began.
    now: Cell<(usize, Instant)>,
    /// How long the puzzles took that needed requests.
    pace: Cell<Pace>,
    counting: Cell<bool>,
}

impl FetchProgress {
    pub fn new(stderr: Terminal, is_quiet: bool, requests: Vec<bool>) -> Self {
        Self {
            stderr,
            is_quiet,
            requests,
            spinner: RefCell::new(None),
            now: Cell::new((0, Instant::now())),
            pace: Cell::default(),
            counting: Cell::new(false),
        }
    }

    /// Work on the puzzle with this index begins; it has ended on the one before.
    pub fn begin(&self, index: usize, puzzle: Puzzle) {
        let (before, began) = self.now.replace((index, Instant::now()));
        let mut pace = self.pace.get();
        if before < index && self.requests.get(before) == Some(&true) {
            pace.add(began.elapsed());
            self.pace.set(pace);
        }
        if self.is_quiet {
            return;
        }
        let total = self.requests.len();
        let text = if total < MANY {
            format!("fetching {puzzle}")
        } else {
            let rest = self.requests.iter().skip(index).filter(|it| **it).count();
            counted(
                "fetching",
                index,
                total,
                pace.left(rest),
                &puzzle.to_string(),
            )
        };
        match &*self.spinner.borrow() {
            Some(spinner) if total >= MANY => return spinner.set_message(&text),
            _ => {}
        }
        self.spinner.replace(Some(Spinner::new(self.stderr, &text)));
    }

    /// Shows the time left until the unlock. It stands first, so that it is what
    /// a narrow terminal keeps. False where a countdown cannot be drawn.
    pub fn count_down(&self, puzzle: Puzzle, left: Duration) -> bool {
        self.counting.set(true);
        self.spinner.take();
        if self.stderr.interactive && !self.is_quiet {
            let left = span(left);
            let text = format!("waiting {left} until {puzzle} unlocks");
            status_row::draw(self.stderr, &text);
        }
        self.stderr.interactive
    }

    pub const fn is_counting(&self) -> bool {
        self.counting.get()
    }

    /// Shows the puzzle again if a countdown was shown.
    pub fn resume(&self, puzzle: Puzzle) {
        if self.counting.replace(false) {
            status_row::release();
            self.begin(self.now.get().0, puzzle);
        }
    }
}

impl Drop for FetchProgress {
    fn drop(&mut self) {
        if self.counting.get() {
            status_row::release();
        }
    }
}

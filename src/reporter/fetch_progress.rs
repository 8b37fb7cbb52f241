//! The line that moves while inputs and pages are downloaded: a spinner for a few
//! puzzles, a bar for many, and a countdown for one that is still locked.

use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

use super::progress::{Bar, Spinner};
use crate::puzzle::Puzzle;
use crate::terminal::screen::Terminal;
use crate::terminal::{Pace, span, status_row};

/// From this many puzzles on there is a bar, and a summary instead of paths.
pub const MANY: usize = 4;

pub struct FetchProgress {
    stderr: Terminal,
    is_quiet: bool,
    /// Whether each puzzle takes requests, by its index.
    requests: Vec<bool>,
    /// `None` for a few puzzles.
    bar: Option<Bar>,
    spinner: RefCell<Option<Spinner>>,
    /// The index of the current puzzle, and when work on it began.
    now: Cell<(usize, Instant)>,
    /// How long the puzzles took that needed requests.
    pace: Cell<Pace>,
    counting: Cell<bool>,
}

impl FetchProgress {
    pub fn new(stderr: Terminal, is_quiet: bool, requests: Vec<bool>) -> Self {
        let many = requests.len() >= MANY && !is_quiet;
        Self {
            stderr,
            is_quiet,
            bar: many.then(|| Bar::new(stderr, "fetching", requests.len())),
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
        if let Some(bar) = &self.bar {
            let rest = self.requests.iter().skip(index).filter(|it| **it).count();
            bar.set_left(pace.left(rest));
            bar.begin(index, &puzzle.to_string());
        } else if !self.is_quiet {
            let spinner = Spinner::new(self.stderr, &format!("fetching {puzzle}"));
            self.spinner.replace(Some(spinner));
        }
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

    /// Whether a countdown is shown.
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

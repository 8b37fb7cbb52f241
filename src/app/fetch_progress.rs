//! Progress of downloads: paths on stdout, everything else on stderr. A terminal
//! also gets a bar for many puzzles, and a countdown for a locked one.

use std::cell::{Cell, RefCell};
use std::io::{self, Write};
use std::path::Path;

use super::context::App;
use crate::puzzle::Puzzle;
use crate::reporter::{Bar, Spinner};
use crate::site::Notice;

/// From this many puzzles on there is a bar.
const MANY: usize = 4;

pub struct FetchProgress<'a> {
    app: &'a App,
    bar: Bar,
    puzzles: usize,
    /// The index of the current puzzle, and the puzzle.
    now: Cell<(usize, Option<Puzzle>)>,
    /// Whether the bar is shown: for one puzzle that takes no time it would only
    /// flash up.
    drawn: Cell<bool>,
    /// Shown instead of the bar for few puzzles.
    spinner: RefCell<Option<Spinner>>,
    /// The puzzle whose countdown is shown.
    counting: Cell<Option<Puzzle>>,
}

impl<'a> FetchProgress<'a> {
    /// For this many puzzles.
    pub fn new(app: &'a App, puzzles: usize) -> Self {
        let drawn = if app.is_quiet() { 0 } else { puzzles };
        Self {
            app,
            bar: Bar::new(app.stderr, "fetching", drawn),
            puzzles,
            now: Cell::new((0, None)),
            drawn: Cell::new(false),
            spinner: RefCell::new(None),
            counting: Cell::new(None),
        }
    }

    /// Work on the puzzle with this index begins.
    pub fn begin(&self, index: usize, puzzle: Puzzle) {
        self.now.set((index, Some(puzzle)));
        if self.puzzles >= MANY {
            self.draw(&puzzle.to_string());
        } else {
            self.spin();
        }
    }

    /// Shows the puzzle, once it takes a while.
    fn spin(&self) {
        if let (_, Some(puzzle)) = self.now.get()
            && !self.app.is_quiet()
        {
            let spinner = Spinner::new(self.app.stderr, &format!("fetching {puzzle}"));
            *self.spinner.borrow_mut() = Some(spinner);
        }
    }

    fn draw(&self, what: &str) {
        self.spinner.take();
        self.drawn.set(true);
        self.bar.begin(self.now.get().0, what);
    }

    /// Writes the path of a file, unless the results are JSON. A reader that has
    /// gone is no reason to stop downloading.
    pub fn path(&self, path: &Path) {
        if !self.app.json {
            let path = self.app.shown(path);
            let _ = writeln!(io::stdout(), "{}", path.display());
        }
    }

    pub fn note(&self, text: &str) {
        self.app.note(text);
    }

    pub fn warning(&self, text: &str) {
        self.app.warning(text);
    }

    pub fn error(&self, error: &anyhow::Error) {
        self.app.error(error);
    }

    /// Shows what the site's client reports.
    pub fn notice(&self, notice: &Notice) {
        if let Notice::Countdown { puzzle, .. } = notice {
            self.count_down(*puzzle, notice);
            return;
        }
        let (_, puzzle) = self.now.get();
        if self.counting.take().is_some()
            && self.drawn.get()
            && let Some(puzzle) = puzzle
        {
            // The countdown is over.
            self.draw(&puzzle.to_string());
        }
        match (notice, puzzle) {
            (Notice::Retrying { .. }, Some(puzzle)) => self.note(&format!("{puzzle}: {notice}")),
            _ => self.app.site_notice(notice),
        }
    }

    /// Updated on a terminal, else written once.
    fn count_down(&self, puzzle: Puzzle, notice: &Notice) {
        let is_new = self.counting.replace(Some(puzzle)) != Some(puzzle);
        if self.app.stderr.interactive {
            if !self.app.is_quiet() {
                self.draw(&notice.to_string());
            }
        } else if is_new {
            self.note(&format!("{notice}; waiting for it"));
        }
    }
}

//! Progress of downloads: paths on stdout, everything else on stderr. A terminal
//! also gets a bar for many puzzles, and a countdown for a locked one.

use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::context::App;
use super::learn::Learned;
use crate::puzzle::Puzzle;
use crate::reporter::{Bar, Spinner};
use crate::site::Notice;
use crate::terminal;
use crate::terminal::{Pace, Verbosity};

/// From this many puzzles on there is a bar, and a summary instead of paths.
const MANY: usize = 4;

pub struct FetchProgress<'a> {
    app: &'a App,
    bar: Bar,
    puzzles: usize,
    /// Which puzzles take requests, by their index.
    requested: RefCell<Vec<bool>>,
    /// How long those took so far.
    pace: Cell<Pace>,
    /// When work on the current puzzle began.
    began: Cell<Instant>,
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
            requested: RefCell::default(),
            pace: Cell::default(),
            began: Cell::new(Instant::now()),
            now: Cell::new((0, None)),
            drawn: Cell::new(false),
            spinner: RefCell::new(None),
            counting: Cell::new(None),
        }
    }

    /// Says which puzzles take requests, so that the time left can be estimated.
    pub fn plan(&self, requested: Vec<bool>) {
        self.requested.replace(requested);
    }

    /// Whether each puzzle is told apart: they are few, or `-v` was given.
    pub fn in_detail(&self) -> bool {
        self.puzzles < MANY || self.app.verbosity == Verbosity::Verbose
    }

    /// Work on the puzzle with this index begins, and that on the one before it
    /// has ended.
    pub fn begin(&self, index: usize, puzzle: Puzzle) {
        let took = self.began.replace(Instant::now()).elapsed();
        let requested = self.requested.borrow();
        let mut pace = self.pace.get();
        if let Some(before) = index.checked_sub(1)
            && requested.get(before) == Some(&true)
        {
            pace.add(took);
            self.pace.set(pace);
        }
        let rest = requested.iter().skip(index).filter(|it| **it).count();
        self.bar.set_left(pace.left(rest));
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

    /// A path as the user sees it.
    pub fn shown(&self, path: &Path) -> PathBuf {
        self.app.shown(path)
    }

    /// Writes the path of a file, unless the results are JSON or a summary. A
    /// closed stdout does not stop the downloads.
    pub fn path(&self, path: &Path) {
        if !self.app.json && self.in_detail() {
            let line = format!("{}\n", self.shown(path).display());
            let _ = terminal::raw(&mut self.app.console(), line.as_bytes());
        }
    }

    /// Tells what a page added to the other files.
    pub fn learned(&self, puzzle: Puzzle, learned: &Learned) {
        for warning in &learned.warnings {
            self.warning(warning);
        }
        if self.in_detail()
            && let Some(summary) = learned.summary()
        {
            self.note(&format!("{puzzle}: {summary}"));
        }
    }

    pub fn warning(&self, text: &str) {
        self.app.warning(text);
    }

    pub fn note(&self, text: &str) {
        self.app.note(text);
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

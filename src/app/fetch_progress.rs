//! What is seen of it: paths on stdout, everything else on stderr, and on a
//! terminal a bar for many puzzles or a countdown for a locked one.

use std::cell::{Cell, RefCell};
use std::io::{self, Write};
use std::path::Path;

use super::context::App;
use crate::puzzle::Puzzle;
use crate::reporter::{Bar, Spinner, Verbosity};
use crate::site::Notice;

/// So many puzzles are worth a bar.
const MANY: usize = 4;

/// The terminal, or what stands for it.
pub struct FetchProgress<'a> {
    app: &'a App,
    bar: Bar,
    puzzles: usize,
    /// Which of the puzzles it is about.
    now: Cell<(usize, Option<Puzzle>)>,
    /// Whether the bar is there: for one puzzle that is had at once it would
    /// only flash up.
    drawn: Cell<bool>,
    /// What shows instead that one of few puzzles takes long.
    spinner: RefCell<Option<Spinner>>,
    /// The puzzle whose countdown goes on.
    counting: Cell<Option<Puzzle>>,
}

impl<'a> FetchProgress<'a> {
    /// A screen for so many puzzles.
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

    /// The turn of the puzzle of this index has come.
    pub fn begin(&self, index: usize, puzzle: Puzzle) {
        self.now.set((index, Some(puzzle)));
        if self.puzzles >= MANY {
            self.draw(&puzzle.to_string());
        } else {
            self.spin();
        }
    }

    /// Shows that the puzzle takes its time, once it does.
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

    /// Does `work`, which writes lines, with the bar out of its way.
    fn suspend(&self, work: impl FnOnce()) {
        if self.drawn.get() {
            self.bar.suspend(work);
        } else {
            self.spinner.take();
            work();
            self.spin();
        }
    }

    /// A file that is there: a result, unless the results are JSON. That nobody
    /// reads it is no failure of a download.
    pub fn path(&self, path: &Path) {
        if !self.app.json {
            let path = self.app.shown(path);
            self.suspend(|| {
                let _ = writeln!(io::stdout(), "{}", path.display());
            });
        }
    }

    /// Something good to know.
    pub fn note(&self, text: &str) {
        self.suspend(|| self.app.note(text));
    }

    /// Something to see to.
    pub fn warning(&self, text: &str) {
        self.suspend(|| self.app.warning(text));
    }

    /// A failure.
    pub fn error(&self, error: &anyhow::Error) {
        self.suspend(|| self.app.error(error));
    }

    /// What the site's client tells.
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
        match notice {
            Notice::Answered { .. } => {
                if self.app.verbosity == Verbosity::Verbose {
                    self.note(&notice.to_string());
                }
            }
            Notice::Again { .. } => {
                let puzzle = puzzle.map(|puzzle| format!("{puzzle}: "));
                self.note(&format!("{}{notice}", puzzle.unwrap_or_default()));
            }
            Notice::Countdown { .. } | Notice::Spaced { .. } | Notice::StillLocked { .. } => {
                self.note(&notice.to_string());
            }
            Notice::ClockIsOff { .. }
            | Notice::NoFinalNewline { .. }
            | Notice::Unencrypted { .. } => self.warning(&notice.to_string()),
        }
    }

    /// Redrawn where it can be, else told once.
    fn count_down(&self, puzzle: Puzzle, notice: &Notice) {
        let news = self.counting.replace(Some(puzzle)) != Some(puzzle);
        if self.app.stderr.interactive {
            if !self.app.is_quiet() {
                self.draw(&notice.to_string());
            }
        } else if news {
            self.note(&format!("{notice}; waiting for it"));
        }
    }
}

//! What is seen of it: paths on stdout, everything else on stderr, and on a
//! terminal a bar for many puzzles or a countdown for a locked one.

use std::cell::Cell;
use std::io::{self, Write};
use std::path::Path;

use crate::cli::desk::Desk;
use crate::puzzle::Puzzle;
use crate::report::Bar;
use crate::site::Notice;

/// So many puzzles are worth a bar.
const MANY: usize = 4;

/// The terminal, or what stands for it.
pub struct Screen<'a> {
    desk: &'a Desk,
    bar: Bar,
    puzzles: usize,
    /// Which of the puzzles it is about.
    index: Cell<usize>,
    /// The puzzle whose countdown was told of, where it cannot be redrawn.
    counting: Cell<Option<Puzzle>>,
}

impl<'a> Screen<'a> {
    /// A screen for so many puzzles.
    pub fn new(desk: &'a Desk, puzzles: usize) -> Self {
        let drawn = if desk.context.quiet { 0 } else { puzzles };
        Self {
            desk,
            bar: Bar::new(desk.stderr, "fetching", drawn),
            puzzles,
            index: Cell::new(0),
            counting: Cell::new(None),
        }
    }

    /// The turn of the puzzle of this index has come.
    pub fn begin(&self, index: usize, puzzle: Puzzle) {
        self.index.set(index);
        if self.puzzles >= MANY {
            self.bar.begin(index, &puzzle.to_string());
        }
    }

    /// A file that is there: a result, unless the results are JSON. That nobody
    /// reads it is no failure of a download.
    pub fn path(&self, path: &Path) {
        if !self.desk.context.json {
            let path = self.desk.shown(path);
            self.bar.suspend(|| {
                let _ = writeln!(io::stdout(), "{}", path.display());
            });
        }
    }

    /// Something good to know.
    pub fn note(&self, text: &str) {
        self.bar.suspend(|| self.desk.note(text));
    }

    /// Something to see to.
    pub fn warning(&self, text: &str) {
        self.bar.suspend(|| self.desk.warning(text));
    }

    /// A failure.
    pub fn error(&self, error: &anyhow::Error) {
        self.bar.suspend(|| self.desk.error(error));
    }

    /// What the site's client tells.
    pub fn notice(&self, notice: &Notice) {
        match notice {
            Notice::Answered { .. } => {
                if self.desk.context.verbose > 0 {
                    self.note(&notice.to_string());
                }
            }
            Notice::Countdown { .. } if self.desk.stderr.interactive => {
                if !self.desk.context.quiet {
                    self.bar.begin(self.index.get(), &notice.to_string());
                }
            }
            Notice::Countdown { puzzle, .. } => {
                if self.counting.replace(Some(*puzzle)) != Some(*puzzle) {
                    self.note(&format!("{notice}; waiting for it"));
                }
            }
            Notice::Again { .. } | Notice::Spaced { .. } | Notice::StillLocked { .. } => {
                self.note(&notice.to_string());
            }
            Notice::ClockIsOff { .. }
            | Notice::NoFinalNewline { .. }
            | Notice::Unencrypted { .. } => self.warning(&notice.to_string()),
        }
    }
}

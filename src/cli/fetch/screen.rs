//! What is seen of it: paths on stdout, everything else on stderr, and on a
//! terminal a bar for many puzzles or a countdown for a locked one.

use std::cell::Cell;
use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;

use crate::cli::Context;
use crate::puzzle::Puzzle;
use crate::report::{self, Bar, Terminal};
use crate::site::Notice;

/// So many puzzles are worth a bar.
const MANY: usize = 4;

/// The terminal, or what stands for it.
pub struct Screen<'a> {
    context: &'a Context,
    stderr: Terminal,
    bar: Bar,
    puzzles: usize,
    /// Which of the puzzles it is about.
    index: Cell<usize>,
    /// The puzzle whose countdown was told of, where it cannot be redrawn.
    counting: Cell<Option<Puzzle>>,
}

impl<'a> Screen<'a> {
    /// A screen for so many puzzles.
    pub fn new(context: &'a Context, stderr: Terminal, puzzles: usize) -> Self {
        let drawn = if context.quiet { 0 } else { puzzles };
        Self {
            context,
            stderr,
            bar: Bar::new(stderr, "fetching", drawn),
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

    /// A file that is there: a result, unless the results are JSON.
    pub fn path(&self, path: &Path) {
        if !self.context.json {
            let path = self.shown(path);
            self.bar
                .suspend(|| ignore(writeln!(io::stdout(), "{path}")));
        }
    }

    /// All results as JSON.
    #[expect(clippy::unused_self, reason = "what is shown goes through the screen")]
    pub fn json(&self, results: &impl Serialize) {
        ignore(report::json(&mut io::stdout(), results));
    }

    /// A path as short as it is from where one stands.
    pub fn shown(&self, path: &Path) -> String {
        path.strip_prefix(&self.context.current_dir)
            .unwrap_or(path)
            .display()
            .to_string()
    }

    /// Something good to know.
    pub fn note(&self, text: &str) {
        if !self.context.quiet {
            self.line(|out| report::note(out, self.stderr, text));
        }
    }

    /// Something to see to.
    pub fn warning(&self, text: &str) {
        if !self.context.quiet {
            self.line(|out| report::warning(out, self.stderr, text));
        }
    }

    /// A failure.
    pub fn error(&self, error: &anyhow::Error) {
        self.line(|out| report::error(out, self.stderr, error, None));
    }

    /// What the site's client tells.
    pub fn notice(&self, notice: &Notice) {
        match notice {
            Notice::Answered { .. } => {
                if self.context.verbose > 0 {
                    self.note(&notice.to_string());
                }
            }
            Notice::Countdown { .. } if self.stderr.interactive => {
                if !self.context.quiet {
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

    fn line(&self, say: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
        let mut stderr = self.stderr.writer(io::stderr());
        self.bar.suspend(|| ignore(say(&mut stderr)));
    }
}

/// Nobody who reads is no failure of a download: the files are there.
fn ignore(_: io::Result<()>) {}

//! What is seen of it: paths on stdout, everything else on stderr, and on a
//! terminal a bar for many puzzles or a countdown for a locked one.

use std::cell::Cell;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::Context;
use crate::puzzle::Puzzle;
use crate::site::Notice;

/// So many puzzles are worth a bar.
const MANY: usize = 4;

/// The terminal, or what stands for it.
pub struct Screen<'a> {
    context: &'a Context,
    bar: ProgressBar,
    terminal: bool,
    /// The puzzle whose countdown was told of, where it cannot be redrawn.
    counting: Cell<Option<Puzzle>>,
}

impl<'a> Screen<'a> {
    /// A screen for so many puzzles.
    pub fn new(context: &'a Context, puzzles: usize) -> Self {
        let many = puzzles >= MANY;
        let bar = if context.quiet {
            ProgressBar::hidden()
        } else if many {
            ProgressBar::new(puzzles as u64)
        } else {
            ProgressBar::new_spinner()
        };
        let template = if many {
            "{wide_bar} {pos}/{len} {msg}"
        } else {
            "{msg}"
        };
        bar.set_style(
            ProgressStyle::with_template(template).expect("a template that indicatif knows"),
        );
        Self {
            context,
            bar,
            terminal: io::stderr().is_terminal(),
            counting: Cell::new(None),
        }
    }

    /// A puzzle's turn has come.
    pub fn begin(&self, puzzle: Puzzle) {
        self.bar.set_message(puzzle.to_string());
    }

    /// A puzzle is done with.
    pub fn advance(&self) {
        self.bar.inc(1);
    }

    /// All are done with.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }

    /// A file that is there: a result, unless the results are JSON.
    pub fn path(&self, path: &Path) {
        if !self.context.json {
            self.result(&self.shown(path));
        }
    }

    /// A path as short as it is from where one stands.
    pub fn shown(&self, path: &Path) -> String {
        path.strip_prefix(&self.context.current_dir)
            .unwrap_or(path)
            .display()
            .to_string()
    }

    /// A result. Nobody who reads it is no error: the files are there.
    pub fn result(&self, line: &str) {
        self.bar.suspend(|| {
            let _ = writeln!(io::stdout(), "{line}");
        });
    }

    /// Something good to know.
    pub fn note(&self, text: &str) {
        if !self.context.quiet {
            self.line(text);
        }
    }

    /// Something to see to.
    pub fn warning(&self, text: &str) {
        if !self.context.quiet {
            self.line(&format!("warning: {text}"));
        }
    }

    /// A failure.
    pub fn error(&self, text: &str) {
        self.line(&format!("error: {text}"));
    }

    /// What the site's client tells.
    pub fn notice(&self, notice: &Notice) {
        match notice {
            Notice::Answered { .. } => {
                if self.context.verbose > 0 {
                    self.line(&notice.to_string());
                }
            }
            Notice::Countdown { .. } if self.terminal => self.bar.set_message(notice.to_string()),
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

    fn line(&self, text: &str) {
        self.bar.suspend(|| {
            let _ = writeln!(io::stderr(), "{text}");
        });
    }
}

//! What the user is told and shown: results, notes, warnings and failures.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::sync::{Arc, Mutex};

use serde::Serialize;

use super::args::GlobalArgs;
use crate::config::Environment;
use crate::error::{CliError, Exit, Result};
use crate::processes::lock;
use crate::puzzle::Puzzle;
use crate::runner::MissingExample;
use crate::terminal::{self, Console, MessageKind, Terminal, Verbosity, can_ask};

/// The output of a command. A step without it prints nothing.
#[derive(Clone)]
pub struct Ui {
    pub stdout: Terminal,
    pub stderr: Terminal,
    pub verbosity: Verbosity,
    pub json: bool,
    /// Whether `watch` listens for keys.
    pub has_keys: bool,
    /// Shared by all rounds of the command.
    told: Arc<Mutex<Told>>,
}

/// How the user decides about something while a command runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecidesBy {
    /// The command asks on the terminal, and waits.
    Question,
    /// `watch` does not ask. A hint names the key for it.
    Key,
    /// There is no terminal, so the command decides.
    Nothing,
}

/// What the user was told, which is not said again.
#[derive(Default)]
struct Told {
    /// The texts that [`Ui::warn_once`] has written.
    warnings: BTreeSet<String>,
    /// The puzzles whose page has no clear example.
    unclear_pages: BTreeMap<Puzzle, MissingExample>,
    /// The puzzles whose page has an example that is not clear, and that `watch` has shown.
    shown_examples: BTreeSet<Puzzle>,
}

impl Ui {
    pub fn new(environment: &Environment, global: &GlobalArgs) -> Self {
        let [stdout, stderr] = Terminal::from_process(global.color, &|name| {
            environment.variable(name)?.to_str().map(str::to_owned)
        });
        Self {
            stdout,
            stderr: Terminal {
                interactive: stderr.interactive && !global.quiet,
                ..stderr
            },
            verbosity: match (global.quiet, global.verbose) {
                (true, _) => Verbosity::Quiet,
                (false, 0) => Verbosity::Normal,
                (false, _) => Verbosity::Verbose,
            },
            json: global.json,
            has_keys: false,
            told: Arc::default(),
        }
    }

    /// The output for the next round of a long-running command, with the size that the
    /// terminal has now.
    pub fn reload(&self, environment: &Environment, global: &GlobalArgs) -> Self {
        Self {
            has_keys: self.has_keys,
            verbosity: self.verbosity,
            told: Arc::clone(&self.told),
            ..Self::new(environment, global)
        }
    }

    pub fn console(&self) -> Console {
        Console::new(self.stdout, self.stderr, self.verbosity)
    }

    /// Prints the result of a command, as JSON or as its screen.
    pub fn show(
        &self,
        command: &str,
        body: &impl Serialize,
        screen: impl FnOnce() -> String,
    ) -> Result<()> {
        if self.json {
            return terminal::json(&mut self.console(), command, body);
        }
        self.console().print(&screen())
    }

    pub fn decides_by(&self) -> DecidesBy {
        if self.has_keys {
            DecidesBy::Key
        } else if can_ask(self.stderr) {
            DecidesBy::Question
        } else {
            DecidesBy::Nothing
        }
    }

    /// The words of a hint: what to type, or the key of `watch`.
    pub fn hint<'a>(&self, typed: &'a str, key: &'a str) -> &'a str {
        if self.has_keys { key } else { typed }
    }

    pub fn is_quiet(&self) -> bool {
        self.verbosity == Verbosity::Quiet
    }

    /// Writes a note to stderr, unless `-q`.
    pub fn note(&self, text: impl Display) {
        self.console().message(MessageKind::Note, &text.to_string());
    }

    /// Writes a warning to stderr, unless `-q`.
    pub fn warning(&self, text: impl Display) {
        self.console()
            .message(MessageKind::Warning, &text.to_string());
    }

    /// Writes a warning, unless this command has written it before.
    pub fn warn_once(&self, text: &str) {
        let is_new = lock(&self.told).warnings.insert(text.to_owned());
        if is_new {
            self.warning(text);
        }
    }

    /// Remembers that the user is told of a page without a clear example. Returns whether they
    /// were not before.
    pub fn mark_unclear_page(&self, puzzle: Puzzle, page: MissingExample) -> bool {
        let told = &mut lock(&self.told).unclear_pages;
        told.insert(puzzle, page).is_none()
    }

    /// What the user was told of a puzzle's page.
    pub fn unclear_page(&self, puzzle: Puzzle) -> Option<MissingExample> {
        lock(&self.told).unclear_pages.get(&puzzle).copied()
    }

    pub fn forget_unclear_page(&self, puzzle: Puzzle) {
        lock(&self.told).unclear_pages.remove(&puzzle);
    }

    /// Remembers that `watch` shows the puzzle's unclear examples. Returns whether it is the
    /// first time.
    pub fn mark_examples_shown(&self, puzzle: Puzzle) -> bool {
        lock(&self.told).shown_examples.insert(puzzle)
    }

    /// Tells of all unclear pages and examples again.
    pub fn forget_examples(&self) {
        let mut told = lock(&self.told);
        told.unclear_pages.clear();
        told.shown_examples.clear();
    }

    /// Writes a failure that does not end the command to stderr. Returns its exit code.
    pub fn error(&self, error: &CliError) -> Exit {
        terminal::error(self.stderr, error);
        error.exit
    }
}

//! Output for the user: results, notes, warnings and failures.

use std::fmt::Display;
use std::mem::replace;
use std::ops::{Deref, DerefMut};

use serde::Serialize;

use super::args::GlobalArgs;
use crate::config::Environment;
use crate::error::{CliError, Exit, Result};
use crate::terminal::{self, Console, MessageKind, Terminal, Verbosity, can_ask};

/// The output of a command. `SiteAccess` has a copy, because it also prints notes and warnings.
#[derive(Clone, Copy)]
pub struct Ui {
    pub console: Console,
    /// True if results are printed as JSON.
    pub json: bool,
    /// True if `watch` listens for keys.
    pub has_keys: bool,
}

/// How the user decides while a command runs, for example whether an example is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecidesBy {
    /// The command asks on the terminal and waits.
    Question,
    /// `watch` does not ask. A hint shows the key for the decision.
    Key,
    /// Without a terminal, the command decides.
    Nothing,
}

impl DecidesBy {
    /// The words of a hint: the command to type, or the key of `watch`.
    pub fn hint(self, typed: &str, key: char) -> String {
        match self {
            DecidesBy::Key => format!("the key {key}"),
            DecidesBy::Question | DecidesBy::Nothing => typed.to_owned(),
        }
    }
}

impl Deref for Ui {
    type Target = Console;

    fn deref(&self) -> &Console {
        &self.console
    }
}

impl DerefMut for Ui {
    fn deref_mut(&mut self) -> &mut Console {
        &mut self.console
    }
}

impl Ui {
    pub fn new(environment: &Environment, global: &GlobalArgs) -> Self {
        let [stdout, stderr] = Terminal::from_process(global.color, &|name| {
            environment.variable(name)?.to_str().map(str::to_owned)
        });
        let stderr = Terminal {
            interactive: stderr.interactive && !global.quiet,
            ..stderr
        };
        let verbosity = match (global.quiet, global.verbose) {
            (true, _) => Verbosity::Quiet,
            (false, 0) => Verbosity::Normal,
            (false, _) => Verbosity::Verbose,
        };
        Self {
            console: Console::new(stdout, stderr, verbosity),
            json: global.json,
            has_keys: false,
        }
    }

    /// This output with the current size of the terminal.
    pub fn reload(self, environment: &Environment, global: &GlobalArgs) -> Self {
        let mut ui = Self::new(environment, global);
        ui.has_keys = self.has_keys;
        ui.verbosity = self.verbosity;
        ui
    }

    /// Prints the result of a command as text, or as JSON with version 1 of its schema.
    pub fn show(
        &self,
        command: &str,
        body: &impl Serialize,
        screen: impl FnOnce() -> String,
    ) -> Result<()> {
        if self.json {
            return self.print_json(command, 1, body);
        }
        self.print(&screen())
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

    /// The words of a hint, as in [`DecidesBy::hint`].
    pub fn hint(&self, typed: &str, key: char) -> String {
        self.decides_by().hint(typed, key)
    }

    /// True if results are shown on a terminal, where the user reads them.
    pub fn shows_on_terminal(&self) -> bool {
        self.stdout.width.is_some()
    }

    /// Writes a note to stderr. With `-q` it writes nothing.
    pub fn note(&self, text: impl Display) {
        self.message(MessageKind::Note, &text.to_string());
    }

    /// A function that writes this note at its first call, such as the note of a wait for a lock.
    pub fn note_once(self, text: impl Display) -> impl FnMut() {
        let mut is_told = false;
        move || {
            if !replace(&mut is_told, true) {
                self.note(&text);
            }
        }
    }

    /// Writes a text that the user needs before a question or for a key of `watch`, even with `-q`.
    pub fn prompt(&self, text: impl Display) {
        self.message(MessageKind::Prompt, &text.to_string());
    }

    /// Writes a warning to stderr. With `-q` it writes nothing.
    pub fn warning(&self, text: impl Display) {
        self.message(MessageKind::Warning, &text.to_string());
    }

    /// Warns about files that could not be read.
    pub fn warn_of(&self, errors: &[CliError]) {
        for error in errors {
            self.warning(error.to_string());
        }
    }

    /// Writes an error to stderr without ending the command. Returns the exit code of the error.
    pub fn error(&self, error: &CliError) -> Exit {
        terminal::print_error(self.stderr, error);
        error.exit
    }

    /// Writes errors to stderr without ending the command. Returns the exit code of the first
    /// error.
    pub fn errors(&self, errors: &[CliError]) -> Exit {
        let mut exit = Exit::Done;
        for error in errors {
            exit = exit.or(self.error(error));
        }
        exit
    }
}

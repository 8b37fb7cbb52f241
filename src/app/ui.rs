//! What the user is told and shown: results, notes, warnings and failures.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::sync::{Arc, Mutex};

use serde::Serialize;

use super::args::GlobalArgs;
use crate::config::Environment;
use crate::error::{CliError, Exit, Result};
use crate::processes::lock;
use crate::terminal::{self, Console, MessageKind, Terminal, Verbosity};

/// The output of a command. A step without it prints nothing.
#[derive(Clone)]
pub struct Ui {
    pub stdout: Terminal,
    pub stderr: Terminal,
    pub verbosity: Verbosity,
    pub json: bool,
    /// Whether `watch` listens for keys, which hints then name in place of commands.
    pub has_keys: bool,
    /// The texts that [`Ui::warn_once`] has written, in all rounds of the command.
    warned: Arc<Mutex<BTreeSet<String>>>,
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
            warned: Arc::default(),
        }
    }

    /// The output for the next round of a long-running command, with the size that the
    /// terminal has now.
    pub fn reload(&self, environment: &Environment, global: &GlobalArgs) -> Self {
        Self {
            has_keys: self.has_keys,
            verbosity: self.verbosity,
            warned: Arc::clone(&self.warned),
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

    /// The words of a hint: what to type, or the key of `watch`.
    pub fn hint<'a>(&self, typed: &'a str, key: &'a str) -> &'a str {
        if self.has_keys {
            return key;
        }
        typed
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
        let mut warned = lock(&self.warned);
        if warned.insert(text.to_owned()) {
            self.warning(text);
        }
    }

    /// Writes a failure that does not end the command to stderr. Returns its exit code.
    pub fn error(&self, error: &CliError) -> Exit {
        terminal::error(self.stderr, &error.source);
        error.exit
    }
}

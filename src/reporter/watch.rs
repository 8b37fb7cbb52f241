//! What `watch` shows around its rounds.

use std::io;

use crate::terminal::keys::KEYS;
use crate::terminal::layout::Line;
use crate::terminal::screen::Terminal;
use crate::terminal::style::{DIM, STRONG};
use crate::terminal::{OutputError, raw};

/// The screen of a command that shows one round after the other.
pub struct WatchScreen {
    stdout: Terminal,
    stderr: Terminal,
    /// Whether only results are shown.
    quiet: bool,
    /// Whether results are for a machine.
    json: bool,
    /// Whether something was shown before.
    used: bool,
}

/// Moves the cursor to the first row and clears what can be seen; what can be
/// scrolled back to stays.
const CLEAR: &str = "\x1b[H\x1b[2J";

impl WatchScreen {
    pub const fn new(stdout: Terminal, stderr: Terminal, quiet: bool, json: bool) -> Self {
        Self {
            stdout,
            stderr,
            quiet,
            json,
            used: false,
        }
    }

    /// A round begins because of `reason`: on a cleared screen, or after a blank
    /// line. With `keep` the screen is not cleared.
    pub fn begin(&mut self, reason: Option<&str>, keep: bool) -> Result<(), OutputError> {
        if self.used && !self.json {
            let clears = self.stdout.interactive && !keep;
            let between = if clears { CLEAR } else { "\n" };
            raw(&mut io::stdout(), between.as_bytes())?;
        }
        self.used = true;
        if let Some(reason) = reason {
            let mut line = Line::new(self.stderr, 2);
            line.words(DIM, reason);
            self.tell(&line.end());
        }
        Ok(())
    }

    /// Nothing is done until a file is saved or a key is pressed. `what` is
    /// watched.
    pub fn waiting(&self, what: &str, keys: bool) {
        self.tell(&waiting(self.stderr, what, keys));
    }

    fn tell(&self, lines: &str) {
        if !self.quiet {
            // A closed stderr is no reason to stop.
            let _ = raw(&mut self.stderr.writer(io::stderr()), lines.as_bytes());
        }
    }
}

fn waiting(terminal: Terminal, what: &str, keys: bool) -> String {
    let mut line = Line::new(terminal, 2);
    line.words(DIM, &format!("watching {what}"));
    if keys {
        for (key, purpose) in KEYS {
            line.gap(2).keep(key.len() + 1 + purpose.len());
            line.cell(STRONG, key).gap(1).cell(DIM, purpose);
        }
    } else {
        line.words(DIM, "; Ctrl-C ends it");
    }
    let end = line.end();
    if keys { format!("\n{end}") } else { end }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_what_can_be_pressed() {
        assert_eq!(
            waiting(Terminal::PLAIN, "2020/22", true),
            "\nwatching 2020/22  s submit  t trace  b bench  r run again  q quit\n"
        );
        assert_eq!(
            waiting(Terminal::PLAIN, "2020/22", false),
            "watching 2020/22; Ctrl-C ends it\n"
        );
        let narrow = Terminal {
            width: Some(30),
            ..Terminal::PLAIN
        };
        let lines = waiting(narrow, "2020/22", true);
        assert!(lines.lines().all(|line| line.len() <= 30), "{lines}");
    }
}

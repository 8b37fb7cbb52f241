//! Asking the user for consent.

use std::io::{self, BufRead, IsTerminal, Write};

use crate::terminal::sanitize;
use crate::terminal::screen::Terminal;
use crate::terminal::style::STRONG;

/// Asks a question that yes or no answers, and yes unless something else is
/// typed. `None` where nobody can be asked.
pub fn ask(stderr: Terminal, question: &str) -> Option<bool> {
    if !(stderr.is_terminal() && io::stdin().is_terminal()) {
        return None;
    }
    let mut out = stderr.writer(io::stderr());
    let question = sanitize(question);
    write!(out, "{} [Y/n] ", stderr.paint(STRONG, question)).ok()?;
    out.flush().ok()?;
    let mut line = String::new();
    let read = io::stdin().lock().read_line(&mut line);
    // The end of the input is no consent.
    Some(read.is_ok_and(|bytes| bytes > 0) && is_yes(&line))
}

fn is_yes(line: &str) -> bool {
    matches!(line.trim().to_ascii_lowercase().as_str(), "" | "y" | "yes")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn yes_is_enter_or_a_word() {
        for (line, yes) in [
            ("\n", true),
            ("Y\r\n", true),
            ("yes\n", true),
            ("n\n", false),
            ("x", false),
        ] {
            assert_eq!(is_yes(line), yes, "{line:?}");
        }
    }
}

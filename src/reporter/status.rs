//! What a status is called, and how it looks.

use anstyle::Style;

use crate::runner::Status;
use crate::terminal::layout::Line;
use crate::terminal::style::{BAD, DIM, GOOD, PLAIN};
use crate::terminal::{Terminal, excerpt, one_line, plural};

/// The symbol, the style and the word of a status; empty for a phase that went well
/// and has no answer.
const fn look(status: Status) -> (&'static str, Style, &'static str) {
    match status {
        Status::Ok => ("", PLAIN, ""),
        Status::Accepted => ("✓", GOOD, "accepted"),
        Status::Matched => ("✓", GOOD, "matched"),
        Status::Unverified => ("·", PLAIN, "unverified"),
        Status::Unsolved => ("–", DIM, "unsolved"),
        Status::Wrong => ("✗", BAD, "wrong"),
        Status::Error => ("✗", BAD, "error"),
        Status::Panic => ("✗", BAD, "panic"),
        Status::Crash => ("✗", BAD, "crash"),
        Status::Timeout => ("✗", BAD, "timeout"),
        Status::Memory => ("✗", BAD, "memory"),
    }
}

pub const fn status_word(status: Status) -> &'static str {
    look(status).2
}

pub(super) const fn status_style(status: Status) -> Style {
    look(status).1
}

/// `3 wrong`, `2 panics`
pub(super) fn status_count(status: Status, n: usize) -> String {
    match status {
        Status::Error | Status::Panic | Status::Timeout => plural(n, status_word(status)),
        Status::Crash if n > 1 => format!("{n} crashes"),
        Status::Memory => format!("{n} out of memory"),
        _ => format!("{n} {}", status_word(status)),
    }
}

/// A line that begins with the symbol of a status at this column, on terminals.
pub(super) fn begin(terminal: Terminal, column: usize, status: Status) -> Line {
    let is_terminal = terminal.width.is_some();
    let mut line = Line::new(terminal, if is_terminal { column + 4 } else { 4 });
    line.gap(column);
    if is_terminal {
        line.left(status_style(status), look(status).0, 2);
    }
    line
}

/// A message on one line. A very long one is cut, since a panic may carry
/// megabytes; `--json` has it whole.
pub fn message_line(message: &str) -> String {
    match message.len() {
        ..=500 => one_line(message),
        _ => excerpt(message, 500),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_in_the_right_words() {
        assert_eq!(status_count(Status::Accepted, 48), "48 accepted");
        assert_eq!(status_count(Status::Panic, 1), "1 panic");
        assert_eq!(status_count(Status::Error, 2), "2 errors");
        assert_eq!(status_count(Status::Crash, 1), "1 crash");
        assert_eq!(status_count(Status::Crash, 3), "3 crashes");
        assert_eq!(status_count(Status::Memory, 2), "2 out of memory");
    }

    #[test]
    fn long_messages_are_cut() {
        assert_eq!(message_line("left\n  right"), "left; right");
        let long = message_line(&"x".repeat(10_000_000));
        assert_eq!(long.chars().count(), 501);
        assert!(long.ends_with('…'));
    }
}

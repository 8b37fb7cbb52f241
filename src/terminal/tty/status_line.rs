//! A line on stderr that is redrawn: the progress on the last row, or a countdown at the cursor.

use std::io::stderr;
use std::mem;

use terminal_size::terminal_size_of;

use super::super::line::width;
use super::super::screen::Terminal;
use super::{changes, is_closed, write_sequence};

/// The lines that are drawn now.
#[derive(Default)]
pub struct StatusLine {
    on_last_row: Option<DrawnLine>,
    is_at_cursor: bool,
}

/// The progress line that is on the screen.
#[derive(Clone, Copy)]
struct DrawnLine {
    /// The columns that the line takes.
    width: usize,
    size: TerminalSize,
}

#[derive(Clone, Copy, PartialEq)]
struct TerminalSize {
    columns: usize,
    rows: usize,
}

/// The fewest columns of a text beside an end that is not cut.
const MIN_TEXT: usize = 8;

/// The minimum height of a terminal with a progress line.
const MIN_ROWS: usize = 3;

fn terminal_size() -> Option<TerminalSize> {
    let (columns, rows) = terminal_size_of(stderr())?;
    Some(TerminalSize {
        columns: columns.0.into(),
        rows: rows.0.into(),
    })
}

/// Shows the text on the last row of the terminal on stderr. The size of the terminal may have
/// changed since the last call.
pub fn draw(terminal: Terminal, text: &str) {
    let mut changes = changes();
    let Some(size) = terminal_size() else {
        return;
    };
    if is_closed() || size.rows < MIN_ROWS {
        return;
    }
    let text = terminal.cut_end(text, size.columns.saturating_sub(1));
    let line = &mut changes.status_line.on_last_row;
    write_sequence(&drawing(*line, size, &text));
    let width = width(&text);
    *line = Some(DrawnLine { width, size });
}

/// Shows the text on the row of the cursor, below the last output, until [`release`] is called. A
/// narrow terminal cuts the text, but not its `end`. The cursor stays at the beginning of the text,
/// so that all rows of the text can be erased even if a terminal that becomes narrower has wrapped
/// it.
pub fn draw_at_cursor(terminal: Terminal, text: &str, end: &str) {
    let mut changes = changes();
    let Some(size) = terminal_size() else {
        return;
    };
    if is_closed() {
        return;
    }
    let columns = size.columns.saturating_sub(1);
    let end = terminal.adapt(end);
    let room = columns.saturating_sub(width(&end));
    let line = if room < MIN_TEXT {
        terminal.cut_end(&format!("{text}{end}"), columns)
    } else {
        terminal.cut_end(text, room) + &end
    };
    write_sequence(&format!("{ERASE_BELOW}{line}\r"));
    changes.status_line.is_at_cursor = true;
}

/// Erases the row of the cursor and all rows below.
const ERASE_BELOW: &str = "\r\x1b[J";

/// Clears the last row, and lets it scroll again. Also clears a countdown.
pub fn release() {
    changes().status_line.release();
}

impl StatusLine {
    pub fn release(&mut self) {
        if mem::take(&mut self.is_at_cursor) {
            write_sequence(ERASE_BELOW);
        }
        if let Some(line) = self.on_last_row.take() {
            let size = terminal_size().unwrap_or(line.size);
            write_sequence(&release_sequence(line, size));
        }
    }
}

/// The escape sequences that show the text on the last row. The row is excluded from scrolling
/// first, and again after each change of the size. If the cursor is on it, the text above moves up
/// (IND, then CUU). DECSC and DECRC save and restore the cursor.
fn drawing(old: Option<DrawnLine>, size: TerminalSize, text: &str) -> String {
    let rows = size.rows;
    let mut sequence = String::new();
    if old.is_none_or(|old| old.size != size) {
        if let Some(old) = old {
            sequence += &release_sequence(old, size);
        }
        let last = rows - 1;
        sequence += &format!("\x1bD\x1b[A\x1b7\x1b[1;{last}r\x1b8");
    }
    sequence + &format!("\x1b7\x1b[{rows};1H\x1b[2K{text}\x1b8")
}

/// Erases the line at each place where it may be. A terminal that became narrower has wrapped the
/// line, and in a terminal that became taller the line may not be on the last row.
fn release_sequence(old: DrawnLine, size: TerminalSize) -> String {
    let pieces = old.width.div_ceil(size.columns.max(1)).max(1);
    let first = (size.rows + 1).saturating_sub(pieces).max(1);
    let mut sequence = format!("\x1b7\x1b[r\x1b[{first};1H\x1b[J");
    let row = old.size.rows;
    if row < first {
        sequence += &format!("\x1b[{row};1H\x1b[2K");
    }
    sequence + "\x1b8"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_follows_the_size_of_the_terminal() {
        let size = |columns, rows| TerminalSize { columns, rows };
        let old = Some(DrawnLine {
            width: 35,
            size: size(80, 50),
        });
        let shown = |row: u16| format!("\x1b7\x1b[{row};1H\x1b[2Ktext\x1b8");
        let take = |last: u16| format!("\x1bD\x1b[A\x1b7\x1b[1;{last}r\x1b8");
        let release = |first: u16| format!("\x1b7\x1b[r\x1b[{first};1H\x1b[J");
        for (name, (old, size, expected)) in [
            ("the same size", (old, size(80, 50), shown(50))),
            ("no line", (None, size(80, 50), take(49) + &shown(50))),
            (
                "a narrower one has pieces of it",
                (
                    old,
                    size(30, 50),
                    release(49) + "\x1b8" + &take(49) + &shown(50),
                ),
            ),
            (
                "a lower one",
                (
                    old,
                    size(80, 30),
                    release(30) + "\x1b8" + &take(29) + &shown(30),
                ),
            ),
            (
                "a higher one",
                (
                    old,
                    size(80, 60),
                    release(60) + "\x1b[50;1H\x1b[2K\x1b8" + &take(59) + &shown(60),
                ),
            ),
        ] {
            assert_eq!(drawing(old, size, "text"), expected, "{name}");
        }
    }
}

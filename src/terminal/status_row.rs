//! The terminal's last row, for a line that moves.
//!
//! Solutions write to the same terminal whenever they like. A line that moves
//! at the cursor would be mixed with what they write, so it stands on the last
//! row, and while it does, the rows above scroll by themselves (as with apt's
//! progress bar). The cursor is where it was after each drawing.
//!
//! There is one terminal, so this is one value for the whole process. Signals
//! are handled on another thread, which must be able to clear the row.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anstream::AutoStream;
use terminal_size::terminal_size_of;

use super::layout::cut_end;
use super::screen::Terminal;

/// A terminal with fewer rows has none to spare.
const LEAST_ROWS: u16 = 3;

enum LastRow {
    Free,
    /// Taken on a terminal of this many rows.
    Taken(u16),
    /// Nothing is drawn any more.
    Closed,
}

static ROW: Mutex<LastRow> = Mutex::new(LastRow::Free);

/// Shows the text on the last row of the terminal that stderr is.
pub fn draw(terminal: Terminal, text: &str) {
    let mut row = ROW.lock().unwrap_or_else(PoisonError::into_inner);
    let Some((columns, rows)) = size() else {
        return;
    };
    let mut sequence = match *row {
        LastRow::Closed => return,
        LastRow::Taken(taken) if taken == rows => String::new(),
        LastRow::Taken(taken) => free(taken) + &take(rows),
        LastRow::Free => take(rows),
    };
    let text = terminal.plain(text).into_owned();
    let text = cut_end(&text, usize::from(columns).saturating_sub(1));
    sequence += &on_last_row(rows, &text);
    *row = LastRow::Taken(rows);
    write(&sequence);
}

/// Clears the row and gives it back, if it is taken.
pub fn release() {
    give_back(LastRow::Free);
}

/// Clears the line that moves, and draws no other: an interrupt is about to end
/// the process.
pub fn end_progress() {
    give_back(LastRow::Closed);
    erase_echo();
}

/// Clears the row, if it is taken. Once it is closed, it stays closed.
fn give_back(next: LastRow) {
    let mut row = ROW.lock().unwrap_or_else(PoisonError::into_inner);
    if let LastRow::Taken(rows) = *row {
        write(&free(rows));
    }
    if !matches!(*row, LastRow::Closed) {
        *row = next;
    }
}

/// Erases the `^C` that the terminal shows where the cursor is.
pub fn erase_echo() {
    if io::stderr().is_terminal() {
        write("\r\x1b[2K");
    }
}

/// Columns and rows, if there are enough.
fn size() -> Option<(u16, u16)> {
    let (width, height) = terminal_size_of(io::stderr())?;
    (height.0 >= LEAST_ROWS).then_some((width.0, height.0))
}

/// In one piece, so that nothing comes between.
fn write(sequence: &str) {
    // On Windows this makes the console understand the sequences.
    let _ = AutoStream::always_ansi(io::stderr()).write_all(sequence.as_bytes());
}

// DECSC and DECRC, which save and restore the cursor.
const SAVE: &str = "\x1b7";
const RESTORE: &str = "\x1b8";

/// Takes the last row out of what scrolls. If the cursor stands on it, the text
/// moves up by a row first (IND, then CUU).
fn take(rows: u16) -> String {
    format!("\x1bD\x1b[A{SAVE}\x1b[1;{}r{RESTORE}", rows - 1)
}

fn free(rows: u16) -> String {
    format!("{SAVE}\x1b[r\x1b[{rows};1H\x1b[2K{RESTORE}")
}

fn on_last_row(rows: u16, text: &str) -> String {
    format!("{SAVE}\x1b[{rows};1H\x1b[2K{text}{RESTORE}")
}

/// The mean time of things of one kind so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pace {
    spent: Duration,
    done: u32,
}

impl Pace {
    /// One more was done.
    pub const fn add(&mut self, took: Duration) {
        self.spent = self.spent.saturating_add(took);
        self.done = self.done.saturating_add(1);
    }

    /// The time that `more` of them will take; `None` before the first was done.
    pub fn left(self, more: usize) -> Option<Duration> {
        let mean = self.spent.checked_div(self.done)?;
        mean.checked_mul(u32::try_from(more).ok()?)
    }
}

/// The time that the rest takes once this share, from 0 to 1, is done; `None` as
/// long as too little is done to tell.
pub fn left_of(elapsed: Duration, share: f64) -> Option<Duration> {
    const LITTLE: f64 = 0.02;
    let known = elapsed >= Duration::from_secs(1) && share >= LITTLE;
    known.then(|| elapsed.mul_f64((1.0 / share - 1.0).max(0.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_is_known_once_some_is_done() {
        let seconds = Duration::from_secs;
        assert_eq!(left_of(seconds(10), 0.25), Some(seconds(30)));
        assert_eq!(left_of(seconds(10), 1.0), Some(seconds(0)));
        assert_eq!(left_of(seconds(10), 0.01), None);
        assert_eq!(left_of(Duration::from_millis(200), 0.25), None);
        assert_eq!(left_of(seconds(10), f64::NAN), None);
    }

    #[test]
    fn the_mean_so_far_is_the_estimate() {
        let mut pace = Pace::default();
        assert_eq!(pace.left(3), None);
        pace.add(Duration::from_secs(1));
        pace.add(Duration::from_secs(4));
        assert_eq!(pace.left(3), Some(Duration::from_millis(7500)));
        assert_eq!(pace.left(0), Some(Duration::ZERO));
        assert_eq!(pace.left(usize::MAX), None);
    }
}

//! The countdown while `aoc` waits for an unlock, or for the site to take the next answer.

use std::thread::sleep;
use std::time::Duration;

use crate::error::Result;
use crate::terminal::{Console, MessageKind, one_line, span, tty};

/// Waits until `time_left`, which is called every second, returns `None`. A terminal
/// shows the remaining time in a line, anything else gets one note. `until` is a clause,
/// such as `2020/22 unlocks`.
pub fn count_down<E>(
    mut console: Console,
    until: &str,
    mut time_left: impl FnMut() -> Result<Option<Duration>, E>,
) -> Result<(), E> {
    let mut is_noted = false;
    while let Some(left) = time_left().inspect_err(|_| tty::release())? {
        // The time comes first, so that a narrow terminal does not cut it.
        let text = format!("waiting {} until {until}", span(left));
        if console.stderr.interactive {
            tty::draw_at_cursor(console.stderr, &one_line(&text));
        } else if !is_noted {
            console.message(MessageKind::Note, &text);
        }
        is_noted = true;
        sleep(left.min(Duration::from_secs(1)));
        // What is written next begins on an empty row.
        tty::release();
    }
    tty::release();
    Ok(())
}

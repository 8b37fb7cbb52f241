//! The countdown while `aoc` waits for an unlock or for the time of the next answer.

use std::convert::Infallible;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::error::Result;
use crate::terminal::tty::{self, TabGuard, TabProgress};
use crate::terminal::{Console, MessageKind, span};

/// Waits until `time_left` returns `None`. Calls it once a second. A terminal shows the remaining
/// time in a line, and any other output gets one note. `until` is a clause, such as `2020/22
/// unlocks`.
pub fn count_down<E>(
    console: Console,
    until: &str,
    time_left: impl FnMut() -> Result<Option<Duration>, E>,
) -> Result<(), E> {
    show_wait(
        console,
        // The time comes before `until`, so a narrow terminal does not cut it.
        |left| [format!("waiting {left} until {until}"), String::new()],
        time_left,
    )
}

/// Waits for the length of a pause, like [`count_down`]. `text` turns the remaining time into the
/// line to show, whose second half a narrow terminal does not cut.
pub fn wait_out(console: Console, pause: Duration, text: impl Fn(String) -> [String; 2]) {
    let start = Instant::now();
    // The first call returns the whole pause. Otherwise a very short pause would not be shown.
    let mut first = Some(pause);
    let Ok(()) = show_wait(console, text, || {
        let left = first.take().or_else(|| pause.checked_sub(start.elapsed()));
        Ok::<_, Infallible>(left)
    });
}

fn show_wait<E>(
    console: Console,
    text: impl Fn(String) -> [String; 2],
    mut time_left: impl FnMut() -> Result<Option<Duration>, E>,
) -> Result<(), E> {
    let mut is_noted = false;
    let mut all = None;
    let _tab = TabGuard;
    while let Some(left) = time_left()? {
        let all = *all.get_or_insert(left);
        let waited = all.saturating_sub(left).as_secs();
        let [text, end] = text(span(left));
        if console.stderr.interactive {
            tty::draw_at_cursor(console.stderr, &text, &end);
            tty::show_in_tab(console.stderr, TabProgress::of(waited, all.as_secs()));
        } else if !is_noted {
            console.message(MessageKind::Note, &(text + &end));
        }
        is_noted = true;
        sleep(left.min(Duration::from_secs(1)));
        // Later output begins on an empty row.
        tty::release();
    }
    Ok(())
}

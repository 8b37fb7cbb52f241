//! The terminal of the process, and the temporary changes to it: a line that is redrawn
//! (`status_line.rs`), the progress in its tab (`tab.rs`), and another input mode
//! (`input_mode.rs`). All changes are undone here, also by the thread that handles signals. A mode
//! that a solution has set is undone, too. After a `kill -9` the changes stay; the user runs
//! `reset`, as after any other program.

mod input_mode;
mod secret;
mod status_line;
mod tab;

use std::io::{IsTerminal, Write, stderr, stdout};
use std::sync::{LazyLock, Mutex, MutexGuard};

use anstream::AutoStream;

use self::input_mode::InputMode;
#[cfg(windows)]
pub use self::input_mode::read_keys;
pub use self::input_mode::{KeptMode, set_paused};
#[cfg(unix)]
pub use self::input_mode::{is_foreground, take_keys};
pub use self::secret::read_secret;
use self::status_line::StatusLine;
pub use self::status_line::{draw, draw_at_cursor, release, rows};
#[cfg(unix)]
pub use self::tab::clear_tab;
pub use self::tab::{ClearedTab, TabProgress, show_in_tab};
use crate::sync::locked;

/// The changes that are in effect.
#[derive(Default)]
struct Changes {
    status_line: StatusLine,
    tab: Option<TabProgress>,
    input_mode: InputMode,
    /// Whether the process is ending. The terminal is not changed after that.
    is_closed: bool,
}

static CHANGES: LazyLock<Mutex<Changes>> = LazyLock::new(Mutex::default);

fn changes() -> MutexGuard<'static, Changes> {
    locked(&CHANGES)
}

/// Undoes all changes and prevents further ones. An interrupt calls this before the process ends.
pub fn restore_terminal() {
    let mut changes = changes();
    changes.status_line.release();
    tab::clear(&mut changes.tab);
    #[cfg(unix)]
    {
        changes.input_mode.restore();
        changes.undo_solutions();
    }
    changes.is_closed = true;
    drop(changes);
    erase_echo();
}

/// Erases the `^C` that the terminal shows at the cursor.
pub fn erase_echo() {
    if stderr().is_terminal() {
        write_sequence("\r\x1b[2K");
    }
}

/// Writes a sequence to the terminal in one piece, so that other output cannot split it.
fn write_sequence(sequence: &str) {
    // On Windows `always_ansi` makes the console interpret the sequences.
    let _ = if stderr().is_terminal() {
        AutoStream::always_ansi(stderr()).write_all(sequence.as_bytes())
    } else {
        AutoStream::always_ansi(stdout()).write_all(sequence.as_bytes())
    };
}

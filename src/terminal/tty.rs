//! The terminal of the process, and the temporary changes to it: a line that is redrawn
//! (`status_line.rs`), the progress in its tab (`tab.rs`), and another input mode
//! (`input_mode.rs`). This module undoes all changes, even on the thread that handles signals, and
//! also a mode that a solution has set. After a `kill -9` the changes stay, and the user runs
//! `reset`, as after any other program.
//!
//! A write to the terminal may block for ever, for example after Ctrl-S. So there are two locks:
//! one for the changes that are written ([`Changes`]), and one for the input mode, which can be
//! restored without a write. No thread writes while it holds the lock of the input mode.

mod input_mode;
mod secret;
mod status_line;
mod tab;

use std::io::{IsTerminal, Write, stderr, stdout};
#[cfg(unix)]
use std::os::fd::AsFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard};
use std::time::Duration;

use anstream::AutoStream;
#[cfg(unix)]
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

#[cfg(windows)]
pub use self::input_mode::read_keys;
pub use self::input_mode::{InputModeGuard, restore_input_mode, set_paused};
#[cfg(unix)]
pub use self::input_mode::{is_foreground, take_keys};
pub use self::secret::read_secret;
use self::status_line::StatusLine;
pub use self::status_line::{draw, draw_at_cursor, release};
#[cfg(unix)]
pub use self::tab::clear_tab;
pub use self::tab::{TabGuard, TabProgress, show_in_tab};
use crate::sync::locked;

/// The written changes that are in effect.
#[derive(Default)]
struct Changes {
    status_line: StatusLine,
    tab: Option<TabProgress>,
    /// True if the terminal marks pasted text.
    #[cfg(unix)]
    marks_pastes: bool,
}

/// True if the process is ending, after which the terminal is not changed any more.
static IS_CLOSED: AtomicBool = AtomicBool::new(false);

fn is_closed() -> bool {
    IS_CLOSED.load(Ordering::SeqCst)
}

static CHANGES: LazyLock<Mutex<Changes>> = LazyLock::new(Mutex::default);

fn changes() -> MutexGuard<'static, Changes> {
    locked(&CHANGES)
}

/// Undoes all written changes. An interrupt calls this after [`restore_input_mode`], which prevents
/// further changes. Waits until the terminal takes output.
pub fn restore_terminal() {
    let mut changes = changes();
    changes.status_line.release();
    tab::clear(&mut changes.tab);
    drop(changes);
    #[cfg(unix)]
    input_mode::mark_pastes();
    erase_echo();
}

/// True unless a terminal of the process takes no output for this time.
#[cfg(unix)]
pub fn takes_output(within: Duration) -> bool {
    let limit = PollTimeout::try_from(within).unwrap_or(PollTimeout::MAX);
    let stdout = stdout();
    let stderr = stderr();
    [stdout.as_fd(), stderr.as_fd()].into_iter().all(|stream| {
        let mut polled = [PollFd::new(stream, PollFlags::POLLOUT)];
        !stream.is_terminal() || poll(&mut polled, limit) != Ok(0)
    })
}

/// Always true, because the console of Windows cannot be asked.
#[cfg(not(unix))]
pub fn takes_output(_within: Duration) -> bool {
    true
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

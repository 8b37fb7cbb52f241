//! What happens on Ctrl-C, SIGTERM and SIGHUP: nothing that was started goes
//! on, no temporary file stays, the terminal is left clean.

use std::io::{self, IsTerminal, Write};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use crate::error::Exit;
use crate::inputs;
use crate::reporter;
use crate::runner;

/// Whether cargo runs: the thread that started it also ends it.
static BUILDING: AtomicBool = AtomicBool::new(false);

/// Whether there was an interrupt while cargo ran.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From now on these signals end the program with [`Exit::Interrupted`]. While
/// cargo runs, that takes a second signal: the first is for [`Building`].
pub fn handle() {
    // Without a handler the signals still end the program, only less tidily.
    let _ = ctrlc::set_handler(|| {
        if BUILDING.load(SeqCst) && !INTERRUPTED.swap(true, SeqCst) {
            return;
        }
        runner::end_workers();
        // Removes temporary files.
        let _settled = inputs::settle();
        reporter::end_progress();
        erase_caret();
        process::exit(Exit::Interrupted as i32);
    });
}

/// Erases the `^C` that the terminal shows.
fn erase_caret() {
    let mut stderr = io::stderr();
    if stderr.is_terminal() {
        let _ = write!(stderr, "\r\x1b[2K");
    }
}

/// While this exists, an interrupt does not end the program: its owner looks
/// at [`Building::interrupted`].
pub struct Building(());

impl Building {
    pub fn new() -> Self {
        BUILDING.store(true, SeqCst);
        Self(())
    }

    /// Whether there was an interrupt.
    pub fn interrupted() -> bool {
        INTERRUPTED.load(SeqCst)
    }
}

impl Drop for Building {
    fn drop(&mut self) {
        BUILDING.store(false, SeqCst);
        if Self::interrupted() {
            erase_caret();
        }
    }
}

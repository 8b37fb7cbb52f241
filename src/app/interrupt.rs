//! Ctrl-C, and its kin: a terminal that closes, a polite `kill`.

use std::io::{self, IsTerminal, Write};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use crate::error::Exit;
use crate::inputs;
use crate::reporter;

/// Whether cargo runs, which somebody must end.
static BUILDING: AtomicBool = AtomicBool::new(false);

/// Whether there was an interrupt while cargo ran.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From now on an interrupt, SIGTERM or SIGHUP ends the program with an exit code of its own.
/// Workers end by themselves when their channel closes; cargo is ended by who
/// started it, or by a second interrupt.
pub fn handle() {
    // Without a handler the system's own ends us, only less tidily.
    let _ = ctrlc::set_handler(|| {
        if BUILDING.load(SeqCst) && !INTERRUPTED.swap(true, SeqCst) {
            return;
        }
        reporter::end_progress();
        let mut stderr = io::stderr();
        if stderr.is_terminal() {
            // The `^C` that the terminal shows.
            let _ = write!(stderr, "\r\x1b[2K");
        }
        // No temporary file stays behind.
        let _settled = inputs::settle();
        process::exit(Exit::Interrupted as i32);
    });
}

/// While this lives, an interrupt is for its owner to see.
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
    }
}

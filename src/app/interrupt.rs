//! What happens on Ctrl-C, Ctrl-\, SIGTERM and SIGHUP: nothing that was started goes
//! on, no temporary file stays, the terminal is left as it was.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::error::Exit;
use crate::files;
use crate::processes::CancelToken;
use crate::runner;
use crate::terminal::{self, Console, IS_LENT, Terminal, Verbosity};

/// What the next interrupt does besides, while there is an [`Armed`].
pub enum OnInterrupt {
    /// It does not end the program but cancels the token: cargo is ended by the thread
    /// that started it.
    Cancel(CancelToken),
    /// It ends the program with this note on stderr.
    Note(Terminal, String),
}

static NEXT: Mutex<Option<OnInterrupt>> = Mutex::new(None);

/// An interrupt has cancelled something, which was for the user to end.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

fn next() -> MutexGuard<'static, Option<OnInterrupt>> {
    NEXT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on these signals end the program with [`Exit::Interrupted`]. While
/// something is to be cancelled, that takes a second signal. While a pager or an editor
/// is open, the program ends with it. Call it before any thread is started.
pub fn handle() {
    // Without `unsafe` there is no handler for SIGQUIT: all threads block it, with the
    // programs that they start, and one waits for it.
    #[cfg(unix)]
    {
        use nix::sys::signal::{SigSet, Signal};
        let quit = SigSet::from(Signal::SIGQUIT);
        if quit.thread_block().is_ok() {
            std::thread::spawn(move || {
                while quit.wait().is_ok() {
                    interrupt();
                }
            });
        }
    }
    // Without a handler the signals still end the program, only less tidily.
    let _ = ctrlc::set_handler(interrupt);
}

fn interrupt() {
    // Ctrl-C in a pager is for the pager: it stops a search.
    if IS_LENT.load(SeqCst) {
        return;
    }
    let first = next().take();
    if let Some(OnInterrupt::Cancel(token)) = first {
        INTERRUPTED.store(true, SeqCst);
        token.cancel();
        return;
    }
    runner::end_workers();
    // Removes temporary files.
    let _settled = files::settle();
    terminal::restore_terminal();
    if let Some(OnInterrupt::Note(stderr, text)) = first {
        Console::new(stderr, stderr, Verbosity::Normal).note(&text);
    }
    process::exit(Exit::Interrupted as i32);
}

/// An interrupt has come that did not end the program at once.
pub fn was_interrupted() -> bool {
    INTERRUPTED.load(SeqCst)
}

/// While this exists, an interrupt does something besides.
#[must_use = "it is forgotten when it is dropped"]
pub struct Armed(());

impl OnInterrupt {
    pub fn arm(self) -> Armed {
        *next() = Some(self);
        Armed(())
    }
}

impl Drop for Armed {
    fn drop(&mut self) {
        // An interrupt takes what was armed.
        if next().take().is_none() {
            terminal::erase_echo();
        }
    }
}

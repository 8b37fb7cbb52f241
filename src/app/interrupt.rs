//! What happens on Ctrl-C, Ctrl-\, SIGTERM and SIGHUP: nothing that was started goes
//! on, no temporary file stays, the terminal is left as it was.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::error::Exit;
use crate::files;
use crate::processes::CancelToken;
use crate::runner;
use crate::terminal::{self, IS_LENT, Terminal};

/// The next interrupt cancels this token, while there is a [`Deferred`].
static DEFERRED: Mutex<Option<CancelToken>> = Mutex::new(None);

/// An interrupt has cancelled something, which was for the user to end.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

fn deferred() -> MutexGuard<'static, Option<CancelToken>> {
    DEFERRED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on these signals end the program with [`Exit::Interrupted`]. While
/// there is a [`Deferred`], that takes a second signal. While a pager or an editor is
/// open, the program ends with it. Call it before any thread is started.
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
    let first = deferred().take();
    if let Some(token) = first {
        INTERRUPTED.store(true, SeqCst);
        token.cancel();
        return;
    }
    runner::end_workers();
    // Removes temporary files.
    let _settled = files::settle();
    terminal::restore_terminal();
    if let Some((stderr, text)) = last_words().take() {
        terminal::Console::new(stderr, stderr, terminal::Verbosity::Normal).note(&text);
    }
    process::exit(Exit::Interrupted as i32);
}

/// While this exists, an interrupt ends the program with these words.
pub struct LastWords(());

static LAST_WORDS: Mutex<Option<(Terminal, String)>> = Mutex::new(None);

fn last_words() -> MutexGuard<'static, Option<(Terminal, String)>> {
    LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner)
}

impl LastWords {
    pub fn new(stderr: Terminal, text: String) -> Self {
        *last_words() = Some((stderr, text));
        Self(())
    }
}

impl Drop for LastWords {
    fn drop(&mut self) {
        last_words().take();
    }
}

/// An interrupt has come that did not end the program at once.
pub fn was_interrupted() -> bool {
    INTERRUPTED.load(SeqCst)
}

/// While this exists, the first interrupt does not end the program: it cancels
/// the token: cargo is ended by the thread that started it.
pub struct Deferred(());

impl Deferred {
    pub fn new(token: &CancelToken) -> Self {
        *deferred() = Some(token.clone());
        Self(())
    }
}

impl Drop for Deferred {
    fn drop(&mut self) {
        // An interrupt takes the token.
        if deferred().take().is_none() {
            terminal::erase_echo();
        }
    }
}

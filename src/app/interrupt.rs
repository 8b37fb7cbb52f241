//! Handles Ctrl-C, Ctrl-\, SIGTERM and SIGHUP: ends all started programs, removes
//! temporary files, and restores the terminal.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::{process, thread};

use crate::error::Exit;
use crate::files::wait_for_writes;
use crate::processes::{CancelToken, lock};
use crate::runner::end_workers;
use crate::terminal::{IGNORE_INTERRUPTS, erase_echo, restore_terminal};

/// The action of the next interrupt, while an [`Armed`] exists.
pub enum OnInterrupt {
    /// The interrupt cancels the token instead of ending the program; the thread that
    /// started cargo then ends cargo.
    Cancel(CancelToken),
    /// The interrupt ends the program after this task.
    Finish(Box<dyn FnOnce() + Send>),
}

static NEXT: Mutex<Option<OnInterrupt>> = Mutex::new(None);

/// True once an interrupt has cancelled a build or a run.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Makes these signals end the program with [`Exit::Interrupted`]. If something can be
/// cancelled, only the second signal ends it. While a pager or an editor is open, they
/// are ignored. Call this before any thread is started.
pub fn handle() {
    // A handler for SIGQUIT would need `unsafe`. Instead all threads and started
    // programs block it, and one thread waits for it.
    #[cfg(unix)]
    {
        use nix::sys::signal::{SigSet, Signal};
        let quit = SigSet::from(Signal::SIGQUIT);
        if quit.thread_block().is_ok() {
            thread::spawn(move || {
                while quit.wait().is_ok() {
                    interrupt();
                }
            });
        }
    }
    // Without a handler the signals still end the program, but nothing is cleaned up.
    let _ = ctrlc::set_handler(interrupt);
    // When its console is closed, Windows ends a program as soon as a handler returns. The
    // last one is called first, and this one does not return.
    #[cfg(windows)]
    if let Ok(mut close) = tokio::signal::windows::ctrl_close() {
        thread::spawn(move || {
            if let Ok(runtime) = tokio::runtime::Builder::new_current_thread().build() {
                runtime.block_on(close.recv());
                interrupt();
            }
        });
    }
}

fn interrupt() {
    // Ctrl-C in a pager belongs to the pager, where it stops a search.
    if IGNORE_INTERRUPTS.load(SeqCst) {
        return;
    }
    let action = lock(&NEXT).take();
    if let Some(OnInterrupt::Cancel(token)) = action {
        INTERRUPTED.store(true, SeqCst);
        token.cancel();
        return;
    }
    let _ended = end_workers();
    restore_terminal();
    if let Some(OnInterrupt::Finish(task)) = action {
        task();
    }
    // This waits for writes in progress and prevents new ones, so that no temporary file
    // is left.
    let _settled = wait_for_writes();
    process::exit(Exit::Interrupted as i32);
}

/// True if an interrupt came that did not end the program at once.
pub fn was_interrupted() -> bool {
    INTERRUPTED.load(SeqCst)
}

/// While this exists, the next interrupt does an [`OnInterrupt`].
#[must_use = "dropping it removes the action"]
pub struct Armed(());

impl OnInterrupt {
    pub fn arm(self) -> Armed {
        *lock(&NEXT) = Some(self);
        Armed(())
    }
}

impl Drop for Armed {
    fn drop(&mut self) {
        // An interrupt has taken the action already.
        if lock(&NEXT).take().is_none() {
            erase_echo();
        }
    }
}

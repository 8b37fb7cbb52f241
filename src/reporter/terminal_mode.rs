//! How the terminal that stdin is treats what is typed, while aoc wants it
//! otherwise than its user.
//!
//! There is one terminal, so this is one value for the whole process. Signals
//! are handled on another thread, which must be able to undo the change.

#[cfg(unix)]
pub use unix::{Changed, change, is_in_foreground, restore};

/// Undoes what was changed: for code that is about to end the process.
#[cfg(not(unix))]
pub fn restore() {}

#[cfg(unix)]
mod unix {
    use std::io;
    use std::sync::{Mutex, MutexGuard, PoisonError};

    use nix::sys::termios::{SetArg, Termios, tcgetattr, tcsetattr};
    use nix::unistd::{getpgrp, tcgetpgrp};

    /// The terminal as it was, while it is changed.
    static BEFORE: Mutex<Option<Termios>> = Mutex::new(None);

    fn before() -> MutexGuard<'static, Option<Termios>> {
        BEFORE.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// While this exists, the terminal is changed.
    #[must_use = "the terminal is as before when it is dropped"]
    pub struct Changed(());

    /// Changes the terminal. What was typed before is forgotten: it was meant for
    /// something else.
    pub fn change(change: impl FnOnce(&mut Termios)) -> io::Result<Changed> {
        let mut before = before();
        let usual = match before.take() {
            Some(usual) => usual,
            None => tcgetattr(io::stdin())?,
        };
        let mut changed = usual.clone();
        change(&mut changed);
        *before = Some(usual);
        tcsetattr(io::stdin(), SetArg::TCSAFLUSH, &changed)?;
        Ok(Changed(()))
    }

    /// Undoes what was changed: for code that is about to end the process.
    pub fn restore() {
        if let Some(usual) = before().take() {
            // If the terminal is gone, there is nothing to undo.
            let _ = tcsetattr(io::stdin(), SetArg::TCSANOW, &usual);
        }
    }

    /// Whether what is typed is for this process, and not for the shell or
    /// another job of it.
    pub fn is_in_foreground() -> bool {
        tcgetpgrp(io::stdin()) == Ok(getpgrp())
    }

    impl Drop for Changed {
        fn drop(&mut self) {
            restore();
        }
    }
}

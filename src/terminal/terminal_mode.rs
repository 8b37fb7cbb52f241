//! How the terminal that stdin is treats what is typed, while aoc wants it
//! otherwise than its user.
//!
//! There is one terminal, so this is one value for the whole process. Signals
//! are handled on another thread, which must be able to undo the change.

#[cfg(unix)]
pub use unix::{Changed, change, close, is, is_in_foreground};

/// Undoes what was changed, for good: an interrupt is about to end the process.
#[cfg(not(unix))]
pub fn close() {}

#[cfg(unix)]
mod unix {
    use std::io;
    use std::sync::{Mutex, MutexGuard, PoisonError};

    use nix::sys::termios::{SetArg, Termios, tcgetattr, tcsetattr};
    use nix::unistd::{getpgrp, tcgetpgrp};

    enum Mode {
        Usual,
        /// Changed, and how it was.
        Changed(Termios),
        /// Nothing is changed any more.
        Closed,
    }

    static MODE: Mutex<Mode> = Mutex::new(Mode::Usual);

    fn mode() -> MutexGuard<'static, Mode> {
        MODE.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// While this exists, the terminal is changed. There is one at a time.
    #[must_use = "the terminal is as before when it is dropped"]
    pub struct Changed(());

    /// Changes the terminal. What was typed before is forgotten: it was meant for
    /// something else.
    pub fn change(change: impl FnOnce(&mut Termios)) -> io::Result<Changed> {
        let mut mode = mode();
        if !matches!(*mode, Mode::Usual) {
            return Err(io::ErrorKind::ResourceBusy.into());
        }
        let usual = tcgetattr(io::stdin())?;
        let mut changed = usual.clone();
        change(&mut changed);
        tcsetattr(io::stdin(), SetArg::TCSAFLUSH, &changed)?;
        *mode = Mode::Changed(usual);
        Ok(Changed(()))
    }

    /// Whether the terminal is as this change makes it.
    pub fn is(change: impl FnOnce(&mut Termios)) -> bool {
        let Ok(now) = tcgetattr(io::stdin()) else {
            return false;
        };
        let mut changed = now.clone();
        change(&mut changed);
        now == changed
    }

    /// Undoes what was changed, for good: an interrupt is about to end the
    /// process.
    pub fn close() {
        set_back(Mode::Closed);
    }

    /// Whether what is typed is for this process, and not for the shell or
    /// another job of it.
    pub fn is_in_foreground() -> bool {
        match tcgetpgrp(io::stdin()) {
            Ok(foreground) => foreground == getpgrp(),
            // It is not the terminal of our session, which alone has jobs.
            Err(error) => error == nix::errno::Errno::ENOTTY,
        }
    }

    fn set_back(next: Mode) {
        let mut mode = mode();
        if matches!(*mode, Mode::Closed) {
            return;
        }
        if let Mode::Changed(usual) = std::mem::replace(&mut *mode, next) {
            // If the terminal is gone, there is nothing to undo.
            let _ = tcsetattr(io::stdin(), SetArg::TCSANOW, &usual);
        }
    }

    impl Drop for Changed {
        fn drop(&mut self) {
            set_back(Mode::Usual);
        }
    }
}

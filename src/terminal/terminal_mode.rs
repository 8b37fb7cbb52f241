//! This changes how the terminal treats what is typed: `watch` takes single keys,
//! and `login` shows nothing.
//!
//! There is one terminal, so this is one value for the whole process. Signals
//! are handled on another thread, which must be able to undo the change.

use std::io::{self, Write};

#[cfg(unix)]
pub use unix::{change, close, is, is_in_foreground, restore};

/// Undoes what was changed, for good: an interrupt is about to end the process.
#[cfg(not(unix))]
pub fn close() {}

/// Writes the prompt to `out` and reads a line from the terminal that stdin is,
/// without showing it.
#[cfg(unix)]
pub fn read_secret(out: &mut dyn Write, prompt: &str) -> io::Result<String> {
    use std::io::{BufRead, Read};

    use nix::sys::termios::LocalFlags;

    /// The longest line: a session has 128 characters.
    const MAX: u64 = 64 * 1024;

    change(|terminal| {
        terminal.local_flags.remove(LocalFlags::ECHO);
        // The end of the line is shown.
        terminal.local_flags.insert(LocalFlags::ECHONL);
    })?;
    let mut line = Vec::new();
    let read = out
        .write_all(prompt.as_bytes())
        .and_then(|()| out.flush())
        .and_then(|()| io::stdin().lock().take(MAX).read_until(b'\n', &mut line));
    restore();
    read?;
    if !line.ends_with(b"\n") {
        // Ctrl-D ends no line.
        out.write_all(b"\n")?;
    }
    // What is not text is for the caller to refuse.
    Ok(String::from_utf8_lossy(&line).into_owned())
}

#[cfg(not(unix))]
pub fn read_secret(out: &mut dyn Write, prompt: &str) -> io::Result<String> {
    out.write_all(prompt.as_bytes())?;
    out.flush()?;
    rpassword::read_password()
}

#[cfg(unix)]
mod unix {
    use std::io;
    use std::sync::{Mutex, PoisonError};

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

    /// Changes the terminal until [`restore`]. What was typed before is forgotten:
    /// it was meant for something else.
    pub fn change(change: impl FnOnce(&mut Termios)) -> io::Result<()> {
        let mut mode = MODE.lock().unwrap_or_else(PoisonError::into_inner);
        let usual = match &*mode {
            Mode::Usual => tcgetattr(io::stdin())?,
            Mode::Changed(usual) => usual.clone(),
            Mode::Closed => return Err(io::ErrorKind::ResourceBusy.into()),
        };
        let mut changed = usual.clone();
        change(&mut changed);
        tcsetattr(io::stdin(), SetArg::TCSAFLUSH, &changed)?;
        *mode = Mode::Changed(usual);
        Ok(())
    }

    /// Undoes what was changed.
    pub fn restore() {
        set_back(Mode::Usual);
    }

    /// Undoes what was changed, for good: an interrupt is about to end the
    /// process.
    pub fn close() {
        set_back(Mode::Closed);
    }

    fn set_back(next: Mode) {
        let mut mode = MODE.lock().unwrap_or_else(PoisonError::into_inner);
        if matches!(*mode, Mode::Closed) {
            return;
        }
        if let Mode::Changed(usual) = std::mem::replace(&mut *mode, next) {
            // If the terminal is gone, there is nothing to undo.
            let _ = tcsetattr(io::stdin(), SetArg::TCSANOW, &usual);
        }
    }

    /// True if the terminal is as this change makes it.
    pub fn is(change: impl FnOnce(&mut Termios)) -> bool {
        let Ok(now) = tcgetattr(io::stdin()) else {
            return false;
        };
        let mut changed = now.clone();
        change(&mut changed);
        now == changed
    }

    /// True if what is typed is for this process, and not for the shell or
    /// another job of it.
    pub fn is_in_foreground() -> bool {
        match tcgetpgrp(io::stdin()) {
            Ok(foreground) => foreground == getpgrp(),
            // It is not the terminal of our session, which alone has jobs.
            Err(error) => error == nix::errno::Errno::ENOTTY,
        }
    }
}

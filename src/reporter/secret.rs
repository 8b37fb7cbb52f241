//! Asking for something that is not shown while it is typed.

use std::io::{self, Write};

/// The longest line: a session has 128 characters.
#[cfg(unix)]
const MAX: u64 = 64 * 1024;

/// Writes the prompt to `out` and reads a line from the terminal that stdin is,
/// without showing it.
#[cfg(unix)]
pub fn read_secret(out: &mut dyn Write, prompt: &str) -> io::Result<String> {
    use std::io::{BufRead, Read};

    let hidden = hide_typing()?;
    out.write_all(prompt.as_bytes())?;
    out.flush()?;
    let mut line = Vec::new();
    let read = io::stdin().lock().take(MAX).read_until(b'\n', &mut line);
    drop(hidden);
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
use echo::hide_typing;
#[cfg(unix)]
pub use echo::show_typing;

/// Undoes what reading a secret does to the terminal: for code that is about to
/// end the process.
#[cfg(not(unix))]
pub fn show_typing() {}

#[cfg(unix)]
mod echo {
    use std::io;
    use std::sync::{Mutex, MutexGuard, PoisonError};

    use nix::sys::termios::{LocalFlags, SetArg, Termios, tcgetattr, tcsetattr};

    /// The terminal as it was, while typing is hidden.
    static SHOWN: Mutex<Option<Termios>> = Mutex::new(None);

    fn shown() -> MutexGuard<'static, Option<Termios>> {
        SHOWN.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// While this exists, what is typed is not shown.
    pub struct Hidden(());

    pub fn hide_typing() -> io::Result<Hidden> {
        let mut shown = shown();
        let before = tcgetattr(io::stdin())?;
        let mut hidden = before.clone();
        hidden.local_flags.remove(LocalFlags::ECHO);
        // The end of the line is shown.
        hidden.local_flags.insert(LocalFlags::ECHONL);
        *shown = Some(before);
        // What was typed before the prompt was shown, and is no secret.
        tcsetattr(io::stdin(), SetArg::TCSAFLUSH, &hidden)?;
        Ok(Hidden(()))
    }

    /// Undoes what reading a secret does to the terminal: for code that is about
    /// to end the process.
    pub fn show_typing() {
        if let Some(before) = shown().take() {
            // If the terminal is gone, there is nothing to undo.
            let _ = tcsetattr(io::stdin(), SetArg::TCSANOW, &before);
        }
    }

    impl Drop for Hidden {
        fn drop(&mut self) {
            show_typing();
        }
    }
}

//! Asking for something that is not shown while it is typed.

use std::io::{self, Write};

#[cfg(unix)]
use super::terminal_mode;

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
fn hide_typing() -> io::Result<terminal_mode::Changed> {
    use nix::sys::termios::LocalFlags;

    terminal_mode::change(|terminal| {
        terminal.local_flags.remove(LocalFlags::ECHO);
        // The end of the line is shown.
        terminal.local_flags.insert(LocalFlags::ECHONL);
    })
}

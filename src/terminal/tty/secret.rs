//! Reads a line without showing it.

#[cfg(unix)]
use std::io::stdin;
use std::io::{self, Write};

#[cfg(unix)]
use nix::sys::termios::LocalFlags;

#[cfg(unix)]
use super::input_mode::input_mode;

/// Writes the prompt to `out` and reads a line from the terminal on stdin, without showing the
/// line.
pub fn read_secret(out: &mut dyn Write, prompt: &str) -> io::Result<String> {
    #[cfg(unix)]
    input_mode().change(|terminal| {
        terminal.local_flags.remove(LocalFlags::ECHO);
        // Shows only the end of the line.
        terminal.local_flags.insert(LocalFlags::ECHONL);
    })?;
    let prompted = out.write_all(prompt.as_bytes()).and_then(|()| out.flush());
    #[cfg(not(unix))]
    return prompted.and_then(|()| rpassword::read_password());
    #[cfg(unix)]
    {
        let mut line = String::new();
        let read = prompted.and_then(|()| stdin().read_line(&mut line));
        input_mode().restore();
        read?;
        if !line.ends_with('\n') {
            // The user ended the input with Ctrl-D, so the line on the screen has not ended.
            out.write_all(b"\n")?;
        }
        Ok(line)
    }
}

//! Keys that are pressed while a command watches.
//!
//! The terminal passes on each key at once and does not show it. Signals work as usual,
//! so Ctrl-C reaches everything that runs; only Ctrl-Z is read as a key, so that the
//! terminal's mode is restored before the shell gets it back.

use std::io::{self, IsTerminal};
use std::thread;

/// If more characters arrive at once, they were not typed, but pasted or sent by a mouse.
const MAX_TYPED: usize = 4;
/// Ctrl-Z.
const SUSPEND: u8 = 26;

/// Listens for keys while it exists.
pub struct Keys(());

impl Keys {
    /// Calls `on_key` for each key, until it returns false; `None` if stdin is not a
    /// terminal. Enter is `r`; Ctrl-D and the end of the terminal are `q`.
    pub fn listen(on_key: impl Fn(char) -> bool + Send + 'static) -> Option<Self> {
        if !io::stdin().is_terminal() {
            return None;
        }
        thread::spawn(move || listen(&on_key));
        Some(Self(()))
    }

    /// Restores the terminal for a program that uses it, or listens again. Keys that
    /// were pressed in between are dropped.
    pub fn pause(&self, paused: bool) {
        let Self(()) = self;
        #[cfg(unix)]
        unix::pause(paused);
        #[cfg(not(unix))]
        let _: bool = paused;
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        self.pause(true);
    }
}

/// The keys that were typed, without cursor keys and the like, which begin with an
/// escape.
fn keys(typed: &[u8]) -> Vec<char> {
    if typed.len() > MAX_TYPED || typed.starts_with(b"\x1b") {
        return Vec::new();
    }
    let key = |&byte: &u8| match byte {
        b'\n' | b'\r' => Some('r'),
        4 => Some('q'),
        b'a'..=b'z' | SUSPEND => Some(byte.into()),
        _ => None,
    };
    typed.iter().filter_map(key).collect()
}

#[cfg(unix)]
use unix::listen;

/// Reads whole lines, as the terminal delivers them.
#[cfg(not(unix))]
fn listen(on_key: &dyn Fn(char) -> bool) {
    for line in io::stdin().lines().map_while(Result::ok) {
        let typed = format!("{line}\n");
        let first = keys(typed.as_bytes()).first().copied();
        if first.is_some_and(|key| !on_key(key)) {
            return;
        }
    }
}

#[cfg(unix)]
mod unix {
    use std::io;
    use std::os::fd::AsFd;
    use std::thread;
    use std::time::Duration;

    use nix::errno::Errno;
    use nix::libc::_POSIX_VDISABLE;
    use nix::poll::{PollFd, PollFlags, poll};
    use nix::sys::signal::{Signal, killpg};
    use nix::sys::termios::{LocalFlags, SpecialCharacterIndices, Termios};
    use nix::unistd::{getpgrp, read, tcgetpgrp};

    use super::super::tty;
    use super::{MAX_TYPED, SUSPEND, keys};

    /// After this many milliseconds the terminal's mode is checked again: a shell
    /// changes it without notice when it continues a job.
    const INTERVAL: u8 = 200;

    /// Reads keys, until `on_key` returns false.
    pub fn listen(on_key: &dyn Fn(char) -> bool) {
        let stdin = io::stdin();
        loop {
            if !take_terminal() {
                // The input is for another program. It is not read, so `poll` would
                // return at once.
                thread::sleep(Duration::from_millis(INTERVAL.into()));
                continue;
            }
            let mut polled = [PollFd::new(stdin.as_fd(), PollFlags::POLLIN)];
            let is_ready = poll(&mut polled, INTERVAL).unwrap_or_default() > 0;
            if !is_ready || !take_terminal() {
                continue;
            }
            // The buffer has room for more than can be typed at a time, to recognise
            // pasted text. `io::stdin` would buffer input that is for another program.
            let mut typed = [0; 16 * MAX_TYPED];
            let pressed = match read(&stdin, &mut typed) {
                Err(Errno::EINTR) => continue,
                // The terminal is gone.
                Ok(0) | Err(_) => vec!['q'],
                Ok(length) => keys(&typed[..length]),
            };
            if pressed.contains(&SUSPEND.into()) {
                suspend();
            }
            if !pressed.iter().all(|&key| on_key(key)) || pressed.contains(&'q') {
                return;
            }
        }
    }

    pub fn pause(paused: bool) {
        tty::pause(paused);
        take_terminal();
    }

    /// Makes the terminal deliver single keys; false if the terminal belongs to the
    /// shell or another job now.
    fn take_terminal() -> bool {
        let is_ours = match tcgetpgrp(io::stdin()) {
            Ok(group) => group == getpgrp(),
            // A terminal of another session has no jobs, and can be used.
            Err(error) => error == Errno::ENOTTY,
        };
        is_ours && tty::change_mode(single_keys).is_ok()
    }

    /// Stops the whole process group, including cargo and a script that started `aoc`,
    /// as the terminal does at Ctrl-Z.
    fn suspend() {
        tty::pause(true);
        tty::release();
        let _ = killpg(getpgrp(), Signal::SIGTSTP);
        // The terminal belongs to the shell until the shell continues this process. The
        // signal may reach another thread first, so this one waits for it.
        thread::sleep(Duration::from_millis(INTERVAL.into()));
        tty::pause(false);
    }

    fn single_keys(terminal: &mut Termios) {
        let flags = LocalFlags::ICANON | LocalFlags::ECHO;
        terminal.local_flags.remove(flags);
        let set = &mut terminal.control_chars;
        set[SpecialCharacterIndices::VMIN as usize] = 1;
        set[SpecialCharacterIndices::VTIME as usize] = 0;
        set[SpecialCharacterIndices::VSUSP as usize] = _POSIX_VDISABLE;
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn pasted_text_has_no_keys() {
        for (typed, keys) in [
            ("s", "s"),
            ("\n", "r"),
            ("\x04", "q"),
            ("7", ""),
            ("tq", "tq"),
            ("\x1b[B", ""),
            ("submit this", ""),
        ] {
            let pressed: String = super::keys(typed.as_bytes()).into_iter().collect();
            assert_eq!(pressed, keys, "{typed:?}");
        }
    }
}

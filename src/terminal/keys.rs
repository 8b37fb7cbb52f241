//! Keys that are pressed while a command watches.
//!
//! The terminal gives each key at once and shows none. Signals stay as they are,
//! so Ctrl-C reaches all that runs; only Ctrl-Z is taken as a key, to leave the
//! terminal to the shell as it was.

use std::io::IsTerminal;
use std::thread;

#[cfg(unix)]
use unix::Terminal;

/// A key that means something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    Submit,
    Trace,
    Bench,
    Again,
    Quit,
    /// The program goes on after Ctrl-Z.
    #[cfg_attr(not(unix), expect(dead_code, reason = "Ctrl-Z is for Unix"))]
    Resumed,
}

/// Listens for keys as long as it exists.
pub struct Keys {
    #[cfg(unix)]
    terminal: std::sync::Arc<Terminal>,
}

/// What can be pressed, and what for.
pub const KEYS: [(&str, &str); 5] = [
    ("s", "submit"),
    ("t", "trace"),
    ("b", "bench"),
    ("r", "run again"),
    ("q", "quit"),
];

/// More characters at once were not typed but pasted, or are a mouse's.
const TYPED: usize = 4;

#[cfg_attr(
    not(unix),
    expect(clippy::unused_self, reason = "only Unix changes the terminal")
)]
impl Keys {
    /// Calls `tell` for each key, until it says that nobody listens; `None` if
    /// stdin is not a terminal.
    pub fn listen(tell: impl Fn(Key) -> bool + Send + 'static) -> Option<Self> {
        if !std::io::stdin().is_terminal() {
            return None;
        }
        #[cfg(unix)]
        {
            let terminal = std::sync::Arc::new(Terminal::new());
            let keys = Self {
                terminal: std::sync::Arc::clone(&terminal),
            };
            thread::spawn(move || terminal.listen(&tell));
            Some(keys)
        }
        #[cfg(not(unix))]
        {
            // A line at a time, as the terminal gives it.
            thread::spawn(move || {
                for line in std::io::stdin().lines().map_while(Result::ok) {
                    let keys = keys(format!("{line}\n").trim_end_matches('\r').as_bytes());
                    if !keys.first().is_none_or(|&key| tell(key)) {
                        return;
                    }
                }
            });
            Some(Self {})
        }
    }

    /// Leaves the terminal as it was, for something that uses it.
    pub fn pause(&self) {
        #[cfg(unix)]
        self.terminal.pause(true);
    }

    /// Listens again; what was typed meanwhile is forgotten.
    pub fn resume(&self) {
        #[cfg(unix)]
        self.terminal.pause(false);
    }
}

#[cfg(unix)]
impl Drop for Keys {
    fn drop(&mut self) {
        self.pause();
    }
}

/// What was typed means this. Cursor keys and the like begin with an escape.
fn keys(typed: &[u8]) -> Vec<Key> {
    if typed.len() > TYPED || typed.starts_with(b"\x1b") {
        return Vec::new();
    }
    let key = |&byte: &u8| match byte {
        b's' => Some(Key::Submit),
        b't' => Some(Key::Trace),
        b'b' => Some(Key::Bench),
        b'r' | b'\n' | b'\r' => Some(Key::Again),
        b'q' | CTRL_D => Some(Key::Quit),
        _ => None,
    };
    typed.iter().filter_map(key).collect()
}

const CTRL_D: u8 = 4;

#[cfg(unix)]
mod unix {
    use std::io::{self, Read};
    use std::os::fd::AsFd;
    use std::sync::{Mutex, MutexGuard, PoisonError};
    use std::thread;
    use std::time::Duration;

    use nix::libc::_POSIX_VDISABLE;
    use nix::poll::{PollFd, PollFlags, poll};
    use nix::sys::signal::{Signal, killpg};
    use nix::sys::termios::{LocalFlags, SpecialCharacterIndices, Termios};
    use nix::unistd::getpgrp;

    use super::{Key, TYPED, keys};
    use crate::terminal::terminal_mode::{self, Changed};

    /// How many milliseconds pass until it is looked whether the terminal is still
    /// as we want it: a shell changes it when it continues a job, and tells nobody.
    const LOOK: u8 = 200;

    const CTRL_Z: u8 = 26;

    pub struct Terminal(Mutex<State>);

    struct State {
        changed: Option<Changed>,
        paused: bool,
    }

    impl Terminal {
        pub fn new() -> Self {
            let terminal = Self(Mutex::new(State {
                changed: None,
                paused: false,
            }));
            terminal.ensure();
            terminal
        }

        pub fn pause(&self, paused: bool) {
            let mut state = self.state();
            state.paused = paused;
            if paused {
                state.changed = None;
            }
            drop(state);
            self.ensure();
        }

        /// Reads keys, until `tell` says that nobody listens.
        pub fn listen(&self, tell: &dyn Fn(Key) -> bool) {
            loop {
                let stdin = io::stdin();
                let mut waited_for = [PollFd::new(stdin.as_fd(), PollFlags::POLLIN)];
                let ready = poll(&mut waited_for, LOOK).unwrap_or_default() > 0;
                if !self.ensure() {
                    // What is typed is for somebody else. It stays where it is,
                    // so `poll` would return at once.
                    thread::sleep(Duration::from_millis(LOOK.into()));
                    continue;
                }
                if !ready {
                    continue;
                }
                // More than are typed at a time, to know what is pasted.
                let mut typed = [0; 16 * TYPED];
                let mut pressed = match unbuffered().read(&mut typed) {
                    // The terminal is gone.
                    Ok(0) => vec![Key::Quit],
                    Ok(length) => keys(&typed[..length]),
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Err(_) => vec![Key::Quit],
                };
                if typed.contains(&CTRL_Z) {
                    self.suspend();
                    pressed.push(Key::Resumed);
                }
                let goes_on = pressed.iter().all(|&key| tell(key));
                if !goes_on || pressed.contains(&Key::Quit) {
                    return;
                }
            }
        }

        /// Makes the terminal give single keys; false if it is not ours now.
        fn ensure(&self) -> bool {
            let mut state = self.state();
            if state.paused || !terminal_mode::is_in_foreground() {
                return false;
            }
            if state.changed.is_none() || !terminal_mode::is(single_keys) {
                // What undoes the last change must not come after the next one.
                state.changed = None;
                state.changed = terminal_mode::change(single_keys).ok();
            }
            state.changed.is_some()
        }

        /// What the terminal does at Ctrl-Z: it stops the whole group, with cargo
        /// and with a script that started us.
        fn suspend(&self) {
            self.state().changed = None;
            crate::terminal::status_row::release();
            let _ = killpg(getpgrp(), Signal::SIGTSTP);
            // The terminal is the shell's until that continues us. The signal may
            // reach another thread first, so this one waits for it.
            thread::sleep(Duration::from_millis(LOOK.into()));
        }

        fn state(&self) -> MutexGuard<'_, State> {
            self.0.lock().unwrap_or_else(PoisonError::into_inner)
        }
    }

    fn single_keys(terminal: &mut Termios) {
        let flags = LocalFlags::ICANON | LocalFlags::ECHO;
        terminal.local_flags.remove(flags);
        let set = &mut terminal.control_chars;
        set[SpecialCharacterIndices::VMIN as usize] = 1;
        set[SpecialCharacterIndices::VTIME as usize] = 0;
        set[SpecialCharacterIndices::VSUSP as usize] = _POSIX_VDISABLE;
    }

    /// Standard input without the buffer of [`io::stdin`], which would keep what
    /// is typed for somebody else.
    fn unbuffered() -> impl Read {
        struct Stdin;
        impl Read for Stdin {
            fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
                Ok(nix::unistd::read(io::stdin(), bytes)?)
            }
        }
        Stdin
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_meanings() {
        let typed: [(&[u8], &[Key]); 9] = [
            (b"s", &[Key::Submit]),
            (b"t", &[Key::Trace]),
            (b"b", &[Key::Bench]),
            (b"r", &[Key::Again]),
            (b"\n", &[Key::Again]),
            (b"q", &[Key::Quit]),
            (b"\x04", &[Key::Quit]),
            (b"x", &[]),
            (b"tq", &[Key::Trace, Key::Quit]),
        ];
        for (bytes, meaning) in typed {
            assert_eq!(keys(bytes), meaning, "{bytes:?}");
        }
    }

    #[test]
    fn what_is_pasted_and_cursor_keys_mean_nothing() {
        for bytes in [&b"\x1b[B"[..], b"\x1bs", b"submit this", b"\x1b[200~s"] {
            assert_eq!(keys(bytes), [], "{bytes:?}");
        }
    }
}

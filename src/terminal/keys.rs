//! Keys that are pressed while a command watches.
//!
//! The terminal gives each key at once and shows none. Signals stay as they are,
//! so Ctrl-C reaches all that runs; only Ctrl-Z is taken as a key, to leave the
//! terminal to the shell as it was.

use std::io::{self, IsTerminal};
use std::thread;

/// A key that means something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A letter; Enter is `r`.
    Typed(char),
    Quit,
    /// The program goes on after Ctrl-Z.
    #[cfg_attr(not(unix), expect(dead_code, reason = "Ctrl-Z is for Unix"))]
    Resumed,
}

/// More characters at once were not typed but pasted, or are a mouse's.
const TYPED: usize = 4;

/// Listens for keys as long as it exists.
pub struct Keys(());

impl Keys {
    /// Calls `tell` for each key, until it says that nobody listens; `None` if
    /// stdin is not a terminal.
    pub fn listen(tell: impl Fn(Key) -> bool + Send + 'static) -> Option<Self> {
        if !io::stdin().is_terminal() {
            return None;
        }
        thread::spawn(move || listen(&tell));
        Some(Self(()))
    }

    /// Leaves the terminal as it was, for something that uses it.
    pub fn pause(&self) {
        let Self(()) = self;
        #[cfg(unix)]
        super::tty::pause();
    }

    /// Listens again; what was typed meanwhile is forgotten.
    pub fn resume(&self) {
        let Self(()) = self;
        #[cfg(unix)]
        unix::resume();
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        self.pause();
    }
}

/// Returns what was typed as keys. Cursor keys and the like begin with an escape.
fn keys(typed: &[u8]) -> Vec<Key> {
    if typed.len() > TYPED || typed.starts_with(b"\x1b") {
        return Vec::new();
    }
    let key = |&byte: &u8| match byte {
        b'\n' | b'\r' => Some(Key::Typed('r')),
        // Ctrl-D and Ctrl-Z.
        b'q' | 4 => Some(Key::Quit),
        #[cfg(unix)]
        26 => Some(Key::Resumed),
        b'a'..=b'z' => Some(Key::Typed(byte.into())),
        _ => None,
    };
    typed.iter().filter_map(key).collect()
}

#[cfg(unix)]
use unix::listen;

/// A line at a time, as the terminal gives it.
#[cfg(not(unix))]
fn listen(tell: &dyn Fn(Key) -> bool) {
    for line in io::stdin().lines().map_while(Result::ok) {
        let typed = format!("{line}\n");
        if !keys(typed.as_bytes()).first().is_none_or(|&key| tell(key)) {
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
    use super::{Key, TYPED, keys};

    /// After so many milliseconds the terminal's mode is checked again: a shell
    /// changes it when it continues a job, and tells nobody.
    const LOOK: u8 = 200;

    /// Reads keys, until `tell` says that nobody listens.
    pub fn listen(tell: &dyn Fn(Key) -> bool) {
        let stdin = io::stdin();
        loop {
            if !ensure() {
                // What is typed is for somebody else. It stays where it is, so
                // `poll` would return at once.
                thread::sleep(Duration::from_millis(LOOK.into()));
                continue;
            }
            let mut waited_for = [PollFd::new(stdin.as_fd(), PollFlags::POLLIN)];
            let ready = poll(&mut waited_for, LOOK).unwrap_or_default() > 0;
            if !ready || !ensure() {
                continue;
            }
            // More than are typed at a time, to know what is pasted. The buffer of
            // `io::stdin` would keep what is typed for somebody else.
            let mut typed = [0; 16 * TYPED];
            let pressed = match read(&stdin, &mut typed) {
                Err(Errno::EINTR) => continue,
                // The terminal is gone.
                Ok(0) | Err(_) => vec![Key::Quit],
                Ok(length) => keys(&typed[..length]),
            };
            if pressed.contains(&Key::Resumed) {
                suspend();
            }
            if !pressed.iter().all(|&key| tell(key)) || pressed.contains(&Key::Quit) {
                return;
            }
        }
    }

    pub fn resume() {
        tty::resume();
        ensure();
    }

    /// Makes the terminal give single keys; false if it is not ours now.
    fn ensure() -> bool {
        is_in_foreground() && tty::change(single_keys).is_ok()
    }

    /// Stops the whole group, with cargo and with a script that started us, as the
    /// terminal does at Ctrl-Z.
    fn suspend() {
        tty::restore();
        tty::release();
        let _ = killpg(getpgrp(), Signal::SIGTSTP);
        // The terminal is the shell's until that continues us. The signal may
        // reach another thread first, so this one waits for it.
        thread::sleep(Duration::from_millis(LOOK.into()));
    }

    /// True if what is typed is for this process, and not for the shell or
    /// another job of it.
    fn is_in_foreground() -> bool {
        match tcgetpgrp(io::stdin()) {
            Ok(foreground) => foreground == getpgrp(),
            // It is not the terminal of our session, which alone has jobs.
            Err(error) => error == Errno::ENOTTY,
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_meanings_and_what_is_pasted_has_none() {
        let typed: [(&[u8], &[Key]); 7] = [
            (b"s", &[Key::Typed('s')]),
            (b"\n", &[Key::Typed('r')]),
            (b"\x04", &[Key::Quit]),
            (b"7", &[]),
            (b"tq", &[Key::Typed('t'), Key::Quit]),
            (b"\x1b[B", &[]),
            (b"submit this", &[]),
        ];
        for (bytes, meaning) in typed {
            assert_eq!(keys(bytes), meaning, "{bytes:?}");
        }
    }
}

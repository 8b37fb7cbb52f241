//! Keys that are pressed while a command watches.
//!
//! The terminal passes on each key at once and does not show it. Signals work as usual,
//! so Ctrl-C reaches everything that runs; only Ctrl-Z is read as a key, so that the
//! terminal's mode is restored before the shell gets it back. On Windows the console's
//! events are read, in any mode.
//!
//! Pasted text is ignored: most terminals mark it, and other text that arrives within a few
//! milliseconds was not typed either. ARCHITECTURE.md says why crossterm does not read the keys.

use std::io::{IsTerminal, stdin};
use std::thread::spawn;
use std::time::Duration;

use super::tty;

/// More characters than this at once were not typed. They were pasted or sent by a mouse.
const MAX_TYPED: usize = 4;
/// Characters that arrive within this time after a paste belong to it.
const AFTER_PASTE: Duration = Duration::from_millis(150);
/// Ctrl-Z.
const SUSPEND: u8 = 26;
const CTRL_D: u8 = 4;
const ESCAPE: u8 = 0x1b;

/// Listens for keys while it exists.
pub struct Keys {
    /// Whether the terminal understands escape sequences, and is asked to mark pasted text.
    #[cfg_attr(windows, expect(dead_code, reason = "the console marks nothing"))]
    has_sequences: bool,
}

impl Keys {
    pub const ENTER: char = '\n';
    /// Ctrl-D, and the end of the terminal.
    pub const END: char = CTRL_D as char;

    /// Calls `on_key` for each key, until it returns false or the terminal has ended. `None` if
    /// stdin is not a terminal. The keys are lower-case letters, `?`, [`Self::ENTER`] and
    /// [`Self::END`].
    pub fn listen(
        has_sequences: bool,
        on_key: impl Fn(char) -> bool + Send + 'static,
    ) -> Option<Self> {
        if !stdin().is_terminal() {
            return None;
        }
        // The terminal is prepared first, so that a key works as soon as the caller has shown it.
        let keys = Self { has_sequences };
        keys.set_paused(false);
        spawn(move || listen(has_sequences, &on_key));
        Some(keys)
    }

    /// Restores the terminal for a program that uses it, or listens again. Keys that
    /// were pressed in between are dropped.
    #[cfg_attr(
        windows,
        expect(clippy::unused_self, reason = "nothing is asked again")
    )]
    pub fn set_paused(&self, paused: bool) {
        tty::set_paused(paused);
        #[cfg(unix)]
        unix::take_terminal(self.has_sequences);
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        self.set_paused(true);
    }
}

/// The keys that were typed, without pasted text and without cursor keys and the like,
/// which begin with an escape.
fn keys(burst: &[u8]) -> Vec<char> {
    let mut keys = Vec::new();
    if burst.len() > MAX_TYPED || burst.contains(&ESCAPE) {
        return keys;
    }
    for &byte in burst {
        match byte {
            b'\n' | b'\r' => keys.push(Keys::ENTER),
            b'a'..=b'z' | b'?' | CTRL_D => keys.push(byte.into()),
            SUSPEND if cfg!(unix) => keys.push(byte.into()),
            _ => {}
        }
    }
    keys
}

#[cfg(unix)]
use unix::listen;
#[cfg(windows)]
use windows::listen;

#[cfg(windows)]
mod windows {
    use std::mem::take;
    use std::thread::sleep;
    use std::time::Duration;

    use super::super::tty::read_keys;
    use super::{AFTER_PASTE, Keys, MAX_TYPED, keys};

    /// Characters within this time count as one burst.
    const INTERVAL: Duration = Duration::from_millis(30);

    /// Reads the console's events, until `on_key` returns false. It has no marks for
    /// pasted text.
    pub fn listen(_has_sequences: bool, on_key: &dyn Fn(char) -> bool) {
        let mut burst = Vec::new();
        loop {
            let Ok(new) = read_keys() else {
                on_key(Keys::END);
                return;
            };
            let pressed = if new.is_empty() {
                keys(&take(&mut burst))
            } else {
                burst.extend(new);
                Vec::new()
            };
            if !pressed.iter().all(|&key| on_key(key)) {
                return;
            }
            sleep(if burst.len() > MAX_TYPED {
                AFTER_PASTE
            } else {
                INTERVAL
            });
        }
    }
}

#[cfg(unix)]
mod unix {
    use std::io::stdin;
    use std::mem::take;
    use std::os::fd::AsFd;
    use std::thread::sleep;
    use std::time::Duration;

    use nix::errno::Errno;
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::{getpgrp, read};

    use super::{AFTER_PASTE, ESCAPE, Keys, MAX_TYPED, SUSPEND, keys, tty};

    /// The interval at which the terminal's mode is checked: a shell changes it without notice
    /// when it continues a job.
    const INTERVAL: Duration = Duration::from_millis(200);

    /// Characters within this time count as one burst. A key that is held down repeats more
    /// slowly.
    const BURST: Duration = Duration::from_millis(20);
    /// The time to wait after an escape, which is a key or the first byte of a mark on a slow
    /// connection.
    const AFTER_ESCAPE: Duration = Duration::from_secs(1);
    /// The marks of a terminal around pasted text.
    const PASTE_START: &[u8] = b"\x1b[200~";
    const PASTE_END: &[u8] = b"\x1b[201~";

    /// Reads keys, until `on_key` returns false.
    pub fn listen(has_sequences: bool, on_key: &dyn Fn(char) -> bool) {
        // The characters that were not looked at yet. The end of a marked paste may take any time to
        // arrive; Ctrl-C still works, as it is a signal.
        let mut received = Vec::new();
        loop {
            if !take_terminal(has_sequences) {
                // Another program reads the input. Its characters stay unread here, so `poll`
                // would return at once.
                sleep(INTERVAL);
                continue;
            }
            if !is_ready(INTERVAL) || !take_terminal(has_sequences) {
                continue;
            }
            let Ok(burst) = read_burst() else {
                on_key(Keys::END);
                return;
            };
            received.extend(burst);
            if is_unfinished(&received) {
                continue;
            }
            if !press(&keys(&take(&mut received)), suspend, on_key) {
                return;
            }
        }
    }

    /// Handles the keys in their order, until `on_key` returns false.
    pub fn press(keys: &[char], suspend: impl Fn(), on_key: impl Fn(char) -> bool) -> bool {
        keys.iter().all(|&key| {
            if key == char::from(SUSPEND) {
                suspend();
                true
            } else {
                on_key(key)
            }
        })
    }

    /// Makes the terminal deliver single keys. Returns false if the terminal now belongs to the
    /// shell or to another job.
    pub fn take_terminal(has_sequences: bool) -> bool {
        tty::is_foreground() && tty::take_keys(has_sequences).is_ok()
    }

    /// True if input arrives within this time.
    fn is_ready(time: Duration) -> bool {
        let stdin = stdin();
        let mut polled = [PollFd::new(stdin.as_fd(), PollFlags::POLLIN)];
        let time = PollTimeout::try_from(time).unwrap_or(PollTimeout::MAX);
        poll(&mut polled, time).unwrap_or_default() > 0
    }

    /// Reads all characters that arrive at once. `io::stdin` would buffer input that is
    /// for another program.
    fn read_burst() -> Result<Vec<u8>, Errno> {
        let mut burst = Vec::new();
        let mut buffer = [0; 4096];
        loop {
            match read(stdin(), &mut buffer) {
                Ok(0) => return Err(Errno::EIO),
                Ok(length) => burst.extend_from_slice(&buffer[..length]),
                Err(Errno::EINTR) => {}
                Err(error) => return Err(error),
            }
            let patience = if burst.len() > MAX_TYPED {
                AFTER_PASTE
            } else if burst.last() == Some(&ESCAPE) {
                AFTER_ESCAPE
            } else {
                BURST
            };
            if !is_ready(patience) {
                return Ok(burst);
            }
        }
    }

    /// True if a marked paste has begun but not ended, or if the burst ends with a piece of the mark
    /// that begins a paste. The rest comes with a later read. A key that is pressed in between ends
    /// the waiting.
    pub fn is_unfinished(burst: &[u8]) -> bool {
        let has_piece = (2..PASTE_START.len()).any(|end| burst.ends_with(&PASTE_START[..end]));
        has_piece || last(burst, PASTE_START) > last(burst, PASTE_END)
    }

    /// The position of the last mark.
    fn last(burst: &[u8], mark: &[u8]) -> Option<usize> {
        burst.windows(mark.len()).rposition(|bytes| bytes == mark)
    }

    /// Stops the whole process group, including cargo and a script that started `aoc`,
    /// as the terminal does at Ctrl-Z.
    fn suspend() {
        tty::set_paused(true);
        tty::release();
        tty::clear_tab();
        let _ = killpg(getpgrp(), Signal::SIGTSTP);
        // The terminal belongs to the shell until the shell continues this process. The
        // signal may reach another thread first, so this one waits for it.
        sleep(INTERVAL);
        tty::set_paused(false);
    }
}

#[cfg(test)]
mod tests {
    #[cfg(unix)]
    use std::cell::RefCell;

    use super::*;

    #[test]
    fn pasted_text_has_no_keys() {
        for (typed, pressed) in [
            ("s", "s"),
            ("\n", "\n"),
            ("\r", "\n"),
            ("\x04", "\x04"),
            ("7", ""),
            ("?", "?"),
            ("tq", "tq"),
            ("\x1b[B", ""),
            ("submit this", ""),
            ("\x1b[200~s\x1b[201~", ""),
        ] {
            let keys: String = keys(typed.as_bytes()).into_iter().collect();
            assert_eq!(keys, pressed, "{typed:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn the_key_that_suspends_is_not_passed_on() {
        use super::unix::press;
        for (typed, passed_on, goes_on) in [
            ("\x1a", "S", true),
            ("r\x1ar", "rSr", true),
            ("\x1aq\x1a", "Sq", false),
        ] {
            let seen = RefCell::new(String::new());
            let suspend = || seen.borrow_mut().push('S');
            let on_key = |key| {
                seen.borrow_mut().push(key);
                key != 'q'
            };
            let listens = press(&keys(typed.as_bytes()), suspend, on_key);
            assert_eq!(
                (seen.take().as_str(), listens),
                (passed_on, goes_on),
                "{typed:?}"
            );
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_marked_paste_lasts_until_its_end() {
        use super::unix::is_unfinished;
        for (burst, expected) in [
            ("submit", false),
            ("\x1b[200~s", true),
            ("\x1b[200~s\x1b[201~", false),
            ("\x1b[200~s\x1b[201~\x1b[200~", true),
            // A slow connection may cut a mark in pieces.
            ("\x1b[", true),
            ("\x1b[20", true),
            ("r\x1b[200", true),
            ("\x1b[200~s\x1b[201~\x1b[2", true),
            // Other keys.
            ("\x1b", false),
            ("\x1b[A", false),
            ("\x1b[2~", false),
            ("\x1b[20s", false),
        ] {
            assert_eq!(is_unfinished(burst.as_bytes()), expected, "{burst:?}");
        }
    }
}

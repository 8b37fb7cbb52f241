//! Keys that are pressed while a command watches.
//!
//! The terminal delivers each key at once and does not show it. Signals work as usual, so Ctrl-C
//! reaches all running processes. Only Ctrl-Z is read as a key, because the terminal's mode must be
//! restored before the shell takes over. On Windows, the events of the console are read instead.
//!
//! Pasted text is ignored. Most terminals mark it. Without marks, characters that arrive within a
//! few milliseconds count as pasted. ARCHITECTURE.md says why crossterm does not read the keys.

use std::io::{IsTerminal, stdin};
use std::thread::spawn;
use std::time::Duration;

use super::tty;

/// The most keys that a person types at once. A longer burst was pasted, or comes from a mouse.
const MAX_TYPED: usize = 4;
/// Characters that arrive within this time after a paste belong to it.
const AFTER_PASTE: Duration = Duration::from_millis(150);
/// Ctrl-Z.
const SUSPEND: u8 = 26;
const CTRL_D: u8 = 4;
const ESCAPE: u8 = 0x1b;

/// Listens for keys while it exists.
pub struct Keys {
    /// True if the terminal understands escape sequences, and is therefore asked to mark pasted
    /// text.
    #[cfg_attr(
        windows,
        expect(dead_code, reason = "the console does not mark pasted text")
    )]
    has_sequences: bool,
}

impl Keys {
    pub const ENTER: char = '\n';
    /// Ctrl-D, or the end of the terminal.
    pub const END: char = CTRL_D as char;

    /// Calls `on_key` for each key, until it returns false or the terminal has ended. The keys are
    /// lower-case letters, `?`, [`Self::ENTER`] and [`Self::END`]. Returns `None` if stdin is not a
    /// terminal.
    pub fn listen(
        has_sequences: bool,
        on_key: impl Fn(char) -> bool + Send + 'static,
    ) -> Option<Self> {
        if !stdin().is_terminal() {
            return None;
        }
        // The terminal is prepared before this returns, because the caller then shows the keys,
        // which must work at once.
        let keys = Self { has_sequences };
        keys.set_paused(false);
        spawn(move || listen(has_sequences, &on_key));
        Some(keys)
    }

    /// Stops listening and restores the terminal for another program, or listens again. Keys that
    /// were pressed in between are dropped.
    #[cfg_attr(
        windows,
        expect(clippy::unused_self, reason = "the console has nothing to prepare")
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

/// The typed keys of a burst. There are none in a pasted burst or in an escape sequence such as a
/// cursor key.
fn typed_keys(burst: &[u8]) -> Vec<char> {
    let mut keys = Vec::new();
    if burst.len() > MAX_TYPED || burst.contains(&ESCAPE) {
        return keys;
    }
    for &byte in burst {
        match byte {
            b'\n' | b'\r' => keys.push(Keys::ENTER),
            b'a'..=b'z' | b'?' | CTRL_D => keys.push(byte.into()),
            // With Caps Lock, the keys mean the same.
            b'A'..=b'Z' => keys.push(byte.to_ascii_lowercase().into()),
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
    use super::{AFTER_PASTE, Keys, MAX_TYPED, typed_keys};

    /// Characters within this time count as one burst.
    const INTERVAL: Duration = Duration::from_millis(30);

    /// Reads the console's events, until `on_key` returns false. The console does not mark pasted
    /// text.
    pub fn listen(_has_sequences: bool, on_key: &dyn Fn(char) -> bool) {
        let mut burst = Vec::new();
        loop {
            let Ok(new) = read_keys() else {
                on_key(Keys::END);
                return;
            };
            let pressed = if new.is_empty() {
                typed_keys(&take(&mut burst))
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

    use super::{AFTER_PASTE, ESCAPE, Keys, MAX_TYPED, SUSPEND, tty, typed_keys};

    /// The interval at which the terminal's mode is checked. A shell that continues a job may
    /// change the mode at any time.
    const INTERVAL: Duration = Duration::from_millis(200);

    /// Characters within this time count as one burst. A key that is held down repeats more
    /// slowly.
    const BURST: Duration = Duration::from_millis(20);
    /// The marks of a terminal around pasted text.
    const PASTE_START: &[u8] = b"\x1b[200~";
    const PASTE_END: &[u8] = b"\x1b[201~";

    /// Reads keys, until `on_key` returns false.
    pub fn listen(has_sequences: bool, on_key: &dyn Fn(char) -> bool) {
        // The characters that are not handled yet. The end of a marked paste may arrive much later.
        // Meanwhile Ctrl-C works, because it is a signal.
        let mut received = Vec::new();
        loop {
            if !take_terminal(has_sequences) {
                // Another program reads the input. Its characters are also ready here, so `poll`
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
            append(&mut received, &burst);
            if received.ends_with(&[ESCAPE]) || is_unfinished(&received) {
                continue;
            }
            if !handle_keys(&typed_keys(&take(&mut received)), suspend, on_key) {
                return;
            }
        }
    }

    /// Handles the keys one after the other, until `on_key` returns false. Returns false in that
    /// case.
    pub fn handle_keys(keys: &[char], suspend: impl Fn(), on_key: impl Fn(char) -> bool) -> bool {
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

    /// Reads the characters that arrive together. `io::stdin` would also buffer input that is meant
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
            } else {
                BURST
            };
            if !is_ready(patience) {
                return Ok(burst);
            }
        }
    }

    /// Appends a burst. An escape at the end of the earlier characters may be the first byte of a
    /// sequence that a slow connection delivers in pieces. If the burst does not continue such a
    /// sequence, the escape is a key without an action, and is dropped.
    pub fn append(received: &mut Vec<u8>, burst: &[u8]) {
        if received.ends_with(&[ESCAPE]) && !burst.starts_with(b"[") && !burst.starts_with(b"O") {
            received.pop();
        }
        received.extend(burst);
    }

    /// True if more of a marked paste must arrive: it has begun but not ended, or the burst ends
    /// within the mark that begins it. Any other key ends the wait for the rest of the mark.
    pub fn is_unfinished(burst: &[u8]) -> bool {
        let has_piece = (2..PASTE_START.len()).any(|end| burst.ends_with(&PASTE_START[..end]));
        has_piece || last_position(burst, PASTE_START) > last_position(burst, PASTE_END)
    }

    fn last_position(burst: &[u8], mark: &[u8]) -> Option<usize> {
        burst.windows(mark.len()).rposition(|bytes| bytes == mark)
    }

    /// Stops the whole process group, as the terminal does at Ctrl-Z. The group includes cargo and
    /// a script that started `aoc`.
    fn suspend() {
        tty::set_paused(true);
        tty::release();
        tty::clear_tab();
        let _ = killpg(getpgrp(), Signal::SIGTSTP);
        // Another thread may receive the signal first, so this thread waits until it is stopped.
        // The shell owns the terminal until it continues this process.
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
            // With Caps Lock.
            ("S", "s"),
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
            let keys: String = typed_keys(typed.as_bytes()).into_iter().collect();
            assert_eq!(keys, pressed, "{typed:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn the_key_that_suspends_is_not_passed_on() {
        use super::unix::handle_keys;
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
            let listens = handle_keys(&typed_keys(typed.as_bytes()), suspend, on_key);
            assert_eq!(
                (seen.take().as_str(), listens),
                (passed_on, goes_on),
                "{typed:?}"
            );
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_key_after_an_escape_counts_unless_both_are_a_sequence() {
        use super::unix::append;
        for (bursts, pressed) in [
            (&["\x1b", "q"][..], "q"),
            (&["\x1b", "\x1b", "q"], "q"),
            (&["r\x1b", "q"], "rq"),
            // A cursor key in pieces, and a key with Alt.
            (&["\x1b", "[A"], ""),
            (&["\x1b", "OA"], ""),
            (&["\x1bq"], ""),
            (&["\x1b", "[200~s\x1b[201~"], ""),
        ] {
            let mut received = Vec::new();
            for burst in bursts {
                append(&mut received, burst.as_bytes());
            }
            let keys: String = typed_keys(&received).into_iter().collect();
            assert_eq!(keys, pressed, "{bursts:?}");
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

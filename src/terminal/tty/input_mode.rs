//! The input mode of the terminal on stdin: its changes by this process, and those by solutions.

use std::io;
#[cfg(unix)]
use std::{io::ErrorKind, io::stdin, mem};

#[cfg(unix)]
use nix::{
    errno::Errno,
    libc::_POSIX_VDISABLE,
    sys::termios::{LocalFlags, SetArg, SpecialCharacterIndices, Termios, tcgetattr, tcsetattr},
    unistd::{getpgrp, tcgetpgrp},
};

#[cfg(unix)]
use super::write_sequence;
use super::{Changes, changes};

/// The earlier modes, to which the terminal returns.
#[derive(Default)]
pub struct InputMode {
    /// The mode before this process changed it.
    #[cfg(unix)]
    old: Option<Termios>,
    /// The mode when the first solution started.
    #[cfg(unix)]
    before_solutions: Option<Termios>,
    /// Whether the terminal marks pasted text.
    #[cfg(unix)]
    marks_pastes: bool,
    /// Whether another program uses the terminal. The mode is not changed then.
    is_paused: bool,
}

/// Makes the terminal on stdin deliver single keys without showing them, and with `marks_pastes`
/// also mark pasted text.
#[cfg(unix)]
pub fn take_keys(marks_pastes: bool) -> io::Result<()> {
    let mut changes = changes();
    let is_new = changes.change_input_mode(|terminal| {
        let flags = LocalFlags::ICANON | LocalFlags::ECHO;
        terminal.local_flags.remove(flags);
        let set = &mut terminal.control_chars;
        set[SpecialCharacterIndices::VMIN as usize] = 1;
        set[SpecialCharacterIndices::VTIME as usize] = 0;
        set[SpecialCharacterIndices::VSUSP as usize] = _POSIX_VDISABLE;
    })?;
    if marks_pastes && is_new {
        write_sequence("\x1b[?2004h");
        changes.input_mode.marks_pastes = true;
    }
    Ok(())
}

/// Says whether another program uses the terminal. While it does, the terminal has the mode from
/// before this process changed it, and no key is read.
pub fn set_paused(paused: bool) {
    let mode = &mut changes().input_mode;
    mode.is_paused = paused;
    #[cfg(unix)]
    mode.restore();
}

/// The characters of the keys that were pressed since the last call, without waiting.
#[cfg(windows)]
pub fn read_keys() -> io::Result<Vec<u8>> {
    use crossterm_winapi::{Console, Handle, InputRecord};
    let changes = changes();
    let mut pressed = Vec::new();
    if changes.may_not_change_input_mode() {
        return Ok(pressed);
    }
    for record in Console::from(Handle::input_handle()?).read_console_input()? {
        if let InputRecord::KeyEvent(key) = record
            && key.key_down
            && key.u_char != 0
        {
            pressed.push(u8::try_from(key.u_char).unwrap_or(b' '));
        }
    }
    Ok(pressed)
}

impl Changes {
    /// True if the process is ending, or another program uses the terminal.
    fn may_not_change_input_mode(&self) -> bool {
        self.is_closed || self.input_mode.is_paused
    }

    /// Changes the input mode of the terminal. Keys that were pressed before the change are dropped,
    /// as they were meant for something else. Returns whether the mode has changed.
    #[cfg(unix)]
    pub fn change_input_mode(&mut self, change: impl FnOnce(&mut Termios)) -> io::Result<bool> {
        if self.may_not_change_input_mode() {
            return Err(ErrorKind::ResourceBusy.into());
        }
        let current = tcgetattr(stdin())?;
        let mut new = current.clone();
        change(&mut new);
        if new == current {
            return Ok(false);
        }
        tcsetattr(stdin(), SetArg::TCSAFLUSH, &new)?;
        self.input_mode.old.get_or_insert(current);
        Ok(true)
    }

    /// Restores the mode that solutions started with. If this process has changed the mode itself,
    /// [`InputMode::restore`] restores the one before.
    #[cfg(unix)]
    pub fn undo_solutions(&self) {
        if let Some(mode) = &self.input_mode.before_solutions
            && self.input_mode.old.is_none()
            && !self.is_closed
            && is_foreground()
        {
            let _ = tcsetattr(stdin(), SetArg::TCSANOW, mode);
        }
    }
}

#[cfg(unix)]
impl InputMode {
    /// Restores the mode before this process changed it.
    pub fn restore(&mut self) {
        if mem::take(&mut self.marks_pastes) {
            write_sequence("\x1b[?2004l");
        }
        if let Some(mode) = self.old.take() {
            // If the terminal is gone, there is nothing to undo.
            let _ = tcsetattr(stdin(), SetArg::TCSANOW, &mode);
        }
    }
}

/// True if the terminal on stdin belongs to this process, and not to the shell or to another job.
#[cfg(unix)]
pub fn is_foreground() -> bool {
    match tcgetpgrp(stdin()) {
        Ok(group) => group == getpgrp(),
        // A terminal of another session has no jobs, so it can be used.
        Err(error) => error == Errno::ENOTTY,
    }
}

/// Exists while a solution runs. Dropping it undoes what the solution has changed of the
/// terminal's mode.
pub struct KeptMode(());

impl KeptMode {
    pub fn new() -> Self {
        #[cfg(unix)]
        {
            let mode = &mut changes().input_mode;
            let is_known = mode.old.is_some() || mode.before_solutions.is_some();
            if !is_known && is_foreground() {
                mode.before_solutions = tcgetattr(stdin()).ok();
            }
        }
        Self(())
    }
}

impl Drop for KeptMode {
    fn drop(&mut self) {
        #[cfg(unix)]
        changes().undo_solutions();
    }
}

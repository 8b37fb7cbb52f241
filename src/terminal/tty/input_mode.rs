//! The input mode of the terminal on stdin. This process changes it, and so do solutions.

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

/// The earlier modes, which are restored.
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
    /// Whether another program uses the terminal. The mode must not be changed then.
    is_paused: bool,
}

/// Makes the terminal on stdin deliver single keys without showing them. With `marks_pastes`, it
/// also marks pasted text.
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

/// Says whether another program uses the terminal. Such a program gets the original mode, and no
/// key is read meanwhile.
pub fn set_paused(paused: bool) {
    let mode = &mut changes().input_mode;
    mode.is_paused = paused;
    #[cfg(unix)]
    mode.restore();
}

/// The characters that were typed since the last call. Does not wait.
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

    /// Changes the input mode of the terminal. Keys that were pressed before are dropped, because
    /// they were meant for something else. Returns whether the mode has changed.
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

    /// Restores the mode in which the first solution started. If this process has changed the mode
    /// too, [`InputMode::restore`] restores it instead.
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

/// True if the terminal on stdin belongs to this process. It may belong to the shell or to another
/// job.
#[cfg(unix)]
pub fn is_foreground() -> bool {
    match tcgetpgrp(stdin()) {
        Ok(group) => group == getpgrp(),
        // The terminal is not the controlling one of this process. It has no jobs, so it can be
        // used.
        Err(error) => error == Errno::ENOTTY,
    }
}

/// Exists while a solution runs. Dropping it restores the terminal's mode if the solution has
/// changed it.
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

//! The input mode of the terminal on stdin, which this process and solutions change.

use std::io;
use std::sync::atomic::Ordering;
use std::sync::{LazyLock, Mutex, MutexGuard};
#[cfg(unix)]
use std::{io::ErrorKind, io::stdin};

#[cfg(unix)]
use nix::{
    errno::Errno,
    libc::_POSIX_VDISABLE,
    sys::termios::{
        FlushArg, LocalFlags, SetArg, SpecialCharacterIndices, Termios, tcflush, tcgetattr,
        tcsetattr,
    },
    unistd::{getpgrp, tcgetpgrp},
};

use super::{IS_CLOSED, is_closed};
#[cfg(unix)]
use super::{changes, write_sequence};
use crate::sync::locked;

/// The earlier modes, which are restored.
#[derive(Default)]
pub struct InputMode {
    /// The mode before this process changed it.
    #[cfg(unix)]
    old: Option<Termios>,
    /// The mode when the first solution started.
    #[cfg(unix)]
    before_solutions: Option<Termios>,
    /// True if the terminal should mark pasted text.
    #[cfg(unix)]
    marks_pastes: bool,
    /// True while another program uses the terminal. The mode must not be changed then.
    is_paused: bool,
}

static INPUT_MODE: LazyLock<Mutex<InputMode>> = LazyLock::new(Mutex::default);

/// Locks the input mode. The caller must not write to the terminal while it holds the lock.
pub fn input_mode() -> MutexGuard<'static, InputMode> {
    locked(&INPUT_MODE)
}

/// Makes the terminal on stdin deliver single keys without showing them. With `marks_pastes`, it
/// also marks pasted text.
#[cfg(unix)]
pub fn take_keys(marks_pastes: bool) -> io::Result<()> {
    let mut mode = input_mode();
    let is_new = mode.change(|terminal| {
        let flags = LocalFlags::ICANON | LocalFlags::ECHO;
        terminal.local_flags.remove(flags);
        let set = &mut terminal.control_chars;
        set[SpecialCharacterIndices::VMIN as usize] = 1;
        set[SpecialCharacterIndices::VTIME as usize] = 0;
        set[SpecialCharacterIndices::VSUSP as usize] = _POSIX_VDISABLE;
    })?;
    if marks_pastes && is_new {
        mode.marks_pastes = true;
        drop(mode);
        mark_pastes();
    }
    Ok(())
}

/// Call this with `true` before another program uses the terminal, and with `false` afterwards. The
/// other program gets the original mode, and no key is read meanwhile.
pub fn set_paused(paused: bool) {
    let mut mode = input_mode();
    mode.is_paused = paused;
    #[cfg(unix)]
    {
        mode.restore();
        drop(mode);
        mark_pastes();
    }
}

/// Restores the mode and prevents further changes of the terminal. This also works while the
/// terminal takes no output.
pub fn restore_input_mode() {
    IS_CLOSED.store(true, Ordering::SeqCst);
    #[cfg(unix)]
    {
        let mut mode = input_mode();
        mode.restore();
        mode.undo_solutions();
    }
}

/// Makes the terminal start or stop marking pasted text, as the input mode says now, because
/// another thread may have changed the mode again.
#[cfg(unix)]
pub fn mark_pastes() {
    let mut changes = changes();
    let marks_pastes = input_mode().marks_pastes;
    if changes.marks_pastes != marks_pastes {
        changes.marks_pastes = marks_pastes;
        write_sequence(if marks_pastes {
            "\x1b[?2004h"
        } else {
            "\x1b[?2004l"
        });
    }
}

/// The characters that were typed since the last call. Does not wait.
#[cfg(windows)]
pub fn read_keys() -> io::Result<Vec<u8>> {
    use crossterm_winapi::{Console, Handle, InputRecord};
    let mode = input_mode();
    let mut pressed = Vec::new();
    if mode.may_not_change() {
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

impl InputMode {
    /// True if the process is ending, or another program uses the terminal.
    fn may_not_change(&self) -> bool {
        is_closed() || self.is_paused
    }
}

#[cfg(unix)]
impl InputMode {
    /// Changes the input mode of the terminal. Drops the keys that were pressed before, because
    /// they were meant for something else. Returns true if the mode has changed.
    pub fn change(&mut self, change: impl FnOnce(&mut Termios)) -> io::Result<bool> {
        if self.may_not_change() {
            return Err(ErrorKind::ResourceBusy.into());
        }
        let current = tcgetattr(stdin())?;
        let mut new = current.clone();
        change(&mut new);
        if new == current {
            return Ok(false);
        }
        // `TCSAFLUSH` would wait for the output.
        tcsetattr(stdin(), SetArg::TCSANOW, &new)?;
        self.old.get_or_insert(current);
        tcflush(stdin(), FlushArg::TCIFLUSH)?;
        Ok(true)
    }

    /// Restores the mode that was set before this process changed it.
    pub fn restore(&mut self) {
        self.marks_pastes = false;
        if let Some(mode) = self.old.take() {
            // If the terminal is gone, there is nothing to undo.
            let _ = tcsetattr(stdin(), SetArg::TCSANOW, &mode);
        }
    }

    /// Restores the mode in which the first solution started, unless this process has changed the
    /// mode as well: then [`Self::restore`] restores it.
    fn undo_solutions(&self) {
        if let Some(mode) = &self.before_solutions
            && self.old.is_none()
            && is_foreground()
        {
            let _ = tcsetattr(stdin(), SetArg::TCSANOW, mode);
        }
    }
}

/// True if the terminal on stdin belongs to this process. It may belong to the shell or to another
/// job.
#[cfg(unix)]
pub fn is_foreground() -> bool {
    match tcgetpgrp(stdin()) {
        Ok(group) => group == getpgrp(),
        // This terminal does not control the process. It has no jobs, so it can be used.
        Err(error) => error == Errno::ENOTTY,
    }
}

/// Exists while a solution runs. Dropping it restores the terminal's mode if the solution has
/// changed the mode.
pub struct InputModeGuard(());

impl InputModeGuard {
    pub fn new() -> Self {
        #[cfg(unix)]
        {
            let mut mode = input_mode();
            let is_known = mode.old.is_some() || mode.before_solutions.is_some();
            if !is_known && is_foreground() {
                mode.before_solutions = tcgetattr(stdin()).ok();
            }
        }
        Self(())
    }
}

impl Drop for InputModeGuard {
    fn drop(&mut self) {
        #[cfg(unix)]
        {
            let mode = input_mode();
            if !is_closed() {
                mode.undo_solutions();
            }
        }
    }
}

//! The terminal of the process, and three temporary changes to it: a progress line on its last
//! row, a share of the work in its tab, and another input mode. All changes are undone here, also
//! by the thread that handles signals. A mode that a solution has set is undone as well. After a
//! `kill -9` nothing undoes them; the user runs `reset`, as after any other program.

use std::io::{self, IsTerminal, Write, stderr, stdout};
use std::mem;
use std::sync::{LazyLock, Mutex, MutexGuard};

use anstream::AutoStream;
use terminal_size::terminal_size_of;
#[cfg(unix)]
use {
    nix::errno::Errno,
    nix::libc::_POSIX_VDISABLE,
    nix::sys::termios::{
        LocalFlags, SetArg, SpecialCharacterIndices, Termios, tcgetattr, tcsetattr,
    },
    nix::unistd::{getpgrp, tcgetpgrp},
    std::io::{ErrorKind, stdin},
};

use super::layout::{cut_end, width};
use super::screen::Terminal;
use crate::sync::locked;

#[derive(Default)]
struct Changes {
    /// The line on the last row.
    line: Option<DrawnLine>,
    /// Whether a countdown is drawn at the cursor.
    has_countdown: bool,
    /// The share of the work in the tab.
    tab: Option<TabProgress>,
    /// The mode of the terminal before it was changed.
    #[cfg(unix)]
    old_mode: Option<Termios>,
    /// The mode of the terminal when the first solution started.
    #[cfg(unix)]
    solutions_mode: Option<Termios>,
    /// Whether the terminal marks pasted text.
    #[cfg(unix)]
    marks_pastes: bool,
    /// Whether another program uses the terminal. Its mode is not changed then.
    paused: bool,
    /// Whether the process is ending. Nothing is changed after that.
    closed: bool,
}

/// The progress line that is on the screen.
#[derive(Clone, Copy)]
struct DrawnLine {
    /// The columns that the line takes.
    width: usize,
    size: TerminalSize,
}

#[derive(Clone, Copy, PartialEq)]
struct TerminalSize {
    columns: usize,
    rows: usize,
}

static CHANGES: LazyLock<Mutex<Changes>> = LazyLock::new(Mutex::default);

fn changes() -> MutexGuard<'static, Changes> {
    locked(&CHANGES)
}

/// The least number of rows for which a terminal gets a progress line.
const MIN_ROWS: usize = 3;

/// The size of the terminal on stderr.
fn terminal_size() -> Option<TerminalSize> {
    let (columns, rows) = terminal_size_of(stderr())?;
    Some(TerminalSize {
        columns: columns.0.into(),
        rows: rows.0.into(),
    })
}

/// The number of rows of the terminal on stderr.
pub fn rows() -> Option<usize> {
    terminal_size().map(|size| size.rows)
}

/// Shows the text on the last row of the terminal on stderr, whose size may have
/// changed since the last call.
pub fn draw(terminal: Terminal, text: &str) {
    let mut changes = changes();
    let Some(size) = terminal_size() else {
        return;
    };
    if changes.closed || size.rows < MIN_ROWS {
        return;
    }
    // `...` replaces the ellipsis on some terminals and is longer.
    let text = cut_end(text, size.columns.saturating_sub(3));
    let text = terminal.adapt(&text);
    write_sequence(&drawing(changes.line, size, &text));
    let width = width(&text);
    changes.line = Some(DrawnLine { width, size });
}

/// Shows the text on the row of the cursor, below the last output, until [`release`] is called.
/// The cursor stays at the beginning of the text. So all of its rows can be erased even if the
/// terminal becomes narrower and wraps it.
pub fn draw_at_cursor(terminal: Terminal, text: &str) {
    let mut changes = changes();
    let Some(size) = terminal_size() else {
        return;
    };
    if changes.closed {
        return;
    }
    // `...` replaces the ellipsis on some terminals and is longer.
    let text = cut_end(text, size.columns.saturating_sub(3));
    write_sequence(&format!("{ERASE_BELOW}{}\r", terminal.adapt(&text)));
    changes.has_countdown = true;
}

/// Erases the row of the cursor and all rows below.
const ERASE_BELOW: &str = "\r\x1b[J";

/// The progress that the tab of the terminal shows: the share of the work that is done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TabProgress {
    /// The share is not known.
    Unknown,
    Percent(u64),
}

impl TabProgress {
    pub fn of(done: u64, all: u64) -> Self {
        Self::Percent((done.min(all) * 100).checked_div(all).unwrap_or_default())
    }
}

/// Shows the progress in the tab, or in the task bar, until [`clear_tab`].
pub fn show_in_tab(terminal: Terminal, progress: TabProgress) {
    let mut changes = changes();
    if terminal.tab_progress && !changes.closed && changes.tab != Some(progress) {
        write_sequence(&tab_sequence(Some(progress)));
        changes.tab = Some(progress);
    }
}

pub fn clear_tab() {
    clear_tab_of(&mut changes());
}

/// Clears the tab when it is dropped.
pub struct ClearedTab;

impl Drop for ClearedTab {
    fn drop(&mut self) {
        clear_tab();
    }
}

fn clear_tab_of(changes: &mut Changes) {
    if changes.tab.take().is_some() {
        write_sequence(&tab_sequence(None));
    }
}

/// The sequence that shows progress in the tab: a state and a number (`ConEmu`'s OSC 9;4).
fn tab_sequence(progress: Option<TabProgress>) -> String {
    let (state, percent) = match progress {
        None => (0, 0),
        Some(TabProgress::Percent(percent)) => (1, percent),
        Some(TabProgress::Unknown) => (3, 0),
    };
    format!("\x1b]9;4;{state};{percent}\x1b\\")
}

/// Clears the last row, if it is in use, and lets it scroll again. Also clears a countdown.
pub fn release() {
    release_row(&mut changes());
}

fn release_row(changes: &mut Changes) {
    if mem::take(&mut changes.has_countdown) {
        write_sequence(ERASE_BELOW);
    }
    if let Some(line) = changes.line.take() {
        write_sequence(&release_sequence(
            line,
            terminal_size().unwrap_or(line.size),
        ));
    }
}

/// Undoes all changes and prevents further ones, because an interrupt is about to end the
/// process.
pub fn restore_terminal() {
    let mut changes = changes();
    release_row(&mut changes);
    clear_tab_of(&mut changes);
    #[cfg(unix)]
    {
        restore_mode(&mut changes);
        undo_solutions(&changes);
    }
    changes.closed = true;
    drop(changes);
    erase_echo();
}

/// Erases the `^C` that the terminal shows at the cursor.
pub fn erase_echo() {
    if stderr().is_terminal() {
        write_sequence("\r\x1b[2K");
    }
}

/// Writes a sequence to the terminal in one piece, so that no other output comes between.
fn write_sequence(sequence: &str) {
    // On Windows `always_ansi` makes the console interpret the sequences.
    let _ = if stderr().is_terminal() {
        AutoStream::always_ansi(stderr()).write_all(sequence.as_bytes())
    } else {
        AutoStream::always_ansi(stdout()).write_all(sequence.as_bytes())
    };
}

/// The escape sequences that show the text on the last row. The row is excluded from
/// scrolling, again after the size has changed; if the cursor is on it, the text above
/// moves up first (IND, then CUU). DECSC and DECRC save and restore the cursor.
fn drawing(old: Option<DrawnLine>, size: TerminalSize, text: &str) -> String {
    let rows = size.rows;
    let mut sequence = String::new();
    if old.is_none_or(|old| old.size != size) {
        if let Some(old) = old {
            sequence += &release_sequence(old, size);
        }
        let last = rows - 1;
        sequence += &format!("\x1bD\x1b[A\x1b7\x1b[1;{last}r\x1b8");
    }
    sequence + &format!("\x1b7\x1b[{rows};1H\x1b[2K{text}\x1b8")
}

/// Erases the line at each place where it may be. A terminal that has become narrower has wrapped
/// it, and in one that has become higher it may not be on the last row.
fn release_sequence(old: DrawnLine, size: TerminalSize) -> String {
    let pieces = old.width.div_ceil(size.columns.max(1)).max(1);
    let first = (size.rows + 1).saturating_sub(pieces).max(1);
    let mut sequence = format!("\x1b7\x1b[r\x1b[{first};1H\x1b[J");
    let row = old.size.rows;
    if row < first {
        sequence += &format!("\x1b[{row};1H\x1b[2K");
    }
    sequence + "\x1b8"
}

/// Makes the terminal on stdin deliver single keys without showing them, and with `marks_pastes`
/// also mark pasted text.
#[cfg(unix)]
pub fn take_keys(marks_pastes: bool) -> io::Result<()> {
    let mut changes = changes();
    let is_new = change_mode(&mut changes, |terminal| {
        let flags = LocalFlags::ICANON | LocalFlags::ECHO;
        terminal.local_flags.remove(flags);
        let set = &mut terminal.control_chars;
        set[SpecialCharacterIndices::VMIN as usize] = 1;
        set[SpecialCharacterIndices::VTIME as usize] = 0;
        set[SpecialCharacterIndices::VSUSP as usize] = _POSIX_VDISABLE;
    })?;
    if marks_pastes && is_new {
        write_sequence("\x1b[?2004h");
        changes.marks_pastes = true;
    }
    Ok(())
}

/// Changes the input mode of the terminal. Keys that were pressed before the change are dropped,
/// as they were meant for something else. Returns whether the mode has changed.
#[cfg(unix)]
fn change_mode(changes: &mut Changes, change: impl FnOnce(&mut Termios)) -> io::Result<bool> {
    if changes.closed || changes.paused {
        return Err(ErrorKind::ResourceBusy.into());
    }
    let current = tcgetattr(stdin())?;
    let mut new = current.clone();
    change(&mut new);
    if new == current {
        return Ok(false);
    }
    tcsetattr(stdin(), SetArg::TCSAFLUSH, &new)?;
    changes.old_mode.get_or_insert(current);
    Ok(true)
}

/// Restores the terminal's mode while `paused` is set, and ignores changes and keys.
pub fn set_paused(paused: bool) {
    let mut changes = changes();
    changes.paused = paused;
    #[cfg(unix)]
    restore_mode(&mut changes);
}

/// The characters of the keys that were pressed since the last call, without waiting.
#[cfg(windows)]
pub fn read_keys() -> io::Result<Vec<u8>> {
    use crossterm_winapi::{Console, Handle, InputRecord};
    let changes = changes();
    let mut pressed = Vec::new();
    if changes.closed || changes.paused {
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

#[cfg(unix)]
fn restore_mode(changes: &mut Changes) {
    if mem::take(&mut changes.marks_pastes) {
        write_sequence("\x1b[?2004l");
    }
    if let Some(mode) = changes.old_mode.take() {
        // If the terminal is gone, there is nothing to undo.
        let _ = tcsetattr(stdin(), SetArg::TCSANOW, &mode);
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
            let mut changes = changes();
            let is_known = changes.old_mode.is_some() || changes.solutions_mode.is_some();
            if !is_known && is_foreground() {
                changes.solutions_mode = tcgetattr(stdin()).ok();
            }
        }
        Self(())
    }
}

impl Drop for KeptMode {
    fn drop(&mut self) {
        #[cfg(unix)]
        undo_solutions(&changes());
    }
}

/// Restores the mode that solutions started with. If this process has changed the mode itself,
/// [`restore_mode`] restores the one before.
#[cfg(unix)]
fn undo_solutions(changes: &Changes) {
    if let Some(mode) = &changes.solutions_mode
        && changes.old_mode.is_none()
        && !changes.closed
        && is_foreground()
    {
        let _ = tcsetattr(stdin(), SetArg::TCSANOW, mode);
    }
}

/// Writes the prompt to `out` and reads a line from the terminal on stdin, without
/// showing it.
pub fn read_secret(out: &mut dyn Write, prompt: &str) -> io::Result<String> {
    #[cfg(unix)]
    change_mode(&mut changes(), |terminal| {
        terminal.local_flags.remove(LocalFlags::ECHO);
        // Only the end of the line is echoed.
        terminal.local_flags.insert(LocalFlags::ECHONL);
    })?;
    let prompted = out.write_all(prompt.as_bytes()).and_then(|()| out.flush());
    #[cfg(not(unix))]
    return prompted.and_then(|()| rpassword::read_password());
    #[cfg(unix)]
    {
        let mut line = String::new();
        let read = prompted.and_then(|()| stdin().read_line(&mut line));
        restore_mode(&mut changes());
        read?;
        if !line.ends_with('\n') {
            // Ctrl-D ends the input, but not the line on the screen.
            out.write_all(b"\n")?;
        }
        Ok(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_a_state_and_a_number() {
        for (share, sequence) in [
            (None, "0;0"),
            (Some(TabProgress::Unknown), "3;0"),
            (Some(TabProgress::of(0, 25)), "1;0"),
            (Some(TabProgress::of(24, 25)), "1;96"),
            (Some(TabProgress::of(26, 25)), "1;100"),
            (Some(TabProgress::of(0, 0)), "1;0"),
        ] {
            let expected = format!("\x1b]9;4;{sequence}\x1b\\");
            assert_eq!(tab_sequence(share), expected, "{share:?}");
        }
    }

    #[test]
    fn the_line_follows_the_size_of_the_terminal() {
        let size = |columns, rows| TerminalSize { columns, rows };
        let old = Some(DrawnLine {
            width: 35,
            size: size(80, 50),
        });
        let shown = |row: u16| format!("\x1b7\x1b[{row};1H\x1b[2Ktext\x1b8");
        let take = |last: u16| format!("\x1bD\x1b[A\x1b7\x1b[1;{last}r\x1b8");
        let release = |first: u16| format!("\x1b7\x1b[r\x1b[{first};1H\x1b[J");
        for (name, (old, size, expected)) in [
            ("the same size", (old, size(80, 50), shown(50))),
            ("no line", (None, size(80, 50), take(49) + &shown(50))),
            (
                "a narrower one has pieces of it",
                (
                    old,
                    size(30, 50),
                    release(49) + "\x1b8" + &take(49) + &shown(50),
                ),
            ),
            (
                "a lower one",
                (
                    old,
                    size(80, 30),
                    release(30) + "\x1b8" + &take(29) + &shown(30),
                ),
            ),
            (
                "a higher one",
                (
                    old,
                    size(80, 60),
                    release(60) + "\x1b[50;1H\x1b[2K\x1b8" + &take(59) + &shown(60),
                ),
            ),
        ] {
            assert_eq!(drawing(old, size, "text"), expected, "{name}");
        }
    }
}

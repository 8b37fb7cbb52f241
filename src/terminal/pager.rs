//! Long text on a terminal goes through the user's pager, as git's does.

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use super::console::raw;
use super::screen::Terminal;
use crate::error::CliError;

/// Set while a pager or an editor has the terminal: an interrupt from the keyboard is
/// for it.
pub static IS_LENT: AtomicBool = AtomicBool::new(false);

/// Writes text to stdout, through the pager if stdout is a terminal: `$PAGER`, a
/// command for the shell, or `less` without one. With an empty one, or `cat`, there is
/// no pager.
pub fn show_paged(
    stdout: Terminal,
    pager: Option<&str>,
    environment: &[(OsString, OsString)],
    text: &str,
) -> Result<(), CliError> {
    let command = pager.unwrap_or("less").trim();
    if stdout.interactive && !matches!(command, "" | "cat") {
        IS_LENT.store(true, SeqCst);
        let shown = page(command, environment, text);
        IS_LENT.store(false, SeqCst);
        if shown.is_ok_and(|shown| shown) {
            return Ok(());
        }
    }
    raw(&mut stdout.writer(io::stdout()), text.as_bytes())
}

/// Shows the text in the pager; false if it cannot be started. `less` is told
/// to end where the text fits (F), to pass colours on (R) and to leave the text
/// on the screen (X), unless the user has set its options.
fn page(command: &str, environment: &[(OsString, OsString)], text: &str) -> io::Result<bool> {
    let (shell, option) = if cfg!(unix) {
        ("sh", "-c")
    } else {
        ("cmd", "/C")
    };
    let mut pager = Command::new(shell);
    pager.args([option, command]).env_clear();
    pager.envs([("LESS", "FRX"), ("LV", "-c")]);
    pager.envs(environment.iter().cloned());
    let mut pager = pager.stdin(Stdio::piped()).spawn()?;
    if let Some(mut stdin) = pager.stdin.take() {
        // A reader who has seen enough ends the pager.
        let _ = stdin.write_all(text.as_bytes());
    }
    // A shell's exit codes for a program that it does not find or cannot run.
    Ok(!matches!(pager.wait()?.code(), Some(126 | 127)))
}

//! Long text on a terminal goes through the user's pager, as git's does.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use super::console::raw;
use super::screen::Terminal;
use crate::error::Result;

/// True while a pager or an editor uses the terminal: Ctrl-C is for that program then.
pub static IGNORE_INTERRUPTS: AtomicBool = AtomicBool::new(false);

/// Writes text to stdout, through the pager if stdout is a terminal: the shell command
/// in `$PAGER`, or `less` if it is not set. If it is empty or `cat`, there is no pager.
pub fn show_paged(
    stdout: Terminal,
    pager: Option<&str>,
    environment: &[(OsString, OsString)],
    text: &str,
) -> Result<()> {
    let command = pager.unwrap_or("less").trim();
    let has_pager = !matches!(command, "" | "cat");
    if stdout.interactive && has_pager {
        IGNORE_INTERRUPTS.store(true, SeqCst);
        let shown = page(command, environment, text);
        IGNORE_INTERRUPTS.store(false, SeqCst);
        if let Ok(true) = shown {
            return Ok(());
        }
    }
    let mut stdout = stdout.writer(io::stdout());
    raw(&mut stdout, text.as_bytes())
}

/// A command of the user with further arguments, such as the pager, the editor or the
/// browser. On Unix it is run by the shell, which handles quotes and variables.
pub fn user_command<A: AsRef<OsStr>>(line: &OsStr, arguments: &[A]) -> Command {
    let mut command = if cfg!(unix) {
        let mut script = line.to_owned();
        if !arguments.is_empty() {
            script.push(" \"$@\"");
        }
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(script).arg(line);
        shell
    } else {
        let line = line.to_string_lossy();
        let mut words = line.split_whitespace();
        let mut program = Command::new(words.next().unwrap_or_default());
        program.args(words);
        program
    };
    command.args(arguments);
    command
}

/// Shows the text in the pager; false if it cannot be started. Unless the user has set
/// options for `less`, it ends if the text fits on the screen (F), passes colours on
/// (R) and leaves the text on the screen (X).
fn page(command: &str, environment: &[(OsString, OsString)], text: &str) -> io::Result<bool> {
    let mut command = user_command::<&str>(command.as_ref(), &[]);
    command.env_clear();
    command.env("LESS", "FRX").env("LV", "-c");
    command.envs(environment.iter().cloned());
    let mut pager = command.stdin(Stdio::piped()).spawn()?;
    if let Some(mut stdin) = pager.stdin.take() {
        // A reader who has seen enough quits the pager, which closes the pipe.
        let _ = stdin.write_all(text.as_bytes());
    }
    let status = pager.wait()?;
    // The exit codes of a shell for a program that it does not find or cannot run.
    let is_missing = matches!(status.code(), Some(126 | 127));
    Ok(!is_missing)
}

//! Shows long text through the user's pager, as git does.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::process::{Command, Stdio};

use super::console::Console;
use super::user_program::{is_not_started, user_command};
use crate::error::Result;
use crate::files::find_program;
use crate::processes::IgnoreInterrupts;

/// Prints text, through the pager if stdout is a terminal. The pager is the shell command in
/// `$PAGER`, or `less` if the variable is not set and `less` is installed. An empty value or `cat`
/// means no pager. `path` is the value of `PATH`.
pub fn show_paged(
    console: Console,
    pager: Option<&str>,
    environment: &[(OsString, OsString)],
    path: Option<&OsStr>,
    text: &str,
) -> Result<()> {
    let command = match pager.map(str::trim) {
        Some("" | "cat") => None,
        Some(line) => Some(user_command::<&str>(line.as_ref(), &[], path)),
        None => path
            .and_then(|path| find_program(path, "less"))
            .map(Command::new),
    };
    if let Some(command) = command
        && console.stdout.interactive
    {
        let ignoring = IgnoreInterrupts::new();
        let shown = run_pager(command, environment, text);
        drop(ignoring);
        if let Ok(true) = shown {
            return Ok(());
        }
    }
    console.print(text)
}

/// Shows the text in the pager. Returns false if the pager cannot be started. The user's options
/// for `less` take precedence over these: end if the text fits on the screen (F), show colours (R),
/// and leave the text on the screen (X).
fn run_pager(
    mut command: Command,
    environment: &[(OsString, OsString)],
    text: &str,
) -> io::Result<bool> {
    command.env_clear();
    command.env("LESS", "FRX").env("LV", "-c");
    command.envs(environment.iter().cloned());
    let mut pager = command.stdin(Stdio::piped()).spawn()?;
    if let Some(mut stdin) = pager.stdin.take() {
        // This fails if the user quits the pager before the end of the text.
        let _ = stdin.write_all(text.as_bytes());
    }
    Ok(!is_not_started(pager.wait()?))
}

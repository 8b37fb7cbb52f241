//! Long text on a terminal goes through the user's pager, as git's does.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use super::console::raw;
use super::screen::Terminal;
use crate::error::Result;
use crate::processes::IgnoreInterrupts;

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
        let ignoring = IgnoreInterrupts::new();
        let shown = run_pager(command, environment, text);
        drop(ignoring);
        if let Ok(true) = shown {
            return Ok(());
        }
    }
    let mut stdout = stdout.writer(io::stdout());
    raw(&mut stdout, text.as_bytes())
}

/// A command of the user with further arguments, such as the pager, the editor or the
/// browser. On Unix it is run by the shell, which handles quotes and variables; on Windows
/// only double quotes mean something.
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
        let mut words = command_words(&line.to_string_lossy()).into_iter();
        let mut program = Command::new(find_program(&words.next().unwrap_or_default()));
        program.args(words);
        program
    };
    command.args(arguments);
    command
}

/// The words of a command on Windows, where double quotes keep blanks.
fn command_words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut is_quoted = false;
    for c in line.chars() {
        match c {
            '"' => is_quoted = !is_quoted,
            ' ' if !is_quoted => words.push(String::new()),
            _ => words.last_mut().expect("the first word").push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Finds a program on the `PATH` of Windows. It may be a batch file: `code` is `code.cmd`.
fn find_program(name: &str) -> PathBuf {
    let folders = env::var_os("PATH").unwrap_or_default();
    for folder in env::split_paths(&folders) {
        for ending in ["exe", "cmd", "bat"] {
            let program = folder.join(format!("{name}.{ending}"));
            if program.is_file() {
                return program;
            }
        }
    }
    name.into()
}

/// Shows the text in the pager. Returns false if the pager cannot be started. Unless the user has
/// set options for `less`, it ends if the text fits on the screen (F), passes colours on (R) and
/// leaves the text on the screen (X).
fn run_pager(command: &str, environment: &[(OsString, OsString)], text: &str) -> io::Result<bool> {
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
    // A shell exits with these codes if it does not find a program or cannot run it.
    let is_missing = matches!(status.code(), Some(126 | 127));
    Ok(!is_missing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_on_windows_has_blanks_in_quotes() {
        for (line, expected) in [
            ("code --wait", &["code", "--wait"][..]),
            (
                r#""C:\Program Files\x.exe"  -w"#,
                &[r"C:\Program Files\x.exe", "-w"],
            ),
            (r#"a" b"c"#, &["a bc"]),
            ("  ", &[]),
        ] {
            assert_eq!(command_words(line), expected, "{line}");
        }
    }
}

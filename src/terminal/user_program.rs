//! A program that the user has set as a command: the pager, the editor or the browser. On Unix, the
//! shell runs the command, and handles quotes and variables. On Windows, only double quotes have a
//! meaning.

use std::ffi::OsStr;
use std::process::{Command, ExitStatus};

use crate::files::find_program;

/// The command in `line`, with further arguments. On Windows, its program is looked up in the
/// folders of `path`, a value of `PATH`.
pub fn user_command<A: AsRef<OsStr>>(
    line: &OsStr,
    arguments: &[A],
    path: Option<&OsStr>,
) -> Command {
    let mut command = if cfg!(unix) {
        let mut script = line.to_owned();
        if !arguments.is_empty() {
            script.push(" \"$@\"");
        }
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(script).arg(line);
        shell
    } else {
        let mut words = windows_words(&line.to_string_lossy()).into_iter();
        let name = words.next().unwrap_or_default();
        let found = path.and_then(|path| find_program(path, &name));
        let mut program = Command::new(found.unwrap_or_else(|| name.into()));
        program.args(words);
        program
    };
    command.args(arguments);
    command
}

/// True if the shell of a [`user_command`] could not find or run the program.
pub fn is_not_started(status: ExitStatus) -> bool {
    cfg!(unix) && matches!(status.code(), Some(126 | 127))
}

/// The words of a command, as [`user_command`] understands it. Shell variables are not expanded.
pub fn command_words(line: &str) -> Vec<String> {
    if cfg!(unix) {
        shell_words(line)
    } else {
        windows_words(line)
    }
}

/// The words of a command on Windows. Double quotes keep blanks.
fn windows_words(line: &str) -> Vec<String> {
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

/// The words of a command of a shell. Single quotes, double quotes and a backslash keep blanks.
fn shell_words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        let word = words.last_mut().expect("the first word");
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None | Some('"'), '\\') => word.extend(chars.next()),
            (None, _) if c.is_whitespace() => words.push(String::new()),
            _ => word.push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
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
            assert_eq!(windows_words(line), expected, "{line}");
        }
    }

    #[test]
    fn a_command_of_a_shell_has_blanks_in_quotes_and_behind_backslashes() {
        for (line, expected) in [
            ("code --wait", &["code", "--wait"][..]),
            (r#""/opt/My Apps/subl"  -w"#, &["/opt/My Apps/subl", "-w"]),
            (r"'/opt/My Apps/subl'", &["/opt/My Apps/subl"]),
            (r"/opt/My\ Apps/subl -w", &["/opt/My Apps/subl", "-w"]),
            (r#"a"b c"'d "e'"#, &["ab cd \"e"]),
            ("  ", &[]),
        ] {
            assert_eq!(shell_words(line), expected, "{line}");
        }
    }
}

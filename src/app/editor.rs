//! Opening files in the user's editor, the way git does.

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

use super::context::App;
use super::interrupt::AtTerminal;
use crate::config::ChildEnv;
use crate::error::{Exit, HasExit};
use crate::processes;

/// Editors with windows of their own.
const WINDOWED: [&str; 36] = [
    "atom",
    "clion",
    "code",
    "code-insiders",
    "code-oss",
    "codium",
    "cursor",
    "fleet",
    "geany",
    "gedit",
    "gnome-text-editor",
    "gvim",
    "idea",
    "idea64",
    "kate",
    "kwrite",
    "lapce",
    "mate",
    "mousepad",
    "mvim",
    "neovide",
    "notepad",
    "notepad++",
    "nvim-qt",
    "pluma",
    "positron",
    "rustrover",
    "rustrover64",
    "subl",
    "sublime_text",
    "textmate",
    "vscodium",
    "windsurf",
    "xed",
    "zed",
    "zeditor",
];

/// The user's editor: a command, which may have arguments.
#[derive(Debug)]
pub struct Editor {
    command: OsString,
    environment: ChildEnv,
}

impl App {
    /// The editor of `VISUAL`, else of `EDITOR`.
    pub fn editor(&self) -> Result<Editor, EditorError> {
        let variables = ["VISUAL", "EDITOR"].into_iter();
        let mut set = variables.filter_map(|name| self.environment.variable(name));
        let command = set.find(|value| !value.to_string_lossy().trim().is_empty());
        Ok(Editor {
            command: command.ok_or(EditorError::NotSet)?.to_owned(),
            environment: self.child_env(),
        })
    }
}

impl Editor {
    /// Opens the files and waits until the editor ends: one in the terminal when
    /// the user leaves it, one with a window of its own mostly at once.
    pub fn open(&self, files: &[&Path]) -> Result<(), EditorError> {
        let shown = || self.command.to_string_lossy().into_owned();
        let at_terminal = AtTerminal::new();
        let status = self.command(files).status();
        drop(at_terminal);
        match status {
            Err(source) => Err(EditorError::NotStarted {
                command: shown(),
                source,
            }),
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(EditorError::Failed {
                command: shown(),
                status: status.to_string(),
            }),
        }
    }

    /// Opens the files: an editor with a window of its own is not waited for, one
    /// in the terminal is.
    pub fn start(&self, files: &[&Path]) -> Result<(), EditorError> {
        if !self.has_window() {
            return self.open(files);
        }
        let mut command = self.command(files);
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        // So that an interrupt of the terminal does not end the editor.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let started = command.spawn().map(processes::reap_later);
        started.map_err(|source| EditorError::NotStarted {
            command: self.command.to_string_lossy().into_owned(),
            source,
        })
    }

    /// Whether it is known to have a window of its own. Others are taken for
    /// editors in the terminal.
    pub fn has_window(&self) -> bool {
        let line = self.command.to_string_lossy();
        let mut words = line.split_whitespace();
        let program = words.next().unwrap_or_default().trim_matches(['"', '\'']);
        let name = program.rsplit(['/', '\\']).next().unwrap_or_default();
        let name = name.strip_suffix(".exe").unwrap_or(name);
        let in_terminal =
            |word: &str| matches!(word, "-nw" | "-t" | "-tty" | "--tty" | "--no-window-system");
        match name {
            "emacs" => {
                let desktops = ["DISPLAY", "WAYLAND_DISPLAY"];
                let has_desktop = desktops.iter().any(|it| self.environment.get(it).is_some());
                has_desktop && !words.any(in_terminal)
            }
            "emacsclient" => {
                words.any(|word| matches!(word, "-c" | "-n" | "--no-wait" | "--create-frame"))
            }
            name => WINDOWED.contains(&name),
        }
    }

    fn command(&self, files: &[&Path]) -> Command {
        let mut command = if cfg!(unix) {
            // The shell reads quotes and variables in the command.
            let mut line = self.command.clone();
            line.push(" \"$@\"");
            let mut shell = Command::new("sh");
            shell.arg("-c").arg(line).arg(&self.command);
            shell
        } else {
            let line = self.command.to_string_lossy();
            let mut words = line.split_whitespace();
            let mut program = Command::new(words.next().unwrap_or_default());
            program.args(words);
            program
        };
        command.args(files);
        self.environment.apply_to(&mut command);
        command
    }
}

#[derive(Debug, thiserror::Error)]
pub enum EditorError {
    #[error("no editor is set: set VISUAL or EDITOR, as in `export EDITOR=vim`")]
    NotSet,
    #[error("the editor `{command}` cannot be started; set VISUAL or EDITOR to another one")]
    NotStarted { command: String, source: io::Error },
    #[error("the editor `{command}` failed ({status}); VISUAL and EDITOR set another one")]
    Failed { command: String, status: String },
}

impl HasExit for EditorError {
    fn exit(&self) -> Exit {
        match self {
            Self::NotSet | Self::NotStarted { .. } => Exit::Usage,
            Self::Failed { .. } => Exit::Failed,
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;

    use super::*;

    fn editor(command: &str) -> Editor {
        let path = std::env::var_os("PATH").unwrap_or_default();
        Editor {
            command: command.into(),
            environment: ChildEnv::new(
                [("PATH".into(), path), ("AOC_SESSION".into(), "x".into())],
                None,
            ),
        }
    }

    #[test]
    fn the_command_has_arguments_and_quotes() {
        let temp = tempfile::tempdir().unwrap();
        let script = temp.path().join("my editor");
        fs::write(
            &script,
            "for word; do echo \"$word\"; done > \"$1\"; env >> \"$1\"\n",
        )
        .unwrap();
        let (out, file) = (temp.path().join("out"), Path::new("days/my day.rs"));
        let command = format!("sh '{}' '{}' --wait", script.display(), out.display());
        editor(&command).open(&[file]).unwrap();
        let seen = fs::read_to_string(&out).unwrap();
        let words = format!("{}\n--wait\ndays/my day.rs\n", out.display());
        assert!(seen.starts_with(&words), "{seen}");
        assert!(!seen.contains("AOC_SESSION"), "{seen}");
    }

    #[test]
    fn windows_are_known_by_the_name_of_the_program() {
        for (command, has_window) in [
            ("code --wait", true),
            ("/usr/bin/subl -n", true),
            ("'gvim' -f", true),
            ("emacsclient -c", true),
            ("emacsclient -t", false),
            ("emacs", false),
            ("vim", false),
            ("nvim", false),
            ("hx", false),
            ("nano", false),
        ] {
            assert_eq!(editor(command).has_window(), has_window, "{command}");
        }
    }

    #[test]
    fn a_failure_is_named() {
        let error = editor("sh -c 'exit 3' --").open(&[]).unwrap_err();
        assert!(
            error.to_string().contains("failed (exit status: 3)"),
            "{error}"
        );
        let error = editor("/no/such/editor").open(&[]).unwrap_err();
        assert!(
            error.to_string().contains("`/no/such/editor` failed"),
            "{error}"
        );
    }
}

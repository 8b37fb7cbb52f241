//! Opens the user's editor: in the terminal of the command, in a pane beside it, or in a window of
//! its own.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::Command;

use super::user_programs::{non_blank_variable, run_program, start_beside};
use crate::config::Settings;
use crate::error::{CliError, Exit, Result, usage_error};
use crate::runner::Launcher;
use crate::terminal::{command_words, is_not_started, user_command};

/// The user's editor: a shell command, perhaps with arguments.
pub struct Editor {
    command: OsString,
    /// The setting or variable that names the editor, for advice.
    named_by: String,
    may_use_pane: bool,
}

/// The programs that can open a command in a pane. Each has the variable that shows that it is
/// running, and the words that come before the command. If such programs are nested, the first one
/// in this list is the innermost.
const PANES: &[(&str, &[&str])] = &[
    ("TMUX", &["tmux", "split-window", "-h", "--"]),
    (
        "ZELLIJ",
        &[
            "zellij",
            "run",
            "--close-on-exit",
            "--direction",
            "right",
            "--",
        ],
    ),
    (
        "WEZTERM_PANE",
        &["wezterm", "cli", "split-pane", "--right", "--"],
    ),
    (
        "KITTY_LISTEN_ON",
        &[
            "kitten",
            "@",
            "launch",
            "--location=vsplit",
            "--cwd=current",
        ],
    ),
];

/// The editors that contain a terminal. Each has the `TERM_PROGRAM` of the terminal, and the
/// command that opens a file in the editor.
const TERMINALS: &[(&str, &[&str])] = &[
    (
        "vscode",
        &["code", "codium", "cursor", "windsurf", "code-insiders"],
    ),
    ("zed", &["zed", "zeditor"]),
];

/// Other editors with a window. The editors of [`TERMINALS`] also have one.
const GRAPHICAL: &[&str] = &[
    "clion",
    "gedit",
    "gnome-text-editor",
    "gvim",
    "idea",
    "kate",
    "kwrite",
    "lapce",
    "mvim",
    "neovide",
    "rustrover",
    "subl",
];

/// The options that make a graphical editor wait until the file is closed.
const WAITS: &[&str] = &["--wait", "-w", "--block", "-f", "--nofork"];

impl Editor {
    /// The editor of the settings, or else that of `VISUAL` or `EDITOR`, or else the editor that
    /// contains the terminal. Fails if none of them is set.
    pub fn find(launcher: &Launcher, settings: &Settings) -> Result<Self> {
        let setting = settings.editor.as_ref().map(OsString::from);
        let named_by = match setting {
            Some(_) => settings.name_of("editor"),
            None => "VISUAL or EDITOR".to_owned(),
        };
        let command = setting
            .or_else(|| non_blank_variable(launcher, "VISUAL"))
            .or_else(|| non_blank_variable(launcher, "EDITOR"))
            .or_else(|| editor_of_terminal(launcher))
            .ok_or_else(|| {
                usage_error("no editor is set: set EDITOR to its command, such as `vim` or `code`")
            })?;
        Ok(Self {
            command,
            named_by,
            may_use_pane: settings.may_use_pane(),
        })
    }

    /// Opens a file while the command continues, in the window of a graphical editor or in a pane.
    /// Returns false if neither is possible.
    pub fn open_beside(&self, launcher: &Launcher, file: &Path) -> bool {
        let mut command = user_command(&self.command, &[file], launcher.environment.get("PATH"));
        if !self.is_graphical() {
            let pane = PANES
                .iter()
                .find(|(variable, _)| non_blank_variable(launcher, variable).is_some());
            match pane {
                Some((_, words)) if self.may_use_pane => command = in_pane(words, &command),
                _ => return false,
            }
        }
        start_beside(launcher, command).is_ok()
    }

    /// Opens the files in the editor, and waits until it ends. As in git, a command of several
    /// words is run by a shell.
    pub fn edit(&self, launcher: &Launcher, files: &[&Path]) -> Result<()> {
        let environment = &launcher.environment;
        let mut command = user_command(&self.command, files, environment.get("PATH"));
        let (exit, why) = match run_program(launcher, environment, &mut command) {
            Ok(status) if status.success() => return Ok(()),
            Ok(status) if is_not_started(status) => (Exit::Files, status.to_string()),
            Ok(status) => (Exit::Failed, status.to_string()),
            Err(error) => (Exit::Files, error.to_string()),
        };
        let editor = self.command.to_string_lossy();
        let message = format!(
            "the editor `{editor}` failed ({why}); set {} to another one",
            self.named_by
        );
        Err(CliError::new(exit, message))
    }

    /// True if the editor opens a window and no option makes it wait.
    fn is_graphical(&self) -> bool {
        let words = command_words(&self.command.to_string_lossy());
        let Some((program, arguments)) = words.split_first() else {
            return false;
        };
        let name = Path::new(program).file_stem();
        let of_terminals = TERMINALS.iter().flat_map(|(_, commands)| *commands);
        GRAPHICAL
            .iter()
            .chain(of_terminals)
            .any(|known| name == Some(OsStr::new(known)))
            && !arguments.iter().any(|word| WAITS.contains(&&**word))
    }
}

/// The command that opens a new pane with this command.
fn in_pane(words: &[&str], command: &Command) -> Command {
    let mut pane = Command::new(words[0]);
    pane.args(&words[1..])
        .arg(command.get_program())
        .args(command.get_args());
    pane
}

/// The editor that contains this terminal. `None` if its command is not found.
fn editor_of_terminal(launcher: &Launcher) -> Option<OsString> {
    let terminal = non_blank_variable(launcher, "TERM_PROGRAM")?;
    let (_, commands) = TERMINALS.iter().find(|(name, _)| terminal == *name)?;
    let environment = &launcher.environment;
    let command = commands
        .iter()
        .find(|command| environment.program(command).is_some())?;
    Some(OsString::from(command))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn graphical_editors_are_known_unless_they_are_asked_to_wait() {
        for (command, is_graphical) in [
            ("code", true),
            ("/usr/bin/zed", true),
            ("code --new-window", true),
            ("code --wait", false),
            ("subl -w", false),
            (r#""/opt/My Apps/subl""#, true),
            (r#""/opt/My Apps/subl" -w"#, false),
            ("vim", false),
            ("hx", false),
            ("emacs -nw", false),
        ] {
            let editor = Editor {
                command: command.into(),
                named_by: String::new(),
                may_use_pane: true,
            };
            assert_eq!(editor.is_graphical(), is_graphical, "{command}");
        }
    }
}

//! The user's own programs: the editor and the browser. Neither is given the
//! session, which would otherwise be in its environment.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::Ordering::SeqCst;
use std::thread;
use std::time::{Duration, Instant};

use super::context::App;
use crate::config::ChildEnv;
use crate::error::{CliError, Exit};
use crate::processes;
use crate::terminal::IS_LENT;

/// How long a program that starts a browser may take to fail. One that still runs
/// after this is taken for the browser.
const PATIENCE: Duration = Duration::from_secs(2);

/// The user's editor: a command for the shell, which may have arguments.
pub struct Editor {
    command: OsString,
    environment: ChildEnv,
}

impl App {
    /// The editor of `VISUAL`, else of `EDITOR`.
    pub fn editor(&self) -> Result<Editor, CliError> {
        let environment = self.child_env();
        let set = ["VISUAL", "EDITOR"].map(|name| non_empty(&environment, name));
        let Some(command) = set.into_iter().flatten().next() else {
            let message = "no editor is set: set VISUAL or EDITOR, as in `export EDITOR=vim`";
            return Err(CliError::new(Exit::Usage, message));
        };
        Ok(Editor {
            command,
            environment,
        })
    }

    /// Shows an address in the browser that `BROWSER` names, else in that of the
    /// desktop. The error says why nothing was opened.
    pub fn open_in_browser(&self, address: &str) -> Result<(), &'static str> {
        let environment = self.child_env();
        let is_set = |name: &&str| environment.get(name).is_some_and(|value| !value.is_empty());
        // Other systems always have a desktop.
        let has_desktop = cfg!(any(windows, target_os = "macos"))
            || ["DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"]
                .iter()
                .any(is_set);
        let commands = match non_empty(&environment, "BROWSER") {
            Some(browser) => vec![shell(&browser, &[address.as_ref()])],
            None if has_desktop => open::commands(address),
            None => return Err("there is no desktop here, and BROWSER is not set"),
        };
        let start = |mut command: Command| {
            environment.apply_to(&mut command);
            command
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null());
            // An interrupt of the terminal must not end the browser.
            #[cfg(unix)]
            std::os::unix::process::CommandExt::process_group(&mut command, 0);
            command.spawn().is_ok_and(has_started)
        };
        let started = commands.into_iter().any(start);
        started
            .then_some(())
            .ok_or("no browser could be started; set BROWSER to one")
    }
}

impl Editor {
    /// Opens the files and waits until the editor ends, as git does.
    pub fn open(&self, files: &[&Path]) -> Result<(), CliError> {
        let files: Vec<&OsStr> = files.iter().map(|file| file.as_os_str()).collect();
        let mut command = shell(&self.command, &files);
        self.environment.apply_to(&mut command);
        IS_LENT.store(true, SeqCst);
        let status = command.status();
        IS_LENT.store(false, SeqCst);
        let failed = |why: String| {
            let command = self.command.to_string_lossy();
            let message = format!("the editor `{command}` failed ({why}); set VISUAL or EDITOR");
            Err(CliError::new(Exit::Failed, message))
        };
        match status {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => failed(status.to_string()),
            Err(error) => failed(error.to_string()),
        }
    }
}

fn non_empty(environment: &ChildEnv, name: &str) -> Option<OsString> {
    let value = environment.get(name)?;
    (!value.to_string_lossy().trim().is_empty()).then(|| value.to_owned())
}

/// A command of the user's with further arguments. On Unix the shell reads the
/// quotes and variables in it.
fn shell(line: &OsStr, arguments: &[&OsStr]) -> Command {
    let mut command = if cfg!(unix) {
        let mut script = line.to_owned();
        script.push(" \"$@\"");
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

/// False if the program fails within the time that it has.
fn has_started(mut child: Child) -> bool {
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) => thread::sleep(Duration::from_millis(10)),
            Err(_) => return false,
        }
    }
    processes::reap_later(child);
    true
}

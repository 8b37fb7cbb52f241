//! Runs the user's own programs, such as the editor or the browser, without the session in their
//! environment.

use std::ffi::OsString;
use std::io::{self, stderr};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::config::ChildEnv;
use crate::processes::{IgnoreInterrupts, POLL, reap_later};
use crate::runner::{Launcher, StdoutTarget};
use crate::terminal::is_not_started;

/// The time in which a program that starts a browser or an editor may fail. A program that runs
/// longer is assumed to be the browser or editor itself.
const START_TIME: Duration = Duration::from_secs(2);

/// Runs a program of the user in this environment until it ends. Only the program handles Ctrl-C.
pub fn run_program(
    launcher: &Launcher,
    environment: &ChildEnv,
    command: &mut Command,
) -> io::Result<ExitStatus> {
    environment.apply_to(command);
    if launcher.stdout == StdoutTarget::Stderr {
        command.stdout(stderr());
    }
    let _ignoring = IgnoreInterrupts::new();
    command.status()
}

/// Starts a program that has its own window or pane, and keeps running beside this one. Fails if
/// the program visibly fails to start.
pub fn start_beside(launcher: &Launcher, mut command: Command) -> io::Result<()> {
    launcher.environment.apply_to(&mut command);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    // An interrupt on the terminal must not end the program.
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        command.process_group(0);
    }
    check_start(command.spawn()?)
}

/// The value of a variable. `None` if it is not set or is blank.
pub fn non_blank_variable(launcher: &Launcher, name: &str) -> Option<OsString> {
    let value = launcher.environment.get(name)?;
    let is_blank = value.to_string_lossy().trim().is_empty();
    if is_blank {
        return None;
    }
    Some(value.to_owned())
}

/// Fails if the program fails within [`START_TIME`].
fn check_start(mut child: Child) -> io::Result<()> {
    let start = Instant::now();
    while start.elapsed() < START_TIME {
        match child.try_wait()? {
            Some(status) if status.success() => return Ok(()),
            Some(status) if is_not_started(status) => {
                return Err(io::Error::other("command not found"));
            }
            Some(status) => return Err(io::Error::other(status.to_string())),
            None => sleep(POLL),
        }
    }
    reap_later(child);
    Ok(())
}

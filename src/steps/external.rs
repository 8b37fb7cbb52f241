//! The user's own programs, such as the browser. Their environment does not contain the
//! session.

use std::ffi::OsString;
use std::io::{self, stderr};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::app::{App, Launcher};
use crate::error::Result;
use crate::processes::{IgnoreInterrupts, POLL, reap_later};
use crate::puzzle::Puzzle;
use crate::runner::Stdout;
use crate::terminal::{ResultList, user_command};

/// A program that starts a browser or an editor may fail within this time. If it still runs
/// after this, it is assumed to be that one.
const PATIENCE: Duration = Duration::from_secs(2);

/// Runs a program of the user's, which alone decides about Ctrl-C, until it ends.
pub fn run_program(launcher: &Launcher, command: &mut Command) -> io::Result<ExitStatus> {
    launcher.environment.apply_to(command);
    if launcher.stdout == Stdout::Stderr {
        command.stdout(stderr());
    }
    let _ignoring = IgnoreInterrupts::new();
    command.status()
}

/// Opens an address in the browser in `BROWSER`, or in the browser of the desktop. The
/// error says why nothing was opened.
fn open_in_browser(launcher: &Launcher, address: &str) -> Result<(), &'static str> {
    if launcher.is_offline {
        return Err("because of --offline");
    }
    // Only Linux and other Unix systems may lack a screen for a browser.
    let has_desktop = cfg!(any(windows, target_os = "macos"))
        || ["DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"]
            .into_iter()
            .any(|name| non_empty(launcher, name).is_some());
    let commands = match non_empty(launcher, "BROWSER") {
        Some(browser) => vec![user_command(&browser, &[address])],
        None if has_desktop => open::commands(address),
        None => return Err("there is no desktop here, and BROWSER is not set"),
    };
    for command in commands {
        if start_beside(launcher, command) {
            return Ok(());
        }
    }
    Err("no browser could be started; set BROWSER to one")
}

/// Starts a program that goes on beside this one, in a window of its own. Returns whether it
/// did, as far as can be seen.
pub fn start_beside(launcher: &Launcher, mut command: Command) -> bool {
    launcher.environment.apply_to(&mut command);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    // An interrupt from the terminal must not end it.
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        command.process_group(0);
    }
    command.spawn().is_ok_and(has_started)
}

/// One result of `aoc open --json`.
#[derive(Serialize)]
struct OpenResult {
    #[serde(flatten)]
    puzzle: Puzzle,
    url: String,
    /// False if no browser was started.
    opened: bool,
}

/// Opens the pages of puzzles, unless they should only be printed. Their addresses are
/// always printed, because the browser may be on another screen.
pub fn open_pages(app: &App, puzzles: &[Puzzle], only_print: bool) -> Result<()> {
    let mut results = Vec::new();
    let mut addresses = String::new();
    for &puzzle in puzzles {
        let url = app.settings.page_url(puzzle).to_string();
        let mut opened = false;
        if !only_print {
            match open_in_browser(&app.launcher, &url) {
                Ok(()) => {
                    opened = true;
                    app.workspace.note_first_look(app.site.clock(), puzzle);
                }
                Err(reason) => app.ui.note(format!("{puzzle}: not opened: {reason}")),
            }
        }
        addresses += &format!("{url}\n");
        results.push(OpenResult {
            puzzle,
            url,
            opened,
        });
    }
    app.ui.show("open", &ResultList { results }, || addresses)
}

/// A variable that is set and not blank.
pub fn non_empty(launcher: &Launcher, name: &str) -> Option<OsString> {
    let value = launcher.environment.get(name)?;
    let is_blank = value.to_string_lossy().trim().is_empty();
    if is_blank {
        return None;
    }
    Some(value.to_owned())
}

/// False if the program fails within [`PATIENCE`].
fn has_started(mut child: Child) -> bool {
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) => sleep(POLL),
            Err(_) => return false,
        }
    }
    reap_later(child);
    true
}

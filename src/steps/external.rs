//! Runs the user's own programs, such as the browser. Their environment does not contain the
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

/// The time within which a program that starts a browser or an editor may fail. If it is still
/// running then, it is assumed to be the browser or editor itself.
const PATIENCE: Duration = Duration::from_secs(2);

/// Runs a program of the user until it ends. The program alone handles Ctrl-C.
pub fn run_program(launcher: &Launcher, command: &mut Command) -> io::Result<ExitStatus> {
    launcher.environment.apply_to(command);
    if launcher.stdout == Stdout::Stderr {
        command.stdout(stderr());
    }
    let _ignoring = IgnoreInterrupts::new();
    command.status()
}

/// Opens an address in the browser of `BROWSER` or in the desktop's browser. The error says why
/// nothing was opened.
fn open_in_browser(launcher: &Launcher, address: &str) -> Result<(), &'static str> {
    if launcher.is_offline {
        return Err("not opened because of --offline");
    }
    // Linux and other Unix systems may have no display for a browser.
    let has_desktop = cfg!(any(windows, target_os = "macos"))
        || ["DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"]
            .into_iter()
            .any(|name| non_empty(launcher, name).is_some());
    let commands = match non_empty(launcher, "BROWSER") {
        Some(browser) => vec![user_command(&browser, &[address])],
        None if has_desktop => open::commands(address),
        None => return Err("not opened: there is no desktop here, and BROWSER is not set"),
    };
    for command in commands {
        if start_beside(launcher, command) {
            return Ok(());
        }
    }
    Err("not opened: no browser could be started; set BROWSER to one")
}

/// Starts a program that has a separate window and keeps running next to this one. Returns true
/// if it has started, as far as that can be seen.
pub fn start_beside(launcher: &Launcher, mut command: Command) -> bool {
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
    command.spawn().is_ok_and(has_started)
}

/// One result of `aoc open --json`.
#[derive(Serialize)]
struct OpenResult {
    #[serde(flatten)]
    puzzle: Puzzle,
    url: String,
    /// Whether a browser was started.
    opened: bool,
}

/// Opens the pages of puzzles, unless they should only be printed. Their addresses are always
/// printed, because the browser may be on another screen.
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
                    app.workspace.note_first_look(app.site.time(), puzzle);
                }
                Err(reason) => app.ui.note(format!("{puzzle}: {reason}")),
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

/// Returns false if the program fails within [`PATIENCE`].
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

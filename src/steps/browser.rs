//! Opens the pages of puzzles in the browser, for `open` and `start`.

use serde::Serialize;

use super::first_look::record_first_look;
use super::user_programs::{non_blank_variable, start_beside};
use crate::app::App;
use crate::error::Result;
use crate::puzzle::Puzzle;
use crate::runner::Launcher;
use crate::terminal::{ResultList, plain_line, user_command};

/// One result of `aoc open --json`.
#[derive(Serialize)]
struct OpenResult {
    #[serde(flatten)]
    puzzle: Puzzle,
    url: String,
    /// True if a browser was started.
    opened: bool,
}

/// The result of opening a page in the browser.
pub enum Opening {
    Opened,
    /// No browser was started, for this reason.
    Failed(String),
    /// Only the address was requested.
    NotRequested,
}

/// Opens the pages of puzzles, or only prints their addresses.
pub fn open_pages(app: &App, puzzles: &[Puzzle], only_print: bool) -> Result<()> {
    let mut pages = Vec::new();
    for &puzzle in puzzles {
        let opening = if only_print {
            Opening::NotRequested
        } else {
            open_page(app, puzzle)
        };
        pages.push((puzzle, opening));
    }
    show_openings(app, pages)
}

pub fn open_page(app: &App, puzzle: Puzzle) -> Opening {
    match open_in_browser(&app.launcher, app.settings.page_url(puzzle).as_ref()) {
        Ok(()) => Opening::Opened,
        Err(reason) => Opening::Failed(reason),
    }
}

/// Shows whether each page was opened. The addresses are always printed, because the browser may be
/// on another screen.
pub fn show_openings(app: &App, pages: Vec<(Puzzle, Opening)>) -> Result<()> {
    let mut results = Vec::new();
    let mut addresses = String::new();
    for (puzzle, opening) in pages {
        let url = app.settings.page_url(puzzle).to_string();
        let mut opened = false;
        match opening {
            Opening::Opened => {
                opened = true;
                record_first_look(&app.site, &app.workspace, puzzle);
            }
            Opening::Failed(reason) => app.ui.note(format!("{puzzle}: {reason}")),
            Opening::NotRequested => {}
        }
        addresses += &plain_line(&url);
        results.push(OpenResult {
            puzzle,
            url,
            opened,
        });
    }
    app.ui.show("open", &ResultList { results }, || addresses)
}

/// Opens an address in the browser that `BROWSER` names, or in the browser of the desktop. The
/// error is the reason why nothing was opened.
fn open_in_browser(launcher: &Launcher, address: &str) -> Result<(), String> {
    if launcher.is_offline {
        return Err("not opened because of --offline".to_owned());
    }
    if let Some(browser) = non_blank_variable(launcher, "BROWSER") {
        let command = user_command(&browser, &[address], launcher.environment.get("PATH"));
        return start_beside(launcher, command).map_err(|error| {
            format!(
                "not opened: the browser `{}` failed ({error}); set BROWSER to another one",
                browser.display()
            )
        });
    }
    // On Linux and other Unix systems there may be no display for a browser.
    let has_desktop = cfg!(any(windows, target_os = "macos"))
        || ["DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"]
            .into_iter()
            .any(|name| non_blank_variable(launcher, name).is_some());
    if !has_desktop {
        return Err("not opened: there is no desktop here, and BROWSER is not set".to_owned());
    }
    for command in open::commands(address) {
        if start_beside(launcher, command).is_ok() {
            return Ok(());
        }
    }
    Err("not opened: no browser could be started; set BROWSER to one".to_owned())
}

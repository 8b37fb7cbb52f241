//! `aoc open`: the page of a puzzle in the browser.

use crate::app::App;
use crate::args;
use crate::error::{CliError, Exit, HasExit};
use crate::puzzle::Puzzle;
use crate::reporter::{self, OpenResult, OpenResults};
use crate::terminal;

/// More pages than this at once are a mistake.
const MOST: usize = 5;

pub fn run(app: &App, args: &args::Open) -> Result<Exit, CliError> {
    let puzzles = app.puzzles(&args.selection)?;
    if !args.print && puzzles.len() > MOST {
        let puzzles = puzzles.len();
        return Err(OpenError::Many { puzzles }.into());
    }
    let results = puzzles
        .into_iter()
        .map(|puzzle| open(app, puzzle, args.print))
        .collect();
    let results = OpenResults::new(results);
    if app.json {
        terminal::json(&mut app.console(), &results)?;
    } else {
        reporter::opened(&mut app.console(), &results)?;
    }
    Ok(Exit::Done)
}

fn open(app: &App, puzzle: Puzzle, print: bool) -> OpenResult {
    let url = app.settings.base_url.at(&puzzle.page_path()).to_string();
    let opened = if print {
        false
    } else if app.offline {
        app.note(&format!("{puzzle}: not opened because of --offline"));
        false
    } else if let Err(error) = app.open_in_browser(&url) {
        app.note(&format!("{puzzle}: not opened: {error}"));
        false
    } else {
        true
    };
    OpenResult {
        year: puzzle.year,
        day: puzzle.day,
        url,
        opened,
    }
}

#[derive(Debug, thiserror::Error)]
enum OpenError {
    #[error("{puzzles} puzzles are selected; open at most {MOST} at once, or use --print")]
    Many { puzzles: usize },
}

impl HasExit for OpenError {
    fn exit(&self) -> Exit {
        match self {
            Self::Many { .. } => Exit::Usage,
        }
    }
}

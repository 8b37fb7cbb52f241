//! `aoc open`: the page of a puzzle in the browser.

use clap::Args;

use crate::app::App;
use crate::app::args::SelectionArgs;
use crate::error::{CliError, Exit, HasExit};
use crate::puzzle::Puzzle;
use crate::reporter::{self, OpenResult, OpenResults};
use crate::terminal;

/// Open a puzzle in the browser
///
/// Opens the page of a puzzle in the browser of BROWSER, else in that of the
/// desktop. aoc itself makes no request. Without a selector it opens today's puzzle
/// while an event runs.
#[derive(Args, Debug, Default)]
#[command(after_help = "\
Examples:
  aoc open                  open today's puzzle, while an event runs
  aoc open 2020/22 --print  print the puzzle's address")]
pub struct OpenArgs {
    #[command(flatten)]
    pub selection: SelectionArgs,
    /// Print the address and open nothing
    #[arg(long)]
    pub print: bool,
}

/// More pages than this at once are a mistake.
const MOST: usize = 5;

pub fn run(app: &App, args: &OpenArgs) -> Result<Exit, CliError> {
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

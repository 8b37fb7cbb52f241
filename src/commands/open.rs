//! `aoc open`: the page of a puzzle in the browser.

use clap::Args;
use serde::Serialize;

use crate::app::args::SelectionArgs;
use crate::app::external::open_in_browser;
use crate::app::{App, selection};
use crate::error::{CliError, Exit};
use crate::puzzle::{Puzzle, PuzzleKind};
use crate::terminal::ResultList;

/// Open a puzzle in the browser
///
/// Opens the page of a puzzle in the browser that BROWSER names, otherwise in the
/// default browser. aoc itself makes no request. Without a selector it opens today's
/// puzzle while an event runs.
#[derive(Args, Debug, Default)]
#[command(add = PuzzleKind::Events, after_help = "\
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

/// One result of `aoc open --json`.
#[derive(Debug, Serialize)]
struct OpenResult {
    #[serde(flatten)]
    puzzle: Puzzle,
    url: String,
    /// False if no browser was started.
    opened: bool,
}

/// The most pages that are opened at once. More are probably a mistake.
const MAX_PAGES: usize = 5;

pub fn run(app: &App, args: &OpenArgs) -> Result<Exit, CliError> {
    let puzzles = selection::select(app, &args.selection, PuzzleKind::Events)?;
    if !args.print && puzzles.len() > MAX_PAGES {
        let message = format!(
            "{} puzzles are selected; open at most {MAX_PAGES} at once, or use --print",
            puzzles.len()
        );
        return Err(CliError::new(Exit::Usage, message));
    }
    open(app, &puzzles, args.print)?;
    Ok(Exit::Done)
}

/// Opens the pages, unless they should only be printed. Their addresses are always
/// printed, because the browser may be on another screen.
pub fn open(app: &App, puzzles: &[Puzzle], only_print: bool) -> Result<(), CliError> {
    let mut results = Vec::new();
    for &puzzle in puzzles {
        let url = app.settings.base_url.at(&puzzle.page_path()).to_string();
        let opened = if only_print {
            Ok(false)
        } else if app.offline {
            Err("because of --offline")
        } else {
            open_in_browser(&app.child_env, &url).map(|()| true)
        };
        if let Err(reason) = opened {
            app.note(&format!("{puzzle}: not opened: {reason}"));
        }
        results.push(OpenResult {
            puzzle,
            url,
            opened: opened == Ok(true),
        });
    }
    let lines = results.iter().map(|result| format!("{}\n", result.url));
    let results = ResultList { results: &results };
    app.show("open", &results, || lines.collect())
}

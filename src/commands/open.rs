//! `aoc open`: opens the page of a puzzle in the browser.

use clap::Args;

use crate::app::App;
use crate::app::args::SelectionArgs;
use crate::error::{Exit, Result, usage_error};
use crate::puzzle::PuzzleScope;
use crate::steps::Resolver;
use crate::steps::browser::open_pages;

const SCOPE: PuzzleScope = PuzzleScope::Events;

/// Open a puzzle in the browser
///
/// Opens the page of a puzzle in the browser that BROWSER names, or in the default browser. aoc
/// itself makes no request. Without a selector it opens today's puzzle during an event, or else
/// that of the day that was edited last.
#[derive(Args)]
#[command(add = SCOPE, after_help = "Examples:
  aoc open                  open today's puzzle, during an event
  aoc open 2020/22 --print  print the puzzle's address")]
pub struct OpenArgs {
    #[command(flatten)]
    selection: SelectionArgs,
    /// Print the address and open nothing
    #[arg(long)]
    print: bool,
}

/// The largest number of pages that are opened at once. A larger number is probably a mistake.
const MAX_PAGES: usize = 5;

pub fn run(app: &App, args: &OpenArgs) -> Result<Exit> {
    let puzzles = Resolver::new(app).select(&args.selection, SCOPE)?;
    let count = puzzles.len();
    if !args.print && count > MAX_PAGES {
        return Err(usage_error(format!(
            "{count} puzzles are selected; open at most {MAX_PAGES} at once, or use --print"
        )));
    }
    open_pages(app, &puzzles, args.print)?;
    Ok(Exit::Done)
}

//! `aoc read`: shows a puzzle's page as text.

use aoc_solution::Part;
use clap::Args;

use crate::app::App;
use crate::app::args::{SelectionArgs, parse_part};
use crate::error::{Exit, Result};
use crate::puzzle::PuzzleScope;
use crate::render::PageFormat;
use crate::steps::{ReadResult, Resolver, read_page, show_pages};

const SCOPE: PuzzleScope = PuzzleScope::Events;

/// Read a puzzle's text in the terminal
///
/// Shows the page of a puzzle as text, through the pager on a terminal. It is downloaded if it is
/// not stored. Without a selector it shows today's page during an event, or else that of the day
/// that was edited last.
#[derive(Args)]
#[command(add = SCOPE, after_help = "\
Examples:
  aoc read 2020/22 -p 2   read its second part
  aoc read 2020/22 --raw  print the page as Markdown")]
pub struct ReadArgs {
    #[command(flatten)]
    selection: SelectionArgs,
    /// Show one part only; part 2 is downloaded once it is open
    #[arg(short, long, value_name = "N", value_parser = parse_part)]
    part: Option<Part>,
    /// Print Markdown, without the pager
    #[arg(long)]
    raw: bool,
}

/// Shows the pages of the puzzles. Missing pages are downloaded.
pub fn run(app: &App, args: &ReadArgs) -> Result<Exit> {
    let mut pages = Vec::new();
    let mut exit = Exit::Done;
    for puzzle in Resolver::new(app).select(&args.selection, SCOPE)? {
        let page = read_page(app, puzzle, args.part).map_err(|error| {
            let message = error.to_string();
            exit = exit.or(app.ui.error(&error.context(puzzle)));
            message
        });
        pages.push(ReadResult { puzzle, page });
    }
    let format = if args.raw {
        PageFormat::Markdown
    } else {
        PageFormat::Terminal(app.ui.stdout)
    };
    show_pages(app, &pages, format)?;
    Ok(exit)
}

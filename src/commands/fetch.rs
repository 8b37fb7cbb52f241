//! `aoc fetch`: downloads missing inputs and pages. The examples and accepted answers of
//! a page are written to files beside it.

use clap::Args;

use crate::app::args::{SelectionArgs, account};
use crate::app::{App, Downloader, fetch, selection};
use crate::error::{CliError, Exit};
use crate::puzzle::PuzzleKind;

/// Download inputs and puzzle pages, each once
///
/// Downloads the input and the page of each puzzle that is not stored yet. Accepted
/// answers and examples are taken from the page. A puzzle that is locked is not
/// asked for, unless --wait waits for its unlock. Without a selector it fetches
/// today's puzzle while an event runs.
#[derive(Args, Debug, Default)]
#[command(visible_alias = "f", add = PuzzleKind::Events)]
#[command(after_help = "\
Examples:
  aoc fetch 2020/1-5  download the inputs of five days
  aoc fetch 5 --wait  wait until day 5 unlocks, while an event runs")]
pub struct FetchArgs {
    #[command(flatten)]
    pub selection: SelectionArgs,
    /// Download again, and replace the stored files
    #[arg(long)]
    pub force: bool,
    /// Wait for the unlock of a locked puzzle
    #[arg(long)]
    pub wait: bool,
    /// Use this account's session, and store the input under this name
    #[arg(long, value_name = "NAME")]
    pub account: Option<String>,
}

pub fn run(app: &App, args: &FetchArgs) -> Result<Exit, CliError> {
    let puzzles = selection::select(app, &args.selection, PuzzleKind::Events)?;
    let mut downloader = Downloader::new(app)?;
    downloader.force = args.force;
    downloader.wait = args.wait;
    downloader.account = account(args.account.as_deref())?;
    fetch(app, downloader, &puzzles)
}

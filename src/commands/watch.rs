//! `aoc watch`: builds and runs a day whenever its files are saved.
//!
//! A round is what `aoc run` does, on a thread of its own, while this one listens
//! to files and keys. What comes meanwhile stops the round: its token is
//! cancelled, and the next round starts when it has ended.

mod session;

use clap::Args;

use crate::app::App;
use crate::app::args::SelectionArgs;
use crate::commands::run::RunOptions;
use crate::error::{CliError, Exit};
use crate::puzzle::Puzzle;
use session::WatchSession;

/// Build and run at each save: examples, then the input
///
/// Builds and runs a day whenever a file that it uses is saved: the examples first,
/// then the input. A newer save stops what still runs. On a terminal, keys submit
/// an answer, show the trace, measure, and run again. Without a selector it follows
/// the day that is edited last.
#[derive(Args, Clone, Debug, Default)]
#[command(
    visible_alias = "w",
    after_help = "\
Examples:
  aoc watch                     follow the day that is edited last
  aoc watch 22                  stay with day 22
  aoc watch -p 2 --timeout 10s  run part 2, for ten seconds at most"
)]
pub struct WatchArgs {
    #[command(flatten)]
    pub selection: SelectionArgs,
    /// Look for changes twice a second, where the system does not tell of them (network drives)
    #[arg(long)]
    pub poll: bool,
    #[command(flatten)]
    pub options: RunOptions,
}

pub fn run(app: &App, args: &WatchArgs) -> Result<Exit, CliError> {
    let first = first(app, &args.selection)?;
    WatchSession::new(app, &args.selection, &args.options, args.poll, first)?.run()
}

/// Watches one day, as `start` does.
pub fn watch_puzzle(app: &App, puzzle: Puzzle) -> Result<Exit, CliError> {
    let selection = SelectionArgs {
        selectors: vec![puzzle.to_string()],
        year: None,
    };
    WatchSession::new(app, &selection, &RunOptions::default(), false, Some(puzzle))?.run()
}

/// The day to begin with: of those that are selected, the one that was edited
/// last. None in a project without days, where the first one is waited for.
fn first(app: &App, selection: &SelectionArgs) -> Result<Option<Puzzle>, CliError> {
    let project = app.project()?;
    let unselected = selection.selectors.is_empty() && selection.year.is_none();
    if unselected && project.days()?.is_empty() {
        return Ok(None);
    }
    let selected = app.solutions(selection)?.into_iter();
    Ok(selected.max_by_key(|&puzzle| (project.edited(puzzle), puzzle)))
}

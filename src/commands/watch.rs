//! `aoc watch`: builds and runs a day whenever its files are saved.
//!
//! A round is what `aoc run` does, on a thread of its own, while this one listens
//! to files and keys. What comes meanwhile stops the round: its token is
//! cancelled, and the next round starts when it has ended.

mod listener;
mod session;

use std::io;

use clap::Args;

use crate::app::App;
use crate::app::args::SelectionArgs;
use crate::commands::run::RunOptions;
use crate::error::{CliError, Exit};
use crate::puzzle::Puzzle;
use crate::terminal::keys::KEYS;
use crate::terminal::layout::Line;
use crate::terminal::style::{DIM, STRONG};
use crate::terminal::{Terminal, raw};
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
    let first = first(app, args)?;
    WatchSession::new(app, args, first)?.run()
}

/// The day to begin with: of those that are selected, the one that was edited
/// last. None in a project without days, where the first one is waited for.
fn first(app: &App, args: &WatchArgs) -> Result<Option<Puzzle>, CliError> {
    let project = app.project()?;
    let unselected = args.selection.selectors.is_empty() && args.selection.year.is_none();
    if unselected && project.days()?.is_empty() {
        return Ok(None);
    }
    let selected = app.solutions(&args.selection)?.into_iter();
    Ok(selected.max_by_key(|&puzzle| (project.edited(puzzle), puzzle)))
}

/// Moves the cursor to the first row and clears what can be seen; what can be
/// scrolled back to stays.
const CLEAR: &str = "\x1b[H\x1b[2J";

/// Begins another round: on a cleared screen, or after a blank line.
fn separate_rounds(app: &App, clears: bool) -> Result<(), CliError> {
    match app.json {
        true => Ok(()),
        false if clears && app.stdout.interactive => raw(&mut io::stdout(), CLEAR.as_bytes()),
        false => raw(&mut io::stdout(), b"\n"),
    }
}

/// Says why a round begins.
fn tell_reason(app: &App, reason: &str) {
    let mut line = Line::new(app.stderr, 2);
    line.words(DIM, reason);
    tell(app, &line.end());
}

/// Says that nothing is done until a file is saved or a key is pressed.
fn tell_waiting(app: &App, day: Option<Puzzle>, keys: bool) {
    let what = day.map(|day| day.to_string());
    let what = what.unwrap_or_else(|| "days/, where there is no day yet".to_owned());
    tell(app, &waiting(app.stderr, &what, keys));
}

fn tell(app: &App, lines: &str) {
    if !app.is_quiet() {
        // A closed stderr is no reason to stop.
        let _ = raw(&mut app.stderr.writer(io::stderr()), lines.as_bytes());
    }
}

fn waiting(terminal: Terminal, what: &str, keys: bool) -> String {
    let mut line = Line::new(terminal, 2);
    line.words(DIM, &format!("watching {what}"));
    if !keys {
        line.words(DIM, "; Ctrl-C ends it");
        return line.end();
    }
    for (key, purpose, _) in KEYS {
        line.gap(2).keep(key.len() + 1 + purpose.len());
        line.cell(STRONG, key).gap(1).cell(DIM, purpose);
    }
    format!("\n{}", line.end())
}

//! `aoc watch`: builds and runs a day whenever its files are saved.
//!
//! A round is what `aoc run` does, on a thread of its own, while this one listens
//! to files and keys. What comes meanwhile stops the round: its token is
//! cancelled, and the next round starts when it has ended.

mod event;
mod listen;
mod session;
mod work;

use std::sync::mpsc;

use aoc_solution::Part;
use clap::Args;
use event::Event;
use listen::Listener;
use session::Session;

use crate::app::args::{BuildArgs, LimitArgs, SelectionArgs, part};
use crate::app::{Access, App};
use crate::error::{CliError, Exit};
use crate::puzzle::Puzzle;
use crate::reporter::WatchScreen;
use crate::terminal::Keys;
use crate::watch::{Follow, Layout, Schedule, Snapshot};

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
    /// Run one part only
    #[arg(short, long, value_name = "N", value_parser = part())]
    pub part: Option<Part>,
    /// Run this alternative instead of the primary solution
    #[arg(long, value_name = "NAME")]
    pub alt: Option<String>,
    /// Do not check the examples before the input
    #[arg(long)]
    pub no_examples: bool,
    /// Look for changes twice a second, where the system does not tell of them (network drives)
    #[arg(long)]
    pub poll: bool,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub build: BuildArgs,
}

pub fn run(app: &App, args: &WatchArgs) -> Result<Exit, CliError> {
    let first = first(app, args)?;
    let layout = Layout::new(app.project()?.clone(), app.store()?.paths.root);
    let (sender, events) = mpsc::channel();
    let mut listener = Listener::new(sender.clone(), events);
    // Before the files are looked at: nothing that changes from now on is missed.
    listener.watch(app, &layout, args.poll);
    let snapshot = Snapshot::new(layout);
    let to_session = sender.clone();
    let keys = Keys::listen(move |key| to_session.send(Event::Key(key)).is_ok());
    let session = Session {
        app,
        args,
        screen: WatchScreen::new(app.stdout, app.stderr, app.is_quiet(), app.json),
        keys,
        listener,
        sender,
        snapshot,
        follow: Follow::new(first),
        schedule: Schedule::new(),
        cancel: app.cancel.clone(),
        access: Some(Access::after(&app.access)),
        look_again: None,
        created: Vec::new(),
        gone: false,
        stopped: false,
        keep: false,
        exit: Exit::Done,
    };
    session.run()
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

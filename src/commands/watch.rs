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

use crate::app::{Access, App};
use crate::args;
use crate::error::{CliError, Exit};
use crate::puzzle::Puzzle;
use crate::reporter::WatchScreen;
use crate::terminal::Keys;
use crate::watch::{Follow, Layout, Schedule, Snapshot};
use event::Event;
use listen::Listener;
use session::Session;

pub fn run(app: &App, args: &args::Watch) -> Result<Exit, CliError> {
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
fn first(app: &App, args: &args::Watch) -> Result<Option<Puzzle>, CliError> {
    let project = app.project()?;
    let unselected = args.selection.selectors.is_empty() && args.selection.year.is_none();
    if unselected && project.days()?.is_empty() {
        return Ok(None);
    }
    let selected = app.solutions(&args.selection)?.into_iter();
    Ok(selected.max_by_key(|&puzzle| (project.edited(puzzle), puzzle)))
}

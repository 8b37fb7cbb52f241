//! What happens while one watches: files change, keys are pressed, work ends.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use crate::app::App;
use crate::error::{CliError, Exit};
use crate::terminal::Key;
use crate::watch::{FileNotice, Follow, Watcher};

/// Saves that follow each other faster than this are one: an editor empties a
/// file before it writes it, or renames it and writes another one.
const QUIET: Duration = Duration::from_millis(4);

/// Saves may follow each other for this long until what is there so far is run.
const BURST: Duration = Duration::from_millis(20);

pub enum Event {
    Files(FileNotice),
    Key(Key),
    Ended(Box<Ended>),
}

/// The tasks that can be done with a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    Run,
    Trace,
    Bench,
    Submit,
}

/// Work that has ended, for which the program was lent.
pub struct Ended {
    pub app: App,
    pub task: Task,
    /// The outer error is a panic.
    pub result: thread::Result<Result<Exit, CliError>>,
}

pub struct Listener {
    pub sender: Sender<Event>,
    events: Receiver<Event>,
    /// The events that came while files were waited for.
    later: VecDeque<Event>,
    watcher: Watcher,
}

impl Listener {
    /// Watches the files; with `poll`, or where the system cannot tell of changes,
    /// by looking at them again and again.
    pub fn new(app: &App, follow: &Follow, poll: bool) -> Self {
        let (sender, events) = mpsc::channel();
        let to_us = sender.clone();
        let tell = move |notice| drop(to_us.send(Event::Files(notice)));
        let watcher = if poll {
            polling(&sender)
        } else {
            Watcher::of_system(follow, tell).unwrap_or_else(|reason| {
                warn(app, &reason);
                polling(&sender)
            })
        };
        Self {
            sender,
            events,
            later: VecDeque::new(),
            watcher,
        }
    }

    /// Watches what exists by now, after something happened to these paths.
    pub fn update(&mut self, app: &App, follow: &Follow, paths: &[PathBuf]) {
        if let Err(reason) = self.watcher.update(follow, paths) {
            self.give_up(app, &reason);
        }
    }

    /// The system tells of changes no more: looks for them from now on.
    fn give_up(&mut self, app: &App, reason: &str) {
        if !self.watcher.is_polling() {
            warn(app, reason);
            self.watcher = polling(&self.sender);
        }
    }

    /// The next event; `None` if there is none until `deadline`. All that is
    /// told of files within a moment comes together.
    pub fn next(&mut self, app: &App, deadline: Instant) -> Option<Event> {
        let event = self.later.pop_front().or_else(|| self.receive(deadline))?;
        let Event::Files(first) = event else {
            return Some(event);
        };
        let end = Instant::now() + BURST;
        let mut all = first;
        while let Some(event) = self.receive(end.min(Instant::now() + QUIET)) {
            all = match (all, event) {
                (FileNotice::Paths(mut all), Event::Files(FileNotice::Paths(more))) => {
                    all.extend(more);
                    FileNotice::Paths(all)
                }
                (failed @ FileNotice::Failed(_), Event::Files(_)) => failed,
                (_, Event::Files(FileNotice::Paths(_))) => FileNotice::Everything,
                (_, Event::Files(notice)) => notice,
                (all, event) => {
                    self.later.push_back(event);
                    all
                }
            };
        }
        if let FileNotice::Failed(reason) = &all {
            self.give_up(app, reason);
        }
        Some(Event::Files(all))
    }

    fn receive(&self, deadline: Instant) -> Option<Event> {
        let left = deadline.saturating_duration_since(Instant::now());
        self.events.recv_timeout(left).ok()
    }
}

fn polling(sender: &Sender<Event>) -> Watcher {
    let sender = sender.clone();
    Watcher::polling(move |notice| sender.send(Event::Files(notice)).is_ok())
}

fn warn(app: &App, reason: &str) {
    app.warning(&format!(
        "the system does not tell of changes: {reason}; looking for them twice a second"
    ));
}

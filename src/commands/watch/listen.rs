//! What happens while one watches: files change, keys are pressed, work ends.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};

use super::event::Event;
use crate::app::App;
use crate::watch::{Layout, Notice, Watcher};

/// Saves that follow each other faster than this are one: an editor empties a
/// file before it writes it, or renames it and writes another one.
const QUIET: Duration = Duration::from_millis(4);

/// How long saves may follow each other until what is there so far is run.
const BURST: Duration = Duration::from_millis(20);

pub struct Listener {
    sender: Sender<Event>,
    events: Receiver<Event>,
    /// What came while files were waited for.
    later: VecDeque<Event>,
    watcher: Option<Watcher>,
}

impl Listener {
    pub const fn new(sender: Sender<Event>, events: Receiver<Event>) -> Self {
        Self {
            sender,
            events,
            later: VecDeque::new(),
            watcher: None,
        }
    }

    /// Watches the files, with `poll` or where the system cannot tell of changes
    /// by looking at them again and again.
    pub fn watch(&mut self, app: &App, layout: &Layout, poll: bool) {
        if !poll {
            let sender = self.sender.clone();
            let tell = move |notice| drop(sender.send(Event::Files(notice)));
            match Watcher::of_system(layout, tell) {
                Ok(watcher) => {
                    self.watcher = Some(watcher);
                    return;
                }
                Err(reason) => warn(app, &reason),
            }
        }
        self.poll();
    }

    fn poll(&mut self) {
        let sender = self.sender.clone();
        let tell = move |notice| sender.send(Event::Files(notice)).is_ok();
        self.watcher = Some(Watcher::polling(tell));
    }

    /// Watches what exists by now, after something happened to these paths.
    pub fn update(&mut self, app: &App, layout: &Layout, paths: &[PathBuf]) {
        let updated = self
            .watcher
            .as_mut()
            .map_or(Ok(()), |watcher| watcher.update(layout, paths));
        if let Err(reason) = updated {
            self.give_up(app, &reason);
        }
    }

    /// The system tells of changes no more: looks for them from now on.
    fn give_up(&mut self, app: &App, reason: &str) {
        if self.watcher.as_ref().is_some_and(Watcher::is_polling) {
            return;
        }
        warn(app, reason);
        self.poll();
    }

    /// The next event; `None` if there is none until `deadline`. All that is
    /// told of files within a moment comes together.
    pub fn next(&mut self, app: &App, deadline: Instant) -> Option<Event> {
        let event = match self.later.pop_front() {
            Some(event) => event,
            None => self.receive(deadline)?,
        };
        match event {
            Event::Files(notice) => Some(Event::Files(self.gather(app, notice))),
            event => Some(event),
        }
    }

    fn gather(&mut self, app: &App, first: Notice) -> Notice {
        let end = Instant::now() + BURST;
        let mut all = Some(Vec::new());
        let mut next = Some(first);
        while let Some(notice) = next.take() {
            match (notice, &mut all) {
                (Notice::Paths(paths), Some(all)) => all.extend(paths),
                (Notice::Paths(_), None) => {}
                (Notice::Everything, _) => all = None,
                (Notice::Failed(reason), _) => {
                    self.give_up(app, &reason);
                    all = None;
                }
            }
            let quiet = end.min(Instant::now() + QUIET);
            while let Some(event) = self.receive(quiet) {
                match event {
                    Event::Files(notice) => {
                        next = Some(notice);
                        break;
                    }
                    event => self.later.push_back(event),
                }
            }
        }
        all.map_or(Notice::Everything, Notice::Paths)
    }

    fn receive(&self, deadline: Instant) -> Option<Event> {
        let left = deadline.saturating_duration_since(Instant::now());
        self.events.recv_timeout(left).ok()
    }
}

fn warn(app: &App, reason: &str) {
    app.warning(&format!(
        "the system does not tell of changes: {reason}; looking for them twice a second"
    ));
}

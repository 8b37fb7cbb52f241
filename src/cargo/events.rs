//! The events of a build.

use std::collections::HashSet;

use crate::project::Note;
use crate::puzzle::Year;

/// Listens to a build. If nothing has changed there are only notes.
pub trait BuildEvents {
    /// Cargo is about to be started for these years.
    fn started(&mut self, years: &[Year]);
    /// A message of the compiler as cargo renders it, with its line ends.
    fn message(&mut self, rendered: &str);
    /// A line of cargo's own.
    fn line(&mut self, line: &str);
    fn note(&mut self, note: &Note);
    fn finished(&mut self);
}

/// Passes on each message of the compiler once: a day that is built in several
/// programs, its own and its year's, has the same errors in each.
pub struct EachOnce<'a> {
    events: &'a mut dyn BuildEvents,
    messages: HashSet<String>,
}

impl<'a> EachOnce<'a> {
    pub fn new(events: &'a mut dyn BuildEvents) -> Self {
        Self {
            events,
            messages: HashSet::new(),
        }
    }
}

impl BuildEvents for EachOnce<'_> {
    fn started(&mut self, years: &[Year]) {
        self.events.started(years);
    }

    fn message(&mut self, rendered: &str) {
        if self.messages.insert(rendered.to_owned()) {
            self.events.message(rendered);
        }
    }

    fn line(&mut self, line: &str) {
        self.events.line(line);
    }

    fn note(&mut self, note: &Note) {
        self.events.note(note);
    }

    fn finished(&mut self) {
        self.events.finished();
    }
}

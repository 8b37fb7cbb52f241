//! The progress line, the notes and the warnings of a run.

use std::mem::take;
use std::time::Duration;

use aoc_solution::protocol::Call;

use super::confirming_example;
use super::spinner::Spinner;
use crate::error::Result;
use crate::puzzle::{ByMessage, Puzzle};
use crate::render::source_name;
use crate::runner::{OfPuzzle, RunEvent, RunEvents, function_name};
use crate::terminal::tty::TabGuard;
use crate::terminal::{Console, MessageKind};

/// A reporter for a command that shows its results in its own way, for example as JSON. If the
/// command does more with a puzzle than run it, `command` begins the progress line.
pub fn progress_reporter<T>(
    console: Console,
    command: Option<&'static str>,
) -> Box<dyn RunEvents<T>> {
    let mut progress = Progress::new(console);
    progress.command = command;
    Box::new(progress)
}

/// Shows on stderr what happens in a run: the progress line, notes and warnings. A note that many
/// puzzles share is shown once, and the other puzzles are listed at the end.
pub struct Progress {
    pub console: Console,
    /// The number of all jobs.
    pub jobs: usize,
    /// The command that begins the progress line.
    command: Option<&'static str>,
    /// The number of jobs that have started.
    started: usize,
    /// The puzzle of the job that is running.
    puzzle: Option<Puzzle>,
    spinner: Option<Spinner>,
    messages: ByMessage<(MessageKind, String)>,
    /// Clears the terminal's tab if it shows the share of several jobs. It must be dropped after
    /// the progress line, so it is the last field.
    tab: Option<TabGuard>,
}

impl Progress {
    pub fn new(console: Console) -> Self {
        Self {
            console,
            jobs: 0,
            command: None,
            started: 0,
            puzzle: None,
            spinner: None,
            messages: ByMessage::default(),
            tab: None,
        }
    }

    /// Shows an event on stderr. Call this before anything else is written, because it removes the
    /// progress line.
    pub fn show(&mut self, event: &RunEvent) {
        // A phase may be shorter than the delay of a new line, so the line stays from phase to
        // phase.
        if !matches!(event, RunEvent::PhaseStarted(_)) {
            self.clear_line();
        }
        if let RunEvent::JobStarted(puzzle) = event {
            self.started += 1;
            self.puzzle = Some(*puzzle);
        }
        match event {
            RunEvent::Note(text) => self.add_message(MessageKind::Note, text),
            RunEvent::ExampleNote(example) => {
                let note = confirming_example::note(example);
                self.add_message(MessageKind::Note, &note);
            }
            RunEvent::Warning(text) => self.add_message(MessageKind::Warning, text),
            RunEvent::Failure(text) => self.add_message(MessageKind::Failure, text),
            _ => {
                if let Some(what) = self.running_step(event) {
                    self.show_line(what);
                }
            }
        }
    }

    /// Removes the progress line.
    pub fn clear_line(&mut self) {
        self.spinner = None;
    }

    /// The phase or step that an event announces, in words for the progress line. `None` for an
    /// event that announces nothing.
    fn running_step(&self, event: &RunEvent) -> Option<String> {
        let name = self.puzzle?;
        match event {
            RunEvent::JobStarted(_) => Some(name.to_string()),
            RunEvent::PhaseStarted(Call { phase, alternative }) => {
                let function = function_name(Some(*phase), alternative.as_deref());
                Some(format!("{name} {function}"))
            }
            RunEvent::ExampleStarted { header, then_input } => {
                let then = if *then_input { ", then the input" } else { "" };
                Some(format!("{name} {}{then}", source_name(header)))
            }
            _ => None,
        }
    }

    fn show_line(&mut self, what: String) {
        let message = match self.command {
            Some(command) => format!("{command}: {what}"),
            None if self.jobs > 1 => format!("{} of {}  {what}", self.started, self.jobs),
            None => what,
        };
        match &self.spinner {
            Some(spinner) => spinner.set_message(&message),
            None => self.spinner = Some(self.new_spinner(&message)),
        }
    }

    /// A progress line with this message. If several jobs run, the terminal's tab shows how many of
    /// them are finished.
    fn new_spinner(&mut self, message: &str) -> Spinner {
        let stderr = self.console.stderr;
        if self.jobs == 1 {
            return Spinner::new(stderr, message);
        }
        self.tab.get_or_insert(TabGuard);
        Spinner::of_several(stderr, message, self.started, self.jobs)
    }

    /// Adds a message of the running job. If there is only one job, shows the message at once.
    fn add_message(&mut self, kind: MessageKind, text: &str) {
        let puzzle = self
            .puzzle
            .expect("a message belongs to a job that has started");
        self.messages.add((kind, text.to_owned()), puzzle);
        if self.jobs == 1 {
            self.finish();
        }
    }

    /// Removes the progress line, then shows each message once, with its puzzles.
    pub fn finish(&mut self) {
        self.clear_line();
        self.tab = None;
        for ((kind, text), puzzles) in take(&mut self.messages).into_lists() {
            self.console.message(kind, &format!("{puzzles}: {text}"));
        }
    }
}

impl<T> RunEvents<T> for Progress {
    fn run_started(&mut self, jobs: usize) {
        self.jobs = jobs;
    }

    fn event(&mut self, event: &RunEvent) -> Result<()> {
        self.show(event);
        Ok(())
    }

    fn run_finished(&mut self, _: &[OfPuzzle<T>], _: Duration) -> Result<()> {
        self.finish();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::{Screen, Terminal, Verbosity};

    #[test]
    fn equal_notes_are_shown_once() {
        let screen = Screen::default();
        let mut progress = Progress::new(screen.console(Terminal::PLAIN, Verbosity::Normal));
        progress.jobs = 4;
        for (day, text) in [(1, "input"), (2, "input"), (3, "example"), (5, "input")] {
            progress.show(&RunEvent::JobStarted(Puzzle::of(2020, day)));
            progress.show(&RunEvent::Note(format!("no {text}")));
        }
        progress.finish();
        insta::assert_snapshot!(screen.text(), @"
        note: 2020/1-2,5: no input
        note: 2020/3: no example
        ");
    }
}

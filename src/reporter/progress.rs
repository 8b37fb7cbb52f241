//! What moves while one waits: a line on stderr, on terminals only, which leaves
//! no trace. Notes and warnings of a run are shown beside it.

use std::collections::BTreeMap;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use aoc_solution::protocol::Call;

use super::names::{phase_name, source_name};
use super::summary::puzzle_list;
use crate::error::CliError;
use crate::puzzle::Puzzle;
use crate::runner::{JobResult, RunEvent, RunEvents};
use crate::terminal::{Console, Terminal, one_line, running, span, tty};

/// The reporter of a command that shows the results of its puzzles by itself, such as
/// JSON.
pub fn progress_reporter<T>(console: Console, puzzles: usize) -> Box<dyn RunEvents<T>> {
    Box::new(Progress::new(console, puzzles))
}

/// What every run shows on stderr: a line that names what runs, notes and warnings.
/// Of notes that are the same for many puzzles the first is shown as it is, the others
/// as a list of puzzles at the end.
pub(super) struct Progress {
    pub(super) console: Console,
    pub(super) puzzles: usize,
    /// The number of jobs whose events came.
    started: usize,
    /// The puzzle of the job whose events come.
    puzzle: Option<Puzzle>,
    pub(super) spinner: Option<Spinner>,
    /// The puzzles by `is_warning` and the text.
    told: BTreeMap<(bool, String), Vec<Puzzle>>,
}

impl Progress {
    pub(super) const fn new(console: Console, puzzles: usize) -> Self {
        Self {
            console,
            puzzles,
            started: 0,
            puzzle: None,
            spinner: None,
            told: BTreeMap::new(),
        }
    }

    /// Shows what an event has to do with stderr. Call it before anything else
    /// is written: the line that moves is gone then.
    pub(super) fn show(&mut self, event: &RunEvent) {
        // While phases are measured, each takes less time than a line needs to appear.
        if !matches!(event, RunEvent::PhaseStarted(_)) {
            self.spinner = None;
        }
        let name = self.puzzle.map(|it| it.to_string()).unwrap_or_default();
        let what = match event {
            RunEvent::JobStarted(puzzle) => {
                self.started += 1;
                self.puzzle.insert(*puzzle).to_string()
            }
            RunEvent::PhaseStarted(Call { phase, alternative }) => {
                let alternative = alternative.as_deref().unwrap_or_default();
                let what = format!("{name} {} {alternative}", phase_name(*phase));
                what.trim_end().to_owned()
            }
            RunEvent::ExampleStarted(header) => format!("{name} {}", source_name(header)),
            RunEvent::Note(text) => return self.tell(false, text),
            RunEvent::Warning(text) => return self.tell(true, text),
            _ => return,
        };
        let message = match self.puzzles {
            ..=1 => what,
            puzzles => format!("{} of {puzzles}  {what}", self.started),
        };
        match &self.spinner {
            Some(spinner) => spinner.set_message(&message),
            None => self.spinner = Some(Spinner::new(self.console.stderr, &message)),
        }
    }

    fn tell(&mut self, is_warning: bool, text: &str) {
        let Some(puzzle) = self.puzzle else { return };
        let puzzles = self.told.entry((is_warning, text.to_owned())).or_default();
        puzzles.push(puzzle);
        if puzzles.len() == 1 {
            self.console.tell(is_warning, &format!("{puzzle}: {text}"));
        }
    }

    /// All jobs have ended: says which puzzles the texts are about that were shown for
    /// another one.
    pub(super) fn finish(&mut self) {
        self.spinner = None;
        for ((is_warning, _), puzzles) in std::mem::take(&mut self.told) {
            let others = puzzles.iter().copied().filter(|other| *other != puzzles[0]);
            let others = puzzle_list(others);
            if !others.is_empty() {
                let text = format!("{others}: as {}", puzzles[0]);
                self.console.tell(is_warning, &text);
            }
        }
    }
}

impl<T> RunEvents<T> for Progress {
    fn event(&mut self, event: &RunEvent) -> Result<(), CliError> {
        self.show(event);
        Ok(())
    }

    fn run_finished(&mut self, _: &[JobResult<T>], _: Duration) -> Result<(), CliError> {
        self.finish();
        Ok(())
    }
}

/// The line appears after this time: most parts are done by then, and a line that
/// flashes up disturbs.
const PATIENCE: Duration = Duration::from_millis(300);
/// The time between two drawings.
const TICK: Duration = Duration::from_millis(100);

/// A line that says what is waited for, and since when:
/// `⠹ 2020/22 part 2  1.2 s`. It appears late and goes when it is dropped.
#[must_use = "it goes when it is dropped"]
pub struct Spinner(Option<(Sender<String>, JoinHandle<()>)>);

impl Spinner {
    /// Waits for `what` from now on, on the terminal that stderr is.
    pub fn new(stderr: Terminal, what: &str) -> Self {
        let (sender, messages) = mpsc::channel();
        let mut message = one_line(what);
        let start = Instant::now();
        let frames = if stderr.unicode {
            "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
        } else {
            "|/-\\"
        };
        let spin = move || {
            let mut next = start + PATIENCE;
            let mut frames = frames.chars().cycle();
            loop {
                match messages.recv_timeout(next.saturating_duration_since(Instant::now())) {
                    Ok(new) => message = new,
                    Err(RecvTimeoutError::Disconnected) => break tty::release(),
                    Err(RecvTimeoutError::Timeout) => {
                        let frame = frames.next().unwrap_or_default();
                        let time = running(start.elapsed());
                        tty::draw(stderr, &format!("{frame} {message}  {time}"));
                        next += TICK;
                    }
                }
            }
        };
        Self(stderr.interactive.then(|| (sender, thread::spawn(spin))))
    }

    /// Waits for something else from now on, as part of the same.
    pub fn set_message(&self, what: &str) {
        if let Some((sender, _)) = &self.0 {
            let _ = sender.send(one_line(what));
        }
    }
}

/// The line is gone once this returns.
impl Drop for Spinner {
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.0.take() {
            drop(sender);
            // It does not panic, and if it did, nothing would depend on it.
            let _ = thread.join();
        }
    }
}

/// Waits until nothing is `left` of a time, which is asked for each second. On a
/// terminal a line says how long it still takes, elsewhere one note does. `until` is a
/// clause, such as `2020/22 unlocks`.
pub fn count_down<E>(
    mut console: Console,
    until: &str,
    mut left: impl FnMut() -> Result<Option<Duration>, E>,
) -> Result<(), E> {
    let mut is_said = false;
    let mut wait = || {
        while let Some(left) = left()? {
            // The time stands first, so that a narrow terminal keeps it.
            let text = format!("waiting {} until {until}", span(left));
            if console.stderr.interactive {
                tty::draw(console.stderr, &one_line(&text));
            } else if !is_said {
                console.note(&text);
            }
            is_said = true;
            thread::sleep(left.min(Duration::from_secs(1)));
        }
        Ok(())
    };
    let ended = wait();
    tty::release();
    ended
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Day, Year};
    use crate::terminal::Verbosity;
    use crate::terminal::console::Screen;

    #[test]
    fn of_notes_that_are_the_same_the_first_is_shown() {
        let screen = Screen::default();
        let mut progress = Progress::new(screen.console(Terminal::PLAIN, Verbosity::Normal), 4);
        for (day, text) in [(1, "input"), (2, "input"), (3, "example"), (5, "input")] {
            progress.show(&RunEvent::JobStarted(Year(2020).day(Day(day))));
            progress.show(&RunEvent::Note(format!("no {text}")));
        }
        progress.finish();
        insta::assert_snapshot!(screen.text(), @"
        note: 2020/1: no input
        note: 2020/3: no example
        note: 2020/2,5: as 2020/1
        ");
    }
}

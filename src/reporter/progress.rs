//! What moves while one waits: a line on stderr, on terminals only, which leaves
//! no trace. Notes and warnings of a run are shown beside it.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::head::{phase_name, source_name};
use super::summary::Repeated;
use crate::error::CliError;
use crate::runner::{RunEvent, RunEvents};
use crate::terminal::{Console, Terminal, Verbosity, one_line, running, span, tty};

/// The size of a run, which decides on how it is shown.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// The selected puzzles. If the only one cannot run, that is the error of the
    /// command, and is not shown in a table.
    pub puzzles: usize,
    /// The number that run at a time.
    pub parallelism: usize,
}

/// The reporter of a command that shows the results by itself, such as JSON.
pub fn progress_reporter<T>(console: Console, extent: Extent) -> Box<dyn RunEvents<T>> {
    Box::new(Progress::new(console, extent, true))
}

/// What every run shows on stderr: a line that names what runs, notes and warnings.
pub(super) struct Progress {
    pub(super) console: Console,
    /// The number of jobs, where it says how many of them are done.
    jobs: Option<usize>,
    ended: usize,
    puzzle: String,
    /// The name of what runs, without the count of jobs.
    what: String,
    repeated: Repeated,
    spinner: Option<Spinner>,
}

impl Progress {
    /// `counts`: says how many of the puzzles are done.
    pub(super) fn new(console: Console, extent: Extent, counts: bool) -> Self {
        let counts = extent.puzzles > 1 && (counts || extent.parallelism > 1);
        Self {
            console,
            jobs: counts.then_some(extent.puzzles),
            ended: 0,
            puzzle: String::new(),
            what: String::new(),
            repeated: Repeated::default(),
            spinner: None,
        }
    }

    /// Shows what an event has to do with stderr. Call it before anything else
    /// is written: the line that moves is gone then.
    pub(super) fn show(&mut self, event: &RunEvent) {
        // While phases are measured, each takes less time than a line needs to appear.
        if !matches!(event, RunEvent::PhaseStarted { .. }) {
            self.stop();
        }
        self.repeated.event(&mut self.console, event);
        self.what = match event {
            RunEvent::JobStarted(puzzle) => {
                self.puzzle = puzzle.to_string();
                if self.jobs.is_none() {
                    return;
                }
                self.puzzle.clone()
            }
            RunEvent::PhaseStarted { phase, alternative } => {
                let alternative = alternative.as_deref().unwrap_or_default();
                let what = format!("{} {} {alternative}", self.puzzle, phase_name(*phase));
                what.trim_end().to_owned()
            }
            RunEvent::ExampleStarted(header) => {
                format!("{} {}", header.puzzle(), source_name(header))
            }
            _ => return,
        };
        match &self.spinner {
            Some(spinner) => spinner.set_message(&self.message()),
            None if self.console.is_quiet() => {}
            None => self.spinner = Some(Spinner::new(self.console.stderr, &self.message())),
        }
    }

    pub(super) fn count(&mut self, ended: usize) {
        self.ended = ended;
        if let Some(spinner) = &self.spinner {
            spinner.set_message(&self.message());
        }
    }

    /// Nothing runs any more.
    pub(super) fn stop(&mut self) {
        self.spinner = None;
    }

    /// All jobs have ended.
    pub(super) fn finish(&mut self) {
        self.stop();
        self.repeated.finish(&mut self.console);
    }

    fn message(&self) -> String {
        match self.jobs {
            Some(jobs) => format!("{}/{jobs} done  {}", self.ended, self.what),
            None => self.what.clone(),
        }
    }
}

impl<T> RunEvents<T> for Progress {
    fn event(&mut self, event: &RunEvent) -> Result<(), CliError> {
        self.show(event);
        Ok(())
    }

    fn progress(&mut self, jobs: usize) {
        self.count(jobs);
    }

    fn run_finished(&mut self, _: Duration) -> Result<(), CliError> {
        self.finish();
        Ok(())
    }
}

/// The line appears after this time: most parts are done by
/// then, and a line that flashes up disturbs.
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
        Self::after(PATIENCE, stderr, what)
    }

    fn after(patience: Duration, stderr: Terminal, what: &str) -> Self {
        let (sender, messages) = mpsc::channel();
        let mut message = one_line(what);
        let start = Instant::now();
        let spin = move || {
            let mut next = start + patience;
            loop {
                match messages.recv_timeout(next.saturating_duration_since(Instant::now())) {
                    Ok(new) => message = new,
                    Err(RecvTimeoutError::Disconnected) => break tty::release(),
                    Err(RecvTimeoutError::Timeout) => {
                        let (frame, time) = (frame(stderr, start.elapsed()), start.elapsed());
                        tty::draw(stderr, &format!("{frame} {message}  {}", running(time)));
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

fn frame(terminal: Terminal, time: Duration) -> char {
    let frames: &[char] = if terminal.unicode {
        &['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
    } else {
        &['|', '/', '-', '\\']
    };
    let tick = time.as_millis() / TICK.as_millis();
    frames[usize::try_from(tick).unwrap_or_default() % frames.len()]
}

/// A line that says how long it still takes until something: on a terminal it moves,
/// elsewhere it is one note. It goes when it is dropped.
pub struct Countdown {
    stderr: Terminal,
    is_quiet: bool,
    until: String,
    is_said: bool,
}

impl Countdown {
    /// `until` is a clause, such as `2020/22 unlocks`.
    pub fn new(stderr: Terminal, is_quiet: bool, until: String) -> Self {
        Self {
            stderr,
            is_quiet,
            until,
            is_said: false,
        }
    }

    /// Call it again whenever less is left, and at least each second. The time stands
    /// first, so that a narrow terminal keeps it.
    pub fn show(&mut self, left: Duration) {
        let text = format!("waiting {} until {}", span(left), self.until);
        if self.is_quiet {
            return;
        }
        if self.stderr.interactive {
            tty::draw(self.stderr, &one_line(&text));
        } else if !self.is_said {
            Console::new(self.stderr, self.stderr, Verbosity::Normal).note(&text);
        }
        self.is_said = true;
    }
}

impl Drop for Countdown {
    fn drop(&mut self) {
        tty::release();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_short_ends_at_once() {
        let terminal = Terminal {
            interactive: true,
            ..Terminal::wide(80)
        };
        // It would take hours if it waited for the line.
        let patience = Duration::from_secs(10_000);
        drop(Spinner::after(patience, terminal, "2020/22 part 2"));
    }
}

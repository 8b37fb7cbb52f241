//! What moves while one waits: a line on stderr, on terminals only, which leaves
//! no trace. Notes and warnings of a run are shown beside it.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::head::{phase_name, source_name};
use super::summary::Repeated;
use crate::error::CliError;
use crate::puzzle::Puzzle;
use crate::runner::{JobResult, RunEvent, RunEvents};
use crate::terminal::console::Console;
use crate::terminal::screen::Terminal;
use crate::terminal::status_row;
use crate::terminal::{one_line, running, span};

/// The size of a run, which decides on how it is shown.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// The selected puzzles. If the only one cannot run, that is the error of the
    /// command, and is not shown in a table.
    pub puzzles: usize,
    /// The number that run at a time.
    pub parallelism: usize,
}

/// A line that names what runs, notes and warnings: what every run shows on
/// stderr.
pub(super) struct Progress {
    /// The jobs, where several run at a time.
    jobs: Option<usize>,
    ended: usize,
    puzzle: Option<Puzzle>,
    /// The name of what runs, without the count of jobs.
    what: String,
    repeated: Repeated,
    spinner: Option<Spinner>,
}

impl Progress {
    /// `counts`: says how many of the puzzles are done.
    pub(super) fn new(extent: Extent, counts: bool) -> Self {
        let counts = counts || extent.parallelism > 1;
        Self {
            jobs: Some(extent.puzzles).filter(|jobs| counts && *jobs > 1),
            ended: 0,
            puzzle: None,
            what: String::new(),
            repeated: Repeated::default(),
            spinner: None,
        }
    }

    /// Shows what an event has to do with stderr. Call it before anything else
    /// is written: the line that moves is gone then.
    pub(super) fn event(&mut self, console: &mut Console, event: &RunEvent) {
        if matches!(event, RunEvent::PhaseProgress(_)) {
            return;
        }
        self.spinner = None;
        self.repeated.event(console, event);
        let what = match event {
            RunEvent::JobStarted(puzzle) => {
                self.puzzle = Some(*puzzle);
                self.jobs.map(|_| puzzle.to_string())
            }
            RunEvent::PhaseStarted { phase, alternative } => {
                let puzzle = self.puzzle.map(|puzzle| puzzle.to_string());
                let words = [
                    puzzle.as_deref(),
                    Some(phase_name(*phase)),
                    alternative.as_deref(),
                ];
                Some(words.into_iter().flatten().collect::<Vec<_>>().join(" "))
            }
            RunEvent::ExampleStarted(header) => {
                Some(format!("{} {}", header.puzzle(), source_name(header)))
            }
            _ => None,
        };
        if let Some(what) = what {
            self.what = what;
            if !console.is_quiet() {
                self.spinner = Some(Spinner::new(console.stderr, &self.message()));
            }
        }
    }

    pub(super) fn progress(&mut self, ended: usize) {
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
    pub(super) fn finish(&mut self, console: &mut Console) {
        self.stop();
        self.repeated.finish(console);
    }

    fn message(&self) -> String {
        match self.jobs {
            Some(jobs) => format!("{}/{jobs} done  {}", self.ended, self.what),
            None => self.what.clone(),
        }
    }
}

/// The reporter of a command that shows the results by itself, such as JSON.
pub fn progress_reporter<T>(console: Console, extent: Extent) -> Box<dyn RunEvents<T>> {
    let progress = Progress::new(extent, false);
    Box::new(ProgressReporter { console, progress })
}

struct ProgressReporter {
    console: Console,
    progress: Progress,
}

impl<T> RunEvents<T> for ProgressReporter {
    fn event(&mut self, event: &RunEvent) -> Result<(), CliError> {
        self.progress.event(&mut self.console, event);
        Ok(())
    }

    fn job_finished(&mut self, _: &JobResult<T>) -> Result<(), CliError> {
        Ok(())
    }

    fn progress(&mut self, jobs: usize) {
        self.progress.progress(jobs);
    }

    fn run_finished(&mut self, _: Duration) -> Result<(), CliError> {
        self.progress.finish(&mut self.console);
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
pub struct Spinner(Option<Spinning>);

struct Spinning {
    message: Arc<Mutex<String>>,
    stop: Sender<()>,
    thread: JoinHandle<()>,
}

impl Spinner {
    /// Waits for `what` from now on, on the terminal that stderr is.
    pub fn new(stderr: Terminal, what: &str) -> Self {
        Self::after(PATIENCE, stderr, what)
    }

    fn after(patience: Duration, stderr: Terminal, what: &str) -> Self {
        if !stderr.interactive {
            return Self(None);
        }
        let message = Arc::new(Mutex::new(one_line(what)));
        let (stop, stopped) = mpsc::channel();
        let start = Instant::now();
        let shown = Arc::clone(&message);
        let thread = thread::spawn(move || {
            let mut wait = patience;
            for tick in 0.. {
                if stopped.recv_timeout(wait) != Err(RecvTimeoutError::Timeout) {
                    break;
                }
                wait = TICK;
                let message = shown.lock().unwrap_or_else(PoisonError::into_inner);
                let frame = frame(stderr, tick);
                let time = running(start.elapsed());
                status_row::draw(stderr, &format!("{frame} {message}  {time}"));
            }
            status_row::release();
        });
        Self(Some(Spinning {
            message,
            stop,
            thread,
        }))
    }

    /// Waits for something else from now on, as part of the same.
    pub fn set_message(&self, what: &str) {
        if let Some(spinning) = &self.0 {
            let mut message = spinning
                .message
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            *message = one_line(what);
        }
    }
}

/// The line is gone once this returns.
impl Drop for Spinner {
    fn drop(&mut self) {
        if let Some(Spinning { stop, thread, .. }) = self.0.take() {
            drop(stop);
            // It does not panic, and if it did, nothing would depend on it.
            let _ = thread.join();
        }
    }
}

fn frame(terminal: Terminal, tick: usize) -> char {
    let frames: &[char] = if terminal.unicode {
        &['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
    } else {
        &['|', '/', '-', '\\']
    };
    frames[tick % frames.len()]
}

/// The text for several things that are done one after the other:
/// `fetching 12/25  48s left  2020/12`. A narrow terminal keeps the beginning.
pub fn counted(
    verb: &str,
    done: usize,
    total: usize,
    left: Option<Duration>,
    what: &str,
) -> String {
    let now = (done + 1).min(total);
    let left = left.filter(|left| !left.is_zero());
    let left = left.map_or_else(String::new, |left| format!("{} left  ", span(left)));
    match total {
        0 | 1 => format!("{verb}  {left}{what}"),
        _ => format!("{verb} {now}/{total}  {left}{what}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_short_ends_at_once() {
        let terminal = Terminal {
            width: Some(80),
            interactive: true,
            ..Terminal::PLAIN
        };
        // It would take hours if it waited for the line.
        let patience = Duration::from_secs(10_000);
        drop(Spinner::after(patience, terminal, "2020/22 part 2"));
    }

    #[test]
    fn several_things_are_counted() {
        let left = Some(Duration::from_millis(124_200));
        let line = "fetching 12/25  2m 5s left  2020/12";
        assert_eq!(counted("fetching", 11, 25, left, "2020/12"), line);
        let zero = Some(Duration::ZERO);
        assert_eq!(
            counted("fetching", 9, 4, zero, "2020/12"),
            "fetching 4/4  2020/12"
        );
        assert_eq!(
            counted("measuring", 0, 1, None, "part 1"),
            "measuring  part 1"
        );
    }
}

//! The progress line on stderr. Only terminals show it, and it disappears at the end.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{JoinHandle, spawn};
use std::time::{Duration, Instant};

use crate::terminal::tty::{self, TabGuard, TabProgress};
use crate::terminal::{Terminal, span};

/// The delay before the line appears. Most parts end earlier, and a line that only flashes would
/// distract.
const DELAY: Duration = Duration::from_millis(300);
/// The interval at which the line is redrawn.
const TICK: Duration = Duration::from_millis(100);

/// A progress line with the elapsed time, such as `⠹ 2020/22 part 2  2s`. It appears after a delay.
/// When the spinner is dropped, the line is removed. Without a terminal nothing is shown.
#[must_use = "dropping it removes the line"]
pub struct Spinner(Option<(Sender<String>, JoinHandle<()>)>);

impl Spinner {
    pub fn new(stderr: Terminal, what: &str) -> Self {
        Self::start(stderr, what, TabProgress::Unknown, Some(TabGuard))
    }

    /// The line of one of several tasks. `number` begins at 1. The terminal's tab shows the share
    /// of finished tasks until the caller drops a [`TabGuard`].
    pub fn of_several(stderr: Terminal, what: &str, number: usize, of: usize) -> Self {
        let done = number.saturating_sub(1);
        let progress = TabProgress::of(done as u64, of as u64);
        Self::start(stderr, what, progress, None)
    }

    fn start(stderr: Terminal, what: &str, progress: TabProgress, tab: Option<TabGuard>) -> Self {
        if !stderr.interactive {
            return Self(None);
        }
        let (sender, receiver) = channel();
        let message = what.to_owned();
        let thread = spawn(move || {
            spin(stderr, message, progress, &receiver);
            drop(tab);
        });
        Self(Some((sender, thread)))
    }

    /// Replaces the message when a task reaches its next step.
    pub fn set_message(&self, what: &str) {
        if let Some((sender, _)) = &self.0 {
            let _ = sender.send(what.to_owned());
        }
    }
}

/// Draws the line until the channel is closed.
fn spin(stderr: Terminal, mut message: String, progress: TabProgress, messages: &Receiver<String>) {
    let frames = if stderr.unicode {
        "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
    } else {
        "|/-\\"
    };
    let mut frames = frames.chars().cycle();
    let start = Instant::now();
    let mut next = start + DELAY;
    loop {
        match messages.recv_timeout(next.saturating_duration_since(Instant::now())) {
            Ok(new) => message = new,
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {
                let frame = frames.next().unwrap_or_default();
                let time = span(start.elapsed());
                tty::show_in_tab(stderr, progress);
                tty::draw(stderr, &format!("{frame} {message}  {time}"));
                next += TICK;
            }
        }
    }
    tty::release();
}

/// Waits until the line is removed.
impl Drop for Spinner {
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.0.take() {
            drop(sender);
            // The thread does not panic, and its result does not matter.
            let _ = thread.join();
        }
    }
}

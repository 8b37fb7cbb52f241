//! What moves while one waits: on stderr, on terminals only, and gone before
//! anything else is written.

use std::fmt::Write;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::terminal::Terminal;
use crate::text::one_line;
use crate::text::running;

/// How long something takes before it is worth a word: most parts are done
/// within, and a line that flashes up disturbs.
const PATIENCE: Duration = Duration::from_millis(300);
/// How often the time is brought up to date.
const TICK: Duration = Duration::from_millis(100);

/// A line that says what is waited for, and since when:
/// `⠹ 2020/22 part 2  1.2 s`. It appears late and goes when it is dropped.
#[must_use = "it goes when it is dropped"]
pub struct Spinner(Option<(Sender<()>, JoinHandle<()>)>);

impl Spinner {
    /// Waits for `what` from now on, on the terminal that stderr is.
    pub fn new(stderr: Terminal, what: &str) -> Self {
        if !stderr.interactive {
            return Self(None);
        }
        let (stop, stopped) = mpsc::channel();
        let start = Instant::now();
        let what = one_line(what);
        let thread = thread::spawn(move || {
            if stopped.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr())
                .with_style(spinner_style(start))
                .with_message(what);
            while stopped.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                bar.tick();
            }
            bar.finish_and_clear();
        });
        Self(Some((stop, thread)))
    }
}

/// The line is gone once this returns.
impl Drop for Spinner {
    fn drop(&mut self) {
        if let Some((stop, thread)) = self.0.take() {
            drop(stop);
            // It has nothing to panic with, and here nobody could help.
            let _ = thread.join();
        }
    }
}

fn spinner_style(start: Instant) -> ProgressStyle {
    ProgressStyle::with_template("{spinner} {msg}  {running}")
        .expect("the template is right")
        .with_key("running", move |_: &ProgressState, out: &mut dyn Write| {
            let _ = out.write_str(&running(start.elapsed()));
        })
}

/// A bar for work of known length: `fetching [=====>    ] 12/25  2020/12`.
pub struct Bar(ProgressBar);

/// The steps within one of the things to do.
const STEPS: u64 = 1000;

impl Bar {
    /// A bar for `total` things, on the terminal that stderr is.
    pub fn new(stderr: Terminal, verb: &str, total: usize) -> Self {
        let target = if stderr.interactive && total > 0 {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(Some(total as u64 * STEPS), target)
            .with_style(bar_style(stderr.width.unwrap_or(80)))
            .with_prefix(one_line(verb));
        Self(bar)
    }

    /// Says what is being done now, the one of index `index`.
    pub fn begin(&self, index: usize, what: &str) {
        self.0.set_message(one_line(what));
        self.0.set_position(index as u64 * STEPS);
    }

    /// Says how far the one of index `index` is, from 0 to 1.
    pub fn advance(&self, index: usize, fraction: f64) {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between 0 and 1000"
        )]
        let steps = (fraction.clamp(0.0, 1.0) * 1000.0) as u64;
        self.0.set_position(index as u64 * STEPS + steps);
    }

    /// Does `work`, which may write lines, with the bar out of its way.
    pub fn suspend<T>(&self, work: impl FnOnce() -> T) -> T {
        self.0.suspend(work)
    }
}

/// The line is gone once this returns.
impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// Narrow terminals have the numbers alone.
fn bar_style(columns: usize) -> ProgressStyle {
    let template = if columns < 50 {
        "{prefix} {things}  {wide_msg}"
    } else {
        "{prefix} [{bar:20}] {things}  {wide_msg}"
    };
    ProgressStyle::with_template(template)
        .expect("the template is right")
        .progress_chars("=> ")
        .with_key("things", |state: &ProgressState, out: &mut dyn Write| {
            let total = state.len().unwrap_or(0) / STEPS;
            let now = (state.pos() / STEPS + 1).min(total);
            let _ = write!(out, "{now}/{total}");
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TERMINAL: Terminal = Terminal {
        width: Some(80),
        color: true,
        interactive: true,
        unicode: true,
    };

    #[test]
    fn templates_are_right() {
        let _ = (spinner_style(Instant::now()), bar_style(30), bar_style(100));
    }

    #[test]
    fn a_pipe_has_neither() {
        assert!(Spinner::new(Terminal::PLAIN, "2020/22 part 2").0.is_none());
        assert!(Bar::new(Terminal::PLAIN, "fetching", 25).0.is_hidden());
    }

    #[test]
    fn what_is_short_ends_at_once() {
        let start = Instant::now();
        drop(Spinner::new(TERMINAL, "2020/22 part 2"));
        assert!(start.elapsed() < PATIENCE);
    }

    #[test]
    fn bars_advance_within_a_thing() {
        let bar = Bar::new(Terminal::PLAIN, "measuring", 4);
        bar.begin(1, "2020/22 part 1");
        assert_eq!(bar.0.position(), 1000);
        bar.advance(1, 0.5);
        assert_eq!(bar.0.position(), 1500);
        bar.advance(1, 7.0);
        assert_eq!(
            (bar.0.position(), bar.0.message()),
            (2000, "2020/22 part 1".into())
        );
    }
}

//! What `bench` shows on stderr while it measures: how many puzzles are done, with
//! the time that is left, notes and warnings.

use std::time::{Duration, Instant};

use super::head::phase_name;
use super::progress::{Extent, Spinner, counted, left_of};
use super::summary::Repeated;
use crate::bench::Benched;
use crate::error::CliError;
use crate::runner::{JobResult, RunEvent, RunEvents};
use crate::terminal::Console;

pub fn bench_progress(console: Console, extent: Extent) -> Box<dyn RunEvents<Benched>> {
    Box::new(BenchProgress {
        console,
        spinner: None,
        what: [String::new(), String::new()],
        puzzles: extent.puzzles,
        ended: 0,
        since: Instant::now(),
        repeated: Repeated::default(),
    })
}

struct BenchProgress {
    console: Console,
    /// It stays over phases, which take less time than it needs to appear.
    spinner: Option<Spinner>,
    /// The puzzle and the phase.
    what: [String; 2],
    puzzles: usize,
    ended: usize,
    since: Instant,
    repeated: Repeated,
}

impl RunEvents<Benched> for BenchProgress {
    fn event(&mut self, event: &RunEvent) -> Result<(), CliError> {
        self.repeated.event(&mut self.console, event);
        match event {
            RunEvent::JobStarted(puzzle) => self.what[0] = puzzle.to_string(),
            RunEvent::PhaseStarted { phase, .. } => {
                phase_name(*phase).clone_into(&mut self.what[1])
            }
            RunEvent::PhaseProgress(share) if !self.console.is_quiet() => {
                #[expect(clippy::cast_precision_loss, reason = "thousands at most")]
                let done = (self.ended as f64 + share) / self.puzzles as f64;
                let left = left_of(self.since.elapsed(), done);
                let what = self.what.join(" ");
                let text = counted("measuring", self.ended, self.puzzles, left, &what);
                let stderr = self.console.stderr;
                let spinner = self.spinner.get_or_insert_with(|| Spinner::new(stderr, ""));
                spinner.set_message(&text);
            }
            _ => {}
        }
        Ok(())
    }

    fn job_finished(&mut self, _: &JobResult<Benched>) -> Result<(), CliError> {
        self.ended += 1;
        Ok(())
    }

    fn run_finished(&mut self, _: Duration) -> Result<(), CliError> {
        self.spinner = None;
        self.repeated.finish(&mut self.console);
        Ok(())
    }
}

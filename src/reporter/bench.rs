//! What `bench` shows on stderr while it measures: a bar over all puzzles with the
//! time that is left, notes and warnings.

use std::time::{Duration, Instant};

use super::head::phase_name;
use super::progress::{Bar, Extent};
use super::summary::Repeated;
use crate::bench::Benched;
use crate::error::CliError;
use crate::puzzle::Puzzle;
use crate::runner::{JobResult, RunEvent, RunEvents};
use crate::terminal::Console;
use crate::terminal::left_of;

pub fn bench_progress(console: Console, extent: Extent) -> Box<dyn RunEvents<Benched>> {
    Box::new(BenchProgress {
        console,
        bar: None,
        puzzles: extent.puzzles,
        ended: 0,
        puzzle: None,
        since: Instant::now(),
        repeated: Repeated::default(),
    })
}

struct BenchProgress {
    console: Console,
    bar: Option<Bar>,
    puzzles: usize,
    ended: usize,
    puzzle: Option<Puzzle>,
    since: Instant,
    repeated: Repeated,
}

impl BenchProgress {
    fn bar(&mut self) -> &Bar {
        let total = if self.console.is_quiet() {
            0
        } else {
            self.puzzles
        };
        let stderr = self.console.stderr;
        self.bar
            .get_or_insert_with(|| Bar::new(stderr, "measuring", total))
    }
}

impl RunEvents<Benched> for BenchProgress {
    fn event(&mut self, event: &RunEvent) -> Result<(), CliError> {
        self.repeated.event(&mut self.console, event);
        let ended = self.ended;
        match event {
            RunEvent::JobStarted(puzzle) => self.puzzle = Some(*puzzle),
            RunEvent::PhaseStarted { phase, .. } => {
                let puzzle = self.puzzle.map_or_else(String::new, |it| it.to_string());
                let what = format!("{puzzle} {}", phase_name(*phase));
                self.bar().begin(ended, &what);
            }
            RunEvent::PhaseProgress(share) => {
                #[expect(clippy::cast_precision_loss, reason = "thousands at most")]
                let done = (ended as f64 + share) / self.puzzles as f64;
                let left = left_of(self.since.elapsed(), done);
                let bar = self.bar();
                bar.set_left(left);
                bar.advance(ended, *share);
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
        self.bar = None;
        self.repeated.finish(&mut self.console);
        Ok(())
    }
}

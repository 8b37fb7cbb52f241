//! What every format of `bench` shows on stderr: a bar over all phases of all
//! puzzles with the time that is left, notes and warnings.

use std::time::Instant;

use super::bench_left::TimeLeft;
use super::console::Console;
use super::extent::Extent;
use super::head::phase_name;
use super::progress::Bar;
use super::repeated::Repeated;
use crate::bench::PASSES;
use crate::puzzle::Puzzle;
use crate::runner::RunEvent;

pub(super) struct BenchProgress {
    bar: Option<Bar>,
    /// The passes over all puzzles.
    jobs: usize,
    /// The phases of one puzzle.
    phases: usize,
    /// How many jobs have ended.
    ended: usize,
    /// How many phases of the shown job have begun.
    begun: usize,
    puzzle: Option<Puzzle>,
    left: TimeLeft,
    repeated: Repeated,
}

impl BenchProgress {
    pub(super) fn new(extent: Extent, phases: usize) -> Self {
        Self {
            bar: None,
            jobs: extent.puzzles * PASSES as usize,
            phases,
            ended: 0,
            begun: 0,
            puzzle: None,
            left: TimeLeft::new(Instant::now(), extent.puzzles, PASSES as usize),
            repeated: Repeated::default(),
        }
    }

    pub(super) fn event(&mut self, console: &mut Console, event: &RunEvent) {
        self.repeated.event(console, event);
        match event {
            RunEvent::JobStarted(puzzle) => {
                self.puzzle = Some(*puzzle);
                self.begun = 0;
            }
            RunEvent::PhaseStarted { phase, .. } => {
                self.begun += 1;
                let mut what = phase_name(*phase).to_owned();
                if let Some(puzzle) = self.puzzle {
                    what = format!("{puzzle} {what}");
                }
                let index = self.index();
                self.tell_left(console, 0.0);
                self.bar(console).begin(index, &what);
            }
            RunEvent::PhaseProgress(share) => {
                let index = self.index();
                self.tell_left(console, *share);
                self.bar(console).advance(index, *share);
            }
            RunEvent::PuzzleStarted { .. }
            | RunEvent::ExampleStarted(_)
            | RunEvent::ExampleFinished(_)
            | RunEvent::ExamplesChecked(_)
            | RunEvent::PhaseFinished(_)
            | RunEvent::Traced
            | RunEvent::Note(_)
            | RunEvent::Warning(_) => {}
        }
    }

    pub(super) fn job_finished(&mut self) {
        self.ended += 1;
        self.begun = 0;
        self.left.job_ended(Instant::now());
    }

    /// All jobs have ended.
    pub(super) fn finish(&mut self, console: &mut Console) {
        self.bar = None;
        self.repeated.finish(console);
    }

    fn bar(&mut self, console: &Console) -> &Bar {
        let total = if console.is_quiet() {
            0
        } else {
            self.jobs * self.phases
        };
        self.bar
            .get_or_insert_with(|| Bar::new(console.stderr, "measuring", total))
    }

    /// Says how long the rest will take, when so much of the phase is done.
    fn tell_left(&mut self, console: &Console, share: f64) {
        let done = self.index() - self.ended * self.phases;
        #[expect(clippy::cast_precision_loss, reason = "three phases")]
        let of_job = (done as f64 + share) / self.phases as f64;
        let left = self.left.at(Instant::now(), of_job);
        self.bar(console).set_left(left);
    }

    /// The index of the phase that runs. A puzzle with several inputs has more
    /// phases than were counted; they are shown as its last.
    fn index(&self) -> usize {
        let begun = self.begun.saturating_sub(1);
        self.ended * self.phases + begun.min(self.phases.saturating_sub(1))
    }
}

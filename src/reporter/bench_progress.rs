//! What every format of `bench` shows on stderr: a bar over all phases of all
//! puzzles, with the time that is left, notes and warnings.

use std::time::{Duration, Instant};

use super::extent::Extent;
use super::head::phase_name;
use super::progress::Bar;
use super::repeated::Repeated;
use crate::bench::PASSES;
use crate::puzzle::Puzzle;
use crate::runner::RunEvent;
use crate::terminal::console::Console;
use crate::terminal::left_of;

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
    /// When the first job began.
    since: Option<Instant>,
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
            since: None,
            repeated: Repeated::default(),
        }
    }

    pub(super) fn event(&mut self, console: &mut Console, event: &RunEvent) {
        self.repeated.event(console, event);
        match event {
            RunEvent::JobStarted(puzzle) => {
                self.puzzle = Some(*puzzle);
                self.begun = 0;
                self.since.get_or_insert_with(Instant::now);
            }
            RunEvent::PhaseStarted { phase, .. } => {
                self.begun += 1;
                let mut what = phase_name(*phase).to_owned();
                if let Some(puzzle) = self.puzzle {
                    what = format!("{puzzle} {what}");
                }
                let index = self.index();
                self.bar(console).begin(index, &what);
            }
            RunEvent::PhaseProgress(share) => {
                let index = self.index();
                let left = self.left(Instant::now(), *share);
                let bar = self.bar(console);
                bar.set_left(left);
                bar.advance(index, *share);
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

    /// How long the rest will take, as far as can be said `now`, with this share
    /// of the phase that runs: as long as what was done.
    fn left(&self, now: Instant, share: f64) -> Option<Duration> {
        let elapsed = now.checked_duration_since(self.since?)?;
        #[expect(clippy::cast_precision_loss, reason = "thousands at most")]
        let (done, total) = (
            self.index() as f64 + share,
            (self.jobs * self.phases) as f64,
        );
        left_of(elapsed, done / total)
    }

    /// The index of the phase that runs. A puzzle with several inputs has more
    /// phases than were counted; they are shown as its last.
    fn index(&self) -> usize {
        let begun = self.begun.saturating_sub(1);
        self.ended * self.phases + begun.min(self.phases.saturating_sub(1))
    }
}

#[cfg(test)]
mod tests {
    use aoc_solution::protocol::Phase;

    use super::*;
    use crate::puzzle::{Day, Year};
    use crate::terminal::Verbosity;
    use crate::terminal::console::tests::Screen;
    use crate::terminal::screen::Terminal;

    #[test]
    fn the_rest_of_all_passes_takes_as_long_as_what_was_done() {
        let mut console = Screen::default().console(Terminal::PLAIN, Verbosity::Normal);
        let extent = Extent {
            puzzles: 2,
            parallelism: 1,
        };
        // Thirty phases in all.
        let mut progress = BenchProgress::new(extent, 3);
        let puzzle = Year(2020).day(Day(22));
        for _ in 0..2 {
            progress.event(&mut console, &RunEvent::JobStarted(puzzle));
            progress.job_finished();
        }
        progress.event(&mut console, &RunEvent::JobStarted(puzzle));
        for phase in [Phase::Parse, Phase::Part1] {
            let alternative = None;
            progress.event(&mut console, &RunEvent::PhaseStarted { phase, alternative });
        }
        let later = progress.since.unwrap() + Duration::from_secs(15);
        let left = progress.left(later, 0.5);
        assert_eq!(left, Some(Duration::from_secs(45)));
    }
}

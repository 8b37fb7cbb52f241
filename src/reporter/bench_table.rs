//! What `bench` shows: a line for each day, or for one puzzle a row for each
//! phase and contender. It is shown at the end, as the bars of all lines are on
//! one scale; there is nothing to show before the last pass in any case.
//!
//! ```text
//! 2020/22 Crab Combat  inputs/year2020/day22.txt
//!                   p10          median  allocs      peak  |1 µs  |100 µs |10 ms
//!   part 1       702 ns ±0.4%    709 ns      12  1.05 MiB  ██▊
//!   part 2      2.81 ms ±0.4%   2.84 ms      12  1.05 MiB  █████████████████▌
//!     textbook  34.5 ms ±0.4%   34.8 ms   1.20M  3.43 MiB  ██████████████████████▍
//!       12.3x slower [12.1, 12.5]
//! ```

use std::time::Duration;

use super::bench_listing::{Entry, listing};
use super::bench_notes::BenchNotes;
use super::bench_progress::BenchProgress;
use super::bench_total::Totals;
use super::extent::Extent;
use super::not_run::NotRun;
use crate::bench::{Benched, BenchedPuzzle};
use crate::error::CliError;
use crate::runner::{JobFailure, JobResult, RunEvent, RunEvents};
use crate::terminal::Verbosity;
use crate::terminal::console::Console;

pub(super) struct BenchTable {
    console: Console,
    progress: BenchProgress,
    extent: Extent,
    /// Whether each puzzle has a table of its own, and not only a line.
    details: bool,
    entries: Vec<Entry>,
    totals: Totals,
    notes: BenchNotes,
    /// Those before the next puzzle that was measured.
    not_run: NotRun,
}

impl BenchTable {
    /// `details` asks for a table for each puzzle, as there is for a single one.
    pub(super) fn new(console: Console, extent: Extent, phases: usize, details: bool) -> Self {
        Self {
            progress: BenchProgress::new(extent, phases),
            details: details || extent.puzzles == 1 || console.verbosity == Verbosity::Verbose,
            console,
            extent,
            entries: Vec::new(),
            totals: Totals::default(),
            notes: BenchNotes::default(),
            not_run: NotRun::default(),
        }
    }

    fn puzzle(&mut self, puzzle: &BenchedPuzzle) {
        self.end_not_run();
        self.totals.add(puzzle);
        self.notes.add(puzzle);
        self.entries.push(Entry::Puzzle(puzzle.clone()));
    }

    /// A puzzle that could not be measured.
    fn failed(&mut self, failure: &JobFailure) {
        let puzzle = failure.puzzle;
        self.totals.add_failed(puzzle);
        // A single one is the error of the command.
        if self.extent.puzzles > 1 {
            let lines = self.not_run.add(self.console.stdout, failure);
            self.entries.extend(lines.map(Entry::NotRun));
        }
    }

    fn end_not_run(&mut self) {
        let lines = self.not_run.take(self.console.stdout);
        self.entries.extend(lines.map(Entry::NotRun));
    }
}

impl RunEvents<Option<Benched>> for BenchTable {
    fn event(&mut self, event: &RunEvent) -> Result<(), CliError> {
        if let RunEvent::JobStarted(puzzle) = event {
            self.totals.select(*puzzle);
        }
        self.progress.event(&mut self.console, event);
        Ok(())
    }

    fn job_finished(&mut self, result: &JobResult<Option<Benched>>) -> Result<(), CliError> {
        self.progress.job_finished();
        match result {
            Ok(None) => {}
            Ok(Some(benched)) => {
                self.notes.add_load(benched.load);
                for puzzle in &benched.puzzles {
                    self.puzzle(puzzle);
                }
            }
            Err(failure) => self.failed(failure),
        }
        Ok(())
    }

    fn run_finished(&mut self, _: Duration) -> Result<(), CliError> {
        self.end_not_run();
        self.progress.finish(&mut self.console);
        let mut lines = listing(self.console.stdout, self.details, &self.entries);
        if !self.console.is_quiet() {
            lines.push_str(&self.totals.lines(self.console.stdout));
        }
        self.console.print(&lines)?;
        if self.console.is_quiet() {
            return Ok(());
        }
        Ok(self.notes.show(&mut self.console, self.details)?)
    }
}

#[cfg(test)]
mod tests;

//! What `bench` shows: a line for each day, or for one puzzle a row for each
//! phase and contender.
//!
//! ```text
//! 2020/22 Crab Combat  inputs/year2020/day22.txt
//!                        p10           median  allocs      peak  log scale
//!   part 1       702 ns ±0.4%      709 ns      12  1.05 MiB  █▉
//!   part 2      2.81 ms ±0.4%     2.84 ms      12  1.05 MiB  █████▌
//!     textbook  34.5 ms ±0.4%     34.8 ms   1.20M  3.43 MiB  ██████▌    12.3x slower [12.1, 12.5]
//! ```

use std::time::Duration;

use super::bench_day::{DayColumns, day_heading, day_line};
use super::bench_notes::BenchNotes;
use super::bench_progress::BenchProgress;
use super::bench_row::{Columns, heading, row};
use super::bench_total::Totals;
use super::console::Console;
use super::extent::Extent;
use super::head::head;
use super::not_run::NotRun;
use super::verbosity::Verbosity;
use crate::bench::{Benched, BenchedPuzzle};
use crate::error::CliError;
use crate::puzzle::Year;
use crate::runner::{JobFailure, JobResult, RunEvent, RunEvents};

pub(super) struct BenchTable {
    console: Console,
    progress: BenchProgress,
    extent: Extent,
    /// Whether each puzzle has a table of its own, and not only a line.
    details: bool,
    /// The columns of the last puzzle, once there is one.
    columns: Option<Columns>,
    /// The year of the last line.
    year: Option<Year>,
    /// Whether a table stands above the next line.
    below_table: bool,
    totals: Totals,
    notes: BenchNotes,
    /// Those before the next table.
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
            columns: None,
            year: None,
            below_table: false,
            totals: Totals::default(),
            notes: BenchNotes::default(),
            not_run: NotRun::default(),
        }
    }

    fn puzzle(&mut self, puzzle: &BenchedPuzzle) -> Result<(), CliError> {
        self.not_run()?;
        self.totals.add(puzzle);
        self.notes.add(puzzle);
        let lines = if self.details {
            self.table(puzzle)
        } else {
            self.day(puzzle)
        };
        self.below_table = true;
        Ok(self.console.print(&lines)?)
    }

    /// A puzzle with each phase, its alternatives after it.
    fn table(&mut self, puzzle: &BenchedPuzzle) -> String {
        let terminal = self.console.stdout;
        let mut lines = self.distance();
        lines.push_str(&head(terminal, &puzzle.header));
        let columns = Columns::of(terminal, &puzzle.results);
        if self.columns.replace(columns) != Some(columns) {
            lines.push_str(&heading(terminal, columns));
        }
        for result in &puzzle.results {
            lines.push_str(&row(terminal, columns, result));
        }
        lines
    }

    /// A puzzle as one line, below the heading of its year.
    fn day(&mut self, puzzle: &BenchedPuzzle) -> String {
        let terminal = self.console.stdout;
        let columns = DayColumns::of(terminal);
        let year = puzzle.header.year;
        let mut lines = String::new();
        if self.year.replace(year) != Some(year) {
            lines = self.distance() + &day_heading(terminal, columns, year);
        }
        lines + &day_line(terminal, columns, puzzle)
    }

    /// A puzzle that could not be measured.
    fn failed(&mut self, failure: &JobFailure) -> Result<(), CliError> {
        let puzzle = failure.puzzle;
        self.totals.add_failed(puzzle);
        if self.extent.puzzles == 1 {
            // The error of the command.
            return Ok(());
        }
        match self.not_run.add(self.console.stdout, failure) {
            Some(lines) => self.print_not_run(&lines),
            None => Ok(()),
        }
    }

    /// Shows those that could not be measured.
    fn not_run(&mut self) -> Result<(), CliError> {
        match self.not_run.take(self.console.stdout) {
            Some(lines) => self.print_not_run(&lines),
            None => Ok(()),
        }
    }

    fn print_not_run(&mut self, lines: &str) -> Result<(), CliError> {
        let distance = if self.details {
            self.distance()
        } else {
            String::new()
        };
        // Others of the same year often follow.
        self.below_table = false;
        self.columns = None;
        Ok(self.console.print(&(distance + lines))?)
    }

    /// An empty line below a table.
    fn distance(&self) -> String {
        if self.below_table {
            "\n".to_owned()
        } else {
            String::new()
        }
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
            Ok(None) => Ok(()),
            Ok(Some(benched)) => {
                self.notes.add_load(benched.load);
                let puzzles = &benched.puzzles;
                puzzles.iter().try_for_each(|puzzle| self.puzzle(puzzle))
            }
            Err(failure) => self.failed(failure),
        }
    }

    fn run_finished(&mut self, _: Duration) -> Result<(), CliError> {
        self.not_run()?;
        self.progress.finish(&mut self.console);
        if self.console.is_quiet() {
            return Ok(());
        }
        let totals = self.totals.lines(self.console.stdout);
        self.console.print(&totals)?;
        Ok(self.notes.show(&mut self.console, self.details)?)
    }
}

#[cfg(test)]
mod tests;

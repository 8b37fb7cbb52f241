//! What `run` shows of several puzzles: a line for each that is well, or for each
//! year where they are many; the whole table of what is not; and a last line
//! that counts.

use std::time::Duration;

use super::extent::Extent;
use super::live::Live;
use super::run_line::{run_line, year_line};
use super::run_table::RunTable;
use super::tally::Tally;
use crate::error::{CliError, Exit, HasExit};
use crate::puzzle::Year;
use crate::runner::{JobFailure, JobResult, PuzzleResult, RunEvent, RunEvents};
use crate::terminal::OutputError;
use crate::terminal::console::Console;

pub(super) struct RunSummary {
    table: RunTable,
    live: Live,
    /// Whether a line stands for a year.
    by_year: bool,
    /// What the table needs to show the puzzle that runs.
    events: Vec<RunEvent>,
    /// The year that runs.
    year: Option<(Year, Tally)>,
}

impl RunSummary {
    pub(super) fn new(console: Console, extent: Extent, by_year: bool) -> Self {
        Self {
            table: RunTable::new(console, extent),
            live: Live::new(Some(extent.puzzles)),
            by_year,
            events: Vec::new(),
            year: None,
        }
    }

    fn solved(&mut self, solved: &Vec<PuzzleResult>) -> Result<(), CliError> {
        for result in solved {
            self.table.tally.add(result);
            if !result.has_no_example() {
                self.tally(result.header.year)?.add(result);
            }
        }
        let traced = self.events.contains(&RunEvent::Traced);
        if traced || solved.exit() != Exit::Done {
            for event in std::mem::take(&mut self.events) {
                self.table.event(&event)?;
            }
        } else if !self.by_year {
            self.table.show_failures()?;
            self.table.timed = true;
            let ran = solved.iter().filter(|result| !result.has_no_example());
            for result in ran {
                let line = run_line(self.table.console.stdout, result);
                self.table.line(&line)?;
            }
        }
        Ok(())
    }

    fn failed(&mut self, failure: &JobFailure) -> Result<(), OutputError> {
        self.tally(failure.puzzle.year)?.add_failure(failure);
        self.table.add_failure(failure)
    }

    /// The results of a year, after the line of the one before.
    fn tally(&mut self, year: Year) -> Result<&mut Tally, OutputError> {
        if self.year.as_ref().is_some_and(|(other, _)| *other != year) {
            self.year_finished()?;
        }
        let (_, tally) = self.year.get_or_insert_with(|| (year, Tally::default()));
        Ok(tally)
    }

    fn year_finished(&mut self) -> Result<(), OutputError> {
        let Some((year, tally)) = self.year.take().filter(|_| self.by_year) else {
            return Ok(());
        };
        if tally.has_run() {
            // Else the next year may not run for the same reason.
            self.table.show_failures()?;
        }
        let line = year_line(self.table.console.stdout, year, &tally);
        self.table.line(&line)
    }
}

impl RunEvents<Vec<PuzzleResult>> for RunSummary {
    fn event(&mut self, event: &RunEvent) -> Result<(), CliError> {
        self.live.event(&mut self.table.console, event);
        match event {
            RunEvent::JobStarted(_) => self.events.clear(),
            RunEvent::ExampleStarted(_)
            | RunEvent::ExampleFinished(_)
            | RunEvent::PhaseStarted { .. }
            | RunEvent::PhaseProgress(_)
            | RunEvent::Note(_)
            | RunEvent::Warning(_) => {}
            event => self.events.push(event.clone()),
        }
        Ok(())
    }

    fn job_finished(&mut self, result: &JobResult<Vec<PuzzleResult>>) -> Result<(), CliError> {
        self.live.stop();
        match result {
            Ok(solved) => self.solved(solved),
            Err(failure) => Ok(self.failed(failure)?),
        }
    }

    fn progress(&mut self, jobs: usize) {
        self.live.progress(jobs);
    }

    fn run_finished(&mut self, elapsed: Duration) -> Result<(), CliError> {
        self.live.stop();
        self.year_finished()?;
        self.live.finish(&mut self.table.console);
        self.table.run_finished(elapsed)
    }
}

#[cfg(test)]
mod tests;

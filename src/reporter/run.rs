//! How `run` is reported.

use std::collections::BTreeSet;

use super::document::{Document, DocumentReporter, puzzle_results};
use super::extent::Extent;
use super::live::Live;
use super::run_summary::RunSummary;
use super::run_table::RunTable;
use crate::puzzle::{Day, Puzzle, Year};
use crate::runner::{JobResult, PuzzleResult, RunEvents, RunResults};
use crate::terminal::Verbosity;
use crate::terminal::console::Console;

/// JSON, or tables for people: of several puzzles, those that are well have a line
/// each, or a line for each year if they are more than an event has.
pub fn run_reporter(
    console: Console,
    json: bool,
    extent: Extent,
    puzzles: &[Puzzle],
) -> Box<dyn RunEvents<Vec<PuzzleResult>>> {
    if json {
        let live = Live::new(extent.parallel_jobs());
        let results = RunResults::new(RunResults::RUN);
        Box::new(DocumentReporter::new(console, live, results))
    } else if puzzles.len() < 2 || console.verbosity == Verbosity::Verbose {
        Box::new(RunTable::new(console, extent))
    } else {
        Box::new(RunSummary::new(console, extent, is_by_year(puzzles)))
    }
}

impl Document<Vec<PuzzleResult>> for RunResults {
    fn add(&mut self, result: &JobResult<Vec<PuzzleResult>>) {
        self.results.extend(puzzle_results(result));
    }
}

/// Whether there are so many that a line for each is too much.
pub(super) fn is_by_year(puzzles: &[Puzzle]) -> bool {
    let years: BTreeSet<Year> = puzzles.iter().map(|puzzle| puzzle.year).collect();
    years.len() > 1 && puzzles.len() > Day::LAST.0.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_an_event_is_by_year() {
        let is_by_year = |years: u16, days: u8| {
            let years = (0..years).map(|more| Year(2015 + more));
            let puzzles: Vec<Puzzle> = years
                .flat_map(|year| (1..=days).map(move |day| year.day(Day(day))))
                .collect();
            is_by_year(&puzzles)
        };
        assert!(is_by_year(2, 25) && is_by_year(10, 3));
        assert!(!is_by_year(1, 25) && !is_by_year(12, 1) && !is_by_year(2, 12));
    }
}

//! How `test` is reported.

use super::document::DocumentReporter;
use super::extent::Extent;
use super::live::Live;
use super::test_table::TestTable;
use crate::puzzle::Puzzle;
use crate::runner::{PuzzleResult, RunEvents, RunResults};
use crate::terminal::console::Console;

/// Lines for people, or JSON. `puzzles` are those that are tested, in order.
pub fn test_reporter(
    console: Console,
    json: bool,
    extent: Extent,
    puzzles: &[Puzzle],
) -> Box<dyn RunEvents<Vec<PuzzleResult>>> {
    if json {
        let live = Live::new(extent.parallel_jobs());
        let results = RunResults::new(RunResults::TEST);
        Box::new(DocumentReporter::new(console, live, results))
    } else {
        Box::new(TestTable::new(console, extent, puzzles))
    }
}

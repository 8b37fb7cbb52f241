//! How `test` is reported.

use super::document::{Document, DocumentReporter};
use super::extent::Extent;
use super::live::Live;
use super::test_table::TestTable;
use crate::puzzle::Puzzle;
use crate::runner::{JobResult, RunEvents, TestResult, TestResults};
use crate::terminal::console::Console;

/// Lines for people, or JSON. `puzzles` are those that are tested, in order.
pub fn test_reporter(
    console: Console,
    json: bool,
    extent: Extent,
    puzzles: &[Puzzle],
) -> Box<dyn RunEvents<TestResult>> {
    if json {
        let live = Live::new(extent.parallel_jobs());
        let results = TestResults::new(Vec::new());
        Box::new(DocumentReporter::new(console, live, results))
    } else {
        Box::new(TestTable::new(console, extent, puzzles))
    }
}

impl Document<TestResult> for TestResults {
    fn add(&mut self, result: &JobResult<TestResult>) {
        self.results.push(match result {
            Ok(result) => result.clone(),
            Err(failure) => TestResult::failed(failure),
        });
    }
}

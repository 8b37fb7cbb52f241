//! How `test` is reported.

use super::console::Console;
use super::extent::Extent;
use super::test_json::TestJson;
use super::test_table::TestTable;
use crate::puzzle::Puzzle;
use crate::runner::{RunEvents, TestResult};

/// Lines for people, or JSON. `puzzles` are those that are tested, in order.
pub fn test_reporter(
    console: Console,
    json: bool,
    extent: Extent,
    puzzles: &[Puzzle],
) -> Box<dyn RunEvents<TestResult>> {
    if json {
        Box::new(TestJson::new(console, extent))
    } else {
        Box::new(TestTable::new(console, extent, puzzles))
    }
}

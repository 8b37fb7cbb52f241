//! How `run` is reported.

use super::console::Console;
use super::extent::Extent;
use super::run_json::RunJson;
use super::run_table::RunTable;
use crate::runner::{RunEvents, Solved};

/// A table for people, or JSON.
pub fn run_reporter(console: Console, json: bool, extent: Extent) -> Box<dyn RunEvents<Solved>> {
    if json {
        Box::new(RunJson::new(console, extent))
    } else {
        Box::new(RunTable::new(console, extent))
    }
}

//! How `bench` is reported.

use aoc_solution::protocol::Phase;

use super::bench_json::BenchJson;
use super::bench_table::BenchTable;
use super::console::Console;
use super::extent::Extent;
use crate::bench::{Benched, Host};
use crate::runner::RunEvents;

/// A table for people, with a line for each day, or with its `details`.
pub fn bench_table(
    console: Console,
    extent: Extent,
    phases: &[Phase],
    details: bool,
) -> Box<dyn RunEvents<Option<Benched>>> {
    Box::new(BenchTable::new(console, extent, phases.len(), details))
}

/// JSON, with what was measured on.
pub fn bench_json(
    console: Console,
    extent: Extent,
    phases: &[Phase],
    host: Host,
) -> Box<dyn RunEvents<Option<Benched>>> {
    Box::new(BenchJson::new(console, extent, phases.len(), host))
}

//! How `bench` is reported.

use aoc_solution::protocol::Phase;

use super::bench_document::{BenchDocument, BenchFormat};
use super::bench_table::BenchTable;
use super::extent::Extent;
use crate::bench::{BenchReport, Benched};
use crate::runner::RunEvents;
use crate::terminal::console::Console;

/// A table for people, with a line for each day, or with its `details`.
pub fn bench_table(
    console: Console,
    extent: Extent,
    phases: &[Phase],
    details: bool,
) -> Box<dyn RunEvents<Option<Benched>>> {
    Box::new(BenchTable::new(console, extent, phases.len(), details))
}

/// One document, made from a report that is still empty.
pub fn bench_document(
    console: Console,
    extent: Extent,
    phases: &[Phase],
    format: BenchFormat,
    report: BenchReport,
) -> Box<dyn RunEvents<Option<Benched>>> {
    Box::new(BenchDocument::new(
        console,
        extent,
        phases.len(),
        format,
        report,
    ))
}

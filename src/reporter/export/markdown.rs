//! The table of `bench --markdown`.

use super::date_and_host;
use crate::bench::{BenchGroup, BenchReport};
use crate::reporter::bench_figures::{bench_notes, figures, puzzle_title, ratio_words};
use crate::runner::function_name;
use crate::terminal::inline_code;
use crate::terminal::table::{Column, escape_cell, markdown};

const MARKDOWN_COLUMNS: [Column; 8] = [
    Column::left("puzzle"),
    Column::left("phase"),
    Column::right("p10"),
    Column::right("±"),
    Column::right("median"),
    Column::right("allocs"),
    Column::right("peak"),
    Column::right("compared"),
];

/// `bench --markdown`: a table that GitHub renders. It has a row for each phase and alternative.
/// Notes below it explain the figures, and say when and where they were measured and with which
/// command.
pub fn bench_markdown(report: &BenchReport) -> String {
    let mut rows = Vec::new();
    for day in BenchGroup::days(report) {
        let puzzle = puzzle_title(&day);
        for result in day.results {
            let [mut p10, spread, median, allocs, peak] = figures(result);
            if result.measured.is_none() {
                let message = result.message.as_deref().unwrap_or_default();
                p10 = format!("{}: {message}", result.status);
            }
            let cells = [
                &*puzzle,
                &function_name(result.phase, result.alternative.as_deref()),
                &p10,
                &spread,
                &median,
                &allocs,
                &peak,
                &ratio_words(result),
            ];
            rows.push(cells.map(escape_cell));
        }
    }
    let mut text = markdown(&MARKDOWN_COLUMNS, rows);
    for note in bench_notes(report) {
        text += &format!("\nNote: {}\n", escape_cell(&note));
    }
    let command = inline_code(&report.command);
    text += "\nThe 10th percentile of each phase, measured on ";
    text + &escape_cell(&date_and_host(report)) + &format!(" by {command}.\n")
}

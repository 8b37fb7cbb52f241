//! Tables that GitHub renders: of `bench --markdown` with a row for each phase and
//! alternative, and of `bench --readme` with a line for each day.

use aoc_solution::protocol::Phase;

use super::super::bench_figures::{
    DayRow, Sum, bench_notes, day_count, function_name, headline, ratio_words, spread,
};
use super::super::status::status_word;
use super::{cell, host};
use crate::bench::{BenchReport, BenchResult};
use crate::terminal::{bytes, count, one_line, plural, time};

pub fn markdown(report: &BenchReport) -> String {
    let mut lines = String::from(
        "| puzzle | phase | p10 | ± | median | allocs | peak | compared |\n\
         |:--|:--|--:|--:|--:|--:|--:|:--|\n",
    );
    for row in DayRow::all(report) {
        let puzzle = format!("{} {}", row.puzzle(), row.name());
        for result in row.results {
            let allocations = result.allocations;
            let figures = result.measured.as_ref();
            let message = one_line(result.message.as_deref().unwrap_or_default());
            let failure = || format!("{}: {message}", status_word(result.status));
            let compared = result.change.as_ref().or(result.ratio.as_ref());
            lines += &table_row(&[
                puzzle.trim_end().to_owned(),
                function_name(result),
                figures.map_or_else(failure, |figures| time(figures.p10_ns)),
                figures.map(spread).unwrap_or_default().replace('±', ""),
                figures.map(|it| time(it.median_ns)).unwrap_or_default(),
                allocations.map(|all| count(all.count)).unwrap_or_default(),
                allocations.map(|all| bytes(all.peak)).unwrap_or_default(),
                compared.map(ratio_words).unwrap_or_default(),
            ]);
        }
    }
    lines + &below(report)
}

/// What `bench --readme` writes between the markers: a line for each day, what each
/// year takes, and where the figures come from.
pub fn readme(report: &BenchReport) -> String {
    let rows = DayRow::all(report);
    let mut lines = String::from(
        "| day | title | parse | part 1 | part 2 | all |\n|:--|:--|--:|--:|--:|--:|\n",
    );
    for row in &rows {
        let name = match row.results {
            [BenchResult { phase: None, .. }] => {
                let why = row.results[0].message.as_deref().unwrap_or_default();
                format!("not measured: {}", one_line(why))
            }
            _ => row.name(),
        };
        let mut cells = vec![row.puzzle().to_string(), name];
        cells.extend(Phase::ALL.map(|phase| headline(row.phase(phase))));
        cells.push(row.total());
        lines += &table_row(&cells);
    }
    let years = rows.chunk_by(|a, b| a.header.year == b.header.year);
    let years = years.map(|rows| (rows[0].header.year.to_string(), rows));
    let mut totals: Vec<_> = years.collect();
    if totals.len() > 1 {
        totals.push(("all".to_owned(), &rows));
    }
    for (name, rows) in totals.into_iter().filter(|_| rows.len() > 1) {
        let mut what = day_count(rows);
        let missing = rows.iter().flat_map(DayRow::missing).count();
        if missing > 0 {
            what = format!("{what}, without {}", plural(missing, "failed phase"));
        }
        let sum = time(Sum::of_rows(rows).ns);
        lines.extend([format!("| **{name}** | {what} | | | | **{sum}** |\n")]);
    }
    lines + &below(report)
}

fn table_row(cells: &[String]) -> String {
    let cells: Vec<String> = cells.iter().map(|text| cell(text)).collect();
    format!("| {} |\n", cells.join(" | "))
}

/// What is to be said of the figures, and what they are, when and where they were
/// measured, and by which command.
fn below(report: &BenchReport) -> String {
    let notes = bench_notes(report).into_iter();
    let notes = notes.map(|note| format!("\nNote: {}\n", cell(&note)));
    let notes = notes.collect::<Vec<_>>().concat();
    format!(
        "{notes}\nThe 10th percentile of each phase, measured on {} on {} by {}.\n",
        report.date.format("%-d %B %Y"),
        cell(&host(&report.host)),
        code(&report.command)
    )
}

/// A code span, outside of a table.
fn code(text: &str) -> String {
    let text = one_line(text);
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let gap = if longest > 0 { " " } else { "" };
    format!("{fence}{gap}{text}{gap}{fence}")
}

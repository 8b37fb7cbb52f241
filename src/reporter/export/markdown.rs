//! Tables that GitHub renders: of `bench --markdown` with a row for each phase and
//! alternative, and of `bench --readme` with a line for each day.

use aoc_solution::protocol::Phase;

use super::super::bench_figures::{
    DayRow, Sum, bench_notes, day_count, function_name, headline, ratio_words, spread,
};
use super::super::status::status_word;
use super::{cell, host};
use crate::bench::BenchReport;
use crate::terminal::{bytes, count, one_line, plural, time};

pub fn markdown(report: &BenchReport) -> String {
    let mut lines = String::from(
        "| puzzle | phase | p10 | ± | median | allocs | peak | compared |\n\
         |:--|:--|--:|--:|--:|--:|--:|:--|\n",
    );
    for row in DayRow::all(report) {
        let puzzle = format!("{} {}", row.puzzle(), row.name());
        for result in row.results {
            let message = one_line(result.message.as_deref().unwrap_or_default());
            let failure = format!("{}: {message}", status_word(result.status));
            let figures = result.measured.as_ref().map(|figures| {
                let spread = spread(figures.spread()).replace('±', "");
                [time(figures.p10_ns), spread, time(figures.median_ns)]
            });
            let [p10, spread, median] =
                figures.unwrap_or_else(|| [failure, String::new(), String::new()]);
            let allocations = result.allocations.as_ref();
            let allocations = allocations.map(|all| [count(all.count), bytes(all.peak)]);
            let [allocs, peak] = allocations.unwrap_or_default();
            let compared = result.change.as_ref().or(result.ratio.as_ref());
            let compared = compared.map(|to| ratio_words(result, to));
            lines += &table_row(&[
                puzzle.trim_end().to_owned(),
                function_name(result),
                p10,
                spread,
                median,
                allocs,
                peak,
                compared.unwrap_or_default(),
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
        let first = &row.results[0];
        let why = first.message.as_deref().unwrap_or_default();
        let name = if first.phase.is_some() {
            row.name()
        } else {
            format!("not measured: {}", one_line(why))
        };
        let [parse, part1, part2] = Phase::ALL.map(|phase| headline(row.phase(phase)));
        lines += &table_row(&[
            row.puzzle().to_string(),
            name,
            parse,
            part1,
            part2,
            row.total(),
        ]);
    }
    let years = rows.chunk_by(|a, b| a.header.year == b.header.year);
    let mut totals: Vec<_> = years
        .map(|rows| (rows[0].header.year.to_string(), rows))
        .collect();
    if totals.len() > 1 {
        totals.push(("all".to_owned(), &rows));
    }
    for (name, rows) in totals.into_iter().filter(|_| rows.len() > 1) {
        let missing = rows.iter().flat_map(DayRow::missing).count();
        let without = match missing {
            0 => String::new(),
            _ => format!(", without {}", plural(missing, "failed phase")),
        };
        let what = day_count(rows) + &without;
        let sum = time(Sum::of(rows.iter().flat_map(|row| row.results)).ns);
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
    let notes: Vec<String> = notes
        .map(|note| format!("\nNote: {}\n", cell(&note)))
        .collect();
    let notes = notes.concat();
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

//! The figures above all others.

use std::fmt::Write;

use aoc_solution::protocol::Phase;

use super::super::super::bench_notes::disturbance;
use super::super::super::bench_row::percent;
use super::super::super::bench_sum::Sum;
use super::super::super::head::phase_name;
use super::super::days::{DayRow, YearRow, missing, total};
use super::super::escape::xml;
use super::doubts::Doubts;
use crate::bench::{BenchReport, RatioTo, Verdict};
use crate::terminal::{plural, time};

pub(super) fn write(page: &mut String, report: &BenchReport, rows: &[DayRow]) {
    let all = total(rows);
    page.push_str("<dl class=\"tiles\">\n");
    let value = format!("<b>{}</b> <small>{}</small>", time(all.ns), all.spread());
    if let [row] = rows {
        tile(page, "Total", &value, "all phases");
        phases(page, row);
    } else {
        tile(page, "Total", &value, &extent(rows));
        days(page, rows, all);
    }
    comparison(page, report);
    let failed = missing(rows);
    if failed > 0 {
        let value = format!("<b class=\"failed\">{failed}</b>");
        tile(page, "Failed", &value, "not in the total");
    }
    page.push_str("</dl>\n");
    let load = report.load.and_then(disturbance);
    let notes = load.map(|note| format!("{note}."));
    for note in notes.into_iter().chain(Doubts::of(report).notes()) {
        let _ = writeln!(
            page,
            "<p class=\"note\" role=\"note\"><b>Note:</b> {}</p>",
            xml(&note)
        );
    }
}

/// `25 days`, `262 days of 11 years`, `1 day, 3 inputs`
fn extent(rows: &[DayRow]) -> String {
    let years = YearRow::all(rows);
    let days: usize = years.iter().map(|year| year.days).sum();
    let text = plural(days, "day");
    if rows.len() > days {
        format!("{text}, {}", plural(rows.len(), "input"))
    } else if years.len() > 1 {
        format!("{text} of {}", plural(years.len(), "year"))
    } else {
        text
    }
}

/// Those of the only puzzle.
fn phases(page: &mut String, row: &DayRow) {
    for (phase, cell) in Phase::ALL.into_iter().zip(row.phases) {
        if let Some(ns) = cell.ns() {
            let share = format!("{}% of the total", percent(ns / row.sum.ns));
            let mut name = phase_name(phase).to_owned();
            name[..1].make_ascii_uppercase();
            tile(page, &name, &format!("<b>{}</b>", time(ns)), &share);
        }
    }
}

/// What one of several days, or of several inputs, takes.
fn days(page: &mut String, rows: &[DayRow], all: Sum) {
    let mut measured: Vec<&DayRow> = rows.iter().filter(|row| row.is_measured()).collect();
    measured.sort_by(|a, b| a.sum.ns.total_cmp(&b.sum.ns));
    let Some(slowest) = measured.last().filter(|_| measured.len() > 1) else {
        return;
    };
    if measured.len() > 2 {
        let middle = measured[measured.len() / 2];
        let value = format!("<b>{}</b>", time(middle.sum.ns));
        tile(page, "Median", &value, "half take longer, half less");
    }
    let value = format!("<b>{}</b>", time(slowest.sum.ns));
    let name = if rows.iter().all(|row| row.puzzle == slowest.puzzle) {
        format!("<bdi>{}</bdi>", xml(slowest.input_name()))
    } else {
        format!("{} <bdi>{}</bdi>", slowest.puzzle, xml(&slowest.name()))
    };
    let share = percent(slowest.sum.ns / all.ns);
    let more = format!("<span class=\"clamp\">{name}</span> {share}% of the total");
    tile(page, "Slowest", &value, &more);
}

/// How many phases became faster or slower.
fn comparison(page: &mut String, report: &BenchReport) {
    let changes: Vec<&RatioTo> = report
        .results()
        .filter_map(|result| result.change.as_ref())
        .collect();
    let Some(first) = changes.first() else {
        return;
    };
    let count = |verdict| changes.iter().filter(|to| to.verdict == verdict).count();
    let [faster, slower, same] = [Verdict::Faster, Verdict::Slower, Verdict::Same].map(count);
    let mut value = String::new();
    for (n, word) in [(slower, "slower"), (faster, "faster")] {
        if n > 0 {
            let _ = write!(value, "<b class=\"{word}\">{n} {word}</b> ");
        }
    }
    let name = format!("Against {}", first.of);
    let phases = plural(same, "phase");
    let more = if value.is_empty() {
        value.push_str("<b>no difference</b>");
        format!("shown in {phases}")
    } else if same > 0 {
        format!("{phases}: no difference shown")
    } else {
        String::new()
    };
    tile(page, &name, &value, &more);
}

/// A name, and what is HTML: the value and more about it.
fn tile(page: &mut String, name: &str, value: &str, more: &str) {
    let _ = writeln!(
        page,
        "<div><dt>{}</dt><dd>{value}</dd><dd class=\"about\">{more}</dd></div>",
        xml(name)
    );
}

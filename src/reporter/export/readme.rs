//! What `bench --readme` writes between the markers: a line for each day, and
//! what each year takes.

use std::fmt::Write;

use super::super::bench_notes::disturbance;
use super::days::{DayRow, PhaseCell, YearRow, missing, total};
use super::escape::{cell, code};
use crate::bench::{BenchReport, Host};
use crate::terminal::{plural, time};

/// A table, and where it comes from. It ends with a line feed.
pub fn readme(report: &BenchReport) -> String {
    let rows = DayRow::all(report);
    let mut lines = String::from(
        "| day | title | parse | part 1 | part 2 | all |\n|:--|:--|--:|--:|--:|--:|\n",
    );
    for row in &rows {
        let [parse, part1, part2] = row.phases.map(PhaseCell::text);
        let name = row.failure.as_ref().map_or_else(
            || cell(&row.name()),
            |failure| format!("not measured: {}", cell(failure)),
        );
        let all = cell(&row.total());
        let puzzle = row.puzzle;
        let _ = writeln!(
            lines,
            "| {puzzle} | {name} | {parse} | {part1} | {part2} | {all} |"
        );
    }
    let years = YearRow::all(&rows);
    let days: usize = years.iter().map(|year| year.days).sum();
    if days > 1 {
        for year in &years {
            let name = year.year.to_string();
            lines.push_str(&total_line(&name, year.days, year.sum.ns, year.missing));
        }
        if years.len() > 1 {
            lines.push_str(&total_line("all", days, total(&rows).ns, missing(&rows)));
        }
    }
    lines.push('\n');
    lines.push_str(&provenance(report));
    lines.push('\n');
    lines
}

fn total_line(name: &str, days: usize, ns: f64, missing: usize) -> String {
    let mut what = plural(days, "day");
    if missing > 0 {
        what = format!("{what}, without {}", plural(missing, "failed phase"));
    }
    format!("| **{name}** | {what} | | | | **{}** |\n", time(ns))
}

/// What the figures are, when and where they were measured, and by which
/// command.
pub(super) fn provenance(report: &BenchReport) -> String {
    let mut text = format!(
        "The 10th percentile of each phase, measured on {} on {} by {}.",
        report.date.format("%-d %B %Y"),
        cell(&host(&report.host)),
        code(&report.command)
    );
    if let Some(note) = report.load.and_then(disturbance) {
        let _ = write!(text, " Note: {}.", cell(&note));
    }
    text
}

/// `AMD EPYC 7B13, 2 cores, linux x86_64, rustc 1.91.0`
pub(super) fn host(host: &Host) -> String {
    let cores = plural(host.cores, "core");
    let mut parts: Vec<String> = host.cpu.iter().cloned().collect();
    parts.push(cores);
    parts.push(format!("{} {}", host.os, host.arch));
    if let Some(rustc) = &host.rustc {
        // Without the commit.
        let name = rustc.split(" (").next().unwrap_or(rustc);
        parts.push(name.to_owned());
    }
    parts.join(", ")
}

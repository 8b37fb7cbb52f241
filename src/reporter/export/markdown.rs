//! `bench --markdown`: a table that GitHub renders, with a row for each phase
//! and each alternative.

use std::fmt::Write;

use super::super::bench_notes::list;
use super::super::bench_row::{percent, ratio_words};
use super::super::bench_total::full_name;
use super::days::{function_name, input};
use super::escape::cell;
use super::readme::provenance;
use crate::bench::{BenchReport, BenchResult, BenchedPuzzle, RatioTo};
use crate::terminal::{bytes, count, one_line, time};

pub fn markdown(report: &BenchReport) -> String {
    let compared = report.results().any(|result| compared(result).is_some());
    let mut lines = String::from("| puzzle | phase | p10 | ± | median | allocs | peak |");
    lines.push_str(if compared { " compared |\n" } else { "\n" });
    lines.push_str("|:--|:--|--:|--:|--:|--:|--:|");
    lines.push_str(if compared { ":--|\n" } else { "\n" });
    for puzzle in &report.puzzles {
        for result in &puzzle.results {
            row(&mut lines, puzzle, result, compared);
        }
    }
    for note in notes(report) {
        lines.push('\n');
        lines.push_str(&note);
        lines.push('\n');
    }
    lines.push('\n');
    lines.push_str(&provenance(report));
    lines.push('\n');
    lines
}

fn row(lines: &mut String, puzzle: &BenchedPuzzle, result: &BenchResult, compared: bool) {
    let header = &puzzle.header;
    let mut name = header.puzzle().to_string();
    if !header.title.is_empty() {
        name = format!("{name} {}", header.title);
    }
    if let Some(input) = input(header) {
        name = format!("{name} ({input})");
    }
    let [p10, spread, median] = figures(result);
    let [allocations, peak] = result
        .allocations
        .map_or_else(Default::default, |all| [count(all.count), bytes(all.peak)]);
    let cells = [
        cell(&name),
        cell(&function_name(result)),
        p10,
        spread,
        median,
        allocations,
        peak,
    ];
    let _ = write!(lines, "| {} |", cells.join(" | "));
    if compared {
        let text = self::compared(result).map_or_else(String::new, compared_text);
        let _ = write!(lines, " {} |", cell(&text));
    }
    lines.push('\n');
}

/// The headline, its spread and the median, or why there are none.
fn figures(result: &BenchResult) -> [String; 3] {
    let Some(figures) = result.figures() else {
        let mut why = super::super::status::status_word(result.status).to_owned();
        if let Some(message) = &result.message {
            why = format!("{why}: {}", one_line(message));
        }
        return [cell(&why), String::new(), String::new()];
    };
    let spread = figures.spread();
    [
        time(figures.p10_ns),
        spread.map_or_else(String::new, |share| format!("{}%", percent(share))),
        time(figures.median_ns),
    ]
}

/// What it is compared with: the other revision or the baseline, or else the
/// day's own way.
fn compared(result: &BenchResult) -> Option<&RatioTo> {
    result.change.as_ref().or(result.ratio.as_ref())
}

/// `12.3x slower than main [12.1, 12.5]`
fn compared_text(to: &RatioTo) -> String {
    let (text, interval) = ratio_words(to);
    let text = match &*to.of {
        "own" => text,
        other => format!("{text}, against {other}"),
    };
    format!("{text} {interval}").trim_end().to_owned()
}

/// The doubts, each once.
fn notes(report: &BenchReport) -> Vec<String> {
    let mut doubts = Vec::new();
    for puzzle in &report.puzzles {
        for result in &puzzle.results {
            let name = full_name(&puzzle.header, result);
            doubts.extend(result.warnings.iter().map(|&doubt| (doubt, name.clone())));
        }
    }
    let figures = report.results().filter_map(BenchResult::figures);
    let measured = figures.count();
    doubts.sort_by_key(|(doubt, _)| *doubt);
    doubts
        .chunk_by(|(a, _), (b, _)| a == b)
        .map(|same| {
            let names: Vec<String> = same.iter().map(|(_, name)| name.clone()).collect();
            let doubt = same[0].0.to_string();
            let end = if doubt.ends_with('?') { "" } else { "." };
            format!("Note: {}: {doubt}{end}", cell(&list(&names, measured)))
        })
        .collect()
}

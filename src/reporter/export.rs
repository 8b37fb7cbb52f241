//! The documents that `bench` can make from its report, with one function for each.

use serde_json::{Value, to_string, to_value};

use super::bench_figures::{bench_notes, figures, ratio_words};
use super::names::function_name;
use super::scale::Scale;
use super::svg::{Svg, xml};
use crate::bench::{BenchGroup, BenchReport};
use crate::terminal::sanitize::sanitize_json;
use crate::terminal::table::{Column, markdown};
use crate::terminal::{self, code_marks, cut_end, escape_markdown, one_line, plural};

/// `bench --html`: a page that needs no network and no other file. Its script shows the
/// document of `bench --json`, which is in the page.
pub fn bench_html(report: &BenchReport) -> String {
    const PAGE: &str = include_str!("export/page.html");
    let json = to_string(report).expect("plain data");
    // The JSON must not contain the end tag of the element around it.
    let json = sanitize_json(&json).replace('<', "\\u003c");
    PAGE.replacen("{{title}}", &xml(&report.title()), 1)
        .replacen("{{report}}", &json, 1)
}

/// The columns of `bench --csv`: each name is also the path of the value in a result of
/// `--json`.
const COLUMNS: &[&str] = &[
    "year",
    "day",
    "title",
    "phase",
    "alternative",
    "source",
    "name",
    "status",
    "message",
    "p10_ns",
    "p10_ci95_ns.0",
    "p10_ci95_ns.1",
    "median_ns",
    "ci95_ns.0",
    "ci95_ns.1",
    "min_ns",
    "mad_ns",
    "processes",
    "samples",
    "iterations",
    "outliers",
    "first_ns",
    "allocations.count",
    "allocations.bytes",
    "allocations.peak",
    "ratio.of",
    "ratio.ratio",
    "ratio.ci95.0",
    "ratio.ci95.1",
    "ratio.pairs",
    "ratio.verdict",
    "change.of",
    "change.ratio",
    "change.ci95.0",
    "change.ci95.1",
    "change.pairs",
    "change.verdict",
    "regressed",
    "warnings",
    "process_p10_ns",
    "quantiles_ns",
    "process_chain_ns",
];

/// `bench --csv`: a row for each phase with all figures. Lines end with `\n` only, as
/// text tools expect.
pub fn bench_csv(report: &BenchReport) -> String {
    let mut lines = COLUMNS.join(",") + "\n";
    for result in &report.results {
        let result = to_value(result).expect("plain data");
        let fields: Vec<String> = COLUMNS
            .iter()
            .map(|column| {
                let path = format!("/{}", column.replace('.', "/"));
                csv_field(result.pointer(&path).unwrap_or(&Value::Null))
            })
            .collect();
        lines += &(fields.join(",") + "\n");
    }
    lines
}

/// A value quoted as in RFC 4180; the values of a list are separated by blanks.
/// Spreadsheets evaluate a text that begins with `=`, `+`, `-`, `@` or the full-width
/// form of one, so an apostrophe is put before it.
fn csv_field(value: &Value) -> String {
    let mut field = match value {
        Value::Null => return String::new(),
        Value::String(text) => one_line(text),
        Value::Array(values) => {
            let fields: Vec<String> = values.iter().map(csv_field).collect();
            return fields.join(" ");
        }
        other => return other.to_string(),
    };
    if field.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']) {
        field.insert(0, '\'');
    }
    if field.contains([',', '"']) {
        return format!("\"{}\"", field.replace('"', "\"\""));
    }
    field
}

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

/// `bench --markdown`: a table that GitHub renders, with a row for each phase and alternative.
/// Notes below it explain the figures and say when, where and with which command they were
/// measured.
pub fn bench_markdown(report: &BenchReport) -> String {
    let mut rows = Vec::new();
    for day in BenchGroup::days(report) {
        let puzzle = day.full_name();
        for result in day.results {
            let [mut p10, spread, median, allocs, peak] = figures(result);
            if result.measured.is_none() {
                let message = one_line(result.message.as_deref().unwrap_or_default());
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
    let command = one_line(&report.command);
    let [begin, end] = code_marks(&command);
    text += "\nThe 10th percentile of each phase, measured on ";
    text + &escape_cell(&date_and_host(report)) + &format!(" by {begin}{command}{end}.\n")
}

/// Text for a cell of a table in Markdown.
pub fn escape_cell(text: &str) -> String {
    // Markdown separates columns by `|` and puts formulas between `$`.
    escape_markdown(&one_line(text))
        .replace('|', "\\|")
        .replace('$', "\\$")
}

/// The date and the machine, such as `1 December 2026 on AMD EPYC 7B13, 2 cores, linux x86_64,
/// rustc 1.91.0`.
fn date_and_host(report: &BenchReport) -> String {
    let host = &report.host;
    let mut parts = Vec::new();
    parts.extend(host.cpu.clone());
    parts.push(plural(host.cores, "core"));
    parts.push(format!("{} {}", host.os, host.arch));
    if let Some(rustc) = &host.rustc {
        // The commit's hash is left out.
        let version = rustc.split(" (").next().unwrap_or(rustc);
        parts.push(version.to_owned());
    }
    let date = report.date.format("%-d %B %Y");
    format!("{date} on {}", parts.join(", "))
}

/// `bench --svg`: a card for the top of a README, narrow enough for a phone, with a bar
/// for each day or input, or for each year if there are several. The colours follow the
/// reader's light or dark scheme, even where a page shows the card as an image.
pub fn bench_svg(report: &BenchReport) -> String {
    let mut bars = BenchGroup::totals(report);
    let (_, all) = bars.pop().expect("a report has results");
    if bars.is_empty() {
        for day in BenchGroup::days(report) {
            let name = format!("{:02} {}", day.header.puzzle.day.get(), day.name());
            bars.push((name, day));
        }
    }
    let scale = Scale::of(bars.iter().map(|(_, bar)| bar.ns));
    let mut rows = String::new();
    let mut descriptions = Vec::new();
    let mut y = FIRST_ROW;
    for (name, bar) in &bars {
        let (length, class) = if bar.ns > 0.0 {
            let length = scale.share(bar.ns) * TRACK;
            (length.max(SHORTEST_BAR), "end")
        } else {
            (0.0, "end failed")
        };
        let short = xml(&cut_end(name, NAME_COLUMNS));
        let end = xml(&bar.total());
        rows += &format!(
            "<g transform=\"translate(0 {y})\">\n<text x=\"22\" y=\"16\">{short}</text>\n\
             <rect class=\"track\" x=\"{TRACK_X}\" y=\"7.5\" width=\"{TRACK}\" height=\"8\" rx=\"4\"/>\n\
             <rect class=\"bar\" x=\"{TRACK_X}\" y=\"7.5\" width=\"{length:.1}\" height=\"8\" rx=\"4\"/>\n\
             <text class=\"{class}\" x=\"458\" y=\"16\">{end}</text>\n</g>\n"
        );
        descriptions.push(format!("{name}: {}", bar.total()));
        y += ROW_HEIGHT;
    }
    for ns in scale.ticks() {
        let x = TRACK_X + scale.share(ns) * TRACK;
        let label = tick_label(ns);
        let label_y = y + 14;
        rows += &format!(
            "<path class=\"tick\" d=\"M{x:.1} {FIRST_ROW}V{y}\"/>\n\
             <text class=\"dim axis\" x=\"{x:.1}\" y=\"{label_y}\">{label}</text>\n"
        );
    }
    let kind = if scale.is_logarithmic() {
        ", logarithmic scale"
    } else {
        ""
    };
    let title = report.title();
    let inner = y + 52;
    let below = y + 38;
    let short_title = xml(&cut_end(&title, TITLE_COLUMNS));
    let sum = xml(&all.total());
    let days = all.count();
    let made = xml(&cut_end(&date_and_host(report), FOOTER_COLUMNS));
    let body = format!(
        "<rect class=\"card\" x=\"1\" y=\"1\" width=\"478\" height=\"{inner}\" rx=\"12\"/>\n\
         <text class=\"h1\" x=\"22\" y=\"38\">{short_title}</text>\n\
         <text class=\"h1 sum\" x=\"458\" y=\"38\">{sum}</text>\n\
         <text class=\"dim\" x=\"22\" y=\"58\">{days}, 10th percentile{kind}</text>\n\
         {rows}<text class=\"dim\" x=\"22\" y=\"{below}\">{made}</text>\n"
    );
    Svg {
        width: 480,
        height: y + 54,
        title: &title,
        description: &descriptions.join("; "),
        font: "13.5px",
        style: CARD,
        dark: DARK_CARD,
        body: &body,
    }
    .document()
}

/// The style of a card.
const CARD: &str = "\
text { fill: #1f2328; }
.card { fill: #ffffff; stroke: #d1d9e0; } .dim { fill: #59636e; font-size: 11.5px; }
.h1 { font-size: 19px; font-weight: 650; } .end, .sum { text-anchor: end; } .sum { fill: #0b7a4b; }
.track { fill: #eff2f5; } .bar { fill: #0b7a4b; } .failed { fill: #b3261e; }
.tick { stroke: #59636e; stroke-opacity: 0.25; fill: none; } .axis { text-anchor: middle; }";
const DARK_CARD: &str = "\
text { fill: #e6edf3; } .card { fill: #0d1117; stroke: #30363d; } .dim { fill: #9198a1; }
.tick { stroke: #9198a1; }
.track { fill: #21262d; } .bar { fill: #2ea95f; } .sum { fill: #3fd07d; } .failed { fill: #ff8a80; }";

/// The y coordinate of the first row below a card's title, and the height of a row, in pixels.
const FIRST_ROW: i32 = 78;
const ROW_HEIGHT: i32 = 23;

/// The start of a card's bars, the length of the longest bar, and the least length that can be
/// seen, in pixels.
const TRACK_X: f64 = 206.0;
const TRACK: f64 = 180.0;
const SHORTEST_BAR: f64 = 8.0;

/// The most characters of a text that fit into a card.
const NAME_COLUMNS: usize = 23;
const TITLE_COLUMNS: usize = 32;
const FOOTER_COLUMNS: usize = 72;

/// A round time without zeros at its end: `1 µs`.
fn tick_label(ns: f64) -> String {
    let text = terminal::computed_time(ns);
    match text.split_once(' ') {
        Some((number, unit)) => match number.parse::<f64>() {
            Ok(number) => format!("{number} {unit}"),
            Err(_) => text,
        },
        None => text,
    }
}

#[cfg(test)]
pub mod tests;

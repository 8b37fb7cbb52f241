//! `bench --csv`: a row for each phase with all its figures.
//!
//! Fields are quoted as RFC 4180 says; lines end with a line feed alone, as
//! text tools expect. A spreadsheet takes a text that begins with `=`, `+`, `-`
//! or `@`, or with the wide form of one, for a formula, so an apostrophe is put
//! before it.

use serde_json::Value;

use crate::bench::BenchReport;
use crate::terminal::one_line;

/// Where each column's value is in a result of `--json`, and the column's name.
/// The values of a list without columns of their own are separated by blanks.
const COLUMNS: [&str; 41] = [
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
];

pub fn csv(report: &BenchReport) -> String {
    let mut lines = COLUMNS.join(",") + "\n";
    for result in report.results() {
        let result = serde_json::to_value(result).expect("plain data");
        let fields = COLUMNS.map(|column| field(at(&result, column)));
        lines.push_str(&fields.join(","));
        lines.push('\n');
    }
    lines
}

/// The value at a path such as `ci95_ns.0`; null if there is none.
fn at<'a>(result: &'a Value, column: &str) -> &'a Value {
    let pointer = format!("/{}", column.replace('.', "/"));
    result.pointer(&pointer).unwrap_or(&Value::Null)
}

fn field(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text_field(text),
        Value::Array(values) => {
            let values: Vec<String> = values.iter().map(field).collect();
            values.join(" ")
        }
        other => other.to_string(),
    }
}

/// A text that is shown as it is: no formula, and nothing that a terminal acts on.
fn text_field(text: &str) -> String {
    let mut text = one_line(text);
    if text.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']) {
        text.insert(0, '\'');
    }
    if text.contains([',', '"', '\n', '\r']) {
        text = format!("\"{}\"", text.replace('"', "\"\""));
    }
    text
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::tests::report;
    use super::*;

    #[test]
    fn fields_are_quoted_and_are_no_formulas() {
        for (text, shown) in [
            ("Crab Combat", "Crab Combat"),
            ("a, \"b\"", "\"a, \"\"b\"\"\""),
            ("two\nlines", "two; lines"),
            ("=1+1", "'=1+1"),
            ("+1", "'+1"),
            ("-1", "'-1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            (" \t=1", "'=1"),
            ("＝1+1", "'＝1+1"),
            ("=1,2", "\"'=1,2\""),
            ("\u{1b}[31m", "\\u{1b}[31m"),
        ] {
            assert_eq!(text_field(text), shown);
        }
        // A figure is no text: an interval may reach below zero.
        assert_eq!(field(&serde_json::json!(-1.5)), "-1.5");
    }

    #[test]
    fn there_is_a_row_for_each_phase() {
        let csv = csv(&report());
        let rows: Vec<&str> = csv.lines().collect();
        assert_eq!(rows.len(), 1 + report().results().count());
        let names: Vec<&str> = rows[0].split(',').collect();
        let figures: Vec<&str> = rows[1].split(',').collect();
        let get = |name| figures[names.iter().position(|it| *it == name).unwrap()];
        assert_eq!(
            (get("year"), get("day"), get("phase")),
            ("2020", "1", "parse")
        );
        assert_eq!((get("p10_ns"), get("ratio.of")), ("45.1", ""));
        assert_eq!(get("quantiles_ns").split(' ').count(), 21);
    }

    #[test]
    fn no_figure_of_the_json_is_missing() {
        fn leaves(value: &Value, path: &str, all: &mut BTreeSet<String>) {
            let below = |name: &str| {
                if path.is_empty() {
                    name.to_owned()
                } else {
                    format!("{path}.{name}")
                }
            };
            match value {
                Value::Object(fields) => {
                    for (name, value) in fields {
                        leaves(value, &below(name), all);
                    }
                }
                Value::Array(values) if path.contains("ci95") => {
                    for (index, value) in values.iter().enumerate() {
                        leaves(value, &below(&index.to_string()), all);
                    }
                }
                _ => {
                    all.insert(path.to_owned());
                }
            }
        }
        let mut all = BTreeSet::new();
        for result in report().results() {
            if result.ratio.is_some() && result.change.is_some() && result.allocations.is_some() {
                leaves(&serde_json::to_value(result).unwrap(), "", &mut all);
            }
        }
        let columns: BTreeSet<String> = COLUMNS.iter().map(ToString::to_string).collect();
        assert_eq!(all, columns);
    }
}

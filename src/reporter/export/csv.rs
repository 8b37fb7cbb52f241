//! The table of `bench --csv`.

use serde_json::{Value, to_value};

use crate::bench::BenchReport;
use crate::terminal::one_line;

/// The columns of `bench --csv`. Each name is also the path of the value in a result of `--json`.
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
    "load.others",
    "process_p10_ns",
    "quantiles_ns",
    "process_chain_ns",
    "input",
];

/// `bench --csv`: a row for each phase with all figures. Lines end with `\n`, because text tools
/// expect this.
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

/// A value, quoted as in RFC 4180. The values of a list are separated by spaces. A spreadsheet
/// would evaluate a text that begins with `=`, `+`, `-`, `@` or the full-width form of one, so such
/// a text gets an apostrophe.
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

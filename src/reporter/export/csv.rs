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
const COLUMNS: &str = "year,day,title,phase,alternative,source,name,status,message,p10_ns,\
    p10_ci95_ns.0,p10_ci95_ns.1,median_ns,ci95_ns.0,ci95_ns.1,min_ns,mad_ns,processes,samples,\
    iterations,outliers,first_ns,allocations.count,allocations.bytes,allocations.peak,ratio.of,\
    ratio.ratio,ratio.ci95.0,ratio.ci95.1,ratio.pairs,ratio.verdict,change.of,change.ratio,\
    change.ci95.0,change.ci95.1,change.pairs,change.verdict,regressed,warnings,process_p10_ns,\
    quantiles_ns";

pub fn csv(report: &BenchReport) -> String {
    let mut lines = format!("{COLUMNS}\n");
    for result in &report.results {
        let result = serde_json::to_value(result).expect("plain data");
        let fields = COLUMNS.split(',').map(|column| {
            // A path such as `ci95_ns.0`.
            let value = result.pointer(&format!("/{}", column.replace('.', "/")));
            field(value.unwrap_or(&Value::Null))
        });
        lines += &fields.collect::<Vec<_>>().join(",");
        lines.push('\n');
    }
    lines
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

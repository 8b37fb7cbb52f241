//! The documents that `bench` can make of its report, each a function to text.

mod markdown;
mod svg;

use serde_json::Value;

use crate::bench::{BenchReport, Host};
use crate::terminal::sanitize::sanitize_json;
use crate::terminal::{escape_markdown, one_line, plural};
pub use markdown::{markdown as bench_markdown, readme as bench_readme};
pub use svg::svg as bench_svg;

/// `bench --html`: one page that needs no network and no other file. What it shows
/// it makes of the document of `bench --json`, which is in it.
pub fn bench_html(report: &BenchReport) -> String {
    const PAGE: &str = include_str!("export/page.html");
    let json = serde_json::to_string(report).expect("plain data");
    // Nothing in it ends the element that it stands in.
    let json = sanitize_json(&json).replace('<', "\\u003c");
    let page = PAGE.replacen("{{title}}", &xml(&report.title()), 1);
    page.replacen("{{report}}", &json, 1)
}

/// Where each column of `bench --csv` is in a result of `--json`, and its name.
const COLUMNS: &str = "year,day,title,phase,alternative,source,name,status,message,p10_ns,\
    p10_ci95_ns.0,p10_ci95_ns.1,median_ns,ci95_ns.0,ci95_ns.1,min_ns,mad_ns,processes,samples,\
    iterations,outliers,first_ns,allocations.count,allocations.bytes,allocations.peak,ratio.of,\
    ratio.ratio,ratio.ci95.0,ratio.ci95.1,ratio.pairs,ratio.verdict,change.of,change.ratio,\
    change.ci95.0,change.ci95.1,change.pairs,change.verdict,regressed,warnings,process_p10_ns,\
    quantiles_ns";

/// `bench --csv`: a row for each phase with all its figures. Lines end with a line
/// feed alone, as text tools expect.
pub fn bench_csv(report: &BenchReport) -> String {
    let mut lines = format!("{COLUMNS}\n");
    for result in &report.results {
        let result = serde_json::to_value(result).expect("plain data");
        let fields = COLUMNS.split(',').map(|column| {
            let path = format!("/{}", column.replace('.', "/"));
            csv_field(result.pointer(&path).unwrap_or(&Value::Null))
        });
        lines += &(fields.collect::<Vec<_>>().join(",") + "\n");
    }
    lines
}

/// A value as RFC 4180 quotes it, those of a list separated by blanks. A spreadsheet
/// takes a text that begins with `=`, `+`, `-` or `@`, or with the wide form of one,
/// for a formula, so an apostrophe is put before it.
fn csv_field(value: &Value) -> String {
    let text = match value {
        Value::Null => return String::new(),
        Value::String(text) => one_line(text),
        Value::Array(values) => {
            let values: Vec<String> = values.iter().map(csv_field).collect();
            return values.join(" ");
        }
        other => return other.to_string(),
    };
    let is_formula = text.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
    let text = if is_formula { format!("'{text}") } else { text };
    if text.contains([',', '"']) {
        return format!("\"{}\"", text.replace('"', "\"\""));
    }
    text
}

/// Text for an element or an attribute of HTML or XML.
fn xml(text: &str) -> String {
    let text = one_line(text).replace('&', "&amp;");
    let text = text.replace('<', "&lt;").replace('>', "&gt;");
    // The last two are no characters of XML.
    text.replace('"', "&quot;")
        .replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}

/// Text for a cell of a Markdown table, as GitHub reads it.
fn cell(text: &str) -> String {
    let cell = escape_markdown(&one_line(text));
    // Columns and formulas.
    cell.replace('|', "\\|").replace('$', "\\$")
}

/// `AMD EPYC 7B13, 2 cores, linux x86_64, rustc 1.91.0`
fn host(host: &Host) -> String {
    let cores = plural(host.cores, "core");
    let system = format!("{} {}", host.os, host.arch);
    // Without the commit.
    let rustc = host.rustc.as_ref().and_then(|it| it.split(" (").next());
    let parts = [host.cpu.as_deref(), Some(&*cores), Some(&*system), rustc];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
pub(super) mod tests;

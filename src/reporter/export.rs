//! The documents that `bench` can make of its report, each a function to text.
//!
//! The charts are written by hand and not by a plotting crate: bars and marks at
//! places that a [scale](super::scale) gives. What makes them good is not in those
//! crates: colours that follow the reader's scheme, widths that follow the window,
//! text that a screen reader reads.

mod csv;
mod markdown;
mod svg;

use crate::bench::{BenchReport, Host};
use crate::terminal::sanitize::sanitize_json;
use crate::terminal::{escape_markdown, one_line, plural};
pub use csv::csv as bench_csv;
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

/// Text for an element or an attribute of HTML or XML.
fn xml(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in one_line(text).chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // No characters of XML.
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Text for a cell of a Markdown table, as GitHub reads it.
fn cell(text: &str) -> String {
    let mut cell = String::new();
    for c in escape_markdown(&one_line(text)).chars() {
        // Columns, struck text, formulas.
        if matches!(c, '|' | '~' | '$') {
            cell.push('\\');
        }
        cell.push(c);
    }
    cell
}

/// `AMD EPYC 7B13, 2 cores, linux x86_64, rustc 1.91.0`
fn host(host: &Host) -> String {
    let mut parts: Vec<String> = host.cpu.iter().cloned().collect();
    parts.push(plural(host.cores, "core"));
    parts.push(format!("{} {}", host.os, host.arch));
    // Without the commit.
    let rustc = host.rustc.iter();
    parts.extend(rustc.map(|it| it.split(" (").next().unwrap_or(it).to_owned()));
    parts.join(", ")
}

#[cfg(test)]
pub(super) mod tests;

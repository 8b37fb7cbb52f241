//! The page of `bench --html`.

use serde_json::to_string;

use crate::bench::BenchReport;
use crate::reporter::svg::xml;
use crate::terminal::sanitize_json;

/// `bench --html`: a page that needs no network and no other file. Its script shows the
/// document of `bench --json`, which is in the page.
pub fn bench_html(report: &BenchReport) -> String {
    const PAGE: &str = include_str!("page.html");
    let json = to_string(report).expect("plain data");
    // The JSON must not contain the end tag of the element around it.
    let json = sanitize_json(&json).replace('<', "\\u003c");
    PAGE.replacen("{{title}}", &xml(&report.title()), 1)
        .replacen("{{report}}", &json, 1)
}

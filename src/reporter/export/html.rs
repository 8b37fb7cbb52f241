//! The page of `bench --html`.

use serde::Serialize;
use serde_json::to_string;

use super::page::Page;
use crate::bench::BenchReport;
use crate::reporter::svg::xml;
use crate::terminal::sanitize_json;

/// `bench --html`: a page that needs no network and no other file. It contains the document of
/// `bench --json`, and its script draws the [`Page`].
pub fn bench_html(report: &BenchReport) -> String {
    const PAGE: &str = include_str!("page.html");
    // The last place comes first, because a text may contain the name of a place.
    PAGE.replacen("{{page}}", &script_json(&Page::of(report)), 1)
        .replacen("{{report}}", &script_json(report), 1)
        .replacen("{{title}}", &xml(&report.title()), 1)
}

/// The value as JSON for a `script` element.
fn script_json(value: &impl Serialize) -> String {
    let json = to_string(value).expect("plain data");
    // The JSON must not contain the end tag of the element around it.
    sanitize_json(&json).replace('<', "\\u003c")
}

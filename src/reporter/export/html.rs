//! The page of `bench --html`.

mod page_data;

use serde::Serialize;
use serde_json::{Value, to_string, to_value};

use self::page_data::PageData;
use crate::bench::BenchReport;
use crate::render::escape_xml;
use crate::terminal::{one_line, sanitize_json};

/// `bench --html`: a page that needs no other file and no network. It embeds the document of `bench
/// --json`, and the [`PageData`] that its script draws.
pub fn bench_html(report: &BenchReport) -> String {
    const PAGE: &str = include_str!("html/page.html");
    // The last placeholder is replaced first, because an inserted text may itself contain the name
    // of a placeholder.
    let page = to_value(PageData::of(report)).expect("plain data");
    PAGE.replacen("{{page}}", &script_json(&with_sanitized_texts(page)), 1)
        .replacen("{{report}}", &script_json(report), 1)
        .replacen("{{title}}", &escape_xml(&report.title()), 1)
}

fn with_sanitized_texts(value: Value) -> Value {
    match value {
        Value::String(text) => one_line(&text).into(),
        Value::Array(values) => values.into_iter().map(with_sanitized_texts).collect(),
        Value::Object(fields) => fields
            .into_iter()
            .map(|(name, value)| (name, with_sanitized_texts(value)))
            .collect(),
        other => other,
    }
}

/// The value as JSON for a `script` element.
fn script_json(value: &impl Serialize) -> String {
    let json = to_string(value).expect("plain data");
    // The JSON must not contain the end tag of its element.
    sanitize_json(&json).replace('<', "\\u003c")
}

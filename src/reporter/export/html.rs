//! `bench --html`: one page that needs no network and no other file. It works
//! without JavaScript, which only sorts its tables. Its content security policy
//! allows its own style and script, known by their hashes, and nothing else.

mod bars;
mod comparison;
mod days;
mod distribution;
mod doubts;
mod footer;
mod phases;
mod ratios;
mod summary;
mod table;
mod years;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ring::digest::{SHA256, digest};

use super::days::{DayRow, YearRow};
use super::escape::xml;
use super::readme::host;
use crate::bench::BenchReport;

const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = include_str!("html/page.js");

/// The page. It ends with a line feed.
pub fn html(report: &BenchReport) -> String {
    let title = xml(&report.title());
    let policy = format!(
        "default-src 'none'; style-src '{}'; script-src '{}'",
        hash(STYLE),
        hash(SCRIPT)
    );
    let rows = DayRow::all(report);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta name=\"generator\" content=\"aoc {}\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <header>\n<h1><bdi>{title}</bdi></h1>\n<p class=\"about\">{} on {}</p>\n",
        xml(&report.host.aoc),
        report.date.format("%-d %B %Y"),
        xml(&host(&report.host)),
    );
    summary::write(&mut page, report, &rows);
    page.push_str("</header>\n<main>\n");
    let years = YearRow::all(&rows);
    if years.len() > 1 {
        years::write(&mut page, &years);
    }
    if rows.len() > 1 {
        days::write(&mut page, &rows);
    }
    comparison::write(&mut page, report);
    phases::write(&mut page, report);
    page.push_str("</main>\n");
    footer::write(&mut page, report);
    page.push_str("<p id=\"sorted\" class=\"unseen\" role=\"status\"></p>\n<script>");
    page.push_str(SCRIPT);
    page.push_str("</script>\n</body>\n</html>\n");
    page
}

/// As a content security policy names an element's content.
fn hash(content: &str) -> String {
    let hash = digest(&SHA256, content.as_bytes());
    format!("sha256-{}", STANDARD.encode(hash))
}

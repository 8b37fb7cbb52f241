//! The results of `aoc open`: an address in each line.

use std::io::Write;

use serde::Serialize;

use crate::puzzle::{Day, Year};
use crate::terminal::{OutputError, raw};

/// What `aoc open --json` prints: schema `aoc-open/1`.
#[derive(Debug, Serialize)]
pub struct OpenResults {
    schema: &'static str,
    results: Vec<OpenResult>,
}

#[derive(Debug, Serialize)]
pub struct OpenResult {
    pub year: Year,
    pub day: Day,
    pub url: String,
    /// Whether a browser was started.
    pub opened: bool,
}

impl OpenResults {
    pub const fn new(results: Vec<OpenResult>) -> Self {
        Self {
            schema: "aoc-open/1",
            results,
        }
    }
}

/// Writes the addresses, also of what was opened: it may be on another screen.
pub fn opened(out: &mut dyn Write, results: &OpenResults) -> Result<(), OutputError> {
    let urls = results.results.iter().map(|result| result.url.as_str());
    let lines: String = urls.flat_map(|url| [url, "\n"]).collect();
    raw(out, lines.as_bytes())
}

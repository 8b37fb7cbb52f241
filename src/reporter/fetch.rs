//! The results of `aoc fetch`, as plain data, and its summary of many days.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use serde::Serialize;

use crate::puzzle::{Day, Puzzle, Year};
use crate::terminal::layout::Line;
use crate::terminal::plural;
use crate::terminal::screen::Terminal;
use crate::terminal::style::{BAD, DIM, PLAIN, STRONG};
use crate::terminal::{OutputError, raw};

/// What `aoc fetch --json` prints: schema `aoc-fetch/1`.
#[derive(Debug, Serialize)]
pub struct FetchResults {
    schema: &'static str,
    results: Vec<FetchResult>,
}

#[derive(Debug, Serialize)]
pub struct FetchResult {
    year: Year,
    day: Day,
    /// `None` if the input is missing.
    pub input: Option<PathBuf>,
    /// `None` if the page is missing.
    pub page: Option<PathBuf>,
    pub status: FetchStatus,
    /// The parts whose accepted answers were taken from the page.
    pub accepted: Vec<u8>,
    /// The examples that were taken from the page.
    pub examples: Option<FetchedExamples>,
    /// What went wrong.
    pub message: Option<String>,
}

#[derive(Debug, Serialize)]
pub struct FetchedExamples {
    pub file: PathBuf,
    /// How many there are.
    pub sure: usize,
    /// How many stand in the file as comments.
    pub unsure: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FetchStatus {
    /// Nothing was missing.
    Cached,
    /// Something was downloaded.
    Fetched,
    /// Something is still missing.
    Failed,
    /// Not tried after the failures before it.
    #[serde(rename = "failed")]
    Skipped,
}

impl FetchResults {
    pub const fn new() -> Self {
        Self {
            schema: "aoc-fetch/1",
            results: Vec::new(),
        }
    }

    pub fn push(&mut self, result: FetchResult) {
        self.results.push(result);
    }
}

impl FetchResult {
    /// The result before anything is known.
    pub const fn new(puzzle: Puzzle) -> Self {
        Self {
            year: puzzle.year,
            day: puzzle.day,
            input: None,
            page: None,
            status: FetchStatus::Failed,
            accepted: Vec::new(),
            examples: None,
            message: None,
        }
    }

    pub fn failed(self, message: String) -> Self {
        Self {
            status: FetchStatus::Failed,
            message: Some(message),
            ..self
        }
    }
}

/// How many days of a year there are of each kind.
#[derive(Debug, Default)]
struct Count {
    fetched: usize,
    cached: usize,
    failed: usize,
    skipped: usize,
}

/// Writes one line for each year: `2019: 25 days, 3 new, 22 already there`.
/// Years of which there is nothing have none: their errors were shown.
pub fn fetch_summary(
    out: &mut dyn Write,
    terminal: Terminal,
    results: &FetchResults,
) -> Result<(), OutputError> {
    let mut years: BTreeMap<Year, Count> = BTreeMap::new();
    for result in &results.results {
        let count = years.entry(result.year).or_default();
        *match result.status {
            FetchStatus::Fetched => &mut count.fetched,
            FetchStatus::Cached => &mut count.cached,
            FetchStatus::Failed => &mut count.failed,
            FetchStatus::Skipped => &mut count.skipped,
        } += 1;
    }
    for (year, count) in years {
        let Count {
            fetched,
            cached,
            failed,
            skipped,
        } = count;
        if fetched + cached == 0 {
            continue;
        }
        let days = fetched + cached + failed + skipped;
        let days = plural(days, "day");
        let mut line = Line::new(terminal, 2);
        line.cell(STRONG, &format!("{year}:")).gap(1);
        line.cell(PLAIN, &format!("{days}, {fetched} new,"));
        line.gap(1).cell(DIM, &format!("{cached} already there"));
        for (count, what) in [(failed, "failed"), (skipped, "not tried")] {
            if count > 0 {
                line.cell(PLAIN, ",").gap(1);
                line.cell(BAD, &format!("{count} {what}"));
            }
        }
        raw(out, line.end().as_bytes())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_are_summed_up() {
        let mut results = FetchResults::new();
        let mut add = |year, status, count| {
            for day in 1..=count {
                let mut result = FetchResult::new(Year(year).day(Day(day)));
                result.status = status;
                results.push(result);
            }
        };
        add(2019, FetchStatus::Fetched, 3);
        add(2019, FetchStatus::Cached, 22);
        add(2020, FetchStatus::Cached, 1);
        add(2021, FetchStatus::Failed, 3);
        add(2021, FetchStatus::Skipped, 2);
        add(2022, FetchStatus::Fetched, 4);
        add(2022, FetchStatus::Failed, 1);
        add(2022, FetchStatus::Skipped, 20);
        let mut out = Vec::new();
        fetch_summary(&mut out, Terminal::PLAIN, &results).expect("memory");
        insta::assert_snapshot!(String::from_utf8(out).expect("text"), @"
        2019: 25 days, 3 new, 22 already there
        2020: 1 day, 0 new, 1 already there
        2022: 25 days, 4 new, 0 already there, 1 failed, 20 not tried
        ");
    }
}

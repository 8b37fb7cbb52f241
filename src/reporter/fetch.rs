//! How it went, as plain data.

use std::path::PathBuf;

use serde::Serialize;

use crate::puzzle::{Day, Puzzle, Year};

/// What `aoc fetch --json` prints.
#[derive(Debug, Serialize)]
pub struct FetchResults {
    schema: &'static str,
    results: Vec<FetchResult>,
}

/// How it went for one puzzle.
#[derive(Debug, Serialize)]
pub struct FetchResult {
    year: Year,
    day: Day,
    /// Where the input lies, if it is there.
    pub input: Option<PathBuf>,
    /// Where the page lies, if it is there.
    pub page: Option<PathBuf>,
    /// How it went.
    pub status: FetchStatus,
    /// What went wrong.
    pub message: Option<String>,
}

/// How it went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FetchStatus {
    /// All was there.
    Cached,
    /// Something was downloaded.
    Fetched,
    /// Something that was asked for is not there.
    Failed,
}

impl FetchResults {
    /// No results yet.
    pub const fn new() -> Self {
        Self {
            schema: "aoc-fetch/1",
            results: Vec::new(),
        }
    }

    /// Adds a puzzle's.
    pub fn push(&mut self, result: FetchResult) {
        self.results.push(result);
    }
}

impl FetchResult {
    /// Nothing yet.
    pub const fn new(puzzle: Puzzle) -> Self {
        Self {
            year: puzzle.year,
            day: puzzle.day,
            input: None,
            page: None,
            status: FetchStatus::Failed,
            message: None,
        }
    }

    /// Nothing, and why.
    pub fn failed(self, message: String) -> Self {
        Self {
            status: FetchStatus::Failed,
            message: Some(message),
            ..self
        }
    }
}

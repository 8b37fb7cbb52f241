//! The results of `aoc fetch`, as plain data.

use std::path::PathBuf;

use serde::Serialize;

use crate::puzzle::{Day, Puzzle, Year};

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
    /// What went wrong.
    pub message: Option<String>,
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

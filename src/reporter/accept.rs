//! The results of `aoc accept`.

use std::fmt;
use std::io::Write;
use std::path::PathBuf;

use aoc_solution::Part;
use serde::Serialize;

use crate::puzzle::{Day, Puzzle, Year};
use crate::terminal::OutputError;
use crate::terminal::sanitize;

/// What `aoc accept --json` prints: schema `aoc-accept/1`.
#[derive(Debug, Serialize)]
pub struct AcceptResults {
    schema: &'static str,
    results: Vec<AcceptResult>,
}

#[derive(Debug, Serialize)]
pub struct AcceptResult {
    pub year: Year,
    pub day: Day,
    /// `None` where the failure concerns all parts.
    pub part: Option<u8>,
    /// The name of a named input.
    pub input: Option<String>,
    pub answer: Option<String>,
    pub status: AcceptStatus,
    /// The file that has the answer.
    pub file: Option<PathBuf>,
    /// What went wrong.
    pub message: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum AcceptStatus {
    Recorded,
    /// The same answer was recorded before.
    Unchanged,
    /// Another answer is recorded, or the site judged this one wrong.
    Refused,
    /// The part is not solved yet.
    Unsolved,
    /// The solution failed.
    Failed,
}

impl AcceptResults {
    pub const fn new() -> Self {
        Self {
            schema: "aoc-accept/1",
            results: Vec::new(),
        }
    }

    pub fn push(&mut self, result: AcceptResult) {
        self.results.push(result);
    }
}

impl AcceptResult {
    /// The result of a part that is not solved.
    pub fn new(puzzle: Puzzle, part: Option<Part>, input: Option<&impl fmt::Display>) -> Self {
        Self {
            year: puzzle.year,
            day: puzzle.day,
            part: part.map(u8::from),
            input: input.map(ToString::to_string),
            answer: None,
            status: AcceptStatus::Unsolved,
            file: None,
            message: None,
        }
    }
}

/// Writes the line of an answer that is recorded.
pub fn accepted(out: &mut dyn Write, result: &AcceptResult) -> Result<(), OutputError> {
    let puzzle = result.year.day(result.day);
    let part = result.part.unwrap_or_default();
    let answer = sanitize(result.answer.as_deref().unwrap_or_default());
    let already = match result.status {
        AcceptStatus::Unchanged => "already ",
        _ => "",
    };
    let file = result.file.clone().unwrap_or_default();
    let file = file.display().to_string();
    writeln!(
        out,
        "{puzzle} part {part}: {answer}, {already}recorded in {}",
        sanitize(&file)
    )?;
    Ok(out.flush()?)
}

//! How `list` is shown: a line for each puzzle, or JSON (schema `aoc-list/1`).

use std::path::PathBuf;

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::puzzle::{Day, Year, has_part2};
use crate::terminal::OutputError;
use crate::terminal::console::Console;
use crate::terminal::json;
use crate::terminal::layout::Line;
use crate::terminal::style::{DIM, PLAIN, STRONG};
use crate::terminal::{one_line, plural, span};

#[derive(Debug, Serialize)]
pub struct ListEntry {
    pub year: Year,
    pub day: Day,
    /// `None` if it cannot be read from the source.
    pub title: Option<String>,
    /// The files of the inputs, the named ones last.
    pub inputs: Vec<PathBuf>,
    /// The parts with a recorded accepted answer; `None` if the file cannot be
    /// read.
    pub accepted: Option<Vec<u8>>,
    pub edited: Option<DateTime<Utc>>,
}

/// Shows the list. Ages are those at `now`.
pub fn list(
    console: &mut Console,
    as_json: bool,
    puzzles: &[ListEntry],
    now: DateTime<Utc>,
) -> Result<(), OutputError> {
    if as_json {
        let document = serde_json::json!({ "schema": "aoc-list/1", "puzzles": puzzles });
        return json(console.out(), &document);
    }
    for entry in puzzles {
        let mut line = Line::new(console.stdout, 2);
        let title = one_line(entry.title.as_deref().unwrap_or("(no title)"));
        let accepted = entry.accepted.as_ref().map(Vec::len);
        let parts = if has_part2(entry.year.day(entry.day)) {
            2
        } else {
            1
        };
        let parts = parts.max(accepted.unwrap_or_default());
        let accepted = accepted.map_or("?".to_owned(), |accepted| accepted.to_string());
        let accepted = format!("{accepted}/{parts} accepted");
        let age = entry
            .edited
            .map(|edited| (now - edited).to_std().unwrap_or_default());
        line.left(STRONG, &entry.year.day(entry.day).to_string(), 9);
        line.left(PLAIN, &title, 32).gap(1);
        line.left(DIM, &plural(entry.inputs.len(), "input"), 10);
        line.left(PLAIN, &accepted, 14);
        if let Some(age) = age {
            line.cell(DIM, &format!("edited {} ago", span(age)));
        }
        console.print(&line.end())?;
    }
    Ok(())
}

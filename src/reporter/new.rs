//! The results of `aoc new`: a path in each line.

use std::path::PathBuf;

use serde::Serialize;

use crate::puzzle::{Day, Year};
use crate::terminal::OutputError;
use crate::terminal::console::Console;
use crate::terminal::json;

/// What `aoc new --json` prints: schema `aoc-new/1`.
#[derive(Debug, Serialize)]
pub struct NewResults {
    schema: &'static str,
    pub results: Vec<NewResult>,
}

#[derive(Debug, Serialize)]
pub struct NewResult {
    pub year: Year,
    pub day: Day,
    pub path: PathBuf,
    pub status: NewStatus,
    /// The title from the cached page, in a file that was created.
    pub title: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum NewStatus {
    Created,
    /// The file was there, and is unchanged.
    Exists,
}

impl NewResults {
    pub const fn new(results: Vec<NewResult>) -> Self {
        Self {
            schema: "aoc-new/1",
            results,
        }
    }
}

/// Writes the paths, also of the files that were there: for an editor.
pub fn new_days(
    console: &mut Console,
    as_json: bool,
    results: &NewResults,
) -> Result<(), OutputError> {
    if as_json {
        json(console.out(), results)?;
    } else {
        for result in &results.results {
            console.print(&format!("{}\n", result.path.display()))?;
        }
    }
    let exist = |result: &&NewResult| result.status == NewStatus::Exists;
    let there: Vec<&NewResult> = results.results.iter().filter(exist).collect();
    match there[..] {
        [] => {}
        [NewResult { year, day, .. }] => {
            console.note(&format!("{year}/{day} was there already, and is unchanged"));
        }
        _ => console.note(&format!(
            "{} days were there already, and are unchanged",
            there.len()
        )),
    }
    Ok(())
}

//! How `aoc import` is shown: a line for each year, what was left out, or JSON
//! (schema `aoc-import/1`).

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Serialize;

use super::import_check::ImportCheck;
use crate::puzzle::{Day, Year};
use crate::terminal::OutputError;
use crate::terminal::Verbosity;
use crate::terminal::console::Console;
use crate::terminal::{plural, sanitize};

/// What was imported, or would be.
#[derive(Debug, Serialize)]
pub struct ImportResults {
    pub schema: &'static str,
    pub dry_run: bool,
    pub inputs: Vec<ImportedInput>,
    pub answers: Vec<ImportedAnswer>,
    pub sessions: Vec<ImportedSession>,
    pub files: Vec<ImportedFile>,
    pub skipped: Vec<NotImported>,
    /// How many things the project had already.
    pub unchanged: usize,
    /// `None` if nothing was built.
    pub check: Option<ImportCheck>,
}

#[derive(Debug, Serialize)]
pub struct ImportedInput {
    pub year: Year,
    pub day: Day,
    /// The name of a named input.
    pub name: Option<String>,
    pub file: PathBuf,
    pub from: PathBuf,
}

#[derive(Debug, Serialize)]
pub struct ImportedAnswer {
    pub year: Year,
    pub day: Day,
    pub part: u8,
    /// The name of a named input.
    pub name: Option<String>,
    pub answer: String,
    pub from: PathBuf,
}

/// A session; its token is not shown.
#[derive(Debug, Serialize)]
pub struct ImportedSession {
    /// `None` for the default account.
    pub account: Option<String>,
    pub from: PathBuf,
}

#[derive(Debug, Serialize)]
pub struct ImportedFile {
    /// `day`, `module`, `manifest`, or `dependencies` for a manifest that gets
    /// more of them.
    pub kind: &'static str,
    /// From the project's root, with slashes.
    pub file: String,
    pub from: Option<PathBuf>,
    pub year: Option<Year>,
    pub day: Option<Day>,
    pub examples: usize,
    /// Whether it takes the place of a day that is still as `aoc` created it.
    pub replaces_template: bool,
}

#[derive(Debug, Serialize)]
pub struct NotImported {
    pub from: PathBuf,
    pub line: Option<usize>,
    pub why: String,
}

impl ImportResults {
    /// Whether nothing is new.
    pub const fn is_empty(&self) -> bool {
        self.inputs.is_empty()
            && self.answers.is_empty()
            && self.sessions.is_empty()
            && self.files.is_empty()
    }
}

/// How much of everything a year gets.
#[derive(Default)]
struct Counts {
    days: usize,
    examples: usize,
    inputs: usize,
    answers: usize,
}

/// Shows what was imported; with details, every file.
pub fn imported(console: &mut Console, results: &ImportResults) -> Result<(), OutputError> {
    let mut years: BTreeMap<Year, Counts> = BTreeMap::new();
    for file in &results.files {
        if let Some(year) = file.year {
            let counts = years.entry(year).or_default();
            counts.days += 1;
            counts.examples += file.examples;
        }
    }
    for input in &results.inputs {
        years.entry(input.year).or_default().inputs += 1;
    }
    for answer in &results.answers {
        years.entry(answer.year).or_default().answers += 1;
    }
    let mut lines = Vec::new();
    for (year, counts) in &years {
        lines.push(format!("{year}  {}", counts.words()));
    }
    let others = results.files.iter().filter(|file| file.year.is_none());
    match others.count() {
        0 => {}
        others => lines.push(format!(
            "      {} for modules and manifests",
            plural(others, "file")
        )),
    }
    for session in &results.sessions {
        let account = session.account.as_ref().map(|name| format!(" of {name}"));
        let from = session.from.display().to_string();
        let account = account.unwrap_or_default();
        lines.push(format!("session{account} from {}", sanitize(&from)));
    }
    for file in results.files.iter().filter(|file| file.replaces_template) {
        lines.push(format!(
            "{} takes the place of the unchanged template",
            sanitize(&file.file)
        ));
    }
    if results.unchanged > 0 {
        lines.push(format!("imported before: {}", results.unchanged));
    }
    if console.verbosity == Verbosity::Verbose {
        lines.extend(details(results));
    }
    if !results.skipped.is_empty() {
        lines.push("not imported:".to_owned());
    }
    for skipped in &results.skipped {
        let line = skipped.line.map(|line| format!(":{line}"));
        let place = format!("{}{}", skipped.from.display(), line.unwrap_or_default());
        lines.push(format!(
            "  {}: {}",
            sanitize(&place),
            sanitize(&skipped.why)
        ));
    }
    let lines: String = lines
        .iter()
        .flat_map(|line| [line.as_str(), "\n"])
        .collect();
    console.print(&lines)
}

impl Counts {
    /// `25 days, 19 examples`
    fn words(&self) -> String {
        let words = [
            (self.days, "day"),
            (self.examples, "example"),
            (self.inputs, "input"),
            (self.answers, "answer"),
        ];
        let words = words.iter().filter(|(count, _)| *count > 0);
        let words: Vec<String> = words.map(|(count, word)| plural(*count, word)).collect();
        words.join(", ")
    }
}

/// A line for each new file.
fn details(results: &ImportResults) -> Vec<String> {
    let inputs = results
        .inputs
        .iter()
        .map(|input| (input.file.display().to_string(), Some(&input.from)));
    let files = results
        .files
        .iter()
        .map(|file| (file.file.clone(), file.from.as_ref()));
    let line = |(file, from): (String, Option<&PathBuf>)| {
        let from = from.map(|from| format!(" from {}", from.display()));
        let line = format!("  {file}{}", from.unwrap_or_default());
        sanitize(&line).into_owned()
    };
    inputs.chain(files).map(line).collect()
}

//! The summary of several puzzles: the last lines with counts, and the names of puzzles
//! and of failed parts.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use super::names::{full_name, line_with_symbol, message_line, status_count, status_style};
use crate::puzzle::{Puzzle, Year};
use crate::runner::{JobResult, PuzzleResult, Status};
use crate::terminal::layout::Line;
use crate::terminal::style::{BAD, PLAIN, STRONG};
use crate::terminal::{Terminal, plural, time, width};

/// Counts of results, of a year or of all years. Two inputs or examples of a puzzle
/// count as one puzzle.
#[derive(Default)]
pub struct Tally {
    /// The number of inputs and examples that ran, and of puzzles that could not run.
    pub results: usize,
    pub days: BTreeSet<Puzzle>,
    /// The number of parts that gave an answer or failed.
    answers: usize,
    statuses: BTreeMap<Status, usize>,
    not_run: BTreeSet<Puzzle>,
    failed: Vec<String>,
}

/// The most names of failures that are shown.
const MAX_NAMES: usize = 20;

impl Tally {
    /// Adds the result of a job. If `is_test`, each example is a result.
    pub fn add(&mut self, (puzzle, results): &JobResult<Vec<PuzzleResult>>, is_test: bool) {
        let Ok(results) = results else {
            self.results += 1;
            self.not_run.insert(*puzzle);
            return;
        };
        for result in results {
            if result.has_no_example() {
                continue;
            }
            self.days.insert(result.header.puzzle);
            self.results += if is_test { result.examples.len() } else { 1 };
            self.count(result, is_answer);
            for example in &result.examples {
                // Before an input, only the failures of examples count.
                let counts = if is_test {
                    is_answer
                } else {
                    Status::is_failure
                };
                self.count(example, counts);
            }
        }
    }

    /// Counts the phases whose status `counts`, and a failure outside of them.
    fn count(&mut self, result: &PuzzleResult, counts: fn(Status) -> bool) {
        for phase in &result.phases {
            let status = phase.status;
            if status.is_failure() {
                let alternative = phase.alternative.as_deref();
                let name = full_name(&result.header, Some(phase.phase), alternative);
                self.failed.push(name);
            }
            if counts(status) {
                self.count_status(status);
                self.answers += usize::from(phase.phase.part().is_some());
            }
        }
        if result.message.is_some() {
            // Something outside of the phases failed.
            self.count_status(result.status);
            self.failed.push(full_name(&result.header, None, None));
        }
    }

    fn count_status(&mut self, status: Status) {
        *self.statuses.entry(status).or_default() += 1;
    }

    /// Ends a line with the counts: `25 days, 50 answers in 3.10 s: 49 accepted, 1
    /// wrong`.
    fn line(&self, mut line: Line, time: &str) -> String {
        let mut counts = Vec::new();
        for (&status, &n) in &self.statuses {
            let words = status_count(status, n);
            counts.push((status_style(status), words));
        }
        if !self.not_run.is_empty() {
            let days = plural(self.not_run.len(), "day");
            counts.push((BAD, format!("{days} not run")));
        }
        if !self.days.is_empty() {
            let days = self.days.union(&self.not_run).count();
            let days = plural(days, "day");
            let answers = plural(self.answers, "answer");
            let end = if counts.is_empty() { "" } else { ":" };
            line.cell(PLAIN, &format!("{days}, {answers}{time}{end}"));
            line.gap(1);
        }
        for (_, text) in counts.iter_mut().rev().skip(1) {
            text.push(',');
        }
        for (style, text) in counts {
            line.cell(style, &text).gap(1);
        }
        line.end()
    }

    /// The last lines: the counts with the total time, and the names of failed parts.
    pub fn last_lines(&self, terminal: Terminal, elapsed: Duration) -> String {
        let time = format!(" in {}", time(elapsed.as_nanos() as f64));
        let lines = self.line(Line::new(terminal, 2), &time);
        let mut failed = self.failed.clone();
        failed.extend(puzzle_names(&self.not_run));
        if failed.is_empty() {
            return lines;
        }
        let mut line = Line::new(terminal, 2);
        line.cell(BAD, "failed:");
        for name in some_names(&failed, MAX_NAMES).split_inclusive(", ") {
            let columns = width(name.trim_end());
            line.gap(1).fit(columns).words(PLAIN, name);
        }
        lines + &line.end()
    }

    /// The line of a year: `✓ 2020  25 days, 50 answers: 50 accepted`; `None` if
    /// nothing ran in the year, or nothing failed and only failures are shown.
    pub fn year_line(&self, terminal: Terminal, year: Year, only_failed: bool) -> Option<String> {
        let mut worst = self.statuses.keys().copied().max();
        if !self.not_run.is_empty() {
            worst = worst.max(Some(Status::Error));
        }
        let worst = worst?;
        let is_hidden = only_failed && !worst.is_failure();
        if is_hidden || self.days.is_empty() {
            return None;
        }
        let mut line = line_with_symbol(terminal, 0, worst);
        line.cell(STRONG, &year.to_string()).gap(2);
        Some(self.line(line, ""))
    }
}

/// True unless it is that of a successful parse.
fn is_answer(status: Status) -> bool {
    status != Status::Ok
}

/// At most `most` names, and the number of further ones.
pub fn some_names(names: &[String], most: usize) -> String {
    if names.len() <= most {
        return names.join(", ");
    }
    let shown = names[..most].join(", ");
    format!("{shown} and {} more", names.len() - most)
}

/// A line for each reason why puzzles could not run: one compile error often stops
/// several days of a year.
pub fn not_run(terminal: Terminal, failures: impl IntoIterator<Item = (Puzzle, String)>) -> String {
    let mut reasons: Vec<(String, BTreeSet<Puzzle>)> = Vec::new();
    for (puzzle, reason) in failures {
        let reason = reason.trim_start_matches(&format!("{puzzle}: "));
        let known = reasons.iter_mut().find(|(other, _)| other == reason);
        if let Some((_, puzzles)) = known {
            puzzles.insert(puzzle);
        } else {
            reasons.push((reason.to_owned(), BTreeSet::from([puzzle])));
        }
    }
    let mut lines = String::new();
    for (reason, puzzles) in reasons {
        lines += &Line::new(terminal, 4)
            .words(STRONG, &puzzle_names(&puzzles).join(", "))
            .gap(2)
            .tagged(BAD, "error:", &message_line(&reason))
            .end();
    }
    lines
}

/// A list of puzzles for a message: `2020/1-5,22, 2021/3`.
pub fn puzzle_list(puzzles: impl IntoIterator<Item = Puzzle>) -> String {
    puzzle_names(&puzzles.into_iter().collect()).join(", ")
}

/// A selector for the puzzles of each year: `2020/1-5,22`.
fn puzzle_names(puzzles: &BTreeSet<Puzzle>) -> Vec<String> {
    let puzzles: Vec<Puzzle> = puzzles.iter().copied().collect();
    let mut names = Vec::new();
    for year in puzzles.chunk_by(|one, next| one.year == next.year) {
        let mut ranges = Vec::new();
        for days in year.chunk_by(|one, next| one.day.0 + 1 == next.day.0) {
            let first = days[0].day.0;
            let last = days[days.len() - 1].day.0;
            if first < last {
                ranges.push(format!("{first}-{last}"));
            } else {
                ranges.push(first.to_string());
            }
        }
        let ranges = ranges.join(",");
        names.push(format!("{}/{ranges}", year[0].year));
    }
    names
}

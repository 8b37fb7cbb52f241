//! What `verify` shows: a line for each year, what differs by its name, and a last
//! line that counts.
//!
//! ```text
//! ✓ 2015  25 days, 50 parts: 50 accepted
//! ✗ 2016  24 days, 46 parts, 47 answers: 46 accepted, 1 wrong
//!     2016/7 part 2 textbook  wrong: got 33401, expected 33400
//!
//! 49 days, 96 parts, 97 answers in 3.1 s: 96 accepted, 1 wrong: 2016/7 part 2 textbook
//! 1 day without accepted answers: 2016/12
//! ```

use std::collections::BTreeSet;
use std::time::Duration;

use serde::Serialize;

use super::document::{Document, DocumentReporter, puzzle_results};
use super::extent::Extent;
use super::live::Live;
use super::not_run::{NotRun, puzzle_names};
use super::run_line::{run_line, year_line};
use super::status::{message_line, status_style, status_word};
use super::tally::{Tally, full_name};
use crate::error::CliError;
use crate::puzzle::{Puzzle, Year};
use crate::runner::{JobResult, PhaseResult, PuzzleResult, RunEvent, RunEvents, Status};
use crate::terminal::OutputError;
use crate::terminal::Verbosity;
use crate::terminal::console::Console;
use crate::terminal::layout::Line;
use crate::terminal::plural;
use crate::terminal::screen::Terminal;
use crate::terminal::style::{DIM, STRONG};

/// The column of what stands below a year.
const INDENT: usize = 4;

/// Tables for people, or JSON; `without` are the puzzles that have no accepted
/// answers.
pub fn verify_reporter(
    console: Console,
    json: bool,
    extent: Extent,
    without: Vec<Puzzle>,
) -> Box<dyn RunEvents<Vec<PuzzleResult>>> {
    let live = Live::new(Some(extent.puzzles));
    if json {
        let results = VerifyResults::new(without);
        Box::new(DocumentReporter::new(console, live, results))
    } else {
        Box::new(VerifyTable {
            console,
            live,
            without: without.into_iter().collect(),
            year: None,
            tally: Tally::default(),
        })
    }
}

/// All results of one `verify`: schema `aoc-verify/1`.
#[derive(Debug, Serialize)]
struct VerifyResults {
    schema: &'static str,
    /// As those of `run`, for each input with accepted answers.
    results: Vec<PuzzleResult>,
    without_answers: Vec<Puzzle>,
}

impl VerifyResults {
    const fn new(without_answers: Vec<Puzzle>) -> Self {
        Self {
            schema: "aoc-verify/1",
            results: Vec::new(),
            without_answers,
        }
    }
}

impl Document<Vec<PuzzleResult>> for VerifyResults {
    fn add(&mut self, result: &JobResult<Vec<PuzzleResult>>) {
        self.results.extend(puzzle_results(result));
    }
}

struct VerifyTable {
    console: Console,
    live: Live,
    without: BTreeSet<Puzzle>,
    /// The year that runs.
    year: Option<VerifiedYear>,
    tally: Tally,
}

struct VerifiedYear {
    year: Year,
    tally: Tally,
    not_run: NotRun,
    /// What is shown below its line.
    details: String,
}

impl VerifyTable {
    fn year(&mut self, year: Year) -> Result<&mut VerifiedYear, OutputError> {
        if self.year.as_ref().is_some_and(|other| other.year != year) {
            self.year_finished()?;
        }
        Ok(self.year.get_or_insert_with(|| VerifiedYear {
            year,
            tally: Tally::default(),
            not_run: NotRun::indented(INDENT),
            details: String::new(),
        }))
    }

    fn year_finished(&mut self) -> Result<(), OutputError> {
        let Some(mut year) = self.year.take() else {
            return Ok(());
        };
        let terminal = self.console.stdout;
        if self.console.is_quiet() && !year.tally.worst().is_failure() {
            return Ok(());
        }
        let mut lines = year_line(terminal, year.year, &year.tally);
        lines.push_str(&year.details);
        lines.extend(year.not_run.take(terminal));
        self.console.print(&lines)
    }
}

impl RunEvents<Vec<PuzzleResult>> for VerifyTable {
    fn event(&mut self, event: &RunEvent) -> Result<(), CliError> {
        self.live.event(&mut self.console, event);
        Ok(())
    }

    fn job_finished(&mut self, result: &JobResult<Vec<PuzzleResult>>) -> Result<(), CliError> {
        self.live.stop();
        let terminal = self.console.stdout;
        let verbose = self.console.verbosity == Verbosity::Verbose;
        match result {
            Ok(solved) => {
                for result in solved {
                    self.tally.add(result);
                    let year = self.year(result.header.year)?;
                    year.tally.add(result);
                    if verbose && !result.is_failure() {
                        year.details.push_str(&day_lines(terminal, result));
                    }
                    year.details.push_str(&differences(terminal, result));
                }
            }
            Err(failure) => {
                self.tally.add_failure(failure);
                let year = self.year(failure.puzzle.year)?;
                year.tally.add_failure(failure);
                year.details.extend(year.not_run.add(terminal, failure));
            }
        }
        Ok(())
    }

    fn progress(&mut self, jobs: usize) {
        self.live.progress(jobs);
    }

    fn run_finished(&mut self, elapsed: Duration) -> Result<(), CliError> {
        self.live.finish(&mut self.console);
        self.year_finished()?;
        if self.console.is_quiet() {
            return Ok(());
        }
        let terminal = self.console.stdout;
        let mut lines = String::new();
        if self.tally.has_results() {
            lines.push('\n');
            lines.push_str(&self.tally.line(terminal, elapsed));
        }
        if !self.without.is_empty() {
            let days = plural(self.without.len(), "day");
            let names = puzzle_names(&self.without).join(", ");
            let hint = if self.tally.has_results() {
                ""
            } else {
                "; `aoc accept` records them"
            };
            let mut line = Line::new(terminal, 2);
            line.words(
                DIM,
                &format!("{days} without accepted answers: {names}{hint}"),
            );
            lines.push_str(&line.end());
        }
        Ok(self.console.print(&lines)?)
    }
}

/// The line of a day that is well, below that of its year.
fn day_lines(terminal: Terminal, result: &PuzzleResult) -> String {
    let inner = Terminal {
        width: terminal.width.map(|width| width.saturating_sub(INDENT)),
        ..terminal
    };
    let lines = run_line(inner, result);
    let indented = lines.lines().map(|line| format!("{:INDENT$}{line}\n", ""));
    indented.collect()
}

/// A line for each phase that is not as it should be.
fn differences(terminal: Terminal, result: &PuzzleResult) -> String {
    let failed = result
        .phases
        .iter()
        .filter(|phase| phase.status.is_failure());
    let line = |phase: &PhaseResult| {
        let mut line = Line::new(terminal, 2 * INDENT);
        line.gap(INDENT)
            .words(STRONG, &full_name(&result.header, phase))
            .gap(2)
            .tagged(
                status_style(phase.status),
                &format!("{}:", status_word(phase.status)),
                &message_line(&difference(phase)),
            );
        line.end()
    };
    failed.map(line).collect()
}

/// `got 33401, expected 33400`, or why there is no answer.
pub(super) fn difference(phase: &PhaseResult) -> String {
    let message = phase.message.as_deref().unwrap_or_default();
    match &phase.answer {
        Some(answer) if phase.status == Status::Wrong => format!("got {answer}, {message}"),
        _ => message.to_owned(),
    }
}

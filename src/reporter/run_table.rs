//! What `run` shows: a puzzle's header when it begins, each phase as it ends,
//! and of several puzzles a last line with all of them.
//!
//! ```text
//! 2020/22 Crab Combat  inputs/year2020/day22.txt
//!     parse       1.31 µs
//!   ✓ part 1       702 ns  33400             accepted
//!   · part 2      2.81 ms  33745             unverified
//!   ✓   textbook  34.5 ms  33745             matched
//! ```

use std::time::Duration;

use super::columns::{NAME, TIME, is_narrow};
use super::console::Console;
use super::extent::Extent;
use super::head::{head, phase_name};
use super::layout::Line;
use super::live::Live;
use super::output::OutputError;
use super::status::{message_line, status_style, status_symbol, status_word};
use super::style::{BAD, DIM, PLAIN, STRONG};
use super::tally::Tally;
use super::terminal::Terminal;
use super::text::width;
use super::verbosity::Verbosity;
use crate::error::CliError;
use crate::puzzle::Puzzle;
use crate::runner::{
    JobFailure, JobResult, PhaseResult, PuzzleHeader, PuzzleResult, RunEvent, RunEvents, Solved,
    Status,
};
use crate::text::{elapsed, one_line, sanitize};

/// The columns of an answer, so that the verdicts stand in a column; most
/// answers are no longer.
const ANSWER: usize = 16;

pub(super) struct RunTable {
    console: Console,
    live: Live,
    extent: Extent,
    /// The columns of the names of the shown puzzle's phases.
    names: usize,
    above: Above,
    tally: Tally,
    /// The last failure of a job that was shown, and whose it was.
    failure: Option<(String, Puzzle)>,
}

/// What stands above the next line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Above {
    /// Nothing, or a blank line, or what belongs to what comes.
    Nothing,
    Table,
    /// A line for a puzzle that could not run.
    Failure,
}

impl RunTable {
    pub(super) fn new(console: Console, extent: Extent) -> Self {
        Self {
            console,
            live: Live::new(extent.parallel_jobs()),
            extent,
            names: NAME,
            above: Above::Nothing,
            tally: Tally::default(),
            failure: None,
        }
    }

    /// A blank line before the next puzzle, if there is something above it.
    fn separate(&mut self) -> Result<(), OutputError> {
        if self.above == Above::Table {
            self.console.print("\n")?;
            self.above = Above::Nothing;
        }
        Ok(())
    }

    fn puzzle_started(
        &mut self,
        header: &PuzzleHeader,
        alternatives: &[String],
    ) -> Result<(), OutputError> {
        let terminal = self.console.stdout;
        let names = alternatives.iter().map(|name| width(name) + 2);
        let least = if is_narrow(terminal) { 6 } else { NAME };
        self.names = names.fold(least, usize::max);
        if self.above == Above::Failure {
            self.above = Above::Table;
        }
        self.separate()?;
        self.above = Above::Table;
        self.console.print(&head(terminal, header))
    }

    /// A puzzle that could not run, in one line: what keeps one day from
    /// compiling often keeps the others of its year, too.
    fn failed(&mut self, failure: &JobFailure) -> Result<(), OutputError> {
        let message = failure.to_string();
        let shown = match &self.failure {
            Some((last, puzzle)) if *last == message => format!("as {puzzle}"),
            _ => {
                self.failure = Some((message.clone(), failure.puzzle));
                message_line(&message)
            }
        };
        self.above = Above::Failure;
        let mut line = Line::new(self.console.stdout, 4);
        line.cell(STRONG, &failure.puzzle.to_string());
        line.gap(2).tagged(BAD, "error:", &shown);
        self.console.print(&line.end())
    }
}

impl RunEvents<Solved> for RunTable {
    fn event(&mut self, event: &RunEvent) -> Result<(), CliError> {
        if matches!(event, RunEvent::JobStarted(_)) {
            // Before its notes, and before what its solution prints.
            self.separate()?;
        }
        self.live.event(&mut self.console, event);
        match event {
            RunEvent::PuzzleStarted {
                header,
                alternatives,
            } => self.puzzle_started(header, alternatives)?,
            RunEvent::PhaseFinished(phase) => {
                let mut lines = phase_lines(self.console.stdout, self.names, phase);
                if self.console.verbosity == Verbosity::Verbose {
                    lines += &picture_lines(self.console.stdout, phase);
                }
                self.console.print(&lines)?;
            }
            // What the worker wrote stands by itself.
            RunEvent::Traced => self.console.print("\n")?,
            RunEvent::JobStarted(_)
            | RunEvent::PhaseStarted { .. }
            | RunEvent::PhaseProgress(_)
            | RunEvent::Note(_)
            | RunEvent::Warning(_) => {}
        }
        Ok(())
    }

    fn job_finished(&mut self, result: &JobResult<Solved>) -> Result<(), CliError> {
        self.live.stop();
        match result {
            Ok(solved) => solved.0.iter().for_each(|result| self.tally.add(result)),
            Err(failure) => {
                self.tally.add(&PuzzleResult::failed(failure));
                if self.extent.puzzles > 1 {
                    self.failed(failure)?;
                }
            }
        }
        Ok(())
    }

    fn progress(&mut self, jobs: usize) {
        self.live.progress(jobs);
    }

    fn run_finished(&mut self, elapsed: Duration) -> Result<(), CliError> {
        self.live.stop();
        if self.console.is_quiet() || self.above == Above::Nothing {
            return Ok(());
        }
        let terminal = self.console.stdout;
        let mut lines = String::new();
        let several = self.tally.is_worth_a_line();
        if several {
            lines.push('\n');
            lines.push_str(&self.tally.line(terminal, elapsed));
        }
        if several || self.console.verbosity == Verbosity::Verbose {
            let mut line = Line::new(terminal, 2);
            line.words(DIM, "times of the checked build; `aoc bench` measures");
            lines.push_str(&line.end());
        }
        Ok(self.console.print(&lines)?)
    }
}

/// The columns left of names: on terminals, a symbol stands there.
const fn margin(terminal: Terminal) -> usize {
    if terminal.is_terminal() { 4 } else { 2 }
}

/// A phase in its lines.
fn phase_lines(terminal: Terminal, names: usize, phase: &PhaseResult) -> String {
    let style = status_style(phase.status);
    let mut line = Line::new(terminal, margin(terminal) + 2);
    line.gap(2);
    if terminal.is_terminal() {
        line.left(style, status_symbol(phase.status), 2);
    }
    match &phase.alternative {
        Some(name) => line.gap(2).left(PLAIN, &one_line(name), names - 2),
        None => line.left(PLAIN, phase_name(phase.phase), names),
    };
    let time = phase.ns.filter(|_| phase.status != Status::Unsolved);
    let time = time.map(elapsed).unwrap_or_default();
    line.gap(1).right(PLAIN, &time, TIME).gap(2);

    let answer = escape_lines(phase.answer.as_deref().unwrap_or_default());
    let picture = answer.len() > 1;
    let columns = if is_narrow(terminal) { 0 } else { ANSWER };
    match answer.first() {
        Some(answer) if !picture => line.left(STRONG, answer, columns).gap(2),
        // A message takes the place of an answer that is not there.
        _ if phase.message.is_some() => &mut line,
        _ if columns > 0 => line.gap(columns + 2),
        _ => &mut line,
    };
    let word = status_word(phase.status);
    match &phase.message {
        Some(message) if word.is_empty() => line.words(PLAIN, &message_line(message)),
        Some(message) => line.tagged(style, &format!("{word}:"), &message_line(message)),
        None => line.cell(style, word),
    };
    if picture {
        for row in &answer {
            line.below(STRONG, row);
        }
    }
    line.end()
}

/// The picture that an answer was read from.
fn picture_lines(terminal: Terminal, phase: &PhaseResult) -> String {
    let rows = escape_lines(phase.picture.as_deref().unwrap_or_default());
    let row_line = |row: &String| {
        let mut line = Line::new(terminal, margin(terminal) + 2);
        line.gap(margin(terminal) + 2).left(DIM, row, 0);
        line.end()
    };
    rows.iter().map(row_line).collect()
}

/// The sanitized lines of an answer; none for an empty one.
fn escape_lines(answer: &str) -> Vec<String> {
    let mut lines: Vec<String> = answer
        .lines()
        .map(|row| sanitize(row).into_owned())
        .collect();
    let used = lines.iter().rposition(|row| !row.is_empty());
    lines.truncate(used.map_or(0, |last| last + 1));
    lines
}

#[cfg(test)]
mod tests;

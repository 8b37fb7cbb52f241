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
use super::difference::{Difference, difference};
use super::examples::checked_examples;
use super::extent::Extent;
use super::head::{head, phase_name};
use super::live::Live;
use super::not_run::NotRun;
use super::status::{message_line, status_style, status_symbol, status_word};
use super::tally::Tally;
use crate::error::CliError;
use crate::runner::{
    JobFailure, JobResult, PhaseResult, PuzzleHeader, PuzzleResult, RunEvent, RunEvents, Status,
};
use crate::terminal::OutputError;
use crate::terminal::Verbosity;
use crate::terminal::console::Console;
use crate::terminal::layout::Line;
use crate::terminal::screen::Terminal;
use crate::terminal::style::{DIM, PLAIN, STRONG};
use crate::terminal::width;
use crate::terminal::{elapsed, one_line, sanitize};

/// The columns of an answer, so that the verdicts stand in a column; most
/// answers are no longer.
const ANSWER: usize = 16;

pub(super) struct RunTable {
    pub(super) console: Console,
    live: Live,
    extent: Extent,
    /// The columns of the names of the shown puzzle's phases.
    names: usize,
    above: Above,
    pub(super) tally: Tally,
    not_run: NotRun,
    /// Whether times were shown.
    pub(super) timed: bool,
}

/// What stands above the next line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Above {
    /// Nothing, or a blank line, or what belongs to what comes.
    Nothing,
    Table,
    /// A line that stands for a puzzle or for several.
    Line,
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
            not_run: NotRun::default(),
            timed: false,
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
        self.show_failures()?;
        let names = alternatives.iter().map(|name| width(name) + 2);
        let least = if is_narrow(terminal) { 6 } else { NAME };
        self.names = names.fold(least, usize::max);
        if self.above == Above::Line {
            self.above = Above::Table;
        }
        self.separate()?;
        self.above = Above::Table;
        self.console.print(&head(terminal, header))
    }

    /// Of several puzzles, the last line says which have none.
    fn no_example(&mut self, result: &PuzzleResult) {
        if self.extent.puzzles == 1 {
            let why = result.message.as_deref().unwrap_or_default();
            let note = format!("{}: {why}", result.header.puzzle());
            self.console.note(&note);
        }
    }

    /// Shows a line that stands for puzzles.
    pub(super) fn line(&mut self, line: &str) -> Result<(), OutputError> {
        self.separate()?;
        self.above = Above::Line;
        self.console.print(line)
    }

    /// Adds a puzzle that could not run.
    pub(super) fn add_failure(&mut self, failure: &JobFailure) -> Result<(), OutputError> {
        self.tally.add_failure(failure);
        let lines = self.not_run.add(self.console.stdout, failure);
        lines.map_or(Ok(()), |lines| self.line(&lines))
    }

    /// Shows what could not run, now that it is known which puzzles have the same
    /// reason.
    pub(super) fn show_failures(&mut self) -> Result<(), OutputError> {
        let lines = self.not_run.take(self.console.stdout);
        lines.map_or(Ok(()), |lines| self.line(&lines))
    }
}

impl RunEvents<Vec<PuzzleResult>> for RunTable {
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
                self.timed = true;
                let mut lines = phase_lines(self.console.stdout, self.names, phase);
                if self.console.verbosity == Verbosity::Verbose {
                    lines += &picture_lines(self.console.stdout, phase);
                }
                self.console.print(&lines)?;
            }
            RunEvent::ExamplesChecked(examples) => {
                if self.extent.puzzles == 1 || examples.iter().any(PuzzleResult::is_failure) {
                    let lines = checked_examples(self.console.stdout, self.names, examples);
                    self.console.print(&lines)?;
                }
            }
            // What the worker wrote stands by itself.
            RunEvent::Traced => self.console.print("\n")?,
            RunEvent::JobStarted(_)
            | RunEvent::ExampleStarted(_)
            | RunEvent::ExampleFinished(_)
            | RunEvent::PhaseStarted { .. }
            | RunEvent::PhaseProgress(_)
            | RunEvent::Note(_)
            | RunEvent::Warning(_) => {}
        }
        Ok(())
    }

    fn job_finished(&mut self, result: &JobResult<Vec<PuzzleResult>>) -> Result<(), CliError> {
        self.live.stop();
        match result {
            Ok(solved) => {
                for result in solved {
                    self.tally.add(result);
                    if result.has_no_example() {
                        self.no_example(result);
                    }
                }
            }
            Err(failure) if self.extent.puzzles > 1 => self.add_failure(failure)?,
            Err(_) => {}
        }
        Ok(())
    }

    fn progress(&mut self, jobs: usize) {
        self.live.progress(jobs);
    }

    fn run_finished(&mut self, elapsed: Duration) -> Result<(), CliError> {
        self.live.finish(&mut self.console);
        self.show_failures()?;
        let terminal = self.console.stdout;
        let without = self.tally.without_example(terminal);
        if self.console.is_quiet() {
            return Ok(());
        }
        if self.above == Above::Nothing {
            let without = if self.extent.puzzles > 1 {
                &*without
            } else {
                ""
            };
            return Ok(self.console.print(without)?);
        }
        let mut lines = String::new();
        let several = self.tally.is_worth_a_line();
        if several {
            lines.push('\n');
            lines.push_str(&self.tally.line(terminal, elapsed));
            lines.push_str(&without);
        }
        let verbose = self.console.verbosity == Verbosity::Verbose;
        if self.timed && (several || verbose) {
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
    let difference = difference_in_lines(terminal, phase);
    let picture = answer.len() > 1 || difference.is_some();
    let columns = if is_narrow(terminal) { 0 } else { ANSWER };
    match answer.first() {
        Some(answer) if !picture => line.left(STRONG, answer, columns).gap(2),
        // A message takes the place of an answer that is not there.
        _ if phase.message.is_some() => &mut line,
        _ if columns > 0 => line.gap(columns + 2),
        _ => &mut line,
    };
    let word = status_word(phase.status);
    let message = match &difference {
        Some(difference) => Some(&difference.line),
        None => phase.message.as_ref(),
    };
    match message {
        Some(message) if word.is_empty() => line.words(PLAIN, &message_line(message)),
        Some(message) => line.tagged(style, &format!("{word}:"), &message_line(message)),
        None => line.cell(style, word),
    };
    if picture {
        for row in difference.map_or(answer, |difference| difference.below) {
            line.below(STRONG, &row);
        }
    }
    line.end()
}

/// How a wrong answer differs, if that takes more than to name the expected one.
fn difference_in_lines(terminal: Terminal, phase: &PhaseResult) -> Option<Difference> {
    let (answer, expected) = (phase.answer.as_ref()?, phase.expected.as_ref()?);
    let of_lines = |text: &str| text.trim_end().contains('\n');
    let is_needed = of_lines(answer) || of_lines(expected) || answer.trim() == expected.trim();
    let room = terminal
        .width
        .map(|width| width.saturating_sub(margin(terminal) + 2));
    (phase.status == Status::Wrong && is_needed).then(|| difference(expected, answer, room))
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

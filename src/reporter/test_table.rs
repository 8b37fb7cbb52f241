//! What `test` shows: of one puzzle each example, of several a line for each day
//! where all is well (for each year, if there are several) and the examples
//! where something failed.
//!
//! ```text
//! 2020/22 Crab Combat
//!   ✓ example 1  matched  part 1: 306, part 2: 291
//!   ✗ example 2  wrong
//!       part 2    wrong: expected 105, got 104
//! ```

use std::time::Duration;

use super::examples::{
    example_place, failures, is_matched, is_unsolved, is_unverified, phase_label, verdict,
};
use super::extent::Extent;
use super::live::Live;
use super::not_run::NotRun;
use super::run::is_by_year;
use super::status::{status_style, status_symbol, status_word};
use super::test_tally::TestTally;
use crate::error::CliError;
use crate::puzzle::{Puzzle, Year};
use crate::runner::{JobResult, PuzzleResult, RunEvent, RunEvents, Status};
use crate::terminal::OutputError;
use crate::terminal::Verbosity;
use crate::terminal::console::Console;
use crate::terminal::layout::Line;
use crate::terminal::screen::Terminal;
use crate::terminal::style::{DIM, GOOD, PLAIN, STRONG};
use crate::terminal::{one_line, sanitize};

pub(super) struct TestTable {
    console: Console,
    live: Live,
    extent: Extent,
    /// Whether a line stands for a year.
    by_year: bool,
    /// The year that is being tested.
    year: Option<(Year, TestTally)>,
    all: TestTally,
    not_run: NotRun,
    /// Whether the heading of the only puzzle was shown.
    begun: bool,
}

impl TestTable {
    pub(super) fn new(console: Console, extent: Extent, puzzles: &[Puzzle]) -> Self {
        Self {
            console,
            live: Live::new(extent.parallel_jobs()),
            extent,
            by_year: is_by_year(puzzles),
            year: None,
            all: TestTally::default(),
            not_run: NotRun::default(),
            begun: false,
        }
    }

    fn finished(&mut self, result: &PuzzleResult) -> Result<(), OutputError> {
        let terminal = self.console.stdout;
        self.all.add(result);
        if self.by_year {
            let other = |(year, _): &(Year, TestTally)| *year != result.header.year;
            if self.year.as_ref().is_some_and(other) {
                self.year_finished()?;
            }
            let (_, tally) = self
                .year
                .get_or_insert_with(|| (result.header.year, TestTally::default()));
            tally.add(result);
        }
        let verbose = self.console.verbosity == Verbosity::Verbose;
        if self.extent.puzzles == 1 && !result.examples.is_empty() {
            // They were shown as they ended.
            Ok(())
        } else if result.status.is_failure() || verbose || self.extent.puzzles == 1 {
            self.console.print(&details(terminal, result))
        } else if self.by_year || self.console.is_quiet() {
            Ok(())
        } else {
            self.console.print(&day(terminal, result))
        }
    }

    fn year_finished(&mut self) -> Result<(), OutputError> {
        let Some((year, tally)) = self.year.take() else {
            return Ok(());
        };
        if !tally.has_run() || self.console.is_quiet() {
            return Ok(());
        }
        let line = tally.year(self.console.stdout, year);
        self.console.print(&line)
    }

    /// Shows what could not be tested, now that it is known which puzzles have the
    /// same reason.
    fn show_failures(&mut self) -> Result<(), OutputError> {
        let lines = self.not_run.take(self.console.stdout);
        self.console.print(&lines.unwrap_or_default())
    }
}

impl RunEvents<Vec<PuzzleResult>> for TestTable {
    fn event(&mut self, event: &RunEvent) -> Result<(), CliError> {
        self.live.event(&mut self.console, event);
        if self.extent.puzzles > 1 {
            return Ok(());
        }
        let terminal = self.console.stdout;
        match event {
            RunEvent::ExampleStarted(header) if !self.begun => {
                // Before what the solution prints.
                self.begun = true;
                let head = head(terminal, header.puzzle(), &header.title);
                self.console.print(&head)?;
            }
            RunEvent::ExampleFinished(example) => {
                self.console.print(&example_lines(terminal, example))?;
            }
            _ => {}
        }
        Ok(())
    }

    fn job_finished(&mut self, result: &JobResult<Vec<PuzzleResult>>) -> Result<(), CliError> {
        self.live.stop();
        match result {
            Ok(result) => {
                self.show_failures()?;
                result.iter().try_for_each(|it| self.finished(it))?;
            }
            Err(failure) => {
                self.all.add_failure(failure.puzzle);
                if self.extent.puzzles > 1 {
                    let lines = self.not_run.add(self.console.stdout, failure);
                    self.console.print(&lines.unwrap_or_default())?;
                }
            }
        }
        Ok(())
    }

    fn progress(&mut self, jobs: usize) {
        self.live.progress(jobs);
    }

    fn run_finished(&mut self, elapsed: Duration) -> Result<(), CliError> {
        self.live.finish(&mut self.console);
        self.show_failures()?;
        self.year_finished()?;
        if self.console.is_quiet() || !self.all.is_worth_a_line() {
            return Ok(());
        }
        let lines = self.all.lines(self.console.stdout, elapsed);
        Ok(self.console.print(&format!("\n{lines}"))?)
    }
}

/// A day where all is well, in one line.
fn day(terminal: Terminal, result: &PuzzleResult) -> String {
    let mut line = Line::new(terminal, 4);
    let (symbol, style) = match &result.examples[..] {
        [] => ("–", DIM),
        examples if examples.iter().all(is_unsolved) => ("–", DIM),
        _ => ("✓", GOOD),
    };
    if terminal.is_terminal() {
        line.left(style, symbol, 2);
    }
    line.left(STRONG, &result.header.puzzle().to_string(), 7);
    let said = match &result.examples[..] {
        [] => "no example".to_owned(),
        examples => verdict(examples),
    };
    line.gap(1).left(style, &said, "1 of 1 matched".len());
    line.gap(2).cell(PLAIN, &one_line(&result.header.title));
    line.end()
}

/// A puzzle and all its examples.
fn details(terminal: Terminal, result: &PuzzleResult) -> String {
    let mut lines = head(terminal, result.header.puzzle(), &result.header.title);
    if result.examples.is_empty() {
        let mut line = Line::new(terminal, 4);
        let advice = "no example: fetch the puzzle's page, or add one to its EXAMPLES";
        line.gap(2).words(DIM, advice);
        lines += &line.end();
    }
    for example in &result.examples {
        lines += &example_lines(terminal, example);
    }
    lines
}

fn head(terminal: Terminal, puzzle: Puzzle, title: &str) -> String {
    let mut line = Line::new(terminal, 2);
    line.cell(STRONG, &puzzle.to_string());
    line.gap(1).cell(PLAIN, &one_line(title));
    line.end()
}

fn example_lines(terminal: Terminal, example: &PuzzleResult) -> String {
    example_line(terminal, example) + &failures(terminal, "", example)
}

fn example_line(terminal: Terminal, example: &PuzzleResult) -> String {
    let status = if is_matched(example) {
        Status::Matched
    } else if is_unverified(example) {
        Status::Unverified
    } else if is_unsolved(example) {
        Status::Unsolved
    } else {
        example.status
    };
    let mut line = Line::new(terminal, 6);
    line.gap(2);
    if terminal.is_terminal() {
        let symbol = match status {
            Status::Ok => "·",
            status => status_symbol(status),
        };
        line.left(status_style(status), symbol, 2);
    }
    line.cell(PLAIN, &example_place(example)).gap(2);
    if status == Status::Ok {
        line.words(DIM, "parsed; it has no answer to compare with");
        return line.end();
    }
    line.cell(status_style(status), status_word(status)).gap(2);
    let answers = example.phases.iter().filter_map(|phase| {
        let answer = phase.answer.as_deref()?;
        let lines: Vec<_> = answer.trim_end().lines().collect();
        let shown = match lines[..] {
            [one] if one.len() <= 60 => sanitize(one).into_owned(),
            _ => format!("{} lines", lines.len()),
        };
        let matched = phase.status == Status::Matched;
        (matched && phase.alternative.is_none()).then(|| format!("{}: {shown}", phase_label(phase)))
    });
    line.words(PLAIN, &answers.collect::<Vec<_>>().join(", "));
    line.end()
}

#[cfg(test)]
mod tests;

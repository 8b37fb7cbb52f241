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

use super::console::Console;
use super::examples::{example_name, failures, is_matched, is_unsolved, phase_label, verdict};
use super::extent::Extent;
use super::layout::Line;
use super::live::Live;
use super::output::OutputError;
use super::status::{message_line, status_style, status_symbol, status_word};
use super::style::{BAD, DIM, GOOD, PLAIN, STRONG};
use super::terminal::Terminal;
use super::test_tally::TestTally;
use super::verbosity::Verbosity;
use crate::error::CliError;
use crate::puzzle::{Puzzle, Year};
use crate::runner::{
    ExampleResult, JobFailure, JobResult, RunEvent, RunEvents, Status, TestResult,
};
use crate::text::{one_line, sanitize};

pub(super) struct TestTable {
    console: Console,
    live: Live,
    extent: Extent,
    /// Whether puzzles of several years are tested.
    years: bool,
    /// Of the year that is being tested: what was well so far and is not shown
    /// yet.
    year: Option<(Year, TestTally)>,
    all: TestTally,
    /// The last failure of a job that was shown, and whose it was.
    failure: Option<(String, Puzzle)>,
}

impl TestTable {
    pub(super) fn new(console: Console, extent: Extent, puzzles: &[Puzzle]) -> Self {
        let first = puzzles.first();
        Self {
            console,
            live: Live::new(extent.parallel_jobs()),
            extent,
            years: puzzles
                .iter()
                .any(|puzzle| first.is_some_and(|first| first.year != puzzle.year)),
            year: None,
            all: TestTally::default(),
            failure: None,
        }
    }

    fn finished(&mut self, result: &TestResult) -> Result<(), OutputError> {
        let terminal = self.console.stdout;
        let year = result.year;
        if self.years && self.year.as_ref().is_none_or(|(shown, _)| *shown != year) {
            self.year_finished()?;
            self.year = Some((year, TestTally::default()));
        }
        self.all.add(result);
        let failed = result.status.is_failure();
        let verbose = self.console.verbosity == Verbosity::Verbose;
        if failed || verbose || self.extent.puzzles == 1 {
            if let Some((_, tally)) = &mut self.year {
                tally.add_shown(result);
            }
            return self.console.print(&details(terminal, result));
        }
        if self.console.is_quiet() {
            return Ok(());
        }
        match &mut self.year {
            Some((_, tally)) => tally.add(result),
            None => self.console.print(&day(terminal, result))?,
        }
        Ok(())
    }

    /// The line of a year, without what was shown already.
    fn year_finished(&mut self) -> Result<(), OutputError> {
        let Some((year, tally)) = self.year.take() else {
            return Ok(());
        };
        if tally.is_empty() || self.console.is_quiet() {
            return Ok(());
        }
        let line = tally.year(self.console.stdout, year);
        self.console.print(&line)
    }

    /// A puzzle that could not be tested, in one line: what keeps one day from
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
        let mut line = Line::new(self.console.stdout, 4);
        line.cell(STRONG, &failure.puzzle.to_string());
        line.gap(2).tagged(BAD, "error:", &shown);
        self.console.print(&line.end())
    }
}

impl RunEvents<TestResult> for TestTable {
    fn event(&mut self, event: &RunEvent) -> Result<(), CliError> {
        self.live.event(&mut self.console, event);
        Ok(())
    }

    fn job_finished(&mut self, result: &JobResult<TestResult>) -> Result<(), CliError> {
        self.live.stop();
        match result {
            Ok(result) => self.finished(result)?,
            Err(failure) => {
                self.all.add_failure(failure.puzzle);
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
        self.year_finished()?;
        if self.console.is_quiet() || !self.all.is_worth_a_line() {
            return Ok(());
        }
        let line = self.all.line(self.console.stdout, elapsed);
        Ok(self.console.print(&format!("\n{line}"))?)
    }
}

/// A day where all is well, in one line.
fn day(terminal: Terminal, result: &TestResult) -> String {
    let mut line = Line::new(terminal, 4);
    let (symbol, style) = match &result.examples[..] {
        [] => ("–", DIM),
        examples if examples.iter().all(is_unsolved) => ("–", DIM),
        _ => ("✓", GOOD),
    };
    if terminal.is_terminal() {
        line.left(style, symbol, 2);
    }
    line.left(STRONG, &result.puzzle().to_string(), 7);
    line.gap(1).cell(PLAIN, &one_line(&result.title)).gap(2);
    if result.examples.is_empty() {
        line.cell(DIM, "no example");
    } else {
        line.cell(style, &verdict(&result.examples));
    }
    line.end()
}

/// A puzzle and all its examples.
fn details(terminal: Terminal, result: &TestResult) -> String {
    let mut line = Line::new(terminal, 2);
    line.cell(STRONG, &result.puzzle().to_string());
    line.gap(1).cell(PLAIN, &one_line(&result.title));
    let mut lines = line.end();
    if result.examples.is_empty() {
        let mut line = Line::new(terminal, 4);
        line.gap(2).words(
            DIM,
            "no example: fetch the puzzle's page, or add one to EXAMPLES",
        );
        lines += &line.end();
    }
    for example in &result.examples {
        lines += &example_line(terminal, example);
        lines += &failures(terminal, "", example);
    }
    lines
}

fn example_line(terminal: Terminal, example: &ExampleResult) -> String {
    let status = if is_matched(example) {
        Status::Matched
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
    line.cell(PLAIN, &example_name(example)).gap(2);
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

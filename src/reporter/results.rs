//! The table of results that `run`, `test`, `verify`, `watch` and `import` share. A puzzle has a
//! heading and a row for each phase. If there are several puzzles, a successful one takes a single
//! line, or all successful puzzles of a year share a line. `submit` shows the rows of failed
//! examples.
//!
//! ```text
//! 2020/22 Crab Combat  inputs/year2020/day22.txt
//!   ✓ examples      2 of 2 matched
//!     parse         1.31 µs
//!   ✓ part 1         702 ns  33400             accepted
//!   · part 2        2.81 ms  33745             unverified
//!   ✓   textbook    34.5 ms  33745             matched
//!
//! ✓ 2020/23  67384529        149245887792    312 ms  Crab Cups
//! ✓ 2021  25 days, 50 answers: 50 accepted
//! ```

use std::time::Duration;

use aoc_solution::letters::pixels;
use aoc_solution::protocol::Phase;

use super::difference::{difference, first_lines, shown_lines};
use super::progress::Progress;
use super::summary::{Tally, not_run_lines};
use crate::error::{CliError, Exit, Result};
use crate::puzzle::{Day, Puzzle, lists_by_year};
use crate::render::{
    header_line, line_with_symbol, message_line, puzzle_link, row_name, source_name, status_style,
};
use crate::runner::{
    DayTests, OfPuzzle, PhaseResult, PuzzleResult, RunEvent, RunEvents, Solved, Status,
    function_name, input_name,
};
use crate::terminal::style::{DIM, PLAIN, STRONG};
use crate::terminal::table::{Cell, Column, Layout};
use crate::terminal::{
    Console, DASH, Line, Terminal, Verbosity, is_stdout_closed, measured_time, note_closed_stdout,
    text_line,
};

/// The command whose results are shown.
#[derive(Clone, Copy, PartialEq)]
pub enum TableKind {
    Run,
    /// The examples; each one is a result.
    Test,
    Verify,
}

impl TableKind {
    /// The name of the command.
    pub fn command(self) -> &'static str {
        match self {
            TableKind::Run => "run",
            TableKind::Test => "test",
            TableKind::Verify => "verify",
        }
    }
}

/// The part of a successful result that is shown. A failed result is always shown whole.
#[derive(Clone, Copy, PartialEq)]
enum SuccessDetail {
    /// All rows. Each row is shown as soon as it is known.
    Live,
    Tables,
    Lines,
    /// The result has no line of its own: the user has given `-q`, or the line of the year includes
    /// it.
    Hidden,
}

/// The reporter that shows the table. `overflow_checked` are the puzzles whose programs check for
/// overflows.
pub fn results_reporter(
    kind: TableKind,
    console: Console,
    puzzles: &[Puzzle],
    overflow_checked: Vec<Puzzle>,
) -> Box<dyn RunEvents<Solved>> {
    let is_verbose = console.verbosity == Verbosity::Verbose;
    // More puzzles than an event has are shown with a line for each year.
    let most = match kind {
        TableKind::Run | TableKind::Test => Day::LAST.get().into(),
        TableKind::Verify => 1,
    };
    let has_year_lines = puzzles.len() > most && !is_verbose;
    let successes = match kind {
        _ if has_year_lines => SuccessDetail::Hidden,
        TableKind::Run if is_verbose || puzzles.len() < 2 => SuccessDetail::Live,
        TableKind::Test if is_verbose => SuccessDetail::Tables,
        TableKind::Test | TableKind::Verify if console.is_quiet() => SuccessDetail::Hidden,
        _ => SuccessDetail::Lines,
    };
    Box::new(ResultsTable {
        progress: Progress::new(console),
        kind,
        successes,
        has_year_lines,
        overflow_checked,
        last_output: None,
        last_primary: None,
    })
}

struct ResultsTable {
    progress: Progress,
    kind: TableKind,
    successes: SuccessDetail,
    /// True if each year has a line at the end.
    has_year_lines: bool,
    /// The puzzles whose programs check for overflows, and are therefore slower than those of
    /// `bench`.
    overflow_checked: Vec<Puzzle>,
    /// The kind of the last output. `None` before the first output.
    last_output: Option<OutputKind>,
    /// The phase of the last row that was shown live for the primary solution.
    last_primary: Option<Phase>,
}

/// A kind of output. A table has blank lines around it.
#[derive(Clone, Copy, PartialEq)]
enum OutputKind {
    Lines,
    Table,
}

impl ResultsTable {
    /// Shows lines or the beginning of a table.
    fn show(&mut self, kind: OutputKind, text: &str) -> Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        let console = &self.progress.console;
        let last = self.last_output.replace(kind);
        if last.is_some_and(|last| last == OutputKind::Table || kind == OutputKind::Table) {
            console.print("\n")?;
        }
        console.print(text)
    }

    /// Shows the result of an input or an example that has ended, after these examples.
    fn show_result(&mut self, result: &PuzzleResult, examples: &[PuzzleResult]) -> Result<()> {
        let terminal = self.progress.console.stdout;
        let is_failure = result.is_failure() || examples.iter().any(PuzzleResult::is_failure);
        match self.successes {
            SuccessDetail::Hidden if !is_failure => Ok(()),
            SuccessDetail::Lines if !is_failure && !has_picture(result) => {
                self.show(OutputKind::Lines, &puzzle_line(terminal, result))
            }
            _ => self.show(OutputKind::Table, &result_table(terminal, result, examples)),
        }
    }
}

impl RunEvents<Solved> for ResultsTable {
    fn run_started(&mut self, jobs: usize) {
        self.progress.jobs = jobs;
    }

    fn event(&mut self, event: &RunEvent) -> Result<()> {
        // A day may run for ever, so the run stops when nobody reads the results any more.
        if self.kind == TableKind::Run && is_stdout_closed() {
            return Err(CliError::new(Exit::ClosedPipe, "nobody reads the results"));
        }
        self.progress.show(event);
        let terminal = self.progress.console.stdout;
        let is_live = self.successes == SuccessDetail::Live;
        let lines = match event {
            RunEvent::ExampleFinished(example) if is_live || self.kind == TableKind::Test => {
                return self.show_result(example, &[]);
            }
            // The output of the worker ends with a blank line.
            RunEvent::Traced => "\n".to_owned(),
            RunEvent::PuzzleStarted(header) if is_live => {
                self.last_primary = None;
                return self.show(OutputKind::Table, &header_line(terminal, header));
            }
            RunEvent::ExamplesChecked(examples) if is_live => examples_lines(terminal, examples),
            RunEvent::PhaseFinished(phase) if is_live => {
                phase_lines(terminal, phase, &mut self.last_primary)
            }
            RunEvent::ExampleFailed(text) if is_live => input_lines(terminal, text),
            _ => return Ok(()),
        };
        self.progress.console.print(&lines)
    }

    fn job_finished(&mut self, outcome: &OfPuzzle<Solved>) -> Result<()> {
        self.progress.clear_line();
        // The solution has found that stdout is closed.
        if matches!(&outcome.value, Err(error) if error.exit == Exit::ClosedPipe) {
            note_closed_stdout();
        }
        // The rows were already shown while the puzzle ran.
        if self.successes == SuccessDetail::Live || self.kind == TableKind::Test {
            return Ok(());
        }
        let Ok(solved) = &outcome.value else {
            return Ok(());
        };
        for group in solved.groups() {
            if let Some(result) = group.result {
                self.show_result(result, group.examples)?;
                continue;
            }
            for example in PuzzleResult::counted(group.examples) {
                self.show_result(example, &[])?;
            }
        }
        Ok(())
    }

    fn run_finished(&mut self, outcomes: &[OfPuzzle<Solved>], elapsed: Duration) -> Result<()> {
        self.progress.finish();
        let terminal = self.progress.console.stdout;
        let all = Tally::of(outcomes);
        let is_quiet = self.progress.console.is_quiet();
        let has_total = !is_quiet && all.results > 1;
        // For a single year, its line would repeat the sum of all results.
        let is_one_year = self.has_year_lines && !is_quiet && all.is_one_year();
        let mut lines = String::new();
        if self.has_year_lines && !is_one_year {
            let only_failed = is_quiet && self.kind != TableKind::Run;
            for of_year in
                outcomes.chunk_by(|one, next| one.header.puzzle.year == next.header.puzzle.year)
            {
                let tally = Tally::of(of_year);
                lines.extend(tally.year_line(terminal, only_failed));
            }
        }
        // If there is only one job, its failure becomes the error of the command.
        if outcomes.len() > 1 {
            let failures = all
                .not_run
                .iter()
                .map(|(puzzle, reason)| (*puzzle, reason.as_str()));
            lines += &not_run_lines(terminal, failures);
        }
        if is_one_year {
            lines += &all.last_lines(terminal, elapsed, all.heading(terminal));
        }
        self.show(OutputKind::Lines, &lines)?;
        if has_total && !is_one_year {
            self.show(OutputKind::Table, &all.last_lines(terminal, elapsed, None))?;
        }
        let console = &self.progress.console;
        let has_times = has_total || console.verbosity == Verbosity::Verbose;
        let mut checked = self.overflow_checked.clone();
        checked.retain(|puzzle| !all.lacks_results(*puzzle));
        let is_slower = self.kind == TableKind::Run && !checked.is_empty();
        if is_slower && has_times && all.answers() > 0 {
            console.print(&overflow_checks_line(terminal, &checked))?;
        }
        Ok(())
    }
}

/// The line that says why the times are longer than those of `bench`.
fn overflow_checks_line(terminal: Terminal, checked: &[Puzzle]) -> String {
    // The lists of several years do not fit on a line, and a command that is broken over lines
    // cannot be pasted.
    let puzzles = match &lists_by_year(checked.iter().copied())[..] {
        [of_one_year] => format!(" {of_one_year}"),
        _ => String::new(),
    };
    let words = format!("timed with overflow checks on: measure with `aoc bench{puzzles}`");
    text_line(terminal, DIM, &words)
}

/// True if an answer has several lines.
fn has_picture(result: &PuzzleResult) -> bool {
    result
        .phases
        .iter()
        .flat_map(|phase| &phase.answer)
        .any(|answer| answer.trim_end().contains('\n'))
}

/// The columns of a phase's row after its symbol: the name, the time, the answer, and the verdict.
/// The width of the last column includes that of the symbol. The rows arrive one by one, so the
/// widths are fixed. On a narrow terminal answers are not padded.
const PHASE_COLUMNS: &[Column] = &[
    Column::left("").at_least_or(12, 6).wraps(),
    Column::right("").at_least(8).gap(1),
    Column::left("").at_least_or(16, 0),
    Column::left("").at_least(4 + VERDICT),
];

/// The columns of a puzzle's line after its symbol: the name, both answers, the time, and the
/// title. The width of the last column includes that of the symbol.
const PUZZLE_COLUMNS: &[Column] = &[
    Column::left("").at_least(7),
    Column::left("").at_least_or(12, 0),
    Column::left("").at_least_or(12, 0),
    Column::right("").at_least(8).gap(1),
    Column::left("").at_least(2 + MIN_TITLE),
];

/// The width of a verdict, such as `unverified`.
const VERDICT: usize = 11;

/// The whole table of a puzzle with one input or example, after these examples.
fn result_table(terminal: Terminal, result: &PuzzleResult, examples: &[PuzzleResult]) -> String {
    let mut lines = header_line(terminal, &result.header);
    if examples.iter().any(PuzzleResult::is_failure) {
        lines += &examples_lines(terminal, examples);
    }
    let mut last_primary = None;
    for phase in &result.phases {
        lines += &phase_lines(terminal, phase, &mut last_primary);
    }
    if let Some(text) = &result.text {
        lines += &input_lines(terminal, text);
    }
    lines
}

/// The first lines of the text of an example that failed.
fn input_lines(terminal: Terminal, text: &str) -> String {
    let mut line = Line::new(terminal, BELOW);
    let heading = if text.trim().is_empty() {
        "with an empty input"
    } else {
        "with the input"
    };
    line.gap(4).cell(DIM, heading);
    for row in first_lines(text, terminal_below(terminal)) {
        line.below(PLAIN, row);
    }
    line.end()
}

/// The lines of a phase. `last_primary` is the last phase with a row for the primary solution.
fn phase_lines(
    terminal: Terminal,
    result: &PhaseResult,
    last_primary: &mut Option<Phase>,
) -> String {
    let phase = Some(result.phase);
    let alternative = result.alternative.as_deref();
    let name = row_name(phase, alternative, *last_primary == phase);
    if alternative.is_none() {
        *last_primary = phase;
    }
    phase_row(terminal, name, result)
}

/// A row with this name, and the time, the answer and the verdict of the phase. Any further lines
/// are below the row.
fn phase_row(terminal: Terminal, name: Cell, phase: &PhaseResult) -> String {
    let mut message = phase.message.clone();
    let mut below = shown_lines(phase.answer.as_deref().unwrap_or_default());
    let mut answer = String::new();
    if phase.status == Status::Wrong
        && let Some(expected) = &phase.expected
        && let Some(got) = &phase.answer
        && let Some(difference) = difference(expected, got, terminal_below(terminal))
    {
        message = Some(difference.summary);
        below = difference.lines;
    } else if below.len() == 1 {
        answer = below.remove(0);
        if phase.status == Status::Unverified {
            below = picture_rows(terminal, phase.picture.as_deref().unwrap_or_default());
        }
    }
    let time = phase.ns.map(measured_time).unwrap_or_default();
    let mut cells = vec![name, Cell::new(PLAIN, time)];
    // A message replaces a missing answer.
    if message.is_none() || !answer.is_empty() {
        cells.push(Cell::new(STRONG, answer));
    }
    let mut line = line_with_symbol(terminal, 2, phase.status);
    Layout::of_columns(terminal, PHASE_COLUMNS).add(&mut line, &cells);
    line.gap(2);
    let style = status_style(phase.status);
    match (phase.status, message) {
        (Status::Ok, _) => {}
        (status, None) => {
            line.cell(style, status);
        }
        (status, Some(message)) => {
            line.tagged(style, &format!("{status}:"), &message_line(&message));
        }
    }
    for row in below {
        line.below(STRONG, row);
    }
    line.end()
}

/// The column at which the lines below a row begin.
const BELOW: usize = 6;

/// The terminal with the columns that the lines below a row have.
fn terminal_below(terminal: Terminal) -> Terminal {
    let width = terminal.width.map(|width| width.saturating_sub(BELOW));
    Terminal { width, ..terminal }
}

/// The lines of a picture. With Unicode, one character shows two pixels, one above the other.
fn picture_rows(terminal: Terminal, picture: &str) -> Vec<String> {
    if !terminal.unicode {
        return shown_lines(picture);
    }
    let mut lines = Vec::new();
    for rows in pixels(picture).unwrap_or_default().chunks(2) {
        let mut line = String::new();
        for (column, upper) in rows[0].iter().enumerate() {
            let lower = rows.get(1).is_some_and(|row| row[column]);
            line += match (upper, lower) {
                (true, true) => "█",
                (true, false) => "▀",
                (false, true) => "▄",
                (false, false) => " ",
            };
        }
        lines.push(line);
    }
    lines
}

/// A row for the examples that count before an input, and a row for each phase that failed or
/// cannot be verified:
///
/// ```text
///   ✗ examples      1 of 2 matched
///   ✗   example 2 part 1     702 ns  126               wrong: expected 127
/// ```
pub fn examples_lines(terminal: Terminal, examples: &[PuzzleResult]) -> String {
    let mut count = 0;
    let mut matched = 0;
    let mut status = Status::Accepted;
    let mut rows = String::new();
    let mut first_text = None;
    for example in examples.iter().filter(|example| example.counts()) {
        count += 1;
        let of_example = worst_status(example);
        if of_example == Status::Matched {
            matched += 1;
        }
        status = status.max(of_example);
        let place = source_name(&example.header);
        for phase in &example.phases {
            if phase.status.is_failure() || phase.status == Status::Unverified {
                let function = function_name(Some(phase.phase), phase.alternative.as_deref());
                let name = Cell::new(PLAIN, format!("{place} {function}")).indent(2);
                rows += &phase_row(terminal, name, phase);
            }
        }
        if let Some(why) = example.skipped {
            let name = Cell::new(PLAIN, place).indent(2);
            let time = Cell::new(PLAIN, "");
            let mut line = line_with_symbol(terminal, 2, of_example);
            Layout::of_columns(terminal, PHASE_COLUMNS).add(&mut line, &[name, time]);
            let label = format!("{of_example}:");
            line.gap(2).tagged(status_style(of_example), &label, why);
            rows += &line.end();
        }
        if let Some(text) = &example.text
            && first_text.replace(text).is_none()
        {
            rows += &input_lines(terminal, text);
        }
    }
    let words = format!("{matched} of {count} matched");
    let mut line = line_with_symbol(terminal, 2, status);
    let name = [Cell::new(PLAIN, "examples")];
    Layout::of_columns(terminal, PHASE_COLUMNS).add(&mut line, &name);
    line.gap(2).words(status_style(status), words);
    line.end() + &rows
}

/// The worst status of an answer or of a failure outside of the phases. `Unsolved` if no part is
/// written.
fn worst_status(result: &PuzzleResult) -> Status {
    if result.skipped.is_some() {
        return result.status();
    }
    result
        .phases
        .iter()
        .map(|phase| phase.status)
        .filter(|status| !matches!(status, Status::Ok | Status::Unsolved))
        .max()
        .unwrap_or(Status::Unsolved)
}

/// A title is shown only if there is room for this number of columns.
const MIN_TITLE: usize = 8;

/// On a line of several, longer answers are cut to this width, except in a pipe.
pub const MAX_ANSWER_WIDTH: usize = 36;

/// A successful puzzle on one line, with answers, time and input, followed by the title if there is
/// room.
fn puzzle_line(terminal: Terminal, result: &PuzzleResult) -> String {
    let status = worst_status(result);
    let puzzle = result.header.puzzle;
    let mut cells = vec![Cell::new(STRONG, puzzle.to_string()).link(puzzle_link(puzzle))];
    let answer_width = terminal.width.map_or(usize::MAX, |_| MAX_ANSWER_WIDTH);
    let mut ns: u64 = 0;
    for phase in Phase::ALL {
        // The result of the primary solution comes first, unless only alternatives ran.
        let first = result.phases.iter().find(|other| other.phase == phase);
        let mut answer = "";
        if let Some(first) = first {
            ns = ns.saturating_add(first.ns.unwrap_or_default());
            answer = first.answer.as_deref().unwrap_or(DASH);
        }
        if phase != Phase::Parse {
            let answer = terminal.cut_end(answer, answer_width);
            cells.push(Cell::new(STRONG, answer));
        }
    }
    cells.push(Cell::new(PLAIN, measured_time(ns)));
    let mut line = line_with_symbol(terminal, 0, status);
    Layout::of_columns(terminal, PUZZLE_COLUMNS).add(&mut line, &cells);
    // On a terminal, the symbol already shows that all answers are verified.
    if terminal.width.is_none() || !matches!(status, Status::Accepted | Status::Matched) {
        line.gap(2).cell(status_style(status), status);
    }
    let input = input_name(&result.header);
    if !input.is_empty() {
        line.gap(2).cell(PLAIN, input);
    }
    let columns = terminal.width.unwrap_or(usize::MAX);
    let room = columns.saturating_sub(line.column + 2);
    if room >= MIN_TITLE {
        let title = terminal.cut_end(&result.header.title, room);
        line.gap(2).cell(DIM, title);
    }
    line.end()
}

/// The row of the tests in a day's code, such as `✓ 2020/1   its 2 tests passed`.
pub fn tests_row(terminal: Terminal, tests: &DayTests) -> String {
    let status = match tests.status {
        Status::Ok => Status::Matched,
        other => other,
    };
    let mut line = line_with_symbol(terminal, 0, status);
    let puzzle = Cell::new(STRONG, tests.puzzle.to_string()).link(puzzle_link(tests.puzzle));
    Layout::of_columns(terminal, &PUZZLE_COLUMNS[..1]).add(&mut line, &[puzzle]);
    line.gap(2)
        .words(status_style(status), message_line(&tests.message));
    line.end()
}

#[cfg(test)]
mod tests;

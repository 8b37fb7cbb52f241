//! The table of results that `run`, `test`, `verify` and `watch` share: a heading
//! and a row for each phase. Where there are several puzzles, those that are well
//! are folded to a line each, or to a line for each year.
//!
//! ```text
//! 2020/22 Crab Combat  inputs/year2020/day22.txt
//!   ✓ examples  2 of 2 matched
//!     parse       1.31 µs
//!   ✓ part 1       702 ns  33400             accepted
//!   · part 2      2.81 ms  33745             unverified
//!   ✓   textbook  34.5 ms  33745             matched
//!
//! ✓ 2020/23  67384529        149245887792    312 ms  Crab Cups
//! ✓ 2021  25 days, 50 parts: 50 accepted
//! ```

use std::collections::BTreeSet;
use std::time::Duration;

use aoc_solution::Part;

use super::difference::{Difference, SHORT, difference};
use super::head::{NAME, TIME, head, input_name, is_narrow, phase_label, phase_name};
use super::progress::{Extent, Progress};
use super::status::{message_line, status_style, status_symbol, status_word};
use super::summary::{NotRun, Tally};
use crate::error::CliError;
use crate::puzzle::{Day, Puzzle, Year};
use crate::runner::{JobResult, PhaseResult, PuzzleResult, RunEvent, RunEvents, Status};
use crate::terminal::Console;
use crate::terminal::Terminal;
use crate::terminal::Verbosity;
use crate::terminal::layout::Line;
use crate::terminal::style::{BAD, DIM, GOOD, PLAIN, STRONG};
use crate::terminal::{cut_end, width};
use crate::terminal::{elapsed, one_line, sanitize};

/// The command whose results are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Results {
    Run,
    /// Each example of a puzzle is a result.
    Test,
    Verify,
}

/// The form in which results that are well are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fold {
    /// All of them, of `run` each row as soon as it is known.
    Open,
    Puzzles,
    Years,
}

impl Fold {
    fn new(results: Results, puzzles: &[Puzzle], verbose: bool) -> Self {
        let years: BTreeSet<Year> = puzzles.iter().map(|puzzle| puzzle.year).collect();
        let is_many = years.len() > 1 && puzzles.len() > Day::LAST.0.into();
        match (results, puzzles.len()) {
            (Results::Verify, _) if verbose => Self::Puzzles,
            (Results::Run, 0 | 1) => Self::Open,
            _ if verbose => Self::Open,
            (Results::Verify, 2..) => Self::Years,
            _ if is_many => Self::Years,
            _ => Self::Puzzles,
        }
    }
}

impl Results {
    /// The schema of their JSON.
    pub const fn schema(self) -> &'static str {
        match self {
            Self::Run => "aoc-run/1",
            Self::Test => "aoc-test/1",
            Self::Verify => "aoc-verify/1",
        }
    }
}

/// The reporter that shows the table.
pub fn results_reporter(
    results: Results,
    console: Console,
    extent: Extent,
    puzzles: &[Puzzle],
) -> Box<dyn RunEvents<Vec<PuzzleResult>>> {
    let verbose = console.verbosity == Verbosity::Verbose;
    let fold = Fold::new(results, puzzles, verbose);
    Box::new(ResultsTable {
        progress: Progress::new(extent, fold != Fold::Open),
        console,
        results,
        fold,
        puzzles: puzzles.len(),
        names: NAME,
        above: Above::Nothing,
        not_run: NotRun::default(),
        tally: Tally::default(),
        year: None,
    })
}

pub(super) struct ResultsTable {
    console: Console,
    progress: Progress,
    results: Results,
    fold: Fold,
    puzzles: usize,
    /// The columns of the names of phases.
    names: usize,
    above: Above,
    not_run: NotRun,
    tally: Tally,
    /// The year whose results come, where years are folded.
    year: Option<(Year, Tally)>,
}

/// The thing that stands above the next line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Above {
    /// Nothing, or a blank line.
    Nothing,
    Table,
    /// A line that stands for a puzzle or for several.
    Line,
}

impl ResultsTable {
    /// Shows a line that stands for puzzles.
    fn line(&mut self, line: &str) -> Result<(), CliError> {
        if self.above == Above::Table {
            self.console.print("\n")?;
        }
        self.above = Above::Line;
        self.console.print(line)
    }

    /// Shows the heading of a table, after a blank line if there is anything above.
    fn begin(&mut self, head: &str) -> Result<(), CliError> {
        self.show_not_run()?;
        if self.above != Above::Nothing {
            self.console.print("\n")?;
        }
        self.above = Above::Table;
        self.console.print(head)
    }

    fn show_not_run(&mut self) -> Result<(), CliError> {
        let lines = self.not_run.take(self.console.stdout);
        lines.map_or(Ok(()), |lines| self.line(&lines))
    }

    /// Counts the results of a year apart, after the line of the year before.
    fn year(&mut self, year: Year) -> Result<&mut Tally, CliError> {
        if self.year.as_ref().is_some_and(|(other, _)| *other != year) {
            self.year_finished()?;
        }
        let (_, tally) = self.year.get_or_insert_with(|| (year, Tally::default()));
        Ok(tally)
    }

    fn year_finished(&mut self) -> Result<(), CliError> {
        let Some((year, tally)) = self.year.take().filter(|_| self.fold == Fold::Years) else {
            return Ok(());
        };
        // Why days did not run is shown in lines of their own, also of several years.
        if !tally.has_run() || self.hides(!tally.worst().is_failure()) {
            return Ok(());
        }
        self.show_not_run()?;
        let mut line = begin(self.console.stdout, tally.worst());
        line.cell(STRONG, &year.to_string()).gap(2);
        tally.write(&mut line, None, false);
        self.line(&line.end())
    }

    /// With `-q` what is well is not shown, but for what `run` was asked for.
    fn hides(&self, is_well: bool) -> bool {
        is_well && self.console.is_quiet() && self.results != Results::Run
    }

    /// Shows the result of an input or an example that has ended.
    fn finished(&mut self, result: &PuzzleResult) -> Result<(), CliError> {
        self.tally.add(result);
        self.year(result.header.year)?.add(result);
        let is_failure = result.is_failure();
        if result.has_no_example() {
            if self.puzzles == 1 {
                let puzzle = result.header.puzzle();
                let note =
                    format!("{puzzle}: no example: fetch its page, or add one to its EXAMPLES");
                self.console.note(&note);
            }
            return Ok(());
        }
        match self.fold {
            // It was shown as it ran.
            Fold::Open if self.results == Results::Run => Ok(()),
            Fold::Puzzles | Fold::Years if !is_failure => {
                if self.fold == Fold::Years || self.hides(true) {
                    return Ok(());
                }
                self.show_not_run()?;
                let line = puzzle_line(self.console.stdout, result);
                self.line(&line)
            }
            _ => {
                let terminal = self.console.stdout;
                self.begin(&head(terminal, &result.header))?;
                let phases = &result.phases;
                let names =
                    name_columns(terminal, phases.iter().map(|it| it.alternative.as_deref()));
                let mut lines = String::new();
                if result.examples.iter().any(PuzzleResult::is_failure) {
                    lines += &examples_lines(terminal, names, &result.examples);
                }
                for phase in phases {
                    lines += &phase_lines(terminal, names, phase);
                }
                self.console.print(&lines)
            }
        }
    }
}

impl RunEvents<Vec<PuzzleResult>> for ResultsTable {
    fn event(&mut self, event: &RunEvent) -> Result<(), CliError> {
        let opens = self.fold == Fold::Open && self.results == Results::Run;
        if matches!(event, RunEvent::JobStarted(_)) && opens && self.above != Above::Nothing {
            // Before its notes, and before what its solution prints.
            self.console.print("\n")?;
            self.above = Above::Nothing;
        }
        self.progress.event(&mut self.console, event);
        let terminal = self.console.stdout;
        match event {
            RunEvent::ExampleFinished(example) if self.results == Results::Test => {
                self.finished(example)?;
            }
            // What the worker wrote stands by itself.
            RunEvent::Traced => self.console.print("\n")?,
            _ if !opens => {}
            RunEvent::PuzzleStarted {
                header,
                alternatives,
            } => {
                self.names = name_columns(terminal, alternatives.iter().map(|it| Some(&**it)));
                self.begin(&head(terminal, header))?;
            }
            RunEvent::PhaseFinished(phase) => {
                let mut lines = phase_lines(terminal, self.names, phase);
                if self.console.verbosity == Verbosity::Verbose {
                    lines += &picture_lines(terminal, phase);
                }
                self.console.print(&lines)?;
            }
            RunEvent::ExamplesChecked(examples)
                if self.puzzles == 1 || examples.iter().any(PuzzleResult::is_failure) =>
            {
                let lines = examples_lines(terminal, self.names, examples);
                self.console.print(&lines)?;
            }
            _ => {}
        }
        Ok(())
    }

    fn job_finished(&mut self, result: &JobResult<Vec<PuzzleResult>>) -> Result<(), CliError> {
        self.progress.stop();
        match result {
            Ok(results) => {
                let shown = |result: &&PuzzleResult| result.examples.is_empty();
                let is_test = self.results == Results::Test;
                // The examples of a test were shown as they ended.
                for result in results.iter().filter(|it| !is_test || shown(it)) {
                    self.finished(result)?;
                }
            }
            Err(failure) if self.puzzles > 1 => {
                self.tally.add_failure(failure.puzzle);
                self.year(failure.puzzle.year)?.add_failure(failure.puzzle);
                if let Some(lines) = self.not_run.add(self.console.stdout, failure) {
                    self.line(&lines)?;
                }
            }
            // It is the error of the command.
            Err(_) => {}
        }
        Ok(())
    }

    fn progress(&mut self, jobs: usize) {
        self.progress.progress(jobs);
    }

    fn run_finished(&mut self, elapsed: Duration) -> Result<(), CliError> {
        self.progress.stop();
        self.year_finished()?;
        self.progress.finish(&mut self.console);
        self.show_not_run()?;
        if self.console.is_quiet() {
            return Ok(());
        }
        let terminal = self.console.stdout;
        let mut lines = String::new();
        if self.tally.results() > 1 && self.above != Above::Nothing {
            lines.push('\n');
            lines += &self.tally.line(terminal, elapsed);
        }
        if self.puzzles > 1 {
            lines += &self.tally.without_example(terminal);
        }
        let verbose = self.console.verbosity == Verbosity::Verbose;
        let is_timed = self.results == Results::Run && self.tally.has_run();
        if is_timed && (self.tally.results() > 1 || verbose) && self.above != Above::Nothing {
            let mut line = Line::new(terminal, 2);
            line.words(DIM, "times of the checked build; `aoc bench` measures");
            lines += &line.end();
        }
        self.console.print(&lines)
    }
}

/// A line that begins with a symbol, on terminals.
fn begin(terminal: Terminal, status: Status) -> Line {
    let mut line = Line::new(terminal, 4);
    if terminal.is_terminal() {
        line.left(status_style(status), status_symbol(status), 2);
    }
    line
}

/// The columns of answers: most answers are no longer.
const ANSWER: usize = 16;

fn name_columns<'a>(terminal: Terminal, names: impl Iterator<Item = Option<&'a str>>) -> usize {
    let least = if is_narrow(terminal) { 6 } else { NAME };
    let columns = names.flatten().map(|name| width(name) + 2);
    columns.fold(least, usize::max)
}

/// The rows of a phase begin here: on terminals, a symbol stands before them.
const fn margin(terminal: Terminal) -> usize {
    if terminal.is_terminal() { 6 } else { 4 }
}

/// A phase in its lines.
fn phase_lines(terminal: Terminal, names: usize, phase: &PhaseResult) -> String {
    let style = status_style(phase.status);
    let mut line = Line::new(terminal, margin(terminal));
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

    let answer = answer_rows(phase.answer.as_deref().unwrap_or_default());
    let difference = lines_that_differ(terminal, phase);
    let is_picture = answer.len() > 1 || difference.is_some();
    let columns = if is_narrow(terminal) { 0 } else { ANSWER };
    match answer.first() {
        Some(answer) if !is_picture => line.left(STRONG, answer, columns).gap(2),
        // A message takes the place of an answer that is not there.
        _ if phase.message.is_some() || columns == 0 => &mut line,
        _ => line.gap(columns + 2),
    };
    let word = status_word(phase.status);
    let message = difference.as_ref().map(|difference| &difference.line);
    match message.or(phase.message.as_ref()) {
        Some(message) if word.is_empty() => line.words(PLAIN, &message_line(message)),
        Some(message) => line.tagged(style, &format!("{word}:"), &message_line(message)),
        None => line.cell(style, word),
    };
    if is_picture {
        for row in difference.map_or(answer, |difference| difference.below) {
            line.below(STRONG, &row);
        }
    }
    line.end()
}

/// The difference of a wrong answer, if it takes more than to name the expected one.
fn lines_that_differ(terminal: Terminal, phase: &PhaseResult) -> Option<Difference> {
    let (answer, expected) = (phase.answer.as_ref()?, phase.expected.as_ref()?);
    let has_lines = [answer, expected].map(|text| text.trim_end().contains('\n'));
    let is_long = width(answer).max(width(expected)) > SHORT;
    let is_needed = is_long || has_lines.contains(&true) || answer.trim() == expected.trim();
    let room = terminal
        .width
        .map(|width| width.saturating_sub(margin(terminal)));
    (phase.status == Status::Wrong && is_needed).then(|| difference(expected, answer, room))
}

/// The picture that an answer was read from.
fn picture_lines(terminal: Terminal, phase: &PhaseResult) -> String {
    let rows = answer_rows(phase.picture.as_deref().unwrap_or_default());
    let row_line = |row: &String| {
        let mut line = Line::new(terminal, 0);
        line.gap(margin(terminal)).cell(DIM, row);
        line.end()
    };
    rows.iter().map(row_line).collect()
}

/// The sanitized lines of an answer; none for an empty one.
fn answer_rows(answer: &str) -> Vec<String> {
    let rows = answer.trim_end_matches(['\n', '\r']).lines();
    rows.map(|row| sanitize(row).into_owned()).collect()
}

/// A row for the examples before an input, and a line for each failure:
///
/// ```text
///   ✗ examples  1 of 2 matched
///       example 2 part 1  wrong: expected 127, got 126
/// ```
fn examples_lines(terminal: Terminal, names: usize, examples: &[PuzzleResult]) -> String {
    let count = |status: Status| {
        let all = examples.iter().map(example_status);
        all.filter(|it| *it == status).count()
    };
    let matched = count(Status::Matched);
    let (style, symbol) = if examples.iter().any(PuzzleResult::is_failure) {
        (BAD, "✗")
    } else if matched == examples.len() {
        (GOOD, "✓")
    } else {
        (DIM, "–")
    };
    let mut verdict = format!("{matched} of {} matched", examples.len());
    for status in [Status::Unverified, Status::Unsolved] {
        match count(status) {
            0 => {}
            others => verdict.extend([", ", &others.to_string(), " ", status_word(status)]),
        }
    }
    let mut line = Line::new(terminal, 6);
    line.gap(2);
    if terminal.is_terminal() {
        line.left(style, symbol, 2);
    }
    line.left(PLAIN, "examples", names).gap(2);
    line.words(style, &verdict);
    let mut lines = line.end();
    for example in examples {
        lines += &failures(terminal, example);
    }
    lines
}

/// The status of all answers of an example: one that cannot be verified has
/// letters that are not known.
fn example_status(example: &PuzzleResult) -> Status {
    let has = |status| example.phases.iter().any(|phase| phase.status == status);
    match example.status {
        Status::Ok if has(Status::Unverified) => Status::Unverified,
        Status::Ok if has(Status::Matched) => Status::Matched,
        Status::Ok => Status::Unsolved,
        failure => failure,
    }
}

/// A line for each phase of an example that failed or cannot be verified.
fn failures(terminal: Terminal, example: &PuzzleResult) -> String {
    let mut place = input_name(&example.header).unwrap_or_default();
    if let Some(file) = example
        .header
        .input
        .as_ref()
        .filter(|_| !is_narrow(terminal))
    {
        place = format!("{place} ({})", file.display());
    }
    let mut lines = String::new();
    let mut add = |name: &str, status: Status, difference: Difference| {
        let mut line = Line::new(terminal, 8);
        line.gap(6).cell(PLAIN, &one_line(name)).gap(2);
        let word = format!("{}:", status_word(status));
        line.tagged(status_style(status), &word, &message_line(&difference.line));
        for row in &difference.below {
            line.below(STRONG, row);
        }
        lines += &line.end();
    };
    for phase in &example.phases {
        if !phase.status.is_failure() && phase.status != Status::Unverified {
            continue;
        }
        let difference = match (&phase.expected, &phase.answer) {
            (Some(expected), Some(answer)) if phase.status == Status::Wrong => {
                let room = terminal.width.map(|width| width.saturating_sub(8));
                difference(expected, answer, room)
            }
            _ => Difference::only(phase.message.as_deref().unwrap_or_default()),
        };
        add(
            &format!("{place} {}", phase_label(phase)),
            phase.status,
            difference,
        );
    }
    if let Some(message) = &example.message {
        add(&place, example.status, Difference::only(message));
    }
    lines
}

/// A puzzle that is well, in one line: answers, time, what is not verified, and
/// the title where there is room.
fn puzzle_line(terminal: Terminal, result: &PuzzleResult) -> String {
    let primaries = primaries(result);
    let of_part = |part: Part| {
        let mut phases = primaries.iter();
        phases.find(|phase| phase.phase == part.into()).copied()
    };
    let parts: Vec<&PhaseResult> = Part::BOTH.into_iter().filter_map(of_part).collect();
    let narrow = is_narrow(terminal);
    let columns = |columns: usize| if narrow { 0 } else { columns };
    let mut statuses: Vec<Status> = parts.iter().map(|phase| phase.status).collect();
    let unverified = statuses.iter().find(|it| **it == Status::Unverified);
    let shown = unverified.or(statuses.first());
    let mut line = begin(terminal, shown.copied().unwrap_or(Status::Ok));
    line.left(STRONG, &result.header.puzzle().to_string(), "2020/22".len());
    let mut pictures = Vec::new();
    for phase in Part::BOTH.map(of_part) {
        let answer = phase.and_then(|phase| phase.answer.as_deref());
        let (style, text) = match (phase, answer.map(str::trim_end)) {
            (_, Some(picture)) if picture.contains('\n') => {
                pictures.push(picture);
                (DIM, "below".into())
            }
            (_, Some(answer)) => (STRONG, sanitize(answer)),
            (Some(_), None) => (DIM, "–".into()),
            (None, None) => (DIM, "".into()),
        };
        line.gap(2).left(style, &text, columns(ANSWER - 1));
    }
    let times = primaries.iter().filter_map(|phase| phase.ns);
    let ns = times.fold(0, u64::saturating_add);
    let gap = if narrow { 2 } else { 1 };
    line.gap(gap).right(PLAIN, &elapsed(ns), columns(TIME));
    // On terminals the symbol says that all is verified.
    let is_good = |it: &Status| matches!(it, Status::Accepted | Status::Matched);
    statuses.retain(|it| !terminal.is_terminal() || !is_good(it));
    statuses.dedup();
    for status in statuses {
        line.gap(2).cell(status_style(status), status_word(status));
    }
    if let Some(name) = input_name(&result.header) {
        line.gap(2).cell(PLAIN, &one_line(&name));
    }
    let room = terminal.width.unwrap_or(usize::MAX);
    let room = room.saturating_sub(line.column() + 2);
    let title = one_line(&result.header.title);
    if !narrow && (room >= TITLE || width(&title) <= room) {
        line.gap(2).cell(DIM, &cut_end(&title, room));
    }
    for row in pictures.into_iter().flat_map(str::lines) {
        line.below(STRONG, &sanitize(row));
    }
    line.end()
}

/// With fewer columns a title says nothing.
const TITLE: usize = 8;

/// The phases without those of alternatives, unless one ran in place of the
/// primary.
fn primaries(result: &PuzzleResult) -> Vec<&PhaseResult> {
    let mut phases: Vec<&PhaseResult> = Vec::new();
    for phase in &result.phases {
        // The primary comes first, if it ran.
        if phases.iter().all(|other| other.phase != phase.phase) {
            phases.push(phase);
        }
    }
    phases
}

#[cfg(test)]
mod tests;

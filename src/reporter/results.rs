//! The table of results that `run`, `test`, `verify` and `watch` share: a heading and a
//! row for each phase. If there are several puzzles, a successful one has only a line, or
//! all successful ones of a year have a line together. `submit` shows the rows of examples
//! that failed.
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

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use aoc_solution::Part;
use aoc_solution::protocol::Phase;

use super::difference::{difference, rows};
use super::names::{
    function_name, header_line, input_name, line_with_symbol, message_line, phase_name,
    source_name, status_style, status_word,
};
use super::progress::Progress;
use super::summary::{Tally, not_run};
use crate::error::CliError;
use crate::puzzle::{Day, Puzzle, Year};
use crate::runner::{JobResult, PhaseResult, PuzzleResult, RunEvent, RunEvents, Status};
use crate::terminal::layout::Line;
use crate::terminal::style::{DIM, PLAIN, STRONG};
use crate::terminal::{Console, Terminal, Verbosity, cut_end, elapsed, one_line, width};

/// The command whose results are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Results {
    Run,
    /// The examples; each one is a result.
    Test,
    Verify,
}

impl Results {
    /// The name of the command.
    pub const fn command(self) -> &'static str {
        match self {
            Self::Run => "run",
            Self::Test => "test",
            Self::Verify => "verify",
        }
    }
}

/// The amount of a successful result that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fold {
    /// All rows, each as soon as it is known.
    Live,
    Open,
    Puzzles,
    Years,
}

/// The reporter that shows the table.
pub fn results_reporter(
    results: Results,
    console: Console,
    puzzles: &[Puzzle],
) -> Box<dyn RunEvents<Vec<PuzzleResult>>> {
    let years: BTreeSet<Year> = puzzles.iter().map(|puzzle| puzzle.year).collect();
    let is_many = years.len() > 1 && puzzles.len() > Day::LAST.0.into();
    let is_verbose = console.verbosity == Verbosity::Verbose;
    let fold = match results {
        Results::Run if is_verbose || puzzles.len() < 2 => Fold::Live,
        Results::Test if is_verbose => Fold::Open,
        Results::Verify if !is_verbose && puzzles.len() > 1 => Fold::Years,
        Results::Run | Results::Test if is_many => Fold::Years,
        _ => Fold::Puzzles,
    };
    Box::new(ResultsTable {
        progress: Progress::new(console, puzzles.len()),
        results,
        fold,
        above: None,
    })
}

struct ResultsTable {
    progress: Progress,
    results: Results,
    fold: Fold,
    /// The last output; `None` at the beginning.
    above: Option<Section>,
}

/// A kind of output. Blank lines surround a table.
#[derive(Clone, Copy, PartialEq)]
enum Section {
    Lines,
    Table,
}

impl ResultsTable {
    /// Shows lines or the beginning of a table.
    fn show(&mut self, section: Section, text: &str) -> Result<(), CliError> {
        if text.is_empty() {
            return Ok(());
        }
        let above = self.above.replace(section);
        let has_blank = above.is_some_and(|above| [above, section].contains(&Section::Table));
        let blank = if has_blank { "\n" } else { "" };
        self.progress.console.print(&format!("{blank}{text}"))
    }

    /// With `-q` successful results are hidden, except for `run`.
    fn hides_successes(&self) -> bool {
        self.progress.console.is_quiet() && self.results != Results::Run
    }

    /// Shows the result of an input or an example that has ended.
    fn show_result(&mut self, result: &PuzzleResult) -> Result<(), CliError> {
        let is_success = !result.is_failure();
        let answers = result.phases.iter().flat_map(|phase| &phase.answer);
        let has_picture = answers.clone().any(|answer| rows(answer).len() > 1);
        let terminal = self.progress.console.stdout;
        match self.fold {
            // The rows were shown while the puzzle ran.
            Fold::Live => Ok(()),
            Fold::Years if is_success => Ok(()),
            Fold::Puzzles if is_success && self.hides_successes() => Ok(()),
            Fold::Puzzles if is_success && !has_picture => {
                self.show(Section::Lines, &puzzle_line(terminal, result))
            }
            _ => self.show(Section::Table, &table(terminal, result)),
        }
    }
}

impl RunEvents<Vec<PuzzleResult>> for ResultsTable {
    fn event(&mut self, event: &RunEvent) -> Result<(), CliError> {
        self.progress.show(event);
        let terminal = self.progress.console.stdout;
        let is_live = self.fold == Fold::Live;
        let lines = match event {
            RunEvent::ExampleFinished(example) if self.results == Results::Test => {
                return self.show_result(example);
            }
            // The worker's output is separated by blank lines.
            RunEvent::Traced => "\n".to_owned(),
            RunEvent::PuzzleStarted(header) if is_live => {
                return self.show(Section::Table, &header_line(terminal, header));
            }
            RunEvent::ExamplesChecked(examples) if is_live => examples_lines(terminal, examples),
            RunEvent::PhaseFinished(phase) if is_live => phase_lines(terminal, phase),
            _ => return Ok(()),
        };
        self.progress.console.print(&lines)
    }

    fn job_finished(&mut self, result: &JobResult<Vec<PuzzleResult>>) -> Result<(), CliError> {
        self.progress.spinner = None;
        // The examples of a test were shown as they ended.
        let is_test = self.results == Results::Test;
        let results = result.1.iter().flatten();
        for result in results.filter(|it| !is_test && !it.has_no_example()) {
            self.show_result(result)?;
        }
        Ok(())
    }

    fn run_finished(
        &mut self,
        results: &[JobResult<Vec<PuzzleResult>>],
        elapsed: Duration,
    ) -> Result<(), CliError> {
        self.progress.finish();
        let terminal = self.progress.console.stdout;
        let (mut all, mut years) = (Tally::default(), BTreeMap::<Year, Tally>::new());
        for job @ (puzzle, _) in results {
            for tally in [&mut all, years.entry(puzzle.year).or_default()] {
                tally.add(job, self.results == Results::Test);
            }
        }
        if self.fold == Fold::Years {
            let only_failed = self.hides_successes();
            let line = |(year, tally): (_, Tally)| tally.year_line(terminal, year, only_failed);
            let lines: String = years.into_iter().filter_map(line).collect();
            self.show(Section::Lines, &lines)?;
        }
        // The failure of a single puzzle is the error of the command.
        let failures = results.iter().filter(|_| self.progress.puzzles > 1);
        let failures = failures
            .filter_map(|(puzzle, it)| Some((*puzzle, format!("{:#}", it.as_ref().err()?))));
        let reasons = not_run(terminal, failures);
        self.show(Section::Lines, &reasons)?;
        let console = &mut self.progress.console;
        if console.is_quiet() || self.above.is_none() {
            return Ok(());
        }
        let mut lines = String::new();
        if all.results > 1 {
            lines = format!("\n{}", all.last_lines(terminal, elapsed));
        }
        let is_timed = self.results == Results::Run && !all.days.is_empty();
        if is_timed && (all.results > 1 || console.verbosity == Verbosity::Verbose) {
            let words = "timed with overflow checks on: measure with `aoc bench`";
            lines += &Line::new(terminal, 2).words(DIM, words).end();
        }
        console.print(&lines)
    }
}

/// The widths of the columns for the names of phases, times and answers. Longer texts
/// move the rest of the line. A narrow terminal has no column for answers.
fn columns(terminal: Terminal) -> [usize; 3] {
    let is_narrow = terminal.width.is_some_and(|width| width < 56);
    if is_narrow { [6, 8, 0] } else { [12, 8, 16] }
}

/// Everything about a puzzle with one input or example.
fn table(terminal: Terminal, result: &PuzzleResult) -> String {
    let mut lines = header_line(terminal, &result.header);
    if result.examples.iter().any(PuzzleResult::is_failure) {
        lines += &examples_lines(terminal, &result.examples);
    }
    let phases = result.phases.iter();
    lines.extend(phases.map(|phase| phase_lines(terminal, phase)));
    lines
}

/// The lines of a phase.
fn phase_lines(terminal: Terminal, phase: &PhaseResult) -> String {
    let name = match &phase.alternative {
        Some(name) => format!("  {}", one_line(name)),
        None => phase_name(phase.phase).to_owned(),
    };
    row(terminal, &name, phase)
}

/// A row with this name, time, answer and verdict, and further lines below.
fn row(terminal: Terminal, name: &str, phase: &PhaseResult) -> String {
    let [names, times, columns] = columns(terminal);
    let indent = name.len() - name.trim_start().len();
    let mut line = line_with_symbol(terminal, 2, phase.status);
    line.gap(indent);
    line.words(PLAIN, name)
        .gap(names.saturating_sub(width(name)));
    let time = phase.ns.filter(|_| phase.status != Status::Unsolved);
    let time = time.map(elapsed).unwrap_or_default();
    line.gap(1).right(PLAIN, &time, times).gap(2);

    let answer = phase.answer.as_deref().unwrap_or_default();
    let mut below = rows(answer);
    let mut words = phase.message.clone();
    let width_below = terminal.width.map(|width| width.saturating_sub(8));
    if phase.status == Status::Wrong
        && phase.answer.is_some()
        && let Some(expected) = &phase.expected
        && let Some(difference) = difference(expected, answer, width_below)
    {
        words = Some(difference.words);
        below = difference.lines;
    } else if below.len() == 1 {
        line.left(STRONG, &below[0], columns).gap(2);
        // An unverified answer from a picture is shown with the picture below it.
        let picture = phase.picture.as_deref();
        let picture = picture.filter(|_| phase.status == Status::Unverified);
        below = rows(picture.unwrap_or_default());
    } else if words.is_none() && columns > 0 {
        // A message replaces a missing answer.
        line.gap(columns + 2);
    }
    let (style, word) = (status_style(phase.status), status_word(phase.status));
    match words.as_deref().map(message_line) {
        Some(words) if word.is_empty() => line.words(PLAIN, &words),
        Some(words) => line.tagged(style, &format!("{word}:"), &words),
        None => line.cell(style, word),
    };
    for row in below {
        line.below(STRONG, &row);
    }
    line.end()
}

/// A row for the examples before an input, and one for each phase that failed or cannot
/// be verified:
///
/// ```text
///   ✗ examples      1 of 2 matched
///   ✗   example 2 part 1     702 ns  126               wrong: expected 127
/// ```
pub fn examples_lines(terminal: Terminal, examples: &[PuzzleResult]) -> String {
    let statuses: Vec<Status> = examples.iter().map(worst).collect();
    let count = |status| statuses.iter().filter(|it| **it == status).count();
    let mut words = format!("{} of {} matched", count(Status::Matched), examples.len());
    for status in [Status::Unverified, Status::Unsolved] {
        if count(status) > 0 {
            words = format!("{words}, {} {}", count(status), status_word(status));
        }
    }
    let status = statuses.iter().copied().max().unwrap_or(Status::Unsolved);
    let mut line = line_with_symbol(terminal, 2, status);
    line.left(PLAIN, "examples", columns(terminal)[0]).gap(2);
    let mut lines = line.words(status_style(status), &words).end();
    for example in examples {
        let place = format!("  {}", one_line(&source_name(&example.header)));
        let is_shown = |status: Status| status.is_failure() || status == Status::Unverified;
        for phase in example.phases.iter().filter(|it| is_shown(it.status)) {
            let function = function_name(Some(phase.phase), phase.alternative.as_deref());
            let name = format!("{place} {function}");
            lines += &row(terminal, &name, phase);
        }
        if let Some(message) = &example.message {
            let failed = PhaseResult::new(Phase::Parse, example.status, Some(message.clone()));
            lines += &row(terminal, &place, &failed);
        }
    }
    lines
}

/// The worst status of the answers, or of a failure outside of the phases; unsolved if
/// no part is written.
fn worst(result: &PuzzleResult) -> Status {
    let answers = result.phases.iter().map(|phase| phase.status);
    let all = answers.chain([result.status]);
    let all = all.filter(|status| !matches!(status, Status::Ok | Status::Unsolved));
    all.max().unwrap_or(Status::Unsolved)
}

/// If fewer columns are left, the title is left out.
const MIN_TITLE: usize = 8;

/// A successful puzzle on one line: answers, time, unverified and unsolved parts, and the
/// title if there is room.
fn puzzle_line(terminal: Terminal, result: &PuzzleResult) -> String {
    // The first phase of a part is the primary, unless only alternatives ran.
    let first_phase = |part: Part| result.phases.iter().find(|it| it.phase == part.into());
    let parts = Part::BOTH.map(first_phase);
    let mut statuses: Vec<Status> = parts.iter().flatten().map(|it| it.status).collect();
    let mut line = line_with_symbol(terminal, 0, worst(result));
    line.left(STRONG, &result.header.puzzle.to_string(), "2020/22".len());
    let [_, times, answers] = columns(terminal);
    let is_narrow = answers == 0;
    for phase in parts {
        let answer = phase.and_then(|phase| phase.answer.as_deref());
        let (style, text) = match answer {
            None => (DIM, phase.map_or("", |_| "–")),
            Some(answer) => (STRONG, answer.trim()),
        };
        let columns = answers.saturating_sub(1);
        line.gap(2).left(style, &one_line(text), columns);
    }
    let parse = result.phases.iter().find(|it| it.phase.part().is_none());
    let phases = parse.into_iter().chain(parts.into_iter().flatten());
    let ns = phases.filter_map(|it| it.ns).fold(0, u64::saturating_add);
    line.gap(if is_narrow { 2 } else { 1 });
    line.right(PLAIN, &elapsed(ns), if is_narrow { 0 } else { times });
    // On terminals the symbol says that everything is verified.
    let is_good = |it: &Status| matches!(it, Status::Accepted | Status::Matched);
    statuses.retain(|it| terminal.width.is_none() || !is_good(it));
    statuses.dedup();
    for status in statuses {
        line.gap(2).cell(status_style(status), status_word(status));
    }
    let name = one_line(&input_name(&result.header));
    line.gap(2).cell(PLAIN, &name);
    let columns = terminal.width.unwrap_or(usize::MAX);
    let columns = columns.saturating_sub(line.column + 2);
    if !is_narrow && columns >= MIN_TITLE {
        line.gap(if name.is_empty() { 0 } else { 2 });
        line.cell(DIM, &cut_end(&one_line(&result.header.title), columns));
    }
    line.end()
}

#[cfg(test)]
mod tests;

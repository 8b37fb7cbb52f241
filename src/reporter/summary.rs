//! The summary of several puzzles. Its last lines have counts and the names of puzzles and failed
//! parts.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use anstyle::Style;

use crate::puzzle::{ByMessage, Puzzle, lists_by_year};
use crate::render::{line_with_symbol, message_line, status_count, status_style};
use crate::runner::{
    OfPuzzle, PuzzleResult, Solved, Status, full_function_name, phase_name, with_input_name,
};
use crate::terminal::style::{BAD, PLAIN, STRONG};
use crate::terminal::{self, Line, Terminal, plural, row};

/// The counts of a year's results or of all results. Several inputs or examples of a puzzle count
/// as one puzzle.
#[derive(Default)]
pub struct Tally {
    /// The number of inputs and examples that ran, plus the number of jobs that could not run.
    pub results: usize,
    days: BTreeSet<Puzzle>,
    /// The days with at least one input or example that ran.
    ran: BTreeSet<Puzzle>,
    statuses: BTreeMap<Status, usize>,
    /// The puzzles that could not run, in order, each with the reason. A puzzle appears once for
    /// each of its inputs that could not run.
    pub not_run: Vec<(Puzzle, String)>,
    failed: Vec<String>,
}

/// The largest number of failures that are named.
const MAX_NAMES: usize = 20;

impl Tally {
    /// Counts the results of jobs. Without an input, each example is a result.
    pub fn of(outcomes: &[OfPuzzle<Solved>]) -> Self {
        let mut tally = Self::default();
        for OfPuzzle { header, value } in outcomes {
            let puzzle = header.puzzle;
            match value {
                Ok(solved) if solved.has_no_example() => {}
                Ok(solved) => {
                    tally.days.insert(puzzle);
                    tally.ran.insert(puzzle);
                    tally.count_solved(solved);
                }
                Err(error) => {
                    tally.days.insert(puzzle);
                    tally.results += 1;
                    tally.not_run.push((puzzle, error.reason()));
                }
            }
        }
        tally
    }

    fn count_solved(&mut self, solved: &Solved) {
        for group in solved.groups() {
            let examples = PuzzleResult::counted(group.examples);
            let least = if let Some(result) = group.result {
                self.results += 1;
                self.count(result, Status::Accepted);
                // For examples that run before an input, only failures count.
                Status::Wrong
            } else {
                self.results += PuzzleResult::counted(group.examples).count();
                Status::Accepted
            };
            for example in examples {
                self.count(example, least);
            }
        }
    }

    /// Counts the phases with the status `least` or a worse one, and a failure outside of the
    /// phases. A failed trace is named, but does not count as an answer.
    fn count(&mut self, result: &PuzzleResult, least: Status) {
        for phase in &result.phases {
            if phase.status >= least {
                let alternative = phase.alternative.as_deref();
                let name = full_function_name(&result.header, Some(phase.phase), alternative);
                self.count_status(phase.status, name);
            }
        }
        if result.skipped.is_some() {
            let name = full_function_name(&result.header, None, None);
            self.count_status(result.status(), name);
        }
        for trace in &result.failed_traces {
            let name = format!(
                "{} trace of {}",
                result.header.puzzle,
                phase_name(trace.phase)
            );
            self.failed.push(with_input_name(&name, &result.header));
        }
    }

    fn count_status(&mut self, status: Status, name: String) {
        *self.statuses.entry(status).or_default() += 1;
        if status.is_failure() {
            self.failed.push(name);
        }
    }

    /// True for a puzzle of which nothing could run.
    pub fn lacks_results(&self, puzzle: Puzzle) -> bool {
        !self.ran.contains(&puzzle) && self.not_run.iter().any(|(of, _)| *of == puzzle)
    }

    /// The number of answers and of parts without one, such as failures. A failed `parse` counts
    /// once, as its parts do not run.
    pub fn answers(&self) -> usize {
        self.statuses.values().sum()
    }

    /// Ends a line with the counts, such as `25 days, 50 answers in 3.10 s: 49 accepted, 1 wrong`.
    fn counts_line(&self, line: &mut Line, time: &str) -> String {
        let mut counts: Vec<(Style, String)> = self
            .statuses
            .iter()
            .map(|(&status, &n)| (status_style(status), status_count(status, n)))
            .collect();
        let days = self.days.difference(&self.ran).count();
        let inputs = self
            .puzzles_not_run()
            .filter(|puzzle| self.ran.contains(puzzle))
            .count();
        for (count, name) in [(days, "day"), (inputs, "input")] {
            if count > 0 {
                counts.push((BAD, format!("{} not run", plural(count, name))));
            }
        }
        let mut gap = 0;
        if self.answers() > 0 {
            let days = plural(self.days.len(), "day");
            let are_answers = self.statuses.keys().all(|status| {
                matches!(
                    status,
                    Status::Accepted | Status::Matched | Status::Unverified | Status::Wrong
                )
            });
            let noun = if are_answers { "answer" } else { "result" };
            let results = plural(self.answers(), noun);
            let mut words = format!("{days}, {results}{time}");
            if !counts.is_empty() {
                words.push(':');
            }
            line.words(PLAIN, words);
            gap = 1;
        }
        let last = counts.len().saturating_sub(1);
        for (index, (style, mut count)) in counts.into_iter().enumerate() {
            if index < last {
                count.push(',');
            }
            line.gap(gap).cell(style, count);
            gap = 1;
        }
        line.end()
    }

    fn puzzles_not_run(&self) -> impl Iterator<Item = Puzzle> {
        self.not_run.iter().map(|(puzzle, _)| *puzzle)
    }

    pub fn is_one_year(&self) -> bool {
        let years = self.days.first().zip(self.days.last());
        years.is_some_and(|(first, last)| first.year == last.year)
    }

    /// The last lines, with the counts, the total time and the names of failed parts. They begin
    /// with `heading`, if there is one.
    pub fn last_lines(
        &self,
        terminal: Terminal,
        elapsed: Duration,
        heading: Option<Line>,
    ) -> String {
        let elapsed = terminal::computed_time(elapsed.as_nanos() as f64);
        let time = format!(" in {elapsed}");
        let mut line = heading.unwrap_or_else(|| Line::new(terminal, 2));
        let lines = self.counts_line(&mut line, &time);
        let mut failed = self.failed.clone();
        failed.extend(lists_by_year(self.puzzles_not_run()));
        if failed.is_empty() {
            return lines;
        }
        let names = some_names(&failed, MAX_NAMES);
        let cells = [(BAD, "failed:"), (PLAIN, &names)];
        lines + &row(terminal, 1, &cells)
    }

    /// The line of a year, such as `✓ 2020  25 days, 50 answers: 50 accepted`. `None` if nothing
    /// ran in the year. With `only_failed`, also `None` if nothing failed.
    pub fn year_line(&self, terminal: Terminal, only_failed: bool) -> Option<String> {
        let mut line = self.heading(terminal)?;
        if only_failed && !self.worst_status()?.is_failure() {
            return None;
        }
        Some(self.counts_line(&mut line, ""))
    }

    /// The beginning of a year's line. `None` if nothing ran.
    pub fn heading(&self, terminal: Terminal) -> Option<Line> {
        let first = self.days.first()?;
        let mut line = line_with_symbol(terminal, 0, self.worst_status()?);
        line.cell(STRONG, first.year).gap(2);
        Some(line)
    }

    fn worst_status(&self) -> Option<Status> {
        let last = *self.statuses.keys().last()?;
        if self.not_run.is_empty() {
            Some(last)
        } else {
            Some(last.max(Status::Error))
        }
    }
}

/// At most `most` names, and the number of the other names.
pub fn some_names(names: &[String], most: usize) -> String {
    if names.len() <= most {
        return names.join(", ");
    }
    let shown = names[..most].join(", ");
    format!("{shown} and {} more", names.len() - most)
}

/// A line for each reason why puzzles could not run, with its puzzles. Often one compile error
/// stops several days of a year.
pub fn not_run_lines<'a>(
    terminal: Terminal,
    failures: impl IntoIterator<Item = (Puzzle, &'a str)>,
) -> String {
    let mut reasons = ByMessage::default();
    for (puzzle, reason) in failures {
        reasons.add(reason, puzzle);
    }
    let mut lines = String::new();
    for (reason, puzzles) in reasons.into_lists() {
        lines += &Line::new(terminal, 4)
            .words(STRONG, puzzles)
            .gap(2)
            .tagged(BAD, "error:", &message_line(reason))
            .end();
    }
    lines
}

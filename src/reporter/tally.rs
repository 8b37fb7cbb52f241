//! The results of several puzzles in one line.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use aoc_solution::Part;

use super::examples::{example_name, without_examples};
use super::head::{input_name, phase_name};
use super::not_run::{puzzle_names, write_names};
use super::status::status_counts;
use crate::puzzle::Puzzle;
use crate::runner::{JobFailure, PhaseResult, PuzzleHeader, PuzzleResult, Status};
use crate::terminal::layout::Line;
use crate::terminal::screen::Terminal;
use crate::terminal::style::{PLAIN, STRONG};
use crate::terminal::{plural, time};

/// Counts results as they come. Two inputs of a puzzle, or two examples, are
/// one puzzle.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    results: usize,
    days: BTreeSet<Puzzle>,
    parts: BTreeSet<(Puzzle, Part)>,
    /// How many answers and failures of each kind.
    statuses: BTreeMap<Status, usize>,
    /// How many phases gave an answer or failed to.
    answers: usize,
    /// The names of what failed.
    failed: Vec<String>,
    /// How many of the examples before the inputs failed.
    failed_examples: usize,
    not_run: BTreeSet<Puzzle>,
    /// What has no example, where examples are to run.
    without_example: BTreeSet<Puzzle>,
}

impl Tally {
    /// A puzzle has run with one of its inputs.
    pub(super) fn add(&mut self, result: &PuzzleResult) {
        self.results += 1;
        if result.has_no_example() {
            self.without_example.insert(result.header.puzzle());
            return;
        }
        self.days.insert(result.header.puzzle());
        self.examples(result);
        for phase in &result.phases {
            self.phase(&result.header, phase);
        }
        if let Some(status) = Some(result.status).filter(|_| result.message.is_some()) {
            // Something beside the phases failed.
            *self.statuses.entry(status).or_default() += 1;
            self.failed.push(result.header.puzzle().to_string());
        }
    }

    /// Of the examples before the input, those that failed.
    fn examples(&mut self, result: &PuzzleResult) {
        let failed = result.examples.iter();
        for example in failed.filter(|example| example.is_failure()) {
            self.failed_examples += 1;
            let name = format!("{} {}", result.header.puzzle(), example_name(example));
            self.failed.push(name);
        }
    }

    /// A puzzle could not run.
    pub(super) fn add_failure(&mut self, failure: &JobFailure) {
        self.results += 1;
        self.days.insert(failure.puzzle);
        self.not_run.insert(failure.puzzle);
    }

    fn phase(&mut self, header: &PuzzleHeader, phase: &PhaseResult) {
        if let Some(part) = phase.phase.part() {
            self.parts.insert((header.puzzle(), part));
            self.answers += 1;
        }
        if phase.status != Status::Ok {
            *self.statuses.entry(phase.status).or_default() += 1;
        }
        if phase.status.is_failure() {
            self.failed.push(full_name(header, phase));
        }
    }

    /// Whether there is more to say than the tables do.
    pub(super) const fn is_worth_a_line(&self) -> bool {
        self.results > 1
    }

    pub(super) const fn has_results(&self) -> bool {
        self.results > 0
    }

    /// Whether any puzzle could run.
    pub(super) fn has_run(&self) -> bool {
        self.not_run.len() < self.days.len()
    }

    /// The status that stands for all of them: the worst.
    pub(super) fn worst(&self) -> Status {
        let last = self.statuses.last_key_value();
        let worst = last.map_or(Status::Ok, |(status, _)| *status);
        if worst.is_failure() || self.not_run.is_empty() && self.failed_examples == 0 {
            worst
        } else {
            Status::Error
        }
    }

    /// `25 days, 50 parts in 3.1 s: 49 accepted, 1 wrong: 2020/7 part 2`
    pub(super) fn line(&self, terminal: Terminal, elapsed: Duration) -> String {
        let mut line = Line::new(terminal, 2);
        #[expect(clippy::cast_precision_loss, reason = "three digits are shown")]
        let elapsed = time(elapsed.as_nanos() as f64);
        let mut names = self.failed.clone();
        names.extend(puzzle_names(&self.not_run));
        if self.has_run() {
            line.cell(STRONG, &self.what());
            line.gap(1)
                .cell(PLAIN, &format!("in {elapsed}{}", self.colon()))
                .gap(1);
        }
        self.counts(&mut line, !names.is_empty());
        write_names(&mut line, names);
        line.end()
    }

    /// `2 days without examples: 2020/7,9`; empty if there are none.
    pub(super) fn without_example(&self, terminal: Terminal) -> String {
        without_examples(terminal, &self.without_example)
    }

    /// `25 days, 50 parts: 49 accepted, 1 wrong`, behind what the line has.
    pub(super) fn summary(&self, line: &mut Line) {
        if self.has_run() {
            line.cell(PLAIN, &(self.what() + self.colon())).gap(1);
        }
        self.counts(line, false);
    }

    /// `25 days, 50 parts, 70 answers`
    fn what(&self) -> String {
        let mut counts = vec![plural(self.days.len(), "day")];
        if !self.parts.is_empty() {
            counts.push(plural(self.parts.len(), "part"));
        }
        if self.answers > self.parts.len() {
            counts.push(plural(self.answers, "answer"));
        }
        counts.join(", ")
    }

    /// A colon, if there are counts that follow it.
    fn colon(&self) -> &'static str {
        if self.statuses.is_empty() && self.failed_examples == 0 && self.not_run.is_empty() {
            ""
        } else {
            ":"
        }
    }

    /// `49 accepted, 1 wrong`, and a colon if something follows.
    fn counts(&self, line: &mut Line, goes_on: bool) {
        let mut failures = Vec::new();
        if self.failed_examples > 0 {
            let examples = plural(self.failed_examples, "example");
            failures.push(format!("{examples} failed"));
        }
        if !self.not_run.is_empty() {
            let days = plural(self.not_run.len(), "day");
            failures.push(format!("{days} not run"));
        }
        status_counts(line, &self.statuses, failures, goes_on);
    }
}

/// `2020/7 part 2`, `2020/7 part 2 textbook`, `2020/7 part 2 (example 1)`
pub(super) fn full_name(header: &PuzzleHeader, phase: &PhaseResult) -> String {
    let mut name = format!("{} {}", header.puzzle(), phase_name(phase.phase));
    if let Some(alternative) = &phase.alternative {
        name.push(' ');
        name.push_str(alternative);
    }
    if let Some(input) = input_name(header) {
        name = format!("{name} ({input})");
    }
    crate::terminal::one_line(&name)
}

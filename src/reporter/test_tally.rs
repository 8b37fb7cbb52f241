//! Counts of what `test` found.

use std::collections::BTreeMap;
use std::time::Duration;

use super::examples::phase_label;
use super::layout::Line;
use super::status::{status_count, status_style};
use super::style::{DIM, PLAIN, STRONG};
use super::terminal::Terminal;
use crate::puzzle::{Puzzle, Year};
use crate::runner::{Status, TestResult};
use crate::text::{plural, time};

/// How many failures are named at most.
const NAMED: usize = 20;

#[derive(Debug, Default)]
pub(super) struct TestTally {
    days: usize,
    examples: usize,
    /// How many days have no example.
    without: usize,
    /// How many answers and failures of each kind.
    statuses: BTreeMap<Status, usize>,
    /// The names of what failed.
    failed: Vec<String>,
    /// How many days have been shown one by one.
    shown: usize,
}

impl TestTally {
    pub(super) fn add(&mut self, result: &TestResult) {
        self.days += 1;
        self.examples += result.examples.len();
        self.without += usize::from(result.examples.is_empty());
        for example in &result.examples {
            let number = example.name.as_ref();
            let number = number.map_or_else(String::new, |name| format!(" (example {name})"));
            for phase in &example.phases {
                if phase.status != Status::Ok {
                    *self.statuses.entry(phase.status).or_default() += 1;
                }
                if phase.status.is_failure() {
                    let label = phase_label(phase);
                    self.failed
                        .push(format!("{} {label}{number}", result.puzzle()));
                }
            }
        }
    }

    /// A day whose lines were shown.
    pub(super) fn add_shown(&mut self, result: &TestResult) {
        self.add(result);
        self.shown += 1;
    }

    /// A puzzle that could not be tested.
    pub(super) fn add_failure(&mut self, puzzle: Puzzle) {
        self.days += 1;
        *self.statuses.entry(Status::Error).or_default() += 1;
        self.failed.push(puzzle.to_string());
    }

    /// Whether every day has been shown by itself.
    pub(super) const fn is_empty(&self) -> bool {
        self.days == self.shown
    }

    /// Whether there is more to say than the lines above do.
    pub(super) const fn is_worth_a_line(&self) -> bool {
        self.days > 1 || self.examples > 1
    }

    /// `2019  25 days, 40 examples: 61 matched; 3 days without examples`
    pub(super) fn year(&self, terminal: Terminal, year: Year) -> String {
        let mut line = Line::new(terminal, 4);
        line.cell(STRONG, &year.to_string()).gap(2);
        line.cell(PLAIN, &format!("{}:", self.counts()));
        self.verdicts(&mut line);
        line.end()
    }

    /// `25 days, 40 examples in 3.1 s: 60 matched, 1 wrong: 2020/7 part 2`
    pub(super) fn line(&self, terminal: Terminal, elapsed: Duration) -> String {
        let mut line = Line::new(terminal, 2);
        #[expect(clippy::cast_precision_loss, reason = "three digits are shown")]
        let elapsed = time(elapsed.as_nanos() as f64);
        line.cell(STRONG, &self.counts())
            .gap(1)
            .cell(PLAIN, &format!("in {elapsed}:"));
        self.verdicts(&mut line);
        line.end()
    }

    fn counts(&self) -> String {
        let (days, examples) = (self.days, self.examples);
        format!("{}, {}", plural(days, "day"), plural(examples, "example"))
    }

    fn verdicts(&self, line: &mut Line) {
        let last = self.statuses.len().saturating_sub(1);
        for (index, (&status, &n)) in self.statuses.iter().enumerate() {
            let end = match index {
                index if index < last => ",",
                _ if !self.failed.is_empty() => ":",
                _ if self.without > 0 => ";",
                _ => "",
            };
            let text = status_count(status, n);
            line.gap(1).cell(status_style(status), &(text + end));
        }
        let mut names = self.failed.iter().take(NAMED).cloned().collect::<Vec<_>>();
        if self.failed.len() > NAMED {
            names.push(format!("and {} more", self.failed.len() - NAMED));
        }
        if !names.is_empty() {
            let end = if self.without > 0 { ";" } else { "" };
            line.gap(1).words(PLAIN, &(names.join(", ") + end));
        }
        if self.without > 0 {
            let without = plural(self.without, "day");
            line.gap(1)
                .cell(DIM, &format!("{without} without examples"));
        }
    }
}

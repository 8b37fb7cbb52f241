//! Counts of what `test` found.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use super::examples::{phase_label, without_examples};
use super::not_run::{puzzle_names, write_names};
use super::status::status_counts;
use crate::puzzle::{Puzzle, Year};
use crate::runner::{PuzzleResult, Status};
use crate::terminal::layout::Line;
use crate::terminal::screen::Terminal;
use crate::terminal::style::{BAD, GOOD, PLAIN, STRONG};
use crate::terminal::{plural, time};

#[derive(Debug, Default)]
pub(super) struct TestTally {
    /// How many have examples.
    days: usize,
    examples: usize,
    /// How many answers and failures of each kind.
    statuses: BTreeMap<Status, usize>,
    /// The names of what failed.
    failed: Vec<String>,
    not_run: BTreeSet<Puzzle>,
    /// What has no example.
    without: BTreeSet<Puzzle>,
}

impl TestTally {
    pub(super) fn add(&mut self, result: &PuzzleResult) {
        if result.examples.is_empty() {
            self.without.insert(result.header.puzzle());
            return;
        }
        self.days += 1;
        self.examples += result.examples.len();
        for example in &result.examples {
            let number = example.header.name.as_ref();
            let number = number.map_or_else(String::new, |name| format!(" (example {name})"));
            for phase in &example.phases {
                if phase.status != Status::Ok {
                    *self.statuses.entry(phase.status).or_default() += 1;
                }
                if phase.status.is_failure() {
                    let label = phase_label(phase);
                    self.failed
                        .push(format!("{} {label}{number}", result.header.puzzle()));
                }
            }
        }
    }

    /// A puzzle that could not be tested.
    pub(super) fn add_failure(&mut self, puzzle: Puzzle) {
        self.not_run.insert(puzzle);
    }

    /// Whether there are examples.
    pub(super) const fn has_run(&self) -> bool {
        self.examples > 0
    }

    /// Whether there is more to say than the lines above do.
    pub(super) fn is_worth_a_line(&self) -> bool {
        self.examples > 1 || self.days + self.not_run.len() + self.without.len() > 1
    }

    /// `2019  25 days, 40 examples: 61 matched`
    pub(super) fn year(&self, terminal: Terminal, year: Year) -> String {
        let mut line = Line::new(terminal, 4);
        if terminal.is_terminal() {
            let all_well = self.failed.is_empty() && self.not_run.is_empty();
            let (style, symbol) = if all_well {
                (GOOD, "✓")
            } else {
                (BAD, "✗")
            };
            line.left(style, symbol, 2);
        }
        line.cell(STRONG, &year.to_string()).gap(2);
        line.cell(PLAIN, &format!("{}:", self.counts())).gap(1);
        self.verdicts(&mut line, false);
        line.end()
    }

    /// `25 days, 40 examples in 3.1 s: 60 matched, 1 wrong: 2020/7 part 2`, and
    /// which days have no example.
    pub(super) fn lines(&self, terminal: Terminal, elapsed: Duration) -> String {
        let mut line = Line::new(terminal, 2);
        #[expect(clippy::cast_precision_loss, reason = "three digits are shown")]
        let elapsed = time(elapsed.as_nanos() as f64);
        let is_all = self.statuses.is_empty() && self.not_run.is_empty();
        let colon = if is_all { "" } else { ":" };
        // Else nothing was done in that time.
        if self.days + self.without.len() > 0 {
            line.cell(STRONG, &self.counts());
            line.gap(1).cell(PLAIN, &format!("in {elapsed}{colon}"));
            line.gap(1);
        }
        let several = self.days + self.not_run.len() + self.without.len() > 1;
        // Of one puzzle they stand right above.
        let failed = self.failed.iter().filter(|_| several);
        let mut names: Vec<String> = failed.cloned().collect();
        names.extend(puzzle_names(&self.not_run));
        self.verdicts(&mut line, !names.is_empty());
        write_names(&mut line, names);
        line.end() + &without_examples(terminal, &self.without)
    }

    fn counts(&self) -> String {
        let days = plural(self.days + self.not_run.len(), "day");
        format!("{days}, {}", plural(self.examples, "example"))
    }

    /// `60 matched, 1 wrong`, and a colon if something follows.
    fn verdicts(&self, line: &mut Line, goes_on: bool) {
        let mut failures = Vec::new();
        if !self.not_run.is_empty() {
            let days = plural(self.not_run.len(), "day");
            failures.push(format!("{days} not run"));
        }
        status_counts(line, &self.statuses, failures, goes_on);
    }
}

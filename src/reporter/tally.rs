//! The results of several puzzles in one line.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use aoc_solution::Part;

use super::head::{input_name, phase_name};
use super::layout::Line;
use super::status::{status_count, status_style};
use super::style::{PLAIN, STRONG};
use super::terminal::Terminal;
use crate::puzzle::Puzzle;
use crate::runner::{PhaseResult, PuzzleHeader, PuzzleResult, Status};
use crate::text::{plural, time};

/// How many failures are named at most.
const NAMED: usize = 20;

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
}

impl Tally {
    /// A puzzle has run with one of its inputs.
    pub(super) fn add(&mut self, result: &PuzzleResult) {
        self.results += 1;
        self.days.insert(result.header.puzzle());
        for phase in &result.phases {
            self.phase(&result.header, phase);
        }
        if let Some(status) = Some(result.status).filter(|_| result.message.is_some()) {
            // Something beside the phases failed, or none of them ran.
            *self.statuses.entry(status).or_default() += 1;
            self.failed.push(result.header.puzzle().to_string());
        }
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

    /// `25 days, 50 parts in 3.1 s: 49 accepted, 1 wrong: 2020/7 part 2`
    pub(super) fn line(&self, terminal: Terminal, elapsed: Duration) -> String {
        let mut line = Line::new(terminal, 2);
        let mut counts = vec![plural(self.days.len(), "day")];
        if !self.parts.is_empty() {
            counts.push(plural(self.parts.len(), "part"));
        }
        if self.answers > self.parts.len() {
            counts.push(plural(self.answers, "answer"));
        }
        let colon = if self.statuses.is_empty() { "" } else { ":" };
        #[expect(clippy::cast_precision_loss, reason = "three digits are shown")]
        let elapsed = time(elapsed.as_nanos() as f64);
        line.cell(STRONG, &counts.join(", "))
            .gap(1)
            .cell(PLAIN, &format!("in {elapsed}{colon}"));
        let last = self.statuses.len().saturating_sub(1);
        for (index, (&status, &n)) in self.statuses.iter().enumerate() {
            let end = match index {
                index if index < last => ",",
                _ if self.failed.is_empty() => "",
                _ => ":",
            };
            let text = status_count(status, n);
            line.gap(1).cell(status_style(status), &(text + end));
        }
        let mut names = self.failed.iter().take(NAMED).cloned().collect::<Vec<_>>();
        if self.failed.len() > NAMED {
            names.push(format!("and {} more", self.failed.len() - NAMED));
        }
        if !names.is_empty() {
            line.gap(1).words(PLAIN, &names.join(", "));
        }
        line.end()
    }
}

/// `2020/7 part 2`, `2020/7 part 2 textbook`, `2020/7 part 2 (example 1)`
fn full_name(header: &PuzzleHeader, phase: &PhaseResult) -> String {
    let mut name = format!("{} {}", header.puzzle(), phase_name(phase.phase));
    if let Some(alternative) = &phase.alternative {
        name.push(' ');
        name.push_str(alternative);
    }
    if let Some(input) = input_name(header) {
        name = format!("{name} ({input})");
    }
    crate::text::one_line(&name)
}

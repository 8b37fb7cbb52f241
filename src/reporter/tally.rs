//! What came of several puzzles together.

use std::collections::BTreeMap;

use aoc_solution::protocol::Phase;

use super::layout::Line;
use super::run::{look, status_word};
use super::style::{PLAIN, STRONG};
use super::terminal::Terminal;
use crate::runner::{PhaseResult, Status};
use crate::text::elapsed;
use crate::text::plural;

/// Counts as results come.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    puzzles: usize,
    statuses: BTreeMap<Status, usize>,
    ns: u64,
    /// The phase whose time was added last.
    added: Option<Phase>,
}

impl Tally {
    /// A puzzle began.
    pub(super) const fn puzzle(&mut self) {
        self.puzzles += 1;
        self.added = None;
    }

    /// A phase ended. Of several ways to solve a part, the first is the
    /// puzzle's and its time counts.
    pub(super) fn phase(&mut self, phase: &PhaseResult) {
        if phase.status != Status::Ok {
            *self.statuses.entry(phase.status).or_default() += 1;
        }
        if self.added.replace(phase.phase) != Some(phase.phase) {
            self.ns = self.ns.saturating_add(phase.ns.unwrap_or(0));
        }
    }

    /// How many puzzles there were.
    pub(super) const fn puzzles(&self) -> usize {
        self.puzzles
    }

    /// `2 puzzles in 3.51 ms: 3 accepted, 1 wrong`
    pub(super) fn line(&self, terminal: Terminal) -> String {
        let mut line = Line::new(terminal, 2);
        let puzzles = plural(self.puzzles, "puzzle");
        let colon = if self.statuses.is_empty() { "" } else { ":" };
        line.cell(STRONG, &puzzles)
            .gap(1)
            .cell(PLAIN, &format!("in {}{colon}", elapsed(self.ns)));
        for (index, (&status, n)) in self.statuses.iter().enumerate() {
            let comma = if index + 1 < self.statuses.len() {
                ","
            } else {
                ""
            };
            let (_, style) = look(status);
            let text = format!("{n} {}{comma}", status_word(status));
            line.gap(1).cell(style, &text);
        }
        line.end()
    }
}

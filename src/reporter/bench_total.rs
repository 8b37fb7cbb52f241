//! What the days of a year take together, and of all years.

use std::collections::BTreeSet;

use super::bench_sum::Sum;
use super::head::{input_name, phase_name};
use super::not_run::puzzle_names;
use crate::bench::{BenchResult, BenchedPuzzle};
use crate::puzzle::{Puzzle, Year};
use crate::runner::PuzzleHeader;
use crate::terminal::layout::Line;
use crate::terminal::screen::Terminal;
use crate::terminal::style::{DIM, DOUBT, PLAIN, STRONG};
use crate::terminal::{one_line, plural, time};

#[derive(Default)]
pub(super) struct Totals(Vec<Total>);

/// What a year takes.
struct Total {
    /// `None` for all years together.
    year: Option<Year>,
    /// Those that are to be measured.
    selected: BTreeSet<Puzzle>,
    /// Those that were: after an interrupt not all of them.
    days: BTreeSet<Puzzle>,
    /// How many times a day was measured: more than once with several inputs.
    inputs: usize,
    /// Of the headlines of the primary phases.
    sum: Sum,
    /// Days that could not be measured.
    failed: BTreeSet<Puzzle>,
    /// The names of phases that failed, or were not reached, and are not in the
    /// sum.
    missing: Vec<String>,
}

impl Totals {
    /// A puzzle that is to be measured.
    pub(super) fn select(&mut self, puzzle: Puzzle) {
        self.of(puzzle.year).selected.insert(puzzle);
    }

    pub(super) fn add(&mut self, puzzle: &BenchedPuzzle) {
        let BenchedPuzzle {
            header,
            results,
            not_reached,
        } = puzzle;
        let total = self.of(header.year);
        total.days.insert(header.puzzle());
        total.inputs += 1;
        total.sum.add(Sum::of(results));
        let failed = results.iter().filter(|result| result.status.is_failure());
        let failed = failed.map(|result| full_name(header, result));
        total.missing.extend(failed);
        let not_reached = not_reached.iter().map(|phase| phase_name(*phase));
        let not_reached = not_reached.map(|phase| name_with_input(header, phase));
        total.missing.extend(not_reached);
    }

    /// A puzzle that could not be measured.
    pub(super) fn add_failed(&mut self, puzzle: Puzzle) {
        let total = self.of(puzzle.year);
        total.days.insert(puzzle);
        total.failed.insert(puzzle);
    }

    fn of(&mut self, year: Year) -> &mut Total {
        let year = Some(year);
        let at = self.0.iter().position(|total| total.year == year);
        let at = at.unwrap_or_else(|| {
            self.0.push(Total::of(year));
            self.0.len() - 1
        });
        &mut self.0[at]
    }

    /// A line for each year, and one for all; empty for a single day.
    pub(super) fn lines(&self, terminal: Terminal) -> String {
        let mut all = Total::of(None);
        for total in &self.0 {
            all.selected.extend(&total.selected);
            all.days.extend(&total.days);
            all.inputs += total.inputs;
            all.sum.add(total.sum);
            all.failed.extend(&total.failed);
            all.missing.extend_from_slice(&total.missing);
        }
        if all.days.len().max(all.selected.len()) < 2 {
            return String::new();
        }
        let mut lines = String::from("\n");
        for total in &self.0 {
            lines.push_str(&total.line(terminal));
        }
        if self.0.len() > 1 {
            lines.push_str(&all.line(terminal));
        }
        lines
    }
}

impl Total {
    fn of(year: Option<Year>) -> Self {
        Self {
            year,
            selected: BTreeSet::new(),
            days: BTreeSet::new(),
            inputs: 0,
            sum: Sum::default(),
            failed: BTreeSet::new(),
            missing: Vec::new(),
        }
    }

    /// `2020  2 days in 2.85 ms ±0.3%  without 2020/23 part 1`
    fn line(&self, terminal: Terminal) -> String {
        let mut line = Line::new(terminal, 2);
        let name = self.year.map_or("all".to_owned(), |year| year.to_string());
        line.left(STRONG, &name, 4).gap(2);
        let mut days = plural(self.days.len(), "day");
        if self.days.len() < self.selected.len() {
            let selected = plural(self.selected.len(), "day");
            days = format!("{} of {selected}", self.days.len());
        }
        if self.inputs > self.days.len() {
            days = format!("{days}, {}", plural(self.inputs, "input"));
        }
        if self.sum.ns > 0.0 {
            line.cell(PLAIN, &format!("{days} in"));
            line.gap(1).cell(STRONG, &time(self.sum.ns));
            line.gap(1).cell(DIM, &self.sum.spread());
        } else {
            line.cell(PLAIN, &days);
        }
        let mut missing = puzzle_names(&self.failed);
        missing.extend_from_slice(&self.missing);
        if !missing.is_empty() {
            let text = format!("without {}", missing.join(", "));
            line.gap(2).words(DOUBT, &text);
        }
        line.end()
    }
}

/// `part 2`, `part 2 textbook`
fn name(result: &BenchResult) -> String {
    let phase = result.phase.map(phase_name).unwrap_or_default();
    match &result.alternative {
        Some(alternative) => format!("{phase} {}", one_line(alternative)),
        None => phase.to_owned(),
    }
}

/// `2020/7 part 2 textbook`, `2020/7 part 2 (bob)`
pub(super) fn full_name(header: &PuzzleHeader, result: &BenchResult) -> String {
    name_with_input(header, &name(result))
}

fn name_with_input(header: &PuzzleHeader, what: &str) -> String {
    let name = format!("{} {what}", header.puzzle());
    match input_name(header) {
        Some(input) => format!("{name} ({})", one_line(&input)),
        None => name,
    }
}

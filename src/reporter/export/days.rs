//! What a chart or a short table shows: a row for each puzzle, and what a year
//! takes.

use aoc_solution::protocol::Phase;

use super::super::bench_sum::Sum;
use super::super::head::{input_name, phase_name};
use super::super::status::status_word;
use crate::bench::{BenchReport, BenchResult, BenchedPuzzle};
use crate::puzzle::{Puzzle, Year};
use crate::runner::{PuzzleHeader, SourceKind};
use crate::terminal::{one_line, time};

/// A puzzle and one of its inputs: the primary of each phase.
pub(super) struct DayRow {
    pub(super) puzzle: Puzzle,
    pub(super) title: String,
    /// The input's name, if it needs one.
    pub(super) input: Option<String>,
    /// In the order of [`Phase::ALL`].
    pub(super) phases: [PhaseCell; 3],
    pub(super) sum: Sum,
    /// Why the puzzle could not be measured at all.
    pub(super) failure: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum PhaseCell {
    /// It was not measured, or the part is not written yet.
    Nothing,
    Ns(f64),
    /// The kind of its failure.
    Failed(&'static str),
}

impl PhaseCell {
    pub(super) fn of(result: &BenchResult) -> Self {
        match (result.figures(), result.status) {
            (Some(figures), _) => Self::Ns(figures.p10_ns),
            (None, status) if status.is_failure() => Self::Failed(status_word(status)),
            (None, _) => Self::Nothing,
        }
    }

    pub(super) const fn ns(self) -> Option<f64> {
        match self {
            Self::Ns(ns) => Some(ns),
            Self::Nothing | Self::Failed(_) => None,
        }
    }

    pub(super) const fn failure(self) -> Option<&'static str> {
        match self {
            Self::Failed(word) => Some(word),
            Self::Nothing | Self::Ns(_) => None,
        }
    }

    pub(super) fn text(self) -> String {
        match self {
            Self::Nothing => "–".to_owned(),
            Self::Ns(ns) => time(ns),
            Self::Failed(word) => word.to_owned(),
        }
    }
}

impl DayRow {
    /// The rows of a report, in the order of the calendar.
    pub(super) fn all(report: &BenchReport) -> Vec<Self> {
        report.sorted().into_iter().map(Self::of).collect()
    }

    fn of(puzzle: &BenchedPuzzle) -> Self {
        let BenchedPuzzle {
            header, results, ..
        } = puzzle;
        let failure = results.iter().find(|result| result.phase.is_none());
        Self {
            puzzle: header.puzzle(),
            title: one_line(&header.title),
            input: input(header),
            phases: Phase::ALL.map(|phase| cell(results, phase)),
            sum: Sum::of(results),
            failure: failure.and_then(|result| result.message.as_deref().map(one_line)),
        }
    }

    /// The title, and the input if it needs a name.
    pub(super) fn name(&self) -> String {
        match &self.input {
            Some(input) => format!("{} ({input})", self.title),
            None => self.title.clone(),
        }
    }

    /// For a list of the inputs of one puzzle.
    pub(super) fn input_name(&self) -> &str {
        self.input.as_deref().unwrap_or("your input")
    }

    /// What all phases take: a sum without one that failed is less than that.
    pub(super) fn total(&self) -> String {
        if !self.is_measured() {
            return "–".to_owned();
        }
        let more = if self.missing().next().is_some() {
            "> "
        } else {
            ""
        };
        format!("{more}{}", time(self.sum.ns))
    }

    /// Whether there is a figure.
    pub(super) fn is_measured(&self) -> bool {
        self.phases.iter().any(|cell| cell.ns().is_some())
    }

    /// The phases that failed, so that the sum is without them.
    pub(super) fn missing(&self) -> impl Iterator<Item = (Phase, &'static str)> {
        let cells = Phase::ALL.into_iter().zip(self.phases);
        cells.filter_map(|(phase, cell)| Some((phase, cell.failure()?)))
    }
}

fn cell(results: &[BenchResult], phase: Phase) -> PhaseCell {
    let primary =
        |result: &&BenchResult| result.phase == Some(phase) && result.alternative.is_none();
    let result = results.iter().find(primary);
    result.map_or(PhaseCell::Nothing, PhaseCell::of)
}

/// What a year takes.
pub(super) struct YearRow {
    pub(super) year: Year,
    pub(super) days: usize,
    /// More than there are days, if some have several inputs.
    pub(super) rows: usize,
    pub(super) sum: Sum,
    /// How many phases and puzzles failed, so that the sum is without them.
    pub(super) missing: usize,
}

impl YearRow {
    /// The years of rows that are in order.
    pub(super) fn all(rows: &[DayRow]) -> Vec<Self> {
        rows.chunk_by(|a, b| a.puzzle.year == b.puzzle.year)
            .map(|rows| Self {
                year: rows[0].puzzle.year,
                days: rows.chunk_by(|a, b| a.puzzle == b.puzzle).count(),
                rows: rows.len(),
                sum: total(rows),
                missing: missing(rows),
            })
            .collect()
    }
}

pub(super) fn total(rows: &[DayRow]) -> Sum {
    let mut sum = Sum::default();
    for row in rows {
        sum.add(row.sum);
    }
    sum
}

pub(super) fn missing(rows: &[DayRow]) -> usize {
    let failed = rows.iter().filter(|row| row.failure.is_some()).count();
    failed + rows.iter().flat_map(DayRow::missing).count()
}

/// `part 2`, `part 2, textbook`
pub(super) fn function_name(result: &BenchResult) -> String {
    let phase = result.phase.map(phase_name).unwrap_or_default();
    match &result.alternative {
        Some(alternative) => format!("{phase}, {}", one_line(alternative)),
        None => phase.to_owned(),
    }
}

/// `part 2, textbook (bob)`
pub(super) fn phase_name_of(header: &PuzzleHeader, result: &BenchResult) -> String {
    let name = function_name(result);
    match input(header) {
        Some(input) => format!("{name} ({input})"),
        None => name,
    }
}

/// What an input is called, if it needs a name: a generated one by its seed.
pub(super) fn input(header: &PuzzleHeader) -> Option<String> {
    let name = match (header.source, &header.name) {
        (SourceKind::Generated, Some(name)) => Some(name.clone()),
        _ => input_name(header),
    };
    name.map(|name| one_line(&name))
}

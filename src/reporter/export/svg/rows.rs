//! What the bars of a chart stand for: days, or the inputs or the functions of a
//! single puzzle.

use aoc_solution::protocol::Phase;

use super::super::days::{DayRow, PhaseCell, function_name};
use crate::bench::BenchReport;
use crate::terminal::{cut_end, width};

pub(super) struct Row {
    /// Of the day; empty where it is the same for all.
    pub(super) number: String,
    pub(super) name: String,
    pub(super) ns: Option<f64>,
    /// In the order of [`Phase::ALL`].
    pub(super) marks: [PhaseCell; 3],
    /// What stands at its end: its time, or the kind of its failure.
    pub(super) end: String,
    /// Whether a phase of it failed.
    pub(super) failed: bool,
}

/// How many columns of text a name has.
const NAME: usize = 24;
/// A title of fewer says nothing.
const TITLE: usize = 8;

impl Row {
    /// A row for each function, if there is one puzzle with one input; else for
    /// each of `rows`.
    pub(super) fn all(report: &BenchReport, rows: &[DayRow]) -> Vec<Self> {
        match rows {
            [_] => Self::functions(report),
            rows => {
                let one = rows.iter().all(|row| row.puzzle == rows[0].puzzle);
                rows.iter().map(|row| Self::of_day(row, one)).collect()
            }
        }
    }

    fn functions(report: &BenchReport) -> Vec<Self> {
        let of_result = |result| {
            let cell = PhaseCell::of(result);
            let marks = Phase::ALL.map(|phase| match result.phase {
                Some(of) if of == phase => cell,
                _ => PhaseCell::Nothing,
            });
            Self {
                number: String::new(),
                name: cut_end(&function_name(result), NAME).into_owned(),
                ns: cell.ns(),
                marks,
                end: cell.text(),
                failed: cell.failure().is_some(),
            }
        };
        report.results().map(of_result).collect()
    }

    fn of_day(row: &DayRow, one_puzzle: bool) -> Self {
        let (number, name) = if one_puzzle {
            (String::new(), cut_end(row.input_name(), NAME).into_owned())
        } else {
            (row.puzzle.day.to_string(), name(row))
        };
        let failure = row.failure.as_ref().map(|_| "error");
        let failure = row.missing().map(|(_, word)| word).next().or(failure);
        Self {
            number,
            name,
            ns: row.is_measured().then_some(row.sum.ns),
            marks: row.phases,
            end: match failure {
                Some(word) if !row.is_measured() => word.to_owned(),
                _ => row.total(),
            },
            failed: failure.is_some(),
        }
    }

    /// Whether its sum is without a phase that failed.
    pub(super) fn is_incomplete(&self) -> bool {
        self.ns.is_some() && self.failed
    }
}

/// The title and the input, or the input alone where it needs the room.
fn name(row: &DayRow) -> String {
    let Some(input) = &row.input else {
        return cut_end(&row.title, NAME).into_owned();
    };
    let room = NAME.saturating_sub(width(input) + 3);
    if room < TITLE {
        return cut_end(input, NAME).into_owned();
    }
    format!("{} ({input})", cut_end(&row.title, room))
}

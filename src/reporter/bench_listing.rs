//! The days of a `bench` one below the other, each as a line or with a table of
//! its own. All have the same columns and one scale.

use super::bench_day::{DayColumns, day_heading, day_line};
use super::bench_row::{Columns, heading, row};
use super::head::head;
use super::scale::Scale;
use crate::bench::{BenchResult, BenchedPuzzle};
use crate::puzzle::Year;
use crate::terminal::screen::Terminal;

/// What is shown, in its order.
pub(super) enum Entry {
    Puzzle(BenchedPuzzle),
    /// The lines of puzzles that could not be measured.
    NotRun(String),
}

/// The lines of all entries.
pub(super) fn listing(terminal: Terminal, details: bool, entries: &[Entry]) -> String {
    let measured = entries.iter().filter_map(|entry| match entry {
        Entry::Puzzle(puzzle) => Some(puzzle),
        Entry::NotRun(_) => None,
    });
    let measured: Vec<&BenchedPuzzle> = measured.collect();
    let mut listing = Listing {
        terminal,
        days: DayColumns::of(terminal, &measured),
        scale: scale(&measured),
        lines: String::new(),
        below_table: false,
        columns: None,
        year: None,
    };
    for entry in entries {
        match entry {
            Entry::Puzzle(puzzle) if details => listing.table(puzzle),
            Entry::Puzzle(puzzle) => listing.day(puzzle),
            Entry::NotRun(lines) => listing.not_run(lines, details),
        }
    }
    listing.lines
}

/// For bars of phases.
fn scale(puzzles: &[&BenchedPuzzle]) -> Scale {
    let results = puzzles.iter().flat_map(|puzzle| &puzzle.results);
    let figures = results.filter_map(BenchResult::figures);
    let times: Vec<f64> = figures.map(|figures| figures.p10_ns).collect();
    Scale::of(&times, &[])
}

struct Listing {
    terminal: Terminal,
    days: DayColumns,
    scale: Scale,
    lines: String,
    /// Whether a table stands above the next line.
    below_table: bool,
    /// The columns of the last table, once there is one.
    columns: Option<Columns>,
    /// The year of the last line.
    year: Option<Year>,
}

impl Listing {
    /// A puzzle with each phase, its alternatives after it.
    fn table(&mut self, puzzle: &BenchedPuzzle) {
        self.distance();
        self.lines.push_str(&head(self.terminal, &puzzle.header));
        let columns = Columns::of(self.terminal, &puzzle.results, self.scale);
        if self.columns.replace(columns) != Some(columns) {
            self.lines.push_str(&heading(self.terminal, columns));
        }
        for result in &puzzle.results {
            self.lines.push_str(&row(self.terminal, columns, result));
        }
        self.below_table = true;
    }

    /// A puzzle as one line, below the heading of its year.
    fn day(&mut self, puzzle: &BenchedPuzzle) {
        let year = puzzle.header.year;
        if self.year.replace(year) != Some(year) {
            self.distance();
            self.lines
                .push_str(&day_heading(self.terminal, self.days, year));
        }
        self.lines
            .push_str(&day_line(self.terminal, self.days, puzzle));
        self.below_table = true;
    }

    fn not_run(&mut self, lines: &str, details: bool) {
        if details {
            self.distance();
        }
        self.lines.push_str(lines);
        // Others of the same year often follow.
        self.below_table = false;
        self.columns = None;
    }

    /// An empty line below a table.
    fn distance(&mut self) {
        if self.below_table {
            self.lines.push('\n');
        }
    }
}

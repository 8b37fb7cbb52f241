//! What `bench` shows: a row for each phase and contender, doubts below.
//!
//! ```text
//! 2020/22 Crab Combat  inputs/year2020/day22.txt
//!                   p10    median        allocs      peak  log scale
//!   part 1       702 ns    709 ns ±0.4%      12  1.05 MiB  █▉
//!   part 2      2.81 ms   2.84 ms ±0.4%      12  1.05 MiB  █████▌
//!     textbook  34.5 ms   34.8 ms ±0.4%   1.20M  3.43 MiB  ██████▌    12.3x slower [12.1, 12.5]
//! ```

use std::io::Write;

use super::bench_row::{Columns, heading, row};
use super::head::{Head, phase_name};
use super::layout::Line;
use super::output::OutputError;
use super::style::{DIM, DOUBT, STRONG};
use super::terminal::Terminal;
use super::verbosity::Verbosity;
use crate::bench::{BenchResult, Warning};
use crate::puzzle::Year;
use crate::text::time;
use crate::text::{one_line, plural};

/// Writes what comes of measuring, puzzle by puzzle.
///
/// Nothing may stand in the way on the terminal when it writes: call it within
/// [`Bar::suspend`](super::Bar::suspend).
pub struct BenchReport<W> {
    out: W,
    terminal: Terminal,
    verbosity: Verbosity,
    /// The columns of the last puzzle, once there is one.
    columns: Option<Columns>,
    years: Vec<Total>,
}

/// What a year takes.
struct Total {
    year: Year,
    puzzles: usize,
    /// The sum of the headlines of the days' own ways.
    ns: f64,
    /// How many phases failed and are not in the sum.
    failed: usize,
}

impl<W: Write> BenchReport<W> {
    /// A report to `out`, which `terminal` describes.
    pub const fn new(out: W, terminal: Terminal, verbosity: Verbosity) -> Self {
        Self {
            out,
            terminal,
            verbosity,
            columns: None,
            years: Vec::new(),
        }
    }

    /// A puzzle is measured: each phase, with its alternatives after it.
    pub fn puzzle(&mut self, head: &Head, results: &[BenchResult]) -> Result<(), OutputError> {
        self.add(head, results);
        let mut lines = String::new();
        if self.columns.is_some() {
            lines.push('\n');
        }
        lines.push_str(&head.line(self.terminal));
        let columns = Columns::of(self.terminal, results);
        if self.columns.replace(columns) != Some(columns) {
            lines.push_str(&heading(self.terminal, columns));
        }
        for result in results {
            lines.push_str(&row(self.terminal, columns, result));
        }
        if self.verbosity > Verbosity::Quiet {
            lines.push_str(&self.doubts(results));
        }
        self.out.write_all(lines.as_bytes())?;
        Ok(self.out.flush()?)
    }

    /// All puzzles are measured: what years take.
    pub fn summary(&mut self) -> Result<(), OutputError> {
        let puzzles: usize = self.years.iter().map(|total| total.puzzles).sum();
        if puzzles < 2 || self.verbosity == Verbosity::Quiet {
            return Ok(self.out.flush()?);
        }
        let mut lines = String::from("\n");
        for total in &self.years {
            let year = total.year.to_string();
            lines.push_str(&self.total(&year, total.puzzles, total.ns, total.failed));
        }
        if self.years.len() > 1 {
            let ns = self.years.iter().map(|total| total.ns).sum();
            let failed = self.years.iter().map(|total| total.failed).sum();
            lines.push_str(&self.total("all", puzzles, ns, failed));
        }
        self.out.write_all(lines.as_bytes())?;
        Ok(self.out.flush()?)
    }

    fn add(&mut self, head: &Head, results: &[BenchResult]) {
        let year = head.puzzle.year;
        let at = self.years.iter().position(|total| total.year == year);
        let at = at.unwrap_or_else(|| {
            self.years.push(Total {
                year,
                puzzles: 0,
                ns: 0.0,
                failed: 0,
            });
            self.years.len() - 1
        });
        let total = &mut self.years[at];
        total.puzzles += 1;
        for result in results.iter().filter(|result| result.alternative.is_none()) {
            total.ns += result
                .measured
                .map_or(0.0, |measured| measured.figures.p10_ns);
            total.failed += usize::from(result.status.is_failure());
        }
    }

    /// `2020  2 puzzles in 2.85 ms`
    fn total(&self, name: &str, puzzles: usize, ns: f64, failed: usize) -> String {
        let mut line = Line::new(self.terminal, 2);
        line.left(STRONG, name, 4).gap(2);
        line.cell(
            anstyle::Style::new(),
            &format!("{} in", plural(puzzles, "puzzle")),
        );
        line.gap(1).cell(STRONG, &time(ns));
        if failed > 0 {
            let text = format!("without {} that failed", plural(failed, "phase"));
            line.gap(2).words(DOUBT, &text);
        }
        line.end()
    }

    /// A line for each doubt, with the phases it is about.
    fn doubts(&self, results: &[BenchResult]) -> String {
        let all = results.iter().flat_map(|result| &result.warnings);
        let mut kinds: Vec<Warning> = all.copied().collect();
        kinds.sort_unstable();
        kinds.dedup();
        let mut lines = String::new();
        for warning in kinds {
            let about = results
                .iter()
                .filter(|result| result.warnings.contains(&warning))
                .map(name)
                .collect::<Vec<_>>()
                .join(", ");
            let mut line = Line::new(self.terminal, 4);
            let mark = if self.terminal.is_terminal() {
                "!"
            } else {
                "note:"
            };
            line.gap(2).cell(DOUBT, mark).gap(1);
            line.words(DIM, &format!("{about}: {warning}"));
            lines.push_str(&line.end());
        }
        lines
    }
}

/// `part 2`, `part 2 textbook`
fn name(result: &BenchResult) -> String {
    let phase = phase_name(result.phase);
    match &result.alternative {
        Some(alternative) => format!("{phase} {}", one_line(alternative)),
        None => phase.to_owned(),
    }
}

#[cfg(test)]
mod tests;

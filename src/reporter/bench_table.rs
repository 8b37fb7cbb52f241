//! What `bench` shows: a row for each phase and contender, warnings below.
//!
//! ```text
//! 2020/22 Crab Combat  inputs/year2020/day22.txt
//!                   p10    median        allocs      peak  log scale
//!   part 1       702 ns    709 ns ±0.4%      12  1.05 MiB  █▉
//!   part 2      2.81 ms   2.84 ms ±0.4%      12  1.05 MiB  █████▌
//!     textbook  34.5 ms   34.8 ms ±0.4%   1.20M  3.43 MiB  ██████▌    12.3x slower [12.1, 12.5]
//! ```

use std::collections::BTreeSet;
use std::time::Duration;

use super::bench_progress::BenchProgress;
use super::bench_row::{Columns, heading, row};
use super::console::Console;
use super::extent::Extent;
use super::head::{head, input_name, phase_name};
use super::layout::Line;
use super::status::message_line;
use super::style::{BAD, DIM, DOUBT, PLAIN, STRONG};
use super::verbosity::Verbosity;
use crate::bench::{BenchResult, Benched, BenchedPuzzle, Load, Warning};
use crate::error::CliError;
use crate::puzzle::{Puzzle, Year};
use crate::runner::{JobFailure, JobResult, PuzzleHeader, RunEvent, RunEvents};
use crate::text::{one_line, plural, time};

pub(super) struct BenchTable {
    console: Console,
    progress: BenchProgress,
    extent: Extent,
    /// The columns of the last puzzle, once there is one.
    columns: Option<Columns>,
    /// Whether a table stands above the next line.
    below_table: bool,
    years: Vec<Total>,
    load: Option<Load>,
}

/// What a year takes.
struct Total {
    /// `None` for all years together.
    year: Option<Year>,
    days: BTreeSet<Puzzle>,
    /// How many times a day was measured: more than once with several inputs.
    tables: usize,
    /// The sum of the headlines of the primary phases.
    ns: f64,
    /// The names of what failed and is not in the sum.
    failed: Vec<String>,
}

impl BenchTable {
    pub(super) const fn new(console: Console, extent: Extent, phases: usize) -> Self {
        Self {
            console,
            progress: BenchProgress::new(extent, phases),
            extent,
            columns: None,
            below_table: false,
            years: Vec::new(),
            load: None,
        }
    }

    /// A puzzle with each phase, its alternatives after it.
    fn puzzle(&mut self, puzzle: &BenchedPuzzle) -> Result<(), CliError> {
        let BenchedPuzzle { header, results } = puzzle;
        let total = self.total(header.puzzle());
        total.tables += 1;
        for result in results {
            if result.alternative.is_none() {
                total.ns += result.figures().map_or(0.0, |figures| figures.p10_ns);
            }
            if result.status.is_failure() {
                total.failed.push(full_name(header, result));
            }
        }

        let terminal = self.console.stdout;
        let mut lines = String::new();
        if self.below_table {
            lines.push('\n');
        }
        self.below_table = true;
        lines.push_str(&head(terminal, header));
        let columns = Columns::of(terminal, results);
        if self.columns.replace(columns) != Some(columns) {
            lines.push_str(&heading(terminal, columns));
        }
        for result in results {
            lines.push_str(&row(terminal, columns, result));
        }
        if self.console.verbosity > Verbosity::Quiet {
            lines.push_str(&self.warnings(results));
        }
        Ok(self.console.print(&lines)?)
    }

    /// A puzzle that could not be measured.
    fn failed(&mut self, failure: &JobFailure) -> Result<(), CliError> {
        let puzzle = failure.puzzle;
        self.total(puzzle).failed.push(puzzle.to_string());
        if self.extent.puzzles == 1 {
            // The error of the command.
            return Ok(());
        }
        let mut line = Line::new(self.console.stdout, 4);
        line.cell(STRONG, &puzzle.to_string());
        line.gap(2)
            .tagged(BAD, "error:", &message_line(&failure.to_string()));
        let mut lines = String::new();
        if self.below_table {
            lines.push('\n');
        }
        // Others of the same year often follow.
        self.below_table = false;
        self.columns = None;
        lines.push_str(&line.end());
        Ok(self.console.print(&lines)?)
    }

    fn total(&mut self, puzzle: Puzzle) -> &mut Total {
        let year = Some(puzzle.year);
        let at = self.years.iter().position(|total| total.year == year);
        let at = at.unwrap_or_else(|| {
            self.years.push(Total::of(year));
            self.years.len() - 1
        });
        let total = &mut self.years[at];
        total.days.insert(puzzle);
        total
    }

    /// What years take.
    fn summary(&mut self) -> Result<(), CliError> {
        let mut all = Total::of(None);
        for total in &self.years {
            all.days.extend(&total.days);
            all.tables += total.tables;
            all.ns += total.ns;
            all.failed.extend_from_slice(&total.failed);
        }
        if all.days.len() < 2 || self.console.is_quiet() {
            return Ok(());
        }
        let mut lines = String::from("\n");
        for total in &self.years {
            lines.push_str(&self.total_line(total));
        }
        if self.years.len() > 1 {
            lines.push_str(&self.total_line(&all));
        }
        Ok(self.console.print(&lines)?)
    }

    /// `2020  2 days in 2.85 ms  without 2020/23 part 1`
    fn total_line(&self, total: &Total) -> String {
        let mut line = Line::new(self.console.stdout, 2);
        let name = total.year.map_or("all".to_owned(), |year| year.to_string());
        line.left(STRONG, &name, 4).gap(2);
        let mut days = plural(total.days.len(), "day");
        if total.tables > total.days.len() {
            days = format!("{days}, {}", plural(total.tables, "input"));
        }
        line.cell(PLAIN, &format!("{days} in"));
        line.gap(1).cell(STRONG, &time(total.ns));
        if !total.failed.is_empty() {
            let text = format!("without {}", total.failed.join(", "));
            line.gap(2).words(DOUBT, &text);
        }
        line.end()
    }

    /// A line for each kind of warning, with the phases it is about.
    fn warnings(&self, results: &[BenchResult]) -> String {
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
            let mut line = Line::new(self.console.stdout, 4);
            let mark = if self.console.stdout.is_terminal() {
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

impl Total {
    const fn of(year: Option<Year>) -> Self {
        Self {
            year,
            days: BTreeSet::new(),
            tables: 0,
            ns: 0.0,
            failed: Vec::new(),
        }
    }
}

impl RunEvents<Option<Benched>> for BenchTable {
    fn event(&mut self, event: &RunEvent) -> Result<(), CliError> {
        if matches!(event, RunEvent::Note(_) | RunEvent::Warning(_)) && self.below_table {
            // It belongs to the puzzle that comes.
            self.console.print("\n")?;
            self.below_table = false;
        }
        self.progress.event(&mut self.console, event);
        Ok(())
    }

    fn job_finished(&mut self, result: &JobResult<Option<Benched>>) -> Result<(), CliError> {
        self.progress.job_finished();
        match result {
            Ok(None) => Ok(()),
            Ok(Some(benched)) => {
                self.load = Load::sum(self.load, benched.load);
                let puzzles = &benched.puzzles;
                puzzles.iter().try_for_each(|puzzle| self.puzzle(puzzle))
            }
            Err(failure) => self.failed(failure),
        }
    }

    fn run_finished(&mut self, _: Duration) -> Result<(), CliError> {
        self.progress.stop();
        self.summary()?;
        if let Some(note) = self.load.and_then(disturbance) {
            self.console.note(&note);
        }
        Ok(())
    }
}

/// What to do about other programs, if they needed the processors meanwhile.
fn disturbance(load: Load) -> Option<String> {
    load.is_disturbing().then(|| {
        let who = if load.stolen > load.others {
            format!(
                "other virtual machines on this host took {:.1} processors",
                load.stolen
            )
        } else {
            format!("other programs kept {:.1} processors busy", load.others)
        };
        format!("{who} while this was measured, so times may be too long: measure again later")
    })
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
fn full_name(header: &PuzzleHeader, result: &BenchResult) -> String {
    let name = format!("{} {}", header.puzzle(), name(result));
    match input_name(header) {
        Some(input) => format!("{name} ({})", one_line(&input)),
        None => name,
    }
}

#[cfg(test)]
mod tests;

//! The table of `bench`: a line for each day, or for one puzzle a row for each
//! phase and alternative, with bars.
//!
//! ```text
//! 2020/22 Crab Combat  inputs/year2020/day22.txt
//!                             p10          median   allocs      peak
//!   part 1                 702 ns  ±0.4%   709 ns       12  1.05 MiB  █
//!   part 2                2.81 ms  ±0.4%  2.84 ms       12  1.05 MiB  ██
//!     textbook            34.5 ms  ±0.4%  34.8 ms    1.20M  3.43 MiB  ████████████████  12.3x slower [12.1, 12.5]
//!
//!                             all            parse   part 1    part 2
//! 2020/22 Crab Combat     2.81 ms  ±0.4%   45.1 ns   702 ns   2.81 ms  ████████████████
//! ```

use std::collections::BTreeMap;

use anstyle::Style;
use aoc_solution::protocol::Phase;

use super::bench_figures::{
    BenchGroup, bench_notes, comparison, figures, headline, ratio_words, result_name, spread,
    verdict_words,
};
use super::names::{function_name, header_line, message_line, phase_name, status_style};
use super::summary::not_run;
use crate::bench::RatioVerdict::{Faster, MachineVaried, Same, Slower};
use crate::bench::Warning::{FewSamples, Noisy};
use crate::bench::{BenchReport, BenchResult, Load, RatioVerdict};
use crate::error::Result;
use crate::terminal::MessageKind::Note;
use crate::terminal::Verbosity::Verbose;
use crate::terminal::layout::Line;
use crate::terminal::style::{BAD, BAR, DIM, DOUBT, GOOD, PLAIN, STRONG};
use crate::terminal::{Console, Terminal, cut_end, document, one_line, plural, row, time, width};

/// Shows a report: as JSON, or as a table with notes on stderr.
pub fn show_bench(console: &mut Console, json: bool, report: &BenchReport) -> Result<()> {
    if json {
        return document(console, report);
    }
    console.print(&bench_table(console, report))?;
    for note in bench_notes(report) {
        console.message(Note, &note);
    }
    Ok(())
}

/// The table, with a row for each phase if there is only one puzzle, or if alternatives
/// or details are shown.
fn bench_table(console: &Console, report: &BenchReport) -> String {
    let results = &report.results;
    let is_single = results
        .iter()
        .all(|result| result.header.puzzle == results[0].header.puzzle);
    let has_phases = is_single
        || console.verbosity == Verbose
        || results.iter().any(|result| result.alternative.is_some());
    let table = Table::new(console.stdout, report, has_phases);
    let mut text = if has_phases {
        table.phases()
    } else {
        table.days()
    };
    // For a single puzzle, the reason is the error of the command.
    if !is_single {
        text += &table.not_run();
    }
    if console.is_quiet() {
        return text;
    }
    if !is_single {
        text += &table.totals();
    }
    text + &table.changes()
}

/// The widths of the columns after the name: the headline, its interval and three more.
const WIDTHS: [usize; 5] = [9, 5, 7, 7, 8];
/// The most columns of names. Longer ones are cut.
const NAMES: usize = 36;

struct Table<'a> {
    terminal: Terminal,
    report: &'a BenchReport,
    /// The days that could be measured.
    days: Vec<BenchGroup<'a>>,
    has_phases: bool,
    names: usize,
    figures: &'static [usize],
    /// The columns of the longest bar.
    bar: usize,
    longest_ns: f64,
}

impl<'a> Table<'a> {
    fn new(terminal: Terminal, report: &'a BenchReport, has_phases: bool) -> Self {
        // A narrow terminal shows the headline alone, and a pipe has no bars.
        let (figures, bar, room) = match terminal.width {
            None => (5, 0, NAMES),
            Some(columns @ ..70) => (1, 0, columns - 11),
            Some(columns @ ..100) => (5, 8, columns - 56),
            Some(_) => (5, 16, NAMES),
        };
        let mut days = BenchGroup::days(report);
        days.retain(|day| day.results[0].phase.is_some());
        let mut names = 0;
        let mut longest_ns = 0.0_f64;
        for day in &days {
            if !has_phases {
                names = names.max(width(&day.full_name()));
                longest_ns = longest_ns.max(day.ns);
                continue;
            }
            for result in day.results {
                names = names.max(width(&row_name(result)));
                longest_ns = longest_ns.max(p10_ns(result));
            }
        }
        Self {
            terminal,
            report,
            days,
            has_phases,
            names: names.min(room).min(NAMES),
            figures: &WIDTHS[..figures],
            bar,
            longest_ns,
        }
    }

    fn heading(&self, names: [&str; 5]) -> String {
        let cells = names.map(|name| (DIM, name.to_owned()));
        self.row("", &cells, 0.0).end()
    }

    fn row(&self, name: &str, cells: &[(Style, String)], ns: f64) -> Line {
        let mut line = Line::new(self.terminal, 6);
        line.left(PLAIN, cut_end(name, self.names), self.names);
        for ((style, text), width) in cells.iter().zip(self.figures) {
            line.gap(2).right(*style, text, *width);
        }
        let mut bar = String::new();
        for block in 0..self.bar {
            // The shortest time has a block as well.
            if ns * self.bar as f64 > self.longest_ns * block as f64 {
                bar.push('█');
            }
        }
        if !bar.is_empty() {
            line.gap(2).left(BAR, bar, self.bar);
        }
        line
    }

    /// A line for each day and input.
    fn days(&self) -> String {
        if self.days.is_empty() {
            return String::new();
        }
        let [parse, part1, part2] = Phase::ALL.map(phase_name);
        let mut lines = self.heading(["all", "", parse, part1, part2]);
        for day in &self.days {
            let mut cells = Vec::new();
            cells.push((STRONG, day.total()));
            cells.push((DIM, spread(day.spread)));
            for phase in Phase::ALL {
                let result = day.phase(phase);
                let style = result.map_or(DIM, |result| status_style(result.status));
                cells.push((style, headline(result)));
            }
            let mut line = self.row(&day.full_name(), &cells, day.ns);
            lines += &line.end();
            for result in day.results {
                if result.status.is_failure() {
                    let name = function_name(result.phase, result.alternative.as_deref());
                    lines += &self.remark_line(4, name, result);
                }
            }
        }
        lines
    }

    /// A row for each phase and alternative.
    fn phases(&self) -> String {
        let mut lines = String::new();
        for day in &self.days {
            if !lines.is_empty() {
                lines.push('\n');
            }
            lines += &header_line(self.terminal, day.header);
            lines += &self.heading(["p10", "", "median", "allocs", "peak"]);
            for result in day.results {
                let mut cells = Vec::new();
                if result.measured.is_some() {
                    let styles = [STRONG, DIM, PLAIN, PLAIN, PLAIN];
                    cells.extend(styles.into_iter().zip(figures(result)));
                }
                let mut line = self.row(&row_name(result), &cells, p10_ns(result));
                self.add_remark(&mut line, result);
                lines += &line.end();
            }
        }
        lines
    }

    /// The puzzles that could not be measured at all.
    fn not_run(&self) -> String {
        let mut reasons = BTreeMap::new();
        for result in &self.report.results {
            if result.phase.is_none() {
                let reason = result.message.clone().unwrap_or_default();
                reasons.insert(result.header.puzzle, reason);
            }
        }
        not_run(self.terminal, &reasons)
    }

    /// The sum of each year and of all years: `2020  2 days in 2.85 ms ±0.3%  without
    /// 2020/23 part 1`
    fn totals(&self) -> String {
        let mut lines = String::from("\n");
        for (name, total) in BenchGroup::totals(self.report) {
            let mut words = total.count();
            if total.ns > 0.0 {
                let time = time(total.ns);
                let spread = spread(total.spread);
                words += &format!(" in {time} {spread}");
            }
            let mut cells = vec![(STRONG, name), (PLAIN, words)];
            let missing: Vec<String> = total.missing().map(result_name).collect();
            if !missing.is_empty() {
                let names = missing.join(", ");
                cells.push((DOUBT, format!("without {names}")));
            }
            lines += &row(self.terminal, 2, &[4], &cells);
        }
        lines
    }

    /// The comparisons with the baseline or the other revision: their numbers, and a line
    /// for each function that became faster or slower, unless it has a row.
    fn changes(&self) -> String {
        let mut lines = String::new();
        let mut counts: BTreeMap<RatioVerdict, usize> = BTreeMap::new();
        let mut against = String::new();
        for result in &self.report.results {
            let Some(to) = &result.change else {
                continue;
            };
            against = format!("against {}", to.of);
            *counts.entry(to.verdict).or_default() += 1;
            if !self.has_phases && matches!(to.verdict, Slower | Faster) {
                let name = format!("{:14}", result_name(result));
                lines += &self.remark_line(2, name, result);
            }
        }
        if counts.is_empty() {
            return lines;
        }
        let functions = plural(counts.values().sum(), "function");
        let mut words = Vec::new();
        for (verdict, count) in counts {
            words.push(format!("{count} {}", verdict_words(verdict)));
        }
        let words = format!("{functions}: {}", words.join(", "));
        let cells = [(STRONG, against), (PLAIN, words)];
        let line = row(self.terminal, 2, &[], &cells);
        format!("\n{line}{lines}")
    }

    fn remark_line(&self, indent: usize, name: String, result: &BenchResult) -> String {
        let mut line = Line::new(self.terminal, 6);
        line.gap(indent).cell(PLAIN, name);
        self.add_remark(&mut line, result);
        line.end()
    }

    /// Adds the reason why there are no figures, otherwise the comparison. It has a colour
    /// only if its samples can be trusted, and no other programs ran.
    fn add_remark(&self, line: &mut Line, result: &BenchResult) {
        if result.measured.is_none() {
            let word = format!("{}:", result.status);
            let message = message_line(result.message.as_deref().unwrap_or_default());
            let style = status_style(result.status);
            line.gap(2).tagged(style, &word, &message);
            return;
        }
        let Some(to) = comparison(result) else {
            return;
        };
        let is_doubtful = self.report.load.is_some_and(Load::is_disturbing)
            || result.warnings.contains(&Noisy)
            || result.warnings.contains(&FewSamples);
        let style = match to.verdict {
            _ if result.regressed => BAD,
            _ if is_doubtful => PLAIN,
            Slower => BAD,
            Faster => GOOD,
            Same | MachineVaried => PLAIN,
        };
        line.gap(2).tagged(style, &ratio_words(result), "");
    }
}

fn row_name(result: &BenchResult) -> String {
    match &result.alternative {
        Some(name) => format!("    {}", one_line(name)),
        None => format!("  {}", function_name(result.phase, None)),
    }
}

fn p10_ns(result: &BenchResult) -> f64 {
    let figures = result.measured.as_ref();
    figures.map_or(0.0, |figures| figures.p10_ns)
}

#[cfg(test)]
mod tests;

//! The table of `bench`: a line for each day, or a row for each phase and alternative of one
//! puzzle. All bars share one scale.
//!
//! ```text
//! 2020/22 Crab Combat  inputs/year2020/day22.txt
//!                   p10          median  allocs      peak  log
//!   part 1       702 ns  ±0.4%   709 ns      12  1.05 MiB  ████
//!   part 2      2.81 ms  ±0.4%  2.84 ms      12  1.05 MiB  █████████████▎
//!     textbook  34.5 ms  ±0.4%  34.8 ms   1.20M  3.43 MiB  ████████████████  12.3x slower than part 2 [12.1, 12.5]
//!
//! 2020                  all           parse  part 1   part 2
//!  22 Crab Combat   2.81 ms  ±0.4%  45.1 ns  702 ns  2.81 ms  ████████████████
//! ```

use std::collections::BTreeMap;

use aoc_solution::protocol::Phase;

use super::bench_figures::{
    bench_notes, day_title, days_and_inputs, figures, ratio_words, result_name, shown_ratio,
    spread_text, sum_text,
};
use super::scale::Scale;
use super::summary::not_run_lines;
use crate::bench::{BenchGroup, BenchReport, BenchResult, BenchWarning, Load, RatioVerdict};
use crate::error::Result;
use crate::puzzle::Year;
use crate::render::{header_line, message_line, puzzle_link, row_name, status_style, year_link};
use crate::runner::function_name;
use crate::terminal::style::{BAD, BAR, DIM, GOOD, PLAIN, STRONG, WARNING};
use crate::terminal::table::{Cell, Column, Layout, list};
use crate::terminal::{Console, Line, MessageKind, Terminal, Verbosity, plural, row, text_line};

/// Shows a report: as JSON, or as a table with notes on stderr.
pub fn show_bench(console: Console, json: bool, report: &BenchReport) -> Result<()> {
    if json {
        return console.print_document(report);
    }
    console.print(&bench_table(&console, report))?;
    for note in bench_notes(report) {
        console.message(MessageKind::Note, &note);
    }
    Ok(())
}

/// The table has a row for each phase if there is only one puzzle, or if alternatives or details
/// are shown. Otherwise it has a row for each day.
fn bench_table(console: &Console, report: &BenchReport) -> String {
    let terminal = console.stdout;
    let results = &report.results;
    let is_single = results
        .iter()
        .all(|result| result.header.puzzle == results[0].header.puzzle);
    let has_phases = is_single
        || console.verbosity == Verbosity::Verbose
        || results.iter().any(|result| result.alternative.is_some());
    let mut days = BenchGroup::days(report);
    days.retain(BenchGroup::has_phases);
    let mut text = if has_phases {
        phase_lines(terminal, report, &days)
    } else {
        day_lines(terminal, report, &days)
    };
    // If a single puzzle has no figures, the error of the command gives the reason.
    if !is_single || !days.is_empty() {
        text += &not_measured_lines(terminal, report);
    }
    if console.is_quiet() {
        return text;
    }
    if !is_single {
        text += &total_lines(terminal, report);
    }
    text += &change_lines(terminal, report, has_phases);
    if terminal.width.is_some() && !days.is_empty() {
        let figures = if has_phases { "p10" } else { "times" };
        let words = format!("{figures}: the 10th percentile of the samples; ±: its 95% interval");
        text += &text_line(terminal, DIM, words);
    }
    text
}

/// The column of names. If there is no room for bars, names are cut.
const NAME: Column = Column::left("").cut(12, 24, Some(36));

/// The column of bars. Its title says whether the scale is logarithmic. The table leaves the column
/// out if the bars would be too short to compare.
fn bars(scale: Scale) -> Column {
    let title = if scale.is_logarithmic() { "log" } else { "" };
    Column::left(title).rest(8, 16)
}

/// The columns of the table of days. Even the narrowest terminal has room for the headline and its
/// interval.
fn day_columns(scale: Scale) -> [Column; 7] {
    [
        NAME,
        Column::right("all"),
        Column::right(""),
        Column::right("parse").drop_order(1),
        Column::right("part 1").drop_order(2),
        Column::right("part 2").drop_order(3),
        bars(scale),
    ]
}

/// The columns of the table of phases and alternatives. On a narrow terminal, the column of the
/// interval is left out before the names are shortened.
fn phase_columns(scale: Scale) -> [Column; 7] {
    [
        NAME,
        Column::right("p10"),
        Column::right("").drop_after_cuts(),
        Column::right("median").drop_order(3),
        Column::right("allocs").drop_order(2),
        Column::right("peak").drop_order(1),
        bars(scale),
    ]
}

/// The cells of a day below the heading of its year, without the bar.
fn day_cells(day: &BenchGroup) -> Vec<Cell> {
    let number = day.header.puzzle.day.to_string();
    let name = format!("{number} {}", day_title(day));
    let mut cells = vec![
        Cell::new(PLAIN, name)
            .indent(3 - number.len())
            .link(puzzle_link(day.header.puzzle)),
        Cell::new(STRONG, sum_text(&day.sum)),
        Cell::new(DIM, spread_text(day.sum.spread)),
    ];
    cells.extend(Phase::ALL.map(|phase| {
        let result = day.phase(phase);
        let style = result.map_or(DIM, |result| status_style(result.status));
        Cell::new(style, sum_text(&day.phase_sum(phase)))
    }));
    cells
}

/// The cells of a phase or an alternative, without the bar.
fn result_cells(result: &BenchResult, day: &BenchGroup) -> Vec<Cell> {
    let is_below_part = result.phase.is_some_and(|phase| day.phase(phase).is_some());
    let alternative = result.alternative.as_deref();
    let name = row_name(result.phase, alternative, is_below_part).indent(2);
    if result.measured.is_none() {
        return vec![name];
    }
    let [p10, spread, median, allocs, peak] = figures(result);
    vec![
        name,
        Cell::new(STRONG, p10),
        Cell::new(DIM, spread),
        Cell::new(PLAIN, median),
        Cell::new(PLAIN, allocs),
        Cell::new(PLAIN, peak),
    ]
}

fn p10(result: &BenchResult) -> f64 {
    result
        .measured
        .as_ref()
        .map_or(0.0, |figures| figures.p10_ns)
}

/// A table with a bar at the end of each row.
struct BarTable {
    terminal: Terminal,
    layout: Layout,
    scale: Scale,
}

impl BarTable {
    /// A table of these rows, whose bars show `times`.
    fn new(
        terminal: Terminal,
        columns: fn(Scale) -> [Column; 7],
        rows: &[Vec<Cell>],
        times: impl IntoIterator<Item = f64>,
    ) -> Self {
        let scale = Scale::of(times);
        Self {
            terminal,
            layout: Layout::of_rows(terminal, &columns(scale), rows),
            scale,
        }
    }

    /// The heading of a table or of a year.
    fn heading(&self, year: Option<Year>) -> String {
        let mut cells = self.layout.titles();
        if let Some(year) = year {
            cells[0] = Cell::new(DIM, year.to_string()).link(year_link(year));
        }
        self.layout.line(&cells).end()
    }

    /// A row with a bar for its time. A time of 0 has no bar.
    fn row(&self, mut cells: Vec<Cell>, ns: f64) -> Line {
        if let Some(columns) = self.layout.rest_width()
            && ns > 0.0
        {
            cells.push(Cell::new(BAR, self.scale.bar(ns, columns)));
        }
        let mut line = Line::new(self.terminal, 6);
        self.layout.add(&mut line, &cells);
        line
    }
}

/// A line for each day and input, below the heading of their year.
fn day_lines(terminal: Terminal, report: &BenchReport, days: &[BenchGroup]) -> String {
    let rows: Vec<_> = days.iter().map(day_cells).collect();
    let times = days.iter().map(|day| day.sum.ns);
    let table = BarTable::new(terminal, day_columns, &rows, times);
    let mut lines = String::new();
    for days in days.chunk_by(|one, next| one.header.puzzle.year == next.header.puzzle.year) {
        if !lines.is_empty() {
            lines.push('\n');
        }
        lines += &table.heading(Some(days[0].header.puzzle.year));
        for day in days {
            lines += &table.row(day_cells(day), day.sum.ns).end();
            for result in day.results {
                if result.status.is_failure() {
                    let name = function_name(result.phase, result.alternative.as_deref());
                    lines += &remark_line(terminal, report, 4, name, result);
                }
            }
        }
    }
    lines
}

/// A row for each phase and alternative, below the heading of their day.
fn phase_lines(terminal: Terminal, report: &BenchReport, days: &[BenchGroup]) -> String {
    let results = days.iter().flat_map(|day| day.results);
    let rows: Vec<_> = days
        .iter()
        .flat_map(|day| day.results.iter().map(|result| result_cells(result, day)))
        .collect();
    let table = BarTable::new(terminal, phase_columns, &rows, results.map(p10));
    let mut lines = String::new();
    for day in days {
        if !lines.is_empty() {
            lines.push('\n');
        }
        lines += &header_line(terminal, day.header);
        lines += &table.heading(None);
        for result in day.results {
            let mut line = table.row(result_cells(result, day), p10(result));
            add_remark(&mut line, report, result);
            lines += &line.end();
        }
    }
    lines
}

/// The puzzles and inputs that could not be measured.
fn not_measured_lines(terminal: Terminal, report: &BenchReport) -> String {
    let failed = report
        .results
        .iter()
        .filter(|result| result.phase.is_none());
    not_run_lines(
        terminal,
        failed.map(|result| {
            let reason = result.message.as_deref().unwrap_or_default();
            (result.header.puzzle, reason)
        }),
    )
}

/// The sums of each year and of all years, such as `2020  2 days in > 2.85 ms ±0.3%  without
/// 2020/23 part 1`.
fn total_lines(terminal: Terminal, report: &BenchReport) -> String {
    const COLUMNS: &[Column] = &[
        Column::left("").at_least(4),
        Column::left("").wraps(),
        Column::left("").wraps(),
    ];
    let mut rows = Vec::new();
    for (name, total) in BenchGroup::totals(report) {
        let mut words = days_and_inputs(&total);
        if total.sum.ns > 0.0 {
            let spread = spread_text(total.sum.spread);
            words += &format!(" in {} {spread}", sum_text(&total.sum));
        }
        let mut cells = vec![Cell::new(STRONG, name), Cell::new(PLAIN, words)];
        let missing: Vec<String> = total
            .sum
            .missing
            .iter()
            .map(|result| result_name(result))
            .collect();
        if !missing.is_empty() {
            let names = missing.join(", ");
            cells.push(Cell::new(WARNING, format!("without {names}")));
        }
        rows.push(cells);
    }
    format!("\n{}", list(terminal, COLUMNS, rows))
}

/// The comparisons with the baseline or the other revision. The first line counts the verdicts. A
/// line follows for each function that became faster or slower and has no row in the table.
fn change_lines(terminal: Terminal, report: &BenchReport, has_phases: bool) -> String {
    let mut lines = String::new();
    let mut counts: BTreeMap<RatioVerdict, usize> = BTreeMap::new();
    let mut against = String::new();
    for result in &report.results {
        let Some(to) = &result.change else {
            continue;
        };
        against = format!("against {}", to.of);
        *counts.entry(to.verdict).or_default() += 1;
        let is_different = matches!(to.verdict, RatioVerdict::Slower | RatioVerdict::Faster);
        if !has_phases && (is_different || result.regressed) {
            let name = format!("{:14}", result_name(result));
            lines += &remark_line(terminal, report, 2, name, result);
        }
    }
    if counts.is_empty() {
        return lines;
    }
    let functions = plural(counts.values().sum(), "function");
    let counts: Vec<String> = counts
        .into_iter()
        .map(|(verdict, count)| match verdict {
            RatioVerdict::Slower => format!("{count} slower"),
            RatioVerdict::Faster => format!("{count} faster"),
            RatioVerdict::Same => format!("{count} with no difference shown"),
            RatioVerdict::MachineVaried => format!("{count} with no verdict"),
        })
        .collect();
    let words = format!("{functions}: {}", counts.join(", "));
    let cells = [(STRONG, against), (PLAIN, words)];
    let line = row(terminal, 2, &cells);
    format!("\n{line}{lines}")
}

fn remark_line(
    terminal: Terminal,
    report: &BenchReport,
    indent: usize,
    name: String,
    result: &BenchResult,
) -> String {
    let mut line = Line::new(terminal, 6);
    line.gap(indent).cell(PLAIN, name);
    add_remark(&mut line, report, result);
    line.end()
}

/// Adds the comparison, or the reason why there are no figures. The comparison is coloured only if
/// its samples are reliable and no other programs ran.
fn add_remark(line: &mut Line, report: &BenchReport, result: &BenchResult) {
    if result.measured.is_none() {
        let word = format!("{}:", result.status);
        let message = message_line(result.message.as_deref().unwrap_or_default());
        let style = status_style(result.status);
        line.gap(2).tagged(style, &word, &message);
        return;
    }
    let Some(to) = shown_ratio(result) else {
        return;
    };
    let is_doubtful = report.load.is_some_and(Load::is_disturbing)
        || result.warnings.contains(&BenchWarning::Noisy)
        || result.warnings.contains(&BenchWarning::FewSamples);
    let style = match to.verdict {
        _ if result.regressed => BAD,
        _ if is_doubtful => PLAIN,
        RatioVerdict::Slower => BAD,
        RatioVerdict::Faster => GOOD,
        RatioVerdict::Same | RatioVerdict::MachineVaried => PLAIN,
    };
    line.gap(2).tagged(style, &ratio_words(result), "");
}

#[cfg(test)]
mod tests;

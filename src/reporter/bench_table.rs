//! The table of `bench`: a line for each day, or for one puzzle a row for each
//! phase and alternative, with bars on one scale.
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

use anstyle::Style;
use aoc_solution::protocol::Phase;

use super::bench_figures::{
    BenchGroup, bench_notes, comparison, figures, headline, ratio_words, result_name, spread,
};
use super::names::{function_name, header_line, message_line, status_style};
use super::scale::Scale;
use super::summary::not_run;
use crate::bench::{BenchReport, BenchResult, Load, RatioVerdict, Warning};
use crate::error::Result;
use crate::terminal::layout::Line;
use crate::terminal::style::{BAD, BAR, DIM, DOUBT, GOOD, PLAIN, STRONG};
use crate::terminal::{
    Console, MessageKind, Terminal, Verbosity, cut_end, document, one_line, plural, row, text_line,
    width,
};

/// Shows a report: as JSON, or as a table with notes on stderr.
pub fn show_bench(console: &mut Console, json: bool, report: &BenchReport) -> Result<()> {
    if json {
        return document(console, report);
    }
    console.print(&bench_table(console, report))?;
    for note in bench_notes(report) {
        console.message(MessageKind::Note, &note);
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
        || console.verbosity == Verbosity::Verbose
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
    text += &table.changes();
    if console.stdout.width.is_some() && !table.days.is_empty() {
        let figures = if has_phases { "p10" } else { "times" };
        let words = format!("{figures}: the 10th percentile of the samples; ±: its 95% interval");
        text += &text_line(console.stdout, DIM, words);
    }
    text
}

/// The cells after the name of a row, each with its style.
type Cells = [(Style, String); 5];

/// A row before its layout.
struct Row {
    name: String,
    cells: Cells,
    /// The time of the bar; 0 for none.
    ns: f64,
}

impl Row {
    fn heading(name: String, names: [&str; 5]) -> Self {
        Self {
            name,
            cells: names.map(|name| (DIM, name.to_owned())),
            ns: 0.0,
        }
    }

    /// A day below the heading of its year.
    fn of_day(day: &BenchGroup) -> Self {
        let [parse, part1, part2] = Phase::ALL.map(|phase| {
            let result = day.phase(phase);
            let style = result.map_or(DIM, |result| status_style(result.status));
            (style, headline(result))
        });
        Self {
            name: format!("{:>3} {}", day.header.puzzle.day.get(), day.name()),
            cells: [
                (STRONG, day.total()),
                (DIM, spread(day.spread)),
                parse,
                part1,
                part2,
            ],
            ns: day.ns,
        }
    }

    fn of_result(result: &BenchResult) -> Self {
        let [p10, spread, median, allocs, peak] = figures(result);
        Self {
            name: match &result.alternative {
                Some(name) => format!("    {}", one_line(name)),
                None => format!("  {}", function_name(result.phase, None)),
            },
            cells: [
                (STRONG, p10),
                (DIM, spread),
                (PLAIN, median),
                (PLAIN, allocs),
                (PLAIN, peak),
            ],
            ns: result
                .measured
                .as_ref()
                .map_or(0.0, |figures| figures.p10_ns),
        }
    }
}

/// The widths of a table's columns.
struct Columns {
    name: usize,
    /// 0 for a column that is left out.
    cells: [usize; 5],
    /// The width of the longest bar; 0 without bars.
    bar: usize,
}

impl Columns {
    /// Longer names are cut.
    const MAX_NAME: usize = 36;
    /// Names are cut to this width before a column is left out,
    const SHORT_NAME: usize = 24;
    /// and to this one if that does not make room for bars.
    const MIN_NAME: usize = 12;
    const MAX_BAR: usize = 16;
    /// Shorter bars could not be compared.
    const MIN_BAR: usize = 8;
    const GAP: usize = 2;

    /// Lays out the rows. On a narrow terminal names are cut, and the columns with the
    /// indices `expendable` are left out in that order, to make room for bars; the headline
    /// and its interval stay.
    fn fit(terminal: Terminal, expendable: [usize; 3], rows: &[Row]) -> Self {
        let mut name = 0;
        let mut cells = [0; 5];
        for row in rows {
            name = width(&row.name).max(name);
            for (widest, (_, text)) in cells.iter_mut().zip(&row.cells) {
                *widest = width(text).max(*widest);
            }
        }
        name = name.min(Self::MAX_NAME);
        let Some(width) = terminal.width else {
            return Self {
                name,
                cells,
                bar: 0,
            };
        };
        let with_bar = |cells| Self::width(cells) + Self::GAP + Self::MIN_BAR;
        for index in expendable {
            if name.min(Self::SHORT_NAME) + with_bar(cells) > width {
                cells[index] = 0;
            }
        }
        let room = width.saturating_sub(with_bar(cells));
        name = name.min(room.max(Self::MIN_NAME));
        let bar = width.saturating_sub(name + Self::width(cells) + Self::GAP);
        Self {
            name,
            cells,
            bar: if bar < Self::MIN_BAR {
                0
            } else {
                bar.min(Self::MAX_BAR)
            },
        }
    }

    /// The width of the cells after the name.
    fn width(cells: [usize; 5]) -> usize {
        cells
            .into_iter()
            .filter(|width| *width > 0)
            .map(|width| Self::GAP + width)
            .sum()
    }
}

struct Table<'a> {
    terminal: Terminal,
    report: &'a BenchReport,
    /// The days that could be measured.
    days: Vec<BenchGroup<'a>>,
    has_phases: bool,
    columns: Columns,
    scale: Scale,
}

const DAY_COLUMNS: [&str; 5] = ["all", "", "parse", "part 1", "part 2"];
const PHASE_COLUMNS: [&str; 5] = ["p10", "", "median", "allocs", "peak"];

impl<'a> Table<'a> {
    fn new(terminal: Terminal, report: &'a BenchReport, has_phases: bool) -> Self {
        let mut days = BenchGroup::days(report);
        days.retain(|day| day.results[0].phase.is_some());
        let (names, expendable) = if has_phases {
            (PHASE_COLUMNS, [4, 3, 2])
        } else {
            (DAY_COLUMNS, [2, 3, 4])
        };
        let mut rows = vec![Row::heading(String::new(), names)];
        for day in &days {
            if has_phases {
                rows.extend(day.results.iter().map(Row::of_result));
            } else {
                rows.push(Row::of_day(day));
            }
        }
        Self {
            terminal,
            report,
            columns: Columns::fit(terminal, expendable, &rows),
            scale: Scale::of(rows.iter().map(|row| row.ns)),
            days,
            has_phases,
        }
    }

    /// The heading of a table or of a year. A logarithmic scale is named above its bars.
    fn heading(&self, name: String, names: [&str; 5]) -> String {
        let mut line = self.row(&Row::heading(name, names));
        if self.columns.bar > 0 && self.scale.is_logarithmic() {
            line.gap(Columns::GAP).cell(DIM, "log");
        }
        line.end()
    }

    fn row(&self, row: &Row) -> Line {
        let columns = &self.columns;
        let mut line = Line::new(self.terminal, 6);
        line.left(PLAIN, cut_end(&row.name, columns.name), columns.name);
        if row.cells.iter().all(|(_, text)| text.is_empty()) {
            return line;
        }
        for ((style, text), width) in row.cells.iter().zip(columns.cells) {
            if width > 0 {
                line.gap(Columns::GAP).right(*style, text, width);
            }
        }
        if columns.bar > 0 && row.ns > 0.0 {
            let bar = self.scale.bar(row.ns, columns.bar);
            line.gap(Columns::GAP).left(BAR, bar, columns.bar);
        }
        line
    }

    /// A line for each day and input, below the heading of their year.
    fn days(&self) -> String {
        let mut lines = String::new();
        let years = self
            .days
            .chunk_by(|one, next| one.header.puzzle.year == next.header.puzzle.year);
        for days in years {
            if !lines.is_empty() {
                lines.push('\n');
            }
            lines += &self.heading(days[0].header.puzzle.year.to_string(), DAY_COLUMNS);
            for day in days {
                lines += &self.row(&Row::of_day(day)).end();
                for result in day.results {
                    if result.status.is_failure() {
                        let name = function_name(result.phase, result.alternative.as_deref());
                        lines += &self.remark_line(4, name, result);
                    }
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
            lines += &self.heading(String::new(), PHASE_COLUMNS);
            for result in day.results {
                let mut line = self.row(&Row::of_result(result));
                self.add_remark(&mut line, result);
                lines += &line.end();
            }
        }
        lines
    }

    /// The puzzles that could not be measured at all.
    fn not_run(&self) -> String {
        let failed = self
            .report
            .results
            .iter()
            .filter(|result| result.phase.is_none());
        let reasons = failed
            .map(|result| {
                let reason = result.message.clone().unwrap_or_default();
                (result.header.puzzle, reason)
            })
            .collect();
        not_run(self.terminal, &reasons)
    }

    /// The sum of each year and of all years: `2020  2 days in > 2.85 ms ±0.3%  without
    /// 2020/23 part 1`
    fn totals(&self) -> String {
        let mut lines = String::from("\n");
        for (name, total) in BenchGroup::totals(self.report) {
            let mut words = total.count();
            if total.ns > 0.0 {
                let spread = spread(total.spread);
                words += &format!(" in {} {spread}", total.total());
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
            let is_different = matches!(to.verdict, RatioVerdict::Slower | RatioVerdict::Faster);
            if !self.has_phases && (is_different || result.regressed) {
                let name = format!("{:14}", result_name(result));
                lines += &self.remark_line(2, name, result);
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
            || result.warnings.contains(&Warning::Noisy)
            || result.warnings.contains(&Warning::FewSamples);
        let style = match to.verdict {
            _ if result.regressed => BAD,
            _ if is_doubtful => PLAIN,
            RatioVerdict::Slower => BAD,
            RatioVerdict::Faster => GOOD,
            RatioVerdict::Same | RatioVerdict::MachineVaried => PLAIN,
        };
        line.gap(2).tagged(style, &ratio_words(result), "");
    }
}

#[cfg(test)]
mod tests;

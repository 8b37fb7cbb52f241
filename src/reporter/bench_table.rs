//! The table of `bench`: a line for each day, or for one puzzle a row for each
//! phase and alternative, with bars on one scale.
//!
//! ```text
//! 2020/22 Crab Combat  inputs/year2020/day22.txt
//!                   p10          median  allocs      peak  log
//!   part 1       702 ns ±0.4%    709 ns      12  1.05 MiB  ██▊
//!   part 2      2.81 ms ±0.4%   2.84 ms      12  1.05 MiB  █████████████████▌
//!     textbook  34.5 ms ±0.4%   34.8 ms   1.20M  3.43 MiB  ██████████████████████▍
//!       12.3x slower [12.1, 12.5]
//!
//! 2020               parse    part 1    part 2       all
//!  22 Crab Combat  45.1 ns    702 ns   2.81 ms   2.81 ms ±0.4%   ███████████████████
//! ```

use std::collections::BTreeSet;

use anstyle::{Effects, Style};
use aoc_solution::protocol::Phase;

use super::bench_figures::{
    DayRow, Sum, day_count, full_name, function_name, headline, ratio_words, spread,
};
use super::head::{head, phase_name};
use super::scale::Scale;
use super::status::{message_line, status_style, status_word};
use super::summary::puzzle_list;
use crate::bench::{BenchReport, BenchResult, RatioTo, RatioVerdict};
use crate::puzzle::{Puzzle, Year};
use crate::terminal::layout::Line;
use crate::terminal::style::{BAD, BAR, DIM, DOUBT, GOOD, PLAIN, STRONG};
use crate::terminal::{
    Console, Terminal, Verbosity, bytes, count, cut_end, one_line, plural, time, width,
};

/// The table, with all phases of each puzzle if there is one or `details` are asked
/// for. Of `puzzles` some may have no results, after an interrupt.
pub fn bench_table(
    console: &Console,
    report: &BenchReport,
    puzzles: &[Puzzle],
    details: bool,
) -> String {
    let details = details || puzzles.len() == 1 || console.verbosity == Verbosity::Verbose;
    let rows = DayRow::all(report);
    let (failed, measured): (Vec<&DayRow<'_>>, Vec<&DayRow<'_>>) =
        rows.iter().partition(|row| row.results[0].phase.is_none());
    let terminal = console.stdout;
    let mut table = if details {
        phases(terminal, report, &measured)
    } else {
        days(terminal, &measured)
    };
    // A single one is the error of the command.
    if puzzles.len() > 1 {
        table += &not_run(terminal, &failed);
    }
    if !console.is_quiet() {
        if puzzles.len() > 1 {
            table += &totals(terminal, &rows, puzzles);
        }
        table += &changes(terminal, report, details);
    }
    table
}

/// A column: what stands above it, if its text is on the right, and its width.
type Column = (&'static str, usize);

/// The columns of a table, and the bars behind them.
struct Layout {
    terminal: Terminal,
    columns: Vec<Column>,
    bars: Option<(Scale, usize)>,
}

/// With fewer columns, bars tell too little; with more, they tell no more.
const LEAST: usize = 8;
const MOST: usize = 60;
const TIME: usize = 8;
const SPREAD: usize = 6;

impl Layout {
    /// Those that fit. Of `columns`, the ones of the indices `expendable` are left
    /// out, in that order, as long as there is no room for bars of these `times`. So
    /// much `behind` the bars is left free if both have room.
    fn fit(
        terminal: Terminal,
        mut columns: Vec<Column>,
        expendable: &[usize],
        times: &[f64],
        behind: usize,
    ) -> Self {
        let room = terminal.width.unwrap_or(usize::MAX);
        let left = |columns: &[Column]| {
            let shown = columns.iter().filter(|column| column.1 > 0);
            room.saturating_sub(shown.map(|column| column.1 + 1).sum::<usize>() + 1)
        };
        for &index in expendable {
            if left(&columns) < LEAST {
                columns[index].1 = 0;
            }
        }
        let left = left(&columns);
        let beside = Some(left.saturating_sub(behind)).filter(|it| *it >= LEAST);
        let width = beside.unwrap_or(left).min(MOST);
        let has_bars = terminal.width.is_some() && width >= LEAST;
        Self {
            terminal,
            columns,
            bars: has_bars.then(|| (Scale::of(times), width)),
        }
    }

    fn heading(&self, first: &str) -> String {
        let names = self
            .columns
            .iter()
            .map(|(name, _)| (DIM, (*name).to_owned()));
        let mut cells: Vec<_> = names.collect();
        cells[0] = (STRONG, first.to_owned());
        let mut line = self.line(0, &cells, 0.0);
        if self.bars.is_some_and(|(scale, _)| scale.is_logarithmic) {
            line.gap(2).cell(DIM, "log");
        }
        line.end()
    }

    /// A row; without a bar if there is no time.
    fn line(&self, indent: usize, cells: &[(Style, String)], ns: f64) -> Line {
        let mut line = Line::new(self.terminal, indent);
        let columns = self.columns.iter().zip(cells).enumerate();
        for (index, (&(name, width), (style, text))) in columns.filter(|it| it.1.0.1 > 0) {
            line.gap(usize::from(index > 0));
            if name.is_empty() {
                line.left(*style, &cut_end(text, width), width);
            } else {
                line.right(*style, text, width);
            }
        }
        if let Some((scale, width)) = self.bars.filter(|_| ns > 0.0) {
            line.gap(2).left(BAR, &bar(scale, width, ns), width);
        }
        line
    }
}

/// The days, below the heading of their year.
fn days(terminal: Terminal, rows: &[&DayRow<'_>]) -> String {
    let titles = rows.iter().map(|row| width(&row.name()) + 5);
    // Of a narrow terminal, the sum and a short bar have the most of it.
    let room = terminal.width.unwrap_or(80).saturating_sub(TIME + 14);
    let longest = titles.max().unwrap_or_default().min(room).clamp(13, 37);
    let mut columns = vec![("", longest)];
    columns.extend(Phase::ALL.map(|phase| (phase_name(phase), TIME + 1)));
    columns.extend([("all", TIME + 1), ("", SPREAD)]);
    let sums: Vec<f64> = rows.iter().map(|row| row.sum.ns).collect();
    let layout = Layout::fit(terminal, columns, &[1, 2, 3, 5], &sums, 0);
    let mut table = String::new();
    for rows in rows.chunk_by(|a, b| a.header.year == b.header.year) {
        table += if table.is_empty() { "" } else { "\n" };
        table += &layout.heading(&rows[0].header.year.to_string());
        for row in rows {
            let name = format!("{:>3} {}", row.header.day.to_string(), row.name());
            let mut cells = vec![(PLAIN, name)];
            cells.extend(Phase::ALL.map(|phase| {
                let result = row.phase(phase);
                let style = result.map_or(DIM, |result| status_style(result.status));
                (style, headline(result))
            }));
            cells.extend([(STRONG, row.total()), (DIM, spread(row.sum.spread))]);
            table += &layout.line(4, &cells, row.sum.ns).end();
            for result in row.results.iter().filter(|it| it.status.is_failure()) {
                let mut line = Line::new(terminal, 6);
                line.gap(4).cell(PLAIN, &function_name(result)).gap(2);
                write_failure(&mut line, result);
                table += &line.end();
            }
        }
    }
    table
}

/// Each puzzle with all its phases, each alternative after the primary.
fn phases(terminal: Terminal, report: &BenchReport, rows: &[&DayRow<'_>]) -> String {
    let name = |result: &BenchResult| match &result.alternative {
        Some(name) => format!("    {}", one_line(name)),
        None => format!("  {}", function_name(result)),
    };
    let names = report.results.iter().map(|result| width(&name(result)));
    let columns = vec![
        ("", names.max().unwrap_or_default().clamp(12, 32)),
        ("p10", TIME),
        ("", SPREAD),
        ("median", TIME),
        ("allocs", 7),
        ("peak", 9),
    ];
    let times: Vec<f64> = report.figures().map(|figures| figures.p10_ns).collect();
    let behind =
        |result: &BenchResult| Some(2 + width(&ratio_words(result, result.ratio.as_ref()?)));
    let behind = report.results.iter().filter_map(behind).max();
    let layout = Layout::fit(
        terminal,
        columns,
        &[5, 4, 3],
        &times,
        behind.unwrap_or_default(),
    );
    let mut table = String::new();
    for row in rows {
        table += if table.is_empty() { "" } else { "\n" };
        table += &head(terminal, row.header);
        table += &layout.heading("");
        for result in row.results {
            let mut cells = vec![(PLAIN, name(result))];
            let Some(figures) = &result.measured else {
                let mut line = layout.line(6, &cells, 0.0);
                write_failure(line.gap(2), result);
                table += &line.end();
                continue;
            };
            let allocations = result.allocations.as_ref();
            let allocations = allocations.map(|all| [count(all.count), bytes(all.peak)]);
            let [allocs, peak] = allocations.unwrap_or_default();
            cells.extend([
                (STRONG, time(figures.p10_ns)),
                (DIM, spread(figures.spread())),
                (PLAIN, time(figures.median_ns)),
                (PLAIN, allocs),
                (PLAIN, peak),
            ]);
            let mut line = layout.line(6, &cells, figures.p10_ns);
            if let Some(ratio) = &result.ratio {
                write_ratio(&mut line, result, ratio);
            }
            table += &line.end();
        }
    }
    table
}

/// Puzzles that could not be measured, those with the same reason in one line.
fn not_run(terminal: Terminal, rows: &[&DayRow<'_>]) -> String {
    let reason = |row: &&DayRow<'_>| {
        let reason = row.results[0].message.clone().unwrap_or_default();
        let name = format!("{}: ", row.puzzle());
        reason.strip_prefix(&name).unwrap_or(&reason).to_owned()
    };
    let same = rows.chunk_by(|a, b| reason(a) == reason(b));
    let lines = same.map(|rows| {
        let names = puzzle_list(rows.iter().map(|row| row.puzzle()));
        let mut line = Line::new(terminal, 4);
        line.words(STRONG, &names).gap(2);
        line.tagged(BAD, "error:", &message_line(&reason(&rows[0])));
        line.end()
    });
    lines.collect()
}

/// What each year takes, and all of them:
/// `2020  2 days in 2.85 ms ±0.3%  without 2020/23 part 1`
fn totals(terminal: Terminal, rows: &[DayRow<'_>], puzzles: &[Puzzle]) -> String {
    let years: BTreeSet<Year> = puzzles.iter().map(|puzzle| puzzle.year).collect();
    let all = (years.len() > 1).then_some(None);
    let mut lines = String::from("\n");
    for year in years.into_iter().map(Some).chain(all) {
        let is_of = |puzzle: Puzzle| year.is_none_or(|year| year == puzzle.year);
        let rows = rows.iter().copied().filter(|row| is_of(row.puzzle()));
        let rows: Vec<DayRow<'_>> = rows.collect();
        let reached = rows.chunk_by(|a, b| a.puzzle() == b.puzzle()).count();
        let selected = puzzles.iter().filter(|&&puzzle| is_of(puzzle)).count();
        let days = if reached < selected {
            format!("{reached} of {}", plural(selected, "day"))
        } else {
            day_count(&rows)
        };
        let name = year.map_or_else(|| "all".to_owned(), |year| year.to_string());
        let mut line = Line::new(terminal, 2);
        line.left(STRONG, &name, 4).gap(2).cell(PLAIN, &days);
        let sum = Sum::of(rows.iter().flat_map(|row| row.results));
        if sum.ns > 0.0 {
            line.cell(PLAIN, " in").gap(1).cell(STRONG, &time(sum.ns));
            line.gap(1).cell(DIM, &spread(sum.spread));
        }
        let missing = rows.iter().flat_map(DayRow::missing).map(full_name);
        let missing = missing.collect::<Vec<_>>().join(", ");
        if !missing.is_empty() {
            line.gap(2).words(DOUBT, &format!("without {missing}"));
        }
        lines += &line.end();
    }
    lines
}

/// What became faster or slower than the baseline or the other revision, and how
/// much did not. What stands in its row is only counted.
fn changes(terminal: Terminal, report: &BenchReport, details: bool) -> String {
    let changes = report.results.iter();
    let changes: Vec<(&BenchResult, &RatioTo)> = changes
        .filter_map(|result| Some((result, result.change.as_ref()?)))
        .collect();
    let Some((_, first)) = changes.first() else {
        return String::new();
    };
    let counted = |verdict, words: &str| {
        let same = changes.iter().filter(|(_, to)| to.verdict == verdict);
        let count = Some(same.count()).filter(|count| *count > 0);
        count.map(|count| format!("{count} {words}"))
    };
    let counts = [
        counted(RatioVerdict::Slower, "slower"),
        counted(RatioVerdict::Faster, "faster"),
        counted(RatioVerdict::Same, "no difference shown"),
    ];
    let counts: Vec<String> = counts.into_iter().flatten().collect();
    let text = format!(
        "{}: {}",
        plural(changes.len(), "function"),
        counts.join(", ")
    );
    let mut line = Line::new(terminal, 2);
    let name = format!("against {}", one_line(&first.of));
    line.cell(STRONG, &name).gap(2).words(PLAIN, &text);
    let mut lines = format!("\n{}", line.end());
    for (result, to) in changes {
        let in_row = details && result.alternative.is_none();
        if in_row || (to.verdict == RatioVerdict::Same && !result.regressed) {
            continue;
        }
        let mut line = Line::new(terminal, 4);
        line.gap(2).left(PLAIN, &full_name(result), 16);
        write_ratio(&mut line, result, to);
        lines += &line.end();
    }
    lines
}

fn write_failure(line: &mut Line, result: &BenchResult) {
    let message = result.message.as_deref().unwrap_or_default();
    let word = format!("{}:", status_word(result.status));
    line.tagged(status_style(result.status), &word, &message_line(message));
}

/// `12.3x slower [12.1, 12.5]`, and whether that is more than is allowed.
fn write_ratio(line: &mut Line, result: &BenchResult, to: &RatioTo) {
    let style = match to.verdict {
        RatioVerdict::Slower => BAD.effects(Effects::new()),
        RatioVerdict::Faster => GOOD,
        RatioVerdict::Same => PLAIN,
    };
    let text = ratio_words(result, to);
    line.gap(2).keep(width(&text)).cell(style, &text);
    if result.regressed && result.change.as_ref() == Some(to) {
        line.gap(2).cell(BAD, "too much");
    }
}

fn bar(scale: Scale, columns: usize, ns: f64) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a share of some columns"
    )]
    let eighths = (scale.share(ns) * (columns * 8) as f64).round() as usize;
    // What was measured is never nothing.
    let eighths = eighths.max(1);
    "█".repeat(eighths / 8) + PARTS[eighths % 8]
}

#[cfg(test)]
mod tests;

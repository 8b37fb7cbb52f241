//! The table of `bench`: a line for each day, or for one puzzle a row for each
//! phase and alternative, with bars on one scale.
//!
//! ```text
//! 2020/22 Crab Combat  inputs/year2020/day22.txt
//!                   p10          median  allocs      peak  |1 µs  |100 µs |10 ms
//!   part 1       702 ns ±0.4%    709 ns      12  1.05 MiB  ██▊
//!   part 2      2.81 ms ±0.4%   2.84 ms      12  1.05 MiB  █████████████████▌
//!     textbook  34.5 ms ±0.4%   34.8 ms   1.20M  3.43 MiB  ██████████████████████▍
//!       12.3x slower [12.1, 12.5]
//!
//! 2020               parse    part 1    part 2       all          |0     |1 ms  |2 ms
//!  22 Crab Combat  45.1 ns    702 ns   2.81 ms   2.81 ms ±0.4%   ███████████████████
//! ```

use std::collections::BTreeSet;

use anstyle::{Effects, Style};
use aoc_solution::protocol::{Allocations, Phase};

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
        table += &totals(terminal, &rows, puzzles);
        table += &changes(terminal, report, details);
    }
    table
}

/// A column: what stands above it, its width, and whether its text is on the right.
type Column = (&'static str, usize, bool);

/// The columns of a table, and the bars behind them.
struct Layout {
    terminal: Terminal,
    columns: Vec<Column>,
    bars: Option<(Scale, usize)>,
}

/// With fewer columns, bars tell too little; with more, they tell no more.
const BARS: std::ops::RangeInclusive<usize> = 8..=60;
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
        let bars = terminal.width.and_then(|room| {
            let left = |columns: &[Column]| {
                let shown = columns.iter().filter(|column| column.1 > 0);
                room.saturating_sub(shown.map(|column| column.1 + 1).sum::<usize>() + 1)
            };
            for &index in expendable {
                if left(&columns) < *BARS.start() {
                    columns[index].1 = 0;
                }
            }
            let left = left(&columns);
            let beside = left.saturating_sub(behind);
            let width = if beside < *BARS.start() { left } else { beside }.min(*BARS.end());
            let scale = Scale::of(times, &[]);
            BARS.contains(&width).then_some((scale, width))
        });
        Self {
            terminal,
            columns,
            bars,
        }
    }

    fn heading(&self, first: &str) -> String {
        let names = self.columns.iter().map(|column| (DIM, column.0.to_owned()));
        let mut texts: Vec<(Style, String)> = names.collect();
        texts[0] = (STRONG, first.to_owned());
        let mut line = self.line(0, &texts, None);
        if let Some((scale, width)) = self.bars {
            line.gap(2).cell(DIM, &axis(scale, width));
        }
        line.end()
    }

    fn line(&self, indent: usize, texts: &[(Style, String)], ns: Option<f64>) -> Line {
        let mut line = Line::new(self.terminal, indent);
        for (index, (&(_, width, right), (style, text))) in
            self.columns.iter().zip(texts).enumerate()
        {
            if width == 0 {
                continue;
            }
            line.gap(usize::from(index > 0));
            if right {
                line.right(*style, text, width);
            } else {
                line.left(*style, &cut_end(text, width), width);
            }
        }
        if let (Some((scale, width)), Some(ns)) = (self.bars, ns) {
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
    let mut columns = vec![("", longest, false)];
    columns.extend(Phase::ALL.map(|phase| (phase_name(phase), TIME + 1, true)));
    columns.extend([("all", TIME + 1, true), ("", SPREAD, false)]);
    let sums: Vec<f64> = rows.iter().map(|row| row.sum.ns).collect();
    let columns = Layout::fit(terminal, columns, &[1, 2, 3, 5], &sums, 0);
    let mut table = String::new();
    for rows in rows.chunk_by(|a, b| a.header.year == b.header.year) {
        table += if table.is_empty() { "" } else { "\n" };
        table += &columns.heading(&rows[0].header.year.to_string());
        for row in rows {
            let name = format!("{:>3} {}", row.header.day.to_string(), row.name());
            let mut texts = vec![(PLAIN, name)];
            texts.extend(Phase::ALL.map(|phase| {
                let result = row.phase(phase);
                let style = result.map_or(DIM, |result| status_style(result.status));
                (style, headline(result))
            }));
            texts.extend([(STRONG, row.total()), (DIM, row.sum.spread())]);
            let ns = Some(row.sum.ns).filter(|&ns| ns > 0.0);
            table += &columns.line(4, &texts, ns).end();
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
        ("", names.max().unwrap_or_default().clamp(12, 32), false),
        ("p10", TIME, true),
        ("", SPREAD, false),
        ("median", TIME, true),
        ("allocs", 7, true),
        ("peak", 9, true),
    ];
    let times: Vec<f64> = report.figures().map(|figures| figures.p10_ns).collect();
    let ratios = report.results.iter().filter_map(|it| it.ratio.as_ref());
    let behind = ratios.map(|to| 2 + width(&ratio_words(to))).max();
    let behind = behind.unwrap_or_default();
    let columns = Layout::fit(terminal, columns, &[5, 4, 3], &times, behind);
    let mut table = String::new();
    for row in rows {
        table += if table.is_empty() { "" } else { "\n" };
        table += &head(terminal, row.header);
        table += &columns.heading("");
        for result in row.results {
            let mut texts = vec![(PLAIN, name(result))];
            let Some(figures) = &result.measured else {
                let mut line = columns.line(6, &texts, None);
                write_failure(line.gap(2), result);
                table += &line.end();
                continue;
            };
            let of_all = |what: fn(Allocations) -> String| {
                (PLAIN, result.allocations.map(what).unwrap_or_default())
            };
            texts.extend([
                (STRONG, time(figures.p10_ns)),
                (DIM, spread(figures)),
                (PLAIN, time(figures.median_ns)),
                of_all(|all| count(all.count)),
                of_all(|all| bytes(all.peak)),
            ]);
            let mut line = columns.line(6, &texts, Some(figures.p10_ns));
            if let Some(ratio) = &result.ratio {
                // Of an alternative, it stands beside what it changed from.
                write_ratio(
                    &mut line,
                    ratio,
                    result.regressed && result.alternative.is_none(),
                );
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

/// What each year takes, and all of them; empty for a single day.
fn totals(terminal: Terminal, rows: &[DayRow<'_>], puzzles: &[Puzzle]) -> String {
    if puzzles.len() < 2 {
        return String::new();
    }
    let years: BTreeSet<Year> = puzzles.iter().map(|puzzle| puzzle.year).collect();
    let all = (years.len() > 1).then_some(None);
    let mut lines = String::from("\n");
    for year in years.into_iter().map(Some).chain(all) {
        let is_of = |puzzle: Puzzle| year.is_none_or(|year| year == puzzle.year);
        let rows = rows.iter().copied().filter(|row| is_of(row.puzzle()));
        let selected = puzzles.iter().filter(|&&puzzle| is_of(puzzle)).count();
        let name = year.map_or_else(|| "all".to_owned(), |year| year.to_string());
        lines += &total(terminal, &name, &rows.collect::<Vec<_>>(), selected);
    }
    lines
}

/// `2020  2 days in 2.85 ms ±0.3%  without 2020/23 part 1`
fn total(terminal: Terminal, name: &str, rows: &[DayRow<'_>], selected: usize) -> String {
    let mut line = Line::new(terminal, 2);
    let reached = rows.chunk_by(|a, b| a.puzzle() == b.puzzle()).count();
    let days = if reached < selected {
        format!("{reached} of {}", plural(selected, "day"))
    } else {
        day_count(rows)
    };
    line.left(STRONG, name, 4).gap(2).cell(PLAIN, &days);
    let sum = Sum::of_rows(rows);
    if sum.ns > 0.0 {
        line.cell(PLAIN, " in").gap(1).cell(STRONG, &time(sum.ns));
        line.gap(1).cell(DIM, &sum.spread());
    }
    let missing = rows.iter().flat_map(DayRow::missing).map(full_name);
    let missing: Vec<String> = missing.collect();
    if !missing.is_empty() {
        let text = format!("without {}", missing.join(", "));
        line.gap(2).words(DOUBT, &text);
    }
    line.end()
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
    let words = [
        (RatioVerdict::Slower, "slower"),
        (RatioVerdict::Faster, "faster"),
        (RatioVerdict::Same, "no difference shown"),
    ];
    let counts = words.into_iter().filter_map(|(verdict, words)| {
        let same = changes.iter().filter(|(_, to)| to.verdict == verdict);
        let count = same.count();
        (count > 0).then(|| format!("{count} {words}"))
    });
    let counts = counts.collect::<Vec<_>>().join(", ");
    let text = format!("{}: {counts}", plural(changes.len(), "function"));
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
        write_ratio(&mut line, to, result.regressed);
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
fn write_ratio(line: &mut Line, to: &RatioTo, is_too_much: bool) {
    let style = match to.verdict {
        RatioVerdict::Slower => BAD.effects(Effects::new()),
        RatioVerdict::Faster => GOOD,
        RatioVerdict::Same => PLAIN,
    };
    let text = ratio_words(to);
    line.gap(2).keep(width(&text)).cell(style, &text);
    if is_too_much {
        line.gap(2).cell(BAD, "too much");
    }
}

/// The names of as many times as there is room for, at equal distances, each behind
/// a line at its place; without room for two, the kind of scale.
fn axis(scale: Scale, columns: usize) -> String {
    let ticks = scale.ticks();
    let names = |step: usize| {
        let mut axis = String::new();
        for (index, (ns, name)) in ticks.iter().step_by(step).enumerate() {
            let at = eighths(scale, columns, *ns) / 8;
            if at + 1 + width(name) > columns {
                // What would reach beyond the longest bars is left out.
                return (index > 1).then_some(axis);
            }
            axis += &" ".repeat(at.checked_sub(width(&axis))?);
            axis.push('|');
            axis.push_str(name);
        }
        Some(axis)
    };
    let kind = if scale.is_logarithmic() { "log" } else { "|0" };
    let axis = (1..ticks.len()).find_map(names);
    axis.unwrap_or_else(|| kind.to_owned())
}

fn bar(scale: Scale, columns: usize, ns: f64) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    // What was measured is never nothing.
    let eighths = eighths(scale, columns, ns).max(1);
    "█".repeat(eighths / 8) + PARTS[eighths % 8]
}

#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a share of some columns"
)]
fn eighths(scale: Scale, columns: usize, ns: f64) -> usize {
    (scale.share(ns) * (columns * 8) as f64).round() as usize
}

#[cfg(test)]
mod tests;

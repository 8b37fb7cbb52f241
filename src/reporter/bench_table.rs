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
//! 2020               parse  part 1   part 2      all
//!  22 Crab Combat  45.1 ns  702 ns  2.81 ms  2.81 ms  ±0.4%  ████████████████
//! ```

use std::collections::BTreeMap;

use anstyle::{Effects, Style};
use aoc_solution::protocol::Phase;

use super::bench_figures::{
    BenchGroup, Scale, bench_notes, figures, headline, ratio_words, result_name, spread,
    verdict_words,
};
use super::names::{function_name, header_line, message_line, phase_name, status_style};
use super::summary::not_run;
use crate::bench::RatioVerdict::{Faster, MachineVaried, Same, Slower};
use crate::bench::Warning::{FewSamples, Noisy};
use crate::bench::{BenchReport, BenchResult, RatioTo, RatioVerdict};
use crate::error::Result;
use crate::terminal::layout::Line;
use crate::terminal::style::{BAD, BAR, DIM, DOUBT, GOOD, PLAIN, STRONG};
use crate::terminal::{
    Console, MessageKind, Terminal, Verbosity, cut_end, document, one_line, plural, row, time,
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
    let terminal = console.stdout;
    let results = &report.results;
    let is_single = results
        .iter()
        .all(|result| result.header.puzzle == results[0].header.puzzle);
    let has_alternatives = results.iter().any(|result| result.alternative.is_some());
    let is_verbose = console.verbosity == Verbosity::Verbose;
    let details = is_single || has_alternatives || is_verbose;
    let mut measured = BenchGroup::days(report);
    let failed = measured.extract_if(.., |day| day.results[0].phase.is_none());
    let mut reasons = BTreeMap::new();
    for day in failed {
        let reason = day.results[0].message.clone();
        reasons.insert(day.header.puzzle, reason.unwrap_or_default());
    }
    let mut table = if details {
        phases(terminal, &measured)
    } else {
        days(terminal, &measured)
    };
    // For a single puzzle, the reason is the error of the command.
    if !is_single {
        table += &not_run(terminal, &reasons);
    }
    if console.is_quiet() {
        return table;
    }
    if !is_single {
        table += &totals(terminal, report);
    }
    table + &changes(terminal, report, details)
}

/// A line of the table, in a table of lines with the same columns.
#[derive(Default)]
struct Row<'a> {
    /// Whole lines above it.
    above: String,
    /// Its cells; none if there are only lines above.
    cells: Vec<(Style, String)>,
    /// The time for the bar; `None` for a heading.
    ns: Option<f64>,
    /// The result whose failure or comparison is behind the bar.
    result: Option<&'a BenchResult>,
}

fn heading(above: String, names: [&str; 6]) -> Row<'static> {
    let mut cells = Vec::from(names.map(|name| (DIM, name.to_owned())));
    cells[0].0 = STRONG;
    Row {
        above,
        cells,
        ..Row::default()
    }
}

/// The columns of a bar. Shorter bars could not be compared.
const MIN_BAR: usize = 8;
const MAX_BAR: usize = 16;
/// The columns of a title. On a narrow terminal, longer ones are cut.
const MAX_TITLE: usize = 37;
const MIN_TITLE: usize = 12;

/// Draws the rows. The columns with the indices `expendable` are left out, in that order,
/// until there is room for bars.
fn draw(terminal: Terminal, expendable: &[usize], rows: &[Row]) -> String {
    let mut widths = [0; 6];
    let mut times = Vec::new();
    for row in rows {
        times.extend(row.ns);
        for (index, (_, text)) in row.cells.iter().enumerate() {
            widths[index] = widths[index].max(width(&terminal.plain(text)));
        }
    }
    widths[0] = widths[0].min(MAX_TITLE);
    for &index in expendable {
        if free_columns(terminal, widths) < MIN_BAR {
            widths[index] = 0;
        }
    }
    let lacking = MIN_BAR.saturating_sub(free_columns(terminal, widths));
    widths[0] -= lacking.min(widths[0].saturating_sub(MIN_TITLE));
    let mut bar_width = free_columns(terminal, widths).min(MAX_BAR);
    if terminal.width.is_none() || bar_width < MIN_BAR {
        bar_width = 0;
    }
    let scale = Scale::of(&times);
    let mut lines = String::new();
    for row in rows {
        lines += &row.above;
        if row.cells.is_empty() {
            continue;
        }
        let mut line = Line::new(terminal, 6);
        for (index, (style, text)) in row.cells.iter().enumerate() {
            match (index, widths[index]) {
                (0, width) => line.left(*style, cut_end(text, width), width),
                (_, 0) => &mut line,
                (_, width) => line.gap(2).right(*style, text, width),
            };
        }
        match row.ns {
            Some(ns) if ns > 0.0 && bar_width > 0 => {
                let bar = bar(scale, bar_width, ns);
                line.gap(2).left(BAR, &bar, bar_width);
            }
            None if scale.is_logarithmic && bar_width > 0 => {
                line.gap(2).cell(DIM, "log");
            }
            _ => {}
        }
        if let Some(result) = row.result {
            add_remark(&mut line, result, result.ratio.as_ref());
        }
        lines += &line.end();
    }
    lines
}

fn free_columns(terminal: Terminal, widths: [usize; 6]) -> usize {
    let mut free = terminal.width.unwrap_or(usize::MAX);
    for width in widths {
        if width > 0 {
            free = free.saturating_sub(width + 2);
        }
    }
    free
}

/// The days, below the heading of their year.
fn days(terminal: Terminal, days: &[BenchGroup]) -> String {
    let mut rows = Vec::new();
    let mut last_year = None;
    for day in days {
        let puzzle = day.header.puzzle;
        if last_year.replace(puzzle.year) != Some(puzzle.year) {
            let gap = if rows.is_empty() { "" } else { "\n" };
            let [parse, part1, part2] = Phase::ALL.map(phase_name);
            let year = puzzle.year.to_string();
            let names = [&year, parse, part1, part2, "all", ""];
            rows.push(heading(gap.to_owned(), names));
        }
        let number = puzzle.day.to_string();
        let mut cells = vec![(PLAIN, format!("{number:>3} {}", day.name()))];
        for phase in Phase::ALL {
            let result = day.phase(phase);
            let style = result.map_or(DIM, |result| status_style(result.status));
            cells.push((style, headline(result)));
        }
        cells.push((STRONG, day.total()));
        cells.push((DIM, spread(day.spread)));
        rows.push(Row {
            cells,
            ns: Some(day.ns),
            ..Row::default()
        });
        for result in day.results {
            if result.status.is_failure() {
                let name = function_name(result.phase, result.alternative.as_deref());
                rows.push(Row {
                    above: remark_line(terminal, 4, &name, result, None),
                    ..Row::default()
                });
            }
        }
    }
    draw(terminal, &[1, 2, 3, 5], &rows)
}

/// Each puzzle with all of its phases; alternatives follow the primary.
fn phases(terminal: Terminal, days: &[BenchGroup]) -> String {
    let mut rows = Vec::new();
    for day in days {
        let mut above = header_line(terminal, day.header);
        if !rows.is_empty() {
            above.insert(0, '\n');
        }
        rows.push(heading(above, ["", "p10", "", "median", "allocs", "peak"]));
        for result in day.results {
            let name = match &result.alternative {
                Some(name) => format!("    {}", one_line(name)),
                None => format!("  {}", function_name(result.phase, None)),
            };
            let mut cells = vec![(PLAIN, name)];
            let mut ns = 0.0;
            if let Some(measured) = &result.measured {
                let styles = [STRONG, DIM, PLAIN, PLAIN, PLAIN];
                cells.extend(styles.into_iter().zip(figures(result)));
                ns = measured.p10_ns;
            }
            rows.push(Row {
                cells,
                ns: Some(ns),
                result: Some(result),
                ..Row::default()
            });
        }
    }
    draw(terminal, &[5, 4, 3], &rows)
}

/// The sum of each year and of all years: `2020  2 days in 2.85 ms ±0.3%  without
/// 2020/23 part 1`
fn totals(terminal: Terminal, report: &BenchReport) -> String {
    let mut lines = String::from("\n");
    for (name, total) in BenchGroup::totals(report) {
        let mut words = total.count();
        if total.ns > 0.0 {
            words += &format!(" in {} {}", time(total.ns), spread(total.spread));
        }
        let mut cells = vec![(STRONG, name), (PLAIN, words)];
        let missing: Vec<String> = total.missing().map(result_name).collect();
        if !missing.is_empty() {
            cells.push((DOUBT, format!("without {}", missing.join(", "))));
        }
        lines += &row(terminal, 2, &[4], &cells);
    }
    lines
}

/// The comparisons with the baseline or the other revision: their numbers, and a line for
/// each function that became faster or slower. With `details`, functions whose comparison
/// is in the table have no line.
fn changes(terminal: Terminal, report: &BenchReport, details: bool) -> String {
    let mut lines = String::new();
    let mut counts: BTreeMap<RatioVerdict, usize> = BTreeMap::new();
    let mut against = "";
    for result in &report.results {
        let Some(to) = &result.change else {
            continue;
        };
        against = &to.of;
        *counts.entry(to.verdict).or_default() += 1;
        let in_row = details && result.alternative.is_none();
        let is_different = matches!(to.verdict, Slower | Faster);
        if is_different && !in_row {
            let name = format!("{:14}", result_name(result));
            lines += &remark_line(terminal, 2, &name, result, Some(to));
        }
    }
    if counts.is_empty() {
        return lines;
    }
    let mut words = plural(counts.values().sum(), "function");
    let mut separator = ": ";
    for (verdict, count) in counts {
        words += &format!("{separator}{count} {}", verdict_words(verdict));
        separator = ", ";
    }
    let against = format!("against {against}");
    let line = row(terminal, 2, &[], &[(STRONG, against), (PLAIN, words)]);
    format!("\n{line}{lines}")
}

fn remark_line(
    terminal: Terminal,
    indent: usize,
    name: &str,
    result: &BenchResult,
    to: Option<&RatioTo>,
) -> String {
    let mut line = Line::new(terminal, 6);
    line.gap(indent).cell(PLAIN, name);
    add_remark(&mut line, result, to);
    line.end()
}

/// Adds the reason why there are no figures, otherwise the comparison.
fn add_remark(line: &mut Line, result: &BenchResult, to: Option<&RatioTo>) {
    if result.measured.is_none() {
        let word = format!("{}:", result.status);
        let message = message_line(result.message.as_deref().unwrap_or_default());
        line.gap(2)
            .tagged(status_style(result.status), &word, &message);
    } else if let Some(to) = to {
        let is_doubtful = result
            .warnings
            .iter()
            .any(|warning| matches!(warning, Noisy | FewSamples));
        let style = match to.verdict {
            _ if result.regressed => BAD,
            _ if is_doubtful => PLAIN,
            Slower => BAD.effects(Effects::new()),
            Faster => GOOD,
            Same | MachineVaried => PLAIN,
        };
        line.gap(2).tagged(style, &ratio_words(result, to), "");
    }
}

fn bar(scale: Scale, columns: usize, ns: f64) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    // A measured time always has a visible bar.
    #[expect(clippy::cast_possible_truncation, reason = "of columns")]
    #[expect(clippy::cast_sign_loss, reason = "of columns")]
    let eighths = (scale.share(ns) * columns as f64 * 8.0).round().max(1.0) as usize;
    "█".repeat(eighths / 8) + PARTS[eighths % 8]
}

#[cfg(test)]
mod tests;

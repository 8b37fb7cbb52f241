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

use anstyle::{Effects, Style};
use aoc_solution::protocol::Phase;

use super::bench_figures::{
    BenchGroup, Scale, bench_notes, figures, headline, ratio_words, result_name, spread,
};
use super::names::{
    function_name, header_line, message_line, phase_name, status_style, status_word,
};
use super::summary::not_run;
use crate::bench::{BenchReport, BenchResult, RatioTo, RatioVerdict};
use crate::error::CliError;
use crate::terminal::layout::Line;
use crate::terminal::style::{BAD, BAR, DIM, DOUBT, GOOD, PLAIN, STRONG};
use crate::terminal::{
    Console, Terminal, Verbosity, cut_end, document, one_line, plural, time, width,
};

/// Shows a report: as JSON, or as a table with notes on stderr.
pub fn show_bench(console: &mut Console, json: bool, report: &BenchReport) -> Result<(), CliError> {
    if json {
        return document(console, report);
    }
    console.print(&bench_table(console, report))?;
    for note in bench_notes(report) {
        console.note(&note);
    }
    Ok(())
}

/// The table, with a row for each phase if there is only one puzzle, or if alternatives
/// or details are shown.
fn bench_table(console: &Console, report: &BenchReport) -> String {
    let terminal = console.stdout;
    let all = BenchGroup::days(report);
    let puzzle = |day: Option<&BenchGroup<'_>>| day.map(|day| day.header.puzzle);
    let is_single = puzzle(all.first()) == puzzle(all.last());
    let has_alternatives = report.results.iter().any(|it| it.alternative.is_some());
    let details = is_single || has_alternatives || console.verbosity == Verbosity::Verbose;
    let (failed, measured): (Vec<BenchGroup<'_>>, Vec<BenchGroup<'_>>) =
        all.iter().partition(|day| day.results[0].phase.is_none());
    let mut table = if details {
        phases(terminal, &measured)
    } else {
        days(terminal, &measured)
    };
    // For a single puzzle, the reason is the error of the command.
    if !is_single {
        let reasons = failed.iter().map(|day| {
            let reason = day.results[0].message.clone();
            (day.header.puzzle, reason.unwrap_or_default())
        });
        table += &not_run(terminal, reasons);
    }
    if !console.is_quiet() {
        if !is_single {
            table += &totals(terminal, report);
        }
        table += &changes(terminal, report, details);
    }
    table
}

/// A failure or a comparison: a word with its style, and a text.
type Remark = (Style, String, String);

/// A line of a table.
enum Row {
    Heading(Vec<(Style, String)>),
    /// Cells, the time for the bar, and a remark behind the bar.
    Cells(Vec<(Style, String)>, f64, Option<Remark>),
    /// A line without columns.
    Line(String),
}

/// The columns of a bar. Shorter bars could not be compared.
const MIN_BAR: usize = 8;
const MAX_BAR: usize = 16;
/// The columns of a title. On a narrow terminal, longer ones are cut.
const MAX_TITLE: usize = 37;
const MIN_TITLE: usize = 12;

fn heading(first: &str, names: [&str; 5]) -> Row {
    let names = names.map(|name| (DIM, name.to_owned()));
    let cells = [(STRONG, first.to_owned())].into_iter().chain(names);
    Row::Heading(cells.collect())
}

/// Lays out the rows in columns. The columns with the indices `expendable` are left out,
/// in that order, until there is room for bars.
fn draw(terminal: Terminal, expendable: &[usize], rows: &[Row]) -> String {
    let (mut widths, mut times) = ([0; 6], Vec::new());
    for row in rows {
        if let Row::Cells(_, ns, _) = row {
            times.push(*ns);
        }
        if let Row::Heading(cells) | Row::Cells(cells, ..) = row {
            for (widest, (_, text)) in widths.iter_mut().zip(cells) {
                *widest = width(text).max(*widest);
            }
        }
    }
    widths[0] = widths[0].min(MAX_TITLE);
    let free_columns = |widths: &[usize]| {
        let shown = widths.iter().filter(|width| **width > 0);
        let columns = terminal.width.unwrap_or(usize::MAX);
        columns.saturating_sub(shown.map(|width| width + 2).sum())
    };
    for &index in expendable {
        if free_columns(&widths) < MIN_BAR {
            widths[index] = 0;
        }
    }
    let cut_title = widths[0].saturating_sub(MIN_BAR.saturating_sub(free_columns(&widths)));
    widths[0] = cut_title.max(MIN_TITLE.min(widths[0]));
    let length = free_columns(&widths).min(MAX_BAR);
    let has_bars = terminal.width.is_some() && length >= MIN_BAR;
    let scale = Scale::of(&times);
    let mut table = String::new();
    for row in rows {
        let (cells, ns, remark) = match row {
            Row::Heading(cells) => (cells, 0.0, &None),
            Row::Cells(cells, ns, remark) => (cells, *ns, remark),
            Row::Line(line) => {
                table += line;
                continue;
            }
        };
        let mut line = Line::new(terminal, 6);
        line.left(cells[0].0, &cut_end(&cells[0].1, widths[0]), widths[0]);
        for ((style, text), &width) in cells.iter().zip(&widths).skip(1) {
            if width > 0 {
                line.gap(2).right(*style, text, width);
            }
        }
        // The scale is named in the heading.
        if has_bars && scale.is_logarithmic && matches!(row, Row::Heading(_)) {
            line.gap(2).cell(DIM, "log");
        }
        if has_bars && ns > 0.0 {
            line.gap(2).left(BAR, &bar(scale, length, ns), length);
        }
        if let Some((style, word, text)) = remark {
            line.gap(2).tagged(*style, word, text);
        }
        table += &line.end();
    }
    table
}

/// The days, below the heading of their year.
fn days(terminal: Terminal, days: &[BenchGroup<'_>]) -> String {
    let [parse, part1, part2] = Phase::ALL.map(phase_name);
    let mut rows = Vec::new();
    for year in days.chunk_by(|a, b| a.header.puzzle.year == b.header.puzzle.year) {
        if !rows.is_empty() {
            rows.push(Row::Line("\n".to_owned()));
        }
        let name = year[0].header.puzzle.year.to_string();
        rows.push(heading(&name, [parse, part1, part2, "all", ""]));
        for day in year {
            let name = format!("{:>3} {}", day.header.puzzle.day.to_string(), day.name());
            let mut cells = vec![(PLAIN, name)];
            cells.extend(Phase::ALL.map(|phase| {
                let result = day.phase(phase);
                let style = result.map_or(DIM, |result| status_style(result.status));
                (style, headline(result))
            }));
            cells.extend([(STRONG, day.total()), (DIM, spread(day.spread))]);
            rows.push(Row::Cells(cells, day.ns, None));
            for failed in day.results.iter().filter(|it| it.status.is_failure()) {
                let name = function_name(failed.phase, failed.alternative.as_deref());
                rows.push(Row::Line(remark_line(terminal, 4, &name, failed, None)));
            }
        }
    }
    draw(terminal, &[1, 2, 3, 5], &rows)
}

/// Each puzzle with all of its phases; alternatives follow the primary.
fn phases(terminal: Terminal, days: &[BenchGroup<'_>]) -> String {
    let mut rows = Vec::new();
    for day in days {
        let gap = if rows.is_empty() { "" } else { "\n" };
        let header = header_line(terminal, day.header);
        rows.push(Row::Line(format!("{gap}{header}")));
        rows.push(heading("", ["p10", "", "median", "allocs", "peak"]));
        for result in day.results {
            let name = match &result.alternative {
                Some(name) => format!("    {}", one_line(name)),
                None => format!("  {}", function_name(result.phase, None)),
            };
            let mut cells = vec![(PLAIN, name)];
            if result.measured.is_some() {
                let styles = [STRONG, DIM, PLAIN, PLAIN, PLAIN].into_iter();
                cells.extend(styles.zip(figures(result)));
            }
            let ns = result.measured.as_ref().map_or(0.0, |it| it.p10_ns);
            rows.push(Row::Cells(cells, ns, remark(result, result.ratio.as_ref())));
        }
    }
    draw(terminal, &[5, 4, 3], &rows)
}

/// The sum of each year and of all years: `2020  2 days in 2.85 ms ±0.3%  without
/// 2020/23 part 1`
fn totals(terminal: Terminal, report: &BenchReport) -> String {
    let mut lines = String::from("\n");
    for (name, total) in BenchGroup::totals(report) {
        let mut line = Line::new(terminal, 2);
        line.left(STRONG, &name, 4).gap(2);
        line.cell(PLAIN, &total.count());
        if total.ns > 0.0 {
            line.cell(PLAIN, " in").gap(1).cell(STRONG, &time(total.ns));
            line.gap(1).cell(DIM, &spread(total.spread));
        }
        let missing: Vec<String> = total.missing().map(result_name).collect();
        if !missing.is_empty() {
            let missing = format!("without {}", missing.join(", "));
            line.gap(2).words(DOUBT, &missing);
        }
        lines += &line.end();
    }
    lines
}

/// The comparisons with the baseline or the other revision: their numbers, and a line for
/// each function that became faster or slower. With `details`, functions whose comparison
/// is in the table have no line.
fn changes(terminal: Terminal, report: &BenchReport, details: bool) -> String {
    let results = report.results.iter();
    let changes = results.filter_map(|result| Some((result, result.change.as_ref()?)));
    let changes: Vec<(&BenchResult, &RatioTo)> = changes.collect();
    let Some((_, first)) = changes.first() else {
        return String::new();
    };
    let mut counts = Vec::new();
    for (verdict, words) in [
        (RatioVerdict::Slower, "slower"),
        (RatioVerdict::Faster, "faster"),
        (RatioVerdict::Same, "no difference shown"),
    ] {
        let alike = changes.iter().filter(|(_, to)| to.verdict == verdict);
        let count = alike.count();
        if count > 0 {
            counts.push(format!("{count} {words}"));
        }
    }
    let counts = counts.join(", ");
    let functions = plural(changes.len(), "function");
    let mut line = Line::new(terminal, 2);
    line.cell(STRONG, &format!("against {}", one_line(&first.of)));
    line.gap(2).words(PLAIN, &format!("{functions}: {counts}"));
    let mut lines = format!("\n{}", line.end());
    for (result, to) in changes {
        let in_row = details && result.alternative.is_none();
        if !in_row && (to.verdict != RatioVerdict::Same || result.regressed) {
            let name = format!("{:14}", result_name(result));
            lines += &remark_line(terminal, 2, &name, result, Some(to));
        }
    }
    lines
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
    if let Some((style, word, text)) = remark(result, to) {
        line.gap(2).tagged(style, &word, &text);
    }
    line.end()
}

/// The reason why there are no figures, otherwise the comparison.
fn remark(result: &BenchResult, to: Option<&RatioTo>) -> Option<Remark> {
    if result.measured.is_none() {
        let message = message_line(result.message.as_deref().unwrap_or_default());
        let word = format!("{}:", status_word(result.status));
        return Some((status_style(result.status), word, message));
    }
    let to = to?;
    let style = match to.verdict {
        RatioVerdict::Slower => BAD.effects(Effects::new()),
        RatioVerdict::Faster => GOOD,
        RatioVerdict::Same => PLAIN,
    };
    let style = if result.regressed { BAD } else { style };
    Some((style, ratio_words(result, to), String::new()))
}

fn bar(scale: Scale, columns: usize, ns: f64) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    #[expect(clippy::cast_possible_truncation, reason = "of columns")]
    #[expect(clippy::cast_sign_loss, reason = "of columns")]
    let eighths = (scale.share(ns) * (columns * 8) as f64).round() as usize;
    // A measured time always has a visible bar.
    let eighths = eighths.max(1);
    "█".repeat(eighths / 8) + PARTS[eighths % 8]
}

#[cfg(test)]
mod tests;

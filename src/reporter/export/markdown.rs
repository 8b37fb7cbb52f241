//! Tables that GitHub renders: of `bench --markdown` with a row for each phase and
//! alternative, and of `bench --readme` with a line for each day.

use aoc_solution::protocol::Phase;

use super::super::bench_figures::{
    BenchGroup, bench_notes, function_name, headline, ratio_words, spread,
};
use super::super::status::status_word;
use super::{cell, host};
use crate::bench::BenchReport;
use crate::terminal::{bytes, count, one_line, plural, time};

pub fn markdown(report: &BenchReport) -> String {
    let names = [
        "puzzle", "phase", "p10", "±", "median", "allocs", "peak", "compared",
    ];
    let mut rows = Vec::new();
    for day in BenchGroup::days(report) {
        let puzzle = format!("{} {}", day.header.puzzle(), day.name());
        for result in day.results {
            let message = one_line(result.message.as_deref().unwrap_or_default());
            let failure = format!("{}: {message}", status_word(result.status));
            let [p10, spread, median] = match &result.measured {
                None => [failure, String::new(), String::new()],
                Some(figures) => {
                    let spread = spread(figures.spread()).replace('±', "");
                    [time(figures.p10_ns), spread, time(figures.median_ns)]
                }
            };
            let allocations = result.allocations.as_ref();
            let allocations = allocations.map(|all| [count(all.count), bytes(all.peak)]);
            let [allocs, peak] = allocations.unwrap_or_default();
            let to = result.change.as_ref().or(result.ratio.as_ref());
            let compared = to.map_or_else(String::new, |to| ratio_words(result, to));
            let (puzzle, phase) = (puzzle.trim_end().to_owned(), function_name(result));
            rows.push([puzzle, phase, p10, spread, median, allocs, peak, compared]);
        }
    }
    document(report, names, &[0, 1, 7], &rows)
}

/// What `bench --readme` writes between the markers: a line for each day, what each
/// year takes, and where the figures come from.
pub fn readme(report: &BenchReport) -> String {
    let names = ["day", "title", "parse", "part 1", "part 2", "all"];
    let mut rows = Vec::new();
    for day in BenchGroup::days(report) {
        let first = &day.results[0];
        let name = if first.phase.is_some() {
            day.name()
        } else {
            let why = first.message.as_deref().unwrap_or_default();
            format!("not measured: {}", one_line(why))
        };
        let [parse, part1, part2] = Phase::ALL.map(|phase| headline(day.phase(phase)));
        rows.push([
            day.header.puzzle().to_string(),
            name,
            parse,
            part1,
            part2,
            day.total(),
        ]);
    }
    if rows.len() > 1 {
        for (name, total) in BenchGroup::totals(report) {
            let mut what = total.count();
            let missing = total.missing().count();
            if missing > 0 {
                what += &format!(", without {}", plural(missing, "failed phase"));
            }
            let [parse, part1, part2] = [const { String::new() }; 3];
            rows.push([name, what, parse, part1, part2, time(total.ns)]);
        }
    }
    document(report, names, &[0, 1], &rows)
}

/// A table, whose columns are numbers but for those on the `left`; and below it what
/// is to be said of the figures, what they are, when and where they were measured,
/// and by which command.
fn document<const N: usize>(
    report: &BenchReport,
    names: [&str; N],
    left: &[usize],
    rows: &[[String; N]],
) -> String {
    let mut text = format!("| {} |\n|", names.join(" | "));
    for column in 0..N {
        text += if left.contains(&column) {
            ":--|"
        } else {
            "--:|"
        };
    }
    text += "\n";
    for row in rows {
        let cells: Vec<String> = row.iter().map(|text| cell(text)).collect();
        text += &format!("| {} |\n", cells.join(" | "));
    }
    for note in bench_notes(report) {
        text += &format!("\nNote: {}\n", cell(&note));
    }
    let date = report.date.format("%-d %B %Y");
    let host = cell(&host(&report.host));
    let command = code(&report.command);
    text + &format!(
        "\nThe 10th percentile of each phase, measured on {date} on {host} by {command}.\n"
    )
}

/// A code span, outside of a table.
fn code(text: &str) -> String {
    let text = one_line(text);
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let gap = if longest > 0 { " " } else { "" };
    format!("{fence}{gap}{text}{gap}{fence}")
}

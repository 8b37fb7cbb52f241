//! Every phase and alternative with its figures.

use std::fmt::Write;

use super::super::super::bench_row::percent;
use super::super::super::status::status_word;
use super::super::days::phase_name_of;
use super::super::escape::xml;
use super::distribution::distribution;
use super::doubts::Doubts;
use super::table::{Heading, begin, end, number};
use crate::bench::{BenchReport, BenchResult, BenchedPuzzle, Measured};
use crate::terminal::{bytes, count, plural, time};

/// More rows are folded: whoever has so many days reads about the days first.
const MANY: usize = 200;

pub(super) fn write(page: &mut String, report: &BenchReport) {
    let phases = report.results().count();
    let folded = phases > MANY;
    page.push_str("<section>\n<h2 id=\"phases-title\">Phases</h2>\n");
    if folded {
        let phases = plural(phases, "phase");
        let _ = writeln!(page, "<details>\n<summary>All {phases}</summary>");
    }
    let headings = [
        Heading::first("Phase", "phase"),
        Heading::number("p10", "n all"),
        Heading::picture("Distribution", "spread"),
        Heading::number("Median", "n median"),
        Heading::number("Allocs", "n allocs"),
        Heading::number("Peak", "n peak"),
        Heading::number("Samples", "n samples"),
    ];
    begin(page, "phases", &headings);
    let puzzles = report.sorted();
    let several = puzzles
        .iter()
        .any(|it| it.header.puzzle() != puzzles[0].header.puzzle());
    let doubts = Doubts::of(report);
    let mut order = 0_u32;
    for puzzle in puzzles {
        for result in &puzzle.results {
            order += 1;
            row(page, puzzle, result, (order, several), &doubts);
        }
    }
    let about = format!(
        "p10 is the 10th percentile of the samples, and ± says where that of a further measurement \
         lies in 95 of 100 cases. The picture shows the samples from their 5th to their 95th \
         percentile: the strong line is the 10th percentile, the thin one the median, and each tick \
         below the 10th percentile of one process.{}",
        doubts.explained()
    );
    end(page, "phases", &about);
    if folded {
        page.push_str("</details>\n");
    }
    page.push_str("</section>\n");
}

/// With its place in the calendar, and whether there are several puzzles.
fn row(
    page: &mut String,
    puzzle: &BenchedPuzzle,
    result: &BenchResult,
    (order, several): (u32, bool),
    doubts: &Doubts,
) {
    let name = phase_name_of(&puzzle.header, result);
    let _ = write!(
        page,
        "<tr><th scope=\"row\" class=\"phase\" data-value=\"{order}\">"
    );
    if several || result.phase.is_none() {
        let _ = write!(page, "<span class=\"day\">{}</span> ", result.puzzle());
    }
    let _ = write!(page, "<bdi>{}</bdi>", xml(&name));
    doubts.marks(page, result);
    page.push_str("</th>");
    if let Some(measured) = &result.measured {
        figures(page, result, measured);
    } else {
        let message = result.message.as_deref().unwrap_or_default();
        let class = if result.status.is_failure() {
            "n all failed"
        } else {
            "n"
        };
        let _ = write!(
            page,
            "<td class=\"{class}\">{}</td><td colspan=\"5\" class=\"why\">{}</td>",
            status_word(result.status),
            xml(message)
        );
    }
    page.push_str("</tr>\n");
}

fn figures(page: &mut String, result: &BenchResult, measured: &Measured) {
    let figures = &measured.figures;
    let spread = figures
        .spread()
        .map_or_else(String::new, |share| format!("±{}%", percent(share)));
    let p10 = format!("{} <small>{spread}</small>", time(figures.p10_ns));
    number(page, "n all", Some(figures.p10_ns), &p10);
    let _ = write!(page, "<td class=\"spread\">{}</td>", distribution(measured));
    number(
        page,
        "n median",
        Some(figures.median_ns),
        &time(figures.median_ns),
    );
    let (calls, peak) = result
        .allocations
        .map_or((None, None), |all| (Some(all.count), Some(all.peak)));
    for (class, value, text) in [
        ("n allocs", calls, calls.map(count)),
        ("n peak", peak, peak.map(bytes)),
        (
            "n samples",
            Some(figures.samples as u64),
            Some(count(figures.samples as u64)),
        ),
    ] {
        #[expect(clippy::cast_precision_loss, reason = "only to sort by")]
        let value = value.map(|value| value as f64);
        number(page, class, value, text.as_deref().unwrap_or("–"));
    }
}

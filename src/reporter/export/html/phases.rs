//! Every phase and alternative with its figures.

use std::fmt::Write;

use super::super::super::bench_row::percent;
use super::super::super::head::input_name;
use super::super::super::status::status_word;
use super::super::days::function_name;
use super::super::escape::xml;
use super::distribution::distribution;
use super::table::{Heading, begin, end, number};
use crate::bench::{BenchReport, BenchResult, BenchedPuzzle};
use crate::text::{bytes, count, time};

pub(super) fn write(page: &mut String, report: &BenchReport) {
    page.push_str(
        "<section aria-labelledby=\"phases-title\">\n<h2 id=\"phases-title\">Phases</h2>\n",
    );
    let about = "How the samples of each phase are spread, from their 5th to their 95th percentile. The \
        strong line is the 10th percentile, the thin one the median, and each dot the 10th \
        percentile of one process. ± is where a further measurement lies in 95 of 100.";
    let headings = [
        Heading::of("Phase", "phase"),
        Heading::of("p10", "n"),
        Heading {
            sorts: false,
            ..Heading::of("Distribution", "spread")
        },
        Heading::of("Median", "n"),
        Heading::of("Allocs", "n"),
        Heading::of("Peak", "n"),
        Heading::of("Samples", "n"),
    ];
    begin(page, "phases", &headings);
    let mut order = 0_u32;
    for puzzle in report.sorted() {
        for result in &puzzle.results {
            order += 1;
            row(page, puzzle, result, order);
        }
    }
    end(page, "phases", about);
    page.push_str("</section>\n");
}

fn row(page: &mut String, puzzle: &BenchedPuzzle, result: &BenchResult, order: u32) {
    let mut name = function_name(result);
    if let Some(input) = input_name(&puzzle.header) {
        name = format!("{name} ({input})");
    }
    let _ = write!(
        page,
        "<tr><th scope=\"row\" class=\"phase\" data-value=\"{order}\"><span class=\"day\">{}</span> {}",
        result.puzzle(),
        xml(&name)
    );
    for doubt in &result.warnings {
        let _ = write!(
            page,
            "<small class=\"doubt\">{}</small>",
            xml(&doubt.to_string())
        );
    }
    page.push_str("</th>");
    let Some(measured) = &result.measured else {
        let message = result.message.as_deref().unwrap_or_default();
        let _ = writeln!(
            page,
            "<td class=\"n failed\">{}</td><td colspan=\"5\" class=\"why\">{}</td></tr>",
            status_word(result.status),
            xml(message)
        );
        return;
    };
    let figures = &measured.figures;
    let mut p10 = time(figures.p10_ns);
    if let Some(share) = figures.spread() {
        let _ = write!(p10, " <small>±{}%</small>", percent(share));
    }
    number(page, "n all", Some(figures.p10_ns), &p10);
    let _ = write!(page, "<td class=\"spread\">{}</td>", distribution(measured));
    number(page, "n", Some(figures.median_ns), &time(figures.median_ns));
    #[expect(clippy::cast_precision_loss, reason = "only to sort by")]
    let allocated = result
        .allocations
        .map(|all| (all.count as f64, all.peak as f64));
    let [allocations, peak] = result.allocations.map_or_else(
        || ["–".to_owned(), "–".to_owned()],
        |all| [count(all.count), bytes(all.peak)],
    );
    number(page, "n", allocated.map(|(count, _)| count), &allocations);
    number(page, "n", allocated.map(|(_, peak)| peak), &peak);
    #[expect(clippy::cast_precision_loss, reason = "only to sort by")]
    let samples = figures.samples as f64;
    number(page, "n", Some(samples), &count(figures.samples as u64));
    page.push_str("</tr>\n");
}

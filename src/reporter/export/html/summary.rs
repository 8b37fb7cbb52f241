//! The figures above all others, and what they were measured on.

use std::fmt::Write;

use super::super::super::bench_notes::disturbance;
use super::super::days::{DayRow, YearRow, missing, total};
use super::super::escape::xml;
use crate::bench::{BenchReport, RatioTo, Verdict};
use crate::text::{plural, time};

pub(super) fn write(page: &mut String, report: &BenchReport, rows: &[DayRow]) {
    let years = YearRow::all(rows);
    let days: usize = years.iter().map(|year| year.days).sum();
    let all = total(rows);
    page.push_str("<dl class=\"tiles\">\n");
    tile(page, "All together", &time(all.ns), &all.spread());
    let span = match years.as_slice() {
        [] | [_] => String::new(),
        years => format!("of {}", plural(years.len(), "year")),
    };
    tile(page, "Measured", &plural(days, "day"), &span);
    let slowest = rows.iter().max_by(|a, b| a.sum.ns.total_cmp(&b.sum.ns));
    if let Some(slowest) = slowest.filter(|_| days > 1) {
        let name = format!("{} {}", slowest.puzzle, slowest.name);
        tile(page, "Slowest", &time(slowest.sum.ns), &name);
    }
    comparison(page, report);
    let failed = missing(rows);
    if failed > 0 {
        tile(page, "Failed", &failed.to_string(), "not in the sums");
    }
    page.push_str("</dl>\n");
    if let Some(note) = report.load.and_then(disturbance) {
        let _ = writeln!(
            page,
            "<p class=\"note\" role=\"note\">Note: {}.</p>",
            xml(&note)
        );
    }
}

/// How many phases became faster or slower.
fn comparison(page: &mut String, report: &BenchReport) {
    let changes: Vec<&RatioTo> = report
        .results()
        .filter_map(|result| result.change.as_ref())
        .collect();
    let Some(first) = changes.first() else {
        return;
    };
    let count = |verdict| changes.iter().filter(|to| to.verdict == verdict).count();
    let [faster, slower, same] = [Verdict::Faster, Verdict::Slower, Verdict::Same].map(count);
    tile(
        page,
        &format!("Against {}", first.of),
        &format!("{slower} slower"),
        &format!("{faster} faster; {same} without a difference shown"),
    );
}

fn tile(page: &mut String, name: &str, value: &str, more: &str) {
    let _ = writeln!(
        page,
        "<div><dt>{}</dt><dd><b>{}</b> <small>{}</small></dd></div>",
        xml(name),
        xml(value),
        xml(more)
    );
}

pub(super) fn write_footer(page: &mut String, report: &BenchReport) {
    let host = &report.host;
    let cores = plural(host.cores, "core");
    let cpu = host
        .cpu
        .as_ref()
        .map_or_else(|| cores.clone(), |cpu| format!("{cpu}, {cores}"));
    page.push_str("<footer>\n<h2>How it was measured</h2>\n<dl class=\"facts\">\n");
    let mut fact = |name: &str, value: &str| {
        let _ = writeln!(page, "<div><dt>{name}</dt><dd>{}</dd></div>", xml(value));
    };
    fact(
        "Date",
        &report.date.format("%-d %B %Y, %H:%M UTC").to_string(),
    );
    fact("Processor", &cpu);
    fact("System", &format!("{} {}", host.os, host.arch));
    if let Some(rustc) = &host.rustc {
        fact("Compiler", rustc);
    }
    fact("Profile", &host.profile);
    if let Some(load) = report.load {
        let others = load.others + load.stolen;
        fact("Other programs", &format!("{others:.2} processors"));
    }
    let _ = writeln!(
        page,
        "<div><dt>Command</dt><dd><code>{}</code></dd></div>\n</dl>\n\
         <p>Times are the 10th percentile of many calls: whatever else runs on the machine makes a \
         call slower and never faster. Each phase is measured in several processes, spread over the \
         time of the command.</p>\n</footer>",
        xml(&report.command)
    );
}

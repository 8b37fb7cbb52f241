//! What the figures were measured on, and how.

use std::fmt::Write;

use super::super::escape::xml;
use crate::bench::BenchReport;
use crate::terminal::plural;

pub(super) fn write(page: &mut String, report: &BenchReport) {
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
        "<div class=\"command\"><dt>Command</dt><dd><code>{}</code></dd></div>\n</dl>\n\
         <p class=\"about\">Times are the 10th percentile of many calls: whatever else runs on the \
         machine makes a call slower and never faster. Each phase is measured in several processes, \
         spread over the time of the command.</p>\n</footer>",
        command(&report.command)
    );
}

/// Each word by itself: a line ends between two of them, and not after the
/// hyphens of an option.
fn command(line: &str) -> String {
    let words = line
        .split(' ')
        .map(|word| format!("<span>{}</span>", xml(word)));
    words.collect::<Vec<_>>().join(" ")
}

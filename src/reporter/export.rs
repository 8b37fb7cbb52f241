//! The formats in which `bench` exports its report, each in a file of its own.

mod card;
mod csv;
mod html;
mod markdown;

pub use card::bench_svg;
pub use csv::bench_csv;
pub use html::bench_html;
pub use markdown::bench_markdown;

use crate::bench::BenchReport;
use crate::terminal::plural;

/// The date and the machine, such as `1 December 2026 on AMD EPYC 7B13, 2 cores, linux x86_64,
/// rustc 1.91.0`.
fn date_and_host(report: &BenchReport) -> String {
    let host = &report.host;
    let mut parts = Vec::new();
    parts.extend(host.cpu.clone());
    parts.push(plural(host.cores, "core"));
    parts.push(format!("{} {}", host.os, host.arch));
    if let Some(rustc) = &host.rustc {
        // The hash of the commit is left out.
        let version = rustc.split(" (").next().unwrap_or(rustc);
        parts.push(version.to_owned());
    }
    let date = report.date.format("%-d %B %Y");
    format!("{date} on {}", parts.join(", "))
}

#[cfg(test)]
mod tests;

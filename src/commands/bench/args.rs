//! The options of `aoc bench`.

use std::path::PathBuf;

use aoc_solution::Part;
use clap::builder::NonEmptyStringValueParser;
use clap::{Args, ValueHint};

use crate::app::args::{BuildArgs, LimitArgs, SelectionArgs, count, job_count, part, percent};

/// Measure solutions: the time of each phase, with its interval
///
/// Samples each phase in several passes, each in a process of its own, and shows
/// the 10th percentile of the time of one call with its interval, and the median.
/// Alternatives and another revision are sampled in turn with what they are
/// compared with, so that a drift of the machine affects both.
///
/// --save stores the figures, --baseline compares with stored ones, --against
/// compares with another revision, and --fail-on turns a slower phase into exit
/// code 1. A missing input is downloaded once if there is a session; otherwise a
/// generated input or an example takes its place.
#[derive(Args, Debug, Default)]
#[command(
    visible_alias = "b",
    after_help = "\
Examples:
  aoc bench 22 --all-alts           measure a day, and compare its alternatives
  aoc bench 22 --generated 100      measure the median and the worst of 100
                                    generated inputs
  aoc bench 2020 --html bench.html  measure a year, and write a page with its
                                    charts"
)]
pub struct BenchArgs {
    #[command(flatten)]
    pub selection: SelectionArgs,
    /// Measure one part only
    #[arg(short, long, value_name = "N", value_parser = part())]
    pub part: Option<Part>,
    /// Measure on this input: the name of a stored one, a file, or - for standard input
    #[arg(long, value_name = "NAME|PATH|-", value_parser = NonEmptyStringValueParser::new(), conflicts_with_all = ["all_inputs", "generated"])]
    pub input: Option<String>,
    /// Measure on every stored input
    #[arg(long, conflicts_with = "generated")]
    pub all_inputs: bool,
    /// Measure the median and the worst of N generated inputs
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub generated: Option<u32>,
    /// Measure this alternative as well, and compare
    #[arg(long, value_name = "NAME", conflicts_with = "all_alts")]
    pub alt: Option<String>,
    /// Measure every alternative as well, and compare
    #[arg(long)]
    pub all_alts: bool,
    /// How many puzzles to measure at the same time: more disturb each other [default: 1]
    #[arg(long, value_name = "N", value_parser = job_count)]
    pub jobs: Option<u16>,
    #[command(flatten)]
    pub comparison: ComparisonArgs,
    #[command(flatten)]
    pub formats: FormatArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub build: BuildArgs,
}

#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Comparison")]
pub struct ComparisonArgs {
    /// Save the figures under this name
    #[arg(long, value_name = "NAME")]
    pub save: Option<String>,
    /// Compare with the figures that were saved under this name
    #[arg(long, value_name = "NAME", group = "compared")]
    pub baseline: Option<String>,
    /// Compare with another revision, built in a worktree of its own
    #[arg(long, value_name = "REVISION", group = "compared")]
    pub against: Option<String>,
    /// End with exit code 1 if a phase is shown to be slower by more than this, such as 5%
    #[arg(long, value_name = "PERCENT", value_parser = percent, requires = "compared", allow_negative_numbers = true)]
    pub fail_on: Option<f64>,
}

#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Formats")]
#[group(id = "formats", multiple = true)]
pub struct FormatArgs {
    /// Print CSV instead of the table: a row for each phase, with all figures
    #[arg(long, conflicts_with_all = ["json", "markdown"])]
    pub csv: bool,
    /// Print Markdown instead of the table
    #[arg(long, conflicts_with = "json")]
    pub markdown: bool,
    /// Write the times of each day between the markers in README.md
    #[arg(long)]
    pub readme: bool,
    /// Write a chart of the days as SVG; - is standard output
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub svg: Option<PathBuf>,
    /// Write a page with charts and tables, which needs no network; - is standard output
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub html: Option<PathBuf>,
}

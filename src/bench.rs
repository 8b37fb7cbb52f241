//! Measures puzzles: the job that samples the phases of a puzzle, statistics, comparisons,
//! baselines, and the report for all output formats. The worker reads the clock and runs the
//! sampling loop. [`job`] sends it commands.

mod baselines;
mod group;
mod host;
mod job;
mod results;
mod schedule;
mod statistics;

pub use baselines::{Baseline, ComparedWith, check_not_primary, saved_names};
pub use group::{BenchGroup, PrimarySum};
pub use host::{Host, Load};
pub use job::{BenchInputs, BenchJob, BenchPlan};
pub use results::{BenchReport, BenchResult, BenchWarning, Measurements};
pub use statistics::{Ratio, RatioVerdict, Statistics};

#[cfg(test)]
pub use results::test_report;

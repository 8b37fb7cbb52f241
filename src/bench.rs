//! Measuring: the job that samples the phases of a puzzle, the statistics of
//! samples, comparisons, baselines, and the report that all formats are made of.
//! The clock and the sampling loop are the worker's; [`session`] asks it.

mod baselines;
mod host;
mod results;
mod schedule;
mod session;
mod statistics;

pub use baselines::{Against, Baseline, Saved};

pub use host::{Host, Load};
pub use results::{BenchReport, BenchResult, Warning};
pub use session::BenchJob;
pub use statistics::{RatioTo, RatioVerdict};

#[cfg(test)]
pub use results::test_report;
#[cfg(test)]
pub use statistics::Statistics;

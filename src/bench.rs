//! Measuring: a job that samples the phases of a puzzle, how sampling is
//! planned, the statistics of samples, the comparison of contenders, and what
//! `bench --json` gives. The clock and the sampling loop are the worker's;
//! [`sampler`] asks it.

mod baseline;
mod baselines;
mod cases;
mod change;
mod compare;
mod error;
mod estimate;
mod host;
mod job;
mod load;
mod measure;
mod measurement;
mod plan;
mod processors;
mod quantile;
mod ranking;
mod record;
mod report;
mod results;
mod sampler;
mod schedule;
mod session;
mod statistics;
mod warning;

pub use baseline::{Baseline, BaselineName, ToSave};
pub use baselines::Baselines;
pub use change::{RatioTo, Verdict};
pub use host::host;
pub use job::BenchPass;
pub use load::Load;
pub use plan::PASSES;
pub use processors::{Processors, default_parallelism};
pub use report::BenchReport;
pub use results::{BenchResult, Benched, BenchedPuzzle, Host, Measured};
pub use session::{Against, BenchInput, Subject};
#[cfg(test)]
pub use statistics::Statistics;
pub use warning::Warning;

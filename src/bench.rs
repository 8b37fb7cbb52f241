//! Numbers: how sampling is planned, the statistics of samples, the comparison
//! of contenders, and what `bench --json` gives. There is neither clock nor
//! process here: the sampling loop itself is the worker's, and
//! [`Sampler`] is how it is reached.

mod compare;
mod host;
mod measure;
mod plan;
mod results;
mod schedule;
mod statistics;
mod warning;

pub use host::host;
pub use measure::{Measuring, Progress, measure};
#[cfg(test)]
pub use results::Measured;
pub use results::{BenchResult, BenchResults, RatioTo};
#[cfg(test)]
pub use statistics::Statistics;
pub use warning::Warning;

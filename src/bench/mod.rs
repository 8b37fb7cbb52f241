//! Numbers: how sampling is planned, the statistics of samples, the comparison
//! of contenders, and what `bench --json` gives. There is neither clock nor
//! process here: the sampling loop itself is the worker's, and
//! [`Sampler`] is how it is reached.

mod compare;
mod plan;
mod results;
mod schedule;
mod statistics;
mod warning;

pub use plan::Budget;
#[cfg(test)]
pub use results::Measured;
pub use results::{BenchResult, BenchResults, Host, RatioTo};
pub use schedule::{Sampler, Warmed, measure};
#[cfg(test)]
pub use statistics::Statistics;
pub use warning::Warning;

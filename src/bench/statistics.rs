//! What samples say: one function from batches to figures.
//!
//! - **10th percentile**, the headline. Whatever else runs on the machine makes
//!   a call slower and never faster, so the low end of the samples is the
//!   function and the high end is the machine; the minimum itself is one lucky
//!   sample and repeats worse. Quantiles are interpolated linearly between
//!   order statistics: definition 7 of Hyndman and Fan, "Sample Quantiles in
//!   Statistical Packages", The American Statistician 50 (1996), which is the
//!   default of R and `NumPy`.
//!   Of several processes it is the median, since a neighbour on the same core
//!   makes one of them slower by half for as long as it lasts.
//! - **Median with its 95% interval**, between two order statistics that the
//!   binomial distribution gives (Conover, "Practical Nonparametric
//!   Statistics", section 3.2): exact for any number of samples, whatever their
//!   distribution. It takes the samples for independent; neighbours in time are
//!   not quite, so that the interval is of this run and not of the next.
//! - **MAD**, the median distance from the median, not scaled to resemble a
//!   standard deviation: nothing here is normally distributed.
//! - **Outliers** by Tukey's inner fences ("Exploratory Data Analysis", 1977):
//!   beyond the quartiles by more than 1.5 times the distance between them.
//!   They are counted and kept.

use serde::{Deserialize, Serialize};

use super::estimate::Estimate;
use super::measurement::Measurement;
use super::quantile::{median_interval, quantile, sorted};

/// The figures of one function's samples; times are of one call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Statistics {
    /// The 10th percentile: the median over the processes.
    pub p10_ns: f64,
    /// Where the 10th percentile of a further measurement lies in 95 of 100.
    /// `None` of fewer than three processes.
    pub p10_ci95_ns: Option<[f64; 2]>,
    /// The median: that over the processes of their medians.
    pub median_ns: f64,
    /// The median's 95% interval. Fewer than 6 samples of a single process have
    /// none: it is then the whole range and covers less.
    pub ci95_ns: [f64; 2],
    /// The fastest.
    pub min_ns: f64,
    /// The median distance from the median.
    pub mad_ns: f64,
    /// How many processes were measured.
    pub processes: usize,
    /// How many batches were timed.
    pub samples: usize,
    /// How many calls that were.
    pub iterations: u64,
    /// How many samples lie beyond Tukey's inner fences.
    pub outliers: usize,
}

impl Statistics {
    /// How far the headline's interval reaches from it, relative to it.
    pub fn spread(&self) -> Option<f64> {
        let [low, high] = self.p10_ci95_ns?;
        (self.p10_ns > 0.0).then(|| (high - low) / 2.0 / self.p10_ns)
    }

    /// The same to a picosecond: further digits of a quotient mean nothing.
    pub fn rounded(self) -> Self {
        Self {
            p10_ns: picoseconds(self.p10_ns),
            p10_ci95_ns: self.p10_ci95_ns.map(|interval| interval.map(picoseconds)),
            median_ns: picoseconds(self.median_ns),
            ci95_ns: self.ci95_ns.map(picoseconds),
            min_ns: picoseconds(self.min_ns),
            mad_ns: picoseconds(self.mad_ns),
            ..self
        }
    }

    /// The figures of the samples; `None` if there are none.
    pub fn of(measurement: &Measurement) -> Option<Self> {
        let times = measurement.times();
        let (&min_ns, _) = times.split_first()?;
        let median_ns = quantile(&times, 0.5);
        let deviations = sorted(times.iter().map(|ns| (ns - median_ns).abs()).collect());
        let headline = Estimate::of(&measurement.quantiles(0.1))?;
        let median = Estimate::of(&measurement.quantiles(0.5))?;
        Some(Self {
            p10_ns: headline.middle,
            p10_ci95_ns: headline.prediction(),
            median_ns: median.middle,
            ci95_ns: median.interval().unwrap_or_else(|| median_interval(&times)),
            min_ns,
            mad_ns: quantile(&deviations, 0.5),
            processes: measurement.processes.len(),
            samples: times.len(),
            iterations: measurement.calls.max(1).saturating_mul(times.len() as u64),
            outliers: outliers(&times),
        })
    }
}

/// Rounded to a picosecond.
pub(super) fn picoseconds(ns: f64) -> f64 {
    (ns * 1000.0).round() / 1000.0
}

/// The quantiles of all samples in steps of 5%, from the minimum to the maximum;
/// none without samples.
pub(super) fn quantiles(measurement: &Measurement) -> Vec<f64> {
    let times = measurement.times();
    if times.is_empty() {
        return Vec::new();
    }
    let steps = (0..=20).map(|step| f64::from(step) / 20.0);
    steps.map(|q| picoseconds(quantile(&times, q))).collect()
}

/// How many of the values in rising order lie beyond Tukey's inner fences.
fn outliers(sorted: &[f64]) -> usize {
    let (q1, q3) = (quantile(sorted, 0.25), quantile(sorted, 0.75));
    let reach = 1.5 * (q3 - q1);
    let beyond = |&ns: &f64| ns < q1 - reach || ns > q3 + reach;
    sorted.iter().copied().filter(beyond).count()
}

#[cfg(test)]
mod tests;

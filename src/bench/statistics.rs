//! What samples say: one function from batches to figures.
//!
//! - **10th percentile**, the headline. Whatever else runs on the machine makes
//!   a call slower and never faster, so the low end of the samples is the
//!   function and the high end is the machine; the minimum itself is one lucky
//!   sample and repeats worse. Quantiles are interpolated linearly between
//!   order statistics: definition 7 of Hyndman and Fan, "Sample Quantiles in
//!   Statistical Packages", The American Statistician 50 (1996), which is the
//!   default of R and `NumPy`.
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

/// The figures of one function's samples; times are of one call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Statistics {
    /// The 10th percentile: the mean over the processes.
    pub p10_ns: f64,
    /// Where the 10th percentile of a further measurement lies in 95 of 100.
    /// `None` of a single process.
    pub p10_ci95_ns: Option<[f64; 2]>,
    /// The median: the mean over the processes.
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
        let calls = measurement.calls.max(1);
        let samples = measurement.samples();
        let times = sorted(samples.iter().map(|&ns| per_call(ns, calls)).collect());
        let (&min_ns, _) = times.split_first()?;
        let median_ns = quantile(&times, 0.5);
        let deviations = sorted(times.iter().map(|ns| (ns - median_ns).abs()).collect());
        let headline = Estimate::of(&measurement.quantiles(0.1))?;
        let median = Estimate::of(&measurement.quantiles(0.5))?;
        Some(Self {
            p10_ns: headline.mean,
            p10_ci95_ns: headline.prediction(),
            median_ns: median.mean,
            ci95_ns: median.interval().unwrap_or_else(|| median_interval(&times)),
            min_ns,
            mad_ns: quantile(&deviations, 0.5),
            processes: measurement.processes.len(),
            samples: times.len(),
            iterations: calls.saturating_mul(times.len() as u64),
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
    let calls = measurement.calls.max(1);
    let samples = measurement.samples();
    let times = sorted(samples.iter().map(|&ns| per_call(ns, calls)).collect());
    if times.is_empty() {
        return Vec::new();
    }
    let steps = (0..=20).map(|step| f64::from(step) / 20.0);
    steps.map(|q| picoseconds(quantile(&times, q))).collect()
}

/// A call's share of a batch.
#[expect(
    clippy::cast_precision_loss,
    reason = "a batch of 2^53 ns takes 104 days"
)]
pub(super) fn per_call(batch_ns: u64, calls: u64) -> f64 {
    batch_ns as f64 / calls as f64
}

/// The values in rising order.
pub(super) fn sorted(mut values: Vec<f64>) -> Vec<f64> {
    values.sort_unstable_by(f64::total_cmp);
    values
}

/// The quantile `q` of values in rising order, of which there is at least one:
/// definition 7 of Hyndman and Fan.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a position in a slice"
)]
pub(super) fn quantile(sorted: &[f64], q: f64) -> f64 {
    let last = sorted.len() - 1;
    let position = last as f64 * q;
    let below = (position.floor() as usize).min(last);
    let above = (below + 1).min(last);
    let fraction = position - below as f64;
    // Between equals this is exactly the two of them, whatever the fraction.
    sorted[below] + (sorted[above] - sorted[below]) * fraction
}

/// The median's 95% interval among values in rising order, of which there is at
/// least one; of fewer than 6, all their range.
pub(super) fn median_interval(sorted: &[f64]) -> [f64; 2] {
    let rank = interval_rank(sorted.len());
    [sorted[rank], sorted[sorted.len() - 1 - rank]]
}

/// How many values to leave out at either end for the median to lie among the
/// rest with a probability of at least 95%: the largest `k` for which at most
/// `k` of `n` fair coins fall on heads with a probability of at most 2.5%.
#[expect(
    clippy::cast_precision_loss,
    reason = "far fewer samples than 2^53 are ever taken"
)]
fn interval_rank(n: usize) -> usize {
    // In logarithms, since 2^-n underflows from some thousand samples on.
    let mut log_probability = -(n as f64) * std::f64::consts::LN_2;
    let mut at_most = 0.0;
    for k in 0..n {
        at_most += log_probability.exp();
        if at_most > 0.025 {
            return k.saturating_sub(1);
        }
        log_probability += ((n - k) as f64 / (k + 1) as f64).ln();
    }
    0
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

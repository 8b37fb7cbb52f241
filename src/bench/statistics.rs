//! What samples say.
//!
//! - **10th percentile**, the headline. Whatever else runs on the machine makes
//!   a call slower and never faster, so the low end of the samples is the
//!   function and the high end is the machine; the minimum itself is one lucky
//!   sample and repeats worse. Quantiles are definition 7 of Hyndman and Fan,
//!   "Sample Quantiles in Statistical Packages" (1996), the default of R.
//! - **Median with its 95% interval**, **MAD** (the median distance from the
//!   median), and **outliers** by Tukey's inner fences, which are counted and kept.
//! - **Ratio** of two functions that were sampled in turn: each pair of
//!   neighbouring turns gives a ratio in which the machine's drift has cancelled.
//!
//! Samples of one process resemble each other more than they resemble those of
//! the next: code and data lie at other addresses there. So a process counts as
//! one observation, however many samples it took, and intervals come from how the
//! processes differ (Kalibera and Jones, "Rigorous Benchmarking in Reasonable
//! Time", 2013). Nothing uses random numbers: the same samples always give the
//! same intervals.

use std::f64::consts::PI;

use serde::{Deserialize, Serialize};

/// The batches of one function that were timed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Samples {
    /// How long the very first call took.
    pub first_ns: u64,
    /// The smallest step of the clock; 0 if nothing needed to know it.
    pub grain_ns: u64,
    /// How many calls each batch has; 0 before that is known.
    pub calls: u64,
    /// The nanoseconds of each batch, for each process and each of its turns. Turns
    /// of the same index were taken one right after the other.
    pub processes: Vec<Vec<Vec<u64>>>,
}

impl Samples {
    /// The time of one call in each batch, in rising order.
    fn times(&self) -> Vec<f64> {
        self.sorted(self.processes.iter().flatten().flatten())
    }

    fn sorted<'a>(&self, batches_ns: impl Iterator<Item = &'a u64>) -> Vec<f64> {
        let calls = float(self.calls.max(1));
        sorted(batches_ns.map(|&ns| float(ns) / calls).collect())
    }

    /// The quantile `q` of each process, for one call.
    fn process_quantiles(&self, q: f64) -> Vec<f64> {
        let processes = self.processes.iter();
        let times = processes.map(|turns| self.sorted(turns.iter().flatten()));
        let times = times.filter(|times| !times.is_empty());
        times.map(|times| quantile(&times, q)).collect()
    }
}

/// The figures of one function's samples; times are of one call.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Statistics {
    /// The 10th percentile: the median over the processes.
    pub p10_ns: f64,
    /// Where the 10th percentile of a further measurement lies in 95 of 100.
    /// `None` of fewer than three processes.
    pub p10_ci95_ns: Option<[f64; 2]>,
    /// The median: that over the processes of their medians.
    pub median_ns: f64,
    /// The median's 95% interval; of fewer than three processes the whole range.
    pub ci95_ns: [f64; 2],
    pub min_ns: f64,
    pub mad_ns: f64,
    /// How many processes were measured.
    pub processes: usize,
    /// How many batches were timed.
    pub samples: usize,
    /// How many calls that were.
    pub iterations: u64,
    /// How many samples lie beyond Tukey's inner fences.
    pub outliers: usize,
    /// How long the very first call took.
    pub first_ns: u64,
    /// The 10th percentile of each process.
    pub process_p10_ns: Vec<f64>,
    /// The quantiles of all samples in steps of 5%, from the minimum to the
    /// maximum: 21 values.
    pub quantiles_ns: Vec<f64>,
}

impl Statistics {
    /// The figures of the samples, to a picosecond; `None` if there are none.
    pub fn of(samples: &Samples) -> Option<Self> {
        let times = samples.times();
        let p10 = samples.process_quantiles(0.1);
        let headline = Estimate::of(&p10)?;
        let median = Estimate::of(&samples.process_quantiles(0.5))?;
        let middle = quantile(&times, 0.5);
        let deviations = sorted(times.iter().map(|ns| (ns - middle).abs()).collect());
        let range = [times[0], times[times.len() - 1]];
        let interval = median.interval().unwrap_or(range);
        Some(Self {
            p10_ns: picoseconds(headline.middle),
            p10_ci95_ns: headline.prediction().map(|ends| ends.map(picoseconds)),
            median_ns: picoseconds(median.middle),
            ci95_ns: interval.map(picoseconds),
            min_ns: picoseconds(times[0]),
            mad_ns: picoseconds(quantile(&deviations, 0.5)),
            processes: samples.processes.len(),
            samples: times.len(),
            iterations: samples.calls.max(1).saturating_mul(times.len() as u64),
            outliers: outliers(&times),
            first_ns: samples.first_ns,
            process_p10_ns: p10.into_iter().map(picoseconds).collect(),
            quantiles_ns: (0..=20)
                .map(|step| picoseconds(quantile(&times, f64::from(step) / 20.0)))
                .collect(),
        })
    }

    /// How far the headline's interval reaches from it, relative to it.
    pub fn spread(&self) -> Option<f64> {
        let [low, high] = self.p10_ci95_ns?;
        (self.p10_ns > 0.0).then(|| (high - low) / 2.0 / self.p10_ns)
    }
}

/// How many times longer a function takes than another one: the median over the
/// processes of the median over their pairs of turns, its 95% interval, which fewer
/// than three processes do not have, and how many pairs of turns there were. `None`
/// if they have no turn in common.
pub fn ratio(function: &Samples, base: &Samples) -> Option<(f64, Option<[f64; 2]>, usize)> {
    let p10 = |samples: &Samples, turn: &Vec<u64>| {
        let times = samples.sorted(turn.iter());
        (!times.is_empty()).then(|| quantile(&times, 0.1))
    };
    let pairs = |(turns, base_turns): (&Vec<Vec<u64>>, &Vec<Vec<u64>>)| {
        let turns = turns.iter().zip(base_turns);
        let ratio = |(turn, base_turn)| {
            let (time, base_time) = (p10(function, turn)?, p10(base, base_turn)?);
            (time > 0.0 && base_time > 0.0).then_some(time / base_time)
        };
        sorted(turns.filter_map(ratio).collect())
    };
    let processes = function.processes.iter().zip(&base.processes).map(pairs);
    let processes: Vec<Vec<f64>> = processes.filter(|pairs| !pairs.is_empty()).collect();
    // Of logarithms: twice as fast is as far from 1 as twice as slow.
    let middle = |pairs: &Vec<f64>| quantile(pairs, 0.5).ln();
    let estimate = Estimate::of(&processes.iter().map(middle).collect::<Vec<_>>())?;
    let interval = estimate.interval().map(|ends| ends.map(f64::exp));
    let pairs = processes.iter().map(Vec::len).sum();
    Some((estimate.middle.exp(), interval, pairs))
}

/// The variance of a median of normal values is larger than that of their mean by
/// this factor, of many values; of five by 1.43, so that the interval is a little
/// too wide (Cramér, "Mathematical Methods of Statistics", 1946, section 28.5).
const MEDIAN_TO_MEAN: f64 = PI / 2.0;

/// What changes from one command to the next is not seen from within one, however
/// well its processes agree. `cargo bench --bench intervals` measures it: a spread
/// of a quarter to half a percent on a quiet machine, twice which is this share.
pub const UNSEEN: f64 = 0.01;

/// Median and standard deviation of a figure over processes.
struct Estimate {
    /// The median: a disturbed process does not move it.
    middle: f64,
    deviation: f64,
    processes: usize,
}

impl Estimate {
    /// `None` if there are no values.
    fn of(values: &[f64]) -> Option<Self> {
        if values.is_empty() {
            return None;
        }
        let count = float(values.len() as u64);
        let mean = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        Some(Self {
            middle: quantile(&sorted(values.to_vec()), 0.5),
            deviation: (squares / (count - 1.0).max(1.0)).sqrt(),
            processes: values.len(),
        })
    }

    /// The 95% interval of the median. `None` of fewer than three processes: that
    /// of two reaches nine standard deviations and says nothing.
    fn interval(&self) -> Option<[f64; 2]> {
        self.reach().map(|reach| self.around(reach))
    }

    /// Where the median of as many processes lies in 95 of 100 further
    /// measurements: an interval that is wider than the median's own by the square
    /// root of two. `None` as above.
    fn prediction(&self) -> Option<[f64; 2]> {
        let reach = self.reach()? * f64::sqrt(2.0);
        Some(self.around(reach.max(UNSEEN * self.middle)))
    }

    /// Student's t, with the variance of a median in place of that of a mean.
    fn reach(&self) -> Option<f64> {
        /// The 97.5% quantiles with two degrees of freedom and more.
        const STUDENT: [f64; 8] = [4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262];
        let student = STUDENT
            .get(self.processes.checked_sub(3)?)
            .unwrap_or(&2.262);
        let variance = MEDIAN_TO_MEAN * self.deviation.powi(2) / float(self.processes as u64);
        Some(student * variance.sqrt())
    }

    const fn around(&self, reach: f64) -> [f64; 2] {
        [self.middle - reach, self.middle + reach]
    }
}

fn sorted(mut values: Vec<f64>) -> Vec<f64> {
    values.sort_unstable_by(f64::total_cmp);
    values
}

/// The quantile `q` of values in rising order, of which there is at least one.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a position in a slice"
)]
fn quantile(sorted: &[f64], q: f64) -> f64 {
    let last = sorted.len() - 1;
    let position = last as f64 * q;
    let below = (position.floor() as usize).min(last);
    let above = (below + 1).min(last);
    // Between equals this is exactly the two of them, whatever the fraction.
    sorted[below] + (sorted[above] - sorted[below]) * (position - below as f64)
}

/// How many of the values in rising order lie beyond Tukey's inner fences.
fn outliers(sorted: &[f64]) -> usize {
    let (q1, q3) = (quantile(sorted, 0.25), quantile(sorted, 0.75));
    let reach = 1.5 * (q3 - q1);
    let beyond = |ns: &&f64| **ns < q1 - reach || **ns > q3 + reach;
    sorted.iter().filter(beyond).count()
}

/// Rounded to a picosecond: further digits of a quotient mean nothing.
fn picoseconds(ns: f64) -> f64 {
    (ns * 1000.0).round() / 1000.0
}

/// A number to calculate with.
#[expect(clippy::cast_precision_loss, reason = "2^53 ns are 104 days")]
pub const fn float(number: u64) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests;

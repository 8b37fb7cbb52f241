//! The statistics of samples.
//!
//! - **10th percentile**, the headline. Other programs make a call slower and never faster, so low
//!   samples show the function, and high samples show the machine. The minimum would be a single
//!   sample, and varies more between measurements. Quantiles follow definition 7 of Hyndman and
//!   Fan, "Sample Quantiles in Statistical Packages" (1996), the default of R.
//! - **Median with its 95% interval**, **MAD** (the median distance from the median), and
//!   **outliers** by Tukey's inner fences. Outliers are counted and kept.
//! - **Ratio** of two functions that were sampled in turn. Each pair of neighbouring turns yields a
//!   ratio, in which the machine's drift cancels out.
//!
//! Each process has code and data at different addresses, so samples of several processes differ
//! more than samples of one. A process therefore counts as one observation, whatever its number of
//! samples. Intervals come from the differences between processes (Kalibera and Jones, "Rigorous
//! Benchmarking in Reasonable Time", 2013). No random numbers are used: the same samples always
//! give the same intervals.

use std::f64::consts::{FRAC_PI_2, SQRT_2};

use serde::{Deserialize, Serialize};

use super::host::Load;

/// The indices of these quantiles in steps of 5%.
const MIN: usize = 0;
const P5: usize = 1;
const P10: usize = 2;
const LOWER_QUARTILE: usize = 5;
const MEDIAN: usize = 10;
const UPPER_QUARTILE: usize = 15;
const P95: usize = 19;
const MAX: usize = 20;

/// The distance of Tukey's inner fences from the quartiles, in interquartile ranges.
const TUKEY_FENCE: f64 = 1.5;

/// The lower and the upper end of a range.
type Interval = [f64; 2];

/// The timed batches of one function.
#[derive(Default)]
pub struct Samples {
    /// The time of the first call in a process. If this call was slow, the shorter of the times in
    /// two processes.
    pub first_ns: u64,
    /// The smallest step of the clock. `None` if it was not measured.
    pub grain_ns: Option<u64>,
    /// The batch. `None` before the first sample.
    pub batch: Option<Batch>,
    pub processes: Vec<ProcessSamples>,
}

/// A batch of calls that are timed together, because the clock is too coarse for one call.
#[derive(Clone, Copy)]
pub struct Batch {
    pub calls: u64,
    /// The approximate time of a call, measured before the first sample.
    pub call_ns: f64,
}

impl Batch {
    /// The approximate time of all calls.
    pub fn ns(self) -> f64 {
        self.call_ns * float(self.calls)
    }
}

/// The samples of a function in one process. If two functions are compared, the turns with the same
/// index took place directly after each other.
#[derive(Default)]
pub struct ProcessSamples {
    pub turns: Vec<SampleTurn>,
}

impl ProcessSamples {
    /// The number of samples.
    pub fn count(&self) -> usize {
        self.turns.iter().map(|turn| turn.calls_ns.len()).sum()
    }

    /// The times of all turns, in ascending order.
    fn sorted(&self) -> Vec<f64> {
        let times = self.turns.iter().flat_map(|turn| &turn.calls_ns);
        sorted(times.copied().collect())
    }
}

/// The samples of a function in one turn.
#[derive(Clone, Default)]
pub struct SampleTurn {
    /// The time of a call in each batch.
    pub calls_ns: Vec<f64>,
    /// The time of a fixed chain of instructions after the samples. It shows the machine's speed.
    /// `None` after an interrupt.
    pub chain_ns: Option<f64>,
}

impl SampleTurn {
    /// The 10th percentile. `None` if it is zero or there are no samples.
    fn p10(&self) -> Option<f64> {
        let times = sorted(self.calls_ns.clone());
        quantile(&times, P10).filter(|p10| *p10 > 0.0)
    }
}

/// The figures of a function. All times are for one call.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Statistics {
    /// The 10th percentile: the median of the 10th percentiles of the processes.
    pub p10_ns: f64,
    /// The interval that contains the 10th percentile of another measurement in 95 of 100 cases.
    /// `None` with fewer than three processes.
    pub p10_ci95_ns: Option<Interval>,
    /// The median: the median of the medians of the processes.
    pub median_ns: f64,
    /// The 95% interval of the median, or the whole range with fewer than three processes.
    pub ci95_ns: Interval,
    pub min_ns: f64,
    /// The median distance of the samples from their median.
    pub mad_ns: f64,
    /// The number of processes that were measured.
    pub processes: usize,
    /// The number of timed batches.
    pub samples: usize,
    /// The number of calls in all batches.
    pub iterations: u64,
    /// The number of samples beyond Tukey's inner fences.
    pub outliers: usize,
    /// The time of the first call, as in [`Samples`].
    pub first_ns: u64,
    /// The 10th percentile of each process.
    pub process_p10_ns: Vec<f64>,
    /// The 10th percentile of the fixed chain in each process. It shows how much the machine's own
    /// speed varied.
    pub process_chain_ns: Vec<f64>,
    /// 21 quantiles of all samples in steps of 5%, from the minimum to the maximum.
    pub quantiles_ns: Vec<f64>,
    /// The load of other programs while the input was measured. `None` if it is not known.
    pub load: Option<Load>,
}

impl Statistics {
    /// The figures of the samples, rounded to a picosecond. `None` if there are no samples.
    pub fn of(samples: &Samples) -> Option<Self> {
        let mut process_p10 = Vec::new();
        let mut process_median = Vec::new();
        let mut process_chain = Vec::new();
        let mut times = Vec::new();
        for process in &samples.processes {
            let process_times = process.sorted();
            process_p10.extend(quantile(&process_times, P10));
            process_median.extend(quantile(&process_times, MEDIAN));
            let chains = process.turns.iter().filter_map(|turn| turn.chain_ns);
            process_chain.extend(quantile(&sorted(chains.collect()), P10));
            times.extend(process_times);
        }
        let p10 = Estimate::of(&process_p10)?;
        let median = Estimate::of(&process_median)?;
        let times = sorted(times);
        let quantiles: Vec<f64> = (MIN..=MAX)
            .map(|step| quantile(&times, step))
            .collect::<Option<_>>()?;
        let fence = TUKEY_FENCE * (quantiles[UPPER_QUARTILE] - quantiles[LOWER_QUARTILE]);
        let low = quantiles[LOWER_QUARTILE] - fence;
        let high = quantiles[UPPER_QUARTILE] + fence;
        let outliers = times.iter().filter(|&&ns| ns < low || ns > high).count();
        let deviations = times.iter().map(|ns| (ns - quantiles[MEDIAN]).abs());
        let mad = quantile(&sorted(deviations.collect()), MEDIAN)?;
        let calls = samples.batch?.calls;
        Some(Self {
            p10_ns: picoseconds(p10.middle),
            p10_ci95_ns: p10.half_width.map(|half_width| {
                // An interval that predicts another measurement is wider than the interval of this
                // measurement by a factor of the square root of two.
                let least = MIN_SPREAD * p10.middle;
                interval_around(p10.middle, (half_width * SQRT_2).max(least))
            }),
            median_ns: picoseconds(median.middle),
            ci95_ns: match median.half_width {
                Some(half_width) => interval_around(median.middle, half_width),
                None => [quantiles[MIN], quantiles[MAX]].map(picoseconds),
            },
            min_ns: picoseconds(quantiles[MIN]),
            mad_ns: picoseconds(mad),
            processes: samples.processes.len(),
            samples: times.len(),
            iterations: calls.saturating_mul(times.len() as u64),
            outliers,
            first_ns: samples.first_ns,
            process_p10_ns: rounded(process_p10),
            process_chain_ns: rounded(process_chain),
            quantiles_ns: rounded(quantiles),
            load: None,
        })
    }

    /// The 5th and the 95th percentile of the samples. `None` if there are no samples.
    pub fn middle_range(&self) -> Option<Interval> {
        let low = self.quantiles_ns.get(P5)?;
        let high = self.quantiles_ns.get(P95)?;
        Some([*low, *high])
    }

    /// The factor by which other programs may have made the headline longer. Two threads that share
    /// the units of a core take at most twice as long. A call that is longer than a time slice of
    /// the system also waits for the other threads.
    fn slowdown(&self) -> f64 {
        const TIME_SLICE_NS: f64 = 1e6;
        match self.load.filter(|load| load.is_disturbing()) {
            Some(load) if self.p10_ns >= TIME_SLICE_NS => 1.0 + load.others.max(1.0),
            Some(_) => 2.0,
            None => 1.0,
        }
    }

    /// The distance from the headline to the upper end of its interval, relative to the headline.
    pub fn spread(&self) -> Option<f64> {
        let [_, high] = self.p10_ci95_ns?;
        let spread = (high - self.p10_ns) / self.p10_ns;
        spread.is_finite().then_some(spread)
    }
}

/// The time of a function divided by the time of another function or measurement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ratio {
    /// The other side: a baseline, a revision or [`PRIMARY`].
    pub of: String,
    /// The ratio of the times. If it is above 1, this function is slower.
    #[serde(rename = "ratio")]
    pub value: f64,
    /// The 95% interval of the ratio. `None` if there are too few samples.
    pub ci95: Option<Interval>,
    /// The number of pairs of turns. 0 if the sides were measured at different times.
    pub pairs: usize,
    pub verdict: RatioVerdict,
}

/// The name of the primary solution in [`Ratio::of`]. A baseline or a revision cannot have this
/// name.
pub const PRIMARY: &str = "own";

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RatioVerdict {
    Slower,
    Faster,
    /// There is no significant difference.
    Same,
    /// The machine's own speed or other programs could be the cause of the difference.
    MachineVaried,
}

/// The smallest relative difference that is significant, for any number of samples. Smaller
/// differences can come from the address that the linker chooses for the code.
const MIN_DIFFERENCE: f64 = 0.01;
/// The smallest absolute difference that is significant, in nanoseconds. It is about one iteration
/// of the loop around the calls, which takes five or six cycles, depending on the address of the
/// loop.
const MIN_DIFFERENCE_NS: f64 = 1.0;

impl Ratio {
    /// Compares samples that were taken in turn. The ratio of a process is the median of the ratios
    /// of its pairs of turns, and the result is the median of the processes. Returns `None` if
    /// there is no pair.
    pub fn of_samples(of: &str, function: &Samples, base: &Samples) -> Option<Self> {
        let mut pairs = 0;
        let mut process_ratios = Vec::new();
        for (process, base_process) in function.processes.iter().zip(&base.processes) {
            let mut ratios = Vec::new();
            for (turn, base_turn) in process.turns.iter().zip(&base_process.turns) {
                if let Some(p10) = turn.p10()
                    && let Some(base_p10) = base_turn.p10()
                {
                    ratios.push(p10 / base_p10);
                }
            }
            pairs += ratios.len();
            // On a logarithmic scale, twice as fast and twice as slow are equally far from 1.
            let median = quantile(&sorted(ratios), MEDIAN);
            process_ratios.extend(median.map(f64::ln));
        }
        let Estimate { middle, half_width } = Estimate::of(&process_ratios)?;
        let ci95 = half_width.map(|width| [middle - width, middle + width].map(f64::exp));
        let ns = Statistics::of(function)?.p10_ns;
        let ratio = Self::new(of, middle.exp(), ci95, ns);
        Some(Self { pairs, ..ratio })
    }

    /// Compares the headlines of figures that were measured at different times. Returns `None` if a
    /// headline is zero.
    ///
    /// Each interval predicts another measurement, so it contains the variance of its side twice.
    /// The mean of the squares of both intervals therefore gives the interval of the ratio.
    ///
    /// If the machine alone could have caused the difference, there is no verdict.
    pub fn of_figures(of: &str, now: &Statistics, then: &Statistics) -> Option<Self> {
        let value = now.p10_ns / then.p10_ns;
        if !value.is_finite() || value <= 0.0 {
            return None;
        }
        let ci95 = if let Some(now) = now.spread()
            && let Some(then) = then.spread()
        {
            let squares = f64::midpoint(now.powi(2), then.powi(2));
            let factor = 1.0 + squares.sqrt();
            Some([value / factor, value * factor])
        } else {
            None
        };
        let mut ratio = Self::new(of, value, ci95, now.p10_ns);
        let [fastest, slowest] = machine_range(now, then);
        let [low, high] = ratio.range();
        if ratio.verdict != RatioVerdict::Same && low <= slowest && high >= fastest {
            ratio.verdict = RatioVerdict::MachineVaried;
        }
        Some(ratio)
    }

    /// A ratio with its verdict. `ns` is the time of this function.
    fn new(of: &str, ratio: f64, ci95: Option<Interval>, ns: f64) -> Self {
        // Without an interval, a factor of two is needed.
        let [low, high] = ci95.unwrap_or([ratio / 2.0, ratio * 2.0]);
        let difference_ns = (ns - ns / ratio).abs();
        let difference = (ratio - 1.0).abs();
        let verdict = if difference < MIN_DIFFERENCE || difference_ns < MIN_DIFFERENCE_NS {
            RatioVerdict::Same
        } else if low > 1.0 {
            RatioVerdict::Slower
        } else if high < 1.0 {
            RatioVerdict::Faster
        } else {
            RatioVerdict::Same
        };
        Self {
            of: of.to_owned(),
            value: ratio,
            ci95,
            pairs: 0,
            verdict,
        }
    }

    /// The interval, or the ratio itself as both ends if there is no interval.
    pub fn range(&self) -> Interval {
        self.ci95.unwrap_or([self.value; 2])
    }

    /// True if the function is slower by more than `share`, even at the lower end of the interval.
    pub fn is_slower_by(&self, share: f64) -> bool {
        self.verdict == RatioVerdict::Slower && self.range()[0] > 1.0 + share
    }
}

/// The range of ratios that the machine alone could cause: by its own speed, which the fixed chain
/// shows, and by the load of other programs.
fn machine_range(now: &Statistics, then: &Statistics) -> Interval {
    let [mut fastest, mut slowest] = [1.0 / then.slowdown(), now.slowdown()];
    if let Some([now_low, now_high]) = extremes(&now.process_chain_ns)
        && let Some([then_low, then_high]) = extremes(&then.process_chain_ns)
    {
        fastest = fastest.min(now_low / then_high);
        slowest = slowest.max(now_high / then_low);
    }
    [fastest, slowest]
}

/// The minimum of [`Statistics::spread`]. Two runs of a command differ more than the processes of
/// one run: by 0.25 to 0.5% on a quiet machine, according to `cargo bench --bench intervals`. This
/// constant is twice the larger figure.
pub const MIN_SPREAD: f64 = 0.01;

/// The median of a figure over several processes, on which a single disturbed process has little
/// effect.
struct Estimate {
    middle: f64,
    /// Half the width of the 95% interval by Student's t. `None` with fewer than three processes:
    /// with two, the interval would be nine standard deviations wide.
    half_width: Option<f64>,
}

impl Estimate {
    /// The estimate from these values. `None` if there are no values.
    fn of(values: &[f64]) -> Option<Self> {
        let sorted = sorted(values.to_vec());
        Some(Self {
            middle: quantile(&sorted, MEDIAN)?,
            half_width: half_width(values),
        })
    }
}

/// [`Estimate::half_width`] of the median of these values.
fn half_width(values: &[f64]) -> Option<f64> {
    /// The 97.5% quantiles of Student's t for two to four degrees of freedom. There are at most
    /// five passes.
    const STUDENT: [f64; 3] = [4.303, 3.182, 2.776];
    let index = values.len().checked_sub(3)?;
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let mut squares = 0.0;
    for value in values {
        squares += (value - mean).powi(2);
    }
    // For many normal values, the variance of the median is pi/2 times the variance of the mean
    // (Cramér, "Mathematical Methods of Statistics", 1946, section 28.5). For five values the
    // factor is 1.43, so the interval is a little too wide.
    let variance = FRAC_PI_2 * squares / (count - 1.0) / count;
    Some(STUDENT[index.min(2)] * variance.sqrt())
}

/// The interval of a time, which cannot be negative.
fn interval_around(middle: f64, half_width: f64) -> Interval {
    [(middle - half_width).max(0.0), middle + half_width].map(picoseconds)
}

/// The smallest and the largest value.
fn extremes(values: &[f64]) -> Option<Interval> {
    let sorted = sorted(values.to_vec());
    Some([*sorted.first()?, *sorted.last()?])
}

fn sorted(mut values: Vec<f64>) -> Vec<f64> {
    values.sort_unstable_by(f64::total_cmp);
    values
}

/// A quantile of sorted values, in steps of 5%. `None` if there are no values.
fn quantile(sorted: &[f64], step: usize) -> Option<f64> {
    let position = sorted.len().checked_sub(1)? * step;
    let below = sorted[position / 20];
    let above = sorted.get(position / 20 + 1).unwrap_or(&below);
    // Between two equal values, every fraction must give exactly that value.
    let fraction = (position % 20) as f64 / 20.0;
    Some(below + (above - below) * fraction)
}

/// Rounds to a picosecond, because further digits of a quotient are not accurate.
fn picoseconds(ns: f64) -> f64 {
    (ns * 1000.0).round() / 1000.0
}

fn rounded(times: Vec<f64>) -> Vec<f64> {
    times.into_iter().map(picoseconds).collect()
}

/// Converts a number for calculations. Numbers above 2^53 are rounded.
pub const fn float(number: u64) -> f64 {
    number as f64
}

#[cfg(test)]
pub use tests::{samples, samples_of};

#[cfg(test)]
mod tests;

//! How long to sample, in which portions, and when it is enough.

use super::statistics::{median_interval, quantile, sorted};

/// What sampling may take. All times are in nanoseconds and of one contender.
#[derive(Clone, Debug, PartialEq)]
pub struct Budget {
    /// Calls before the first sample, until caches, branch predictors and the
    /// processor's clock have settled.
    pub warm_ns: u64,
    /// Samples, in the usual case.
    pub sample_ns: u64,
    /// One turn, before the next contender has its own: short against the
    /// drift of a machine, long against the cost of changing contenders.
    pub chunk_ns: u64,
    /// Samples of a function so slow that `samples` do not fit in `sample_ns`.
    /// One is always taken.
    pub limit_ns: u64,
    /// With fewer samples, sampling goes on beyond `sample_ns`.
    pub samples: usize,
    /// With fewer turns, times are not taken for steady.
    pub steady_chunks: usize,
    /// The width of the median's interval, relative to the median, at which
    /// times are steady.
    pub steady_width: f64,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            warm_ns: 50_000_000,
            sample_ns: 300_000_000,
            chunk_ns: 10_000_000,
            limit_ns: 2_000_000_000,
            samples: 10,
            steady_chunks: 12,
            steady_width: 0.005,
        }
    }
}

/// A batch lasts at least this many steps of the clock: a step is then a
/// thousandth of it.
const GRAINS_PER_BATCH: f64 = 1000.0;
/// A batch lasts at least this long: reading the clock twice and calling into
/// the day's code take some 50 ns together.
const BATCH_NS: f64 = 30_000.0;
/// A batch has at most this many calls, so that it ends even if the warm-up
/// found that a call takes no time: those of a quarter of a nanosecond fit.
const CALLS_PER_BATCH: u64 = 1 << 17;

impl Budget {
    /// Whether a contender's time is over: it had its share and enough samples,
    /// or another batch would go beyond the limit.
    pub(super) fn is_spent(&self, spent_ns: f64, samples: usize, batch_ns: f64) -> bool {
        let enough = spent_ns >= float(self.sample_ns) && samples >= self.samples;
        let too_slow = samples > 0 && spent_ns + batch_ns > float(self.limit_ns);
        enough || too_slow
    }

    /// Whether times are steady, from the medians of the turns so far.
    ///
    /// Not from the samples themselves: there are thousands of a fast function,
    /// neighbours in time resemble each other, and an interval that takes them
    /// for independent is narrow at once, before the machine had time to drift.
    /// Turns are far enough apart (the method of batch means: Law, "Simulation
    /// Modeling and Analysis", section 9.5.3).
    pub(super) fn is_steady(&self, chunk_medians: &[f64]) -> bool {
        if chunk_medians.len() < self.steady_chunks {
            return false;
        }
        let medians = sorted(chunk_medians.to_vec());
        let [low, high] = median_interval(&medians);
        high - low <= self.steady_width * quantile(&medians, 0.5)
    }

    /// About how long a contender will be sampled whose batch takes `batch_ns`.
    pub(super) fn expected_ns(&self, batch_ns: f64) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "a few")]
        let wanted = batch_ns * self.samples as f64;
        wanted
            .clamp(float(self.sample_ns), float(self.limit_ns))
            .max(batch_ns)
    }
}

/// How many rounds over all `inputs` make a batch, when a call takes `call_ns`
/// and the clock runs in steps of `grain_ns`.
pub(super) fn batch_size(call_ns: f64, grain_ns: u64, inputs: u64) -> u64 {
    let inputs = inputs.max(1);
    let wanted_ns = (float(grain_ns) * GRAINS_PER_BATCH).max(BATCH_NS);
    let rounds = (wanted_ns / (call_ns * float(inputs))).ceil();
    let most = (CALLS_PER_BATCH / inputs).max(1);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "saturates: a call of no time at all gives infinity or no number"
    )]
    let rounds = rounds as u64;
    rounds.clamp(1, most)
}

/// Nanoseconds as a number to calculate with.
#[expect(clippy::cast_precision_loss, reason = "2^53 ns are 104 days")]
pub(super) fn float(ns: u64) -> f64 {
    ns as f64
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn batches_are_long_enough_for_the_clock() {
        // 30 µs, with a clock of 20 ns.
        assert_eq!(batch_size(40.0, 20, 1), 750);
        // 1000 steps of a clock of 100 ns, as on Windows.
        assert_eq!(batch_size(40.0, 100, 1), 2500);
        // Rounds over 300 inputs.
        assert_eq!(batch_size(40.0, 20, 300), 3);
        // Slow functions are timed call by call.
        assert_eq!(batch_size(30_000.0, 20, 1), 1);
        assert_eq!(batch_size(5e9, 20, 1), 1);
    }

    #[test]
    fn batches_are_bounded_for_calls_of_no_time() {
        assert_eq!(batch_size(0.0, 20, 1), CALLS_PER_BATCH);
        assert_eq!(batch_size(0.01, 1000, 1), CALLS_PER_BATCH);
        assert_eq!(batch_size(0.0, 0, 1_000_000), 1);
        assert_eq!(batch_size(f64::NAN, 20, 1), 1);
    }

    #[test]
    fn slow_functions_get_fewer_samples() {
        let samples_of = |ns: f64| {
            let budget = Budget::default();
            let (mut spent, mut samples) = (0.0, 0);
            while !budget.is_spent(spent, samples, ns) {
                spent += ns;
                samples += 1;
            }
            samples
        };
        assert_eq!(samples_of(1e6), 300);
        assert_eq!(samples_of(50e6), 10);
        assert_eq!(samples_of(200e6), 10);
        assert_eq!(samples_of(500e6), 4);
        assert_eq!(samples_of(1e9), 2);
        assert_eq!(samples_of(5e9), 1);
    }

    #[test]
    fn steady_is_what_turns_agree_on() {
        let budget = Budget::default();
        assert!(!budget.is_steady(&[100.0; 11]));
        assert!(budget.is_steady(&[100.0; 12]));
        let drifting: Vec<f64> = (0..30).map(|turn| 100.0 + f64::from(turn)).collect();
        assert!(!budget.is_steady(&drifting));
        // A turn that the machine spoilt does not keep it going.
        let mut spoilt = [100.0; 12];
        spoilt[5] = 180.0;
        assert!(budget.is_steady(&spoilt));
    }

    proptest! {
        #[test]
        fn a_batch_is_long_enough_or_full(
            call_ns in 0.1_f64..1e9,
            grain in 1_u64..2000,
            inputs in 1_u64..1000,
        ) {
            let batch = batch_size(call_ns, grain, inputs);
            let ns = call_ns * float(batch * inputs);
            let full = (batch + 1) * inputs > CALLS_PER_BATCH;
            prop_assert!(batch >= 1);
            prop_assert!(full || ns >= 1000.0 * float(grain) * (1.0 - 1e-9));
            prop_assert!(batch == 1 || batch * inputs <= CALLS_PER_BATCH);
        }
    }
}

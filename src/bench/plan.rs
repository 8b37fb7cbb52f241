//! How long to sample, in which portions, and when it is enough.

/// How many passes there are over each puzzle, each in a process of its own.
pub const PASSES: u32 = 5;

/// What sampling may take. All times are in nanoseconds and of one contender.
#[derive(Clone, Debug, PartialEq)]
pub struct Budget {
    /// How many passes there are, each in a process of its own.
    pub passes: u32,
    /// Calls before the first sample of a pass, until caches, branch predictors
    /// and the processor's clock have settled.
    pub warm_ns: u64,
    /// Samples of a pass, in the usual case.
    pub sample_ns: u64,
    /// One turn, before the next contender has its own: short against the
    /// drift of a machine, long against the cost of changing contenders.
    pub turn_ns: u64,
    /// A pass goes on beyond `sample_ns` for this many samples.
    pub samples: usize,
    /// All passes of a function so slow that `samples` do not fit in
    /// `sample_ns`. One sample is always taken.
    pub limit_ns: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            passes: PASSES,
            warm_ns: 20_000_000,
            sample_ns: 60_000_000,
            turn_ns: 10_000_000,
            samples: 2,
            limit_ns: 2_000_000_000,
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
    /// What one pass may take of `limit_ns`.
    pub(super) fn pass_limit_ns(&self) -> f64 {
        float(self.limit_ns) / f64::from(self.passes)
    }

    /// About how long a pass samples a contender whose batch takes `batch_ns`.
    pub(super) fn expected_ns(&self, batch_ns: f64) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "a few")]
        let wanted = batch_ns * self.samples as f64;
        wanted
            .clamp(float(self.sample_ns), self.pass_limit_ns())
            .max(batch_ns)
    }
}

/// How many calls make a batch, when one takes `call_ns` and the clock runs in steps of `grain_ns`.
pub(super) fn batch_size(call_ns: f64, grain_ns: u64) -> u64 {
    let wanted_ns = (float(grain_ns) * GRAINS_PER_BATCH).max(BATCH_NS);
    let calls = (wanted_ns / call_ns).ceil();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "saturates: a call of no time at all gives infinity or no number"
    )]
    let calls = calls as u64;
    calls.clamp(1, CALLS_PER_BATCH)
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
        assert_eq!(batch_size(40.0, 20), 750);
        // 1000 steps of a clock of 100 ns, as on Windows.
        assert_eq!(batch_size(40.0, 100), 2500);
        // Slow functions are timed call by call.
        assert_eq!(batch_size(30_000.0, 20), 1);
        assert_eq!(batch_size(5e9, 20), 1);
    }

    #[test]
    fn batches_are_bounded_for_calls_of_no_time() {
        assert_eq!(batch_size(0.0, 20), CALLS_PER_BATCH);
        assert_eq!(batch_size(0.01, 1000), CALLS_PER_BATCH);
        assert_eq!(batch_size(0.0, 0), CALLS_PER_BATCH);
        assert_eq!(batch_size(f64::NAN, 20), 1);
    }

    proptest! {
        #[test]
        fn a_batch_is_long_enough_or_full(
            call_ns in 0.1_f64..1e9,
            grain in 1_u64..2000,
        ) {
            let batch = batch_size(call_ns, grain);
            let ns = call_ns * float(batch);
            let full = batch == CALLS_PER_BATCH;
            prop_assert!(batch >= 1);
            prop_assert!(full || ns >= 1000.0 * float(grain) * (1.0 - 1e-9));
            prop_assert!(batch <= CALLS_PER_BATCH);
        }
    }
}

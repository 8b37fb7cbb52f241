//! Reasons not to trust a figure.

use std::fmt;

use aoc_solution::protocol::Allocations;
use serde::{Deserialize, Serialize};

use super::measurement::Measurement;
use super::statistics::Statistics;

/// A reason not to trust a figure. Its name in JSON is stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Warning {
    /// The median lies well above the 10th percentile.
    Noisy,
    /// The first call took far longer than the later ones.
    Memo,
    /// There are too few samples for a 95% interval.
    FewSamples,
    /// The clock, or the loop around the calls, takes a part of the time.
    BelowClock,
    /// A later call gave another answer than the first.
    AnswerChanges,
    /// The processes disagree.
    Disagreement,
}

/// How far apart median and 10th percentile are on a quiet machine: they were
/// measured to differ by 1% there, and by half with both cores busy.
const NOISY: f64 = 1.2;
/// How far the headline's interval reaches if processes differ no more than they
/// do on a quiet machine: 1 to 4%, so that this is more than that.
const DISAGREEING: f64 = 0.1;
/// How many times longer than the later calls a first one takes at most that
/// only finds the caches cold and the heap small; 2 to 10 is usual.
const MEMO: u64 = 20;
/// And how long: page faults, a first allocation and a cold branch predictor
/// cost some microseconds however short the function is.
const MEMO_NS: u64 = 50_000;
/// What a byte takes that a process allocates for the first time: the system
/// provides its page and clears it, in up to 4 µs of a virtual machine.
const FRESH_BYTE_NS: u64 = 1;
/// How many samples a 95% interval of the median takes.
const SAMPLES: usize = 6;
/// A batch of fewer steps of the clock is not known within 1%.
const GRAINS: f64 = 100.0;
/// About what a turn of the loop around the calls takes by itself.
const LOOP_NS: f64 = 1.0;

impl Warning {
    /// Whether a first call that took so much longer than a later one, which made
    /// these `allocations`, shows that results are remembered.
    pub(super) fn is_memo(first_ns: u64, later_ns: u64, allocations: Option<Allocations>) -> bool {
        let fresh = allocations.map_or(0, |allocations| allocations.peak);
        let first_ns = first_ns.saturating_sub(fresh.saturating_mul(FRESH_BYTE_NS));
        first_ns > MEMO_NS && first_ns / MEMO > later_ns
    }

    /// The warnings about `statistics`.
    pub fn of(
        measurement: &Measurement,
        statistics: &Statistics,
        allocations: Option<Allocations>,
    ) -> Vec<Self> {
        #[expect(clippy::cast_precision_loss, reason = "times of at most days")]
        let grain_ns = measurement.grain_ns as f64;
        #[expect(clippy::cast_precision_loss, reason = "counts that were counted")]
        let calls = statistics.iterations as f64 / statistics.samples.max(1) as f64;
        let batch_ns = statistics.p10_ns * calls;
        let few = statistics.p10_ci95_ns.is_none() && statistics.samples < SAMPLES;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a time is positive, and whole nanoseconds are enough"
        )]
        let later_ns = statistics.median_ns as u64;
        let memo = Self::is_memo(measurement.first_ns, later_ns, allocations);
        let below_clock = statistics.p10_ns < LOOP_NS || batch_ns < GRAINS * grain_ns;
        [
            (
                statistics.median_ns > NOISY * statistics.p10_ns,
                Self::Noisy,
            ),
            (
                statistics
                    .spread()
                    .is_some_and(|spread| spread > DISAGREEING),
                Self::Disagreement,
            ),
            (memo, Self::Memo),
            (few, Self::FewSamples),
            (below_clock, Self::BelowClock),
        ]
        .into_iter()
        .filter_map(|(holds, warning)| holds.then_some(warning))
        .collect()
    }
}

/// For people.
impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Noisy => "noisy machine: the median is more than 1.2 times the 10th percentile",
            Self::Memo => "the first call took more than 20 times longer: are results remembered?",
            Self::FewSamples => "too few samples for a 95% interval",
            Self::BelowClock => "too fast to time reliably",
            Self::AnswerChanges => "a later call gave another answer than the first one",
            Self::Disagreement => {
                "noisy machine: the passes differ so much that the interval is wider than ±10%"
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::measurement::Turns;

    fn warnings(first_ns: u64, batches: &[u64], calls: u64) -> Vec<Warning> {
        let measurement = Measurement {
            first_ns,
            grain_ns: 20,
            calls,
            processes: vec![Turns(vec![batches.to_vec()])],
        };
        Warning::of(&measurement, &Statistics::of(&measurement).unwrap(), None)
    }

    #[test]
    fn a_clean_run_has_none() {
        assert_eq!(warnings(5000, &[30_000; 100], 100), []);
    }

    #[test]
    fn noise_is_the_median_above_the_low_end() {
        let mut batches = vec![10_000; 40];
        batches.extend([12_500; 60]);
        assert_eq!(warnings(0, &batches, 1), [Warning::Noisy]);
    }

    #[test]
    fn processes_that_differ_are_pointed_out() {
        let measurement = |slowest| Measurement {
            grain_ns: 20,
            calls: 1,
            processes: [30_000, 30_100, slowest]
                .map(|ns| Turns(vec![vec![ns; 20]]))
                .into(),
            ..Measurement::default()
        };
        let warnings = |measurement: Measurement| {
            Warning::of(&measurement, &Statistics::of(&measurement).unwrap(), None)
        };
        assert_eq!(warnings(measurement(30_200)), []);
        assert_eq!(warnings(measurement(45_000)), [Warning::Disagreement]);
    }

    #[test]
    fn a_memo_has_one_slow_call() {
        assert_eq!(warnings(1_000_000, &[30_000; 100], 100), [Warning::Memo]);
        // Cold caches: 40 µs against 0.3 µs mean nothing.
        assert_eq!(warnings(40_000, &[30_000; 100], 100), []);
        assert_eq!(warnings(5_000_000, &[300_000; 100], 1), []);
        // Nor do the pages of a large result: 640 KiB, in 18 µs later.
        let peak = |peak| {
            let allocations = Allocations {
                count: 1,
                bytes: peak,
                peak,
            };
            Warning::is_memo(500_000, 18_000, Some(allocations))
        };
        assert!(peak(1000) && !peak(640 << 10));
    }

    #[test]
    fn an_interval_takes_six() {
        assert_eq!(warnings(0, &[1_000_000; 5], 1), [Warning::FewSamples]);
        assert_eq!(warnings(0, &[1_000_000; 6], 1), []);
    }

    #[test]
    fn nothing_is_faster_than_its_loop() {
        assert_eq!(warnings(0, &[30_000; 100], 65_536), [Warning::BelowClock]);
        assert_eq!(warnings(0, &[1900; 100], 10), [Warning::BelowClock]);
    }

    #[test]
    fn words_are_stable() {
        let all = [
            Warning::Noisy,
            Warning::Memo,
            Warning::FewSamples,
            Warning::BelowClock,
            Warning::AnswerChanges,
            Warning::Disagreement,
        ];
        let words = serde_json::to_string(&all).unwrap();
        assert_eq!(
            words,
            r#"["noisy","memo","few-samples","below-clock","answer-changes","disagreement"]"#
        );
    }
}

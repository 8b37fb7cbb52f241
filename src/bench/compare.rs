//! How many times longer one contender takes than another.
//!
//! Contenders are sampled in turn, so each pair of neighbouring turns gives a
//! ratio of its own in which the machine's drift has cancelled: the ratio of
//! the two turns' 10th percentiles, as in the headline. A process is one
//! observation, the median over its pairs; the estimate is the median over the
//! processes, and its interval comes from how their logarithms differ.
//! Everything is computed from the samples without random numbers, so that the
//! same samples always give the same interval.

use super::estimate::Estimate;
use super::measurement::Measurement;
use super::quantile::{median_interval, quantile, sorted};

/// A ratio of times with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    /// The median over the processes of the median over their pairs of turns.
    pub value: f64,
    /// Its 95% interval; `None` of a single process with fewer than
    /// [`Ratio::PAIRS`] pairs.
    pub ci95: Option<[f64; 2]>,
    /// How many pairs of turns there were.
    pub pairs: usize,
}

impl Ratio {
    /// How many pairs a 95% interval takes.
    pub const PAIRS: usize = 6;

    /// How many times longer `contender` takes than `base`, which was sampled
    /// in turn with it; `None` if they have no turn in common.
    pub fn of(contender: &Measurement, base: &Measurement) -> Option<Self> {
        let processes: Vec<Vec<f64>> = contender
            .processes
            .iter()
            .zip(&base.processes)
            .map(|(numerators, denominators)| {
                let numerators = contender.turn_quantiles(numerators, 0.1);
                let denominators = base.turn_quantiles(denominators, 0.1);
                let pairs = numerators.iter().zip(&denominators);
                let pairs = pairs.filter(|&(_, &base)| base > 0.0);
                sorted(pairs.map(|(contender, base)| contender / base).collect())
            })
            .filter(|ratios: &Vec<f64>| !ratios.is_empty())
            .collect();
        // Of logarithms: twice as fast is as far from 1 as twice as slow.
        let medians: Vec<f64> = processes
            .iter()
            .map(|ratios| quantile(ratios, 0.5).ln())
            .collect();
        let estimate = Estimate::of(&medians)?;
        let pairs = sorted(processes.concat());
        let of_processes = estimate.interval().map(|ends| ends.map(f64::exp));
        let of_pairs = || (pairs.len() >= Self::PAIRS).then(|| median_interval(&pairs));
        Some(Self {
            value: estimate.middle.exp(),
            ci95: of_processes.or_else(of_pairs),
            pairs: pairs.len(),
        })
    }
}

#[cfg(test)]
mod tests {
    use aoc_solution::Random;
    use proptest::prelude::*;

    use super::*;
    use crate::bench::measurement::Turns;

    /// The turns of one process.
    fn measurement(calls: u64, turns: Vec<Vec<u64>>) -> Measurement {
        Measurement {
            calls,
            processes: vec![Turns(turns)],
            ..Measurement::default()
        }
    }

    #[track_caller]
    fn assert_close(left: f64, right: f64) {
        assert!((left - right).abs() < 1e-9, "{left} is not {right}");
    }

    #[test]
    fn drift_cancels() {
        // A machine that gets ten times slower under both of them.
        let base: Vec<Vec<u64>> = (10..100).map(|ns| vec![ns * 1000; 5]).collect();
        let twice = base.iter().map(|chunk| vec![chunk[0] * 2; 9]).collect();
        let ratio = Ratio::of(&measurement(1, twice), &measurement(1, base)).unwrap();
        assert_close(ratio.value, 2.0);
        assert_eq!((ratio.ci95, ratio.pairs), (Some([2.0, 2.0]), 90));
    }

    #[test]
    fn batches_of_different_size_compare() {
        let many = measurement(100, vec![vec![1000]; 6]);
        let one = measurement(1, vec![vec![20]; 6]);
        assert_close(Ratio::of(&many, &one).unwrap().value, 0.5);
    }

    #[test]
    fn only_turns_side_by_side_count() {
        let long = measurement(1, vec![vec![10], vec![10], vec![999], vec![999]]);
        let short = measurement(1, vec![vec![5], vec![5]]);
        let ratio = Ratio::of(&long, &short).unwrap();
        assert_close(ratio.value, 2.0);
        assert_eq!(ratio.pairs, 2);
        assert_eq!(Ratio::of(&long, &measurement(1, Vec::new())), None);
        assert_eq!(Ratio::of(&long, &measurement(1, vec![vec![0]])), None);
    }

    /// Processes that favour one or the other: the interval is theirs.
    #[test]
    fn processes_count_and_not_their_turns() {
        let processes = |ns: [u64; 3]| Measurement {
            calls: 1,
            processes: ns.map(|ns| Turns(vec![vec![ns]; 20])).to_vec(),
            ..Measurement::default()
        };
        let ratio = Ratio::of(&processes([90, 100, 110]), &processes([100; 3])).unwrap();
        let [low, high] = ratio.ci95.unwrap();
        assert!(low < 0.8 && high > 1.25, "{low} to {high}");
        assert_eq!(ratio.pairs, 60);
    }

    /// The interval holds what it says: of 1000 runs with noise, the true ratio
    /// lies outside in about one of twenty.
    #[test]
    fn the_interval_covers() {
        let mut random = Random::new(22);
        let mut noisy = |ns: u64| Measurement {
            calls: 1,
            processes: (0..5)
                .map(|_| {
                    let place = ns + random.below(ns / 50);
                    let mut turn = || vec![place + random.below(ns / 5) + random.below(ns / 5)];
                    Turns((0..6).map(|_| turn()).collect())
                })
                .collect(),
            ..Measurement::default()
        };
        let missed = (0..1000)
            .filter(|_| {
                let (slow, fast) = (noisy(30_000), noisy(10_000));
                let [low, high] = Ratio::of(&slow, &fast).unwrap().ci95.unwrap();
                !(low..=high).contains(&3.0)
            })
            .count();
        assert!((25..=75).contains(&missed), "{missed}");
    }

    proptest! {
        #[test]
        fn the_interval_holds_the_ratio(
            pairs in prop::collection::vec((1_u64..1_000_000, 1_u64..1_000_000), 1..50),
        ) {
            let (a, b): (Vec<_>, Vec<_>) = pairs.iter().map(|&(a, b)| (vec![a], vec![b])).unzip();
            let ratio = Ratio::of(&measurement(1, a), &measurement(1, b)).unwrap();
            let [low, high] = ratio.ci95.unwrap_or([ratio.value; 2]);
            prop_assert!(low <= ratio.value * (1.0 + 1e-9));
            prop_assert!(ratio.value <= high * (1.0 + 1e-9));
        }
    }
}

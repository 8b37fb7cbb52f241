//! Known values, and what holds for any samples.

#![expect(
    clippy::float_cmp,
    reason = "figures of whole numbers are the same to the bit"
)]

use std::f64::consts::{FRAC_PI_2, SQRT_2};

use super::*;
use aoc_solution::Random;

/// Processes of one turn each.
fn samples(calls: u64, processes: &[&[u64]]) -> Samples {
    Samples {
        calls,
        processes: processes.iter().map(|it| vec![it.to_vec()]).collect(),
        ..Samples::default()
    }
}

/// The figures of one process with calls of their own.
fn of(batches: &[u64]) -> Statistics {
    Statistics::of(&samples(1, &[batches])).expect("there are samples")
}

#[track_caller]
fn assert_close(left: f64, right: f64) {
    let scale = left.abs().max(right.abs()).max(1.0);
    assert!(
        (left - right).abs() <= 2e-3 * scale,
        "{left} is not {right}"
    );
}

/// Five processes with 10th percentiles of 98 to 102: the median is 100, the
/// standard deviation the root of 2.5, and t for 4 degrees of freedom 2.776.
#[test]
fn the_interval_comes_from_how_processes_differ() {
    let all: Vec<Vec<u64>> = (98..=102).map(|ns| vec![ns; 100]).collect();
    let all: Vec<&[u64]> = all.iter().map(Vec::as_slice).collect();
    let figures = Statistics::of(&samples(1, &all)).unwrap();
    let of_median = 2.776 * (FRAC_PI_2 * 2.5_f64 / 5.0).sqrt();
    let [low, high] = figures.p10_ci95_ns.unwrap();
    assert_close(figures.p10_ns, 100.0);
    assert_close(low, 100.0 - of_median * SQRT_2);
    assert_close(high, 100.0 + of_median * SQRT_2);
    assert_close(figures.spread().unwrap(), of_median * SQRT_2 / 100.0);
    assert_close(figures.ci95_ns[1] - figures.ci95_ns[0], 2.0 * of_median);
    assert_eq!((figures.processes, figures.samples), (5, 500));
}

#[test]
fn processes_that_agree_are_not_the_whole_truth() {
    let figures = Statistics::of(&samples(1, &[&[100; 9], &[100; 9], &[100; 9]])).unwrap();
    assert_eq!(figures.p10_ci95_ns, Some([99.0, 101.0]));
    assert_eq!(figures.ci95_ns, [100.0, 100.0]);
    // Of fewer than three nothing is said.
    let figures = Statistics::of(&samples(1, &[&[100; 9], &[120; 9]])).unwrap();
    assert_eq!((figures.p10_ci95_ns, figures.spread()), (None, None));
}

#[test]
fn known_values() {
    // R: quantile(1:10, c(.1, .5)), mad(1:10, constant = 1)
    let figures = of(&[10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    assert_close(figures.p10_ns, 1.9);
    assert_close(figures.median_ns, 5.5);
    assert_close(figures.mad_ns, 2.5);
    assert_close(figures.min_ns, 1.0);
    assert_eq!(figures.ci95_ns, [1.0, 10.0]);
    assert_eq!((figures.samples, figures.iterations), (10, 10));
    // A call is a share of its batch.
    let figures = Statistics::of(&samples(100, &[&[1000, 3000, 2000]])).unwrap();
    assert_close(figures.median_ns, 20.0);
    assert_eq!((figures.iterations, figures.ci95_ns), (300, [10.0, 30.0]));
    // Quartiles 4 and 8, so the fences stand at -2 and 14.
    assert_eq!(of(&[2, 3, 4, 5, 6, 7, 8, 9, 14]).outliers, 0);
    assert_eq!(of(&[2, 3, 4, 5, 6, 7, 8, 9, 15]).outliers, 1);
    assert_eq!(Statistics::of(&samples(1, &[])), None);
    assert_eq!(Statistics::of(&samples(1, &[&[]])), None);
}

fn ratio(function: &Samples, base: &Samples) -> Option<RatioTo> {
    RatioTo::of_samples("own", function, base)
}

/// A process with a turn of each of these times.
fn turns(times: impl IntoIterator<Item = u64>) -> Samples {
    Samples {
        calls: 1,
        processes: vec![times.into_iter().map(|ns| vec![ns; 5]).collect()],
        ..Samples::default()
    }
}

#[test]
fn drift_cancels_in_a_ratio_of_turns_side_by_side() {
    // A machine that gets ten times slower under both of them.
    let drifting = |factor: u64| turns((10..100).map(|ns| ns * 1000 * factor));
    let to = ratio(&drifting(2), &drifting(1)).unwrap();
    assert_close(to.ratio, 2.0);
    assert_eq!((to.ci95, to.pairs), (None, 90));
    let to = ratio(&turns([10, 10, 999, 999]), &turns([5, 5])).unwrap();
    assert_close(to.ratio, 2.0);
    assert_eq!((to.ci95, to.pairs), (None, 2));
    assert_eq!(ratio(&turns([10]), &turns([])), None);
    assert_eq!(ratio(&turns([10]), &turns([0])), None);
}

/// The interval holds what it says: of 1000 runs with noise, the true ratio lies
/// outside in about one of twenty.
#[test]
fn the_interval_of_a_ratio_covers() {
    let mut random = Random::new(22);
    let mut noisy = |ns: u64| {
        let process = |_| {
            let place = ns + random.below(ns / 50);
            let mut turn = || vec![place + random.below(ns / 5) + random.below(ns / 5)];
            (0..6).map(|_| turn()).collect()
        };
        Samples {
            calls: 1,
            processes: (0..5).map(process).collect(),
            ..Samples::default()
        }
    };
    let missed = (0..1000).filter(|_| {
        let (slow, fast) = (noisy(30_000), noisy(10_000));
        let [low, high] = ratio(&slow, &fast).unwrap().ci95.unwrap();
        !(low..=high).contains(&3.0)
    });
    let missed = missed.count();
    assert!((25..=75).contains(&missed), "{missed}");
}

fn figures(p10_ns: f64, reach: f64) -> Statistics {
    Statistics {
        p10_ns,
        p10_ci95_ns: Some([p10_ns * (1.0 - reach), p10_ns * (1.0 + reach)]),
        ..Statistics::default()
    }
}

#[test]
fn a_verdict_needs_an_interval_without_one_and_a_nanosecond() {
    use RatioVerdict::{Faster, Same, Slower};
    for (ratio, ci95, ns, verdict) in [
        (1.2, Some([1.1, 1.3]), 1e3, Slower),
        (0.8, Some([0.7, 0.9]), 1e3, Faster),
        (1.2, Some([0.9, 1.5]), 1e3, Same),
        (0.8, Some([0.5, 1.1]), 1e3, Same),
        // So little is the linker's doing.
        (1.005, Some([1.004, 1.006]), 1e3, Same),
        (0.995, Some([0.994, 0.996]), 1e3, Same),
        (1.2, Some([1.2, 1.2]), 2.0, Same),
        (0.5, Some([0.5, 0.5]), 0.9, Same),
        (1.2, Some([1.2, 1.2]), 8.0, Slower),
        // Only a factor of two.
        (1.9, None, 1e3, Same),
        (2.1, None, 1e3, Slower),
        (0.4, None, 1e3, Faster),
    ] {
        let to = RatioTo::new("own", ratio, ci95, ns);
        assert_eq!(to.verdict, verdict, "{ratio} {ci95:?}");
    }
}

#[test]
fn figures_of_two_times_compare() {
    let then = figures(100.0, 0.03);
    let change = RatioTo::of_figures("main", &figures(110.0, 0.04), &then).unwrap();
    assert!((change.ratio - 1.1).abs() < 1e-9);
    let [low, high] = change.ci95.unwrap();
    assert!((high / change.ratio - 1.035_355).abs() < 1e-6);
    assert!((change.ratio / low - 1.035_355).abs() < 1e-6);
    assert_eq!(change.verdict, RatioVerdict::Slower);
    assert!(change.is_slower_by(0.05) && !change.is_slower_by(0.2));
    let none = RatioTo::of_figures("main", &figures(110.0, 0.04), &figures(0.0, 0.0));
    assert_eq!(none, None);
}

//! Known values, and what holds for any samples.

#![expect(
    clippy::float_cmp,
    reason = "figures of whole numbers, or of the same samples, are the same to the bit"
)]

use std::f64::consts::{FRAC_PI_2, SQRT_2};

use proptest::prelude::*;

use super::*;
use crate::bench::measurement::Turns;

fn measurement(calls: u64, processes: &[&[u64]]) -> Measurement {
    let turns = |samples: &&[u64]| Turns(vec![samples.to_vec()]);
    Measurement {
        calls,
        processes: processes.iter().map(turns).collect(),
        ..Measurement::default()
    }
}

/// The figures of one process with calls of their own.
fn of(batches: &[u64]) -> Statistics {
    Statistics::of(&measurement(1, &[batches])).expect("there are samples")
}

#[track_caller]
fn assert_close(left: f64, right: f64) {
    let scale = left.abs().max(right.abs()).max(1.0);
    assert!(
        (left - right).abs() <= 1e-9 * scale,
        "{left} is not {right}"
    );
}

#[test]
fn the_spread_is_half_the_interval() {
    let figures = Statistics {
        p10_ns: 100.0,
        p10_ci95_ns: Some([97.0, 103.0]),
        ..Statistics::default()
    };
    assert!((figures.spread().unwrap() - 0.03).abs() < 1e-12);
    assert_eq!(Statistics::default().spread(), None);
}

/// Five processes with 10th percentiles of 98, 99, 100, 101 and 102: the median is
/// 100, the standard deviation the root of 2.5, and t for 4 degrees of freedom
/// 2.776.
#[test]
fn the_interval_comes_from_how_processes_differ() {
    let samples: Vec<Vec<u64>> = (98..=102).map(|ns| vec![ns; 100]).collect();
    let samples: Vec<&[u64]> = samples.iter().map(Vec::as_slice).collect();
    let figures = Statistics::of(&measurement(1, &samples)).unwrap();
    assert_close(figures.p10_ns, 100.0);
    let [low, high] = figures.p10_ci95_ns.unwrap();
    let of_median = 2.776 * (FRAC_PI_2 * 2.5_f64 / 5.0).sqrt();
    let reach = of_median * SQRT_2;
    assert_close(low, 100.0 - reach);
    assert_close(high, 100.0 + reach);
    let [low, high] = figures.ci95_ns;
    assert_close(high - low, 2.0 * of_median);
    assert_eq!((figures.processes, figures.samples), (5, 500));
}

#[test]
fn one_process_says_nothing_of_the_next() {
    assert_eq!(of(&[100; 50]).p10_ci95_ns, None);
}

#[test]
fn nothing_has_no_figures() {
    assert_eq!(Statistics::of(&measurement(1, &[])), None);
    assert_eq!(Statistics::of(&measurement(1, &[&[]])), None);
}

#[test]
fn known_values() {
    // R: quantile(1:10, c(.1, .5)), mad(1:10, constant = 1)
    let figures = of(&[10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    assert_close(figures.p10_ns, 1.9);
    assert_close(figures.median_ns, 5.5);
    assert_close(figures.mad_ns, 2.5);
    assert_close(figures.min_ns, 1.0);
    assert_eq!(figures.ci95_ns, [2.0, 9.0]);
    assert_eq!((figures.samples, figures.iterations), (10, 10));
    assert_eq!(figures.outliers, 0);
}

#[test]
fn few_samples_have_their_range_for_an_interval() {
    assert_eq!(of(&[3, 1, 2]).ci95_ns, [1.0, 3.0]);
}

#[test]
fn outliers_are_beyond_the_fences() {
    // Quartiles 4 and 8, so the fences stand at -2 and 14.
    let mut batches = vec![2, 3, 4, 5, 6, 7, 8, 9, 14];
    assert_eq!(of(&batches).outliers, 0);
    *batches.last_mut().expect("it has a last") = 15;
    assert_eq!(of(&batches).outliers, 1);
}

#[test]
fn a_call_is_a_share_of_its_batch() {
    let figures =
        Statistics::of(&measurement(100, &[&[1000, 3000, 2000]])).expect("there are samples");
    assert_close(figures.median_ns, 20.0);
    assert_eq!(figures.iterations, 300);
}

fn samples() -> impl Strategy<Value = Vec<u64>> {
    prop::collection::vec(1_u64..1_000_000_000, 1..200)
}

proptest! {
    #[test]
    fn order_does_not_matter(batches in samples().prop_shuffle(), other in any::<u64>()) {
        let mut turned = batches.clone();
        turned.rotate_left(usize::try_from(other % 200).unwrap() % batches.len());
        turned.reverse();
        prop_assert_eq!(of(&batches), of(&turned));
    }

    #[test]
    fn figures_stand_in_order(batches in samples()) {
        let figures = of(&batches);
        prop_assert!(figures.min_ns <= figures.p10_ns);
        prop_assert!(figures.p10_ns <= figures.median_ns);
        prop_assert!(figures.ci95_ns[0] <= figures.median_ns);
        prop_assert!(figures.median_ns <= figures.ci95_ns[1]);
        prop_assert!(figures.outliers <= figures.samples / 2);
    }

    #[test]
    fn a_slower_machine_scales_every_time(batches in samples(), factor in 2_u64..1000) {
        let scaled: Vec<u64> = batches.iter().map(|ns| ns * factor).collect();
        let (one, other) = (of(&batches), of(&scaled));
        #[expect(clippy::cast_precision_loss, reason = "small")]
        let factor = factor as f64;
        assert_close(one.p10_ns * factor, other.p10_ns);
        assert_close(one.median_ns * factor, other.median_ns);
        assert_close(one.ci95_ns[0] * factor, other.ci95_ns[0]);
        assert_close(one.ci95_ns[1] * factor, other.ci95_ns[1]);
        assert_close(one.mad_ns * factor, other.mad_ns);
    }

    #[test]
    fn constant_samples_have_no_spread(ns in 1_u64..1_000_000_000, n in 1_usize..500) {
        let figures = of(&vec![ns; n]);
        #[expect(clippy::cast_precision_loss, reason = "small")]
        let time = ns as f64;
        prop_assert_eq!(figures.p10_ns, time);
        prop_assert_eq!(figures.median_ns, time);
        prop_assert_eq!(figures.ci95_ns, [time, time]);
        prop_assert_eq!((figures.mad_ns, figures.outliers), (0.0, 0));
    }
}

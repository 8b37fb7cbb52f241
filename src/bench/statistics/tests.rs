//! Known values, and properties that hold for any samples.

#![allow(
    clippy::float_cmp,
    reason = "figures of whole numbers are exact; some versions of clippy accept this"
)]

use std::f64::consts::{FRAC_PI_2, SQRT_2};

use super::*;

/// Processes of one turn each. A batch has `calls` calls.
pub fn samples(calls: u64, processes: &[&[u64]]) -> Samples {
    let turn = |batches: &[u64]| {
        let calls_ns = batches.iter().map(|&ns| float(ns) / float(calls));
        turn(calls_ns, None)
    };
    let process = |batches: &&[u64]| ProcessSamples {
        turns: vec![turn(batches)],
    };
    samples_of(calls, processes.iter().map(process))
}

pub fn samples_of(calls: u64, processes: impl IntoIterator<Item = ProcessSamples>) -> Samples {
    let call_ns = 1.0;
    Samples {
        batch: Some(Batch { calls, call_ns }),
        processes: processes.into_iter().collect(),
        ..Samples::default()
    }
}

fn turn(calls_ns: impl IntoIterator<Item = f64>, chain_ns: Option<f64>) -> SampleTurn {
    SampleTurn {
        calls_ns: calls_ns.into_iter().collect(),
        chain_ns,
    }
}

/// The figures of one process whose batches have one call each.
fn figures_of(batches: &[u64]) -> Statistics {
    Statistics::of(&samples(1, &[batches])).expect("there are samples")
}

#[track_caller]
fn assert_close(left: f64, right: f64) {
    let is_close = (left - right).abs() <= 2e-3 * left.abs().max(1.0);
    assert!(is_close, "{left} is not {right}");
}

/// Five processes have 10th percentiles from 98 to 102. So the median is 100, the standard
/// deviation is the square root of 2.5, and t for 4 degrees of freedom is 2.776.
#[test]
fn the_interval_comes_from_how_processes_differ() {
    let all: Vec<Vec<u64>> = (98..=102).map(|ns| vec![ns; 100]).collect();
    let all: Vec<&[u64]> = all.iter().map(Vec::as_slice).collect();
    let figures = Statistics::of(&samples(1, &all)).unwrap();
    let of_median = 2.776 * (FRAC_PI_2 * 2.5_f64 / 5.0).sqrt();
    let [low, high] = figures.p10_ci95_ns.unwrap();
    assert_close(low, 100.0 - of_median * SQRT_2);
    assert_close(high, 100.0 + of_median * SQRT_2);
    assert_close(figures.spread().unwrap(), of_median * SQRT_2 / 100.0);
    assert_close(figures.ci95_ns[1] - figures.ci95_ns[0], 2.0 * of_median);
    assert_eq!((figures.processes, figures.samples), (5, 500));
    // Equal processes still get the least interval.
    let figures = Statistics::of(&samples(1, &[&[100; 9], &[100; 9], &[100; 9]])).unwrap();
    assert_eq!(figures.p10_ci95_ns, Some([99.0, 101.0]));
    assert_eq!(figures.ci95_ns, [100.0, 100.0]);
    // With three and four processes, t is larger.
    for (values, student) in [
        (&[99.0, 100.0, 101.0][..], 4.303),
        (&[98.5, 99.5, 100.5, 101.5], 3.182),
    ] {
        let count = values.len() as f64;
        let variance = if count < 4.0 { 1.0 } else { 5.0 / 3.0 };
        let half_width = Estimate::of(values).unwrap().half_width.unwrap();
        assert_close(half_width, student * (FRAC_PI_2 * variance / count).sqrt());
    }
    // Fewer than three processes have no interval.
    let figures = Statistics::of(&samples(1, &[&[100; 9], &[120; 9]])).unwrap();
    assert_eq!((figures.p10_ci95_ns, figures.spread()), (None, None));
}

/// One process did not find the stored result of the solution.
#[test]
fn an_interval_of_processes_that_differ_much_begins_at_0() {
    let (usual, slow): (&[u64], &[u64]) = (&[100; 9], &[40_000_000; 9]);
    let figures = Statistics::of(&samples(1, &[usual, usual, slow, usual, usual])).unwrap();
    assert_eq!((figures.p10_ns, figures.median_ns), (100.0, 100.0));
    for [low, high] in [figures.p10_ci95_ns.unwrap(), figures.ci95_ns] {
        assert!(low == 0.0 && high > 1e7, "{low} to {high}");
    }
    assert!(figures.spread().unwrap() > 1e5);
}

#[test]
fn figures_are_those_of_r_and_of_tukeys_fences() {
    // R: quantile(1:10, c(.1, .5)), mad(1:10, constant = 1)
    let figures = figures_of(&[10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    assert_close(figures.p10_ns, 1.9);
    assert_close(figures.median_ns, 5.5);
    assert_close(figures.mad_ns, 2.5);
    assert_eq!((figures.min_ns, figures.ci95_ns), (1.0, [1.0, 10.0]));
    assert_eq!((figures.samples, figures.iterations), (10, 10));
    // The time of a batch is divided by its calls.
    let figures = Statistics::of(&samples(100, &[&[1000, 3000, 2000]])).unwrap();
    assert_close(figures.median_ns, 20.0);
    assert_eq!((figures.iterations, figures.ci95_ns), (300, [10.0, 30.0]));
    // The quartiles are 4 and 8, so the fences are -2 and 14.
    assert_eq!(figures_of(&[2, 3, 4, 5, 6, 7, 8, 9, 14]).outliers, 0);
    assert_eq!(figures_of(&[2, 3, 4, 5, 6, 7, 8, 9, 15]).outliers, 1);
    // The quartiles are 9 and 13, so the fences are 3 and 19.
    assert_eq!(figures_of(&[3, 8, 9, 10, 11, 12, 13, 14, 15]).outliers, 0);
    assert_eq!(figures_of(&[2, 8, 9, 10, 11, 12, 13, 14, 15]).outliers, 1);
    assert_eq!(Statistics::of(&samples(1, &[])), None);
    assert_eq!(Statistics::of(&samples(1, &[&[]])), None);
}

/// A process with a turn for each of these times.
fn process(times: impl IntoIterator<Item = u64>) -> ProcessSamples {
    let turns = times.into_iter().map(|ns| turn([float(ns); 5], None));
    ProcessSamples {
        turns: turns.collect(),
    }
}

/// The samples of one process with a turn for each of these times.
fn turns(times: impl IntoIterator<Item = u64>) -> Samples {
    samples_of(1, [process(times)])
}

#[test]
fn drift_cancels_in_the_ratio_of_neighbouring_turns() {
    let ratio = |function: &Samples, base: &Samples| Ratio::of_samples(PRIMARY, function, base);
    // The machine gets ten times slower for both functions.
    let drifting = |factor: u64| turns((10..100).map(|ns| ns * 1000 * factor));
    let to = ratio(&drifting(2), &drifting(1)).unwrap();
    assert_close(to.value, 2.0);
    assert_eq!((to.ci95, to.pairs), (None, 90));
    let to = ratio(&turns([10, 10, 999, 999]), &turns([5, 5])).unwrap();
    assert_close(to.value, 2.0);
    assert_eq!((to.ci95, to.pairs), (None, 2));
    assert_eq!(ratio(&turns([10]), &turns([])), None);
    assert_eq!(ratio(&turns([10]), &turns([0])), None);
    // There are three processes.
    let of = |all: [u64; 3]| samples_of(1, all.map(|ns| process([ns])));
    let to = ratio(&of([290, 300, 310]), &of([100; 3])).unwrap();
    let [low, high] = to.ci95.unwrap();
    assert!(low > 2.5 && low < 2.9 && high > 3.1 && high < 3.6, "{to:?}");
}

#[test]
fn a_verdict_needs_an_interval_that_excludes_1_and_a_nanosecond() {
    for (ratio, ci95, ns, verdict) in [
        (1.2, Some([1.1, 1.3]), 1e3, RatioVerdict::Slower),
        (0.8, Some([0.7, 0.9]), 1e3, RatioVerdict::Faster),
        (1.2, Some([0.9, 1.5]), 1e3, RatioVerdict::Same),
        (0.8, Some([0.5, 1.1]), 1e3, RatioVerdict::Same),
        // The interval ends at 1, so it does not exclude 1.
        (1.2, Some([1.0, 1.4]), 1e3, RatioVerdict::Same),
        (0.8, Some([0.6, 1.0]), 1e3, RatioVerdict::Same),
        // The linker may cause such a small difference.
        (1.005, Some([1.004, 1.006]), 1e3, RatioVerdict::Same),
        (0.995, Some([0.994, 0.996]), 1e3, RatioVerdict::Same),
        (1.2, Some([1.2, 1.2]), 2.0, RatioVerdict::Same),
        (0.5, Some([0.5, 0.5]), 0.9, RatioVerdict::Same),
        (1.2, Some([1.2, 1.2]), 8.0, RatioVerdict::Slower),
        // A difference of a whole nanosecond counts.
        (2.0, Some([2.0, 2.0]), 2.0, RatioVerdict::Slower),
        // Without an interval, only a factor above two counts.
        (1.9, None, 1e3, RatioVerdict::Same),
        (2.0, None, 1e3, RatioVerdict::Same),
        (0.5, None, 1e3, RatioVerdict::Same),
        (2.1, None, 1e3, RatioVerdict::Slower),
        (0.4, None, 1e3, RatioVerdict::Faster),
    ] {
        let to = Ratio::new(PRIMARY, ratio, ci95, ns);
        assert_eq!(to.verdict, verdict, "{ratio} {ci95:?}");
    }
}

#[test]
fn figures_of_different_measurements_are_compared() {
    let figures = |p10_ns: f64, reach: f64| Statistics {
        p10_ns,
        p10_ci95_ns: Some([p10_ns * (1.0 - reach), p10_ns * (1.0 + reach)]),
        ..Statistics::default()
    };
    let of = |then| Ratio::of_figures("main", &figures(110.0, 0.04), &then);
    let change = of(figures(100.0, 0.03)).unwrap();
    let [low, high] = change.ci95.unwrap();
    assert_close(change.value, 1.1);
    assert_close(high / change.value, 1.035_355);
    assert_close(change.value / low, 1.035_355);
    assert_eq!(change.verdict, RatioVerdict::Slower);
    assert!(change.is_slower_by(0.05) && !change.is_slower_by(0.2));
    assert_eq!(of(figures(0.0, 0.0)), None);
    let nothing = figures(0.0, 0.0);
    assert_eq!(nothing.spread(), None);
    let of_nothing = Ratio::of_figures("main", &nothing, &figures(100.0, 0.03));
    assert_eq!(of_nothing, None);
    // If the times have no intervals, the ratio has none either.
    let once = |p10_ns| Statistics {
        p10_ns,
        ..Statistics::default()
    };
    let change = Ratio::of_figures("main", &once(300.0), &once(100.0)).unwrap();
    assert_eq!((change.value, change.ci95), (3.0, None));
    assert_eq!(change.verdict, RatioVerdict::Slower);
}

#[test]
fn a_regression_is_slower_by_more_than_is_allowed() {
    let to = Ratio::new("main", 1.5, Some([1.25, 1.75]), 1e3);
    assert!(to.is_slower_by(0.2) && !to.is_slower_by(0.25));
    // Without an interval, the ratio itself is the interval.
    let to = Ratio::new("main", 2.5, None, 1e3);
    assert!(to.is_slower_by(1.0) && !to.is_slower_by(1.5));
}

#[test]
fn a_difference_that_the_machine_could_cause_has_no_verdict() {
    let figures = |p10_ns: f64, chain: &[f64]| Statistics {
        p10_ns,
        p10_ci95_ns: Some([p10_ns * 0.97, p10_ns * 1.03]),
        process_chain_ns: chain.to_vec(),
        ..Statistics::default()
    };
    let steady: &[f64] = &[100.0, 101.0, 100.5];
    let varied: &[f64] = &[100.0, 150.0];
    let slow: &[f64] = &[150.0, 151.0];
    let unknown: &[f64] = &[];
    for (name, (p10_ns, now, then, verdict)) in [
        (
            "a steady machine",
            (110.0, steady, steady, RatioVerdict::Slower),
        ),
        (
            "a steady machine",
            (90.0, steady, steady, RatioVerdict::Faster),
        ),
        (
            "slower within this one",
            (140.0, varied, steady, RatioVerdict::MachineVaried),
        ),
        (
            "slower within the earlier one",
            (70.0, steady, varied, RatioVerdict::MachineVaried),
        ),
        (
            "slower between them",
            (140.0, slow, steady, RatioVerdict::MachineVaried),
        ),
        (
            "slower by less than the machine",
            (120.0, slow, steady, RatioVerdict::MachineVaried),
        ),
        (
            "slower by more than the machine",
            (200.0, varied, steady, RatioVerdict::Slower),
        ),
        (
            "faster on a slower machine",
            (70.0, slow, steady, RatioVerdict::Faster),
        ),
        ("no difference", (100.0, varied, steady, RatioVerdict::Same)),
        (
            "a chain that was never timed",
            (140.0, varied, unknown, RatioVerdict::Slower),
        ),
    ] {
        let now = figures(p10_ns, now);
        let to = Ratio::of_figures("main", &now, &figures(100.0, then)).unwrap();
        assert_eq!(to.verdict, verdict, "{name}");
        assert_eq!(
            to.is_slower_by(0.0),
            verdict == RatioVerdict::Slower,
            "{name}"
        );
    }
}

/// Without intervals, the ratio is compared with the ends of the range that the machine alone could
/// cause.
#[test]
fn a_difference_of_as_much_as_the_machine_has_no_verdict() {
    let figures = |p10_ns, chain: f64| Statistics {
        p10_ns,
        process_chain_ns: vec![chain],
        ..Statistics::default()
    };
    for (p10_ns, chain, verdict) in [
        (300.0, 300.0, RatioVerdict::MachineVaried),
        (300.0, 299.0, RatioVerdict::Slower),
        (25.0, 25.0, RatioVerdict::MachineVaried),
        (25.0, 26.0, RatioVerdict::Faster),
    ] {
        let to = Ratio::of_figures("main", &figures(p10_ns, chain), &figures(100.0, 100.0));
        assert_eq!(to.unwrap().verdict, verdict, "{p10_ns} {chain}");
    }
}

/// Other programs make a function slower, and never faster.
#[test]
fn a_difference_that_other_programs_could_cause_has_no_verdict() {
    let figures = |p10_ns, others| Statistics {
        p10_ns,
        p10_ci95_ns: Some([p10_ns * 0.99, p10_ns * 1.01]),
        load: Some(Load { others }),
        ..Statistics::default()
    };
    for (p10_ns, then_ns, now, then, verdict) in [
        (170.0, 100.0, 0.5, 0.0, RatioVerdict::MachineVaried),
        (170.0, 100.0, 5.0, 5.0, RatioVerdict::MachineVaried),
        (210.0, 100.0, 5.0, 5.0, RatioVerdict::Slower),
        (170.0, 100.0, 0.3, 0.0, RatioVerdict::Slower),
        (170.0, 100.0, 0.0, 1.0, RatioVerdict::Slower),
        (60.0, 100.0, 0.0, 1.0, RatioVerdict::MachineVaried),
        (60.0, 100.0, 1.0, 0.0, RatioVerdict::Faster),
        (40.0, 100.0, 0.0, 1.0, RatioVerdict::Faster),
        (999e3, 300e3, 4.0, 0.0, RatioVerdict::Slower),
        // Longer than a time slice.
        (1e6, 300e3, 4.0, 0.0, RatioVerdict::MachineVaried),
        (1e6, 300e3, 1.5, 0.0, RatioVerdict::Slower),
        (1e6, 600e3, 0.5, 0.0, RatioVerdict::MachineVaried),
    ] {
        let to = Ratio::of_figures("main", &figures(p10_ns, now), &figures(then_ns, then));
        assert_eq!(to.unwrap().verdict, verdict, "{p10_ns} {now} {then}");
    }
}

#[test]
fn the_chain_has_a_figure_for_each_process() {
    let process = |chains: &[f64]| ProcessSamples {
        turns: chains.iter().map(|ns| turn([10.0], Some(*ns))).collect(),
    };
    let processes = [process(&[90.0, 80.0, 100.0]), process(&[200.0])];
    let figures = Statistics::of(&samples_of(1, processes)).unwrap();
    assert_eq!(figures.process_chain_ns, [82.0, 200.0]);
}

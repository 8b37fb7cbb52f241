//! The scheduler against a table of costs in place of a clock.

use super::*;

/// Contenders whose calls take what a function of contender and call says.
struct Mock<F> {
    cost: F,
    inputs: u64,
    fails: Option<usize>,
    /// Who was called, with which batch, in order.
    log: Vec<(usize, u64)>,
    calls: u64,
}

impl<F: Fn(usize, u64) -> u64> Mock<F> {
    fn new(cost: F) -> Self {
        Self {
            cost,
            inputs: 1,
            fails: None,
            log: Vec::new(),
            calls: 0,
        }
    }

    fn measure(&mut self, contenders: usize) -> Vec<Result<Measurement, &'static str>> {
        measure(contenders, self, &Budget::default(), &mut |_| {})
    }
}

impl<F: Fn(usize, u64) -> u64> Sampler for Mock<F> {
    type Error = &'static str;

    fn inputs(&self) -> u64 {
        self.inputs
    }

    fn warm(&mut self, contender: usize, _ns: u64) -> Result<Warmed, Self::Error> {
        let ns = (self.cost)(contender, 0);
        Ok(Warmed {
            first_ns: ns,
            call_ns: float(ns),
            grain_ns: 20,
        })
    }

    fn sample(&mut self, contender: usize, batch: u64, ns: u64) -> Result<Vec<u64>, Self::Error> {
        if self.fails == Some(contender) && self.log.len() > 5 {
            return Err("panicked");
        }
        self.log.push((contender, batch));
        let (mut samples, mut spent) = (Vec::new(), 0);
        while spent < ns {
            self.calls += 1;
            let sample = (self.cost)(contender, self.calls) * batch * self.inputs;
            spent += sample;
            samples.push(sample);
        }
        Ok(samples)
    }
}

fn samples(measurement: &Result<Measurement, &str>) -> usize {
    let measurement = measurement.as_ref().expect("it was measured");
    measurement.chunks.iter().map(Vec::len).sum()
}

#[test]
fn a_steady_function_ends_early() {
    let mut mock = Mock::new(|_, _| 100);
    let measured = mock.measure(1);
    assert_eq!(mock.log.len(), 12);
    let statistics = measured[0].as_ref().unwrap().statistics().unwrap();
    assert!((statistics.median_ns - 100.0).abs() < 1e-9);
    assert_eq!(statistics.iterations, statistics.samples as u64 * 300);
}

#[test]
fn an_unsteady_function_has_its_third_of_a_second() {
    // It slows down for ever.
    let mut mock = Mock::new(|_, call| 10_000 + call);
    mock.measure(1);
    assert_eq!(mock.log.len(), 30);
}

#[test]
fn slow_functions_are_sampled_few_times() {
    for (ns, expected) in [(1_000_000, 120), (60_000_000, 10), (1_000_000_000, 2)] {
        let measured = Mock::new(|_, _| ns).measure(1);
        assert_eq!(samples(&measured[0]), expected, "{ns}");
    }
    let measured = Mock::new(|_, _| 5_000_000_000).measure(1);
    assert_eq!(samples(&measured[0]), 1);
}

#[test]
fn contenders_take_turns_forth_and_back() {
    let mut mock = Mock::new(|contender, _| 100 << contender);
    mock.measure(3);
    let order: Vec<usize> = mock.log.iter().map(|&(contender, _)| contender).collect();
    assert_eq!(order[..9], [0, 1, 2, 2, 1, 0, 0, 1, 2]);
}

#[test]
fn each_contender_has_its_own_batch() {
    let mut mock = Mock::new(|contender, _| [100, 1_000_000][contender]);
    mock.measure(2);
    assert_eq!(mock.log[..2], [(0, 300), (1, 1)]);
}

/// A slow contender has few turns; the fast one is not kept waiting for it, and
/// the slow one is not called again for the fast one's sake.
#[test]
fn a_slow_contender_holds_nobody_up() {
    let mut mock = Mock::new(|contender, call| [10_000 + call, 1_000_000_000][contender]);
    let measured = mock.measure(2);
    assert_eq!(samples(&measured[1]), 2);
    assert_eq!(measured[0].as_ref().unwrap().chunks.len(), 30);
}

#[test]
fn a_steady_contender_goes_on_beside_an_unsteady_one() {
    let mut mock = Mock::new(|contender, call| [10_000, 10_000 + 10 * call][contender]);
    let measured = mock.measure(2);
    let turns = |contender: usize| measured[contender].as_ref().unwrap().chunks.len();
    assert_eq!((turns(0), turns(1)), (30, 30));
}

#[test]
fn several_inputs_are_a_mean() {
    let mut mock = Mock::new(|_, _| 100);
    mock.inputs = 30;
    let measured = mock.measure(1);
    assert_eq!(mock.log[0].1, 10);
    let measured = measured[0].as_ref().unwrap();
    assert_eq!(measured.calls, 300);
    assert!((measured.statistics().unwrap().p10_ns - 100.0).abs() < 1e-9);
}

#[test]
fn a_failure_ends_one_contender() {
    let mut mock = Mock::new(|_, _| 1000);
    mock.fails = Some(1);
    let measured = mock.measure(3);
    assert_eq!(measured[1], Err("panicked"));
    assert_eq!(measured[0].as_ref().unwrap().chunks.len(), 12);
    assert_eq!(measured[2].as_ref().unwrap().chunks.len(), 12);
}

#[test]
fn progress_rises_to_the_end() {
    let mut mock = Mock::new(|contender, call| [10_000 + call, 200_000_000][contender]);
    let mut seen = Vec::new();
    measure(2, &mut mock, &Budget::default(), &mut |far| seen.push(far));
    assert!(seen.is_sorted());
    assert!(seen[0] > 0.0 && seen[0] < 0.2);
    assert!((seen.last().unwrap() - 1.0).abs() < 1e-9);
}

#[test]
fn no_contenders_take_no_time() {
    assert!(Mock::new(|_, _| 1).measure(0).is_empty());
}

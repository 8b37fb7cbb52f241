//! The scheduler against a table of costs in place of a clock.

use super::*;

/// Functions whose calls take what `cost` says of function and call.
struct Mock<F> {
    cost: F,
    fails: Option<usize>,
    /// Who was called, with which batch, in order.
    log: Vec<(usize, u64)>,
    calls: u64,
    /// After how many turns it is stopped.
    stops: Option<usize>,
}

type Slot = Result<Sampled, &'static str>;

impl<F: Fn(usize, u64) -> u64> Mock<F> {
    fn new(cost: F) -> Self {
        Self {
            cost,
            fails: None,
            log: Vec::new(),
            calls: 0,
            stops: None,
        }
    }

    /// All passes over so many functions.
    fn measure(&mut self, functions: usize) -> Vec<Slot> {
        let first = |function| Ok(Sampled::new((self.cost)(function, 0)));
        let mut functions: Vec<Slot> = (0..functions).map(first).collect();
        for _ in 0..PASSES {
            pass(&mut functions, self);
        }
        functions
    }
}

impl<F: Fn(usize, u64) -> u64> Sampler for Mock<F> {
    type Error = &'static str;

    fn warm(&mut self, function: usize, _: u64) -> Result<(f64, u64), Self::Error> {
        let call_ns = float((self.cost)(function, 0));
        Ok((call_ns, 20))
    }

    fn sample(&mut self, function: usize, batch: u64, ns: u64) -> Result<Vec<u64>, Self::Error> {
        if self.fails == Some(function) && self.log.len() > 5 {
            return Err("panicked");
        }
        self.log.push((function, batch));
        let (mut samples, mut spent) = (Vec::new(), 0);
        while spent < ns {
            self.calls += 1;
            let sample = (self.cost)(function, self.calls) * batch;
            spent += sample;
            samples.push(sample);
        }
        Ok(samples)
    }

    fn is_stopped(&self) -> bool {
        self.stops.is_some_and(|turns| self.log.len() >= turns)
    }
}

/// How many turns each process has.
fn turns(function: &Slot) -> Vec<usize> {
    let samples = &function.as_ref().expect("it was measured").samples;
    samples.processes.iter().map(Vec::len).collect()
}

/// How many samples each process has.
fn samples(function: &Slot) -> Vec<usize> {
    let samples = &function.as_ref().expect("it was measured").samples;
    let count = |turns: &Vec<Vec<u64>>| turns.concat().len();
    samples.processes.iter().map(count).collect()
}

#[test]
fn each_pass_takes_its_share() {
    let mut mock = Mock::new(|_, _| 100);
    let measured = mock.measure(1);
    assert_eq!(turns(&measured[0]), [4; 5]);
    let sampled = measured[0].as_ref().unwrap();
    assert_eq!(sampled.samples.calls, 300);
    assert!(sampled.is_settled());
    let figures = Statistics::of(&sampled.samples).unwrap();
    assert!((figures.median_ns - 100.0).abs() < 1e-9);
}

#[test]
fn slow_functions_are_sampled_few_times() {
    const MS: u64 = 1_000_000;
    for (ns, expected) in [
        (MS, vec![36; 5]),
        (60 * MS, vec![2; 5]),
        (90 * MS, vec![2; 5]),
        (150 * MS, vec![1; 5]),
        // The first call counts.
        (250 * MS, vec![1; 4]),
        (500 * MS, vec![1; 2]),
        (600_000 * MS, vec![1]),
    ] {
        let mut mock = Mock::new(|_, _| ns);
        assert_eq!(samples(&mock.measure(1)[0]), expected, "{ns}");
        assert!(ns < 600_000 * MS || mock.log.is_empty());
    }
}

#[test]
fn functions_take_turns_forth_and_back() {
    let mut mock = Mock::new(|function, _| [100, 200, 1_000_000][function]);
    let measured = mock.measure(3);
    let order: Vec<usize> = mock.log.iter().map(|&(function, _)| function).collect();
    assert_eq!(order[..9], [2, 1, 0, 0, 1, 2, 2, 1, 0]);
    // Each has a batch of its own, the same in all processes.
    assert_eq!(mock.log[..3], [(2, 1), (1, 150), (0, 300)]);
    let batch = |function: usize| measured[function].as_ref().unwrap().samples.calls;
    assert!(
        mock.log
            .iter()
            .all(|&(function, calls)| calls == batch(function))
    );
}

/// A slow function has few turns; the fast one is not kept waiting for it, and the
/// slow one is not called again for the fast one's sake.
#[test]
fn a_slow_function_holds_nobody_up() {
    let mut mock = Mock::new(|function, call| [10_000 + call, 500_000_000][function]);
    let measured = mock.measure(2);
    assert_eq!(samples(&measured[1]), [1; 2]);
    assert_eq!(turns(&measured[0]), [4; 5]);
}

#[test]
fn a_failure_ends_one_function() {
    let mut mock = Mock::new(|_, _| 1000);
    mock.fails = Some(1);
    let measured = mock.measure(3);
    assert_eq!(measured[1].as_ref().err(), Some(&"panicked"));
    assert_eq!(
        (turns(&measured[0]), turns(&measured[2])),
        (vec![4; 5], vec![4; 5])
    );
}

#[test]
fn what_was_measured_before_a_stop_is_kept() {
    let mut mock = Mock::new(|_, _| 1000);
    mock.stops = Some(3);
    let measured = mock.measure(2);
    assert_eq!(mock.log.len(), 3);
    assert_eq!(
        (turns(&measured[0]), turns(&measured[1])),
        (vec![2], vec![1])
    );
}

#[test]
fn batches_are_long_enough_for_the_clock_and_bounded() {
    for (call_ns, grain_ns, size) in [
        (40.0, 20, 750),
        // 1000 steps of a clock of 100 ns, as on Windows.
        (40.0, 100, 2500),
        (30_000.0, 20, 1),
        (5e9, 20, 1),
        (0.0, 20, CALLS_PER_BATCH),
        (0.0, 0, CALLS_PER_BATCH),
        (f64::NAN, 20, 1),
    ] {
        assert_eq!(batch_size(call_ns, grain_ns), size, "{call_ns}");
    }
}

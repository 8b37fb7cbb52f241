//! The scheduler against a table of costs in place of a clock.

use std::cell::{Cell, RefCell};

use aoc_solution::protocol::Phase;

use super::*;

type Slot = Result<Sampled, &'static str>;

/// What a test asks for beside the costs.
#[derive(Default)]
struct Mock {
    /// Who was called, with which batch, in order.
    log: RefCell<Vec<(usize, u64)>>,
}

impl Mock {
    /// All passes over so many functions, whose calls take what `cost` says of
    /// function and call.
    fn measure(&self, functions: usize, cost: impl Fn(usize, u64) -> u64) -> Vec<Slot> {
        let first = |function| Ok(Sampled::new(cost(function, 0)));
        let mut functions: Vec<Slot> = (0..functions).map(first).collect();
        let calls = Cell::new(0);
        let mut ask = |function: usize, command: &dyn Fn(Call) -> Command| {
            let call = Call {
                phase: Phase::Parse,
                alternative: None,
            };
            let (batch, ns) = match command(call) {
                Command::Warm { .. } => {
                    let call_ns = float(cost(function, 0));
                    let grain_ns = 20;
                    return Ok(Reply::Warmed { call_ns, grain_ns });
                }
                Command::Sample { batch, ns, .. } => (batch, ns),
                other => panic!("{other:?}"),
            };
            self.log.borrow_mut().push((function, batch));
            let mut samples = Vec::new();
            while samples.iter().sum::<u64>() < ns {
                calls.set(calls.get() + 1);
                samples.push(cost(function, calls.get()) * batch);
            }
            Ok(Reply::Sampled(samples))
        };
        for _ in 0..PASSES {
            pass(&mut functions, &mut ask, &|| false);
        }
        functions
    }
}

/// How many samples each process has.
fn samples(function: &Slot) -> Vec<usize> {
    let samples = &function.as_ref().expect("it was measured").samples;
    let count = |turns: &Vec<Vec<u64>>| turns.concat().len();
    samples.processes.iter().map(count).collect()
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
        let mock = Mock::default();
        let cost = |_: usize, _: u64| ns;
        assert_eq!(samples(&mock.measure(1, cost)[0]), expected, "{ns}");
        assert!(ns < 600_000 * MS || mock.log.borrow().is_empty());
    }
}

#[test]
fn functions_take_turns_forth_and_back() {
    let mock = Mock::default();
    let cost = |function: usize, _: u64| [100, 200, 1_000_000][function];
    let measured = mock.measure(3, cost);
    let order: Vec<usize> = mock
        .log
        .borrow()
        .iter()
        .map(|&(function, _)| function)
        .collect();
    assert_eq!(order[..9], [2, 1, 0, 0, 1, 2, 2, 1, 0]);
    // Each has a batch of its own, the same in all processes.
    assert_eq!(mock.log.borrow()[..3], [(2, 1), (1, 150), (0, 300)]);
    let batch = |function: usize| measured[function].as_ref().unwrap().samples.calls;
    assert!(
        mock.log
            .borrow()
            .iter()
            .all(|&(function, calls)| calls == batch(function))
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

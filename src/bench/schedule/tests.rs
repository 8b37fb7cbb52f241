//! Tests of the scheduler with a table of costs instead of a clock.

use aoc_solution::protocol::Phase;

use super::*;
use crate::runner::Status;

const CHAIN_NS: u64 = 150_000;

/// Runs all passes over this many functions. `cost` returns the time of a call, given the index of
/// the function and the number of the call. Returns the functions, and for each sample in order the
/// index of the function and the calls of the batch.
fn measure(
    functions: usize,
    cost: impl Fn(usize, u64) -> u64,
) -> (Vec<MeasuredFunction>, Vec<(usize, u64)>) {
    // The alternatives are numbered.
    let index_of = |function: &MeasuredFunction| {
        let name = function.call.alternative.as_ref();
        name.unwrap().parse().unwrap()
    };
    let function = |index: usize| {
        let call = Call {
            phase: Phase::Part1,
            alternative: Some(index.to_string()),
        };
        let result = PhaseResult {
            ns: Some(cost(index, 0)),
            ..PhaseResult::new(Phase::Part1, Status::Unverified, None)
        };
        MeasuredFunction::new(Side::Current, call, result)
    };
    let mut functions: Vec<MeasuredFunction> = (0..functions).map(function).collect();
    let (mut calls, mut log) = (0, Vec::new());
    let mut send = |function: &mut MeasuredFunction, command: WorkerCommand| {
        let index = index_of(function);
        let (batch_calls, ns) = match command {
            WorkerCommand::Warm { .. } => {
                let call_ns = float(cost(index, 0));
                let grain_ns = 20;
                return Some(Reply::Warmed { call_ns, grain_ns });
            }
            WorkerCommand::Chain => return Some(Reply::Chained(CHAIN_NS)),
            WorkerCommand::Sample { calls, ns, .. } => (calls, ns),
            other => panic!("{other:?}"),
        };
        log.push((index, batch_calls));
        let mut samples = Vec::new();
        while samples.iter().sum::<u64>() < ns {
            calls += 1;
            samples.push(cost(index, calls) * batch_calls);
        }
        Some(Reply::Sampled(samples))
    };
    for _ in 0..MAX_PASSES {
        run_pass(&mut functions, &mut send);
    }
    (functions, log)
}

/// The number of samples in each process.
fn samples(function: &MeasuredFunction) -> Vec<usize> {
    function
        .samples
        .processes
        .iter()
        .map(ProcessSamples::count)
        .collect()
}

/// The worker is another program, which may send any value.
#[test]
fn a_turn_of_more_time_than_there_is_ends_the_pass() {
    let (mut functions, _) = measure(1, |_, _| 1000);
    let function = &mut functions[0];
    function.add_turn(&[u64::MAX, 1], 1, TURN_NS);
    assert!(function.is_done() && !function.wants_pass());
}

#[test]
fn slow_functions_are_sampled_few_times() {
    const MS: u64 = 1_000_000;
    for (ns, expected) in [
        (MS, vec![36; 5]),
        (60 * MS, vec![2; 5]),
        (90 * MS, vec![2; 5]),
        (150 * MS, vec![1; 5]),
        // The first call counts as a sample.
        (250 * MS, vec![1; 4]),
        (500 * MS, vec![1; 2]),
        (600_000 * MS, vec![1]),
    ] {
        let (measured, log) = measure(1, |_, _| ns);
        assert_eq!(samples(&measured[0]), expected, "{ns}");
        // Each pass measures the machine's speed.
        for process in &measured[0].samples.processes {
            for turn in &process.turns {
                let chain_ns = turn.chain_ns.unwrap();
                assert!(chain_ns.total_cmp(&float(CHAIN_NS)).is_eq(), "{ns}");
            }
        }
        assert!(ns < 600_000 * MS || log.is_empty());
    }
}

#[test]
fn functions_take_turns_in_alternating_order() {
    let (measured, log) = measure(3, |function, _| [100, 200, 1_000_000][function]);
    let order: Vec<usize> = log.iter().map(|(function, _)| *function).collect();
    assert_eq!(order[..9], [2, 1, 0, 0, 1, 2, 2, 1, 0]);
    // A function has the same batch size in all processes.
    assert_eq!(log[..3], [(2, 1), (1, 150), (0, 300)]);
    let batch = |function: usize| measured[function].samples.batch.unwrap().calls;
    assert!(log.iter().all(|&(index, calls)| calls == batch(index)));
}

#[test]
fn batches_are_long_enough_for_the_clock_and_bounded() {
    for (call_ns, grain_ns, size) in [
        (40.0, 20, 750),
        // A batch is 1000 steps of a clock with 100 ns, as on Windows.
        (40.0, 100, 2500),
        (30_000.0, 20, 1),
        (5e9, 20, 1),
        (0.0, 20, MAX_CALLS_PER_BATCH),
        (0.0, 0, MAX_CALLS_PER_BATCH),
        (f64::NAN, 20, 1),
    ] {
        assert_eq!(batch_size(call_ns, grain_ns), size, "{call_ns}");
    }
}

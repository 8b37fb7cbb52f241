//! The scheduler against a table of costs in place of a clock.

use super::*;
use crate::bench::statistics::Statistics;

/// Contenders whose calls take what a function of contender and call says.
struct Mock<F> {
    cost: F,
    fails: Option<usize>,
    /// Who was called, with which batch, in order.
    log: Vec<(usize, u64)>,
    calls: u64,
    /// After how many turns it is stopped.
    stops: Option<usize>,
    /// What a call of a warm-up takes, if it is not as in `cost`.
    warm_ns: Option<u64>,
}

impl<F: Fn(usize, u64) -> u64> Mock<F> {
    fn new(cost: F) -> Self {
        Self {
            cost,
            fails: None,
            log: Vec::new(),
            calls: 0,
            stops: None,
            warm_ns: None,
        }
    }

    /// All passes over this many contenders.
    fn measure(&mut self, contenders: usize) -> Vec<Slot> {
        let budget = Budget::default();
        let first_ns = |contender| (self.cost)(contender, 0);
        let mut contenders: Vec<_> = (0..contenders)
            .map(|contender| Ok(Contender::new(first_ns(contender))))
            .collect();
        for _ in 0..budget.passes {
            pass(&mut contenders, self, &budget, &mut |_| {});
        }
        contenders
    }
}

impl<F: Fn(usize, u64) -> u64> Sampler for Mock<F> {
    type Error = &'static str;

    fn warm(&mut self, contender: usize, _ns: u64) -> Result<Warmed, Self::Error> {
        let ns = self.warm_ns.unwrap_or_else(|| (self.cost)(contender, 0));
        Ok(Warmed {
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
            let sample = (self.cost)(contender, self.calls) * batch;
            spent += sample;
            samples.push(sample);
        }
        Ok(samples)
    }

    fn is_stopped(&self) -> bool {
        self.stops.is_some_and(|turns| self.log.len() >= turns)
    }
}

/// What a contender is, or why there is none.
type Slot = Result<Contender, &'static str>;

fn taken(contender: &Slot) -> Measurement {
    contender.as_ref().expect("it was measured").taken.clone()
}

fn samples(contender: &Slot) -> usize {
    taken(contender).samples().count()
}

fn turns(contender: &Slot) -> Vec<usize> {
    let processes = taken(contender).processes;
    processes.iter().map(|process| process.0.len()).collect()
}

#[test]
fn each_pass_takes_its_share() {
    let mut mock = Mock::new(|_, _| 100);
    let measured = mock.measure(1);
    assert_eq!(turns(&measured[0]), [6; 5]);
    let statistics = Statistics::of(&taken(&measured[0])).unwrap();
    assert!((statistics.median_ns - 100.0).abs() < 1e-9);
    assert_eq!(statistics.iterations, statistics.samples as u64 * 300);
}

#[test]
fn slow_functions_are_sampled_few_times() {
    const MS: u64 = 1_000_000;
    for (ns, expected) in [
        (MS, vec![60; 5]),
        (60 * MS, vec![2; 5]),
        (190 * MS, vec![2; 5]),
        (300 * MS, vec![1; 5]),
        // The first call counts.
        (500 * MS, vec![1; 4]),
        (1000 * MS, vec![1; 2]),
        (5000 * MS, vec![1]),
        (600_000 * MS, vec![1]),
    ] {
        let measured = Mock::new(|_, _| ns).measure(1);
        let processes = taken(&measured[0]).processes;
        let samples: Vec<_> = processes
            .iter()
            .map(|turns| turns.0.concat().len())
            .collect();
        assert_eq!(samples, expected, "{ns}");
    }
}

#[test]
fn a_call_of_minutes_is_not_repeated() {
    let mut mock = Mock::new(|_, _| 60_000_000_000);
    assert_eq!(samples(&mock.measure(1)[0]), 1);
    assert_eq!(mock.log, []);
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

/// The warm-up of a new process is over after its first call, which fills a memo.
#[test]
fn a_memo_is_sampled_in_all_processes() {
    let budget = Budget::default();
    let mut mock = Mock::new(|_, _| 100);
    let mut contenders = [Ok(Contender::new(300_000_000))];
    for process in 0..budget.passes {
        mock.warm_ns = (process > 0).then_some(300_000_000);
        pass(&mut contenders, &mut mock, &budget, &mut |_| {});
    }
    assert_eq!(turns(&contenders[0]), [6; 5]);
}

#[test]
fn samples_have_the_same_size_in_all_processes() {
    // Each process is slower than the one before.
    let mut mock = Mock::new(|_, call| 100 + call);
    let measured = mock.measure(1);
    assert!(mock.log.iter().all(|&(_, batch)| batch == mock.log[0].1));
    assert_eq!(taken(&measured[0]).calls, mock.log[0].1);
}

/// A slow contender has few turns; the fast one is not kept waiting for it, and
/// the slow one is not called again for the fast one's sake.
#[test]
fn a_slow_contender_holds_nobody_up() {
    let mut mock = Mock::new(|contender, call| [10_000 + call, 1_000_000_000][contender]);
    let measured = mock.measure(2);
    assert_eq!(samples(&measured[1]), 2);
    assert_eq!(turns(&measured[0]), [6; 5]);
}

#[test]
fn figures_are_of_one_call() {
    let measured = Mock::new(|_, _| 100).measure(1);
    assert_eq!(taken(&measured[0]).calls, 300);
    let statistics = Statistics::of(&taken(&measured[0])).unwrap();
    assert!((statistics.p10_ns - 100.0).abs() < 1e-9);
}

#[test]
fn a_failure_ends_one_contender() {
    let mut mock = Mock::new(|_, _| 1000);
    mock.fails = Some(1);
    let measured = mock.measure(3);
    assert_eq!(measured[1].as_ref().err(), Some(&"panicked"));
    assert_eq!(turns(&measured[0]), [6; 5]);
    assert_eq!(turns(&measured[2]), [6; 5]);
}

#[test]
fn progress_rises_to_the_end() {
    let mut mock = Mock::new(|contender, call| [10_000 + call, 200_000_000][contender]);
    let mut contenders = vec![Ok(Contender::new(10_000)), Ok(Contender::new(200_000_000))];
    let mut seen = Vec::new();
    pass(
        &mut contenders,
        &mut mock,
        &Budget::default(),
        &mut |share| seen.push(share),
    );
    assert!(seen.is_sorted(), "{seen:?}");
    assert!((seen.last().unwrap() - 1.0).abs() < 1e-9);
}

#[test]
fn what_was_measured_before_a_stop_is_kept() {
    let mut mock = Mock::new(|_, _| 1000);
    mock.stops = Some(3);
    let measured = mock.measure(2);
    assert_eq!(mock.log.len(), 3);
    assert_eq!(
        (turns(&measured[0]), turns(&measured[1])),
        (vec![1], vec![2])
    );
}

#[test]
fn no_contenders_take_no_time() {
    assert!(Mock::new(|_, _| 1).measure(0).is_empty());
}

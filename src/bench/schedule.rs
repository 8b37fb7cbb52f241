//! Takes samples of several contenders in turn, in several passes.
//!
//! A machine drifts: it heats up, another process comes and goes. Contenders
//! that are sampled one after the other differ by that drift as well. Here each
//! has a short turn, again and again, and every other round goes backwards
//! (A B, B A, A B, ...), so that a steady drift affects all of them equally.
//!
//! Each pass is in a process of its own, since processes differ by more than the
//! samples of one.

use super::measurement::{Measurement, Turns};
use super::plan::{Budget, batch_size, float};

/// Calls the functions: through a worker, or in a test from a table.
pub trait Sampler {
    /// Why a contender cannot be sampled.
    type Error;

    /// Calls the contender for about `ns` nanoseconds, at least once.
    fn warm(&mut self, contender: usize, ns: u64) -> Result<Warmed, Self::Error>;

    /// Times batches of `batch` calls for about `ns` nanoseconds in all, at least
    /// one.
    fn sample(&mut self, contender: usize, batch: u64, ns: u64) -> Result<Vec<u64>, Self::Error>;

    /// Whether to end at once, and keep what was measured.
    fn is_stopped(&self) -> bool;
}

/// What the warm-up found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Warmed {
    /// How long a call took at the end of the warm-up.
    pub call_ns: f64,
    /// The smallest step of the clock.
    pub grain_ns: u64,
}

/// One of those that are sampled in turn.
#[derive(Clone, Debug)]
pub struct Contender {
    pub taken: Measurement,
    /// How many calls make a sample; `None` before the first warm-up.
    batch: Option<u64>,
    /// About what a sample takes.
    batch_ns: f64,
    /// What all passes took.
    spent_ns: f64,
    samples: usize,
    /// What the pass took that goes on.
    pass_ns: f64,
}

impl Contender {
    /// `first_ns` is what its first call took.
    pub fn new(first_ns: u64) -> Self {
        Self {
            taken: Measurement {
                first_ns,
                ..Measurement::default()
            },
            batch: None,
            batch_ns: 0.0,
            spent_ns: 0.0,
            samples: 0,
            pass_ns: 0.0,
        }
    }

    /// Whether another pass would take samples.
    pub fn wants_pass(&self, budget: &Budget) -> bool {
        self.samples == 0 || self.spent_ns + self.batch_ns <= float(budget.limit_ns)
    }

    /// Whether it has what it needs of this pass.
    fn is_done(&self, budget: &Budget) -> bool {
        let samples = self.taken.processes.last().map_or(0, batches);
        let enough = self.pass_ns >= float(budget.sample_ns) && samples >= budget.samples;
        let too_slow = samples > 0 && self.pass_ns + self.batch_ns > budget.pass_limit_ns();
        enough || too_slow || !self.wants_pass(budget)
    }

    fn begin(&mut self) {
        self.pass_ns = 0.0;
        self.taken.processes.push(Turns::default());
    }

    /// The first call took so long that it is the sample of its pass.
    fn is_slow(&self, budget: &Budget) -> bool {
        self.batch.is_none() && float(self.taken.first_ns) >= budget.pass_limit_ns()
    }

    fn take_first_call(&mut self) {
        self.batch = Some(1);
        self.taken.calls = 1;
        self.batch_ns = float(self.taken.first_ns);
        self.push(vec![self.taken.first_ns], 0);
    }

    fn warmed(&mut self, warmed: Warmed) {
        self.taken.grain_ns = warmed.grain_ns;
        // All processes have samples of the same size, so that they compare. Of a
        // function that remembers its results, a later process may have seen
        // nothing but the slow first call.
        if self.batch.is_none() {
            self.taken.calls = batch_size(warmed.call_ns, warmed.grain_ns);
            self.batch = Some(self.taken.calls);
            self.batch_ns = warmed.call_ns * float(self.taken.calls);
        }
    }

    fn push(&mut self, turn: Vec<u64>, turn_ns: u64) {
        // What the calls returned was dropped with the clock stopped, which
        // takes time too: a turn counts in full.
        let count = turn.len();
        let ns = float(turn.iter().sum::<u64>().max(turn_ns));
        self.spent_ns += ns;
        self.pass_ns += ns;
        self.samples += count;
        if let Some(process) = self.taken.processes.last_mut() {
            process.0.push(turn);
        }
    }
}

/// Samples the contenders in turn for one pass, within `budget` each, and tells
/// the share that is done, from 0 to 1. One that fails ends alone, for all
/// passes.
pub fn pass<S: Sampler>(
    contenders: &mut [Result<Contender, S::Error>],
    sampler: &mut S,
    budget: &Budget,
    on_progress: &mut dyn FnMut(f64),
) {
    for index in 0..contenders.len() {
        let slot = &mut contenders[index];
        let Ok(contender) = slot else { continue };
        if !contender.wants_pass(budget) {
            continue;
        }
        contender.begin();
        if contender.is_slow(budget) {
            contender.take_first_call();
        } else if contender.batch_ns < float(budget.warm_ns) {
            match sampler.warm(index, budget.warm_ns) {
                Ok(warmed) => contender.warmed(warmed),
                Err(_) if sampler.is_stopped() => break,
                Err(error) => *slot = Err(error),
            }
        }
        on_progress(share(contenders, budget));
    }
    for round in 0.. {
        let done = |contender: &Contender| contender.is_done(budget);
        if sampler.is_stopped() || contenders.iter().flatten().all(done) {
            break;
        }
        for turn in 0..contenders.len() {
            let index = if round % 2 == 0 {
                turn
            } else {
                contenders.len() - 1 - turn
            };
            let slot = &mut contenders[index];
            let Ok(contender) = slot else { continue };
            if contender.is_done(budget) || sampler.is_stopped() {
                continue;
            }
            match sampler.sample(index, contender.batch.unwrap_or(1), budget.turn_ns) {
                // Empty turns would never use up its time.
                Ok(taken) if taken.is_empty() => contender.spent_ns = f64::INFINITY,
                Ok(taken) => contender.push(taken, budget.turn_ns),
                Err(_) if sampler.is_stopped() => break,
                Err(error) => *slot = Err(error),
            }
            on_progress(share(contenders, budget));
        }
    }
    for contender in contenders.iter_mut().flatten() {
        contender
            .taken
            .processes
            .retain(|process| batches(process) > 0);
    }
}

/// How many batches a process has timed.
fn batches(process: &Turns) -> usize {
    process.0.iter().map(Vec::len).sum()
}

/// The share of a pass that is done.
fn share<E>(contenders: &[Result<Contender, E>], budget: &Budget) -> f64 {
    let (mut spent, mut expected) = (0.0, 0.0);
    for contender in contenders.iter().flatten() {
        let whole = budget.expected_ns(contender.batch_ns);
        expected += whole;
        spent += if contender.is_done(budget) {
            whole
        } else {
            contender.pass_ns.min(whole)
        };
    }
    if expected > 0.0 {
        spent / expected
    } else {
        1.0
    }
}

#[cfg(test)]
mod tests;

//! Takes samples of several contenders in turn.
//!
//! A machine drifts: it heats up, another process comes and goes. Contenders
//! that are sampled one after the other differ by that drift as well. Here each
//! has a short turn, again and again, and every other round goes backwards
//! (A B, B A, A B, ...), so that a steady drift affects all of them equally.

use super::plan::{Budget, batch_size, float};
use super::statistics::{Statistics, per_call, quantile, sorted};

/// Calls the functions: through a worker, or in a test from a table.
pub trait Sampler {
    /// Why a contender cannot be sampled.
    type Error;

    /// Over how many inputs each round goes.
    fn inputs(&self) -> u64;

    /// Calls the contender for about `ns` nanoseconds, at least once.
    fn warm(&mut self, contender: usize, ns: u64) -> Result<Warmed, Self::Error>;

    /// The nanoseconds of each batch of `batch` rounds over all inputs, for
    /// about `ns` in all, at least one.
    fn sample(&mut self, contender: usize, batch: u64, ns: u64) -> Result<Vec<u64>, Self::Error>;
}

/// What the warm-up found.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(clippy::struct_field_names, reason = "as in the protocol")]
pub struct Warmed {
    /// How long the very first call took.
    pub first_ns: u64,
    /// How long a call took at the end of the warm-up.
    pub call_ns: f64,
    /// The smallest step of the clock.
    pub grain_ns: u64,
}

/// The samples of one contender.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurement {
    pub warmed: Warmed,
    /// How many calls each sample has: rounds times inputs.
    pub calls: u64,
    /// The nanoseconds of each batch, a list for each turn. Turns of the same
    /// index were taken one right after the other.
    pub chunks: Vec<Vec<u64>>,
}

impl Measurement {
    /// The figures of all samples.
    pub fn statistics(&self) -> Option<Statistics> {
        Statistics::of(&self.chunks.concat(), self.calls)
    }

    /// The quantile `q` of each turn, for one call.
    pub(super) fn chunk_quantiles(&self, q: f64) -> Vec<f64> {
        let of = |chunk: &Vec<u64>| chunk_quantile(chunk, self.calls, q);
        self.chunks.iter().map(of).collect()
    }
}

fn chunk_quantile(chunk: &[u64], calls: u64, q: f64) -> f64 {
    let times = chunk.iter().map(|&ns| per_call(ns, calls)).collect();
    quantile(&sorted(times), q)
}

/// A contender while it is sampled.
struct Entry {
    taken: Measurement,
    batch: u64,
    batch_ns: f64,
    medians: Vec<f64>,
    spent_ns: f64,
    samples: usize,
}

impl Entry {
    fn new(warmed: Warmed, inputs: u64) -> Self {
        let batch = batch_size(warmed.call_ns, warmed.grain_ns, inputs);
        let calls = batch.saturating_mul(inputs.max(1));
        Self {
            taken: Measurement {
                warmed,
                calls,
                chunks: Vec::new(),
            },
            batch,
            batch_ns: warmed.call_ns * float(calls),
            medians: Vec::new(),
            spent_ns: 0.0,
            samples: 0,
        }
    }

    fn push(&mut self, chunk: Vec<u64>, chunk_ns: u64) {
        // What the calls returned was dropped with the clock stopped, which
        // takes time too: a turn counts in full.
        self.spent_ns += float(chunk.iter().sum::<u64>().max(chunk_ns));
        self.samples += chunk.len();
        self.medians
            .push(chunk_quantile(&chunk, self.taken.calls, 0.5));
        self.taken.chunks.push(chunk);
    }

    fn is_spent(&self, budget: &Budget) -> bool {
        budget.is_spent(self.spent_ns, self.samples, self.batch_ns)
    }

    fn is_done(&self, budget: &Budget) -> bool {
        self.is_spent(budget) || budget.is_steady(&self.medians)
    }
}

/// Samples contenders `0..contenders` in turn, within `budget` each, and tells
/// the share that is done, from 0 to 1.
///
/// It ends when each of them is steady or has had its time. One that is steady
/// goes on within its time while another is not, since only turns side by side
/// can be compared. One that fails ends alone.
pub fn measure<S: Sampler>(
    contenders: usize,
    sampler: &mut S,
    budget: &Budget,
    on_progress: &mut dyn FnMut(f64),
) -> Vec<Result<Measurement, S::Error>> {
    let inputs = sampler.inputs();
    let mut progress = Progress::new(contenders, on_progress);
    let mut entries = Vec::with_capacity(contenders);
    for contender in 0..contenders {
        let warmed = sampler.warm(contender, budget.warm_ns);
        entries.push(warmed.map(|warmed| Entry::new(warmed, inputs)));
        progress.tell(&entries, budget);
    }
    for round in 0.. {
        if entries.iter().flatten().all(|entry| entry.is_done(budget)) {
            break;
        }
        for turn in 0..contenders {
            let contender = if round % 2 == 0 {
                turn
            } else {
                contenders - 1 - turn
            };
            let slot = &mut entries[contender];
            let Ok(entry) = slot else { continue };
            if entry.is_spent(budget) {
                continue;
            }
            match sampler.sample(contender, entry.batch, budget.chunk_ns) {
                // Empty turns would never use up its time.
                Ok(chunk) if chunk.is_empty() => entry.spent_ns = f64::INFINITY,
                Ok(chunk) => entry.push(chunk, budget.chunk_ns),
                Err(error) => *slot = Err(error),
            }
            progress.tell(&entries, budget);
        }
    }
    entries
        .into_iter()
        .map(|entry| entry.map(|entry| entry.taken))
        .collect()
}

/// The share that is done. It never falls.
struct Progress<'a> {
    contenders: usize,
    reached: f64,
    tell: &'a mut dyn FnMut(f64),
}

impl<'a> Progress<'a> {
    fn new(contenders: usize, on_progress: &'a mut dyn FnMut(f64)) -> Self {
        Self {
            contenders,
            reached: 0.0,
            tell: on_progress,
        }
    }

    fn tell<E>(&mut self, entries: &[Result<Entry, E>], budget: &Budget) {
        let (mut spent, mut expected) = (0.0, 0.0);
        for entry in entries.iter().flatten() {
            let warm_ns = float(budget.warm_ns).max(entry.batch_ns);
            let sample_ns = budget.expected_ns(entry.batch_ns);
            spent += warm_ns + entry.spent_ns.min(sample_ns);
            expected += warm_ns + sample_ns;
        }
        for _ in entries.len()..self.contenders {
            expected += float(budget.warm_ns + budget.sample_ns);
        }
        if expected > 0.0 {
            self.reached = self.reached.max(spent / expected);
        }
        (self.tell)(self.reached);
    }
}

#[cfg(test)]
mod tests;

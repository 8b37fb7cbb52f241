//! The samples of one contender: what was timed, process by process.

use super::quantile::{per_call, quantile, sorted};

/// The samples of one contender: the nanoseconds of batches.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measurement {
    /// How long the very first call took.
    pub first_ns: u64,
    /// The smallest step of the clock; 0 if nothing needed to know it.
    pub grain_ns: u64,
    /// How many calls each batch has.
    pub calls: u64,
    /// What each process took.
    pub processes: Vec<Turns>,
}

/// The samples of one process, a list for each turn. Turns of the same index were
/// taken one right after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Turns(pub Vec<Vec<u64>>);

impl Measurement {
    /// All samples.
    pub(super) fn samples(&self) -> impl Iterator<Item = &u64> {
        self.processes
            .iter()
            .flat_map(|process| &process.0)
            .flatten()
    }

    /// The time of one call in each batch, in rising order.
    pub(super) fn times(&self) -> Vec<f64> {
        let calls = self.calls.max(1);
        sorted(self.samples().map(|&ns| per_call(ns, calls)).collect())
    }

    /// The quantile `q` of each process, for one call.
    pub(super) fn quantiles(&self, q: f64) -> Vec<f64> {
        let samples = self.processes.iter().map(|process| process.0.concat());
        let samples = samples.filter(|samples| !samples.is_empty());
        samples.map(|samples| self.quantile(&samples, q)).collect()
    }

    /// The quantile `q` of each turn of a process, for one call.
    pub(super) fn turn_quantiles(&self, process: &Turns, q: f64) -> Vec<f64> {
        let turns = process.0.iter();
        turns.map(|turn| self.quantile(turn, q)).collect()
    }

    fn quantile(&self, samples: &[u64], q: f64) -> f64 {
        let times = samples.iter().map(|&ns| per_call(ns, self.calls)).collect();
        quantile(&sorted(times), q)
    }
}

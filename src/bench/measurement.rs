//! The samples of one contender: what was timed, process by process.

use super::quantile::{per_call, quantile, sorted};

/// The samples of one contender: the nanoseconds of batches, or, while they are
/// taken, stretches of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurement<S = u64> {
    /// How long the very first call took.
    pub first_ns: u64,
    /// The smallest step of the clock; 0 if nothing needed to know it.
    pub grain_ns: u64,
    /// How many calls each batch has.
    pub calls: u64,
    /// What each process took.
    pub processes: Vec<Turns<S>>,
}

/// The samples of one process, a list for each turn. Turns of the same index were
/// taken one right after the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Turns<S = u64>(pub Vec<Vec<S>>);

impl<S> Default for Measurement<S> {
    fn default() -> Self {
        Self {
            first_ns: 0,
            grain_ns: 0,
            calls: 0,
            processes: Vec::new(),
        }
    }
}

impl<S> Default for Turns<S> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<S> Measurement<S> {
    /// All samples.
    pub(super) fn samples(&self) -> impl Iterator<Item = &S> {
        self.processes
            .iter()
            .flat_map(|process| &process.0)
            .flatten()
    }
}

impl Measurement {
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

//! The processor's clock while samples were taken.
//!
//! A processor runs faster while it is cool and its other cores are idle, by a
//! tenth and more, for milliseconds or for minutes. The low end of the samples is
//! then from its fast moments, and how many of these there were differs from one
//! measurement to the next. So the worker times a fixed chain of instructions
//! after each half millisecond of samples, and the samples beside a shorter chain
//! are scaled to the time that they would have taken at the steady clock, the
//! one of the slow moments. A function that waits for the memory instead gains
//! less from a fast clock and is scaled too far, by at most what the clock moved.

use aoc_solution::protocol::Stretch;

use super::measurement::{Measurement, Turns};
use super::plan::float;
use super::quantile::{quantile, sorted};

/// The steady clock is that of the slowest fifth of the stretches: fewer would
/// leave it to interrupts, and a machine that is cool for a while has no more.
const SLOW: f64 = 0.8;
/// Paces within this share of each other are of the same clock: clocks are
/// multiples of 25 to 100 MHz, and a pace is known to a few tenths of a percent.
const SAME: f64 = 0.015;
/// The fastest clock is that of a twentieth of the stretches.
const FAST: f64 = 0.05;
/// From here on it moved so far that it is mentioned.
const MOVED: f64 = 0.05;

/// How long a fixed chain of instructions took at the steady clock, and at the
/// fastest, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Clock {
    steady_ns: f64,
    fastest_ns: f64,
}

impl Clock {
    /// The clock of all the stretches of some measurements; `None` if none of
    /// them knows it.
    pub(super) fn of<'a>(
        measurements: impl IntoIterator<Item = &'a Measurement<Stretch>>,
    ) -> Option<Self> {
        let stretches = measurements.into_iter().flat_map(Measurement::samples);
        let paces = stretches.map(|stretch| stretch.pace_ns);
        let paces = sorted(paces.filter(|&ns| ns > 0).map(float).collect());
        if paces.is_empty() {
            return None;
        }
        let slow = quantile(&paces, SLOW);
        let is_near = |pace: &f64| (pace / slow - 1.0).abs() < SAME;
        let near: Vec<f64> = paces.iter().copied().filter(is_near).collect();
        let fastest_ns = quantile(&paces, FAST);
        Some(Self {
            // Between two values far apart there may be none near.
            steady_ns: if near.is_empty() {
                slow
            } else {
                quantile(&near, 0.5)
            },
            fastest_ns,
        })
    }

    /// Whether it moved far.
    pub(super) fn moved(&self) -> bool {
        self.steady_ns > self.fastest_ns * (1.0 + MOVED)
    }

    fn scaled(&self, stretch: &Stretch) -> impl Iterator<Item = u64> {
        let factor = match stretch.pace_ns {
            0 => 1.0,
            // A slower chain was interrupted, and what was sampled beside it
            // need not have been.
            pace => (self.steady_ns / float(pace)).max(1.0),
        };
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "saturates"
        )]
        let scale = move |&ns: &u64| (float(ns) * factor).round() as u64;
        stretch.batches_ns.iter().map(scale)
    }
}

impl Measurement<Stretch> {
    /// The samples as they would be at the steady clock.
    pub(super) fn at(&self, clock: Option<Clock>) -> Measurement {
        let scaled = |stretch: &Stretch| match clock {
            Some(clock) => clock.scaled(stretch).collect(),
            None => stretch.batches_ns.clone(),
        };
        let turn = |turn: &Vec<Stretch>| turn.iter().flat_map(scaled).collect();
        let process = |turns: &Turns<Stretch>| Turns(turns.0.iter().map(turn).collect());
        Measurement {
            first_ns: self.first_ns,
            grain_ns: self.grain_ns,
            calls: self.calls,
            processes: self.processes.iter().map(process).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One turn of one process: for each stretch its pace, and one batch.
    fn measurement(stretches: &[(u64, u64)]) -> Measurement<Stretch> {
        let stretch = |&(pace_ns, ns)| Stretch {
            pace_ns,
            batches_ns: vec![ns],
        };
        Measurement {
            calls: 1,
            processes: vec![Turns(vec![stretches.iter().map(stretch).collect()])],
            ..Measurement::default()
        }
    }

    fn scaled(stretches: &[(u64, u64)]) -> Vec<u64> {
        let measurement = measurement(stretches);
        let clock = Clock::of([&measurement]);
        measurement.at(clock).samples().copied().collect()
    }

    #[test]
    fn samples_of_fast_moments_are_scaled() {
        // Twice as fast for a while.
        let stretches = [(1000, 500), (2000, 1000), (1000, 500), (2000, 1001)];
        assert_eq!(scaled(&stretches), [1000, 1000, 1000, 1001]);
        assert!(Clock::of([&measurement(&stretches)]).unwrap().moved());
    }

    #[test]
    fn an_interrupted_chain_changes_nothing() {
        let mut stretches = [(1000, 500); 20];
        stretches[7] = (3000, 500);
        stretches[8] = (1012, 500);
        assert_eq!(scaled(&stretches), [500; 20]);
        assert!(!Clock::of([&measurement(&stretches)]).unwrap().moved());
    }

    #[test]
    fn the_steady_clock_is_the_middle_of_its_paces() {
        let paces = [990, 995, 1000, 1000, 1000, 1003, 1004, 1005, 800, 801];
        let clock = Clock::of([&measurement(&paces.map(|pace| (pace, 1)))]).unwrap();
        assert!((clock.steady_ns - 1000.0).abs() < 1e-9, "{clock:?}");
        assert!((clock.fastest_ns - 800.45).abs() < 1e-9, "{clock:?}");
    }

    #[test]
    fn without_a_pace_nothing_is_scaled() {
        assert_eq!(Clock::of([&measurement(&[(0, 7)])]), None);
        assert_eq!(scaled(&[(0, 7)]), [7]);
        assert_eq!(scaled(&[(0, 7), (1000, 8)]), [7, 8]);
    }
}

//! Samples several functions in turn, in several passes.
//!
//! The speed of a machine drifts, because it heats up and other processes start and end. If one
//! function were sampled completely before the next, the drift would distort the difference of
//! their times. So the functions take short turns. Every second round is in reverse order (A B, B
//! A, A B, ...), so that a steady drift affects all functions equally.
//!
//! Each pass runs in a separate process, because samples of different processes differ more than
//! samples of one. Sampling ends when another pass would not make the interval narrower.

use aoc_solution::protocol::{Allocations, Call, Reply, WorkerCommand};

use super::statistics::{
    Batch, MIN_SPREAD, ProcessSamples, SampleTurn, Samples, Statistics, float,
};
use crate::runner::PhaseResult;

/// The maximum number of passes over a puzzle.
pub const MAX_PASSES: usize = 5;
/// The time of the calls before the first sample of a pass, in which caches and branch predictors
/// settle. All times in this file are in nanoseconds and for one function.
const WARM_NS: u64 = 8_000_000;
/// The usual sampling time of a pass.
const PASS_NS: f64 = 36e6;
/// The time of one turn: short compared with the machine's drift, and long compared with the cost
/// of switching between functions.
const TURN_NS: u64 = 9_000_000;
/// The minimum number of samples in a pass, even if they take longer than [`PASS_NS`].
const MIN_PASS_SAMPLES: usize = 2;
/// The time limit for all passes of a slow function, which cannot take [`MIN_PASS_SAMPLES`] within
/// [`PASS_NS`]. At least one sample is always taken.
const LIMIT_NS: f64 = 1e9;
/// The share of a pass in [`LIMIT_NS`].
const PASS_LIMIT_NS: f64 = LIMIT_NS / float(MAX_PASSES as u64);

/// The side of a comparison with another revision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The current state of the project.
    Current,
    /// The other revision.
    Other,
}

/// A function of a puzzle while it is measured.
pub struct MeasuredFunction {
    pub side: Side,
    pub call: Call,
    /// The result of the first call, or of a later call that failed.
    pub result: PhaseResult,
    pub samples: Samples,
    pub allocations: Option<Allocations>,
    /// The time of a call after all samples. `None` if there was no such call, as for `parse`.
    pub again_ns: Option<u64>,
    /// True if the call after all samples gave another answer than the first call.
    pub answer_changes: bool,
    /// The time of all passes.
    spent_ns: f64,
    /// The time of the current pass.
    pass_ns: f64,
}

/// Sends a command to the worker of a function. Returns `None` after an interrupt or a failure,
/// which both end the pass of the function. A failure also becomes the result of the function.
/// Tests use a table instead of a worker.
type SendCommand<'a> = dyn FnMut(&mut MeasuredFunction, WorkerCommand) -> Option<Reply> + 'a;

impl MeasuredFunction {
    /// A function with the result of its first call.
    pub fn new(side: Side, call: Call, result: PhaseResult) -> Self {
        Self {
            side,
            call,
            samples: Samples {
                first_ns: result.ns.unwrap_or_default(),
                ..Samples::default()
            },
            result,
            allocations: None,
            again_ns: None,
            answer_changes: false,
            spent_ns: 0.0,
            pass_ns: 0.0,
        }
    }

    /// True if no call has failed so far.
    pub fn is_measurable(&self) -> bool {
        self.result.ns.is_some() && !self.result.status.is_failure()
    }

    /// True if another pass would take further samples.
    pub fn wants_pass(&self) -> bool {
        if !self.is_measurable() {
            return false;
        }
        let has_time = self.spent_ns + self.batch_ns() <= LIMIT_NS;
        has_time || self.samples.processes.is_empty()
    }

    /// The approximate time of a batch. 0 if it is not known yet.
    fn batch_ns(&self) -> f64 {
        self.samples.batch.map_or(0.0, Batch::ns)
    }

    /// True if further passes cannot make the interval narrower.
    pub fn is_settled(&self) -> bool {
        let figures = Statistics::of(&self.samples);
        let spread = figures.and_then(|figures| figures.spread());
        // The figure and the ends of its interval are rounded to a picosecond, so the smallest
        // possible spread may be slightly above `MIN_SPREAD`.
        spread.is_some_and(|spread| spread <= MIN_SPREAD * 1.01)
    }

    /// True if the function has enough samples in this pass.
    fn is_done(&self) -> bool {
        let process = self.samples.processes.last();
        let samples = process.map_or(0, ProcessSamples::count);
        if samples >= MIN_PASS_SAMPLES && self.pass_ns >= PASS_NS {
            return true;
        }
        // Another batch would exceed the time limit.
        if samples > 0 && self.pass_ns + self.batch_ns() > PASS_LIMIT_NS {
            return true;
        }
        self.pass_ns > LIMIT_NS
    }

    /// Warms up the function for a new pass. Returns `None` if the function failed.
    fn warm_up(&mut self, send: &mut SendCommand) -> Option<()> {
        self.pass_ns = 0.0;
        self.samples.processes.push(ProcessSamples::default());
        let first_ns = self.samples.first_ns;
        if self.samples.batch.is_none() && float(first_ns) >= PASS_LIMIT_NS {
            // The first call was very long, so it counts as the sample of this pass.
            let calls = 1;
            let call_ns = float(first_ns);
            self.samples.batch = Some(Batch { calls, call_ns });
            self.add_turn(&[first_ns], calls, 0);
            return self.time_chain(send);
        }
        if self.batch_ns() < float(WARM_NS) {
            let warm = WorkerCommand::Warm {
                call: self.call.clone(),
                ns: WARM_NS,
            };
            let Reply::Warmed { call_ns, grain_ns } = send(self, warm)? else {
                return None;
            };
            self.samples.grain_ns = Some(grain_ns);
            // All processes use the same batch size, so that their samples can be compared. If the
            // function stores its results, a later process might otherwise measure only the slow
            // first call.
            self.samples.batch.get_or_insert_with(|| Batch {
                calls: batch_size(call_ns, grain_ns),
                call_ns,
            });
        }
        Some(())
    }

    /// Takes the samples of a turn. Returns `None` if the function failed.
    fn sample_for_a_turn(&mut self, send: &mut SendCommand) -> Option<()> {
        let calls = self.samples.batch?.calls;
        let sample = WorkerCommand::Sample {
            call: self.call.clone(),
            calls,
            ns: TURN_NS,
        };
        let Reply::Sampled(batches_ns) = send(self, sample)? else {
            return None;
        };
        self.add_turn(&batches_ns, calls, TURN_NS);
        self.time_chain(send)
    }

    /// Times a fixed chain of instructions, which shows the machine's speed during this turn.
    fn time_chain(&mut self, send: &mut SendCommand) -> Option<()> {
        let Reply::Chained(ns) = send(self, WorkerCommand::Chain)? else {
            return None;
        };
        let process = self.samples.processes.last_mut()?;
        process.turns.last_mut()?.chain_ns = Some(float(ns));
        Some(())
    }

    /// Adds a turn. `calls` is the number of calls in each batch.
    fn add_turn(&mut self, batches_ns: &[u64], calls: u64, turn_ns: u64) {
        // A turn takes longer than its samples, because dropping the results of the calls is not
        // timed.
        let sampled_ns = batches_ns
            .iter()
            .fold(0_u64, |sum, &ns| sum.saturating_add(ns));
        let ns = float(sampled_ns.max(turn_ns));
        self.spent_ns += ns;
        self.pass_ns += ns;
        let calls = float(calls);
        let turn = SampleTurn {
            calls_ns: batches_ns.iter().map(|&ns| float(ns) / calls).collect(),
            chain_ns: None,
        };
        if let Some(process) = self.samples.processes.last_mut() {
            process.turns.push(turn);
        }
    }
}

/// Samples the functions in turn for one pass. A function that fails is not sampled again. A
/// function that was interrupted before its first sample gets no process for this pass.
pub fn run_pass(functions: &mut [MeasuredFunction], send: &mut SendCommand) {
    let mut sampled = Vec::new();
    for function in &mut *functions {
        if function.wants_pass() && function.warm_up(send).is_some() {
            sampled.push(function);
        }
    }
    loop {
        sampled.retain(|function| !function.is_done());
        if sampled.is_empty() {
            break;
        }
        // Every second round is in reverse order.
        sampled.reverse();
        sampled.retain_mut(|function| function.sample_for_a_turn(send).is_some());
    }
    for MeasuredFunction { samples, .. } in functions {
        samples
            .processes
            .retain(|process| !process.turns.is_empty());
    }
}

/// The minimum number of clock steps in a batch, so that one step is at most a thousandth of the
/// batch.
const MIN_GRAINS_PER_BATCH: f64 = 1000.0;
/// The minimum time of a batch. Reading the clock twice and calling the day's code together cost
/// about 50 ns.
const MIN_BATCH_NS: f64 = 30_000.0;
/// The maximum number of calls in a batch, which is used if the warm-up has measured no time at
/// all. It is enough for calls of a quarter of a nanosecond.
const MAX_CALLS_PER_BATCH: u64 = 1 << 17;

/// The number of calls in a batch, if one call takes `call_ns` and the step of the clock is
/// `grain_ns`.
fn batch_size(call_ns: f64, grain_ns: u64) -> u64 {
    let batch_ns = (float(grain_ns) * MIN_GRAINS_PER_BATCH).max(MIN_BATCH_NS);
    // If a call takes no time, this is infinite or not a number.
    #[expect(clippy::cast_possible_truncation, reason = "it saturates")]
    #[expect(clippy::cast_sign_loss, reason = "it saturates")]
    let calls = (batch_ns / call_ns).ceil() as u64;
    calls.clamp(1, MAX_CALLS_PER_BATCH)
}

#[cfg(test)]
mod tests;

//! The samples of a phase, asked of the worker as the schedule wants them.

use aoc_solution::protocol::{Call, Command, Reply};

use super::Bench;
use crate::bench::schedule::{Sampler, Warmed};
use crate::runner::{PhaseResult, WorkerError, failed, refused};

/// The contenders of one phase, as the schedule calls them.
pub(super) struct Turns<'a, 'b> {
    pub(super) bench: &'a mut Bench<'b>,
    pub(super) calls: &'a [Call],
}

impl Turns<'_, '_> {
    fn ask(&mut self, contender: usize, command: &Command) -> Result<Reply, PhaseResult> {
        let phase = self.calls[contender].phase;
        if !self.bench.client.is_alive() {
            let _ = self.bench.open();
        }
        match self.bench.client.ask(command) {
            Ok(Reply::Ran { outcome, .. }) => Err(refused(phase, outcome)),
            Ok(reply) => Ok(reply),
            Err(error) => Err(failed(phase, &error)),
        }
    }
}

impl Sampler for Turns<'_, '_> {
    type Error = PhaseResult;

    fn inputs(&self) -> u64 {
        self.bench.inputs()
    }

    fn warm(&mut self, contender: usize, ns: u64) -> Result<Warmed, PhaseResult> {
        let call = self.calls[contender].clone();
        let phase = call.phase;
        match self.ask(contender, &Command::Warm { call, ns })? {
            Reply::Warmed {
                first_ns,
                call_ns,
                grain_ns,
            } => Ok(Warmed {
                first_ns,
                call_ns,
                grain_ns,
            }),
            other => Err(failed(phase, &WorkerError::out_of_turn(&other))),
        }
    }

    fn sample(&mut self, contender: usize, batch: u64, ns: u64) -> Result<Vec<u64>, PhaseResult> {
        let call = self.calls[contender].clone();
        let phase = call.phase;
        match self.ask(contender, &Command::Sample { call, batch, ns })? {
            Reply::Sampled(samples) => Ok(samples),
            other => Err(failed(phase, &WorkerError::out_of_turn(&other))),
        }
    }
}

//! The samples of a phase, asked of the worker as the schedule wants them.

use aoc_solution::protocol::{Call, Command, Reply};

use super::schedule::{Sampler, Warmed};
use crate::processes::CancelToken;
use crate::runner::{CaseClient, PhaseResult, WorkerError, phase_of_error, phase_of_outcome};

/// The contenders of one phase.
pub(super) struct Contenders<'a, 'c> {
    /// That of the project, then that of the other revision.
    pub(super) workers: &'a mut [CaseClient<'c>],
    /// Which worker is asked for what.
    pub(super) calls: &'a [(usize, Call)],
    pub(super) cancel: &'a CancelToken,
}

impl Contenders<'_, '_> {
    fn ask(&mut self, contender: usize, command: &Command) -> Result<Reply, Box<PhaseResult>> {
        let (worker, Call { phase, .. }) = self.calls[contender];
        match self.workers[worker].ask(command) {
            Ok(Reply::Ran { outcome, .. }) => Err(Box::new(phase_of_outcome(phase, outcome))),
            Ok(reply) => Ok(reply),
            Err(error) => Err(Box::new(phase_of_error(phase, &error))),
        }
    }

    fn out_of_turn(&self, contender: usize, reply: &Reply) -> Box<PhaseResult> {
        let phase = self.calls[contender].1.phase;
        Box::new(phase_of_error(phase, &WorkerError::out_of_turn(reply)))
    }
}

impl Sampler for Contenders<'_, '_> {
    type Error = Box<PhaseResult>;

    fn warm(&mut self, contender: usize, ns: u64) -> Result<Warmed, Box<PhaseResult>> {
        let call = self.calls[contender].1.clone();
        match self.ask(contender, &Command::Warm { call, ns })? {
            Reply::Warmed { call_ns, grain_ns } => Ok(Warmed { call_ns, grain_ns }),
            other => Err(self.out_of_turn(contender, &other)),
        }
    }

    fn sample(
        &mut self,
        contender: usize,
        batch: u64,
        ns: u64,
    ) -> Result<Vec<u64>, Box<PhaseResult>> {
        let call = self.calls[contender].1.clone();
        match self.ask(contender, &Command::Sample { call, batch, ns })? {
            Reply::Sampled(batches_ns) => Ok(batches_ns),
            other => Err(self.out_of_turn(contender, &other)),
        }
    }

    fn is_stopped(&self) -> bool {
        self.cancel.is_cancelled()
    }
}

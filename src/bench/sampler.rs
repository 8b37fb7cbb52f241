//! The samples of a phase, asked of the worker as the schedule wants them.

use aoc_solution::protocol::{Call, Command, Reply};

use super::schedule::{Sampler, Warmed};
use crate::processes::CancelToken;
use crate::runner::{Client, PhaseResult, WorkerError};

/// The contenders of one phase.
pub(super) struct Contenders<'a> {
    /// That of the project, then that of the other revision.
    pub(super) workers: &'a mut [Client],
    /// Which worker is asked for what.
    pub(super) calls: &'a [(usize, Call)],
    pub(super) cancel: &'a CancelToken,
}

impl Contenders<'_> {
    fn ask(&mut self, contender: usize, command: &Command) -> Result<Reply, Box<PhaseResult>> {
        let (worker, Call { phase, .. }) = self.calls[contender];
        match self.workers[worker].ask(command) {
            Ok(Reply::Ran { ns, outcome }) => {
                Err(Box::new(PhaseResult::of(phase, Ok((ns, outcome)))))
            }
            Ok(reply) => Ok(reply),
            Err(error) => Err(Box::new(PhaseResult::of(phase, Err(error)))),
        }
    }

    fn out_of_turn(&self, contender: usize, reply: &Reply) -> Box<PhaseResult> {
        let phase = self.calls[contender].1.phase;
        Box::new(PhaseResult::of(phase, Err(WorkerError::out_of_turn(reply))))
    }
}

impl Sampler for Contenders<'_> {
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

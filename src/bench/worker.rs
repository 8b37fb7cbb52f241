//! The worker that measures one subject: it reads the subject's texts before
//! the first question, and a new one does so where the last one died.

use aoc_solution::protocol::{Command, Outcome, Reply};

use super::subject::Subject;
use crate::puzzle::Puzzle;
use crate::runner::{Client, WorkerError};

pub(super) struct BenchWorker {
    client: Client,
    open: Command,
}

impl BenchWorker {
    /// `memory` is the most bytes that the solution may hold.
    pub(super) fn new(
        client: Client,
        puzzle: Puzzle,
        subject: &Subject,
        memory: Option<u64>,
    ) -> Self {
        let open = Command::Open {
            day: puzzle.day.0,
            source: subject.source.clone(),
            memory,
        };
        Self { client, open }
    }

    /// Parses the texts; gives the nanoseconds that the first of them took.
    pub(super) fn open(&mut self) -> Result<(u64, Outcome), WorkerError> {
        self.client.call(&self.open)
    }

    pub(super) fn ask(&mut self, command: &Command) -> Result<Reply, WorkerError> {
        self.revive()?;
        self.client.ask(command)
    }

    /// Asks for a call and what came of it.
    pub(super) fn call(&mut self, command: &Command) -> Result<(u64, Outcome), WorkerError> {
        self.revive()?;
        self.client.call(command)
    }

    fn revive(&mut self) -> Result<(), WorkerError> {
        if self.client.is_alive() {
            Ok(())
        } else {
            self.open().map(drop)
        }
    }
}

//! A client whose worker has a case open: if the worker died of one command, a
//! new one opens the case again before the next.

use aoc_solution::protocol::{Command, Outcome, Reply};

use super::case::Case;
use super::client::Client;
use super::error::WorkerError;
use crate::processes::Times;
use crate::puzzle::Puzzle;

pub struct CaseClient<'a> {
    client: &'a mut Client,
    open: Command,
}

impl<'a> CaseClient<'a> {
    /// Opens nothing yet. `memory` is the most bytes that the solution may hold.
    pub fn new(client: &'a mut Client, puzzle: Puzzle, case: &Case, memory: Option<u64>) -> Self {
        let open = Command::Open {
            day: puzzle.day.0,
            source: case.source.clone(),
            memory,
        };
        Self { client, open }
    }

    /// Parses the input; returns the nanoseconds that it took.
    pub fn open(&mut self) -> Result<(u64, Outcome), WorkerError> {
        self.client.call(&self.open)
    }

    /// Whether the worker runs that was sent the last command.
    pub const fn is_alive(&self) -> bool {
        self.client.is_alive()
    }

    /// How long the threads of the worker that runs have kept processors busy;
    /// `None` without one, or if the system does not tell.
    pub fn times(&self) -> Option<Times> {
        self.client.times()
    }

    /// Ends the worker. The next command is sent to another one.
    pub fn end(&mut self) {
        self.client.end();
    }

    /// Sends a command and waits for its reply.
    pub fn ask(&mut self, command: &Command) -> Result<Reply, WorkerError> {
        self.reopen()?;
        self.client.ask(command)
    }

    /// Sends a command that calls the solution: its nanoseconds, its outcome.
    pub fn call(&mut self, command: &Command) -> Result<(u64, Outcome), WorkerError> {
        self.reopen()?;
        self.client.call(command)
    }

    fn reopen(&mut self) -> Result<(), WorkerError> {
        if self.client.is_alive() {
            Ok(())
        } else {
            self.open().map(drop)
        }
    }
}

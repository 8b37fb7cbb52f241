//! Asks a worker, and starts one whenever there is none: the last may have
//! died of what it was asked.

use std::path::PathBuf;

use aoc_solution::protocol::{Command, DayInfo, Outcome, Reply};

use super::error::WorkerError;
use super::process::{Limits, SpawnOptions, Worker};
use crate::error::{Exit, HasExit};
use crate::puzzle::Day;

/// A year's program, and the worker that runs it, if one lives.
pub struct Client {
    executable: PathBuf,
    spawn_options: SpawnOptions,
    limits: Limits,
    worker: Option<Worker>,
}

impl Client {
    /// Nothing is started yet.
    pub const fn new(executable: PathBuf, spawn_options: SpawnOptions, limits: Limits) -> Self {
        Self {
            executable,
            spawn_options,
            limits,
            worker: None,
        }
    }

    /// Whether a worker lives, with all that it was told.
    pub const fn is_alive(&self) -> bool {
        self.worker.is_some()
    }

    /// What the worker has for the day.
    pub fn info(&mut self, day: Day) -> Result<DayInfo, WorkerError> {
        let days = &self.worker()?.hello().days;
        let known = days.iter().find(|info| info.day == day.0);
        known.cloned().ok_or(WorkerError::NoDay(day))
    }

    /// Sends a command and waits for its reply.
    pub fn ask(&mut self, command: &Command) -> Result<Reply, WorkerError> {
        let reply = self.worker().and_then(|worker| worker.ask(command));
        if reply.is_err() {
            self.worker = None;
        }
        reply
    }

    /// Asks for a call and what came of it: its nanoseconds and its outcome.
    pub fn call(&mut self, command: &Command) -> Result<(u64, Outcome), WorkerError> {
        match self.ask(command)? {
            Reply::Ran { ns, outcome } => Ok((ns, outcome)),
            other => Err(WorkerError::out_of_turn(&other)),
        }
    }

    /// The input that the day makes from the seed; `Ok(None)` if it makes none.
    pub fn generate(&mut self, day: Day, seed: u64) -> Result<Option<String>, GenerateError> {
        match self.ask(&Command::Generate { day: day.0, seed })? {
            Reply::Generated(text) => Ok(text),
            Reply::Ran {
                outcome: Outcome::Panic(message),
                ..
            } => Err(GenerateError::Panic(message)),
            other => Err(WorkerError::out_of_turn(&other).into()),
        }
    }

    fn worker(&mut self) -> Result<&mut Worker, WorkerError> {
        match &mut self.worker {
            Some(worker) => Ok(worker),
            none => {
                let worker = Worker::start(&self.executable, &self.spawn_options, self.limits)?;
                Ok(none.insert(worker))
            }
        }
    }
}

/// Why there is no generated input.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// `generate` panicked.
    #[error("panicked at {0}")]
    Panic(String),
    /// The worker died.
    #[error(transparent)]
    WorkerError(#[from] WorkerError),
}

impl HasExit for GenerateError {
    fn exit(&self) -> Exit {
        match self {
            Self::Panic(_) => Exit::Failed,
            Self::WorkerError(error) => error.exit(),
        }
    }
}

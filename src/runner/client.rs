//! Sends commands to a worker, and starts one when there is none: a command may
//! have taken the last one down.

use std::path::PathBuf;

use aoc_solution::protocol::{Command, DayInfo, Outcome, Reply};

use super::error::WorkerError;
use super::limits::Limits;
use super::process::Worker;
use super::spawn_options::SpawnOptions;
use crate::error::{Exit, HasExit};
use crate::processes::Times;
use crate::puzzle::Day;

/// A year's program, and its worker while one runs.
pub struct Client {
    executable: PathBuf,
    spawn_options: SpawnOptions,
    limits: Limits,
    worker: Option<Worker>,
}

impl Client {
    /// Starts nothing yet. The limits are for each command.
    pub const fn new(executable: PathBuf, spawn_options: SpawnOptions, limits: Limits) -> Self {
        Self {
            executable,
            spawn_options,
            limits,
            worker: None,
        }
    }

    /// Whether the worker runs that was sent the last command.
    pub const fn is_alive(&self) -> bool {
        self.worker.is_some()
    }

    /// Ends the worker. The next command starts another one.
    pub fn end(&mut self) {
        self.worker = None;
    }

    /// How long the threads of the worker that runs have kept processors busy;
    /// `None` without one, or if the system does not tell.
    pub fn times(&self) -> Option<Times> {
        self.worker.as_ref()?.times()
    }

    /// What the worker has for the day.
    pub fn info(&mut self, day: Day) -> Result<DayInfo, WorkerError> {
        let days = &self.worker()?.handshake().days;
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

    /// Sends a command that calls the solution: its nanoseconds, its outcome.
    pub fn call(&mut self, command: &Command) -> Result<(u64, Outcome), WorkerError> {
        match self.ask(command)? {
            Reply::Ran { ns, outcome } => Ok((ns, outcome)),
            other => Err(WorkerError::out_of_turn(&other)),
        }
    }

    /// The input that the day makes from the seed; `Ok(None)` if it has no
    /// `generate`.
    pub fn generate(&mut self, day: Day, seed: u64) -> Result<Option<String>, GenerateError> {
        let command = Command::Generate {
            day: day.0,
            seed,
            memory: self.limits.memory,
        };
        match self.ask(&command)? {
            Reply::Generated(text) => Ok(text),
            Reply::Ran { outcome, .. } => match outcome {
                Outcome::Panic(message) => Err(GenerateError::Panic(message)),
                Outcome::Error(message) => Err(GenerateError::Error(message)),
                outcome => Err(WorkerError::out_of_turn(&Reply::Ran { ns: 0, outcome }).into()),
            },
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
    #[error("panicked at {0}")]
    Panic(String),
    #[error("{0}")]
    Error(String),
    #[error(transparent)]
    Worker(#[from] WorkerError),
}

impl HasExit for GenerateError {
    fn exit(&self) -> Exit {
        match self {
            Self::Panic(_) | Self::Error(_) => Exit::Failed,
            Self::Worker(error) => error.exit(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::processes::CancelToken;
    use crate::runner::spawn_options::Stdout;

    #[test]
    fn a_worker_that_cannot_start_is_a_matter_of_files() {
        let spawn_options = SpawnOptions {
            environment: Vec::new(),
            folder: "/".into(),
            stdin: false,
            stdout: Stdout::Discard,
            cancel: CancelToken::default(),
        };
        let mut client = Client::new("/no/such/program".into(), spawn_options, Limits::default());
        assert_eq!(client.info(Day(1)).unwrap_err().exit(), Exit::Files);
        assert_eq!(client.generate(Day(1), 0).unwrap_err().exit(), Exit::Files);
    }
}

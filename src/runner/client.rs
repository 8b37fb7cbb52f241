//! A year's program, asked by one command after the other. A command may take a
//! worker down; the next command starts another one.

use std::path::PathBuf;

use aoc_solution::protocol::{Command, DayInfo, Outcome, Reply};

use super::input::Input;
use super::worker::{Limits, SpawnOptions, Worker, WorkerError};
use crate::error::{CliError, Exit};
use crate::puzzle::{Day, Puzzle};

/// A year's program, and its worker while one runs.
pub struct Client {
    executable: PathBuf,
    spawn_options: SpawnOptions,
    limits: Limits,
    worker: Option<Worker>,
    /// The command that opens the input, for each worker first.
    open: Option<Command>,
}

impl Client {
    /// Starts nothing yet. The limits are for each command.
    pub const fn new(executable: PathBuf, spawn_options: SpawnOptions, limits: Limits) -> Self {
        Self {
            executable,
            spawn_options,
            limits,
            worker: None,
            open: None,
        }
    }

    /// Decides which input the next commands are about.
    pub fn set_input(&mut self, input: &Input) {
        if let Some(worker) = &mut self.worker {
            worker.is_open = false;
        }
        self.open = Some(Command::Open {
            day: input.header.day.0,
            source: input.source.clone(),
            memory: self.limits.memory,
        });
    }

    /// Has the input parsed: the nanoseconds that it took, and the outcome.
    pub fn open(&mut self) -> Result<(u64, Outcome), WorkerError> {
        let open = self.open.clone().expect("an input was set");
        let ran = ran(self.send(&open)?)?;
        if let Some(worker) = &mut self.worker {
            worker.is_open = true;
        }
        Ok(ran)
    }

    /// Whether the worker still runs that was sent the last command.
    pub const fn is_running(&self) -> bool {
        self.worker.is_some()
    }

    /// Asks a worker what it has for the day.
    pub fn info(&mut self, day: Day) -> Result<DayInfo, WorkerError> {
        let days = &self.worker()?.handshake.days;
        let known = days.iter().find(|info| info.day == day.0);
        known.cloned().ok_or_else(|| {
            WorkerError::failed(format!(
                "day {day} is not in the year's registry: its file needs an \
                 `impl Solution for Day{:02}`, and main.rs a line for it",
                day.0
            ))
        })
    }

    /// Sends a command about the input, and waits for its reply. A new worker
    /// parses the input first.
    pub fn ask(&mut self, command: &Command) -> Result<Reply, WorkerError> {
        if !self.worker.as_ref().is_some_and(|worker| worker.is_open) {
            self.open()?;
        }
        self.send(command)
    }

    /// Sends a command that calls the solution: its nanoseconds, its outcome.
    pub fn call(&mut self, command: &Command) -> Result<(u64, Outcome), WorkerError> {
        ran(self.ask(command)?)
    }

    /// The input that the puzzle makes from the seed; `Ok(None)` if it has no
    /// `generate`. An error names the puzzle and the seed.
    pub fn generate(&mut self, puzzle: Puzzle, seed: u64) -> Result<Option<String>, CliError> {
        let command = Command::Generate {
            day: puzzle.day.0,
            seed,
            memory: self.limits.memory,
        };
        let error = match self.send(&command) {
            Ok(Reply::Generated(text)) => return Ok(text),
            Ok(Reply::Ran {
                outcome: Outcome::Panic(why),
                ..
            }) => CliError::new(Exit::Failed, format!("panicked at {why}")),
            Ok(Reply::Ran {
                outcome: Outcome::Error(why),
                ..
            }) => CliError::new(Exit::Failed, why),
            Ok(other) => WorkerError::out_of_turn(&other).into(),
            Err(error) => error.into(),
        };
        Err(error.context(format!("{puzzle}: no input from the seed {seed}")))
    }

    fn send(&mut self, command: &Command) -> Result<Reply, WorkerError> {
        let reply = self.worker().and_then(|worker| worker.ask(command));
        if reply.is_err() {
            self.worker = None;
        }
        reply
    }

    fn worker(&mut self) -> Result<&mut Worker, WorkerError> {
        if self.worker.is_none() {
            let started = Worker::start(&self.executable, &self.spawn_options, self.limits)?;
            self.worker = Some(started);
        }
        Ok(self.worker.as_mut().expect("it was started"))
    }
}

fn ran(reply: Reply) -> Result<(u64, Outcome), WorkerError> {
    match reply {
        Reply::Ran { ns, outcome } => Ok((ns, outcome)),
        other => Err(WorkerError::out_of_turn(&other)),
    }
}

/// The error of a puzzle that cannot generate an input.
pub fn no_generate(puzzle: Puzzle) -> CliError {
    CliError::new(
        Exit::Failed,
        format!("{puzzle} has no `generate` function: write one to generate inputs"),
    )
}

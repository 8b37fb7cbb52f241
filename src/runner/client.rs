//! A year's program, and its worker while one runs: a command may take a worker
//! down, and the next command starts another one.

use std::path::PathBuf;

use aoc_solution::protocol::{Command, DayInfo, Outcome, Reply};

use super::error::{GenerateError, WorkerError};
use super::input::Input;
use super::process::Worker;
use super::spawn_options::{Limits, SpawnOptions};
use crate::error::CliError;
use crate::processes::Times;
use crate::puzzle::{Day, Puzzle};

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
        self.worker = None;
        self.open = Some(Command::Open {
            day: input.header.day.0,
            source: input.source.clone(),
            memory: self.limits.memory,
        });
    }

    /// Has the input parsed: the nanoseconds that it took, and the outcome.
    pub fn open(&mut self) -> Result<(u64, Outcome), WorkerError> {
        let open = self.open.clone().expect("an input was set");
        ran(self.send(&open)?)
    }

    /// The worker runs that was sent the last command.
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

    /// Sends a command about the input, and waits for its reply. A new worker
    /// parses the input first.
    pub fn ask(&mut self, command: &Command) -> Result<Reply, WorkerError> {
        if !self.is_alive() {
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
        let generated = match self.send(&command) {
            Ok(Reply::Generated(text)) => return Ok(text),
            Ok(Reply::Ran { outcome, .. }) => match outcome {
                Outcome::Panic(message) => GenerateError::Panic(message),
                Outcome::Error(message) => GenerateError::Error(message),
                outcome => WorkerError::out_of_turn(&Reply::Ran { ns: 0, outcome }).into(),
            },
            Ok(other) => WorkerError::out_of_turn(&other).into(),
            Err(error) => error.into(),
        };
        let context = format!("{puzzle}: no input from the seed {seed}");
        Err(CliError::from(generated).context(context))
    }

    fn send(&mut self, command: &Command) -> Result<Reply, WorkerError> {
        let reply = self.worker().and_then(|worker| worker.ask(command));
        if reply.is_err() {
            self.worker = None;
        }
        reply
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

fn ran(reply: Reply) -> Result<(u64, Outcome), WorkerError> {
    match reply {
        Reply::Ran { ns, outcome } => Ok((ns, outcome)),
        other => Err(WorkerError::out_of_turn(&other)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::{Exit, HasExit};
    use crate::processes::CancelToken;
    use crate::puzzle::Year;
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
        let generated = client.generate(Year(2020).day(Day(1)), 0);
        assert_eq!(generated.unwrap_err().exit, Exit::Files);
    }
}

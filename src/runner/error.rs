//! How a worker can fail to answer, and why a job could not run at all. What a
//! solution does wrong is part of the results.

use std::process::ExitStatus;
use std::time::Duration;
use std::{fmt, io};

use aoc_solution::protocol::{CHANNEL_LOST_EXIT_STATUS, MEMORY_EXIT_STATUS, Reply, VERSION};

use super::results::Status;
use super::system;
use crate::error::{CliError, Exit, HasExit};
use crate::puzzle::{Day, Puzzle};
use crate::terminal;

/// Why there is no reply from a worker.
#[derive(Debug, thiserror::Error)]
pub enum WorkerError {
    #[error("the worker cannot be started: {0}")]
    NotStarted(#[source] io::Error),
    /// The program ended before its handshake.
    #[error("the worker {} before it connected to aoc; does its main end with `registry().main()`?", ended(*.0))]
    NoHandshake(ExitStatus),
    #[error("the worker did not connect to aoc within {} s; does its main end with `registry().main()`?", .0.as_secs())]
    HandshakeTimeout(Duration),
    /// It has the key, but the rest is not as its version says.
    #[error("the worker sent an invalid handshake: {0}")]
    InvalidHandshake(String),
    #[error("the worker speaks version {worker} of the protocol, this aoc version {VERSION}: {}", advice(*worker))]
    Version {
        /// The worker's.
        worker: u32,
    },
    #[error(
        "the worker sent an invalid response: {0}; a solution must not write to descriptors that it did not open"
    )]
    InvalidResponse(String),
    /// The worker says that the request makes no sense.
    #[error("the worker refused a request: {0}; this is a defect of aoc, please report it")]
    Refused(String),
    /// The program has other days.
    #[error("day {0} is not in the year's registry: its file needs an `impl Solution for Day{day:02}`, and main.rs a line for it", day = .0.0)]
    NoDay(Day),
    /// The solution took the program down.
    #[error("{}", crash(*.0))]
    Crash(ExitStatus),
    /// The worker runs, or ended, without its connection.
    #[error("the solution closed the connection to aoc")]
    Disconnected,
    /// Nobody waits for the answer any more.
    #[error("interrupted")]
    Cancelled,
    #[error("no answer within {}", humantime::format_duration(*.0))]
    Timeout(Duration),
    #[error("more than {} of memory", terminal::bytes(*.0))]
    Memory(u64),
}

impl WorkerError {
    /// A reply of another kind than the command has.
    pub fn out_of_turn(reply: &Reply) -> Self {
        let reply = terminal::excerpt(&format!("{reply:?}"), 60);
        Self::InvalidResponse(format!("a reply to another kind of request: {reply}"))
    }

    /// What an exit status in the middle of a job means.
    pub fn of(status: ExitStatus, memory_limit: Option<u64>) -> Self {
        let is = |code: u8| status.code() == Some(i32::from(code));
        match memory_limit {
            Some(limit) if is(MEMORY_EXIT_STATUS) => Self::Memory(limit),
            _ if is(CHANNEL_LOST_EXIT_STATUS) => Self::Disconnected,
            _ => Self::Crash(status),
        }
    }

    /// The status of the phase that was running.
    pub const fn status(&self) -> Status {
        match self {
            Self::Timeout(_) => Status::Timeout,
            Self::Memory(_) => Status::Memory,
            Self::Crash(_) => Status::Crash,
            Self::NotStarted(_)
            | Self::NoHandshake(_)
            | Self::HandshakeTimeout(_)
            | Self::InvalidHandshake(_)
            | Self::Version { .. }
            | Self::InvalidResponse(_)
            | Self::Refused(_)
            | Self::NoDay(_)
            | Self::Disconnected
            | Self::Cancelled => Status::Error,
        }
    }

    /// Whether the worker was interrupted, as by Ctrl-C.
    pub fn is_interrupt(&self) -> bool {
        match self {
            Self::Crash(status) | Self::NoHandshake(status) => {
                system::signal(*status).as_deref() == Some("SIGINT")
            }
            _ => false,
        }
    }
}

/// Which side to update.
const fn advice(worker: u32) -> &'static str {
    if worker < VERSION {
        "update the repository's library with `aoc init --update`"
    } else {
        "update aoc"
    }
}

/// How a program ended, as the rest of a sentence about it.
fn ended(status: ExitStatus) -> String {
    match (status.code(), system::signal(status)) {
        (Some(code), _) => format!("exited with code {code}"),
        (None, Some(signal)) => format!("was killed by {signal}"),
        (None, None) => format!("ended ({status})"),
    }
}

/// How a solution took the program down.
fn crash(status: ExitStatus) -> String {
    match system::signal(status).as_deref() {
        Some("SIGABRT") => "aborted: a stack overflow, an abort or a failed allocation".to_owned(),
        Some("SIGKILL") => "killed by SIGKILL: the machine may have run out of memory".to_owned(),
        Some(signal) => format!("killed by {signal}"),
        None => format!("the worker {}", ended(status)),
    }
}

impl HasExit for WorkerError {
    fn exit(&self) -> Exit {
        match self {
            Self::NotStarted(_) => Exit::Files,
            Self::Cancelled => Exit::Interrupted,
            _ => Exit::Failed,
        }
    }
}

/// A puzzle whose job could not run, and why.
#[derive(Debug)]
pub struct JobFailure {
    pub puzzle: Puzzle,
    pub error: CliError,
}

impl JobFailure {
    pub fn new(puzzle: Puzzle, error: impl Into<CliError>) -> Self {
        Self {
            puzzle,
            error: error.into(),
        }
    }
}

/// The reason with its causes, on one line.
impl fmt::Display for JobFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#}", self.error.source)
    }
}

/// Why a job cannot be done for its puzzle, or has no result.
#[derive(Debug, thiserror::Error)]
pub enum JobError {
    #[error("{puzzle} has no alternative `{name}`; it has {has}")]
    NoAlternative {
        puzzle: Puzzle,
        name: String,
        /// Those that it has, as `NAME (part N)`.
        has: String,
    },
    #[error("{puzzle} has no example, and there is no input: {}", .missing.reason)]
    NoInput {
        puzzle: Puzzle,
        missing: MissingInput,
    },
    #[error("{puzzle} has no `generate` function: write one to generate inputs")]
    NoGenerate { puzzle: Puzzle },
    #[error("cannot start a thread for {puzzle}")]
    NoThread { puzzle: Puzzle, source: io::Error },
    #[error("aoc failed while it ran this puzzle; this is a bug in aoc: {message}")]
    Panicked { message: String },
}

/// Why there is no input, where examples take its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingInput {
    pub reason: String,
    /// The exit code where there is no example either.
    pub exit: Exit,
}

impl MissingInput {
    /// One line for the user: that the example runs, and why.
    pub fn warning(&self, puzzle: Puzzle) -> String {
        let reason = &self.reason;
        format!("{puzzle}: running the example, as there is no input: {reason}")
    }
}

impl HasExit for JobError {
    fn exit(&self) -> Exit {
        match self {
            Self::NoAlternative { .. } => Exit::Usage,
            Self::NoInput { missing, .. } => missing.exit,
            Self::NoThread { .. } => Exit::Files,
            Self::NoGenerate { .. } | Self::Panicked { .. } => Exit::Failed,
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

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::process::ExitStatusExt;

    use super::*;

    #[test]
    fn names_what_took_the_program_down() {
        let crash = |raw| WorkerError::of(ExitStatus::from_raw(raw), Some(1 << 30));
        assert!(crash(6).to_string().contains("stack overflow"));
        assert_eq!(crash(11).to_string(), "killed by SIGSEGV");
        assert_eq!(crash(63).to_string(), "killed by signal 63");
        assert_eq!(crash(3 << 8).to_string(), "the worker exited with code 3");
        assert_eq!(crash(3 << 8).status(), Status::Crash);
        let memory = crash(i32::from(MEMORY_EXIT_STATUS) << 8);
        assert_eq!(memory.to_string(), "more than 1.00 GiB of memory");
        assert_eq!(memory.status(), Status::Memory);
        let lost = crash(i32::from(CHANNEL_LOST_EXIT_STATUS) << 8);
        assert_eq!(
            lost.to_string(),
            "the solution closed the connection to aoc"
        );
        assert!(crash(2).is_interrupt() && !crash(15).is_interrupt());
    }

    #[test]
    fn only_a_worker_that_cannot_be_started_is_a_matter_of_files() {
        let missing = io::Error::from(io::ErrorKind::NotFound);
        assert_eq!(WorkerError::NotStarted(missing).exit(), Exit::Files);
        assert_eq!(WorkerError::Disconnected.exit(), Exit::Failed);
    }
}

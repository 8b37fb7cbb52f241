//! The failures of workers, and of jobs that could not run at all. The mistakes of
//! a solution are part of the results.

use std::process::ExitStatus;
use std::time::Duration;
use std::{fmt, io};

use aoc_solution::protocol::{CHANNEL_LOST_EXIT_STATUS, MEMORY_EXIT_STATUS, Reply};

use crate::error::{CliError, Exit, HasExit};
use crate::puzzle::Puzzle;
use crate::terminal;

/// The reason why there is no reply from a worker.
#[derive(Debug, thiserror::Error)]
pub enum WorkerError {
    #[error("the worker cannot be started: {0}")]
    NotStarted(#[source] io::Error),
    /// The program ended before its handshake.
    #[error("the worker {} before it connected to aoc; does its main end with `registry().main()`?", ended(*.0))]
    NoHandshake(ExitStatus),
    /// The worker does not keep to the protocol.
    #[error("{0}")]
    Protocol(String),
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
    /// A line that is no response to the last request.
    pub fn invalid_response(why: &str) -> Self {
        Self::Protocol(format!(
            "the worker sent an invalid response: {why}; a solution must not write to \
             descriptors that it did not open"
        ))
    }

    /// A reply of another kind than the command has.
    pub fn out_of_turn(reply: &Reply) -> Self {
        let reply = terminal::excerpt(&format!("{reply:?}"), 60);
        Self::invalid_response(&format!("a reply to another kind of request: {reply}"))
    }

    /// The meaning of an exit status in the middle of a job.
    pub fn of(status: ExitStatus, memory_limit: Option<u64>) -> Self {
        let is = |code: u8| status.code() == Some(i32::from(code));
        match memory_limit {
            Some(limit) if is(MEMORY_EXIT_STATUS) => Self::Memory(limit),
            _ if is(CHANNEL_LOST_EXIT_STATUS) => Self::Disconnected,
            _ => Self::Crash(status),
        }
    }

    /// The worker was interrupted, as by Ctrl-C.
    pub fn is_interrupt(&self) -> bool {
        match self {
            Self::Crash(status) | Self::NoHandshake(status) => {
                signal(*status).as_deref() == Some("SIGINT")
            }
            _ => false,
        }
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

/// The end of a program, as the rest of a sentence about it.
fn ended(status: ExitStatus) -> String {
    match (status.code(), signal(status)) {
        (Some(code), _) => format!("exited with code {code}"),
        (None, Some(signal)) => format!("was killed by {signal}"),
        (None, None) => format!("ended ({status})"),
    }
}

/// The way in which a solution took the program down.
fn crash(status: ExitStatus) -> String {
    match signal(status).as_deref() {
        Some("SIGABRT") => "aborted: a stack overflow, an abort or a failed allocation".to_owned(),
        Some("SIGKILL") => "killed by SIGKILL: the machine may have run out of memory".to_owned(),
        Some(signal) => format!("killed by {signal}"),
        None => format!("the worker {}", ended(status)),
    }
}

/// The name of the signal that ended a process, such as `SIGSEGV`.
#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<String> {
    let number = std::os::unix::process::ExitStatusExt::signal(&status)?;
    Some(nix::sys::signal::Signal::try_from(number).map_or_else(
        |_| format!("signal {number}"),
        |signal| signal.as_str().to_owned(),
    ))
}

#[cfg(not(unix))]
const fn signal(_: ExitStatus) -> Option<String> {
    None
}

/// The output of a job, or the reason why it could not run.
pub type JobResult<T> = Result<T, JobFailure>;

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

/// The error of a puzzle that cannot generate an input.
pub fn no_generate(puzzle: Puzzle) -> CliError {
    CliError::new(
        Exit::Failed,
        format!("{puzzle} has no `generate` function: write one to generate inputs"),
    )
}

/// The reason why there is no input, where examples take its place.
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

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::os::unix::process::ExitStatusExt;

    use super::*;

    #[test]
    fn names_what_took_the_program_down() {
        let of = |raw| WorkerError::of(ExitStatus::from_raw(raw), Some(1 << 30));
        let code = |status: u8| i32::from(status) << 8;
        let abort = "aborted: a stack overflow, an abort or a failed allocation";
        let lost = "the solution closed the connection to aoc";
        for (raw, message) in [
            (6, abort),
            (11, "killed by SIGSEGV"),
            (63, "killed by signal 63"),
            (code(3), "the worker exited with code 3"),
            (code(MEMORY_EXIT_STATUS), "more than 1.00 GiB of memory"),
            (code(CHANNEL_LOST_EXIT_STATUS), lost),
        ] {
            assert_eq!(of(raw).to_string(), message);
        }
        assert!(of(2).is_interrupt() && !of(15).is_interrupt());
    }
}

//! The errors of workers, and the ways in which their processes end.

use std::fmt::Display;
use std::io;
#[cfg(unix)]
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

use aoc_solution::protocol::CHANNEL_LOST_EXIT_STATUS;
use humantime::format_duration;
#[cfg(unix)]
use nix::sys::signal::Signal;

use super::status::Status;
use crate::error::{CliError, Exit, failure, file_error};
use crate::terminal;

/// The error of a worker that did not reply.
#[derive(Debug)]
pub struct WorkerError {
    /// The status of the phase that got no reply.
    pub status: Status,
    pub error: CliError,
}

impl WorkerError {
    pub fn new(status: Status, message: impl Display) -> Self {
        let error = failure(message);
        Self { status, error }
    }

    /// The error for a worker or a solution that violates the protocol.
    pub fn failed(message: impl Display) -> Self {
        Self::new(Status::Error, message)
    }

    /// The error for a reply to another kind of command.
    pub fn unexpected_reply() -> Self {
        Self::invalid_response("a reply to another kind of request")
    }

    /// The error for output that is not a response. The worker or the solution may have written it.
    pub fn invalid_response(why: impl Display) -> Self {
        Self::failed(format!(
            "the worker sent an invalid response: {why}; a solution must not write to \
             file descriptors that it did not open"
        ))
    }

    /// The error for a missing reply. `sampling`, the time in which the command takes samples, is
    /// added to the timeout.
    pub fn timeout(timeout: Duration, sampling: Duration) -> Self {
        let timeout = format_duration(timeout);
        let message = if sampling.is_zero() {
            format!("no answer within {timeout}")
        } else {
            let sampling = format_duration(sampling);
            format!("no answer within {timeout} after {sampling} of sampling")
        };
        Self::new(Status::Timeout, message)
    }

    pub fn memory(limit: u64) -> Self {
        let limit = terminal::bytes(limit);
        Self::new(Status::Memory, format!("more than {limit} of memory"))
    }

    pub fn closed() -> Self {
        Self::failed("the solution closed the connection to aoc")
    }

    pub fn stdout_closed() -> Self {
        CliError::new(Exit::ClosedPipe, STDOUT_CLOSED).into()
    }

    /// The error for a crashed program. A solution may exit with the status of a lost channel by
    /// itself. This closes the connection, too, so the message is right.
    pub fn crash(status: ExitStatus) -> Self {
        if status.code() == Some(i32::from(CHANNEL_LOST_EXIT_STATUS)) {
            Self::closed()
        } else {
            Self::new(Status::Crash, crash_message(status))
        }
    }

    /// True if nobody reads what the solution prints. This is not a failure of the solution.
    pub fn is_stdout_closed(&self) -> bool {
        self.error.exit == Exit::ClosedPipe
    }
}

impl From<WorkerError> for CliError {
    fn from(error: WorkerError) -> Self {
        error.error
    }
}

/// Converts an error that the solution did not cause.
impl From<CliError> for WorkerError {
    fn from(error: CliError) -> Self {
        let status = Status::Error;
        Self { status, error }
    }
}

/// Converts an error of the system at the start of a worker. Later errors are not converted,
/// because the worker's exit status explains more.
impl From<io::Error> for WorkerError {
    fn from(error: io::Error) -> Self {
        file_error("the worker cannot be started")
            .caused_by(error)
            .into()
    }
}

/// The message for a solution that prints after the reader has closed the pipe.
pub const STDOUT_CLOSED: &str = "nobody reads the output of the solution";

/// Describes how a worker's process ended.
pub fn crash_message(status: ExitStatus) -> String {
    #[cfg(unix)]
    let message = signal_message(status);
    #[cfg(not(unix))]
    let message = exception_message(status);
    message.unwrap_or_else(|| {
        let code = status.code().unwrap_or_default();
        format!("the worker exited with code {code}")
    })
}

const ABORTED: &str = "aborted: a stack overflow, an abort or a failed allocation";

/// The message for a process that a signal ended.
#[cfg(unix)]
fn signal_message(status: ExitStatus) -> Option<String> {
    let number = status.signal()?;
    Some(match Signal::try_from(number) {
        Ok(Signal::SIGABRT) => ABORTED.to_owned(),
        Ok(Signal::SIGKILL) => "killed by SIGKILL: the machine may have run out of memory, or the \
                                solution closed the connection to aoc"
            .to_owned(),
        Ok(signal) => format!("the worker was killed by {signal}"),
        Err(_) => format!("the worker was killed by signal {number}"),
    })
}

/// The message for a process that an exception of Windows ended.
#[cfg(not(unix))]
fn exception_message(status: ExitStatus) -> Option<String> {
    match status.code()?.cast_unsigned() {
        // STATUS_STACK_OVERFLOW and STATUS_STACK_BUFFER_OVERRUN. Rust aborts with the second one.
        0xC000_00FD | 0xC000_0409 => Some(ABORTED.to_owned()),
        0xC000_0005 => Some("the worker was killed by an access violation".to_owned()),
        exception @ 0xC000_0000.. => {
            Some(format!("the worker was killed by exception {exception:#X}"))
        }
        _ => None,
    }
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signal_that_ended_the_worker_is_named() {
        let killed = "killed by SIGKILL: the machine may have run out of memory, or the solution \
                      closed the connection to aoc";
        // More cases are in tests/it/hostile.
        for (raw, message) in [
            (9, killed),
            (11, "the worker was killed by SIGSEGV"),
            (63, "the worker was killed by signal 63"),
        ] {
            let crash = WorkerError::crash(ExitStatus::from_raw(raw));
            assert_eq!(crash.error.to_string(), message);
        }
    }
}

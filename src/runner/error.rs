//! How a worker can fail to answer.

use std::io;
use std::process::ExitStatus;
use std::time::Duration;

use aoc_solution::protocol::{MEMORY_EXIT_STATUS, Reply, VERSION};

use super::results::Status;
use crate::error::{Exit, HasExit};
use crate::puzzle::Day;

/// Why there is no answer from a worker.
#[derive(Debug, thiserror::Error)]
pub enum WorkerError {
    /// The program cannot be started or spoken to.
    #[error("the worker cannot be started: {0}")]
    NotStarted(#[source] io::Error),
    /// The program ended before it said hello.
    #[error("the worker ended ({}) before it said hello; does its main end with the registry's `.main()`?", tell(*.0))]
    Mute(ExitStatus),
    /// The program runs and says nothing.
    #[error("the worker did not say hello within {} s; does its main end with the registry's `.main()`?", .0.as_secs())]
    Silent(Duration),
    /// The program speaks another version of the protocol.
    #[error("the worker speaks version {theirs} of the protocol, this aoc version {VERSION}: update {}", outdated(*theirs))]
    Version {
        /// The worker's.
        theirs: u32,
    },
    /// The program says what makes no sense.
    #[error("the worker does not speak the protocol: {0}")]
    Nonsense(String),
    /// The program solves other days.
    #[error("day {0} is not in the year's registry: its file needs an `impl Solution for Day{day:02}`, and main.rs a line for it", day = .0.0)]
    NoDay(Day),
    /// The solution took the program down.
    #[error("{}", tell(*.0))]
    Crash(ExitStatus),
    /// The time limit.
    #[error("no answer within {}", humantime::format_duration(*.0))]
    Timeout(Duration),
    /// The memory limit.
    #[error("more than {} of memory", bytes(*.0))]
    Memory(u64),
}

impl WorkerError {
    /// An answer to another question than was asked.
    pub fn out_of_turn(reply: &Reply) -> Self {
        Self::Nonsense(format!("an answer to another question: {reply:?}"))
    }

    /// What an exit status in the middle of a job means.
    pub fn of(status: ExitStatus, memory_limit: Option<u64>) -> Self {
        match memory_limit {
            Some(limit) if status.code() == Some(i32::from(MEMORY_EXIT_STATUS)) => {
                Self::Memory(limit)
            }
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
            | Self::Mute(_)
            | Self::Silent(_)
            | Self::Version { .. }
            | Self::Nonsense(_)
            | Self::NoDay(_) => Status::Error,
        }
    }

    /// Whether the worker was interrupted, as by Ctrl-C.
    pub fn is_interrupt(&self) -> bool {
        match self {
            Self::Crash(status) | Self::Mute(status) => signal(*status) == Some(SIGINT),
            _ => false,
        }
    }
}

const SIGINT: i32 = 2;

/// Which side to update.
const fn outdated(worker: u32) -> &'static str {
    if worker < VERSION {
        "the library aoc-solution of this repository"
    } else {
        "aoc"
    }
}

fn bytes(bytes: u64) -> String {
    match bytes {
        bytes if bytes.is_multiple_of(1 << 30) => format!("{} GiB", bytes >> 30),
        bytes if bytes.is_multiple_of(1 << 20) => format!("{} MiB", bytes >> 20),
        bytes if bytes.is_multiple_of(1 << 10) => format!("{} KiB", bytes >> 10),
        bytes => format!("{bytes} bytes"),
    }
}

/// An exit status in words.
fn tell(status: ExitStatus) -> String {
    match (status.code(), signal(status)) {
        (Some(code), _) => format!("the program ended with exit code {code}"),
        (None, Some(6)) => {
            "aborted: a stack overflow, an abort or an allocation that failed".to_owned()
        }
        (None, Some(9)) => {
            "killed by signal 9 (SIGKILL): the machine may have run out of memory".to_owned()
        }
        (None, Some(number)) => match name(number) {
            Some(name) => format!("killed by signal {number} ({name})"),
            None => format!("killed by signal {number}"),
        },
        (None, None) => status.to_string(),
    }
}

/// The signals that end a program that is at fault, or that people send, where
/// the number is the same on every system.
const fn name(signal: i32) -> Option<&'static str> {
    Some(match signal {
        SIGINT => "SIGINT",
        4 => "SIGILL",
        5 => "SIGTRAP",
        8 => "SIGFPE",
        11 => "SIGSEGV",
        13 => "SIGPIPE",
        15 => "SIGTERM",
        _ => return None,
    })
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
const fn signal(_: ExitStatus) -> Option<i32> {
    None
}

impl HasExit for WorkerError {
    fn exit(&self) -> Exit {
        Exit::Failed
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
        assert_eq!(crash(11).to_string(), "killed by signal 11 (SIGSEGV)");
        assert_eq!(
            crash(3 << 8).to_string(),
            "the program ended with exit code 3"
        );
        assert_eq!(crash(3 << 8).status(), Status::Crash);
        let memory = crash(i32::from(MEMORY_EXIT_STATUS) << 8);
        assert_eq!(memory.to_string(), "more than 1 GiB of memory");
        assert_eq!(memory.status(), Status::Memory);
        assert!(crash(2).is_interrupt() && !crash(15).is_interrupt());
    }
}

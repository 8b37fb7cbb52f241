//! Exit codes, and the one error type that commands return.
//!
//! Each room has its own error enum. It implements [`HasExit`] beside its
//! definition, so `?` in a command turns it into a [`CliError`] whose exit code
//! is already known; an error without an exit code does not compile.

use std::error::Error;
use std::fmt;
use std::io;
use std::process::ExitCode;

/// How `aoc` ends. Scripts rely on the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Exit {
    Done = 0,
    /// A solution failed, differed, timed out, regressed or does not compile.
    Failed = 1,
    /// Wrong usage, or no project here.
    Usage = 2,
    /// No session, or one that the site does not accept.
    Session = 3,
    /// The puzzle is locked or does not exist.
    Locked = 4,
    /// The network or the server failed.
    Network = 5,
    /// The site judged the answer wrong.
    Wrong = 6,
    /// Refused by a guard, or it is necessary to wait.
    Refused = 7,
    /// A file could not be read or written.
    Files = 8,
    /// Ctrl-C, SIGTERM or SIGHUP.
    Interrupted = 130,
}

impl Exit {
    /// `self`, unless it is [`Exit::Done`]: the first failure decides.
    #[must_use]
    pub const fn or(self, later: Self) -> Self {
        match self {
            Self::Done => later,
            failure => failure,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// An error that knows the exit code it ends the program with.
pub trait HasExit {
    fn exit(&self) -> Exit;
}

/// Files and streams.
impl HasExit for io::Error {
    fn exit(&self) -> Exit {
        Exit::Files
    }
}

/// Why a command failed: the exit code, and the error to show.
#[derive(Debug)]
pub struct CliError {
    pub exit: Exit,
    pub source: anyhow::Error,
}

impl CliError {
    /// An error that has no type of its own.
    pub fn new(
        exit: Exit,
        message: impl fmt::Display + fmt::Debug + Send + Sync + 'static,
    ) -> Self {
        Self {
            exit,
            source: anyhow::Error::msg(message),
        }
    }

    /// Says what was being done when the error occurred.
    #[must_use]
    pub fn context(self, context: impl fmt::Display + Send + Sync + 'static) -> Self {
        Self {
            exit: self.exit,
            source: self.source.context(context),
        }
    }
}

impl<E: HasExit + Error + Send + Sync + 'static> From<E> for CliError {
    fn from(error: E) -> Self {
        Self {
            exit: error.exit(),
            source: error.into(),
        }
    }
}

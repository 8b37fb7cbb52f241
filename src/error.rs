//! Exit codes, and the one error type that commands return.
//!
//! Most functions that fail return a [`CliError`]: its kind and a sentence. A
//! room has an error type of its own only where code decides by its variants; it
//! then implements [`HasExit`], so `?` in a command turns it into a [`CliError`].

use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::io;
use std::path::Path;

/// The exit codes of `aoc`, which `aoc --help` explains. Scripts rely on the numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(u8)]
pub enum Exit {
    #[default]
    Done = 0,
    Failed = 1,
    Usage = 2,
    Session = 3,
    Locked = 4,
    Network = 5,
    Wrong = 6,
    Refused = 7,
    Files = 8,
    Interrupted = 130,
}

impl Exit {
    /// The number that the shell sees.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// `self`, unless it is [`Exit::Done`]: the first failure decides.
    #[must_use]
    pub fn or(self, later: Self) -> Self {
        match self {
            Self::Done => later,
            failure => failure,
        }
    }
}

/// Something with an exit code.
pub trait HasExit {
    fn exit(&self) -> Exit;
}

/// What functions return that fail with a sentence for the user.
pub type Result<T, E = CliError> = std::result::Result<T, E>;

/// How a command ended that did not do what was asked. Code that treats some errors in
/// another way decides by this, and not by an exit code.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ErrorKind {
    /// It failed. The exit code is for scripts.
    Failed(Exit),
    /// Ctrl-C stopped it.
    Interrupted,
    /// Nothing is left to do: help was printed, or the reader of stdout has closed it. It is
    /// not shown, and counts as success.
    Ended,
}

impl From<Exit> for ErrorKind {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::Done => Self::Ended,
            Exit::Interrupted => Self::Interrupted,
            exit => Self::Failed(exit),
        }
    }
}

/// A failed command, and the error to show.
#[derive(Debug)]
pub struct CliError {
    pub kind: ErrorKind,
    pub source: anyhow::Error,
}

impl CliError {
    /// An error that is only shown: no code decides by it.
    pub fn new(exit: Exit, message: impl Display) -> Self {
        Self {
            kind: exit.into(),
            source: anyhow::Error::msg(message.to_string()),
        }
    }

    /// The error of a command that Ctrl-C stopped.
    pub fn interrupted() -> Self {
        Self::new(Exit::Interrupted, "interrupted")
    }

    pub fn is_interrupted(&self) -> bool {
        self.kind == ErrorKind::Interrupted
    }

    /// The exit code of the command.
    pub fn exit(&self) -> Exit {
        match self.kind {
            ErrorKind::Failed(exit) => exit,
            ErrorKind::Interrupted => Exit::Interrupted,
            ErrorKind::Ended => Exit::Done,
        }
    }

    /// A file or folder that cannot be read.
    pub fn read(path: &Path, source: io::Error) -> Self {
        Self::cannot("read", path, source)
    }

    /// A file or folder that cannot be written.
    pub fn write(path: &Path, source: io::Error) -> Self {
        Self::cannot("write", path, source)
    }

    fn cannot(verb: &str, path: &Path, source: io::Error) -> Self {
        let source = anyhow::Error::new(source);
        Self {
            kind: ErrorKind::Failed(Exit::Files),
            source: source.context(format!("cannot {verb} {}", path.display())),
        }
    }

    /// Puts the operation during which the error occurred before the message.
    #[must_use]
    pub fn context(self, context: impl Display + Send + Sync + 'static) -> Self {
        Self {
            kind: self.kind,
            source: self.source.context(context),
        }
    }
}

/// A command line, selector or setting that makes no sense.
pub fn usage_error(message: impl Display) -> CliError {
    CliError::new(Exit::Usage, message)
}

/// A day that does not build, does not run or gives a wrong result.
pub fn failure(message: impl Display) -> CliError {
    CliError::new(Exit::Failed, message)
}

/// A file that is missing, damaged or in the way.
pub fn file_error(message: impl Display) -> CliError {
    CliError::new(Exit::Files, message)
}

/// The message; with `{:#}` also its causes.
impl Display for CliError {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        self.source.fmt(f)
    }
}

impl<E: HasExit + Error + Send + Sync + 'static> From<E> for CliError {
    fn from(error: E) -> Self {
        Self {
            kind: error.exit().into(),
            source: error.into(),
        }
    }
}

//! Exit codes, and the one error type that commands return.
//!
//! Most functions that fail return a [`CliError`]: its kind and a sentence. A
//! room has an error type of its own only where code decides by its variants; it
//! then becomes a [`CliError`] with its [`ErrorKind`] by `?` in a command.

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
/// another way decides by this, and the exit code is made of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ErrorKind {
    /// A day does not build, does not run or gives a wrong result.
    Failed,
    /// A command line, selector or setting makes no sense.
    Usage,
    /// There is no session, or the site does not accept it.
    Session,
    /// The puzzle has not unlocked yet, or does not exist.
    Locked,
    /// The network or the server failed.
    Network,
    /// A guard refuses it, or the site asks to wait.
    Refused,
    /// A file is missing, damaged or in the way.
    Files,
    /// Ctrl-C stopped it.
    Interrupted,
    /// Nothing is left to do: help was printed, or the reader of stdout has closed it. It is
    /// not shown, and counts as success.
    Ended,
}

impl ErrorKind {
    /// The exit code of a command that ended like this.
    pub fn exit(self) -> Exit {
        match self {
            Self::Failed => Exit::Failed,
            Self::Usage => Exit::Usage,
            Self::Session => Exit::Session,
            Self::Locked => Exit::Locked,
            Self::Network => Exit::Network,
            Self::Refused => Exit::Refused,
            Self::Files => Exit::Files,
            Self::Interrupted => Exit::Interrupted,
            Self::Ended => Exit::Done,
        }
    }
}

/// A failed command, and the error to show.
#[derive(Debug)]
pub struct CliError {
    pub kind: ErrorKind,
    pub source: anyhow::Error,
    /// What is told after the causes, such as what the user can do.
    pub hint: Option<String>,
}

impl CliError {
    pub fn new(kind: ErrorKind, message: impl Display) -> Self {
        Self::caused(kind, anyhow::Error::msg(message.to_string()))
    }

    /// An error that has causes.
    pub fn caused(kind: ErrorKind, source: anyhow::Error) -> Self {
        Self {
            kind,
            source,
            hint: None,
        }
    }

    /// The error of a command that Ctrl-C stopped.
    pub fn interrupted() -> Self {
        Self::new(ErrorKind::Interrupted, "interrupted")
    }

    pub fn is_interrupted(&self) -> bool {
        self.kind == ErrorKind::Interrupted
    }

    /// The exit code of the command.
    pub fn exit(&self) -> Exit {
        self.kind.exit()
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
        let message = format!("cannot {verb} {}", path.display());
        Self::caused(ErrorKind::Files, source.context(message))
    }

    /// Puts the operation during which the error occurred before the message.
    #[must_use]
    pub fn context(self, context: impl Display + Send + Sync + 'static) -> Self {
        Self {
            source: self.source.context(context),
            ..self
        }
    }

    /// Puts a hint after the message and its causes.
    #[must_use]
    pub fn with_hint(self, hint: impl Display) -> Self {
        let hint = Some(hint.to_string());
        Self { hint, ..self }
    }
}

/// A command line, selector or setting that makes no sense.
pub fn usage_error(message: impl Display) -> CliError {
    CliError::new(ErrorKind::Usage, message)
}

/// A day that does not build, does not run or gives a wrong result.
pub fn failure(message: impl Display) -> CliError {
    CliError::new(ErrorKind::Failed, message)
}

/// A file that is missing, damaged or in the way.
pub fn file_error(message: impl Display) -> CliError {
    CliError::new(ErrorKind::Files, message)
}

/// The message and the hint; with `{:#}` also the causes between them.
impl Display for CliError {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        self.source.fmt(f)?;
        match &self.hint {
            Some(hint) => write!(f, "; {hint}"),
            None => Ok(()),
        }
    }
}

//! How commands end, and the one error type that they return.
//!
//! Most functions that fail return a [`CliError`]: how the command ends, and a sentence.
//! A room has an error type of its own only where code decides by its variants; it then
//! becomes a [`CliError`] with its [`Exit`] by `?` in a command.

use std::fmt::{self, Display, Formatter};
use std::io;
use std::path::Path;

/// How a command ended. Code that treats some errors in another way decides by this, and
/// the shell sees its number, which `aoc --help` explains and scripts rely on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(u8)]
pub enum Exit {
    /// Nothing is left to do. As the end of an error, which is not shown then: help was
    /// printed, or the reader of stdout has closed it.
    #[default]
    Done = 0,
    /// A day does not build, does not run or gives a wrong result.
    Failed = 1,
    /// A command line, selector or setting makes no sense.
    Usage = 2,
    /// There is no session, or the site does not accept it.
    Session = 3,
    /// The puzzle has not unlocked yet, or does not exist.
    Locked = 4,
    /// The network or the server failed.
    Network = 5,
    /// The site judged the answer wrong.
    Wrong = 6,
    /// A guard refuses it, or the site asks to wait.
    Refused = 7,
    /// A file is missing, damaged or in the way.
    Files = 8,
    /// Ctrl-C stopped it.
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

/// A failed command, and the error to show.
#[derive(Debug)]
pub struct CliError {
    pub exit: Exit,
    pub source: anyhow::Error,
    /// What is told after the causes, such as what the user can do.
    pub hint: Option<String>,
}

impl CliError {
    pub fn new(exit: Exit, message: impl Display) -> Self {
        Self::caused(exit, anyhow::Error::msg(message.to_string()))
    }

    /// An error that has causes.
    pub fn caused(exit: Exit, source: anyhow::Error) -> Self {
        Self {
            exit,
            source,
            hint: None,
        }
    }

    /// The error of a command that Ctrl-C stopped.
    pub fn interrupted() -> Self {
        Self::new(Exit::Interrupted, "interrupted")
    }

    pub fn is_interrupted(&self) -> bool {
        self.exit == Exit::Interrupted
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
        Self::caused(Exit::Files, source.context(message))
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

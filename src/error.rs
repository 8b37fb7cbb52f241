//! The exit codes of commands, and the error type that they return.
//!
//! Most functions that fail return a [`CliError`], which has an exit code and a message. A module
//! has its own error type only if callers decide by the variants. In a command, `?` turns such an
//! error into a [`CliError`] with the right [`Exit`].

use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::io;
use std::path::Path;

/// The end of a command, and the kind of a [`CliError`]. Code compares variants, never numbers: the
/// exit code is made of the variant when the process ends. `aoc --help` explains the numbers, and
/// scripts rely on them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(u8)]
pub enum Exit {
    /// Success.
    #[default]
    Done = 0,
    /// A solution or a program failed, or the command had nothing to report: nothing to import or
    /// to share, or no new star.
    Failed = 1,
    /// A command line, a selector or a setting is invalid.
    Usage = 2,
    /// There is no session, or the site does not accept it.
    Session = 3,
    /// The puzzle has not unlocked yet, or does not exist.
    Locked = 4,
    /// The network or the server failed.
    Network = 5,
    /// The site judged the answer wrong.
    Wrong = 6,
    /// A guard refused the answer, or the site asks to wait.
    Refused = 7,
    /// A file is missing, damaged or in the way.
    Files = 8,
    /// Ctrl-C stopped the command.
    Interrupted = 130,
    /// The reader of stdout has closed the pipe. The error is not printed, and the exit code is 0.
    ClosedPipe,
}

impl Exit {
    /// The number that the shell sees.
    pub fn code(self) -> u8 {
        match self {
            Self::ClosedPipe => Self::Done as u8,
            exit => exit as u8,
        }
    }

    /// Returns `later` if `self` is a success, and otherwise `self`, so that the first failure
    /// decides the exit code.
    #[must_use]
    pub fn or(self, later: Self) -> Self {
        match self {
            Self::Done | Self::ClosedPipe => later,
            failure => failure,
        }
    }
}

/// A result or an error that decides the exit code of a command.
pub trait HasExit {
    fn exit(&self) -> Exit;
}

/// The result of a function whose error is a message for the user.
pub type Result<T, E = CliError> = std::result::Result<T, E>;

/// The error of a failed command.
#[derive(Debug)]
pub struct CliError {
    pub exit: Exit,
    /// The puzzle with which the message begins. A line that already names it shows the
    /// [`reason`](CliError::reason).
    pub puzzle: Option<String>,
    /// The message with its causes.
    pub error: anyhow::Error,
    /// The text after the causes: what the user can do.
    pub hint: Option<String>,
}

impl CliError {
    pub fn new(exit: Exit, message: impl Display) -> Self {
        Self::from_anyhow(exit, anyhow::Error::msg(message.to_string()))
    }

    /// An error that already has its causes.
    pub fn from_anyhow(exit: Exit, error: anyhow::Error) -> Self {
        Self {
            exit,
            puzzle: None,
            error,
            hint: None,
        }
    }

    /// The error after Ctrl-C has stopped a command.
    pub fn interrupted() -> Self {
        Self::new(Exit::Interrupted, "interrupted")
    }

    pub fn is_interrupted(&self) -> bool {
        self.exit == Exit::Interrupted
    }

    /// The error for a file or folder that cannot be read.
    pub fn cannot_read(path: &Path, source: io::Error) -> Self {
        Self::cannot("read", path, source)
    }

    /// The error for a file or folder that cannot be written. Names a file or a link in place of a
    /// folder above it.
    pub fn cannot_write(path: &Path, source: io::Error) -> Self {
        let source = match path.parent().and_then(obstacle_in) {
            Some(why) => io::Error::other(why),
            None => source,
        };
        Self::cannot("write", path, source)
    }

    fn cannot(verb: &str, path: &Path, source: io::Error) -> Self {
        file_error(format!("cannot {verb} {}", path.display())).caused_by(source)
    }

    /// Sets the cause, which is shown after the message. Earlier causes are dropped.
    #[must_use]
    pub fn caused_by(self, cause: impl Error + Send + Sync + 'static) -> Self {
        let message = self.error.to_string();
        Self {
            error: anyhow::Error::new(cause).context(message),
            ..self
        }
    }

    /// Puts a description of the failed operation before the message.
    #[must_use]
    pub fn context(self, context: impl Display + Send + Sync + 'static) -> Self {
        Self {
            error: self.error.context(context),
            ..self
        }
    }

    /// Sets the puzzle with which the message begins.
    #[must_use]
    pub fn of_puzzle(self, puzzle: impl Display) -> Self {
        let puzzle = Some(puzzle.to_string());
        Self { puzzle, ..self }
    }

    /// Sets the hint, which is shown after the message and its causes. An earlier hint is replaced.
    #[must_use]
    pub fn with_hint(self, hint: impl Display) -> Self {
        let hint = Some(hint.to_string());
        Self { hint, ..self }
    }

    #[must_use]
    pub fn without_hint(self) -> Self {
        Self { hint: None, ..self }
    }

    /// Adds a hint after the one that the error may have.
    #[must_use]
    pub fn add_hint(self, hint: impl Display) -> Self {
        match &self.hint {
            Some(first) => {
                let hints = format!("{first}; {hint}");
                self.with_hint(hints)
            }
            None => self.with_hint(hint),
        }
    }

    /// The message with its causes, without the system's error numbers and without the hint.
    pub fn message(&self) -> String {
        let message = without_error_numbers(&message_with_causes(&self.error));
        match &self.puzzle {
            Some(puzzle) => format!("{puzzle}: {message}"),
            None => message,
        }
    }

    /// The whole text without the puzzle that [`Self::of_puzzle`] has set.
    pub fn reason(&self) -> String {
        let puzzle = None;
        Self {
            puzzle,
            ..self.clone()
        }
        .to_string()
    }
}

/// The error for an invalid command line, selector or setting.
pub fn usage_error(message: impl Display) -> CliError {
    CliError::new(Exit::Usage, message)
}

/// The error for a day that does not build, does not run or gives a wrong result.
pub fn failure(message: impl Display) -> CliError {
    CliError::new(Exit::Failed, message)
}

/// The error for a file that is missing, damaged or in the way.
pub fn file_error(message: impl Display) -> CliError {
    CliError::new(Exit::Files, message)
}

/// Writes the message, its causes and the hint, without the system's error numbers.
impl Display for CliError {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str(&self.message())?;
        match &self.hint {
            Some(hint) => write!(f, "; {hint}"),
            None => Ok(()),
        }
    }
}

/// A clone keeps the causes only as text of its message.
impl Clone for CliError {
    fn clone(&self) -> Self {
        Self {
            exit: self.exit,
            puzzle: self.puzzle.clone(),
            error: anyhow::Error::msg(message_with_causes(&self.error)),
            hint: self.hint.clone(),
        }
    }
}

/// What stands in the way of a folder: a file or a link in its place, or in place of a folder above
/// it.
pub fn obstacle_in(folder: &Path) -> Option<String> {
    let mut outer = folder.ancestors();
    let obstacle = outer.find(|outer| outer.symlink_metadata().is_ok())?;
    let is = match obstacle {
        folder if folder.is_dir() => return None,
        link if link.is_symlink() => "is a link that leads to no folder",
        _ => "is not a folder",
    };
    Some(format!("{} {is}: remove or rename it", obstacle.display()))
}

/// Removes the system's error numbers, such as ` (os error 28)`. The words before a number say the
/// same.
pub fn without_error_numbers(text: &str) -> String {
    const NUMBER: &str = " (os error ";
    let mut parts = text.split(NUMBER);
    let mut shown = parts.next().unwrap_or_default().to_owned();
    for rest in parts {
        match rest.split_once(')') {
            Some((number, rest)) if number.parse::<u32>().is_ok() => shown += rest,
            _ => {
                shown += NUMBER;
                shown += rest;
            }
        }
    }
    shown
}

/// The message and its causes. A cause is left out if the text already ends with it.
fn message_with_causes(error: &anyhow::Error) -> String {
    let mut text = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !text.ends_with(&cause) {
            text = format!("{}: {cause}", text.trim_end());
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_systems_words_are_shown_without_its_numbers() {
        for (text, shown) in [
            ("a: No space left (os error 28)", "a: No space left"),
            ("a (os error 2); b (os error 13): c", "a; b: c"),
            ("a (os error two)", "a (os error two)"),
            ("a (os error 2", "a (os error 2"),
        ] {
            assert_eq!(without_error_numbers(text), shown);
        }
        let unwritten = CliError::cannot_write(Path::new("a"), io::Error::from_raw_os_error(30));
        let shown = unwritten.to_string();
        let is_short = shown.starts_with("cannot write a: ") && !shown.contains("os error");
        assert!(is_short, "{shown}");
    }

    #[test]
    fn a_cause_is_shown_between_the_message_and_the_hint() {
        let error = usage_error("cannot start cargo").with_hint("correct PATH");
        let error = error.caused_by(io::Error::other("no memory"));
        assert_eq!(error.exit, Exit::Usage);
        assert_eq!(error.error.to_string(), "cannot start cargo");
        let shown = "cannot start cargo: no memory; correct PATH";
        assert_eq!([error.to_string(), error.clone().to_string()], [shown; 2]);
        assert_eq!(error.message(), "cannot start cargo: no memory");
    }

    #[test]
    fn another_hint_replaces_the_first_unless_it_is_added() {
        let error = || usage_error("locked").with_hint("wait");
        let replaced = error().with_hint("correct the clock").to_string();
        assert_eq!(replaced, "locked; correct the clock");
        let added = error().add_hint("not tried: 2");
        assert_eq!(added.to_string(), "locked; wait; not tried: 2");
        let only = usage_error("locked").add_hint("not tried: 2");
        assert_eq!(only.to_string(), "locked; not tried: 2");
    }
}

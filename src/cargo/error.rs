//! Errors of building.

use std::io;
use std::path::PathBuf;

use crate::error::{Exit, HasExit};
use crate::puzzle::Day;

/// Why nothing can be built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    #[error("no cargo on PATH: install Rust from https://rustup.rs, or correct PATH")]
    NoCargo,
    #[error("cannot start {}", .cargo.display())]
    NotStarted { cargo: PathBuf, source: io::Error },
    #[error("interrupted")]
    Interrupted,
    #[error("cannot write {}", .path.display())]
    Write { path: PathBuf, source: io::Error },
}

/// Why one year, or one day, was not built. The rest goes on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct BuildFailure {
    /// The day whose file is the cause; `None` if the whole year is affected.
    pub day: Option<Day>,
    /// One line: where, and what.
    pub message: String,
    pub exit: Exit,
}

impl BuildFailure {
    /// A failure of the whole year: it does not compile.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            day: None,
            message: message.into(),
            exit: Exit::Failed,
        }
    }
}

/// A program that is missing or does not start is a matter of files, here as
/// for workers.
impl HasExit for BuildError {
    fn exit(&self) -> Exit {
        match self {
            Self::NoCargo | Self::NotStarted { .. } | Self::Write { .. } => Exit::Files,
            Self::Interrupted => Exit::Interrupted,
        }
    }
}

impl HasExit for BuildFailure {
    fn exit(&self) -> Exit {
        self.exit
    }
}

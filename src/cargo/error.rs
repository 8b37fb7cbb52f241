//! Why a worker was not built.

use std::io;
use std::path::PathBuf;

use crate::error::{Exit, HasExit};
use crate::project::ProjectError;

/// Why nothing can be built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// No cargo.
    #[error("there is no cargo on PATH: install Rust from https://rustup.rs, or mend PATH")]
    NoCargo,
    /// Cargo does not start.
    #[error("cannot start {}: {source}", .cargo.display())]
    NotStarted { cargo: PathBuf, source: io::Error },
    /// Ctrl-C.
    #[error("interrupted")]
    Interrupted,
    /// A file of ours below `target/`.
    #[error("cannot write {}: {source}", .path.display())]
    Write { path: PathBuf, source: io::Error },
    /// The year's registry.
    #[error(transparent)]
    Project(#[from] ProjectError),
}

/// Why one year's worker was not built: it does not compile, mostly.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}{}", .hint.as_ref().map(|hint| format!("; {hint}")).unwrap_or_default())]
pub struct BuildFailure {
    /// One line: where, and what.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
}

impl BuildFailure {
    /// A failure without a hint.
    pub fn new(message: impl Into<String>) -> Self {
        let message = message.into();
        Self {
            message,
            hint: None,
        }
    }
}

impl HasExit for BuildError {
    fn exit(&self) -> Exit {
        match self {
            Self::NoCargo | Self::NotStarted { .. } => Exit::Failed,
            Self::Interrupted => Exit::Interrupted,
            Self::Write { .. } => Exit::Files,
            Self::Project(error) => error.exit(),
        }
    }
}

impl HasExit for BuildFailure {
    fn exit(&self) -> Exit {
        Exit::Failed
    }
}

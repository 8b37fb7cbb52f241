//! What can be wrong with a project.

use std::io;
use std::path::PathBuf;

use crate::error::{Exit, HasExit};

/// Why a project is of no use.
#[derive(Debug, thiserror::Error)]
pub enum ProjectError {
    /// There is none.
    #[error(
        "no aoc project here: neither {} nor a folder above it is one; `aoc init DIR` makes one",
        .folder.display()
    )]
    NotFound { folder: PathBuf },
    /// A file or folder that cannot be read.
    #[error("cannot read {}: {source}", .path.display())]
    Read { path: PathBuf, source: io::Error },
    /// A file that cannot be written.
    #[error("cannot write {}: {source}", .path.display())]
    Write { path: PathBuf, source: io::Error },
}

impl HasExit for ProjectError {
    fn exit(&self) -> Exit {
        match self {
            Self::NotFound { .. } => Exit::Usage,
            Self::Read { .. } | Self::Write { .. } => Exit::Files,
        }
    }
}

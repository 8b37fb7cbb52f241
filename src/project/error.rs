//! Errors of a project.

use std::io;
use std::path::PathBuf;

use crate::error::{Exit, HasExit};

#[derive(Debug, thiserror::Error)]
pub enum ProjectError {
    #[error(
        "no aoc project here: neither {} nor a folder above it is one; `aoc init` creates one",
        .folder.display()
    )]
    NotFound { folder: PathBuf },
    #[error(
        "the inputs cannot be in {}, which is not a folder: correct `inputs` in the table \
         [workspace.metadata.aoc] of Cargo.toml",
        .path.display()
    )]
    InputsNotAFolder { path: PathBuf },
    #[error("cannot read {}", .path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("cannot write {}", .path.display())]
    Write { path: PathBuf, source: io::Error },
}

impl HasExit for ProjectError {
    fn exit(&self) -> Exit {
        match self {
            Self::NotFound { .. } => Exit::Usage,
            Self::InputsNotAFolder { .. } | Self::Read { .. } | Self::Write { .. } => Exit::Files,
        }
    }
}

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

/// Why another revision of the project cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum RevisionError {
    #[error("git knows no revision `{name}`: name a commit, a branch or a tag")]
    Unknown { name: String },
    /// The clone has only the newest commits, as those of CI services.
    #[error(
        "git knows no revision `{name}` in this shallow clone: get the other commits with `git \
         fetch --unshallow`, or name one that is here"
    )]
    Shallow { name: String },
    #[error("revision `{name}` has no aoc project in this place")]
    NoProject { name: String },
    #[error(
        "{} is not in a git repository, and so has no other revision: make it one with `git init` \
         and commit it", .path.display()
    )]
    NotGit { path: PathBuf },
    #[error("git is not installed: another revision cannot be checked out")]
    NoGit,
    #[error("cannot start git")]
    Start { source: io::Error },
    #[error("git {command}: {message}")]
    Git { command: String, message: String },
    #[error("cannot remove {}", .path.display())]
    Remove { path: PathBuf, source: io::Error },
    #[error("cannot write {}", .path.display())]
    Write { path: PathBuf, source: io::Error },
}

impl HasExit for RevisionError {
    fn exit(&self) -> Exit {
        match self {
            Self::Unknown { .. }
            | Self::Shallow { .. }
            | Self::NoProject { .. }
            | Self::NotGit { .. } => Exit::Usage,
            Self::NoGit
            | Self::Start { .. }
            | Self::Git { .. }
            | Self::Remove { .. }
            | Self::Write { .. } => Exit::Files,
        }
    }
}

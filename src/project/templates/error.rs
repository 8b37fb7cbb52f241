//! Why there is no new repository.

use std::io;
use std::path::PathBuf;

use crate::error::{Exit, HasExit};

/// Why nothing was written. Whatever was, is gone again.
#[derive(Debug, thiserror::Error)]
pub enum TemplateError {
    /// Something has a place that is needed.
    #[error(
        "{} is there already{}, and nothing is overwritten: move it away or choose another folder",
        .path.display(),
        and_others(*.others)
    )]
    InTheWay {
        /// The first that is.
        path: PathBuf,
        /// How many more there are.
        others: usize,
    },
    /// A folder that cannot be looked into.
    #[error("cannot look at {}: {why}; choose another folder", .path.display())]
    Read { path: PathBuf, why: io::Error },
    /// A file or folder that cannot be written.
    #[error(
        "cannot write {}: {why}; nothing is left of it, so try again when that is seen to, or \
         choose another folder",
        .path.display()
    )]
    Write { path: PathBuf, why: io::Error },
}

fn and_others(others: usize) -> String {
    match others {
        0 => String::new(),
        others => format!(" (and {others} more)"),
    }
}

impl HasExit for TemplateError {
    fn exit(&self) -> Exit {
        match self {
            Self::InTheWay { .. } => Exit::Usage,
            Self::Read { .. } | Self::Write { .. } => Exit::Files,
        }
    }
}

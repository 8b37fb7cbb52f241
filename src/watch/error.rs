//! Errors of watching.

use std::path::PathBuf;

use crate::error::{Exit, HasExit};

#[derive(Debug, thiserror::Error)]
pub enum WatchError {
    #[error("the project {} is gone: it was moved or deleted", .root.display())]
    Gone { root: PathBuf },
}

impl HasExit for WatchError {
    fn exit(&self) -> Exit {
        match self {
            Self::Gone { .. } => Exit::Files,
        }
    }
}

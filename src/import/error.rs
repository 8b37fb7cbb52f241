//! Why nothing could be imported.

use std::io;
use std::path::PathBuf;

use crate::error::{Exit, HasExit};
use crate::inputs::StoreError;
use crate::site::SessionError;

#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    #[error(
        "no folder `{0}`, and no tool of that name: give a folder, `aocd`, `cargo-aoc` or `aoc-cli`"
    )]
    Unknown(String),
    #[error("{} is not a folder: give the folder of a repository, or of inputs", .0.display())]
    NotAFolder(PathBuf),
    #[error("{} is a part of this project: give the folder of another repository", .0.display())]
    Own(PathBuf),
    #[error("cannot read {}", path.display())]
    Read {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
    #[error("cannot write {}", path.display())]
    Write {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Session(#[from] SessionError),
}

impl HasExit for ImportError {
    fn exit(&self) -> Exit {
        match self {
            Self::Unknown(_) | Self::NotAFolder(_) | Self::Own(_) => Exit::Usage,
            Self::Read { .. } | Self::Write { .. } => Exit::Files,
            Self::Store(error) => error.exit(),
            Self::Session(error) => error.exit(),
        }
    }
}

//! What can go wrong with the files under `inputs/`.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::error::{Exit, HasExit};

#[derive(Debug, Error)]
pub enum StoreError {
    #[error("{} cannot be read", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("{} cannot be written", path.display())]
    Write { path: PathBuf, source: io::Error },
    /// The folder that the project's settings name.
    #[error(
        "the folder of the inputs, {}, does not exist: create it, or correct `inputs` in the \
         table [workspace.metadata.aoc] of Cargo.toml",
        path.display()
    )]
    NoFolder { path: PathBuf },
    #[error(
        "the inputs are in the submodule {}, which is not checked out: run `git submodule update \
         --init`",
        path.display()
    )]
    NoSubmodule { path: PathBuf },
    /// A folder or a special file where a file should be.
    #[error("{} is not a file; move it out of the way", path.display())]
    NotAFile { path: PathBuf },
    /// A file that should be text is not UTF-8.
    #[error(
        "{} is not text: byte {at} is not UTF-8; use another file, or download it again with \
         `aoc fetch --force`",
        path.display()
    )]
    NotText {
        path: PathBuf,
        /// The position of the first byte that is not text.
        at: usize,
    },
    /// No input of any puzzle is empty.
    #[error("{} is empty; download it again with `aoc fetch --force`", path.display())]
    Empty { path: PathBuf },
    /// Answers or examples that are not TOML of the expected form.
    #[error("{}, {why}; correct the file or remove it", path.display())]
    Toml {
        path: PathBuf,
        /// The line and what is wrong there.
        why: String,
    },
    /// A name that no input can have.
    #[error(
        "`{}` cannot name an input: use letters, digits, - and _, with a letter or digit first, \
         at most {max} characters",
        name.escape_debug()
    )]
    Name {
        name: String,
        /// The longest name, in bytes.
        max: usize,
    },
}

impl HasExit for StoreError {
    fn exit(&self) -> Exit {
        match self {
            Self::Name { .. } => Exit::Usage,
            Self::Read { .. }
            | Self::Write { .. }
            | Self::NoFolder { .. }
            | Self::NoSubmodule { .. }
            | Self::NotAFile { .. }
            | Self::NotText { .. }
            | Self::Empty { .. }
            | Self::Toml { .. } => Exit::Files,
        }
    }
}

//! What can go wrong with files.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::error::{Exit, HasExit};

/// A file that could not be read, written or understood.
#[derive(Debug, Error)]
pub enum StoreError {
    /// A file is there and cannot be read.
    #[error("{} cannot be read: {why}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        why: io::Error,
    },
    /// A file cannot be written.
    #[error("{} cannot be written: {why}; nothing was changed", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        why: io::Error,
    },
    /// Something else is where a file should be.
    #[error("{} is not a file; move it out of the way", path.display())]
    NotAFile {
        /// The place.
        path: PathBuf,
    },
    /// A file that should be text is not UTF-8.
    #[error(
        "{} is not text: byte {at} is not UTF-8; take another file, or download it again with \
         `aoc fetch --force`",
        path.display()
    )]
    NotText {
        /// The file.
        path: PathBuf,
        /// The place of the first byte that is not text.
        at: usize,
    },
    /// A file of answers that makes no sense.
    #[error("{} is not a list of answers: {why}; correct it or remove it", path.display())]
    Answers {
        /// The file.
        path: PathBuf,
        /// What does not fit.
        why: String,
    },
    /// A name that no input can have.
    #[error(
        "'{}' cannot name an input: use letters, digits, - and _, beginning with a letter or \
         digit, {max} at most",
        name.escape_debug(),
        max = max
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
            _ => Exit::Files,
        }
    }
}

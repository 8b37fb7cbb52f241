//! What can be wrong with a setting.

use std::io;
use std::path::PathBuf;

use crate::error::{Exit, HasExit};

/// Why a source of settings cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// A value that makes no sense.
    #[error("{place}: `{}` is {wrong}", .value.escape_debug())]
    Value {
        /// The variable, or the file and the key.
        place: String,
        value: String,
        /// What it is not, and what to write.
        wrong: &'static str,
    },
    /// The current folder was deleted.
    #[error("cannot find the current folder: {source}; change to another one")]
    CurrentDir { source: io::Error },
    /// A file that is not TOML.
    #[error("{} is not TOML: {message}", .file.display())]
    NotToml { file: PathBuf, message: String },
    /// A file that is there and cannot be read.
    #[error("cannot read {}: {source}", .file.display())]
    Read { file: PathBuf, source: io::Error },
}

impl HasExit for SettingsError {
    fn exit(&self) -> Exit {
        match self {
            Self::Value { .. } | Self::NotToml { .. } => Exit::Usage,
            Self::CurrentDir { .. } | Self::Read { .. } => Exit::Files,
        }
    }
}

//! What can be wrong with the settings.

use std::io;
use std::path::PathBuf;

use crate::error::{Exit, HasExit};

/// Why a source of settings cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    #[error("{place}: `{}` is not {expected}", .value.escape_debug())]
    Value {
        /// The variable, or the file and the key.
        place: String,
        value: String,
        expected: &'static str,
    },
    /// The current folder was deleted.
    #[error("cannot find the current folder; change to another one")]
    CurrentDir { source: io::Error },
    #[error("{} is not valid TOML: {message}", .file.display())]
    NotToml { file: PathBuf, message: String },
    #[error("cannot read {}", .file.display())]
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

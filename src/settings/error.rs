//! What can be wrong with a setting.

use std::io;
use std::path::PathBuf;

use crate::exit::Exit;

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
    /// A file that is not TOML.
    #[error("{} is not TOML: {message}", .file.display())]
    NotToml { file: PathBuf, message: String },
    /// A file that is there and cannot be read.
    #[error("cannot read {}: {source}", .file.display())]
    Read { file: PathBuf, source: io::Error },
}

impl SettingsError {
    /// The exit code.
    pub const fn exit(&self) -> Exit {
        match self {
            Self::Value { .. } | Self::NotToml { .. } => Exit::Usage,
            Self::Read { .. } => Exit::Files,
        }
    }
}

//! The place of a document that the user names on the command line.

use std::path::{Path, PathBuf};

use super::atomic::probe_file;
use crate::error::{Result, usage_error};

/// The destination of a document.
pub enum Destination {
    Stdout,
    File(PathBuf),
}

impl Destination {
    /// The destination that an option names, `-` for stdout. Call this before the work for the
    /// document begins. Fails if stdout already gets another document, or if the file cannot be
    /// written or must not be replaced.
    pub fn checked(name: &Path, current_dir: &Path, is_stdout_taken: bool) -> Result<Self> {
        if name != Path::new("-") {
            let path = current_dir.join(name);
            probe_file(&path)?;
            return Ok(Self::File(path));
        }
        if is_stdout_taken {
            return Err(usage_error(
                "only one document can be printed: name a file for each of the others",
            ));
        }
        Ok(Self::Stdout)
    }
}

//! Writing a file whole or not at all: a temporary file beside it, flushed to
//! the disk, then renamed over the old one.

use std::error::Error as _;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use tempfile::NamedTempFile;

use super::StoreError;

/// How the name of a half-written file begins. Nothing reads such a file; a
/// killed process may leave one behind, and git ignores it.
const PREFIX: &str = ".tmp";

/// Puts `bytes` where `path` says, in place of what was there. Until the
/// rename the old file is untouched; on an error the temporary file is gone.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    try_replace(path, bytes).map_err(|why| StoreError::Write {
        path: path.to_owned(),
        why,
    })
}

/// Fails if no file could be made in a folder that need not be there yet.
pub fn probe(dir: &Path) -> Result<(), StoreError> {
    let there = dir
        .ancestors()
        .find(|dir| dir.symlink_metadata().is_ok())
        .unwrap_or(dir);
    temporary(there).map(drop).map_err(|why| StoreError::Write {
        path: there.to_owned(),
        why,
    })
}

fn try_replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // Who keeps inputs elsewhere and links to them keeps the links.
    let whole = path.canonicalize();
    let path = whole.as_deref().unwrap_or(path);
    let dir = path.parent().unwrap_or_else(|| Path::new("."));
    fs::create_dir_all(dir)?;
    let mut file = temporary(dir)?;
    file.as_file_mut().write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    // The rename itself reaches the disk with the folder. Where a folder
    // cannot be synced, the file is whole all the same.
    if let Ok(dir) = File::open(dir) {
        let _ = dir.sync_all();
    }
    Ok(())
}

fn temporary(dir: &Path) -> io::Result<NamedTempFile> {
    tempfile::Builder::new()
        .prefix(PREFIX)
        .tempfile_in(dir)
        .map_err(bare)
}

/// The system's own error: tempfile adds the temporary name, which is of no use
/// to a reader; the caller names the file that was meant.
fn bare(error: io::Error) -> io::Error {
    error
        .source()
        .and_then(|inner| inner.downcast_ref::<io::Error>())
        .and_then(io::Error::raw_os_error)
        .map_or(error, io::Error::from_raw_os_error)
}

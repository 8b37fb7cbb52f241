//! Copies of files that keep the times of their originals.

use std::fs::{self, create_dir_all};
use std::io;
use std::path::Path;

use filetime::set_file_mtime;
use tempfile::NamedTempFile;

use super::FileIdentity;

/// Copies `file` to `path` with its time and mode, and creates the folder if it is missing. Does
/// nothing if there is already an unchanged copy. Another `aoc` never sees an incomplete copy.
pub fn copy_with_time(file: &Path, path: &Path) -> io::Result<()> {
    if let Some(state) = FileIdentity::of(file)
        && FileIdentity::of(path).is_some_and(|copy| copy.is_copy_of(state))
    {
        return Ok(());
    }
    let folder = path.parent().unwrap_or(path);
    create_dir_all(folder)?;
    let copy = NamedTempFile::new_in(folder)?.into_temp_path();
    fs::copy(file, &copy)?;
    let modified = fs::metadata(file)?.modified()?;
    set_file_mtime(&copy, modified.into())?;
    copy.persist(path)?;
    Ok(())
}

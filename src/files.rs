//! Reads, writes and locks files: whole or not at all, within a size limit, and by one
//! process at a time.

use std::ffi::OsStr;
use std::fs::{self, DirEntry, File};
use std::path::{Component, Path, PathBuf};
use std::time::SystemTime;

use crate::error::{CliError, Exit};

pub mod atomic;
pub mod lock;
pub mod read;

pub use atomic::{
    Readers, create, fail_writes_past_the_size_limit, probe_file, probe_for, remove_leftovers,
    replace, replace_unflushed, wait_for_writes, write_source,
};
pub use lock::{Lock, Locks};
pub use read::{
    MAX_INPUT, MAX_TEXT, if_exists, others_can_read, parse_toml, read_limited, read_regular_file,
    read_text_file,
};

/// The longest name in bytes: some file systems allow only about 140 for a file.
const MAX_NAME: usize = 64;

/// Fails if a name of `what` cannot become part of a file's name: it consists of letters,
/// digits and these marks, with a letter or a digit first, so that it cannot form a path.
pub fn check_name(what: &str, name: &str, marks: &str) -> Result<(), CliError> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || marks.contains(c);
    let begins_well = name.starts_with(|c: char| c.is_ascii_alphanumeric());
    if begins_well && name.len() <= MAX_NAME && name.chars().all(is_plain) {
        return Ok(());
    }
    let name: String = name.chars().take(MAX_NAME).collect();
    let message = format!(
        "`{}` cannot name {what}: use at most {MAX_NAME} letters, digits and `{marks}`, with a \
         letter or digit first",
        name.escape_debug()
    );
    Err(CliError::new(Exit::Usage, message))
}

/// Resolves `.` and `..` in a path without looking at the disk: `a/./b/../c` becomes
/// `a/c`.
pub fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if plain.file_name().is_some() => drop(plain.pop()),
            // There is nothing above the root.
            Component::ParentDir if plain.has_root() => {}
            component => plain.push(component),
        }
    }
    plain
}

/// A relative path with forward slashes, as in documents and messages on every system.
pub fn slashed(path: &Path) -> String {
    let names: Vec<_> = path.iter().map(OsStr::to_string_lossy).collect();
    names.join("/")
}

/// Sets the modification time of a folder to now, so that [`remove_oldest`] keeps it.
pub fn mark_used(folder: &Path) {
    let _ = File::open(folder).and_then(|it| it.set_modified(SystemTime::now()));
}

/// Removes all but the newest of the entries whose names begin with `prefix`.
pub fn remove_oldest(folder: &Path, kept: usize, prefix: &str) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let entries = entries.filter(|it| it.file_name().to_string_lossy().starts_with(prefix));
    let with_time = |it: DirEntry| Some((it.metadata().ok()?.modified().ok()?, it.path()));
    let mut entries: Vec<(SystemTime, PathBuf)> = entries.filter_map(with_time).collect();
    entries.sort();
    for (_, path) in entries.iter().rev().skip(kept) {
        let _ = fs::remove_file(path).or_else(|_| fs::remove_dir_all(path));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detours_are_removed() {
        for (path, plain) in [
            ("/a/./b/../c", "/a/c"),
            ("/../a", "/a"),
            ("../../a", "../../a"),
            ("a/../../b", "../b"),
            ("./a", "a"),
        ] {
            assert_eq!(without_dots(Path::new(path)), Path::new(plain), "{path}");
        }
    }
}

//! Reads, writes and locks files. Files are written completely or not at all, they have a size
//! limit, and one process at a time changes them.

use std::ffi::OsStr;
use std::fs::{remove_dir_all, remove_file};
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use filetime::FileTime;
use walkdir::WalkDir;

use crate::error::{Result, usage_error};

pub mod atomic;
mod destination;
mod identity;
pub mod lock;
pub mod read;
pub mod text_form;
pub mod toml_text;
pub mod written;

pub use atomic::{
    Readers, create_source, fail_writes_past_the_size_limit, probe_file, probe_for,
    remove_leftovers, replace, replace_unflushed, wait_for_writes, write_source,
};
pub use destination::Destination;
pub use identity::{FileIdentity, bytes_hash, content_hash, hash};
pub use lock::{Lock, Locks};
pub use read::{
    MAX_INPUT, MAX_TEXT, entries, if_exists, others_can_read, parse_toml, read_limited,
    read_regular_file, read_table, read_text, read_text_file, toml_at,
};
pub use text_form::{in_form_of, unix_lines, without_mark};
pub use written::{WrittenFiles, text_hash};

/// The longest name in bytes. Some file systems allow only about 140 bytes for the name of a
/// file.
const MAX_NAME: usize = 64;

/// Fails if a name of `what` cannot become part of a file's name. It must consist of letters,
/// digits and `marks` and begin with a letter or a digit, so that it cannot form a path.
pub fn check_name(what: &str, name: &str, marks: &str) -> Result<()> {
    let is_plain = name
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || marks.contains(c));
    let begins_well = name.starts_with(|c: char| c.is_ascii_alphanumeric());
    if is_plain && begins_well && name.len() <= MAX_NAME {
        return Ok(());
    }
    Err(usage_error(format!(
        "`{}` cannot be the name of {what}: use at most {MAX_NAME} letters, digits and `{marks}`, \
         with a letter or digit first",
        name.escape_debug()
    )))
}

/// Resolves `.` and `..` in a path without reading the disk: `a/./b/../c` becomes `a/c`.
pub fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if plain.file_name().is_some() => {
                plain.pop();
            }
            // The root has no parent.
            Component::ParentDir if plain.has_root() => {}
            component => plain.push(component),
        }
    }
    plain
}

/// A path without links, as cargo and git print it. On Windows, where they do not resolve links,
/// it is unchanged: a resolved path begins with `\\?\` there and would never equal theirs.
pub fn real_path(path: &Path) -> PathBuf {
    if cfg!(unix)
        && let Ok(real) = path.canonicalize()
    {
        return real;
    }
    without_dots(path)
}

/// A relative path with forward slashes, the form of paths in documents and messages on every
/// system.
pub fn slashed(path: &Path) -> String {
    let names: Vec<_> = path.iter().map(OsStr::to_string_lossy).collect();
    names.join("/")
}

/// True for a file that an editor keeps beside an open file: a swap file of Vim (`.day01.rs.swp`,
/// then `swo`, `swn`, and `swpx` while it looks for a name), a lock or a copy of Emacs, or a
/// backup.
pub fn is_temporary(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    let end = name.rsplit('.').next().unwrap_or_default();
    let is_swap_file =
        name.starts_with('.') && end.starts_with("sw") && (end.len() == 3 || end == "swpx");
    is_swap_file || name.starts_with(".#") || name.starts_with('#') || name.ends_with('~')
}

/// The files in a folder that may be sources. Build output, hidden files, temporary files of
/// editors and very large files are left out. Links to folders are not followed, because they may
/// form a cycle.
pub fn source_files(folder: &Path) -> Vec<PathBuf> {
    let walk = WalkDir::new(folder).into_iter().filter_entry(|entry| {
        let name = entry.file_name().to_string_lossy();
        let is_hidden = name.starts_with('.');
        let is_cache = entry.file_type().is_dir() && entry.path().join("CACHEDIR.TAG").is_file();
        let is_output = name == "target" || name == "Cargo.lock" || is_cache;
        entry.depth() == 0 || !is_hidden && !is_temporary(entry.file_name()) && !is_output
    });
    let mut files = Vec::new();
    for entry in walk.flatten() {
        let is_small = entry
            .metadata()
            .is_ok_and(|metadata| metadata.len() <= MAX_INPUT);
        if is_small && !entry.path().is_dir() {
            files.push(entry.into_path());
        }
    }
    files
}

/// Sets the modification time of a folder to now, so that [`remove_oldest`] keeps it.
pub fn mark_used(folder: &Path) {
    let _ = filetime::set_file_mtime(folder, FileTime::now());
}

/// Removes the entries whose names begin with `prefix`, except for the newest `kept`.
pub fn remove_oldest(folder: &Path, kept: usize, prefix: &str) {
    let mut by_age = Vec::new();
    for entry in entries(folder) {
        if !entry.file_name().to_string_lossy().starts_with(prefix) {
            continue;
        }
        if let Ok(metadata) = entry.metadata()
            && let Ok(modified) = metadata.modified()
        {
            // Times in the future come from a wrong clock. They count as the oldest.
            let age = modified.elapsed().unwrap_or(Duration::MAX);
            by_age.push((age, entry.path()));
        }
    }
    by_age.sort();
    for (_, path) in by_age.iter().skip(kept) {
        if remove_file(path).is_err() {
            let _ = remove_dir_all(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::fs::File;
    use std::time::SystemTime;

    use super::*;

    #[test]
    fn what_was_just_used_is_kept_even_after_a_clock_that_was_ahead() {
        let temp = tempfile::tempdir().expect("a folder");
        let now = SystemTime::now();
        let day = Duration::from_hours(24);
        for (name, time) in [
            ("old", now - day),
            ("ahead", now + day),
            ("other", now + day),
        ] {
            let file = File::create(temp.path().join(name)).expect("a file");
            file.set_modified(time).expect("a time");
        }
        let used = temp.path().join("used");
        fs::create_dir(&used).expect("a folder");
        // The folder is older than all others until it is used.
        filetime::set_file_mtime(&used, (now - 2 * day).into()).expect("a time");
        mark_used(&used);
        remove_oldest(temp.path(), 2, "");
        assert!(used.exists() && temp.path().join("old").exists());
        assert!(!temp.path().join("ahead").exists() && !temp.path().join("other").exists());
        remove_oldest(temp.path(), 1, "");
        assert!(used.exists() && !temp.path().join("old").exists());
    }

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

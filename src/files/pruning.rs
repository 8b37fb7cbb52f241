//! Removes the entries of a folder that have not been used for the longest time.

use std::fs::{remove_dir_all, remove_file};
use std::path::Path;
use std::time::Duration;

use filetime::FileTime;

use super::read::entries;

/// Sets the modification time of a folder to now, so that [`remove_oldest`] keeps it.
pub fn mark_used(folder: &Path) {
    let _ = filetime::set_file_mtime(folder, FileTime::now());
}

/// Removes the entries whose names begin with `prefix`, except the newest `kept`.
pub fn remove_oldest(folder: &Path, kept: usize, prefix: &str) {
    let mut by_age = Vec::new();
    for entry in entries(folder) {
        if !entry.file_name().to_string_lossy().starts_with(prefix) {
            continue;
        }
        if let Ok(metadata) = entry.metadata()
            && let Ok(modified) = metadata.modified()
        {
            // A time in the future comes from a wrong clock. Such an entry counts as the oldest.
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
    use std::fs::{self, File};
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
        // This folder is the oldest one until it is used.
        filetime::set_file_mtime(&used, (now - 2 * day).into()).expect("a time");
        mark_used(&used);
        remove_oldest(temp.path(), 2, "");
        assert!(used.exists() && temp.path().join("old").exists());
        assert!(!temp.path().join("ahead").exists() && !temp.path().join("other").exists());
        remove_oldest(temp.path(), 1, "");
        assert!(used.exists() && !temp.path().join("old").exists());
    }
}

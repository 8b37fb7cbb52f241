//! The contents of the watched files when they were looked at last.
//!
//! An editor may write a file in several steps, replace it by another one, or save
//! what has not changed. So the paths that the system names are only where to look:
//! what counts is what is there now, and what was there before.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};

use crate::files::{MAX_INPUT, read_regular_file};
use crate::project::is_generated_main;

/// A file that is not as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub path: PathBuf,
    /// `created`, `changed` or `deleted`.
    pub what: &'static str,
}

#[derive(Debug, Default)]
pub struct Files(BTreeMap<PathBuf, u64>);

impl Files {
    /// The changes of these files, and of those in these folders.
    pub fn changed(&mut self, paths: &[PathBuf]) -> Vec<Change> {
        let mut found = BTreeSet::new();
        for path in paths {
            let known = self.0.range(path.clone()..).map(|(file, _)| file);
            found.extend(known.take_while(|file| file.starts_with(path)).cloned());
            files_below(path, &mut found);
        }
        let changes = found.into_iter().filter_map(|path| self.change(path));
        changes.collect()
    }

    fn change(&mut self, path: PathBuf) -> Option<Change> {
        let Some(hash) = hash(&path) else {
            self.0.remove(&path)?;
            let what = "deleted";
            return Some(Change { path, what });
        };
        let before = self.0.insert(path.clone(), hash);
        let what = match before {
            Some(before) if before == hash => return None,
            Some(_) => "changed",
            None => "created",
        };
        Some(Change { path, what })
    }
}

/// The file, or the files in the folder without those that editors and tools leave
/// for a moment. Links to folders are not followed: they may form a circle.
fn files_below(path: &Path, found: &mut BTreeSet<PathBuf>) {
    if !path.is_dir() {
        found.insert(path.to_owned());
        return;
    }
    for entry in fs::read_dir(path).into_iter().flatten().flatten() {
        let kind = entry.file_type();
        let is_link_to_folder = || entry.path().is_dir();
        let is_circle = kind.is_ok_and(|kind| kind.is_symlink() && is_link_to_folder());
        if !is_circle && !is_temporary(&entry.file_name()) {
            files_below(&entry.path(), found);
        }
    }
}

/// Hidden files, backups and what editors lock files with.
pub(super) fn is_temporary(name: &OsStr) -> bool {
    const EXTENSIONS: [&str; 6] = ["swp", "swo", "swx", "tmp", "orig", "rej"];
    let name = name.to_string_lossy();
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    name.starts_with(['.', '#'])
        || name.ends_with('~')
        || extension.is_some_and(|it| EXTENSIONS.contains(&it))
}

/// The hash of a file; `None` if it does not exist, or is a program that aoc
/// generates: it follows from the other files.
fn hash(path: &Path) -> Option<u64> {
    let mut hasher = DefaultHasher::new();
    let is_main = path.file_name().is_some_and(|name| name == "main.rs");
    match read_regular_file(path, MAX_INPUT) {
        Ok(bytes) if is_main && is_generated_main(&bytes) => return None,
        Ok(bytes) => hasher.write(&bytes),
        // What cannot be read has no content, but it is there.
        Err(_) => hasher.write_u64(fs::metadata(path).ok().filter(|it| !it.is_dir())?.len()),
    }
    Some(hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Folder {
        temp: tempfile::TempDir,
        files: Files,
    }

    impl Folder {
        fn new() -> Self {
            let temp = tempfile::tempdir().unwrap();
            let mut files = Files::default();
            fs::create_dir_all(temp.path().join("days/year2020")).unwrap();
            fs::write(temp.path().join("days/year2020/day22.rs"), "one").unwrap();
            files.changed(&[temp.path().to_owned()]);
            Self { temp, files }
        }

        fn path(&self, path: &str) -> PathBuf {
            self.temp.path().join(path)
        }

        fn write(&self, path: &str, text: &str) {
            fs::write(self.path(path), text).unwrap();
        }

        /// What changed at the paths, in short.
        fn changed(&mut self, paths: &[&str]) -> Vec<String> {
            let paths: Vec<PathBuf> = paths.iter().map(|path| self.path(path)).collect();
            let changes = self.files.changed(&paths).into_iter();
            let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
            changes
                .map(|it| format!("{} {}", name(&it.path), it.what))
                .collect()
        }
    }

    #[test]
    fn contents_count_and_not_what_was_done() {
        let mut folder = Folder::new();
        let path = "days/year2020/day22.rs";
        folder.write(path, "one");
        assert_eq!(folder.changed(&[path]), [""; 0]);
        folder.write(path, "two");
        assert_eq!(folder.changed(&[path]), ["day22.rs changed"]);
        assert_eq!(folder.changed(&[path]), [""; 0]);
        // By another name, and back.
        let backup = "days/year2020/day22.rs~";
        fs::rename(folder.path(path), folder.path(backup)).unwrap();
        folder.write(path, "three");
        assert_eq!(folder.changed(&["days"]), ["day22.rs changed"]);
        fs::remove_file(folder.path(path)).unwrap();
        assert_eq!(folder.changed(&[path]), ["day22.rs deleted"]);
        assert_eq!(folder.changed(&[path]), [""; 0]);
    }

    #[test]
    fn folders_stand_for_what_is_in_them_but_generated_programs() {
        let mut folder = Folder::new();
        fs::create_dir(folder.path("days/year2021")).unwrap();
        folder.write("days/year2021/day01.rs", "new");
        folder.write(
            "days/year2021/main.rs",
            "// Generated by aoc from the files in this folder. Delete this line to maintain it yourself.\nmod day01;\n",
        );
        assert_eq!(folder.changed(&["days/year2021"]), ["day01.rs created"]);
        folder.write("days/year2021/main.rs", "mod day01;\n");
        assert_eq!(folder.changed(&["days"]), ["main.rs created"]);
        fs::remove_dir_all(folder.path("days")).unwrap();
        let gone = ["day22.rs deleted", "day01.rs deleted", "main.rs deleted"];
        assert_eq!(folder.changed(&["days"]), gone);
    }
}

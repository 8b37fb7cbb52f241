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
use std::time::{Duration, SystemTime};

use crate::files::{MAX_INPUT, read_regular_file};
use crate::project::is_generated_main;

/// A file that is not as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub path: PathBuf,
    /// `created`, `changed` or `deleted`.
    pub what: &'static str,
}

/// A file that rested for this long has a time of its own: two saves within one
/// tick of a coarse clock have the same.
const TICK: Duration = Duration::from_secs(2);

/// A file as it was seen.
#[derive(Debug)]
struct Seen {
    hash: u64,
    /// Its size and time, if no later save can have the same.
    settled: Option<(u64, SystemTime)>,
}

#[derive(Debug, Default)]
pub struct Files(BTreeMap<PathBuf, Seen>);

impl Files {
    /// The changes of these files, and of those in these folders. All files are
    /// read, even those whose size and time are as they were.
    pub fn changed(&mut self, paths: &[PathBuf]) -> Vec<Change> {
        self.look(paths, true)
    }

    /// Finds the changes by sizes and times where they say enough.
    pub fn changed_by_times(&mut self, paths: &[PathBuf]) -> Vec<Change> {
        self.look(paths, false)
    }

    fn look(&mut self, paths: &[PathBuf], reads_all: bool) -> Vec<Change> {
        let mut found = BTreeSet::new();
        for path in paths {
            let known = self.0.range(path.clone()..).map(|(file, _)| file);
            found.extend(known.take_while(|file| file.starts_with(path)).cloned());
            files_below(path, &mut found);
        }
        let changes = found
            .into_iter()
            .filter_map(|path| self.change(path, reads_all));
        changes.collect()
    }

    fn change(&mut self, path: PathBuf, reads_all: bool) -> Option<Change> {
        let state = state(&path);
        let before = self.0.get(&path);
        let is_settled = before.is_some_and(|seen| seen.settled.is_some() && seen.settled == state);
        if is_settled && !reads_all {
            return None;
        }
        let Some(hash) = hash(&path) else {
            self.0.remove(&path)?;
            let what = "deleted";
            return Some(Change { path, what });
        };
        let settled = state.filter(|(_, time)| time.elapsed().is_ok_and(|ago| ago > TICK));
        let before = self.0.insert(path.clone(), Seen { hash, settled });
        let what = match before {
            Some(before) if before.hash == hash => return None,
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

fn state(path: &Path) -> Option<(u64, SystemTime)> {
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.len(), metadata.modified().ok()?))
}

#[cfg(test)]
mod tests {
    use std::fs::File;

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

    #[test]
    fn a_second_save_within_a_tick_is_not_missed() {
        let mut folder = Folder::new();
        let path = folder.path("days/year2020/day22.rs");
        let now = SystemTime::now();
        let mut save = |text: &str, time: SystemTime| {
            fs::write(&path, text).unwrap();
            let file = File::options().append(true).open(&path).unwrap();
            file.set_modified(time).unwrap();
            folder
                .files
                .changed_by_times(std::slice::from_ref(&path))
                .len()
        };
        assert_eq!([save("two", now), save("six", now)], [1, 1]);
        // It has rested: size and time say enough.
        let old = now - Duration::from_mins(1);
        assert_eq!(
            [save("ten", old), save("one", old), save("longer", old)],
            [1, 0, 1]
        );
    }
}

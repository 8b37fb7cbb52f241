//! The contents of the watched files when they were looked at last.
//!
//! An editor may write a file in several steps, replace it by another one, or save
//! what has not changed. What counts is what is there now, and what was there before.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

use crate::cargo::content;
use crate::files::MAX_INPUT;
use crate::project::is_generated_main;

/// A file that is not as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub path: PathBuf,
    /// `created`, `changed` or `deleted`.
    pub what: &'static str,
}

/// Each file's state, by which one sees that it must be read again, and its content;
/// `None` for one that does not exist.
#[derive(Debug, Default)]
pub struct Files(BTreeMap<PathBuf, (Option<State>, Option<u64>)>);

impl Files {
    /// Looks at these files, which need not exist, and at all below these paths: the
    /// changes since they were looked at last. Of a folder among the files, the names
    /// in it count.
    pub fn look<'a>(
        &mut self,
        files: impl IntoIterator<Item = &'a PathBuf>,
        below: impl IntoIterator<Item = &'a PathBuf>,
    ) -> Vec<Change> {
        let mut found: BTreeSet<PathBuf> = files.into_iter().cloned().collect();
        for path in below {
            let known = self.0.range(path.clone()..).map(|(file, _)| file);
            let known = known.take_while(|file| file.starts_with(path));
            found.extend(known.filter(|file| !file.is_dir()).cloned());
            files_below(path, &mut found);
        }
        let changes = found.into_iter().filter_map(|path| self.change(path));
        changes.collect()
    }

    /// A file that was not looked at yet had this content when it was used.
    pub fn expect(&mut self, path: PathBuf, content: Option<u64>) {
        self.0.entry(path).or_insert((None, content));
    }

    fn change(&mut self, path: PathBuf) -> Option<Change> {
        // Larger files are no sources.
        let state = fs::metadata(&path).ok().filter(|it| it.len() <= MAX_INPUT);
        let state = state.map(|it| state_of(&it));
        let (known, before) = self.0.get(&path).copied().unwrap_or_default();
        if state.is_some() && known == state {
            return None;
        }
        // A program that aoc generates follows from the other files.
        let is_generated = path.file_name() == Some(OsStr::new("main.rs"))
            && fs::read(&path).is_ok_and(|text| is_generated_main(&text));
        let now = content(&path).filter(|_| state.is_some() && !is_generated);
        self.0.insert(path.clone(), (state, now));
        let what = match (before, now) {
            (None, Some(_)) => "created",
            (Some(_), None) => "deleted",
            _ if before == now => return None,
            _ => "changed",
        };
        Some(Change { path, what })
    }
}

/// What differs after any save.
type State = (u64, i64, i64, u64);

#[cfg(unix)]
fn state_of(metadata: &Metadata) -> State {
    use std::os::unix::fs::MetadataExt;
    let changed = (metadata.ctime(), metadata.ctime_nsec());
    (metadata.len(), changed.0, changed.1, metadata.ino())
}

#[cfg(not(unix))]
fn state_of(metadata: &Metadata) -> State {
    let modified = metadata.modified().ok();
    let since = modified.and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
    let since = since.unwrap_or_default();
    (
        metadata.len(),
        0,
        since.subsec_nanos().into(),
        since.as_secs(),
    )
}

/// The file, or the files in the folder without those that editors and tools leave
/// for a moment, and without cargo's. Links to folders are not followed: they may form
/// a circle.
fn files_below(path: &Path, found: &mut BTreeSet<PathBuf>) {
    if path.is_file() {
        found.insert(path.to_owned());
    } else if !path.join("CACHEDIR.TAG").is_file() {
        for entry in fs::read_dir(path).into_iter().flatten().flatten() {
            let is_link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
            let is_circle = is_link && entry.path().is_dir();
            if !is_circle && !is_temporary(&entry.file_name()) {
                files_below(&entry.path(), found);
            }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_count_and_not_what_was_done() {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path();
        fs::create_dir_all(root.join("days/year2020")).unwrap();
        let day = root.join("days/year2020/day22.rs");
        fs::write(&day, "one").unwrap();
        let mut files = Files::default();
        let mut changed = |path: &str| -> Vec<String> {
            let changes = files.look([], [&root.join(path)]).into_iter();
            let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
            changes
                .map(|it| format!("{} {}", name(&it.path), it.what))
                .collect()
        };
        let path = "days/year2020/day22.rs";
        assert_eq!(changed("."), ["day22.rs created"]);
        fs::write(&day, "one").unwrap();
        assert_eq!(changed(path), [""; 0]);
        fs::write(&day, "two").unwrap();
        assert_eq!(changed(path), ["day22.rs changed"]);
        assert_eq!(changed(path), [""; 0]);
        // By another name, and back; what editors and cargo leave is not looked at.
        fs::rename(&day, root.join("days/year2020/day22.rs~")).unwrap();
        fs::write(root.join("days/year2020/.day22.rs.swp"), "").unwrap();
        fs::create_dir(root.join("days/target")).unwrap();
        fs::write(root.join("days/target/CACHEDIR.TAG"), "").unwrap();
        fs::write(&day, "three").unwrap();
        assert_eq!(changed("days"), ["day22.rs changed"]);
        // Another file with the same size and the old time.
        let time = fs::metadata(&day).unwrap().modified().unwrap();
        let other = root.join("other");
        fs::write(&other, "THREE").unwrap();
        fs::File::options()
            .append(true)
            .open(&other)
            .unwrap()
            .set_modified(time)
            .unwrap();
        fs::rename(&other, &day).unwrap();
        assert_eq!(changed("days"), ["day22.rs changed"]);
        let main = root.join("days/year2020/main.rs");
        let line = "// Generated by aoc from the files in this folder. Delete this line to maintain it yourself.\n";
        fs::write(&main, line).unwrap();
        assert_eq!(changed("days"), [""; 0]);
        fs::write(&main, "mod day01;\n").unwrap();
        assert_eq!(changed("days"), ["main.rs created"]);
        fs::remove_dir_all(root.join("days")).unwrap();
        assert_eq!(changed("days"), ["day22.rs deleted", "main.rs deleted"]);
    }
}

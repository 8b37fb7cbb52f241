//! The contents of the watched files when they were looked at last.
//!
//! An editor may write a file in several steps, replace it by another one, or
//! save what has not changed. So the paths that the system names are only where
//! to look: what counts is what is there now, and what was there before.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::ops::Bound;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::role::{Layout, Role};
use crate::files::{MAX_INPUT, read_regular_file};
use crate::project::is_generated_main;

/// A file that is not as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub path: PathBuf,
    pub role: Role,
    pub kind: ChangeKind,
}

impl Change {
    /// Whether it is an input, or a file beside one, that did not exist.
    pub fn is_new_input(&self) -> bool {
        matches!(self.role, Role::Input(_)) && self.kind == ChangeKind::Created
    }

    /// What happened, in a few words.
    pub fn describe(&self, root: &Path) -> String {
        let path = self.path.strip_prefix(root).unwrap_or(&self.path);
        let happened = match self.kind {
            ChangeKind::Created => "created",
            ChangeKind::Edited => "changed",
            ChangeKind::Deleted => "deleted",
        };
        format!("{} {happened}", path.display())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    Created,
    Edited,
    Deleted,
}

/// What is known of the files.
#[derive(Debug)]
pub struct Snapshot {
    layout: Layout,
    files: BTreeMap<PathBuf, Seen>,
}

/// A file as it was seen.
#[derive(Debug)]
struct Seen {
    /// The hash of its content.
    content: u64,
    /// Its size and time, from where the system gives them.
    state: Option<(u64, SystemTime)>,
    /// Whether two looks found this state: a file that was saved twice within
    /// one tick of the clock has the first state with the second content.
    settled: bool,
}

/// What follows which files.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    Contents,
    /// Sizes and times first: they say enough about files that have rested.
    States,
}

impl Snapshot {
    /// Of the files as they are now.
    pub fn new(layout: Layout) -> Self {
        let mut snapshot = Self {
            layout,
            files: BTreeMap::new(),
        };
        snapshot.scan(Look::Contents);
        snapshot
    }

    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// What changed at these paths, which may be files or folders, and below
    /// them.
    pub fn update(&mut self, paths: &[PathBuf]) -> Vec<Change> {
        let mut found = BTreeSet::new();
        for path in paths {
            let from = (Bound::Included(path.as_path()), Bound::Unbounded);
            let below = self.files.range::<Path, _>(from);
            let known = below.take_while(|(file, _)| file.starts_with(path));
            found.extend(known.map(|(file, _)| file.clone()));
            if path.is_dir() {
                self.files_below(path, &mut found);
            } else {
                found.insert(path.clone());
            }
        }
        self.look(found, Look::Contents)
    }

    /// What changed anywhere.
    pub fn update_all(&mut self) -> Vec<Change> {
        self.scan(Look::States)
    }

    fn scan(&mut self, look: Look) -> Vec<Change> {
        let mut found: BTreeSet<PathBuf> = self.files.keys().cloned().collect();
        found.extend(self.layout.files());
        for folder in self.layout.folders() {
            self.files_below(&folder, &mut found);
        }
        self.look(found, look)
    }

    /// The files in a folder that something depends on. Links to folders are not
    /// followed: they may form a circle.
    fn files_below(&self, folder: &Path, found: &mut BTreeSet<PathBuf>) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if self.layout.role(&path).is_none() && !self.is_above(&path) {
                continue;
            }
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                self.files_below(&path, found);
            } else {
                found.insert(path);
            }
        }
    }

    /// Whether it is a folder of inputs, which has no role itself.
    fn is_above(&self, path: &Path) -> bool {
        let [_, inputs] = self.layout.folders();
        path.parent() == Some(&inputs) && path.is_dir()
    }

    fn look(&mut self, paths: BTreeSet<PathBuf>, look: Look) -> Vec<Change> {
        let changes = paths.into_iter().filter_map(|path| self.change(path, look));
        changes.collect()
    }

    fn change(&mut self, path: PathBuf, look: Look) -> Option<Change> {
        let role = self.layout.role(&path)?;
        let state = state(&path);
        let before = self.files.get_mut(&path);
        let same_state = state.is_some() && before.as_ref().is_some_and(|it| it.state == state);
        if let Some(before) = before
            && same_state
            && look == Look::States
        {
            if before.settled {
                return None;
            }
            before.settled = true;
        }
        let kind = match (content(&path), self.files.get_mut(&path)) {
            (None, None) => return None,
            (None, Some(_)) => {
                self.files.remove(&path);
                ChangeKind::Deleted
            }
            (Some(content), Some(before)) => {
                let same = before.content == content;
                *before = Seen {
                    content,
                    state,
                    settled: before.settled && same_state && same,
                };
                if same {
                    return None;
                }
                ChangeKind::Edited
            }
            (Some(content), None) => {
                let seen = Seen {
                    content,
                    state,
                    settled: false,
                };
                self.files.insert(path.clone(), seen);
                ChangeKind::Created
            }
        };
        Some(Change { path, role, kind })
    }
}

/// The hash of a file; `None` if it does not exist, or is a program that aoc
/// generates: it follows from the other files.
fn content(path: &Path) -> Option<u64> {
    let mut hasher = DefaultHasher::new();
    match read_regular_file(path, MAX_INPUT) {
        Ok(bytes) if is_main(path) && is_generated_main(&bytes) => return None,
        Ok(bytes) => hasher.write(&bytes),
        // What cannot be read has no content, but it is there.
        Err(_) => {
            let metadata = fs::metadata(path).ok().filter(|it| !it.is_dir())?;
            hasher.write_u64(metadata.len());
        }
    }
    Some(hasher.finish())
}

fn is_main(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == "main.rs")
}

fn state(path: &Path) -> Option<(u64, SystemTime)> {
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.len(), metadata.modified().ok()?))
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use super::ChangeKind::{Created, Deleted, Edited};
    use super::*;
    use crate::project::Project;

    struct Files {
        temp: tempfile::TempDir,
        snapshot: Snapshot,
    }

    impl Files {
        fn new() -> Self {
            let temp = tempfile::tempdir().unwrap();
            let root = temp.path();
            fs::write(root.join("Cargo.toml"), "[workspace.metadata.aoc]\n").unwrap();
            for folder in ["days/year2020/day22", "inputs/year2020"] {
                fs::create_dir_all(root.join(folder)).unwrap();
            }
            fs::write(root.join("days/year2020/day22.rs"), "one").unwrap();
            let project = Project::find(root).unwrap();
            let inputs = root.join("inputs");
            let snapshot = Snapshot::new(Layout::new(project, inputs));
            Self { temp, snapshot }
        }

        fn path(&self, path: &str) -> PathBuf {
            self.temp.path().join(path)
        }

        fn write(&self, path: &str, text: &str) {
            fs::write(self.path(path), text).unwrap();
        }

        /// What changed at the paths, in short.
        fn update(&mut self, paths: &[&str]) -> Vec<(String, ChangeKind)> {
            let paths: Vec<PathBuf> = paths.iter().map(|path| self.path(path)).collect();
            let changes = self.snapshot.update(&paths);
            self.short(changes)
        }

        fn short(&self, changes: Vec<Change>) -> Vec<(String, ChangeKind)> {
            let root = self.temp.path();
            let short = |change: Change| {
                let path = change.path.strip_prefix(root).unwrap();
                (path.to_str().unwrap().to_owned(), change.kind)
            };
            changes.into_iter().map(short).collect()
        }
    }

    fn day(kind: ChangeKind) -> Vec<(String, ChangeKind)> {
        vec![("days/year2020/day22.rs".to_owned(), kind)]
    }

    #[test]
    fn contents_count_and_not_what_was_done() {
        let mut files = Files::new();
        let path = ["days/year2020/day22.rs"];
        assert_eq!(files.update(&path), []);
        files.write(path[0], "one");
        assert_eq!(files.update(&path), []);
        files.write(path[0], "two");
        assert_eq!(files.update(&path), day(Edited));
        assert_eq!(files.update(&path), []);

        // By another name, and back.
        fs::rename(files.path(path[0]), files.path("days/year2020/day22.rs~")).unwrap();
        files.write(path[0], "three");
        let both = [path[0], "days/year2020/day22.rs~"];
        assert_eq!(files.update(&both), day(Edited));
        fs::remove_file(files.path(path[0])).unwrap();
        assert_eq!(files.update(&path), day(Deleted));
        assert_eq!(files.update(&path), []);
        files.write(path[0], "three");
        assert_eq!(files.update(&path), day(Created));
    }

    #[test]
    fn folders_stand_for_what_is_in_them() {
        let mut files = Files::new();
        fs::create_dir(files.path("days/year2021")).unwrap();
        files.write("days/year2021/day01.rs", "new");
        files.write("inputs/year2020/day22.txt", "1\n");
        let both = [("days/year2021/day01.rs".to_owned(), Created)];
        assert_eq!(files.update(&["days/year2021"]), both);
        let input = [("inputs/year2020/day22.txt".to_owned(), Created)];
        assert_eq!(files.update(&["inputs"]), input);
        fs::remove_dir_all(files.path("days")).unwrap();
        let gone = ["days/year2020/day22.rs", "days/year2021/day01.rs"];
        let gone = gone.map(|path| (path.to_owned(), Deleted));
        assert_eq!(files.update(&["days"]), gone);
    }

    #[test]
    fn a_generated_program_is_no_file() {
        let mut files = Files::new();
        let main = "days/year2020/main.rs";
        files.write(main, "// Generated by aoc from the files in this folder. Delete this line to maintain it yourself.\nmod day22;\n");
        assert_eq!(files.update(&[main]), []);
        files.write(main, "mod day22;\n");
        assert_eq!(files.update(&[main]), [(main.to_owned(), Created)]);
    }

    #[test]
    fn a_look_at_everything_misses_no_second_save_within_a_tick() {
        let mut files = Files::new();
        let path = files.path("days/year2020/day22.rs");
        let time = fs::metadata(&path).unwrap().modified().unwrap();
        let mut save = |text: &str| {
            fs::write(&path, text).unwrap();
            let file = File::options().append(true).open(&path).unwrap();
            file.set_modified(time).unwrap();
            let changes = files.snapshot.update_all();
            files.short(changes)
        };
        assert_eq!(save("two"), day(Edited));
        assert_eq!(save("six"), day(Edited));
        // It has rested for a whole look.
        assert_eq!(save("six"), []);
        assert_eq!(save("six"), []);
        assert_eq!(save("longer"), day(Edited));
    }
}

//! Watches the files that a day depends on, and decides which day to run after a change.
//!
//! Editors write, rename and touch files in many ways, and save unchanged files. Therefore
//! [`Watcher`] only reports that something happened, and [`FollowedFiles`] compares contents: of
//! the files that the day's program is built from, of the day's inputs, and of the sources of the
//! other days.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use notify::RecursiveMode;
use notify::{Event, EventKind, RecommendedWatcher, Watcher as _};

use crate::cargo::BuiltFrom;
use crate::files::{FileIdentity, content_hash, read_text_file, real_path, source_files};
use crate::inputs::Store;
use crate::project::{Project, is_generated_main};
use crate::puzzle::Puzzle;

/// The day that is followed, and its files.
pub struct FollowedFiles {
    project: Project,
    /// The project's inputs. It knows which files the last round has written.
    pub store: Store,
    /// The day; `None` while the project has no day.
    pub current: Option<Puzzle>,
    /// The files that the day's program was last built from.
    sources: BTreeSet<PathBuf>,
    /// Whether the program was built from the current files. If not, a change of any file of the
    /// project may repair the build.
    is_built: bool,
    /// The state of each file when it was last read.
    file_states: BTreeMap<PathBuf, FileSnapshot>,
}

/// The state of a file when it was read; `None` if it did not exist.
#[derive(Clone, Copy, Default)]
struct FileSnapshot {
    identity: Option<FileIdentity>,
    hash: Option<u64>,
}

impl FollowedFiles {
    pub fn new(project: Project, store: Store, current: Option<Puzzle>) -> Self {
        let mut followed = Self {
            project,
            store,
            current,
            sources: BTreeSet::new(),
            is_built: false,
            file_states: BTreeMap::new(),
        };
        followed.find_changes();
        followed
    }

    pub fn root(&self) -> &Path {
        self.project.root()
    }

    /// A path for messages: relative to the project.
    pub fn shown(&self, path: &Path) -> String {
        self.project.shown(path)
    }

    /// Records the files that the day was built from, with their contents.
    pub fn record_build(&mut self, built: BuiltFrom) {
        self.sources.clear();
        self.is_built = built.is_fresh;
        for (file, content) in built.files {
            self.sources.insert(file.clone());
            // The record of an old build may contain files that no longer exist.
            let hash = if file.exists() { content } else { None };
            self.file_states.entry(file).or_insert(FileSnapshot {
                identity: None,
                hash,
            });
        }
    }

    /// The files that changed since the last call, except for inputs that `watch` has written.
    pub fn find_changes(&mut self) -> Vec<PathBuf> {
        let mut files = self.sources.clone();
        files.extend(self.file_states.keys().cloned());
        for folder in [self.root(), &self.root().join(".cargo"), &self.store.root] {
            files.extend(source_files(folder));
        }
        files
            .into_iter()
            .filter(|file| self.update(file) && !self.store.take_recent_write(file))
            .collect()
    }

    /// Records the state of a file. Returns true if its content has changed since the last call.
    fn update(&mut self, path: &Path) -> bool {
        let before = self.file_states.get(path).copied().unwrap_or_default();
        let identity = FileIdentity::of(path);
        if identity.is_some() && identity == before.identity {
            return false;
        }
        let hash = if is_generated_file(path) {
            None
        } else {
            content_hash(path)
        };
        self.file_states
            .insert(path.to_owned(), FileSnapshot { identity, hash });
        before.hash != hash
    }

    /// The folders to watch: days and inputs recursively, other folders without subfolders. They
    /// may not exist.
    fn folders(&self) -> BTreeMap<PathBuf, RecursiveMode> {
        let root = self.root();
        let mut folders = BTreeMap::from([
            (root.to_owned(), RecursiveMode::NonRecursive),
            (root.join(".cargo"), RecursiveMode::NonRecursive),
        ]);
        for file in &self.sources {
            // If a file is a link, its target is watched, too.
            for file in [file, &real_path(file)] {
                if file.is_dir() {
                    folders.insert(file.clone(), RecursiveMode::NonRecursive);
                }
                if let Some(folder) = file.parent() {
                    folders.insert(folder.to_owned(), RecursiveMode::NonRecursive);
                }
            }
        }
        for whole in [root.join("days"), self.store.root.clone()] {
            folders.retain(|folder, _| !folder.starts_with(&whole));
            folders.insert(whole, RecursiveMode::Recursive);
        }
        folders
    }

    /// Follows another day from now on if it was edited and may be followed. Returns the changes
    /// that affect the followed day, which must run if there are any.
    pub fn follow_changes(
        &mut self,
        mut changes: Vec<PathBuf>,
        may_follow: &dyn Fn(Puzzle) -> bool,
    ) -> Vec<PathBuf> {
        let mut edited: Vec<Puzzle> = changes
            .iter()
            .filter_map(|change| self.project.puzzle_of(change))
            .collect();
        // Switching branches edits many days. If the followed day is among them, it is still
        // followed.
        if self
            .current
            .is_none_or(|current| !edited.contains(&current))
        {
            edited.retain(|&day| may_follow(day) && self.exists(day));
            if let Some(day) = self.project.latest(edited) {
                self.current = Some(day);
                self.sources.clear();
                self.is_built = false;
            }
        }
        let Some(current) = self.current.filter(|&current| self.exists(current)) else {
            return Vec::new();
        };
        changes.retain(|change| self.concerns(change, current));
        changes
    }

    /// The file of the followed day if it is gone.
    pub fn deleted_file(&self) -> Option<PathBuf> {
        let current = self.current.filter(|&current| !self.exists(current))?;
        let [file, folder] = self.project.day_paths(current);
        [file, folder.join("mod.rs")]
            .into_iter()
            .find(|file| self.file_states.contains_key(file))
    }

    fn exists(&self, puzzle: Puzzle) -> bool {
        self.project.day_file(puzzle).is_some()
    }

    fn concerns(&self, path: &Path, current: Puzzle) -> bool {
        if path.starts_with(&self.store.root) {
            return self.store.is_input_of(path, current);
        }
        if self.sources.contains(path) {
            return true;
        }
        if let Some(day) = self.project.puzzle_of(path) {
            return day == current;
        }
        // The file is the manifest, a crate that several years use, or a module of the year.
        let year = self.project.year_of(path);
        !self.is_built && year.is_none_or(|year| year == current.year)
    }
}

/// True if `aoc` generates this file.
fn is_generated_file(path: &Path) -> bool {
    path.file_name() == Some(OsStr::new("main.rs"))
        && read_text_file(path).is_ok_and(|text| is_generated_main(&text))
}

/// Reports changes while it exists.
pub struct Watcher {
    system: RecommendedWatcher,
    /// The watched folders with their creation time, because a new folder may have the same name.
    watched: BTreeMap<PathBuf, Option<SystemTime>>,
}

impl Watcher {
    /// Calls `report` after a change, and also when changes may have been missed.
    pub fn new(report: impl Fn() + Send + 'static) -> notify::Result<Self> {
        let system = notify::recommended_watcher(move |event: notify::Result<Event>| {
            // The end of a write follows the events of the write itself.
            if !event.is_ok_and(|event| matches!(event.kind, EventKind::Access(_))) {
                report();
            }
        })?;
        Ok(Self {
            system,
            watched: BTreeMap::new(),
        })
    }

    /// Watches the folders that exist now. Returns true if any of them is new.
    pub fn update(&mut self, followed: &FollowedFiles) -> notify::Result<bool> {
        let mut is_any_new = false;
        for (folder, mode) in followed.folders() {
            if !folder.is_dir() {
                self.watched.remove(&folder);
                continue;
            }
            let created = fs::metadata(&folder).and_then(|metadata| metadata.created());
            let created = created.ok();
            let before = self.watched.insert(folder.clone(), created);
            if before != Some(created) {
                is_any_new = true;
                let watched = self.system.watch(&folder, mode);
                // The folder may have been removed in the meantime. Other folders are also
                // checked regularly.
                if mode == RecursiveMode::Recursive && folder.is_dir() {
                    watched?;
                }
            }
        }
        Ok(is_any_new)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::files::Locks;
    use crate::puzzle::Day;
    use crate::testing::project;

    fn store(root: PathBuf) -> Store {
        Store::new(root, Locks { cache_dir: None })
    }

    fn built(files: Vec<(PathBuf, Option<u64>)>, is_fresh: bool) -> BuiltFrom {
        BuiltFrom { files, is_fresh }
    }

    /// A project with the days 1 to 3 of 2020. Day 1 is followed.
    fn follow(sources: Option<&[&str]>) -> (tempfile::TempDir, FollowedFiles) {
        let days = [1, 2, 3].map(|day| format!("year2020/day0{day}.rs"));
        let (temp, project) = project(&days.each_ref().map(|day| (&**day, "")));
        let root = temp.path();
        let day = Puzzle::of(2020, 1);
        let mut followed = FollowedFiles::new(project, store(root.join("private")), Some(day));
        if let Some(files) = sources {
            let files = files.iter().map(|file| (root.join(file), None));
            followed.record_build(built(files.collect(), true));
        }
        (temp, followed)
    }

    /// Whether the day runs after these changes, and the day that is followed afterwards.
    fn effect(sources: Option<&[&str]>, edits: &[&str]) -> (bool, u8) {
        let (temp, mut followed) = follow(sources);
        let changes = edits.iter().map(|path| temp.path().join(path)).collect();
        let found = followed.follow_changes(changes, &|day| day.day != Day::of(3));
        (!found.is_empty(), followed.current.unwrap().day.get())
    }

    #[test]
    fn contents_count_and_not_what_was_done() {
        let (temp, mut followed) = follow(None);
        let root = temp.path();
        let day = root.join("days/year2020/day01.rs");
        let mut changed = || -> Vec<String> {
            let changes = followed.find_changes().into_iter();
            let name = |path: PathBuf| path.file_name().unwrap().display().to_string();
            changes.map(name).collect()
        };
        fs::write(&day, "").unwrap();
        assert_eq!(changed(), [""; 0]);
        fs::write(&day, "two").unwrap();
        assert_eq!(changed(), ["day01.rs"]);
        assert_eq!(changed(), [""; 0]);
        // The day is renamed and renamed back. Files that editors and cargo leave behind are
        // ignored.
        fs::rename(&day, root.join("days/year2020/day01.rs~")).unwrap();
        fs::write(root.join("days/year2020/.day01.rs.swp"), "").unwrap();
        fs::create_dir(root.join("days/cache")).unwrap();
        fs::write(root.join("days/cache/CACHEDIR.TAG"), "").unwrap();
        fs::write(&day, "three").unwrap();
        assert_eq!(changed(), ["day01.rs"]);
        // The file is replaced by one of the same size and time. Windows does not show that.
        if cfg!(unix) {
            let time = fs::metadata(&day).unwrap().modified().unwrap();
            let other = root.join("other");
            fs::write(&other, "THREE").unwrap();
            let file = fs::File::options().append(true).open(&other).unwrap();
            file.set_modified(time).unwrap();
            fs::rename(&other, &day).unwrap();
            assert_eq!(changed(), ["day01.rs"]);
        }
        let main = root.join("days/year2020/main.rs");
        let line = "// Generated by aoc from the files in this folder. Delete this line to maintain it yourself.\n";
        fs::write(&main, line).unwrap();
        assert_eq!(changed(), [""; 0]);
        fs::write(&main, "mod day01;\n").unwrap();
        assert_eq!(changed(), ["main.rs"]);
        fs::remove_file(&day).unwrap();
        assert_eq!(changed(), ["day01.rs"]);
    }

    #[test]
    fn follows_the_day_that_was_edited_last() {
        let two = "days/year2020/day02.rs";
        assert_eq!(effect(None, &[two]), (true, 2));
        let lanes = "days/year2020/day02/lanes.rs";
        assert_eq!(effect(None, &[lanes]), (true, 2));
        // The followed day is one of the edited days.
        let own = "days/year2020/day01.rs";
        assert_eq!(effect(None, &[own, two]), (true, 1));
        for other in [
            // These files belong to a day that is not selected, to a day without a solution, and
            // to no day.
            "days/year2020/day03.rs",
            "days/year2020/day04/lanes.rs",
            "private/year2020/day02.txt",
            "days/year2021/grid.rs",
        ] {
            assert_eq!(effect(None, &[other]), (false, 1), "{other:?}");
        }
    }

    #[test]
    fn of_several_days_in_one_burst_the_one_edited_last_is_followed() {
        let (temp, mut followed) = follow(None);
        let days = temp.path().join("days/year2020");
        let now = SystemTime::now();
        let mut changes = Vec::new();
        for (name, age) in [("day02.rs", 0), ("day03.rs", 60)] {
            let path = days.join(name);
            let file = fs::File::options().append(true).open(&path).unwrap();
            file.set_modified(now - Duration::from_secs(age)).unwrap();
            changes.push(path);
        }
        let two = changes[0].clone();
        assert_eq!(followed.follow_changes(changes, &|_| true), [two]);
        assert_eq!(followed.current, Some(Puzzle::of(2020, 2)));
    }

    #[test]
    fn runs_the_day_again_whose_files_changed() {
        let list: &[&str] = &["days/year2020/grid.rs", "texts/words.txt"];
        // The day runs if its files are known, if they are not, in both cases, or never.
        for (path, runs) in [
            ("days/year2020/day01.rs", "both"),
            ("days/year2020/grid.rs", "both"),
            ("texts/words.txt", "both"),
            (".cargo/config.toml", "without"),
            ("days/year2020/other.rs", "without"),
            ("days/grids/src/lib.rs", "without"),
            ("Cargo.toml", "without"),
            ("private/year2020/day01.txt", "both"),
            ("private/year2020/day01.ana.txt", "both"),
            ("private/year2020/day01.examples.toml", "both"),
            ("private/year2020/day01.html", "never"),
            ("private/README.md", "never"),
        ] {
            let runs = [(Some(list), runs == "both"), (None, runs != "never")];
            for (sources, runs) in runs {
                let (effect, _) = effect(sources, &[path]);
                assert_eq!(effect, runs, "{path} {sources:?}");
            }
        }
    }

    #[test]
    fn what_a_build_or_a_round_writes_is_no_change() {
        let (temp, mut followed) = follow(None);
        let store = followed.store.clone();
        let root = temp.path();
        for folder in ["target", ".git", "shared", "private/year2020"] {
            fs::create_dir_all(root.join(folder)).unwrap();
        }
        for file in ["target/lock", ".git/HEAD", "Cargo.lock"] {
            fs::write(root.join(file), "new").unwrap();
            assert!(followed.find_changes().is_empty(), "{file}");
        }
        let input = root.join("private/year2020/day01.txt");
        let mut save = |text| {
            fs::write(&input, text).unwrap();
            followed.find_changes() == [input.clone()]
        };
        // A round writes a text, the user saves another one and then that of the round.
        store.write(&input, "new").unwrap();
        assert!(!save("new") && !save("new"));
        assert!(save("own") && save("new"));
        // A round writes twice before the files are checked, and the user restores the first text.
        store.write(&input, "first").unwrap();
        store.write(&input, "second").unwrap();
        assert!(!save("second") && save("first"));
        // The files are checked between two writes of a round.
        store.write(&input, "third").unwrap();
        store.write(&input, "fourth").unwrap();
        assert!(!save("third") && !save("fourth"));
        // An old build of the year contained a day that no longer exists.
        let gone = root.join("days/year2020/day04.rs");
        followed.record_build(built(vec![(gone, Some(4))], false));
        assert!(followed.find_changes().is_empty());
        let path = root.join("shared/lib.rs");
        fs::write(&path, "new").unwrap();
        assert_eq!(followed.find_changes(), [path]);
        assert!(followed.find_changes().is_empty());
        // A file was saved after the build had read it.
        let file = root.join("target/generated.rs");
        fs::write(&file, "new").unwrap();
        let folder = root.join("shared");
        let names = content_hash(&folder);
        followed.record_build(built(
            vec![(file.clone(), Some(1)), (folder.clone(), names)],
            true,
        ));
        assert_eq!(followed.find_changes()[0], file);
        // A build script reads the folder, so the names in it count.
        fs::write(root.join("shared/more"), "new").unwrap();
        let changes = followed.find_changes();
        assert_eq!(followed.follow_changes(changes, &|_| true), [folder]);
    }

    #[test]
    fn waits_for_a_day_that_is_gone_or_not_there_yet() {
        let (temp, mut followed) = follow(None);
        let path = temp.path().join("days/year2020/day01.rs");
        fs::remove_file(&path).unwrap();
        let deleted = followed.find_changes();
        for current in [followed.current, None] {
            followed.current = current;
            assert!(
                followed
                    .follow_changes(deleted.clone(), &|_| true)
                    .is_empty()
            );
        }
        fs::write(&path, "").unwrap();
        let created = followed.find_changes();
        assert_eq!(followed.follow_changes(created.clone(), &|_| true), created);
    }

    #[cfg(unix)]
    #[test]
    fn tells_of_folders_that_are_created_later_and_of_files_elsewhere() {
        use std::sync::mpsc;

        let (temp, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let root = temp.path().canonicalize().unwrap();
        fs::write(root.join("Cargo.toml"), "[workspace.metadata.aoc]\n").unwrap();
        fs::create_dir(root.join("texts")).unwrap();
        let project = Project::find(&root, &crate::testing::no_variables()).unwrap();
        let mut followed = FollowedFiles::new(project, store(root.join("inputs")), None);
        let words = root.join("texts/words.txt");
        let target = elsewhere.path().join("target.txt");
        fs::write(&target, "one").unwrap();
        std::os::unix::fs::symlink(&target, &words).unwrap();
        followed.record_build(built(vec![(words, None)], true));
        let (sender, notices) = mpsc::channel();
        let mut watcher = Watcher::new(move || sender.send(()).unwrap_or_default()).unwrap();
        assert!(watcher.update(&followed).unwrap());
        let days = root.join("days");
        let config = root.join(".cargo/config.toml");
        for (save, is_new) in [
            // The file is the target of a link.
            (&target, false),
            (&days, true),
            (&days.join("file"), false),
            (&config, true),
            (&config, false),
        ] {
            while notices.try_recv().is_ok() {}
            if *save == days {
                fs::create_dir(save).unwrap();
            } else {
                fs::create_dir_all(save.parent().unwrap()).unwrap();
                fs::write(save, "two").unwrap();
            }
            // Late notices also count, until the folder exists.
            loop {
                // This exceeds every delay in the test.
                let notice = notices.recv_timeout(Duration::from_mins(2));
                notice.expect("a notice");
                if watcher.update(&followed).unwrap() || !is_new {
                    break;
                }
            }
        }
        // The folder is replaced by another one of the same name after the file system's clock
        // has ticked.
        let created = |path: &Path| fs::metadata(path).unwrap().created().ok();
        let other = root.join("other");
        fs::create_dir(&other).unwrap();
        while created(&other).is_some() && created(&other) == created(&days) {
            fs::remove_dir(&other).unwrap();
            fs::create_dir(&other).unwrap();
        }
        fs::remove_dir_all(&days).unwrap();
        fs::create_dir(&days).unwrap();
        let is_told = created(&days).is_some();
        assert_eq!(watcher.update(&followed).unwrap(), is_told);
    }
}

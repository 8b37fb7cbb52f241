//! Watches the files that a day depends on, and decides which day to run after a change.
//!
//! Editors write, rename and touch files in many ways, and save unchanged files. So [`Watcher`]
//! only reports that something has happened, and [`FollowedFiles`] compares the contents of files:
//! those that the day's program is built from, the day's inputs, and the sources of the other days.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use notify::RecursiveMode;
use notify::{Event, EventKind, RecommendedWatcher, Watcher as _};

use crate::cargo::{LastSources, WORKERS_FOLDER};
use crate::files::{
    FileIdentity, FileSnapshot, read_text_file, real_path, source_files, without_dots,
};
use crate::inputs::Store;
use crate::project::{Project, is_generated_main};
use crate::puzzle::Puzzle;

/// The day that is followed, and its files.
pub struct FollowedFiles {
    project: Project,
    /// The project's inputs. The store knows which files the last round has written.
    store: Store,
    /// The day. `None` while the project has no day.
    pub current: Option<Puzzle>,
    /// The files that the day's program was last built from. `None` before the day's first build.
    /// After a failed build, a change of any file of the project may repair it.
    built: Option<LastSources>,
    /// The state of each file when it was last read.
    file_states: BTreeMap<PathBuf, FileSnapshot>,
}

impl FollowedFiles {
    pub fn new(project: Project, store: Store, current: Option<Puzzle>) -> Self {
        let mut followed = Self {
            project,
            store,
            current,
            built: None,
            file_states: BTreeMap::new(),
        };
        followed.find_changes();
        followed
    }

    pub fn root(&self) -> &Path {
        self.project.root()
    }

    /// Follows the inputs in the folder that the settings of the next round name. A file that this
    /// process wrote before still does not count as changed.
    pub fn replace_store(&mut self, store: &Store) {
        store.writes.take_from(&self.store.writes);
        self.store = store.clone();
    }

    /// A path for messages. The compiler names a text that a day includes by a path with `..`.
    pub fn shown(&self, path: &Path) -> String {
        let plain = without_dots(path);
        let is_same_file = real_path(&plain) == real_path(path);
        self.project.shown(if is_same_file { &plain } else { path })
    }

    /// Records the files that the day was built from, and their contents. Files that the build
    /// itself has written are left out: a build script may write another content at each run, and
    /// `watch` would run the day for ever.
    pub fn record_build(&mut self, mut built: LastSources) {
        let written = self.root().join(WORKERS_FOLDER);
        built.files.retain(|(file, _)| !file.starts_with(&written));
        for (file, content) in &built.files {
            // The record of an old build may contain files that no longer exist.
            let content = if file.exists() { *content } else { None };
            let state = FileSnapshot {
                identity: None,
                content,
            };
            self.file_states.entry(file.clone()).or_insert(state);
        }
        self.built = Some(built);
    }

    /// The files that changed since the last call. Inputs that `watch` has written are left out.
    pub fn find_changes(&mut self) -> Vec<PathBuf> {
        let mut files: BTreeSet<PathBuf> = self.file_states.keys().cloned().collect();
        for folder in [self.root(), &self.root().join(".cargo"), &self.store.root] {
            files.extend(source_files(folder));
        }
        files
            .into_iter()
            .filter(|file| self.has_changed(file))
            .collect()
    }

    /// Records the state of a file. Returns true if its content has changed since the last call, and
    /// `watch` has not written it. The file is read once, because it may be written again meanwhile.
    fn has_changed(&mut self, path: &Path) -> bool {
        let before = self.file_states.get(path).copied().unwrap_or_default();
        if before.identity.is_some() && before.identity == FileIdentity::of(path) {
            return false;
        }
        let mut state = FileSnapshot::of(path);
        if is_generated_file(path) {
            state.content = None;
        }
        self.file_states.insert(path.to_owned(), state);
        before.content != state.content && !self.store.writes.take(path, state.content)
    }

    /// The folders to watch. Days and inputs are watched recursively, other folders without their
    /// subfolders. A folder may not exist.
    fn folders(&self) -> BTreeMap<PathBuf, RecursiveMode> {
        let root = self.root();
        let mut folders = BTreeMap::from([
            (root.to_owned(), RecursiveMode::NonRecursive),
            (root.join(".cargo"), RecursiveMode::NonRecursive),
        ]);
        for file in self.sources() {
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
        for whole in [self.project.days_dir(), self.store.root.clone()] {
            folders.retain(|folder, _| !folder.starts_with(&whole));
            folders.insert(whole, RecursiveMode::Recursive);
        }
        folders
    }

    /// Follows another day from now on, if that day was edited and may be followed. Returns the
    /// changes that affect the followed day. If there are any, the day must run.
    pub fn follow_changes(
        &mut self,
        changes: Vec<PathBuf>,
        may_follow: &dyn Fn(Puzzle) -> bool,
    ) -> Vec<PathBuf> {
        let mut changes_with_days: Vec<(PathBuf, Option<Puzzle>)> = changes
            .into_iter()
            .map(|change| {
                let day = self.edited_day(&change);
                (change, day)
            })
            .collect();
        let mut edited: Vec<Puzzle> = changes_with_days
            .iter()
            .filter_map(|(_, day)| *day)
            .collect();
        // Switching branches edits many days. If the followed day is one of them, it stays
        // followed.
        let is_current_edited = self.current.is_some_and(|day| edited.contains(&day));
        if !is_current_edited {
            edited.retain(|&day| may_follow(day) && self.exists(day));
            if let Some(day) = self.project.latest_day(edited) {
                self.current = Some(day);
                self.built = None;
            }
        }
        let Some(current) = self.current.filter(|&current| self.exists(current)) else {
            return Vec::new();
        };
        changes_with_days
            .retain(|(change, day)| *day == Some(current) || self.affects(change, current));
        changes_with_days
            .into_iter()
            .map(|(change, _)| change)
            .collect()
    }

    /// The file of the followed day, if it no longer exists.
    pub fn deleted_file(&self) -> Option<PathBuf> {
        let current = self.current.filter(|&current| !self.exists(current))?;
        let [file, folder] = self.project.day_paths(current);
        [file, folder.join("mod.rs")]
            .into_iter()
            .find(|file| self.file_states.contains_key(file))
    }

    fn sources(&self) -> impl Iterator<Item = &PathBuf> {
        let files = self.built.iter().flat_map(|built| &built.files);
        files.map(|(file, _)| file)
    }

    fn is_source(&self, path: &Path) -> bool {
        self.sources().any(|file| file == path)
    }

    fn exists(&self, puzzle: Puzzle) -> bool {
        self.project.day_file(puzzle).is_some()
    }

    /// The day in whose folder this file is, if the file may be a source. A day may write other
    /// files into its folder, or into the folder of another day. If such a file ran the day again,
    /// `watch` would run it for ever.
    fn edited_day(&self, path: &Path) -> Option<Puzzle> {
        let day = self.project.puzzle_of(path);
        let may_be_source = path.extension() == Some(OsStr::new("rs"))
            || self.is_source(path)
            || self.built.as_ref().is_some_and(|built| !built.is_fresh) && day == self.current;
        if may_be_source { day } else { None }
    }

    /// True if a file affects the day. Call this only for a file without an [edited
    /// day](Self::edited_day).
    fn affects(&self, path: &Path, current: Puzzle) -> bool {
        if self.is_source(path) {
            return true;
        }
        if path.starts_with(&self.store.root) {
            return self.store.affects_runs_of(path, current);
        }
        if self.project.puzzle_of(path).is_some() {
            return false;
        }
        // The manifest, a crate that several years use, or a module of the year.
        let year = self.project.year_of(path);
        self.built.as_ref().is_none_or(|built| !built.is_fresh)
            && year.is_none_or(|year| year == current.year)
    }
}

/// True if `aoc` generates this file.
fn is_generated_file(path: &Path) -> bool {
    path.file_name() == Some(OsStr::new("main.rs"))
        && read_text_file(path).is_ok_and(|text| is_generated_main(&text))
}

/// Reports changes until it is dropped.
pub struct Watcher {
    system: RecommendedWatcher,
    /// The watched folders with their creation times. A new folder may have the name of an old one.
    watched: BTreeMap<PathBuf, Option<SystemTime>>,
}

impl Watcher {
    /// Calls `report` after a change, and whenever changes may have been missed.
    pub fn new(report: impl Fn() + Send + 'static) -> notify::Result<Self> {
        let system = notify::recommended_watcher(move |event: notify::Result<Event>| {
            // The event at the end of a write is ignored, because the write itself causes events.
            if !event.is_ok_and(|event| matches!(event.kind, EventKind::Access(_))) {
                report();
            }
        })?;
        Ok(Self {
            system,
            watched: BTreeMap::new(),
        })
    }

    /// Watches the folders that exist now. Returns true if one of them is new.
    pub fn update(&mut self, followed: &FollowedFiles) -> notify::Result<bool> {
        let mut is_any_new = false;
        for (folder, mode) in followed.folders() {
            if !folder.is_dir() {
                self.watched.remove(&folder);
                continue;
            }
            let created = fs::metadata(&folder)
                .and_then(|metadata| metadata.created())
                .ok();
            let before = self.watched.insert(folder.clone(), created);
            if before != Some(created) {
                is_any_new = true;
                let watched = self.system.watch(&folder, mode);
                // The folder may just have been removed. Other folders are also checked at
                // intervals.
                if mode == RecursiveMode::Recursive && folder.is_dir() {
                    watched?;
                }
            }
        }
        Ok(is_any_new)
    }
}

#[cfg(test)]
mod tests;

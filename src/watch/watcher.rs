//! Being told by the system that something happened to files, or looking for
//! oneself where it does not tell.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

use super::follow::Follow;

/// The time between two looks where the system tells nothing.
const POLL: Duration = Duration::from_millis(500);

/// Where to look for changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileNotice {
    /// Files and folders.
    Paths(Vec<PathBuf>),
    /// Anything may have changed.
    Everything,
    /// The system tells nothing any more, and why.
    Failed(String),
}

/// Tells of changes as long as it exists.
pub struct Watcher {
    /// `None` while it looks for itself.
    system: Option<RecommendedWatcher>,
    watched: BTreeSet<PathBuf>,
}

impl Watcher {
    /// Has the system tell of changes, each by a call of `tell`. The error says
    /// why it does not.
    pub fn of_system(
        follow: &Follow,
        tell: impl Fn(FileNotice) + Send + 'static,
    ) -> Result<Self, String> {
        let handler = move |event: notify::Result<Event>| match event {
            Ok(event) if event.need_rescan() => tell(FileNotice::Everything),
            // After the end of writing comes nothing that the writing did not tell.
            Ok(event) if matches!(event.kind, EventKind::Access(_)) => {}
            Ok(event) => tell(FileNotice::Paths(event.paths)),
            Err(error) => tell(FileNotice::Failed(error.to_string())),
        };
        let system = notify::recommended_watcher(handler).map_err(|error| error.to_string())?;
        let mut watcher = Self {
            system: Some(system),
            watched: BTreeSet::new(),
        };
        watcher.update(follow, &[])?;
        Ok(watcher)
    }

    /// Looks for changes twice a second, until `tell` says that nobody listens.
    pub fn polling(tell: impl Fn(FileNotice) -> bool + Send + 'static) -> Self {
        thread::spawn(move || {
            while tell(FileNotice::Everything) {
                thread::sleep(POLL);
            }
        });
        Self {
            system: None,
            watched: BTreeSet::new(),
        }
    }

    pub const fn is_polling(&self) -> bool {
        self.system.is_none()
    }

    /// Watches the folders that exist by now, and those of further files, after
    /// something happened to these paths: a folder may be another one of the same
    /// name.
    pub fn update(&mut self, follow: &Follow, paths: &[PathBuf]) -> Result<(), String> {
        let folders = follow.folders();
        for folder in &folders {
            self.watch(folder, RecursiveMode::Recursive, paths)?;
        }
        let mut others = BTreeSet::from([follow.root().to_owned()]);
        for file in follow.files() {
            // Of a link, the place where it leads to counts as well.
            let Ok(target) = file.canonicalize() else {
                continue;
            };
            let parents = [&file, &target].map(|path| path.parent().map(Path::to_path_buf));
            let is_outside = |it: &PathBuf| !folders.iter().any(|within| it.starts_with(within));
            others.extend(parents.into_iter().flatten().filter(is_outside));
        }
        for folder in others {
            self.watch(&folder, RecursiveMode::NonRecursive, paths)?;
        }
        Ok(())
    }

    fn watch(
        &mut self,
        folder: &Path,
        mode: RecursiveMode,
        paths: &[PathBuf],
    ) -> Result<(), String> {
        let Some(system) = &mut self.system else {
            return Ok(());
        };
        if !folder.is_dir() {
            self.watched.remove(folder);
            return Ok(());
        }
        if self.watched.contains(folder) && !paths.iter().any(|path| path == folder) {
            return Ok(());
        }
        match system.watch(folder, mode) {
            Ok(()) => drop(self.watched.insert(folder.to_owned())),
            // It was removed meanwhile.
            Err(_) if !folder.is_dir() => {}
            Err(error) => return Err(error.to_string()),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::mpsc;

    use super::*;
    use crate::project::Project;

    /// Longer than anything takes here.
    const PATIENCE: Duration = Duration::from_mins(2);

    #[test]
    fn tells_of_folders_that_are_created_later_and_of_files_elsewhere() {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path().canonicalize().unwrap();
        fs::write(root.join("Cargo.toml"), "[workspace.metadata.aoc]\n").unwrap();
        fs::create_dir(root.join("texts")).unwrap();
        let project = Project::find(&root).unwrap();
        let mut follow = Follow::new(project, root.join("inputs"), None);
        let words = root.join("texts/words.txt");
        fs::write(&words, "one").unwrap();
        follow.set_sources(Some(BTreeSet::from([words.clone()])));
        let (sender, notices) = mpsc::channel();
        let tell = move |notice| drop(sender.send(notice));
        let mut watcher = Watcher::of_system(&follow, tell).unwrap();
        let wait_for = |path: &PathBuf| {
            let told = |notice| matches!(notice, FileNotice::Paths(paths) if paths.contains(path));
            while !told(notices.recv_timeout(PATIENCE).expect("a notice")) {}
        };
        fs::write(&words, "two").unwrap();
        wait_for(&words);
        let days = root.join("days");
        fs::create_dir(&days).unwrap();
        wait_for(&days);
        let paths = std::slice::from_ref(&days);
        watcher.update(&follow, paths).unwrap();
        let file = days.join("file");
        fs::write(&file, "").unwrap();
        wait_for(&file);
        // Another folder of the same name.
        fs::remove_dir_all(&days).unwrap();
        fs::create_dir(&days).unwrap();
        watcher.update(&follow, paths).unwrap();
        fs::write(&file, "").unwrap();
        wait_for(&file);
    }
}

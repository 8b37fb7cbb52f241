//! Being told by the system that something happened to files.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

use super::follow::Follow;

/// Tells of changes as long as it exists.
pub struct Watcher {
    system: RecommendedWatcher,
    watched: Arc<Mutex<BTreeSet<PathBuf>>>,
}

impl Watcher {
    /// Has the system tell of changes, each by a call of `tell`. An error says why it
    /// does not, or not any more.
    pub fn new(tell: impl Fn(Result<(), String>) + Send + 'static) -> Result<Self, String> {
        let watched = Arc::<Mutex<BTreeSet<PathBuf>>>::default();
        let known = Arc::clone(&watched);
        let handler = move |event: notify::Result<Event>| match event {
            // After the end of writing comes nothing that the writing did not tell.
            Ok(event) if matches!(event.kind, EventKind::Access(_)) => {}
            Ok(event) => {
                // A folder may be another one of the same name.
                let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
                known.retain(|folder| !event.paths.contains(folder));
                tell(Ok(()));
            }
            Err(error) => tell(Err(error.to_string())),
        };
        let system = notify::recommended_watcher(handler).map_err(|error| error.to_string())?;
        Ok(Self { system, watched })
    }

    /// Watches the folders that exist by now; whether there is a new one among them.
    pub fn update(&mut self, follow: &Follow) -> Result<bool, String> {
        let mut is_new = false;
        for (folder, mode) in follow.folders() {
            match self.watch(&folder, mode) {
                Ok(watches) => is_new |= watches,
                // The files of others are looked at now and then anyway.
                Err(_) if mode == RecursiveMode::NonRecursive => {}
                error => return error,
            }
        }
        Ok(is_new)
    }

    fn watch(&mut self, folder: &Path, mode: RecursiveMode) -> Result<bool, String> {
        let known = || self.watched.lock().unwrap_or_else(PoisonError::into_inner);
        if !folder.is_dir() {
            known().remove(folder);
            return Ok(false);
        }
        // Before the system tells of it.
        if !known().insert(folder.to_owned()) {
            return Ok(false);
        }
        match self.system.watch(folder, mode) {
            // It may have been removed meanwhile.
            Err(error) if folder.is_dir() => Err(error.to_string()),
            _ => Ok(true),
        }
    }
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;
    use crate::project::Project;

    #[test]
    fn tells_of_folders_that_are_created_later_and_of_files_elsewhere() {
        let (temp, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let root = temp.path().canonicalize().unwrap();
        fs::write(root.join("Cargo.toml"), "[workspace.metadata.aoc]\n").unwrap();
        fs::create_dir(root.join("texts")).unwrap();
        let project = Project::find(&root).unwrap();
        let mut follow = Follow::new(project, root.join("inputs"), None);
        let words = root.join("texts/words.txt");
        let target = elsewhere.path().join("target.txt");
        fs::write(&target, "one").unwrap();
        std::os::unix::fs::symlink(&target, &words).unwrap();
        follow.built_from(vec![(words, None)], true);
        let (sender, notices) = mpsc::channel();
        let mut watcher = Watcher::new(move |told| drop(sender.send(told))).unwrap();
        assert!(watcher.update(&follow).unwrap());
        let days = root.join("days");
        let config = root.join(".cargo/config.toml");
        for (save, is_new) in [
            // The target of a link.
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
            // What was told late counts as well, until the folder is there.
            loop {
                // Longer than anything takes here.
                let told = notices.recv_timeout(Duration::from_mins(2));
                told.expect("a notice").unwrap();
                if watcher.update(&follow).unwrap() || !is_new {
                    break;
                }
            }
        }
        // Another folder of the same name.
        fs::remove_dir_all(&days).unwrap();
        fs::create_dir(&days).unwrap();
        while !watcher.update(&follow).unwrap() {
            notices
                .recv_timeout(Duration::from_mins(2))
                .expect("a notice")
                .unwrap();
        }
    }
}

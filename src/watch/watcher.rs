//! Being told by the system that something happened to files, or looking for
//! oneself where it does not tell.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

use super::role::Layout;

/// The time between two looks where the system tells nothing.
const POLL: Duration = Duration::from_millis(500);

/// Where to look for changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
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
    /// The folders that the system watches.
    watched: BTreeSet<PathBuf>,
}

impl Watcher {
    /// Has the system tell of changes, each by a call of `tell`. The error says
    /// why it does not.
    pub fn of_system(
        layout: &Layout,
        tell: impl Fn(Notice) + Send + 'static,
    ) -> Result<Self, String> {
        let handler = move |event: notify::Result<Event>| match event {
            Ok(event) => tell_of(event, &tell),
            Err(error) => tell(Notice::Failed(reason(&error))),
        };
        let system = notify::recommended_watcher(handler).map_err(|error| reason(&error))?;
        let mut watcher = Self {
            system: Some(system),
            watched: BTreeSet::new(),
        };
        watcher.watch(layout.root().to_owned(), RecursiveMode::NonRecursive)?;
        watcher.update(layout, &[])?;
        Ok(watcher)
    }

    /// Looks for changes twice a second, until `tell` says that nobody listens.
    pub fn polling(tell: impl Fn(Notice) -> bool + Send + 'static) -> Self {
        thread::spawn(move || {
            while tell(Notice::Everything) {
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

    /// Watches those folders that exist by now, after something happened to
    /// these paths: a folder may be another one of the same name.
    pub fn update(&mut self, layout: &Layout, paths: &[PathBuf]) -> Result<(), String> {
        for folder in layout.folders() {
            if !folder.is_dir() {
                self.watched.remove(&folder);
            } else if paths.contains(&folder) || !self.watched.contains(&folder) {
                self.watch(folder, RecursiveMode::Recursive)?;
            }
        }
        Ok(())
    }

    fn watch(&mut self, folder: PathBuf, mode: RecursiveMode) -> Result<(), String> {
        let Some(system) = &mut self.system else {
            return Ok(());
        };
        match system.watch(&folder, mode) {
            Ok(()) => drop(self.watched.insert(folder)),
            // It was removed meanwhile.
            Err(_) if !folder.is_dir() => {}
            Err(error) => return Err(reason(&error)),
        }
        Ok(())
    }
}

fn tell_of(event: Event, tell: &impl Fn(Notice)) {
    if event.need_rescan() {
        tell(Notice::Everything);
    } else if !matches!(event.kind, EventKind::Access(_)) {
        // After the end of writing comes nothing that the writing did not tell.
        tell(Notice::Paths(event.paths));
    }
}

/// Why the system tells nothing, in our words.
fn reason(error: &notify::Error) -> String {
    match &error.kind {
        notify::ErrorKind::MaxFilesWatch => {
            "the system's limit of watched folders is reached (on Linux \
             fs.inotify.max_user_watches)"
                .to_owned()
        }
        // Too many open files: those of inotify have a limit of their own.
        notify::ErrorKind::Io(error) if cfg!(target_os = "linux") => {
            format!("{error} (the limit may be fs.inotify.max_user_instances)")
        }
        _ => error.to_string(),
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
    fn tells_of_files_in_folders_that_are_created_later() {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path().canonicalize().unwrap();
        fs::write(root.join("Cargo.toml"), "[workspace.metadata.aoc]\n").unwrap();
        let layout = Layout::new(Project::find(&root).unwrap(), root.join("inputs"));
        let (sender, notices) = mpsc::channel();
        let tell = move |notice| drop(sender.send(notice));
        let mut watcher = Watcher::of_system(&layout, tell).unwrap();
        let wait_for = |path: &PathBuf| {
            let told = |notice| matches!(notice, Notice::Paths(paths) if paths.contains(path));
            while !told(notices.recv_timeout(PATIENCE).expect("a notice")) {}
        };
        let days = root.join("days");
        fs::create_dir(&days).unwrap();
        wait_for(&days);
        watcher
            .update(&layout, std::slice::from_ref(&days))
            .unwrap();
        let file = days.join("file");
        fs::write(&file, "").unwrap();
        wait_for(&file);
        // Another folder of the same name.
        fs::remove_dir_all(&days).unwrap();
        fs::create_dir(&days).unwrap();
        watcher.update(&layout, &[days]).unwrap();
        fs::write(&file, "").unwrap();
        wait_for(&file);
    }

    #[test]
    fn a_poller_ends_when_nobody_listens() {
        let (sender, notices) = mpsc::channel();
        let (end, ended) = mpsc::channel::<()>();
        let _watcher = Watcher::polling(move |notice| {
            let _kept = &end;
            sender.send(notice).is_ok()
        });
        assert_eq!(notices.recv_timeout(PATIENCE), Ok(Notice::Everything));
        drop(notices);
        assert_eq!(
            ended.recv_timeout(PATIENCE),
            Err(mpsc::RecvTimeoutError::Disconnected)
        );
    }
}

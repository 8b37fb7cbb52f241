//! Decides when the followed files are checked, and says what has changed. The files are checked
//! soon after an event of the system, and at long intervals without one.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::time::{Duration, Instant};

use super::changes::{FollowedFiles, Watcher};
use crate::app::Ui;
use crate::error::{Result, file_error};
use crate::puzzle::Puzzle;
use crate::terminal::plural;

/// Events within this time belong to one save. An editor may empty a file before writing it, or
/// write a new file and rename it.
const BURST: Duration = Duration::from_millis(5);

/// The interval at which files are checked without an event.
const HEARTBEAT: Duration = Duration::from_secs(2);

/// The interval at which files are checked if the system reports no events.
const FILE_POLL: Duration = Duration::from_millis(500);

/// The followed files, and the time of their next check.
pub struct FileChecks {
    pub followed: FollowedFiles,
    /// The watcher. `None` if files are polled.
    watcher: Option<Watcher>,
    next: Instant,
}

impl FileChecks {
    /// With `polls`, the files are checked twice a second. Otherwise the system's events call
    /// `report`, whose receiver then calls [`Self::record_event`].
    pub fn new(
        ui: &Ui,
        followed: FollowedFiles,
        polls: bool,
        report: impl Fn() + Send + 'static,
    ) -> Self {
        let watcher = if polls {
            None
        } else {
            Watcher::new(report)
                .inspect_err(|error| warn_of_polling(ui, error))
                .ok()
        };
        Self {
            followed,
            watcher,
            next: Instant::now(),
        }
    }

    /// Makes the next check follow soon, because the system has reported a change.
    pub fn record_event(&mut self) {
        self.next = self.next.min(Instant::now() + BURST);
    }

    /// The time until the next check.
    pub fn time_left(&self) -> Duration {
        self.next.saturating_duration_since(Instant::now())
    }

    /// Checks all files, and follows another day if that day was edited and may be followed.
    /// Returns the changes for which the day must run, in words. Fails if the project is gone.
    pub fn check(
        &mut self,
        ui: &Ui,
        may_follow: &dyn Fn(Puzzle) -> bool,
    ) -> Result<Option<String>> {
        if !self.followed.root().is_dir() {
            let root = self.followed.root().display();
            return Err(file_error(format!(
                "the project {root} is gone: it was moved or deleted"
            )));
        }
        self.next = Instant::now() + self.update_watcher(ui);
        let found = self.followed.find_changes();
        // An input that a day includes is followed by two paths.
        let changed: BTreeSet<String> = self
            .followed
            .follow_changes(found.clone(), may_follow)
            .iter()
            .map(|file| self.followed.shown(file))
            .collect();
        if let Some(first) = changed.first() {
            return Ok(Some(if changed.len() == 1 {
                format!("{first} changed")
            } else {
                let others = plural(changed.len() - 1, "more file");
                format!("{first} changed, and {others}")
            }));
        }
        let deleted = self
            .followed
            .deleted_file()
            .filter(|file| found.contains(file));
        Ok(deleted.map(|file| format!("{} was deleted", self.followed.shown(&file))))
    }

    /// Watches the folders that exist now. Returns the time until the check after this one.
    fn update_watcher(&mut self, ui: &Ui) -> Duration {
        let Some(watcher) = &mut self.watcher else {
            return FILE_POLL;
        };
        match watcher.update(&self.followed) {
            // A file that was created before its folder was watched has caused no event.
            Ok(true) => BURST,
            Ok(false) => HEARTBEAT,
            Err(error) => {
                self.watcher = None;
                warn_of_polling(ui, &error);
                FILE_POLL
            }
        }
    }
}

fn warn_of_polling(ui: &Ui, error: &dyn Display) {
    ui.warning(format!(
        "the system does not report changes: {error}; checking for them twice a second"
    ));
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::app::args::GlobalArgs;
    use crate::cargo::LastSources;
    use crate::files::Locks;
    use crate::inputs::Store;
    use crate::testing::{environment, project, with_slashes, write};

    #[test]
    fn an_included_input_is_named_once_and_without_dots() {
        let (temp, project) = project(&[("year2020/day01.rs", "")]);
        let ui = Ui::new(&environment(temp.path(), &[]), &GlobalArgs::default());
        let input = "inputs/year2020/day01.txt";
        write(temp.path(), input, "1");
        let store = Store::new(temp.path().join("inputs"), Locks { cache_dir: None });
        let day = Some(Puzzle::of(2020, 1));
        let mut followed = FollowedFiles::new(project, store, day);
        let included = temp.path().join("days/year2020/../..").join(input);
        followed.record_build(LastSources {
            files: vec![(included.clone(), None)],
            is_fresh: true,
        });
        let mut checks = FileChecks::new(&ui, followed, true, || {});
        checks.check(&ui, &|_| true).unwrap();
        fs::write(included, "2").unwrap();
        let changed = checks.check(&ui, &|_| true).unwrap().unwrap();
        assert_eq!(with_slashes(&changed), format!("{input} changed"));
    }

    /// A check without an event costs little only because it is rare.
    #[test]
    fn files_are_checked_soon_after_an_event_and_rarely_without_one() {
        let (temp, project) = project(&[("year2020/day01.rs", "")]);
        let ui = Ui::new(&environment(temp.path(), &[]), &GlobalArgs::default());
        for (polls, intervals) in [
            (true, [FILE_POLL, FILE_POLL]),
            // After the first check, the folders are watched.
            (false, [BURST, HEARTBEAT]),
        ] {
            let store = Store::new(temp.path().join("inputs"), Locks { cache_dir: None });
            let followed = FollowedFiles::new(project.clone(), store, None);
            let mut checks = FileChecks::new(&ui, followed, polls, || {});
            assert_eq!(checks.time_left(), Duration::ZERO);
            for interval in intervals {
                let before = Instant::now();
                assert!(checks.check(&ui, &|_| true).unwrap().is_none());
                assert!(checks.next >= before + interval, "{interval:?}");
                assert!(checks.next <= Instant::now() + interval, "{interval:?}");
            }
            checks.next += Duration::from_hours(2);
            assert!(checks.time_left() > Duration::from_hours(1));
            let before = Instant::now();
            checks.record_event();
            assert!(checks.next >= before + BURST);
            assert!(checks.time_left() <= BURST);
        }
    }
}

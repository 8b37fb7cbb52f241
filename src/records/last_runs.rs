//! The file of last runs, `target/aoc-stamps/times.json`. It contains the results and the time of
//! each day's last run. If the file is removed, screens lack these facts until the next run.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::day::DayRecord;
use super::last_run::LastRun;
use crate::files::{Lock, read_regular_file, replace_unflushed};
use crate::project::Project;
use crate::puzzle::{Day, Puzzle, Year};

/// The size limit of the file. The file has about 10 kB for each year, or more if days have many
/// files.
const MAX_SIZE: u64 = 16 * 1024 * 1024;

/// The last runs of all days. A year is parsed when one of its days is needed. In a repository with
/// eleven years this saves a millisecond per run.
#[derive(Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LastRuns(BTreeMap<Year, RunsOfYear>);

/// The last runs of a year's days.
#[derive(Serialize, Deserialize)]
#[serde(from = "Box<RawValue>", untagged)]
enum RunsOfYear {
    Unparsed(Box<RawValue>),
    Parsed(BTreeMap<Day, LastRun>),
}

impl From<Box<RawValue>> for RunsOfYear {
    fn from(text: Box<RawValue>) -> Self {
        Self::Unparsed(text)
    }
}

impl RunsOfYear {
    /// The last runs. Empty if the text is invalid.
    fn parsed(&mut self) -> &mut BTreeMap<Day, LastRun> {
        if let Self::Unparsed(text) = self {
            *self = Self::Parsed(serde_json::from_str(text.get()).unwrap_or_default());
        }
        match self {
            Self::Parsed(runs) => runs,
            Self::Unparsed(_) => unreachable!("it was just parsed"),
        }
    }
}

impl LastRuns {
    /// Reads the file. The result is empty if the file is missing or invalid.
    pub fn load(project: &Project) -> Self {
        Self::read(&file_of(project))
    }

    fn read(path: &Path) -> Self {
        serde_json::from_slice(&read_regular_file(path, MAX_SIZE).unwrap_or_default())
            .unwrap_or_default()
    }

    pub fn of(&mut self, puzzle: Puzzle) -> Option<&LastRun> {
        self.0.get_mut(&puzzle.year)?.parsed().get(&puzzle.day)
    }

    pub fn entry(&mut self, puzzle: Puzzle) -> &mut LastRun {
        self.0
            .entry(puzzle.year)
            .or_insert_with(|| RunsOfYear::Parsed(BTreeMap::new()))
            .parsed()
            .entry(puzzle.day)
            .or_default()
    }

    /// Changes the stored runs. If that fails, the command can still succeed.
    pub fn update(project: &Project, change: impl FnOnce(&mut Self)) {
        let path = file_of(project);
        let _lock = Lock::beside(&path, || {});
        let mut runs = Self::read(&path);
        change(&mut runs);
        let text = serde_json::to_string(&runs).expect("plain data is JSON") + "\n";
        let _ = replace_unflushed(&path, text);
    }
}

/// Records the times of these days as the times that the README now shows.
pub fn remember_readme(project: &Project, days: &[DayRecord]) {
    if days.iter().all(|day| day.readme_time().is_none()) {
        return;
    }
    LastRuns::update(project, |runs| {
        for day in days {
            if let Some(time) = day.readme_time() {
                runs.entry(day.puzzle).in_readme = Some(time.clone());
            }
        }
    });
}

fn file_of(project: &Project) -> PathBuf {
    project.state_dir().join("times.json")
}

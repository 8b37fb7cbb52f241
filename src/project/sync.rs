//! Keeping a year's `main.rs` in step with the files beside it.

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::io;
use std::path::PathBuf;

use super::error::ProjectError;
use super::registry::{self, Folder};
use super::root::Project;
use crate::inputs::{self, Readers};
use crate::puzzle::{Day, Year};

/// What bringing a year's `main.rs` up to date came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Synced {
    /// Whether it was written.
    pub changed: bool,
    /// What the user should know.
    pub notes: Vec<Note>,
}

/// A day that is not in the registry though it has a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// The file has no solution.
    NoSolution { file: PathBuf, day: Day },
    /// The registry is of no form that we know.
    UnknownRegistry { file: PathBuf, day: Day },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSolution { file, day } => write!(
                f,
                "{} is left out: it has no `impl Solution for Day{:02}`",
                file.display(),
                day.0
            ),
            Self::UnknownRegistry { file, day } => write!(
                f,
                "{} is not kept by aoc, since its registry has another form: add day {day} by hand",
                file.display()
            ),
        }
    }
}

impl Project {
    /// Brings a year's `main.rs` up to date, writing only if something changes.
    /// A day's file is read only if the day is not registered yet.
    pub fn sync(&self, year: Year) -> Result<Synced, ProjectError> {
        self.sync_with(year, false)
    }

    /// As [`Project::sync`], and reads every day's file for a type that has
    /// another name now: for when something has changed.
    pub fn sync_renamed(&self, year: Year) -> Result<Synced, ProjectError> {
        self.sync_with(year, true)
    }

    fn sync_with(&self, year: Year, look_for_renamed: bool) -> Result<Synced, ProjectError> {
        let path = self.main_rs(year);
        let text = match fs::read_to_string(&path) {
            Ok(text) => Some(text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(source) => return Err(ProjectError::Read { path, source }),
        };
        let mut files = Files {
            project: self,
            year,
            days: self.days_of(year)?,
            look_for_renamed,
            notes: Vec::new(),
        };
        let old = text.clone().unwrap_or_else(|| registry::empty(year));
        let Some(new) = registry::in_step(&old, &mut files) else {
            let unnamed = |day: &&Day| !old.contains(&format!("day{:02}", day.0));
            let note = |&day| Note::UnknownRegistry {
                file: self.shown(&path),
                day,
            };
            let notes = files.days.iter().filter(unnamed).map(note).collect();
            let changed = false;
            return Ok(Synced { changed, notes });
        };
        let changed = text.is_none_or(|old| old != new);
        if changed {
            inputs::replace(&path, &new, Readers::Usual)
                .map_err(|source| ProjectError::Write { path, source })?;
        }
        let notes = files.notes;
        Ok(Synced { changed, notes })
    }

    /// A path as it is shown: from the root.
    pub fn shown(&self, path: &std::path::Path) -> PathBuf {
        path.strip_prefix(&self.root).unwrap_or(path).to_path_buf()
    }
}

struct Files<'a> {
    project: &'a Project,
    year: Year,
    days: BTreeSet<Day>,
    look_for_renamed: bool,
    notes: Vec<Note>,
}

impl Files<'_> {
    /// The day's file, and its text.
    fn read(&self, day: Day) -> (PathBuf, String) {
        let file = self.project.day_file(self.year.day(day));
        let source = fs::read_to_string(&file).unwrap_or_default();
        (file, source)
    }
}

/// The type that solves a day's file, `Day22` before all others.
fn solution_type(source: &str, day: Day) -> Option<String> {
    registry::solution_type(source, &format!("Day{:02}", day.0))
}

impl Folder for Files<'_> {
    fn days(&self) -> &BTreeSet<Day> {
        &self.days
    }

    fn has(&self, day: Day) -> bool {
        // Beyond the calendar there may be files too, which are not ours.
        self.days.contains(&day) || self.project.day_file(self.year.day(day)).exists()
    }

    fn solution(&mut self, day: Day) -> Option<String> {
        let (file, source) = self.read(day);
        let name = solution_type(&source, day);
        if name.is_none() {
            let file = self.project.shown(&file);
            self.notes.push(Note::NoSolution { file, day });
        }
        name
    }

    fn renamed(&self, day: Day, name: &str) -> Option<String> {
        if !self.look_for_renamed {
            return None;
        }
        let (_, source) = self.read(day);
        // A name that the file has may well come from elsewhere.
        solution_type(&source, day).filter(|_| !registry::knows(&source, name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn follows_the_files() {
        let temp = tempfile::tempdir().unwrap();
        let year = temp.path().join("days/year2020");
        fs::create_dir_all(year.join("day03")).unwrap();
        fs::write(temp.path().join("Cargo.toml"), "[workspace.metadata.aoc]").unwrap();
        fs::write(year.join("day01.rs"), "impl Solution for Day01 {}").unwrap();
        fs::write(year.join("day02.rs"), "// not yet").unwrap();
        fs::write(year.join("day03/mod.rs"), "impl Solution for Trees {}").unwrap();
        let project = Project::find(temp.path()).unwrap();
        let main = || fs::read_to_string(year.join("main.rs")).unwrap();

        let synced = project.sync(Year(2020)).unwrap();
        assert!(synced.changed);
        let notes: Vec<String> = synced.notes.iter().map(Note::to_string).collect();
        assert_eq!(
            notes,
            ["days/year2020/day02.rs is left out: it has no `impl Solution for Day02`"]
        );
        assert_eq!(
            main(),
            "//! Advent of Code 2020: the days that are solved here.
//! `aoc` keeps the two lists below in step with the files beside this one.

mod day01;
mod day03;

fn main() -> std::process::ExitCode {
    aoc_solution::Registry::new(2020)
        .day::<day01::Day01>(1)
        .day::<day03::Trees>(3)
        .main()
}
"
        );
        assert!(!project.sync(Year(2020)).unwrap().changed);

        let renamed = "// Day01\npub use x::Trees;\nimpl Solution for Report {}";
        for file in ["day01.rs", "day03/mod.rs"] {
            fs::write(year.join(file), renamed).unwrap();
        }
        let before = main();
        assert!(!project.sync(Year(2020)).unwrap().changed);
        assert!(project.sync_renamed(Year(2020)).unwrap().changed);
        assert_eq!(main(), before.replace("::Day01>", "::Report>"));
        assert!(!project.sync_renamed(Year(2020)).unwrap().changed);

        fs::remove_file(year.join("day01.rs")).unwrap();
        fs::remove_file(year.join("day03/mod.rs")).unwrap();
        assert!(project.sync(Year(2020)).unwrap().changed);
        assert_eq!(main(), registry::empty(Year(2020)));

        fs::write(year.join("main.rs"), "fn main() {}\n").unwrap();
        let synced = project.sync(Year(2020)).unwrap();
        assert!(!synced.changed);
        assert_eq!(
            synced.notes[0].to_string(),
            "days/year2020/main.rs is not kept by aoc, since its registry has another form: add \
             day 2 by hand"
        );
        assert_eq!(main(), "fn main() {}\n");
    }
}

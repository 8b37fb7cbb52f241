//! Which day is run when files have changed: the one that was edited last.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::files::{Change, is_temporary};
use crate::project::Project;
use crate::puzzle::{self, Puzzle, Year, day_name};

/// The day that is followed, and the files that concern it.
#[derive(Clone, Debug)]
pub struct Follow {
    project: Project,
    /// The folder of the inputs.
    inputs: PathBuf,
    /// `None` before there is any day.
    pub current: Option<Puzzle>,
    /// The files that the day's program was made from; `None` if it could not be
    /// built from what they are now: then all sources of its year concern it.
    sources: Option<BTreeSet<PathBuf>>,
}

/// The meaning of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The day is to be run.
    Run,
    /// The day that is followed has no solution any more.
    Gone,
    /// It concerns another day.
    Nothing,
}

impl Follow {
    pub const fn new(project: Project, inputs: PathBuf, current: Option<Puzzle>) -> Self {
        Self {
            project,
            inputs,
            current,
            sources: None,
        }
    }

    pub fn root(&self) -> &Path {
        self.project.root()
    }

    /// The folders of days and inputs, which need not exist.
    pub fn folders(&self) -> [PathBuf; 2] {
        [self.root().join("days"), self.inputs.clone()]
    }

    /// The path lies in these folders, and is not what editors and tools leave for a
    /// moment.
    pub fn is_watched(&self, path: &Path) -> bool {
        let folders = self.folders();
        let mut inner = folders.iter().filter_map(|it| path.strip_prefix(it).ok());
        inner.any(|inner| !inner.iter().any(is_temporary))
    }

    /// The day was built from these files.
    pub fn set_sources(&mut self, sources: Option<BTreeSet<PathBuf>>) {
        self.sources = sources;
    }

    /// The files to look at beside those in the folders, with the targets of links.
    pub fn files(&self) -> Vec<PathBuf> {
        let mut files = vec![self.project.manifest_path()];
        files.extend(self.sources.iter().flatten().cloned());
        files
    }

    /// Says what these changes mean, if only these days may be followed.
    pub fn changed(&mut self, changes: &[Change], may_follow: &dyn Fn(Puzzle) -> bool) -> Effect {
        let edited = |change: &Change| self.day(&change.path).filter(|_| change.what != "deleted");
        let mut edited = changes.iter().filter_map(edited);
        // After a change of branches many are; then it stays with its own.
        let stays = edited.clone().any(|day| Some(day) == self.current);
        let other = edited.rfind(|&day| may_follow(day) && self.exists(day));
        if let Some(other) = other.filter(|_| !stays) {
            self.current = Some(other);
            self.sources = None;
            return Effect::Run;
        }
        let Some(current) = self.current else {
            return Effect::Nothing;
        };
        if !changes
            .iter()
            .any(|change| self.concerns(&change.path, current))
        {
            Effect::Nothing
        } else if self.exists(current) {
            Effect::Run
        } else {
            Effect::Gone
        }
    }

    pub fn exists(&self, puzzle: Puzzle) -> bool {
        self.project.day_file(puzzle).is_some()
    }

    pub fn is_input(&self, path: &Path) -> bool {
        path.starts_with(&self.inputs)
    }

    fn concerns(&self, path: &Path, current: Puzzle) -> bool {
        if let Ok(inner) = path.strip_prefix(&self.inputs) {
            return input_of(inner) == Some(current);
        }
        match &self.sources {
            Some(sources) => sources.contains(path) || self.day(path) == Some(current),
            None => match self.project.year_of(path) {
                Some(year) if year == current.year => {
                    self.day(path).is_none_or(|day| day == current)
                }
                Some(_) => false,
                // A crate that years share, or the workspace's manifest.
                None => true,
            },
        }
    }

    /// The day whose source a file is.
    fn day(&self, path: &Path) -> Option<Puzzle> {
        let year = self.project.year_of(path)?;
        let inner = path.strip_prefix(self.project.year_dir(year)).ok()?;
        let name = inner.iter().next()?.to_str()?;
        let day = day_name(name.strip_suffix(".rs").unwrap_or(name))?;
        (day.0 <= puzzle::days(year)).then_some(year.day(day))
    }
}

/// The puzzle of `year2020/day22.txt`, of its named inputs, examples and answers.
fn input_of(inner: &Path) -> Option<Puzzle> {
    let mut names = inner.iter().map(OsStr::to_str);
    let year = Year::parse(names.next()??.strip_prefix("year")?)?;
    let (stem, extension) = names.next()??.split_once('.')?;
    let kinds = ["txt", "answers.toml", "examples.toml"];
    let is_input = kinds.iter().any(|kind| extension.ends_with(kind));
    Some(year.day(day_name(stem).filter(|_| is_input)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Day;

    /// A project of days 1 to 3 of 2020, whose day 1 is followed.
    fn follow(sources: Option<&[&str]>) -> (tempfile::TempDir, Follow) {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path();
        std::fs::write(root.join("Cargo.toml"), "[workspace.metadata.aoc]\n").unwrap();
        std::fs::create_dir_all(root.join("days/year2020")).unwrap();
        for day in 1..=3 {
            std::fs::write(root.join(format!("days/year2020/day0{day}.rs")), "").unwrap();
        }
        let project = Project::find(root).unwrap();
        let day = Year(2020).day(Day(1));
        let mut follow = Follow::new(project, root.join("private"), Some(day));
        let sources = sources.map(|files| files.iter().map(|file| root.join(file)).collect());
        follow.set_sources(sources);
        (temp, follow)
    }

    /// What changes of these files mean, and which day is followed then.
    fn effect(sources: Option<&[&str]>, edits: &[(&str, &'static str)]) -> (Effect, u8) {
        let (temp, mut follow) = follow(sources);
        let change = |&(path, what): &(&str, &'static str)| Change {
            path: temp.path().join(path),
            what,
        };
        let changes: Vec<Change> = edits.iter().map(change).collect();
        let effect = follow.changed(&changes, &|day| day.day != Day(3));
        (effect, follow.current.unwrap().day.0)
    }

    #[test]
    fn follows_the_day_that_was_edited_last() {
        let two = ("days/year2020/day02.rs", "changed");
        assert_eq!(effect(None, &[two]), (Effect::Run, 2));
        assert_eq!(
            effect(None, &[("days/year2020/day02/lanes.rs", "created")]),
            (Effect::Run, 2)
        );
        // Its own is among them.
        let own = ("days/year2020/day01.rs", "changed");
        assert_eq!(effect(None, &[own, two]), (Effect::Run, 1));
        for other in [
            // Not selected, without a solution, gone, another file.
            ("days/year2020/day03.rs", "changed"),
            ("days/year2020/day04/lanes.rs", "created"),
            ("days/year2020/day02.rs", "deleted"),
            ("private/year2020/day02.txt", "changed"),
            ("days/year2021/grid.rs", "changed"),
        ] {
            assert_eq!(effect(None, &[other]), (Effect::Nothing, 1), "{other:?}");
        }
    }

    #[test]
    fn runs_the_day_again_whose_files_changed() {
        let list: &[&str] = &["days/year2020/grid.rs", "texts/words.txt"];
        // Whether it runs with a list of its files, and without one.
        let cases = "days/year2020/day01.rs both, days/year2020/grid.rs both, texts/words.txt both, \
                     .cargo/config.toml without, days/year2020/other.rs without, \
                     days/grids/src/lib.rs without, Cargo.toml without, \
                     private/year2020/day01.txt both, private/year2020/day01.ana.txt both, \
                     private/year2020/day01.examples.toml both, private/year2020/day01.html -, \
                     private/README.md -";
        for case in cases.split(", ") {
            let (path, runs) = case.split_once(' ').unwrap();
            let runs = [(Some(list), runs == "both"), (None, runs != "-")];
            for (sources, runs) in runs {
                let (effect, _) = effect(sources, &[(path, "changed")]);
                assert_eq!(effect == Effect::Run, runs, "{path} {sources:?}");
            }
        }
    }

    #[test]
    fn what_editors_leave_is_not_watched() {
        let (temp, follow) = follow(None);
        let is_watched = |path: &&str| follow.is_watched(&temp.path().join(path));
        let ours = "days/year2020/day22.rs days/year2020 private/year2020/day22.txt";
        assert!(ours.split(' ').all(|path| is_watched(&path)));
        let others = "days/year2020/.day22.rs.swp days/year2020/day22.rs~ days/.git/HEAD \
                      days/year2020/#day22.rs# target/aoc-stamps/lock src/main.rs";
        let found: Vec<&str> = others.split(' ').filter(is_watched).collect();
        assert_eq!(found, [""; 0]);
    }

    #[test]
    fn waits_for_a_day_that_is_gone_or_not_there_yet() {
        let (temp, mut follow) = follow(None);
        let path = temp.path().join("days/year2020/day01.rs");
        std::fs::remove_file(&path).unwrap();
        let what = "deleted";
        let deleted = [Change {
            path: path.clone(),
            what,
        }];
        assert_eq!(follow.changed(&deleted, &|_| true), Effect::Gone);
        follow.current = None;
        assert_eq!(follow.changed(&deleted, &|_| true), Effect::Nothing);
        std::fs::write(&path, "").unwrap();
        let what = "created";
        assert_eq!(
            follow.changed(&[Change { path, what }], &|_| true),
            Effect::Run
        );
    }
}

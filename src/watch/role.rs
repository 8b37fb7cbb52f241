//! What a file of a project is for, by its path.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::project::Project;
use crate::puzzle::{self, Puzzle, Year, day_name};

/// What depends on a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The source of a day.
    Day(Puzzle),
    /// A file of a year, such as a module that days share or the manifest.
    Year(Year),
    /// What may concern every year: a crate that years share, the workspace's
    /// manifest.
    Shared,
    /// An input, examples or answers of a puzzle.
    Input(Puzzle),
}

/// Where the files are that are watched.
#[derive(Clone, Debug)]
pub struct Layout {
    project: Project,
    inputs: PathBuf,
}

/// What editors and tools leave beside files for a moment.
const TEMPORARY: [&str; 6] = ["swp", "swo", "swx", "tmp", "orig", "rej"];

impl Layout {
    /// Of a project whose inputs are in the folder `inputs`.
    pub const fn new(project: Project, inputs: PathBuf) -> Self {
        Self { project, inputs }
    }

    pub fn root(&self) -> &Path {
        self.project.root()
    }

    /// The folders that are watched with all that is in them. They need not
    /// exist.
    pub fn folders(&self) -> [PathBuf; 2] {
        [self.root().join("days"), self.inputs.clone()]
    }

    /// The files that are watched beside those in the folders.
    pub fn files(&self) -> [PathBuf; 1] {
        [self.project.manifest_path()]
    }

    /// What a path is for; `None` if nothing depends on it.
    pub fn role(&self, path: &Path) -> Option<Role> {
        if self.files().iter().any(|file| file == path) {
            return Some(Role::Shared);
        }
        let [days, inputs] = self.folders();
        let (inner, of_days) = match path.strip_prefix(days) {
            Ok(inner) => (inner, true),
            Err(_) => (path.strip_prefix(inputs).ok()?, false),
        };
        if inner.iter().any(is_temporary) {
            return None;
        }
        if of_days {
            Some(self.role_of_source(path))
        } else {
            input(inner)
        }
    }

    fn role_of_source(&self, path: &Path) -> Role {
        let Some(year) = self.project.year_of(path) else {
            return Role::Shared;
        };
        let inner = path.strip_prefix(self.project.year_dir(year)).ok();
        let module = inner.and_then(|inner| inner.iter().next()?.to_str());
        let day = module.and_then(|name| day_name(name.strip_suffix(".rs").unwrap_or(name)));
        match day.filter(|day| day.0 <= puzzle::days(year)) {
            Some(day) => Role::Day(year.day(day)),
            None => Role::Year(year),
        }
    }
}

/// `year2020/day22.txt`, with a name in between if it is a further input.
fn input(inner: &Path) -> Option<Role> {
    let mut names = inner.iter().map(OsStr::to_str);
    let year = Year::parse(names.next()??.strip_prefix("year")?)?;
    let file = names.next()??;
    let (stem, extension) = file.split_once('.')?;
    let is_input = extension.rsplit('.').next() == Some("txt");
    let is_known = ["answers.toml", "examples.toml"]
        .iter()
        .any(|known| extension.ends_with(known));
    let day = day_name(stem).filter(|_| is_input || is_known)?;
    Some(Role::Input(year.day(day)))
}

/// Hidden files, backups and what editors lock files with.
fn is_temporary(name: &OsStr) -> bool {
    let path = Path::new(name);
    let name = name.to_string_lossy();
    name.starts_with(['.', '#'])
        || name.ends_with('~')
        || path
            .extension()
            .is_some_and(|it| TEMPORARY.iter().any(|other| it == *other))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Day;

    #[test]
    fn every_path_has_its_role() {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path();
        std::fs::write(root.join("Cargo.toml"), "[workspace.metadata.aoc]\n").unwrap();
        let project = Project::find(root).unwrap();
        let layout = Layout::new(project, root.join("private/inputs"));
        let day22 = Year(2020).day(Day(22));
        for (path, role) in [
            ("days/year2020/day22.rs", Some(Role::Day(day22))),
            ("days/year2020/day22/lanes.rs", Some(Role::Day(day22))),
            ("days/year2020/grid.rs", Some(Role::Year(Year(2020)))),
            ("days/year2020/day22_old.rs", Some(Role::Year(Year(2020)))),
            ("days/year2020/Cargo.toml", Some(Role::Year(Year(2020)))),
            ("days/year2025/day13.rs", Some(Role::Year(Year(2025)))),
            ("days/grids/src/lib.rs", Some(Role::Shared)),
            ("Cargo.toml", Some(Role::Shared)),
            (
                "private/inputs/year2020/day22.txt",
                Some(Role::Input(day22)),
            ),
            (
                "private/inputs/year2020/day22.ana.txt",
                Some(Role::Input(day22)),
            ),
            (
                "private/inputs/year2020/day22.answers.toml",
                Some(Role::Input(day22)),
            ),
            (
                "private/inputs/year2020/day22.ana.answers.toml",
                Some(Role::Input(day22)),
            ),
            (
                "private/inputs/year2020/day22.examples.toml",
                Some(Role::Input(day22)),
            ),
            ("private/inputs/year2020/day22.html", None),
            ("private/inputs/README.md", None),
            ("inputs/year2020/day22.txt", None),
            ("days/year2020/.day22.rs.swp", None),
            ("days/year2020/day22.rs~", None),
            ("days/year2020/.#day22.rs", None),
            ("days/year2020/#day22.rs#", None),
            ("days/.git/HEAD", None),
            ("Cargo.lock", None),
            ("target/aoc-stamps/lock", None),
            ("src/main.rs", None),
        ] {
            assert_eq!(layout.role(&root.join(path)), role, "{path}");
        }
    }
}

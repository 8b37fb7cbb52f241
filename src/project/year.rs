//! The modules in the folder of a year.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::days::entries;
use super::error::ProjectError;
use super::main_rs::{self, Days};
use super::note::Note;
use super::root::Project;
use super::source::{solution_type, tokens};
use crate::files::read_regular_file;
use crate::puzzle::{self, Day, Misnamed, Year, day_name};

/// The size of the largest file that is read as source, in bytes.
const SOURCE_LIMIT: u64 = 16 << 20;

/// The modules in the folder of a year.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct YearSources {
    /// The days with a solution, and the type of each.
    pub days: Days,
    /// The modules that are not days, sorted.
    pub modules: Vec<String>,
    /// Whether aoc generates `main.rs`, rather than the user maintaining it.
    pub generated: bool,
    pub notes: Vec<Note>,
    /// Why a day is not in the year's program.
    pub left_out: BTreeMap<Day, Note>,
}

impl Project {
    /// Reads the folder of a year, without its `main.rs`.
    pub(super) fn sources(&self, year: Year) -> Result<YearSources, ProjectError> {
        let folder = self.year_dir(year);
        let mut sources = YearSources::default();
        for (module, files) in modules(&folder)? {
            let day = day_name(&module).filter(|day| day.0 <= puzzle::days(year));
            if let Some(day) = day {
                match self.solution(day, &files) {
                    Ok(solution) => drop(sources.days.insert(day, solution)),
                    Err(note) => {
                        sources.notes.push(note.clone());
                        sources.left_out.insert(day, note);
                    }
                }
            } else if let found = self.look_alikes(year, &module, &files)
                && !found.is_empty()
            {
                sources.notes.extend(found.into_iter().map(Note::Misnamed));
            } else if is_identifier(&module) {
                // The compiler would wait for a pipe, or read a device for ever.
                let unreadable = files
                    .iter()
                    .find_map(|file| Some((file, check_regular(file).err()?)));
                match unreadable {
                    Some((file, error)) => sources.notes.push(Note::Unreadable {
                        file: self.shown(file),
                        reason: error.to_string(),
                    }),
                    None => sources.modules.push(module),
                }
            }
        }
        Ok(sources)
    }

    /// The files of a year whose names are almost that of a day, unless the user
    /// maintains a `main.rs` that has them as modules.
    pub fn misnamed(&self, year: Year) -> Vec<Misnamed> {
        let modules = modules(&self.year_dir(year)).unwrap_or_default();
        let found = modules.iter().filter_map(|(module, files)| {
            let found = self.look_alikes(year, module, files);
            (!found.is_empty()).then_some((module, found))
        });
        let mut found = found.peekable();
        if found.peek().is_none() {
            return Vec::new();
        }
        let main = read(&self.main_rs(year)).unwrap_or_default();
        let listed: Vec<&str> = if main_rs::is_generated(main.as_bytes()) {
            Vec::new()
        } else {
            tokens(&main).collect()
        };
        found
            .filter(|(module, _)| !listed.contains(&module.as_str()))
            .flat_map(|(_, found)| found)
            .collect()
    }

    /// The files of a module, if its name is almost that of a day.
    fn look_alikes(&self, year: Year, module: &str, files: &[PathBuf]) -> Vec<Misnamed> {
        let folder = self.year_dir(year);
        let look_alike = |file: &PathBuf| {
            let rest = if file.ends_with("mod.rs") {
                "/mod.rs"
            } else {
                ".rs"
            };
            let is_there = |right: &str| folder.join(right).exists();
            Misnamed::find(year, self.shown(file), module, rest, is_there)
        };
        files.iter().filter_map(look_alike).collect()
    }

    /// The type that solves a day.
    fn solution(&self, day: Day, files: &[PathBuf]) -> Result<String, Note> {
        let shown: Vec<PathBuf> = files.iter().map(|file| self.shown(file)).collect();
        if let [file, folder, ..] = shown.as_slice() {
            return Err(Note::Ambiguous {
                file: file.clone(),
                folder: folder.clone(),
            });
        }
        let file = shown[0].clone();
        match read(&files[0]) {
            Ok(source) => solution_type(&source, &format!("Day{:02}", day.0))
                .ok_or(Note::NoSolution { file, day }),
            Err(error) => Err(Note::Unreadable {
                file,
                reason: error.to_string(),
            }),
        }
    }
}

/// The files of each module in a folder: `NAME.rs`, `NAME/mod.rs` or both.
fn modules(folder: &Path) -> Result<BTreeMap<String, Vec<PathBuf>>, ProjectError> {
    let names = entries(folder).map_err(|source| ProjectError::Read {
        path: folder.to_path_buf(),
        source,
    })?;
    let mut modules: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for name in names {
        let path = folder.join(&name);
        match name.strip_suffix(".rs") {
            Some("main" | "build") => {}
            Some(module) => modules.entry(module.to_owned()).or_default().push(path),
            None if path.join("mod.rs").is_file() => {
                modules.entry(name).or_default().push(path.join("mod.rs"));
            }
            None => {}
        }
    }
    for files in modules.values_mut() {
        files.sort_by_key(|file| file.ends_with("mod.rs"));
    }
    Ok(modules)
}

fn is_identifier(module: &str) -> bool {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    // These cannot be raw identifiers either.
    let reserved = ["crate", "self", "super", "Self", "_"];
    module.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && module.chars().all(word)
        && !reserved.contains(&module)
}

fn check_regular(file: &Path) -> io::Result<()> {
    if fs::metadata(file)?.is_file() {
        Ok(())
    } else {
        Err(io::Error::other("it is not a regular file"))
    }
}

/// The text of a source file.
fn read(file: &Path) -> io::Result<String> {
    let bytes = read_regular_file(file, SOURCE_LIMIT)?;
    String::from_utf8(bytes).map_err(|_| io::Error::other("it is not UTF-8"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::write;

    fn project(files: &[(&str, &str)]) -> (tempfile::TempDir, Project) {
        let temp = tempfile::tempdir().unwrap();
        fs::write(temp.path().join("Cargo.toml"), "[workspace.metadata.aoc]\n").unwrap();
        for (path, text) in files {
            write(&temp.path().join("days"), path, text);
        }
        let project = Project::find(temp.path()).unwrap();
        (temp, project)
    }

    fn notes(sources: &YearSources) -> Vec<String> {
        sources.notes.iter().map(Note::to_string).collect()
    }

    #[test]
    fn every_source_file_is_a_module_and_some_are_days() {
        let (_temp, project) = project(&[
            ("year2020/day01.rs", "impl Solution for Day01 {}"),
            ("year2020/day03/mod.rs", "impl Solution for Trees {}"),
            ("year2020/day03/deep.rs", ""),
            ("year2020/grid.rs", ""),
            ("year2020/math/mod.rs", ""),
            ("year2020/day22_old.rs", ""),
            ("year2020/data/numbers.rs", ""),
            ("year2020/not-a-module.rs", ""),
            ("year2020/self.rs", ""),
            ("year2020/main.rs", ""),
            ("year2020/build.rs", ""),
            ("year2020/notes.txt", ""),
        ]);
        let sources = project.sources(Year(2020)).unwrap();
        let days = [(Day(1), "Day01".to_owned()), (Day(3), "Trees".to_owned())];
        assert_eq!(sources.days, days.into());
        assert_eq!(sources.modules, ["day22_old", "grid", "math"]);
        assert_eq!(notes(&sources), [""; 0]);
        let none = project.sources(Year(2021)).unwrap();
        assert_eq!(none, YearSources::default());
    }

    #[test]
    fn what_only_looks_like_a_day_is_said() {
        let (_temp, project) = project(&[
            ("year2020/day1.rs", ""),
            ("year2020/Day02.rs", ""),
            ("year2020/day_3/mod.rs", ""),
            ("year2020/day26.rs", ""),
            ("year2020/day00.rs", ""),
            ("year2020/day05.rs", "fn main() {}"),
            ("year2020/day06.rs", "impl Solution for Day06 {}"),
            ("year2020/day06/mod.rs", "impl Solution for Day06 {}"),
            ("year2025/day13.rs", ""),
        ]);
        let sources = project.sources(Year(2020)).unwrap();
        assert_eq!(sources.days, Days::new());
        assert_eq!(sources.modules, [""; 0]);
        assert_eq!(
            notes(&sources),
            [
                "days/year2020/Day02.rs is left out: rename it to day02.rs",
                "days/year2020/day00.rs is left out: 2020 has no day 0, its days are 1 to 25",
                "days/year2020/day05.rs has no `impl Solution for Day05`: the day is left out \
                 until it has one",
                "days/year2020/day06.rs and days/year2020/day06/mod.rs are both there: the day is \
                 left out until you remove one",
                "days/year2020/day1.rs is left out: rename it to day01.rs",
                "days/year2020/day26.rs is left out: 2020 has no day 26, its days are 1 to 25",
                "days/year2020/day_3/mod.rs is left out: rename it to day03/mod.rs",
            ]
        );
        let left_out: Vec<Day> = sources.left_out.into_keys().collect();
        assert_eq!(left_out, [Day(5), Day(6)]);
        assert_eq!(
            notes(&project.sources(Year(2025)).unwrap()),
            ["days/year2025/day13.rs is left out: 2025 has no day 13, its days are 1 to 12"]
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_cannot_be_read_is_said() {
        let (temp, project) = project(&[("year2020/grid.rs", "")]);
        let folder = temp.path().join("days/year2020");
        std::os::unix::fs::symlink("/dev/zero", folder.join("day01.rs")).unwrap();
        fs::write(folder.join("day02.rs"), b"\xff").unwrap();
        fs::create_dir(folder.join("math.rs")).unwrap();
        let sources = project.sources(Year(2020)).unwrap();
        assert_eq!(
            notes(&sources),
            [
                "days/year2020/day01.rs is left out: it is not a regular file",
                "days/year2020/day02.rs is left out: it is not UTF-8",
                "days/year2020/math.rs is left out: it is not a regular file",
            ]
        );
        assert_eq!(sources.modules, ["grid"]);
    }
}

//! Bringing a year's `main.rs` up to date with the files beside it.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use super::error::ProjectError;
use super::main_rs;
use super::names::module_name;
use super::note::Note;
use super::root::Project;
use super::year::YearSources;
use crate::files;
use crate::files::{Readers, read_text_file};
use crate::puzzle::{Day, Year};

impl YearSources {
    /// What a program of some days has of the generated `main.rs`.
    pub fn main(&self, year: Year, days: &BTreeSet<Day>) -> String {
        let mut solutions = self.days.clone();
        solutions.retain(|day, _| days.contains(day));
        main_rs::generate(year, &solutions, &self.modules, true)
    }
}

impl Project {
    /// Generates a year's `main.rs`, unless the user maintains it. It is
    /// written only if it is different.
    pub fn sync(&self, year: Year) -> Result<YearSources, ProjectError> {
        let main = self.main_rs(year);
        let old = match read_text_file(&main) {
            Ok(text) => Some(text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(source) => return Err(ProjectError::Read { path: main, source }),
        };
        let mut sources = self.sources(year)?;
        sources.generated = old
            .as_deref()
            .is_none_or(|old| main_rs::is_generated(old.as_bytes()));
        if !sources.generated {
            self.compare_with_maintained(year, &old.unwrap_or_default(), &mut sources);
            return Ok(sources);
        }
        let checked = self.checks_conditions(year);
        let new = main_rs::generate(year, &sources.days, &sources.modules, checked);
        if !old.is_some_and(|old| main_rs::is_same(&old, &new)) {
            files::replace(&main, &new, Readers::Usual)
                .map_err(|source| ProjectError::Write { path: main, source })?;
        }
        Ok(sources)
    }

    /// Whether the year's lints, its own or those of the workspace, know the
    /// attributes of days.
    fn checks_conditions(&self, year: Year) -> bool {
        let text = read_text_file(&self.year_dir(year).join("Cargo.toml")).unwrap_or_default();
        let manifest: toml::Table = text.parse().unwrap_or_default();
        let own = manifest.get("lints");
        let inherits = own.is_some_and(|lints| lints.get("workspace").is_some());
        let workspace = self.manifest().get("workspace");
        let lints = if inherits {
            workspace.and_then(|it| it.get("lints"))
        } else {
            own
        };
        lints.is_some_and(|lints| lints.to_string().contains("aoc_some"))
    }

    /// Notes what is missing or wrong in a `main.rs` that the user maintains.
    /// There are no notes about the names of files then, and none about what
    /// macros may add.
    fn compare_with_maintained(&self, year: Year, text: &str, sources: &mut YearSources) {
        let main = self.shown(&self.main_rs(year));
        let (words, registries) = main_rs::mentions(text);
        let unlisted = |day: &Day| !words.contains(&module_name(*day).as_str());
        let days: Vec<Day> = sources.days.keys().copied().filter(unlisted).collect();
        sources.left_out.clear();
        sources.notes.clear();
        if !days.is_empty() {
            let main = main.clone();
            sources.notes.push(Note::Unlisted { main, days });
        }
        let others = registries.into_iter().filter(|other| *other != year);
        sources.notes.extend(others.map(|registry| Note::OtherYear {
            main: main.clone(),
            registry,
            year,
        }));
    }

    /// A path as it is shown: relative to the root.
    pub fn shown(&self, path: &Path) -> PathBuf {
        path.strip_prefix(&self.root).unwrap_or(path).to_path_buf()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const SOLUTION: &str = "impl Solution for Day01 {}";

    #[test]
    fn follows_the_files_until_the_user_maintains_it() {
        let temp = tempfile::tempdir().unwrap();
        let year = temp.path().join("days/year2020");
        fs::create_dir_all(&year).unwrap();
        fs::write(temp.path().join("Cargo.toml"), "[workspace.metadata.aoc]").unwrap();
        let project = Project::find(temp.path()).unwrap();
        let main = || fs::read_to_string(year.join("main.rs")).unwrap();
        let write = |file: &str, text: &str| fs::write(year.join(file), text).unwrap();
        let sync = || project.sync(Year(2020)).unwrap();
        let generated = || {
            let sources = sync();
            assert!(sources.generated);
            assert_eq!(sources.notes, []);
            main_rs::generate(Year(2020), &sources.days, &sources.modules, false)
        };
        let follows = || assert_eq!(generated(), main());

        follows();
        write("day01.rs", SOLUTION);
        write("grid.rs", "");
        follows();
        assert!(main().contains(".day::<day01::Day01>(1)") && main().contains("mod grid;\n"));

        // Another name, another form of the same.
        write("day01.rs", "impl Solution for Report {}");
        follows();
        assert!(main().contains("day01::Report"));
        let spread = main().replace(".day", "\r\n    .day");
        write("main.rs", &spread);
        generated();
        assert_eq!(main(), spread);

        let mine = "mod day01; // day02\nfn main() { Registry::new(2021).day::<day01::Report>(1) }";
        write("main.rs", mine);
        write("day02.rs", SOLUTION);
        write("day03.rs", "not yet");
        write("day1.rs", "maybe mine");
        let sources = sync();
        assert!(!sources.generated);
        let notes: Vec<String> = sources.notes.iter().map(Note::to_string).collect();
        assert_eq!(
            notes,
            [
                "days/year2020/main.rs does not list day02: add what is missing, or delete the \
                 file and aoc will generate it",
                "days/year2020/main.rs has a registry of 2021: write `Registry::new(2020)`",
            ]
        );
        assert!(sources.left_out.is_empty());
        assert_eq!(main(), mine);
    }

    #[test]
    fn what_cannot_be_read_is_an_error_of_this_year() {
        let temp = tempfile::tempdir().unwrap();
        fs::write(temp.path().join("Cargo.toml"), "[workspace.metadata.aoc]").unwrap();
        fs::create_dir_all(temp.path().join("days/year2020/main.rs")).unwrap();
        let project = Project::find(temp.path()).unwrap();
        let error = project.sync(Year(2020)).unwrap_err().to_string();
        assert!(
            error.starts_with("cannot read ") && error.contains("main.rs"),
            "{error}"
        );
    }
}

//! Writes the files of a trial: the copies of the days with their remaining candidates, and a
//! program for each year. The program runs one of the candidates.

use std::collections::BTreeSet;
use std::fs::read_to_string;
use std::path::Path;

use toml::{Table, toml};

use super::TrialWorkspace;
use crate::cargo::Profile;
use crate::error::Result;
use crate::files::{toml_at, write_source};
use crate::import::trial::TrialDay;
use crate::import::trial::protocol::{self, Task};
use crate::import::{CANDIDATE_MODULE, CANDIDATE_TYPE, Kind};
use crate::project::source::features;
use crate::project::{Project, ROOT_ITEMS};
use crate::puzzle::{Puzzle, Year};

impl TrialWorkspace<'_> {
    /// The years that have copies.
    pub fn planned_years(&self) -> BTreeSet<Year> {
        self.plan
            .days()
            .into_iter()
            .map(|puzzle| puzzle.year)
            .collect()
    }

    /// Writes the planned copies, the program of each year, and a workspace of these years.
    pub fn write_copies(&self, years: &[Year]) -> Result<()> {
        let root = self.project.root();
        let mut packages = Vec::new();
        for file in &self.plan.files {
            write_if_changed(&root.join(&file.file), &file.text)?;
            if matches!(file.kind, Kind::Manifest) {
                packages.push(&*file.text);
            }
        }
        let planned = self.planned_years();
        let mut members = years.to_vec();
        members.retain(|year| planned.contains(year));
        let manifest = manifest(self.import.request.project, &packages, &members);
        write_if_changed(&root.join("Cargo.toml"), &manifest)?;
        for year in planned {
            let text = self.program_of(year);
            write_if_changed(&self.project.main_rs(year), &text)?;
        }
        Ok(())
    }

    /// The source of a year's program. Its first argument is the candidate to run, such as
    /// `day01/3`. It has the modules that days share even if the days that need them are left out,
    /// because the project builds every day of the year with them.
    fn program_of(&self, year: Year) -> String {
        let of_year = |day: &&TrialDay| day.is_compiled() && day.puzzle().year == year;
        let days: Vec<&TrialDay> = self.days.values().filter(of_year).collect();
        let features = days.iter().flat_map(|day| self.features_of(day.puzzle()));
        let mut text = "#![allow(warnings)]\n".to_owned();
        for feature in features.collect::<BTreeSet<_>>() {
            text += &format!("#![feature({feature})]\n");
        }
        for module in self.shared_modules(year) {
            text += &format!("mod {module};\n");
            if module == ROOT_ITEMS {
                text += &format!("use {module}::*;\n");
            }
        }
        let mut arms = String::new();
        for day in days {
            let module = day.puzzle().day.module();
            text += &format!("mod {module};\n");
            // A day of `aoc` has no candidates.
            for &number in &day.remaining {
                let name = format!("{module}::{CANDIDATE_MODULE}{number}");
                let argument = |task| protocol::argument(day.puzzle().day, number, task);
                let run = format!("run::<{name}::{CANDIDATE_TYPE}>(input)");
                arms += &protocol::arm(&argument(Task::Answers), &run);
                if day.prints_both_parts(number) {
                    let output = format!("{name}::output(input)");
                    arms += &protocol::arm(&argument(Task::Output), &output);
                }
            }
        }
        text + &protocol::program(&arms)
    }

    /// The modules beside the days in the folder of a year.
    fn shared_modules(&self, year: Year) -> BTreeSet<&str> {
        let folder = year.folder();
        let copied = self.plan.copied.iter();
        let of_year = copied.filter(|(puzzle, _)| puzzle.year == year);
        let days: BTreeSet<String> = of_year
            .clone()
            .map(|(puzzle, _)| puzzle.day.module())
            .collect();
        of_year
            .flat_map(|(_, copied)| &copied.copies)
            .filter_map(|file| {
                let inner = file.strip_prefix(&folder)?.strip_prefix('/')?;
                inner.split(['/', '.']).next()
            })
            .filter(|name| !days.contains(*name) && *name != "Cargo")
            .collect()
    }

    /// The unstable features that the copy of a day declares.
    pub fn features_of(&self, puzzle: Puzzle) -> BTreeSet<String> {
        features(self.plan.text_of(&puzzle.solution_path()))
    }
}

/// The manifest of the trial's workspace of these years. `packages` are the manifests of the years
/// and of the packages that they use. The profile is the one of the check, so libraries are
/// compiled once for both. The packages themselves have little optimisation, so that they build and
/// run soon, and their numbers may overflow as in a release build. `aoc-solution` has no
/// optimisation, because the trial hardly uses it, and optimising it takes seconds.
///
/// Cargo identifies a package by its path from the root. Only these settings distinguish the
/// packages of the trial from those of the project.
pub fn manifest(project: &Project, packages: &[&str], years: &[Year]) -> String {
    let mut profile = Profile::Aoc.table(project);
    let settings = profile
        .entry("package")
        .or_insert_with(|| Table::new().into());
    if let Some(settings) = settings.as_table_mut() {
        let library = toml! { opt-level = 0 };
        settings.insert("aoc-solution".to_owned(), library.into());
        for name in packages.iter().filter_map(|text| package_name(text)) {
            let own = toml! {
                opt-level = 1
                incremental = false
                overflow-checks = false
            };
            settings.insert(name, own.into());
        }
    }
    let mut manifest = toml! {
        [workspace]
        members = []
        exclude = ["vendor/aoc-solution"]
        resolver = "3"
        [workspace.metadata.aoc]
    };
    let members: Vec<String> = years.iter().map(|year| year.folder()).collect();
    manifest["workspace"]["members"] = members.into();
    let mut profiles = Table::new();
    profiles.insert(Profile::Aoc.name().to_owned(), profile.into());
    manifest.insert("profile".to_owned(), profiles.into());
    manifest.to_string()
}

fn package_name(manifest: &str) -> Option<String> {
    let manifest: Table = manifest.parse().ok()?;
    let name = toml_at(&manifest, &["package", "name"])?;
    Some(name.as_str()?.to_owned())
}

/// Writes a file unless it already has this text. So cargo compiles only the years that have
/// changed.
fn write_if_changed(path: &Path, text: &str) -> Result<()> {
    if read_to_string(path).is_ok_and(|old| old == *text) {
        return Ok(());
    }
    write_source(path, text)
}

/// The number of the candidate whose module contains the line. The candidates' modules are at the
/// end of a copy.
pub fn candidate_at(text: &str, line: u64) -> Option<usize> {
    let start = format!("pub mod {CANDIDATE_MODULE}");
    let before = text.lines().take(usize::try_from(line).ok()?);
    let numbers = before.filter_map(|line| line.strip_prefix(&start)?.strip_suffix(" {"));
    numbers.last()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use std::fs::{File, FileTimes};
    use std::time::SystemTime;

    use super::*;

    #[test]
    fn the_candidates_that_are_left_stay_and_each_has_its_lines() {
        let of =
            |number: usize| format!("pub mod {CANDIDATE_MODULE}{number} {{\nuse super::*;\n}}\n");
        let day = "fn part1() {}\n";
        let text = format!("{day}{}{}{}", of(0), of(1), of(2));
        for (line, expected) in [
            (1, None),
            (2, Some(0)),
            (4, Some(0)),
            (5, Some(1)),
            (8, Some(2)),
        ] {
            assert_eq!(candidate_at(&text, line), expected, "{line}");
        }
        let remaining = format!("{day}{}{}", of(0), of(2));
        assert_eq!(candidate_at(&remaining, 5), Some(2));
    }

    #[test]
    fn a_file_that_is_the_same_is_as_old_as_before() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("main.rs");
        write_if_changed(&path, "a").unwrap();
        let file = File::options().write(true).open(&path).unwrap();
        let old = FileTimes::new().set_modified(SystemTime::UNIX_EPOCH);
        file.set_times(old).unwrap();
        for (text, is_old) in [("a", true), ("b", false)] {
            write_if_changed(&path, text).unwrap();
            let changed = path.metadata().unwrap().modified().unwrap();
            assert_eq!(changed == SystemTime::UNIX_EPOCH, is_old, "{text}");
        }
    }
}

//! Writes the files of a trial: the copies of the days with the candidates that are left, and a
//! program for each year, which runs one of the candidates.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::read_to_string;
use std::ops::Range;
use std::path::Path;

use toml::{Table, toml};

use super::Trial;
use crate::cargo::Profile;
use crate::error::Result;
use crate::files::{toml_at, write_source};
use crate::import::trial::TrialDay;
use crate::import::trial::protocol::{self, Task};
use crate::import::{CANDIDATE_MODULE, CANDIDATE_TYPE, Kind};
use crate::project::source::features;
use crate::project::{Project, ROOT_ITEMS, module_name};
use crate::puzzle::Year;

impl Trial<'_> {
    /// The texts of the copies, with the candidates that are left.
    pub fn texts(&self) -> BTreeMap<String, String> {
        let files = self.plan.files.iter();
        let code = files.filter(|file| matches!(file.kind, Kind::Day { .. } | Kind::Module { .. }));
        code.map(|file| {
            let day = file.puzzle().and_then(|puzzle| self.days.get(&puzzle));
            let text = match day {
                Some(day) => with_candidates(&file.text, &day.remaining),
                None => file.text.clone(),
            };
            (file.file.clone(), text)
        })
        .collect()
    }

    /// The years that have copies.
    pub fn planned_years(&self) -> BTreeSet<Year> {
        self.plan
            .days()
            .into_iter()
            .map(|puzzle| puzzle.year)
            .collect()
    }

    /// Writes the copies with the candidates that are left, the program of each year, and a
    /// workspace of these years.
    pub fn write_days(&self, years: &[Year]) -> Result<()> {
        let root = self.project.root();
        let texts = self.texts();
        let mut packages = Vec::new();
        for file in &self.plan.files {
            if matches!(file.kind, Kind::Manifest) {
                write_if_changed(&root.join(&file.file), &file.text)?;
                packages.push(&*file.text);
            }
        }
        let planned = self.planned_years();
        let mut members = years.to_vec();
        members.retain(|year| planned.contains(year));
        let manifest = manifest(self.request.project, &packages, &members);
        write_if_changed(&root.join("Cargo.toml"), &manifest)?;
        for (file, text) in &texts {
            write_if_changed(&root.join(file), text)?;
        }
        for year in planned {
            let text = self.program_of(year, &texts);
            write_if_changed(&self.project.main_rs(year), &text)?;
        }
        Ok(())
    }

    /// The source of a year's program. The program's first argument is the candidate to run, such
    /// as `day01/3`.
    fn program_of(&self, year: Year, texts: &BTreeMap<String, String>) -> String {
        let folder = format!("days/year{year}/");
        let of_year = |day: &&TrialDay| day.is_open() && day.puzzle().year == year;
        let days: Vec<&TrialDay> = self.days.values().filter(of_year).collect();
        let mut needed = BTreeSet::new();
        let mut unstable = BTreeSet::new();
        let planned = self.plan.days().into_iter();
        let all_days: BTreeSet<String> = planned.map(|puzzle| module_name(puzzle.day)).collect();
        for file in days.iter().flat_map(|day| &day.to_try.files) {
            let text = texts.get(file).map_or("", String::as_str);
            unstable.append(&mut features(text));
            if let Some(inner) = file.strip_prefix(&folder) {
                let end = inner.find(['/', '.']).unwrap_or_default();
                let name = &inner[..end];
                if !all_days.contains(name) && name != "Cargo" {
                    needed.insert(name.to_owned());
                }
            }
        }
        let mut text = "#![allow(warnings)]\n".to_owned();
        for feature in unstable {
            text += &format!("#![feature({feature})]\n");
        }
        for module in needed {
            text += &format!("mod {module};\n");
            if module == ROOT_ITEMS {
                text += &format!("use {module}::*;\n");
            }
        }
        let mut arms = String::new();
        for day in days {
            let module = module_name(day.puzzle().day);
            text += &format!("mod {module};\n");
            for &number in &day.remaining {
                let name = format!("{module}::{CANDIDATE_MODULE}{number}");
                let argument = |task| protocol::argument(day.puzzle().day, number, task);
                let run = format!("run::<{name}::{CANDIDATE_TYPE}>(input)");
                arms += &protocol::arm(&argument(Task::Answers), &run);
                if day.candidate(number).printing().is_some() {
                    let output = format!("{name}::output(input)");
                    arms += &protocol::arm(&argument(Task::Output), &output);
                }
            }
        }
        text + &protocol::program(&arms)
    }
}

/// The manifest of the trial's workspace of these years. `packages` are the manifests of the years
/// and of the packages that they use. The profile is that of the check, so that libraries are
/// compiled once for both. The packages themselves are optimised little, so that they build and run
/// soon, and their numbers may overflow as in a release build. `aoc-solution` is not optimised,
/// because it is hardly used, and optimising it takes seconds.
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
    let members: Vec<String> = years
        .iter()
        .map(|year| format!("days/year{year}"))
        .collect();
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

/// Writes a file unless it has that text already, so that cargo compiles only the years that
/// changed.
fn write_if_changed(path: &Path, text: &str) -> Result<()> {
    if read_to_string(path).is_ok_and(|old| old == *text) {
        return Ok(());
    }
    write_source(path, text)
}

/// The numbers of the candidates in a copy, with the places of their modules.
fn candidate_places(text: &str) -> Vec<(usize, Range<usize>)> {
    let declaration = format!("pub mod {CANDIDATE_MODULE}");
    let start = format!("\n{declaration}");
    let mut starts: Vec<usize> = text.match_indices(&start).map(|(at, _)| at + 1).collect();
    starts.push(text.len());
    starts
        .windows(2)
        .filter_map(|place| {
            let module = &text[place[0]..place[1]];
            let (number, _) = module.strip_prefix(&declaration)?.split_once(' ')?;
            Some((number.parse().ok()?, place[0]..place[1]))
        })
        .collect()
}

/// The number of the candidate whose module contains the line.
pub fn candidate_at(text: &str, line: u64) -> Option<usize> {
    let line = usize::try_from(line).ok()?.checked_sub(1)?;
    let places = candidate_places(text);
    let found = places.into_iter().find(|(_, place)| {
        let first = text[..place.start].matches('\n').count();
        let last = text[..place.end].matches('\n').count();
        (first..last).contains(&line)
    });
    found.map(|(number, _)| number)
}

/// A copy in which only the modules of these candidates are left.
fn with_candidates(text: &str, remaining: &BTreeSet<usize>) -> String {
    let mut result = String::new();
    let mut end = 0;
    for (number, place) in candidate_places(text) {
        if !remaining.contains(&number) {
            result += &text[end..place.start];
            end = place.end;
        }
    }
    result + &text[end..]
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
        let remaining = BTreeSet::from([0, 2]);
        assert_eq!(
            with_candidates(&text, &remaining),
            format!("{day}{}{}", of(0), of(2))
        );
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

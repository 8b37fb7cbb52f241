//! The files that new days need: their own, and those of years that have no
//! crate yet.

use std::collections::{BTreeMap, BTreeSet};

use super::super::main_rs::with_one as first_main;
use super::super::root::Project;
use super::day::DayTemplate;
use super::file::File;
use super::{library, manifest};
use crate::files::read_text_file;
use crate::puzzle::{Puzzle, Year};

/// The files of days that have none, with their titles where these are known,
/// and the manifests of `years` that have none, in the order to write them: a
/// year's manifest is its last, as cargo passes over a folder without one.
pub fn days(
    project: &Project,
    template: &DayTemplate,
    years: &BTreeSet<Year>,
    wanted: &[(Puzzle, Option<String>)],
) -> Vec<File> {
    let years = years.iter().map(|&year| (year, Vec::new()));
    let mut years: BTreeMap<Year, Vec<File>> = years.collect();
    for (puzzle, title) in wanted {
        let file = template.file(*puzzle, title.as_deref());
        years.entry(puzzle.year).or_default().push(file);
    }
    let mut files = Vec::new();
    for (year, days) in years {
        files.extend(days);
        if project.year_dir(year).join("Cargo.toml").is_file() {
            continue;
        }
        let first = wanted.iter().find(|(puzzle, _)| puzzle.year == year);
        files.extend(first.map(|(puzzle, _)| {
            let main = format!("days/year{year}/main.rs");
            File::new(main, first_main(year, puzzle.day))
        }));
        files.push(year_manifest(project, year));
    }
    let library = project.root().join(library::FOLDER).join("Cargo.toml");
    if files.iter().any(takes_library) && !library.is_file() {
        files.splice(0..0, library::files());
    }
    files
}

/// Whether it is a manifest of a year that takes the library from its folder in
/// the repository.
fn takes_library(file: &File) -> bool {
    file.path.ends_with("Cargo.toml") && file.text.contains(library::FOLDER)
}

/// A manifest like that of the newest year that has one.
pub fn year_manifest(project: &Project, year: Year) -> File {
    let years = project.years();
    let texts = years.iter().rev().filter_map(|&other| {
        let path = project.year_dir(other).join("Cargo.toml");
        read_text_file(&path).ok()
    });
    let mut texts = texts.filter(|text| text.contains("aoc-solution"));
    match texts.next() {
        Some(other) => manifest::year_like(year, &other),
        None => manifest::year(year),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Day;
    use crate::testing::write;

    #[test]
    fn a_year_without_a_crate_gets_one() {
        let temp = tempfile::tempdir().unwrap();
        let write = |path, text: &str| write(temp.path(), path, text);
        write("Cargo.toml", "[workspace.metadata.aoc]\n");
        let project = Project::find(temp.path()).unwrap();
        let files = |puzzles: &[(u16, u8)]| {
            let wanted = puzzles.iter();
            let wanted = wanted.map(|&(year, day)| (Year(year).day(Day(day)), None));
            let wanted: Vec<_> = wanted.collect();
            let years = wanted.iter().map(|(puzzle, _)| puzzle.year).collect();
            days(&project, &DayTemplate::built_in(), &years, &wanted)
        };
        let paths = |puzzles: &[(u16, u8)]| {
            let paths = files(puzzles).into_iter().map(|file| file.path);
            let paths = paths.filter(|path| !path.starts_with(library::FOLDER));
            paths.collect::<Vec<_>>()
        };
        let is_library = |file: &File| file.path.starts_with(library::FOLDER);
        assert!(files(&[(2020, 1)]).iter().any(is_library));
        assert_eq!(
            paths(&[(2020, 1), (2020, 2)]),
            [
                "days/year2020/day01.rs",
                "days/year2020/day02.rs",
                "days/year2020/main.rs",
                "days/year2020/Cargo.toml",
            ]
        );
        let elsewhere = "[dependencies]\naoc-solution = { path = \"../../solution\" }\n";
        write("days/year2019/Cargo.toml", elsewhere);
        write("days/year2021/Cargo.toml", "[package]\n");
        assert_eq!(
            paths(&[(2019, 1), (2021, 3)]),
            ["days/year2019/day01.rs", "days/year2021/day03.rs"]
        );
        let files = files(&[(2020, 1)]);
        assert!(!files.iter().any(is_library));
        assert!(files.last().unwrap().text.ends_with(elsewhere));
    }
}

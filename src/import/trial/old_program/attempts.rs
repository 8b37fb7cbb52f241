//! The attempts to run the old program for a day, with command lines such as `old 5` and
//! `old --day 5`.

use std::path::PathBuf;

use super::DayToCompare;
use super::copy::ProgramCopy;
use crate::import::candidates::user_call::fill_placeholders;
use crate::import::folder::names::{day_of_folder, file_name, folder_of, join, year_in};
use crate::puzzle::{Day, Puzzle};

/// The arguments with which a program for all days may run one of them, the most usual first. A
/// space separates two arguments.
const ARGUMENTS: &[&str] = &[
    "%DAY%",
    "-d %DAY%",
    "--day %DAY%",
    "run %DAY%",
    "solve %DAY%",
    "%YEAR% %DAY%",
    "day%PADDED_DAY%",
    "day%DAY%",
    "%PADDED_DAY%",
];

/// Like [`ARGUMENTS`], for a program with days of several years.
const ARGUMENTS_WITH_YEAR: &[&str] = &[
    "%YEAR% %DAY%",
    "-y %YEAR% -d %DAY%",
    "--year %YEAR% --day %DAY%",
    "-d %DAY% -y %YEAR%",
];

/// A program of the copied folder after its build.
pub struct OldTarget {
    pub name: String,
    /// The file of its `main`.
    pub source: PathBuf,
    pub executable: PathBuf,
}

/// A command line of a program for one day, and the folder in which it runs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Attempt {
    pub executable: PathBuf,
    pub arguments: Vec<String>,
    pub form: CommandForm,
    pub folder: PathBuf,
}

/// How the arguments of a command line name the day. The form that worked for one day is the first
/// one for the next day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CommandForm {
    /// The program is the day's own, and gets no arguments.
    OwnProgram,
    /// The program is the day's own, and gets the path of the input.
    OwnProgramWithInput,
    /// The program gets these arguments, in which the numbers of the day are replaced.
    WithNumbers(&'static str),
    /// The program gets no arguments, and probably runs all days.
    AllDays,
}

/// The programs of a package of the copied folder, after its build.
pub struct OldPrograms<'p> {
    pub folder: &'p ProgramCopy<'p>,
    /// The folder of the package in the copy.
    pub package: &'p str,
    pub targets: &'p [OldTarget],
    /// True if the package has days of several years.
    pub has_years: bool,
}

impl OldPrograms<'_> {
    /// The attempts to run the day with these programs, the most likely first. Each command line
    /// runs in the folder of the package, and also in the root of the copy.
    pub fn attempts(&self, day: &DayToCompare) -> Vec<Attempt> {
        let root = &self.folder.root;
        let mut folders = vec![root.join(self.package)];
        if !self.package.is_empty() {
            folders.push(root.clone());
        }
        let mut commands = Vec::new();
        if let Some(target) = self.of_day(day) {
            commands.push((target, CommandForm::OwnProgram, Vec::new()));
            if let Some(input) = self.folder.input_file(day) {
                let path = input.to_string_lossy().into_owned();
                commands.push((target, CommandForm::OwnProgramWithInput, vec![path]));
            }
        }
        if let Some(target) = self.of_all_days() {
            let all = if self.has_years {
                ARGUMENTS_WITH_YEAR
            } else {
                ARGUMENTS
            };
            for &arguments in all {
                let filled = fill_placeholders(arguments, day.puzzle);
                let words = filled.split(' ').map(str::to_owned).collect();
                commands.push((target, CommandForm::WithNumbers(arguments), words));
            }
            commands.push((target, CommandForm::AllDays, Vec::new()));
        }
        let mut attempts = Vec::new();
        for (target, form, arguments) in commands {
            attempts.extend(folders.iter().map(|folder| Attempt {
                executable: target.executable.clone(),
                arguments: arguments.clone(),
                form,
                folder: folder.clone(),
            }));
        }
        attempts
    }

    /// The program of a day: the program whose `main` is in the day's source, or else the program
    /// with the day's name, or else the only program of a package whose folder has the day's name.
    fn of_day(&self, day: &DayToCompare) -> Option<&OldTarget> {
        let source = self.folder.root.join(&day.file);
        let mut targets = self.targets.iter();
        let by_source = targets.clone().find(|target| target.source == source);
        let found = by_source.or_else(|| targets.find(|target| self.is_named(target, day.puzzle)));
        if found.is_some() {
            return found;
        }
        let package = self.folder.repository.spelled_out(self.package);
        let named = day_of_folder(file_name(&package));
        match self.targets {
            [only] if named.is_some_and(|(named, _)| named == day.puzzle.day) => Some(only),
            _ => None,
        }
    }

    /// True if the name of a program means this puzzle. In a package with days of several years, a
    /// name means none.
    fn is_named(&self, target: &OldTarget, puzzle: Puzzle) -> bool {
        let name = self.folder_of_name(target);
        let fits_year = year_in(file_name(&name)).is_none_or(|year| year == puzzle.year);
        self.day_in_name(target) == Some(puzzle.day) && fits_year && !self.has_years
    }

    /// The program that may run all days of the package: its only one, or the one with the
    /// package's name or in `src/main.rs`. `None` if its name is that of a day.
    fn of_all_days(&self) -> Option<&OldTarget> {
        let usual = match self.targets {
            [only] => Some(only),
            targets => targets.iter().find(|target| {
                let has_name_of_package = file_name(self.package) == target.name;
                has_name_of_package || target.source.ends_with("src/main.rs")
            }),
        };
        usual.filter(|target| self.day_in_name(target).is_none())
    }

    /// The day in the name of a program.
    fn day_in_name(&self, target: &OldTarget) -> Option<Day> {
        day_in_program_name(file_name(&self.folder_of_name(target)))
    }

    /// The path that a folder beside the package would have if it had the program's name. So the
    /// name is read by the rules for folders, where `advent23` may be a year.
    fn folder_of_name(&self, target: &OldTarget) -> String {
        let folder = join(folder_of(self.package), &target.name);
        self.folder.repository.spelled_out(&folder).into_owned()
    }
}

impl OldTarget {
    /// The day in the program's name.
    pub fn day(&self) -> Option<Day> {
        day_in_program_name(&self.name)
    }
}

/// The day in the name of a program. A short year, as in `aoc22`, is not a day.
fn day_in_program_name(name: &str) -> Option<Day> {
    let (day, after) = day_of_folder(name)?;
    after.is_empty().then_some(day)
}

#[cfg(test)]
mod tests {
    use super::super::copy::tests::{copy_of, day};
    use super::*;

    /// The programs with these sources.
    fn targets(folder: &ProgramCopy, sources: &[(&str, &str)]) -> Vec<OldTarget> {
        let target = |(name, source): &(&str, &str)| OldTarget {
            name: (*name).to_owned(),
            source: folder.root.join(source),
            executable: (*name).into(),
        };
        sources.iter().map(target).collect()
    }

    /// The attempts to run a day of its package with these programs.
    fn attempts(
        folder: &ProgramCopy,
        day: &DayToCompare,
        sources: &[(&str, &str)],
        has_years: bool,
    ) -> Vec<String> {
        let programs = OldPrograms {
            folder,
            package: folder.package(&day.file).expect("a package"),
            targets: &targets(folder, sources),
            has_years,
        };
        shown(&programs.attempts(day))
    }

    fn shown(attempts: &[Attempt]) -> Vec<String> {
        let shown = attempts.iter().map(|attempt| {
            let words = attempt.arguments.join(" ");
            let days = match attempt.form {
                CommandForm::AllDays => " (all days)",
                _ => "",
            };
            format!("{} {words}{days}", attempt.executable.display())
                .trim_end()
                .to_owned()
        });
        shown.collect()
    }

    #[test]
    fn a_day_with_a_program_of_its_own_is_called_without_arguments() {
        let manifest = ("Cargo.toml", "[package]\nname = \"old\"\n");
        for (file, bins) in [
            (
                "src/bin/05.rs",
                &[("05", "src/bin/05.rs"), ("06", "src/bin/06.rs")][..],
            ),
            (
                "src/day05.rs",
                &[("day05", "src/bin/day05.rs"), ("day06", "src/bin/day06.rs")],
            ),
        ] {
            let (_temp, folder) = copy_of(&[manifest, (file, "")]);
            let day = day(file, Puzzle::of(2020, 5));
            let attempts = attempts(&folder, &day, bins, false);
            assert_eq!(attempts, [bins[0].0], "{file}");
        }
        let (_temp, folder) = copy_of(&[
            ("day05/Cargo.toml", "[package]\nname = \"x\"\n"),
            ("day05/src/lib.rs", ""),
        ]);
        let day = day("day05/src/lib.rs", Puzzle::of(2020, 5));
        assert_eq!(folder.package(&day.file), Some("day05"));
        let of_main = attempts(&folder, &day, &[("x", "day05/src/main.rs")], false);
        assert_eq!(of_main[0], "x");
        // In a package with several years, a program named after the day may be of another year.
        let named = [("day05", "day05/src/bin/day05.rs"), ("y", "day05/y.rs")];
        assert_eq!(attempts(&folder, &day, &named, false), ["day05", "day05"]);
        assert_eq!(attempts(&folder, &day, &named, true), [""; 0]);
    }

    #[test]
    fn a_day_with_a_program_of_its_own_may_want_the_path_of_its_input() {
        let (_temp, folder) = copy_of(&[
            ("Cargo.toml", "[package]\nname = \"old\"\n"),
            ("src/bin/05.rs", ""),
            ("inputs/05.txt", "text"),
        ]);
        let day = day("src/bin/05.rs", Puzzle::of(2020, 5));
        let bins = [("05", "src/bin/05.rs"), ("06", "src/bin/06.rs")];
        let attempts = attempts(&folder, &day, &bins, false);
        let path = folder.root.join("inputs/05.txt");
        assert_eq!(
            attempts,
            ["05".to_owned(), format!("05 {}", path.display())]
        );
    }

    #[test]
    fn a_program_of_all_days_is_given_the_day() {
        let (_temp, folder) = copy_of(&[
            ("Cargo.toml", "[package]\nname = \"old\"\n"),
            ("src/day05.rs", ""),
        ]);
        let sources = [("old", "src/main.rs")];
        let day = day("src/day05.rs", Puzzle::of(2020, 5));
        let of_one_year = attempts(&folder, &day, &sources, false);
        assert_eq!(of_one_year[..3], ["old 5", "old -d 5", "old --day 5"]);
        assert_eq!(of_one_year.last().unwrap(), "old  (all days)");
        // If there are several years, a command line without a year may run the day of any of them.
        let attempts = attempts(&folder, &day, &sources, true);
        assert_eq!(attempts[..2], ["old 2020 5", "old -y 2020 -d 5"]);
        assert!(!attempts.contains(&"old 5".to_owned()), "{attempts:?}");
    }

    #[test]
    fn a_program_with_the_name_of_a_year_is_one_of_all_days() {
        for (name, calls) in [
            ("aoc22", Some("aoc22 22")),
            ("aoc-22", Some("aoc-22 22")),
            ("day23", None),
        ] {
            let manifest = format!("[package]\nname = \"{name}\"\n");
            let source = "src/day22.rs";
            let files = [
                ("Cargo.toml", &*manifest),
                ("src/day01.rs", ""),
                (source, ""),
            ];
            let (_temp, folder) = copy_of(&files);
            let day = day(source, Puzzle::of(2022, 22));
            let attempts = attempts(&folder, &day, &[(name, "src/main.rs")], false);
            assert_eq!(attempts.first().map(String::as_str), calls, "{name}");
        }
    }
}

//! The modules in the folder of a year, and its `main.rs`, which is kept up to
//! date with them.

use std::io;
use std::path::PathBuf;

use super::main_rs::{self, Days};
use super::root::{Project, module_name};
use super::source::{solution_type, tokens};
use crate::error::CliError;
use crate::files::{MAX_INPUT, read_regular_file, read_text_file, write_source};
use crate::puzzle::{self, Day, Year, day_name};

#[derive(Clone, Debug, Default)]
pub struct YearSources {
    /// The days with a solution, and the type of each.
    pub days: Days,
    /// The modules that are not days, sorted.
    modules: Vec<String>,
    /// Whether aoc generates `main.rs`, rather than the user maintaining it.
    pub generated: bool,
    pub notes: Vec<Note>,
}

/// What a user should know about the files of a year.
#[derive(Clone, Debug)]
pub struct Note {
    pub message: String,
    /// The days that are not in the program for this reason.
    pub days: Vec<Day>,
    pub kind: NoteKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoteKind {
    /// A day has no solution yet, or two files.
    LeftOut,
    /// The name of a file is almost that of a day.
    Misnamed,
    /// The user's `main.rs` lacks days.
    Unlisted,
}

impl Project {
    /// Generates a year's `main.rs`, unless the user maintains it. It is
    /// written only if it is different.
    pub fn sync(&self, year: Year) -> Result<YearSources, CliError> {
        let path = self.main_rs(year);
        let old = match read_text_file(&path) {
            Ok(text) => Some(text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(source) => return Err(CliError::read(&path, source)),
        };
        let mut sources = self.sources(year)?;
        if let Some(old) = old
            .as_ref()
            .filter(|old| !main_rs::is_generated(old.as_bytes()))
        {
            sources.generated = false;
            // There are no notes about the names of files then.
            sources.notes = self
                .unlisted(year, old, &sources.days)
                .into_iter()
                .collect();
            return Ok(sources);
        }
        let checked = self.checks_conditions(year);
        let new = main_rs::generate(year, &sources.days, &sources.modules, checked);
        if !old.is_some_and(|old| main_rs::is_same(&old, &new)) {
            write_source(&path, &new)?;
        }
        Ok(sources)
    }

    /// Whether aoc generates the `main.rs` of a year, and it is there.
    pub fn is_generated(&self, year: Year) -> bool {
        let main = read_text_file(&self.main_rs(year));
        main.is_ok_and(|main| main_rs::is_generated(main.as_bytes()))
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

    /// The days that are missing in a `main.rs` that the user maintains.
    fn unlisted(&self, year: Year, text: &str, days: &Days) -> Option<Note> {
        let words = tokens(text);
        let unlisted = |day: &Day| !words.contains(&module_name(*day).as_str());
        let days: Vec<Day> = days.keys().copied().filter(unlisted).collect();
        let names: Vec<String> = days.iter().map(|day| module_name(*day)).collect();
        let message = format!(
            "{} does not list {}: add what is missing, or delete the file and aoc will generate it",
            self.shown(&self.main_rs(year)).display(),
            names.join(", ")
        );
        let kind = NoteKind::Unlisted;
        (!days.is_empty()).then_some(Note {
            message,
            days,
            kind,
        })
    }

    /// Reads the folder of a year, without its `main.rs`.
    fn sources(&self, year: Year) -> Result<YearSources, CliError> {
        let mut sources = YearSources {
            generated: true,
            ..YearSources::default()
        };
        for (module, files) in self.modules(year)? {
            let misnamed = self.look_alikes(year, &module, &files);
            if let Some(day) = day_name(&module).filter(|day| day.0 <= puzzle::days(year)) {
                match self.solution(day, &files) {
                    Ok(solution) => drop(sources.days.insert(day, solution)),
                    Err(message) => sources.notes.push(Note {
                        message,
                        days: vec![day],
                        kind: NoteKind::LeftOut,
                    }),
                }
            } else if misnamed.is_empty() {
                sources.modules.extend(main_rs::identifier(&module));
            }
            sources
                .notes
                .extend(misnamed.into_iter().map(|message| Note {
                    message,
                    days: Vec::new(),
                    kind: NoteKind::Misnamed,
                }));
        }
        Ok(sources)
    }

    /// Notes on the files of a year whose names are almost that of a day, unless the
    /// user maintains its `main.rs`.
    pub fn misnamed(&self, year: Year) -> Vec<String> {
        if self.main_rs(year).exists() && !self.is_generated(year) {
            return Vec::new();
        }
        let modules = self.modules(year).unwrap_or_default();
        let modules = modules.iter();
        modules
            .flat_map(|(module, files)| self.look_alikes(year, module, files))
            .collect()
    }

    /// Notes on the files of a module, if its name is almost that of a day.
    fn look_alikes(&self, year: Year, module: &str, files: &[PathBuf]) -> Vec<String> {
        let folder = self.year_dir(year);
        let look_alike = |file: &PathBuf| {
            let is_folder = file.ends_with("mod.rs");
            let rest = if is_folder { "/mod.rs" } else { ".rs" };
            let is_there = |right: &str| folder.join(right).exists();
            puzzle::misnamed(year, &self.shown(file), (module, rest), is_there)
        };
        files.iter().filter_map(look_alike).collect()
    }

    /// The type that solves a day, or why there is none.
    fn solution(&self, day: Day, files: &[PathBuf]) -> Result<String, String> {
        let shown: Vec<PathBuf> = files.iter().map(|file| self.shown(file)).collect();
        let file = shown[0].display();
        if let Some(folder) = shown.get(1) {
            return Err(format!(
                "{file} and {} are both there: the day is left out until you remove one",
                folder.display()
            ));
        }
        let source = read_regular_file(&files[0], MAX_INPUT)
            .map_err(|why| format!("{file} is left out: {why}"))?;
        let source = String::from_utf8(source)
            .map_err(|_| format!("{file} is left out: it is not UTF-8"))?;
        let usual = format!("Day{:02}", day.0);
        solution_type(&source, &usual).ok_or_else(|| {
            let is_program = tokens(&source)
                .windows(2)
                .any(|pair| pair == ["fn", "main"]);
            let place = if is_program {
                " in place of `fn main`"
            } else {
                ""
            };
            format!(
                "{file} has no `impl Solution for {usual}`, and no `functions!({usual}, ...)`: the \
                 day is left out until it has one{place}"
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

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
        sources.notes.iter().map(|it| it.message.clone()).collect()
    }

    #[test]
    fn every_source_file_is_a_module_and_some_are_days() {
        let empty = "day03/deep.rs grid.rs math/mod.rs day22_old.rs data/numbers.rs \
                     not-a-module.rs self.rs type.rs main.rs build.rs notes.txt";
        let empty: Vec<String> = empty
            .split(' ')
            .map(|it| format!("year2020/{it}"))
            .collect();
        let mut files: Vec<(&str, &str)> = empty.iter().map(|it| (&**it, "")).collect();
        files.push(("year2020/day01.rs", "impl Solution for Day01 {}"));
        files.push(("year2020/day03/mod.rs", "impl Solution for Trees {}"));
        let (_temp, project) = project(&files);
        let sources = project.sources(Year(2020)).unwrap();
        let days = [(Day(1), "Day01".to_owned()), (Day(3), "Trees".to_owned())];
        assert_eq!(sources.days, days.into());
        assert_eq!(sources.modules, ["day22_old", "grid", "math", "r#type"]);
        assert_eq!(notes(&sources), [""; 0]);
        let none = project.sources(Year(2021)).unwrap();
        assert!(none.days.is_empty() && none.modules.is_empty());
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
                "days/year2020/day05.rs has no `impl Solution for Day05`, and no \
                 `functions!(Day05, ...)`: the day is left out until it has one in place of `fn \
                 main`",
                "days/year2020/day06.rs and days/year2020/day06/mod.rs are both there: the day is \
                 left out until you remove one",
                "days/year2020/day1.rs is left out: rename it to day01.rs",
                "days/year2020/day26.rs is left out: 2020 has no day 26, its days are 1 to 25",
                "days/year2020/day_3/mod.rs is left out: rename it to day03/mod.rs",
            ]
        );
        let left_out = sources.notes.iter();
        let left_out = left_out.filter(|note| note.kind == NoteKind::LeftOut);
        let left_out: Vec<Day> = left_out.flat_map(|note| note.days.clone()).collect();
        assert_eq!(left_out, [Day(5), Day(6)]);
        assert_eq!(
            notes(&project.sources(Year(2025)).unwrap()),
            ["days/year2025/day13.rs is left out: 2025 has no day 13, its days are 1 to 12"]
        );
    }

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
            assert!(sources.notes.is_empty());
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
        let notes: Vec<String> = sources.notes.into_iter().map(|it| it.message).collect();
        assert_eq!(
            notes,
            [
                "days/year2020/main.rs does not list day02: add what is missing, or delete the \
                 file and aoc will generate it",
            ]
        );
        assert_eq!(main(), mine);
    }
}

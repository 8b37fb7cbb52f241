//! The modules in the folder of a year, and its `main.rs`.
//!
//! The whole program is generated from the files beside it. If `main.rs` does not begin with the
//! generated line, it belongs to the user, and `aoc` does not change it.

mod main_text;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use syn::{Ident, parse_str};

use self::main_text::{ALLOCATOR, listed_modules, without_layout};
pub use self::main_text::{ROOT_ITEMS, is_generated_main};
use super::days::Modules;
use super::library::LIBRARY;
use super::root::Project;
use super::source::{features, read_source, solution_type, tokens};
use crate::error::{Result, failure};
use crate::files::{if_exists, read_text_file};
use crate::puzzle::{Day, ModuleName, Puzzle, Year, day_count};

/// The type that solves each day.
type Days = BTreeMap<Day, String>;

/// The unstable features, each with the days that use it.
pub type Features = BTreeMap<String, Vec<Day>>;

#[derive(Default)]
pub struct YearFiles {
    /// The days with a solution, and the type that solves each.
    pub days: Days,
    pub features: Features,
    /// The modules that are not days, sorted.
    pub modules: Vec<String>,
    /// Whether aoc generates `main.rs`. Otherwise the user maintains it.
    pub generated: bool,
    /// The days that the generated `main.rs` leaves out, each with the reason.
    pub left_out: BTreeMap<Day, String>,
    /// Notes on the year: days that are missing in the user's own `main.rs`, or changes to the
    /// manifest.
    pub notes: Vec<String>,
}

/// A file that is left out of its year because its name resembles that of a day or a module.
pub struct MisnamedFile {
    /// The day that has no file yet, if this file gets the right name.
    pub meant: Option<Day>,
    /// A sentence with the right name.
    pub note: String,
}

/// The names of modules that would hide libraries that `main.rs` uses.
const LIBRARIES: [&str; 2] = ["aoc_solution", "std"];

/// The role of a source file or folder in the program of its year, by its name.
enum Role {
    Day(Day),
    /// It is left out because its name resembles that of a day, probably of this one.
    Misnamed(Day),
    /// It is left out because its name is that of a day that the event does not have.
    UnknownDay(u32),
    /// It is a module and not a day. This is its name in code.
    Module(String),
    /// It is left out although its name is possible in code: the compiler loads no file for a module
    /// of that name, or `main.rs` would not compile with it.
    Unusable,
    /// Its name cannot be the name of a module.
    InvalidName,
}

impl Role {
    fn of(year: Year, name: &str) -> Self {
        match ModuleName::of(year, name) {
            ModuleName::Day(day) => Self::Day(day),
            ModuleName::Misnamed(number) => {
                existing_day(year, number).map_or(Self::UnknownDay(number), Self::Misnamed)
            }
            ModuleName::Other if is_unusable(name) => Self::Unusable,
            ModuleName::Other => identifier(name).map_or(Self::InvalidName, Self::Module),
        }
    }
}

fn is_unusable(module: &str) -> bool {
    let has_no_file = !module.is_ascii() || module.starts_with("r#");
    (has_no_file || LIBRARIES.contains(&module)) && parse_str::<Ident>(module).is_ok()
}

/// The name of a module in code, with `r#` if it is a keyword. `None` if it cannot be the name of a
/// module.
fn identifier(module: &str) -> Option<String> {
    // `gen` is a keyword since edition 2024. The parser does not know it.
    if module != "gen" && parse_str::<Ident>(module).is_ok() {
        return Some(module.to_owned());
    }
    let raw = format!("r#{module}");
    parse_str::<Ident>(&raw).is_ok().then_some(raw)
}

impl YearFiles {
    /// Adds a module of the year by the name of its file or folder.
    pub fn add(&mut self, year: Year, name: &str) {
        match Role::of(year, name) {
            Role::Day(day) => {
                self.days.insert(day, String::new());
            }
            Role::Module(name) => self.modules.push(name),
            Role::Misnamed(_) | Role::UnknownDay(_) | Role::Unusable | Role::InvalidName => {}
        }
    }
}

impl Project {
    /// Generates a year's `main.rs`, unless the user maintains it. The file is written only if its
    /// text changes.
    pub fn sync(&self, year: Year) -> Result<YearFiles> {
        let path = self.main_rs(year);
        let old = if_exists(&path, read_text_file(&path))?;
        let modules = self.modules(year)?;
        let mut files = self.files(year, &modules);
        if let Some(old) = &old
            && !is_generated_main(old)
        {
            files.left_out.clear();
            files.notes = Vec::from_iter(self.unlisted_note(year, old, &files.days));
            return Ok(files);
        }
        self.check_library()?;
        self.check_modules(year, &modules)?;
        files.generated = true;
        let note = self.disable_target_discovery(year, &files.modules)?;
        files.notes.extend(note);
        let new = self.main_text(year, &files);
        if without_layout(&old.unwrap_or_default()) != without_layout(&new) {
            self.write(&path, &new)?;
        }
        Ok(files)
    }

    /// Fails if a shared module has two files. Cargo would report that only when one of them
    /// changes. Until then, it would run the old program.
    fn check_modules(&self, year: Year, modules: &Modules) -> Result<()> {
        for (module, files) in modules {
            if let [file, other] = &**files
                && let Role::Module(_) = Role::of(year, module)
            {
                return Err(failure(format!(
                    "{} and {} both exist: remove one",
                    self.shown(file),
                    self.shown(other)
                )));
            }
        }
        Ok(())
    }

    /// Fails if the library in the repository is too old for the generated `main.rs`.
    fn check_library(&self) -> Result<()> {
        let root = self.root.join(LIBRARY).join("src/lib.rs");
        match read_text_file(&root) {
            Ok(library) if !library.contains(ALLOCATOR) => Err(failure(match &self.revision {
                None => {
                    format!("{LIBRARY} is older than this aoc: update it with `aoc init --update`")
                }
                Some(revision) => format!(
                    "{LIBRARY} of revision `{revision}` is older than this aoc, which cannot \
                         build with it: name a later revision"
                ),
            })),
            _ => Ok(()),
        }
    }

    /// True if the `main.rs` of a year exists and was generated by aoc.
    pub fn is_generated(&self, year: Year) -> bool {
        read_text_file(&self.main_rs(year)).is_ok_and(|main| is_generated_main(&main))
    }

    /// True if the `main.rs` of a year was generated by aoc and lists the modules that the folder
    /// has now. Files that it lists are not read, because this precedes every start of a program.
    pub fn is_current(&self, year: Year) -> bool {
        let main = read_text_file(&self.main_rs(year)).unwrap_or_default();
        if !is_generated_main(&main) {
            return false;
        }
        let modules = self.modules(year).unwrap_or_default();
        let listed = listed_modules(&main);
        let mut existing = BTreeSet::new();
        for (module, files) in &modules {
            let is_listed = listed.contains(&**module) && files.len() == 1;
            match Role::of(year, module) {
                Role::Module(name) => existing.insert(name),
                Role::Day(day) if is_listed || self.solution(day, files).is_ok() => {
                    existing.insert(module.clone())
                }
                _ => continue,
            };
        }
        existing.iter().eq(listed)
    }

    /// The note on days that are missing in a `main.rs` that the user maintains.
    fn unlisted_note(&self, year: Year, main: &str, days: &Days) -> Option<String> {
        let words = tokens(main);
        let names: Vec<String> = days
            .keys()
            .map(|day| day.module())
            .filter(|name| !words.contains(&&**name))
            .collect();
        if names.is_empty() {
            return None;
        }
        Some(format!(
            "{} does not list {}: add what is missing, or delete the file and aoc will generate it",
            self.shown(&self.main_rs(year)),
            names.join(", ")
        ))
    }

    /// Reads the modules of a year.
    fn files(&self, year: Year, modules: &Modules) -> YearFiles {
        let mut files = YearFiles::default();
        for (module, paths) in modules {
            let day = match Role::of(year, module) {
                Role::Day(day) => day,
                Role::Module(name) => {
                    files.modules.push(name);
                    continue;
                }
                Role::Misnamed(_) | Role::UnknownDay(_) | Role::Unusable | Role::InvalidName => {
                    continue;
                }
            };
            match self.solution(day, paths) {
                Ok((solution, features)) => {
                    files.days.insert(day, solution);
                    for feature in features {
                        files.features.entry(feature).or_default().push(day);
                    }
                }
                Err(why) => {
                    files.left_out.insert(day, why);
                }
            }
        }
        files
    }

    /// The type that solves a day, and the unstable features of its file. The error is the reason
    /// to leave the day out.
    fn solution(&self, day: Day, files: &[PathBuf]) -> Result<(String, BTreeSet<String>), String> {
        let file = &files[0];
        let shown = self.shown(file);
        if let Some(other) = files.get(1) {
            let other = self.shown(other);
            return Err(format!(
                "{shown} and {other} both exist: the day is left out until you remove one"
            ));
        }
        let source = read_source(file).map_err(|why| format!("{shown} is left out: {why}"))?;
        let conventional = format!("Day{:02}", day.get());
        let solution = solution_type(&source, &conventional).ok_or_else(|| {
            format!(
                "{shown} has no `functions!({conventional}, ...)`, and no `impl Solution for \
                 {conventional}`: the day is left out until it has one"
            )
        })?;
        Ok((solution, features(&source)))
    }

    /// The note on a file that has a wrong name and is probably the solution of a puzzle without
    /// one.
    pub fn misnamed_solution(&self, puzzle: Puzzle) -> Option<String> {
        let misnamed = self.misnamed(puzzle.year).into_iter();
        let mut files = misnamed.filter(|file| file.meant == Some(puzzle.day));
        Some(files.next()?.note)
    }

    /// The files of a year that are left out because of their names. Empty if the user maintains
    /// `main.rs`.
    pub fn misnamed(&self, year: Year) -> Vec<MisnamedFile> {
        if self.main_rs(year).exists() && !self.is_generated(year) {
            return Vec::new();
        }
        let mut misnamed = Vec::new();
        let days = day_count(year);
        let modules = self.modules(year).unwrap_or_default();
        for (module, files) in &modules {
            let role = Role::of(year, module);
            for file in files {
                let mut meant = None;
                let advice = match role {
                    Role::UnknownDay(number) => {
                        format!("{year} has no day {number}, its days are 1 to {days}")
                    }
                    Role::Misnamed(day) => {
                        let right = day.module();
                        if let Some(existing) = modules.get(&right) {
                            // A renamed file would overwrite the day's file or exist beside it.
                            let existing = self.shown(&existing[0]);
                            format!("{existing} exists too; remove or rename one")
                        } else {
                            meant = Some(day);
                            let end = if file.ends_with("mod.rs") {
                                "/mod.rs"
                            } else {
                                ".rs"
                            };
                            format!("rename it to {right}{end}")
                        }
                    }
                    Role::Unusable => {
                        format!("rename it, because main.rs cannot have a module `{module}`")
                    }
                    Role::Day(_) | Role::Module(_) | Role::InvalidName => continue,
                };
                let file = self.shown(file);
                let note = format!("{file} is left out: {advice}");
                misnamed.push(MisnamedFile { meant, note });
            }
        }
        misnamed
    }
}

/// The day of a year with this number. `None` if the year has no such day.
fn existing_day(year: Year, number: u32) -> Option<Day> {
    let day = Day::new(number.try_into().ok()?)?;
    year.has_day(day).then_some(day)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::testing::{project, with_slashes, write};

    const YEAR: Year = Year::of(2020);
    const SOLUTION: &str = "impl Solution for Day01 {}";

    fn read_files(project: &Project, year: Year) -> YearFiles {
        project.files(year, &project.modules(year).unwrap())
    }

    fn notes(files: &YearFiles) -> Vec<String> {
        let reasons = files.left_out.values();
        reasons
            .chain(&files.notes)
            .map(|note| with_slashes(note))
            .collect()
    }

    #[test]
    fn every_source_file_is_a_module_and_some_are_days() {
        let (_temp, project) = project(&[
            ("year2020/day01.rs", SOLUTION),
            ("year2020/day05.rs", "fn main() {}"),
            ("year2020/day06.rs", SOLUTION),
            ("year2020/day06/mod.rs", ""),
            ("year2020/day07/mod.rs", "impl Solution for Trees {}"),
            ("year2020/day07/deep.rs", ""),
            ("year2020/day1.rs", ""),
            ("year2020/day_1/mod.rs", ""),
            ("year2020/day26.rs", ""),
            ("year2020/day4.rs", ""),
            ("year2020/day_3/mod.rs", ""),
            ("year2020/day007.rs", ""),
            ("year2020/day22_old.rs", ""),
            ("year2020/grid.rs", ""),
            ("year2020/folder.rs/mod.rs", ""),
            ("year2020/math/mod.rs", ""),
            ("year2020/type.rs", ""),
            ("year2020/loop/mod.rs", ""),
            ("year2020/self.rs", ""),
            ("year2020/not-a-module.rs", ""),
            ("year2020/not-\u{e9}.rs", ""),
            ("year2020/\u{e9}.rs", ""),
            ("year2020/day\u{661}\u{661}/mod.rs", ""),
            ("year2020/r#try.rs", ""),
            ("year2020/std.rs", ""),
            ("year2020/aoc_solution/mod.rs", ""),
            ("year2020/core.rs", ""),
            ("year2020/data/numbers.rs", ""),
            ("year2020/build.rs", ""),
            ("year2020/notes.txt", ""),
            ("year2025/day13.rs", ""),
        ]);
        let files = read_files(&project, YEAR);
        let days = [
            (Day::of(1), "Day01".to_owned()),
            (Day::of(7), "Trees".to_owned()),
        ];
        assert_eq!(files.days, days.into());
        assert_eq!(
            files.modules,
            ["core", "day22_old", "grid", "r#loop", "math", "r#type"]
        );
        let left_out: Vec<Day> = files.left_out.keys().copied().collect();
        assert_eq!(left_out, [Day::of(5), Day::of(6)]);
        let expected = [
            "days/year2020/day05.rs has no `functions!(Day05, ...)`, and no `impl Solution for \
             Day05`: the day is left out until it has one",
            "days/year2020/day06.rs and days/year2020/day06/mod.rs both exist: the day is left \
             out until you remove one",
        ];
        assert_eq!(notes(&files), expected);
        let misnamed = [
            "aoc_solution/mod.rs is left out: rename it, because main.rs cannot have a module \
             `aoc_solution`",
            "day007.rs is left out: days/year2020/day07/mod.rs exists too; remove or rename one",
            "day1.rs is left out: days/year2020/day01.rs exists too; remove or rename one",
            "day26.rs is left out: 2020 has no day 26, its days are 1 to 25",
            "day4.rs is left out: rename it to day04.rs",
            "day_1/mod.rs is left out: days/year2020/day01.rs exists too; remove or rename one",
            "day_3/mod.rs is left out: rename it to day03/mod.rs",
            "day\u{661}\u{661}/mod.rs is left out: rename it, because main.rs cannot have a module \
             `day\u{661}\u{661}`",
            "r#try.rs is left out: rename it, because main.rs cannot have a module `r#try`",
            "std.rs is left out: rename it, because main.rs cannot have a module `std`",
            "\u{e9}.rs is left out: rename it, because main.rs cannot have a module `\u{e9}`",
        ];
        let misnamed = misnamed.map(|note| format!("days/year2020/{note}"));
        let found = project.misnamed(YEAR);
        let found: Vec<String> = found.iter().map(|file| with_slashes(&file.note)).collect();
        assert_eq!(found, misnamed);
        let none = read_files(&project, Year::of(2025));
        assert!(none.days.is_empty() && none.modules.is_empty());
        assert!(none.left_out.is_empty() && none.notes.is_empty());
    }

    #[test]
    fn only_a_module_must_not_have_two_files() {
        let (_temp, project) = project(&[
            ("year2020/not-a-module.rs", ""),
            ("year2020/not-a-module/mod.rs", ""),
        ]);
        project.sync(YEAR).unwrap();
        let folder = project.year_dir(YEAR);
        for file in ["grid.rs", "grid/mod.rs"] {
            write(&folder, file, "");
        }
        let error = with_slashes(&project.sync(YEAR).err().unwrap().to_string());
        let expected = "days/year2020/grid.rs and days/year2020/grid/mod.rs both exist: remove one";
        assert_eq!(error, expected);
    }

    #[test]
    fn a_day_may_contain_its_input() {
        let input = "1\n".repeat(1 << 20);
        let text = format!("const INPUT: &str = \"{input}\";\n{SOLUTION}\n");
        let (_temp, project) = project(&[("year2020/day01.rs", &text)]);
        let files = read_files(&project, YEAR);
        assert_eq!(files.days, [(Day::of(1), "Day01".to_owned())].into());
    }

    #[test]
    fn an_old_library_is_to_be_updated_before_anything_is_generated() {
        let (temp, project) = project(&[("year2020/day01.rs", SOLUTION)]);
        write(temp.path(), "vendor/aoc-solution/src/lib.rs", "mod memory;");
        let error = project.sync(YEAR).err().unwrap().to_string();
        let is_told = error.ends_with("update it with `aoc init --update`");
        assert!(is_told, "{error}");
        assert!(!project.main_rs(YEAR).exists());
        // Nothing is updated in a checkout of another revision.
        let mut older = project;
        older.revision = Some("HEAD~9".to_owned());
        let error = older.sync(YEAR).err().unwrap().to_string();
        let expected = "vendor/aoc-solution of revision `HEAD~9` is older than this aoc, which \
                        cannot build with it: name a later revision";
        assert_eq!(error, expected);
    }

    /// The manifest of an older year lacks the keys that stop cargo from building such folders as
    /// programs.
    #[test]
    fn a_module_that_cargo_takes_for_programs_gets_its_keys_in_the_manifest() {
        let old = "# Mine.\n[package]\nname = \"year2020\"\nautobins = true\n\n[dependencies]\n";
        for (module, main, added) in [
            ("tests/mod.rs", None, true),
            ("examples/mod.rs", None, true),
            ("bin/mod.rs", None, true),
            ("benches/mod.rs", None, true),
            // Cargo looks only for a folder of this name.
            ("tests.rs", None, false),
            // The file is not part of a module, so it is a test of the user.
            ("tests/mine.rs", None, false),
            ("tests/mod.rs", Some("fn main() {}"), false),
        ] {
            let (_temp, project) = project(&[("year2020/day01.rs", SOLUTION)]);
            let folder = project.year_dir(YEAR);
            write(&folder, "Cargo.toml", old);
            write(&folder, module, "");
            if let Some(main) = main {
                write(&folder, "main.rs", main);
            }
            let noted = notes(&project.sync(YEAR).unwrap());
            let manifest = fs::read_to_string(project.manifest_of(YEAR)).unwrap();
            if !added {
                assert_eq!(manifest, old, "{module}");
                continue;
            }
            let new = "autobins = true\nbuild = false\nautoexamples = false\nautotests = false\n\
                       autobenches = false\n";
            assert_eq!(manifest, old.replace("autobins = true\n", new), "{module}");
            let name = module.strip_suffix("/mod.rs").unwrap();
            let note = format!(
                "added `autotests = false` and similar keys to days/year2020/Cargo.toml, because cargo \
                 would build the folder `{name}` as programs"
            );
            assert_eq!(noted, [note]);
            // The note is not repeated.
            assert_eq!(notes(&project.sync(YEAR).unwrap()), [""; 0]);
        }
    }

    #[test]
    fn the_build_script_of_a_year_stays_one() {
        let (_temp, project) = project(&[("year2020/day01.rs", SOLUTION)]);
        let folder = project.year_dir(YEAR);
        let modules = || project.sync(YEAR).unwrap().modules;
        for file in ["build.rs", "tests/mod.rs"] {
            write(&folder, file, "");
        }
        write(&folder, "Cargo.toml", "[package]\nname = \"year2020\"\n");
        assert_eq!(modules(), ["tests"]);
        let manifest = fs::read_to_string(project.manifest_of(YEAR)).unwrap();
        assert!(manifest.contains("autotests") && !manifest.contains("build"));
        write(
            &folder,
            "Cargo.toml",
            "[package]\nname = \"year2020\"\nbuild = false\n",
        );
        assert_eq!(modules(), ["build", "tests"]);
        write(&folder, "tables.rs", "");
        for (script, others) in [
            ("tables.rs", ["build", "tests"]),
            ("./tables.rs", ["build", "tests"]),
            ("tests/mod.rs", ["build", "tables"]),
        ] {
            let manifest = format!("[package]\nname = \"year2020\"\nbuild = \"{script}\"\n");
            write(&folder, "Cargo.toml", &manifest);
            assert_eq!(modules(), others, "{script}");
        }
    }

    #[test]
    fn follows_the_files_until_the_user_maintains_it() {
        let (_temp, project) = project(&[("year2020/grid.rs", "")]);
        assert!(!project.is_generated(YEAR));
        let path = project.main_rs(YEAR);
        let main = || fs::read_to_string(&path).unwrap();
        let write = |file: &str, text: &str| write(&project.year_dir(YEAR), file, text);
        let follows = || {
            let files = project.sync(YEAR).unwrap();
            assert!(files.generated && files.left_out.is_empty() && files.notes.is_empty());
            assert!(project.is_generated(YEAR));
            assert_eq!(main(), project.main_text(YEAR, &files));
            assert!(project.is_current(YEAR));
        };
        follows();
        write("day01.rs", SOLUTION);
        assert!(!project.is_current(YEAR));
        follows();
        assert!(main().contains(".day::<day01::Day01>(1)") && main().contains("mod grid;\n"));
        write("day01.rs", "impl Solution for Report {}");
        follows();
        // The text differs only in its layout.
        let spread = main().replace(".day", "\r\n    .day");
        write("main.rs", &spread);
        project.sync(YEAR).unwrap();
        assert_eq!(main(), spread);
        // A day without a solution is not listed, and a day with two files must not be.
        write("day03.rs", "not yet");
        assert!(project.is_current(YEAR));
        write("day01/mod.rs", SOLUTION);
        assert!(!project.is_current(YEAR));
        project.sync(YEAR).unwrap();
        assert!(project.is_current(YEAR));
        // A module with the name of a keyword, and as many modules of other names.
        write("match.rs", "");
        assert!(!project.is_current(YEAR));
        project.sync(YEAR).unwrap();
        assert!(project.is_current(YEAR));
        let module = |name: &str| project.year_dir(YEAR).join(name);
        fs::rename(module("match.rs"), module("maps.rs")).unwrap();
        assert!(!project.is_current(YEAR));
        project.sync(YEAR).unwrap();
        for path in ["day01/mod.rs", "grid.rs"] {
            fs::remove_file(project.year_dir(YEAR).join(path)).unwrap();
            assert!(!project.is_current(YEAR), "{path}");
            project.sync(YEAR).unwrap();
            assert!(project.is_current(YEAR), "{path}");
        }

        let mine = "mod day01; // day02\nfn main() { Registry::new(2021).day::<day01::Report>(1) }";
        write("main.rs", mine);
        write("day02.rs", SOLUTION);
        write("day03.rs", "not yet");
        write("day1.rs", "maybe mine");
        let files = project.sync(YEAR).unwrap();
        let unlisted = "days/year2020/main.rs does not list day02: add what is missing, or delete \
                        the file and aoc will generate it";
        assert!(!files.generated && !project.is_generated(YEAR));
        assert_eq!(notes(&files), [unlisted]);
        write("main.rs", "mod day01;\nmod day02;\nmod maps;\nfn main() {}");
        assert!(!project.is_current(YEAR));
        write("main.rs", mine);
        assert_eq!((main().as_str(), project.misnamed(YEAR).len()), (mine, 0));
    }
}

//! The modules in the folder of a year, and its `main.rs`.
//!
//! `aoc` generates the whole `main.rs` from the files beside it. If `main.rs` does not begin with
//! the generated line, it belongs to the user, and `aoc` does not change it.

mod main_text;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use syn::{Ident, parse_str};

use self::main_text::{ALLOCATOR, listed_modules, without_layout};
pub use self::main_text::{ROOT_ITEMS, is_generated_main, mod_lines};
use super::days::Modules;
use super::library::LIBRARY;
use super::root::Project;
use super::source::{features, read_source, solution_type, tokens};
use crate::error::{Result, failure};
use crate::files::{if_exists, read_text_file};
use crate::puzzle::{
    Day, ModuleName, Puzzle, Year, day_count, day_count_hint, possible_day_counts,
};

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
    /// True if aoc generates `main.rs`. False if the user maintains it.
    pub is_generated: bool,
    /// The days that the generated `main.rs` leaves out, each with the reason.
    pub left_out: BTreeMap<Day, String>,
    /// Notes on the year: days that are missing in the user's own `main.rs`, or changes to the
    /// manifest.
    pub notes: Vec<String>,
}

/// A file that is left out of its year because of its name.
pub struct MisnamedFile {
    /// The puzzle without a file whose solution this probably is, according to the name.
    pub meant: Option<Puzzle>,
    /// A sentence that says what to do.
    pub note: String,
}

/// The `main.rs` of a year, with its text.
enum MainFile {
    Missing,
    Generated(String),
    /// The user maintains it.
    Own(String),
}

/// The files in the folder of a year, sorted by the meaning of their names. Only `main.rs` is read.
struct YearFolder {
    main: MainFile,
    days: BTreeMap<Day, Vec<PathBuf>>,
    /// The modules that are not days, by their names in code.
    modules: Vec<(String, Vec<PathBuf>)>,
    misnamed: Vec<MisnamedFile>,
}

/// The names that a module of `main.rs` cannot have: the libraries that `main.rs` uses, and `main`
/// itself.
const TAKEN_NAMES: [&str; 3] = ["aoc_solution", "main", "std"];

/// True if the name is a valid identifier, but cannot be a module: the compiler loads no file for a
/// module of this name, or `main.rs` would not compile with such a module.
fn is_unusable(module: &str) -> bool {
    let has_no_file = !module.is_ascii() || module.starts_with("r#");
    (has_no_file || TAKEN_NAMES.contains(&module)) && parse_str::<Ident>(module).is_ok()
}

/// The identifier of a module that is not a day, with `r#` if the name is a keyword. `None` if the
/// name cannot be the name of a module.
fn identifier(module: &str) -> Option<String> {
    // `gen` is a keyword since edition 2024. The parser does not know it.
    if module != "gen" && parse_str::<Ident>(module).is_ok() {
        return Some(module.to_owned());
    }
    let raw = format!("r#{module}");
    parse_str::<Ident>(&raw).is_ok().then_some(raw)
}

/// The identifier of the module in a file or folder with this name. `None` if it is not a module of
/// the year, or if it is a day.
pub fn module_in_code(year: Year, name: &str) -> Option<String> {
    if ModuleName::of(year, name) == ModuleName::Other && !is_unusable(name) {
        identifier(name)
    } else {
        None
    }
}

impl YearFolder {
    fn read(project: &Project, year: Year) -> Result<Self> {
        let main = project.read_main(year)?;
        let all = project.modules(year)?;
        let mut days = BTreeMap::new();
        let mut modules = Vec::new();
        let mut misnamed = Vec::new();
        for (name, files) in &all {
            match ModuleName::of(year, name) {
                ModuleName::Day(day) => {
                    days.insert(day, files.clone());
                }
                ModuleName::Other if !is_unusable(name) => {
                    modules.extend(identifier(name).map(|name| (name, files.clone())));
                }
                ModuleName::Misnamed(_) | ModuleName::Other => {
                    let files = files.iter();
                    misnamed
                        .extend(files.map(|file| project.misnamed_file(year, name, file, &all)));
                }
            }
        }
        Ok(Self {
            main,
            days,
            modules,
            misnamed,
        })
    }
}

/// The day that a name means, even if it is misspelled. `None` if it means no day of the year.
fn meant_day(year: Year, name: &str) -> Option<Day> {
    match ModuleName::of(year, name) {
        ModuleName::Day(day) => Some(day),
        ModuleName::Misnamed(number) => {
            Day::new(number.try_into().ok()?).filter(|&day| year.has_day(day))
        }
        ModuleName::Other => None,
    }
}

/// The advice for a file whose name means no day of the year.
fn advice_without_day(year: Year, name: &str) -> String {
    let ModuleName::Misnamed(number) = ModuleName::of(year, name) else {
        return format!("rename it, because main.rs cannot have a module `{name}`");
    };
    let days = day_count(year);
    let may_exist = number <= u32::from(*possible_day_counts(year).end());
    let ask = if may_exist {
        day_count_hint(year)
    } else {
        String::new()
    };
    format!("{year} has no day {number}, its days are 1 to {days}{ask}")
}

impl Project {
    /// Generates a year's `main.rs`, unless the user maintains it. The file is written only if its
    /// text changes.
    pub fn sync(&self, year: Year) -> Result<YearFiles> {
        let folder = YearFolder::read(self, year)?;
        let mut files = self.year_files(&folder);
        let old = match &folder.main {
            MainFile::Missing => "",
            MainFile::Generated(old) => old,
            MainFile::Own(main) => {
                files.left_out.clear();
                files.notes = Vec::from_iter(self.unlisted_note(year, main, &files.days));
                return Ok(files);
            }
        };
        self.check_library()?;
        self.check_modules(&folder)?;
        files.is_generated = true;
        let note = self.disable_target_discovery(year, &files.modules)?;
        files.notes.extend(note);
        let new = self.main_text(year, &files);
        if without_layout(old) != without_layout(&new) {
            self.write(&self.main_rs(year), &new)?;
        }
        Ok(files)
    }

    /// Reads the `main.rs` of a year.
    fn read_main(&self, year: Year) -> Result<MainFile> {
        let path = self.main_rs(year);
        Ok(match if_exists(&path, read_text_file(&path))? {
            None => MainFile::Missing,
            Some(text) if is_generated_main(&text) => MainFile::Generated(text),
            Some(text) => MainFile::Own(text),
        })
    }

    /// Fails if a shared module has two files. Cargo reports this only after one of the files has
    /// changed, so until then the old program would run.
    fn check_modules(&self, folder: &YearFolder) -> Result<()> {
        for (_, files) in &folder.modules {
            if let [file, other] = &**files {
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
        matches!(self.read_main(year), Ok(MainFile::Generated(_)))
    }

    /// True if the `main.rs` of a year was generated by aoc and lists the modules that the folder
    /// has now. The files of the modules are not read, because this check precedes every start of a
    /// program.
    pub fn is_current(&self, year: Year) -> bool {
        let Ok(folder) = YearFolder::read(self, year) else {
            return false;
        };
        let MainFile::Generated(main) = folder.main else {
            return false;
        };
        let listed = listed_modules(&main);
        let mut existing: BTreeSet<String> =
            folder.modules.into_iter().map(|(name, _)| name).collect();
        for (day, files) in folder.days {
            let module = day.module();
            let is_listed = listed.contains(&*module) && files.len() == 1;
            if is_listed || self.day_solution(day, &files).is_ok() {
                existing.insert(module);
            }
        }
        existing.iter().eq(listed)
    }

    /// The note about days that are missing in a `main.rs` that the user maintains.
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

    /// Reads the days of a year.
    fn year_files(&self, folder: &YearFolder) -> YearFiles {
        let modules = folder.modules.iter().map(|(name, _)| name.clone());
        let mut files = YearFiles {
            modules: modules.collect(),
            ..YearFiles::default()
        };
        for (&day, paths) in &folder.days {
            match self.day_solution(day, paths) {
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
    /// for leaving the day out.
    fn day_solution(
        &self,
        day: Day,
        files: &[PathBuf],
    ) -> Result<(String, BTreeSet<String>), String> {
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

    /// The note about a file with a wrong name that is probably the solution of this puzzle, which
    /// has no other file.
    pub fn misnamed_solution_note(&self, puzzle: Puzzle) -> Option<String> {
        self.misnamed([puzzle.year])
            .into_iter()
            .find(|file| file.meant == Some(puzzle))
            .map(|file| file.note)
    }

    /// The files of these years that are left out because of their names.
    pub fn misnamed(&self, years: impl IntoIterator<Item = Year>) -> Vec<MisnamedFile> {
        let folders = years
            .into_iter()
            .filter_map(|year| self.managed_folder(year));
        folders.flat_map(|folder| folder.misnamed).collect()
    }

    /// The reasons why days of a year cannot be built.
    pub fn left_out_reasons(&self, year: Year) -> Vec<String> {
        let folder = self.managed_folder(year);
        folder.map_or(Vec::new(), |folder| {
            self.year_files(&folder).left_out.into_values().collect()
        })
    }

    /// The folder of a year whose `main.rs` aoc generates. `None` if the user maintains `main.rs`,
    /// or has excluded the year from the workspace.
    fn managed_folder(&self, year: Year) -> Option<YearFolder> {
        let folder = YearFolder::read(self, year).ok()?;
        let is_managed = !matches!(folder.main, MainFile::Own(_)) && !self.is_excluded(year);
        is_managed.then_some(folder)
    }

    /// A file that is left out because of its name. `all` are the modules of its year.
    fn misnamed_file(&self, year: Year, name: &str, file: &Path, all: &Modules) -> MisnamedFile {
        let day = meant_day(year, name);
        // Another file of the same day, which the renamed file would overwrite or exist beside.
        let own = day.and_then(|day| all.get(&day.module()));
        let same_day = all.iter().filter(|(name, _)| meant_day(year, name) == day);
        let mut of_day = own
            .into_iter()
            .chain(same_day.map(|(_, files)| files))
            .flatten();
        let other = of_day.find(|other| **other != file);
        let advice = match (day, other) {
            (Some(_), Some(other)) => {
                format!("{} exists too; remove or rename one", self.shown(other))
            }
            (Some(day), None) if file.ends_with("mod.rs") => {
                format!("rename it to {}/mod.rs", day.module())
            }
            (Some(day), None) => format!("rename it to {}.rs", day.module()),
            (None, _) => advice_without_day(year, name),
        };
        let meant = match own {
            Some(_) => None,
            None => day.map(|day| year.day(day)),
        };
        MisnamedFile {
            meant,
            note: format!("{} is left out: {advice}", self.shown(file)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::testing::{project, with_slashes, write};

    const YEAR: Year = Year::of(2020);
    const SOLUTION: &str = "impl Solution for Day01 {}";

    fn read_files(project: &Project, year: Year) -> YearFiles {
        project.year_files(&YearFolder::read(project, year).unwrap())
    }

    fn notes(files: &YearFiles) -> Vec<String> {
        files
            .left_out
            .values()
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
            ("year2020/main/mod.rs", ""),
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
            "main/mod.rs is left out: rename it, because main.rs cannot have a module `main`",
            "r#try.rs is left out: rename it, because main.rs cannot have a module `r#try`",
            "std.rs is left out: rename it, because main.rs cannot have a module `std`",
            "\u{e9}.rs is left out: rename it, because main.rs cannot have a module `\u{e9}`",
        ];
        let misnamed = misnamed.map(|note| format!("days/year2020/{note}"));
        let found = project.misnamed([YEAR]);
        let found: Vec<String> = found.iter().map(|file| with_slashes(&file.note)).collect();
        assert_eq!(found, misnamed);
        let none = read_files(&project, Year::of(2025));
        assert!(none.days.is_empty() && none.modules.is_empty());
        assert!(none.left_out.is_empty() && none.notes.is_empty());
    }

    /// The project may have been made on a computer to which the site has shown more days.
    #[test]
    fn a_day_that_its_event_may_have_names_the_command_that_asks_the_site() {
        let (_temp, project) = project(&[
            ("year2025/day13.rs", ""),
            ("year2090/day13.rs", ""),
            ("year2091/day26.rs", ""),
        ]);
        let asks = " as far as is known; from its first day on, `aoc calendar 2090` asks the site";
        for (year, day, ask) in [(2025, 13, ""), (2090, 13, asks), (2091, 26, "")] {
            let [file] = &project.misnamed([Year::of(year)])[..] else {
                panic!("{year}");
            };
            let says = format!("{year} has no day {day}, its days are 1 to 12{ask}");
            assert!(file.note.ends_with(&says), "{}", file.note);
        }
    }

    #[test]
    fn two_misnamed_files_of_a_day_are_not_told_to_take_the_same_name() {
        for (files, notes) in [
            (
                ["Day07.rs", "day7.rs"],
                [
                    "Day07.rs is left out: days/year2020/day7.rs exists too; remove or rename one",
                    "day7.rs is left out: days/year2020/Day07.rs exists too; remove or rename one",
                ],
            ),
            (
                ["day7.rs", "day7/mod.rs"],
                [
                    "day7.rs is left out: days/year2020/day7/mod.rs exists too; remove or rename one",
                    "day7/mod.rs is left out: days/year2020/day7.rs exists too; remove or rename one",
                ],
            ),
            (
                ["day7.rs", "day8.rs"],
                [
                    "day7.rs is left out: rename it to day07.rs",
                    "day8.rs is left out: rename it to day08.rs",
                ],
            ),
        ] {
            let (_temp, project) = project(&[]);
            for file in files {
                write(&project.year_dir(YEAR), file, "");
            }
            let found: Vec<String> = project
                .misnamed([YEAR])
                .into_iter()
                .map(|file| with_slashes(&file.note))
                .collect();
            assert_eq!(found, notes.map(|note| format!("days/year2020/{note}")));
            // The day gets no third file.
            let puzzle = YEAR.day(Day::of(7));
            let why = project.check_new_day(puzzle).err().unwrap().to_string();
            assert_eq!(
                with_slashes(&why),
                format!("cannot create days/year2020/day07.rs: {}", found[0])
            );
        }
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
        let is_expected = error.ends_with("update it with `aoc init --update`");
        assert!(is_expected, "{error}");
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
            assert!(files.is_generated && files.left_out.is_empty() && files.notes.is_empty());
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
        assert!(!files.is_generated && !project.is_generated(YEAR));
        assert_eq!(notes(&files), [unlisted]);
        write("main.rs", "mod day01;\nmod day02;\nmod maps;\nfn main() {}");
        assert!(!project.is_current(YEAR));
        write("main.rs", mine);
        assert_eq!((main().as_str(), project.misnamed([YEAR]).len()), (mine, 0));
    }
}

//! The days of other repositories: which files are days, of which year, and how
//! their functions are called. A day of which something is not understood is named
//! with the reason; whether a copy compiles, the compiler says.

use std::collections::BTreeMap;

use super::copy::Copying;
use super::manifest::{self, Needs, Package};
use super::rust::Source;
use super::tree::{self, Tree};
use super::wiring::{self, Wiring};
use super::{ImportedFile, Plan, Setting};
use crate::files::{read_text_file, without_dots};
use crate::project;
use crate::puzzle::{Day, Puzzle, Year};
use crate::terminal::shell_word;

/// The code of a folder.
pub struct Code<'a> {
    pub tree: &'a Tree,
    pub setting: &'a Setting<'a>,
    pub packages: Vec<Package>,
    pub days: Vec<Root<'a>>,
    /// The year of files where neither path nor package says one.
    year: Option<Year>,
    /// The sources, or why they cannot be read.
    sources: BTreeMap<&'a str, Result<Source, String>>,
}

/// A file that is or looks like a day.
pub struct Root<'a> {
    pub file: &'a str,
    pub package: usize,
    /// Whether it is the root of a crate of its own, and not a module.
    pub is_crate: bool,
    /// The folder with its own modules.
    pub inner: String,
    day: Day,
    /// Why it is none that can be copied.
    problem: Option<&'static str>,
}

const EACH_PART: &str = "it has a file for each part or step: put both parts into one file";

/// Words behind the number of a day that say that a file is not all of it.
const OF_A_PART: [&str; 9] = [
    "a", "b", "part", "p", "one", "two", "first", "second", "bonus",
];

/// What is beside the sources of a package.
const OTHERS: [&str; 5] = ["tests", "benches", "examples", "build.rs", "xtask"];

/// Files that change how everything is built.
const OF_BUILDS: [&str; 5] = [
    "build.rs",
    "config",
    "config.toml",
    "rust-toolchain",
    "rust-toolchain.toml",
];

impl<'a> Code<'a> {
    /// Reads all sources of the folder.
    pub fn read(tree: &'a Tree, setting: &'a Setting<'a>, year: Option<Year>) -> Self {
        let files = tree.files.iter().map(String::as_str);
        let sources = files.clone().filter(|file| tree::is_rust(file));
        let read = |file| tree.text(file).and_then(|text| Source::read(&text));
        let mut code = Self {
            tree,
            setting,
            packages: manifest::packages(tree),
            days: Vec::new(),
            year,
            sources: sources.map(|file| (file, read(file))).collect(),
        };
        code.days = files.filter_map(|file| code.root(file)).collect();
        code
    }

    pub fn source(&self, file: &str) -> Result<&Source, String> {
        let source = self.sources.get(file).map(Result::as_ref);
        source.unwrap_or(Err(&String::new())).map_err(Clone::clone)
    }

    fn package_of(&self, file: &str) -> usize {
        let is_within = |it: &Package| tree::within(&it.folder, file).is_some();
        self.packages.iter().position(is_within).unwrap_or_default()
    }

    /// Whether and how a file is a day.
    fn root(&self, file: &'a str) -> Option<Root<'a>> {
        let (folder, name) = file.rsplit_once('/').unwrap_or(("", file));
        let stem = name.strip_suffix(".rs")?;
        let package = self.package_of(file);
        let of = &self.packages[package];
        if OTHERS.contains(&tree::within(&of.folder, file)?.split('/').next()?) {
            return None;
        }
        let source = self.source(file).ok();
        let marked = source.map(wiring::marked_days).unwrap_or_default();
        let is_index = matches!(stem, "mod" | "main" | "lib");
        let outer = folder
            .rsplit('/')
            .find(|it| !["src", "bin", ""].contains(it));
        let of_package = || tree::day_at(&of.name).filter(|_| stem != "mod");
        let of_folder = outer.and_then(tree::day_at).or_else(of_package);
        let of_name = if is_index {
            of_folder.clone()
        } else {
            tree::day_at(stem)
        };
        let (day, problem) = match (&marked[..], of_name) {
            ([day], _) => (*day, None),
            ([day, ..], _) => (*day, Some("it has several days in one file")),
            ([], Some((day, after))) => {
                let is_part = after.first().is_some_and(|it| OF_A_PART.contains(&&**it));
                (day, is_part.then_some(EACH_PART))
            }
            // `day01/part1.rs`.
            ([], None) => (wiring::part_of(stem).and(of_folder)?.0, Some(EACH_PART)),
        };
        let is_program = stem != "mod" && is_index || folder.rsplit('/').next() == Some("bin");
        let has_main = source.is_some_and(|source| source.function("main").is_some());
        let inner = if is_index {
            folder.to_owned()
        } else {
            tree::join(folder, stem)
        };
        Some(Root {
            file,
            package,
            is_crate: is_program || has_main,
            inner,
            day,
            problem,
        })
    }

    /// The year of a file: what its path, the settings, the name or the code of
    /// its package say.
    pub fn year_of(&self, file: &str) -> Option<Year> {
        let package = &self.packages[self.package_of(file)];
        let of_code = || {
            let own = self
                .sources
                .iter()
                .filter(|it| tree::within(&package.folder, it.0).is_some());
            let mut macros = own
                .filter_map(|it| it.1.as_ref().ok())
                .flat_map(Source::macros);
            let (_, words, _) = macros.find(|it| ["aoc_lib", "aoc_main"].contains(&&*it.0))?;
            words.iter().find_map(|it| Year::parse(it))
        };
        let of_path = tree::year_of(file).or(package.year);
        let of_package = of_path.or_else(|| tree::year_in(&package.name));
        of_package.or_else(of_code).or(self.year)
    }

    /// Plans the copies of all days.
    pub fn plan(&self, plan: &mut Plan) {
        let mut puzzles: BTreeMap<Puzzle, Vec<&Root<'a>>> = BTreeMap::new();
        for day in &self.days {
            if self.tree.is_foreign(day.file, plan) {
                continue;
            }
            match tree::puzzle(self.year_of(day.file), day.day) {
                Ok(puzzle) => puzzles.entry(puzzle).or_default().push(day),
                Err(why) => plan.skip(self.tree.path(day.file), why),
            }
        }
        for file in self.tree.files.iter().filter(|_| !puzzles.is_empty()) {
            let name = file.rsplit('/').next().unwrap_or_default();
            let is_config = file.contains(".cargo/") || !name.starts_with("config");
            if OF_BUILDS.contains(&name) && is_config {
                plan.skip(
                    self.tree.path(file),
                    "it would change how all is built: copy it yourself",
                );
            }
        }
        let mut years: BTreeMap<Year, Needs> = BTreeMap::new();
        for (puzzle, mut roots) in puzzles {
            // A library or a module before the program that calls it.
            roots.sort_by_key(|it| (it.problem.is_some(), it.is_crate, it.file.contains("main")));
            let needs = years.entry(puzzle.year).or_default();
            let (mut reasons, mut taken) = (Vec::new(), None);
            for root in roots {
                let copied = match (taken, self.wiring(root)) {
                    (Some(taken), Ok(_)) => Err(format!("{taken} is taken instead")),
                    // A program that only calls the day is no second one.
                    (Some(_), Err(_)) => continue,
                    (None, wiring) => {
                        wiring.and_then(|it| Copying::day(self, root, puzzle, &it, needs))
                    }
                };
                match copied {
                    Ok(files) => {
                        taken = Some(root.file);
                        reasons.clear();
                        for file in files {
                            plan.add(self.setting.project, file);
                        }
                    }
                    Err(why) => reasons.push((root.file, why)),
                }
            }
            for (file, why) in reasons {
                plan.skip_day(Some(puzzle), self.tree.path(file), why);
            }
        }
        years.retain(|_, needs| !needs.edition.is_empty());
        for (year, needs) in &years {
            self.add_manifest(*year, needs, plan);
        }
    }

    /// Plans the manifest of a year, or what it lacks.
    fn add_manifest(&self, year: Year, needs: &Needs, plan: &mut Plan) {
        let target = self.setting.project;
        let path = format!("days/year{year}/Cargo.toml");
        let on_disk = read_text_file(&target.root().join(&path)).ok();
        let old = on_disk
            .clone()
            .unwrap_or_else(|| project::year_manifest(target, year).text);
        match needs.added_to(&old, on_disk.is_none()) {
            Ok(text) if on_disk.as_ref() == Some(&text) => {}
            Ok(text) => {
                let file = ImportedFile::new("manifest", path, text, None);
                plan.files.push(ImportedFile {
                    replaces: on_disk,
                    ..file
                });
            }
            Err(why) => plan.skip(path, why),
        }
    }

    /// How the functions of a day are called, by whatever is known of it.
    fn wiring(&self, root: &Root<'_>) -> Result<Wiring, String> {
        let source = self.source(root.file)?;
        let found = match root.problem {
            Some(why) => return Err(why.to_owned()),
            None => wiring::wiring(source),
        };
        if found.is_err() && !self.setting.expressions.is_empty() {
            return self.setting.expressions.wiring(source);
        }
        found.map_err(|why| {
            let folder = without_dots(&self.tree.root).display().to_string();
            let line = format!(
                "aoc import {} --part1 'solve(input).0'",
                shell_word(&folder)
            );
            format!("{why}: say how it is called, such as `{line} --part2 'solve(input).1'`")
        })
    }
}

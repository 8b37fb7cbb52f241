//! The days of other repositories: which files are days, of which year, and how
//! their functions are called. A day of which something is not understood is named
//! with the reason; whether a copy compiles, the compiler says.

use std::collections::{BTreeMap, BTreeSet};

use super::copy::Copying;
use super::inputs::Pages;
use super::manifest::{self, Needs, Package};
use super::rust::{Source, SourceToken};
use super::tree::{self, Tree};
use super::wiring::{self, Lifetimes, Wiring};
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
    pages: &'a Pages,
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
const OTHERS: [&str; 5] = ["tests", "benches", "examples", "build.rs", "xtask"];
const OF_BUILD: [&str; 4] = [
    "build.rs",
    ".cargo/config.toml",
    "rust-toolchain",
    "rust-toolchain.toml",
];

impl<'a> Code<'a> {
    /// Reads all sources of the folder.
    pub fn read(
        tree: &'a Tree,
        setting: &'a Setting<'a>,
        year: Option<Year>,
        pages: &'a Pages,
    ) -> Self {
        let files = tree.files.iter().map(String::as_str);
        let sources = files.clone().filter(|file| tree::is_rust(file));
        let read = |file| tree.text(file).and_then(|text| Source::read(&text));
        let mut code = Self {
            tree,
            setting,
            packages: manifest::packages(tree),
            days: Vec::new(),
            year,
            pages,
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
        let mut outer = folder
            .rsplit('/')
            .filter(|it| !["src", "bin", ""].contains(it));
        let of_package = || tree::day_in(&of.name).filter(|_| stem != "mod");
        let of_folder = outer.next().and_then(tree::day_in).or_else(of_package);
        let words = tree::words(stem);
        let first = words.first().map(String::as_str).unwrap_or_default();
        let is_like = first == "day" || (first.len() <= 2 && first.parse::<u8>().is_ok());
        let like = tree::named(stem).filter(|_| is_like);
        let (day, problem) = match marked[..] {
            [day] => (day, None),
            [day, ..] => (day, Some("it has several days in one file")),
            [] if is_index => (of_folder?, None),
            [] => match (tree::day_in(stem), wiring::part_of(stem).and(of_folder)) {
                (Some(day), _) => (day, None),
                (None, of_part) => (of_part.or(like.map(|it| it.0))?, Some(EACH_PART)),
            },
        };
        let is_program = stem != "mod" && is_index || folder.rsplit('/').next() == Some("bin");
        let has_main = source.is_some_and(|source| source.function("main").is_some());
        Some(Root {
            file,
            package,
            is_crate: is_program || has_main,
            inner: if is_index {
                folder.to_owned()
            } else {
                tree::join(folder, stem)
            },
            day,
            problem,
        })
    }

    /// The year of a file: what its path, the settings, the name or the code of
    /// its package say, or that of all other days in the package.
    pub fn year_of(&self, file: &str) -> Option<Year> {
        let package = &self.packages[self.package_of(file)];
        let in_package = |file: &str| tree::within(&package.folder, file).is_some();
        let of_tool = |name: &str| ["aoc_lib", "aoc_main", "solution"].contains(&name);
        let year_in = |tokens: &[SourceToken]| tokens.iter().find_map(|it| Year::parse(&it.text));
        let of_code = || {
            let mut sources = self.sources.iter().filter(|(file, _)| in_package(file));
            sources.find_map(|(_, source)| {
                let mut macros = source.as_ref().ok()?.macros.iter();
                macros.find_map(|it| year_in(&it.1).filter(|_| of_tool(&it.0)))
            })
        };
        let of_days = || {
            let days = self.days.iter().filter(|it| in_package(it.file));
            let years: BTreeSet<Year> = days.filter_map(|it| tree::year_of(it.file)).collect();
            years.first().copied().filter(|_| years.len() == 1)
        };
        let of_path = tree::year_of(file).or(package.year);
        let of_package = of_path.or_else(|| tree::year_in(&package.name));
        of_package.or_else(of_code).or_else(of_days).or(self.year)
    }

    pub fn title(&self, puzzle: Puzzle) -> String {
        let of_page = || self.pages.title(puzzle, &|file| self.year_of(file));
        let title = (self.setting.title)(puzzle).or_else(of_page);
        title.unwrap_or_else(|| format!("Day {}", puzzle.day))
    }

    /// Plans the copies of all days.
    pub fn plan(&self, plan: &mut Plan) {
        let mut puzzles: BTreeMap<Puzzle, Vec<&Root<'a>>> = BTreeMap::new();
        for day in &self.days {
            let (from, year) = (self.tree.path(day.file), self.year_of(day.file));
            match (year, year.and_then(|year| tree::puzzle(year, day.day))) {
                (_, Some(puzzle)) => puzzles.entry(puzzle).or_default().push(day),
                (Some(year), None) => plan.skip(from, format!("{year} has no day {}", day.day)),
                (None, None) => plan.skip(from, tree::NO_YEAR),
            }
        }
        let mut years: BTreeMap<Year, Needs> = BTreeMap::new();
        for (puzzle, mut roots) in puzzles {
            // A library or a module before the program that calls it.
            roots.sort_by_key(|it| (it.problem.is_some(), it.is_crate, it.file.contains("main")));
            let needs = years.entry(puzzle.year).or_default();
            let mut reasons = Vec::new();
            let mut taken: Option<&Root<'_>> = None;
            for root in roots {
                if let Some(taken) = taken {
                    // A program that only calls the day is no second one.
                    if self.wiring(root).is_ok() {
                        let why = format!("{} is taken instead", taken.file);
                        plan.skip_day(Some(puzzle), self.tree.path(root.file), why);
                    }
                    continue;
                }
                let wiring = self.wiring(root);
                match wiring.and_then(|it| Copying::day(self, root, puzzle, &it, needs)) {
                    Ok(files) => {
                        taken = Some(root);
                        for file in files {
                            plan.add(self.setting.project, file);
                        }
                    }
                    Err(why) => reasons.push((root.file, why)),
                }
            }
            let Some(root) = taken else {
                for (file, why) in reasons {
                    plan.skip_day(Some(puzzle), self.tree.path(file), why);
                }
                continue;
            };
            let folders = [&*self.packages[root.package].folder, ""];
            for file in folders
                .iter()
                .flat_map(|it| OF_BUILD.map(|name| tree::join(it, name)))
            {
                if self.tree.has(&file) {
                    plan.skip(
                        self.tree.path(&file),
                        "what belongs to the build is not copied",
                    );
                }
            }
        }
        for (year, needs) in years.iter().filter(|(_, needs)| !needs.edition.is_empty()) {
            self.add_manifest(*year, needs, plan);
        }
    }

    /// Plans the manifest of a year, or what it lacks.
    fn add_manifest(&self, year: Year, needs: &Needs, plan: &mut Plan) {
        let target = self.setting.project;
        let path = format!("days/year{year}/Cargo.toml");
        let planned = plan.files.iter().position(|file| file.file == path);
        let planned = planned.map(|index| plan.files.remove(index).text);
        let on_disk = read_text_file(&target.root().join(&path)).ok();
        let is_new = planned.is_none() && on_disk.is_none();
        let old = planned.or_else(|| on_disk.clone());
        let old = old.unwrap_or_else(|| project::year_manifest(target, year).text);
        match needs.added_to(&old, is_new) {
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
        let folder = &self.packages[root.package].folder;
        let in_package = |file: &str| tree::within(folder, file).is_some();
        let sources = self.sources.iter().filter(|(file, _)| in_package(file));
        let all = sources.flat_map(|(_, it)| it.iter().flat_map(|it| &it.types));
        // Of types with the same name the file's own one counts.
        let types = all.filter(|it| it.lifetimes > 0).chain(&source.types);
        let lifetimes: Lifetimes = types.map(|it| (it.name.clone(), it.lifetimes)).collect();
        let found = match root.problem {
            Some(why) => return Err(why.to_owned()),
            None if wiring::marked_days(source).is_empty() => wiring::by_names(source, &lifetimes),
            None => wiring::by_attributes(source, &lifetimes),
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

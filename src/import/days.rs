//! The days of other repositories: which files are days, of which year, and how
//! their functions are called. A day of which something is not understood is named
//! with the reason; whether a copy compiles, the compiler says.

use std::collections::BTreeMap;

use cargo_toml::Dependency;

use super::manifest::{self, Package};
use super::names::{day_and_words, file_name, folder_of, join, within, year_in};
use super::plan::{Plan, Setting};
use super::rust::Source;
use super::tree::Tree;
use super::wiring::{self, Wiring};
use crate::files::without_dots;
use crate::puzzle::{self, Day, Puzzle, Year, words};
use crate::terminal::shell_word;

/// The code of a folder.
pub struct Code<'a> {
    pub tree: &'a Tree,
    pub setting: &'a Setting<'a>,
    pub packages: Vec<Package>,
    /// The packages of the project, whose names cargo refuses for others.
    pub own_packages: Vec<Package>,
    /// The days by puzzle; the files of one puzzle in the order in which they are tried.
    pub days: Vec<DayFile<'a>>,
    /// The sources, or the reason why they cannot be read.
    sources: BTreeMap<&'a str, Result<Source, String>>,
}

/// A file that is or looks like a day.
pub struct DayFile<'a> {
    pub file: &'a str,
    /// Whether it is the root of a crate of its own, and not a module.
    pub is_crate: bool,
    /// The folder with its own modules.
    pub inner: String,
    pub puzzle: Puzzle,
    /// Whether it has both parts, and no other day.
    pub is_whole: bool,
}

/// Words after the number of a day in the names of files with only a part of it.
const PART_WORDS: &str = "a b part p one two first second bonus";

impl<'a> Code<'a> {
    /// Reads all sources of the folder. The plan notes the days whose puzzle is not known.
    pub fn read(tree: &'a Tree, setting: &'a Setting<'a>, plan: &mut Plan) -> Self {
        let read = |file| (file, tree.text(file).and_then(Source::read));
        let (root, mut ignored) = (setting.project.root(), Plan::default());
        let own = Tree::read(root, root, &[], &mut ignored);
        let mut code = Self {
            own_packages: manifest::packages(&own, &mut ignored),
            tree,
            setting,
            packages: manifest::packages(tree, plan),
            days: Vec::new(),
            sources: tree.sources("").map(read).collect(),
        };
        for file in tree.sources("") {
            match code.day_file(file) {
                Some(Ok(day)) => code.days.push(day),
                Some(Err(why)) => plan.skip(tree.root.join(file), None, why),
                None => {}
            }
        }
        // A library or a module comes before the program that calls it.
        let order = |day: &DayFile<'_>| (day.puzzle, !day.is_whole, day.is_crate);
        code.days.sort_by_key(order);
        code
    }

    pub fn source(&self, file: &str) -> Result<&Source, String> {
        let why = || format!("{file} is not there, a link, or outside of its package");
        let source = self.sources.get(file).ok_or_else(why)?;
        source.as_ref().map_err(|why| format!("{file}: {why}"))
    }

    pub fn package_of(&self, file: &str) -> &Package {
        let owns = |package: &&Package| within(&package.folder, file).is_some();
        self.packages.iter().find(owns).expect("the root has one")
    }

    /// The name of a package's copy: with the year, so that packages of several years can have
    /// one name.
    pub fn copy_name(&self, package: &Package) -> String {
        let name = &package.name;
        match self.year_of(&join(&package.folder, "Cargo.toml")) {
            Some(year) if !name.contains(&year.to_string()) => format!("{name}_{year}"),
            _ => name.clone(),
        }
    }

    /// The package of the tree that a dependency of the package `of` has a path to.
    pub fn path_package(&self, of: &Package, dependency: &Dependency) -> Option<&Package> {
        let path = dependency.detail()?.path.as_ref()?;
        let place = without_dots(&of.place.join(path));
        self.packages.iter().find(|package| package.place == place)
    }

    /// The name of a dependency in the code of the package `of`: that of its library, if it is
    /// a package of the tree that the key in the manifest does not rename.
    pub fn crate_name<'c>(&'c self, of: &Package, key: &'c str, it: &Dependency) -> &'c str {
        let package = self.path_package(of, it).filter(|_| it.package().is_none());
        let library = package.and_then(Package::library);
        library.map_or(key, |(name, _)| name)
    }

    /// The day in a file, by attributes of cargo-aoc, by the file's name, or by that of its
    /// folder, as in `day01/main.rs`, or `day01/solution.rs` with `main` or both parts.
    fn day_file(&self, file: &'a str) -> Option<Result<DayFile<'a>, String>> {
        let (folder, stem) = (folder_of(file), file_name(file).strip_suffix(".rs")?);
        let source = self.source(file).ok();
        let is_index = matches!(stem, "mod" | "main" | "lib");
        let mut folders = folder.rsplit('/');
        let parent = folders.find(|name| !matches!(*name, "src" | "bin"));
        let parent = parent.unwrap_or_default();
        let mut marked = source.map(wiring::marked_days).unwrap_or_default();
        let by_attribute = marked.pop_first().map(|day| (day, Vec::new()));
        let by_name = day_and_words(if is_index { parent } else { stem });
        let package = self.package_of(file);
        // Without a manifest, a file with a `main` is a crate.
        let has_main = source.is_some_and(|it| it.function("main").is_some());
        let is_crate = package.is_crate(file) || package.manifest.package.is_none() && has_main;
        let is_day = || is_crate || source.is_some_and(|it| wiring::wiring(it).is_ok());
        let by_folder = || Some((day_and_words(parent)?.0, words(stem))).filter(|_| is_day());
        let (day, after) = by_attribute.or(by_name).or_else(by_folder)?;
        let is_part = |word: &String| PART_WORDS.split(' ').any(|part| part == word);
        Some(self.puzzle(file, day).map(|puzzle| DayFile {
            file,
            is_crate,
            inner: join(folder, if is_index { "" } else { stem }),
            puzzle,
            is_whole: marked.is_empty() && !after.first().is_some_and(is_part),
        }))
    }

    /// The puzzle of a file, if its year is known and has that day.
    pub fn puzzle(&self, file: &str, day: Day) -> Result<Puzzle, String> {
        let year = self.year_of(file);
        let year = year.ok_or("its year is not known: say it with -y")?;
        let puzzle = Some(year.day(day)).filter(|_| day.0 <= puzzle::days(year));
        puzzle.ok_or_else(|| format!("{year} has no day {day}"))
    }

    /// The year of a file, from its path, or from the settings, the name or the code of its
    /// package.
    fn year_of(&self, file: &str) -> Option<Year> {
        let of_package = self.package_of(file).year;
        year_in(file).or(of_package).or(self.setting.year)
    }

    /// How the functions of a day are called. The error is the reason why that is unknown.
    pub fn wiring(&self, day: &DayFile<'_>) -> Result<Wiring, String> {
        let source = self.source(day.file)?;
        if !day.is_whole {
            return Err("it is a part of a day, or several: put each day into one file".to_owned());
        }
        wiring::wiring(source).or_else(|why| {
            let found = wiring::expressed(source, self.setting.expressions);
            let folder = shell_word(self.setting.from.unwrap_or("DIR"));
            found.ok_or(format!(
                "{why}: say how it is called, such as `aoc import {folder} --part1 \
                 'solve(input).0' --part2 'solve(input).1'`"
            ))
        })
    }

    /// Whether a source is another day, belongs to one, or declares the modules of days, so
    /// that it is not shared code.
    pub fn is_of_another(&self, day: &DayFile<'_>, file: &str) -> bool {
        let declared = (file_name(file) == "mod.rs").then(|| folder_of(file));
        self.days.iter().any(|other| {
            let has_file = other.file == file || within(&other.inner, file).is_some();
            let is_other = has_file && other.is_whole && other.inner != day.inner;
            is_other || declared == Some(folder_of(&other.inner))
        })
    }
}

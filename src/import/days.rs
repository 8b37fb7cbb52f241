//! The days of other repositories: which files are days, of which year, and how
//! their functions are called. A day of which something is not understood is named
//! with the reason; whether a copy compiles, the compiler says.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use super::Setting;
use super::manifest::{self, Package};
use super::rust::Source;
use super::tree::Tree;
use super::wiring::{self, Wiring};
use crate::cargo::Dependency;
use crate::files::{path, slashed};
use crate::puzzle::{self, Day, Year};
use crate::terminal::shell_word;

/// The code of a folder.
pub struct Code<'a> {
    pub tree: &'a Tree,
    pub setting: &'a Setting<'a>,
    pub packages: Vec<Package>,
    pub days: Vec<DayFile<'a>>,
    /// The year of files without one in their path or package.
    year: Option<Year>,
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
    pub day: Day,
    /// Whether it has both parts, and no other day.
    pub is_whole: bool,
}

/// Words after the number of a day in the names of files with only a part of it.
const PART_WORDS: &str = "a b part p one two first second bonus";

/// Beginnings of words in the path of a text that may be an input, or secret.
const PRIVATE_WORDS: &str = "input puzzle day answer program session token cookie secret";

impl<'a> Code<'a> {
    /// Reads all sources of the folder.
    pub fn read(tree: &'a Tree, setting: &'a Setting<'a>, year: Option<Year>) -> io::Result<Self> {
        let read = |file| (file, tree.text(file).and_then(Source::read));
        let mut code = Self {
            tree,
            setting,
            packages: manifest::packages(tree, setting)?,
            days: Vec::new(),
            year,
            sources: tree.sources("").map(read).collect(),
        };
        let files = tree.sources("");
        code.days = files.filter_map(|it| code.day_file(it)).collect();
        Ok(code)
    }

    pub fn source(&self, file: &str) -> Result<&Source, String> {
        let source = self.sources.get(file).ok_or("it is not there")?;
        source.as_ref().map_err(|why| format!("{file}: {why}"))
    }

    pub fn package_of(&self, file: &str) -> &Package {
        let is_its = |it: &&Package| path::within(&it.folder, file).is_some();
        self.packages.iter().find(is_its).expect("the root has one")
    }

    /// A text that a shared source includes, unless it could be of a puzzle, secret, or for
    /// cargo. Letters as pictures may be in `10x6.txt`, which looks like a day.
    pub fn shared_text(&self, source: &str, file: &str) -> Option<String> {
        let mut words = [source, file].into_iter().flat_map(puzzle::words);
        let is_of_puzzle =
            words.any(|word| PRIVATE_WORDS.split(' ').any(|it| word.starts_with(it)));
        let is_font = |after: &[String]| after.first().is_some_and(|it| it == "x");
        let is_day = |it| puzzle::day_at(it).is_some_and(|it| !is_font(&it.1));
        let names = source.trim_end_matches(".rs").split('/');
        let mut names = names.chain(file.split(['/', '.']));
        let is_of_day = names.any(|it| ["", "rs", "toml"].contains(&it) || is_day(it));
        let is_other = is_of_puzzle || is_of_day || self.year_of(file).is_some();
        self.tree.text(file).ok().filter(|_| !is_other)
    }

    /// The name of a dependency's copy: with the year of its folder, if several packages
    /// have its name.
    pub fn copy_name(&self, it: &Dependency) -> String {
        let same = self.packages.iter().filter(|of| of.name == it.name);
        let folder = it.path.as_deref().map(slashed).unwrap_or_default();
        let year = puzzle::year_of(&folder).filter(|_| same.count() > 1);
        let year = year.map(|it| format!("_{it}")).unwrap_or_default();
        format!("{}{year}", it.name)
    }

    /// The package that a dependency has a path to.
    pub fn path_package(&self, dependency: &Dependency) -> Option<&Package> {
        let folder = slashed(dependency.path.as_ref()?);
        self.packages.iter().find(|it| it.folder == folder)
    }

    /// The day in a file, by attributes of cargo-aoc, by the file's name, or by that of its
    /// folder, as in `day01/main.rs`, or `day01/solution.rs` with `main` or both parts.
    fn day_file(&self, file: &'a str) -> Option<DayFile<'a>> {
        let (folder, stem) = (path::folder(file), path::last(file).strip_suffix(".rs")?);
        let source = self.source(file).ok();
        let is_index = matches!(stem, "mod" | "main" | "lib");
        let mut folders = folder.rsplit('/').filter(|it| !["src", "bin"].contains(it));
        let parent = folders.next().unwrap_or_default();
        let mut marked = source.map(wiring::marked_days).unwrap_or_default();
        let by_attribute = marked.pop_first().map(|day| (day, Vec::new()));
        let by_name = puzzle::day_at(if is_index { parent } else { stem });
        let targets = &self.package_of(file).targets;
        let is_target = targets.iter().any(|it| it.src_path == Path::new(file));
        // Without a manifest, a file with a `main` is a crate.
        let has_main = source.is_some_and(|it| it.function("main").is_some());
        let is_crate = is_target || targets.is_empty() && has_main;
        let is_day = || is_crate || source.is_some_and(|it| wiring::wiring(it).is_ok());
        let by_folder =
            || Some((puzzle::day_at(parent)?.0, puzzle::words(stem))).filter(|_| is_day());
        let (day, after) = by_attribute.or(by_name).or_else(by_folder)?;
        let is_part = |first: &String| PART_WORDS.split(' ').any(|it| it == first);
        Some(DayFile {
            file,
            is_crate,
            inner: path::join(folder, if is_index { "" } else { stem }),
            day,
            is_whole: marked.is_empty() && !after.first().is_some_and(is_part),
        })
    }

    /// The year of a file, from its path, or from the settings, the name or the code of its
    /// package.
    pub fn year_of(&self, file: &str) -> Option<Year> {
        let of_package = self.package_of(file).year;
        puzzle::year_of(file).or(of_package).or(self.year)
    }

    /// How the functions of a day are called. The error is the reason why that is unknown.
    pub fn wiring(&self, day: &DayFile<'_>) -> Result<Wiring, String> {
        if let Some(why) = &self.package_of(day.file).problem {
            return Err(format!("cargo refuses its manifest: {why}"));
        }
        let source = self.source(day.file)?;
        if !day.is_whole {
            return Err("it is a part of a day, or several: put each day into one file".to_owned());
        }
        wiring::wiring(source).or_else(|why| {
            let found = wiring::expressed(source, &self.setting.expressions);
            let folder = shell_word(self.setting.from.unwrap_or("DIR"));
            found.ok_or(format!(
                "{why}: say how it is called, such as `aoc import {folder} --part1 \
                 'solve(input).0' --part2 'solve(input).1'`"
            ))
        })
    }

    /// Whether a source is another day, or belongs to one, and not to what days share.
    pub fn is_of_another(&self, day: &DayFile<'_>, file: &str) -> bool {
        // What declares days is made anew.
        let declared = (path::last(file) == "mod.rs").then(|| path::folder(file));
        self.days.iter().any(|other| {
            let is_its = other.file == file || path::within(&other.inner, file).is_some();
            let is_other = is_its && other.is_whole && other.inner != day.inner;
            is_other || declared == Some(path::folder(&other.inner))
        })
    }
}

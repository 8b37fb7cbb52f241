//! The days of other repositories: which files are days, of which year, and how
//! their functions are called. A day of which something is not understood is named
//! with the reason; whether a copy compiles, the compiler says.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use syn::Item;

use super::Setting;
use super::manifest::{self, Dependency, Package};
use super::rust::{self, Source};
use super::tree::{self, Tree};
use super::wiring::{self, Wiring};
use crate::files::slashed;
use crate::puzzle::{Day, Year};
use crate::terminal::shell_word;

/// The code of a folder.
pub struct Code<'a> {
    pub tree: &'a Tree,
    pub setting: &'a Setting<'a>,
    pub packages: Vec<Package>,
    pub days: Vec<DayFile<'a>>,
    /// The year of files where neither path nor package says one.
    year: Option<Year>,
    /// What reads files: words, and functions that days share.
    pub readers: BTreeSet<String>,
    /// The sources, or why they cannot be read.
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
    /// Why it is none that can be copied.
    pub problem: Option<&'static str>,
}

/// Words of code that reads a file.
const READERS: &str = "fs File BufReader read_to_string read_file include_str include_bytes";

const EACH_PART: &str = "it has a file for each part or step: put both parts into one file";

/// Words behind the number of a day that say that a file is not all of it.
const OF_A_PART: &str = "a b part p one two first second bonus";

impl<'a> Code<'a> {
    /// Reads all sources of the folder.
    pub fn read(tree: &'a Tree, setting: &'a Setting<'a>, year: Option<Year>) -> Self {
        let read = |file| Some((file, tree.text(file).and_then(Source::read)));
        let mut code = Self {
            tree,
            setting,
            packages: manifest::packages(tree, setting),
            days: Vec::new(),
            readers: READERS.split(' ').map(|it| format!(" {it} ")).collect(),
            year,
            sources: tree.sources("").filter_map(read).collect(),
        };
        let days = tree.sources("").filter_map(|file| code.day_file(file));
        code.days = days.collect();
        let is_shared = |file: &str| !code.days.iter().any(|day| day.file == file);
        let shared = code.sources.iter().filter(|it| is_shared(it.0));
        let shared = shared.flat_map(|it| it.1).flat_map(|it| &it.items);
        code.readers.extend(readers(shared, &code.readers));
        code
    }

    pub fn source(&self, file: &str) -> Result<&Source, String> {
        let source = self.sources.get(file).ok_or("it is not there")?;
        source.as_ref().map_err(|why| format!("{file}: {why}"))
    }

    pub fn package_of(&self, file: &str) -> &Package {
        let mut packages = self.packages.iter();
        let package = packages.find(|it| tree::within(&it.folder, file).is_some());
        package.expect("the root has one")
    }

    /// The package that a dependency has a path to.
    pub fn path_package(&self, dependency: &Dependency) -> Option<&Package> {
        let folder = slashed(dependency.path.as_ref()?);
        self.packages.iter().find(|it| it.folder == folder)
    }

    /// Whether and how a file is a day.
    fn day_file(&self, file: &'a str) -> Option<DayFile<'a>> {
        let (folder, stem) = (tree::folder(file), tree::last(file).strip_suffix(".rs")?);
        let source = self.source(file).ok();
        let is_index = matches!(stem, "mod" | "main" | "lib");
        let mut folders = folder.rsplit('/');
        let of_folder = folders.find(|name| !["src", "bin", ""].contains(name));
        let of_folder = of_folder.and_then(tree::day_at);
        let of_stem = tree::day_at(stem);
        let of_name = if is_index { of_folder.clone() } else { of_stem };
        let mut marked = source.map(wiring::marked_days).unwrap_or_default();
        let (day, problem) = match (marked.pop_first(), of_name) {
            (Some(day), _) => {
                let several = "it has several days in one file";
                (day, (!marked.is_empty()).then_some(several))
            }
            (None, Some((day, after))) => {
                let mut after = after.iter().take(1);
                let is_part = after.any(|it| OF_A_PART.split(' ').any(|word| word == it));
                (day, is_part.then_some(EACH_PART))
            }
            // `day01/part1.rs`, or `day01/solution.rs`.
            (None, None) => {
                let is_part = wiring::part_of(stem).is_some();
                let is_named = is_part || ["solution", "solve", "solver"].contains(&stem);
                let is_wired = || source.is_some_and(|it| wiring::wiring(it).is_ok());
                (is_named || is_wired()).then_some(())?;
                (of_folder?.0, is_part.then_some(EACH_PART))
            }
        };
        let targets = &self.package_of(file).targets;
        let is_crate = match source.and_then(|it| it.function("main")) {
            // Without a manifest, who knows.
            Some(_) if targets.is_empty() => true,
            _ => targets.iter().any(|it| it.src_path == Path::new(file)),
        };
        Some(DayFile {
            file,
            is_crate,
            inner: tree::join(folder, if is_index { "" } else { stem }),
            day,
            problem,
        })
    }

    /// The year of a file: what its path, or the settings, the name or the code of its
    /// package say.
    pub fn year_of(&self, file: &str) -> Option<Year> {
        let package = self.package_of(file);
        // `aoc_lib! { year = 2020 }` of cargo-aoc.
        let of_code = || {
            let library = tree::join(&package.folder, "src/lib.rs");
            let mut tokens = self.source(&library).ok()?.tokens.iter();
            tokens.find(|token| token.0 == "aoc_lib")?;
            tokens.find_map(|token| Year::parse(&token.0))
        };
        let of_path = tree::year_of(file).or(package.year);
        of_path.or_else(of_code).or(self.year)
    }

    /// How the functions of a day are called, by whatever is known of it.
    pub fn wiring(&self, day: &DayFile<'_>) -> Result<Wiring, String> {
        if let Some(why) = day.problem {
            return Err(why.to_owned());
        }
        if let Some(why) = &self.package_of(day.file).problem {
            return Err(format!("cargo refuses its manifest: {why}"));
        }
        let (source, expressions) = (self.source(day.file)?, &self.setting.expressions);
        match wiring::wiring(source) {
            Err(_) if !expressions.is_empty() => wiring::expressed(source, expressions),
            found => found.map_err(|why| {
                let folder = shell_word(self.setting.from.unwrap_or("DIR"));
                format!(
                    "{why}: say how it is called, such as `aoc import {folder} --part1 \
                     'solve(input).0' --part2 'solve(input).1'`"
                )
            }),
        }
    }

    /// Whether a source is another day, or belongs to one, and not to what days share.
    pub fn is_of_another(&self, day: &DayFile<'_>, file: &str) -> bool {
        self.days.iter().any(|other| {
            let is_its = other.file == file || tree::within(&other.inner, file).is_some();
            let is_part = tree::within(&day.inner, other.file).is_some();
            is_its && other.problem.is_none() && other.inner != day.inner && !is_part
        })
    }
}

/// Whether an item reads a file.
pub fn reads(item: &Item, readers: &BTreeSet<String>) -> bool {
    let mut words = rust::words(item);
    words.retain(|it| !it.contains('"'));
    let text = format!(" {} ", words.join(" "));
    readers.iter().any(|it| text.contains(it))
}

/// The names of functions and constants that read files, as code has them.
pub fn readers<'s>(
    items: impl IntoIterator<Item = &'s Item>,
    known: &BTreeSet<String>,
) -> Vec<String> {
    let items = items.into_iter().filter(|it| !rust::is_for_tests(it));
    let names = items.filter(|it| reads(it, known)).filter_map(rust::name);
    names.map(|it| format!(" {it} ")).collect()
}

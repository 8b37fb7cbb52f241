//! The days of other repositories: which files are days, of which year, and how
//! their functions are called. A day of which something is not understood is named
//! with the reason; whether a copy compiles, the compiler says.

use std::collections::{BTreeMap, BTreeSet};

use syn::Item;

use super::manifest::{self, Package};
use super::names::{
    day_and_words, day_of, day_of_folder, file_name, folder_of, join, within, year_in,
};
use super::plan::{Plan, Setting};
use super::source::{FileItem, Source, names_in};
use super::tree::Tree;
use super::wiring::{self, Wiring};
use crate::puzzle::{self, Day, Puzzle, Year, words};

/// Words after the number of a day in the names of files with only a part of it.
const PART_WORDS: [&str; 9] = [
    "a", "b", "part", "p", "one", "two", "first", "second", "bonus",
];

/// The sources of a folder by their paths, or why they cannot be read.
type Sources = BTreeMap<String, Result<Source, String>>;

/// The code of a folder.
pub struct Code<'a> {
    pub tree: &'a Tree,
    pub setting: &'a Setting<'a>,
    pub packages: Vec<Package>,
    /// The packages of the project, whose names cargo refuses for others.
    pub own_packages: Vec<Package>,
    /// The days by puzzle; the files of one puzzle in the order in which they are tried.
    pub days: Vec<DayFile<'a>>,
    sources: &'a Sources,
}

/// A file that is or looks like a day.
pub struct DayFile<'a> {
    pub file: &'a str,
    pub source: &'a Source,
    /// How it is called, or why it cannot be.
    pub wiring: Result<Wiring, String>,
    /// Whether it is the root of a crate of its own, and not a module.
    pub is_crate: bool,
    /// The folder with its own modules.
    pub inner: String,
    pub puzzle: Puzzle,
    /// Whether it has both parts, and no other day.
    pub is_whole: bool,
}

/// Reads all sources of a folder.
pub fn sources(tree: &Tree) -> Sources {
    let mut sources = Sources::new();
    for file in tree.sources("") {
        let source = tree.text(file).and_then(Source::read);
        sources.insert(file.to_owned(), source);
    }
    sources
}

impl<'a> Code<'a> {
    /// Finds the days of the folder. The plan notes those whose puzzle is not known.
    pub fn read(
        tree: &'a Tree,
        sources: &'a Sources,
        setting: &'a Setting<'a>,
        plan: &mut Plan,
    ) -> Self {
        let root = setting.project.root();
        let mut ignored = Plan::default();
        let own = Tree::read(root, root, &[], &mut ignored);
        let mut code = Self {
            own_packages: manifest::packages(&own, &mut ignored),
            tree,
            setting,
            packages: manifest::packages(tree, plan),
            days: Vec::new(),
            sources,
        };
        for (file, source) in sources {
            match code.day_file(file, source) {
                Ok(day) => code.days.extend(day),
                Err(why) => plan.refuse(tree.path(file), None, why),
            }
        }
        // A library or a module comes before the program that calls it.
        code.days
            .sort_by_key(|day| (day.puzzle, !day.is_whole, day.is_crate));
        if code.days.is_empty() && !plan.has_refused && !sources.is_empty() {
            code.note_unnamed(plan);
        }
        code
    }

    /// Notes the files that may be days, if there is no file with the name of one.
    fn note_unnamed(&self, plan: &mut Plan) {
        let mut files = Vec::new();
        for (file, source) in self.sources {
            if source
                .as_ref()
                .is_ok_and(|source| wiring::wiring(source).is_ok())
            {
                files.push(&**file);
            }
        }
        if files.is_empty() {
            files.push("");
        }
        for file in files {
            let why = "no file is named like a day (day01.rs, 01.rs, day01/main.rs)";
            plan.skip(self.tree.path(file), None, why);
        }
    }

    pub fn source(&self, file: &str) -> Result<&'a Source, String> {
        match self.sources.get(file) {
            Some(Ok(source)) => Ok(source),
            Some(Err(why)) => Err(format!("{file}: {why}")),
            None => Err(format!(
                "{file} is not there, a link, or outside of its package"
            )),
        }
    }

    /// Whether a source of the folder defines a macro.
    pub fn defines(&self, name: &str) -> bool {
        self.sources
            .values()
            .flatten()
            .flat_map(|source| &source.items)
            .any(|item| matches!(item.item, Item::Macro(_)) && item.name == name)
    }

    pub fn package_of(&self, file: &str) -> &Package {
        self.packages
            .iter()
            .find(|package| within(&package.folder, file).is_some())
            .expect("the root has one")
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

    /// The day in a file, by attributes of cargo-aoc, by the file's name, or by that of its
    /// folder, as in `day01/main.rs`, or `day01/solution.rs` with `main` or both parts.
    fn day_file(
        &self,
        file: &'a str,
        source: &'a Result<Source, String>,
    ) -> Result<Option<DayFile<'a>>, String> {
        let folder = folder_of(file);
        let stem = file_name(file).trim_end_matches(".rs");
        let is_index = matches!(stem, "mod" | "main" | "lib");
        let parent = folder
            .rsplit('/')
            .find(|name| !matches!(*name, "src" | "bin"))
            .unwrap_or_default();
        let named = if is_index {
            day_of_folder(parent)
        } else {
            day_and_words(stem)
        };
        let source = match source {
            Ok(source) => source,
            Err(why) if named.is_some() => return Err(why.clone()),
            Err(_) => return Ok(None),
        };
        // Without a manifest, a file with a `main` is a crate.
        let package = self.package_of(file);
        let is_crate = package.is_crate(file)
            || package.manifest.package.is_none() && source.item("main").is_some();
        let marked: BTreeSet<Day> = source
            .marks()
            .filter_map(|mark| day_of(names_in(mark).first()?))
            .collect();
        let wiring = wiring::wiring(source);
        let (day, after) = match (marked.first(), named) {
            (Some(day), _) => (*day, Vec::new()),
            (None, Some(named)) => named,
            (None, None) => match day_of_folder(parent) {
                Some((day, _)) if is_crate || wiring.is_ok() => (day, words(stem)),
                _ => return Ok(None),
            },
        };
        let puzzle = self.puzzle(file, day)?;
        let word = after.first().map_or("", String::as_str);
        let is_whole = marked.len() < 2 && !PART_WORDS.contains(&word);
        let wiring = if is_whole {
            let calls = self.setting.expressions;
            wiring.or_else(|why| wiring::expressed(source, calls, puzzle).ok_or(why))
        } else {
            Err("it is a part of a day, or several: put each day into one file".to_owned())
        };
        Ok(Some(DayFile {
            file,
            source,
            wiring,
            is_crate,
            inner: join(folder, if is_index { "" } else { stem }),
            puzzle,
            is_whole,
        }))
    }

    /// The puzzle of a file, if its year is known and has that day.
    pub fn puzzle(&self, file: &str, day: Day) -> Result<Puzzle, String> {
        let why = "its year is not known: give it with -y, and import the folder of each year by \
                   itself";
        let year = self.year_of(file).ok_or(why)?;
        if day.0 > puzzle::days(year) {
            return Err(format!("{year} has no day {day}"));
        }
        Ok(year.day(day))
    }

    /// The year of a file, from its path, or from the settings, the name or the code of its
    /// package.
    fn year_of(&self, file: &str) -> Option<Year> {
        let of_package = self.package_of(file).year;
        year_in(file).or(of_package).or(self.setting.year)
    }

    /// Whether an item at the root of a crate does not come along: it needs the days, or what
    /// is gone already.
    pub fn stays_at_root(&self, item: &FileItem, gone: &[&FileItem]) -> bool {
        let is_no_item = match &item.item {
            Item::ExternCrate(_) | Item::Macro(_) => return true,
            Item::Mod(module) => module.content.is_none(),
            _ => item.name == "main" || item.is_of_tool(),
        };
        let names_days = self.days.iter().any(|day| {
            item.mentions(file_name(&day.inner)) || item.mentions(file_name(folder_of(&day.inner)))
        });
        let is_lost = gone
            .iter()
            .any(|gone| !matches!(gone.item, Item::Mod(_)) && item.uses(gone));
        is_no_item || item.is_for_tests || names_days || is_lost
    }

    /// Whether a source is another day or belongs to one, so that it is not shared code.
    pub fn is_of_another(&self, day: &DayFile, file: &str) -> bool {
        self.days.iter().any(|other| {
            let has_file = other.file == file || within(&other.inner, file).is_some();
            has_file && other.is_whole && other.inner != day.inner
        })
    }
}

//! The days of other repositories: which files are days, of which year, and how
//! their functions are called. A day of which something is not understood is named
//! with the reason; whether a copy compiles, the compiler says.

use std::collections::{BTreeMap, BTreeSet};

use aoc_solution::Part;
use cargo_toml::Dependency;
use syn::Item;

use super::manifest::{self, Package};
use super::names::{
    day_and_words, day_of, day_of_folder, file_name, folder_of, join, within, year_in,
};
use super::plan::{Plan, Setting};
use super::refusal::Refusal;
use super::source::{FileItem, Source};
use super::tree::Tree;
use super::wiring::{self, Wiring};
use crate::files::without_dots;
use crate::puzzle::{self, Day, Puzzle, Year, words};

/// Words after the number of a day in the names of files with only a part of it.
const PART_WORDS: [&str; 9] = [
    "a", "b", "part", "p", "one", "two", "first", "second", "bonus",
];

/// The code of a folder.
pub struct Code<'a> {
    pub tree: &'a Tree,
    pub setting: &'a Setting<'a>,
    pub packages: Vec<Package>,
    /// The packages of the project, whose names cargo refuses for others.
    pub own_packages: Vec<Package>,
    /// The days by puzzle; the files of one puzzle in the order in which they are tried.
    pub days: Vec<DayFile<'a>>,
    /// The macros that a source of the folder defines.
    pub macros: BTreeSet<String>,
    /// The sources, or the reason why they cannot be read.
    sources: BTreeMap<&'a str, Result<Source, Refusal>>,
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

impl<'a> Code<'a> {
    /// Reads all sources of the folder. The plan notes the days whose puzzle is not known.
    pub fn read(tree: &'a Tree, setting: &'a Setting<'a>, plan: &mut Plan) -> Self {
        let root = setting.project.root();
        let mut ignored = Plan::default();
        let own = Tree::read(root, root, &[], &mut ignored);
        let mut code = Self {
            own_packages: manifest::packages(&own, &mut ignored),
            tree,
            setting,
            packages: manifest::packages(tree, plan),
            days: Vec::new(),
            macros: BTreeSet::new(),
            sources: BTreeMap::new(),
        };
        for file in tree.sources("") {
            let text = tree.text(file).map_err(Refusal::Unreadable);
            let source = text.and_then(Source::read);
            for item in source.iter().flat_map(|source| &source.items) {
                if let Item::Macro(definition) = &item.item {
                    code.macros
                        .extend(definition.ident.iter().map(ToString::to_string));
                }
            }
            code.sources.insert(file, source);
        }
        for file in tree.sources("") {
            match code.day_file(file) {
                Some(Ok(day)) => code.days.push(day),
                Some(Err(why)) => plan.refuse(tree.root.join(file), None, &why),
                None => {}
            }
        }
        // A library or a module comes before the program that calls it.
        code.days
            .sort_by_key(|day| (day.puzzle, !day.is_whole, day.is_crate));
        if code.days.is_empty() && !plan.has_refused && !code.sources.is_empty() {
            code.note_unnamed(plan);
        }
        code
    }

    /// Notes the files that may be days, if there is no file with the name of one.
    fn note_unnamed(&self, plan: &mut Plan) {
        let sources = self.sources.iter();
        let mut files = sources.filter(|(_, source)| match source {
            Ok(source) => wiring::wiring(source).is_ok(),
            Err(_) => false,
        });
        let first = files.next().map_or("", |(file, _)| file);
        let others = files.map(|(file, _)| *file);
        for file in [first].into_iter().chain(others) {
            let why = "no file is named like a day (day01.rs, 01.rs, day01/main.rs)";
            plan.skip(self.tree.root.join(file), None, why);
        }
    }

    pub fn source(&self, file: &str) -> Result<&Source, Refusal> {
        match self.sources.get(file) {
            Some(Ok(source)) => Ok(source),
            Some(Err(why)) => Err(Refusal::Unreadable(format!("{file}: {why}"))),
            None => Err(Refusal::Missing(file.to_owned())),
        }
    }

    pub fn package_of(&self, file: &str) -> &Package {
        let mut packages = self.packages.iter();
        let package = packages.find(|package| within(&package.folder, file).is_some());
        package.expect("the root has one")
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
    pub fn crate_name<'c>(&'c self, of: &Package, key: &'c str, value: &Dependency) -> &'c str {
        if value.package().is_none()
            && let Some(package) = self.path_package(of, value)
            && let Some((name, _)) = package.library()
        {
            return name;
        }
        key
    }

    /// The day in a file, by attributes of cargo-aoc, by the file's name, or by that of its
    /// folder, as in `day01/main.rs`, or `day01/solution.rs` with `main` or both parts.
    fn day_file(&self, file: &'a str) -> Option<Result<DayFile<'a>, Refusal>> {
        let folder = folder_of(file);
        let stem = file_name(file).strip_suffix(".rs")?;
        let is_index = matches!(stem, "mod" | "main" | "lib");
        let mut folders = folder.rsplit('/');
        let parent = folders
            .find(|name| !matches!(*name, "src" | "bin"))
            .unwrap_or_default();
        let source = self.source(file).ok();
        let package = self.package_of(file);
        // Without a manifest, a file with a `main` is a crate.
        let has_main = source.is_some_and(|source| source.item("main").is_some());
        let is_crate = package.is_crate(file) || package.manifest.package.is_none() && has_main;
        let marks = source.map(Source::marks).unwrap_or_default();
        let marked: BTreeSet<Day> = marks
            .iter()
            .filter_map(|mark| day_of(mark.names.first()?))
            .collect();
        let named = if is_index {
            day_of_folder(parent)
        } else {
            day_and_words(stem)
        };
        let (day, after) = match (marked.first(), named) {
            (Some(day), _) => (*day, Vec::new()),
            (None, Some(named)) => named,
            (None, None) => {
                if !is_crate && source.is_none_or(|source| wiring::wiring(source).is_err()) {
                    return None;
                }
                (day_of_folder(parent)?.0, words(stem))
            }
        };
        let is_part = after
            .first()
            .is_some_and(|word| PART_WORDS.contains(&&**word));
        Some(self.puzzle(file, day).map(|puzzle| DayFile {
            file,
            is_crate,
            inner: join(folder, if is_index { "" } else { stem }),
            puzzle,
            is_whole: marked.len() < 2 && !is_part,
        }))
    }

    /// The puzzle of a file, if its year is known and has that day.
    pub fn puzzle(&self, file: &str, day: Day) -> Result<Puzzle, Refusal> {
        let year = self.year_of(file).ok_or(Refusal::NoYear)?;
        if day.0 > puzzle::days(year) {
            return Err(Refusal::NoSuchDay(year, day));
        }
        Ok(year.day(day))
    }

    /// The year of a file, from its path, or from the settings, the name or the code of its
    /// package.
    fn year_of(&self, file: &str) -> Option<Year> {
        let of_package = self.package_of(file).year;
        year_in(file).or(of_package).or(self.setting.year)
    }

    /// How the functions of a day are called: as they say, or else as the user says.
    pub fn wiring(&self, day: &DayFile) -> Result<Wiring<'_>, Refusal> {
        let source = self.source(day.file)?;
        if !day.is_whole {
            return Err(Refusal::PartOfDay);
        }
        wiring::wiring(source).or_else(|why| {
            let expressions: &[(Part, String)] = self.setting.expressions;
            wiring::expressed(source, expressions, day.puzzle).ok_or(why)
        })
    }

    /// Fails if a source has a feature of the compiler, unless that has no effect in the copy and
    /// `day` does not name it: `array_chunks` is the method of `iter_array_chunks`.
    pub fn check_features(&self, source: &Source, day: Option<&DayFile>) -> Result<(), Refusal> {
        for feature in &source.features {
            let name = feature.trim_start_matches("iter_");
            let name = name.trim_start_matches("portable_");
            let day = day.and_then(|day| self.source(day.file).ok());
            if day.is_none_or(|day| day.text.contains(name)) {
                return Err(Refusal::Feature(feature.clone()));
            }
        }
        Ok(())
    }

    /// The items at the root of a crate that do without its days.
    pub fn root_items<'s>(&self, root: &'s Source) -> Vec<&'s FileItem> {
        let mut gone = vec![" main ".to_owned()];
        for day in &self.days {
            gone.push(format!(" {} ", file_name(&day.inner)));
            gone.push(format!(" {} ", file_name(folder_of(&day.inner))));
        }
        let mut items: Vec<&FileItem> = root.items.iter().collect();
        items.retain(|item| match &item.item {
            Item::ExternCrate(_) | Item::Macro(_) => false,
            Item::Mod(module) => module.content.is_some() && !item.is_for_tests,
            _ => !item.is_for_tests && !item.is_of_tool(),
        });
        while let Some(index) = items
            .iter()
            .position(|item| gone.iter().any(|name| item.code.contains(name)))
        {
            let lost = items.remove(index);
            gone.push(format!(" {} ", lost.name));
        }
        items
    }

    /// Whether a source is another day, belongs to one, or declares the modules of days, so
    /// that it is not shared code.
    pub fn is_of_another(&self, day: &DayFile, file: &str) -> bool {
        let is_index = file_name(file) == "mod.rs";
        self.days.iter().any(|other| {
            let has_file = other.file == file || within(&other.inner, file).is_some();
            let is_other = has_file && other.is_whole && other.inner != day.inner;
            is_other || is_index && folder_of(file) == folder_of(&other.inner)
        })
    }
}

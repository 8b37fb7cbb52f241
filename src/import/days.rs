//! Finds the days of the old repository: which files are days, of which year, and how their
//! functions may be called. A day that is not understood is noted with the reason. The compiler
//! tells later whether a copy compiles.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display, Formatter};
use std::fs::canonicalize;

use cargo_toml::Dependency;
use syn::Item;

use super::candidates::{self, Candidate, first_by_names, without_part};
use super::expressions::{self, RepositoryNames, Said};
use super::manifest::{self, Package};
use super::names::{
    day_and_words, day_of_folder, file_name, folder_of, is_of_one_part, join, within, year_in,
};
use super::plan::{ImportRequest, Plan};
use super::shim;
use super::source::{FileItem, Source};
use super::tree::Tree;
use super::wiring::Wiring;
use crate::files::without_dots;
use crate::project::source::solution_type;
use crate::puzzle::{self, Day, Puzzle, Year, words};

/// The code of the imported folder.
pub struct Code<'a> {
    pub tree: &'a Tree,
    pub request: &'a ImportRequest<'a>,
    /// The year in the name of the folder.
    folder_year: Option<Year>,
    pub packages: Vec<Package>,
    /// The packages of the project. Cargo rejects another package with the same name.
    pub own_packages: Vec<Package>,
    /// The days, sorted by puzzle. The files of one puzzle are in the order in which they are
    /// tried.
    pub days: Vec<DayFile<'a>>,
    /// The sources by path, or why they cannot be read.
    sources: BTreeMap<&'a str, Result<Source, String>>,
    /// The sources that read files or stdin, changed to read the day's input.
    given: BTreeMap<&'a str, Source>,
    /// The names by which other code refers to days: those of their modules, and of the folders
    /// that contain these.
    day_names: BTreeSet<String>,
    /// The names in all sources. They are collected when they are first needed.
    names: OnceCell<RepositoryNames>,
}

/// A file that is a day, or looks like one.
pub struct DayFile<'a> {
    pub file: &'a str,
    /// How it is called if nothing is compiled: as the user's expressions or the names of functions
    /// say.
    pub wiring: Result<Wiring, NotCopied>,
    /// The ways to call it, preferred ones first. Empty if it is a day of `aoc` already.
    pub candidates: Vec<Candidate>,
    /// Whether it is the root of a crate, and not a module.
    pub is_crate: bool,
    /// The folder of its own modules.
    pub inner: String,
    pub puzzle: Puzzle,
}

/// The reason why a day is not copied.
#[derive(Clone, Debug)]
pub enum NotCopied {
    /// The file has only one part of a day, whatever its functions are.
    OnePart,
    /// It is not clear how to call the day, for this reason. An expression of the user can say it.
    Unclear(String),
    /// The code cannot be copied, or its copy cannot be built, for this reason. No expression helps.
    Unfit(String),
}

impl NotCopied {
    /// Whether an expression of the user could help.
    pub fn is_unclear(&self) -> bool {
        matches!(self, Self::Unclear(_))
    }
}

impl Display for NotCopied {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Self::OnePart => f.write_str("it is a part of a day: put each day into one file"),
            Self::Unclear(why) | Self::Unfit(why) => f.write_str(why),
        }
    }
}

impl DayFile<'_> {
    /// The order among the files of a puzzle: first those whose names tell how to call them, then
    /// those that have any candidates.
    fn rank(&self) -> (bool, bool) {
        (self.wiring.is_err(), self.candidates.is_empty())
    }
}

impl<'a> Code<'a> {
    /// Finds the days of the folder. The plan notes the files whose puzzle is not known.
    pub fn read(
        tree: &'a Tree,
        folder_year: Option<Year>,
        request: &'a ImportRequest<'a>,
        plan: &mut Plan,
    ) -> Self {
        let root = request.project.root();
        let mut ignored = Plan::default();
        let own = Tree::read(root, root, &[], &mut ignored);
        let mut code = Self {
            own_packages: manifest::packages(&own, &mut ignored),
            tree,
            folder_year,
            request,
            packages: manifest::packages(tree, plan),
            days: Vec::new(),
            sources: BTreeMap::new(),
            given: BTreeMap::new(),
            day_names: BTreeSet::new(),
            names: OnceCell::new(),
        };
        for file in tree.sources("") {
            let source = tree.text(file).and_then(Source::read);
            code.sources.insert(file, source);
        }
        for (file, source) in &code.sources {
            if let Ok(source) = source
                && let Some(text) = shim::given_the_text(source, code.day_at(file).is_some())
                && let Ok(source) = Source::read(text)
            {
                code.given.insert(file, source);
            }
        }
        let mut days = Vec::new();
        let mut unnamed = Vec::new();
        for (file, source) in &code.sources {
            match code.day_file(file, source) {
                Ok(Some(day)) => days.push(day),
                Ok(None) => {
                    if let Ok(source) = source
                        && code
                            .by_names(file, source)
                            .iter()
                            .any(|candidate| candidate.part.is_some())
                    {
                        unnamed.push(*file);
                    }
                }
                Err(why) => plan.refuse(tree.path(file), None, why),
            }
        }
        // A library or a module comes before the program that calls it.
        days.sort_by_key(|day| (day.puzzle, day.rank(), day.is_crate));
        if days.is_empty() && !plan.has_refused && !code.sources.is_empty() {
            if unnamed.is_empty() {
                unnamed.push("");
            }
            for file in unnamed {
                let why = "no file is named like a day (day01.rs, 01.rs, day01/main.rs)";
                plan.refuse(tree.path(file), None, why.to_owned());
            }
        }
        for day in &days {
            let names = day.inner.rsplit('/').take(2);
            code.day_names.extend(names.map(str::to_owned));
        }
        code.days = days;
        code
    }

    /// A source that reads files or stdin, changed to read the day's input.
    pub fn given(&self, file: &str) -> Option<&Source> {
        self.given.get(file)
    }

    pub fn source(&self, file: &str) -> Result<&Source, String> {
        match self.sources.get(file) {
            Some(Ok(source)) => Ok(source),
            Some(Err(why)) => Err(format!("{file}: {why}")),
            None => Err(format!("{file} is not there, or a link")),
        }
    }

    /// Whether the repository defines a macro of that name.
    pub fn has_macro(&self, name: &str) -> bool {
        self.files_with_macro(name).next().is_some()
    }

    /// Whether the package whose crate has this name defines a macro.
    pub fn exports_macro(&self, package: &str, name: &str) -> bool {
        let mut files = self.files_with_macro(name);
        files.any(|file| self.package_of(file).name.replace('-', "_") == package)
    }

    fn files_with_macro(&self, name: &str) -> impl Iterator<Item = &str> {
        let defined = format!(" macro_rules ! {name} ");
        self.sources.iter().filter_map(move |(file, source)| {
            let mut items = source.iter().flat_map(|source| &source.items);
            let has_it = items.any(|item| item.code.contains(&defined));
            has_it.then_some(*file)
        })
    }

    /// Whether an attribute is a procedural macro of the repository.
    pub fn is_own_attribute(&self, path: &syn::Path) -> bool {
        let name = path.segments.last().map(|last| last.ident.to_string());
        name.is_some_and(|name| {
            let mut items = self
                .sources
                .values()
                .flatten()
                .flat_map(|source| &source.items);
            items.any(|item| item.name == name && item.code.contains(" proc_macro_attribute "))
        })
    }

    /// The package of the repository to which the path of a dependency leads.
    pub fn package_at(&self, package: &Package, dependency: &Dependency) -> Option<&Package> {
        let path = dependency.detail()?.path.as_ref()?;
        let path = package.place.join(path);
        // The path may go through a link to another place in the repository.
        let place = canonicalize(&path).unwrap_or_else(|_| without_dots(&path));
        self.packages.iter().find(|other| other.place == place)
    }

    /// The name of a dependency in the code. Unless it is renamed, it is the name of its library.
    pub fn library_name(&self, package: &Package, key: &str, dependency: &Dependency) -> String {
        if let Some(other) = self.package_at(package, dependency)
            && let Some((library, _)) = other.library()
            && dependency.package().is_none()
        {
            return library.to_owned();
        }
        key.to_owned()
    }

    /// Whether a folder is the root of a package.
    pub fn is_package(&self, folder: &str) -> bool {
        let mut packages = self.packages.iter();
        packages.any(|package| package.folder == folder)
    }

    pub fn package_of(&self, file: &str) -> &Package {
        let mut packages = self.packages.iter();
        packages
            .find(|package| within(&package.folder, file).is_some())
            .expect("the root has one")
    }

    /// The name of a package's copy. It contains the year, so that packages of several years can
    /// have the same name.
    pub fn copy_name(&self, package: &Package) -> String {
        let name = &package.name;
        match self.year_of(&join(&package.folder, "Cargo.toml")) {
            Some(year) if !name.contains(&year.to_string()) => format!("{name}_{year}"),
            _ => name.clone(),
        }
    }

    /// The day in the name of a file, and the words after its number.
    fn day_at(&self, file: &str) -> Option<(Day, Vec<String>)> {
        let is_crate = self.package_of(file).is_crate(file);
        let named = day_and_words(stem(file));
        if !is_index(file) && (!is_crate || named.is_some()) {
            return named;
        }
        let mut folders = folder_of(file).rsplit('/');
        let parent = folders.find(|name| !["src", "bin"].contains(name));
        day_of_folder(parent.unwrap_or_default())
    }

    /// The day that a file is, judging by its name. For a program or an index, the name of the
    /// folder counts: `day01/main.rs`.
    fn day_file(
        &self,
        file: &'a str,
        source: &Result<Source, String>,
    ) -> Result<Option<DayFile<'a>>, String> {
        let Some((day, mut after)) = self.day_at(file) else {
            return Ok(None);
        };
        let folder = folder_of(file);
        let stem = stem(file);
        let is_crate = self.package_of(file).is_crate(file);
        after.extend(words(stem));
        let source = source.as_ref().map_err(Clone::clone)?;
        let puzzle = self.puzzle(file, day)?;
        let is_of_one_part = after.first().is_some_and(|word| is_of_one_part(word));
        let (wiring, candidates) = if is_of_one_part {
            (Err(NotCopied::OnePart), Vec::new())
        } else {
            self.calls(file, source, puzzle)
        };
        Ok(Some(DayFile {
            file,
            wiring,
            candidates,
            is_crate,
            inner: join(folder, if is_index(file) { "" } else { stem }),
            puzzle,
        }))
    }

    /// How a day is called if nothing is compiled, and its candidates: the user's expressions, or
    /// else the candidates by names. If the expressions do not fit the day, the report says so.
    fn calls(
        &self,
        file: &str,
        source: &Source,
        puzzle: Puzzle,
    ) -> (Result<Wiring, NotCopied>, Vec<Candidate>) {
        let mut candidates = Vec::new();
        let names = self.names();
        let said = expressions::said_of(names, source, self.request.expressions, puzzle);
        if let Said::Call(wiring) = &said {
            let mut wiring = wiring.clone();
            wiring.is_of_user = true;
            wiring.reads = self.request.calls_readers && !self.given.is_empty();
            candidates.push(Candidate::of_day(wiring));
        } else if solution_type(&source.text, "").is_some() && source.text.contains("aoc_solution")
        {
            // It is a day of `aoc` already.
            return (Ok(Wiring::default()), candidates);
        } else {
            candidates = self.by_names(file, source);
        }
        // cargo-aoc removes line breaks from the end of the input.
        let text = match self.request.text {
            Some(text) => Some(expressions::fill(text, puzzle)),
            None if source.marks().next().is_some() => {
                Some("input.trim_end_matches('\\n')".to_owned())
            }
            None => None,
        };
        let misfit = match &said {
            Said::Lacks(why) | Said::OfOthers(why) => Some(why),
            Said::Nothing | Said::Call(_) => None,
        };
        for Candidate { wiring, .. } in &mut candidates {
            wiring.text.clone_from(&text);
            wiring.misfit = misfit.map(|why| format!("called as its functions say: {why}"));
        }
        let wiring = first_by_names(&candidates);
        let why = || match said {
            Said::Lacks(why) => why,
            _ => unseen(source),
        };
        let wiring = wiring.ok_or_else(|| NotCopied::Unclear(why()));
        (wiring, candidates)
    }

    fn by_names(&self, file: &str, source: &Source) -> Vec<Candidate> {
        let source = self.given(file).unwrap_or(source);
        candidates::by_names(source, !self.given.is_empty())
    }

    /// The puzzle of a file. Fails if its year is not known, or does not have that day.
    pub fn puzzle(&self, file: &str, day: Day) -> Result<Puzzle, String> {
        let why = "its year is not known: give it with -y, and import the folder of each year by \
                   itself";
        let year = self.year_of(file).ok_or(why)?;
        if day.get() > puzzle::days(year) {
            return Err(format!("{year} has no day {day}"));
        }
        Ok(year.day(day))
    }

    /// The year of a file. It is in the path, or given by the user, or in the settings, the name or
    /// the code of the package, or in the name of the folder.
    fn year_of(&self, file: &str) -> Option<Year> {
        year_in(file)
            .or(self.request.year)
            .or(self.package_of(file).year)
            .or(self.folder_year)
    }

    /// Whether an item at the root of a crate is left out, because it declares or runs the days.
    pub fn stays_at_root(&self, item: &FileItem) -> bool {
        let is_declaration = match &item.item {
            Item::ExternCrate(_) | Item::Macro(_) => true,
            Item::Mod(module) => module.content.is_none() || item.declares_files(),
            _ => item.name == "main" || item.is_of_tool(),
        };
        let mut words = item.code.split_whitespace();
        is_declaration || item.is_for_tests || words.any(|word| self.day_names.contains(word))
    }

    /// Whether the code of a day, or code that is not a day, trims texts.
    pub fn trims(&self, day: &DayFile) -> bool {
        self.sources.iter().any(|(file, source)| {
            let is_seen = *file == day.file || self.day_at(file).is_none();
            let mut items = source.iter().flat_map(|source| &source.items);
            is_seen && items.any(|item| item.code.contains(" trim"))
        })
    }

    /// Whether a source is another day, or a module of another day. Then it is not shared code.
    pub fn is_of_another(&self, puzzle: Puzzle, file: &str) -> bool {
        self.days.iter().any(|other| {
            let has_file = other.file == file || within(&other.inner, file).is_some();
            has_file && other.puzzle != puzzle
        })
    }
}

/// The name of a source without `.rs`.
fn stem(file: &str) -> &str {
    file_name(file).trim_end_matches(".rs")
}

/// Whether a source is named like the root of a crate or of a folder.
fn is_index(file: &str) -> bool {
    ["mod", "main", "lib"].contains(&stem(file))
}

/// The reason why names do not tell how a day is called.
pub fn unseen(source: &Source) -> String {
    let mut functions = source.functions();
    if source.has("main") && functions.all(|function| function.sig.ident == "main") {
        return "it has only `main`: put what answers a part into a function of the text"
            .to_owned();
    }
    without_part(source).unwrap_or_else(|| "no function answers a part".to_owned())
}

impl Code<'_> {
    /// The names in all sources.
    fn names(&self) -> &RepositoryNames {
        self.names.get_or_init(|| {
            let mut names = RepositoryNames::default();
            for item in self
                .sources
                .values()
                .flatten()
                .flat_map(|source| &source.items)
            {
                if matches!(item.item, Item::Struct(_) | Item::Enum(_) | Item::Type(_)) {
                    names.types.insert(item.name.clone());
                }
                let words: Vec<&str> = item.code.split(' ').collect();
                for pair in words.windows(2) {
                    if let ["fn", name] = pair {
                        names.functions.insert((*name).to_owned());
                    }
                }
            }
            names
        })
    }
}

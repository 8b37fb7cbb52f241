//! What is a day? The old repository has files, packages and sources, and `days` finds the days
//! among them: files whose paths name a day, or two files that `days/joined.rs` joins because each
//! has one part. The repository is read once for all plans of an import.
//!
//! A [`DayFile`] has the candidates for the calls of a day. `day_decision` is the decision about
//! it: a call, or the reason why the day is not copied. `input_files` are the inputs of days.
//! `assertions` are the answers that the code of the repository expects, such as
//! `assert_eq!(part1(TEXT), 42)`.

pub mod assertions;
pub mod day_decision;
pub mod day_file;
pub mod days;
mod input_files;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::canonicalize;
use std::mem::take;
use std::path::{Path, PathBuf};

use aoc_solution::imported::is_path_of_example;
use cargo_toml::{Dependency, Edition};

use self::day_file::DayFile;
use self::input_files::InputFiles;
use super::folder::advent_years::AdventYears;
use super::folder::manifest;
use super::folder::manifest::Package;
use super::folder::names::{
    day_in_path, day_of_folder, file_name, folder_of, is_module_root, is_source, join,
    module_files, module_folder, within, year_in,
};
use super::folder::tree::Tree;
use super::left_out::LeftOut;
use super::request::ImportRequest;
use super::source::{FileItem, OldFile, Source, last_name};
use crate::files::{entries, slashed, without_dots};
use crate::project::parse_year;
use crate::puzzle::{self, Day, Puzzle, Year};

/// The folder that is imported.
pub struct OldRepository {
    /// The folder as the user named it. `None` for a tool without a folder. There are no files
    /// then.
    pub folder: Option<PathBuf>,
    /// True if the folder is the user's project itself.
    pub is_project: bool,
    pub tree: Tree,
    advent_years: AdventYears,
    /// The year that the user gave, for files whose path has no year.
    given_year: Option<Year>,
    /// The name of the folder if it has a year, or else the name of the folder around it.
    year_folder: String,
    pub packages: Vec<Package>,
    /// The Rust files by their paths. An error says why a file cannot be read.
    pub(super) files: BTreeMap<String, Result<OldFile, String>>,
    /// The Rust files whose paths name a day.
    pub(super) named: BTreeMap<String, NamedDay>,
    /// The files that are days, by puzzle, in the order in which they are tried.
    pub days: BTreeMap<Puzzle, Vec<DayFile>>,
    /// The names with which other code refers to days: the names of their modules, and of the
    /// folders that contain these modules.
    pub(super) day_names: BTreeSet<String>,
    pub input_files: InputFiles,
    pub left_out: LeftOut,
}

/// The day that the path of a Rust file names.
pub struct NamedDay {
    pub day: Day,
    /// An error says why the puzzle is not known: the year is not known, or lacks this day.
    pub puzzle: Result<Puzzle, String>,
    /// The words after the day in the name.
    pub after: Vec<String>,
}

/// The path with its links resolved, also on Windows, for comparisons with other such paths. A path
/// that does not exist is returned unchanged.
fn resolved(path: &Path) -> PathBuf {
    canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// The folders of the years in this folder of inputs.
fn years_of_inputs(folder: &Path) -> impl Iterator<Item = PathBuf> {
    entries(folder)
        .filter(|entry| parse_year(&entry.file_name().to_string_lossy()).is_some())
        .map(|entry| resolved(&entry.path()))
}

impl OldRepository {
    /// Reads a folder. `find_days` then finds the days in it.
    pub fn read(folder: Option<PathBuf>, request: &ImportRequest) -> Self {
        let there = folder.as_deref().map(resolved).unwrap_or_default();
        let path = slashed(&there);
        let name = file_name(&path);
        // Links are resolved, so that folders of this project are recognized behind a link.
        let mut own = vec![resolved(&request.project.days_dir())];
        // Other files in the folder of inputs may be those of an old program in the same
        // repository.
        own.extend(years_of_inputs(&resolved(&request.store.root)));
        let mut left_out = LeftOut::default();
        let tree = match (&folder, there.parent()) {
            (None, _) => Tree::default(),
            // The name of the folder must be part of the paths if it names a day, such as `day05`.
            (Some(_), Some(parent)) if day_of_folder(name).is_some() => {
                Tree::read(parent, &there, &own, &mut left_out)
            }
            (Some(folder), _) => Tree::read(folder, folder, &own, &mut left_out),
        };
        let packages = manifest::packages(&tree, &mut left_out);
        // The name of a package may say a year or a day, too, so it counts like the name of a
        // folder.
        let of_packages: Vec<String> = packages
            .iter()
            .map(|package| join(&package.named_folder(), "Cargo.toml"))
            .collect();
        let files = tree.files.iter().chain(&of_packages).map(|file| &**file);
        let mut repository = Self {
            folder,
            is_project: there == resolved(request.project.root()),
            packages,
            given_year: request.year,
            year_folder: match year_in(name) {
                Some(_) => name.to_owned(),
                None => file_name(folder_of(&path)).to_owned(),
            },
            advent_years: AdventYears::among(files),
            tree,
            files: BTreeMap::new(),
            named: BTreeMap::new(),
            days: BTreeMap::new(),
            day_names: BTreeSet::new(),
            input_files: InputFiles::default(),
            left_out,
        };
        repository.find_inputs_by_path();
        let sources = repository.tree.sources("").into_iter();
        let named = sources.filter_map(|file| Some((file.to_owned(), repository.day_at(file)?)));
        repository.named = named.collect();
        let sources = repository.tree.sources("").into_iter();
        let files = sources.map(|file| (file.to_owned(), repository.read_file(file)));
        repository.files = files.collect();
        repository.mark_templates();
        while repository.mark_modules_for_tests() {}
        repository.mark_readers();
        repository
    }

    /// Reads a Rust file. The error says why it cannot be read.
    fn read_file(&self, file: &str) -> Result<OldFile, String> {
        let text = self.tree.text(file)?;
        match Source::read(text) {
            Ok(source) => Ok(OldFile::new(source, self.named.contains_key(file))),
            Err(why) => Err(match self.edition_hint(file) {
                Some(hint) => format!("{why}; {hint}"),
                None => why,
            }),
        }
    }

    /// The advice for a source that cannot be read or compiled, because newer editions have other
    /// keywords and paths, and no copy has the edition 2015. `None` if the package has a newer one.
    pub fn edition_hint(&self, file: &str) -> Option<&'static str> {
        let is_oldest = self.package_of(file).edition() == Edition::E2015;
        is_oldest
            .then_some("its package has the edition 2015: change that with `cargo fix --edition`")
    }

    /// Marks the modules of fspoettel's template. A module `template` with other code is not
    /// marked.
    fn mark_templates(&mut self) {
        let sources = self.files.iter().filter_map(|(file, read)| {
            let source = &read.as_ref().ok()?.source;
            let is_of_tool = source.has("read_file") || source.has("solution");
            let folder = module_folder(file);
            (!is_of_tool && file_name(folder) == "template").then(|| folder_of(folder).to_owned())
        });
        let with_other_code: BTreeSet<String> = sources.collect();
        for (file, read) in &mut self.files {
            if let Ok(read) = read
                && !with_other_code.contains(folder_of(file))
            {
                read.source.mark_template();
            }
        }
    }

    /// Marks the modules that are declared for tests and nowhere else as used by tests only.
    /// Returns true if it has marked any, because the modules that they declare may then be marked,
    /// too.
    fn mark_modules_for_tests(&mut self) -> bool {
        let [mut for_code, mut for_tests] = [BTreeSet::new(), BTreeSet::new()];
        for (file, item) in self.items().filter(|(_, item)| item.declares_file()) {
            let places = if item.is_for_tests {
                &mut for_tests
            } else {
                &mut for_code
            };
            places.extend(module_files(self.folder_of_modules(file), &item.name));
        }
        let mut has_changed = false;
        for module in &for_tests - &for_code {
            if let Some(Ok(read)) = self.files.get_mut(&module)
                && !self.named.contains_key(&module)
                && read.source.items.iter().any(|item| !item.is_for_tests)
            {
                read.mark_for_tests();
                has_changed = true;
            }
        }
        has_changed
    }

    /// Marks the items that lead to a file.
    fn mark_readers(&mut self) {
        let readers: Vec<BTreeSet<String>> = self
            .files
            .keys()
            .map(|file| self.readers_for(file))
            .collect();
        let mut files = take(&mut self.files);
        for ((file, read), readers) in files.iter_mut().zip(&readers) {
            if let Ok(read) = read {
                let is_path = |path: &str| self.file_named(file, path).is_some();
                read.source.mark_readers(readers, is_path);
            }
        }
        self.files = files;
    }

    /// The functions that read files or stdin and that the code of this file may call. They are in
    /// the file, in the root of a crate around it, or in a module that it mentions, except days. A
    /// name that the file defines itself means its own item.
    pub fn readers_for(&self, file: &str) -> BTreeSet<String> {
        let Ok(own) = self.file(file) else {
            return BTreeSet::new();
        };
        let has = |name: &str| own.source.has(name);
        let items = own.source.items.iter();
        let names: BTreeSet<&str> = items
            .flat_map(|item| &item.facts.names)
            .map(String::as_str)
            .collect();
        let mut paths = own.reader_paths.clone();
        for (other, read) in &self.files {
            if let Ok(read) = read
                && !read.reader_paths.is_empty()
                && !self.named.contains_key(other)
                && (is_module_root(other) && within(folder_of(other), file).is_some()
                    || names.contains(self.module_name(other)))
            {
                let others = read.reader_paths.iter();
                paths.extend(others.filter(|path| !path.split("::").any(has)).cloned());
            }
        }
        paths
    }

    /// True if code that this day may run reads files or stdin: its own files, and all files whose
    /// path names no day.
    pub fn may_read_input(&self, puzzle: Puzzle) -> bool {
        self.files.iter().any(|(file, read)| {
            let named = self.named.get(file);
            read.as_ref().is_ok_and(|read| read.reads_input)
                && named.is_none_or(|named| named.puzzle == Ok(puzzle))
        })
    }

    /// The items of all Rust files that can be read, with the paths of these files.
    pub fn items(&self) -> impl Iterator<Item = (&str, &FileItem)> {
        self.files.iter().flat_map(|(file, read)| {
            let items = read.iter().flat_map(|read| &read.source.items);
            items.map(move |item| (&**file, item))
        })
    }

    pub fn file(&self, file: &str) -> Result<&OldFile, String> {
        match self.files.get(file) {
            Some(Ok(read)) => Ok(read),
            Some(Err(why)) => Err(format!("{file}: {why}")),
            None => Err(format!("{file} is not there, or a link")),
        }
    }

    pub fn source(&self, file: &str) -> Result<&Source, String> {
        self.file(file).map(|file| &file.source)
    }

    /// The file of the repository that a path in the code of a source names. The path is relative
    /// to the source, to its package, or to the repository.
    pub fn file_named(&self, source: &str, path: &str) -> Option<&str> {
        [folder_of(source), &self.package_of(source).folder, ""]
            .into_iter()
            .find_map(|folder| {
                let file = slashed(&without_dots(&Path::new(folder).join(path)));
                self.tree.files.get(&file).map(|file| &**file)
            })
    }

    /// The files that an item of `source` names with paths, other than sources and examples.
    pub fn data_files<'r>(
        &'r self,
        source: &str,
        item: &FileItem,
    ) -> impl Iterator<Item = &'r str> {
        let paths = item.facts.strings.iter();
        paths
            .filter_map(|path| self.file_named(source, path))
            .filter(|file| !is_source(file) && !is_path_of_example(file))
    }

    /// True if the repository defines a macro with this name.
    pub fn has_macro(&self, name: &str) -> bool {
        let mut items = self.items();
        items.any(|(_, item)| item.facts.macros.contains(name))
    }

    /// True if an attribute is a procedural macro of the repository.
    pub fn is_own_attribute(&self, path: &syn::Path) -> bool {
        last_name(path).is_some_and(|name| {
            self.items()
                .any(|(_, item)| item.name == name && item.mentions("proc_macro_attribute"))
        })
    }

    /// The package of the repository at the path of a dependency.
    pub fn package_at(&self, package: &Package, dependency: &Dependency) -> Option<&Package> {
        let path = dependency.detail()?.path.as_ref()?;
        // Cargo accepts `..\util` on Windows.
        let path = package.root.join(path.replace('\\', "/"));
        // The path may contain a link to another place in the repository.
        let root = canonicalize(&path).unwrap_or_else(|_| without_dots(&path));
        self.packages.iter().find(|other| other.root == root)
    }

    /// The name of a dependency in the code: the name of its library, unless the manifest renames
    /// it.
    pub fn library_name(&self, package: &Package, key: &str, dependency: &Dependency) -> String {
        if let Some(other) = self.package_at(package, dependency)
            && let Some((library, _)) = other.library()
            && dependency.package().is_none()
        {
            return library.to_owned();
        }
        key.to_owned()
    }

    /// The package whose build script is this file.
    pub fn package_built_by(&self, file: &str) -> Option<&Package> {
        self.packages.iter().find(|package| {
            let manifest = join(&package.folder, "Cargo.toml");
            self.tree.files.contains(&manifest) && package.build_script().as_deref() == Some(file)
        })
    }

    pub fn package_of(&self, file: &str) -> &Package {
        self.packages
            .iter()
            .find(|package| within(&package.folder, file).is_some())
            .expect("the root has one")
    }

    /// The name by which other files use a module. Other packages call a library by its own name.
    pub fn module_name<'n>(&'n self, file: &'n str) -> &'n str {
        match self.package_of(file).library() {
            Some((name, library)) if library == file => name,
            _ => file_name(module_folder(file)),
        }
    }

    /// True if a file is the root of a crate, either of a package or on its own. A program without
    /// a package is recognized by a module that it declares and that is in the same folder: if the
    /// file were a module, its modules would be in a folder of its own.
    pub fn is_crate(&self, file: &str) -> bool {
        if self.package_of(file).is_crate(file) {
            return true;
        }
        let Ok(source) = self.source(file) else {
            return false;
        };
        !is_module_root(file)
            && source.has("main")
            && source.items.iter().any(|item| {
                item.declares_file()
                    && self.has_module(folder_of(file), &item.name)
                    && !self.has_module(module_folder(file), &item.name)
            })
    }

    /// The folder of the modules that a file declares.
    pub fn folder_of_modules<'f>(&self, file: &'f str) -> &'f str {
        if self.is_crate(file) {
            folder_of(file)
        } else {
            module_folder(file)
        }
    }

    /// The sources of the crate with this root: the files of the modules that it declares, of the
    /// modules that these declare, and so on. Code that every copy omits does not count, nor do
    /// files outside of the root's folder.
    pub fn files_of_crate(&self, root: &str) -> BTreeSet<&str> {
        let mut found = BTreeSet::new();
        let mut declared = vec![root.to_owned()];
        while let Some(file) = declared.pop() {
            if let Some(file) = self.tree.files.get(&file)
                && within(folder_of(root), file).is_some()
                && found.insert(&**file)
                && let Ok(source) = self.source(file)
            {
                let folder = self.folder_of_modules(file);
                for item in &source.items {
                    item.add_module_files(file, folder, &mut declared);
                }
            }
        }
        found
    }

    /// True if the file of a module with this name is in the folder.
    fn has_module(&self, folder: &str, name: &str) -> bool {
        module_files(folder, name)
            .iter()
            .any(|file| self.tree.files.contains(file))
    }

    /// The name of a package's copy. It contains the year, because packages of several years may
    /// have the same name.
    pub fn copy_name(&self, package: &Package) -> String {
        let name = &package.name;
        match self.year_of(&join(&package.folder, "Cargo.toml")) {
            Ok(year) if !name.contains(&year.to_string()) => format!("{name}_{year}"),
            _ => name.clone(),
        }
    }

    /// The path, in which an unclear number is written out as a year or a day, see [`AdventYears`].
    pub fn spelled_out<'p>(&self, path: &'p str) -> Cow<'p, str> {
        self.advent_years.spelled_out(path)
    }

    /// The day in the path of a file, or in the name that the manifest gives to its program.
    fn day_at(&self, file: &str) -> Option<NamedDay> {
        let package = self.package_of(file);
        let day = day_in_path(&self.spelled_out(file), package.is_crate(file));
        // The name of a program may be of a whole year, like that of a folder: `aoc20`.
        let (day, after) = day.or_else(|| day_of_folder(package.program_at(file)?))?;
        Some(NamedDay {
            day,
            puzzle: self.puzzle(file, day),
            after,
        })
    }

    /// The puzzle of a file. Fails if the year of the file is not known, or lacks this day.
    pub fn puzzle(&self, file: &str, day: Day) -> Result<Puzzle, String> {
        let year = self.year_of(file)?;
        if day.get() > puzzle::day_count(year) {
            return Err(format!("{year} has no day {day}"));
        }
        Ok(year.day(day))
    }

    /// The year of a file. The sources are, in this order: the path, the option `-y`, the package
    /// (`AOC_YEAR` in its configuration of cargo, `aoc_lib!`, its name), and the name of the
    /// imported folder or of the folder around it. Fails if none of them says the year, or if the
    /// imported folder is itself a package whose year differs from the year in the name of the
    /// folder.
    pub fn year_of(&self, file: &str) -> Result<Year, String> {
        if let Some(year) = year_in(&self.spelled_out(file)).or(self.given_year) {
            return Ok(year);
        }
        let package = self.package_of(file);
        let package_year = package
            .year
            .or_else(|| year_in(&self.spelled_out(&package.named_folder())));
        let folder = &self.year_folder;
        match (package_year, year_in(folder)) {
            // One of the two is often left over from the repository of another year.
            (Some(year), Some(of_folder)) if package.folder.is_empty() && year != of_folder => {
                Err(format!(
                    "its package is of {year}, and the name of the folder `{folder}` says \
                     {of_folder}: give the year with -y"
                ))
            }
            (Some(year), _) | (None, Some(year)) => Ok(year),
            (None, None) => Err(
                "its year is not known: give it with -y, and import the folder of each year by \
                 itself"
                    .to_owned(),
            ),
        }
    }

    /// True if the code of this day, or code that is not a day, calls a function like `trim`.
    pub fn calls_trim(&self, day: &DayFile) -> bool {
        self.files.iter().any(|(file, read)| {
            read.as_ref().is_ok_and(|read| read.calls_trim)
                && !self.belongs_to_another_day(day.puzzle, file)
        })
    }

    /// All files that are days, sorted by puzzle.
    pub fn day_files(&self) -> impl Iterator<Item = &DayFile> {
        self.days.values().flatten()
    }

    /// The puzzles to which a file belongs, because it is a day of the puzzle or a module of that
    /// day. Shared code belongs to no puzzle.
    pub fn puzzles_of(&self, file: &str) -> impl Iterator<Item = Puzzle> {
        self.day_files()
            .filter(move |day| day.file == file || within(day.module_folder(), file).is_some())
            .map(|day| day.puzzle)
    }

    pub fn belongs_to_another_day(&self, puzzle: Puzzle, file: &str) -> bool {
        self.puzzles_of(file).any(|of_file| of_file != puzzle)
    }
}

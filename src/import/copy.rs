//! The copy of a day with all that it needs.
//!
//! The copy has the text of the original without attributes of tools, `main` and tests
//! that cannot run here. Programs become modules, so their paths from `crate` change.
//! Shared modules and packages are copied whole.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use syn::Item;
use toml_edit::{DocumentMut, InlineTable};

use super::days::{Code, DayFile};
use super::examples::examples;
use super::manifest::{Package, declare};
use super::rust::place;
use super::wiring::Wiring;
use super::{ImportedFile, Plan, other_form};
use crate::cargo::Dependency;
use crate::files::{path, slashed};
use crate::project::add_dependency;
use crate::project::source::{Edits, apply_edits, places};
use crate::puzzle::Puzzle;
use crate::site::PuzzlePage;

/// Code that means something else in the copy: the first only if the package has default
/// features, the others because they read files.
const PLACE_DEPENDENT: &str = "feature =,include_str !,include_bytes !,include !,# [ path =";

/// Sources in a package that its library does not use, and the common template's own ones,
/// which only its programs use.
const PROGRAM_FILES: &str = "build.rs examples/ tests/ src/bin/ src/main.rs src/template";

/// The files that are copied for a day so far.
struct Copying<'c> {
    code: &'c Code<'c>,
    day: &'c DayFile<'c>,
    puzzle: Puzzle,
    /// The day's path in the project without `.rs`, which is the folder of its own modules.
    own: String,
    /// The folder of the modules that the day shares: the day's for a program, the year's for
    /// a library.
    base: String,
    /// Paths after `crate`, each with the path in the copy.
    moved: [(String, String); 2],
    /// The sources of the day's crate by the modules at its root, with their paths from there.
    modules: BTreeMap<&'c str, Vec<(&'c str, &'c str)>>,
    /// The new files by their paths in the project.
    files: BTreeMap<String, ImportedFile>,
    /// The words in all sources of the day's crate so far.
    words: BTreeSet<String>,
    /// The manifest of the year.
    manifest: DocumentMut,
}

/// Plans the copy of a day, all of it or nothing, and adds its dependencies to the manifest
/// of the year.
pub fn plan_copy<'c>(
    code: &'c Code<'c>,
    day: &'c DayFile<'c>,
    puzzle: Puzzle,
    manifest: &mut DocumentMut,
    plan: &mut Plan,
) -> Result<(), String> {
    let package = code.package_of(day.file);
    let root = match day.file.rfind("src/") {
        _ if day.is_crate => path::folder(day.file),
        Some(at) => &day.file[..at + "src".len()],
        None => &package.folder,
    };
    let year = format!("days/year{}", puzzle.year);
    let own = format!("{year}/day{:02}", puzzle.day.0);
    let around = path::within(root, path::folder(&day.inner)).unwrap_or_default();
    let mut modules = BTreeMap::<_, Vec<_>>::new();
    for file in code.tree.sources(root) {
        let inner = path::within(root, file).unwrap_or(file);
        let inner = path::within(around, inner).unwrap_or(inner);
        let name = inner.split(['/', '.']).next().unwrap_or_default();
        if !["mod", "main", "lib"].contains(&name) {
            modules.entry(name).or_default().push((file, inner));
        }
    }
    let path = |of: &str| format!("::{of}").trim_end_matches("::").replace('/', "::");
    let stem = [path::last(&day.inner), ""][usize::from(day.is_crate)];
    let moved = [(around, ""), (stem, path::last(&own))];
    let moved = moved.map(|(old, new)| (path(old), path(new)));
    let mut copying = Copying {
        code,
        day,
        puzzle,
        base: if day.is_crate { own.clone() } else { year },
        own,
        moved,
        modules,
        files: BTreeMap::new(),
        words: BTreeSet::from([path::last(&day.inner).to_owned()]),
        manifest: manifest.clone(),
    };
    copying.add_day(&code.wiring(day)?)?;
    copying.add_modules()?;
    copying.declare_modules();
    copying.add_dependencies(package)?;
    plan.add(code.setting.project, copying.files.into_values().collect())?;
    *manifest = copying.manifest;
    Ok(())
}

impl<'c> Copying<'c> {
    fn add_day(&mut self, wiring: &Wiring) -> Result<(), String> {
        let (code, day) = (self.code, self.day);
        let source = code.source(day.file)?;
        let mut name = format!("Day{:02}", self.puzzle.day.0);
        if source.text.contains(&name) {
            name.push('_');
        }
        let page = code.setting.store.page(self.puzzle).ok().flatten();
        let title = page.and_then(|html| PuzzlePage::parse(&html).name(self.puzzle));
        let title = title.unwrap_or_else(|| format!("Day {}", self.puzzle.day));
        let examples = examples(code, day, wiring);
        let mut items = source.items.iter();
        let first = items.find(|it| !matches!(it.item, Item::Use(_) | Item::ExternCrate(_)));
        let first = first.map_or(source.text.len(), |it| it.place.start);
        let mut edits = vec![(first..first, wiring.render(&name, &title, &examples))];
        let main = source.function("main").filter(|_| day.is_crate);
        edits.extend(main.map(|it| (place(it), String::new())));
        edits.extend(wiring.publish_types(source));
        self.add(format!("{}.rs", self.own), day.file, edits)?;
        // It is the first one.
        for file in self.files.values_mut() {
            (file.kind, file.puzzle) = ("day", Some(self.puzzle));
            file.examples = Some(examples.len());
        }
        Ok(())
    }

    /// Copies the modules of the day, and those whose names are mentioned.
    fn add_modules(&mut self) -> Result<(), String> {
        let (code, day, mut rest) = (self.code, self.day, self.modules.clone());
        while let Some(name) = rest.keys().copied().find(|it| self.words.contains(*it)) {
            for (file, inner) in rest.remove(name).unwrap_or_default() {
                let own = path::within(&day.inner, file).map(|it| (&self.own, it));
                let (folder, inner) = own.unwrap_or((&self.base, inner));
                if file != day.file && !code.is_of_another(day, file) {
                    self.add(format!("{folder}/{inner}"), file, Edits::new())?;
                }
            }
        }
        Ok(())
    }

    /// Adds the copy of a source without what is for tools, and without what reads files,
    /// which are not copied: tests, and constants of the day. In the day's crate, a
    /// program is the day, and the modules around a day are gone.
    fn add(&mut self, path: String, file: &str, mut edits: Edits) -> Result<(), String> {
        let source = self.code.source(file)?;
        let dropped = source.dropped(file == self.day.file).into_iter();
        edits.extend(dropped.map(|it| (it, String::new())));
        let is_own = path.starts_with(&self.base);
        let text = apply_edits(&source.text, edits);
        let mut places: Vec<Range<usize>> = places(&text).collect();
        let mut paths = Edits::new();
        let is_crate = |it: &&Range<usize>| is_own && text[(*it).clone()] == *"crate";
        for it in places.iter().filter(is_crate) {
            let mut at = it.end;
            for (old, new) in &self.moved {
                if text[at..].starts_with(&format!("{old}::")) {
                    paths.push((at..at + old.len(), new.clone()));
                    at += old.len();
                }
            }
        }
        let is_gone = |at: usize| paths.iter().any(|it| it.0.contains(&at) && it.1.is_empty());
        places.retain(|it| !is_gone(it.start));
        let words: Vec<&str> = places.into_iter().map(|it| &text[it]).collect();
        let mut code = words.join(" ");
        let is_text = |it: &&[&str]| !is_own && it[0] == "include_str";
        for it in words.windows(4).filter(is_text) {
            let at = |of: &str| path::join(path::folder(of), it[3].trim_matches('"'));
            if let Some(text) = self.code.shared_text(file, &at(file)) {
                code = code.replace(&it.join(" "), "");
                let from = Some(self.code.tree.root.join(at(file)));
                let new = ImportedFile::new("text", at(&path), text, from);
                self.files.insert(at(&path), new);
            }
        }
        let is_bare = self.code.package_of(file).features.is_empty();
        let mut all = PLACE_DEPENDENT.split(',').skip(usize::from(is_bare));
        let by = all.find(|it| code.contains(it)).map(str::to_owned);
        // Of the root of a library only modules are here.
        let names = code.split(" crate : : ").skip(1);
        let mut names = names.filter_map(|it| it.trim_start_matches("{ ").split(' ').next());
        let item = names.find(|it| is_own && !self.day.is_crate && !self.modules.contains_key(it));
        if let Some(by) = by.or(item.map(|it| format!("crate::{it}"))) {
            let place = format!("{file}: ");
            let place = if file == self.day.file { "" } else { &place };
            let why = "would mean something else in the copy: change the code first";
            return Err(format!("{place}`{}` {why}", by.replace(' ', "")));
        }
        if self.files.contains_key(&path) || self.files.contains_key(&other_form(&path)) {
            return Err(format!("two of its files would be {path}: rename one"));
        }
        let words = words.into_iter().filter(|_| is_own);
        self.words.extend(words.map(str::to_owned));
        let text = apply_edits(&text, paths);
        let from = Some(self.code.tree.root.join(file));
        let file = ImportedFile::new("module", path.clone(), text, from);
        self.files.insert(path, file);
        Ok(())
    }

    /// Declares the modules of folders without an index file. In the original, the file that
    /// declares the days does it, or a macro.
    fn declare_modules(&mut self) {
        for module in self.files.keys().cloned().collect::<Vec<_>>() {
            let folder = path::folder(&module);
            let name = path::last(&module).replace(".rs", "");
            // That of the year has none.
            if folder.split('/').count() > 2 && !self.files.contains_key(&format!("{folder}.rs")) {
                let index = format!("{folder}/mod.rs");
                let new = ImportedFile::new("module", index.clone(), String::new(), None);
                let index = self.files.entry(index).or_insert(new);
                if index.from.is_none() {
                    index.text += &format!("pub mod {name};\n");
                }
            }
        }
    }

    /// Adds the dependencies that the day uses to the manifest of the year, and copies those
    /// with a path.
    fn add_dependencies(&mut self, package: &'c Package) -> Result<(), String> {
        // The library beside a program. Modules of a library name it `crate`.
        let library = package.library().filter(|it| self.uses(&it.name));
        if let Some(library) = library.filter(|it| slashed(&it.src_path) != self.day.file) {
            // Repositories of the common template have one of the same name for each year.
            let (mut copy, year) = (package.name.clone(), self.puzzle.year.to_string());
            if !copy.contains(&year) {
                copy += &format!("_{year}");
            }
            self.add_package(package, &copy)?;
            let entry = [("path", format!("../{copy}")), ("package", copy)];
            let entry = &InlineTable::from_iter(entry).into();
            add_dependency(&mut self.manifest, "dependencies", &library.name, entry)?;
        }
        for it in &package.dependencies {
            let library = self.code.path_package(it).and_then(Package::library);
            if self.uses(library.map_or(&it.name, |it| &it.name)) && it.name != "aoc-solution" {
                self.add_dependency(it)?;
                declare(it, &mut self.manifest, &self.code.copy_name(it))?;
            }
        }
        Ok(())
    }

    /// Whether the sources name a crate; that of `md-5` is `md5`.
    fn uses(&self, package: &str) -> bool {
        let mut names = ["_", ""].iter().map(|it| package.replace('-', it));
        names.any(|it| self.words.contains(&*it))
    }

    /// Copies the package of a dependency, if it has a path.
    fn add_dependency(&mut self, it: &Dependency) -> Result<(), String> {
        let outside = || format!("the package `{}` is outside of the folder", it.name);
        match self.code.path_package(it) {
            Some(package) => self.add_package(package, &self.code.copy_name(it)),
            None => it.path.is_none().then_some(()).ok_or_else(outside),
        }
    }

    /// Copies a package to a folder beside the years: the sources of its library.
    fn add_package(&mut self, package: &'c Package, name: &str) -> Result<(), String> {
        let folder = format!("days/{name}");
        let path = format!("{folder}/Cargo.toml");
        if self.files.contains_key(&path) {
            return Ok(());
        }
        let problem = package.problem.as_deref();
        let problem = problem.unwrap_or("it has no library, default features or a taken name");
        let problem = || format!("the package `{name}` cannot be copied: {problem}");
        let is_year = name.to_lowercase().starts_with("year");
        let is_std = ["std", "core", "alloc", "aoc_solution"].contains(&name);
        let is_usual = !is_year && !is_std && package.features.is_empty();
        let library = package.library().filter(|_| is_usual).ok_or_else(problem)?;
        let mut text = package.manifest(name, library);
        let mut inner = package.dependencies.iter();
        let mut inner_dependencies = inner.clone();
        inner_dependencies.try_for_each(|it| declare(it, &mut text, &self.code.copy_name(it)))?;
        let manifest = ImportedFile::new("manifest", path.clone(), text.to_string(), None);
        self.files.insert(path, manifest);
        let (root, code) = (slashed(&library.src_path), self.code);
        for file in code.tree.sources(path::folder(&root)) {
            // Sources outside of the package's folder are not copied.
            let inner = path::within(&package.folder, file).unwrap_or("build.rs");
            if !PROGRAM_FILES.split(' ').any(|it| inner.starts_with(it)) {
                self.add(format!("{folder}/{inner}"), file, Edits::new())?;
            }
        }
        inner.try_for_each(|it| self.add_dependency(it))
    }
}

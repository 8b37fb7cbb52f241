//! The copy of a day with all that it needs.
//!
//! The copy has the text of the original without attributes of tools, `main` and tests
//! that cannot run here. Programs become modules, so their paths from `crate` change.
//! Shared modules and packages are copied whole.

use std::collections::{BTreeMap, BTreeSet};

use cargo_toml::Dependency;
use syn::Item;
use syn::spanned::Spanned;
use toml_edit::{DocumentMut, Value};

use super::days::{Code, DayFile};
use super::examples::examples;
use super::manifest::{self, Package};
use super::names::{file_name, folder_of, within};
use super::plan::{ImportedFile, Plan};
use super::rust::{Edits, apply_edits};
use super::wiring::Wiring;
use crate::project::source::{places, tokens};
use crate::site::PuzzlePage;

/// Code that means something else in the copy, because it names files; between commas.
const NAMES_FILES: &str = "include_str !,include_bytes !,include !,# [ path =";

/// Beginnings of the paths of sources in a package that its library does not use. The ones
/// of the common template itself are used by its programs only.
const PROGRAM_FILES: &str = "build.rs examples/ tests/ src/bin/ src/main.rs src/template";

/// The files that are copied for a day so far.
struct Copying<'c> {
    code: &'c Code<'c>,
    day: &'c DayFile<'c>,
    /// The day's path in the project without `.rs`, which is the folder of its own modules.
    own: String,
    /// The folder of the modules that the day shares: the day's for a program, the year's for
    /// a library.
    base: String,
    /// Paths after `crate`, each with the path in the copy.
    moved: [(String, String); 2],
    /// The sources of the day's crate by the modules at its root, with their paths from there.
    modules: BTreeMap<&'c str, Vec<(&'c str, &'c str)>>,
    /// The packages that are still to be copied.
    packages: Vec<&'c Package>,
    /// The new files by their paths in the project.
    files: BTreeMap<String, ImportedFile>,
    /// The words in all sources of the day's crate so far.
    words: BTreeSet<String>,
}

/// Plans the copy of a day, all of it or nothing, and adds its dependencies to the manifest
/// of the year.
pub fn plan_copy<'c>(
    code: &'c Code<'c>,
    day: &'c DayFile<'c>,
    manifest: &mut DocumentMut,
    plan: &mut Plan,
) -> Result<(), String> {
    let root = match day.file.rfind("src/") {
        _ if day.is_crate => folder_of(day.file),
        Some(at) => &day.file[..at + "src".len()],
        None => &code.package_of(day.file).folder,
    };
    let around = within(root, folder_of(&day.inner)).unwrap_or_default();
    let mut modules = BTreeMap::<_, Vec<_>>::new();
    for file in code.tree.sources(root) {
        let inner = within(root, file).unwrap_or(file);
        let inner = within(around, inner).unwrap_or(inner);
        let name = inner.split(['/', '.']).next().unwrap_or_default();
        if !["mod", "main", "lib"].contains(&name) {
            modules.entry(name).or_default().push((file, inner));
        }
    }
    let year = format!("days/year{}", day.puzzle.year);
    let own = format!("{year}/day{:02}", day.puzzle.day.0);
    let stem = file_name(&day.inner);
    let path = |of: &str| format!("/{of}/").replace("//", "/").replace('/', "::");
    let day_path = path(if day.is_crate { "" } else { stem });
    let mut copying = Copying {
        code,
        day,
        base: if day.is_crate { own.clone() } else { year },
        moved: [(path(around), path("")), (day_path, path(file_name(&own)))],
        own,
        modules,
        packages: Vec::new(),
        files: BTreeMap::new(),
        words: BTreeSet::from([stem.to_owned()]),
    };
    let mut new_manifest = manifest.clone();
    copying.add_day(&code.wiring(day)?)?;
    copying.add_modules()?;
    copying.declare_modules();
    copying.add_dependencies(&mut new_manifest)?;
    copying.add_packages()?;
    plan.add(code.setting.project, copying.files.into_values().collect())?;
    *manifest = new_manifest;
    Ok(())
}

impl<'c> Copying<'c> {
    fn add_day(&mut self, wiring: &Wiring) -> Result<(), String> {
        let (code, day) = (self.code, self.day);
        let (source, puzzle) = (code.source(day.file)?, day.puzzle);
        let mut name = format!("Day{:02}", puzzle.day.0);
        if source.text.contains(&name) {
            name.push('_');
        }
        let title = PuzzlePage::stored_name(code.setting.store, puzzle);
        let title = title.unwrap_or_else(|| format!("Day {}", puzzle.day));
        let examples = examples(code, day, wiring);
        let mut items = source.items.iter();
        let first = items.find(|it| !matches!(it.item, Item::Use(_) | Item::ExternCrate(_)));
        let start = first.map_or(source.text.len(), |first| first.place.start);
        let mut edits = vec![(start..start, wiring.render(&name, &title, &examples))];
        let main = source.function("main").filter(|_| day.is_crate);
        edits.extend(main.map(|main| (main.span().byte_range(), String::new())));
        edits.extend(wiring.publish_types(source));
        let path = format!("{}.rs", self.own);
        self.add(path.clone(), day.file, edits)?;
        let file = self.files.entry(path).or_default();
        (file.kind, file.puzzle, file.examples) = ("day", Some(puzzle), Some(examples.len()));
        Ok(())
    }

    /// Copies the modules of the day, and those whose names are mentioned.
    fn add_modules(&mut self) -> Result<(), String> {
        let (code, day, mut rest) = (self.code, self.day, self.modules.clone());
        while let Some(name) = rest.keys().copied().find(|it| self.words.contains(*it)) {
            for (file, inner) in rest.remove(name).unwrap_or_default() {
                let of_day = within(&day.inner, file).map(|path| (&self.own, path));
                let (folder, path) = of_day.unwrap_or((&self.base, inner));
                if file != day.file && !code.is_of_another(day, file) {
                    self.add(format!("{folder}/{path}"), file, Edits::new())?;
                }
            }
        }
        Ok(())
    }

    /// Adds the copy of a source without the code for tools and without the tests, and the
    /// constants of the day, that read files, because these are not copied.
    fn add(&mut self, path: String, file: &str, mut edits: Edits) -> Result<(), String> {
        let (code, day) = (self.code, self.day);
        let source = code.source(file)?;
        let dropped = source.dropped(file == day.file).into_iter();
        edits.extend(dropped.map(|place| (place, String::new())));
        let mut text = apply_edits(&source.text, edits);
        let is_own = path.starts_with(&self.base);
        for (old, new) in self.moved.iter().filter(|_| is_own) {
            let words = places(&text).filter(|word| text[word.clone()] == *"crate");
            let ends = words.map(|word| word.end);
            let ends = ends.filter(|end| text[*end..].starts_with(old));
            let edits = ends.map(|at| (at..at + old.len(), new.clone())).collect();
            text = apply_edits(&text, edits);
        }
        let words = tokens(&text);
        let all = words.join(" ");
        let feature = code.package_of(file).has_features().then_some("feature =");
        let mut unclear = NAMES_FILES.split(',').chain(feature);
        let unclear = unclear.find(|code| all.contains(code)).map(str::to_owned);
        // The copy has the modules at the root of a library, and no other items.
        let is_here = |name: &str| self.modules.contains_key(name) || file_name(&self.own) == name;
        let paths = all.split(" crate : : ").skip(1);
        let mut names = paths.filter_map(|path| path.trim_start_matches("{ ").split(' ').next());
        let item = names.find(|name| is_own && !day.is_crate && !is_here(name));
        if let Some(unclear) = unclear.or(item.map(|name| format!("crate::{name}"))) {
            let place = format!("{file}: ");
            let place = if file == day.file { "" } else { &place };
            let why = "would mean something else in the copy: change the code first";
            return Err(format!("{place}`{}` {why}", unclear.replace(' ', "")));
        }
        let words = words.into_iter().filter(|_| is_own);
        self.words.extend(words.map(str::to_owned));
        let from = Some(code.tree.root.join(file));
        let why = format!("two of its files would be {path}: rename one");
        let new = ImportedFile::new("module", path.clone(), text, from);
        self.files.insert(path, new).map_or(Ok(()), |_| Err(why))
    }

    /// Declares the modules of folders without an index file. In the original, the file that
    /// declares the days does it, or a macro.
    fn declare_modules(&mut self) {
        for module in self.files.keys().cloned().collect::<Vec<_>>() {
            let folder = folder_of(&module);
            let name = file_name(&module).replace(".rs", "");
            // The folder of the year has none.
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

    /// Adds the dependencies that the day uses to the manifest of the year.
    fn add_dependencies(&mut self, manifest: &mut DocumentMut) -> Result<(), String> {
        let package = self.code.package_of(self.day.file);
        // The library beside a program; the modules of a library name it `crate`.
        let library = package.library().filter(|(_, file)| file != self.day.file);
        if let Some((name, _)) = library.filter(|(name, _)| self.uses(name)) {
            let entry = self.add_package(package, name)?;
            manifest::add(manifest, ["dependencies", name], entry)?;
        }
        for (table, key, dependency) in package.dependencies() {
            let name = self.code.crate_name(package, key, dependency);
            // Every year has the library of `aoc` already.
            if self.uses(name) && key != "aoc-solution" {
                let entry = self.entry(package, name, dependency)?;
                manifest::add(manifest, [table, name], entry)?;
            }
        }
        Ok(())
    }

    /// Whether the sources name a crate; the crate of `md-5` is `md5`.
    fn uses(&self, package: &str) -> bool {
        let mut names = ["_", ""].iter().map(|dash| package.replace('-', dash));
        names.any(|name| self.words.contains(&name))
    }

    /// The value of a dependency of the package `of` in the manifest of a copy.
    fn entry(&mut self, of: &'c Package, name: &str, it: &Dependency) -> Result<Value, String> {
        if it.detail().is_some_and(|detail| detail.path.is_some()) {
            let package = self.code.path_package(of, it);
            let package = package.filter(|_| it.req_features().is_empty());
            let why = || format!("the package `{name}` is outside of the folder, or has features");
            return self.add_package(package.ok_or_else(why)?, name);
        }
        let entry = manifest::entry(it).filter(|_| !is_odd(name));
        entry.ok_or_else(|| format!("`{name}` is an odd name, or from another registry"))
    }

    /// Adds a package to the ones to be copied. Returns the value of a dependency on its copy,
    /// whose crate is called `crate_name`.
    fn add_package(&mut self, package: &'c Package, crate_name: &str) -> Result<Value, String> {
        let name = self.code.copy_name(package);
        let is_year = name.to_lowercase().starts_with("year");
        let owns = |own: &Package| own.name == name && own.folder != format!("days/{name}");
        let is_there = self.code.own_packages.iter().any(owns);
        let is_taken = is_there || matches!(&*name, "std" | "core" | "alloc" | "aoc_solution");
        let has_others = package.has_features() || !package.manifest.target.is_empty();
        if is_year || is_taken || is_odd(&name) || has_others || package.library().is_none() {
            let why = "it has no library, an odd or taken name, default features or a [target]";
            return Err(format!("the package `{name}` cannot be copied: {why}"));
        }
        self.packages.push(package);
        Ok(manifest::copy_entry(crate_name, &name))
    }

    /// Copies the packages of dependencies to folders beside the years: the sources of their
    /// libraries.
    fn add_packages(&mut self) -> Result<(), String> {
        while let Some(package) = self.packages.pop() {
            let name = self.code.copy_name(package);
            let folder = format!("days/{name}");
            let path = format!("{folder}/Cargo.toml");
            if self.files.contains_key(&path) {
                continue;
            }
            let mut manifest = package.copied_manifest(&name);
            for (table, key, dependency) in package.dependencies() {
                let name = self.code.crate_name(package, key, dependency);
                let entry = self.entry(package, name, dependency)?;
                manifest::add(&mut manifest, [table, name], entry)?;
            }
            let new = ImportedFile::new("manifest", path.clone(), manifest.to_string(), None);
            self.files.insert(path, new);
            let library = package.library().map(|(_, file)| file).unwrap_or_default();
            self.code.source(&library)?;
            for file in self.code.tree.sources(folder_of(&library)) {
                // Sources outside of the package's folder are not copied.
                let inner = within(&package.folder, file).unwrap_or("build.rs");
                let is_of_program = PROGRAM_FILES.split(' ').any(|of| inner.starts_with(of));
                if file == library || !is_of_program {
                    self.add(format!("{folder}/{inner}"), file, Edits::new())?;
                }
            }
        }
        Ok(())
    }
}

/// Whether cargo would refuse the name of a package.
fn is_odd(name: &str) -> bool {
    name.contains(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_')
}

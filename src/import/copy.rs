//! The copy of a day with all that it needs.
//!
//! The copy has the text of the original without attributes of tools, `main` and tests
//! that cannot run here. Programs become modules, so their paths from `crate` change.
//! Shared modules and packages are copied whole, and the items at the root of a crate to a
//! module of their own, because the root of the year is generated.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use cargo_toml::Dependency;
use syn::Item;
use toml_edit::{DocumentMut, Value};

use super::days::{Code, DayFile};
use super::examples::examples;
use super::manifest::{self, Package};
use super::names::{file_name, folder_of, join, within};
use super::plan::{ImportedFile, Plan};
use super::refusal::Refusal;
use super::source::{Edit, FileItem, apply_edits};
use super::wiring::Wiring;
use crate::project::source::{places, tokens};
use crate::project::templates::usual_title;
use crate::site::PuzzlePage;

/// The module with the items at the root of a crate.
const ROOT: &str = "crate_root";

/// Beginnings of the paths of sources in a package that its library does not use. The ones
/// of the common template itself are used by its programs only.
const PROGRAM_FILES: [&str; 6] = [
    "build.rs",
    "examples/",
    "tests/",
    "src/bin/",
    "src/main.rs",
    "src/template",
];

/// The files that are copied for a day so far.
struct Copying<'c> {
    code: &'c Code<'c>,
    day: &'c DayFile<'c>,
    /// The day's path in the project without `.rs`, which is the folder of its own modules.
    own: String,
    /// The folder of the modules that the day shares: the day's for a program, the year's for
    /// a library.
    base: String,
    /// The path of the module around the day, such as `crate::year2020::`.
    around: String,
    /// The sources of the day's crate by the modules at its root, with their paths from there.
    modules: BTreeMap<&'c str, Vec<(&'c str, &'c str)>>,
    /// The items at the root of the day's crate that come along, if the day is a module.
    root_items: Vec<&'c FileItem>,
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
) -> Result<(), Refusal> {
    let wiring = code.wiring(day)?;
    let mut copying = Copying::new(code, day)?;
    let mut new_manifest = manifest.clone();
    copying.add_day(&wiring)?;
    copying.add_modules()?;
    copying.declare_modules();
    copying.add_dependencies(&mut new_manifest)?;
    copying.add_packages()?;
    plan.add(code.setting.project, copying.files.into_values().collect())?;
    *manifest = new_manifest;
    Ok(())
}

impl<'c> Copying<'c> {
    fn new(code: &'c Code<'c>, day: &'c DayFile<'c>) -> Result<Self, Refusal> {
        let root = match day.file.rfind("src/") {
            _ if day.is_crate => folder_of(day.file),
            Some(at) => &day.file[..at + "src".len()],
            None => &code.package_of(day.file).folder,
        };
        let around = within(root, folder_of(&day.inner)).unwrap_or_default();
        let mut modules = BTreeMap::<_, Vec<_>>::new();
        let mut root_items = Vec::new();
        for file in code.tree.sources(root) {
            let inner = within(root, file).unwrap_or(file);
            let inner = within(around, inner).unwrap_or(inner);
            let name = inner.split(['/', '.']).next().unwrap_or_default();
            if !["mod", "main", "lib"].contains(&name) {
                modules.entry(name).or_default().push((file, inner));
            } else if !day.is_crate && folder_of(file) == root && !modules.contains_key(ROOT) {
                let source = code.source(file)?;
                code.check_features(source, Some(day))?;
                root_items = code.root_items(source);
                modules.insert(ROOT, vec![(file, "crate_root.rs")]);
            }
        }
        let year = format!("days/year{}", day.puzzle.year);
        let own = format!("{year}/day{:02}", day.puzzle.day.0);
        Ok(Self {
            code,
            day,
            base: if day.is_crate { own.clone() } else { year },
            around: format!("crate/{around}/")
                .replace("//", "/")
                .replace('/', "::"),
            own,
            modules,
            root_items,
            packages: Vec::new(),
            files: BTreeMap::new(),
            words: BTreeSet::from([file_name(&day.inner).to_owned()]),
        })
    }

    fn add_day(&mut self, wiring: &Wiring) -> Result<(), Refusal> {
        let Self { code, day, .. } = *self;
        let source = code.source(day.file)?;
        let mut edits = Vec::new();
        let mut start = None;
        for item in &source.items {
            match item.called_macro() {
                Some(name) if code.macros.contains(&name) && !item.is_of_tool() => {
                    return Err(Refusal::OwnMacro(name));
                }
                _ => {}
            }
            if !matches!(item.item, Item::Use(_) | Item::ExternCrate(_)) {
                start = start.or(Some(item.place.start));
            }
            if let Some(at) = item.place_of_super(&source.text) {
                // The module around the day is another one in the copy.
                let path = format!("crate{}", &source.text[at.end..item.place.end]);
                for name in crate_names(&path) {
                    if !self.modules.contains_key(&path[name]) {
                        edits.push((at.clone(), "crate".to_owned()));
                    }
                }
            }
        }
        for mark in source.marks() {
            edits.push((mark.place, String::new()));
        }
        let mut name = format!("Day{:02}", day.puzzle.day.0);
        if source.text.contains(&name) {
            name.push('_');
        }
        let title = PuzzlePage::stored_name(code.setting.store, day.puzzle)
            .unwrap_or_else(|| usual_title(day.puzzle.day));
        let examples = examples(code, day, wiring);
        let start = start.unwrap_or(source.text.len());
        edits.push((start..start, wiring.render(&name, &title, &examples)));
        edits.extend(wiring.publish_types(source));
        let path = format!("{}.rs", self.own);
        self.add(path.clone(), day.file, edits)?;
        let file = self.files.entry(path).or_default();
        file.kind = "day";
        file.puzzle = Some(day.puzzle);
        file.examples = Some(examples.len());
        Ok(())
    }

    /// Copies the modules of the day, and those whose names are mentioned.
    fn add_modules(&mut self) -> Result<(), Refusal> {
        let mut rest = self.modules.clone();
        while let Some(name) = rest.keys().copied().find(|name| self.words.contains(*name)) {
            for (file, inner) in rest.remove(name).unwrap_or_default() {
                if file == self.day.file || self.code.is_of_another(self.day, file) {
                    continue;
                }
                let path = match within(&self.day.inner, file) {
                    Some(path) => join(&self.own, path),
                    None => join(&self.base, inner),
                };
                let edits = if name == ROOT {
                    self.root_edits(file)?
                } else {
                    Vec::new()
                };
                self.add(path, file, edits)?;
            }
        }
        Ok(())
    }

    /// The edits that make a module of the items at the root of the day's crate.
    fn root_edits(&self, file: &str) -> Result<Vec<Edit>, Refusal> {
        let source = self.code.source(file)?;
        let mut edits = Vec::new();
        for item in &source.items {
            if edits.is_empty() {
                // The items may use the modules beside them by their names.
                let start = item.place.start;
                let text = "#[allow(unused_imports)]\nuse super::*;\n";
                edits.push((start..start, text.to_owned()));
            }
            if self.root_items.iter().any(|kept| kept.place == item.place) {
                edits.extend(source.publish(item));
                edits.extend(item.publish_fields());
            } else {
                edits.push((item.place.clone(), String::new()));
            }
        }
        Ok(edits)
    }

    /// Adds the copy of a source without the code for tools, and without what reads files,
    /// because these are not copied.
    fn add(&mut self, path: String, file: &str, mut edits: Vec<Edit>) -> Result<(), Refusal> {
        let Self { code, day, .. } = *self;
        let source = code.source(file)?;
        let is_own = path.starts_with(&self.base);
        code.check_features(source, is_own.then_some(day))?;
        let left_out = source.left_out(file == day.file);
        let has_features = code.package_of(file).has_features();
        for item in &source.items {
            if left_out.iter().any(|gone| gone.place == item.place) {
                edits.push((item.place.clone(), String::new()));
            } else if let Some(gone) = left_out.iter().find(|gone| item.uses(gone)) {
                return Err(Refusal::FileText(gone.name.clone()));
            } else if let Some(code) = item.names_files() {
                return Err(self.elsewhere(file, &code));
            } else if has_features && item.code.contains(" feature = ") {
                return Err(self.elsewhere(file, "feature="));
            }
        }
        let mut text = apply_edits(&source.text, edits);
        if is_own {
            text = text.replace(&self.around, "crate::");
            text = apply_edits(&text, self.moved_paths(file, &text)?);
            for word in tokens(&text) {
                self.words.insert(word.to_owned());
            }
        }
        let from = Some(code.tree.root.join(file));
        let new = ImportedFile::new("module", path.clone(), text, from);
        match self.files.insert(path.clone(), new) {
            None => Ok(()),
            Some(_) => Err(Refusal::SameFile(path)),
        }
    }

    /// The refusal of code that means something else in the copy of a file.
    fn elsewhere(&self, file: &str, code: &str) -> Refusal {
        let mut place = String::new();
        if file != self.day.file {
            place = format!("{file}: ");
        }
        Refusal::Elsewhere(place, code.to_owned())
    }

    /// The edits of the paths from `crate`. The copy has the modules at the root of a library,
    /// and the items there in a module.
    fn moved_paths(&self, file: &str, text: &str) -> Result<Vec<Edit>, Refusal> {
        let own = file_name(&self.own);
        let mut edits = Vec::new();
        for at in crate_names(text) {
            if self.day.is_crate {
                edits.push((at.start..at.start, format!("{own}::")));
                continue;
            }
            let name = &text[at.clone()];
            let mut items = self.root_items.iter();
            if name == file_name(&self.day.inner) {
                edits.push((at, own.to_owned()));
            } else if items.any(|item| item.name == name) {
                edits.push((at.start..at.start, format!("{ROOT}::")));
            } else if !self.modules.contains_key(name) {
                return Err(self.elsewhere(file, &format!("crate::{name}")));
            }
        }
        Ok(edits)
    }

    /// Declares the modules of folders without an index file. In the original, the file that
    /// declares the days does it, or a macro.
    fn declare_modules(&mut self) {
        for module in self.files.keys().cloned().collect::<Vec<_>>() {
            let folder = folder_of(&module);
            let is_of_year = folder.split('/').count() < 3;
            if is_of_year || self.files.contains_key(&format!("{folder}.rs")) {
                continue;
            }
            let index = format!("{folder}/mod.rs");
            let new = ImportedFile::new("module", index.clone(), String::new(), None);
            let index = self.files.entry(index).or_insert(new);
            if index.from.is_none() {
                let name = file_name(&module).replace(".rs", "");
                index.text += &format!("pub mod {name};\n");
            }
        }
    }

    /// Adds the dependencies that the day uses to the manifest of the year.
    fn add_dependencies(&mut self, manifest: &mut DocumentMut) -> Result<(), Refusal> {
        let package = self.code.package_of(self.day.file);
        // The library beside a program; the modules of a library name it `crate`.
        if let Some((name, file)) = package.library()
            && file != self.day.file
            && self.uses(name)
        {
            let entry = self.add_package(package, name)?;
            manifest::add(manifest, "dependencies", name, entry)?;
        }
        for (table, key, dependency) in package.dependencies() {
            let name = self.code.crate_name(package, key, dependency);
            // Every year has the library of `aoc` already.
            if self.uses(name) && key != "aoc-solution" {
                let entry = self.entry(package, name, dependency)?;
                manifest::add(manifest, table, name, entry)?;
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
    fn entry(
        &mut self,
        of: &'c Package,
        name: &str,
        dependency: &Dependency,
    ) -> Result<Value, Refusal> {
        if dependency
            .detail()
            .is_some_and(|detail| detail.path.is_some())
        {
            return match self.code.path_package(of, dependency) {
                Some(package) if dependency.req_features().is_empty() => {
                    self.add_package(package, name)
                }
                _ => Err(Refusal::Outside(name.to_owned())),
            };
        }
        match manifest::entry(dependency) {
            Some(entry) if !is_odd(name) => Ok(entry),
            _ => Err(Refusal::Library(name.to_owned())),
        }
    }

    /// Adds a package to the ones to be copied. Returns the value of a dependency on its copy,
    /// whose crate is called `crate_name`.
    fn add_package(&mut self, package: &'c Package, crate_name: &str) -> Result<Value, Refusal> {
        let name = self.code.copy_name(package);
        let is_taken = matches!(&*name, "std" | "core" | "alloc" | "aoc_solution")
            || name.to_lowercase().starts_with("year")
            || self
                .code
                .own_packages
                .iter()
                .any(|own| own.name == name && own.folder != format!("days/{name}"));
        let has_others = package.has_features() || !package.manifest.target.is_empty();
        if is_taken || is_odd(&name) || has_others || package.library().is_none() {
            return Err(Refusal::Package(name));
        }
        self.packages.push(package);
        Ok(manifest::copy_entry(crate_name, &name))
    }

    /// Copies the packages of dependencies to folders beside the years: the sources of their
    /// libraries.
    fn add_packages(&mut self) -> Result<(), Refusal> {
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
                manifest::add(&mut manifest, table, name, entry)?;
            }
            let new = ImportedFile::new("manifest", path.clone(), manifest.to_string(), None);
            self.files.insert(path, new);
            let library = package.library().map(|(_, file)| file).unwrap_or_default();
            self.code.source(&library)?;
            for file in self.code.tree.sources(folder_of(&library)) {
                // Sources outside of the package's folder are not copied.
                let inner = within(&package.folder, file).unwrap_or("build.rs");
                let is_of_program = PROGRAM_FILES.iter().any(|start| inner.starts_with(start));
                if file == library || !is_of_program {
                    self.add(format!("{folder}/{inner}"), file, Vec::new())?;
                }
            }
        }
        Ok(())
    }
}

/// The places of the first names in paths after `crate::`, also of those in a group.
fn crate_names(text: &str) -> Vec<Range<usize>> {
    let places: Vec<Range<usize>> = places(text).collect();
    let words: Vec<&str> = places.iter().map(|at| &text[at.clone()]).collect();
    let mut names = Vec::new();
    for start in 0..words.len() {
        let ["crate", ":", ":", rest @ ..] = &words[start..] else {
            continue;
        };
        let mut depth = 0;
        let mut is_first = true;
        for (word, at) in rest.iter().zip(&places[start + 3..]) {
            match *word {
                "{" => depth += 1,
                "}" => depth -= 1,
                "," => is_first |= depth == 1,
                _ if is_first => {
                    names.push(at.clone());
                    is_first = false;
                }
                _ => {}
            }
            if depth <= 0 {
                break;
            }
        }
    }
    names
}

/// Whether cargo would refuse the name of a package.
fn is_odd(name: &str) -> bool {
    name.contains(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_')
}

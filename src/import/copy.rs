//! The copy of a day with all that it needs.
//!
//! The copy has the text of the original without attributes of tools, `main` and tests
//! that cannot run here. Programs become modules, so their paths from `crate` change.
//! Shared modules and packages are copied whole, and the items at the root of a crate to a
//! module of their own, because the root of the year is generated.

use std::collections::{BTreeMap, BTreeSet};

use syn::Item;
use syn::spanned::Spanned;
use toml_edit::{DocumentMut, Value};

use super::days::{Code, DayFile};
use super::manifest::{self, Package};
use super::names::{file_name, folder_of, join, within};
use super::plan::{ImportedFile, Plan};
use super::source::{Edit, FileItem, apply_edits};
use super::wiring::Wiring;
use crate::project::ROOT_ITEMS;
use crate::project::source::{features, nesting, tokens};
use crate::project::templates::usual_title;
use crate::site::PuzzlePage;

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
    /// The beginnings of paths, such as `crate::year2020::`, and what they are in the copy.
    moved: Vec<[String; 2]>,
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
    /// The features of the root of the day's crate, if the day is a module.
    features: BTreeSet<String>,
}

/// Plans the copy of a day, all of it or nothing, and adds its dependencies to the manifest
/// of the year.
pub fn plan_copy<'c>(
    code: &'c Code<'c>,
    day: &'c DayFile<'c>,
    manifest: &mut DocumentMut,
    plan: &mut Plan,
) -> Result<(), String> {
    let wiring = day.wiring.as_ref().map_err(Clone::clone)?;
    let mut copying = Copying::new(code, day)?;
    let mut new_manifest = manifest.clone();
    copying.add_day(wiring)?;
    copying.add_modules()?;
    copying.declare_modules();
    copying.add_dependencies(&mut new_manifest)?;
    copying.add_packages()?;
    plan.add(code.setting.project, copying.files.into_values().collect())?;
    *manifest = new_manifest;
    Ok(())
}

impl<'c> Copying<'c> {
    fn new(code: &'c Code<'c>, day: &'c DayFile<'c>) -> Result<Self, String> {
        let root = match day.file.rfind("src/") {
            _ if day.is_crate => folder_of(day.file),
            Some(at) => &day.file[..at + "src".len()],
            None => &code.package_of(day.file).folder,
        };
        let year = format!("days/year{}", day.puzzle.year);
        let own = format!("{year}/day{:02}", day.puzzle.day.0);
        let around = within(root, folder_of(&day.inner)).unwrap_or_default();
        let module = format!("crate::day{:02}::", day.puzzle.day.0);
        let mut moved = Vec::new();
        let mut base = own.clone();
        if day.is_crate {
            moved.push(["crate::".to_owned(), module]);
        } else {
            base = year;
            let around = join("crate", around).replace('/', "::") + "::";
            moved.push([format!("{around}{}::", file_name(&day.inner)), module]);
            moved.push([around, "crate::".to_owned()]);
        }
        let mut copying = Self {
            code,
            day,
            base,
            own,
            moved,
            modules: BTreeMap::new(),
            root_items: Vec::new(),
            packages: Vec::new(),
            files: BTreeMap::new(),
            words: BTreeSet::from([file_name(&day.inner).to_owned()]),
            features: BTreeSet::new(),
        };
        for file in code.tree.sources(root) {
            let from_root = within(root, file).unwrap_or(file);
            let inner = within(around, from_root).unwrap_or(from_root);
            let name = inner.split(['/', '.']).next().unwrap_or_default();
            if !["mod", "main", "lib"].contains(&name) {
                copying.modules.entry(name).or_default().push((file, inner));
            } else if !day.is_crate && folder_of(file) == root {
                let source = code.source(file)?;
                copying.features = features(&source.text);
                copying.root_items = code.root_items(source);
                copying
                    .modules
                    .insert(ROOT_ITEMS, vec![(file, "crate_root.rs")]);
            }
        }
        Ok(copying)
    }

    fn add_day(&mut self, wiring: &Wiring) -> Result<(), String> {
        let Self { code, day, .. } = *self;
        let source = day.source;
        let mut edits = Vec::new();
        let mut start = source.text.len();
        let input = wiring.input.as_deref().unwrap_or_default();
        let has_own_input = tokens(input).iter().any(|name| source.item(name).is_some());
        for item in source.items.iter().rev() {
            let place = item.place.start;
            if let Some(name) = item.called_macro()
                && code.defines(&name)
                && !item.is_of_tool()
            {
                return Err(format!(
                    "`{name}!` at its top is a macro of the repository: replace it with what it writes"
                ));
            }
            if !matches!(item.item, Item::Use(_) | Item::ExternCrate(_)) {
                start = place;
            }
            if let Item::Use(_) = item.item
                && let Some(at) = source.text[item.place.clone()].find("use super::")
            {
                // The module around the day is another one in the copy.
                let from = place + at;
                edits.push((from..from + "use super".len(), "use crate".to_owned()));
            }
            if let Item::Struct(_) | Item::Enum(_) | Item::Type(_) = item.item
                && has_own_input
            {
                edits.extend(item.publish(&source.text));
            }
        }
        for mark in source.marks() {
            edits.push((mark.span().byte_range(), String::new()));
        }
        let mut name = format!("Day{:02}", day.puzzle.day.0);
        if source.text.contains(&name) {
            name.push('_');
        }
        let title = PuzzlePage::stored_name(code.setting.store, day.puzzle)
            .unwrap_or_else(|| usual_title(day.puzzle.day));
        edits.insert(0, (start..start, wiring.render(&name, &title)));
        for feature in &self.features {
            if source.text.contains(feature) {
                edits.push((0..0, format!("#![feature({feature})]\n")));
            }
        }
        let path = format!("{}.rs", self.own);
        self.add(&path, day.file, edits)?;
        let file = self.files.entry(path).or_default();
        file.kind = "day";
        file.puzzle = Some(day.puzzle);
        Ok(())
    }

    /// Copies the modules of the day, and those whose names are mentioned.
    fn add_modules(&mut self) -> Result<(), String> {
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
                let edits = match name {
                    ROOT_ITEMS => self.root_edits(file)?,
                    _ => Vec::new(),
                };
                self.add(&path, file, edits)?;
            }
        }
        Ok(())
    }

    /// Declares the modules in folders without a file of their own, which the root of the crate
    /// declared, perhaps by a macro.
    fn declare_modules(&mut self) {
        let mut indices = BTreeMap::<String, String>::new();
        for path in self.files.keys() {
            let folder = folder_of(path);
            let index = join(folder, "mod.rs");
            if within(&self.base, folder).is_some()
                && !self.files.contains_key(&index)
                && !self.files.contains_key(&format!("{folder}.rs"))
            {
                let name = file_name(path).trim_end_matches(".rs");
                *indices.entry(index).or_default() += &format!("pub mod {name};\n");
            }
        }
        for (path, text) in indices {
            let new = ImportedFile::new("module", path.clone(), text, None);
            self.files.insert(path, new);
        }
    }

    /// The edits that make a module of the items at the root of the day's crate.
    fn root_edits(&self, file: &str) -> Result<Vec<Edit>, String> {
        let source = self.code.source(file)?;
        let mut edits = Vec::new();
        if let Some(first) = source.items.first() {
            // The items may use the modules beside them by their names.
            let start = first.place.start;
            let text = "#[allow(unused_imports)]\nuse super::*;\n";
            edits.push((start..start, text.to_owned()));
        }
        for item in &source.items {
            if self.root_items.iter().any(|kept| kept.place == item.place) {
                edits.extend(item.publish(&source.text));
            } else {
                edits.push((item.place.clone(), String::new()));
            }
        }
        Ok(edits)
    }

    /// Adds the copy of a source without the code for tools, and without what reads files,
    /// because these are not copied.
    fn add(&mut self, path: &str, file: &str, mut edits: Vec<Edit>) -> Result<(), String> {
        let source = self.code.source(file)?;
        let is_own = path.starts_with(&self.base);
        let left_out = source.left_out(file == self.day.file);
        for item in &source.items {
            if left_out.iter().any(|gone| gone.place == item.place) {
                edits.push((item.place.clone(), String::new()));
            } else if let Some(gone) = left_out.iter().find(|gone| item.uses(gone)) {
                return Err(format!(
                    "`{}` has the text of a file, which is not copied: pass it as an argument",
                    gone.name
                ));
            } else if let Some(code) = item.names_files() {
                return Err(self.elsewhere(file, &code));
            }
        }
        let mut text = apply_edits(&source.text, edits);
        if is_own {
            for [old, new] in &self.moved {
                text = text.replace(old, new);
            }
            for word in tokens(&text) {
                self.words.insert(word.to_owned());
            }
            self.find_paths(file, &text)?;
        }
        let from = Some(self.code.tree.path(file));
        let new = ImportedFile::new("module", path.to_owned(), text, from);
        match self.files.insert(path.to_owned(), new) {
            None => Ok(()),
            Some(_) => Err(format!("two of its files would be {path}: rename one")),
        }
    }

    /// Why code means something else in the copy of a file.
    fn elsewhere(&self, file: &str, code: &str) -> String {
        let mut place = String::new();
        if file != self.day.file {
            place = format!("{file}: ");
        }
        format!("{place}`{code}` would mean something else in the copy: change the code first")
    }

    /// Checks that the copy has what the paths from `crate` name: the modules at the root of a
    /// library, and the items there, whose module is then copied.
    fn find_paths(&mut self, file: &str, text: &str) -> Result<(), String> {
        for path in tokens(text).split(|word| *word == "crate").skip(1) {
            let [":", ":", path @ ..] = path else {
                continue;
            };
            let mut depth = 0;
            let mut before = ",";
            for name in path {
                depth += nesting(name);
                if depth <= 1 && ["{", ","].contains(&before) {
                    self.find_name(file, name)?;
                }
                if depth <= 0 {
                    break;
                }
                before = name;
            }
        }
        Ok(())
    }

    /// Checks that the root of the copy has a name, or it begins a group of names.
    fn find_name(&mut self, file: &str, name: &str) -> Result<(), String> {
        if name == "*" || self.root_items.iter().any(|item| item.name == name) {
            self.words.insert(ROOT_ITEMS.to_owned());
        } else if !["{", "}", file_name(&self.own)].contains(&name)
            && !self.day.is_crate
            && !self.modules.contains_key(name)
        {
            return Err(self.elsewhere(file, &format!("crate::{name}")));
        }
        Ok(())
    }

    /// Adds the dependencies that the day uses to the manifest of the year.
    fn add_dependencies(&mut self, manifest: &mut DocumentMut) -> Result<(), String> {
        let package = self.code.package_of(self.day.file);
        // The library beside a program; the modules of a library name it `crate`.
        if let Some((name, file)) = package.library()
            && file != self.day.file
            && self.uses(name)
        {
            let entry = self.add_package(package, name)?;
            manifest::add(manifest, "dependencies", name, entry)?;
        }
        self.add_entries(package, manifest, false)
    }

    /// Adds the dependencies of a package, or only those that the day uses.
    fn add_entries(
        &mut self,
        package: &'c Package,
        manifest: &mut DocumentMut,
        is_copy: bool,
    ) -> Result<(), String> {
        for (table, key, dependency) in package.dependencies() {
            let place = package.place_of(dependency);
            let other = self
                .code
                .packages
                .iter()
                .find(|other| place.as_ref() == Some(&other.place));
            // A dependency has the name of its library, if it is not renamed.
            let mut name = key;
            if let Some((library, _)) = other.and_then(Package::library)
                && dependency.package().is_none()
            {
                name = library;
            }
            // Every year has the library of `aoc` already.
            if !is_copy && (!self.uses(name) || key == "aoc-solution") {
                continue;
            }
            let entry = match (other, place) {
                (Some(other), _) => self.add_package(other, name)?,
                (None, Some(_)) => {
                    return Err(format!("the package `{name}` is outside of the folder"));
                }
                (None, None) => manifest::entry(dependency)?,
            };
            manifest::add(manifest, table, name, entry)?;
        }
        Ok(())
    }

    /// Whether the sources name a crate; the crate of `md-5` is `md5`.
    fn uses(&self, package: &str) -> bool {
        ["_", ""]
            .iter()
            .any(|dash| self.words.contains(&package.replace('-', dash)))
    }

    /// Adds a package to the ones to be copied. Returns the value of a dependency on its copy,
    /// whose crate is called `crate_name`.
    fn add_package(&mut self, package: &'c Package, crate_name: &str) -> Result<Value, String> {
        let name = self.code.copy_name(package);
        let is_year = name.to_lowercase().starts_with("year");
        let is_odd = name.contains(|c: char| !c.is_ascii_alphanumeric() && !"-_".contains(c));
        if is_year || is_odd || !package.can_be_copied() {
            return Err(format!(
                "the package `{name}` cannot be copied: it has no library, an odd name, default \
                 features or a [target]"
            ));
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
            self.add_entries(package, &mut manifest, true)?;
            let new = ImportedFile::new("manifest", path.clone(), manifest.to_string(), None);
            self.files.insert(path, new);
            let Some((_, library)) = package.library() else {
                continue;
            };
            self.code.source(&library)?;
            for file in self.code.tree.sources(folder_of(&library)) {
                // Sources outside of the package's folder are not copied.
                let inner = within(&package.folder, file).unwrap_or("build.rs");
                let is_of_program = PROGRAM_FILES.iter().any(|start| inner.starts_with(start));
                if file == library || !is_of_program {
                    self.add(&format!("{folder}/{inner}"), file, Vec::new())?;
                }
            }
        }
        Ok(())
    }
}

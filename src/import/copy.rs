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

/// Beginnings of the paths of sources that the library beside them does not use. The ones of
/// the common template itself are used by its programs only.
const PROGRAM_FILES: [&str; 4] = ["build.rs", "bin/", "main.rs", "template"];

/// Names of crates that every day uses.
const TAKEN: [&str; 4] = ["std", "core", "alloc", "aoc_solution"];

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
    /// The folder of the sources of the day's crate.
    folder: &'c str,
    /// The folder of the module around the day, from there.
    around: &'c str,
    /// The root of the day's crate, if the day is a module.
    root: Option<&'c str>,
    /// The items there that come along.
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
        let folder = match day.file.rfind("src/") {
            _ if day.is_crate => folder_of(day.file),
            Some(at) => &day.file[..at + "src".len()],
            None => &code.package_of(day.file).folder,
        };
        let year = format!("days/year{}", day.puzzle.year);
        let own = format!("{year}/day{:02}", day.puzzle.day.0);
        let around = within(folder, folder_of(&day.inner)).unwrap_or_default();
        let module = format!("crate::day{:02}::", day.puzzle.day.0);
        let mut copying = Self {
            code,
            day,
            base: own.clone(),
            own,
            moved: Vec::new(),
            folder,
            around,
            root: None,
            root_items: Vec::new(),
            packages: Vec::new(),
            files: BTreeMap::new(),
            words: BTreeSet::from([file_name(&day.inner).to_owned()]),
        };
        if day.is_crate {
            copying.moved.push(["crate::".to_owned(), module]);
            return Ok(copying);
        }
        copying.base = year;
        let path = join("crate", around).replace('/', "::") + "::";
        let old = format!("{path}{}::", file_name(&day.inner));
        copying.moved.push([old, module]);
        copying.moved.push([path, "crate::".to_owned()]);
        for root in code.tree.sources(folder) {
            if ["lib.rs", "main.rs", "mod.rs"].contains(&within(folder, root).unwrap_or_default()) {
                let source = code.source(root)?;
                [copying.root_items, _] = source.split(|item, gone| code.stays_at_root(item, gone));
                copying.root = Some(root);
            }
        }
        Ok(copying)
    }

    /// The module at the root of the copy that a source belongs to, and the path of its copy
    /// from there. Other files with the name of a root are indices of folders.
    fn module_of(&self, file: &'c str) -> Option<(&'c str, &'c str)> {
        if self.root == Some(file) {
            return Some((ROOT_ITEMS, "crate_root.rs"));
        }
        let path = within(self.folder, file)?;
        let path = within(self.around, path).unwrap_or(path);
        let name = path.split(['/', '.']).next()?;
        (!["mod", "main", "lib"].contains(&name)).then_some((name, path))
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
        let mut of_root = BTreeSet::new();
        for root in ["lib.rs", "main.rs"] {
            if let Ok(root) = code.source(&join(self.folder, root))
                && !day.is_crate
            {
                of_root.extend(features(&root.text));
            }
        }
        // `array_chunks` is the method of `iter_array_chunks`, `simd` the module of `portable_simd`.
        of_root.retain(|feature| {
            let name = feature.replace("iter_", "").replace("portable_", "");
            source.text.contains(&name)
        });
        for feature in of_root {
            edits.push((0..0, format!("#![feature({feature})]\n")));
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
        let mut rest: Vec<&str> = self.code.tree.sources(self.folder).collect();
        rest.retain(|file| *file != self.day.file && !self.code.is_of_another(self.day, file));
        while let Some(index) = rest.iter().position(|file| self.is_mentioned(file)) {
            let file = rest.remove(index);
            let path = match (within(&self.day.inner, file), self.module_of(file)) {
                (None, Some((_, path))) => join(&self.base, path),
                (path, _) => join(&self.own, path.unwrap_or(file)),
            };
            self.add(&path, file, Vec::new())?;
        }
        Ok(())
    }

    /// Whether the sources so far name the module that a source belongs to.
    fn is_mentioned(&self, file: &'c str) -> bool {
        self.module_of(file)
            .is_some_and(|(name, _)| self.words.contains(name))
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

    /// Adds the copy of a source without the code for tools, and without what reads files,
    /// because these are not copied. The items at the root of a crate become a module.
    fn add(&mut self, path: &str, file: &str, mut edits: Vec<Edit>) -> Result<(), String> {
        let source = self.code.source(file)?;
        let is_own = path.starts_with(&self.base);
        let is_root = self.root == Some(file);
        let [kept, gone] = source.split(|item, gone| {
            if is_root {
                self.code.stays_at_root(item, gone)
            } else {
                item.is_left_out(file == self.day.file, gone)
            }
        });
        if let Some(first) = kept.first()
            && is_root
        {
            // The items may use the modules beside them by their names.
            let start = first.place.start;
            let text = "#[allow(unused_imports)]\nuse super::*;\n";
            edits.push((start..start, text.to_owned()));
        }
        for item in kept {
            if is_root {
                edits.extend(item.publish(&source.text));
            } else if let Some(gone) = gone.iter().find(|gone| item.uses(gone)) {
                return Err(format!(
                    "`{}` has the text of a file, which is not copied: pass it as an argument",
                    gone.name
                ));
            }
            if let Some(code) = item.names_files() {
                return Err(self.elsewhere(file, &code));
            }
        }
        for item in gone {
            edits.push((item.place.clone(), String::new()));
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
            && !self.has_module(name)
        {
            return Err(self.elsewhere(file, &format!("crate::{name}")));
        }
        Ok(())
    }

    fn has_module(&self, name: &str) -> bool {
        let mut files = self.code.tree.sources(self.folder);
        files.any(|file| {
            self.module_of(file)
                .is_some_and(|(module, _)| module == name)
        })
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
        let folder = format!("days/{name}");
        let is_taken = TAKEN.contains(&&*name)
            || self
                .code
                .own_packages
                .iter()
                .any(|own| own.name == name && own.folder != folder);
        if is_year || is_odd || is_taken || !package.can_be_copied() {
            return Err(format!(
                "the package `{name}` cannot be copied: it has no library, an odd or taken name, \
                 default features or a [target]"
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
                let inner = within(folder_of(&library), file).unwrap_or_default();
                let is_of_program = PROGRAM_FILES.iter().any(|start| inner.starts_with(start));
                // Sources outside of the package's folder are not copied.
                if let Some(path) = within(&package.folder, file)
                    && !is_of_program
                {
                    self.add(&format!("{folder}/{path}"), file, Vec::new())?;
                }
            }
        }
        Ok(())
    }
}

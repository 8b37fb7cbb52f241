//! The copy of a day with all that it needs.
//!
//! It keeps the text of the original, except for attributes of tools, `main`, tests
//! that cannot run here, and `crate` in programs, which are modules here. Shared code is
//! copied whole: modules that are named, packages that are used.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;

use syn::Item;
use toml_edit::{DocumentMut, InlineTable, value};

use super::days::{Code, DayFile};
use super::examples::examples;
use super::manifest::{self, Dependency, Package};
use super::rust::{self, Edits, place};
use super::tree;
use super::wiring::{self, Wiring};
use super::{ImportedFile, Plan, other_form};
use crate::files::slashed;
use crate::puzzle::{Puzzle, Year};
use crate::site::PuzzlePage;

/// Macros for texts in other files.
const INCLUDES: [&str; 2] = ["include_str", "include_bytes"];

/// Beginnings of paths in a package of what is not its library.
const NOT_COPIED: &str = ". Cargo. build.rs benches/ examples/ tests/ src/bin/ src/main.rs";

/// What is copied for a day so far.
struct Copying<'c> {
    code: &'c Code<'c>,
    day: &'c DayFile<'c>,
    /// Where its own modules go: its path in the project, without `.rs`.
    own: String,
    /// The folder of its crate, and within this the modules around it, which are gone
    /// here.
    root: &'c str,
    around: &'c str,
    /// By their paths in the project.
    files: BTreeMap<String, ImportedFile>,
    /// The words in all sources so far.
    words: BTreeSet<&'c str>,
    /// The folders of the packages that are copied, by their names in code;
    /// `None` while their dependencies are being copied.
    packages: BTreeMap<String, Option<&'c str>>,
}

/// Plans the copy of a day, all of it or nothing; what it depends on goes into the
/// manifest of its year.
pub fn plan_copy<'c>(
    code: &'c Code<'c>,
    day: &'c DayFile<'c>,
    puzzle: Puzzle,
    manifest: &mut DocumentMut,
    plan: &mut Plan,
) -> Result<(), String> {
    let wiring = code.wiring(day)?;
    let package = code.package_of(day.file);
    let src = tree::join(&package.folder, "src");
    let root = match tree::within(&src, day.file) {
        _ if day.is_crate => tree::folder(day.file),
        Some(_) => &day.file[..src.len()],
        None => &package.folder,
    };
    let mut copying = Copying {
        code,
        day,
        own: format!("days/year{}/day{:02}", puzzle.year, puzzle.day.0),
        root,
        around: tree::within(root, tree::folder(&day.inner)).unwrap_or_default(),
        files: BTreeMap::new(),
        words: BTreeSet::new(),
        packages: BTreeMap::new(),
    };
    copying.add_day(puzzle, &wiring)?;
    copying.add_modules()?;
    copying.declare_modules();
    let mut new = manifest.clone();
    copying.add_dependencies(package, puzzle.year, &mut new)?;
    plan.add(code.setting.project, copying.files.into_values().collect())?;
    *manifest = new;
    Ok(())
}

impl<'c> Copying<'c> {
    fn add(&mut self, path: String, text: String, from: &str) {
        let from = Some(self.code.tree.root.join(from));
        let file = ImportedFile::new("module", path.clone(), text, from);
        self.files.insert(path, file);
    }

    fn add_day(&mut self, puzzle: Puzzle, wiring: &Wiring) -> Result<(), String> {
        let (code, day) = (self.code, self.day);
        let source = code.source(day.file)?;
        let mut name = format!("Day{:02}", puzzle.day.0);
        if source.has(&name) {
            name.push('_');
        }
        let page = code.setting.store.page(puzzle).ok().flatten();
        let title = page.and_then(|html| PuzzlePage::parse(&html).name(puzzle));
        let title = title.unwrap_or_else(|| format!("Day {}", puzzle.day));
        let examples = examples(code, day, wiring);
        let is_use = |it: &&Item| matches!(it, Item::Use(_) | Item::ExternCrate(_));
        let first = source.items.iter().find(|it| !is_use(it));
        let first = first.map_or(source.text.len(), |it| place(it).start);
        let mut edits = vec![(first..first, wiring.render(&name, &title, &examples))];
        let main = source.function("main").filter(|_| day.is_crate);
        edits.extend(main.map(|it| (place(it), String::new())));
        edits.extend(wiring.publish_types(source));
        let path = format!("{}.rs", self.own);
        self.add_source(day.file, path.clone(), edits)?;
        let file = self.files.get_mut(&path).expect("it was added");
        (file.kind, file.puzzle, file.examples) = ("day", Some(puzzle), Some(examples.len()));
        Ok(())
    }

    /// Copies the modules of the day, and those whose names are mentioned: those of a
    /// program to the day's folder, those of a library to the year's.
    fn add_modules(&mut self) -> Result<(), String> {
        let (code, day) = (self.code, self.day);
        let year = tree::folder(&self.own).to_owned();
        while let Some((file, path)) = code.tree.sources(self.root).find_map(|file| {
            let inner = self.inner(file)?;
            let name = inner.split(['/', '.']).next().unwrap_or_default();
            let is_named = self.words.contains(name) && !["mod", "main", "lib"].contains(&name);
            let path = match tree::within(&day.inner, file) {
                Some(path) if !day.is_crate => format!("{}/{path}", self.own),
                _ if !is_named => return None,
                _ if day.is_crate => format!("{}/{inner}", self.own),
                _ => format!("{year}/{inner}"),
            };
            // What declares days is not shared, but made anew.
            let is_index = tree::last(file) == "mod.rs";
            let mut days = code.days.iter().map(|it| tree::folder(&it.inner));
            let is_of_days = is_index && days.any(|it| it == tree::folder(file));
            let from = Some(code.tree.root.join(file));
            let is_new = file != day.file && self.files.values().all(|it| it.from != from);
            (is_new && !is_of_days && !code.is_of_another(day, file)).then_some((file, path))
        }) {
            let is_there = |path: &str| self.files.contains_key(path);
            if is_there(&path) || is_there(&other_form(&path)) {
                return Err(format!("two of its modules would be {path}: rename one"));
            }
            let added = self.add_source(file, path, Edits::new());
            added.map_err(|why| format!("{file}: {why}"))?;
        }
        Ok(())
    }

    /// The path of a source from its crate, without the modules around the day.
    fn inner(&self, file: &'c str) -> Option<&'c str> {
        let inner = tree::within(self.root, file)?;
        Some(tree::within(self.around, inner).unwrap_or(inner))
    }

    /// Adds a source without what is for tools, and without tests and constants that
    /// read files, which are not copied.
    fn add_source(&mut self, file: &str, path: String, mut edits: Edits) -> Result<(), String> {
        let source = self.code.source(file)?;
        let reading = source.reading();
        let constants = reading.iter().filter(|it| !rust::is_for_tests(it));
        let lost: Vec<String> = constants.filter_map(|it| rust::name(it)).collect();
        let mut removed = wiring::of_tools(source);
        removed.extend(reading.into_iter().map(place));
        edits.extend(removed.into_iter().map(|it| (it, String::new())));
        let is_left = |at: &Range<usize>| {
            let mut edits = edits.iter();
            !edits.any(|(gone, new)| new.is_empty() && gone.contains(&at.start))
        };
        let tokens = source.tokens.iter().filter(|it| is_left(&it.1));
        let tokens: Vec<(&str, usize)> = tokens.map(|it| (&*it.0, it.1.end)).collect();
        let words: Vec<&str> = tokens.iter().map(|it| it.0).collect();
        let text = format!(" {} ", words.join(" "));
        let has = |it: &&str| text.contains(&format!(" {it} "));
        let mut texts = INCLUDES.into_iter().chain(lost.iter().map(String::as_str));
        if let Some(by) = texts.find(has) {
            let why = format!("it includes a text by `{by}`: let `main` pass it on");
            return Err(why);
        }
        let default = self.code.package_of(file).features.get("default");
        let feature = default.filter(|it| !it.is_empty()).map(|_| "feature =");
        let mut others = ["include !", "# [ path ="].into_iter().chain(feature);
        if let Some(by) = others.find(has) {
            let by = by.replace(' ', "");
            return Err(format!("`{by}` means something else here: do without it"));
        }
        // What was the root of a program or a module around the day is the day here.
        let inner = tree::within(self.root, &self.day.inner);
        let inner = inner.filter(|_| !self.day.is_crate).unwrap_or_default();
        let own = format!("::{inner}").replace('/', "::");
        let own = own.trim_end_matches(':');
        for path in tokens.windows(4) {
            let [(first, end), (":", _), (":", _), (name, _)] = *path else {
                continue;
            };
            let after = source.text[end..].strip_prefix(own);
            if first == "crate" && after.is_some_and(|it| it.starts_with("::")) {
                let day = format!("::{}", tree::last(&self.own));
                edits.push((end..end + own.len(), day));
            } else if self.is_elsewhere(first, name) {
                let why = "which is elsewhere or called otherwise here";
                return Err(format!("it names `{name}`, {why}"));
            }
        }
        self.words.extend(words);
        self.add(path, rust::edited(&source.text, edits), file);
        Ok(())
    }

    /// Whether a module or an item that a library has is not here by that name: of days
    /// those that are not copied or called otherwise, and of the root all but modules.
    fn is_elsewhere(&self, first: &str, name: &str) -> bool {
        let (mut days, mut sources) = (self.code.days.iter(), self.code.tree.sources(self.root));
        let is_module = |it: &str| it.split(['/', '.']).next() == Some(name);
        let is_item = first == "crate"
            && name.starts_with(char::is_alphabetic)
            && !sources.any(|it| self.inner(it).is_some_and(is_module));
        let is_gone = |it: &DayFile<'c>| {
            let is_renamed = name != format!("day{:02}", it.day.0);
            let is_meant = tree::last(&it.inner) == name && self.inner(it.file).is_some();
            is_meant && (is_renamed || self.code.wiring(it).is_err())
        };
        let is_path = ["crate", "super"].contains(&first) && !self.day.is_crate;
        is_path && (is_item || days.any(is_gone))
    }

    /// Declares modules in folders without a file that does so: they were declared in
    /// the file that also declares the days, or by a macro.
    fn declare_modules(&mut self) {
        let year = format!("{}/", tree::folder(&self.own));
        let modules = self.files.keys().filter_map(|it| it.strip_suffix(".rs"));
        for module in modules.map(str::to_owned).collect::<Vec<_>>() {
            let (folder, name) = (tree::folder(&module), tree::last(&module));
            if folder.starts_with(&year) && !self.files.contains_key(&format!("{folder}.rs")) {
                let index = format!("{folder}/mod.rs");
                let new = ImportedFile::new("module", index.clone(), String::new(), None);
                let index = self.files.entry(index).or_insert(new);
                if index.from.is_none() {
                    index.text += &format!("pub mod {name};\n");
                }
            }
        }
    }

    /// Adds what the day uses of the dependencies of its package to the manifest of its
    /// year, and copies their packages.
    fn add_dependencies(
        &mut self,
        package: &'c Package,
        year: Year,
        manifest: &mut DocumentMut,
    ) -> Result<(), String> {
        // The library beside a program. Modules of a library name it `crate`.
        let library = package.library().filter(|it| self.uses(&it.name));
        if let Some(library) = library.filter(|it| it.src_path != Path::new(self.day.file)) {
            // Repositories of the common template have one of the same name for each year.
            let mut copy = package.name.clone();
            if !copy.contains(&year.to_string()) {
                copy += &format!("_{year}");
            }
            self.add_package(package, &copy)?;
            let entry = [("path", format!("../{copy}")), ("package", copy)];
            let entry = value(InlineTable::from_iter(entry));
            manifest::add(manifest, "dependencies", &library.name, entry)?;
        }
        for it in &package.dependencies {
            let library = self.code.path_package(it).and_then(Package::library);
            let is_used = self.uses(it.key()) || library.is_some_and(|it| self.uses(&it.name));
            if is_used && it.key() != "aoc-solution" {
                self.add_dependency(it)?;
                manifest::add(manifest, it.table(), it.key(), it.entry(false)?)?;
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
    fn add_dependency(&mut self, dependency: &Dependency) -> Result<(), String> {
        let name = &dependency.name;
        match self.code.path_package(dependency) {
            Some(package) => self.add_package(package, name),
            None if dependency.path.is_none() => Ok(()),
            None => Err(format!("the package `{name}` is outside of the folder")),
        }
    }

    /// Copies a package to a folder beside the years: the sources of its library without
    /// tests that read files.
    fn add_package(&mut self, package: &'c Package, name: &str) -> Result<(), String> {
        let code = self.code;
        if let Some(why) = &package.problem {
            return Err(format!("cargo refuses the manifest of `{name}`: {why}"));
        }
        let no_library = format!("the package `{name}` has no library that can be copied");
        let library = package.library().ok_or(&*no_library)?;
        manifest::check_name(name)?;
        manifest::check_name(&library.name)?;
        let folder = format!("days/{name}");
        let key = name.replace('-', "_");
        match self.packages.get(&key) {
            Some(None) => return Err(format!("the package `{name}` depends on itself")),
            Some(Some(old)) if *old == package.folder => return Ok(()),
            Some(_) => return Err(format!("there are two packages `{name}`: rename one")),
            None => self.packages.insert(key.clone(), None),
        };
        let path = format!("{folder}/Cargo.toml");
        let text = package.manifest(name, library)?;
        let manifest = ImportedFile::new("manifest", path.clone(), text, None);
        self.files.insert(path, manifest);
        let root = slashed(&library.src_path);
        // The common template's own code is for programs alone.
        let source = code.source(&root);
        let has_template = source.is_ok_and(|it| !it.text.contains("template::"));
        let template = has_template.then_some("src/template");
        for file in code.tree.sources(tree::folder(&root)) {
            let inner = tree::within(&package.folder, file).unwrap_or(".");
            let mut left_out = NOT_COPIED.split(' ').chain(template);
            if left_out.any(|it| inner.starts_with(it)) {
                continue;
            }
            let source = code.source(file)?;
            let tests = source.reading().into_iter().filter(rust::is_for_tests);
            let edits = tests.map(|it| (place(it), String::new()));
            let mut text = rust::edited(&source.text, edits.collect());
            let mut includes = INCLUDES.iter();
            if includes.any(|it| text.contains(&format!("{it}!(\""))) {
                return Err(format!("{file}: it includes a text, which is not copied"));
            }
            if has_template {
                text = text.replace("pub mod template;\n", "");
            }
            self.add(format!("{folder}/{inner}"), text, file);
        }
        let mut files = self.files.values();
        if !files.any(|it| it.from == Some(code.tree.root.join(&root))) {
            return Err(no_library);
        }
        let mut inner = package.dependencies.iter();
        inner.try_for_each(|it| self.add_dependency(it))?;
        self.packages.insert(key, Some(&package.folder));
        Ok(())
    }
}

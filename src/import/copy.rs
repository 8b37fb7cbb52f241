//! The copy of a day with all that it needs.
//!
//! It keeps the text of the original, except for attributes of tools, `main`, tests
//! that cannot run here, and `crate` in programs, which are modules here. Shared code is
//! copied whole: modules that are named, packages that are used.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::ptr;

use syn::Item;
use toml_edit::{DocumentMut, InlineTable, Item as Entry, Value, table, value};

use super::days::{Code, DayFile};
use super::examples::examples;
use super::inputs;
use super::manifest::{self, Dependency, Package};
use super::rust::{self, Edits, Source, place};
use super::tree;
use super::wiring::{self, Wiring};
use super::{ImportedFile, other_form};
use crate::puzzle::{Puzzle, Year};
use crate::site::PuzzlePage;

/// Macros for texts in other files.
const INCLUDES: [&str; 2] = ["include_str", "include_bytes"];

/// Beginnings of paths in a package of what is not its library.
const NOT_COPIED: [&str; 8] = [
    ".",
    "Cargo.",
    "build.rs",
    "benches/",
    "examples/",
    "tests/",
    "src/bin/",
    "src/main.rs",
];

/// The common template's own code.
const TEMPLATE: [&str; 2] = ["src/template.rs", "src/template/"];

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
    /// The folders of the packages that are copied, by the names of the copies.
    packages: BTreeMap<String, &'c str>,
}

/// Copies a day; returns its files, and the manifest of its year with what it depends
/// on.
pub fn copy_day<'c>(
    code: &'c Code<'c>,
    day: &'c DayFile<'c>,
    puzzle: Puzzle,
    wiring: &Wiring,
    manifest: &DocumentMut,
) -> Result<(Vec<ImportedFile>, DocumentMut), String> {
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
    copying.add_day(puzzle, wiring)?;
    copying.add_modules()?;
    copying.declare_modules();
    let mut new = manifest.clone();
    copying.add_dependencies(package, puzzle.year, &mut new)?;
    Ok((copying.files.into_values().collect(), new))
}

impl<'c> Copying<'c> {
    fn add(&mut self, path: String, text: String, from: &str) {
        let from = Some(self.code.tree.path(from));
        let file = ImportedFile::new("module", path.clone(), text, from);
        self.files.insert(path, file);
    }

    fn add_day(&mut self, puzzle: Puzzle, wiring: &Wiring) -> Result<(), String> {
        let (code, day) = (self.code, self.day);
        let source = code.source(day.file)?;
        let mut name = format!("Day{:02}", puzzle.day.0);
        if source.tokens.iter().any(|it| it.0 == name) {
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
            let inner = tree::within(self.root, file)?;
            let inner = tree::within(self.around, inner).unwrap_or(inner);
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
            let from = code.tree.path(file);
            let is_new = file != day.file
                && !self
                    .files
                    .values()
                    .any(|it| it.from.as_ref() == Some(&from));
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

    /// Adds a source without what is for tools, and without tests and constants that
    /// read files, which are not copied.
    fn add_source(&mut self, file: &str, path: String, mut edits: Edits) -> Result<(), String> {
        let source = self.code.source(file)?;
        let of_tests = tree::last(file) == "tests.rs";
        let reading = readers(&source.items, of_tests, &mut self.code.readers.clone());
        let constants = reading
            .iter()
            .filter(|it| !of_tests && !rust::is_for_tests(it));
        let lost: Vec<String> = constants.filter_map(|it| rust::name(it)).collect();
        let mut removed = wiring::of_tools(source);
        removed.extend(reading.into_iter().map(place));
        edits.extend(removed.into_iter().map(|place| (place, String::new())));
        let is_left = |at: &Range<usize>| {
            let mut edits = edits.iter();
            !edits.any(|(gone, new)| new.is_empty() && gone.contains(&at.start))
        };
        let words = source.tokens.iter().filter(|it| is_left(&it.1));
        let words = words.map(|it| &*it.0);
        let is_lost = |it: &&str| INCLUDES.contains(it) || lost.iter().any(|name| name == it);
        if let Some(word) = words.clone().find(is_lost) {
            return Err(format!(
                "it includes a text by `{word}`: let `main` pass it on"
            ));
        }
        let words: Vec<&str> = words.collect();
        let elsewhere = [&["include", "!"][..], &["#", "[", "path", "="]].into_iter();
        let mut elsewhere = elsewhere.filter(|it| words.windows(it.len()).any(|at| at == *it));
        if let Some(tokens) = elsewhere.next() {
            let tokens = tokens.concat();
            return Err(format!(
                "it has code in another place by `{tokens}`: move it"
            ));
        }
        self.words.extend(words);
        self.rewrite_paths(source, file, &mut edits);
        self.add(path, rust::edited(&source.text, edits), file);
        Ok(())
    }

    /// Rewrites paths to where their modules are in this project: `crate` of a program
    /// becomes the module of the day, modules around the days are left out, and days have
    /// the names of days.
    fn rewrite_paths(&self, source: &Source, file: &str, edits: &mut Edits) {
        let around: Vec<&str> = self.around.split_terminator('/').collect();
        let own = tree::last(&self.own);
        for (index, (root, at)) in source.tokens.iter().enumerate() {
            let around = match root.as_str() {
                "crate" => &around[..],
                // Beside a day there are other days.
                "super" if file == self.day.file && !self.day.is_crate => &[],
                _ => continue,
            };
            // Each name of a path is behind two colons.
            let path = source.tokens[index + 1..].chunks_exact(3);
            let path = path.take_while(|it| it[0].0 == ":");
            let path = path.map(|it| (&*it[2].0, it[0].1.start..it[2].1.end));
            let (names, places): (Vec<&str>, Vec<_>) = path.unzip();
            if self.day.is_crate && !names.is_empty() {
                edits.push((at.end..at.end, format!("::{own}")));
            } else if let Some(inner) = names.strip_prefix(around) {
                let gone = places[..around.len()].iter();
                edits.extend(gone.map(|it| (it.clone(), String::new())));
                let beside = |name| tree::join(tree::folder(&self.day.inner), name);
                let mut days = self.code.days.iter();
                let day = inner
                    .first()
                    .and_then(|name| days.find(|it| it.inner == beside(name)));
                let end = source.tokens.get(index + 3 * names.len() + 1);
                edits.extend(day.map(|it| {
                    let mut name = format!("::day{:02}", it.day.0);
                    if inner.len() == 1 && end.is_some_and(|it| it.0 == ";") {
                        name += &format!(" as {}", inner[0]);
                    }
                    (places[around.len()].clone(), name)
                }));
            }
        }
    }

    /// Declares modules in folders without a file that does so: they were declared in
    /// the file that also declares the days, or by a macro.
    fn declare_modules(&mut self) {
        let year = format!("{}/", tree::folder(&self.own));
        let modules = self.files.keys().filter_map(|path| tree::module(path));
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
        let mut add = |kind, name: &str, item: Entry| {
            let table = manifest.entry(kind).or_insert(table());
            let Some(table) = table.as_table_like_mut() else {
                return Ok(());
            };
            let path = |it: &Entry| Some(it.get("path")?.as_str()?.to_owned());
            let leads_there = |it: &Entry| path(it).is_some() && path(it) == path(&item);
            if table.iter().any(|(key, it)| key != name && leads_there(it)) {
                return Err(format!("the package `{name}` has two names: use one"));
            }
            let old = table.entry(name).or_insert(item.clone());
            let is_same = |key| {
                let [old, new] = [&*old, &item].map(|it| it.get(key).and_then(Entry::as_str));
                old == new
            };
            if !is_same("path") || !is_same("package") {
                let why = format!("the manifest of the year has another `{name}`: rename one");
                return Err(why);
            }
            // Two days may ask for other features.
            let asked = item.get("features").and_then(Entry::as_array);
            let has = old.get_mut("features").and_then(Entry::as_array_mut);
            if let (Some(has), Some(asked)) = (has, asked) {
                let is_new = |it: &&Value| !has.iter().any(|old| old.as_str() == it.as_str());
                let new: Vec<Value> = asked.iter().filter(is_new).cloned().collect();
                has.extend(new);
            } else if let (Some(asked), None) = (asked, old.get("workspace")) {
                // The version that is there stays.
                if let Some(version) = old.as_str() {
                    *old = value(InlineTable::from_iter([("version", version)]));
                }
                old["features"] = value(asked.clone());
            }
            Ok(())
        };
        // The library beside a program. Modules of a library name it `crate`.
        let library = tree::join(&package.folder, package.root());
        let name = package.library().unwrap_or(&package.name);
        let is_other = self.day.file != library && self.code.source(&library).is_ok();
        if is_other && self.uses(name) {
            // Repositories of the common template have one of the same name for each year.
            let mut copy = package.name.clone();
            if !copy.contains(&year.to_string()) {
                copy += &format!("_{year}");
            }
            self.add_package(package, &copy)?;
            let named = [("path", format!("../{copy}")), ("package", copy)];
            let item = value(InlineTable::from_iter(named));
            add("dependencies", name, item)?;
        }
        for it in &package.dependencies {
            let library = self.code.path_package(it).and_then(Package::library);
            if self.uses(&it.name) || library.is_some_and(|it| self.uses(it)) {
                self.add_dependency(it)?;
                let mut item = it.item.clone();
                // A feature that is not here would ask for it.
                item.as_table_like_mut().map(|it| it.remove("optional"));
                add(it.kind, &it.name, item)?;
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
            Some(package) => self.add_package(package, &package.name),
            None if dependency.item.get("path").is_none() => Ok(()),
            None => Err(format!("the package `{name}` is outside of the folder")),
        }
    }

    /// Copies a package to a folder beside the years: its sources without days, programs
    /// and tests that read files, and what these name of its other files.
    fn add_package(&mut self, package: &'c Package, name: &str) -> Result<(), String> {
        let code = self.code;
        let project = code.setting.project.manifest().get("package");
        manifest::check_name(name, project.and_then(|it| it.get("name")?.as_str()))?;
        let folder = format!("days/{name}");
        let path = format!("{folder}/Cargo.toml");
        match self.packages.insert(name.to_owned(), &package.folder) {
            Some(old) if old == package.folder => return Ok(()),
            Some(_) => return Err(format!("there are two packages `{name}`: rename one")),
            None => {}
        }
        let text = package.manifest(name);
        let manifest = ImportedFile::new("manifest", path.clone(), text, None);
        self.files.insert(path, manifest);
        let is_inside = |path: &str| tree::within(&package.folder, path).is_some();
        let is_of_days = code.days.iter().any(|it| is_inside(it.file));
        let library = code.source(&tree::join(&package.folder, package.root()));
        // The common template's own code is for programs alone.
        let has_template = library.is_ok_and(|it| !it.text.contains("template::"));
        let template = TEMPLATE.iter().filter(|_| has_template);
        let left_out: Vec<_> = NOT_COPIED.iter().chain(template).collect();
        let sources = code.tree.sources(&package.folder);
        let sources: Vec<&Source> = sources.filter_map(|file| code.source(file).ok()).collect();
        for file in &code.tree.files {
            let inner = tree::within(&package.folder, file).unwrap_or(".");
            let is_source = tree::module(file).is_some();
            let is_of_library = inner.starts_with("src/") || !is_of_days;
            let is_named = || sources.iter().any(|it| it.text.contains(tree::last(file)));
            let is_left_out = left_out.iter().any(|it| inner.starts_with(**it));
            let is_copied = if is_source { is_of_library } else { is_named() };
            if !is_copied || is_left_out || inputs::day_of_input(file).is_some() {
                continue;
            }
            let mut text = code
                .tree
                .text(file)
                .map_err(|why| format!("{file}: {why}"))?;
            if let Ok(source) = code.source(file) {
                let tests = readers(&source.items, false, &mut code.readers.clone());
                let tests = tests.into_iter().filter(rust::is_for_tests);
                text = rust::edited(&text, tests.map(|it| (place(it), String::new())).collect());
            }
            if has_template {
                text = text.replace("pub mod template;\n", "");
            }
            self.add(format!("{folder}/{inner}"), text, file);
        }
        let library = format!("{folder}/{}", package.root());
        if !self.files.contains_key(&library) {
            return Err(format!(
                "the package `{}` has no library that can be copied",
                package.name
            ));
        }
        let mut inner = package.dependencies.iter();
        inner.try_for_each(|it| self.add_dependency(it))
    }
}

/// What reads files: constants that include one, and tests; a module of tests of which
/// none is left goes as a whole. `names` has the names of all that reads, with a bracket
/// behind those of functions.
fn readers<'s>(items: &'s [Item], of_tests: bool, names: &mut BTreeSet<String>) -> Vec<&'s Item> {
    let mut removed = Vec::new();
    // Tests call what is beside them, in any order.
    let (tests, others): (Vec<_>, Vec<_>) = items.iter().partition(rust::is_for_tests);
    for item in others.into_iter().chain(tests) {
        let is_test = of_tests || rust::is_for_tests(&item);
        let words = rust::words(item);
        let reads = |(index, word): (usize, &String)| {
            let is_call = words.get(index + 1).is_some_and(|next| next == "(");
            let is_file = is_test && (word == "File" || word == "fs" || word.ends_with("_file"));
            is_file || names.contains(word) || is_call && names.contains(&format!("{word}("))
        };
        if let (Item::Mod(it), true) = (item, is_test) {
            let inner = it.content.as_ref().map_or(&[][..], |it| &it.1);
            let gone = readers(inner, true, &mut names.clone());
            let is_gone = |it: &Item| gone.iter().any(|gone| ptr::eq(*gone, it));
            let mut tests = inner.iter().filter(rust::is_for_tests);
            let mut others = gone.iter().filter(|it| rust::name(it).is_none());
            let has_others = others.any(|it| !matches!(it, Item::Use(_) | Item::Mod(_)));
            let stays = gone.is_empty() || !has_others && tests.any(|it| !is_gone(it));
            removed.extend(if stays { gone } else { vec![item] });
        } else if words.iter().enumerate().any(reads) {
            let includes = |it: &String| {
                let mut removed = removed.iter().filter_map(|it| rust::name(it));
                INCLUDES.contains(&&**it) || removed.any(|name| name == *it)
            };
            let is_constant = matches!(item, Item::Const(_) | Item::Static(_));
            // Of several names in braces only some are of what reads.
            let is_group = matches!(item, Item::Use(_)) && words.iter().any(|it| it == "{");
            if is_test && !is_group || is_constant && words.iter().any(includes) {
                removed.push(item);
            }
            let behind = if is_constant { "" } else { "(" };
            names.extend(rust::name(item).map(|name| name + behind));
        }
    }
    removed
}

//! The copy of a day with all that it needs.
//!
//! It keeps the text of the original, except for attributes of tools, `main`, tests
//! that cannot run here, and paths to modules that are elsewhere here. Shared code is
//! copied whole: modules that are named, packages that are used.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use syn::{Item, ItemConst, ItemStatic};
use toml_edit::{DocumentMut, InlineTable, Item as Entry, table, value};

use super::ImportedFile;
use super::days::{Code, DayFile};
use super::examples::examples;
use super::inputs;
use super::rust::{self, Edits, Source, place};
use super::tree;
use super::wiring::{self, Wiring};
use crate::puzzle::Puzzle;
use crate::site::PuzzlePage;

/// What is copied for a day so far.
struct Copying<'c> {
    code: &'c Code<'c>,
    day: &'c DayFile<'c>,
    puzzle: Puzzle,
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
}

/// Copies a day, and adds what it depends on to the manifest of its year.
pub fn copy_day<'c>(
    code: &'c Code<'c>,
    day: &'c DayFile<'c>,
    puzzle: Puzzle,
    wiring: &Wiring,
    manifest: &mut DocumentMut,
) -> Result<Vec<ImportedFile>, String> {
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
        puzzle,
        own: format!("days/year{}/day{:02}", puzzle.year, puzzle.day.0),
        root,
        around: tree::within(root, tree::folder(&day.inner)).unwrap_or_default(),
        files: BTreeMap::new(),
        words: BTreeSet::new(),
    };
    copying.add_day(wiring)?;
    copying.add_modules()?;
    copying.declare_modules();
    // The library beside a program. Modules of a library name it `crate`.
    let library = tree::join(&src, "lib.rs");
    let is_other = day.is_crate && day.file != library && code.source(&library).is_ok();
    let path = InlineTable::from_iter([("path", format!("../{}", package.name))]);
    let library = is_other.then(|| ("dependencies", package.name.clone(), value(path)));
    let mut new = manifest.clone();
    for (kind, name, item) in library.iter().chain(&package.dependencies) {
        // The crate of `md-5` is `md5`.
        let mut names = ["_", ""].iter().map(|it| name.replace('-', it));
        if names.any(|it| copying.words.contains(&*it)) {
            copying.add_package(name, item)?;
            let table = new.entry(kind).or_insert(table());
            if let Some(table) = table.as_table_like_mut() {
                table.entry(name).or_insert(item.clone());
            }
        }
    }
    *manifest = new;
    Ok(copying.files.into_values().collect())
}

impl<'c> Copying<'c> {
    fn add(&mut self, path: String, text: String, from: &str) {
        let from = Some(self.code.tree.path(from));
        let file = ImportedFile::new("module", path.clone(), text, from);
        self.files.insert(path, file);
    }

    fn add_day(&mut self, wiring: &Wiring) -> Result<(), String> {
        let (code, day, puzzle) = (self.code, self.day, self.puzzle);
        let source = code.source(day.file)?;
        let name = format!("Day{:02}", puzzle.day.0);
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
            let is_new = file != day.file && !self.files.contains_key(&path);
            (is_new && !code.is_of_another(day, file)).then_some((file, path))
        }) {
            self.add_source(file, path, Edits::new())?;
        }
        Ok(())
    }

    /// Adds a source without what is for tools and without tests that cannot run here,
    /// and with rewritten paths.
    fn add_source(&mut self, file: &str, path: String, mut edits: Edits) -> Result<(), String> {
        let source = self.code.source(file)?;
        let mut removed = wiring::of_tools(source);
        removed.extend(self.tests_that_read(source, file));
        edits.extend(removed.into_iter().map(|place| (place, String::new())));
        let is_left = |at: &Range<usize>| {
            let mut edits = edits.iter();
            !edits.any(|(gone, new)| new.is_empty() && gone.contains(&at.start))
        };
        let words = source.tokens.iter().filter(|it| is_left(&it.1));
        let words: Vec<&str> = words.map(|it| &*it.0).collect();
        let includes = source.includes().filter(|it| is_left(&it.1));
        let beside = tree::module(&path).unwrap_or_default();
        for (included, at) in includes.collect::<Vec<_>>() {
            // A constant may be there for `main` and tests alone.
            let uses = |name: &str| words.iter().filter(|it| **it == name).count();
            let unused = constant_at(source, &at).filter(|it| uses(&it.0) == 1);
            edits.push(if let Some((_, item)) = unused {
                (item, String::new())
            } else {
                (at, format!("{:?}", self.include(file, &included, beside)?))
            });
        }
        self.rewrite_paths(source, &mut edits);
        self.words.extend(words);
        self.add(path, rust::edited(&source.text, edits), file);
        Ok(())
    }

    /// The tests that read files which are not copied, or all of a module where more
    /// than its tests does so, or none is left.
    fn tests_that_read(&self, source: &'c Source, file: &str) -> Vec<Range<usize>> {
        let mut lost = ["read_to_string", "File", "fs"].map(String::from).to_vec();
        for (path, at) in source.includes() {
            if self.code.included(file, &path).is_none() {
                lost.extend(constant_at(source, &at).map(|it| it.0));
                lost.push(source.text[at].to_owned());
            }
        }
        let reads = |item: &&Item| {
            let mut words = rust::words(item).into_iter();
            words.any(|word| lost.contains(&word) || word.contains("_file"))
        };
        let tests = source.items.iter().filter(rust::is_for_tests);
        let removed = tests.filter(reads).flat_map(|item| {
            let inner = match item {
                Item::Mod(it) => it.content.iter().flat_map(|it| &it.1).collect(),
                _ => Vec::new(),
            };
            let (reading, others): (Vec<&Item>, Vec<&Item>) = inner.into_iter().partition(reads);
            let is_left = others.iter().any(rust::is_for_tests);
            let stays = is_left && reading.iter().all(rust::is_for_tests);
            if stays { reading } else { vec![item] }
        });
        removed.map(place).collect()
    }

    /// Rewrites paths to where their modules are in this project: `crate` of a program
    /// becomes the module of the day, and modules around the days are left out.
    fn rewrite_paths(&self, source: &Source, edits: &mut Edits) {
        let around: Vec<&str> = self.around.split_terminator('/').collect();
        let own = tree::last(&self.own);
        let tokens = source.tokens.iter().enumerate();
        for (index, (_, at)) in tokens.filter(|it| it.1.0 == "crate") {
            // Each name of a path is behind two colons.
            let path = source.tokens[index + 1..].chunks_exact(3);
            let path = path.take_while(|it| it[0].0 == ":");
            let path = path.map(|it| (&*it[2].0, it[0].1.start..it[2].1.end));
            let (names, places): (Vec<&str>, Vec<_>) = path.unzip();
            if self.day.is_crate && !names.is_empty() {
                edits.push((at.end..at.end, format!("::{own}")));
            } else if let Some(inner) = names.strip_prefix(&around[..]) {
                let gone = places[..around.len()].iter();
                edits.extend(gone.map(|it| (it.clone(), String::new())));
                // The day may have another name there.
                if inner.first() == Some(&tree::last(&self.day.inner)) {
                    edits.push((places[around.len()].clone(), format!("::{own}")));
                }
            }
        }
    }

    /// The new path of what a file includes: the user's input stays where inputs are,
    /// another text is copied beside it.
    fn include(&mut self, file: &str, path: &str, beside: &str) -> Result<String, String> {
        let (tree, setting) = (self.code.tree, self.code.setting);
        let found = tree::resolved(tree::folder(file), path).unwrap_or_default();
        let missing = |_| format!("it includes `{}`, which is not there", path.escape_debug());
        let text = tree.text(&found).map_err(missing)?;
        if let Some((_, name)) = inputs::day_of_input(&found) {
            let input = setting.store.input_path(self.puzzle, name.as_ref());
            let up = "../".repeat(beside.split('/').count() - 1);
            let inner = input.strip_prefix(setting.project.root());
            return Ok(inner.map_or(input.display().to_string(), |it| up + &it.to_string_lossy()));
        }
        let name = tree::last(&found);
        self.add(format!("{beside}/{name}"), text, &found);
        Ok(format!("{}/{name}", tree::last(beside)))
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

    /// Copies the package of a dependency, if it has a path, to a folder beside the
    /// years: all but days and programs.
    fn add_package(&mut self, name: &str, dependency: &Entry) -> Result<(), String> {
        let Some(path) = dependency.get("path").and_then(Entry::as_str) else {
            return Ok(());
        };
        let code = self.code;
        let mut packages = code.packages.iter();
        let package = packages.find(|it| path.strip_prefix("../") == Some(&*it.name));
        let missing = || format!("the package `{name}` is outside of the folder");
        let package = package.ok_or_else(missing)?;
        let project = code.setting.project.manifest().get("package");
        package.check_name(project.and_then(|it| it.get("name")?.as_str()))?;
        let folder = format!("days/{}", package.name);
        let path = format!("{folder}/Cargo.toml");
        if self.files.contains_key(&path) {
            return Ok(());
        }
        let text = package.manifest();
        let manifest = ImportedFile::new("manifest", path.clone(), text, None);
        self.files.insert(path, manifest);
        let src = tree::join(&package.folder, "src");
        for file in &code.tree.files {
            let inner = tree::within(&src, file).unwrap_or("main.rs");
            let mut not_copied = ["main.rs", "bin/", "template.rs", "template/"].iter();
            if not_copied.any(|it| inner.starts_with(it)) || inputs::day_of_input(file).is_some() {
                continue;
            }
            let text = code.tree.text(file);
            let text = text.map_err(|why| format!("{file} {why}"))?;
            // The common template's own code is left out.
            let text = text.replace("pub mod template;\n", "");
            self.add(format!("{folder}/src/{inner}"), text, file);
        }
        let mut inner = package.dependencies.iter();
        inner.try_for_each(|(_, name, item)| self.add_package(name, item))
    }
}

/// The constant that a place is in, and the place of all of it.
fn constant_at(source: &Source, at: &Range<usize>) -> Option<(String, Range<usize>)> {
    let mut items = source.items.iter();
    let item = items.find(|it| place(it).contains(&at.start))?;
    let (Item::Const(ItemConst { ident, .. }) | Item::Static(ItemStatic { ident, .. })) = item
    else {
        return None;
    };
    Some((ident.to_string(), place(item)))
}

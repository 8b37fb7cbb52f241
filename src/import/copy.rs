//! The copy of a day with all that it needs.
//!
//! It keeps the text of the original but for attributes of tools, `main`, tests
//! that cannot run here, and paths that lead elsewhere here. Shared code is copied
//! whole: modules that are named, packages that are used.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use syn::Item;
use toml_edit::{DocumentMut, InlineTable, Item as Entry, table, value};

use super::ImportedFile;
use super::days::{Code, DayFile};
use super::examples::examples;
use super::inputs;
use super::manifest::Package;
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
    /// By their paths in the project.
    files: BTreeMap<String, ImportedFile>,
    /// The words in all sources so far.
    words: BTreeSet<String>,
}

/// Copies a day, and adds what it depends on to the manifest of its year.
pub fn copy_day(
    code: &Code<'_>,
    day: &DayFile<'_>,
    puzzle: Puzzle,
    wiring: &Wiring,
    manifest: &mut DocumentMut,
) -> Result<Vec<ImportedFile>, String> {
    let mut copying = Copying {
        code,
        day,
        puzzle,
        own: format!("days/year{}/day{:02}", puzzle.year, puzzle.day.0),
        files: BTreeMap::new(),
        words: BTreeSet::new(),
    };
    copying.add_day(wiring)?;
    copying.add_modules()?;
    copying.declare_modules();
    let (package, mut new) = (code.package_of(day.file), manifest.clone());
    let library = tree::join(&package.folder, "src/lib.rs");
    // Modules of the library name it `crate`.
    let is_other = day.is_crate && day.file != library && code.source(&library).is_ok();
    if is_other && copying.words.contains(&package.crate_name()) {
        copying.add_package(package)?;
        let path = InlineTable::from_iter([("path", format!("../{}", package.name))]);
        add_dependency(&mut new, "dependencies", &package.name, value(path));
    }
    for (kind, name, item) in &package.dependencies {
        // The crate of `md-5` is `md5`.
        let mut names = ["_", ""].iter().map(|it| name.replace('-', it));
        if names.any(|it| copying.words.contains(&it)) {
            copying.add_path_package(name, item)?;
            add_dependency(&mut new, kind, name, item.clone());
        }
    }
    *manifest = new;
    Ok(copying.files.into_values().collect())
}

/// Adds a dependency to a manifest that has none of that name.
fn add_dependency(manifest: &mut DocumentMut, kind: &str, name: &str, item: Entry) {
    let table = manifest.entry(kind).or_insert(table());
    if let Some(table) = table.as_table_like_mut() {
        table.entry(name).or_insert(item);
    }
}

impl Copying<'_> {
    fn add(&mut self, path: String, text: String, from: &str) {
        let from = Some(self.code.tree.path(from));
        let file = ImportedFile::new("module", path.clone(), text, from);
        self.files.insert(path, file);
    }

    fn add_day(&mut self, wiring: &Wiring) -> Result<(), String> {
        let (code, day, puzzle) = (self.code, self.day, self.puzzle);
        let source = code.source(day.file)?;
        let mut name = format!("Day{:02}", puzzle.day.0);
        if source.has(&name) {
            name += "Solution";
        }
        let page = code.setting.store.page(puzzle).ok().flatten();
        let title = page.and_then(|html| PuzzlePage::parse(&html).name(puzzle));
        let title = title.unwrap_or_else(|| format!("Day {}", puzzle.day));
        let examples = examples(code, day, puzzle, wiring);
        let is_use = |it: &&Item| matches!(it, Item::Use(_) | Item::ExternCrate(_));
        let first = source.items.iter().find(|it| !is_use(it));
        let first = first.map_or(source.text.len(), |it| place(it).start);
        let mut edits = vec![(first..first, wiring.render(&name, &title, &examples))];
        let main = source.function("main").filter(|_| day.is_crate);
        edits.extend(main.map(|it| (place(it), String::new())));
        let private = wiring.private_types(source).into_iter();
        edits.extend(private.map(|at| (at..at, "pub(crate) ".to_owned())));
        let path = format!("{}.rs", self.own);
        self.add_source(day.file, path.clone(), edits)?;
        let file = self.files.get_mut(&path).expect("it was added");
        (file.kind, file.puzzle, file.examples) = ("day", Some(puzzle), Some(examples.len()));
        Ok(())
    }

    /// Copies the modules of the day, and those whose names are mentioned: those beside
    /// a program to the day's folder, those around a module to the year's.
    fn add_modules(&mut self) -> Result<(), String> {
        let (code, day) = (self.code, self.day);
        let outer = tree::folder(day.file.strip_suffix("/mod.rs").unwrap_or(day.file));
        let src = tree::join(&code.package_of(day.file).folder, "src");
        let (base, to) = match tree::within(&src, day.file) {
            _ if day.is_crate => (outer, self.own.clone()),
            Some(_) => (&*src, tree::folder(&self.own).to_owned()),
            None => (tree::folder(&src), tree::folder(&self.own).to_owned()),
        };
        while let Some((file, path)) = code.tree.sources(base).find_map(|file| {
            // The folders around the day are the year's.
            let folders = outer.split('/').zip(file.split('/'));
            let same = folders.take_while(|(one, other)| one == other);
            let inner = &file[same.map(|it| it.0.len() + 1).sum::<usize>()..];
            let name = inner.split(['/', '.']).next().unwrap_or_default();
            let own = tree::within(&day.inner, file).filter(|_| !day.is_crate);
            let is_named = self.words.contains(name) && !["mod", "main", "lib"].contains(&name);
            let path = match own {
                Some(path) => format!("{}/{path}", self.own),
                None if is_named => format!("{to}/{inner}"),
                None => return None,
            };
            let is_new = file != day.file && !self.files.contains_key(&path);
            (is_new && !code.is_of_another(day, file)).then_some((file, path))
        }) {
            self.add_source(file, path, Edits::new())?;
        }
        Ok(())
    }

    /// Adds a source without what is for tools, and without tests that cannot run
    /// here; its paths lead where things are here.
    fn add_source(&mut self, file: &str, path: String, mut edits: Edits) -> Result<(), String> {
        let source = self.code.source(file)?;
        let removed = wiring::of_tools(source).into_iter();
        let removed = removed.chain(self.tests_that_read(source, file));
        edits.extend(removed.map(|place| (place, String::new())));
        let source = Source::read(rust::edited(&source.text, edits))?;
        let mut edits = self.turned(&source);
        for (included, at) in source.includes() {
            // A constant that only `main` and tests have used.
            if let Some((name, item)) = constant_at(&source, &at)
                && source.tokens.iter().filter(|it| it.0 == name).count() == 1
            {
                edits.push((item, String::new()));
                continue;
            }
            let new = self.include(file, &included, tree::module(&path).unwrap_or_default())?;
            edits.push((at, format!("{new:?}")));
        }
        self.add(path, rust::edited(&source.text, edits), file);
        self.words.extend(source.tokens.into_iter().map(|it| it.0));
        Ok(())
    }

    /// The tests that read files which are not copied, or all of a module where more
    /// than its tests does so, or none is left.
    fn tests_that_read(&self, source: &Source, file: &str) -> Vec<Range<usize>> {
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
            if is_left && reading.iter().all(rust::is_for_tests) {
                reading
            } else {
                vec![item]
            }
        });
        removed.map(place).collect()
    }

    /// Leads paths where their modules are here: `crate` of a program is the module of
    /// the day, and modules around the days are gone.
    fn turned(&self, source: &Source) -> Edits {
        let mut outer: Vec<&str> = tree::folder(&self.day.inner).split('/').collect();
        outer.retain(|name| !["src", "bin"].contains(name));
        let (mut edits, own) = (Edits::new(), tree::last(&self.day.inner));
        let tokens = source.tokens.iter().enumerate();
        for (index, (_, at)) in tokens.filter(|it| it.1.0 == "crate") {
            let path = source.tokens[index + 1..].chunks_exact(3);
            let mut path = path.take_while(|it| it[0].0 == ":").peekable();
            if self.day.is_crate && path.peek().is_some() {
                let day = format!("::day{:02}", self.puzzle.day.0);
                edits.push((at.end..at.end, day));
            } else if !self.day.is_crate {
                for name in &outer {
                    if let Some([first, _, last]) = path.next_if(|it| it[2].0 == *name) {
                        edits.push((first.1.start..last.1.end, String::new()));
                    }
                }
                // The day may have another name there.
                if let Some([.., name]) = path.next_if(|it| it[2].0 == own) {
                    edits.push((name.1.clone(), tree::last(&self.own).to_owned()));
                }
            }
        }
        edits
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

    /// Declares the modules in folders that have no file for it: they were declared
    /// where days were, too, or by a macro.
    fn declare_modules(&mut self) {
        let year = format!("{}/", tree::folder(&self.own));
        let mut folders: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for mut module in self.files.keys().filter_map(|path| tree::module(path)) {
            while let Some((folder, name)) = module.rsplit_once('/') {
                let names = folders.entry(folder.to_owned()).or_default();
                names.insert(format!("pub mod {name};\n"));
                module = folder;
            }
        }
        folders.retain(|folder, _| {
            let has = |end: &str| self.files.contains_key(&format!("{folder}{end}"));
            folder.starts_with(&year) && !has("/mod.rs") && !has(".rs")
        });
        for (folder, names) in folders {
            let index = format!("{folder}/mod.rs");
            let text = names.into_iter().collect();
            let file = ImportedFile::new("module", index.clone(), text, None);
            self.files.insert(index, file);
        }
    }

    /// Copies a package whole, but for days and programs, to a folder beside the
    /// years.
    fn add_package(&mut self, package: &Package) -> Result<(), String> {
        let code = self.code;
        let project = code.setting.project.manifest().get("package");
        package.check_name(project.and_then(|it| it.get("name")?.as_str()))?;
        let folder = format!("days/{}", package.name);
        let path = format!("{folder}/Cargo.toml");
        if self.files.contains_key(&path) {
            return Ok(());
        }
        let manifest = ImportedFile::new("manifest", path.clone(), package.manifest(), None);
        self.files.insert(path, manifest);
        let src = tree::join(&package.folder, "src");
        for file in &code.tree.files {
            let inner = tree::within(&src, file).unwrap_or("main.rs");
            let is_input = inputs::day_of_input(file).is_some();
            let not_copied = ["main.rs", "bin/", "template.rs", "template/"];
            if is_input || not_copied.iter().any(|it| inner.starts_with(it)) {
                continue;
            }
            let text = code.tree.text(file);
            let text = text.map_err(|why| format!("{file} {why}"))?;
            // The common template's own code is left out.
            let is_left =
                |line: &&str| !line.contains(" template;") && !line.contains(" template::");
            let text = text.split_inclusive('\n').filter(is_left).collect();
            self.add(format!("{folder}/src/{inner}"), text, file);
        }
        let mut inner = package.dependencies.iter();
        inner.try_for_each(|(_, name, item)| self.add_path_package(name, item))
    }

    /// Copies the package of a dependency if it has a path.
    fn add_path_package(&mut self, name: &str, dependency: &Entry) -> Result<(), String> {
        let Some(path) = dependency.get("path").and_then(Entry::as_str) else {
            return Ok(());
        };
        let mut packages = self.code.packages.iter();
        let package = packages.find(|it| path.strip_prefix("../") == Some(&*it.name));
        let name = name.escape_debug();
        let missing = || format!("the package `{name}` is outside of the folder");
        self.add_package(package.ok_or_else(missing)?)
    }
}

/// The constant that a place is in, and the place of all of it.
fn constant_at(source: &Source, at: &Range<usize>) -> Option<(String, Range<usize>)> {
    let item = source
        .items
        .iter()
        .find(|it| place(it).contains(&at.start))?;
    let name = match item {
        Item::Const(it) => &it.ident,
        Item::Static(it) => &it.ident,
        _ => return None,
    };
    Some((name.to_string(), place(item)))
}

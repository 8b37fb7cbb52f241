//! The copy of a day with all that it needs.
//!
//! It keeps the text of the original, except for attributes of tools, `main`, tests
//! that cannot run here, and `crate` in programs, which are modules here. Shared code is
//! copied whole: modules that are named, packages that are used.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use syn::{Item, ItemConst, ItemStatic};
use toml_edit::{DocumentMut, InlineTable, Item as Entry, table, value};

use super::ImportedFile;
use super::days::{Code, DayFile};
use super::examples::examples;
use super::inputs;
use super::rust::{self, Edits, place};
use super::tree;
use super::wiring::{self, Wiring};
use crate::puzzle::Puzzle;
use crate::site::PuzzlePage;

/// Words of tests that read files.
const READERS: [&str; 3] = ["read_to_string", "File", "fs"];

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
        own: format!("days/year{}/day{:02}", puzzle.year, puzzle.day.0),
        root,
        around: tree::within(root, tree::folder(&day.inner)).unwrap_or_default(),
        files: BTreeMap::new(),
        words: BTreeSet::new(),
    };
    copying.add_day(puzzle, wiring)?;
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

impl Copying<'_> {
    fn add(&mut self, path: String, text: String, from: &str) {
        let from = Some(self.code.tree.path(from));
        let file = ImportedFile::new("module", path.clone(), text, from);
        self.files.insert(path, file);
    }

    fn add_day(&mut self, puzzle: Puzzle, wiring: &Wiring) -> Result<(), String> {
        let (code, day) = (self.code, self.day);
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

    /// Adds a source without what is for tools, and without tests and constants that
    /// read files, which are not copied.
    fn add_source(&mut self, file: &str, path: String, mut edits: Edits) -> Result<(), String> {
        let source = self.code.source(file)?;
        let mut lost = BTreeSet::from(["include_str", "include_bytes"].map(String::from));
        let mut removed = readers(&source.items, false, &mut lost);
        removed.extend(wiring::of_tools(source));
        edits.extend(removed.into_iter().map(|place| (place, String::new())));
        let is_left = |at: &Range<usize>| {
            let mut edits = edits.iter();
            !edits.any(|(gone, new)| new.is_empty() && gone.contains(&at.start))
        };
        let words = source.tokens.iter().filter(|it| is_left(&it.1));
        let words = words.map(|it| &*it.0);
        if let Some(word) = words.clone().find(|it| lost.contains(*it)) {
            return Err(format!(
                "it includes a text by `{word}`: let `main` pass it on"
            ));
        }
        self.words.extend(words);
        if self.day.is_crate {
            // What is the root of a program is the module of the day here.
            let own = tree::last(&self.own);
            let paths = source
                .tokens
                .windows(2)
                .filter(|it| it[0].0 == "crate" && it[1].0 == ":");
            edits.extend(paths.map(|it| (it[1].1.start..it[1].1.start, format!("::{own}"))));
        }
        self.add(path, rust::edited(&source.text, edits), file);
        Ok(())
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

/// What reads files: constants that include one, and what does so in tests; a module of
/// tests of which none is left goes as a whole. The names of what is gone go to `lost`.
fn readers(items: &[Item], of_tests: bool, lost: &mut BTreeSet<String>) -> Vec<Range<usize>> {
    let mut removed = Vec::new();
    // Tests call what is beside them, in any order.
    let (tests, others): (Vec<_>, Vec<_>) = items.iter().partition(rust::is_for_tests);
    for item in others.into_iter().chain(tests) {
        let is_test = of_tests || rust::is_for_tests(&item);
        if let (Item::Mod(it), true) = (item, is_test) {
            let inner = it.content.as_ref().map_or(&[][..], |it| &it.1);
            let gone = readers(inner, true, &mut lost.clone());
            let mut tests = inner.iter().filter(rust::is_for_tests);
            let stays = gone.is_empty() || tests.any(|it| !gone.contains(&place(it)));
            removed.extend(if stays { gone } else { vec![place(item)] });
            continue;
        }
        let name = match item {
            Item::Const(ItemConst { ident, .. }) | Item::Static(ItemStatic { ident, .. }) => {
                Some(ident)
            }
            Item::Fn(it) if is_test => Some(&it.sig.ident).filter(|_| of_tests),
            Item::Use(_) if is_test => None,
            _ => continue,
        };
        let reads = |it: &String| READERS.contains(&&**it) || it.contains("_file");
        let mut words = rust::words(item).into_iter();
        if words.any(|it| lost.contains(&it) || is_test && reads(&it)) {
            lost.extend(name.map(ToString::to_string));
            removed.push(place(item));
        }
    }
    removed
}

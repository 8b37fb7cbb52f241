//! The copy of a day with all that it needs.
//!
//! It keeps the text of the original but for attributes of tools, `main`, tests
//! that cannot run here, and paths that lead elsewhere here. Shared code is copied
//! whole: modules that are named, packages that are used.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use syn::Item;
use syn::spanned::Spanned;

use super::ImportedFile;
use super::code::{Code, Root};
use super::examples::{self, Tests};
use super::inputs;
use super::manifest::{Needs, Package};
use super::rust::{self, Edits, Source};
use super::tree;
use super::wiring::{self, Wiring};
use crate::puzzle::Puzzle;
use crate::site::PuzzlePage;

/// What is copied for a day so far.
pub struct Copying<'c> {
    code: &'c Code<'c>,
    root: &'c Root<'c>,
    puzzle: Puzzle,
    /// By their paths in the project.
    files: BTreeMap<String, ImportedFile>,
}

impl<'c> Copying<'c> {
    /// Copies a day; adds what it depends on to `needs`, unless it fails.
    pub fn day(
        code: &'c Code<'c>,
        root: &'c Root<'c>,
        puzzle: Puzzle,
        wiring: &Wiring,
        needs: &mut Needs,
    ) -> Result<Vec<ImportedFile>, String> {
        let mut copying = Self {
            code,
            root,
            puzzle,
            files: BTreeMap::new(),
        };
        copying.copy_day(wiring)?;
        copying.declare_modules();
        let mut all = needs.clone();
        copying.copy_packages(&mut all)?;
        *needs = all;
        Ok(copying.files.into_values().collect())
    }

    fn add(&mut self, path: &str, text: String, from: &str) {
        let from = Some(self.code.tree.path(from));
        let file = ImportedFile::new("module", path.to_owned(), text, from);
        self.files.entry(path.to_owned()).or_insert(file);
    }

    fn copy_day(&mut self, wiring: &Wiring) -> Result<(), String> {
        let (code, root, puzzle) = (self.code, self.root, self.puzzle);
        let source = code.source(root.file)?;
        let own = format!("days/year{}/day{:02}", puzzle.year, puzzle.day.0);
        let mut edits = Edits::default();
        if let Some(main) = source.function("main").filter(|_| root.is_crate) {
            edits.remove(&source.text, main.span().byte_range());
        }
        // Its own modules: those of its folder, and those beside a program.
        let inner: Vec<&str> = code.tree.below(&root.inner).collect();
        for file in inner.into_iter().filter(|file| tree::is_rust(file)) {
            let path = tree::within(&root.inner, file).unwrap_or_default();
            let first = path.split('/').next().unwrap_or_default();
            let is_program = root.is_crate && ["main.rs", "lib.rs", "bin"].contains(&first);
            if !is_program && !code.days.iter().any(|day| day.file == file) {
                self.copy_file(file, &format!("{own}/{path}"))?;
            }
        }
        for name in source.modules().filter(|_| root.is_crate) {
            let folder = tree::folder(root.file);
            self.copy_module(folder, &name, &own)?;
        }
        let mut day = format!("Day{:02}", puzzle.day.0);
        if rust::names_in(&source.text).contains(&*day) {
            day += "Solution";
        }
        let page = code.setting.store.page(puzzle).ok().flatten();
        let title = page.and_then(|html| PuzzlePage::parse(&html).name(puzzle));
        let title = title.unwrap_or_else(|| format!("Day {}", puzzle.day));
        let examples = self.examples(wiring);
        let call = wiring.render(&day, &title, &examples);
        let is_use = |it: &&Item| matches!(it, Item::Use(_) | Item::ExternCrate(_));
        let first = source.items.iter().find(|it| !is_use(it));
        let first = first.map_or(source.text.len(), |it| it.span().byte_range().start);
        edits.replace(first..first, call + "\n");
        for at in wiring.private_types(source) {
            edits.replace(at..at, "pub(crate) ");
        }
        let text = self.edited(root.file, &own, edits)?;
        let from = Some(code.tree.path(root.file));
        let mut file = ImportedFile::new("day", format!("{own}.rs"), text, from);
        (file.puzzle, file.examples) = (Some(puzzle), Some(examples.len()));
        self.files.insert(file.file.clone(), file);
        Ok(())
    }

    /// The examples in the tests of the day: in its file, in modules of its own, and
    /// in the folder `tests` of its package.
    fn examples(&self, wiring: &Wiring) -> Vec<String> {
        let (code, root) = (self.code, self.root);
        let package = &code.packages[root.package].folder;
        let day = self.puzzle.day;
        let tests = code.tree.files.iter().map(String::as_str).filter(|file| {
            if tree::within(&tree::join(package, "tests"), file).is_none() {
                return file.ends_with("tests.rs") && tree::within(&root.inner, file).is_some();
            }
            let stem = file
                .rsplit('/')
                .next()
                .and_then(|it| it.strip_suffix(".rs"));
            let is_day = stem.and_then(tree::day_at).is_some_and(|it| it.0 == day);
            is_day && code.year_of(file) == Some(self.puzzle.year)
        });
        // Constants may have other values where tests are built.
        let differs = |source: &Source| {
            let words = [
                &["not", "(", "test", ")"][..],
                &["cfg", "!", "(", "test", ")"],
            ];
            let mut places = 0..source.tokens.len();
            places.any(|index| words.iter().any(|words| source.matches(index, words)))
        };
        if code.source(root.file).is_ok_and(differs) {
            return Vec::new();
        }
        let mut found = Vec::new();
        for file in [root.file].into_iter().chain(tests) {
            let text = |path: Result<&str, Option<String>>| match path {
                Ok(path) => self.included(file, path),
                Err(part) => {
                    let part = part.map_or(String::new(), |part| format!("-{part}"));
                    let name = format!("data/examples/{:02}{part}.txt", day.0);
                    code.tree.text(&tree::join(package, &name)).ok()
                }
            };
            if let Ok(source) = code.source(file) {
                Tests::new(wiring, &text).find(&source.items, &mut found);
            }
        }
        examples::render(&found)
    }

    /// The text that a file includes, unless it is the user's own input.
    fn included(&self, file: &str, path: &str) -> Option<String> {
        let found = tree::resolved(tree::folder(file), path)?;
        self.code
            .tree
            .text(&found)
            .ok()
            .filter(|_| inputs::day_of_input(&found, self.code.tree.day).is_none())
    }

    /// Copies a module of a folder: `name.rs` and all sources in the folder `name`.
    fn copy_module(&mut self, folder: &str, name: &str, to: &str) -> Result<(), String> {
        let tree = self.code.tree;
        let inner = tree::join(folder, name);
        let file = Some(format!("{inner}.rs")).filter(|file| tree.has(file));
        let files = tree.below(&inner).filter(|file| tree::is_rust(file));
        for file in files.chain(file.as_deref()) {
            let path = tree::within(folder, file).unwrap_or(file);
            self.copy_file(file, &format!("{to}/{path}"))?;
        }
        Ok(())
    }

    /// Copies a source that a day needs, to a path of the project.
    fn copy_file(&mut self, file: &str, path: &str) -> Result<(), String> {
        if !self.files.contains_key(path) {
            // Its place is taken, as modules may name each other.
            self.add(path, String::new(), file);
            let text = self.edited(file, path.trim_end_matches(".rs"), Edits::default())?;
            self.files
                .entry(path.to_owned())
                .and_modify(|it| it.text = text);
        }
        Ok(())
    }

    /// The text of a source as its copy is to have it. Copies what it names.
    fn edited(&mut self, file: &str, beside: &str, mut edits: Edits) -> Result<String, String> {
        let source = self
            .code
            .source(file)
            .map_err(|why| format!("{file}: {why}"))?;
        for place in wiring::of_tools(source) {
            edits.remove(&source.text, place);
        }
        self.remove_tests(source, file, &mut edits);
        self.turn_paths(source, &mut edits);
        self.follow_includes(source, file, beside, &mut edits)?;
        if !self.root.is_crate {
            self.copy_shared(source)?;
        }
        Ok(edits.apply(&source.text))
    }

    /// Removes the tests that read files which are not copied.
    fn remove_tests(&self, source: &Source, file: &str, edits: &mut Edits) {
        let is_missing = |path: &str| self.included(file, path).is_none();
        let missing = source.includes().filter(|it| is_missing(&it.0));
        let constants = missing.filter_map(|it| constant_at(source, &it.1));
        let constants: Vec<String> = constants.map(|it| it.0).collect();
        let reads = |item: &&Item| {
            let at = item.span().byte_range();
            let mut words = source.tokens.iter().filter(|it| at.contains(&it.at.start));
            let mut includes = source.includes().filter(|it| at.contains(&it.1.start));
            let reads = |word: &String| word.contains("_file") || READS.contains(&&**word);
            words.any(|it| reads(&it.text) || constants.contains(&it.text))
                || includes.any(|it| is_missing(&it.0))
        };
        for item in source.items.iter().filter(rust::is_for_tests) {
            let inner = match item {
                Item::Mod(it) => it.content.as_ref().map(|it| &*it.1).unwrap_or_default(),
                _ => &[],
            };
            let (tests, others): (Vec<&Item>, Vec<&Item>) =
                inner.iter().partition(rust::is_for_tests);
            let left = tests.iter().any(|it| !reads(it)) && !others.iter().any(reads);
            let removed = if left { tests } else { vec![item] };
            for item in removed.iter().filter(|it| reads(it)) {
                edits.remove(&source.text, item.span().byte_range());
            }
        }
    }

    /// Copies the modules around a day whose names a source mentions.
    fn copy_shared(&mut self, source: &Source) -> Result<(), String> {
        let (code, root) = (self.code, self.root);
        let package = &code.packages[root.package].folder;
        let words: BTreeSet<&str> = source.tokens.iter().map(|it| it.text.as_str()).collect();
        let year = format!("days/year{}", self.puzzle.year);
        let own = root.file.strip_suffix("/mod.rs").unwrap_or(root.file);
        let mut folder = tree::folder(own);
        loop {
            let files = code.tree.below(folder);
            let files = files.filter_map(|file| tree::within(folder, file));
            let names = files.filter_map(|file| file.split(['/', '.']).next());
            let names: BTreeSet<&str> = names.filter(|name| words.contains(name)).collect();
            for name in names.difference(&["mod", "main", "lib"].into()) {
                if !self.is_apart(folder, name) {
                    self.copy_module(folder, name, &year)?;
                }
            }
            if folder == package || folder.is_empty() || folder == tree::join(package, "src") {
                return Ok(());
            }
            folder = tree::folder(folder);
        }
    }

    /// Declares the modules in folders that have no file for it: they were declared
    /// where days were, too, or by a macro.
    fn declare_modules(&mut self) {
        let year = format!("days/year{}/", self.puzzle.year);
        let mut folders: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for path in self.files.keys().filter(|path| tree::is_rust(path)) {
            let mut module = path.trim_end_matches(".rs");
            while let Some((folder, name)) = module.rsplit_once('/') {
                let names = folders.entry(folder.to_owned()).or_default();
                names.insert(format!("pub mod {name};\n"));
                module = folder;
            }
        }
        folders.retain(|folder, _| folder.starts_with(&year));
        for (folder, names) in folders {
            let index = format!("{folder}/mod.rs");
            let places = [&index, &format!("{folder}.rs")];
            if !places.iter().any(|place| self.files.contains_key(*place)) {
                let text = names.into_iter().collect();
                let file = ImportedFile::new("module", index.clone(), text, None);
                self.files.insert(index, file);
            }
        }
    }

    /// Whether a module belongs to days or to the common template, and not to what
    /// days share.
    fn is_apart(&self, src: &str, name: &str) -> bool {
        let folder = tree::join(src, name);
        let file = format!("{folder}.rs");
        let mut days = self.code.days.iter().map(|day| day.file);
        let of_day = |day: &str| day == file || tree::within(&folder, day).is_some();
        name == "template" || tree::year_in(name).is_some() || days.any(of_day)
    }

    /// Leads the paths of a file where its copy is: `crate` of a program is the
    /// module of the day, and modules around the days are gone.
    fn turn_paths(&self, source: &Source, edits: &mut Edits) {
        let tokens = &source.tokens;
        let text = |index: usize| tokens.get(index).map_or("", |it| it.text.as_str());
        let is_outer = |name: &str| {
            let mut outer = tree::folder(self.root.file).split('/');
            let is_module = !["src", "bin"].contains(&name) && tree::day_in(name).is_none();
            is_module && outer.any(|folder| folder == name)
        };
        for index in 0..tokens.len() {
            let is_crate = text(index) == "crate" && (index == 0 || text(index - 1) != "$");
            let is_path = source.matches(index + 1, &[":", ":"]);
            if !is_path || !(is_crate || text(index) == "super") {
                continue;
            }
            if is_crate && self.root.is_crate {
                let own = format!("crate::day{:02}", self.puzzle.day.0);
                edits.replace(tokens[index].at.clone(), own);
                continue;
            }
            let mut at = index + 3;
            while is_outer(text(at)) && source.matches(at + 1, &[":", ":"]) {
                edits.replace(tokens[at].at.start..tokens[at + 2].at.end, "");
                at += 3;
            }
        }
    }

    /// Sees to the files that a source includes: the user's input stays where
    /// inputs are, other texts are copied beside it.
    fn follow_includes(
        &mut self,
        source: &Source,
        file: &str,
        beside: &str,
        edits: &mut Edits,
    ) -> Result<(), String> {
        let (tree, setting) = (self.code.tree, self.code.setting);
        for (path, place) in source.includes() {
            if edits.removes(&place) {
                continue;
            }
            // A constant that only `main` and tests have used.
            if let Some((name, at)) = constant_at(source, &place) {
                let uses = source
                    .tokens
                    .iter()
                    .filter(|it| it.text == name && !edits.removes(&it.at));
                if uses.count() == 1 {
                    edits.remove(&source.text, at);
                    continue;
                }
            }
            let found = tree::resolved(tree::folder(file), &path).unwrap_or_default();
            let name = found.rsplit('/').next().unwrap_or_default();
            let missing = || format!("it includes `{}`, which is not there", path.escape_debug());
            let text = tree.text(&found).map_err(|_| missing())?;
            let new = if let Some((_, name)) = inputs::day_of_input(&found, tree.day) {
                let input = setting.store.input_path(self.puzzle, name.as_ref());
                let up = "../".repeat(beside.split('/').count() - 1);
                let inner = input.strip_prefix(setting.project.root());
                inner.map_or(input.display().to_string(), |it| up + &it.to_string_lossy())
            } else {
                self.add(&format!("{beside}/{name}"), text, &found);
                format!("{}/{name}", beside.rsplit('/').next().unwrap_or_default())
            };
            edits.replace(place, format!("{new:?}"));
        }
        Ok(())
    }

    /// Copies what the files use of the repository's packages, their own library
    /// among these.
    fn copy_packages(&mut self, needs: &mut Needs) -> Result<(), String> {
        let (code, root) = (self.code, self.root);
        let package = &code.packages[root.package];
        let words = self.words("");
        let own = package.crate_name();
        let library = tree::join(&package.folder, "src/lib.rs");
        // Modules of the library name it `crate`.
        let is_other = root.is_crate && root.file != library;
        if is_other && code.tree.has(&library) && words.contains(&own) {
            self.copy_package(package)?;
            needs.add_package(&own, &package.name, &false.into());
        }
        needs.edition = needs.edition.clone().max(package.edition.clone());
        self.follow(package, &words, needs)
    }

    fn follow(
        &mut self,
        package: &Package,
        words: &BTreeSet<String>,
        needs: &mut Needs,
    ) -> Result<(), String> {
        for (name, folder, value) in package.add_needs(words, needs)? {
            let mut packages = self.code.packages.iter();
            let other = packages.find(|it| it.folder == folder && !it.name.is_empty());
            let missing = || format!("its package `{}` was not found", name.escape_debug());
            let other = other.ok_or_else(missing)?;
            self.copy_package(other)?;
            needs.add_package(&name, &other.name, &value);
        }
        Ok(())
    }

    /// Copies a package whole, but for days and programs, to a folder beside the
    /// years.
    fn copy_package(&mut self, package: &Package) -> Result<(), String> {
        let code = self.code;
        let project = code.setting.project.manifest().get("package");
        package.check_name(project.and_then(|it| it.get("name")?.as_str()))?;
        let folder = format!("days/{}", package.name);
        let path = format!("{folder}/Cargo.toml");
        if self.files.contains_key(&path) {
            return Ok(());
        }
        let manifest = ImportedFile::new("manifest", path.clone(), String::new(), None);
        self.files.insert(path.clone(), manifest);
        let src = tree::join(&package.folder, "src");
        for file in code.tree.below(&src) {
            let inner = tree::within(&src, file).unwrap_or_default();
            let first = inner.split(['/', '.']).next().unwrap_or_default();
            if self.is_apart(&src, first) || ["main", "bin"].contains(&first) {
                continue;
            }
            if inputs::day_of_input(file, code.tree.day).is_some() {
                continue;
            }
            let mut text = code
                .tree
                .text(file)
                .map_err(|why| format!("{file} {why}"))?;
            if inner == "lib.rs" {
                // Without the modules that are not copied with it.
                let source = code.source(file).map_err(|why| format!("{file}: {why}"))?;
                let mut edits = Edits::default();
                for item in &source.items {
                    let name = match item {
                        Item::Mod(it) if it.content.is_none() => it.ident.to_string(),
                        Item::Use(it) => rust::words(&it.tree).swap_remove(0),
                        _ => continue,
                    };
                    if self.is_apart(&src, &name) {
                        edits.remove(&source.text, item.span().byte_range());
                    }
                }
                text = edits.apply(&source.text);
            }
            self.add(&format!("{folder}/src/{inner}"), text, file);
        }
        let mut needs = Needs::default();
        self.follow(package, &self.words(&format!("{folder}/")), &mut needs)?;
        let text = package.copied(&needs);
        self.files.entry(path).and_modify(|it| it.text = text);
        Ok(())
    }

    /// The words in the copied sources below a folder of the project.
    fn words(&self, folder: &str) -> BTreeSet<String> {
        let is_source = |it: &&ImportedFile| it.file.starts_with(folder) && tree::is_rust(&it.file);
        let words = self
            .files
            .values()
            .filter(is_source)
            .flat_map(|it| rust::names_in(&it.text));
        words.map(str::to_owned).collect()
    }
}

/// The constant that a place is in, and the place of all of it.
fn constant_at(source: &Source, place: &Range<usize>) -> Option<(String, Range<usize>)> {
    let mut items = source
        .items
        .iter()
        .filter(|it| it.span().byte_range().contains(&place.start));
    let item = items.next()?;
    let name = match item {
        Item::Const(it) => &it.ident,
        Item::Static(it) => &it.ident,
        _ => return None,
    };
    Some((name.to_string(), item.span().byte_range()))
}

/// What a test mentions that reads files, which are not where it looks here.
const READS: [&str; 5] = [
    "read_file",
    "read_file_part",
    "read_to_string",
    "File",
    "fs",
];

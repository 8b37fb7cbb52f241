//! The copy of a day with all that it needs.
//!
//! It keeps the text of the original but for attributes of tools, `main`, tests
//! that cannot run here, and paths that lead elsewhere here. Shared code is copied
//! whole: modules that are named, packages that are used.

use std::collections::{BTreeMap, BTreeSet};

use super::ImportedFile;
use super::code::{Code, Root};
use super::inputs;
use super::manifest::{Needs, Package};
use super::rust::{Edits, Source};
use super::tree;
use super::wiring::{self, Wiring};
use crate::puzzle::Puzzle;

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
        let files = BTreeMap::new();
        let mut copying = Self {
            code,
            root,
            puzzle,
            files,
        };
        copying.copy_day(wiring)?;
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
        let functions = source.functions.iter();
        for main in functions.filter(|it| root.is_crate && it.name == "main") {
            edits.remove(&source.text, main.at.clone());
        }
        // Its own modules: those of its folder, and those that it declares.
        for file in code.tree.below(&root.inner) {
            let inner = tree::within(&root.inner, file).unwrap_or_default();
            let first = inner.split('/').next().unwrap_or_default();
            let is_program = root.is_crate && ["main.rs", "lib.rs", "bin"].contains(&first);
            if !is_program && !code.days.iter().any(|day| day.file == file) {
                self.copy_file(file, &format!("{own}/{inner}"))?;
            }
        }
        let folder = tree::folder(root.file);
        let base = if root.is_crate { folder } else { &*root.inner };
        for name in &source.modules {
            for file in self.module_files(base, name) {
                let inner = tree::within(base, &file).unwrap_or_default();
                self.copy_file(&file, &format!("{own}/{inner}"))?;
            }
        }
        let mut day = format!("Day{:02}", puzzle.day.0);
        if source.types.iter().any(|it| it.name == day) {
            day += "Solution";
        }
        let title = (code.setting.title)(puzzle);
        let title = title.unwrap_or_else(|| format!("Day {}", puzzle.day));
        let call = wiring.render(&day, &title);
        edits.replace(source.first_item..source.first_item, call + "\n");
        for at in wiring.private_types(source) {
            edits.replace(at..at, "pub(crate) ");
        }
        let text = self.edited(root.file, &own, edits)?;
        let from = Some(code.tree.path(root.file));
        let mut file = ImportedFile::new("day", format!("{own}.rs"), text, from);
        file.puzzle = Some(puzzle);
        self.files.insert(file.file.clone(), file);
        Ok(())
    }

    /// The files of a module: `name.rs` and all in the folder `name`.
    fn module_files(&self, folder: &str, name: &str) -> Vec<String> {
        let inner = tree::join(folder, name);
        let file = Some(format!("{inner}.rs")).filter(|file| self.code.tree.has(file));
        let files: Vec<&str> = self.code.tree.below(&inner).collect();
        let has_sources = files.iter().any(|file| tree::is_rust(file));
        let files = files.into_iter().filter(|_| has_sources).map(str::to_owned);
        files.chain(file).collect()
    }

    /// Copies a file that a day needs, to a path of the project.
    fn copy_file(&mut self, file: &str, path: &str) -> Result<(), String> {
        if self.files.contains_key(path) || is_input(file) {
            return Ok(());
        }
        let text = self.code.tree.text(file);
        let text = text.map_err(|why| format!("{file}: {why}"))?;
        // Its place is taken, as modules may name each other.
        self.add(path, text, file);
        if tree::is_rust(file) {
            let text = self.edited(file, path.trim_end_matches(".rs"), Edits::default())?;
            let file = self.files.entry(path.to_owned());
            file.and_modify(|it| it.text = text);
        }
        Ok(())
    }

    /// The text of a source as its copy is to have it. Copies what it names.
    fn edited(&mut self, file: &str, beside: &str, mut edits: Edits) -> Result<String, String> {
        let source = self.code.source(file);
        let source = source.map_err(|why| format!("{file}: {why}"))?;
        for place in wiring::of_tools(source) {
            edits.remove(&source.text, place);
        }
        for (place, words) in &source.tests {
            if READS.iter().any(|word| words.contains(*word)) {
                edits.remove(&source.text, place.clone());
            }
        }
        self.turn_paths(source, &mut edits);
        self.follow_includes(source, file, beside, &mut edits)?;
        if !self.root.is_crate {
            self.copy_shared(source)?;
        }
        Ok(edits.apply(&source.text))
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
            for name in names {
                if ["mod", "main", "lib"].contains(&name) || self.is_apart(folder, name) {
                    continue;
                }
                for file in self.module_files(folder, name) {
                    let path = tree::within(folder, &file).unwrap_or(&file);
                    self.copy_file(&file, &format!("{year}/{path}"))?;
                }
            }
            if folder == package || folder.is_empty() || folder == tree::join(package, "src") {
                return Ok(());
            }
            folder = tree::folder(folder);
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
            let found = tree::resolved(tree::folder(file), &path).unwrap_or_default();
            let name = found.rsplit('/').next().unwrap_or_default();
            let new = match tree.text(&found) {
                _ if edits.removes(&place) => continue,
                Ok(_) if is_input(&found) => {
                    let input = setting.store.paths.input_path(self.puzzle, None);
                    let up = "../".repeat(beside.split('/').count() - 1);
                    let inner = input.strip_prefix(setting.project.root());
                    inner.map_or(input.display().to_string(), |it| up + &it.to_string_lossy())
                }
                Ok(text) => {
                    self.add(&format!("{beside}/{name}"), text, &found);
                    format!("{}/{name}", beside.rsplit('/').next().unwrap_or_default())
                }
                // Tests are built by `cargo test` alone.
                Err(_) if source.tests.iter().any(|it| it.0.contains(&place.start)) => continue,
                Err(_) => {
                    let path = path.escape_debug();
                    return Err(format!("it includes `{path}`, which is not there"));
                }
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
        let words = words_of(self.files.values());
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
        for (name, folder, value) in package.add_needs(words, needs) {
            let folder = folder?;
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
            if self.is_apart(&src, first) || ["main", "bin"].contains(&first) || is_input(file) {
                continue;
            }
            let text = code.tree.text(file);
            let mut text = text.map_err(|why| format!("{file} {why}"))?;
            if inner == "lib.rs" {
                // Without the modules that are not copied with it.
                let stays = |line: &&str| {
                    let mut words = line.split([' ', ';', ':']);
                    let word = words.find(|it| ["mod", "use"].contains(it));
                    let name = word.and(words.next());
                    line.starts_with(' ') || !name.is_some_and(|name| self.is_apart(&src, name))
                };
                text = text.split_inclusive('\n').filter(stays).collect();
            }
            self.add(&format!("{folder}/src/{inner}"), text, file);
        }
        let own = format!("{folder}/");
        let words = words_of(self.files.values().filter(|it| it.file.starts_with(&own)));
        let mut needs = Needs::default();
        self.follow(package, &words, &mut needs)?;
        let text = package.copied(&needs);
        self.files.entry(path).and_modify(|it| it.text = text);
        Ok(())
    }
}

/// Whether a file is the user's own input of a day.
fn is_input(file: &str) -> bool {
    inputs::day_of_input(file, None).is_some()
}

/// What a test mentions that reads files, which are not where it looks here.
const READS: [&str; 4] = ["read_file", "read_to_string", "File", "fs"];

/// The words in sources.
fn words_of<'f>(files: impl Iterator<Item = &'f ImportedFile>) -> BTreeSet<String> {
    let sources = files.filter(|file| tree::is_rust(&file.file));
    let words = sources.flat_map(|it| it.text.split(|c: char| !(c.is_alphanumeric() || c == '_')));
    words.map(str::to_owned).collect()
}

//! The copy of a day with all that it needs.
//!
//! It keeps the text of the original, except for attributes of tools, `main`, tests
//! that cannot run here, and `crate` in programs, which are modules here. Shared code is
//! copied whole: modules that are named, packages that are used.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use syn::Item;
use toml_edit::{DocumentMut, InlineTable};

use super::days::{Code, DayFile};
use super::examples::examples;
use super::manifest::{self, Dependency, Package};
use super::rust::{self, Edits, place};
use super::wiring::{self, Wiring};
use super::{ImportedFile, Plan, other_form, tree};
use crate::files::slashed;
use crate::project::source::{places, tokens};
use crate::puzzle::Puzzle;

/// Code that would read other files in another place, or would be left out.
const OF_ITS_PLACE: &str = "include_str !,include_bytes !,include !,# [ path =,feature =";

/// Sources in a package that are not its library's.
const OF_PROGRAMS: &str = "build.rs examples/ tests/ src/bin/ src/main.rs";

/// What is copied for a day so far.
struct Copying<'c> {
    code: &'c Code<'c>,
    day: &'c DayFile<'c>,
    puzzle: Puzzle,
    /// Where its own modules go: its path in the project, without `.rs`.
    own: String,
    /// Where the modules that it names go: those of a program to the day's folder,
    /// those of a library to the year's.
    base: String,
    /// The folder of its crate, and within this the modules around it, which are gone
    /// here.
    root: &'c str,
    around: &'c str,
    /// By their paths in the project.
    files: BTreeMap<String, ImportedFile>,
    /// The words in all sources of its crate so far.
    words: BTreeSet<String>,
    /// The folders of the packages that are copied.
    packages: BTreeSet<&'c str>,
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
    let year = format!("days/year{}", puzzle.year);
    let own = format!("{year}/day{:02}", puzzle.day.0);
    let mut copying = Copying {
        code,
        day,
        puzzle,
        base: if day.is_crate { own.clone() } else { year },
        own,
        root,
        around: tree::within(root, tree::folder(&day.inner)).unwrap_or_default(),
        files: BTreeMap::new(),
        words: BTreeSet::new(),
        packages: BTreeSet::new(),
    };
    copying.add_day(&wiring)?;
    copying.add_modules()?;
    copying.declare_modules();
    let mut new = manifest.clone();
    copying.add_dependencies(package, &mut new)?;
    plan.add(code.setting.project, copying.files.into_values().collect())?;
    *manifest = new;
    Ok(())
}

impl<'c> Copying<'c> {
    fn add(&mut self, file: ImportedFile) -> Result<(), String> {
        let path = file.file.clone();
        if self.files.contains_key(&path) || self.files.contains_key(&other_form(&path)) {
            return Err(format!("two of its files would be {path}: rename one"));
        }
        self.files.insert(path, file);
        Ok(())
    }

    fn add_day(&mut self, wiring: &Wiring) -> Result<(), String> {
        let (code, day) = (self.code, self.day);
        let source = code.source(day.file)?;
        let mut name = format!("Day{:02}", self.puzzle.day.0);
        if source.text.contains(&name) {
            name.push('_');
        }
        let title = format!("Day {}", self.puzzle.day);
        let examples = examples(code, day, wiring);
        let is_use = |it: &&Item| matches!(it, Item::Use(_) | Item::ExternCrate(_));
        let first = source.items.iter().find(|it| !is_use(it));
        let first = first.map_or(source.text.len(), |it| place(it).start);
        let mut edits = vec![(first..first, wiring.render(&name, &title, &examples))];
        let main = source.function("main").filter(|_| day.is_crate);
        edits.extend(main.map(|it| (place(it), String::new())));
        edits.extend(wiring.publish_types(source));
        let file = self.source(format!("{}.rs", self.own), day.file, edits)?;
        self.add(ImportedFile {
            kind: "day",
            puzzle: Some(self.puzzle),
            examples: Some(examples.len()),
            ..file
        })
    }

    /// Copies the modules of the day, and those whose names are mentioned.
    fn add_modules(&mut self) -> Result<(), String> {
        let (code, day) = (self.code, self.day);
        while let Some((file, path)) = code.tree.sources(self.root).find_map(|file| {
            let own = tree::within(&day.inner, file).filter(|_| !day.is_crate);
            let (inner, name) = self.module(file)?;
            let is_named = self.words.contains(name) && !["mod", "main", "lib"].contains(&name);
            let path = match own {
                Some(path) => format!("{}/{path}", self.own),
                None => format!("{}/{inner}", self.base),
            };
            let from = Some(code.tree.root.join(file));
            let is_new = self.files.values().all(|it| it.from != from);
            let is_its = (own.is_some() || is_named) && !code.is_of_another(day, file);
            (is_new && is_its).then_some((file, path))
        }) {
            let copy = self.source(path, file, Edits::new());
            self.add(copy.map_err(|why| format!("{file}: {why}"))?)?;
        }
        Ok(())
    }

    /// The path of a source from its crate, without the modules around the day, and the
    /// name of the module that it begins with.
    fn module(&self, file: &'c str) -> Option<(&'c str, &'c str)> {
        let inner = tree::within(self.root, file)?;
        let inner = tree::within(self.around, inner).unwrap_or(inner);
        Some((inner, inner.split(['/', '.']).next()?))
    }

    /// The text of a source without what is for tools, and without what reads files,
    /// which are not copied: tests, and constants of the day.
    fn kept(&self, file: &str, mut edits: Edits) -> Result<String, String> {
        let source = self.code.source(file)?;
        let reading = source.reading().into_iter();
        let reading = reading.filter(|it| file == self.day.file || rust::is_for_tests(it));
        let removed = wiring::of_tools(source).into_iter();
        let removed = removed.chain(reading.map(place));
        edits.extend(removed.map(|it| (it, String::new())));
        let text = rust::edited(&source.text, edits);
        let words = tokens(&text).join(" ");
        let default = self.code.package_of(file).features.get("default");
        let is_meant = |it: &&str| *it != "feature =" || default.is_some_and(|it| !it.is_empty());
        let mut all = OF_ITS_PLACE.split(',').filter(is_meant);
        all.find(|it| words.contains(it)).map_or(Ok(text), |it| {
            let why = "means something else here: do without it";
            Err(format!("`{}` {why}", it.replace(' ', "")))
        })
    }

    /// The copy of a source of the day's crate. What was the root of a program or a module
    /// around the day is the day here.
    fn source(&mut self, path: String, file: &str, edits: Edits) -> Result<ImportedFile, String> {
        let text = self.kept(file, edits)?;
        let inner = tree::within(self.root, &self.day.inner);
        let inner = inner.filter(|_| !self.day.is_crate).unwrap_or_default();
        let own = format!("{inner}/")
            .trim_start_matches('/')
            .replace('/', "::");
        let mut edits = Edits::new();
        for at in places(&text).filter(|at| text[at.clone()] == *"crate") {
            let Some(after) = text[at.end..].strip_prefix("::") else {
                continue;
            };
            let name = tokens(after).first().copied().unwrap_or_default();
            let mut sources = self.code.tree.sources(self.root);
            if after.starts_with(&own) {
                let start = at.end + "::".len();
                let day = format!("{}::", tree::last(&self.own));
                edits.push((start..start + own.len(), day));
            } else if name.starts_with(char::is_alphabetic)
                && !sources.any(|it| self.module(it).is_some_and(|it| it.1 == name))
            {
                return Err(format!("it names `{name}`, which is elsewhere here"));
            }
        }
        self.words
            .extend(tokens(&text).into_iter().map(str::to_owned));
        let (text, from) = (
            rust::edited(&text, edits),
            Some(self.code.tree.root.join(file)),
        );
        Ok(ImportedFile::new("module", path, text, from))
    }

    /// Declares modules in folders without a file that does so: they were declared in
    /// the file that also declares the days, or by a macro.
    fn declare_modules(&mut self) {
        let year = format!("{}/", tree::folder(&self.own));
        let mut indexes: BTreeMap<String, String> = BTreeMap::new();
        for path in self.files.keys().filter(|it| it.starts_with(&year)) {
            let (folder, name) = (tree::folder(path), tree::last(path).trim_end_matches(".rs"));
            let (module, index) = (format!("{folder}.rs"), format!("{folder}/mod.rs"));
            if folder.len() > year.len()
                && ![&module, &index]
                    .iter()
                    .any(|it| self.files.contains_key(*it))
            {
                *indexes.entry(index).or_default() += &format!("pub mod {name};\n");
            }
        }
        for (path, text) in indexes {
            let index = ImportedFile::new("module", path.clone(), text, None);
            self.files.insert(path, index);
        }
    }

    /// Adds what the day uses of the dependencies of its package to the manifest of its
    /// year, and copies their packages.
    fn add_dependencies(
        &mut self,
        package: &'c Package,
        manifest: &mut DocumentMut,
    ) -> Result<(), String> {
        // The library beside a program. Modules of a library name it `crate`.
        let library = package.library().filter(|it| self.uses(&it.name));
        if let Some(library) = library.filter(|it| it.src_path != Path::new(self.day.file)) {
            // Repositories of the common template have one of the same name for each year.
            let (mut copy, year) = (package.name.clone(), self.puzzle.year.to_string());
            if !copy.contains(&year) {
                copy += &format!("_{year}");
            }
            self.add_package(package, &copy)?;
            let entry = [("path", format!("../{copy}")), ("package", copy)];
            let entry = InlineTable::from_iter(entry).into();
            manifest::add(manifest, "dependencies", &library.name, entry)?;
        }
        for it in &package.dependencies {
            if self.uses(it.key()) && it.key() != "aoc-solution" {
                self.add_dependency(it)?;
                it.add_to(manifest)?;
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

    /// Copies a package to a folder beside the years: the sources of its library.
    fn add_package(&mut self, package: &'c Package, name: &str) -> Result<(), String> {
        let code = self.code;
        if !self.packages.insert(&package.folder) {
            return Ok(());
        }
        let problem = package.problem.as_deref().unwrap_or("it has no library");
        let problem = || format!("the package `{name}` cannot be copied: {problem}");
        let library = package.library().ok_or_else(problem)?;
        if name.to_lowercase().starts_with("year") {
            return Err(format!(
                "the package `{name}` is called like a year: rename it"
            ));
        }
        let (folder, text) = (format!("days/{name}"), package.manifest(name, library)?);
        let path = format!("{folder}/Cargo.toml");
        self.add(ImportedFile::new("manifest", path, text, None))?;
        let root = slashed(&library.src_path);
        // The common template's own code is for programs alone.
        let has_template = !code.source(&root)?.text.contains("template::");
        let template = has_template.then_some("src/template");
        for file in code.tree.sources(tree::folder(&root)) {
            let inner = tree::within(&package.folder, file).unwrap_or("build.rs");
            let mut left_out = OF_PROGRAMS.split(' ').chain(template);
            if left_out.any(|it| inner.starts_with(it)) {
                continue;
            }
            let text = self.kept(file, Edits::new());
            let mut text = text.map_err(|why| format!("{file}: {why}"))?;
            if has_template {
                text = text.replace("pub mod template;\n", "");
            }
            let (path, from) = (format!("{folder}/{inner}"), Some(code.tree.root.join(file)));
            self.add(ImportedFile::new("module", path, text, from))?;
        }
        let mut inner = package.dependencies.iter();
        inner.try_for_each(|it| self.add_dependency(it))
    }
}

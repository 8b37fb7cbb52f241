//! The days of other repositories and their copies: which files are days, what
//! shared code is copied with them, and where it goes.
//!
//! A copy keeps the text of the original but for attributes of tools, `main`,
//! tests that cannot run here, and paths that lead elsewhere here. Shared code is
//! copied whole. A day of which any of this is not understood is not taken.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;

use super::examples::{self, Example, Found, Named, Text};
use super::inputs;
use super::manifest::{self, Needs, Package};
use super::rust::{Edits, Source};
use super::tree::{self, Tree};
use super::wiring::{self, Lifetimes, Wiring};
use super::{NewFile, Plan, Role, Setting, Stated};
use crate::files::{read_text_file, without_dots};
use crate::project::year_manifest;
use crate::puzzle::{Day, Puzzle, Year};
use crate::terminal::shell_word;

/// The code of a folder.
pub struct Code<'a> {
    tree: &'a Tree,
    setting: &'a Setting<'a>,
    /// The year of files where neither path nor package says one.
    year: Option<Year>,
    title: &'a dyn Fn(Puzzle) -> Option<String>,
    packages: Vec<Package>,
    /// The sources by their paths, without those that cannot be read.
    sources: BTreeMap<String, Source>,
    unread: BTreeMap<String, String>,
    days: Vec<Root<'a>>,
}

/// A file that is or looks like a day.
struct Root<'a> {
    file: &'a str,
    day: Day,
    package: usize,
    /// Whether it is the root of a crate of its own, and not a module.
    is_crate: bool,
    /// The folder with its own modules.
    inner: String,
    /// Why it is none that can be copied.
    problem: Option<&'static str>,
}

/// What is copied for a day.
#[derive(Default)]
struct Copies {
    files: BTreeMap<String, NewFile>,
    needs: Needs,
    stated: Vec<Stated>,
}

const EACH_PART: &str = "it has a file for each part or step: put both parts into one file";

impl<'a> Code<'a> {
    /// Reads all sources of the folder.
    pub fn read(
        tree: &'a Tree,
        setting: &'a Setting<'a>,
        year: Option<Year>,
        title: &'a dyn Fn(Puzzle) -> Option<String>,
    ) -> Self {
        let mut code = Self {
            tree,
            setting,
            year,
            title,
            packages: manifest::packages(tree),
            sources: BTreeMap::new(),
            unread: BTreeMap::new(),
            days: Vec::new(),
        };
        for file in tree.files.iter().filter(|file| file.ends_with(".rs")) {
            match tree.text(file).and_then(|text| Source::read(&text)) {
                Ok(source) => drop(code.sources.insert(file.clone(), source)),
                Err(why) => drop(code.unread.insert(file.clone(), why)),
            }
        }
        code.days = tree
            .files
            .iter()
            .filter_map(|file| code.root(file))
            .collect();
        code
    }

    fn package_of(&self, file: &str) -> usize {
        let mut packages = self.packages.iter();
        packages
            .position(|it| tree::within(&it.folder, file).is_some())
            .unwrap_or_default()
    }

    /// Whether and how a file is a day.
    fn root(&self, file: &'a str) -> Option<Root<'a>> {
        let stem = file.rsplit('/').next()?.strip_suffix(".rs")?;
        let package = self.package_of(file);
        let of = &self.packages[package];
        let inner = tree::within(&of.folder, file)?;
        if matches!(
            inner.split('/').next()?,
            "tests" | "benches" | "examples" | "build.rs" | "xtask"
        ) {
            return None;
        }
        let source = self.sources.get(file);
        let marked = source.map(wiring::marked_days).unwrap_or_default();
        let has_main = source.is_some_and(|source| source.function("main").is_some());
        let mut folders = tree::folder(file)
            .rsplit('/')
            .filter(|name| !matches!(*name, "src" | "bin" | ""));
        let of_folder = folders.next().or(Some(&*of.name)).and_then(tree::day_in);
        let is_index = matches!(stem, "mod" | "main" | "lib");
        let mut problem = None;
        let day = if let [day, others @ ..] = &marked[..] {
            problem = (!others.is_empty()).then_some("it has several days in one file");
            *day
        } else if is_index {
            of_folder.or_else(|| {
                tree::day_in(&of.name).filter(|_| inner.starts_with("src/") && stem != "mod")
            })?
        } else if let Some(day) = tree::day_in(stem) {
            day
        } else {
            let words = tree::words(stem);
            let first = words.first().map(String::as_str).unwrap_or_default();
            let is_number = first.len() <= 2 && first.parse::<u8>().is_ok();
            let of_part = wiring::part_of(stem).and(of_folder);
            problem = Some(EACH_PART);
            let named = tree::named(stem).filter(|_| first == "day" || is_number);
            of_part.or(named.map(|(day, _)| day))?
        };
        let folder = tree::folder(file);
        Some(Root {
            file,
            day,
            package,
            is_crate: matches!(stem, "main" | "lib")
                || folder.rsplit('/').next() == Some("bin")
                || has_main,
            inner: if is_index {
                folder.to_owned()
            } else {
                tree::join(folder, stem)
            },
            problem,
        })
    }

    /// The year of all files of a package: what its settings, its path, its name
    /// or its code say.
    pub fn year_of_package(&self, file: &str) -> Option<Year> {
        let package = &self.packages[self.package_of(file)];
        let of_code = || {
            let mut sources = self
                .sources
                .iter()
                .filter(|(file, _)| tree::within(&package.folder, file).is_some());
            sources.find_map(|(_, source)| {
                let year_in = |it: &(String, Vec<super::rust::Token>, Range<usize>)| {
                    let is_of_tool = matches!(&*it.0, "aoc_lib" | "aoc_main" | "solution");
                    it.1.iter()
                        .filter(|_| is_of_tool)
                        .find_map(|token| Year::parse(&token.text))
                };
                source.macros.iter().find_map(year_in)
            })
        };
        let of_days = || {
            let days = self
                .days
                .iter()
                .filter(|it| tree::within(&package.folder, it.file).is_some());
            let years: BTreeSet<Year> = days.filter_map(|it| tree::year_of(it.file)).collect();
            years.first().copied().filter(|_| years.len() == 1)
        };
        package
            .year
            .or_else(|| tree::year_of(&package.folder))
            .or_else(|| tree::year_in(&package.name))
            .or_else(of_code)
            .or_else(of_days)
    }

    /// Plans the copies of all days.
    pub fn plan(&self, plan: &mut Plan) {
        let mut puzzles: BTreeMap<Puzzle, Vec<&Root<'a>>> = BTreeMap::new();
        for day in &self.days {
            let year = tree::year_of(day.file)
                .or_else(|| self.year_of_package(day.file))
                .or(self.year);
            match year.map(|year| tree::puzzle(year, day.day).ok_or(year)) {
                Some(Ok(puzzle)) => puzzles.entry(puzzle).or_default().push(day),
                Some(Err(year)) => plan.skip(
                    self.tree.path(day.file),
                    format!("{year} has no day {}", day.day),
                ),
                None => plan.skip(
                    self.tree.path(day.file),
                    "the year of its code is not known: say it with -y",
                ),
            }
        }
        let mut years: BTreeMap<Year, Copies> = BTreeMap::new();
        let mut taken: BTreeSet<usize> = BTreeSet::new();
        for (puzzle, mut roots) in puzzles {
            // A library or a module before the program that calls it.
            roots.sort_by_key(|root| {
                (
                    root.problem.is_some(),
                    root.is_crate,
                    root.file.ends_with("main.rs"),
                )
            });
            let year = years.entry(puzzle.year).or_default();
            let mut reasons = Vec::new();
            let mut copied: Option<&str> = None;
            for root in roots {
                if let Some(other) = copied {
                    // A program that only calls the day is no second one.
                    if self.wiring(root).is_ok() {
                        plan.skip_day(
                            puzzle,
                            self.tree.path(root.file),
                            format!("{other} is taken instead"),
                        );
                    }
                    continue;
                }
                match self.copy(puzzle, root, &year.needs) {
                    Ok(copies) => {
                        copied = Some(root.file);
                        taken.insert(root.package);
                        year.files.extend(copies.files);
                        year.needs = copies.needs;
                        plan.stated.extend(copies.stated);
                    }
                    Err(why) => reasons.push((root.file, why)),
                }
            }
            if copied.is_none() {
                reasons.dedup_by(|one, other| one.1 == other.1);
                for (file, why) in reasons {
                    plan.skip_day(puzzle, self.tree.path(file), why);
                }
            }
        }
        for (year, copies) in years {
            self.write(year, copies, plan);
        }
        self.name_the_rest(&taken, plan);
    }

    /// Plans the files of a year and its manifest.
    fn write(&self, year: Year, copies: Copies, plan: &mut Plan) {
        let project = self.setting.project;
        if copies.files.is_empty() {
            return;
        }
        for file in copies.files.into_values() {
            plan.add(project, file);
        }
        let path = format!("days/year{year}/Cargo.toml");
        let planned = plan
            .files
            .iter()
            .position(|file| file.path == path)
            .map(|index| plan.files.remove(index));
        let on_disk = read_text_file(&project.root().join(&path)).ok();
        let is_new = planned.is_none() && on_disk.is_none();
        let old = planned.map(|file| file.text).or_else(|| on_disk.clone());
        let old = old.unwrap_or_else(|| year_manifest(project, year).text);
        match copies.needs.added_to(&old, is_new) {
            Ok(text) if on_disk.as_ref() == Some(&text) => {}
            Ok(text) => plan.files.push(NewFile {
                path,
                text,
                role: Role::Manifest,
                from: None,
                replaces: on_disk,
            }),
            Err(why) => plan.skip(path, format!("cannot be read: {why}")),
        }
    }

    /// Names what belongs to the other repository alone.
    fn name_the_rest(&self, taken: &BTreeSet<usize>, plan: &mut Plan) {
        let of_build = [
            "build.rs",
            ".cargo/config.toml",
            ".cargo/config",
            "rust-toolchain",
            "rust-toolchain.toml",
        ];
        let mut folders: BTreeSet<&str> = taken
            .iter()
            .map(|index| &*self.packages[*index].folder)
            .collect();
        folders.extend(folders.first().map(|_| ""));
        for folder in folders {
            for file in of_build
                .map(|name| tree::join(folder, name))
                .iter()
                .filter(|file| self.tree.has(file))
            {
                plan.skip(
                    self.tree.path(file),
                    "build scripts, cargo configuration and toolchains are not copied",
                );
            }
        }
    }

    fn lifetimes(&self, package: usize) -> Lifetimes {
        let folder = &self.packages[package].folder;
        let sources = self
            .sources
            .iter()
            .filter(|(file, _)| tree::within(folder, file).is_some());
        let types = sources.flat_map(|(_, source)| &source.types);
        types
            .filter(|it| it.lifetimes > 0)
            .map(|it| (it.name.clone(), it.lifetimes))
            .collect()
    }

    /// How the functions of a day are called, by whatever is known of it.
    fn wiring(&self, root: &Root<'_>) -> Result<Wiring, String> {
        if let Some(why) = self.unread.get(root.file) {
            return Err(why.clone());
        }
        let source = self.sources.get(root.file).ok_or("it cannot be read")?;
        let lifetimes = self.lifetimes(root.package);
        let is_marked = !wiring::marked_days(source).is_empty();
        let found = match root.problem {
            Some(why) => return Err(why.to_owned()),
            None if is_marked => wiring::by_attributes(source, &lifetimes),
            None => wiring::by_names(source, &lifetimes),
        };
        let expressions = self.setting.expressions;
        match found {
            Err(_) if !expressions.is_empty() => expressions.wiring(source),
            Err(why) => Err(format!(
                "{why}: say how it is called with `aoc import {} --part1 'solve(input).0' --part2 'solve(input).1'`",
                shell_word(&without_dots(&self.tree.root).display().to_string()),
            )),
            found => found,
        }
    }

    /// The copy of a day with all that it needs.
    fn copy(&self, puzzle: Puzzle, root: &Root<'_>, needs: &Needs) -> Result<Copies, String> {
        let wiring = self.wiring(root)?;
        let source = &self.sources[root.file];
        let (year, name) = (puzzle.year, format!("day{:02}", puzzle.day.0));
        let mut copies = Copies {
            needs: needs.clone(),
            ..Copies::default()
        };
        let mut edits = Edits::default();
        for place in wiring::of_tools(source) {
            edits.remove(&source.text, place);
        }
        for main in source
            .functions
            .iter()
            .filter(|it| root.is_crate && it.name == "main")
        {
            edits.remove(&source.text, main.at.clone());
        }
        // Its own modules: those of its folder, and those that it declares.
        let own = format!("days/year{year}/{name}");
        let is_program = |inner: &str| {
            let first = inner.split('/').next().unwrap_or_default();
            root.is_crate && (matches!(first, "main.rs" | "lib.rs") || first == "bin")
        };
        for file in self.tree.below(&root.inner) {
            let inner = tree::within(&root.inner, file).unwrap_or_default();
            if file != root.file
                && !is_program(inner)
                && !self.days.iter().any(|day| day.file == file)
            {
                self.copy_module(file, format!("{own}/{inner}"), puzzle, root, &mut copies)?;
            }
        }
        for module in &source.modules {
            let declared = module
                .path
                .as_ref()
                .map(|(path, _)| tree::resolved(tree::folder(root.file), path));
            let base = if root.is_crate {
                tree::folder(root.file)
            } else {
                &*root.inner
            };
            let found = match declared {
                Some(file) => file.into_iter().collect(),
                None => self.module_files(base, &module.name),
            };
            if found.is_empty() {
                return Err(format!(
                    "its module `{}` was not found",
                    module.name.escape_debug()
                ));
            }
            for file in found {
                let inner = match &module.path {
                    Some(_) => format!("{}.rs", module.name),
                    None => tree::within(base, &file).unwrap_or(&file).to_owned(),
                };
                self.copy_module(&file, format!("{own}/{inner}"), puzzle, root, &mut copies)?;
            }
            if let Some((_, place)) = &module.path {
                edits.remove(&source.text, place.clone());
            }
        }
        self.turn_paths(source, puzzle, root, &mut edits);
        self.follow_includes(source, root.file, puzzle, &own, &mut edits, &mut copies)?;
        drop_tests(source, &mut edits);
        self.copy_shared(source, puzzle, root, &mut copies)?;
        let found = self.examples(puzzle, root, &wiring);
        copies.stated = self.stated(puzzle, root, &found);
        let rendered: Vec<String> = found.examples.iter().map(Example::render).collect();
        let title = (self.title)(puzzle).unwrap_or_else(|| format!("Day {}", puzzle.day));
        let is_taken = |name: &String| source.types.iter().any(|it| it.name == *name);
        let day = Some(format!("Day{:02}", puzzle.day.0)).filter(|name| !is_taken(name));
        let day = day.unwrap_or_else(|| format!("Day{:02}Solution", puzzle.day.0));
        let call = wiring.render(&day, &title, &rendered);
        // Before the first item that stays.
        let at = source.first_item;
        edits.replace(at..at, format!("{call}\n"));
        for found in wiring.private_types(&source.types) {
            let at = found.private_at.unwrap_or_default();
            edits.replace(at..at, "pub(crate) ");
        }
        let path = format!("{own}.rs");
        let text = edits.apply(&source.text);
        let role = Role::Day {
            puzzle,
            examples: rendered.len(),
        };
        let from = Some(self.tree.path(root.file));
        copies.files.insert(
            path.clone(),
            NewFile {
                path,
                text,
                role,
                from,
                replaces: None,
            },
        );
        self.add_needs(root.package, &mut copies)?;
        Ok(copies)
    }

    /// Adds what the copies of a package depend on, with packages beside it.
    fn add_needs(&self, package: usize, copies: &mut Copies) -> Result<(), String> {
        let package = &self.packages[package];
        let mut words = BTreeSet::new();
        for file in copies
            .files
            .values()
            .filter(|file| file.path.ends_with(".rs"))
        {
            words.extend(identifiers(&file.text));
        }
        let own = package.crate_name();
        let has_library = self.tree.has(&tree::join(&package.folder, "src/lib.rs"));
        if has_library
            && copies
                .files
                .values()
                .any(|it| it.text.contains(&format!("{own}::")))
        {
            self.copy_package(package, &package.name, None, copies, 0)?;
        }
        self.depend(package, &words, copies, 0)?;
        if copies.needs.edition < package.edition {
            copies.needs.edition.clone_from(&package.edition);
        }
        package.add_features(&words, &mut copies.needs);
        Ok(())
    }

    fn depend(
        &self,
        package: &Package,
        words: &BTreeSet<String>,
        copies: &mut Copies,
        depth: u8,
    ) -> Result<(), String> {
        for dependency in package.dependencies(words) {
            match &dependency.folder {
                None => drop(copies.needs.add(&dependency)),
                Some(Err(why)) => return Err(why.clone()),
                Some(Ok(folder)) => {
                    let other = self
                        .packages
                        .iter()
                        .find(|it| it.folder == *folder && !it.name.is_empty());
                    let other = other.ok_or_else(|| {
                        format!(
                            "its package `{}` was not found",
                            dependency.name.escape_debug()
                        )
                    })?;
                    self.copy_package(
                        other,
                        &dependency.name,
                        Some(&dependency.value),
                        copies,
                        depth,
                    )?;
                }
            }
        }
        Ok(())
    }

    /// Copies a package whole, but for days and programs, to a folder beside the
    /// years.
    fn copy_package(
        &self,
        package: &Package,
        name: &str,
        value: Option<&toml_edit::Value>,
        copies: &mut Copies,
        depth: u8,
    ) -> Result<(), String> {
        let root = self.setting.project.manifest().get("package");
        if let Some(why) = package.refusal(root.and_then(|it| it.get("name")?.as_str())) {
            return Err(why);
        }
        if depth > 8 {
            return Err("its packages depend on each other too deeply".to_owned());
        }
        copies.needs.add_package(name, &package.name, value);
        let folder = format!("days/{}", package.name);
        let src = tree::join(&package.folder, "src");
        let mut inner = Copies::default();
        for file in self.tree.below(&src) {
            let path = tree::within(&src, file).unwrap_or_default();
            let first = path.split('/').next().unwrap_or_default();
            let is_of_day = self
                .days
                .iter()
                .any(|day| day.file == file || tree::within(&day.inner, file).is_some());
            let is_other = matches!(first, "main.rs" | "bin" | "template" | "template.rs")
                || tree::year_in(first).is_some();
            if is_of_day || is_other || inputs::is_input(Path::new(file)) {
                continue;
            }
            let mut text = self
                .tree
                .text(file)
                .map_err(|why| format!("{file} {why}"))?;
            if path == "lib.rs" {
                text = self.without_days(file, &src)?;
            }
            add_file(
                &mut inner,
                format!("{folder}/src/{path}"),
                text,
                self.tree.path(file),
            );
        }
        let words = inner
            .files
            .values()
            .flat_map(|file| identifiers(&file.text))
            .collect();
        self.depend(package, &words, &mut inner, depth + 1)?;
        package.add_features(&words, &mut inner.needs);
        let text = package.copied(&inner.needs);
        let path = format!("{folder}/Cargo.toml");
        copies.files.extend(inner.files);
        copies.files.insert(
            path.clone(),
            NewFile {
                path,
                text,
                role: Role::Manifest,
                from: None,
                replaces: None,
            },
        );
        Ok(())
    }

    /// The root of a library without the modules that are not copied with it.
    fn without_days(&self, file: &str, src: &str) -> Result<String, String> {
        let source = self
            .sources
            .get(file)
            .ok_or_else(|| format!("{file} cannot be read"))?;
        let is_day = |name: &str| {
            let files = [format!("{src}/{name}.rs"), format!("{src}/{name}/mod.rs")];
            name == "template"
                || tree::year_in(name).is_some()
                || self
                    .days
                    .iter()
                    .any(|day| files.iter().any(|it| it == day.file))
        };
        let mut edits = Edits::default();
        let gone: Vec<_> = source
            .modules
            .iter()
            .filter(|it| is_day(&it.name))
            .collect();
        for module in &gone {
            edits.remove(&source.text, module.at.clone());
        }
        for place in &source.uses {
            let mut words = source
                .tokens
                .iter()
                .filter(|it| place.start <= it.at.start && it.at.end <= place.end);
            if words.any(|word| gone.iter().any(|module| module.name == word.text)) {
                edits.remove(&source.text, place.clone());
            }
        }
        for place in wiring::of_tools(source) {
            edits.remove(&source.text, place);
        }
        Ok(edits.apply(&source.text))
    }

    /// The files of a module: `name.rs` and all in the folder `name`.
    fn module_files(&self, folder: &str, name: &str) -> Vec<String> {
        let (file, inner) = (
            tree::join(folder, &format!("{name}.rs")),
            tree::join(folder, name),
        );
        let mut files: Vec<String> = self.tree.below(&inner).map(str::to_owned).collect();
        let has_rust = files.iter().any(|it| it.ends_with(".rs"));
        if !has_rust {
            files.clear();
        }
        files.extend(Some(file).filter(|file| self.tree.has(file)));
        files
    }

    /// Copies a file that a day needs, to a path of the project.
    fn copy_module(
        &self,
        file: &str,
        path: String,
        puzzle: Puzzle,
        root: &Root<'_>,
        copies: &mut Copies,
    ) -> Result<(), String> {
        if copies.files.contains_key(&path) || inputs::is_input(Path::new(file)) {
            return Ok(());
        }
        let Some(source) = self.sources.get(file) else {
            return match self.unread.get(file) {
                Some(why) => Err(format!("{file}: {why}")),
                // A text beside the sources, unless it is no text.
                None => {
                    if let Ok(text) = self.tree.text(file) {
                        add_file(copies, path, text, self.tree.path(file));
                    }
                    Ok(())
                }
            };
        };
        let mut edits = Edits::default();
        for place in wiring::of_tools(source) {
            edits.remove(&source.text, place);
        }
        self.turn_paths(source, puzzle, root, &mut edits);
        let beside = path.trim_end_matches(".rs").to_owned();
        self.follow_includes(source, file, puzzle, &beside, &mut edits, copies)?;
        drop_tests(source, &mut edits);
        add_file(
            copies,
            path,
            edits.apply(&source.text),
            self.tree.path(file),
        );
        self.copy_shared(source, puzzle, root, copies)
    }

    /// The folders whose modules a day can name: its own one and those around it
    /// up to the root of its crate.
    fn around(&self, root: &Root<'_>) -> Vec<String> {
        let package = &self.packages[root.package].folder;
        let src = tree::join(package, "src");
        let top = if tree::within(&src, root.file).is_some() {
            &*src
        } else {
            &**package
        };
        let is_index = root.file.ends_with("/mod.rs");
        let mut folder = if is_index {
            tree::folder(tree::folder(root.file))
        } else {
            tree::folder(root.file)
        };
        let mut folders = vec![folder.to_owned()];
        while folder != top && !folder.is_empty() {
            folder = tree::folder(folder);
            folders.push(folder.to_owned());
        }
        folders
    }

    /// Copies the modules that days share, as far as the source names them. A
    /// path that leads to none is a reason not to take the day.
    fn copy_shared(
        &self,
        source: &Source,
        puzzle: Puzzle,
        root: &Root<'_>,
        copies: &mut Copies,
    ) -> Result<(), String> {
        if root.is_crate {
            return Ok(());
        }
        let folders = self.around(root);
        for name in self.names_in_crate(source) {
            let is_outer = folders
                .iter()
                .any(|folder| folder.rsplit('/').next() == Some(&name));
            if tree::day_in(&name).is_some() || is_outer {
                continue;
            }
            let found = folders.iter().find_map(|folder| {
                let files = self.module_files(folder, &name);
                (!files.is_empty()).then_some((folder, files))
            });
            let Some((folder, files)) = found else {
                return Err(format!(
                    "it uses `crate::{}`, which is not in a module of its own",
                    name.escape_debug()
                ));
            };
            let inner = tree::join(folder, &name);
            let has_index = files
                .iter()
                .any(|it| *it == format!("{inner}.rs") || *it == format!("{inner}/mod.rs"));
            if !has_index {
                let path = format!("days/year{}/{name}/mod.rs", puzzle.year);
                add_file(
                    copies,
                    path,
                    declarations(&inner, &files),
                    self.tree.path(&inner),
                );
            }
            for file in files {
                let path = format!(
                    "days/year{}/{}",
                    puzzle.year,
                    tree::within(folder, &file).unwrap_or(&file)
                );
                self.copy_module(&file, path, puzzle, root, copies)?;
            }
        }
        Ok(())
    }

    /// The names right behind `crate::`, or behind `super::` where they are
    /// modules beside the day.
    fn names_in_crate(&self, source: &Source) -> BTreeSet<String> {
        let tokens = &source.tokens;
        let mut names = BTreeSet::new();
        for index in 0..tokens.len() {
            let is_path = source.matches(index + 1, &[":", ":"]);
            let is_own =
                tokens[index].text == "crate" && (index == 0 || tokens[index - 1].text != "$");
            let is_super = tokens[index].text == "super";
            if !is_path || !(is_own || is_super) {
                continue;
            }
            let mut at = index + 3;
            // Modules around the days are none of their own here.
            let is_outer = |name: &str| tree::year_in(name).is_some() || self.holds_days(name);
            while tokens.get(at).is_some_and(|it| is_outer(&it.text))
                && source.matches(at + 1, &[":", ":"])
            {
                at += 3;
            }
            let mut depth = 0;
            for (place, token) in tokens.iter().enumerate().skip(at) {
                let starts = place == at || matches!(&*tokens[place - 1].text, "{" | ",");
                depth += match &*token.text {
                    "{" => 1,
                    "}" => -1,
                    _ => 0,
                };
                let is_name = token
                    .text
                    .starts_with(|c: char| c.is_alphabetic() || c == '_');
                if is_name && starts && depth <= 1 && (is_own || self.is_module(&token.text)) {
                    names.insert(token.text.clone());
                }
                if depth <= 0 {
                    break;
                }
            }
        }
        names.remove("self");
        names
    }

    fn is_module(&self, name: &str) -> bool {
        let (file, folder) = (format!("{name}.rs"), format!("/{name}/"));
        let ends = |it: &String| it.ends_with(&file) && it.rsplit('/').next() == Some(&file);
        tree::day_in(name).is_none()
            && self
                .sources
                .keys()
                .any(|it| ends(it) || it.contains(&folder))
    }

    /// Whether a folder of this name has days in it.
    fn holds_days(&self, name: &str) -> bool {
        let is_outer = |day: &Root<'_>| {
            tree::folder(day.file)
                .split('/')
                .any(|folder| folder == name)
        };
        tree::day_in(name).is_none()
            && !matches!(name, "src" | "bin")
            && self.days.iter().any(is_outer)
    }

    /// Leads the paths of a file where its copy is: `crate` of a program is the
    /// module of the day, modules around the days are gone, days have two digits.
    fn turn_paths(&self, source: &Source, puzzle: Puzzle, root: &Root<'_>, edits: &mut Edits) {
        let tokens = &source.tokens;
        for index in 0..tokens.len() {
            let before = index
                .checked_sub(1)
                .map_or("", |before| &*tokens[before].text);
            let is_crate = tokens[index].text == "crate" && before != "$";
            if !(is_crate || tokens[index].text == "super")
                || !source.matches(index + 1, &[":", ":"])
            {
                continue;
            }
            if is_crate && root.is_crate {
                edits.replace(
                    tokens[index].at.clone(),
                    format!("crate::day{:02}", puzzle.day.0),
                );
                continue;
            }
            let mut at = index + 3;
            let is_outer =
                |name: &str| tree::year_in(name) == Some(puzzle.year) || self.holds_days(name);
            while tokens.get(at).is_some_and(|it| is_outer(&it.text))
                && source.matches(at + 1, &[":", ":"])
            {
                edits.replace(tokens[at].at.start..tokens[at + 2].at.end, "");
                at += 3;
            }
            if let Some((token, day)) = tokens
                .get(at)
                .and_then(|it| Some((it, tree::day_in(&it.text)?)))
            {
                let is_last = tokens
                    .get(at + 1)
                    .is_some_and(|it| [";", ",", "}"].contains(&&*it.text));
                let name = if is_last {
                    format!(" as {}", token.text)
                } else {
                    String::new()
                };
                edits.replace(token.at.clone(), format!("day{:02}{name}", day.0));
            }
        }
    }

    /// Sees to the files that a source includes: the user's input stays where
    /// inputs are, other texts are copied beside it.
    fn follow_includes(
        &self,
        source: &Source,
        file: &str,
        puzzle: Puzzle,
        beside: &str,
        edits: &mut Edits,
        copies: &mut Copies,
    ) -> Result<(), String> {
        for (path, place) in source.includes() {
            if edits.removes(&place) {
                continue;
            }
            let found = tree::resolved(tree::folder(file), &path).filter(|it| self.tree.has(it));
            let text = found.as_ref().map(|it| self.tree.text(it));
            let (Some(found), Some(Ok(text))) = (found, text) else {
                let test = source.tests.iter().find(|it| it.at.contains(&place.start));
                let test = test.map(|it| &it.at).or_else(|| {
                    let mut modules = source.tests.iter().filter_map(|it| it.module.as_ref());
                    modules.find(|it| it.contains(&place.start))
                });
                let test = test.ok_or_else(|| {
                    format!("it includes `{}`, which is not there", path.escape_debug())
                })?;
                edits.remove(&source.text, test.clone());
                continue;
            };
            let new = if inputs::is_input(Path::new(&found)) {
                let root = &self.setting.store.paths.root;
                let up = "../".repeat(beside.split('/').count() - 1);
                let inputs = match root.strip_prefix(self.setting.project.root()) {
                    Ok(inner) => format!("{up}{}", inner.display()),
                    Err(_) => root.display().to_string(),
                };
                format!("{inputs}/year{}/day{:02}.txt", puzzle.year, puzzle.day.0)
            } else {
                let name = found.rsplit('/').next().unwrap_or_default();
                add_file(
                    copies,
                    format!("{beside}/{name}"),
                    text,
                    self.tree.path(&found),
                );
                format!("{}/{name}", beside.rsplit('/').next().unwrap_or_default())
            };
            edits.replace(place, format!("{new:?}"));
        }
        Ok(())
    }

    /// The examples of a day, from its own tests and from those in `tests/`.
    fn examples(&self, puzzle: Puzzle, root: &Root<'_>, wiring: &Wiring) -> Found {
        let package = &self.packages[root.package].folder;
        let is_of_day = |file: &&String| {
            let stem = file
                .rsplit('/')
                .next()
                .and_then(|name| name.strip_suffix(".rs"));
            let of_year = tree::year_of(file).is_none_or(|year| year == puzzle.year);
            of_year && stem.and_then(tree::day_in) == Some(puzzle.day)
        };
        let tests = tree::join(package, "tests");
        let outer = self
            .sources
            .keys()
            .filter(|file| tree::within(&tests, file).is_some())
            .filter(is_of_day);
        let mut found = Found::default();
        for file in outer.map(String::as_str).chain([root.file]) {
            let text = |path: &str| {
                let path = Some(path).filter(|path| self.tree.has(path))?;
                if inputs::is_input(Path::new(path)) {
                    return Some(Text::Input(path.to_owned()));
                }
                self.tree.text(path).ok().map(Text::Literal)
            };
            let files = |named: Named<'_>| match named {
                Named::Included(path) => text(&tree::resolved(tree::folder(file), path)?),
                Named::Example(part) => {
                    let part = part.map(|part| format!("-{part}")).unwrap_or_default();
                    let name = format!("{:02}{part}.txt", puzzle.day.0);
                    let folders = [
                        "data/examples".to_owned(),
                        format!("data/examples/{}", puzzle.year),
                    ];
                    let paths =
                        folders.map(|folder| tree::join(package, &tree::join(&folder, &name)));
                    paths.iter().find_map(|path| text(path))
                }
            };
            let more = examples::find(&self.sources[file].text, wiring, &files);
            found.examples.extend(
                more.examples
                    .into_iter()
                    .filter(|it| !found.examples.contains(it))
                    .collect::<Vec<_>>(),
            );
            found.answers.extend(more.answers);
        }
        found
    }

    fn stated(&self, puzzle: Puzzle, root: &Root<'_>, found: &Found) -> Vec<Stated> {
        let stated = |it: &examples::InputAnswer| Stated {
            puzzle,
            part: it.part,
            answer: it.answer.clone(),
            from: self.tree.path(root.file),
            input: self.tree.path(&it.input),
        };
        found.answers.iter().map(stated).collect()
    }
}

/// What a test mentions that reads files, which are not where it looks here.
const READS: [&str; 7] = [
    "read_file",
    "read_file_part",
    "read_to_string",
    "File",
    "fs",
    "template",
    "read_input",
];

/// Removes the tests that read files, and modules in which no other is left.
fn drop_tests(source: &Source, edits: &mut Edits) {
    let reads = |test: &super::rust::Test| READS.iter().any(|word| test.words.contains(*word));
    let goes = |test: &super::rust::Test, edits: &Edits| reads(test) || edits.removes(&test.at);
    let modules: BTreeSet<_> = source
        .tests
        .iter()
        .filter_map(|it| it.module.as_ref())
        .map(|it| (it.start, it.end))
        .collect();
    for (start, end) in modules {
        let mut inside = source
            .tests
            .iter()
            .filter(|it| it.module == Some(start..end));
        if inside.all(|test| goes(test, edits)) {
            edits.remove(&source.text, start..end);
        }
    }
    for test in source.tests.iter().filter(|test| reads(test)) {
        edits.remove(&source.text, test.at.clone());
    }
}

fn add_file(copies: &mut Copies, path: String, text: String, from: std::path::PathBuf) {
    let file = NewFile {
        path: path.clone(),
        text,
        role: Role::Module,
        from: Some(from),
        replaces: None,
    };
    copies.files.entry(path).or_insert(file);
}

/// The modules of a folder that has no file of its own, as its parent would
/// declare them.
fn declarations(folder: &str, files: &[String]) -> String {
    let inner = files.iter().filter_map(|file| tree::within(folder, file));
    let names = inner.filter_map(|file| {
        let (name, rest) = file.split_once('/').unwrap_or((file, "mod.rs"));
        let name = name
            .strip_suffix(".rs")
            .or(Some(name).filter(|_| file.contains('/')))?;
        (rest == "mod.rs").then(|| format!("pub mod {name};\n"))
    });
    names.collect::<BTreeSet<String>>().into_iter().collect()
}

fn identifiers(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    words
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

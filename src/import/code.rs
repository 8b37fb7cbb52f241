//! The days of other repositories and their copies: which files are days, what
//! shared code is copied with them, and where it goes.
//!
//! A copy keeps the text of the original but for attributes of tools, `main`,
//! tests that cannot run here, and paths that lead elsewhere here. Shared code is
//! copied whole: modules that are named, packages that are used. A day of which
//! something is not understood is named with the reason; whether a copy compiles,
//! the compiler says.

use std::collections::{BTreeMap, BTreeSet};

use super::examples::{self, Example};
use super::inputs::{self, Pages};
use super::manifest::{self, Needs, Package};
use super::rust::{Edits, Source, Test};
use super::tree::{self, Tree};
use super::wiring::{self, Lifetimes, Wiring};
use super::{NewFile, Plan, Setting};
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
    pages: &'a Pages,
    packages: Vec<Package>,
    /// The sources, or why they cannot be read.
    sources: BTreeMap<&'a str, Result<Source, String>>,
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

/// What is copied for a day, by the paths in the project.
#[derive(Clone, Default)]
struct Copies {
    files: BTreeMap<String, NewFile>,
    needs: Needs,
}

const EACH_PART: &str = "it has a file for each part or step: put both parts into one file";
const OTHERS: [&str; 5] = ["tests", "benches", "examples", "build.rs", "xtask"];
const OF_BUILD: [&str; 4] = [
    "build.rs",
    ".cargo/config.toml",
    "rust-toolchain",
    "rust-toolchain.toml",
];

impl<'a> Code<'a> {
    /// Reads all sources of the folder.
    pub fn read(
        tree: &'a Tree,
        setting: &'a Setting<'a>,
        year: Option<Year>,
        pages: &'a Pages,
    ) -> Self {
        let files = tree.files.iter().map(String::as_str);
        let sources = files.clone().filter(|file| file.ends_with(".rs"));
        let read = |file| tree.text(file).and_then(|text| Source::read(&text));
        let mut code = Self {
            tree,
            setting,
            year,
            pages,
            packages: manifest::packages(tree),
            sources: sources.map(|file| (file, read(file))).collect(),
            days: Vec::new(),
        };
        code.days = files.filter_map(|file| code.root(file)).collect();
        code
    }

    fn source(&self, file: &str) -> Result<&Source, String> {
        let source = self.sources.get(file).map(Result::as_ref);
        source.unwrap_or(Err(&String::new())).map_err(Clone::clone)
    }

    fn package_of(&self, file: &str) -> usize {
        let is_within = |it: &Package| tree::within(&it.folder, file).is_some();
        self.packages.iter().position(is_within).unwrap_or_default()
    }

    /// Whether and how a file is a day.
    fn root(&self, file: &'a str) -> Option<Root<'a>> {
        let (folder, name) = file.rsplit_once('/').unwrap_or(("", file));
        let stem = name.strip_suffix(".rs")?;
        let package = self.package_of(file);
        let of = &self.packages[package];
        if OTHERS.contains(&tree::within(&of.folder, file)?.split('/').next()?) {
            return None;
        }
        let source = self.source(file).ok();
        let marked = source.map(wiring::marked_days).unwrap_or_default();
        let is_index = matches!(stem, "mod" | "main" | "lib");
        let mut outer = folder
            .rsplit('/')
            .filter(|it| !["src", "bin", ""].contains(it));
        let of_folder = outer.next().and_then(tree::day_in);
        let of_folder = of_folder.or_else(|| tree::day_in(&of.name).filter(|_| stem != "mod"));
        let words = tree::words(stem);
        let is_number = words[0].len() <= 2 && words[0].parse::<u8>().is_ok();
        let like = tree::named(stem).filter(|_| words[0] == "day" || is_number);
        let (day, problem) = match marked[..] {
            [day] => (day, None),
            [day, ..] => (day, Some("it has several days in one file")),
            [] if is_index => (of_folder?, None),
            [] => match (tree::day_in(stem), wiring::part_of(stem).and(of_folder)) {
                (Some(day), _) => (day, None),
                (None, of_part) => (of_part.or(like.map(|it| it.0))?, Some(EACH_PART)),
            },
        };
        let is_program =
            ["main", "lib"].contains(&stem) || folder.rsplit('/').next() == Some("bin");
        let has_main = source.is_some_and(|source| source.function("main").is_some());
        Some(Root {
            file,
            day,
            package,
            is_crate: is_program || has_main,
            inner: if is_index {
                folder.to_owned()
            } else {
                tree::join(folder, stem)
            },
            problem,
        })
    }

    /// The year of a file: what its path, the settings, the name or the code of
    /// its package say, or that of all other days in the package.
    pub fn year_of(&self, file: &str) -> Option<Year> {
        let package = &self.packages[self.package_of(file)];
        let in_package = |file: &str| tree::within(&package.folder, file).is_some();
        let sources = self.sources.iter().filter(|(file, _)| in_package(file));
        let mut macros = sources.flat_map(|(_, it)| it.iter().flat_map(|it| &it.macros));
        let days = self.days.iter().filter(|it| in_package(it.file));
        let of_days: BTreeSet<Year> = days.filter_map(|it| tree::year_of(it.file)).collect();
        tree::year_of(file)
            .or(package.year)
            .or_else(|| tree::year_in(&package.name))
            .or_else(|| {
                let is_of_tool = |name: &str| ["aoc_lib", "aoc_main", "solution"].contains(&name);
                let year = |tokens: &[super::rust::Token]| {
                    tokens.iter().find_map(|it| Year::parse(&it.text))
                };
                macros.find_map(|it| year(&it.1).filter(|_| is_of_tool(&it.0)))
            })
            .or_else(|| of_days.first().copied().filter(|_| of_days.len() == 1))
            .or(self.year)
    }

    /// Plans the copies of all days.
    pub fn plan(&self, plan: &mut Plan) {
        let mut puzzles: BTreeMap<Puzzle, Vec<&Root<'a>>> = BTreeMap::new();
        for day in &self.days {
            let year = self.year_of(day.file);
            match (year, year.and_then(|year| tree::puzzle(year, day.day))) {
                (_, Some(puzzle)) => puzzles.entry(puzzle).or_default().push(day),
                (Some(year), None) => {
                    plan.skip(
                        self.tree.path(day.file),
                        format!("{year} has no day {}", day.day),
                    );
                }
                (None, None) => plan.skip(self.tree.path(day.file), tree::NO_YEAR),
            }
        }
        let mut years: BTreeMap<Year, Copies> = BTreeMap::new();
        for (puzzle, mut roots) in puzzles {
            // A library or a module before the program that calls it.
            roots.sort_by_key(|it| {
                (
                    it.problem.is_some(),
                    it.is_crate,
                    it.file.ends_with("main.rs"),
                )
            });
            let year = years.entry(puzzle.year).or_default();
            let mut reasons = Vec::new();
            let mut copied = None;
            for root in roots {
                match (copied, self.copy(puzzle, root, year)) {
                    (None, Ok(copies)) => (copied, *year) = (Some(root), copies),
                    (None, Err(why)) => reasons.push((root, why)),
                    (Some(other), Ok(_)) => {
                        reasons.push((root, format!("{} is taken instead", other.file)))
                    }
                    // A program that only calls the day is no second one.
                    (Some(_), Err(_)) => {}
                }
            }
            if let Some(copied) = copied {
                reasons.retain(|(_, why)| why.ends_with("instead"));
                let folder = &self.packages[copied.package].folder;
                for file in OF_BUILD
                    .iter()
                    .flat_map(|it| [tree::join(folder, it), (*it).to_owned()])
                {
                    if self.tree.has(&file) {
                        plan.skip(
                            self.tree.path(&file),
                            "what belongs to the build is not copied",
                        );
                    }
                }
            }
            for (root, why) in reasons {
                plan.skip_day(Some(puzzle), self.tree.path(root.file), why);
            }
        }
        for (year, copies) in years {
            self.write(year, copies, plan);
        }
    }

    /// Plans the files of a year and its manifest.
    fn write(&self, year: Year, copies: Copies, plan: &mut Plan) {
        let project = self.setting.project;
        if copies.files.is_empty() {
            return;
        }
        copies
            .files
            .into_values()
            .for_each(|file| plan.add(project, file));
        let path = format!("days/year{year}/Cargo.toml");
        let planned = plan.files.iter().position(|file| file.file == path);
        let planned = planned.map(|index| plan.files.remove(index));
        let on_disk = read_text_file(&project.root().join(&path)).ok();
        let is_new = planned.is_none() && on_disk.is_none();
        let old = planned.map(|file| file.text).or_else(|| on_disk.clone());
        let old = old.unwrap_or_else(|| year_manifest(project, year).text);
        match copies.needs.added_to(&old, is_new) {
            Ok(text) if on_disk.as_ref() == Some(&text) => {}
            Ok(text) => {
                let file = NewFile::new("manifest", path, text, None);
                plan.files.push(NewFile {
                    replaces: on_disk,
                    ..file
                });
            }
            Err(why) => plan.skip(path, why),
        }
    }

    /// How the functions of a day are called, by whatever is known of it.
    fn wiring(&self, root: &Root<'_>) -> Result<Wiring, String> {
        let source = self.source(root.file)?;
        let folder = &self.packages[root.package].folder;
        let sources = self
            .sources
            .iter()
            .filter(|(file, _)| tree::within(folder, file).is_some());
        let all = sources.flat_map(|(_, it)| it.iter().flat_map(|it| &it.types));
        // Of types with the same name the file's own one counts.
        let types = all.filter(|it| it.lifetimes > 0).chain(&source.types);
        let lifetimes: Lifetimes = types.map(|it| (it.name.clone(), it.lifetimes)).collect();
        let found = match root.problem {
            Some(why) => return Err(why.to_owned()),
            None if wiring::marked_days(source).is_empty() => wiring::by_names(source, &lifetimes),
            None => wiring::by_attributes(source, &lifetimes),
        };
        if found.is_err() && !self.setting.expressions.is_empty() {
            return self.setting.expressions.wiring(source);
        }
        found.map_err(|why| {
            let folder = without_dots(&self.tree.root).display().to_string();
            let line = format!(
                "aoc import {} --part1 'solve(input).0'",
                shell_word(&folder)
            );
            format!("{why}: say how it is called, such as `{line} --part2 'solve(input).1'`")
        })
    }

    /// The copies of a year with a day and all that it needs.
    fn copy(&self, puzzle: Puzzle, root: &Root<'_>, year: &Copies) -> Result<Copies, String> {
        let wiring = self.wiring(root)?;
        let source = self.source(root.file)?;
        let own = format!("days/year{}/day{:02}", puzzle.year, puzzle.day.0);
        let mut copies = Copies {
            needs: year.needs.clone(),
            ..Copies::default()
        };
        let mut edits = Edits::default();
        for main in source
            .functions
            .iter()
            .filter(|it| root.is_crate && it.name == "main")
        {
            edits.remove(&source.text, main.at.clone());
        }
        // Its own modules: those of its folder, and those that it declares.
        for file in self.tree.below(&root.inner) {
            let inner = tree::within(&root.inner, file).unwrap_or_default();
            let first = inner.split('/').next().unwrap_or_default();
            let is_program = root.is_crate && ["main.rs", "lib.rs", "bin"].contains(&first);
            if !is_program && !self.days.iter().any(|day| day.file == file) {
                self.copy_file(file, format!("{own}/{inner}"), puzzle, root, &mut copies)?;
            }
        }
        for (name, path) in &source.modules {
            let folder = tree::folder(root.file);
            let base = if root.is_crate { folder } else { &*root.inner };
            if let Some((path, place)) = path {
                let file = tree::resolved(folder, path).unwrap_or_default();
                self.copy_file(&file, format!("{own}/{name}.rs"), puzzle, root, &mut copies)?;
                edits.remove(&source.text, place.clone());
            }
            for file in self.module_files(base, name) {
                let inner = tree::within(base, &file).unwrap_or_default();
                self.copy_file(&file, format!("{own}/{inner}"), puzzle, root, &mut copies)?;
            }
        }
        let examples = self.examples(puzzle, root, &wiring)?;
        let examples: Vec<String> = examples.iter().map(Example::render).collect();
        let of_page = || self.pages.title(puzzle, &|file| self.year_of(file));
        let title = (self.setting.title)(puzzle).or_else(of_page);
        let title = title.unwrap_or_else(|| format!("Day {}", puzzle.day));
        let mut day = format!("Day{:02}", puzzle.day.0);
        if source.types.iter().any(|it| it.name == day) {
            day += "Solution";
        }
        let call = wiring.render(&day, &title, &examples);
        edits.replace(source.first_item..source.first_item, format!("{call}\n"));
        for at in wiring.private_types(&source.types) {
            edits.replace(at..at, "pub(crate) ");
        }
        let text = self.edited(root.file, &own, edits, puzzle, root, &mut copies)?;
        let from = Some(self.tree.path(root.file));
        let mut file = NewFile::new("day", format!("{own}.rs"), text, from);
        (file.puzzle, file.examples) = (Some(puzzle), examples.len());
        copies.files.insert(file.file.clone(), file);
        self.copy_packages(root, &mut copies)?;
        let files = year.files.clone();
        copies.files.extend(files);
        Ok(copies)
    }

    /// Copies what the files use of the repository's packages, their own library
    /// among these.
    fn copy_packages(&self, root: &Root<'_>, copies: &mut Copies) -> Result<(), String> {
        let package = &self.packages[root.package];
        let words = words_of(&copies.files);
        let own = package.crate_name();
        let library = tree::join(&package.folder, "src/lib.rs");
        // Modules of the library name it `crate`.
        if root.is_crate && root.file != library && self.tree.has(&library) && words.contains(&own)
        {
            self.copy_package(package, &own, &false.into(), copies, 0)?;
        }
        copies.needs.edition = copies.needs.edition.clone().max(package.edition.clone());
        self.follow(package, &words, copies, 0)
    }

    fn follow(
        &self,
        package: &Package,
        words: &BTreeSet<String>,
        copies: &mut Copies,
        depth: u8,
    ) -> Result<(), String> {
        for (name, folder, value) in package.add_needs(words, &mut copies.needs) {
            let folder = folder?;
            let other = self
                .packages
                .iter()
                .find(|it| it.folder == folder && !it.name.is_empty());
            let missing = || format!("its package `{}` was not found", name.escape_debug());
            self.copy_package(other.ok_or_else(missing)?, &name, &value, copies, depth)?;
        }
        Ok(())
    }

    /// Copies a package whole, but for days and programs, to a folder beside the
    /// years.
    fn copy_package(
        &self,
        package: &Package,
        name: &str,
        value: &toml_edit::Value,
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
            let first = path.split(['/', '.']).next().unwrap_or_default();
            if self.is_apart(&src, first) || ["main", "bin"].contains(&first) || is_input(file) {
                continue;
            }
            let mut text = self
                .tree
                .text(file)
                .map_err(|why| format!("{file} {why}"))?;
            if path == "lib.rs" {
                // Without the modules that are not copied with it.
                let stays = |line: &&str| {
                    let words: Vec<&str> = line.split([' ', ';', ':']).collect();
                    let name = words
                        .iter()
                        .skip_while(|it| **it != "mod" && **it != "use")
                        .nth(1);
                    line.starts_with(' ') || !name.is_some_and(|name| self.is_apart(&src, name))
                };
                text = text.split_inclusive('\n').filter(stays).collect();
            }
            let from = Some(self.tree.path(file));
            inner.add(format!("{folder}/src/{path}"), text, from);
        }
        self.follow(package, &words_of(&inner.files), &mut inner, depth + 1)?;
        let file = NewFile::new(
            "manifest",
            format!("{folder}/Cargo.toml"),
            package.copied(&inner.needs),
            None,
        );
        copies.files.insert(file.file.clone(), file);
        copies.files.extend(inner.files);
        Ok(())
    }

    /// Whether a module of a library belongs to days or to the common template,
    /// and not to what days share.
    fn is_apart(&self, src: &str, name: &str) -> bool {
        let (file, folder) = (
            tree::join(src, &format!("{name}.rs")),
            tree::join(src, name),
        );
        let is_of_day =
            |day: &Root<'_>| day.file == file || tree::within(&folder, day.file).is_some();
        name == "template" || tree::year_in(name).is_some() || self.days.iter().any(is_of_day)
    }

    /// The files of a module: `name.rs` and all in the folder `name`.
    fn module_files(&self, folder: &str, name: &str) -> Vec<String> {
        let (file, inner) = (
            tree::join(folder, &format!("{name}.rs")),
            tree::join(folder, name),
        );
        let mut files: Vec<String> = self.tree.below(&inner).map(str::to_owned).collect();
        if !files.iter().any(|it| it.ends_with(".rs")) {
            files.clear();
        }
        files.extend(Some(file).filter(|file| self.tree.has(file)));
        files
    }

    /// Copies a file that a day needs, to a path of the project.
    fn copy_file(
        &self,
        file: &str,
        path: String,
        puzzle: Puzzle,
        root: &Root<'_>,
        copies: &mut Copies,
    ) -> Result<(), String> {
        if copies.files.contains_key(&path) || is_input(file) {
            return Ok(());
        }
        let text = self
            .tree
            .text(file)
            .map_err(|why| format!("{file}: {why}"))?;
        // Its place is taken, as modules may name each other.
        copies.add(path.clone(), text, Some(self.tree.path(file)));
        if file.ends_with(".rs") {
            let beside = path.trim_end_matches(".rs");
            let text = self.edited(file, beside, Edits::default(), puzzle, root, copies)?;
            copies.files.entry(path).and_modify(|it| it.text = text);
        }
        Ok(())
    }

    /// The text of a source as its copy is to have it. Copies what it names.
    fn edited(
        &self,
        file: &str,
        beside: &str,
        mut edits: Edits,
        puzzle: Puzzle,
        root: &Root<'_>,
        copies: &mut Copies,
    ) -> Result<String, String> {
        let source = self.source(file).map_err(|why| format!("{file}: {why}"))?;
        for place in wiring::of_tools(source) {
            edits.remove(&source.text, place);
        }
        self.turn_paths(source, puzzle, root, &mut edits);
        self.follow_includes(source, file, beside, puzzle, &mut edits, copies)?;
        drop_tests(source, &mut edits);
        if !root.is_crate {
            self.copy_shared(source, puzzle, root, copies)?;
        }
        Ok(edits.apply(&source.text))
    }

    /// Copies the modules around a day whose names a source mentions.
    fn copy_shared(
        &self,
        source: &Source,
        puzzle: Puzzle,
        root: &Root<'_>,
        copies: &mut Copies,
    ) -> Result<(), String> {
        let package = &self.packages[root.package].folder;
        let words: BTreeSet<&str> = source.tokens.iter().map(|it| it.text.as_str()).collect();
        let index = root.file.ends_with("/mod.rs");
        let mut folder = tree::folder(if index {
            tree::folder(root.file)
        } else {
            root.file
        });
        loop {
            let files = self
                .tree
                .below(folder)
                .filter_map(|file| tree::within(folder, file));
            let names = files.filter_map(|file| file.split(['/', '.']).next());
            let names: BTreeSet<&str> = names.filter(|name| words.contains(name)).collect();
            for name in names
                .into_iter()
                .filter(|name| !self.is_apart(folder, name))
            {
                let year = format!("days/year{}", puzzle.year);
                let files = self.module_files(folder, name);
                let folders: BTreeSet<&str> = files.iter().map(|it| tree::folder(it)).collect();
                for inner in folders.into_iter().filter(|it| *it != folder) {
                    let indexes = [format!("{inner}.rs"), format!("{inner}/mod.rs")];
                    if !indexes.iter().any(|file| self.tree.has(file)) {
                        let path = tree::within(folder, inner).unwrap_or(inner);
                        let from = Some(self.tree.path(inner));
                        let text = declarations(inner, &files);
                        copies.add(format!("{year}/{path}/mod.rs"), text, from);
                    }
                }
                for file in files {
                    let path = format!("{year}/{}", tree::within(folder, &file).unwrap_or(&file));
                    self.copy_file(&file, path, puzzle, root, copies)?;
                }
            }
            if folder == package || folder.is_empty() || folder == tree::join(package, "src") {
                return Ok(());
            }
            folder = tree::folder(folder);
        }
    }

    /// Leads the paths of a file where its copy is: `crate` of a program is the
    /// module of the day, modules around the days are gone, days have two digits.
    fn turn_paths(&self, source: &Source, puzzle: Puzzle, root: &Root<'_>, edits: &mut Edits) {
        let tokens = &source.tokens;
        let is_outer = |name: &str| {
            let mut outer = tree::folder(root.file).split('/');
            let is_module = !["src", "bin"].contains(&name) && tree::day_in(name).is_none();
            is_module && outer.any(|folder| folder == name)
        };
        for index in 0..tokens.len() {
            let is_crate =
                tokens[index].text == "crate" && (index == 0 || tokens[index - 1].text != "$");
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
            while is_outer(&tokens[at].text) && source.matches(at + 1, &[":", ":"]) {
                edits.replace(tokens[at].at.start..tokens[at + 2].at.end, "");
                at += 3;
            }
            if let Some(day) = tree::day_in(&tokens[at].text) {
                let after = tokens.get(at + 1).map(|it| it.text.as_str());
                let is_last = after.is_some_and(|it| [";", ",", "}"].contains(&it));
                let old = if is_last {
                    format!(" as {}", tokens[at].text)
                } else {
                    String::new()
                };
                edits.replace(tokens[at].at.clone(), format!("day{:02}{old}", day.0));
            }
        }
    }

    /// Sees to the files that a source includes: the user's input stays where
    /// inputs are, other texts are copied beside it.
    fn follow_includes(
        &self,
        source: &Source,
        file: &str,
        beside: &str,
        puzzle: Puzzle,
        edits: &mut Edits,
        copies: &mut Copies,
    ) -> Result<(), String> {
        let includes: Vec<_> = source
            .includes()
            .filter(|(_, place)| !edits.removes(place))
            .collect();
        for (path, place) in includes {
            let found = tree::resolved(tree::folder(file), &path).unwrap_or_default();
            let new = if is_input(&found) && self.tree.has(&found) {
                let up = "../".repeat(beside.split('/').count() - 1);
                let store = self.setting.store.paths.input_path(puzzle, None);
                let inner = store.strip_prefix(self.setting.project.root());
                inner.map_or_else(
                    |_| store.clone(),
                    |inner| format!("{up}{}", inner.display()).into(),
                )
            } else if let Ok(text) = self.tree.text(&found) {
                let name = found.rsplit('/').next().unwrap_or_default();
                copies.add(
                    format!("{beside}/{name}"),
                    text,
                    Some(self.tree.path(&found)),
                );
                format!("{}/{name}", beside.rsplit('/').next().unwrap_or_default()).into()
            } else {
                let of = |it: &&Test| it.at.contains(&place.start);
                let modules = || source.tests.iter().filter_map(|it| it.module.as_ref());
                let test = source.tests.iter().find(of).map(|it| &it.at);
                let test = test.or_else(|| modules().find(|it| it.contains(&place.start)));
                let why = || format!("it includes `{}`, which is not there", path.escape_debug());
                edits.remove(&source.text, test.ok_or_else(why)?.clone());
                continue;
            };
            edits.replace(place, format!("{:?}", new.display().to_string()));
        }
        Ok(())
    }

    /// The examples of a day, from its own tests and from those in `tests/`.
    fn examples(
        &self,
        puzzle: Puzzle,
        root: &Root<'_>,
        wiring: &Wiring,
    ) -> Result<Vec<Example>, String> {
        let package = &self.packages[root.package].folder;
        let tests = tree::join(package, "tests");
        let is_of_day = |file: &&str| {
            let name = file.rsplit('/').next().unwrap_or_default();
            let of_year = tree::year_of(file).is_none_or(|year| year == puzzle.year);
            of_year && name.strip_suffix(".rs").and_then(tree::day_in) == Some(puzzle.day)
        };
        let outer = self.tree.below(&tests).filter(is_of_day);
        let mut found = Vec::new();
        for file in outer.chain([root.file]) {
            let text = |path: &str| {
                let path = match path {
                    "" => tree::join(package, &format!("data/examples/{:02}.txt", puzzle.day.0)),
                    path => tree::resolved(tree::folder(file), path)?,
                };
                self.tree.text(&path).ok().filter(|_| !is_input(&path))
            };
            for example in examples::find(&self.source(file)?.text, wiring, &text) {
                if !found.contains(&example) {
                    found.push(example);
                }
            }
        }
        Ok(found)
    }
}

impl Copies {
    fn add(&mut self, path: String, text: String, from: Option<std::path::PathBuf>) {
        let file = NewFile::new("module", path.clone(), text, from);
        self.files.entry(path).or_insert(file);
    }
}

/// Whether a file is the user's own input of a day.
fn is_input(file: &str) -> bool {
    inputs::candidate(file, None).is_some_and(|it| it.name.is_none())
}

/// What a test mentions that reads files, which are not where it looks here.
const READS: [&str; 5] = [
    "read_file",
    "read_file_part",
    "read_to_string",
    "File",
    "fs",
];

/// Removes the tests that read files, and modules in which no other is left.
fn drop_tests(source: &Source, edits: &mut Edits) {
    let reads = |test: &Test| READS.iter().any(|word| test.words.contains(*word));
    let mut gone: Vec<_> = source
        .tests
        .iter()
        .filter(|it| reads(it))
        .map(|it| it.at.clone())
        .collect();
    for module in source.tests.iter().filter_map(|it| it.module.as_ref()) {
        let mut inside = source
            .tests
            .iter()
            .filter(|it| it.module.as_ref() == Some(module));
        if inside.all(|test| reads(test) || edits.removes(&test.at)) && !gone.contains(module) {
            gone.push(module.clone());
        }
    }
    gone.into_iter()
        .for_each(|at| edits.remove(&source.text, at));
}

/// The modules of a folder that has no file of its own, as its parent would
/// declare them.
fn declarations(folder: &str, files: &[String]) -> String {
    let inner = files.iter().filter_map(|file| tree::within(folder, file));
    let names: BTreeSet<&str> = inner
        .filter_map(|file| file.split(['/', '.']).next())
        .collect();
    names
        .into_iter()
        .map(|name| format!("pub mod {name};\n"))
        .collect()
}

/// The words in sources.
fn words_of(files: &BTreeMap<String, NewFile>) -> BTreeSet<String> {
    let sources = files.values().filter(|file| file.file.ends_with(".rs"));
    let words = sources.flat_map(|it| it.text.split(|c: char| !(c.is_alphanumeric() || c == '_')));
    words.map(str::to_owned).collect()
}

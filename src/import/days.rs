//! The days of other repositories: which files are days, of which year, and the
//! copies of them with all that they need.
//!
//! A copy keeps the text of the original but for attributes of tools, `main`, tests
//! that cannot run here, and paths that lead elsewhere here. Shared code is copied
//! whole: modules that are named, packages that are used. A day of which something
//! is not understood is named with the reason; whether a copy compiles, the compiler
//! says.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use syn::Item;
use syn::spanned::Spanned;

use super::examples::{self, Tests};
use super::manifest::{self, Needs, Package};
use super::rust::{self, Edits, Source};
use super::tree::{self, Tree};
use super::wiring::{self, Wiring};
use super::{ImportedFile, Plan, Setting, Skipped, inputs};
use crate::files::{read_text_file, without_dots};
use crate::project;
use crate::puzzle::{Day, Puzzle, Year};
use crate::site::PuzzlePage;
use crate::terminal::shell_word;

/// The code of a folder.
pub struct Code<'a> {
    tree: &'a Tree,
    setting: &'a Setting<'a>,
    packages: Vec<Package>,
    days: Vec<DayFile<'a>>,
    /// The year of files where neither path nor package says one.
    year: Option<Year>,
    /// The sources, or why they cannot be read.
    sources: BTreeMap<&'a str, Result<Source, String>>,
}

/// A file that is or looks like a day.
struct DayFile<'a> {
    file: &'a str,
    /// Whether it is the root of a crate of its own, and not a module.
    is_crate: bool,
    /// The folder with its own modules.
    inner: String,
    day: Day,
    /// Why it is none that can be copied.
    problem: Option<&'static str>,
}

const EACH_PART: &str = "it has a file for each part or step: put both parts into one file";

/// Words behind the number of a day that say that a file is not all of it.
const OF_A_PART: &str = " a b part p one two first second bonus ";

/// What is beside the sources of a package.
const OTHERS: [&str; 5] = ["tests", "benches", "examples", "build.rs", "xtask"];

/// Files that change how everything is built.
const OF_BUILDS: [&str; 5] = [
    "build.rs",
    ".cargo/config",
    ".cargo/config.toml",
    "rust-toolchain",
    "rust-toolchain.toml",
];

/// What a test mentions that reads files, which are not where it looks here.
const READS: [&str; 3] = ["read_to_string", "File", "fs"];

impl<'a> Code<'a> {
    /// Reads all sources of the folder.
    pub fn read(tree: &'a Tree, setting: &'a Setting<'a>, year: Option<Year>) -> Self {
        let files = tree.files.iter().map(String::as_str);
        let sources = files.clone().filter(|file| tree::module(file).is_some());
        let read = |file| tree.text(file).and_then(|text| Source::read(&text));
        let mut code = Self {
            tree,
            setting,
            packages: manifest::packages(tree),
            days: Vec::new(),
            year,
            sources: sources.map(|file| (file, read(file))).collect(),
        };
        code.days = files.filter_map(|file| code.day_file(file)).collect();
        code
    }

    fn source(&self, file: &str) -> Result<&Source, String> {
        let source = self.sources.get(file).map(Result::as_ref);
        let source = source.unwrap_or(Err(&String::new())).map_err(Clone::clone);
        source.map_err(|why| format!("{file}: {why}"))
    }

    fn package_of(&self, file: &str) -> &Package {
        let mut packages = self.packages.iter();
        let package = packages.find(|it| tree::within(&it.folder, file).is_some());
        package.expect("the root has one")
    }

    /// Whether and how a file is a day.
    fn day_file(&self, file: &'a str) -> Option<DayFile<'a>> {
        let (folder, stem) = (tree::folder(file), tree::module(tree::last(file))?);
        let inner = tree::within(&self.package_of(file).folder, file)?;
        if OTHERS.contains(&inner.split('/').next()?) {
            return None;
        }
        let source = self.source(file).ok();
        let marked = source.map(wiring::marked_days).unwrap_or_default();
        let is_index = matches!(stem, "mod" | "main" | "lib");
        let mut outer = folder
            .rsplit('/')
            .filter(|it| !["src", "bin", ""].contains(it));
        let of_folder = match outer.next() {
            Some(name) => tree::day_at(name),
            None => self.tree.day.map(|day| (day, Vec::new())),
        };
        let of_name = if is_index {
            of_folder.clone()
        } else {
            tree::day_at(stem)
        };
        let (day, problem) = match (&marked[..], of_name) {
            ([day], _) => (*day, None),
            ([day, ..], _) => (*day, Some("it has several days in one file")),
            ([], Some((day, after))) => {
                let after = after.first().map(|it| format!(" {it} "));
                let part = after.filter(|it| OF_A_PART.contains(&**it));
                (day, part.map(|_| EACH_PART))
            }
            // `day01/part1.rs`.
            ([], None) => (wiring::part_of(stem).and(of_folder)?.0, Some(EACH_PART)),
        };
        let is_program = stem != "mod" && is_index || tree::last(folder) == "bin";
        let has_main = || source.is_some_and(|source| source.function("main").is_some());
        Some(DayFile {
            file,
            is_crate: is_program || has_main(),
            inner: tree::join(folder, if is_index { "" } else { stem })
                .trim_end_matches('/')
                .to_owned(),
            day,
            problem,
        })
    }

    /// The year of a file: what its path, the settings, the name or the code of
    /// its package say.
    pub fn year_of(&self, file: &str) -> Option<Year> {
        let package = self.package_of(file);
        let of_package = || package.year.or_else(|| tree::year_of(&package.name));
        let of_code = || {
            let own = |file: &str| tree::within(&package.folder, file).is_some();
            let sources = self.sources.iter().filter(|it| own(it.0));
            let tokens = sources.filter_map(|it| it.1.as_ref().ok());
            let mut tokens = tokens.flat_map(|source| &source.tokens);
            tokens.find(|token| ["aoc_lib", "aoc_main"].contains(&&*token.0))?;
            tokens.find_map(|token| Year::parse(&token.0))
        };
        let of_path = tree::year_of(file).or_else(of_package);
        of_path.or_else(of_code).or(self.year)
    }

    /// Plans the copies of all days.
    pub fn plan(&self, plan: &mut Plan) {
        let mut puzzles: BTreeMap<Puzzle, Vec<&DayFile<'a>>> = BTreeMap::new();
        for day in &self.days {
            if self.tree.is_foreign(day.file, plan) {
                continue;
            }
            match tree::puzzle(self.year_of(day.file), day.day) {
                Ok(puzzle) => puzzles.entry(puzzle).or_default().push(day),
                Err(why) => plan.skip(self.tree.path(day.file), why),
            }
        }
        for file in self.tree.files.iter().filter(|_| !puzzles.is_empty()) {
            if OF_BUILDS
                .iter()
                .any(|it| format!("/{file}").ends_with(&format!("/{it}")))
            {
                let why = "it would change how all is built: copy it yourself";
                plan.skip(self.tree.path(file), why);
            }
        }
        let mut years: BTreeMap<Year, Needs> = BTreeMap::new();
        for (puzzle, mut days) in puzzles {
            // A library or a module before the program that calls it.
            days.sort_by_key(|it| (it.problem.is_some(), it.is_crate, it.file.contains("main")));
            let needs = years.entry(puzzle.year).or_default();
            let (mut reasons, mut taken) = (Vec::new(), None);
            for day in days {
                let copied = match (taken, self.wiring(day)) {
                    (Some(taken), Ok(_)) => Err(format!("{taken} is taken instead")),
                    // A program that only calls the day is no second one.
                    (Some(_), Err(_)) => continue,
                    (None, wiring) => {
                        wiring.and_then(|wiring| Copying::day(self, day, puzzle, &wiring, needs))
                    }
                };
                match copied {
                    Ok(files) => {
                        taken = Some(day.file);
                        reasons.clear();
                        for file in files {
                            plan.add(self.setting.project, file);
                        }
                    }
                    Err(why) => reasons.push((self.tree.path(day.file), why)),
                }
            }
            plan.skipped
                .extend(reasons.into_iter().map(|(from, why)| Skipped {
                    from,
                    puzzle: Some(puzzle),
                    why,
                }));
        }
        for (year, needs) in years.iter().filter(|it| !it.1.edition.is_empty()) {
            let path = format!("days/year{year}/Cargo.toml");
            let old = read_text_file(&self.setting.project.root().join(&path)).ok();
            let usual = || project::year_manifest(self.setting.project, *year).text;
            let name = format!("year{year}");
            let new = old.is_none().then_some((&*name, &*needs.edition));
            match needs.added_to(&old.clone().unwrap_or_else(usual), new) {
                Ok(text) if old.as_ref() == Some(&text) => {}
                Ok(text) => plan.files.push(ImportedFile {
                    replaces: old.is_some(),
                    ..ImportedFile::new("manifest", path, text, None)
                }),
                Err(why) => plan.skip(path, why),
            }
        }
    }

    /// How the functions of a day are called, by whatever is known of it.
    fn wiring(&self, day: &DayFile<'_>) -> Result<Wiring, String> {
        if let Some(why) = day.problem {
            return Err(why.to_owned());
        }
        let source = self.source(day.file)?;
        let expressions = &self.setting.expressions;
        match wiring::wiring(source) {
            Err(_) if !expressions.is_empty() => expressions.wiring(source),
            found => found.map_err(|why| {
                let folder = without_dots(&self.tree.root).display().to_string();
                let folder = shell_word(&folder);
                format!(
                    "{why}: say how it is called, such as `aoc import {folder} --part1 \
                     'solve(input).0' --part2 'solve(input).1'`"
                )
            }),
        }
    }

    /// Whether a module belongs to days or to the common template, and not to what
    /// days share.
    fn is_apart(&self, src: &str, name: &str) -> bool {
        let module = tree::join(src, name);
        let mut days = self.days.iter().map(|day| day.file);
        let of_day =
            |day| tree::module(day) == Some(&module) || tree::within(&module, day).is_some();
        name == "template" || tree::year_of(name).is_some() || days.any(of_day)
    }

    /// The text that a file includes, unless it is the user's own input.
    fn included(&self, file: &str, path: &str) -> Option<String> {
        let found = tree::resolved(tree::folder(file), path)?;
        let is_input = inputs::day_of_input(&found, self.tree.day).is_some();
        self.tree.text(&found).ok().filter(|_| !is_input)
    }
}

/// What is copied for a day so far.
struct Copying<'c> {
    code: &'c Code<'c>,
    day: &'c DayFile<'c>,
    puzzle: Puzzle,
    /// Where its own modules go: its path in the project, without `.rs`.
    own: String,
    /// By their paths in the project.
    files: BTreeMap<String, ImportedFile>,
}

impl<'c> Copying<'c> {
    /// Copies a day; adds what it depends on to `needs`, unless it fails.
    fn day(
        code: &'c Code<'c>,
        day: &'c DayFile<'c>,
        puzzle: Puzzle,
        wiring: &Wiring,
        needs: &mut Needs,
    ) -> Result<Vec<ImportedFile>, String> {
        let mut copying = Self {
            code,
            day,
            puzzle,
            own: format!("days/year{}/day{:02}", puzzle.year, puzzle.day.0),
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
        let (code, day, own) = (self.code, self.day, self.own.clone());
        let source = code.source(day.file)?;
        for file in code.tree.below(&day.inner) {
            let path = tree::within(&day.inner, file).unwrap_or_default();
            let first = path.split('/').next().unwrap_or_default();
            let is_program = day.is_crate && ["main.rs", "lib.rs", "bin"].contains(&first);
            let is_day = code.days.iter().any(|day| day.file == file);
            if tree::module(file).is_some() && !is_program && !is_day {
                self.copy_file(file, &format!("{own}/{path}"))?;
            }
        }
        let mut name = format!("Day{:02}", self.puzzle.day.0);
        if rust::names_in(&source.text).contains(&*name) {
            name += "Solution";
        }
        let page = code.setting.store.page(self.puzzle).ok().flatten();
        let title = page.and_then(|html| PuzzlePage::parse(&html).name(self.puzzle));
        let title = title.unwrap_or_else(|| format!("Day {}", self.puzzle.day));
        let examples = self.examples(wiring);
        let call = wiring.render(&name, &title, &examples) + "\n";
        let is_use = |it: &&Item| matches!(it, Item::Use(_) | Item::ExternCrate(_));
        let first = source.items.iter().find(|it| !is_use(it));
        let first = first.map_or(source.text.len(), |it| it.span().byte_range().start);
        let mut edits = vec![(first..first, call)];
        let main = source.function("main").filter(|_| day.is_crate);
        edits.extend(main.map(|it| (it.span().byte_range(), String::new())));
        let private = wiring.private_types(source).into_iter();
        edits.extend(private.map(|at| (at..at, "pub(crate) ".to_owned())));
        let text = self.edited(day.file, &own, edits)?;
        let from = Some(code.tree.path(day.file));
        let mut file = ImportedFile::new("day", format!("{own}.rs"), text, from);
        (file.puzzle, file.examples) = (Some(self.puzzle), Some(examples.len()));
        self.files.insert(file.file.clone(), file);
        Ok(())
    }

    /// The examples in the tests of the day: in its file, in modules of its own, and
    /// in the folder `tests` of its package.
    fn examples(&self, wiring: &Wiring) -> Vec<String> {
        let (code, day) = (self.code, self.day);
        let package = &code.package_of(day.file).folder;
        let tests = tree::join(package, "tests");
        let is_test = |file: &&str| {
            if tree::within(&tests, file).is_none() {
                return file.ends_with("tests.rs") && tree::within(&day.inner, file).is_some();
            }
            let of_name = tree::module(tree::last(file)).and_then(tree::day_at);
            let is_day = of_name.is_some_and(|it| it.0 == day.day);
            is_day && code.year_of(file) == Some(self.puzzle.year)
        };
        let files = code.tree.files.iter().map(String::as_str).filter(is_test);
        let mut found = Vec::new();
        for file in [day.file].into_iter().chain(files) {
            let text = |path: &str| match path.strip_prefix('*') {
                Some(end) => {
                    let path = format!("data/examples/{:02}{end}", day.day.0);
                    code.tree.text(&tree::join(package, &path)).ok()
                }
                None => code.included(file, path),
            };
            if let Ok(source) = code.source(file) {
                // Constants may have other values where tests are built.
                if source.text.contains("not(test)") || source.text.contains("cfg!(test)") {
                    return Vec::new();
                }
                let (file, names) = (&text, BTreeMap::new());
                let mut tests = Tests {
                    wiring,
                    file,
                    names,
                };
                tests.find(&source.items, &mut found);
            }
        }
        examples::render(&found)
    }

    /// Copies a source that a day needs, to a path of the project.
    fn copy_file(&mut self, file: &str, path: &str) -> Result<(), String> {
        if !self.files.contains_key(path) {
            // Its place is taken, as modules may name each other.
            self.add(path, String::new(), file);
            let text = self.edited(file, path.trim_end_matches(".rs"), Edits::new())?;
            self.files
                .entry(path.to_owned())
                .and_modify(|it| it.text = text);
        }
        Ok(())
    }

    /// The text of a source as its copy is to have it. Copies what it names.
    fn edited(&mut self, file: &str, beside: &str, mut edits: Edits) -> Result<String, String> {
        let source = self.code.source(file)?;
        let of_tools = wiring::of_tools(source).into_iter();
        edits.extend(of_tools.map(|place| (place, String::new())));
        self.remove_tests(source, file, &mut edits);
        self.turn_paths(source, &mut edits);
        self.follow_includes(source, file, beside, &mut edits)?;
        self.copy_named(source)?;
        Ok(rust::edited(&source.text, edits))
    }

    /// Removes the tests that read files which are not copied.
    fn remove_tests(&self, source: &Source, file: &str, edits: &mut Edits) {
        let missing = source.includes();
        let missing = missing.filter(|it| self.code.included(file, &it.0).is_none());
        let missing: Vec<Range<usize>> = missing.map(|it| it.1).collect();
        let constants = missing.iter().filter_map(|at| constant_at(source, at));
        let constants: Vec<String> = constants.map(|it| it.0).collect();
        let reads = |item: &&Item| {
            let at = item.span().byte_range();
            let mut tokens = source.tokens.iter().filter(|it| at.contains(&it.1.start));
            tokens.any(|(word, at)| {
                let is_missing = missing.contains(at) || constants.contains(word);
                is_missing || word.contains("_file") || READS.contains(&&**word)
            })
        };
        for item in source.items.iter().filter(rust::is_for_tests) {
            let inner = match item {
                Item::Mod(it) => it.content.as_ref().map_or(&[][..], |it| &it.1),
                _ => &[],
            };
            let (tests, others): (Vec<&Item>, Vec<&Item>) =
                inner.iter().partition(rust::is_for_tests);
            // A module goes with its last test.
            let left = tests.iter().any(|it| !reads(it)) && !others.iter().any(reads);
            let removed = if left { tests } else { vec![item] };
            let removed = removed.into_iter().filter(reads);
            edits.extend(removed.map(|it| (it.span().byte_range(), String::new())));
        }
    }

    /// Leads the paths of a file where its copy is: `crate` of a program is the
    /// module of the day, and modules around the days are gone.
    fn turn_paths(&self, source: &Source, edits: &mut Edits) {
        let outer: Vec<&str> = tree::folder(self.day.file).split('/').collect();
        let is_outer = |name: &str| {
            let is_module = !["src", "bin"].contains(&name) && tree::day_in(name).is_none();
            is_module && outer.contains(&name)
        };
        let is_path = |index| [1, 2].iter().all(|next| source.word(index + next) == ":");
        for (index, (word, at)) in source.tokens.iter().enumerate() {
            let is_crate = word == "crate" && (index == 0 || source.word(index - 1) != "$");
            if !is_path(index) || !(is_crate || word == "super") {
                continue;
            }
            if is_crate && self.day.is_crate {
                edits.push((at.clone(), format!("crate::day{:02}", self.puzzle.day.0)));
                continue;
            }
            let mut next = index + 3;
            while is_outer(source.word(next)) && is_path(next) {
                let place = source.tokens[next].1.start..source.tokens[next + 2].1.end;
                edits.push((place, String::new()));
                next += 3;
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
            if rust::is_removed(&place, edits) {
                continue;
            }
            // A constant that only `main` and tests have used.
            if let Some((name, at)) = constant_at(source, &place) {
                let is_left = |at: &Range<usize>| !rust::is_removed(at, edits);
                let uses = source.tokens.iter();
                if uses.filter(|it| it.0 == name && is_left(&it.1)).count() == 1 {
                    edits.push((at, String::new()));
                    continue;
                }
            }
            let found = tree::resolved(tree::folder(file), &path).unwrap_or_default();
            let missing = || format!("it includes `{}`, which is not there", path.escape_debug());
            let text = tree.text(&found).map_err(|_| missing())?;
            let new = if let Some((_, name)) = inputs::day_of_input(&found, tree.day) {
                let input = setting.store.input_path(self.puzzle, name.as_ref());
                let up = "../".repeat(beside.split('/').count() - 1);
                let inner = input.strip_prefix(setting.project.root());
                inner.map_or(input.display().to_string(), |it| up + &it.to_string_lossy())
            } else {
                let name = tree::last(&found);
                self.add(&format!("{beside}/{name}"), text, &found);
                format!("{}/{name}", tree::last(beside))
            };
            edits.push((place, format!("{new:?}")));
        }
        Ok(())
    }

    /// Copies the modules whose names a source mentions, with all sources in their
    /// folders: those beside a program to its own folder, those around a module to
    /// the year's.
    fn copy_named(&mut self, source: &Source) -> Result<(), String> {
        let (code, day) = (self.code, self.day);
        let package = &code.package_of(day.file).folder;
        let words: BTreeSet<&str> = source.tokens.iter().map(|it| it.0.as_str()).collect();
        let to = if day.is_crate {
            &self.own
        } else {
            tree::folder(&self.own)
        }
        .to_owned();
        let mut folder = tree::folder(day.file.strip_suffix("/mod.rs").unwrap_or(day.file));
        loop {
            for file in code
                .tree
                .below(folder)
                .filter(|file| tree::module(file).is_some())
            {
                let path = tree::within(folder, file).unwrap_or_default();
                let name = path.split(['/', '.']).next().unwrap_or_default();
                let is_module = words.contains(name) && !["mod", "main", "lib"].contains(&name);
                if is_module && !code.is_apart(folder, name) {
                    self.copy_file(file, &format!("{to}/{path}"))?;
                }
            }
            let is_top = folder == package || folder == tree::join(package, "src");
            if day.is_crate || folder.is_empty() || is_top {
                return Ok(());
            }
            folder = tree::folder(folder);
        }
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
        for (folder, names) in folders.into_iter().filter(|it| it.0.starts_with(&year)) {
            let index = format!("{folder}/mod.rs");
            let is_there = |path: &str| self.files.contains_key(path);
            if !is_there(&index) && !is_there(&format!("{folder}.rs")) {
                let text = names.into_iter().collect();
                let file = ImportedFile::new("module", index.clone(), text, None);
                self.files.insert(index, file);
            }
        }
    }

    /// Copies what the files use of the repository's packages, their own library
    /// among these.
    fn copy_packages(&mut self, needs: &mut Needs) -> Result<(), String> {
        let (code, day) = (self.code, self.day);
        let package = code.package_of(day.file);
        let (words, own) = (self.words(""), package.crate_name());
        let library = tree::join(&package.folder, "src/lib.rs");
        // Modules of the library name it `crate`.
        let is_other = day.is_crate && day.file != library;
        if is_other && code.sources.contains_key(&*library) && words.contains(&own) {
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
        let is_apart = |name: &str| ["main", "bin"].contains(&name) || code.is_apart(&src, name);
        for file in code.tree.below(&src) {
            let inner = tree::within(&src, file).unwrap_or_default();
            let is_input = inputs::day_of_input(file, code.tree.day).is_some();
            if is_input || is_apart(inner.split(['/', '.']).next().unwrap_or_default()) {
                continue;
            }
            let text = code.tree.text(file);
            let mut text = text.map_err(|why| format!("{file} {why}"))?;
            if inner == "lib.rs" {
                // Without the modules that are not copied with it.
                let items = code.source(file)?.items.iter().filter(|item| match item {
                    Item::Mod(it) => it.content.is_none() && is_apart(&it.ident.to_string()),
                    Item::Use(it) => is_apart(&rust::words(&it.tree)[0]),
                    _ => false,
                });
                let places = items.map(|it| (it.span().byte_range(), String::new()));
                text = rust::edited(&text, places.collect());
            }
            self.add(&format!("{folder}/src/{inner}"), text, file);
        }
        let mut needs = Needs::default();
        self.follow(package, &self.words(&format!("{folder}/")), &mut needs)?;
        let text = package.copied(&needs)?;
        self.files.entry(path).and_modify(|it| it.text = text);
        Ok(())
    }

    /// The words in the copied sources below a folder of the project.
    fn words(&self, folder: &str) -> BTreeSet<String> {
        let files = self.files.values();
        let files =
            files.filter(|it| it.file.starts_with(folder) && tree::module(&it.file).is_some());
        let words = files.flat_map(|it| rust::names_in(&it.text));
        words.map(str::to_owned).collect()
    }
}

/// The constant that a place is in, and the place of all of it.
fn constant_at(source: &Source, place: &Range<usize>) -> Option<(String, Range<usize>)> {
    let is_in = |it: &&Item| it.span().byte_range().contains(&place.start);
    let item = source.items.iter().find(is_in)?;
    let name = match item {
        Item::Const(it) => &it.ident,
        Item::Static(it) => &it.ident,
        _ => return None,
    };
    Some((name.to_string(), item.span().byte_range()))
}

//! The days of a repository's packages, and what they share.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::super::place;
use super::super::plan::{NewFile, Plan, Role};
use super::super::target::Target;
use super::super::tree::Tree;
use super::attributes;
use super::copy::{Original, Style, copy};
use super::day;
use super::edits::Edits;
use super::input_type::Lifetimes;
use super::items::{Items, items};
use super::manifest::{self, Needs, Package};
use super::modules::{self, Layout};
use super::shared;
use super::source::Source;
use crate::inputs::{MAX_TEXT, read_regular_file};
use crate::puzzle::{Day, Puzzle, Year};
use crate::text::rust_tokens;

/// A day's file.
struct Found {
    /// From the tree's root, with slashes.
    file: String,
    puzzle: Puzzle,
    style: Style,
    /// The folder with the days.
    folder: String,
    /// The folder with the day's own modules.
    children: String,
    layout: Layout,
    /// Whether it stays `mod.rs`.
    is_folder: bool,
}

/// The sources of a package.
struct Sources<'t> {
    tree: &'t Tree,
    package: &'t Package,
    title: &'t dyn Fn(Puzzle) -> Option<String>,
    /// By their paths from the tree's root.
    texts: BTreeMap<String, String>,
    tests: BTreeMap<String, String>,
    lifetimes: Lifetimes,
    /// The folder of the crate's root.
    root: String,
    /// The year that its settings name.
    year: Option<Year>,
    /// Crates whose macros every file can use: `#[macro_use] extern crate`.
    macros: Vec<String>,
}

/// Plans the copies of all days. `year` is the year of files where neither the
/// path nor the package says one; `title` is for files without a heading. Returns
/// the years that the packages have, those in the deepest folders first.
pub fn plan(
    tree: &Tree,
    year: Option<Year>,
    title: &dyn Fn(Puzzle) -> Option<String>,
    target: &Target<'_>,
    plan: &mut Plan,
) -> Vec<(String, BTreeSet<Year>)> {
    let mut years = Vec::new();
    let packages = manifest::packages(tree);
    let mut taken: BTreeSet<&str> = BTreeSet::new();
    for package in &packages {
        let files: Vec<&str> = tree
            .below(&package.folder)
            .filter(|file| is_rust(file) && !taken.contains(file))
            .collect();
        taken.extend(&files);
        let sources = Sources::read(tree, package, &files, title, plan);
        years.push((package.folder.clone(), sources.plan(year, target, plan)));
    }
    if let Some(text) = lock_file(tree, plan) {
        target.add_lock_file(text, tree.path(LOCK_FILE), plan);
    }
    years
}

const LOCK_FILE: &str = "Cargo.lock";

/// The versions of the libraries that the days were written with.
fn lock_file(tree: &Tree, plan: &mut Plan) -> Option<String> {
    let has_days = plan
        .files
        .iter()
        .any(|file| matches!(file.role, Role::Day { .. }));
    let is_there = has_days && tree.files.iter().any(|file| file == LOCK_FILE);
    is_there.then(|| tree.source(LOCK_FILE, plan)).flatten()
}

fn is_rust(file: &str) -> bool {
    Path::new(file)
        .extension()
        .is_some_and(|extension| extension == "rs")
}

/// `file` without the folder that it is in, however deep.
fn within<'f>(folder: &str, file: &'f str) -> &'f str {
    match file.strip_prefix(folder) {
        Some(rest) if !folder.is_empty() => rest.strip_prefix('/').unwrap_or(file),
        _ => file,
    }
}

fn join(folder: &str, name: &str) -> String {
    match folder {
        "" => name.to_owned(),
        folder => format!("{folder}/{name}"),
    }
}

fn split(file: &str) -> (&str, &str) {
    let (folder, name) = file.rsplit_once('/').unwrap_or(("", file));
    (folder, name.strip_suffix(".rs").unwrap_or(name))
}

impl<'t> Sources<'t> {
    fn read(
        tree: &'t Tree,
        package: &'t Package,
        files: &[&str],
        title: &'t dyn Fn(Puzzle) -> Option<String>,
        plan: &mut Plan,
    ) -> Self {
        let mut sources = Self {
            tree,
            package,
            title,
            texts: BTreeMap::new(),
            tests: BTreeMap::new(),
            lifetimes: Lifetimes::new(),
            root: String::new(),
            year: year_of_settings(tree, package),
            macros: Vec::new(),
        };
        for &file in files {
            let inner = within(&package.folder, file);
            let first = inner.split('/').next().unwrap_or_default();
            if matches!(first, "benches" | "examples" | "build.rs" | "xtask") {
                continue;
            }
            let Some(text) = tree.source(file, plan) else {
                continue;
            };
            if first == "tests" {
                sources.tests.insert(file.to_owned(), text);
            } else {
                sources.texts.insert(file.to_owned(), text);
            }
        }
        let src = join(&package.folder, "src");
        let has_src = sources.texts.keys().any(|file| within(&src, file) != file);
        sources.root = if has_src { src } else { package.folder.clone() };
        for text in sources.texts.values() {
            let source = Source::new(text);
            let all = items(&source, source.all());
            for found in &all.types {
                let count = sources.lifetimes.entry(found.name.to_owned()).or_default();
                *count = found.lifetimes.max(*count);
            }
            sources.macros.extend(macro_crates(&source, &all));
            if let Some(year) = attributes::year(&source, &all) {
                sources.year = Some(Year(year));
            }
        }
        sources
    }

    fn plan(&self, year: Option<Year>, target: &Target<'_>, plan: &mut Plan) -> BTreeSet<Year> {
        let mut days: BTreeMap<Year, Vec<Found>> = BTreeMap::new();
        for (file, text) in &self.texts {
            if let Some(found) = self.find(file, text, year, plan) {
                days.entry(found.puzzle.year).or_default().push(found);
            }
        }
        let all: Vec<&Found> = days.values().flatten().collect();
        let is_day = |file: &str| {
            all.iter()
                .any(|day| day.file == file || within(&day.children, file) != file)
        };
        let mut uses_shared = false;
        for (year, days) in &days {
            let mut files = Vec::new();
            for day in days {
                self.copy_day(day, &mut files, plan);
            }
            self.copy_siblings(*year, days, &is_day, &mut files, plan);
            uses_shared |= self.write_year(*year, files, &is_day, target, plan);
        }
        if uses_shared {
            self.write_shared(&is_day, target, plan);
        }
        days.into_keys().collect()
    }

    /// The day that a file is.
    fn find(&self, file: &str, text: &str, year: Option<Year>, plan: &mut Plan) -> Option<Found> {
        let source = Source::new(text);
        let all = items(&source, source.all());
        let (folder, stem) = split(file);
        let is_folder = matches!(stem, "mod" | "main" | "lib");
        let name = match (is_folder, within(&self.root, folder)) {
            (false, _) => stem,
            (true, _) if folder == self.root => self.package.folder.rsplit('/').next()?,
            (true, _) => folder.rsplit('/').next()?,
        };
        let (style, day, own_year) = style(&source, &all, name)?;
        let Some(day) = day else {
            plan.skip(
                self.tree.path(file),
                None,
                "it has several days: give each a file of its own",
            );
            return None;
        };
        let in_path = place::year_of(file).or_else(|| place::year_in(&self.package.name));
        let year = in_path.or(own_year).or(self.year).or(year);
        let Some(year) = year else {
            plan.skip(
                self.tree.path(file),
                None,
                "its year is not known: say it with -y",
            );
            return None;
        };
        let Some(puzzle) = place::puzzle(year, day) else {
            plan.skip(
                self.tree.path(file),
                None,
                format!("{year} has no day {day}"),
            );
            return None;
        };
        let is_answered = match style {
            Style::Attributes => attributes::wiring(&source, &all, day, &self.lifetimes).is_some(),
            _ => day::usual(&source, &all, &self.lifetimes).is_some(),
        };
        if !is_answered {
            let why = "no functions for its parts were found, such as `part1` and `part2` with one \
                       argument";
            // A binary or a library is seldom a day itself.
            if !is_folder || stem == "mod" {
                plan.skip(self.tree.path(file), None, why);
            }
            return None;
        }
        let is_root = is_folder && stem != "mod";
        let has_main = all.functions.iter().any(|function| function.name == "main");
        let siblings = if is_folder && !is_root {
            split(folder).0.to_owned()
        } else {
            folder.to_owned()
        };
        let in_src = within(&self.root, &siblings);
        let is_binary = in_src == "bin" || in_src.starts_with("bin/") || is_root;
        // Its paths begin at itself.
        let is_program = is_binary || has_main || style == Style::Template;
        let parent = match in_src {
            _ if is_program || siblings == self.root => Vec::new(),
            path => path.split('/').map(str::to_owned).collect(),
        };
        let own_name = if is_folder { split(folder).1 } else { stem };
        let new_name = format!("day{:02}", day.0);
        let renamed = self.renamed(&siblings);
        let children = if is_folder {
            folder.to_owned()
        } else {
            join(folder, own_name)
        };
        Some(Found {
            file: file.to_owned(),
            puzzle,
            style,
            folder: if is_program { String::new() } else { siblings },
            children,
            layout: Layout {
                parent,
                renamed,
                root: is_program.then_some(new_name),
            },
            is_folder: is_folder && !is_root,
        })
    }

    /// The new names of the days in a folder.
    fn renamed(&self, folder: &str) -> BTreeMap<String, String> {
        let mut renamed = BTreeMap::new();
        for file in self.texts.keys() {
            let inner = within(folder, file);
            let name = inner.split('/').next().unwrap_or_default();
            let name = name.strip_suffix(".rs").unwrap_or(name);
            if let Some(day) = place::day_in(name).filter(|_| inner.matches('/').count() < 2) {
                let new = format!("day{:02}", day.0);
                if new != name {
                    renamed.insert(name.to_owned(), new);
                }
            }
        }
        renamed
    }

    /// Adds the copy of a day and of its own modules.
    fn copy_day(&self, day: &Found, files: &mut Vec<NewFile>, plan: &mut Plan) {
        let text = &self.texts[&day.file];
        let tests = self.tests.iter().find(|(file, _)| {
            place::day_of(file) == Some(day.puzzle.day)
                && place::year_of(file).is_none_or(|year| year == day.puzzle.year)
        });
        let example_file = |part: Option<u8>| self.example(day, part);
        let copied = copy(&Original {
            puzzle: day.puzzle,
            style: day.style,
            text,
            layout: &day.layout,
            lifetimes: &self.lifetimes,
            tests: tests.map(|(_, text)| &**text),
            example_file: &example_file,
            title: (self.title)(day.puzzle),
            macros: &self.macros,
        });
        let Some(copied) = copied else { return };
        for (line, why) in copied.problems {
            plan.skip(self.tree.path(&day.file), Some(line), why);
        }
        if let Some((file, _)) = tests {
            for line in copied.left_tests {
                let why = "this assertion is not an example: it is not copied";
                plan.skip(self.tree.path(file), Some(line), why);
            }
        }
        let year = day.puzzle.year;
        let module = format!("days/year{year}/day{:02}", day.puzzle.day.0);
        files.push(NewFile {
            path: if day.is_folder {
                format!("{module}/mod.rs")
            } else {
                format!("{module}.rs")
            },
            text: copied.text,
            role: Role::Day {
                puzzle: day.puzzle,
                examples: copied.examples,
            },
            from: Some(self.tree.path(&day.file)),
            replaces_template: false,
        });
        for (file, text) in &self.texts {
            let inner = within(&day.children, file);
            if inner != file && *file != day.file {
                files.push(self.module(file, text, &day.layout, year, format!("{module}/{inner}")));
            }
        }
    }

    /// The text of an example of fspoettel's template: `data/examples/01-2.txt`.
    fn example(&self, day: &Found, part: Option<u8>) -> Option<String> {
        let suffix = part.map(|part| format!("-{part}")).unwrap_or_default();
        let year = day.puzzle.year;
        let day = day.puzzle.day.0;
        [
            format!("{day:02}{suffix}"),
            format!("{year}/{day:02}{suffix}"),
        ]
        .iter()
        .find_map(|name| {
            let file = join(&self.package.folder, &format!("data/examples/{name}.txt"));
            let bytes = read_regular_file(&self.tree.path(&file), MAX_TEXT).ok()?;
            String::from_utf8(bytes)
                .ok()
                .filter(|text| !text.is_empty())
        })
    }

    /// The copy of a module that is not a day.
    fn module(&self, file: &str, text: &str, layout: &Layout, year: Year, path: String) -> NewFile {
        let source = Source::new(text);
        let mut edits = Edits::default();
        modules::edit(&source, layout, year, &mut edits);
        let all = items(&source, source.all());
        attributes::remove(&source, &all, &mut edits);
        NewFile {
            path,
            text: edits.apply(text),
            role: Role::Module,
            from: Some(self.tree.path(file)),
            replaces_template: false,
        }
    }

    /// Adds the modules beside the days of a year.
    fn copy_siblings(
        &self,
        year: Year,
        days: &[Found],
        is_day: &dyn Fn(&str) -> bool,
        files: &mut Vec<NewFile>,
        plan: &mut Plan,
    ) {
        let mut folders: Vec<(&str, &Layout)> = days
            .iter()
            .filter(|day| !day.folder.is_empty())
            .map(|day| (&*day.folder, &day.layout))
            .collect();
        folders.sort_by_key(|(folder, _)| *folder);
        folders.dedup_by_key(|(folder, _)| *folder);
        for (folder, layout) in folders {
            let declared = (folder == self.root).then(|| self.declared());
            for (file, text) in &self.texts {
                let inner = within(folder, file);
                let name = inner.split('/').next().unwrap_or_default();
                let name = name.strip_suffix(".rs").unwrap_or(name);
                let is_root = matches!(name, "main" | "lib" | "mod" | "bin" | "build");
                let is_missing = declared
                    .as_ref()
                    .is_some_and(|declared| !declared.contains(name));
                if inner == file
                    || is_root
                    || is_missing
                    || is_day(file)
                    || place::day_in(name).is_some()
                {
                    if is_root && folder == self.root && inner != file && name == "lib" {
                        self.report_items(file, text, plan);
                    }
                    continue;
                }
                let path = format!("days/year{year}/{inner}");
                files.push(self.module(file, text, layout, year, path));
            }
        }
    }

    /// The modules that the crate's root declares.
    fn declared(&self) -> BTreeSet<String> {
        let mut declared = BTreeSet::new();
        for name in ["lib.rs", "main.rs"] {
            if let Some(text) = self.texts.get(&join(&self.root, name)) {
                let source = Source::new(text);
                let all = items(&source, source.all());
                declared.extend(all.modules.iter().map(|module| module.name.to_owned()));
            }
        }
        declared
    }

    /// Notes what the root of a crate has besides modules: it is not copied.
    fn report_items(&self, file: &str, text: &str, plan: &mut Plan) {
        let source = Source::new(text);
        let all = items(&source, source.all());
        let named = all.functions.iter().map(|it| (it.all.start, it.name));
        let types = all.types.iter().map(|it| (it.keyword, it.name));
        for (token, name) in named.chain(types).filter(|(_, name)| *name != "main") {
            let why = format!("`{name}` is not copied: move it into a module");
            plan.skip(self.tree.path(file), Some(source.line(token)), why);
        }
    }

    /// Plans the files of a year and its manifest. Returns whether it uses the
    /// crate of shared modules.
    fn write_year(
        &self,
        year: Year,
        mut files: Vec<NewFile>,
        is_day: &dyn Fn(&str) -> bool,
        target: &Target<'_>,
        plan: &mut Plan,
    ) -> bool {
        let library = self.package.crate_name();
        let shared: BTreeSet<String> = self
            .shared_files(is_day)
            .iter()
            .filter_map(|file| within(&self.root, file).split('/').next())
            .map(|name| name.trim_end_matches(".rs").to_owned())
            .collect();
        let mut needs = Needs::default();
        let mut used: BTreeSet<&str> = BTreeSet::new();
        let mut words: BTreeSet<&str> = BTreeSet::new();
        for file in &files {
            let tokens: Vec<&str> = rust_tokens(&file.text).map(|token| token.text).collect();
            words.extend(&tokens);
            let paths = tokens
                .windows(4)
                .filter(|it| it[..3] == ["crate", ":", ":"]);
            used.extend(paths.filter_map(|path| shared.get(path[3]).map(|it| &**it)));
        }
        let is_single = files.iter().any(|file| {
            // Modules beside the days are the year's own.
            used.iter().any(|name| {
                let path = format!("days/year{year}/{name}");
                file.path == format!("{path}.rs") || file.path.starts_with(&format!("{path}/"))
            })
        });
        if is_single {
            used.clear();
        }
        self.package.needs(&words, &mut needs);
        let uses_shared = !used.is_empty() || (words.contains(&*library) && !shared.is_empty());
        let reexports: Vec<NewFile> = used
            .iter()
            .map(|name| NewFile {
                path: format!("days/year{year}/{name}.rs"),
                text: format!(
                    "//! What days of several years share.\n\npub use {library}::{name}::*;\n"
                ),
                role: Role::Module,
                from: None,
                replaces_template: false,
            })
            .collect();
        files.extend(reexports);
        if uses_shared {
            let folder = self.shared_folder();
            needs
                .dependencies
                .insert(format!("{folder} = {{ path = \"../{folder}\" }}"));
        }
        for name in &needs.by_path {
            let why = format!(
                "its days use the package `{name}` of the other repository: copy it to days/{name} and \
                 add it to days/year{year}/Cargo.toml"
            );
            plan.skip(
                self.tree.path(&join(&self.package.folder, "Cargo.toml")),
                None,
                why,
            );
        }
        for file in files {
            target.add(file, plan);
        }
        target.add_manifest(year, &needs, &self.package.edition, plan);
        uses_shared
    }

    /// The name of the package of shared modules.
    fn shared_folder(&self) -> String {
        self.package.crate_name()
    }

    /// The files that days of several years, or several programs, share: those
    /// of the library that are no days.
    fn shared_files(&self, is_day: &dyn Fn(&str) -> bool) -> Vec<&str> {
        self.texts
            .keys()
            .map(String::as_str)
            .filter(|file| {
                let inner = within(&self.root, file);
                let first = inner.split('/').next().unwrap_or_default();
                let first = first.trim_end_matches(".rs");
                let is_root = matches!(first, "main" | "lib" | "bin" | "template");
                (inner != *file || self.root.is_empty())
                    && !is_root
                    && !is_day(file)
                    && place::year_in(first).is_none()
                    && place::day_in(first).is_none()
            })
            .collect()
    }

    /// Plans the crate of shared modules.
    fn write_shared(&self, is_day: &dyn Fn(&str) -> bool, target: &Target<'_>, plan: &mut Plan) {
        let files = self.shared_files(is_day);
        let folder = self.shared_folder();
        let inner: BTreeSet<&str> = files.iter().map(|file| within(&self.root, file)).collect();
        let mut words: BTreeSet<&str> = BTreeSet::new();
        let library = join(&self.root, "lib.rs");
        let (text, from) = match self
            .texts
            .get(&library)
            .and_then(|text| without_template(text))
        {
            Some(text) => (text, Some(self.tree.path(&library))),
            None => (
                format!(
                    "//! What days of several years share.\n\n{}",
                    shared::declarations(&inner)
                ),
                None,
            ),
        };
        let tokens: Vec<String> = rust_tokens(&text).map(|it| it.text.to_owned()).collect();
        words.extend(tokens.iter().map(String::as_str));
        for file in &files {
            words.extend(rust_tokens(&self.texts[*file]).map(|token| token.text));
        }
        let mut needs = Needs::default();
        self.package.needs(&words, &mut needs);
        let new = |path: String, text: String, role, from| NewFile {
            path,
            text,
            role,
            from,
            replaces_template: false,
        };
        let manifest = manifest::shared(&folder, &self.package.edition, &needs);
        target.add(
            new(
                format!("days/{folder}/Cargo.toml"),
                manifest,
                Role::Manifest,
                None,
            ),
            plan,
        );
        target.add(
            new(
                format!("days/{folder}/src/lib.rs"),
                text,
                Role::Module,
                from,
            ),
            plan,
        );
        for file in files {
            let path = format!("days/{folder}/src/{}", within(&self.root, file));
            let text = self.texts[file].clone();
            target.add(
                new(path, text, Role::Module, Some(self.tree.path(file))),
                plan,
            );
        }
    }
}

/// The crates of `#[macro_use] extern crate NAME;`, without those of tools.
fn macro_crates(source: &Source<'_>, all: &Items<'_>) -> Vec<String> {
    let crates = all.others.iter().filter_map(|tokens| {
        let at = source.find(tokens.clone(), &["extern"])?;
        let is_used = tokens
            .clone()
            .any(|index| source.word(index) == "macro_use");
        (is_used && source.word(at + 1) == "crate").then(|| source.word(at + 2))
    });
    crates
        .filter(|name| !name.starts_with("aoc_runner"))
        .map(str::to_owned)
        .collect()
}

/// How a file says that it is a day, which one, and of which year. The day is
/// `None` if there are several.
fn style(
    source: &Source<'_>,
    all: &Items<'_>,
    name: &str,
) -> Option<(Style, Option<Day>, Option<Year>)> {
    let days = attributes::days(source, all);
    if !days.is_empty() {
        let day = (days.len() == 1).then(|| days.first().copied()).flatten();
        return Some((Style::Attributes, day, None));
    }
    let solution = all
        .macros
        .iter()
        .find(|call| source.word(call.path.end - 1) == "solution");
    if let Some(call) = solution {
        let numbers: Vec<u16> = source
            .split_plain(call.arguments.clone(), ",")
            .into_iter()
            .filter_map(|argument| source.slice(argument).parse().ok())
            .collect();
        let year = numbers
            .first()
            .copied()
            .filter(|year| *year >= Year::FIRST.0);
        let day = numbers.get(usize::from(year.is_some())).copied();
        let day = day.and_then(|day| u8::try_from(day).ok()).map(Day);
        return day.map(|day| (Style::Template, Some(day), year.map(Year)));
    }
    let day = place::day_in(name)?;
    Some((Style::Names, Some(day), None))
}

/// The year that a package's settings name: `AOC_YEAR` in `.cargo/config.toml`.
fn year_of_settings(tree: &Tree, package: &Package) -> Option<Year> {
    let path = tree.path(&join(&package.folder, ".cargo/config.toml"));
    let table: toml::Table = crate::inputs::read_text_file(&path).ok()?.parse().ok()?;
    let value = table.get("env")?.get("AOC_YEAR")?;
    let value = value.get("value").unwrap_or(value);
    Year::parse(value.as_str()?)
}

/// The root of a library without the template's module; `None` if there is
/// nothing else, or if macros declare its modules.
fn without_template(text: &str) -> Option<String> {
    let source = Source::new(text);
    let all = items(&source, source.all());
    let mut edits = Edits::default();
    for module in all
        .modules
        .iter()
        .filter(|module| module.name == "template")
    {
        edits.remove_lines(text, source.bytes(module.all.clone()));
    }
    let of_template =
        |tokens: &std::ops::Range<usize>| tokens.clone().any(|at| source.word(at) == "template");
    for tokens in all.uses.iter().filter(|tokens| of_template(tokens)) {
        edits.remove_lines(text, source.bytes(tokens.clone()));
    }
    let is_plain = all.macros.is_empty();
    let has_days = all.modules.iter().any(|module| {
        place::day_in(module.name)
            .or(place::year_in(module.name).map(|_| Day(1)))
            .is_some()
    });
    (is_plain && !has_days).then(|| edits.apply(text))
}

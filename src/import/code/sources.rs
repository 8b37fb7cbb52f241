//! The sources of a package.

use std::collections::{BTreeMap, BTreeSet};

use super::super::manifest::Package;
use super::super::plan::Plan;
use super::super::tree::Tree;
use super::attributes;
use super::input_type::Lifetimes;
use super::items::{Items, items};
use super::paths::{join, within};
use super::source::Source;
use crate::files::read_text_file;
use crate::puzzle::{Puzzle, Year};

/// What the project knows.
#[derive(Clone, Copy)]
pub struct Hints<'t> {
    /// The titles of puzzles, for files without a heading.
    pub title: &'t dyn Fn(Puzzle) -> Option<String>,
    /// The folder of the inputs, from that of a year or absolute.
    pub inputs: &'t str,
}

/// The sources of a package.
pub struct Sources<'t> {
    pub tree: &'t Tree,
    pub package: &'t Package,
    pub hints: Hints<'t>,
    /// By their paths from the tree's root.
    pub texts: BTreeMap<String, String>,
    pub tests: BTreeMap<String, String>,
    pub lifetimes: Lifetimes,
    /// The folder of the crate's root.
    pub root: String,
    /// The year that its settings name.
    pub year: Option<Year>,
    /// Crates whose macros every file can use: `#[macro_use] extern crate`.
    pub macros: Vec<String>,
}

impl<'t> Sources<'t> {
    pub fn read(
        tree: &'t Tree,
        package: &'t Package,
        files: &[&str],
        hints: Hints<'t>,
        plan: &mut Plan,
    ) -> Self {
        let mut sources = Self {
            tree,
            package,
            hints,
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

    /// The modules that the crate's root declares.
    pub fn declared(&self) -> BTreeSet<String> {
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

/// The year that a package's settings name: `AOC_YEAR` in `.cargo/config.toml`.
fn year_of_settings(tree: &Tree, package: &Package) -> Option<Year> {
    let path = tree.path(&join(&package.folder, ".cargo/config.toml"));
    let table: toml::Table = read_text_file(&path).ok()?.parse().ok()?;
    let value = table.get("env")?.get("AOC_YEAR")?;
    let value = value.get("value").unwrap_or(value);
    Year::parse(value.as_str()?)
}

//! Manifests: what packages of other repositories say, and what is written. All
//! of it goes through `toml_edit`, so that no value can become a line.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use toml_edit::{DocumentMut, Item, Table, Value, value};

use super::tree::{self, Tree};
use crate::puzzle::Year;

/// Libraries of tools whose place `aoc` takes.
const OF_TOOLS: [&str; 4] = ["aoc-runner", "aoc-runner-derive", "aoc-solution", "dhat"];

/// Names that a package beside the years cannot have.
const RESERVED: [&str; 11] = [
    "std",
    "core",
    "alloc",
    "test",
    "crate",
    "self",
    "super",
    "con",
    "nul",
    "aux",
    "aoc_solution",
];

/// The package of a manifest.
#[derive(Default)]
pub struct Package {
    /// From the root of the tree, with slashes; empty for the root itself.
    pub folder: String,
    pub name: String,
    pub edition: String,
    /// The year that its settings name.
    pub year: Option<Year>,
    manifest: DocumentMut,
    /// The workspace that it inherits from, and its folder.
    workspace: (String, Item),
}

/// What a manifest that is written needs.
#[derive(Clone, Default)]
pub struct Needs {
    pub edition: String,
    /// By their names, for tests alone or for all.
    dependencies: BTreeMap<String, (&'static str, Value)>,
}

/// The packages of a tree, those in the deepest folders first. The files that
/// belong to none belong to one without a manifest.
pub fn packages(tree: &Tree) -> Vec<Package> {
    let read = |file: &String| {
        let folder = format!("/{file}")
            .strip_suffix("/Cargo.toml")?
            .trim_matches('/')
            .to_owned();
        let document: DocumentMut = tree.text(file).ok()?.parse().ok()?;
        Some((folder, document))
    };
    let all: Vec<(String, DocumentMut)> = tree.files.iter().filter_map(read).collect();
    let mut packages: Vec<Package> = Vec::new();
    for (folder, manifest) in &all {
        let Some(package) = manifest.get("package") else {
            continue;
        };
        let workspace = all.iter().find_map(|(outer, it)| {
            let is_around = outer == folder || tree::within(outer, folder).is_some();
            let workspace = it.get("workspace").filter(|_| is_around)?;
            Some((outer.clone(), workspace.clone()))
        });
        let workspace = workspace.unwrap_or_default();
        let common = || workspace.1.get("package")?.get("edition")?.as_str();
        let edition = package
            .get("edition")
            .and_then(|it| it.as_str().or_else(common));
        // Without `crate::` in paths, nothing of ours could be used.
        let edition = edition
            .filter(|it| ["2021", "2024"].contains(it))
            .unwrap_or("2018");
        packages.push(Package {
            folder: folder.clone(),
            name: package
                .get("name")
                .and_then(Item::as_str)
                .unwrap_or_default()
                .to_owned(),
            edition: edition.to_owned(),
            year: year_of_settings(tree, folder),
            manifest: manifest.clone(),
            workspace,
        });
    }
    if packages.iter().all(|package| !package.folder.is_empty()) {
        let (edition, year) = ("2021".to_owned(), year_of_settings(tree, ""));
        packages.push(Package {
            edition,
            year,
            ..Package::default()
        });
    }
    packages.sort_by_key(|package| Reverse(package.folder.len()));
    packages
}

/// The year in `.cargo/config.toml`, where the common template has it.
fn year_of_settings(tree: &Tree, folder: &str) -> Option<Year> {
    let config = tree.text(&tree::join(folder, ".cargo/config.toml")).ok()?;
    let config: DocumentMut = config.parse().ok()?;
    let year = config.get("env")?.get("AOC_YEAR")?;
    Year::parse(year.get("value").unwrap_or(year).as_str()?)
}

impl Package {
    /// The name by which other crates use it.
    pub fn crate_name(&self) -> String {
        self.name.replace('-', "_")
    }

    /// Refuses a name that cannot be a folder beside the years; `taken` is the name
    /// of the project's own package.
    pub fn check_name(&self, taken: Option<&str>) -> Result<(), String> {
        let plain = self.crate_name().to_lowercase();
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let begins = plain.starts_with(|c: char| c.is_ascii_alphabetic());
        let is_name = begins && plain.chars().all(is_word) && plain.len() <= 64;
        let is_year = plain.trim_end_matches(|c: char| c.is_ascii_digit()) == "year";
        if is_name && !is_year && !RESERVED.contains(&&*plain) && taken != Some(&self.name) {
            return Ok(());
        }
        let name = self.name.escape_debug();
        Err(format!(
            "a package cannot be called `{name}` here: rename it there"
        ))
    }

    /// Adds what files with these words depend on. Returns the packages of the
    /// repository among these: the name that they have here, the folder that they
    /// are in, and how they are depended on.
    pub fn add_needs(
        &self,
        words: &BTreeSet<String>,
        needs: &mut Needs,
    ) -> Result<Vec<(String, String, Value)>, String> {
        let mut packages = Vec::new();
        for key in ["dependencies", "dev-dependencies"] {
            let table = self.manifest.get(key).and_then(Item::as_table_like);
            for (name, own) in table.into_iter().flat_map(|table| table.iter()) {
                // The crate of `md-5` is `md5`.
                let is_used = ["_", ""]
                    .iter()
                    .any(|it| words.contains(&name.replace('-', it)));
                let inherits = own.get("workspace").is_some();
                let common = || self.workspace.1.get("dependencies")?.get(name);
                let item = if inherits { common() } else { Some(own) };
                let value = item.and_then(|item| item.clone().into_value().ok());
                let Some(mut value) = value.filter(|_| is_used && !OF_TOOLS.contains(&name)) else {
                    continue;
                };
                value.decor_mut().clear();
                let mut path = None;
                if let Some(table) = value.as_inline_table_mut() {
                    // An optional one is asked for by a feature that is not here.
                    table.remove("optional");
                    path = table.remove("path");
                    if let Some(features) = own.get("features").and_then(Item::as_value) {
                        table.insert("features", features.clone());
                    }
                    table.fmt();
                }
                let Some(path) = path else {
                    let known = needs.dependencies.entry(name.to_owned());
                    known.or_insert((key, value));
                    continue;
                };
                let outer = if inherits {
                    &self.workspace.0
                } else {
                    &self.folder
                };
                let inside = tree::resolved(outer, path.as_str().unwrap_or_default());
                let shown = name.escape_debug();
                let why = || format!("the package `{shown}` is outside of the folder");
                packages.push((name.to_owned(), inside.ok_or_else(why)?, value));
            }
        }
        Ok(packages)
    }

    /// The manifest of its copy.
    pub fn copied(&self, needs: &Needs) -> String {
        let mut document = DocumentMut::new();
        let mut package = Table::new();
        package.insert("name", value(&self.name));
        package.insert("version", value("0.0.0"));
        package.insert("edition", value(&self.edition));
        package.insert("publish", value(false));
        document.insert("package", Item::Table(package));
        if self
            .manifest
            .get("lib")
            .and_then(|it| it.get("proc-macro"))
            .is_some()
        {
            document["lib"]["proc-macro"] = value(true);
        }
        needs.add_to(&mut document);
        document.to_string()
    }
}

impl Needs {
    /// Adds a package beside the years.
    pub fn add_package(&mut self, name: &str, package: &str, value: &Value) {
        let mut table = value.as_inline_table().cloned().unwrap_or_default();
        table.insert("path", format!("../{package}").into());
        let value = ("dependencies", Value::InlineTable(table));
        self.dependencies.insert(name.to_owned(), value);
    }

    /// The manifest of a year with what it lacks; a new one gets the edition.
    pub fn added_to(&self, manifest: &str, is_new: bool) -> Result<String, String> {
        let document: Result<DocumentMut, _> = manifest.parse();
        let mut document = document.map_err(|error| format!("cannot be read: {error}"))?;
        if let Some(package) = document.get_mut("package").filter(|_| is_new) {
            package["edition"] = value(&self.edition);
        }
        self.add_to(&mut document);
        Ok(document.to_string())
    }

    fn add_to(&self, document: &mut DocumentMut) {
        for (name, (key, value)) in &self.dependencies {
            let item = document.entry(key).or_insert(Item::Table(Table::new()));
            let table = item.as_table_like_mut();
            if let Some(table) = table.filter(|table| !table.contains_key(name)) {
                table.insert(name, Item::Value(value.clone()));
            }
        }
    }
}

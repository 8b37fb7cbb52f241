//! Manifests: what packages of other repositories say, and what is written. All
//! of it goes through `toml_edit`, so that no value can become a line.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use toml_edit::{DocumentMut, Item, Value, value};

use super::tree::{self, Tree};
use crate::puzzle::Year;

/// Libraries of tools whose place `aoc` takes.
const OF_TOOLS: [&str; 4] = ["aoc-runner", "aoc-runner-derive", "aoc-solution", "dhat"];

/// Names that a package beside the years cannot have.
const RESERVED: &str = " std core alloc test crate self super con nul aux aoc_solution ";

/// The package of a manifest.
#[derive(Default)]
pub struct Package {
    /// From the root of the tree, with slashes; empty for the root itself.
    pub folder: String,
    pub name: String,
    pub edition: String,
    /// The year in `.cargo/config.toml`, where the common template has it.
    pub year: Option<Year>,
    manifest: DocumentMut,
    /// The workspace that it inherits from, and its folder.
    workspace: (String, Item),
}

/// Dependencies of a manifest that is written: for tests alone or for all, and how.
pub type Dependencies = BTreeMap<String, (&'static str, Value)>;

/// A dependency of a package, and the folder where it is if that is in the tree.
pub type Dependency = (String, &'static str, Value, Option<Result<String, String>>);

/// The packages of a tree, those in the deepest folders first. The files that
/// belong to none belong to one without a manifest.
pub fn packages(tree: &Tree) -> Vec<Package> {
    let read = |file: &String| -> Option<DocumentMut> { tree.text(file).ok()?.parse().ok() };
    let all = tree
        .files
        .iter()
        .filter(|file| tree::last(file) == "Cargo.toml");
    let all = all.filter_map(|file| Some((tree::folder(file).to_owned(), read(file)?)));
    let all: Vec<(String, DocumentMut)> = all.collect();
    let year = |folder: &str| {
        let config = read(&tree::join(folder, ".cargo/config.toml"))?;
        let year = config.get("env")?.get("AOC_YEAR")?;
        Year::parse(year.get("value").unwrap_or(year).as_str()?)
    };
    let package = |(folder, manifest): &(String, DocumentMut)| {
        let package = manifest.get("package")?;
        let workspace = all.iter().find_map(|(outer, it)| {
            let is_around = outer == folder || tree::within(outer, folder).is_some();
            let workspace = it.get("workspace").filter(|_| is_around)?;
            Some((outer.clone(), workspace.clone()))
        });
        let workspace = workspace.unwrap_or_default();
        let common = || workspace.1.get("package")?.get("edition")?.as_str();
        let edition = package.get("edition");
        let edition = edition.and_then(|it| it.as_str().or_else(common));
        // Without `crate::` in paths, nothing of ours could be used.
        let edition = edition.filter(|it| ["2021", "2024"].contains(it));
        let name = package.get("name").and_then(Item::as_str);
        Some(Package {
            folder: folder.clone(),
            name: name.unwrap_or_default().to_owned(),
            edition: edition.unwrap_or("2018").to_owned(),
            year: year(folder),
            manifest: manifest.clone(),
            workspace,
        })
    };
    let mut packages: Vec<Package> = all.iter().filter_map(package).collect();
    if packages.iter().all(|package| !package.folder.is_empty()) {
        packages.push(Package {
            edition: "2021".to_owned(),
            year: year(""),
            ..Package::default()
        });
    }
    packages.sort_by_key(|package| Reverse(package.folder.len()));
    packages
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
        let is_year = plain.trim_end_matches(|c: char| c.is_ascii_digit()) == "year";
        let is_taken = RESERVED.contains(&format!(" {plain} ")) || taken == Some(&self.name);
        if begins && plain.chars().all(is_word) && plain.len() <= 64 && !is_year && !is_taken {
            return Ok(());
        }
        let name = self.name.escape_debug();
        Err(format!(
            "a package cannot be called `{name}` here: rename it there"
        ))
    }

    /// The libraries and packages that it depends on, but for those of tools.
    pub fn dependencies(&self) -> Vec<Dependency> {
        let mut found = Vec::new();
        for key in ["dependencies", "dev-dependencies"] {
            let table = self.manifest.get(key).and_then(Item::as_table_like);
            for (name, own) in table.into_iter().flat_map(|table| table.iter()) {
                let inherits = own.get("workspace").is_some();
                let common = || self.workspace.1.get("dependencies")?.get(name);
                let item = if inherits { common() } else { Some(own) };
                let value = item.and_then(|item| item.clone().into_value().ok());
                let Some(mut value) = value.filter(|_| !OF_TOOLS.contains(&name)) else {
                    continue;
                };
                value.decor_mut().clear();
                let mut place = None;
                if let Some(table) = value.as_inline_table_mut() {
                    // An optional one is asked for by a feature that is not here.
                    table.remove("optional");
                    let features = own.get("features").and_then(Item::as_value);
                    table.extend(features.map(|it| ("features", it.clone())));
                    table.fmt();
                    let folder = if inherits {
                        &self.workspace.0
                    } else {
                        &self.folder
                    };
                    let outside = format!(
                        "the package `{}` is outside of the folder",
                        name.escape_debug()
                    );
                    place = table.remove("path").map(|path| {
                        let path = path.as_str().unwrap_or_default();
                        tree::resolved(folder, path).ok_or(outside)
                    });
                }
                found.push((name.to_owned(), key, value, place));
            }
        }
        found
    }

    /// The manifest of its copy.
    pub fn copied(&self, dependencies: &Dependencies) -> Result<String, String> {
        let mut text =
            "[package]\nname = \"\"\nversion = \"0.0.0\"\nedition = \"\"\npublish = false\n"
                .to_owned();
        let lib = self.manifest.get("lib");
        if lib.is_some_and(|lib| lib.get("proc-macro").is_some()) {
            text += "\n[lib]\nproc-macro = true\n";
        }
        added_to(&text, Some((&self.name, &self.edition)), dependencies)
    }
}

/// A manifest with what it lacks; a new one gets a name and an edition.
pub fn added_to(
    manifest: &str,
    new: Option<(&str, &str)>,
    dependencies: &Dependencies,
) -> Result<String, String> {
    let document: Result<DocumentMut, _> = manifest.parse();
    let mut document = document.map_err(|error| format!("cannot be read: {error}"))?;
    if let Some((name, edition)) = new {
        document["package"]["name"] = value(name);
        document["package"]["edition"] = value(edition);
    }
    for (name, (key, value)) in dependencies {
        let table = document.entry(key).or_insert(toml_edit::table());
        if let Some(table) = table.as_table_like_mut() {
            table.entry(name).or_insert(Item::Value(value.clone()));
        }
    }
    Ok(document.to_string())
}

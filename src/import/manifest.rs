//! Manifests: what packages of other repositories say, and what is written. All
//! of it goes through `toml_edit`, so that no value can become a line.

use std::cmp::Reverse;

use toml_edit::{DocumentMut, Item, table, value};

use super::tree::{self, Tree};
use crate::puzzle::Year;

/// Libraries of tools whose place `aoc` takes.
const OF_TOOLS: [&str; 4] = ["aoc-runner", "aoc-runner-derive", "aoc-solution", "dhat"];

/// Names that a package beside the years cannot have.
const RESERVED: &str = " std core alloc test crate self super con nul aux aoc_solution ";

/// The tables of dependencies in a manifest.
const KINDS: [&str; 2] = ["dependencies", "dev-dependencies"];

/// The package of a manifest.
#[derive(Default)]
pub struct Package {
    /// From the root of the tree, with slashes; empty for the root itself.
    pub folder: String,
    pub name: String,
    pub edition: String,
    /// The year in `.cargo/config.toml`, where the common template has it.
    pub year: Option<Year>,
    /// The manifest of its copy. Its path packages are beside it, with an empty path if
    /// they are outside of the tree.
    pub manifest: DocumentMut,
}

/// The packages of a tree, those in the deepest folders first. The files that
/// belong to none belong to one without a manifest.
pub fn packages(tree: &Tree) -> Vec<Package> {
    let read = |file: &String| -> Option<DocumentMut> { tree.text(file).ok()?.parse().ok() };
    let files = tree.files.iter();
    let all = files.filter(|file| tree::last(file) == "Cargo.toml");
    let all = all.filter_map(|file| Some((tree::folder(file), read(file)?)));
    let all: Vec<(&str, DocumentMut)> = all.collect();
    let packages = all.iter().filter_map(|it| Package::read(it, &all));
    let mut packages: Vec<Package> = packages.collect();
    if packages.iter().all(|package| !package.folder.is_empty()) {
        packages.push(Package {
            edition: "2021".to_owned(),
            ..Package::default()
        });
    }
    for package in &mut packages {
        package.year = read(&tree::join(&package.folder, ".cargo/config.toml")).and_then(|it| {
            let year = it.get("env")?.get("AOC_YEAR")?;
            Year::parse(year.get("value").unwrap_or(year).as_str()?)
        });
    }
    packages.sort_by_key(|package| Reverse(package.folder.len()));
    packages
}

impl Package {
    /// Reads the package of a manifest, one of `all` in the tree.
    fn read((folder, own): &(&str, DocumentMut), all: &[(&str, DocumentMut)]) -> Option<Self> {
        let package = own.get("package")?;
        let name = package.get("name").and_then(Item::as_str);
        let workspace = all.iter().find_map(|(outer, it)| {
            let is_around = outer == folder || tree::within(outer, folder).is_some();
            Some((*outer, it.get("workspace").filter(|_| is_around)?))
        });
        let common = |keys: [&str; 2]| workspace?.1.get(keys[0])?.get(keys[1]);
        let edition = package.get("edition");
        let edition = edition.and_then(|it| {
            it.as_str()
                .or_else(|| common(["package", "edition"])?.as_str())
        });
        // Without `crate::` in paths, nothing of ours could be used.
        let edition = edition.filter(|it| ["2021", "2024"].contains(it));
        let (name, edition) = (name.unwrap_or_default(), edition.unwrap_or("2018"));
        let mut manifest = DocumentMut::new();
        manifest["package"] = table();
        manifest["package"]["name"] = value(name);
        manifest["package"]["version"] = value("0.0.0");
        manifest["package"]["edition"] = value(edition);
        manifest["package"]["publish"] = value(false);
        if own
            .get("lib")
            .is_some_and(|lib| lib.get("proc-macro").is_some())
        {
            manifest["lib"] = table();
            manifest["lib"]["proc-macro"] = value(true);
        }
        for kind in KINDS {
            let all_of_kind = own.get(kind).and_then(Item::as_table_like);
            for (name, item) in all_of_kind.into_iter().flat_map(|it| it.iter()) {
                let is_common = item.get("workspace").is_some();
                let found = if is_common {
                    common(["dependencies", name])
                } else {
                    Some(item)
                };
                let found = found.and_then(|it| it.clone().into_value().ok());
                let Some(mut found) = found.filter(|_| !OF_TOOLS.contains(&name)) else {
                    continue;
                };
                found.decor_mut().clear();
                if let Some(table) = found.as_inline_table_mut() {
                    // An optional one is asked for by a feature that is not here.
                    table.remove("optional");
                    let features = item.get("features").and_then(Item::as_value);
                    table.extend(features.map(|it| ("features", it.clone())));
                    if let Some(path) = table.get_mut("path") {
                        let outer = workspace.filter(|_| is_common);
                        let outer = outer.map_or(*folder, |it| it.0);
                        let there = tree::resolved(outer, path.as_str().unwrap_or_default());
                        let there = all.iter().find(|it| there.as_deref() == Some(it.0));
                        let name = there.and_then(|it| it.1.get("package")?.get("name")?.as_str());
                        *path = name
                            .map_or(String::new(), |name| format!("../{name}"))
                            .into();
                    }
                    table.fmt();
                }
                manifest.entry(kind).or_insert(table())[name] = value(found);
            }
        }
        Some(Self {
            folder: (*folder).to_owned(),
            name: name.to_owned(),
            edition: edition.to_owned(),
            year: None,
            manifest,
        })
    }

    /// Its dependencies: their tables, names and values.
    pub fn dependencies(&self) -> impl Iterator<Item = (&'static str, &str, &Item)> {
        KINDS.into_iter().flat_map(|kind| {
            let table = self.manifest.get(kind).and_then(Item::as_table);
            let all = table.into_iter().flat_map(|table| table.iter());
            all.map(move |(name, item)| (kind, name, item))
        })
    }

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
}

//! Manifests: what packages of other repositories say, and what is written. All
//! of it goes through `toml_edit`, so that no value can become a line.

use std::cmp::Reverse;

use toml_edit::{Array, DocumentMut, InlineTable, Item, Value, table, value};

use super::tree::{self, Tree};
use crate::inputs::InputName;
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
    /// The year in `.cargo/config.toml`, where the common template has it, or in its name.
    pub year: Option<Year>,
    /// Its table `lib`.
    library: Item,
    /// What its features ask for that is here.
    features: Vec<(String, Array)>,
    pub dependencies: Vec<Dependency>,
}

/// What a package depends on.
pub struct Dependency {
    /// The table in the manifest.
    pub kind: &'static str,
    pub name: String,
    /// With the path that a package of the tree has here, or an empty one.
    pub item: Item,
    /// The folder of that package.
    pub folder: Option<String>,
}

/// The packages of a tree, those in the deepest folders first. The files that
/// belong to none belong to one without a manifest.
pub fn packages(tree: &Tree) -> Vec<Package> {
    let read = |file: &str| -> Option<DocumentMut> { tree.text(file).ok()?.parse().ok() };
    let files = tree.files.iter();
    let manifests = files.filter(|file| tree::last(file) == "Cargo.toml");
    let manifests = manifests.filter_map(|file| Some((tree::folder(file), read(file)?)));
    let all: Vec<(&str, DocumentMut)> = manifests.collect();
    let packages = all.iter().filter_map(|it| Package::read(it, &all));
    let mut packages: Vec<Package> = packages.collect();
    if packages.iter().all(|package| !package.folder.is_empty()) {
        packages.push(Package {
            edition: "2021".to_owned(),
            ..Package::default()
        });
    }
    for package in &mut packages {
        let config = read(&tree::join(&package.folder, ".cargo/config.toml"));
        let of_config = config.and_then(|it| {
            let year = it.get("env")?.get("AOC_YEAR")?;
            Year::parse(year.get("value").unwrap_or(year).as_str()?)
        });
        package.year = of_config.or_else(|| tree::year_of(&package.name));
    }
    packages.sort_by_key(|package| Reverse(package.folder.len()));
    packages
}

impl Package {
    /// Reads the package of a manifest, one of `all` in the tree.
    fn read((folder, own): &(&str, DocumentMut), all: &[(&str, DocumentMut)]) -> Option<Self> {
        let package = own.get("package")?;
        let workspace = all.iter().find(|(outer, it)| {
            let is_around = outer == folder || tree::within(outer, folder).is_some();
            is_around && it.get("workspace").is_some()
        });
        let common = |table, key| workspace?.1.get("workspace")?.get(table)?.get(key);
        let of_workspace = || common("package", "edition")?.as_str();
        let edition = package.get("edition");
        let edition = edition.and_then(|it| it.as_str().or_else(of_workspace));
        // Without `crate::` in paths, nothing of ours could be used.
        let edition = edition.filter(|it| ["2021", "2024"].contains(it));
        let path_package = |from: &str, path: &Value| {
            let there = tree::resolved(from, path.as_str()?)?;
            let (_, manifest) = all.iter().find(|it| it.0 == there)?;
            let name = manifest.get("package")?.get("name")?.as_str()?;
            Some((format!("../{name}"), there))
        };
        let mut dependencies = Vec::new();
        for kind in KINDS {
            let table = own.get(kind).and_then(Item::as_table_like);
            let own = table.into_iter().flat_map(|table| table.iter());
            let own = own.filter(|(name, _)| !OF_TOOLS.contains(name));
            dependencies.extend(own.filter_map(|(name, item)| {
                let (from, found) = match item.get("workspace") {
                    None => (*folder, item),
                    Some(_) => (workspace?.0, common("dependencies", name)?),
                };
                let (mut found, mut package) = (found.clone().into_value().ok()?, None);
                found.decor_mut().clear();
                let is_inherited = item.get("workspace").is_some();
                if let Some(version) = found.as_str().filter(|_| is_inherited) {
                    found = InlineTable::from_iter([("version", version)]).into();
                }
                if let Some(table) = found.as_inline_table_mut() {
                    let features = item.get("features").and_then(Item::as_array);
                    if let Some(features) = features.filter(|_| is_inherited) {
                        let all = table.get("features").and_then(Value::as_array);
                        let all = all.into_iter().flatten().chain(features).cloned();
                        let mut all: Array = all.collect();
                        all.fmt();
                        table.insert("features", all.into());
                    }
                    let optional = item.get("optional").and_then(Item::as_value);
                    table.extend(optional.map(|it| ("optional", it.clone())));
                    if let Some(path) = table.get_mut("path") {
                        package = path_package(from, path);
                        *path = package.as_ref().map_or("", |it| &it.0).into();
                        // The copy has another version, and is nowhere else.
                        let elsewhere = "version git branch tag rev registry";
                        elsewhere.split(' ').for_each(|key| drop(table.remove(key)));
                    }
                    table.fmt();
                }
                Some(Dependency {
                    kind,
                    name: name.to_owned(),
                    item: value(found),
                    folder: package.map(|it| it.1),
                })
            }));
        }
        let name = package.get("name").and_then(Item::as_str);
        let features = own.get("features").and_then(Item::as_table_like);
        let is_here = |asked: &str| {
            let plain = asked.trim_start_matches("dep:");
            let name = plain.split(['/', '?']).next();
            let found = dependencies.iter().find(|it| Some(&*it.name) == name);
            let is_optional = found.and_then(|it| it.item.get("optional")?.as_bool());
            let is_of_any = asked.contains('/') && !asked.contains('?') && found.is_some();
            let is_feature = features.is_some_and(|it| it.contains_key(asked));
            is_feature || is_of_any || is_optional == Some(true)
        };
        let features = features.into_iter().flat_map(|table| table.iter());
        let features = features.filter_map(|(name, asked)| {
            let asked = asked.as_array()?.iter().filter_map(Value::as_str);
            Some((name.to_owned(), asked.filter(|it| is_here(it)).collect()))
        });
        let features = features.collect();
        Some(Self {
            folder: (*folder).to_owned(),
            name: name.unwrap_or_default().to_owned(),
            edition: edition.unwrap_or("2018").to_owned(),
            year: None,
            library: own.get("lib").cloned().unwrap_or_default(),
            features,
            dependencies,
        })
    }

    /// The name of its library, if that is another one than its own.
    pub fn library(&self) -> Option<&str> {
        let name = self.library.get("name")?.as_str()?;
        syn::parse_str::<syn::Ident>(name).ok().and(Some(name))
    }

    /// The file of its library, from its folder.
    pub fn root(&self) -> &str {
        let path = self.library.get("path").and_then(Item::as_str);
        path.unwrap_or("src/lib.rs")
    }

    /// The manifest of its copy.
    pub fn manifest(&self, name: &str) -> String {
        let text = "[package]\nname = ''\nversion = \"0.0.0\"\nedition = ''\npublish = false\n";
        let mut manifest: DocumentMut = text.parse().expect("it is TOML");
        manifest["package"]["name"] = value(name);
        manifest["package"]["edition"] = value(&self.edition);
        manifest["lib"] = table();
        manifest["lib"]["path"] = value(self.root());
        if let Some(name) = self.library() {
            manifest["lib"]["name"] = value(name);
        }
        if self.library.get("proc-macro").and_then(Item::as_bool) == Some(true) {
            manifest["lib"]["proc-macro"] = value(true);
        }
        // Its examples name it by the name that it had.
        manifest["lib"]["doctest"] = value(false);
        for (name, asked) in &self.features {
            manifest.entry("features").or_insert(table())[name] = value(asked.clone());
        }
        for it in &self.dependencies {
            manifest.entry(it.kind).or_insert(table())[&it.name] = it.item.clone();
        }
        manifest.to_string()
    }
}

/// Refuses a name that cannot be that of a package in a folder beside the years; `taken`
/// is the name of the project's own package.
pub fn check_name(name: &str, taken: Option<&str>) -> Result<(), String> {
    let plain = name.replace('-', "_").to_lowercase();
    let is_name = plain.parse::<InputName>().is_ok() && !plain.starts_with(char::is_numeric);
    let is_year = plain.trim_end_matches(|c: char| c.is_ascii_digit()) == "year";
    let is_taken = RESERVED.contains(&format!(" {plain} ")) || taken == Some(name);
    if is_name && !is_year && !is_taken {
        return Ok(());
    }
    let name = name.escape_debug();
    Err(format!(
        "a package cannot be called `{name}` here: rename it there"
    ))
}

//! Manifests: what packages of other repositories say, and what is written. All
//! of it goes through `toml_edit`, so that no value can become a line.

use std::collections::{BTreeMap, BTreeSet};

use toml_edit::{DocumentMut, InlineTable, Item, Table, Value, value};

use super::tree::{self, Tree};
use crate::puzzle::Year;

/// Libraries of tools whose place `aoc` takes.
const OF_TOOLS: [&str; 4] = ["aoc-runner", "aoc-runner-derive", "aoc-solution", "dhat"];

/// Names that a package beside the years cannot have.
const RESERVED: [&str; 14] = [
    "std",
    "core",
    "alloc",
    "proc_macro",
    "test",
    "crate",
    "self",
    "super",
    "build",
    "deps",
    "aoc_solution",
    "con",
    "nul",
    "aux",
];

/// The package of a manifest.
#[derive(Clone, Debug, Default)]
pub struct Package {
    /// From the root of the tree, with slashes; empty for the root itself.
    pub folder: String,
    pub name: String,
    pub edition: String,
    /// The year that its settings name.
    pub year: Option<Year>,
    manifest: DocumentMut,
    /// `[workspace.dependencies]`, and the folder that its paths begin in.
    inherited: (String, Table),
}

/// A library that a package depends on.
#[derive(Clone, Debug)]
pub struct Dependency {
    pub name: String,
    pub is_dev: bool,
    pub value: Value,
    /// The folder of one that belongs to the repository; an error says why it
    /// cannot be followed.
    pub folder: Option<Result<String, String>>,
}

/// What a manifest that is written needs.
#[derive(Clone, Debug, Default)]
pub struct Needs {
    pub edition: String,
    pub dependencies: BTreeMap<String, (bool, Value)>,
    features: BTreeMap<String, Value>,
}

/// The packages of a tree, those in the deepest folders first. The files that
/// belong to none belong to one without a manifest.
pub fn packages(tree: &Tree) -> Vec<Package> {
    let read = |file: &&String| {
        let folder = file
            .strip_suffix("Cargo.toml")
            .filter(|it| it.is_empty() || it.ends_with('/'))?;
        let document: DocumentMut = tree.text(file).ok()?.parse().ok()?;
        Some((folder.trim_end_matches('/').to_owned(), document))
    };
    let all: Vec<(String, DocumentMut)> =
        tree.files.iter().filter_map(|file| read(&file)).collect();
    let inherited = |folder: &str, keys: [&str; 2]| {
        let around = all
            .iter()
            .filter(|(outer, _)| tree::within(outer, folder).is_some() || outer == folder);
        let mut around =
            around.filter_map(|(outer, it)| Some((outer, it.get("workspace")?.get(keys[0])?)));
        around.next().and_then(|(outer, it)| {
            Some((
                outer.clone(),
                if keys[1].is_empty() {
                    it
                } else {
                    it.get(keys[1])?
                }
                .clone(),
            ))
        })
    };
    let mut packages: Vec<Package> = Vec::new();
    for (folder, manifest) in &all {
        let Some(package) = manifest.get("package") else {
            continue;
        };
        let edition = match package.get("edition") {
            Some(edition) if edition.is_str() => edition.as_str().map(str::to_owned),
            Some(_) => inherited(folder, ["package", "edition"])
                .and_then(|(_, it)| Some(it.as_str()?.to_owned())),
            None => None,
        };
        let dependencies = inherited(folder, ["dependencies", ""]);
        packages.push(Package {
            folder: folder.clone(),
            name: package
                .get("name")
                .and_then(Item::as_str)
                .unwrap_or_default()
                .to_owned(),
            // Without `crate::` in paths, nothing of ours could be used.
            edition: edition
                .filter(|it| ["2021", "2024"].contains(&&**it))
                .unwrap_or_else(|| "2018".to_owned()),
            year: year_of_settings(tree, folder),
            manifest: manifest.clone(),
            inherited: dependencies
                .and_then(|(outer, it)| Some((outer, it.as_table()?.clone())))
                .unwrap_or_default(),
        });
    }
    if !packages.iter().any(|package| package.folder.is_empty()) {
        packages.push(Package {
            edition: "2021".to_owned(),
            year: year_of_settings(tree, ""),
            ..Package::default()
        });
    }
    packages.sort_by_key(|package| std::cmp::Reverse(package.folder.len()));
    packages
}

/// The year in `.cargo/config.toml`, where the common template has it.
fn year_of_settings(tree: &Tree, folder: &str) -> Option<Year> {
    let config: DocumentMut = tree
        .text(&tree::join(folder, ".cargo/config.toml"))
        .ok()?
        .parse()
        .ok()?;
    let year = config.get("env")?.get("AOC_YEAR")?;
    Year::parse(year.get("value").unwrap_or(year).as_str()?)
}

impl Package {
    /// The name by which other crates use it.
    pub fn crate_name(&self) -> String {
        let library = self
            .manifest
            .get("lib")
            .and_then(|it| it.get("name")?.as_str());
        library.unwrap_or(&self.name).replace('-', "_")
    }

    /// Why it cannot become a folder beside the years; `taken` is the name of the
    /// project's own package.
    pub fn refusal(&self, taken: Option<&str>) -> Option<String> {
        let plain = self.name.replace('-', "_").to_lowercase();
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let is_year = plain
            .strip_prefix("year")
            .is_some_and(|rest| rest.chars().all(|c| c.is_ascii_digit()));
        let is_name =
            plain.starts_with(|c: char| c.is_ascii_alphabetic()) && plain.chars().all(is_word);
        let is_taken = is_year || RESERVED.contains(&&*plain) || taken == Some(&*self.name);
        let name = self.name.escape_debug();
        (!is_name || is_taken || plain.len() > 64)
            .then(|| format!("a package cannot be called `{name}` here: rename it there"))
    }

    /// What files with these words depend on.
    pub fn dependencies(&self, words: &BTreeSet<String>) -> Vec<Dependency> {
        let mut all = Vec::new();
        for (key, is_dev) in [("dependencies", false), ("dev-dependencies", true)] {
            let table = self.manifest.get(key).and_then(Item::as_table_like);
            for (name, item) in table.into_iter().flat_map(|table| table.iter()) {
                let is_used = crate_names(name).iter().any(|name| words.contains(name));
                if is_used && !OF_TOOLS.contains(&name) {
                    all.extend(self.dependency(name, item, is_dev));
                }
            }
        }
        all
    }

    fn dependency(&self, name: &str, item: &Item, is_dev: bool) -> Option<Dependency> {
        let inherits = item.get("workspace").is_some();
        let (outer, item) = match self.inherited.1.get(name).filter(|_| inherits) {
            Some(inherited) => (&self.inherited.0, inherited),
            None if inherits => return None,
            None => (&self.folder, item),
        };
        let own = self
            .manifest
            .get(if is_dev {
                "dev-dependencies"
            } else {
                "dependencies"
            })?
            .get(name)?;
        let mut value = item.clone().into_value().ok()?;
        value.decor_mut().clear();
        let mut folder = None;
        if let Some(table) = value.as_inline_table_mut() {
            // An optional one is asked for by a feature that is not here.
            table.remove("optional");
            if let Some(features) = own
                .get("features")
                .and_then(Item::as_value)
                .filter(|_| inherits)
            {
                table.insert("features", features.clone());
            }
            if let Some(path) = table.remove("path") {
                let path = path.as_str().unwrap_or_default();
                let inside = tree::resolved(outer, path);
                folder = Some(inside.ok_or_else(|| {
                    format!(
                        "the package `{}` is outside of the folder",
                        name.escape_debug()
                    )
                }));
            }
        }
        Some(Dependency {
            name: name.to_owned(),
            is_dev,
            value,
            folder,
        })
    }

    /// Adds the features without further conditions, for code that asks for any.
    pub fn add_features(&self, words: &BTreeSet<String>, needs: &mut Needs) {
        let features = self.manifest.get("features").and_then(Item::as_table_like);
        for (name, item) in features.into_iter().flat_map(|table| table.iter()) {
            let Some(list) = item.as_array().filter(|_| words.contains("feature")) else {
                continue;
            };
            let is_plain = |it: &Value| {
                it.as_str()
                    .is_some_and(|it| features.is_some_and(|all| all.contains_key(it)))
            };
            if list.iter().all(is_plain) {
                needs
                    .features
                    .entry(name.to_owned())
                    .or_insert_with(|| Value::Array(list.clone()));
            }
        }
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
        let library = self.manifest.get("lib").and_then(Item::as_table_like);
        let mut lib = Table::new();
        for key in ["name", "proc-macro"] {
            if let Some(item) = library.and_then(|library| library.get(key)) {
                lib.insert(key, item.clone());
            }
        }
        if !lib.is_empty() {
            document.insert("lib", Item::Table(lib));
        }
        needs.add_to(&mut document);
        document.to_string()
    }
}

/// What the crate of a package may be called: `rust-crypto` is `crypto`, and
/// `md-5` is `md5`.
fn crate_names(package: &str) -> [String; 3] {
    let plain = package.strip_prefix("rust-").unwrap_or(package);
    let plain = plain.strip_suffix("-rs").unwrap_or(plain);
    [
        package.replace('-', "_"),
        plain.replace('-', "_"),
        package.replace('-', ""),
    ]
}

impl Needs {
    /// Adds a dependency; returns another version that is there already.
    pub fn add(&mut self, dependency: &Dependency) -> Option<String> {
        let new = (dependency.is_dev, dependency.value.clone());
        let (is_dev, value) = self
            .dependencies
            .entry(dependency.name.clone())
            .or_insert(new);
        *is_dev &= dependency.is_dev;
        let (old, new) = (value.to_string(), dependency.value.to_string());
        (old != new).then_some(old)
    }

    /// Adds a package beside the years.
    pub fn add_package(&mut self, dependency: &str, package: &str, value: Option<&Value>) {
        let mut table = value
            .and_then(Value::as_inline_table)
            .cloned()
            .unwrap_or_else(InlineTable::new);
        table.insert("path", format!("../{package}").into());
        self.dependencies
            .insert(dependency.to_owned(), (false, Value::InlineTable(table)));
    }

    /// The manifest of a year with what it lacks; a new one gets the edition.
    pub fn added_to(&self, manifest: &str, is_new: bool) -> Result<String, String> {
        let mut document: DocumentMut = manifest.parse().map_err(|error| format!("{error}"))?;
        if let Some(package) = document.get_mut("package").filter(|_| is_new) {
            package["edition"] = value(&self.edition);
        }
        self.add_to(&mut document);
        Ok(document.to_string())
    }

    fn add_to(&self, document: &mut DocumentMut) {
        let dependencies = self.dependencies.iter().map(|(name, (is_dev, value))| {
            (
                if *is_dev {
                    "dev-dependencies"
                } else {
                    "dependencies"
                },
                name,
                value,
            )
        });
        let features = self
            .features
            .iter()
            .map(|(name, value)| ("features", name, value));
        for (key, name, value) in dependencies.chain(features) {
            let item = document
                .entry(key)
                .or_insert_with(|| Item::Table(Table::new()));
            if let Some(table) = item
                .as_table_like_mut()
                .filter(|table| !table.contains_key(name))
            {
                table.insert(name, Item::Value(value.clone()));
            }
        }
    }
}

//! Manifests: what cargo says of the packages of other repositories, and what is
//! written. All of it goes through `toml_edit`, so that no value can become a line.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::Deserialize;
use tempfile::TempDir;
use toml_edit::{Array, DocumentMut, InlineTable, Item, table, value};

use super::Setting;
use super::tree::{self, Tree};
use crate::cargo::{self, Target};
use crate::files::slashed;
use crate::inputs::InputName;
use crate::puzzle::Year;

/// Names that a package beside the years cannot have.
const RESERVED: &str = " std core alloc test crate self super con nul aux aoc_solution ";

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

/// A package as `cargo metadata` describes it. All paths are from the root of the tree.
#[derive(Default, Deserialize)]
pub struct Package {
    pub name: String,
    pub edition: String,
    manifest_path: PathBuf,
    pub features: BTreeMap<String, Vec<String>>,
    pub dependencies: Vec<Dependency>,
    pub targets: Vec<Target>,
    /// With slashes; empty for the root itself.
    #[serde(skip)]
    pub folder: String,
    /// The year in `.cargo/config.toml`, where the common template has it, or in its name.
    #[serde(skip)]
    pub year: Option<Year>,
    /// Why cargo refuses its manifest.
    #[serde(skip)]
    pub problem: Option<String>,
}

/// What a package depends on.
#[derive(Deserialize)]
pub struct Dependency {
    pub name: String,
    rename: Option<String>,
    req: String,
    kind: Option<String>,
    optional: bool,
    uses_default_features: bool,
    features: Vec<String>,
    target: Option<String>,
    source: Option<String>,
    /// `None` for the usual one.
    registry: Option<String>,
    pub path: Option<PathBuf>,
}

/// Copies to a temporary folder what cargo looks at: the manifests of a tree, and that
/// there are sources.
fn outline(tree: &Tree) -> io::Result<TempDir> {
    let outline = tempfile::tempdir()?;
    for file in &tree.files {
        let is_manifest = tree::last(file) == "Cargo.toml";
        if is_manifest || file.ends_with(".rs") {
            let path = outline.path().join(file);
            fs::create_dir_all(path.parent().unwrap_or(&path))?;
            let text = tree.text(file).ok().filter(|_| is_manifest);
            fs::write(path, text.unwrap_or_default())?;
        }
    }
    Ok(outline)
}

/// The packages of the workspace of a manifest; the error is cargo's.
pub fn metadata(setting: &Setting<'_>, manifest: &Path) -> Result<Vec<Package>, String> {
    let text = cargo::metadata(setting.child_env, setting.project, manifest)?;
    let metadata = serde_json::from_str::<Metadata>(&text);
    Ok(metadata.map_err(|error| error.to_string())?.packages)
}

/// The packages of a tree, each before the one that it is within. The files that
/// belong to none belong to one without a manifest.
pub fn packages(tree: &Tree, setting: &Setting<'_>) -> Vec<Package> {
    let outline = outline(tree);
    let files = tree.files.iter();
    let manifests = files.filter(|it| tree::last(it) == "Cargo.toml");
    let mut folders: Vec<&str> = manifests.map(|it| tree::folder(it)).collect();
    folders.sort_by_key(|it| it.len());
    let mut packages: BTreeMap<String, Package> = BTreeMap::new();
    for folder in folders {
        // One call describes all packages of a workspace.
        if packages.contains_key(folder) {
            continue;
        }
        let found = outline.as_ref().map_err(ToString::to_string);
        let found = found.and_then(|outline| {
            let root = outline.path();
            let path = root.join(folder).join("Cargo.toml");
            let found = metadata(setting, &path);
            // What is further in and does not belong to it may be whole by itself.
            let _ = fs::remove_file(path);
            found
                .map(|all| all.into_iter().filter_map(|it| it.in_tree(root)).collect())
                .map_err(|why| why.replace(&format!("{}/", root.display()), ""))
        });
        let refused = |why| vec![Package::without_manifest(folder, Some(why))];
        let found: Vec<Package> = found.unwrap_or_else(refused);
        packages.extend(found.into_iter().map(|it| (it.folder.clone(), it)));
    }
    let root = || Package::without_manifest("", None);
    packages.entry(String::new()).or_insert_with(root);
    let mut packages: Vec<Package> = packages.into_values().rev().collect();
    for package in &mut packages {
        let config = tree.text(&tree::join(&package.folder, ".cargo/config.toml"));
        let of_config = config.ok().and_then(|it| {
            let words = tree::words(it.split_once("AOC_YEAR")?.1);
            words.iter().find_map(|it| Year::parse(it))
        });
        package.year = of_config.or_else(|| tree::year_of(&package.name));
    }
    packages
}

impl Package {
    fn without_manifest(folder: &str, problem: Option<String>) -> Self {
        Self {
            edition: "2021".to_owned(),
            folder: folder.to_owned(),
            problem,
            ..Self::default()
        }
    }

    /// The package with paths from the root of the tree, unless it is outside.
    fn in_tree(mut self, root: &Path) -> Option<Self> {
        let inner = |path: &Path| Some(slashed(path.strip_prefix(root).ok()?));
        self.folder = inner(self.manifest_path.parent()?)?;
        let files = self.targets.iter_mut().map(|it| &mut it.src_path);
        let folders = self.dependencies.iter_mut();
        for path in files.chain(folders.filter_map(|it| it.path.as_mut())) {
            // No package and no file of the tree is called so.
            *path = inner(path).unwrap_or("..".to_owned()).into();
        }
        // Without `crate::` in paths, nothing of ours could be used.
        if self.edition == "2015" {
            "2018".clone_into(&mut self.edition);
        }
        Some(self)
    }

    pub fn library(&self) -> Option<&Target> {
        let is_library = |kind: &String| kind.ends_with("lib") || kind == "proc-macro";
        let mut targets = self.targets.iter();
        targets.find(|it| it.kind.iter().any(is_library))
    }

    /// The manifest of its copy, which is a library; the error says why there is none.
    pub fn manifest(&self, name: &str, library: &Target) -> Result<String, String> {
        let text = "[package]\nname = ''\nversion = \"0.0.0\"\nedition = ''\npublish = false\n";
        let mut manifest: DocumentMut = text.parse().expect("it is TOML");
        manifest["package"]["name"] = value(name);
        manifest["package"]["edition"] = value(&self.edition);
        manifest["lib"] = table();
        let path = slashed(&library.src_path);
        manifest["lib"]["path"] = value(tree::within(&self.folder, &path).unwrap_or_default());
        manifest["lib"]["name"] = value(&library.name);
        if library.kind.iter().any(|it| it == "proc-macro") {
            manifest["lib"]["proc-macro"] = value(true);
        }
        // Its examples name it by the name that it had.
        manifest["lib"]["doctest"] = value(false);
        for (name, asked) in &self.features {
            let features = manifest.entry("features").or_insert(table());
            features[name] = value(Array::from_iter(asked));
        }
        for it in &self.dependencies {
            let entries = manifest.entry(it.table()).or_insert(table());
            entries[it.key()] = it.entry(it.optional)?;
        }
        Ok(manifest.to_string())
    }
}

impl Dependency {
    /// The name that the manifest gives it.
    pub fn key(&self) -> &str {
        self.rename.as_ref().unwrap_or(&self.name)
    }

    /// The table of the manifest that it is in.
    pub fn table(&self) -> &'static str {
        match self.kind {
            None => "dependencies",
            Some(_) => "dev-dependencies",
        }
    }

    /// What a manifest says of it; the error says why it would be another.
    pub fn entry(&self, is_optional: bool) -> Result<Item, String> {
        let is_special = self.target.is_some() || self.kind.as_deref() == Some("build");
        if is_special || self.registry.is_some() {
            let why = "is for some systems, for a build script or from a registry of its own";
            return Err(format!("`{}` {why}", self.key()));
        }
        let mut entry = InlineTable::new();
        if self.path.is_some() {
            entry.insert("path", format!("../{}", self.name).into());
        } else if let Some(git) = self.source.as_ref().and_then(|it| it.strip_prefix("git+")) {
            // Behind the address there may be a branch, a tag or a revision.
            let (address, rest) = git.split_once('?').unwrap_or((git, ""));
            let rest = rest.split_once('=').into_iter();
            entry.extend([("git", address)].into_iter().chain(rest));
        } else {
            entry.insert("version", self.req.trim_start_matches('^').into());
        }
        if self.rename.is_some() {
            entry.insert("package", self.name.as_str().into());
        }
        if !self.uses_default_features {
            entry.insert("default-features", false.into());
        }
        if !self.features.is_empty() {
            entry.insert("features", Array::from_iter(&self.features).into());
        }
        if is_optional {
            entry.insert("optional", true.into());
        }
        // A version alone is a text.
        Ok(match entry.get("version") {
            Some(version) if entry.len() == 1 => value(version.clone()),
            _ => value(entry),
        })
    }
}

/// Adds a dependency to the manifest of a year, unless this has another one for it.
pub fn add(manifest: &mut DocumentMut, kind: &str, key: &str, new: Item) -> Result<(), String> {
    check_name(key)?;
    let table = manifest.entry(kind).or_insert(table()).as_table_like_mut();
    let table = table.ok_or("the dependencies of the year are no table")?;
    let text = |it: &Item| it.to_string().trim().to_owned();
    let path = |it: &Item| Some(it.get("path")?.as_str()?.to_owned());
    for (name, old) in table.iter() {
        if name == key && text(old) == text(&new) {
            return Ok(());
        }
        let is_there = path(old).is_some() && path(old) == path(&new);
        if is_there || name.replace('-', "_") == key.replace('-', "_") {
            let needed = format!("it needs `{key} = {new}`");
            return Err(format!(
                "the year has `{name}` in its manifest, and {needed}"
            ));
        }
    }
    table.insert(key, new);
    Ok(())
}

/// Refuses a name that cannot be that of a package in a folder beside the years.
pub fn check_name(name: &str) -> Result<(), String> {
    let plain = name.replace('-', "_").to_lowercase();
    let is_name = plain.parse::<InputName>().is_ok() && !plain.starts_with(char::is_numeric);
    let is_year = plain.trim_end_matches(|c: char| c.is_ascii_digit()) == "year";
    if is_name && !is_year && !RESERVED.contains(&format!(" {plain} ")) {
        return Ok(());
    }
    let name = name.escape_debug();
    let why = "here: rename it there";
    Err(format!("a package cannot be called `{name}` {why}"))
}

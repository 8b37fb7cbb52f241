//! Manifests of other repositories, read with `cargo_toml`, and what is written to those of
//! the copies. All of it goes through `toml_edit`, so that no value can become a line.

use std::cmp::Reverse;
use std::fmt::Display;
use std::fs::canonicalize;
use std::path::PathBuf;

use cargo_toml::{Dependency, Edition, Manifest, Product};
use serde::Serialize;
use toml_edit::ser::ValueSerializer;
use toml_edit::{DocumentMut, InlineTable, TomlError, Value, value};

use super::names::{file_name, folder_of, join, within, year_in};
use super::plan::Plan;
use super::tree::Tree;
use crate::files::without_dots;
use crate::puzzle::{Year, words};

/// A package of another repository.
pub struct Package {
    pub name: String,
    /// From the root of the tree, with slashes; empty for the root itself.
    pub folder: String,
    /// The folder as the system sees it.
    pub place: PathBuf,
    /// The year in `.cargo/config.toml`, where the common template has it, in `aoc_lib!`,
    /// where cargo-aoc has it, or in the name of the package.
    pub year: Option<Year>,
    /// The manifest with all that cargo would find in the folder and take from the workspace;
    /// empty if there is none.
    pub manifest: Manifest,
}

/// The packages of a tree, inner ones first. The last one has no manifest: the files outside
/// of all packages belong to it. The plan notes the manifests that cannot be read.
pub fn packages(tree: &Tree, plan: &mut Plan) -> Vec<Package> {
    let empty = Manifest::from_str("").expect("a manifest may be empty");
    let mut packages = Vec::new();
    for file in &tree.files {
        if file_name(file) == "Cargo.toml" {
            let manifest = read(tree, file).unwrap_or_else(|why| {
                plan.skip(tree.path(file), None, why);
                empty.clone()
            });
            packages.push(Package::new(tree, folder_of(file), manifest));
        }
    }
    packages.sort_by_key(|package| Reverse(package.folder.len()));
    packages.push(Package::new(tree, "", empty));
    packages
}

/// Reads a manifest and completes it; the error says why that is not possible.
fn read(tree: &Tree, file: &str) -> Result<Manifest, String> {
    let mut manifest = Manifest::from_str(&tree.text(file)?).map_err(reason)?;
    let path = canonicalize(tree.path(file)).map_err(reason)?;
    manifest.complete_from_path(&path).map_err(reason)?;
    Ok(manifest)
}

/// The last line of an error; those before it are places.
fn reason(error: impl Display) -> String {
    error
        .to_string()
        .lines()
        .last()
        .unwrap_or_default()
        .to_owned()
}

impl Package {
    fn new(tree: &Tree, folder: &str, manifest: Manifest) -> Self {
        let mut year = None;
        for (file, start) in [
            (".cargo/config.toml", "AOC_YEAR"),
            ("src/lib.rs", "aoc_lib!"),
        ] {
            let text = tree.text(&join(folder, file)).unwrap_or_default();
            if let Some((_, after)) = text.split_once(start) {
                year = year.or(words(after).iter().find_map(|word| Year::parse(word)));
            }
        }
        let package = manifest.package.as_ref();
        let name = package.map_or(file_name(folder), |package| &package.name);
        Self {
            name: name.to_owned(),
            folder: folder.to_owned(),
            place: canonicalize(tree.path(folder)).unwrap_or_default(),
            year: year.or_else(|| year_in(name)),
            manifest,
        }
    }

    pub fn edition(&self) -> Edition {
        self.manifest
            .package
            .as_ref()
            .map_or(Edition::E2021, cargo_toml::Package::edition)
    }

    /// Whether the copy of its library would compile: it has no features, and no
    /// dependencies for some systems only.
    pub fn can_be_copied(&self) -> bool {
        let default = self.manifest.features.get("default");
        self.manifest.lib.is_some()
            && self.manifest.target.is_empty()
            && default.is_none_or(Vec::is_empty)
    }

    /// Whether a file is the root of a crate.
    pub fn is_crate(&self, file: &str) -> bool {
        let manifest = &self.manifest;
        manifest
            .bin
            .iter()
            .chain(&manifest.example)
            .chain(&manifest.test)
            .chain(&manifest.lib)
            .any(|target| self.target_file(target).as_deref() == Some(file))
    }

    /// The name and the file of the library.
    pub fn library(&self) -> Option<(&str, String)> {
        let library = self.manifest.lib.as_ref()?;
        Some((library.name.as_ref()?, self.target_file(library)?))
    }

    /// The root of a target, from the root of the tree.
    fn target_file(&self, target: &Product) -> Option<String> {
        let path = target.path.as_deref()?.trim_start_matches("./");
        Some(join(&self.folder, path))
    }

    /// The dependencies that are needed without features: the table of the manifest, the key
    /// and the value of each.
    pub fn dependencies(&self) -> Vec<(&'static str, &str, &Dependency)> {
        let mut needed = Vec::new();
        for (table, dependencies) in [
            ("dependencies", &self.manifest.dependencies),
            ("dev-dependencies", &self.manifest.dev_dependencies),
        ] {
            for (key, value) in dependencies {
                if !value.optional() {
                    needed.push((table, &**key, value));
                }
            }
        }
        needed
    }

    /// The folder of the package that a dependency has a path to.
    pub fn place_of(&self, dependency: &Dependency) -> Option<PathBuf> {
        let path = dependency.detail()?.path.as_ref()?;
        Some(without_dots(&self.place.join(path)))
    }

    /// The manifest of the package's copy, which is a library, without dependencies.
    pub fn copied_manifest(&self, name: &str) -> DocumentMut {
        let text = format!(
            "[package]\nname = {name:?}\nversion = \"0.0.0\"\nedition = \"{}\"\n\
             publish = false\n\n[lib]\ndoctest = false\n",
            self.edition()
        );
        let mut manifest: DocumentMut = text.parse().expect("it is TOML");
        // The sources name the library by the name that it had.
        if let Some((name, file)) = self.library() {
            manifest["lib"]["name"] = value(name);
            manifest["lib"]["path"] = value(within(&self.folder, &file).unwrap_or_default());
        }
        let library = self.manifest.lib.as_ref();
        if library.is_some_and(|library| library.proc_macro) {
            manifest["lib"]["proc-macro"] = value(true);
        }
        manifest
    }
}

/// The value of a dependency without a path in a manifest.
pub fn entry(dependency: &Dependency) -> Result<Value, String> {
    // A requirement without a caret means the same, and cargo refuses the old key in 2024.
    dependency
        .serialize(ValueSerializer::new())
        .map_err(|error| error.to_string())?
        .to_string()
        .replace("\"^", "\"")
        .replace("default_features", "default-features")
        .parse()
        .map_err(|error: TomlError| error.to_string())
}

/// The value of a dependency on the copy of a package, whose crate is called `crate_name`.
pub fn copy_entry(crate_name: &str, name: &str) -> Value {
    let mut entry = InlineTable::new();
    entry.insert("path", format!("../{name}").into());
    if crate_name != name {
        entry.insert("package", name.into());
    }
    entry.into()
}

/// Adds a dependency to a table of a manifest. Fails if the table has another one of that
/// name.
pub fn add(manifest: &mut DocumentMut, table: &str, name: &str, new: Value) -> Result<(), String> {
    let dependencies = manifest
        .entry(table)
        .or_insert(toml_edit::table())
        .as_table_like_mut();
    let needed = new.to_string();
    let dependencies = dependencies.ok_or("the dependencies of the year are no table")?;
    if dependencies
        .entry(name)
        .or_insert(value(new))
        .to_string()
        .trim()
        == needed
    {
        return Ok(());
    }
    Err(format!(
        "the year has another `{name}`: it needs `{name} = {needed}`"
    ))
}

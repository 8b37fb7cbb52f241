//! Manifests of other repositories, read with `cargo_toml`, and what is written to those of
//! the copies. All of it goes through `toml_edit`, so that no value can become a line.

use std::cmp::Reverse;
use std::path::{self, Path, PathBuf};

use cargo_toml::{Dependency, Edition, Manifest};
use serde::Serialize;
use toml_edit::ser::ValueSerializer;
use toml_edit::{DocumentMut, InlineTable, Value, value};

use super::Plan;
use super::names::{file_name, folder_of, join, within, year_in};
use super::tree::Tree;
use crate::files::without_dots;
use crate::puzzle::{Year, words};

pub struct Package {
    pub name: String,
    /// From the root of the tree, with slashes; empty for the root itself.
    pub folder: String,
    /// The folder as the system sees it.
    pub place: PathBuf,
    /// The year in `.cargo/config.toml`, where the common template has it, in `aoc_lib!`,
    /// where cargo-aoc has it, or in its name.
    pub year: Option<Year>,
    /// What its manifest says, with all that cargo would find in its folder and take from its
    /// workspace; empty without one.
    pub manifest: Manifest,
}

/// The packages of a tree, inner ones first. The last one has no manifest: the other files
/// belong to it. The plan notes the manifests that cannot be read.
pub fn packages(tree: &Tree, plan: &mut Plan) -> Vec<Package> {
    let empty = || Manifest::from_str("").expect("a manifest may be empty");
    let mut packages = vec![Package::new(tree, "", empty())];
    for file in tree.files.iter().filter(|it| file_name(it) == "Cargo.toml") {
        let place = absolute(&tree.root.join(file));
        let manifest = Manifest::from_str(&tree.text(file).unwrap_or_default());
        let manifest = manifest.and_then(|mut it| it.complete_from_path(&place).map(|()| it));
        let manifest = manifest.unwrap_or_else(|error| {
            // The first lines of an error are places.
            let why = error.to_string().lines().last().map(str::to_owned);
            plan.skip(&place, None, why.unwrap_or_default());
            empty()
        });
        packages.push(Package::new(tree, folder_of(file), manifest));
    }
    packages.sort_by_key(|it| (Reverse(it.folder.len()), it.manifest.package.is_none()));
    packages
}

impl Package {
    fn new(tree: &Tree, folder: &str, manifest: Manifest) -> Self {
        let text = |file| tree.text(&join(folder, file)).unwrap_or_default();
        let settings = text(".cargo/config.toml") + &text("src/lib.rs");
        let at = settings.find("AOC_YEAR").or(settings.find("aoc_lib!"));
        let after = words(at.map_or("", |at| &settings[at..]));
        let year = after.iter().find_map(|word| Year::parse(word));
        let package = manifest.package.as_ref();
        let name = package.map_or(file_name(folder), |it| &it.name);
        Self {
            name: name.to_owned(),
            folder: folder.to_owned(),
            place: absolute(&tree.root.join(folder)),
            year: year.or_else(|| year_in(name)),
            manifest,
        }
    }

    pub fn edition(&self) -> Edition {
        let package = self.manifest.package.as_ref();
        package.map_or(Edition::E2021, cargo_toml::Package::edition)
    }

    /// Whether it has default features, which its copy has not.
    pub fn has_features(&self) -> bool {
        let default = self.manifest.features.get("default");
        default.is_some_and(|it| !it.is_empty())
    }

    /// Whether a file is the root of a crate.
    pub fn is_crate(&self, file: &str) -> bool {
        let all = &self.manifest;
        let programs = all.bin.iter().chain(&all.example).chain(&all.test);
        let mut crates = programs.chain(&all.lib);
        let file = within(&self.folder, file);
        crates.any(|it| it.path.as_deref() == file)
    }

    /// The name and the file of its library, unless that is one of macros.
    pub fn library(&self) -> Option<(&str, String)> {
        let library = self.manifest.lib.as_ref().filter(|it| !it.proc_macro)?;
        let file = join(&self.folder, library.path.as_ref()?);
        Some((library.name.as_ref()?, file))
    }

    /// Its dependencies that are needed without features, by the tables and names in its
    /// manifest.
    pub fn dependencies(&self) -> impl Iterator<Item = (&'static str, &str, &Dependency)> {
        let all = &self.manifest;
        let usual = all.dependencies.iter().map(|it| ("dependencies", it));
        let for_tests = all.dev_dependencies.iter();
        let for_tests = for_tests.map(|it| ("dev-dependencies", it));
        let all = usual.chain(for_tests);
        let all = all.map(|(table, (name, it))| (table, &**name, it));
        all.filter(|(.., it)| !it.optional())
    }

    /// The manifest of its copy, which is a library, without dependencies.
    pub fn copied_manifest(&self, name: &str) -> DocumentMut {
        let text = format!(
            "[package]\nname = {name:?}\nversion = \"0.0.0\"\nedition = \"{}\"\n\
             publish = false\n\n[lib]\ndoctest = false\n",
            self.edition()
        );
        let mut manifest: DocumentMut = text.parse().expect("it is TOML");
        // Its examples name it by the name that it had.
        if let Some((name, file)) = self.library() {
            manifest["lib"]["name"] = value(name);
            manifest["lib"]["path"] = value(within(&self.folder, &file).unwrap_or_default());
        }
        manifest
    }
}

/// The path as the system sees it, if there are no links.
fn absolute(path: &Path) -> PathBuf {
    without_dots(&path::absolute(path).unwrap_or(path.to_owned()))
}

/// What a manifest says of a dependency without a path; `None` if it is from another registry,
/// which its user's configuration names.
pub fn entry(dependency: &Dependency) -> Option<Value> {
    let is_known = dependency.detail().is_none_or(|it| it.registry.is_none());
    let value = dependency.serialize(ValueSerializer::new()).ok()?;
    // A requirement without a caret means the same.
    let text = value.to_string().replace("\"^", "\"");
    text.parse().ok().filter(|_| is_known)
}

/// What a manifest says of the copy of a package.
pub fn copy_entry(crate_name: &str, name: &str) -> Value {
    let fields = [("path", format!("../{name}")), ("package", name.to_owned())];
    let fields = fields.into_iter();
    let entry = fields.filter(|(key, _)| *key == "path" || crate_name != name);
    entry.collect::<InlineTable>().into()
}

/// Adds a dependency to a manifest, or fails if it has another one of that name.
pub fn add(manifest: &mut DocumentMut, [table, name]: [&str; 2], new: Value) -> Result<(), String> {
    let table = manifest.entry(table).or_insert(toml_edit::table());
    let table = table.as_table_like_mut();
    let table = table.ok_or("the dependencies of the year are no table")?;
    let text = new.to_string();
    let is_same = table.entry(name).or_insert(value(new)).to_string().trim() == text;
    let other = || format!("the year has another `{name}`: it needs `{name} = {text}`");
    is_same.then_some(()).ok_or_else(other)
}

//! Reads the manifests of the old repository with `cargo_toml`, and writes the manifests of the
//! copies. All values are written with serde, so no value can inject a line into a manifest.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fmt::Display;
use std::fs::canonicalize;
use std::path::{Path, PathBuf};

use cargo_toml::{
    Dependency, DependencyDetail, DepsSet, Edition, Manifest, OptionalFile, Product, SemVer,
    VersionReq, Workspace,
};
use serde::de::IntoDeserializer;
use serde::{Deserialize, Serialize};
use toml_edit::ser::ValueSerializer;
use toml_edit::{DocumentMut, Item, Table, TableLike, value};

use super::names::{file_name, folder_of, join};
use super::tree::Tree;
use crate::cargo::CARGO_CONFIGS;
use crate::files::{read_text_file, slashed, toml_at, without_dots};
use crate::import::left_out::{LeftOut, SkippedKind};
use crate::puzzle::{Year, words};

/// A package of the old repository.
pub struct Package {
    pub name: String,
    /// The path from the root of the tree, with slashes. Empty for the root itself.
    pub folder: String,
    /// The folder with links resolved.
    pub root: PathBuf,
    /// The outermost folder that may have the package's Cargo.lock: the folder of the package's
    /// workspace if this folder is outside of the tree, or else the root of the tree. Links are
    /// resolved.
    pub outermost: PathBuf,
    /// The year of the package, from `.cargo/config.toml` in fspoettel's template, or from
    /// `aoc_lib!` of cargo-aoc.
    pub year: Option<Year>,
    /// The manifest, with the targets that cargo would find in the folder, and with the values of
    /// the workspace. Empty if there is no manifest.
    pub manifest: Manifest,
}

/// The packages of a tree, inner packages first. The last entry has no manifest, and contains the
/// files outside of all packages. Manifests that cannot be read are noted in `left_out`.
pub fn packages(tree: &Tree, left_out: &mut LeftOut) -> Vec<Package> {
    let top = canonicalize(tree.path("")).unwrap_or_default();
    let mut packages = Vec::new();
    for file in &tree.files {
        if file_name(file) == "Cargo.toml" {
            let (manifest, workspace) = read_manifest(tree, file).unwrap_or_else(|why| {
                let why =
                    format!("it cannot be read, so days are copied without its libraries: {why}");
                left_out.skip(tree.path(file), SkippedKind::File, why);
                (no_manifest(), top.clone())
            });
            let outermost = if workspace.starts_with(&top) {
                &top
            } else {
                &workspace
            };
            packages.push(Package::new(tree, folder_of(file), outermost, manifest));
        }
    }
    packages.sort_by_key(|package| Reverse(package.folder.len()));
    packages.push(Package::new(tree, "", &top, no_manifest()));
    packages
}

/// An empty manifest.
fn no_manifest() -> Manifest {
    Manifest::from_str("").expect("a manifest may be empty")
}

/// Reads a manifest and completes it. Returns the manifest and the folder of its workspace. The
/// error says why this is not possible.
fn read_manifest(tree: &Tree, file: &str) -> Result<(Manifest, PathBuf), String> {
    let text = tree.text(file)?;
    let mut manifest = Manifest::from_str(&text).map_err(last_line)?;
    let path = canonicalize(tree.path(file)).map_err(last_line)?;
    let (workspace, root) = workspace_of(&manifest, &path);
    let workspace = manifest.workspace.is_none().then_some((&workspace, &*root));
    manifest
        .complete_from_path_and_workspace(&path, workspace)
        .map_err(last_line)?;
    let table: toml::Table = text.parse().map_err(last_line)?;
    take_default_features(&mut manifest, &table);
    Ok((manifest, root))
}

/// The workspace of a package, with its folder. If there is none, the workspace is empty, and the
/// folder is that of the package. The workspace may be outside of the imported folder. `cargo_toml`
/// must not search for the workspace, because it reads any file without our limits, even a pipe or
/// `/dev/zero`.
fn workspace_of(manifest: &Manifest, path: &Path) -> (Manifest, PathBuf) {
    let folder = path.parent().unwrap_or(path);
    let package = manifest.package.as_ref();
    let named = package.and_then(|package| package.workspace.as_deref());
    let folders: Vec<PathBuf> = match named {
        Some(named) => vec![without_dots(&folder.join(named))],
        None => folder.ancestors().skip(1).map(Path::to_owned).collect(),
    };
    for root in folders {
        let text = read_text_file(&root.join("Cargo.toml")).unwrap_or_default();
        if let Ok(manifest) = Manifest::from_str(&text)
            && let Some(workspace) = &manifest.workspace
            && !excludes(workspace, &root, folder)
        {
            return (manifest, root);
        }
    }
    (no_manifest(), folder.to_owned())
}

/// True if the workspace in the folder `root` excludes the package in `folder`. As in cargo,
/// `members` may name a package in an excluded folder.
pub fn excludes(workspace: &Workspace, root: &Path, folder: &Path) -> bool {
    let is_in = |listed: &String| folder.starts_with(root.join(listed));
    workspace.exclude.iter().any(is_in) && !workspace.members.iter().any(is_in)
}

/// Turns default features on if a member requests them and its workspace does not, because
/// `cargo_toml` ignores that request. `text` is the manifest as it was written.
fn take_default_features(manifest: &mut Manifest, text: &toml::Table) {
    for (path, dependencies) in tables(manifest) {
        let written = toml_at(text, &path);
        for (name, dependency) in dependencies {
            let asked = written.and_then(|table| table.get(name)?.get("default-features"));
            if asked.and_then(toml::Value::as_bool) == Some(true) {
                dependency.detail_mut().default_features = true;
            }
        }
    }
}

/// The tables with the dependencies of a package, also for one platform, and their paths in the
/// manifest. The dependencies of its build script are left out.
pub fn tables(manifest: &mut Manifest) -> Vec<(Vec<&str>, &mut DepsSet)> {
    let mut tables = vec![
        (vec!["dependencies"], &mut manifest.dependencies),
        (vec!["dev-dependencies"], &mut manifest.dev_dependencies),
    ];
    for (platform, target) in &mut manifest.target {
        let path = vec!["target", platform, "dependencies"];
        tables.push((path, &mut target.dependencies));
        let path = vec!["target", platform, "dev-dependencies"];
        tables.push((path, &mut target.dev_dependencies));
    }
    tables
}

/// The last line of an error. The lines before it give the place.
fn last_line(error: impl Display) -> String {
    let text = error.to_string();
    text.lines().last().unwrap_or_default().to_owned()
}

impl Package {
    fn new(tree: &Tree, folder: &str, outermost: &Path, manifest: Manifest) -> Self {
        let mut year = None;
        let configs = CARGO_CONFIGS.map(|file| (file, "AOC_YEAR"));
        for (file, start) in configs.into_iter().chain([("src/lib.rs", "aoc_lib!")]) {
            let text = tree.text(&join(folder, file)).unwrap_or_default();
            if let Some((_, after)) = text.split_once(start) {
                let words = words(after);
                year = year.or(words.iter().find_map(|word| Year::parse(word)));
            }
        }
        let name = match &manifest.package {
            Some(package) => &package.name,
            None => file_name(folder),
        };
        Self {
            name: name.to_owned(),
            folder: folder.to_owned(),
            root: canonicalize(tree.path(folder)).unwrap_or_default(),
            outermost: outermost.to_owned(),
            year,
            manifest,
        }
    }

    /// The path that the folder of the package would have if it had the package's name.
    pub fn named_folder(&self) -> String {
        let beside = Path::new(&self.folder).join("..").join(&self.name);
        slashed(&without_dots(&beside))
    }

    pub fn edition(&self) -> Edition {
        let package = self.manifest.package.as_ref();
        package.map_or(Edition::E2021, cargo_toml::Package::edition)
    }

    /// The features that are on by default.
    pub fn default_features(&self) -> BTreeSet<&str> {
        let features = &self.manifest.features;
        let mut found = BTreeSet::new();
        let mut rest = vec!["default"];
        while let Some(name) = rest.pop() {
            if found.insert(name)
                && let Some(others) = features.get(name)
            {
                rest.extend(others.iter().map(String::as_str));
            }
        }
        found
    }

    /// True if a file is the root of a crate.
    pub fn is_crate(&self, file: &str) -> bool {
        let Manifest { bin, lib, .. } = &self.manifest;
        self.is_example_or_test(file) || self.has_file(bin.iter().chain(lib), file)
    }

    /// The name of the program whose root a file is. `None` for `src/main.rs`, whose program has the
    /// name of the package, and for any file that is not the root of a program.
    pub fn program_at(&self, file: &str) -> Option<&str> {
        if file == join(&self.folder, "src/main.rs") {
            return None;
        }
        let mut programs = self.manifest.bin.iter();
        let program = programs.find(|program| self.is_root_of(file, program))?;
        program.name.as_deref()
    }

    /// True if a file is the root of an example or of a test, which can use the dependencies for
    /// tests.
    pub fn is_example_or_test(&self, file: &str) -> bool {
        let Manifest { example, test, .. } = &self.manifest;
        self.has_file(example.iter().chain(test), file)
    }

    /// True if a file is the root of one of these targets.
    fn has_file<'t>(&self, targets: impl IntoIterator<Item = &'t Product>, file: &str) -> bool {
        targets
            .into_iter()
            .any(|target| self.is_root_of(file, target))
    }

    /// True if a file is the root of this target.
    fn is_root_of(&self, file: &str, target: &Product) -> bool {
        self.target_file(target).as_deref() == Some(file)
    }

    /// The path at which the build script would be, relative to the root of the tree. `None` if the
    /// manifest says that there is none.
    pub fn build_script(&self) -> Option<String> {
        let package = self.manifest.package.as_ref();
        let path = match package.and_then(|package| package.build.as_ref()) {
            Some(OptionalFile::Path(path)) => slashed(&without_dots(path)),
            Some(OptionalFile::Flag(false)) => return None,
            Some(OptionalFile::Flag(true)) | None => "build.rs".to_owned(),
        };
        Some(join(&self.folder, &path))
    }

    /// The name and the file of the library.
    pub fn library(&self) -> Option<(&str, String)> {
        let library = self.manifest.lib.as_ref()?;
        Some((library.name.as_ref()?, self.target_file(library)?))
    }

    /// The path of a target's crate root, relative to the root of the tree.
    fn target_file(&self, target: &Product) -> Option<String> {
        let path = target.path.as_deref()?.trim_start_matches("./");
        Some(join(&self.folder, path))
    }

    /// The manifest of the copy. The library is its only target, and there is no build script.
    /// Settings such as `[profile]` are left out, because cargo reads them only at the root of a
    /// workspace, and would warn at every build.
    pub fn copied_manifest(&self, name: &str) -> Manifest {
        let Manifest {
            mut package,
            mut lib,
            dependencies,
            dev_dependencies,
            build_dependencies,
            mut target,
            mut features,
            lints,
            ..
        } = self.manifest.clone();
        if let Some(package) = &mut package {
            name.clone_into(&mut package.name);
            package.build = None;
            // Cargo rejects `links` without a build script.
            package.links = None;
            package.default_run = None;
            package.workspace = None;
            package.resolver = None;
        }
        if let Some(library) = &mut lib {
            library.edition = None;
            if library.proc_macro {
                // Cargo rejects `proc-macro` together with a crate type.
                library.crate_type.clear();
            }
        }
        let mut removed = build_dependencies;
        for of_target in target.values_mut() {
            removed.append(&mut of_target.build_dependencies);
        }
        for enabled in features.values_mut() {
            enabled.retain(|feature| {
                let name = feature.strip_prefix("dep:").unwrap_or(feature);
                let dependency = name.split(['/', '?']).next().unwrap_or(name);
                dependencies.contains_key(dependency) || !removed.contains_key(dependency)
            });
        }
        Manifest {
            package,
            lib,
            dependencies,
            dev_dependencies,
            target,
            features,
            lints,
            ..no_manifest()
        }
    }
}

/// The manifest of a year.
#[derive(Clone)]
pub struct YearManifest {
    pub document: DocumentMut,
    /// True if only imports have written the manifest, so that existing entries may be changed.
    pub is_ours: bool,
}

impl YearManifest {
    /// Adds a dependency to the table with this path. If the table already has an entry with this
    /// name, the entry is changed to serve both dependencies. Fails if this is not possible, or if
    /// the user has written the existing entry.
    pub fn add(
        &mut self,
        table: &[&str],
        name: &str,
        dependency: &Dependency,
    ) -> Result<(), String> {
        let new = dependency_item(dependency)?;
        let mut dependencies: &mut dyn TableLike = self.document.as_table_mut();
        for key in table {
            let mut inner = Table::new();
            // A table that contains only other tables needs no line of its own.
            inner.set_implicit(true);
            let inner = dependencies.entry(key).or_insert(inner.into());
            dependencies = inner.as_table_like_mut().ok_or_else(|| {
                format!("`{key}` in the manifest of the year is not a table: correct it")
            })?;
        }
        let Some(there) = dependencies.get(name) else {
            dependencies.insert(name, new);
            return Ok(());
        };
        if let Some(old) = read_detail(there)
            && let Some(needed) = read_detail(&new)
            && let Some(both) = merged(&old, needed)
            && (self.is_ours || both == old)
        {
            if both != old {
                dependencies.insert(name, dependency_item(&of_detail(both))?);
            }
            return Ok(());
        }
        Err(format!(
            "the year has another `{name}`: it needs `{name} = {new}`"
        ))
    }

    /// The dependency with this name, if the year has it.
    pub fn dependency(&self, name: &str) -> Option<Dependency> {
        read_dependency(self.document.get("dependencies")?.get(name)?)
    }
}

/// Reads an entry of a manifest as a dependency, in any notation. `None` if it is not a dependency.
fn read_dependency(entry: &Item) -> Option<Dependency> {
    let value = entry.clone().into_value().ok()?;
    Dependency::deserialize(value.into_deserializer()).ok()
}

/// Reads the fields of a dependency from an entry of a manifest. `None` if the manifest of the
/// workspace has the fields.
fn read_detail(entry: &Item) -> Option<DependencyDetail> {
    let mut dependency = read_dependency(entry)?;
    dependency.try_detail_mut().ok().cloned()
}

/// The dependency with these fields, written as its version alone if it has nothing else.
fn of_detail(detail: DependencyDetail) -> Dependency {
    let only_version = DependencyDetail {
        version: detail.version.clone(),
        ..DependencyDetail::default()
    };
    match &detail.version {
        Some(version) if detail == only_version => Dependency::Simple(version.clone()),
        _ => Dependency::Detailed(Box::new(detail)),
    }
}

/// A dependency as a value of TOML.
fn dependency_item(dependency: &Dependency) -> Result<Item, String> {
    let new = dependency.serialize(ValueSerializer::new());
    let mut new = value(new.map_err(last_line)?);
    write_as_usual(&mut new);
    Ok(new)
}

/// One dependency that serves as both. The two may have different features and different compatible
/// versions. `None` if they differ in anything else.
fn merged(one: &DependencyDetail, other: DependencyDetail) -> Option<DependencyDetail> {
    // The features of a library from a registry only add code. The features of another package of
    // the repository may change answers.
    if one.path.is_some() && features_of(one) != features_of(&other) {
        return None;
    }
    if without_version_and_features(one) != without_version_and_features(&other) {
        return None;
    }
    let mut both = one.clone();
    if both.version != other.version {
        both.version = Some(narrower(both.version?, other.version?)?);
    }
    for feature in other.features {
        if !both.features.contains(&feature) {
            both.features.push(feature);
        }
    }
    both.default_features |= other.default_features;
    Some(both)
}

/// The features that a dependency turns on, and whether the default features are on, too.
fn features_of(detail: &DependencyDetail) -> (BTreeSet<&String>, bool) {
    (detail.features.iter().collect(), detail.default_features)
}

fn without_version_and_features(detail: &DependencyDetail) -> DependencyDetail {
    DependencyDetail {
        version: None,
        features: Vec::new(),
        default_features: true,
        ..detail.clone()
    }
}

/// The narrower of two requirements. `None` unless one of them allows all versions of the other.
fn narrower(one: VersionReq, other: VersionReq) -> Option<VersionReq> {
    let [bounds, bounds_of_other] = [bounds(&one)?, bounds(&other)?];
    if bounds_of_other.iter().all(|version| one.matches(version)) {
        Some(other)
    } else if bounds.iter().all(|version| other.matches(version)) {
        Some(one)
    } else {
        None
    }
}

/// The lowest and the highest version that `*` or a requirement such as `1.2` allows. `None` for
/// any other form.
fn bounds(requirement: &VersionReq) -> Option<[SemVer; 2]> {
    const MAX: u64 = u64::MAX;
    if *requirement == VersionReq::STAR {
        return Some([SemVer::new(0, 0, 0), SemVer::new(MAX, MAX, MAX)]);
    }
    let only = match &*requirement.comparators {
        [only] if requirement.to_string().starts_with('^') => only,
        _ => return None,
    };
    let highest = match (only.major, only.minor, only.patch) {
        (0, Some(0), Some(patch)) => SemVer::new(0, 0, patch),
        (0, Some(minor), _) => SemVer::new(0, minor, MAX),
        (major, ..) => SemVer::new(major, MAX, MAX),
    };
    let [minor, patch] = [only.minor, only.patch].map(Option::unwrap_or_default);
    Some([SemVer::new(only.major, minor, patch), highest])
}

/// The text of a manifest.
pub fn text(mut manifest: Manifest) -> Result<String, String> {
    let text = toml::to_string(&manifest).map_err(last_line)?;
    let mut document: DocumentMut = text.parse().map_err(last_line)?;
    for (path, _) in tables(&mut manifest) {
        let mut keys = path.into_iter();
        let table = keys.try_fold(document.as_item_mut(), |outer, key| outer.get_mut(key));
        let dependencies = table.and_then(Item::as_table_like_mut);
        for (_, dependency) in dependencies.into_iter().flat_map(TableLike::iter_mut) {
            write_as_usual(dependency);
        }
    }
    Ok(document.to_string())
}

/// Writes a dependency as users usually do. The caret is left out, because it changes nothing.
/// `default-features` gets its new name, because cargo rejects the old name in the edition 2024.
fn write_as_usual(dependency: &mut Item) {
    if let Some(requirement) = dependency.as_str().and_then(|text| text.strip_prefix('^')) {
        *dependency = value(requirement);
    }
    let Some(fields) = dependency.as_table_like_mut() else {
        return;
    };
    if let Some(version) = fields.get_mut("version") {
        write_as_usual(version);
    }
    if let Some(is_default) = fields.remove("default_features") {
        fields.insert("default-features", is_default);
    }
}

//! Manifests: what cargo says of the packages of other repositories, and what is
//! written. All of it goes through `toml_edit`, so that no value can become a line.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::Deserialize;
use toml_edit::{Array, DocumentMut, InlineTable, Value, value};

use super::Setting;
use super::tree::Tree;
use crate::cargo::{self, Dependency, Target};
use crate::files::{path, slashed};
use crate::project::add_dependency;
use crate::puzzle::{self, Year};

/// A package as `cargo metadata` describes it. All paths are from the root of the tree.
#[derive(Default, Deserialize)]
pub struct Package {
    pub name: String,
    pub edition: String,
    manifest_path: PathBuf,
    /// Only `default`, if it names anything.
    pub features: BTreeMap<String, Vec<String>>,
    pub dependencies: Vec<Dependency>,
    pub targets: Vec<Target>,
    /// With slashes; empty for the root itself.
    #[serde(skip)]
    pub folder: String,
    /// The year in `.cargo/config.toml`, where the common template has it, in its name, or
    /// in `aoc_lib!`, where cargo-aoc has it.
    #[serde(skip)]
    pub year: Option<Year>,
    /// Why cargo refuses its manifest.
    #[serde(skip)]
    pub problem: Option<String>,
}

/// The packages of a tree, inner ones first. The last one has no manifest: the other files
/// belong to it.
pub fn packages(tree: &Tree, setting: &Setting<'_>) -> io::Result<Vec<Package>> {
    // Cargo reads a temporary folder with the manifests and an empty file for each source.
    let outline = tempfile::tempdir()?;
    let root = outline.path();
    let is_manifest = |it: &&String| path::last(it) == "Cargo.toml";
    let is_copied = |it: &&String| is_manifest(it) || it.strip_suffix(".rs").is_some();
    for file in tree.files.iter().filter(is_copied) {
        let path = root.join(file);
        fs::create_dir_all(path.parent().unwrap_or(root))?;
        let text = tree.text(file).ok().filter(|_| is_manifest(&file));
        fs::write(path, text.unwrap_or_default())?;
    }
    let mut manifests: Vec<_> = tree.files.iter().filter(is_manifest).collect();
    manifests.sort_by_key(|it| it.len());
    let mut packages: Vec<Package> = Vec::new();
    let bare = |folder: &str, problem| Package {
        edition: "2021".to_owned(),
        folder: folder.to_owned(),
        problem,
        ..Package::default()
    };
    for file in manifests {
        let folder = path::folder(file);
        // One call describes all packages of a workspace.
        if packages.iter().any(|it| it.folder == folder) {
            continue;
        }
        match cargo::metadata(setting.child_env, setting.project, &root.join(file)) {
            Ok(all) => packages.extend(all.into_iter().filter_map(|it: Package| it.in_tree(root))),
            Err(why) => packages.push(bare(folder, Some(why))),
        }
        // Packages further in that do not belong to it may be workspaces themselves.
        let _ = fs::remove_file(root.join(file));
    }
    packages.push(bare("", None));
    packages.sort_by_key(|it| Reverse(it.folder.len()));
    for package in &mut packages {
        let text = |file| tree.text(&path::join(&package.folder, file));
        let config = text(".cargo/config.toml").unwrap_or_default();
        let year = config.lines().find(|it| it.contains("AOC_YEAR"));
        let library = text("src/lib.rs").unwrap_or_default();
        let mut words = library.split("aoc_lib!").skip(1).flat_map(puzzle::words);
        let year_in_code = words.find_map(|it| Year::parse(&it));
        package.year = puzzle::year_of(year.unwrap_or(&package.name)).or(year_in_code);
    }
    Ok(packages)
}

impl Package {
    /// The package with paths from the root of the tree, unless it is outside.
    fn in_tree(mut self, root: &Path) -> Option<Self> {
        let folder = self.manifest_path.parent()?;
        self.folder = slashed(folder.strip_prefix(root).ok()?);
        // Its copy has no features.
        self.dependencies.retain(|it| !it.optional);
        self.features
            .retain(|name, of| name == "default" && !of.is_empty());
        let files = self.targets.iter_mut().map(|it| &mut it.src_path);
        let folders = self.dependencies.iter_mut();
        for path in files.chain(folders.filter_map(|it| it.path.as_mut())) {
            // A path outside of the tree becomes `..`, which is no package and no file.
            let inner = path.strip_prefix(root).unwrap_or(Path::new(".."));
            *path = inner.to_owned();
        }
        Some(self)
    }

    pub fn library(&self) -> Option<&Target> {
        let is_lib = |kind: &String| kind.ends_with("lib") || kind == "proc-macro";
        self.targets.iter().find(|it| it.kind.iter().any(is_lib))
    }

    /// The manifest of its copy, which is a library, without dependencies.
    pub fn manifest(&self, name: &str, library: &Target) -> DocumentMut {
        // Its examples name it by the name that it had.
        let text = "[package]\nname = ''\nversion = \"0.0.0\"\nedition = ''\npublish = false\n\n\
             [lib]\npath = ''\nname = ''\ndoctest = false\n";
        let mut manifest: DocumentMut = text.parse().expect("it is TOML");
        manifest["package"]["name"] = value(name);
        manifest["package"]["edition"] = value(&self.edition);
        let path = slashed(&library.src_path);
        manifest["lib"]["path"] = value(path::within(&self.folder, &path).unwrap_or_default());
        manifest["lib"]["name"] = value(&library.name);
        if library.kind.iter().any(|it| it == "proc-macro") {
            manifest["lib"]["proc-macro"] = value(true);
        }
        manifest
    }
}

/// Adds a dependency to a manifest. `copy` is the name of the package's copy. The error
/// says why it would be another dependency there.
pub fn declare(new: &Dependency, manifest: &mut DocumentMut, copy: &str) -> Result<(), String> {
    let (is_path, is_bare) = (new.source.is_none(), !new.uses_default_features);
    let features = Array::from_iter(&new.features);
    let fields: [(bool, &str, Value); 5] = [
        (is_path, "path", format!("../{copy}").into()),
        (copy != new.name, "package", copy.into()),
        (!is_path, "version", new.req.trim_start_matches('^').into()),
        (is_bare, "default-features", false.into()),
        (!features.is_empty(), "features", features.into()),
    ];
    let fields = fields.into_iter().filter(|(is_needed, ..)| *is_needed);
    let entry: InlineTable = fields.map(|(_, key, value)| (key, value)).collect();
    let is_usual = |it: &String| it.starts_with("registry+") && new.registry.is_none();
    let is_plain = !is_bare && new.features.is_empty();
    let is_known = new.source.as_ref().map_or(is_plain, is_usual);
    if !is_known || new.rename.is_some() || new.target.is_some() {
        let why = "is renamed, from git or another registry, or for some systems or features";
        return Err(format!("`{}` {why} alone", new.name));
    }
    let kind = new.kind.iter().map(|it| format!("{it}-"));
    let table = kind.collect::<String>() + "dependencies";
    // A version alone is a text.
    let version = entry.get("version").filter(|_| entry.len() == 1).cloned();
    let entry = version.unwrap_or(entry.into());
    add_dependency(manifest, &table, &new.name, &entry)
}

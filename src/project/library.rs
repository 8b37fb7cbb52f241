//! The library that days are written with. Repositories carry a copy until it is
//! on a registry.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use aoc_solution::source;

use super::git::Git;
use super::root::{Project, ProjectError};
use super::templates::{NewFile, is_same};
use crate::error::Exit;
use crate::files::{MAX_TEXT, Readers, read_regular_file, read_text_file, replace, without_dots};
use crate::puzzle::Year;

/// The library's folder in a repository.
pub const LIBRARY: &str = "vendor/aoc-solution";

const NAME: &str = "aoc-solution";

/// The library of some years.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Library {
    pub years: Vec<Year>,
    /// `None` if cargo takes it from elsewhere, such as a registry.
    pub folder: Option<PathBuf>,
    /// `None` if it is not there, or not known.
    pub version: Option<String>,
    /// Whether a file is not as this `aoc` has it.
    pub differs: bool,
}

impl Project {
    /// The libraries that the manifests of the years name; all years have the
    /// same one, usually.
    pub fn libraries(&self, years: &[Year]) -> Vec<Library> {
        let mut libraries: BTreeMap<_, Vec<Year>> = BTreeMap::new();
        for &year in years {
            if let Some(source) = self.library_of(year) {
                libraries.entry(source).or_default().push(year);
            }
        }
        let library =
            |((folder, version), years): ((Option<PathBuf>, Option<String>), _)| Library {
                years,
                version: match &folder {
                    Some(folder) => library_version(&read(&folder.join("Cargo.toml"))),
                    None => version,
                },
                differs: folder.as_deref().is_some_and(differs),
                folder,
            };
        libraries.into_iter().map(library).collect()
    }

    /// The folder, or the version, of the library that a year's manifest asks for;
    /// `None` if it says nothing of one.
    fn library_of(&self, year: Year) -> Option<(Option<PathBuf>, Option<String>)> {
        let mut folder = self.year_dir(year);
        let manifest: toml::Table = read(&folder.join("Cargo.toml")).parse().ok()?;
        let mut dependency = find(manifest.get("dependencies")?)?;
        if dependency.get("workspace").is_some() {
            dependency = find(self.manifest().get("workspace")?.get("dependencies")?)?;
            self.root().clone_into(&mut folder);
        }
        let text = |key| dependency.get(key).and_then(toml::Value::as_str);
        let version = dependency.as_str().or_else(|| text("version"));
        let folder = text("path").map(|path| without_dots(&folder.join(path)));
        Some((folder, version.map(str::to_owned)))
    }
}

/// The dependency on the library, under this or another name.
fn find(dependencies: &toml::Value) -> Option<&toml::Value> {
    dependencies.as_table()?.iter().find_map(|(name, value)| {
        let package = value.get("package").and_then(toml::Value::as_str);
        (package.unwrap_or(name) == NAME).then_some(value)
    })
}

fn read(path: &Path) -> String {
    read_text_file(path).unwrap_or_default()
}

/// The files of this version, from a repository's root.
pub fn library_files() -> Vec<NewFile> {
    let files = source::FILES.iter();
    files
        .map(|(name, text)| NewFile::new(format!("{LIBRARY}/{name}"), *text))
        .collect()
}

/// Whether a file of a library is not as this version has it. Missing files do not
/// count.
pub fn differs(folder: &Path) -> bool {
    source::FILES.iter().any(|(name, text)| {
        content(&folder.join(name)).is_some_and(|found| {
            // In its own repository it also sets lints.
            let lints = *name == "Cargo.toml" && found.starts_with(&format!("{text}\n[lints"));
            !lints && !is_same(&found, text)
        })
    })
}

/// The text of a file; `None` if there is no such file. One that is not text
/// differs from any text.
pub fn content(path: &Path) -> Option<String> {
    match read_regular_file(path, MAX_TEXT) {
        Ok(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
        Err(_) => path.symlink_metadata().is_ok().then(String::new),
    }
}

/// The version in a manifest of the library.
fn library_version(manifest: &str) -> Option<String> {
    let manifest: toml::Table = manifest.parse().ok()?;
    let version = manifest.get("package")?.get("version")?;
    version.as_str().map(str::to_owned)
}

/// The version that this `aoc` carries.
pub fn own_library_version() -> String {
    library_version(own_manifest()).expect("cargo has read this manifest")
}

/// The oldest compiler that builds the library that this `aoc` carries.
pub fn least_rust_version() -> &'static str {
    let line = own_manifest()
        .lines()
        .find_map(|line| line.strip_prefix("rust-version = \""));
    let version = line.and_then(|line| line.strip_suffix('"'));
    version.expect("the manifest says it")
}

fn own_manifest() -> &'static str {
    let manifest = source::FILES.iter().find(|(name, _)| *name == "Cargo.toml");
    manifest.expect("the library has a manifest").1
}

/// A version's numbers, to compare; none if it is of another form.
pub fn version_numbers(version: &str) -> Vec<u64> {
    let release = version.split(['-', '+']).next().unwrap_or_default();
    let numbers: Result<_, _> = release.split('.').map(str::parse).collect();
    numbers.unwrap_or_default()
}

/// What an update changed; nothing if the library was up to date. Paths are
/// from the root, with slashes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Updated {
    /// `None` if the library had no manifest with a version.
    pub from: Option<String>,
    pub to: String,
    pub added: Vec<String>,
    pub replaced: Vec<String>,
    pub removed: Vec<String>,
}

/// Replaces the library below `root` by this version's. Refused, unless `force`, if
/// the library is newer, and if files would be lost: those that git has in no
/// commit, or all that differ where there is no git.
pub fn update_library(
    root: &Path,
    git: Option<&Git>,
    force: bool,
) -> Result<Updated, ProjectError> {
    let folder = root.join(LIBRARY);
    if !folder.is_dir() {
        let message = format!(
            "there is no library in {}, so there is nothing to update; `aoc init` creates a \
             repository",
            folder.display()
        );
        return Err(ProjectError::new(Exit::Usage, message));
    }
    let mut done = Updated {
        from: library_version(&read(&folder.join("Cargo.toml"))),
        to: own_library_version(),
        ..Updated::default()
    };
    let files = library_files();
    let own: BTreeSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
    let mut there = Vec::new();
    files_below(root, &format!("{LIBRARY}/src"), &mut there);
    there.retain(|path| !own.contains(path.as_str()));
    done.removed = there;
    for file in &files {
        match content(&root.join(&file.path)) {
            None => done.added.push(file.path.clone()),
            Some(text) if is_same(&text, &file.text) => {}
            Some(_) => done.replaced.push(file.path.clone()),
        }
    }
    if !force {
        refuse(&done, &folder, git)?;
    }
    for file in &files {
        if done.added.contains(&file.path) || done.replaced.contains(&file.path) {
            let path = root.join(&file.path);
            replace(&path, &file.text, Readers::Usual)
                .map_err(|source| ProjectError::write(&path, source))?;
        }
    }
    for path in done.removed.iter().map(|path| root.join(path)) {
        fs::remove_file(&path).map_err(|source| ProjectError::write(&path, source))?;
        // Fails on purpose if something is left in it.
        let _ = path.parent().map(fs::remove_dir);
    }
    Ok(done)
}

fn refuse(update: &Updated, folder: &Path, git: Option<&Git>) -> Result<(), ProjectError> {
    let refused = |message| Err(ProjectError::new(Exit::Refused, message));
    let found = update.from.as_deref().unwrap_or_default();
    if version_numbers(found) > version_numbers(&update.to) {
        return refused(format!(
            "{} is version {found}, newer than the {} that this aoc has: update aoc, or replace \
             it with `aoc init --update --force`",
            folder.display(),
            update.to
        ));
    }
    let changed = git.and_then(|git| git.changed(LIBRARY));
    let lost = update.replaced.iter().chain(&update.removed);
    let lost: Vec<&str> = lost
        .filter(|path| {
            changed
                .as_ref()
                .is_none_or(|changed| changed.contains(path))
        })
        .map(String::as_str)
        .collect();
    if lost.is_empty() {
        return Ok(());
    }
    let why = match changed {
        Some(_) => "is not committed: commit what you changed",
        None => "no git has it as it is: save what you changed",
    };
    refused(format!(
        "{} is to be replaced, and {why}, or give `aoc init --update --force`",
        lost.join(", ")
    ))
}

/// The files below a folder of the root, from there with slashes.
fn files_below(root: &Path, folder: &str, files: &mut Vec<String>) {
    for entry in fs::read_dir(root.join(folder))
        .into_iter()
        .flatten()
        .flatten()
    {
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            files_below(root, &path, files);
        } else {
            files.push(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::write;

    #[test]
    fn finds_what_the_years_are_built_with() {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path();
        let library = |year: u16, dependency: &str| {
            let manifest = format!("[dependencies]\n{dependency}\n");
            write(root, &format!("days/year{year}/Cargo.toml"), &manifest);
        };
        let folder = "aoc-solution = { path = \"../../vendor/aoc-solution\" }";
        library(2020, folder);
        library(2021, folder);
        library(2022, "aoc-solution.workspace = true");
        library(
            2023,
            "solution = { package = \"aoc-solution\", version = \"0.3\" }",
        );
        library(2024, "anyhow = \"1\"");
        write(
            root,
            "Cargo.toml",
            "[workspace.metadata.aoc]\n[workspace.dependencies]\naoc-solution = \"0.2\"\n",
        );
        let vendored = root.join(LIBRARY);
        for (name, text) in source::FILES {
            write(&vendored, name, text);
        }
        let project = Project::find(root).unwrap();
        let years = [2020, 2021, 2022, 2023, 2024].map(Year);
        let found = project.libraries(&years);
        let shown: Vec<_> = found
            .iter()
            .map(|it| (it.years.len(), it.version.as_deref(), it.differs))
            .collect();
        let own = own_library_version();
        assert_eq!(
            shown,
            [
                (1, Some("0.2"), false),
                (1, Some("0.3"), false),
                (2, Some(own.as_str()), false),
            ]
        );
        assert_eq!(found[2].folder.as_ref(), Some(&vendored));

        write(&vendored, "src/lib.rs", "");
        let found = project.libraries(&years[..1]);
        assert!(found[0].differs);
        fs::remove_dir_all(&vendored).unwrap();
        let found = project.libraries(&years[..1]);
        assert_eq!(found[0].version, None);
    }
}

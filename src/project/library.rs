//! Which library the years are written against.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::root::Project;
use super::templates;
use crate::files::read_text_file;
use crate::files::without_dots;
use crate::puzzle::Year;

/// The library of some years.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Library {
    pub years: Vec<Year>,
    /// `None` if cargo takes it from elsewhere, such as a registry.
    pub folder: Option<PathBuf>,
    /// `None` if it is not there, or not known.
    pub version: Option<String>,
    /// The version of the protocol between workers and `aoc`, if it is known.
    pub protocol: Option<u32>,
    /// Whether a file is not as this `aoc` has it.
    pub differs: bool,
}

const NAME: &str = "aoc-solution";

impl Project {
    /// The libraries that the manifests of the years name; all years have the
    /// same one, usually.
    pub fn libraries(&self, years: &[Year]) -> Vec<Library> {
        let mut libraries: BTreeMap<Source, Vec<Year>> = BTreeMap::new();
        for &year in years {
            if let Some(source) = self.library_of(year) {
                libraries.entry(source).or_default().push(year);
            }
        }
        libraries
            .into_iter()
            .map(|(source, years)| library(source, years))
            .collect()
    }

    /// What a year's manifest says; `None` if it says nothing of a library.
    fn library_of(&self, year: Year) -> Option<Source> {
        let folder = self.year_dir(year);
        let text = read_text_file(&folder.join("Cargo.toml")).ok()?;
        let manifest: toml::Table = text.parse().ok()?;
        let dependency = find(manifest.get("dependencies")?)?;
        let inherits = dependency.get("workspace").and_then(toml::Value::as_bool);
        if inherits == Some(true) {
            let workspace = self.manifest().get("workspace")?;
            let dependency = find(workspace.get("dependencies")?)?;
            return Some(Source::new(dependency, self.root()));
        }
        Some(Source::new(dependency, &folder))
    }
}

/// Where cargo takes a library from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Source {
    Folder(PathBuf),
    /// With the version that is asked for.
    Elsewhere(Option<String>),
}

impl Source {
    fn new(dependency: &toml::Value, folder: &Path) -> Self {
        let text = |key| dependency.get(key).and_then(toml::Value::as_str);
        if let Some(path) = text("path") {
            return Self::Folder(without_dots(&folder.join(path)));
        }
        let version = dependency.as_str().or_else(|| text("version"));
        Self::Elsewhere(version.map(str::to_owned))
    }
}

/// The dependency on the library, under this or another name.
fn find(dependencies: &toml::Value) -> Option<&toml::Value> {
    dependencies.as_table()?.iter().find_map(|(name, value)| {
        let package = value.get("package").and_then(toml::Value::as_str);
        (package.unwrap_or(name) == NAME).then_some(value)
    })
}

fn library(source: Source, years: Vec<Year>) -> Library {
    match source {
        Source::Elsewhere(version) => Library {
            years,
            folder: None,
            version,
            protocol: None,
            differs: false,
        },
        Source::Folder(folder) => {
            let manifest = read_text_file(&folder.join("Cargo.toml"));
            Library {
                years,
                version: manifest
                    .ok()
                    .and_then(|manifest| templates::library_version(&manifest)),
                protocol: protocol(&folder),
                differs: templates::library_at_differs(&folder),
                folder: Some(folder),
            }
        }
    }
}

/// The version that the library's source gives the protocol.
fn protocol(folder: &Path) -> Option<u32> {
    ["src/protocol/constants.rs", "src/protocol.rs"]
        .iter()
        .filter_map(|file| read_text_file(&folder.join(file)).ok())
        .find_map(|source| {
            let line = source
                .lines()
                .find_map(|line| line.trim().strip_prefix("pub const VERSION: u32 = "))?;
            line.strip_suffix(';')?.parse().ok()
        })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use aoc_solution::protocol::VERSION;

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
        let vendored = root.join(templates::LIBRARY);
        for (name, text) in aoc_solution::source::FILES {
            write(&vendored, name, text);
        }
        let project = Project::find(root).unwrap();
        let years = [2020, 2021, 2022, 2023, 2024].map(Year);
        let found = project.libraries(&years);
        let shown: Vec<_> = found
            .iter()
            .map(|it| {
                (
                    it.years.len(),
                    it.version.as_deref(),
                    it.protocol,
                    it.differs,
                )
            })
            .collect();
        let own = templates::own_library_version();
        assert_eq!(
            shown,
            [
                (2, Some(own.as_str()), Some(VERSION), false),
                (1, Some("0.2"), None, false),
                (1, Some("0.3"), None, false),
            ]
        );
        assert_eq!(found[0].folder.as_ref(), Some(&vendored));

        write(&vendored, "src/lib.rs", "");
        write(
            &vendored,
            "src/protocol/constants.rs",
            "pub const VERSION: u32 = 1;\n",
        );
        let found = project.libraries(&years[..1]);
        assert_eq!((found[0].protocol, found[0].differs), (Some(1), true));
        fs::remove_dir_all(&vendored).unwrap();
        let found = project.libraries(&years[..1]);
        assert_eq!((&found[0].version, found[0].protocol), (&None, None));
    }
}

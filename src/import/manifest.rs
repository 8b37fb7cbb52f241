//! Manifests: what packages of other repositories say, and what is written.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::tree::Tree;
use crate::files::read_text_file;

/// Libraries of tools whose place `aoc` takes.
const OF_TOOLS: [&str; 5] = [
    "aoc-runner",
    "aoc-runner-derive",
    "aoc-solution",
    "dhat",
    "pico-args",
];

/// The package of a manifest.
#[derive(Clone, Debug, Default)]
pub struct Package {
    /// From the root of the tree, with slashes; empty for the root itself.
    pub folder: String,
    pub name: String,
    pub versions: Versions,
    manifest: toml::Table,
    /// `[workspace.dependencies]` that it may inherit.
    inherited: toml::Table,
}

/// What a package says about the language that it is written in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Versions {
    pub edition: String,
    /// The oldest compiler that builds it, if the package says so.
    pub rust: Option<String>,
}

/// The packages of a tree, those in the deepest folders first. The files that
/// belong to none belong to one without a manifest.
pub fn packages(tree: &Tree) -> Vec<Package> {
    let mut tables: Vec<(String, toml::Table)> = Vec::new();
    for file in &tree.files {
        let Some(folder) = file.strip_suffix("Cargo.toml") else {
            continue;
        };
        if folder.is_empty() || folder.ends_with('/') {
            let text = read_text_file(&tree.path(file)).unwrap_or_default();
            tables.push((
                folder.trim_end_matches('/').to_owned(),
                text.parse().unwrap_or_default(),
            ));
        }
    }
    let inherited = tables
        .iter()
        .find_map(|(_, table)| table.get("workspace")?.as_table())
        .cloned()
        .unwrap_or_default();
    let in_workspace = |keys: [&str; 2]| {
        let table = inherited.get(keys[0])?.as_table()?;
        Some(table.get(keys[1])?.clone())
    };
    let mut packages: Vec<Package> = tables
        .iter()
        .filter_map(|(folder, manifest)| {
            let package = manifest.get("package")?.as_table()?;
            let name = package.get("name")?.as_str()?.to_owned();
            let version = |key| match package.get(key)? {
                toml::Value::String(version) => Some(version.clone()),
                _ => Some(in_workspace(["package", key])?.as_str()?.to_owned()),
            };
            let versions = Versions {
                edition: version("edition").unwrap_or_else(|| "2015".to_owned()),
                rust: version("rust-version"),
            };
            let dependencies = inherited
                .get("dependencies")
                .and_then(toml::Value::as_table);
            Some(Package {
                folder: folder.clone(),
                name,
                versions,
                manifest: manifest.clone(),
                inherited: dependencies.cloned().unwrap_or_default(),
            })
        })
        .collect();
    if !packages.iter().any(|package| package.folder.is_empty()) {
        packages.push(Package {
            versions: Versions {
                edition: "2021".to_owned(),
                rust: None,
            },
            ..Package::default()
        });
    }
    packages.sort_by_key(|package| std::cmp::Reverse(package.folder.len()));
    packages
}

/// What a manifest that is written needs of another one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// Lines such as `regex = "1"`.
    pub dependencies: BTreeSet<String>,
    pub dev_dependencies: BTreeSet<String>,
    pub features: BTreeSet<String>,
    /// Dependencies that are folders of the other repository.
    pub by_path: BTreeSet<String>,
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

    /// Adds what files with these words need.
    pub fn needs(&self, words: &BTreeSet<&str>, needs: &mut Needs) {
        for (key, is_dev) in [("dependencies", false), ("dev-dependencies", true)] {
            let table = self.manifest.get(key).and_then(toml::Value::as_table);
            for (name, value) in table.into_iter().flatten() {
                let is_used = crate_names(name).iter().any(|name| words.contains(&**name));
                if !is_used || OF_TOOLS.contains(&&**name) {
                    continue;
                }
                let inherits = value.get("workspace").is_some();
                let Some(value) = (if inherits {
                    self.inherited.get(name)
                } else {
                    Some(value)
                }) else {
                    continue;
                };
                if value.get("path").is_some() {
                    needs.by_path.insert(name.clone());
                    continue;
                }
                let mut value = value.clone();
                if let Some(table) = value.as_table_mut() {
                    // An optional one is asked for by a feature that is not here.
                    table.remove("optional");
                }
                let line = format!("{name} = {value}");
                if !is_dev {
                    needs.dependencies.insert(line);
                } else if !needs.dependencies.contains(&line) {
                    needs.dev_dependencies.insert(line);
                }
            }
        }
        if !words.contains("feature") {
            return;
        }
        let features = self
            .manifest
            .get("features")
            .and_then(toml::Value::as_table);
        for (name, value) in features.into_iter().flatten() {
            // Features of dependencies are not copied.
            if value.as_array().is_some_and(Vec::is_empty) {
                needs.features.insert(format!("{name} = []"));
            }
        }
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
    /// A manifest with this added.
    pub fn added_to(&self, manifest: &str, versions: &Versions) -> String {
        let mut text = with_versions(manifest, versions);
        for (table, lines) in [
            ("dependencies", &self.dependencies),
            ("dev-dependencies", &self.dev_dependencies),
            ("features", &self.features),
        ] {
            text = add_lines(&text, table, lines);
        }
        text
    }
}

/// The manifest with an older edition, if the other repository has one, and with
/// the version of Rust that it needs: an older compiler then says so in one line.
fn with_versions(manifest: &str, versions: &Versions) -> String {
    // Without `crate::` in paths, nothing of ours could be used.
    let edition = match &*versions.edition {
        "2015" => "2018",
        edition if edition < "2024" => edition,
        _ => "2024",
    };
    let text = manifest.replace("edition = \"2024\"", &format!("edition = \"{edition}\""));
    let table: toml::Table = text.parse().unwrap_or_default();
    let old = table
        .get("package")
        .and_then(|package| package.get("rust-version")?.as_str());
    let line = |version: &str| format!("rust-version = {version:?}\n");
    match (&versions.rust, old) {
        (Some(new), Some(old)) if numbers(new) > numbers(old) => {
            text.replace(&line(old), &line(new))
        }
        (Some(new), None) => {
            let Some(edition) = text.find("\nedition = ") else {
                return text;
            };
            let end = text[edition + 1..].find('\n');
            let end = end.map_or(text.len(), |end| edition + end + 2);
            format!("{}{}{}", &text[..end], line(new), &text[end..])
        }
        _ => text,
    }
}

/// The numbers of a version, to be compared.
fn numbers(version: &str) -> Vec<u32> {
    let numbers = version.split('.');
    numbers.map(|number| number.parse().unwrap_or(0)).collect()
}

/// A manifest with the lines that it lacks in a table.
pub fn add_lines(manifest: &str, table: &str, lines: &BTreeSet<String>) -> String {
    let known: toml::Table = manifest.parse().unwrap_or_default();
    let known = known.get(table).and_then(toml::Value::as_table);
    let is_new = |line: &&String| {
        let name = line.split(' ').next().unwrap_or_default();
        known.is_none_or(|known| !known.contains_key(name))
    };
    let lines: Vec<&String> = lines.iter().filter(is_new).collect();
    if lines.is_empty() {
        return manifest.to_owned();
    }
    let lines: String = lines
        .iter()
        .flat_map(|line| [line.as_str(), "\n"])
        .collect();
    let header = format!("[{table}]");
    let mut at = 0;
    for line in manifest.split_inclusive('\n') {
        at += line.len();
        if line.trim() == header {
            let (before, after) = manifest.split_at(at);
            let gap = if before.ends_with('\n') { "" } else { "\n" };
            return format!("{before}{gap}{lines}{after}");
        }
    }
    let mut text = manifest.trim_end().to_owned();
    // Writing to a string cannot fail.
    let _ = write!(text, "\n\n{header}\n{lines}");
    text
}

/// The manifest of a crate that days of several years share.
pub fn shared(name: &str, versions: &Versions, needs: &Needs) -> String {
    let text = format!(
        "[package]\nname = \"{name}\"\ndescription = \"What days of several years share\"\n\
         version = \"0.0.0\"\nedition = \"2024\"\npublish = false\n"
    );
    needs.added_to(&text, versions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crates_may_have_other_names() {
        for (package, name) in [
            ("rust-crypto", "crypto"),
            ("md-5", "md5"),
            ("ocr-rs", "ocr"),
            ("nom-locate", "nom_locate"),
        ] {
            assert!(
                crate_names(package).iter().any(|it| it == name),
                "{package}"
            );
        }
    }

    const MANIFEST: &str = "[package]\nname = \"my-aoc\"\nedition = \"2021\"\n[dependencies]\n\
        regex = \"1\"\naoc-runner = \"0.3\"\nunused = \"1\"\nitertools = { workspace = true }\n\
        common = { path = \"../common\" }\n[dev-dependencies]\nindoc = { version = \"2\", optional = true }\n\
        [features]\nsimd = []\nall = [\"regex/std\"]\n";

    #[test]
    fn only_what_is_used_is_needed() {
        let package = Package {
            manifest: MANIFEST.parse().unwrap(),
            inherited: "itertools = \"0.14\"".parse().unwrap(),
            ..Package::default()
        };
        let words = [
            "regex",
            "aoc_runner",
            "itertools",
            "common",
            "indoc",
            "feature",
        ]
        .into();
        let mut needs = Needs::default();
        package.needs(&words, &mut needs);
        let year = "[package]\nname = \"year2020\"\nedition = \"2024\"\n\n[dependencies]\naoc-solution = \"1\"\n";
        let versions = |edition: &str, rust: &str| Versions {
            edition: edition.to_owned(),
            rust: Some(rust.to_owned()),
        };
        let of_2021 = versions("2021", "1.70");
        insta::assert_snapshot!(needs.added_to(year, &of_2021), @r#"
        [package]
        name = "year2020"
        edition = "2021"
        rust-version = "1.70"

        [dependencies]
        itertools = "0.14"
        regex = "1"
        aoc-solution = "1"

        [dev-dependencies]
        indoc = { version = "2" }

        [features]
        simd = []
        "#);
        assert_eq!(needs.by_path, ["common".to_owned()].into());
        let again = needs.added_to(year, &of_2021);
        assert_eq!(needs.added_to(&again, &of_2021), again);
        // The year needs what each of its packages needs.
        assert_eq!(needs.added_to(&again, &versions("2018", "1.9")), again);
        let newer = needs.added_to(&again, &versions("2021", "1.98.1"));
        assert_eq!(newer, again.replace("1.70", "1.98.1"));
    }
}

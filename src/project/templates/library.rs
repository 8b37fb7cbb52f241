//! The library that a day is written against, carried along until it is on a
//! registry.

use super::{File, manifest};

/// Where it is in a repository.
pub const FOLDER: &str = "vendor/aoc-solution";

/// Names files of `solution/src`, each with its text.
macro_rules! sources {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!("../../../solution/src/", $name)))),+]
    };
}

const SOURCES: &[(&str, &str)] = sources![
    "answer.rs",
    "cli.rs",
    "dispatch.rs",
    "job.rs",
    "letters.rs",
    "lib.rs",
    "memory.rs",
    "panics.rs",
    "protocol.rs",
    "random.rs",
    "registry.rs",
    "sample.rs",
    "solution.rs",
    "uncounted.rs",
    "worker.rs",
];

/// The library's files. Whoever passes it on must pass on its licences.
pub fn files() -> impl Iterator<Item = File> {
    let sources = SOURCES
        .iter()
        .map(|(name, text)| (format!("src/{name}"), (*text).to_owned()));
    let others = [
        ("Cargo.toml", manifest()),
        (
            "LICENSE-APACHE",
            include_str!("../../../LICENSE-APACHE").into(),
        ),
        ("LICENSE-MIT", include_str!("../../../LICENSE-MIT").into()),
    ];
    let others = others.map(|(name, text)| (name.to_owned(), text));
    others
        .into_iter()
        .chain(sources)
        .map(|(name, text)| File::new(format!("{FOLDER}/{name}"), text))
}

fn manifest() -> String {
    let manifest = manifest::on_its_own(include_str!("../../../solution/Cargo.toml"));
    format!("# A copy of the library that this version of `aoc` goes with.\n{manifest}")
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    fn list(folder: &Path, prefix: &str, names: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let name = format!("{prefix}{}", entry.file_name().to_str().unwrap());
            if entry.path().is_dir() {
                list(&entry.path(), &format!("{name}/"), names);
            } else if entry.path().extension().is_some_and(|kind| kind == "rs") {
                names.push(name);
            }
        }
    }

    #[test]
    fn holds_every_source() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("solution/src");
        let mut names = Vec::new();
        list(&folder, "", &mut names);
        names.sort();
        let listed: Vec<&str> = SOURCES.iter().map(|(name, _)| *name).collect();
        assert_eq!(listed, names);
    }

    #[test]
    fn stands_on_its_own() {
        let alone = manifest();
        assert!(!alone.contains("workspace"), "{alone}");
        let alone: toml::Table = alone.parse().unwrap();
        let ours: toml::Table = include_str!("../../../solution/Cargo.toml")
            .parse()
            .unwrap();
        assert_eq!(
            alone["package"]["version"].as_str(),
            Some(env!("CARGO_PKG_VERSION"))
        );
        for part in ["features", "dependencies"] {
            assert_eq!(alone[part], ours[part]);
        }
        let parts = |table: &toml::Table| table.keys().cloned().collect::<Vec<_>>();
        let mut inherited = parts(&ours);
        inherited.retain(|part| part != "lints");
        assert_eq!(parts(&alone), inherited);
    }
}

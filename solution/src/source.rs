//! The source of this package, which `aoc init` copies into repositories.

/// The files of `src/`, by name.
macro_rules! files {
    ($($name:literal),+ $(,)?) => {
        &[
            ("Cargo.toml", before_lints(include_str!("../Cargo.toml"))),
            ("LICENSE-MIT", include_str!("../LICENSE-MIT")),
            $((concat!("src/", $name), include_str!($name)),)+
        ]
    };
}

/// The paths and texts of all files that the package needs, with one licence. The manifest does not
/// depend on a workspace and sets no lints.
pub const FILES: &[(&str, &str)] = files![
    "answer.rs",
    "cli.rs",
    "dispatch.rs",
    "examples.rs",
    "excerpt.rs",
    "executor.rs",
    "figures.rs",
    "functions.rs",
    "functions/choices.rs",
    "imported.rs",
    "imported/printed.rs",
    "imported/printed/part_names.rs",
    "imported/text.rs",
    "letters.rs",
    "lib.rs",
    "measure.rs",
    "memory.rs",
    "protocol.rs",
    "protocol/wire.rs",
    "random.rs",
    "registry.rs",
    "solution.rs",
    "source.rs",
    "worker.rs",
];

/// The manifest up to its first table of lints. The tables of lints come last, also in the manifest
/// that cargo writes for a registry.
const fn before_lints(manifest: &str) -> &str {
    let mut end = 0;
    while end < manifest.len() {
        if let (_, [b'\n', b'[', b'l', b'i', b'n', b't', b's', ..]) =
            manifest.as_bytes().split_at(end)
        {
            return manifest.split_at(end).0;
        }
        end += 1;
    }
    manifest
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
            } else {
                names.push(name);
            }
        }
    }

    #[test]
    fn holds_every_file() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut names = Vec::from(["Cargo.toml", "LICENSE-MIT"].map(String::from));
        list(&folder.join("src"), "src/", &mut names);
        names.sort();
        let mut listed: Vec<&str> = FILES.iter().map(|(name, _)| *name).collect();
        listed.sort_unstable();
        assert_eq!(listed, names);
        // The licences are copies of those of the repository.
        for (name, text) in FILES.iter().filter(|(name, _)| name.starts_with("LICENSE")) {
            if let Ok(original) = fs::read_to_string(folder.join("..").join(name)) {
                assert_eq!(original, *text, "{name}");
            }
        }
    }

    #[test]
    fn the_manifest_stands_alone_and_sets_no_lints() {
        let (_, manifest) = FILES[0];
        assert!(!manifest.contains("workspace = true") && !manifest.contains("lints]\n"));
        for part in ["[package]", "[features]", "[dependencies"] {
            assert!(manifest.contains(part), "{manifest}");
        }
        // The text that is cut off contains only lints.
        let tables = include_str!("../Cargo.toml")[manifest.len()..].lines();
        for table in tables.filter(|line| line.starts_with('[')) {
            let is_here_only = table.starts_with("[lints") || table.contains("docs.rs");
            assert!(is_here_only, "{table}");
        }
    }
}

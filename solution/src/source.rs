//! The source of this package, which `aoc init` copies into repositories.

macro_rules! texts {
    ($($name:literal),+ $(,)?) => {
        &[
            ("Cargo.toml", include_str!("../Cargo.toml")),
            ("LICENSE-MIT", include_str!("../LICENSE-MIT")),
            $((concat!("src/", $name), include_str!($name)),)+
        ]
    };
}

/// The paths and texts of all files that the package needs, with one licence.
const TEXTS: &[(&str, &str)] = texts![
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

/// The last sections of files, which repositories do not need: the lints of the manifest, and the
/// tests.
const LEFT_OUT: [&str; 2] = ["\n[lints.", "\n#[cfg(test)]\nmod tests {"];

/// The path and the text of each file. The manifest is the first. It does not depend on a workspace
/// and sets no lints, and the code has no tests.
pub fn files() -> impl Iterator<Item = (&'static str, &'static str)> {
    TEXTS.iter().map(|(path, text)| {
        let end = LEFT_OUT.iter().find_map(|section| text.find(section));
        (*path, &text[..end.unwrap_or(text.len())])
    })
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
        let mut listed: Vec<&str> = files().map(|(name, _)| name).collect();
        listed.sort_unstable();
        assert_eq!(listed, names);
        // The licences are copies of those of the repository.
        for (name, text) in files().filter(|(name, _)| name.starts_with("LICENSE")) {
            if let Ok(original) = fs::read_to_string(folder.join("..").join(name)) {
                assert_eq!(original, text, "{name}");
            }
        }
    }

    /// In a repository, nothing would run them.
    #[test]
    fn the_code_has_no_tests() {
        for (name, text) in files() {
            assert!(!text.lines().any(|line| line == "mod tests {"), "{name}");
            assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{name}");
        }
    }

    #[test]
    fn the_manifest_stands_alone_and_sets_no_lints() {
        let (_, manifest) = files().next().unwrap();
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

//! The source of this package, for `aoc init`, which copies it into
//! repositories of others.

/// The files of `src/`, by name.
macro_rules! files {
    ($($name:literal),+ $(,)?) => {
        &[
            ("Cargo.toml", before_lints(include_str!("../Cargo.toml"))),
            ("LICENSE-APACHE", include_str!("../LICENSE-APACHE")),
            ("LICENSE-MIT", include_str!("../LICENSE-MIT")),
            $((concat!("src/", $name), include_str!($name)),)+
        ]
    };
}

/// The files of `src/`, by name.
macro_rules! files {
    ($($name:literal),+ $(,)?) => {
        &[
            ("Cargo.toml", before_lints(include_str!("../Cargo.toml"))),
            ("LICENSE-APACHE", include_str!("../LICENSE-APACHE")),
            ("LICENSE-MIT", include_str!("../LICENSE-MIT")),
            $((concat!("src/", $name), include_str!($name)),)+
        ]
    };
}

/// The files of `src/`, by name.
macro_rules! files {
    ($($name:literal),+ $(,)?) => {
        &[
            ("Cargo.toml", before_lints(include_str!("../Cargo.toml"))),
            ("LICENSE-APACHE", include_str!("../LICENSE-APACHE")),
            ("LICENSE-MIT", include_str!("../LICENSE-MIT")),
            $((concat!("src/", $name), include_str!($name)),)+
        ]
    };
}

/// Every file that the package needs: its path in the package's folder and its
/// text. The manifest stands alone, whatever workspace it is copied into, and
/// sets no lints there.
pub const FILES: &[(&str, &str)] = files![
    "answer.rs",
    "cli.rs",
    "dispatch.rs",
    "examples.rs",
    "functions.rs",
    "functions/choices.rs",
    "functions/tests.rs",
    "job.rs",
    "letters.rs",
    "letters/typefaces.rs",
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

/// The manifest up to its first table of lints, which are the last tables, as
/// it is written here and as cargo rewrites it for a registry.
const fn before_lints(manifest: &str) -> &str {
    const LINTS: &[u8] = b"\n[lints";
    let text = manifest.as_bytes();
    let mut end = 0;
    while end + LINTS.len() <= text.len() {
        let mut length = 0;
        while length < LINTS.len() && text[end + length] == LINTS[length] {
            length += 1;
        }
        if length == LINTS.len() {
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

    const FOLDER: &str = env!("CARGO_MANIFEST_DIR");

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
        let mut names =
            Vec::from(["Cargo.toml", "LICENSE-APACHE", "LICENSE-MIT"].map(String::from));
        list(&Path::new(FOLDER).join("src"), "src/", &mut names);
        names.sort();
        let listed: Vec<&str> = FILES.iter().map(|(name, _)| *name).collect();
        assert_eq!(listed, names);
        for (name, text) in FILES.iter().filter(|(name, _)| *name != "Cargo.toml") {
            let file = fs::read_to_string(Path::new(FOLDER).join(name)).unwrap();
            assert_eq!(file, *text, "{name}");
        }
    }

    #[test]
    fn the_manifest_stands_alone_and_sets_no_lints() {
        let (_, manifest) = FILES[0];
        assert!(!manifest.contains("workspace = true"), "{manifest}");
        assert!(!manifest.contains("lints]\n"), "{manifest}");
        for part in ["[package]", "[features]", "[dependencies"] {
            assert!(manifest.contains(part), "{manifest}");
        }
        // Nothing but lints is cut off.
        let whole = include_str!("../Cargo.toml");
        let tables = whole[manifest.len()..].lines();
        for table in tables.filter(|line| line.starts_with('[')) {
            assert!(table.starts_with("[lints"), "{table}");
        }
    }

    /// The licences are copies of those of the repository, where this is its
    /// checkout.
    #[test]
    fn has_the_licences_of_the_repository() {
        let root = Path::new(FOLDER).parent().unwrap();
        if !root.join("solution/Cargo.toml").is_file() {
            return;
        }
        for (name, text) in FILES.iter().filter(|(name, _)| name.starts_with("LICENSE")) {
            assert_eq!(
                fs::read_to_string(root.join(name)).unwrap(),
                *text,
                "{name}"
            );
        }
    }
}

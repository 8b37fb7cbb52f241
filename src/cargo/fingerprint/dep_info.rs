//! Cargo's dependency lists: the files, and the environment variables, that
//! went into a program.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The files in the text of a `.d` file such as `target/aoc/year2020.d`:
/// everything that a rebuild depends on, those of local libraries included.
pub fn files(text: &str) -> Vec<PathBuf> {
    let rules = text.lines().filter(|line| !line.starts_with('#'));
    let mut files = BTreeSet::new();
    for rule in rules {
        let mut words = words(rule).into_iter();
        // What is made, which ends in a colon.
        let _ = words.by_ref().find(|word| word.ends_with(':'));
        files.extend(words.map(PathBuf::from));
    }
    files.into_iter().collect()
}

/// Words apart by blanks; a blank in a name has a backslash before it, and any
/// other backslash is a part of the name.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut characters = line.chars().peekable();
    while let Some(c) = characters.next() {
        let word = words.last_mut().expect("begins with one");
        match c {
            '\\' if characters.next_if_eq(&' ').is_some() => word.push(' '),
            ' ' => words.push(String::new()),
            c => word.push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The environment variables that `env!` and its like looked at, in any of the
/// crates: cargo's folder `deps` has a list for each way one was compiled.
pub fn variables(deps: &Path, crates: &[String]) -> Vec<String> {
    let Ok(entries) = fs::read_dir(deps) else {
        return Vec::new();
    };
    let mut names = BTreeSet::new();
    for entry in entries.flatten() {
        let file = entry.file_name();
        let of_crate = |name: &str| {
            let hash = name
                .strip_suffix(".d")
                .and_then(|stem| stem.rsplit_once('-'));
            hash.is_some_and(|(name, _)| {
                crates
                    .iter()
                    .any(|other| other.replace('-', "_") == name.replace('-', "_"))
            })
        };
        if file.to_str().is_some_and(of_crate) {
            let text = fs::read_to_string(entry.path()).unwrap_or_default();
            names.extend(env_deps(&text).map(str::to_owned));
        }
    }
    names.into_iter().collect()
}

fn env_deps(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let variable = line.strip_prefix("# env-dep:")?;
        Some(variable.split_once('=').map_or(variable, |(name, _)| name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_names_with_blanks_and_backslashes() {
        let text = "/a\\ b/target/aoc/year2020: /a\\ b/main.rs /a\\ b/day\\ 1.rs C:\\x\\y.rs\n";
        let expected = ["/a b/day 1.rs", "/a b/main.rs", "C:\\x\\y.rs"];
        assert_eq!(files(text), expected.map(PathBuf::from));
        assert_eq!(files(""), [] as [PathBuf; 0]);
        assert_eq!(files("/target/year2020:\n"), [] as [PathBuf; 0]);
    }

    #[test]
    fn reads_the_variables_of_the_crates() {
        let temp = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(temp.path().join(name), text).unwrap();
        write(
            "year2020-0123.d",
            "a: b\n\n# env-dep:ONE=1\n# env-dep:TWO\n",
        );
        write("aoc_solution-4567.d", "# env-dep:THREE=a=b\n");
        write("year2021-0123.d", "# env-dep:FOUR\n");
        write("year2020-0123.o", "# env-dep:FIVE\n");
        let crates = ["year2020".to_owned(), "aoc-solution".to_owned()];
        assert_eq!(variables(temp.path(), &crates), ["ONE", "THREE", "TWO"]);
        assert_eq!(variables(Path::new("/none"), &crates), [] as [&str; 0]);
    }
}

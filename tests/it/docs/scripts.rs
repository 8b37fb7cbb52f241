//! Checks that the files and functions in the scripts and settings for contributors exist.

use std::fs;
use std::path::Path;

use walkdir::WalkDir;

use crate::sandbox::REPOSITORY;

/// The words of a shell script or of a list in TOML.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || "'\"|()".contains(c))
}

/// The words that a word with braces stands for. Only the first group of braces counts.
fn without_braces(word: &str) -> Vec<String> {
    let group = word
        .split_once('{')
        .and_then(|(start, rest)| Some((start, rest.split_once('}')?)));
    match group {
        Some((start, (names, end))) => names
            .split(',')
            .map(|name| format!("{start}{name}{end}"))
            .collect(),
        None => vec![word.to_owned()],
    }
}

/// True if a file or folder of the repository has a path that starts with this one. The first
/// pattern in the path ends the comparison.
fn exists(path: &str) -> bool {
    let Some((start, _)) = path.split_once(['*', '!', '$']) else {
        return Path::new(REPOSITORY).join(path).exists();
    };
    let files = WalkDir::new(Path::new(REPOSITORY).join("src"));
    files.into_iter().flatten().any(|file| {
        let file = file.path().strip_prefix(REPOSITORY).expect("it is below");
        file.to_str().is_some_and(|file| file.starts_with(start))
    })
}

#[test]
fn the_sources_that_scripts_name_exist() {
    let folder = Path::new(REPOSITORY).join(".ci");
    let scripts = folder.read_dir().expect("a folder").flatten();
    let mut named = 0;
    for script in scripts.map(|script| script.path()) {
        let text = fs::read_to_string(&script).expect("a script");
        for word in words(&text).filter(|word| word.starts_with("src/")) {
            for path in without_braces(word) {
                assert!(exists(&path), "{}: {path}", script.display());
                named += 1;
            }
        }
    }
    assert!(named > 20, "{named}");
}

/// The list names each mutant that is left out by its file and its function.
#[test]
fn the_mutants_that_are_left_out_are_of_functions_that_exist() {
    let settings = Path::new(REPOSITORY).join(".cargo/mutants.toml");
    let settings: toml::Table = fs::read_to_string(settings)
        .expect("a file")
        .parse()
        .expect("TOML");
    for pattern in settings["exclude_re"].as_array().expect("a list") {
        let pattern = pattern.as_str().expect("a pattern").replace('\\', "");
        let (path, mutation) = pattern.split_once(':').expect("a path");
        let source = fs::read_to_string(Path::new(REPOSITORY).join(path));
        let source = source.unwrap_or_else(|error| panic!("{path}: {error}"));
        let (_, named) = mutation
            .rsplit_once(" in ")
            .or_else(|| mutation.split_once("replace "))
            .expect("a function");
        let function = named.split([' ', '$']).next().expect("its path");
        let name = function.rsplit("::").next().expect("its name");
        assert!(source.contains(&format!("fn {name}")), "{path}: {name}");
    }
}

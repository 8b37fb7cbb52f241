//! Dependency lists: the files and the environment variables that something
//! was compiled from.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::messages::Artifact;

/// The sources of a program and of all local packages that it is linked from,
/// as cargo lists them beside it. `None` if that is not the list of this
/// program: empty, cut off, or without `main`, a path relative to the
/// workspace.
pub fn program_sources(executable: &Path, main: &Path) -> Option<BTreeSet<PathBuf>> {
    let text = fs::read_to_string(executable.with_extension("d")).ok()?;
    let rule = text.strip_suffix('\n')?;
    let mut words = words(rule).into_iter();
    let target = words.next()?;
    let files: BTreeSet<PathBuf> = words.map(PathBuf::from).collect();
    let complete = Path::new(target.strip_suffix(':')?) == executable
        && !rule.contains('\n')
        && files.iter().any(|file| file.ends_with(main));
    complete.then_some(files)
}

/// The sources of one library, as rustc lists them. Relative paths are relative
/// to `folder`, in which rustc ran.
pub fn crate_sources(library: &Path, folder: &Path) -> Option<BTreeSet<PathBuf>> {
    let text = fs::read_to_string(list_of(library)?).ok()?;
    let rule = text.lines().next()?;
    let (_, files) = rule.split_once(": ")?;
    let files: BTreeSet<PathBuf> = words(files)
        .into_iter()
        .map(|file| folder.join(file))
        .collect();
    (text.ends_with('\n') && !files.is_empty()).then_some(files)
}

/// `deps/libgrid-0123.rlib` has the list `deps/grid-0123.d`.
fn list_of(library: &Path) -> Option<PathBuf> {
    let stem = library.file_stem()?.to_str()?;
    let stem = stem.strip_prefix("lib").unwrap_or(stem);
    Some(library.with_file_name(format!("{stem}.d")))
}

/// The environment variables that these libraries and programs were compiled with:
/// each way of compiling one has a list.
pub fn variables(artifacts: &[&Artifact]) -> BTreeSet<String> {
    let crates = artifacts.iter().map(|it| it.target.name.replace('-', "_"));
    let crates: BTreeSet<String> = crates.collect();
    let folders = artifacts.iter().filter_map(|artifact| {
        let folder = artifact.filenames.first()?.parent()?;
        // A program lies above the folder of its list.
        let deps = folder.join("deps");
        Some(if deps.is_dir() {
            deps
        } else {
            folder.to_path_buf()
        })
    });
    let folders: BTreeSet<PathBuf> = folders.collect();
    let mut names = BTreeSet::new();
    for entry in folders
        .iter()
        .filter_map(|it| fs::read_dir(it).ok())
        .flatten()
        .flatten()
    {
        let file = entry.file_name();
        let stem = file.to_str().and_then(|name| name.strip_suffix(".d"));
        let name = stem.and_then(|stem| stem.rsplit_once('-'));
        if name.is_some_and(|(name, _)| crates.contains(name)) {
            let text = fs::read_to_string(entry.path()).unwrap_or_default();
            let variables = text.lines().filter_map(|line| {
                let variable = line.strip_prefix("# env-dep:")?;
                Some(variable.split_once('=').map_or(variable, |(name, _)| name))
            });
            names.extend(variables.map(str::to_owned));
        }
    }
    names
}

/// The environment variables, files and folders that a build script asked cargo to
/// watch. Relative ones are in its package. `None` if they are not known.
pub fn script_output(out_dir: &Path) -> Option<(BTreeSet<String>, BTreeSet<PathBuf>)> {
    let text = fs::read_to_string(out_dir.with_file_name("output")).ok()?;
    let values = |key: &str| {
        let prefixes = [format!("cargo:{key}="), format!("cargo::{key}=")];
        let lines = text.lines();
        let value = lines.filter_map(move |line| {
            prefixes
                .iter()
                .find_map(|prefix| line.strip_prefix(prefix.as_str()))
        });
        value.map(str::to_owned).collect::<BTreeSet<String>>()
    };
    let files = values("rerun-if-changed").into_iter().map(PathBuf::from);
    let files = files.filter(|file| file.is_absolute()).collect();
    Some((values("rerun-if-env-changed"), files))
}

/// Words between blanks. A blank in a name has a backslash before it; any other
/// backslash is part of the name.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut characters = line.chars().peekable();
    while let Some(c) = characters.next() {
        let word = words.last_mut().expect("there is a first word");
        match c {
            '\\' if characters.next_if_eq(&' ').is_some() => word.push(' '),
            ' ' => words.push(String::new()),
            c => word.push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(paths: &[&str]) -> BTreeSet<PathBuf> {
        paths.iter().map(PathBuf::from).collect()
    }

    #[test]
    fn reads_names_with_blanks_and_backslashes() {
        let temp = tempfile::Builder::new().prefix("a b").tempdir().unwrap();
        let program = temp.path().join("year2020");
        let name = program.to_str().unwrap().replace(' ', "\\ ");
        let list = |text: &str| {
            fs::write(temp.path().join("year2020.d"), text).unwrap();
            program_sources(&program, Path::new("year2020/main.rs"))
        };
        let text = format!("{name}: /a\\ b/year2020/main.rs /a\\ b/day\\ 1.rs C:\\x\\y.rs\n");
        let files = paths(&["/a b/day 1.rs", "/a b/year2020/main.rs", "C:\\x\\y.rs"]);
        assert_eq!(list(&text), Some(files));

        // Cargo was just about to write it.
        for length in 0..text.len() {
            assert_eq!(list(&text[..length]), None, "{length}");
        }
        assert_eq!(list(&format!("{name}: /year2020/day01.rs\n")), None);
        assert_eq!(list(&text.replace(&name, "/other/year2020")), None);
        assert_eq!(list(&format!("{text}{text}")), None);
    }
}

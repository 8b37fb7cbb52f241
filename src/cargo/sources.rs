//! Finds the files that an artifact was made from, in the dependency lists of rustc and cargo, and
//! in the output of build scripts.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{fs, iter};

use walkdir::WalkDir;

use super::command::Artifact;
use crate::files::{FileIdentity, entries, is_temporary};

/// The values of the instruction `key` in a build script's output.
pub fn instruction_values<'a>(output: &'a str, key: &str) -> impl Iterator<Item = &'a str> {
    output.lines().filter_map(move |line| {
        let instruction = line
            .strip_prefix("cargo::")
            .or_else(|| line.strip_prefix("cargo:"))?;
        instruction.strip_prefix(key)?.strip_prefix('=')
    })
}

/// The files and folders that a build script asked cargo to watch, or its whole package if the
/// script named neither files nor variables. `None` if only cargo knows when the script runs.
pub fn script_sources(package: &Path, output: &str, root: &Path) -> Option<BTreeSet<PathBuf>> {
    let mut watched: Vec<PathBuf> = instruction_values(output, "rerun-if-changed")
        .map(|path| package.join(path))
        .collect();
    let names_variables = instruction_values(output, "rerun-if-env-changed")
        .next()
        .is_some();
    if watched.is_empty() && !names_variables {
        watched.push(package.to_owned());
    }
    let target = root.join("target");
    let mut sources = BTreeSet::from([package.join("Cargo.toml")]);
    for path in watched {
        // By naming a file that does not exist, a script asks cargo to run it at every build.
        if !path.exists() {
            return None;
        }
        let entries = WalkDir::new(path).follow_links(true).into_iter();
        for entry in entries.filter_entry(|entry| {
            let name = entry.file_name();
            // Cargo writes this file into its output, wherever `CARGO_TARGET_DIR` puts that.
            let is_folder = entry.file_type().is_dir();
            let is_cargo_output = is_folder && entry.path().join(".rustc_info.json").is_file();
            let is_output = entry.path() == target || name == ".git" || is_cargo_output;
            entry.depth() == 0 || !is_output && !is_temporary(name)
        }) {
            match entry {
                Ok(entry) => sources.extend([entry.into_path()]),
                // The entry is a broken link, or a link to a folder above it.
                Err(error) => sources.extend(error.path().map(Path::to_owned)),
            }
        }
    }
    Some(sources)
}

/// The sources of a library, program or build script, from the dependency lists of rustc and cargo.
/// `None` if a list is missing, incomplete, or for another program.
pub fn sources(artifact: &Artifact, file: &Path, root: &Path) -> Option<BTreeSet<PathBuf>> {
    let mut lists = Vec::new();
    if let Some(program) = &artifact.executable
        && !artifact.profile.test
    {
        let list = program.with_extension("d");
        let rule = read_rule(&list)?;
        if rule[0] != *program || !rule.contains(&artifact.target.src_path) {
            return None;
        }
        lists.push(rule);
        // Cargo's list contains the target of a link, but not the link itself.
        lists.extend(rustc_list(program));
    } else if artifact.is_build_script() {
        let list = entries(file.parent()?)
            .map(|entry| entry.path())
            .find(|path| path.extension() == Some(OsStr::new("d")))?;
        lists.push(read_rule(&list)?);
    } else {
        // The list of `deps/libgrid-0123.rlib` is `deps/grid-0123.d`. The tests of a program, such
        // as `deps/year2020-0123`, have only such a list, too.
        let stem = file.file_stem()?.to_str()?;
        let name = stem.strip_prefix("lib").unwrap_or(stem);
        lists.push(read_rule(&file.with_file_name(format!("{name}.d")))?);
    }
    // For packages of the workspace, rustc runs in the workspace's root.
    let folder = artifact.folder();
    let ran_in = if folder.starts_with(root) {
        root
    } else {
        folder
    };
    let mut sources = BTreeSet::new();
    for file in lists.iter().flat_map(|rule| &rule[1..]) {
        // Links in paths are not resolved, so that a changed link is noticed.
        let path = ran_in.join(file);
        sources.extend(other_module_file(&path));
        sources.insert(path);
    }
    Some(sources)
}

/// The file that must not exist together with the file of this module: `NAME/mod.rs` for `NAME.rs`,
/// and vice versa. If the user creates it, cargo does not notice, and the old program would
/// continue to run.
fn other_module_file(file: &Path) -> Option<PathBuf> {
    if file.extension()? != "rs" {
        return None;
    }
    if file.file_name()? != "mod.rs" {
        return Some(file.with_extension("").join("mod.rs"));
    }
    let folder = file.parent()?;
    let mut name = folder.file_name()?.to_owned();
    name.push(".rs");
    Some(folder.with_file_name(name))
}

/// The dependency list that rustc wrote for a program. Cargo links or copies the program from the
/// folder `deps`, which also contains the lists of programs with other days.
fn rustc_list(program: &Path) -> Option<Vec<PathBuf>> {
    let state = FileIdentity::of(program)?;
    let compiled = entries(&program.with_file_name("deps"))
        .map(|entry| entry.path())
        .find(|path| FileIdentity::of(path) == Some(state))?;
    read_rule(&compiled.with_extension("d"))
}

/// Reads the first rule of a dependency list: the target, and at least one file that it depends on.
/// A backslash escapes a blank. Any other backslash is part of a name.
fn read_rule(list: &Path) -> Option<Vec<PathBuf>> {
    let text = fs::read_to_string(list).ok()?;
    let (rule, _) = text.split_once('\n')?;
    let rule = rule.replace("\\ ", "\0");
    let (target, files) = rule.split_once(": ")?;
    let paths: Vec<PathBuf> = iter::once(target)
        .chain(files.split(' '))
        .filter(|word| !word.is_empty())
        .map(|word| word.replace('\0', " ").into())
        .collect();
    (paths.len() > 1).then_some(paths)
}

/// The environment variables that crates read while they were compiled, from the dependency lists
/// in this folder. Each variant of a crate has its own list.
pub fn compiled_variables(folder: &Path) -> BTreeSet<String> {
    let mut variables = BTreeSet::new();
    for list in entries(folder) {
        let path = list.path();
        if path.extension() != Some(OsStr::new("d")) {
            continue;
        }
        for line in fs::read_to_string(path).unwrap_or_default().lines() {
            if let Some(variable) = line.strip_prefix("# env-dep:") {
                let name = variable.split('=').next().unwrap_or(variable);
                variables.insert(name.to_owned());
            }
        }
    }
    variables
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::write;

    #[test]
    fn a_build_script_reads_what_it_names_otherwise_its_package() {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path();
        let package = root.join("days/year2020");
        for file in ["build.rs", "list/a", ".hidden", ".a.rs.swp", ".git/HEAD"] {
            write(&package, file, "");
        }
        write(root, "target/x", "");
        write(root, "data/b", "");
        // `CARGO_TARGET_DIR` names this folder.
        write(&package, "out/.rustc_info.json", "");
        write(&package, "out/debug/year2020", "");
        let read = |package: &Path, output: &str| -> Option<Vec<String>> {
            let sources = script_sources(package, output, root)?;
            let shown = |path: PathBuf| {
                let path = path.strip_prefix(package).unwrap().to_owned();
                path.to_string_lossy().replace('\\', "/")
            };
            Some(sources.into_iter().map(shown).collect())
        };
        let all = ["", ".hidden", "Cargo.toml", "build.rs", "list", "list/a"];
        let all = all.map(str::to_owned).to_vec();
        for (output, expected) in [
            ("", Some(all.clone())),
            ("cargo::rustc-env=A=1\nwarning=x\n", Some(all)),
            (
                "cargo::rerun-if-env-changed=A\n",
                Some(vec!["Cargo.toml".to_owned()]),
            ),
            (
                "cargo:rerun-if-changed=list\r\ncargo::rerun-if-changed=build.rs\n",
                Some(
                    ["Cargo.toml", "build.rs", "list", "list/a"]
                        .map(str::to_owned)
                        .to_vec(),
                ),
            ),
            // Only cargo knows when this script runs.
            ("cargo::rerun-if-changed=none\n", None),
            // This script asks for a folder of output itself.
            (
                "cargo::rerun-if-changed=out\n",
                Some(
                    [
                        "Cargo.toml",
                        "out",
                        "out/.rustc_info.json",
                        "out/debug",
                        "out/debug/year2020",
                    ]
                    .map(str::to_owned)
                    .to_vec(),
                ),
            ),
        ] {
            assert_eq!(read(&package, output), expected, "{output}");
        }
        // The package is in the root, so it contains the build folder.
        let found = read(root, "").unwrap();
        assert!(found.contains(&"data/b".to_owned()), "{found:?}");
        assert!(!found.iter().any(|path| path.starts_with("target")));
    }

    #[test]
    fn values_are_those_of_the_key() {
        let output = "cargo::rerun-if-changed=a=b\ncargo:rerun-if-changed=c\n\
                      cargo::rerun-if-changed-not=d\nrerun-if-changed=e\n";
        let found: Vec<&str> = instruction_values(output, "rerun-if-changed").collect();
        assert_eq!(found, ["a=b", "c"]);
    }

    #[test]
    fn the_list_of_another_program_is_none() {
        let temp = tempfile::tempdir().unwrap();
        let path = |name: &str| temp.path().join(name).to_str().unwrap().to_owned();
        let program = temp.path().join("year2020");
        let artifact: Artifact = serde_json::from_value(serde_json::json!({
            "package_id": "year2020",
            "manifest_path": path("Cargo.toml"),
            "target": { "kind": ["bin"], "src_path": path("main.rs") },
            "profile": { "test": false, "overflow_checks": true },
            "filenames": [program],
            "executable": program,
            "fresh": true,
        }))
        .unwrap();
        for (target, source, is_its_own) in [
            ("year2020", "main.rs", true),
            ("year2021", "main.rs", false),
            ("year2020", "src/main.rs", false),
        ] {
            let rule = format!("{}: {} {}\n", path(target), path(source), path("day01.rs"));
            write(temp.path(), "year2020.d", rule);
            let files = ["main.rs", "main/mod.rs", "day01.rs", "day01/mod.rs"];
            let files = files.map(|file| temp.path().join(file));
            let expected = is_its_own.then(|| files.into());
            let found = sources(&artifact, &program, temp.path());
            assert_eq!(found, expected, "{target} {source}");
        }
    }

    #[test]
    fn a_module_has_one_of_two_files() {
        for (file, other) in [
            ("/a/grid.rs", Some("/a/grid/mod.rs")),
            ("/a/grid/mod.rs", Some("/a/grid.rs")),
            ("/a/v1.2/mod.rs", Some("/a/v1.2.rs")),
            ("/a/text.txt", None),
            ("/a/rs", None),
        ] {
            assert_eq!(
                other_module_file(Path::new(file)),
                other.map(PathBuf::from),
                "{file}"
            );
        }
    }

    #[test]
    fn lists_that_are_cut_off_are_none() {
        let temp = tempfile::tempdir().unwrap();
        let list = temp.path().join("year2020.d");
        let text = "/a\\ b/year2020: /a\\ b/main.rs /a\\ b/day\\ 1.rs C:\\x\\y.rs\n";
        fs::write(&list, text).unwrap();
        let files = [
            "/a b/year2020",
            "/a b/main.rs",
            "/a b/day 1.rs",
            "C:\\x\\y.rs",
        ];
        let expected = files.map(PathBuf::from).to_vec();
        assert_eq!(read_rule(&list), Some(expected));
        for length in 0..text.len() {
            fs::write(&list, &text[..length]).unwrap();
            assert_eq!(read_rule(&list), None, "{length}");
        }
        // A rule without a source is invalid.
        fs::write(&list, "/a/year2020: \n").unwrap();
        assert_eq!(read_rule(&list), None);
    }

    /// The folder also contains programs with other days.
    #[test]
    fn the_list_of_rustc_is_that_of_the_same_file() {
        let temp = tempfile::tempdir().unwrap();
        for name in ["1", "2", "3"] {
            let program = format!("deps/year2020-{name}");
            write(temp.path(), &program, "program");
            let rule = format!("{program}: day0{name}.rs\n");
            write(temp.path(), &format!("{program}.d"), rule);
        }
        let program = temp.path().join("year2020");
        fs::hard_link(temp.path().join("deps/year2020-2"), &program).unwrap();
        let rule = ["deps/year2020-2", "day02.rs"].map(PathBuf::from);
        assert_eq!(rustc_list(&program), Some(rule.into()));
    }
}

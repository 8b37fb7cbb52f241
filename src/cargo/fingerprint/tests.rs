use std::fs::File;
use std::time::Duration;

use super::*;
use crate::testing::write;

/// A build that never ran: a source, a program.
struct Project {
    temp: tempfile::TempDir,
    variables: Vec<(&'static str, &'static str)>,
}

impl Project {
    fn new() -> Self {
        let project = Self {
            temp: tempfile::tempdir().unwrap(),
            variables: vec![("RUSTFLAGS", "-O"), ("RUSTUP_HOME", "/none"), ("MINE", "1")],
        };
        project.write("Cargo.toml", "[workspace]");
        project.write("days/Cargo.toml", "[package]");
        project.write("days/day01.rs", "one");
        project.write("target/aoc/year2020", "program");
        project
    }

    fn path(&self, path: &str) -> PathBuf {
        self.temp.path().join(path)
    }

    fn write(&self, path: &str, text: &str) {
        write(self.temp.path(), path, text);
    }

    fn with_inputs<T>(&self, arguments: &[&str], then: impl FnOnce(&BuildInputs<'_>) -> T) -> T {
        let variables = self.variables.iter().map(|&(n, v)| (n.into(), v.into()));
        let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
        then(&BuildInputs {
            root: self.temp.path(),
            arguments: &arguments,
            main: "main",
            environment: &ChildEnv::new(variables, None),
        })
    }

    fn fingerprint(&self) -> Fingerprint {
        self.with_inputs(&["aoc"], |inputs| {
            let packages = [self.path("days")].into();
            let mut files = further_files(inputs.root, inputs.environment, &packages);
            files.insert(self.path("days/day01.rs"));
            let files = files.into_iter().map(|path| {
                let content = content(&path);
                (path, content)
            });
            let variables = ["MINE".to_owned()].into();
            let executable = self.path("target/aoc/year2020");
            Fingerprint::new(inputs, executable, files.collect(), variables)
        })
    }

    fn is_fresh(&self, fingerprint: &Fingerprint) -> bool {
        self.with_inputs(&["aoc"], |inputs| fingerprint.is_fresh(inputs))
    }
}

#[test]
fn a_program_is_fresh_until_a_source_changes() {
    let project = Project::new();
    let fingerprint = project.fingerprint();
    assert!(project.is_fresh(&fingerprint));
    project.write("days/other.rs", "not of the program");
    assert!(project.is_fresh(&fingerprint));
    project.write("days/day01.rs", "ten");
    assert!(!project.is_fresh(&fingerprint));
    project.write("days/day01.rs", "one");
    assert!(project.is_fresh(&fingerprint), "the same content again");
    fs::remove_file(project.path("days/day01.rs")).unwrap();
    assert!(!project.is_fresh(&fingerprint));
}

#[test]
fn times_do_not_count() {
    let project = Project::new();
    let fingerprint = project.fingerprint();
    let source = project.path("days/day01.rs");
    let time = fs::metadata(&source).unwrap().modified().unwrap();
    let set = |time| {
        let file = File::options().append(true).open(&source).unwrap();
        file.set_modified(time).unwrap();
    };
    set(time - Duration::from_secs(100));
    assert!(project.is_fresh(&fingerprint));
    // A twin of the same tick.
    project.write("days/day01.rs", "two");
    set(time);
    assert!(!project.is_fresh(&fingerprint));
}

#[cfg(unix)]
#[test]
fn a_link_counts_for_what_it_leads_to() {
    let project = Project::new();
    let source = project.path("days/day01.rs");
    let link = |target: &str| {
        fs::remove_file(&source).unwrap();
        std::os::unix::fs::symlink(project.path(target), &source).unwrap();
    };
    project.write("a", "one");
    project.write("b", "two");
    link("a");
    let fingerprint = project.fingerprint();
    link("b");
    assert!(!project.is_fresh(&fingerprint));
    link("a");
    assert!(project.is_fresh(&fingerprint));
}

#[test]
fn configuration_appears_changes_and_vanishes() {
    let project = Project::new();
    project.write(".cargo/config.toml", "include = ['more.toml']");
    let fingerprint = project.fingerprint();
    for path in [
        ".cargo/more.toml",
        ".cargo/config",
        "rust-toolchain",
        "Cargo.lock",
        "days/build.rs",
    ] {
        project.write(path, "");
        assert!(!project.is_fresh(&fingerprint), "{path}");
        fs::remove_file(project.path(path)).unwrap();
        assert!(project.is_fresh(&fingerprint), "{path}");
    }
    project.write("days/Cargo.toml", "[package] # changed");
    assert!(!project.is_fresh(&fingerprint));
}

#[test]
fn flags_variables_arguments_and_programs_count() {
    let mut project = Project::new();
    let fingerprint = project.fingerprint();
    project.variables.push(("CARGO_TERM_COLOR", "never"));
    assert!(project.is_fresh(&fingerprint));
    for (index, name) in [(0, "RUSTFLAGS"), (2, "MINE")] {
        let old = std::mem::replace(&mut project.variables[index], (name, "new"));
        assert!(!project.is_fresh(&fingerprint), "{name}");
        project.variables[index] = old;
    }
    assert!(!project.with_inputs(&["aoc", "x"], |inputs| fingerprint.is_fresh(inputs)));
    // The same folder, moved or copied.
    let elsewhere = Project::new();
    assert!(!elsewhere.is_fresh(&fingerprint));
    let other = fingerprint.in_place_of("other");
    assert!(!project.is_fresh(&other));
    assert!(project.is_fresh(&other.in_place_of("main")));
    project.write("target/aoc/year2020", "another program");
    assert!(!project.is_fresh(&fingerprint));
}

#[test]
fn only_a_fingerprint_of_this_version_is_read() {
    let project = Project::new();
    let path = project.path("fingerprint.json");
    let fingerprint = project.fingerprint();
    assert_eq!(Fingerprint::load(&path), None);
    fingerprint.save(&path).unwrap();
    assert_eq!(Fingerprint::load(&path), Some(fingerprint));
    let text = fs::read_to_string(&path).unwrap();
    fs::write(
        &path,
        text.replace("aoc-fingerprint/1", "aoc-fingerprint/0"),
    )
    .unwrap();
    assert_eq!(Fingerprint::load(&path), None);
    fs::write(&path, &text[..text.len() / 2]).unwrap();
    assert_eq!(Fingerprint::load(&path), None);
}

use std::fs::File;
use std::time::Duration;

use super::*;

/// A build that never ran: a source, a list, a program.
struct Built {
    temp: tempfile::TempDir,
    variables: Vec<(&'static str, &'static str)>,
}

impl Built {
    fn new() -> Self {
        let temp = tempfile::tempdir().unwrap();
        let built = Self {
            temp,
            variables: vec![("RUSTFLAGS", "-O"), ("RUSTUP_HOME", "/none"), ("MINE", "1")],
        };
        built.write("Cargo.toml", "[workspace]");
        built.write("days/Cargo.toml", "[package]");
        built.write("days/day01.rs", "one");
        built.write("target/aoc/year2020", "program");
        let source = built.path("days/day01.rs").display().to_string();
        let list = format!("x: {}\n", source.replace(' ', "\\ "));
        built.write("target/aoc/year2020.d", &list);
        built.write("target/aoc/deps/year2020-01.d", "# env-dep:MINE=1\n");
        built
    }

    fn path(&self, path: &str) -> PathBuf {
        self.temp.path().join(path)
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn ask<T>(&self, arguments: &[&str], then: impl FnOnce(&Question<'_>) -> T) -> T {
        let variables = self.variables.iter().map(|&(n, v)| (n.into(), v.into()));
        then(&Question {
            root: self.temp.path(),
            further: &[],
            arguments: &arguments
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>(),
            environment: &ChildEnv::new(variables, None),
        })
    }

    fn before(&self) -> Before {
        self.ask(&["aoc"], |q| Before::take(q, [], &[self.path("days")]))
    }

    fn stamp(&self, before: &Before) -> Stamp {
        let packages = [(self.path("days"), "year2020".to_owned())].into();
        let executable = self.path("target/aoc/year2020");
        let stamp = self.ask(&["aoc"], |q| before.stamp(q, &executable, &packages, false));
        let file = self.path("target/stamp.json");
        stamp.unwrap().save(&file).unwrap();
        Stamp::load(&file).unwrap()
    }

    fn changes(&self, stamp: &Stamp) -> Changes {
        self.ask(&["aoc"], |q| stamp.changes(q))
    }
}

fn file(built: &Built, path: &str) -> Changes {
    Changes {
        files: vec![built.path(path)],
        ..Changes::default()
    }
}

const OTHER: Changes = Changes {
    files: Vec::new(),
    other: true,
    program: false,
    hidden: false,
};

#[test]
fn nothing_is_different_until_something_is() {
    let built = Built::new();
    let stamp = built.stamp(&built.before());
    assert!(built.changes(&stamp).is_none());
    assert_eq!(stamp.executable(), built.path("target/aoc/year2020"));
    built.write("days/other.rs", "no part of the program");
    built.write("days/day01.rs", "ten");
    assert_eq!(built.changes(&stamp), file(&built, "days/day01.rs"));
}

#[test]
fn a_deleted_and_a_copied_back_file_are_different() {
    let built = Built::new();
    let source = built.path("days/day01.rs");
    let copy = built.path("copy.rs");
    let old = std::time::UNIX_EPOCH + Duration::from_secs(1_600_000_000);
    fs::write(&copy, "two").unwrap();
    File::options()
        .write(true)
        .open(&copy)
        .unwrap()
        .set_modified(old)
        .unwrap();
    let stamp = built.stamp(&built.before());
    fs::rename(&copy, &source).unwrap();
    assert_eq!(
        built.changes(&stamp),
        file(&built, "days/day01.rs"),
        "older, same size"
    );
    fs::remove_file(&source).unwrap();
    assert_eq!(built.changes(&stamp), file(&built, "days/day01.rs"));
}

#[test]
fn new_configuration_is_different() {
    let built = Built::new();
    let stamp = built.stamp(&built.before());
    for path in [
        ".cargo/config.toml",
        "rust-toolchain",
        "Cargo.lock",
        "days/build.rs",
    ] {
        built.write(path, "");
        assert_eq!(built.changes(&stamp), file(&built, path));
        fs::remove_file(built.path(path)).unwrap();
        assert!(built.changes(&stamp).is_none());
    }
}

#[test]
fn other_flags_variables_arguments_programs_are_different() {
    let mut built = Built::new();
    let stamp = built.stamp(&built.before());
    built.variables.push(("CARGO_TERM_COLOR", "never"));
    assert!(built.changes(&stamp).is_none());
    for (index, name) in [(0, "RUSTFLAGS"), (2, "MINE")] {
        let old = std::mem::replace(&mut built.variables[index], (name, "new"));
        assert_eq!(built.changes(&stamp), OTHER, "{name}");
        built.variables[index] = old;
    }
    assert_eq!(built.ask(&["aoc", "x"], |q| stamp.changes(q)), OTHER);
    built.write("target/aoc/year2020", "another program");
    let changes = built.changes(&stamp);
    assert!(changes.program && !changes.other);
}

#[test]
fn a_save_during_the_build_is_different() {
    let built = Built::new();
    let before = built.before();
    std::thread::sleep(Duration::from_millis(20));
    built.write("days/day01.rs", "two");
    let stamp = built.stamp(&before);
    assert_eq!(built.changes(&stamp), file(&built, "days/day01.rs"));

    // And so is one of a file that nobody knew to be of the build.
    let before = built.ask(&["aoc"], |q| Before::take(q, [], &[]));
    built.write("days/day01.rs", "ten");
    let stamp = built.stamp(&before);
    assert_eq!(built.changes(&stamp), file(&built, "days/day01.rs"));
}

#[test]
fn what_is_no_stamp_is_none() {
    let built = Built::new();
    let stamp = built.stamp(&built.before());
    let path = built.path("target/stamp.json");
    assert!(Stamp::load(&path).is_some());
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("aoc-stamp/1", "aoc-stamp/0")).unwrap();
    assert_eq!(Stamp::load(&path), None);
    fs::write(&path, &text[..text.len() / 2]).unwrap();
    assert_eq!(Stamp::load(&path), None);
    assert_eq!(Stamp::load(&built.path("none")), None);
    // One of a checkout that was moved or copied.
    let elsewhere = Built::new();
    assert!(elsewhere.changes(&stamp).other);
}

//! Real builds with the real cargo, of one project in a temporary folder. Each test
//! has a year of it to itself.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, SystemTime};

use super::*;
use crate::config::ChildEnv;
use crate::error::{CliError, Exit};
use crate::processes::CancelToken;
use crate::project::Project;
use crate::puzzle::{Day, Year};
use crate::testing::write;

/// A project with this repository's own library.
struct Repository {
    temp: tempfile::TempDir,
    features: Vec<String>,
    per_day: bool,
    cancel: CancelToken,
    environment: ChildEnv,
}

/// The texts and notes that builds told, and how often cargo was called.
#[derive(Default)]
struct Events {
    output: Vec<String>,
    notes: Vec<String>,
    starts: usize,
}

/// The project, in which the libraries are compiled once for all tests.
fn repository() -> MutexGuard<'static, Repository> {
    static REPOSITORY: OnceLock<Mutex<Repository>> = OnceLock::new();
    let repository = REPOSITORY.get_or_init(|| Mutex::new(Repository::new()));
    repository.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Repository {
    fn new() -> Self {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        // All that cargo and the linker take: neither `:` nor `%`.
        let odd = if cfg!(unix) {
            "a {blank}'\"#&"
        } else {
            "a {blank}"
        };
        let temp = tempfile::Builder::new().prefix(odd).tempdir().unwrap();
        let mut variables: Vec<_> = std::env::vars_os().collect();
        variables.push(("CARGO_NET_OFFLINE".into(), "true".into()));
        let repository = Self {
            temp,
            features: Vec::new(),
            per_day: false,
            cancel: CancelToken::default(),
            environment: ChildEnv::new(variables, None),
        };
        repository.write(
            "Cargo.toml",
            "[workspace]\nmembers = ['days/year*', 'solution']\nresolver = '3'\n\
             [workspace.metadata.aoc]\n[workspace.lints.rust]\n[workspace.package]\n\
             version = '0.1.0'\nedition = '2024'\nrust-version = '1.91'\n\
             license = 'MIT'\nrepository = 'https://example.org'\n",
        );
        fs::copy(here.join("Cargo.lock"), repository.path("Cargo.lock")).unwrap();
        for file in ["Cargo.toml", "src"] {
            copy(
                &here.join("solution").join(file),
                &repository.path("solution").join(file),
            );
        }
        repository
    }

    /// Creates a year with two days, the second of which uses a module.
    fn year(&self, year: u16) {
        self.write(
            &format!("days/year{year}/Cargo.toml"),
            &format!(
                "[package]\nname = 'year{year}'\nedition.workspace = true\n\
                 [[bin]]\nname = 'year{year}'\npath = 'main.rs'\n\
                 [features]\nfast = []\n[dependencies]\naoc-solution.path = '../../solution'\n",
            ),
        );
        self.write(
            &format!("days/year{year}/grid.rs"),
            "pub fn two() -> u32 { 2002 }\nfn unused() {}\n",
        );
        self.day(year, 1, "1001");
        self.day(year, 2, "crate::grid::two()");
    }

    fn path(&self, path: &str) -> PathBuf {
        self.temp.path().join(path)
    }

    fn write(&self, path: &str, text: &str) {
        write(self.temp.path(), path, text);
    }

    /// Writes a file with a time before the last build.
    fn write_old(&self, path: &str, text: &str) {
        self.write(path, text);
        let file = File::options().append(true).open(self.path(path)).unwrap();
        file.set_modified(SystemTime::now() - Duration::from_hours(1))
            .unwrap();
    }

    fn remove(&self, path: &str) {
        fs::remove_file(self.path(path)).unwrap();
    }

    /// Writes a day whose first part is an expression.
    fn day(&self, year: u16, day: u8, answer: &str) {
        self.write(&day_file(year, day), &day_text(day, answer));
    }

    fn build(&self, days: &[(u16, &[u8])], events: &mut Events) -> Result<Workers, CliError> {
        let puzzles = days.iter().flat_map(|&(year, days)| {
            let days = days.iter();
            days.map(move |&day| Year(year).day(Day(day)))
        });
        let request = BuildRequest {
            project: &Project::find(self.temp.path()).unwrap(),
            puzzles: &puzzles.collect::<Vec<_>>(),
            per_day: self.per_day,
            profile: Profile::Dev,
            features: &self.features,
            offline: true,
            color: false,
            quiet: false,
            environment: &self.environment,
            cancel: &self.cancel,
        };
        build(&request, &mut |event| match event {
            BuildEvent::Started(_) => events.starts += 1,
            // Cargo's progress.
            BuildEvent::Output(text) if text.starts_with("  ") => {}
            BuildEvent::Output(text) => events.output.push(text.to_owned()),
            BuildEvent::Note(note) => events.notes.push(note.message.clone()),
        })
    }

    /// Builds days and runs them: name and answer of each program, or why there is
    /// none.
    fn run(&self, year: u16, days: &[u8]) -> (Vec<Result<String, String>>, Events) {
        let mut events = Events::default();
        let workers = self.build(&[(year, days)], &mut events).unwrap();
        let results = days.iter().map(|&day| {
            let program = workers.worker(Year(year).day(Day(day)));
            let program = program.map_err(|failure| failure.to_string())?;
            let name = program.file_stem().unwrap().to_str().unwrap();
            let output = Command::new(program).arg(day.to_string()).output().unwrap();
            let output = String::from_utf8(output.stdout).unwrap();
            let line = output.lines().find(|line| line.starts_with("part 1"));
            let answer = line.unwrap_or(&output).rsplit("  ").next();
            Ok(format!("{name}: {}", answer.unwrap().trim()))
        });
        (results.collect(), events)
    }

    /// The answer of a day alone, and whether cargo is called for it.
    #[track_caller]
    fn assert(&self, (year, day): (u16, u8), answer: &str, starts: usize) {
        let (results, events) = self.run(year, &[day]);
        let result = results[0].as_ref().unwrap();
        let program = format!("year{year}-{day:02}: ");
        assert!(
            result.starts_with(&program) && result.contains(answer),
            "{answer}: {result}"
        );
        assert_eq!(events.starts, starts, "calls of cargo");
    }

    fn with_variable(&self, name: &str, value: &str) -> ChildEnv {
        let mut variables = self.environment.variables.clone();
        variables.push((name.into(), value.into()));
        ChildEnv::new(variables, None)
    }
}

fn day_file(year: u16, day: u8) -> String {
    format!("days/year{year}/day{day:02}.rs")
}

fn day_text(day: u8, answer: &str) -> String {
    format!(
        "use aoc_solution::{{Answer, Result, Solution}};\npub struct Day{day:02};\n\
         impl Solution for Day{day:02} {{\n    const TITLE: &'static str = \"T\";\n    \
         type Input<'a> = ();\n    fn parse(_: &str) -> Result<()> {{ Ok(()) }}\n    \
         fn part1(_: &()) -> Result<Answer> {{ Ok(({answer}).into()) }}\n}}\n"
    )
}

fn copy(from: &Path, to: &Path) {
    if from.is_file() {
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(from, to).unwrap();
        return;
    }
    for entry in fs::read_dir(from).unwrap() {
        let name = entry.unwrap().file_name();
        copy(&from.join(&name), &to.join(&name));
    }
}

fn ok(results: &[&str]) -> Vec<Result<String, String>> {
    results.iter().map(|it| Ok((*it).to_owned())).collect()
}

#[test]
fn edits_count_whatever_their_times() {
    let repository = repository();
    repository.year(2015);
    let (results, events) = repository.run(2015, &[1]);
    assert_eq!(results, ok(&["year2015-01: 1001"]));
    // Not a word about what other days use.
    assert_eq!(events.output, [""; 0]);
    repository.assert((2015, 1), "1001", 0);
    repository.day(2015, 1, "1002");
    let (results, events) = repository.run(2015, &[1, 2]);
    assert_eq!(results, ok(&["year2015: 1002", "year2015: 2002"]));
    assert_eq!(events.starts, 1);
    assert_eq!(repository.run(2015, &[1, 2]).1.starts, 0);
    // Copied back: the same size, and older than what was built.
    repository.write_old(&day_file(2015, 1), &day_text(1, "1003"));
    repository.assert((2015, 1), "1003", 1);
    repository.assert((2015, 1), "1003", 0);
    // With no fingerprint it is not known what a program that cargo calls fresh
    // was made from.
    fs::remove_dir_all(repository.path("target/aoc-stamps")).unwrap();
    repository.write_old(&day_file(2015, 1), &day_text(1, "1007"));
    repository.assert((2015, 1), "1007", 1);
    // A day more leaves the others' own programs fresh.
    repository.day(2015, 3, "3003");
    repository.assert((2015, 3), "3003", 1);
    repository.assert((2015, 1), "1007", 0);
}

#[test]
fn libraries_configuration_and_variables_count() {
    let mut repository = repository();
    repository.year(2016);
    let library = "solution/src/lib.rs";
    let text = fs::read_to_string(repository.path(library)).unwrap();
    // A day that does not compile without the change, which cargo does not see.
    repository.day(2016, 1, "aoc_solution::magic()");
    let magic = format!("{text}\n/// Magic.\npub fn magic() -> u32 {{ 5004 }}\n");
    repository.write_old(library, &magic);
    let (results, events) = repository.run(2016, &[1]);
    assert_eq!(results, ok(&["year2016-01: 5004"]));
    assert_eq!(events.output, [""; 0], "the first try is not shown");
    repository.write(library, &text);

    repository.day(2016, 1, "if cfg!(x = \"1\") { 1 } else { 2 }");
    for value in [2, 1] {
        let text = format!("[build]\nrustflags = ['--cfg', 'x=\"{value}\"']\n");
        repository.write(".cargo/config.toml", &text);
        repository.assert((2016, 1), &value.to_string(), 1);
    }
    repository.remove(".cargo/config.toml");

    repository.day(2016, 1, "format!(\"{:?}\", option_env!(\"MINE\"))");
    repository.assert((2016, 1), "None", 1);
    let plain = repository.environment.clone();
    repository.environment = repository.with_variable("MINE", "yes");
    repository.assert((2016, 1), "Some(\"yes\")", 1);
    repository.assert((2016, 1), "Some(\"yes\")", 0);
    repository.environment = plain;
}

#[test]
fn each_year_has_the_features_that_it_has() {
    let mut repository = repository();
    repository.year(2017);
    repository.year(2018);
    let other = "days/year2018/Cargo.toml";
    let manifest = fs::read_to_string(repository.path(other)).unwrap();
    repository.write(other, &manifest.replace("fast", "slow"));
    repository.day(2017, 1, "if cfg!(feature = \"fast\") { 5 } else { 6 }");
    repository.assert((2017, 1), "6", 1);
    repository.features = vec!["fast".to_owned()];
    repository.assert((2017, 1), "5", 1);
    // Another terminal's program of other features is one of its own.
    let program = |repository: &Repository| {
        let workers = repository.build(&[(2017, &[1])], &mut Events::default());
        let program = workers.unwrap().0.remove(&Year(2017).day(Day(1)));
        program.unwrap().unwrap()
    };
    let fast = program(&repository);
    repository.features.clear();
    assert_ne!(program(&repository), fast);
    let output = Command::new(fast).arg("1").output().unwrap();
    assert!(String::from_utf8(output.stdout).unwrap().contains("  5"));
    repository.features = vec!["fast".to_owned()];
    let both: [(u16, &[u8]); 2] = [(2017, &[1]), (2018, &[1])];
    let workers = repository.build(&both, &mut Events::default()).unwrap();
    assert!(workers.worker(Year(2018).day(Day(1))).is_ok());
    // What none of them has is an error of cargo's.
    repository.features = vec!["fats".to_owned()];
    let (results, events) = repository.run(2017, &[1]);
    repository.features = Vec::new();
    assert!(results[0].as_ref().unwrap_err().contains("fats"));
    assert!(events.output.iter().any(|line| line.contains("fats")));
}

#[cfg(unix)]
#[test]
fn saves_during_a_build_and_other_terminals_do_no_harm() {
    use std::os::unix::fs::PermissionsExt;

    let mut repository = repository();
    repository.year(2019);
    repository.day(2019, 1, "6001");
    std::thread::scope(|scope| {
        let repository = &*repository;
        let all = [vec![1], vec![1], vec![1, 2]]
            .map(|days| scope.spawn(move || repository.run(2019, &days).0.remove(0)));
        for result in all {
            assert!(result.join().unwrap().unwrap().ends_with(": 6001"));
        }
    });

    // A program stays what it is, whatever is built after it.
    let program = |repository: &Repository| {
        let workers = repository.build(&[(2019, &[1])], &mut Events::default());
        let workers = workers.unwrap();
        let worker = workers.worker(Year(2019).day(Day(1)));
        worker.unwrap().to_owned()
    };
    let first = program(&repository);
    repository.day(2019, 1, "6002");
    assert_ne!(program(&repository), first);
    let output = Command::new(first).arg("1").output().unwrap();
    assert!(String::from_utf8(output.stdout).unwrap().contains("6001"));

    // A file is replaced, with an older time, while it is compiled.
    let wrapper = repository.path("wrapper");
    fs::write(
        &wrapper,
        "#!/bin/sh\n\"$@\"\nstatus=$?\ncase \"$*\" in *--crate-name\\ year2019*)\n\
         [ -s save.rs ] && cp -p save.rs \"$(cat save.to)\" && : >save.rs;; esac\n\
         exit $status\n",
    )
    .unwrap();
    fs::set_permissions(&wrapper, fs::Permissions::from_mode(0o755)).unwrap();
    let plain = repository.environment.clone();
    repository.environment = repository.with_variable("RUSTC_WRAPPER", wrapper.to_str().unwrap());
    repository.write("save.to", "days/year2019/day01.rs");
    repository.write_old("save.rs", &day_text(1, "3001"));
    repository.day(2019, 1, "3000");
    repository.run(2019, &[1]);
    assert_eq!(fs::read(repository.path("save.rs")).unwrap(), b"");
    assert_eq!(repository.run(2019, &[1]).0, ok(&["year2019-01: 3001"]));
    // So is a file that is included by a path with dots, in the first build.
    let included = repository.path("notes/data.txt");
    repository.write_old("notes/data.txt", "4000");
    repository.write("save.to", included.to_str().unwrap());
    repository.write_old("save.rs", "4001");
    repository.day(2019, 3, "include_str!(\"../../notes/../notes/data.txt\")");
    repository.run(2019, &[3]);
    assert_eq!(repository.run(2019, &[3]).0, ok(&["year2019-03: 4001"]));
    repository.environment = plain;
}

#[test]
fn days_that_do_not_compile_are_not_in_the_way() {
    let repository = repository();
    repository.year(2020);
    repository.year(2021);
    repository.day(2020, 2, "crate::grid::three()");
    let error = "days/year2020/day02.rs:7:59: cannot find function `three` in module `crate::grid`";
    let mut events = Events::default();
    let years: [(u16, &[u8]); 2] = [(2020, &[1, 2]), (2021, &[1])];
    let workers = repository.build(&years, &mut events).unwrap();
    let failure = workers.0[&Year(2020).day(Day(2))].as_ref().unwrap_err();
    assert_eq!(
        (failure.day, failure.message.as_str()),
        (Some(Day(2)), error)
    );
    assert!(workers.worker(Year(2021).day(Day(1))).is_ok());
    let errors = events
        .output
        .iter()
        .filter(|it| it.starts_with("error[E0425]"));
    assert_eq!(errors.count(), 1, "shown once: {:?}", events.output);
    // Alone it fails in the same way.
    assert_eq!(repository.run(2020, &[2]).0, [Err(error.to_owned())]);

    // An error that the compiler tells later, and a day that needs another one.
    repository.day(2020, 3, "size_of::<crate::day02::Day02>()");
    repository.day(2020, 4, "1 +");
    let (results, _) = repository.run(2020, &[1, 2, 3]);
    let expected = [
        Ok("year2020-01: 1001".to_owned()),
        Err(error.to_owned()),
        Err("it uses a day that does not compile".to_owned()),
    ];
    assert_eq!(results, expected);
    let (results, _) = repository.run(2020, &[1, 4]);
    let syntax = results[1].as_ref().unwrap_err();
    assert!(syntax.starts_with("days/year2020/day04.rs:7:"), "{syntax}");

    // A module that days share is of none of them.
    repository.write("days/year2020/grid.rs", "pub fn two() -> u32 { no }\n");
    let workers = repository.build(&[(2020, &[1])], &mut Events::default());
    let workers = workers.unwrap();
    let failure = workers.0[&Year(2020).day(Day(1))].as_ref().unwrap_err();
    assert_eq!(failure.day, None);
    let start = "days/year2020/grid.rs:1:23: ";
    assert!(failure.message.starts_with(start), "{failure:?}");
}

#[test]
fn a_day_that_needs_others_is_built_with_its_year() {
    let mut repository = repository();
    repository.year(2022);
    let two = |number: u32| {
        let more = format!("impl Day02 {{ pub fn number() -> u32 {{ {number} }} }}\n");
        repository.write(&day_file(2022, 2), &(day_text(2, "2002") + &more));
    };
    repository.day(2022, 1, "super::day02::Day02::number()");
    for (number, answer) in [(2007, "year2022: 2007"), (2008, "year2022: 2008")] {
        two(number);
        let (results, events) = repository.run(2022, &[1]);
        assert_eq!(results, ok(&[answer]));
        let errors = events.output.iter().filter(|it| it.contains("error"));
        assert_eq!(errors.count(), 0, "the first try is not shown");
    }
    // A macro of another day, which no path names.
    let macros = "#[macro_export]\nmacro_rules! thrice { ($x:expr) => { 3 * $x } }\n";
    let three = macros.to_owned() + &day_text(3, "3003");
    repository.write(&day_file(2022, 3), &three);
    repository.day(2022, 4, "crate::thrice!(4)");
    assert_eq!(repository.run(2022, &[4]).0, ok(&["year2022: 12"]));
    // A trait that another day implements.
    let shared = "pub struct Shared;\npub trait Number { fn number(&self) -> u64 { 13 } }\n";
    repository.write("days/year2022/shared.rs", shared);
    repository.write(
        &day_file(2022, 3),
        &(three + "\nimpl crate::shared::Number for crate::shared::Shared {}\n"),
    );
    repository.day(
        2022,
        4,
        "{ use crate::shared::Number; crate::shared::Shared.number() }",
    );
    assert_eq!(repository.run(2022, &[4]).0, ok(&["year2022: 13"]));

    // A day in a folder is alone again once no file in it needs another day.
    repository.remove(&day_file(2022, 4));
    let folder = "mod part;\n".to_owned() + &day_text(4, "part::answer()");
    repository.write("days/year2022/day04/mod.rs", &folder);
    for (answer, result) in [
        ("crate::thrice!(5)", "year2022: 15"),
        ("16", "year2022-04: 16"),
    ] {
        let part = format!("pub fn answer() -> u32 {{ {answer} }}\n");
        repository.write("days/year2022/day04/part.rs", &part);
        assert_eq!(repository.run(2022, &[4]).0, ok(&[result]));
    }
    fs::remove_dir_all(repository.path("days/year2022/day04")).unwrap();

    // Programs to measure, one of which needs another day.
    repository.per_day = true;
    repository.day(2022, 5, "no");
    let (results, _) = repository.run(2022, &[1, 2, 5]);
    repository.per_day = false;
    let expected = ["year2022-some: 2008", "year2022-02: 2002"];
    assert_eq!(results[..2], ok(&expected));
    assert!(results[2].is_err());
    repository.remove(&day_file(2022, 5));

    // A program that the user maintains.
    let main = repository.path("days/year2022/main.rs");
    repository.run(2022, &[1]);
    let text = fs::read_to_string(&main).unwrap();
    fs::write(&main, text.replace("by aoc", "by me")).unwrap();
    repository.day(2022, 2, "2009");
    repository.day(2022, 1, "2010");
    let (results, events) = repository.run(2022, &[2]);
    assert_eq!((results, events.notes.len()), (ok(&["year2022: 2009"]), 0));
    repository.day(2022, 6, "6006");
    let notes = &repository.run(2022, &[2]).1.notes;
    let unlisted = "days/year2022/main.rs does not list day06: ";
    assert!(notes[0].starts_with(unlisted), "{notes:?}");
}

#[test]
fn included_files_packages_and_build_scripts_count() {
    let repository = repository();
    repository.year(2023);
    repository.write("inputs/data.txt", "8001");
    let answer = "concat!(include_str!(\"../../inputs/data.txt\"), \" \", file!())";
    repository.day(2023, 1, answer);
    let answer = "8001 days/year2023/day01.rs";
    repository.assert((2023, 1), answer, 1);
    repository.assert((2023, 1), answer, 0);
    repository.write_old("inputs/data.txt", "8003");
    repository.assert((2023, 1), "8003 ", 1);

    // A package that is not in the project.
    let outside = tempfile::tempdir().unwrap();
    let manifest = "[package]\nname = 'outside'\nedition = '2024'\n[workspace]\n";
    write(outside.path(), "Cargo.toml", manifest);
    let manifest = fs::read_to_string(repository.path("days/year2023/Cargo.toml")).unwrap();
    let dependency = format!("{manifest}outside.path = {:?}\n", outside.path());
    repository.write("days/year2023/Cargo.toml", &dependency);
    repository.day(2023, 1, "outside::number()");
    for answer in [7001, 7002] {
        let text = format!("pub fn number() -> u32 {{ {answer} }}\n");
        let file = outside.path().join("src/lib.rs");
        repository.write_old(file.to_str().unwrap(), &text);
        repository.assert((2023, 1), &answer.to_string(), 1);
        repository.assert((2023, 1), &answer.to_string(), 0);
    }
    // Replaced by an older file, while the list of its files is cut off.
    let deps = repository.path("target/aoc-workers/debug/deps");
    for entry in fs::read_dir(deps).unwrap().flatten() {
        let path = entry.path();
        let name = entry.file_name().into_string().unwrap();
        if name.starts_with("outside-") && path.extension() == Some("d".as_ref()) {
            fs::write(path, "deps/outside.d: ").unwrap();
        }
    }
    let file = outside.path().join("src/lib.rs");
    repository.write_old(file.to_str().unwrap(), "pub fn number() -> u32 { 7003 }\n");
    repository.assert((2023, 1), "7003", 1);
    repository.write("days/year2023/Cargo.toml", &manifest);

    // What a build script reads, which no list tells.
    repository.day(2023, 1, "env!(\"NUMBER\")");
    repository.write(
        "days/year2023/build.rs",
        "fn main() {\n    let number = std::fs::read_to_string(\"number.txt\").unwrap();\n    \
         println!(\"cargo::rustc-env=NUMBER={number}\");\n}\n",
    );
    for answer in ["2104", "2105"] {
        repository.write_old("days/year2023/number.txt", answer);
        repository.assert((2023, 1), answer, 1);
    }
    // Restored, or another file behind a link, while the day is edited too.
    repository.write_old("days/year2023/number.txt", "2106");
    repository.day(2023, 1, "concat!(\"n\", env!(\"NUMBER\"))");
    repository.assert((2023, 1), "n2106", 1);
    #[cfg(unix)]
    for (file, text) in [("a/number.txt", "2108"), ("b/number.txt", "2109")] {
        repository.write_old(file, text);
        let link = repository.path("days/year2023/number.txt");
        fs::remove_file(&link).unwrap();
        std::os::unix::fs::symlink(repository.path(file), &link).unwrap();
        let day = format!("concat!(\"{file}\", env!(\"NUMBER\"))");
        repository.day(2023, 1, &day);
        repository.assert((2023, 1), &format!("{file}{text}"), 1);
    }
    // A script that says what it reads runs again for nothing else.
    repository.write(
        "days/year2023/build.rs",
        "fn main() {\n    println!(\"cargo::rerun-if-changed=number.txt\");\n    \
         println!(\"cargo::rustc-env=NUMBER=3{}\", std::process::id());\n}\n",
    );
    let number = |day: &str| {
        repository.day(2023, 1, day);
        repository.run(2023, &[1]).0.remove(0).unwrap()
    };
    assert_eq!(number("env!(\"NUMBER\")"), number("env!(\"NUMBER\") "));
    repository.remove("days/year2023/build.rs");
    repository.day(2023, 1, "2107");
    // The lock file is written by cargo, during the build.
    repository.remove("Cargo.lock");
    repository.assert((2023, 1), "2107", 1);
    repository.assert((2023, 1), "2107", 0);
}

#[test]
fn other_endings_are_clear() {
    let mut repository = repository();
    repository.year(2024);
    // Nobody who interrupts waits.
    let cancel = std::mem::take(&mut repository.cancel);
    repository.cancel.cancel();
    let stopped = repository.build(&[(2024, &[1, 2])], &mut Events::default());
    repository.cancel = cancel;
    assert_eq!(stopped.unwrap_err().exit, Exit::Interrupted);

    // A half-written day.
    repository.write(&day_file(2024, 3), "fn part1(");
    let half = "days/year2024/day03.rs has no `impl Solution for Day03`, and no `functions!(Day03, \
                ...)`: the day is left out until it has one";
    for (day, notes) in [(1, vec![half]), (2, vec![])] {
        assert_eq!(
            repository.run(2024, &[day]).1.notes,
            notes,
            "mentioned once"
        );
    }
    let (results, events) = repository.run(2024, &[3]);
    assert_eq!((results, events.starts), (vec![Err(half.to_owned())], 0));
    assert_eq!(events.notes, [""; 0]);

    // A manifest that is not TOML, and none.
    let manifest = fs::read_to_string(repository.path("days/year2024/Cargo.toml")).unwrap();
    repository.write("days/year2024/Cargo.toml", "[package\n");
    let (results, events) = repository.run(2024, &[1]);
    let unclosed = "days/year2024/Cargo.toml:1:9: unclosed table, expected `]`";
    assert_eq!(results, [Err(unclosed.to_owned())]);
    assert_eq!(events.output[0], "error: unclosed table, expected `]`\n");
    repository.remove("days/year2024/Cargo.toml");
    let missing = "days/year2024/Cargo.toml is missing: copy another year's";
    assert_eq!(repository.run(2024, &[1]).0, [Err(missing.to_owned())]);
    repository.write("days/year2024/Cargo.toml", &manifest);
}

#[test]
fn profiles_are_those_of_this_repository() {
    let manifest: toml::Table = include_str!("../../Cargo.toml").parse().unwrap();
    let temp = tempfile::tempdir().unwrap();
    write(temp.path(), "Cargo.toml", "[workspace.metadata.aoc]\n");
    let bare = Project::find(temp.path()).unwrap();
    write(
        temp.path(),
        "Cargo.toml",
        "[workspace.metadata.aoc]\n[profile.aoc]\n",
    );
    let own = Project::find(temp.path()).unwrap();
    assert_eq!(Profile::Aoc.arguments(&own), ["--profile", "aoc"]);
    for profile in [Profile::Aoc, Profile::AocBench] {
        let arguments = profile.arguments(&bare);
        let keys = arguments[2..].chunks(2).map(|pair| pair[1].as_str());
        let text = keys.collect::<Vec<_>>().join("\n");
        let keys: toml::Table = text.parse().unwrap();
        let mut ours = manifest["profile"][profile.name()].clone();
        // Undoes what `release` is here; nobody else's is like that.
        ours.as_table_mut().unwrap().remove("package");
        assert_eq!(ours, keys["profile"][profile.name()]);
    }
}

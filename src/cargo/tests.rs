//! Real builds with the real cargo, of a project in a temporary folder.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use super::*;
use crate::config::ChildEnv;
use crate::processes::CancelToken;
use crate::project::{Note, Project};
use crate::puzzle::{Day, Year};
use crate::testing::write;

/// A project with this repository's own library, and with two days of 2020.
struct Repository {
    temp: tempfile::TempDir,
    features: Vec<String>,
    programs: Programs,
    environment: ChildEnv,
}

/// A module that the second day uses.
const GRID: &str = "pub fn two() -> u32 { 2002 }\nfn unused() {}\n";

#[derive(Default)]
struct Events {
    messages: Vec<String>,
    lines: Vec<String>,
    notes: Vec<String>,
    starts: usize,
    cancel: CancelToken,
}

impl BuildEvents for Events {
    fn started(&mut self, _: &[Year]) {
        self.starts += 1;
    }

    fn message(&mut self, rendered: &str) {
        self.messages.push(rendered.to_owned());
    }

    fn line(&mut self, line: &str) {
        self.lines.push(line.to_owned());
    }

    fn note(&mut self, note: &Note) {
        self.notes.push(note.to_string());
    }

    fn finished(&mut self) {}
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
        let program = std::env::current_exe().unwrap();
        let repository = Self {
            temp,
            features: Vec::new(),
            programs: Programs::Shared,
            environment: ChildEnv::new(variables, Some(&program)),
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
        repository.year(2020);
        repository.year(2021);
        repository.day(2020, 1, "1001");
        repository.day(2020, 2, "crate::grid::two()");
        repository.write("days/year2020/grid.rs", GRID);
        repository
    }

    fn year(&self, year: u16) {
        self.write(
            &format!("days/year{year}/Cargo.toml"),
            &format!(
                "[package]\nname = 'year{year}'\nedition.workspace = true\n\
                 [[bin]]\nname = 'year{year}'\npath = 'main.rs'\n\
                 [dependencies]\naoc-solution.path = '../../solution'\n",
            ),
        );
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

    /// A day whose first part is an expression.
    fn day(&self, year: u16, day: u8, answer: &str) {
        self.write(&day_file(year, day), &day_text(day, answer));
    }

    fn build(&self, days: &[(u16, &[u8])], events: &mut Events) -> Workers {
        self.try_build(days, events).unwrap()
    }

    fn try_build(&self, days: &[(u16, &[u8])], events: &mut Events) -> Result<Workers, BuildError> {
        let days = days.iter().map(|(year, days)| {
            let days = days.iter().copied().map(Day).collect();
            (Year(*year), days)
        });
        let cancel = events.cancel.clone();
        let request = BuildRequest {
            project: &Project::find(self.temp.path()).unwrap(),
            days: &days.collect(),
            programs: self.programs,
            options: BuildOptions {
                profile: Profile::Dev,
                offline: true,
                color: false,
                quiet: false,
            },
            features: &self.features,
            environment: &self.environment,
            cancel: &cancel,
            now: SystemTime::now(),
        };
        build(&request, events)
    }

    /// Builds a day, alone or with another one, and runs it.
    #[track_caller]
    fn run(&self, year: u16, days: &[u8]) -> Run {
        let mut events = Events::default();
        let workers = self.build(&[(year, days)], &mut events);
        let worker = workers.worker(Year(year).day(Day(days[0])));
        let program = worker
            .unwrap_or_else(|failure| panic!("{failure}"))
            .executable
            .clone();
        let output = Command::new(&program)
            .arg(days[0].to_string())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        Run {
            program: program.file_name().unwrap().to_str().unwrap().to_owned(),
            output: String::from_utf8(output.stdout).unwrap(),
            events,
        }
    }

    /// The answer of a day of 2020, and whether cargo is called for it: alone,
    /// and then as a day of its year.
    #[track_caller]
    fn assert(&self, day: u8, answer: &str, starts: usize) {
        let other = if day == 2 { 1 } else { 2 };
        for (days, program) in [
            (vec![day], format!("year2020-{day:02}")),
            (vec![day, other], "year2020".to_owned()),
        ] {
            let run = self.run(2020, &days);
            assert!(run.output.contains(answer), "{answer} in {:?}", run.output);
            assert_eq!(run.events.starts, starts, "calls of cargo");
            if cfg!(unix) {
                assert_eq!(run.program, program);
            }
        }
    }

    fn failure(&self, year: u16, days: &[u8]) -> (Option<Day>, String, Events) {
        let mut events = Events::default();
        let workers = self.build(&[(year, days)], &mut events);
        let worker = workers.worker(Year(year).day(Day(days[0])));
        let failure = worker.expect_err("no worker").clone();
        (failure.day, failure.message, events)
    }
}

/// How a worker ran.
struct Run {
    program: String,
    output: String,
    events: Events,
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

// Each of these tests compiles the libraries, which takes seconds, and then asks
// many questions.

#[test]
fn edits_libraries_and_variables_count() {
    let mut repository = Repository::new();
    edits_count(&repository);
    libraries_count(&repository);
    variables_count(&mut repository);
}

#[test]
fn saves_during_a_build_and_features_count() {
    let mut repository = Repository::new();
    repository.assert(1, "1001", 1);
    saves_during_the_build_count(&mut repository);
    features_count(&mut repository);
}

#[test]
fn configuration_and_new_files_count() {
    let repository = Repository::new();
    repository.assert(1, "1001", 1);
    two_at_once_do_not_confuse_each_other(&repository);
    configuration_counts(&repository);
    new_days_and_modules_count(&repository);
}

#[test]
fn the_program_of_a_day_or_of_its_year_is_built() {
    let mut repository = Repository::new();
    repository.assert(1, "1001", 1);
    each_day_has_its_program_if_that_is_wanted(&mut repository);
    a_lost_fingerprint_is_no_harm(&repository);
    another_day_is_not_in_the_way(&repository);
    a_year_beside_one_that_fails_is_built_again(&repository);
    a_day_that_needs_its_year_is_built_with_it(&repository);
    a_day_that_cannot_be_built_alone_is_built_with_its_year(&repository);
    what_a_day_reads_is_found(&repository);
    what_a_build_script_reads_counts(&repository);
    the_lock_file_is_one(&repository);
    other_endings_are_clear(&repository);
}

fn edits_count(repository: &Repository) {
    let run = repository.run(2020, &[1]);
    // Not a word about what other days use.
    assert_eq!(run.events.messages, [""; 0]);
    assert!(run.output.contains("1001"), "{}", run.output);
    assert_eq!(repository.run(2020, &[1]).events.starts, 0);
    repository.day(2020, 1, "1002");
    repository.assert(1, "1002", 1);
    repository.assert(1, "1002", 0);

    // Copied back: the same size, and older than what was built.
    repository.write_old(&day_file(2020, 1), &day_text(1, "1003"));
    repository.assert(1, "1003", 1);
    repository.assert(1, "1003", 0);
    repository.write_old("days/year2020/grid.rs", &GRID.replace("2002", "2003"));
    repository.assert(2, "2003", 1);
    repository.assert(2, "2003", 0);
}

fn libraries_count(repository: &Repository) {
    let text = fs::read_to_string(repository.path("solution/src/lib.rs")).unwrap();
    let magic = |number: u32| {
        let text = format!("{text}\n/// Magic.\npub fn magic() -> u32 {{ {number} }}\n");
        repository.write_old("solution/src/lib.rs", &text);
    };
    magic(5001);
    repository.day(2020, 1, "aoc_solution::magic()");
    repository.assert(1, "5001", 1);
    repository.assert(1, "5001", 0);
    // Cargo sees the day, but not the library, which is older.
    magic(5002);
    repository.day(2020, 1, "aoc_solution::magic() + 10");
    repository.assert(1, "5012", 1);
    magic(5003);
    repository.assert(1, "5013", 1);
    repository.assert(1, "5013", 0);
    // A day that does not compile without the change.
    repository.day(2020, 1, "aoc_solution::magic2()");
    repository.write_old(
        "solution/src/lib.rs",
        &format!("{text}\n/// Magic.\npub fn magic2() -> u32 {{ 5004 }}\n"),
    );
    let run = repository.run(2020, &[1]);
    assert!(run.output.contains("5004"), "{}", run.output);
    assert_eq!(run.events.messages, [""; 0], "the first try is not shown");
}

fn variables_count(repository: &mut Repository) {
    repository.day(2020, 1, "format!(\"{:?}\", option_env!(\"MINE\"))");
    repository.assert(1, "None", 1);
    let plain = repository.environment.clone();
    let mut variables = plain.variables().to_vec();
    variables.push(("MINE".into(), "yes".into()));
    repository.environment = ChildEnv::new(variables, None);
    repository.assert(1, "Some(\"yes\")", 1);
    repository.assert(1, "Some(\"yes\")", 0);
    repository.environment = plain;
    repository.assert(1, "None", 1);
}

fn features_count(repository: &mut Repository) {
    let manifest = repository.path("days/year2020/Cargo.toml");
    let plain = fs::read_to_string(&manifest).unwrap();
    let features = "[features]\nfast = []\nslow = []\n";
    repository.write("days/year2020/Cargo.toml", &format!("{plain}{features}"));
    repository.day(
        2020,
        1,
        "if cfg!(feature = \"fast\") { 5005 } else { 5006 }",
    );
    repository.day(2021, 1, "2101");
    repository.assert(1, "5006", 1);
    repository.features = vec!["fast".to_owned()];
    repository.assert(1, "5005", 1);
    repository.assert(1, "5005", 0);
    repository.features = vec!["slow".to_owned(), "fast".to_owned()];
    repository.assert(1, "5005", 1);
    // A year that has no such feature is built without it, alone or beside one
    // that has it.
    let both: [(u16, &[u8]); 2] = [(2020, &[1]), (2021, &[1])];
    let workers = repository.build(&both, &mut Events::default());
    assert!(
        both.iter()
            .all(|&(year, days)| workers.worker(Year(year).day(Day(days[0]))).is_ok())
    );
    repository.day(2021, 1, "2102");
    let workers = repository.build(&both, &mut Events::default());
    assert!(
        both.iter()
            .all(|&(year, days)| workers.worker(Year(year).day(Day(days[0]))).is_ok())
    );
    // What none of them has is an error of cargo's.
    repository.features = vec!["fats".to_owned()];
    let (_, message, events) = repository.failure(2020, &[1]);
    assert!(message.contains("fats"), "{message}");
    assert!(events.lines.iter().any(|line| line.contains("fats")));
    repository.features = Vec::new();
    repository.assert(1, "5006", 1);
    repository.write("days/year2020/Cargo.toml", &plain);
}

fn two_at_once_do_not_confuse_each_other(repository: &Repository) {
    repository.day(2020, 1, "6001");
    std::thread::scope(|scope| {
        let both = [vec![1], vec![1], vec![1, 2]]
            .map(|days| scope.spawn(move || repository.run(2020, &days).output));
        for output in both {
            assert!(output.join().unwrap().contains("6001"));
        }
    });
    repository.assert(1, "6001", 0);
}

/// A file is replaced, with an older time, while it is compiled.
fn saves_during_the_build_count(repository: &mut Repository) {
    if !cfg!(unix) {
        return;
    }
    let wrapper = repository.path("wrapper");
    fs::write(
        &wrapper,
        "#!/bin/sh\n\"$@\"\nstatus=$?\ncase \"$*\" in *--crate-name\\ year2020*)\n\
         [ -s save.rs ] && cp -p save.rs days/year2020/day01.rs && : >save.rs;; esac\n\
         exit $status\n",
    )
    .unwrap();
    let chmod = Command::new("chmod").arg("+x").arg(&wrapper).status();
    assert!(chmod.unwrap().success());
    let plain = repository.environment.clone();
    let mut variables = plain.variables().to_vec();
    variables.push(("RUSTC_WRAPPER".into(), wrapper.into()));
    repository.environment = ChildEnv::new(variables, None);
    for (days, number) in [(&[1][..], 3000), (&[1, 2], 3010)] {
        for first in [false, true] {
            let number = number + u32::from(first) * 5;
            if first {
                fs::remove_dir_all(repository.path("target")).unwrap();
            }
            repository.write_old("save.rs", &day_text(1, &format!("{}", number + 1)));
            repository.day(2020, 1, &number.to_string());
            repository.run(2020, days);
            assert_eq!(fs::read(repository.path("save.rs")).unwrap(), b"");
            let run = repository.run(2020, days);
            let answer = (number + 1).to_string();
            assert!(run.output.contains(&answer), "{answer} in {}", run.output);
        }
    }
    repository.environment = plain;
    repository.day(2020, 1, "6002");
    repository.assert(1, "6002", 1);
}

fn configuration_counts(repository: &Repository) {
    let flags = |file: &str, value: u32| {
        let text = format!("[build]\nrustflags = ['--cfg', 'x=\"{value}\"']\n");
        repository.write(file, &text);
    };
    repository.day(
        2020,
        1,
        "if cfg!(x = \"1\") { 1004 } else if cfg!(x = \"2\") { 1005 } else { 1006 }",
    );
    flags(".cargo/config.toml", 1);
    repository.assert(1, "1004", 1);
    flags(".cargo/config.toml", 2);
    repository.assert(1, "1005", 1);
    repository.assert(1, "1005", 0);
    repository.remove(".cargo/config.toml");
    repository.assert(1, "1006", 1);
    repository.assert(1, "1006", 0);
}

fn new_days_and_modules_count(repository: &Repository) {
    repository.day(2020, 3, "3003");
    repository.assert(3, "3003", 1);
    repository.write(
        "days/year2020/day04/mod.rs",
        &day_text(4, "deep::four()").replace("use", "mod deep;\nuse"),
    );
    repository.write(
        "days/year2020/day04/deep.rs",
        "pub fn four() -> u32 { crate::math::four() }\n",
    );
    repository.write(
        "days/year2020/math/mod.rs",
        "pub fn four() -> u32 { 4004 }\n",
    );
    repository.assert(4, "4004", 1);
    repository.assert(4, "4004", 0);
    for file in ["day03.rs", "day04/mod.rs", "day04/deep.rs", "math/mod.rs"] {
        repository.remove(&format!("days/year2020/{file}"));
    }
    assert_eq!(repository.run(2020, &[1, 2]).events.starts, 1);
    repository.assert(1, "1006", 0);
}

/// With no fingerprint it is not known what a program that cargo calls fresh
/// was made from.
fn a_lost_fingerprint_is_no_harm(repository: &Repository) {
    fs::remove_dir_all(repository.path("target/aoc-stamps")).unwrap();
    repository.write_old(&day_file(2020, 1), &day_text(1, "1007"));
    repository.assert(1, "1007", 1);
    repository.assert(1, "1007", 0);
}

fn each_day_has_its_program_if_that_is_wanted(repository: &mut Repository) {
    if !cfg!(unix) {
        return;
    }
    repository.programs = Programs::PerDay;
    let two = format!(
        "{}impl Day02 {{ pub fn number() -> u32 {{ 7 }} }}\n",
        day_text(2, "2002")
    );
    repository.write(&day_file(2020, 2), &two);
    repository.day(2020, 3, "crate::day02::Day02::number()");
    repository.day(2020, 4, "no");
    // The third needs another day, and the fourth does not compile.
    let all: [(u16, &[u8]); 1] = [(2020, &[1, 2, 3, 4])];
    let build = |repository: &Repository| {
        let mut events = Events::default();
        let workers = repository.build(&all, &mut events);
        let names = [1, 2, 3, 4].map(|day| {
            let worker = workers.worker(Year(2020).day(Day(day))).ok()?;
            Some(worker.executable.file_name()?.to_str()?.to_owned())
        });
        (names, events)
    };
    let (names, events) = build(repository);
    let name = |name: &str| Some(name.to_owned());
    let expected = [
        name("year2020-01"),
        name("year2020-02"),
        name("year2020-rest"),
        None,
    ];
    assert_eq!(names, expected, "{:?}", events.messages);
    let errors = events
        .messages
        .iter()
        .filter(|it| it.starts_with("error[E0425]"));
    // Told once, though it is met in the day's program and in the year's.
    assert_eq!(errors.count(), 1, "{:?}", events.messages);

    repository.day(2020, 4, "4004");
    let (names, _) = build(repository);
    let expected = [
        name("year2020-01"),
        name("year2020-02"),
        name("year2020"),
        name("year2020-04"),
    ];
    assert_eq!(names, expected);
    let (names, events) = build(repository);
    assert_eq!((names, events.starts), (expected, 0));
    // A day that is edited is built, and with it those that need it.
    repository.write(&day_file(2020, 2), &two.replace("2002", "2003"));
    assert!(repository.run(2020, &[2, 1, 3, 4]).output.contains("2003"));
    assert_eq!(build(repository).1.starts, 0);

    for day in [3, 4] {
        repository.remove(&day_file(2020, day));
    }
    repository.day(2020, 2, "2002");
    repository.programs = Programs::Shared;
}

fn another_day_is_not_in_the_way(repository: &Repository) {
    repository.day(2020, 2, "crate::grid::three()");
    repository.day(2021, 1, "2101");
    let error = "days/year2020/day02.rs:7:59: cannot find function `three` in module `crate::grid`";
    // Two years in one call, one of which does not compile.
    let mut events = Events::default();
    let workers = repository.build(&[(2020, &[1, 2]), (2021, &[1])], &mut events);
    let failure = workers.worker(Year(2020).day(Day(2))).unwrap_err();
    assert_eq!(
        (failure.day, failure.message.as_str()),
        (Some(Day(2)), error)
    );
    assert!(workers.worker(Year(2021).day(Day(1))).is_ok());
    // The rest of the year is built in another call.
    let rest = workers.worker(Year(2020).day(Day(1)));
    assert_eq!(rest.is_ok(), cfg!(unix));
    assert_eq!(events.starts, if cfg!(unix) { 2 } else { 1 });
    let errors = events
        .messages
        .iter()
        .filter(|it| it.starts_with("error[E0425]"));
    assert_eq!(
        errors.count(),
        1,
        "as rendered, once: {:?}",
        events.messages
    );

    if !cfg!(unix) {
        return;
    }
    let run = repository.run(2020, &[1]);
    assert!(run.output.contains("1007"), "{}", run.output);
    // An error that the compiler tells later, and a day that needs another one.
    repository.day(2020, 3, "size_of::<crate::day02::Day02>()");
    repository.day(2020, 4, "1 +");
    let workers = repository.build(&[(2020, &[1, 2, 3, 4])], &mut Events::default());
    let failure = |day| {
        let worker = workers.worker(Year(2020).day(Day(day)));
        worker.map_err(|failure| failure.message.as_str()).err()
    };
    assert_eq!(failure(1), None);
    assert_eq!(failure(2), Some(error));
    assert_eq!(failure(3), Some("it uses a day that does not compile"));
    let syntax = failure(4).unwrap();
    assert!(syntax.starts_with("days/year2020/day04.rs:7:"), "{syntax}");
    for day in [3, 4] {
        repository.remove(&day_file(2020, day));
    }
    let (day, message, events) = repository.failure(2020, &[2]);
    assert_eq!((day, message.as_str()), (Some(Day(2)), error));
    assert!(
        events
            .messages
            .iter()
            .any(|it| it.contains("--> days/year2020/day02.rs:7:59"))
    );
    // A module that days share is of none of them.
    repository.write("days/year2020/grid.rs", "pub fn two() -> u32 { no }\n");
    let (day, message, _) = repository.failure(2020, &[1]);
    assert_eq!(day, None);
    assert!(
        message.starts_with("days/year2020/grid.rs:1:23: "),
        "{message}"
    );
    repository.write("days/year2020/grid.rs", "pub fn two() -> u32 { 2002 }\n");
}

/// Cargo brings its dependency lists up to date only if all goes well.
fn a_year_beside_one_that_fails_is_built_again(repository: &Repository) {
    repository.day(2021, 1, "crate::new::number()");
    let new = |number: u32| {
        let text = format!("pub fn number() -> u32 {{ {number} }}\n");
        repository.write("days/year2021/new.rs", &text);
    };
    new(2102);
    repository.day(2021, 2, "1");
    let mut events = Events::default();
    let workers = repository.build(&[(2020, &[1, 2]), (2021, &[1, 2])], &mut events);
    assert!(workers.worker(Year(2020).day(Day(2))).is_err());
    assert!(workers.worker(Year(2021).day(Day(1))).is_ok());
    assert_eq!(repository.run(2021, &[1, 2]).events.starts, 0);
    new(2103);
    let run = repository.run(2021, &[1, 2]);
    assert!(run.output.contains("2103"), "{}", run.output);
    assert_eq!(repository.run(2021, &[1, 2]).events.starts, 0);
    repository.day(2020, 2, "2002");
}

fn a_day_that_needs_its_year_is_built_with_it(repository: &Repository) {
    repository.day(2020, 1, "super::day02::Day02::number()");
    let two = |number: u32| {
        format!(
            "{}impl Day02 {{ pub fn number() -> u32 {{ {number} }} }}\n",
            day_text(2, "2")
        )
    };
    repository.write(&day_file(2020, 2), &two(2007));
    let run = repository.run(2020, &[1]);
    assert!(run.output.contains("2007"), "{}", run.output);
    assert_eq!(run.program, "year2020");
    repository.write(&day_file(2020, 2), &two(2008));
    assert!(repository.run(2020, &[1]).output.contains("2008"));
    assert_eq!(repository.run(2020, &[1]).events.starts, 0);

    // A program that the user maintains.
    let main = repository.path("days/year2020/main.rs");
    let text = fs::read_to_string(&main).unwrap();
    repository.day(2020, 1, "2009");
    fs::write(
        &main,
        text.replace("// Generated by aoc", "// Generated by me"),
    )
    .unwrap();
    let run = repository.run(2020, &[1]);
    assert!(run.output.contains("2009"), "{}", run.output);
    assert_eq!(
        (run.program.as_str(), run.events.notes.len()),
        ("year2020", 0)
    );
    repository.day(2020, 3, "3003");
    let mut events = Events::default();
    repository.build(&[(2020, &[3])], &mut events);
    assert!(
        events.notes[0].starts_with("days/year2020/main.rs does not list day03: "),
        "{:?}",
        events.notes
    );
    repository.remove(&day_file(2020, 3));
    fs::remove_file(main).unwrap();
}

fn a_day_that_cannot_be_built_alone_is_built_with_its_year(repository: &Repository) {
    if !cfg!(unix) {
        return;
    }
    // A path that leaves the project is another one in its copy.
    let outside = repository.temp.path().with_extension("outside");
    fs::create_dir_all(outside.join("src")).unwrap();
    fs::write(
        outside.join("Cargo.toml"),
        "[package]\nname = 'outside'\nedition = '2024'\n[workspace]\n",
    )
    .unwrap();
    let number = |number: u32| {
        let text = format!("pub fn number() -> u32 {{ {number} }}\n");
        fs::write(outside.join("src/lib.rs"), text).unwrap();
    };
    number(7001);
    let name = outside.file_name().unwrap().to_str().unwrap();
    let manifest = fs::read_to_string(repository.path("days/year2020/Cargo.toml")).unwrap();
    repository.write(
        "days/year2020/Cargo.toml",
        &format!(
            "{manifest}outside.path = {:?}\n",
            format!("../../../{name}")
        ),
    );
    repository.day(2020, 1, "outside::number()");
    let run = repository.run(2020, &[1]);
    assert!(run.output.contains("7001"), "{}", run.output);
    assert_eq!(run.program, "year2020");
    assert!(
        !run.events.lines.iter().any(|line| line.contains("error")),
        "{:?}",
        run.events.lines
    );
    assert_eq!(repository.run(2020, &[1]).events.starts, 0);
    number(7002);
    assert!(repository.run(2020, &[1]).output.contains("7002"));
    assert_eq!(repository.run(2020, &[1]).events.starts, 0);
    repository.write("days/year2020/Cargo.toml", &manifest);
    fs::remove_dir_all(outside).unwrap();
}

fn what_a_day_reads_is_found(repository: &Repository) {
    repository.write("inputs/data.txt", "8001");
    repository.write("days/year2020/data/more.txt", "-8002");
    repository.day(
        2020,
        1,
        "concat!(include_str!(\"../../inputs/data.txt\"), include_str!(concat!(\
         env!(\"CARGO_MANIFEST_DIR\"), \"/data/more.txt\")), \" \", file!(), env!(\"CARGO_PKG_NAME\"))",
    );
    let answer = "8001-8002 days/year2020/day01.rsyear2020";
    repository.assert(1, answer, 1);
    repository.assert(1, answer, 0);
    repository.write_old("days/year2020/data/more.txt", "-8003");
    repository.assert(1, "8001-8003 ", 1);
}

/// No list has it, so cargo is asked every time.
fn what_a_build_script_reads_counts(repository: &Repository) {
    repository.remove(&day_file(2021, 2));
    repository.day(2021, 1, "env!(\"NUMBER\")");
    repository.write(
        "days/year2021/build.rs",
        "fn main() {\n    let number = std::fs::read_to_string(\"number.txt\").unwrap();\n    \
         println!(\"cargo::rustc-env=NUMBER={number}\");\n}\n",
    );
    for number in ["2104", "2105"] {
        repository.write("days/year2021/number.txt", number);
        let run = repository.run(2021, &[1]);
        assert!(run.output.contains(number), "{}", run.output);
        assert_eq!(run.events.starts, 1);
    }
    repository.write_old(
        "days/year2021/build.rs",
        "fn main() { println!(\"cargo::rustc-env=NUMBER=2106\") }\n",
    );
    let run = repository.run(2021, &[1]);
    assert!(run.output.contains("2106"), "{}", run.output);
    repository.remove("days/year2021/build.rs");
    repository.day(2021, 1, "2107");
    assert!(repository.run(2021, &[1]).output.contains("2107"));
    assert_eq!(repository.run(2021, &[1]).events.starts, 0);
}

fn the_lock_file_is_one(repository: &Repository) {
    repository.remove("Cargo.lock");
    repository.day(2020, 1, "9001");
    assert!(repository.run(2020, &[1]).output.contains("9001"));
    let lock = fs::read_to_string(repository.path("Cargo.lock")).unwrap();
    assert!(lock.contains("\"year2021\""), "{lock}");
    assert!(
        fs::symlink_metadata(repository.path("Cargo.lock"))
            .unwrap()
            .is_file()
    );
    assert!(repository.run(2020, &[1, 2]).output.contains("9001"));
    repository.assert(1, "9001", 0);
}

fn other_endings_are_clear(repository: &Repository) {
    // Nobody who interrupts waits.
    repository.day(2020, 2, "7");
    let mut stopped = Events::default();
    stopped.cancel.cancel();
    let stopped = repository.try_build(&[(2020, &[1, 2])], &mut stopped);
    assert!(matches!(stopped, Err(BuildError::Interrupted)));
    repository.assert(2, "7", 1);

    // A half-written day.
    repository.write(&day_file(2020, 3), "fn part1(");
    let (day, message, events) = repository.failure(2020, &[3]);
    assert_eq!((day, events.starts), (Some(Day(3)), 0));
    assert_eq!(
        message,
        "days/year2020/day03.rs has no `impl Solution for Day03`: the day is left out until it \
         has one"
    );
    assert_eq!(events.notes, [""; 0]);
    let run = repository.run(2020, &[2, 1, 3]);
    assert_eq!(run.events.notes, [""; 0]);
    assert_eq!(repository.run(2020, &[1, 2]).events.notes, [message]);

    // One year's unreadable program leaves the others alone.
    fs::remove_file(repository.path("days/year2020/main.rs")).unwrap();
    fs::create_dir(repository.path("days/year2020/main.rs")).unwrap();
    let mut events = Events::default();
    let workers = repository.build(&[(2020, &[1]), (2021, &[1])], &mut events);
    let failure = workers.worker(Year(2020).day(Day(1))).unwrap_err();
    assert_eq!(
        (failure.exit, failure.day),
        (crate::error::Exit::Files, None)
    );
    assert!(failure.message.starts_with("cannot read "), "{failure}");
    assert!(workers.worker(Year(2021).day(Day(1))).is_ok());
    fs::remove_dir(repository.path("days/year2020/main.rs")).unwrap();

    // A manifest that is not TOML.
    repository.write("days/year2020/Cargo.toml", "[package\n");
    let (day, message, events) = repository.failure(2020, &[1]);
    assert_eq!(
        (day, message.as_str()),
        (
            None,
            "days/year2020/Cargo.toml:1:9: unclosed table, expected `]`"
        )
    );
    assert_eq!(events.lines[0], "error: unclosed table, expected `]`");
    repository.remove("days/year2020/Cargo.toml");
    let (_, message, _) = repository.failure(2020, &[1]);
    assert_eq!(
        message,
        "days/year2020/Cargo.toml is missing: copy another year's"
    );
}

#[test]
fn without_cargo_there_is_a_clear_error() {
    let mut repository = Repository::new();
    repository.environment = ChildEnv::new([], None);
    repository.day(2020, 1, "1");
    let error = repository.try_build(&[(2020, &[1])], &mut Events::default());
    assert_eq!(
        error.unwrap_err().to_string(),
        "no cargo on PATH: install Rust from https://rustup.rs, or correct PATH"
    );
}

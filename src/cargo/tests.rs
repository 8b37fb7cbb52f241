//! Real builds with the real cargo, of a project in a temporary folder.

use std::process::Command;
use std::time::SystemTime;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::*;
use crate::config::ChildEnv;
use crate::project::{Note, Project};
use crate::puzzle::{Day, Year};

/// A project with this repository's own library.
struct Repository {
    temp: tempfile::TempDir,
    environment: ChildEnv,
}

#[derive(Default)]
struct Events {
    messages: Vec<String>,
    lines: Vec<String>,
    starts: usize,
    stop: bool,
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

    fn note(&mut self, _: &Note) {}

    fn finished(&mut self, _: Duration) {}

    fn interrupted(&self) -> bool {
        self.stop
    }
}

impl Repository {
    fn new() -> Self {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let temp = tempfile::Builder::new()
            .prefix("a blank ")
            .tempdir()
            .unwrap();
        let mut variables: Vec<_> = std::env::vars_os().collect();
        variables.push(("CARGO_NET_OFFLINE".into(), "true".into()));
        let program = std::env::current_exe().unwrap();
        let repository = Self {
            temp,
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
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// A day whose first part is an expression.
    fn day(&self, year: u16, day: u8, answer: &str) {
        self.write(
            &format!("days/year{year}/day{day:02}.rs"),
            &format!(
                "use aoc_solution::{{Answer, Result, Solution}};\npub struct Day{day:02};\n\
                 impl Solution for Day{day:02} {{\n    const TITLE: &'static str = \"T\";\n    \
                 type Input<'a> = ();\n    fn parse(_: &str) -> Result<()> {{ Ok(()) }}\n    \
                 fn part1(_: &()) -> Result<Answer> {{ Ok(({answer}).into()) }}\n}}\n"
            ),
        );
    }

    fn build(&self, days: &[(u16, &[u8])], only: bool, events: &mut Events) -> Workers {
        self.try_build(days, only, events).unwrap()
    }

    fn try_build(
        &self,
        days: &[(u16, &[u8])],
        only: bool,
        events: &mut Events,
    ) -> Result<Workers, BuildError> {
        let days = days.iter().map(|(year, days)| {
            let days = days.iter().copied().map(Day).collect();
            (Year(*year), days)
        });
        let request = Request {
            project: &Project::find(self.temp.path()).unwrap(),
            days: &days.collect(),
            plan: Plan {
                profile: Profile::Dev,
                only,
                offline: true,
                color: false,
            },
            environment: &self.environment,
        };
        build(&request, events)
    }

    /// Builds 2020 and runs a day of it; and how often cargo was called.
    fn answer(&self, day: u8, only: bool) -> (String, usize) {
        self.answer_of(2020, day, only)
    }

    fn answer_of(&self, year: u16, day: u8, only: bool) -> (String, usize) {
        let mut events = Events::default();
        let workers = self.build(&[(year, &[day])], only, &mut events);
        let built = workers[&Year(year)].as_ref().unwrap();
        let output = Command::new(&built.executable)
            .arg(day.to_string())
            .stdin(std::process::Stdio::null())
            .output()
            .unwrap();
        (String::from_utf8(output.stdout).unwrap(), events.starts)
    }

    fn assert(&self, day: u8, answer: &str, starts: usize) {
        let (output, started) = self.answer(day, false);
        assert!(output.contains(answer), "{answer} in {output:?}");
        assert_eq!(started, starts, "calls of cargo");
    }
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

fn set_times(path: &Path, time: SystemTime) {
    File::options()
        .write(true)
        .open(path)
        .unwrap()
        .set_modified(time)
        .unwrap();
}

/// One test for all that needs the libraries compiled, which takes seconds.
#[test]
fn what_was_saved_is_what_runs() {
    let mut repository = Repository::new();
    edits_count(&repository);
    libraries_and_variables_count(&mut repository);
    let repository = &repository;
    two_at_once_do_not_confuse_each_other(repository);
    configuration_and_new_days_count(repository);
    one_day_that_does_not_compile_is_named(repository);
    a_year_beside_one_that_fails_is_built_again(repository);
    only_builds_without_the_neighbours(repository);
    what_a_build_script_reads_counts(repository);
    other_endings_are_clear(repository);
}

fn edits_count(repository: &Repository) {
    repository.day(2020, 1, "1001");
    repository.day(2020, 2, "crate::grid::two()");
    repository.write(
        "days/year2020/main.rs",
        &("mod grid;\n".to_owned() + &crate::project::empty_main(Year(2020)).replace("//!", "//")),
    );
    repository.write("days/year2020/grid.rs", "pub fn two() -> u32 { 2002 }\n");
    let source = repository.path("days/year2020/day01.rs");

    repository.assert(1, "1001", 1);
    repository.assert(1, "1001", 0);
    repository.day(2020, 1, "1002");
    repository.assert(1, "1002", 1);
    repository.assert(1, "1002", 0);

    // Copied back: the same size, and older than what was built.
    let old = fs::read(&source).unwrap();
    let time = SystemTime::now() - Duration::from_hours(1);
    fs::write(
        &source,
        String::from_utf8(old).unwrap().replace("1002", "1003"),
    )
    .unwrap();
    set_times(&source, time);
    repository.assert(1, "1003", 1);
    repository.assert(1, "1003", 0);
}

fn libraries_and_variables_count(repository: &mut Repository) {
    let library = repository.path("solution/src/lib.rs");
    let text = fs::read_to_string(&library).unwrap();
    let magic = |number: u32| {
        let text = format!("{text}\n/// Magic.\npub fn magic() -> u32 {{ {number} }}\n");
        fs::write(&library, text).unwrap();
        set_times(&library, SystemTime::now() - Duration::from_hours(1));
    };
    magic(5001);
    repository.day(
        2020,
        1,
        "format!(\"{} {:?}\", aoc_solution::magic(), option_env!(\"MINE\"))",
    );
    repository.assert(1, "5001 None", 1);
    // Cargo sees the day, but not the library, which is older.
    magic(5002);
    repository.day(
        2020,
        1,
        "format!(\"{:?} {}\", option_env!(\"MINE\"), aoc_solution::magic())",
    );
    repository.assert(1, "None 5002", 1);
    let plain = repository.environment.clone();
    let mut variables = plain.variables().to_vec();
    variables.push(("MINE".into(), "yes".into()));
    repository.environment = ChildEnv::new(variables, None);
    repository.assert(1, "Some(\"yes\") 5002", 1);
    repository.assert(1, "Some(\"yes\") 5002", 0);
    repository.environment = plain;
    repository.assert(1, "None 5002", 1);
}

fn two_at_once_do_not_confuse_each_other(repository: &Repository) {
    repository.day(2020, 1, "6001");
    std::thread::scope(|scope| {
        let both = [(); 2].map(|()| scope.spawn(|| repository.answer(1, false).0));
        for answer in both {
            assert!(answer.join().unwrap().contains("6001"));
        }
    });
    repository.assert(1, "6001", 0);
}

fn configuration_and_new_days_count(repository: &Repository) {
    // Other configuration, that cargo sees, and a variable that it does not.
    repository.write(
        ".cargo/config.toml",
        "[build]\nrustflags = ['--cfg', 'x']\n",
    );
    repository.day(2020, 1, "if cfg!(x) { 1004 } else { 1005 }");
    repository.assert(1, "1004", 1);
    fs::remove_file(repository.path(".cargo/config.toml")).unwrap();
    repository.assert(1, "1005", 1);
    repository.assert(1, "1005", 0);

    // A new day, a day that goes.
    repository.day(2020, 3, "3003");
    repository.assert(3, "3003", 1);
    fs::remove_file(repository.path("days/year2020/day03.rs")).unwrap();
    repository.assert(1, "1005", 1);
    repository.assert(2, "2002", 0);
}

fn one_day_that_does_not_compile_is_named(repository: &Repository) {
    // Two years in one call, one of which does not compile.
    repository.day(2020, 3, "3003");
    repository.day(2020, 2, "crate::grid::three()");
    repository.day(2021, 1, "2101");
    let mut events = Events::default();
    let workers = repository.build(&[(2020, &[1, 2]), (2021, &[1])], false, &mut events);
    let failure = workers[&Year(2020)].as_ref().unwrap_err();
    assert_eq!(
        failure.to_string(),
        "days/year2020/day02.rs:7:59: cannot find function `three` in module `crate::grid`"
    );
    assert!(workers[&Year(2021)].is_ok());
    assert_eq!(events.starts, 1);
    assert!(
        events.messages.iter().any(|it| it.contains("E0425")),
        "as rendered"
    );
}

/// Cargo brings its dependency lists up to date only if all goes well.
fn a_year_beside_one_that_fails_is_built_again(repository: &Repository) {
    assert!(repository.answer_of(2021, 1, false).0.contains("2101"));
    repository.day(2021, 1, "crate::new::number()");
    let main = repository.path("days/year2021/main.rs");
    let text = fs::read_to_string(&main).unwrap();
    fs::write(&main, format!("{text}\nmod new;\n")).unwrap();
    let new = |number: u32| {
        let text = format!("pub fn number() -> u32 {{ {number} }}\n");
        repository.write("days/year2021/new.rs", &text);
    };
    new(2102);
    let mut events = Events::default();
    let workers = repository.build(&[(2020, &[1]), (2021, &[1])], false, &mut events);
    assert!(workers[&Year(2020)].is_err() && workers[&Year(2021)].is_ok());
    new(2103);
    let (output, started) = repository.answer_of(2021, 1, false);
    assert!(output.contains("2103"), "{output}");
    assert_eq!(started, 1);
    assert_eq!(repository.answer_of(2021, 1, false).1, 0);
}

fn only_builds_without_the_neighbours(repository: &Repository) {
    let source = repository.path("days/year2020/day01.rs");
    let mut events = Events::default();
    // Without it: its neighbours, with modules of theirs and of the year.
    let failure = repository.build(&[(2020, &[1])], false, &mut events);
    let failure = failure[&Year(2020)].as_ref().unwrap_err().clone();
    let hint = "`--only` builds without day 2";
    assert_eq!(failure.hint.as_deref(), Some(hint));
    repository.write(
        "days/year2020/day01/deep.rs",
        "pub fn one() -> u32 { crate::grid::two() + 1 }\n",
    );
    let text = fs::read_to_string(&source).unwrap();
    fs::write(
        &source,
        format!(
            "mod deep;\n{}",
            text.replace("if cfg!(x) { 1004 } else { 1005 }", "deep::one()")
        ),
    )
    .unwrap();
    let (output, started) = repository.answer(1, true);
    assert!(output.contains("2003"), "{output}");
    assert_eq!(started, 1);
    assert_eq!(repository.answer(1, true).1, 0);
    repository.write(
        "days/year2020/day01/deep.rs",
        "pub fn one() -> u32 { crate::day01::x() }\n",
    );
    fs::write(
        &source,
        format!(
            "fn x() -> u32 {{ 2006 }}\n{}",
            fs::read_to_string(&source).unwrap()
        ),
    )
    .unwrap();
    assert!(repository.answer(1, true).0.contains("2006"));
}

/// No list has it, so that cargo is asked every time.
fn what_a_build_script_reads_counts(repository: &Repository) {
    repository.day(2021, 1, "env!(\"NUMBER\")");
    repository.write(
        "days/year2021/build.rs",
        "fn main() {\n    let number = std::fs::read_to_string(\"number.txt\").unwrap();\n    \
         println!(\"cargo::rustc-env=NUMBER={number}\");\n}\n",
    );
    for number in ["2104", "2105"] {
        repository.write("days/year2021/number.txt", number);
        let (output, started) = repository.answer_of(2021, 1, false);
        assert!(output.contains(number), "{output}");
        assert_eq!(started, 1);
    }
    fs::remove_file(repository.path("days/year2021/build.rs")).unwrap();
    repository.day(2021, 1, "2106");
    assert!(repository.answer_of(2021, 1, false).0.contains("2106"));
    assert_eq!(repository.answer_of(2021, 1, false).1, 0);
}

fn other_endings_are_clear(repository: &Repository) {
    let mut events = Events::default();
    // Whoever interrupts does not wait.
    repository.day(2020, 2, "7");
    let mut stopped = Events {
        stop: true,
        ..Events::default()
    };
    let stopped = repository.try_build(&[(2020, &[1])], false, &mut stopped);
    assert!(matches!(stopped, Err(BuildError::Interrupted)));
    repository.assert(2, "7", 1);

    // A manifest that is none.
    repository.write("days/year2020/Cargo.toml", "[package\n");
    let workers = repository.build(&[(2020, &[1])], false, &mut events);
    let failure = workers[&Year(2020)].as_ref().unwrap_err().to_string();
    assert_eq!(
        failure,
        "days/year2020/Cargo.toml:1:9: unclosed table, expected `]`"
    );
    fs::remove_file(repository.path("days/year2020/Cargo.toml")).unwrap();
    let workers = repository.build(&[(2020, &[1])], false, &mut events);
    assert_eq!(
        workers[&Year(2020)].as_ref().unwrap_err().message,
        "days/year2020/Cargo.toml is missing: copy another year's"
    );
}

#[test]
fn without_cargo_there_is_a_clear_error() {
    let mut repository = Repository::new();
    repository.environment = ChildEnv::new([], None);
    repository.day(2020, 1, "1");
    let error = repository.try_build(&[(2020, &[1])], false, &mut Events::default());
    assert_eq!(
        error.unwrap_err().to_string(),
        "there is no cargo on PATH: install Rust from https://rustup.rs, or mend PATH"
    );
}

//! Builds with the real cargo, in two projects below the test program's build folder. Each test
//! uses its own years.

mod days;
mod fresh;
mod messages;
mod scripts;

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, MutexGuard, OnceLock};
use std::time::{Duration, SystemTime};

use anstream::adapter::strip_str;

use super::*;
use crate::config::ChildEnv;
use crate::error::{Exit, Result};
use crate::processes::CancelToken;
use crate::project::Project;
use crate::puzzle::{Day, Puzzle, Year};
use crate::sync::locked;
#[cfg(unix)]
use crate::testing::write_program;
use crate::testing::{with_slashes, write};

/// A project with the library of this repository, and the options of its builds.
struct Repository {
    root: PathBuf,
    /// Held until the test program ends. Another test program waits for this lock.
    _lock: File,
    year: u16,
    features: Vec<String>,
    per_day: bool,
    tests: bool,
    quiet: bool,
    cancel: CancelToken,
    environment: ChildEnv,
}

/// The output and notes of builds, and the numbers of calls of cargo and of waits for other builds.
#[derive(Default)]
struct Events {
    output: Vec<String>,
    notes: Vec<String>,
    starts: usize,
    waits: usize,
}

/// One of the two projects, with this year. Each project compiles the libraries once. One test at a
/// time may change a project.
fn repository(year: u16) -> MutexGuard<'static, Repository> {
    static BOTH: [OnceLock<Mutex<Repository>>; 2] = [const { OnceLock::new() }; 2];
    let repository =
        BOTH[usize::from(year % 2)].get_or_init(|| Mutex::new(Repository::new(year % 2)));
    let mut repository = locked(repository);
    repository.year = year;
    repository.year(year);
    repository
}

impl Repository {
    fn new(number: u16) -> Self {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        // The path has all unusual characters that cargo and the linker accept. They refuse `:` and
        // `%`.
        let odd = ["a {blank}", "a {blank}'\"#&"][usize::from(cfg!(unix))];
        // The folder is not temporary, because a static is never dropped, so that 100 MB would
        // remain after each run of the tests.
        let program = std::env::current_exe().unwrap();
        let root = program.ancestors().nth(2).unwrap().join("unit-tests");
        let root = root.join(format!("{odd}{number}"));
        fs::create_dir_all(&root).unwrap();
        let lock = File::create(root.with_extension("lock")).unwrap();
        lock.lock().unwrap();
        fs::remove_dir_all(&root).unwrap();
        let mut variables: Vec<_> = std::env::vars_os().collect();
        variables.push(("CARGO_NET_OFFLINE".into(), "true".into()));
        let repository = Self {
            root,
            _lock: lock,
            year: 0,
            features: Vec::new(),
            per_day: false,
            tests: false,
            quiet: false,
            cancel: CancelToken::default(),
            environment: ChildEnv::new(variables),
        };
        repository.write(
            "Cargo.toml",
            "[workspace]\nmembers = ['days/year*', 'solution']\nresolver = '3'\n\
             [workspace.metadata.aoc]\n[workspace.lints.rust]\n[profile.dev]\ndebug = 0\n\
             codegen-units = 1\nincremental = false\n",
        );
        fs::copy(here.join("Cargo.lock"), repository.path("Cargo.lock")).unwrap();
        for (file, text) in aoc_solution::source::files() {
            repository.write(&format!("solution/{file}"), text);
        }
        repository
    }

    /// Creates a year with two days. The second day uses a module.
    fn year(&self, year: u16) {
        self.write(
            &format!("days/year{year}/Cargo.toml"),
            &format!(
                "[package]\nname = 'year{year}'\nedition = '2024'\n\
                 [[bin]]\nname = 'year{year}'\npath = 'main.rs'\n\
                 [features]\nfast = []\n[dependencies]\naoc-solution.path = '../../solution'\n",
            ),
        );
        let grid = "pub fn two() -> u32 { 2002 }\nfn unused() {}\n";
        self.write(&format!("days/year{year}/grid.rs"), grid);
        for (day, answer) in [(1, "1001"), (2, "crate::grid::two()")] {
            self.write(&day_file(year, day), &day_text(day, answer));
        }
    }

    fn path(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap()
    }

    fn write(&self, path: &str, text: &str) {
        write(&self.root, path, text);
    }

    /// Writes a file with a time before the last build.
    fn write_old(&self, path: &str, text: &str) {
        self.write(path, text);
        let file = File::options().append(true).open(self.path(path)).unwrap();
        let time = SystemTime::now() - Duration::from_hours(1);
        file.set_modified(time).unwrap();
    }

    fn remove(&self, path: &str) {
        fs::remove_file(self.path(path)).unwrap();
    }

    /// Writes a day whose first part returns an expression.
    fn day(&self, day: u8, answer: &str) {
        self.write(&day_file(self.year, day), &day_text(day, answer));
    }

    fn build(&self, puzzles: &[Puzzle], events: &mut Events) -> Result<DayPrograms> {
        let request = BuildRequest {
            project: &Project::find(&self.root, &self.environment).unwrap(),
            puzzles,
            per_day: self.per_day,
            tests: self.tests,
            profile: Profile::Dev,
            features: &self.features,
            build_dir: WORKERS_FOLDER,
            offline: true,
            quiet: self.quiet,
            environment: &self.environment,
            cancel: &self.cancel,
        };
        build(&request, &mut |event| match event {
            BuildEvent::Waiting => events.waits += 1,
            BuildEvent::Started(_) => events.starts += 1,
            // This line is the progress of cargo.
            BuildEvent::Output(text) => {
                let text = strip_str(text).to_string();
                if !text.starts_with("  ") {
                    events.output.push(text);
                }
            }
            BuildEvent::Note(note) => events.notes.push(note.to_owned()),
        })
    }

    /// Builds and runs days. Returns the name and the answer of each program, or the reason why
    /// there is no program.
    fn run(&self, days: &[u8]) -> (String, Events) {
        let mut events = Events::default();
        let puzzle = |&day| Year::of(self.year).day(Day::of(day));
        let puzzles: Vec<Puzzle> = days.iter().map(puzzle).collect();
        let programs = self.build(&puzzles, &mut events).unwrap();
        let results = puzzles
            .iter()
            .map(|&puzzle| match programs.program(puzzle) {
                Err(failure) => with_slashes(&failure.to_string()),
                Ok(program) => {
                    let name = program.file_stem().unwrap().to_str().unwrap();
                    format!("{name}: {}", answer(program, puzzle.day))
                }
            });
        let results = results.collect::<Vec<_>>().join(" | ");
        events.notes = events.notes.iter().map(|note| with_slashes(note)).collect();
        (results, events)
    }

    /// Asserts the answers of days, and the number of calls of cargo that they need.
    #[track_caller]
    fn built(&self, days: &[u8], answers: &str, starts: usize) {
        let (result, events) = self.run(days);
        assert_eq!((&*result, events.starts), (answers, starts));
    }

    #[track_caller]
    fn alone(&self, day: u8, answer: &str, starts: usize) {
        let answer = format!("year{}-{day:02}: {answer}", self.year);
        self.built(&[day], &answer, starts);
    }

    fn program(&self, day: u8) -> PathBuf {
        let puzzle = Year::of(self.year).day(Day::of(day));
        let programs = self.build(&[puzzle], &mut Events::default()).unwrap();
        programs.program(puzzle).unwrap().to_owned()
    }

    /// Puts a script named `cargo` first on `PATH`, which runs these commands and then the real
    /// cargo. Returns the previous environment.
    #[cfg(unix)]
    fn wrap_cargo(&mut self, commands: &str) -> ChildEnv {
        let script = format!("#!/bin/sh\nPATH=${{PATH#*:}}\n{commands}\nexec cargo \"$@\"\n");
        write_program(&self.path("bin/cargo"), &script);
        let path = std::env::var("PATH").unwrap();
        self.set("PATH", &format!("{}:{path}", self.path("bin").display()))
    }

    /// Sets a variable and returns the previous environment.
    fn set(&mut self, name: &str, value: &str) -> ChildEnv {
        let mut variables = self.environment.variables.to_vec();
        variables.retain(|(other, _)| other != name);
        variables.push((name.into(), value.into()));
        std::mem::replace(&mut self.environment, ChildEnv::new(variables))
    }
}

/// The answer of a program's first part.
fn answer(program: &Path, day: Day) -> String {
    let output = loop {
        match Command::new(program).arg(day.to_string()).output() {
            // Another test is just starting a process, which has the new program's file open.
            Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy => {}
            output => break output.unwrap(),
        }
    };
    let output = String::from_utf8(output.stdout).unwrap();
    let line = output.lines().find(|line| line.starts_with("part 1"));
    let answer = line.unwrap_or(&output).rsplit("  ").next().unwrap();
    answer.trim().to_owned()
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

#[test]
fn profiles_are_those_of_this_repository() {
    let manifest: toml::Table = include_str!("../../Cargo.toml").parse().unwrap();
    let temp = tempfile::tempdir().unwrap();
    let project = |profile: &str| {
        let text = format!("[workspace.metadata.aoc]\n{profile}");
        write(temp.path(), "Cargo.toml", text);
        Project::find(temp.path(), &crate::testing::no_variables()).unwrap()
    };
    let own = Profile::Aoc.arguments(&project("[profile.aoc]\n"));
    assert_eq!(own[0], "--profile=aoc");
    assert!(!own.concat().contains("profile.aoc."), "{own:?}");
    let lines = Profile::Profiled.arguments(&project("")).concat();
    assert!(lines.contains("profile.aoc-bench.inherits"), "{lines}");
    assert!(lines.ends_with("profile.aoc-profile.debug='line-tables-only'"));
    for profile in [Profile::Aoc, Profile::AocBench] {
        let arguments = profile.arguments(&project("")).split_off(1).join("\n");
        let keys: toml::Table = arguments.replace("--config=", "").parse().unwrap();
        let mut table = manifest["profile"][profile.name()].clone();
        // Removes the settings of `release` that only this repository has.
        table.as_table_mut().unwrap().remove("package");
        assert_eq!(table, keys["profile"][profile.name()]);
    }
}

//! Builds with the real cargo, in two projects below the test program's build folder. Each test
//! uses its own years.

use std::fs::{self, File};
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
use crate::testing::{with_slashes, write};

/// A project with this repository's own library, and the options of its builds.
struct Repository {
    root: PathBuf,
    /// A lock that is held until the test program ends. Another test program waits for it.
    _lock: File,
    year: u16,
    features: Vec<String>,
    per_day: bool,
    quiet: bool,
    cancel: CancelToken,
    environment: ChildEnv,
}

/// The output and notes of builds, and the number of calls of cargo.
#[derive(Default)]
struct Events {
    output: Vec<String>,
    notes: Vec<String>,
    starts: usize,
}

/// A project with this year. In each of the two projects the libraries are compiled once, and one
/// test at a time may change them.
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
        // The path has all characters that cargo and the linker accept, so neither `:` nor `%`.
        let odd = ["a {blank}", "a {blank}'\"#&"][usize::from(cfg!(unix))];
        // The folder is not temporary, because a static is never dropped: the folder would
        // remain, with 100 MB, after each run of the tests.
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
        for (file, text) in aoc_solution::source::FILES {
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

    /// Writes a file whose time is before the last build.
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
            profile: Profile::Dev,
            features: &self.features,
            build_dir: TARGET,
            offline: true,
            quiet: self.quiet,
            environment: &self.environment,
            cancel: &self.cancel,
        };
        build(&request, &mut |event| match event {
            BuildEvent::Started(_) => events.starts += 1,
            // The line is cargo's progress.
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
    /// there is none.
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

    /// Asserts the answers of days, and the number of calls of cargo for them.
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

    /// The program of a day.
    fn program(&self, day: u8) -> PathBuf {
        let puzzle = Year::of(self.year).day(Day::of(day));
        let programs = self.build(&[puzzle], &mut Events::default()).unwrap();
        programs.program(puzzle).unwrap().to_owned()
    }

    /// Puts a cargo first on `PATH` that runs these commands before the real cargo. Returns the
    /// previous environment.
    #[cfg(unix)]
    fn wrap_cargo(&mut self, commands: &str) -> ChildEnv {
        // A separate process writes the file, because a file that this process has open for
        // writing cannot be executed while another test starts a process.
        let script = format!("#!/bin/sh\nPATH=${{PATH#*:}}\n{commands}\nexec cargo \"$@\"\n");
        let mut shell = Command::new("sh");
        shell.args([
            "-c",
            "mkdir -p bin; echo \"$1\" > bin/cargo; chmod +x bin/cargo",
        ]);
        shell.args(["sh", &script]);
        assert!(shell.current_dir(&self.root).status().unwrap().success());
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
    let output = Command::new(program).arg(day.to_string()).output().unwrap();
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
fn edits_count_whatever_their_times() {
    let repository = repository(2015);
    let (result, events) = repository.run(&[1]);
    // Nothing is reported about modules that other days use.
    let expected = ("year2015-01: 1001", vec![]);
    assert_eq!((&*result, events.output), expected);
    repository.alone(1, "1001", 0);
    repository.day(1, "1002");
    for starts in [1, 0] {
        repository.built(&[1, 2], "year2015: 1002 | year2015: 2002", starts);
    }
    // If the program of the year is up to date, its days are not built separately.
    repository.built(&[2], "year2015: 2002", 0);
    // The file is restored, with the same size, and is older than the build.
    repository.write_old(&day_file(2015, 1), &day_text(1, "1003"));
    repository.alone(1, "1003", 1);
    repository.alone(1, "1003", 0);
    // Without fingerprints it is not known from which files a program was made that cargo calls
    // fresh.
    fs::remove_dir_all(repository.path("target/aoc-stamps")).unwrap();
    repository.write_old(&day_file(2015, 1), &day_text(1, "1007"));
    repository.alone(1, "1007", 1);
    // A new day does not affect the programs of other days.
    repository.day(3, "3003");
    repository.alone(3, "3003", 1);
    repository.alone(1, "1007", 0);
    // Days that are requested together share a program, even if each has its own.
    repository.built(&[1, 3], "year2015: 1007 | year2015: 3003", 1);
}

#[test]
fn a_day_of_two_files_is_left_out_and_its_old_program_does_not_answer() {
    let repository = repository(2030);
    repository.alone(1, "1001", 1);
    let folder = "days/year2030/day01/mod.rs";
    repository.write(folder, &day_text(1, "1002"));
    let both = "days/year2030/day01.rs and days/year2030/day01/mod.rs both exist: the day is left \
                out until you remove one";
    repository.built(&[1], both, 0);
    assert!(!repository.read("days/year2030/main.rs").contains("day01"));
    repository.remove(&day_file(2030, 1));
    repository.alone(1, "1002", 1);
    repository.alone(1, "1002", 0);
    // A file replaces the folder.
    repository.remove(folder);
    repository.day(1, "1003");
    repository.alone(1, "1003", 1);
    repository.alone(1, "1003", 0);
}

#[test]
fn a_module_of_two_files_is_told_and_the_old_program_does_not_answer() {
    let repository = repository(2041);
    repository.write("days/year2041/grid.rs", "pub fn n() -> u32 { 1001 }\n");
    repository.day(1, "crate::grid::n()");
    repository.alone(1, "1001", 1);
    let folder = "days/year2041/grid/mod.rs";
    repository.write(folder, "pub fn n() -> u32 { 1002 }\n");
    let both = "days/year2041/grid.rs and days/year2041/grid/mod.rs both exist: remove one";
    repository.built(&[1], both, 0);
    repository.remove("days/year2041/grid.rs");
    repository.alone(1, "1002", 1);
    repository.alone(1, "1002", 0);
    // The day has a module, which has a module itself.
    repository.day(1, "sub::inner::n()");
    let day = repository.read(&day_file(2041, 1));
    repository.write(&day_file(2041, 1), &format!("mod sub;\n{day}"));
    let sub = "days/year2041/day01/sub";
    let number = |number: u32| format!("pub fn n() -> u32 {{ {number} }}\n");
    repository.write(&format!("{sub}.rs"), "pub mod inner;\n");
    repository.write(&format!("{sub}/inner.rs"), &number(1003));
    repository.alone(1, "1003", 1);
    for (other, text) in [
        (format!("{sub}/mod.rs"), "pub mod inner;\n".to_owned()),
        (format!("{sub}/inner/mod.rs"), number(1004)),
    ] {
        // Cargo compares times and would not notice the change.
        repository.write_old(&other, &text);
        let (result, _) = repository.run(&[1]);
        assert!(result.contains("found at both"), "{other}: {result}");
        repository.remove(&other);
        repository.alone(1, "1003", 0);
    }
}

#[test]
fn a_clock_that_was_ahead_takes_no_program_away() {
    let repository = repository(2026);
    repository.alone(1, "1001", 1);
    // There are more builds than are kept, of later days.
    let ahead = SystemTime::now() + Duration::from_hours(24);
    for name in ["a", "b", "c", "d", "e", "f"] {
        let build = format!("target/aoc-workers/programs/year2026-01-dev/{name}");
        fs::create_dir_all(repository.path(&build)).unwrap();
        filetime::set_file_mtime(repository.path(&build), ahead.into()).unwrap();
    }
    repository.day(1, "1002");
    repository.alone(1, "1002", 1);
    repository.alone(1, "1002", 0);
}

#[test]
fn what_was_not_used_for_long_is_removed() {
    let repository = repository(2034);
    repository.alone(1, "1001", 1);
    let long_ago = SystemTime::now() - Duration::from_hours(9999);
    let debug = "target/aoc-workers/debug";
    let folders = [
        ("target/aoc-workers/programs".to_owned(), 400),
        (format!("{debug}/deps"), 200),
        (format!("{debug}/incremental"), 12),
    ];
    for (folder, kept) in &folders {
        for name in (0..=*kept)
            .map(|number| format!("year1999-{number}"))
            .chain(["other".into()])
        {
            let path = repository.path(folder).join(name);
            fs::write(&path, "").unwrap();
            filetime::set_file_mtime(path, long_ago.into()).unwrap();
        }
    }
    repository.day(1, "1002");
    repository.alone(1, "1002", 1);
    for (folder, kept) in folders {
        let names: Vec<String> = fs::read_dir(repository.path(&folder))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        let years = names.iter().filter(|name| name.starts_with("year"));
        assert_eq!(years.count(), kept, "{folder}");
        assert!(names.contains(&"other".to_owned()), "{folder}");
        fs::remove_file(repository.path(&folder).join("other")).unwrap();
    }
    repository.alone(1, "1002", 0);
}

#[test]
fn libraries_configuration_and_variables_count() {
    let mut repository = repository(2016);
    let library = "solution/src/lib.rs";
    let text = repository.read(library);
    // The day does not compile without a change that cargo does not see.
    repository.day(1, "aoc_solution::magic()");
    let magic = format!("{text}\n/// Magic.\npub fn magic() -> u32 {{ 5004 }}\n");
    repository.write_old(library, &magic);
    let (result, events) = repository.run(&[1]);
    // The first attempt is not shown.
    assert_eq!((&*result, events.output), ("year2016-01: 5004", vec![]));
    repository.write(library, &text);

    repository.day(1, "option_env!(\"SET\").unwrap_or(\"none\")");
    for value in ["2", "1"] {
        let text = format!("[env]\nSET = '{value}'\n");
        repository.write(".cargo/config.toml", &text);
        repository.alone(1, value, 1);
    }
    repository.remove(".cargo/config.toml");

    repository.day(1, "option_env!(\"AOC_MINE\").unwrap_or(\"none\")");
    repository.alone(1, "none", 1);
    let plain = repository.set("AOC_MINE", "yes");
    repository.alone(1, "yes", 1);
    repository.alone(1, "yes", 0);
    repository.environment = plain;
}

#[test]
fn each_year_has_the_features_that_it_has() {
    let mut repository = repository(2017);
    repository.year(2035);
    let other = "days/year2035/Cargo.toml";
    let manifest = repository.read(other).replace("fast", "slow");
    repository.write(other, &manifest);
    repository.day(1, "if cfg!(feature = \"fast\") { 5 } else { 6 }");
    repository.alone(1, "6", 1);
    repository.features = vec!["fast".to_owned()];
    repository.alone(1, "5", 1);
    // Another terminal that uses other features gets another program.
    let fast = repository.program(1);
    repository.features.clear();
    assert_ne!(repository.program(1), fast);
    assert_eq!(answer(&fast, Day::of(1)), "5");
    repository.features = vec!["fast".to_owned()];
    let both = [2017, 2035].map(|year| Year::of(year).day(Day::of(1)));
    let programs = repository.build(&both, &mut Events::default()).unwrap();
    assert_eq!(answer(programs.program(both[0]).unwrap(), Day::of(1)), "5");
    assert!(programs.program(both[1]).is_ok());
    // Cargo reports a feature that no year has.
    repository.features = vec!["fats".to_owned()];
    let (result, events) = repository.run(&[1]);
    repository.features.clear();
    assert!(result.contains("fats") && events.output.concat().contains("fats"));
}

#[cfg(unix)]
#[test]
fn saves_during_a_build_and_other_terminals_do_no_harm() {
    use std::os::unix::fs::PermissionsExt;

    let mut repository = repository(2019);
    repository.day(1, "6001");
    std::thread::scope(|scope| {
        let repository = &*repository;
        let all =
            [vec![1], vec![1], vec![1, 2]].map(|days| scope.spawn(move || repository.run(&days).0));
        for result in all {
            assert!(result.join().unwrap().contains(": 6001"));
        }
    });

    // A program is not changed by later builds.
    let first = repository.program(1);
    repository.day(1, "6002");
    let second = repository.program(1);
    assert_ne!(second, first);
    assert_eq!(answer(&first, Day::of(1)), "6001");
    // A file is replaced by an older one while it is compiled. In the first build, this also
    // happens to a file that is included by a path with dots.
    let wrapper = repository.path("wrapper");
    fs::write(
        &wrapper,
        "#!/bin/sh\n\"$@\"\nstatus=$?\ncase \"$*\" in *--crate-name\\ year2019*)\n\
         [ -s save.rs ] && cp -p save.rs \"$(cat save.to)\" && : >save.rs;; esac\n\
         exit $status\n",
    )
    .unwrap();
    fs::set_permissions(&wrapper, fs::Permissions::from_mode(0o755)).unwrap();
    let plain = repository.set("RUSTC_WRAPPER", wrapper.to_str().unwrap());
    let included = "include_str!(\"../../notes/../notes/data.txt\")";
    for (day, source, file, [before, after]) in [
        (
            1,
            "3000",
            "days/year2019/day01.rs",
            ["", &day_text(1, "4001")],
        ),
        (3, included, "notes/data.txt", ["4000", "4001"]),
    ] {
        repository.write_old(file, before);
        repository.write("save.to", file);
        repository.write_old("save.rs", after);
        repository.day(day, source);
        repository.run(&[day]);
        assert_eq!(repository.read("save.rs"), "");
        let (result, _) = repository.run(&[day]);
        assert_eq!(result, format!("year2019-{day:02}: 4001"));
    }
    // The wrapper is replaced by another one of the same name.
    repository.alone(3, "4001", 0);
    let script = fs::read_to_string(&wrapper).unwrap();
    fs::write(&wrapper, format!("{script}# another one\n")).unwrap();
    repository.alone(3, "4001", 1);
    repository.environment = plain;
    // A wrapper in cargo's configuration counts, too.
    let config = "[build]\nrustc-wrapper = './wrapper'\n";
    repository.write(".cargo/config.toml", config);
    for starts in [1, 0] {
        repository.alone(3, "4001", starts);
    }
    fs::write(&wrapper, script).unwrap();
    for starts in [1, 0] {
        repository.alone(3, "4001", starts);
    }
    repository.remove(".cargo/config.toml");
}

/// Each save happens after cargo has ended and before its messages are read.
#[cfg(unix)]
#[test]
fn saves_that_do_not_end_delay_a_build_but_do_not_stay_unbuilt() {
    let mut repository = repository(2027);
    let log = "days/year2027/calls.log";
    let answer = "{ include_str!(\"number.txt\").trim().to_owned() }";
    repository.write("days/year2027/number.txt", "0");
    repository.day(1, answer);
    // There are no records of the libraries, whichever test ran first.
    let _ = fs::remove_dir_all(repository.path("target/aoc-stamps"));
    let real = repository.wrap_cargo(
        "cd days/year2027; echo \"$*\" >> calls.log; (cd ../..; cargo \"$@\"); status=$?\n\
         saves=$(cat saves) && [ $saves -gt 0 ] && echo $((saves - 1)) > saves && echo $saves > \
         number.txt\nexit $status",
    );
    repository.write("days/year2027/saves", "0");
    let calls = || {
        let text = repository.read(log);
        repository.remove(log);
        text.lines()
            .filter(|line| line.starts_with("rustc "))
            .map(|line| line.contains(" --quiet "))
            .collect::<Vec<_>>()
    };
    // Cargo's progress is shown, but not after every save.
    repository.alone(1, "0", 1);
    assert!(!calls()[0]);
    repository.write("days/year2027/number.txt", "9");
    repository.alone(1, "9", 1);
    assert_eq!(calls(), [true]);
    // Cargo is called as often as allowed. No result is certain, so the next build calls it too.
    repository.write("days/year2027/saves", "7");
    repository.day(1, &format!(" {answer}"));
    repository.alone(1, "5", 1);
    assert_eq!(calls(), [true; 4]);
    repository.write("days/year2027/saves", "0");
    repository.alone(1, "4", 1);
    repository.environment = real;
}

#[test]
fn days_of_one_program_have_copies_of_it() {
    let repository = repository(2036);
    let programs = |days: &[u8]| {
        let puzzles: Vec<_> = days.iter().map(|&day| Puzzle::of(2036, day)).collect();
        let programs = repository.build(&puzzles, &mut Events::default()).unwrap();
        let of = |&puzzle| programs.program(puzzle).unwrap().to_owned();
        puzzles.iter().map(of).collect::<Vec<PathBuf>>()
    };
    let both = programs(&[1, 2]);
    assert_ne!(both[0], both[1]);
    // A solution that removes its own program does not affect the other days.
    fs::remove_file(&both[0]).unwrap();
    assert_eq!(answer(&both[1], Day::of(2)), "2002");
    // A single day does not need a copy.
    let folder = both[1].ancestors().nth(2);
    assert_eq!(programs(&[1])[0].parent(), folder);
}

#[test]
fn a_main_rs_of_the_user_takes_the_place_of_the_programs_of_days() {
    let mut repository = repository(2037);
    repository.alone(1, "1001", 1);
    let main = "fn main() { println!(\"part 1  mine\") }\n";
    repository.write("days/year2037/main.rs", main);
    repository.built(&[1], "year2037: mine", 1);
    repository.per_day = true;
    repository.write("days/year2037/main.rs", &format!("{main}\n"));
    let (result, events) = repository.run(&[1, 2]);
    repository.per_day = false;
    repository.remove("days/year2037/main.rs");
    assert_eq!(
        (&*result, events.starts),
        ("year2037: mine | year2037: mine", 1)
    );
}

/// The second save is undone before the compiler has ended.
#[cfg(unix)]
#[test]
fn a_save_that_is_undone_during_a_build_does_not_stay_in_the_program() {
    use std::os::unix::fs::PermissionsExt;

    let mut repository = repository(2018);
    let wrapper = repository.path("wrapper");
    let script = "#!/bin/sh\nis_first=\ncase \"$*\" in *--crate-name\\ year2018*) [ -s slip.rs ] && \
                  is_first=1;; esac\n[ $is_first ] && cp -p $DAY kept.rs && cp slip.rs $DAY && : \
                  >slip.rs\n\"$@\"\nstatus=$?\n[ $is_first ] && cp $PLAIN kept.rs $DAY\nexit $status\n";
    repository.set("RUSTC_WRAPPER", wrapper.to_str().unwrap());
    for (number, how) in [("6001", "-p"), ("6002", "--")] {
        let file = "days/year2018/day01.rs";
        let script = script.replace("$DAY", file).replace("$PLAIN", how);
        fs::write(&wrapper, script).unwrap();
        fs::set_permissions(&wrapper, fs::Permissions::from_mode(0o755)).unwrap();
        repository.write("slip.rs", &day_text(1, "6666"));
        repository.day(1, number);
        let saved = repository.read(file);
        repository.run(&[1]);
        assert_eq!(repository.read("slip.rs"), "");
        assert_eq!(repository.read(file), saved);
        let (result, _) = repository.run(&[1]);
        assert_eq!(result, format!("year2018-01: {number}"), "{how}");
    }
}

#[test]
fn days_that_do_not_compile_are_not_in_the_way() {
    let repository = repository(2020);
    repository.year(2021);
    repository.day(2, "crate::grid::three()");
    let error = "days/year2020/day02.rs:7:59: cannot find function `three` in module `crate::grid`";
    let mut events = Events::default();
    let puzzles = [(2020, 1), (2020, 2), (2021, 1)];
    let puzzles = puzzles.map(|(year, day)| Puzzle::of(year, day));
    let programs = repository.build(&puzzles, &mut events).unwrap();
    let failure = programs.by_puzzle[&puzzles[1]].as_ref().unwrap_err();
    assert_eq!(with_slashes(&failure.message), error);
    assert!(programs.program(puzzles[2]).is_ok());
    let errors = events.output.concat();
    let times_shown = errors.matches("error[E0425]").count();
    assert_eq!(times_shown, 1, "{errors}");
    // The error is the same if the day is built alone.
    assert_eq!(repository.run(&[2]).0, error);

    // The compiler reports one error later, and a day needs another day.
    repository.day(3, "size_of::<crate::day02::Day02>()");
    repository.day(4, "1 +");
    let (result, _) = repository.run(&[1, 2, 3, 4]);
    let uses = format!("it uses a day that does not compile: {error}");
    let expected = format!("year2020-01: 1001 | {error} | {uses} | days/year2020/day04.rs:7:");
    assert!(result.starts_with(&expected), "{result}");
    // Errors of days that were not requested are not shown.
    let (result, events) = repository.run(&[3]);
    let shown = events.output.concat();
    assert_eq!(result, uses);
    let is_of_both = shown.contains("day03.rs") && !shown.contains("day02.rs:");
    assert!(is_of_both, "{shown}");

    // No other day can fix the day's own error, so the others are not built.
    repository.day(5, "{ let number: u32 = \"5\".into(); number }");
    let (result, events) = repository.run(&[5]);
    let own = "the trait bound `u32: From<&str>` is not satisfied";
    let is_told = result.starts_with("days/year2020/day05.rs:7:") && result.ends_with(own);
    assert!(is_told, "{result}");
    let shown = events.output.concat();
    let is_told = !shown.contains("E0425") && !shown.contains("errors");
    assert!(is_told, "{shown}");

    // The day asks for a feature that the compiler does not have. Features are declared at the
    // root of the program.
    let nightly = "#![feature(no_such_feature)]\n";
    for day in [6, 7] {
        let text = nightly.to_owned() + &day_text(day, "1");
        repository.write(&day_file(2020, day), &text);
    }
    let (result, _) = repository.run(&[1, 6, 7]);
    let results: Vec<&str> = result.split(" | ").collect();
    assert_eq!(results[0], "year2020-01: 1001");
    for failure in &results[1..] {
        // A nightly compiler does not know it.
        let start = "days/year2020/main.rs:";
        let is_stable = failure.starts_with("`#![feature(no_such_feature)]` needs a nightly");
        assert!(failure.starts_with(start) || is_stable, "{result}");
    }

    // A module that days share belongs to none of them.
    repository.write("days/year2020/grid.rs", "pub fn two() -> u32 { no }\n");
    let programs = repository
        .build(&puzzles[..1], &mut Events::default())
        .unwrap();
    let failure = programs.by_puzzle[&puzzles[0]].as_ref().unwrap_err();
    let start = "days/year2020/grid.rs:1:23: ";
    let message = with_slashes(&failure.message);
    assert!(message.starts_with(start), "{message}");
}

#[cfg(unix)]
#[test]
fn a_mistake_that_no_other_day_can_mend_is_one_call_of_cargo() {
    let mut repository = repository(2038);
    repository.alone(2, "2002", 1);
    repository.day(1, "{ let number: u32 = \"5\".into(); number }");
    let real = repository.wrap_cargo("echo $1 >> calls.log");
    let (result, _) = repository.run(&[1]);
    repository.environment = real;
    assert!(result.ends_with(" is not satisfied"), "{result}");
    assert_eq!(repository.read("calls.log"), "rustc\n");
}

/// The files that a program may use are known before the build, so a save during the build is
/// noticed without another call.
#[cfg(unix)]
#[test]
fn a_build_is_one_call_of_cargo() {
    let mut repository = repository(2039);
    repository.alone(2, "2002", 1);
    let real = repository.wrap_cargo("echo $1 >> one.log");
    let (first, _) = repository.run(&[1]);
    repository.day(1, "1002");
    let (second, _) = repository.run(&[1]);
    repository.environment = real;
    assert_eq!(first, "year2039-01: 1001");
    assert_eq!(second, "year2039-01: 1002");
    assert_eq!(repository.read("one.log"), "rustc\nrustc\n");
}

#[test]
fn the_compilers_messages_are_those_about_asked_days_and_quiet_shows_only_errors() {
    let mut repository = repository(2040);
    repository.day(1, "{ let number: u32 = \"5\"; number }");
    repository.day(2, "{ let number: u32 = \"5\".into(); number }");
    repository.day(4, "{ let four = 4; 1004 }");
    let all = [
        "E0308",
        "E0277",
        "explanations: E0277, E0308",
        "`three`",
        "`four`",
    ];
    for (days, quiet, expected) in [
        ([1, 3], false, &["E0308", "`three`"][..]),
        ([1, 3], true, &["E0308"]),
        ([1, 2], false, &all[..3]),
        ([1, 2], true, &all[..2]),
        ([3, 4], false, &all[3..]),
        ([3, 4], true, &[]),
    ] {
        let texts = format!(
            "{{ let three = 3; {}{} }}",
            days[0] + days[1],
            u8::from(quiet)
        );
        repository.day(3, &texts);
        repository.quiet = quiet;
        let (_, events) = repository.run(&days);
        let shown = events.output.concat();
        let messages: Vec<_> = all
            .into_iter()
            .filter(|text| shown.contains(text))
            .collect();
        assert_eq!(messages, expected, "{days:?} {shown}");
    }
    repository.quiet = false;
    // The file does not belong to a day.
    repository.day(1, "1001");
    repository.day(2, "crate::grid::two()");
    for (body, message) in [
        ("{ let five = 5; 2002 }", "unused variable: `five`"),
        ("{ five() }", "cannot find function `five`"),
    ] {
        let grid = format!("pub fn two() -> u32 {body}\n");
        repository.write("days/year2040/grid.rs", &grid);
        let (_, events) = repository.run(&[1, 2]);
        let shown = events.output.concat();
        assert!(shown.contains(message), "{body} {shown}");
    }
}

#[test]
fn what_a_program_was_built_from_is_known() {
    let repository = repository(2042);
    let project = Project::find(&repository.root, &repository.environment).unwrap();
    let built = || {
        let built = built_from(&project, Puzzle::of(2042, 2), Profile::Dev);
        let files = ["day02.rs", "grid.rs", "day01.rs"]
            .into_iter()
            .filter(|name| built.files.iter().any(|(path, _)| path.ends_with(name)));
        (files.collect::<Vec<_>>(), built.is_fresh)
    };
    assert_eq!(built(), (vec![], false));
    repository.alone(2, "2002", 1);
    assert_eq!(built(), (vec!["day02.rs", "grid.rs"], true));
    // These files are also watched until the next build.
    repository.day(2, "2003");
    assert_eq!(built(), (vec!["day02.rs", "grid.rs"], false));
    // A day that has no program of its own uses the one of its year.
    repository.built(&[1, 2], "year2042: 1001 | year2042: 2003", 1);
    assert_eq!(built(), (vec!["day02.rs", "grid.rs", "day01.rs"], true));
}

#[test]
fn a_day_that_needs_others_is_built_with_its_year() {
    let mut repository = repository(2022);
    let shared = "pub struct Shared;\npub trait Number { fn number(&self) -> u64 { 13 } }\n\
                  pub fn of(value: impl Number) -> u64 { value.number() }\n";
    repository.write("days/year2022/shared.rs", shared);
    let macros = "#[macro_export]\nmacro_rules! thrice { ($x:expr) => { 3 * $x } }\n";
    let implements = "use crate::shared::{Number, Shared};\nimpl Number for Shared {}\n\
                      impl Number for u8 {}\nimpl Shared { pub fn own(&self) -> u64 { 14 } }\n";
    let three = macros.to_owned() + implements + &day_text(3, "3003");
    repository.write(&day_file(2022, 3), &three);
    let number = |number: u32| format!("impl Day02 {{ pub fn number() -> u32 {{ {number} }} }}\n");
    repository.write("notes/uses.in", "super::day02::Day02::number()");
    let uses = "super::day02::Day02::number()";
    let number_of_trait = "{ use crate::shared::Number; crate::shared::Shared.number() }";
    let number_of_u8 = "{ use crate::shared::Number; 5u8.number() }";
    for (two, four, answer) in [
        (2006, "include!(\"../../notes/uses.in\")", "2006"),
        (2007, uses, "2007"),
        (2008, uses, "2008"),
        // The day uses items of another day without a path: a macro, a trait that is implemented
        // for a shared type or a type of the language, an inherent function.
        (0, "crate::thrice!(4)", "12"),
        (0, "{ use crate::thrice; thrice!(5) }", "15"),
        (0, number_of_trait, "13"),
        (0, number_of_u8, "13"),
        (0, "crate::shared::of(5u8)", "13"),
        (0, "crate::shared::Shared.own()", "14"),
    ] {
        repository.write(&day_file(2022, 2), &(day_text(2, "2002") + &number(two)));
        repository.day(4, four);
        let (result, events) = repository.run(&[4]);
        assert_eq!(result, format!("year2022: {answer}"), "{four}");
        // The first attempt is not shown.
        assert!(!events.output.concat().contains("error"));
    }

    // A day in a folder is built alone again once none of its files needs another day.
    repository.remove(&day_file(2022, 4));
    let folder = "mod part;\n".to_owned() + &day_text(4, "part::answer()");
    repository.write("days/year2022/day04/mod.rs", &folder);
    for (answer, result) in [
        ("crate::thrice!(5)", "year2022: 15"),
        ("16", "year2022-04: 16"),
    ] {
        let part = format!("pub fn answer() -> u32 {{ {answer} }}\n");
        repository.write("days/year2022/day04/part.rs", &part);
        assert_eq!(repository.run(&[4]).0, result);
    }

    // One of the programs to measure needs another day.
    repository.day(1, "crate::thrice!(6)");
    repository.day(5, "no");
    repository.per_day = true;
    let (result, _) = repository.run(&[1, 2, 5]);
    repository.per_day = false;
    let expected = "year2022-some: 18 | year2022-02: 2002 | days/year2022/day05.rs:7:";
    assert!(result.starts_with(expected), "{result}");
    repository.remove(&day_file(2022, 5));

    // A program that the user maintains.
    let main = "days/year2022/main.rs";
    repository.day(1, "1001");
    repository.run(&[1]);
    repository.write(main, &repository.read(main).replace("by aoc", "by me"));
    repository.day(2, "2009");
    let (result, events) = repository.run(&[2]);
    assert_eq!((&*result, events.notes.len()), ("year2022: 2009", 0));
    repository.day(6, "6006");
    let notes = &repository.run(&[2]).1.notes;
    let unlisted = "days/year2022/main.rs does not list day06: ";
    assert!(notes[0].starts_with(unlisted), "{notes:?}");
}

#[test]
fn an_error_within_a_macro_is_of_the_day_that_uses_it() {
    let repository = repository(2032);
    let util = "[package]\nname = 'util'\nedition = '2024'\n[lib]\npath = 'lib.rs'\n";
    repository.write("days/util/Cargo.toml", util);
    let double = "#[macro_export]\nmacro_rules! double { ($x:expr) => { 2 * $x + $crate::zero() } }\n\
                  pub fn zero() -> u32 { 0 }\n";
    repository.write("days/util/lib.rs", double);
    let manifest = "days/year2032/Cargo.toml";
    let text = repository.read(manifest) + "util.path = '../util'\n";
    repository.write(manifest, &text);
    let half = "#[macro_export]\nmacro_rules! half { ($x:expr) => { $x / 2 + zero() } }\n\
                pub fn zero() -> u32 { 0 }\n";
    repository.write("days/year2032/halves.rs", half);
    repository.day(1, "util::double!(4)");
    repository.day(2, "util::double!(\"a\")");
    repository.day(3, "crate::half!(8)");
    let (result, _) = repository.run(&[1, 2, 3]);
    let results: Vec<&str> = result.split(" | ").collect();
    assert!(results[0].ends_with(": 8"), "{result}");
    for (result, error) in [
        (results[1], "days/year2032/day02.rs:7:"),
        (results[2], "days/year2032/day03.rs:7:"),
    ] {
        assert!(result.starts_with(error), "{result}");
    }
    // An error in a shared file concerns all days, but a day's own error is reported instead.
    repository.write("days/year2032/halves.rs", "pub fn zero() -> u32 { no }\n");
    repository.day(3, "crate::halves::nothing()");
    let (result, _) = repository.run(&[1, 3]);
    let results: Vec<&str> = result.split(" | ").collect();
    assert!(
        results[0].starts_with("days/year2032/halves.rs:1:"),
        "{result}"
    );
    assert!(
        results[1].starts_with("days/year2032/day03.rs:7:"),
        "{result}"
    );
}

#[test]
fn a_file_that_a_broken_day_breaks_is_not_the_reason() {
    let repository = repository(2033);
    // The other days need neither day 2 nor the code that it breaks.
    repository.day(2, "1 +");
    repository.write(
        "days/year2033/grid.rs",
        "pub fn two() -> u32 { crate::day02::Day02::number() }\n",
    );
    let (result, events) = repository.run(&[1, 2]);
    let results: Vec<&str> = result.split(" | ").collect();
    assert!(
        results[1].starts_with("days/year2033/day02.rs:7:"),
        "{result}"
    );
    let uses = "it uses a day that does not compile: days/year2033/day02.rs:7:";
    assert!(results[0].contains(uses), "{result} {:?}", events.output);
}

#[test]
fn a_build_script_that_writes_the_same_file_again_changes_nothing() {
    let repository = repository(2035);
    let script = "fn main() { std::fs::write(\"generated.txt\", \"1003\").unwrap(); }\n";
    repository.write("days/year2035/build.rs", script);
    repository.day(1, "include_str!(\"generated.txt\")");
    repository.alone(1, "1003", 1);
    repository.alone(1, "1003", 0);
    let kept = repository.path("target/aoc-workers/programs/year2035-01-dev");
    assert!(repository.program(1).starts_with(kept));
}

#[test]
fn included_files_and_packages_count() {
    let repository = repository(2023);
    repository.write("inputs/data.txt", "8001");
    let answer = "concat!(include_str!(\"../../inputs/data.txt\"), \" \", file!())";
    repository.day(1, answer);
    repository.alone(1, "8001 days/year2023/day01.rs", 1);
    repository.alone(1, "8001 days/year2023/day01.rs", 0);
    repository.write_old("inputs/data.txt", "8003");
    repository.alone(1, "8003 days/year2023/day01.rs", 1);

    // The package is outside of the project.
    let outside = tempfile::tempdir().unwrap();
    let manifest = "[package]\nname = 'outside'\nedition = '2024'\n[workspace]\n";
    write(outside.path(), "Cargo.toml", manifest);
    let path = "days/year2023/Cargo.toml";
    let dependency = format!("outside.path = {:?}\n", outside.path());
    repository.write(path, &(repository.read(path) + &dependency));
    repository.day(1, "outside::number()");
    let file = outside.path().join("src/lib.rs");
    let write = |answer: &str| {
        let text = format!("pub fn number() -> u32 {{ {answer} }}\n");
        repository.write_old(file.to_str().unwrap(), &text);
    };
    for answer in ["7001", "7002"] {
        write(answer);
        repository.alone(1, answer, 1);
        repository.alone(1, answer, 0);
    }
    // The program is replaced by an older file, and the list of its files is incomplete.
    let deps = repository.path("target/aoc-workers/debug/deps");
    for entry in fs::read_dir(deps).unwrap().flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let is_its = name
            .to_str()
            .is_some_and(|name| name.starts_with("outside-"));
        if is_its && path.extension() == Some("d".as_ref()) {
            fs::write(path, "deps/outside.d: ").unwrap();
        }
    }
    write("7003");
    repository.alone(1, "7003", 1);
    // Cargo writes the lock file during the build.
    repository.year(2023);
    repository.remove("Cargo.lock");
    repository.alone(1, "1001", 1);
    repository.alone(1, "1001", 0);
}

/// The build script of a year. It gives instructions to cargo and computes a number.
fn write_script(repository: &Repository, told: &str, number: &str) {
    let text = format!(
        "mod helper;\nfn main() {{\n    println!(\"{told}\");\n    let number = {number};\n    \
         println!(\"cargo::rustc-env=NUMBER={{number}}\");\n}}\n"
    );
    let folder = format!("days/year{}", repository.year);
    repository.write(&format!("{folder}/build.rs"), &text);
    let helper = "pub fn number() -> String {\n    \
                  std::fs::read_to_string(\"number.txt\").unwrap()\n}\n\
                  pub fn names() -> usize { std::fs::read_dir(\"list\").unwrap().count() }\n";
    repository.write(&format!("{folder}/helper.rs"), helper);
}

#[test]
fn what_a_build_script_reads_counts() {
    let repository = repository(2025);
    let file = "days/year2025/number.txt";
    write_script(&repository, "", "helper::number()");
    // The rule also holds if the file is restored while the day is edited.
    for (day, number) in [("", "2104"), ("", "2105"), ("n", "2106")] {
        repository.day(1, &format!("concat!(\"{day}\", env!(\"NUMBER\"))"));
        repository.write_old(file, number);
        for starts in [1, 0] {
            repository.alone(1, &format!("{day}{number}"), starts);
        }
    }
    // The script reads another file, or a hidden one.
    for name in ["more.txt", ".hidden"] {
        repository.write(&format!("days/year2025/{name}"), "");
        for starts in [1, 0] {
            repository.alone(1, "n2106", starts);
        }
    }
    // The link leads to another file.
    #[cfg(unix)]
    for (other, number) in [("a/number.txt", "2108"), ("b/number.txt", "2109")] {
        repository.write_old(other, number);
        repository.remove(file);
        std::os::unix::fs::symlink(repository.path(other), repository.path(file)).unwrap();
        repository.day(1, &format!("concat!(\"{other}\", env!(\"NUMBER\"))"));
        repository.alone(1, &format!("{other}{number}"), 1);
    }
    // The script's own module changes but keeps an old time.
    let helper = "days/year2025/helper.rs";
    repository.day(1, "env!(\"NUMBER\")");
    repository.alone(1, "2109", 1);
    let text = repository
        .read(helper)
        .replace("\"number.txt\"", "\"more.txt\"");
    repository.write_old(helper, &text);
    repository.write_old("days/year2025/more.txt", "2110");
    repository.alone(1, "2110", 1);
}

#[test]
fn a_build_script_that_declares_what_it_reads_runs_only_for_that() {
    let mut repository = repository(2031);
    let file = "days/year2031/number.txt";
    repository.write(file, "2104");
    repository.write("days/year2031/list/a", "");
    write_script(
        &repository,
        "cargo::rerun-if-changed=number.txt",
        "std::process::id()",
    );
    let number = |day: &str| {
        repository.day(1, day);
        repository.run(&[1]).0
    };
    let first = number("env!(\"NUMBER\")");
    assert_eq!(number("env!(\"NUMBER\") "), first);
    // An old file counts, even if the day is edited at the same time.
    repository.write_old(file, "2105");
    let second = number("env!(\"NUMBER\")");
    assert_ne!(second, first);
    assert_eq!(number("env!(\"NUMBER\") "), second);
    repository.built(&[1], &second, 0);

    // The script watches a folder, in the notation of older scripts.
    write_script(
        &repository,
        "cargo:rerun-if-changed=list",
        "helper::names()",
    );
    repository.day(1, "env!(\"NUMBER\")");
    repository.alone(1, "1", 1);
    repository.write_old("days/year2031/list/b", "");
    for starts in [1, 0] {
        repository.alone(1, "2", starts);
    }
    // The script depends on a variable.
    let variable = "std::env::var(\"AOC_NUMBER\").unwrap_or(\"0\".into())";
    write_script(
        &repository,
        "cargo::rerun-if-env-changed=AOC_NUMBER",
        variable,
    );
    repository.alone(1, "0", 1);
    let plain = repository.set("AOC_NUMBER", "77");
    for starts in [1, 0] {
        repository.alone(1, "77", starts);
    }
    repository.environment = plain;
    // Cargo decides about a script that always wants to run.
    write_script(
        &repository,
        "cargo::rerun-if-changed=none",
        "std::process::id()",
    );
    let (first, _) = repository.run(&[1]);
    let (second, events) = repository.run(&[1]);
    assert!(first != second && events.starts == 1, "{first} {second}");
}

#[cfg(unix)]
#[test]
fn a_link_that_is_turned_counts() {
    use std::os::unix::fs::symlink;

    let repository = repository(2029);
    for version in ["1", "2"] {
        let text = format!("90{version}");
        repository.write_old(&format!("texts/{version}/in.txt"), &text);
        repository.write_old(&format!("days/year2029/texts/{version}.txt"), &text);
        let module = format!("pub fn number() -> u32 {{ {text} }}\n");
        repository.write_old(&format!("texts/{version}/module.rs"), &module);
    }
    let turn = |link: &str, target: &str| {
        let link = repository.path(link);
        let _ = fs::remove_file(&link);
        symlink(target, &link).unwrap();
    };
    let module = "{ #[path = \"../../texts/module.rs\"] mod module; module::number() }";
    for (name, link, targets, answer) in [
        (
            "a file",
            "texts/in.txt",
            ["1/in.txt", "2/in.txt"],
            "include_str!(\"../../texts/in.txt\")",
        ),
        (
            "a folder",
            "texts/now",
            ["1", "2"],
            "include_str!(\"../../texts/now/in.txt\")",
        ),
        (
            "a file in the package",
            "days/year2029/in.txt",
            ["texts/1.txt", "texts/2.txt"],
            "include_str!(\"in.txt\")",
        ),
        (
            "a module",
            "texts/module.rs",
            ["1/module.rs", "2/module.rs"],
            module,
        ),
        (
            "an absolute path",
            "texts/of.txt",
            ["1/in.txt", "2/in.txt"],
            "include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/../../texts/of.txt\"))",
        ),
        (
            "bytes",
            "texts/bytes.txt",
            ["1/in.txt", "2/in.txt"],
            "String::from_utf8_lossy(include_bytes!(\"../../texts/bytes.txt\")).into_owned()",
        ),
    ] {
        turn(link, targets[0]);
        repository.day(1, answer);
        assert_eq!(repository.run(&[1]).0, "year2029-01: 901", "{name}");
        repository.alone(1, "901", 0);
        turn(link, targets[1]);
        assert_eq!(repository.run(&[1]).0, "year2029-01: 902", "{name}");
        repository.alone(1, "902", 0);
        turn(link, targets[0]);
        assert_eq!(repository.run(&[1]).0, "year2029-01: 901", "{name}");
    }
    // A file replaces a link.
    repository.day(1, "include_str!(\"../../texts/in.txt\")");
    repository.alone(1, "901", 1);
    repository.remove("texts/in.txt");
    repository.write_old("texts/in.txt", "903");
    repository.alone(1, "903", 1);
    repository.alone(1, "903", 0);
}

#[cfg(unix)]
#[test]
fn an_outdated_program_that_cannot_be_removed_is_not_run() {
    let mut repository = repository(2028);
    repository.alone(1, "1001", 1);
    repository.write_old(&day_file(2028, 1), &day_text(1, "1002"));
    let real = repository.wrap_cargo("[ $1 != clean ] || exit 7");
    let built = repository.build(&[Puzzle::of(2028, 1)], &mut Events::default());
    repository.environment = real;
    let expected = "cannot remove an outdated build: cargo failed without a reason: exit status: 7";
    assert_eq!(format!("{:#}", built.unwrap_err()), expected);
    repository.alone(1, "1002", 1);
}

#[test]
fn other_endings_are_clear() {
    let mut repository = repository(2024);
    // A user who interrupts does not have to wait.
    let cancel = std::mem::take(&mut repository.cancel);
    repository.cancel.cancel();
    let stopped = repository.build(&[Puzzle::of(2024, 1)], &mut Events::default());
    repository.cancel = cancel;
    assert_eq!(stopped.unwrap_err().exit, Exit::Interrupted);

    // The last lines are read even after cargo has ended.
    #[cfg(unix)]
    {
        let real = repository.wrap_cargo("(sleep 0.1; echo error: late) & exit");
        let (result, _) = repository.run(&[1]);
        repository.environment = real;
        assert_eq!(result, "late");
    }

    // A half-written day affects only users who request it.
    repository.write(&day_file(2024, 3), "fn part1(");
    let half = "days/year2024/day03.rs has no `functions!(Day03, ...)`, and no `impl Solution for \
                Day03`: the day is left out until it has one";
    assert_eq!(repository.run(&[1, 2]).1.notes, [""; 0]);
    let (result, events) = repository.run(&[3]);
    assert_eq!((&*result, events.starts, events.notes.len()), (half, 0, 0));

    // The manifest is invalid TOML, then missing.
    let path = "days/year2024/Cargo.toml";
    let manifest = repository.read(path);
    repository.write(path, "[package\n");
    let (result, events) = repository.run(&[1]);
    assert_eq!(result, format!("{path}:1:9: unclosed table, expected `]`"));
    assert_eq!(events.output[0], "error: unclosed table, expected `]`\n");
    // The error does not belong to a day, so no other days are tried.
    assert_eq!(repository.run(&[1, 2]).0, format!("{result} | {result}"));
    repository.remove(path);
    let missing = format!("{path} is missing: `aoc new 2024/1` creates it");
    assert_eq!(repository.run(&[1]).0, missing);
    repository.write(path, &manifest);
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
    let lines = Profile::LineTables.arguments(&project("")).concat();
    assert!(lines.contains("profile.aoc-bench.inherits"), "{lines}");
    assert!(lines.ends_with("profile.aoc-profile.debug='line-tables-only'"));
    for profile in [Profile::Aoc, Profile::AocBench] {
        let arguments = profile.arguments(&project("")).split_off(1).join("\n");
        let keys: toml::Table = arguments.replace("--config=", "").parse().unwrap();
        let mut table = manifest["profile"][profile.name()].clone();
        // Undoes the special settings of `release` in this repository. Other projects have none.
        table.as_table_mut().unwrap().remove("package");
        assert_eq!(table, keys["profile"][profile.name()]);
    }
}

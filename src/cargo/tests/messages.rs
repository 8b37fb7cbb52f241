//! Messages of the compiler, and builds that fail.

use std::thread;

use super::*;
use crate::files::Lock;

impl Repository {
    /// Adds the crate `util` with this code as a dependency of the year.
    fn add_util(&self, code: &str) {
        let util = "[package]\nname = 'util'\nedition = '2024'\n[lib]\npath = 'lib.rs'\n";
        self.write("days/util/Cargo.toml", util);
        self.write("days/util/lib.rs", code);
        let manifest = format!("days/year{}/Cargo.toml", self.year);
        let text = self.read(&manifest) + "util.path = '../util'\n";
        self.write(&manifest, &text);
    }
}

#[test]
fn a_build_tells_once_that_it_waits_for_another_one() {
    let repository = repository(2047);
    let lock = repository.path("target/aoc-stamps/lock");
    let held = Lock::try_acquire(&lock).unwrap().unwrap();
    let (_, events) = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(500));
            drop(held);
        });
        repository.run(&[1])
    });
    assert_eq!((events.waits, events.starts), (1, 1));
    assert_eq!(events.notes, [""; 0]);
    repository.write("days/year2047/day01.rs", &day_text(1, "5"));
    assert_eq!(repository.run(&[1]).1.waits, 0);
}

/// Cargo writes its progress without line ends, so a message would begin in the middle of a line.
#[test]
fn a_build_succeeds_if_the_user_always_wants_cargos_progress() {
    let mut repository = repository(2051);
    let mut before = repository.set("CARGO_TERM_PROGRESS_WHEN", "always");
    repository.set("CARGO_TERM_PROGRESS_WIDTH", "80");
    let (result, events) = repository.run(&[1]);
    std::mem::swap(&mut repository.environment, &mut before);
    assert_eq!(result, "year2051-01: 1001");
    assert_eq!(events.output, [""; 0]);
}

/// A cargo that a killed `aoc` has left behind links another program in its place.
#[cfg(unix)]
#[test]
fn a_program_that_is_missing_for_a_moment_is_linked_again() {
    let mut repository = repository(2052);
    repository.alone(1, "1001", 1);
    repository.day(1, "1002");
    let removes = "mkdir once 2>/dev/null && { cargo \"$@\"; \
                   rm target/aoc-workers/debug/year2052; exit; }";
    let real = repository.wrap_cargo(removes);
    let (result, _) = repository.run(&[1]);
    repository.environment = real;
    assert_eq!(result, "year2052-01: 1002");
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
    // Nothing else is shown, because cargo does not pass on the compiler's count of warnings.
    for (days, expected) in [
        ([3, 4], &["warning: unused variable: `four`"][..]),
        ([5, 6], &[]),
    ] {
        repository.day(3, &format!("{}", days[0]));
        repository.day(5, "5005");
        repository.day(6, "6006");
        let (_, events) = repository.run(&days);
        let first_lines = events.output.iter().filter_map(|text| text.lines().next());
        assert_eq!(first_lines.collect::<Vec<_>>(), expected, "{days:?}");
    }
    // The file does not belong to any day.
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
fn what_a_shared_file_has_for_other_days_is_not_called_unused() {
    let repository = repository(2049);
    let shared = "pub(crate) use crate::grid::two;\n\
                  macro_rules! five { () => { 5005 } }\n\
                  pub(crate) use five;\n";
    repository.write("days/year2049/shared.rs", shared);
    // The compiler has a warning for a module with this name.
    repository.write("days/year2049/lib.rs", "pub fn five() -> u32 { 5005 }\n");
    repository.day(2, "crate::shared::two()");
    repository.day(3, "{ use crate::shared::five; five!() }");
    for (day, answer) in [(1, "year2049-01: 1001"), (2, "year2049-02: 2002")] {
        let (result, events) = repository.run(&[day]);
        assert_eq!(result, answer);
        assert_eq!(events.output, [""; 0]);
    }
    // In the day's own file, the import is unused, whatever the other days do.
    repository.day(1, "{ use crate::shared::two; 1001 }");
    let (_, events) = repository.run(&[1]);
    let shown = events.output.concat();
    assert!(
        shown.contains("unused import: `crate::shared::two`"),
        "{shown}"
    );
    // A crate is always compiled completely.
    repository.add_util("use std::fmt::Debug;\nfn dead() {}\n");
    repository.day(1, "1001");
    let (_, events) = repository.run(&[1]);
    let shown = events.output.concat();
    assert!(
        shown.contains("unused import: `std::fmt::Debug`")
            && shown.contains("function `dead` is never used"),
        "{shown}"
    );
    // If only a build of the whole year can decide, the year is built.
    repository.write(
        "days/year2049/shared.rs",
        &format!("#![deny(unused)]\n{shared}"),
    );
    repository.day(1, "1001");
    assert_eq!(repository.run(&[1]).0, "year2049: 1001");
}

#[test]
fn an_error_within_a_macro_is_of_the_day_that_uses_it() {
    let repository = repository(2032);
    let double = "#[macro_export]\nmacro_rules! double { ($x:expr) => { 2 * $x + $crate::zero() } }\n\
                  pub fn zero() -> u32 { 0 }\n";
    repository.add_util(double);
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
    // An error in a shared file concerns all days. A day with an error of its own reports that one.
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
    // The other days need neither day 2 nor the code in which its error is.
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

    // A half-written day only affects commands that request it.
    repository.write(&day_file(2024, 3), "fn part1(");
    let half = "days/year2024/day03.rs has no `functions!(Day03, ...)`, and no `impl Solution for \
                Day03`: the day is left out until it has one";
    assert_eq!(repository.run(&[1, 2]).1.notes, [""; 0]);
    let (result, events) = repository.run(&[3]);
    assert_eq!((&*result, events.starts, events.notes.len()), (half, 0, 0));

    // The manifest is invalid TOML first, and then missing.
    let path = "days/year2024/Cargo.toml";
    let manifest = repository.read(path);
    repository.write(path, "[package\n");
    let (result, events) = repository.run(&[1]);
    assert_eq!(result, format!("{path}:1:9: unclosed table, expected `]`"));
    assert_eq!(events.output[0], "error: unclosed table, expected `]`\n");
    // The error does not belong to a day, so other days are not tried.
    assert_eq!(repository.run(&[1, 2]).0, format!("{result} | {result}"));
    // An error of a few lines is only told as the error of the day.
    let old = manifest.replace("[[bin]]", "rust-version = '1.999'\n[[bin]]");
    let renamed = manifest.replacen("year2024", "mine", 1);
    let wrong_name = format!(
        "package ID specification `year2024` did not match any packages; {path} names its package \
         `mine`, so cargo cannot build it: write `year2024` in each `name`"
    );
    let requires =
        " is not supported by the following package: year2024@0.0.0 requires rustc 1.999";
    for (manifest, says) in [(old, requires), (renamed, &*wrong_name)] {
        repository.write(path, &manifest);
        let (result, events) = repository.run(&[1]);
        assert!(result.ends_with(says), "{result}");
        assert_eq!(events.output, [""; 0]);
    }
    repository.remove(path);
    let missing = format!("{path} is missing: `aoc new 2024/1` creates it");
    assert_eq!(repository.run(&[1]).0, missing);
    repository.write(path, &manifest);
}

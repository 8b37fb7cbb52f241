//! The days in a program, and the effect of days that do not compile on the others.

use super::*;

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
    // Another terminal uses other features, and gets another program.
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
    assert!(result.contains("fats"), "{result}");
    assert_eq!(events.output, [""; 0]);
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

#[cfg(unix)]
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
    assert_eq!(
        (&*result, events.starts),
        ("year2037: mine | year2037: mine", 1)
    );
    // Such a file cannot leave a day out, so there is no second call of cargo.
    repository.day(2, "no");
    repository.write("days/year2037/main.rs", &format!("mod day02;\n{main}"));
    let real = repository.wrap_cargo("echo $1 >> calls-2037.log");
    repository.run(&[1, 2]);
    repository.environment = real;
    repository.remove("days/year2037/main.rs");
    repository.remove(&day_file(2037, 2));
    assert_eq!(repository.read("calls-2037.log"), "rustc\n");
}

#[test]
fn days_that_do_not_compile_do_not_stop_others() {
    let repository = repository(2020);
    repository.year(2021);
    repository.day(2, "crate::grid::three()");
    let error = "days/year2020/day02.rs:7:59: cannot find function `three` in module `crate::grid`";
    let mut events = Events::default();
    let puzzles = [(2020, 1), (2020, 2), (2021, 1)];
    let puzzles = puzzles.map(|(year, day)| Puzzle::of(year, day));
    let programs = repository.build(&puzzles, &mut events).unwrap();
    let failure = programs.by_puzzle[&puzzles[1]].as_ref().unwrap_err();
    assert_eq!(with_slashes(&failure.to_string()), error);
    assert!(programs.program(puzzles[2]).is_ok());
    let errors = events.output.concat();
    let times_shown = errors.matches("error[E0425]").count();
    assert_eq!(times_shown, 1, "{errors}");
    // The error is the same if the day is built alone.
    assert_eq!(repository.run(&[2]).0, error);

    // The compiler reports this error later than others. A day needs another day.
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

    // The day needs a feature that the compiler does not have. Features are declared at the root of
    // the program.
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

    // A module that several days share does not belong to any of them.
    repository.write("days/year2020/grid.rs", "pub fn two() -> u32 { no }\n");
    let programs = repository
        .build(&puzzles[..1], &mut Events::default())
        .unwrap();
    let failure = programs.by_puzzle[&puzzles[0]].as_ref().unwrap_err();
    let start = "days/year2020/grid.rs:1:23: ";
    let message = with_slashes(&failure.to_string());
    assert!(message.starts_with(start), "{message}");
}

#[cfg(unix)]
#[test]
fn a_shared_file_has_the_unstable_features_of_all_days() {
    let mut repository = repository(2045);
    let shared = "pub trait Number = Copy;\npub fn seven(_: impl Number) -> u32 { 7007 }\n";
    repository.write("days/year2045/shared.rs", shared);
    let declared = "#![feature(trait_alias)]\n".to_owned();
    let two = declared + &day_text(2, "crate::shared::seven(1)");
    repository.write(&day_file(2045, 2), &two);
    // This variable makes a stable compiler accept unstable features.
    let stable = repository.set("RUSTC_BOOTSTRAP", "1");
    let results = ["1001", "1002"].map(|answer| {
        repository.day(1, answer);
        let (result, events) = repository.run(&[1]);
        (result, events.output.concat().contains("error"))
    });
    repository.environment = stable;
    let expected = ["year2045: 1001", "year2045: 1002"];
    assert_eq!(results, expected.map(|result| (result.to_owned(), false)));
    // Without a declaration, the year is not built.
    repository.day(2, "2002");
    repository.day(1, "crate::shared::seven(1)");
    let real = repository.wrap_cargo("echo $1 >> calls-2045.log");
    repository.run(&[1]);
    repository.environment = real;
    assert_eq!(repository.read("calls-2045.log"), "rustc\n");
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
        // The day uses items of another day without a path: a macro, an inherent function, and a
        // trait that is implemented for a shared type or for a type of the language.
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

    // A day in a folder is built alone again as soon as none of its files needs another day.
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

    // One of the measured programs needs another day.
    repository.day(1, "crate::thrice!(6)");
    repository.day(5, "no");
    repository.per_day = true;
    let (result, _) = repository.run(&[1, 2, 5]);
    repository.per_day = false;
    let expected = "year2022-some: 18 | year2022-02: 2002 | days/year2022/day05.rs:7:";
    assert!(result.starts_with(expected), "{result}");
    repository.remove(&day_file(2022, 5));

    // The user maintains this program.
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

//! What the compiler says about typical mistakes with `functions!`: the phrase that leads
//! to the mistake. Each is compiled as the day of a program.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, thread};

const MAIN: &str = "mod day01;

fn main() {
    aoc_solution::Registry::new(2020).day::<day01::Day01>(1).test();
}
";

/// The library that this test is linked with: the one that was compiled last.
fn library() -> PathBuf {
    let test = std::env::current_exe().expect("a test has a path");
    let folder = test.parent().expect("a file is in a folder");
    let mut libraries = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with("libaoc_solution-") && name.ends_with(".rlib") {
            let file = fs::metadata(&path).expect("a file has metadata");
            libraries.push((file.modified().expect("a file has a time"), path));
        }
    }
    libraries.sort();
    let (_, last) = libraries.pop().expect("the library is compiled");
    last
}

/// Compiles the day, and returns what the compiler says.
fn compile(day: &str) -> String {
    let library = library();
    let test = thread::current();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test.name().expect("a test"));
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("main.rs"), MAIN).expect("a file");
    fs::write(folder.join("day01.rs"), day).expect("a file");
    let dependencies = library.parent().expect("a file is in a folder");
    let output = Command::new("rustc")
        .args(["--edition", "2024", "--emit", "metadata", "--out-dir"])
        .arg(&folder)
        .arg("--extern")
        .arg(format!("aoc_solution={}", library.display()))
        .arg("-L")
        .arg(format!("dependency={}", dependencies.display()))
        .arg(folder.join("main.rs"))
        .output()
        .expect("rustc can be started");
    String::from_utf8(output.stderr).expect("the compiler writes UTF-8")
}

/// The compiler says this of the macro and the functions.
#[track_caller]
fn says(call: &str, functions: &str, phrase: &str) {
    let said = compile(&format!("aoc_solution::{call};\n{functions}\n"));
    assert!(said.contains(phrase), "{said}");
}

/// The compiler has nothing to say.
#[track_caller]
fn compiles(call: &str, functions: &str) {
    let said = compile(&format!("aoc_solution::{call};\n{functions}\n"));
    assert_eq!(said, "");
}

/// The macro for numbers, and functions that are right.
const NUMBERS: &str = r#"functions!(Day01, "Lisp", Vec<u64>)"#;
const PARSE: &str = "fn parse(_: &str) -> Vec<u64> { vec![] }";
const PART1: &str = "fn part1(numbers: &[u64]) -> usize { numbers.len() }";

/// A part for numbers that are parsed as they should be.
#[track_caller]
fn part_says(part1: &str, phrase: &str) {
    says(NUMBERS, &format!("{PARSE}\n{part1}"), phrase);
}

#[test]
fn parse_returns_another_type() {
    says(
        NUMBERS,
        &format!("fn parse(_: &str) -> Vec<u32> {{ vec![] }}\n{PART1}"),
        "`parse` returns `Vec<u32>`, and not `Vec<u64>`, the type after the title",
    );
}

#[test]
fn parse_takes_something_else_than_text() {
    says(
        NUMBERS,
        &format!("fn parse(_: &[&str]) -> Vec<u64> {{ vec![] }}\n{PART1}"),
        "day01::parse}` does not take the input, which is `str`",
    );
}

#[test]
fn parse_is_missing() {
    says(NUMBERS, PART1, "cannot find value `parse` in this scope");
}

#[test]
fn a_part_takes_another_type() {
    part_says(
        "fn part1(numbers: &[u32]) -> usize { numbers.len() }",
        "day01::part1}` does not take the input, which is `Vec<u64>`",
    );
}

#[test]
fn a_part_takes_the_text_instead_of_the_input() {
    part_says(
        "fn part1(input: &str) -> usize { input.len() }",
        "day01::part1}` does not take the input, which is `Vec<u64>`",
    );
}

#[test]
fn a_part_takes_two_arguments() {
    part_says(
        "fn part1(numbers: &[u64], size: usize) -> usize { numbers.len() + size }",
        "name a closure, such as `part1 = |input| part1(input, 10)`",
    );
}

#[test]
fn a_part_takes_nothing() {
    part_says(
        "fn part1() -> usize { 1 }",
        "`fn() -> usize {day01::part1}` does not take the input",
    );
}

#[test]
fn a_part_is_generic() {
    part_says(
        "fn part1<'a>(numbers: impl Iterator<Item = &'a u64>) -> usize { numbers.count() }",
        "`&Vec<u64>` is not an iterator",
    );
}

#[test]
fn an_input_by_value_lacks_clone() {
    says(
        r#"functions!(Day01, "Lisp", Grid)"#,
        "pub struct Grid(u64);
         fn parse(_: &str) -> Grid { Grid(1) }
         fn part1(grid: Grid) -> u64 { grid.0 }",
        "add `#[derive(Clone)]` to `Grid`, or take it by reference",
    );
}

#[test]
fn an_input_by_mutable_reference_lacks_clone() {
    says(
        r#"functions!(Day01, "Lisp", Grid)"#,
        "pub struct Grid(u64);
         fn parse(_: &str) -> Grid { Grid(1) }
         fn part1(grid: &mut Grid) -> u64 { grid.0 }",
        "`Grid` cannot be cloned, but a part takes it by value or by `&mut`",
    );
}

#[test]
fn the_lifetime_of_a_reference_need_not_be_named() {
    compiles(
        r#"functions!(Day01, "Lisp", Vec<&str>)"#,
        "fn parse(input: &str) -> Vec<&str> { input.lines().collect() }
         fn part1(lines: &[&str]) -> usize { lines.len() }",
    );
}

#[test]
fn the_lifetime_of_a_type_need_not_be_named() {
    compiles(
        r#"functions!(Day01, "Lisp", Grid)"#,
        "pub struct Grid<'a>(&'a str);
         fn parse(input: &str) -> Grid<'_> { Grid(input) }
         fn part1(grid: &Grid) -> usize { grid.0.len() }",
    );
}

#[test]
fn a_type_in_the_input_is_private() {
    says(
        r#"functions!(Day01, "Lisp", Vec<Card>)"#,
        "struct Card(u8);
         fn parse(input: &str) -> Vec<Card> { input.bytes().map(Card).collect() }
         fn part1(cards: &[Card]) -> u8 { cards[0].0 }",
        "private type `Card` in public interface",
    );
}

#[test]
fn the_type_is_a_result() {
    says(
        r#"functions!(Day01, "Lisp", Result<Vec<u64>, String>)"#,
        &format!("fn parse(_: &str) -> Result<Vec<u64>, String> {{ Ok(vec![]) }}\n{PART1}"),
        "does not take the input, which is `Result<Vec<u64>, String>`",
    );
}

#[test]
fn the_type_is_missing() {
    says(
        r#"functions!(Day01, "Lisp")"#,
        &format!("{PARSE}\n{PART1}"),
        "or the text if there is no type after the title",
    );
}

#[test]
fn the_title_is_missing() {
    says(
        "functions!(Day01, Vec<u64>)",
        PARSE,
        "expected a name, a title and the type that `parse` returns",
    );
}

#[test]
fn the_name_is_a_text() {
    says(
        r#"functions!("Day01", "Lisp", Vec<u64>)"#,
        PARSE,
        r#"`functions!(Day01, "Report Repair", Vec<u64>)`"#,
    );
}

#[test]
fn an_option_is_misspelt() {
    says(
        r#"functions!(Day01, "Lisp", Vec<u64>, prase = read)"#,
        PARSE,
        "unknown option `prase`, expected `text`, `parse`, `part1`,",
    );
}

#[test]
fn an_alternative_has_no_part() {
    says(
        r#"functions!(Day01, "Lisp", Vec<u64>, alternatives = ["slow" = part1])"#,
        &format!("{PARSE}\n{PART1}"),
        r#"`alternatives = [part1 "one by one" = one_by_one]`"#,
    );
}

#[test]
fn an_example_is_a_tuple() {
    says(
        r#"functions!(Day01, "Lisp", Vec<u64>, examples = [("1", "2")])"#,
        &format!("{PARSE}\n{PART1}"),
        "expected `Example<Day01,",
    );
}

#[test]
fn an_answer_is_a_list() {
    part_says(
        "fn part1(numbers: &[u64]) -> Vec<u64> { numbers.to_vec() }",
        "`Vec<u64>` cannot be an answer",
    );
}

#[test]
fn an_answer_cannot_be_displayed() {
    part_says(
        "struct Score(u64);
         fn part1(numbers: &[u64]) -> Option<Score> { Some(Score(numbers[0])) }",
        "`Score` cannot be an answer",
    );
}

#[test]
fn an_error_cannot_be_displayed() {
    says(
        NUMBERS,
        &format!("struct Bad;\nfn parse(_: &str) -> Result<Vec<u64>, Bad> {{ Err(Bad) }}\n{PART1}"),
        "add `#[derive(Debug)]` to `Bad`",
    );
}

#[test]
fn solve_returns_no_pair() {
    says(
        r#"functions!(Day01, "Lisp", solve = solve)"#,
        "fn solve(input: &str) -> usize { input.len() }",
        "`usize` is not a pair of answers",
    );
}

//! What the compiler says about typical mistakes with `functions!`: the phrase that leads
//! to the mistake. Each is compiled as the day of a program.

use std::path::PathBuf;
use std::process::Command;
use std::{fs, thread};

/// The program, the macro for numbers, and functions that are right.
const MAIN: &str = "mod day01;
fn main() { aoc_solution::Registry::new(2020).day::<day01::Day01>(1).test(); }";
const NUMBERS: &str = r#"(Day01, "Lisp", Vec<u64>)"#;
const PARSE: &str = "fn parse(_: &str) -> Vec<u64> { vec![] }";
const PART1: &str = "fn part1(numbers: &[u64]) -> usize { numbers.len() }";

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
fn compile(name: &str, day: &str) -> String {
    let library = library();
    let folder = PathBuf::from(format!("{}/{name}", env!("CARGO_TARGET_TMPDIR")));
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
        .arg(format!("{}/main.rs", folder.display()))
        .output()
        .expect("rustc can be started");
    String::from_utf8(output.stderr).expect("the compiler writes UTF-8")
}

/// The compiler says the phrase of each case: its name, the arguments of the macro, the
/// functions beside it, and the phrase; nothing at all if that is empty.
#[track_caller]
fn says(cases: &[[&str; 4]]) {
    thread::scope(|scope| {
        for [name, arguments, functions, phrase] in cases {
            scope.spawn(move || {
                let said = compile(
                    name,
                    &format!("aoc_solution::functions!{arguments};\n{functions}\n"),
                );
                assert!(said.contains(phrase), "{name}: {said}");
                assert_eq!(said.is_empty(), phrase.is_empty(), "{name}: {said}");
            });
        }
    });
}

#[test]
fn the_parser() {
    let other_type = format!("fn parse(_: &str) -> Vec<u32> {{ vec![] }} {PART1}");
    let lines = format!("fn parse(_: &[&str]) -> Vec<u64> {{ vec![] }} {PART1}");
    let error = "struct Bad; fn parse(_: &str) -> Result<Vec<u64>, Bad> { Err(Bad) }";
    says(&[
        [
            "returns another type",
            NUMBERS,
            &other_type,
            "`parse` returns `Vec<u32>`, and not `Vec<u64>`, the type after the title",
        ],
        [
            "takes lines",
            NUMBERS,
            &lines,
            "day01::parse}` does not take the input, which is `str`",
        ],
        [
            "is missing",
            NUMBERS,
            PART1,
            "cannot find value `parse` in this scope",
        ],
        [
            "has an error without Debug",
            NUMBERS,
            error,
            "add `#[derive(Debug)]` to `Bad`",
        ],
    ]);
}

#[test]
fn a_part_takes() {
    let not_taken = "day01::part1}` does not take the input, which is `Vec<u64>`";
    let closure = "name a closure, such as `part1 = |input| part1(input, 10)`";
    for (name, part1, phrase) in [
        ("another type", "fn part1(_: &[u32]) -> u8 { 1 }", not_taken),
        ("the text", "fn part1(_: &str) -> u8 { 1 }", not_taken),
        (
            "two arguments",
            "fn part1(_: &[u64], _: u8) -> u8 { 1 }",
            closure,
        ),
        (
            "nothing",
            "fn part1() -> u8 { 1 }",
            "`fn() -> u8 {day01::part1}` does not take",
        ),
        (
            "anything",
            "fn part1(_: impl Iterator<Item = u64>) -> u8 { 1 }",
            "`&Vec<u64>` is not an iterator",
        ),
    ] {
        says(&[[name, NUMBERS, &format!("{PARSE} {part1}"), phrase]]);
    }
}

#[test]
fn an_answer_is() {
    for (name, part1, phrase) in [
        (
            "a list",
            "fn part1(n: &[u64]) -> Vec<u64> { n.to_vec() }",
            "`Vec<u64>` cannot be an answer",
        ),
        (
            "not displayed",
            "struct No; fn part1(_: &[u64]) -> Option<No> { None }",
            "`No` cannot be an answer",
        ),
    ] {
        says(&[[name, NUMBERS, &format!("{PARSE} {part1}"), phrase]]);
    }
}

#[test]
fn the_type() {
    let grid = r#"(Day01, "Lisp", Grid)"#;
    let by_value = "pub struct Grid(u8); fn parse(_: &str) -> Grid { Grid(1) } \
                    fn part1(grid: Grid) -> u8 { grid.0 }";
    let by_mutable = by_value.replace("grid: Grid", "grid: &mut Grid");
    let private = by_value.replace("pub struct", "#[derive(Clone)] struct");
    let references = "fn parse(input: &str) -> Vec<&str> { input.lines().collect() }";
    let borrowing = "pub struct Grid<'a>(&'a str); fn parse(text: &str) -> Grid<'_> { Grid(text) } \
                     fn part1(grid: &Grid) -> usize { grid.0.len() }";
    let result = format!("fn parse(_: &str) -> Result<Vec<u64>, String> {{ Ok(vec![]) }} {PART1}");
    let functions = format!("{PARSE} {PART1}");
    says(&[
        [
            "is taken and not Clone",
            grid,
            by_value,
            "add `#[derive(Clone)]` to `Grid`, or take it by reference",
        ],
        [
            "is changed and not Clone",
            grid,
            &by_mutable,
            "`Grid` cannot be cloned, but a part takes it",
        ],
        [
            "is private",
            grid,
            &private,
            "private type `Grid` in public interface",
        ],
        [
            "has a reference",
            r#"(Day01, "Lisp", Vec<&str>)"#,
            references,
            "",
        ],
        ["has a lifetime", grid, borrowing, ""],
        [
            "is a result",
            r#"(Day01, "Lisp", Result<Vec<u64>, String>)"#,
            &result,
            "the input, which is `Result<Vec<u64>, String>`",
        ],
        [
            "is missing",
            r#"(Day01, "Lisp")"#,
            &functions,
            "or the text if there is no type after the title",
        ],
    ]);
}

#[test]
fn the_arguments() {
    let functions = format!("{PARSE} {PART1}");
    let number = "fn solve(input: &str) -> usize { input.len() }";
    let form = r#"`functions!(Day01, "Report Repair", Vec<u64>)`"#;
    let list = r#"`alternatives = [part1 "one by one" = one_by_one]`"#;
    says(&[
        ["have no title", "(Day01, Vec<u64>)", PARSE, form],
        [
            "have a text for a name",
            r#"("Day01", "Lisp", Vec<u64>)"#,
            PARSE,
            form,
        ],
        [
            "have a misspelt option",
            r#"(Day01, "Lisp", Vec<u64>, prase = read)"#,
            PARSE,
            "unknown option `prase`, expected `text`, `parse`,",
        ],
        [
            "have a bare alternative",
            r#"(Day01, "Lisp", Vec<u64>, alternatives = ["slow" = part1])"#,
            &functions,
            list,
        ],
        [
            "have a tuple for an example",
            r#"(Day01, "Lisp", Vec<u64>, examples = [("1", "2")])"#,
            &functions,
            "expected `Example<Day01,",
        ],
        [
            "solve no pair",
            r#"(Day01, "Lisp", solve = solve)"#,
            number,
            "`usize` is not a pair of answers",
        ],
    ]);
}

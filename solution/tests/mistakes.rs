//! The compiler's messages for typical mistakes with `functions!`. Each message contains a phrase
//! that leads the user to the mistake. Each mistake is compiled as the day of a program.

use std::path::PathBuf;
use std::process::Command;
use std::{fs, thread};

/// The program, the macro for numbers, and correct functions.
const MAIN: &str = "mod day01;
fn main() { aoc_solution::Registry::new(2020).day::<day01::Day01>(1).test_day(1); }";
const NUMBERS: &str = r#"(Day01, "Lisp", Vec<u64>)"#;
const PARSE: &str = "fn parse(_: &str) -> Vec<u64> { vec![] }";
const PART1: &str = "fn part1(numbers: &[u64]) -> usize { numbers.len() }";

/// The library that this test is linked with. It was compiled last.
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
fn compile(case: &str, day: &str) -> String {
    let library = library();
    let folder = PathBuf::from(format!("{}/{case}", env!("CARGO_TARGET_TMPDIR")));
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("main.rs"), MAIN).expect("a file");
    fs::write(folder.join("day01.rs"), day).expect("a file");
    let name = library.file_name().expect("a file has a name").display();
    let output = Command::new("rustc")
        .current_dir(library.parent().expect("a file is in a folder"))
        .args(["--edition", "2024", "--emit", "metadata", "--out-dir"])
        .arg(&folder)
        .arg("--extern")
        .arg(format!("aoc_solution={name}"))
        .args(["-L", "dependency=."])
        // The folder of procedural macros if tests are built for another system.
        .args(["-L", "dependency=../../../debug/deps"])
        .arg(format!("{}/main.rs", folder.display()))
        .output()
        .expect("rustc can be started");
    String::from_utf8(output.stderr).expect("the compiler writes UTF-8")
}

/// A mistake: its name, the arguments of the macro, and the functions beside it.
struct Mistake<'a>(&'static str, &'static str, &'a str);

impl Mistake<'_> {
    fn says(self, phrase: &'static str) -> (Self, &'static str) {
        (self, phrase)
    }
}

/// Compiles the cases. The compiler's output must contain the phrase of each case, or be empty if
/// the phrase is empty.
#[track_caller]
fn check<const COUNT: usize>(cases: [(Mistake<'_>, &str); COUNT]) {
    thread::scope(|scope| {
        for (Mistake(name, arguments, functions), phrase) in cases {
            scope.spawn(move || {
                let day = format!("aoc_solution::functions!{arguments};\n{functions}\n");
                let said = compile(name, &day);
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
    let numbers = format!("fn parse(_: &[u64]) -> Vec<u64> {{ vec![] }} {PART1}");
    let error = "struct Bad; fn parse(_: &str) -> Result<Vec<u64>, Bad> { Err(Bad) }";
    check([
        Mistake("another type", NUMBERS, &other_type)
            .says("`parse` returns `Vec<u32>`, and not `Vec<u64>`, the type after the title"),
        Mistake("lines", NUMBERS, &lines).says(""),
        Mistake("numbers", NUMBERS, &numbers).says("does not take the input, which is `str`"),
        Mistake("missing", NUMBERS, PART1).says("cannot find value `parse` in this scope"),
        Mistake("no Debug", NUMBERS, error).says("add `#[derive(Debug)]` to `Bad`"),
    ]);
}

#[test]
fn a_part_takes() {
    let not_taken = "day01::part1}` does not take the input, which is `Vec<u64>`";
    let closure = "name a closure, such as `part1 = |input| part1(input, 10)`";
    for (name, arguments, phrase) in [
        ("a slice of another type", "_: &[u32]", not_taken),
        ("the text", "_: &str", not_taken),
        ("two arguments", "_: &[u64], _: u8", closure),
        ("nothing", "", "`fn() -> u8 {day01::part1}` does not take"),
        (
            "anything",
            "_: impl Iterator<Item = u64>",
            "is not an iterator",
        ),
    ] {
        let functions = format!("{PARSE} fn part1({arguments}) -> u8 {{ 1 }}");
        check([(Mistake(name, NUMBERS, &functions), phrase)]);
    }
    let borrows = "fn part1(lines: &[&str]) -> impl std::fmt::Display { lines.len() }";
    let says = "returns `impl Display + use<>`";
    check([Mistake(
        "lines that the answer borrows",
        r#"(Day01, "Lisp")"#,
        borrows,
    )
    .says(says)]);
}

#[test]
fn an_answer_is() {
    let list = format!("{PARSE} fn part1(n: &[u64]) -> Vec<u64> {{ n.to_vec() }}");
    let no = format!("{PARSE} struct No; fn part1(_: &[u64]) -> Option<No> {{ None }}");
    check([
        Mistake("a list", NUMBERS, &list).says("`Vec<u64>` cannot be an answer"),
        Mistake("not displayed", NUMBERS, &no).says("`No` cannot be an answer"),
    ]);
}

#[test]
fn the_type() {
    let grid = r#"(Day01, "Lisp", Grid)"#;
    let reference = r#"(Day01, "Lisp", Vec<&str>)"#;
    let of_result = r#"(Day01, "Lisp", Result<Vec<u64>, String>)"#;
    let none = r#"(Day01, "Lisp")"#;
    let by_value = "pub struct Grid(u8); fn parse(_: &str) -> Grid { Grid(1) } \
                    fn part1(grid: Grid) -> u8 { grid.0 }";
    let by_mutable = by_value.replace("grid: Grid", "grid: &mut Grid");
    let private = by_value.replace("pub struct", "#[derive(Clone)] struct");
    let references = "fn parse(input: &str) -> Vec<&str> { input.lines().collect() }";
    let borrowing = "pub struct Grid<'a>(&'a str); fn parse(text: &str) -> Grid<'_> { Grid(text) } \
                     fn part1(grid: &Grid) -> usize { grid.0.len() }";
    let result = format!("fn parse(_: &str) -> Result<Vec<u64>, String> {{ Ok(vec![]) }} {PART1}");
    let functions = format!("{PARSE} {PART1}");
    check([
        Mistake("is taken", grid, by_value)
            .says("add `#[derive(Clone)]` to `Grid`, or take it by reference"),
        Mistake("is changed", grid, &by_mutable)
            .says("`Grid` cannot be cloned, but a part takes it"),
        Mistake("is private", grid, &private).says("private type `Grid` in public interface"),
        Mistake("has a reference", reference, references).says(""),
        Mistake("has a lifetime", grid, borrowing).says(""),
        Mistake("is a result", of_result, &result)
            .says("the input, which is `Result<Vec<u64>, String>`"),
        Mistake("is missing", none, &functions)
            .says("or the text if there is no type after the title"),
    ]);
}

#[test]
fn the_arguments() {
    let functions = format!("{PARSE} {PART1}");
    let number = "fn solve(input: &str) -> usize { input.len() }";
    let form = r#"`functions!(Day01, "Report Repair", Vec<u64>)`"#;
    let list = r#"`alternatives = [part1 "one by one" = one_by_one]`"#;
    let text = r#"("Day01", "Lisp", Vec<u64>)"#;
    let misspelt = r#"(Day01, "Lisp", Vec<u64>, prase = read)"#;
    let text_twice = r#"(Day01, "Lisp", Vec<u64>, text = str::trim, text = str::trim_end)"#;
    let parse_twice =
        r#"(Day01, "Lisp", Vec<u64>, parse = read, part1 = one, parse = |text| text)"#;
    let bare = r#"(Day01, "Lisp", Vec<u64>, alternatives = ["slow" = part1])"#;
    let tuple = r#"(Day01, "Lisp", Vec<u64>, examples = [("1", "2")])"#;
    let solve = r#"(Day01, "Lisp", solve = solve)"#;
    check([
        Mistake("no title", "(Day01, Vec<u64>)", PARSE).says(form),
        Mistake("a text for a name", text, PARSE).says(form),
        Mistake("a misspelt option", misspelt, PARSE)
            .says("unknown option `prase`, expected `text`, `parse`,"),
        Mistake("a second function for the text", text_twice, PARSE)
            .says("`text` is given twice: remove one"),
        Mistake("a second parser", parse_twice, PARSE).says("`parse` is given twice: remove one"),
        Mistake("a bare alternative", bare, &functions).says(list),
        Mistake("a tuple for an example", tuple, &functions).says("expected `Example<Day01>`"),
        Mistake("no pair", solve, number).says("`usize` is not a pair of answers"),
    ]);
}

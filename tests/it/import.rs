//! `aoc import`: from folders and from the places of other tools.

mod calls;
mod unstable;

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

use chrono::{Datelike, TimeDelta};

use crate::process::{Running, kill, wait_until};
use crate::sandbox::{Done, Sandbox};
use crate::shared_project::{add_compiled_library, leave_trials_unoptimised, new_project};
use crate::site::{Site, next_moment};
use crate::terminal::{OnTerminal, without_escapes};

/// A repository with days of every kind: plain functions of two years, cargo-aoc,
/// the common template, packages.
const OLD: &str = r#"
== src/year2020/day01.rs
//! Adds.
use crate::util::parse::*;
use super::more::*;

struct Numbers<'a>(Vec<&'a str>);
fn parse(input: &str) -> Numbers<'_> { Numbers(lines(input)) }
fn part1(input: &Numbers) -> u32 { number(input.0[0]) + MORE }
fn part2(input: &Numbers) -> Option<u32> { input.0.get(9).map(|it| number(it)) }
== src/year2020/mod.rs
pub mod day01;
mod more;
== src/year2020/more.rs
pub const MORE: u32 = 1;
== src/util/mod.rs
pub mod parse;
== src/util/parse.rs
pub fn lines(text: &str) -> Vec<&str> { text.lines().collect() }
pub fn number(text: &str) -> u32 { text.parse().unwrap_or(0) }
== src/lib.rs
mod util;
== Cargo.toml
[package]
name = "old"
edition = "2021"
== input/2020/day1.txt
7
== attributes/src/day2.rs
use aoc_runner_derive::{aoc, aoc_generator};

#[aoc_generator(day2)]
fn generator(input: &str) -> usize { input.len() }
#[aoc(day2, part1)]
fn one(input: &usize) -> usize { *input }
#[test]
fn cut() { assert_eq!(one(&generator("a\n\n")), 3); assert_eq!(one(&generator("a")), 1); }
== attributes/src/lib.rs
mod day2;
aoc_lib! { year = 2018 }
== attributes/Cargo.toml
[package]
name = "attributes"
edition = "2018"
[dependencies]
aoc-runner = "0.3"
== attributes/input/2018/day2.txt
123

== template/src/bin/03.rs
advent_of_code::solution!(3);
use advent_of_code::twice;
pub fn part_one(input: &str) -> Option<usize> { Some(twice(input.len())) }
pub fn part_two(_: &str) -> Option<usize> { None }

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn test_part_one() {
        let result = part_one(&advent_of_code::template::read_file("examples", DAY));
        assert_eq!(result, Some(8));
    }
}
== template/src/lib.rs
pub mod template;
pub fn twice(x: usize) -> usize { 2 * x }
== template/data/examples/03.txt
abc
== template/data/inputs/03.txt
abcdef
== template/.cargo/config.toml
[env]
AOC_YEAR = "2017"
== template/Cargo.toml
[package]
name = "advent_of_code"
edition = "2021"
== 2021/day01/src/main.rs
mod inner;
fn main() { println!("{}", go(include_str!("../input.txt")).0) }
fn go(text: &str) -> (usize, usize, usize) { (common::count(text) + crate::inner::ten(), 1, 2) }
== 2021/day01/src/inner.rs
pub fn ten() -> usize { 10 }
== 2021/day01/Cargo.toml
[package]
name = "day01"
edition = "2021"
[dependencies]
common = { path = "../common" }
== 2021/day01/input.txt
a
== 2021/common/Cargo.toml
[package]
name = "common"
== 2021/common/src/lib.rs
pub fn count(text: &str) -> usize { text.lines().count() }
"#;

/// A project without days of its own beside this repository.
fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.line("init .").exits(0);
    add_compiled_library(&sandbox);
    for file in OLD.split("\n== ").skip(1) {
        let (path, text) = file.split_once('\n').expect("a path and a text");
        let text = format!("{}\n", text.trim_end_matches('\n'));
        sandbox.write(&format!("../old/{path}"), &text);
        if path.starts_with("src/year2020") {
            sandbox.write(&format!("../old/{}", path.replace("2020", "2019")), &text);
        }
    }
    sandbox
}

#[test]
fn a_repository_with_days_of_every_kind() {
    let sandbox = sandbox();
    let before = (sandbox.files(""), sandbox.files("../old"));
    let plan = sandbox.line("import ../old --dry-run").exits(0);
    insta::assert_snapshot!(plan.stdout);
    plan.mentions("note: nothing was written, because of --dry-run\n");
    assert_eq!((sandbox.files(""), sandbox.files("../old")), before);

    let arguments = ["import", "../old", "--part1", "go(input).0", "--json"];
    let done = sandbox.aoc(&arguments).exits(0).json();
    assert_eq!(done["schema"], "aoc-import/2");
    let results = done["check"].as_array().expect("results").iter();
    let answers = results.map(|it| (it["year"].as_u64(), it["phases"][1]["answer"].as_str()));
    let expected = [Some("14"), Some("3"), None, Some("8"), Some("11")];
    assert!(answers.eq((2017..).map(Some).zip(expected)), "{done:#?}");
    for day in ["2017/day03", "2018/day02", "2020/day01", "2021/day01"] {
        let text = sandbox.read(&format!("days/year{day}.rs"));
        insta::assert_snapshot!(day.replace('/', "-"), text);
    }
    // Days that differ from the known answers are named. All other days are still imported.
    for (path, text) in [
        (
            "../bad/2019/day02.rs",
            "fn part1(_: &str) -> u8 { nothing() }",
        ),
        ("../bad/2019/day03.rs", "fn part1(_: &str) -> u8 { 1 }"),
        ("inputs/year2019/day03.txt", "x"),
        ("inputs/year2019/day03.answers.toml", "part1 = 2"),
        // An input that cannot be read keeps no other one from being compared.
        ("inputs/year2019/day03.friend.txt", ""),
    ] {
        sandbox.write(path, text);
    }
    let refused = "not imported: 2019/3: every call gives a wrong answer, such as 1 for part 1, but the known answer is 2\n";
    let done = sandbox.line("import ../bad --dry-run").exits(0);
    assert!(!done.stdout.contains(refused), "{}", done.stdout);
    let done = sandbox.line("import ../bad").exits(1);
    assert!(done.stdout.contains(refused), "{}", done.stdout);
    assert!(!sandbox.path("days/year2019/day03.rs").exists());
    // The expression of the user is taken, and the check reports that its answer differs.
    let done = sandbox
        .aoc(&["import", "../bad", "--part1", "part1(input)"])
        .exits(1);
    for line in [
        "2 days copied: 2019/2-3\n\nbuilt 1 of 2 days\n2019/3 Crossed Wires ",
        "\n2019: 2 copied, 1 built, 0 equal to what is known, 1 different\n\
         different from what is known: 2019/3\n",
        "1                 wrong: expected 2\n",
        "\n2019/3  error: input `friend`: ",
        "2019/2  error: days/year2019/day02.rs:6:27: cannot find function `nothing` in this scope\n",
    ] {
        assert!(done.stdout.contains(line), "{}", done.stdout);
    }
}

#[test]
fn a_struct_a_day_is_called_by_one_expression() {
    let sandbox = new_project();
    let root = "mod d1;\nmod d2;\npub trait Day { fn count(&self, input: &str) -> usize; }\n\
                fn main() { d1::D1.count(\"\"); }\n";
    let day = "use crate::Day;\n#[derive(Default)]\npub struct D1;\n\
               impl Day for D1 { fn count(&self, input: &str) -> usize { input.len() + 1 } }\n";
    sandbox.write("../aoc20/src/main.rs", root);
    for number in ["1", "2"] {
        let text = day.replace("D1", &format!("D{number}"));
        sandbox.write(&format!("../aoc20/src/d{number}.rs"), text);
        sandbox.write(&format!("inputs/year2020/day0{number}.txt"), "abc\n");
    }
    let refused = sandbox.line("import ../aoc20 --dry-run").exits(1);
    let refused = refused
        .shows("not imported: 2020/1-2: `count` takes the text, and no name says its part: use `--part1` and `--part2`\n");
    refused.shows(
        "for example: `aoc import ../aoc20 --part1 'solve(input).0'` or `--part1 'Day%PADDED",
    );
    // A name that does not exist finds no day.
    let wrong = sandbox.line("import ../aoc20 --part1 D%DAY%.solve(input)");
    wrong.exits(1).shows(
        "not imported: 2020/1: `--part1` does not compile here: no method named `solve` found for ",
    );
    let import = "import ../aoc20 --part1 D%DAY%.count(input)";
    // The next import may overwrite a copy that nobody has edited.
    for (line, answer) in [
        ("import ../aoc20 --part1 D%DAY%.count(input)*10", "50"),
        (
            "import ../aoc20 --part1 D%DAY%.count(input) --text input.trim_end()",
            "4",
        ),
        (import, "5"),
    ] {
        let done = sandbox.line(&format!("{line} --json")).exits(0).json();
        for index in [0, 1] {
            let given = &done["check"][index]["phases"][1]["answer"];
            assert_eq!(given, answer, "{line}: {done:#?}");
        }
    }
    // Days that exist already are not imported again.
    sandbox.line(&format!("{import} --dry-run")).exits(0);
    let edited = sandbox.read("days/year2020/day01.rs") + "// mine\n";
    sandbox.write("days/year2020/day01.rs", &edited);
    let other = sandbox.line("import ../aoc20 --part1 D%DAY%.count(input)*10 --no-check");
    let other = other
        .exits(0)
        .shows("not imported: 2020/1: it was edited since it was imported: delete the copy to import it again\n");
    let hint = "say how to call the days that were not understood";
    assert!(!other.stdout.contains(hint), "{}", other.stdout);
    assert_eq!(sandbox.read("days/year2020/day01.rs"), edited);
}

#[test]
fn a_dry_run_says_which_days_an_import_would_try() {
    let main =
        "fn main() { println!(\"{}\", std::fs::read_to_string(\"a.txt\").unwrap().len()); }\n";
    let days = [
        ("2020/day01", "fn part1(i: &str) -> usize { i.len() }\n"),
        ("2020/day02", main),
        ("2020/day03", "fn count(i: &str) -> usize { i.len() }\n"),
    ];
    let plan = beside(&days).line("import ../aoc20 --dry-run").exits(0);
    let plan = plan.shows("1 day to import: 2020/1\n1 day to try: 2020/2: ");
    plan.shows("not imported: 2020/3: `count` takes the text, and no name says its part: use `--part1` and `--part2`\n");
    // If nothing but such days is found, an import has something to do, and needs no advice.
    let plan = beside(&days[1..2])
        .line("import ../aoc20 --dry-run")
        .exits(0);
    assert!(
        plan.stdout.starts_with("1 day to try: 2020/2: "),
        "{}",
        plan.stdout
    );
    assert_eq!(plan.stdout.lines().count(), 1, "{}", plan.stdout);
}

/// A project, and beside it a folder of days. Each day has these functions.
fn beside(days: &[(&str, &str)]) -> Sandbox {
    let sandbox = new_project();
    for (day, text) in days {
        sandbox.write(&format!("../aoc20/{day}.rs"), text);
    }
    sandbox
}

/// Both answers, of which only a run tells the parts.
const PRINTED_PAIR: &str =
    "fn run(i: &str) { println!(\"Part 1: {}\\nPart 2: {}\", i.len(), i.len() + 1); }\n";

/// No name says the parts of these functions.
const EASY_AND_HARD: &str =
    "fn easy(i: &str) -> usize { i.len() }\nfn hard(i: &str) -> usize { i.len() + 1 }\n";

#[test]
fn a_pair_that_compiles_is_taken() {
    let wrong = format!("use none::one; {PRINTED_PAIR}");
    let days = [
        ("2020/day01", PRINTED_PAIR),
        ("2021/day02", &wrong),
        ("2021/day03", PRINTED_PAIR),
    ];
    let sandbox = beside(&days);
    let before = (sandbox.files("days"), sandbox.files("inputs"));
    // Without a build, no candidate is tried. A dry run says whether an import would do that.
    for line in [
        "import ../aoc20 --no-check",
        "import ../aoc20 --dry-run --no-check",
    ] {
        sandbox
            .line(line)
            .exits(1)
            .shows("--part1 'solve(input).0'");
    }
    let plan = sandbox.line("import ../aoc20 --dry-run").exits(0);
    assert_eq!(
        plan.stdout,
        "3 days to try: 2020/1, 2021/2-3: names alone do not say how to call them; without \
         --dry-run, `aoc import` compiles and runs the possible calls\n"
    );
    let plan = sandbox.line("import ../aoc20 --dry-run --json").exits(0);
    let days = serde_json::json!([
        { "year": 2020, "day": 1 },
        { "year": 2021, "day": 2 },
        { "year": 2021, "day": 3 },
    ]);
    assert_eq!(plan.json()["to_try"], days);
    let after = (sandbox.files("days"), sandbox.files("inputs"));
    assert_eq!(before, after);
    let done = sandbox.line("import ../aoc20").exits(0);
    let done = done.mentions("building and running 2020/1, 2021/2-3 (skip this with --no-check)\n");
    let done = done.shows("2 days copied: 2020/1, 2021/3\n");
    let done = done
        .shows("not imported: 2021/2: it does not compile: days/year2021/day02.rs:1:")
        .shows("2021: 1 copied, 1 built");
    // No expression can make this day compile.
    assert!(
        !done
            .stdout
            .contains("say how to call the days that were not understood")
    );
    assert!(
        sandbox
            .read("days/year2021/day03.rs")
            .contains("part1 = |&input| aoc_solution::imported::printed(input, 1, || ")
    );
    // If no name says the parts, the user's line does.
    sandbox.write("../aoc22/2022/day01.rs", EASY_AND_HARD);
    sandbox.line("import ../aoc22").exits(1).shows(
        "not imported: 2022/1: `easy` and `hard` take the text, and no names say their parts: use `--part1` and `--part2`\n\
         say how to call the days that were not understood, for example: ",
    );
    let line = [
        "import",
        "../aoc22",
        "--part1",
        "easy(input)",
        "--part2",
        "hard(input)",
    ];
    let done = sandbox.aoc(&line).exits(0);
    done.shows("1 day copied: 2022/1\n")
        .shows("2022: 1 copied, 1 built");
}

/// By this computer's clock, which is behind, the puzzle is still locked.
#[test]
fn the_inputs_to_fetch_are_those_that_the_site_already_has() {
    let after_unlock = next_moment("12-01T06:00:00Z", TimeDelta::zero());
    let puzzle = format!("{}/1", after_unlock.year());
    let day = format!("{}/day01", after_unlock.year());
    let site = Site::start();
    let sandbox = beside(&[(&day, "fn part1(i: &str) -> usize { i.len() }\n")]).site(&site);
    site.set_time(&sandbox, after_unlock);
    let advice = format!("get their inputs with `aoc fetch {puzzle}`, and import again\n");
    sandbox.line("import ../aoc20").exits(0).shows(&advice);
}

#[test]
fn a_day_of_aoc_is_copied_whatever_is_found_of_the_other_days() {
    let of_aoc = "fn part1(i: &str) -> usize { i.len() }\n\
                  aoc_solution::functions! { Day01, \"T\", part1 = part1 }\n";
    let wrong = PRINTED_PAIR.replace("i.len()", "none(i)");
    for (other, copied) in [
        (PRINTED_PAIR, "2 days copied: 2020/1-2\n"),
        (&wrong, "1 day copied: 2020/1\n"),
    ] {
        let sandbox = beside(&[("2020/day01", of_aoc), ("2020/day02", other)]);
        sandbox.line("import ../aoc20").exits(0).shows(copied);
        assert_eq!(sandbox.read("days/year2020/day01.rs"), of_aoc);
    }
}

/// Days that read their input in different ways, all of one year. A module of the year reads for
/// them. Each has the answer to part 1 for an input with the lines 7 and 6.
const READERS: &[(&str, &str)] = &[
    (
        "pub fn part1() -> usize { go(include_str!(\"a.txt\").trim()) } fn go(i: &str) -> usize { i.len() }",
        "3",
    ),
    (
        "const INPUT: &str = include_str!(\"a.txt\"); fn part1() -> usize { INPUT.len() }",
        "4",
    ),
    (
        "fn text() -> String { std::fs::read_to_string(\"a.txt\").unwrap() } \
         fn sum(a: usize) -> usize { text().len() + a } fn part1() -> usize { sum(1) }",
        "5",
    ),
    (
        "fn words() -> Vec<&'static str> { include_str!(\"a.txt\").lines().collect() } \
         fn part1() -> usize { words().len() }",
        "2",
    ),
    (
        "use std::fs; fn part1(path: &str) -> std::io::Result<usize> { \
         let text = fs::read_to_string(path)?; Ok(text.len()) } fn main() { part1(\"a.txt\").unwrap(); }",
        "4",
    ),
    (
        "use std::fs; fn sum(path: &str, n: usize) -> usize { fs::read_to_string(path).unwrap().len() + n } \
         fn part1() -> usize { sum(\"a.txt\", 1) }",
        "5",
    ),
    (
        "use std::fs; fn load(path: &str) -> String { fs::read_to_string(path).unwrap() } \
         fn part1(path: &str) -> usize { load(&format!(\"in/{}\", path)).len() }",
        "4",
    ),
    (
        "use std::fs; fn load(day: u8) -> String { fs::read_to_string(format!(\"in/{}\", day)).unwrap() } \
         fn part1() -> usize { load(1).len() }",
        "4",
    ),
    (
        "use std::{fs::File, io::{BufRead, BufReader}}; \
         fn part1() -> usize { BufReader::new(File::open(\"a\").unwrap()).lines().count() }",
        "2",
    ),
    (
        "use std::io; fn part1() -> usize { io::stdin().lines().count() }",
        "2",
    ),
    (
        "use crate::util; fn part1() -> usize { util::load(1).len() }",
        "4",
    ),
    (
        "use crate::util::Day; struct D; impl Day for D { fn part1(&self) -> usize { self.lines_of_file().len() } }",
        "4",
    ),
    (
        "struct D(String); impl D { fn new() -> Self { Self(std::fs::read_to_string(\"a\").unwrap()) } \
         fn part1(&self) -> usize { self.0.len() } }",
        "4",
    ),
    (
        "use std::path::Path; fn load<T: AsRef<Path>>(path: T) -> Vec<u32> { \
         std::fs::read(path).unwrap().into_iter().map(u32::from).collect() } \
         fn part1(input: &[u32]) -> u32 { input[0] } fn main() { part1(&load(\"a\")); }",
        "55",
    ),
    (
        "use std::path::Path; fn part1(path: &Path) -> usize { std::fs::read(path).unwrap().len() } \
         fn main() { part1(Path::new(\"a\")); }",
        "4",
    ),
    (
        "use std::path::Path; fn part1(path: impl AsRef<Path>) -> usize { crate::util::lines_of(path).count() }",
        "2",
    ),
    (
        "use crate::util; fn part1() -> usize { util::read_lines(\"a\").unwrap().count() }",
        "2",
    ),
    (
        "use crate::util::try_load; fn part1() -> usize { try_load(\"a\").unwrap().len() }",
        "4",
    ),
    (
        "use std::{fs::File, io::{self, BufRead}, path::Path}; \
         fn read_lines<P>(path: P) -> io::Result<io::Lines<io::BufReader<File>>> where P: AsRef<Path>, { \
         let file = File::open(path)?; Ok(io::BufReader::new(file).lines()) } \
         fn part1(lines: io::Lines<io::BufReader<File>>) -> usize { lines.count() } \
         fn main() { part1(read_lines(\"a\").unwrap()); }",
        "2",
    ),
    (
        "use crate::util; use std::{fs::File, io}; \
         fn part1(lines: io::Lines<io::BufReader<File>>) -> usize { lines.count() } \
         fn main() { part1(util::read_lines(\"a\").unwrap()); }",
        "2",
    ),
    (
        "use std::{fs, io, path::Path}; struct Input(String); \
         impl Input { fn from_file<P: AsRef<Path>>(path: P) -> io::Result<Self> { \
         Ok(Self(fs::read_to_string(path)?)) } } fn part1(input: &Input) -> usize { input.0.len() }",
        "4",
    ),
    (
        "use std::path::Path; fn part1(path: &Path) -> usize { \
         let text = std::fs::read_to_string(path).unwrap(); let _ = path.display(); text.len() }",
        "4",
    ),
];

const READING_MODULE: &str = r#"
use std::fs::{self, File};
use std::io::{self, BufRead};
use std::path::Path;
pub fn load(day: u8) -> String { fs::read_to_string(format!("{day}")).unwrap() }
pub fn lines_of(path: impl AsRef<Path>) -> impl Iterator<Item = String> {
    io::BufReader::new(File::open(path).unwrap()).lines().map(Result::unwrap)
}
pub fn read_lines<P: AsRef<Path>>(path: P) -> io::Result<io::Lines<io::BufReader<File>>> {
    Ok(io::BufReader::new(File::open(path)?).lines())
}
pub fn try_load(path: &str) -> Option<String> { fs::read_to_string(path).ok() }
pub trait Day {
    fn lines_of_file(&self) -> String { load(1) }
    fn part1(&self) -> usize;
}
"#;

/// The answers to both parts of each day that was imported.
fn imported_answers(sandbox: &Sandbox, line: &str) -> Vec<String> {
    let done = sandbox.line(line).exits(0).json();
    let results = done["check"].as_array().expect("results").iter();
    let answers = results.map(|day| {
        let answer = |phase: usize| day["phases"][phase]["answer"].as_str().unwrap_or("-");
        format!("{}: {} {}", day["day"], answer(1), answer(2))
    });
    answers.collect()
}

#[test]
fn days_that_read_their_input_are_given_it() {
    let sandbox = new_project();
    let days = 1..=READERS.len();
    let modules = days.clone().map(|day| format!("mod day{day:02};\n"));
    let modules = modules.collect::<Vec<_>>().concat();
    let root = format!("mod util;\n{modules}fn main() {{}}\n");
    sandbox.write("../aoc20/src/main.rs", root);
    sandbox.write("../aoc20/src/util.rs", READING_MODULE);
    let mut expected = Vec::new();
    for (day, (code, answer)) in days.zip(READERS) {
        sandbox.write(&format!("../aoc20/src/day{day:02}.rs"), code);
        sandbox.write(&format!("inputs/year2020/day{day:02}.txt"), "7\n6\n");
        expected.push(format!("{day}: {answer} -"));
    }
    // A test of a function that reads the input would expect the answers of one input. It is not
    // copied.
    let tests = "\nfn two() -> u8 { 2 }\n#[test] fn one() { assert_eq!(part1(), 7); }\n\
                 #[test] fn other() { assert_eq!(two(), 2); }\n";
    let first = format!("{}{tests}", READERS[0].0);
    sandbox.write("../aoc20/src/day01.rs", first);
    let answers = imported_answers(&sandbox, "import ../aoc20 --json");
    assert_eq!(answers, expected);
    let copy = sandbox.read("days/year2020/day01.rs");
    let has_tests = ["fn other()", "fn one()"].map(|test| copy.contains(test));
    assert_eq!(has_tests, [true, false], "{copy}");
}

#[test]
fn a_reader_of_another_day_is_not_that_of_the_day() {
    let sandbox = Sandbox::new();
    sandbox.line("init").exits(0);
    leave_trials_unoptimised(&sandbox);
    for (path, text) in [
        (
            "../old/2020/day01/src/main.rs",
            "use std::fs;\nfn read_input() -> String { fs::read_to_string(\"i\").unwrap() }\n\
             fn part1(input: &str) -> usize { input.len() }\nfn main() { part1(&read_input()); }\n",
        ),
        (
            "../old/2020/day02/src/main.rs",
            "use std::{fs, path::Path};\nfn read_input<T: AsRef<Path>>(path: T) -> Vec<i32> { \
             fs::read_to_string(path).unwrap().lines().map(|line| line.parse().unwrap()).collect() }\n\
             fn part1(input: &[i32]) -> i32 { input.iter().sum() }\n\
             fn main() { println!(\"Part 1: {}\", part1(&read_input(\"i\"))); }\n",
        ),
        ("inputs/year2020/day01.txt", "7\n6\n"),
        ("inputs/year2020/day02.txt", "7\n6\n"),
    ] {
        sandbox.write(path, text);
    }
    let answers = imported_answers(&sandbox, "import ../old --json");
    assert_eq!(answers, ["1: 4 -", "2: 13 -"]);
    // The check uses what the trial compiled.
    let libraries = sandbox.path("target/aoc-workers/aoc/deps");
    let libraries = std::fs::read_dir(libraries).unwrap().flatten();
    let names = libraries.map(|file| file.file_name().into_string().unwrap());
    let compiled = names.filter(|name| name.starts_with("libanyhow-"));
    // The library and its metadata.
    assert_eq!(compiled.count(), 2);
    let compiled_at = |path: &Path| path.metadata().unwrap().modified().unwrap();
    let libraries = std::fs::read_dir(sandbox.path("target/aoc-workers/aoc/deps")).unwrap();
    let libraries = libraries.map(|file| file.unwrap().path());
    let own = libraries
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "rlib")
        })
        .find(|path| path.to_str().unwrap().contains("/libaoc_solution-"))
        .unwrap();
    let tried = sandbox.path("target/aoc-import/target/aoc-workers/aoc/year2020");
    assert!(compiled_at(&own) < compiled_at(&tried));
    // The next trial uses what the project has compiled.
    let before = compiled_at(&own);
    let other = "../other/2021/src/day01.rs";
    sandbox.write(other, "pub fn part1(i: &str) -> usize { i.len() }\n");
    let taken = "1 day copied: 2021/1\n";
    sandbox.line("import ../other").exits(0).shows(taken);
    assert_eq!(compiled_at(&own), before);
    // The copy is not the root of a crate, so its items do not become visible.
    let copy = sandbox.read("days/year2020/day01.rs");
    assert!(copy.starts_with("use std::fs;\n"), "{copy}");
}

/// A repository whose days read their inputs and print their answers.
const READING: &str = r#"
== 2020/day01.rs
use std::fs;
fn numbers() -> Vec<u32> {
    let text = fs::read_to_string("inputs/day1.txt").unwrap();
    text.lines().map(|line| line.parse().unwrap()).collect()
}
pub fn part1() -> u32 { numbers().iter().sum() }
pub fn part2() -> u32 { numbers().iter().product() }
== 2020/day02.rs
const INPUT: &str = include_str!("../inputs/day2.txt");
fn main() {
    println!("Part 1: {}", count(INPUT));
    println!("Part 2: {}", INPUT.len());
}
fn count(text: &str) -> usize { text.lines().count() }
== 2020/day03.rs
use std::io::{self, BufRead};
fn main() {
    let lines: Vec<String> = io::stdin().lock().lines().map(Result::unwrap).collect();
    println!("{}\n{}", lines.len(), lines[0]);
}
== 2020/day04.rs
fn part1(lines: &[String]) -> usize { lines.len() }
fn part2(bytes: &[u8]) -> usize { bytes.len() }
fn main() {
    let text = std::fs::read_to_string("inputs/day4.txt").unwrap();
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    println!("{} {}", part1(&lines), part2(text.trim().as_bytes()));
}
== 2020/day05a.rs
use std::{fs::File, io::{BufRead, BufReader}};
type Number = u32;
mod parser {
    pub fn number(line: &str) -> super::Number { line.parse().unwrap_or(0) }
}
fn main() {
    let lines = BufReader::new(File::open("inputs/day5.txt").unwrap()).lines();
    println!("{}", lines.map(|line| parser::number(&line.unwrap())).sum::<Number>());
}
== 2020/day05b.rs
use std::{fs, process};
fn main() {
    let text = fs::read_to_string("inputs/day5.txt").unwrap_or_else(|_| process::exit(1));
    println!("product: {}", text.trim().lines().map(|line| line.parse::<u32>().unwrap()).product::<u32>());
}
== 2020/day06.rs
struct String(u32);
fn main() {
    let text = std::fs::read_to_string("inputs/day6.txt").unwrap();
    let String(lines) = String(text.lines().count() as u32);
    println!("Part 1: {lines}\nPart 2: {}", text.len());
}
"#;

#[test]
fn days_that_read_their_input_and_print_are_called_as_they_are() {
    let sandbox = new_project();
    for file in READING.split("\n== ").skip(1) {
        let (path, text) = file.split_once('\n').expect("a path and a text");
        sandbox.write(&format!("../aoc20/{path}"), text);
    }
    for day in 1..=6 {
        sandbox.write(&format!("inputs/year2020/day0{day}.txt"), "7\n6\n\n");
    }
    sandbox.write("inputs/year2020/day01.txt", "7\n6\n");
    let answers = imported_answers(&sandbox, "import ../aoc20 --json");
    // `main` of day 4 trims the text for part 2, and the functions do not. So `main` itself is
    // called. Day 5 has a program for each part.
    assert_eq!(
        answers,
        [
            "1: 13 42", "2: 3 5", "3: 3 7", "4: 3 3", "5: 13 42", "6: 3 5"
        ]
    );
}

#[test]
fn on_a_terminal_it_asks_before_it_runs_foreign_code() {
    let sandbox = sandbox();
    let mut aoc = OnTerminal::start(sandbox.command(&["import", "../old"]));
    aoc.types("n\n");
    let text = without_escapes(&aoc.rest().0);
    let question = "Build and run the code of 2017/3, 2018/2, 2019/1, 2020/1, 2021/1?";
    let is_asked = text.contains(question) && !text.contains("built ");
    assert!(is_asked, "{text}");
}

#[test]
fn a_day_that_the_project_refuses_is_neither_built_nor_run() {
    let sandbox = new_project();
    let markers = ["01", "02"].map(|day| sandbox.outside(&format!("ran{day}")));
    for (day, marker) in ["01", "02"].iter().zip(&markers) {
        let marker = marker.to_str().expect("UTF-8");
        let code = format!(
            "fn part1(i: &str) -> usize {{ std::fs::write({marker:?}, \"\").unwrap(); i.len() }}\n"
        );
        sandbox.write(&format!("../old/2020/day{day}.rs"), code);
        sandbox.write(&format!("inputs/year2020/day{day}.txt"), "7\n6\n");
    }
    sandbox.line("import ../old --no-check").exits(0);
    let edited = sandbox.read("days/year2020/day01.rs") + "// mine\n";
    sandbox.write("days/year2020/day01.rs", edited);
    let done = sandbox.line("import ../old").exits(0);
    done.mentions("building and running 2020/2 (skip this with --no-check)\n")
        .shows("not imported: 2020/1: it was edited since it was imported");
    assert_eq!(markers.map(|marker| marker.exists()), [false, true]);
    assert!(
        !sandbox
            .path("target/aoc-import/days/year2020/day01.rs")
            .exists()
    );
}

#[test]
fn a_limit_of_memory_that_leaves_no_room_to_read_is_an_error() {
    let sandbox = sandbox();
    let aoc = env!("CARGO_BIN_EXE_aoc");
    for (arguments, status) in [
        ("../old --dry-run", 8),
        ("../old --dry-run --part1 'solve(input)'", 2),
    ] {
        let script = format!("ulimit -v 900000; exec '{aoc}' import {arguments}");
        let output = sandbox.program("sh").args(["-c", &script]).output();
        let done = Done::from(output.expect("sh")).exits(status);
        done.mentions("raise the limit of virtual memory (`ulimit -v`)");
    }
}

#[test]
fn an_interrupt_ends_the_trial_and_leaves_no_input_behind() {
    let sandbox = new_project();
    sandbox.write("inputs/year2020/day02.txt", "the input");
    let marker = sandbox.outside("started");
    let started = format!("echo x >> {}", marker.display());
    let code = format!(
        "fn endless() -> u32 {{\n\
         std::process::Command::new(\"sh\").args([\"-c\", {started:?}]).status().unwrap();\n\
         loop {{ std::hint::spin_loop() }}\n\
         }}\n\
         pub fn part1(_: &str) -> u32 {{ endless() }}\n\
         pub fn part2(_: &str) -> u32 {{ endless() }}\n"
    );
    sandbox.write("../old/2020/day02.rs", code);
    let mut aoc = sandbox.command(&["import", "../old"]);
    let mut aoc = aoc.spawn().expect("aoc runs");
    wait_until(|| marker.exists());
    kill("INT", &aoc.id().to_string());
    let status = aoc.wait().expect("it ends");
    assert_eq!(status.code(), Some(130));
    // The other part was not started. The folder of the trial has no copy of the input.
    assert_eq!(std::fs::read(&marker).expect("a marker"), b"x\n");
    let files = sandbox.files("target/aoc-import");
    let contents = files
        .iter()
        .map(|file| std::fs::read(sandbox.path("target/aoc-import").join(file)));
    let mut contents = contents.map(|content| content.expect("a file"));
    assert!(
        !contents.any(|content| content == b"the input"),
        "{files:?}"
    );
}

#[test]
fn an_interrupt_ends_the_old_program_and_leaves_no_input_behind() {
    let sandbox = new_project();
    let marker = sandbox.outside("started");
    let main = format!(
        "mod day01;\nfn main() {{\n    std::fs::write({marker:?}, \"x\").unwrap();\n    \
         std::thread::sleep(std::time::Duration::from_secs(60));\n}}\n"
    );
    let manifest = "[package]\nname = \"old\"\nedition = \"2021\"\n";
    for (path, text) in [
        ("Cargo.toml", manifest),
        ("src/main.rs", &main),
        (
            "src/day01.rs",
            "pub fn part1(i: &str) -> usize { i.len() }\n",
        ),
        ("input/day1.txt", "abc\n"),
    ] {
        sandbox.write(&format!("../old2020/{path}"), text);
    }
    let mut aoc = sandbox.command(&["import", "../old2020", "--run-old"]);
    let mut aoc = aoc.spawn().expect("aoc runs");
    wait_until(|| marker.exists());
    assert!(sandbox.path("target/aoc-old/copy/input/day1.txt").exists());
    kill("INT", &aoc.id().to_string());
    let status = aoc.wait().expect("it ends");
    assert_eq!(status.code(), Some(130));
    assert!(!sandbox.path("target/aoc-old/copy").exists());
}

#[test]
fn the_next_import_removes_the_copy_that_a_killed_one_has_left() {
    let sandbox = Sandbox::new();
    sandbox.line("init").exits(0);
    sandbox.write("../old2020/day01.md", "no day\n");
    for (options, is_left) in [
        (&["--dry-run"][..], true),
        (&[], false),
        (&["--no-check"], false),
    ] {
        sandbox.write("target/aoc-old/copy/input/day1.txt", "abc\n");
        let words = [&["import", "../old2020"], options].concat();
        sandbox.aoc(&words).exits(1);
        let copy = sandbox.path("target/aoc-old/copy");
        assert_eq!(copy.exists(), is_left, "{options:?}");
    }
}

/// A program of all days that gets the day as an argument. It notes its variables and the files in
/// its home folder. For part 2 of day 2, it prints another answer than the function gives.
const OLD_PROGRAM: &str = r#"
mod day01;
mod day02;
fn main() {
    let day = std::env::args().nth(1).expect("a day");
    let names = std::env::vars().map(|(name, _)| name);
    let mut found: Vec<String> = names.collect();
    let home = std::fs::read_dir(std::env::var("HOME").unwrap()).unwrap();
    found.extend(home.flatten().map(|entry| format!("{:?}", entry.file_name())));
    found.extend(std::path::Path::new(".env").exists().then(|| "dotenv".to_owned()));
    let around = std::env::current_dir().unwrap();
    let outer = around.ancestors().find_map(|folder| std::fs::read_to_string(folder.join(".env")).ok());
    found.extend(outer.filter(|text| !text.is_empty()));
    std::fs::write("MARKER", found.join(" ")).unwrap();
    let input = std::fs::read_to_string(format!("input/2020/day{day}.txt")).unwrap();
    println!("Day {day}");
    let [one, two] = match &*day {
        "1" => [day01::part1(&input), day01::part2(&input)],
        "2" => [day02::part1(&input), 999],
        _ => panic!("no such day"),
    };
    println!("Part 1: {one}\nPart 2: {two} (12 ms)");
}
"#;

/// Puts a program in the place of cargo.
fn with_cargo(sandbox: Sandbox, script: String) -> Sandbox {
    sandbox.write("../bin/cargo", script);
    let cargo = sandbox.path("../bin/cargo");
    std::fs::set_permissions(&cargo, Permissions::from_mode(0o755)).expect("a file");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = [sandbox.path("../bin")]
        .into_iter()
        .chain(std::env::split_paths(&path));
    let path = std::env::join_paths(folders).expect("a path");
    sandbox.env("PATH", path)
}

/// A project with inputs beside the folder of this program, and the file that the program writes.
fn beside_old_program() -> (Sandbox, std::path::PathBuf) {
    let sandbox = Sandbox::new()
        .env("AOC_SESSION", "a1".repeat(48))
        .env("MY_SECRET", "hidden");
    sandbox.line("init").exits(0);
    add_compiled_library(&sandbox);
    let marker = sandbox.outside("marker");
    let program = OLD_PROGRAM.replace("MARKER", marker.to_str().expect("UTF-8"));
    let day = "pub fn part1(input: &str) -> usize { 100 + input.len() }\n\
               pub fn part2(input: &str) -> usize { 200 + input.len() }\n";
    let manifest = "[package]\nname = \"aoc2020\"\nversion = \"1.0.0\"\nedition = \"2021\"\n";
    let config = format!(
        "[env]\nAOC_TOKEN = \"1\"\nSESSION = \"1\"\nMINE = \"{}\"\nAOC_YEAR = \"2020\"\nHOME = \"/\"\n",
        "a1".repeat(64)
    );
    sandbox.write(".env", "SESSION=1\n");
    for (path, text) in [
        ("Cargo.toml", manifest),
        ("src/main.rs", &program),
        ("src/day01.rs", day),
        ("src/day02.rs", day),
        ("input/2020/day1.txt", "abc\n"),
        ("input/2020/day2.txt", "abcde\n"),
        (".env", "AOC_SESSION=1\n"),
        (".cargo/config.toml", &config),
    ] {
        sandbox.write(&format!("../old/{path}"), text);
    }
    (sandbox, marker)
}

#[test]
fn the_old_program_does_not_run_if_cargo_would_give_it_a_token() {
    let (sandbox, marker) = beside_old_program();
    let config = "[env]\nAOC_SESSION = \"1\"\n";
    sandbox.write(".cargo/config.toml", config);
    let done = sandbox.line("import ../old --run-old").exits(0);
    let warning = format!(
        "the old program was not run: its build would get `AOC_SESSION` from {}: remove the variable \
         there to run it\n",
        sandbox.path(".cargo/config.toml").display()
    );
    assert!(done.stderr.contains(&warning), "{}", done.stderr);
    assert!(!marker.exists());
}

/// Cargo prints the paths of what it has built without links.
#[cfg(unix)]
#[test]
fn the_old_program_runs_if_the_target_folder_is_a_link() {
    let (sandbox, marker) = beside_old_program();
    let elsewhere = sandbox.outside("elsewhere/target");
    std::fs::create_dir_all(elsewhere.parent().expect("a folder")).expect("a folder");
    std::fs::rename(sandbox.path("target"), &elsewhere).expect("a folder");
    std::os::unix::fs::symlink(&elsewhere, sandbox.path("target")).expect("a link");
    let config = sandbox.outside("elsewhere/.cargo/config.toml");
    sandbox.write(
        "../elsewhere/.cargo/config.toml",
        "[env]\nSESSION = \"1\"\n",
    );
    let done = sandbox.line("import ../old --run-old").exits(0);
    let warning = format!("would get `SESSION` from {}:", config.display());
    assert!(
        done.stderr.contains(&warning) && !marker.exists(),
        "{}",
        done.stderr
    );
    std::fs::remove_file(config).expect("it is there");
    sandbox.line("import ../old --run-old").exits(0);
    assert!(marker.exists());
}

#[test]
fn the_old_program_is_run_only_if_asked_for_and_apart_from_the_rest() {
    let (sandbox, marker) = beside_old_program();
    let before = sandbox.files("../old");
    let done = sandbox.line("import ../old").exits(0);
    assert!(!marker.exists());
    let not_compared = "2020: 2 copied, 2 built, 0 equal to what is known, 2 not compared\n\
                        not compared, as no answer is known: 2020/1-2\n";
    assert!(done.stdout.ends_with(not_compared), "{}", done.stdout);
    for line in [
        "import ../old --run-old --no-check",
        "import ../old --run-old --dry-run",
    ] {
        sandbox.line(line).exits(2);
    }
    assert!(!marker.exists());
    let done = sandbox.line("import ../old --run-old").exits(0);
    let left_out = "not imported: 2020/2: part 2: every call gives a wrong answer, such as 206, but its program prints another value\n";
    assert!(done.stdout.contains(left_out), "{done:?}");
    let compared = "2020: 2 copied, 2 built, 1 equal to what is known, 1 equal in the only part that has an \
                    answer\nwithout an answer to part 2: 2020/2\n";
    assert!(done.stdout.ends_with(compared), "{done:?}");
    let variables = std::fs::read_to_string(&marker).expect("it ran");
    for name in variables.split(' ') {
        let is_known = [
            "AOC_CHANNEL_KEY",
            "AOC_YEAR",
            "CARGO_MANIFEST_DIR",
            "HOME",
            "LANG",
            "LC_ALL",
            "NO_COLOR",
            "PATH",
            "TMPDIR",
        ]
        .contains(&name);
        assert!(is_known, "{name} in {variables}");
    }
    assert_eq!(sandbox.files("../old"), before);
    assert!(!sandbox.path("target/aoc-old/copy").exists());
    // A recorded answer needs no program.
    std::fs::remove_file(&marker).expect("it is there");
    for (day, answers) in [("01", [104, 204]), ("02", [106, 206])] {
        let [one, two] = answers;
        let path = format!("inputs/year2020/day{day}.answers.toml");
        sandbox.write(&path, format!("part1 = {one}\npart2 = {two}\n"));
    }
    let done = sandbox.line("import ../old --run-old").exits(0);
    done.shows("2020: 2 copied, 2 built, 2 equal to what is known\n");
    assert!(!marker.exists());
}

#[test]
fn days_without_a_package_are_named_if_the_old_program_should_run() {
    let days = [("2020/day01", "fn part1(i: &str) -> usize { i.len() }\n")];
    let sandbox = beside(&days);
    sandbox.write("inputs/year2020/day01.txt", "7\n6\n");
    let done = sandbox.line("import ../aoc20 --run-old").exits(0);
    done.mentions("note: the old program of 2020/1 was not built: it has no Cargo.toml\n")
        .shows("not compared, as no answer is known: 2020/1\n");
}

/// In the trial, these parts run in a process each. In the copy, both run in one.
#[test]
fn an_answer_that_the_call_did_not_give_in_the_trial_is_different() {
    let day = "use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};\n\
               static SUM: AtomicUsize = AtomicUsize::new(0);\n\
               fn part1(i: &str) -> usize { SUM.fetch_add(i.len(), Relaxed) + i.len() }\n\
               fn part2(i: &str) -> usize { SUM.fetch_add(i.len(), Relaxed) + i.len() }\n";
    let sandbox = beside(&[("2020/day01", day)]);
    sandbox.write("inputs/year2020/day01.txt", "abc\n");
    sandbox
        .line("import ../aoc20")
        .exits(1)
        .shows("  2020/1: part 2 gave 8, but 4 in the trial: it may depend on chance, or on what ran before\n");
}

/// The old program gets the input of its own folder, so its answers would not be those of this
/// input.
#[test]
fn days_without_an_input_for_the_old_program_are_named_if_it_should_run() {
    let days = [
        ("2020/day01", "fn part1(i: &str) -> usize { i.len() }\n"),
        ("2020/day02", "fn part1(i: &str) -> usize { i.len() }\n"),
    ];
    let sandbox = beside(&days);
    sandbox.write(
        "../aoc20/Cargo.toml",
        "[package]\nname = \"old\"\n[[bin]]\nname = \"a\"\npath = \"a.rs\"\n",
    );
    let none =
        "note: the old program was not run: each day lacks an input, or its answers are known\n";
    sandbox
        .line("import ../aoc20 --run-old")
        .exits(0)
        .mentions(none);
    sandbox.write("../aoc20/2020/input/day01.txt", "5\n");
    sandbox.write("inputs/year2020/day01.txt", "7\n6\n");
    sandbox
        .line("import ../aoc20 --run-old")
        .mentions("note: the old program of 2020/1 was not run: its input differs from this project's, or may not be copied\n");
}

/// Two numbers in one line are the answers if no name is printed. If nothing else is known, the
/// import says why it has not compared them: the old program runs the same `main`.
#[test]
fn a_printed_pair_is_compared_only_with_what_is_recorded() {
    let sandbox = new_project();
    let main = "fn main() { let text = std::fs::read_to_string(\"input.txt\").unwrap(); \
                println!(\"{} {}\", 700 + text.len(), text.lines().count()); }\n";
    let parts = "fn part1(i: &str) -> usize { 500 + i.len() }\nfn part2(_: &str) -> usize { 2 }\n";
    for (day, code) in [
        ("day01", main.to_owned()),
        ("day02", format!("{parts}{main}")),
    ] {
        let manifest = format!("[package]\nname = \"{day}\"\nedition = \"2021\"\n");
        sandbox.write(&format!("../old2020/{day}/Cargo.toml"), manifest);
        sandbox.write(&format!("../old2020/{day}/src/main.rs"), code);
        sandbox.write(&format!("../old2020/{day}/input.txt"), "7\n6\n");
    }
    for (line, why) in [
        ("import ../old2020", "no answer is known"),
        (
            "import ../old2020 --run-old",
            "they take their answers from what the old program prints",
        ),
    ] {
        sandbox.line(line).exits(0).shows(&format!(
            "2020: 2 copied, 2 built, 0 equal to what is known, 2 not compared\n\
             not compared, as {why}: 2020/1-2\n",
        ));
    }
    for day in ["day01", "day02"] {
        let path = format!("inputs/year2020/{day}.answers.toml");
        sandbox.write(&path, "part1 = 704\npart2 = 2\n");
    }
    let done = sandbox.line("import ../old2020 --run-old").exits(0);
    done.shows("2020: 2 copied, 2 built, 2 equal to what is known\n");
    for day in ["2020/1", "2020/2"] {
        let answers = sandbox.line(&format!("run {day}")).exits(0);
        answers.shows(" 704 ").shows(" 2 ");
    }
}

/// A day may write a picture or the result of a search.
#[test]
fn no_imported_day_replaces_a_file_of_the_project_while_it_is_checked() {
    let sandbox = new_project();
    let day = "pub fn part1(input: &str) -> usize {\n    \
               std::fs::write(\"README.md\", input).unwrap();\n    input.len()\n}\n";
    sandbox.write("../old/2020/day01.rs", day);
    sandbox.write("inputs/year2020/day01.txt", "abc\n");
    let before = sandbox.read("README.md");
    let done = sandbox.line("import ../old").exits(0);
    done.shows("2020: 1 copied, 1 built, 0 equal to what is known, 1 not compared\n");
    assert_eq!(sandbox.read("README.md"), before);
}

#[test]
fn old_programs_that_are_not_built_for_the_same_reason_are_named_together() {
    let sandbox = new_project();
    for day in ["day01", "day02"] {
        let manifest = format!("[package]\nname = \"{day}\"\n");
        sandbox.write(&format!("../old2020/{day}/Cargo.toml"), manifest);
        let code = "pub fn part1(i: &str) -> usize { i.len() }\n";
        sandbox.write(&format!("../old2020/{day}/src/lib.rs"), code);
        sandbox.write(&format!("../old2020/{day}/input.txt"), "7\n6\n");
    }
    let done = sandbox.line("import ../old2020 --run-old").exits(0);
    done.mentions("note: the old program of 2020/1-2 was not built: it has no program\n");
}

/// The program gets no day, and prints all of them. It shortens the input of day 2 and changes that
/// of day 3, so the copies of these days give other answers than it prints. Those of day 2 are
/// printed for day 1.
#[test]
fn a_day_is_compared_with_its_own_lines_of_a_program_of_all_days() {
    let day = "pub fn part1(i: &str) -> usize { i.lines().count() }\n\
               pub fn part2(i: &str) -> usize { i.lines().count() }\n";
    let main = |heading: &str| {
        format!(
            "mod day01; mod day02; mod day03;\n\
             fn show(day: u8, one: usize, two: usize) {{ {heading} println!(\"Part 1: {{one}}\\nPart 2: {{two}}\"); }}\n\
             fn main() {{\n\
             let text = std::fs::read_to_string(\"a\").unwrap();\n\
             show(1, day01::part1(&text), day01::part2(&text));\n\
             let last = &text[2..];\n\
             show(2, day02::part1(last), day02::part2(last));\n\
             let twice = text.repeat(2);\n\
             show(3, day03::part1(&twice), day03::part2(&twice));\n}}\n"
        )
    };
    let days = ["2020/src/day01", "2020/src/day02", "2020/src/day03"].map(|path| (path, day));
    let sandbox = beside(&days);
    sandbox.write("../aoc20/2020/Cargo.toml", "[package]\nname = \"y\"\n");
    for input in ["day01", "day02", "day03"].map(|day| format!("inputs/year2020/{day}.txt")) {
        sandbox.write(&input, "7\n6\n5\n");
    }
    sandbox.write("../aoc20/2020/a", "7\n6\n5\n");
    sandbox.write("../aoc20/2020/src/main.rs", main("let _ = day;"));
    let done = sandbox.line("import --run-old ../aoc20").exits(0);
    done.shows("not compared, as no answer is known: 2020/1-3\n")
        .mentions("note: the old program of 2020/1-3 printed no answer of the day\n");
    let heading = "println!(\"== Day {day} ==\");";
    sandbox.write("../aoc20/2020/src/main.rs", main(heading));
    let done = sandbox.line("import --run-old ../aoc20").exits(0);
    let wrong = "not imported: 2020/2-3: every call gives a wrong answer, such as 3 for part 1, but \
                 its program prints another value\n";
    done.shows(wrong)
        .shows("2020: 1 copied, 1 built, 1 equal to what is known\n");
}

/// Each file trims the input in its `main`, which the joined day does not have.
#[test]
fn a_day_of_two_files_that_trim_is_refused_if_blanks_at_the_end_matter() {
    let part = |more: usize| {
        format!(
            "fn solve(i: &str) -> usize {{ i.len() + {more} }}\n\
             fn main() {{ println!(\"{{}}\", solve(include_str!(\"a\").trim())); }}\n"
        )
    };
    let days = [
        ("2020/day01_part1", &*part(1)),
        ("2020/day01_part2", &part(2)),
    ];
    let sandbox = beside(&days);
    for input in ["inputs/year2020/day01.txt", "../aoc20/2020/a"] {
        sandbox.write(input, "7\n6\n");
    }
    sandbox.line("import ../aoc20").exits(1).shows(
        "not imported: 2020/1: its answers depend on whitespace at the end of the input: \
         `part1::solve(input)` and `part2::solve(input)` gave 5 and 6, and 4 and 5 with `--text \
         'input.trim_end()'`; choose with `--text`, or compare with `--run-old`\n",
    );
    let done = sandbox.line("import ../aoc20 --text input").exits(0);
    done.shows("1 day copied: 2020/1\n");
}

/// The days are not the reason, so none is refused.
#[test]
fn a_killed_compiler_ends_the_import() {
    let day = "fn part1(i: &str) -> usize { i.len() }\n";
    let sandbox = beside(&[("2020/day01", day)]);
    let wrapper = sandbox.path("../wrapper");
    let script =
        "#!/bin/sh\ncase \"$*\" in *'--crate-name year'*) kill -9 $$;; esac\nexec \"$@\"\n";
    sandbox.write("../wrapper", script);
    std::fs::set_permissions(&wrapper, Permissions::from_mode(0o755)).expect("a file");
    let config = format!("[build]\nrustc-wrapper = {wrapper:?}\n");
    sandbox.write(".cargo/config.toml", config);
    let done = sandbox.line("import ../aoc20").exits(8);
    let why = "could not compile `year2020` (bin \"year2020\"): ended by signal 9, SIGKILL";
    assert!(done.stderr.contains(why), "{}", done.stderr);
    assert!(!sandbox.path("days/year2020/day01.rs").exists());
}

/// The copies give the answers of the trial. Code that reads the input itself gets all of it.
#[test]
fn a_text_is_for_functions_that_get_it() {
    let read = "std::fs::read_to_string(\"input.txt\").unwrap()";
    let sandbox = beside(&[
        (
            "2020/day01",
            &format!("fn main() {{ println!(\"{{}}\", {read}.len()); println!(\"0\"); }}\n"),
        ),
        (
            "2020/day02",
            &format!(
                "fn part1() -> usize {{ {read}.len() }}\nfn main() {{ println!(\"{{}}\", part1()); }}\n"
            ),
        ),
        (
            "2020/day03",
            "fn solve(i: &str) { println!(\"part 1: {}\\npart 2: 0\", i.len()); }\n",
        ),
    ]);
    for day in 1..=3 {
        sandbox.write(&format!("inputs/year2020/day0{day}.txt"), "7\n6\n");
    }
    let done = sandbox.line("import ../aoc20 --text input.trim_end() --json");
    let done = done.exits(0).json();
    for (index, answer) in ["4", "4", "3"].into_iter().enumerate() {
        let given = &done["check"][index]["phases"][1]["answer"];
        assert_eq!(given, answer, "{index}: {done:#?}");
    }
}

/// The report offers `--text` for one day. The answers of other days may depend on the text, too.
#[test]
fn a_text_without_a_call_changes_no_copy_that_was_compiled_and_run() {
    let trims = "fn part1(i: &str) -> usize { i.len() }\n\
                 fn other(i: &str) -> usize { part1(i.trim()) }\n";
    let lines = "fn part1(i: &str) -> usize { i.split('\\n').count() }\n";
    let sandbox = beside(&[("2020/day01", lines), ("2020/day02", trims)]);
    for day in ["day01", "day02"] {
        sandbox.write(&format!("inputs/year2020/{day}.txt"), "7\n6\n");
    }
    let refused = "not imported: 2020/2: its answers depend on whitespace at the end of the input";
    sandbox.line("import ../aoc20").exits(0).shows(refused);
    let copy = sandbox.read("days/year2020/day01.rs");
    let text = "--text input.trim_end()";
    let done = sandbox.line(&format!("import ../aoc20 {text}")).exits(0);
    done.shows("1 day copied: 2020/2\n").shows(
        "note: 2020/1: `--text` is not used for the copy of an earlier import: delete the copy to \
         import it again\n",
    );
    assert_eq!(sandbox.read("days/year2020/day01.rs"), copy);
    // The copy of day 2 has this text.
    let done = sandbox.line(&format!("import ../aoc20 {text}")).exits(0);
    done.shows("note: 2020/1: `--text` is not used for the copy");
    // The user's expression comes first.
    let done = sandbox.line(&format!("import ../aoc20 --part1 part1(input)*10 {text}"));
    done.exits(0).shows("2 days copied: 2020/1-2\n");
}

#[test]
fn a_day_in_an_example_of_its_package_is_run_as_its_old_program() {
    let code = "fn part1(i: &str) -> usize { i.len() }\n\
                fn main() { println!(\"{}\", 1000 + part1(&std::fs::read_to_string(\"a\").unwrap())); }\n";
    let sandbox = beside(&[("2020/examples/day01", code)]);
    sandbox.write("../aoc20/2020/Cargo.toml", "[package]\nname = \"y\"\n");
    sandbox.write("../aoc20/2020/src/lib.rs", "");
    for input in ["inputs/year2020/day01.txt", "../aoc20/2020/a"] {
        sandbox.write(input, "7\n6\n");
    }
    let done = sandbox.line("import --run-old ../aoc20").exits(1);
    done.shows("not imported: 2020/1: every call gives a wrong answer, such as 4 for part 1, but its program prints another value\n");
}

#[test]
fn on_a_terminal_it_asks_before_it_runs_the_old_program() {
    let (sandbox, marker) = beside_old_program();
    // The moving line appears only after a delay.
    let slow = "[ \"$1\" = build ] && sleep 0.5";
    let script = format!("#!/bin/sh\n{slow}\nexec {} \"$@\"\n", env!("CARGO"));
    let sandbox = with_cargo(sandbox, script);
    for (answers, runs) in [("y\n\n", false), ("y\nn\n", false), ("y\ny\n", true)] {
        let mut aoc = OnTerminal::start(sandbox.command(&["import", "../old"]));
        aoc.types(answers);
        let text = without_escapes(&aoc.rest().0);
        let words: Vec<&str> = text.split_whitespace().collect();
        let question = "Run the old program, too, and compare its answers for 2020/1-2? Its build \
                        scripts and its `main` run, in a copy below target/aoc-old, without your \
                        session [y/N]";
        assert!(words.join(" ").contains(question), "{text}");
        assert!(
            text.contains("compiling the possible calls of the days"),
            "{text}"
        );
        assert_eq!(marker.exists(), runs, "{answers:?}: {text}");
    }
    // A day that was not built does not run. Its code is new, so a copy that ran is replaced.
    std::fs::remove_file(&marker).expect("it ran");
    let new = "pub fn part1(input: &str) -> usize { 300 + input.len() }\n";
    sandbox.write("../old/src/day01.rs", new);
    let mut aoc = OnTerminal::start(sandbox.command(&["import", "../old", "--run-old"]));
    aoc.types("n\n");
    let text = without_escapes(&aoc.rest().0);
    assert!(
        text.contains("nothing was built, run or compared"),
        "{text}"
    );
    assert!(!marker.exists());
}

#[test]
fn a_package_that_cargo_cannot_read_is_never_written() {
    let sandbox = new_project();
    let package = "[package]\nname = \"NAME\"\nversion = \"1.0.0\"\nedition = \"2021\"\n";
    let old = package.replace("NAME", "old") + "[dependencies]\nodd = { path = \"odd\" }\n";
    let odd = package.replace("NAME", "odd") + "[features]\nfast = [\"missing/fast\"]\n";
    for (path, text) in [
        ("Cargo.toml", &*old),
        ("src/lib.rs", "mod day01;"),
        (
            "src/day01.rs",
            "pub fn part1(i: &str) -> usize { odd::count(i) }\n",
        ),
        ("odd/Cargo.toml", &odd),
        (
            "odd/src/lib.rs",
            "pub fn count(i: &str) -> usize { i.len() }\n",
        ),
    ] {
        sandbox.write(&format!("../old2020/{path}"), text);
    }
    // This cargo notes the packages that it sees in the project.
    let marker = sandbox.outside("seen");
    let script = format!(
        "#!/bin/sh\nls -d {}/days/odd* >> {} 2>/dev/null\nexec {} \"$@\"\n",
        sandbox.path("").display(),
        marker.display(),
        env!("CARGO")
    );
    let sandbox = with_cargo(sandbox, script);
    for line in ["import ../old2020 --no-check", "import ../old2020"] {
        sandbox.line(line).exits(1);
        assert_eq!(
            std::fs::read_to_string(&marker).expect("cargo was called"),
            ""
        );
    }
}

/// A package whose library needs a build script, a module that is named like one, and a folder of
/// modules that is named like the one of a package's examples.
const NAMED_LIKE_TARGETS: &[(&str, &str)] = &[
    (
        "Cargo.toml",
        "[package]\nname = \"old\"\nedition = \"2021\"\n[dependencies]\nx.path = \"x\"\n",
    ),
    (
        "src/main.rs",
        "mod build; mod day01; mod examples;\nfn main() {}\n",
    ),
    (
        "src/build.rs",
        "pub fn one() -> usize { 1 }\n#[allow(dead_code)]\nfn main() { std::fs::write(\"MARKER\", \"\").unwrap(); }\n",
    ),
    ("src/examples/mod.rs", "pub mod more;\n"),
    ("src/examples/more.rs", "pub fn two() -> usize { 2 }\n"),
    (
        "src/day01.rs",
        "use crate::{build::one, examples::more::two};\n\
         pub fn part1(i: &str) -> usize { i.len() + one() + two() + x::three() }\n\
         #[test]\nfn nine() { assert_eq!(part1(\"abc\"), 9); }\n",
    ),
    (
        "x/Cargo.toml",
        "[package]\nname = \"x\"\nversion = \"1.0.0\"\nedition = \"2021\"\nlinks = \"z\"\n\
         [build-dependencies]\ncc = { version = \"1\", optional = true }\n\
         [features]\ndefault = [\"fast\"]\nfast = [\"dep:cc\"]\n",
    ),
    (
        "x/build.rs",
        "fn main() { std::fs::write(\"MARKER\", \"\").unwrap(); }\n",
    ),
    ("x/src/lib.rs", "pub fn three() -> usize { 3 }\n"),
];

#[test]
fn cargo_tests_a_year_whose_modules_and_packages_are_named_like_targets() {
    let sandbox = Sandbox::new();
    sandbox.line("init").exits(0);
    let marker = sandbox.outside("ran");
    for (path, text) in NAMED_LIKE_TARGETS {
        let text = text.replace("MARKER", marker.to_str().expect("UTF-8"));
        sandbox.write(&format!("../old/2020/{path}"), text);
    }
    sandbox
        .line("import ../old --no-check")
        .exits(0)
        .shows("2020/1\n");
    let mut cargo = sandbox.program("cargo");
    cargo.args(["test", "--offline", "-p", "year2020"]);
    let done = Done::from(cargo.output().expect("cargo runs")).exits(0);
    done.shows("test day01::nine ... ok");
    assert!(!marker.exists());
}

/// A package that cargo cannot read here leaves out only its own days.
#[test]
fn a_package_that_cargo_cannot_read_is_left_out_with_its_days() {
    let sandbox = new_project();
    let package = "[package]\nname = \"NAME\"\nversion = \"1.0.0\"\nedition = \"2021\"\n";
    let manifest = |name: &str, rest: &str| package.replace("NAME", name) + rest;
    let day = "pub fn part1(input: &str) -> usize { LIBRARY::count(input) }\n";
    for (path, text) in [
        (
            "Cargo.toml",
            manifest(
                "old",
                "[dependencies]\nodd = { path = \"odd\" }\neven = { path = \"even\" }\n",
            ),
        ),
        ("src/lib.rs", "mod day01; mod day02;".to_owned()),
        ("src/day01.rs", day.replace("LIBRARY", "odd")),
        ("src/day02.rs", day.replace("LIBRARY", "even")),
        (
            "odd/Cargo.toml",
            manifest("odd", "[features]\nfast = [\"missing/fast\"]\n"),
        ),
        ("even/Cargo.toml", manifest("even", "")),
        (
            "odd/src/lib.rs",
            "pub fn count(text: &str) -> usize { text.len() }\n".to_owned(),
        ),
        (
            "even/src/lib.rs",
            "pub fn count(text: &str) -> usize { text.len() }\n".to_owned(),
        ),
        ("inputs/2020/day01.txt", "abc\n".to_owned()),
        ("inputs/2020/day02.txt", "abcde\n".to_owned()),
    ] {
        sandbox.write(&format!("../old2020/{path}"), text);
    }
    for line in ["import ../old2020 --no-check", "import ../old2020"] {
        let done = sandbox.line(line).exits(0);
        let why = "not imported: 2020/1: cargo cannot read the package `odd_2020` here: ";
        let done = done.shows(why).shows("`missing`");
        assert_eq!(
            done.stdout.contains("2 inputs copied: 2020/1-2\n"),
            line.ends_with("check")
        );
        assert!(!sandbox.path("days/odd_2020").exists());
        assert!(!sandbox.path("days/year2020/day01.rs").exists());
        assert!(!sandbox.read("days/.imported").contains("odd"));
    }
    sandbox.line("run 2020/2").exits(0).shows("part 1");
}

#[test]
fn the_places_of_other_tools() {
    let token = "a1".repeat(48);
    let sandbox = Sandbox::project()
        .file("days/year2020/day01.rs", "")
        // This folder has no code of a year, so cargo does not read its manifest.
        .file("days/year2020/Cargo.toml", "[")
        .file("../config/aocd/token", &token)
        .file("../config/aocd/github.me.1/2020_22_input.txt", "1\n")
        .file("../config/aocd/github.me.1/2020_22a_answer.txt", "306");
    let done = sandbox.line("import aocd").exits(0);
    assert!(!format!("{done:?}").contains(&token));
    assert_eq!(sandbox.read("../config/aoc/session").trim(), token);
    assert_eq!(sandbox.read("inputs/year2020/day22.txt"), "1\n");
    let moved = Sandbox::project().file("../elsewhere/token", &token);
    let folder = moved.outside("elsewhere");
    let moved = moved.env("AOCD_DIR", folder);
    moved.line("import aocd").exits(0);
    assert_eq!(moved.read("../config/aoc/session").trim(), token);
    sandbox.write("../notes/plan.md", "to do\n");
    std::fs::create_dir_all(sandbox.path("../empty")).expect("a folder");
    for folder in ["../notes", "../empty"] {
        sandbox
            .line(&format!("import {folder}"))
            .exits(1)
            .shows(": it has neither days in Rust nor inputs: give the folder of your solutions\n");
    }
    for (arguments, says) in [
        (
            "import nowhere",
            "no folder `nowhere`, and no tool of that name",
        ),
        ("import --parse x", "missing --part1 EXPR or --part2 EXPR"),
    ] {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        sandbox.aoc(&arguments).mentions(says).exits(2);
    }
}

/// A folder with versions of libraries, in place of a registry.
const SHELF: &str = "\
[registries.shelf]
index = \"sparse+http://127.0.0.1:9/\"
[source.shelf]
registry = \"sparse+http://127.0.0.1:9/\"
replace-with = \"folder\"
[source.folder]
directory = \"../shelf\"
";

/// Adds a version of a library to that folder.
fn shelve(sandbox: &Sandbox, name: &str, version: &str, dependencies: &str, code: &str) {
    let folder = format!("../shelf/{name}-{version}");
    let manifest = format!(
        "[package]\nname = \"{name}\"\nversion = \"{version}\"\nedition = \"2021\"\n\
         [dependencies]\n{dependencies}"
    );
    sandbox.write(&format!("{folder}/Cargo.toml"), manifest);
    sandbox.write(&format!("{folder}/src/lib.rs"), code);
    let sums = format!("{{\"files\":{{}},\"package\":\"{}\"}}", "ab".repeat(32));
    sandbox.write(&format!("{folder}/.cargo-checksum.json"), sums);
}

/// The entry of a library in a Cargo.lock.
fn locked(name: &str, version: &str) -> String {
    let sum = "ab".repeat(32);
    format!(
        "[[package]]\nname = \"{name}\"\nversion = \"{version}\"\n\
         source = \"sparse+http://127.0.0.1:9/\"\nchecksum = \"{sum}\"\n"
    )
}

#[test]
fn libraries_have_the_versions_of_the_old_lock_unless_the_project_has_its_own() {
    let sandbox = new_project();
    sandbox.write(".cargo/config.toml", SHELF);
    // A newer version of each has another function.
    for (version, code) in [("1.0.0", "pub fn old() {}"), ("1.2.0", "pub fn new() {}")] {
        shelve(&sandbox, "grid", version, "", code);
        shelve(&sandbox, "half", version, "", code);
        let same = format!("half = {{ version = \"={version}\", registry = \"shelf\" }}\n");
        shelve(
            &sandbox,
            "pair",
            version,
            &same,
            &format!("pub use half::*; {code}"),
        );
    }
    let import = |name: &str, function: &str, versions: &[(&str, &str)]| {
        let folder = format!("../{name}-2020");
        let manifest = format!(
            "[package]\nname = \"mine\"\nedition = \"2021\"\n[dependencies]\n\
             {name} = {{ version = \"1\", registry = \"shelf\" }}\n"
        );
        sandbox.write(&format!("{folder}/Cargo.toml"), manifest);
        let own = "[[package]]\nname = \"mine\"\nversion = \"0.0.0\"\n";
        let mut lock = format!("{own}dependencies = [\"{name}\"]\n");
        for (name, version) in versions {
            lock += &locked(name, version);
        }
        sandbox.write(&format!("{folder}/Cargo.lock"), lock);
        let code =
            format!("pub fn part1(input: &str) -> usize {{ {name}::{function}(); input.len() }}\n");
        let day = ["grid", "half", "pair"]
            .iter()
            .position(|other| *other == name);
        let day = format!("day0{}", day.expect("one of three") + 1);
        sandbox.write(&format!("{folder}/src/{day}.rs"), code);
        sandbox.write(&format!("inputs/year2020/{day}.txt"), "abc\n");
        let done = sandbox.line(&format!("import {folder}")).exits(0);
        assert!(done.stdout.contains("\nbuilt 1 of 1 day\n"), "{done:?}");
        (done.stdout, sandbox.read("Cargo.lock"))
    };
    let old = [("grid", "1.0.0"), ("unused", "1.0.0")];
    let (screen, lock) = import("grid", "old", &old);
    let taken = "1 library at the version of the old Cargo.lock\n";
    assert!(screen.contains(taken), "{screen}");
    assert!(lock.contains(&locked("grid", "1.0.0")) && !lock.contains("unused"));
    // The versions of the project stay, and the import does not mention them.
    let (screen, lock) = import("half", "new", &[]);
    assert!(lock.contains(&locked("half", "1.2.0")), "{lock}");
    assert!(!screen.contains("Cargo.lock"), "{screen}");
    let (screen, lock) = import("half", "new", &[("half", "1.0.0")]);
    assert!(lock.contains(&locked("half", "1.2.0")), "{lock}");
    assert!(!screen.contains("Cargo.lock"), "{screen}");
    // The versions also stay if an old version needs the old version of another library.
    let old = [("pair", "1.0.0"), ("half", "1.0.0")];
    let (screen, lock) = import("pair", "new", &old);
    let left = "not imported: the versions in the old Cargo.lock conflict with yours, so cargo \
                chose newer ones: failed to select a version for `half`";
    assert!(screen.contains(left), "{screen}");
    assert!(lock.contains(&locked("half", "1.2.0")), "{lock}");
    assert!(
        lock.contains("name = \"pair\"\nversion = \"1.2.0\""),
        "{lock}"
    );
}

#[test]
fn what_was_copied_is_printed_even_if_cargo_cannot_be_asked() {
    let sandbox = Sandbox::new();
    sandbox.line("init").exits(0);
    let code = "pub fn part1(input: &str) -> usize { input.len() }\n";
    for day in ["01", "02", "03"] {
        sandbox.write(&format!("../old{day}/2020/day{day}.rs"), code);
    }
    let sandbox = sandbox.env("PATH", "");
    let copied = "1 day copied, but not built because of --no-check: 2020/";
    let done = sandbox.line("import ../old01 --no-check").exits(8);
    done.shows(&format!("{copied}1\n"))
        .mentions("no cargo on PATH");
    let done = sandbox.line("import ../old02 --no-check --json").exits(8);
    let files = &done.json()["files"];
    assert_eq!(files[0]["file"], "days/year2020/day02.rs", "{files:#?}");
    // This cargo does not end.
    let marker = sandbox.outside("started");
    let script = format!("#!/bin/sh\n: > {}\nexec /bin/sleep 60\n", marker.display());
    sandbox.write("../bin/cargo", script);
    let cargo = sandbox.path("../bin/cargo");
    std::fs::set_permissions(&cargo, Permissions::from_mode(0o755)).expect("a file");
    let bin = sandbox.path("../bin");
    let sandbox = sandbox.env("PATH", bin);
    let mut aoc = sandbox.command(&["import", "../old03", "--no-check"]);
    let aoc = aoc.stdout(Stdio::piped()).spawn().expect("aoc runs");
    wait_until(|| marker.exists());
    kill("INT", &aoc.id().to_string());
    let output = aoc.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let screen = String::from_utf8_lossy(&output.stdout);
    assert!(screen.contains(&format!("{copied}3\n")), "{screen}");
}

/// Cargo's own message does not name the file.
#[test]
fn a_folder_that_stops_all_builds_is_named_after_the_copy() {
    let sandbox = Sandbox::new();
    sandbox.line("init").exits(0);
    sandbox.write("days/year20/notes.md", "");
    let code = "pub fn part1(input: &str) -> usize { input.len() }\n";
    sandbox.write("../old/2020/day01.rs", code);
    let done = sandbox.line("import ../old --no-check").exits(0);
    done.mentions("warning: cargo cannot read your repository: ")
        .mentions("; days/year20/Cargo.toml is missing: the folder is a member of the workspace: ")
        .shows("1 day copied, but not built because of --no-check: 2020/1\n");
}

#[test]
fn what_was_copied_is_printed_even_if_a_file_cannot_be_written() {
    let sandbox = Sandbox::new();
    sandbox.line("init").exits(0);
    let code = "pub fn part1(input: &str) -> usize { input.len() }\n";
    sandbox.write("../old/2020/day01.rs", code);
    let large = format!("{code}// {}\n", "-".repeat(20_000));
    sandbox.write("../old/2020/day02.rs", large);
    let aoc = env!("CARGO_BIN_EXE_aoc");
    // The limit has a unit of 512 bytes or 1 KiB.
    let run = |limit: u32, options: &str| {
        let script = format!(
            "trap '' XFSZ; ulimit -f {limit}; exec '{aoc}' import ../old --no-check {options}"
        );
        let output = sandbox.program("sh").args(["-c", &script]).output();
        Done::from(output.expect("sh")).exits(8)
    };
    run(0, "").prints("").mentions("aoc: cannot write ");
    run(16, "")
        .shows("1 day copied, but not built because of --no-check: 2020/1\n")
        .mentions("aoc: cannot write ");
    std::fs::remove_dir_all(sandbox.path("days/year2020")).expect("it was written");
    let done = run(16, "--json").mentions("aoc: cannot write ");
    let files = done.json()["files"].clone();
    let names = files.as_array().expect("a list").iter();
    let names = names.map(|file| file["file"].as_str().expect("a name"));
    assert!(names.eq(["days/year2020/Cargo.toml", "days/year2020/day01.rs"]));
}

/// The build script that fails is of a library that no manifest of the user names.
#[test]
fn a_day_whose_year_is_not_built_is_never_taken_by_names() {
    let sandbox = new_project();
    sandbox.write(".cargo/config.toml", SHELF);
    shelve(&sandbox, "pair-sys", "1.0.0", "", "");
    let script = "fn main() { panic!(\"no library\") }";
    sandbox.write("../shelf/pair-sys-1.0.0/build.rs", script);
    let needs = "pair-sys = { version = \"1\", registry = \"shelf\" }\n";
    shelve(&sandbox, "pair", "1.0.0", needs, "pub fn one() {}");
    let day = "fn part1(i: &str) -> usize { i.len() }\n";
    let package = "[package]\nname = \"old\"\nversion = \"1.0.0\"\nedition = \"2021\"\n";
    let library = "[dependencies]\npair = { version = \"1\", registry = \"shelf\" }\n";
    for (path, text) in [
        ("2019/Cargo.toml", package),
        ("2019/src/lib.rs", "mod day01; mod day02; mod shared;\n"),
        (
            "2019/src/day01.rs",
            &format!("use super::shared::one;\n{day}"),
        ),
        ("2019/src/day02.rs", day),
        ("2019/src/shared.rs", "pub fn one() { gone() }\n"),
        ("2020/Cargo.toml", &format!("{package}{library}")),
        ("2020/src/lib.rs", "mod day01; mod day02;\n"),
        ("2020/src/day01.rs", &format!("use pair::one;\n{day}")),
        ("2020/src/day02.rs", day),
    ] {
        sandbox.write(&format!("../old/{path}"), text);
    }
    let done = sandbox.line("import ../old").exits(0);
    done.shows("2 days copied: 2019/2, 2020/2\n")
        .shows("not imported: 2019/1: it does not compile: days/year2019/shared.rs:1:16: ")
        .shows("not imported: 2020/1: failed to run custom build command for `pair-sys v1.0.0")
        .shows("built 2 of 2 days\n");
    // An expression of the user cannot make a shared file or a library compile.
    std::fs::remove_dir_all(sandbox.path("days/year2019")).expect("it is there");
    let line = ["import", "../old", "--part1", "part1(input)"];
    sandbox
        .aoc(&line)
        .exits(0)
        .shows("2 days copied: 2019/2, 2020/2\n");
    // Here no library is the reason for the failure of cargo.
    sandbox.write(".cargo/config.toml", "[build]\nrustc = \"gone\"\n");
    sandbox.write("../other/2021/src/day01.rs", day);
    sandbox
        .line("import ../other")
        .shows("not imported: 2021/1: 2021 does not build here: ");
}

/// Repositories with a day of 2020 that is copied as it is, and something for all days of the year
/// that does not compile. Each has the reason.
const BROKEN_FOR_ALL: &[(&[(&str, &str)], &str)] = &[
    (
        &[
            ("src/main.rs", "mod day01; mod util; fn main() {}\n"),
            (
                "src/day01.rs",
                "use crate::util::one;\n\
                 aoc_solution::functions! { Day01, \"T\", part1 = |input| input.len() + one() }\n",
            ),
            ("src/util.rs", "pub fn one() -> usize { \"1\" }\n"),
        ],
        "days/year2020/util.rs:1:25: mismatched types",
    ),
    (
        &[
            ("src/main.rs", "mod day01; mod util; fn main() {}\n"),
            (
                "src/day01.rs",
                "use crate::util::one;\nfn part1(i: &str) -> usize { none(i) + one() }\n",
            ),
            ("src/util.rs", "pub fn one() -> usize { \"1\" }\n"),
        ],
        "days/year2020/util.rs:1:25: mismatched types",
    ),
    // The day declares the feature for the module. A stable compiler has it for neither.
    (
        &[
            (
                "src/main.rs",
                "#![feature(portable_simd)]\nmod day01; mod util; fn main() {}\n",
            ),
            (
                "src/day01.rs",
                "use crate::util::one;\nfn part1(i: &str) -> usize { i.len() + one() }\n",
            ),
            (
                "src/util.rs",
                "pub fn one() -> usize { use std::simd::Simd; 1 }\n",
            ),
        ],
        "days/year2020/util.rs:1:29: use of unstable library feature `portable_simd`",
    ),
    // Only the compiler shows that `Step` is of this feature.
    (
        &[
            (
                "src/main.rs",
                "#![feature(step_trait)]\nmod day01; mod util; fn main() {}\n",
            ),
            (
                "src/day01.rs",
                "use crate::util::one;\nfn part1(i: &str) -> usize { i.len() + one() }\n",
            ),
            (
                "src/util.rs",
                "pub fn one() -> usize { use std::iter::Step; 1 }\n",
            ),
        ],
        "days/year2020/util.rs:1:29: use of unstable library feature `step_trait`",
    ),
    (
        &[
            (
                "Cargo.toml",
                "[package]\nname = \"y\"\n[dependencies]\nfast.path = \"fast\"\n",
            ),
            (
                "src/bin/day01.rs",
                "fn part1(i: &str) -> usize { i.len() + fast::one() }\n",
            ),
            ("fast/Cargo.toml", "[package]\nname = \"fast\"\n"),
            (
                "fast/src/lib.rs",
                "#![feature(portable_simd)]\npub fn one() -> usize { use std::simd::Simd; 1 }\n",
            ),
        ],
        "days/fast_2020/src/lib.rs:1:1: `#![feature]` may not be used on the stable release channel",
    ),
];

#[test]
fn no_import_stops_the_days_that_are_there() {
    let own = "aoc_solution::functions! { Day05, \"T\", part1 = |input| input.len() }\n";
    let rustc = Command::new("rustc").arg("--version").output();
    let version = String::from_utf8(rustc.expect("it is there").stdout).expect("UTF-8");
    for (files, why) in BROKEN_FOR_ALL {
        if why.contains("stable") && version.contains("nightly") {
            continue;
        }
        let sandbox = beside(&[]);
        sandbox.line("new 2020/5").exits(0);
        sandbox.write("days/year2020/day05.rs", own);
        sandbox.write("inputs/year2020/day05.txt", "7\n6\n");
        for (path, text) in *files {
            sandbox.write(&format!("../aoc20/2020/{path}"), text);
        }
        let why = format!("not imported: 2020/1: it does not compile: {why}");
        sandbox.line("import ../aoc20").exits(1).shows(&why);
        sandbox.line("run 2020/5").exits(0).shows(" 4 ");
    }
}

/// A copy that compiles in another edition, or without the lints of the year, would stop the days
/// that are there.
#[test]
fn days_are_tried_with_the_edition_and_the_lints_of_their_year() {
    let sandbox = beside(&[]);
    sandbox.line("new 2020/5").exits(0);
    let own = "aoc_solution::functions! { Day05, \"T\", part1 = |input| input.len() + own::ONE }\n";
    sandbox.write("days/year2020/day05.rs", own);
    sandbox.write("inputs/year2020/day05.txt", "7\n6\n");
    sandbox.write("days/own/Cargo.toml", "[package]\nname = \"own\"\n");
    sandbox.write("days/own/src/lib.rs", "pub const ONE: usize = 1;\n");
    let manifest = sandbox.read("days/year2020/Cargo.toml");
    let manifest = manifest
        .replace(
            "[lints.rust]\n",
            "[lints.rust]\nunsafe_code = \"forbid\"\nunused = \"deny\"\nwarnings = \"deny\"\nunreachable_pub = \"forbid\"\nlet_underscore_drop = \"deny\"\n",
        )
        .replace(
            "[dependencies]\n",
            "[dependencies]\nown = { path = \"../own\" }\n",
        );
    sandbox.write("days/year2020/Cargo.toml", manifest);
    let day = |module: &str| format!("fn part1(i: &str) -> usize {{ crate::{module}::len(i) }}\n");
    for (path, text) in [
        (
            "Cargo.toml",
            "[package]\nname = \"y\"\nedition = \"2021\"\n".to_owned(),
        ),
        (
            "src/main.rs",
            "mod day01; mod day02; mod day03; mod day04; mod day06; mod a; mod b; mod c; mod d; mod e; fn main() {}\n".to_owned(),
        ),
        ("src/day01.rs", day("a")),
        ("src/day02.rs", day("b")),
        ("src/day03.rs", day("c")),
        ("src/day04.rs", day("d")),
        ("src/day06.rs", day("e")),
        (
            "src/e.rs",
            "pub(crate) fn len(i: &str) -> usize { nothere(i) }\n".to_owned(),
        ),
        (
            "src/d.rs",
            "pub(crate) fn len(i: &str) -> usize { let mut n = i.len(); n }\n".to_owned(),
        ),
        (
            "src/a.rs",
            "pub(crate) fn len(gen: &str) -> usize { gen.len() }\n".to_owned(),
        ),
        (
            "src/b.rs",
            "pub(crate) fn len(i: &str) -> usize { unsafe { i.get_unchecked(1..) }.len() }\n"
                .to_owned(),
        ),
        (
            "src/c.rs",
            "pub(crate) fn len(i: &str) -> usize { i.len() }\n".to_owned(),
        ),
    ] {
        sandbox.write(&format!("../old/2020/{path}"), text);
    }
    sandbox
        .line("import ../old")
        .exits(0)
        .shows("1 day copied: 2020/3\n")
        .shows("not imported: 2020/1: it does not compile: days/year2020/a.rs:1:41: expected expression, found reserved keyword `gen`; its package has the edition 2021, and days/year2020/Cargo.toml another one: change one of them, the package with `cargo fix --edition`\n")
        .shows("not imported: 2020/2: it does not compile: days/year2020/b.rs:1:39: usage of an `unsafe` block\n")
        .shows("not imported: 2020/4: it does not compile: days/year2020/d.rs:1:43: variable does not need to be mutable\n")
        .shows("not imported: 2020/6: it does not compile: days/year2020/e.rs:1:39: cannot find function `nothere` in this scope\n");
    sandbox.line("run 2020/5").exits(0).shows(" 5 ");
}

/// Names say how to call the day, so it is copied although its edition is another one.
#[test]
fn a_copy_that_does_not_compile_has_a_note_about_its_edition() {
    let with_year = "its package has the edition 2021, and days/year2020/Cargo.toml another one: change \
                     one of them, the package with `cargo fix --edition`";
    let oldest = "its package has the edition 2015: change that with `cargo fix --edition`";
    for (edition, code, hint) in [
        (
            "edition = \"2021\"\n",
            "pub fn part1(gen: &str) -> usize { gen.len() }\n",
            Some(with_year),
        ),
        (
            "",
            "use helper::len;\npub fn part1(i: &str) -> usize { len(i) }\n",
            Some(oldest),
        ),
        (
            "edition = \"2024\"\n",
            "use none::len;\npub fn part1(i: &str) -> usize { len(i) }\n",
            None,
        ),
    ] {
        let sandbox = beside(&[]);
        if !edition.is_empty() {
            sandbox.line("new 2020/5").exits(0);
        }
        for (path, text) in [
            (
                "Cargo.toml",
                &*format!("[package]\nname = \"y\"\n{edition}"),
            ),
            ("src/main.rs", "mod day01; mod helper; fn main() {}\n"),
            (
                "src/helper.rs",
                "pub fn len(i: &str) -> usize { i.len() }\n",
            ),
            ("src/day01.rs", code),
        ] {
            sandbox.write(&format!("../old/2020/{path}"), text);
        }
        let done = sandbox.line("import ../old").exits(1);
        let done = done.shows("1 day copied: 2020/1\n");
        match hint {
            Some(hint) => {
                done.shows(&format!("note: 2020/1: {hint}\n"));
            }
            None => assert!(!done.stdout.contains("edition"), "{done:#?}"),
        }
    }
}

#[test]
fn days_are_tried_with_the_edition_of_an_earlier_import() {
    let sandbox = beside(&[]);
    for (folder, day, edition, text) in [
        ("old", 1, 2018, "i.len()"),
        (
            "newer",
            2,
            2021,
            "i.len() + usize::from(u8::try_from(1_u64).is_ok())",
        ),
    ] {
        let manifest = format!("[package]\nname = \"y\"\nedition = \"{edition}\"\n");
        let code = format!("pub fn part1(i: &str) -> usize {{ crate::len{day}::len(i) }}\n");
        let module = format!("pub fn len(i: &str) -> usize {{ {text} }}\n");
        let main = format!("mod day0{day}; mod len{day}; fn main() {{}}\n");
        for (path, text) in [
            ("Cargo.toml", &manifest),
            ("src/main.rs", &main),
            (&format!("src/day0{day}.rs"), &code),
            (&format!("src/len{day}.rs"), &module),
        ] {
            sandbox.write(&format!("../{folder}/2020/{path}"), text);
        }
    }
    sandbox.line("import ../old").exits(0);
    sandbox
        .line("import ../newer")
        .exits(1)
        .shows("not imported: 2020/2: it does not compile: days/year2020/len2.rs:1:");
    sandbox.write("inputs/year2020/day01.txt", "7\n6\n");
    sandbox.line("run 2020/1").exits(0).shows(" 4 ");
}

/// A day whose name says its part is copied, and another one is not. A nightly compiler builds
/// both.
#[test]
fn a_feature_that_only_the_compiler_finds_is_declared_and_named() {
    let day = "use std::iter::Step;\nfn first<T: Step>(_: T) -> usize { 1 }\n";
    let sandbox = beside(&[]);
    for (path, code) in [
        (
            "main",
            "#![feature(step_trait)]\nmod day01; mod day02; fn main() {}\n".to_owned(),
        ),
        (
            "day01",
            format!("{day}fn part1(i: &str) -> usize {{ i.len() + first(1) }}\n"),
        ),
        (
            "day02",
            format!("{day}fn main() {{ println!(\"{{}} {{}}\", first(1), first(2)); }}\n"),
        ),
    ] {
        sandbox.write(&format!("../aoc20/2020/src/{path}.rs"), code);
    }
    let note = "note: 2020/1: its crate declares `#![feature(step_trait)]`: only a build shows \
                whether this day needs it\n";
    sandbox
        .line("import ../aoc20 --no-check")
        .exits(0)
        .shows(note);
    let done = sandbox.line("import ../aoc20");
    let done = done.shows("with `#![feature(step_trait)]`, for a nightly compiler: 2020/1");
    assert!(
        !done.stdout.contains("only a build shows"),
        "{}",
        done.stdout
    );
    let copy = sandbox.read("days/year2020/day01.rs");
    assert!(copy.starts_with("#![feature(step_trait)]\n"), "{copy}");
    let is_nightly = done.stdout.contains("2 days copied: 2020/1-2\n");
    let refused =
        "not imported: 2020/2: it needs a nightly compiler, for `#![feature(step_trait)]`\n";
    assert_eq!(
        done.stdout.contains(refused),
        !is_nightly,
        "{}",
        done.stdout
    );
}

/// An error of one year does not stop another year from being built.
#[test]
fn a_year_that_cargo_cannot_build_stops_no_other_year() {
    let sandbox = new_project();
    sandbox.write(".cargo/config.toml", SHELF);
    // The year itself does not name the missing library. Another year has another version of it.
    let missing = "half = { version = \"=9.0.0\", registry = \"shelf\" }\n";
    shelve(&sandbox, "half", "1.0.0", "", "");
    shelve(&sandbox, "pair", "1.0.0", missing, "");
    let script = "fn main() { panic!(\"no library\") }";
    shelve(&sandbox, "grid-sys", "1.0.0", "", "");
    sandbox.write("../shelf/grid-sys-1.0.0/build.rs", script);
    let needs = "grid-sys = { version = \"1\", registry = \"shelf\" }\n";
    shelve(&sandbox, "grid", "1.0.0", needs, "");
    let script = "fn main() { println!(\"cargo:rustc-link-lib=no_such_library\"); }";
    shelve(&sandbox, "window-sys", "1.0.0", "", "");
    sandbox.write("../shelf/window-sys-1.0.0/build.rs", script);
    let needs = "window-sys = { version = \"1\", registry = \"shelf\" }\n";
    let opens = "pub extern crate window_sys;";
    shelve(&sandbox, "odd", "1.0.0", "", "pub fn odd() -> u8 { \"\" }");
    shelve(&sandbox, "window", "1.0.0", needs, opens);
    for (year, code, library) in [
        ("2019", "use pair as _;", Some("pair")),
        // Its first candidate does not compile, so it needs a second round.
        ("2020", "fn parse(_: &str) -> Option<u8> { None }", None),
        ("2021", "use grid as _;", Some("grid")),
        ("2022", "use half as _;", Some("half")),
        ("2023", "use window as _;", Some("window")),
        ("2024", "use odd as _;", Some("odd")),
    ] {
        let mut manifest = "[package]\nname = \"old\"\nedition = \"2021\"\n".to_owned();
        if let Some(name) = library {
            manifest += "[dependencies]\n";
            manifest += &format!("{name} = {{ version = \"1\", registry = \"shelf\" }}\n");
        }
        sandbox.write(&format!("../old/{year}/Cargo.toml"), manifest);
        let day = format!("{code}\npub fn part1(i: &str) -> usize {{ i.len() }}\n");
        sandbox.write(&format!("../old/{year}/src/day01.rs"), day);
    }
    // The libraries of one day do not stop another day of the year.
    for year in ["2021", "2023", "2024"] {
        let day = "pub fn part1(i: &str) -> usize { i.len() }\n";
        sandbox.write(&format!("../old/{year}/src/day02.rs"), day);
    }
    let not_built =
        |day: &str, why: &str| format!("not imported: {day}: 2019 does not build here: {why}");
    sandbox
        .line("import ../old")
        .exits(0)
        .shows("5 days copied: 2020/1, 2021/2, 2022/1, 2023/2, 2024/2\n")
        .shows(&not_built(
            "2019/1",
            "failed to select a version for the requirement `half",
        ))
        .shows("not imported: 2021/1: failed to run custom build command for `grid-sys v1.0.0")
        .shows(
            "not imported: 2023/1: its library `window` needs `window-sys`, which links \
             no_such_library, which this system may lack\n",
        )
        .shows("not imported: 2024/1: its library `odd` does not compile: ")
        .shows("built 5 of 5 days\n");
}

#[test]
fn a_second_import_waits_until_the_first_one_has_ended() {
    let sandbox = beside(&[("2020/day01", "fn part1(i: &str) -> usize { i.len() }\n")]);
    let path = sandbox.path("target/aoc-import.lock");
    sandbox.write("target/aoc-import.lock", "");
    let lock = std::fs::File::open(path).expect("a file");
    lock.lock().expect("a lock");
    let mut aoc = Running::start(sandbox.command(&["import", "../aoc20"]));
    aoc.stderr
        .shows("note: waiting for another aoc that imports days here\n");
    assert!(!sandbox.path("target/aoc-import/days").exists());
    lock.unlock().expect("it is locked");
    aoc.end().exits(0);
}

/// A repository of a library may no longer exist. Then only the days that use it are left out.
#[test]
fn a_library_that_cannot_be_had_leaves_out_only_the_days_that_want_it() {
    let sandbox = new_project();
    let gone = format!("file://{}", sandbox.path("../gone").display());
    let manifest = |name: &str, rest: &str| {
        format!("[package]\nname = \"{name}\"\nversion = \"1.0.0\"\nedition = \"2021\"\n{rest}")
    };
    let library = format!("[dependencies]\ngone = {{ git = \"{gone}\" }}\n");
    let day = |call: &str| format!("fn part1(input: &str) -> usize {{ {call} }}\nfn main() {{}}\n");
    for (path, text) in [
        ("day01/Cargo.toml", manifest("day01", &library)),
        ("day01/src/main.rs", day("gone::count(input)")),
        ("day02/Cargo.toml", manifest("day02", "")),
        ("day02/src/main.rs", day("input.trim().len()")),
        ("day02/input.txt", "abcde\n".to_owned()),
    ] {
        sandbox.write(&format!("../old2020/{path}"), text);
    }
    let why = "not imported: 2020/1: failed to get `gone` as a dependency of package";
    let done = sandbox.line("import ../old2020").exits(0);
    done.shows(why).shows("1 day copied: 2020/2\n");
    sandbox.line("run 2020/2").exits(0).shows(" 5 ");
}

#[test]
fn a_day_with_a_file_for_each_part_answers_both() {
    let one = "fn parse(i: &str) -> Vec<u64> { i.lines().map(|it| it.parse().unwrap()).collect() }\n\
               fn sum(a: &[u64]) -> u64 { a.iter().sum() }\nfn solve(a: &[u64]) -> u64 { sum(a) }\n\
               fn main() { println!(\"{}, 99\", solve(&parse(include_str!(\"a\")))); }\n";
    let two = "struct Number { a: u64 }\n\
               fn parse(i: &str) -> Vec<Number> { i.lines().map(|it| Number { a: it.parse().unwrap() }).collect() }\n\
               fn sum(a: &[Number]) -> u64 { a.iter().map(|it| 2 * it.a).sum() }\n\
               fn part2(a: &[Number]) -> u64 { sum(a) }\n\
               fn main() { println!(\"{}\", part2(&parse(include_str!(\"a\")))); }\n";
    let sandbox = beside(&[("2020/src/bin/day01-a", one), ("2020/src/bin/day01-b", two)]);
    sandbox.write("../aoc20/2020/Cargo.toml", "[package]\nname = \"y\"\n");
    for input in ["inputs/year2020/day01.txt", "../aoc20/2020/src/bin/a"] {
        sandbox.write(input, "7\n6\n");
    }
    let done = sandbox.line("import --run-old ../aoc20").exits(0);
    // The program of each file answers its part. The 99 of the first one thus refutes no answer.
    done.shows("1 day copied: 2020/1\n")
        .shows("2020: 1 copied, 1 built, 1 equal to what is known\n");
    let run = sandbox.line("run 2020/1").exits(0);
    run.shows("13").shows("26");
}

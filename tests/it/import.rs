//! `aoc import`: from folders and from the places of other tools.

use crate::sandbox::Sandbox;
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
    // What is not as it was is named, and stands in the way of nothing else.
    for (path, text) in [
        (
            "../bad/2019/day02.rs",
            "fn part1(_: &str) -> u8 { nothing() }",
        ),
        ("../bad/2019/day03.rs", "fn part1(_: &str) -> u8 { 1 }"),
        ("inputs/year2019/day03.txt", "x"),
        ("inputs/year2019/day03.answers.toml", "part1 = 2"),
    ] {
        sandbox.write(path, text);
    }
    let done = sandbox.line("import ../bad").exits(1);
    for line in [
        "2 days copied: 2019/2-3\n\nbuilt 1 of 2 days\n2019/3 Crossed Wires ",
        "\n2019: 2 taken, 1 built, 0 ran without a difference\n",
        "1                 wrong: expected 2\n",
        "2019/2  error: days/year2019/day02.rs:6:27: cannot find function `nothing` in this scope\n",
    ] {
        assert!(done.stdout.contains(line), "{}", done.stdout);
    }
}

#[test]
fn a_struct_a_day_is_called_by_one_expression() {
    let sandbox = Sandbox::new();
    sandbox.line("init").exits(0);
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
        .shows("not imported: 2020/1-2: `count` takes the text, and no name says its part\n");
    refused.shows("such as `aoc import ../aoc20 --part1 'solve(input).0'` or `--part1 'Day%PADDED");
    // A name that is nowhere claims no day.
    let wrong = sandbox.line("import ../aoc20 --part1 D%DAY%.solve(input) --dry-run");
    wrong
        .exits(1)
        .shows("2020/1-2: `solve`, which the expressions name, is not there\n");
    let import = "import ../aoc20 --part1 D%DAY%.count(input)";
    // A copy that nobody has edited gives way to the next import.
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
    // What is there already is taken already.
    sandbox.line(&format!("{import} --dry-run")).exits(0);
    let edited = sandbox.read("days/year2020/day01.rs") + "// mine\n";
    sandbox.write("days/year2020/day01.rs", &edited);
    let other = sandbox.line("import ../aoc20 --part1 D%DAY%.count(input)*10 --no-check");
    let other = other
        .exits(0)
        .shows("not imported: 2020/1: it was edited since it was imported: delete the copy to import it again\n");
    let hint = "for days that are not understood";
    assert!(!other.stdout.contains(hint), "{}", other.stdout);
    assert_eq!(sandbox.read("days/year2020/day01.rs"), edited);
}

/// A project beside a folder of days, each with these functions.
fn beside(days: &[(&str, &str)]) -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.line("init").exits(0);
    for (day, text) in days {
        sandbox.write(&format!("../aoc20/{day}.rs"), text);
    }
    sandbox
}

const EASY_AND_HARD: &str =
    "fn easy(i: &str) -> usize { i.len() }\nfn hard(i: &str) -> usize { i.len() + 1 }\n";

#[test]
fn a_line_that_compiles_is_offered() {
    let wrong = EASY_AND_HARD.replace("i.len()", "none(i)");
    let days = [
        ("2020/day01", EASY_AND_HARD),
        ("2021/day02", &wrong),
        ("2021/day03", EASY_AND_HARD),
        ("2021/day04", EASY_AND_HARD),
    ];
    let sandbox = beside(&days);
    let before = (sandbox.files("days"), sandbox.files("inputs"));
    let refused = sandbox.line("import ../aoc20 --dry-run").exits(1);
    let refused = refused.shows(
        "4 days may be called like this, as a day of each year compiles: 2020/1, 2021/2-4: \
         aoc import ../aoc20 --part1 'easy(input)' --part2 'hard(input)'\n",
    );
    let refused =
        refused.mentions("compiling a day of each year to try it (skip this with --no-check)\n");
    assert!(!refused.stdout.contains("solve(input).0"), "{refused:?}");
    let after = (sandbox.files("days"), sandbox.files("inputs"));
    assert_eq!(before, after);
    let offers = sandbox
        .line("import ../aoc20 --dry-run --json")
        .exits(1)
        .json();
    assert_eq!(offers["offers"][0]["part1"], "easy(input)");
    assert_eq!(offers["offers"][0]["days"][0]["year"], 2020);
    // Nothing is tried without a build.
    let refused = sandbox
        .line("import ../aoc20 --dry-run --no-check")
        .exits(1);
    assert!(!refused.stdout.contains("'easy(input)'"), "{refused:?}");
    refused.shows("--part1 'solve(input).0'");
    sandbox
        .aoc(&[
            "import",
            "../aoc20",
            "--part1",
            "easy(input)",
            "--part2",
            "hard(input)",
        ])
        .shows("2020: 1 taken, 1 built");
    // Two days of a year that do not compile are enough.
    let days = [
        ("2020/day01", &*wrong),
        ("2020/day02", &wrong),
        ("2020/day03", EASY_AND_HARD),
    ];
    let sandbox = beside(&days);
    let refused = sandbox.line("import ../aoc20").exits(1);
    assert!(!refused.stdout.contains("'easy(input)'"), "{refused:?}");
}

#[test]
fn on_a_terminal_one_question_takes_a_line() {
    let sandbox = beside(&[("2020/day01", EASY_AND_HARD), ("2020/day02", EASY_AND_HARD)]);
    let aoc = OnTerminal::start(sandbox.command(&["import", "../aoc20", "--no-check"]));
    let text = without_escapes(&aoc.rest().0);
    assert!(!text.contains("easy(input)"), "{text}");
    let before = sandbox.files("days");
    let mut aoc = OnTerminal::start(sandbox.command(&["import", "../aoc20"]));
    aoc.types("n\n");
    let text = without_escapes(&aoc.rest().0);
    let question = "2 days may be called by `easy(input)` and `hard(input)`: \
                    compile a day of each year, and import them this way if it compiles? [Y/n]";
    let words: Vec<&str> = text.split_whitespace().collect();
    assert!(words.join(" ").contains(question), "{text}");
    assert_eq!(sandbox.files("days"), before);
    let mut aoc = OnTerminal::start(sandbox.command(&["import", "../aoc20"]));
    aoc.types("y\ny\n");
    let text = without_escapes(&aoc.rest().0);
    assert!(text.contains("2020: 2 taken, 2 built"), "{text}");
    assert!(
        sandbox
            .read("days/year2020/day02.rs")
            .contains("part2 = |&input| hard(input)")
    );
}

#[test]
fn on_a_terminal_each_line_is_asked_for_and_only_a_named_one_is_taken() {
    let other = EASY_AND_HARD
        .replace("easy", "small")
        .replace("hard", "large");
    let days = [
        ("2020/day01", EASY_AND_HARD),
        ("2020/day02", EASY_AND_HARD),
        ("2020/day03", EASY_AND_HARD),
        ("2020/day04", &other),
        ("2020/day05", &other),
    ];
    let sandbox = beside(&days);
    let mut aoc = OnTerminal::start(sandbox.command(&["import", "../aoc20"]));
    aoc.types("n\ny\nn\n");
    let text = without_escapes(&aoc.rest().0);
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    assert!(
        text.contains("3 days may be called by `easy(input)`"),
        "{text}"
    );
    assert!(
        text.contains("2 days may be called by `small(input)`"),
        "{text}"
    );
    assert!(text.contains("2 days copied: 2020/4-5"), "{text}");
}

#[test]
fn on_a_terminal_it_asks_before_it_runs_foreign_code() {
    let sandbox = sandbox();
    let mut aoc = OnTerminal::start(sandbox.command(&["import", "../old"]));
    aoc.types("n\n");
    let text = without_escapes(&aoc.rest().0);
    let question = "Build and run the code that was copied for 2017/3, 2018/2, 2019/1, 2020/1?";
    let is_asked = text.contains(question) && !text.contains("built ");
    assert!(is_asked, "{text}");
}

#[test]
fn the_places_of_other_tools() {
    let token = "a1".repeat(48);
    let sandbox = Sandbox::project()
        .file("days/year2020/day01.rs", "")
        // Cargo has no part in what is no code.
        .file("days/year2020/Cargo.toml", "[")
        .file("../config/aocd/token", &token)
        .file("../config/aocd/github.me.1/2020_22_input.txt", "1\n")
        .file("../config/aocd/github.me.1/2020_22a_answer.txt", "306");
    let done = sandbox.line("import aocd").exits(0);
    assert!(!format!("{done:?}").contains(&token));
    assert_eq!(sandbox.read("../config/aoc/session").trim(), token);
    assert_eq!(sandbox.read("inputs/year2020/day22.txt"), "1\n");
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

/// A folder with versions of libraries in the place of a registry.
const SHELF: &str = "\
[registries.shelf]
index = \"sparse+http://127.0.0.1:9/\"
[source.shelf]
registry = \"sparse+http://127.0.0.1:9/\"
replace-with = \"folder\"
[source.folder]
directory = \"../shelf\"
";

/// Puts a version of a library there.
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
    let sandbox = Sandbox::new();
    sandbox.line("init").exits(0);
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
    // Those of the project stay, and nothing is said of them.
    let (screen, lock) = import("half", "new", &[]);
    assert!(lock.contains(&locked("half", "1.2.0")), "{lock}");
    assert!(!screen.contains("Cargo.lock"), "{screen}");
    let (screen, lock) = import("half", "new", &[("half", "1.0.0")]);
    assert!(lock.contains(&locked("half", "1.2.0")), "{lock}");
    assert!(!screen.contains("Cargo.lock"), "{screen}");
    // Also where an old version goes with nothing but the old version of it.
    let old = [("pair", "1.0.0"), ("half", "1.0.0")];
    let (screen, lock) = import("pair", "new", &old);
    let left = "not imported: the versions in the old Cargo.lock: cargo cannot use them beside yours, \
                and chooses newer ones: failed to select a version for `half`";
    assert!(screen.contains(left), "{screen}");
    assert!(lock.contains(&locked("half", "1.2.0")), "{lock}");
    assert!(
        lock.contains("name = \"pair\"\nversion = \"1.2.0\""),
        "{lock}"
    );
}

//! `aoc import`: from folders and from the places of other tools.

use serde_json::json;

use crate::sandbox::Sandbox;

/// A project without days of its own, beside a repository with days of every
/// kind: cargo-aoc, the common template, plain functions of two years, packages.
fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.aoc(&["init", "."]).exits(0);
    let write = |path: &str, text: &str| sandbox.write(&format!("../old/{path}"), text);
    for year in ["2019", "2020"] {
        write(
            &format!("src/year{year}/day01.rs"),
            "//! Adds.\nuse crate::util::parse::*;\nuse super::more::*;\n\nstruct Numbers<'a>(Vec<&'a str>);\n\
             fn parse(input: &str) -> Numbers<'_> { Numbers(lines(input)) }\n\
             fn part1(input: &Numbers) -> u32 { number(input.0[0]) + MORE }\n\
             fn part2(input: &Numbers) -> Option<u32> { input.0.get(9).map(|it| number(it)) }\n",
        );
        write(
            &format!("src/year{year}/mod.rs"),
            "pub mod day01;\nmod more;\n",
        );
        write(
            &format!("src/year{year}/more.rs"),
            "pub const MORE: u32 = 1;\n",
        );
    }
    write(
        "src/util/parse.rs",
        "pub fn lines(text: &str) -> Vec<&str> { text.lines().collect() }\n\
         pub fn number(text: &str) -> u32 { text.parse().unwrap_or(0) }\n",
    );
    write("src/util/mod.rs", "pub mod parse;\n");
    write(
        "Cargo.toml",
        "[package]\nname = \"old\"\nedition = \"2021\"\n",
    );
    write("input/2020/day1.txt", "7\n");
    write("token", &"a1".repeat(48));
    write("leetcode/2020/day03.rs", "fn part1(_: &str) -> u8 { 1 }");
    write(
        "attributes/src/day2.rs",
        "use aoc_runner_derive::{aoc, aoc_generator};\n\n#[aoc_generator(day2)]\n\
         fn generator(input: &str) -> usize { input.len() }\n\
         #[aoc(day2, part1)]\nfn one(input: &usize) -> usize { *input }\n",
    );
    write(
        "attributes/src/lib.rs",
        "mod day2;\naoc_lib! { year = 2018 }\n",
    );
    write(
        "attributes/Cargo.toml",
        "[package]\nname = \"a\"\nedition = \"2018\"\n[dependencies]\naoc-runner = \"0.3\"\n",
    );
    write("attributes/input/2018/day2.txt", "123\n\n");
    write(
        "template/src/bin/03.rs",
        "advent_of_code::solution!(3);\nuse advent_of_code::twice;\n\
         pub fn part_one(input: &str) -> Option<usize> { Some(twice(input.len())) }\n\
         pub fn part_two(_: &str) -> Option<usize> { None }\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n    #[test]\n    \
         fn test_part_one() {\n        let result = part_one(&advent_of_code::template::read_file(\"examples\", DAY));\n        \
         assert_eq!(result, Some(8));\n    }\n}\n",
    );
    write(
        "template/src/lib.rs",
        "pub mod template;\npub fn twice(x: usize) -> usize { 2 * x }\n",
    );
    write("template/data/examples/03.txt", "abc\n");
    write("template/data/inputs/03.txt", "abcdef\n");
    write(
        "template/.cargo/config.toml",
        "[env]\nAOC_YEAR = \"2017\"\n",
    );
    write(
        "template/Cargo.toml",
        "[package]\nname = \"advent_of_code\"\nedition = \"2021\"\n",
    );
    write(
        "2021/day01/src/main.rs",
        "mod inner;\nfn main() { println!(\"{}\", go(include_str!(\"../input.txt\")).0) }\n\
         fn go(text: &str) -> (usize, usize, usize) { (common::count(text) + crate::inner::ten(), 1, 2) }\n",
    );
    write("2021/day01/src/inner.rs", "pub fn ten() -> usize { 10 }\n");
    write(
        "2021/day01/Cargo.toml",
        "[package]\nname = \"day01\"\nedition = \"2021\"\n[dependencies]\ncommon = { path = \"../common\" }\n",
    );
    write("2021/day01/input.txt", "a\n");
    write("2021/common/Cargo.toml", "[package]\nname = \"common\"\n");
    write(
        "2021/common/src/lib.rs",
        "pub fn count(text: &str) -> usize { text.lines().count() }\n",
    );
    sandbox
}

#[test]
fn a_repository_with_days_of_every_kind() {
    let sandbox = sandbox();
    let before = (sandbox.files(""), sandbox.files("../old"));
    let plan = sandbox.aoc(&["import", "../old", "--dry-run"]).exits(0);
    insta::assert_snapshot!(plan.stdout);
    plan.mentions("note: nothing was written, because of --dry-run\n");
    assert_eq!((sandbox.files(""), sandbox.files("../old")), before);

    let arguments = ["import", "../old", "--part1", "go(input).0", "--json"];
    let done = sandbox.aoc(&arguments).exits(0).json();
    assert_eq!(done["schema"], "aoc-import/1");
    assert_eq!(
        done["check"],
        json!({
            "days": 5, "built": 5, "unverified": 4, "problems": [],
            "examples": {"agree": 1, "differ": 0}, "answers": {"agree": 0, "differ": 0},
        })
    );
    let results = sandbox.aoc(&["run", "2017-2021", "--json"]).json();
    let results = results["results"].as_array().expect("results");
    let answers: Vec<_> = results
        .iter()
        .map(|it| (it["year"].as_u64(), it["phases"][1]["answer"].as_str()))
        .collect();
    assert_eq!(
        answers,
        [
            (Some(2017), Some("14")),
            (Some(2018), Some("3")),
            (Some(2019), None),
            (Some(2020), Some("8")),
            (Some(2021), Some("11")),
        ],
    );
    for day in ["2017/day03", "2018/day02", "2020/day01", "2021/day01"] {
        let text = sandbox.read(&format!("days/year{day}.rs"));
        insta::assert_snapshot!(day.replace('/', "-"), text);
    }
    // What is not as it was is named, and stands in the way of nothing else.
    sandbox.write(
        "../bad/2019/day02.rs",
        "fn part1(_: &str) -> u8 { nothing() }\n",
    );
    sandbox.write("../bad/2019/day03.rs", "fn part1(_: &str) -> u8 { 1 }\n");
    sandbox.write("inputs/year2019/day03.txt", "x\n");
    sandbox.write("inputs/year2019/day03.answers.toml", "part1 = 2\n");
    let done = sandbox.aoc(&["import", "../bad"]).exits(1);
    assert_eq!(
        done.stdout,
        "2019  1 day\nchecked: 1 of 2 days build, 0 of 1 answer agree\n  \
         2019/2: does not compile: days/year2019/day02.rs:6:27: cannot find function `nothing` in \
         this scope\n  2019/3 part 1: wrong: got 1, expected 2\n",
    );
}

#[test]
fn only_an_unchanged_template_is_replaced() {
    for edit in ["", "\n"] {
        let sandbox = Sandbox::new();
        sandbox.aoc(&["init", "."]).exits(0);
        let days = sandbox.files("days");
        let day = days.iter().find(|file| file.ends_with("day01.rs"));
        let day = format!("days/{}", day.expect("a day").trim_start_matches("days/"));
        let text = sandbox.read(&day) + edit;
        sandbox.write(&day, &text);
        sandbox.write(&format!("../old/{day}"), "fn part1(_: &str) -> u8 { 1 }\n");
        let done = sandbox.aoc(&["import", "../old", "--no-check"]).exits(0);
        let is_new = sandbox.read(&day).contains("aoc_solution::functions!");
        assert_eq!(is_new, edit.is_empty(), "{done:#?}");
        let said = if is_new {
            "takes the place of the unchanged template\n"
        } else {
            "day01.rs exists\n"
        };
        assert!(done.stdout.contains(said), "{done:#?}");
    }
}

#[test]
fn the_places_of_other_tools() {
    let token = "a1".repeat(48);
    let sandbox = Sandbox::project()
        .file("days/year2020/day01.rs", "")
        .file("../config/aocd/token", &token)
        .file("../config/aocd/github.me.1/2020_22_input.txt", "1\n")
        .file("../config/aocd/github.me.1/2020_22a_answer.txt", "306");
    // A session is taken only from the one that was named.
    let done = sandbox.aoc(&["import"]).exits(0);
    assert!(
        done.stdout.starts_with("2020  1 input, 1 answer\n"),
        "{done:#?}"
    );
    assert!(!sandbox.path("../config/aoc/session").exists());
    let done = sandbox.aoc(&["import", "aocd"]).exits(0);
    assert!(!format!("{done:?}").contains(&token));
    assert_eq!(sandbox.read("../config/aoc/session").trim(), token);
    assert_eq!(sandbox.read("inputs/year2020/day22.txt"), "1\n");
    for (arguments, says) in [
        (
            ["nowhere"].as_slice(),
            "no folder `nowhere`, and no tool of that name",
        ),
        (&["--parse", "x("], "--parse needs --part1 or --part2"),
        (&["days"], "is a part of this project"),
    ] {
        let arguments = [&["import"], arguments].concat();
        sandbox.aoc(&arguments).mentions(says).exits(2);
    }
}

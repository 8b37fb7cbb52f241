//! `aoc import`: from folders and from the places of other tools.

use std::fs;

use serde_json::json;

use crate::sandbox::Sandbox;

/// A project with the library and no days, beside a repository with days of
/// every kind: `crate::util` for two years, attributes, and the template.
fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.aoc(&["init", "."]).exits(0);
    for path in ["2019", "2020"] {
        let day = format!("../old/src/year{path}/day01.rs");
        sandbox.write(
            &day,
            "//! # Sum\n//!\n//! Adds.\nuse crate::util::parse::*;\nuse super::more::*;\n\
             struct Numbers<'a>(Vec<&'a str>);\n\
             fn parse(input: &str) -> Numbers { Numbers(lines(input)) }\n\
             fn part1(input: &Numbers) -> u32 { number(input.0[0]) + MORE }\n\
             fn part2(input: &Numbers) -> Option<u32> { input.0.get(9).map(|it| number(it)) }\n",
        );
        sandbox.write(
            &format!("../old/src/year{path}/more.rs"),
            "pub const MORE: u32 = 1;\n",
        );
        sandbox.write(
            &format!("../old/tests/year{path}/day01.rs"),
            "use old::year2020::day01::*;\nconst EXAMPLE: &str = \"\\\n1\n2\";\n#[test]\nfn part1_test() {\n    \
             let input = parse(EXAMPLE);\n    assert_eq!(part1(&input), 2);\n    assert!(true);\n    \
             assert_eq!(part1(&parse(include_str!(\"../../input/2020/day1.txt\"))), 8);\n}\n",
        );
    }
    sandbox.write(
        "../old/src/util/parse.rs",
        "pub fn lines(text: &str) -> Vec<&str> { text.lines().collect() }\n\
         pub fn number(text: &str) -> u32 { text.parse().unwrap_or(0) }\n",
    );
    sandbox.write("../old/src/lib.rs", "library!(util \"x\" parse);\n");
    sandbox.write(
        "../old/Cargo.toml",
        "[package]\nname = \"old\"\nedition = \"2021\"\nrust-version = \"1.85\"\n",
    );
    sandbox.write("../old/input/2020/day1.txt", "7\n");
    sandbox.write(
        "../old/attributes/src/day2.rs",
        "use aoc_runner_derive::{aoc, aoc_generator};\n#[aoc_generator(day2)]\n\
         fn generator(input: &str) -> usize { input.len() }\n\
         #[aoc(day2, part1)]\nfn one(input: &usize) -> usize { twice!(*input) / 2 + crate::helper(0) }\n\
         #[aoc(day2, part1, other)]\nfn other(input: &usize) -> usize { *input }\n",
    );
    sandbox.write(
        "../old/attributes/src/lib.rs",
        "macro_rules! twice { ($x:expr) => { $x + $x } }\nmod day2;\nfn helper(x: usize) -> usize { x }\n\
         aoc_lib! { year = 2018 }\n",
    );
    sandbox.write(
        "../old/attributes/Cargo.toml",
        "[package]\nname = \"a\"\nedition = \"2018\"\n",
    );
    sandbox.write("../old/attributes/input/2018/day2.txt", "123\n\n");
    sandbox.write("../old/cli/input", "1\n");
    sandbox.write(
        "../old/cli/puzzle.md",
        "\\--- Day 5: Crabs ---\n\nYour puzzle answer was `3`.\n[Return to your Advent calendar](/2016)\n",
    );
    sandbox.write(
        "../old/template/src/bin/03.rs",
        "advent_of_code::solution!(3);\npub fn part_one(input: &str) -> Option<usize> { Some(input.len()) }\n\
         pub fn part_two(_: &str) -> Option<usize> { None }\n#[cfg(test)]\nmod tests {\n    use super::*;\n    #[test]\n    \
         fn test_part_one() {\n        let result = part_one(&advent_of_code::template::read_file(\"examples\", DAY));\n        \
         assert_eq!(result, Some(4));\n    }\n}\n",
    );
    sandbox.write("../old/template/data/examples/03.txt", "abc\n");
    sandbox.write("../old/template/data/inputs/03.txt", "abcdef\n");
    sandbox.write(
        "../old/template/.cargo/config.toml",
        "[env]\nAOC_YEAR = \"2017\"\n",
    );
    sandbox.write(
        "../old/template/Cargo.toml",
        "[package]\nname = \"advent_of_code\"\nedition = \"2021\"\n",
    );
    sandbox
}

#[test]
fn a_repository_with_days_of_every_kind() {
    let sandbox = sandbox();
    let before = (sandbox.files(""), sandbox.files("../old"));
    let plan = sandbox.aoc(&["import", "../old", "--dry-run"]).exits(0);
    assert_eq!(
        plan.stdout,
        "2016  1 input, 1 answer\n2017  1 day, 1 example, 1 input\n2018  1 day, 1 input\n\
         2019  1 day, 1 example\n2020  1 day, 1 example, 1 input, 1 answer\n      \
         13 files for modules and manifests\nnot imported:\n  \
         ../old/tests/year2019/day01.rs:9: this assertion is not an example: it is not copied\n  \
         ../old/tests/year2020/day01.rs:9: this assertion is not an example: it is not copied\n  \
         ../old/tests/year2019/day01.rs:10: the input of this answer is not yours of 2019/1\n",
    );
    let plan = plan.mentions("note: nothing was written, because of --dry-run\n");
    drop(plan);
    assert_eq!((sandbox.files(""), sandbox.files("../old")), before);

    let done = sandbox.aoc(&["import", "../old", "--json"]).exits(0).json();
    assert_eq!(done["schema"], "aoc-import/1");
    assert_eq!(done["inputs"].as_array().map(Vec::len), Some(4));
    assert_eq!(
        done["check"],
        json!({
            "days": 4, "built": 4, "unverified": 2, "problems": [],
            "examples": {"agree": 3, "differ": 0}, "answers": {"agree": 1, "differ": 0},
        })
    );
    assert!(
        sandbox
            .read("days/year2020/Cargo.toml")
            .contains("rust-version = \"1.85\"\n")
    );
    let results = sandbox.aoc(&["run", "2017-2020", "--json"]);
    let answers: Vec<_> = results.json()["results"]
        .as_array()
        .expect("results")
        .iter()
        .map(|it| {
            (
                it["year"].clone(),
                it["title"].clone(),
                it["phases"][1]["answer"].clone(),
            )
        })
        .collect();
    assert_eq!(
        answers,
        [
            (json!(2017), json!("Day 2017/3"), json!("7")),
            (json!(2018), json!("Day 2018/2"), json!("3")),
            (json!(2019), json!("Sum"), json!("2")),
            (json!(2020), json!("Sum"), json!("8")),
        ],
        "{results:#?}"
    );
    let again = sandbox.aoc(&["import", "../old"]).exits(0);
    assert!(
        again.stdout.starts_with("imported before: ")
            && again
                .stdout
                .ends_with("checked: 4 of 4 days build, 3 of 3 examples and 1 of 1 answer agree\n"),
        "{again:#?}"
    );
    sandbox
        .aoc(&["import", "days/year2020"])
        .exits(2)
        .mentions("is a part of this project");
    // The originals are as they were.
    assert_eq!(sandbox.files("../old"), before.1);

    // What is not as it was is named, and stands in the way of nothing else.
    sandbox.write(
        "../bad/2019/day02.rs",
        "fn part1(_: &str) -> u8 { nothing() }\n",
    );
    sandbox.write(
        "../bad/2019/day03.rs",
        "fn part1(_: &str) -> u8 { 1 }\n#[test]\nfn a() { assert_eq!(part1(\"x\"), 2); }\n",
    );
    let done = sandbox.aoc(&["import", "../bad"]).exits(1);
    assert_eq!(
        done.stdout,
        "2019  2 days, 1 example\nchecked: 1 of 2 days build, 0 of 1 example agree\n  \
         2019/2  does not compile: days/year2019/day02.rs:1:27: cannot find function `nothing` in \
         this scope\n  2019/3 example part 1  wrong: got 1, expected 2\n",
    );
    done.mentions("note: a day that does not compile keeps its year from being built as a whole");
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
            format!("{day} takes the place of the unchanged template\n")
        } else {
            assert_eq!(sandbox.read(&day), text);
            format!("{day} exists\n")
        };
        assert!(done.stdout.contains(&said), "{done:#?}");
    }
}

#[test]
fn the_places_of_other_tools() {
    let sandbox = Sandbox::project();
    let token = "a1".repeat(48);
    for (file, text) in [
        ("aocd/token", format!("{token}\n")),
        ("aocd/github.me.1/2020_22_input.txt", "1\n".to_owned()),
        ("aocd/github.me.1/2020_22a_answer.txt", "306".to_owned()),
        (
            "cargo-aoc/credentials.toml",
            format!("session = \"{}\"", "b2".repeat(48)),
        ),
    ] {
        sandbox.write(&format!("../config/{file}"), text);
    }
    let done = sandbox.aoc(&["import"]).exits(0);
    assert!(
        done.stdout
            .starts_with("2020  1 input, 1 answer\nsession from "),
        "{done:#?}"
    );
    assert!(
        done.stdout.contains("another session was found first"),
        "{done:#?}"
    );
    assert!(!format!("{done:?}").contains(&token));
    let stored = sandbox.path("../config/aoc/session");
    assert_eq!(
        fs::read_to_string(&stored).expect("a session").trim(),
        token
    );
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(&stored).expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    assert_eq!(sandbox.read("inputs/year2020/day22.txt"), "1\n");
    assert_eq!(
        sandbox.read("inputs/year2020/day22.answers.toml"),
        "part1 = \"306\"\n"
    );
    sandbox
        .aoc(&["import", "nowhere"])
        .exits(2)
        .mentions("no folder `nowhere`, and no tool of that name");
    Sandbox::new().aoc(&["import"]).exits(2);
}

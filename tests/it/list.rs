//! `aoc list`: the solved puzzles, their inputs and accepted answers.

use serde_json::json;

use crate::sandbox::Sandbox;

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new().with_days();
    sandbox.write("inputs/year2020/day22.txt", "x\n");
    sandbox.write("inputs/year2020/day22.friend.txt", "x\n");
    sandbox.write("inputs/year2020/day22.answers.toml", "part1 = 306\n");
    sandbox
}

#[test]
fn each_puzzle_has_a_line() {
    let done = sandbox().aoc(&["list"]).says("").exits(0);
    let lines: Vec<&str> = done.stdout.lines().collect();
    assert_eq!(lines.len(), 2, "{done:#?}");
    let words: Vec<&str> = lines[0].split_whitespace().collect();
    let expected = "2020/22 Crab Combat 2 inputs 1/2 accepted edited";
    assert_eq!(words[..8].join(" "), expected, "{done:#?}");
    assert!(lines[1].starts_with("2021/21  Dirac Dice "), "{done:#?}");
    assert!(lines[1].contains("0 inputs  0/2 accepted"), "{done:#?}");
}

#[test]
fn a_file_that_cannot_be_read_hides_no_other_puzzle() {
    let sandbox = sandbox();
    sandbox.write("inputs/year2020/day22.answers.toml", "prt1 = 306\n");
    let done = sandbox
        .aoc(&["list"])
        .mentions("aoc: 2020/22: ")
        .mentions("inputs/year2020/day22.answers.toml, line 1: unknown field `prt1`")
        .exits(8);
    let lines: Vec<&str> = done.stdout.lines().collect();
    assert_eq!(lines.len(), 2, "{done:#?}");
    assert!(lines[0].contains("2 inputs  ?/2 accepted"), "{done:#?}");
    let json = sandbox.aoc(&["list", "--json"]).exits(8).json();
    assert!(json["puzzles"][0]["accepted"].is_null(), "{json}");
    assert_eq!(json["puzzles"][1]["accepted"], json!([]));
}

#[test]
fn the_document_has_each_puzzle() {
    let done = sandbox().aoc(&["list", "2020", "--json"]).exits(0);
    let mut found = done.json();
    let edited = found["puzzles"][0]["edited"].take();
    assert!(edited.is_string(), "{done:#?}");
    let inputs = [
        "inputs/year2020/day22.txt",
        "inputs/year2020/day22.friend.txt",
    ];
    assert_eq!(
        found,
        json!({"schema": "aoc-list/1", "puzzles": [{"year": 2020, "day": 22,
            "title": "Crab Combat", "inputs": inputs, "accepted": [1], "edited": null}]})
    );
}

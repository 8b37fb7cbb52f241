//! `aoc list`: the solved puzzles, their inputs and accepted answers.

use serde_json::json;

use crate::sandbox::Sandbox;

#[test]
fn each_puzzle_has_a_line() {
    let day = include_str!("../../days/year2020/day22.rs");
    let sandbox = Sandbox::project().file("days/year2020/day22.rs", day);
    sandbox.write("inputs/year2020/day22.txt", "x\n");
    sandbox.write("inputs/year2020/day22.friend.txt", "x\n");
    sandbox.write("inputs/year2020/day22.answers.toml", "part1 = 306\n");
    let done = sandbox.aoc(&["list"]).says("").exits(0);
    let line = done.stdout.lines().next().expect("a line");
    let words: Vec<&str> = line.split_whitespace().collect();
    let expected = "2020/22 Crab Combat 2 inputs 1/2 accepted edited";
    assert_eq!(words[..8].join(" "), expected, "{done:#?}");
    let mut document = sandbox.aoc(&["list", "2020", "--json"]).exits(0).json();
    assert!(document["puzzles"][0]["edited"].take().is_string());
    let inputs = ["", ".friend"].map(|name| format!("inputs/year2020/day22{name}.txt"));
    let puzzle = json!({"year": 2020, "day": 22, "title": "Crab Combat", "inputs": inputs,
        "accepted": [1], "edited": null});
    assert_eq!(
        document,
        json!({"schema": "aoc-list/1", "puzzles": [puzzle]})
    );
}

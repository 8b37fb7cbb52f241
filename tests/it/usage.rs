//! What makes no sense is refused before any work, with exit code 2.

use crate::sandbox::Sandbox;
use crate::workshop::workshop;

/// Refused: nothing is printed, cargo is not even looked for.
fn refused(arguments: &str, says: &str) {
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    workshop()
        .env("PATH", "")
        .env("AOC_BASE_URL", "http://127.0.0.1:9")
        .aoc(&arguments)
        .prints("")
        .mentions(says)
        .exits(2);
}

#[test]
fn selectors_that_name_nothing() {
    for command in ["run", "bench", "gen", "fetch"] {
        let refused = |selector: &str, says| refused(&format!("{command} {selector}"), says);
        refused("26", "aoc: `26`: 26 is no day: write a day from 1 to 25");
        refused("2014/1", "aoc: `2014/1`: the first event was in 2015");
        refused("2025/13", "2025");
        refused("5-1", "aoc: `5-1` runs backwards: write 1-5");
        refused("xyz", "aoc: `xyz` names no puzzle");
        refused("2015 2016 1", "aoc: 2015 and 2016 beside days with no year");
        refused("1 -y 2014", "2014");
    }
}

#[test]
fn puzzles_that_are_not_here() {
    for command in ["run", "bench", "gen"] {
        let refused = |selector: &str, says| refused(&format!("{command} {selector}"), says);
        refused(
            "2016/14",
            "aoc: 2016/14 is not solved here: its place is days/year2016/day14.rs\n",
        );
        refused("25", "aoc: no year here has day 25");
    }
}

#[test]
fn flags_that_make_no_sense() {
    refused("", "Usage: aoc");
    refused("frobnicate", "frobnicate");
    refused("run 2016/1 --part 3", "--part");
    refused("run 2016/1 --timeout soon", "--timeout");
    refused("run 2016/1 --memory lots", "--memory");
    refused("run 2016/1 --memory 0", "--memory");
    refused("run 2016/1 --jobs 0", "--jobs");
    refused("run 2016/1 --color pink", "--color");
    refused("run 2016/1 --input a --example", "--example");
    refused("run 2016/1 --all-inputs --example", "--example");
    refused("run 2016/1 --alt a --all-alts", "--all-alts");
    refused("bench 2016/1 --generated 0", "--generated");
    refused("bench 2016/1 --generated 1 --all-inputs", "--generated");
    refused("gen 2016/1 --seed -1", "-1");
    refused(
        "gen 2016/1-2",
        "aoc: one puzzle's input at a time, but 2 puzzles are selected",
    );
    for command in ["run", "bench"] {
        for input in ["-", "some/file.txt"] {
            refused(
                &format!("{command} 2016/1-2 --input {input}"),
                "aoc: one file is the input of one puzzle, but 2 are selected; name the one\n",
            );
        }
    }
}

#[test]
fn settings_that_make_no_sense() {
    let workshop = workshop().env("AOC_YEAR", "twenty");
    workshop
        .aoc(&["run", "2016/1"])
        .prints("")
        .mentions("AOC_YEAR")
        .exits(2);
}

#[test]
fn outside_of_a_project() {
    for command in ["run", "bench", "gen"] {
        Sandbox::new()
            .aoc(&[command, "22"])
            .prints("")
            .mentions("aoc: no aoc project here")
            .mentions("`aoc init DIR` makes one\n")
            .exits(2);
    }
}

#[test]
fn years_and_days_may_come_in_any_order() {
    let workshop = workshop();
    let expected = workshop.aoc(&["run", "2016/1", "--json"]).exits(0).json();
    for arguments in [
        "2016 1",
        "1 2016",
        "-y 2016 1",
        "1 --year 2016",
        "2016/1,1 2016/1-1",
    ] {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let done = workshop
            .aoc(&[&["run", "--json"], &arguments[..]].concat())
            .exits(0);
        let results = done.json();
        assert_eq!(
            results["results"].as_array().map(Vec::len),
            Some(1),
            "{arguments:?}"
        );
        assert_eq!(
            results["results"][0]["input"],
            expected["results"][0]["input"]
        );
    }
}

#[test]
fn help_is_not_an_error() {
    for arguments in [&["--help"][..], &["run", "--help"], &["--version"], &["-V"]] {
        let done = Sandbox::new().aoc(arguments).says("").exits(0);
        assert!(done.stdout.contains("aoc"), "{done:#?}");
    }
}

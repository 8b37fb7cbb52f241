//! Wrong usage is refused before any work, with exit code 2.

use std::fs;
use std::process::Stdio;

use crate::process::Running;
use crate::sandbox::{Done, Sandbox};
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
fn selectors_of_no_puzzle() {
    for command in ["run", "bench", "gen", "fetch"] {
        let refused = |selector: &str, says| refused(&format!("{command} {selector}"), says);
        refused(
            "26",
            "aoc: day 26 does not exist: days are 1 to 25 (1 to 12 since 2025)\n",
        );
        refused(
            "2014/1",
            "aoc: there was no event in 2014: the first one was in 2015\n",
        );
        refused("2025/13", "aoc: 2025/13 does not exist: 2025 has 12 days\n");
        refused("5-1", "aoc: the range 5-1 is backwards: write 1-5\n");
        refused(
            "2020/22-21",
            "aoc: the range 22-21 is backwards: write 21-22\n",
        );
        refused(
            "2018-2015",
            "aoc: the range 2018-2015 is backwards: write 2015-2018\n",
        );
        refused("xyz", "aoc: unknown puzzle `xyz`: write 22, 1-5, 2020, ");
        refused(
            "tody",
            "aoc: unknown puzzle `tody`; did you mean `today`?\n",
        );
        refused(
            "2015 2016 1",
            "aoc: 2015 and 2016: day 1 can be of one year only; write it such as 2015/1\n",
        );
        refused(
            "2015-2016 1",
            "aoc: day 1 beside 2015-2016: for that day of each of these years, write 2015-2016/1\n",
        );
        refused(
            "1 -y 2014",
            "aoc: --year `2014` is not a year: years are 2015 and later\n",
        );
        refused(
            "days/year2016/main.rs",
            "aoc: `days/year2016/main.rs` is not the file of a day: those are such as \
             days/year2020/day01.rs\n",
        );
        refused("/dev/null", "aoc: `/dev/null` is not in the project ");
    }
}

#[test]
fn puzzles_that_are_not_here() {
    for command in ["run", "bench", "gen"] {
        let refused = |selector: &str, says| refused(&format!("{command} {selector}"), says);
        refused(
            "2016/14",
            "aoc: no solution for 2016/14: create it with `aoc new 2016/14`\n",
        );
        refused(
            "25",
            "aoc: no solution for day 25 in any year: create one with `aoc new ",
        );
        refused(
            "*/25",
            "aoc: no solution for */25: create one with `aoc new ",
        );
        refused(
            "days/year2016/day14.rs",
            "aoc: no solution for 2016/14: create it with `aoc new 2016/14`\n",
        );
    }
}

#[test]
fn a_file_that_is_almost_named_like_the_day_is_said() {
    let sandbox = Sandbox::project()
        .file("days/year2019/day_3.rs", "")
        .file("days/year2020/Day04.rs", "")
        .file("days/year2020/day2.rs", "");
    let warnings = "warning: days/year2020/Day04.rs is left out: rename it to day04.rs\n\
                    warning: days/year2020/day2.rs is left out: rename it to day02.rs\n";
    sandbox
        .aoc(&["run", "2020/2"])
        .says(&format!(
            "warning: days/year2019/day_3.rs is left out: rename it to day03.rs\n{warnings}aoc: no \
             solution for 2020/2: create it with `aoc new 2020/2`\n"
        ))
        .exits(2);
    // Inputs are looked at wherever their year is.
    sandbox.write("inputs/year2020/day1.txt", "1\n");
    sandbox.write("inputs/year2020/day26.txt", "1\n");
    let inputs = "warning: inputs/year2020/day1.txt is left out: rename it to day01.txt\n\
                  warning: inputs/year2020/day26.txt is left out: 2020 has no day 26, its days are \
                  1 to 25\n";
    let of_2020 = format!(
        "{}{inputs}",
        &warnings[warnings.find('\n').expect("a line") + 1..]
    );
    sandbox.aoc(&["new", "2020/5"]).mentions(&of_2020).exits(0);
    sandbox
        .aoc(&["fetch", "2020/5", "--offline"])
        .mentions(&of_2020)
        .exits(5);
    for command in [&["list"][..], &["status", "2020"]] {
        let done = sandbox.aoc(command).mentions("day2.rs").mentions(inputs);
        assert_eq!(done.stderr.matches("day1.txt").count(), 1, "{done:#?}");
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_in_place_of_a_file_of_the_project_is_never_waited_for() {
    let sandbox = Sandbox::project()
        .file("days/year2020/Cargo.toml", "")
        .file("days/year2020/day01.rs", "impl Solution for Day01 {}");
    let fifo = |path: &str| {
        let made = sandbox.program("mkfifo").arg(sandbox.path(path)).status();
        assert!(made.expect("mkfifo").success());
    };
    let run = || Running::start(sandbox.command(&["run", "2020/1"])).end();
    fifo("days/year2020/main.rs");
    run()
        .mentions("days/year2020/main.rs: it is not a regular file")
        .exits(8);
    fs::remove_file(sandbox.path("Cargo.toml")).expect("a manifest");
    fifo("Cargo.toml");
    run().mentions("no aoc project here").exits(2);
}

/// Makes the times null, which differ from run to run.
fn without_times(results: &mut serde_json::Value) {
    match results {
        serde_json::Value::Array(values) => values.iter_mut().for_each(without_times),
        serde_json::Value::Object(fields) => {
            for (name, value) in fields {
                if name == "ns" {
                    *value = serde_json::Value::Null;
                }
                without_times(value);
            }
        }
        _ => {}
    }
}

#[test]
fn a_selector_alone_is_run() {
    let workshop = workshop();
    let run = |words: &str| {
        let words: Vec<&str> = words.split(' ').collect();
        let mut results = workshop.aoc(&words).exits(0).json();
        without_times(&mut results);
        results
    };
    let expected = run("run 2016/1 --part 1 --no-examples --json");
    for words in [
        "2016/1 --part 1 --no-examples --json",
        "2016 1 -p 1 --no-examples --json",
        "--json days/year2016/day01.rs -p 1 --no-examples",
    ] {
        assert_eq!(run(words), expected, "{words}");
    }
}

#[test]
fn slips_are_answered_with_the_command() {
    refused("26", "aoc: day 26 does not exist: ");
    refused("rnu", "aoc: unknown command `rnu`; did you mean `run`?");
    let token = "0123456789abcdef".repeat(6);
    let done = workshop().aoc(&["credentials", &token]).exits(2);
    assert!(!format!("{done:?}").contains(&token));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_and_a_broken_pipe_is_none() {
    let full = std::fs::File::create("/dev/full").expect("a device");
    let (reader, closed) = std::io::pipe().expect("a pipe");
    drop(reader);
    let ends = |stdout: Stdio, says: &str, exit| {
        let sandbox = Sandbox::new();
        let mut command = sandbox.command(&["man"]);
        let output = command.stdout(stdout).output().expect("aoc runs");
        Done::from(output).says(says).exits(exit);
    };
    let says = "aoc: cannot write the output: No space left on device (os error 28)\n";
    ends(full.into(), says, 8);
    ends(closed.into(), "", 0);
}

#[test]
fn flags_with_wrong_values() {
    refused("frobnicate", "frobnicate");
    refused("run 2016/1 --part 3", "--part");
    refused("run 2016/1 -p 0", "--part");
    refused("run 2016/1 --timeout soon", "--timeout");
    refused(
        "run 2016/1 --memory lots",
        "not a size; write one such as 2GiB",
    );
    for command in ["bench", "gen"] {
        refused(&format!("{command} 2016/1 --timeout soon"), "--timeout");
        refused(&format!("{command} 2016/1 --memory lots"), "--memory");
    }
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
fn years_and_ids_of_the_wrong_form() {
    for command in ["calendar", "status", "leaderboard 1001 -y"] {
        refused(
            &format!("{command} 20"),
            "aoc: `20` is not a year: years are 2015 and later\n",
        );
    }
    refused(
        "leaderboard",
        "aoc: no leaderboard given: name its ID, as in `aoc leaderboard 1001`, or set",
    );
    refused(
        "leaderboard mine",
        "aoc: `mine` is not the ID of a leaderboard: write its number, such as 1001\n",
    );
    refused(
        "leaderboard 1001 --view-key a&b",
        "aoc: --view-key cannot be used: a view key has letters and digits only",
    );
    refused(
        "open 2015",
        "aoc: 25 puzzles are selected; open at most 5 at once, or use --print\n",
    );
}

#[test]
fn settings_with_wrong_values() {
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
            .mentions("`aoc init` creates one\n")
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

/// The puzzles that `aoc run` with these arguments ran.
fn ran(sandbox: &Sandbox, arguments: &[&str]) -> Vec<String> {
    let done = sandbox.aoc(&[&["run", "-p", "1", "--json"], arguments].concat());
    let results = done.json()["results"].clone();
    let results = results.as_array().expect("results").iter();
    results
        .map(|result| format!("{}/{}", result["year"], result["day"]))
        .collect()
}

#[test]
fn a_path_is_a_selector() {
    let workshop = workshop();
    let file = workshop.path("days/year2016/day01.rs");
    let file = file.to_str().expect("text");
    for path in ["days/year2016/day01.rs", "./days/year2016/day01.rs", file] {
        assert_eq!(ran(&workshop, &[path]), ["2016/1"], "{path}");
    }
    let folder = workshop.path("days/year2016");
    let inside = workshop.standing_in(folder);
    assert_eq!(ran(&inside, &["day01.rs"]), ["2016/1"]);
}

#[test]
fn days_without_a_year_take_the_one_that_is_set() {
    let workshop = workshop();
    let set = workshop.env("AOC_YEAR", "2016");
    assert_eq!(ran(&set, &["1"]), ["2016/1"]);
    let message = "aoc: no solution for 2016/14: create it with `aoc new 2016/14`";
    set.aoc(&["run", "14"])
        .mentions(message)
        .mentions("; the year is from AOC_YEAR\n")
        .exits(2);
    let folder = set.path("days/year2015");
    let inside = set.standing_in(folder);
    assert_eq!(ran(&inside, &["1"]), ["2016/1"], "the setting is stronger");
    assert_eq!(ran(&inside.without("AOC_YEAR"), &["1"]), ["2015/1"]);
}

#[test]
fn help_is_not_an_error() {
    for arguments in [&["--help"][..], &["run", "--help"], &["--version"], &["-V"]] {
        let done = Sandbox::new().aoc(arguments).says("").exits(0);
        assert!(done.stdout.contains("aoc"), "{done:#?}");
    }
}

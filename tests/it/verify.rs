//! `aoc verify`: the inputs that it runs, its messages, and its exit codes.

use serde_json::json;

use crate::sandbox::{Sandbox, timeless};
use crate::workshop::{Year, length, workshop};

#[test]
fn what_differs_is_named_and_the_rest_counted() {
    let workshop = workshop();
    // It runs all inputs with accepted answers, and all alternatives of their parts.
    let arguments = ["verify", "2016/1", "2015/10"];
    let done = workshop.aoc(&arguments).exits(1);
    let counts = "\n1 day, 6 answers in TIME: 3 accepted, 3 wrong\nfailed: 2016/1 part 2 liar, \
                  2016/1 part 1 (bad), 2016/1 part 1 backwards (bad)\n1 day without accepted \
                  answers, which `aoc fetch 2015` takes from the site: 2015/10\n";
    assert!(timeless(&done.stdout).ends_with(counts), "{done:#?}");
    let json = workshop.aoc(&[&arguments[..], &["--json"]].concat());
    let json = json.says("").exits(1).json();
    assert_eq!(json["schema"], "aoc-verify/1");
    assert_eq!(json["without_answers"], json!([{"year": 2015, "day": 10}]));
    let bad = &json["results"][1];
    assert_eq!(bad["name"], "bad");
    assert_eq!(bad["status"], "wrong");
    assert_eq!(bad["phases"].as_array().map(Vec::len), Some(3));
}

#[test]
fn without_accepted_answers_there_is_nothing_to_build() {
    let sandbox = Sandbox::project().file("days/year2020/day01.rs", "");
    sandbox
        .line("verify")
        .says("")
        .prints(
            "1 day without accepted answers, which `aoc fetch 2020` takes from the site: 2020/1\n",
        )
        .exits(0);
    // A damaged page counts as missing.
    let (page, part) = ("inputs/year2020/day01.html", "<main><article>");
    let title = "<title>Day 1 - Advent of Code 2020</title>";
    let fetch = ", which `aoc fetch 2020` takes from the site";
    for (html, hint) in [
        (title.to_owned(), fetch),
        (format!("{title}{part}"), ", which `aoc accept` records"),
    ] {
        sandbox.write(page, html);
        let line = format!("1 day without accepted answers{hint}: 2020/1\n");
        sandbox.line("verify").prints(&line).exits(0);
    }
    // A file that cannot be read may contain answers.
    sandbox.write("inputs/year2020/day01.answers.toml", "part1 = \n");
    let done = sandbox.line("verify").exits(8);
    done.mentions("day01.answers.toml, line 1: ");
}

#[test]
fn a_named_input_with_a_name_that_is_not_read_is_named() {
    let file = "inputs/year2020/day01.my input.txt";
    let sandbox = Sandbox::project()
        .file("days/year2020/day01.rs", "")
        .file(file, "1\n");
    let right = "inputs/year2020/day01.my-input.txt";
    let warning = format!("warning: {file} is not read: rename it to {right}\n");
    sandbox.line("verify").says(&warning).exits(0);
}

#[test]
fn an_input_that_cannot_be_had_keeps_no_other_one_from_running() {
    let year = Year::empty(2022);
    year.write("day10.rs", length(10));
    // One day has answers but no input, and one has answers that cannot be read.
    let inputs = "inputs/year2022/day10";
    let write = |name: &str, text| year.world.write(&format!("{inputs}{name}"), text);
    write(".answers.toml", "part1 = 6\n");
    for (name, answers) in [("bob", "part1 = 6\n"), ("torn", "part1 = \n")] {
        write(&format!(".{name}.txt"), "hello\n");
        write(&format!(".{name}.answers.toml"), answers);
    }
    let json = year.world.line("verify 2022/10 --json").json();
    let results = json["results"].as_array().expect("an array");
    let mut told: Vec<_> = results
        .iter()
        .map(|result| result["status"].as_str())
        .collect();
    told.sort_unstable();
    assert_eq!(told, [Some("error"), Some("error"), Some("ok")]);
    // A solution that failed decides the exit code. If none has failed, an input that is missing
    // does.
    let done = year.world.line("verify 2022/10").exits(3);
    done.shows("1 day, 1 answer in ");
    write(".bob.answers.toml", "part1 = 7\n");
    let done = year.world.line("verify 2022/10").exits(1);
    done.mentions("aoc: no input: no session");
}

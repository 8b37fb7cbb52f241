//! `aoc test`, and the examples that `run` checks before the input.

use serde_json::json;

use crate::sandbox::{Sandbox, timeless};
use crate::shared_project::Year;

/// A day with two answers: the number of lines, and the lines themselves.
const DAY: &str = r#"use aoc_solution::Example;

aoc_solution::functions!(DayNN, "Lines", Vec<&'a str>, examples = [EXAMPLES]);

fn parse(input: &str) -> Vec<&str> {
    input.lines().collect()
}

fn part1(lines: &[&str]) -> usize {
    match lines[0] {
        "abort" => std::process::abort(),
        "endless" => std::iter::repeat_with(std::thread::park).count(),
        _ => {
            println!("counting");
            lines.len()
        }
    }
}

fn part2(lines: &[&str]) -> String {
    lines.iter().map(|line| line.to_uppercase() + "\n").collect()
}
"#;

/// The days of 2029. Day 1 has different examples, day 2 has examples that fail, and day 12 has one
/// part and no example.
fn year() -> Sandbox {
    let year = Year::empty(2029);
    let differ = r##"Example::new("a\nb\n").part1("2").part2("A\nB\n"),
        Example::new("#.#\n###\n#.#\n").part2("#.#\n#.#\n#.#\n#.#\n")"##;
    let fail =
        ["abort", "endless", "a"].map(|input| format!("Example::new({input:?}).part1(\"1\")"));
    for (day, examples) in [("01", differ), ("02", &fail.join(", "))] {
        let text = DAY.replace("DayNN", &format!("Day{day}"));
        year.write(&format!("day{day}.rs"), text.replace("EXAMPLES", examples));
    }
    let last = include_str!("ordinary/day02.rs").replace("Day02", "Day12");
    year.write("day12.rs", last);
    // The first example is also in the code, without the line end.
    let examples = "[[example]]\ninput = \"a\\nb\"\npart1 = 2\n\
                    [[example]]\ninput = \"q\"\npart1 = 7\nsource = \"page\"\n";
    year.world.write(FILE, examples);
    for day in ["01", "02", "12"] {
        let input = format!("inputs/year2029/day{day}.txt");
        year.world.write(&input, "x\ny\n");
    }
    year.world
}

const FILE: &str = "inputs/year2029/day01.examples.toml";

#[test]
fn differences_are_shown_and_the_input_runs_all_the_same() {
    let year = year();
    let done = year.line("test 2029/1").exits(1);
    insta::assert_snapshot!(timeless(&done.stdout), @"
    counting
    2029/1 Lines  example 1
      parse TIME
      part 1 TIME  2                 matched
      part 2 TIME                    matched
          A
          B

    2029/1 Lines  example 2
      parse TIME
      part 2 TIME  wrong: 2 of 4 lines differ
          - expected, + got
            #.#
          - #.#
          + ###
            #.#
          - #.#
        with the input
          #.#
          ###
          #.#
    counting

    2029/1 Lines  example 3 in day01.examples.toml
      parse TIME
      part 1 TIME  1                 wrong: expected 7
        with the input
          q

    1 day, 4 answers in TIME: 2 matched, 2 wrong
    failed: 2029/1 part 2 (example 2), 2029/1 part 1 (example 3)
    ");
    // The output of examples before an input is not shown.
    let done = year.line("run 2029/1 -p 1").exits(1);
    let input = "    with the input\n      q\n";
    let done = done.shows("1 of 2 matched\n").shows(input);
    let all = year.line("run 2029/1 --example -p 1").exits(1);
    all.shows(&format!("wrong: expected 7\n{input}\n"));
    assert_eq!(done.stdout.matches("counting").count(), 1);
    let json = year.line("test 2029/1 --json -p 1");
    let json = json.exits(1).json();
    assert_eq!(json["schema"], "aoc-test/1");
    let result = &json["results"][0];
    assert_eq!(result["status"], "wrong");
    assert_eq!(result["message"], "expected 7");
    assert_eq!(result["examples"][1]["input"], FILE);
    let differs = &result["examples"][1]["phases"][1];
    let texts = [&differs["expected"], &differs["answer"]];
    assert_eq!(texts, [&json!("7"), &json!("1")]);
    year.line("run 2029/1 --no-examples").exits(0);

    // With several days, days that pass have a line for each example.
    let none = "note: 2029/12: no example: fetch its page, or add one to the day's code\n";
    let done = year.line("test 2016/9 2029/12 2016/7").says(none);
    insta::assert_snapshot!(timeless(&done.exits(0).stdout), @"
    2016/7   3             1 TIME  matched  example  Length
    2016/9   3             1 TIME  matched  example  Length

    2 days, 4 answers in TIME: 4 matched
    ");
    let file = "inputs/year2029/day12.examples.toml";
    year.write(file, "[[example]]\ninput = \"a\"\n");
    let said = "note: 2029/12: no example has an answer: add one to the example";
    year.line("test 2029/12").mentions(said).exits(0);
    year.write(file, "[[example]]\ninput = \"a\"\npart1 = \"1\"\n");
    let said = "note: 2029/12: no example has an answer to part 2: add one to the example";
    year.line("test 2029/12 -p 2").mentions(said).exits(0);
    year.line("run 2029/12 --example -p 2")
        .mentions(said)
        .exits(0);
    year.write(file, "[[example]]\ninput = \"a\"\n");

    // An example can crash only its own process. An answer that the site has judged is wrong.
    let guess = "[[guess]]\npart = 1\nanswer = \"2\"\nverdict = \"too-low\"\n\
                 time = 2029-12-02T05:00:00Z\n";
    year.write("inputs/year2029/day02.answers.toml", guess);
    let done = year.line("run 2029/2 -p 1 --timeout 3s");
    insta::assert_snapshot!(timeless(&done.exits(1).stdout), @"
    2029/2 Lines  inputs/year2029/day02.txt
      examples      0 of 3 matched
        example 1 part 1           crash: aborted: a stack overflow, an abort or a failed allocation
        with the input
          abort
        example 2 part 1           timeout: no answer within 3s
        example 3            timeout: skipped: the previous example timed out
      parse TIME
    counting
      part 1 TIME  2                 wrong: the site judged 2 too low on 2029-12-02
    ");

    // The last day has one part.
    let done = year.line("run 2029/12").says("").exits(0);
    assert!(!done.stdout.contains("unsolved"), "{done:#?}");
    let done = year.line("run 2029/12 -p 2").exits(0);
    done.mentions("note: 2029/12: no part 2: ");

    // An invalid file is an error only for `test`.
    year.write(FILE, "example = 1\n");
    let wrong = format!("{FILE}, line 1: ");
    year.line("test 2029/1").mentions(&wrong).exits(8);
    for line in ["test 2029/1 --json", "run 2029/1 --example --json"] {
        let result = &year.line(line).exits(8).json()["results"][0];
        let source_and_status = [&result["source"], &result["status"]];
        assert_eq!(source_and_status, [&json!("example"), &json!("error")]);
    }
    let run = ["run", "2029/1", "-p", "2", "--no-examples"];
    year.aoc(&run).exits(0);
}

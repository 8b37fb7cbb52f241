//! `aoc test`, and the examples that `run` checks before the input.

use serde_json::json;

use crate::sandbox::Sandbox;
use crate::table::timeless;
use crate::workshop::workshop;

/// A day of 2029 whose parts are the number of lines and the lines themselves,
/// with these examples.
fn day(number: u8, examples: &str) -> String {
    format!(
        r#"use aoc_solution::{{Alternative, Answer, Example, Part, Result, Solution}};

pub struct Day{number:02};

impl Solution for Day{number:02} {{
    const TITLE: &'static str = "Lines";
    type Input<'a> = Vec<&'a str>;

    fn parse(input: &str) -> Result<Vec<&str>> {{
        Ok(input.lines().collect())
    }}

    fn part1(lines: &Vec<&str>) -> Result<Answer> {{
        if lines[0] == "abort" {{
            std::process::abort();
        }}
        while lines[0] == "endless" {{
            std::thread::yield_now();
        }}
        println!("counting");
        Ok(lines.len().into())
    }}

    fn part2(lines: &Vec<&str>) -> Result<Answer> {{
        Ok(lines.iter().map(|line| line.to_uppercase() + "\n").collect::<String>().into())
    }}

    const EXAMPLES: &'static [Example<Self>] = &[{examples}];

    const ALTERNATIVES: &'static [Alternative<Self>] =
        &[Alternative::new("counted", Part::One, counted)];
}}

fn counted(lines: &Vec<&str>) -> Result<Answer> {{
    Ok(lines.iter().count().into())
}}
"#
    )
}

/// 2029/1 with examples that differ in many ways, 2029/2 with none, and 2029/12
/// that has one part.
fn year() -> Sandbox {
    let workshop = workshop();
    let write = |path: &str, text: &str| workshop.write(path, text);
    write(
        "days/year2029/day01.rs",
        &day(
            1,
            r##"
        Example::new("a\nb\n").part1("2").part2("A\nB\n"),
        Example::<Self>::new("a,b").parse_with(|text| Ok(text.split(',').collect()))
            .part1("3").part2_with("2", counted),
        Example::new("#.#\n###\n#.#\n").part2("#.#\n#.#\n#.#\n#.#\n"),
    "##,
        ),
    );
    write("days/year2029/day02.rs", &day(2, ""));
    write(
        "days/year2029/day12.rs",
        r#"use aoc_solution::{Answer, Example, Result, Solution};

pub struct Day12;

impl Solution for Day12 {
    const TITLE: &'static str = "Last";
    type Input<'a> = &'a str;

    fn parse(input: &str) -> Result<&str> {
        Ok(input)
    }

    fn part1(text: &&str) -> Result<Answer> {
        Ok(text.len().into())
    }

    const EXAMPLES: &'static [Example<Self>] = &[Example::new("abc").part1("3")];
}
"#,
    );
    // The first is in the code, too, without the line end.
    write(
        "inputs/year2029/day01.examples.toml",
        "[[example]]\ninput = \"a\\nb\"\npart1 = 2\n\
         [[example]]\ninput = \"q\"\npart1 = 7\nsource = \"page\"\n",
    );
    for day in [1, 2, 12] {
        write(&format!("inputs/year2029/day{day:02}.txt"), "x\ny\n");
    }
    workshop
}

#[test]
fn differences_are_shown_and_the_input_runs_all_the_same() {
    let year = year();
    drop(year.aoc(&["test", "2029/1-2"]));
    let done = year.aoc(&["test", "2029/1"]).exits(1);
    assert_eq!(
        timeless(&done.stdout),
        "\
counting
2029/1   2                below TIME  matched  example 1  Lines
    A
    B
counting

2029/1 Lines  example 2
  parse TIME
  part 1 TIME  2                 wrong: expected 3
    counted TIME  2                 wrong: expected 3
  part 2 TIME  2                 matched

2029/1 Lines  example 3
  parse TIME
  part 2 TIME  wrong: 2 of 4 lines differ
    expected   got
    #.#        #.#
    #.#      | ###
                ^
    #.#        #.#
    #.#      <
counting

2029/1 Lines  example 4 in inputs/year2029/day01.examples.toml
  parse TIME
  part 1 TIME  1                 wrong: expected 7
    counted TIME  1                 wrong: expected 7

1 day, 4 examples, 9 answers in TIME: 4 matched, 5 wrong: 2029/1 part 1 (example 2), 2029/1 part 1 \
counted (example 2), 2029/1 part 2 (example 3), 2029/1 part 1 (example 4), 2029/1 part 1 counted \
(example 4)
"
    );

    // Before the input, what examples print is not shown.
    let done = year.aoc(&["run", "2029/1", "-p", "1"]).exits(1);
    assert_eq!(
        timeless(&done.stdout),
        "\
2029/1 Lines  inputs/year2029/day01.txt
  examples    1 of 3 matched
      example 2 part 1  wrong: expected 3, got 2
      example 4 (inputs/year2029/day01.examples.toml) part 1  wrong: expected 7, got 1
  parse TIME
counting
  part 1 TIME  2                 unverified
"
    );
    let json = year.aoc(&["run", "2029/1", "--json"]).exits(1).json();
    let result = &json["results"][0];
    assert_eq!(result["status"], "ok");
    let examples = result["examples"].as_array().unwrap();
    let statuses = examples.iter().map(|example| &example["status"]);
    assert_eq!(
        statuses.collect::<Vec<_>>(),
        ["ok", "wrong", "wrong", "wrong"]
    );
    assert_eq!(
        (&examples[3]["name"], &examples[3]["input"]),
        (&json!("4"), &json!("inputs/year2029/day01.examples.toml"))
    );
    year.aoc(&["run", "2029/1", "--no-examples"]).exits(0);

    let json = year.aoc(&["test", "2029/1-2", "--json", "-p", "1"]);
    let json = json.exits(1).json();
    assert_eq!(json["schema"], "aoc-test/1");
    assert_eq!(json["results"][0]["status"], "wrong");
    let differs = &json["results"][0]["examples"][1]["phases"][1];
    assert_eq!(
        json!([differs["phase"], differs["expected"], differs["answer"]]),
        json!(["part1", "3", "2"])
    );
    assert_eq!(
        json!([json["results"][1]["status"], json["results"][1]["examples"]]),
        json!(["ok", []])
    );

    // Of several days, those that are well have a line for each example.
    let done = year.aoc(&["test", "2029/2", "2029/12", "2016/7"]).exits(0);
    let table = timeless(&done.stdout);
    assert!(
        table.contains("2029/12  3 TIME  matched  example  Last\n"),
        "{table}"
    );
    assert!(
        table.contains("\n1 day without examples: 2029/2\n"),
        "{table}"
    );
    year.aoc(&["test", "2029/2"])
        .says("note: 2029/2: no example: fetch its page, or add one to its EXAMPLES\n")
        .exits(0);

    // A file that makes no sense is an error of `test` alone.
    year.write("inputs/year2029/day02.examples.toml", "example = 1\n");
    let file = "inputs/year2029/day02.examples.toml, line 1: ";
    year.aoc(&["test", "2029/2"]).mentions(file).exits(8);
    year.aoc(&["run", "2029/2"]).mentions(file).exits(0);
    std::fs::remove_file(year.path("inputs/year2029/day02.examples.toml")).unwrap();

    the_last_day_has_one_part(&year);
    an_example_costs_its_process_alone(&year);
}

fn the_last_day_has_one_part(year: &Sandbox) {
    let done = year.aoc(&["run", "2029/12"]).says("").exits(0);
    assert!(!done.stdout.contains("unsolved"), "{done:#?}");
    let json = year.aoc(&["run", "2029/12", "--json"]).exits(0).json();
    let phases = json["results"][0]["phases"].as_array().unwrap();
    let phases: Vec<_> = phases.iter().map(|phase| &phase["phase"]).collect();
    assert_eq!(phases, ["parse", "part1"]);
    year.aoc(&["run", "2029/12", "-p", "2"])
        .mentions("note: 2029/12 has no part 2: ")
        .exits(0);
}

fn an_example_costs_its_process_alone(year: &Sandbox) {
    let examples = r#"
        Example::new("abort").part1("1"),
        Example::new("endless").part1("1"),
        Example::new("a").part1("1"),
    "#;
    year.write("days/year2029/day02.rs", day(2, examples));
    let done = year.aoc(&["run", "2029/2", "-p", "1", "--timeout", "3s"]);
    let table = timeless(&done.exits(1).stdout);
    for line in [
        "  examples    0 of 3 matched\n",
        "      example 1 part 1  crash: aborted: ",
        "      example 2 part 1  timeout: no answer within 3s\n",
        "      example 3  timeout: not run, as the one before took too long\n",
        "  part 1 TIME  2                 unverified\n",
    ] {
        assert!(table.contains(line), "{line} not in {table}");
    }
}

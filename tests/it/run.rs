//! `aoc run`: which texts it solves, what it compares, what it prints.

use serde_json::{Value, json};

use crate::sandbox::{Done, TOKEN};
use crate::table::timeless;
use crate::workshop::workshop;

/// Runs it for its table, without times.
fn table(arguments: &[&str]) -> (Option<i32>, String) {
    let done = workshop().aoc(&[&["run"], arguments].concat()).says("");
    (done.status, timeless(&done.stdout))
}

/// The JSON with each time that is one replaced by 1.
fn timed(done: &Done) -> Value {
    let mut json = done.json();
    for result in json["results"].as_array_mut().expect("results") {
        one_nanosecond(result);
        for example in result["examples"].as_array_mut().expect("examples") {
            one_nanosecond(example);
        }
    }
    json
}

fn one_nanosecond(result: &mut Value) {
    for phase in result["phases"].as_array_mut().expect("phases") {
        if phase["ns"].is_u64() {
            phase["ns"] = json!(1);
        }
    }
}

fn phase(name: &str, ns: Option<u64>, answer: Option<&str>, status: &str) -> Value {
    let is_known = ["accepted", "matched"].contains(&status);
    json!({
        "phase": name, "ns": ns, "alternative": null, "answer": answer,
        "expected": answer.filter(|_| is_known), "status": status, "message": null,
    })
}

fn example(name: &str, phases: &[Value]) -> Value {
    json!({
        "year": 2016, "day": 1, "title": "Sums", "source": "example", "name": name, "input": null,
        "status": "ok", "message": null, "examples": [], "phases": phases,
    })
}

#[test]
fn the_json_is_as_documented_to_the_last_name() {
    let done = workshop()
        .aoc(&["run", "2016/1", "2016/2", "--json"])
        .says("")
        .exits(0);
    assert_eq!(
        timed(&done),
        json!({"schema": "aoc-run/1", "results": [
            {
                "year": 2016, "day": 1, "title": "Sums", "source": "input", "name": null,
                "input": "inputs/year2016/day01.txt", "status": "ok", "message": null,
                "examples": [
                    example("1", &[
                        phase("parse", Some(1), None, "ok"),
                        phase("part1", Some(1), Some("6"), "matched"),
                        phase("part2", Some(1), Some("6"), "matched"),
                    ]),
                    example("2", &[
                        phase("parse", Some(1), None, "ok"),
                        phase("part1", Some(1), Some("40"), "matched"),
                    ]),
                ],
                "phases": [
                    phase("parse", Some(1), None, "ok"),
                    phase("part1", Some(1), Some("10"), "accepted"),
                    phase("part2", Some(1), Some("24"), "accepted"),
                ],
            },
            {
                "year": 2016, "day": 2, "title": "One star", "source": "input", "name": null,
                "input": "inputs/year2016/day02.txt", "status": "ok", "message": null,
                "examples": [],
                "phases": [
                    phase("parse", Some(1), None, "ok"),
                    phase("part1", Some(1), Some("5"), "unverified"),
                    phase("part2", None, None, "unsolved"),
                ],
            },
        ]})
    );
    assert!(done.stdout.ends_with("}\n"));
}

#[test]
fn every_way_and_every_input_can_be_asked_for() {
    assert_eq!(
        table(&["2016/1", "--all-inputs", "--all-alts"]),
        (
            Some(1),
            "\
2016/1 Sums  inputs/year2016/day01.txt
  examples     1 of 2 matched
      example 1 part 2 liar  wrong: expected 6, got 0
  parse TIME
  part 1 TIME  10                accepted
    backwards TIME  10                accepted
  part 2 TIME  24                accepted
    liar TIME  0                 wrong: expected 24

2016/1 Sums  inputs/year2016/day01.bad.txt
  parse TIME
  part 1 TIME  11                wrong: expected 12
    backwards TIME  11                wrong: expected 12
  part 2 TIME  30                unverified
    liar TIME  0                 wrong: part 2 gave 30

2016/1 Sums  inputs/year2016/day01.crlf.txt
  parse TIME
  part 1 TIME  3                 unverified
    backwards TIME  3                 matched
  part 2 TIME  2                 unverified
    liar TIME  0                 wrong: part 2 gave 2

1 day, 2 parts, 12 answers in TIME: 3 accepted, 1 matched, 3 unverified, 5 wrong, 1 example \
failed: 2016/1 example 1, 2016/1 part 2 liar, 2016/1 part 1 (bad), 2016/1 part 1 backwards (bad), \
2016/1 part 2 liar (bad), 2016/1 part 2 liar (crlf)
times of the checked build; `aoc bench` measures
"
            .to_owned()
        )
    );
}

#[test]
fn a_part_an_alternative_and_the_verbosity_can_be_chosen() {
    let instead = "\
2016/1 Sums  inputs/year2016/day01.bad.txt
  examples     1 of 1 matched
  parse TIME
    backwards TIME  11                wrong: expected 12
";
    let alone = [
        "2016/1",
        "--alt",
        "backwards",
        "-p",
        "1",
        "--input",
        "bad",
        "-q",
    ];
    assert_eq!(table(&alone), (Some(1), instead.to_owned()));
    let coloured = workshop().aoc(&["run", "2016/1", "--color", "always", "--no-examples"]);
    assert!(coloured.exits(0).stdout.contains('\u{1b}'));
}

#[test]
fn an_alternative_that_is_none_is_a_usage_error_and_the_rest_goes_on() {
    let workshop = workshop();
    let arguments = ["run", "2016/2", "--alt", "backwards"];
    let none = "2016/2 has no alternative `backwards`; it has none";
    let done = workshop.aoc(&arguments).says(&format!("aoc: {none}\n"));
    done.prints("").exits(2);
    let arguments = [
        "run",
        "2016/1-2",
        "--alt",
        "backwards",
        "--json",
        "--jobs",
        "4",
    ];
    let json = workshop.aoc(&arguments).says("").exits(2).json();
    assert_eq!(json["results"][0]["phases"][1]["answer"], "10");
    let failed = &json["results"][1];
    assert_eq!(
        json!([failed["status"], failed["message"]]),
        json!(["error", none])
    );
}

#[test]
fn a_day_without_an_example_is_no_failure() {
    let why = "no example: fetch its page, or add one to its EXAMPLES";
    workshop()
        .aoc(&["run", "2016/2", "--example"])
        .prints("")
        .says(&format!("note: 2016/2: {why}\n"))
        .exits(0);
    let (status, table) = table(&["2016/2", "2016/7", "2016/13", "--example"]);
    assert_eq!(status, Some(0));
    let without = "\n2 days without examples: 2016/2,13\n";
    assert!(table.contains(without), "{table}");
}

#[test]
fn an_input_is_a_name_or_a_file_or_what_is_piped_in() {
    let workshop = workshop();
    workshop.write("../aoc-run-input.txt", "7\r\n8\r\n\r\n");
    let path = workshop.path("../aoc-run-input.txt");
    let path = path.to_str().expect("text");
    let result = |stdin: &str, input: &str| {
        let arguments = ["run", "2016/1", "--json", "--input", input];
        let json = workshop.aoc_reading(stdin, &arguments).says("").json();
        let result = &json["results"][0];
        let answer = result["phases"][1]["answer"].clone();
        json!([result["source"], result["name"], result["input"], answer])
    };
    assert_eq!(
        result("", "crlf"),
        json!(["named", "crlf", "inputs/year2016/day01.crlf.txt", "3"])
    );
    assert_eq!(result("", path), json!(["file", null, path, "15"]));
    let relative = "../aoc-run-input.txt";
    assert_eq!(result("", relative), json!(["file", null, relative, "15"]));
    assert_eq!(result("4\n5\n", "-"), json!(["stdin", null, null, "9"]));
    std::fs::remove_file(path).expect("the file is there");
}

#[test]
fn an_input_that_is_not_there_ends_with_8() {
    for (input, message) in [
        (
            "nope",
            "no input `nope`: neither inputs/year2016/day01.nope.txt nor a file nope exists",
        ),
        (
            "./nope.txt",
            "./nope.txt cannot be read: No such file or directory (os error 2)",
        ),
    ] {
        let line = format!("aoc: {message}\n");
        let arguments = ["run", "2016/1", "--json", "--input", input];
        let json = workshop().aoc(&arguments).says(&line).exits(8).json();
        assert_eq!(json["results"][0]["message"], message);
    }
}

#[test]
fn a_play_by_play_comes_first_and_its_failure_is_no_reason_not_to_solve() {
    let done = workshop()
        .aoc(&["run", "2016/1", "--trace"])
        .says("note: 2016/1 part 2 has no play-by-play\n")
        .exits(0);
    let start = "+ 1\n+ 2\n+ 3\n+ 4\n\n2016/1 Sums  ";
    assert!(done.stdout.starts_with(start), "{done:#?}");
    let json = workshop()
        .aoc(&["run", "2016/6", "--trace", "--json"])
        .says(
            "warning: 2016/6: the play-by-play of part 1 failed: no words for it\nwarning: 2016/6: \
             the play-by-play of part 2 failed: days/year2016/day06.rs:27:9: nor for that\n",
        )
        .exits(1)
        .json();
    assert_eq!(json["results"][0]["phases"][1]["answer"], "6");
}

#[test]
fn a_note_stands_with_its_puzzle() {
    // On one stream, as on a terminal.
    let workshop = workshop();
    let mut command = workshop.command(&["run", "2016/2", "2016/10-11", "--offline"]);
    let (mut reader, writer) = std::io::pipe().expect("a pipe");
    command.stdout(writer.try_clone().expect("a pipe"));
    command.stderr(writer);
    let mut child = command.spawn().expect("aoc runs");
    drop(command);
    let mut text = String::new();
    std::io::Read::read_to_string(&mut reader, &mut text).expect("text");
    child.wait().expect("aoc ends");
    assert_eq!(
        timeless(&text),
        "\
2016/2   5                – TIME  unverified  unsolved  One star
warning: 2016/10: running the example, as there is no input: not downloaded because of --offline
2016/10  3                1 TIME  matched  example  Length
2016/11  3                1 TIME  matched  example  Length
warning: 2016/11: as 2016/10

3 days, 6 parts in TIME: 4 matched, 1 unverified, 1 unsolved
times of the checked build; `aoc bench` measures
"
    );
}

#[test]
fn a_day_finds_no_token_and_nothing_of_an_outer_cargo() {
    let workshop = workshop()
        .env("AOC_SESSION", TOKEN)
        .env("AOC_YEAR", "2016")
        .env("CARGO_MANIFEST_DIR", "/outer")
        .env("CARGO_PKG_NAME", "outer")
        .env("CARGO_BIN_EXE_aoc", "outer");
    let json = workshop
        .aoc(&["run", "2016/3", "--json"])
        .says("")
        .exits(0)
        .json();
    let phases = &json["results"][0]["phases"];
    let said = phases[1]["answer"].as_str().expect("the environment");
    assert!(
        said.contains("AOC_YEAR=2016\n") && said.contains("HOME="),
        "{said}"
    );
    for never in [TOKEN, "AOC_SESSION", "outer"] {
        assert!(!said.contains(never), "{never} in {said}");
    }
    // It runs where one stands.
    let folder = std::fs::canonicalize(workshop.path("")).expect("a folder");
    assert_eq!(phases[2]["answer"].as_str(), folder.to_str());
}

#[test]
fn several_at_a_time_are_shown_in_order() {
    // What the fifth day writes to stderr.
    let said = "called\n";
    let one = workshop().aoc(&["run", "2016/1-3,5-6"]).says(said).exits(1);
    let four = workshop()
        .aoc(&["run", "2016/1-3,5-6", "--jobs", "4"])
        .says(said)
        .exits(1);
    let gist = |done: &Done| -> Vec<String> {
        let table = timeless(&done.stdout);
        // The environment is different every time, and what a day prints comes
        // when it comes.
        let lines = table.lines().filter(|line| !line.contains(['=', '{']));
        lines.map(str::to_owned).collect()
    };
    assert_eq!(gist(&one), gist(&four));
    assert!(one.stdout.contains("2016/6 Error"));
}

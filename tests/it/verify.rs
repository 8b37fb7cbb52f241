//! `aoc verify`: what it runs, what it names, how it ends.

use serde_json::json;

use crate::sandbox::Sandbox;
use crate::table::timeless;
use crate::workshop::workshop;

#[test]
fn what_differs_is_named_and_the_rest_counted() {
    let workshop = workshop();
    // All inputs with accepted answers, all alternatives of their parts.
    let arguments = ["verify", "2016/1", "2015/10"];
    let done = workshop.aoc(&arguments).exits(1);
    assert_eq!(
        timeless(&done.stdout),
        "\
2016/1 Sums  inputs/year2016/day01.txt
  parse TIME
  part 1 TIME  10                accepted
    backwards TIME  10                accepted
  part 2 TIME  24                accepted
    liar TIME  0                 wrong: expected 24

2016/1 Sums  inputs/year2016/day01.bad.txt
  parse TIME
  part 1 TIME  11                wrong: expected 12
    backwards TIME  11                wrong: expected 12

1 day, 2 parts, 6 answers in TIME: 3 accepted, 3 wrong: 2016/1 part 2 liar, 2016/1 part 1 (bad), \
2016/1 part 1 backwards (bad)
1 day without accepted answers: 2015/10
"
    );
    let json = workshop
        .aoc(&[&arguments[..], &["--json"]].concat())
        .says("")
        .exits(1)
        .json();
    assert_eq!(json["schema"], "aoc-verify/1");
    assert_eq!(json["without_answers"], json!([{"year": 2015, "day": 10}]));
    let results = json["results"].as_array().unwrap();
    let names: Vec<_> = results.iter().map(|result| &result["name"]).collect();
    assert_eq!(names, [&json!(null), &json!("bad")]);
    assert_eq!(results[1]["status"], "wrong");
    assert_eq!(results[1]["phases"][1]["answer"], "11");
    assert_eq!(results[1]["phases"].as_array().map(Vec::len), Some(3));
}

#[test]
fn without_accepted_answers_there_is_nothing_to_build() {
    let sandbox = Sandbox::project().file("days/year2020/day01.rs", "");
    sandbox
        .aoc(&["verify"])
        .says("")
        .prints("1 day without accepted answers, which `aoc accept` records: 2020/1\n")
        .exits(0);
    // What cannot be read may have some.
    let sandbox = sandbox
        .file("inputs/year2020/day01.answers.toml", "part1 = \n")
        .file("days/year2020/day02.rs", "");
    sandbox
        .aoc(&["verify"])
        .mentions("day01.answers.toml, line 1: ")
        .prints("1 day without accepted answers: 2020/2\n")
        .exits(8);
}

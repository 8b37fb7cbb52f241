//! Answers that are pictures of letters: from the worker to the results.

use serde_json::{Value, json};

use crate::workshop::{bench_workshop, workshop};

#[test]
fn letters_are_compared_as_text() {
    let done = workshop()
        .aoc(&["run", "2016/24", "--example", "--json"])
        .exits(1);
    let results = done.json()["results"].take();
    let results = results.as_array().expect("results");
    let gist = |result: &Value| {
        let phase = &result["phases"][1];
        json!([phase["answer"], phase["status"], phase["message"]])
    };
    let gists: Vec<Value> = results.iter().map(gist).collect();
    assert_eq!(gists[0], json!(["AH", "matched", null]));
    assert_eq!(gists[1], json!(["AH", "matched", null]));
    let picture = results[0]["phases"][1]["picture"].as_str();
    assert!(picture.is_some_and(|picture| picture.starts_with("  ████    ██    ██\n")));
    let unknown = ".##..#..#\n#..#.#..#\n#..#.####\n#.##.#..#\n#..#.#..#\n#..#.#..#\n";
    let hint = "reads ?H, where ? is a letter that aoc does not know: give it with \
                `aoc submit --answer`";
    let may_be = format!("may be QH; {hint}");
    assert_eq!(gists[2], json!([unknown, "unverified", may_be]));
    let wrong = format!("expected QX; {hint}");
    assert_eq!(gists[3], json!([unknown, "wrong", wrong]));

    // The grid is a detail of the table.
    let table = |flags: &[&str]| {
        let arguments = [&["run", "2016/24", "--example", "-p", "1"], flags].concat();
        workshop().aoc(&arguments).exits(0).stdout
    };
    assert!(!table(&[]).contains('█') && table(&["-v"]).contains("████    ██    ██"));
}

#[test]
fn letters_do_not_change_while_they_are_measured() {
    let done = bench_workshop()
        .aoc(&["bench", "2016/24", "-p", "1", "--json"])
        .exits(0);
    let results = done.json()["results"].take();
    let warnings = results[1]["warnings"].as_array().expect("warnings");
    assert!(!warnings.contains(&json!("answer-changes")), "{warnings:?}");
}

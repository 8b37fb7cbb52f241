//! `aoc bench`: over what it measures, what it says of it, what it survives.
//! The times themselves depend on the machine.

use serde_json::{Value, json};

use crate::sandbox::Done;
use crate::workshop::bench_workshop;

#[track_caller]
fn results(arguments: &str, exit: i32) -> (Vec<Value>, Done) {
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let done = bench_workshop()
        .aoc(&[&["bench", "--json"], &arguments[..]].concat())
        .exits(exit);
    let json = done.json();
    assert_eq!(json["schema"], "aoc-bench/1");
    (json["results"].as_array().expect("results").clone(), done)
}

/// Day, phase and alternative of each, and its status if that is not `ok`.
fn statuses(results: &[Value]) -> String {
    let gist = |it: &Value| {
        let words = ["phase", "alternative", "status"].map(|name| it[name].as_str());
        let words = words.into_iter().flatten().filter(|word| *word != "ok");
        let words: Vec<&str> = words.collect();
        format!("{} {}", it["day"], words.join(" "))
    };
    let results: Vec<String> = results.iter().map(gist).collect();
    results.join(", ")
}

#[test]
fn what_is_measured_has_figures_and_allocations() {
    let (results, done) = results("2016/1", 0);
    assert_eq!(done.json()["host"]["profile"], "aoc-bench");
    assert_eq!(statuses(&results), "1 parse, 1 part1, 1 part2");
    for result in &results {
        assert_eq!(result["input"], "inputs/year2016/day01.txt");
        let number = |name: &str| result[name].as_f64().expect("a number");
        assert!(0.0 < number("min_ns") && number("min_ns") <= number("p10_ns"));
        assert!(number("p10_ns") <= number("median_ns"));
        assert!(number("iterations") >= number("samples") && number("processes") >= 3.0);
    }
    // Four numbers of eight bytes, in one piece.
    let allocations = json!({"count": 1, "bytes": 32, "peak": 32});
    assert_eq!(results[0]["allocations"], allocations);
}

#[test]
fn an_alternative_is_compared_with_the_days_own_way() {
    let (results, _) = results("2016/1 --all-alts", 1);
    assert_eq!(
        statuses(&results),
        "1 parse, 1 part1, 1 part1 backwards, 1 part2, 1 part2 liar wrong"
    );
    assert_eq!(results[1]["ratio"], Value::Null);
    let ratio = &results[2]["ratio"];
    assert_eq!(ratio["of"], "own");
    // It does the same a hundred times.
    assert!(ratio["ratio"].as_f64().expect("a ratio") > 5.0, "{ratio}");
    let [low, high] = [0, 1].map(|end| ratio["ci95"][end].as_f64().expect("a ratio"));
    assert!(1.0 < low && low <= high, "{ratio}");
    assert_eq!(results[4]["message"], "expected 24");
    assert_eq!(results[4]["p10_ns"], Value::Null);
}

#[test]
fn a_generated_input_stands_in_for_a_missing_one_and_an_example_for_that() {
    let (made, done) = results("2016/4 --part 1", 0);
    done.mentions("note: 2016/4: benchmarking a generated input, as there is no input: no");
    assert_eq!(made[1]["source"], "generated");
    // It answers with its text, which the generated one's is a thousand bytes.
    assert_eq!(made[1]["allocations"]["bytes"], 1000);
    let (made, _) = results("2016/4 --generated 3 --part 1", 0);
    let name = made[3]["name"].as_str().expect("a name");
    assert!(name.ends_with(", worst of 3"), "{name}");

    let (example, done) = results("2016/7 --part 1", 0);
    done.mentions("note: 2016/7: benchmarking the example, as there is no input: no session");
    assert_eq!(example[1]["source"], "example");

    // Then the exit code is that of `fetch`.
    let (none, _) = results("2016/13 --part 1", 3);
    assert_eq!(statuses(&none), "13 error");
    let message = none[0]["message"].as_str().expect("a message");
    let why = "nothing to benchmark: 2016/13 has neither a `generate` function nor an example";
    assert!(message.starts_with(why), "{message}");
}

/// What a day prints is discarded; one that keeps results, or the number of its
/// calls, is pointed out.
#[test]
fn a_solution_that_keeps_something_is_pointed_out() {
    let (results, done) = results("2016/5,20", 0);
    assert_eq!(done.stdout.matches("aoc-bench/1").count(), 1);
    assert_eq!(done.stderr, "");
    let warns = |index: usize, warning| {
        let warnings = results[index]["warnings"].as_array().expect("warnings");
        warnings.contains(&json!(warning))
    };
    assert!(warns(2, "memo"), "{results:#?}");
    assert!(warns(4, "answer-changes") && !warns(5, "answer-changes"));
}

#[test]
fn a_phase_that_fails_costs_itself_alone() {
    let (results, done) = results("2015/1-2,4-5,10-11 2016/6 --timeout 3s --memory 300MiB", 1);
    assert_eq!(
        statuses(&results),
        "1 parse, 1 part1 panic, 1 part2, 2 parse, 2 part1 crash, 2 part2, 4 parse, 4 part1 \
         timeout, 4 part2, 5 parse, 5 part1 memory, 5 part2, 10 parse error, 11 parse panic, 6 \
         parse, 6 part1, 6 part2 error"
    );
    for result in &results {
        let measured = result["status"] == "ok";
        assert_eq!(result["p10_ns"].is_f64(), measured, "{result}");
        assert_eq!(result["message"].is_null(), measured, "{result}");
    }
    assert!(!done.stderr.contains("panicked"), "{done:#?}");
}

#[test]
fn documents_are_written_beside_what_is_printed() {
    let workshop = bench_workshop();
    let markers = "<!-- aoc-bench:start -->\nold\n<!-- aoc-bench:end -->";
    workshop.write("README.md", format!("# Mine\n\n{markers}\nrest\n"));
    let [svg, html] = ["chart.svg", "page.html"].map(|name| workshop.outside(name));
    let [svg_path, html_path] = [&svg, &html].map(|path| path.to_str().expect("UTF-8"));
    let mut arguments = vec!["bench", "2016/1", "--all-alts", "--part", "1", "--csv"];
    arguments.extend(["--readme", "--svg", svg_path, "--html", html_path]);
    let done = workshop.aoc(&arguments).exits(0);

    let rows: Vec<&str> = done.stdout.lines().collect();
    assert!(rows[0].starts_with("year,day,title,phase,alternative,"));
    assert_eq!(rows.len(), 4, "{done:#?}");
    assert!(rows[3].starts_with("2016,1,Sums,part1,backwards,input,,ok,,"));
    let wrote = |path: &str| done.stderr.contains(&format!("note: wrote {path}\n"));
    assert!(wrote("README.md") && wrote(svg_path) && wrote(html_path));

    let readme = workshop.read("README.md");
    assert!(readme.starts_with("# Mine\n\n<!-- aoc-bench:start -->\n\n| day | title |"));
    assert!(
        readme.ends_with("\n\n<!-- aoc-bench:end -->\nrest\n"),
        "{readme}"
    );
    assert!(readme.contains("\n| 2016/1 | Sums | ") && !readme.contains("old"));
    // Without the names of this machine's files.
    let command = "`aoc bench 2016/1 --all-alts --part 1 --csv --readme`";
    assert!(readme.contains(command), "{readme}");
    let read = |path| std::fs::read_to_string(path).expect("a document");
    assert!(read(&svg).ends_with("</svg>\n"));
    assert!(read(&html).contains("application/json\">{\"schema\":\"aoc-bench/1\""));
}

#[test]
fn what_cannot_be_written_is_said_before_anything_is_measured() {
    let workshop = bench_workshop();
    for (arguments, says, exit) in [
        ("--html no/page.html", "cannot write", 8),
        ("--html new/", "is not a regular file", 8),
        ("--svg inputs", "is not a regular file", 8),
        ("--svg - --html -", "only one document", 2),
        ("--csv --markdown", "cannot be used with", 2),
    ] {
        let words: Vec<&str> = arguments.split(' ').collect();
        let done = workshop.aoc(&[&["bench", "2016/1"], &words[..]].concat());
        assert!(done.stderr.contains(says), "{arguments:?}: {done:#?}");
        done.prints("").exits(exit);
    }
}

//! `aoc run`: the texts that it solves, the comparisons, and the output.

use serde_json::{Value, json};

use crate::sandbox::{TOKEN, timeless};
use crate::shared_project::shared_project;

#[test]
fn the_json_has_what_was_compared() {
    let done = shared_project().line("run 2016/1-2 --json");
    let mut results = done.says("").exits(0).json()["results"].take();
    let phase = results[0]["phases"][1].as_object_mut().expect("a phase");
    assert!(phase.remove("ns").is_some_and(|ns| ns.is_u64()));
    assert_eq!(
        results[0]["phases"][1],
        json!({"phase": "part1", "alternative": null, "answer": "10", "expected": "10",
            "status": "accepted", "message": null})
    );
    assert_eq!(results[0]["input"], "inputs/year2016/day01.txt");
    let statuses = |result: &Value| {
        let phases = result["phases"].as_array().expect("phases");
        let words = phases.iter().filter_map(|phase| phase["status"].as_str());
        words.collect::<Vec<_>>().join(" ")
    };
    let examples = results[0]["examples"].as_array().expect("examples");
    let examples: Vec<String> = examples.iter().map(statuses).collect();
    assert_eq!(examples, ["ok matched matched", "ok matched"]);
    assert_eq!(statuses(&results[1]), "ok unverified unsolved");
    assert_eq!(results[1]["phases"][2]["answer"], Value::Null);
}

#[test]
fn every_way_and_every_input_can_be_asked_for() {
    let one = shared_project().line("run 2016/1 --alt backwards -p1 --input bad -q");
    let one = one.says("").exits(1);
    let rows = "  parse TIME\n  part 1 backwards TIME  11                wrong: expected 12\n";
    assert!(timeless(&one.stdout).ends_with(rows), "{one:#?}");
    let all = shared_project().line("run 2016/1 --all-inputs --all-alts");
    let names = "\n1 day, 13 answers in TIME: 3 accepted, 1 matched, 3 unverified, 6 wrong\nfailed: \
                 2016/1 part 2 liar, 2016/1 part 2 liar (example 1), 2016/1 part 1 (bad), 2016/1 \
                 part 1 backwards (bad), 2016/1 part 2 liar (bad), 2016/1 part 2 liar (crlf)\n";
    let all = timeless(&all.says("").exits(1).stdout);
    assert!(all.contains(names), "{all}");
}

#[test]
fn an_alternative_that_is_none_is_a_usage_error_and_the_rest_goes_on() {
    let done = shared_project().line("run 2016/1-2 --alt backwards --json");
    let results = &done.says("").exits(2).json()["results"];
    assert_eq!(results[0]["phases"][1]["answer"], "10");
    assert_eq!(results[0]["phases"][2]["status"], "accepted");
    let none = "no alternative `backwards`; the day has none";
    let [status, message] = ["status", "message"].map(|key| results[1][key].clone());
    assert_eq!((status, message), (json!("error"), json!(none)));
    assert_eq!(results[1]["input"], "inputs/year2016/day02.txt");
}

/// As in the year's program: an alternative has no trace.
#[test]
fn a_trace_of_an_alternative_is_a_usage_error() {
    let done = shared_project().line("run 2016/1 --trace --alt backwards");
    let says = "the argument '--trace' cannot be used with '--alt <NAME>'; see `aoc run -h`";
    done.prints("").mentions(says).exits(2);
}

/// `liar` is an alternative of part 2.
#[test]
fn an_alternative_of_another_part_is_a_usage_error() {
    let says = "2016/1: no alternative `liar` of part 1; the day has backwards (part 1), liar (part \
                2)\n";
    for line in ["run 2016/1 --alt liar -p 1", "bench 2016/1 --alt liar -p 1"] {
        shared_project().line(line).mentions(says).exits(2);
    }
    let done = shared_project().line("run 2016/1 --alt liar -p 2").exits(1);
    done.shows("liar");
}

/// A shell passes `<(command)` as a path such as `/dev/fd/63`.
#[test]
fn an_input_may_be_a_fifo_or_a_device() {
    let project = shared_project();
    let fifo = project.outside("fifo");
    let made = project.program("mkfifo").arg(&fifo).status();
    assert!(made.expect("mkfifo").success());
    let path = fifo.to_str().expect("text").to_owned();
    let writer = std::thread::spawn(move || std::fs::write(fifo, "7\n8\n"));
    let answer = |stdin: &str, path: &str| {
        let arguments = ["run", "2016/1", "-p1", "--json", "--input", path];
        let json = project.aoc_reading(stdin, &arguments).says("").json();
        json["results"][0]["phases"][1]["answer"].clone()
    };
    assert_eq!(answer("", &path), "15");
    writer.join().expect("no panic").expect("written");
    assert_eq!(answer("4\n5\n", "/dev/stdin"), "9");
    let done = project.line("run 2016/1 --input /dev/zero").exits(8);
    done.mentions("/dev/zero: it is larger than 64 MiB");
    let folder = project.line("run 2016/1 --input ./days").exits(8);
    folder.mentions("./days: it is a folder, not a file");
}

#[test]
fn an_input_is_a_name_or_a_file_or_what_is_piped_in() {
    let project = shared_project();
    let path = project.outside("input.txt");
    std::fs::write(&path, "7\r\n8\r\n\r\n").expect("a file");
    let path = path.to_str().expect("text");
    let result = |stdin: &str, input: &str| {
        let arguments = ["run", "2016/1", "--json", "--input", input];
        let json = project.aoc_reading(stdin, &arguments).says("").json();
        let result = &json["results"][0];
        let answer = result["phases"][1]["answer"].clone();
        json!([result["source"], result["name"], result["input"], answer])
    };
    let named = json!(["named", "crlf", "inputs/year2016/day01.crlf.txt", "3"]);
    assert_eq!(result("", "crlf"), named);
    assert_eq!(result("", path), json!(["file", null, path, "15"]));
    assert_eq!(result("4\n5\n", "-"), json!(["stdin", null, null, "9"]));
    // Standard input is read like a file.
    assert_eq!(
        result("\u{feff}4\n5\n", "-"),
        json!(["stdin", null, null, "9"])
    );
    let arguments = ["run", "2016/1", "--input", "-"];
    let done = project.aoc_reading(b"\xff\xfe4\0\n\0", &arguments).exits(8);
    done.mentions("standard input is UTF-16, as `>` of Windows PowerShell writes it");
    let says = "aoc: no input `nope`: there is neither inputs/year2016/day01.nope.txt nor a file \
                nope; save it as one of them\n";
    let nope = project.line("run 2016/1 --input nope");
    nope.mentions(says).exits(8);
}

#[test]
fn the_result_of_a_missing_input_has_its_source() {
    let project = shared_project();
    let header = |line: &str| {
        let json = project.line(&format!("{line} --json")).exits(8).json();
        let result = &json["results"][0];
        ["source", "name", "input", "status"].map(|key| result[key].clone())
    };
    for (input, expected) in [
        ("nope", json!(["named", "nope", null, "error"])),
        ("./nope", json!(["file", null, "./nope", "error"])),
    ] {
        for command in ["run", "bench"] {
            let line = format!("{command} 2016/1 --input {input}");
            assert_eq!(json!(header(&line)), expected, "{line}");
        }
    }
}

#[test]
fn a_play_by_play_comes_first_and_its_failure_is_no_reason_not_to_solve() {
    shared_project()
        .line("run 2016/1 --trace")
        .says("note: 2016/1: part 2 has no trace\n")
        .shows("+ 1\n+ 2\n+ 3\n+ 4\n\n2016/1 Sums  ")
        .exits(0);
    let failed = "warning: 2016/6: the trace of part 1 failed: no words for it\nwarning: 2016/6: \
                  the trace of part 2 failed: days/year2016/day06.rs:27:9: nor for that\n";
    let done = shared_project().line("run 2016/6 --trace --json");
    let json = done.says(failed).exits(1).json();
    let first = &json["results"][0];
    assert_eq!(first["phases"][1]["answer"], "6");
    assert_eq!(first["status"], "error");
    assert_eq!(
        first["message"],
        "the trace of part 1 failed: no words for it"
    );
    // The failure decides the exit code, so it is shown even with -q.
    let done = shared_project().line("run 2016/6 --trace -q").says(failed);
    done.exits(1);
}

#[test]
fn a_day_finds_no_token_and_nothing_of_an_outer_cargo() {
    let project = shared_project()
        .env("AOC_SESSION", TOKEN)
        .env("COOKIE", format!("session={TOKEN}; path=/"))
        .env("AOC_YEAR", "2016")
        .env("CARGO_MANIFEST_DIR", "/outer")
        .env("CARGO_PKG_NAME", "outer")
        .env("CARGO_BIN_EXE_aoc", "outer")
        .env("LD_LIBRARY_PATH", "/outer/toolchains/x/lib");
    let json = project.line("run 2016/3 --json").says("").exits(0).json();
    let phases = &json["results"][0]["phases"];
    let said = phases[1]["answer"].as_str().expect("the environment");
    let has_ours = said.contains("AOC_YEAR=2016\n") && said.contains("HOME=");
    assert!(has_ours, "{said}");
    for never in [TOKEN, "AOC_SESSION", "outer"] {
        assert!(!said.contains(never), "{never} in {said}");
    }
    // A stored session is also not passed on under a name that the user chose.
    let project = project.without("AOC_SESSION");
    let stored = project.outside("config/aoc/session");
    std::fs::create_dir_all(stored.parent().expect("a folder")).expect("a folder");
    std::fs::write(stored, TOKEN).expect("a file");
    let json = project.line("run 2016/3 --json").says("").exits(0).json();
    let said = json["results"][0]["phases"][1]["answer"].to_string();
    assert!(said.contains("HOME=") && !said.contains(TOKEN), "{said}");
    // The program runs in the user's current folder.
    let folder = std::fs::canonicalize(project.path("")).expect("a folder");
    assert_eq!(phases[2]["answer"].as_str(), folder.to_str());
    // Cargo sets one variable for what it runs that leads to the year.
    let package = folder.join("days/year2016");
    let line = format!("CARGO_MANIFEST_DIR={}", package.display());
    let mut environment = phases[1]["answer"]
        .as_str()
        .expect("the environment")
        .lines();
    assert!(environment.any(|variable| variable == line), "{phases}");
}

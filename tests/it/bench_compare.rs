//! `aoc bench`: what its figures are compared with and saved as. Times depend on
//! the machine: what must be slower is slower by far.

use std::fs;

use serde_json::Value;

use crate::process::kill;
use crate::sandbox::{Done, Sandbox};
use crate::terminal::OnTerminal;
use crate::workshop::{bench_workshop, length};

/// `aoc init`, in a repository of git with the days 1 and 2 of 2016.
fn repository() -> Sandbox {
    let mut sandbox = Sandbox::new().env("CARGO_NET_OFFLINE", "true");
    for name in ["AUTHOR", "COMMITTER"] {
        sandbox = sandbox
            .env(&format!("GIT_{name}_NAME"), "nobody")
            .env(&format!("GIT_{name}_EMAIL"), "nobody@example.com");
    }
    sandbox.aoc(&["init"]).exits(0);
    sandbox.aoc(&["new", "2016/1-2"]).exits(0);
    for day in [1, 2] {
        sandbox.write(&day_path(day), length(day));
        sandbox.write(&format!("inputs/year2016/day{day:02}.txt"), "1\n2\n");
    }
    commit(&sandbox, "first");
    sandbox
}

fn day_path(day: u8) -> String {
    format!("days/year2016/day{day:02}.rs")
}

#[track_caller]
fn git(sandbox: &Sandbox, arguments: &[&str]) -> String {
    let output = sandbox.program("git").args(arguments).output();
    let done = Done::from(output.expect("git runs"));
    done.exits(0).stdout
}

fn commit(sandbox: &Sandbox, message: &str) {
    git(sandbox, &["add", "--all"]);
    git(sandbox, &["commit", "--quiet", "--message", message]);
}

/// One project for all of it: what takes time is that each revision is built.
#[test]
fn against_another_revision() {
    let sandbox = repository();
    let both = ["bench", "2016/1-2", "--part", "1", "--json", "--against"];
    let both = |more: &[&str]| sandbox.aoc(&[&both, more].concat());
    // What is not committed is ours: a day that is slower, and a new one.
    let slow = "let sum = |_| std::hint::black_box(input).bytes().map(u64::from).sum::<u64>();\n\
                std::hint::black_box((0..500).map(sum).sum::<u64>());\nOk(input.len().into())";
    let slow = length(2).replacen("Ok(input.len().into())", slow, 1);
    sandbox.write(&day_path(2), slow);
    sandbox.write(&day_path(3), length(3));
    sandbox.write("inputs/year2016/day03.txt", "1\n");
    let arguments = ["2016/1-3", "--part", "1", "--json"];
    let compare = ["bench", "--against", "HEAD", "--fail-on", "100%"];
    let done = sandbox.aoc(&[&compare[..], &arguments].concat()).exits(1);
    let json = done.json();
    let results = json["results"].as_array().expect("results");
    let gist = |index: usize| {
        let it: &Value = &results[index];
        let regressed = it["regressed"].as_bool().expect("a flag");
        (it["day"].as_u64(), it["change"]["of"].as_str(), regressed)
    };
    assert_eq!(gist(1), (Some(1), Some("HEAD"), false));
    assert_eq!(gist(3), (Some(2), Some("HEAD"), true));
    assert_eq!(gist(5), (Some(3), None, false));
    let slower = &results[3]["change"];
    assert_eq!(slower["verdict"], "slower");
    let low = slower["ci95"][0].as_f64().expect("a ratio");
    assert!(low > 2.0, "{slower}");
    let done = done.mentions("note: HEAD has no solution for 2016/3\n");
    assert!(!done.stderr.contains("not compared"), "{done:#?}");
    // Of what is checked out, only what every build brings up to date is new.
    assert_eq!(
        git(&sandbox, &["status", "--porcelain"]),
        " M days/year2016/day02.rs\n M days/year2016/main.rs\n?? Cargo.lock\n\
         ?? days/year2016/day03.rs\n"
    );

    let none = ["2016/3", "--fail-on", "5%"];
    sandbox
        .aoc(&[&["bench", "--against", "HEAD"], &none[..]].concat())
        .prints("")
        .says("aoc: nothing to compare for --fail-on: HEAD has no solution for 2016/3\n")
        .exits(2);
    both(&["nonsense"])
        .prints("")
        .says("aoc: git knows no revision `nonsense`: name a commit, a branch or a tag\n")
        .exits(2);

    // A revision in which nothing compiles: as early as in its library, which
    // takes the least time.
    git(&sandbox, &["checkout", "--quiet", "-b", "broken"]);
    let library = "vendor/aoc-solution/src/lib.rs";
    let whole = sandbox.read(library);
    sandbox.write(library, format!("compile_error!(\"broken\");\n{whole}"));
    commit(&sandbox, "broken");
    sandbox.write(library, whole);
    commit(&sandbox, "mended");
    let worktrees = || git(&sandbox, &["worktree", "list"]).lines().count();
    let done = both(&["HEAD~1"]).prints("").exits(1);
    let says = "aoc: 2016/1-2 at HEAD~1 cannot be built: ";
    done.mentions(says).mentions("broken");
    assert_eq!(git(&sandbox, &["status", "--porcelain"]), "");
    // Both are kept, to be used again, as long as there are few.
    assert_eq!(worktrees(), 3);
}

#[test]
fn figures_are_saved_and_compared() {
    let workshop = bench_workshop();
    let name = "kept-for-a-test";
    let bench = ["bench", "2016/2", "--part", "1"];
    let bench = |more: &[&str]| workshop.aoc(&[&bench, more].concat());
    let saved = bench(&["--save", name, "--html", "-"]);
    assert!(saved.stdout.starts_with("<!DOCTYPE html>"), "{saved:#?}");
    saved
        .mentions(&format!(
            "note: saved as target/aoc-baselines/{name}.json\n"
        ))
        .exits(0);
    let done = bench(&["--baseline", name, "--fail-on", "900%"]).exits(0);
    assert!(
        done.stdout
            .contains(&format!("against {name}  2 functions: ")),
        "{done:#?}"
    );
    let path = workshop.path(&format!("target/aoc-baselines/{name}.json"));
    fs::remove_file(path).expect("removed");
}

const NONE: &str = r#"{"schema":"aoc-baseline/1","results":[]}"#;

#[test]
fn a_check_that_compares_nothing_is_a_usage_error() {
    let sandbox = Sandbox::project()
        .file(&day_path(1), length(1))
        .file("target/aoc-baselines/none.json", NONE)
        .file("target/aoc-baselines/theirs.json", "[]");
    let figures = "the baseline none has no figures of 2016/1: save";
    for (arguments, says, exit) in [
        (
            "--fail-on 5%",
            "missing --baseline NAME or --against REVISION",
            2,
        ),
        ("--baseline none --fail-on 0.05", "write 5% or 0.05%", 2),
        ("--against HEAD", "is not in a git repository", 2),
        ("--baseline theirs", "no baseline of this version", 8),
        ("--save theirs", "no baseline of this version", 8),
        ("--baseline none --fail-on 5%", figures, 2),
    ] {
        let words: Vec<&str> = arguments.split(' ').collect();
        let done = sandbox.aoc(&[&["bench", "2016/1"], &words[..]].concat());
        done.prints("").mentions(says).exits(exit);
    }
}

/// Days that an interrupt came before are neither figures nor failures.
#[test]
fn an_interrupt_keeps_what_was_measured() {
    let workshop = bench_workshop();
    let bench = "bench 2015/4 2016/2 --jobs 1 --color never --save interrupted";
    let arguments: Vec<&str> = bench.split(' ').collect();
    let mut aoc = OnTerminal::start(workshop.env("TERM", "xterm-256color").command(&arguments));
    // It never ends.
    aoc.shows("2015/4 part 1");
    kill("INT", &aoc.child.id().to_string());
    let (text, status) = aoc.rest();
    assert_eq!(status, Some(130));
    for part in [
        "2015/4",
        "interrupted: figures are missing or come from fewer samples, so nothing is written",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let baseline = "target/aoc-baselines/interrupted.json";
    assert!(!bench_workshop().path(baseline).exists());
}

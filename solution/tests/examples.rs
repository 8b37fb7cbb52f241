//! The programs in `examples/` solve their examples.

use std::path::PathBuf;
use std::process::Command;

/// The folder of the examples, which cargo builds before the tests.
fn folder() -> PathBuf {
    let test = std::env::current_exe().expect("a test has a path");
    let deps = test.parent().expect("a file is in a folder");
    deps.with_file_name("examples")
}

const UNSOLVED: &str = "no answer: the part is unsolved";

#[test]
fn every_form_of_a_day_solves_its_example() {
    for (name, day, answers) in [
        ("functions", "1", &["3", "4"][..]),
        ("solution", "2", &["3", "0"]),
        ("alternatives", "3", &["10", UNSOLVED]),
        ("own_allocator", "4", &["2", UNSOLVED]),
    ] {
        let program = folder().join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
        let output = Command::new(program).args([day, "--example"]).output();
        let output = output.expect("cargo builds the examples for `cargo test`");
        let stdout = String::from_utf8(output.stdout).expect("text");
        let shown: Vec<String> = stdout
            .lines()
            .filter(|line| line.starts_with("part "))
            .map(|line| {
                // After `part 1 2.50 µs`.
                let answer = line.split_whitespace().skip(4);
                answer.collect::<Vec<_>>().join(" ")
            })
            .collect();
        assert!(
            output.status.success() && shown == answers,
            "{name}: {stdout}"
        );
    }
}

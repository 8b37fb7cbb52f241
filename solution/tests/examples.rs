//! The programs in `examples/` solve their examples, and the command lines in their documentation
//! print the promised results.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the examples, which cargo builds before the tests.
fn folder() -> PathBuf {
    let test = std::env::current_exe().expect("a test has a path");
    let deps = test.parent().expect("a file is in a folder");
    deps.with_file_name("examples")
}

/// The output of a program. A line about a part contains the answer without the time.
fn printed(name: &str, arguments: &str) -> Vec<String> {
    let program = folder().join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let output = Command::new(program)
        .args(arguments.split(' '))
        .output()
        .expect("`cargo build -p aoc-solution --examples` builds them, as plain `cargo test` does");
    let stdout = String::from_utf8(output.stdout).expect("text");
    assert!(output.status.success(), "{name} {arguments}: {stdout}");
    stdout
        .lines()
        .filter(|line| !line.starts_with("parse "))
        .map(|line| match line.strip_prefix("part ") {
            Some(line) => {
                // Before the answer there are three words, such as `1 2.50 µs`.
                let answer = line.split_whitespace().skip(3);
                answer.collect::<Vec<_>>().join(" ")
            }
            None => line.to_owned(),
        })
        .collect()
}

const UNSOLVED: &str = "no answer: the part is unsolved";

/// The command lines in the documentation of the examples: program and arguments.
const SHOWN: &[(&str, &str, &[&str])] = &[
    ("alternatives", "3 --example --alt loop", &["10", UNSOLVED]),
    ("functions", "1 --example", &["3", "4"]),
    ("own_allocator", "4 --example", &["2", UNSOLVED]),
    (
        "solution",
        "2 --example --trace",
        &["a: 1", "bc: 2", "def: 3"],
    ),
];

#[test]
fn every_form_of_a_day_solves_its_example() {
    for (name, day, answers) in [
        ("functions", "1", &["3", "4"][..]),
        ("solution", "2", &["3", "0"]),
        ("alternatives", "3", &["10", UNSOLVED]),
        ("own_allocator", "4", &["2", UNSOLVED]),
    ] {
        assert_eq!(
            printed(name, &format!("{day} --example")),
            answers,
            "{name}"
        );
    }
}

#[test]
fn the_commands_that_the_examples_show_print_what_they_are_for() {
    for (name, arguments, expected) in SHOWN {
        assert_eq!(printed(name, arguments), *expected, "{name} {arguments}");
    }
    // Another seed makes another input.
    let generated = printed("solution", "2 --seed 7");
    assert_eq!(generated.len(), 100);
    assert!(generated.iter().all(|word| word.parse::<u32>().is_ok()));
    assert_ne!(generated, printed("solution", "2 --seed 8"));

    let files = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("examples"));
    let mut documented = BTreeSet::new();
    for file in files.expect("a folder").flatten() {
        let text = fs::read_to_string(file.path()).expect("an example");
        for line in text.lines().filter(|line| line.starts_with("//! `cargo")) {
            documented.insert(line.trim_start_matches("//! ").trim_matches('`').to_owned());
        }
    }
    let mut run: BTreeSet<String> = SHOWN
        .iter()
        .map(|(name, arguments, _)| command(name, arguments))
        .collect();
    run.insert(command("solution", "2 --seed 7"));
    assert_eq!(documented, run);
}

fn command(name: &str, arguments: &str) -> String {
    format!("cargo run -p aoc-solution --example {name} -- {arguments}")
}

//! Commands in `console` blocks print what is shown below them, except for
//! times and sizes; and the days in `rust` blocks solve their examples.

use std::fs;
use std::path::Path;

use super::document::{Document, Shown};
use crate::fetch::{INPUT_FILE, INPUT_PATH, PAGE_PATH, good_site, page};
use crate::sandbox::{REPOSITORY, Sandbox};
use crate::site::{Reply, Site};

/// The seed of the deal that is the user's input.
const SEED: &str = "2020";

/// A line with `~` in the place of figures that differ from run to run, and with
/// single blanks.
pub fn normal(line: &str) -> String {
    let is_figure = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_digit() || "±~".contains(c))
            && !word.contains('/')
            && !(word.len() >= 5 && word.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let is_unit =
        |word: &str| ["ns", "µs", "ms", "s", "min", "B", "KiB", "MiB", "GiB"].contains(&word);
    let mut words: Vec<&str> = Vec::new();
    // There is an interval only if there were samples enough.
    let line = line.split_once(" [").map_or(line, |(before, _)| before);
    for word in line.split_whitespace() {
        match words.last() {
            Some(&"~") if is_figure(word) || is_unit(word) => {}
            _ if is_figure(word) => words.push("~"),
            _ => words.push(word),
        }
    }
    words.join(" ")
}

/// Runs a command and compares notes and results with what is shown.
fn check(sandbox: &Sandbox, shown: &Shown) {
    let (command, file) = match shown.command.split_once(" > ") {
        Some((command, file)) => (command, Some(file)),
        None => (shown.command.as_str(), None),
    };
    let command = command.strip_prefix("aoc ").expect("a command of aoc");
    let arguments: Vec<&str> = command.split(' ').collect();
    let done = sandbox.aoc(&arguments).exits(0);
    if let Some(file) = file {
        sandbox.write(file, done.stdout);
        return;
    }
    // Warnings name folders of the sandbox, and doubts about figures differ from
    // machine to machine.
    let is_doubt = |line: &str| line.starts_with("note: part ") || line.starts_with("note: parse");
    let notes = done.stderr.lines().filter(|line| line.starts_with("note:"));
    let notes = notes.filter(|line| !is_doubt(line));
    let mut seen: Vec<String> = notes.chain(done.stdout.lines()).map(normal).collect();
    let lines = shown
        .output
        .iter()
        .filter(|line| !line.starts_with("  note: "));
    let mut expected: Vec<String> = lines.map(|line| normal(line)).collect();
    if expected.last().is_some_and(|line| line == "...") {
        expected.pop();
        seen.truncate(expected.len());
    }
    assert_eq!(seen, expected, "{}", shown.command);
}

/// This repository's days in a sandbox; the built workers are kept from one test
/// run to the next.
fn with_days() -> Sandbox {
    let sandbox = Sandbox::new().with_days();
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("docs-target");
    fs::create_dir_all(&kept).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(kept, sandbox.path("target")).unwrap();
    sandbox
}

/// The user's input of 2020/22.
fn deal(sandbox: &Sandbox) -> String {
    sandbox.aoc(&["gen", "22", "--seed", SEED]).exits(0).stdout
}

/// The same sandbox with that input.
pub fn with_input() -> Sandbox {
    let sandbox = with_days();
    let deal = deal(&sandbox);
    sandbox.file(INPUT_FILE, deal)
}

#[test]
fn those_of_the_guide() {
    let mut sandbox = with_days();
    let deal = deal(&sandbox);
    let site = Site::start();
    site.on(INPUT_PATH, Reply::text(deal));
    site.on(PAGE_PATH, Reply::html(page(2020, 22, 1)));
    let sessions = Document::read("docs/guide.md").sessions();
    assert!(sessions.len() >= 6, "{sessions:?}");
    for (index, shown) in sessions.iter().enumerate() {
        // The first runs with neither input nor session.
        if index == 1 {
            sandbox = sandbox.site(&site);
        }
        check(&sandbox, shown);
    }
}

#[test]
fn those_of_manners() {
    let site = good_site();
    let sandbox = Sandbox::project().site(&site);
    let sessions = Document::read("docs/manners.md").sessions();
    assert_eq!(sessions.len(), 3);
    for shown in &sessions {
        check(&sandbox, shown);
    }
    assert_eq!(site.paths().len(), 2);
}

#[test]
fn the_day_compiles_and_solves_its_example() {
    let day = Document::read("docs/writing-days.md")
        .blocks("rust")
        .swap_remove(0);
    assert!(
        !Path::new(REPOSITORY)
            .join("days/year2020/day01.rs")
            .exists()
    );
    let sandbox = with_days().file("days/year2020/day01.rs", day);
    let json = sandbox
        .aoc(&["run", "2020/1", "--example", "--dev", "--json"])
        .exits(0)
        .stdout;
    assert!(json.contains(r#""answer": "1020000""#), "{json}");
    assert!(json.contains(r#""status": "matched""#), "{json}");
}

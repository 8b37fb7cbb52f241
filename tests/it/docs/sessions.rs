//! Commands in `console` blocks print what is shown below them, except for
//! times and sizes; and the days in `rust` blocks solve their examples.

use std::fs;
use std::path::Path;

use super::document::{Document, Shown};
use crate::fetch::{INPUT_FILE, INPUT_PATH, PAGE_PATH, good_site, page};
use crate::sandbox::{REPOSITORY, Sandbox};
use crate::site::{Reply, Site};
use crate::workshop::{copy, kept};

/// A line with `~` in the place of figures that differ from run to run, and with
/// single blanks.
fn normal(line: &str) -> String {
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

/// The lines that are the same on every machine.
fn normal_lines<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<String> {
    // A busy machine makes `bench` doubt its figures.
    let is_doubt = |line: &String| {
        let of_the_machine = [
            "noisy machine: ",
            "too few samples",
            "other programs had",
            // Something else ran during the first call.
            "the first call took more than 20 times longer",
        ];
        of_the_machine.iter().any(|text| line.contains(text))
    };
    lines.map(normal).filter(|line| !is_doubt(line)).collect()
}

/// Runs a command and compares notes and results with what is shown.
fn check(sandbox: &Sandbox, shown: &Shown) {
    let command = shown.command.strip_prefix("aoc ");
    let done = sandbox.line(command.expect("a command of aoc")).exits(0);
    // Warnings name folders of the sandbox.
    let notes = done.stderr.lines().filter(|line| line.starts_with("note:"));
    let mut seen = normal_lines(notes.chain(done.stdout.lines()));
    let mut expected = normal_lines(shown.output.iter().map(String::as_str));
    if expected.last().is_some_and(|line| line == "...") {
        expected.pop();
        seen.truncate(expected.len());
    }
    assert_eq!(seen, expected, "{}", shown.command);
}

/// The user's input of 2020/22.
fn deal(sandbox: &Sandbox) -> String {
    sandbox.line("gen 22 --seed 2020").exits(0).stdout
}

/// In a project with this repository's days. Each `rust` block is a day, which is put in
/// its place.
#[test]
fn the_pages_show_what_their_commands_print_and_days_that_match() {
    let (folder, _lock) = kept("docs-days");
    copy(&Path::new(REPOSITORY).join("days"), &folder.join("days"));
    let clear = |inner: &str| drop(fs::remove_dir_all(folder.join(inner)));
    ["inputs", "days/year2019"].into_iter().for_each(clear);

    let mut sandbox = Sandbox::new().standing_in(&folder);
    let site = Site::start();
    site.on(INPUT_PATH, Reply::text(deal(&sandbox)));
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

    clear("inputs");
    let sandbox = Sandbox::new().standing_in(&folder);
    sandbox.write(INPUT_FILE, deal(&sandbox));
    for page in ["docs/json.md", "docs/bench.md"] {
        for shown in &Document::read(page).sessions() {
            check(&sandbox, shown);
        }
    }

    let manifest = sandbox.read("days/year2020/Cargo.toml");
    sandbox.write("days/year2019/Cargo.toml", manifest.replace("2020", "2019"));
    let mut numbers = Vec::new();
    for page in ["README.md", "docs/writing-days.md"] {
        for source in Document::read(page).blocks("rust") {
            let start = source.find("Day0").expect("the day's type");
            let number = source[start + 3..start + 5].to_owned();
            sandbox.write(&format!("days/year2019/day{number}.rs"), &source);
            numbers.push(number);
        }
    }
    let test = format!("test 2019/{} --json", numbers.join(","));
    let json = sandbox.line(&test).exits(0).stdout;
    assert!(json.contains(r#""answer": "1020000""#), "{json}");
}

#[test]
fn manners_shows_what_its_commands_print() {
    let (site, sandbox) = good_site().project();
    let sessions = Document::read("docs/manners.md").sessions();
    assert_eq!(sessions.len(), 3);
    for shown in &sessions {
        check(&sandbox, shown);
    }
    assert_eq!(site.paths().len(), 2);
}

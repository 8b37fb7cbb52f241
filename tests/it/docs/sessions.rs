//! Commands in `console` blocks print what is shown below them, except for
//! times and sizes; and the days in `rust` blocks solve their examples.

use std::fs::{self, File};
use std::path::Path;

use super::document::{Document, Shown};
use crate::fetch::{INPUT_FILE, INPUT_PATH, PAGE_PATH, good_site, page};
use crate::sandbox::{REPOSITORY, Sandbox};
use crate::site::{Reply, Site};
use crate::workshop::{copy, fill_with_library};

/// The seed of the deal that is the user's input.
const SEED: &str = "2020";

/// A year for the days that are shown in full.
const SHOWN_DAYS: &str = "days/year2019";

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
pub fn normal_lines<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<String> {
    // A busy machine makes `bench` doubt its figures.
    let is_doubt = |line: &String| {
        let of_the_machine = ["noisy machine: ", "too few samples", "other programs kept"];
        of_the_machine.iter().any(|text| line.contains(text))
    };
    lines.map(normal).filter(|line| !is_doubt(line)).collect()
}

/// Runs a command and compares notes and results with what is shown.
fn check(sandbox: &Sandbox, shown: &Shown) {
    let (command, file) = shown
        .command
        .split_once(" > ")
        .unwrap_or((&shown.command, ""));
    let command = command.strip_prefix("aoc ").expect("a command of aoc");
    let arguments: Vec<&str> = command.split(' ').collect();
    let done = sandbox.aoc(&arguments).exits(0);
    if !file.is_empty() {
        sandbox.write(file, done.stdout);
        return;
    }
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

/// A sandbox whose project has this repository's days and no inputs. Project and
/// built workers are kept from one test run to the next, so one test at a time
/// has them, whichever test program it is in.
pub struct Days {
    pub sandbox: Sandbox,
    _lock: File,
}

impl Days {
    fn new() -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("docs-days");
        fs::create_dir_all(&folder).expect("a folder");
        let lock = File::create(folder.join("lock")).expect("a lock file");
        lock.lock().expect("a lock");
        fill_with_library(&folder);
        copy(&Path::new(REPOSITORY).join("days"), &folder.join("days"));
        for left in ["inputs", SHOWN_DAYS] {
            let _ = fs::remove_dir_all(folder.join(left));
        }
        Self {
            sandbox: Sandbox::new().standing_in(folder),
            _lock: lock,
        }
    }

    /// With the user's input of 2020/22.
    pub fn with_input() -> Self {
        let days = Self::new();
        days.sandbox.write(INPUT_FILE, deal(&days.sandbox));
        days
    }
}

/// The user's input of 2020/22.
fn deal(sandbox: &Sandbox) -> String {
    sandbox.aoc(&["gen", "22", "--seed", SEED]).exits(0).stdout
}

#[test]
fn the_guide_shows_what_its_commands_print() {
    let Days { mut sandbox, _lock } = Days::new();
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
fn json_and_bench_show_what_their_commands_print() {
    let days = Days::with_input();
    for page in ["docs/json.md", "docs/bench.md"] {
        for shown in &Document::read(page).sessions() {
            check(&days.sandbox, shown);
        }
    }
}

#[test]
fn manners_shows_what_its_commands_print() {
    let site = good_site();
    let sandbox = Sandbox::project().site(&site);
    let sessions = Document::read("docs/manners.md").sessions();
    assert_eq!(sessions.len(), 3);
    for shown in &sessions {
        check(&sandbox, shown);
    }
    assert_eq!(site.paths().len(), 2);
}

/// Each `rust` block is a day: it is put in its place and tested.
#[test]
fn the_days_compile_and_their_examples_match() {
    let days = Days::new();
    let manifest = days.sandbox.read("days/year2020/Cargo.toml");
    let manifest = manifest.replace("2020", "2019");
    days.sandbox
        .write(&format!("{SHOWN_DAYS}/Cargo.toml"), manifest);
    let mut numbers = Vec::new();
    for page in ["README.md", "docs/writing-days.md"] {
        for source in Document::read(page).blocks("rust") {
            let start = source.find("Day0").expect("the day's type");
            let number = source[start + 3..start + 5].to_owned();
            let file = format!("{SHOWN_DAYS}/day{number}.rs");
            days.sandbox.write(&file, &source);
            numbers.push(number);
        }
    }
    let selector = format!("2019/{}", numbers.join(","));
    let test = ["test", &selector, "--dev", "--json"];
    let json = days.sandbox.aoc(&test).exits(0).stdout;
    assert!(json.contains(r#""answer": "1020000""#), "{json}");
}

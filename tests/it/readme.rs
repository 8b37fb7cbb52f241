//! The README is true: its commands run and print what it shows, except for
//! times and sizes, and the day in it compiles and solves its example.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::fetch::{INPUT_PATH, PAGE_PATH, page};
use crate::sandbox::{REPOSITORY, Sandbox};
use crate::site::{Reply, Site};

/// The seed of the deal that is the user's input in the README.
const SEED: &str = "2020";

/// A command and the output that the README shows.
#[derive(Debug)]
pub struct Shown {
    pub command: String,
    pub output: Vec<String>,
}

fn readme() -> String {
    fs::read_to_string(Path::new(REPOSITORY).join("README.md")).unwrap()
}

/// The text of the README's blocks of a language.
fn blocks(language: &str) -> Vec<String> {
    blocks_of(&readme(), language)
}

fn blocks_of(document: &str, language: &str) -> Vec<String> {
    let opening = format!("```{language}");
    let mut blocks = Vec::new();
    let mut lines = document.lines();
    while let Some(line) = lines.next() {
        if line == opening {
            let block = lines.by_ref().take_while(|line| *line != "```");
            blocks.push(block.collect::<Vec<_>>().join("\n"));
        }
    }
    blocks
}

/// The commands of a document's sessions.
pub fn sessions_of(document: &str) -> Vec<Shown> {
    let mut shown: Vec<Shown> = Vec::new();
    for block in blocks_of(document, "console") {
        for line in block.lines() {
            if let Some(command) = line.strip_prefix("$ ") {
                shown.push(Shown {
                    command: command.to_owned(),
                    output: Vec::new(),
                });
            } else {
                let last = shown.last_mut().expect("a block begins with a command");
                last.output.push(line.to_owned());
            }
        }
    }
    shown
}

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

#[test]
fn sessions_print_what_is_shown() {
    let mut sandbox = Sandbox::new().with_days();
    // The built workers are kept from one test run to the next.
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme-target");
    fs::create_dir_all(&kept).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(kept, sandbox.path("target")).unwrap();

    let deal = sandbox.aoc(&["gen", "22", "--seed", SEED]).exits(0).stdout;
    let site = Site::start();
    site.on(INPUT_PATH, Reply::text(deal));
    site.on(PAGE_PATH, Reply::html(page(2020, 22, 1)));
    let with_site = |sandbox: Sandbox| sandbox.site(&site);

    let sessions = sessions_of(&readme());
    assert!(sessions.len() >= 6, "{sessions:?}");
    for (index, shown) in sessions.iter().enumerate() {
        // The first runs with neither input nor session.
        if index == 1 {
            sandbox = with_site(sandbox);
        }
        let (command, file) = match shown.command.split_once(" > ") {
            Some((command, file)) => (command, Some(file)),
            None => (shown.command.as_str(), None),
        };
        let arguments: Vec<&str> = command
            .strip_prefix("aoc ")
            .expect("sessions are commands of aoc")
            .split(' ')
            .collect();
        let done = sandbox.aoc(&arguments).exits(0);
        if let Some(file) = file {
            sandbox.write(file, done.stdout);
            continue;
        }
        let notes: Vec<&str> = done
            .stderr
            .lines()
            // The warning that there is no input names the folders of this HOME.
            .filter(|line| line.starts_with("note:"))
            .collect();
        let seen: Vec<String> = notes
            .into_iter()
            .chain(done.stdout.lines())
            .map(normal)
            .collect();
        // Warnings about the figures differ from machine to machine.
        let expected: Vec<String> = shown
            .output
            .iter()
            .take_while(|line| *line != "...")
            .filter(|line| !line.starts_with("  note: "))
            .map(|line| normal(line))
            .collect();
        let seen: Vec<String> = seen
            .into_iter()
            .filter(|line| {
                !["note: part ", "note: parse"]
                    .iter()
                    .any(|doubt| line.starts_with(doubt))
            })
            .collect();
        let is_cut = shown.output.last().is_some_and(|line| line == "...");
        let compared = if is_cut { expected.len() } else { seen.len() };
        assert_eq!(
            seen[..compared.min(seen.len())],
            expected,
            "{}",
            shown.command
        );
    }
}

#[test]
fn the_day_compiles_and_solves_its_example() {
    let day = &blocks("rust")[0];
    let sandbox = Sandbox::new()
        .with_days()
        .file("days/year2020/day01.rs", day);
    sandbox
        .aoc(&["run", "2020/1", "--example", "--dev"])
        .exits(0)
        .mentions("");
    let json = sandbox
        .aoc(&["run", "2020/1", "--example", "--dev", "--json"])
        .exits(0)
        .stdout;
    assert!(json.contains(r#""answer": "1020000""#), "{json}");
    assert!(json.contains(r#""status": "matched""#), "{json}");
}

/// Every option that the README names exists.
#[test]
fn names_only_what_there_is() {
    let mut help = String::new();
    for command in [
        "run",
        "bench",
        "fetch",
        "read",
        "accept",
        "list",
        "gen",
        "init",
        "calendar",
        "leaderboard",
        "open",
        "status",
        "submit",
        "login",
        "logout",
        "doctor",
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_aoc"))
            .args([command, "--help"])
            .output()
            .unwrap();
        assert!(output.status.success(), "aoc {command} --help");
        help += &String::from_utf8(output.stdout).unwrap();
    }
    let readme = readme();
    let commands = readme.split("## Commands").nth(1).unwrap();
    let commands = commands.split("\n## ").next().unwrap();
    let options = commands
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '-')
        .filter(|word| word.starts_with("--") && word.contains(char::is_alphabetic));
    for option in options {
        assert!(help.contains(option), "{option} is in README.md alone");
    }
}

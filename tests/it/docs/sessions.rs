//! Checks the blocks of the documents. The commands in `console` blocks print the text below them,
//! except for times and sizes. The days in `rust` blocks solve their examples.

use std::fs;
use std::path::Path;

use super::document::{Document, Shown};
use crate::sandbox::{REPOSITORY, Sandbox};
use crate::shared_project::{copy, project_with_library};
use crate::site::pages::{INPUT_FILE, INPUT_PATH, PAGE_PATH, good_site, page};
use crate::site::{Reply, Site};

/// A line with single blanks, and with `~` in place of figures that vary.
fn normal(line: &str) -> String {
    let is_figure = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_digit() || "±~".contains(c))
            && !word.contains('/')
            && !(word.len() >= 5 && word.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let is_unit =
        |word: &str| ["ns", "µs", "ms", "s", "min", "B", "KiB", "MiB", "GiB"].contains(&word);
    let mut words: Vec<&str> = Vec::new();
    // There is an interval only if there are enough samples.
    let line = line.split_once(" [").map_or(line, |(before, _)| before);
    let line = with_verdict(line);
    for word in line.split_whitespace() {
        match words.last() {
            Some(&"~") if is_figure(word) || is_unit(word) => {}
            _ if is_figure(word) => words.push("~"),
            _ => words.push(word),
        }
    }
    words.join(" ")
}

/// The line as on an idle machine. On a busy one, `bench` may not be sure that the textbook form is
/// slower: `no difference shown (3.53x) against part 1`.
fn with_verdict(line: &str) -> String {
    match line.split_once("no difference shown (") {
        Some((before, after)) if before.contains("textbook") => {
            let than = after
                .split_once(" against ")
                .map_or(after, |(_, than)| than);
            format!("{before}slower than {than}")
        }
        _ => line.to_owned(),
    }
}

/// The lines that are equal on every machine.
fn normal_lines<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<String> {
    // On a busy machine, `bench` warns about its figures.
    let is_doubt = |line: &str| {
        let of_the_machine = [
            "noisy machine: ",
            "too few samples",
            "other programs used",
            "too fast to time reliably",
            // Another program ran during the first call.
            "the first call took more than 20 times as long",
        ];
        of_the_machine.iter().any(|text| line.contains(text))
    };
    lines.filter(|line| !is_doubt(line)).map(normal).collect()
}

/// Runs a command, and compares its notes and results with the shown ones.
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

/// Creates the user's input of 2020/22.
fn deal(sandbox: &Sandbox) -> String {
    sandbox.line("gen 22 --seed 2020").exits(0).stdout
}

/// The commands run in a project with this repository's days. Each `rust` block is a day, and the
/// test writes it to the file of this day.
#[test]
fn the_pages_show_what_their_commands_print_and_days_that_match() {
    let outer = project_with_library();
    let folder = outer.path("");
    copy(&Path::new(REPOSITORY).join("days"), &folder.join("days"));

    let mut sandbox = Sandbox::new().in_folder(&folder);
    let site = Site::start();
    site.on(INPUT_PATH, Reply::text(deal(&sandbox)));
    site.on(PAGE_PATH, Reply::html(page(2020, 22, 1)));
    let sessions = Document::read("docs/guide.md").sessions();
    assert!(sessions.len() >= 6, "{sessions:?}");
    for (index, shown) in sessions.iter().enumerate() {
        // The first command runs without input and without session.
        if index == 1 {
            sandbox = sandbox.site(&site);
        }
        check(&sandbox, shown);
    }

    fs::remove_dir_all(folder.join("inputs")).expect("a folder");
    let sandbox = Sandbox::new().in_folder(&folder);
    sandbox.write(INPUT_FILE, deal(&sandbox));
    for page in ["docs/json.md", "docs/bench.md"] {
        for shown in &Document::read(page).sessions() {
            check(&sandbox, shown);
        }
    }

    let readme = Document::read("README.md").blocks("rust");
    assert_eq!(
        add_days(&sandbox, 2018, readme),
        ("2018/02".to_owned(), vec![])
    );
    sandbox.write(
        "inputs/year2018/day02.txt",
        "forward 5\ndown 5\nforward 8\nup 3\n",
    );
    let shown = sandbox.line("run 2018/2 -q").exits(0).stdout;
    assert!(shown.contains(" 26 "), "{shown}");

    // One day is shown twice: with functions and with the trait.
    let days = Document::read("docs/writing-days.md").blocks("rust");
    let (functions, left) = add_days(&sandbox, 2019, days);
    let (trait_form, left) = add_days(&sandbox, 2017, left);
    assert_eq!(left, Vec::<String>::new());
    sandbox.write("inputs/year2019/day01.txt", "1000\n1020\n");
    for line in [
        format!("test {functions} --json"),
        format!("test {trait_form} --json"),
        "run 2019/1 --json".to_owned(),
    ] {
        let json = sandbox.line(&line).exits(0).stdout;
        let has_answer = json.contains(r#""answer": "1020000""#);
        assert!(has_answer || line.contains(&functions), "{json}");
    }
}

/// Adds days to a year. Returns their selector, and the sources of days that occur twice.
fn add_days(sandbox: &Sandbox, year: u16, sources: Vec<String>) -> (String, Vec<String>) {
    let manifest = sandbox.read("days/year2020/Cargo.toml");
    let folder = format!("days/year{year}");
    sandbox.write(
        &format!("{folder}/Cargo.toml"),
        manifest.replace("2020", &year.to_string()),
    );
    let mut numbers: Vec<String> = Vec::new();
    let mut left = Vec::new();
    for source in sources {
        let start = source.find("Day0").expect("the day's type");
        let number = source[start + 3..start + 5].to_owned();
        if numbers.contains(&number) {
            left.push(source);
        } else {
            sandbox.write(&format!("{folder}/day{number}.rs"), &source);
            numbers.push(number);
        }
    }
    (format!("{year}/{}", numbers.join(",")), left)
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

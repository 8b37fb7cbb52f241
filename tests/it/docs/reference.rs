//! Checks that the lists in the documents match the program, and that links lead to existing
//! places.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use walkdir::WalkDir;

use super::document::Document;
use crate::sandbox::{REPOSITORY, Sandbox};

fn help(arguments: &[&str]) -> String {
    Sandbox::new().aoc(arguments).exits(0).stdout
}

/// The help of each command.
fn helps() -> BTreeMap<String, String> {
    let page = help(&["man"]).replace('\\', "");
    let names = page.lines().filter_map(|line| {
        let name = line.strip_prefix("aoc-")?.strip_suffix("(1)")?;
        Some((name.to_owned(), help(&[name, "--help"])))
    });
    let helps: BTreeMap<String, String> = names.collect();
    assert!(helps.len() > 20, "{page}");
    helps
}

/// The long options in a text.
fn options(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    let is_option = |word: &&str| word.starts_with("--") && word.contains(char::is_alphabetic);
    words.filter(is_option).collect()
}

/// The guide has a row for each command, with all options of the command, and the reference has a
/// section for it. Each command also has a statement about its requests, and a schema. Examples use
/// only options that the command has.
#[test]
fn commands_and_options_are_those_of_the_program() {
    let helps = helps();
    let [guide, manners, json] =
        ["guide", "manners", "json"].map(|page| Document::read(format!("docs/{page}.md")).text);
    let sections = Document::read("docs/reference.md").anchors();
    for (name, help) in &helps {
        assert!(
            manners.contains(&format!("`aoc {name}`")),
            "docs/manners.md does not mention `aoc {name}`"
        );
        assert!(
            sections.contains(&format!("aoc-{name}")),
            "docs/reference.md has no section for `aoc {name}`"
        );
        let prints_none = ["start", "watch", "completions", "man"].contains(&&**name);
        // The number of a schema increases with every change that breaks scripts.
        let has_schema = (1..9).any(|number| json.contains(&format!("`aoc-{name}/{number}`")));
        assert_ne!(
            has_schema, prints_none,
            "the document of `aoc {name}` in docs/json.md"
        );
        let start = [format!("`aoc {name} "), format!("`aoc {name}`")];
        let row = guide
            .lines()
            .filter(|line| line.starts_with("| `aoc"))
            .find(|row| start.iter().any(|start| row.contains(start)));
        let row = row.unwrap_or_else(|| panic!("docs/guide.md has no row for `aoc {name}`"));
        for option in options(row) {
            assert!(help.contains(option), "aoc {name} has no {option}");
        }
        let own = help.split("Global options:").next().expect("options");
        // The values of an option are listed.
        let is_option = |line: &&str| {
            let line = line.trim_start();
            line.starts_with('-') && !line.starts_with("- ")
        };
        for line in own.lines().filter(is_option) {
            let option = options(line)[0];
            let known = option == "--help" || option == "--year" || row.contains(option);
            assert!(known, "the row of {name} lacks {option}");
        }
    }
    for document in Document::all() {
        let blocks = document.blocks("sh").join("\n");
        let lines = blocks.lines().filter_map(|line| line.split(" #").next());
        let spans = document.code_spans();
        let shown = spans.iter().map(String::as_str).chain(lines);
        for command in shown.filter_map(|shown| shown.strip_prefix("aoc ")) {
            // Other words are selectors, or belong to other tools. One of these tools also has the
            // name `aoc`.
            let help = command.split(' ').next().and_then(|name| helps.get(name));
            for option in options(command) {
                let has = help.is_none_or(|help| help.contains(option));
                assert!(has, "{}: aoc {command}", document.path.display());
            }
        }
    }
}

/// The command lines of `aoc` in prose and in blocks can be parsed. `--help` at their end makes
/// `aoc` parse options and values without doing anything.
#[test]
fn the_command_lines_that_are_shown_are_understood() {
    let sandbox = Sandbox::new();
    let mut lines = BTreeSet::new();
    for document in Document::all() {
        // That page has commands of other tools. One of these tools also has the name `aoc`.
        if document.path.ends_with("coming-from.md") {
            continue;
        }
        let sessions = document.sessions().into_iter().map(|shown| shown.command);
        let blocks = document.blocks("sh").join("\n");
        let shown = blocks.lines().map(str::to_owned).chain(sessions);
        lines.extend(shown.chain(document.code_spans()));
    }
    let mut count = 0;
    for line in &lines {
        // A comment, another program or a file of the shell follows.
        let ends = [" #", " >", " | ", " \\|", " && ", " -- "];
        let ends = ends.iter().filter_map(|end| line.find(end));
        let command = line[..ends.min().unwrap_or(line.len())].trim_end();
        let Some(arguments) = command.strip_prefix("aoc ") else {
            continue;
        };
        let is_placeholder = |word: &str| {
            word.starts_with('[') || word.len() > 2 && word.chars().all(|c| c.is_ascii_uppercase())
        };
        if arguments.split(' ').any(is_placeholder) {
            continue;
        }
        let done = sandbox.line(&format!("{arguments} --help"));
        // Prose may name an option without its value.
        if !done.stderr.starts_with("aoc: a value is required for '") {
            done.exits(0);
        }
        count += 1;
    }
    assert!(count > 60, "{count}");
}

/// The first column of the rows below a heading.
fn first_column(page: &Document, heading: &str) -> Vec<String> {
    let section = page.text.split(&format!("## {heading}\n")).nth(1);
    let section = section.unwrap_or_else(|| panic!("no {heading}"));
    let section = section.split("\n## ").next().expect("a section");
    let rows = section.lines().filter_map(|line| line.strip_prefix("| "));
    let cells = rows.skip(1).filter_map(|row| row.split(" |").next());
    cells.map(|cell| cell.replace('`', "")).collect()
}

#[test]
fn exit_codes_settings_and_variables_are_those_of_the_program() {
    let page = Document::read("docs/files-and-settings.md");
    let lines = include_str!("../../../src/error.rs").lines();
    let codes = lines.filter_map(|line| line.strip_suffix(',')?.split_once(" = "));
    let codes: Vec<&str> = codes.map(|(_, code)| code).collect();
    assert_eq!(first_column(&page, "Exit codes"), codes);
    // These are all quoted texts in the sources.
    let files = WalkDir::new(Path::new(REPOSITORY).join("src"))
        .into_iter()
        .filter_entry(|entry| entry.file_name() != "tests" && entry.file_name() != "tests.rs");
    let files = files.flatten().filter(|file| file.file_type().is_file());
    let code: String = files
        .map(|file| fs::read_to_string(file.path()).unwrap_or_default())
        .collect();
    let strings: Vec<&str> = code.split('"').collect();
    let listed = first_column(&page, "Environment").join(", ");
    for name in listed.split(", ") {
        // Libraries read the variables of proxies and colour.
        let ends = ["_PROXY", "_COLOR", "CLICOLOR", "CLICOLOR_FORCE"];
        let is_read = strings.contains(&name) || ends.iter().any(|end| name.ends_with(end));
        assert!(is_read, "{name}");
    }
    // Shells set the first one, and tests use the others.
    let others = ["AOC_COMPLETE", "AOC_COOKIE", "AOC_TEST", "AOC_TOKEN"];
    for text in strings.iter().filter(|text| !others.contains(text)) {
        let rest = text.strip_prefix("AOC_").unwrap_or_default();
        let is_name = !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_uppercase());
        assert!(!is_name || listed.contains(text), "{text}");
    }
}

#[test]
fn links_and_paths_lead_to_files_and_headings_that_exist() {
    let root = Path::new(REPOSITORY);
    for document in Document::all() {
        let here = document.path.display();
        let folder = document.path.parent().expect("a file's folder");
        for link in document.links().iter().filter(|link| !link.contains("://")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let path = match file {
                "" => root.join(&document.path),
                file => root.join(folder).join(file),
            };
            assert!(path.exists(), "{here}: {link}");
            let has_anchor = || {
                Document::read(path)
                    .anchors()
                    .iter()
                    .any(|other| other == anchor)
            };
            assert!(anchor.is_empty() || has_anchor(), "{here}: {link}");
        }
        // That page has paths of other repositories.
        for span in document.code_spans() {
            let is_path = span.starts_with("src/") || span.starts_with("solution/src/");
            if is_path && !document.path.ends_with("coming-from.md") {
                assert!(root.join(&span).exists(), "{here}: {span}");
            }
        }
    }
    // The table of the architecture has each room of the runner.
    let architecture = Document::read("ARCHITECTURE.md").text;
    for entry in fs::read_dir(root.join("src")).expect("a folder").flatten() {
        let name = entry.file_name().to_string_lossy().replace(".rs", "");
        let rows = [format!("`{name}/`"), format!("`{name}.rs`")];
        let is_named = rows.iter().any(|row| architecture.contains(row));
        assert!(is_named || name == "testing", "src/{name}");
    }
}

/// The test of that crate builds and runs the day.
#[test]
fn the_day_with_other_crates_is_one_that_is_tested() {
    let path = Path::new(REPOSITORY).join("trials/crates/src/day07.rs");
    let file = fs::read_to_string(path).expect("a day");
    let (day, _) = file.split_once("\n#[test]").expect("a test");
    let blocks = Document::read("docs/writing-days.md").blocks("rust,ignore");
    assert!(
        blocks
            .iter()
            .any(|block| block.trim_end() == day.trim_end()),
        "{day}"
    );
}

/// The sources of the runner on one line. String literals with several lines are joined.
fn source_line() -> String {
    let files = WalkDir::new(Path::new(REPOSITORY).join("src"));
    let code: String = files
        .into_iter()
        .flatten()
        .filter(|file| file.file_type().is_file())
        .map(|file| fs::read_to_string(file.path()).unwrap_or_default())
        .collect();
    let joined = code.replace("\\\n", "");
    joined.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The words in the report of `aoc import`, without figures and names.
#[test]
fn the_report_of_import_is_worded_as_shown() {
    let page = Document::read("docs/coming-from.md");
    let shown = page.blocks("text").join("\n");
    let code = source_line();
    for words in [
        "not imported: ",
        " takes the text, and no name says its part",
        "say how to call the days that were not understood, for example: `aoc import ",
        " equal to what is known",
        "not compared, as no answer is known",
    ] {
        assert!(shown.contains(words) && code.contains(words), "{words}");
    }
}

/// Messages of the program in the table for debugging exist in the sources.
#[test]
fn the_messages_that_are_explained_exist() {
    let page = Document::read("docs/debugging.md");
    let section = page.text.split("## What a message means").nth(1);
    let rows = section.expect("a table").lines().skip(4);
    let messages: Vec<&str> = rows.filter_map(|row| row.split('`').nth(1)).collect();
    assert!(messages.len() >= 6, "{messages:?}");
    let text = source_line();
    // The compiler and the debugger have these messages.
    let others = ["attempt to add with overflow", "<optimized out>", "timeout"];
    for message in messages.iter().filter(|message| !others.contains(message)) {
        assert!(text.contains(message), "{message}");
    }
}

#[test]
fn the_readme_is_short_leads_to_every_page_and_begins_with_what_runs_at_once() {
    let readme = Document::read("README.md");
    assert!(readme.text.lines().count() <= 150);
    let first = readme.blocks("sh").swap_remove(0);
    let commands = first.lines().map(|line| line.split(" #").next());
    let commands: Vec<&str> = commands.flatten().map(str::trim_end).collect();
    assert_eq!(commands, ["cargo run --release -- run 22", "cargo test"]);
    let links = readme.links().join(" ");
    for document in Document::all() {
        let path = document.path.to_str().expect("ASCII");
        assert!(!path.starts_with("docs/") || links.contains(path), "{path}");
    }
}

#[test]
fn the_recipes_for_editors_are_files_that_can_be_read() {
    let page = include_str!("../../../docs/editors.md");
    let blocks: Vec<&str> = page.split("```").skip(1).step_by(2).collect();
    let mut read = Vec::new();
    for block in blocks {
        let (language, text) = block.split_once('\n').unwrap();
        // Command lines are not recipes of `just`. The tests of the documents parse them.
        if language == "sh" {
            continue;
        }
        let is_valid = match language {
            "json" => serde_json::from_str::<serde_json::Value>(text).is_ok(),
            "toml" => text.parse::<toml::Table>().is_ok(),
            _ => true,
        };
        assert!(is_valid, "{text}");
        read.push(language);
        let is_run = text.contains("aoc run ") || text.contains("\"aoc\", \"args\": [\"run\"");
        assert!(is_run, "{text}");
    }
    assert_eq!(read, ["json", "toml", "lua", "elisp"]);
}

//! What the documents list is what the program has, and their links lead somewhere.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::document::Document;
use crate::sandbox::{REPOSITORY, Sandbox};

fn help(arguments: &[&str]) -> String {
    Sandbox::new().aoc(arguments).exits(0).stdout
}

/// The names of all commands.
fn commands() -> Vec<String> {
    let page = help(&["man"]);
    let names = page.lines().filter_map(|line| {
        let name = line.strip_prefix("aoc\\-")?.strip_suffix("(1)")?;
        Some(name.replace('\\', ""))
    });
    let names: Vec<String> = names.collect();
    assert!(names.iter().any(|name| name == "fetch"), "{page}");
    names
}

/// The long options within a text.
fn options(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    let is_option = |word: &&str| word.starts_with("--") && word.contains(char::is_alphabetic);
    words.filter(is_option).collect()
}

/// Each command has a row in the guide with all of its options, and a word on what it
/// sends.
#[test]
fn the_guide_lists_every_command_and_option() {
    let guide = Document::read("docs/guide.md").text;
    let manners = Document::read("docs/manners.md").text;
    for name in commands() {
        assert!(manners.contains(&format!("`aoc {name}`")), "{name}");
        let start = [format!("`aoc {name} "), format!("`aoc {name}`")];
        let mut rows = guide.lines().filter(|line| line.starts_with("| `aoc"));
        let row = rows.find(|row| start.iter().any(|start| row.contains(start)));
        let row = row.unwrap_or_else(|| panic!("no row for {name}"));
        let help = help(&[&name, "--help"]);
        for option in options(row) {
            assert!(help.contains(option), "aoc {name} has no {option}");
        }
        let own = help.split("Global options:").next().expect("options");
        for line in own.lines().filter(|it| it.trim_start().starts_with('-')) {
            let option = options(line)[0];
            let known = option == "--help" || option == "--year" || row.contains(option);
            assert!(known, "the row of {name} lacks {option}");
        }
    }
}

/// Commands in the prose and in `sh` blocks have the options that they are
/// shown with.
#[test]
fn commands_have_the_options_that_are_shown() {
    let commands = commands();
    let mut helps = BTreeMap::new();
    for document in Document::all() {
        let blocks = document.blocks("sh").join("\n");
        let lines = blocks.lines().filter_map(|line| line.split(" #").next());
        let spans = document.code_spans();
        let shown = spans.iter().map(String::as_str).chain(lines);
        for command in shown.filter_map(|shown| shown.strip_prefix("aoc ")) {
            let name = command.split(' ').next().expect("a name");
            // Selectors, and commands of other tools, one of which is called `aoc`.
            if !commands.iter().any(|command| command == name) {
                continue;
            }
            let known = helps.entry(name.to_owned());
            let help = known.or_insert_with(|| help(&[name, "--help"]));
            for option in options(command) {
                let here = document.path.display();
                assert!(help.contains(option), "{here}: aoc {command}");
            }
        }
    }
    assert!(helps.len() >= 10, "{}", helps.len());
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
fn exit_codes_and_settings_are_those_of_the_program() {
    let page = Document::read("docs/files-and-settings.md");
    let help = help(&["--help"]);
    let listed = help.split("Exit codes:\n").nth(1).expect("codes");
    let listed = listed.lines().take_while(|line| !line.is_empty());
    let listed = listed.filter_map(|line| line.trim().split_once("  "));
    let codes: Vec<&str> = listed.map(|(code, _)| code).collect();
    assert_eq!(first_column(&page, "Exit codes"), codes);
    // The warning about a setting that does not exist names all.
    let manifest = "[workspace]\n[workspace.metadata.aoc]\nsitting = 1\n";
    let done = Sandbox::new().file("Cargo.toml", manifest).aoc(&["list"]);
    let names = done.stderr.split("the settings are ").nth(1);
    let names = names.and_then(|names| names.lines().next()).expect("names");
    assert_eq!(first_column(&page, "Settings").join(", "), names);
}

/// The string literals of all sources of the runner, and what stands between them.
fn strings() -> Vec<String> {
    fn read(folder: &Path, text: &mut String) {
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                read(&path, text);
            } else if path.file_name().is_some_and(|name| name != "tests.rs") {
                *text += &fs::read_to_string(&path).expect("text");
            }
        }
    }
    let mut code = String::new();
    read(&Path::new(REPOSITORY).join("src"), &mut code);
    code.split('"').map(str::to_owned).collect()
}

#[test]
fn environment_variables_are_those_that_are_read() {
    let strings = strings();
    let page = Document::read("docs/files-and-settings.md");
    let listed = first_column(&page, "Environment").join(", ");
    for name in listed.split(", ") {
        assert!(strings.iter().any(|it| it == name), "{name}");
    }
    // Shells set this one, and tests use the others.
    let others = ["AOC_COMPLETE", "AOC_COOKIE", "AOC_TEST", "AOC_TOKEN"];
    for text in strings.iter().filter(|text| !others.contains(&&***text)) {
        let rest = text.strip_prefix("AOC_").unwrap_or_default();
        let is_name = !rest.is_empty() && rest.bytes().all(|it| it.is_ascii_uppercase());
        assert!(!is_name || listed.contains(text), "{text}");
    }
}

/// Each command that is named where JSON is written has a schema on the page, and each
/// schema is that of a command.
#[test]
fn json_has_every_schema() {
    let spans = Document::read("docs/json.md").code_spans();
    let listed = spans
        .iter()
        .filter_map(|span| span.strip_prefix("aoc-")?.strip_suffix("/1"));
    let listed: BTreeSet<&str> = listed.collect();
    let commands = commands();
    for name in &listed {
        assert!(commands.iter().any(|command| command == name), "{name}");
    }
    let strings = strings();
    let named = strings.windows(2).filter(|pair| {
        let before = pair[0].trim_end();
        before.ends_with(".show(") || before.ends_with("json(&mut app.console(),")
    });
    let named: BTreeSet<&str> = named.map(|pair| &*pair[1]).collect();
    assert!(named.len() >= 10, "{named:?}");
    assert!(named.is_subset(&listed), "{named:?} {listed:?}");
}

/// The table of the architecture has each room of the runner.
#[test]
fn the_architecture_has_every_room() {
    let architecture = Document::read("ARCHITECTURE.md").text;
    for entry in fs::read_dir(Path::new(REPOSITORY).join("src")).expect("a folder") {
        let path = entry.expect("an entry").path();
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        let stem = stem.expect("ASCII");
        let rows = [format!("`{stem}/`"), format!("`{stem}.rs`")];
        let named = rows.iter().any(|row| architecture.contains(row));
        assert!(named || stem == "testing", "src/{stem}");
    }
}

#[test]
fn links_and_paths_lead_to_files_and_headings_that_exist() {
    let root = Path::new(REPOSITORY);
    for document in Document::all() {
        let here = document.path.display();
        let folder = document.path.parent().expect("a file's folder");
        for link in document.links() {
            if link.contains("://") {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let path = match file {
                "" => root.join(&document.path),
                file => root.join(folder).join(file),
            };
            assert!(path.exists(), "{here}: {link}");
            let has_anchor = || Document::read(path).anchors().iter().any(|it| it == anchor);
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
}

#[test]
fn the_readme_is_short_leads_to_every_page_and_begins_with_what_runs_at_once() {
    let readme = Document::read("README.md");
    assert!(readme.text.lines().count() <= 150);
    let first = readme.blocks("sh").swap_remove(0);
    let commands = first.lines().map(|line| line.split(" #").next());
    let commands: Vec<&str> = commands.flatten().map(str::trim_end).collect();
    assert_eq!(commands, ["cargo run --release -- run 22", "cargo test"]);
    let links = readme.links();
    for document in Document::all() {
        let path = document.path.to_str().expect("ASCII");
        let is_linked = links
            .iter()
            .any(|link| link.split('#').next() == Some(path));
        assert!(!path.starts_with("docs/") || is_linked, "{path}");
    }
}

//! What belongs on the front page.

use super::document::Document;

#[test]
fn it_is_short_and_begins_with_what_runs_at_once() {
    let readme = Document::read("README.md");
    let lines = readme.text.lines().count();
    assert!(lines <= 150, "{lines} lines");
    let first = readme.blocks("sh").swap_remove(0);
    let commands: Vec<&str> = first
        .lines()
        .map(|line| line.split(" #").next().expect("a command").trim_end())
        .collect();
    assert_eq!(commands, ["cargo run --release -- run 22", "cargo test"]);
}

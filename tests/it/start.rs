//! `aoc start`: from the countdown to a day that is watched.

use std::fs;

use chrono::TimeDelta;

use crate::fetch::{INPUT, INPUT_PATH, PAGE_PATH, good_site};
use crate::fetch_time::{dated, unlock};
use crate::process::Running;
use crate::sandbox::Sandbox;
use crate::site::{LOCKED, Reply};
use crate::workshop::workshop;

/// A program that writes its last argument to a file.
fn told(sandbox: &Sandbox, name: &str) -> String {
    let path = sandbox.outside(name);
    let script = format!(
        "#!/bin/sh\nfor last; do :; done\necho \"$last\" >> '{}.told'\n",
        path.display()
    );
    fs::write(&path, script).expect("a script");
    format!("sh {}", path.display())
}

#[test]
fn everything_is_made_ready_once_the_puzzle_is_open() {
    let site = good_site();
    let early = unlock() - TimeDelta::seconds(1);
    let locked = dated(Reply::new(404, LOCKED), early);
    site.script(INPUT_PATH, [locked, Reply::text(INPUT)]);
    let sandbox = Sandbox::project().site(&site);
    let (editor, browser) = (told(&sandbox, "editor"), told(&sandbox, "browser"));
    let sandbox = sandbox.env("EDITOR", editor).env("BROWSER", browser);
    let start = ["start", "2020/22", "--no-watch"];
    let done = sandbox.aoc(&start).mentions("2020/22 unlocks in ").exits(0);
    let day = "days/year2020/day22.rs";
    for file in [
        "inputs/year2020/day22.txt",
        "inputs/year2020/day22.html",
        day,
    ] {
        assert!(done.stdout.contains(file), "{done:#?}");
        assert!(sandbox.path(file).is_file());
    }
    let address = site.url() + "/2020/day/22";
    let opened = |name: &str| fs::read_to_string(sandbox.outside(name)).unwrap_or_default();
    assert!(opened("editor.told").ends_with("day22.rs\n"));
    assert_eq!(opened("browser.told").trim_end(), address);
    assert_eq!((site.count(INPUT_PATH), site.count(PAGE_PATH)), (2, 1));

    // Again: nothing is asked twice, and what is there stays.
    let text = sandbox.read(day) + "// mine\n";
    sandbox.write(day, &text);
    sandbox
        .aoc(&[&start[..], &["--no-edit", "--no-open"]].concat())
        .mentions("2020/22: already downloaded")
        .exits(0);
    assert_eq!(sandbox.read(day), text);
    assert_eq!((site.count(INPUT_PATH), site.count(PAGE_PATH)), (2, 1));
    assert_eq!(opened("editor.told").lines().count(), 1);
}

#[test]
fn what_is_missing_is_said_before_the_countdown() {
    Sandbox::project()
        .aoc(&["start", "2020/1"])
        .mentions("no editor is set")
        .mentions("2020/1: input: no session")
        .mentions("--no-fetch starts without the input")
        .exits(3);
    Sandbox::project()
        .aoc(&["start", "2199/1"])
        .mentions("aoc: 2199/1 unlocks in ")
        .mentions("--no-fetch starts without waiting for it")
        .exits(4);
    Sandbox::project()
        .aoc(&["start", "2020/1-2"])
        .says("aoc: one puzzle at a time, but 2 are selected; select one\n")
        .exits(2);
}

#[test]
fn it_ends_in_watching_and_repeats_no_download_that_failed() {
    let site = good_site();
    site.on("/2016/day/12/input", Reply::new(403, "no"));
    let flags = ["start", "2016/12", "--no-edit", "--no-open"];
    let mut aoc = Running::start(workshop().site(&site).command(&flags));
    aoc.line("2016/12 ");
    aoc.line("  part 2");
    aoc.signal("TERM");
    aoc.end()
        .mentions("warning: 2016/12: running the example, as there is no input: ")
        .exits(130);
    assert_eq!(site.count("/2016/day/12/input"), 1);
}

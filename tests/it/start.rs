//! `aoc start`: from the countdown to a day that is watched.

use chrono::TimeDelta;

use crate::fetch::{INPUT, INPUT_PATH, PAGE_PATH, good_site};
use crate::fetch_time::{dated, unlock};
use crate::process::Running;
use crate::sandbox::Sandbox;
use crate::site::{LOCKED, Reply};
use crate::workshop::workshop;

#[test]
fn everything_is_made_ready_once_the_puzzle_is_open() {
    let site = good_site();
    let early = unlock() - TimeDelta::seconds(1);
    let locked = dated(Reply::new(404, LOCKED), early);
    site.script(INPUT_PATH, [locked, Reply::text(INPUT)]);
    let sandbox = Sandbox::project()
        .site(&site)
        .file("tell", "for last; do :; done\necho \"$last\" >> \"$1\"\n")
        .env("EDITOR", "sh tell editor.told")
        .env("BROWSER", "sh tell browser.told");
    let start = ["start", "2020/22", "--no-watch"];
    let day = "days/year2020/day22.rs";
    sandbox
        .aoc(&start)
        .mentions(" until 2020/22 unlocks")
        .shows("inputs/year2020/day22.html")
        .shows(day)
        .exits(0);
    let address = site.url() + "/2020/day/22\n";
    assert!(sandbox.read("editor.told").ends_with("day22.rs\n"));
    assert_eq!(sandbox.read("browser.told"), address);
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
    assert_eq!(sandbox.read("editor.told").lines().count(), 1);
}

#[test]
fn what_is_missing_is_said_before_the_countdown() {
    for (puzzle, says, exit) in [
        ("2020/1", "--no-fetch starts without the input", 3),
        // Nobody waits so long by intention, and here nobody can be asked.
        ("2199/1", "; --no-fetch starts without waiting for it", 4),
        ("2020/1-2", "one puzzle at a time, but 2 are selected", 2),
    ] {
        let done = Sandbox::project().aoc(&["start", puzzle]);
        done.mentions(says).exits(exit);
    }
}

#[test]
fn settings_that_are_edited_meanwhile_are_checked() {
    let manifest = "[workspace]\n[workspace.metadata.aoc]\ninputs = ''\n";
    let sandbox = Sandbox::project()
        .file("edited", manifest)
        .file("edit", "cp edited Cargo.toml\n")
        .env("BROWSER", "sh edit");
    let flags = ["start", "2020/22", "--no-fetch", "--no-edit", "--no-watch"];
    sandbox.aoc(&flags).mentions("inputs").exits(2);
}

#[test]
fn it_ends_in_watching_and_repeats_no_download_that_failed() {
    let site = good_site();
    site.on("/2016/day/12/input", Reply::new(403, "no"));
    let flags = ["start", "2016/12", "--no-edit", "--no-open"];
    let mut aoc = Running::start(workshop().site(&site).command(&flags));
    aoc.stdout.line("2016/12 ");
    aoc.stdout.line("  part 2");
    aoc.signal("TERM");
    aoc.end()
        .mentions("warning: 2016/12: running the example, as there is no input: ")
        .exits(130);
    assert_eq!(site.count("/2016/day/12/input"), 1);
}

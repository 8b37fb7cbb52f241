//! `aoc fetch` and files: obstacles, limits, and what a kill leaves.

use std::time::Duration;

use crate::fetch::{INPUT, INPUT_FILE, INPUT_PATH, good_site};
use crate::process::wait_until;
use crate::sandbox::{Done, Sandbox};
use crate::site::Reply;

#[test]
fn a_folder_that_nobody_may_write_to() {
    let site = good_site();
    let sandbox = Sandbox::project().site(&site);
    // Not even the superuser makes a file there.
    std::os::unix::fs::symlink("/sys", sandbox.path("inputs")).expect("a link");
    let done = sandbox
        .aoc(&["fetch", "2020/21-22"])
        .mentions("/inputs: Permission denied")
        .mentions("aoc: 1 more puzzle not tried")
        .prints("")
        .exits(8);
    assert!(!done.stderr.contains("inputs/.tmp"), "{done:#?}");
    assert!(site.requests().is_empty());
}

#[test]
fn a_file_size_limit_is_an_error_and_the_old_file_stays() {
    let site = good_site();
    site.on(INPUT_PATH, Reply::text("1\n".repeat(100_000)));
    let sandbox = Sandbox::project().site(&site).file(INPUT_FILE, "old\n");
    let aoc = env!("CARGO_BIN_EXE_aoc");
    let script = format!("ulimit -f 8; exec '{aoc}' fetch 2020/22 --force");
    let mut shell = sandbox.program("sh");
    Done::from(shell.args(["-c", &script]).output().expect("sh"))
        .mentions("inputs/year2020/day22.txt: File too large")
        .prints("")
        .exits(8);
    assert_eq!(sandbox.files("inputs"), ["year2020/day22.txt"]);
    assert_eq!(sandbox.read(INPUT_FILE), "old\n");
}

#[test]
fn a_killed_process_leaves_no_half_file_and_no_lock() {
    let site = good_site();
    let slow = Reply::text(INPUT).trickle(Duration::from_millis(100));
    site.script(INPUT_PATH, [slow, Reply::text(INPUT)]);
    let sandbox = Sandbox::project().site(&site);
    let mut child = sandbox.command(&["fetch", "2020/22"]).spawn().expect("aoc");
    wait_until(|| site.count(INPUT_PATH) > 0);
    child.kill().expect("a kill");
    child.wait().expect("its end");
    assert_eq!(sandbox.files("inputs"), [""; 0]);
    sandbox.aoc(&["fetch", "2020/22"]).says("").exits(0);
    assert_eq!(sandbox.read(INPUT_FILE), INPUT);
}

//! `aoc fetch` and files: obstacles, links, limits, and what a kill leaves.

use std::fs;
use std::time::{Duration, Instant};

use crate::fetch::{INPUT, INPUT_FILE, INPUT_PATH, PAGE_FILE, good_site};
use crate::process::Running;
use crate::sandbox::{Done, Sandbox};
use crate::site::Reply;

#[test]
fn a_folder_where_the_file_should_be() {
    let site = good_site();
    let sandbox = Sandbox::project().site(&site);
    fs::create_dir_all(sandbox.path(INPUT_FILE)).expect("a folder");
    for force in [&["fetch", "2020/22"][..], &["fetch", "2020/22", "--force"]] {
        sandbox
            .aoc(force)
            .mentions("inputs/year2020/day22.txt is not a file; move it out of the way")
            .exits(8);
    }
    assert!(site.requests().is_empty());
}

#[test]
fn a_folder_that_nobody_may_write_to() {
    let site = good_site();
    let sandbox = Sandbox::project().site(&site);
    // Not even the superuser makes a file there.
    std::os::unix::fs::symlink("/sys", sandbox.path("inputs")).expect("a link");
    let done = sandbox
        .aoc(&["fetch", "2020/21-22"])
        .mentions("aoc: 2020/21: input: ")
        .mentions("inputs cannot be written: ")
        .mentions("aoc: 1 more puzzle not tried")
        .prints("")
        .exits(8);
    assert!(!done.stderr.contains("inputs/.tmp"), "{done:#?}");
    assert!(site.requests().is_empty());
}

#[test]
fn an_interrupt_leaves_no_half_file() {
    let site = good_site();
    let input = "12345678\n".repeat(1_000_000);
    site.on(INPUT_PATH, Reply::text(&*input));
    let sandbox = Sandbox::project().site(&site).file(INPUT_FILE, "old\n");
    let half_written = || {
        let files = fs::read_dir(sandbox.path("inputs/year2020")).expect("a folder");
        files.flatten().any(|file| {
            file.file_name().to_string_lossy().starts_with(".tmp")
                && file.metadata().is_ok_and(|metadata| metadata.len() > 0)
        })
    };
    for _ in 0..5 {
        let aoc = Running::start(sandbox.command(&["fetch", "2020/22", "--force"]));
        let start = Instant::now();
        while !half_written() && start.elapsed() < Duration::from_secs(5) {}
        aoc.signal("TERM");
        let done = aoc.end();
        assert!(matches!(done.status, Some(0 | 130)), "{done:#?}");
        let files = sandbox.files("inputs");
        assert!(!files.iter().any(|file| file.contains(".tmp")), "{files:?}");
        let there = sandbox.read(INPUT_FILE);
        assert!(there == "old\n" || there == input, "{}", there.len());
    }
}

/// Runs `aoc` with a file size limit of this many blocks of 512 bytes.
fn limited(sandbox: &Sandbox, blocks: u32, arguments: &str) -> Done {
    let aoc = env!("CARGO_BIN_EXE_aoc");
    let script = format!("ulimit -f {blocks}; exec '{aoc}' {arguments}");
    let mut shell = sandbox.program("sh");
    Done::from(shell.args(["-c", &script]).output().expect("sh"))
}

#[test]
fn a_file_size_limit_is_an_error_and_leaves_nothing() {
    let site = good_site();
    site.on(INPUT_PATH, Reply::text("1\n".repeat(100_000)));
    let sandbox = Sandbox::project().site(&site);
    limited(&sandbox, 8, "fetch 2020/22")
        .mentions("inputs/year2020/day22.txt cannot be written: File too large")
        .prints("")
        .exits(8);
    assert_eq!(sandbox.files("inputs"), Vec::<String>::new());
    // The old file stays.
    let sandbox = sandbox.file(INPUT_FILE, "old\n");
    limited(&sandbox, 8, "fetch 2020/22 --force").exits(8);
    assert_eq!(sandbox.files("inputs"), ["year2020/day22.txt"]);
    assert_eq!(sandbox.read(INPUT_FILE), "old\n");
}

#[test]
fn a_link_where_the_input_belongs_is_replaced() {
    let site = good_site();
    let sandbox = Sandbox::project()
        .site(&site)
        .file("../home/precious", "mine\n")
        .file("inputs/README.md", "");
    fs::create_dir(sandbox.path("inputs/year2020")).expect("a folder");
    for file in [INPUT_FILE, PAGE_FILE] {
        let link = sandbox.path(file);
        std::os::unix::fs::symlink("../../../home/precious", link).expect("a link");
    }
    sandbox.aoc(&["fetch", "2020/22", "--force"]).exits(0);
    assert_eq!(sandbox.read("../home/precious"), "mine\n");
    assert_eq!(sandbox.read(INPUT_FILE), INPUT);
    let written = fs::symlink_metadata(sandbox.path(INPUT_FILE));
    assert!(written.expect("a file").is_file());
}

#[test]
fn a_fifo_is_never_waited_for() {
    let site = good_site();
    let sandbox = Sandbox::project().site(&site).without("AOC_SESSION");
    fs::create_dir_all(sandbox.path("../config/aoc")).expect("a folder");
    let fifo = |path: &str| {
        let made = sandbox.program("mkfifo").arg(sandbox.path(path)).status();
        assert!(made.expect("mkfifo").success());
    };
    let fetch = || Running::start(sandbox.command(&["fetch", "2020/22"])).end();
    fifo("../config/aoc/session");
    fetch()
        .mentions("config/aoc/session cannot be read: it is not a regular file")
        .exits(3);
    fifo("../config/aoc/config.toml");
    fetch()
        .mentions("cannot read ")
        .mentions("config/aoc/config.toml: it is not a regular file")
        .exits(8);
    fs::remove_file(sandbox.path("../config/aoc/config.toml")).expect("a FIFO");
    fs::create_dir_all(sandbox.path("inputs/year2020")).expect("a folder");
    fifo(INPUT_FILE);
    fetch()
        .mentions("inputs/year2020/day22.txt is not a file; move it out of the way")
        .exits(8);
    assert!(site.requests().is_empty());
}

#[test]
fn a_killed_process_leaves_no_half_file_and_no_lock() {
    let site = good_site();
    site.script(
        INPUT_PATH,
        [
            Reply::text(INPUT).trickle(Duration::from_millis(100)),
            Reply::text(INPUT),
        ],
    );
    let sandbox = Sandbox::project().site(&site);
    let mut child = sandbox.command(&["fetch", "2020/22"]).spawn().expect("aoc");
    while site.count(INPUT_PATH) == 0 {
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().expect("a kill");
    child.wait().expect("its end");
    assert_eq!(sandbox.files("inputs"), Vec::<String>::new());
    sandbox.aoc(&["fetch", "2020/22"]).says("").exits(0);
    assert_eq!(sandbox.read(INPUT_FILE), INPUT);
}

//! `aoc fetch` and files: what stands in the way, and what a kill leaves.

use std::fs;
use std::time::{Duration, Instant};

use crate::fetch::{INPUT, INPUT_FILE, INPUT_PATH, good_site};
use crate::process::Running;
use crate::sandbox::{Done, Sandbox};
use crate::site::Reply;

#[test]
fn a_file_where_a_folder_should_be() {
    let site = good_site();
    let sandbox = Sandbox::project()
        .site(&site)
        .file("inputs/year2020", "in the way");
    sandbox
        .aoc(&["fetch", "2020/22"])
        .mentions("inputs/year2020")
        .prints("")
        .exits(8);
    assert!(site.requests().is_empty());
    assert_eq!(sandbox.files("inputs"), ["year2020"]);
}

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

#[cfg(target_os = "linux")]
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
        .mentions("aoc: one more puzzle was not tried")
        .prints("")
        .exits(8);
    assert!(!done.stderr.contains("inputs/.tmp"), "{done:#?}");
    assert!(site.requests().is_empty());
}

#[cfg(unix)]
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

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_nothing() {
    // /dev/full cannot hold a folder; a limit on the size of files is the same
    // to a writer.
    let site = good_site();
    site.on(INPUT_PATH, Reply::text("1\n".repeat(100_000)));
    let sandbox = Sandbox::project().site(&site);
    let aoc = env!("CARGO_BIN_EXE_aoc");
    let script = format!("ulimit -f 8; trap '' XFSZ; exec '{aoc}' fetch 2020/22");
    let mut shell = sandbox.program("sh");
    let done = Done::from(shell.args(["-c", &script]).output().expect("sh"));
    done.mentions("inputs/year2020/day22.txt cannot be written: File too large")
        .prints("")
        .exits(8);
    assert_eq!(sandbox.files("inputs"), Vec::<String>::new());
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

#[test]
fn what_a_killed_write_left_is_never_read() {
    let site = good_site();
    let sandbox = Sandbox::project()
        .site(&site)
        .file("inputs/year2020/.tmpAbCdEf", "half of an inp");
    sandbox.aoc(&["fetch", "2020/22"]).exits(0);
    assert_eq!(sandbox.read(INPUT_FILE), INPUT);
}

#[test]
fn locks_and_all_else_work_without_a_cache_folder() {
    let site = good_site();
    let sandbox = Sandbox::project()
        .site(&site)
        .file("../cache/aoc", "in the way");
    sandbox
        .env("AOC_SPACING", "10ms")
        .aoc(&["fetch", "2020/22"])
        .says("")
        .exits(0);
}

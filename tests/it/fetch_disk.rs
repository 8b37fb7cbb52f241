//! `aoc fetch` and files: what stands in the way, and what a kill leaves.

use std::fs;
use std::time::Duration;

use crate::fetch::{INPUT, INPUT_FILE, INPUT_PATH, good_site};
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

#[cfg(unix)]
#[test]
fn a_folder_that_nobody_may_write_to() {
    use std::os::unix::fs::PermissionsExt;

    let site = good_site();
    let sandbox = Sandbox::project().site(&site).file("inputs/README.md", "");
    let inputs = sandbox.path("inputs");
    fs::set_permissions(&inputs, fs::Permissions::from_mode(0o555)).expect("a mode");
    if fs::write(inputs.join("probe"), "").is_ok() {
        // The superuser may write everywhere.
        return;
    }
    sandbox
        .aoc(&["fetch", "2020/21-22"])
        .mentions("inputs cannot be written: Permission denied")
        .prints("")
        .exits(8);
    assert!(site.requests().is_empty());
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

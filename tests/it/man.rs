//! `aoc man`, and what it has in common with `aoc completions`: outside a project
//! too.

use std::process::Stdio;

use crate::sandbox::{Done, Sandbox};

#[test]
fn a_page_of_the_whole_and_of_a_command() {
    let sandbox = Sandbox::new();
    let page = sandbox.aoc(&["man"]).says("").exits(0).stdout;
    for part in [
        ".TH aoc 1",
        "aoc\\-run(1)",
        ".SH EXAMPLES",
        ".SH FILES",
        ".SH ENVIRONMENT",
        ".SH \"EXIT STATUS\"",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let page = sandbox.aoc(&["man", "run"]).says("").exits(0).stdout;
    for part in [
        ".TH aoc-run 1",
        "\\-\\-all\\-alts",
        "\\-\\-offline",
        ".SH EXAMPLES",
        ".SH \"EXIT STATUS\"",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    // The release's date, which this version may not have yet.
    let dated = Sandbox::new().env("SOURCE_DATE_EPOCH", "1796083200");
    let page = dated.aoc(&["man"]).stdout;
    let heading = page.lines().find(|line| line.starts_with(".TH "));
    let date = heading.and_then(|heading| heading.split(' ').nth(3));
    assert!(
        date.is_some_and(|date| date.len() == 10 && date.starts_with("20")),
        "{heading:?}"
    );
    sandbox
        .aoc(&["man", "dance"])
        .says("aoc: unknown command `dance`; `aoc help` lists them\n")
        .prints("")
        .exits(2);
    let all = sandbox.aoc(&["man", "--all", "pages"]).prints("").exits(0);
    let pages = sandbox.files("pages");
    assert_eq!(
        all.stderr,
        format!("note: wrote {} pages to pages\n", pages.len())
    );
    assert_eq!(sandbox.read("pages/aoc.1"), sandbox.aoc(&["man"]).stdout);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let sandbox = Sandbox::new();
    for arguments in [&["man"][..], &["completions", "bash"]] {
        let full = std::fs::File::create("/dev/full").expect("a device");
        let mut command = sandbox.command(arguments);
        let output = command.stdout(full).output().expect("aoc runs");
        let done = Done::from(output);
        done.says("aoc: cannot write the output: No space left on device (os error 28)\n")
            .exits(8);
    }
}

#[test]
fn a_broken_pipe_is_no_error() {
    let sandbox = Sandbox::new();
    for arguments in [&["man"][..], &["completions", "bash"]] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut command = sandbox.command(arguments);
        let output = command.stdout(writer).stderr(Stdio::piped()).output();
        Done::from(output.expect("aoc runs")).says("").exits(0);
    }
}

//! `aoc completions` and `aoc man`: outside a project too.

use std::process::Stdio;

use crate::sandbox::Sandbox;

#[test]
fn completions_for_each_shell() {
    let sandbox = Sandbox::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = sandbox.aoc(&["completions", shell]).says("").exits(0);
        for word in ["fetch", "all-alts"] {
            assert!(script.stdout.contains(word), "{shell}: {word}");
        }
    }
    sandbox
        .aoc(&["completions", "csh"])
        .mentions("[possible values: bash, elvish, fish, powershell, zsh]")
        .exits(2);
}

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
    sandbox
        .aoc(&["man", "dance"])
        .says("aoc: unknown command `dance`; `aoc help` lists them\n")
        .prints("")
        .exits(2);
}

#[test]
fn nobody_who_reads_is_no_error() {
    let sandbox = Sandbox::new();
    for arguments in [&["man"][..], &["completions", "bash"]] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut command = sandbox.command(arguments);
        let status = command.stdout(writer).stderr(Stdio::inherit()).status();
        assert_eq!(status.expect("aoc runs").code(), Some(0), "{arguments:?}");
    }
}

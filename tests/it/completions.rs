//! `aoc completions`, and what the shells' scripts ask: whole lines, and whatever
//! the folder looks like.

use crate::sandbox::{Done, Sandbox, TOKEN};
use crate::site::Site;

const DAY: &str = r#"
impl Solution for Day22 {
    const TITLE: &'static str = "Crab Combat";
    const ALTERNATIVES: &'static [Alternative<Self>] = &[
        Alternative::new("one by one", Part::One, |deal| Ok(deal.len().into())),
    ];
}"#;

/// A project with a day of 2020 and one of 2019, which cannot be built.
fn project() -> Sandbox {
    Sandbox::project()
        .file("days/year2020/day22.rs", DAY)
        .file("days/year2019/day01.rs", "")
        .file("inputs/year2020/day22.txt", "mine")
        .file("inputs/year2020/day22.alice.txt", "hers")
        .file("inputs/year2019/day01.bob.txt", "his")
        .file("../config/aoc/session.work", TOKEN)
        .file("target/aoc-baselines/main.json", "{}")
        .file(".git/refs/heads/main", "")
        .file("days/year2020/Cargo.toml", "[features]\nfast = []\n")
}

/// What a shell is told when the user types Tab at the end of a line.
fn ask(sandbox: &Sandbox, shell: &str, line: &str) -> Done {
    let words: Vec<&str> = line.split(' ').collect();
    let mut command = sandbox.command(&[&["--"], &*words].concat());
    command.env("AOC_COMPLETE", shell);
    command.env("_CLAP_COMPLETE_INDEX", (words.len() - 1).to_string());
    command.env("_CLAP_IFS", "\n");
    Done::from(command.output().expect("aoc runs"))
}

fn offered(sandbox: &Sandbox, line: &str) -> String {
    let done = ask(sandbox, "bash", line).says("").exits(0);
    assert!(!done.stdout.contains("53616c74"), "{}", done.stdout);
    done.stdout.replace('\n', " ")
}

#[test]
fn bash_offers_what_it_is_told() {
    let script = r#"
        source <("$0" completions bash)
        registered=$(complete -p aoc)
        COMP_WORDS=(aoc run 2020/) COMP_CWORD=2 COMP_TYPE=9
        $(sed 's/.* -F \([^ ]*\).*/\1/' <<< "$registered") aoc 2020/ run
        echo "${COMPREPLY[@]}""#;
    let sandbox = project();
    let mut bash = sandbox.program("bash");
    bash.args(["--norc", "-c", script, env!("CARGO_BIN_EXE_aoc")]);
    let done = Done::from(bash.output().expect("bash runs"));
    done.says("").prints("2020/22\n").exits(0);
}

#[test]
fn a_script_for_each_shell() {
    let sandbox = Sandbox::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = sandbox.aoc(&["completions", shell]).says("").exits(0);
        for word in ["AOC_COMPLETE", "aoc"] {
            assert!(script.stdout.contains(word), "{shell}: {word}");
        }
    }
    let zsh = sandbox.aoc(&["completions", "zsh"]).stdout;
    assert!(
        zsh.starts_with("#compdef aoc\n(( $+functions[compdef] )) || "),
        "{zsh}"
    );
    sandbox
        .aoc(&["completions", "csh"])
        .mentions("[possible values: bash, elvish, fish, powershell, zsh]")
        .exits(2);
}

#[test]
fn a_project_has_its_words() {
    let site = Site::start();
    let sandbox = project().site(&site);
    for (line, words) in [
        ("aoc r", "run read"),
        ("aoc run ", "latest today all 1 22 2020 2019"),
        ("aoc r 2020/", "2020/22"),
        ("aoc 2", "22 2020 2019"),
        ("aoc 22 --al", "--all-inputs --alt --all-alts"),
        ("aoc run 22 --alt ", "one\\ by\\ one"),
        ("aoc run 22 --alt one\\", "one\\ by\\ one"),
        ("aoc run 2020/22 --input ", "alice"),
        ("aoc bench 2020/22 --input = a", "alice"),
        ("aoc run all --input ", "alice bob"),
        ("aoc accept 2019/1 --input ", "bob"),
        ("aoc fetch --account ", "work"),
        ("aoc fetch 2025/1", "2025/1 2025/10 2025/11 2025/12"),
        ("aoc status ", "2020 2019"),
        ("aoc run -y 20", "2020 2019"),
        ("aoc submit -p ", "1 2"),
        ("aoc man sta", "start status"),
        ("aoc verify 2019/", "2019/1"),
        (
            "aoc new 2020/2",
            "2020/2 2020/20 2020/21 2020/23 2020/24 2020/25",
        ),
        ("aoc bench --baseline ", "main"),
        ("aoc bench --save m", "main"),
        ("aoc bench --against m", "main"),
        ("aoc bench --against ", "HEAD HEAD~1 main"),
        ("aoc bench --features ", "fast"),
        ("aoc run 2020/22 --features x,f", "x,fast"),
        ("aoc run 2019/1 --features ", ""),
        ("aoc import aoc", "aocd aoc-cli"),
        ("aoc import d", "days/"),
        ("aoc completions z", "zsh"),
        ("aoc run days/year2019/", "days/year2019/day01.rs"),
        ("aoc run 22 --timeout ", ""),
        ("aoc run nonsense", ""),
    ] {
        assert_eq!(offered(&sandbox, line), words, "{line}");
    }
    let titled = ask(&sandbox, "fish", "aoc run 22").exits(0);
    assert_eq!(titled.stdout, "22\tCrab Combat\n");
    assert!(site.requests().is_empty());
}

/// Whatever is wrong, the user's line stays as it is.
#[test]
fn nothing_is_said_of_errors() {
    let outside = Sandbox::new();
    assert_eq!(offered(&outside, "aoc run "), "latest today all");
    assert_eq!(offered(&outside, "aoc run --alt "), "");
    let broken = Sandbox::new()
        .file(
            "Cargo.toml",
            "[workspace]\n[workspace.metadata.aoc]\nyear = 'x'\n",
        )
        .file("../config/aoc/config.toml", "nonsense")
        .env("AOC_YEAR", "never");
    assert_eq!(offered(&broken, "aoc run -p "), "1 2");
    ask(&broken, "csh", "aoc run ").says("").prints("").exits(1);
    let token = format!("aoc login {TOKEN}");
    assert_eq!(offered(&broken, &token), "");
    // A variable that was left behind changes nothing.
    let left = Sandbox::new().env("AOC_COMPLETE", "bash");
    left.aoc(&["--version"]).says("").exits(0);
}

//! `aoc completions`, and the requests that the scripts of shells make. The requests have whole
//! lines, in folders in any state.

use crate::sandbox::{Done, Sandbox};
use crate::site::pages::page;

const DAY: &str = r#"
impl Solution for Day22 {
    const TITLE: &'static str = "Crab \u{9b}Combat";
    const ALTERNATIVES: &'static [Alternative<Self>] = &[
        Alternative::new("textbook", Part::One, |deal| Ok(deal.len().into())),
        Alternative::new("two words", Part::One, |deal| Ok(deal.len().into())),
    ];
}"#;

/// A project with a day of 2020 and a day of 2019. The day of 2019 cannot be built, and its title
/// comes from its page.
fn project() -> Sandbox {
    Sandbox::project()
        .file("days/year2020/day22.rs", DAY.replace(r"\u{9b}", "\u{9b}"))
        .file("days/year2019/day01.rs", "const TITLE: S = \"Day 1\";")
        .file("inputs/year2019/day01.html", page(2019, 1, 1))
        .file("inputs/year2020/day22.txt", "mine")
        .file("inputs/year2020/day22.alice.txt", "hers")
        .file("inputs/year2019/day01.bob.txt", "his")
        .file("target/aoc-baselines/before.json", "")
        .file("../config/aoc/session.home", "")
        .file("../config/aoc/session.work", "")
}

/// The reply to a shell when the user presses Tab at the end of a line.
fn ask(sandbox: &Sandbox, shell: &str, line: &str) -> Done {
    ask_before(sandbox, shell, line, &[])
}

/// The reply to a shell when the user presses Tab before the words that follow.
fn ask_before(sandbox: &Sandbox, shell: &str, line: &str, rest: &[&str]) -> Done {
    let words: Vec<&str> = line.split(' ').collect();
    let mut command = sandbox.command(&[&["--"], &*words, rest].concat());
    command.env("AOC_COMPLETE", shell);
    command.env("_CLAP_COMPLETE_INDEX", (words.len() - 1).to_string());
    command.env("_CLAP_IFS", "\n");
    Done::from(command.output().expect("aoc runs"))
}

fn offered(sandbox: &Sandbox, line: &str) -> String {
    let done = ask(sandbox, "bash", line).says("").exits(0);
    done.stdout.replace('\n', " ")
}

#[test]
fn bash_offers_what_it_is_told_wherever_aoc_is() {
    let script = r#"
        mkdir -p "$1" && { ln "$0" "$1/aoc" 2> link || cp "$0" "$1/aoc"; }
        source <("$1/aoc" completions bash)
        registered=$(complete -p aoc)
        COMP_WORDS=(aoc run 2020/) COMP_CWORD=2 COMP_TYPE=9
        $(sed 's/.* -F \([^ ]*\).*/\1/' <<< "$registered") aoc 2020/ run
        echo "${COMPREPLY[@]}"
        for shell in zsh fish; do "$1/aoc" completions $shell > $shell; done
        PATH=$1:$PATH "$1/aoc" completions fish > named"#;
    let sandbox = project();
    let mut bash = sandbox.program("bash");
    let aoc = env!("CARGO_BIN_EXE_aoc");
    bash.args(["--norc", "-c", script, aoc, "a $(touch made)'s blank"]);
    let done = Done::from(bash.output().expect("bash runs"));
    done.says("").prints("2020/22\n").exits(0);
    assert!(!sandbox.path("made").exists());
    // The tests do not run these shells. The path is one word in them.
    let zsh = sandbox.read("zsh");
    let quoted = r#"/a $(touch made)'"'s blank/aoc" -- "#;
    assert!(zsh.contains(quoted), "{zsh}");
    let fish = sandbox.read("fish");
    assert!(fish.contains(r"/a \$(touch made)"), "{fish}");
    let named = sandbox.read("named");
    assert!(!named.contains("touch made"), "{named}");
}

#[test]
fn a_project_has_its_words() {
    let sandbox = project();
    for (line, words) in [
        ("aoc r", "read run readme"),
        ("aoc co", "config completions"),
        (
            "aoc run ",
            "latest all today yesterday tomorrow 1 22 2020 2019",
        ),
        ("aoc r 2020/", "2020/22"),
        ("aoc 2", "22 2020 2019"),
        ("aoc 22 --all-i", "--all-inputs"),
        ("aoc latest --all-i", "--all-inputs"),
        ("aoc -d 22 --all-i", "--all-inputs"),
        ("aoc --json -d 22 --all-i", "--all-inputs"),
        ("aoc -q --day 2", "22 2020 2019"),
        ("aoc --offline today --all-i", "--all-inputs"),
        ("aoc 22 --alt ", "textbook"),
        ("aoc run 22 --alt ", "textbook"),
        ("aoc run 22 -p 2 --alt ", "textbook"),
        ("aoc watch 22 --alt ", "textbook"),
        ("aoc w -d 22 --alt ", "textbook"),
        ("aoc run 2019/1 --jobs 22 --input ", "bob"),
        ("aoc run --jobs 1 -d 22 --input ", "alice"),
        ("aoc run 1 -y 2019 --input ", "bob"),
        ("aoc run days/year2020/day22.rs --input ", "alice"),
        ("aoc run 2020/22 --input ", "alice"),
        ("aoc run all --input ", "alice bob"),
        ("aoc accept 2019/1 --input ", "bob"),
        ("aoc fetch 2025/1", "2025/1 2025/10 2025/11 2025/12"),
        ("aoc completions z", "zsh"),
        ("aoc config le", "leaderboard"),
        ("aoc man ver", "verify"),
        ("aoc help ver", "verify"),
        ("aoc run 1 -y ", "2020 2019"),
        ("aoc calendar 2025", "2025"),
        ("aoc leaderboard 2025", "2025"),
        ("aoc leaderboard -y 2025 --day 1", "1 10 11 12"),
        ("aoc leaderboard -y 2025 --day t", ""),
        ("aoc fetch --account ", "home work"),
        ("aoc login --account w", "work"),
        ("aoc logout --account w", "work"),
        ("aoc bench --baseline ", "before"),
        ("aoc import aoc", "aocd aoc-cli"),
        ("aoc run 22 --timeout ", ""),
        ("aoc run nonsense", ""),
    ] {
        assert_eq!(offered(&sandbox, line), words, "{line}");
    }
    for (line, rest, words) in [
        ("aoc run --h", &["22"][..], "--help"),
        ("aoc run --all-i", &["22"], "--all-inputs"),
        (
            "aoc run ",
            &["-q"],
            "latest\nall\ntoday\nyesterday\ntomorrow\n1\n22\n2020\n2019",
        ),
        ("aoc 22 --all-i", &["-p", "1"], "--all-inputs"),
        ("aoc run 2019/", &["--all-inputs"], "2019/1"),
        ("aoc run 2020/22 --alt ", &["-q"], "textbook"),
    ] {
        let done = ask_before(&sandbox, "bash", line, rest).says("").exits(0);
        assert_eq!(done.stdout, words, "{line}|{rest:?}");
    }
    let root = sandbox.path("");
    let root = root.to_str().expect("text");
    let elsewhere = project().in_folder(sandbox.outside(""));
    let line = format!("aoc -C {root} run 2020/22 --input ");
    assert_eq!(offered(&elsewhere, &line), "alice");
    for line in [
        format!("aoc -C{root} run 2020/22 --input "),
        format!("aoc -C={root} run 2020/22 --input "),
        format!("aoc -qC {root} 2020/22 --input "),
        format!("aoc run -C {root} 2020/22 --input "),
    ] {
        assert_eq!(offered(&elsewhere, &line), "alice", "{line}");
    }
    // The title may come from a page that anyone wrote.
    let titled = ask(&sandbox, "fish", "aoc run 2").exits(0);
    let expected = "22\tCrab \\u{9b}Combat\n2020\t1 day\n2019\t1 day\n";
    assert_eq!(titled.stdout, expected);
    let titled = ask(&sandbox, "fish", "aoc run 1").exits(0);
    assert_eq!(titled.stdout, "1\tInvented\n");
}

#[test]
fn nothing_is_said_of_errors() {
    let outside = Sandbox::new();
    assert_eq!(
        offered(&outside, "aoc run "),
        "latest all today yesterday tomorrow"
    );
    let broken = Sandbox::new()
        .file("Cargo.toml", "[workspace]\nmetadata.aoc.year = 'x'\n")
        .env("AOC_YEAR", "never");
    assert_eq!(offered(&broken, "aoc completions f"), "fish");
    let unknown = ask(&broken, "csh", "aoc run ").mentions("unknown shell `csh`");
    unknown.prints("").exits(2);
    // If the variable is still set, other commands ignore it.
    let left = Sandbox::new().env("AOC_COMPLETE", "bash");
    left.line("--version").says("").exits(0);
}

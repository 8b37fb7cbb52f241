//! `aoc init`, and that what it writes works.

use std::fs;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use crate::process::Running;
use crate::sandbox::{Done, Sandbox};

fn year(sandbox: &Sandbox, dir: &str) -> String {
    let mut days = fs::read_dir(sandbox.path(dir).join("days")).expect("days");
    let name = days.next().expect("a year").expect("a year").file_name();
    let name = name.into_string().expect("text");
    name.strip_prefix("year").expect("a year").to_owned()
}

fn inside(sandbox: &Sandbox, command: &mut Command) -> Done {
    let output = command.current_dir(sandbox.path("my")).output();
    Done::from(output.expect("it runs")).exits(0)
}

/// All files below a folder, without those of git itself and those that an
/// interrupted write left, with their contents.
fn contents(sandbox: &Sandbox, dir: &str) -> Vec<(String, String)> {
    let files = sandbox.files(dir).into_iter();
    files
        .filter(|path| !path.starts_with(".git/") && !path.contains(".tmp"))
        .map(|path| {
            let text = sandbox.read(&format!("{dir}/{path}"));
            (path, text)
        })
        .collect()
}

#[test]
fn a_new_repository_builds_and_runs() {
    let sandbox = Sandbox::new().env("CARGO_NET_OFFLINE", "true");
    let done = sandbox.aoc(&["init", "my"]).exits(0);
    let year = year(&sandbox, "my");
    let done = done.shows("my/.gitignore\nmy/inputs/");
    done.says(&format!(
        "next:\n  cd my\n  aoc login  # stores your session, once, to \
         download your inputs\n  aoc run    # builds and runs days/year{year}/day01.rs\n  aoc start  \
         # downloads a puzzle, creates its file and runs it at every save\n"
    ));
    assert!(sandbox.path("my/.git/HEAD").is_file());
    let aoc = |arguments: &[&str]| inside(&sandbox, &mut sandbox.command(arguments));
    let cargo = |arguments: &[&str]| {
        let done = inside(&sandbox, sandbox.program("cargo").args(arguments));
        assert!(!done.stderr.contains("warning"), "{done:#?}");
        done
    };
    let removed = format!("note: removed days/year{year}: its only day was `init`'s, unchanged\n");
    aoc(&["new", "2016/2,24-25"]).says(&removed);
    assert!(!sandbox.path(&format!("my/days/year{year}")).exists());
    cargo(&["fmt", "--all", "--check"]).prints("");

    let main = sandbox.read("my/days/year2016/main.rs");
    sandbox.write("my/inputs/year2016/day25.txt", "1\n");
    let ran = aoc(&["run", "2016/25", "--json"]);
    // Cargo is called twice, as it writes the lock file, and is heard once.
    assert_eq!(ran.stderr.matches("Finished").count(), 1, "{ran:#?}");
    assert_eq!(ran.json()["results"][0]["phases"][1]["status"], "unsolved");
    assert!(sandbox.read("my/days/year2016/main.rs").contains(&main));

    // The days' tests and lints, without the library's.
    cargo(&["clippy", "--all-targets", "--", "-D", "warnings"]);
    cargo(&["test"]);
    cargo(&["fmt", "--check"]).prints("");
    // The examples are tested, too.
    let path = "my/days/year2016/day02.rs";
    let day = sandbox.read(path);
    let day = day.replace("    // const EX", "    const EX");
    sandbox.write(path, day.replace("    //     &[", "        &["));
    let mut cargo = sandbox.program("cargo");
    let cargo = cargo.args(["test", "-q"]).current_dir(sandbox.path("my"));
    Done::from(cargo.output().expect("cargo runs"))
        .shows("2016/2 part 1, example 1: expected 2, got no answer")
        .exits(101);

    // What git would take is neither personal nor built.
    let mut git = sandbox.program("git");
    let status = git.args(["status", "--porcelain", "--untracked-files=all"]);
    let status = inside(&sandbox, status).stdout;
    assert!(status.contains("?? days/year2016/day25.rs"), "{status}");
    let is_clean = !status.contains("day25.txt") && !status.contains("target");
    assert!(is_clean, "{status}");
}

#[test]
fn what_is_there_stays() {
    let sandbox = Sandbox::new()
        .file(".git/config", "mine")
        .file("README.md", "mine")
        .file(".gitignore", "/target/\n");
    let done = sandbox.aoc(&["init"]).exits(0);
    done.shows("inputs/README.md\n.github/").mentions(
        "warning: .gitignore is unchanged and lacks `/inputs/*`: git must not publish these \
         files\nnote: kept as they are: README.md\nnext:\n  aoc login  # ",
    );
    assert_eq!(sandbox.read("README.md"), "mine");
    let package = Sandbox::new().file("my/Cargo.toml", "[package]\nname = \"x\"\n");
    let warning = "warning: my/Cargo.toml is unchanged and does not list the years as members of \
                   a workspace, so they cannot be built: add `members = \
                   [\"days/year*\"]` to its table `[workspace]`\n";
    let done = package.aoc(&["init", "my"]).mentions(warning).exits(0);
    // Nothing can be run yet.
    assert!(!done.stderr.contains("aoc run"), "{done:#?}");
    // Each is said once, and something is still missing.
    package.aoc(&["init", "my"]).says(warning).exits(0);
    package.write("my/Cargo.toml", "[package");
    let invalid = "warning: my/Cargo.toml is unchanged and is not valid TOML in line 1: ";
    package.aoc(&["init", "my"]).mentions(invalid).exits(0);
    let other = "[workspace]\nmembers = [\"a\"]\n[workspace.metadata.aoc]\ninputs = \"private\"\n";
    let other = Sandbox::new()
        .file("Cargo.toml", other)
        .file(".gitignore", "target");
    let done = other.aoc(&["init"]).mentions("lacks `/private/*`").exits(0);
    assert!(!done.stderr.contains("aoc run"), "{done:#?}");
    assert!(other.read("private/README.md").starts_with("# Inputs"));
}

#[test]
fn killed_or_twice_at_once_it_makes_one_repository() {
    let sandbox = Sandbox::new();
    let init = |dir: &str| sandbox.aoc(&["init", "--json", dir]).exits(0);
    let start = Instant::now();
    let done = init("it's new")
        .mentions("next:\n  cd 'it'\\''s new'\n")
        .json();
    let time = start.elapsed();
    assert_eq!(done["schema"], "aoc-init/1");
    let whole = contents(&sandbox, "it's new");
    assert_eq!(done["files"].as_array().map(Vec::len), Some(whole.len()));
    for run in 0..4 {
        let dir = format!("killed{run}");
        let mut child = sandbox.command(&["init", &dir]).spawn().expect("aoc runs");
        thread::sleep(time * run / 4 + Duration::from_micros(100));
        child.kill().expect("killed, or at its end");
        child.wait().expect("its end");
        init(&dir);
        assert_eq!(contents(&sandbox, &dir), whole, "after a kill in run {run}");
    }
    let children = [(); 3].map(|()| Running::start(sandbox.command(&["init", "my"])));
    drop(children.map(|child| child.end().exits(0)));
    let done = init("my").says("note: nothing was missing\n").json();
    assert_eq!(done["files"], serde_json::json!([]));
    assert_eq!(contents(&sandbox, "my"), whole);
    // A file that is gone comes back; days that were solved stay.
    fs::remove_file(sandbox.path("my/.gitignore")).expect("removed");
    let day = format!("my/days/year{}/day01.rs", year(&sandbox, "my"));
    sandbox.write(&day, "solved");
    sandbox.line("init my").prints("my/.gitignore\n").exits(0);
    assert_eq!(sandbox.read(&day), "solved");
}

#[test]
fn the_library_is_brought_up_to_date() {
    let sandbox = Sandbox::new();
    let init = |more: &[&str]| sandbox.aoc(&[&["init"], more].concat());
    init(&["--update"])
        .mentions("there is no library in ")
        .exits(2);
    init(&[]).exits(0);
    init(&["--update"])
        .says("note: vendor/aoc-solution is up to date: version 0.1.0\n")
        .exits(0);
    // An edit is never lost silently.
    let file = "vendor/aoc-solution/src/lib.rs";
    sandbox.write(file, "mine");
    init(&[]).mentions("vendor/aoc-solution is not the library of this version");
    let kept = "lib.rs: commit them, or use ";
    init(&["--update"]).mentions(kept).exits(7);
    let done = init(&["--update", "--force", "--json"]).exits(0).json();
    assert_eq!(done["updated"], serde_json::json!([file]));
}

#[test]
fn what_cannot_be_written_leaves_nothing() {
    let sandbox = Sandbox::new().env("PATH", "").file("days", "mine");
    let mut shell = sandbox.program("/bin/sh");
    // In blocks of 512 or 1024 bytes: some files are below it, some above.
    let script = format!(
        "ulimit -f 4 && exec '{}' init my",
        env!("CARGO_BIN_EXE_aoc")
    );
    let limited = Done::from(shell.args(["-c", &script]).output().expect("it runs"));
    for done in [limited, sandbox.aoc(&["init"])] {
        done.mentions("aoc: cannot write ").prints("").exits(8);
    }
    assert_eq!(sandbox.files(""), ["days"]);
    sandbox.aoc(&["init"]).mentions(": not a directory\n");
    let missing = "warning: there is no cargo on PATH, which builds the days: install it from ";
    sandbox.aoc(&["init", "my"]).mentions(missing).exits(0);
}

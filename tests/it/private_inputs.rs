//! Inputs that are kept elsewhere: `inputs` in `[workspace.metadata.aoc]`.

use std::fs;

use crate::fetch::good_site;
use crate::sandbox::{Done, Sandbox};

fn git(sandbox: &Sandbox, arguments: &[&str]) {
    let mut git = sandbox.program("git");
    git.args([
        "-c",
        "init.defaultBranch=main",
        "-c",
        "protocol.file.allow=always",
    ]);
    let done: Done = git.args(arguments).output().expect("git runs").into();
    done.exits(0);
}

fn set(sandbox: &Sandbox, inputs: &str) {
    let manifest = sandbox.read("Cargo.toml");
    let table = "[workspace.metadata.aoc]\n";
    let at = manifest.find(table).expect("a table") + table.len();
    let after = manifest[at..].trim_start_matches(|c| c != '\n');
    sandbox.write(
        "Cargo.toml",
        format!("{}inputs = '{inputs}'{after}", &manifest[..at]),
    );
}

#[test]
fn they_are_found_relative_to_the_root_wherever_one_stands() {
    let sandbox = Sandbox::project()
        .file("days/year2016/day01.rs", "impl Solution for Day01 {}")
        .file("../private/year2016/day01.txt", "input\n")
        .file("../private/year2016/day1.txt", "input\n");
    let private = sandbox.outside("private");
    let input = private.join("year2016/day01.txt").display().to_string();
    let home = sandbox.outside("home");
    fs::create_dir_all(home.join("aoc/year2016")).expect("a folder");
    fs::write(home.join("aoc/year2016/day01.txt"), "input\n").expect("a file");
    let absolute = private.display().to_string();
    let inside = sandbox.path("days/year2016");
    for (setting, expected) in [
        ("./../private/", input.clone()),
        (&absolute, input.clone()),
        (
            "~/aoc",
            home.join("aoc/year2016/day01.txt").display().to_string(),
        ),
    ] {
        set(&sandbox, setting);
        for folder in [sandbox.path(""), inside.clone()] {
            let mut list = sandbox.command(&["list", "--json"]);
            let listed: Done = list.current_dir(&folder).output().expect("aoc").into();
            let listed = listed.exits(0).json();
            assert_eq!(listed["puzzles"][0]["inputs"][0], expected, "{setting}");
        }
    }
    set(&sandbox, "../private");
    sandbox
        .aoc(&["fetch", "2016/1", "--offline"])
        .mentions(&format!(
            "warning: {} is left out: day01.txt is there too",
            private.join("year2016/day1.txt").display()
        ))
        .exits(0);
    let answers = private.join("year2016/day01.answers.toml");
    sandbox.aoc(&["accept", "2016/1", "42", "-p", "1"]).exits(0);
    assert!(answers.is_file() && !sandbox.path("inputs").exists());
    let doctor = sandbox.aoc(&["doctor", "--offline", "--json"]).json();
    let folders = doctor["checks"].to_string();
    assert!(folders.contains(&absolute), "{folders}");
}

#[test]
fn a_folder_that_cannot_be_used_is_named() {
    let sandbox = Sandbox::project()
        .file("../file", "")
        .file("days/year2016/day01.rs", "impl Solution for Day01 {}");
    set(&sandbox, "../privte");
    let missing = format!(
        "the folder of the inputs, {}, does not exist: create it, or correct `inputs` in the table \
         [workspace.metadata.aoc] of Cargo.toml",
        sandbox.outside("privte").display()
    );
    sandbox
        .aoc(&["accept", "2016/1", "42", "-p", "1"])
        .mentions(&missing)
        .exits(8);
    assert!(!sandbox.outside("privte").exists());
    sandbox.aoc(&["list"]).exits(0);
    set(&sandbox, "../file");
    sandbox
        .aoc(&["list"])
        .mentions("/file, which is not a folder: correct `inputs` in the table")
        .exits(8);
    set(&sandbox, "");
    sandbox
        .aoc(&["list"])
        .mentions("inputs: `` is not the path of a folder, such as ../private\n")
        .exits(2);
}

#[test]
fn downloads_go_there_and_none_is_made_that_could_not_be_stored() {
    let site = good_site();
    let sandbox = Sandbox::project().site(&site);
    set(&sandbox, "../private");
    sandbox
        .aoc(&["fetch", "2020/22"])
        .mentions("/private, does not exist: create it, or correct `inputs`")
        .exits(8);
    assert_eq!(site.paths(), [""; 0]);
    fs::create_dir(sandbox.outside("private")).expect("a folder");
    sandbox.aoc(&["fetch", "2020/22"]).exits(0);
    assert!(sandbox.outside("private/year2020/day22.txt").is_file());
    assert!(sandbox.outside("private/year2020/day22.html").is_file());
    assert!(!sandbox.path("inputs").exists());
}

/// What `doctor` says of publishing.
fn said(sandbox: &Sandbox) -> String {
    let doctor = sandbox.aoc(&["doctor", "--offline", "--json"]).json();
    let checks = doctor["checks"].as_array().expect("checks").iter();
    let notes = checks.filter(|check| check["name"] == "git");
    notes.filter_map(|note| note["detail"].as_str()).collect()
}

#[test]
fn doctor_says_when_inputs_would_be_published() {
    let sandbox = Sandbox::project();
    git(&sandbox, &["init", "-q"]);
    assert_eq!(
        said(&sandbox),
        "git does not ignore inputs, which has what the site asks not to publish: add the line \
         `/inputs/*` to .gitignore"
    );
    sandbox.write("inputs/year2016/day01.txt", "1\n");
    git(&sandbox, &["add", "-A"]);
    sandbox.write(".gitignore", "/inputs/*\n");
    assert_eq!(
        said(&sandbox),
        "git tracks 1 file of inputs, which the site asks not to publish: `git rm -r --cached \
         inputs` removes them from the next commit"
    );
    git(&sandbox, &["rm", "-rq", "--cached", "inputs"]);
    assert_eq!(said(&sandbox), "");

    // A submodule, which has to be checked out first.
    sandbox.write(
        ".gitmodules",
        "[submodule \"x\"]\n\tpath = checked\n\turl = ../x\n",
    );
    set(&sandbox, "checked");
    fs::create_dir(sandbox.path("checked")).expect("a folder");
    sandbox
        .file("days/year2016/day01.rs", "impl Solution for Day01 {}")
        .aoc(&["accept", "2016/1", "42", "-p", "1"])
        .mentions("/checked, which is not checked out: run `git submodule update --init`\n")
        .exits(8);
    let sandbox = Sandbox::project();
    git(&sandbox, &["init", "-q"]);

    // A repository within the repository.
    set(&sandbox, "private");
    sandbox.write("private/README.md", "mine");
    assert!(said(&sandbox).starts_with("git does not ignore private"));
    git(&sandbox, &["init", "-q", "private"]);
    assert_eq!(said(&sandbox), "");
}

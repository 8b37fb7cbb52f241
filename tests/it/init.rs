//! `aoc init`, and that what it writes works.

use std::fs;
use std::process::Command;

use crate::sandbox::{Done, Sandbox};

/// The year of the repository in a folder.
fn year(sandbox: &Sandbox, dir: &str) -> String {
    let days = fs::read_dir(sandbox.path(dir).join("days")).expect("days");
    let names = days.map(|entry| entry.expect("a year").file_name());
    let names: Vec<String> = names
        .map(|name| name.into_string().expect("text"))
        .collect();
    let [name] = names.as_slice() else {
        panic!("{names:?}");
    };
    name.strip_prefix("year").expect("a year").to_owned()
}

fn cargo(sandbox: &Sandbox, arguments: &[&str]) -> Done {
    inside(sandbox, sandbox.program("cargo").args(arguments))
}

fn aoc(sandbox: &Sandbox, arguments: &[&str]) -> Done {
    inside(sandbox, &mut sandbox.command(arguments))
}

/// Within the repository, with success.
fn inside(sandbox: &Sandbox, command: &mut Command) -> Done {
    let output = command.current_dir(sandbox.path("my")).output();
    Done::from(output.expect("it runs")).exits(0)
}

#[test]
fn a_new_repository_builds_and_runs() {
    let sandbox = Sandbox::new().env("CARGO_NET_OFFLINE", "true");
    let done = sandbox
        .aoc(&["init", "my"])
        .says("note: next: `cd my && aoc run`\n")
        .exits(0);
    let year = year(&sandbox, "my");
    let written = format!(
        "my/Cargo.toml\nmy/.gitignore\nmy/README.md\nmy/inputs/README.md\n\
         my/days/year{year}/Cargo.toml\nmy/days/year{year}/main.rs\nmy/days/year{year}/day01.rs\n\
         my/vendor/aoc-solution/\n"
    );
    done.prints(&written);
    cargo(&sandbox, &["fmt", "--all", "--check"]).prints("");

    let main = sandbox.read(&format!("my/days/year{year}/main.rs"));
    let ran = aoc(&sandbox, &["run", "--json"]);
    let ran: serde_json::Value = serde_json::from_str(&ran.stdout).expect("JSON");
    assert_eq!(ran["results"][0]["source"], "example");
    let phases = ran["results"][0]["phases"].as_array().expect("phases");
    let statuses: Vec<_> = phases.iter().map(|phase| &phase["status"]).collect();
    assert_eq!(statuses, ["ok", "unsolved", "unsolved"]);
    assert_eq!(sandbox.read(&format!("my/days/year{year}/main.rs")), main);

    let built = cargo(&sandbox, &["build"]);
    assert!(!built.stderr.contains("warning"), "{built:#?}");

    // What the README says on further days and years.
    let day = sandbox.read(&format!("my/days/year{year}/day01.rs"));
    let manifest = sandbox.read(&format!("my/days/year{year}/Cargo.toml"));
    let day = day.replace("Day01", "Day02");
    sandbox.write(&format!("my/days/year{year}/day02.rs"), &day);
    sandbox.write("my/days/year2016/day02.rs", &day);
    sandbox.write(
        "my/days/year2016/Cargo.toml",
        manifest.replace(&year, "2016"),
    );
    for puzzle in [format!("{year}/2"), "2016/2".to_owned()] {
        let ran = aoc(&sandbox, &["run", &puzzle]);
        assert!(ran.stdout.contains(&puzzle), "{ran:#?}");
    }
    cargo(&sandbox, &["fmt", "--check"]).prints("");
}

#[test]
fn nothing_is_overwritten() {
    let sandbox = Sandbox::new().file("my/.gitignore", "mine\n");
    let path = sandbox.path("my/.gitignore");
    sandbox
        .aoc(&["init", "my"])
        .says(&format!(
            "aoc: {} is there already, and nothing is overwritten: move it away or choose another \
             folder\n",
            path.display()
        ))
        .prints("")
        .exits(2);
    assert_eq!(sandbox.files("my"), [".gitignore"]);
    assert_eq!(sandbox.read("my/.gitignore"), "mine\n");
    // A file for a folder.
    sandbox
        .aoc(&["init", "my/.gitignore"])
        .mentions(".gitignore is there already, and")
        .exits(2);
}

#[test]
fn what_is_there_stays() {
    let sandbox = Sandbox::new()
        .file(".git/config", "mine")
        .file("days/notes.md", "mine");
    sandbox
        .aoc(&["init", "."])
        .says("note: next: `aoc run`\n")
        .exits(0);
    assert_eq!(sandbox.read(".git/config"), "mine");
    assert_eq!(sandbox.read("days/notes.md"), "mine");
    let repository = std::path::Path::new(crate::sandbox::REPOSITORY);
    for file in [".gitignore", "inputs/README.md"] {
        let ours = fs::read_to_string(repository.join(file)).expect("a file");
        assert_eq!(sandbox.read(file), ours);
    }
    sandbox.aoc(&["init", "."]).prints("").exits(2);
}

#[test]
fn a_folder_is_quoted_for_the_shell_and_json_lists_all_files() {
    let sandbox = Sandbox::new();
    let done = sandbox
        .aoc(&["init", "--json", "it's new"])
        .says("note: next: `cd -- 'it'\\''s new' && aoc run`\n")
        .exits(0);
    let created: serde_json::Value = serde_json::from_str(&done.stdout).expect("JSON");
    assert_eq!(created["schema"], "aoc-init/1");
    let files = created["files"].as_array().expect("files");
    let mut files: Vec<&str> = files.iter().filter_map(|file| file.as_str()).collect();
    files.sort_unstable();
    assert_eq!(files, sandbox.files("").iter().collect::<Vec<_>>());
}

#[test]
fn a_cargo_is_asked_for() {
    let sandbox = Sandbox::new().env("PATH", "");
    sandbox
        .aoc(&["init", "my"])
        .says(
            "warning: there is no cargo on PATH, which builds the days; https://rustup.rs installs \
             it\nnote: next: `cd my && aoc run`\n",
        )
        .exits(0);
}

#[cfg(target_os = "linux")]
#[test]
fn a_place_where_nothing_can_be_written() {
    // Where not even the superuser may.
    Sandbox::new()
        .aoc(&["init", "/proc/my"])
        .says(
            "aoc: cannot write /proc/my: No such file or directory (os error 2); nothing is left of \
             it, so try again when that is seen to, or choose another folder\n",
        )
        .prints("")
        .exits(8);
}

#[test]
fn a_folder_must_be_named() {
    Sandbox::new().aoc(&["init"]).mentions("<DIR>").exits(2);
}

//! `aoc init`, and that what it writes works.

use std::fs;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

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
    let done = sandbox.aoc(&["init", "my"]).exits(0);
    let year = year(&sandbox, "my");
    let next = [
        "next:".to_owned(),
        "  cd my      # where the repository is".to_owned(),
        "  aoc login  # stores your session, once, to download your inputs".to_owned(),
        format!("  aoc run    # builds and runs days/year{year}/day01.rs"),
        "  aoc new 2  # creates the file of the next day\n".to_owned(),
    ];
    let done = done.says(&next.join("\n"));
    let written = format!(
        "my/.gitignore\nmy/inputs/README.md\nmy/README.md\nmy/.github/workflows/ci.yml\n\
         my/days/year{year}/Cargo.toml\nmy/days/year{year}/main.rs\nmy/days/year{year}/day01.rs\n\
         my/Cargo.toml\nmy/vendor/aoc-solution/\n"
    );
    done.prints(&written);
    assert!(sandbox.path("my/.git/HEAD").is_file());
    // Days and years to come, and a title that rustfmt could want on two lines.
    let title = format!("A \\\"{}\\\" B", "x".repeat(54));
    let page = format!(
        "<title>Day 2 - Advent of Code {year}</title><main><article class=\"day-desc\">\
         <h2>--- Day 2: {} ---</h2><p>x</p></article></main>",
        title.replace('\\', "")
    );
    sandbox.write(&format!("my/inputs/year{year}/day02.html"), page);
    aoc(&sandbox, &["new", "2", "-y", &year]).says("");
    aoc(&sandbox, &["new", "2016/2,24-25"]).says("");
    let second = sandbox.read(&format!("my/days/year{year}/day02.rs"));
    assert!(second.contains(&format!("= \"{title}\";")), "{second}");
    cargo(&sandbox, &["fmt", "--all", "--check"]).prints("");

    let main = sandbox.read(&format!("my/days/year{year}/main.rs"));
    let ran = aoc(&sandbox, &["run", &format!("{year}/1"), "--json"]);
    // Cargo is called twice, as it writes the lock file, and is heard once.
    assert_eq!(ran.stderr.matches("Finished").count(), 1, "{ran:#?}");
    let ran = ran.json();
    assert_eq!(ran["results"][0]["source"], "example");
    let phases = ran["results"][0]["phases"].as_array().expect("phases");
    let statuses: Vec<_> = phases.iter().map(|phase| &phase["status"]).collect();
    assert_eq!(statuses, ["ok", "unsolved", "unsolved"]);
    assert_eq!(sandbox.read(&format!("my/days/year{year}/main.rs")), main);

    let built = cargo(&sandbox, &["build"]);
    assert!(!built.stderr.contains("warning"), "{built:#?}");

    // The days' tests and lints, without the library's.
    let linted = cargo(
        &sandbox,
        &["clippy", "--all-targets", "--", "-D", "warnings"],
    );
    assert!(!linted.stderr.contains("warning"), "{linted:#?}");
    let tested = cargo(&sandbox, &["test"]);
    assert!(!tested.stderr.contains("warning"), "{tested:#?}");

    // The examples are tested, too.
    let day = sandbox.read(&format!("my/days/year{year}/day01.rs"));
    let wrong = day.replace("second line\\n\")", "second line\\n\").part1(\"7\")");
    sandbox.write(&format!("my/days/year{year}/day01.rs"), &wrong);
    let tested = sandbox
        .program("cargo")
        .args(["test", "--quiet"])
        .current_dir(sandbox.path("my"))
        .output()
        .expect("cargo runs");
    let told = String::from_utf8_lossy(&tested.stdout);
    let named =
        format!("{year}/1 part 1, example 1: expected 7, got no answer: the part is unsolved");
    assert!(!tested.status.success() && told.contains(&named), "{told}");
    sandbox.write(&format!("my/days/year{year}/day01.rs"), &day);

    let ran = aoc(&sandbox, &["2016/25"]);
    assert!(ran.stdout.contains("2016/25"), "{ran:#?}");
    cargo(&sandbox, &["fmt", "--check"]).prints("");
    // What git would take is neither personal nor built.
    let mut git = sandbox.program("git");
    let status = git.args(["status", "--porcelain", "--untracked-files=all"]);
    let status = inside(&sandbox, status).stdout;
    assert!(status.contains("?? days/year2016/day25.rs"), "{status}");
    assert!(
        !status.contains("page") && !status.contains(".html"),
        "{status}"
    );
    assert!(!status.contains("target"), "{status}");
}

/// All files below a folder, without those of git itself, with their contents.
fn contents(sandbox: &Sandbox, dir: &str) -> Vec<(String, String)> {
    let files = sandbox.files(dir).into_iter();
    files
        .filter(|path| !path.starts_with(".git/"))
        .map(|path| {
            let text = sandbox.read(&format!("{dir}/{path}"));
            (path, text)
        })
        .collect()
}

#[test]
fn what_is_there_stays() {
    let sandbox = Sandbox::new()
        .file(".git/config", "mine")
        .file("days/notes.md", "mine")
        .file("README.md", "mine")
        .file(".gitignore", "/target/\n");
    let done = sandbox
        .aoc(&["init"])
        .mentions(
            "warning: .gitignore is unchanged and does not ignore inputs; inputs must not be \
             published: add `/inputs/*`\n\
             note: README.md is unchanged and has no place for the table of `aoc bench`: the lines \
             `<!-- aoc-bench:start -->` and `<!-- aoc-bench:end -->`\n\
             next:\n  aoc login  # ",
        )
        .exits(0);
    assert!(
        done.stdout.starts_with("inputs/README.md\n.github/"),
        "{done:#?}"
    );
    for path in [".git/config", "days/notes.md", "README.md"] {
        assert_eq!(sandbox.read(path), "mine");
    }
    let repository = std::path::Path::new(crate::sandbox::REPOSITORY);
    let ours = fs::read_to_string(repository.join("inputs/README.md")).expect("a file");
    assert_eq!(sandbox.read("inputs/README.md"), ours);
}

#[cfg(unix)]
#[test]
fn on_a_terminal_it_asks_before_it_changes_what_is_there() {
    use std::io::Write;

    use crate::terminal::{sent, terminal, without_escapes};

    let sandbox = Sandbox::new()
        .file(".git/HEAD", "ref: refs/heads/main\n")
        .file("LICENSE", "mine")
        .file("README.md", "# Mine\n")
        .file(".gitignore", "*.pdb")
        .file("Cargo.toml", "[package]\nname = \"x\"\n");
    let (mut ours, theirs) = terminal(100);
    ours.write_all(b"y\nno\n\n").expect("typed");
    let mut command = sandbox.command(&["init"]);
    command
        .stdin(theirs.try_clone().expect("a terminal"))
        .stderr(theirs);
    let text = without_escapes(&sent(command, ours));
    for question in [
        "add lines to .gitignore, so that git ignores target and inputs? [Y/n]",
        "add a section to README.md for the table of `aoc bench`? [Y/n]",
        "make the years members of the workspace in Cargo.toml? [Y/n]",
        "note: README.md is unchanged",
    ] {
        assert!(text.contains(question), "{text}");
    }
    assert_eq!(sandbox.read("README.md"), "# Mine\n");
    let ignored = sandbox.read(".gitignore");
    assert!(ignored.starts_with("*.pdb\n/target\n"), "{ignored}");
    assert!(ignored.contains("\n/inputs/*\n"), "{ignored}");
    let manifest = sandbox.read("Cargo.toml");
    assert!(manifest.starts_with("[package]\nname = \"x\"\n\n[workspace]\nmembers"));
    let again = sandbox.aoc(&["init", "--json"]).exits(0).json();
    assert_eq!(again["changed"], serde_json::json!([]));
    assert_eq!(again["git"], "exists");
}

#[test]
fn a_complete_repository_is_left_unchanged() {
    let sandbox = Sandbox::new();
    sandbox.aoc(&["init"]).exits(0);
    let before = contents(&sandbox, ".");
    // From below as well.
    let year = format!("days/year{}", year(&sandbox, ""));
    let mut below = sandbox.command(&["init"]);
    let below = below.current_dir(sandbox.path(&year)).output();
    for done in [
        sandbox.aoc(&["init"]),
        sandbox.aoc(&["init", "."]),
        below.expect("aoc runs").into(),
    ] {
        done.prints("").says("note: nothing was missing\n").exits(0);
    }
    let done = sandbox.aoc(&["init", "--json"]).exits(0).json();
    assert_eq!(done["files"], serde_json::json!([]));
    assert_eq!(done["kept"], serde_json::json!([]));
    assert_eq!(contents(&sandbox, "."), before);

    // A file that is gone comes back; days that were solved stay.
    fs::remove_file(sandbox.path(".gitignore")).expect("removed");
    let day = format!("{year}/day01.rs");
    sandbox.write(&day, "solved");
    sandbox.aoc(&["init"]).prints(".gitignore\n").exits(0);
    assert_eq!(sandbox.read(&day), "solved");
}

#[test]
fn this_repository_is_complete() {
    // It has the library elsewhere.
    let sandbox = Sandbox::new().with_days();
    sandbox.aoc(&["init"]).exits(0);
    assert!(!sandbox.path("vendor").exists());
}

#[test]
fn something_in_the_way_is_an_error() {
    let sandbox = Sandbox::new().file("my/days", "mine");
    let path = sandbox.path("my/days");
    sandbox
        .aoc(&["init", "my"])
        .says(&format!(
            "aoc: {} is not a folder: move it away or choose another folder\n",
            path.display()
        ))
        .prints("")
        .exits(2);
    assert_eq!(sandbox.files("my"), ["days"]);
    sandbox
        .aoc(&["init", "my/days"])
        .mentions("days is not a folder: ")
        .exits(2);
}

#[test]
fn a_workspace_without_the_years_is_pointed_out() {
    let sandbox = Sandbox::new().file("my/Cargo.toml", "[package]\nname = \"x\"\n");
    let warning = "warning: my/Cargo.toml is unchanged and does not have the years as members of \
                   a workspace, without which they cannot be built: add `members = \
                   [\"days/year*\"]` to its table `[workspace]`\n";
    let done = sandbox.aoc(&["init", "my"]).mentions(warning).exits(0);
    // Nothing can be run yet.
    assert!(!done.stderr.contains("aoc run"), "{done:#?}");
    // Each is said once, and something is still missing.
    sandbox.aoc(&["init", "my"]).says(warning).exits(0);
}

#[test]
fn killed_at_any_moment_it_can_be_given_again() {
    let sandbox = Sandbox::new();
    let start = Instant::now();
    sandbox.aoc(&["init", "whole"]).exits(0);
    let time = start.elapsed();
    let whole = contents(&sandbox, "whole");
    let runs = 24;
    for run in 0..runs {
        let dir = format!("killed{run}");
        let mut child = sandbox.command(&["init", &dir]).spawn().expect("aoc runs");
        thread::sleep(time * run / runs + Duration::from_micros(100));
        child.kill().expect("killed, or at its end");
        child.wait().expect("its end");
        if sandbox.path(&format!("{dir}/Cargo.toml")).exists() {
            assert_eq!(contents(&sandbox, &dir), whole, "a project is complete");
        }
        sandbox.aoc(&["init", &dir]).exits(0);
        assert_eq!(contents(&sandbox, &dir), whole, "after a kill in run {run}");
    }
}

#[cfg(unix)]
#[test]
fn a_file_size_limit_leaves_nothing() {
    let sandbox = Sandbox::new();
    let mut shell = sandbox.program("/bin/sh");
    let aoc = env!("CARGO_BIN_EXE_aoc");
    // In blocks of 512 or 1024 bytes: some files are below it, some above.
    let script = format!("ulimit -f 4 && exec '{aoc}' init my");
    let done: Done = shell
        .args(["-c", &script])
        .output()
        .expect("it runs")
        .into();
    done.mentions("aoc: cannot write ").prints("").exits(8);
    assert!(!sandbox.path("my").exists());
}

#[test]
fn two_at_once_make_one_repository() {
    let sandbox = Sandbox::new();
    sandbox.aoc(&["init", "one"]).exits(0);
    let children: Vec<_> = (0..4)
        .map(|_| sandbox.command(&["init", "my"]).spawn().expect("aoc runs"))
        .collect();
    for child in children {
        Done::from(child.wait_with_output().expect("its end")).exits(0);
    }
    assert_eq!(contents(&sandbox, "my"), contents(&sandbox, "one"));
}

#[test]
fn the_library_is_brought_up_to_date() {
    let sandbox = Sandbox::new();
    sandbox
        .aoc(&["init", "--update"])
        .mentions("there is no library in ")
        .exits(2);
    sandbox.aoc(&["init"]).exits(0);
    let before = contents(&sandbox, "vendor/aoc-solution");
    sandbox
        .aoc(&["init", "--update"])
        .prints("")
        .says("note: vendor/aoc-solution is up to date: version 0.1.0\n")
        .exits(0);

    // An edit is never lost silently.
    let file = "vendor/aoc-solution/src/lib.rs";
    let text = sandbox.read(file);
    sandbox.write(file, format!("{text}// mine\n"));
    sandbox
        .aoc(&["init"])
        .says(
            "note: vendor/aoc-solution is not the library of this version: bring it up to date \
             with `aoc init --update`\nnote: nothing was missing\n",
        )
        .exits(0);
    let path = sandbox.path(file);
    sandbox
        .aoc(&["init", "--update"])
        .prints("")
        .says(&format!(
            "aoc: {} was edited: `aoc init --update --force` replaces it\n",
            path.display()
        ))
        .exits(7);
    assert!(sandbox.read(file).ends_with("// mine\n"));
    fs::remove_file(sandbox.path("vendor/aoc-solution/src/answer.rs")).expect("removed");
    let done = sandbox
        .aoc(&["init", "--update", "--force", "--json"])
        .exits(0);
    let done = done.json();
    assert_eq!(done["schema"], "aoc-init/1");
    assert_eq!(
        done["files"],
        serde_json::json!(["vendor/aoc-solution/src/answer.rs"])
    );
    assert_eq!(done["updated"], serde_json::json!([file]));
    assert_eq!(
        done["library"],
        serde_json::json!({"from": "0.1.0", "to": "0.1.0"})
    );
    assert_eq!(contents(&sandbox, "vendor/aoc-solution"), before);
    sandbox
        .aoc(&["init", "--force"])
        .mentions("--update")
        .exits(2);
}

#[test]
fn a_folder_is_quoted_for_the_shell_and_json_lists_all_files() {
    let sandbox = Sandbox::new();
    let done = sandbox
        .aoc(&["init", "--json", "it's new"])
        .mentions("next:\n  cd 'it'\\''s new'  # ")
        .exits(0);
    let created = done.json();
    assert_eq!(created["schema"], "aoc-init/1");
    let files = created["files"].as_array().expect("files");
    let mut files: Vec<&str> = files.iter().filter_map(|file| file.as_str()).collect();
    files.sort_unstable();
    let there = sandbox.files("").into_iter();
    let there: Vec<String> = there.filter(|path| !path.contains("/.git/")).collect();
    assert_eq!(files, there);
    assert_eq!(created["git"], "created");
}

#[test]
fn a_cargo_is_asked_for() {
    let sandbox = Sandbox::new().env("PATH", "");
    sandbox
        .aoc(&["init", "my"])
        .mentions(
            "my is not a repository of git: git is not installed; `git init` makes it one\n\
             warning: there is no cargo on PATH, which builds the days: install it from \
             https://rustup.rs\nnext:\n",
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
            "aoc: cannot write /proc/my: No such file or directory (os error 2); solve that and run \
             the command again\n",
        )
        .prints("")
        .exits(8);
}

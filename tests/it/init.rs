//! `aoc init`, and the repositories that it creates.

use std::fs;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use chrono::{DateTime, Datelike, TimeDelta, Utc};

use crate::process::Running;
use crate::sandbox::{Done, Sandbox, TOKEN};
use crate::site::{Site, next_moment};

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

/// All files below a folder with their contents. Files of git are left out, and so are those of an
/// interrupted write.
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
    let done = sandbox.line("init my").exits(0);
    let year = year(&sandbox, "my");
    let done = done.shows("my/.gitignore\nmy/inputs/");
    let done = done.shows("my/vendor/aoc-solution.hashes\n");
    let login =
        "next:\n  cd my\n  aoc login  # stores your session, once, to download your inputs\n";
    let start = "# downloads a puzzle, creates its file and runs it at every save\n";
    // Before its first event, a puzzle of the last event can be started, or `aoc start` waits.
    let unlock = format!("{year}-12-01T05:00:00Z");
    let unlock: DateTime<Utc> = unlock.parse().expect("a time");
    let left = unlock - DateTime::<Utc>::from(SystemTime::now());
    let next = if left > TimeDelta::days(7) {
        format!("  aoc start {}/1  {start}", unlock.year() - 1)
    } else if left > TimeDelta::zero() {
        format!("  aoc start {year}/1  {start}")
    } else {
        format!("  aoc run    # builds and runs the day that was edited last\n  aoc start  {start}")
    };
    done.says(&format!("{login}{next}"));
    assert!(sandbox.path("my/.git/HEAD").is_file());
    let aoc = |arguments: &[&str]| inside(&sandbox, &mut sandbox.command(arguments));
    let cargo = |arguments: &[&str]| {
        let done = inside(&sandbox, sandbox.program("cargo").args(arguments));
        assert!(!done.stderr.contains("warning"), "{done:#?}");
        done
    };
    aoc(&["new", "2016/2,24-25"]).says("");
    let first = format!("my/days/year{year}/day01.rs");
    assert!(sandbox.path(&first).is_file());
    cargo(&["fmt", "--all", "--check"]).prints("");

    let main = sandbox.read("my/days/year2016/main.rs");
    sandbox.write("my/inputs/year2016/day25.txt", "1\n");
    let ran = aoc(&["run", "2016/25", "--json"]);
    // Cargo is called twice, because it writes the lock file, but its messages are shown once.
    assert_eq!(ran.stderr.matches("Finished").count(), 1, "{ran:#?}");
    assert_eq!(ran.json()["results"][0]["phases"][1]["status"], "unsolved");
    assert!(sandbox.read("my/days/year2016/main.rs").contains(&main));

    // This runs the tests and lints of the days, but not of the library.
    cargo(&["clippy", "--all-targets", "--", "-D", "warnings"]);
    cargo(&["test"]);
    cargo(&["fmt", "--check"]).prints("");
    // The examples are tested, too.
    let path = "my/days/year2016/day02.rs";
    let day = sandbox.read(path);
    sandbox.write(path, day.replace("// examples", "examples"));
    let mut cargo = sandbox.program("cargo");
    let cargo = cargo.args(["test", "-q"]).current_dir(sandbox.path("my"));
    Done::from(cargo.output().expect("cargo runs"))
        .shows("2016/2 part 1, example 1: expected 2, got no answer")
        .exits(101);

    // The files that git would add are neither personal nor build output.
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
    let done = sandbox.line("init").exits(0);
    done.shows("inputs/README.md\n.github/").mentions(
        "warning: .gitignore is unchanged and lacks `/inputs/*`: git must not publish these \
         files\nnote: kept as they are: README.md\nnext:\n  aoc login  # ",
    );
    assert_eq!(sandbox.read("README.md"), "mine");
    let package = Sandbox::new().file("my/Cargo.toml", "[package]\nname = \"x\"\n");
    let done = package.line("init my").prints("").exits(2);
    done.mentions("aoc: my/Cargo.toml belongs to another package: `aoc init ../advent && ");
    assert_eq!(package.files("my"), ["Cargo.toml"]);
    package.write("my/Cargo.toml", "[package]\nname = \"x\"\n[workspace]\n");
    let warning = "warning: my/Cargo.toml is unchanged and does not list the years as members of \
                   a workspace, so they cannot be built: add `members = \
                   [\"days/year*\"]` to its table `[workspace]`\n";
    let done = package.line("init my").mentions(warning).exits(0);
    // Nothing can be run yet.
    assert!(!done.stderr.contains("aoc run"), "{done:#?}");
    assert!(!done.stderr.contains("aoc start"), "{done:#?}");
    // Each message is shown once.
    let again = format!("{warning}note: no file was missing\n");
    package.line("init my").says(&again).exits(0);
    package.write("my/Cargo.toml", "[package");
    let invalid = "warning: my/Cargo.toml is unchanged and is not valid TOML in line 1: ";
    package.line("init my").mentions(invalid).exits(0);
    package.write("my/Cargo.toml", "[workspace");
    let invalid = "warning: Cargo.toml is unchanged and is not valid TOML in line 1: ";
    package.line("-C my init").mentions(invalid).exits(0);
    package.remove("my/Cargo.toml");
    package.write("my/Cargo.toml/file", "");
    let folder =
        "warning: my/Cargo.toml is unchanged and cannot be read: it is a folder, not a file";
    let done = package.line("init my").mentions(folder).exits(0);
    assert!(!done.stderr.contains("aoc run"), "{done:#?}");
    let hidden =
        "/[my]/advent as a pattern: move the repository to a path without brackets and `*`\n";
    let done = package.line("init [my]/advent").mentions(hidden).exits(0);
    assert!(!done.stderr.contains("aoc run"), "{done:#?}");
    let doctor = package.line("-C [my]/advent doctor --offline").exits(3);
    doctor.shows(hidden);
    // Cargo's own message does not say what is wrong with the path.
    package.line("-C [my]/advent new 2016/1").exits(0);
    let run = package.line("-C [my]/advent run 2016/1 --example").exits(1);
    run.mentions(hidden);
    // A folder that stops all builds.
    package.line("init other").exits(0);
    package.write("other/days/year20/notes.md", "");
    package.remove("other/.gitignore");
    let stray = "warning: other: days/year20/Cargo.toml is missing: the folder is a member of the \
                 workspace: move it out of days/, or add it to `exclude`\n";
    let done = package.line("init other").mentions(stray).exits(0);
    assert!(!done.stderr.contains("aoc run"), "{done:#?}");
    let inside = package.line("-C other init").exits(0);
    inside.mentions("warning: days/year20/Cargo.toml is missing: ");
    // A user who is logged in has nothing to do next.
    let logged_in = package.env("AOC_SESSION", TOKEN);
    logged_in.remove("other/.gitignore");
    let done = logged_in.line("-C other init").shows(".gitignore").exits(0);
    assert!(!done.stderr.contains("next:"), "{done:#?}");
    let package = logged_in.without("AOC_SESSION");
    // The name is not an option of `cd`.
    package
        .aoc(&["init", "--", "-x"])
        .mentions("next:\n  cd ./-x\n")
        .exits(0);
    let other = "[workspace]\nmembers = [\"a\"]\n[workspace.metadata.aoc]\ninputs = \"private\"\n";
    let other = Sandbox::new()
        .file("Cargo.toml", other)
        .file(".gitignore", "target");
    let done = other.line("init").mentions("lacks `/private/*`").exits(0);
    let done = done.mentions("so they cannot be built: add \"days/year*\" to its `members`\n");
    assert!(!done.stderr.contains("aoc run"), "{done:#?}");
    assert!(other.read("private/README.md").starts_with("# Inputs"));
    // The setting of the project around it does not count.
    other
        .line("init inner")
        .shows("inputs/README.md\n")
        .exits(0);
    // The manifest lists the years in its own words.
    let own = Sandbox::new().file("Cargo.toml", "[workspace]\nmembers = [\"days/*\"]\n");
    let done = own.line("init").mentions("\n  aoc start").exits(0);
    assert!(!done.stderr.contains("warning"), "{done:#?}");
    Sandbox::new().line("init -q").says("").exits(0);
}

#[test]
fn inputs_that_git_does_not_publish_need_no_line_in_gitignore() {
    let sandbox = Sandbox::new().file(".gitignore", "/target/\n");
    sandbox.git("init -q");
    let lacks = "lacks `/inputs/*`: git must not publish these files";
    sandbox.line("init").mentions(lacks).exits(0);
    sandbox.write(".gitattributes", "inputs/** filter=git-crypt\n");
    sandbox.line("init").mentions(lacks).exits(0);
    sandbox.git("config filter.git-crypt.clean cat");
    let done = sandbox.line("init").exits(0);
    assert!(!done.stderr.contains("lacks"), "{done:#?}");
    sandbox.remove(".gitattributes");
    sandbox.write(".gitignore", "/target/\n/inputs/**/*.txt\n*.html\n");
    let done = sandbox.line("init").exits(0);
    assert!(!done.stderr.contains("lacks"), "{done:#?}");
    // The inputs are a repository of their own.
    sandbox.write(".gitignore", "/target/\n");
    sandbox.write("inputs/.git/HEAD", "ref: refs/heads/main\n");
    let done = sandbox.line("init").exits(0);
    assert!(!done.stderr.contains("lacks"), "{done:#?}");
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
    let done = init("my").says("note: no file was missing\n").json();
    assert_eq!(done["files"], serde_json::json!([]));
    assert_eq!(contents(&sandbox, "my"), whole);
    // A missing file is restored. Solved days are kept.
    sandbox.remove("my/.gitignore");
    let day = format!("my/days/year{}/day01.rs", year(&sandbox, "my"));
    sandbox.write(&day, "solved");
    sandbox.line("init my").prints("my/.gitignore\n").exits(0);
    assert_eq!(sandbox.read(&day), "solved");
}

#[test]
fn the_library_is_brought_up_to_date() {
    let sandbox = Sandbox::new();
    let init = |more: &[&str]| sandbox.aoc(&[&["init"], more].concat());
    let done = init(&["--update"]).mentions("there is no library in ");
    done.exits(2);
    init(&[]).exits(0);
    let up_to_date = "note: vendor/aoc-solution is up to date: version 0.1.0\n";
    let done = init(&["--update"]).says(up_to_date);
    done.exits(0);
    // An edit that is not in git is never lost.
    let file = "vendor/aoc-solution/src/lib.rs";
    sandbox.write(file, "mine");
    init(&[]).mentions("vendor/aoc-solution is not the library of this version");
    for options in [&["--update"][..], &["--update", "--force"]] {
        let message = "src/lib.rs: commit the files of the library that you edited, then use `aoc \
                       init --update --force`; ";
        init(options).mentions(message).exits(7);
        assert_eq!(sandbox.read(file), "mine");
    }
    let manifest = "vendor/aoc-solution/Cargo.toml";
    let older = sandbox.read(manifest).replace("0.1.0", "0.0.9");
    sandbox.write(manifest, older);
    sandbox.commit();
    let done = init(&["--update"]).mentions("changes would be lost");
    done.exits(7);
    assert_eq!(sandbox.read(file), "mine");
    let done = init(&["--update", "--force", "--json"]).exits(0);
    let done = done
        .says("note: vendor/aoc-solution is now version 0.1.0\n")
        .json();
    assert_eq!(done["updated"], serde_json::json!([manifest, file]));
    // The user's own file is kept, even if it is committed.
    let own = "vendor/aoc-solution/src/mine.rs";
    sandbox.write(own, "mine");
    sandbox.commit();
    let message = format!("changes would be lost in {own}: ");
    init(&["--update", "--force"]).mentions(&message).exits(7);
    assert_eq!(sandbox.read(own), "mine");
}

#[test]
fn init_says_what_to_do_with_a_library_of_another_version() {
    let sandbox = Sandbox::new();
    sandbox.line("init").exits(0);
    let manifest = "vendor/aoc-solution/Cargo.toml";
    let update = "is not the library of this version: bring it up to date with `aoc init --update`";
    for (text, advice) in [
        ("[package]\nversion = \"0.0.9\"\n", update),
        // `aoc init --update` would refuse it.
        (
            "[package]\nversion = \"99.0.0\"\n",
            "is newer than this aoc: update aoc",
        ),
        (
            "<<<<<<< HEAD\n",
            "has a damaged Cargo.toml: restore it with git, or remove it and run `aoc init \
             --update`",
        ),
    ] {
        sandbox.write(manifest, text);
        let note = format!("note: vendor/aoc-solution {advice}\n");
        sandbox.line("init").mentions(&note).exits(0);
    }
    sandbox.remove(manifest);
    // The other files are those of this version, so `init` adds the missing one.
    let done = sandbox.line("init").prints("vendor/aoc-solution/\n");
    assert!(!done.stderr.contains("note: "), "{done:#?}");
}

/// A committed repository with the library. `edit` changes its `lib.rs`.
fn edited_library(edit: impl FnOnce(&Sandbox)) -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.line("init").exits(0);
    sandbox.commit();
    edit(&sandbox);
    sandbox
}

const LIB: &str = "vendor/aoc-solution/src/lib.rs";

#[test]
fn an_edit_that_git_does_not_have_stays() {
    type Prepare = fn(&Sandbox);
    let cases: [(&str, Prepare); 5] = [
        ("ignored here", |sandbox| {
            sandbox.write(".git/info/exclude", "vendor/\n");
            sandbox.git("rm -r --quiet --cached vendor");
        }),
        ("ignored everywhere", |sandbox| {
            sandbox.write("../config/git/ignore", "vendor/\n");
            sandbox.git("rm -r --quiet --cached vendor");
        }),
        ("assumed unchanged", |sandbox| {
            sandbox.git(&format!("update-index --assume-unchanged {LIB}"));
        }),
        ("in its own repository", own_repository),
        ("in a submodule", |sandbox| {
            own_repository(sandbox);
            sandbox.git("add vendor/aoc-solution");
        }),
    ];
    for (name, prepare) in cases {
        let sandbox = edited_library(|sandbox| {
            prepare(sandbox);
            sandbox.git("commit --quiet --allow-empty --message prepared");
            sandbox.write(LIB, "mine");
        });
        let before = contents(&sandbox, "vendor/aoc-solution/src");
        for line in ["init --update", "init --update --force"] {
            sandbox.line(line).prints("").exits(7);
            let after = contents(&sandbox, "vendor/aoc-solution/src");
            assert_eq!(after, before, "{name}");
        }
    }
}

/// Makes the library a separate repository that contains the edit.
fn own_repository(sandbox: &Sandbox) {
    sandbox.write(LIB, "mine");
    sandbox.git("rm -r --quiet --cached vendor/aoc-solution");
    sandbox.git("-C vendor/aoc-solution init --quiet");
    sandbox.git("-C vendor/aoc-solution add --all");
    sandbox.git("-C vendor/aoc-solution commit --quiet --message mine");
}

#[test]
fn an_update_follows_no_link_to_another_checkout() {
    for link in [
        "vendor",
        "vendor/aoc-solution",
        "vendor/aoc-solution/src",
        LIB,
    ] {
        let sandbox = edited_library(|sandbox| {
            let other = sandbox.outside("other");
            fs::rename(sandbox.path(link), &other).expect("moved");
            sandbox.link(link, &other);
            // An earlier version of `aoc` may have written this.
            sandbox.write(LIB, "other");
            sandbox.commit();
        });
        let message = format!("aoc: {link} is a link, which may lead to another checkout");
        for line in ["init --update", "init --update --force"] {
            sandbox.line(line).mentions(&message).exits(7);
            assert_eq!(sandbox.read(LIB), "other", "{line}");
            assert!(sandbox.path(link).is_symlink());
        }
    }
}

/// By this computer's clock, which is behind, the next event has not begun.
#[test]
fn the_next_step_follows_the_clock_of_the_site() {
    let after_unlock = next_moment("12-01T06:00:00Z", TimeDelta::zero());
    let site = Site::start();
    let sandbox = Sandbox::new().site(&site);
    site.set_time(&sandbox, after_unlock);
    let done = sandbox.line("init my").exits(0);
    let first = format!("my/days/year{}/day01.rs\n", after_unlock.year());
    done.shows(&first).mentions("  aoc start  # downloads");
}

#[test]
fn before_an_event_the_next_step_is_what_status_suggests() {
    let site = Site::start();
    for (time, is_soon) in [
        ("11-20T12:00:00Z", false),
        ("11-25T12:00:00Z", true),
        ("11-30T11:00:00Z", true),
    ] {
        let sandbox = Sandbox::new().site(&site);
        let time = next_moment(time, TimeDelta::zero());
        site.set_time(&sandbox, time);
        let year = time.year();
        let done = sandbox.line("init my").exits(0);
        let event = if is_soon { year } else { year - 1 };
        done.shows(&format!("my/days/year{year}/day01.rs\n"))
            .mentions(&format!("\n  aoc start {event}/1  # downloads"));
        let status = sandbox.line("-C my status").exits(0);
        let waits = format!("\nnext     aoc start {year}/1  ");
        assert_eq!(status.stdout.contains(&waits), is_soon, "{status:#?}");
    }
}

/// Nobody is sent to a puzzle that is solved.
#[test]
fn every_command_suggests_the_same_puzzle_instead_of_a_locked_one() {
    let site = Site::start();
    let sandbox = Sandbox::new().site(&site);
    let time = next_moment("11-20T12:00:00Z", TimeDelta::zero());
    site.set_time(&sandbox, time);
    let (year, before) = (time.year(), time.year() - 1);
    sandbox.line("init").exits(0);
    let answers = format!("inputs/year{before}/day01.answers.toml");
    sandbox.write(&answers, "part1 = 5\npart2 = 6\n");
    let start = format!("aoc start {before}/2");
    let locked = sandbox.line(&format!("start {year}/1")).exits(4);
    locked.mentions(&format!("and `{start}` starts a puzzle"));
    let run = sandbox.line("run").exits(0);
    run.mentions(&format!("; until then: `{start}`\n"));
    sandbox
        .line("status")
        .shows(&format!("\nnext     {start}  "));
}

#[test]
fn without_hashes_every_other_file_may_be_an_edit() {
    let sandbox = edited_library(|sandbox| {
        sandbox.remove("vendor/aoc-solution.hashes");
        sandbox.write(LIB, "mine");
        sandbox.write("vendor/aoc-solution/src/old.rs", "old");
        sandbox.commit();
    });
    // The file may be the user's own or that of an earlier version.
    let old = "vendor/aoc-solution/src/old.rs";
    let message = format!("{old}: commit the files of the library that you edited, ");
    for line in ["init --update", "init --update --force"] {
        sandbox.line(line).mentions(&message).exits(7);
        assert_eq!(sandbox.read(old), "old", "{line}");
        assert_eq!(sandbox.read(LIB), "mine", "{line}");
    }
    sandbox.remove(old);
    let message = format!("changes would be lost in {LIB}: ");
    sandbox.line("init --update").mentions(&message).exits(7);
    sandbox.line("init --update --force").exits(0);
    let note = "note: vendor/aoc-solution is up to date: version 0.1.0\n";
    sandbox.line("init --update").says(note).exits(0);
}

#[test]
fn what_cannot_be_written_leaves_nothing() {
    let sandbox = Sandbox::new().env("PATH", "").file("days", "mine");
    let mut shell = sandbox.program("/bin/sh");
    // The limit is in blocks of 512 or 1024 bytes. Some files are thus below it and some above.
    let aoc = env!("CARGO_BIN_EXE_aoc");
    let script = format!("ulimit -f 4 && exec '{aoc}' init my");
    let limited = Done::from(shell.args(["-c", &script]).output().expect("it runs"));
    for done in [limited, sandbox.line("init")] {
        let done = done.mentions("aoc: cannot write ").prints("").exits(8);
        // The error names the file and not the temporary file.
        assert!(!done.stderr.contains(".tmp-"), "{done:#?}");
    }
    assert_eq!(sandbox.files(""), ["days"]);
    let missing = "warning: no cargo on PATH, which is needed to build the days: install it from ";
    sandbox.line("init my").mentions(missing).exits(0);
}

#[test]
fn a_file_is_not_a_repository() {
    let sandbox = Sandbox::new().file("afile", "mine");
    let done = sandbox.line("init afile").prints("").exits(8);
    done.says("aoc: afile is a file, not a folder\n");
    assert_eq!(sandbox.read("afile"), "mine");
}

#[test]
fn vscode_gets_its_files_and_keeps_edited_ones() {
    let sandbox = Sandbox::new();
    sandbox.line("init").exits(0);
    let before = sandbox.files(".");
    let done = sandbox.line("init --vscode").exits(0);
    done.prints(".vscode/launch.json\n.vscode/tasks.json\n");
    assert_eq!(sandbox.files(".").len(), before.len() + 2);
    let file = |name: &str| -> serde_json::Value {
        let text = sandbox.read(&format!(".vscode/{name}.json"));
        serde_json::from_str(&text).expect("JSON")
    };
    let input = "${workspaceFolder}/inputs/${fileDirnameBasename}/${fileBasenameNoExtension}.txt";
    assert_eq!(file("launch")["configurations"][0]["args"][1], input);
    assert_eq!(file("tasks")["tasks"][1]["args"][1], "${file}");
    let other = sandbox.line("init other --vscode").exits(2);
    other.mentions("cannot be used with");
    let again = sandbox.line("init --vscode").prints("").exits(0);
    again.says("note: no file was missing\n");
    sandbox.write(".vscode/tasks.json", "{}");
    let done = sandbox.line("init --vscode").exits(0);
    done.says("note: kept as they are: .vscode/tasks.json\n");
    assert_eq!(file("tasks"), serde_json::json!({}));
}

#[test]
fn vscode_finds_inputs_in_a_folder_of_any_name() {
    let sandbox = Sandbox::new();
    sandbox.line("init").exits(0);
    let folder = r#"it's "private"\here"#;
    let outside = sandbox.outside(folder);
    fs::create_dir(&outside).expect("a folder");
    fs::create_dir(sandbox.path(folder)).expect("a folder");
    let end = "${fileDirnameBasename}/${fileBasenameNoExtension}.txt";
    for (inputs, expected) in [
        (folder, format!("${{workspaceFolder}}/{folder}/{end}")),
        (
            &*format!("../{folder}"),
            format!("{}/{end}", outside.display()),
        ),
    ] {
        let mut aoc = sandbox.command(&["init", "--vscode"]);
        let output = aoc.env("AOC_INPUTS", inputs).output();
        Done::from(output.expect("aoc runs")).exits(0);
        let launch = sandbox.read(".vscode/launch.json");
        let launch: serde_json::Value = serde_json::from_str(&launch).expect("JSON");
        assert_eq!(launch["configurations"][0]["args"][1], *expected);
        sandbox.remove(".vscode/launch.json");
    }
}

#[test]
fn a_manifest_that_cannot_be_read_is_told_before_anything_is_written() {
    let sandbox = Sandbox::new().file("Cargo.toml", "[workspace]\nmembers = [\n");
    let path = sandbox.path("Cargo.toml").display().to_string();
    let why = "is not valid TOML in line 2: ";
    let done = sandbox.line("init").prints("").exits(8);
    done.mentions(&format!("aoc: Cargo.toml {why}"));
    assert_eq!(sandbox.files(""), ["Cargo.toml"]);
    // The folder is perhaps a project.
    let done = sandbox.line("run").exits(2);
    let done = done.mentions("aoc: no aoc project here: neither ");
    let done = done.mentions(&format!(" nor a folder above it is one, but {path} {why}"));
    assert!(!done.stderr.contains("aoc init"), "{done:#?}");
}

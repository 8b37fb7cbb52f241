//! `aoc doctor`, with and without problems.

use std::fs;

use serde_json::Value;

use crate::sandbox::{Sandbox, TOKEN};
use crate::site::pages::{
    SESSION_FILE, logged_out, page as page_of_day, settings_page, site_of_alice,
};
use crate::site::{Reply, Site};

/// A user who is logged in and has no problem, outside of a project.
fn healthy(site: &Site) -> Sandbox {
    let sandbox = logged_out(site).file(SESSION_FILE, format!("{TOKEN}\n"));
    protect(&sandbox, SESSION_FILE, 0o600);
    sandbox
}

fn protect(sandbox: &Sandbox, path: &str, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    let mode = fs::Permissions::from_mode(mode);
    fs::set_permissions(sandbox.path(path), mode).expect("a mode");
}

/// The checks in one of these states, as `name: detail -> fix`.
#[track_caller]
fn checks(sandbox: &Sandbox, arguments: &[&str], exit: i32, states: &[&str]) -> Vec<String> {
    let done = sandbox.aoc(&[&["doctor", "--json"], arguments].concat());
    let report = done.exits(exit).json();
    assert_eq!(report["schema"], "aoc-doctor/1");
    assert_eq!(report["exit"], exit);
    let checks = report["checks"].as_array().expect("a list").iter();
    let checks = checks.filter(|check| states.iter().any(|state| check["state"] == *state));
    let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    checks
        .map(|check| {
            let [name, detail, fix] = ["name", "detail", "fix"].map(|key| text(&check[key]));
            format!("{name}: {detail} -> {fix}")
        })
        .collect()
}

#[track_caller]
fn one_problem(sandbox: &Sandbox, arguments: &[&str], exit: i32, says: &str, fix: &str) {
    let problems = checks(sandbox, arguments, exit, &["bad"]);
    let [problem] = &problems[..] else {
        panic!("{problems:#?}");
    };
    assert!(problem.contains(says), "{problem}");
    assert!(problem.ends_with(&format!(" -> {fix}")), "{problem}");
}

#[test]
fn a_healthy_project_has_no_problems_and_costs_one_request() {
    let site = site_of_alice();
    let manifest = "[workspace.metadata.aoc]\nyear = 2020\n";
    let sandbox = healthy(&site)
        .file("Cargo.toml", manifest)
        .file("days/year2020/day01.rs", "impl Solution for Day01 {}");
    let verdict = "no problems: logged in as alice (user 12345, github.com/alice); clock not \
                   compared with the site's\n";
    sandbox.line("doctor").says("").prints(verdict).exits(0);
    assert_eq!(site.paths(), ["/settings"]);
    let text = sandbox.line("doctor -v").exits(0).stdout;
    let text = text.replace(&*sandbox.outside("").to_string_lossy(), "/");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "✓ /config/aoc/session …cdef ",
        "✓ root /project",
        "✓ cargo cargo 1.",
        "✓ year 2020 (project) ✓ contact none (default)",
        "✓ timeout 5m (environment)",
        "✓ inputs /project/inputs",
        "✓ target /project/target",
    ] {
        assert!(text.contains(part), "{part:?} not in\n{text}");
    }
    // Only the state of the site was written.
    assert_eq!(sandbox.files("../config"), ["aoc/session"]);
    assert_eq!(site.requests().len(), 2);
}

#[test]
fn sessions_and_settings_that_cannot_be_used() {
    let site = site_of_alice();
    let none = logged_out(&site);
    one_problem(&none, &[], 3, "session: no session, which", "aoc login");
    let junk = none.env("AOC_SESSION", "hunter2");
    let hint = "it must be the value of the `session` cookie and nothing else; ";
    let fix = format!("{hint}set AOC_SESSION again, or unset it and run `aoc login`");
    one_problem(&junk, &[], 3, "AOC_SESSION cannot be used", &fix);
    let account = healthy(&site).file("../config/aoc/session.work", "junk");
    protect(&account, "../config/aoc/session.work", 0o600);
    let fix = format!("{hint}run `aoc login --account work`");
    one_problem(&account, &["--offline"], 3, "session.work: ", &fix);
    // If a setting is invalid, `doctor` sends no request, and commands that use a setting fail.
    let year = healthy(&site).env("AOC_YEAR", "20");
    let says = "AOC_YEAR: `20` is not a year from 2015 on";
    one_problem(&year, &[], 2, says, "-");
    year.line("list").says(&format!("aoc: {says}\n")).exits(2);
    assert_eq!(site.requests().len(), 0);
}

#[test]
fn a_dead_session_is_told_from_a_site_that_fails() {
    let limited = Reply::new(429, "").header("Retry-After", "60");
    let dead = Reply::redirect("/");
    let failed = Reply::new(503, "");
    for (reply, exit, says, fix, requests) in [
        (
            dead,
            3,
            "session: the site does not accept the session",
            "run `aoc login`",
            1,
        ),
        (
            failed,
            5,
            "address: the server failed (503)",
            "try again later",
            3,
        ),
        (limited, 7, "(429): try again in 1m 0s", "-", 1),
    ] {
        let site = Site::start();
        site.on("/settings", reply);
        one_problem(&healthy(&site), &[], exit, says, fix);
        assert_eq!(site.requests().len(), requests, "{says}");
    }
}

#[test]
fn files_and_folders() {
    let site = site_of_alice();
    let sandbox = healthy(&site);
    protect(&sandbox, SESSION_FILE, 0o640);
    let path = sandbox.outside("config/aoc/session");
    let says = format!(
        "other users can read the session in {0}; run `chmod 600 {0}`",
        path.display()
    );
    one_problem(&sandbox, &[], 8, &says, "-");
    let sandbox = healthy(&site).file("../cache/aoc", "in the way");
    let cache = sandbox.outside("cache/aoc").display().to_string();
    let fix = format!("make {cache} a writable folder on a disk with free space");
    let says = format!("cache: cannot write {cache}");
    one_problem(&sandbox, &[], 8, &says, &fix);
    let shown = sandbox.line("doctor").exits(8);
    assert!(!shown.stdout.contains("os error"), "{shown:?}");
    if cfg!(unix) {
        // Rust is installed, but its programs cannot be run.
        let sandbox = healthy(&site).env("TMPDIR", "/nosuch");
        let says = "TMPDIR: cannot write temporary files: No such file or directory";
        let fix = "set TMPDIR (on Windows: TMP) to a writable folder on a disk with free space";
        one_problem(&sandbox, &["--offline"], 8, says, fix);
    }
    // A relative folder would be another one in each current folder.
    let relative = healthy(&site)
        .env("HOME", "home")
        .without("XDG_CONFIG_HOME")
        .env("AOC_SESSION", TOKEN);
    let says = "configuration: cannot be found";
    one_problem(&relative, &["--offline"], 8, says, "set HOME");
    let page = "inputs/year2020/day22.html";
    let project = healthy(&site)
        .file("Cargo.toml", "[workspace.metadata.aoc]\nyear = 2020\n")
        .file("days/year2020/day22.rs", "")
        .file("inputs/year2020/day21.html", page_of_day(2020, 21, 1))
        .file(page, page_of_day(2020, 21, 1));
    let says = format!("files: {page} is not the page of 2020/22");
    one_problem(&project, &["--offline"], 8, &says, "aoc fetch 2020/22");
    project.write("days/year2020/day1.rs", "");
    let notes = checks(&project, &["--offline"], 8, &["note"]);
    assert!(notes[0].contains("rename it to day01.rs"), "{notes:?}");
    // The session has priority.
    site.on("/settings", Reply::redirect("/"));
    assert_eq!(checks(&sandbox, &[], 3, &["bad"]).len(), 2);
    let dead = "2 problems: the site does not accept the session";
    sandbox.line("doctor").shows(dead).exits(3);
}

/// Every command that needs such a file refuses it.
#[test]
fn files_of_a_day_that_cannot_be_used_are_problems() {
    let site = site_of_alice();
    let project = || {
        healthy(&site)
            .file("Cargo.toml", "[workspace.metadata.aoc]\nyear = 2020\n")
            .file("days/year2020/day22.rs", "")
    };
    let conflict = "<<<<<<< HEAD\npart1 = 1\n=======\npart1 = 2\n>>>>>>> other\n";
    let toml = ", line 1: git has left a conflict; keep the lines";
    let text = ": git has left a conflict in it";
    for (name, says, fix) in [
        ("answers.toml", toml, "-"),
        ("examples.toml", toml, "-"),
        (
            "txt",
            text,
            "`aoc fetch 2020/22 --force` downloads the input",
        ),
        ("work.txt", text, "-"),
    ] {
        let file = format!("inputs/year2020/day22.{name}");
        let project = project().file(&file, conflict);
        let says = format!("day22.{name}{says}");
        one_problem(&project, &["--offline"], 8, &says, fix);
    }
    let project = project().file("inputs/year2020/day22.work.txt", "1\n");
    project.write("inputs/year2020/day22.work.answers.toml", "part3 = 5\n");
    let says = "day22.work.answers.toml, line 1: unknown field `part3`";
    one_problem(&project, &["--offline"], 8, says, "-");
    // `verify` reads them without the input, too.
    project.remove("inputs/year2020/day22.work.txt");
    one_problem(&project, &["--offline"], 8, says, "-");
    project.write("inputs/year2020/day22.work.answers.toml", "part1 = 5\n");
    let says = "day22.work.answers.toml has answers to a missing input";
    let input = project.path("inputs/year2020/day22.work.txt");
    let input = input.display();
    let fix = format!("save the input as {input}, or remove the file of answers");
    one_problem(&project, &["--offline"], 8, says, &fix);
}

#[test]
fn a_file_in_place_of_the_folder_of_a_year_is_a_problem() {
    let project = healthy(&site_of_alice())
        .file("Cargo.toml", "[workspace.metadata.aoc]\nyear = 2020\n")
        .file("days/year2020/day01.rs", "");
    project.write("inputs/year2020", "");
    let says = "inputs/year2020 is not a folder: remove or rename it";
    one_problem(&project, &["--offline"], 8, says, "-");
}

#[test]
fn a_wrong_clock_is_a_problem() {
    #[expect(
        clippy::disallowed_methods,
        reason = "it is compared with the clock of aoc"
    )]
    let now = chrono::Utc::now();
    let date = now + chrono::TimeDelta::hours(3);
    let date = date.format("%a, %d %b %Y %H:%M:%S GMT").to_string();
    let site = Site::start();
    let page = Reply::html(settings_page("alice")).header("Date", &date);
    site.on("/settings", page);
    let sandbox = healthy(&site);
    let fix = match () {
        () if cfg!(target_os = "macos") => "sudo sntp -sS time.apple.com",
        () => "sudo timedatectl set-ntp true",
    };
    one_problem(&sandbox, &[], 5, " behind the site's ->", fix);
    let done = sandbox.line("doctor").exits(5);
    let headline = done.stdout.lines().next().unwrap_or_default();
    assert!(
        ["2h 59m", "3h 0m"]
            .iter()
            .any(|time| headline.starts_with(&format!("1 problem: clock {time} "))),
        "{headline}"
    );
    assert!(headline.contains("; logged in as alice"), "{headline}");
    let notes = checks(&sandbox, &["--offline"], 0, &["note"]);
    let says = " behind the site's, measured by an earlier command";
    assert!(notes[0].contains(says), "{notes:?}");
}

#[test]
fn an_outdated_library_is_a_problem() {
    let site = site_of_alice();
    let sandbox = healthy(&site);
    sandbox.line("init my").exits(0);
    let my = sandbox.path("my");
    let sandbox = sandbox.in_folder(my);
    assert_eq!(checks(&sandbox, &[], 0, &["note"]), [""; 0]);
    let [source, manifest] =
        ["src/lib.rs", "Cargo.toml"].map(|name| format!("vendor/aoc-solution/{name}"));
    sandbox.write(&source, "// Mine.\n");
    let notes = checks(&sandbox, &[], 0, &["note"]);
    assert!(notes[0].ends_with(" -> aoc init --update"), "{notes:?}");
    let other = "vendor/aoc-solution/src/answer.rs";
    let text = sandbox.read(other);
    fs::remove_file(sandbox.path(other)).expect("a file");
    let says = format!("library: {other} is missing");
    one_problem(&sandbox, &[], 1, &says, "aoc init --update");
    // An older library does not have each file of this version.
    let hashes = "vendor/aoc-solution.hashes";
    let all = sandbox.read(hashes);
    let older: Vec<&str> = all.lines().filter(|line| !line.ends_with(other)).collect();
    sandbox.write(hashes, older.join("\n"));
    assert_eq!(checks(&sandbox, &[], 0, &["note"]), notes);
    sandbox.write(hashes, all);
    sandbox.write(other, text);
    fs::remove_file(sandbox.path(&source)).expect("a file");
    let says = format!("library: {source} is missing");
    one_problem(&sandbox, &[], 1, &says, "aoc init");
    for (version, fix) in [("0.0.1", "aoc init --update"), ("99.0.0", "update aoc")] {
        sandbox.write(&manifest, format!("[package]\nversion = {version:?}\n"));
        let says = format!("library: vendor/aoc-solution is {version}, and this aoc has ");
        one_problem(&sandbox, &[], 1, &says, fix);
    }
    fs::remove_dir_all(sandbox.path("vendor")).expect("a folder");
    let says = "library: vendor/aoc-solution is missing, but the years are built with it";
    one_problem(&sandbox, &[], 1, says, "aoc init");
    sandbox.line("init").exits(0);
    assert_eq!(checks(&sandbox, &[], 0, &["note"]), [""; 0]);
}

#[test]
fn a_manifest_that_cargo_cannot_use_is_a_problem() {
    let site = site_of_alice();
    let member = "[workspace]\nmembers = [\"days/year2020\"]\n[workspace.metadata.aoc]\n";
    let sandbox = healthy(&site)
        .file("Cargo.toml", member)
        .file("days/year2020/Cargo.toml", "")
        .file("days/year2020/day01.rs", "");
    assert_eq!(checks(&sandbox, &[], 0, &["bad"]), [""; 0]);
    sandbox.write("days/year2021/Cargo.toml", "");
    sandbox.write("days/year2021/day01.rs", "");
    let says = "manifest: days/year2021 is not a member of the workspace, so it cannot be built: \
                add \"days/year*\" to `members` in Cargo.toml";
    one_problem(&sandbox, &[], 1, says, "-");
    let excluded = member.replacen("\n[", "\nexclude = [\"days/year2021\"]\n[", 1);
    sandbox.write("Cargo.toml", excluded);
    assert_eq!(checks(&sandbox, &[], 0, &["bad"]), [""; 0]);
    sandbox.write("Cargo.toml", format!("{member}oops\n"));
    let says = "manifest: Cargo.toml: not valid TOML in line 4: ";
    one_problem(&sandbox, &[], 1, says, "-");
    let headline = "1 problem: Cargo.toml: not valid TOML in line 4: ";
    sandbox.line("doctor").shows(headline).exits(1);
}

#[test]
fn days_that_are_left_out_are_noted() {
    let site = site_of_alice();
    let sandbox = healthy(&site)
        .file("Cargo.toml", "[workspace]\nmembers = [\"days/year*\"]\n")
        .file("days/year2020/Cargo.toml", "")
        .file("days/year2020/day04.rs", "impl Solution for Day04 {}")
        .file("days/year2020/day05.rs", "impl Solution for Day05 {}")
        .file("days/year2020/day05/mod.rs", "")
        .file("days/year2020/day06.rs", b"\xff");
    let expected = [
        "files: days/year2020/day05.rs and days/year2020/day05/mod.rs both exist: the day is left \
         out until you remove one -> -",
        "files: days/year2020/day06.rs is left out: it is not UTF-8 -> -",
    ];
    assert_eq!(checks(&sandbox, &[], 0, &["note"]), expected);
    // The user decides what a `main.rs` of their own lists, and what is no member.
    sandbox.write("days/year2020/main.rs", "fn main() {}\n");
    assert_eq!(checks(&sandbox, &[], 0, &["note"]), [""; 0]);
    sandbox.remove("days/year2020/main.rs");
    let members = "members = [\"days/year*\"]\nexclude = [\"days/year2020\"]\n";
    sandbox.write("Cargo.toml", format!("[workspace]\n{members}"));
    assert_eq!(checks(&sandbox, &[], 0, &["note"]), [""; 0]);
}

#[test]
fn a_toolchain_that_is_missing_or_broken_is_a_problem() {
    let site = site_of_alice();
    let sandbox = healthy(&site)
        .file("bin/cargo", "#!/bin/sh\necho cargo 1.0.0\n")
        .file("bin/rustc", "#!/bin/sh\necho rustc is ill >&2; exit 1\n");
    for tool in ["bin/cargo", "bin/rustc"] {
        protect(&sandbox, tool, 0o755);
    }
    let bin = sandbox.path("bin");
    let problems = checks(&sandbox.env("PATH", bin), &[], 1, &["bad"]).join("\n");
    assert!(problems.starts_with("rustc: "), "{problems}");
    assert!(problems.contains("`rustc --version` fails: rustc is ill"));
}

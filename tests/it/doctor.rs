//! `aoc doctor`, in good and in bad worlds.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::login::{OTHER, STORED, friendly, logged_out, settings_page};
use crate::sandbox::{Done, Sandbox, TOKEN};
use crate::site::{Reply, Site};

/// Logged in, with all as it should be, outside of a project.
fn healthy(site: &Site) -> Sandbox {
    let sandbox = logged_out(site).file(STORED, format!("{TOKEN}\n"));
    protect(&sandbox, STORED, 0o600);
    sandbox
}

fn protect(sandbox: &Sandbox, path: &str, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    let mode = fs::Permissions::from_mode(mode);
    fs::set_permissions(sandbox.path(path), mode).expect("a mode");
}

fn report(sandbox: &Sandbox, arguments: &[&str], exit: i32) -> Value {
    let done = sandbox.aoc(&[&["doctor", "--json"], arguments].concat());
    let report = done.exits(exit).json();
    assert_eq!(report["schema"], "aoc-doctor/1");
    assert_eq!(report["exit"], exit);
    report
}

/// The problems as `kind: message -> fix`.
fn problems(report: &Value) -> Vec<String> {
    let problems = report["problems"].as_array().expect("a list");
    problems
        .iter()
        .map(|problem| {
            let text = |key: &str| problem[key].as_str().unwrap_or("-").to_owned();
            format!("{}: {} -> {}", text("kind"), text("message"), text("fix"))
        })
        .collect()
}

#[track_caller]
fn one_problem(report: &Value, kind: &str, message: &str, fix: &str) {
    let problems = problems(report);
    let [problem] = &problems[..] else {
        panic!("{problems:#?}");
    };
    assert!(problem.starts_with(&format!("{kind}: ")), "{problem}");
    assert!(problem.contains(message), "{problem}");
    assert!(problem.ends_with(&format!(" -> {fix}")), "{problem}");
}

#[test]
fn all_is_well() {
    let site = friendly();
    let sandbox = healthy(&site).file("Cargo.toml", "[workspace.metadata.aoc]\nyear = 2020\n");
    let sandbox = sandbox
        .file("days/year2020/day01.rs", "")
        .env("AOC_SPACING", "1");
    let done = sandbox.aoc(&["doctor"]).says("").exits(0);
    let home = sandbox.outside("");
    let text = done.stdout.replace(&*home.to_string_lossy(), "/");
    let single = |line: &str| {
        line.split(' ')
            .filter(|word| !word.is_empty())
            .collect::<Vec<_>>()
            .join(" ")
    };
    let text = single(&text);
    for line in [
        "session\n",
        "  – AOC_SESSION                         not set\n",
        "  ✓ /config/aoc/session                 …cdef  0600  ",
        " old  used\n",
        "  – /home/.adventofcode.session         not there\n",
        "  ✓ alive                               logged in as alice (user 12345, github.com/alice)\n",
        "  ✓ address   http://127.0.0.1:",
        "  · clock     the site's time is not known\n",
        " of 4 at once, then one every 1s\n",
        "  ✓ pause     none asked for\n",
        "  ✓ root   /project\n",
        "  ✓ years  2020 (1 day)\n",
        "  ✓ cargo  cargo 1.",
        "  ✓ rustc  rustc 1.",
        "  · year     2020 (project)\n",
        "  – contact  not set (default)\n",
        "  · spacing  1s (environment)\n",
        "  ✓ configuration  /config/aoc\n",
        "  ✓ cache          /cache/aoc",
        "  ✓ inputs         /project/inputs, not there yet\n",
        "\nno problems\n",
    ] {
        assert!(text.contains(&single(line)), "{line:?} not in\n{text}");
    }
    assert_eq!(site.paths(), ["/settings"]);
    let cookie = format!("session={TOKEN}");
    assert_eq!(site.requests()[0].header("cookie"), Some(cookie.as_str()));

    sandbox
        .aoc(&["doctor", "-q"])
        .prints("no problems\n")
        .exits(0);
    let ascii = sandbox.command(&["doctor"]).env("LC_ALL", "C").output();
    let ascii = Done::from(ascii.expect("aoc runs")).exits(0).stdout;
    assert!(ascii.is_ascii() && ascii.contains("  + alive  "), "{ascii}");
    // Nothing was written but what is remembered about the site.
    assert_eq!(sandbox.files("../config"), ["aoc/session"]);
}

#[test]
fn the_report_as_json() {
    let site = friendly();
    let report = report(&healthy(&site), &[], 0);
    assert_eq!(problems(&report), [""; 0]);
    assert_eq!(report["project"], Value::Null);
    let note = report["notes"][0].as_str().expect("a note");
    assert!(note.contains("no aoc project here") && note.contains("`aoc init"));
    let session = &report["session"];
    assert_eq!(session["status"], "alive");
    assert_eq!(
        session["user"],
        json!({ "id": 12345, "name": "alice", "link": "github.com/alice" })
    );
    let places = session["places"].as_array().expect("a list");
    let used: Vec<&Value> = places.iter().filter(|it| it["used"] == true).collect();
    assert_eq!(used.len(), 1);
    assert_eq!(
        (&used[0]["token"], &used[0]["mode"]),
        (&json!("…cdef"), &json!("0600"))
    );
    assert_eq!(report["site"]["base_url"], site.url());
    assert!(report["site"]["answered_ms"].is_u64());
    assert_eq!(report["toolchain"][0]["name"], "cargo");
}

#[test]
fn no_session_is_the_first_problem() {
    let site = friendly();
    let sandbox = logged_out(&site);
    let report = report(&sandbox, &[], 3);
    one_problem(&report, "session", "there is no session", "aoc login");
    assert_eq!(report["session"]["status"], "missing");
    assert_eq!(site.requests().len(), 0);
    let done = sandbox.aoc(&["doctor", "-q"]).exits(3);
    done.prints(
        "1 problem\n  ✗ there is no session, which downloading inputs needs\n    aoc login\n",
    );
}

#[test]
fn a_dead_session_is_told_from_a_site_that_fails() {
    let fails =
        "the server failed (500): either the site has a problem, or the session is malformed";
    for (reply, exit, kind, message, fix) in [
        (
            Reply::redirect("/"),
            3,
            "session",
            "does not accept the session from ",
            "aoc login",
        ),
        (Reply::new(500, ""), 5, "network", fails, "-"),
        (
            Reply::new(503, ""),
            5,
            "network",
            "the server failed (503)",
            "-",
        ),
        (Reply::closed(), 5, "network", "interrupted", "-"),
        (
            Reply::new(429, "").header("Retry-After", "60"),
            7,
            "wait",
            "the site asks for fewer requests",
            "wait 1m 0s",
        ),
    ] {
        let site = Site::start();
        site.on("/settings", reply);
        let sandbox = healthy(&site);
        let report = report(&sandbox, &[], exit);
        one_problem(&report, kind, message, fix);
        let status = if exit == 3 { "dead" } else { "unknown" };
        assert_eq!(report["session"]["status"], status);
        assert_eq!(site.requests().len(), 1, "{message}");
    }
    let sandbox = healthy(&friendly()).env("AOC_BASE_URL", "http://127.0.0.1:9");
    let report = report(&sandbox, &[], 5);
    one_problem(&report, "network", "127.0.0.1:9 refuses connections", "-");
}

#[test]
fn only_the_winner_is_asked_and_judged() {
    let site = Site::start();
    site.on("/settings", Reply::redirect("/"));
    let sandbox = healthy(&site)
        .env("AOC_SESSION", OTHER)
        .file("../home/.adventofcode.session", "junk")
        .file("../config/aoc/session.work", OTHER);
    for path in [
        "../home/.adventofcode.session",
        "../config/aoc/session.work",
    ] {
        protect(&sandbox, path, 0o600);
    }
    let report = report(&sandbox, &[], 3);
    one_problem(
        &report,
        "session",
        "AOC_SESSION (…0002)",
        "unset AOC_SESSION && aoc login",
    );
    let cookie = format!("session={OTHER}");
    assert_eq!(site.requests().len(), 1);
    assert_eq!(site.requests()[0].header("cookie"), Some(cookie.as_str()));
    let places = report["session"]["places"].as_array().expect("a list");
    let seen: Vec<String> = places
        .iter()
        .filter(|place| place["exists"] == true)
        .map(|place| {
            let path = place["place"].as_str().expect("a place");
            let name = Path::new(path)
                .file_name()
                .expect("a name")
                .to_string_lossy();
            let text = |key: &str| place[key].as_str().unwrap_or("-").to_owned();
            format!(
                "{name} {} {} {}",
                place["used"],
                text("token"),
                text("account")
            )
        })
        .collect();
    assert_eq!(
        seen,
        [
            "AOC_SESSION true …0002 -",
            "session false …cdef -",
            ".adventofcode.session false - -",
            "session.work false …0002 work",
        ]
    );
    // An account whose session is of no use is one more problem.
    sandbox.write("../config/aoc/session.work", "junk");
    let problems = problems(&self::report(&sandbox, &["--offline"], 3));
    assert_eq!(problems.len(), 1, "{problems:#?}");
    assert!(
        problems[0].ends_with(" -> aoc login --account work"),
        "{problems:#?}"
    );
}

#[test]
fn what_is_no_token_is_a_problem_without_a_request() {
    let site = friendly();
    let sandbox = logged_out(&site).env("AOC_SESSION", "hunter2");
    let report = report(&sandbox, &[], 3);
    one_problem(
        &report,
        "session",
        "AOC_SESSION cannot be used",
        "unset AOC_SESSION && aoc login",
    );
    assert_eq!(report["session"]["status"], "unusable");
    assert!(!report.to_string().contains("hunter2"));
    let sandbox = logged_out(&site).file("../config/aoc/session/file", "");
    let report = self::report(&sandbox, &[], 3);
    assert!(problems(&report)[0].contains("cannot be read"), "{report}");
    assert_eq!(site.requests().len(), 0);
}

#[test]
fn offline_makes_no_request() {
    let site = friendly();
    let sandbox = healthy(&site);
    let report = report(&sandbox, &["--offline"], 0);
    assert_eq!(report["session"]["status"], "unknown");
    assert_eq!(report["site"]["message"], "not asked because of --offline");
    let text = sandbox.aoc(&["doctor", "--offline"]).exits(0).stdout;
    assert!(text.contains("  ! not known "), "{text}");
    assert_eq!(site.requests().len(), 0);
}

#[test]
fn files_that_others_can_read_are_a_problem() {
    let site = friendly();
    let sandbox = healthy(&site).file("../config/aocd/token", OTHER);
    protect(&sandbox, STORED, 0o640);
    protect(&sandbox, "../config/aocd/token", 0o604);
    let report = report(&sandbox, &[], 8);
    let expected = ["aoc/session", "aocd/token"].map(|file| {
        let path = sandbox.outside("config").join(file);
        let path = path.display();
        format!("files: other users can read the session in {path} -> chmod 600 {path}")
    });
    assert_eq!(problems(&report), expected);
    // The session comes first.
    site.on("/settings", Reply::redirect("/"));
    let problems = problems(&self::report(&sandbox, &[], 3));
    assert_eq!(problems.len(), 3, "{problems:#?}");
    let text = sandbox.aoc(&["doctor"]).exits(3).stdout;
    assert!(text.contains("  …cdef  0640  "), "{text}");
    assert!(text.contains("used, other users can read it\n"), "{text}");
    assert!(
        text.contains("\n3 problems\n  ✗ the site does not accept "),
        "{text}"
    );
}

#[test]
fn a_pause_that_the_site_asked_for_is_kept() {
    let site = friendly();
    site.script(
        "/settings",
        [
            Reply::new(429, "").header("Retry-After", "600"),
            Reply::html(settings_page("alice")),
        ],
    );
    let sandbox = healthy(&site);
    report(&sandbox, &[], 7);
    for arguments in [&[][..], &["--offline"]] {
        let report = report(&sandbox, arguments, 7);
        let problems = problems(&report);
        let says = "wait: no request was made, because the site asked for fewer requests (429)";
        assert!(
            problems.len() == 1 && problems[0].starts_with(says),
            "{problems:#?}"
        );
        assert!(problems[0].contains(" -> wait "), "{problems:#?}");
        assert!(report["site"]["backoff"].as_u64().expect("a time") > 500);
    }
    assert_eq!(site.requests().len(), 1);
}

#[test]
fn a_wrong_clock_is_a_problem() {
    for (date, side) in [
        ("Fri, 01 Dec 2045 05:00:00 GMT", "behind"),
        ("Sun, 01 Dec 2019 05:00:00 GMT", "ahead of"),
    ] {
        let site = Site::start();
        site.on(
            "/settings",
            Reply::html(settings_page("alice")).header("Date", date),
        );
        let sandbox = healthy(&site);
        let done = sandbox.aoc(&["doctor"]).says("").exits(5);
        assert!(
            done.stdout.contains(&format!("{side} the site's\n")),
            "{done:#?}"
        );
        assert!(done.stdout.contains("set-ntp true"), "{done:#?}");
        let report = report(&sandbox, &["--offline"], 0);
        let clock = &report["site"]["clock"];
        assert_eq!(
            (&clock["off"], &clock["measured"]),
            (&json!(true), &json!(false))
        );
        let ahead = clock["ahead"].as_f64().expect("a number");
        assert_eq!(ahead > 0.0, side == "ahead of", "{clock}");
    }
}

#[test]
fn folders_must_be_writable() {
    let site = friendly();
    let sandbox = healthy(&site).file("../cache/aoc", "in the way");
    let report = report(&sandbox, &[], 8);
    let cache = sandbox.outside("cache/aoc");
    let (cache, word) = (cache.display(), format!("mv {0} {0}.old", cache.display()));
    one_problem(
        &report,
        "files",
        &format!("the cache folder {cache} cannot be written"),
        &word,
    );
}

#[test]
fn settings_that_make_no_sense_are_shown_and_nothing_is_sent() {
    let site = friendly();
    let sandbox = healthy(&site).env("AOC_YEAR", "20");
    let report = report(&sandbox, &[], 2);
    let says = "AOC_YEAR: `20` is not a year from 2015 on";
    one_problem(&report, "settings", says, "correct AOC_YEAR");
    assert_eq!(report["session"]["status"], "unknown");
    // All others refuse to run.
    sandbox
        .aoc(&["logout"])
        .says(&format!("aoc: {says}\n"))
        .exits(2);
    let sandbox = healthy(&site).file("../config/aoc/config.toml", "year = \n");
    let report = self::report(&sandbox, &[], 2);
    assert!(
        problems(&report)[0].contains("config.toml is not valid TOML"),
        "{report}"
    );
    assert_eq!(site.requests().len(), 0);
}

#[test]
fn settings_have_a_source() {
    let site = friendly();
    let sandbox = healthy(&site)
        .file("Cargo.toml", "[workspace.metadata.aoc]\nyear = 2020\n")
        .file(
            "../config/aoc/config.toml",
            "year = 2021\ncontact = 'me@example.org'\n",
        );
    let report = report(&sandbox, &[], 0);
    let settings = report["settings"].as_array().expect("a list");
    let seen: Vec<String> = settings
        .iter()
        .filter(|it| it["name"] != "address")
        .map(|it| format!("{} {} {}", it["name"], it["value"], it["from"]).replace('"', ""))
        .collect();
    assert_eq!(
        seen,
        [
            "year 2020 project",
            "contact me@example.org user config",
            "spacing null default",
            "timeout 5s environment",
            "inputs null default",
        ]
    );
}

#[test]
fn an_outdated_library_is_a_problem() {
    let site = friendly();
    let sandbox = healthy(&site);
    sandbox.aoc(&["init", "my"]).exits(0);
    let sandbox = {
        let my = sandbox.path("my");
        sandbox.standing_in(my)
    };
    let library = |report: &Value| report["project"]["libraries"][0].clone();
    let good = report(&sandbox, &[], 0);
    assert_eq!(library(&good)["status"], "current");
    assert_eq!(library(&good)["folder"], "vendor/aoc-solution");
    assert_eq!(good["notes"], json!([]));

    let file = "vendor/aoc-solution/src/lib.rs";
    let source = sandbox.read(file);
    sandbox.write(file, format!("{source}\n// Mine.\n"));
    let different = report(&sandbox, &[], 0);
    assert_eq!(library(&different)["status"], "different");
    assert!(
        different["notes"][0]
            .as_str()
            .expect("a note")
            .contains("`aoc init --update`")
    );
    sandbox.write(file, source);

    let constants = "vendor/aoc-solution/src/protocol/constants.rs";
    let source = sandbox.read(constants);
    let own = &library(&good)["own_protocol"];
    let own = format!("VERSION: u32 = {own};");
    assert!(source.contains(&own));
    for (version, status, fix) in [
        ("VERSION: u32 = 1;", "older", "aoc init --update"),
        ("VERSION: u32 = 999;", "newer", "update aoc"),
    ] {
        sandbox.write(constants, source.replace(&own, version));
        let report = report(&sandbox, &[], 1);
        assert_eq!(library(&report)["status"], status);
        one_problem(
            &report,
            "build",
            "the library in vendor/aoc-solution is ",
            fix,
        );
    }
    sandbox.write(constants, source);
    let manifest = sandbox.read("vendor/aoc-solution/Cargo.toml");
    let own = format!("version = {}", library(&good)["own_version"]);
    assert!(manifest.contains(&own));
    sandbox.write(
        "vendor/aoc-solution/Cargo.toml",
        manifest.replacen(&own, "version = \"0.0.1\"", 1),
    );
    let report = report(&sandbox, &[], 1);
    one_problem(
        &report,
        "build",
        " is 0.0.1 (protocol ",
        "aoc init --update",
    );

    fs::remove_dir_all(sandbox.path("vendor")).expect("a folder");
    let report = self::report(&sandbox, &[], 1);
    one_problem(
        &report,
        "build",
        "there is no library in vendor/aoc-solution",
        "aoc init",
    );
    sandbox.aoc(&["init"]).exits(0);
    self::report(&sandbox, &[], 0);
}

#[test]
fn a_toolchain_that_is_missing_or_broken_is_a_problem() {
    let site = friendly();
    let sandbox = healthy(&site).env("PATH", "/nowhere");
    let report = report(&sandbox, &[], 1);
    let problems = problems(&report);
    assert_eq!(problems.len(), 2, "{problems:#?}");
    assert!(
        problems[0].starts_with("build: there is no cargo on PATH"),
        "{problems:#?}"
    );

    let sandbox = healthy(&site)
        .file("bin/cargo", "#!/bin/sh\necho cargo 1.70.0\n")
        .file("bin/rustc", "#!/bin/sh\necho rustc is ill >&2; exit 1\n");
    for tool in ["bin/cargo", "bin/rustc"] {
        protect(&sandbox, tool, 0o755);
    }
    let bin = sandbox.path("bin");
    let sandbox = sandbox.env("PATH", bin);
    let problems = self::problems(&self::report(&sandbox, &[], 1));
    assert!(
        problems[0].contains("cargo 1.70.0 is older than 1."),
        "{problems:#?}"
    );
    assert!(problems[0].ends_with(" -> rustup update"), "{problems:#?}");
    assert!(
        problems[1].contains("bin/rustc does not work: rustc is ill"),
        "{problems:#?}"
    );
}

#[test]
fn nothing_shows_more_than_the_end_of_a_token() {
    // `Done` looks for it in all output.
    for reply in [
        Reply::html(settings_page("alice")),
        Reply::redirect("/"),
        Reply::new(500, TOKEN),
        Reply::closed(),
    ] {
        let site = Site::start();
        site.on("/settings", reply);
        let sandbox = healthy(&site)
            .env("ADVENT_OF_CODE_SESSION", TOKEN)
            .env("RUST_BACKTRACE", "full")
            .file("../config/aoc/session.work", format!("{TOKEN} {TOKEN}"))
            .file("../home/.adventofcode.session", format!("{TOKEN};"));
        for flags in [&["-v"][..], &["--json", "-vv"], &["-q"], &["--offline"]] {
            sandbox.aoc(&[&["doctor"], flags].concat());
        }
    }
}

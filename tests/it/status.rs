//! `aoc status`, and `aoc` alone: where one stands, without a request.

use std::fs::File;
use std::time::{Duration, SystemTime};

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use crate::calendar::calendar;
use crate::sandbox::Sandbox;
use crate::site::{Reply, Site};
use crate::workshop::workshop;

/// A project with some of everything.
fn project(site: &Site) -> Sandbox {
    let day = "impl Solution for X {}";
    let sandbox = Sandbox::project()
        .site(site)
        .env("AOC_YEAR", "2020")
        .file("days/year2020/day01.rs", day)
        .file("days/year2020/day02.rs", day)
        .file("inputs/year2020/day01.txt", "1\n")
        .file("inputs/year2020/day01.html", "<html></html>")
        .file(
            "inputs/year2020/day01.answers.toml",
            "part1 = 5\npart2 = 6\n",
        )
        .file(
            "inputs/year2020/day01.examples.toml",
            "[[example]]\ninput = '1'\n",
        )
        .file("inputs/year2020/day02.examples.toml", "# none\n")
        .file("inputs/year2020/day02.txt", "1\n")
        .file("inputs/year2020/day02.answers.toml", "part1 = 5\n");
    // The one that was edited last.
    let later = SystemTime::now() + Duration::from_mins(1);
    let file = File::options()
        .write(true)
        .open(sandbox.path("days/year2020/day02.rs"));
    file.expect("a file").set_modified(later).expect("a time");
    sandbox
}

/// The part of the document that is of a day.
fn day(document: &Value, day: usize) -> &Value {
    &document["days"][day - 1]
}

#[test]
fn a_year_is_shown_without_a_request() {
    let site = Site::start();
    let sandbox = project(&site);
    let done = sandbox.aoc(&["status"]).says("").exits(0);
    for line in [
        "session  AOC_SESSION (…cdef)  not checked without --refresh\n",
        "stars    2020: 3 of 50  by recorded answers; `aoc status --refresh` asks the site\n",
        "\nday ** code input page ex ans     last\n",
        "\n  1 ** ✓    ✓     ✓    ✓    2\n",
        "\n  2 *  ✓    ✓     ·    ·    1\n",
        "\n  3 ?  ·    ·     ·    ·    ·\n",
        "\n 25 ?  ·    ·     ·    ·    ·\n",
    ] {
        assert!(done.stdout.contains(line), "{line}: {done:#?}");
    }
    assert!(done.stdout.contains("\nevent    "), "{done:#?}");
    let alone = sandbox.aoc(&[]).says("").exits(0);
    let without_times = |text: &str| text.lines().skip(2).collect::<Vec<_>>().join("\n");
    assert_eq!(without_times(&alone.stdout), without_times(&done.stdout));
    assert!(site.requests().is_empty());
}

#[test]
fn the_document_has_everything() {
    let site = Site::start();
    let sandbox = project(&site);
    for arguments in [&["status", "2020", "--json"][..], &["--json"]] {
        let document = sandbox.aoc(arguments).says("").exits(0).json();
        assert_eq!(document["schema"], "aoc-status/1");
        let session = json!({"place": "AOC_SESSION", "tail": "cdef", "user": null,
            "is_proven": false, "problem": null});
        assert_eq!(document["session"], session);
        assert_eq!(document["year"], 2020);
        let seconds = document["event"]["next"]["seconds"]
            .as_i64()
            .expect("a time");
        assert!((0..366 * 86_400).contains(&seconds), "{document}");
        assert_eq!(document["days"].as_array().map(Vec::len), Some(25));
        let expected = json!({"year": 2020, "day": 2, "unlocked": true, "stars": 1,
            "solution": true, "input": true, "page": false, "examples": false, "answers": 1,
            "last_run": null});
        assert_eq!(*day(&document, 2), expected);
        assert_eq!(day(&document, 3)["stars"], Value::Null);
    }
}

#[test]
fn refresh_asks_once_and_what_was_learned_stays() {
    let site = Site::start();
    let mut stars = vec![2; 20];
    stars.extend([1, 0, 0, 0, 0]);
    site.on("/2020", calendar(2020, 25, &stars));
    let sandbox = project(&site);
    let done = sandbox.aoc(&["status", "--refresh"]).says("").exits(0);
    for part in ["(…cdef)  ana  accepted\n", "2020: 41 of 50  seen "] {
        assert!(done.stdout.contains(part), "{done:#?}");
    }
    assert_eq!(site.paths(), ["/2020"]);
    let document = sandbox.aoc(&["status", "--json"]).says("").exits(0).json();
    assert_eq!(document["session"]["user"], "ana");
    assert_eq!(document["stars"]["stars"], 41);
    assert_eq!(day(&document, 21)["stars"], 1);
    assert_eq!(day(&document, 22)["stars"], 0);
    // A new session may be another user's.
    let other = sandbox.env("AOC_SESSION", "ab".repeat(32));
    let document = other.aoc(&["status", "--json"]).says("").exits(0).json();
    assert_eq!(document["session"]["user"], Value::Null);
    assert_eq!(document["stars"]["stars"], 3);
    assert_eq!(site.requests().len(), 1);
}

#[test]
fn what_calendar_learned_is_shown_too() {
    let site = Site::start();
    site.on("/2020", calendar(2020, 25, &[2; 25]));
    let sandbox = project(&site);
    sandbox.aoc(&["calendar", "2020"]).exits(0);
    let done = sandbox.aoc(&["status"]).says("").exits(0);
    assert!(done.stdout.contains("2020: 50 of 50  seen "), "{done:#?}");
    assert_eq!(site.requests().len(), 1);
}

#[test]
fn a_refresh_that_fails_shows_the_rest() {
    let anonymous = "<title>Advent of Code</title><header>[Log In]</header><main></main></html>";
    for (reply, arguments, says, exit) in [
        (
            Reply::html(anonymous),
            &["status", "--refresh"][..],
            "does not accept the session",
            3,
        ),
        (Reply::new(403, ""), &["status", "--refresh"], "(403)", 5),
        (
            Reply::new(200, ""),
            &["status", "--refresh", "--offline"],
            "--offline",
            5,
        ),
        (
            Reply::new(200, ""),
            &["status", "2199", "--refresh"],
            "has not begun",
            4,
        ),
    ] {
        let site = Site::start();
        site.on("/2020", reply);
        let sandbox = project(&site);
        let done = sandbox.aoc(arguments).mentions(says).exits(exit);
        assert!(done.stdout.contains("not checked without"), "{done:#?}");
        assert!(site.requests().len() <= 1);
    }
}

#[test]
fn outside_of_a_project_it_points_to_init() {
    let sandbox = Sandbox::new();
    for arguments in [&["status"][..], &[]] {
        let done = sandbox.aoc(arguments).says("").exits(0);
        assert!(
            done.stdout.starts_with("session  no session: "),
            "{done:#?}"
        );
        assert!(
            done.stdout.contains("\nnext     aoc init DIR  make a "),
            "{done:#?}"
        );
        assert!(!done.stdout.contains("day **"), "{done:#?}");
    }
    let document = sandbox.aoc(&["--json"]).exits(0).json();
    assert_eq!(document["project"], Value::Null);
    assert_eq!(document["session"]["place"], Value::Null);
}

#[test]
fn a_broken_file_is_a_warning() {
    let site = Site::start();
    let sandbox = project(&site).file("inputs/year2020/day02.answers.toml", "part3 = 5\n");
    let done = sandbox.aoc(&["status", "2020"]);
    let done = done.mentions("day02.answers.toml, line 1: ").exits(0);
    assert!(done.stdout.contains("\n  2 ?  ✓    ✓ "), "{done:#?}");
    let done = sandbox.env("AOC_SESSION", "nonsense").aoc(&["status"]);
    assert!(
        done.stdout
            .contains("session  the session from AOC_SESSION cannot be used")
    );
}

#[test]
fn the_sites_clock_is_heeded() {
    let site = Site::start();
    let state = site.state_file();
    let sandbox = project(&site);
    let seconds = |sandbox: &Sandbox| {
        let document = sandbox.aoc(&["--json"]).exits(0).json();
        document["event"]["next"]["time"].as_str().map(|time| {
            let time: DateTime<Utc> = time.parse().expect("a time");
            let seconds = document["event"]["next"]["seconds"].as_i64();
            time.timestamp() - seconds.expect("seconds")
        })
    };
    // The instant that it takes for now.
    let before = seconds(&sandbox).expect("an unlock");
    sandbox.write(&state, "{\"clock_ahead\":3600000}");
    let after = seconds(&sandbox).expect("an unlock");
    assert!((3590..3700).contains(&(after - before)), "{before} {after}");
    let done = sandbox.aoc(&[]).exits(0);
    let clock = "clock    this computer's is 1h 0m behind the site's, as of the last request\n";
    assert!(done.stdout.contains(clock), "{done:#?}");
}

#[test]
fn a_reply_with_another_date_is_a_warning() {
    let site = Site::start();
    let tomorrow = DateTime::<Utc>::from(SystemTime::now()) + chrono::TimeDelta::days(1);
    let date = tomorrow.format("%a, %d %b %Y %H:%M:%S GMT").to_string();
    site.on("/2020", calendar(2020, 25, &[2]).header("Date", &date));
    let sandbox = project(&site);
    let done = sandbox
        .aoc(&["status", "--refresh"])
        .mentions("warning: this computer's clock is ")
        .mentions(" behind the site's; unlock times follow the site's clock\n")
        .exits(0);
    assert!(
        done.stdout.contains("\nclock    this computer's is "),
        "{done:#?}"
    );
}

#[test]
fn the_last_times_are_those_of_the_last_run() {
    let workshop = workshop();
    workshop.aoc(&["run", "2016/19"]).exits(0);
    let document = workshop.aoc(&["status", "2016", "--json"]).exits(0).json();
    let run = &day(&document, 19)["last_run"];
    assert!(run["ns"].as_u64().is_some_and(|ns| ns > 0), "{document}");
    // One part alone has no time to be compared with.
    let before = run.clone();
    workshop.aoc(&["run", "2016/19", "-p", "1"]).exits(0);
    let document = workshop.aoc(&["status", "2016", "--json"]).exits(0).json();
    assert_eq!(day(&document, 19)["last_run"], before);
}

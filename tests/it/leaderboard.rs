//! `aoc leaderboard`: asked for at most every 15 minutes, and kept.

use std::time::{Duration, SystemTime};

use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::{Value, json};

use crate::sandbox::{Sandbox, TOKEN};
use crate::site::{Reply, Site};

const PATH: &str = "/2020/leaderboard/private/view/1001.json";
const KEY: &str = "1a2b3c4d";

/// A leaderboard as the site sends it now.
fn board() -> Value {
    json!({
        "event": "2020", "day1_ts": 1_606_798_800, "num_days": 25, "owner_id": 7, "later": [],
        "members": {
            "7": {"id": 7, "name": "Ana", "stars": 3, "local_score": 12, "last_star_ts": 1,
                "completion_day_level": {
                    "1": {"1": {"get_star_ts": 1_606_798_925, "star_index": 1},
                          "2": {"get_star_ts": 1_606_799_554, "star_index": 3}},
                    "2": {"1": {"get_star_ts": 1_606_885_300, "star_index": null}}}},
            "12": {"id": 12, "name": null, "stars": 1, "local_score": 9,
                "completion_day_level": {"1": {"1": {"get_star_ts": 1_606_798_865}}}},
            "13": {"id": 13, "name": "カニ\u{1b}[2J\u{202e}", "stars": 0, "local_score": 0,
                "completion_day_level": {}}}})
}

fn site() -> Site {
    let site = Site::start();
    site.on(PATH, Reply::text(board().to_string()));
    site
}

fn cache_file(site: &Site) -> String {
    format!("../cache/aoc/leaderboard-{}-2020-1001.json", site.name())
}

const ARGUMENTS: [&str; 4] = ["leaderboard", "1001", "-y", "2020"];

const SHOWN: &str = "\
2020  leaderboard 1001  3 members  fetched just now
rank  stars  score  median 1  median 2     delta  name
   1      3     12    1m 52s   12m 34s   10m 29s  Ana
   2      1      9     1m 5s         –         –  (anonymous user #12)
   3      0      0         –         –         –  カニ\\u{1b}[2J\\u{202e}

day  both   one   first 1  median 1   first 2  median 2     delta  first
  1     1     1     1m 5s    1m 35s   12m 34s   12m 34s   10m 29s  Ana
  2     0     1    1m 40s    1m 40s         –         –         –  Ana
";

#[test]
fn is_shown_with_medians_and_safe_names() {
    let site = site();
    let sandbox = Sandbox::new().site(&site);
    let done = sandbox.aoc(&ARGUMENTS).says("").prints(SHOWN).exits(0);
    assert_eq!(site.paths(), [PATH]);
    let cookie = format!("session={TOKEN}");
    assert_eq!(site.requests()[0].header("cookie"), Some(&*cookie));
    // Everyone's times are a matter of -v.
    let times = "day 1  unlocked 2020-12-01 05:00 UTC\n";
    assert!(!done.stdout.contains(times));
    let verbose = sandbox.aoc(&[&ARGUMENTS[..], &["-v"]].concat()).exits(0);
    assert!(verbose.stdout.contains(times), "{verbose:#?}");
}

#[test]
fn the_document_has_the_times() {
    let site = site();
    let sandbox = Sandbox::new().site(&site);
    let document = sandbox.aoc(&["leaderboard", "1001-abcd", "-y", "2020", "--json"]);
    let document = document.exits(0).json();
    assert_eq!(document["schema"], "aoc-leaderboard/1");
    assert_eq!(
        (&document["year"], &document["id"]),
        (&json!(2020), &json!(1001))
    );
    let fetched = document["fetched"].as_str().expect("a time");
    assert!(DateTime::parse_from_rfc3339(fetched).is_ok(), "{fetched}");
    let ana = &document["members"][0];
    assert_eq!((&ana["id"], &ana["name"]), (&json!(7), &json!("Ana")));
    assert_eq!(
        (&ana["stars"], &ana["local_score"]),
        (&json!(3), &json!(12))
    );
    let day = &ana["days"][0];
    assert_eq!(day["part1"], "2020-12-01T05:02:05Z");
    assert_eq!(day["part2"], "2020-12-01T05:12:34Z");
    assert_eq!(
        (&day["part1_rank"], &day["delta_seconds"]),
        (&json!(2), &json!(629))
    );
    assert_eq!(ana["days"][1]["part2"], Value::Null);
    // Nothing that a terminal acts on, in the document either.
    let name = document["members"][2]["name"].as_str();
    assert_eq!(name, Some(r"カニ\u{1b}[2J\u{202e}"));
}

#[test]
fn twice_within_15_minutes_is_one_request() {
    let site = site();
    let sandbox = Sandbox::new().site(&site);
    sandbox.aoc(&ARGUMENTS).exits(0);
    let second = sandbox.aoc(&ARGUMENTS).says("").exits(0);
    assert!(second.stdout.contains("Ana"), "{second:#?}");
    // Neither a session nor the network is needed for it.
    let without = sandbox.without("AOC_SESSION");
    without.aoc(&ARGUMENTS).says("").exits(0);
    without
        .aoc(&[&ARGUMENTS[..], &["--offline"]].concat())
        .says("")
        .exits(0);
    assert_eq!(site.requests().len(), 1);
}

/// Changes the time in the cached document; `None` to make it nonsense.
fn set_age(sandbox: &Sandbox, site: &Site, hours: Option<i64>) {
    let file = cache_file(site);
    let mut cached: Value = serde_json::from_str(&sandbox.read(&file)).expect("a document");
    let now: DateTime<Utc> = SystemTime::now().into();
    cached["fetched"] = match hours {
        Some(hours) => (now - chrono::TimeDelta::hours(hours))
            .to_rfc3339_opts(SecondsFormat::Secs, true)
            .into(),
        None => "soon".into(),
    };
    sandbox.write(&file, cached.to_string());
}

#[test]
fn times_that_cannot_be_right_make_no_request() {
    let site = site();
    let sandbox = Sandbox::new().site(&site);
    sandbox.aoc(&ARGUMENTS).exits(0);
    // The clock was set back, or the time is nonsense.
    for hours in [Some(-24), Some(-24 * 365), None] {
        set_age(&sandbox, &site, hours);
        for _ in 0..2 {
            let done = sandbox.aoc(&ARGUMENTS).says("").exits(0);
            assert!(done.stdout.contains("Ana"), "{done:#?}");
        }
        assert_eq!(site.requests().len(), 1, "{hours:?}");
    }
    // The time is right again, so the leaderboard grows old again.
    set_age(&sandbox, &site, Some(1));
    sandbox.aoc(&ARGUMENTS).says("").exits(0);
    assert_eq!(site.requests().len(), 2);
    // What is no leaderboard at all is asked for again.
    sandbox.write(&cache_file(&site), "nonsense");
    sandbox.aoc(&ARGUMENTS).says("").exits(0);
    assert_eq!(site.requests().len(), 3);
}

#[test]
fn a_failure_keeps_the_old_one_and_shows_it() {
    let not_logged_in = "does not show leaderboard 1001 of 2020: either its ID is wrong, or the \
                         session from AOC_SESSION (…cdef) has expired, or its user is not a member";
    let incomplete = board().to_string();
    let incomplete = &incomplete[..200];
    for (reply, says, exit) in [
        (Reply::new(400, "Bad Request\n"), not_logged_in, 3),
        (Reply::redirect("/2020/leaderboard"), not_logged_in, 3),
        (
            Reply::redirect("/2020/leaderboard/private"),
            not_logged_in,
            3,
        ),
        (
            Reply::redirect("http://127.0.0.2/login"),
            "redirects to http://127.0.0.2/login",
            5,
        ),
        (
            Reply::html("<!DOCTYPE html><title>Hotel</title>"),
            "expected a leaderboard, got a web page",
            5,
        ),
        (
            Reply::text(incomplete),
            "not a leaderboard (it is incomplete)",
            5,
        ),
        (Reply::text(""), "not a leaderboard (it is empty)", 5),
        (
            Reply::text("{}"),
            "not a leaderboard (it has no members)",
            5,
        ),
        (
            Reply::text(board().to_string().replace("2020", "2019")),
            "it is of another event",
            5,
        ),
        (
            Reply::new(404, ""),
            "the site has no leaderboard 1001 of 2020 (404)",
            4,
        ),
        (
            Reply::new(429, "").header("Retry-After", "60"),
            "try again in 1m 0s",
            7,
        ),
        (Reply::closed(), "was interrupted", 5),
    ] {
        let site = site();
        let sandbox = Sandbox::new().site(&site).env("AOC_TIMEOUT", "2s");
        site.on(PATH, reply.clone());
        sandbox
            .aoc(&ARGUMENTS)
            .prints("")
            .mentions(says)
            .exits(exit);
        site.on(PATH, Reply::text(board().to_string()));
        if exit == 7 {
            // The site wants no requests for a while.
            continue;
        }
        sandbox.aoc(&ARGUMENTS).says("").exits(0);
        set_age(&sandbox, &site, Some(3));
        let before = sandbox.read(&cache_file(&site));
        site.on(PATH, reply);
        let done = sandbox
            .aoc(&ARGUMENTS)
            .mentions("warning: showing the leaderboard of 3h 0m ago: ")
            .mentions(says)
            .exits(exit);
        assert!(done.stdout.contains("3 members  3h 0m old\n"), "{done:#?}");
        assert_eq!(sandbox.read(&cache_file(&site)), before);
    }
}

#[test]
fn offline_shows_what_there_is() {
    let site = site();
    let sandbox = Sandbox::new().site(&site);
    let offline = [&ARGUMENTS[..], &["--offline"]].concat();
    sandbox
        .aoc(&offline)
        .prints("")
        .mentions("--offline")
        .exits(5);
    sandbox.aoc(&ARGUMENTS).exits(0);
    set_age(&sandbox, &site, Some(50));
    sandbox
        .aoc(&offline)
        .says("note: showing the leaderboard of 2d 2h ago, because of --offline\n")
        .exits(0);
    assert_eq!(site.requests().len(), 1);
}

#[test]
fn a_view_key_is_sent_without_a_cookie_and_never_shown() {
    let with_key = [&ARGUMENTS[..], &["--view-key", KEY, "-v"]].concat();
    let path = format!("{PATH}?view_key={KEY}");
    let site = Site::start();
    site.on(&path, Reply::text(board().to_string()));
    let sandbox = Sandbox::new().site(&site);
    let done = sandbox.aoc(&with_key).mentions("note: GET ").exits(0);
    assert!(done.stdout.contains("Ana"), "{done:#?}");
    assert!(!format!("{done:?}").contains(KEY), "{done:#?}");
    assert_eq!(site.paths(), std::slice::from_ref(&path));
    let requests = site.requests();
    assert_eq!(requests[0].header("cookie"), None);
    for file in sandbox.files("..") {
        let bytes = std::fs::read(sandbox.path("..").join(&file)).expect("a file");
        assert!(!String::from_utf8_lossy(&bytes).contains(KEY), "{file}");
    }

    // No session is needed; and no server can make the key known.
    for (reply, exit) in [
        (Reply::new(400, "Bad Request\n"), 3),
        (Reply::new(418, format!("no key {KEY}\n")), 5),
        (
            Reply::redirect(&format!("http://127.0.0.2/?view_key={KEY}")),
            5,
        ),
        (Reply::html(format!("<title>{KEY}</title>")), 5),
        (Reply::text(format!("{KEY} is wrong")), 5),
    ] {
        let site = Site::start();
        site.on(&path, reply);
        let sandbox = Sandbox::new().site(&site).without("AOC_SESSION");
        let done = sandbox.aoc(&with_key).prints("").exits(exit);
        assert!(!format!("{done:?}").contains(KEY), "{done:#?}");
    }
}

#[test]
fn the_id_may_be_a_setting() {
    let site = site();
    let set = "[workspace]\n[workspace.metadata.aoc]\nleaderboard = 1001\nyear = 2020\n";
    let sandbox = Sandbox::project().site(&site).file("Cargo.toml", set);
    sandbox.aoc(&["leaderboard"]).says("").exits(0);
    let user = Sandbox::new().site(&site).file(
        "../config/aoc/config.toml",
        "leaderboard = 1001\nyear = 2020\n",
    );
    user.aoc(&["leaderboard"]).says("").exits(0);
    assert_eq!(site.paths(), [PATH, PATH]);
}

#[test]
fn several_at_once_make_one_request() {
    let site = Site::start();
    let slow = Reply::text(board().to_string()).delay(Duration::from_millis(300));
    site.on(PATH, slow);
    let sandbox = Sandbox::new().site(&site);
    let start = || sandbox.command(&ARGUMENTS).spawn().expect("aoc");
    let children = [start(), start(), start()];
    for mut child in children {
        assert!(child.wait().expect("its end").success());
    }
    assert_eq!(site.requests().len(), 1);
}

#[test]
fn old_documents_have_strings_for_numbers() {
    let site = Site::start();
    let old = json!({"event": "2020", "owner_id": "7", "members": {"7": {
        "id": "7", "name": "Ana", "stars": 2, "local_score": "4", "global_score": "0",
        "last_star_ts": "1606798925", "completion_day_level": {
            "1": {"1": {"get_star_ts": "1606798925"}, "2": {"get_star_ts": "1606799554"}}}}}});
    site.on(PATH, Reply::text(old.to_string()));
    let done = Sandbox::new().site(&site).aoc(&ARGUMENTS).says("").exits(0);
    assert!(
        done.stdout
            .contains("     2m 5s   12m 34s   10m 29s  Ana\n"),
        "{done:#?}"
    );
}

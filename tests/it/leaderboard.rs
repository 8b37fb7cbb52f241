//! `aoc leaderboard`: asked for at most every 15 minutes, and kept.

use std::time::{Duration, SystemTime};

use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::{Value, json};

use crate::fetch_time::dated;
use crate::sandbox::{Sandbox, TOKEN};
use crate::site::{Reply, Site};

const PATH: &str = "/2020/leaderboard/private/view/1001.json";
const KEY: &str = "1a2b3c4d";
const ARGUMENTS: [&str; 4] = ["leaderboard", "1001", "-y", "2020"];

fn board() -> Reply {
    let first = json!({"1": {"get_star_ts": 1_606_798_925}, "2": {"get_star_ts": 1_606_799_554}});
    let ana = json!({"id": 7, "name": "Ana\u{1b}[2J", "stars": 2, "local_score": 12,
        "completion_day_level": {"1": first}});
    Reply::text(json!({"event": "2020", "members": {"7": ana}}).to_string())
}

fn site() -> Site {
    let site = Site::start();
    site.on(PATH, board());
    site
}

fn set_age(sandbox: &Sandbox, site: &Site, hours: i64) -> DateTime<Utc> {
    let file = format!("../cache/aoc/leaderboard-{}-2020-1001.json", site.name());
    let mut cached: Value = serde_json::from_str(&sandbox.read(&file)).expect("a document");
    let now: DateTime<Utc> = SystemTime::now().into();
    let then = now - chrono::TimeDelta::hours(hours);
    cached["fetched"] = then.to_rfc3339_opts(SecondsFormat::Secs, true).into();
    sandbox.write(&file, cached.to_string());
    then
}

#[test]
fn is_asked_for_once_in_15_minutes() {
    let site = site();
    let sandbox = Sandbox::new().site(&site);
    let line = "  1     2m 5s   12m 34s   10m 29s  Ana\\u{1b}[2J\n";
    sandbox.aoc(&ARGUMENTS).says("").shows(line).exits(0);
    assert!(site.requests()[0].has_session(TOKEN));

    // Neither a session nor the network is needed for it now.
    let without = sandbox.without("AOC_SESSION");
    let offline = "leaderboard 1001-abcd -y 2020 --offline --json".split(' ');
    let arguments: Vec<&str> = offline.collect();
    let document = without.aoc(&arguments).says("").exits(0).json();
    assert_eq!(document["schema"], "aoc-leaderboard/1");
    let ana = &document["members"][0];
    assert_eq!((&ana["id"], &ana["stars"]), (&json!(7), &json!(2)));
    assert_eq!(ana["days"][0]["part2"], "2020-12-01T05:12:34Z");
    assert_eq!(site.paths(), [PATH]);
    // Once it is old, it is asked for again, but not because the clock was set back.
    let with = without.env("AOC_SESSION", TOKEN);
    for hours in [1, -1] {
        set_age(&with, &site, hours);
        let done = with.aoc(&ARGUMENTS).says("").exits(0);
        done.shows("s ago\n");
    }
    assert_eq!(site.paths(), [PATH; 2]);
    let future = set_age(&with, &site, -1).timestamp();
    let fetched = |arguments: &[&str]| {
        let document = with.aoc(arguments).json();
        let fetched: DateTime<Utc> = document["fetched"].as_str().unwrap().parse().unwrap();
        fetched.timestamp()
    };
    assert_eq!(fetched(&arguments), future);
    // A time in the future counts as now: it does not make the leaderboard fresh for longer.
    let now = DateTime::<Utc>::from(SystemTime::now()).timestamp();
    with.aoc(&ARGUMENTS).says("").exits(0);
    assert!((fetched(&arguments) - now).abs() < 60);
    assert_eq!(site.paths(), [PATH; 2]);
    // Its time is the site's.
    let then = set_age(&with, &site, 1) + chrono::TimeDelta::hours(2);
    site.on(PATH, dated(board(), then));
    assert!(fetched(&[&ARGUMENTS[..], &["--json"]].concat()) >= future);
}

/// What is missing or odd costs its member or its star.
#[test]
fn an_odd_document_is_shown_as_far_as_it_can_be() {
    let stars = |ts: Value| json!({"1": {"get_star_ts": ts}});
    let days = json!({"0": stars(json!(1)), "1": stars(json!(1_606_798_925)), "2": stars(json!(0)),
        "3": stars(json!(null)), "4": stars(json!(u64::MAX)), "26": stars(json!(1_606_798_925)),
        "99": stars(json!(1)), "-1": stars(json!(1)), "one": stars(json!(1))});
    let members = json!({
        "7": {"name": "Ana", "stars": 2.0, "local_score": 12.5, "completion_day_level": days},
        "8": null,
        "9": {"id": 9, "name": "", "stars": -1, "local_score": -1},
        "x": {"name": "nobody"},
    });
    let site = Site::start();
    let document = json!({"event": 2020, "members": members}).to_string();
    site.on(PATH, Reply::text(document));
    let sandbox = Sandbox::new().site(&site);
    for arguments in [
        "leaderboard 1001 -y 2020 -v",
        "leaderboard 1001 -y 2020 -v --offline",
    ] {
        let done = sandbox.line(arguments).exits(0);
        let done = done
            .shows("2 members")
            .shows("   1      2     12  Ana\n   2      0      0  (anonymous user #9)\n");
        done.shows("\n  1     2m 5s         –         –  Ana\n\nscore: ");
    }
    // What is wrong is said in words of our own, which cannot contain a key.
    let key = format!("{KEY}{}", "x".repeat(100_000));
    let wrong = json!({"event": key, "members": {}}).to_string();
    site.on(&format!("{PATH}?view_key={KEY}"), Reply::text(wrong));
    let sandbox = Sandbox::new().site(&site);
    let done = sandbox.line("leaderboard 1001 -y 2020 --view-key 1a2b3c4d");
    done.says(
        "aoc: the site sent something that is not leaderboard 1001 of 2020: it belongs to another \
         event; try again later\n",
    )
    .exits(5);
}

#[test]
fn a_failure_keeps_the_old_one_and_shows_it() {
    let site = site();
    let sandbox = Sandbox::new().site(&site);
    sandbox.aoc(&ARGUMENTS).says("").exits(0);
    set_age(&sandbox, &site, 3);
    let wrong = "does not show leaderboard 1001 of 2020; either its ID is wrong, or the session";
    for (reply, says, exit) in [
        (Reply::new(400, "Bad Request\n"), wrong, 3),
        (Reply::html("<title>Hotel</title>"), "got a web page", 5),
        (
            Reply::new(404, ""),
            "has no leaderboard 1001 of 2020 (404); the IDs",
            4,
        ),
    ] {
        site.on(PATH, reply);
        let done = sandbox.aoc(&ARGUMENTS).mentions(says).exits(exit);
        done.mentions("warning: showing the stored leaderboard: ")
            .shows("1 member  fetched 3h 0m ago\n");
        // What decides the exit code is said with -q too.
        let quiet = sandbox.aoc(&[&["-q"], &ARGUMENTS[..]].concat());
        quiet
            .mentions("warning: showing the stored leaderboard: ")
            .exits(exit);
    }
}

#[test]
fn a_view_key_is_sent_without_a_cookie_and_never_shown() {
    let link =
        format!("https://adventofcode.com/2020/leaderboard/private/view/1001?view_key={KEY}");
    let path = format!("{PATH}?view_key={KEY}");
    let site = Site::start();
    let sandbox = Sandbox::new().site(&site).without("AOC_SESSION");
    // No server can make the key known.
    let portal = Reply::html(format!("<title>{KEY}</title>"));
    let ask = |sandbox: &Sandbox, arguments: &[&str], reply: Reply, exit| {
        site.on(&path, reply);
        let done = sandbox.aoc(&[&["leaderboard", "-v"], arguments].concat());
        let done = done.mentions("note: GET ").exits(exit);
        assert!(!format!("{done:?}").contains(KEY), "{done:#?}");
    };
    let option = ["1001", "-y", "2020", "--view-key", KEY];
    ask(&sandbox, &option, portal.clone(), 5);
    ask(&sandbox, &[&link], portal, 5);
    let sandbox = sandbox.env("AOC_LEADERBOARD", &link);
    ask(&sandbox, &["-y", "2020"], board(), 0);
    assert_eq!(site.requests()[2].header("cookie"), None);
    // A key that the site does not accept is no session that has ended.
    site.on(&path, Reply::new(400, "Bad Request\n"));
    let stranger = Sandbox::new().site(&site).without("AOC_SESSION");
    let refused = stranger.aoc(&[&["leaderboard"], &option[..]].concat());
    refused
        .mentions("the site does not show leaderboard 1001 of 2020; the view key does not belong")
        .exits(3);
    let wrong = sandbox.aoc(&["leaderboard", &format!("{link}!")]).exits(2);
    wrong.mentions("/1001?view_key=…` is not the ID");
    // Nor where it is pasted by mistake.
    let wrong = sandbox.aoc(&["leaderboard", "-y", &link]).exits(2);
    wrong.mentions("/1001?view_key=…` is not a year: ");
    for file in sandbox.files("..") {
        let bytes = std::fs::read(sandbox.path("..").join(&file)).expect("a file");
        assert!(!String::from_utf8_lossy(&bytes).contains(KEY), "{file}");
    }
}

#[test]
fn the_id_may_be_a_setting_and_several_at_once_make_one_request() {
    let site = Site::start();
    site.on(PATH, board().delay(Duration::from_millis(300)));
    let set = "[workspace]\n[workspace.metadata.aoc]\nleaderboard = 1001\nyear = 2020\n";
    let sandbox = Sandbox::project().site(&site).file("Cargo.toml", set);
    let start = || sandbox.command(&["leaderboard"]).spawn().expect("aoc");
    for mut child in [start(), start()] {
        assert!(child.wait().expect("its end").success());
    }
    assert_eq!(site.requests().len(), 1);
}

const OTHER: &str = "/2020/leaderboard/private/view/1002.json";

/// A member with the seconds from the unlock of day 1 to the stars.
fn member(id: u64, name: &str, stars: &[i64]) -> Value {
    let parts = stars.iter().zip(["1", "2"]).map(|(seconds, part)| {
        (
            part.to_owned(),
            json!({"get_star_ts": 1_606_798_800 + seconds}),
        )
    });
    let parts: Value = parts.collect::<serde_json::Map<_, _>>().into();
    json!({"id": id, "name": name, "stars": stars.len(), "local_score": 2 * stars.len(),
        "completion_day_level": {"1": parts}})
}

fn board_of(members: &[Value]) -> Reply {
    let members = members
        .iter()
        .map(|member| (member["id"].to_string(), member.clone()));
    let members: Value = members.collect::<serde_json::Map<_, _>>().into();
    Reply::text(json!({"event": "2020", "members": members}).to_string())
}

#[test]
fn several_are_one_in_the_order_that_is_asked_for() {
    let ana = member(7, "Ana", &[60, 600]);
    let site = Site::start();
    site.on(PATH, board_of(&[ana.clone(), member(8, "Bob", &[61, 90])]));
    site.on(OTHER, board_of(&[ana, member(9, "Cy", &[59])]));
    let sandbox = Sandbox::new().site(&site);
    let done = sandbox
        .line("leaderboard 1001 1002 -y 2020 --by delta")
        .exits(0);
    let done = done.shows("2020  leaderboards 1001, 1002  3 members  ").shows(
        "rank  stars  score     delta  name\n   1      2      4       29s  Bob\n   2      2      4     \
         9m 0s  Ana\n   3      1      3         –  Cy\n",
    );
    done.shows("\nthe first of each day\n");
    assert_eq!(site.paths(), [PATH, OTHER]);
    let done = sandbox
        .line("leaderboard 1001 1002 -y 2020 --day 1 --hide bob")
        .exits(0);
    done.says("").shows("2020/1  ").shows(
        "\n   1     1m 0s    10m 0s     9m 0s  Ana\n   2       59s         –         –  Cy\n",
    );
    let document = sandbox
        .line("leaderboard 1001 1002 -y 2020 --hide 7 --json")
        .json();
    assert_eq!(document["schema"], "aoc-leaderboard/1");
    assert_eq!(
        (&document["id"], &document["ids"]),
        (&json!(1001), &json!([1001, 1002]))
    );
    let names = document["members"]
        .as_array()
        .unwrap()
        .iter()
        .map(|member| &member["name"]);
    assert_eq!(names.collect::<Vec<_>>(), ["Bob", "Cy"]);
    for (arguments, says) in [
        ("--hide Dee", "warning: --hide: there is no member `Dee`"),
        ("--day 26", "`26` is not a day of 2020: write 1 to 25"),
        ("--day 0", "`0` is not a day of 2020: write 1 to 25"),
        (
            "--view-key 1a2b3c4d",
            "--view-key belongs to one leaderboard",
        ),
    ] {
        let line = format!("leaderboard 1001 1002 -y 2020 {arguments}");
        sandbox.line(&line).mentions(says);
    }
    assert_eq!(site.paths().len(), 2);
}

#[test]
fn the_own_row_is_marked_once_the_name_is_known() {
    let site = Site::start();
    site.on(
        PATH,
        board_of(&[member(7, "ana", &[60]), member(8, "bob", &[61])]),
    );
    let (site, sandbox) = site.project();
    sandbox
        .line("leaderboard 1001 -y 2020")
        .exits(0)
        .shows("  ana\n");
    site.on("/2020", crate::calendar::calendar(2020, 25, &[1]));
    sandbox.line("calendar 2020").exits(0);
    let done = sandbox.line("leaderboard 1001 -y 2020").exits(0);
    done.shows("  ana (you)\n").shows("  bob\n");
}

#[test]
fn new_stars_are_shown_once() {
    let site = Site::start();
    site.on(PATH, board_of(&[member(7, "Ana", &[60])]));
    let sandbox = Sandbox::new().site(&site);
    let new = "leaderboard 1001 -y 2020 --new";
    let done = sandbox.line(new).exits(1).prints("");
    done.says("note: from the next call on, --new shows the stars since this one\n");
    // In the 15 minutes nothing is new, and nothing is asked.
    sandbox.line(new).exits(1).prints("").says("");
    assert_eq!(site.paths(), [PATH]);
    // Stars that are older than the first call would be of someone who has just joined.
    let now = DateTime::<Utc>::from(SystemTime::now()).timestamp() - 1_606_798_800;
    let members = [member(7, "Ana", &[60, now]), member(8, "Bob", &[60, 61])];
    site.on(PATH, board_of(&members));
    set_age(&sandbox, &site, 1);
    let document = sandbox.line(&format!("{new} --json")).exits(0).json();
    let star = &document["new"];
    assert_eq!(star.as_array().map(Vec::len), Some(1), "{star}");
    assert_eq!(
        (&star[0]["name"], &star[0]["day"]),
        (&json!("Ana"), &json!(1))
    );
    assert_eq!((&star[0]["part"], &star[0]["id"]), (&json!(2), &json!(7)));
    sandbox.line(new).exits(1).prints("");
    // A failure is no day without stars.
    site.on(PATH, Reply::new(404, ""));
    set_age(&sandbox, &site, 1);
    sandbox.line(new).exits(4);
}

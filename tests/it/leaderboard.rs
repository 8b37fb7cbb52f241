//! `aoc leaderboard`: requested at most every 15 minutes, and stored.

use std::fs::{self, File};
use std::slice;
use std::time::{Duration, SystemTime};

use chrono::{DateTime, Datelike, SecondsFormat, TimeDelta, Utc};
use serde_json::{Value, json};

use crate::process::{Running, wait_until};
use crate::sandbox::{Sandbox, TOKEN, is_whole_second};
use crate::site::pages::{SESSION_FILE, calendar, dated, settings_page};
use crate::site::{Reply, Site, next_moment};

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
    set_age_in_minutes(sandbox, site, 60 * hours)
}

fn set_age_in_minutes(sandbox: &Sandbox, site: &Site, minutes: i64) -> DateTime<Utc> {
    let file = format!("../cache/aoc/leaderboard-{}-2020-1001.json", site.name());
    let mut cached: Value = serde_json::from_str(&sandbox.read(&file)).expect("a document");
    let now: DateTime<Utc> = SystemTime::now().into();
    let then = now - TimeDelta::minutes(minutes);
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

    // Now neither a session nor the network is needed.
    let without = sandbox.without("AOC_SESSION");
    let offline = "leaderboard 1001-abcd -y 2020 --offline --json".split(' ');
    let arguments: Vec<&str> = offline.collect();
    let document = without.aoc(&arguments).says("").exits(0).json();
    assert_eq!(document["schema"], "aoc-leaderboard/1");
    let ana = &document["members"][0];
    assert_eq!((&ana["id"], &ana["stars"]), (&json!(7), &json!(2)));
    assert_eq!(ana["days"][0]["part2"], "2020-12-01T05:12:34Z");
    assert_eq!(site.paths(), [PATH]);
    // It is requested again when it is old. A clock that was set back does not make it old.
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
        assert!(is_whole_second(&document["fetched"]), "{document}");
        let fetched: DateTime<Utc> = document["fetched"].as_str().unwrap().parse().unwrap();
        fetched.timestamp()
    };
    assert_eq!(fetched(&arguments), future);
    // A time in the future counts as now, so the leaderboard does not stay fresh for longer.
    let now = DateTime::<Utc>::from(SystemTime::now()).timestamp();
    with.aoc(&ARGUMENTS).says("").exits(0);
    assert!((fetched(&arguments) - now).abs() < 60);
    assert_eq!(site.paths(), [PATH; 2]);
    // The time is that of the site.
    let then = set_age(&with, &site, 1) + TimeDelta::hours(2);
    site.on(PATH, dated(board(), then));
    assert!(fetched(&[&ARGUMENTS[..], &["--json"]].concat()) >= future);
}

/// If data is missing or invalid, only its member or star is left out.
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
    // Our own message describes the error, so it cannot contain a key.
    let key = format!("{KEY}{}", "x".repeat(100_000));
    let wrong = json!({"event": key, "members": {}}).to_string();
    site.on(&format!("{PATH}?view_key={KEY}"), Reply::text(wrong));
    let sandbox = Sandbox::new().site(&site);
    let done = sandbox.line("leaderboard 1001 -y 2020 --view-key 1a2b3c4d");
    done.says(
        "aoc: the site sent something that is not leaderboard 1001 of 2020: it does not name its \
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
        done.mentions("aoc: showing the stored leaderboard: ")
            .shows("1 member  fetched 3h 0m ago\n");
        // A message that decides the exit code is shown even with -q.
        let quiet = sandbox.aoc(&[&["-q"], &ARGUMENTS[..]].concat());
        quiet
            .mentions("aoc: showing the stored leaderboard: ")
            .exits(exit);
    }
    // Another leaderboard may be visible or have a key, but not to a client that the site refuses.
    site.on(OTHER, board());
    site.on(
        &format!("/2020/leaderboard/private/view/1004.json?view_key={KEY}"),
        board(),
    );
    let keyed = format!("1004?view_key={KEY}");
    let both = format!("1003 {keyed}");
    let untried = "aoc: leaderboard 1003 of 2020: not tried after an earlier failure\n";
    // The second request of an ended session goes without it.
    let ended = &[500, 400, 500][..];
    for (statuses, exit, other, requests, says) in [
        (&[400][..], 3, "1002", 2, wrong),
        (ended, 3, &keyed, 4, "does not accept the session"),
        (ended, 3, "1003", 3, untried),
        (ended, 3, &both, 3, untried),
        (&[403], 5, "1003", 1, untried),
    ] {
        site.script(PATH, statuses.iter().map(|&status| Reply::new(status, "")));
        let earlier = site.paths().len();
        let line = format!("leaderboard 1001 {other} -y 2020");
        let done = sandbox.line(&line).exits(exit).mentions(says);
        done.mentions("aoc: showing the stored leaderboard: ");
        assert_eq!(
            site.paths().len() - earlier,
            requests,
            "{statuses:?} {other}"
        );
    }
    // If the site cannot be asked, that is no failure, as in `aoc calendar`.
    let old = "1 member  fetched 3h 0m ago\n";
    let offline = [&ARGUMENTS[..], &["--offline"]].concat();
    sandbox.aoc(&offline).says("").shows(old).exits(0);
    let unknown = sandbox.line("leaderboard 5 -y 2024 --offline").exits(5);
    unknown.says("aoc: leaderboard 5 of 2024: not downloaded because of --offline\n");
    let sandbox = sandbox.without("AOC_SESSION");
    let done = sandbox.aoc(&ARGUMENTS).exits(0);
    let none = "note: showing the stored leaderboard, because the site was not asked: no session; ";
    done.shows(old).mentions(none);
    // A leaderboard with its key needs no session.
    let path = format!("/2020/leaderboard/private/view/1006.json?view_key={KEY}");
    site.on(&path, board());
    let line = format!("leaderboard 1001 1006?view_key={KEY} -y 2020");
    sandbox.line(&line).exits(0).mentions(none);
    assert_eq!(site.paths().last(), Some(&path));
    // The file of the session cannot be read, because it is a folder.
    sandbox.write(&format!("{SESSION_FILE}/file"), "");
    let path = path.replace("1006", "1007");
    site.on(&path, board());
    sandbox.line(&line.replace("1006", "1007")).exits(0);
    assert_eq!(site.paths().last(), Some(&path));
}

#[test]
fn a_view_key_is_sent_without_a_cookie_and_never_shown() {
    let link =
        format!("https://adventofcode.com/2020/leaderboard/private/view/1001?view_key={KEY}");
    let path = format!("{PATH}?view_key={KEY}");
    let site = Site::start();
    let sandbox = Sandbox::new().site(&site).without("AOC_SESSION");
    // A server cannot make the key appear in the output.
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
    // If the site refuses a key, the session is still valid.
    site.on(&path, Reply::new(400, "Bad Request\n"));
    let stranger = Sandbox::new().site(&site).without("AOC_SESSION");
    let refused = stranger.aoc(&[&["leaderboard"], &option[..]].concat());
    refused
        .mentions("the site does not show leaderboard 1001 of 2020; the view key does not belong")
        .exits(3);
    let wrong = sandbox.aoc(&["leaderboard", &format!("{link}!")]).exits(2);
    wrong.mentions("/1001?view_key=…` is not the ID");
    // The key is not shown if it is pasted in the wrong place either.
    let wrong = sandbox.aoc(&["leaderboard", "-y", &link]).exits(2);
    wrong.mentions("/1001?view_key=…` is not a year: ");
    for file in sandbox.files("..") {
        let bytes = fs::read(sandbox.path("..").join(&file)).expect("a file");
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

#[test]
fn two_different_years_are_refused() {
    let site = Site::start();
    site.on(PATH, board());
    let sandbox = Sandbox::new().site(&site).env("AOC_LEADERBOARD", "1001");
    let links = "https://adventofcode.com/2020/leaderboard/private/view/1001 \
                 https://adventofcode.com/2019/leaderboard/private/view/1002";
    for (line, says) in [
        (
            "leaderboard 2020 -y 2019",
            "--year 2019 contradicts `2020`: remove one of them",
        ),
        (
            &*format!("leaderboard {links}"),
            "the links are of 2020 and 2019: choose the year with --year",
        ),
    ] {
        sandbox.line(line).says(&format!("aoc: {says}\n")).exits(2);
    }
    assert_eq!(site.requests().len(), 0);
    sandbox.line("leaderboard 2020 -y 2020").exits(0);
}

#[test]
fn a_year_among_the_boards_is_their_year() {
    let site = site();
    site.on(OTHER, board_of(&[member(8, "bob", &[DAY1])]));
    let sandbox = Sandbox::new().site(&site);
    sandbox.line("leaderboard 1001 2020").shows("Ana").exits(0);
    assert_eq!(site.paths(), [PATH]);
    sandbox.line("leaderboard 2020 1001 2020 1002").exits(0);
    let link = format!("{}/2020/leaderboard/private/view/1001", site.url());
    let linked = sandbox.line(&format!("leaderboard {link}"));
    linked.shows("Ana").exits(0);
    assert_eq!(site.paths(), [PATH, OTHER]);
    // The year of a link in the settings does not count.
    let link = "https://adventofcode.com/2019/leaderboard/private/view/1001";
    let sandbox = sandbox.env("AOC_LEADERBOARD", link).env("AOC_YEAR", "2020");
    sandbox.line("leaderboard").shows("Ana").exits(0);
    for (line, says) in [
        (
            "2019 1001 2020",
            "`2019` and `2020` are two years: remove one of them",
        ),
        (
            "1001 2020 -y 2019",
            "--year 2019 contradicts `2020`: remove one of them",
        ),
    ] {
        let done = sandbox.line(&format!("leaderboard {line}"));
        done.says(&format!("aoc: {says}\n")).exits(2);
    }
}

#[test]
fn the_year_of_the_next_event_is_not_a_board() {
    let site = site();
    let sandbox = Sandbox::new().site(&site);
    // At the site it is a week before an event.
    let november = next_moment("11-24T05:00:00Z", TimeDelta::zero());
    let year = november.year();
    site.set_time(&sandbox, november);
    sandbox.line(&format!("leaderboard {year}")).exits(2);
    // A later year is the ID of a leaderboard.
    let id = (year + 1).to_string();
    let both = sandbox.line(&format!("leaderboard {year} {id}")).exits(4);
    both.mentions(&format!("the event of {year} has not begun"));
    for line in ["1001 YEAR", "1001 -y YEAR"] {
        let line = line.replace("YEAR", &year.to_string());
        let done = sandbox.line(&format!("leaderboard {line}")).exits(4);
        done.mentions(&format!("the event of {year} has not begun"));
    }
    let sandbox = sandbox.env("AOC_YEAR", year.to_string());
    let done = sandbox.line("leaderboard 1001").exits(4);
    done.mentions(&format!("the event of {year} has not begun"));
    assert_eq!(site.paths(), [""; 0]);
}

const OTHER: &str = "/2020/leaderboard/private/view/1002.json";

/// The unlock of day 1 of 2020.
const DAY1: i64 = 1_606_798_800;

/// A member, with the seconds from the unlock of day 1 to the stars.
fn member(id: u64, name: &str, stars: &[i64]) -> Value {
    member_of_days(id, name, &[(1, stars)])
}

/// A member. For each day, it has the seconds from the unlock to each star.
fn member_of_days(id: u64, name: &str, days: &[(i64, &[i64])]) -> Value {
    let mut levels = json!({});
    let mut stars = 0;
    for (day, times) in days {
        let unlock = DAY1 + (day - 1) * 86400;
        for (part, seconds) in times.iter().enumerate() {
            stars += 1;
            levels[day.to_string()][(part + 1).to_string()] =
                json!({"get_star_ts": unlock + seconds});
        }
    }
    json!({"id": id, "name": name, "stars": stars, "local_score": 2 * stars,
        "completion_day_level": levels})
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
    // Day 1 of 2020 gives no points.
    let of = |id, name, stars| member_of_days(id, name, &[(2, stars)]);
    let ana = of(7, "Ana", &[60, 600]);
    let site = Site::start();
    site.on(PATH, board_of(&[ana.clone(), of(8, "Bob", &[61, 90])]));
    site.on(OTHER, board_of(&[ana, of(9, "Cy", &[59])]));
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
        .line("leaderboard 1001 1002 -y 2020 --day 2 --hide bob")
        .exits(0);
    done.says("").shows("2020/2  ").shows(
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
        (
            "--hide bob --hide Bob --hide Ed",
            "warning: --hide: there is no member `Ed`",
        ),
        ("--day 26", "`26` is not a day of 2020: write 1 to 25"),
        ("--day 0", "`0` is not a day of 2020: write 1 to 25"),
        (
            "--view-key 1a2b3c4d",
            "--view-key is for a single leaderboard",
        ),
    ] {
        let line = format!("leaderboard 1001 1002 -y 2020 {arguments}");
        sandbox.line(&line).mentions(says);
    }
    assert_eq!(site.paths().len(), 2);
}

/// A board that is named twice keeps the site's scores, and its key may be in either name.
#[test]
fn a_leaderboard_that_is_named_twice_is_one() {
    let site = Site::start();
    let keyed = "/2020/leaderboard/private/view/1001.json?view_key=1a2b3c4d";
    for path in [PATH, keyed] {
        site.on(path, board_of(&[member_of_days(7, "Ana", &[(2, &[60])])]));
    }
    let sandbox = Sandbox::new().site(&site);
    let done = sandbox.line("leaderboard 1001 1001 -y 2020").exits(0);
    done.shows("2020  leaderboard 1001  1 member  ")
        .shows("   1      1      2  Ana\n");
    let line = "leaderboard 1001 1001 -y 2020 --json";
    let document = sandbox.line(line).exits(0).json();
    assert_eq!(document.get("ids"), None);
    assert_eq!(document["members"][0]["local_score"], 2);
    let address = &*format!("https://adventofcode.com{keyed}").replace(".json", "");
    for names in [["1001", address], [address, "1001"]] {
        let sandbox = Sandbox::new().site(&site);
        sandbox
            .aoc(&["leaderboard", names[0], names[1]])
            .exits(0)
            .shows("2020  leaderboard 1001  1 member  ");
        let line = "leaderboard 1001 1001 -y 2020 --view-key 1a2b3c4d";
        sandbox.line(line).exits(0);
    }
    assert_eq!(site.paths(), [PATH, keyed, keyed]);
}

#[test]
fn a_day_and_new_stars_have_their_own_order() {
    let now = DateTime::<Utc>::from(SystemTime::now()).timestamp();
    let day3 = now - DAY1 - 2 * 86400;
    let ana = member_of_days(7, "Ana", &[(2, &[60, 600]), (3, &[day3])]);
    let bob = member_of_days(8, "Bob", &[(2, &[61, 90])]);
    let site = Site::start();
    site.on(PATH, board_of(slice::from_ref(&bob)));
    let sandbox = Sandbox::new().site(&site);
    sandbox.line(NEW).exits(1);
    site.on(PATH, board_of(&[ana, bob]));
    set_age(&sandbox, &site, 1);
    sandbox
        .line(&format!("{NEW} --by delta"))
        .exits(0)
        .shows("  Ana\n");
    let day = "   1     1m 1s    1m 30s       29s  Bob\n   2     1m 0s    10m 0s     9m 0s  Ana\n";
    for (by, expected) in [("stars", ["Ana", "Bob"]), ("delta", ["Bob", "Ana"])] {
        let line = format!("leaderboard 1001 -y 2020 --by {by} --day 2");
        sandbox.line(&line).exits(0).shows(day);
        // The members of the document are in the order that is asked for.
        for view in ["--day 2", "--new"] {
            let line = format!("leaderboard 1001 -y 2020 --by {by} {view} --json");
            let document = sandbox.line(&line).json();
            let members = document["members"].as_array().expect("members");
            let names: Vec<_> = members.iter().map(|member| &member["name"]).collect();
            assert_eq!(names, expected, "{line}");
        }
    }
}

/// The calendar of the event was not asked for.
#[test]
fn the_days_of_an_event_are_those_that_the_leaderboard_shows() {
    let day13 = json!({"1": {"get_star_ts": 1_765_602_060}});
    let ana = json!({"id": 7, "name": "Ana", "completion_day_level": {"13": day13}});
    let board = json!({"event": "2025", "num_days": 15, "members": {"7": ana}});
    let site = Site::start();
    site.on(
        "/2025/leaderboard/private/view/1001.json",
        Reply::text(board.to_string()),
    );
    let sandbox = Sandbox::new().site(&site);
    let line = "leaderboard 1001 -y 2025";
    sandbox.line(line).says("").exits(0);
    let done = sandbox.line(&format!("{line} --day 13")).exits(0);
    done.says("").shows("2025/13  ").shows("  1m 0s");
    let done = sandbox.line(&format!("{line} --day 16")).exits(2);
    done.mentions("`16` is not a day of 2025: write 1 to 15");
    assert_eq!(site.paths().len(), 1);
}

/// With an even number of days, the median is the mean of the middle two.
#[test]
fn the_delta_of_a_member_is_the_median() {
    let days: [(i64, &[i64]); 4] = [(2, &[0, 10]), (3, &[0, 90]), (4, &[0, 31]), (5, &[0, 20])];
    let members = [
        member_of_days(7, "Ana", &days),
        member_of_days(8, "Bob", &days[1..]),
        member_of_days(9, "Cy", &days[..2]),
    ];
    let site = Site::start();
    site.on(PATH, board_of(&members));
    let sandbox = Sandbox::new().site(&site);
    let done = sandbox.line("leaderboard 1001 -y 2020 --by delta").exits(0);
    // 25.5 s is shown in whole seconds.
    done.shows(
        "rank  stars  score     delta  name\n   1      8     16       26s  Ana\n   2      6     12       \
         31s  Bob\n   3      4      8       50s  Cy\n",
    );
}

/// A member of a generated leaderboard, with an ID. For each star, it has the time and the number
/// that the site gave it.
struct Generated {
    id: u64,
    stars: Vec<(String, [i64; 2])>,
}

/// A leaderboard of the year with these days. Many of its stars came in the same second.
fn generated(year: u16, days: &[&str], seed: u64) -> Vec<Generated> {
    let mut state = seed;
    let mut random = |below: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        ((state >> 33) % below).cast_signed()
    };
    let unlock = DAY1 + (i64::from(year) - 2020) * 365 * 86400;
    let mut index = 0;
    let mut members: Vec<Generated> = (1..=12)
        .map(|id| Generated {
            id,
            stars: Vec::new(),
        })
        .collect();
    for day in days {
        for part in ["1", "2"] {
            // The site numbers stars in the order of their arrival, which differs from the order
            // of the members.
            let mut times: Vec<_> = (0..12)
                .map(|member| (random(5), random(99), member))
                .collect();
            times.sort_unstable();
            for (seconds, _, member) in times {
                index += 1;
                if random(4) > 0 {
                    let star = [unlock + seconds, index];
                    members[member].stars.push((format!("{day} {part}"), star));
                }
            }
        }
    }
    members
}

/// The leaderboard as the site sends it, with scores by the site's rule. Of N members, the first
/// one to get a star gets N points, and the last one gets 1. Days on which the site did not work
/// give no points.
fn scored(members: &[Generated], year: u16, without_points: &str) -> Reply {
    let mut scores = vec![0; members.len()];
    let mut names: Vec<&str> = Vec::new();
    for member in members {
        names.extend(member.stars.iter().map(|(name, _)| &**name));
    }
    names.sort_unstable();
    names.dedup();
    for name in names {
        let mut finishers = Vec::new();
        for (place, member) in members.iter().enumerate() {
            let star = member.stars.iter().find(|(star, _)| star == name);
            finishers.extend(star.map(|(_, star)| (star, member.id, place)));
        }
        finishers.sort_unstable();
        if name.split(' ').next() != Some(without_points) {
            for (rank, (_, _, place)) in finishers.into_iter().enumerate() {
                scores[place] += members.len() - rank;
            }
        }
    }
    let mut documents = json!({});
    for (member, score) in members.iter().zip(scores) {
        let mut levels = json!({});
        for (name, [time, index]) in &member.stars {
            let (day, part) = name.split_once(' ').expect("a day and a part");
            levels[day][part] = json!({"get_star_ts": time, "star_index": index});
        }
        documents[member.id.to_string()] = json!({"id": member.id, "name": null,
            "stars": member.stars.len(), "local_score": score, "completion_day_level": levels});
    }
    Reply::text(json!({"event": year.to_string(), "members": documents}).to_string())
}

/// The IDs of the members with their scores, in order.
fn scores(document: &Value) -> Vec<[u64; 2]> {
    let members = document["members"].as_array().expect("members");
    members
        .iter()
        .map(|member| ["id", "local_score"].map(|field| member[field].as_u64().expect("a number")))
        .collect()
}

/// If a leaderboard is merged with itself, the scores and the order are those of the site.
#[test]
fn merged_scores_are_those_of_the_site() {
    for (year, days, without_points) in [
        (2018, &["5", "6", "7"][..], "6"),
        (2019, &["1", "6", "25"], ""),
        (2020, &["1", "2", "6"], "1"),
        (2025, &["1", "6", "12"], ""),
    ] {
        for seed in 1..4 {
            let members = generated(year, days, seed);
            let site = Site::start();
            for id in [1001, 1002] {
                let path = format!("/{year}/leaderboard/private/view/{id}.json");
                site.on(&path, scored(&members, year, without_points));
            }
            let sandbox = Sandbox::new().site(&site);
            let single = sandbox
                .line(&format!("leaderboard 1001 -y {year} --json"))
                .json();
            let merged = sandbox
                .line(&format!("leaderboard 1001 1002 -y {year} --json"))
                .json();
            assert_eq!(scores(&merged), scores(&single), "{year}, seed {seed}");
        }
    }
}

/// Hidden members do not affect the ranks of other members.
#[test]
fn scores_are_counted_among_the_members_that_are_not_hidden() {
    let members = [
        member_of_days(7, "Ana", &[(2, &[60, 70])]),
        member_of_days(8, "Bob", &[(2, &[61, 65])]),
        member_of_days(9, "Çy", &[(2, &[62])]),
    ];
    let site = Site::start();
    site.on(PATH, board_of(&members));
    let sandbox = Sandbox::new().site(&site);
    let line = "leaderboard 1001 -y 2020 --json";
    let ranked = |arguments: &str| scores(&sandbox.line(&format!("{line} {arguments}")).json());
    // Without hidden members, the scores are those of the site.
    assert_eq!(ranked(""), [[8, 4], [7, 4], [9, 2]]);
    assert_eq!(ranked("--hide nobody"), [[8, 4], [7, 4], [9, 2]]);
    assert_eq!(ranked("--hide Ana"), [[8, 4], [9, 1]]);
    assert_eq!(ranked("--hide 8 --hide çy"), [[7, 2]]);
    // One leaderboard and two of them show the same ranks.
    site.on(OTHER, board_of(&members[1..]));
    for (ids, members) in [
        ("1001", "leaderboard 1001"),
        ("1001 1002", "leaderboards 1001, 1002"),
    ] {
        let done = sandbox.line(&format!("leaderboard {ids} -y 2020 --hide Ana"));
        let done = done
            .says("")
            .exits(0)
            .shows(&format!("2020  {members}  2 members  "));
        done.shows("rank  stars  score  name\n   1      2      4  Bob\n   2      1      1  Çy\n");
    }
}

/// The leaderboards were requested at different times.
#[test]
fn the_newer_reply_says_what_a_member_of_both_has() {
    let site = Site::start();
    site.on(PATH, board_of(&[member(7, "Ana", &[60])]));
    site.on(OTHER, board_of(&[member(7, "Ana B", &[60, 600])]));
    let sandbox = Sandbox::new().site(&site);
    sandbox.aoc(&ARGUMENTS).exits(0);
    // This is still the reply of three minutes ago.
    set_age_in_minutes(&sandbox, &site, 3);
    for ids in ["1001 1002", "1002 1001"] {
        let done = sandbox.line(&format!("leaderboard {ids} -y 2020")).exits(0);
        let done = done.shows("1 member  fetched 3m ");
        done.shows("\n  1     1m 0s    10m 0s     9m 0s  Ana B\n");
    }
    assert_eq!(site.paths(), [PATH, OTHER]);
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
    site.on("/2020", calendar(2020, 25, &[1]));
    sandbox.line("calendar 2020").exits(0);
    let done = sandbox.line("leaderboard 1001 -y 2020").exits(0);
    done.shows("  ana (you)\n").shows("  bob\n");
}

/// `aoc login` has stored the ID of the account. Without it, only a name that no other member has
/// is the user's.
#[test]
fn of_two_members_with_the_same_name_the_own_row_is_marked() {
    let site = Site::start();
    let members = [member(7, "ana", &[60]), member(12345, "ana", &[61, 90])];
    site.on(PATH, board_of(&members));
    site.on("/settings", Reply::html(settings_page("ana")));
    site.on("/2020", calendar(2020, 25, &[1]));
    let (_site, sandbox) = site.project();
    sandbox.line("calendar 2020").exits(0);
    let board = "leaderboard 1001 -y 2020";
    let done = sandbox.line(board).exits(0);
    assert!(!done.stdout.contains("(you)"), "{done:#?}");
    sandbox.aoc_reading(TOKEN, &["login"]).exits(0);
    let done = sandbox.line(board).exits(0);
    done.shows("   1      2      4  ana (you)\n   2      1      2  ana\n");
    let hidden = sandbox.line(&format!("{board} --hide 7")).exits(0);
    hidden.shows("  ana (you)\n");
    let hidden = sandbox.line(&format!("{board} --hide 12345")).exits(0);
    assert!(!hidden.stdout.contains("(you)"), "{hidden:#?}");
}

#[test]
fn new_stars_are_shown_once() {
    let site = Site::start();
    site.on(PATH, board_of(&[member(7, "Ana", &[60])]));
    let sandbox = Sandbox::new().site(&site);
    let new = NEW;
    let done = sandbox.line(new).exits(1).prints("");
    done.says("note: from the next call on, --new shows the stars since this one\n");
    // Within 15 minutes nothing is new, and no request is made.
    sandbox.line(new).exits(1).prints("").says("");
    assert_eq!(site.paths(), [PATH]);
    // Stars older than the first call belong to a member who has just joined.
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
    // A failure is not the same as no new stars.
    site.on(PATH, Reply::new(404, ""));
    set_age(&sandbox, &site, 1);
    sandbox.line(new).exits(4);
}

/// The star is remembered once it is shown, so the failed request must not hide it from a bot.
#[test]
fn a_new_star_that_is_stored_decides_the_exit_code_although_the_site_fails() {
    let (site, sandbox) = site_with_a_new_star();
    sandbox.aoc(&ARGUMENTS).exits(0);
    set_age(&sandbox, &site, 1);
    site.on(PATH, Reply::new(503, ""));
    let quiet = format!("{NEW} -q");
    sandbox
        .line(&quiet)
        .shows("  Ana\n")
        .mentions("aoc: showing the stored leaderboard: ")
        .exits(0);
    sandbox.line(&quiet).prints("").exits(5);
}

/// A site with a star that came after the first call with `--new`.
fn site_with_a_new_star() -> (Site, Sandbox) {
    let site = Site::start();
    site.on(PATH, board_of(&[member(7, "Ana", &[60])]));
    let sandbox = Sandbox::new().site(&site);
    sandbox.line(NEW).exits(1);
    let now = DateTime::<Utc>::from(SystemTime::now()).timestamp() - DAY1;
    site.on(PATH, board_of(&[member(7, "Ana", &[60, now])]));
    set_age(&sandbox, &site, 1);
    (site, sandbox)
}

const NEW: &str = "leaderboard 1001 -y 2020 --new";

#[test]
fn a_new_star_of_a_hidden_member_is_shown_by_the_next_call_that_hides_nobody() {
    let (site, sandbox) = site_with_a_new_star();
    for _ in 0..2 {
        let done = sandbox.line(&format!("{NEW} --hide Ana --json")).exits(1);
        assert_eq!(done.json()["new"], json!([]));
    }
    // The star is now older than the last leaderboard that was seen.
    let file = format!("../cache/aoc/seen-stars-{}-2020-1001.json", site.name());
    let mut seen: Value = serde_json::from_str(&sandbox.read(&file)).expect("a document");
    seen["fetched"] = "2099-01-01T00:00:00Z".into();
    sandbox.write(&file, seen.to_string());
    sandbox.line(NEW).exits(0).shows("  Ana\n");
    sandbox.line(NEW).exits(1).prints("");
}

/// The member is also hidden by the first call.
#[test]
fn a_star_of_a_member_who_was_always_hidden_is_shown_by_the_next_call_that_hides_nobody() {
    let site = Site::start();
    site.on(PATH, board_of(&[member(7, "Ana", &[60])]));
    let sandbox = Sandbox::new().site(&site);
    let hiding = format!("{NEW} --hide Ana");
    sandbox.line(&hiding).exits(1);
    let now = DateTime::<Utc>::from(SystemTime::now()).timestamp() - DAY1;
    site.on(PATH, board_of(&[member(7, "Ana", &[60, now])]));
    set_age(&sandbox, &site, 1);
    sandbox.line(&hiding).exits(1).prints("");
    // The star is now older than the last leaderboard that was seen.
    let file = format!("../cache/aoc/seen-stars-{}-2020-1001.json", site.name());
    let mut seen: Value = serde_json::from_str(&sandbox.read(&file)).expect("a document");
    seen["fetched"] = "2099-01-01T00:00:00Z".into();
    sandbox.write(&file, seen.to_string());
    sandbox.line(NEW).exits(0).shows("  **  ").shows("  Ana\n");
    sandbox.line(NEW).exits(1).prints("");
}

#[test]
fn a_first_call_that_cannot_be_stored_is_not_called_the_first() {
    let site = Site::start();
    site.on(PATH, board_of(&[member(7, "Ana", &[60])]));
    let sandbox = Sandbox::new().site(&site);
    let folder = format!("../cache/aoc/seen-stars-{}-2020-1001.json", site.name());
    fs::create_dir_all(sandbox.path(&folder)).expect("a folder");
    let done = sandbox.line(NEW).exits(1).prints("");
    let done = done.mentions("warning: this call is not remembered as the first one: ");
    assert!(!done.stderr.contains("from the next call on"), "{done:#?}");
}

#[test]
fn leaderboards_in_another_order_have_the_same_new_stars() {
    let site = Site::start();
    site.on(PATH, board_of(&[member(7, "Ana", &[60])]));
    site.on(OTHER, board_of(&[member(8, "Bob", &[60])]));
    let sandbox = Sandbox::new().site(&site);
    for (ids, note) in [
        (
            "1001 1002",
            "note: from the next call on, --new shows the stars since this one\n",
        ),
        ("1002 1001", ""),
        ("1002 1001 1002", ""),
    ] {
        let done = sandbox.line(&format!("leaderboard {ids} -y 2020 --new"));
        done.exits(1).says(note);
    }
}

/// The first call for a new event comes after its first stars.
#[test]
fn new_stars_of_an_event_are_those_since_the_last_call_for_an_earlier_one() {
    let first = "note: from the next call on, --new shows the stars since this one\n";
    let now = DateTime::<Utc>::from(SystemTime::now());
    let yesterday = (now - TimeDelta::days(1)).to_rfc3339_opts(SecondsFormat::Secs, true);
    let before_the_event = "2020-11-30T05:00:00Z";
    for (file, last_call, says, days) in [
        ("2019-1001", &*yesterday, "", &["2020/2 "][..]),
        ("2019-1001", before_the_event, "", &["2020/1 ", "2020/2 "]),
        // The leaderboards of these calls are others.
        ("2021-1001", &yesterday, first, &[]),
        ("2019-1001-1002", &yesterday, first, &[]),
    ] {
        let site = Site::start();
        let day2 = now.timestamp() - DAY1 - 86400;
        let ana = member_of_days(7, "Ana", &[(1, &[60]), (2, &[day2])]);
        site.on(PATH, board_of(&[ana]));
        let sandbox = Sandbox::new().site(&site);
        let file = format!("../cache/aoc/seen-stars-{}-{file}.json", site.name());
        let seen = json!({"fetched": last_call, "stars": [[7, 1, 1], [7, 2, 1]]});
        sandbox.write(&file, seen.to_string());
        let done = sandbox.line(NEW).says(says);
        let done = done.exits(i32::from(days.is_empty()));
        let lines: Vec<&str> = done.stdout.lines().collect();
        assert_eq!(lines.len(), days.len(), "{lines:?}");
        for (line, day) in lines.iter().zip(days) {
            assert!(line.starts_with(day), "{lines:?}");
        }
        sandbox.line(NEW).says("").prints("").exits(1);
    }
}

/// The file may be damaged. Every time in it is valid.
#[test]
fn stars_that_were_shown_are_known_from_a_file() {
    let first = "note: from the next call on, --new shows the stars since this one\n";
    for (text, says, exit) in [
        (r#"{"fetched":"-262143-01-01T00:00:00Z","stars":[]}"#, "", 0),
        (r#"{"fetched":"+262142-12-31T23:59:59Z","stars":[]}"#, "", 1),
        ("{", "EOF while parsing an object at line 1 column 1\n", 1),
        ("", "EOF while parsing a value at line 1 column 0\n", 1),
    ] {
        let (site, sandbox) = site_with_a_new_star();
        let file = format!("seen-stars-{}-2020-1001.json", site.name());
        sandbox.write(&format!("../cache/aoc/{file}"), text);
        let done = sandbox.line(NEW).exits(exit);
        if says.is_empty() {
            done.says("");
        } else {
            assert!(
                done.stderr
                    .starts_with("warning: the stars since the last call are not known: ")
            );
            assert!(
                done.stderr.ends_with(&format!("{file}: {says}{first}")),
                "{}",
                done.stderr
            );
        }
    }
}

#[test]
fn new_stars_that_cannot_be_stored_are_announced_for_the_next_call() {
    let sandbox = Sandbox::new().site(&site());
    let sandbox = sandbox.env("XDG_CACHE_HOME", "/proc/cache");
    let done = sandbox.line(NEW).exits(1);
    done.mentions("warning: this call is not remembered as the first one: ");
}

/// Files cannot grow during the call, so it can only read what earlier calls have stored.
#[cfg(unix)]
#[test]
fn a_new_star_that_cannot_be_stored_is_shown_again() {
    let (_site, sandbox) = site_with_a_new_star();
    sandbox.aoc(&ARGUMENTS).says("").exits(0);
    let mut command = sandbox.program("sh");
    let script = "trap '' XFSZ; ulimit -f 0; exec \"$@\"";
    command
        .args(["-c", script, "sh", env!("CARGO_BIN_EXE_aoc")])
        .args(NEW.split(' '));
    let done = Running::start(command).end().shows("  Ana\n").exits(0);
    done.mentions("warning: the next --new shows these stars again: ");
    sandbox.line(NEW).says("").shows("  Ana\n").exits(0);
}

#[test]
fn new_stars_of_more_than_a_week_are_grouped_by_day_unless_with_v() {
    for (days, option, shown) in [
        (8, "", "2020/1   **  1 member     Ana\n"),
        (6, "", "Ana\n"),
        (8, " -v", "Ana\n"),
    ] {
        let (site, sandbox) = site_with_a_new_star();
        let file = format!("../cache/aoc/seen-stars-{}-2020-1001.json", site.name());
        let mut seen: Value = serde_json::from_str(&sandbox.read(&file)).expect("a document");
        let last = DateTime::<Utc>::from(SystemTime::now()) - TimeDelta::days(days);
        seen["fetched"] = last.to_rfc3339_opts(SecondsFormat::Secs, true).into();
        sandbox.write(&file, seen.to_string());
        let done = sandbox
            .line(&format!("{NEW}{option}"))
            .exits(0)
            .shows(shown);
        let is_grouped = done.stdout.contains("1 member");
        assert_eq!(is_grouped, shown.contains("1 member"), "{done:?}");
    }
}

#[test]
fn members_without_a_star_are_a_line_unless_all_are_asked_for() {
    let site = Site::start();
    let members = [
        member(7, "Ana", &[60]),
        member(8, "Bob", &[]),
        member(9, "Cy", &[]),
    ];
    site.on(PATH, board_of(&members));
    let sandbox = Sandbox::new().site(&site);
    let done = sandbox.aoc(&ARGUMENTS).exits(0);
    done.shows("\n2 members without a star; --all shows them\n");
    let all = sandbox.line("leaderboard 1001 -y 2020 --all").exits(0);
    all.shows("  Bob\n").shows("  Cy\n");
    let document = sandbox
        .line("leaderboard 1001 -y 2020 --json")
        .exits(0)
        .json();
    assert_eq!(document["members"].as_array().map(Vec::len), Some(3));
}

/// If a bot could not read a star, the next call shows the star again.
#[cfg(target_os = "linux")]
#[test]
fn a_new_star_that_could_not_be_printed_is_shown_by_the_next_call() {
    use std::process::Stdio;

    use crate::sandbox::Done;

    let (_site, sandbox) = site_with_a_new_star();
    let arguments: Vec<&str> = NEW.split(' ').collect();
    let full = || {
        let device = File::options().write(true).open("/dev/full");
        Stdio::from(device.expect("a device"))
    };
    for extra in [&[][..], &["--json"]] {
        let mut command = sandbox.command(&[&arguments, extra].concat());
        let done = Done::from(command.stdout(full()).output().expect("aoc runs"));
        done.mentions("cannot write the output").exits(8);
    }
    // The star also stays new if nobody reads the output.
    sandbox.aoc_unread(&arguments);
    sandbox.line(NEW).exits(0).shows("**").shows("  Ana\n");
    sandbox.line(NEW).exits(1).prints("");
}

#[test]
fn calls_at_once_show_a_new_star_once() {
    let (_site, sandbox) = site_with_a_new_star();
    let arguments: Vec<&str> = NEW.split(' ').collect();
    let children: Vec<_> = (0..4)
        .map(|_| sandbox.command(&arguments).spawn().expect("aoc runs"))
        .collect();
    let mut shown = String::new();
    for child in children {
        let output = child.wait_with_output().expect("its end");
        shown += &String::from_utf8(output.stdout).expect("text");
    }
    assert_eq!(shown.matches("Ana").count(), 1, "{shown}");
}

/// One call at a time asks for a leaderboard, and one shows its new stars.
#[test]
fn a_call_that_waits_for_another_one_says_so() {
    let (site, sandbox) = site_with_a_new_star();
    let arguments: Vec<&str> = NEW.split(' ').collect();
    for (file, note, exit) in [
        ("leaderboard", "asks for this leaderboard", 0),
        ("seen-stars", "shows the new stars", 1),
    ] {
        let file = format!("../cache/aoc/{file}-{}-2020-1001.lock", site.name());
        let lock = File::create(sandbox.path(&file)).expect("a lock file");
        lock.lock().expect("a lock");
        let mut aoc = Running::start(sandbox.command(&arguments));
        aoc.stderr
            .shows(&format!("note: waiting for another aoc that {note}\n"));
        drop(lock);
        aoc.end().exits(exit);
    }
}

/// A message for a user without a config.toml names the command that writes it.
#[test]
fn the_place_of_the_setting_is_named() {
    let sandbox = Sandbox::new();
    let done = sandbox.line("leaderboard -y 2020").exits(2);
    done.mentions("or set one with `aoc config leaderboard 1001`; the IDs of yours are at ");
}

#[test]
fn a_server_that_failed_is_not_asked_again_at_once() {
    let site = site();
    site.on(PATH, Reply::new(503, ""));
    let sandbox = Sandbox::new().site(&site);
    sandbox.aoc(&ARGUMENTS).exits(5);
    let requests = site.paths().len();
    let again = sandbox.aoc(&ARGUMENTS).exits(5);
    again.mentions("less than 3 minutes ago");
    assert_eq!(site.paths().len(), requests);
    // After the clock was set back, the failure counts from now.
    let pages = sandbox.read(&site.statistics_file());
    let mut pages: Value = serde_json::from_str(&pages).expect("pages");
    for page in pages.as_object_mut().expect("pages").values_mut() {
        page["fetched"] = json!("2999-12-01T05:00:00Z");
    }
    sandbox.write(&site.statistics_file(), pages.to_string());
    let again = sandbox.aoc(&ARGUMENTS).exits(5);
    again.mentions("less than 3 minutes ago");
    assert_eq!(site.paths().len(), requests);
    assert!(!sandbox.read(&site.statistics_file()).contains("2999-"));
}

#[test]
fn a_site_that_refuses_this_client_is_not_asked_again_at_once() {
    let calendar = ["calendar", "2020"];
    for (arguments, path) in [(&ARGUMENTS[..], PATH), (&calendar[..], "/2020")] {
        let site = Site::start();
        site.on(path, Reply::new(403, ""));
        let sandbox = Sandbox::new().site(&site);
        let refused = sandbox.aoc(arguments).exits(5);
        refused.mentions("the site refused this client (403)");
        let again = sandbox.aoc(arguments).exits(5);
        again.mentions("less than 3 minutes ago");
        assert_eq!(site.paths(), [path]);
    }
}

/// The request counts, although its reply was never seen.
#[test]
fn a_leaderboard_is_not_asked_again_at_once_after_an_interrupt() {
    let site = site();
    site.on(PATH, Reply::text("{").delay(Duration::from_secs(20)));
    let sandbox = Sandbox::new().site(&site);
    let asks = Running::start(sandbox.command(&ARGUMENTS));
    wait_until(|| site.count(PATH) == 1);
    asks.signal("KILL");
    drop(asks.end());
    let again = sandbox.aoc(&ARGUMENTS).exits(5);
    again.mentions("was interrupted less than 3 minutes ago; try again later");
    assert_eq!(site.count(PATH), 1);
}

/// A reply that is cut off also counts as a failure of the server.
#[test]
fn a_damaged_reply_is_not_requested_again_at_once() {
    let calendar = ["calendar", "2020"];
    for (arguments, path, reply) in [
        (&ARGUMENTS[..], PATH, Reply::text("{\"event\": \"2020\", ")),
        (&ARGUMENTS[..], PATH, Reply::text("")),
        (
            &calendar[..],
            "/2020",
            Reply::html("<title>Advent of Code</title><main>"),
        ),
    ] {
        let site = Site::start();
        site.on(path, reply);
        let sandbox = Sandbox::new().site(&site);
        sandbox.aoc(arguments).exits(5);
        let again = sandbox.aoc(arguments).exits(5);
        again.mentions("less than 3 minutes ago");
        assert_eq!(site.paths(), [path]);
    }
}

/// If another process changes the stored pages, the failure is still stored. A process that asks
/// for stars or times changes them only before and after its request, so it delays no leaderboard.
#[test]
fn a_failure_is_stored_when_nobody_else_changes_the_file() {
    let (site, sandbox) = Site::start().project();
    site.on(PATH, Reply::new(502, ""));
    let file = sandbox.path(&site.statistics_file());
    sandbox.write(&site.statistics_file(), "{}");
    let turn = file.with_file_name(format!("statistics-{}-turn.lock", site.name()));
    let [turn, lock] = [turn, file.with_extension("lock")].map(|path| {
        let lock = File::create(path).expect("a lock file");
        lock.lock().expect("a lock");
        lock
    });
    let mut child = Running::start(sandbox.command(&ARGUMENTS));
    let (said, _) = child.stderr.rest(Duration::from_millis(500));
    assert!(!said.contains("aoc: "), "{said}");
    assert_eq!(sandbox.read(&site.statistics_file()), "{}");
    drop(lock);
    child.end().mentions("502").exits(5);
    assert_eq!(site.count(PATH), 3);
    assert!(sandbox.read(&site.statistics_file()).contains(PATH));
    drop(turn);
}

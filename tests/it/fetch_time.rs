//! `aoc fetch` and time: unlocks, clocks, the rate limit and pauses after failures.

use std::fs::File;
use std::time::{Duration, Instant, SystemTime};

use chrono::{DateTime, TimeDelta, Utc};

use crate::process::Running;
use crate::sandbox::{Sandbox, TOKEN};
use crate::site::pages::{
    ANSWERS, INPUT, INPUT_PATH, PAGE_FILE, PAGE_PATH, SESSION_FILE, dated, good_site, page,
    settings_page, unlock,
};
use crate::site::{LOCKED, MAINTENANCE, Reply, Site};

fn now() -> i64 {
    DateTime::<Utc>::from(SystemTime::now()).timestamp_millis()
}

fn state(sandbox: &Sandbox, site: &Site) -> serde_json::Value {
    serde_json::from_str(&sandbox.read(&site.state_file())).expect("a document")
}

#[test]
fn a_puzzle_of_the_far_future_is_locked_and_not_asked_for() {
    let site = Site::start();
    let with = Sandbox::project().site(&site);
    let without = Sandbox::project().site(&site).without("AOC_SESSION");
    for sandbox in [&with, &without] {
        sandbox
            .line("fetch 2199/1")
            .mentions("aoc: 2199/1: locked until 2199-12-01 05:00 UTC, which is in ")
            .mentions("`aoc fetch 2199/1 --wait` waits for it")
            .prints("")
            .exits(4);
    }
    // The advice is about the same input.
    let work = with.line("fetch 2199/1 --account work").exits(4);
    work.mentions("`aoc fetch 2199/1 --account work --wait` waits for it");
    let done = with.line("fetch 2199/1-12").prints("").exits(4);
    assert_eq!(done.stderr.lines().count(), 1, "{done:?}");
    done.mentions("aoc: 2199/1: locked until 2199-12-01")
        .mentions("--wait` waits for it; not tried: 2199/2-12\n");
    let done = without.line("fetch 2199/1 --wait").exits(3);
    done.mentions("no session");
    // A file that the user has created does not unlock the puzzle.
    with.write("inputs/year2199/day01.txt", "1\n");
    let done = with.line("fetch 2199/1").exits(0);
    assert_eq!(done.stderr.lines().count(), 1, "{done:?}");
    done.mentions("page not downloaded: locked until 2199-12-01 05:00 UTC");
    assert!(site.requests().is_empty());
    // The clock is measured before a wait.
    let mut waits = Running::start(with.command(&["fetch", "2199/1", "--wait"]));
    waits.stderr.shows("until 2199/1 unlocks\n");
    waits.signal("KILL");
    drop(waits.end());
    assert_eq!(site.paths(), ["/settings"]);
}

/// A failed download of another program leaves such a file. The user may also write it before the
/// unlock.
#[test]
fn a_file_that_is_not_the_page_does_not_unlock_the_puzzle() {
    let other = page(2199, 2, 1);
    for text in ["", "<title>404</title>", &other] {
        let (site, sandbox) = Site::start().project();
        sandbox.write("inputs/year2199/day01.html", text);
        let locked = "2199/1: locked until 2199-12-01 05:00 UTC, which is in ";
        sandbox.line("fetch 2199/1").mentions(locked).exits(4);
        sandbox
            .line("fetch 2199/1 --force")
            .mentions(locked)
            .exits(4);
        let submit = ["submit", "2199/1", "-p1", "--answer=33400"];
        let locked = "2199/1 part 1: locked until 2199-12-01 05:00 UTC";
        sandbox.aoc(&submit).mentions(locked).exits(4);
        let dry_run = [&submit[..], &["--dry-run"]].concat();
        let done = sandbox.aoc(&dry_run).mentions(locked);
        done.prints("").exits(4);
        sandbox.write("inputs/year2199/day01.txt", "1\n");
        let done = sandbox.line("fetch 2199/1").exits(0);
        done.mentions("page not downloaded: locked until 2199-12-01 05:00 UTC");
        assert!(site.requests().is_empty(), "{text}: {:?}", site.paths());
    }
}

#[test]
fn a_session_that_may_expire_is_told_of_before_a_long_wait() {
    for (days, is_told) in [(27, true), (20, false)] {
        let site = Site::start();
        site.on("/settings", Reply::html(settings_page("alice")));
        let sandbox = Sandbox::project().site(&site).without("AOC_SESSION");
        sandbox.write(SESSION_FILE, TOKEN);
        let written = SystemTime::now() - Duration::from_hours(24 * days);
        let file = File::options().write(true).open(sandbox.path(SESSION_FILE));
        file.and_then(|file| file.set_modified(written))
            .expect("a time");
        let mut waits = Running::start(sandbox.command(&["fetch", "2199/1", "--wait"]));
        waits.stderr.shows("until 2199/1 unlocks\n");
        waits.signal("KILL");
        let done = waits.end();
        let warning = format!("warning: the session is {days} days old");
        assert_eq!(done.stderr.contains(&warning), is_told, "{done:#?}");
    }
}

#[test]
fn wait_counts_down_once_to_the_sites_unlock() {
    let (site, sandbox) = good_site().project();
    let early = |seconds| unlock() - TimeDelta::seconds(seconds);
    let locked = dated(Reply::new(404, LOCKED), early(2));
    // The second reply is like one from another server of the site.
    site.script(INPUT_PATH, [locked, dated(Reply::text(INPUT), early(5))]);
    let arguments = ["fetch", "2020/22", "--wait", "--force"];
    let done = sandbox.aoc(&arguments).exits(0);
    // On a busy machine some of the time may have passed already.
    let said = done.stderr.matches("s until 2020/22 unlocks\n");
    assert_eq!(said.count(), 1, "{done:#?}");
    assert_eq!(site.paths(), [INPUT_PATH, INPUT_PATH, PAGE_PATH]);
    let times: Vec<Instant> = site.requests().iter().map(|request| request.time).collect();
    // A `Date` of 04:59:58 may be any part of that second. The request must never be early.
    assert!(times[1] - times[0] >= Duration::from_millis(1950));
    // The time of the second reply would make it wait for 5 s.
    let is_short = |left: &str| {
        done.stderr
            .contains(&format!("{left} until 2020/22 unlocks\n"))
    };
    assert!(["1s", "2s", "3s"].into_iter().any(is_short), "{done:#?}");
}

#[test]
fn wait_counts_down_to_a_page_that_opens_after_its_input() {
    let (site, sandbox) = good_site().project();
    let early = unlock() - TimeDelta::seconds(2);
    let locked = dated(Reply::new(404, LOCKED), early);
    site.script(PAGE_PATH, [locked, Reply::html(page(2020, 22, 1))]);
    let done = sandbox.line("fetch 2020/22 --wait").exits(0);
    done.mentions("s until 2020/22 unlocks\n");
    assert_eq!(site.paths(), [INPUT_PATH, PAGE_PATH, PAGE_PATH]);
    let times: Vec<Instant> = site.requests().iter().map(|request| request.time).collect();
    assert!(times[2] - times[1] >= Duration::from_millis(1950));
}

#[test]
fn a_wrong_date_does_not_lock_the_page_of_an_input_that_was_sent() {
    let (site, sandbox) = good_site().project();
    let early = unlock() - TimeDelta::days(500);
    site.on(INPUT_PATH, dated(Reply::text(INPUT), early));
    sandbox.line("fetch 2020/22").exits(0);
    assert_eq!(site.paths(), [INPUT_PATH, PAGE_PATH]);
}

#[test]
fn wait_asks_a_few_times_when_the_site_is_late() {
    let locked = || Reply::new(404, LOCKED);
    for (replies, exit, count) in [
        (vec![locked(), locked(), Reply::text(INPUT)], 0, 3),
        (vec![locked()], 4, 5),
    ] {
        let site = good_site();
        site.script(INPUT_PATH, replies);
        let done = Sandbox::project()
            .site(&site)
            .line("fetch 2020/22 --wait")
            .mentions("2020/22: still locked according to the site; trying again in 1s")
            .exits(exit);
        assert_eq!(site.count(INPUT_PATH), count);
        if exit == 4 {
            done.mentions("at 2020-12-22 05:00 UTC; try again later\n");
        }
    }
}

/// The site does not say that the puzzle is locked.
#[test]
fn wait_asks_a_few_times_for_a_puzzle_that_the_site_does_not_have() {
    let site = good_site();
    site.on(INPUT_PATH, Reply::new(404, "404 Not Found"));
    let done = Sandbox::project().site(&site).line("fetch 2020/22 --wait");
    let done = done
        .mentions("2020/22: the site has no such puzzle (404); trying again in 1s")
        .exits(4);
    assert!(!done.stderr.contains("locked"), "{done:#?}");
    assert_eq!(site.count(INPUT_PATH), 5);
}

#[test]
fn wait_goes_on_while_the_site_is_down_for_maintenance() {
    let down = || Reply::html(MAINTENANCE);
    let site = good_site();
    let mut replies = vec![down(); 7];
    replies.push(Reply::text(INPUT));
    site.script(INPUT_PATH, replies);
    let sandbox = Sandbox::project().site(&site).env("AOC_SPACING", "0s");
    let done = sandbox.line("fetch 2020/22 --wait").exits(0);
    done.mentions("2020/22: the site is down for maintenance and says 'We'll be right back!'; ");
    assert_eq!(site.count(INPUT_PATH), 8);
    // Without --wait this is a failure.
    site.on(INPUT_PATH, down());
    sandbox.line("fetch 2020/22 --force").exits(5);
    assert_eq!(site.count(INPUT_PATH), 9);
}

/// At an unlock, every failure of the server is waited for, like maintenance.
#[test]
fn wait_goes_on_while_the_server_fails() {
    let dead = Reply::new(500, "");
    for (name, timeout, failing) in [
        ("503", "5m", Reply::new(503, "")),
        ("502", "5m", Reply::new(502, "")),
        ("a reset", "5m", Reply::text(INPUT).reset()),
        ("nothing", "5m", Reply::raw("")),
        ("silence", "1s", Reply::silence()),
    ] {
        let site = good_site();
        let mut replies = vec![failing; 4];
        replies.push(Reply::text(INPUT));
        site.script(INPUT_PATH, replies);
        let sandbox = Sandbox::project().site(&site).env("AOC_SPACING", "0s");
        let sandbox = sandbox.env("AOC_TIMEOUT", timeout);
        let done = sandbox.line("fetch 2020/22 --wait").exits(0);
        // Each try is a single request.
        assert_eq!(site.count(INPUT_PATH), 5, "{name}: {done:#?}");
        let told = done.stderr.matches("; trying again in ").count();
        assert_eq!(told, 4, "{name}: {done:#?}");
        assert!(done.stderr.contains(", Ctrl-C gives up"), "{done:#?}");
    }
    // One status 500 does not make the session suspect, and the page is waited for, too.
    let site = good_site();
    site.script(INPUT_PATH, [dead.clone(), dead, Reply::text(INPUT)]);
    site.script(
        PAGE_PATH,
        [Reply::new(503, ""), Reply::html(page(2020, 22, 1))],
    );
    let sandbox = Sandbox::project().site(&site).env("AOC_SPACING", "0s");
    let done = sandbox.line("fetch 2020/22 --wait").exits(0);
    done.mentions("2020/22: the input is stored; page: the server failed (503); trying again in ");
    assert_eq!((site.count(INPUT_PATH), site.count(PAGE_PATH)), (3, 2));
}

/// At an unlock, a reply may be damaged under load. The request is repeated once.
#[test]
fn wait_asks_once_more_for_a_reply_with_wrong_content() {
    let whole = page(2020, 22, 1);
    let cut = &whole[..whole.len() - 20];
    for (replies, exit, count) in [
        (vec![Reply::html(cut), Reply::html(&*whole)], 0, 2),
        (
            vec![Reply::html(page(2020, 21, 1)), Reply::html(&*whole)],
            0,
            2,
        ),
        (vec![Reply::html(cut)], 5, 2),
        (vec![Reply::new(418, "tea")], 5, 1),
    ] {
        let site = good_site();
        site.script(PAGE_PATH, replies);
        let sandbox = Sandbox::project().site(&site).env("AOC_SPACING", "0s");
        sandbox.line("fetch 2020/22 --wait").exits(exit);
        assert_eq!(site.count(PAGE_PATH), count);
    }
    let site = good_site();
    site.script(INPUT_PATH, [Reply::text("\n"), Reply::text(INPUT)]);
    let sandbox = Sandbox::project().site(&site).env("AOC_SPACING", "0s");
    let done = sandbox.line("fetch 2020/22 --wait").exits(0);
    done.mentions("the reply to /2020/day/22/input is empty; trying again in ");
    // Without --wait there is one try.
    site.script(INPUT_PATH, [Reply::text("\n"), Reply::text(INPUT)]);
    sandbox.line("fetch 2020/22 --force").exits(5);
    assert_eq!(site.count(INPUT_PATH), 3);
}

/// Each kind of failure has tries of its own. Kinds that take turns still end.
#[test]
fn wait_counts_the_tries_of_each_kind_of_failure() {
    let locked = || Reply::new(404, LOCKED);
    let failed = || Reply::new(503, "");
    let input = || Reply::text(INPUT);
    let cut = || Reply::text("\n");
    let in_turns = [locked(), failed(), locked(), failed(), cut()];
    for (name, replies, exit, count) in [
        ("a damaged reply", vec![failed(), cut(), input()], 0, 3),
        (
            "locked",
            [vec![failed(); 5], vec![locked(), input()]].concat(),
            0,
            7,
        ),
        (
            "the fifth time",
            [&in_turns[..4], &in_turns[..], &[locked(), failed()]].concat(),
            4,
            10,
        ),
        (
            "30 in all",
            [vec![locked(); 4], vec![failed()]].concat(),
            5,
            30,
        ),
    ] {
        let site = good_site();
        site.script(INPUT_PATH, replies);
        let sandbox = Sandbox::project().site(&site).env("AOC_SPACING", "0s");
        let done = sandbox.line("fetch 2020/22 --wait").exits(exit);
        assert_eq!(site.count(INPUT_PATH), count, "{name}: {done:#?}");
    }
}

#[test]
fn wait_keeps_to_retry_after_and_gives_up_if_it_is_long() {
    let late = |wait: &str| Reply::new(503, "").header("Retry-After", wait);
    let site = good_site();
    site.script(INPUT_PATH, [late("2"), Reply::text(INPUT)]);
    let sandbox = Sandbox::project().site(&site).env("AOC_SPACING", "0s");
    sandbox.line("fetch 2020/22 --wait").exits(0);
    let times: Vec<Instant> = site.requests().iter().map(|request| request.time).collect();
    assert!(times[1] - times[0] >= Duration::from_secs(2));
    site.on(INPUT_PATH, late("901"));
    let done = sandbox.line("fetch 2020/22 --wait --force").exits(5);
    done.mentions("the server failed (503); try again in 15m 1s");
    assert_eq!(site.count(INPUT_PATH), 3);
}

/// This computer's clock is ahead, so a request is sent before the unlock.
#[test]
fn wait_keeps_to_retry_after_before_the_unlock_too() {
    let early = |status, wait| {
        let reply = Reply::new(status, "").header("Retry-After", wait);
        dated(reply, unlock() - TimeDelta::seconds(1))
    };
    let (site, sandbox) = good_site().project();
    site.script(INPUT_PATH, [early(503, "4"), Reply::text(INPUT)]);
    let done = sandbox.line("fetch 2020/22 --wait").exits(0);
    done.mentions("2020/22: the server failed (503); trying again in 4s");
    let times: Vec<Instant> = site.requests().iter().map(|request| request.time).collect();
    assert!(times[1] - times[0] >= Duration::from_secs(4));
    let (site, sandbox) = good_site().project();
    site.on(INPUT_PATH, early(429, "60"));
    let done = sandbox.line("fetch 2020/22 --wait").exits(7);
    done.mentions("the site asks for fewer requests (429): try again in 1m 0s");
    assert_eq!(site.paths(), [INPUT_PATH]);
}

/// By the clocks, the unlock is five seconds away. A stored page, an answer that was right or the
/// input that was just sent disproves this.
#[test]
fn after_a_failure_wait_does_not_count_down_to_the_unlock_of_an_open_puzzle() {
    let early = |reply| dated(reply, unlock() - TimeDelta::seconds(5));
    let failed = || early(Reply::new(503, ""));
    let (site, sandbox) = good_site().project();
    sandbox.write(PAGE_FILE, page(2020, 22, 1));
    site.script(INPUT_PATH, [failed(), Reply::text(INPUT)]);
    let stored_page = sandbox.line("fetch 2020/22 --wait");
    assert_eq!(site.paths(), [INPUT_PATH, INPUT_PATH]);
    let (site, sandbox) = good_site().project();
    let right = "[[guess]]\npart = 1\nanswer = 7\nverdict = 'right'\ntime = 2020-12-22T06:00:00Z\n";
    sandbox.write(ANSWERS, right);
    site.script(INPUT_PATH, [failed(), Reply::text(INPUT)]);
    let right_answer = sandbox.line("fetch 2020/22 --wait");
    assert_eq!(site.paths(), [INPUT_PATH, INPUT_PATH, PAGE_PATH]);
    let (site, sandbox) = good_site().project();
    site.on(INPUT_PATH, early(Reply::text(INPUT)));
    site.script(PAGE_PATH, [failed(), Reply::html(page(2020, 22, 1))]);
    let new_input = sandbox.line("fetch 2020/22 --wait");
    assert_eq!(site.paths(), [INPUT_PATH, PAGE_PATH, PAGE_PATH]);
    for done in [stored_page, right_answer, new_input] {
        let done = done.mentions("the server failed (503); trying again in ");
        assert!(!done.stderr.contains("until 2020/22 unlocks"), "{done:#?}");
        done.exits(0);
    }
}

#[test]
fn a_429_holds_for_the_next_process_too() {
    let site = good_site();
    let fewer = dated(Reply::new(429, "").header("Retry-After", "60"), unlock());
    site.script(INPUT_PATH, [fewer, Reply::text(INPUT)]);
    let sandbox = Sandbox::project().site(&site).env("AOC_SPACING", "10ms");
    let says = "aoc: 2020/22: the site asks for fewer requests (429): try again in 1m 0s";
    sandbox.line("fetch 2020/22").mentions(says).exits(7);
    let says =
        "no request was made, because the site asked for fewer requests (429): try again in ";
    for more in [&["fetch", "2020/22"][..], &["fetch", "2020", "--force"]] {
        sandbox.aoc(more).mentions(says).prints("").exits(7);
    }
    assert_eq!(site.count(INPUT_PATH), 1);
    let mut state = state(&sandbox, &site);
    // The minute counts as over.
    let start = state["backoff_from"].as_i64().expect("a time");
    state["backoff_from"] = (start - 60_000).into();
    sandbox.write(&site.state_file(), state.to_string());
    sandbox.line("fetch 2020/22").exits(0);
}

#[test]
fn requests_are_spaced_across_processes() {
    let site = Site::start();
    for day in 1..=4 {
        site.on(&format!("/2020/day/{day}/input"), Reply::text("1\n"));
        site.on(&format!("/2020/day/{day}"), Reply::html(page(2020, day, 1)));
    }
    let sandbox = Sandbox::project().site(&site).env("AOC_SPACING", "300ms");
    let start = Instant::now();
    let days = ["2020/1", "2020/2", "2020/3-4"];
    let children = days.map(|days| Running::start(sandbox.command(&["fetch", days])));
    drop(children.map(|child| child.end().exits(0)));
    let times: Vec<Instant> = site.requests().iter().map(|request| request.time).collect();
    assert_eq!(times.len(), 8);
    // Four requests are sent at once, and the other four 300 ms apart. A busy machine may delay
    // requests but never sends one early.
    for (index, time) in (1..).zip(&times[4..]) {
        let since = *time - start;
        assert!(since > Duration::from_millis(290) * index, "{since:?}");
    }
}

#[test]
fn waiting_for_the_rate_limit_is_not_part_of_a_requests_time_and_can_be_interrupted() {
    // The burst is used up. The request thus waits for longer than all its tries together may take.
    let site = good_site();
    let sandbox = Sandbox::project()
        .site(&site)
        .env("AOC_SPACING", "6s")
        .env("AOC_TIMEOUT", "2s")
        .file(PAGE_FILE, page(2020, 22, 1));
    let spent = format!("{{\"burst_full_at\":{}}}", now() + 24_000);
    sandbox.write(&site.state_file(), &spent);
    let mut waits = Running::start(sandbox.command(&["fetch", "2020/22"]));
    waits
        .stderr
        .line("note: limiting the request rate: next request in ");
    waits.signal("TERM");
    waits.end().exits(130);
    assert!(site.requests().is_empty());
    sandbox.write(&site.state_file(), &spent);
    sandbox.line("fetch 2020/22").exits(0);
    assert_eq!(site.paths(), [INPUT_PATH]);
}

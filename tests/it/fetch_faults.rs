//! `aoc fetch` against a site, or a network, that misbehaves. In each case: one
//! clear line, the right exit code, nothing wrong on the disk.

use std::time::{Duration, Instant};

use crate::fetch::{
    INPUT, INPUT_FILE, INPUT_PATH, PAGE_FILE, PAGE_PATH, anonymous_page, good_site, page,
};
use crate::sandbox::{Done, Sandbox};
use crate::site::{FAILURE, LOCKED, LOG_IN, Reply, Site};

/// Fetches an input that is answered like this. Also gives the number of requests,
/// and what is on the disk.
fn input(replies: impl IntoIterator<Item = Reply>) -> (Done, usize, Vec<String>) {
    let site = good_site();
    site.script(INPUT_PATH, replies);
    let sandbox = Sandbox::project().site(&site).env("AOC_TIMEOUT", "2s");
    let done = sandbox.aoc(&["fetch", "2020/22"]);
    (done, site.count(INPUT_PATH), sandbox.files("inputs"))
}

/// Each reply with the exit code, the number of requests and a part of what is said.
#[track_caller]
fn refused(cases: impl IntoIterator<Item = (Reply, i32, usize, &'static str)>) {
    for (reply, exit, requests, says) in cases {
        let (done, asked, files) = input([reply]);
        let done = done.prints("").exits(exit).mentions(says);
        let errors = done.stderr.lines().filter(|line| line.starts_with("aoc: "));
        assert_eq!(errors.count(), 1, "{done:#?}");
        assert_eq!(files, Vec::<String>::new());
        assert_eq!(asked, requests, "{done:#?}");
    }
}

#[track_caller]
fn accepted(reply: Reply, body: &[u8]) -> Done {
    let site = good_site();
    site.on(INPUT_PATH, reply);
    let sandbox = Sandbox::project().site(&site);
    let done = sandbox.aoc(&["fetch", "2020/22"]).exits(0);
    let stored = std::fs::read(sandbox.path(INPUT_FILE)).expect("an input");
    assert_eq!(stored, body);
    done
}

#[test]
fn what_is_sent_in_place_of_an_input_is_said_to_be_that() {
    let dead = "does not accept the session from AOC_SESSION (…cdef)";
    let locked = "locked until 2020-12-22 05:00 UTC";
    let portal = "<html><head><title>\u{1b}[31mFree \u{202e}WiFi</title></head><body>";
    let titled = r"expected puzzle input, got a web page titled '\u{1b}[31mFree \u{202e}WiFi'";
    refused([
        (Reply::new(400, LOG_IN), 3, 1, dead),
        (Reply::text(LOG_IN), 3, 1, dead),
        (Reply::html(anonymous_page(2020, 22)), 3, 1, dead),
        (Reply::redirect("/2020/auth/login"), 3, 1, dead),
        (Reply::redirect("/2020/day/22"), 3, 1, dead),
        (Reply::new(404, LOCKED), 4, 1, locked),
        (Reply::text(LOCKED), 4, 1, locked),
        (Reply::new(404, "404 Not Found"), 4, 1, "no such puzzle"),
        (Reply::html(portal), 5, 1, titled),
        (Reply::text(portal), 5, 1, titled),
        (
            Reply::html("Blocked.<br>Ask your teacher."),
            5,
            1,
            "got a web page",
        ),
        (Reply::text(" \r\n\n"), 5, 1, "empty input"),
        (Reply::text(b"12\xff3\n"), 5, 1, "byte 2 is not"),
        (Reply::text(b"12\x003\n"), 5, 1, "byte 2 is not"),
        (
            Reply::new(403, "no"),
            5,
            1,
            "the site refused this client (403)",
        ),
        (
            Reply::new(418, "\u{1b}]0;x\u{7}tea"),
            5,
            1,
            r"418 ('\u{1b}]0;x\u{7}tea')",
        ),
        (Reply::new(204, ""), 5, 1, "answered 204; nothing"),
        (Reply::new(302, ""), 5, 1, "302"),
        (
            Reply::redirect("//evil.example/"),
            5,
            1,
            "redirects to //evil.example/",
        ),
        (
            Reply::redirect(INPUT_PATH),
            5,
            1,
            "redirects to /2020/day/22/input",
        ),
    ]);
}

#[test]
fn inputs_that_look_like_errors_are_inputs() {
    for body in [
        "<<><>><\n",
        "404 Not Found\n",
        "move <html> from 1\nPuzzle inputs differ by user.  Please log in to get your puzzle input.\n",
        "  leading\r\n\r\n\n",
        "h\u{e4}\u{1f384}\n",
    ] {
        accepted(Reply::text(body), body.as_bytes()).says("");
    }
    accepted(Reply::html("12\n34\n"), b"12\n34\n").says("");
    let says = "warning: 2020/22: the input does not end with a newline";
    accepted(Reply::text("12\n34"), b"12\n34").mentions(says);
    accepted(Reply::text("12\n34\n").content_length(4), b"12\n3").mentions(says);
}

#[test]
fn a_server_that_fails_is_asked_again_and_not_for_ever() {
    let late = |status: u16, wait: &str| Reply::new(status, "").header("Retry-After", wait);
    let both = "either the site has a problem, or the session is malformed (AOC_SESSION (…cdef))";
    let ages = "18446744073709551615";
    refused([
        (Reply::new(500, FAILURE), 5, 2, both),
        (
            Reply::new(503, "busy"),
            5,
            4,
            "the server failed (503), 4 times",
        ),
        (
            late(503, "3600"),
            5,
            1,
            "the server failed (503); try again in 1h 0m",
        ),
        (late(503, ages), 5, 1, "(503)"),
        (late(429, "120"), 7, 1, "(429): try again in 2m 0s"),
        (
            late(429, "Fri, 31 Dec 2100 23:59:59 GMT"),
            7,
            1,
            "(429): try again in ",
        ),
        (late(429, ages), 7, 1, "(429)"),
        (Reply::new(429, ""), 7, 1, "try again in 2m 0s"),
    ]);
    let busy = || Reply::new(503, "busy");
    let start = Instant::now();
    let (done, asked, files) = input([late(503, "1"), busy(), Reply::text(INPUT)]);
    done.exits(0)
        .mentions("the server failed (503); trying again in 1s");
    assert_eq!((asked, files.len()), (3, 3));
    assert!(start.elapsed() >= Duration::from_secs(1));
}

#[test]
fn broken_replies_are_asked_for_again_and_never_stored() {
    let broken = "the connection to 127.0.0.1:";
    let packed = "is damaged (packed as 'br', which was";
    let large = "larger than 10 MiB";
    let lie = |encoding: &str| Reply::text("12\n34\n").header("Content-Encoding", encoding);
    refused([
        (Reply::text("12\n").reset(), 5, 3, broken),
        (Reply::text("12\n").content_length(100), 5, 3, broken),
        (Reply::text("12\n").chunked_cut(), 5, 3, broken),
        (Reply::closed(), 5, 3, broken),
        (Reply::raw("SSH-2.0-OpenSSH_9.6\r\n"), 5, 1, "is damaged"),
        (lie("gzip"), 5, 1, "is damaged"),
        (lie("br"), 5, 1, packed),
        (Reply::text(vec![b'1'; 11 << 20]).gzip(), 5, 1, large),
        (Reply::text("12\n").endless(), 5, 1, large),
    ]);
    let long = INPUT.repeat(100);
    let (done, _, files) = input([Reply::text(long).gzip().truncate(10)]);
    done.prints("").exits(5);
    assert_eq!(files, Vec::<String>::new());
    let (done, asked, files) = input([Reply::text("12\n").reset(), Reply::text(INPUT)]);
    done.exits(0);
    assert_eq!((asked, files.len()), (2, 3));
}

#[test]
fn slow_and_silent_servers_are_given_up() {
    let start = Instant::now();
    let slow = Reply::text("1\n".repeat(500)).trickle(Duration::from_millis(100));
    let late = "did not answer in time";
    refused([(slow, 5, 2, late), (Reply::silence(), 5, 2, late)]);
    assert!(start.elapsed() < Duration::from_secs(30));
    // All tries together take two and a half times the time for one.
    let start = Instant::now();
    let slow = Reply::new(503, "x".repeat(6)).trickle(Duration::from_millis(470));
    let site = good_site();
    site.on(INPUT_PATH, slow);
    let sandbox = Sandbox::project().site(&site).env("AOC_TIMEOUT", "3s");
    sandbox.aoc(&["fetch", "2020/22"]).exits(5);
    assert!(start.elapsed() < Duration::from_millis(8400));
}

#[test]
fn a_site_that_cannot_be_reached_is_named() {
    let site = Site::start();
    let tls = site.url().replace("http:", "https:");
    for (url, exit, says) in [
        ("http://127.0.0.1:9", 5, "127.0.0.1:9 refuses connections"),
        (
            "http://nobody.invalid",
            5,
            "the address of nobody.invalid cannot be found",
        ),
        (&tls, 5, "no secure connection to 127.0.0.1:"),
        // A wrong address is a mistake of usage.
        ("adventofcode.com", 2, "AOC_BASE_URL"),
        ("https://user:secret@adventofcode.com", 2, "AOC_BASE_URL"),
        ("https://adventofcode.com/2020", 2, "AOC_BASE_URL"),
    ] {
        let sandbox = Sandbox::project().site(&site).env("AOC_BASE_URL", url);
        sandbox
            .aoc(&["fetch", "2020/22"])
            .prints("")
            .mentions(says)
            .exits(exit);
    }
}

#[test]
fn no_other_host_sees_the_cookie() {
    let (site, foreign) = (good_site(), Site::start());
    let to = format!("{}/2020/day/22/input", foreign.url());
    site.on(INPUT_PATH, Reply::redirect(&to));
    Sandbox::project()
        .site(&site)
        .aoc(&["fetch", "2020/22"])
        .mentions(&format!("redirects to {to}, which is not followed"))
        .exits(5);
    assert!(foreign.requests().is_empty());
    assert_eq!(site.count(INPUT_PATH), 1);
}

#[test]
fn servers_of_every_kind_and_proxies_are_understood() {
    let text = || Reply::text(INPUT);
    let same = text().header("Content-Encoding", "identity");
    for reply in [
        text().http10(),
        text().chunked(),
        text().after_continue(),
        text().gzip(),
        same,
    ] {
        accepted(reply, INPUT.as_bytes());
    }
    if let Ok(site) = Site::listen("[::1]:0") {
        site.on(INPUT_PATH, Reply::text(INPUT));
        site.on(PAGE_PATH, Reply::html(page(2020, 22, 1)));
        Sandbox::project()
            .site(&site)
            .aoc(&["fetch", "2020/22"])
            .exits(0);
    }
    // A proxy is asked with the whole address.
    let proxy = Site::start();
    let paths = [INPUT_PATH, PAGE_PATH].map(|path| format!("http://aoc.example{path}"));
    proxy.on(&paths[0], Reply::text(INPUT));
    proxy.on(&paths[1], Reply::html(page(2020, 22, 1)));
    let done = Sandbox::project()
        .site(&proxy)
        .env("HTTP_PROXY", proxy.url())
        .env("http_proxy", proxy.url())
        .env("AOC_BASE_URL", "http://aoc.example")
        .aoc(&["fetch", "2020/22"])
        .exits(0);
    assert_eq!(done.stderr.matches("unencrypted").count(), 1, "{done:#?}");
    assert_eq!(proxy.paths(), paths);
}

#[test]
fn pages_that_are_not_the_page_are_not_stored() {
    let good = page(2020, 22, 1);
    let hotel = "<html><title>Welcome to Hotel</title>";
    for (reply, exit, says) in [
        (
            Reply::html(page(2020, 21, 1)),
            5,
            "got 'Day 21 - Advent of Code 2020'",
        ),
        (
            Reply::html(page(2019, 22, 1)),
            5,
            "got 'Day 22 - Advent of Code 2019'",
        ),
        (
            Reply::html(&good[..good.len() - 40]),
            5,
            "the page is incomplete (its end is missing)",
        ),
        (
            Reply::html(good.replace("</main>", "")),
            5,
            "the page is incomplete",
        ),
        (
            Reply::html(good.replace("article", "section")),
            5,
            "(the puzzle's text is missing)",
        ),
        (
            Reply::html(good.replace("--- Day 22", "--- Day 21")),
            5,
            "expected the page of 2020/22",
        ),
        (
            Reply::html(anonymous_page(2020, 22)),
            3,
            "does not accept the session",
        ),
        (Reply::html(""), 5, "incomplete"),
        (
            Reply::html(hotel),
            5,
            "expected a puzzle page, got a web page titled 'Welcome to Hotel'",
        ),
        (
            Reply::redirect(PAGE_PATH),
            5,
            "the site redirects to /2020/day/22, which",
        ),
    ] {
        let site = good_site();
        site.on(PAGE_PATH, reply);
        let sandbox = Sandbox::project().site(&site);
        let done = sandbox
            .aoc(&["fetch", "2020/22"])
            .mentions("aoc: 2020/22: page: ");
        // It does not cost the input.
        done.mentions(says)
            .prints(&format!("{INPUT_FILE}\n"))
            .exits(exit);
        assert_eq!(sandbox.files("inputs"), ["year2020/day22.txt"]);
        assert_eq!(site.count(PAGE_PATH), 1);
    }
}

#[test]
fn a_page_with_part_two_stays_when_less_comes() {
    let site = good_site();
    let full = page(2020, 22, 2);
    let sandbox = Sandbox::project().site(&site).file(PAGE_FILE, &full);
    sandbox
        .aoc(&["fetch", "2020/22", "--force"])
        .mentions("fewer parts than the cached one, which is kept")
        .exits(0);
    site.on(PAGE_PATH, Reply::html(anonymous_page(2020, 22)));
    sandbox.aoc(&["fetch", "2020/22", "--force"]).exits(3);
    assert_eq!(sandbox.read(PAGE_FILE), full);
}

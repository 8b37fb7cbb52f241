//! `aoc fetch` against a site, or a network, that misbehaves. In each case: one
//! clear line, the right exit code, nothing wrong on the disk.

use std::time::{Duration, Instant};

use crate::fetch::{
    INPUT, INPUT_FILE, INPUT_PATH, PAGE_FILE, PAGE_PATH, anonymous_page, good_site, page,
};
use crate::sandbox::{Done, Sandbox};
use crate::site::{FAILURE, LOCKED, LOG_IN, Reply, Site};

/// Fetches an input that is answered like this; whatever comes of it, nothing
/// but the input may be on the disk. Also gives the number of requests.
fn input(replies: impl IntoIterator<Item = Reply>) -> (Done, usize, Vec<String>) {
    let site = good_site();
    site.script(INPUT_PATH, replies);
    let sandbox = Sandbox::project().site(&site).env("AOC_TIMEOUT", "2s");
    let done = sandbox.aoc(&["fetch", "2020/22"]);
    (done, site.count(INPUT_PATH), sandbox.files("inputs"))
}

#[track_caller]
fn refused(reply: Reply, exit: i32, requests: usize, says: &str) {
    let (done, asked, files) = input([reply]);
    let done = done.prints("").exits(exit).mentions(says);
    let errors = done.stderr.lines().filter(|line| line.starts_with("aoc: "));
    assert_eq!(errors.count(), 1, "{done:#?}");
    assert_eq!(files, Vec::<String>::new());
    assert_eq!(asked, requests, "{done:#?}");
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
fn a_dead_session_is_said_to_be_one_whatever_the_status() {
    let says = "does not accept the session from AOC_SESSION (…cdef)";
    refused(Reply::new(400, LOG_IN), 3, 1, says);
    refused(Reply::text(LOG_IN), 3, 1, says);
    refused(Reply::html(anonymous_page(2020, 22)), 3, 1, says);
    refused(Reply::redirect("/2020/auth/login"), 3, 1, says);
    refused(Reply::redirect("/2020/day/22"), 3, 1, says);
}

#[test]
fn a_locked_puzzle_is_said_to_be_locked_whatever_the_status() {
    refused(
        Reply::new(404, LOCKED),
        4,
        1,
        "locked until 2020-12-22 05:00 UTC",
    );
    refused(
        Reply::text(LOCKED),
        4,
        1,
        "locked until 2020-12-22 05:00 UTC",
    );
    refused(Reply::new(404, "404 Not Found"), 4, 1, "no such puzzle");
}

#[test]
fn a_web_page_is_no_input() {
    let portal = "<html><head><title>\u{1b}[31mFree \u{202e}WiFi</title></head><body>";
    let says = r"expected puzzle input, got a web page titled '\u{1b}[31mFree \u{202e}WiFi'";
    refused(Reply::html(portal), 5, 1, says);
    refused(Reply::text(portal), 5, 1, says);
    refused(
        Reply::html("Blocked.<br>Ask your teacher."),
        5,
        1,
        "got a web page",
    );
    refused(
        Reply::html(page(2020, 22, 1)),
        5,
        1,
        "titled 'Day 22 - Advent of Code 2020'",
    );
}

#[test]
fn what_is_no_text_is_no_input() {
    refused(Reply::text(""), 5, 1, "empty input");
    refused(Reply::text(" \r\n\n"), 5, 1, "empty input");
    refused(Reply::text(b"12\xff3\n"), 5, 1, "byte 2 is not");
    refused(Reply::text(b"12\x003\n"), 5, 1, "byte 2 is not");
}

#[test]
fn inputs_that_look_like_errors_are_inputs() {
    for body in [
        "<<><>><\n",
        "404 Not Found\n",
        "{\"error\": [1, 2]}\n",
        "move <html> from 1\nPuzzle inputs differ by user.  Please log in to get your puzzle input.\n",
        "  leading\r\n\r\n\n",
        "Internal Server Error\n",
        "h\u{e4}\u{1f384}\n",
    ] {
        accepted(Reply::text(body), body.as_bytes()).says("");
    }
    accepted(Reply::new(200, INPUT), INPUT.as_bytes()).says("");
    accepted(Reply::html("12\n34\n"), b"12\n34\n").says("");
}

#[test]
fn an_input_that_stops_short_of_a_line_end_is_taken_with_a_warning() {
    let says = "warning: 2020/22: the input does not end with a newline";
    accepted(Reply::text("12\n34"), b"12\n34").mentions(says);
    accepted(Reply::text("12\n34\n").content_length(4), b"12\n3").mentions(says);
}

#[test]
fn a_500_has_two_possible_causes_and_is_tried_once_more() {
    let says = "either the site has a problem, or the session is malformed (AOC_SESSION (…cdef))";
    refused(Reply::new(500, FAILURE), 5, 2, says);
}

#[test]
fn a_busy_server_is_asked_again_and_not_for_ever() {
    let busy = || Reply::new(503, "busy");
    let (done, asked, files) = input([busy(), busy(), Reply::text(INPUT)]);
    done.exits(0)
        .mentions("the server failed (503); trying again in");
    assert_eq!((asked, files.len()), (3, 3));
    refused(busy(), 5, 4, "the server failed (503), 4 times");
    refused(
        Reply::new(502, ""),
        5,
        4,
        "the server failed (502), 4 times",
    );
}

#[test]
fn retry_after_is_honoured_or_told() {
    let start = Instant::now();
    let soon = Reply::new(503, "").header("Retry-After", "1");
    let (done, asked, _) = input([soon, Reply::text(INPUT)]);
    done.exits(0);
    assert_eq!(asked, 2);
    assert!(start.elapsed() >= Duration::from_secs(1));

    let late = Reply::new(503, "").header("Retry-After", "3600");
    refused(late, 5, 1, "not available (503); try again in 1h 0m");
    let fewer = Reply::new(429, "").header("Retry-After", "120");
    refused(fewer, 7, 1, "(429): try again in 2m 0s");
    let fewer = Reply::new(429, "").header("Retry-After", "Fri, 31 Dec 2100 23:59:59 GMT");
    refused(fewer, 7, 1, "(429): try again in ");
    refused(Reply::new(429, ""), 7, 1, "try again in 2m 0s");
    refused(
        Reply::new(429, "").header("Retry-After", "18446744073709551615"),
        7,
        1,
        "(429)",
    );
    refused(
        Reply::new(503, "").header("Retry-After", "18446744073709551615"),
        5,
        1,
        "(503)",
    );
}

#[test]
fn a_client_that_is_not_wanted_goes_away() {
    let site = good_site();
    site.on("/2020/day/1/input", Reply::new(403, "Forbidden"));
    let sandbox = Sandbox::project().site(&site);
    sandbox
        .aoc(&["fetch", "2020/1,22"])
        .mentions("2020/1: input: the site refused this client (403)")
        .prints("")
        .exits(5);
    assert_eq!(site.paths(), ["/2020/day/1/input"]);
}

#[test]
fn other_statuses_are_told_and_cleaned() {
    refused(
        Reply::new(418, "\u{1b}]0;title\u{7}tea\u{9b}"),
        5,
        1,
        r"418 ('\u{1b}]0;title\u{7}tea\u{9b}')",
    );
    refused(Reply::new(204, ""), 5, 1, "answered 204; nothing");
    refused(Reply::new(302, ""), 5, 1, "302");
    refused(Reply::new(400, "bad"), 5, 1, "400 ('bad')");
}

#[test]
fn a_site_that_cannot_be_reached_is_named() {
    let site = Site::start();
    for (url, says) in [
        ("http://127.0.0.1:9", "127.0.0.1:9 refuses connections"),
        (
            "http://nobody.invalid",
            "the address of nobody.invalid cannot be found",
        ),
        (
            &*site.url().replace("http:", "https:"),
            "no secure connection to 127.0.0.1:",
        ),
    ] {
        let sandbox = Sandbox::project().site(&site).env("AOC_BASE_URL", url);
        let done = sandbox.aoc(&["fetch", "2020/22"]).prints("").exits(5);
        let done = done.mentions(says);
        assert!(done.stderr.lines().count() <= 2, "{done:#?}");
    }
}

#[test]
fn a_wrong_address_is_a_mistake_of_usage() {
    for url in [
        "adventofcode.com",
        "ftp://adventofcode.com",
        "https://user:secret@adventofcode.com",
        "https://adventofcode.com/2020",
        "https://",
    ] {
        let sandbox = Sandbox::project()
            .site(&Site::start())
            .env("AOC_BASE_URL", url);
        sandbox
            .aoc(&["fetch", "2020/22"])
            .mentions("AOC_BASE_URL")
            .prints("")
            .exits(2);
    }
}

#[test]
fn broken_replies_are_asked_for_again_and_never_stored() {
    let says = "the connection to 127.0.0.1:";
    refused(Reply::text("12\n").reset(), 5, 3, says);
    refused(Reply::text("12\n").content_length(100), 5, 3, says);
    refused(Reply::text("12\n").chunked_cut(), 5, 3, says);
    refused(Reply::closed(), 5, 3, says);
    let (done, asked, files) = input([Reply::text("12\n").reset(), Reply::text(INPUT)]);
    done.exits(0);
    assert_eq!((asked, files.len()), (2, 3));
}

#[test]
fn what_is_no_http_is_said_to_be_damaged() {
    refused(Reply::raw("SSH-2.0-OpenSSH_9.6\r\n"), 5, 1, "is damaged");
}

#[test]
fn packed_replies_are_unpacked_or_refused() {
    accepted(Reply::text(INPUT).gzip(), INPUT.as_bytes());
    let lie = Reply::text("12\n34\n").header("Content-Encoding", "gzip");
    refused(lie, 5, 1, "is damaged");
    let other = Reply::text("12\n34\n").header("Content-Encoding", "br");
    refused(other, 5, 1, "is damaged (packed as 'br', which was");
    let none = Reply::text(INPUT).header("Content-Encoding", "identity");
    accepted(none, INPUT.as_bytes());
    let long = INPUT.repeat(100);
    let (done, _, files) = input([Reply::text(long).gzip().truncate(10)]);
    done.prints("").exits(5);
    assert_eq!(files, Vec::<String>::new());
}

#[test]
fn a_packed_bomb_is_too_large() {
    refused(
        Reply::text(vec![b'1'; 11 << 20]).gzip(),
        5,
        1,
        "larger than 10 MiB",
    );
}

#[test]
fn an_endless_reply_is_too_large() {
    refused(Reply::text("12\n").endless(), 5, 1, "larger than 10 MiB");
}

#[test]
fn slow_and_silent_servers_are_given_up() {
    let start = Instant::now();
    let slow = Reply::text("1\n".repeat(500)).trickle(Duration::from_millis(100));
    refused(slow, 5, 2, "did not answer in time");
    refused(Reply::silence(), 5, 2, "did not answer in time");
    assert!(start.elapsed() < Duration::from_secs(30));
}

#[test]
fn all_tries_together_have_an_end() {
    let start = Instant::now();
    let slow = Reply::new(503, "x".repeat(6)).trickle(Duration::from_millis(470));
    let site = good_site();
    site.on(INPUT_PATH, slow);
    let sandbox = Sandbox::project().site(&site).env("AOC_TIMEOUT", "3s");
    sandbox
        .aoc(&["fetch", "2020/22"])
        .mentions("note: 2020/22: the server failed (503); trying again in ")
        .exits(5);
    // Two and a half times the time for one.
    assert!(start.elapsed() < Duration::from_millis(8400));
}

#[test]
fn redirects_are_not_followed() {
    let foreign = Site::start();
    let to = format!("{}/2020/day/22/input", foreign.url());
    refused(Reply::redirect(&to), 5, 1, &format!("redirects to {to}"));
    assert!(foreign.requests().is_empty());
    refused(
        Reply::redirect("//evil.example/"),
        5,
        1,
        "redirects to //evil.example/",
    );
    refused(
        Reply::redirect(INPUT_PATH),
        5,
        1,
        "redirects to /2020/day/22/input",
    );
    // Round and round is not the way to log in.
    let site = good_site();
    site.on(PAGE_PATH, Reply::redirect(PAGE_PATH));
    let sandbox = Sandbox::project().site(&site);
    sandbox
        .aoc(&["fetch", "2020/22"])
        .mentions("page: the site redirects to /2020/day/22, which")
        .exits(5);
    assert_eq!(site.count(PAGE_PATH), 1);
}

#[test]
fn servers_of_every_kind_and_proxies_are_understood() {
    accepted(Reply::text(INPUT).http10(), INPUT.as_bytes());
    accepted(Reply::text(INPUT).chunked(), INPUT.as_bytes());
    accepted(Reply::text(INPUT).after_continue(), INPUT.as_bytes());
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
    let (input, page_of) = (
        "http://aoc.example/2020/day/22/input",
        "http://aoc.example/2020/day/22",
    );
    proxy.on(input, Reply::text(INPUT));
    proxy.on(page_of, Reply::html(page(2020, 22, 1)));
    let sandbox = Sandbox::project()
        .site(&proxy)
        .env("HTTP_PROXY", proxy.url());
    let done = sandbox
        .env("http_proxy", proxy.url())
        .env("AOC_BASE_URL", "http://aoc.example")
        .aoc(&["fetch", "2020/22"])
        .exits(0);
    assert_eq!(done.stderr.matches("unencrypted").count(), 1, "{done:#?}");
    assert_eq!(proxy.paths(), [input, page_of]);
}

#[test]
fn pages_that_are_not_the_page_are_not_stored() {
    let good = page(2020, 22, 1);
    let (cut, _) = good.split_at(good.len() - 40);
    for (body, exit, says) in [
        (page(2020, 21, 1), 5, "got 'Day 21 - Advent of Code 2020'"),
        (page(2019, 22, 1), 5, "got 'Day 22 - Advent of Code 2019'"),
        (
            cut.to_owned(),
            5,
            "the page is incomplete (its end is missing)",
        ),
        (good.replace("</main>", ""), 5, "the page is incomplete"),
        (
            good.replace("article", "section"),
            5,
            "(the puzzle's text is missing)",
        ),
        (anonymous_page(2020, 22), 3, "does not accept the session"),
        (String::new(), 5, "incomplete"),
    ] {
        let site = good_site();
        site.on(PAGE_PATH, Reply::html(body));
        let sandbox = Sandbox::project().site(&site);
        let done = sandbox.aoc(&["fetch", "2020/22"]);
        done.mentions("aoc: 2020/22: page: ")
            .mentions(says)
            .exits(exit);
        assert_eq!(sandbox.files("inputs"), ["year2020/day22.txt"]);
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
    assert_eq!(sandbox.read(PAGE_FILE), full);
    site.on(PAGE_PATH, Reply::html(anonymous_page(2020, 22)));
    sandbox.aoc(&["fetch", "2020/22", "--force"]).exits(3);
    assert_eq!(sandbox.read(PAGE_FILE), full);
}

#[test]
fn a_server_that_fails_for_everything_is_left_alone() {
    let site = Site::start();
    for day in 1..=25 {
        site.on(&format!("/2020/day/{day}/input"), Reply::new(503, ""));
    }
    let sandbox = Sandbox::project().site(&site).env("AOC_TIMEOUT", "1s");
    let done = sandbox.aoc(&["fetch", "2020"]).prints("").exits(5);
    assert_eq!(site.paths().len(), 12, "{done:#?}");
}

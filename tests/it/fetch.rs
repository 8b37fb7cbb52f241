//! `aoc fetch` when nothing goes wrong, and what is cached already.

use std::process::{Child, Output};
use std::time::Duration;

use serde_json::{Value, json};

use crate::sandbox::{Done, Sandbox, TOKEN};
use crate::site::{Reply, Site};

pub const INPUT: &str = "Player 1:\n9\n2\n\nPlayer 2:\n5\n8\n";
pub const INPUT_PATH: &str = "/2020/day/22/input";
pub const PAGE_PATH: &str = "/2020/day/22";
pub const INPUT_FILE: &str = "inputs/year2020/day22.txt";
pub const PAGE_FILE: &str = "inputs/year2020/day22.html";

/// A puzzle's page as one sees it who has solved all but the last of `parts`.
pub fn page(year: u16, day: u8, parts: u8) -> String {
    let user = r#"<div class="user">someone <span class="star-count">31*</span></div>"#;
    page_of(year, day, parts, user)
}

/// The page as one sees it who is not logged in.
pub fn anonymous_page(year: u16, day: u8) -> String {
    let nav = format!(r#"<ul><li><a href="/{year}/auth/login">[Log In]</a></li></ul>"#);
    page_of(year, day, 1, &nav)
}

fn page_of(year: u16, day: u8, parts: u8, nav: &str) -> String {
    let mut main = format!(
        "<article class=\"day-desc\"><h2>--- Day {day}: Crab Combat ---</h2><p>Text.</p></article>"
    );
    if parts == 2 {
        main += "<p>Your puzzle answer was <code>33400</code>.</p><article class=\"day-desc\">\
                 <h2 id=\"part2\">--- Part Two ---</h2><p>More.</p></article>";
    }
    format!(
        "<!DOCTYPE html>\n<html lang=\"en-us\">\n<head>\n<title>Day {day} - Advent of Code \
         {year}</title>\n</head><!--\n\n--><body>\n<header>{nav}</header>\n<div \
         id=\"sidebar\">[Log In] to our sponsor</div>\n<main>\n{main}\n</main>\n</body>\n</html>\n"
    )
}

/// A site on which all is well.
pub fn good_site() -> Site {
    let site = Site::start();
    site.on(INPUT_PATH, Reply::text(INPUT));
    site.on(PAGE_PATH, Reply::html(page(2020, 22, 1)));
    site
}

#[test]
fn an_input_and_its_page_are_stored_as_they_came_and_asked_for_once() {
    let site = good_site();
    let sandbox = Sandbox::project().site(&site);
    let paths = format!("{INPUT_FILE}\n{PAGE_FILE}\n");
    sandbox
        .aoc(&["fetch", "2020/22"])
        .says("")
        .prints(&paths)
        .exits(0);
    assert_eq!(sandbox.read(INPUT_FILE), INPUT);
    assert_eq!(sandbox.read(PAGE_FILE), page(2020, 22, 1));
    assert_eq!(
        sandbox.files("inputs"),
        [
            "year2020/day22.examples.toml",
            "year2020/day22.html",
            "year2020/day22.txt"
        ]
    );
    sandbox
        .aoc(&["fetch", "2020/22"])
        .says("note: 2020/22: already downloaded; `aoc fetch 2020/22 --force` downloads it again\n")
        .prints(&paths)
        .exits(0);
    assert_eq!(site.paths(), [INPUT_PATH, PAGE_PATH]);
}

#[test]
fn every_request_says_who_asks_and_carries_the_cookie() {
    let site = good_site();
    site.script(INPUT_PATH, [Reply::new(503, "busy"), Reply::text(INPUT)]);
    let sandbox = Sandbox::project()
        .site(&site)
        .env("AOC_CONTACT", "me@example.org (\u{e4}) X-Evil: 1");
    sandbox.aoc(&["fetch", "2020/22"]).exits(0);
    let requests = site.requests();
    assert_eq!(requests.len(), 3);
    for request in requests {
        assert_eq!(request.method, "GET");
        assert_eq!(
            request.header("user-agent"),
            Some(
                format!(
                    "aoc-kit/{} (+{}; contact: me@example.org  X-Evil: 1)",
                    env!("CARGO_PKG_VERSION"),
                    env!("CARGO_PKG_REPOSITORY")
                )
                .as_str()
            )
        );
        assert_eq!(
            request.header("cookie"),
            Some(format!("session={TOKEN}").as_str())
        );
        assert_eq!(request.header("x-evil"), None);
    }
}

#[test]
fn what_is_cached_needs_neither_session_nor_network() {
    let sandbox = Sandbox::project()
        .env("AOC_BASE_URL", "http://127.0.0.1:9")
        .file(INPUT_FILE, INPUT)
        .file("inputs/year2020/day22.answers.toml", "part1 = 33400\n")
        .file("inputs/year2020/day22.examples.toml", "")
        .file(PAGE_FILE, page(2020, 22, 2));
    for arguments in [
        &["fetch", "2020/22"][..],
        &["fetch", "2020/22", "--offline"],
    ] {
        sandbox
            .aoc(arguments)
            .prints(&format!("{INPUT_FILE}\n{PAGE_FILE}\n"))
            .exits(0);
    }
    assert_eq!(sandbox.files("../cache"), Vec::<String>::new());
}

#[test]
fn an_input_without_its_page_is_enough() {
    let site = Site::start();
    let sandbox = Sandbox::project().site(&site).file(INPUT_FILE, INPUT);
    let sandbox = sandbox.without("AOC_SESSION");
    sandbox
        .aoc(&["fetch", "2020/22"])
        .mentions("page not downloaded: no session")
        .prints(&format!("{INPUT_FILE}\n"))
        .exits(0);
    assert_eq!(site.paths(), Vec::<String>::new());
}

#[test]
fn a_page_that_fails_does_not_cost_the_input() {
    let site = good_site();
    site.on(
        PAGE_PATH,
        Reply::html("<html><title>Welcome to Hotel</title>"),
    );
    let sandbox = Sandbox::project().site(&site);
    sandbox
        .aoc(&["fetch", "2020/22"])
        .says(
            "aoc: 2020/22: page: expected a puzzle page, got a web page titled 'Welcome to \
             Hotel'; is a login page of the network in the way?\n",
        )
        .prints(&format!("{INPUT_FILE}\n"))
        .exits(5);
    assert_eq!(sandbox.files("inputs"), ["year2020/day22.txt"]);
}

#[test]
fn force_downloads_again_and_a_failure_leaves_the_old() {
    let site = good_site();
    let sandbox = Sandbox::project().site(&site).file(INPUT_FILE, "old\n");
    sandbox
        .aoc(&["fetch", "2020/22", "--force"])
        .says("")
        .exits(0);
    assert_eq!(sandbox.read(INPUT_FILE), INPUT);
    site.on(INPUT_PATH, Reply::text("half").reset());
    sandbox.aoc(&["fetch", "2020/22", "--force"]).exits(5);
    assert_eq!(sandbox.read(INPUT_FILE), INPUT);
}

#[test]
fn offline_makes_no_request_and_says_what_is_missing() {
    let site = good_site();
    let sandbox = Sandbox::project().site(&site);
    sandbox
        .aoc(&["fetch", "2020/22", "--offline"])
        .says("aoc: 2020/22: input: not downloaded because of --offline\n")
        .prints("")
        .exits(5);
    assert_eq!(site.paths(), Vec::<String>::new());
}

#[test]
fn json_has_a_result_for_every_puzzle() {
    let site = good_site();
    site.on("/2020/day/2/input", Reply::text("1-3 a: abcde\n"));
    site.on("/2020/day/2", Reply::html(page(2020, 2, 1)));
    let sandbox = Sandbox::project()
        .site(&site)
        .file("inputs/year2020/day03.txt", ".\n");
    let sandbox = sandbox.file("inputs/year2020/day03.html", page(2020, 3, 2));
    let done = sandbox.aoc(&["fetch", "2020/2-3,1", "--json"]).exits(4);
    let document = done.json();
    assert_eq!(document["schema"], "aoc-fetch/1");
    let results = document["results"].as_array().expect("results");
    assert_eq!(results.len(), 3);
    let message = "input: the site has no such puzzle (404); see https://adventofcode.com/events";
    assert_eq!(
        results[0],
        json!({
            "year": 2020, "day": 1, "input": null, "page": null, "status": "failed",
            "accepted": [], "examples": null, "message": message
        })
    );
    assert_eq!(results[1]["status"], "fetched");
    assert_eq!(results[1]["input"], "inputs/year2020/day02.txt");
    assert_eq!(results[1]["page"], "inputs/year2020/day02.html");
    assert_eq!(results[2]["status"], "cached");
    assert_eq!(results[2]["message"], Value::Null);
}

#[test]
fn three_processes_that_want_one_cold_day_make_one_request() {
    let site = good_site();
    let slowly = Duration::from_millis(300);
    site.on(INPUT_PATH, Reply::text(INPUT).delay(slowly));
    site.on(PAGE_PATH, Reply::html(page(2020, 22, 1)).delay(slowly));
    let sandbox = Sandbox::project().site(&site);
    let children: Vec<Child> = (0..3)
        .map(|_| sandbox.command(&["fetch", "2020/22"]).spawn().expect("aoc"))
        .collect();
    for child in children {
        let output: Output = child.wait_with_output().expect("its end");
        Done::from(output)
            .prints(&format!("{INPUT_FILE}\n{PAGE_FILE}\n"))
            .exits(0);
    }
    assert_eq!(site.paths(), [INPUT_PATH, PAGE_PATH]);
    assert_eq!(sandbox.read(INPUT_FILE), INPUT);
}

#[test]
fn accounts_have_inputs_of_their_own_and_never_the_default_session() {
    let site = good_site();
    site.on(INPUT_PATH, Reply::text("of work\n"));
    let sandbox = Sandbox::project()
        .site(&site)
        .without("AOC_SESSION")
        .file("../config/aoc/session", TOKEN)
        .file(INPUT_FILE, "mine\n");
    sandbox
        .aoc(&["fetch", "2020/22", "--account", "work"])
        .mentions("no session for the account `work`: run `aoc login --account work`\n")
        .exits(3);
    assert_eq!(site.paths(), Vec::<String>::new());

    let other = "ab".repeat(48);
    let sandbox = sandbox.file("../config/aoc/session.work", &other);
    sandbox
        .aoc(&["fetch", "2020/22", "--account", "work"])
        .prints("inputs/year2020/day22.work.txt\n")
        .exits(0);
    assert_eq!(site.paths(), [INPUT_PATH]);
    assert_eq!(
        site.requests()[0].header("cookie"),
        Some(format!("session={other}").as_str())
    );
    assert_eq!(sandbox.read("inputs/year2020/day22.work.txt"), "of work\n");
    assert_eq!(sandbox.read(INPUT_FILE), "mine\n");

    // AOC_SESSION is the default account's, not that of every name.
    sandbox
        .env("AOC_SESSION", TOKEN)
        .aoc(&["fetch", "2020/22", "--account", "home"])
        .mentions("no session for the account `home`: run ")
        .prints("")
        .exits(3);
    assert_eq!(site.paths().len(), 1);
}

#[test]
fn an_account_is_not_a_path() {
    for name in ["../x", "a/b", "", ".", "a.b", "a b", "\u{1b}[2J"] {
        Sandbox::project()
            .env("AOC_SESSION", TOKEN)
            .aoc(&["fetch", "2020/22", "--account", name])
            .mentions("cannot name an input")
            .exits(2);
    }
}

#[test]
fn quiet_says_nothing_but_results_and_failures() {
    let sandbox = Sandbox::project()
        .file(INPUT_FILE, INPUT)
        .file(PAGE_FILE, page(2020, 22, 1));
    sandbox
        .aoc(&["fetch", "2020/22", "--quiet"])
        .says("")
        .prints(&format!("{INPUT_FILE}\n{PAGE_FILE}\n"))
        .exits(0);
}

#[test]
fn the_other_days_go_on_when_one_fails() {
    let site = good_site();
    site.on("/2020/day/21/input", Reply::text("\n"));
    let sandbox = Sandbox::project().site(&site);
    sandbox
        .aoc(&["fetch", "2020/21-22"])
        .says("aoc: 2020/21: input: the site sent an empty input; nothing was stored: try again later\n")
        .prints(&format!("{INPUT_FILE}\n{PAGE_FILE}\n"))
        .exits(5);
}

#[test]
fn a_reader_that_has_gone_is_not_an_error() {
    let site = good_site();
    let sandbox = Sandbox::project().site(&site);
    let mut child = sandbox.command(&["fetch", "2020/22"]).spawn().expect("aoc");
    drop(child.stdout.take());
    let done: Done = child.wait_with_output().expect("its end").into();
    done.says("").exits(0);
    assert_eq!(sandbox.read(INPUT_FILE), INPUT);
}

#[test]
fn a_page_that_cannot_be_downloaded_hides_no_missing_input() {
    let sandbox = Sandbox::project().file(INPUT_FILE, INPUT);
    sandbox
        .aoc(&["fetch", "2020/22-24"])
        .mentions("2020/22: page not downloaded: no session")
        .mentions("aoc: 2020/23: input: no session")
        .mentions("aoc: one more puzzle was not tried\n")
        .prints(&format!("{INPUT_FILE}\n"))
        .exits(3);
}

#[test]
fn verbose_shows_every_request() {
    let site = good_site();
    Sandbox::project()
        .site(&site)
        .aoc(&["fetch", "2020/22", "-v"])
        .mentions("GET /2020/day/22/input: 200 after ")
        .exits(0);
}

#[test]
fn days_that_do_not_exist_are_usage_errors() {
    let site = Site::start();
    for selector in ["2025/13", "2020/0", "2020/26", "2014/1", "2020/5-1"] {
        let sandbox = Sandbox::project().site(&site);
        sandbox.aoc(&["fetch", selector]).prints("").exits(2);
    }
    assert!(site.requests().is_empty());
}

#[test]
fn an_empty_input_is_downloaded_again() {
    let site = good_site();
    let sandbox = Sandbox::project().site(&site).file(INPUT_FILE, "");
    sandbox.aoc(&["fetch", "2020/22"]).says("").exits(0);
    assert_eq!(sandbox.read(INPUT_FILE), INPUT);
}

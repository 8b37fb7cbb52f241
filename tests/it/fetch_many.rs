//! `aoc fetch` for many days: a summary instead of lines, and a bar.

use crate::fetch::page;
use crate::fetch_learn::page_of;
use crate::sandbox::Sandbox;
use crate::site::{Reply, Site};
use crate::terminal::{sent, terminal, without_escapes};

/// A site with the first days of a year.
fn site(year: u16, days: u8) -> Site {
    let site = Site::start();
    for day in 1..=days {
        site.on(&format!("/{year}/day/{day}/input"), Reply::text("1\n2\n"));
        site.on(
            &format!("/{year}/day/{day}"),
            Reply::html(page(year, day, 1)),
        );
    }
    site
}

#[test]
fn many_days_are_summed_up() {
    let site = site(2019, 25);
    let sandbox = Sandbox::project().site(&site);
    sandbox.aoc(&["fetch", "2019/1-22"]).exits(0);
    sandbox
        .aoc(&["fetch", "2019"])
        .prints("2019: 25 days, 3 new, 22 already there\n")
        .says("")
        .exits(0);
    assert_eq!(site.paths().len(), 50);
    sandbox
        .aoc(&["fetch", "2019", "-q"])
        .prints("2019: 25 days, 0 new, 25 already there\n")
        .says("")
        .exits(0);
}

#[test]
fn verbose_and_few_days_have_the_paths() {
    let site = site(2019, 5);
    let sandbox = Sandbox::project().site(&site);
    let done = sandbox.aoc(&["fetch", "2019/1-4", "-v"]).exits(0);
    assert_eq!(done.stdout.lines().count(), 8, "{done:#?}");
    let done = sandbox.aoc(&["fetch", "2019/3-5"]).exits(0);
    assert!(
        done.stdout.starts_with("inputs/year2019/day03.txt\n"),
        "{done:#?}"
    );
    assert_eq!(done.stdout.lines().count(), 6, "{done:#?}");
}

#[test]
fn json_has_every_day_and_no_summary() {
    let site = site(2019, 5);
    let sandbox = Sandbox::project().site(&site);
    let json = sandbox
        .aoc(&["fetch", "2019/1-5", "--json"])
        .exits(0)
        .json();
    assert_eq!(json["results"].as_array().map(Vec::len), Some(5));
}

#[test]
fn failures_are_told_and_counted() {
    let site = site(2019, 3);
    let sandbox = Sandbox::project().site(&site);
    sandbox
        .aoc(&["fetch", "2019/1-4"])
        .mentions("aoc: 2019/4: input: the site has no such puzzle (404)")
        .prints("2019: 4 days, 3 new, 0 already there, 1 failed\n")
        .exits(4);
    site.on("/2019/day/5/input", Reply::new(403, ""));
    sandbox
        .aoc(&["fetch", "2019/1-3,5-7"])
        .mentions("aoc: 2 more puzzles were not tried\n")
        .prints("2019: 6 days, 0 new, 3 already there, 1 failed, 2 not tried\n")
        .exits(5);
}

#[test]
fn what_the_pages_say_is_one_line() {
    let text = "<p>For example:</p><pre><code>1\n</code></pre><p>It is <code><em>2</em></code>.</p>\
                <p><em>What is it?</em></p>";
    let site = Site::start();
    for day in 1..=4 {
        site.on(&format!("/2019/day/{day}/input"), Reply::text("1\n2\n"));
        let answers = if day < 3 { &["5"][..] } else { &[] };
        let page = page_of(2019, day, [text, ""], answers);
        site.on(&format!("/2019/day/{day}"), Reply::html(page));
    }
    let sandbox = Sandbox::project().site(&site);
    sandbox
        .aoc(&["fetch", "2019/1-4"])
        .says("note: from the pages: 2 accepted answers recorded; examples of 4 days written\n")
        .prints("2019: 4 days, 4 new, 0 already there\n")
        .exits(0);
}

#[test]
fn a_terminal_has_a_bar_with_the_time_left() {
    let site = site(2019, 6);
    let sandbox = Sandbox::project()
        .site(&site)
        .env("TERM", "xterm-256color")
        .env("AOC_SPACING", "200ms");
    let (ours, theirs) = terminal(100);
    let mut command = sandbox.command(&["fetch", "2019/1-6"]);
    command.stderr(theirs);
    let text = without_escapes(&sent(command, ours));
    assert!(text.contains("fetching ["), "{text:?}");
    assert!(
        text.contains("] 6/6  2019/6  ") && text.contains("s left"),
        "{text:?}"
    );
}

//! The guards of `aoc submit`: whatever they refuse is not sent.

use std::time::SystemTime;

use chrono::{DateTime, Datelike, TimeDelta, Utc};

use crate::fetch::{PAGE_FILE, PAGE_PATH, page};
use crate::fetch_time::dated;
use crate::sandbox::{Done, Sandbox};
use crate::site::Reply;
use crate::submit::{ANSWER_PATH, ANSWERS, RIGHT, WRONG, judge, said};

fn submit(sandbox: &Sandbox, answer: &str, flags: &[&str]) -> Done {
    let answer = format!("--answer={answer}");
    sandbox.aoc(&[&["submit", "2020/22", &answer], flags].concat())
}

#[test]
fn what_cannot_be_right_is_refused_whatever_is_forced() {
    let site = judge(said(RIGHT));
    let guess = "part1 = 33400\n[[guess]]\npart = 2\nanswer = 1000\nverdict = 'too-high'\ntime = \
                 2020-12-22T05:08:00Z\n";
    let sandbox = Sandbox::project().site(&site).file(ANSWERS, guess);
    let high = "as the site judged 1000 too high on 2020-12-22";
    let meant = "the answer is probably meant as 51, and not 051";
    for (answer, why, flag) in [
        ("1001", &*format!("1001 cannot be right, {high}"), "--force"),
        ("33400", "33400 cannot be right", "--wait"),
        ("051", meant, "--dry-run"),
    ] {
        let why = format!("aoc: 2020/22 part 2: not submitted: {why}");
        let done = submit(&sandbox, answer, &[flag]).mentions(&why);
        done.prints("").exits(7);
    }
    assert_eq!(sandbox.read(ANSWERS), guess);
    assert!(site.requests().is_empty());
}

#[test]
fn a_solved_part_is_compared_and_not_submitted() {
    let site = judge(said(RIGHT));
    let letters = " ██  █  █\n█  █ █  █\n█  █ ████\n████ █  █\n█  █ █  █\n█  █ █  █\n";
    let answers = "part1 = 5\npart2 = 'AH'\nnot_before = 2199-12-01T05:00:00Z\n";
    // The page knows best, and neither time nor session matter.
    let sandbox = Sandbox::project()
        .site(&site)
        .file(PAGE_FILE, page(2020, 22, 2))
        .file(ANSWERS, answers)
        .without("AOC_SESSION");
    for (part, answer, printed, exit) in [
        ("-p1", "33400", "1: 33400 is the accepted answer", 0),
        ("-p1", "1", "1: 1 differs from the accepted answer 33400", 1),
        ("-p2", letters, "2: AH is the accepted answer", 0),
    ] {
        submit(&sandbox, answer, &[part])
            .says("")
            .prints(&format!("2020/22 part {printed}\n"))
            .exits(exit);
    }
    assert!(site.requests().is_empty());
}

#[test]
fn a_dry_run_says_what_would_be_sent() {
    let site = judge(said(RIGHT));
    let sandbox = Sandbox::project().site(&site).without("AOC_SESSION");
    let request = "2020/day/22/answer level=1&answer=3%264";
    let request = format!("POST {}/{request}", site.url());
    for flags in [&["--dry-run"][..], &["--dry-run", "--offline"]] {
        submit(&sandbox, "3&4", flags)
            .says("")
            .prints(&format!("2020/22 part 1: would submit 3&4: {request}\n"))
            .exits(0);
    }
    submit(&sandbox, "33400", &["--offline"])
        .says("aoc: 2020/22 part 1: not submitted because of --offline\n")
        .exits(5);
    assert!(site.requests().is_empty());
    assert_eq!(sandbox.files("inputs"), Vec::<String>::new());
}

/// As with a clock that is 70 s ahead, and is set right later.
#[test]
fn the_time_is_that_of_the_site_whatever_the_clock_says() {
    let site_time = |behind| DateTime::<Utc>::from(SystemTime::now()) - TimeDelta::seconds(behind);
    let site = judge(dated(said(WRONG), site_time(70)));
    let sandbox = Sandbox::project().site(&site);
    submit(&sandbox, "100", &[]).exits(6);
    site.on(
        PAGE_PATH,
        dated(Reply::html(page(2020, 22, 1)), site_time(70)),
    );
    // By this computer's clock the minute is over.
    let takes = "not submitted: the site takes the next answer in 1m ";
    submit(&sandbox, "200", &[]).mentions(takes).exits(7);
    assert_eq!(site.paths(), [ANSWER_PATH, PAGE_PATH]);
    // By the site's clock, as it was remembered, it is not.
    site.on(ANSWER_PATH, dated(said(RIGHT), site_time(0)));
    site.on(
        PAGE_PATH,
        dated(Reply::html(page(2020, 22, 2)), site_time(0)),
    );
    submit(&sandbox, "200", &[]).exits(0);
    let asked = [ANSWER_PATH, PAGE_PATH, PAGE_PATH, ANSWER_PATH, PAGE_PATH];
    assert_eq!(site.paths(), asked);
}

#[test]
fn without_a_selector_it_is_the_day_that_was_edited_last() {
    let now = DateTime::<Utc>::from(SystemTime::now());
    // The next third of December.
    let next_year = now.year() + i32::from(now.month() == 12);
    let date = format!("{next_year}-12-03T12:00:00Z");
    let date: DateTime<Utc> = date.parse().expect("a time");
    let site = judge(said(RIGHT));
    let page = Reply::html(page(2020, 22, 1)).header("Date", &date.to_rfc2822());
    site.on(PAGE_PATH, page);
    let sandbox = Sandbox::project().with_days().site(&site);
    let submit = ["submit", "--answer", "5", "--dry-run"];
    let edited = sandbox.aoc(&submit).exits(0);
    let (puzzle, _) = edited.stdout.split_once(" part").expect("a puzzle");
    let puzzle = puzzle.to_owned();
    edited.says(&format!("note: {puzzle} was edited last\n"));
    sandbox.aoc(&["read", "2020/22"]).exits(0);
    let today = format!("note: {puzzle} was edited last; today's puzzle is {next_year}/3\n");
    sandbox.aoc(&submit).says(&today);
}

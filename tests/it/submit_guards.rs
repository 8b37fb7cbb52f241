//! The guards of `aoc submit`: whatever they refuse is not sent.

use crate::fetch::{PAGE_FILE, page};
use crate::sandbox::{Done, Sandbox};
use crate::submit::{ANSWERS, RIGHT, judge, page_with, said};

fn submit(sandbox: &Sandbox, answer: &str, flags: &[&str]) -> Done {
    let answer = format!("--answer={answer}");
    sandbox.aoc(&[&["submit", "2020/22", &answer], flags].concat())
}

/// A picture of the letters `AH`.
const LETTERS: &str = " ██  █  █\n█  █ █  █\n█  █ ████\n████ █  █\n█  █ █  █\n█  █ █  █\n";

#[test]
fn what_cannot_be_right_is_refused_whatever_is_forced() {
    let site = judge(said(RIGHT));
    let guess = "part1 = 33400\n[[guess]]\npart = 2\nanswer = 1000\nverdict = 'too-high'\ntime = \
                 2020-12-22T05:08:00Z\n";
    let sandbox = Sandbox::project().site(&site).file(ANSWERS, guess);
    let high = "as the site judged 1000 too high on 2020-12-22";
    for (answer, why) in [
        ("1001", format!("1001 cannot be right, {high}")),
        ("33400", "33400 cannot be right".to_owned()),
        (
            "051",
            "the answer is probably meant as 51, and not 051".to_owned(),
        ),
    ] {
        for flags in [&["--force"][..], &["--wait"], &["--dry-run"]] {
            let why = format!("aoc: 2020/22 part 2: not submitted: {why}");
            submit(&sandbox, answer, flags)
                .mentions(&why)
                .prints("")
                .exits(7);
        }
    }
    assert_eq!(sandbox.read(ANSWERS), guess);
    // The cached page says it as well.
    let sandbox = Sandbox::project()
        .site(&site)
        .file(PAGE_FILE, page(2020, 22, 2));
    submit(&sandbox, "33400", &["--force"])
        .says("aoc: 2020/22 part 2: not submitted: 33400 is the answer to part 1\n")
        .exits(7);
    let sandbox = Sandbox::project().site(&site).file(ANSWERS, "prt1 = 5\n");
    submit(&sandbox, "33400", &[])
        .mentions("day22.answers.toml, line 1: unknown field `prt1`")
        .exits(8);
    assert!(site.requests().is_empty());
}

#[test]
fn letters_are_submitted_as_text() {
    let site = judge(said(RIGHT));
    let sandbox = Sandbox::project().site(&site);
    let sent = submit(&sandbox, LETTERS, &["--dry-run"]).exits(0).stdout;
    assert!(sent.contains("answer=AH"), "{sent}");
    assert!(site.requests().is_empty());
    // A part that is solved is compared.
    let sandbox = sandbox.file(ANSWERS, "part1 = 'AH'\npart2 = 'AA'\n");
    for (flags, status) in [(["-p", "1"], 0), (["-p", "2"], 1)] {
        submit(&sandbox, LETTERS, &flags).exits(status);
    }
}

#[test]
fn a_solved_part_is_compared_and_not_submitted() {
    let site = judge(said(RIGHT));
    let both = page_with(
        2020,
        22,
        "<p>Your puzzle answer was <code>29&lt;1</code>.</p><p class=\"day-success\">Both parts of this puzzle are complete!</p>",
    );
    let not_before = "not_before = 2199-12-01T05:00:00Z\n";
    let project = || Sandbox::project().site(&site);
    for sandbox in [
        // The page knows best, and time does not matter.
        project()
            .file(PAGE_FILE, &both)
            .file(ANSWERS, format!("part1 = 5\npart2 = 5\n{not_before}")),
        project()
            .file(ANSWERS, "part1 = 33400\npart2 = '29<1'\n")
            .without("AOC_SESSION"),
    ] {
        for (arguments, printed, exit) in [
            (
                &["--part=1", "--answer=33400"][..],
                "1: 33400 is the accepted answer",
                0,
            ),
            (
                &["--part=1", "--answer=1"],
                "1: 1 differs from the accepted answer 33400",
                1,
            ),
            (&["--answer=29<1"], "2: 29<1 is the accepted answer", 0),
            (
                &["--answer=\n"],
                "2:  differs from the accepted answer 29<1",
                1,
            ),
        ] {
            sandbox
                .aoc(&[&["submit", "2020/22"], arguments].concat())
                .says("")
                .prints(&format!("2020/22 part {printed}\n"))
                .exits(exit);
        }
    }
    assert!(site.requests().is_empty());
}

#[test]
fn before_its_time_nothing_is_sent() {
    let site = judge(said(RIGHT));
    let old = "not_before = 2199-12-01T05:00:00Z\n";
    let sandbox = Sandbox::project().site(&site).file(ANSWERS, old);
    for flags in [&[][..], &["--force"], &["--dry-run"]] {
        let done = submit(&sandbox, "33400", flags);
        done.mentions("aoc: 2020/22 part 1: not submitted: the site takes the next answer in ")
            .mentions("d ")
            .mentions("; --wait waits for it\n")
            .exits(7);
    }
    // What cannot be right is not waited for.
    submit(&sandbox, "", &["--wait"]).exits(7);
    assert!(site.requests().is_empty());
}

#[test]
fn a_dry_run_says_what_would_be_sent() {
    let site = judge(said(RIGHT));
    let sandbox = Sandbox::project().site(&site).without("AOC_SESSION");
    let request = format!(
        "POST {}/2020/day/22/answer level=1&answer=3%264",
        site.url()
    );
    for flags in [&["--dry-run"][..], &["--dry-run", "--offline"]] {
        submit(&sandbox, "3&4", flags)
            .says("")
            .prints(&format!("2020/22 part 1: would submit 3&4: {request}\n"))
            .exits(0);
    }
    let json = submit(&sandbox, "3&4", &["--dry-run", "--json"])
        .exits(0)
        .json();
    assert_eq!(json["status"], "dry-run");
    assert_eq!(json["message"], format!("would submit 3&4: {request}"));
    submit(&sandbox, "33400", &["--offline"])
        .says("aoc: 2020/22 part 1: not submitted because of --offline\n")
        .exits(5);
    assert!(site.requests().is_empty());
    assert_eq!(sandbox.files("inputs"), Vec::<String>::new());
}

#[test]
fn usage_errors_send_nothing() {
    let site = judge(said(RIGHT));
    let sandbox = Sandbox::project().site(&site);
    for (arguments, says) in [
        (
            &["2020/1-2", "--answer", "5"][..],
            "one puzzle at a time, but 2 are selected",
        ),
        (&["2020/26", "--answer", "5"], "26"),
        (&["2025/13", "--answer", "5"], "2025/13 does not exist"),
        (&["2020/22", "--part", "3"], "3"),
        (&["2020/22", "--answer", "--wait"], "--answer"),
        (
            &["2020/22"],
            "aoc: 2020/22 part 1: no solution: create it with `aoc new 2020/22`, or give the \
             answer with --answer\n",
        ),
    ] {
        sandbox
            .aoc(&[&["submit"], arguments].concat())
            .mentions(says)
            .exits(2);
    }
    assert!(site.requests().is_empty());
}

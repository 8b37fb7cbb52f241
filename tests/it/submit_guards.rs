//! The guards of `aoc submit`: whatever they refuse is not sent.

use crate::fetch::{PAGE_FILE, page};
use crate::sandbox::{Done, Sandbox};
use crate::submit::{ANSWERS, RIGHT, judge, page_with, said};

/// Guesses at both parts, of which nothing has to be waited for.
const GUESSES: &str = "\
part1 = \"33400\"
not_before = 2020-12-22T05:10:00Z

[[guess]]
part = 2
answer = \"1000\"
verdict = \"too-high\"
time = 2020-12-22T05:08:00Z

[[guess]]
part = 2
answer = \"-50\"
verdict = \"too-low\"
time = 2020-12-22T05:09:00Z

[[guess]]
part = 2
answer = \"77\"
verdict = \"wrong\"
time = 2020-12-22T05:09:00Z

[[guess]]
part = 2
answer = \"78\"
verdict = \"unknown\"
time = 2020-12-22T05:09:00Z

[[guess]]
part = 2
answer = \"79\"
verdict = \"too-recent\"
time = 2020-12-22T05:09:00Z
";

fn submit(sandbox: &Sandbox, answer: &str, flags: &[&str]) -> Done {
    let answer = format!("--answer={answer}");
    sandbox.aoc(&[&["submit", "2020/22", &answer], flags].concat())
}

#[test]
fn what_cannot_be_right_is_refused() {
    let site = judge(said(RIGHT));
    let sandbox = Sandbox::project().site(&site).file(ANSWERS, GUESSES);
    for (answer, why) in [
        ("1000", "the site judged 1000 too high on 2020-12-22"),
        ("-50", "the site judged -50 too low on 2020-12-22"),
        ("77", "the site judged 77 wrong on 2020-12-22"),
        (
            "01000",
            "01000 cannot be right, as the site judged 1000 too high on 2020-12-22",
        ),
        (
            "1001",
            "1001 cannot be right, as the site judged 1000 too high on 2020-12-22",
        ),
        (
            "123456789012345678901234567890123456789012345678901234567890",
            "123456789012345678901234567890123456789012345678901234567890 cannot be right, as the \
             site judged 1000 too high on 2020-12-22",
        ),
        (
            "-51",
            "-51 cannot be right, as the site judged -50 too low on 2020-12-22",
        ),
        (
            "ABC",
            "`ABC` is not a whole number, as the right answer is: the site judged 1000 too high \
             on 2020-12-22",
        ),
        (
            "1.0",
            "`1.0` is not a whole number, as the right answer is: the site judged 1000 too high \
             on 2020-12-22",
        ),
    ] {
        for flags in [&[][..], &["--force"], &["--wait"], &["--dry-run"]] {
            submit(&sandbox, answer, flags)
                .says(&format!("aoc: 2020/22 part 2: not submitted: {why}\n"))
                .prints("")
                .exits(7);
        }
    }
    assert!(site.requests().is_empty());
    assert_eq!(sandbox.read(ANSWERS), GUESSES);
    // What is not known to be wrong may be right.
    for answer in ["999", "-49", "-0", "78", "79"] {
        let sandbox = Sandbox::project().site(&site).file(ANSWERS, GUESSES);
        submit(&sandbox, answer, &[]).exits(0);
    }
    assert_eq!(site.count("/2020/day/22/answer"), 5);
}

#[test]
fn the_answer_to_the_other_part_is_refused() {
    let site = judge(said(RIGHT));
    let sandbox = Sandbox::project()
        .site(&site)
        .file(ANSWERS, "part1 = 33400\n");
    submit(&sandbox, "33400", &["--force"])
        .says("aoc: 2020/22 part 2: not submitted: 33400 is the answer to part 1\n")
        .exits(7);
    // The cached page says it as well.
    let sandbox = Sandbox::project()
        .site(&site)
        .file(PAGE_FILE, page(2020, 22, 2));
    submit(&sandbox, "33400", &[])
        .says("aoc: 2020/22 part 2: not submitted: 33400 is the answer to part 1\n")
        .exits(7);
    let sandbox = Sandbox::project()
        .site(&site)
        .file(ANSWERS, "part2 = 291\n");
    submit(&sandbox, "291", &[])
        .says("aoc: 2020/22 part 1: not submitted: 291 is the answer to part 2\n")
        .exits(7);
    assert!(site.requests().is_empty());
}

/// A picture of the letters `AH`.
const LETTERS: &str = " ██  █  █\n█  █ █  █\n█  █ ████\n████ █  █\n█  █ █  █\n█  █ █  █\n";

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
fn only_one_line_is_an_answer() {
    let site = judge(said(RIGHT));
    let sandbox = Sandbox::project().site(&site);
    let picture = "#..#\n####\n#..#";
    let unknown = LETTERS.replace("████", "█ ██");
    for (answer, why) in [
        ("", "the answer is empty"),
        (" \t", "the answer is empty"),
        (
            "1\n2",
            "the answer has several lines; give it with --answer",
        ),
        (
            "1\r2",
            "the answer has several lines; give it with --answer",
        ),
        (
            picture,
            "the answer is a picture whose letters are not known; read them, and give them with \
             --answer",
        ),
        (
            &unknown,
            "the answer is a picture that reads ??, where ? is a letter that aoc does not know; \
             give the letters with --answer",
        ),
        (
            "1\u{7}2",
            "the answer contains the control character '\\u{7}'",
        ),
    ] {
        submit(&sandbox, answer, &["--force"])
            .says(&format!("aoc: 2020/22 part 1: not submitted: {why}\n"))
            .exits(7);
    }
    assert!(site.requests().is_empty());
}

#[test]
fn an_answer_is_encoded_as_it_is() {
    let huge = "9".repeat(200);
    for (answer, encoded) in [
        ("None", "None"),
        ("0", "0"),
        ("-0", "-0"),
        ("1.0", "1.0"),
        (&*huge, &*huge),
        ("a,b&c+d%", "a%2Cb%26c%2Bd%25"),
        ("level=2&x", "level%3D2%26x"),
        (" 33 400 ", "33+400"),
        ("ä", "%C3%A4"),
    ] {
        let site = judge(said(RIGHT));
        let sandbox = Sandbox::project().site(&site);
        submit(&sandbox, answer, &[]).exits(0);
        assert_eq!(site.requests()[0].body, format!("level=1&answer={encoded}"));
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
        project().file(ANSWERS, "part1 = 33400\npart2 = '29<1'\n"),
        project().file(PAGE_FILE, &both),
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
    assert!(site.requests().is_empty());
    assert_eq!(sandbox.files("inputs"), Vec::<String>::new());
}

#[test]
fn offline_sends_nothing() {
    let site = judge(said(RIGHT));
    let sandbox = Sandbox::project().site(&site);
    submit(&sandbox, "33400", &["--offline"])
        .says("aoc: 2020/22 part 1: not submitted because of --offline\n")
        .exits(5);
    assert!(site.requests().is_empty());
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

#[test]
fn answers_that_make_no_sense_send_nothing_and_stay() {
    let site = judge(said(RIGHT));
    let sandbox = Sandbox::project().site(&site).file(ANSWERS, "prt1 = 5\n");
    submit(&sandbox, "33400", &[])
        .mentions("day22.answers.toml, line 1: unknown field `prt1`")
        .exits(8);
    assert_eq!(sandbox.read(ANSWERS), "prt1 = 5\n");
    assert!(site.requests().is_empty());
}

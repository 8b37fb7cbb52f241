//! The data that `aoc fetch` takes from a puzzle's page besides the page itself: accepted answers
//! and examples.

use std::fs::File;
use std::time::{Duration, SystemTime};

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};

use crate::sandbox::{Done, Sandbox};
use crate::site::pages::{INPUT, INPUT_FILE, INPUT_PATH, PAGE_FILE, PAGE_PATH, calendar, page_of};
use crate::site::{Reply, Site};

const ANSWERS_FILE: &str = "inputs/year2020/day22.answers.toml";
const EXAMPLES_FILE: &str = "inputs/year2020/day22.examples.toml";

const ONE: &str = "<p>For example, consider these decks:</p><pre><code>Player 1:\n9\n\nPlayer 2:\n5\n\
     </code></pre><p>The score is <em><code>306</code></em>.</p><p><em>What is yours?</em></p>";
const TWO: &str =
    "<p>In the above example it is <code><em>291</em></code>.</p><p><em>And yours?</em></p>";

const DECKS: &str = "Player 1:\n9\n\nPlayer 2:\n5\n";

fn page(answers: &[&str]) -> String {
    page_of(2020, 22, [ONE, TWO], answers)
}

fn site(page: String) -> Site {
    let site = Site::start();
    site.on(INPUT_PATH, Reply::text(INPUT));
    site.on(PAGE_PATH, Reply::html(page));
    site
}

fn examples(sandbox: &Sandbox) -> Value {
    let table: toml::Table = sandbox.read(EXAMPLES_FILE).parse().expect("TOML");
    let examples = table.get("example").cloned();
    let examples = examples.unwrap_or_else(|| toml::Value::Array(Vec::new()));
    serde_json::to_value(examples).expect("JSON")
}

#[test]
fn answers_and_examples_are_taken_from_the_page() {
    let (site, sandbox) = site(page(&[])).project();
    let wrote = format!("note: 2020/22: wrote 1 example to {EXAMPLES_FILE}\n");
    let done = sandbox.line("fetch 2020/22").says(&wrote).exits(0);
    done.prints(&format!("{INPUT_FILE}\n{PAGE_FILE}\n"));
    let one = json!([{"input": DECKS, "part1": "306", "source": "page"}]);
    assert_eq!(examples(&sandbox), one);
    // Part two becomes available.
    site.on(PAGE_PATH, Reply::html(page(&["33400"])));
    site.on("/2020", calendar(2020, 25, &[1; 22]));
    // The site shows a star that the stored page lacks.
    sandbox.line("status 2020 --refresh").exits(0);
    sandbox
        .line("fetch 2020/22")
        .says(&format!(
            "note: 2020/22: recorded the accepted answer to part 1; wrote 1 example to \
             {EXAMPLES_FILE}\n"
        ))
        .exits(0);
    assert_eq!(sandbox.read(ANSWERS_FILE), "part1 = \"33400\"\n");
    let both = json!([{"input": DECKS, "part1": "306", "part2": "291", "source": "page"}]);
    assert_eq!(examples(&sandbox), both);
    site.on(PAGE_PATH, Reply::html(page(&["33400", "a&lt;b"])));
    let done = sandbox.line("fetch 2020/22 --force --json");
    let result = &done.exits(0).json()["results"][0];
    assert_eq!(result["accepted"], json!([2]));
    assert_eq!(result["examples"], Value::Null);
    let answers = "part1 = \"33400\"\npart2 = \"a<b\"\n";
    assert_eq!(sandbox.read(ANSWERS_FILE), answers);
    // A deleted file is restored without a request.
    sandbox.remove(EXAMPLES_FILE);
    let done = sandbox.line("fetch 2020/22 --offline --json");
    let result = &done.exits(0).json()["results"][0];
    let written = json!({"file": EXAMPLES_FILE, "sure": 1, "unsure": 0});
    assert_eq!(result["examples"], written);
    assert_eq!(examples(&sandbox), both);
}

#[test]
fn a_damaged_answers_file_keeps_no_example_from_being_written() {
    let (_site, sandbox) = site(page(&["33400"])).project();
    let sandbox = sandbox.file(ANSWERS_FILE, "part1 = [");
    let done = sandbox.line("fetch 2020/22").exits(0);
    done.mentions("warning: 2020/22: ")
        .mentions("wrote 1 example to ");
    assert_eq!(sandbox.read(ANSWERS_FILE), "part1 = [");
    assert_eq!(examples(&sandbox)[0]["part1"], "306");
}

#[test]
fn an_answer_that_cannot_be_written_is_not_told_of_as_recorded() {
    let sandbox = Sandbox::project()
        .file(INPUT_FILE, INPUT)
        .file(PAGE_FILE, page(&["33400"]));
    let script = format!(
        "ulimit -f 0; exec '{}' fetch 2020/22",
        env!("CARGO_BIN_EXE_aoc")
    );
    let mut shell = sandbox.program("sh");
    let done = Done::from(shell.args(["-c", &script]).output().expect("sh")).exits(0);
    let done = done.mentions("warning: 2020/22: cannot write ");
    assert!(!done.stderr.contains("recorded the accepted"), "{done:#?}");
}

#[test]
fn a_page_that_was_read_before_the_input_came_is_looked_at_again() {
    let (site, sandbox) = site(page(&[])).project();
    sandbox.line("read 2020/22").exits(0);
    assert_eq!(examples(&sandbox), json!([]));
    assert!(sandbox.read(EXAMPLES_FILE).contains("# part1 = \"306\""));
    sandbox.line("fetch 2020/22").exits(0);
    assert_eq!(examples(&sandbox)[0]["part1"], "306");
    assert_eq!(site.paths(), [PAGE_PATH, INPUT_PATH]);
}

/// Someone empties the file of the input for a moment, or tries the example in it.
#[test]
fn examples_stay_while_the_file_of_the_input_has_no_input() {
    let (_site, sandbox) = site(page(&[])).project();
    sandbox.line("fetch 2020/22").exits(0);
    let certain = sandbox.read(EXAMPLES_FILE);
    let html = page(&[]);
    for text in ["\n", "", DECKS, &DECKS.replace('\n', "\r\n"), &html] {
        sandbox.write(INPUT_FILE, text);
        let start = "start 2020/22 --no-open --no-edit --no-watch --offline";
        for command in ["fetch 2020/22 --offline", "read 2020/22 --offline", start] {
            let done = sandbox.line(command);
            assert!(!done.stderr.contains("example"), "{done:#?}");
            assert_eq!(sandbox.read(EXAMPLES_FILE), certain, "{text:?} {command}");
        }
    }
    // Part two opens meanwhile.
    sandbox.write(INPUT_FILE, "\n");
    sandbox.write(PAGE_FILE, page(&["33400"]));
    sandbox.line("fetch 2020/22 --offline").exits(0);
    let one = json!([{"input": DECKS, "part1": "306", "source": "page"}]);
    assert_eq!(examples(&sandbox), one);
    assert!(sandbox.read(EXAMPLES_FILE).contains("# part2 = \"291\""));
    // An input that is written by hand counts, and its example is a comment.
    sandbox.write(INPUT_FILE, "Player 1:\n9\n\nabc; def!\n2\n(x)\n");
    sandbox.line("fetch 2020/22 --offline").exits(0);
    assert_eq!(examples(&sandbox), json!([]));
    let comments = sandbox.read(EXAMPLES_FILE);
    assert!(comments.contains("# part1 = \"306\""), "{comments}");
    // The example itself makes nothing certain.
    for text in ["\n", DECKS] {
        sandbox.write(INPUT_FILE, text);
        sandbox.line("fetch 2020/22 --offline").exits(0);
        assert_eq!(sandbox.read(EXAMPLES_FILE), comments, "{text:?}");
    }
    sandbox.write(INPUT_FILE, INPUT);
    sandbox.line("fetch 2020/22 --offline").exits(0);
    let both = json!([{"input": DECKS, "part1": "306", "part2": "291", "source": "page"}]);
    assert_eq!(examples(&sandbox), both);
    sandbox.write(INPUT_FILE, "abc,def\n");
    sandbox.line("fetch 2020/22 --offline").exits(0);
    assert_eq!(examples(&sandbox), json!([]));
}

#[test]
fn another_recorded_answer_is_never_replaced() {
    for (mine, shown) in [
        ("# by hand\npart1 = 5\n", "5"),
        ("part1 = \"#.#\\n#.#\"\n", "#.# #.#"),
    ] {
        let site = site(page(&["33400", "7"]));
        let sandbox = Sandbox::project().site(&site).file(ANSWERS_FILE, mine);
        sandbox
            .line("fetch 2020/22")
            .mentions(&format!(
                "warning: 2020/22 part 1: the site accepted 33400, but {ANSWERS_FILE} has {shown}, \
                 which is kept; the site's answer counts, and `aoc accept 2020/22 33400 --part 1 \
                 --force` corrects the file\n"
            ))
            .mentions("recorded the accepted answer to part 2; ")
            .exits(0);
        assert_eq!(sandbox.read(ANSWERS_FILE), format!("{mine}part2 = \"7\"\n"));
    }
}

/// The session, the input and the page are of another account than the guess.
#[test]
fn a_page_that_contradicts_a_right_guess_is_told_of_and_not_recorded() {
    let guess = "[[guess]]\npart = 1\nanswer = 101\nverdict = 'right'\ntime = \
                 2020-12-22T05:00:00Z\n";
    for recorded in ["", "part1 = 101\n", "part1 = 33400\n"] {
        let site = site(page(&["33400"]));
        let mine = format!("{recorded}{guess}");
        let sandbox = Sandbox::project().site(&site).file(ANSWERS_FILE, &mine);
        let done = sandbox.line("fetch 2020/22").exits(0);
        let warnings: Vec<&str> = done
            .stderr
            .lines()
            .filter(|line| line.contains("warning"))
            .collect();
        let expected = format!(
            "warning: 2020/22 part 1: the page shows that the site accepted 33400, but {ANSWERS_FILE} \
             records that the site judged 101 right on 2020-12-22; if that guess was for another \
             input, remove it"
        );
        assert_eq!(warnings, [expected], "{recorded}");
        assert_eq!(sandbox.read(ANSWERS_FILE), mine);
    }
}

/// A picture has the same meaning as the letters on the page.
#[test]
fn a_recorded_picture_is_not_another_answer() {
    let picture = ".##.\n#..#\n#..#\n####\n#..#\n#..#\n";
    let mine = format!("part1 = '''\n{picture}'''\n");
    let site = site(page(&["A"]));
    let sandbox = Sandbox::project().site(&site).file(ANSWERS_FILE, &mine);
    let done = sandbox.line("fetch 2020/22").exits(0);
    assert!(!done.stderr.contains("which is kept"), "{}", done.stderr);
    assert_eq!(sandbox.read(ANSWERS_FILE), mine);
}

#[test]
fn the_page_of_another_account_is_not_believed() {
    // The page of a finished puzzle uses `was`.
    for verb in ["is", "is still", "was"] {
        let line = format!("<p>Your puzzle input {verb} <code>yzbqklnj</code>.</p></main>");
        let (site, sandbox) = site(page(&["33400"]).replace("</main>", &line)).project();
        site.on(INPUT_PATH, Reply::text("ckczppom\n"));
        let says = "warning: 2020/22: the page shows another input than inputs/year2020/day22.txt";
        sandbox.line("fetch 2020/22").mentions(says).exits(0);
        assert!(!sandbox.path(ANSWERS_FILE).exists());
        site.on(INPUT_PATH, Reply::text("yzbqklnj\n"));
        sandbox.line("fetch 2020/22 --force").exits(0);
        assert_eq!(sandbox.read(ANSWERS_FILE), "part1 = \"33400\"\n");
    }
}

/// The page of an event's last star has only one answer.
#[test]
fn a_page_that_is_newer_than_the_stars_is_not_asked_for_again() {
    let (site, sandbox) = site(page(&["33400"])).project();
    site.on("/2020", calendar(2020, 25, &[2; 22]));
    sandbox.line("fetch 2020/22").exits(0);
    sandbox.line("status 2020 --refresh").exits(0);
    // The user may have won the star after the page was stored.
    sandbox.line("fetch 2020/22").exits(0);
    assert_eq!(site.count(PAGE_PATH), 2);
    let file = site.cached(&sandbox, "stars");
    let mut stars: Value = serde_json::from_str(&sandbox.read(&file)).expect("stars");
    stars["years"][0]["seen"] =
        json!(DateTime::<Utc>::from(SystemTime::now()) - TimeDelta::minutes(1));
    sandbox.write(&file, stars.to_string());
    let done = sandbox.line("fetch 2020/22").exits(0);
    done.mentions("already downloaded");
    assert_eq!(site.count(PAGE_PATH), 2);
    // A clock that was ahead may have dated an old page.
    let path = sandbox.path("inputs/year2020/day22.html");
    let ahead = SystemTime::now() + Duration::from_hours(1);
    let file = File::options().write(true).open(path);
    file.and_then(|file| file.set_modified(ahead))
        .expect("a time");
    sandbox.line("fetch 2020/22").exits(0);
    assert_eq!(site.count(PAGE_PATH), 3);
}

/// A reply showed the stars after the page was stored.
#[test]
fn the_page_of_a_day_without_a_star_is_not_asked_for_again() {
    let (site, sandbox) = site(page(&[])).project();
    site.on("/2020", calendar(2020, 25, &[0; 22]));
    sandbox.line("fetch 2020/22").exits(0);
    sandbox.line("status 2020 --refresh").exits(0);
    let done = sandbox.line("fetch 2020/22").exits(0);
    done.mentions("already downloaded");
    assert_eq!(site.count(PAGE_PATH), 1);
}

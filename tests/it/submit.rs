//! `aoc submit`: the requests that it sends, the replies, the stored guesses, and the guards. An
//! answer that a guard refuses is never sent.

use std::fs::{self, File};
use std::path::Path;
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::{Duration, SystemTime};

use chrono::{DateTime, Datelike, TimeDelta, Utc};
use serde_json::json;

use crate::process::{Running, kill, wait_until};
use crate::sandbox::{Done, Sandbox, TOKEN, is_whole_second};
use crate::site::pages::{
    ANSWER_PATH, ANSWERS, PAGE_FILE, PAGE_PATH, RIGHT, WRONG, WRONG_LEVEL, answering, calendar,
    dated, next_answer_in_an_hour, page, page_of, page_with_form, right, settings_page, too_soon,
    verdict,
};
use crate::site::{COOKIE_DELETED, LOCKED, Reply, Site, next_moment};
use crate::terminal::{OnTerminal, without_escapes, without_progress};

/// The refusal of an answer after the guess 5, if the verdict on that guess is not known.
const UNKNOWN_5: &str = "not submitted: the verdict on 5 for part 1 is not known, so aoc sends the \
                         next answer";

/// Submits an answer to part one, or to the part that the flags name.
fn submit(sandbox: &Sandbox, answer: &str, flags: &[&str]) -> Done {
    let answer = format!("--answer={answer}");
    let has_part = flags.iter().any(|flag| flag.starts_with("-p"));
    let part = if has_part { &[][..] } else { &["-p1"] };
    sandbox.aoc(&[&["submit", "2020/22", &answer], part, flags].concat())
}

/// The stored guesses as `part answer verdict`. Also returns the seconds in which the site takes no
/// answer.
fn stored(sandbox: &Sandbox) -> (Vec<String>, Option<i64>) {
    let table: toml::Table = sandbox.read(ANSWERS).parse().expect("TOML");
    let seconds = |time: &toml::Value| {
        let time = DateTime::parse_from_rfc3339(&time.to_string());
        time.expect("a time").timestamp()
    };
    let guesses = table["guess"].as_array().expect("guesses");
    let last = seconds(&guesses.last().expect("a guess")["time"]);
    let wait = table.get("not_before").map(|time| seconds(time) - last);
    let words = |it: &toml::Value| {
        let words = format!("{} {} {}", it["part"], it["answer"], it["verdict"]);
        words.replace('"', "")
    };
    (guesses.iter().map(words).collect(), wait)
}

#[test]
fn a_right_answer_is_stored_and_the_page_fetched_again() {
    let site = answering(verdict(RIGHT));
    let sandbox = Sandbox::project()
        .site(&site)
        .file(PAGE_FILE, page(2020, 22, 1))
        .file(&site.statistics_file(), "of earlier")
        .file(ANSWERS, "# mine\n");
    submit(&sandbox, "33400", &[])
        .says("note: part 2 is open: `aoc read 2020/22 --part 2` shows it\n")
        .prints("2020/22 part 1: 33400 is right\n")
        .exits(0);
    let requests = site.requests();
    assert_eq!(site.paths(), [ANSWER_PATH, PAGE_PATH]);
    let post = &requests[0];
    assert_eq!((&*post.method, &*requests[1].method), ("POST", "GET"));
    assert_eq!(post.body, "level=1&answer=33400");
    let form = post.header("content-type");
    assert_eq!(form, Some("application/x-www-form-urlencoded"));
    assert!(post.has_session(TOKEN));
    assert_eq!(sandbox.read(PAGE_FILE), page(2020, 22, 2));
    // After a new star, pages with statistics are requested again.
    assert_eq!(sandbox.read(&site.statistics_file()), "{}\n");
    assert!(sandbox.read(ANSWERS).starts_with("part1 = \"33400\"\n"));
    assert!(sandbox.read(ANSWERS).contains("# mine\n"));
    assert_eq!(stored(&sandbox), (vec!["1 33400 right".to_owned()], None));

    // The next part is the first unsolved one.
    let arguments = ["submit", "2020/22", "--answer", "291"];
    let done = sandbox.aoc(&arguments).says("note: 2020/22 is complete\n");
    done.prints("2020/22 part 2: 291 is right\n").exits(0);
    assert_eq!(site.requests()[2].body, "level=2&answer=291");
}

/// The page of another account may show less. It is not stored, and no answer is taken from it.
#[test]
fn a_page_that_shows_less_is_not_the_new_page_of_a_submission() {
    let site = answering(verdict(RIGHT));
    site.on(PAGE_PATH, Reply::html(page(2020, 22, 1)));
    let full = page(2020, 22, 2);
    let sandbox = Sandbox::project().site(&site).file(PAGE_FILE, &full);
    let done = sandbox.line("submit 2020/22 -p2 --answer 291").exits(0);
    done.prints("2020/22 part 2: 291 is right\n").mentions(
        "note: 2020/22: the page was not downloaded again: the site's page shows fewer parts than \
         the stored one, which is kept; is this the session of another account?\n",
    );
    assert_eq!(site.paths(), [ANSWER_PATH, PAGE_PATH]);
    assert_eq!(sandbox.read(PAGE_FILE), full);
}

/// The error if the stored page belongs to the user `another`, and the session to `someone`.
const OF_SOMEONE: &str = "the site's page is that of someone, but the stored one, which is kept, is \
                          that of another; is this the session of another account? if you have \
                          changed your name, or want the files of this account, `aoc fetch 2020/22 \
                          --force` replaces input and page\n";

/// An earlier command has shown the name of the session's user.
#[test]
fn an_answer_to_the_input_of_another_user_is_not_sent() {
    let site = answering(verdict(WRONG));
    site.on("/2020", calendar(2020, 25, &[1; 21]));
    site.on(PAGE_PATH, Reply::html(page(2020, 22, 1)));
    let stored_page = page(2020, 22, 1).replace("someone", "another");
    let sandbox = Sandbox::project().site(&site).file(PAGE_FILE, &stored_page);
    sandbox.line("status 2020 --refresh").exits(0);
    submit(&sandbox, "5", &[])
        .says(&format!("aoc: 2020/22 part 1: {OF_SOMEONE}"))
        .exits(5);
    assert_eq!(site.paths(), ["/2020", PAGE_PATH]);
    assert_eq!(sandbox.read(PAGE_FILE), stored_page);
    assert!(!sandbox.path(ANSWERS).exists());
    // The session has shown only its own name, although the page was not stored.
    submit(&sandbox, "5", &[]).exits(5);
    assert_eq!(site.paths(), ["/2020", PAGE_PATH, PAGE_PATH]);
    // The user has a new name, which only the pages of puzzles have shown so far.
    site.on(PAGE_PATH, Reply::html(&*stored_page));
    submit(&sandbox, "5", &[]).exits(6);
    assert_eq!(site.paths()[3..], [PAGE_PATH, ANSWER_PATH]);
}

/// A check of the session shows the name of its user, too.
#[test]
fn an_answer_is_not_sent_with_a_session_that_a_check_shows_to_be_of_another_user() {
    let site = answering(verdict(WRONG));
    site.on("/settings", Reply::html(settings_page("someone")));
    site.on(PAGE_PATH, Reply::html(page(2020, 22, 1)));
    let stored_page = page(2020, 22, 1).replace("someone", "another");
    let sandbox = Sandbox::project().site(&site).file(PAGE_FILE, &stored_page);
    sandbox.line("doctor").exits(0);
    submit(&sandbox, "5", &[])
        .says(&format!("aoc: 2020/22 part 1: {OF_SOMEONE}"))
        .exits(5);
    assert_eq!(site.paths(), ["/settings", PAGE_PATH]);
    sandbox.line("status").shows("someone");
}

/// The name of the session's user is not known before the answer is sent.
#[test]
fn the_wrong_level_of_another_user_is_called_so() {
    let site = answering(verdict(WRONG_LEVEL));
    site.on(PAGE_PATH, Reply::html(page(2020, 22, 1)));
    let stored_page = page(2020, 22, 2).replace("someone", "another");
    let sandbox = Sandbox::project().site(&site).file(PAGE_FILE, &stored_page);
    let wrong_level = "not graded: the site calls it the wrong level; the page: ";
    for context in [wrong_level, ""] {
        submit(&sandbox, "291", &["-p2"])
            .mentions(&format!("aoc: 2020/22 part 2: {context}{OF_SOMEONE}"))
            .exits(5);
    }
    assert_eq!(site.count(ANSWER_PATH), 1);
    assert_eq!(sandbox.read(PAGE_FILE), stored_page);
}

/// After a right answer, a terminal shows the star, its time and the place on the leaderboard.
#[test]
fn a_terminal_tells_of_a_star() {
    let site = answering(verdict(RIGHT));
    let stars = [&[1; 21][..], &[2]].concat();
    site.on("/2020", calendar(2020, 25, &stars));
    let sandbox = Sandbox::project()
        .site(&site)
        .env("AOC_LEADERBOARD", "1001");
    let time = "2020-12-22T05:00:00Z";
    let member =
        |id, name: &str| json!({"id": id, "name": name, "stars": 2, "local_score": 9, "days": []});
    let members = [member(1, "first"), member(2, "someone")];
    let board = json!({"year": 2020, "id": 1001, "fetched": time, "first_unlock": time,
        "members": members});
    let board_file = format!("../cache/aoc/leaderboard-{}-2020-1001.json", site.name());
    sandbox.write(&board_file, board.to_string());
    let submit = |answer: &str, width| {
        let arguments = ["submit", "2020/22", "--answer", answer];
        let (text, status) = OnTerminal::of_width(width, sandbox.command(&arguments)).rest();
        assert_eq!(status, Some(0));
        without_progress(&text)
    };
    let first = submit("33400", 100);
    let line = "1: 33400 is right\n\n  *   31 of 50 stars  place 2 of 2, ";
    assert!(first.contains(line), "{first}");
    assert!(first.ends_with("part 2 is open: `aoc read 2020/22 --part 2` shows it\n"));
    assert_eq!(site.paths(), [ANSWER_PATH, PAGE_PATH]);
    // The calendar shows the second star.
    let second = submit("291", 40);
    let lines = "2: 291 is right\n\n  o 22 **\n  **  31 of 50 stars\n      place 2 of 2, ";
    assert!(second.contains(lines), "{second}");
    assert_eq!(site.paths()[2..], [ANSWER_PATH, PAGE_PATH, "/2020"]);
}

/// More stars were won elsewhere since the page was made.
#[test]
fn a_star_is_counted_with_the_stars_of_the_calendar_below_it() {
    let site = answering(verdict(RIGHT));
    site.on("/2020", calendar(2020, 25, &[2; 22]));
    let sandbox = Sandbox::project()
        .site(&site)
        .file(ANSWERS, "part1 = 33400\n");
    let arguments = ["submit", "2020/22", "--answer", "291"];
    let (text, status) = OnTerminal::of_width(100, sandbox.command(&arguments)).rest();
    assert_eq!(status, Some(0));
    let text = without_progress(&text);
    assert!(text.contains("  **  44 of 50 stars"), "{text}");
}

#[test]
fn a_star_is_told_without_the_stars_on_the_page_of_another_account() {
    let site = answering(verdict(RIGHT));
    let input = "<p>Your puzzle input was <code>zzz</code>.</p></main>";
    let others = page(2020, 22, 2).replace("</main>", input);
    site.on(PAGE_PATH, Reply::html(others));
    let sandbox = Sandbox::project()
        .site(&site)
        .file("inputs/year2020/day22.txt", "mine\n");
    let arguments = ["submit", "2020/22", "--answer", "33400"];
    let (text, status) = OnTerminal::of_width(100, sandbox.command(&arguments)).rest();
    assert_eq!(status, Some(0));
    let text = without_progress(&text);
    assert!(text.contains("1: 33400 is right\n"), "{text}");
    assert!(!text.contains(" of 50 stars"), "{text}");
}

/// The other process asked for the stars before the star was won, and gets them afterwards.
#[test]
fn after_a_right_answer_no_other_request_for_stars_is_waited_for() {
    let (site, sandbox) = answering(verdict(RIGHT)).project();
    let slow = calendar(2020, 25, &[2, 1]).delay(Duration::from_secs(8));
    site.script("/2020", [slow, calendar(2020, 25, &[2, 2])]);
    let refresh = ["status", "2020", "--refresh"];
    let asks = Running::start(sandbox.command(&refresh));
    wait_until(|| site.count("/2020") > 0);
    let done = submit(&sandbox, "33400", &["--json"]).exits(0);
    assert!(!done.stderr.contains("waiting"), "{}", done.stderr);
    // After the second star, a terminal would show the calendar.
    let arguments = ["submit", "2020/22", "--answer", "291"];
    let (text, status) = OnTerminal::of_width(100, sandbox.command(&arguments)).rest();
    assert_eq!(status, Some(0));
    let text = without_progress(&text);
    assert!(
        text.contains("2: 291 is right\n\n  **  31 of 50 stars"),
        "{text}"
    );
    asks.end().exits(0);
    let submitted = [ANSWER_PATH, PAGE_PATH];
    assert_eq!(
        site.paths(),
        [&["/2020"][..], &submitted, &submitted].concat()
    );
    // The stars that were asked for before the answer are outdated. The next ones are kept.
    for _ in 0..2 {
        sandbox.aoc(&refresh).exits(0);
        assert_eq!(site.count("/2020"), 2);
    }
}

#[test]
fn quiet_and_json_tell_of_no_star_on_a_terminal() {
    for (option, shown) in [("--quiet", true), ("--json", false)] {
        let (site, sandbox) = answering(verdict(RIGHT)).project();
        let arguments = ["submit", "2020/22", "--answer", "33400", option];
        let (text, status) = OnTerminal::of_width(100, sandbox.command(&arguments)).rest();
        assert_eq!(status, Some(0));
        let text = without_escapes(&text);
        assert!(!text.contains(" of 50 stars"), "{text}");
        assert_eq!(text.contains("33400 is right"), shown, "{text}");
        assert_eq!(site.paths(), [ANSWER_PATH, PAGE_PATH]);
    }
}

#[test]
fn a_wrong_answer_is_stored_with_its_verdict_and_the_wait() {
    let article = "<p>That's not the right answer; your answer is too low.  Curiously, it's the \
                   right answer for someone else.</p>";
    let (site, sandbox) = answering(verdict(article)).project();
    submit(&sandbox, "100", &[])
        .mentions("note: the site takes the next answer in ")
        .mentions("warning: it is the right answer to someone else's input")
        .mentions(&format!(
            "remove this guess from {ANSWERS}, and log in to the account of the input with `aoc \
             login`\n"
        ))
        .prints("2020/22 part 1: 100 is too low\n")
        .exits(6);
    let (guesses, wait) = stored(&sandbox);
    assert_eq!(guesses, ["1 100 too-low"]);
    // The reply takes a moment.
    assert!((61..66).contains(&wait.expect("a time")), "{wait:?}");
    assert_eq!(site.paths(), [ANSWER_PATH]);
}

/// The exit code is 0 only if the answer is right.
#[test]
fn a_verdict_that_nobody_reads_decides_about_the_exit_code() {
    for (article, flags, status) in [
        (WRONG, &[][..], 6),
        (WRONG, &["--json"], 6),
        (RIGHT, &[], 0),
        (RIGHT, &["--json"], 0),
    ] {
        let site = answering(verdict(article));
        let sandbox = Sandbox::project()
            .site(&site)
            .file(PAGE_FILE, page(2020, 22, 1))
            .file(&site.statistics_file(), "of earlier");
        let arguments = ["submit", "2020/22", "--answer=33400", "-p1"];
        let done = sandbox.aoc_unread(&[&arguments, flags].concat());
        let done = done.exits(status);
        if status == 0 {
            // Everything that follows a right answer is done.
            done.says("note: part 2 is open: `aoc read 2020/22 --part 2` shows it\n");
            assert_eq!(site.paths(), [ANSWER_PATH, PAGE_PATH]);
            assert_eq!(sandbox.read(PAGE_FILE), page(2020, 22, 2));
            assert_eq!(sandbox.read(&site.statistics_file()), "{}\n");
        } else {
            done.mentions("note: the site takes the next answer in ");
        }
    }
}

/// Times are stored in whole seconds, so a second is added to the wait of the reply.
#[test]
fn the_wait_of_an_answer_that_came_too_soon_does_not_become_longer() {
    let (_site, sandbox) = answering(verdict(&too_soon("59s"))).project();
    let says = "not graded, as the last answer was submitted too recently: the site takes the next \
                answer in 1m 0s";
    submit(&sandbox, "33400", &[]).mentions(says).exits(7);
}

#[test]
fn too_soon_is_not_graded_and_wait_submits_once_more() {
    let now = DateTime::<Utc>::from(SystemTime::now());
    let (site, sandbox) = answering(dated(verdict(&too_soon("1s")), now)).project();
    let done = submit(&sandbox, "33400", &[]).exits(7);
    let done = done.mentions(
        "aoc: 2020/22 part 1: not graded, as the last answer was submitted too recently: ",
    );
    // The time is told once.
    let times = done.stderr.matches("the site takes the next answer in");
    assert_eq!(times.count(), 1, "{done:#?}");
    assert_eq!(stored(&sandbox).0, ["1 33400 too-recent"]);
    // It waits once, but not for ever.
    let done = submit(&sandbox, "33400", &["--wait"]).exits(7);
    let done = done.mentions(" until the site takes ");
    // The error does not mention an option that was given.
    assert!(!done.stderr.contains("waits for it"), "{done:#?}");
    let requests = site.requests();
    assert_eq!(site.paths(), [ANSWER_PATH; 3]);
    assert!(requests[2].time - requests[1].time >= Duration::from_secs(1));
}

/// Another program records the verdict on an answer during the wait that the reply has asked for.
#[test]
fn after_a_wait_the_record_decides_before_the_answer_is_sent_again() {
    for (answer, recorded, prints, says, exit) in [
        (
            "33400",
            "33400\"\nverdict = \"right",
            "2020/22 part 1: 33400 is the accepted answer\n",
            "",
            0,
        ),
        (
            "33401",
            "33400\"\nverdict = \"right",
            "2020/22 part 1: 33401 differs from the accepted answer 33400\n",
            "",
            1,
        ),
        (
            "33400",
            "33400\"\nverdict = \"wrong",
            "",
            "not submitted: the site judged 33400 wrong on 2020-12-22\n",
            7,
        ),
    ] {
        let (site, sandbox) = answering(verdict(&too_soon("3s"))).project();
        let arguments = ["submit", "2020/22", "-p1", "--wait", "--answer", answer];
        let mut waits = Running::start(sandbox.command(&arguments));
        waits.stderr.line("note: waiting ");
        let guess =
            format!("[[guess]]\npart = 1\nanswer = \"{recorded}\"\ntime = 2020-12-22T05:00:00Z\n");
        sandbox.write(ANSWERS, guess);
        waits.end().prints(prints).mentions(says).exits(exit);
        assert_eq!(site.count(ANSWER_PATH), 1, "{answer} {exit}");
    }
}

#[test]
fn a_countdown_can_be_interrupted() {
    let site = answering(verdict(RIGHT));
    let old = next_answer_in_an_hour();
    let sandbox = Sandbox::project().site(&site).file(ANSWERS, &*old);
    let arguments = ["submit", "2020/22", "--answer", "5", "--wait"];
    let mut waits = Running::start(sandbox.command(&arguments));
    waits.stderr.line("note: waiting ");
    // It does not block other commands, and an answer that comes too soon cannot be forced.
    for flag in ["--force", "--dry-run"] {
        let done = submit(&sandbox, "5", &[flag]).exits(7);
        done.mentions("aoc: 2020/22 part 1: not submitted: the site takes the next answer in ");
    }
    waits.signal("INT");
    waits.end().exits(130);
    assert_eq!(sandbox.read(ANSWERS), old);
    assert!(site.requests().is_empty());
}

#[test]
fn an_interrupt_while_it_is_sent_leaves_a_guess_that_the_page_settles() {
    let (site, sandbox) = answering(verdict(RIGHT).delay(Duration::from_secs(20))).project();
    let submit = ["submit", "2020/22", "--part", "1", "--answer", "33400"];
    let aoc = OnTerminal::start(sandbox.command(&submit));
    wait_until(|| !site.requests().is_empty());
    kill("INT", &aoc.child.id().to_string());
    let (text, status) = aoc.rest();
    assert_eq!(status, Some(130));
    // No `^C` remains on the screen.
    assert!(text.contains("\r\u{1b}[2K"), "{text:?}");
    let says = "33400 was sent, the verdict is not known; `aoc submit 2020/22` reads the page";
    assert!(text.contains(says), "{text:?}");
    assert_eq!(stored(&sandbox).0, ["1 33400 unknown"]);
}

#[test]
fn an_interrupt_restores_a_guess_whose_file_was_removed() {
    let (site, sandbox) = answering(verdict(WRONG).delay(Duration::from_secs(20))).project();
    let sends = Running::start(sandbox.command(&["submit", "2020/22", "--answer", "5"]));
    wait_until(|| !site.requests().is_empty());
    fs::remove_dir_all(sandbox.path("inputs")).expect("a folder");
    sends.signal("INT");
    let done = sends.end().mentions("5 was sent, the verdict is not known");
    done.exits(130);
    assert_eq!(stored(&sandbox).0, ["1 5 unknown"]);
}

#[test]
fn an_interrupt_tells_that_a_guess_is_not_stored() {
    let (site, sandbox) = answering(verdict(WRONG).delay(Duration::from_secs(20))).project();
    let sends = Running::start(sandbox.command(&["submit", "2020/22", "--answer", "5"]));
    wait_until(|| !site.requests().is_empty());
    sandbox.write(ANSWERS, "<<<<<<< HEAD\n");
    sends.signal("INT");
    let done = sends.end().mentions("5 was sent, the verdict is not known");
    done.mentions("warning: the guess was not stored: ")
        .exits(130);
    assert_eq!(sandbox.read(ANSWERS), "<<<<<<< HEAD\n");
}

/// The reply corrects the clock. Another process holds the lock of the answers until the interrupt
/// has its message. The page that is needed afterwards does not arrive.
#[test]
fn an_interrupt_while_the_verdict_is_stored_adds_no_guess() {
    for _ in 0..4 {
        let gate = Arc::new(Barrier::new(2));
        let ahead = DateTime::from(SystemTime::now()) + TimeDelta::seconds(70);
        let (site, sandbox) = answering(dated(verdict(WRONG_LEVEL), ahead).gate(&gate)).project();
        site.on(PAGE_PATH, Reply::silence());
        let submit = ["submit", "2020/22", "--answer", "5"];
        let mut sends = Running::start(sandbox.command(&submit));
        wait_until(|| !site.requests().is_empty());
        let lock = File::open(sandbox.path("inputs")).expect("a folder");
        lock.lock().expect("the lock");
        gate.wait();
        thread::sleep(Duration::from_millis(300));
        sends.signal("INT");
        sends.stderr.shows("5 was sent, the verdict is not known");
        drop(lock);
        sends.end().exits(130);
        let (guesses, _) = stored(&sandbox);
        assert!(guesses.len() == 1, "{guesses:?}");
    }
}

#[test]
fn a_guess_is_recorded_before_it_is_sent() {
    let (site, sandbox) = answering(Reply::silence()).project();
    site.on(PAGE_PATH, Reply::html(page(2020, 22, 1)));
    let sends = Running::start(sandbox.command(&["submit", "2020/22", "--answer", "5"]));
    wait_until(|| !site.requests().is_empty());
    sends.signal("KILL");
    drop(sends.end());
    assert_eq!(stored(&sandbox).0, ["1 5 unknown"]);
    // The page is downloaded before another guess is sent, and a minute has to pass by the local
    // clock, too, which may have recorded the guess.
    let ahead = DateTime::from(SystemTime::now()) + TimeDelta::seconds(70);
    site.on(PAGE_PATH, dated(Reply::html(page(2020, 22, 1)), ahead));
    let takes = &format!("{UNKNOWN_5} in ");
    let done = submit(&sandbox, "6", &["--dry-run"]).mentions(takes);
    done.exits(7);
    submit(&sandbox, "6", &[]).mentions(takes).exits(7);
    // The guess for part one delays a guess for part two.
    let done = submit(&sandbox, "6", &["-p2"]).mentions("part 1 comes first");
    done.exits(7);
    assert_eq!(site.paths(), [ANSWER_PATH, PAGE_PATH, PAGE_PATH]);
    // The guess may also have been right.
    site.on(PAGE_PATH, Reply::html(page(2020, 22, 2)));
    let text = sandbox.read(ANSWERS);
    let (before, _) = text.split_once("time = ").expect("a time");
    let old = format!("{before}time = 2020-12-22T05:00:00Z\n");
    sandbox.write(ANSWERS, old.replace("\"5\"", "\"33400\""));
    let done = submit(&sandbox, "6", &[]).exits(1);
    done.prints("2020/22 part 1: 6 differs from the accepted answer 33400 (nothing was sent)\n");
    assert_eq!(stored(&sandbox).0, ["1 33400 right"]);
    assert_eq!(site.count(ANSWER_PATH), 1);
}

#[test]
fn an_answer_without_a_reply_may_have_been_graded() {
    let (site, sandbox) = answering(Reply::silence()).project();
    site.on(PAGE_PATH, Reply::html(page(2020, 22, 1)));
    // The page gets a third of the time.
    let sandbox = sandbox.env("AOC_TIMEOUT", "5s");
    let done = submit(&sandbox, "5", &[]).exits(5);
    done.mentions("the answer may have been graded: ");
    assert_eq!(stored(&sandbox).0, ["1 5 unknown"]);
    assert_eq!(site.paths(), [ANSWER_PATH, PAGE_PATH]);
}

/// Both parts were solved elsewhere, and the stored page is older.
#[test]
fn part_2_is_not_called_open_if_the_page_shows_it_as_solved() {
    let (site, sandbox) = answering(Reply::raw("")).project();
    sandbox.write(PAGE_FILE, page(2020, 22, 1));
    let both = page_of(2020, 22, ["", ""], &["33400", "291"]);
    site.on(PAGE_PATH, Reply::html(both));
    let done = submit(&sandbox, "33400", &["--json"]).exits(0);
    assert!(!done.stderr.contains("is open"), "{done:#?}");
    let done = done.mentions("note: 2020/22 is complete\n");
    assert_eq!(done.json()["next"], json!(null));
}

/// The first request is lost before the answer is graded. The answer is sent again, and is right.
#[test]
fn the_verdict_on_an_answer_does_not_settle_an_earlier_guess_of_it() {
    let (site, sandbox) = answering(Reply::raw("")).project();
    let [open, solved] = [1, 2].map(|parts| page(2020, 22, parts));
    site.script(PAGE_PATH, [&*open, &*open, &*solved].map(Reply::html));
    submit(&sandbox, "33400", &[]).exits(5);
    let text = sandbox.read(ANSWERS);
    let (before, _) = text.split_once("time = ").expect("a time");
    sandbox.write(ANSWERS, format!("{before}time = 2020-12-22T05:01:46Z\n"));
    site.on(ANSWER_PATH, verdict(RIGHT));
    submit(&sandbox, "33400", &[]).exits(0);
    assert_eq!(stored(&sandbox).0, ["1 33400 unknown", "1 33400 right"]);
    let times = sandbox.line("times 2020 --json").exits(0).json();
    assert_eq!(times["guesses"], 1, "{times}");
    // Part 2 does not ask for the verdict on the earlier guess.
    let done = submit(&sandbox, "291", &["-p2", "--dry-run"]).exits(0);
    assert!(!done.stderr.contains("downloads the page"), "{done:#?}");
}

#[test]
fn the_last_verdict_of_a_session_counts() {
    let ended = |reply: Reply| reply.header("Set-Cookie", COOKIE_DELETED);
    let (_, sandbox) = answering(ended(verdict(RIGHT))).project();
    let done = submit(&sandbox, "33400", &[]).exits(0);
    done.mentions("warning: the site does not accept the session from AOC_SESSION (…cdef)");
    assert_eq!(stored(&sandbox).0, ["1 33400 right"]);
    // A reply without a verdict means that the session was refused, and the guess may have been
    // graded.
    let (site, sandbox) = answering(ended(verdict("Hm."))).project();
    submit(&sandbox, "33400", &[]).exits(3);
    assert_eq!(stored(&sandbox).0, ["1 33400 unknown"]);
    assert_eq!(site.paths(), [ANSWER_PATH]);
}

/// The site has judged a later answer to the part of the lost guess, or the stored page shows that
/// part as solved with another answer. The page cannot be downloaded.
#[test]
fn a_lost_guess_that_cannot_be_right_needs_no_page() {
    let guess = |answer, verdict, minute| {
        format!(
            "[[guess]]\npart = 1\nanswer = \"{answer}\"\nverdict = \"{verdict}\"\ntime = \
             2020-12-22T05:0{minute}:00Z\n\n"
        )
    };
    let lost = guess("5", "unknown", 1);
    let later = guess("100", "wrong", 3);
    for (stored_page, answers, part, requests) in [
        (1, format!("{lost}{later}"), "-p1", &[ANSWER_PATH][..]),
        (2, lost.clone(), "-p2", &[ANSWER_PATH]),
        (1, format!("{later}{lost}"), "-p1", &[PAGE_PATH]),
        (1, lost.clone(), "-p1", &[PAGE_PATH]),
    ] {
        let (site, sandbox) = answering(verdict(WRONG)).project();
        site.on(PAGE_PATH, Reply::new(403, ""));
        let sandbox = sandbox
            .file(PAGE_FILE, page(2020, 22, stored_page))
            .file(ANSWERS, &answers);
        let exit = if requests == [ANSWER_PATH] { 6 } else { 5 };
        submit(&sandbox, "200", &[part]).exits(exit);
        assert_eq!(site.paths(), requests, "{answers}");
        assert_eq!(sandbox.read(ANSWERS).matches("unknown").count(), 1);
    }
}

/// The clock was a day ahead. It is corrected within the minute.
#[test]
fn a_guess_from_the_future_holds_back_the_next_for_its_minute() {
    let site = answering(verdict(WRONG));
    let now = DateTime::<Utc>::from(SystemTime::now());
    site.on(PAGE_PATH, dated(Reply::html(page(2020, 22, 1)), now));
    let tomorrow = (now + TimeDelta::days(1)).format("%FT%TZ");
    let guess = "[[guess]]\npart = 1\nanswer = \"5\"\nverdict = \"unknown\"\ntime = ";
    let sandbox = Sandbox::project()
        .site(&site)
        .file(ANSWERS, format!("{guess}{tomorrow}\n"));
    let done = submit(&sandbox, "6", &[]).exits(7);
    done.mentions(&format!("{UNKNOWN_5} in "))
        .mentions(" at the earliest; --wait waits for it\n");
    assert_eq!(site.paths(), [PAGE_PATH]);
    // The minute begins with the first call, and not again with each call.
    let text = sandbox.read(ANSWERS);
    let (_, time) = text.split_once("time = ").expect("a time");
    let time: DateTime<Utc> = time.trim().parse().expect("a time");
    assert!((time - now).num_minutes() < 2, "{text}");
    let before = now - TimeDelta::seconds(62);
    sandbox.write(ANSWERS, format!("{guess}{}\n", before.format("%FT%TZ")));
    submit(&sandbox, "6", &[]).exits(6);
    assert_eq!(site.paths(), [PAGE_PATH, PAGE_PATH, ANSWER_PATH]);
}

/// The stored lead is an hour less than the lead that later replies show.
#[test]
fn a_guess_that_a_wrong_clock_recorded_holds_back_the_next_for_its_minute() {
    let site = Site::start();
    let now = DateTime::<Utc>::from(SystemTime::now());
    let ahead = |reply: Reply, hours| dated(reply, now + TimeDelta::hours(hours));
    let open = || Reply::html(page(2020, 22, 1));
    site.on(ANSWER_PATH, ahead(Reply::new(500, ""), 2));
    site.script(PAGE_PATH, [ahead(open(), 1), ahead(open(), 2)]);
    let sandbox = Sandbox::project().site(&site);
    sandbox.line("read 2020/22").exits(0);
    submit(&sandbox, "5", &[]).exits(5);
    submit(&sandbox, "6", &[])
        .mentions(&format!("{UNKNOWN_5} in "))
        .exits(7);
    assert_eq!(site.count(ANSWER_PATH), 1);
    assert_eq!(stored(&sandbox).0, ["1 5 unknown"]);
}

/// This computer's clock is five minutes behind. The reply with the verdict is lost, or has no
/// date. The page then corrects the clock.
#[test]
fn a_guess_that_a_clock_behind_recorded_holds_back_the_next_for_its_minute() {
    for (lost, is_measured) in [
        (Reply::raw(""), false),
        (Reply::raw(""), true),
        (verdict("Hm.").header("Age", "1"), true),
    ] {
        let (site, sandbox) = answering(lost).project();
        let now = DateTime::<Utc>::from(SystemTime::now());
        let page = || Reply::html(page(2020, 22, 1));
        if is_measured {
            site.on(PAGE_PATH, dated(page(), now));
            sandbox.line("read 2020/22").exits(0);
            site.set_local_clock(&sandbox, -300);
        }
        site.on(PAGE_PATH, dated(page(), now + TimeDelta::seconds(300)));
        submit(&sandbox, "5", &[]).exits(5);
        submit(&sandbox, "6", &[])
            .mentions(&format!("{UNKNOWN_5} in 1m "))
            .exits(7);
        assert_eq!(site.count(ANSWER_PATH), 1, "{is_measured}");
        assert_eq!(stored(&sandbox).0, ["1 5 unknown"]);
    }
}

/// This computer's clock is 90 s behind, which no reply has shown before the guess. The reply and
/// the page are lost. A later command learns the site's time.
#[test]
fn a_guess_that_was_recorded_before_the_sites_time_was_known_holds_back_the_next() {
    let (site, sandbox) = answering(Reply::raw("")).project();
    site.on(PAGE_PATH, Reply::new(403, ""));
    submit(&sandbox, "5", &[]).exits(5);
    let now = DateTime::<Utc>::from(SystemTime::now()) + TimeDelta::seconds(90);
    site.on(PAGE_PATH, dated(Reply::html(page(2020, 22, 1)), now));
    for answer in ["6", "7"] {
        submit(&sandbox, answer, &[])
            .mentions(&format!("{UNKNOWN_5} in "))
            .exits(7);
    }
    assert_eq!(site.count(ANSWER_PATH), 1);
    assert_eq!(stored(&sandbox).0, ["1 5 unknown"]);
}

/// This computer's clock is five minutes behind. The page that settles the guess corrects it.
#[test]
fn a_guess_that_the_page_settles_has_the_time_of_the_corrected_clock() {
    let right = page(2020, 22, 2);
    for (lost, page, exit, verdict) in [
        (Reply::raw(""), &right, 0, "right"),
        (verdict("Hm.").header("Age", "1"), &right, 0, "right"),
        (Reply::raw(""), &page(2020, 22, 1), 5, "unknown"),
    ] {
        let (site, sandbox) = answering(lost).project();
        let now = DateTime::<Utc>::from(SystemTime::now()) + TimeDelta::seconds(300);
        site.on(PAGE_PATH, dated(Reply::html(page.as_str()), now));
        submit(&sandbox, "33400", &[]).exits(exit);
        assert_eq!(stored(&sandbox).0, [format!("1 33400 {verdict}")]);
        let table: toml::Table = sandbox.read(ANSWERS).parse().expect("TOML");
        let time = DateTime::parse_from_rfc3339(&table["guess"][0]["time"].to_string());
        let late = time.expect("a time").to_utc() - now;
        assert!(late.abs() < TimeDelta::minutes(1), "{verdict}: {table}");
    }
}

/// The guess was recorded in one second, and the reply is lost in a later one.
#[test]
fn an_interrupt_while_the_page_is_asked_leaves_one_guess() {
    let lost = Reply::new(500, "").delay(Duration::from_millis(1500));
    let (site, sandbox) = answering(lost).project();
    let slow = Reply::html(page(2020, 22, 1)).delay(Duration::from_secs(20));
    site.on(PAGE_PATH, slow);
    let sends = Running::start(sandbox.command(&["submit", "2020/22", "--answer", "5"]));
    wait_until(|| site.count(PAGE_PATH) > 0);
    sends.signal("INT");
    let done = sends.end().mentions("5 was sent, the verdict is not known");
    done.exits(130);
    assert_eq!(stored(&sandbox).0, ["1 5 unknown"]);
}

#[test]
fn the_page_of_another_account_settles_nothing() {
    let input = "<p>Your puzzle input was <code>zzz</code>.</p></main>";
    let finished = page(2020, 22, 2).replace("</main>", input);
    let site = answering(verdict(WRONG));
    site.on(PAGE_PATH, Reply::html(finished));
    let guess = "[[guess]]\npart = 1\nanswer = \"33400\"\nverdict = \"unknown\"\ntime = \
                 2020-12-22T05:00:00Z\n";
    let sandbox = Sandbox::project()
        .site(&site)
        .file("inputs/year2020/day22.txt", "mine\n")
        .file(ANSWERS, guess);
    let done = submit(&sandbox, "33400", &[]).prints("").exits(7);
    done.mentions("not submitted: the page shows another input than the stored one");
    assert_eq!(sandbox.read(ANSWERS), guess);
    assert_eq!(site.paths(), [PAGE_PATH]);
    // The cached page does not solve the part either. The user's own page replaces it.
    site.on(PAGE_PATH, Reply::html(page(2020, 22, 1)));
    let done = submit(&sandbox, "77", &[]).prints("2020/22 part 1: 77 is wrong\n");
    done.exits(6);
    assert_eq!(stored(&sandbox).0, ["1 33400 unknown", "1 77 wrong"]);
    assert_eq!(sandbox.read(PAGE_FILE), page(2020, 22, 1));
}

#[test]
fn the_page_of_another_account_does_not_show_the_verdict_on_a_lost_answer() {
    let input = "<p>Your puzzle input was <code>zzz</code>.</p></main>";
    let site = answering(Reply::new(500, ""));
    site.on(
        PAGE_PATH,
        Reply::html(page(2020, 22, 2).replace("</main>", input)),
    );
    let sandbox = Sandbox::project()
        .site(&site)
        .file("inputs/year2020/day22.txt", "mine\n");
    let done = submit(&sandbox, "33400", &[]).prints("").exits(5);
    done.mentions(
        "the answer may have been graded: the server failed (500); the page shows another input \
         than the stored one; ",
    );
    assert_eq!(stored(&sandbox).0, ["1 33400 unknown"]);
}

/// The stored page was copied from another computer, and the new one shows less.
#[test]
fn what_a_page_shows_that_is_not_replaced_is_mentioned() {
    let (site, sandbox) = answering(verdict(WRONG_LEVEL)).project();
    site.on(PAGE_PATH, Reply::html(page(2020, 22, 1)));
    let sandbox = sandbox.file(PAGE_FILE, page(2020, 22, 2));
    let done = sandbox.line("submit 2020/22 -p2 --answer 291");
    done.mentions("note: 2020/22: recorded the accepted answer to part 1")
        .exits(5);
    assert_eq!(site.paths(), [ANSWER_PATH, PAGE_PATH]);
}

#[test]
fn the_wrong_level_is_explained_by_the_page() {
    let solved = "2020/22 part 1: 33400 is the accepted answer";
    let first = "not graded: part 1 comes first; `aoc submit 2020/22 --part 1`";
    let open = "not graded: the site calls it the wrong level, although its page takes an answer \
                to this part; try again later\n";
    for (parts, part, answer, says, exit) in [
        (2, "1", "33400", solved, 0),
        (1, "2", "291", first, 7),
        (1, "1", "33400", open, 7),
    ] {
        let (site, sandbox) = answering(verdict(WRONG_LEVEL)).project();
        site.on(PAGE_PATH, Reply::html(page(2020, 22, parts)));
        let done = sandbox.aoc(&["submit", "2020/22", "--part", part, "--answer", answer]);
        let done = done.exits(exit);
        assert!((done.stdout + &done.stderr).contains(says), "{says}");
        assert_eq!(site.paths(), [ANSWER_PATH, PAGE_PATH]);
        let guess = format!("{part} {answer} wrong-level");
        assert_eq!(stored(&sandbox), (vec![guess], None));
    }
}

/// The part was solved in the browser, and then the site fails.
#[test]
fn the_wrong_level_is_told_without_the_page_and_then_asked_before_an_answer() {
    let (site, sandbox) = answering(verdict(WRONG_LEVEL)).project();
    site.on(PAGE_PATH, Reply::new(403, ""));
    let done = submit(&sandbox, "5", &[]).exits(5);
    done.mentions("not graded: the site calls it the wrong level; the page: ");
    assert_eq!(site.paths(), [ANSWER_PATH, PAGE_PATH]);
    submit(&sandbox, "6", &[]).exits(5);
    assert_eq!(site.paths(), [ANSWER_PATH, PAGE_PATH, PAGE_PATH]);
    site.on(PAGE_PATH, Reply::html(page(2020, 22, 2)));
    submit(&sandbox, "6", &[]).exits(1);
    assert_eq!(site.count(ANSWER_PATH), 1);
}

/// Part 2 was submitted first. The page that was read after the answer to part 1 is newer.
#[test]
fn after_an_answer_to_the_other_part_no_page_is_read_because_of_a_wrong_level() {
    let (site, sandbox) = answering(verdict(WRONG_LEVEL)).project();
    site.on(PAGE_PATH, Reply::html(page(2020, 22, 1)));
    let line = "submit 2020/22 --part 2 --answer 291";
    sandbox.line(line).exits(7).mentions("part 1 comes first");
    site.on(ANSWER_PATH, verdict(RIGHT));
    site.on(PAGE_PATH, Reply::html(page(2020, 22, 2)));
    submit(&sandbox, "33400", &[]).exits(0);
    site.on(PAGE_PATH, Reply::new(403, ""));
    let before = site.paths().len();
    sandbox.line(line).prints("2020/22 part 2: 291 is right\n");
    assert_eq!(site.paths()[before..], [ANSWER_PATH, PAGE_PATH]);
}

/// An answer to part 2 was taken for one to part 1, because nothing here shows that this is solved.
#[test]
fn after_an_answer_to_a_part_that_was_solved_elsewhere_the_next_part_is_named() {
    let (site, sandbox) = answering(verdict(WRONG_LEVEL)).project();
    site.on(PAGE_PATH, Reply::html(page(2020, 22, 2)));
    let submit = ["submit", "2020/22", "--answer", "291"];
    sandbox
        .aoc(&submit)
        .prints("2020/22 part 1: 291 differs from the accepted answer 33400\n")
        .mentions(
            "note: 2020/22: part 2 is open: `aoc submit 2020/22 --part 2 --answer 291` sends the \
             answer for it\n",
        )
        .exits(1);
    site.on(ANSWER_PATH, verdict(RIGHT));
    let done = sandbox.aoc(&submit).exits(0);
    done.prints("2020/22 part 2: 291 is right\n");
    let named = ["submit", "2020/22", "--part", "1", "--answer", "291"];
    let done = sandbox.aoc(&named).exits(1);
    assert!(!done.stderr.contains("is open"), "{}", done.stderr);
    // The last star has no answer.
    site.on(LAST_ANSWER, verdict(WRONG_LEVEL));
    site.on(LAST_PAGE, Reply::html(page(2020, 25, 2)));
    let done = sandbox.line("submit 2020/25 --answer 291").exits(1);
    let done = done.prints("2020/25 part 1: 291 differs from the accepted answer 33400\n");
    assert!(!done.stderr.contains("is open"), "{}", done.stderr);
}

/// The page shows part 1 as solved, but not with which answer.
#[test]
fn a_page_without_the_accepted_answer_says_which_part_is_open() {
    let half = "<p>Your answer: <code>33400</code></p><p class=\"day-success\">The first half of this \
                puzzle is complete! It provides one gold star: *</p>";
    let form = "<form><input type=\"hidden\" name=\"level\" value=\"2\"/></form>";
    for shown in [half, form] {
        let (site, sandbox) = answering(verdict(RIGHT)).project();
        let open = page(2020, 22, 1).replace("</main>", &format!("{shown}</main>"));
        site.on(PAGE_PATH, Reply::html(&*open));
        sandbox.write(PAGE_FILE, open);
        // The answer was compared with nothing.
        for answer in ["33400", ""] {
            submit(&sandbox, answer, &[]).prints("").exits(7).mentions(
                "the part is already solved, but its accepted answer is not stored: the page shows \
                 the part as solved, but not its accepted answer",
            );
        }
        assert_eq!(site.count(ANSWER_PATH), 0);
        let done = sandbox.line("submit 2020/22 --answer 291").exits(0);
        done.prints("2020/22 part 2: 291 is right\n");
        assert_eq!(site.requests()[2].body, "level=2&answer=291");
    }
}

/// The page that may show the verdict is a request, too.
#[test]
fn a_pause_that_the_site_asks_for_holds_back_the_page() {
    let asks = Reply::new(503, "").header("Retry-After", "30");
    let (site, sandbox) = answering(asks).project();
    submit(&sandbox, "33400", &[])
        .says(
            "aoc: 2020/22 part 1: the verdict is not known: the server failed (503); try again in \
             30s\n",
        )
        .exits(5);
    assert_eq!(site.paths(), [ANSWER_PATH]);
    assert_eq!(stored(&sandbox).0, ["1 33400 unknown"]);
    // The next attempt reads the page first.
    submit(&sandbox, "33400", &[])
        .prints("2020/22 part 1: 33400 is the accepted answer (nothing was sent)\n")
        .exits(0);
    assert_eq!(site.paths(), [ANSWER_PATH, PAGE_PATH]);
}

#[test]
fn an_empty_answer_to_a_solved_part_is_named() {
    let (site, sandbox) = answering(verdict(RIGHT)).project();
    sandbox.write(PAGE_FILE, page(2020, 22, 2));
    submit(&sandbox, "", &[])
        .prints(
            "2020/22 part 1: the answer differs from the accepted answer 33400 (nothing was \
             sent)\n",
        )
        .exits(1);
    assert!(site.requests().is_empty());
}

/// A reply with a wrong date has set the time of the next answer.
#[test]
fn a_wait_that_cannot_be_right_names_the_line_to_remove() {
    let (site, sandbox) = answering(verdict(RIGHT)).project();
    sandbox.write(ANSWERS, "not_before = 2999-12-01T05:00:00Z\n");
    for flags in [&[][..], &["--wait"]] {
        submit(&sandbox, "5", flags).exits(7).mentions(&format!(
            "by a reply with a wrong date: remove the line `not_before` from {ANSWERS}\n"
        ));
    }
    assert_eq!(site.count(ANSWER_PATH), 0);
}

/// The state that the site showed before may be outdated, so its page is downloaded again.
#[test]
fn part_2_is_not_sent_while_part_1_is_known_to_be_open() {
    for is_page_stored in [true, false] {
        let (site, sandbox) = answering(verdict(RIGHT)).project();
        let mut paths = Vec::new();
        if is_page_stored {
            sandbox.write(PAGE_FILE, page(2020, 22, 1));
        } else {
            site.on("/2020", calendar(2020, 25, &[0; 25]));
            sandbox.line("status 2020 --refresh").exits(0);
            paths.push("/2020");
        }
        site.on(PAGE_PATH, Reply::html(page(2020, 22, 1)));
        let says = "aoc: 2020/22 part 2: not submitted: part 1 comes first; `aoc submit 2020/22 \
                    --part 1` submits it\n";
        submit(&sandbox, "291", &["-p2"]).says(says).exits(7);
        paths.push(PAGE_PATH);
        assert_eq!(site.paths(), paths);
        assert!(!sandbox.path(ANSWERS).exists());
        // Part 1 was solved in the browser meanwhile.
        site.on(PAGE_PATH, Reply::html(page(2020, 22, 2)));
        let done = submit(&sandbox, "291", &["-p2"]).exits(0);
        done.prints("2020/22 part 2: 291 is right\n");
        paths.extend([PAGE_PATH, ANSWER_PATH, PAGE_PATH]);
        assert_eq!(site.paths(), paths);
    }
}

/// `aoc fetch --wait` would not wait, because the input and the page are stored.
#[test]
fn an_answer_that_the_site_calls_too_early_is_submitted_again() {
    let (site, sandbox) = answering(Reply::new(404, LOCKED)).project();
    sandbox.write(PAGE_FILE, page(2020, 22, 1));
    let done = submit(&sandbox, "33400", &[]).exits(4);
    done.mentions(
        "still locked according to the site, although it was due to unlock at 2020-12-22 05:00 \
         UTC; submit the answer again when it is unlocked\n",
    );
    assert_eq!(site.paths(), [ANSWER_PATH]);
}

/// A dry run does not download the page, so it only says that the page decides.
#[test]
fn a_dry_run_of_part_2_says_that_part_1_may_be_open() {
    let (site, sandbox) = answering(verdict(RIGHT)).project();
    sandbox.write(PAGE_FILE, page(2020, 22, 1));
    submit(&sandbox, "291", &["-p2", "--dry-run"])
        .says(
            "note: 2020/22 part 2: a submission first downloads the page, because part 1 was open \
             when the site last showed it\n",
        )
        .shows("2020/22 part 2: would submit 291: POST ")
        .exits(0);
    assert!(site.requests().is_empty());
}

#[test]
fn what_is_known_not_to_be_graded_is_not_stored() {
    let session = "the site does not accept the session from AOC_SESSION";
    let locked = "still locked according to the site, although it was due to unlock at 2020-12-22 \
                  05:00 UTC";
    for (reply, exit, says) in [
        (Reply::new(403, ""), 5, "the site refused this client (403)"),
        (Reply::new(404, LOCKED), 4, locked),
        (Reply::redirect("/2020/auth/login"), 3, session),
        // The status is enough, even if the body breaks.
        (Reply::new(403, "no").reset(), 5, "this client (403)"),
        (Reply::new(404, LOCKED).reset(), 4, locked),
        (Reply::redirect("/2020/auth/login").reset(), 3, session),
    ] {
        let (site, sandbox) = answering(reply).project();
        let done = submit(&sandbox, "33400", &[]).mentions(says);
        done.prints("").exits(exit);
        assert_eq!(site.paths(), [ANSWER_PATH]);
        assert_eq!(sandbox.files("inputs"), [""; 0]);
    }
    let site = answering(verdict(RIGHT));
    let sandbox = Sandbox::project().site(&site).without("AOC_SESSION");
    submit(&sandbox, "33400", &["--wait"]).exits(3);
    assert!(site.requests().is_empty());
}

#[test]
fn what_may_have_been_graded_is_never_sent_again() {
    let strike = verdict("<p>The elves are on strike.\u{1b}[2J</p>");
    for (reply, says) in [
        (Reply::new(500, "<h1>Error</h1>"), "the server failed (500)"),
        (verdict(RIGHT).reset(), "was interrupted"),
        (Reply::new(408, ""), "was interrupted"),
        (strike, r"says: The elves are on strike.\u{1b}[2J"),
        (verdict("<p></p>"), "the reply contains no verdict"),
        (
            verdict("<p>No. <a href=\"/2020/day/21\">[Return to Day 21]</a></p>"),
            "the answer may have been graded: the reply is about another puzzle",
        ),
    ] {
        let submit = |answer: &str, parts: u8| {
            let site = answering(reply.clone());
            site.on(PAGE_PATH, Reply::html(page(2020, 22, parts)));
            let sandbox = Sandbox::project().site(&site);
            let done = submit(&sandbox, answer, &[]);
            assert_eq!(site.paths(), [ANSWER_PATH, PAGE_PATH], "{reply:?}");
            (done, stored(&sandbox))
        };
        let (done, stored) = submit("33400", 1);
        let done = done
            .mentions("aoc: 2020/22 part 1: the answer may have been graded: ")
            .mentions(says)
            .mentions("; the page does not show it as accepted; look at ")
            .prints("")
            .exits(5);
        // Trying again should be the last resort.
        assert!(!done.stderr.contains("try again"), "{done:#?}");
        assert_eq!(stored, (vec!["1 33400 unknown".to_owned()], None));
        // The page may show that the answer was right, or that another one was.
        let (done, stored) = submit("33400", 2);
        done.prints("2020/22 part 1: 33400 is right\n").exits(0);
        assert_eq!(stored.0, ["1 33400 right"]);
        let (done, _) = submit("33401", 2);
        done.prints("2020/22 part 1: 33401 differs from the accepted answer 33400\n")
            .exits(1);
    }
}

#[test]
fn a_solved_part_is_compared_and_not_submitted() {
    let site = answering(verdict(RIGHT));
    let letters = " ██  █  █\n█  █ █  █\n█  █ ████\n████ █  █\n█  █ █  █\n█  █ █  █\n";
    let answers = "part1 = 5\npart2 = 'AH'\nnot_before = 2199-12-01T05:00:00Z\n";
    // The page has priority. Neither time nor session matter.
    let solved = page_of(2020, 22, ["<p>Text.</p>", "<p>More.</p>"], &["33400", "AH"]);
    let sandbox = Sandbox::project()
        .site(&site)
        .file(PAGE_FILE, solved)
        .file(ANSWERS, answers)
        .without("AOC_SESSION");
    for (part, answer, outcome, exit) in [
        ("-p1", "33400", "1: 33400 is the accepted answer", 0),
        ("-p1", "1", "1: 1 differs from the accepted answer 33400", 1),
        ("-p2", letters, "2: AH is the accepted answer", 0),
    ] {
        submit(&sandbox, answer, &[part])
            .says("")
            .prints(&format!("2020/22 part {outcome} (nothing was sent)\n"))
            .exits(exit);
    }
    assert!(site.requests().is_empty());
}

/// `aoc accept` records an answer that the site has not judged.
#[test]
fn an_answer_that_was_recorded_by_hand_is_submitted() {
    let (site, sandbox) = answering(verdict(RIGHT)).project();
    let [open, solved] = [1, 2].map(|parts| page(2020, 22, parts));
    site.script(PAGE_PATH, [&*open, &*solved].map(Reply::html));
    sandbox.write(PAGE_FILE, &open);
    sandbox.write(ANSWERS, "part1 = 33400\n");
    let done = sandbox
        .line("submit 2020/22 --answer 5")
        .prints("")
        .exits(7);
    done.says(
        "aoc: 2020/22 part 1: not submitted: the recorded answer is 33400, not 5; `aoc accept \
         2020/22 -p 1 5 --force` replaces it\n",
    );
    assert!(site.requests().is_empty());
    let done = sandbox.line("submit 2020/22 --answer 33400").exits(0);
    done.prints("2020/22 part 1: 33400 is right\n");
    assert_eq!(site.paths(), [PAGE_PATH, ANSWER_PATH, PAGE_PATH]);
    assert_eq!(site.requests()[1].body, "level=1&answer=33400");
    // The star may have been won in the browser, after the page was stored.
    sandbox.write(PAGE_FILE, open);
    sandbox.write(ANSWERS, "part1 = 33400\n");
    let done = sandbox.line("submit 2020/22 --answer 33400").exits(0);
    done.prints("2020/22 part 1: 33400 is the accepted answer (nothing was sent)\n");
    assert_eq!(site.requests().len(), 4);
    sandbox.aoc(&["submit", "2020/22", "--answer=291"]).exits(0);
    assert_eq!(site.requests()[4].body, "level=2&answer=291");
}

/// The verdict of the site takes precedence over what the user recorded.
#[test]
fn a_recorded_answer_that_the_site_calls_wrong_is_removed() {
    let article = "<p>That's not the right answer; your answer is too low.</p>";
    let (site, sandbox) = answering(verdict(article)).project();
    let open = page(2020, 22, 1);
    site.on(PAGE_PATH, Reply::html(&*open));
    sandbox.write(PAGE_FILE, &open);
    sandbox.write(ANSWERS, "# mine\npart1 = 100\n");
    submit(&sandbox, "100", &[])
        .mentions(
            "note: 2020/22 part 1: 100 is no longer recorded as the accepted answer, because the \
             site judged it too low\n",
        )
        .prints("2020/22 part 1: 100 is too low\n")
        .exits(6);
    let answers = sandbox.read(ANSWERS);
    let is_removed = answers.contains("# mine\n") && !answers.contains("part1");
    assert!(is_removed, "{answers}");
    // The record refuses no other answer. The site's wait does.
    let done = submit(&sandbox, "101", &[]).exits(7);
    done.mentions("not submitted: the site takes the next answer in ");
}

/// Part 1 was solved elsewhere, so only part 2 has a verdict.
#[test]
fn part_1_is_not_sent_after_a_right_part_2_unless_a_new_page_shows_it_as_open() {
    let verdict_on_2 = "[[guess]]\npart = 2\nanswer = 291\nverdict = 'right'\ntime = \
                        2020-12-22T06:00:00Z\n";
    for (parts_on_page, says, sent) in [
        (2, "33400 is the accepted answer (nothing was sent)", 0),
        // The verdict belongs to another account.
        (1, "33400 is right", 1),
    ] {
        for is_page_stored in [false, true] {
            let (site, sandbox) = answering(verdict(RIGHT)).project();
            sandbox.write(ANSWERS, verdict_on_2);
            if is_page_stored {
                sandbox.write(PAGE_FILE, page(2020, 22, 1));
            }
            let done = sandbox.line("submit 2020/22 --answer 291").exits(0);
            done.prints("2020/22 part 2: 291 is the accepted answer (nothing was sent)\n");
            assert!(site.requests().is_empty());
            site.on(PAGE_PATH, Reply::html(page(2020, 22, parts_on_page)));
            let done = submit(&sandbox, "33400", &[]).exits(0);
            done.prints(&format!("2020/22 part 1: {says}\n"));
            assert_eq!(site.count(ANSWER_PATH), sent);
        }
    }
}

/// The stars were won elsewhere. The site showed them to an earlier command, and no answer is
/// stored.
#[test]
fn a_part_that_only_the_site_showed_as_solved_is_compared_with_its_page() {
    let (site, sandbox) = answering(verdict(RIGHT)).project();
    site.on("/2020", calendar(2020, 25, &[2; 25]));
    sandbox.line("status 2020 --refresh").exits(0);
    submit(&sandbox, "33400", &["--offline"])
        .says(
            "aoc: 2020/22 part 1: the part is already solved, but its accepted answer is not \
             stored: not downloaded because of --offline\n",
        )
        .exits(5);
    site.on(PAGE_PATH, Reply::html(page(2020, 22, 1)));
    submit(&sandbox, "33400", &[])
        .says(
            "aoc: 2020/22 part 1: the site showed a star for the part, but its page does not show \
             it as solved; `aoc status 2020 --refresh` asks for the stars again\n",
        )
        .prints("")
        .exits(7);
    let texts = ["<p>Text.</p>", "<p>More.</p>"];
    let solved = page_of(2020, 22, texts, &["33400", "291"]);
    site.on(PAGE_PATH, Reply::html(solved));
    let done = sandbox.line("submit 2020/22 --answer 291").exits(0);
    done.prints("2020/22 part 2: 291 is the accepted answer (nothing was sent)\n");
    let done = submit(&sandbox, "5", &[]).exits(1);
    done.prints("2020/22 part 1: 5 differs from the accepted answer 33400 (nothing was sent)\n");
    assert_eq!(site.paths(), ["/2020", PAGE_PATH, PAGE_PATH]);
    // The page of the last star has no answer for it.
    let done = sandbox.line("submit 2020/25").exits(0);
    done.prints("2020/25 part 2: already solved (nothing was sent)\n");
    assert_eq!(site.requests().len(), 3);
}

#[test]
fn the_next_part_follows_the_star_that_the_site_showed() {
    let (site, sandbox) = answering(verdict(RIGHT)).project();
    site.on("/2020", calendar(2020, 25, &[1; 22]));
    sandbox.line("status 2020 --refresh").exits(0);
    let done = sandbox.line("submit 2020/22 --answer 291").exits(0);
    done.prints("2020/22 part 2: 291 is right\n");
    assert_eq!(site.paths(), ["/2020", ANSWER_PATH, PAGE_PATH]);
    assert_eq!(site.requests()[1].body, "level=2&answer=291");
}

/// People edit the file of answers.
#[test]
fn a_solved_part_is_compared_with_its_right_guess() {
    let site = answering(verdict(RIGHT));
    let guess = "[[guess]]\npart = 1\nanswer = 42\nverdict = 'right'\ntime = \
                 2020-12-22T05:09:00Z\n";
    let sandbox = Sandbox::project().site(&site).file(ANSWERS, guess);
    for (answer, outcome, exit) in [
        ("42", "42 is the accepted answer", 0),
        ("55", "55 differs from the accepted answer 42", 1),
    ] {
        let line = format!("2020/22 part 1: {outcome} (nothing was sent)\n");
        submit(&sandbox, answer, &[]).prints(&line).exits(exit);
    }
    assert!(site.requests().is_empty());
}

const LAST_PAGE: &str = "/2020/day/25";
const LAST_ANSWER: &str = "/2020/day/25/answer";

#[test]
fn the_last_star_is_claimed_only_if_it_is_asked_for() {
    let (site, sandbox) = Site::start().project();
    let finished = "<p>Congratulations!  You've finished every puzzle in Advent of Code 2020!  I \
         hope you had as much fun as I had.</p>";
    let short = "<p>You don't have enough stars to start it, though.  You need 10 more.</p>";
    let enough = "<p>You have enough stars to start.</p>";
    let complete = "<p class=\"day-success\">Both parts of this puzzle are complete! They provide \
         two gold stars: **</p>";
    let page = |below| page(2020, 25, 2).replace("</main>", &format!("{below}</main>"));
    let pages = [short, enough, complete].map(|below| Reply::html(page(below)));
    site.script(LAST_PAGE, pages);
    site.on(LAST_ANSWER, verdict(finished));
    let answers = "inputs/year2020/day25.answers.toml";
    sandbox.write(answers, "part1 = 33400\n");
    let done = sandbox.line("submit 2020/25 --answer 5").exits(7);
    done.mentions("`aoc submit 2020/25 --part 2` claims it");
    assert!(site.requests().is_empty());
    let claim = ["submit", "2020/25", "--part", "2"];
    let done = sandbox.aoc(&claim).prints("").exits(7);
    done.mentions("You don't have enough stars to start it, though. You need 10 more.");
    sandbox
        .aoc(&claim)
        .says("note: 2020/25 is complete\n")
        .prints("2020/25 part 2: the last star is yours\n")
        .exits(0);
    assert_eq!(site.paths(), [LAST_PAGE, LAST_PAGE, LAST_ANSWER, LAST_PAGE]);
    assert_eq!(site.requests()[2].body, "level=2&answer=done");
    let answers = sandbox.read(answers);
    assert!(answers.contains("verdict = \"right\"") && !answers.contains("part2"));
    let done = sandbox.line("submit 2020/25").exits(0);
    done.prints("2020/25 part 2: already solved (nothing was sent)\n");
    assert_eq!(site.requests().len(), 4);
}

/// The number of days of an event may not be known yet. The page shows that there are more.
#[test]
fn the_last_star_is_not_claimed_on_a_page_that_takes_an_answer() {
    // The button that claims the last star has a hidden field for an answer.
    for (field, is_claimed) in [("text", false), ("hidden", true)] {
        let (site, sandbox) = Site::start().project();
        site.on("/2025/day/12", Reply::html(page_with_form(2025, 12, field)));
        site.on("/2025/day/12/answer", right(2025, 12));
        sandbox.write("inputs/year2025/day12.answers.toml", "part1 = 33400\n");
        let done = sandbox.line("submit 2025/12 --part 2");
        if is_claimed {
            done.exits(0);
            assert_eq!(site.requests()[1].body, "level=2&answer=done");
        } else {
            done.exits(7).says(
                "aoc: 2025/12 part 2: not submitted: part 2 has an answer, so 2025 has more days \
                 than `aoc` knows; `aoc calendar 2025` asks the site\n",
            );
            assert_eq!(site.paths(), ["/2025/day/12"]);
        }
    }
}

/// The page after the right answer to part 1 has the number of stars.
#[test]
fn the_last_star_is_not_offered_if_the_new_page_shows_that_others_are_missing() {
    let (site, sandbox) = Site::start().project();
    site.on(LAST_PAGE, Reply::html(page(2020, 25, 2)));
    site.on(LAST_ANSWER, right(2020, 25));
    let done = sandbox.line("submit 2020/25 --answer 33400").exits(0);
    assert!(!done.stderr.contains("is open"), "{}", done.stderr);
    done.mentions("the last star of 2020 requires all others: 18 stars are missing\n");
    // A page without the new star may be older than stars that were won elsewhere. It was stored
    // before, or the site sends it after the answer.
    for is_stored in [true, false] {
        let (site, sandbox) = Site::start().project();
        site.script(
            LAST_PAGE,
            [Reply::html(page(2020, 25, 1)), Reply::new(503, "")],
        );
        site.on(LAST_ANSWER, right(2020, 25));
        if is_stored {
            site.on("/2020/day/25/input", Reply::text("5\n"));
        }
        sandbox.line("fetch 2020/25");
        let page = sandbox.path("inputs/year2020/day25.html");
        assert_eq!(page.exists(), is_stored);
        let done = sandbox.line("submit 2020/25 --answer 33400").exits(0);
        let done = done.mentions("claims the last star, which requires all others\n");
        let is_told = done.stderr.contains("the page was not downloaded again");
        assert_eq!(is_told, is_stored, "{}", done.stderr);
    }
}

/// The reply was lost, so the page settles the guess.
#[test]
fn a_last_star_that_the_page_settles_is_told_with_its_time() {
    let (site, sandbox) = Site::start().project();
    let complete = "<p class=\"day-success\">Both parts of this puzzle are complete! They provide \
         two gold stars: **</p>";
    let enough = "<p>You have enough stars to start.</p>";
    let pages = [enough, complete]
        .map(|below| Reply::html(page(2020, 25, 2).replace("</main>", &format!("{below}</main>"))));
    site.script(LAST_PAGE, pages);
    site.on(LAST_ANSWER, Reply::new(500, ""));
    site.on("/2020", calendar(2020, 25, &[2; 25]));
    // The site's time has whole seconds, so the star may be a second early.
    let ago = TimeDelta::minutes(5) + TimeDelta::seconds(5);
    let seen = DateTime::<Utc>::from(SystemTime::now()) - ago;
    let seen = seen.format("%FT%TZ");
    let answers = "inputs/year2020/day25.answers.toml";
    sandbox.write(answers, format!("part1 = 33400\nfirst_seen = {seen}\n"));
    let claim = sandbox.command(&["submit", "2020/25", "--part", "2"]);
    let (text, status) = OnTerminal::of_width(100, claim).rest();
    let text = without_progress(&text);
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains("the last star is yours"), "{text}");
    assert!(
        text.contains("s from the first look  50 of 50 stars"),
        "{text}"
    );
    assert!(
        text.contains("to share: Advent of Code 2020/25 ** 5m "),
        "{text}"
    );
    assert_eq!(site.paths(), [LAST_PAGE, LAST_ANSWER, LAST_PAGE, "/2020"]);
}

/// The site has shown the stars of the year. No request is made until all other stars are won.
#[test]
fn the_last_star_waits_for_the_others_without_a_request() {
    let (site, sandbox) = Site::start().project();
    let stars = [&[2; 22][..], &[1, 2, 1]].concat();
    site.on("/2020", calendar(2020, 25, &stars));
    sandbox.write("inputs/year2020/day25.answers.toml", "part1 = 33400\n");
    sandbox.line("status 2020 --refresh").exits(0);
    for claim in ["submit 2020/25 --part 2", "submit 2020/25 --answer 5"] {
        let done = sandbox.line(claim).prints("").exits(7);
        done.says(
            "aoc: 2020/25 part 2: not submitted: the last star of 2020 requires all others: 1 \
             star is missing; `aoc fetch 2020/25 --force` asks the site\n",
        );
    }
    // The missing star may be in a file that cannot be read.
    sandbox.write("inputs/year2020/day23.answers.toml", "<<<<<<< HEAD\n");
    let done = sandbox.line("submit 2020/25 --part 2").exits(7);
    done.mentions("warning: 2020/23: ")
        .mentions("day23.answers.toml, line 1: git has left a conflict")
        .mentions("1 star is missing");
    assert_eq!(site.paths(), ["/2020"]);
    // The star is won elsewhere. The list of stars is not requested again for 15 minutes, but the
    // page of the last day is.
    let page = page(2020, 25, 2).replace("31*", "49*");
    site.on(LAST_PAGE, Reply::html(page));
    site.on("/2020/day/25/input", Reply::text("5\n"));
    sandbox.line("fetch 2020/25 --force").exits(0);
    let asked = site.paths();
    let done = sandbox.line("submit 2020/25 --answer 5").exits(7);
    done.mentions("`aoc submit 2020/25 --part 2` claims it");
    assert_eq!(site.paths(), asked);
}

/// The second star of day 23 may be in a file that cannot be read.
#[test]
fn after_a_right_answer_the_files_that_may_have_the_missing_stars_are_named() {
    let (site, sandbox) = Site::start().project();
    let stars = [&[2; 22][..], &[1, 2]].concat();
    site.on("/2020", calendar(2020, 25, &stars));
    site.on(LAST_ANSWER, right(2020, 25));
    site.on(LAST_PAGE, Reply::html(page(2020, 25, 2)));
    sandbox.line("status 2020 --refresh").exits(0);
    sandbox.write("inputs/year2020/day23.answers.toml", "<<<<<<< HEAD\n");
    let done = sandbox
        .line("submit 2020/25 --part 1 --answer 33400")
        .exits(0);
    done.mentions("warning: 2020/23: ")
        .mentions("day23.answers.toml, line 1: git has left a conflict")
        .mentions("note: the last star of 2020 requires all others: 1 star is missing\n");
}

#[test]
fn four_terminals_send_one_answer_without_a_common_cache() {
    let (site, sandbox) = answering(verdict(WRONG).delay(Duration::from_millis(500))).project();
    let arguments = ["submit", "2020/22", "--part", "1", "--answer", "33400"];
    let caches = ["cache1", "cache2", "file/cache", "file/cache"];
    sandbox.write("../file", "no folder");
    let children = caches.map(|cache| {
        let mut command = sandbox.command(&arguments);
        command.env("XDG_CACHE_HOME", sandbox.outside(cache));
        Running::start(command)
    });
    let mut done = children.map(Running::end);
    done.sort_by_key(|done| done.status);
    let [first, late @ ..] = done;
    first.exits(6);
    for late in late {
        late.mentions("judged 33400 wrong").exits(7);
    }
    assert_eq!(site.count(ANSWER_PATH), 1);
    assert_eq!(stored(&sandbox).0, ["1 33400 wrong"]);
}

/// Submits an answer. The site sends this reply, and the test calls `act` before it.
fn submit_for(reply: Reply, sandbox: &Sandbox, site: &Site, act: impl FnOnce()) -> Done {
    submit_with(&[], reply, sandbox, site, act)
}

fn submit_with(
    options: &[&str],
    reply: Reply,
    sandbox: &Sandbox,
    site: &Site,
    act: impl FnOnce(),
) -> Done {
    let gate = Arc::new(Barrier::new(2));
    site.on(ANSWER_PATH, reply.gate(&gate));
    let submit = ["submit", "2020/22", "-p1", "--answer", "33400"];
    let sends = Running::start(sandbox.command(&[&submit, options].concat()));
    wait_until(|| !site.requests().is_empty());
    act();
    gate.wait();
    sends.end()
}

#[test]
fn a_verdict_is_stored_whatever_happened_to_the_answers_meanwhile() {
    let older = "[[guess]]\npart = 1\nanswer = \"1\"\nverdict = \"wrong\"\ntime = \
                 2020-12-22T05:00:00Z\n";
    let cases = [
        ("the file is removed", vec!["1 33400 wrong"]),
        ("the folder is removed", vec!["1 33400 wrong"]),
        ("the file is put back", vec!["1 1 wrong", "1 33400 wrong"]),
    ];
    for (what, expected) in cases {
        let (site, sandbox) = answering(verdict(WRONG)).project();
        let done = submit_for(verdict(WRONG), &sandbox, &site, || match what {
            "the file is removed" => fs::remove_file(sandbox.path(ANSWERS)).expect(what),
            "the folder is removed" => fs::remove_dir_all(sandbox.path("inputs")).expect(what),
            _ => sandbox.write(ANSWERS, older),
        });
        done.prints("2020/22 part 1: 33400 is wrong\n").exits(6);
        let (guesses, wait) = stored(&sandbox);
        assert_eq!(guesses, expected, "{what}");
        assert!(wait.is_some(), "{what}");
        let done = submit(&sandbox, "33400", &[]).mentions("judged 33400 wrong");
        done.exits(7);
        assert_eq!(site.count(ANSWER_PATH), 1, "{what}");
    }
}

/// A restored file has an old guess of the same answer. It is not mistaken for the one just sent.
#[test]
fn a_minute_passes_after_an_answer_that_was_lost_twice() {
    let (site, sandbox) = Site::start().project();
    site.on(PAGE_PATH, Reply::html(page(2020, 22, 1)));
    let older = "[[guess]]\npart = 1\nanswer = \"33400\"\nverdict = \"unknown\"\ntime = \
                 2020-12-22T05:00:00Z\n\n[[guess]]\npart = 1\nanswer = \"1\"\nverdict = \
                 \"wrong\"\ntime = 2020-12-22T05:01:00Z\n";
    let put_back = || sandbox.write(ANSWERS, older);
    submit_for(Reply::redirect(PAGE_PATH), &sandbox, &site, put_back).exits(3);
    let guesses = ["1 33400 unknown", "1 1 wrong", "1 33400 unknown"];
    assert_eq!(stored(&sandbox).0, guesses);
    let done = submit(&sandbox, "5", &[]).exits(7);
    done.mentions(&format!("{} in ", UNKNOWN_5.replace('5', "33400")));
    assert_eq!(site.paths(), [ANSWER_PATH, PAGE_PATH]);
}

/// The verdict is shown, with the error that it could not be stored. No file is created in the old
/// place. In the new place, the guess stays unknown, so the page is checked before the next guess.
#[test]
fn a_reply_for_a_repository_that_is_moved_is_told() {
    let refused = "the site refused this client (403)";
    let not_stored = "the verdict was not stored: the repository ";
    for (from, reply, says, exit) in [
        ("", verdict(WRONG), not_stored, 8),
        ("notes", verdict(WRONG), not_stored, 8),
        ("", Reply::new(403, ""), refused, 5),
    ] {
        let (site, sandbox) = Site::start().project();
        let [old, new] = ["project", "moved"].map(|name| sandbox.outside(name));
        let sandbox = sandbox.in_folder(old.join(from));
        fs::create_dir_all(sandbox.path("")).expect("a folder");
        let rename = || fs::rename(&old, &new).expect("a move");
        let done = submit_for(reply, &sandbox, &site, rename);
        let is_shown = done.stdout.contains("33400 is wrong");
        assert_eq!(is_shown, exit == 8, "{done:#?}");
        let done = done.mentions(says).exits(exit);
        done.mentions(" was moved or removed");
        assert!(!old.exists());
        let sandbox = sandbox.in_folder(&new);
        assert_eq!(stored(&sandbox).0, ["1 33400 unknown"]);
    }
}

#[test]
fn a_wait_in_a_repository_that_is_moved_leaves_no_folder_at_the_old_place() {
    let (site, sandbox) = Site::start().project();
    let [old, new] = ["project", "moved"].map(|name| sandbox.outside(name));
    let soon = DateTime::<Utc>::from(SystemTime::now()) + TimeDelta::seconds(3);
    let soon = soon.format("%FT%TZ");
    sandbox.write(ANSWERS, format!("not_before = {soon}\n"));
    let arguments = ["submit", "2020/22", "--answer", "5", "--wait"];
    let mut waits = Running::start(sandbox.command(&arguments));
    waits.stderr.line("note: waiting ");
    fs::rename(&old, &new).expect("a move");
    waits.end().mentions(" was moved or removed").exits(8);
    assert!(!old.exists());
    assert!(site.requests().is_empty());
}

/// The page after a right answer has nowhere to go, so it is not requested.
#[test]
fn no_page_is_stored_at_the_old_place_of_a_repository_that_is_moved() {
    let (site, sandbox) = Site::start().project();
    site.on(PAGE_PATH, Reply::html(page(2020, 22, 2)));
    let [old, new] = ["project", "moved"].map(|name| sandbox.outside(name));
    let rename = || fs::rename(&old, &new).expect("a move");
    let done = submit_for(verdict(RIGHT), &sandbox, &site, rename).exits(8);
    assert!(done.stdout.contains("33400 is right"), "{done:#?}");
    assert!(!done.stderr.contains("recorded"), "{done:#?}");
    assert_eq!(site.paths(), [ANSWER_PATH]);
    assert!(!old.exists());
}

/// The login page of a network comes in place of every reply, with the time of another server.
#[test]
fn a_login_page_in_place_of_a_verdict_does_not_set_the_clock() {
    let yesterday = DateTime::<Utc>::from(SystemTime::now()) - TimeDelta::days(1);
    let (site, sandbox) = Site::start().project();
    let login = dated(Reply::html("<title>Hotel WiFi</title>"), yesterday);
    site.handle(move |_| login.clone());
    let done = submit(&sandbox, "33400", &[]).exits(5);
    let done = done.mentions("the answer may have been graded: ");
    assert!(!done.stderr.contains("clock"), "{done:#?}");
    assert_eq!(site.paths(), [ANSWER_PATH, PAGE_PATH]);
}

#[test]
fn a_reply_for_a_repository_that_is_gone_is_told() {
    for (reply, says) in [
        (
            verdict(WRONG),
            "the verdict was not stored: the repository ",
        ),
        (Reply::new(500, ""), "the server failed (500)"),
        (verdict("Hm."), "the site says: Hm."),
        (
            Reply::redirect("/2020/day/22"),
            "does not accept the session",
        ),
    ] {
        let is_verdict = says.starts_with("the verdict was");
        let (site, sandbox) = Site::start().project();
        let remove = || fs::remove_dir_all(sandbox.path("")).expect("a folder");
        let done = submit_for(reply, &sandbox, &site, remove).mentions(says);
        assert_eq!(done.stdout.contains("33400 is wrong"), is_verdict, "{says}");
        // No verdict is known for a lost answer.
        let is_unknown = done.stderr.contains("the verdict is not known (");
        assert_ne!(is_unknown, is_verdict, "{says}");
        done.mentions("was not stored: the repository ").exits(8);
        assert!(!sandbox.path("").exists());
    }
}

#[test]
fn a_verdict_that_cannot_be_stored_is_shown() {
    let (site, sandbox) = Site::start().project();
    let done = submit_for(verdict(RIGHT), &sandbox, &site, || {
        fs::remove_file(sandbox.path(ANSWERS)).expect("the guess");
        fs::create_dir_all(sandbox.path(ANSWERS)).expect("a folder");
    });
    done.mentions("the verdict was not stored: ")
        .prints("2020/22 part 1: 33400 is right\n")
        .exits(8);
    // The answer is not sent again, because its time is not stored.
    let (site, sandbox) = Site::start().project();
    let done = submit_with(
        &["--wait"],
        verdict(&too_soon("1s")),
        &sandbox,
        &site,
        || {
            fs::remove_file(sandbox.path(ANSWERS)).expect("the guess");
            fs::create_dir_all(sandbox.path(ANSWERS)).expect("a folder");
        },
    );
    done.mentions("the verdict was not stored: ").exits(8);
    assert_eq!(site.paths(), [ANSWER_PATH]);
    // The wait is still known.
    for options in [&[][..], &["--json"]] {
        let (site, sandbox) = Site::start().project();
        let done = submit_with(options, verdict(WRONG), &sandbox, &site, || {
            fs::remove_file(sandbox.path(ANSWERS)).expect("the guess");
            fs::create_dir_all(sandbox.path(ANSWERS)).expect("a folder");
        });
        let done = done.mentions("note: the site takes the next answer in ");
        let done = done.mentions("the verdict was not stored: ").exits(8);
        if options.is_empty() {
            continue;
        }
        let document = done.json();
        assert!(is_whole_second(&document["not_before"]), "{document}");
        let message = document["message"].as_str().expect("a message");
        assert!(!message.contains("os error"), "{message}");
    }
}

/// While the page is downloaded, the file with the guess becomes unusable.
#[test]
fn a_lost_answer_whose_guess_cannot_be_stored_is_of_unknown_verdict() {
    let (site, sandbox) = answering(Reply::new(500, "")).project();
    let gate = Arc::new(Barrier::new(2));
    site.on(PAGE_PATH, Reply::html(page(2020, 22, 1)).gate(&gate));
    let submit = ["submit", "2020/22", "-p1", "--answer", "33400"];
    let sends = Running::start(sandbox.command(&submit));
    wait_until(|| site.count(PAGE_PATH) > 0);
    sandbox.write(ANSWERS, "<<<<<<< HEAD\n");
    gate.wait();
    sends
        .end()
        .mentions("the verdict is not known (the server failed (500)): ")
        .prints("")
        .exits(8);
    assert_eq!(sandbox.read(ANSWERS), "<<<<<<< HEAD\n");
}

#[test]
fn a_redirect_within_the_site_may_follow_a_graded_answer() {
    let anonymous = "<title>Day 22 - Advent of Code 2020</title><header><a \
                     href=\"/2020/auth/login\">[Log In]</a></header><main><article \
                     class=\"day-desc\"><h2>--- Day 22: Crab Combat ---</h2></article></main>";
    for reply in [Reply::redirect("/2020/day/22"), Reply::html(anonymous)] {
        let (site, sandbox) = answering(reply).project();
        let done = submit(&sandbox, "33400", &[]).prints("").exits(3);
        done.mentions("the site does not accept the session from AOC_SESSION");
        assert_eq!(site.paths(), [ANSWER_PATH]);
        assert_eq!(stored(&sandbox).0, ["1 33400 unknown"]);
        // The page settles the guess.
        let done = submit(&sandbox, "33400", &[]).exits(0);
        done.prints("2020/22 part 1: 33400 is the accepted answer (nothing was sent)\n");
        assert_eq!(site.paths(), [ANSWER_PATH, PAGE_PATH]);
        assert_eq!(stored(&sandbox).0, ["1 33400 right"]);
    }
}

#[test]
fn json_has_one_document_whatever_happens() {
    let (_site, sandbox) = answering(verdict(RIGHT)).project();
    let mut expected = json!({
        "schema": "aoc-submit/1", "year": 2020, "day": 22, "part": 1, "answer": "33400",
        "status": "right", "accepted": "33400", "someone_else": false, "not_before": null,
        "examples": [], "next": "aoc read 2020/22 --part 2", "message": null,
    });
    let answer = |answer: &str, exit: i32| submit(&sandbox, answer, &["--json"]).exits(exit).json();
    assert_eq!(answer("33400", 0), expected);
    expected["next"] = json!(null);
    expected["status"] = json!("matched");
    assert_eq!(answer("33400", 0), expected);
    assert_eq!(answer("1", 1)["status"], "differs");
    let (_site, sandbox) = answering(verdict(WRONG)).project();
    let json = submit(&sandbox, "5", &["--json"]).exits(6).json();
    assert_eq!(
        (&json["status"], &json["accepted"]),
        (&json!("wrong"), &json!(null))
    );
    assert!(json["not_before"].is_string() && json["message"].is_null());
    // A refusal is not a failure.
    let json = submit(&sandbox, "5", &["--json"]).exits(7).json();
    assert_eq!(json["status"], "refused");
    let offline = submit(&sandbox, "6", &["--json", "--wait", "--offline"]);
    assert_eq!(offline.exits(5).json()["status"], "failed");
}

#[test]
fn a_dry_run_says_what_would_be_sent() {
    let site = answering(verdict(RIGHT));
    let sandbox = Sandbox::project().site(&site).without("AOC_SESSION");
    let request = "2020/day/22/answer level=1&answer=3%264";
    let request = format!("POST {}/{request}", site.url());
    for flags in [&["--dry-run"][..], &["--dry-run", "--offline"]] {
        let done = submit(&sandbox, "3&4", flags).says("").exits(0);
        done.prints(&format!("2020/22 part 1: would submit 3&4: {request}\n"));
    }
    let meant = "not submitted: the answer is probably meant as 51, and not 051";
    let done = submit(&sandbox, "051", &["--dry-run", "--force"]);
    done.mentions(meant).exits(7);
    let done = submit(&sandbox, "33400", &["--offline"]).exits(5);
    done.says("aoc: 2020/22 part 1: not submitted because of --offline\n");
    assert!(site.requests().is_empty());
    assert_eq!(sandbox.files("inputs"), Vec::<String>::new());
}

/// The clock is 70 s ahead and is corrected later.
#[test]
fn the_time_is_that_of_the_site_whatever_the_clock_says() {
    let site_time = |behind| DateTime::<Utc>::from(SystemTime::now()) - TimeDelta::seconds(behind);
    let page = |parts, behind| dated(Reply::html(page(2020, 22, parts)), site_time(behind));
    let (site, sandbox) = answering(dated(verdict(WRONG), site_time(70))).project();
    submit(&sandbox, "100", &[]).exits(6);
    // By this computer's clock, the minute is over. By the site's clock, which a reply has shown,
    // it is not.
    let takes = "not submitted: the site takes the next answer in 1m ";
    submit(&sandbox, "200", &[]).mentions(takes).exits(7);
    assert_eq!(site.paths(), [ANSWER_PATH]);
    // After the clock was set right, the site is asked.
    site.set_local_clock(&sandbox, -70);
    site.on(PAGE_PATH, page(1, 70));
    submit(&sandbox, "200", &[]).mentions(takes).exits(7);
    assert_eq!(site.paths(), [ANSWER_PATH, PAGE_PATH]);
    site.set_local_clock(&sandbox, -70);
    site.on(ANSWER_PATH, dated(verdict(RIGHT), site_time(0)));
    site.on(PAGE_PATH, page(2, 0));
    submit(&sandbox, "200", &[]).exits(0);
    let asked = [ANSWER_PATH, PAGE_PATH, PAGE_PATH, ANSWER_PATH, PAGE_PATH];
    assert_eq!(site.paths(), asked);
    // This computer's clock was set back after the last guess.
    let time = site_time(-3000).format("%FT%TZ");
    let guess = format!("part = 1\nanswer = 5\nverdict = 'wrong'\ntime = {time}\n");
    let sandbox = Sandbox::project().site(&site);
    sandbox.write(ANSWERS, format!("not_before = {time}\n[[guess]]\n{guess}"));
    site.on(PAGE_PATH, page(1, -3600));
    submit(&sandbox, "6", &["--dry-run"]).exits(0);
    assert_eq!(site.paths().len(), asked.len() + 1);
}

/// No reply has shown the site's time. By this computer's clock, which is ahead, the wait is short.
#[test]
fn after_a_wait_by_this_computers_clock_the_site_is_asked_for_its_time() {
    let (site, sandbox) = answering(verdict(WRONG)).project();
    let now = DateTime::<Utc>::from(SystemTime::now());
    let page = Reply::html(page(2020, 22, 1));
    site.on(PAGE_PATH, dated(page, now - TimeDelta::minutes(10)));
    let soon = (now + TimeDelta::seconds(2)).format("%FT%TZ");
    sandbox.write(ANSWERS, format!("not_before = {soon}\n"));
    let arguments = ["submit", "2020/22", "--answer", "5", "--wait"];
    let mut waits = Running::start(sandbox.command(&arguments));
    waits.stderr.shows("note: waiting 10m ");
    waits.signal("INT");
    waits.end().exits(130);
    assert_eq!(site.paths(), [PAGE_PATH]);
}

/// A worktree or another clone has answers of its own.
#[test]
fn two_checkouts_of_a_user_send_one_guess_at_a_time() {
    let (site, sandbox) = Site::start().project();
    let other = sandbox.outside("other");
    sandbox.write("../other/Cargo.toml", sandbox.read("Cargo.toml"));
    let gate = Arc::new(Barrier::new(2));
    for cache in [sandbox.outside("cache"), "/proc/cache".into()] {
        site.script(ANSWER_PATH, [verdict(WRONG).gate(&gate), verdict(WRONG)]);
        let asked = site.count(ANSWER_PATH);
        let start = |folder: &Path| {
            let mut command = sandbox.command(&["submit", "2020/22", "--answer", "5"]);
            command.current_dir(folder).env("XDG_CACHE_HOME", &cache);
            Running::start(command)
        };
        let first = start(&sandbox.path(""));
        wait_until(|| site.count(ANSWER_PATH) > asked);
        let mut second = start(&other);
        let note = "note: 2020/22: waiting for another aoc that submits an answer\n";
        second.stderr.shows(note);
        assert_eq!(site.count(ANSWER_PATH), asked + 1);
        gate.wait();
        first.end().exits(6);
        let done = second.end().exits(6);
        assert_eq!(done.stderr.matches("another aoc").count(), 1, "{done:#?}");
        for folder in [sandbox.path("inputs"), other.join("inputs")] {
            fs::remove_dir_all(folder).expect("the inputs");
        }
    }
}

/// By this computer's clock, the puzzle is locked. Its stored page disproves this. A user may have
/// written an input by hand, so for an input the site is asked for its time.
#[test]
fn a_puzzle_with_a_stored_file_is_open_whatever_the_clock_says() {
    let input = "inputs/year2199/day01.txt";
    let page_file = "inputs/year2199/day01.html";
    let answer = "/2199/day/1/answer";
    let text = "/2199/day/1";
    let unlocked = "2199-12-01T05:00:01Z".parse().expect("a time");
    let now = DateTime::<Utc>::from(SystemTime::now());
    for (stored, site_time, exit, asked) in [
        (page_file, now, 0, &[answer, text][..]),
        (input, unlocked, 0, &[text, answer, text]),
        (input, now, 4, &[text]),
        ("inputs/README.md", unlocked, 4, &[]),
    ] {
        let (site, sandbox) = Site::start().project();
        site.on(answer, right(2199, 1));
        site.on(text, dated(Reply::html(page(2199, 1, 2)), site_time));
        sandbox.write(stored, page(2199, 1, 1));
        let submit = ["submit", "2199/1", "-p1", "--answer=33400"];
        let done = sandbox.aoc(&submit).exits(exit);
        assert_eq!(site.paths(), asked, "{stored}: {done:#?}");
        if exit == 4 {
            done.mentions("2199/1 part 1: locked until 2199-12-01 05:00 UTC");
            // By now, the site's time is known.
            sandbox.aoc(&submit).exits(4);
            assert_eq!(site.paths(), asked, "{stored}");
        }
    }
}

/// A dry run must not show a request that a submission does not make.
#[test]
fn a_dry_run_asks_for_the_time_of_a_puzzle_that_may_be_open() {
    let text = "/2199/day/1";
    let unlocked = "2199-12-01T05:00:01Z".parse().expect("a time");
    let now = DateTime::<Utc>::from(SystemTime::now());
    for (site_time, flags, exit, asked) in [
        (unlocked, &[][..], 0, &[text][..]),
        (now, &[], 4, &[text]),
        (now, &["--offline"], 0, &[]),
    ] {
        let (site, sandbox) = Site::start().project();
        site.on(text, dated(Reply::html(page(2199, 1, 1)), site_time));
        sandbox.write("inputs/year2199/day01.txt", "1\n");
        let submit = ["submit", "2199/1", "-p1", "--answer=33400", "--dry-run"];
        let done = sandbox.aoc(&[&submit[..], flags].concat()).exits(exit);
        assert_eq!(site.paths(), asked, "{done:#?}");
        if exit == 4 {
            done.mentions("2199/1 part 1: locked until 2199-12-01 05:00 UTC");
        }
    }
}

/// The guess was recorded by a wrong clock before it was sent. The reply corrects the clock.
#[test]
fn a_guess_has_the_time_of_the_clock_that_its_reply_has_corrected() {
    for (reply, exit) in [(RIGHT, 0), (WRONG, 6), (WRONG_LEVEL, 0)] {
        let now = DateTime::<Utc>::from(SystemTime::now());
        let (site, sandbox) = answering(dated(verdict(reply), now)).project();
        let hours = TimeDelta::hours(5).num_milliseconds();
        sandbox.write(&site.state_file(), format!("{{\"clock_ahead\":{hours}}}"));
        submit(&sandbox, "33400", &[]).exits(exit);
        let table: toml::Table = sandbox.read(ANSWERS).parse().expect("TOML");
        let [guess] = &table["guess"].as_array().expect("guesses")[..] else {
            panic!("{table}");
        };
        let time = DateTime::parse_from_rfc3339(&guess["time"].to_string()).expect("a time");
        let late = time.to_utc() - now;
        assert!(late.abs() < TimeDelta::minutes(1), "{reply}: {table}");
    }
}

/// The reply takes a while, so it arrives in a later second.
#[test]
fn a_graded_guess_has_the_time_at_which_it_was_sent() {
    let slowly = verdict(RIGHT).delay(Duration::from_secs(2));
    let (site, sandbox) = answering(slowly).project();
    submit(&sandbox, "33400", &[]).exits(0);
    let since = site.requests()[0].time.elapsed();
    let received = DateTime::<Utc>::from(SystemTime::now() - since);
    let table: toml::Table = sandbox.read(ANSWERS).parse().expect("TOML");
    let time = DateTime::parse_from_rfc3339(&table["guess"][0]["time"].to_string());
    assert!(time.expect("a time") <= received, "{received}: {table}");
}

/// The reply is lost at once, and the page that may show the verdict takes a while to fail.
#[test]
fn a_guess_without_a_reply_has_the_time_at_which_the_reply_was_lost() {
    let (site, sandbox) = answering(Reply::raw("")).project();
    let slowly = Reply::new(404, "").delay(Duration::from_secs(2));
    site.on(PAGE_PATH, slowly);
    submit(&sandbox, "33400", &[]).exits(5);
    let since = site.requests()[0].time.elapsed();
    let sent = DateTime::<Utc>::from(SystemTime::now() - since);
    let table: toml::Table = sandbox.read(ANSWERS).parse().expect("TOML");
    let time = DateTime::parse_from_rfc3339(&table["guess"][0]["time"].to_string());
    let late = time.expect("a time").to_utc() - sent;
    assert!(late < TimeDelta::seconds(1), "{table}");
}

#[test]
fn the_sites_time_is_known_even_if_the_cache_is_lost() {
    let site_time = DateTime::<Utc>::from(SystemTime::now()) - TimeDelta::seconds(70);
    let (site, sandbox) = answering(dated(verdict(WRONG), site_time)).project();
    submit(&sandbox, "100", &[]).exits(6);
    fs::remove_dir_all(sandbox.path("../cache")).expect("the cache folder");
    site.on(PAGE_PATH, dated(Reply::html(page(2020, 22, 1)), site_time));
    // By this computer's clock the minute is over.
    let takes = "not submitted: the site takes the next answer in 1m ";
    submit(&sandbox, "200", &[]).mentions(takes).exits(7);
    assert_eq!(site.paths(), [ANSWER_PATH, PAGE_PATH]);
    // A file of an earlier version has the lead of the site's clock, which is not used.
    let old = format!("# mine\nclock_ahead = 3600\n{}", sandbox.read(ANSWERS));
    sandbox.write(ANSWERS, old);
    submit(&sandbox, "200", &["--dry-run"]).exits(7);
}

#[test]
fn without_a_selector_it_is_the_day_that_was_edited_last() {
    let date = next_moment("12-03T12:00:00Z", TimeDelta::zero());
    let next_year = date.year();
    let site = answering(verdict(RIGHT));
    let page = Reply::html(page(2020, 22, 1)).header("Date", &date.to_rfc2822());
    site.on(PAGE_PATH, page);
    let solution = "impl Solution for Day05 {}";
    let project = Sandbox::project().file("days/year2021/day05.rs", solution);
    let sandbox = project.site(&site);
    let submit = ["submit", "--answer", "5", "--dry-run"];
    let edited = "note: 2021/5 was edited last";
    // No event is running.
    site.set_time(&sandbox, next_moment("06-01T12:00:00Z", TimeDelta::zero()));
    sandbox.aoc(&submit).says(&format!("{edited}\n")).exits(0);
    sandbox.line("read 2020/22").exits(0);
    let today = format!("{edited}; today's puzzle is {next_year}/3\n");
    sandbox.aoc(&submit).says(&today);
    sandbox.write(&format!("days/year{next_year}/day03.rs"), solution);
    let done = sandbox.aoc(&submit);
    done.says(&format!("note: {next_year}/3 was edited last\n"));
}

/// The day is the only one of its year. Another day was edited later.
#[test]
fn the_only_day_of_a_year_is_not_told_to_be_edited_last() {
    let sandbox = Sandbox::project()
        .file("days/year2020/day22.rs", "impl Solution for Day22 {}")
        .file("days/year2021/day05.rs", "impl Solution for Day05 {}");
    for selector in ["2020", "-y 2020"] {
        let line = format!("submit {selector} --part 1 --answer 5 --dry-run --offline");
        let done = sandbox.line(&line).exits(0);
        assert!(!done.stderr.contains("edited last"), "{done:#?}");
    }
    for selector in ["2019", "-y 2019"] {
        let line = format!("submit {selector} --answer 5 --dry-run --offline");
        let done = sandbox.line(&line).exits(2);
        done.mentions("one puzzle at a time, but 25 are selected; select one");
    }
}

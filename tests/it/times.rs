//! `aoc times`: the user's own times.

use std::fs;
use std::time::{Duration, SystemTime};

use chrono::{DateTime, Datelike, TimeDelta, Utc};
use serde_json::{Value, json};

use crate::sandbox::{Sandbox, TOKEN, is_whole_second};
use crate::site::pages::{self, ANSWERS, INPUT, INPUT_FILE, PAGE_FILE, calendar, sponsor};
use crate::site::{Reply, Site, next_moment};
use crate::terminal::OnTerminal;

const PATH: &str = "/2020/leaderboard/self";

/// A page of the site for 2020 with these rows.
fn page(rows: &str) -> Reply {
    page_of(2020, rows)
}

/// A page of the site with these rows.
pub fn page_of(year: u16, rows: &str) -> Reply {
    Reply::html(format!(
        "<!DOCTYPE html>\n<html><head><title>Personal Leaderboard - Advent of Code {year}</title></head>\
         <body><header><div class=\"user\">ana</div></header>{}<main><article><pre>{rows}</pre>\
         </article></main></body></html>\n",
        sponsor(year)
    ))
}

/// A proxy or a site that is mistaken must not fill an event with the stars of another one.
#[test]
fn the_times_of_another_event_are_not_stored() {
    let (site, sandbox) = Site::start().project();
    site.on(PATH, page_of(2019, " 3  00:10:00  00:20:00\n"));
    let done = sandbox.line("times 2020 --refresh").exits(5);
    done.mentions("expected the list of times in 2020, got that of another event");
    let times = sandbox.line("times 2020").exits(0);
    assert!(!times.stdout.contains("10m"), "{}", times.stdout);
}

/// A session ends after a month, and its user stays the same.
#[test]
fn a_renewed_session_keeps_the_stars_and_times_that_the_site_has_shown() {
    let site = Site::start();
    let settings = pages::settings_page("ana");
    site.on("/settings", Reply::html(&*settings));
    site.on(PATH, page(" 21  00:10:00  1 1  00:15:00  1 1\n"));
    let sandbox =
        pages::logged_out(&site).file("Cargo.toml", "[workspace]\n[workspace.metadata.aoc]\n");
    sandbox.aoc_reading(TOKEN, &["login"]).exits(0);
    // The name is known before the site shows any star.
    sandbox.line("status").exits(0).shows("ana");
    sandbox.line("times 2020 --refresh").exits(0);
    let shown = || {
        let stars =
            sandbox.line("status 2020 --json").exits(0).json()["stars"]["seen_stars"].take();
        let times = sandbox.line("times 2020").exits(0);
        (stars, times.stdout.contains("15m"))
    };
    let known = (json!(2), true);
    assert_eq!(shown(), known);
    sandbox.aoc_reading(pages::OTHER_TOKEN, &["login"]).exits(0);
    assert_eq!(shown(), known);
    // Another user may have the same name.
    let other = settings.replace("12345", "777");
    site.on("/settings", Reply::html(other));
    let token = TOKEN.replace('0', "1");
    sandbox.aoc_reading(&token, &["login"]).exits(0);
    assert_eq!(shown(), (Value::Null, false));
}

/// The site has shown the stars, so asking it again does not help.
#[test]
fn a_star_that_the_site_has_not_shown_cannot_be_shared_yet() {
    let (site, sandbox) = Site::start().project();
    site.on(PATH, page(" 21  00:10:00  1 1  -  -  -\n"));
    sandbox.line("times 2020 --refresh").exits(0);
    for day in [21, 22] {
        let done = sandbox.line(&format!("times 2020/{day} --share")).exits(1);
        done.says(&format!(
            "aoc: nothing to share: the site has shown no second star of 2020/{day}; once you have \
             it, `aoc times 2020 --refresh` asks the site\n"
        ));
    }
    // A calendar has no times.
    site.on("/2020", calendar(2020, 25, &[2]));
    sandbox.line("status 2020 --refresh").exits(0);
    let done = sandbox.line("times 2020/1 --share").exits(1);
    done.mentions("the second star of 2020/1 was not submitted here, and the site has not shown ");
}

#[test]
fn todays_line_is_shared_without_a_selector() {
    let (site, sandbox) = Site::start().project();
    let share = "times --share";
    site.set_time(&sandbox, next_moment("06-01T12:00:00Z", TimeDelta::zero()));
    let done = sandbox.line(share).exits(2);
    done.mentions("no puzzle given: name its day, as in `aoc times 3 --share`\n");
    let date = next_moment("12-03T12:00:00Z", TimeDelta::zero());
    site.set_time(&sandbox, date);
    let says = format!("nothing to share: the second star of {}/3", date.year());
    sandbox.line(share).mentions(&says).exits(1);
}

#[test]
fn a_user_without_stars_is_not_told_to_ask_again() {
    let (site, sandbox) = Site::start().project();
    site.on(PATH, page("You haven't collected any stars"));
    for _ in 0..2 {
        let done = sandbox.line("times 2020 --refresh").exits(0);
        done.prints("2020\nno stars yet, according to the site\n");
    }
    assert_eq!(site.paths(), [PATH]);
}

/// The times that the site showed say nothing of stars that came later, or on other days.
#[test]
fn no_stars_are_claimed_only_of_days_without_a_star() {
    let (site, sandbox) = Site::start().project();
    site.on(PATH, page("  1   00:02:05  4000  0  00:12:34  9000  0\n"));
    sandbox.line("times 2020 --refresh").exits(0);
    let none = "2020\nno stars on these days yet, according to the site\n";
    sandbox.line("times 2020/3").exits(0).prints(none);
    sandbox.write(
        "inputs/year2020/day03.answers.toml",
        "part1 = 5\npart2 = 6\n",
    );
    let unknown = "2020\nthe site has not shown the times of these stars: `aoc times 2020 \
                   --refresh` asks it again\n";
    sandbox.line("times 2020/3").exits(0).prints(unknown);
}

#[test]
fn the_site_is_asked_once_in_three_minutes() {
    let (site, sandbox) = Site::start().project();
    // The site's clock is one second ahead, which is too little to mention.
    let date = DateTime::<Utc>::from(SystemTime::now() + Duration::from_secs(1)).to_rfc2822();
    let page = page("  1   00:02:05  4000  0  00:12:34  9000  0\n");
    site.on(PATH, page.header("Date", &date));
    let none = sandbox.line("times 2020").exits(0);
    let advice = "no times are known: `aoc times 2020 --refresh` asks the site";
    none.shows(advice);
    // An unreadable file of answers is not known to contain guesses.
    sandbox.write("inputs/year2020/day02.answers.toml", "part3 = 5\n");
    sandbox.line("times 2020").exits(0).shows(advice);
    sandbox.remove("inputs/year2020/day02.answers.toml");
    let line = "  1    2m 5s  12m 34s  10m 29s        0\n";
    for _ in 0..2 {
        sandbox.line("times 2020 --refresh").exits(0).shows(line);
    }
    assert_eq!(site.paths(), [PATH]);
    let pages = sandbox.read(&site.statistics_file());
    let mut pages: Value = serde_json::from_str(&pages).expect("pages");
    for page in pages.as_object_mut().expect("pages").values_mut() {
        page["fetched"] = json!("2020-12-01T05:00:00Z");
    }
    sandbox.write(&site.statistics_file(), pages.to_string());
    let document = sandbox.line("times 2020 --refresh --json").exits(0).json();
    assert!(is_whole_second(&document["fetched"]), "{document}");
    assert_eq!(
        document["days"][0],
        json!({
            "day": 1, "part1": 125, "part2": 754, "between": 629, "guesses": 0,
            "part1_from_look": null, "part2_from_look": null
        })
    );
    assert_eq!(site.paths(), [PATH; 2]);
    // An unreadable file of answers does not hide anything else.
    sandbox.write("inputs/year2020/day02.answers.toml", "part3 = 5\n");
    let broken = sandbox.line("times 2020").exits(0).shows(line);
    // The number of its guesses is unknown.
    let broken = broken.mentions("warning: 2020/2: ");
    let broken = broken.shows("\n  2        –        –        –        –\n");
    broken.shows("\nsum           12m 34s                 –\n");
    let document = sandbox.line("times 2020 --json").exits(0).json();
    assert_eq!(document["days"][1]["guesses"], json!(null));
    assert_eq!(document["guesses"], json!(null));
    sandbox.remove("inputs/year2020/day02.answers.toml");
    // A page from the future counts from now. It is not kept until its time.
    let set_time = |time: &str| {
        let pages = sandbox.read(&site.statistics_file());
        let mut pages: Value = serde_json::from_str(&pages).expect("pages");
        for page in pages.as_object_mut().expect("pages").values_mut() {
            page["fetched"] = json!(time);
        }
        sandbox.write(&site.statistics_file(), pages.to_string());
    };
    set_time("2999-12-01T05:00:00Z");
    sandbox.line("times 2020 --refresh").exits(0).shows(line);
    assert_eq!(site.paths(), [PATH; 2]);
    assert!(!sandbox.read(&site.statistics_file()).contains("2999-"));
    set_time("2020-12-01T05:00:00Z");
    sandbox.line("times 2020 --refresh").exits(0).shows(line);
    assert_eq!(site.paths(), [PATH; 3]);
    // The page is shown without a request, and also if a request fails.
    site.on(PATH, Reply::new(500, ""));
    sandbox.line("times 2020").exits(0).shows(line);
    sandbox.write(&site.statistics_file(), "{}");
    let failed = sandbox.line("times 2020 --refresh").exits(5).shows(line);
    failed.mentions("showing the stored times: ");
    // After the server has failed twice, it is not asked again for a while.
    let failed = sandbox.line("times 2020 --refresh").exits(5).shows(line);
    failed.mentions("less than 3 minutes ago");
    // A refresh that is forbidden is a failure, as in `aoc status`.
    let failed = sandbox.line("times 2020 --refresh --offline").exits(5);
    failed
        .shows(line)
        .says("aoc: showing the stored times: not downloaded because of --offline\n");
    assert_eq!(site.paths().len(), 5);
}

#[test]
fn without_known_times_an_error_says_what_was_not_downloaded() {
    Sandbox::project()
        .line("times 2020 --refresh --offline")
        .exits(5)
        .says("aoc: times of 2020: not downloaded because of --offline\n");
}

/// Only a calendar shows how many days an event has.
#[test]
fn a_table_of_more_days_has_their_stars_but_the_event_keeps_its_days() {
    let (site, sandbox) = Site::start().project();
    let rows = "  1  00:02:05  00:12:34\n 13  00:02:05  00:12:34\n 13  00:02:05  00:12:34\n";
    site.on("/2025/leaderboard/self", page_of(2025, rows));
    sandbox.line("times 2025 --refresh").exits(0);
    sandbox.line("status 2025").exits(0).shows("2025: 4 of 26");
    let open = sandbox.line("open 2025/13 --print").exits(2);
    open.mentions("2025 has 12 days");
}

/// Only a request that has reached the server counts.
#[test]
fn a_request_that_was_not_sent_is_made_again() {
    let sandbox = Sandbox::project()
        .env("AOC_BASE_URL", "http://127.0.0.1:9")
        .env("AOC_SESSION", TOKEN);
    for _ in 0..2 {
        let failed = sandbox.line("times 2020 --refresh").exits(5);
        failed.mentions("aoc: 127.0.0.1:9 refuses the connection; ");
    }
}

#[test]
fn outside_of_a_project_the_site_is_not_asked() {
    let site = Site::start();
    site.on(PATH, page("  1   00:02:05  4000  0  00:12:34  9000  0\n"));
    let outside = Sandbox::new().site(&site).env("AOC_YEAR", "2020");
    let done = outside.line("times --refresh");
    done.exits(2).mentions("aoc: no aoc project here");
    assert_eq!(site.paths(), [""; 0]);
}

/// Asking the site about such an event would fail.
#[test]
fn an_event_that_has_not_begun_is_shown_without_advice_to_ask_the_site() {
    let sandbox = Sandbox::project();
    let locked = "2199\nnone of these puzzles is unlocked\n";
    sandbox
        .line("times 2199/1")
        .prints(locked)
        .says("")
        .exits(0);
    let both = sandbox.line("times 2199 2199/1").prints(locked).exits(0);
    both.mentions("no puzzle of 2199 is unlocked");
    let sandbox = sandbox.env("AOC_YEAR", "2199");
    sandbox.line("times").says("").prints(locked).exits(0);
}

/// The year is that of a selector or of a setting.
#[test]
fn the_site_is_not_asked_about_an_event_that_has_not_begun() {
    let (site, sandbox) = Site::start().project();
    let says = "the event of 2199 has not begun";
    let selected = sandbox.line("times 2199/1 --refresh").exits(4);
    selected.mentions(says);
    let sandbox = sandbox.env("AOC_YEAR", "2199");
    sandbox.line("times --refresh").exits(4).mentions(says);
    assert_eq!(site.paths(), [""; 0]);
}

#[test]
fn the_times_of_the_answers_are_shown_if_the_site_fails() {
    let guess = "[[guess]]\npart = 1\nanswer = 5\nverdict = 'right'\ntime = 2020-12-22T05:02:05Z\n";
    let sandbox = Sandbox::project()
        .env("AOC_BASE_URL", "http://127.0.0.1:9")
        .env("AOC_SESSION", TOKEN)
        .file(ANSWERS, guess);
    let failed = sandbox.line("times 2020 --refresh").exits(5);
    let failed = failed.shows("\n 22    2m 5s ");
    failed.mentions("aoc: showing the times of your answers: 127.0.0.1:9 refuses the connection; ");
}

#[test]
fn what_cannot_be_stored_is_said_with_the_reason() {
    let (site, sandbox) = Site::start().project();
    site.on(PATH, page("  1   00:02:05  4000  0  00:12:34  9000  0\n"));
    let sandbox = sandbox.file("../cache/aoc", "in the way");
    let done = sandbox.line("times 2020 --refresh").exits(0);
    let done = done.mentions(
        "warning: the times cannot be stored: wait 15 minutes before you ask the site again: ",
    );
    let reason = done.stderr.split(".json: ").nth(1);
    assert!(
        reason.is_some_and(|reason| !reason.contains("os error")),
        "{done:?}"
    );
}

#[test]
fn stars_that_cannot_be_stored_are_not_called_times() {
    let (site, sandbox) = Site::start().project();
    site.on(PATH, page("  1   00:02:05  4000  0  00:12:34  9000  0\n"));
    sandbox.line("times 2020 --refresh").exits(0).says("");
    // A folder is in the way of the file.
    let stars = sandbox.path(&site.cached(&sandbox, "stars"));
    fs::remove_file(&stars).expect("removed");
    fs::create_dir(&stars).expect("a folder");
    let pages = site.statistics_file();
    fs::remove_file(sandbox.path(&pages)).expect("removed");
    let done = sandbox.line("times 2020 --refresh").exits(0);
    let done = done.mentions("warning: the stars cannot be stored: ");
    assert!(!done.stderr.contains("the times"), "{done:?}");
}

/// A run without a table explains nothing.
#[test]
fn signs_are_explained_below_each_table_on_a_terminal() {
    let sandbox = Sandbox::project().file("inputs/year2020/day03.answers.toml", "part3 = 5\n");
    let shown = || {
        let aoc = OnTerminal::start(sandbox.command(&["times", "2020", "--color", "never"]));
        let (text, exit) = aoc.rest();
        assert_eq!(exit, Some(0), "{text}");
        text
    };
    let none = shown();
    assert!(none.contains("no times are known"), "{none}");
    let guess = "[[guess]]\npart = 1\nanswer = 5\nverdict = 'right'\ntime = 2020-12-22T05:02:05Z\n";
    sandbox.write(ANSWERS, guess);
    for text in [shown(), shown()] {
        assert!(text.contains("– not known"), "{text}");
    }
}

/// A download is not a look, and a text in a file is not one either.
#[test]
fn the_first_look_is_noted_where_the_text_is_shown() {
    let sandbox = Sandbox::project()
        .file(INPUT_FILE, INPUT)
        .file(PAGE_FILE, pages::page(2020, 22, 1))
        .env("BROWSER", "true")
        .env("PAGER", "cat");
    for line in [
        "fetch 2020/22 --offline",
        "read 2020/22",
        "open 2020/22 --print",
    ] {
        sandbox.line(line).exits(0);
        let answers = sandbox.path(ANSWERS);
        let is_noted = answers.exists() && sandbox.read(ANSWERS).contains("first_seen");
        assert!(!is_noted, "{line}");
        let _ = fs::remove_file(answers);
    }
    let aoc = OnTerminal::start(sandbox.command(&["read", "2020/22"]));
    assert_eq!(aoc.rest().1, Some(0));
    let noted = sandbox.read(ANSWERS);
    assert!(noted.starts_with("first_seen = "), "{noted}");
    // The first look does not change.
    sandbox.line("open 2020/22").exits(0);
    assert_eq!(sandbox.read(ANSWERS), noted);
    fs::remove_file(sandbox.path(ANSWERS)).expect("a file");
    sandbox.line("open 2020/22").exits(0);
    assert!(sandbox.read(ANSWERS).starts_with("first_seen = "));
    // The times of stars are also counted from it.
    let guess = |part, time| {
        format!(
            "[[guess]]\npart = {part}\nanswer = 5\nverdict = 'right'\ntime = 2020-12-22T{time}Z\n"
        )
    };
    let stars = guess(1, "08:10:00") + &guess(2, "08:15:30");
    let seen = "first_seen = 2020-12-22T08:00:00Z\n".to_owned();
    sandbox.write(ANSWERS, seen + &stars);
    let times = sandbox.line("times 2020").exits(0);
    times
        .shows("day   part 1   part 2  between  guesses   look 1   look 2\n")
        .shows(" 22   3h 10m   3h 15m   5m 30s        2   10m 0s  15m 30s\n")
        .shows("look: the time from the first look at the puzzle's text to the star\n");
    let day = &sandbox.line("times 2020 --json").json()["days"][0];
    assert_eq!(
        (&day["part1_from_look"], &day["part2_from_look"]),
        (&json!(600), &json!(930))
    );
}

#[test]
fn a_day_is_shown_alone_and_as_a_line_to_share() {
    let guess = |part: u8, verdict: &str, time: &str| {
        format!(
            "[[guess]]\npart = {part}\nanswer = \"77\"\nverdict = \"{verdict}\"\ntime = \
             2020-12-22T{time}Z\n"
        )
    };
    let first = guess(1, "too-low", "05:01:00") + &guess(1, "right", "05:02:05");
    let both = first.clone() + &guess(2, "right", "05:12:34");
    let sandbox = Sandbox::project()
        .without("AOC_SESSION")
        .file("inputs/year2020/day21.answers.toml", &first)
        .file("inputs/year2020/day22.answers.toml", &both);
    let done = sandbox
        .line("times 2020/22")
        .exits(0)
        .shows("\n 22    2m 5s ");
    assert!(!done.stdout.contains("\n 21 "), "{done:#?}");
    sandbox.line("times 2020").exits(0).shows("\n 21 ");
    let line = "Advent of Code 2020/22 ** 12m 34s after the unlock, 10m 29s between the parts, 3 \
                guesses, Rust";
    let done = sandbox.line("times 2020/22 --share").says("").exits(0);
    done.prints(&format!("{line}\n"));
    let document = sandbox.line("times 2020/22 --share --json").exits(0).json();
    let expected = json!({"schema": "aoc-times/1", "year": 2020, "day": 22, "line": line});
    assert_eq!(document, expected);
    for (arguments, says, exit) in [
        (
            "times 2020/21 --share",
            "nothing to share: the second star of 2020/21",
            1,
        ),
        ("times 2020/21-22 --share", "one puzzle at a time", 2),
        (
            "times 2019-2020",
            "one year at a time: select days of a single year",
            2,
        ),
        (
            "times 2019/3 2020/1",
            "one year at a time: select days of a single year",
            2,
        ),
        ("times 2199", "no puzzle of 2199 is unlocked", 4),
        ("times -y 2199", "no puzzle of 2199 is unlocked", 4),
    ] {
        sandbox.line(arguments).mentions(says).exits(exit);
    }
}

/// The table of days shows times within a day. Another row of the table changes nothing.
#[test]
fn a_later_star_has_no_time_in_the_table_of_days() {
    let (site, sandbox) = Site::start().project();
    let rows =
        " 22   00:00:42  4000  0  00:01:01  9000  0\n 21       >24h  4000  0      >24h  9000  0\n";
    site.on(PATH, page(&rows.replace('>', "&gt;")));
    let sandbox = sandbox.file("days/year2020/day21.rs", "");
    sandbox.line("times 2020 --refresh").exits(0);
    let row = |line: &str| {
        let done = sandbox.line(line).exits(0);
        let mut rows = done.stdout.lines().map(str::trim_end);
        let row = rows.find(|row| row.starts_with("2020/21 ")).expect("a row");
        let words: Vec<&str> = row.split_whitespace().collect();
        words.join(" ")
    };
    let in_list = row("list");
    assert_eq!(in_list, "2020/21 Allergen Assessment ** · · no input");
    assert_eq!(row("status 2020"), in_list);
}

/// A star that has a time is a star for every screen and for the guard.
#[test]
fn a_star_whose_time_the_site_has_shown_is_a_star() {
    let (site, sandbox) = Site::start().project();
    site.on(PATH, page(" 22   00:00:42  4000  0  00:01:01  9000  0\n"));
    site.on("/2020/day/22", Reply::html(pages::page(2020, 22, 2)));
    let sandbox = sandbox.file("days/year2020/day22.rs", "").file(
        "README.md",
        "<!-- aoc-bench:start -->\n<!-- aoc-bench:end -->\n",
    );
    sandbox.line("times 2020 --refresh").exits(0);
    let status = sandbox.line("status 2020").exits(0);
    status.shows("2020: 2 of 50  the site was asked ");
    let document = sandbox.line("status 2020 --json").exits(0).json();
    assert_eq!(document["stars"]["stars"], 2);
    assert_eq!(document["days"][21]["stars"], 2);
    assert_eq!(document["days"][20]["stars"], 0);
    sandbox.line("list").exits(0).shows("Crab Combat **");
    let calendar = sandbox.line("calendar 2020 --offline").exits(0);
    calendar.shows("2020    2 of 50  ana\n");
    sandbox.line("readme").exits(0);
    let readme = sandbox.read("README.md");
    assert!(
        readme.contains("| ⭐⭐ |") && readme.contains("| 2 of 50 |"),
        "{readme}"
    );
    // The part is compared with the answer on the page, and not sent.
    let done = sandbox.line("submit 2020/22 -p 1 --answer 33400").exits(0);
    done.shows("33400 is the accepted answer (nothing was sent)\n");
    assert_eq!(site.paths(), [PATH, "/2020/day/22"]);
}

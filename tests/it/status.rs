//! `aoc status`, and `aoc` without a command: the state of all days, without a request.

use std::time::{Duration, SystemTime};

use chrono::{DateTime, Datelike, TimeDelta, Utc};
use serde_json::{Value, json};

use crate::process::{Running, wait_until};
use crate::sandbox::{NOTHING, Sandbox, TOKEN, is_whole_second, last_time};
use crate::shared_project::{Year, length, shared_project};
use crate::site::pages::{calendar, events, page, page_of};
use crate::site::{Reply, Site, next_moment};
use crate::terminal::OnTerminal;
use crate::times;

fn project(site: &Site) -> Sandbox {
    let sandbox = Sandbox::project().site(site).env("AOC_YEAR", "2020");
    for (file, text) in [
        ("01.txt", "1\n"),
        ("01.html", "<html></html>"),
        ("01.examples.toml", "[[example]]\ninput = '1'\n"),
        ("01.answers.toml", "part1 = 5\npart2 = 6\n"),
        ("02.txt", "1\n"),
        ("02.examples.toml", "# none\n"),
        ("02.answers.toml", "part1 = 5\n"),
    ] {
        sandbox.write(&format!("inputs/year2020/day{file}"), text);
    }
    for day in ["days/year2020/day01.rs", "days/year2020/day02.rs"] {
        sandbox.write(day, "impl Solution for X {}");
    }
    sandbox
}

#[test]
fn a_year_is_shown_without_a_request() {
    let site = Site::start();
    let sandbox = project(&site);
    for arguments in [&["status"][..], &[]] {
        let done = sandbox.aoc(arguments).says("").exits(0);
        done.shows("session  AOC_SESSION (…cdef)\nevent    ").shows(
            "\n2020/1  Report Repair       **           1       2\n\
                 2020/2  Password Philosophy *            ·       1\n23 open days not started\n",
        );
    }
    let document = sandbox.line("--json").says("").exits(0).json();
    assert_eq!(document["schema"], "aoc-status/1");
    let session = json!({"place": "AOC_SESSION", "tail": "cdef", "user": null, "problem": null});
    assert_eq!(document["session"], session);
    assert!(document["event"]["next"]["time"].is_string(), "{document}");
    assert_eq!(document["days"].as_array().map(Vec::len), Some(25));
    let expected = json!({"year": 2020, "day": 2, "title": "Password Philosophy", "unlocked": true, "stars": 1, "seen_stars": null,
        "solution": true, "input": true, "page": false, "examples": false, "answers": 1, "last_run": null,
        "times": {"part1": null, "part2": null, "part1_from_look": null, "part2_from_look": null}});
    assert_eq!(document["days"][1], expected);
    assert_eq!(document["days"][2]["stars"], Value::Null);
    assert!(site.requests().is_empty());
    // A file that cannot be read does not hide anything else.
    let sandbox = sandbox.file("inputs/year2020/day02.answers.toml", "part3 = 5\n");
    let done = sandbox.aoc(&[]).mentions("day02.answers.toml, line 1: ");
    let done = done
        .exits(0)
        .shows("\n2020/2  Password Philosophy              ·       ·\n");
    // The file belongs to another day.
    sandbox.line("status 2020/1").says("").exits(0);
    sandbox
        .line("status 2020/1-2")
        .mentions("day02.answers.toml, line 1: ")
        .exits(0);
    // The end of a short token would reveal too much of it.
    let short = sandbox.env("AOC_SESSION", "abcd");
    let shown = short.line("status").exits(0);
    shown.shows("session  AOC_SESSION\nevent    ");
    let without = short.without("AOC_SESSION");
    let document = without.line("status --json").exits(0).json();
    let problem = "no session; log in at adventofcode.com, copy the value of the `session` cookie \
                   and run `aoc login`";
    let session = json!({"place": null, "tail": null, "user": null, "problem": problem});
    assert_eq!(document["session"], session);
    // The message is shown once, although this day is also the one that was edited last.
    assert_eq!(done.stderr.matches("day02.answers.toml").count(), 1);
}

#[cfg(target_os = "linux")]
#[test]
fn the_path_of_an_unusable_session_begins_with_a_tilde() {
    let sandbox = Sandbox::new()
        .without("AOC_SESSION")
        .without("XDG_CONFIG_HOME")
        .file("../home/.config/aoc/session", "not a token");
    let status = sandbox.line("status 2020").exits(0);
    status.shows("session  the session from ~/.config/aoc/session cannot be used: ");
}

/// The selectors are those of all commands.
#[test]
fn days_of_a_year_are_selected_as_in_other_commands() {
    let sandbox = project(&Site::start());
    let days = |line: &str| -> Vec<Value> {
        let document = sandbox.line(line).says("").exits(0).json();
        assert_eq!(document["year"], 2020, "{line}");
        let days = document["days"].as_array().expect("days");
        days.iter().map(|day| day["day"].clone()).collect()
    };
    for line in [
        "status 2020/2",
        "status 2020 2",
        "status 2 2020",
        "status -d 2",
        "status -d 2 -y 2020",
        "status days/year2020/day02.rs",
    ] {
        assert_eq!(days(&format!("{line} --json")), [2], "{line}");
    }
    assert_eq!(days("status 1 2020/5 --json"), [1, 5]);
    for line in ["status 2020 --json", "status -y 2020 --json"] {
        assert_eq!(days(line).len(), 25, "{line}");
    }
    let done = sandbox.line("status 2020/1 2019/1").prints("").exits(2);
    done.mentions("aoc: one year at a time");
    let done = sandbox.line("status tody").prints("").exits(2);
    done.mentions("aoc: unknown puzzle `tody`; did you mean `today`?");
    // A year whose days are locked.
    let locked = sandbox.line("status 2199 --json").exits(0).json();
    assert_eq!(locked["year"], 2199);
}

#[test]
fn refresh_asks_once_and_what_was_learned_stays() {
    let site = Site::start();
    let mut stars = vec![2; 20];
    stars.extend([1, 0, 0, 0, 0]);
    site.on("/2020", calendar(2020, 25, &stars));
    let sandbox = project(&site);
    // The age is measured by the site's clock, too.
    sandbox.write(&site.state_file(), "{\"clock_ahead\":600000}");
    let done = sandbox.line("status --refresh").says("").exits(0);
    let done = done
        .shows("(…cdef)  ana\n")
        .shows("2020: 41 of 50  the site was asked ");
    assert!(!done.stdout.contains("asked 10m"), "{done:#?}");
    let document = sandbox.line("status --json").says("").exits(0).json();
    assert_eq!(document["session"]["user"], "ana");
    assert_eq!(document["stars"]["stars"], 41);
    assert_eq!(document["days"][20]["stars"], 1);
    // The damaged file has more days than December.
    let file = site.cached(&sandbox, "stars");
    let damaged = sandbox.read(&file).replace("\"of\":50", "\"of\":100");
    sandbox.write(&file, damaged);
    sandbox.line("status").says("").exits(0);
    // A new session may belong to another user.
    let other = sandbox.env("AOC_SESSION", "ab".repeat(32));
    let document = other.line("status --json").says("").exits(0).json();
    assert_eq!(document["session"]["user"], Value::Null);
    assert_eq!(document["stars"]["stars"], 3);
    assert_eq!(site.paths(), ["/2020"]);
}

#[test]
fn a_refresh_that_was_not_sent_may_be_repeated_at_once() {
    let (site, sandbox) = Site::start().project();
    site.on("/2020", calendar(2020, 25, &[2, 1]));
    // The burst is used up, so the request waits for its turn.
    let slow = sandbox.env("AOC_SPACING", "6s");
    let now = DateTime::<Utc>::from(SystemTime::now()).timestamp_millis();
    let spent = format!("{{\"burst_full_at\":{}}}", now + 24_000);
    slow.write(&site.state_file(), spent);
    let mut waits = Running::start(slow.command(&["status", "2020", "--refresh"]));
    waits
        .stderr
        .line("note: limiting the request rate: next request in ");
    waits.signal("INT");
    waits.end().exits(130);
    assert_eq!(site.paths(), [""; 0]);
    slow.write(&site.state_file(), "{}");
    slow.line("status 2020 --refresh").exits(0);
    assert_eq!(site.paths(), ["/2020"]);
    let down = Sandbox::project()
        .env("AOC_BASE_URL", "http://127.0.0.1:9")
        .env("AOC_SESSION", TOKEN);
    for _ in 0..2 {
        let failed = down.line("status 2020 --refresh").exits(5);
        failed.mentions("127.0.0.1:9 refuses the connection");
    }
}

/// The request counts, although its reply was never seen.
#[test]
fn a_refresh_that_was_interrupted_is_not_repeated_at_once() {
    let stars = || calendar(2020, 25, &[2, 1]);
    let (site, sandbox) = Site::start().project();
    site.on("/2020", stars().delay(Duration::from_secs(20)));
    let refresh = Running::start(sandbox.command(&["status", "2020", "--refresh"]));
    wait_until(|| !site.requests().is_empty());
    refresh.signal("INT");
    refresh.end().exits(130);
    let again = sandbox.line("status 2020 --refresh").exits(5);
    again.mentions("a request for /2020 was interrupted less than 3 minutes ago; try again later");
    assert_eq!(site.paths(), ["/2020"]);
    // Three minutes later.
    let pages = sandbox.read(&site.statistics_file());
    let mut pages: Value = serde_json::from_str(&pages).expect("pages");
    for page in pages.as_object_mut().expect("pages").values_mut() {
        page["fetched"] = json!(DateTime::<Utc>::from(SystemTime::now()) - TimeDelta::minutes(3));
    }
    sandbox.write(&site.statistics_file(), pages.to_string());
    site.on("/2020", stars());
    let again = sandbox.line("status 2020 --refresh").exits(0);
    again.shows("2020: 3 of 50");
    assert_eq!(site.paths(), ["/2020"; 2]);
}

#[test]
fn the_legend_is_below_each_table_and_not_shown_by_a_quiet_command() {
    let sandbox = Sandbox::project().file("days/year2020/day01.rs", "");
    for (line, has_legend) in [("list -q", false), ("list", true), ("status 2020", true)] {
        let words = format!("{line} --color never");
        let words: Vec<&str> = words.split(' ').collect();
        let (text, _) = OnTerminal::start(sandbox.command(&words)).rest();
        assert!(text.contains("2020/1"), "{line}: {text}");
        let is_shown = text.contains("· none; an empty stars cell means unknown");
        assert_eq!(is_shown, has_legend, "{line}: {text}");
    }
}

/// A narrow terminal has no room for the column of times.
#[test]
fn the_legend_explains_no_signs_of_a_column_that_is_not_shown() {
    let mut time = last_time(4000, [Some(1000), None]);
    time["is_partial"] = json!(true);
    let times = json!({"2020": {"1": time}}).to_string();
    for (columns, is_shown) in [(80, true), (24, false)] {
        let sandbox = Sandbox::project()
            .file("days/year2020/day01.rs", "")
            .file("target/aoc-stamps/times.json", &times);
        let command = sandbox.command(&["list", "--color", "never"]);
        let (text, _) = OnTerminal::of_width(columns, command).rest();
        assert_eq!(text.contains("last"), is_shown, "{columns}: {text}");
        assert_eq!(text.contains("> a part"), is_shown, "{columns}: {text}");
        assert_eq!(text.contains("· none"), is_shown, "{columns}: {text}");
    }
}

#[test]
fn stars_that_the_site_showed_more_than_a_day_ago_are_dim() {
    let (site, sandbox) = Site::start().project();
    site.on("/2020", calendar(2020, 25, &[2, 1]));
    sandbox.line("status 2020 --refresh").exits(0);
    let file = site.cached(&sandbox, "stars");
    let mut stored: Value = serde_json::from_str(&sandbox.read(&file)).expect("a document");
    for (hours, is_dim) in [(23, false), (25, true)] {
        let time = DateTime::<Utc>::from(SystemTime::now()) - TimeDelta::hours(hours);
        stored["years"][0]["seen"] = json!(time.to_rfc3339());
        sandbox.write(&file, stored.to_string());
        let done = sandbox.line("status 2020 --color always").exits(0);
        for stars in ["2020:", "**"] {
            let is_shown_dim = done.stdout.contains(&format!("\u{1b}[2m{stars}"));
            assert_eq!(is_shown_dim, is_dim, "{hours} {stars} {done:#?}");
        }
    }
}

/// The header of the last day's page has the stars of the year. They prove the last star.
#[test]
fn stars_that_only_the_last_page_shows_count() {
    let (site, sandbox) = Site::start().project();
    let stars = [&[2; 22][..], &[1, 2, 1]].concat();
    site.on("/2020", calendar(2020, 25, &stars));
    sandbox.write("inputs/year2020/day25.answers.toml", "part1 = 33400\n");
    let done = sandbox.line("status 2020 --refresh").exits(0);
    done.shows("2020: 48 of 50  the site was asked ");
    let page = page(2020, 25, 2).replace("31*", "49*");
    sandbox.write("inputs/year2020/day25.html", page);
    sandbox.line("status 2020").shows("2020: 49 of 50  ");
    let document = sandbox.line("status 2020 --json").exits(0).json();
    let stars = ["stars", "seen_stars"].map(|key| document["stars"][key].as_u64());
    assert_eq!(stars, [Some(49), Some(48)]);
    assert_eq!(site.paths(), ["/2020"]);
}

#[test]
fn examples_of_the_code_and_of_the_file_count_together() {
    let sandbox = Sandbox::project()
        .env("AOC_YEAR", "2018")
        .file("days/year2018/day10.rs", length(10))
        .file("days/year2018/day11.rs", length(11))
        .file(
            "inputs/year2018/day11.examples.toml",
            "[[example]]\ninput = '1'\n",
        );
    let in_code = length(10).matches("Example::").count();
    let list = sandbox.line("list").exits(0).stdout;
    for (day, count) in [(10, in_code), (11, in_code + 1)] {
        let row = list
            .lines()
            .find(|line| line.starts_with(&format!("2018/{day} ")));
        let words: Vec<&str> = row.expect("a row").split_whitespace().collect();
        assert!(words.contains(&&*count.to_string()), "{words:?}");
        let status = sandbox.line("status --json").exits(0).json();
        assert_eq!(status["days"][day - 1]["examples"], true, "{day}");
    }
}

#[test]
fn the_page_of_the_last_day_is_named_as_the_source_of_its_number() {
    let sandbox = Sandbox::project().env("AOC_YEAR", "2019");
    let shown = || sandbox.line("status").exits(0).stdout;
    assert!(shown().contains("2019: not known  "));
    let last = page(2019, 25, 1).replace(">31*<", ">3*<");
    sandbox.write("inputs/year2019/day25.html", last);
    let source = "2019: 3 of 50  from the stored page of the last day; ";
    let text = shown();
    assert!(text.contains(source), "{text}");
    // More stars than on that page are recorded.
    for day in ["01", "02"] {
        let file = format!("inputs/year2019/day{day}.answers.toml");
        sandbox.write(&file, "part1 = 5\npart2 = 6\n");
    }
    let text = shown();
    assert!(
        text.contains("2019: 4 of 50  from the stored files; "),
        "{text}"
    );
}

/// The last star requires all others, wherever it is known from.
#[test]
fn the_last_star_is_all_stars_of_the_year() {
    let complete = "<p class=\"day-success\">Both parts of this puzzle are complete! They provide \
                    two gold stars: **</p></main>";
    let page = page(2019, 25, 2).replace("</main>", complete);
    let claim = "part1 = 5\n[[guess]]\npart = 2\nanswer = 'done'\nverdict = 'right'\ntime = \
                 2019-12-25T06:00:00Z\n";
    for (file, text) in [("html", &*page), ("answers.toml", claim)] {
        let sandbox = Sandbox::project().file(&format!("inputs/year2019/day25.{file}"), text);
        let status = sandbox.line("status 2019").exits(0);
        let status = status.shows("2019: 50 of 50  ");
        assert!(
            !status.stdout.contains("without all its stars"),
            "{status:?}"
        );
        let document = sandbox.line("status 2019 --json").exits(0).json();
        assert_eq!(document["stars"]["stars"], 50, "{file}");
        assert_eq!(document["days"][2]["stars"], 2, "{file}");
        assert_eq!(document["days"][2]["seen_stars"], Value::Null, "{file}");
        let calendar = sandbox.line("calendar 2019 --offline").exits(0);
        calendar.shows("2019   50 of 50\n");
        // The page of a day has the answer to compare with.
        let done = sandbox.line("submit 2019/3 --answer 5 --offline").exits(5);
        done.mentions("the part is already solved, but its accepted answer is not stored");
    }
}

/// The files of the last day may be of another account.
#[test]
fn a_later_list_of_stars_refutes_the_last_star_in_the_files() {
    let complete = "<p class=\"day-success\">Both parts of this puzzle are complete! They provide \
                    two gold stars: **</p></main>";
    let page = page(2020, 25, 2).replace("</main>", complete);
    let claim = "[[guess]]\npart = 2\nanswer = 'done'\nverdict = 'right'\ntime = ";
    for (file, text, stars) in [
        ("html", page.clone(), 6),
        // The list shows 4 stars, and stars never become fewer.
        ("html", page.replace("someone", "ana"), 50),
        (
            "html",
            page.replace("someone", "ana").replace("31*", "4*"),
            6,
        ),
        ("answers.toml", format!("{claim}2020-12-25T06:00:00Z\n"), 5),
        // The star was earned after the list.
        ("answers.toml", format!("{claim}2199-12-25T06:00:00Z\n"), 50),
    ] {
        let site = Site::start();
        site.on("/2020", calendar(2020, 25, &[2, 1, 1]));
        let sandbox = project(&site).file(&format!("inputs/year2020/day25.{file}"), &text);
        let status = sandbox.line("status 2020 --refresh --json").exits(0).json();
        assert_eq!(status["stars"]["stars"], stars, "{text}");
    }
}

/// Part 1 was solved elsewhere. The site offers part 2 only after part 1, so the verdict on part 2
/// shows both stars, unless a later list shows none: then the answer may be of another account.
#[test]
fn a_right_part_2_shows_both_stars_unless_a_later_list_shows_none() {
    let right = "[[guess]]\npart = 2\nanswer = 291\nverdict = 'right'\ntime = ";
    let [earlier, later] = ["2020-12-22T06:00:00Z\n", "2199-12-22T06:00:00Z\n"];
    let markers = "<!-- aoc-bench:start -->\n<!-- aoc-bench:end -->\n";
    for (time, listed, stars) in [
        (earlier, None, 2),
        (later, Some(0), 2),
        (earlier, Some(1), 2),
        (earlier, Some(2), 2),
        (earlier, Some(0), 1),
    ] {
        let site = Site::start();
        let sandbox = Sandbox::project()
            .site(&site)
            .file("README.md", markers)
            .file(
                "inputs/year2020/day22.answers.toml",
                format!("{right}{time}"),
            );
        if let Some(listed) = listed {
            let mut all = [0; 25];
            all[21] = listed;
            site.on("/2020", calendar(2020, 25, &all));
            sandbox.line("status 2020 --refresh").exits(0);
        }
        let case = format!("{time} {listed:?}");
        let status = sandbox.line("status 2020 --json").exits(0).json();
        assert_eq!(status["days"][21]["stars"], stars, "{case}");
        let calendar = sandbox.line("calendar 2020 --offline --json").exits(0);
        let shown = json!({"day": 22, "stars": stars});
        let days = calendar.json()["years"][0]["days"].clone();
        let days = days.as_array().expect("days");
        assert!(days.contains(&shown), "{case}");
        sandbox.line("readme").exits(0);
        let badge = format!("badge/stars-{stars}-");
        assert!(sandbox.read("README.md").contains(&badge), "{case}");
        let share = sandbox.line("times 2020/22 --share");
        let submit = sandbox.line("submit 2020/22 -p1 --answer 5 --offline");
        let solved = "the part is already solved, but its accepted answer is not stored";
        if stars == 2 {
            share.shows("Advent of Code 2020/22 ** ").exits(0);
            submit.mentions(solved).exits(5);
        } else {
            share
                .mentions("the site has shown no second star of 2020/22; once you have it,")
                .exits(1);
            assert!(!submit.stderr.contains(solved), "{submit:?}");
        }
    }
}

/// The site knows best which stars are missing, even before the last one.
#[test]
fn a_list_with_the_last_star_says_which_others_are_missing() {
    let site = Site::start();
    let stars: Vec<u8> = (0..25).map(|day| if day == 24 { 2 } else { 0 }).collect();
    site.on("/2020", calendar(2020, 25, &stars));
    let sandbox = project(&site);
    let status = sandbox.line("status 2020 --refresh --json").exits(0).json();
    // The project has accepted answers to days 1 and 2.
    assert_eq!(status["stars"]["stars"], 5, "{status}");
    let calendar = sandbox.line("calendar 2020 --offline --json").exits(0);
    assert_eq!(
        calendar.json()["years"][0]["days"][4]["stars"],
        0,
        "{calendar:?}"
    );
}

/// Both are told of: a damaged page counts as missing, and what cannot be read is unknown. A page
/// that can show nothing new is not examined, whether or not its title is needed.
#[test]
fn files_that_cannot_be_read_are_no_facts_in_json() {
    let answers = "inputs/year2020/day22.answers.toml";
    let html = "inputs/year2020/day22.html";
    let recorded = "part1 = 5\npart2 = 7\n";
    let right = |part| {
        format!(
            "[[guess]]\npart = {part}\nanswer = {part}\nverdict = 'right'\ntime = \
             2020-12-22T05:00:00Z\n"
        )
    };
    let judged = right(1) + &right(2);
    let good = page(2020, 22, 2);
    for (page, text, has_page, count) in [
        (&*good, "", true, json!(1)),
        ("<html>", "", false, json!(0)),
        ("<html>", recorded, false, json!(2)),
        ("<html>", &judged, true, json!(2)),
        (&*good, "part1 = [", true, json!(null)),
        ("<html>", "part1 = [", false, json!(null)),
    ] {
        for code in ["", "const TITLE: &str = \"T\";"] {
            let sandbox = Sandbox::project()
                .file("days/year2020/day22.rs", code)
                .file(html, page)
                .file(answers, text);
            let status = sandbox.line("status 2020 --json").exits(0).json();
            let list = sandbox.line("list 2020 --json").exits(0).json();
            for day in [&status["days"][21], &list["puzzles"][0]] {
                assert_eq!(day["page"], has_page, "{page} {text} {code}");
                assert_eq!(day["answers"], count, "{page} {text} {code}");
            }
            assert_eq!(list["puzzles"][0]["accepted"].is_null(), count.is_null());
        }
    }
}

/// The reply is shown, even if no later command can read it.
#[test]
fn a_reply_that_cannot_be_stored_is_shown() {
    let site = Site::start();
    site.on("/2020", calendar(2020, 25, &[2; 25]));
    let sandbox = project(&site).file("../cache/aoc", "in the way");
    let done = sandbox.line("status --refresh").exits(0);
    let done = done.mentions(
        "warning: the stars cannot be stored: wait 15 minutes before you ask the site again: ",
    );
    done.shows("(…cdef)  ana\n")
        .shows("2020: 50 of 50  the site was asked ");
}

#[test]
fn a_refresh_that_fails_shows_the_rest() {
    for (arguments, says, exit) in [
        (&["status", "--refresh"][..], "(403)", 5),
        (&["status", "--refresh", "--offline"], "--offline", 5),
        (&["status", "2199", "--refresh"], "has not begun", 4),
    ] {
        let site = Site::start();
        site.on("/2020", Reply::new(403, ""));
        let done = project(&site).aoc(arguments).mentions(says).exits(exit);
        done.shows(if exit == 4 {
            "no puzzle is unlocked"
        } else {
            "from the stored files"
        });
    }
}

#[test]
fn a_refresh_without_a_session_says_so_once() {
    let done = Sandbox::project().line("status --refresh").exits(3);
    done.says("aoc: showing the stored stars, because the site was not asked\n")
        .shows("session  no session; log in at ");
}

/// Without a year, a request for the stars of other events is useful. For a year that is named, the
/// refresh is an error.
#[test]
fn a_refresh_before_an_event_asks_for_the_stars_of_all_years() {
    let site = Site::start();
    site.on("/events", events(&[(2020, 5)]));
    let sandbox = project(&site).env("AOC_YEAR", "2199");
    let done = sandbox.line("status --refresh").says("").exits(0);
    done.shows("(…cdef)  ana\n").shows("no puzzle is unlocked");
    assert_eq!(site.paths(), ["/events"]);
    let done = sandbox.line("status 2020").says("").exits(0);
    done.shows("2020: 5 of 50  the site was asked ");
    let done = sandbox.line("status 2020 --refresh --offline").exits(5);
    done.shows("2020: 5 of 50  the site was asked ")
        .says("aoc: showing the stored stars: not downloaded because of --offline\n");
    let done = sandbox.line("status 2199 --refresh").exits(4);
    done.mentions("aoc: the event of 2199 has not begun: it begins in ");
    assert_eq!(site.paths(), ["/events"]);
}

#[test]
fn outside_of_a_project_it_points_to_init() {
    let done = Sandbox::new().aoc(&[]).says("").exits(0);
    done.shows("\nnext     aoc init advent  make a ");
}

#[test]
fn the_last_run_leaves_its_time_and_its_failure() {
    let project = shared_project();
    let answers = "inputs/year2016/day19.answers.toml";
    for (answer, exit, note) in [("7", 1, "wrong now\n"), ("6", 0, "s\n")] {
        project.write(answers, format!("part1 = {answer}\n"));
        project.line("run 2016/19").exits(exit);
        let list = project.line("list 2016/19").exits(0);
        assert!(list.stdout.ends_with(note), "{list:#?}");
    }
    let document = project.line("status 2016 --json").exits(0).json();
    let last_run = &document["days"][18]["last_run"];
    let has_time = last_run["ns"].as_u64().is_some_and(|ns| ns > 0);
    assert!(has_time && last_run["status"] == "ok", "{last_run}");
}

/// Any command that runs the saved code records how it ended.
#[test]
fn every_command_that_runs_the_saved_code_is_its_last_run() {
    let year = Year::empty(2043);
    let world = &year.world;
    year.write("day01.rs", length(1));
    let is_wrong = |command: &str, exit: i32| {
        world.line(command).exits(exit);
        let list = world.line("list 2043/1").exits(0);
        list.stdout.contains("wrong now")
    };
    let answers = "inputs/year2043/day01.answers.toml";
    let [right, wrong] = ["part1 = 5\n", "part1 = 7\n"];
    world.write(answers, wrong);
    assert!(is_wrong("verify 2043/1", 1));
    world.write(answers, right);
    assert!(!is_wrong("verify 2043/1", 0));
    world.write(answers, wrong);
    assert!(is_wrong("run 2043/1", 1));
    world.write(answers, right);
    assert!(!is_wrong("bench 2043/1 --jobs 2", 0));
    // `test` checks examples; commands that only run the input do not.
    let examples = "inputs/year2043/day01.examples.toml";
    world.write(examples, "[[example]]\ninput = 'ab'\npart1 = 5\n");
    assert!(is_wrong("test 2043/1", 1));
    assert!(is_wrong("run 2043/1 --no-examples", 0));
    world.write(examples, "[[example]]\ninput = 'ab'\npart1 = 2\n");
    assert!(!is_wrong("test 2043/1", 0));
    // Results for other contents of the file are outdated.
    world.write(answers, wrong);
    assert!(is_wrong("run 2043/1", 1));
    year.write("day01.rs", length(1) + "// edited\n");
    assert!(!is_wrong("list 2043/1", 0));
    assert!(is_wrong("accept 2043/1", 7));
}

/// The same code would fail again.
#[test]
fn an_example_that_failed_is_shown_until_its_part_matches() {
    let year = Year::empty(2055);
    let world = &year.world;
    year.write("day01.rs", length(1));
    let is_wrong = |command: &str, exit: i32| {
        world.line(command).exits(exit);
        let list = world.line("list 2055/1").exits(0);
        list.stdout.contains("wrong now")
    };
    let examples = "inputs/year2055/day01.examples.toml";
    world.write(
        examples,
        "[[example]]\ninput = 'ab'\npart1 = 2\npart2 = 7\n",
    );
    assert!(is_wrong("test 2055/1 -p 2", 1));
    assert!(is_wrong("test 2055/1 -p 1", 0));
    assert!(is_wrong("run 2055/1 -p 1", 0));
    assert!(is_wrong("run 2055/1 --no-examples", 0));
    // Each example is a result, and the last one matches.
    let two = "[[example]]\ninput = 'ab'\npart1 = 7\n\n[[example]]\ninput = 'abc'\npart1 = 3\n";
    world.write(examples, two);
    assert!(is_wrong("run 2055/1 --example", 1));
    assert!(is_wrong("test 2055/1 -p 2", 0));
    world.write(examples, "[[example]]\ninput = 'ab'\npart1 = 2\n");
    assert!(!is_wrong("test 2055/1", 0));
}

/// Each row is one of `aoc list`.
#[test]
fn each_puzzle_has_a_line() {
    let day = include_str!("../../days/year2020/day22.rs");
    let sandbox = Sandbox::project().file("days/year2020/day22.rs", day);
    sandbox.write("inputs/year2020/day22.txt", "x\n");
    sandbox.write("inputs/year2020/day22.friend.txt", "x\n");
    sandbox.write("inputs/year2020/day22.answers.toml", "part1 = 306\n");
    let none = Sandbox::project().line("list").prints("").exits(2);
    none.mentions("aoc: this project has no solutions yet: create one with `aoc new ");
    let list = sandbox.line("list").says("").exits(0);
    list.shows("2020/22 Crab Combat *            1       1\n");
    let mut document = sandbox.line("list 2020 --json").exits(0).json();
    let edited = document["puzzles"][0]["edited"].take();
    assert!(is_whole_second(&edited), "{edited}");
    let inputs = ["", ".friend"].map(|name| format!("inputs/year2020/day22{name}.txt"));
    // The day as in `aoc status --json`, with what only the list has.
    let mut puzzle = sandbox.line("status 2020 --json").exits(0).json()["days"][21].take();
    assert_eq!(puzzle["stars"], 1);
    for (field, value) in [
        ("inputs", json!(inputs)),
        ("accepted", json!([1])),
        ("edited", Value::Null),
    ] {
        puzzle[field] = value;
    }
    let list = json!({"schema": "aoc-list/1", "puzzles": [puzzle]});
    assert_eq!(document, list);
    // The template of a locked puzzle counts as a day. It is skipped if several days are selected.
    sandbox.line("new 2099/1").exits(0);
    for line in ["list", "list all", "list all all"] {
        sandbox.line(line).exits(0).shows("\n2099/1  ");
    }
    let alone = "note: no solution for 2099 yet: 2099/1 is still the template, and unlocks \
                 2099-12-01 05:00 UTC\n";
    sandbox.line("list 2099").says(alone).prints("").exits(0);
    let day = sandbox.read("days/year2099/day01.rs") + "// begun\n";
    sandbox.write("days/year2099/day01.rs", day);
    sandbox.line("list 2099").exits(0).shows("2099/1  ");
}

/// As in `aoc status` and `aoc times`, what can be read is shown.
#[test]
fn an_answers_file_that_cannot_be_read_is_a_warning_of_the_list() {
    let sandbox = Sandbox::project().file("days/year2020/day01.rs", "");
    sandbox.write("inputs/year2020/day01.answers.toml", "part3 = 5\n");
    for line in ["list", "list --json", "status 2020", "times 2020"] {
        let done = sandbox.line(line).exits(0);
        done.mentions("warning: 2020/1: ");
    }
    let document = sandbox.line("list --json").json();
    assert_eq!(document["puzzles"][0]["accepted"], Value::Null);
}

/// Without the settings, the answers in another folder would not be found, and `submit` would send
/// a wrong guess again.
#[test]
fn a_manifest_that_is_no_toml_stops_the_commands_that_need_its_settings() {
    let sandbox = Sandbox::new()
        .file(
            "Cargo.toml",
            "[workspace]\n[workspace.metadata.aoc\nyear = 2020\n",
        )
        .file("days/year2020/Cargo.toml", "")
        .file("days/year2020/day01.rs", "impl Solution for X {}");
    let says = "Cargo.toml: not valid TOML in line 2: ";
    for line in [
        "list",
        "status",
        "fetch 2020/1",
        "accept 2020/1 -p 1 7",
        "verify -q",
        "submit 2020/1 --answer 7",
        "config inputs",
    ] {
        let done = sandbox.line(line).exits(2).mentions(says);
        assert!(!done.stderr.contains("is not set"), "{done:#?}");
    }
    assert!(!sandbox.path("inputs").exists());
    sandbox.line("config contact me@example.org").exits(0);
}

#[test]
fn the_source_of_a_folder_that_is_missing_is_named() {
    let sandbox = Sandbox::project().env("AOC_INPUTS", "/nosuch");
    let says = "the inputs cannot be in /nosuch, which is not a folder: create it, or correct \
                AOC_INPUTS\n";
    sandbox.line("fetch 2020/22").mentions(says).exits(8);
    let sandbox = Sandbox::project().file("../config/aoc/config.toml", "inputs = '/nosuch'\n");
    let says = "which is not a folder: create it, or correct the setting `inputs`\n";
    sandbox.line("fetch 2020/22").mentions(says).exits(8);
}

#[test]
fn times_beyond_all_bounds_are_no_overflow() {
    let sandbox = Sandbox::project()
        .file(
            "README.md",
            "<!-- aoc-bench:start -->\n<!-- aoc-bench:end -->\n",
        )
        .file("days/year2020/day01.rs", "impl Solution for X {}")
        .file("days/year2020/day02.rs", "impl Solution for X {}");
    let last = last_time(u64::MAX, [None; 2]);
    let times = json!({"2020": {"1": last, "2": last}}).to_string();
    sandbox.write("target/aoc-stamps/times.json", times);
    sandbox.line("readme").exits(0);
    assert!(sandbox.read("README.md").contains("| **2020** |"));
}

#[test]
fn a_second_computer_knows_the_stars_of_stored_pages() {
    let sandbox = Sandbox::project().env("AOC_YEAR", "2025");
    let solved = page_of(2025, 12, ["<p>One.</p>", ""], &["7"]);
    let both = "<p class=\"day-success\">Both parts of \
                this puzzle are complete! They provide two gold stars: **</p>";
    let solved = solved.replace("</main>", &format!("{both}</main>"));
    sandbox.write("inputs/year2025/day12.html", solved);
    sandbox.write("inputs/year2025/day12.answers.toml", "part1 = 7\n");
    let document = sandbox.line("status --json").exits(0).json();
    assert_eq!(document["days"][11]["stars"], 2, "{document}");
}

/// The pages of days that were just created have no answers to record.
#[test]
fn days_that_nobody_has_written_were_not_solved_elsewhere() {
    let site = Site::start();
    let sandbox = project(&site);
    // During an event, the next step is a day of the event.
    site.set_time(&sandbox, next_moment("06-01T12:00:00Z", TimeDelta::zero()));
    let next = |says: &str| {
        let done = sandbox.line("status 2018").exits(0);
        let last = done.stdout.lines().last().unwrap_or_default();
        assert!(last.starts_with("next ") && last.contains(says), "{last}");
    };
    sandbox.line("new 2018/1-3").exits(0);
    next("aoc start 2018/");
    for day in 1..=2 {
        let file = format!("days/year2018/day{day:02}.rs");
        sandbox.write(&file, sandbox.read(&file) + "// Mine.\n");
    }
    let fetch = "aoc fetch 2018  takes the accepted answers of 2 days from their pages";
    next(fetch);
    // A damaged page counts as missing.
    for (text, says) in [("", fetch), ("<main><article>", "aoc start 2018/")] {
        for day in 1..=2 {
            let page = format!("<title>Day {day} - Advent of Code 2018</title>{text}");
            sandbox.write(&format!("inputs/year2018/day{day:02}.html"), page);
        }
        next(says);
    }
}

#[test]
fn a_day_can_be_named_and_one_that_was_deleted_is_gone() {
    let sandbox = project(&Site::start());
    sandbox.remove("inputs/year2020/day01.txt");
    let mut last = last_time(5, [None; 2]);
    last["statuses"] = json!(["wrong", "ok"]);
    last["source"] = json!(NOTHING);
    let times = json!({"2020": {"1": last, "7": last}}).to_string();
    sandbox.write("target/aoc-stamps/times.json", times);
    for named in ["status 2", "status days/year2020/day02.rs"] {
        let done = sandbox.line(named).exits(0);
        assert!(done.stdout.contains("\n2020/2 ") && !done.stdout.contains("2020/1 "));
    }
    let years = sandbox.line("status 2019-2020").exits(2);
    years.mentions("one year at a time: `aoc list` shows");
    let all = sandbox.line("status").exits(0).shows("wrong now");
    assert!(!all.stdout.contains("2020/7"), "{all:?}");
    // Results for other contents of the file are outdated.
    last["source"] = json!(1);
    let times = json!({"2020": {"1": last}}).to_string();
    sandbox.write("target/aoc-stamps/times.json", times);
    let all = sandbox.line("status").exits(0);
    assert!(!all.stdout.contains("wrong now"), "{all:?}");
}

/// By the site's clock, the first day of an event is open.
#[test]
fn a_day_that_is_locked_does_not_hide_that_another_one_is_open() {
    let (site, sandbox) = Site::start().project();
    let first = next_moment("12-01T12:00:00Z", TimeDelta::zero());
    let year = first.year();
    site.set_time(&sandbox, first);
    let answers = format!("inputs/year{year}/day01.answers.toml");
    sandbox.write(&answers, "part1 = 5\n");
    let line =
        format!("1 of 24  from the stored files; `aoc status {year} --refresh` asks the site\n");
    for selector in ["", "/1", "/10"] {
        let done = sandbox.line(&format!("status {year}{selector}")).exits(0);
        done.shows(&line);
    }
}

#[test]
fn where_nothing_is_known_there_is_no_zero() {
    let sandbox = Sandbox::project();
    let done = sandbox.line("status 2020").exits(0);
    done.shows("stars    2020: not known  `aoc status 2020 --refresh` asks the site\n");
    let document = sandbox.line("status 2020 --json").exits(0).json();
    assert_eq!(document["stars"]["stars"], Value::Null);
    // Before an event there are no stars.
    sandbox.line("status 2199").exits(0).shows("2199: 0 of ");
}

/// By the site's clock, it is June, and no event is near.
#[test]
fn the_next_step_may_be_a_day_of_another_year() {
    let (site, sandbox) = Site::start().project();
    let june = next_moment("06-01T12:00:00Z", TimeDelta::zero());
    site.set_time(&sandbox, june);
    site.on("/2020", calendar(2020, 25, &[2; 25]));
    let days = (1..=25).map(|day| (2020, day));
    for (year, day) in days.chain([(2019, 1), (2199, 1)]) {
        let path = format!("year{year}/day{day:02}");
        sandbox.write(&format!("days/{path}.rs"), "impl Solution for X {}");
        sandbox.write(&format!("inputs/{path}.txt"), "1\n");
        sandbox.write(&format!("inputs/{path}.answers.toml"), "part1 = 5\n");
    }
    let complete = sandbox.line("status 2020 --refresh").exits(0);
    complete.shows("; the first day of 2019 without all its stars\n");
    let locked = sandbox.line("status 2199").exits(0);
    locked.shows("; this puzzle is already unlocked\n");
    let document = sandbox.line("status 2199 --json").exits(0).json();
    let command = document["next"]["command"].as_str();
    let is_command = command.is_some_and(|command| command.starts_with("aoc "));
    assert!(is_command, "{document}");
}

/// Its files cost time, and may have warnings of their own.
#[test]
fn another_year_is_read_only_if_nothing_is_left_to_do_in_the_shown_one() {
    let (site, sandbox) = Site::start().project();
    site.set_time(&sandbox, next_moment("06-01T12:00:00Z", TimeDelta::zero()));
    site.on("/2020", calendar(2020, 25, &[2; 25]));
    sandbox.write("days/year2019/day01.rs", "impl Solution for X {}");
    sandbox.write("inputs/year2019/day01.answers.toml", "part1 = \n");
    for day in 1..=25 {
        let path = format!("year2020/day{day:02}");
        sandbox.write(&format!("days/{path}.rs"), "impl Solution for X {}");
        sandbox.write(&format!("inputs/{path}.answers.toml"), "part1 = 5\n");
    }
    let gap = sandbox.line("status 2020 --refresh").exits(0);
    gap.says("")
        .shows("25 days without an input in this project");
    for day in 1..=25 {
        sandbox.write(&format!("inputs/year2020/day{day:02}.txt"), "1\n");
    }
    let complete = sandbox.line("status 2020").exits(0);
    complete
        .mentions("inputs/year2019/day01.answers.toml")
        .shows("; the first day of 2019 without all its stars");
}

/// By the site's clock, it is June. The newest event is complete, and a later one is shown.
#[test]
fn a_year_is_not_prepared_long_before_it_while_an_earlier_one_has_open_days() {
    let (site, sandbox) = Site::start().project();
    let june = next_moment("06-01T12:00:00Z", TimeDelta::zero());
    let newest = june.year() - 1;
    site.set_time(&sandbox, june);
    let number = u16::try_from(newest).expect("a year");
    site.on(&format!("/{newest}"), calendar(number, 12, &[2; 12]));
    sandbox.write("days/year2019/day01.rs", "impl Solution for X {}");
    sandbox.write("inputs/year2019/day01.txt", "1\n");
    let edited_last = format!("days/year{newest}/day12.rs");
    sandbox.write(&edited_last, "impl Solution for X {}");
    sandbox.line(&format!("status {newest} --refresh")).exits(0);
    let later = sandbox.line(&format!("status {}", newest + 2)).exits(0);
    later
        .shows("next     aoc run 2019/1  ")
        .shows("; this puzzle is already unlocked\n");
}

/// The clock was set back after the last day was solved. The stored page shows that the puzzle is
/// open, whatever the clocks say.
#[test]
fn a_puzzle_that_its_page_shows_open_does_not_unlock_next() {
    let (site, sandbox) = Site::start().project();
    let night = next_moment("12-12T00:05:00Z", TimeDelta::zero());
    let year = night.year();
    site.set_time(&sandbox, night);
    let number = u16::try_from(year).expect("a year");
    let file = format!("inputs/year{year}/day12");
    sandbox.write(&format!("{file}.html"), page(number, 12, 2));
    let right = format!("verdict = 'right'\ntime = {year}-12-12T05:01:00Z\n");
    let guess = format!("[[guess]]\npart = 1\nanswer = 33400\n{right}");
    sandbox.write(&format!("{file}.answers.toml"), guess);
    let status = sandbox.line(&format!("status {year} --json")).exits(0);
    let document = status.json();
    assert_eq!(document["days"][11]["unlocked"], true);
    let next = &document["event"]["next"];
    assert_eq!((&next["year"], &next["day"]), (&json!(year + 1), &json!(1)));
    let times = sandbox.line(&format!("times {year}")).exits(0);
    times.shows("\n 12    1m 0s ");
}

/// The clock was set back, and the puzzle that it lets unlock soon is open by its stored page.
#[test]
fn a_due_puzzle_that_is_open_only_by_its_page_is_not_called_todays() {
    let (site, sandbox) = Site::start().project();
    let night = next_moment("12-05T04:30:00Z", TimeDelta::zero());
    let year = night.year();
    site.set_time(&sandbox, night);
    let number = u16::try_from(year).expect("a year");
    let file = format!("inputs/year{year}/day05.html");
    sandbox.write(&file, page(number, 5, 1));
    let next = format!("next     aoc start {year}/5  already unlocked\n");
    sandbox.line("status").exits(0).shows(&next);
}

/// The clock was set back after a star was won. The verdict or the site's table shows that the
/// puzzle is open, whatever the clocks say, even without the stored page.
#[test]
fn a_puzzle_with_a_known_star_does_not_unlock_next() {
    let night = next_moment("12-12T00:05:00Z", TimeDelta::zero());
    let year = night.year();
    let right = format!("verdict = 'right'\ntime = {year}-12-12T05:01:00Z\n");
    let guess = format!("[[guess]]\npart = 1\nanswer = 33400\n{right}");
    let rows = " 12   00:01:00  4000  0         -     -  -\n";
    let number = u16::try_from(year).expect("a year");
    for is_submitted_here in [true, false] {
        let (site, sandbox) = Site::start().project();
        if is_submitted_here {
            sandbox.write(&format!("inputs/year{year}/day12.answers.toml"), &guess);
        } else {
            let path = format!("/{year}/leaderboard/self");
            site.on(&path, times::page_of(number, rows));
            site.set_time(&sandbox, night + TimeDelta::hours(6));
            sandbox.line(&format!("times {year} --refresh")).exits(0);
        }
        site.set_time(&sandbox, night);
        let status = sandbox.line(&format!("status {year} --json")).exits(0);
        let document = status.json();
        assert_eq!(document["days"][11]["stars"], 1);
        assert_eq!(document["days"][11]["unlocked"], true);
        assert_eq!(document["days"][10]["unlocked"], true);
        let next = &document["event"]["next"];
        assert_eq!((&next["year"], &next["day"]), (&json!(year + 1), &json!(1)));
        for selector in ["", "/12"] {
            let line = format!("times {year}{selector}");
            sandbox.line(&line).exits(0).shows("\n 12    1m 0s ");
        }
        if is_submitted_here {
            let days = sandbox.line(&format!("open {year} --print")).exits(0);
            days.shows(&format!("/{year}/day/12\n"));
        }
    }
}

/// The computer was restarted, and its clock is hours behind. Each command knows from the stored
/// stars that the puzzle is open.
#[test]
fn a_puzzle_with_a_known_star_is_open_for_each_command() {
    let night = next_moment("12-12T00:05:00Z", TimeDelta::zero());
    let year = night.year();
    let number = u16::try_from(year).expect("a year");
    let (site, sandbox) = Site::start().project();
    let mut stars = vec![2; 11];
    stars.push(1);
    let path = format!("/{year}");
    site.on(&path, calendar(number, 12, &stars));
    site.on(&format!("{path}/day/12"), Reply::html(page(number, 12, 1)));
    site.on(&format!("{path}/day/12/input"), Reply::text("1\n"));
    sandbox.line(&format!("new {year}/12")).exits(0);
    site.set_time(&sandbox, night);
    let list = format!("list {year}");
    let locked = format!("note: no solution for {year} yet: {year}/12 is still the template, ");
    sandbox.line(&list).mentions(&locked).exits(0);
    sandbox.line(&format!("fetch {year}/12")).exits(4);
    site.set_time(&sandbox, night + TimeDelta::hours(6));
    sandbox.line(&format!("status {year} --refresh")).exits(0);
    assert_eq!(site.paths(), [&*path]);

    site.set_time(&sandbox, night);
    let document = sandbox.line(&format!("status {year} --json")).json();
    assert_eq!(document["days"][11]["unlocked"], true);
    let listed = sandbox.line(&list).says("").exits(0);
    listed.shows(&format!("{year}/12"));
    let days = sandbox.line(&format!("open {year} --print")).exits(0);
    days.shows(&format!("{path}/day/12\n"));
    sandbox.line(&format!("fetch {year}/12")).exits(0);
    assert_eq!(site.count(&format!("{path}/day/12/input")), 1);
    // The stars are those of the session.
    let anonymous = sandbox.without("AOC_SESSION");
    anonymous.remove(&format!("inputs/year{year}/day12.html"));
    anonymous.line(&list).mentions(&locked).exits(0);
}

/// The page of the last day may show more stars than the site showed later: the files may be of
/// another account.
#[test]
fn the_source_of_the_number_of_stars_is_the_one_that_has_it() {
    let (site, sandbox) = Site::start().project();
    site.on("/2020", calendar(2020, 25, &[1]));
    let last = page(2020, 25, 1).replace(">31*<", ">3*<");
    let sandbox = sandbox.file("inputs/year2020/day25.html", last);
    let on_page = sandbox.line("status 2020 --refresh").exits(0);
    on_page.shows("2020: 3 of 50  from the stored page of the last day; the site showed 1 star ");
    let page = page(2020, 22, 1).replace(">31*<", ">4*<");
    sandbox.write("inputs/year2020/day22.html", page);
    let on_page = sandbox.line("status 2020").exits(0);
    on_page.shows("2020: 4 of 50  from a stored page; the site showed 1 star ");
    for day in ["02", "03"] {
        let file = format!("inputs/year2020/day{day}.answers.toml");
        sandbox.write(&file, "part1 = 5\npart2 = 6\n");
    }
    let recorded = sandbox.line("status 2020").exits(0);
    recorded.shows("2020: 5 of 50  from the stored files; the site showed 1 star ");
}

#[test]
fn a_file_in_place_of_the_folder_of_inputs_is_told_once() {
    let sandbox = Sandbox::project().file("inputs", "");
    let path = sandbox.path("inputs").canonicalize().expect("a file");
    let why = format!(
        "the inputs cannot be in {}, which is not a folder: rename it\n",
        path.display()
    );
    sandbox
        .line("status 2020")
        .says(&format!("warning: {why}"))
        .exits(0);
    let done = sandbox.line("accept 2020/1 5").exits(8);
    done.says(&format!("aoc: {why}"));
    // A year's folder may be a file too. Nothing else tells of that.
    let sandbox = Sandbox::project()
        .file("inputs/year2020", "")
        .file("days/year2020/day01.rs", "");
    let done = sandbox.line("status 2020").exits(0);
    let done = done.mentions("inputs/year2020/day01.answers.toml: Not a directory");
    assert_eq!(done.stderr.lines().count(), 1, "{done:#?}");
}

//! `aoc calendar`: it makes one request, and uses only pages of the user.

use std::fs::{self, File};
use std::path::PathBuf;
use std::time::SystemTime;

use chrono::{DateTime, Datelike, TimeDelta, Utc};
use serde_json::{Value, json};

use crate::process::Running;
use crate::sandbox::{Sandbox, TOKEN, is_whole_second, last_time};
use crate::site::pages::{ANSWERS, calendar, events, page};
use crate::site::{Reply, Site, next_moment};

#[test]
fn a_years_stars_come_with_one_request() {
    let site = Site::start();
    site.on("/2024", calendar(2024, 25, &[2, 1, 0, 2]));
    // The command works outside of a project.
    let sandbox = Sandbox::new().site(&site);
    let done = sandbox.line("calendar 2024").says("").exits(0);
    let locked = "  ~\n".repeat(21);
    let drawn = "  o  4 **\n  o  3\n  o  2 *\n  o  1 **\n";
    assert_eq!(
        done.stdout,
        format!("2024    5 of 50  ana\n{locked}{drawn}")
    );
    assert_eq!(site.paths(), ["/2024"]);
    assert!(site.requests()[0].has_session(TOKEN));

    let mut document = sandbox.line("calendar 2024 --json").exits(0).json();
    let seen = document["years"][0]["seen"].take();
    assert!(is_whole_second(&seen), "{seen}");
    // The other days were unlocked, and had no star.
    let stars = [2, 1, 0, 2].into_iter().chain([0; 21]);
    let days = stars
        .zip(1..)
        .map(|(stars, day)| json!({"day": day, "stars": stars}));
    let days: Vec<Value> = days.collect();
    let year = json!({"year": 2024, "stars": 5, "of": 50, "days": days, "seen": null});
    let expected =
        json!({"schema": "aoc-calendar/1", "user": "ana", "total": null, "years": [year]});
    assert_eq!(document, expected);
    // Without a request it is the same.
    let mut stored = sandbox
        .line("calendar 2024 --json --offline")
        .exits(0)
        .json();
    assert!(stored["years"][0]["seen"].take().is_string());
    assert_eq!(stored, expected);
}

/// Only the page of the last day has shown that the user has no star of the year.
#[test]
fn a_year_whose_stars_are_known_to_be_none_is_shown_without_a_request() {
    let none = page(2015, 25, 1).replace(" <span class=\"star-count\">31*</span>", "");
    let sandbox = Sandbox::project().file("inputs/year2015/day25.html", none);
    sandbox
        .line("status 2015")
        .exits(0)
        .shows("2015: 0 of 50  ");
    for line in ["calendar 2015 --offline", "calendar all --offline"] {
        sandbox.line(line).exits(0).prints("2015    0 of 50\n");
    }
    let document = sandbox
        .line("calendar 2015 --offline --json")
        .exits(0)
        .json();
    let year = json!({"year": 2015, "stars": 0, "of": 50, "days": null, "seen": null});
    assert_eq!(document["years"], json!([year]));
}

/// The picture is drawn like the planets of 2019 and the lights of 2017.
#[test]
fn a_picture_has_the_colours_of_style_attributes_and_of_opacity() {
    let site = Site::start();
    let day = "<a href=\"/2019/day/1\" class=\"calendar-verycomplete\"><i \
               style=\"color:#bebcbe\">O</i><span class=faint>|</span> <span \
               class=\"calendar-day\"> 1</span></a>\n";
    site.on(
        "/2019",
        Reply::html(format!(
            "<title>Advent of Code</title><header><div class=\"user\">ana</div></header><main><style>\
             .faint {{ color: #ffffff; opacity: 0.5 }}</style><pre \
             class=\"calendar\">{day}</pre></main></html>"
        )),
    );
    let sandbox = Sandbox::new().site(&site);
    let done = sandbox.line("calendar 2019 --color always").exits(0);
    done.shows("\u{1b}[38;5;145m\u{1b}[48;5;233mO")
        .shows("\u{1b}[38;5;102m\u{1b}[48;5;233m|");
}

#[test]
fn a_calendar_knows_how_many_days_its_event_has() {
    let (site, sandbox) = Site::start().project();
    site.on("/2025", calendar(2025, 15, &[2]));
    let open = ["open", "2025/15", "--print"];
    sandbox.aoc(&open).mentions("2025 has 12 days").exits(2);
    sandbox.line("calendar 2025").exits(0);
    sandbox.aoc(&open).exits(0);
    sandbox.line("open 2025/16 --print").exits(2);
    // A newer calendar is used after the next request.
    site.on("/2025", calendar(2025, 12, &[2]));
    sandbox.write(&site.statistics_file(), "{}");
    let done = sandbox.line("calendar 2025").exits(0);
    done.shows("2025    2 of 24  ana\n");
    sandbox.aoc(&open).mentions("2025 has 12 days").exits(2);
}

#[test]
fn a_page_is_kept_for_the_session_that_asked() {
    let site = Site::start();
    site.on("/2024", calendar(2024, 25, &[2]));
    let sandbox = Sandbox::new().site(&site);
    let ask = |sandbox: &Sandbox| sandbox.line("calendar 2024").exits(0);
    ask(&sandbox);
    // The end of this token is the same.
    let other = format!("a{}", &TOKEN[1..]);
    let sandbox = sandbox.env("AOC_SESSION", &other);
    ask(&sandbox);
    ask(&sandbox.env("AOC_SESSION", TOKEN));
    let asked = site.requests();
    assert!(asked.len() == 2 && asked[1].has_session(&other));
}

#[test]
fn the_readme_keeps_the_stars() {
    let site = Site::start();
    site.on("/2024", calendar(2024, 25, &[2, 1, 0, 2]));
    let block = |row: &str| {
        let table = format!("| year | stars ⭐ |\n|:--|--:|\n{row}");
        format!("<!-- aoc-calendar:start -->\n\n{table}\n<!-- aoc-calendar:end -->\n# Mine\n")
    };
    let sandbox = Sandbox::project().site(&site).file("README.md", block(""));
    let says = "note: wrote README.md\n";
    sandbox.line("calendar 2024 --readme").says(says).exits(0);
    let row = "| [2024](https://adventofcode.com/2024) | 5 of 50 |\n".to_owned();
    assert_eq!(sandbox.read("README.md"), block(&row));
    // Without a request the accepted answers count, and numbers never get lower.
    let answers = "inputs/year2020/day22.answers.toml";
    let sandbox = sandbox
        .file("days/year2020/day22.rs", "")
        .file(answers, "part1 = \"306\"\npart2 = \"291\"\n");
    let recorded = row.replace("2024", "2020").replace("5 of", "2 of");
    let both = block(&(row + &recorded));
    sandbox.line("calendar --readme --offline").exits(0);
    assert_eq!(sandbox.read("README.md"), both);
    let sandbox = sandbox.without("AOC_SESSION");
    let more = both.replace("2 of 50", "1 of 50");
    sandbox.write("README.md", &more);
    let done = sandbox.line("calendar 2020 --readme").exits(0);
    done.mentions("note: showing the stored stars, because the site was not asked: no session");
    assert_eq!(sandbox.read("README.md"), both);
    // The stars that the site shows now are used, even if there are fewer.
    let sandbox = sandbox.site(&site);
    sandbox.write("README.md", both.replace("5 of 50", "9 of 50"));
    let done = sandbox.line("calendar 2020 --readme --offline");
    done.exits(0);
    assert!(sandbox.read("README.md").contains("9 of 50"));
    sandbox.line("calendar 2024 --readme").exits(0);
    assert_eq!(sandbox.read("README.md"), both);
    // Offline it shows the stored stars.
    let done = sandbox.line("calendar 2024 --offline").says("").exits(0);
    done.shows("2024    5 of 50  ana\n   1 **     2 *      3 ·      4 **     5 ·");
    let done = sandbox.line("calendar --offline").says("").exits(0);
    done.prints("2020    2 of 50\n2024    5 of 50\n");
    let unknown = sandbox.line("calendar 2021 --offline").exits(5);
    let says = "aoc: stars of 2021: not downloaded because of --offline\n";
    unknown.prints("").says(says);
    // The site was asked only once within 15 minutes.
    assert_eq!(site.paths(), ["/2024"]);
    // A year without stars has no row.
    site.on("/2023", calendar(2023, 25, &[]));
    sandbox.line("calendar 2023 --readme").exits(0);
    assert_eq!(sandbox.read("README.md"), both);
}

/// `aoc status` shows the same without a session.
#[test]
fn without_a_session_it_shows_what_the_answers_tell() {
    let site = Site::start();
    let sandbox = Sandbox::project().site(&site).without("AOC_SESSION");
    let none = sandbox.line("calendar 2020").exits(3).prints("");
    none.says("aoc: no session; log in at adventofcode.com, copy the value of the `session` cookie and run `aoc login`\n");
    // No star of 2021 is known, and 2199 has not begun.
    let sandbox = sandbox
        .file("days/year2021/day01.rs", "")
        .file("days/year2199/day01.rs", "")
        .file("days/year2020/day02.rs", "")
        .file("inputs/year2020/day02.answers.toml", "part1 = \"306\"\n");
    let done = sandbox.line("calendar 2020").exits(0);
    let done = done.shows("2020    1 of 50\n").shows("   2 *");
    done.mentions("note: showing the stored stars, because the site was not asked: no session");
    sandbox
        .line("calendar all")
        .exits(0)
        .prints("2020    1 of 50\n");
    // A file that cannot be read is named, as its stars are missing.
    sandbox.write("inputs/year2020/day03.answers.toml", "part3 = 5\n");
    let done = sandbox.line("calendar 2020").exits(0);
    done.mentions("warning: 2020/3: ")
        .shows("2020    1 of 50\n");
    assert!(site.paths().is_empty());
}

#[test]
fn the_stars_of_all_years_are_drawn() {
    let site = Site::start();
    site.on("/2024", calendar(2024, 25, &[2, 1, 0, 2]));
    let sandbox = Sandbox::new().site(&site).file("aoc.svg", "");
    sandbox.line("calendar 2024").exits(0);
    // An empty file is replaced, and so is an earlier drawing.
    for _ in 0..2 {
        let done = sandbox.line("calendar --svg aoc.svg --offline").exits(0);
        done.says("note: wrote aoc.svg\n");
    }
    let svg = sandbox.read("aoc.svg");
    assert!(svg.contains("<title id=\"title\">Advent of Code: 5 of 50 stars</title>"));
    let classes = ["g", "s", "o"].map(|class| svg.matches(&format!("class=\"{class}\"")).count());
    assert_eq!(classes, [2, 1, 22]);
    let done = sandbox.line("calendar --svg - --offline").says("").exits(0);
    assert_eq!(done.stdout, svg);
    sandbox
        .line("calendar --svg no/such/../../.. --offline")
        .exits(8);
}

#[test]
fn a_drawing_that_cannot_be_written_is_refused_before_the_request() {
    let site = Site::start();
    site.on("/events", events(&[(2024, 5)]));
    let markers = "<!-- aoc-calendar:start -->\n<!-- aoc-calendar:end -->\n";
    let sandbox = Sandbox::project()
        .site(&site)
        .file("README.md", markers)
        .file("days/year2016/day01.rs", "")
        .file("kept.svg", "mine");
    let kept = sandbox.path("kept.svg");
    let mut mode = fs::metadata(&kept).expect("a file").permissions();
    mode.set_readonly(true);
    fs::set_permissions(&kept, mode).expect("a mode");
    #[cfg(unix)]
    std::os::unix::fs::symlink("README.md", sandbox.path("link.svg")).expect("a link");
    for (arguments, says, exit) in [
        ("--svg kept.svg", "the file is read-only", 8),
        #[cfg(unix)]
        ("--svg link.svg", "is not a regular file", 8),
        ("--svg days", "is not a regular file", 8),
        ("--svg new/", "is not a regular file", 8),
        ("--svg no/stars.svg", "cannot write", 8),
        (
            "--svg Cargo.toml",
            "the file is not an earlier document of `aoc`",
            8,
        ),
        ("--svg - --json", "only one document can be printed", 2),
    ] {
        let done = sandbox.line(&format!("calendar --readme {arguments}"));
        done.prints("").mentions(says).exits(exit);
    }
    assert!(site.paths().is_empty());
    assert_eq!(sandbox.read("README.md"), markers);
    assert_eq!(sandbox.read("kept.svg"), "mine");
}

/// As in CI, which has neither a session nor the inputs.
#[test]
fn no_drawing_of_unknown_stars_replaces_an_earlier_one() {
    let site = Site::start();
    let sandbox = Sandbox::project()
        .site(&site)
        .without("AOC_SESSION")
        .file("days/year2020/day22.rs", "")
        .file(ANSWERS, "part1 = \"306\"\n");
    let line = "calendar --svg stars.svg";
    let done = sandbox.line(line).exits(0);
    done.mentions("showing the stored stars, because the site was not asked: no session")
        .mentions("wrote stars.svg");
    let drawing = sandbox.read("stars.svg");
    // The session of the earlier drawing may have shown more stars.
    let more = drawing.replace(": 1 of ", ": 61 of ");
    sandbox.write("stars.svg", &more);
    let kept = "; the drawing there shows more stars than are stored, so it is kept\n";
    sandbox.line(line).prints("").mentions(kept).exits(3);
    assert_eq!(sandbox.read("stars.svg"), more);
    sandbox.write("stars.svg", &drawing);
    fs::remove_file(sandbox.path(ANSWERS)).expect("a file");
    let offline = "aoc: stars of all events: not downloaded because of --offline\n";
    for (flag, says, exit) in [("", "aoc: no session; ", 3), ("--offline", offline, 5)] {
        let done = sandbox.line(&format!("{line} {flag}"));
        done.prints("").mentions(says).exits(exit);
        assert_eq!(sandbox.read("stars.svg"), drawing);
    }
    assert!(site.paths().is_empty());
}

/// A clone of a repository whose `inputs/` has days without code.
#[test]
fn stars_of_a_year_without_code_are_stars() {
    let markers = "<!-- aoc-bench:start -->\n<!-- aoc-bench:end -->\n";
    let sandbox = Sandbox::project()
        .without("AOC_SESSION")
        .file("README.md", markers)
        .file(
            "inputs/year2020/day03.answers.toml",
            "part1 = 5\npart2 = 6\n",
        );
    sandbox
        .line("status 2020")
        .exits(0)
        .shows("2020: 2 of 50  ");
    for line in ["calendar 2020", "calendar all", "calendar"] {
        let done = sandbox.line(&format!("{line} --offline")).exits(0);
        done.shows("2020    2 of 50\n");
    }
    sandbox.line("readme").exits(0);
    let readme = sandbox.read("README.md");
    assert!(readme.contains("badge/stars-2-"), "{readme}");
    assert!(readme.contains("| 2 of 50 |"), "{readme}");
}

/// A command waits for the lock before it reads the file.
#[test]
fn a_change_of_the_readme_by_another_command_is_kept() {
    let markers = ["bench", "calendar"]
        .map(|name| format!("<!-- aoc-{name}:start -->\n<!-- aoc-{name}:end -->\n"))
        .concat();
    let sandbox = Sandbox::project()
        .without("AOC_SESSION")
        .file("README.md", &markers)
        .file("inputs/year2020/day03.answers.toml", "part1 = 5\n");
    sandbox.line("readme").exits(0);
    let written = sandbox.read("README.md");
    assert!(written.contains("| 1 of 50 |"), "{written}");
    let folder = fs::read_dir(sandbox.path("../cache/aoc/locks")).expect("the locks");
    let files: Vec<PathBuf> = folder.map(|file| file.unwrap().path()).collect();
    for arguments in [&["readme"][..], &["calendar", "--readme", "--offline"]] {
        let locks: Vec<File> = files
            .iter()
            .map(|file| File::open(file).expect("a lock file"))
            .inspect(|file| file.lock().expect("a lock"))
            .collect();
        sandbox.write("README.md", &markers);
        let mut waiting = Running::start(sandbox.command(arguments));
        let note = "note: waiting for another aoc that writes README.md\n";
        waiting.stderr.shows(note);
        assert_eq!(sandbox.read("README.md"), markers);
        sandbox.write("README.md", format!("other\n{markers}"));
        drop(locks);
        waiting.end().exits(0);
        let changed = sandbox.read("README.md");
        assert!(changed.starts_with("other\n"), "{changed}");
        assert!(changed.contains("| 1 of 50 |"), "{changed}");
    }
}

#[test]
fn the_readme_of_a_new_repository_has_no_empty_tables() {
    let markers = ["<!-- aoc-bench:start -->\n", "<!-- aoc-bench:end -->\n"];
    let sandbox = Sandbox::project().file("README.md", markers.concat());
    sandbox.line("readme").exits(0);
    // No stars are known, so there is no badge either.
    assert_eq!(sandbox.read("README.md"), markers.join("\n\n"));
}

/// If the block were added again, the stars would be there twice.
#[test]
fn the_readme_stays_as_it_is_if_a_marker_of_the_calendar_is_missing() {
    let [start, end] = ["<!-- aoc-calendar:start -->", "<!-- aoc-calendar:end -->"];
    for marker in [start, end] {
        let text = format!("<!-- aoc-bench:start -->\n<!-- aoc-bench:end -->\n{marker}\nstars\n");
        let sandbox = Sandbox::project()
            .file("days/year2020/day22.rs", "")
            .file("README.md", &text);
        for line in ["readme", "calendar --readme", "bench 2020/22 --readme"] {
            let done = sandbox.line(line).prints("").exits(2);
            done.mentions("README.md needs these two lines")
                .mentions(&format!("{start}\n  {end}\n"));
        }
        assert_eq!(sandbox.read("README.md"), text);
    }
}

#[cfg(unix)]
#[test]
fn the_readme_stays_as_it_is_if_the_days_cannot_be_read() {
    let markers = "<!-- aoc-bench:start -->\n<!-- aoc-bench:end -->\n\
                   <!-- aoc-calendar:start -->\n<!-- aoc-calendar:end -->\n";
    let sandbox = Sandbox::project().file("README.md", markers);
    std::os::unix::fs::symlink("days", sandbox.path("days")).expect("a link");
    sandbox.line("readme").mentions("cannot read ").exits(8);
    assert_eq!(sandbox.read("README.md"), markers);
}

#[test]
fn the_readme_has_the_days_of_all_years() {
    let day = include_str!("../../days/year2020/day22.rs");
    let sandbox = Sandbox::project()
        .file("days/year2020/day22.rs", day)
        .file("days/year2020/day23/mod.rs", "");
    let needs = "README.md needs these two lines";
    sandbox.line("readme").mentions(needs).exits(8);
    sandbox.write("README.md", "# Mine\n");
    sandbox.line("readme").mentions(needs).exits(2);
    let bench = "| [2020/23](days/year2020/day23/mod.rs) | Crab Cups |  | 2 µs | 3 µs | 6 µs |\n";
    let block = format!("# Mine\n<!-- aoc-bench:start -->\n{bench}<!-- aoc-bench:end -->\n");
    sandbox.write("README.md", block);
    sandbox.write("inputs/year2020/day22.answers.toml", "part1 = \"306\"\n");
    let time = last_time(4000, [Some(1000), Some(2500)]);
    let times = json!({"2020": {"22": time}}).to_string();
    sandbox.write("target/aoc-stamps/times.json", times);
    let done = sandbox.line("readme").says("").prints("README.md\n");
    done.exits(0);
    insta::assert_snapshot!(sandbox.read("README.md"), @"
    # Mine
    <!-- aoc-bench:start -->

    ![1 star](https://img.shields.io/badge/stars-1-yellow)

    | year | stars ⭐ |
    |:--|--:|
    | [2020](https://adventofcode.com/2020) | 1 of 50 |

    | day | title | stars | part 1 | part 2 | all |
    |:--|:--|:--|--:|--:|--:|
    | [2020/22](days/year2020/day22.rs) | [Crab Combat](https://adventofcode.com/2020/day/22) | ⭐ | 1.00 µs | 2.50 µs | 4.00 µs |
    | [2020/23](days/year2020/day23/mod.rs) | [Crab Cups](https://adventofcode.com/2020/day/23) |  | 2 µs | 3 µs | 6 µs |
    | **2020** |  | 1 of 50 |  |  |  |

    The times are those of the last `aoc bench --readme`, or of `aoc run`, which is slower where it checks for overflows.

    <!-- aoc-bench:end -->
    ");
    // On another computer the times are not known.
    let known = sandbox.read("README.md");
    for file in [
        "target/aoc-stamps/times.json",
        "inputs/year2020/day22.answers.toml",
    ] {
        sandbox.remove(file);
    }
    sandbox.line("readme").exits(0);
    assert_eq!(sandbox.read("README.md"), known);
    // The file of a day may move.
    let [file, moved] = ["days/year2020/day22.rs", "days/year2020/day22/mod.rs"];
    sandbox.write(moved, day);
    sandbox.remove(file);
    sandbox.line("readme").exits(0);
    assert_eq!(sandbox.read("README.md"), known.replace(file, moved));
    sandbox.write(file, day);
    sandbox.remove(moved);
    sandbox.line("readme").exits(0);
    // The time of another version of the file is removed, and times from elsewhere are kept.
    let mut old = time;
    old["timed_source"] = json!(1);
    let times = json!({"2020": {"22": old, "23": old}}).to_string();
    sandbox.write("target/aoc-stamps/times.json", times);
    sandbox.line("readme").exits(0);
    let times = "| ⭐ | 1.00 µs | 2.50 µs | 4.00 µs |";
    assert_eq!(
        sandbox.read("README.md"),
        known.replace(times, "| ⭐ |  |  |  |")
    );
    sandbox.remove("target/aoc-stamps/times.json");
    sandbox.write("README.md", &known);
    // The stars have a separate place.
    let end = "<!-- aoc-calendar:start -->\n<!-- aoc-calendar:end -->\n";
    sandbox.write("README.md", known.clone() + end);
    sandbox.line("readme").exits(0);
    let text = sandbox.read("README.md");
    let (_, calendar) = text.split_once("<!-- aoc-bench:end -->").expect("a block");
    assert_eq!(text.matches("| year |").count(), 1, "{text}");
    assert!(calendar.contains("| 1 of 50 |\n"), "{text}");
    // The README may have more stars than are known here.
    sandbox.write("inputs/year2020/day22.answers.toml", "part1 = \"306\"\n");
    let text = text.replace("| ⭐ |", "| ⭐⭐ |");
    sandbox.write("README.md", &text);
    sandbox.line("readme").exits(0);
    assert_eq!(sandbox.read("README.md"), text);
}

/// Git leaves both versions of a block that was changed on two computers.
#[test]
fn of_a_readme_with_a_merge_conflict_the_most_stars_are_kept() {
    let sandbox = Sandbox::project()
        .file("days/year2020/day22.rs", "impl Solution for X {}")
        .file("inputs/year2020/day22.html", page(2020, 22, 1));
    let row = |year, day| {
        format!(
            "| [2020](https://adventofcode.com/2020) | {year} of 50 |\n\n\
             | [2020/22](days/year2020/day22.rs) |  | {day} |\n"
        )
    };
    let [more, fewer] = [
        row(31, "⭐⭐ | 2 µs | 3 µs | 5 µs | 9m 0s | 3m 0s"),
        row(22, "⭐ | 1 µs |  | > 1 µs | 2m 40s | 1m 0s"),
    ];
    for [ours, theirs] in [[&more, &fewer], [&fewer, &more]] {
        let block = format!("<<<<<<< ours\n{ours}=======\n{theirs}>>>>>>> theirs\n");
        let readme = format!("<!-- aoc-bench:start -->\n{block}<!-- aoc-bench:end -->\n");
        sandbox.write("README.md", readme);
        sandbox.line("readme").exits(0);
        let readme = sandbox.read("README.md");
        assert!(readme.contains("| 31 of 50 |\n"), "{readme}");
        assert!(
            readme.contains("| ⭐⭐ | 2 µs | 3 µs | 5 µs | 9m 0s | 3m 0s |\n"),
            "{readme}"
        );
        assert!(!readme.contains("<<<<"), "{readme}");
    }
}

/// The README may have the time of an earlier run than the last one.
#[test]
fn the_readme_has_no_time_of_other_code_that_was_measured_here() {
    let file = "target/aoc-stamps/times.json";
    let of_first = json!({"2020": {"22": last_time(4000, [Some(1000), Some(2500)])}});
    let sandbox = Sandbox::project()
        .file("days/year2020/day22.rs", "impl Solution for X {}")
        .file(
            "README.md",
            "<!-- aoc-bench:start -->\n<!-- aoc-bench:end -->\n",
        )
        .file(file, of_first.to_string());
    let assert_row = |times: &str| {
        sandbox.line("readme").exits(0);
        let readme = sandbox.read("README.md");
        let row = readme.lines().find(|line| line.starts_with("| [2020/22]"));
        assert!(row.expect("a row").ends_with(times), "{times}: {readme}");
    };
    assert_row("| 1.00 µs | 2.50 µs | 4.00 µs |");
    let readme = sandbox.read("README.md");
    let run = |last: &Value| {
        let mut times: Value = serde_json::from_str(&sandbox.read(file)).expect("JSON");
        let day = times["2020"]["22"].as_object_mut().expect("a day");
        day.extend(last.as_object().expect("a time").clone());
        sandbox.write(file, times.to_string());
    };
    // The same code runs again, and then there is another input.
    run(&last_time(5000, [Some(1500), Some(3000)]));
    let input = "inputs/year2020/day22.txt";
    sandbox.write(input, "1\n");
    assert_row("|  |  |  |");
    // A time of another computer comes with a new version of the README.
    let other = readme.replace("1.00 µs | 2.50 µs | 4.00 µs", "2 µs | 3 µs | 6 µs");
    sandbox.write("README.md", &other);
    assert_row("| 2 µs | 3 µs | 6 µs |");
    // The first input is back, and so is its time.
    sandbox.remove(input);
    sandbox.write("README.md", &readme);
    assert_row("| 1.50 µs | 3.00 µs | 5.00 µs |");
    // Now the code is other code, and its part 2 fails.
    let mut times: Value = serde_json::from_str(&sandbox.read(file)).expect("JSON");
    times["2020"]["22"]["in_readme"]["timed_source"] = json!(1);
    sandbox.write(file, times.to_string());
    let mut partial = last_time(5000, [Some(1600), None]);
    partial["is_partial"] = json!(true);
    run(&partial);
    assert_row("| 1.60 µs |  | > 5.00 µs |");
}

#[test]
fn the_readme_has_no_sum_of_times_that_are_replaced() {
    let file = "target/aoc-stamps/times.json";
    let sandbox = Sandbox::project()
        .file("days/year2016/day01.rs", "impl Solution for X {}")
        .file(
            "README.md",
            "<!-- aoc-bench:start -->\n<!-- aoc-bench:end -->\n",
        );
    let readme = |ns: u64| {
        let times = json!({"2016": {"1": last_time(ns, [Some(1000), Some(2500)])}});
        sandbox.write(file, times.to_string());
        sandbox.line("readme").exits(0);
        sandbox.read("README.md")
    };
    let sum = "| **2016** |  |  |  |  | 4.00 µs |\n";
    assert!(readme(4000).contains(sum));
    // Nobody has edited the next day, so it has nothing to time.
    sandbox.line("new 2016/2 --offline").exits(0);
    let text = readme(3000);
    assert!(
        text.contains("| **2016** |  |  |  |  | 3.00 µs |\n"),
        "{text}"
    );
    sandbox.write("days/year2016/day02.rs", "impl Solution for X {}");
    readme(3000);
    let text = readme(3000);
    assert!(
        text.contains("| **2016** |  |  |  |  | 3.00 µs |\n"),
        "{text}"
    );
    assert!(text.contains("[2016/2]"), "{text}");
    // On another computer neither the times nor their sum are known.
    sandbox.remove(file);
    sandbox.line("readme").exits(0);
    assert_eq!(sandbox.read("README.md"), text);
    for _ in 0..2 {
        let text = readme(5000);
        assert!(text.contains("| 5.00 µs |\n"), "{text}");
        assert!(!text.contains("**2016**"), "{text}");
    }
}

/// The columns with the times of the stars exist if any time is known. Cells for unknown times keep
/// their text.
#[test]
fn the_readme_has_the_times_from_the_unlock_and_from_the_first_look() {
    let sandbox = Sandbox::project().file("days/year2020/day22.rs", "");
    sandbox.write(
        "README.md",
        "<!-- aoc-bench:start -->\n<!-- aoc-bench:end -->\n",
    );
    let answers = "inputs/year2020/day22.answers.toml";
    let seen = "first_seen = 2020-12-22T08:00:00Z\n\n[[guess]]\npart = 1\nanswer = 306\nverdict \
                = \"right\"\ntime = 2020-12-22T08:12:30Z\n";
    sandbox.write(answers, seen);
    sandbox.line("readme").exits(0);
    let text = sandbox.read("README.md");
    let heading = "| part 1 | part 2 | all | from the unlock | from the first look |\n";
    assert!(text.contains(heading), "{text}");
    let times = "|  |  |  | 3h 12m | 12m 30s |\n";
    assert!(text.contains(times), "{text}");
    sandbox.write(answers, "part1 = 306\n");
    sandbox.line("readme").exits(0);
    assert_eq!(sandbox.read("README.md"), text);
    // The star of an old event came more than a day later, as most do.
    sandbox.write(
        answers,
        seen.replace("2020-12-22T08:12", "2021-01-22T08:12")
            .replace("first_seen = 2020-12-22T08:00:00Z\n", ""),
    );
    sandbox.write(
        "README.md",
        "<!-- aoc-bench:start -->\n<!-- aoc-bench:end -->\n",
    );
    sandbox.line("readme").exits(0);
    let text = sandbox.read("README.md");
    assert!(text.contains("| part 2 | all |\n"), "{text}");
}

#[test]
fn what_cannot_be_had_is_an_error() {
    let dead = "aoc: the site does not accept the session from AOC_SESSION (…cdef): ";
    let anonymous = Reply::html(
        "<title>Advent of Code</title><a href=\"/2024/auth/login\">[Log In]</a><main></main></html>",
    );
    let missing = || Reply::new(404, "");
    for (argument, reply, says, exit, requests) in [
        ("2024", anonymous, dead, 3, 1),
        (
            "2024",
            missing(),
            "the site has no event of 2024 (404); see https://adventofcode.com/events",
            4,
            1,
        ),
        ("2199", missing(), "has not begun: it begins in ", 4, 0),
        ("--offline", missing(), "--offline", 5, 0),
    ] {
        let site = Site::start();
        site.on("/2024", reply);
        let done = Sandbox::new().site(&site).aoc(&["calendar", argument]);
        done.prints("").mentions(says).exits(exit);
        assert_eq!(site.requests().len(), requests);
    }
}

/// `aoc status --refresh` also shows what is stored.
#[test]
fn what_is_stored_is_shown_if_the_site_fails() {
    let site = Site::start();
    site.on("/2020", Reply::new(503, ""));
    let sandbox = Sandbox::project().site(&site);
    let failed = "the server failed (503); try again later\n";
    let none = sandbox.line("calendar 2020").exits(5).prints("");
    none.mentions(&format!("aoc: {failed}"));
    let sandbox = sandbox
        .file("days/year2020/day02.rs", "")
        .file("inputs/year2020/day02.answers.toml", "part1 = \"306\"\n")
        .file(
            "README.md",
            "<!-- aoc-calendar:start -->\n<!-- aoc-calendar:end -->\n",
        );
    sandbox.write(&site.statistics_file(), "{}");
    let done = sandbox.line("calendar 2020").exits(5);
    let done = done.shows("2020    1 of 50\n").shows("   2 *");
    done.mentions(&format!("aoc: showing the stored stars: {failed}"));
    // No file is written in this case.
    let readme = sandbox.read("README.md");
    for line in ["calendar 2020 --readme", "calendar 2020 --svg stars.svg"] {
        sandbox.line(line).exits(5).prints("");
    }
    assert_eq!(sandbox.read("README.md"), readme);
    assert!(!sandbox.path("stars.svg").exists());
}

/// Changes the age of the stored pages with statistics.
fn set_page_age(sandbox: &Sandbox, site: &Site, minutes: i64) {
    let file = site.statistics_file();
    let mut pages: Value = serde_json::from_str(&sandbox.read(&file)).expect("pages");
    let time = DateTime::<Utc>::from(SystemTime::now()) - TimeDelta::minutes(minutes);
    for page in pages.as_object_mut().expect("pages").values_mut() {
        page["fetched"] = json!(time);
    }
    sandbox.write(&file, pages.to_string());
}

#[test]
fn the_site_is_asked_once_in_15_minutes_and_after_a_failure_in_three() {
    let site = Site::start();
    site.on("/2024", calendar(2024, 25, &[2, 1]));
    let sandbox = Sandbox::project().site(&site);
    for (line, minutes, requests, note) in [
        ("calendar 2024", 0, 1, ""),
        ("status 2024 --refresh", 0, 1, ""),
        // This computer's clock was set back by an hour, and the page counts from now.
        ("calendar 2024", -60, 1, ""),
        ("calendar 2024", 0, 1, ""),
        (
            "calendar 2024",
            14,
            1,
            "note: this is the site's page from 14m ",
        ),
        ("calendar 2024", 16, 2, ""),
    ] {
        if minutes != 0 {
            set_page_age(&sandbox, &site, minutes);
        }
        let done = sandbox.line(line).exits(0);
        match note {
            "" => assert!(!done.stderr.contains("the site's page from"), "{done:#?}"),
            note => drop(done.mentions(note)),
        }
        assert_eq!(site.paths().len(), requests, "{line}, {minutes}");
    }
    site.on("/2024", Reply::new(500, ""));
    set_page_age(&sandbox, &site, 16);
    sandbox.line("calendar 2024").exits(5);
    let failed = site.paths().len();
    for (minutes, asks) in [(-60, false), (2, false), (4, true)] {
        set_page_age(&sandbox, &site, minutes);
        sandbox.line("calendar 2024").exits(5);
        assert_eq!(site.paths().len() > failed, asks, "{minutes}");
    }
}

/// The document of all years also has the stored facts about days and years.
#[test]
fn all_years_have_the_days_and_the_sum_that_are_known() {
    let site = Site::start();
    site.on("/2024", calendar(2024, 25, &[2, 1, 0, 2]));
    let years: Vec<(u16, u32)> = (2015..=2040)
        .map(|year| (year, if year == 2024 { 5 } else { 0 }))
        .collect();
    site.on("/events", events(&years));
    let sandbox = Sandbox::new().site(&site);
    sandbox.line("calendar 2024").exits(0);
    let of = |line: &str| {
        let mut document = sandbox.line(line).exits(0).json();
        let years = document["years"].as_array_mut().expect("years");
        years.retain(|year| year["year"] == 2024);
        let days = years[0]["days"].as_array().map(Vec::len);
        (days, document["total"].clone())
    };
    let stored = "calendar all --json --offline";
    // Nobody knows yet whether the site has shown other events.
    assert_eq!(of(stored), (Some(25), json!(null)));
    assert_eq!(of("calendar all --json"), (Some(25), json!(5)));
    assert_eq!(of(stored), (Some(25), json!(5)));
    let screen = sandbox.line("calendar all --svg all.svg").exits(0);
    let count = format!("5 of {}", 26 * 50);
    let screen = screen.shows(&count);
    assert!(screen.stdout.lines().count() == 27, "{screen:?}");
    let title = format!("Advent of Code: {count} stars</title>");
    assert!(sandbox.read("all.svg").contains(&title));
}

/// By the site's clock, it is December.
#[test]
fn in_an_event_its_stars_are_shown_or_if_none_are_known_those_of_all_years() {
    let noon = next_moment("12-03T12:00:00Z", TimeDelta::zero());
    let year = noon.year();
    let site = Site::start();
    let answers = "part1 = 306\n";
    let sandbox = Sandbox::project()
        .site(&site)
        .file("days/year2020/day02.rs", "")
        .file("inputs/year2020/day02.answers.toml", answers);
    site.set_time(&sandbox, noon);
    let done = sandbox.line("calendar --offline").exits(0);
    done.prints("2020    1 of 50\n");
    sandbox.write(&format!("days/year{year}/day03.rs"), "");
    let file = format!("inputs/year{year}/day03.answers.toml");
    sandbox.write(&file, answers);
    let done = sandbox.line("calendar --offline").exits(0);
    done.prints(&format!("{year}    1 of 24\n>  3 *\n"));
}

#[test]
fn the_readme_has_no_table_of_templates_and_explains_its_signs() {
    let markers = "<!-- aoc-bench:start -->\n<!-- aoc-bench:end -->\n";
    let sandbox = Sandbox::project().file("README.md", markers);
    sandbox.line("new 2018/1 --offline").exits(0);
    sandbox.line("readme").exits(0);
    let text = sandbox.read("README.md");
    assert!(
        !text.contains("| day |") && !text.contains("times"),
        "{text}"
    );
    // A day with code has a row in a table. The table has a sum only if the sum is known.
    let sandbox = sandbox.file("days/year2020/day22.rs", "impl Solution for X {}");
    sandbox.line("readme").exits(0);
    let text = sandbox.read("README.md");
    assert!(
        text.contains("| [2020/22]") && !text.contains("**2020**"),
        "{text}"
    );
    assert!(!text.contains("2018") && !text.contains("`>`"), "{text}");
    let mut time = last_time(4000, [None; 2]);
    time["is_partial"] = json!(true);
    let times = json!({"2020": {"22": time}}).to_string();
    sandbox.write("target/aoc-stamps/times.json", times);
    sandbox.line("readme").exits(0);
    let text = sandbox.read("README.md");
    assert!(
        text.contains("| **2020** |  |  |  |  | > 4.00 µs |"),
        "{text}"
    );
    assert!(
        text.contains("`>` marks a time that lacks a part.\n"),
        "{text}"
    );
}

#[test]
fn several_years_and_a_word_are_not_a_single_year() {
    for word in ["2020-2021", "today"] {
        let done = Sandbox::project().line(&format!("calendar {word}"));
        let says = format!("`{word}` is not a single year: write one such as 2020, or all\n");
        done.says(&format!("aoc: {says}")).exits(2);
    }
}

//! The site's pages for tests, as it sends them, and the files in which they are stored.

use std::time::SystemTime;

use chrono::{DateTime, TimeDelta, Utc};

use super::{Reply, Site};
use crate::sandbox::Sandbox;

pub const INPUT: &str = "Player 1:\n9\n2\n\nPlayer 2:\n5\n8\n";
pub const INPUT_PATH: &str = "/2020/day/22/input";
pub const INPUT_FILE: &str = "inputs/year2020/day22.txt";
pub const PAGE_PATH: &str = "/2020/day/22";
pub const PAGE_FILE: &str = "inputs/year2020/day22.html";
pub const ANSWER_PATH: &str = "/2020/day/22/answer";
pub const ANSWERS: &str = "inputs/year2020/day22.answers.toml";

/// The file of the stored session.
pub const SESSION_FILE: &str = "../config/aoc/session";

/// The token of another session than that of the sandbox.
pub const OTHER_TOKEN: &str = "53616c7465645f5fffffffffffffffffffffffffffffffffffffffffffff0002";

const USER: &str = r#"<div class="user">someone <span class="star-count">31*</span></div>"#;

/// The header of a page of 2020 for a user who is not logged in.
pub const LOGIN: &str = r#"<ul><li><a href="/2020/auth/login">[Log In]</a></li></ul>"#;

/// The puzzle's page of a user who has solved all parts except the last of `parts`.
pub fn page(year: u16, day: u8, parts: u8) -> String {
    let answers = &["33400"][..usize::from(parts) - 1];
    page_of(year, day, ["<p>Text.</p>", "<p>More.</p>"], answers)
}

/// The page of a user who has solved part 1, with the form of part 2. `field` is the type of the
/// field for the answer, which is hidden in the form that claims the last star of an event.
pub fn page_with_form(year: u16, day: u8, field: &str) -> String {
    let level = "<input type=\"hidden\" name=\"level\" value=\"2\"/>";
    let form = format!("<form>{level}<input type=\"{field}\" name=\"answer\"/></form>");
    page(year, day, 2).replace("</main>", &format!("{form}</main>"))
}

/// The page of a day for a user who is not logged in.
pub fn anonymous_page(year: u16, day: u8) -> String {
    let address = format!("/{year}/auth/login");
    page(year, day, 1).replace(USER, &LOGIN.replace("/2020/auth/login", &address))
}

/// The page of a day with these texts, for a user who has given these answers.
pub fn page_of(year: u16, day: u8, texts: [&str; 2], answers: &[&str]) -> String {
    let headings = [&format!("--- Day {day}: Invented ---"), "--- Part Two ---"];
    let mut main = Vec::new();
    for (index, (heading, text)) in headings.iter().zip(texts).enumerate() {
        if index <= answers.len() {
            main.push(format!(
                "<article class=\"day-desc\"><h2>{heading}</h2>{text}</article>\n"
            ));
        }
        if let Some(answer) = answers.get(index) {
            main.push(format!(
                "<p>Your puzzle answer was <code>{answer}</code>.</p>\n"
            ));
        }
    }
    let main = main.concat();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en-us\">\n<head>\n<title>Day {day} - Advent of Code \
         {year}</title>\n</head><!--\n\n--><body>\n<header>{USER}</header>\n<div id=\"sidebar\">\
         <p>Your puzzle answer was <code>ad</code>.</p>[Log In] to our sponsor</div>\n<main>\n\
         {main}</main>\n</body>\n</html>\n"
    )
}

/// A file of examples in the form in which `aoc` writes it.
pub fn extracted(text: &str) -> String {
    let next = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let sum = text.bytes().fold(0xcbf2_9ce4_8422_2325, next);
    format!(
        "# Written by aoc from the puzzle's page. Edit it at will: then aoc never changes it again. \
         Checksum: {sum:016x}.\n{text}"
    )
}

/// A site with the input and the page of 2020/22.
pub fn good_site() -> Site {
    let site = Site::start();
    site.on(INPUT_PATH, Reply::text(INPUT));
    site.on(PAGE_PATH, Reply::html(page(2020, 22, 1)));
    site
}

/// The calendar of an event. `stars` has the stars of each day, from day 1. Later days are locked.
pub fn calendar(year: u16, days: u8, stars: &[u8]) -> Reply {
    let total: u8 = stars.iter().sum();
    let day = |day: u8| {
        let Some(&stars) = stars.get(usize::from(day) - 1) else {
            return format!("<span class=\"calendar-day{day}\">~</span>\n");
        };
        let class = ["", "calendar-complete", "calendar-verycomplete"][usize::from(stars)];
        format!(
            "<a href=\"/{year}/day/{day}\" class=\"{class}\">o <span class=\"calendar-day\">{day:2}\
             </span> <span class=\"calendar-mark-complete\">*</span><span \
             class=\"calendar-mark-verycomplete\">*</span></a>\n"
        )
    };
    let days: String = (1..=days).rev().map(day).collect();
    Reply::html(format!(
        "<title>Advent of Code</title><header><div class=\"user\">ana <span \
         class=\"star-count\">{total}*</span></div></header>{}<main><pre \
         class=\"calendar\">{days}</pre></main></html>",
        sponsor(year)
    ))
}

/// A sponsor's text that looks like parts of the page, with stars that the user does not have.
pub fn sponsor(year: u16) -> String {
    format!(
        "<div id=\"sidebar\"><pre class=\"calendar\"><a href=\"/{year}/day/1\" \
         class=\"calendar-verycomplete\">1</a></pre><div class=\"eventlist-event\"><a \
         href=\"/2016\">[2016]</a> <span class=\"star-count\">50*</span></div><pre>  1  00:00:01  \
         00:00:02\n</pre></div>"
    )
}

/// The page of all events with the stars of each year.
pub fn events(years: &[(u16, u32)]) -> Reply {
    let mut main = String::new();
    for (year, stars) in years {
        main += &format!(
            "<div class=\"eventlist-event\"><a href=\"/{year}\">[{year}]</a> <span \
             class=\"star-count\">{stars}*</span> <span>/ 50*</span></div>"
        );
    }
    Reply::html(format!(
        "<title>Advent of Code</title><header><div class=\"user\">ana <span \
         class=\"star-count\">5*</span></div></header>{}<main>{main}</main></html>",
        sponsor(2020)
    ))
}

/// The article of the reply to a right answer.
pub const RIGHT: &str = "<p>That's the right answer!  You are <span class=\"day-success\">one gold \
     star</span> closer to the end. <a href=\"/2020/day/22#part2\">[Continue to Part Two]</a></p>";

pub const WRONG: &str = "<p>That's not the right answer.  If you're stuck, make sure you're using \
     the full input data; there are also some general tips on the <a \
     href=\"/2020/about\">about page</a>.  Please wait one minute before trying again. <a \
     href=\"/2020/day/22\">[Return to Day 22]</a></p>";

pub const WRONG_LEVEL: &str = "<p>You don't seem to be solving the right level.  Did you already complete \
     it? <a href=\"/2020/day/22\">[Return to Day 22]</a></p>";

pub fn too_soon(left: &str) -> String {
    format!(
        "<p>You gave an answer too recently; you have to wait after submitting an answer before \
         trying again.  You have {left} left to wait.</p>"
    )
}

/// The reply to an answer to 2020/22, with one of these articles.
pub fn verdict(article: &str) -> Reply {
    verdict_titled("Day 22 - Advent of Code 2020", article)
}

/// The reply to an answer, as a page with this title.
pub fn verdict_titled(title: &str, article: &str) -> Reply {
    Reply::html(format!(
        "<!DOCTYPE html>\n<html lang=\"en-us\">\n<head>\n<title>{title}</title>\n</head><body>\n\
         <header>{USER}</header>\n<div id=\"sidebar\">That's the right answer! [Log In]</div>\n\
         <main>\n<article>{article}</article>\n</main>\n</body>\n</html>\n"
    ))
}

/// The reply that says that an answer to this puzzle is right.
pub fn right(year: u16, day: u8) -> Reply {
    let article = RIGHT.replace("/2020/day/22", &format!("/{year}/day/{day}"));
    verdict_titled(&format!("Day {day} - Advent of Code {year}"), &article)
}

/// A site that sends this reply to every answer. Its page shows two parts.
pub fn answering(reply: Reply) -> Site {
    let site = Site::start();
    site.on(ANSWER_PATH, reply);
    site.on(PAGE_PATH, Reply::html(page(2020, 22, 2)));
    site
}

/// The settings page of a user, which shows the user's name and ID.
pub fn settings_page(user: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en-us\">\n<head>\n<title>Settings - Advent of Code \
         2025</title>\n</head><!-- a comment -->\n<body>\n<header><div><h1>Advent of Code</h1>\
         <div class=\"user\">{user} <span class=\"star-count\">31*</span></div></div></header>\n\
         <div id=\"sidebar\"><code>ownerproof-1-1-1</code> is said by a sponsor</div>\n\
         <main>\n<article><h2>Settings</h2>\n\
         <label><span>Link to https://github.com/{user}</span></label>\n\
         <p>Your proof is <code>ownerproof-12345-1700000000-0123456789ab</code>.</p>\n\
         </article>\n</main>\n</body>\n</html>\n"
    )
}

/// A site that accepts every session as that of alice.
pub fn site_of_alice() -> Site {
    let site = Site::start();
    site.on("/settings", Reply::html(settings_page("alice")));
    site
}

/// A sandbox that uses the site and has no session.
pub fn logged_out(site: &Site) -> Sandbox {
    Sandbox::new().site(site).without("AOC_SESSION")
}

/// The time at which 2020/22 was unlocked.
pub fn unlock() -> DateTime<Utc> {
    "2020-12-22T05:00:00Z".parse().expect("an instant")
}

/// The line of an answers file that holds back the next answer for an hour.
pub fn next_answer_in_an_hour() -> String {
    let time = DateTime::<Utc>::from(SystemTime::now()) + TimeDelta::hours(1);
    format!("not_before = {}\n", time.format("%FT%TZ"))
}

/// The reply with this time of the site.
pub fn dated(reply: Reply, time: DateTime<Utc>) -> Reply {
    let date = time.format("%a, %d %b %Y %H:%M:%S GMT").to_string();
    reply.header("Date", &date)
}

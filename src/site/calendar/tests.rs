use proptest::prelude::*;

use super::*;

const MARKS: &str = "<span class=\"calendar-mark-complete\">*</span>\
                     <span class=\"calendar-mark-verycomplete\">*</span>";

fn page(stars: Option<u32>, main: &str) -> String {
    let stars = stars.map(|stars| format!(" <span class=\"star-count\">{stars}*</span>"));
    let user = format!("<div class=\"user\">ana{}</div>", stars.unwrap_or_default());
    of(&user, main)
}

fn of(header: &str, main: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en-us\">\n<head>\n<title>Advent of Code</title>\n</head>\
         <!--\n\n<a href=\"/2024/day/1\" class=\"calendar-verycomplete\">\n-->\n<body>\n\
         <header><h1>Advent of Code</h1>{header}</header>\n<div id=\"sidebar\">\
         <a href=\"/2024/day/2\" class=\"calendar-verycomplete\">Our sponsors</a></div>\n\
         <main>{main}</main>\n</body>\n</html>\n"
    )
}

/// `stars` of the days from 1 on, and whether they stand in falling order.
fn read(html: &str, year: u16) -> (u32, u32, Vec<(u8, u8)>) {
    let stars = parse(html, Year(year)).expect("a calendar");
    assert_eq!(stars.user.as_deref(), Some("ana"));
    let [event] = <[YearStars; 1]>::try_from(stars.years).expect("one event");
    let days = event.days.expect("days").into_iter();
    (
        event.stars,
        event.of,
        days.map(|(day, stars)| (day.0, stars)).collect(),
    )
}

#[test]
fn ascending_with_paths_and_a_countdown() {
    // As in 2024.
    let main = format!(
        "<style>.calendar-day1 {{ color: red }}</style><pre class=\"calendar\">\
         <a aria-label=\"Day 1, two stars\" href=\"/2024/day/1\" class=\"calendar-day1 \
         calendar-verycomplete\"><span style=\"position:absolute\">**</span>~~ <span \
         class=\"calendar-day\"> 1</span> {MARKS}</a>\n\
         <span class=\"calendar-2024-path\">******</span>\
         <a aria-label=\"Day 2, one star\" href=\"/2024/day/2\" class=\"calendar-day2 \
         calendar-complete\">  ~ <span class=\"calendar-day\"> 2</span> {MARKS}</a>\n\
         <a aria-label=\"Day 3\" href=\"/2024/day/3\" class=\"calendar-day3\">  ~ \
         <span class=\"calendar-day\"> 3</span> {MARKS}</a>\n\
         <span aria-hidden=\"true\" class=\"calendar-day4\">  <span class=\"calendar-day\"> 4\
         </span> <span id=\"calendar-countdown\"></span><script>var days_til = 5;</script></span>\n\
         <span aria-hidden=\"true\" class=\"calendar-day25\"> ~ </span></pre>"
    );
    assert_eq!(
        read(&page(Some(3), &main), 2024),
        (3, 50, vec![(1, 2), (2, 1), (3, 0)])
    );
}

#[test]
fn descending_behind_another_picture() {
    // As in 2018: the first picture is none, and its attributes stand elsewhere.
    let main = format!(
        "<pre id=\"spacemug\">  * <a href=\"/2018/day/25\" class=\"calendar-verycomplete\">*</a>\
         </pre><pre class=\"calendar\">\
         <a class=\"calendar-day25 calendar-verycomplete\" href=\"/2018/day/25\">{MARKS}</a>\n\
         <a class=\"calendar-day2\" href=\"/2018/day/2\">{MARKS}</a>\n\
         <a class=\"calendar-complete calendar-day1\" href=\"/2018/day/1\">{MARKS}</a>\n</pre>"
    );
    assert_eq!(
        read(&page(None, &main), 2018),
        (3, 50, vec![(1, 1), (2, 0), (25, 2)])
    );
}

#[test]
fn a_perfect_calendar_has_all_stars() {
    let links: Vec<String> = (1..=12)
        .map(|day| format!("<a href=\"/2025/day/{day}\" class=\"calendar-day{day}\">{MARKS}</a>\n"))
        .collect();
    let main = format!(
        "<pre class=\"calendar calendar-perfect\">{}</pre>",
        links.concat()
    );
    let (stars, of, days) = read(&page(Some(24), &main), 2025);
    assert_eq!((stars, of), (24, 24));
    assert_eq!(days.len(), 12);
}

#[test]
fn ornaments_and_letters_in_elements_are_noise() {
    // As in 2015 and 2017: ornaments are `*`, each letter is an element.
    let main = format!(
        "<pre class=\"calendar calendar-beckon\"><div class=\"calendar-bkg\">* o * <a \
         href=\"/2015/about\">*</a></div><div class=\"calendar-printer\"><i>*</i><i>*</i></div>\
         <a href=\"day/3\" class=\"calendar-day3 calendar-complete\"><i>&gt;</i><i>*</i>{MARKS}</a>\
         <a href=\"https://adventofcode.com/2015/day/4?x=1#part2\" aria-label=\"Day 4, two \
         stars\">{MARKS}</a><a href=\"/2014/day/5\" class=\"calendar-verycomplete\">{MARKS}</a>\
         <a href=\"/2015/day/99\" class=\"calendar-verycomplete\">{MARKS}</a></pre>"
    );
    assert_eq!(
        read(&page(None, &main), 2015),
        (3, 50, vec![(3, 1), (4, 2)])
    );
}

#[test]
fn a_day_in_several_pieces_counts_once() {
    let main = "<pre class=\"calendar\"><a href=\"/2019/day/1\">.</a>\
                <a href=\"/2019/day/1\" class=\"calendar-verycomplete\">o</a>\
                <a href=\"/2019/day/1\">.</a><span class=\"sunbeam\">**</span></pre>";
    assert_eq!(read(&page(None, main), 2019), (2, 50, vec![(1, 2)]));
    // The page's head knows what an unusual picture does not tell.
    assert_eq!(read(&page(Some(7), main), 2019).0, 7);
}

#[test]
fn an_event_that_has_not_begun_has_no_stars() {
    let locked: Vec<String> = (1..=12)
        .map(|day| format!("<span aria-hidden=\"true\" class=\"calendar-day{day}\">~</span>\n"))
        .collect();
    let main = format!("<pre class=\"calendar\">{}</pre>", locked.concat());
    assert_eq!(read(&page(None, &main), 2026), (0, 24, vec![]));
}

#[test]
fn what_is_no_calendar_of_a_user_is_refused() {
    let error = |html: &str| parse(html, Year(2024)).expect_err("no calendar");
    let calendar = "<pre class=\"calendar\"><a href=\"/2024/day/1\">1</a></pre>";
    let anonymous = "<div><a href=\"/2024/auth/login\">[Log In]</a></div>";
    assert_eq!(error(&of(anonymous, calendar)), PageError::NotLoggedIn);
    assert_eq!(error(&of("", calendar)), PageError::NotLoggedIn);
    assert_eq!(
        error(&page(None, "")),
        PageError::Incomplete("the calendar")
    );
    let cut = page(None, calendar).replace("</html>", "");
    assert_eq!(error(&cut), PageError::Incomplete("its end"));
    for (foreign, title) in [
        (
            "<html><title>Hotel\u{7}</title></html>",
            Some(r"Hotel\u{7}"),
        ),
        ("\0", None),
    ] {
        let title = title.map(str::to_owned);
        assert_eq!(error(foreign), PageError::Foreign { title });
    }
}

proptest! {
    #[test]
    fn no_page_makes_it_panic(
        main in "\\PC*|([<>/\"= a-z0-9*]|<a href=\"/2024/day/|calendar-complete|<pre|\u{1b}|</pre>){0,60}",
        name in "\\PC{0,9}|[\u{0}-\u{9f}]{0,9}",
    ) {
        let _ = parse(&main, Year(2024));
        let header = format!("<div class=\"user\">{name}</div>");
        let main = format!("<pre class=\"calendar\">{main}</pre>");
        if let Ok(stars) = parse(&of(&header, &main), Year(2024)) {
            let user = stars.user.unwrap_or_default();
            prop_assert!(!user.chars().any(char::is_control), "{user:?}");
            let days = stars.years[0].days.clone().unwrap_or_default();
            prop_assert!(days.iter().all(|(day, stars)| (1..=31).contains(&day.0) && *stars <= 2));
        }
    }
}

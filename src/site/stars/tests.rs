use std::path::Path;
use std::thread;
use std::time::Duration;

use super::*;
use crate::config::{Environment, Settings};
use crate::files::entries;
use crate::pages::parse_html;
use crate::site::cache_file::UnwrittenFiles;
use crate::site::own_times::OwnTimes;
use crate::site::session::SessionPlace;
use crate::testing::environment;

const MARKS: &str = "<span class=\"calendar-mark-complete\">*</span>\
                     <span class=\"calendar-mark-verycomplete\">*</span>";

fn user(stars: u32) -> User {
    let name = "ana".to_owned();
    User { name, stars }
}

/// A time after the events of these tests.
const END: DateTime<Utc> = DateTime::from_timestamp(2_000_000_000, 0).unwrap();

#[test]
fn calendars_of_every_kind() {
    let day = |day: u8, class: &str| {
        format!("<a href=\"/2025/day/{day}\" class=\"calendar-day{day} {class}\">{MARKS}</a>")
    };
    let [two, one] = ["calendar-verycomplete", "calendar-complete"];
    let three = day(1, two) + &day(2, one) + &day(3, "");
    let perfect: String = (1..=12).map(|number| day(number, "")).collect();
    // The calendar has ornaments and letters, as in 2015 and 2017.
    let odd = format!(
        "<div class=\"calendar-bkg\">* <a href=\"/2025/about\">*</a></div><a href=\"/2025/day/3\" \
         class=\"calendar-complete\"><i>*</i>{MARKS}</a><a aria-label=\"Day 4, two stars\" \
         href=\"https://adventofcode.com/2025/day/4?x=1#part2\">{MARKS}</a><a href=\"day/5\" \
         class=\"calendar-complete\">{MARKS}</a><a aria-label=\"Day 6, one star\" \
         href=\"/2025/day/6\">{MARKS}</a><a href=\"/2014/day/5\" class=\"calendar-verycomplete\">{MARKS}</a><a \
         href=\"/2025/day/99\" class=\"calendar-verycomplete\">{MARKS}</a>"
    );
    let locked = "<span class=\"calendar-day12\">~</span>".to_owned();
    let all: Vec<_> = (1..=12).map(|day| (day, 2)).collect();
    for (known, class, main, stars, days) in [
        (3, "", three, 3, &[(1, 2), (2, 1), (3, 0)][..]),
        (24, " calendar-perfect", perfect, 24, &all),
        (0, "", locked, 0, &[]),
        (0, "", odd, 5, &[(3, 1), (4, 2), (5, 1), (6, 1)]),
        // A day has several links, and the header of the page shows more stars.
        (7, "", day(1, "") + &day(1, two), 7, &[(1, 2)]),
    ] {
        // The calendar is behind another picture, as in 2018.
        let page = parse_html(&format!(
            "<!--<a href=\"/2025/day/1\" class=\"{two}\">--><div id=sidebar><a \
             href=\"/2025/day/2\" class=\"{two}\">x</a></div><main><pre id=mug><a \
             href=\"/2025/day/9\" class=\"{two}\">*</a></pre><pre \
             class=\"calendar{class}\">{main}</pre></main>"
        ));
        let read = read_calendar(&page, user(known), Year::of(2025), END).expect("a calendar");
        let event = &read.years[0];
        let read = event
            .days
            .iter()
            .flatten()
            .map(|open| (open.day.get(), open.stars));
        assert_eq!(read.collect::<Vec<_>>(), days, "{main}");
        assert_eq!((event.stars, event.total), (stars, 24), "{main}");
    }
    let error = read_calendar(&parse_html("<main></main>"), user(1), Year::of(2024), END);
    let error = error.expect_err("nothing").to_string();
    assert!(error.contains("the calendar is missing"));
}

/// The site must not fill an event with the stars of another one.
#[test]
fn a_calendar_of_another_event_is_wrong_content() {
    let of_event = "<a href=\"/2025/day/2\">x</a>";
    let other = "<a href=\"/2024/day/1\" class=\"calendar-complete\">x</a>";
    let full = other.replace("/2024", "https://adventofcode.com/2024");
    let about = "<a href=\"/2024/about\">x</a><span class=\"calendar-day12\">~</span>";
    for (links, is_of_event) in [
        (other.to_owned(), false),
        (full, false),
        (format!("{other}{of_event}"), true),
        (about.to_owned(), true),
    ] {
        let page = parse_html(&format!("<pre class=\"calendar\">{links}</pre>"));
        let read = read_calendar(&page, user(1), Year::of(2025), END);
        let error = read.err().map(|error| error.to_string());
        let expected = "expected the calendar of 2025, got that of another event; nothing was \
                        stored: try again later";
        let expected = (!is_of_event).then(|| expected.to_owned());
        assert_eq!(error, expected, "{links}");
    }
}

#[test]
fn a_calendar_shows_fewer_days_than_expected_once_the_next_one_would_be_open() {
    for (year, shown, at, days) in [
        (2026, 10, "2026-12-12T04:59:59Z", 12),
        (2026, 10, "2026-12-12T05:00:00Z", 10),
        (2026, 11, "2026-12-12T05:00:00Z", 12),
        (2026, 14, "2026-12-01T05:00:00Z", 14),
        (2026, 0, "2026-12-31T05:00:00Z", 12),
        // Its days are known.
        (2025, 10, "2026-12-12T05:00:00Z", 12),
    ] {
        let link = |day| format!("<a href=\"/{year}/day/{day}\">{MARKS}</a>");
        let links: String = (1..=shown).map(link).collect();
        let page = parse_html(&format!(
            "<main><pre class=\"calendar\">{links}</pre></main>"
        ));
        let at = at.parse().expect("a time");
        let read = read_calendar(&page, user(0), Year::of(year), at).expect("a calendar");
        assert_eq!(read.years[0].total, 2 * u32::from(days), "{shown} {at}");
        assert_eq!(read.day_count, Some((Year::of(year), days)), "{shown} {at}");
    }
}

#[test]
fn every_event_has_its_stars() {
    let event = |href: &str, year: u16, stars: &str, of: &str| {
        let stars = format!("<span class=\"star-count\">{stars}</span> <span>{of}</span>");
        format!("<div class=\"eventlist-event\"><a href=\"{href}\">[{year}]</a>{stars}</div>")
    };
    let events = event("/", 2026, " 5*", "/ 30*")
        + &event("/2024", 2024, "31*", "/ 50*")
        // An event whose second number is not known yet, and one without stars.
        + &event("/2023", 2023, "50*", "")
        + &event("/2022", 2022, "", "")
        // An event in another form, which is listed twice.
        + &event("/2021", 2021, "9* of 50", "")
        + &event("/2024", 2024, "1*", "/ 49*")
        + "<p>Total stars: <span class=\"star-count\">95*</span></p>";
    let stars = read_events(&parse_html(&events), user(5)).expect("events");
    let years = stars
        .years
        .iter()
        .map(|year| (year.year.get(), year.stars, year.total));
    let expected = [
        (2021, 9, 50),
        (2022, 0, 50),
        (2023, 50, 50),
        (2024, 31, 50),
        (2026, 5, 30),
    ];
    assert_eq!(years.collect::<Vec<_>>(), expected);
    // The list of events does not show the number of days of an event.
    assert_eq!(stars.day_count, None);
    let most = event("/2024", 2024, "4294967295*", "") + &event("/2023", 2023, "1*", "");
    let stars = read_events(&parse_html(&most), user(5)).expect("events");
    let counts: Vec<u32> = stars.years.iter().map(|year| year.stars).collect();
    assert_eq!(counts, [1, u32::MAX]);
    read_events(&parse_html("<main></main>"), user(5)).expect_err("no events");
}

#[test]
fn what_is_learned_is_kept() {
    let at = |second| DateTime::from_timestamp(second, 0).expect("a time");
    let stars = |user: &str, second: i64, years: &[(u16, u32, Option<u8>)]| {
        let year = |&(year, stars, day): &(u16, u32, Option<u8>)| YearStars {
            year: Year::of(year),
            stars,
            total: 50,
            days: day.map(|day| {
                vec![DayStars {
                    day: Day::of(day),
                    stars: 2,
                }]
            }),
            shown_at: Some(at(second)),
        };
        UserStars {
            user: Some(user.to_owned()),
            years: years.iter().map(year).collect(),
            ..UserStars::default()
        }
    };
    let mut known = UserStars::default();
    known.merge(&stars("ana", 1, &[(2024, 3, Some(1))]));
    known.merge(&stars("ana", 2, &[(2015, 7, None), (2024, 4, None)]));
    let newest = known.of_year(Year::of(2024)).expect("stars");
    let found = (newest.shown_at, newest.stars, known.years.len());
    assert_eq!(found, (Some(at(2)), 4, 2));
    assert!(newest.days.is_some());
    // The user has chosen another name on the site.
    known.merge(&stars("bob", 3, &[]));
    assert_eq!(known.user.as_deref(), Some("bob"));
    assert_eq!(known.years.len(), 2);
}

/// The list of events may come from a stored reply, which is older than the calendar of one event.
#[test]
fn an_older_reply_changes_nothing_unless_the_stored_time_is_wrong() {
    let start = DateTime::from_timestamp(1_700_000_000, 0).expect("a time");
    // The user has chosen another name between the two replies.
    let event = |user: &str, stars, minute: u64, has_days: bool| {
        let mut shown = shown(user, 2024, 25);
        let event = &mut shown.years[0];
        event.stars = stars;
        event.days = event.days.take().filter(|_| has_days);
        event.shown_at = Some(start + Duration::from_mins(minute));
        shown
    };
    // The columns are the stored stars, time and days, the time of the new reply, and the result.
    for (stored, new, stars, has_days) in [
        ((9, 10, true), 0, 9, true),
        // Only the older reply has the days.
        ((9, 10, false), 0, 9, true),
        ((9, 15, true), 0, 9, true),
        ((9, 16, true), 0, 8, true),
        ((9, 10, false), 10, 8, true),
        ((9, 10, false), 11, 8, true),
    ] {
        let context = format!("{stored:?} {new}");
        let mut known = event("stored", stored.0, stored.1, stored.2);
        known.merge(&event("new", 8, new, !stored.2));
        let [event] = &known.years[..] else {
            panic!("{context}");
        };
        let minute = if stars == 8 { new } else { stored.1 };
        let shown_at = start + Duration::from_mins(minute);
        assert_eq!(
            (event.stars, event.shown_at, event.days.is_some()),
            (stars, Some(shown_at), has_days),
            "{context}"
        );
        let user = if stars == 8 { "new" } else { "stored" };
        assert_eq!(known.user.as_deref(), Some(user), "{context}");
    }
}

/// An environment with this cache folder.
fn with_cache(folder: &Path) -> Environment {
    Environment {
        cache_dir: Some(folder.to_owned()),
        ..environment(folder, &[])
    }
}

fn session(token: &str) -> Session {
    Session::new(token.as_bytes(), SessionPlace::Given("a test".to_owned())).expect("a token")
}

/// The stars of an event as the site shows them, with the days.
fn shown(user: &str, year: u16, days: u8) -> UserStars {
    let year = Year::of(year);
    let event = YearStars {
        year,
        stars: 1,
        total: 2 * u32::from(days),
        days: Some(Vec::new()),
        shown_at: None,
    };
    UserStars {
        user: Some(user.to_owned()),
        years: vec![event],
        day_count: Some((year, days)),
        ..UserStars::default()
    }
}

#[test]
fn tokens_that_end_alike_share_no_file() {
    let temp = tempfile::tempdir().expect("a folder");
    let config = SiteConfig {
        settings: &Settings::default(),
        environment: &with_cache(temp.path()),
        unwritten: &UnwrittenFiles::default(),
    };
    let end = "5361".repeat(16);
    let [ana, bob] = ["a", "b"].map(|begin| session(&format!("{begin}{end}")));
    let year = Year::of(2024);
    let times = |session| OwnTimes::file(config, session, year);
    shown("ana", 2024, 25).store(config, &ana).expect("written");
    let fetched = DateTime::UNIX_EPOCH;
    let days = Vec::new();
    let stored = times(&ana).write(&OwnTimes { fetched, days });
    stored.expect("written");
    for (session, user) in [(&ana, Some("ana")), (&bob, None)] {
        let stars = UserStars::load(config, session);
        assert_eq!(stars.user.as_deref(), user);
        let times: Option<OwnTimes> = times(session).read();
        assert_eq!(times.is_some(), user.is_some());
    }
    let next: Option<OwnTimes> = OwnTimes::file(config, &ana, Year::of(2025)).read();
    assert!(next.is_none());
    // The name of a file reveals nothing about the token.
    for entry in entries(temp.path()) {
        let name = entry.file_name().to_string_lossy().into_owned();
        assert!(!name.contains("5361"), "{name}");
    }
}

#[test]
fn days_that_two_processes_learn_at_once_are_all_kept() {
    let temp = tempfile::tempdir().expect("a folder");
    let environment = with_cache(temp.path());
    let settings = Settings::default();
    let config = SiteConfig {
        settings: &settings,
        environment: &environment,
        unwritten: &UnwrittenFiles::default(),
    };
    // This process has read the file and has not written it yet.
    let file = days_file(config);
    let lock = file.lock(|| {});
    let mut days = shown_days(config);
    days.insert(Year::of(2024), 25);
    thread::scope(|scope| {
        let ana = session(&"a".repeat(32));
        let other = scope.spawn(move || shown("ana", 2025, 15).store(config, &ana));
        // Without the lock, the other process would finish within this time.
        thread::sleep(Duration::from_millis(100));
        assert!(!other.is_finished());
        file.write(&days).expect("written");
        drop(lock);
    });
    let expected = [(Year::of(2024), 25), (Year::of(2025), 15)];
    assert_eq!(shown_days(config), expected.into());
}

#[test]
fn a_day_that_is_not_open_or_not_known_has_no_star() {
    let open = [(3, 2), (4, 1)].map(|(day, stars)| DayStars {
        day: Day::of(day),
        stars,
    });
    let listed = Some(Vec::from(open));
    let unsolved = Some(vec![DayStars {
        day: Day::of(4),
        stars: 0,
    }]);
    let [two, one, none] = [Some(2), Some(1), Some(0)];
    for (days, sum, shown_at, stars) in [
        (&listed, 3, "2024-12-04T06:00:00Z", [two, one, None]),
        (&listed, 3, "2024-12-05T05:00:00Z", [two, one, none]),
        // The list of all events showed a star of an unknown day.
        (&listed, 4, "2024-12-05T05:00:00Z", [two, one, None]),
        (&unsolved, 0, "2024-12-04T06:00:00Z", [none, none, None]),
        (&unsolved, 1, "2024-12-05T05:00:00Z", [None; 3]),
        (&None, 3, "2024-12-25T05:00:00Z", [None; 3]),
        (&None, 0, "2024-12-25T05:00:00Z", [none; 3]),
    ] {
        let event = YearStars {
            year: Year::of(2024),
            stars: sum,
            total: 50,
            days: days.clone(),
            shown_at: Some(shown_at.parse().expect("a time")),
        };
        let found = [3, 4, 5].map(|day| event.of_day(Day::of(day)));
        assert_eq!(found, stars, "{sum} {shown_at}");
    }
}

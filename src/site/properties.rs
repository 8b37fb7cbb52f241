//! Property tests of the parsers of pages and documents. Anyone may have written a text, so a
//! parser must accept only what the site has said, and must lose nothing of it. `just fuzz site`
//! runs them for an hour.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use chrono::DateTime;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::answer::{AnswerReply, NoVerdict};
use super::leaderboard::{Leaderboard, parse_leaderboard};
use super::own_times::{StarTime, read_own_times};
use super::stars::{read_calendar, read_events};
use crate::inputs::Verdict;
use crate::pages::properties::{SENTENCES, escaped, nodes, shown_text, stranger};
use crate::pages::{first, parse_html, plain_text, read_picture, user};
use crate::puzzle::{Puzzle, Year, day_count};
use crate::terminal::sanitize;
use crate::testing::matching;

const PUZZLE: Puzzle = Puzzle::of(2020, 22);

fn times(seconds: Option<u64>) -> Option<StarTime> {
    Some(match seconds? {
        86_400 => StarTime::Later,
        seconds => StarTime::After(Duration::from_secs(seconds)),
    })
}

/// A time in the format of the table of own times.
fn own_time(seconds: Option<u64>) -> String {
    match seconds {
        None => "-".to_owned(),
        Some(86_400) => "&gt;24h".to_owned(),
        Some(seconds) => {
            let hours = seconds / 3600;
            let rest = seconds % 3600;
            format!("{hours:02}:{:02}:{:02}", rest / 60, rest % 60)
        }
    }
}

proptest! {
    /// The site quotes the answer, which may be any text, even a sentence of the site.
    #[test]
    fn a_quoted_answer_decides_nothing(
        quoted in prop_oneof![shown_text(), prop::sample::select(SENTENCES).prop_map(str::to_owned)],
        (direction, verdict) in prop::sample::select(vec![
            ("", Verdict::Wrong),
            ("; your answer is too high", Verdict::TooHigh),
            ("; your answer is too low", Verdict::TooLow),
        ]),
        minutes in 1_u64..=60,
    ) {
        let page = format!(
            "<title>Day 22 - Advent of Code 2020</title><body><header><div class=\"user\">a</div>\
             </header><main><article><p>That's not the right answer{direction}.  If you're stuck, \
             ask.  Please wait {minutes} minutes before trying again. (You guessed <span>{}</span>.) \
             <a href=\"/2020/day/22\">[Return to Day 22]</a></p></article></main></body>",
            escaped(&quoted),
        );
        let Ok(judged) = AnswerReply::parse(&page, PUZZLE) else {
            panic!("no verdict");
        };
        prop_assert_eq!(judged.verdict, verdict);
        prop_assert_eq!(judged.wait, Some(Duration::from_secs(60 * minutes)));
        prop_assert!(!judged.is_for_someone_else);
    }

    #[test]
    fn a_wait_is_never_shorter_than_the_site_says(hours in 0_u64..=23, minutes in 0_u64..=59, seconds in 0_u64..=59, form in 0..3) {
        let said = hours * 3600 + minutes * 60 + seconds;
        let time = match form {
            0 => format!("{hours}h {minutes}m {seconds}s"),
            1 => format!("{hours} hours, {minutes} minutes and {seconds} seconds"),
            _ => format!("{said}s"),
        };
        let page = format!(
            "<title>Day 22 - Advent of Code 2020</title><main><article><p>You gave an answer too \
             recently; you have to wait.  You have {time} left to wait.</p></article></main>"
        );
        let expected = AnswerReply {
            verdict: Verdict::TooRecent,
            wait: Some(Duration::from_secs(said)),
            is_for_someone_else: false,
        };
        prop_assert_eq!(AnswerReply::parse(&page, PUZZLE), Ok(expected), "{}", time);
    }

    #[test]
    fn no_stranger_gets_a_verdict_without_its_sentence(text in stranger(), reply in stranger(), has_article: bool) {
        let (start, end) = if has_article { ("<main><article>", "</article></main>") } else { ("", "") };
        let html = format!("{text}{start}{reply}{end}");
        let judged = match AnswerReply::parse(&html, PUZZLE) {
            Ok(judged) => judged,
            Err(NoVerdict::Unclear(why)) => {
                prop_assert_eq!(&why, &sanitize(&why));
                return Ok(());
            }
            Err(NoVerdict::LoggedOut) => return Ok(()),
        };
        let page = parse_html(&html);
        let article = first(&page, "main").and_then(|main| first(main, "article"));
        let shown = article.map(plain_text).unwrap_or_default();
        let is_said = match judged.verdict {
            Verdict::Right => shown.starts_with("That's the right answer!") || shown.contains("You've finished every puzzle"),
            Verdict::Wrong | Verdict::TooHigh | Verdict::TooLow => shown.starts_with("That's not the right answer"),
            Verdict::TooRecent => shown.starts_with("You gave an answer too recently"),
            Verdict::WrongLevel => shown.starts_with("You don't seem to be solving the right level"),
            Verdict::Unknown => false,
        };
        prop_assert!(is_said, "{:?}: {}", judged.verdict, shown);
    }

    #[test]
    fn every_star_of_a_leaderboard_is_shown_and_no_other(
        members in prop::collection::btree_map(1_u64..50, member(), 0..8),
    ) {
        let year = Year::of(2025);
        let documents: serde_json::Map<String, Value> = members
            .iter()
            .map(|(id, (fields, _))| (id.to_string(), fields.clone()))
            .collect();
        let text = json!({ "event": "2025", "members": documents }).to_string();
        let board = parse_leaderboard(&text, year, 7, DateTime::UNIX_EPOCH).expect("a leaderboard");
        let ids: BTreeSet<u64> = board.members.iter().map(|member| member.id).collect();
        prop_assert_eq!(&ids, &members.keys().copied().collect());
        prop_assert_eq!(ids.len(), board.members.len());
        for member in &board.members {
            prop_assert_eq!(&member.name, &sanitize(&member.name));
            let mut stars = BTreeSet::new();
            for day in &member.days {
                for (part, time) in [(1, day.part1), (2, day.part2)] {
                    stars.extend(time.map(|time| (day.day.get(), part, time.timestamp())));
                }
            }
            prop_assert_eq!(&stars, &members[&member.id].1);
        }
        // Storing the data and reading it again changes nothing.
        let stored = serde_json::to_string(&board).expect("JSON");
        let read: Leaderboard = serde_json::from_str(&stored).expect("a leaderboard");
        prop_assert_eq!(serde_json::to_string(&read).expect("JSON"), stored);
    }

    #[test]
    fn no_document_of_a_stranger_stops_a_leaderboard(value in any_json()) {
        let text = json!({ "event": 2025, "members": { "7": value.clone(), "x": value.clone() } });
        let board = parse_leaderboard(&text.to_string(), Year::of(2025), 7, DateTime::UNIX_EPOCH);
        for member in board.expect("a leaderboard").members {
            prop_assert_eq!(&member.name, &sanitize(&member.name));
        }
        let _ = parse_leaderboard(&value.to_string(), Year::of(2025), 7, DateTime::UNIX_EPOCH);
    }

    #[test]
    fn own_times_are_read_as_they_stand(
        rows in prop::collection::btree_map(1_u8..=25, [prop::option::of(0_u64..=86_400), prop::option::of(0_u64..=86_400)], 1..25),
        is_old in any::<bool>(),
        noise in "[a-zA-Z -]{0,40}",
    ) {
        let mut table = format!("{noise}\nDay   Part 1   Part 2\n");
        for (day, parts) in &rows {
            let rank = if is_old { "  1234  0" } else { "" };
            let [first, second] = parts.map(own_time);
            table += &format!("{day:3}  {first}{rank}   {second}{rank}\n");
        }
        let page = format!("<main><article><pre>{table}</pre></article></main>");
        let table = read_own_times(&parse_html(&page)).expect("a table");
        let read: Vec<_> = table.iter().map(|row| (row.day.get(), [row.part1, row.part2])).collect();
        let expected: Vec<_> = rows.iter().map(|(day, parts)| (*day, parts.map(times))).collect();
        prop_assert_eq!(read, expected);
    }

    #[test]
    fn no_table_of_a_stranger_has_a_day_that_it_does_not_show(text in stranger(), table in matching("(([0-9]{1,2}|[a-z-]) ([0-9:&gt;]{1,8}|-) ([0-9:]{1,8}|-)\n|[0-9:>&;a-z \n-]{0,9}){0,6}")) {
        let page = format!("{text}<pre>{table}</pre>");
        let html = parse_html(&page);
        for shown in read_own_times(&html).unwrap_or_default() {
            let day = shown.day.to_string();
            // An element inside of the table may contain a digit of the day.
            let is_in_page = nodes(&html).iter().any(|node| {
                let text = node.text();
                text.split(|c: char| !c.is_ascii_digit()).any(|number| number.trim_start_matches('0') == day)
            });
            prop_assert!(is_in_page, "{}: {}", day, page);
            for time in [shown.part1, shown.part2].into_iter().flatten() {
                prop_assert!(time != StarTime::Later || page.contains(['>', '&']) || page.contains("24:00"));
            }
        }
    }

    #[test]
    fn events_have_the_stars_that_the_list_shows(
        events in prop::collection::btree_map(2015_u16..2040, 0_u32..=50, 1..20),
        again in any::<bool>(),
    ) {
        let mut page = "<header><div class=\"user\">ana</div></header><main>".to_owned();
        for (year, stars) in &events {
            page += &format!(
                "<div class=\"eventlist-event\"><a href=\"/{year}\">[{year}]</a> <span \
                 class=\"star-count\">{stars}*</span> <span class=\"quiet\">/ 50*</span></div>"
            );
        }
        if again {
            page += &page.clone();
        }
        let html = parse_html(&page);
        let stars = read_events(&html, user(&html).expect("a user")).expect("events");
        let read: BTreeMap<u16, u32> = stars.years.iter().map(|event| (event.year.get(), event.stars)).collect();
        prop_assert_eq!(read.len(), stars.years.len());
        prop_assert_eq!(read, events);
    }

    #[test]
    fn a_calendar_has_the_stars_of_its_links(
        shown in prop::collection::btree_map(1_u8..=25, 0_u8..=2, 0..25),
        noise in "[^<>&]{0,20}",
    ) {
        let mut art = String::new();
        for (day, stars) in &shown {
            let class = ["", "calendar-complete", "calendar-verycomplete"][usize::from(*stars)];
            art += &format!(
                "{noise}<a href=\"/2020/day/{day}\" class=\"calendar-day{day} {class}\">{day}<i>*</i></a>\n"
            );
        }
        let page = format!(
            "<header><div class=\"user\">ana</div></header><main><pre class=\"calendar\">{art}</pre></main>"
        );
        let html = parse_html(&page);
        let stars = read_calendar(&html, user(&html).expect("a user"), Year::of(2020), DateTime::UNIX_EPOCH).expect("a calendar");
        let event = &stars.years[0];
        let read: BTreeMap<u8, u8> =
            event.days.iter().flatten().map(|day| (day.day.get(), day.stars)).collect();
        prop_assert_eq!(event.stars, shown.values().map(|stars| u32::from(*stars)).sum::<u32>());
        prop_assert_eq!(read, shown);
    }

    #[test]
    fn no_calendar_of_a_stranger_has_days_that_it_does_not_link(noise in stranger(), style in stranger()) {
        let page = format!(
            "<header><div class=\"user\">ana</div></header><style>{style}</style><pre \
             class=\"calendar\">{noise}</pre>"
        );
        let html = parse_html(&page);
        if let Some(user) = user(&html)
            && let Ok(stars) = read_calendar(&html, user, Year::of(2020), DateTime::UNIX_EPOCH)
        {
            for day in stars.years[0].days.iter().flatten() {
                let link = format!("day/{}", day.day);
                prop_assert!(page.contains(&link));
                prop_assert!(day.stars <= 2 && day.day.get() <= day_count(Year::of(2020)));
            }
        }
        for element in nodes(&html).into_iter().filter(|node| node.is(".calendar")) {
            for line in read_picture(&html, element, Year::of(2020), &BTreeMap::new()).into_iter().flatten() {
                for piece in line.pieces {
                    prop_assert_eq!(&piece.text, &sanitize(&piece.text));
                }
            }
        }
    }
}

/// A member of a leaderboard, and the expected stars: day, part and time. The fields have one of
/// the forms that the site has used over the years, or are invalid.
fn member() -> impl Strategy<Value = (Value, BTreeSet<(u8, u8, i64)>)> {
    let star = (1_448_946_000_i64..4_000_000_000, any::<bool>());
    let name = prop::option::of(matching("[ -~é\u{202e}\u{1b}\u{200b}]{0,9}"));
    let stars = prop::collection::btree_map((1_u8..=25, 1_u8..=2), star, 0..10);
    (name, stars, any_json()).prop_map(|(name, stars, odd)| {
        let mut levels = json!({ "0": odd.clone(), "26": odd.clone(), "x": odd.clone() });
        let mut valid = BTreeSet::new();
        for ((day, part), (time, is_text)) in stars {
            let shown = if is_text {
                json!(time.to_string())
            } else {
                json!(time)
            };
            levels[day.to_string()][part.to_string()] = json!({ "get_star_ts": shown });
            valid.insert((day, part, time));
        }
        let member = json!({
            "name": name, "stars": odd, "local_score": odd, "completion_day_level": levels,
        });
        (member, valid)
    })
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        matching("[ -~é\u{202e}\u{1b}]{0,6}").prop_map(Value::from),
        prop::sample::select(&["-1", "2.5", "1e99", "", "25", "18446744073709551616"][..])
            .prop_map(Value::from),
    ];
    let key = prop_oneof![
        prop::sample::select(
            &[
                "id",
                "name",
                "stars",
                "completion_day_level",
                "get_star_ts",
                "1",
                "2",
                "25",
                "members",
                "event"
            ][..]
        )
        .prop_map(str::to_owned),
        matching("[0-9a-z]{0,3}"),
    ]
    .boxed();
    leaf.prop_recursive(4, 40, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::hash_map(key.clone(), inner, 0..6)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

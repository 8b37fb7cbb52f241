//! Stars: the endpoint `/events` with the stars of all events, the endpoint `/YEAR`
//! with the calendar of one event, and the file that stores them for commands that make
//! no request. There is one file for each host and session: a new session may be
//! another user's, and its stars are unknown.
//!
//! Every calendar is drawn differently, and its text always contains both `*` of a day:
//! the site's style sheet hides them. So the class of each day's link counts, not its
//! text.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::account::star_count;
use super::client::Site;
use super::error::SiteError;
use super::html::{first, plain_text, select};
use super::markup::{Html, Node};
use super::picture::{PictureLine, day_of, picture};
use super::session::Session;
use super::state::{CacheFile, SiteConfig};
use crate::puzzle::{Day, Year, built_in_days, days};

/// The stars of one event.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct YearStars {
    pub year: Year,
    pub stars: u32,
    /// The number of stars of the event.
    pub of: u32,
    /// The open days in order; `None` if only the sum is known.
    pub days: Option<Vec<DayStars>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct DayStars {
    pub day: Day,
    /// 0 to 2.
    pub stars: u8,
}

/// The stars of a user.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Stars {
    /// The user's name, sanitized.
    pub user: Option<String>,
    /// The sum of all stars; `None` if only some events are known.
    pub total: Option<u32>,
    /// The events are in order, without duplicates.
    pub years: Vec<YearStars>,
    /// The picture of the event's calendar.
    #[serde(skip)]
    pub picture: Option<Vec<PictureLine>>,
}

impl Site {
    /// The stars of all events, without their days.
    pub fn events(&self, session: &Session) -> Result<Stars, SiteError> {
        let (page, user, _) = self.own_page("/events", session, "list of events")?;
        read_events(&page, user)
    }

    /// The stars of one event.
    pub fn calendar(&self, year: Year, session: &Session) -> Result<Stars, SiteError> {
        let what = format!("event of {year}");
        let (page, user, stars) = self.own_page(&format!("/{year}"), session, &what)?;
        read_calendar(&page, user, stars, year)
    }
}

fn read_events(page: &Html, user: String) -> Result<Stars, SiteError> {
    let mut years = BTreeMap::new();
    for event in select(page, ".eventlist-event") {
        if let Some(event) = read_event(event) {
            years.entry(event.year).or_insert(event);
        }
    }
    if years.is_empty() {
        return Err(SiteError::incomplete("the list of events"));
    }
    Ok(Stars {
        user: Some(user),
        total: Some(years.values().map(|event| event.stars).sum()),
        years: years.into_values().collect(),
        picture: None,
    })
}

/// Reads an event of the list. Its link contains the year, but that of the newest event
/// may lead to `/`. An event without stars has no number.
fn read_event(event: Node<'_>) -> Option<YearStars> {
    let link = first(event, "a")?;
    let shown = plain_text(link);
    let year = Year::parse(shown.trim_matches(['[', ']', ' ']))
        .or_else(|| Year::parse(link.attr("href")?.trim_matches('/')))?;
    let stars = first(event, ".star-count").and_then(|stars| star_count(&plain_text(stars)));
    let of = select(event, "span").find_map(|span| star_count(plain_text(span).strip_prefix('/')?));
    Some(YearStars {
        year,
        stars: stars.unwrap_or(0),
        of: of.unwrap_or_else(|| 2 * u32::from(days(year))),
        days: None,
    })
}

/// Reads a calendar; `in_head` is the number of stars in the head of the page.
fn read_calendar(page: &Html, user: String, in_head: u32, year: Year) -> Result<Stars, SiteError> {
    let calendar = select(page, "pre").find(|pre| pre.is(".calendar"));
    let calendar = calendar.ok_or_else(|| SiteError::incomplete("the calendar"))?;
    let is_perfect = calendar.is(".calendar-perfect");
    let mut stars_of: BTreeMap<Day, u8> = BTreeMap::new();
    for link in select(calendar, "a").filter(|link| link.attr("href").is_some()) {
        if let Some(day) = day_of(link, year) {
            // Some calendars have several links for a day.
            let most = stars_of.entry(day).or_default();
            *most = (*most).max(if is_perfect { 2 } else { stars(link) });
        }
    }
    let picture = picture(page, calendar, year, &stars_of);
    let locked = select(calendar, "span").filter_map(|span| day_of(span, year));
    let last = stars_of.keys().copied().chain(locked).max();
    // The calendar decides how many days its event has, unless it shows only some of
    // them, as before the first day.
    let shown = last.filter(|day| day.0 >= built_in_days(year));
    let count = shown.map_or_else(|| days(year), |day| day.0);
    let sum: u32 = stars_of.values().copied().map(u32::from).sum();
    let open_days = stars_of.into_iter();
    let open_days = open_days.map(|(day, stars)| DayStars { day, stars });
    let event = YearStars {
        year,
        stars: sum.max(in_head),
        of: 2 * u32::from(count),
        days: Some(open_days.collect()),
    };
    Ok(Stars {
        user: Some(user),
        total: None,
        years: vec![event],
        picture,
    })
}

/// The stars of a day's link, from its class, otherwise from its label for screen
/// readers.
fn stars(link: Node<'_>) -> u8 {
    let label = link.attr("aria-label").unwrap_or_default();
    let has_mark = |class: &str, end: &str| link.is(class) || label.ends_with(end);
    if has_mark(".calendar-verycomplete", "two stars") {
        2
    } else {
        u8::from(has_mark(".calendar-complete", "one star"))
    }
}

/// The stars of one event, as the site showed them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct SeenYear {
    pub stars: YearStars,
    /// The time, by the site's clock, at which it showed them.
    pub seen: DateTime<Utc>,
}

/// The stored stars.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default)]
pub struct SeenStars {
    pub user: Option<String>,
    pub years: BTreeMap<Year, SeenYear>,
}

impl SeenStars {
    fn file(config: SiteConfig<'_>, session: &Session) -> CacheFile {
        CacheFile::new(config, "stars", &format!("-{}", session.token.tail()))
    }

    /// Loads the stored stars; empty if the file is missing or not understood.
    pub fn load(config: SiteConfig<'_>, session: &Session) -> Self {
        Self::file(config, session).read().unwrap_or_default()
    }

    /// Stores the stars that the site has just shown; `now` is the time on the site. If
    /// the file cannot be written, they are not stored; nothing depends on them.
    pub fn learn(config: SiteConfig<'_>, session: &Session, stars: &Stars, now: DateTime<Utc>) {
        let file = Self::file(config, session);
        let _lock = file.lock(|| {});
        let mut seen = Self::load(config, session);
        seen.add(stars, now);
        let _ = file.write(&seen);
        let mut learned = shown_days(config);
        learn_days(&mut learned, stars);
        if learned != shown_days(config) {
            let _ = CacheFile::new(config, "days", "").write(&learned);
        }
    }

    fn add(&mut self, stars: &Stars, seen: DateTime<Utc>) {
        // A token of another user may have the same last characters.
        if self.user != stars.user {
            self.years.clear();
            self.user.clone_from(&stars.user);
        }
        for mut stars in stars.years.iter().cloned() {
            // Stars never disappear, so the known days are still right.
            let old = self.years.remove(&stars.year);
            stars.days = stars.days.or(old.and_then(|old| old.stars.days));
            self.years.insert(stars.year, SeenYear { stars, seen });
        }
    }
}

/// Updates the number of days of events from their calendars. A number that is known
/// without the site is not stored.
fn learn_days(learned: &mut BTreeMap<Year, u8>, stars: &Stars) {
    for event in stars.years.iter().filter(|it| it.days.is_some()) {
        learned.remove(&event.year);
        let shown = u8::try_from(event.of / 2).ok();
        let more = shown.filter(|it| *it > built_in_days(event.year));
        learned.extend(more.map(|days| (event.year, days)));
    }
}

/// The number of days of events that have more than is known without the site.
pub fn shown_days(config: SiteConfig<'_>) -> BTreeMap<Year, u8> {
    let file = CacheFile::new(config, "days", "");
    file.read().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::markup::parse;

    const MARKS: &str = "<span class=\"calendar-mark-complete\">*</span>\
                         <span class=\"calendar-mark-verycomplete\">*</span>";

    #[test]
    fn calendars_of_every_kind() {
        let day = |day: u8, class: &str| {
            format!("<a href=\"/2025/day/{day}\" class=\"calendar-day{day} {class}\">{MARKS}</a>")
        };
        let [two, one] = ["calendar-verycomplete", "calendar-complete"];
        let three = day(1, two) + &day(2, one) + &day(3, "");
        let perfect: String = (1..=12).map(|number| day(number, "")).collect();
        // Ornaments and letters, as in 2015 and 2017.
        let odd = format!(
            "<div class=\"calendar-bkg\">* <a href=\"/2025/about\">*</a></div><a href=\"day/3\" \
             class=\"calendar-complete\"><i>*</i>{MARKS}</a><a aria-label=\"Day 4, two stars\" \
             href=\"https://adventofcode.com/2025/day/4?x=1#part2\">{MARKS}</a><a \
             href=\"/2014/day/5\" class=\"calendar-verycomplete\">{MARKS}</a><a \
             href=\"/2025/day/99\" class=\"calendar-verycomplete\">{MARKS}</a>"
        );
        let locked = "<span class=\"calendar-day12\">~</span>".to_owned();
        let all: Vec<_> = (1..=12).map(|day| (day, 2)).collect();
        for (known, class, main, stars, days) in [
            (3, "", three, 3, &[(1, 2), (2, 1), (3, 0)][..]),
            (24, " calendar-perfect", perfect, 24, &all),
            (0, "", locked, 0, &[]),
            (0, "", odd, 3, &[(3, 1), (4, 2)]),
            // A day in several pieces; the head of the page knows more.
            (7, "", day(1, "") + &day(1, two), 7, &[(1, 2)]),
        ] {
            // Behind another picture, as in 2018.
            let page = parse(&format!(
                "<!--<a href=\"/2025/day/1\" class=\"{two}\">--><div id=sidebar><a \
                 href=\"/2025/day/2\" class=\"{two}\">x</a></div><main><pre id=mug><a \
                 href=\"/2025/day/9\" class=\"{two}\">*</a></pre><pre \
                 class=\"calendar{class}\">{main}</pre></main>"
            ));
            let read = read_calendar(&page, "ana".into(), known, Year(2025)).expect("a calendar");
            let event = &read.years[0];
            let read = event.days.iter().flatten().map(|it| (it.day.0, it.stars));
            assert_eq!(read.collect::<Vec<_>>(), days, "{main}");
            assert_eq!((event.stars, event.of), (stars, 24), "{main}");
        }
        let error = read_calendar(&parse("<main></main>"), "ana".into(), 1, Year(2024));
        let error = error.expect_err("nothing").to_string();
        assert!(error.contains("the calendar is missing"));
    }

    #[test]
    fn every_event_has_its_stars() {
        let event = |href: &str, year: u16, stars: &str, of: &str| {
            let stars = format!("<span class=\"star-count\">{stars}</span> <span>{of}</span>");
            format!("<div class=\"eventlist-event\"><a href=\"{href}\">[{year}]</a>{stars}</div>")
        };
        let events = event("/", 2025, " 5*", "/ 24*")
            + &event("/2024", 2024, "31*", "/ 50*")
            // Before there was a second number, and without stars.
            + &event("/2023", 2023, "50*", "")
            + &event("/2022", 2022, "", "")
            + "<p>Total stars: <span class=\"star-count\">86*</span></p>";
        let stars = read_events(&parse(&events), "ana".into()).expect("events");
        let years = stars.years.iter().map(|it| (it.year.0, it.stars, it.of));
        let expected = [(2022, 0, 50), (2023, 50, 50), (2024, 31, 50), (2025, 5, 24)];
        assert_eq!(years.collect::<Vec<_>>(), expected);
        assert_eq!(stars.total, Some(86));
        read_events(&parse("<main></main>"), "ana".into()).expect_err("no events");
    }

    #[test]
    fn what_is_learned_is_kept() {
        let stars = |user: &str, years: &[(u16, u32, Option<u8>)]| {
            let year = |&(year, stars, day): &(u16, u32, Option<u8>)| YearStars {
                year: Year(year),
                stars,
                of: 50,
                days: day.map(|day| {
                    vec![DayStars {
                        day: Day(day),
                        stars: 2,
                    }]
                }),
            };
            Stars {
                user: Some(user.to_owned()),
                years: years.iter().map(year).collect(),
                ..Stars::default()
            }
        };
        let at = |second| DateTime::from_timestamp(second, 0).expect("a time");
        let mut seen = SeenStars::default();
        seen.add(&stars("ana", &[(2024, 3, Some(1))]), at(1));
        seen.add(&stars("ana", &[(2015, 7, None), (2024, 4, None)]), at(2));
        let newest = &seen.years[&Year(2024)];
        let expected = (at(2), 4, 2);
        assert_eq!(
            (newest.seen, newest.stars.stars, seen.years.len()),
            expected
        );
        assert!(newest.stars.days.is_some());
        // Of another user nothing is mixed in.
        seen.add(&stars("bob", &[]), at(3));
        assert!(seen.years.is_empty());
        // The list of events does not tell how many days an event has.
        let mut learned = BTreeMap::new();
        for (day, days) in [(None, None), (Some(1), Some(&25)), (None, Some(&25))] {
            learn_days(
                &mut learned,
                &stars("ana", &[(2024, 3, day), (2025, 3, day)]),
            );
            assert_eq!(learned.get(&Year(2025)), days);
            assert_eq!(learned.len(), usize::from(days.is_some()));
        }
    }
}

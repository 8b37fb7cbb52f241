//! The endpoint `/YEAR/leaderboard/private/view/ID.json`, and the cache file of each leaderboard,
//! which replaces requests for some time.
//!
//! The document has changed over the years: numbers were strings, and fields were added and
//! removed. So a number may be a string, and only the necessary fields are read. A missing or
//! invalid field affects only its member or star.

use std::cmp::Reverse;
use std::time::Duration;

use aoc_solution::Part;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, from_str};

use super::cache_file::{CacheFile, SiteConfig};
use super::client::SiteClient;
use super::error::{SiteError, SiteErrorKind, SiteResult};
use super::request::{Credentials, SiteRequest};
use super::retry::Retries;
use super::site_time::SiteTime;
use super::stars::store_day_count;
use super::statistics;
use crate::config::SITE;
use crate::error::Result;
use crate::pages::short_excerpt;
use crate::puzzle::{Day, Year, possible_day_counts, unlock};

/// A private leaderboard as in the cache and in `aoc leaderboard --json`. Names are sanitized.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Leaderboard {
    pub year: Year,
    pub id: u64,
    /// The time of the download by the site's clock.
    pub fetched: DateTime<Utc>,
    /// The unlock of day 1.
    pub first_unlock: DateTime<Utc>,
    /// The number of days of the event, if the site has just shown it.
    #[serde(skip)]
    pub day_count: Option<u8>,
    /// The members by rank. Members with equal scores are sorted by the time of their latest star.
    pub members: Vec<Member>,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Member {
    pub id: u64,
    /// The name. A member without a name is called, for example, `(anonymous user #7)`.
    pub name: String,
    pub stars: u64,
    pub local_score: u64,
    /// The days on which the member has a star, in order.
    pub days: Vec<MemberDay>,
}

impl Member {
    /// The sort key of the rank on the site: more points first, then more stars, then the older
    /// latest star.
    pub fn rank(&self) -> impl Ord + use<> {
        let score = Reverse((self.local_score, self.stars));
        (score, self.latest_star(), self.id)
    }

    pub fn has_star(&self) -> bool {
        self.stars > 0 || !self.days.is_empty()
    }

    pub fn latest_star(&self) -> Option<DateTime<Utc>> {
        self.days.iter().flat_map(MemberDay::times).max()
    }
}

/// The times at which a member solved the parts of a day.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct MemberDay {
    pub day: Day,
    pub part1: Option<DateTime<Utc>>,
    pub part2: Option<DateTime<Utc>>,
    /// The index that the site gives to each star of an event, in the order of the stars. Stars
    /// before December 2021 have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part1_index: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part2_index: Option<u64>,
}

impl MemberDay {
    /// The known times of the day's stars.
    fn times(&self) -> impl Iterator<Item = DateTime<Utc>> {
        [self.part1, self.part2].into_iter().flatten()
    }

    /// The sort key of a star among the stars of other members, as on the site: the time of the
    /// star, then its index for stars of the same second. `None` if the member does not have the
    /// star.
    pub fn order(&self, part: Part) -> Option<(DateTime<Utc>, Option<u64>)> {
        let (time, index) = match part {
            Part::One => (self.part1, self.part1_index),
            Part::Two => (self.part2, self.part2_index),
        };
        Some((time?, index))
    }
}

impl Leaderboard {
    /// The shortest time between two requests for a leaderboard.
    pub const INTERVAL: Duration = statistics::INTERVAL;

    pub fn file(config: SiteConfig, year: Year, id: u64) -> CacheFile {
        CacheFile::new(config, "leaderboard", &format!("-{year}-{id}"))
    }

    /// Stores a leaderboard that was just downloaded, and the number of days that it shows.
    pub fn store(&self, config: SiteConfig) -> Result<()> {
        let written = Self::file(config, self.year, self.id).write(self);
        let day_count = self.day_count.map(|count| (self.year, count));
        let counted = store_day_count(config, day_count);
        written.and(counted)
    }

    /// The index of a user among the members. Names are not unique, so this is `None` if several
    /// members have the name and the user's ID is unknown.
    pub fn index_of(&self, name: &str, id: Option<u64>) -> Option<usize> {
        let members = self.members.iter().enumerate();
        let mut matching = members.filter(|(_, member)| match id {
            Some(id) => member.id == id,
            None => member.name == name,
        });
        let (index, _) = matching.next()?;
        matching.next().is_none().then_some(index)
    }

    /// The cached leaderboard, if it is too early for another request. The caller must hold the
    /// lock of the file.
    pub fn recent(file: &CacheFile, time: SiteTime) -> Option<Self> {
        let board = file.read_corrected(time, |board: &mut Self| vec![&mut board.fetched])?;
        time.is_recent(board.fetched, Self::INTERVAL)
            .then_some(board)
    }
}

impl SiteClient {
    /// Requests a private leaderboard with the session of a member or with its view key.
    pub fn leaderboard(
        &self,
        year: Year,
        id: u64,
        credentials: Credentials,
    ) -> SiteResult<Leaderboard> {
        let folder = format!("/{year}/leaderboard/private");
        let name = format!("leaderboard {id} of {year}");
        let path = format!("{folder}/view/{id}.json");
        let request = SiteRequest::leaderboard(&name, path, credentials);
        self.recent_page(&request)?;
        self.request_and_record(
            request,
            |request| {
                let mut board = self.get(request, Retries::Few, |text| {
                    parse_leaderboard(&text, year, id, self.time().now()).map_err(|why| {
                        let message = format!("the site sent something that is not {name}: {why}");
                        SiteError::bad_body(message).with_hint("try again later")
                    })
                })?;
                for member in &mut board.members {
                    member.name = request.redact(&member.name);
                }
                // Now the clock knows the time of this reply.
                board.fetched = self.time().now();
                Ok(board)
            },
            // The caller stores the board in a file of its own.
            |_| None,
        )
        .map_err(|error| match error.kind {
            SiteErrorKind::NotFound => {
                error.with_hint(format!("the IDs of yours are at {SITE}{folder}"))
            }
            _ => error,
        })
    }
}

/// Parses a leaderboard. Invalid members and stars are left out, so that all others can be shown.
/// An error names what is missing and does not quote the text.
pub(super) fn parse_leaderboard(
    text: &str,
    year: Year,
    id: u64,
    now: DateTime<Utc>,
) -> Result<Leaderboard, &'static str> {
    let document: Value = from_str(text).map_err(|_| "it is not complete JSON")?;
    let Some(members) = document["members"].as_object() else {
        return Err("it has no members");
    };
    let Some(event) = json_number(&document["event"]) else {
        return Err("it does not name its event");
    };
    if event != u64::from(year.get()) {
        return Err("it belongs to another event");
    }
    let mut members: Vec<Member> = members
        .iter()
        .filter_map(|(key, fields)| parse_member(key, fields))
        .collect();
    members.sort_by_key(Member::rank);
    Ok(Leaderboard {
        year,
        id,
        fetched: now,
        first_unlock: unlock(year.day(Day::FIRST)),
        day_count: json_number(&document["num_days"])
            .and_then(|days| u8::try_from(days).ok())
            .filter(|days| possible_day_counts(year).contains(days)),
        members,
    })
}

/// Parses a member. If the field with the ID is missing, `key` is the ID. `None` if there is no ID.
fn parse_member(key: &str, fields: &Value) -> Option<Member> {
    let levels = fields.as_object()?.get("completion_day_level");
    let id = json_number(&fields["id"]).or_else(|| key.parse().ok())?;
    let mut days: Vec<MemberDay> = levels
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
        .filter_map(|(day, parts)| parse_member_day(day, parts))
        .collect();
    days.sort_by_key(|day| day.day);
    let known_stars = days.iter().flat_map(MemberDay::times).count() as u64;
    let name = short_excerpt(fields["name"].as_str().unwrap_or_default());
    let is_anonymous = name.is_empty();
    Some(Member {
        id,
        name: if is_anonymous {
            format!("(anonymous user #{id})")
        } else {
            name
        },
        stars: json_number(&fields["stars"]).unwrap_or(known_stars),
        local_score: json_number(&fields["local_score"]).unwrap_or(0),
        days,
    })
}

/// Parses the stars of a day. `None` if the day does not exist or has no known time.
fn parse_member_day(day: &str, parts: &Value) -> Option<MemberDay> {
    let [first, second] = [&parts["1"], &parts["2"]];
    let day = MemberDay {
        day: Day::parse(day)?,
        part1: unix_time(&first["get_star_ts"]),
        part2: unix_time(&second["get_star_ts"]),
        part1_index: json_number(&first["star_index"]),
        part2_index: json_number(&second["star_index"]),
    };
    day.times().next()?;
    Some(day)
}

/// Parses a whole number, which is a string in documents of about 2018. Cuts off a fraction, and
/// accepts an exponent. `None` for a negative number.
fn json_number(value: &Value) -> Option<u64> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    let text = text.trim();
    if let Ok(whole) = text.parse() {
        return Some(whole);
    }
    let number: f64 = text.parse().ok()?;
    number.trunc().to_string().parse().ok()
}

/// Parses a time in seconds since 1970. 0 means never. A time after the year 9999 is ignored,
/// because other programs cannot read it.
fn unix_time(value: &Value) -> Option<DateTime<Utc>> {
    let seconds = i64::try_from(json_number(value)?).ok()?;
    if !(1..253_402_300_800).contains(&seconds) {
        return None;
    }
    DateTime::from_timestamp(seconds, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: DateTime<Utc> = DateTime::UNIX_EPOCH;

    /// Some programs write large numbers with an exponent.
    #[test]
    fn a_number_may_have_a_fraction_or_an_exponent() {
        for (text, number) in [
            ("1764565205", Some(1_764_565_205)),
            ("1.764565205e9", Some(1_764_565_205)),
            (r#""1.764565205E+9""#, Some(1_764_565_205)),
            ("18446744073709551615", Some(u64::MAX)),
            ("7.5", Some(7)),
            ("0.5e0", Some(0)),
            ("-1", None),
            ("-0.5", None),
            ("1e300", None),
            (r#""inf""#, None),
            (r#""nan""#, None),
        ] {
            let value: Value = from_str(text).expect("JSON");
            assert_eq!(json_number(&value), number, "{text}");
        }
    }

    const MODERN: &str = r#"{"event":"2025","day1_ts":1764565200,"num_days":12,"owner_id":7,
        "new_field":{"a":[1,2]},"members":{
        "12":{"id":12,"name":null,"stars":0,"local_score":0,"completion_day_level":{}},
        "7":{"id":7,"name":"Ana","stars":3,"local_score":12,"last_star_ts":1764566000,"more":null,
          "completion_day_level":{"2":{"1":{"get_star_ts":1764651700,"star_index":9}},
            "1":{"2":{"get_star_ts":1764566000},"1":{"get_star_ts":1764565500}}}},
        "8":{"id":8,"local_score":9,"completion_day_level":{"1":{"1":{"get_star_ts":1764565900}}}},
        "9":{"id":9,"local_score":9,"completion_day_level":{"1":{"1":{"get_star_ts":1764565700}}}},
        "3":{"id":3,"local_score":9,"completion_day_level":{"1":{"1":{"get_star_ts":1764565900}}}}
        }}"#;

    /// The members with their stars, scores, and seconds since the unlocks.
    fn members(text: &str, year: u16) -> String {
        let board = parse_leaderboard(text, Year::of(year), 1001, NOW).expect("a leaderboard");
        let mut shown = String::new();
        for Member {
            id,
            name,
            stars,
            local_score,
            days,
        } in &board.members
        {
            shown += &format!("{id} {name} {stars} {local_score}");
            for MemberDay {
                day, part1, part2, ..
            } in days
            {
                let since =
                    |time: DateTime<Utc>| (time - unlock(Year::of(year).day(*day))).num_seconds();
                shown += &format!(", {day}: {:?}", [part1.map(since), part2.map(since)]);
            }
            shown += "\n";
        }
        shown
    }

    #[test]
    fn documents_of_all_years_are_read_and_the_best_come_first() {
        // In documents of about 2018, numbers are strings.
        let old = r#"{"event":"2018","members":{"7":{"stars":2,"id":"7","global_score":0,
            "name":"An\u001ba","local_score":"4","completion_day_level":{
            "1":{"1":{"get_star_ts":"1543640500"},"2":{"get_star_ts":"1543641000"}}}}}}"#;
        // Missing and absurd values do not count.
        let odd = r#"{"event":2025,"day1_ts":1,"members":{"7":{},"x":{"name":"nobody"},"8":null,
            "9":{"name":"\u001b[31mred\u202e","stars":-1,"completion_day_level":{"0":{"1":{}},
            "99":{},"32":{"1":{"get_star_ts":1764900000}},"one":{},"3":7,
            "4":{"1":{"get_star_ts":0},"2":{"get_star_ts":"soon"}},
            "5":{"1":{"get_star_ts":9223372036854775807},"2":{"get_star_ts":1764900000.5}},
            "6":{"1":{"get_star_ts":null},"2":null}}},
            "10":{"id":null,"name":"","stars":2.0,"local_score":7.5,"completion_day_level":null},
            "11":{"id":"11","local_score":-1,"completion_day_level":[]}}}"#;
        let shown = [(MODERN, 2025), (old, 2018), (odd, 2025)];
        let shown = shown.map(|(text, year)| members(text, year));
        insta::assert_snapshot!(shown.join("\n"), @r"
        7 Ana 3 12, 1: [Some(300), Some(800)], 2: [Some(100), None]
        9 (anonymous user #9) 1 9, 1: [Some(500), None]
        3 (anonymous user #3) 1 9, 1: [Some(700), None]
        8 (anonymous user #8) 1 9, 1: [Some(700), None]
        12 (anonymous user #12) 0 0

        7 An\u{1b}a 2 4, 1: [Some(100), Some(600)]

        10 (anonymous user #10) 2 7
        9 \u{1b}[31mred\u{202e} 1 0, 5: [None, Some(-10800)]
        7 (anonymous user #7) 0 0
        11 (anonymous user #11) 0 0
        ");
    }

    #[test]
    fn a_number_of_days_that_no_event_can_have_is_ignored() {
        for (shown, expected) in [
            ("12", Some(12)),
            (r#""25""#, Some(25)),
            ("11", None),
            ("26", None),
            (r#""255""#, None),
            ("256", None),
        ] {
            let text = MODERN.replace(r#""num_days":12"#, &format!(r#""num_days":{shown}"#));
            let board = parse_leaderboard(&text, Year::of(2025), 1001, NOW).expect("a leaderboard");
            assert_eq!(board.day_count, expected, "{shown}");
        }
        // The number of days of later events is not known yet.
        for (shown, expected) in [("11", Some(11)), ("0", None), ("26", None)] {
            let text = format!(r#"{{"event":"2026","num_days":{shown},"members":{{}}}}"#);
            let board = parse_leaderboard(&text, Year::of(2026), 1001, NOW).expect("a leaderboard");
            assert_eq!(board.day_count, expected, "{shown}");
        }
    }

    #[test]
    fn what_is_no_leaderboard_is_named() {
        let of_2024 = r#"{"members":{},"event":"2024"}"#;
        for (text, says) in [
            ("  \n", "it is not complete JSON"),
            (&MODERN[..300], "it is not complete JSON"),
            (&"[".repeat(100_000), "it is not complete JSON"),
            ("[]", "it has no members"),
            ("{}", "it has no members"),
            (r#"{"members":[],"event":"2025"}"#, "it has no members"),
            (
                r#"{"members":{},"event":"soon"}"#,
                "it does not name its event",
            ),
            (r#"{"members":{}}"#, "it does not name its event"),
            (of_2024, "it belongs to another event"),
        ] {
            let error = parse_leaderboard(text, Year::of(2025), 1001, NOW).expect_err(says);
            assert_eq!(error, says, "{text}");
        }
    }

    #[test]
    fn a_place_is_told_only_of_a_name_that_one_member_has() {
        let members = (1..)
            .zip(["carol", "ada", "bob", "ada"])
            .map(|(id, name)| Member {
                id,
                name: name.to_owned(),
                stars: 0,
                local_score: 0,
                days: Vec::new(),
            });
        let board = Leaderboard {
            year: Year::of(2020),
            id: 1001,
            fetched: DateTime::UNIX_EPOCH,
            first_unlock: DateTime::UNIX_EPOCH,
            day_count: None,
            members: members.collect(),
        };
        for (name, id, place) in [
            ("carol", None, Some(1)),
            ("bob", None, Some(3)),
            ("ada", None, None),
            ("d", None, None),
            ("ada", Some(4), Some(4)),
            // The user is not a member.
            ("bob", Some(5), None),
        ] {
            let found = board.index_of(name, id).map(|index| index + 1);
            assert_eq!(found, place, "{name}");
        }
    }
}

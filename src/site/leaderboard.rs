//! The endpoint `/YEAR/leaderboard/private/view/ID.json`, and the cached file of each
//! leaderboard: the site is asked at most every 15 minutes, as its page demands.
//!
//! The document has changed over the years: numbers were strings, fields were added and
//! removed. So numbers may be strings, and only the fields that matter are read.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::de::Error;
use serde::{Deserialize, Serialize};
use serde_json::{Value, from_str};

use super::client::{Site, SiteRequest};
use super::error::{SiteError, SiteResult};
use super::html::MAX_SHOWN;
use super::session::Session;
use super::state::{CacheFile, SiteConfig};
use crate::error::Exit;
use crate::puzzle::{Day, Year, unlock};
use crate::terminal::excerpt;

/// A leaderboard is not requested again during this time.
pub const FRESH: Duration = Duration::from_mins(15);

/// A private leaderboard, in the cache and in `aoc leaderboard --json`. Names are
/// sanitized.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Leaderboard {
    pub year: Year,
    pub id: u64,
    /// The time of the download, by the site's clock.
    pub fetched: DateTime<Utc>,
    /// The unlock of day 1.
    pub first_unlock: DateTime<Utc>,
    /// Sorted by rank; members with the same score by the time of their last star.
    pub members: Vec<Member>,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Member {
    pub id: u64,
    /// `(anonymous user #7)` for a member without a name.
    pub name: String,
    pub stars: u64,
    pub local_score: u64,
    /// The days on which the member has a star, in order.
    pub days: Vec<MemberDay>,
}

/// The times at which a member solved the parts of a day.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct MemberDay {
    pub day: Day,
    pub part1: Option<DateTime<Utc>>,
    pub part2: Option<DateTime<Utc>>,
}

impl Leaderboard {
    /// The cached file of a leaderboard.
    pub fn file(config: SiteConfig, year: Year, id: u64) -> CacheFile {
        CacheFile::new(config, "leaderboard", &format!("-{year}-{id}"))
    }
}

impl Site {
    /// Requests a private leaderboard, with the session of a member, or with a view key
    /// and without a cookie.
    pub fn leaderboard(
        &self,
        year: Year,
        id: u64,
        view_key: Option<&str>,
        session: Option<&Session>,
    ) -> SiteResult<Leaderboard> {
        let folder = format!("/{year}/leaderboard/private");
        let what = format!("leaderboard {id} of {year}");
        let request = SiteRequest {
            path: format!("{folder}/view/{id}.json"),
            query: view_key.map_or(String::new(), |key| format!("?view_key={key}")),
            is_text: true,
            session,
            ..SiteRequest::default()
        };
        let text = self.get(&request).map_err(|mut error| {
            if error.exit == Exit::Session {
                // The site does not say why.
                error.message = format!("the site does not show {what}");
                error.hint = Some(match session {
                    Some(session) => format!(
                        "either its ID is wrong, or the session from {session} has expired, or \
                         its user is not a member"
                    ),
                    None => "the view key does not belong to it; its owner can see the key".into(),
                });
            } else if error.exit == Exit::Locked {
                error.hint = Some(format!(
                    "the IDs of yours are at https://adventofcode.com{folder}"
                ));
            }
            // A server may quote the key.
            if let Some(key) = view_key {
                error.message = error.message.replace(key, "…");
            }
            error
        })?;
        let now = self.clock.time_of_answer();
        parse(&text, year, id, now).map_err(|error| {
            let message = format!("the site sent something that is not {what} ({error})");
            SiteError::unexpected(message).with_hint("try again later")
        })
    }
}

/// The document of the site, without the fields that do not matter.
#[derive(Deserialize)]
struct Document {
    event: Number,
    members: BTreeMap<String, MemberFields>,
}

#[derive(Deserialize)]
struct MemberFields {
    id: Number,
    name: Option<String>,
    #[serde(default)]
    stars: Number,
    #[serde(default)]
    local_score: Number,
    /// The times of the stars by day and part.
    completion_day_level: BTreeMap<Day, BTreeMap<u8, StarFields>>,
}

#[derive(Deserialize)]
struct StarFields {
    get_star_ts: Number,
}

/// A whole number, which documents of about 2018 have as a string.
#[derive(Default, Deserialize)]
#[serde(try_from = "Value")]
struct Number(u64);

impl TryFrom<Value> for Number {
    type Error = String;

    fn try_from(value: Value) -> Result<Self, String> {
        let number = match &value {
            Value::String(text) => text.parse().ok(),
            _ => value.as_u64(),
        };
        number.map(Self).ok_or(format!("{value} is not a number"))
    }
}

fn parse(text: &str, year: Year, id: u64, now: DateTime<Utc>) -> serde_json::Result<Leaderboard> {
    let document: Document = from_str(text)?;
    if document.event.0 != u64::from(year.get()) {
        return Err(Error::custom("it belongs to another event"));
    }
    let mut members = Vec::new();
    for fields in document.members.into_values() {
        members.push(member(fields));
    }
    members.sort_by_key(|member| {
        let mut last = None;
        for day in &member.days {
            last = last.max(day.part1).max(day.part2);
        }
        (Reverse((member.local_score, member.stars)), last, member.id)
    });
    Ok(Leaderboard {
        year,
        id,
        fetched: now,
        first_unlock: unlock(year.day(Day::FIRST)),
        members,
    })
}

fn member(fields: MemberFields) -> Member {
    let id = fields.id.0;
    let mut days = Vec::new();
    for (day, stars) in fields.completion_day_level {
        days.push(MemberDay {
            day,
            part1: time(stars.get(&1)),
            part2: time(stars.get(&2)),
        });
    }
    let name = match fields.name {
        Some(name) => excerpt(&name, MAX_SHOWN),
        None => format!("(anonymous user #{id})"),
    };
    Member {
        id,
        name,
        stars: fields.stars.0,
        local_score: fields.local_score.0,
        days,
    }
}

fn time(star: Option<&StarFields>) -> Option<DateTime<Utc>> {
    let seconds = star?.get_star_ts.0;
    DateTime::from_timestamp(seconds.try_into().ok()?, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: DateTime<Utc> = DateTime::UNIX_EPOCH;

    const MODERN: &str = r#"{"event":"2025","day1_ts":1764565200,"num_days":12,"owner_id":7,
        "new_field":{"a":[1,2]},"members":{
        "12":{"id":12,"name":null,"stars":0,"local_score":0,"completion_day_level":{}},
        "7":{"id":7,"name":"Ana","stars":3,"local_score":12,"last_star_ts":1764566000,"more":null,
          "completion_day_level":{"2":{"1":{"get_star_ts":1764651700,"star_index":9}},
            "1":{"2":{"get_star_ts":1764566000},"1":{"get_star_ts":1764565500}}}},
        "8":{"id":8,"stars":1,"local_score":9,"completion_day_level":{"1":{"1":{"get_star_ts":1764565900}}}},
        "9":{"id":9,"stars":1,"local_score":9,"completion_day_level":{"1":{"1":{"get_star_ts":1764565700}}}},
        "3":{"id":3,"stars":1,"local_score":9,"completion_day_level":{"1":{"1":{"get_star_ts":1764565900}}}}
        }}"#;

    /// The members with their stars, scores and seconds from the unlocks.
    fn members(text: &str, year: u16) -> String {
        let board = parse(text, Year::of(year), 1001, NOW).expect("a leaderboard");
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
            for MemberDay { day, part1, part2 } in days {
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
        // A document of about 2018 has numbers as strings.
        let old = r#"{"event":"2018","members":{"7":{"stars":2,"id":"7","global_score":0,
            "name":"An\u001ba","local_score":"4","completion_day_level":{
            "1":{"1":{"get_star_ts":"1543640500"},"2":{"get_star_ts":"1543641000"}}}}}}"#;
        let shown = [(MODERN, 2025), (old, 2018)];
        let shown = shown.map(|(text, year)| members(text, year));
        insta::assert_snapshot!(shown.join("\n"), @r"
        7 Ana 3 12, 1: [Some(300), Some(800)], 2: [Some(100), None]
        9 (anonymous user #9) 1 9, 1: [Some(500), None]
        3 (anonymous user #3) 1 9, 1: [Some(700), None]
        8 (anonymous user #8) 1 9, 1: [Some(700), None]
        12 (anonymous user #12) 0 0

        7 An\u{1b}a 2 4, 1: [Some(100), Some(600)]
        ");
    }

    #[test]
    fn what_is_no_leaderboard_is_named() {
        let of_2024 = r#"{"members":{},"event":"2024"}"#;
        for (text, says) in [
            ("  \n", "EOF"),
            (&MODERN[..300], "EOF"),
            (&"[".repeat(100_000), "recursion limit"),
            ("{}", "missing field"),
            (r#"{"members":[],"event":"2025"}"#, "invalid type"),
            (r#"{"members":{},"event":"soon"}"#, "not a number"),
            (of_2024, "it belongs to another event"),
        ] {
            let error = parse(text, Year::of(2025), 1001, NOW).expect_err(says);
            assert!(error.to_string().contains(says), "{error}");
        }
    }
}

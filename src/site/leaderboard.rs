//! The endpoint `/YEAR/leaderboard/private/view/ID.json`, and the cached file of each
//! leaderboard: the site is asked at most every 15 minutes, as its page demands.
//!
//! The document has changed over the years: numbers were strings, fields were added and
//! removed. So each value is read if it is understood, and unknown values are ignored.

use std::cmp::Reverse;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::client::Site;
use super::error::{SiteError, SiteResult};
use super::request::SiteRequest;
use super::session::Session;
use super::state::{CacheFile, SiteConfig};
use crate::error::Exit;
use crate::puzzle::{Day, Year, unlock};
use crate::terminal::excerpt;

/// A leaderboard is not requested again during this time.
pub const FRESH: Duration = Duration::from_mins(15);

/// The longest name that is kept.
const MAX_NAME: usize = 100;

/// A private leaderboard, in the cache and in `aoc leaderboard --json`. Names are
/// sanitized.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
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

#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
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
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct MemberDay {
    pub day: Day,
    pub part1: Option<DateTime<Utc>>,
    pub part2: Option<DateTime<Utc>>,
}

/// The times of a member's stars.
fn times(days: &[MemberDay]) -> impl Iterator<Item = DateTime<Utc>> {
    days.iter().flat_map(|day| [day.part1, day.part2]).flatten()
}

impl Leaderboard {
    /// The unlock of a day.
    pub fn unlock(&self, day: Day) -> DateTime<Utc> {
        self.first_unlock + TimeDelta::days(i64::from(day.0) - 1)
    }

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
        let path = format!("{folder}/view/{id}.json");
        let what = format!("leaderboard {id} of {year}");
        let mut request = SiteRequest::new(path, &what, session);
        request.is_text = true;
        if let Some(key) = view_key {
            request.query = format!("?view_key={key}");
        }
        let text = self.get(&request).map_err(|mut error| {
            if error.exit == Exit::Session {
                error = refused(&what, session);
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
        parse(&text, year, id, self.clock.time_of_answer()).map_err(|why| {
            let message = format!("the site sent something that is not a leaderboard ({why})");
            SiteError::unexpected(message).with_hint("try again later")
        })
    }
}

/// The error if the site does not show the leaderboard. The site does not say why.
fn refused(what: &str, session: Option<&Session>) -> SiteError {
    let message = format!("the site does not show {what}");
    SiteError::session(match session {
        Some(session) => format!(
            "{message}: either its ID is wrong, or the session from {session} has expired, or \
             its user is not a member"
        ),
        None => format!("{message}: the view key does not belong to it; its owner can see the key"),
    })
}

/// Parses a leaderboard. The error says what is missing.
fn parse(text: &str, year: Year, id: u64, now: DateTime<Utc>) -> Result<Leaderboard, &'static str> {
    let document: Value = serde_json::from_str(text).map_err(|_| "it is not complete JSON")?;
    let fields = document["members"].as_object().ok_or("it has no members")?;
    if number(&document["event"]) != Some(year.0.into()) {
        return Err("it belongs to another event");
    }
    let mut members = Vec::new();
    for (key, fields) in fields {
        members.extend(member(key, fields));
    }
    members.sort_by_key(|member: &Member| {
        let score = Reverse((member.local_score, member.stars));
        (score, times(&member.days).max(), member.id)
    });
    Ok(Leaderboard {
        year,
        id,
        fetched: now,
        first_unlock: unlock(year.day(Day(1))),
        members,
    })
}

fn member(key: &str, fields: &Value) -> Option<Member> {
    if !fields.is_object() {
        return None;
    }
    let id = unsigned(&fields["id"]).or(key.parse().ok())?;
    let levels = fields["completion_day_level"].as_object();
    let mut days = Vec::new();
    for (day, stars) in levels.into_iter().flatten() {
        days.extend(member_day(day, stars));
    }
    days.sort_by_key(|day| day.day);
    let name = match excerpt(fields["name"].as_str().unwrap_or_default(), MAX_NAME) {
        name if name.is_empty() => format!("(anonymous user #{id})"),
        name => name,
    };
    Some(Member {
        id,
        name,
        stars: unsigned(&fields["stars"]).unwrap_or(times(&days).count() as u64),
        local_score: unsigned(&fields["local_score"]).unwrap_or(0),
        days,
    })
}

fn member_day(day: &str, stars: &Value) -> Option<MemberDay> {
    let day: u8 = day.parse().ok()?;
    let part1 = time(&stars["1"]["get_star_ts"]);
    let part2 = time(&stars["2"]["get_star_ts"]);
    if !(1..=31).contains(&day) || part1.or(part2).is_none() {
        return None;
    }
    Some(MemberDay {
        day: Day(day),
        part1,
        part2,
    })
}

/// A whole number, which may be written as a string.
fn number(value: &Value) -> Option<i64> {
    match value {
        Value::String(text) => text.trim().parse().ok(),
        _ => value.as_i64(),
    }
}

fn unsigned(value: &Value) -> Option<u64> {
    u64::try_from(number(value)?).ok()
}

/// Reads a time in seconds since 1970; 0 means never. Times after the year 9999 are
/// rejected, because other programs cannot read them.
fn time(value: &Value) -> Option<DateTime<Utc>> {
    let seconds = number(value)?;
    if !(1..253_402_300_800).contains(&seconds) {
        return None;
    }
    DateTime::from_timestamp(seconds, 0)
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
        "8":{"id":8,"local_score":9,"completion_day_level":{"1":{"1":{"get_star_ts":1764565900}}}},
        "9":{"id":9,"local_score":9,"completion_day_level":{"1":{"1":{"get_star_ts":1764565700}}}},
        "3":{"id":3,"local_score":9,"completion_day_level":{"1":{"1":{"get_star_ts":1764565900}}}}
        }}"#;

    /// The members with their stars, scores and seconds from the unlocks.
    fn members(text: &str, year: u16) -> String {
        let board = parse(text, Year(year), 1001, NOW).expect("a leaderboard");
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
                let since = |time: DateTime<Utc>| (time - board.unlock(*day)).num_seconds();
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
            "name":"Ana","local_score":"4","completion_day_level":{
            "1":{"1":{"get_star_ts":"1543640500"},"2":{"get_star_ts":"1543641000"}}}}}}"#;
        // Missing and absurd values are ignored.
        let odd = r#"{"event":2025,"day1_ts":1,"members":{"7":{},"x":{"name":"nobody"},"8":null,
            "9":{"name":"\u001b[31mred\u202e","stars":-1,"completion_day_level":{"0":{"1":{}},
            "99":{},"one":{},"3":7,"4":{"1":{"get_star_ts":0},"2":{"get_star_ts":"soon"}},
            "5":{"1":{"get_star_ts":9223372036854775807},"2":{"get_star_ts":1764900000}}}}}}"#;
        let shown = [(MODERN, 2025), (old, 2018), (odd, 2025)];
        let shown = shown.map(|(text, year)| members(text, year));
        insta::assert_snapshot!(shown.join("\n"), @r"
        7 Ana 3 12, 1: [Some(300), Some(800)], 2: [Some(100), None]
        9 (anonymous user #9) 1 9, 1: [Some(500), None]
        3 (anonymous user #3) 1 9, 1: [Some(700), None]
        8 (anonymous user #8) 1 9, 1: [Some(700), None]
        12 (anonymous user #12) 0 0

        7 Ana 2 4, 1: [Some(100), Some(600)]

        9 \u{1b}[31mred\u{202e} 1 0, 5: [None, Some(-10800)]
        7 (anonymous user #7) 0 0
        ");
    }

    #[test]
    fn what_is_no_leaderboard_is_named() {
        let of_2024 = r#"{"members":{},"event":"2024"}"#;
        for (text, error) in [
            ("  \n", "it is not complete JSON"),
            (&MODERN[..300], "it is not complete JSON"),
            (&"[".repeat(100_000), "it is not complete JSON"),
            ("[]", "it has no members"),
            (r#"{"members":[],"event":"2025"}"#, "it has no members"),
            (of_2024, "it belongs to another event"),
        ] {
            assert_eq!(parse(text, Year(2025), 1001, NOW), Err(error));
        }
    }
}

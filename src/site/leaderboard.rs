//! The endpoint `/YEAR/leaderboard/private/view/ID.json`.
//!
//! The document has changed over the years: numbers were strings, fields came
//! and went. So each value is read as far as it makes sense, and what is not
//! known is ignored.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::connection::Site;
use super::error::SiteError;
use super::html::is_html;
use super::notice::Listener;
use super::refusal::{page_refusal, unexpected_page};
use super::reply::Reply;
use super::session::Session;
use crate::puzzle::{Day, Puzzle, Year, unlock};
use crate::terminal::excerpt;

/// The longest name that is kept.
const MAX_NAME: usize = 100;

/// No event has more days.
const LAST: u8 = 31;

/// A private leaderboard. Names are sanitized.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Leaderboard {
    pub year: Year,
    pub id: u64,
    /// When day 1 unlocked.
    pub first_unlock: DateTime<Utc>,
    /// In the order of their IDs.
    pub members: Vec<Member>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Member {
    pub id: u64,
    /// `(anonymous user #7)` for those who show none.
    pub name: String,
    pub stars: u32,
    pub local_score: u64,
    /// When the parts of a day were solved.
    pub days: BTreeMap<Day, [Option<DateTime<Utc>>; 2]>,
}

impl Leaderboard {
    /// When a day unlocked.
    pub fn unlock(&self, day: Day) -> DateTime<Utc> {
        self.first_unlock + TimeDelta::days(i64::from(day.0) - 1)
    }
}

/// What lets someone see a leaderboard.
#[derive(Clone, Copy, Debug)]
pub enum LeaderboardAccess<'a> {
    /// The session of a member.
    Session(&'a Session),
    /// A key, which is sent without a cookie.
    Key(&'a ViewKey),
}

/// The read-only key of a leaderboard, such as `1a2b3c4d`. `Debug` hides it.
#[derive(Clone, PartialEq, Eq)]
pub struct ViewKey(String);

impl FromStr for ViewKey {
    type Err = &'static str;

    /// Letters, digits, `-` and `_`: those seen are eight hexadecimal digits.
    /// The error does not quote the text.
    fn from_str(text: &str) -> Result<Self, &'static str> {
        let text = text.trim();
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        if (1..=128).contains(&text.len()) && text.chars().all(plain) {
            Ok(Self(text.to_owned()))
        } else {
            Err("a view key has letters and digits only, such as 1a2b3c4d")
        }
    }
}

impl fmt::Debug for ViewKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<redacted>")
    }
}

impl Site {
    /// A private leaderboard.
    pub fn leaderboard(
        &self,
        year: Year,
        id: u64,
        access: LeaderboardAccess<'_>,
        listener: Listener<'_>,
    ) -> Result<Leaderboard, SiteError> {
        let path = format!("/{year}/leaderboard/private/view/{id}.json");
        let reply = match access {
            LeaderboardAccess::Session(session) => {
                self.transport.get(&path, Some(session), listener)
            }
            LeaderboardAccess::Key(key) => {
                let path = format!("{path}?view_key={}", key.0);
                self.transport.get(&path, None, listener)
            }
        };
        let board = reply.and_then(|reply| validate(&reply, year, id, access));
        board.map_err(|error| match access {
            LeaderboardAccess::Key(key) => without_key(error, key),
            LeaderboardAccess::Session(_) => error,
        })
    }
}

/// The reply as a leaderboard.
fn validate(
    reply: &Reply,
    year: Year,
    id: u64,
    access: LeaderboardAccess<'_>,
) -> Result<Leaderboard, SiteError> {
    let refused = || SiteError::LeaderboardRefused {
        year,
        id,
        why: why_refused(access),
    };
    // Since 2025 a refusal is a 400; before that it led to one of these pages.
    let elsewhere = reply
        .location
        .as_ref()
        .and_then(|to| to.own_path.as_deref());
    let is_page = |path: &str| {
        let boards = format!("/{year}/leaderboard");
        path == boards || path == format!("{boards}/private") || path.ends_with("/auth/login")
    };
    match reply.status {
        200 => {}
        400 | 401 => return Err(refused()),
        404 => return Err(SiteError::NoSuchLeaderboard { year, id }),
        300..=399 if elsewhere.is_some_and(is_page) => return Err(refused()),
        _ => {
            // No cookie was sent, or it was good enough for another answer.
            return Err(page_refusal(reply, None));
        }
    }
    let text = String::from_utf8_lossy(&reply.body);
    if is_html(&text, reply.content_type.as_deref()) {
        return Err(match access {
            LeaderboardAccess::Session(session) => unexpected_page(&text, "a leaderboard", session),
            LeaderboardAccess::Key(_) => SiteError::WebPage {
                expected: "a leaderboard",
                title: None,
            },
        });
    }
    parse(&text, year, id).map_err(|why| SiteError::NotALeaderboard { why })
}

/// The site does not say which of these it is.
fn why_refused(access: LeaderboardAccess<'_>) -> String {
    match access {
        LeaderboardAccess::Session(session) => format!(
            "either its ID is wrong, or the session from {session} has expired, or its user is \
             not a member"
        ),
        LeaderboardAccess::Key(_) => {
            "the view key does not belong to it; its owner can see the key".to_owned()
        }
    }
}

/// The error without the key, which a server may repeat.
fn without_key(error: SiteError, key: &ViewKey) -> SiteError {
    let hide = |text: String| text.replace(&key.0, "…");
    match error {
        SiteError::Redirected { to } => SiteError::Redirected { to: hide(to) },
        SiteError::Status { status, said } => SiteError::Status {
            status,
            said: hide(said),
        },
        error => error,
    }
}

/// Reads a leaderboard's document. The error says what is missing.
pub fn parse(text: &str, year: Year, id: u64) -> Result<Leaderboard, &'static str> {
    if text.trim().is_empty() {
        return Err("it is empty");
    }
    let document: Value = serde_json::from_str(text).map_err(|error| {
        if error.is_eof() {
            "it is incomplete"
        } else {
            "it is not JSON"
        }
    })?;
    let members = document.get("members").and_then(Value::as_object);
    let members = members.ok_or("it has no members")?;
    if document.get("event").and_then(number) != Some(year.0.into()) {
        return Err("it is of another event");
    }
    let first_unlock = unlock(year.day(Day(1)));
    let said = document.get("day1_ts").and_then(time);
    // Only a mistake puts it into another month.
    let said = said.filter(|&said| (said - first_unlock).abs() < TimeDelta::days(31));
    let mut members: Vec<Member> = members
        .iter()
        .filter_map(|(key, value)| member(key, value.as_object()?))
        .collect();
    members.sort_by_key(|member| member.id);
    Ok(Leaderboard {
        year,
        id,
        first_unlock: said.unwrap_or(first_unlock),
        members,
    })
}

fn member(key: &str, fields: &Map<String, Value>) -> Option<Member> {
    let field = |name: &str| fields.get(name).and_then(number);
    let id = field("id").or_else(|| key.parse().ok());
    let id = u64::try_from(id?).ok()?;
    let name = fields
        .get("name")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let mut name = excerpt(name, MAX_NAME);
    if name.is_empty() {
        name = format!("(anonymous user #{id})");
    }
    let levels = fields
        .get("completion_day_level")
        .and_then(Value::as_object);
    let days: BTreeMap<Day, [Option<DateTime<Utc>>; 2]> = levels
        .into_iter()
        .flatten()
        .filter_map(|(day, parts)| {
            let day: u8 = day.parse().ok()?;
            let part = |number| time(parts.get(number)?.get("get_star_ts")?);
            (1..=LAST)
                .contains(&day)
                .then(|| (Day(day), [part("1"), part("2")]))
        })
        .collect();
    let solved = || days.values().flatten().flatten().count();
    let stars = field("stars").and_then(|stars| u32::try_from(stars).ok());
    Some(Member {
        id,
        name,
        stars: stars.unwrap_or_else(|| u32::try_from(solved()).unwrap_or_default()),
        local_score: field("local_score")
            .and_then(|score| u64::try_from(score).ok())
            .unwrap_or(0),
        days,
    })
}

/// A whole number, also as a string.
fn number(value: &Value) -> Option<i64> {
    match value {
        Value::Number(number) => number.as_i64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

/// Seconds since 1970; 0 means never.
fn time(value: &Value) -> Option<DateTime<Utc>> {
    let seconds = number(value).filter(|&seconds| seconds > 0)?;
    // Later years cannot be written as others read them.
    DateTime::from_timestamp(seconds, 0).filter(|time| *time < unlock(LATEST))
}

const LATEST: Puzzle = Year::LAST.day(Day(1));

#[cfg(test)]
mod tests;

//! The endpoint `/YEAR/leaderboard/private/view/ID.json`, and the file in the
//! cache folder that keeps each leaderboard: the site is asked for it at most every
//! 15 minutes, as its page asks.
//!
//! The document has changed over the years: numbers were strings, fields came
//! and went. So each value is read as far as it makes sense, and what is not
//! known is ignored.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::str::FromStr;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::client::Site;
use super::error::{FailureKind, SiteError};
use super::html::is_html;
use super::notice::Listener;
use super::refusal::{refusal, unexpected_page};
use super::reply::Reply;
use super::session::Session;
use super::state::{CacheFile, SiteConfig};
use crate::files::Lock;
use crate::puzzle::{Day, Puzzle, Year, unlock};
use crate::terminal::excerpt;

/// The time for which a leaderboard is not asked for again.
const FRESH: Duration = Duration::from_mins(15);

/// The longest name that is kept.
const MAX_NAME: usize = 100;

/// No event has more days.
const LAST: u8 = 31;

/// Later times cannot be written as others read them.
const LATEST: Puzzle = Year::LAST.day(Day(1));

/// A private leaderboard. Names are sanitized.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Leaderboard {
    pub year: Year,
    pub id: u64,
    /// The unlock of day 1.
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
    /// The times at which the parts of a day were solved.
    pub days: BTreeMap<Day, [Option<DateTime<Utc>>; 2]>,
}

impl Leaderboard {
    /// The unlock of a day.
    pub fn unlock(&self, day: Day) -> DateTime<Utc> {
        self.first_unlock + TimeDelta::days(i64::from(day.0) - 1)
    }
}

/// The credentials for a leaderboard.
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
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        if (1..=128).contains(&text.len()) && text.chars().all(is_plain) {
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
        let get = |path: &str, session| {
            let reply = self.get(path, session, u32::MAX, listener)?;
            validate(&reply, year, id, access)
        };
        match access {
            LeaderboardAccess::Session(session) => get(&path, Some(session)),
            LeaderboardAccess::Key(ViewKey(key)) => {
                // A server may repeat the key.
                get(&format!("{path}?view_key={key}"), None).map_err(|error| error.without(key))
            }
        }
    }
}

/// The reply as a leaderboard.
fn validate(
    reply: &Reply,
    year: Year,
    id: u64,
    access: LeaderboardAccess<'_>,
) -> Result<Leaderboard, SiteError> {
    // Since 2025 a refusal is a 400; before that it led to one of these pages.
    let boards = format!("/{year}/leaderboard");
    let is_page = |path: &str| {
        path.strip_prefix(&boards)
            .is_some_and(|rest| matches!(rest, "" | "/private"))
            || path.ends_with("/auth/login")
    };
    match (reply.status, reply.own_path.as_deref()) {
        (200, _) => {}
        (400 | 401, _) => return Err(refused(year, id, access)),
        (300..=399, Some(path)) if is_page(path) => return Err(refused(year, id, access)),
        (404, _) => {
            let message = format!(
                "the site has no leaderboard {id} of {year} (404); the IDs of yours are at \
                 https://adventofcode.com/{year}/leaderboard/private"
            );
            return Err(SiteError::new(FailureKind::NotFound, message));
        }
        // No cookie was sent, or it was good enough for another answer.
        _ => return Err(refusal(reply, None, |_| false)),
    }
    let text = String::from_utf8_lossy(&reply.body);
    if is_html(&text, reply.content_type.as_deref()) {
        return Err(match access {
            LeaderboardAccess::Session(session) => unexpected_page(&text, "a leaderboard", session),
            LeaderboardAccess::Key(_) => SiteError::web_page("a leaderboard", None),
        });
    }
    parse(&text, year, id).map_err(|why| {
        SiteError::unexpected(format!(
            "the site sent something that is not a leaderboard ({why}); try again later"
        ))
    })
}

/// The site does not say why it refuses.
fn refused(year: Year, id: u64, access: LeaderboardAccess<'_>) -> SiteError {
    let why = match access {
        LeaderboardAccess::Session(session) => format!(
            "either its ID is wrong, or the session from {session} has expired, or its user is \
             not a member"
        ),
        LeaderboardAccess::Key(_) => {
            "the view key does not belong to it; its owner can see the key".to_owned()
        }
    };
    let message = format!("the site does not show leaderboard {id} of {year}: {why}");
    SiteError::new(FailureKind::NotAMember, message)
}

/// Reads a leaderboard's document. The error says what is missing.
fn parse(text: &str, year: Year, id: u64) -> Result<Leaderboard, &'static str> {
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
    let members = members.ok_or("it has no members")?.iter();
    if document.get("event").and_then(number) != Some(year.0.into()) {
        return Err("it is of another event");
    }
    let first_unlock = unlock(year.day(Day(1)));
    let said = document.get("day1_ts").and_then(time);
    // Only a mistake puts it into another month.
    let said = said.filter(|&said| (said - first_unlock).abs() < TimeDelta::days(31));
    let mut members: Vec<Member> = members
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
    let name = fields.get("name").and_then(Value::as_str);
    let name = excerpt(name.unwrap_or_default(), MAX_NAME);
    let levels = fields
        .get("completion_day_level")
        .and_then(Value::as_object);
    let day = |(day, parts): (&String, &Value)| {
        let day: u8 = day.parse().ok().filter(|day| (1..=LAST).contains(day))?;
        let part = |number| time(parts.get(number)?.get("get_star_ts")?);
        Some((Day(day), [part("1"), part("2")]))
    };
    let days: BTreeMap<_, _> = levels.into_iter().flatten().filter_map(day).collect();
    let solved = days.values().flatten().flatten().count();
    let stars = field("stars").and_then(|stars| u32::try_from(stars).ok());
    let score = field("local_score").and_then(|score| u64::try_from(score).ok());
    Some(Member {
        id,
        name: if name.is_empty() {
            format!("(anonymous user #{id})")
        } else {
            name
        },
        stars: stars.unwrap_or_else(|| u32::try_from(solved).unwrap_or_default()),
        local_score: score.unwrap_or(0),
        days,
    })
}

/// A whole number, also as a string.
fn number(value: &Value) -> Option<i64> {
    value
        .as_i64()
        .or_else(|| value.as_str()?.trim().parse().ok())
}

/// Seconds since 1970; 0 means never.
fn time(value: &Value) -> Option<DateTime<Utc>> {
    let seconds = number(value).filter(|&seconds| seconds > 0)?;
    DateTime::from_timestamp(seconds, 0).filter(|time| *time < unlock(LATEST))
}

/// The file of one leaderboard.
#[derive(Debug)]
pub struct LeaderboardFile {
    file: CacheFile,
    now: fn() -> DateTime<Utc>,
}

/// A leaderboard as it was some time ago.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenLeaderboard {
    pub board: Leaderboard,
    /// The time at which the site sent it, by the local clock; if that is not known, the
    /// latest time that it can have been.
    pub fetched: DateTime<Utc>,
    pub age: Duration,
}

impl SeenLeaderboard {
    /// Returns whether it is too early to ask again.
    pub fn is_fresh(&self) -> bool {
        self.age < FRESH
    }
}

impl LeaderboardFile {
    pub fn new(config: &SiteConfig, year: Year, id: u64) -> Self {
        Self {
            file: CacheFile::new(config, "leaderboard", &format!("-{year}-{id}")),
            now: config.now,
        }
    }

    /// Waits until no other process asks for this leaderboard.
    pub fn lock(&self, waiting: impl FnOnce()) -> Lock {
        self.file.lock(waiting)
    }

    /// The leaderboard that was kept; `None` if there is nothing, or nothing that makes sense.
    pub fn load(&self) -> Option<SeenLeaderboard> {
        let mut value: Value = self.file.read()?;
        let board: Leaderboard = serde_json::from_value(value.get_mut("board")?.take()).ok()?;
        let now = (self.now)();
        let fetched = value.get("fetched").and_then(Value::as_str);
        // A time in the future is from before the clock was set back.
        let fetched: Option<DateTime<Utc>> = fetched.and_then(|text| text.parse().ok());
        let fetched = fetched.filter(|time| *time <= now);
        let Some(fetched) = fetched else {
            // From now on its age is known, so it is asked for again some time.
            return Some(self.store(board).0);
        };
        let age = (now - fetched).to_std().unwrap_or_default();
        Some(SeenLeaderboard {
            board,
            fetched,
            age,
        })
    }

    /// Keeps what the site has just sent. An error only means that it has to
    /// be asked for again.
    pub fn store(&self, board: Leaderboard) -> (SeenLeaderboard, io::Result<()>) {
        let fetched = (self.now)();
        let stored = self
            .file
            .write(&json!({"fetched": fetched, "board": board}));
        let age = Duration::ZERO;
        (
            SeenLeaderboard {
                board,
                fetched,
                age,
            },
            stored,
        )
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(seconds: i64) -> Option<DateTime<Utc>> {
        DateTime::from_timestamp(seconds, 0)
    }

    const MODERN: &str = r#"{"event":"2025","day1_ts":1764565200,"num_days":12,"owner_id":7,
        "new_field":{"a":[1,2]},"members":{
        "12":{"id":12,"name":null,"stars":0,"local_score":0,"completion_day_level":{}},
        "7":{"id":7,"name":"Ana","stars":3,"local_score":12,"last_star_ts":1764566000,"more":null,
          "completion_day_level":{"2":{"1":{"get_star_ts":1764651700,"star_index":9}},
            "1":{"2":{"get_star_ts":1764566000},"1":{"get_star_ts":1764565500}}}}}}"#;

    #[test]
    fn documents_of_all_years() {
        let board = parse(MODERN, Year(2025), 1001).expect("a leaderboard");
        assert_eq!(board.unlock(Day(2)).timestamp(), 1_764_651_600);
        let [ana, anonymous] = &board.members[..] else {
            panic!("{board:?}");
        };
        assert_eq!(
            (ana.id, &*ana.name, ana.stars, ana.local_score),
            (7, "Ana", 3, 12)
        );
        let days = [
            (Day(1), [at(1_764_565_500), at(1_764_566_000)]),
            (Day(2), [at(1_764_651_700), None]),
        ];
        assert_eq!(ana.days, days.into());
        assert_eq!(anonymous.name, "(anonymous user #12)");
        // As saved around 2018, with numbers as strings.
        let old = r#"{"event":"2018","members":{"7":{"stars":2,"id":"7","global_score":0,
            "name":"Ana","local_score":"4","completion_day_level":{
            "1":{"1":{"get_star_ts":"1543640500"},"2":{"get_star_ts":"1543641000"}}}}}}"#;
        let board = parse(old, Year(2018), 1001).expect("a leaderboard");
        assert_eq!((board.members[0].id, board.members[0].local_score), (7, 4));
        assert_eq!(
            board.members[0].days[&Day(1)],
            [at(1_543_640_500), at(1_543_641_000)]
        );
        assert_eq!(board.first_unlock, unlock(Year(2018).day(Day(1))));
        // What is missing or makes no sense is left out.
        let odd = r#"{"event":2025,"day1_ts":1,"members":{"7":{},"x":{"name":"nobody"},"8":null,
            "9":{"name":"\u001b[31mred\u202e","stars":-1,"completion_day_level":{"0":{"1":{}},
            "99":{},"one":{},"3":7,"4":{"1":{"get_star_ts":0},"2":{"get_star_ts":"soon"}},
            "5":{"1":{"get_star_ts":9223372036854775807},"2":{"get_star_ts":1764900000}}}}}}"#;
        let board = parse(odd, Year(2025), 1001).expect("a leaderboard");
        let names: Vec<&str> = board.members.iter().map(|member| &*member.name).collect();
        assert_eq!(names, ["(anonymous user #7)", r"\u{1b}[31mred\u{202e}"]);
        assert_eq!(board.members[1].stars, 1);
        assert_eq!(board.members[1].days[&Day(5)], [None, at(1_764_900_000)]);
        assert_eq!(board.first_unlock, unlock(Year(2025).day(Day(1))));
    }

    #[test]
    fn what_is_no_leaderboard_is_named() {
        for (text, error) in [
            ("  \n", "it is empty"),
            (&MODERN[..300], "it is incomplete"),
            ("log in", "it is not JSON"),
            (&"[".repeat(100_000), "it is not JSON"),
            ("[]", "it has no members"),
            (r#"{"members":[],"event":"2025"}"#, "it has no members"),
            (r#"{"members":{},"event":"2024"}"#, "it is of another event"),
        ] {
            assert_eq!(parse(text, Year(2025), 1001), Err(error));
        }
    }

    #[test]
    fn the_cache_survives_a_wrong_clock_and_damage() {
        let temp = tempfile::tempdir().expect("a folder");
        let config = SiteConfig {
            base_url: "http://127.0.0.1:1".parse().expect("an address"),
            contact: None,
            spacing: None,
            timeout: None,
            cache_dir: Some(temp.path().to_owned()),
            now: || DateTime::UNIX_EPOCH + TimeDelta::hours(10),
        };
        let file = LeaderboardFile::new(&config, Year(2025), 1001);
        let board = parse(MODERN, Year(2025), 1001).expect("a leaderboard");
        file.store(board.clone()).1.expect("written");
        let path = temp.path().join("leaderboard-127.0.0.1_1-2025-1001.json");
        let text = std::fs::read_to_string(&path).expect("a file");
        for (fetched, age) in [("T10:", 0), ("T09:", 3600), ("T23:", 0), ("Tsoon:", 0)] {
            std::fs::write(&path, text.replace("T10:", fetched)).expect("written");
            let seen = file.load().expect("it is there");
            assert_eq!(seen.age, Duration::from_secs(age));
            assert_eq!((seen.is_fresh(), &seen.board), (age < 900, &board));
        }
        for text in ["", "[]", r#"{"fetched":"1970-01-01T09:00:00Z","board":{}}"#] {
            std::fs::write(&path, text).expect("written");
            assert_eq!(file.load(), None);
        }
    }

    proptest! {
        #[test]
        fn no_document_makes_it_panic(text in "\\PC*|([{}\\[\\]\",:0-9a-z]|\"members\"|\"event\"|\"7\":){0,40}", name in "\\PC{0,5}|[\u{0}-\u{9f}]{0,5}") {
            let _ = parse(&text, Year(2025), 1);
            let document = json!({"event": "2025", "members": {"7": {"name": name}}});
            let board = parse(&document.to_string(), Year(2025), 1).expect("there are members");
            prop_assert!(!board.members[0].name.is_empty());
            prop_assert!(!board.members[0].name.chars().any(char::is_control));
        }
    }
}

//! Leaderboards are kept in the cache folder, and the site is asked for each at
//! most every 15 minutes, as its page asks.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::config::SiteConfig;
use super::leaderboard::Leaderboard;
use crate::files;
use crate::files::{Lock, Locks, Readers};
use crate::puzzle::Year;

/// How long a leaderboard is not asked for again.
const FRESH: Duration = Duration::from_mins(15);

/// Some thousand members with all their stars.
const MAX_SIZE: u64 = 16 * 1024 * 1024;

/// The file of one leaderboard.
#[derive(Debug)]
pub struct LeaderboardFile {
    /// `None` without a cache folder.
    path: Option<PathBuf>,
    locks: Locks,
    now: fn() -> DateTime<Utc>,
}

/// A leaderboard as it was some time ago.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenLeaderboard {
    pub board: Leaderboard,
    /// When the site sent it, by the local clock; if that is not known, the
    /// latest time that it can have been.
    pub fetched: DateTime<Utc>,
    pub age: Duration,
}

impl SeenLeaderboard {
    /// Whether it is too early to ask again.
    pub fn is_fresh(&self) -> bool {
        self.age < FRESH
    }
}

#[derive(Serialize)]
struct Written<'a> {
    fetched: DateTime<Utc>,
    board: &'a Leaderboard,
}

#[derive(Deserialize)]
struct Read {
    #[serde(default, deserialize_with = "any_time")]
    fetched: Option<DateTime<Utc>>,
    board: Leaderboard,
}

/// `None` for anything that is not a time.
fn any_time<'de, D: Deserializer<'de>>(from: D) -> Result<Option<DateTime<Utc>>, D::Error> {
    let value = Value::deserialize(from)?;
    Ok(value.as_str().and_then(|text| text.parse().ok()))
}

impl LeaderboardFile {
    pub fn new(config: &SiteConfig, year: Year, id: u64) -> Self {
        let host = config.base_url.file_name();
        let file = format!("leaderboard-{host}-{year}-{id}.json");
        Self {
            path: config.cache_dir.as_ref().map(|dir| dir.join(file)),
            locks: Locks::new(config.cache_dir.as_deref()),
            now: config.now,
        }
    }

    /// Waits until no other process asks for this leaderboard.
    pub fn lock(&self, waiting: impl FnOnce()) -> Lock {
        match &self.path {
            Some(path) => self.locks.acquire(path, waiting),
            None => Lock::default(),
        }
    }

    /// What was kept; `None` if there is nothing, or nothing that makes sense.
    pub fn load(&self) -> Option<SeenLeaderboard> {
        let path = self.path.as_deref()?;
        let bytes = files::read_regular_file(path, MAX_SIZE).ok()?;
        let Read { fetched, board } = serde_json::from_slice(&bytes).ok()?;
        let now = (self.now)();
        let past = |time: &DateTime<Utc>| *time <= now;
        // A time in the future is from before the clock was set back.
        let known = fetched.or_else(|| modified(path)).filter(past);
        let fetched = known.unwrap_or_else(|| {
            // From now on its age is known, so it is asked for again some time.
            let _ = self.write(&board, now);
            now
        });
        Some(SeenLeaderboard {
            age: (now - fetched).to_std().unwrap_or_default(),
            board,
            fetched,
        })
    }

    /// Keeps what the site has just sent. An error only means that it has to
    /// be asked for again.
    pub fn store(&self, board: Leaderboard) -> (SeenLeaderboard, io::Result<()>) {
        let now = (self.now)();
        let stored = self.write(&board, now);
        let seen = SeenLeaderboard {
            board,
            fetched: now,
            age: Duration::ZERO,
        };
        (seen, stored)
    }

    fn write(&self, board: &Leaderboard, fetched: DateTime<Utc>) -> io::Result<()> {
        let Some(path) = &self.path else {
            return Ok(());
        };
        let text = serde_json::to_string(&Written { fetched, board })?;
        files::replace(path, text + "\n", Readers::Owner)
    }
}

/// When the file was written.
fn modified(path: &Path) -> Option<DateTime<Utc>> {
    Some(fs::metadata(path).ok()?.modified().ok()?.into())
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;

    fn now() -> DateTime<Utc> {
        "2025-12-05T12:00:00Z".parse().expect("a time")
    }

    fn board() -> Leaderboard {
        let text = r#"{"event":"2025","members":{"7":{"name":"Ana"}}}"#;
        super::super::leaderboard::parse(text, Year(2025), 1001).expect("a leaderboard")
    }

    fn file(dir: &Path, now: fn() -> DateTime<Utc>) -> LeaderboardFile {
        LeaderboardFile {
            path: Some(dir.join("board.json")),
            locks: Locks::new(None),
            now,
        }
    }

    #[test]
    fn what_is_stored_is_fresh_for_a_while() {
        let temp = tempfile::tempdir().expect("a folder");
        let at = |now| file(temp.path(), now).load().expect("it was stored");
        assert_eq!(file(temp.path(), now).load(), None);
        let (stored, written) = file(temp.path(), now).store(board());
        written.expect("it is written");
        assert_eq!(at(now), stored);
        assert!(at(|| now() + Duration::from_secs(899)).is_fresh());
        let later = at(|| now() + Duration::from_mins(15));
        assert!(!later.is_fresh());
        assert_eq!((later.age, later.fetched), (Duration::from_mins(15), now()));
    }

    #[test]
    fn a_clock_that_was_set_back_makes_it_fresh_once() {
        let temp = tempfile::tempdir().expect("a folder");
        let before = || now() - Duration::from_hours(24);
        file(temp.path(), now).store(board()).1.expect("written");
        assert!(file(temp.path(), before).load().expect("it").is_fresh());
        let later = || now() - Duration::from_hours(23);
        assert!(!file(temp.path(), later).load().expect("it").is_fresh());
    }

    #[test]
    fn without_a_readable_time_that_of_the_file_counts() {
        let temp = tempfile::tempdir().expect("a folder");
        let path = temp.path().join("board.json");
        let board = serde_json::to_value(board()).expect("plain data is JSON");
        for fetched in [
            Value::Null,
            "soon".into(),
            5.into(),
            "2025-12-99T00:00:00Z".into(),
        ] {
            let text = serde_json::json!({"fetched": fetched, "board": board}).to_string();
            fs::write(&path, text).expect("a file");
            let written: SystemTime = (now() - Duration::from_hours(2)).into();
            let times = fs::FileTimes::new().set_modified(written);
            let opened = fs::File::options().write(true).open(&path).expect("a file");
            opened.set_times(times).expect("a time");
            let seen = file(temp.path(), now).load().expect("a leaderboard");
            assert_eq!(seen.age, Duration::from_hours(2), "{fetched}");
        }
    }

    #[test]
    fn garbage_is_nothing() {
        let temp = tempfile::tempdir().expect("a folder");
        for text in ["", "{}", "nonsense", "{\"board\":{}}", "[[["] {
            fs::write(temp.path().join("board.json"), text).expect("a file");
            assert_eq!(file(temp.path(), now).load(), None, "{text}");
        }
    }
}

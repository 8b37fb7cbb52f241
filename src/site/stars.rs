//! Stars as the site showed them, and the file that keeps them for commands
//! that make no request.
//!
//! There is one file for each host and session: a new session may be another
//! user's, and is asked about again.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::session::Session;
use crate::config::BaseUrl;
use crate::files;
use crate::files::{Locks, Readers};
use crate::puzzle::{Day, Year};

/// The file has some 4 kB after fifty years.
const MAX_SIZE: u64 = 256 * 1024;

/// The stars of one event.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct YearStars {
    pub year: Year,
    pub stars: u32,
    /// How many stars the event has.
    pub of: u32,
    /// The days with their stars, 0 to 2; `None` if only the sum is known.
    pub days: Option<BTreeMap<Day, u8>>,
}

/// The stars of a user.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Stars {
    /// The user's name, sanitized.
    pub user: Option<String>,
    /// Of events in any order, each once.
    pub years: Vec<YearStars>,
    /// All stars together; `None` if only some events are known.
    pub total: Option<u32>,
}

/// The file with the stars of one session.
#[derive(Debug)]
pub struct StarsFile {
    /// `None` without a cache folder.
    path: Option<PathBuf>,
    locks: Locks,
}

/// What the file has of one event.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct SeenYear {
    pub stars: YearStars,
    /// When the site showed them, by the local clock.
    pub seen: DateTime<Utc>,
}

/// All that the file has.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default)]
pub struct SeenStars {
    pub user: Option<String>,
    pub years: Vec<SeenYear>,
}

impl StarsFile {
    pub fn new(cache_dir: Option<&Path>, base_url: &BaseUrl, session: &Session) -> Self {
        let file = format!(
            "stars-{}-{}.json",
            base_url.file_name(),
            session.token.tail()
        );
        Self {
            path: cache_dir.map(|dir| dir.join(file)),
            locks: Locks::new(cache_dir),
        }
    }

    /// What is known; nothing if the file is missing or cannot be understood.
    pub fn load(&self) -> SeenStars {
        let read = |path| files::read_regular_file(path, MAX_SIZE).ok();
        let bytes = self.path.as_deref().and_then(read).unwrap_or_default();
        serde_json::from_slice(&bytes).unwrap_or_default()
    }

    /// Adds what the site has just shown. Where the file cannot be written,
    /// nothing is kept, and nothing depends on it.
    pub fn learn(&self, stars: &Stars, now: DateTime<Utc>) {
        let Some(path) = &self.path else {
            return;
        };
        let _lock = self.locks.acquire(path, || {});
        let mut seen = self.load();
        seen.add(stars, now);
        let text = serde_json::to_string(&seen).expect("plain data is JSON");
        let _ = files::replace(path, text + "\n", Readers::Owner);
    }
}

impl SeenStars {
    /// What is known of an event.
    pub fn year(&self, year: Year) -> Option<&SeenYear> {
        self.years.iter().find(|seen| seen.stars.year == year)
    }

    /// All stars together; `None` unless each event up to `newest` is known.
    pub fn total(&self, newest: Year) -> Option<u32> {
        let mut years = (Year::FIRST.0..=newest.0).map(Year);
        let all = years.all(|year| self.year(year).is_some());
        let stars = self.years.iter().map(|seen| seen.stars.stars);
        all.then(|| stars.fold(0, u32::saturating_add))
    }

    fn add(&mut self, stars: &Stars, now: DateTime<Utc>) {
        // Another user with the same last characters of the token.
        if self.user != stars.user {
            self.years.clear();
        }
        self.user.clone_from(&stars.user);
        for year in &stars.years {
            let mut year = year.clone();
            let old = self
                .years
                .iter()
                .position(|seen| seen.stars.year == year.year);
            let old = old.map(|at| self.years.remove(at).stars);
            // Stars stay for ever, so what the days had is still true.
            year.days = year.days.or_else(|| old?.days);
            self.years.push(SeenYear {
                stars: year,
                seen: now,
            });
        }
        self.years.sort_by_key(|seen| seen.stars.year);
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn year(year: u16, stars: u32, days: Option<&[(u8, u8)]>) -> YearStars {
        let days = days.map(|days| days.iter().map(|&(day, stars)| (Day(day), stars)).collect());
        YearStars {
            year: Year(year),
            stars,
            of: 50,
            days,
        }
    }

    fn stars(user: &str, years: Vec<YearStars>) -> Stars {
        Stars {
            user: Some(user.to_owned()),
            years,
            total: None,
        }
    }

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, 0).expect("a time")
    }

    fn file(path: PathBuf) -> StarsFile {
        StarsFile {
            path: Some(path),
            locks: Locks::new(None),
        }
    }

    #[test]
    fn what_is_learned_is_kept() {
        let temp = tempfile::tempdir().expect("a folder");
        let file = file(temp.path().join("new/stars.json"));
        assert_eq!(file.load(), SeenStars::default());
        file.learn(
            &stars("ana", vec![year(2024, 3, Some(&[(1, 2), (2, 1)]))]),
            at(1),
        );
        file.learn(
            &stars("ana", vec![year(2015, 7, None), year(2024, 4, None)]),
            at(2),
        );
        let seen = file.load();
        assert_eq!(seen.user.as_deref(), Some("ana"));
        let years: Vec<u16> = seen.years.iter().map(|seen| seen.stars.year.0).collect();
        assert_eq!(years, [2015, 2024]);
        let newest = seen.year(Year(2024)).expect("it was learned");
        assert_eq!(newest.seen, at(2));
        assert_eq!(newest.stars, year(2024, 4, Some(&[(1, 2), (2, 1)])));
        assert_eq!(seen.total(Year(2015)), Some(11));
        assert_eq!(seen.total(Year(2016)), None);
        // Of another user nothing is mixed in.
        file.learn(&stars("bob", vec![year(2016, 1, None)]), at(3));
        assert_eq!(file.load().years.len(), 1);
    }

    #[test]
    fn garbage_counts_as_nothing_and_is_replaced() {
        let temp = tempfile::tempdir().expect("a folder");
        let path = temp.path().join("stars.json");
        for garbage in [
            "",
            "[]",
            "{\"years\":3}",
            "{\"years\":[{\"year\":1}]}",
            "\u{0}",
        ] {
            fs::write(&path, garbage).expect("a file");
            let file = file(path.clone());
            assert_eq!(file.load(), SeenStars::default(), "{garbage}");
            file.learn(&stars("ana", vec![year(2024, 3, None)]), at(1));
            assert_eq!(file.load().years.len(), 1);
        }
    }

    #[test]
    fn what_cannot_be_written_is_no_failure() {
        let temp = tempfile::tempdir().expect("a folder");
        fs::write(temp.path().join("file"), "").expect("a file");
        let file = file(temp.path().join("file/stars.json"));
        file.learn(&stars("ana", vec![year(2024, 3, None)]), at(1));
        assert_eq!(file.load(), SeenStars::default());
    }
}

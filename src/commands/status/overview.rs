//! The document of `aoc status --json`, which the screen is drawn from.

use std::path::PathBuf;

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::app::LastTime;
use crate::puzzle::{Puzzle, Year};

#[derive(Debug, Serialize)]
pub struct StatusResults {
    pub schema: &'static str,
    /// The project's folder; `None` outside of one.
    pub project: Option<PathBuf>,
    pub session: SessionOverview,
    pub event: EventOverview,
    pub year: Year,
    pub stars: StarsOverview,
    pub days: Vec<DayOverview>,
    pub next: Next,
}

#[derive(Debug, Serialize)]
pub struct SessionOverview {
    /// A variable or a file; `None` if there is no session.
    pub place: Option<String>,
    /// The last characters of the token.
    pub tail: Option<String>,
    /// The user's name, as the site said it last.
    pub user: Option<String>,
    /// True if the site has just accepted it; without a request nobody knows.
    pub is_proven: bool,
    /// Why there is no session.
    pub problem: Option<String>,
}

#[derive(Debug, Serialize)]
pub struct EventOverview {
    /// The event of this December.
    pub running: Option<Year>,
    pub next: Option<Unlock>,
    /// How far the local clock is ahead of the site's, if that is notable.
    pub clock_ahead_seconds: i64,
}

/// The puzzle that unlocks next.
#[derive(Debug, Serialize)]
pub struct Unlock {
    #[serde(flatten)]
    pub puzzle: Puzzle,
    pub time: DateTime<Utc>,
    /// The time left by the site's clock.
    pub seconds: i64,
}

#[derive(Debug, Serialize)]
pub struct StarsOverview {
    /// As many as are known: shown by the site, or by recorded answers.
    pub stars: u32,
    pub of: u32,
    /// How many the site showed; `None` if it was not asked.
    pub shown: Option<u32>,
    /// When the site showed them.
    pub seen: Option<DateTime<Utc>>,
    pub age_seconds: Option<i64>,
    /// `None` if some year is not known.
    pub all_years: Option<u32>,
}

#[derive(Clone, Debug, Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "one for each file")]
pub struct DayOverview {
    #[serde(flatten)]
    pub puzzle: Puzzle,
    pub unlocked: bool,
    /// 0 to 2; `None` if the site was not asked and no answer is recorded.
    pub stars: Option<u8>,
    /// These are true if the files exist.
    pub solution: bool,
    pub input: bool,
    pub page: bool,
    pub examples: bool,
    /// How many accepted answers are recorded.
    pub answers: u8,
    /// The last whole run on the user's input.
    pub last_run: Option<LastTime>,
}

/// A command and what it is for.
#[derive(Debug, Serialize)]
pub struct Next {
    pub command: String,
    pub why: String,
}

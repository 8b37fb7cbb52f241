//! The year of a command that is about a whole event.

use std::time::Duration;

use chrono::{DateTime, Utc};

use super::context::App;
use crate::error::{Exit, HasExit};
use crate::puzzle::{Day, Year, newest_unlocked, running, unlock};
use crate::terminal::span;

/// How far the clock may be off: closer to the first unlock than this, the site
/// decides.
const SLOP: Duration = Duration::from_mins(1);

impl App {
    /// The year that was typed.
    pub fn year(word: &str) -> Result<Year, YearError> {
        Year::parse(word).ok_or_else(|| YearError::NotAYear {
            word: word.to_owned(),
        })
    }

    /// The year that was typed, if its event has begun: before that the site has
    /// no stars to show, and is not asked.
    pub fn begun_year(&self, word: &str) -> Result<Year, YearError> {
        let year = Self::year(word)?;
        let unlock = unlock(year.day(Day(1)));
        // What was remembered of a clock must not hide an event that has begun.
        let now = self.site_time().max((self.environment.now)());
        match (unlock - now).to_std() {
            Ok(left) if left > SLOP => Err(YearError::NotBegun { year, unlock, left }),
            _ => Ok(year),
        }
    }

    /// The year of a command that was given none: that of days without one, else
    /// the running event, else the newest year here that has begun, else the
    /// newest event.
    pub fn usual_year(&self) -> Year {
        let now = self.site_time();
        let newest_here = || {
            let days = self.project().ok()?.days().ok()?;
            let mut years = days.into_keys().rev();
            years.find(|year| unlock(year.day(Day(1))) <= now)
        };
        self.default_year()
            .map(|default| default.year)
            .or_else(|| running(now))
            .or_else(newest_here)
            .unwrap_or_else(|| newest_event(now))
    }

    /// The same for what is not about solutions.
    pub fn usual_event(&self) -> Year {
        let default = self.default_year().map(|default| default.year);
        default.unwrap_or_else(|| newest_event(self.site_time()))
    }
}

fn newest_event(now: DateTime<Utc>) -> Year {
    newest_unlocked(Day(1), now).unwrap_or(Year::FIRST)
}

#[derive(Debug, thiserror::Error)]
pub enum YearError {
    #[error("`{}` is not a year: years are 2015 and later", .word.escape_debug())]
    NotAYear { word: String },
    #[error(
        "the event of {year} has not begun: it begins in {}, at {} UTC",
        span(*.left),
        .unlock.format("%Y-%m-%d %H:%M")
    )]
    NotBegun {
        year: Year,
        unlock: DateTime<Utc>,
        left: Duration,
    },
}

impl HasExit for YearError {
    fn exit(&self) -> Exit {
        match self {
            Self::NotAYear { .. } => Exit::Usage,
            Self::NotBegun { .. } => Exit::Locked,
        }
    }
}

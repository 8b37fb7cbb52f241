//! The record of a year.

use std::time::Duration;

use chrono::{DateTime, Utc};

use super::day::DayRecord;
use crate::puzzle::Year;

/// The age at which the site's number of stars may be outdated.
pub const LONG_AGO: Duration = Duration::from_hours(24);

/// Everything that is known about a year.
#[derive(Clone, Default)]
pub struct YearRecord {
    pub year: Year,
    /// The largest of the site's number, that on the last day's page and the sum of the days.
    /// `None` if all are unknown; before the first unlock it is 0.
    pub stars: Option<u32>,
    /// The number of stars that the event has.
    pub total: u32,
    /// The stars that the site showed; `None` if it was never asked.
    pub on_site: Option<SiteStars>,
    pub days: Vec<DayRecord>,
}

/// The stars of a year, as the site showed them.
#[derive(Clone, Copy)]
pub struct SiteStars {
    pub stars: u32,
    pub at: DateTime<Utc>,
    /// The time since then, by the site's clock.
    pub age: Duration,
}

impl YearRecord {
    /// The stars that are known to be missing before the last one, which requires all others. 0 if
    /// the site has not shown the stars of the year.
    pub(super) fn missing_before_last(&self) -> u32 {
        if self.on_site.is_none() {
            return 0;
        }
        self.total.saturating_sub(1 + self.stars.unwrap_or(0))
    }

    /// True if there are stars, or the site has shown that there are none.
    pub fn has_known_stars(&self) -> bool {
        self.stars > Some(0) || self.on_site.is_some()
    }
}

//! What time it is on the site: replies carry a `Date`, and unlocks go by it.

use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use reqwest::header::{AGE, DATE, HeaderMap};

use super::notice::Listener;
use super::notice::Notice;
use crate::config::BaseUrl;
use crate::inputs::{self, Readers};

/// A difference that matters, and that no slow reply explains.
const NOTABLE: TimeDelta = TimeDelta::seconds(2);

/// A `Date` has whole seconds.
const GRAIN: TimeDelta = TimeDelta::seconds(1);

/// The site's clock, as far as it is known.
#[derive(Debug)]
pub struct ServerClock {
    now: fn() -> DateTime<Utc>,
    /// Where the difference is kept for later runs.
    file: Option<PathBuf>,
    /// How far the site's clock is ahead of ours, from an earlier run.
    remembered: TimeDelta,
    /// The same, from a reply to this run.
    measured: Cell<Option<TimeDelta>>,
}

impl ServerClock {
    /// The clock of `origin`, with what an earlier run learned of it.
    pub fn new(now: fn() -> DateTime<Utc>, cache: Option<&Path>, origin: &BaseUrl) -> Self {
        let file = cache.map(|dir| dir.join(format!("clock-{}", origin.file_name())));
        let remembered = file
            .as_deref()
            .and_then(|file| fs::read_to_string(file).ok())
            .and_then(|text| TimeDelta::try_milliseconds(text.trim().parse().ok()?))
            .unwrap_or_default();
        Self {
            now,
            file,
            remembered,
            measured: Cell::new(None),
        }
    }

    /// The time on the site. Before the first reply it is the later one of the
    /// local clock and what an earlier run knows: whichever of them is wrong
    /// by now, the site is rather asked in vain than never.
    pub fn now(&self) -> DateTime<Utc> {
        let local = (self.now)();
        let ahead = self
            .measured
            .get()
            .unwrap_or_else(|| self.remembered.max(TimeDelta::zero()));
        local.checked_add_signed(ahead).unwrap_or(local)
    }

    /// The time until `instant`; none if it is past.
    pub fn until(&self, instant: DateTime<Utc>) -> Option<Duration> {
        (instant - self.now())
            .to_std()
            .ok()
            .filter(|left| !left.is_zero())
    }

    /// The time until `instant` is past on the site beyond doubt, as far as
    /// its clock is known: to wait for. None if it is.
    pub fn until_surely(&self, instant: DateTime<Utc>) -> Option<Duration> {
        let doubt = if self.measured.get().is_some() {
            GRAIN / 2
        } else {
            TimeDelta::zero()
        };
        self.until(instant + doubt)
    }

    /// Learns from the head of a reply that took `took` to come.
    pub fn learn(&self, headers: &HeaderMap, took: Duration, listener: Listener<'_>) {
        // A cache on the way answers with the time of long ago.
        if headers.contains_key(AGE) {
            return;
        }
        let Some(date) = headers
            .get(DATE)
            .and_then(|date| date.to_str().ok())
            .and_then(|date| DateTime::parse_from_rfc2822(date).ok())
        else {
            return;
        };
        // The header has whole seconds: on average it is half of one behind.
        let there = date.to_utc() + GRAIN / 2;
        let half = TimeDelta::from_std(took / 2).unwrap_or_default();
        let ahead = there - ((self.now)() - half);
        if self.measured.get().is_none() && ahead.abs() > NOTABLE + half {
            listener(&Notice::ClockIsOff {
                // To the nearest second.
                ahead: -(ahead + TimeDelta::milliseconds(499 * ahead.num_milliseconds().signum()))
                    .num_seconds(),
            });
        }
        self.measured.set(Some(ahead));
        self.remember(ahead);
    }

    /// Keeps the difference for later runs, if it is news.
    fn remember(&self, ahead: TimeDelta) {
        let ahead = if ahead.abs() > NOTABLE {
            ahead
        } else {
            TimeDelta::zero()
        };
        if let Some(file) = &self.file
            && (ahead - self.remembered).abs() > NOTABLE
        {
            // Only a help: without it the next run asks once in vain.
            let _ = inputs::replace(file, ahead.num_milliseconds().to_string(), Readers::Owner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noon() -> DateTime<Utc> {
        "2025-12-01T12:00:00Z".parse().expect("an instant")
    }

    fn clock() -> ServerClock {
        let origin = "http://127.0.0.1:1".parse().expect("an origin");
        ServerClock::new(noon, None, &origin)
    }

    fn dated(date: &str) -> HeaderMap {
        HeaderMap::from_iter([(DATE, date.parse().expect("a value"))])
    }

    #[test]
    fn a_wrong_clock_is_told_once_and_corrected() {
        let clock = clock();
        let told = Cell::new(Vec::new());
        let listener = |notice: &Notice| {
            let mut all = told.take();
            all.push(notice.clone());
            told.set(all);
        };
        let headers = dated("Tue, 02 Dec 2025 12:00:00 GMT");
        clock.learn(&headers, Duration::ZERO, &listener);
        clock.learn(&headers, Duration::ZERO, &listener);
        assert_eq!(told.take(), [Notice::ClockIsOff { ahead: -86_400 }]);
        assert_eq!(clock.until(noon() + TimeDelta::hours(1)), None);
        assert_eq!(
            clock.until(noon() + TimeDelta::hours(25)),
            Some(Duration::from_millis(3_599_500))
        );
    }

    #[test]
    fn a_difference_is_told_to_the_nearest_second() {
        for (date, ahead) in [
            ("Mon, 01 Dec 2025 12:00:03 GMT", -4),
            ("Mon, 01 Dec 2025 11:59:56 GMT", 3),
        ] {
            let told = Cell::new(None);
            // The reply took 800 ms, so it was half of that ago.
            let took = Duration::from_millis(800);
            clock().learn(&dated(date), took, &|notice| {
                told.set(Some(notice.clone()));
            });
            assert_eq!(told.take(), Some(Notice::ClockIsOff { ahead }));
        }
    }

    #[test]
    fn what_is_waited_for_is_past_beyond_doubt() {
        let clock = clock();
        let soon = noon() + TimeDelta::seconds(3);
        assert_eq!(clock.until_surely(soon), Some(Duration::from_secs(3)));
        let quiet = |notice: &Notice| panic!("{notice}");
        clock.learn(
            &dated("Mon, 01 Dec 2025 12:00:00 GMT"),
            Duration::ZERO,
            &quiet,
        );
        // It may be half a second past by now, or nothing at all.
        assert_eq!(clock.until(soon), Some(Duration::from_millis(2500)));
        assert_eq!(clock.until_surely(soon), Some(Duration::from_secs(3)));
    }

    #[test]
    fn a_right_clock_and_a_slow_reply_are_no_news() {
        let quiet = |notice: &Notice| panic!("{notice}");
        clock().learn(
            &dated("Mon, 01 Dec 2025 12:00:00 GMT"),
            Duration::ZERO,
            &quiet,
        );
        clock().learn(
            &dated("Mon, 01 Dec 2025 11:59:56 GMT"),
            Duration::from_secs(6),
            &quiet,
        );
        clock().learn(&dated("yesterday"), Duration::ZERO, &quiet);
    }

    #[test]
    fn a_remembered_clock_that_runs_behind_does_not_lock_what_may_be_open() {
        let clock = ServerClock {
            remembered: TimeDelta::days(-1),
            ..clock()
        };
        assert_eq!(clock.until(noon() - TimeDelta::hours(1)), None);
    }
}

//! The site's time: replies carry a `Date`, and unlocks follow it.

use std::cell::Cell;
use std::time::Duration;

use chrono::{DateTime, Datelike, TimeDelta, Utc};
use reqwest::header::{AGE, DATE, HeaderMap};

use super::notice::{Listener, Notice};

/// A difference that matters, and that a slow reply does not explain.
const NOTABLE: TimeDelta = TimeDelta::seconds(2);

/// A `Date` has whole seconds.
const GRAIN: TimeDelta = TimeDelta::seconds(1);

/// The site's clock, as far as it is known.
#[derive(Debug)]
pub struct ServerClock {
    now: fn() -> DateTime<Utc>,
    /// Its lead over the local clock, from an earlier process.
    remembered: TimeDelta,
    /// Its lead by a reply to this process.
    measured: Cell<Option<TimeDelta>>,
}

impl ServerClock {
    pub fn new(now: fn() -> DateTime<Utc>, remembered: TimeDelta) -> Self {
        Self {
            now,
            remembered,
            measured: Cell::new(None),
        }
    }

    /// The lead of the site's clock, if this process has had a reply.
    pub fn measured(&self) -> Option<TimeDelta> {
        self.measured.get()
    }

    /// The time on the site. Before the first reply, the later of the local time
    /// and what an earlier process measured: one of them may be wrong by now,
    /// and one request too early is better than an open puzzle that stays
    /// locked.
    pub fn now(&self) -> DateTime<Utc> {
        let local = (self.now)();
        let ahead = self
            .measured
            .get()
            .unwrap_or_else(|| self.remembered.max(TimeDelta::zero()));
        local.checked_add_signed(ahead).unwrap_or(local)
    }

    /// The time until `instant`; `None` if it is past.
    pub fn until(&self, instant: DateTime<Utc>) -> Option<Duration> {
        (instant - self.now())
            .to_std()
            .ok()
            .filter(|left| !left.is_zero())
    }

    /// The time until `instant` is past on the site for certain, as far as its
    /// clock is known; `None` if it is.
    pub fn until_surely(&self, instant: DateTime<Utc>) -> Option<Duration> {
        let doubt = if self.measured.get().is_some() {
            GRAIN / 2
        } else {
            TimeDelta::zero()
        };
        self.until(instant + doubt)
    }

    /// Learns from the head of a reply that took `took`. Gives how far the
    /// site's clock is ahead, if later processes should know it.
    pub fn learn(
        &self,
        headers: &HeaderMap,
        took: Duration,
        listener: Listener<'_>,
    ) -> Option<TimeDelta> {
        // A cache on the way answers with an old time.
        if headers.contains_key(AGE) {
            return None;
        }
        let date = headers.get(DATE)?.to_str().ok()?;
        let date = DateTime::parse_from_rfc2822(date).ok()?;
        // A server that does not know its time would switch off every guard.
        if !(2015..3000).contains(&date.year()) {
            return None;
        }
        // The header has whole seconds: on average it is half a second behind.
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
        let notable = if ahead.abs() > NOTABLE {
            ahead
        } else {
            TimeDelta::zero()
        };
        let news = (notable - self.remembered).abs() > NOTABLE;
        news.then_some(notable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noon() -> DateTime<Utc> {
        "2025-12-01T12:00:00Z".parse().expect("an instant")
    }

    fn clock() -> ServerClock {
        ServerClock::new(noon, TimeDelta::zero())
    }

    fn dated(date: &str) -> HeaderMap {
        HeaderMap::from_iter([(DATE, date.parse().expect("a value"))])
    }

    #[test]
    fn waiting_ends_when_the_time_is_past_for_certain() {
        let clock = clock();
        let soon = noon() + TimeDelta::seconds(3);
        assert_eq!(clock.until_surely(soon), Some(Duration::from_secs(3)));
        let quiet = |notice: &Notice| panic!("{notice}");
        clock.learn(
            &dated("Mon, 01 Dec 2025 12:00:00 GMT"),
            Duration::ZERO,
            &quiet,
        );
        // On the site it may be 12:00:00.0 or 12:00:00.9.
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
}

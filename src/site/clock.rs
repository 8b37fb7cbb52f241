//! The site's time: unlocks follow the `Date` header of its replies.

use std::cell::Cell;
use std::time::Duration;

use chrono::{DateTime, Datelike, TimeDelta, Utc};
use reqwest::header::{AGE, DATE, HeaderMap};

use super::error::{Log, Severity};
use crate::terminal::span;

/// A difference that matters, and that a slow reply does not explain.
const NOTABLE: TimeDelta = TimeDelta::seconds(2);

/// The possible error of a stored time, as a reply may be slow.
const INACCURACY: Duration = Duration::from_secs(5);

/// The possible error of a clock. Less than this before an unlock, the site is asked.
pub const CLOCK_ERROR: Duration = Duration::from_mins(1);

/// Clocks are never this far apart: a larger difference comes from a wrong `Date` or a
/// damaged file. It is not stored, and answers do not wait for it.
const MAX_AHEAD: TimeDelta = TimeDelta::days(366);

/// A `Date` has whole seconds, so on average it is this much behind.
const HALF_SECOND: TimeDelta = TimeDelta::milliseconds(500);

/// An estimate of the site's clock.
#[derive(Debug)]
pub struct ServerClock {
    now: fn() -> DateTime<Utc>,
    /// The lead of the site's clock over the local one, from an earlier process.
    remembered: TimeDelta,
    /// Its lead according to a reply to this process.
    pub measured: Cell<Option<TimeDelta>>,
    was_in_doubt: Cell<bool>,
    /// True if the user is warned of a wrong local clock.
    warns: bool,
}

impl ServerClock {
    pub fn new(now: fn() -> DateTime<Utc>, remembered: TimeDelta, warns: bool) -> Self {
        Self {
            now,
            remembered,
            measured: Cell::new(None),
            was_in_doubt: Cell::new(false),
            warns,
        }
    }

    /// The earliest and the latest possible time on the site. Before the first reply
    /// with a possible time, either the local clock or the stored difference may be
    /// wrong.
    fn bounds(&self) -> [DateTime<Utc>; 2] {
        let local = (self.now)();
        let zero = TimeDelta::zero();
        let guesses = [self.remembered.min(zero), self.remembered.max(zero)];
        let measured = self.measured.get().filter(is_plausible);
        let bounds = measured.map_or(guesses, |ahead| [ahead; 2]);
        bounds.map(|ahead| local.checked_add_signed(ahead).unwrap_or(local))
    }

    /// The latest possible time on the site: one request too early is better than a
    /// puzzle that stays locked. The site decides about unlocks, whatever its time is.
    pub fn now(&self) -> DateTime<Utc> {
        let measured = self.measured.get();
        let now = measured.and_then(|ahead| (self.now)().checked_add_signed(ahead));
        now.unwrap_or_else(|| self.time_of_answer())
    }

    /// The time that is stored for an answer that is sent now.
    pub fn time_of_answer(&self) -> DateTime<Utc> {
        self.bounds()[1]
    }

    /// The time until `instant`, before which no answer may be sent; `None` if it is
    /// past. This uses the earliest possible time on the site.
    pub fn until(&self, instant: DateTime<Utc>) -> Option<Duration> {
        positive(instant - self.bounds()[0])
    }

    /// The time until `wait` has passed since `start` by the site's clock and by the
    /// local one, since `start` may be a time of either. A clock that has not reached
    /// `start` is ignored.
    pub fn until_waited(&self, start: DateTime<Utc>, wait: Duration) -> Option<Duration> {
        let [earliest, latest] = self.bounds();
        let left = [earliest, latest, (self.now)()].map(|now| positive(start + wait - now));
        let longest = wait + INACCURACY;
        left.into_iter().flatten().filter(|it| *it <= longest).max()
    }

    /// Returns true once, if it is uncertain whether `instant` is past, also because the
    /// last guess is in the future, and the site has not been asked.
    pub fn is_in_doubt(&self, instant: DateTime<Utc>, guessed: Option<DateTime<Utc>>) -> bool {
        let [earliest, latest] = self.bounds();
        let is_doubtful = latest >= instant || guessed > Some(latest);
        earliest < instant && is_doubtful && !self.was_in_doubt.replace(true)
    }

    /// The time until an unlock; `None` if it is past.
    pub fn until_open(&self, unlock: DateTime<Utc>) -> Option<Duration> {
        positive(unlock - self.now())
    }

    /// The time until an unlock is certainly past on the site.
    pub fn until_past(&self, unlock: DateTime<Utc>) -> Option<Duration> {
        let doubt = self.measured.get().map(|_| HALF_SECOND);
        self.until_open(unlock + doubt.unwrap_or_default())
    }

    /// Learns the site's time from the head of a reply that took `took`. Returns how
    /// far the site's clock is ahead if later processes should know it.
    pub fn learn(&self, headers: &HeaderMap, took: Duration, log: &Log) -> Option<TimeDelta> {
        // A cache between the site and this computer answers with an old time.
        if headers.contains_key(AGE) {
            return None;
        }
        let date = DateTime::parse_from_rfc2822(headers.get(DATE)?.to_str().ok()?).ok()?;
        // A server with an absurd time would disable every check.
        if !(2015..3000).contains(&date.year()) {
            return None;
        }
        let half = TimeDelta::from_std(took / 2).unwrap_or_default();
        let ahead = date.to_utc() + HALF_SECOND - ((self.now)() - half);
        if self.warns && self.measured.get().is_none() && ahead.abs() > NOTABLE + half {
            let seconds = (ahead.abs() + HALF_SECOND).num_seconds().unsigned_abs();
            let off = span(Duration::from_secs(seconds));
            let is_ahead = ahead < TimeDelta::zero();
            let side = if is_ahead { "ahead of" } else { "behind" };
            let follow = "unlock times follow the site's clock";
            let text = format!("this computer's clock is {off} {side} the site's; {follow}");
            log(Severity::Warning, &text);
        }
        self.measured.set(Some(ahead));
        let notable = Some(ahead).filter(|ahead| ahead.abs() > NOTABLE);
        let notable = notable.unwrap_or_default();
        let is_news = is_plausible(&ahead) && (notable - self.remembered).abs() > NOTABLE;
        is_news.then_some(notable)
    }
}

/// True if the site's clock may differ by this much from the local one.
pub fn is_plausible(ahead: &TimeDelta) -> bool {
    ahead.abs() < MAX_AHEAD
}

fn positive(time: TimeDelta) -> Option<Duration> {
    time.to_std().ok().filter(|time| !time.is_zero())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noon() -> DateTime<Utc> {
        "2025-12-01T12:00:00Z".parse().expect("an instant")
    }

    fn clock(remembered: i64) -> ServerClock {
        ServerClock::new(noon, TimeDelta::seconds(remembered), true)
    }

    /// Learns from a reply that took so many seconds, and fails at a warning.
    fn learn(clock: &ServerClock, date: &str, took: u64) -> Option<TimeDelta> {
        let headers = HeaderMap::from_iter([(DATE, date.parse().expect("a value"))]);
        let quiet: Log = Box::new(|_, text| panic!("{text}"));
        clock.learn(&headers, Duration::from_secs(took), &quiet)
    }

    #[test]
    fn waiting_ends_when_the_time_is_past_for_certain() {
        let clock = clock(0);
        let soon = noon() + TimeDelta::seconds(3);
        assert_eq!(clock.until_past(soon), Some(Duration::from_secs(3)));
        learn(&clock, "Mon, 01 Dec 2025 12:00:00 GMT", 0);
        // On the site it may be 12:00:00.0 or 12:00:00.9.
        assert_eq!(clock.until_open(soon), Some(Duration::from_millis(2500)));
        assert_eq!(clock.until_past(soon), Some(Duration::from_secs(3)));
    }

    #[test]
    fn a_right_clock_a_slow_reply_and_a_date_that_cannot_be_are_no_news() {
        for (date, took) in [
            ("Mon, 01 Dec 2025 12:00:00 GMT", 0),
            ("Mon, 01 Dec 2025 11:59:56 GMT", 6),
            ("yesterday", 0),
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Fri, 31 Dec 9999 23:59:59 GMT", 0),
        ] {
            let clock = clock(0);
            assert_eq!(learn(&clock, date, took), None, "{date}");
            assert!((clock.now() - noon()).abs() < NOTABLE, "{date}");
        }
    }

    fn seconds(left: Option<Duration>) -> u64 {
        left.map_or(0, |left| left.as_secs())
    }

    /// Unlocks follow even a time that is years off.
    #[test]
    fn an_answer_waits_by_the_sites_clock_or_by_both() {
        let minute = Duration::from_mins(1);
        for (start, date, site, both) in [
            (0, "Mon, 01 Dec 2025 12:01:10 GMT", 0, 60),
            (70, "Mon, 01 Dec 2025 12:01:10 GMT", 59, 59),
            (0, "Mon, 01 Dec 2025 11:58:50 GMT", 129, 60),
            (3, "Mon, 01 Dec 2025 12:00:00 GMT", 62, 63),
            (-70, "Mon, 01 Dec 2025 07:00:00 GMT", 17989, 0),
            (600, "Mon, 01 Dec 2025 11:59:00 GMT", 719, 0),
            (0, "Sun, 27 Oct 2024 12:00:00 GMT", 60, 60),
            (0, "Tue, 05 Jan 2027 12:00:00 GMT", 60, 60),
        ] {
            let start = noon() + TimeDelta::seconds(start);
            let clock = ServerClock::new(noon, TimeDelta::zero(), false);
            let news = learn(&clock, date, 0);
            assert!(news.as_ref().is_none_or(is_plausible), "{date}");
            assert_eq!(seconds(clock.until(start + minute)), site, "{date}");
            assert_eq!(seconds(clock.until_waited(start, minute)), both, "{date}");
            assert_ne!(clock.now(), noon(), "{date}");
        }
    }

    #[test]
    fn in_doubt_a_puzzle_is_open_and_an_answer_too_early() {
        // The local clock was wrong, and may have been set right since.
        let soon = noon() + TimeDelta::seconds(60);
        for (remembered, open, answer, is_in_doubt) in
            [(0, 60, 60, false), (70, 0, 60, true), (-70, 60, 130, false)]
        {
            let clock = clock(remembered);
            assert_eq!(seconds(clock.until_open(soon)), open, "{remembered}");
            assert_eq!(seconds(clock.until(soon)), answer, "{remembered}");
            let doubts = [Some(noon()), Some(soon), Some(soon)];
            let doubts = doubts.map(|guessed| clock.is_in_doubt(soon, guessed));
            // The site is asked once. A guess in the future is from a wrong clock.
            assert_eq!(doubts, [is_in_doubt, !is_in_doubt, false], "{remembered}");
        }
    }
}

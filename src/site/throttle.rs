//! The rate limit of requests, which all processes of the user share. It allows a burst of a few
//! requests, and then one request every two seconds. Only one time is stored: when a whole burst
//! may be sent again (a "generic cell rate algorithm"). Each request adds one interval to this
//! time. A process waits without the lock and then checks again, so a stopped or killed process
//! does not delay the others.

use std::time::Duration;

use chrono::DateTime;
use serde::{Deserialize, Serialize};

use super::site_time::SiteTime;
use crate::terminal::span;

/// The number of requests that may be sent without a pause: enough for the inputs and the pages of
/// two days.
const BURST: i64 = 4;

/// The longest pause that is respected. A wrong header must not block the user for a month.
pub const MAX_BACKOFF: Duration = Duration::from_hours(24);

/// A shorter pause is not reported.
const SHORT: Duration = Duration::from_secs(3);

/// The state of the rate limit. Times are in milliseconds since 1970.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct Throttle {
    /// The time from which a whole burst may be sent again, by the local clock. The site's time has
    /// an error of half a second, which could shorten an interval.
    burst_full_at: i64,
    /// The last pause that the site has asked for. `None` if there was none.
    #[serde(flatten)]
    backoff: Option<StoredPause>,
}

/// A pause that the site has asked for.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
struct StoredPause {
    /// The time at which the pause begins, by the site's clock if its time is known.
    backoff_from: i64,
    /// The length of the pause in milliseconds.
    backoff_length: i64,
}

/// The result of asking for a turn to send a request.
#[derive(Debug, PartialEq)]
pub enum Turn {
    Now,
    /// The caller must ask for another turn after this time.
    Later(Duration),
    /// The site has asked for a pause, which lasts for this time.
    Refused(Duration),
}

impl Throttle {
    /// Reserves a request, or refuses it during a pause that the site has asked for. Both happen in
    /// one step, so no request follows after another process got the status 429. Without an
    /// interval, only such a pause limits requests.
    pub fn turn(&mut self, time: SiteTime, interval: Option<Duration>) -> Turn {
        if let Some(left) = self.backoff_left(time) {
            return Turn::Refused(left);
        }
        let now = time.wall_clock().timestamp_millis();
        match interval.and_then(|interval| self.reserve(now, interval)) {
            Some(pause) => Turn::Later(pause),
            None => Turn::Now,
        }
    }

    /// Begins a pause that the site has asked for. A pause that lasts longer is kept. Example: two
    /// requests are on their way. The first reply asks for ten minutes, and the second one for one.
    pub fn back_off(&mut self, time: SiteTime, pause: Duration) {
        if self.backoff_left(time).is_some_and(|left| left >= pause) {
            return;
        }
        self.backoff = Some(StoredPause {
            backoff_from: time.now().timestamp_millis(),
            backoff_length: milliseconds(pause),
        });
    }

    /// Adds the pause of another state, unless the own one ends later.
    pub fn keep_pause(&mut self, other: Self) {
        self.backoff = self
            .backoff
            .into_iter()
            .chain(other.backoff)
            .max_by_key(|pause| pause.backoff_from.saturating_add(pause.backoff_length));
    }

    /// The rest of the pause. `None` if the pause is over, or if a damaged file contains an absurd
    /// length.
    fn backoff_left(&self, time: SiteTime) -> Option<Duration> {
        let backoff = self.backoff?;
        let start = DateTime::from_timestamp_millis(backoff.backoff_from)?;
        let length = Duration::from_millis(u64::try_from(backoff.backoff_length).ok()?);
        if length > MAX_BACKOFF {
            return None;
        }
        time.until_waited(start, length)
    }

    /// Reserves a request at a local time, in milliseconds since 1970. If the limit is reached,
    /// returns the time to wait before the next attempt.
    fn reserve(&mut self, now: i64, interval: Duration) -> Option<Duration> {
        let interval = milliseconds(interval);
        let burst = BURST * interval;
        // A time in the far future was stored while the clock was wrong.
        self.burst_full_at = self.burst_full_at.min(now + burst);
        let full_at = self.burst_full_at.max(now) + interval;
        let pause = full_at - burst - now;
        if pause > 0 {
            return Some(Duration::from_millis(pause.unsigned_abs()));
        }
        self.burst_full_at = full_at;
        None
    }
}

/// The message about a pause before a request. `None` for a short pause.
pub fn pause_note(pause: Duration) -> Option<String> {
    if pause <= SHORT {
        return None;
    }
    Some(format!(
        "limiting the request rate: next request in {}",
        span(pause)
    ))
}

fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::super::site_time::LocalTime;
    use super::*;

    /// The time between requests after a burst.
    const INTERVAL: Duration = Duration::from_secs(2);

    /// The local clock is right.
    fn at(milliseconds: i64) -> SiteTime {
        let now = DateTime::from_timestamp_millis(milliseconds).expect("an instant");
        SiteTime::new(LocalTime { now, boot: now }, None, None)
    }

    /// The times at which `count` requests are sent if all of them are due at once.
    fn times(start: i64, burst_full_at: i64, count: usize) -> Vec<i64> {
        let mut throttle = Throttle {
            burst_full_at,
            ..Throttle::default()
        };
        let mut now = start;
        let mut next = || {
            while let Some(pause) = throttle.reserve(now, INTERVAL) {
                now += milliseconds(pause);
            }
            now - start
        };
        (0..count).map(|_| next()).collect()
    }

    #[test]
    fn a_burst_then_one_every_interval() {
        let start = 1_000_000;
        assert_eq!(times(start, 0, 7), [0, 0, 0, 0, 2000, 4000, 6000]);
        // After a clock was set back, one interval is lost. After a pause, a burst is allowed
        // again.
        assert_eq!(times(start, start + 86_400_000, 3), [2000, 4000, 6000]);
        assert_eq!(times(start, start - 1000, 5), [0, 0, 0, 0, 2000]);
        for full in [i64::MIN, i64::MAX] {
            assert!(times(start, full, 1)[0] <= 2000);
        }
    }

    #[test]
    fn only_long_pauses_are_told() {
        assert_eq!(pause_note(Duration::from_secs(3)), None);
        let long = pause_note(Duration::from_secs(4));
        let expected = "limiting the request rate: next request in 4s";
        assert_eq!(long.as_deref(), Some(expected));
    }

    #[test]
    fn a_pause_that_the_site_asked_for_is_stronger_than_a_free_turn() {
        let second = Duration::from_secs(1);
        let mut throttle = Throttle::default();
        assert_eq!(throttle.turn(at(1_000_000), None), Turn::Now);
        for _ in 0..BURST {
            assert_eq!(throttle.turn(at(1_000_000), Some(second)), Turn::Now);
        }
        assert_eq!(
            throttle.turn(at(1_000_000), Some(second)),
            Turn::Later(second)
        );
        throttle.back_off(at(1_000_000), Duration::from_mins(1));
        let reserved = throttle.burst_full_at;
        for interval in [None, Some(second)] {
            let turn = throttle.turn(at(1_000_000), interval);
            assert_eq!(turn, Turn::Refused(Duration::from_mins(1)));
        }
        assert_eq!(throttle.burst_full_at, reserved);
        // A shorter pause does not end a longer one.
        for (pause, left) in [(2, 2), (1, 2)] {
            throttle.back_off(at(1_000_000), Duration::from_mins(pause));
            let refused = Turn::Refused(Duration::from_mins(left));
            assert_eq!(throttle.turn(at(1_000_000), None), refused);
        }
    }

    #[test]
    fn a_pause_that_cannot_be_right_is_ignored() {
        // If a reply asks for a longer pause than this, the pause is cut to this.
        let longest = milliseconds(MAX_BACKOFF);
        for (length, is_kept) in [
            (-1, false),
            (0, false),
            (1, true),
            (longest, true),
            (longest + 1, false),
            (i64::MAX, false),
        ] {
            let throttle = Throttle {
                backoff: Some(StoredPause {
                    backoff_from: 0,
                    backoff_length: length,
                }),
                ..Throttle::default()
            };
            let left = throttle.backoff_left(at(0)).map(milliseconds);
            assert_eq!(left, is_kept.then_some(length));
        }
    }
}

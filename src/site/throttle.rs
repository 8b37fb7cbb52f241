//! The rate limit: a few requests in a burst, then one every two seconds,
//! counted over all processes of this user.
//!
//! One instant says it all (a "generic cell rate algorithm"): when a whole
//! burst may be sent again. A process that has to wait does so without the lock
//! and then looks again, so that a process that is stopped or killed while it
//! waits holds up nobody.

use std::thread;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use super::backoff;
use super::notice::{Listener, Notice};
use super::state::{State, StateFile};
use crate::config::BaseUrl;

/// How many requests may follow each other at once: the input and the page of
/// two days.
pub const BURST: u32 = 4;

/// The time between requests once the burst is spent. The site's author asks
/// for "maybe one every few seconds".
const INTERVAL: Duration = Duration::from_secs(2);

/// The longest interval that can be set.
const LONGEST: Duration = Duration::from_hours(1);

/// Shorter pauses are not mentioned.
const SHORT: Duration = Duration::from_secs(3);

#[derive(Debug)]
pub struct Throttle {
    now: fn() -> DateTime<Utc>,
    /// `None` on loopback.
    interval: Option<TimeDelta>,
}

impl Throttle {
    /// Loopback is exempt unless an interval is set; elsewhere an interval
    /// below the default counts as the default.
    pub fn new(now: fn() -> DateTime<Utc>, base_url: &BaseUrl, interval: Option<Duration>) -> Self {
        let interval = if base_url.is_loopback() {
            interval
        } else {
            Some(interval.unwrap_or_default().max(INTERVAL))
        };
        Self {
            now,
            interval: interval.and_then(|interval| TimeDelta::from_std(interval.min(LONGEST)).ok()),
        }
    }

    /// The time between requests once a burst is spent; `None` if there is no
    /// limit.
    pub fn interval(&self) -> Option<Duration> {
        self.interval?.to_std().ok()
    }

    /// How many requests may be sent at once right now, without a limit as many
    /// as ever.
    pub fn free(&self, state: &State) -> u32 {
        let Some(interval) = self.interval else {
            return BURST;
        };
        let (now, interval) = ((self.now)().timestamp_millis(), interval.num_milliseconds());
        let mut full = state.burst_full_at;
        let free = (0..BURST).take_while(|_| take(&mut full, now, interval).is_none());
        u32::try_from(free.count()).unwrap_or(BURST)
    }

    /// Waits until a request may be sent, and gives the time waited. An error
    /// is the time for which the site wants no requests.
    pub fn wait(&self, state: &StateFile, listener: Listener<'_>) -> Result<Duration, Duration> {
        let now = || (self.now)().timestamp_millis();
        let Some(interval) = self.interval else {
            return match backoff::left(&state.load(), now()) {
                Some(left) => Err(left),
                None => Ok(Duration::ZERO),
            };
        };
        let mut waited = Duration::ZERO;
        loop {
            let pause = state.update(|state| match backoff::left(state, now()) {
                Some(left) => Err(left),
                None => Ok(take(
                    &mut state.burst_full_at,
                    now(),
                    interval.num_milliseconds(),
                )),
            })?;
            let Some(pause) = pause else {
                return Ok(waited);
            };
            if pause > SHORT {
                listener(&Notice::Throttled { pause });
            }
            thread::sleep(pause);
            waited += pause;
        }
    }
}

/// Takes the right to send one request, or gives the pause before the next
/// look. All times are in milliseconds.
fn take(burst_full_at: &mut i64, now: i64, interval: i64) -> Option<Duration> {
    let burst = i64::from(BURST) * interval;
    // Further ahead than a burst it was written under a wrong clock.
    *burst_full_at = (*burst_full_at).min(now + burst);
    let full = (*burst_full_at).max(now) + interval;
    let pause = full - burst - now;
    if pause > 0 {
        return Some(Duration::from_millis(pause.unsigned_abs()));
    }
    *burst_full_at = full;
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The times at which requests are sent that are all wanted at once.
    fn times(start: i64, mut full: i64, count: usize) -> Vec<i64> {
        let mut now = start;
        (0..count)
            .map(|_| {
                while let Some(pause) = take(&mut full, now, 2000) {
                    now += i64::try_from(pause.as_millis()).expect("short");
                }
                now - start
            })
            .collect()
    }

    #[test]
    fn a_burst_then_one_every_interval() {
        assert_eq!(times(1_000_000, 0, 7), [0, 0, 0, 0, 2000, 4000, 6000]);
    }

    #[test]
    fn tells_how_much_of_a_burst_is_left() {
        let base_url = "https://adventofcode.com".parse().expect("an address");
        let throttle = Throttle::new(|| DateTime::UNIX_EPOCH, &base_url, None);
        let free = |burst_full_at| {
            throttle.free(&State {
                burst_full_at,
                ..State::default()
            })
        };
        for (full, left) in [(-1, 4), (0, 4), (1, 3), (2000, 3), (4001, 1), (8000, 0)] {
            assert_eq!(free(full), left, "{full}");
        }
        assert_eq!(free(i64::MAX), 0);
        assert_eq!(throttle.interval(), Some(INTERVAL));
    }

    #[test]
    fn a_clock_set_back_costs_one_interval() {
        let tomorrow = 1_000_000 + 86_400_000;
        assert_eq!(times(1_000_000, tomorrow, 3), [2000, 4000, 6000]);
    }

    #[test]
    fn a_pause_earns_a_burst_again() {
        let mut full = 999_000;
        assert_eq!(take(&mut full, 1_000_000, 2000), None);
        assert_eq!(full, 1_002_000);
    }

    #[test]
    fn no_value_makes_a_pause_longer_than_the_interval() {
        for mut full in [i64::MIN, i64::MAX] {
            let pause = take(&mut full, 0, 3_600_000);
            assert!(pause.unwrap_or_default() <= LONGEST);
        }
    }

    #[test]
    fn a_cache_that_cannot_be_written_does_not_end_the_throttle() {
        let temp = tempfile::tempdir().expect("a folder");
        let cache = temp.path().join("cache");
        std::fs::write(&cache, "in the way").expect("a file");
        let base_url = "http://127.0.0.1:1".parse().expect("an address");
        let state = StateFile::new(Some(&cache), &base_url);
        let wanted = Some(Duration::from_secs(1));
        let throttle = Throttle::new(|| DateTime::UNIX_EPOCH, &base_url, wanted);
        for sent in 1..=4 {
            assert_eq!(throttle.wait(&state, &|_| ()), Ok(Duration::ZERO));
            assert_eq!(state.load().burst_full_at, 1000 * sent);
        }
    }

    #[test]
    fn loopback_is_exempt_and_others_never_below_the_default() {
        let interval = |base_url: &str, wanted| {
            let base_url = base_url.parse().expect("an address");
            Throttle::new(|| DateTime::UNIX_EPOCH, &base_url, wanted).interval
        };
        let short = Duration::from_millis(5);
        assert_eq!(interval("http://[::1]:80", None), None);
        assert_eq!(
            interval("http://127.0.0.1:80", Some(short)),
            Some(TimeDelta::milliseconds(5))
        );
        let ages = Duration::from_secs(u64::MAX / 2000);
        assert_eq!(
            interval("http://127.0.0.1:80", Some(ages)),
            Some(TimeDelta::hours(1))
        );
        assert_eq!(
            interval("https://adventofcode.com", Some(short)),
            Some(TimeDelta::seconds(2))
        );
    }
}

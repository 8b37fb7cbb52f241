//! The time on the site at one moment. All questions about it are asked of a [`SiteTime`].

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use crate::puzzle::{Puzzle, unlock};

/// The error that a recorded time may have. The clock may have it, too, where asking the site is
/// not worth a request. It is longer than the delay of a slow reply.
pub const TOLERANCE: Duration = Duration::from_secs(5);

/// The possible error of a clock. If less time than this remains until an unlock, the site is
/// asked.
pub const CLOCK_ERROR: Duration = Duration::from_mins(1);

/// The average delay of a `Date`, which has whole seconds.
pub const HALF_SECOND: TimeDelta = TimeDelta::milliseconds(500);

/// The time on the site at one moment, as far as this process knows it. After a reply it is
/// certain. Before, it is the time of the local clock with the lead that an earlier process
/// measured. That lead may be wrong, because the local clock may have been changed since then. If
/// certainty matters, the site is asked first.
#[derive(Clone, Copy)]
pub struct SiteTime {
    /// The time of the local clock.
    local: DateTime<Utc>,
    /// The lead of the site's clock over the local one, as an earlier process measured it. `None`
    /// if it is not known.
    earlier_lead: Option<TimeDelta>,
    /// The time by the last reply to this process, which runs on since then. `None` before a reply.
    measured: Option<DateTime<Utc>>,
}

impl SiteTime {
    pub const fn new(
        local: DateTime<Utc>,
        earlier_lead: Option<TimeDelta>,
        measured: Option<DateTime<Utc>>,
    ) -> Self {
        Self {
            local,
            earlier_lead,
            measured,
        }
    }

    /// The time that is assumed before the first reply to this process.
    fn assumed(self) -> DateTime<Utc> {
        self.local + self.earlier_lead.unwrap_or_default()
    }

    /// The times that the site may have, the likelier one first. Before a reply, the second one
    /// holds if the local clock was set right after the lead was measured.
    pub fn readings(self) -> [DateTime<Utc>; 2] {
        match self.measured {
            Some(measured) => [measured, measured],
            None => [self.assumed(), self.local],
        }
    }

    /// The current time on the site. After the first reply to this process, changes of the local
    /// clock do not affect it.
    pub fn now(self) -> DateTime<Utc> {
        self.readings()[0]
    }

    /// The latest time that the site may have. It decides whether a puzzle is unlocked: sending a
    /// request too early is better than keeping a puzzle locked because the local clock was
    /// changed after the lead was stored.
    pub fn latest(self) -> DateTime<Utc> {
        let [likely, other] = self.readings();
        likely.max(other)
    }

    /// True if this process has learned the time from a reply.
    pub fn is_measured(self) -> bool {
        self.measured.is_some()
    }

    /// The lead of the site's clock over the local one; `None` if it was never measured.
    pub fn lead(self) -> Option<TimeDelta> {
        match self.measured {
            Some(measured) => Some(measured - self.local),
            None => self.earlier_lead,
        }
    }

    /// The time since `instant`. If the site's clock, as far as it is known, has not reached the
    /// instant, the local clock is used. `None` if it is in the future by both clocks, so the age
    /// is not known.
    pub fn age(self, instant: DateTime<Utc>) -> Option<Duration> {
        let reached = self
            .readings()
            .into_iter()
            .find(|now| has_reached(*now, instant))?;
        Some(positive(reached - instant).unwrap_or_default())
    }

    /// The time until `instant`, before which no answer may be sent. `None` if it is certainly
    /// past.
    pub fn until(self, instant: DateTime<Utc>) -> Option<Duration> {
        self.readings()
            .into_iter()
            .find_map(|now| positive(instant - now))
    }

    /// True if the site must be asked for its time before an answer is sent or waits for
    /// `instant`. It is never true after a reply. Before a reply, it is true if the last guess is
    /// in the future, if the two readings disagree whether `instant` is past, or if no lead is
    /// known and the local clock says that it is past.
    pub fn is_in_doubt(self, instant: DateTime<Utc>, guessed: Option<DateTime<Utc>>) -> bool {
        if self.is_measured() {
            return false;
        }
        let is_past = instant <= self.local;
        let is_decided_by_lead = match self.earlier_lead {
            Some(_) => is_past != (instant <= self.now()),
            None => is_past,
        };
        is_decided_by_lead || guessed > Some(self.latest())
    }

    /// The time until `wait` has passed since a guess. The guess may have been recorded with the
    /// clock as it was before the first reply, so the time left is computed with that clock, too,
    /// and the longer time counts. A clock that has not reached the guess is ignored.
    pub fn until_waited(self, guess: DateTime<Utc>, wait: Duration) -> Option<Duration> {
        [self.now(), self.assumed()]
            .into_iter()
            .filter(|now| has_reached(*now, guess))
            .filter_map(|now| positive(guess + wait - now))
            .max()
    }

    /// True if a file, whose time is of the local clock, was certainly stored after `instant` on
    /// the site.
    pub fn is_certainly_newer(self, file: DateTime<Utc>, instant: DateTime<Utc>) -> bool {
        let Ok(age) = (self.local - file).to_std() else {
            return false;
        };
        age + TOLERANCE < self.age(instant).unwrap_or_default()
    }

    /// True if the puzzle is unlocked at the latest time that the site may have. A request that
    /// depends on this may be sent too early.
    pub fn is_unlocked(self, puzzle: Puzzle) -> bool {
        unlock(puzzle) <= self.latest()
    }

    /// The time until the puzzle is certainly unlocked on the site. `None` if it is unlocked, or
    /// if the site must be asked. After a reply, a request that waits for it is not too early.
    pub fn until_unlocked(self, puzzle: Puzzle) -> Option<Duration> {
        self.until_certain(unlock(puzzle))
    }

    pub(super) fn until_certain(self, unlock: DateTime<Utc>) -> Option<Duration> {
        let certain = if self.is_measured() {
            unlock + HALF_SECOND
        } else {
            unlock
        };
        positive(certain - self.latest())
    }
}

/// True if a clock that shows `now` may have reached the recorded time.
fn has_reached(now: DateTime<Utc>, recorded: DateTime<Utc>) -> bool {
    positive(recorded - now) <= Some(TOLERANCE)
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

    /// Noon before a reply, with a stored lead. Zero means no stored lead.
    fn time(stored: i64) -> SiteTime {
        let stored = (stored != 0).then(|| TimeDelta::seconds(stored));
        SiteTime::new(noon(), stored, None)
    }

    fn seconds(left: Option<Duration>) -> u64 {
        left.map_or(0, |left| left.as_secs())
    }

    #[test]
    fn an_age_is_by_the_sites_clock_and_zero_in_the_future() {
        for (name, lead, local, expected) in [
            ("right clocks", 0, 900, 900),
            ("a moment ago", 0, 3, 3),
            ("a reply that was slow", 0, -3, 0),
            ("this computer's clock is ahead", -86_400, 86_460, 60),
            ("it was ahead, and was set right", -86_400, 70, 70),
            ("it is behind", 3600, -3000, 600),
            ("it was set back", 0, -3600, 0),
        ] {
            let instant = noon() - TimeDelta::seconds(local);
            let age = time(lead).age(instant);
            assert_eq!(seconds(age), expected, "{name}");
        }
    }

    #[test]
    fn a_time_that_no_clock_has_reached_says_nothing() {
        let minute = Duration::from_mins(1);
        for (name, stored, start, is_in_future, left) in [
            ("just now", 0, 0, false, 60),
            ("a reply that was slow", 0, 5, false, 65),
            ("a clock that was ahead", 0, 6, true, 0),
            ("the site's clock is ahead", 3600, 3600, false, 60),
            ("and a day ahead", 3600, 86_400, true, 0),
        ] {
            let time = time(stored);
            let start = noon() + TimeDelta::seconds(start);
            assert_eq!(time.age(start).is_none(), is_in_future, "{name}");
            assert_eq!(seconds(time.until_waited(start, minute)), left, "{name}");
        }
        for absurd in [DateTime::<Utc>::MIN_UTC, DateTime::<Utc>::MAX_UTC] {
            assert_eq!(time(0).age(absurd).is_none(), absurd > noon());
        }
    }

    #[test]
    fn a_minute_before_an_unlock_the_site_is_asked() {
        for (seconds, is_locked) in [(-1, false), (0, false), (60, false), (61, true)] {
            let unlock = noon() + TimeDelta::seconds(seconds);
            let left = time(0).until_certain(unlock);
            assert_eq!(left > Some(CLOCK_ERROR), is_locked, "{seconds}");
        }
    }

    #[test]
    fn what_is_from_the_future_is_not_recent() {
        let minutes = Duration::from_mins(3);
        for (ago, is_recent) in [
            (179, true),
            (180, false),
            (0, true),
            (-5, true),
            (-6, false),
        ] {
            let instant = noon() - TimeDelta::seconds(ago);
            let age = time(0).age(instant);
            assert_eq!(age.is_some_and(|age| age < minutes), is_recent, "{ago}");
        }
    }
}

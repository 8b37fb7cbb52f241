//! The time at the site at one moment. [`SiteTime`] answers all questions about it.
//!
//! The local clock may be wrong, so the time comes from the first of these sources that is known:
//!
//! 1. The last reply to this process.
//! 2. A reply to an earlier process, which has stored the offset between the site's clock and
//!    the local clock. The offset is valid until the local clock is set or the computer is
//!    restarted.
//! 3. The local clock, as it was when this process began to use the site.
//!
//! From then on, the uptime of the computer counts the time, so changes of the local clock have no
//! effect on a running process.
//!
//! Before the first reply, the time may still be wrong, and so may a time that an earlier process
//! recorded. These rules deal with that:
//!
//! - A puzzle that may be unlocked is requested. If it is locked, the site says so.
//! - A wait is over only if that is certain.
//! - A recorded time in the future counts as now.
//!
//! In two cases this is not enough, and the site is asked first: an answer needs a time that [is
//! known](SiteTime::is_known), and a long wait needs a time that [is
//! measured](SiteTime::is_measured). The request before a long wait also checks the session.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use crate::config::LocalClock;

/// The tolerance for recorded times. A slow reply makes a recorded time too late, so a time of up
/// to 5 s in the future counts as now. A later time was recorded by a wrong clock.
pub const RECORDED_TIME_ERROR: Duration = Duration::from_secs(5);

/// The time in which a local clock without synchronization drifts by less than half a second.
pub const EXACT_TIME: TimeDelta = TimeDelta::hours(1);

/// A `Date` is cut to whole seconds, so on average it is half a second behind.
pub const HALF_SECOND: TimeDelta = TimeDelta::milliseconds(500);

/// The smallest change of the local clock that makes a stored offset invalid. A smaller change may
/// come from synchronization, and has no effect, because the uptime counts the time.
const CLOCK_SET: TimeDelta = TimeDelta::seconds(1);

/// The largest error of a time that comes from an exact offset. A `Date` and a quick reply have an
/// error of up to 1.5 s, and the clock of the uptime may drift.
const EXACT_ERROR: Duration = Duration::from_secs(3);

/// The largest error of any other time, such as that of a local clock that is not synchronized.
const CLOCK_ERROR: Duration = Duration::from_mins(1);

/// The time of the local clock at one moment.
#[derive(Clone, Copy)]
pub struct LocalTime {
    pub now: DateTime<Utc>,
    /// The time that this clock showed when the uptime was zero. If this value changes, the clock
    /// was set or the computer was restarted.
    pub boot: DateTime<Utc>,
}

impl LocalTime {
    pub fn read(clock: LocalClock) -> Self {
        Self::at((clock.now)(), (clock.uptime)())
    }

    fn at(now: DateTime<Utc>, uptime: Duration) -> Self {
        let boot = now - uptime;
        Self { now, boot }
    }

    pub fn uptime(self) -> TimeDelta {
        self.now - self.boot
    }
}

/// The offset between the site's clock and the local clock, as a reply has shown it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockOffset {
    pub offset: TimeDelta,
    /// The [`LocalTime::boot`] at the time of the reply.
    pub boot: DateTime<Utc>,
    /// The uptime at the time of the reply. `None` if the reply was slow, because the time is then
    /// not known to the second.
    pub measured_at: Option<TimeDelta>,
}

impl ClockOffset {
    /// True if the local clock was not set since the reply. The offset is then still valid.
    pub fn is_valid_at(self, local: LocalTime) -> bool {
        (self.boot - local.boot).abs() < CLOCK_SET
    }

    /// The site's time by the reply and the uptime. It is right even if the local clock was set.
    /// After a restart of the computer it is too early, because the uptime begins at zero again.
    /// `None` for an absurd offset, which a damaged file may contain.
    pub fn by_uptime(self, local: LocalTime) -> Option<DateTime<Utc>> {
        self.boot.checked_add_signed(self.offset + local.uptime())
    }

    /// True if the offset may have been measured after this time, which the local clock recorded.
    /// The offset must be valid.
    fn may_be_newer_than(self, recorded: DateTime<Utc>) -> bool {
        self.measured_at
            .is_none_or(|uptime| recorded - self.boot <= uptime)
    }

    /// True if the local clock cannot have drifted much since the reply. The offset must be valid.
    pub fn is_exact_at(self, local: LocalTime) -> bool {
        self.measured_at
            .is_some_and(|uptime| local.uptime() < uptime + EXACT_TIME)
    }
}

/// The time at the site at one moment, as far as this process knows it.
#[derive(Clone, Copy)]
pub struct SiteTime {
    /// The time of the local clock, without any change that was made to it since this process
    /// began.
    steady: LocalTime,
    /// The time that the local clock shows.
    wall: DateTime<Utc>,
    /// The offset from a reply to an earlier process.
    earlier: Option<ClockOffset>,
    /// The offset from the last reply to this process.
    last: Option<ClockOffset>,
}

impl SiteTime {
    pub fn new(local: LocalTime, earlier: Option<ClockOffset>, last: Option<ClockOffset>) -> Self {
        Self {
            steady: local,
            wall: local.now,
            earlier,
            last,
        }
    }

    /// The same moment, with a steady clock that is `boot` plus the uptime. Setting the local clock
    /// after `boot` was computed has no effect on it.
    pub(super) fn counted_from(self, boot: DateTime<Utc>) -> Self {
        let now = boot + self.steady.uptime();
        Self {
            steady: LocalTime { now, boot },
            ..self
        }
    }

    /// The offset from the last reply to this process, or else an earlier one that is still valid.
    fn known_offset(self) -> Option<ClockOffset> {
        self.last.or_else(|| {
            self.earlier
                .filter(|earlier| earlier.is_valid_at(self.steady))
        })
    }

    /// The time by the known offset.
    ///
    /// If no offset is known, one that is no longer valid is used, but only to move the time
    /// forward. Example: before a restart of the computer, its clock was 5 minutes slow. It may
    /// still be slow, so 5 minutes are added. If it was 5 minutes fast, nothing is subtracted. The
    /// worst case is then a request that is too early, and not a puzzle that stays locked.
    pub fn now(self) -> DateTime<Utc> {
        let zero = TimeDelta::zero();
        let ahead = self
            .earlier
            .map_or(zero, |earlier| earlier.offset.max(zero));
        self.known_offset()
            .and_then(|known| known.by_uptime(self.steady))
            .unwrap_or(self.steady.now + ahead)
    }

    /// The largest possible error of [`Self::now`].
    pub fn error(self) -> Duration {
        match self.known_offset() {
            Some(known) if known.is_exact_at(self.steady) => EXACT_ERROR,
            _ => CLOCK_ERROR,
        }
    }

    /// The time that the local clock shows.
    pub fn wall_clock(self) -> DateTime<Utc> {
        self.wall
    }

    /// True if the time comes from a reply to this process.
    pub fn is_measured(self) -> bool {
        self.last.is_some()
    }

    /// True if the time comes from a reply to this process, or from an offset that is still valid.
    pub fn is_known(self) -> bool {
        self.known_offset().is_some()
    }

    /// The offset between the site's clock and the time that the local clock shows now. `None` if
    /// the offset is unknown.
    pub fn offset(self) -> Option<TimeDelta> {
        self.is_known().then(|| self.now() - self.wall_clock())
    }

    /// True if a recorded time is in the future. The clock that recorded it was then wrong.
    pub fn is_future(self, recorded: DateTime<Utc>) -> bool {
        !has_reached(self.now(), recorded)
    }

    /// The time since a recorded time. Zero if the recorded time is in the future.
    pub fn age(self, recorded: DateTime<Utc>) -> Duration {
        positive(self.now() - recorded).unwrap_or_default()
    }

    /// The time until `instant`. `None` if it is past.
    pub fn until(self, instant: DateTime<Utc>) -> Option<Duration> {
        positive(instant - self.now())
    }

    /// True if the interval since a time by the site's clock may not be over. A time in the future
    /// is not recent, because its real age is unknown.
    pub fn is_recent(self, recorded: DateTime<Utc>, interval: Duration) -> bool {
        let clocks = [Some(self.now()), self.now_by_uptime(recorded)];
        longest_left(clocks, recorded, interval).is_some()
    }

    /// The time until `wait` has passed since its recorded start. `None` if it has passed.
    ///
    /// The process that recorded the start may have known the site's time from a reply, may have
    /// assumed it, or may have had only the local clock. So the time left is computed in all three
    /// ways, and the longest one counts.
    pub fn until_waited(self, start: DateTime<Utc>, wait: Duration) -> Option<Duration> {
        let before_replies = Self { last: None, ..self };
        let clocks = [
            self.now_by_uptime(start),
            Some(before_replies.now()),
            self.now_by_local_clock(start),
        ];
        longest_left(clocks, start, wait)
    }

    /// The time by the last reply and the uptime, for a wait that began at `start`. `None` if the
    /// uptime cannot measure the whole wait:
    ///
    /// - There was no reply.
    /// - Only an earlier process got a reply, and the computer was started after the wait began.
    fn now_by_uptime(self, start: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let counted_since_start = self
            .earlier
            .filter(|earlier| self.steady.boot + earlier.offset < start);
        self.last.or(counted_since_start)?.by_uptime(self.steady)
    }

    /// The time by the local clock, for a wait that may have begun before the offset was known.
    /// `None` if no offset is valid, or if the offset was already known when the wait began.
    fn now_by_local_clock(self, start: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let earlier = self.earlier?;
        let is_newer = earlier.is_valid_at(self.steady) && earlier.may_be_newer_than(start);
        is_newer.then_some(self.steady.now)
    }
}

/// The longest time until `wait` has passed since `start`, by any of these clocks. A clock that
/// shows a time before the start is wrong and does not count. `None` if the wait is over by all
/// clocks that count.
fn longest_left<const N: usize>(
    clocks: [Option<DateTime<Utc>>; N],
    start: DateTime<Utc>,
    wait: Duration,
) -> Option<Duration> {
    clocks
        .into_iter()
        .flatten()
        .filter(|now| has_reached(*now, start))
        .filter_map(|now| positive(start + wait - now))
        .max()
}

/// True if the recorded time may have come, by a clock that shows `now`.
fn has_reached(now: DateTime<Utc>, recorded: DateTime<Utc>) -> bool {
    positive(recorded - now).is_none_or(|left| left <= RECORDED_TIME_ERROR)
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

    /// The local clock shows noon. The computer was started ten hours ago.
    fn local() -> LocalTime {
        let boot = noon() - TimeDelta::hours(10);
        LocalTime { now: noon(), boot }
    }

    /// The stored offset in seconds. After the measurement, the local clock was set forward by
    /// `set_by` seconds.
    fn offset(seconds: i64, set_by: i64) -> ClockOffset {
        ClockOffset {
            offset: TimeDelta::seconds(seconds),
            boot: local().boot - TimeDelta::seconds(set_by),
            measured_at: None,
        }
    }

    fn before_replies(stored: Option<ClockOffset>) -> SiteTime {
        SiteTime::new(local(), stored, None)
    }

    #[test]
    fn a_clock_that_is_not_set_has_the_same_start_whenever_it_is_read() {
        for seconds in [0, 1, 86_400] {
            let passed = Duration::from_secs(seconds);
            let local = LocalTime::at(noon() + passed, passed);
            assert_eq!(local.boot, noon(), "{seconds}");
        }
    }

    fn seconds(left: Option<Duration>) -> u64 {
        left.map_or(0, |left| left.as_secs())
    }

    #[test]
    fn a_lead_counts_until_the_local_clock_is_set() {
        const DAY: i64 = 86_400;
        let last = offset(60, 0);
        for (name, stored, ahead, is_known) in [
            ("nothing was ever asked", None, 0, false),
            ("the clock is behind", Some(offset(3600, 0)), 3600, true),
            ("it is ahead", Some(offset(-DAY, 0)), -DAY, true),
            (
                "it was ahead, and was set right",
                Some(offset(-DAY, -DAY)),
                0,
                false,
            ),
            ("it was set back", Some(offset(0, -3600)), 0, false),
            ("it was set forward", Some(offset(0, 3600)), 0, false),
            ("it was set by two seconds", Some(offset(-2, -2)), 0, false),
            (
                "it is behind after a restart",
                Some(offset(3600, DAY)),
                3600,
                false,
            ),
            (
                "it may be ahead after a restart",
                Some(offset(-DAY, DAY)),
                0,
                false,
            ),
        ] {
            let time = before_replies(stored);
            assert_eq!((time.now() - noon()).num_seconds(), ahead, "{name}");
            assert_eq!(time.is_known(), is_known, "{name}");
            let offset = is_known.then_some(TimeDelta::seconds(ahead));
            assert_eq!(time.offset(), offset, "{name}");
            assert!(!time.is_measured(), "{name}");
            // A reply takes precedence.
            let later = noon() + TimeDelta::minutes(1);
            let time = SiteTime::new(local(), stored, Some(last));
            assert_eq!(time.now(), later, "{name}");
            assert_eq!(time.offset(), Some(TimeDelta::minutes(1)), "{name}");
            assert!(time.is_known() && time.is_measured(), "{name}");
        }
        // The two clocks are not read at the same moment.
        for (milliseconds, is_known) in [(-1000, false), (-999, true), (999, true), (1000, false)] {
            let stored = ClockOffset {
                offset: TimeDelta::zero(),
                boot: local().boot + TimeDelta::milliseconds(milliseconds),
                measured_at: None,
            };
            assert_eq!(
                before_replies(Some(stored)).is_known(),
                is_known,
                "{milliseconds}"
            );
        }
    }

    #[test]
    fn an_age_is_by_the_sites_clock_and_zero_in_the_future() {
        for (name, stored, ago, expected) in [
            ("right clocks", offset(0, 0), 900, 900),
            ("a moment ago", offset(0, 0), 3, 3),
            ("a reply that was slow", offset(0, 0), -3, 0),
            (
                "this computer's clock is ahead",
                offset(-86_400, 0),
                86_460,
                60,
            ),
            (
                "it was ahead, and was set right",
                offset(-86_400, -86_400),
                70,
                70,
            ),
            ("it is behind", offset(3600, 0), -3000, 600),
            ("it was set back", offset(0, -3600), -3600, 0),
        ] {
            let instant = noon() - TimeDelta::seconds(ago);
            let age = before_replies(Some(stored)).age(instant);
            assert_eq!(age.as_secs(), expected, "{name}");
        }
    }

    #[test]
    fn a_time_in_the_future_counts_from_now() {
        for (name, ahead, expected) in [
            ("the past", -3600, -3600),
            ("a reply that was slow", 5, 5),
            ("the clock was set back", 3600, 0),
        ] {
            let recorded = noon() + TimeDelta::seconds(ahead);
            let time = before_replies(None);
            let is_changed = time.is_future(recorded);
            let counted = if is_changed { time.now() } else { recorded };
            let left = counted - noon();
            assert_eq!(left.num_seconds(), expected, "{name}");
            assert_eq!(is_changed, ahead != expected, "{name}");
        }
    }

    #[test]
    fn a_time_that_no_clock_has_reached_says_nothing() {
        let minute = Duration::from_mins(1);
        for (name, ahead, start, is_in_future, left) in [
            ("just now", 0, 0, false, 60),
            ("a reply that was slow", 0, 5, false, 65),
            ("a clock that was ahead", 0, 6, true, 0),
            ("the site's clock is ahead", 3600, 3600, false, 60),
            ("and a day ahead", 3600, 86_400, true, 0),
        ] {
            let time = before_replies(Some(offset(ahead, 0)));
            let start = noon() + TimeDelta::seconds(start);
            assert_eq!(time.is_future(start), is_in_future, "{name}");
            assert_eq!(seconds(time.until_waited(start, minute)), left, "{name}");
        }
        for absurd in [DateTime::<Utc>::MIN_UTC, DateTime::<Utc>::MAX_UTC] {
            let time = before_replies(None);
            assert_eq!(time.is_future(absurd), absurd > noon());
            assert_eq!(time.age(absurd).is_zero(), absurd > noon());
        }
    }

    /// A reply has shown a minute ago that the clock is 90 s behind or ahead.
    #[test]
    fn a_wait_that_began_before_the_sites_time_was_known_lasts_by_the_local_clock() {
        let minute = Duration::from_mins(1);
        let uptime = TimeDelta::hours(10);
        let now = Some(uptime);
        let measured = Some(uptime - TimeDelta::minutes(1));
        let start_of_wait = Some(uptime - TimeDelta::seconds(20));
        let long_ago = Some(uptime - TimeDelta::minutes(3));
        for (name, behind, start, measured, left) in [
            ("before the reply", 90, -61, measured, 0),
            ("just before it", 90, -60, measured, 0),
            ("before a reply a moment ago", 90, -20, now, 40),
            ("at the reply", 90, -20, start_of_wait, 40),
            ("before or after a slow reply", 90, -20, None, 40),
            ("after it, by the site's clock", 90, 70, measured, 40),
            ("after it, and over", 90, 20, measured, 0),
            ("after it, and over by the site's clock", 90, 3, long_ago, 0),
            ("ahead, before the reply", -90, -20, now, 40),
            ("ahead, after it", -90, -110, measured, 40),
        ] {
            let earlier = ClockOffset {
                measured_at: measured,
                ..offset(behind, 0)
            };
            let start = noon() + TimeDelta::seconds(start);
            let waited = before_replies(Some(earlier)).until_waited(start, minute);
            assert_eq!(seconds(waited), left, "{name}");
        }
    }

    /// By a reply to an earlier process, the offset was 90 s. The reply to this process has
    /// corrected it.
    #[test]
    fn a_wait_lasts_by_the_last_reply_and_not_by_an_earlier_one() {
        let earlier = ClockOffset {
            measured_at: Some(TimeDelta::hours(10) - TimeDelta::minutes(3)),
            ..offset(90, 0)
        };
        let time = SiteTime::new(local(), Some(earlier), Some(offset(0, 0)));
        let start = noon() - TimeDelta::seconds(20);
        let waited = time.until_waited(start, Duration::from_mins(1));
        assert_eq!(seconds(waited), 40);
    }

    #[test]
    fn the_error_of_a_time_is_small_while_the_offset_is_exact() {
        let exact = |set_by| ClockOffset {
            measured_at: Some(local().uptime()),
            ..offset(0, set_by)
        };
        let inexact = offset(0, 0);
        for (earlier, last, error) in [
            (None, None, CLOCK_ERROR),
            (Some(inexact), None, CLOCK_ERROR),
            (Some(exact(0)), None, EXACT_ERROR),
            // The clock was set after the reply.
            (Some(exact(3600)), None, CLOCK_ERROR),
            (None, Some(exact(0)), EXACT_ERROR),
            (Some(exact(0)), Some(inexact), CLOCK_ERROR),
        ] {
            let time = SiteTime::new(local(), earlier, last);
            assert_eq!(time.error(), error, "{earlier:?} {last:?}");
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
            let time = before_replies(None);
            assert_eq!(time.is_recent(instant, minutes), is_recent, "{ago}");
        }
    }

    /// The page was stored after a reply, which came `ago` seconds ago. Since then the local clock
    /// was set.
    #[test]
    fn a_clock_that_was_set_does_not_make_a_page_old() {
        let minutes = Duration::from_mins(15);
        for (name, set_by, ago, is_recent) in [
            ("not at all", 0, 60, true),
            ("ahead", 1200, 60, true),
            ("ahead, and it is old", 1200, 900, false),
            ("far ahead, which looks like a restart", 86_400, 60, false),
            ("back", -30, 60, true),
            ("back, and it is old", -30, 931, false),
        ] {
            let stored = offset(7, set_by);
            let instant = stored.by_uptime(local()).expect("a time") - TimeDelta::seconds(ago);
            let time = before_replies(Some(stored));
            assert_eq!(time.is_recent(instant, minutes), is_recent, "{name}");
            // After a reply, only its time counts.
            let time = SiteTime::new(local(), Some(stored), Some(offset(7 - set_by, 0)));
            assert_eq!(time.is_recent(instant, minutes), ago < 900, "{name}");
        }
    }
}

//! The site's time: that of the local clock, corrected by the `Date` header of the last reply.

use std::cell::Cell;
use std::time::Duration;

use chrono::{DateTime, Datelike, TimeDelta, Utc};
use reqwest::header::{AGE, DATE, HeaderMap};

use super::error::Log;
use super::uptime::Uptime;
use crate::terminal::{LocalOffset, MessageKind, span_of};

/// A difference that the user is told, and that a slow reply does not explain.
const NOTABLE: TimeDelta = TimeDelta::seconds(2);

/// The possible error of a time that was recorded, as a reply may be slow.
const INACCURACY: TimeDelta = TimeDelta::seconds(5);

/// The possible error of a clock. Less than this before an unlock, the site is asked.
pub const CLOCK_ERROR: Duration = Duration::from_mins(1);

/// Clocks are never this far apart: a larger difference comes from a wrong `Date` or a
/// damaged file, and is not stored.
const MAX_AHEAD: TimeDelta = TimeDelta::days(366);

/// A `Date` has whole seconds, so on average it is this much behind.
const HALF_SECOND: TimeDelta = TimeDelta::milliseconds(500);

/// The site's clock, by one offset: as the last reply to this process showed it, otherwise as
/// it was stored. A stored offset may be wrong, because the local clock may have been set
/// since: what must be certain asks the site first.
pub struct SiteClock {
    local_time: fn() -> DateTime<Utc>,
    /// The user's time zone, in which times are shown beside UTC.
    pub local_offset: LocalOffset,
    /// The lead of the site's clock over the local one, from an earlier process; `None` if
    /// none is known.
    stored: Cell<Option<TimeDelta>>,
    /// The lead that is recorded beside the guesses for a puzzle. It counts if no other is
    /// known, as the stored one is lost with the cache folder.
    recorded: Cell<Option<TimeDelta>>,
    /// The last reply to this process.
    measured: Cell<Option<ReplyTime>>,
}

/// The site's time at a reply.
#[derive(Clone, Copy)]
struct ReplyTime {
    time: DateTime<Utc>,
    came: Uptime,
}

impl SiteClock {
    pub fn new(
        local_time: fn() -> DateTime<Utc>,
        local_offset: LocalOffset,
        stored: Option<TimeDelta>,
    ) -> Self {
        Self {
            local_time,
            local_offset,
            stored: Cell::new(stored),
            recorded: Cell::default(),
            measured: Cell::default(),
        }
    }

    /// Takes the lead, in seconds, that is recorded beside the guesses for a puzzle.
    pub fn recall(&self, recorded: Option<i64>) {
        self.recorded.set(plausible_seconds(recorded));
    }

    /// The time on the site. After a reply to this process the local clock no longer matters.
    pub fn now(&self) -> DateTime<Utc> {
        match self.measured.get() {
            Some(reply) => reply.time + reply.came.elapsed(),
            None => (self.local_time)() + self.lead().unwrap_or_default(),
        }
    }

    /// The latest possible time on the site, which decides what is open: one request too early
    /// is better than a puzzle that stays locked because the local clock was set since the
    /// offset was stored.
    pub fn latest(&self) -> DateTime<Utc> {
        let [_, latest] = self.bounds();
        latest
    }

    /// The earliest and the latest possible time on the site.
    fn bounds(&self) -> [DateTime<Utc>; 2] {
        let now = self.now();
        if self.is_measured() {
            return [now, now];
        }
        let local = (self.local_time)();
        [now.min(local), now.max(local)]
    }

    /// True if a reply to this process has told the time.
    pub fn is_measured(&self) -> bool {
        self.measured.get().is_some()
    }

    /// The lead of the site's clock over the local one; `None` if it was never measured.
    pub fn lead(&self) -> Option<TimeDelta> {
        if self.is_measured() {
            return Some(self.now() - (self.local_time)());
        }
        self.stored.get().or(self.recorded.get())
    }

    /// The lead, in seconds, to record beside a guess; `None` if it is too small to matter.
    pub fn lead_to_record(&self) -> Option<i64> {
        let lead = self.lead().filter(is_plausible)?;
        (lead.abs() > NOTABLE).then_some(lead.num_seconds())
    }

    /// The time since something that happened at `instant`; `None` if that is in the future by
    /// every clock, so that nobody knows when it was. The local clock counts where the site's,
    /// as far as it is known, has not reached the instant.
    pub fn age(&self, instant: DateTime<Utc>) -> Option<Duration> {
        let [now, latest] = [self.now(), self.latest()];
        let reached = [now, latest]
            .into_iter()
            .find(|now| instant - *now <= INACCURACY)?;
        Some(positive(reached - instant).unwrap_or_default())
    }

    /// The time until `instant`, before which no answer may be sent; `None` if it is past. In
    /// doubt it is not.
    pub fn until(&self, instant: DateTime<Utc>) -> Option<Duration> {
        let [earliest, _] = self.bounds();
        positive(instant - self.now()).or_else(|| positive(instant - earliest))
    }

    /// True if the site must be asked for its time before an answer waits for `instant` or is
    /// sent: the local clock and the stored offset disagree whether it is past, or the last
    /// guess is in the future.
    pub fn is_in_doubt(&self, instant: DateTime<Utc>, guessed: Option<DateTime<Utc>>) -> bool {
        let [earliest, latest] = self.bounds();
        let disagree = earliest < instant && instant <= latest;
        !self.is_measured() && (disagree || guessed > Some(latest))
    }

    /// The time until `wait` has passed since a guess, by the site's clock and by the local one
    /// with the lead that is recorded beside the guess: no reply may have told the process that
    /// recorded it the time. A clock that has not reached the guess is ignored.
    pub fn until_waited(
        &self,
        guess: DateTime<Utc>,
        wait: Duration,
        recorded: Option<i64>,
    ) -> Option<Duration> {
        let recording_clock = (self.local_time)() + plausible_seconds(recorded).unwrap_or_default();
        [self.now(), recording_clock]
            .into_iter()
            .filter(|now| guess - *now <= INACCURACY)
            .filter_map(|now| positive(guess + wait - now))
            .max()
    }

    /// The time until an unlock is certainly past on the site; `None` if it is, or if the site
    /// must be asked.
    pub fn until_open(&self, unlock: DateTime<Utc>) -> Option<Duration> {
        let open = if self.is_measured() {
            unlock + HALF_SECOND
        } else {
            unlock
        };
        positive(open - self.latest())
    }

    /// Learns the site's time from the head of a reply that took `took`. Returns the lead of
    /// the site's clock if later processes should know it.
    pub fn learn(&self, headers: &HeaderMap, took: Duration, log: &Log) -> Option<TimeDelta> {
        // A cache between the site and this computer answers with an old time.
        if headers.contains_key(AGE) {
            return None;
        }
        let date = headers.get(DATE)?.to_str().ok()?;
        let date = DateTime::parse_from_rfc2822(date).ok()?;
        // A server with an absurd time would disable every check.
        if !(2015..3000).contains(&date.year()) {
            return None;
        }
        let half = TimeDelta::from_std(took / 2).unwrap_or_default();
        let time = date.to_utc() + HALF_SECOND + half;
        let came = Uptime::now();
        let lead = time - (self.local_time)();
        let earlier = self.measured.replace(Some(ReplyTime { time, came }));
        if earlier.is_none() && lead.abs() > NOTABLE + half {
            warn(lead, log);
        }
        // A stored lead that the reply does not contradict is as good.
        let is_known = self
            .stored
            .get()
            .is_some_and(|stored| (lead - stored).abs() <= HALF_SECOND + half);
        if is_known || !is_plausible(&lead) {
            return None;
        }
        self.stored.set(Some(lead));
        Some(lead)
    }
}

/// Warns of a local clock that is wrong by this much.
fn warn(lead: TimeDelta, log: &Log) {
    let is_ahead = lead.num_seconds().is_negative();
    let side = if is_ahead { "ahead of" } else { "behind" };
    let off = span_of(lead.abs());
    let text = format!(
        "this computer's clock is {off} {side} the site's; unlock times follow the site's clock"
    );
    log(MessageKind::Warning, &text);
}

/// A lead in seconds, unless it is impossible.
fn plausible_seconds(lead: Option<i64>) -> Option<TimeDelta> {
    TimeDelta::try_seconds(lead?).filter(is_plausible)
}

/// False for a lead of the site's clock over the local one that is impossible.
pub fn is_plausible(lead: &TimeDelta) -> bool {
    lead.abs() < MAX_AHEAD
}

fn positive(time: TimeDelta) -> Option<Duration> {
    time.to_std().ok().filter(|time| !time.is_zero())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
    use std::sync::mpsc::channel;
    use std::thread::sleep;

    use chrono::{FixedOffset, Offset};

    use super::*;

    fn utc(_: DateTime<Utc>) -> FixedOffset {
        Utc.fix()
    }

    fn noon() -> DateTime<Utc> {
        "2025-12-01T12:00:00Z".parse().expect("an instant")
    }

    /// A clock with a stored lead, unless it is zero.
    fn clock(stored: i64) -> SiteClock {
        let stored = (stored != 0).then(|| TimeDelta::seconds(stored));
        SiteClock::new(noon, utc, stored)
    }

    /// Learns from a reply that took so many seconds, and fails at a warning.
    fn learn(clock: &SiteClock, date: &str, took: u64) -> Option<TimeDelta> {
        let headers = HeaderMap::from_iter([(DATE, date.parse().expect("a value"))]);
        let quiet: Log = Box::new(|_, text| panic!("{text}"));
        clock.learn(&headers, Duration::from_secs(took), &quiet)
    }

    #[test]
    fn waiting_ends_when_the_time_is_past_for_certain() {
        let clock = clock(0);
        let soon = noon() + TimeDelta::seconds(3);
        assert_eq!(clock.until_open(soon), Some(Duration::from_secs(3)));
        learn(&clock, "Mon, 01 Dec 2025 12:00:00 GMT", 0);
        // On the site it may be 12:00:00.0 or 12:00:00.9.
        let left = clock.until_open(soon).expect("it is locked");
        assert!((left.as_secs_f64() - 3.0).abs() < 0.5, "{left:?}");
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
            let clock = SiteClock::new(noon, utc, Some(TimeDelta::zero()));
            assert_eq!(learn(&clock, date, took), None, "{date}");
            assert!((clock.now() - noon()).abs() < NOTABLE, "{date}");
        }
    }

    #[test]
    fn a_local_clock_that_is_set_back_does_not_delay_an_unlock() {
        static SET_BACK: AtomicBool = AtomicBool::new(false);
        let local = || noon() - TimeDelta::hours(SET_BACK.load(Ordering::SeqCst).into());
        let clock = SiteClock::new(local, utc, None);
        learn(&clock, "Mon, 01 Dec 2025 12:00:00 GMT", 0);
        SET_BACK.store(true, Ordering::SeqCst);
        let now = clock.now();
        assert!(now >= noon());
        // The time goes on.
        sleep(Duration::from_millis(1));
        assert!(clock.now() > now);
    }

    /// Whichever way, and both for what opens and for what waits.
    #[test]
    fn after_a_reply_the_local_clock_may_be_set() {
        static SET_BY: AtomicI64 = AtomicI64::new(0);
        let local = || noon() + TimeDelta::hours(SET_BY.load(Ordering::SeqCst));
        let clock = SiteClock::new(local, utc, Some(TimeDelta::days(1)));
        let early: Log = Box::new(|_, _| ());
        let date = "Mon, 01 Dec 2025 11:59:00 GMT".parse().expect("a value");
        clock.learn(
            &HeaderMap::from_iter([(DATE, date)]),
            Duration::ZERO,
            &early,
        );
        for hours in [0, -1, 1] {
            SET_BY.store(hours, Ordering::SeqCst);
            let left = [clock.until_open(noon()), clock.until(noon())];
            for left in left.map(seconds) {
                assert!((50..=60).contains(&left), "{hours}: {left}");
            }
            assert!(!clock.is_in_doubt(noon(), Some(noon())), "{hours}");
            let lead = clock.lead().expect("it was measured").num_minutes();
            assert!((lead + 60 * hours + 1).abs() < 2, "{hours}: {lead}");
        }
    }

    #[test]
    fn an_age_is_by_the_sites_clock_and_zero_in_the_future() {
        for (name, ahead, local, expected) in [
            ("right clocks", 0, 900, 900),
            ("a moment ago", 0, 3, 3),
            ("a reply that was slow", 0, -3, 0),
            ("this computer's clock is ahead", -86_400, 86_460, 60),
            ("it was ahead, and was set right", -86_400, 70, 70),
            ("it is behind", 3600, -3000, 600),
            ("it was set back", 0, -3600, 0),
        ] {
            let instant = noon() - TimeDelta::seconds(local);
            let age = clock(ahead).age(instant);
            assert_eq!(seconds(age), expected, "{name}");
        }
    }

    #[test]
    fn a_lead_beside_the_guesses_counts_until_the_site_has_told_its_time() {
        let soon = noon() + TimeDelta::seconds(30);
        let clock = clock(0);
        clock.recall(Some(-70));
        assert_eq!(seconds(clock.until(soon)), 100);
        assert_eq!(clock.lead_to_record(), Some(-70));
        assert!(clock.is_in_doubt(noon() - TimeDelta::seconds(30), None));
        learn(&clock, "Mon, 01 Dec 2025 12:00:00 GMT", 0);
        assert_eq!(seconds(clock.until(soon)), 29);
        assert_eq!(clock.lead_to_record(), None);
        for absurd in [i64::MIN, i64::MAX, 400 * 86_400] {
            clock.recall(Some(absurd));
            assert_eq!(clock.lead_to_record(), None, "{absurd}");
        }
    }

    fn seconds(left: Option<Duration>) -> u64 {
        left.map_or(0, |left| left.as_secs())
    }

    /// Even a time that is years off counts, but later processes do not know it.
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
            (0, "Sun, 27 Oct 2024 12:00:00 GMT", 400 * 86_400 + 59, 60),
            (0, "Tue, 05 Jan 2027 12:00:00 GMT", 0, 60),
        ] {
            let start = noon() + TimeDelta::seconds(start);
            let clock = SiteClock::new(noon, utc, None);
            let headers = HeaderMap::from_iter([(DATE, date.parse().expect("a value"))]);
            let log: Log = Box::new(|_, _| ());
            let news = clock.learn(&headers, Duration::ZERO, &log);
            assert!(news.as_ref().is_none_or(is_plausible), "{date}");
            assert_eq!(seconds(clock.until(start + minute)), site, "{date}");
            assert_eq!(
                seconds(clock.until_waited(start, minute, None)),
                both,
                "{date}"
            );
            let date = DateTime::parse_from_rfc2822(date).expect("a date").to_utc();
            assert!((clock.now() - date).abs() < NOTABLE, "{date}");
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
            let clock = clock(stored);
            let start = noon() + TimeDelta::seconds(start);
            assert_eq!(clock.age(start).is_none(), is_in_future, "{name}");
            assert_eq!(
                seconds(clock.until_waited(start, minute, None)),
                left,
                "{name}"
            );
        }
        for absurd in [DateTime::<Utc>::MIN_UTC, DateTime::<Utc>::MAX_UTC] {
            assert_eq!(clock(0).age(absurd).is_none(), absurd > noon());
        }
    }

    /// A guess was recorded with a lead that a reply has corrected since.
    #[test]
    fn a_wait_begins_at_a_time_of_the_clock_that_recorded_it() {
        let hour = TimeDelta::hours(1);
        for (lead, is_over) in [(hour, false), (-hour, false), (TimeDelta::zero(), true)] {
            let clock = SiteClock::new(noon, utc, None);
            let date = "Mon, 01 Dec 2025 14:00:00 GMT".parse().expect("a value");
            let headers = HeaderMap::from_iter([(DATE, date)]);
            let log: Log = Box::new(|_, _| ());
            clock.learn(&headers, Duration::ZERO, &log);
            let start = noon() + lead - TimeDelta::seconds(if is_over { 60 } else { 20 });
            let recorded = Some(lead.num_seconds());
            let left = clock.until_waited(start, Duration::from_mins(1), recorded);
            assert_eq!(seconds(left), if is_over { 0 } else { 40 }, "{lead}");
        }
    }

    #[test]
    fn in_doubt_a_puzzle_is_open_and_an_answer_too_early() {
        // The local clock was wrong, and may have been set right since.
        let soon = noon() + TimeDelta::seconds(60);
        for (stored, open, answer, is_in_doubt) in [
            (0, 60, 60, false),
            (50, 10, 10, false),
            (70, 0, 60, true),
            (-70, 60, 130, false),
        ] {
            let clock = clock(stored);
            assert_eq!(seconds(clock.until_open(soon)), open, "{stored}");
            assert_eq!(seconds(clock.until(soon)), answer, "{stored}");
            let doubts = [Some(noon()), Some(noon() + TimeDelta::seconds(71))];
            let doubts = doubts.map(|guessed| clock.is_in_doubt(soon, guessed));
            // A guess in the future is from a wrong clock.
            assert_eq!(doubts, [is_in_doubt, true], "{stored}");
        }
        // What is past at the earliest time is past.
        assert!(!clock(70).is_in_doubt(noon(), None));
        // The site is asked once.
        let asked = clock(70);
        learn(&asked, "Mon, 01 Dec 2025 12:00:00 GMT", 0);
        assert!(!asked.is_in_doubt(soon, Some(soon)));
    }

    #[test]
    fn only_a_clock_that_is_wrong_for_certain_is_told_of_and_once() {
        // A `Date` is half a second behind.
        let local = || noon() + TimeDelta::milliseconds(500);
        for (date, took, said) in [
            ("Mon, 01 Dec 2025 12:00:02 GMT", 0, None),
            ("Mon, 01 Dec 2025 12:00:02 GMT", 6, None),
            ("Mon, 01 Dec 2025 12:00:03 GMT", 0, Some("3s behind")),
            ("Mon, 01 Dec 2025 12:00:06 GMT", 6, Some("9s behind")),
            ("Mon, 01 Dec 2025 11:59:57 GMT", 0, Some("3s ahead of")),
        ] {
            let clock = SiteClock::new(local, utc, None);
            let headers = HeaderMap::from_iter([(DATE, date.parse().expect("a value"))]);
            let (sender, texts) = channel();
            let log: Log = Box::new(move |_, text| sender.send(text.to_owned()).expect("a test"));
            for _ in 0..2 {
                clock.learn(&headers, Duration::from_secs(took), &log);
            }
            drop(log);
            let texts: Vec<String> = texts.iter().collect();
            let expected = said.map(|off| {
                format!(
                    "this computer's clock is {off} the site's; unlock times follow the site's clock"
                )
            });
            assert_eq!(texts, Vec::from_iter(expected), "{date} {took}");
        }
    }

    #[test]
    fn a_lead_is_stored_if_it_is_new_possible_and_matters() {
        let log: Log = Box::new(|_, _| ());
        for (stored, date, news) in [
            (None, "Mon, 01 Dec 2025 12:01:10 GMT", Some(70)),
            (Some(70), "Mon, 01 Dec 2025 12:01:10 GMT", None),
            (Some(-70), "Mon, 01 Dec 2025 12:01:10 GMT", Some(70)),
            (Some(70), "Mon, 01 Dec 2025 12:00:00 GMT", Some(0)),
            // The user is told of none under two seconds, and yet it counts.
            (None, "Mon, 01 Dec 2025 12:00:00 GMT", Some(0)),
            (None, "Mon, 01 Dec 2025 12:00:01 GMT", Some(1)),
            (Some(0), "Mon, 01 Dec 2025 12:00:01 GMT", Some(1)),
            (Some(1), "Mon, 01 Dec 2025 12:00:01 GMT", None),
            (None, "Tue, 01 Dec 2026 12:00:00 GMT", Some(365 * 86_400)),
            (None, "Wed, 02 Dec 2026 12:00:00 GMT", None),
        ] {
            let clock = SiteClock::new(noon, utc, stored.map(TimeDelta::seconds));
            let headers = HeaderMap::from_iter([(DATE, date.parse().expect("a value"))]);
            let lead = clock.learn(&headers, Duration::ZERO, &log);
            assert_eq!(lead.map(|lead| lead.num_seconds()), news, "{date}");
            // It is told once.
            assert_eq!(clock.learn(&headers, Duration::ZERO, &log), None, "{date}");
        }
        for (lead, is_possible) in [
            (MAX_AHEAD, false),
            (-MAX_AHEAD, false),
            (MAX_AHEAD - TimeDelta::seconds(1), true),
        ] {
            assert_eq!(is_plausible(&lead), is_possible);
        }
        for (seconds, recorded) in [(2, None), (-2, None), (3, Some(3)), (-3, Some(-3))] {
            let clock = clock(0);
            clock.recall(Some(seconds));
            assert_eq!(clock.lead_to_record(), recorded, "{seconds}");
        }
    }

    #[test]
    fn a_minute_before_an_unlock_the_site_is_asked() {
        for (seconds, is_locked) in [(-1, false), (0, false), (60, false), (61, true)] {
            let unlock = noon() + TimeDelta::seconds(seconds);
            let left = clock(0).until_open(unlock);
            assert_eq!(left > Some(CLOCK_ERROR), is_locked, "{seconds}");
        }
    }

    #[test]
    fn what_is_from_the_future_is_not_recent() {
        let time = Duration::from_mins(3);
        for (ago, is_recent) in [
            (179, true),
            (180, false),
            (0, true),
            (-5, true),
            (-6, false),
        ] {
            let instant = noon() - TimeDelta::seconds(ago);
            let age = clock(0).age(instant);
            assert_eq!(age.is_some_and(|age| age < time), is_recent, "{ago}");
        }
    }
}

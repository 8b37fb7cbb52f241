//! The site's time: unlocks follow the `Date` header of its replies.

use std::cell::Cell;
use std::time::{Duration, Instant};

use chrono::{DateTime, Datelike, TimeDelta, Utc};
use reqwest::header::{AGE, DATE, HeaderMap};

use super::error::Log;
use crate::terminal::{MessageKind, span_of};

/// A difference that matters, and that a slow reply does not explain.
const NOTABLE: TimeDelta = TimeDelta::seconds(2);

/// The possible error of a stored time, as a reply may be slow.
const INACCURACY: TimeDelta = TimeDelta::seconds(5);

/// The possible error of a clock. Less than this before an unlock, the site is asked.
pub const CLOCK_ERROR: Duration = Duration::from_mins(1);

/// Clocks are never this far apart: a larger difference comes from a wrong `Date` or a
/// damaged file. It is not stored, and answers do not wait for it.
const MAX_AHEAD: TimeDelta = TimeDelta::days(366);

/// A `Date` has whole seconds, so on average it is this much behind.
const HALF_SECOND: TimeDelta = TimeDelta::milliseconds(500);

/// An estimate of the site's clock.
pub struct ServerClock {
    local_time: fn() -> DateTime<Utc>,
    /// The lead of the site's clock over the local one, from an earlier process.
    remembered: TimeDelta,
    /// The lead that is recorded beside a puzzle's guesses. It counts as well, because
    /// the other one is lost with the cache folder.
    recorded: Cell<TimeDelta>,
    /// The last reply to this process.
    measured: Cell<Option<ReplyTime>>,
    /// Whether [`ServerClock::take_doubt`] has returned true.
    has_taken_doubt: Cell<bool>,
}

/// The site's time at a reply.
#[derive(Clone, Copy)]
struct ReplyTime {
    /// The lead over the local clock.
    lead: TimeDelta,
    time: DateTime<Utc>,
    came: Instant,
}

impl ServerClock {
    pub fn new(local_time: fn() -> DateTime<Utc>, remembered: TimeDelta) -> Self {
        Self {
            local_time,
            remembered,
            recorded: Cell::default(),
            measured: Cell::default(),
            has_taken_doubt: Cell::default(),
        }
    }

    /// Takes the lead, in seconds, that is recorded beside the guesses for a puzzle.
    pub fn recall(&self, recorded: Option<i64>) {
        let lead = recorded.and_then(TimeDelta::try_seconds);
        self.recorded.set(plausible(lead));
    }

    /// The lead, in seconds, to record beside a guess; `None` if it is too small to matter.
    pub fn lead_to_record(&self) -> Option<i64> {
        let lead = self.lead();
        is_notable(lead).then_some(lead.num_seconds())
    }

    /// The lead according to a reply to this process.
    pub fn measured(&self) -> Option<TimeDelta> {
        Some(self.measured.get()?.lead)
    }

    /// The measured lead, unless it is absurd.
    fn plausible_lead(&self) -> Option<TimeDelta> {
        self.measured().filter(is_plausible)
    }

    /// The lead that is most likely right.
    fn lead(&self) -> TimeDelta {
        match self.plausible_lead() {
            Some(measured) => measured,
            None if self.remembered.is_zero() => self.recorded.get(),
            None => self.remembered,
        }
    }

    /// The time since `instant`, which is a time on the site. The local clock counts where
    /// the site's, as far as it is known, has not reached the instant: a clock was changed.
    pub fn age(&self, instant: DateTime<Utc>) -> Duration {
        let local = (self.local_time)();
        for now in [local + self.lead(), local] {
            if now - instant >= -INACCURACY {
                return positive(now - instant).unwrap_or_default();
            }
        }
        Duration::ZERO
    }

    /// Whether something that happened at `instant` was less than this long ago. What is from
    /// the future is not: nobody knows when it was.
    pub fn is_within(&self, time: Duration, instant: DateTime<Utc>) -> bool {
        !self.is_in_future(instant) && self.age(instant) < time
    }

    /// True if `instant`, at which something happened, is in the future by every clock: it was
    /// recorded with a clock that was wrong, so it does not say how long ago that was.
    pub fn is_in_future(&self, instant: DateTime<Utc>) -> bool {
        let [_, latest] = self.times();
        instant - latest.max((self.local_time)()) > INACCURACY
    }

    /// The earliest and the latest possible time on the site. Before the first reply with a
    /// possible time, the local clock may be wrong, or each of the leads that are known from
    /// earlier.
    fn times(&self) -> [DateTime<Utc>; 2] {
        let mut leads = [TimeDelta::zero(), self.remembered, self.recorded.get()];
        if let Some(measured) = self.plausible_lead() {
            leads = [measured; 3];
        }
        leads.sort();
        let [earliest, _, latest] = leads;
        [earliest, latest].map(|lead| (self.local_time)() + lead)
    }

    /// The latest possible time on the site: one request too early is better than a
    /// puzzle that stays locked. The site decides about unlocks, whatever its time is. If
    /// the local clock was set back since the last reply, the time since then counts.
    pub fn now(&self) -> DateTime<Utc> {
        let Some(reply) = self.measured.get() else {
            return self.time_to_record();
        };
        let now = (self.local_time)() + reply.lead;
        now.max(reply.time + reply.came.elapsed())
    }

    /// The latest possible time on the site, to store for an answer that is sent now, or for a
    /// page that has just come.
    pub fn time_to_record(&self) -> DateTime<Utc> {
        self.times()[1]
    }

    /// The time until `instant`, before which no answer may be sent; `None` if it is
    /// past at the earliest possible time on the site. If it is not past at the most likely
    /// time, that one counts: otherwise a clock that is an hour behind adds an hour.
    pub fn until(&self, instant: DateTime<Utc>) -> Option<Duration> {
        let [earliest, _] = self.times();
        let longest = positive(instant - earliest)?;
        let likely = positive(instant - self.lead() - (self.local_time)());
        Some(likely.unwrap_or(longest))
    }

    /// The time until `wait` has passed since `start` by the site's clock, by the local one
    /// and by the one that was recorded beside the guesses, since `start` may be a time of each.
    /// A clock that has not reached `start` is ignored.
    pub fn until_waited(&self, start: DateTime<Utc>, wait: Duration) -> Option<Duration> {
        let [earliest, latest] = self.times();
        let local = (self.local_time)();
        let mut longest = None;
        for now in [earliest, latest, local, local + self.recorded.get()] {
            if start - now <= INACCURACY {
                longest = longest.max(positive(start + wait - now));
            }
        }
        longest
    }

    /// Takes the doubt whether `instant` is past. A last guess in the future is a reason for
    /// doubt too. This is true at most once, because the site is asked once.
    pub fn take_doubt(&self, instant: DateTime<Utc>, guessed: Option<DateTime<Utc>>) -> bool {
        let [earliest, latest] = self.times();
        let is_doubtful = latest >= instant || guessed > Some(latest);
        earliest < instant && is_doubtful && !self.has_taken_doubt.replace(true)
    }

    /// The time until an unlock is certainly past on the site; `None` if it is.
    pub fn until_open(&self, unlock: DateTime<Utc>) -> Option<Duration> {
        let open = if self.measured().is_some() {
            unlock + HALF_SECOND
        } else {
            unlock
        };
        positive(open - self.now())
    }

    /// True if the site need not be asked whether an unlock is past.
    pub fn is_certainly_before(&self, unlock: DateTime<Utc>) -> bool {
        self.until_open(unlock) > Some(CLOCK_ERROR)
    }

    /// Learns the site's time from the head of a reply that took `took`. Returns how
    /// far the site's clock is ahead if later processes should know it.
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
        let lead = time - (self.local_time)();
        let came = Instant::now();
        let earlier = self.measured.replace(Some(ReplyTime { lead, time, came }));
        if earlier.is_none() && lead.abs() > NOTABLE + half {
            warn(lead, log);
        }
        if !is_plausible(&lead) {
            return None;
        }
        let stored = if is_notable(lead) {
            lead
        } else {
            TimeDelta::zero()
        };
        is_notable(stored - self.remembered).then_some(stored)
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

/// A stored lead of the site's clock over the local one; zero if it is impossible.
pub fn plausible(lead: Option<TimeDelta>) -> TimeDelta {
    lead.filter(is_plausible).unwrap_or_default()
}

fn is_plausible(lead: &TimeDelta) -> bool {
    lead.abs() < MAX_AHEAD
}

fn is_notable(difference: TimeDelta) -> bool {
    difference.abs() > NOTABLE
}

fn positive(time: TimeDelta) -> Option<Duration> {
    time.to_std().ok().filter(|time| !time.is_zero())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::mpsc::channel;
    use std::thread::sleep;

    use super::*;

    fn noon() -> DateTime<Utc> {
        "2025-12-01T12:00:00Z".parse().expect("an instant")
    }

    fn clock(remembered: i64) -> ServerClock {
        ServerClock::new(noon, TimeDelta::seconds(remembered))
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
            let clock = clock(0);
            assert_eq!(learn(&clock, date, took), None, "{date}");
            assert!((clock.now() - noon()).abs() < NOTABLE, "{date}");
        }
    }

    #[test]
    fn a_local_clock_that_is_set_back_does_not_delay_an_unlock() {
        static SET_BACK: AtomicBool = AtomicBool::new(false);
        let local = || noon() - TimeDelta::hours(SET_BACK.load(Ordering::SeqCst).into());
        let clock = ServerClock::new(local, TimeDelta::zero());
        learn(&clock, "Mon, 01 Dec 2025 12:00:00 GMT", 0);
        SET_BACK.store(true, Ordering::SeqCst);
        let now = clock.now();
        assert!(now >= noon());
        // The time goes on.
        sleep(Duration::from_millis(1));
        assert!(clock.now() > now);
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
            assert_eq!(clock(ahead).age(instant).as_secs(), expected, "{name}");
        }
    }

    #[test]
    fn a_lead_beside_the_guesses_counts_until_the_site_has_told_its_time() {
        let soon = noon() + TimeDelta::seconds(30);
        let clock = clock(0);
        clock.recall(Some(-70));
        assert_eq!(seconds(clock.until(soon)), 100);
        assert_eq!(clock.lead_to_record(), Some(-70));
        assert!(clock.take_doubt(noon() - TimeDelta::seconds(30), None));
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
            let clock = ServerClock::new(noon, TimeDelta::zero());
            let headers = HeaderMap::from_iter([(DATE, date.parse().expect("a value"))]);
            let log: Log = Box::new(|_, _| ());
            let news = clock.learn(&headers, Duration::ZERO, &log);
            assert!(news.as_ref().is_none_or(is_plausible), "{date}");
            assert_eq!(seconds(clock.until(start + minute)), site, "{date}");
            assert_eq!(seconds(clock.until_waited(start, minute)), both, "{date}");
            let date = DateTime::parse_from_rfc2822(date).expect("a date").to_utc();
            assert!((clock.now() - date).abs() < NOTABLE, "{date}");
        }
    }

    #[test]
    fn a_time_that_no_clock_has_reached_says_nothing() {
        let minute = Duration::from_mins(1);
        for (name, remembered, start, is_in_future, left) in [
            ("just now", 0, 0, false, 60),
            ("a reply that was slow", 0, 5, false, 65),
            ("a clock that was ahead", 0, 6, true, 0),
            ("the site's clock is ahead", 3600, 3600, false, 60),
            ("and a day ahead", 3600, 86_400, true, 0),
        ] {
            let clock = clock(remembered);
            let start = noon() + TimeDelta::seconds(start);
            assert_eq!(clock.is_in_future(start), is_in_future, "{name}");
            assert_eq!(seconds(clock.until_waited(start, minute)), left, "{name}");
        }
        for absurd in [DateTime::<Utc>::MIN_UTC, DateTime::<Utc>::MAX_UTC] {
            assert_eq!(clock(0).is_in_future(absurd), absurd > noon());
            clock(0).age(absurd);
        }
    }

    /// A guess was recorded with a lead that a reply has corrected since.
    #[test]
    fn a_wait_begins_at_a_time_of_the_clock_that_recorded_it() {
        let hour = TimeDelta::hours(1);
        for (lead, is_over) in [(hour, false), (-hour, false), (TimeDelta::zero(), true)] {
            let clock = ServerClock::new(noon, TimeDelta::zero());
            let date = "Mon, 01 Dec 2025 14:00:00 GMT".parse().expect("a value");
            let headers = HeaderMap::from_iter([(DATE, date)]);
            let log: Log = Box::new(|_, _| ());
            clock.learn(&headers, Duration::ZERO, &log);
            let start = noon() + lead - TimeDelta::seconds(if is_over { 60 } else { 20 });
            clock.recall(Some(lead.num_seconds()));
            let left = clock.until_waited(start, Duration::from_mins(1));
            assert_eq!(seconds(left), if is_over { 0 } else { 40 }, "{lead}");
        }
    }

    #[test]
    fn in_doubt_a_puzzle_is_open_and_an_answer_too_early() {
        // The local clock was wrong, and may have been set right since.
        let soon = noon() + TimeDelta::seconds(60);
        for (remembered, open, answer, is_in_doubt) in [
            (0, 60, 60, false),
            (50, 10, 10, false),
            (70, 0, 60, true),
            (-70, 60, 130, false),
        ] {
            let clock = clock(remembered);
            assert_eq!(seconds(clock.until_open(soon)), open, "{remembered}");
            assert_eq!(seconds(clock.until(soon)), answer, "{remembered}");
            let doubts = [Some(noon()), Some(soon), Some(soon)];
            let doubts = doubts.map(|guessed| clock.take_doubt(soon, guessed));
            // The site is asked once. A guess in the future is from a wrong clock.
            assert_eq!(doubts, [is_in_doubt, !is_in_doubt, false], "{remembered}");
        }
        // What is past at the earliest time is past.
        assert!(!clock(70).take_doubt(noon(), None));
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
            let clock = ServerClock::new(local, TimeDelta::zero());
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
        for (remembered, date, stored) in [
            (0, "Mon, 01 Dec 2025 12:01:10 GMT", Some(70)),
            (70, "Mon, 01 Dec 2025 12:01:10 GMT", None),
            (-70, "Mon, 01 Dec 2025 12:01:10 GMT", Some(70)),
            (70, "Mon, 01 Dec 2025 12:00:00 GMT", Some(0)),
            (0, "Tue, 01 Dec 2026 12:00:00 GMT", Some(365 * 86_400)),
            (0, "Wed, 02 Dec 2026 12:00:00 GMT", None),
        ] {
            let clock = clock(remembered);
            let headers = HeaderMap::from_iter([(DATE, date.parse().expect("a value"))]);
            let lead = clock.learn(&headers, Duration::ZERO, &log);
            assert_eq!(lead.map(|lead| lead.num_seconds()), stored, "{date}");
        }
        for (lead, is_possible) in [
            (MAX_AHEAD, false),
            (-MAX_AHEAD, false),
            (MAX_AHEAD - TimeDelta::seconds(1), true),
        ] {
            let expected = if is_possible { lead } else { TimeDelta::zero() };
            assert_eq!(plausible(Some(lead)), expected);
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
            assert_eq!(clock(0).is_certainly_before(unlock), is_locked, "{seconds}");
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
            assert_eq!(clock(0).is_within(time, instant), is_recent, "{ago}");
        }
    }
}

use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::mpsc::channel;

use super::super::site_time::EXACT_TIME;
use super::*;
use crate::puzzle::{Puzzle, unlock};
use crate::testing::clock_at;

fn noon() -> DateTime<Utc> {
    "2025-12-01T12:00:00Z".parse().expect("an instant")
}

fn site_clock(now: fn() -> DateTime<Utc>, earlier: Option<ClockOffset>) -> SiteClock {
    SiteClock::new(clock_at(now), earlier)
}

/// The stored offset in seconds. When it was measured, the local clock showed noon.
fn offset(seconds: i64) -> ClockOffset {
    ClockOffset {
        offset: TimeDelta::seconds(seconds),
        boot: LocalTime::read(clock_at(noon)).boot,
        measured_at: Some(LocalTime::read(clock_at(noon)).uptime()),
    }
}

/// Learns from a reply that took `took` seconds. Fails if the clock warns.
fn learn(clock: &SiteClock, date: &str, took: u64) -> Option<ClockOffset> {
    let headers = HeaderMap::from_iter([(DATE, date.parse().expect("a value"))]);
    let quiet: Log = Box::new(|_, text| panic!("{text}"));
    learn_from(clock, &headers, Duration::from_secs(took), &quiet)
}

/// Learns from a reply with these headers.
fn learn_from(
    clock: &SiteClock,
    headers: &HeaderMap,
    took: Duration,
    log: &Log,
) -> Option<ClockOffset> {
    clock.learn(clock.measure(headers, took)?, log)
}

#[test]
fn waiting_ends_when_the_time_is_past_for_certain() {
    let puzzle = Puzzle::of(2025, 1);
    let clock = site_clock(|| unlock(Puzzle::of(2025, 1)), None);
    learn(&clock, "Mon, 01 Dec 2025 05:00:00 GMT", 0);
    // The time at the site is between 05:00:00.0 and 05:00:00.9.
    assert_eq!(clock.read().until_unlocked(puzzle), None);
    learn(&clock, "Mon, 01 Dec 2025 04:59:57 GMT", 0);
    let left = clock.read().until_unlocked(puzzle).expect("it is locked");
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
        let clock = site_clock(noon, Some(offset(0)));
        assert_eq!(learn(&clock, date, took), None, "{date}");
        assert!((clock.read().now() - noon()).abs() < NOTABLE, "{date}");
    }
}

/// A reply is worth storing if the stored offset agrees with it, but was measured too long ago.
#[test]
fn a_quick_reply_is_exact_for_an_hour() {
    let date = "Mon, 01 Dec 2025 12:00:00 GMT";
    let drifted = ClockOffset {
        measured_at: Some(LocalTime::read(clock_at(noon)).uptime() - EXACT_TIME),
        ..offset(0)
    };
    for (stored, took, is_news, is_exact) in [
        (None, 0, true, true),
        (None, 2, true, true),
        (None, 3, true, false),
        (Some(offset(0)), 0, false, true),
        (Some(drifted), 0, true, true),
        (Some(drifted), 3, false, false),
    ] {
        let clock = site_clock(noon, stored);
        let learned = learn(&clock, date, took);
        assert_eq!(learned.is_some(), is_news, "{stored:?} {took}");
        let error = clock.read().error();
        assert_eq!(
            error < Duration::from_mins(1),
            is_exact,
            "{stored:?} {took}"
        );
        if let Some(learned) = learned {
            let after = |minutes| LocalTime {
                now: noon() + TimeDelta::minutes(minutes),
                boot: learned.boot,
            };
            assert_eq!(learned.is_exact_at(after(59)), is_exact, "{took}");
            assert!(!learned.is_exact_at(after(61)), "{took}");
        }
    }
}

#[test]
fn a_local_clock_that_is_set_back_does_not_delay_an_unlock() {
    static SET_BACK: AtomicBool = AtomicBool::new(false);
    static UP: AtomicU64 = AtomicU64::new(1000);
    let local_clock = LocalClock {
        now: || noon() - TimeDelta::hours(SET_BACK.load(Ordering::SeqCst).into()),
        uptime: || Duration::from_millis(UP.load(Ordering::SeqCst)),
    };
    let clock = SiteClock::new(local_clock, None);
    learn(&clock, "Mon, 01 Dec 2025 12:00:00 GMT", 0);
    SET_BACK.store(true, Ordering::SeqCst);
    let now = clock.read().now();
    assert!(now >= noon());
    // The clock continues.
    UP.store(1001, Ordering::SeqCst);
    assert_eq!(clock.read().now() - now, TimeDelta::milliseconds(1));
}

/// The local clock may be set forward or back. This changes neither unlocks nor waits.
#[test]
fn after_a_reply_the_local_clock_may_be_set() {
    static SET_BY: AtomicI64 = AtomicI64::new(0);
    let local = || noon() + TimeDelta::hours(SET_BY.load(Ordering::SeqCst));
    let clock = site_clock(local, Some(offset(86_400)));
    let early: Log = Box::new(|_, _| ());
    let date = "Mon, 01 Dec 2025 11:59:00 GMT".parse().expect("a value");
    learn_from(
        &clock,
        &HeaderMap::from_iter([(DATE, date)]),
        Duration::ZERO,
        &early,
    );
    for hours in [0, -1, 1] {
        SET_BY.store(hours, Ordering::SeqCst);
        let left = seconds(clock.read().until(noon()));
        assert!((50..=60).contains(&left), "{hours}: {left}");
        assert!(clock.read().is_known(), "{hours}");
        let offset = clock
            .read()
            .offset()
            .expect("it was measured")
            .num_minutes();
        assert!((offset + 60 * hours + 1).abs() < 2, "{hours}: {offset}");
    }
}

/// The offset is stored by an earlier process, or the site's time was never known.
#[test]
fn before_a_reply_the_local_clock_may_be_set_as_well() {
    static SET_BY: AtomicI64 = AtomicI64::new(0);
    let local = || noon() + TimeDelta::seconds(SET_BY.load(Ordering::SeqCst));
    let minute = Duration::from_mins(1);
    for (name, stored, lead) in [
        ("a stored offset", Some(offset(-70)), -70),
        ("none", None, 0),
    ] {
        SET_BY.store(0, Ordering::SeqCst);
        let clock = site_clock(local, stored);
        let start = noon() + TimeDelta::seconds(lead);
        for seconds_set in [0, 40, -40, 3600, -3600] {
            SET_BY.store(seconds_set, Ordering::SeqCst);
            let time = clock.read();
            for left in [time.until(start + minute), time.until_waited(start, minute)] {
                assert_eq!(seconds(left), 60, "{name} {seconds_set}");
            }
            assert_eq!(time.is_known(), stored.is_some(), "{name} {seconds_set}");
            // The user sees the clock as it is now.
            assert_eq!(time.wall_clock(), local(), "{name} {seconds_set}");
        }
    }
}

#[test]
fn a_stored_lead_counts_until_the_site_has_told_its_time() {
    let soon = noon() + TimeDelta::seconds(30);
    let clock = site_clock(noon, Some(offset(-70)));
    assert_eq!(seconds(clock.read().until(soon)), 100);
    assert_eq!(clock.read().offset(), Some(TimeDelta::seconds(-70)));
    learn(&clock, "Mon, 01 Dec 2025 12:00:00 GMT", 0);
    assert_eq!(seconds(clock.read().until(soon)), 29);
}

/// The offset was never measured, the cache was lost, or the local clock has been set since.
#[test]
fn without_a_lead_the_local_clock_alone_lets_no_guess_through() {
    let set = ClockOffset {
        boot: offset(0).boot - TimeDelta::seconds(70),
        ..offset(-70)
    };
    for (stored, is_known) in [(None, false), (Some(set), false), (Some(offset(-70)), true)] {
        let clock = site_clock(noon, stored);
        assert_eq!(clock.read().is_known(), is_known, "{stored:?}");
        // The site is asked only once.
        learn(&clock, "Mon, 01 Dec 2025 12:00:00 GMT", 0);
        assert!(clock.read().is_known(), "{stored:?}");
    }
}

fn seconds(left: Option<Duration>) -> u64 {
    left.map_or(0, |left| left.as_secs())
}

/// Even a time that is wrong by years counts, but it is not stored for later processes.
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
        let clock = site_clock(noon, None);
        let headers = HeaderMap::from_iter([(DATE, date.parse().expect("a value"))]);
        let log: Log = Box::new(|_, _| ());
        let new_offset = learn_from(&clock, &headers, Duration::ZERO, &log);
        assert!(
            new_offset.is_none_or(|new| is_plausible(&new.offset)),
            "{date}"
        );
        assert_eq!(seconds(clock.read().until(start + minute)), site, "{date}");
        assert_eq!(
            seconds(clock.read().until_waited(start, minute)),
            both,
            "{date}"
        );
        let date = DateTime::parse_from_rfc2822(date).expect("a date").to_utc();
        assert!((clock.read().now() - date).abs() < NOTABLE, "{date}");
    }
}

/// A guess was recorded with an offset. A later reply has corrected the offset.
#[test]
fn a_wait_begins_at_a_time_of_the_clock_that_recorded_it() {
    for (hours, is_over) in [(1, false), (-1, false), (0, true)] {
        let offset = offset(hours * 3600);
        let clock = site_clock(noon, Some(offset));
        let date = "Mon, 01 Dec 2025 14:00:00 GMT".parse().expect("a value");
        let headers = HeaderMap::from_iter([(DATE, date)]);
        let log: Log = Box::new(|_, _| ());
        learn_from(&clock, &headers, Duration::ZERO, &log);
        let start = noon() + offset.offset - TimeDelta::seconds(if is_over { 60 } else { 20 });
        let left = clock.read().until_waited(start, Duration::from_mins(1));
        assert_eq!(seconds(left), if is_over { 0 } else { 40 }, "{hours}");
    }
}

#[test]
fn only_a_clock_that_is_wrong_for_certain_is_told_of_and_once() {
    // On average a `Date` is half a second behind.
    let local = || noon() + TimeDelta::milliseconds(500);
    for (date, took, said) in [
        ("Mon, 01 Dec 2025 12:00:02 GMT", 0, None),
        ("Mon, 01 Dec 2025 12:00:02 GMT", 6, None),
        ("Mon, 01 Dec 2025 12:00:03 GMT", 0, Some("3s behind")),
        ("Mon, 01 Dec 2025 12:00:06 GMT", 6, Some("9s behind")),
        ("Mon, 01 Dec 2025 11:59:57 GMT", 0, Some("3s ahead of")),
        ("Wed, 02 Dec 2026 11:00:00 GMT", 0, Some("365d 23h behind")),
        ("Wed, 02 Dec 2026 13:00:00 GMT", 0, Some("366d 1h behind")),
    ] {
        let clock = site_clock(local, None);
        let headers = HeaderMap::from_iter([(DATE, date.parse().expect("a value"))]);
        let (sender, texts) = channel();
        let log: Log = Box::new(move |_, text| sender.send(text.to_owned()).expect("a test"));
        for _ in 0..2 {
            learn_from(&clock, &headers, Duration::from_secs(took), &log);
        }
        drop(log);
        let texts: Vec<String> = texts.iter().collect();
        let expected = said.map(|off| {
            let advice = if off.starts_with("366d") {
                "correct it, because later commands do not know the site's clock"
            } else {
                "unlock times follow the site's clock"
            };
            format!("this computer's clock is {off} the site's; {advice}")
        });
        assert_eq!(texts, Vec::from_iter(expected), "{date} {took}");
    }
}

#[test]
fn a_lead_is_stored_if_it_is_new_possible_and_matters() {
    let log: Log = Box::new(|_, _| ());
    let restarted = ClockOffset {
        boot: offset(0).boot - TimeDelta::days(1),
        ..offset(70)
    };
    for (stored, date, news) in [
        (None, "Mon, 01 Dec 2025 12:01:10 GMT", Some(70)),
        (Some(offset(70)), "Mon, 01 Dec 2025 12:01:10 GMT", None),
        (Some(restarted), "Mon, 01 Dec 2025 12:01:10 GMT", Some(70)),
        (Some(offset(-70)), "Mon, 01 Dec 2025 12:01:10 GMT", Some(70)),
        (Some(offset(70)), "Mon, 01 Dec 2025 12:00:00 GMT", Some(0)),
        // A difference below two seconds counts, but it is not shown.
        (None, "Mon, 01 Dec 2025 12:00:00 GMT", Some(0)),
        (None, "Mon, 01 Dec 2025 12:00:01 GMT", Some(1)),
        (Some(offset(0)), "Mon, 01 Dec 2025 12:00:01 GMT", Some(1)),
        (Some(offset(1)), "Mon, 01 Dec 2025 12:00:01 GMT", None),
        (None, "Tue, 01 Dec 2026 12:00:00 GMT", Some(365 * 86_400)),
        (None, "Wed, 02 Dec 2026 12:00:00 GMT", None),
    ] {
        let clock = site_clock(noon, stored);
        let headers = HeaderMap::from_iter([(DATE, date.parse().expect("a value"))]);
        let learned = learn_from(&clock, &headers, Duration::ZERO, &log);
        assert_eq!(
            learned.map(|learned| learned.offset.num_seconds()),
            news,
            "{date}"
        );
        assert!(learned.is_none_or(|learned| learned.is_valid_at(LocalTime::read(clock_at(noon)))));
        // A warning is shown only once.
        assert_eq!(
            learn_from(&clock, &headers, Duration::ZERO, &log),
            None,
            "{date}"
        );
    }
    for (offset, is_possible) in [
        (MAX_OFFSET, false),
        (-MAX_OFFSET, false),
        (MAX_OFFSET - TimeDelta::seconds(1), true),
    ] {
        assert_eq!(is_plausible(&offset), is_possible);
    }
}

/// Some caches send an age with every reply, also with one that they have just got from the site.
#[test]
fn a_reply_of_a_cache_has_a_time_only_if_it_is_new() {
    for (age, has_time) in [(None, true), (Some("0"), true), (Some("1"), false)] {
        let mut headers = HeaderMap::new();
        headers.insert(DATE, "Tue, 01 Dec 2026 05:00:00 GMT".parse().unwrap());
        if let Some(age) = age {
            headers.insert(AGE, age.parse().unwrap());
        }
        assert_eq!(date_of_reply(&headers).is_some(), has_time, "{age:?}");
    }
}

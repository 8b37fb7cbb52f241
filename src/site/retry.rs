//! Decides whether a failed GET is sent again, and when. [`Attempts`] counts the failures of one
//! request, which is repeated within seconds. [`UnlockAttempts`] counts those of a file at its
//! unlock, which is requested for minutes. The callers only send and wait. The numbers of attempts
//! are in the table of [`SiteErrorKind::policy`] and in [`UnlockFailure::max_tries`].

use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

use chrono::{DateTime, Utc};

use super::error::{SiteErrorKind, UnlockFailure};
use super::site_time::SiteTime;

/// A request is repeated only within this time after the first attempt. If the server takes longer
/// or asks for a longer pause, another attempt is not worth the wait.
const MAX_RETRY_TIME: Duration = Duration::from_secs(90);

/// The longest `Retry-After` that is respected at an unlock.
const MAX_UNLOCK_PAUSE: Duration = Duration::from_mins(15);

/// The back-off step after which pauses at an unlock no longer grow. The pause is then about half a
/// minute.
const LAST_STEP: u32 = 6;

/// The back-off step if the site still says that a puzzle is locked. The pause is two to three
/// seconds.
const STEP_IF_LOCKED: u32 = 2;

/// After this many failures with the status 500 in a row, the session is checked, because it may be
/// their cause. Fewer failures may come from the load of an unlock.
const MAX_UNCHECKED_FAILURES: u32 = 5;

/// The time after an unlock during which its load may make the server fail, and commands wait for
/// the network.
const UNLOCK_LOAD: Duration = Duration::from_hours(1);

/// Decides whether the client or its caller sends a GET again if the server fails.
#[derive(Clone, Copy)]
pub enum Retries<'a> {
    /// The client repeats the request a few times within seconds, depending on the kind of failure.
    Few,
    /// Like `Few`, but all attempts end within this time, because a more important request follows.
    Within(Duration),
    /// The caller repeats the request at an unlock. The client repeats it only to check the
    /// session.
    AtUnlock(&'a UnlockAttempts),
}

impl Retries<'_> {
    /// The time within which an attempt must end. `elapsed` is the time since the first attempt.
    /// `None` if only the limits of the settings apply.
    pub(super) fn time_left(self, elapsed: Duration) -> Option<Duration> {
        match self {
            Self::Few | Self::AtUnlock(_) => None,
            Self::Within(time) => Some(time.saturating_sub(elapsed)),
        }
    }

    /// The time after the first attempt within which others begin.
    fn retry_time(self) -> Duration {
        match self {
            Self::Few | Self::AtUnlock(_) => MAX_RETRY_TIME,
            Self::Within(time) => time.min(MAX_RETRY_TIME),
        }
    }
}

/// The next step after a failed attempt.
#[derive(Debug, PartialEq)]
pub(super) enum NextAttempt {
    /// The failure is final.
    GiveUp,
    /// The site does not know the session: it replies without the session, and fails again with it.
    SessionEnded,
    /// The request is sent again after this pause.
    After(Duration),
    /// The session may be the cause. After this pause the request is sent without it. If the site
    /// replies, the request is sent once more with the session, because the failure may have been
    /// brief.
    AfterSessionCheck(Duration),
}

/// The failed attempts of one request.
pub(super) struct Attempts {
    backoff: Backoff,
    retry_time: Duration,
    is_at_unlock: bool,
    /// True if the request has a session that the site may not know.
    suspects_session: bool,
    count: u32,
    /// True if a check of the session has begun. If the site fails during the check, there is no
    /// further attempt.
    has_checked_session: bool,
}

impl Attempts {
    pub fn new(retries: Retries, suspects_session: bool, first_pause: Duration) -> Self {
        Self {
            backoff: Backoff::new(first_pause),
            retry_time: retries.retry_time(),
            is_at_unlock: matches!(retries, Retries::AtUnlock(_)),
            suspects_session,
            count: 0,
            has_checked_session: false,
        }
    }

    /// Counts a failure, and decides what follows. `elapsed` is the time since the first attempt.
    pub fn after_failure(&mut self, failure: SiteErrorKind, elapsed: Duration) -> NextAttempt {
        self.count += 1;
        let may_be_session = self.suspects_session && failure.may_be_session();
        if may_be_session && self.has_checked_session {
            return NextAttempt::SessionEnded;
        }
        let pause = self.backoff.pause(self.count).max(failure.retry_after());
        if elapsed + pause > self.retry_time {
            NextAttempt::GiveUp
        } else if may_be_session {
            self.has_checked_session = true;
            NextAttempt::AfterSessionCheck(pause)
        } else if !self.is_at_unlock && self.count < failure.policy().max_tries {
            NextAttempt::After(pause)
        } else {
            NextAttempt::GiveUp
        }
    }
}

/// The failed attempts to get a file at its unlock. Each kind of failure is counted separately.
pub struct UnlockAttempts {
    backoff: Backoff,
    /// False if the puzzle was open for long when the command asked for it. Without a network,
    /// there is then no reason to wait for one.
    follows_unlock: bool,
    counts: BTreeMap<UnlockFailure, u32>,
    /// The number of failures in a row that the session may have caused. Without the load of an
    /// unlock, it begins with the number after which the session is checked.
    session_failures: u32,
}

impl UnlockAttempts {
    /// `time` is the time at which the command asks for the file, and perhaps begins to wait for
    /// its unlock.
    pub fn new(time: SiteTime, unlock: DateTime<Utc>, first_pause: Duration) -> Self {
        let follows_unlock = time.age(unlock) < UNLOCK_LOAD;
        Self {
            backoff: Backoff::new(first_pause),
            follows_unlock,
            counts: BTreeMap::new(),
            session_failures: if follows_unlock {
                0
            } else {
                MAX_UNCHECKED_FAILURES
            },
        }
    }

    /// True if the session may be the cause of a further failure.
    pub(super) fn suspects_session(&self) -> bool {
        // The count starts again after each check, which has shown that the server is the cause.
        self.session_failures % (MAX_UNCHECKED_FAILURES + 1) == MAX_UNCHECKED_FAILURES
    }

    /// Counts a failure. Returns the pause before the next request. `None` if the failure is final.
    pub fn after_failure(&mut self, failure: SiteErrorKind) -> Option<Duration> {
        self.session_failures = if failure.may_be_session() {
            self.session_failures + 1
        } else {
            0
        };
        if failure == SiteErrorKind::NotConnected && !self.follows_unlock {
            return None;
        }
        let kind = failure.policy().at_unlock?;
        let count = self.counts.entry(kind).or_default();
        *count += 1;
        let count = *count;
        // However the kinds of failures vary, there are at most as many attempts in total as for a
        // site that is down.
        let is_last = count >= kind.max_tries()
            || self.counts.values().sum::<u32>() >= UnlockFailure::Down.max_tries();
        if is_last || failure.retry_after() > MAX_UNLOCK_PAUSE {
            return None;
        }
        let step = match kind {
            UnlockFailure::Locked => STEP_IF_LOCKED,
            UnlockFailure::Down | UnlockFailure::BadBody => count.min(LAST_STEP),
        };
        Some(self.backoff.pause(step).max(failure.retry_after()))
    }
}

/// The pauses between attempts. Each is twice as long as the previous one, plus a random share of
/// up to a half, so that processes that failed together do not retry together.
#[derive(Clone, Copy)]
struct Backoff {
    first: Duration,
    random: u64,
}

impl Backoff {
    fn new(first: Duration) -> Self {
        let random = RandomState::new().hash_one(0);
        Self { first, random }
    }

    /// The pause after this number of attempts.
    fn pause(self, attempts: u32) -> Duration {
        let pause = self.first * 2_u32.pow(attempts - 1);
        let thousandths = u32::try_from(self.random % 500).unwrap_or_default();
        pause + pause * thousandths / 1000
    }
}

#[cfg(test)]
mod tests {
    use super::super::site_time::LocalTime;
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    /// Pauses without their random part.
    const EXACT: Backoff = Backoff {
        first: SECOND,
        random: 0,
    };

    fn attempts(retries: Retries, suspects_session: bool) -> Attempts {
        Attempts {
            backoff: EXACT,
            ..Attempts::new(retries, suspects_session, SECOND)
        }
    }

    /// The attempts at an unlock in 1970.
    fn unlock_attempts() -> UnlockAttempts {
        attempts_of_command(Duration::ZERO)
    }

    /// The attempts of a command that begins at this time after that unlock.
    fn attempts_of_command(passed: Duration) -> UnlockAttempts {
        let unlock = DateTime::UNIX_EPOCH;
        UnlockAttempts {
            backoff: EXACT,
            ..UnlockAttempts::new(after_unlock(passed), unlock, SECOND)
        }
    }

    fn after_unlock(passed: Duration) -> SiteTime {
        let now = DateTime::UNIX_EPOCH + passed;
        SiteTime::new(LocalTime { now, boot: now }, None, None)
    }

    const FAILED: SiteErrorKind = SiteErrorKind::ServerFailed {
        status: 503,
        retry_after: Duration::ZERO,
    };

    /// The site's reply to a session that it does not know.
    const FAILED_500: SiteErrorKind = SiteErrorKind::ServerFailed {
        status: 500,
        retry_after: Duration::ZERO,
    };

    const LATE: SiteErrorKind = SiteErrorKind::TimedOut { sent: true };

    const CUT: SiteErrorKind = SiteErrorKind::BadBody;

    fn asks_for(retry_after: Duration) -> SiteErrorKind {
        SiteErrorKind::ServerFailed {
            status: 503,
            retry_after,
        }
    }

    fn after(seconds: u64) -> NextAttempt {
        NextAttempt::After(Duration::from_secs(seconds))
    }

    fn after_check(seconds: u64) -> NextAttempt {
        NextAttempt::AfterSessionCheck(Duration::from_secs(seconds))
    }

    #[test]
    fn pauses_are_doubled_and_differ_by_up_to_a_half() {
        for (tries, random, milliseconds) in [
            (1, 0, 1000),
            (2, 0, 2000),
            (4, 0, 8000),
            (1, 250, 1250),
            (2, 499, 2998),
            (1, 500, 1000),
            (1, u64::MAX, 1115),
        ] {
            let first = Duration::from_secs(1);
            let pause = Backoff { first, random }.pause(tries);
            assert_eq!(
                pause,
                Duration::from_millis(milliseconds),
                "{tries} {random}"
            );
        }
    }

    /// A request without a session. The last failure decides how many attempts there are.
    #[test]
    fn a_request_is_repeated_a_few_times() {
        for (name, failures, next) in [
            ("the server fails", &[FAILED][..], after(1)),
            ("twice", &[FAILED; 2], after(2)),
            ("three times", &[FAILED; 3], NextAttempt::GiveUp),
            ("a status 500", &[FAILED_500], after(1)),
            ("twice that", &[FAILED_500; 2], NextAttempt::GiveUp),
            ("silence", &[LATE], after(1)),
            ("silence again", &[FAILED, LATE], NextAttempt::GiveUp),
            ("a failure after silence", &[LATE, FAILED], after(2)),
            ("a wrong reply", &[CUT], NextAttempt::GiveUp),
            ("locked", &[SiteErrorKind::Locked], NextAttempt::GiveUp),
        ] {
            let mut attempts = attempts(Retries::Few, false);
            let steps = failures
                .iter()
                .map(|failure| attempts.after_failure(*failure, Duration::ZERO));
            assert_eq!(steps.last(), Some(next), "{name}");
        }
    }

    #[test]
    fn a_request_before_a_more_important_one_ends_in_time() {
        let second = |seconds| Duration::from_secs(seconds);
        for (time, elapsed, left, next) in [
            (30, 0, 30, after(1)),
            (30, 29, 1, after(1)),
            (30, 30, 0, NextAttempt::GiveUp),
            (500, 89, 411, after(1)),
            (500, 90, 410, NextAttempt::GiveUp),
        ] {
            let retries = Retries::Within(second(time));
            assert_eq!(retries.time_left(second(elapsed)), Some(second(left)));
            let mut attempts = attempts(retries, false);
            let step = attempts.after_failure(FAILED, second(elapsed));
            assert_eq!(step, next, "{time} {elapsed}");
        }
    }

    #[test]
    fn a_request_is_repeated_within_a_minute_and_a_half() {
        let limit = Duration::from_secs(90);
        for (name, failure, elapsed, next) in [
            ("just in time", FAILED, Duration::from_secs(89), after(1)),
            ("too slow", LATE, limit, NextAttempt::GiveUp),
            (
                "a check of the session",
                FAILED_500,
                limit,
                NextAttempt::GiveUp,
            ),
            (
                "a pause that the site asks for",
                asks_for(limit),
                Duration::ZERO,
                after(90),
            ),
            ("a longer one", asks_for(limit), SECOND, NextAttempt::GiveUp),
            (
                "a shorter one than our own",
                asks_for(SECOND / 2),
                Duration::ZERO,
                after(1),
            ),
        ] {
            let mut attempts = attempts(Retries::Few, true);
            assert_eq!(attempts.after_failure(failure, elapsed), next, "{name}");
        }
    }

    /// A request with a session. A status 500 may mean that the site does not know it.
    #[test]
    fn a_check_of_the_session_follows_a_status_500() {
        let few = Retries::Few;
        let at_unlock = unlock_attempts();
        let once = Retries::AtUnlock(&at_unlock);
        for (name, retries, suspects_session, failures, next) in [
            ("at once", few, true, &[FAILED_500][..], after_check(1)),
            ("later", few, true, &[FAILED, FAILED_500], after_check(2)),
            (
                "it fails again",
                few,
                true,
                &[FAILED_500; 2],
                NextAttempt::SessionEnded,
            ),
            ("in another way", few, true, &[FAILED_500, FAILED], after(2)),
            (
                "and then so again",
                few,
                true,
                &[FAILED_500, FAILED, FAILED_500],
                NextAttempt::SessionEnded,
            ),
            (
                "for the third time",
                few,
                true,
                &[FAILED_500, FAILED, FAILED],
                NextAttempt::GiveUp,
            ),
            (
                "another failure",
                once,
                true,
                &[FAILED],
                NextAttempt::GiveUp,
            ),
            (
                "the caller repeats",
                once,
                true,
                &[FAILED_500],
                after_check(1),
            ),
            (
                "it fails again then",
                once,
                true,
                &[FAILED_500; 2],
                NextAttempt::SessionEnded,
            ),
            (
                "without a check",
                once,
                false,
                &[FAILED_500],
                NextAttempt::GiveUp,
            ),
        ] {
            let mut attempts = attempts(retries, suspects_session);
            let steps = failures
                .iter()
                .map(|failure| attempts.after_failure(*failure, Duration::ZERO));
            assert_eq!(steps.last(), Some(next), "{name}");
        }
    }

    /// The pauses in seconds after these failures. `None` if the last one is final.
    fn pauses_at_unlock(failures: &[SiteErrorKind]) -> Option<Vec<u64>> {
        let mut attempts = unlock_attempts();
        let pauses = failures
            .iter()
            .map(|failure| attempts.after_failure(*failure));
        pauses.map(|pause| Some(pause?.as_secs())).collect()
    }

    #[test]
    fn at_an_unlock_each_kind_of_failure_has_attempts_of_its_own() {
        let locked = SiteErrorKind::Locked;
        let missing = SiteErrorKind::NotFound;
        let down = SiteErrorKind::Maintenance;
        for (name, failures, pauses) in [
            (
                "locked",
                vec![locked, missing, locked, missing],
                Some(vec![2; 4]),
            ),
            ("the fifth time", vec![locked; 5], None),
            (
                "down",
                vec![down, FAILED, LATE, FAILED_500, down, down, down],
                Some(vec![1, 2, 4, 8, 16, 32, 32]),
            ),
            ("the thirtieth time", vec![down; 30], None),
            ("a wrong reply", vec![down, CUT], Some(vec![1, 1])),
            ("another one", vec![CUT, down, CUT], None),
            (
                "locked after it was down",
                [vec![down; 5], vec![locked]].concat(),
                Some(vec![1, 2, 4, 8, 16, 2]),
            ),
            (
                "30 in all",
                [vec![locked; 4], vec![CUT], vec![down; 25]].concat(),
                None,
            ),
            ("refused", vec![SiteErrorKind::Forbidden], None),
            (
                "a pause that the site asks for",
                vec![asks_for(MAX_UNLOCK_PAUSE)],
                Some(vec![900]),
            ),
            (
                "a longer one",
                vec![asks_for(MAX_UNLOCK_PAUSE + SECOND)],
                None,
            ),
        ] {
            assert_eq!(pauses_at_unlock(&failures), pauses, "{name}");
        }
        let still_down = [vec![locked; 4], vec![CUT], vec![down; 24]].concat();
        assert!(pauses_at_unlock(&still_down).is_some());
    }

    /// A computer without a network often asks for a puzzle that was open for long.
    #[test]
    fn a_network_that_is_down_is_waited_for_only_at_an_unlock() {
        for (passed, failure, pause) in [
            (3599, SiteErrorKind::NotConnected, Some(1)),
            (3600, SiteErrorKind::NotConnected, None),
            (3600, FAILED, Some(1)),
        ] {
            let mut attempts = attempts_of_command(Duration::from_secs(passed));
            let after = attempts.after_failure(failure);
            assert_eq!(after.map(|pause| pause.as_secs()), pause, "{failure:?}");
        }
    }

    #[test]
    fn at_an_unlock_the_session_is_checked_after_five_failures_in_a_row() {
        let soon = Duration::ZERO;
        let late = Duration::from_hours(1);
        for (name, failures, since_unlock, suspects) in [
            ("the first request", vec![], soon, false),
            ("four", vec![FAILED_500; 4], soon, false),
            ("five", vec![FAILED_500; 5], soon, true),
            (
                "not in a row",
                [vec![FAILED_500; 4], vec![FAILED], vec![FAILED_500]].concat(),
                soon,
                false,
            ),
            (
                "a check has shown that the server is the cause",
                vec![FAILED_500; 6],
                soon,
                false,
            ),
            ("and then five", vec![FAILED_500; 11], soon, true),
            ("no load", vec![], late, true),
            ("no load, but that check", vec![FAILED_500], late, false),
        ] {
            let mut attempts = attempts_of_command(since_unlock);
            for failure in failures {
                attempts.after_failure(failure);
            }
            assert_eq!(attempts.suspects_session(), suspects, "{name}");
        }
    }
}

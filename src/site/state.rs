//! The state that the user's processes share about a site, in a file of the cache folder: the rate
//! limit of requests, the offset of the site's clock, and the refused sessions.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::thread::sleep;
use std::time::Duration;

use chrono::{DateTime, TimeDelta};
use serde::{Deserialize, Serialize};

use super::cache_file::{CacheFile, SiteConfig};
use super::clock::is_plausible;
use super::error::{Log, SiteError, SiteErrorKind, SiteResult};
use super::session::Session;
use super::site_time::{ClockOffset, EXACT_TIME, LocalTime, SiteTime};
use super::throttle::{Throttle, Turn, pause_note};
use crate::config::LocalClock;
use crate::sync::locked;
use crate::terminal::{MessageKind, span};

/// The stored state. Times are in milliseconds since 1970.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
struct StoredState {
    #[serde(flatten)]
    throttle: Throttle,
    /// The last measured [`ClockOffset`]. `None` if it was never measured.
    #[serde(flatten)]
    offset: Option<StoredOffset>,
    /// The digests of the sessions that the site refused.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    refused_sessions: BTreeSet<u64>,
}

/// A stored [`ClockOffset`], in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
struct StoredOffset {
    clock_ahead: i64,
    #[serde(default)]
    computer_started: i64,
    /// The uptime when the offset was measured, plus [`EXACT_TIME`].
    #[serde(skip_serializing_if = "Option::is_none")]
    clock_exact_until: Option<i64>,
}

/// The state of one host.
pub struct SiteState {
    file: CacheFile,
    local_clock: LocalClock,
    /// The time between requests. `None` if there is no limit, as on loopback.
    interval: Option<Duration>,
    /// The digest of the last session that the site has accepted in this process.
    accepted: Mutex<Option<u64>>,
}

impl SiteState {
    pub fn new(config: SiteConfig) -> Self {
        Self {
            file: CacheFile::new(config, "site", ""),
            local_clock: config.environment.clock,
            interval: config.settings.request_interval(),
            accepted: Mutex::default(),
        }
    }

    /// The stored state. It includes a pause that this process could not write.
    fn load(&self) -> StoredState {
        let mut state: StoredState = self.file.read().unwrap_or_default();
        if let Some(unwritten) = self.file.unwritten::<StoredState>() {
            state.throttle.keep_pause(unwritten.throttle);
        }
        state
    }

    /// Changes the state while it is locked.
    fn update<T>(&self, change: impl FnOnce(&mut StoredState) -> T) -> T {
        let _lock = self.file.lock(|| {});
        let mut state = self.load();
        let before = state.clone();
        let result = change(&mut state);
        if state != before {
            // If the file cannot be written, this process keeps the state.
            let _ = self.file.write(&state);
        }
        result
    }

    /// Waits until a request may be sent. Fails during a pause that the site has asked for.
    pub fn await_turn(&self, log: &Log) -> SiteResult<()> {
        loop {
            let turn = self.update(|state| {
                let time = state.time(self.local_time());
                state.throttle.turn(time, self.interval)
            });
            let pause = match turn {
                Turn::Now => return Ok(()),
                Turn::Refused(left) => {
                    let left = span(left);
                    let message = format!(
                        "no request was made, because the site asked for fewer requests (429): \
                         try again in {left}"
                    );
                    return Err(SiteError::new(SiteErrorKind::RateLimited, message));
                }
                Turn::Later(pause) => pause,
            };
            if let Some(note) = pause_note(pause) {
                log(MessageKind::Note, &note);
            }
            sleep(pause);
        }
    }

    /// The first pause after a failure. On loopback a shorter interval makes it shorter.
    pub fn first_pause(&self) -> Duration {
        const LONGEST: Duration = Duration::from_secs(1);
        self.interval.unwrap_or(LONGEST).min(LONGEST)
    }

    /// Begins a pause that later processes also respect. It is only for the status 429, which is
    /// about this client. The status 503 is about the server: its `Retry-After` is shown, but may
    /// be outdated a second later.
    pub fn back_off(&self, pause: Duration) {
        self.update(|state| {
            let time = state.time(self.local_time());
            state.throttle.back_off(time, pause);
        });
    }

    fn local_time(&self) -> LocalTime {
        LocalTime::read(self.local_clock)
    }

    /// The offset of the site's clock from an earlier reply.
    pub fn offset(&self) -> Option<ClockOffset> {
        self.load().offset()
    }

    pub fn set_offset(&self, offset: ClockOffset) {
        let exact_until = offset.measured_at.map(|uptime| uptime + EXACT_TIME);
        let stored = StoredOffset {
            clock_ahead: offset.offset.num_milliseconds(),
            computer_started: offset.boot.timestamp_millis(),
            clock_exact_until: exact_until.map(|until| until.num_milliseconds()),
        };
        self.update(|state| state.offset = Some(stored));
    }

    /// Records that the site has refused this session. Later processes know this, too.
    pub fn remember_refused(&self, session: &Session) {
        let digest = session.token.digest();
        locked(&self.accepted).take_if(|accepted| *accepted == digest);
        self.update(|state| state.refused_sessions.insert(digest));
    }

    /// Records that the site has accepted this session in this process. If a refusal of the same
    /// session is stored, it is removed.
    pub fn remember_accepted(&self, session: &Session) {
        let digest = session.token.digest();
        *locked(&self.accepted) = Some(digest);
        self.update(|state| state.refused_sessions.remove(&digest));
    }

    /// True if the site has accepted this session in this process.
    pub fn has_accepted(&self, session: &Session) -> bool {
        *locked(&self.accepted) == Some(session.token.digest())
    }

    /// True if the site has refused this session.
    pub fn has_refused(&self, session: &Session) -> bool {
        let digest = session.token.digest();
        self.load().refused_sessions.contains(&digest)
    }
}

impl StoredState {
    /// The offset between the site's clock and the local clock. `None` if it was never measured.
    fn offset(&self) -> Option<ClockOffset> {
        let stored = self.offset?;
        Some(ClockOffset {
            offset: TimeDelta::try_milliseconds(stored.clock_ahead).filter(is_plausible)?,
            boot: DateTime::from_timestamp_millis(stored.computer_started)?,
            measured_at: stored
                .clock_exact_until
                .and_then(TimeDelta::try_milliseconds)
                .and_then(|until| until.checked_sub(&EXACT_TIME)),
        })
    }

    /// The site's time at a local time, by the offset that processes share.
    fn time(&self, local: LocalTime) -> SiteTime {
        SiteTime::new(local, self.offset(), None)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use chrono::Utc;

    use super::super::cache_file::UnwrittenFiles;
    use super::super::session::SessionPlace;
    use super::*;
    use crate::config::{BaseUrl, Environment, Settings};
    use crate::testing::environment;

    fn settings(base_url: &str, spacing: Option<u64>) -> Settings {
        Settings {
            base_url: BaseUrl::parse(base_url).expect("an address"),
            spacing: spacing.map(Duration::from_secs),
            timeout: Some(Duration::from_millis(100)),
            ..Settings::default()
        }
    }

    fn state(base_url: &str, spacing: Option<u64>) -> SiteState {
        SiteState::new(SiteConfig {
            settings: &settings(base_url, spacing),
            environment: &environment(Path::new("/"), &[]),
            unwritten: &UnwrittenFiles::default(),
        })
    }

    fn instant(milliseconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp_millis(milliseconds).expect("an instant")
    }

    /// The computer was started an hour ago by its local clock.
    fn at(milliseconds: i64) -> LocalTime {
        let now = instant(milliseconds);
        let boot = now - TimeDelta::hours(1);
        LocalTime { now, boot }
    }

    fn state_with_offset(clock_ahead: i64, measured_at: LocalTime) -> StoredState {
        let offset = StoredOffset {
            clock_ahead,
            computer_started: measured_at.boot.timestamp_millis(),
            clock_exact_until: None,
        };
        StoredState {
            offset: Some(offset),
            ..StoredState::default()
        }
    }

    #[test]
    fn loopback_is_exempt_and_others_never_below_the_default() {
        for (base_url, spacing, interval, pause) in [
            ("http://[::1]:80", None, None, 1),
            ("http://127.0.0.1:80", Some(0), Some(0), 0),
            ("http://127.0.0.1:80", Some(86_400), Some(86_400), 1),
            ("https://adventofcode.com", None, Some(2), 1),
            ("https://adventofcode.com", Some(0), Some(2), 1),
        ] {
            let state = state(base_url, spacing);
            let interval = interval.map(Duration::from_secs);
            assert_eq!(state.interval, interval, "{base_url}");
            let pause = Duration::from_secs(pause);
            assert_eq!(state.first_pause(), pause, "{base_url}");
        }
    }

    #[test]
    fn what_cannot_be_written_is_remembered_by_this_process() {
        let state = state("http://127.0.0.1:1", Some(1));
        let quiet: Log = Box::new(|_, _| ());
        for _ in 0..4 {
            state.await_turn(&quiet).expect("a burst");
        }
        state.back_off(Duration::from_hours(2));
        let refused = state.await_turn(&quiet).expect_err("a pause");
        assert!(
            refused.message().ends_with("try again in 2h 0m"),
            "{refused}"
        );
        let offset = ClockOffset {
            offset: TimeDelta::seconds(7),
            boot: instant(1_000_000),
            measured_at: Some(TimeDelta::hours(1)),
        };
        state.set_offset(offset);
        assert_eq!(state.offset(), Some(offset));
    }

    #[test]
    fn a_session_is_accepted_until_it_is_refused() {
        let state = state("http://127.0.0.1:1", None);
        let session = |token: &str| {
            let place = SessionPlace::Given(String::new());
            Session::new(token.as_bytes(), place).expect("a session")
        };
        let [one, other] = ["ab", "cd"].map(session);
        assert!(!state.has_accepted(&one));
        state.remember_accepted(&one);
        state.remember_refused(&other);
        assert!(state.has_accepted(&one) && !state.has_accepted(&other));
        state.remember_refused(&one);
        assert!(!state.has_accepted(&one));
    }

    #[test]
    fn a_pause_ends_by_the_sites_clock_even_if_the_local_one_is_set() {
        let day = 24 * 3600 * 1000;
        for (name, offset, measured_at, local) in [
            (
                "the clock is as wrong as before",
                -28 * day,
                28 * day,
                28 * day,
            ),
            ("it was set right", 0, 0, 0),
            (
                "it was set right, which no reply has shown",
                -28 * day,
                28 * day,
                0,
            ),
        ] {
            let mut state = state_with_offset(offset, at(measured_at));
            let right = SiteTime::new(at(0), None, None);
            state.throttle.back_off(right, Duration::from_mins(1));
            let turn = state.throttle.turn(state.time(at(local)), None);
            assert_eq!(turn, Turn::Refused(Duration::from_mins(1)), "{name}");
        }
    }

    /// The offset was measured before the clock was set or the computer was restarted.
    #[test]
    fn a_pause_lasts_while_the_local_clock_is_set() {
        const MINUTE: i64 = 60 * 1000;
        // The uptime at the beginning of the pause, in minutes. If the clock is set forward by more
        // than that, it looks like a restart.
        const UP: i64 = 25 * 60;
        let refused = |minutes| Turn::Refused(Duration::from_mins(minutes));
        for (name, passed, set_by, uptime, turn) in [
            ("forward by five minutes", 1, 5, UP + 1, refused(1)),
            ("forward by a day", 1, 24 * 60, UP + 1, refused(1)),
            ("back by five minutes", 1, -5, UP + 1, refused(1)),
            ("back by a day", 1, -24 * 60, UP + 1, refused(1)),
            ("not at all", 1, 0, UP + 1, refused(1)),
            ("a restart", 1, 0, 0, refused(1)),
            ("a restart with a clock that is ahead", 1, 5, 0, Turn::Now),
            (
                "as long after a later restart",
                2 * UP,
                0,
                UP + 1,
                Turn::Now,
            ),
        ] {
            let begun = LocalTime {
                now: instant(0),
                boot: instant(-UP * MINUTE),
            };
            let mut state = state_with_offset(0, begun);
            state
                .throttle
                .back_off(state.time(begun), Duration::from_mins(2));
            let now = instant((passed + set_by) * MINUTE);
            let boot = now - TimeDelta::minutes(uptime);
            let time = state.time(LocalTime { now, boot });
            assert_eq!(state.throttle.turn(time, None), turn, "{name}");
        }
    }

    #[test]
    fn an_offset_is_exact_for_an_hour_after_the_time_in_the_file() {
        let local = at(0);
        let boot = local.boot.timestamp_millis();
        let minute = Duration::from_mins(1);
        for (exact_until, is_exact) in [
            ("null", false),
            ("3600000", false),
            ("3600001", true),
            // The file is damaged.
            ("9223372036854775807", true),
            ("-9223372036854775807", false),
        ] {
            let text = format!(
                "{{\"clock_ahead\": 0, \"computer_started\": {boot}, \"clock_exact_until\": \
                 {exact_until}}}"
            );
            let stored: StoredState = serde_json::from_str(&text).expect("a state");
            let offset = stored.offset().expect("an offset");
            assert_eq!(offset.is_exact_at(local), is_exact, "{exact_until}");
            let waited = stored.time(local).until_waited(local.now, minute);
            assert_eq!(waited, Some(minute), "{exact_until}");
        }
    }

    /// The state of a site whose cache is in this folder.
    fn state_in(folder: &Path) -> SiteState {
        SiteState::new(SiteConfig {
            settings: &settings("http://127.0.0.1:1", None),
            environment: &Environment {
                cache_dir: Some(folder.to_owned()),
                ..environment(folder, &[])
            },
            unwritten: &UnwrittenFiles::default(),
        })
    }

    /// The disk is full for some time. Then another process stores a newer state, without the pause.
    #[test]
    fn a_pause_that_could_not_be_written_is_kept_beside_a_newer_state() {
        let temp = tempfile::tempdir().expect("a folder");
        let state = state_in(temp.path());
        let file = temp.path().join("site-127.0.0.1_1.json");
        std::fs::create_dir(&file).expect("a folder in the way");
        state.back_off(Duration::from_mins(10));
        let log: Log = Box::new(|_, _| ());
        state.await_turn(&log).expect_err("a pause");
        std::fs::remove_dir(&file).expect("no folder");
        std::fs::write(&file, "{\"burst_full_at\":0,\"refused_sessions\":[7]}").expect("a file");
        assert_eq!(state.load().refused_sessions, [7].into());
        state.await_turn(&log).expect_err("a pause");
        // The next change stores both.
        state.update(|state| state.refused_sessions.insert(8));
        let text = std::fs::read_to_string(&file).expect("a file");
        assert!(
            text.contains("backoff_length\":600000") && text.contains("sessions\":[7,8]"),
            "{text}"
        );
    }

    #[test]
    fn what_cannot_be_right_is_ignored() {
        let temp = tempfile::tempdir().expect("a folder");
        let state = state_in(temp.path());
        let file = temp.path().join("site-127.0.0.1_1.json");
        for text in ["", "{", "[]", "{\"clock_ahead\": \"x\"}", "null"] {
            std::fs::write(&file, text).expect("a file");
            assert_eq!(state.load(), StoredState::default(), "{text}");
        }
        std::fs::write(&file, "{\"clock_ahead\": 7}").expect("a file");
        assert_eq!(
            state.load().offset.map(|stored| stored.clock_ahead),
            Some(7)
        );
    }
}
